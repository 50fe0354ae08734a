"""Playing against the computer in the browser: choosing its strength, watching it, hints, and its plans."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import Any

from playwright.sync_api import expect

from .serving import PATIENCE_S, Player, Server

INTERDICTION = {"turn": 3, "step": "german.interdiction"}
"""One more phase for the Soviets to end, and the Germans move."""

AGAINST_NOVICE = {"soviet": "me", "german": "computer:novice"}


def answer_reactions(player: Player) -> None:
    """Choose whatever the computer's attacks ask of us."""
    if not player.page.locator("[data-testid=watching]").count():
        player.click_any(".board .slot.lit, .board g[data-hex], .prompt [data-button]")


def until_our_turn(player: Player, turn: str) -> None:
    """Skip what the computer does until the turn marker has moved on."""
    deadline = monotonic() + 3 * PATIENCE_S
    while monotonic() < deadline:
        if player.page.inner_text(".track li.now").split()[-1] == turn:
            player.page.wait_for_selector("[data-testid=watching]", state="detached")
            return
        if player.page.locator("[data-testid=skip]").count():
            player.page.keyboard.press("s")
        answer_reactions(player)
        player.page.wait_for_timeout(50)
    raise AssertionError(f"the computer never finished: {player.prompt}")


def test_the_lobby_offers_the_levels_of_each_game(make_page: Callable[..., Any], server: Server) -> None:
    page = make_page()
    page.goto(server.url)
    page.click('[data-game="dagc"]')
    expect(page.locator("[data-level]")).to_have_count(1)  # whoever comes alone plays the computer
    page.select_option('[data-seat="german"]', "computer")
    level = page.locator('[data-level="german"]')
    expect(level).to_have_value("computer:regular")
    expect(level.locator("option")).to_have_text(["Chance", "Novice", "Regular", "Veteran", "Marshal"])
    about = page.locator("#about-german")
    before = about.inner_text()
    level.select_option("computer:novice")
    expect(about).not_to_have_text(before)
    expect(about).not_to_be_empty()
    page.click("[data-testid=language]")
    expect(level.locator("option")).to_have_text(["Azar", "Novato", "Regular", "Veterano", "Mariscal"])
    page.click("[data-testid=start]")
    page.wait_for_selector(".board [data-unit]")
    page.click("#tab-talk")
    expect(page.locator("[data-testid=talk]")).to_contain_text("Novato")


def test_a_turn_of_the_computer_is_watched_paused_stepped_and_skipped(
        make_page: Callable[..., Any], server: Server) -> None:
    page = make_page(settings="{lang: 'en', theme: 'light', pace: 'slow'}")
    player = Player(page, server).sit(server.match(situation=INTERDICTION, seats=AGAINST_NOVICE))
    page.click("#tab-plans")
    later = "when it has finished its turn"
    expect(page.locator("[data-testid=plans]")).to_contain_text(later)
    player.press("end_phase")
    expect(page.locator("[data-testid=watching]")).to_contain_text("Novice")
    page.keyboard.press("k")
    page.wait_for_selector("[data-testid=step]")
    for _ in range(2):
        n = page.get_attribute(".screen", "data-n")
        page.click("[data-testid=step]")
        page.wait_for_function("n => document.querySelector('.screen').dataset.n !== n", arg=n)
        page.wait_for_selector("[data-testid=step]")
    expect(page.locator("[data-testid=plans]"), "its turn is still going on").to_contain_text(later)
    shown = page.get_attribute(".screen", "data-n")
    page.click("[data-testid=back]")
    replay = page.locator("[data-testid=replay]")
    expect(replay.locator("output"), "back from what is shown, not from what is done").to_have_text(
        f"{int(shown) - 1} / {shown}")
    expect(page.locator("[data-testid=caption]")).to_have_count(0)
    page.keyboard.press("Escape")
    replay.wait_for(state="detached")
    page.click("[data-testid=resume]")
    page.wait_for_selector("[data-testid=pause]")
    page.select_option("[data-testid=pace]", "fast")
    page.click("[data-testid=skip]")
    until_our_turn(player, "4")
    page.click("#tab-plans")
    plans = page.locator("[data-testid=plans] details")
    for told in ("Aims: to ", "German movement"):
        expect(plans.first).to_contain_text(told)
    page.click("[data-testid=language]")
    expect(page.locator("[data-testid=plans]")).to_contain_text("Objetivos: ")


def test_a_hint_is_pointed_at_explained_and_followed(player: Player) -> None:
    page = player.page
    player.sit(player.server.match(seed=7))
    page.keyboard.press("t")
    page.wait_for_selector("[data-testid=follow]")
    advice = page.locator("[data-testid=advice]")
    hex = page.get_attribute(".board [data-hinted]", "data-hinted")
    for told in ("Suggested: ", "Aims: to ", hex):
        expect(advice).to_contain_text(told)
    page.click("[data-testid=language]")
    expect(advice).to_contain_text("Objetivos: ")
    page.click("[data-testid=follow]")
    page.wait_for_function("() => document.querySelector('.screen').dataset.n === '1'")
    page.wait_for_selector("[data-testid=advice]", state="detached")
    expect(page.locator(".board [data-hinted]")).to_have_count(0)
    page.click("[data-testid=hint]")
    page.wait_for_selector("[data-testid=follow]")
    page.keyboard.press("Escape")
    page.wait_for_selector("[data-testid=advice]", state="detached")
