"""Chapter 11: victory."""

from __future__ import annotations

from stavka.game import Result
from stavka.kit.hexset import size
from stavka.kit.words import Message

from .components import GERMAN, SIDES, SOVIET
from .position import Breslau


def victory_points(p: Breslau) -> int:
    """11.1 A point for every victory hex under Soviet control."""
    return p.layout.points_per_hex * size(p.layout.victory_hexes & p.control)


def points_needed(p: Breslau) -> int:
    """11.1 What the scenario asks for; 10.1.4 five more once the Polish 2nd Army has been declared."""
    return p.plan.needed + (p.layout.polish_price if p.declared else 0)


def decide(p: Breslau) -> None:
    """4.3, 11.1 After the last turn the Soviet player has the points he needs, or the German player wins."""
    if p.turn < p.layout.last_turn:
        return
    points, number = victory_points(p), points_needed(p)
    won = points >= number
    winner = SOVIET if won else GERMAN
    rules = ("11.1", "10.1.4") if p.declared else ("11.1",)
    message = Message("result.taken" if won else "result.held", {"points": points, "needed": number}, rules)
    p.result = Result(p.seat(winner), message, {"soviet": points})
    p.emit("won", *rules, side=SIDES[winner])
