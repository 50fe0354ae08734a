"""What a position is worth: the victory hexes to be expected at the end, and the garrison that will decide them.

Counted in games between equals: the share of victory hexes, in the same state and part of the game, Soviet at its end.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import tanh

from stavka.kit.hexset import has
from stavka.staff.ground import Ground

from ..components import GERMAN, RESERVE, SIDES, SOVIET
from ..position import Breslau
from ..victory import points_needed

FIRST, APART = 2.5, 4.0
"""The middle of the first part of the game, in turns, and how far the middles of the parts are apart."""
TAKEN = (0.96, 0.93, 0.91, 0.93, 0.97)
"""How often a victory hex in Soviet hands stayed so."""
QUIET = (0.63, 0.53, 0.43, 0.31, 0.05)
"""How often one in German hands without Red Army units beside it was taken."""
PRESSED = (
    (0.92, 0.91, 0.92, 0.93, 0.98), (0.87, 0.87, 0.85, 0.79, 0.67), (0.85, 0.85, 0.82, 0.64, 0.27),
    (0.80, 0.79, 0.69, 0.46, 0.05),
)
"""The same with Red Army units next to it, by the number of its defenders."""
GERMAN_UNIT, USUAL = 0.2, (71, -2.4)
"""Victory hexes that a German unit more or less stands for: in equal games these tell most; and how many there usually
are, at the start and more or fewer for every turn."""
FADING = 3
"""The last turns, in which units count for less and less."""
SPREAD = (1.3, 0.09)
"""How far the end may still be from what is expected: at the end, and more for every turn left."""
CLEAR = 11
"""The first turn in which judges tell good orders from others. Until then the learnt one has seen too few games: some
victory hexes count against whoever holds them (docs/balance.md), and orders changed by that are worse."""


def is_clear(p: Breslau) -> bool:
    """Whether the end is so near that it can be judged."""
    return p.turn >= CLEAR


def share(row: Sequence[float], turn: int) -> float:
    """A count of the tables above at a turn, between the middles of its parts."""
    part = min(max((turn - FIRST) / APART, 0.0), len(row) - 1.0)
    before = min(int(part), len(row) - 2)
    return row[before] + (part - before) * (row[before + 1] - row[before])


def expected_points(p: Breslau, ground: Ground) -> float:
    """The victory hexes that the Red Army will hold at the end, by what became of such hexes in other games."""
    taken, quiet = share(TAKEN, p.turn), share(QUIET, p.turn)
    pressed = [share(row, p.turn) for row in PRESSED]
    total = 0.0
    for place in (site.place for site in ground.sites):
        if has(p.control, place):
            total += taken
        elif ground.near[place] & p.occupied[SOVIET]:
            total += pressed[min(len(p.at(place)), len(pressed) - 1)]
        else:
            total += quiet
    return total


def forces(p: Breslau) -> float:
    """What the garrison promises beyond that, compared with what is usual; in the end it counts for nothing."""
    germans = sum(1 for unit in p.layout.own[GERMAN] if p.is_on_map(unit)) + len(p.at(p.box(RESERVE)))
    fading = min(1.0, (p.layout.last_turn + 1 - p.turn) / FADING)
    return -fading * GERMAN_UNIT * (germans - USUAL[0] - USUAL[1] * p.turn)


def evaluate(p: Breslau, seat: str, ground: Ground) -> float:
    """From -1 (lost) to 1 (won) for a seat."""
    if p.result is not None:
        return 1.0 if p.result.winner == seat else -1.0
    margin = expected_points(p, ground) + forces(p) + 0.5 - points_needed(p)
    value = tanh(margin / (SPREAD[0] + SPREAD[1] * (p.layout.last_turn - p.turn)))
    return value if seat == SIDES[SOVIET] else -value
