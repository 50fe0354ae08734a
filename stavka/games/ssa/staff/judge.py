"""What a position is worth: the victory points to be expected at the end, on the scale of the levels of victory."""

from __future__ import annotations

from collections.abc import Sequence
from math import tanh

from stavka.kit.hexset import has, members
from stavka.kit.sums import added

from ..components import AXIS, SIDES, SOVIET
from ..position import Abyss
from ..sequence import TURN
from ..supply import supplied
from ..victory import claimant, holds, victory_points
from .ground import STRIDE, Map

FADE = [0.55 ** (points / STRIDE) for points in range(100)]
"""How much a unit counts for an objective, by the movement points to it."""
STEADFAST = 1.6
"""How much more a defending factor counts than an attacking one."""
FIRM = 12.0
"""Factors that every objective has of itself, as it were: nothing falls to a patrol alone."""
CUT_OFF = 0.35
"""How much of a unit counts while it is out of supply."""
GRIP = (0.3, 0.6)
"""How much the present hold on an objective tells about the end, in the first turn and in the last: half of it is who
was there last, half who would count it now (22.0). The rest is who is stronger around it."""
STEEP = (2.2, 0.8)
"""Widths of the draw that lie between an even game and one that is as good as won, likewise."""
TEMPO = 10.0
"""Points that the Soviets' move is worth, before they have made it."""
OPENING = {"k3": 33.5, "sa": 13.4}
"""What both together say of the opening of a scenario, when the game is even: what they miss then fades to the end."""
CLEAR = 0.65
"""How much of a game must be over before this judge tells good orders from others: until then he is hardly better than
chance (docs/balance.md), and orders changed by what he says are no better."""
FACTOR = 0.04
"""Points that a combat factor on the map stands for beyond all that."""


def progress(p: Abyss) -> float:
    """How much of the game is over, from 0 to 1."""
    return min(1.0, (p.turn - 1) / (p.plan.last_turn - 1))


def is_clear(p: Abyss) -> bool:
    """Whether the end is so near that it can be judged."""
    return progress(p) >= CLEAR


def between(ends: tuple[float, float], share: float) -> float:
    """A value on the way from the first to the last turn."""
    return ends[0] + (ends[1] - ends[0]) * share


def expected_points(p: Abyss, ground: Map) -> float:
    """22.0 The points of the Axis to be expected at the end."""
    layout, grip, total = p.layout, between(GRIP, progress(p)), 0.0
    axis, soviet = _weights(p, AXIS, layout.attack), _weights(p, SOVIET, layout.defence)
    for number, (place, points) in enumerate(p.plan.points.items()):
        far, side = ground.distance[number], claimant(points)
        blow = added([factor * FADE[far[hex]] for hex, factor in axis])
        guard = STEADFAST * added([factor * FADE[far[hex]] for hex, factor in soviet])
        share = blow * blow / (blow * blow + guard * guard + FIRM * FIRM)
        now = (holds(p, side, place) + (has(p.control, place) == (side == AXIS))) / 2
        total += points * (grip * now + (1 - grip) * (share if side == AXIS else 1 - share))
    return total - TEMPO * (p.phase >= 0 and TURN[p.phase].owner == SIDES[SOVIET])


def _weights(p: Abyss, side: int, factors: Sequence[int]) -> list[tuple[int, float]]:
    """Where the units of a side stand, and what each counts for: little while it is cut off (7.4)."""
    fed = supplied(p, side)
    return [(p.where[unit], factors[unit] * (1.0 if has(fed, p.where[unit]) else CUT_OFF))
            for unit in members(p.mapped & p.layout.army[side])]


def balance(p: Abyss) -> float:
    """What the forces on the map promise beside: the Axis less the Soviets, as they were at the start."""
    layout, start = p.layout, p.plan.units
    lost = [added(layout.attack[unit] + layout.defence[unit] for unit in members(layout.army[side] & start & ~p.mapped))
            for side in (AXIS, SOVIET)]
    return FACTOR * (lost[SOVIET] - lost[AXIS])


def evaluate(p: Abyss, ground: Map, seat: str) -> float:
    """From -1 (lost) to 1 (won): the middle of the draw is 0."""
    draw, won = p.plan.levels[2], p.plan.levels[3]
    middle = (draw + won) / 2
    if p.result is not None:
        points = victory_points(p)
        value = tanh((points - middle) / (won - draw))
    else:
        share = progress(p)
        missed = middle - OPENING.get(p.scenario, middle)
        margin = expected_points(p, ground) + (1 - share) * (balance(p) + missed) - middle
        value = tanh(margin / (between(STEEP, share) * (won - draw)) / 2)
    return value if seat == SIDES[AXIS] else -value


__all__ = ["evaluate", "expected_points", "is_clear"]
