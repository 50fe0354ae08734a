"""A free set-up as at a real table: what stands is taken up again, and the suggested set-up can be changed."""

from __future__ import annotations

from random import Random
from typing import cast

import pytest

import stavka
from stavka.games.u43.components import SOVIET, Theatre
from stavka.games.u43.deployment import covered
from stavka.games.u43.position import Ukraine
from stavka.kit.deploy import Deploy
from stavka.kit.hexset import bit
from tests.playing import by_chance, offered, play, refused, where

SET_UPS = [("dagc", "bold_stroke"), ("dagc", "failed_dday"), ("fb", "free"), ("rttr", "standard"), ("rttr", "prepared"),
           ("ssa", "k3"), ("ssa", "sa"), ("u43", "opening"), ("u43", "september")]


def begun(game: str, scenario: str) -> stavka.Match:
    """A match with the suggested set-up of whoever comes first, which can be changed."""
    match = stavka.game(game).start(scenario, seed=1)
    play(match, "do:arrange")
    return match


@pytest.mark.parametrize(("game", "scenario"), SET_UPS)
def test_the_suggested_set_up_is_changed_and_then_finished(game: str, scenario: str) -> None:
    match = begun(game, scenario)
    offer = offered(match)
    assert (offer.task, offer.buttons) == ("deploy", ("finish",))
    changed = 0
    for unit in offer.units[:12]:
        if unit not in offered(match).units:  # the others need it there by now
            continue
        stood = where(match, unit)
        play(match, f"unit:{unit}")
        assert offered(match).task == "deploy_to" and where(match, unit) != stood
        assert stood in offered(match).hexes or "do:hold" in offered(match), "it may go back to where it stood"
        elsewhere = [place for place in offered(match).hexes if place != stood]
        play(match, f"hex:{elsewhere[0] if elsewhere else stood}")
        changed += where(match, unit) != stood
        assert not list(match.game.flaws(match.position))
    assert changed
    play(match, "do:finish")
    assert "do:finish" not in offered(match)


@pytest.mark.parametrize(("game", "scenario"), SET_UPS)
def test_question_and_click_agree_about_units_that_stand(game: str, scenario: str) -> None:
    match = begun(game, scenario)
    hexes = list(match.game.board.grid.index)[::97]
    for unit in offered(match).units[:3]:
        for hex in hexes:
            answer = match.ask("why_not", unit=unit, hex=hex)
            twin = match.copy()
            play(twin, f"unit:{unit}")
            assert answer["allowed"] == (f"hex:{hex}" in offered(twin)), (unit, hex)


def test_a_set_up_that_nobody_changed_ends_by_itself() -> None:
    match = stavka.game("ssa").start("k3", seed=1)
    play(match, "do:ready_made")
    assert offered(match).seat == "axis", "nothing is asked that was not asked before: older journals open"


@pytest.mark.rule("fb", "3.0c")
def test_a_hex_that_a_unit_has_only_been_put_down_in_is_not_won() -> None:
    match = begun("fb", "free")
    play(match, "do:finish", "do:arrange")
    held = set(match.view("soviet")["control"]["soviet"])
    unit = next(unit for unit in offered(match).units
                if len(match.view("soviet")["stacks"][where(match, unit)]) == 1)
    stood = where(match, unit)
    assert stood in held
    play(match, f"unit:{unit}")
    assert stood not in match.view("soviet")["control"]["soviet"]


@pytest.mark.rule("dagc", "3.7")
def test_the_corps_of_the_fifth_panzer_army_stay_side_by_side() -> None:
    match = stavka.game("dagc").start("failed_dday", seed=1)
    corps = offered(match).units
    play(match, f"unit:{corps[0]}")
    grid, open_hexes = match.game.board.grid, set(offered(match).hexes)
    line = next((left, hex, right) for hex in sorted(open_hexes)
                for left in neighbours(match, hex) & open_hexes for right in neighbours(match, hex) & open_hexes
                if left != right and right not in neighbours(match, left))
    play(match, f"hex:{line[0]}")
    for unit, hex in zip(corps[1:], line[1:], strict=False):
        play(match, f"unit:{unit}", f"hex:{hex}")
    assert corps[1] not in offered(match).units and refused(match, f"unit:{corps[1]}") == "3.7"
    assert {corps[0], corps[2]} <= set(offered(match).units), "those at the ends may go"
    assert grid.distance(grid.index[line[0]], grid.index[line[2]]) > 1


def neighbours(match: stavka.Match, hex: str) -> set[str]:
    """The hexes next to one."""
    board = match.game.board
    return set(board.numbers(board.grid.around(bit(board.grid.index[hex]))))


@pytest.mark.rule("u43", "31.2.c")
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_however_a_set_up_is_changed_the_soviet_line_is_covered(seed: int) -> None:
    match, chance = begun("u43", "opening"), Random(seed)
    front, kept = cast(Theatre, match.game.layout).front_line("august", SOVIET), 0
    while offered(match).seat == "soviet":
        step = match.position.steps[-1]
        assert isinstance(step, Deploy)
        standing = {match.game.counters[unit].id for unit, _ in step.placed}
        for unit in sorted(standing - set(offered(match).units))[:1] if offered(match).units else ():
            kept += refused(match, f"unit:{unit}") == "31.2.c"
        by_chance(match, chance)
    assert kept, "some unit could not be spared where it stood"
    for line in front.values():
        assert not line & ~covered(cast(Ukraine, match.position))


@pytest.mark.rule("rttr", "16.5")
def test_a_unit_that_a_sniper_depends_on_stays() -> None:
    match, sniper, other = with_sniper()
    play(match, f"unit:{other}")
    far = max(offered(match).hexes, key=lambda place: least_distance(match, place))
    play(match, f"hex:{far}", f"unit:{sniper}")
    play(match, f"hex:{max(offered(match).hexes, key=lambda place: least_distance(match, place, other))}")
    assert other not in offered(match).units and refused(match, f"unit:{other}") == "16.5"
    play(match, f"unit:{sniper}")
    assert where(match, sniper).startswith("hand.")
    play(match, "do:hold")
    assert other in offered(match).units


def with_sniper() -> tuple[stavka.Match, str, str]:
    """A match in which the first player has drawn a sniper and something else that stands anywhere."""
    game = stavka.game("rttr")
    for seed in range(1, 40):
        match = game.start("standard", seed=seed)
        kinds = {game.counters[unit].kind: unit for unit in offered(match).units}
        if {"sniper", "infantry"} <= set(kinds):
            return match, kinds["sniper"], kinds["infantry"]
    raise AssertionError("nobody draws a sniper")


def least_distance(match: stavka.Match, hex: str, without: str = "") -> int:
    """How far the nearest German unit on the map is, one of them apart."""
    grid = match.game.board.grid
    stand = [match.position.where[unit] for unit, counter in enumerate(match.game.counters)
             if counter.side == "german" and counter.id != without and match.position.is_on_map(unit)]
    return min(grid.distance(grid.index[hex], place) for place in stand)
