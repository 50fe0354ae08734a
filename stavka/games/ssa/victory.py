"""Chapter 22: how to win."""

from __future__ import annotations

from stavka.game import Result
from stavka.kit.hexset import HexSet, bit, has
from stavka.kit.position import enemy
from stavka.kit.words import Message

from .components import AXIS, SIDES, SOVIET
from .plan import side_of_level
from .position import Abyss
from .supply import supplied


def claimant(points: int) -> int:
    """22.0 Whose an objective is: the side that has its points at the end, if it holds it."""
    return AXIS if points > 0 else SOVIET


def holds(p: Abyss, side: int, place: int) -> bool:
    """22.0 Whether a side has an objective: it stands in it in supply, or nobody does and it was the last who did."""
    if has(p.occupied[side], place):
        return has(supplied(p, side), place)
    return has(p.control, place) == (side == AXIS) and not has(p.occupied[enemy(side)], place)


def scoring(p: Abyss) -> dict[int, int]:
    """22.0 The objectives that count now, with their points: those of the Axis, and less those of the Soviets."""
    return {place: points for place, points in p.plan.points.items()
            if holds(p, claimant(points), place)}


def victory_points(p: Abyss) -> int:
    """22.0 The score of the Axis, as it would be if the game ended now."""
    return sum(scoring(p).values())


def decide(p: Abyss) -> None:
    """22.0 At the end of the last turn the points are compared with the levels of the scenario."""
    if p.turn < p.plan.last_turn:
        return
    points = victory_points(p)
    level = p.plan.level(points)
    winner = side_of_level(level)
    message = Message(f"result.{level}", {"points": points}, (p.plan.level_rule,))
    p.result = Result(winner, message, {SIDES[AXIS]: points})
    if winner:
        p.emit("won", p.plan.level_rule, side=winner, points=points)
    else:
        p.emit("drawn", p.plan.level_rule, points=points)


def objectives_held(p: Abyss, side: int) -> HexSet:
    """The objectives that count for a side now."""
    return sum(bit(place) for place, points in scoring(p).items() if claimant(points) == side)
