"""Units and short ways that only the tests of Festung Breslau 1945 need."""

from __future__ import annotations

from typing import Any

import stavka
from tests.playing import do_nothing, play, seen

FB = stavka.game("fb")
POLES = [counter.id for counter in FB.counters if counter.nation == "polish" and counter.kind != "covering"]
NORTHERN_GERMANS = [c.id for c in FB.counters if c.start["historical"] == "box.north_german"]
RESERVES = [c.id for c in FB.counters if c.start["historical"] == "box.reserve"]


def north(poles: int, germans: int) -> dict[str, str]:
    """So many Polish units and Germans face each other on the northern front."""
    return dict.fromkeys(POLES[:poles], "box.north_polish") | {
        unit: "box.north_german" if n < germans else "aside" for n, unit in enumerate(NORTHERN_GERMANS)}


def reserve(match: stavka.Match) -> list[str]:
    """The units in the tactical reserve."""
    return list(seen(match, "german")["stacks"].get("box.reserve", ()))


def values(event: dict[str, Any]) -> list[int]:
    """The values of all modifiers of a fight."""
    return [line["value"] for line in event["sum"]]


def reasons(event: dict[str, Any]) -> dict[str, int]:
    """The modifiers of a fight by what they are, like ones added up."""
    total: dict[str, int] = {}
    for line in event["sum"]:
        key = line["key"].removeprefix("odds.")
        total[key] = total.get(key, 0) + line["value"]
    return total


def assault(match: stavka.Match, target: str, *units: str, button: str = "assault") -> list[stavka.Event]:
    """An assault, the roll of the die included."""
    return play(match, f"unit:{target}", *(f"unit:{unit}" for unit in units), f"do:{button}")


def end_to(match: stavka.Match, phase: str, turn: int = 0) -> list[stavka.Event]:
    """Do nothing until a phase begins, of a later turn if one is given."""
    events: list[stavka.Event] = []
    for _ in range(400):
        if match.phase == phase and match.turn >= turn:
            return events
        events += do_nothing(match)
    raise AssertionError(f"{phase} never came")


def to_next_turn(match: stavka.Match) -> list[stavka.Event]:
    """Do nothing until the next turn begins."""
    turn = match.turn
    events: list[stavka.Event] = []
    while match.turn == turn:
        events += do_nothing(match)
    return events
