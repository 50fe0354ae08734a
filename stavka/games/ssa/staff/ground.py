"""The map of a scenario as the staff sees it: objectives, the three groups' parts of the front, distances."""

from __future__ import annotations

from typing import Final

from stavka.kit.hexset import has, of
from stavka.staff.ground import Ground, Site

from ..components import MECH, Theatre
from ..plan import Plan

SECTORS: Final = ("north", "centre", "south")
"""North of the city and the lake, between the Sarviz and the Danube, and west of the Sarviz: as the groups fight."""
STRIDE: Final = 10
"""Movement points of a panzer regiment."""


class Map(Ground):
    """The ground of one scenario, with what each objective counts."""

    def __init__(self, theatre: Theatre, plan: Plan) -> None:
        board = theatre.board
        north, central = board.area("north"), board.area("central")

        def sector(place: int) -> str:
            return "north" if has(north, place) else "centre" if has(central, place) else "south"

        steps = theatre.ground(MECH, plan.canals_frozen, mud=False).steps
        super().__init__(theatre.grid, theatre.playable, steps, [Site.at(place) for place in plan.points], sector,
                         STRIDE, near=theatre.contact,
                         zone=[near | 1 << place for place, near in enumerate(theatre.contact)])
        water, grid = theatre.water | theatre.danube, theatre.grid
        self.across = [of(there for there in grid.neighbours[place] if has(water, grid.side_number(place, there)))
                       for place in range(grid.size)]
        """8.3 From which hexes an attack on each hex leads across water."""
        self.worth = [float(abs(points)) for points in plan.points.values()]
        """What each site counts for whoever holds it: points won by the Axis or kept from it, or the other way."""


__all__ = ["SECTORS", "STRIDE", "Map"]
