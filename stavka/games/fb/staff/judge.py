"""What a position is worth: the victory hexes to be expected at the end, and the forces that will decide them.

The expectations were counted in games between equal players: of all victory hexes in the same state in the same part of
the game, the share that was Soviet at its end.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import tanh

from stavka.kit.hexset import has
from stavka.staff.ground import Ground

from ..components import GERMAN, RESERVE, SOVIET
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
GERMAN_UNIT, RED_UNIT = 0.2, 0.02
"""Victory hexes that a unit more or less on the map stands for: in equal games the German units left tell most."""
USUAL_GERMANS, USUAL_REDS = (71, -2.4), (29, 0.9)
"""The units that are usually on the map: at the start, and more or fewer for every turn."""
FADING = 3
"""The last turns, in which units count for less and less."""
SPREAD = (1.3, 0.09)
"""How far the end may still be from what is expected: at the end, and more for every turn left."""


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
    """What the forces promise beyond that, compared with what is usual at this turn; in the end they count no more."""
    layout, usual = p.layout, [start + change * p.turn for start, change in (USUAL_GERMANS, USUAL_REDS)]
    idle = layout.immobile | layout.artillery
    germans = sum(1 for unit in layout.own[GERMAN] if p.is_on_map(unit)) + len(p.at(p.box(RESERVE)))
    reds = sum(1 for unit in layout.own[SOVIET] if p.is_on_map(unit) and not has(idle, unit))
    fading = min(1.0, (layout.last_turn + 1 - p.turn) / FADING)
    return fading * (RED_UNIT * (reds - usual[1]) - GERMAN_UNIT * (germans - usual[0]))


def evaluate(p: Breslau, ground: Ground, side: int) -> float:
    """From -1 (lost) to 1 (won) for a side."""
    if p.result is not None:
        value = 1.0 if p.result.winner == "soviet" else -1.0
    else:
        margin = expected_points(p, ground) + forces(p) + 0.5 - points_needed(p)
        value = tanh(margin / (SPREAD[0] + SPREAD[1] * (p.layout.last_turn - p.turn)))
    return value if side == SOVIET else -value
