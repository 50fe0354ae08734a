"""Chapter 1: introduction."""

from __future__ import annotations

from typing import Any

import pytest

import stavka
from tests.playing import Situation, refused

from .helpers import SCENARIOS, reach, supply_rule


def hexes_without(game: stavka.Game[Any], *directions: str) -> set[str]:
    """The hexes beyond which the map does not go on in these directions."""
    grid = game.board.grid
    return {name for name, i in grid.index.items() if all(grid.step(i, way) is None for way in directions)}


@pytest.mark.rule("dagc", "1.3")
def test_sides_of_the_map(dagc: stavka.Game[Any]) -> None:
    rows = range(10, 51)
    assert hexes_without(dagc, "NE", "NW") == {f"10{column:02}" for column in range(29)}
    assert hexes_without(dagc, "E") == {f"{row}00" for row in rows}
    assert hexes_without(dagc, "SE", "SW") == {f"50{column:02}" for column in range(29)}
    # 7.7 names 2927 as an edge hex: odd rows have no column 28.
    assert hexes_without(dagc, "W") == {f"{row}{28 if row % 2 == 0 else 27}" for row in rows}


@pytest.mark.rule("dagc", "1.4")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_rules_apply_in_every_scenario(situation: Situation, scenario: str) -> None:
    match = situation("german.movement", {"G-1": "3610", "G-2": "3611", "G-6": "3611", "S-39": "3509"},
                      scenario=scenario, turn=6)
    costs = reach(match, "G-1")
    assert "3611" not in costs  # 6.1
    assert costs["3710"] == 2  # 8.3: out of a zone of control into the clear
    assert supply_rule(match, "S-39") == "7.12.a"
    match.choose("unit:G-1")
    assert refused(match, "hex:3611") == "6.5"
    taking = situation("soviet.movement", {"S-5GT": "2924"}, scenario=scenario)
    taking.choose("unit:S-5GT")
    taking.choose("hex:2825")
    assert taking.result is not None
    assert taking.result.winner == "soviet"  # 4.2
