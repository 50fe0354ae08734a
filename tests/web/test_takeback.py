"""Taking back and making again, at one screen and at two."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from .serving import Player, Server

FIGHT = {"turn": 3, "step": "soviet.combat_after", "empty": True, "dice": [6, 1],
         "place": {"S-39": "3601", "S-5": "3501", "G-9": "3602", "G-53": "3810"}}
MOVE = {"turn": 3, "step": "soviet.movement", "empty": True, "place": {"S-39": "3501", "G-53": "3810"}}
AT = "h => document.querySelector('.board [data-unit=\"S-39\"]').dataset.hex === h"


def roll(player: Player) -> None:
    """Attack, and roll the die."""
    player.click_hex("3602")
    player.page.click("[data-testid=join-all]")
    player.page.wait_for_selector('.board [data-unit="S-39"].joined')
    player.settled()
    player.page.keyboard.press("m")
    player.page.wait_for_selector("[data-testid=dice]")
    player.settled()


def test_a_move_is_taken_back_and_made_again_and_quick_presses_do_not_collide(player: Player) -> None:
    player.sit(player.server.match(situation=MOVE))
    page = player.page
    expect(page.locator("[data-testid=undo]"), "there is nothing to take back").to_have_count(0)
    player.click_unit("S-39")
    player.click_hex("3502")
    page.wait_for_function(AT, arg="3502")
    player.settled()
    page.keyboard.press("u")
    page.keyboard.press("u")
    page.keyboard.press("u")
    page.wait_for_function(AT, arg="3501")
    page.wait_for_selector("[data-testid=redo]")
    expect(page.locator("[data-testid=notice]")).to_have_count(0)
    while page.locator("[data-testid=redo]").count():
        page.keyboard.press("y")
        player.settled()
    page.wait_for_function(AT, arg="3502")


def test_dice_go_only_when_it_is_meant_and_stay_written(player: Player) -> None:
    player.sit(player.server.match(situation=FIGHT, seats={"soviet": "me", "german": "computer:random"}))
    page = player.page
    roll(player)
    page.wait_for_selector("[data-button=end_phase]")
    page.keyboard.press("u")
    asked = page.locator("[data-testid=confirm-undo]")
    expect(asked).to_contain_text("Dice were rolled")
    expect(page.locator("[data-testid=dice]")).to_be_attached()
    page.keyboard.press("Escape")
    asked.wait_for(state="detached")
    page.keyboard.press("u")
    asked.locator(".primary").click()
    page.wait_for_selector("[data-testid=dice]", state="detached")
    player.waits_for("Choose the units that attack 3602")
    undone = page.locator("[data-testid=log] .undone", has_text="rolled 6")
    undone.wait_for()
    expect(page.locator("[data-testid=redo]")).to_have_count(0)
    page.reload()
    undone.wait_for()


def test_the_asker_is_told_the_answer_and_both_screens_agree(make_page: Callable[..., Any], server: Server) -> None:
    started = server.post("api/matches", {
        "game": "dagc", "seats": {"soviet": "open", "german": "open"}, "situation": FIGHT})
    soviet, german = (Player(make_page(), server).sit(started["match"], f"?{seat}={started['links'][seat]}")
                      for seat in ("soviet", "german"))
    roll(soviet)
    german.page.wait_for_selector("[data-testid=dice]")
    soviet.page.keyboard.press("u")
    soviet.page.click("[data-testid=confirm-undo] .primary")
    german.page.click("[data-testid=consent] button:not(.primary)")
    soviet.page.wait_for_selector("text=German player does not agree")
    soviet.page.keyboard.press("u")
    soviet.page.click("[data-testid=confirm-undo] .primary")
    german.page.click("[data-testid=consent] .primary")
    soviet.page.wait_for_selector("text=German player agrees")
    for player in (soviet, german):
        player.page.wait_for_selector("[data-testid=dice]", state="detached")
        player.page.wait_for_selector("[data-testid=log] .undone")
