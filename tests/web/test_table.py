"""The table in the browser, for real."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import expect

import stavka
from tests.playing import offered

from .serving import AXE, Player, Server, chances, serving

MOVEMENT = {"turn": 3, "step": "soviet.movement"}

MINE = ".prompt [data-button], .board .slot.lit, .board g[data-hex]"
"""What whoever is asked can choose."""


def play_on(player: Player, until: Callable[[], bool], moves: int = 3) -> None:
    """Click on whatever is lit, as somebody does who reads nothing, until a point is reached."""
    page = player.page
    for _ in range(600):
        player.settled()
        if until():
            return
        prompt = player.prompt
        end = page.locator('[data-button="end_phase"]')
        lit = page.locator(".board .slot.lit")
        if end.count() and (not prompt.startswith("Choose a unit to move") or moves <= 0):
            end.click()
        elif end.count() and lit.count():
            moves -= 1
            move_somewhere(player, lit.nth(moves % lit.count()))
        elif page.locator('[data-button="roll"]').count():
            page.locator('[data-button="roll"]').click()
        elif lit.count():
            player.click_at(lit.first)
        elif page.locator(".board g[data-hex]").count():
            player.click_at(page.locator(".board g[data-hex]").first)
        elif page.locator(".prompt [data-button]").count():
            page.locator(".prompt [data-button]").first.click()
    raise AssertionError(f"stuck at: {player.prompt}")


def empty_hex(page: Any) -> Any:
    """A hex that the unit in hand can move to, with no counter over it."""
    for hex in page.locator(".board g.hex.move:has(text)").all():
        if not page.locator(f'.board .slot[data-hex="{hex.get_attribute("data-hex")}"]').count():
            return hex
    raise AssertionError("there is a counter in every hex in reach")


def move_somewhere(player: Player, counter: Any) -> None:
    """Pick a unit up and put it down on a hex it can reach."""
    page = player.page
    unit, before = counter.get_attribute("data-unit"), counter.get_attribute("data-hex")
    player.click_at(counter)
    page.wait_for_selector(".board .slot.picked")
    unit = page.locator(".board .slot.picked").first.get_attribute("data-unit")
    page.wait_for_selector(".board g.hex.move", state="attached")
    player.click_at(empty_hex(page))
    page.wait_for_function("([u, h]) => document.querySelector(`.board [data-unit=\"${u}\"]`)?.dataset.hex !== h",
                           arg=[unit, before])


def test_from_the_lobby_to_the_end_of_the_first_soviet_turn(player: Player) -> None:
    page = player.page
    page.goto(player.server.url)
    page.click('[data-game="dagc"]')
    page.select_option('[data-seat="german"]', "friend")
    page.click("[data-testid=start]")
    page.wait_for_selector(".board [data-unit]")
    player.fit()
    expect(page.locator(".bar .phase")).to_have_text("Soviet combat before movement")
    play_on(player, lambda: player.phase.startswith("German"))
    page.click("#tab-log")
    for told in ("moves to", "rolled", re.compile("Soviet combat after movement|Soviet movement")):
        expect(page.locator("[data-testid=log]")).to_contain_text(told)


def test_a_phase_by_keyboard_alone(player: Player) -> None:
    player.sit(player.server.match(situation=MOVEMENT))
    keyboard = player.page.keyboard
    for _ in range(30):  # the map can be reached with Tab
        keyboard.press("Tab")
        if player.page.evaluate("document.activeElement.classList.contains('board')"):
            break
    else:
        raise AssertionError("Tab never reaches the map")
    keyboard.press("n")
    player.page.wait_for_selector(".board .slot.picked")
    picked = player.page.locator(".board .slot.picked")
    unit, before = picked.get_attribute("data-unit"), picked.get_attribute("data-hex")
    player.page.wait_for_selector(".board g.hex.move", state="attached")
    for key in "dcaqez":  # a neighbour that can be entered
        keyboard.press(key)
        here = player.page.locator(".board [data-cursor]").get_attribute("data-cursor")
        if player.hex(here).count() and here != before:
            break
        keyboard.press("zaqdce"["dcaqez".index(key)])
    keyboard.press("Enter")
    player.page.wait_for_function("([u, h]) => document.querySelector(`.board [data-unit=\"${u}\"]`).dataset.hex === h",
                                  arg=[unit, here])
    player.waits_for("movement points")
    assert here != before
    keyboard.press("u")
    player.page.wait_for_function("([u, h]) => document.querySelector(`.board [data-unit=\"${u}\"]`).dataset.hex === h",
                                  arg=[unit, before])
    keyboard.press("?")
    player.page.wait_for_selector("dialog[open]")
    keyboard.press("Escape")
    player.page.wait_for_selector("dialog", state="detached")
    keyboard.press("1")
    player.page.wait_for_function("() => document.querySelector('.bar .phase').innerText !== 'Soviet movement'")


def test_the_focus_is_told_to_screen_readers(player: Player) -> None:
    player.sit(player.server.match(situation=MOVEMENT))
    player.page.focus(".board")
    player.page.keyboard.press("n")
    player.page.keyboard.press("d")
    label = player.page.locator("#focus-label")
    expect(label).to_have_text(re.compile("^Hex "))
    first = label.inner_text()
    player.page.keyboard.press("a")
    expect(label).not_to_have_text(first)
    player.page.keyboard.press("v")
    offers = player.page.locator("[data-testid=lists] [data-offer]")
    expect(offers.nth(20)).to_be_attached()
    expect(offers.last).to_contain_text("movement points")


def test_an_open_card_changes_its_language_with_the_reader(player: Player) -> None:
    player.sit(player.server.match(situation=MOVEMENT))
    player.page.click("#tab-lists")
    player.page.locator("[data-testid=lists] td .line").first.click()
    kind = player.page.locator("[data-testid=sheet] header p")
    player.page.wait_for_function("document.querySelector('[data-testid=sheet] header p').textContent.includes(' · ')")
    english = kind.inner_text().rpartition(" · ")[2]
    player.page.click("[data-testid=language]")
    player.page.wait_for_function(
        "said => !document.querySelector('[data-testid=sheet] header p').textContent.endsWith(said)",
        arg=f" · {english}")


@pytest.mark.parametrize("tab", ["lists", "rules"])
def test_a_search_that_finds_nothing_says_so_in_the_readers_language(player: Player, tab: str) -> None:
    player.sit(player.server.match(situation=MOVEMENT))
    player.page.click(f"#tab-{tab}")
    player.page.fill(f"[data-testid={tab}] input[type=search]", "zzz")
    player.page.wait_for_selector("text=Nothing found for “zzz”.")
    player.page.click("[data-testid=language]")
    player.page.wait_for_selector("text=No se encuentra nada con «zzz».")


def test_in_spanish(player: Player) -> None:
    player.sit(player.server.match())
    player.page.click("[data-testid=language]")
    player.waits_for("Elige un hexágono enemigo")
    expect(player.page.locator("html")).to_have_attribute("lang", "es")
    expect(player.page.locator(".bar .phase")).to_contain_text("soviético")
    expect(player.page.locator("[role=tab]").first).to_have_text("Registro")
    hexes = player.page.locator(".board g[data-hex]")
    expect(hexes.first).to_have_attribute("aria-label", re.compile("^Hexágono "))
    player.click_at(hexes.first)
    player.waits_for("Elige las unidades que atacan")
    player.page.goto(player.server.url)
    player.page.wait_for_selector("text=Elige un juego")


MUCH_TO_TELL = {"turn": 2, "step": "soviet.movement", "empty": True, "place": {"S-1TA": "4101"}}


def test_on_a_phone(make_page: Callable[..., Any], server: Server) -> None:
    page = make_page(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, device_scale_factor=2)
    player = Player(page, server)
    page.goto(f"{server.url}#/match/{server.match(situation=MOVEMENT)}")
    page.wait_for_selector(".board .slot.lit")
    page.wait_for_timeout(600)
    player.still()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    lit = [box for slot in page.locator(".board .slot.lit").all() if (box := slot.bounding_box())
           and 60 < box["x"] < 330 and 80 < box["y"] < 600]
    assert lit, "no unit that can move is on the screen"
    page.touchscreen.tap(lit[0]["x"] + lit[0]["width"] / 2, lit[0]["y"] + lit[0]["height"] / 2)
    page.wait_for_selector(".board .slot.picked")
    unit = page.locator(".board .slot.picked").get_attribute("data-unit")
    before = player.place_of(unit)
    page.wait_for_selector(".board g.hex.move:has(text)", state="attached")
    page.wait_for_timeout(300)
    player.still()
    sheet = page.locator(".side").bounding_box()["y"]
    free = [box for hex in page.locator(".board g.hex.move:has(text)").all() if (box := hex.bounding_box())
            and 60 < box["x"] < 340 and 80 < box["y"] < sheet - 40]
    page.touchscreen.tap(free[0]["x"] + free[0]["width"] / 2, free[0]["y"] + free[0]["height"] / 2)
    page.wait_for_selector(".confirm")  # the first tap shows the way, the second or the button goes it
    page.tap(".confirm")
    page.wait_for_function("([u, h]) => document.querySelector(`.board [data-unit=\"${u}\"]`).dataset.hex !== h",
                           arg=[unit, before])
    page.tap('[data-button="end_phase"]')
    page.wait_for_function("() => document.querySelector('.bar .phase').innerText !== 'Soviet movement'")


def test_on_a_phone_weather_and_phase_are_both_told(make_page: Callable[..., Any], server: Server) -> None:
    page = make_page(viewport={"width": 390, "height": 844})
    page.goto(f"{server.url}#/match/{server.match(game='u43', situation=MUCH_TO_TELL)}")
    page.wait_for_selector(".bar .phase")
    bar = page.locator(".bar").bounding_box()
    for told in ('[data-track="weather"]', ".phase"):
        box = page.locator(f".bar {told}").bounding_box()
        assert box["width"] > 20 and box["height"] > 8, told
        assert bar["y"] <= box["y"] and box["y"] + box["height"] <= bar["y"] + bar["height"], told
        assert page.evaluate("""([selector, x, y]) =>
            document.elementFromPoint(x, y).closest(selector) !== null""",
            [told, box["x"] + box["width"] - 4, box["y"] + box["height"] / 2]), f"{told} lies under something"


def test_it_goes_on_after_the_server_was_killed(make_page: Callable[..., Any], home: Path) -> None:
    with serving(home) as server:
        player = Player(make_page(quiet=False), server).sit(server.match(situation=MOVEMENT))
        counter = player.page.locator(".board .slot.lit").first
        unit = counter.get_attribute("data-unit")
        move_somewhere(player, counter)
        place = player.place_of(unit)
        for _ in range(2):
            server.kill()
            player.page.wait_for_selector("[data-testid=offline]")
            server.start()
            player.page.wait_for_selector("[data-testid=offline]", state="detached")
            player.eventually(lambda: player.place_of(unit), place)
        move_somewhere(player, player.page.locator(".board .slot.lit").last)


def test_a_click_while_the_server_is_away_is_made_when_it_is_back(make_page: Callable[..., Any], home: Path) -> None:
    with serving(home) as server:
        player = Player(make_page(quiet=False), server).sit(server.match(situation=MOVEMENT))
        server.kill()
        player.page.wait_for_selector("[data-testid=offline]")
        player.press("end_phase")
        server.start()
        player.page.wait_for_function("() => document.querySelector('.bar .phase').innerText !== 'Soviet movement'")
        expect(player.page.locator(".notice")).to_have_count(0)


def test_replay_backwards_and_forwards(player: Player) -> None:
    player.sit(player.server.match(situation=MOVEMENT))
    page = player.page
    counter = page.locator(".board .slot.lit").first
    unit, before = counter.get_attribute("data-unit"), counter.get_attribute("data-hex")
    move_somewhere(player, counter)
    after = player.place_of(unit)
    page.keyboard.press("[")
    page.wait_for_selector("[data-testid=replay]")
    where = "([u, h]) => document.querySelector(`.board [data-unit=\"${u}\"]`).dataset.hex === h"
    page.wait_for_function(where, arg=[unit, before])
    expect(page.locator(".board .slot.lit"), "nothing can be chosen in the past").to_have_count(0)
    page.click('[aria-label="One choice on"]')
    page.wait_for_function(where, arg=[unit, after])
    page.click('[aria-label="One turn back"]')
    page.wait_for_function(where, arg=[unit, before])
    page.click("text=Back to the game")
    page.wait_for_function(where, arg=[unit, after])
    page.wait_for_selector(".board .slot.lit")
    page.keyboard.press("Shift+ArrowLeft")  # by the arrows, from anywhere
    page.wait_for_function(where, arg=[unit, before])
    page.keyboard.press("ArrowRight")
    page.wait_for_function(where, arg=[unit, after])
    page.keyboard.press("Escape")
    page.wait_for_selector("[data-testid=replay]", state="detached")


def test_a_link_to_a_position(player: Player) -> None:
    match = player.server.match(situation=MOVEMENT)
    player.sit(match)
    counter = player.page.locator(".board .slot.lit").first
    unit, before = counter.get_attribute("data-unit"), counter.get_attribute("data-hex")
    move_somewhere(player, counter)
    player.page.goto(player.server.url)
    player.page.wait_for_selector("[data-game]")
    player.sit(match, "/at/0")
    player.page.wait_for_selector("[data-testid=replay]")
    player.eventually(lambda: player.place_of(unit), before)


def test_the_odds_are_those_of_the_engine(player: Player) -> None:
    player.sit(player.server.match(seed=7))
    twin = stavka.game("dagc").start("historical", seed=7)
    player.click_hex("3500")
    twin.choose("hex:3500")
    player.waits_for("attack 3500")
    chosen: list[str] = []
    for unit in ("S-39", "S-5GT"):
        assert f"unit:{unit}" in offered(twin)
        player.page.wait_for_selector(f'.board [data-unit="{unit}"].lit')
        player.click_unit(unit)
        player.page.wait_for_selector(f'.board [data-unit="{unit}"].joined')
        twin.choose(f"unit:{unit}")
        chosen.append(unit)
        expected = twin.ask("odds", target="3500", units=chosen)
        compare_odds(player, expected)
    player.page.click("#tab-forces")
    air = offered(twin).units[-1]
    assert air.startswith("A-")
    player.page.locator(f'.side [data-unit="{air}"]').first.click()
    twin.choose(f"unit:{air}")
    expected = twin.ask("odds", target="3500", units=chosen, air=air)
    compare_odds(player, expected)


def compare_odds(player: Player, expected: dict[str, Any]) -> None:
    """The panel says what the engine says: strengths, every line, the column, every chance."""
    panel = player.page.locator("[data-testid=odds]")
    for what in ("attack", "defence", "column"):
        expect(panel.locator(f"[data-odds={what}]")).to_have_text(str(expected[what]))
    lines = [*expected["attackers"], *expected["defenders"], *expected["shifts"]]

    def told() -> list[tuple[str, str, int]]:
        rows = [row.split("\t") for row in panel.locator("tbody tr:not(.head)").all_inner_texts()]
        return [(text.strip(), rule.strip(), int(value.replace("\N{MINUS SIGN}", "-"))) for text, rule, value in rows]

    player.eventually(told, [(line["text"], line["rule"], line["value"]) for line in lines])
    possible = {result: chance for result, chance in expected["results"].items() if chance}
    player.eventually(lambda: chances(panel), pytest.approx(possible))
    text = panel.inner_text()
    assert all(f"{round(chance * 100)} %" in text for chance in possible.values())


def test_a_refused_click_says_why_with_the_rule(player: Player) -> None:
    player.sit(player.server.match(situation=MOVEMENT))
    page = player.page
    page.locator(".board .slot.lit").first.wait_for()
    player.click_unit("S-22")
    page.wait_for_selector(".board .slot.picked")
    page.wait_for_selector(".board g.hex.move", state="attached")
    player.click_unit("G-2")  # an enemy
    notice = page.locator("[data-testid=notice]").first
    expect(notice).to_contain_text("enemy")
    notice.locator(".rule").click()
    page.wait_for_selector("dialog[open] [data-testid=rule]")
    assert len(page.locator("dialog[open]").inner_text()) > 60


def test_a_click_on_a_friend_who_cannot_be_chosen_says_why_not_him(player: Player) -> None:
    place = {"G-68": "5606", "G-75": "5609", "S-R-167+232": "5901"}
    player.sit(player.server.match(game="u43", situation={
        "turn": 1, "step": "german.reaction", "empty": True, "place": place}))
    player.click_unit("G-68")
    player.click_hex("5605")
    player.settled()
    player.click_unit("G-75")
    notice = player.page.locator("[data-testid=notice]").first
    expect(notice).to_contain_text("is not activated")
    expect(notice.locator(".rule")).to_contain_text("31.2")


def test_dragging_a_counter_moves_it(player: Player) -> None:
    player.sit(player.server.match(situation=MOVEMENT))
    page = player.page
    box = player.unit("S-22").bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2 + 12, box["y"] + 4, steps=3)
    page.wait_for_selector(".board g.hex.move:has(text)", state="attached")
    goal = page.locator(".board g.hex.move:has(text)").first
    hex, target = goal.get_attribute("data-hex"), goal.bounding_box()
    page.mouse.move(target["x"] + target["width"] / 2, target["y"] + target["height"] / 2, steps=6)
    page.wait_for_selector(".board .way", state="attached")
    page.mouse.up()
    page.wait_for_function("h => document.querySelector('.board [data-unit=\"S-22\"]').dataset.hex === h", arg=hex)


def test_a_stack_fans_out_and_its_units_are_picked_in_turn(player: Player) -> None:
    player.sit(player.server.match(situation=MOVEMENT))
    page = player.page
    stack = "S-6G", "S-43"
    hex = player.place_of(stack[0])
    player.click_unit(stack[1])
    page.wait_for_selector(f'.board [data-unit="{stack[1]}"].picked')
    player.click_unit(stack[1])
    page.wait_for_selector(f'.board [data-unit="{stack[0]}"].picked')
    page.keyboard.press("Escape")
    page.keyboard.press("f")
    page.wait_for_selector(".board .stack.fanned", state="attached")
    assert player.place_of(stack[0]) == hex

    def apart() -> bool:
        first, second = (player.unit(unit).bounding_box() for unit in stack)
        return bool(abs(first["x"] - second["x"]) >= first["width"] * 0.9)

    player.eventually(apart, True)


def test_sheets_overlays_and_charts(player: Player) -> None:
    player.sit(player.server.match(situation=MOVEMENT))
    page = player.page
    player.click_unit("G-2")
    sheet = page.locator("[data-testid=sheet]")
    sheet.wait_for()
    expect(sheet).to_contain_text("Supply")
    assert "reconstructed" not in sheet.inner_text(), "where values come from is asked for"
    sheet.locator("summary").click()
    player.eventually(lambda: "reconstructed" in sheet.inner_text(), True)
    page.keyboard.press("Escape")
    page.keyboard.press("i")
    page.wait_for_function("() => document.querySelector('[data-testid=sheet]')?.innerText.includes('Control')")
    page.click('[aria-label="Overlays"]')
    for overlay, mark in (("zoc", ".zone"), ("supply", ".supply"), ("control", ".front"), ("objectives", ".objective"),
                          ("reach", ".zone")):
        page.check(f'[data-overlay="{overlay}"]')
        page.wait_for_selector(f".board {mark}", state="attached")
        page.uncheck(f'[data-overlay="{overlay}"]')
    expect(page.locator('[data-overlay="bonds"]'), "only where units form bonds").to_have_count(0)
    page.click("#tab-charts")
    expect(page.locator("[data-testid=charts] td.guess").nth(10)).to_be_attached()


def test_cards_and_charts_tell_their_sources_in_the_readers_language(player: Player) -> None:
    player.sit(player.server.match(situation=MOVEMENT))
    page = player.page
    player.click_unit("G-2")
    sheet = page.locator("[data-testid=sheet]")
    sheet.locator("summary").click()
    player.eventually(lambda: "scaled by type" in sheet.inner_text(), True)
    page.click("[data-testid=language]")
    player.eventually(lambda: "a escala según el tipo" in sheet.inner_text(), True)
    page.click("#tab-charts")
    source = page.locator("[data-testid=charts] .source").first
    expect(source).to_have_attribute("title", re.compile("fijan los resultados posibles"))


def test_bonds_and_weather_are_shown(player: Player) -> None:
    """The bonds of both sides lie over the map; the bar tells the weather, and the last turn of the scenario."""
    player.sit(player.server.match(game="u43", situation={
        "scenario": "opening", "turn": 6, "step": "german.movement", "empty": True,
        "place": {"G-68": "4221", "G-112+251": "4223", "S-6TC": "4621"}}))
    page = player.page
    expect(page.locator("[data-track=weather]")).to_have_text("Weather: clear")
    expect(page.locator(".track li").last).to_have_text(re.compile(r"7\s*$"))
    page.click('[aria-label="Overlays"]')
    page.check('[data-overlay="bonds"]')
    closed = page.locator(".board [data-bonds=german]")
    expect(closed, "one hex is closed between the two divisions").to_have_attribute("d", re.compile("^M"))


def test_railheads_pontoons_and_the_central_front_are_on_the_map(player: Player) -> None:
    """Where the Central Front stands is told in the bar, its ways in are marked, and who waits in its box can come."""
    situation = {"scenario": "october", "turn": 17, "step": "soviet.movement", "empty": True, "central": "C",
                 "pontoons": ["3222/3223"], "railheads": ["4113", "3206"],
                 "place": {"S-6TC": "central", "S-10TC": "3222", "G-68": "4221"}}
    lying = stavka.game("u43").situation(situation).view("soviet")["marks"]
    player.sit(player.server.match(game="u43", situation=situation))
    page = player.page
    expect(page.locator("[data-track=central_front]")).to_have_text("Central Front: half-hexes to C")
    expect(page.locator('[data-mark="pontoon"][data-place="3222/3223"].course')).to_be_attached()
    for kind in ("railhead", "half_hex"):
        expect(page.locator(f'[data-mark="{kind}"]')).to_have_count(sum(kind in kinds for kinds in lying.values()))
    waiting = page.locator("[data-testid=tray] [data-unit='S-6TC']")
    waiting.click()
    way_in = next(place for place, kinds in lying.items() if "half_hex" in kinds)
    player.waits_for("Choose where 6th Tank Corps enters")
    player.click_hex(way_in)
    player.eventually(lambda: player.place_of("S-6TC"), way_in)


def test_the_computer_plays_and_can_be_skipped(make_page: Callable[..., Any], server: Server) -> None:
    page = make_page(settings="{lang: 'en', theme: 'light', pace: 'step'}")
    match = server.match(situation={"turn": 3, "step": "soviet.combat_after"},
                         seats={"soviet": "me", "german": "computer:random"})
    player = Player(page, server).sit(match)
    steps = 0
    for _ in range(150):  # the computer's moves come one by one; between them we pass, or choose what we must
        page.wait_for_timeout(60)
        if page.locator("text=Next move").count():
            page.keyboard.press(".")
            steps += 1
            page.wait_for_selector("[data-testid=caption]")  # it is said what happens
            player.eventually(lambda: bool(page.locator("[data-testid=back]").count()
                                           or not page.locator("[data-testid=step]").count()), True)
        else:
            _ = player.click_any('[data-button="end_phase"]') or player.click_any(MINE)
        if steps >= 3:
            break
    assert steps >= 1
    before = page.get_attribute(".screen", "data-n")
    page.keyboard.press("s")
    page.wait_for_function("""n => document.querySelector('.screen').dataset.n !== n
        || !document.querySelector('.prompt .pace')""", arg=before)


def test_saving_and_opening_a_game(player: Player, home: Path) -> None:
    player.sit(player.server.match(situation=MOVEMENT))
    page = player.page
    counter = page.locator(".board .slot.lit").first
    unit = counter.get_attribute("data-unit")
    move_somewhere(player, counter)
    place = player.place_of(unit)
    page.click("[data-testid=menu]")
    with page.expect_download() as download:
        page.click("[data-testid=export]")
    file = home / "game.stavka"
    download.value.save_as(file)
    assert json.loads(file.read_text().splitlines()[0])["game"] == "dagc"
    page.goto(player.server.url)
    page.evaluate("""new MutationObserver(() => {
        window.told ||= document.querySelector('[data-testid=bringing]')?.innerText;
    }).observe(document.body, {subtree: true, childList: true})""")
    page.set_input_files("[data-testid=import]", file)
    page.wait_for_selector(".board [data-unit]")
    player.eventually(lambda: player.place_of(unit), place)
    assert "saved game" in page.evaluate("window.told"), "while it is played through nobody says so"


def test_two_players_by_link_and_what_they_may_not_see(make_page: Callable[..., Any], server: Server) -> None:
    started = server.post("api/matches", {"game": "dagc", "seats": {"soviet": "open", "german": "open"}, "seed": 7})
    players = {seat: Player(make_page(), server) for seat in ("soviet", "german")}
    for seat, player in players.items():
        player.sit(started["match"], f"?{seat}={started['links'][seat]}")
    soviet, german = players["soviet"], players["german"]
    expect(soviet.unit("S-5")).to_have_count(1)
    expect(german.unit("S-5"), "lower units are hidden (6.8)").to_have_count(0)
    german.waits_for("Waiting for the Soviet player")
    soviet.click_hex("3102")
    german.page.wait_for_function("() => document.querySelector('[data-testid=log]').innerText.includes('3102')")
    soviet.page.click("#tab-talk")
    soviet.page.fill("[data-testid=talk] input", "Good luck")
    soviet.page.keyboard.press("Enter")
    german.page.click("#tab-talk")
    german.page.wait_for_selector("text=Good luck")


@pytest.mark.parametrize("game", stavka.games())
def test_every_game_is_played_by_the_same_client(player: Player, game: str) -> None:
    page, chance = player.page, Random(7)
    page.goto(f"{player.server.url}#/match/{player.server.match(game=game)}")
    page.wait_for_selector(".prompt .top button, .prompt [data-button], .side .piece.lit", timeout=60_000)
    for _ in range(40):
        player.settled()
        player.eventually(lambda: player.click_any(f"{MINE}, .side .piece.lit", chance.random()), True)
    player.settled()
    assert int(page.get_attribute(".screen", "data-n")) > 5
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def serious(page: Any) -> list[str]:
    """What axe finds that is serious or worse."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))  # the page itself may load nothing of the kind
    result = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [f"{found['id']}: {found['help']}: {[node['html'][:160] for node in found['nodes'][:3]]}"
            for found in result["violations"] if found["impact"] in ("serious", "critical")]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_nothing_serious_for_axe(make_page: Callable[..., Any], server: Server, theme: str) -> None:
    if not AXE.is_file():
        pytest.skip("axe-core is not there: run `npm ci` in web/")
    page = make_page(settings=f"{{lang: 'en', theme: '{theme}', pace: 'instant'}}", bypass_csp=True)
    page.goto(server.url)
    page.wait_for_selector("[data-game]")
    player = Player(page, server)
    player.eventually(lambda: serious(page), [])
    player.sit(server.match())
    player.eventually(lambda: serious(page), [])
    player.click_hex("3500")
    player.waits_for("attack 3500")
    player.page.wait_for_selector('.board [data-unit="S-39"].lit')
    player.click_unit("S-39")
    page.wait_for_selector("[data-odds=attack]")
    player.eventually(lambda: serious(page), [])
    for tab in ("forces", "lists", "charts", "rules", "talk"):
        page.click(f"#tab-{tab}")
        player.eventually(lambda: serious(page), [])
    page.keyboard.press("?")
    page.wait_for_selector("dialog[open]")
    player.eventually(lambda: serious(page), [])


FRAMES = """async (mode) => {
  const board = document.querySelector('.board');
  const frame = board.getBoundingClientRect();
  const fire = (type, x, y) => board.dispatchEvent(new PointerEvent(type, {bubbles: true, pointerId: 1,
    pointerType: 'mouse', clientX: frame.left + x, clientY: frame.top + y, button: 0, buttons: 1}));
  const times = [];
  let last = performance.now();
  if (mode === 'pan') fire('pointerdown', 500, 400);
  for (let i = 0; i < 120; i++) {
    const now = await new Promise(requestAnimationFrame);
    times.push(now - last);
    last = now;
    if (mode === 'pan') fire('pointermove', 500 + 220 * Math.sin(i / 12), 400 + 180 * Math.sin(i / 9));
    if (mode === 'zoom') board.dispatchEvent(new WheelEvent('wheel', {bubbles: true, cancelable: true,
      clientX: frame.left + 450, clientY: frame.top + 400, deltaY: i % 80 < 40 ? -30 : 30}));
  }
  if (mode === 'pan') fire('pointerup', 500, 400);
  return times.slice(5).sort((a, b) => a - b);
}"""


def test_panning_and_zooming_are_smooth(player: Player, record_property: Callable[[str, object], None],
                                        capsys: pytest.CaptureFixture[str]) -> None:
    player.sit(player.server.match())
    player.page.keyboard.press("+")
    player.page.wait_for_timeout(2500)

    def p95(mode: str) -> float:
        times = player.page.evaluate(FRAMES, mode)
        player.page.wait_for_timeout(1000)
        result: float = times[int(len(times) * 0.95)]
        return result

    for _ in range(3):  # somebody else may want the machine just now
        still, pan, zoom = p95("still"), p95("pan"), p95("zoom")
        if max(pan, zoom) <= still * 8:
            break
    record_property("frame_p95_ms", {"still": still, "pan": pan, "zoom": zoom})
    with capsys.disabled():
        print(f"\nframe time, p95: still {still:.0f} ms, panning {pan:.0f} ms, zooming {zoom:.0f} ms")
    assert pan <= still * 8 and zoom <= still * 8


def test_the_page_checks_the_dice_itself(player: Player) -> None:
    """Sealed before the first roll; when the match is over the browser makes every roll again from the key."""
    match = stavka.game("dagc").start(seed=7)
    chance = Random(7)
    while match.offer is not None:
        match.choose(match.offer.nth(chance.randrange(len(match.offer))))
    assert match.journal is not None
    journal = match.journal.text(match.position, with_key=True)
    brought = player.server.post("api/matches/import", {
        "journal": journal, "seats": dict.fromkeys(match.game.seats, "me")})
    page = player.sit(brought["match"]).page
    expect(page.locator("[data-testid=study]")).to_have_text("Study")
    page.click("[data-testid=menu]")
    assert match.position.dice.commitment.startswith(page.inner_text("[data-testid=sealed]").split()[-1])
    page.click("[data-testid=check-dice]")
    rolls = sum(len(record.dice) for record in match.records)
    found = page.locator("[data-testid=dice-found]")
    expect(found).to_have_text(f"All {rolls} rolls follow from the sealed key.")
