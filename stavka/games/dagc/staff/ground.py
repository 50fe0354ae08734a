"""What the staff knows about the map before the first shot: objectives, sectors, and how far everything is."""

from __future__ import annotations

from collections.abc import Iterable

from stavka.kit.hexset import HexSet, bit, has, members, of

from ..components import Theatre

SECTORS = ("north", "centre", "south")
"""The front in three parts: the Baltic states, Belorussia and East Prussia, Polesia and the Bug."""

NORTH_LAST_ROW, CENTRE_LAST_ROW = 27, 40
FAR = 99
"""A distance in movement points that nobody covers in a game."""

KOENIGSBERG_WORTH = 12.0
"""What the instant victory (4.2) counts for beside the victory points of other places."""


class Ground:
    """Distances to every objective, in movement points over open ground, and the sector of every hex."""

    def __init__(self, theatre: Theatre) -> None:
        self.theatre = theatre
        self.neighbours: list[tuple[int, ...]] = [
            tuple(members(theatre.combat_moves.step(bit(place)))) if has(theatre.playable, place) else ()
            for place in range(theatre.hexes)
        ]
        """The hexes that can be attacked from a hex, or attack it."""
        self.near: list[HexSet] = [of(near) for near in self.neighbours]
        wet = theatre.rivers | theatre.straits
        self.across: list[HexSet] = [
            of(near for near in row if (near, place) in wet) for place, row in enumerate(self.neighbours)
        ]
        """The neighbours that lie across a river or strait."""
        self.cover: list[HexSet] = [
            (theatre.grid.around(bit(place)) | bit(place)) & theatre.playable for place in range(theatre.hexes)
        ]
        """A hex and its zone of control."""
        self.zone_hexes = [tuple(members(cover)) for cover in self.cover]
        """The same as a list of hexes."""
        self.sector = [_sector(theatre.places[place]) for place in range(theatre.hexes)]
        self.worth: dict[int, float] = {place: float(points) for place, points in theatre.points.items()}
        self.worth[theatre.koenigsberg] = KOENIGSBERG_WORTH
        self.distance: dict[int, list[int]] = {place: self._distances([place]) for place in theatre.points}
        """From every hex to every town and city."""
        self.coast = self._distances(members(theatre.baltic_coast & theatre.playable))
        """From every hex to the nearest coast hex that counts (4.3)."""
        self.hands = [_hands(theatre, place) for place in range(theatre.hexes)]
        """For each hex: the clock hand (0 to 5) of each of its neighbours."""

    def _distances(self, goals: Iterable[int]) -> list[int]:
        """Movement points from every hex to the nearest goal, zones of control apart."""
        steps = self.theatre.steps["soviet"]
        into: list[list[tuple[int, int]]] = [[] for _ in range(self.theatre.hexes)]
        for here, row in enumerate(steps):
            for there, cost in row:
                into[there].append((here, cost))
        result = [FAR] * self.theatre.hexes
        rings: list[list[int]] = [[] for _ in range(FAR + 1)]
        for goal in goals:
            result[goal] = 0
            rings[0].append(goal)
        for spent, ring in enumerate(rings):
            for there in ring:
                if result[there] < spent:
                    continue
                for here, cost in into[there]:
                    total = spent + cost
                    if total < result[here]:
                        result[here] = total
                        rings[total].append(here)
        return result


def _sector(name: str) -> str:
    row = int(name[:2] or 0)  # the grid has spare positions without a name
    return "north" if row <= NORTH_LAST_ROW else "centre" if row <= CENTRE_LAST_ROW else "south"


def _hands(theatre: Theatre, place: int) -> dict[int, int]:
    grid = theatre.grid
    clock = grid.directions
    return {near: clock.index(grid.direction(place, near)) for near in grid.neighbours[place]}
