"""The map of a scenario as the staff sees it: objectives, the three groups' parts of the front, distances."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache, partial
from typing import Final

from stavka.kit.hexset import EMPTY, HexSet, bit, has, members, of
from stavka.kit.spread import union
from stavka.staff.ground import Ground, Site
from stavka.staff.line import hexes_away

from ..components import AXIS, MECH, Theatre
from ..plan import Plan

SECTORS: Final = ("north", "centre", "south")
"""North of the city and the lake, between the Sarviz and the Danube, and west of the Sarviz: as the groups fight."""
STRIDE: Final = 10
"""Movement points of a panzer regiment."""
MEETING: Final = 3
"""So many road hexsides make a crossroads."""
APART: Final = 3
"""Units so many hexes apart still let nobody through: whoever comes between them has to stop (5.2), and stays (5.3)."""
FARTHEST: Final = 200
"""No hex is so many points from the sources."""
DISTANCES: Final = 64
"""What is remembered of distances from the enemy."""


class Map(Ground):
    """The ground of one scenario, with what each objective counts."""

    def __init__(self, theatre: Theatre, plan: Plan) -> None:
        board = theatre.board
        north, central = board.area("north"), board.area("central")

        def sector(place: int) -> str:
            return "north" if has(north, place) else "centre" if has(central, place) else "south"

        steps = theatre.ground(MECH, plan.canals_frozen, mud=False).steps
        self.objectives = len(plan.points)
        """Sites below this number are objectives, the others crossroads."""
        hubs = [place for place in crossroads(theatre) if place not in plan.points]
        super().__init__(theatre.grid, theatre.playable, steps, [Site.at(place) for place in [*plan.points, *hubs]],
                         sector, STRIDE, near=theatre.contact,
                         zone=[near | 1 << place for place, near in enumerate(theatre.contact)])
        water, grid = theatre.water | theatre.danube, theatre.grid
        self.across = [of(there for there in grid.neighbours[place] if has(water, grid.side_number(place, there)))
                       for place in range(grid.size)]
        """8.3 From which hexes an attack on each hex leads across water."""
        self.worth = [float(abs(points)) for points in plan.points.values()] + [0.0] * len(hubs)
        """What each site counts for whoever holds it: points won by the Axis or kept from it, or the other way."""
        self.hexes_away = lru_cache(DISTANCES)(partial(hexes_away, theatre.grid))
        """How far every hex is from the nearest of a set of hexes."""
        self.ends = northern(theatre), western_shore(theatre)
        """From one of these to another a line parts east and west: both sides have their sources behind it (7.0)."""
        self._homeward = theatre.ground(MECH, plan.canals_frozen, mud=False).backward(
            theatre.sources[AXIS], FARTHEST, theatre.playable, theatre.playable)
        self.way_home = lru_cache(None)(self._way_home)
        """The hexes from one to the nearest source of the Axis, enemies apart: its army lives by them (7.0)."""
        self.holding = lru_cache(None)(self._holding)
        """The hexes that one holds together with; nobody can part them."""
        self._theatre, self._frozen = theatre, plan.canals_frozen
        self.roads_near = lru_cache(None)(self._roads_near)
        """7.1 The road hexes that a line leads to from a hex, enemies apart; in mud or not."""

    def _holding(self, place: int) -> tuple[tuple[int, HexSet], ...]:
        return tuple((other, EMPTY) for other in members(self.grid.within(place, APART) & self.playable & ~bit(place)))

    def _way_home(self, place: int) -> Sequence[int]:
        lines = self._theatre.ground(MECH, self._frozen, mud=False)
        return lines.way_home(self._homeward, place, self._theatre.playable)

    def _roads_near(self, place: int, mud: bool) -> HexSet:
        lines = self._theatre.ground(MECH, self._frozen, mud)
        return union(lines.forward(bit(place), self._theatre.supply_reach, self.playable)) & self._theatre.road_hexes


def northern(theatre: Theatre) -> HexSet:
    """The hexes from which a zone closes the north edge of the map."""
    rows = {place: int(theatre.places[place][2:]) for place in members(theatre.playable)}
    edge = of(place for place, row in rows.items() if row == min(rows.values()))
    return (edge | theatre.grid.around(edge)) & theatre.playable


def western_shore(theatre: Theatre) -> HexSet:
    """The hexes from which a zone closes the shore of Lake Balaton, the water at the west edge of the map."""
    around, lakes = theatre.grid.around, theatre.grid.full & ~theatre.playable
    lake = of(place for place in members(lakes) if theatre.places[place].startswith("01"))
    while (more := around(lake) & lakes & ~lake):
        lake |= more
    return around(lake | around(lake)) & theatre.playable


def crossroads(theatre: Theatre) -> list[int]:
    """The hexes where roads meet: whoever holds them holds the lines (7.1)."""
    roads = Counter(place for edge in theatre.grid.side_edges(theatre.roads[False]) for place in edge)
    return sorted(place for place, sides in roads.items() if sides >= MEETING and has(theatre.playable, place))


__all__ = ["SECTORS", "STRIDE", "Map"]
