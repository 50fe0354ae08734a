"""Two people at one screen: in a game with secrets it is covered when it passes from one to the other."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

import stavka
from tests.playing import do_nothing, offered

from .serving import Player, Server

OPEN, SECRET = (next(game for game in stavka.games() if bool(stavka.game(game).hidden_by) is hides)
                for hides in (False, True))
"""A game in which everybody sees everything, and one in which not."""

UNTOLD = "{lang: 'en', theme: 'light', pace: 'instant', cover: null}"


def about_to_pass(game: str) -> tuple[stavka.Match, str]:
    """A match, and the button by which the screen passes to the other seat."""
    match = stavka.game(game).start(seed=5)
    for _ in range(400):
        offer = offered(match)
        if "ready_made" in offer.buttons:
            match.choose("do:ready_made")
            continue
        for button in offer.buttons if match.phase != "setup" else ():
            twin = match.copy()
            twin.choose(f"do:{button}")
            if offered(twin).seat != offer.seat:
                return match, button
        do_nothing(match)
    raise AssertionError(f"{game}: nobody else ever has to choose")


@pytest.mark.parametrize("game", [OPEN, SECRET])
def test_the_screen_is_covered_for_whoever_is_next_where_there_are_secrets(
        make_page: Callable[..., Any], server: Server, game: str) -> None:
    match, button = about_to_pass(game)
    page = make_page(settings=UNTOLD)
    player = Player(page, server).sit(server.open(match))
    curtain = page.locator("[data-testid=curtain]")
    expect(curtain, "whoever opens the match has to choose").to_have_count(0)
    before = player.phase
    player.press(button)
    if game == OPEN:
        player.eventually(lambda: player.phase != before, True)
        player.settled()
        expect(curtain).to_have_count(0)
        return
    curtain.wait_for()
    for part in (".map", ".side"):
        box = page.locator(part).bounding_box()
        hit = page.evaluate("([x, y]) => document.elementFromPoint(x, y).closest('[data-testid=curtain]') !== null",
                            [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2])
        assert hit, f"{part} is covered"
    expect(curtain.locator("button")).to_be_focused()
    page.keyboard.press("Enter")
    curtain.wait_for(state="detached")
    player.eventually(lambda: player.phase != before, True)


def test_the_cover_can_be_left_off(make_page: Callable[..., Any], server: Server) -> None:
    match, button = about_to_pass(SECRET)
    page = make_page(settings=UNTOLD)
    player = Player(page, server).sit(server.open(match))
    page.click("[data-testid=menu]")
    page.uncheck("[data-testid=cover]")
    page.keyboard.press("Escape")
    before = player.phase
    player.press(button)
    player.eventually(lambda: player.phase != before, True)
    player.settled()
    expect(page.locator("[data-testid=curtain]")).to_have_count(0)
