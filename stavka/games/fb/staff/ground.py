"""What the staff knows about the city before the first shot: objectives, sectors, and how far everything is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from stavka.kit.hexset import HexSet, bit, has, members, of

from ..components import GERMAN, SCALE, SOVIET, Fortress

SECTORS = ("south", "west", "centre", "east", "north")
"""The city in five parts: the southern and western suburbs, the old town, the east, and the bank north of the Oder."""

FAR = 60
"""A distance in movement points that counts for nothing."""
OLD_TOWN = 3
"""Hexes round the Rathaus that are the centre."""


class Ground:
    """Distances to every victory hex for either side, neighbours, and the sector of every hex."""

    def __init__(self, fortress: Fortress) -> None:
        self.fortress = fortress
        self.victory = members(fortress.victory_hexes)
        playable = fortress.playable
        self.near: list[HexSet] = [
            fortress.grid.around(bit(place)) & playable if has(playable, place) else 0
            for place in range(fortress.hexes)
        ]
        """The hexes next to a hex, across canals too: fire and assaults cross them."""
        self.neighbours = [tuple(members(near)) for near in self.near]
        self.sector = [self._sector(place) for place in range(fortress.hexes)]
        self.distance: list[dict[int, list[int]]] = [
            {place: self._distances([place], side) for place in self.victory} for side in (SOVIET, GERMAN)
        ]
        """From every hex to every victory hex, by side, in movement points and past no enemy."""
        self.depth = self._distances(members(fortress.concentration["soviet"]), SOVIET, backwards=False)
        """How deep in the fortress a hex lies: the points a Red Army unit needs to come to it."""

    def _sector(self, place: int) -> str:
        name = self.fortress.places[place]
        if not name[:4].isdigit():
            return "south"
        row, column = int(name[:2]), int(name[2:4])
        if self.fortress.grid.distance(place, self.fortress.rathaus) <= OLD_TOWN:
            return "centre"
        if row >= 16 and column <= 18:
            return "north"
        if row >= 13 and column >= 19:
            return "west"
        return "east" if column <= 13 and row >= 11 else "south"

    def _distances(self, goals: Iterable[int], side: int, backwards: bool = True) -> list[int]:
        """Movement points between every hex and the nearest goal, towards it or, if not backwards, from it."""
        steps: Sequence[Sequence[tuple[int, int]]] = self.fortress.steps[side]
        if backwards:
            into: list[list[tuple[int, int]]] = [[] for _ in range(self.fortress.hexes)]
            for here, row in enumerate(steps):
                for there, cost in row:
                    into[there].append((here, cost))
            steps = into
        result = [FAR] * self.fortress.hexes
        rings: list[list[int]] = [[] for _ in range(FAR + 1)]
        for goal in goals:
            result[goal] = 0
            rings[0].append(goal)
        for spent, ring in enumerate(rings):
            for here in ring:
                if result[here] < spent:
                    continue
                for there, cost in steps[here]:
                    total = spent + cost // SCALE
                    if total < result[there]:
                        result[there] = total
                        rings[total].append(there)
        return result

    def within(self, hexes: HexSet, steps: int) -> HexSet:
        """All hexes of the map so many steps from a set."""
        for _ in range(steps):
            hexes |= self.fortress.grid.around(hexes)
        return hexes & self.fortress.playable

    def hexes_of(self, sector: str) -> HexSet:
        """The victory hexes of a sector."""
        return of(place for place in self.victory if self.sector[place] == sector)
