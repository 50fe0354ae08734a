"""What a position is worth: the victory hexes to be expected at the end, and the forces that will decide them."""

from __future__ import annotations

from math import tanh

from stavka.kit.hexset import has

from ..components import GERMAN, RESERVE, SOVIET
from ..position import Breslau
from ..victory import points_needed, victory_points
from .ground import Ground
from .odds import power

FADE = [0.8 ** steps for steps in range(61)]


def prospects(p: Breslau, ground: Ground) -> float:
    """The victory hexes that the forces near them promise to change hands, seen from the Red Army."""
    layout = p.layout
    idle = layout.immobile | layout.artillery
    red = [(p.where[unit], power(p, unit)) for unit in layout.own[SOVIET]
           if p.is_on_map(unit) and not idle >> unit & 1]
    grey = [(p.where[unit], power(p, unit)) for unit in layout.own[GERMAN] if p.is_on_map(unit)]
    total = 0.0
    for place in ground.victory:
        far, deep = ground.distance[SOVIET][place], ground.distance[GERMAN][place]
        red_near = sum([strength * FADE[far[hex]] for hex, strength in red])
        grey_near = sum([strength * FADE[deep[hex]] for hex, strength in grey])
        share = red_near / (red_near + 1.2 * grey_near + 1.0)
        total += share - has(p.control, place)
    return total


def evaluate(p: Breslau, ground: Ground, side: int) -> float:
    """From -1 (lost) to 1 (won) for a side."""
    if p.result is not None:
        value = 1.0 if p.result.winner == "soviet" else -1.0
    else:
        left = p.layout.last_turn - p.turn
        margin = victory_points(p) + 0.5 - points_needed(p)
        forces = sum(1 for unit in p.layout.own[GERMAN] if p.is_on_map(unit)) + len(p.at(p.box(RESERVE)))
        margin += 0.04 * left * (40 - forces) / 10 - 0.02 * p.supply + prospects(p, ground) * min(left, 8) / 16
        value = tanh(margin / (2.0 + 0.4 * left))
    return value if side == SOVIET else -value
