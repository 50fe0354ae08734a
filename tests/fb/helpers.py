"""Short ways to play and to look."""

from __future__ import annotations

from typing import Any

import pytest

import stavka

FB = stavka.game("fb")
POLES = [counter.id for counter in FB.counters if counter.nation == "polish" and counter.kind != "covering"]
NORTHERN_GERMANS = [c.id for c in FB.counters if c.start["historical"] == "box.north_german"]
RESERVES = [c.id for c in FB.counters if c.start["historical"] == "box.reserve"]


def north(poles: int, germans: int) -> dict[str, str]:
    """So many Polish units and Germans face each other on the northern front."""
    return dict.fromkeys(POLES[:poles], "box.north_polish") | {
        unit: "box.north_german" if n < germans else "aside" for n, unit in enumerate(NORTHERN_GERMANS)}


def refused(match: stavka.Match, choice: str) -> str | None:
    """The rule by which a choice is refused; nothing may change."""
    before = match.digest
    with pytest.raises(stavka.Illegal) as error:
        match.choose(choice)
    assert match.digest == before
    assert error.value.say("es") and error.value.reason
    return error.value.rule


def play(match: stavka.Match, *choices: str) -> list[stavka.Event]:
    """Make choices one after another; all that happened comes back."""
    return [event for choice in choices for event in match.choose(choice)]


def only(events: list[stavka.Event], kind: str) -> dict[str, Any]:
    """The data of the one event of a kind."""
    found = [event for event in events if event.kind == kind]
    assert len(found) == 1, f"{len(found)} events {kind}"
    return dict(found[0].data)


def kinds(events: list[stavka.Event]) -> list[str]:
    """What happened, in order."""
    return [event.kind for event in events]


def place(match: stavka.Match, unit: str) -> str:
    """Where a unit is."""
    text: str = match.view("soviet")["units"][unit]["place"]
    return text


def state(match: stavka.Match, unit: str) -> dict[str, Any]:
    """Where a unit is, and what lies on it."""
    seen = match.view("german")["units"][unit]
    return {"place": seen["place"], **dict.fromkeys(seen.get("flags", ()), True)}


def track(match: stavka.Match, key: str) -> int:
    """The value of a track."""
    value: int = match.view("soviet")["tracks"][key]["value"]
    return value


def reserve(match: stavka.Match) -> list[str]:
    """The units in the tactical reserve."""
    return list(match.view("german")["stacks"].get("box.reserve", ()))


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
    events = play(match, f"unit:{target}", *(f"unit:{unit}" for unit in units))
    if any(event.kind == "fought" for event in events):  # nothing was left to decide
        return events
    return events + play(match, f"do:{button}")


def do_nothing(match: stavka.Match) -> tuple[stavka.Event, ...]:
    """As little as possible."""
    offer = match.offer
    assert offer is not None
    wanted = ("do:end_phase", "do:done", "do:pass", "do:roll")
    return match.choose(next((choice for choice in wanted if choice in offer), offer.choices[0]))


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
