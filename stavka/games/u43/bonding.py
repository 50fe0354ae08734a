"""7.1, 7.3, 7.6: where bonds of zones of control can be, by the map alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stavka.kit.hexset import EMPTY, HexSet, SideSet, of

if TYPE_CHECKING:
    from .components import Theatre

CLOCK = 6
"""The directions round a hex; half of them is the way back."""


class Bonding:
    """Where bonds can be, by the terrain alone: prepared once for a map."""

    def __init__(self, theatre: Theatre) -> None:
        grid = self.grid = theatre.grid
        self.clock = grid.directions
        barrier = theatre.major | theatre.sea
        self._open = [grid.full & ~grid.facing(barrier, way) for way in self.clock]  # 6.1
        wet = [grid.facing(theatre.minor, way) for way in self.clock]
        self._may_hold = theatre.playable & ~theatre.towns & ~theatre.cities  # 7.3: the hex of a hex bond
        self._looped = [wet[way] & wet[self._back(way)] for way in range(CLOCK)]  # 7.3: a river loop
        self._land = theatre.playable
        self._passable = [theatre.playable & self._shift(theatre.playable, self._back(way)) & self._open[way]
                          for way in range(CLOCK)]
        self._sea = [(self._shift(theatre.sea_hexes, self._turn(way, 2)),
                      self._shift(theatre.sea_hexes, self._turn(way, -2))) for way in range(CLOCK)]  # 7.6
        self._river_ring = [  # 7.3: both ends of a hexside bond are cut off from both hexes beside it
            self._shift(wet[self._turn(way, 2)] & wet[self._turn(way, 1)], self._turn(way, 2))
            & self._shift(wet[self._turn(way, -2)] & wet[self._turn(way, -1)], self._turn(way, -2))
            for way in range(CLOCK)
        ]
        self._onward = [way for way in range(CLOCK) if self.clock[way] in ("S", "NE", "SE")]
        """Three directions, one for each sort of hexside."""
        self._odd_columns = of(i for name, i in grid.index.items() if int(name[:2]) % 2)

    def _back(self, way: int) -> int:
        return (way + CLOCK // 2) % CLOCK

    def _turn(self, way: int, by: int) -> int:
        return (way + by) % CLOCK

    def _shift(self, hexes: HexSet, way: int) -> HexSet:
        return self.grid.shift(hexes, self.clock[way])

    def hexes(self, fronted: HexSet) -> HexSet:
        """7.1 Hex bonds: one hex in a straight line between two units."""
        result = EMPTY
        for way in range(CLOCK // 2):
            back = self._back(way)
            ends = self._shift(fronted & self._open[way], way) & self._shift(fronted & self._open[back], back)
            result |= ends & ~self._looped[way]
        return result & self._may_hold

    def sides(self, fronted: HexSet) -> SideSet:
        """7.1, 7.6 Hexside bonds: the hexside two hexes share that lie between two units, or a unit and the coast."""
        result = EMPTY
        for way in self._onward:
            left = self._beside(fronted, self._turn(way, 2), self._turn(way, 1))
            right = self._beside(fronted, self._turn(way, -2), self._turn(way, -1))
            coast_left, coast_right = self._sea[way]
            closed = left & right & ~self._river_ring[way] | left & coast_right | coast_left & right
            result |= self._as_sides(closed & self._passable[way], self.clock[way])
        return result

    def _beside(self, fronted: HexSet, to_this: int, to_that: int) -> HexSet:
        """The hexes that a unit at one end of a bond stands beside, if its zone reaches both hexes of the hexside."""
        return self._shift(fronted & self._open[to_this] & self._open[to_that], to_this)

    def _as_sides(self, hexes: HexSet, direction: str) -> SideSet:
        """The hexsides of these hexes in a direction that leads to higher indexes (see ``Grid.side_number``)."""
        size = self.grid.size
        if direction == "S":
            return hexes
        odd, even = hexes & self._odd_columns, hexes & ~self._odd_columns
        straight, aslant = (odd, even) if direction == "NE" else (even, odd)
        return straight << size | aslant << 2 * size
