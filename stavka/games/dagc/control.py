"""3.3: control of hexes, and what follows the moment a unit enters one."""

from __future__ import annotations

from collections.abc import Iterable

from stavka.game import Result
from stavka.kit.hexset import of
from stavka.kit.words import Message

from .components import SOVIET
from .position import Dagc


def enter(p: Dagc, unit: int, path: Iterable[int]) -> None:
    """A unit enters hexes one after the other and stays in the last; control of each passes at once (3.3)."""
    hexes = list(path)
    p.put(unit, hexes[-1])
    entered = of(hexes)
    if p.layout.side_of[unit] == SOVIET:
        taken = entered & ~p.control
        p.control |= entered
        p.lost_ports |= entered & p.layout.port_hexes  # 7.9
    else:
        taken = entered & p.control
        p.control &= ~entered
    for place in hexes:
        if taken >> place & 1 and place in p.layout.points:
            p.emit("captured", "3.3.b", side=p.layout.sides[p.layout.side_of[unit]], hex=p.number(place),
                   points=p.layout.points[place])
    if p.control >> p.layout.koenigsberg & 1 and p.result is None:
        win_at_once(p)


def win_at_once(p: Dagc) -> None:
    """4.2 The Soviets win the instant they control Königsberg."""
    from .victory import victory_points

    scores = {"soviet": victory_points(p)}
    p.result = Result("soviet", Message("result.koenigsberg", {}, ("4.2",)), scores)
    p.emit("won", "4.2", side="soviet")
