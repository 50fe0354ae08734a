"""Places and short ways that only the tests of Destruction of Army Group Center need."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import stavka
from tests.playing import Situation, attack, event, odds, offered

SCENARIOS = ("historical", "bold_stroke", "failed_dday", "no_bomb_plot", "failed_dday_no_bomb_plot")

GERMAN_SOURCES = (  # 7.7: the edge from 2927 round the south-west corner to 5020
    "2927", "3028", "3127", "3228", "3327", "3428", "3527", "3628", "3727", "3828", "3927", "4028", "4127", "4228",
    "4327", "4428", "4527", "4628", "4727", "4828", "4927", "5028", "5027", "5026", "5025", "5024", "5023", "5022",
    "5021", "5020",
)
PORTS = {  # 7.9: with the number of units each supplies
    "1009": 10, "2113": 10, "2825": 10, "1510": 5, "1718": 5, "2021": 5, "2422": 5,
}
GERMANS_CUT_OFF = {"soviet": GERMAN_SOURCES}
"""Control under which no German unit has a line by land."""

CORPS = (
    "G-1", "G-2", "G-6", "G-8", "G-9", "G-10", "G-12", "G-20", "G-23", "G-26", "G-27", "G-28", "G-35", "G-38", "G-43",
)
"""German corps to place where it does not matter which."""

SOVIET_SOURCES = (
    [f"{row}00" for row in range(12, 35)] + ["3600", "3800", "4000"] + [f"{row}00" for row in range(42, 51)]
    + [f"50{column:02}" for column in range(1, 20)]
)
"""7.10: the map edge from 1200 to 3400 and from 4200 to 5019, and three hexes between."""

SOVIETS_CUT_OFF = {"german": SOVIET_SOURCES}
"""Control that leaves no Soviet unit supply."""

POCKET = {"G-1": "3611", "S-39": "3610", "S-5": "3612"}
"""I Corps between two armies whose zones cover every hex around it."""


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


def is_reduced(match: stavka.Match, unit: str) -> bool:
    """Whether a unit shows its reduced side."""
    return match.view("soviet")["units"][unit].get("face") == 1


def soviet_control(match: stavka.Match) -> set[str]:
    """The hexes under Soviet control."""
    return set(match.view("soviet")["control"]["soviet"])


def shifts(match: stavka.Match, target: str, *units: str, **support: Any) -> dict[str, int]:
    """The column shifts of an attack, by rule."""
    odds = match.ask("odds", target=target, units=units, seat="soviet", **support)
    return {line["rule"]: line["value"] for line in odds["shifts"]}


def fought(events: list[stavka.Event]) -> dict[str, Any]:
    """What the log says about the battle among these events."""
    return dict(next(event.data for event in events if event.kind == "fought"))


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


def shift_for(match: stavka.Match, rule: str, target: str, *units: str, **support: Any) -> int:
    """The columns that a rule shifts an attack."""
    return sum(item["value"] for item in odds(match, target, *units, **support)["shifts"] if item["rule"] == rule)


def path(match: stavka.Match, unit: str) -> list[str]:
    """The supply line of a unit."""
    found: list[str] = match.ask("supply", unit=unit, seat="soviet")["path"]
    return found
