"""What holds together on the map: hexes side by side, and those that a bond joins (7.1, 7.3)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial

from stavka.kit.hexset import HexSet, bit, members, of
from stavka.staff.line import hexes_away

from ..components import Theatre

DISTANCES = 64
"""What is remembered of distances from the enemy."""


class Trellis:
    """Which hexes hold together on a map: side by side, or by a bond. Worked out when it is first asked for."""

    def __init__(self, theatre: Theatre) -> None:
        self.theatre = theatre
        self.away = lru_cache(DISTANCES)(partial(hexes_away, theatre.grid))
        """How far every hex is from the nearest of a set of hexes."""
        self._beside: dict[int, tuple[tuple[int, HexSet], ...]] = {}
        rows = {place: int(theatre.places[place][2:]) for place in members(theatre.playable)}
        self.north = of([place for place, row in rows.items() if row == min(rows.values())])
        grid = theatre.grid
        self.south = grid.around(theatre.sea_hexes) & theatre.playable
        zones = grid.ways(grid.every_side & ~theatre.sea & ~theatre.major)
        self.cover = [grid.cross(bit(place), zones) & theatre.playable | bit(place) for place in range(grid.size)]
        """For each hex where a unit stands in it or has it in its zone of control (6.1)."""
        self.banks = theatre.banks & ~theatre.west_bank, theatre.banks & theatre.west_bank
        """For each side the hexes behind a major river that the enemy has to cross."""

    def beside(self, place: int) -> tuple[tuple[int, HexSet], ...]:
        """The hexes that one holds together with, each with the hexes in which enemies would cancel the bond."""
        found = self._beside.get(place)
        if found is None:
            found = self._beside[place] = tuple(self._partners(place))
        return found

    def _partners(self, place: int) -> Iterator[tuple[int, HexSet]]:
        theatre, grid = self.theatre, self.theatre.grid
        near = grid.around(bit(place)) & theatre.playable
        yield from ((other, 0) for other in members(near))
        for other in members(grid.around(near) & theatre.playable & ~near & ~bit(place)):
            pair = bit(place) | bit(other)
            between = near & grid.around(bit(other))
            if theatre.bonding.hexes(pair) or theatre.bonding.sides(pair) & grid.sides_between(between, between):
                yield other, between
