"""Short ways to play and to look, for the tests of chapters 1 to 8."""

from __future__ import annotations

from typing import Any

import pytest

import stavka

SCENARIOS = ("historical", "bold_stroke", "failed_dday", "no_bomb_plot", "failed_dday_no_bomb_plot")

GERMAN_SOURCES = (  # 7.7: the edge from 2927 round the south-west corner to 5020
    "2927", "3028", "3127", "3228", "3327", "3428", "3527", "3628", "3727", "3828", "3927", "4028", "4127", "4228",
    "4327", "4428", "4527", "4628", "4727", "4828", "4927", "5028", "5027", "5026", "5025", "5024", "5023", "5022",
    "5021", "5020",
)
PORTS = {  # 7.9: with the number of units each supplies
    "1009": 10, "2113": 10, "2825": 10, "1510": 5, "1718": 5, "2021": 5, "2422": 5,
}
CUT_OFF = {"soviet": GERMAN_SOURCES}
"""Control under which no German unit has a line by land."""

CORPS = (
    "G-1", "G-2", "G-6", "G-8", "G-9", "G-10", "G-12", "G-20", "G-23", "G-26", "G-27", "G-28", "G-35", "G-38", "G-43",
)
"""German corps to place where it does not matter which."""


def offered(match: stavka.Match) -> stavka.Offer:
    """The offer of a match that goes on."""
    assert match.offer is not None
    return match.offer


def play(match: stavka.Match, *choices: str) -> list[stavka.Event]:
    """Make choices one after the other; all that happened comes back."""
    return [event for choice in choices for event in match.choose(choice)]


def pass_until(match: stavka.Match, phase: str, turn: int | None = None) -> None:
    """End phases, choosing nothing, until a phase begins (of a given turn)."""
    while match.phase != phase or turn not in (None, match.turn):
        match.choose("do:end_phase")


def refused(match: stavka.Match, choice: str) -> str | None:
    """The rule by which a choice is refused; the refusal must change nothing."""
    before = match.digest
    with pytest.raises(stavka.Illegal) as caught:
        match.choose(choice)
    assert match.digest == before
    return caught.value.rule


def supplied(match: stavka.Match, unit: str) -> bool:
    """Whether a unit is in supply to move and attack."""
    return bool(match.ask("supply", unit=unit, seat="soviet")["supplied"])


def supply_rule(match: stavka.Match, unit: str) -> str:
    """The rule that says why a unit is in supply or not."""
    return str(match.ask("supply", unit=unit, seat="soviet")["rule"])


def reach(match: stavka.Match, unit: str) -> dict[str, int]:
    """The hexes a unit can move to, with their costs."""
    answer: dict[str, int] = match.ask("reach", unit=unit, seat="soviet")
    return answer


def movement_points(match: stavka.Match, unit: str) -> int:
    """Pick a unit up and see how many movement points it has."""
    match.choose(f"unit:{unit}")
    assert offered(match).task == "move_to"
    return int(offered(match).message.args["left"])


def where(match: stavka.Match, unit: str) -> str:
    """The place of a unit."""
    return str(match.view("soviet")["units"][unit]["place"])


def is_reduced(match: stavka.Match, unit: str) -> bool:
    """Whether a unit shows its reduced side."""
    return match.view("soviet")["units"][unit].get("face") == 1


def soviet_control(match: stavka.Match) -> set[str]:
    """The hexes under Soviet control."""
    return set(match.view("soviet")["control"]["soviet"])


def neighbours(match: stavka.Match, hex: str) -> set[str]:
    """The hexes around a hex."""
    grid = match.game.board.grid
    return {grid.names[i] for i in grid.neighbours[grid.index[hex]]}


def shifts(match: stavka.Match, target: str, *units: str, **support: Any) -> dict[str, int]:
    """The column shifts of an attack, by rule."""
    odds = match.ask("odds", target=target, units=units, seat="soviet", **support)
    return {line["rule"]: line["value"] for line in odds["shifts"]}


def fought(events: list[stavka.Event]) -> dict[str, Any]:
    """What the log says about the battle among these events."""
    return dict(next(event.data for event in events if event.kind == "fought"))
