"""Playing against the computer in the browser: choosing its strength, watching it, hints, and its plans."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .serving import Player, Server

INTERDICTION = {"turn": 3, "step": "german.interdiction"}
"""One more phase for the Soviets to end, and the Germans move."""

AGAINST_NOVICE = {"soviet": "me", "german": "computer:novice"}


def answer_reactions(player: Player) -> None:
    """Choose whatever the computer's attacks ask of us."""
    mine = player.page.locator(".board .slot.lit, .board g[data-hex], .prompt [data-button]")
    if not player.page.locator("[data-testid=watching]").count() and mine.count():
        mine.first.dispatch_event("click")


def until_our_turn(player: Player, turn: str) -> None:
    """Skip what the computer does until the turn marker has moved on."""
    for _ in range(200):
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
    assert page.locator("[data-level]").count() == 1  # whoever comes alone plays the computer
    page.select_option('[data-seat="german"]', "computer")
    level = page.locator('[data-level="german"]')
    assert level.input_value() == "computer:regular"
    assert level.locator("option").all_inner_texts() == ["Chance", "Novice", "Regular", "Veteran", "Marshal"]
    before = page.inner_text("#about-german")
    level.select_option("computer:novice")
    assert page.inner_text("#about-german") not in ("", before)
    page.click("[data-testid=language]")
    assert level.locator("option").all_inner_texts() == ["Azar", "Novato", "Regular", "Veterano", "Mariscal"]
    page.click("[data-testid=start]")
    page.wait_for_selector(".board [data-unit]")
    page.click("#tab-talk")
    assert "Novato" in page.inner_text("[data-testid=talk]")


def test_a_turn_of_the_computer_is_watched_paused_stepped_and_skipped(
        make_page: Callable[..., Any], server: Server) -> None:
    page = make_page(settings="{lang: 'en', theme: 'light', pace: 'slow'}")
    player = Player(page, server).sit(server.match(situation=INTERDICTION, seats=AGAINST_NOVICE))
    page.click("#tab-plans")
    assert "when it has finished its turn" in page.inner_text("[data-testid=plans]")
    player.press("end_phase")
    page.wait_for_selector("[data-testid=watching]")
    assert "Novice" in page.inner_text("[data-testid=watching]")
    page.keyboard.press("k")
    page.wait_for_selector("[data-testid=step]")
    for _ in range(2):
        n = page.get_attribute(".screen", "data-n")
        page.click("[data-testid=step]")
        page.wait_for_function("n => document.querySelector('.screen').dataset.n !== n", arg=n)
        page.wait_for_selector("[data-testid=step]")
    assert "when it has finished its turn" in page.inner_text("[data-testid=plans]"), "its turn is still going on"
    page.click("[data-testid=resume]")
    page.wait_for_selector("[data-testid=pause]")
    page.select_option("[data-testid=pace]", "fast")
    page.click("[data-testid=skip]")
    until_our_turn(player, "4")
    page.click("#tab-plans")
    plans = page.locator("[data-testid=plans] details")
    plans.first.wait_for()
    assert "Aims: to " in plans.first.inner_text() and "German movement" in plans.first.inner_text()
    page.click("[data-testid=language]")
    page.wait_for_function(
        "() => document.querySelector('[data-testid=plans]').innerText.includes('Objetivos: ')")


def test_a_hint_is_pointed_at_explained_and_followed(player: Player) -> None:
    page = player.page
    player.sit(player.server.match(seed=7))
    page.keyboard.press("t")
    page.wait_for_selector("[data-testid=follow]")
    advice = page.locator("[data-testid=advice]")
    assert "Suggested: " in advice.inner_text() and "Aims: to " in advice.inner_text()
    hex = page.get_attribute(".board [data-hinted]", "data-hinted")
    assert hex and hex in advice.inner_text()
    page.click("[data-testid=language]")
    page.wait_for_function(
        "() => document.querySelector('[data-testid=advice]').innerText.includes('Objetivos: ')")
    page.click("[data-testid=follow]")
    page.wait_for_function("() => document.querySelector('.screen').dataset.n === '1'")
    page.wait_for_selector("[data-testid=advice]", state="detached")
    assert page.locator(".board [data-hinted]").count() == 0
    page.click("[data-testid=hint]")
    page.wait_for_selector("[data-testid=follow]")
    page.keyboard.press("Escape")
    page.wait_for_selector("[data-testid=advice]", state="detached")
