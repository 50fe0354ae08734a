"""From the lobby to the first move: defaults, aims, explanations, free set-ups."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

import stavka
from tests.playing import offered

from .serving import PATIENCE_S, Player


@pytest.fixture(scope="module")
def lobby(browser: Any, server: Any) -> Any:
    """The lobby, open for all tests that only look at it."""
    context = browser.new_context(viewport={"width": 1366, "height": 820}, locale="en")
    context.set_default_timeout(PATIENCE_S * 1000)
    page = context.new_page()
    page.goto(server.url)
    page.wait_for_selector("[data-game]")
    yield page
    context.close()


@pytest.mark.parametrize("game", stavka.games())
def test_a_newcomer_meets_the_computer_and_is_told_what_to_achieve(lobby: Any, game: str) -> None:
    lobby.click(f'[data-game="{game}"]')
    me, other = stavka.game(game).seats
    expect(lobby.locator(f'[data-seat="{me}"]')).to_have_value("me")
    expect(lobby.locator(f'[data-seat="{other}"]')).to_have_value("computer")
    expect(lobby.locator("[data-testid=beginner]")).to_have_count(1)
    chosen = lobby.locator(".scenarios label.chosen [data-testid=beginner]")
    expect(chosen, "the beginner's scenario is chosen").to_have_count(1)
    aim = stavka.game(game).aim(lobby.input_value("input[name=scenario]:checked"), me)
    assert aim is not None and aim["en"].count(".") >= 2
    expect(lobby.locator("[data-testid=aims]")).to_contain_text(aim["en"])
    switches = {label.inner_text().split("\n")[0] for label in lobby.locator("fieldset.options label").all()}
    names = {name.inner_text() for name in lobby.locator(".scenarios label b").all()}
    assert not switches & names, "a scenario is not listed twice"


@pytest.mark.parametrize("game", stavka.games())
def test_every_seat_has_an_aim_and_every_explanation_a_prompt(game: str) -> None:
    words = stavka.game(game).words
    for scenario in stavka.game(game).scenarios:
        assert all(stavka.game(game).aim(scenario, seat) for seat in stavka.game(game).seats)
    whys = {key.removeprefix("why.") for key in words.templates["en"] if key.startswith("why.")}
    assert len(whys) >= 3 and all(words.has(f"prompt.{key}") for key in whys)


def test_a_forced_phase_is_explained_until_one_has_had_enough(player: Player) -> None:
    player.sit(player.server.match())
    page = player.page
    expect(page.locator("[data-testid=explained]")).to_contain_text("prepared blow")
    expect(page.locator("[data-testid=aim]")).to_contain_text("Königsberg")
    page.click("[data-testid=why]")
    page.wait_for_selector("[data-testid=explained]", state="detached")
    page.reload()
    page.wait_for_selector("[data-testid=why]")
    expect(page.locator("[data-testid=explained]")).to_have_count(0)
    page.click("[data-testid=why]")
    page.wait_for_selector("[data-testid=explained]")


def test_a_free_set_up_by_dragging_by_formation_and_from_history(player: Player) -> None:
    page = player.page
    page.goto(f"{player.server.url}#/match/{player.server.match(game='fb', scenario='free')}")
    piece = page.locator("[data-testid=tray] .piece.lit").first
    piece.wait_for()
    player.waits_for("71 left")
    assert player.phase == "Set-up"
    unit = piece.get_attribute("data-unit")
    player.fit()
    board = page.locator(".board").bounding_box()
    piece.drag_to(page.locator(".board"), target_position={"x": board["width"] / 2, "y": board["height"] / 2})
    page.wait_for_selector(f'.board [data-unit="{unit}"]')
    player.waits_for("70 left")
    game = stavka.game("fb")
    formation = next(units for units in offered(game.start("free", seed=7)).sets if unit not in units)
    page.locator(f'[data-testid=tray] [data-unit="{formation[0]}"]').click(modifiers=["Shift"])
    player.waits_for("Choose a place")
    page.mouse.click(board["x"] + board["width"] / 2 + 80, board["y"] + board["height"] / 2)
    page.wait_for_function("unit => document.querySelector(`.board [data-unit=\"${unit}\"]`)", arg=formation[1])
    player.settled()
    page.keyboard.press("m")  # the rest as in history
    page.wait_for_function("() => document.querySelectorAll('.board .stack').length > 40")


@pytest.mark.parametrize(("game", "scenario"), [
    ("dagc", "bold_stroke"), ("fb", "free"), ("rttr", "standard"), ("ssa", "k3"), ("u43", "opening")])
def test_the_suggested_set_up_is_changed_by_dragging_and_by_clicks(player: Player, game: str, scenario: str) -> None:
    page = player.page
    match = stavka.game(game).start(scenario, seed=7)
    match.choose("do:arrange")
    unit, stood, to = elsewhere(match)
    page.goto(f"{player.server.url}#/match/{player.server.match(game=game, scenario=scenario)}")
    page.click("[data-button=arrange]")
    page.wait_for_selector(f'.board [data-unit="{unit}"]')
    player.fit()
    player.click_unit(unit)  # taken up, and put elsewhere
    player.hex(to).wait_for(state="attached")
    here, there = middle(player.hex(stood)), middle(player.hex(to))
    player.click_hex(to)
    page.wait_for_selector(f'.board [data-unit="{unit}"][data-hex="{to}"]')
    player.settled()
    page.mouse.move(*there)  # and dragged back
    page.mouse.down()
    page.mouse.move((here[0] + there[0]) / 2, (here[1] + there[1]) / 2, steps=4)
    page.mouse.move(*here, steps=4)
    page.mouse.up()
    page.wait_for_selector(f'.board [data-unit="{unit}"][data-hex="{stood}"]')
    player.settled()
    page.keyboard.press("m")
    page.wait_for_selector("[data-button=finish]", state="detached")


@pytest.mark.parametrize("game", ["rttr", "ssa", "u43"])
def test_when_the_set_up_is_over_the_map_comes_near_enough_to_be_read(player: Player, game: str) -> None:
    page = player.page
    page.goto(f"{player.server.url}#/match/{player.server.match(game=game)}")
    ready_made = page.locator("[data-button=ready_made]")
    ready_made.wait_for()
    while ready_made.count():
        page.keyboard.press("m")
        player.settled()
    expect(page.locator(".bar .phase")).not_to_have_text("Set-up")
    page.wait_for_function("""() => {
        const inSight = [...document.querySelectorAll('.board .slot')].map(slot => slot.getBoundingClientRect())
            .filter(box => box.top > 48 && box.bottom < innerHeight && box.left > 0 && box.right < innerWidth - 380);
        return inSight.some(box => box.width >= 30);
    }""")


def elsewhere(match: stavka.Match) -> tuple[str, str, str]:
    """A unit on top of its stack, its hex, and another to which it may go."""
    offer, hexes = match.offer, match.game.board.grid.index
    assert offer is not None
    stacks: Any = match.view(offer.seat)["stacks"]
    for place, stack in stacks.items():
        if place in hexes and stack[-1] in offer.units:
            twin = match.copy()
            twin.choose(f"unit:{stack[-1]}")
            assert twin.offer is not None
            others = [hex for hex in twin.offer.hexes if hex != place and hex in hexes]
            if others:
                return stack[-1], place, others[0]
    raise AssertionError("nobody can go elsewhere")


def middle(locator: Any) -> tuple[float, float]:
    """Where the middle of something is on the screen."""
    box = locator.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
