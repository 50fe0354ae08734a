"""Places and short ways for the tests of chapters 14 to 34 of Ukraine '43."""

from __future__ import annotations

from typing import Any

import stavka
from tests.playing import offered, seen

# Open steppe behind the Soviet lines: 5606 and its neighbours are clear, five hexes and more from roads and railways.
CENTRE, NORTH, SOUTH = "5606", "5605", "5607"
AROUND = ("5605", "5705", "5706", "5607", "5506", "5505")

RIFLES = ("S-R-167+232", "S-R-180+240", "S-R-204+340", "S-R-161+206", "S-R-100+309", "S-R-184+219")
"""Soviet infantry, 4-5-4; reduced 2-3-4."""
GUARDS = ("S-R-51+52G", "S-R-67+71G", "S-R-89+90G", "S-R-13+66G")
"""Guards infantry, 5-6-4; reduced 3-3-4."""
INFANTRY = ("G-68", "G-75", "G-82", "G-88", "G-340", "G-57")
"""German infantry, 4-7-4; reduced 2-4-4."""


def set_up(match: stavka.Match) -> stavka.Match:
    """Play the whole set-up by its ready-made way."""
    while match.phase == "setup":
        offer = offered(match)
        match.choose(next((choice for choice in ("do:ready_made", "do:done") if choice in offer), offer.choices[0]))
    return match


def only_sources(*hexes: str) -> dict[str, Any]:
    """Control under which the Soviets have no supply source but these."""
    return {"german": "all", "soviet": list(hexes)}


def only_german_sources(*hexes: str) -> dict[str, Any]:
    """Control under which the Germans have no supply source but these."""
    return {"soviet": "all", "german": list(hexes)}


def with_flag(hex: str, *flags: str) -> dict[str, Any]:
    """A unit in a hex with something on it."""
    return {"hex": hex, **dict.fromkeys(flags, True)}


def has_flag(match: stavka.Match, unit: str, flag: str) -> bool:
    """Whether something lies on a unit."""
    return flag in seen(match, "soviet")["units"][unit].get("flags", ())


def shows_back(match: stavka.Match, unit: str) -> bool:
    """Whether a counter shows its back: reduced, depleted, flown."""
    return bool(seen(match, "soviet")["units"][unit].get("face", 0) == 1)


def marks(match: stavka.Match, kind: str) -> set[str]:
    """Where markers of a kind lie."""
    return {place for place, kinds in seen(match, "soviet")["marks"].items() if kind in kinds}


def control(match: stavka.Match) -> set[str]:
    """The hexes under Soviet control."""
    return set(seen(match, "soviet")["control"]["soviet"])


def points(match: stavka.Match) -> dict[str, int]:
    """What the Soviet victory points are made of."""
    parts: dict[str, int] = seen(match, "soviet")["points"]["parts"]
    return parts


def task(match: stavka.Match) -> str:
    """What kind of decision is asked for."""
    return offered(match).task


def after_retreat(match: stavka.Match) -> stavka.Match:
    """Take the first losses and ways of retreat there are, until something else is asked."""
    while match.offer is not None and task(match) in ("loss", "retreat", "retreat_unit"):
        match.choose(offered(match).choices[0])
    return match


def starts(match: stavka.Match, unit: str, start: str) -> str:
    """The set-up code of a unit."""
    counters: Any = match.game.layout
    return str(next(counter.start[start] for counter in counters.unit if counter.id == unit))


def hexes_of(match: stavka.Match, area: str) -> set[str]:
    """The hexes of an area of the map."""
    board = match.game.board
    return {name for name, index in board.grid.index.items() if board.area(area) >> index & 1}
