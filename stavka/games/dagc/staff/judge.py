"""What a position is worth: the victory points to be expected at the end, and the forces that will decide them."""

from __future__ import annotations

from math import tanh

from stavka.kit.hexset import has
from stavka.kit.sums import added
from stavka.staff.ground import FAR

from ..components import GERMAN, LAST_TURN, SOVIET
from ..position import Dagc
from ..supply import hexes_in_supply
from .ground import Map
from .odds import GERMAN_TURN
from .survey import points_left

FADE = [0.86 ** steps for steps in range(FAR + 1)]
GRIP = (0.35, 0.4, 0.45, 0.5, 0.55, 0.62, 0.7, 0.8, 0.93, 1.0)
"""How much the present control of a place tells about the end, by turn."""
FACTOR = (0.2, 0.5)
"""Victory points that a combat factor on the map stands for, by side."""
USUAL = (185, 48)
"""The combat factors that each side usually has in the middle of a game."""
GUARD = 0.4
"""Victory points that a factor in Königsberg stands for beside its own."""
FADING = {LAST_TURN - 1: 0.6, LAST_TURN: 0.25}
"""Near the end forces count for less."""

EVEN = (
    (0.0, -46.0, -39.6, -34.9, -28.2, -18.1, -10.6, -16.0, -10.5, -5.4),
    (0.0, -33.4, -21.4, -19.0, -8.7, -4.4, -2.2, -7.7, -3.7, -0.6),
)
"""The margin at which both sides win as often, by the side to move and the turn: measured in 400 games of staffs."""
STEEP = (
    (0.0, 0.16, 0.17, 0.18, 0.12, 0.11, 0.10, 0.10, 0.15, 0.23),
    (0.0, 0.16, 0.16, 0.12, 0.105, 0.094, 0.09, 0.12, 0.22, 0.42),
)
"""How much a point more changes the chances to win, likewise."""


def expected_points(p: Dagc, ground: Map) -> float:
    """The Soviet victory points to be expected at the end of the game."""
    layout = p.layout
    grip = GRIP[min(p.turn, LAST_TURN)] if p.result is None else 1.0
    soviet = [(p.where[u], p.factor(u)) for u in layout.ground[SOVIET] if p.is_on_map(u)]
    german = [(p.where[u], p.factor(u)) for u in layout.ground[GERMAN] if p.is_on_map(u)]
    reachable = points_left(p)
    total = 0.0
    for number, place in enumerate(layout.points):
        far = ground.distance[number]
        held = has(p.control, place)
        red = added([factor * FADE[far[hex]] for hex, factor in soviet])
        grey = added([factor * FADE[far[hex]] for hex, factor in german])
        if not held and min([far[hex] for hex, _ in soviet], default=FAR) > reachable:
            red = 0.0
        share = red * red / (red * red + 3 * grey * grey + 4.0)
        total += layout.points[place] * (grip * held + (1 - grip) * share)
    return total + _coast(p, ground, soviet, grip, reachable)


def _coast(p: Dagc, ground: Map, soviet: list[tuple[int, int]], grip: float, reachable: int) -> float:
    """Ten points for the coast (4.3), or the prospect of them."""
    layout = p.layout
    held = bool(layout.baltic_coast & p.control and layout.baltic_coast & p.control & hexes_in_supply(p, SOVIET))
    far = ground.distance[ground.coast]
    nearest = min([far[hex] for hex, _ in soviet], default=FAR)
    prospect = max(0.0, 1 - nearest / (reachable + 1)) if nearest <= reachable else 0.0
    return layout.coast_points * (grip * held + (1 - grip) * (0.9 if held else 0.7 * prospect))


def forces(p: Dagc) -> float:
    """What the forces on the map promise beyond the expected points: the Soviet ones less the German ones.

    The weights come from recorded games between the staff's own doctrines: a German combat factor counts for more
    than twice a Soviet one, and those in Königsberg count again.
    """
    layout = p.layout
    red = added([p.factor(unit) for unit in layout.ground[SOVIET] if p.is_on_map(unit)])
    grey = added([p.factor(unit) for unit in layout.ground[GERMAN] if p.is_on_map(unit)])
    garrison = added([p.factor(unit) for unit in p.at(layout.koenigsberg) if layout.side_of[unit] == GERMAN])
    total = FACTOR[SOVIET] * (red - USUAL[SOVIET]) - FACTOR[GERMAN] * (grey - USUAL[GERMAN])
    return (total - GUARD * min(garrison, 10)) * FADING.get(p.turn, 1.0)


def evaluate(p: Dagc, ground: Map, side: int) -> float:
    """From -1 (lost) to 1 (won) for a side."""
    if p.result is not None:
        value = 1.0 if p.result.winner == "soviet" else -1.0
        value *= 1.0 + 0.002 * abs(p.result.scores.get("soviet", 31) - 30.5)
    else:
        mover, turn = int(p.phase >= GERMAN_TURN), min(p.turn, LAST_TURN)
        margin = expected_points(p, ground) + forces(p) - 30.5 - EVEN[mover][turn]
        value = tanh(STEEP[mover][turn] * margin / 2)
        if has(p.control, p.layout.koenigsberg):
            value = 1.0
    return value if side == SOVIET else -value
