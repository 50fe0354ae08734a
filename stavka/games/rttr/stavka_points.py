"""Chapter 6: Stavka points."""

from __future__ import annotations

from .components import SEATS
from .position import Rttr, with_value


def price(p: Rttr, front: int, function: str) -> int:
    """27.3 What a function costs a Front: the double if it is fatigued (20.3)."""
    return p.layout.price[function] * (2 if p.fatigued[front] else 1)


def march_price(p: Rttr, front: int) -> int:
    """6.5 One point for a forced march; three, as 27.3 prints, if the players want it so."""
    return price(p, front, "printed_march" if p.options["printed_march"] else "march")


def replacement_price(p: Rttr, unit: int) -> int:
    """27.3a Four points for a corps, two for anything smaller; half of it in the better prepared defence (23.3)."""
    size = p.layout.unit[unit].size
    front = p.layout.side_of[unit]
    cost = price(p, front, {"XXX": "corps", "XX": "division"}.get(size, "smaller"))
    return cost // 2 if p.scenario == "prepared" else cost


def can_spend(p: Rttr, points: int) -> bool:
    """6.3 Both players together never spend more than a hundred."""
    return sum(p.spent) + points <= p.layout.points_limit


def spend(p: Rttr, front: int, points: int, *rules: str) -> None:
    """6.1 Spend points, openly."""
    p.spent = with_value(p.spent, front, p.spent[front] + points)
    p.emit("spent", *rules, side=SEATS[front], points=points, total=p.spent[front])
