"""What a position is worth to a seat: whoever enters the Reichstag nearly always wins, so the race to it is judged.

The weights are rounded from a fit to the turns of 30 games between regulars that a Front won. On games that were not
fitted the same facts came to a log loss of 0.53 and an AUC of 0.74; points and sites had come to 0.98 and 0.64.
"""

from __future__ import annotations

from math import tanh
from typing import Final

from stavka.kit.hexset import has, members

from ..components import LAST_TURN, SEATS, SIDES
from ..position import Rttr
from ..victory import is_sudden_death, victory_points
from .terrain import Terrain

POINT: Final = 0.04
"""What a victory point is worth, as log odds, while the race is open: thirty are still to be won at once ..."""
LAST_POINT: Final = 0.3
"""... and when somebody has won it: the game ends with the turn."""
NEAR: Final = 0.015
"""What a factor in the city centre is worth."""
CENTRE: Final = 4
"""The hexes around the Reichstag that are the centre."""
BESIDE: Final = 0.06
"""What a factor beside the Reichstag is worth; at the end of the game, as all that follows: on the way to it less."""
BARRED: Final = 0.22
"""What each German factor in the way of a Front costs it ..."""
STREETS: Final = 2
"""... within so many hexes."""
WAY: Final = 0.15
"""What each movement point costs that the foremost unit is away."""
BOTH_LOST: Final = -1.0
"""21.5 A German victory: who has not won has lost."""


class Judge:
    """Compares the two Fronts: how near, how strong, and how much is in the way of either."""

    def __init__(self, terrain: Terrain) -> None:
        self.terrain = terrain

    def __call__(self, p: Rttr, seat: str) -> float:
        front = SEATS.index(seat)
        if p.result is not None:
            return self._settled(p, seat)
        return tanh((self.outlook(p, front) - self.outlook(p, 1 - front)) / 2)

    def _settled(self, p: Rttr, seat: str) -> float:
        if p.result.winner == SIDES[2]:
            return BOTH_LOST
        return 1.0 if p.result.winner == seat else -1.0

    def outlook(self, p: Rttr, front: int) -> float:
        """How a Front stands, as log odds."""
        if is_sudden_death(p):
            return LAST_POINT * victory_points(p, front)
        return POINT * victory_points(p, front) + self._race(p, front)

    def _race(self, p: Rttr, front: int) -> float:
        layout, where, mapped = p.layout, p.where, p.mapped
        hexes, way = layout.grid.distance, self.terrain.ground[front, False].distance[-1]
        soviets = [unit for unit in layout.soviets[front] if mapped >> unit & 1]
        germans = [unit for unit in members(layout.static | layout.mobile_set)
                   if mapped >> unit & 1 and has(layout.sector[front], where[unit])]
        strength, goal = layout.strength, layout.reichstag
        near = sum([strength[unit] for unit in soviets if hexes(where[unit], goal) <= CENTRE])
        beside = sum([strength[unit] for unit in soviets if hexes(where[unit], goal) <= 1])
        barred = sum([strength[unit] for unit in germans if hexes(where[unit], goal) <= STREETS])
        foremost = min([way[where[unit]] for unit in soviets], default=0)
        gone = p.turn / LAST_TURN
        return NEAR * near + gone * (BESIDE * beside - BARRED * barred - WAY * foremost)


__all__ = ["Judge"]
