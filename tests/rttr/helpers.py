"""Short ways that only the tests of Race to the Reichstag need.

The plain round 4906 in the 1BF sector and round 3431 in the 1UF sector is clear, without roads, railways and water.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import stavka
from stavka.games.rttr.position import Rttr
from tests.playing import do_nothing, offered, played, seen

RTTR = stavka.game("rttr")
NOBODY_DUE = {counter.id: "aside" for counter in RTTR.counters if counter.turn}
"""All reinforcements set aside, for phases in which they would have to come in."""

TOWERS = {"S-TG": "3114", "S-HT": "3608", "S-FR": "4112"}


def flaws_of(match: stavka.Match) -> list[str]:
    """What is wrong with the position."""
    assert isinstance(match.position, Rttr)
    return list(RTTR.flaws(match.position))


def fight(match: stavka.Match, target: str, *units: str, table: str = "assault") -> stavka.Match:
    """Attack a hex with the stacks of these units."""
    played(match, f"hex:{target}")
    for unit in units:
        if unit in offered(match).units:
            played(match, f"unit:{unit}")
    return played(match, f"do:{table}")


def settle(match: stavka.Match, *wanted: str) -> stavka.Match:
    """Finish a combat: losses and retreats as they come, then the wanted steps of an advance, else none."""
    quiet = ("do:enough", "do:halt", "do:stand")
    left = list(wanted)
    while match.offer is not None and offered(match).task in (
            "loss", "retreat", "retreat_to", "advance", "advance_to", "advance_on"):
        offer = offered(match)
        choice = next((choice for choice in left if choice in offer and offer.task.startswith("advance")), None)
        if choice is not None:
            left.remove(choice)
        else:
            choice = next((choice for choice in quiet if choice in offer), offer.choices[0])
        played(match, choice)
    return match


def ready_made(match: stavka.Match) -> stavka.Match:
    """Take the ready-made set-up in every step."""
    while match.phase == "setup":
        played(match, "do:ready_made")
    return match


def begin(match: stavka.Match) -> stavka.Match:
    """Leave the opening of a Soviet player turn."""
    return played(match, "do:begin") if "do:begin" in offered(match) else match


def pass_to(match: stavka.Match, phase: str) -> stavka.Match:
    """Do as little as possible until a phase."""
    for _ in range(3_000):
        if match.phase == phase:
            return match
        offer = offered(match)
        quiet = ("do:end_phase", "do:begin", "do:enough", "do:halt", "do:keep", "do:strike", "do:hold")
        choice = next((choice for choice in quiet if choice in offer), None)
        if choice is None:
            do_nothing(match)
        else:
            match.choose(choice)
    raise AssertionError(f"{phase} never came")


def units_at(match: stavka.Match, place: str, seat: str = "1bf") -> list[str | None]:
    """The counters in a place, as a seat sees them."""
    return list(seen(match, seat)["stacks"].get(place, ()))


def marks(match: stavka.Match, place: str) -> list[str]:
    """What lies on a hex or hexside."""
    return list(seen(match, "1bf")["marks"].get(place, ()))


def numbers(match: stavka.Match, hexes: int) -> set[str]:
    """The numbers of a set of hexes."""
    return set(match.game.board.numbers(hexes))


def stack_of(*ids: str, at: str) -> dict[str, Any]:
    """Several units in one hex."""
    return dict.fromkeys(ids, at)


def times(lines: Iterable[dict[str, Any]], unit_text: str) -> list[str]:
    """The rules of the multiples of a unit in the answer to odds."""
    return [multiple["rule"] for line in lines if unit_text in line["text"] for multiple in line.get("by", ())]
