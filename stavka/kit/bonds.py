"""Bonds: two units two hexes apart close what lies between them to the enemy.

If the two stand in a straight line, the one hex between them is closed: nobody enters a *hex bond*. If not, two hexes
lie between them, and the side these two share is closed: nobody crosses a *hexside bond*.

What comes out are plain sets, for all that sets are good for: closed hexes for :func:`~stavka.kit.reach.charges`,
barred hexsides for :func:`~stavka.kit.reach.barred_by`, walls for supply lines, hexes not to retreat to.
"""

from __future__ import annotations

from typing import NamedTuple

from .grid import Grid
from .hexset import EMPTY, HexSet, SideSet


class _Axis(NamedTuple):
    """The hexes through which a straight line in one direction can run, between the units before and behind them."""

    ahead: str
    behind: str
    fit: HexSet


class _End(NamedTuple):
    """One end of a hexside, as seen from the hex on one side of it."""

    toward_us: str
    """The direction from the unit at that end to our hex."""
    open: HexSet
    """Our hexes for which a unit at that end reaches both hexes of the hexside."""
    cut: HexSet
    """Our hexes for which a stream parts that end from both hexes of the hexside."""
    coast: HexSet
    """Our hexes that have a hex of the coast at that end."""


class _Seam(NamedTuple):
    """The hexsides in one direction from their hexes."""

    direction: str
    back: str
    left: _End
    right: _End


class Bonds:
    """The bonds that units can form on a map.

    No bond crosses a ``closed`` hexside, and none crosses two ``streams``; a hexside bond crosses one where streams
    part the unit at that end from both hexes of the hexside. No hex bond runs through ``void`` hexes. A hex of the
    ``coast`` stands for a second unit in hexside bonds.

    >>> from stavka.kit.hexset import members
    >>> grid = Grid("flat", "CCRR", rows=(1, 9), columns=(1, 9), shoved="even")
    >>> bonds = Bonds(grid)
    >>> pair = 1 << grid.index["0503"] | 1 << grid.index["0505"]
    >>> [grid.names[i] for i in members(bonds.hexes(pair))]
    ['0504']
    >>> askew = 1 << grid.index["0505"] | 1 << grid.index["0606"]
    >>> [grid.side_name(side) for side in members(bonds.sides(askew))]
    ['0506/0605']
    """

    def __init__(self, grid: Grid, closed: SideSet = EMPTY, streams: SideSet = EMPTY, void: HexSet = EMPTY,
                 coast: HexSet = EMPTY) -> None:
        self._grid = grid
        clock = grid.directions
        self._axes = [self._axis(clock[hand], clock[hand + 3], closed, streams, void) for hand in range(3)]
        self._seams = [
            _Seam(clock[hand], clock[hand + 3], *(self._end(hand, turn, closed, streams, coast) for turn in (-1, 1)))
            for hand in range(3)
        ]

    def _axis(self, ahead: str, behind: str, closed: SideSet, streams: SideSet, void: HexSet) -> _Axis:
        facing = self._grid.facing
        barred = facing(closed, ahead) | facing(closed, behind)
        loop = facing(streams, ahead) & facing(streams, behind)
        return _Axis(ahead, behind, self._grid.full & ~void & ~barred & ~loop)

    def _end(self, hand: int, turn: int, closed: SideSet, streams: SideSet, coast: HexSet) -> _End:
        """The end to the left (``turn`` -1) or right (1) of the hexsides in a direction.

        It touches our hex one turn on from that direction, and the hex beyond the hexside two turns on.
        """
        grid, clock = self._grid, self._grid.directions
        ours, beyond, back = clock[(hand + turn) % 6], clock[(hand + 2 * turn) % 6], clock[(hand + 3) % 6]
        either = grid.facing(closed, ours) | grid.shift(grid.facing(closed, beyond), back)
        both = grid.facing(streams, ours) & grid.shift(grid.facing(streams, beyond), back)
        toward_us = clock[(hand + turn + 3) % 6]
        return _End(toward_us, grid.full & ~either, both, grid.shift(coast, toward_us))

    def hexes(self, units: HexSet, foes: HexSet = EMPTY) -> HexSet:
        """The hex bonds between units; an enemy in the hex cancels one."""
        shift = self._grid.shift
        result = EMPTY
        for ahead, behind, fit in self._axes:
            result |= shift(units, ahead) & shift(units, behind) & fit
        return result & ~foes

    def sides(self, units: HexSet, foes: HexSet = EMPTY) -> SideSet:
        """The hexside bonds between units; enemies on both sides of the hexside cancel one."""
        grid = self._grid
        result = EMPTY
        for direction, back, left, right in self._seams:
            on_left = grid.shift(units, left.toward_us) & left.open
            on_right = grid.shift(units, right.toward_us) & right.open
            bonds = on_left & on_right & ~(left.cut & right.cut) | on_left & right.coast | on_right & left.coast
            if foes:
                bonds &= ~(foes & grid.shift(foes, back))
            result |= grid.sides_facing(bonds, direction)
        return result
