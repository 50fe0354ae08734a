"""Chapter 5: control of hexes, and how to win."""

from __future__ import annotations

from collections.abc import Sequence

from stavka.game import Result
from stavka.kit.hexset import members, of, size
from stavka.kit.words import Message

from .components import BLUE, RED, SIDES
from .position import State


def enter(p: State, unit: int, path: Sequence[int]) -> None:
    """5.1 A unit enters hexes one after the other and stays in the last; control of each passes at once."""
    p.put(unit, path[-1])
    side, entered = p.layout.side_of[unit], of(path)
    before = p.control
    p.control = before | entered if side == RED else before & ~entered
    for place in members((before ^ p.control) & p.layout.towns):
        p.emit("captured", "5.1", side=SIDES[side], hex=p.number(place))


def points(p: State) -> int:
    """5.2 The towns that Red holds."""
    return size(p.control & p.layout.towns)


def decide(p: State) -> None:
    """5.2 After the last turn Red has won with enough towns; otherwise Blue has."""
    if p.turn < p.layout.last_turn:
        return
    towns = points(p)
    winner = RED if towns >= p.layout.needed else BLUE
    message = Message("result.taken" if winner == RED else "result.held", {"towns": towns}, ("5.2",))
    p.result = Result(p.seat(winner), message, {"red": towns})
    p.emit("won", "5.2", side=SIDES[winner])

