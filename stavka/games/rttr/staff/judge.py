"""What a position is worth to a seat: the points so far, and those that are still to be won in either sector."""

from __future__ import annotations

from functools import cache
from math import tanh
from typing import Final

from stavka.kit.hexset import has, members

from ..components import LAST_TURN, SEATS, SIDES
from ..position import Rttr
from ..victory import holder, victory_points
from .terrain import Terrain

SCALE: Final = 26.0
"""The lead in points, counted at the start of the game, that makes a win two times in three likely."""
SURE: Final = 7.0
"""The same when the last turn is over but for the count."""
RANGE: Final = 12
"""Movement points within which units are felt at a site."""
PUSH: Final = 0.55
"""How much of a site falls to equal strengths near it in the turns that are left, at most."""


class Judge:
    """Counts both races: what a Front has, and what it may still take from the Germans before it."""

    def __init__(self, terrain: Terrain) -> None:
        self.terrain = terrain

    def __call__(self, p: Rttr, seat: str) -> float:
        front = SEATS.index(seat)
        if p.result is not None:
            return self._settled(p, seat)
        lead = self.prospect(p, front) - self.prospect(p, 1 - front)
        left = (LAST_TURN - p.turn) / LAST_TURN
        return tanh(lead / (SURE + (SCALE - SURE) * left))

    def _settled(self, p: Rttr, seat: str) -> float:
        if p.result.winner == SIDES[2]:
            return -0.6  # 21.5: both have lost, which is no worse for one than for the other
        return 1.0 if p.result.winner == seat else -1.0

    def prospect(self, p: Rttr, front: int) -> float:
        """The points of a Front, and of each site that it has not taken as much as its strength there promises."""
        ground = self.terrain.ground[front, False]
        total = float(victory_points(p, front))
        left = (LAST_TURN - p.turn + 1) / LAST_TURN
        soviets, germans = self._powers(p, front)
        for number, site in enumerate(ground.sites):
            if p.control[front] & site.hexes or (holder(p) is not None and site.place == p.layout.reichstag):
                continue
            points, near = p.layout.points[site.place], ground.distance[number]
            power = sum(strength * fade(near[place]) for place, strength in soviets)
            against = 2.0 + 2.0 * sum(strength * fade(near[place]) for place, strength in germans)
            total += points * PUSH * min(1.0, 2 * left) * power / (power + against)
        return total

    def _powers(self, p: Rttr, front: int) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
        layout, mapped, where = p.layout, p.mapped, p.where
        soviets = [(where[unit], layout.strength[unit]) for unit in layout.soviets[front] if mapped >> unit & 1]
        area = layout.area[front]
        germans = [(where[unit], layout.strength[unit]) for unit in members(layout.static | layout.mobile_set)
                   if mapped >> unit & 1 and has(area, where[unit])]
        return soviets, germans


@cache
def fade(points: int) -> float:
    """How much of a unit is felt so many movement points away."""
    return max(0.0, 1.0 - points / RANGE)


__all__ = ["Judge"]
