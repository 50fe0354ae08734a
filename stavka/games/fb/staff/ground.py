"""The city as the staff sees it: victory hexes, five sectors, and how deep in the fortress everything lies."""

from __future__ import annotations

from stavka.kit.hexset import bit, members
from stavka.staff.ground import FAR, Ground, Site

from ..components import SCALE, Fortress

SECTORS = ("south", "west", "centre", "east", "north")
"""The city in five parts: the southern and western suburbs, the old town, the east, and the bank north of the Oder."""

OLD_TOWN = 3
"""Hexes round the Rathaus that are the centre."""
BANK_ROW, BANK_COLUMN = 16, 18
WEST_ROW, WEST_COLUMN = 13, 19
EAST_ROW, EAST_COLUMN = 11, 13
"""Where the sectors begin, by the numbers of rows and columns."""


class City(Ground):
    """The victory hexes as sites, with the distances of one side."""

    def __init__(self, fortress: Fortress, side: int) -> None:
        self.fortress = fortress
        steps = [[(there, cost // SCALE) for there, cost in row] for row in fortress.steps[side]]
        super().__init__(fortress.grid, fortress.playable, steps, map(Site.at, members(fortress.victory_hexes)),
                         self._sector, fortress.movement, zone=[bit(place) for place in range(fortress.grid.size)])
        self.depth = self.away(fortress.concentration["soviet"], FAR - 1)
        """How deep in the fortress a hex lies: the points to it from where the Red Army comes in."""

    def _sector(self, place: int) -> str:
        name = self.fortress.places[place]
        row, column = int(name[:2]), int(name[2:4])
        if self.fortress.grid.distance(place, self.fortress.rathaus) <= OLD_TOWN:
            return "centre"
        if row >= BANK_ROW and column <= BANK_COLUMN:
            return "north"
        if row >= WEST_ROW and column >= WEST_COLUMN:
            return "west"
        return "east" if column <= EAST_COLUMN and row >= EAST_ROW else "south"


__all__ = ["SECTORS", "City"]
