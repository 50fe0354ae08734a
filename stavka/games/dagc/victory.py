"""Chapter 4: how to win."""

from __future__ import annotations

from stavka.game import Result
from stavka.kit.hexset import has
from stavka.kit.words import Message

from .components import GERMAN, LAST_TURN, SIDES, SOVIET
from .position import Dagc
from .supply import hexes_in_supply


def place_points(p: Dagc) -> int:
    """4.3 One point for each Soviet town, four for each city, in supply or not."""
    return sum(points for place, points in p.layout.points.items() if has(p.control, place))


def coast_points(p: Dagc) -> int:
    """4.3 Ten points for at least one Baltic coast hex from 2015 to 2927, controlled and in supply."""
    held = p.layout.baltic_coast & p.control
    return p.layout.coast_points if held and held & hexes_in_supply(p, SOVIET) else 0


def first_ukrainian_points(p: Dagc) -> int:
    """4.3 One point for all hexes of the 1st Ukrainian Front's area, controlled and in supply."""
    area = p.layout.first_ukrainian_area
    missing = area & ~p.control or area & ~hexes_in_supply(p, SOVIET)
    return 0 if missing else p.layout.first_ukrainian_points


def victory_points(p: Dagc) -> int:
    """4.3 The Soviet score, as it would stand if the game ended now."""
    return place_points(p) + coast_points(p) + first_ukrainian_points(p)


def decide(p: Dagc) -> None:
    """4.3, 4.4 At the end of turn 9 the Soviets win with 31 points; there is no draw."""
    if p.turn < LAST_TURN:
        return
    points = victory_points(p)
    if points >= p.layout.points_needed:
        winner, message = SOVIET, Message("result.points", {"points": points}, ("4.3.d",))
    else:
        winner, message = GERMAN, Message("result.held", {"points": points}, ("4.4",))
    p.result = Result(p.seat(winner), message, {"soviet": points})
    p.emit("won", *message.rules, side=SIDES[winner])
