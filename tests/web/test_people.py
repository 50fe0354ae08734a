"""People who play over the net, each in a browser of his own: invitations, requests, clocks, the next game."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from .serving import Player, Server, serving

FIGHT = {"turn": 3, "step": "soviet.combat_after", "empty": True, "dice": [6, 1, 3, 4],
         "place": {"S-39": "3601", "S-5": "3501", "G-9": "3602", "G-53": "3810"}}
TABLE = ".board [data-unit]"


@pytest.fixture(scope="module")
def public(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server where nobody is the local user."""
    with serving(tmp_path_factory.mktemp("public"), "--proxied") as server:
        yield server


def test_a_game_begins_with_an_invitation_that_somebody_takes(make_page: Callable[..., Any], public: Server) -> None:
    host, late = make_page(), make_page(quiet=False)
    guest = make_page(settings="{lang: 'es', theme: 'dark', pace: 'instant'}")
    host.goto(public.url)
    host.click('[data-game="dagc"]')
    host.select_option('[data-seat="german"]', "open")
    host.click("[data-testid=terms] summary")
    host.fill("[data-testid=own-name]", "Zhukov")
    host.check("[data-testid=listed]")
    host.click("[data-testid=start]")
    shown = host.locator(".links input")
    expect(shown).to_have_value(re.compile("/join/"))
    link = shown.input_value()
    host.click("text=Go to the table")
    host.wait_for_selector(TABLE)
    held = host.evaluate("localStorage.getItem('stavka.tokens')")
    assert '"german"' not in held, "whoever begins a game does not hold the other's seat"

    guest.goto(public.url)
    expect(guest.locator("[data-open]")).to_contain_text("Zhukov")
    guest.goto(link)
    guest.fill("[data-testid=own-name]", "Model")
    guest.click("[data-testid=take]")
    guest.wait_for_selector(TABLE)
    host.click("#tab-talk")
    host.wait_for_selector("[data-testid=players] >> text=Model")
    late.goto(link)
    expect(late.locator("[role=alert]")).to_contain_text("no longer good")

    host.goto(public.url)
    expect(host.locator("[data-testid=waits]")).to_contain_text("Your turn in one game")
    expect(host).to_have_title(re.compile(r"^\(1\) "))
    expect(host.locator("link[rel=icon]")).to_have_attribute("href", re.compile("%3Ccircle"))
    guest.goto(public.url)
    guest.wait_for_selector("[data-entry]")
    expect(guest.locator("[data-testid=waits]")).to_have_count(0)


def invite(public: Server, make_page: Callable[..., Any], **more: Any) -> tuple[Player, Player, Player, dict[str, Any]]:
    """Two players and a watcher at a match."""
    begun = public.post("api/matches", {
        "game": "dagc", "seats": {"soviet": "me"}, "situation": FIGHT, "me": "Zhukov", **more})
    code = begun["invitations"]["german"]["code"]
    soviet, german, watcher = (Player(make_page(), public) for _ in range(3))
    soviet.sit(begun["match"], f"?soviet={begun['links']['soviet']}")
    german.page.goto(f"{public.url}#/join/{begun['match']}/{code}")
    german.page.fill("[data-testid=own-name]", "Model")
    german.page.click("[data-testid=take]")
    german.page.wait_for_selector(TABLE)
    watcher.sit(begun["match"], f"?watch={begun['watch']}")
    return soviet, german, watcher, begun


def test_undo_is_refused_and_granted_and_the_loser_gives_revenge(make_page: Callable[..., Any], public: Server) -> None:
    soviet, german, watcher, begun = invite(public, make_page)
    soviet.page.on("dialog", lambda dialog: dialog.accept())
    soviet.click_hex("3602")
    soviet.settled()
    soviet.click_unit("S-39")
    soviet.settled()
    soviet.press("roll")
    german.page.wait_for_function("() => document.querySelector('.screen').dataset.n === '3'")
    for answer, then in (("No", "does not agree"), ("Yes", "agrees to undo")):
        soviet.page.keyboard.press("u")
        soviet.page.click("[data-testid=confirm-undo] .primary")
        soviet.page.wait_for_selector("text=You have asked to undo.")
        german.page.click(f"[data-testid=requests] button:has-text('{answer}')")
        soviet.page.wait_for_selector(f"[data-testid=answers] >> text={then}")
        soviet.page.click("text=Understood")
    watcher.page.wait_for_function("() => document.querySelector('.screen').dataset.n === '4'")

    for _ in range(40):  # some turns in which nobody does more than he must
        turn = soviet.page.get_attribute(".screen", "data-n")
        mover = soviet if soviet.page.locator("[data-button]").count() else german
        buttons = mover.page.locator('[data-button="end_phase"], [data-button]')
        mover.page.wait_for_timeout(50)
        if not buttons.count():
            continue
        buttons.last.click()
        soviet.page.wait_for_function("n => document.querySelector('.screen').dataset.n !== n", arg=turn)
        if "Turn 5" in soviet.page.inner_text(".bar"):
            break

    soviet.page.click("#tab-talk")
    soviet.page.click("[data-testid=draw]")
    german.page.click("[data-testid=requests] button:has-text('No')")
    soviet.page.wait_for_selector("text=does not accept the draw")
    soviet.page.click("[data-testid=resign]")
    for player in (soviet, german, watcher):
        player.waits_for("resigned")
    german.page.click("#tab-talk")
    german.page.click("[data-testid=rematch]")
    german.page.wait_for_function("id => !location.hash.includes(id)", arg=begun["match"])
    soviet.page.click("[data-testid=rematch]:has-text('To the next game')")
    soviet.page.wait_for_function("id => !location.hash.includes(id)", arg=begun["match"])
    soviet.page.wait_for_selector(TABLE)
    soviet.eventually(lambda: soviet.page.evaluate("location.hash"), german.page.evaluate("location.hash"))
    german.page.wait_for_selector("[data-button], .board g[data-hex]")  # Model now moves first: the sides are exchanged
    soviet.waits_for("Waiting for the Soviet")


def test_time_runs_out_before_everybodys_eyes(make_page: Callable[..., Any], public: Server) -> None:
    soviet, german, watcher, _ = invite(public, make_page, terms={"clock": "bank", "time": 12})
    soviet.page.click("#tab-talk")
    soviet.page.wait_for_selector("[data-testid=players] [role=timer]")
    for player in (soviet, german, watcher):
        player.waits_for("ran out")


def test_talk_is_unread_until_the_tab_is_opened_and_can_be_muted(make_page: Callable[..., Any], public: Server) -> None:
    soviet, german, watcher, _ = invite(public, make_page, terms={"quiet": True})
    soviet.page.click("#tab-talk")
    soviet.page.wait_for_selector("[data-testid=watching]:has-text('One person watches')")
    soviet.page.fill("[data-testid=say]", "Good luck")
    soviet.page.keyboard.press("Enter")
    german.page.wait_for_selector("[data-testid=unread]:has-text('1')")
    german.page.click("#tab-talk")
    german.page.wait_for_selector("[role=log] p:has-text('Soviet'):has-text('Good luck')")
    soviet.page.wait_for_selector("[role=log] p:has-text('You'):has-text('Good luck')")
    german.page.click("#tab-log")
    german.page.wait_for_selector("[data-testid=unread]", state="detached")
    german.page.click("#tab-talk")
    german.page.click("[data-testid=mute]")
    german.page.wait_for_selector("text=Good luck", state="detached")
    watcher.page.click("#tab-talk")
    watcher.page.wait_for_selector("text=The players talk among themselves.")
    expect(watcher.page.locator("text=Good luck")).to_have_count(0)


def test_a_plan_is_drawn_and_tried_out_and_nobody_sees_it(make_page: Callable[..., Any], public: Server) -> None:
    soviet, german, _, begun = invite(public, make_page)
    page = german.page  # it is not his turn: that is when one plans
    german.fit()
    page.click("[data-testid=planning]")
    german.click_unit("G-53")
    page.wait_for_selector("text=From 3810")
    german.click_unit("G-9")
    page.wait_for_selector('[data-arrow="3810-3602"]', state="attached")
    german.click_unit("G-9")
    page.wait_for_selector("text=From 3602")
    german.click_unit("G-9")
    page.fill("[data-testid=note]", "hold until turn 5")
    page.keyboard.press("Enter")
    page.wait_for_selector("text=hold until turn 5")
    page.wait_for_timeout(1000)
    page.reload()
    page.wait_for_selector("text=hold until turn 5")
    expect(soviet.page.locator("[data-arrow]")).to_have_count(0)
    page.click("[data-testid=planning]")
    page.click("[data-testid=what-if]")
    page.wait_for_selector("[data-testid=copy]")
    page.wait_for_selector(TABLE)
    german.fit()
    german.click_hex("3602")  # he attacks himself, for the Soviets
    german.settled()
    assert soviet.page.get_attribute(".screen", "data-n") == "0"
    page.click("text=Back to the game")
    page.wait_for_function("id => location.hash.includes(id)", arg=begun["match"])
    page.wait_for_selector("text=Waiting for the Soviet")


@pytest.mark.parametrize("width", [390, 1280])
def test_pages_fit_small_screens(make_page: Callable[..., Any], public: Server, width: int) -> None:
    public.post("api/matches", {"game": "dagc", "seats": {"soviet": "me"}, "me": "Zhukov", "terms": {"listed": True}})
    page = make_page(viewport={"width": width, "height": 800})
    page.goto(public.url)
    page.wait_for_selector("[data-open]")
    Player(page, public).eventually(lambda: page.evaluate("document.documentElement.scrollWidth") <= width, True)
