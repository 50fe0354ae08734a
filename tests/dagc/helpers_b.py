"""Short ways to write, play and read situations, for chapters 9 to 13."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

import stavka
from tests.conftest import Situation

GERMAN_SOURCES = [f"{row}{28 - row % 2}" for row in range(29, 51)] + [f"50{column}" for column in range(20, 28)]
"""7.7: the map edge from 2927 to 5020."""

SOVIET_SOURCES = (
    [f"{row}00" for row in range(12, 35)] + ["3600", "3800", "4000"] + [f"{row}00" for row in range(42, 51)]
    + [f"50{column:02}" for column in range(1, 20)]
)
"""7.10: the map edge from 1200 to 3400 and from 4200 to 5019, and three hexes between."""

GERMANS_CUT_OFF = {"soviet": GERMAN_SOURCES}
"""Control that leaves no German unit supply by land."""

SOVIETS_CUT_OFF = {"german": SOVIET_SOURCES}
"""Control that leaves no Soviet unit supply."""


# -- Playing -------------------------------------------------------------------------------------------------------


def play(match: stavka.Match, *choices: str) -> stavka.Match:
    """Make these choices."""
    for choice in choices:
        match.choose(choice)
    return match


def attack(match: stavka.Match, target: str, *units: str, how: str = "roll") -> stavka.Match:
    """Declare and roll an attack."""
    return play(match, f"hex:{target}", *[f"unit:{unit}" for unit in units], f"do:{how}")


def move(match: stavka.Match, unit: str, *hexes: str) -> stavka.Match:
    """Move a unit, in one leg or several."""
    return play(match, f"unit:{unit}", *[f"hex:{hex}" for hex in hexes])


def end_until(match: stavka.Match, phase: str, turn: int | None = None) -> stavka.Match:
    """End phases until this one has begun (of that turn, if given)."""
    while match.phase != phase or (turn is not None and match.turn != turn):
        match.choose("do:end_phase")
    return match


def die_for(result: str, column: int) -> int:
    """A die that brings a result in a column of the Combat Results Table, the columns counted from 0."""
    table: Any = stavka.game("dagc").layout
    return next(die for die in range(1, 7) if table.crt.result(column, die) == result)


def battle(situation: Situation, result: str, step: str, place: dict[str, Any], target: str, units: Sequence[str],
           *, then: Sequence[int] = (), **keys: Any) -> stavka.Match:
    """An attack that has just been rolled with a die that brings ``result``; ``then`` are the dice after it."""
    column = situation(step, place, **keys).ask("odds", target=target, units=units)["column_index"]
    match = situation(step, place, dice=[die_for(result, column), *then], **keys)
    attack(match, target, *units)
    assert event(match, "fought")["result"] == result
    return match


# -- Reading -------------------------------------------------------------------------------------------------------


def where(match: stavka.Match, unit: str) -> str:
    """The hex or box a unit is in."""
    place: str = match.view("soviet")["units"][unit]["place"]
    return place


def is_reduced(match: stavka.Match, unit: str) -> bool:
    """Whether a unit has lost the first of its two steps."""
    return match.view("soviet")["units"][unit].get("face") == 1


def offered(match: stavka.Match) -> stavka.Offer:
    """The current offer, in a match that is not over."""
    assert match.offer is not None
    return match.offer


def happened(match: stavka.Match, kind: str) -> list[dict[str, Any]]:
    """What the events of a kind say."""
    return [dict(event.data) for event in match.log if event.kind == kind]


def event(match: stavka.Match, kind: str) -> dict[str, Any]:
    """What the last event of a kind says."""
    return happened(match, kind)[-1]


def refusal(match: stavka.Match, choice: str) -> str | None:
    """The rule by which a choice is refused; the position does not change."""
    before = match.digest
    with pytest.raises(stavka.Illegal) as refused:
        match.choose(choice)
    assert match.digest == before
    return refused.value.rule


def odds(match: stavka.Match, target: str, *units: str, **support: Any) -> dict[str, Any]:
    """The odds of an attack."""
    answer: dict[str, Any] = match.ask("odds", target=target, units=units, **support)
    return answer


def shift_for(match: stavka.Match, rule: str, target: str, *units: str, **support: Any) -> int:
    """The columns that a rule shifts an attack."""
    return sum(item["value"] for item in odds(match, target, *units, **support)["shifts"] if item["rule"] == rule)


def cost(match: stavka.Match, unit: str, hex: str) -> int | None:
    """The movement points to a hex; None if the unit cannot get there."""
    points: int | None = match.ask("reach", unit=unit).get(hex)
    return points
