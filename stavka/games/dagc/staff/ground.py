"""The map as the staff sees it: towns and cities, the Baltic coast, three sectors."""

from __future__ import annotations

from collections.abc import Iterable

from stavka.kit.hexset import HexSet, of
from stavka.staff.ground import Ground, Site

from ..components import Theatre

SECTORS = ("north", "centre", "south")
"""The front in three parts: the Baltic states, Belorussia and East Prussia, Polesia and the Bug."""

NORTH_LAST_ROW, CENTRE_LAST_ROW = 27, 40
STRIDE = 7
"""2.10 The movement points of nearly all units."""

KOENIGSBERG_WORTH = 12.0
"""What the instant victory (4.2) counts for beside the victory points of other places."""
COAST_WORTH = 0.8
"""The part of the points for the coast (4.3) that it attracts with: it has to be held in supply at the end."""


class Map(Ground):
    """Towns and cities as sites, then the coast; and what battles ask of every hex."""

    def __init__(self, theatre: Theatre) -> None:
        self.theatre = theatre
        near = theatre.combat_moves.near
        towns = list(theatre.points)
        coast = theatre.baltic_coast & theatre.playable
        sites = [*map(Site.at, towns), Site(coast, theatre.grid.neighbours[towns[0]][0])]
        super().__init__(theatre.grid, theatre.playable, theatre.steps["soviet"], sites,
                         lambda place: sector_of(theatre.places[place]), STRIDE, near=near)
        self.coast = len(towns)
        """The number of the coast among the sites; the others are towns and cities."""
        self.points = [theatre.points[place] for place in towns]
        self.worth = [float(points) for points in self.points]
        self.worth[towns.index(theatre.koenigsberg)] = KOENIGSBERG_WORTH
        self.worth.append(COAST_WORTH * theatre.coast_points)
        """What each site is worth to whoever holds it."""
        wet = theatre.rivers | theatre.straits
        self.across: list[HexSet] = [of(there for there in theatre.grid.neighbours[place] if (there, place) in wet)
                                     for place in range(theatre.hexes)]
        """The neighbours of each hex that lie across a river or strait."""
        self.hands = [_hands(theatre, place) for place in range(theatre.hexes)]
        """For each hex: the clock hand (0 to 5) of each of its neighbours."""


def sector_of(name: str) -> str:
    """The sector of a hex by its number: rows run from north to south."""
    row = int(name[:2] or 0)  # the grid has spare positions without a name
    return "north" if row <= NORTH_LAST_ROW else "centre" if row <= CENTRE_LAST_ROW else "south"


def is_concentric(hands: Iterable[int]) -> bool:
    """11.11 for a set of clock hands."""
    seen = set(hands)
    if len(seen) > 3:
        return True
    return any((hand + 3) % 6 in seen for hand in seen) or seen in ({0, 2, 4}, {1, 3, 5})


def _hands(theatre: Theatre, place: int) -> dict[int, int]:
    grid = theatre.grid
    clock = grid.directions
    return {near: clock.index(grid.direction(place, near)) for near in grid.neighbours[place]}
