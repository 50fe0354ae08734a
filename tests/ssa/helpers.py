"""Short ways to play and to look that only this game needs."""

from __future__ import annotations

from typing import Any

import stavka
from tests.playing import play, seen


def flags(match: stavka.Match, unit: str) -> list[str]:
    """What lies on a unit."""
    return list(seen(match, "axis")["units"][unit].get("flags", ()))


def is_disrupted(match: stavka.Match, unit: str) -> bool:
    """Whether a unit shows its back."""
    return bool(seen(match, "axis")["units"][unit].get("face", 0) == 1)


def fight(match: stavka.Match, target: str, *units: str) -> list[stavka.Event]:
    """Attack a hex and roll."""
    return play(match, f"hex:{target}", *(f"unit:{unit}" for unit in units), "do:roll")


def shell(match: stavka.Match, target: str, *units: str) -> list[stavka.Event]:
    """Bombard a hex and roll."""
    return play(match, f"hex:{target}", *(f"unit:{unit}" for unit in units), "do:fire")


def reasons(event: dict[str, Any], kind: str) -> dict[str, int]:
    """The lines of one kind (attack, defence, modifier, shift) of a fight, by what they are, like ones added up."""
    total: dict[str, int] = {}
    for line in event["sum"]:
        if line["kind"] == kind:
            key = line["key"].removeprefix("odds.")
            total[key] = total.get(key, 0) + line["value"]
    return total


def asked(answer: dict[str, Any], part: str) -> dict[str, int]:
    """The lines of one part of ``ask("odds")`` by rule, like ones added up."""
    total: dict[str, int] = {}
    for line in answer[part]:
        total[line["rule"]] = total.get(line["rule"], 0) + line["value"]
    return total


def points(match: stavka.Match) -> int:
    """The score of the Axis as it stands."""
    value: int = match.ask("victory")["axis"]
    return value
