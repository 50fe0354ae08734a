"""What a position is worth: the victory hexes to be expected at the end, and the forces that will decide them.

The expectations were counted in games between equal players: of all victory hexes in the same state in the same part of
the game, the share that was Soviet at its end.
"""

from __future__ import annotations

from math import tanh

from stavka.kit.hexset import has

from ..components import GERMAN, RESERVE, SOVIET
from ..position import Breslau
from ..victory import points_needed
from .ground import City

MIDDLES = (2.5, 6.5, 10.5, 14.5, 18.5)
"""The middle of each part of the game, in turns."""
TAKEN = ((0.95, 0.94, 0.90, 0.89, 0.93), (0.96, 0.93, 0.92, 0.96, 0.99))
"""How often a victory hex in Soviet hands stayed so: empty, and with a garrison."""
QUIET = (
    (0.66, 0.54, 0.43, 0.19, 0.02), (0.64, 0.53, 0.41, 0.33, 0.08), (0.62, 0.53, 0.44, 0.33, 0.06),
    (0.60, 0.52, 0.44, 0.33, 0.04),
)
"""How often one in German hands without Red Army units beside it was taken, by the number of its defenders."""
PRESSED = (
    (0.92, 0.91, 0.92, 0.93, 0.98), (0.87, 0.87, 0.85, 0.79, 0.67), (0.85, 0.85, 0.82, 0.64, 0.27),
    (0.80, 0.79, 0.69, 0.46, 0.05),
)
"""The same with Red Army units next to it."""
GERMAN_UNIT, RED_UNIT = 0.2, 0.02
"""Victory hexes that a unit more or less on the map stands for: in equal games the German units left tell most."""
IN_RESERVE = 0.7
"""How much of a German unit one in the tactical reserve is."""
SPREAD = (1.3, 0.09)
"""How far the end may still be from what is expected: at the end, and more for every turn left."""


def share(row: tuple[float, ...], turn: int) -> float:
    """A count of the tables above at a turn, between the middles of its parts."""
    if turn <= MIDDLES[0]:
        return row[0]
    for n in range(1, len(MIDDLES)):
        if turn <= MIDDLES[n]:
            part = (turn - MIDDLES[n - 1]) / (MIDDLES[n] - MIDDLES[n - 1])
            return row[n - 1] + part * (row[n] - row[n - 1])
    return row[-1]


def expected_points(p: Breslau, ground: City) -> float:
    """The victory hexes that the Red Army will hold at the end, by what became of such hexes in other games."""
    red = p.occupied[SOVIET]
    taken = [share(row, p.turn) for row in TAKEN]
    quiet = [share(row, p.turn) for row in QUIET]
    pressed = [share(row, p.turn) for row in PRESSED]
    total = 0.0
    for place in (site.place for site in ground.sites):
        if has(p.control, place):
            total += taken[has(red, place)]
        else:
            state = pressed if ground.near[place] & red else quiet
            total += state[min(len(p.at(place)), len(state) - 1)]
    return total


def forces(p: Breslau) -> float:
    """What the forces promise beyond that, compared with what is usual at this turn; in the end they count no more."""
    layout = p.layout
    idle = layout.immobile | layout.artillery
    grey = sum(1 for unit in layout.own[GERMAN] if p.is_on_map(unit)) + IN_RESERVE * len(p.at(p.box(RESERVE)))
    red = sum(1 for unit in layout.own[SOVIET] if p.is_on_map(unit) and not idle >> unit & 1)
    usual_grey, usual_red = 71 - 2.4 * p.turn, 29 + 0.9 * p.turn
    fading = min(1.0, (layout.last_turn + 1 - p.turn) / 3)
    return fading * (RED_UNIT * (red - usual_red) - GERMAN_UNIT * (grey - usual_grey))


def evaluate(p: Breslau, ground: City, side: int) -> float:
    """From -1 (lost) to 1 (won) for a side."""
    if p.result is not None:
        value = 1.0 if p.result.winner == "soviet" else -1.0
    else:
        margin = expected_points(p, ground) + forces(p) + 0.5 - points_needed(p)
        value = tanh(margin / (SPREAD[0] + SPREAD[1] * (p.layout.last_turn - p.turn)))
    return value if side == SOVIET else -value
