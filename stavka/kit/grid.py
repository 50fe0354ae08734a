"""Hex grids: how the hexes of a map are numbered, where they lie and which touch.

The same grid serves every numbering found on printed maps. A hex map is made of straight *lines* of hexes: rows when
the hexes stand on a point, columns when they stand on a flat side. Every second line is shoved half a hex. Which
number comes first, which way numbers grow and which lines are shoved is all that differs between publishers.

>>> grid = Grid("pointy", "RRCC", rows=(10, 50), columns=(0, 28), shoved="odd", columns_grow="west", short="odd")
>>> minsk = grid.index["3908"]
>>> sorted(grid.names[n] for n in grid.neighbours[minsk])
['3808', '3809', '3907', '3909', '4008', '4009']
>>> grid.distance(minsk, grid.index["2825"])
22
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import cached_property
from math import sqrt
from typing import Literal

from .data import Flaw
from .hexset import EMPTY, HexSet, SideSet, members, of

Orientation = Literal["pointy", "flat"]
Numbering = Literal["RRCC", "CCRR"]
Parity = Literal["even", "odd"]

Edge = tuple[int, int]
"""A hexside: the indexes of the two hexes it parts, lower first."""

Ways = tuple[HexSet, HexSet, HexSet, HexSet]
"""Hexsides prepared for :meth:`Grid.cross`: for each shift of the index that leads on to a neighbour, the hexes with
that side in the set."""

HALF_HEIGHT = sqrt(3) / 2
"""Distance between two lines of hexes whose width is 1."""

_POINTY = {(2, 0): "E", (1, 1): "SE", (-1, 1): "SW", (-2, 0): "W", (-1, -1): "NW", (1, -1): "NE"}
_FLAT = {(0, -2): "N", (1, -1): "NE", (1, 1): "SE", (0, 2): "S", (-1, 1): "SW", (-1, -1): "NW"}


def _places(lines: tuple[int, int], along: tuple[int, int], short: Parity | None) -> Iterator[tuple[int, int]]:
    """Every line and every place along it; the short lines lack their last."""
    short_parity = None if short is None else (0 if short == "even" else 1)
    for line in range(lines[0], lines[1] + 1):
        last = along[1] - (line % 2 == short_parity)
        for place in range(along[0], last + 1):
            yield line, place


class Grid:
    """The hexes of one map, each with a number as printed and an index that is its bit in a hex set.

    ``rows`` and ``columns`` are first and last number. ``shoved`` names the lines (odd or even numbered) that stand
    half a hex further towards the higher numbers, ``short`` the lines that lack their last hex, ``absent`` any
    other hexes the map does not have.
    """

    def __init__(self, orientation: Orientation, numbering: Numbering, *, rows: tuple[int, int],
                 columns: tuple[int, int], shoved: Parity, rows_grow: Literal["south", "north"] = "south",
                 columns_grow: Literal["east", "west"] = "east", short: Parity | None = None,
                 absent: Iterable[str] = ()) -> None:
        self.orientation: Orientation = orientation
        self.numbering: Numbering = numbering
        lines, along = (rows, columns) if orientation == "pointy" else (columns, rows)
        self._first_line, self._first_along = lines[0], along[0]
        self._parity = 0 if shoved == "even" else 1
        # One spare position at the end of every line keeps shifted sets from spilling into the next line.
        self.stride = along[1] - along[0] + 2
        self.size = self.stride * (lines[1] - lines[0] + 1)
        """Number of index positions; not every position is a hex."""
        self.names: list[str] = [""] * self.size
        """The printed number of every hex, by index; empty where there is no hex."""
        self.index: dict[str, int] = {}
        """The index of every hex, by printed number."""
        self.full: HexSet = EMPTY
        """All hexes of the map."""
        self._within: dict[tuple[int, int], HexSet] = {}
        self._xy: list[tuple[int, int]] = [(0, 0)] * self.size
        for name, line, place in self._printed(lines, along, short, set(absent)):
            self._add(name, line, place, rows_grow == "north", columns_grow == "west")
        self._compass = _POINTY if orientation == "pointy" else _FLAT
        self._by_direction = self._joined()
        self.neighbours: list[tuple[int, ...]] = [tuple(d.values()) for d in self._by_direction]
        """The adjacent hexes of every hex, by index."""
        self.ring: list[tuple[int | None, ...]] = [
            tuple(d.get(direction) for direction in self._compass.values()) for d in self._by_direction]
        """The neighbours of every hex in the order of ``directions``; None where the map ends."""
        self._shoved_lines = self._all_shoved(lines[1])
        self._shifts = {
            name: self._shift_of(-dx if columns_grow == "west" else dx, -dy if rows_grow == "north" else dy)
            for (dx, dy), name in self._compass.items()
        }
        self.every_side: SideSet = self.side_set(
            (here, there) for here in self.index.values() for there in self.neighbours[here] if here < there)
        """All hexsides between two hexes of the map."""

    def _printed(self, lines: tuple[int, int], along: tuple[int, int], short: Parity | None,
                 absent: Collection[str]) -> Iterator[tuple[str, int, int]]:
        """The number of every hex that the map has, its line, and its place along it."""
        for line, place in _places(lines, along, short):
            name = self._named(line, place)
            if name not in absent:
                yield name, line, place

    def _all_shoved(self, last_line: int) -> HexSet:
        """Every position of the lines that stand half a hex further."""
        whole_line = (1 << self.stride) - 1
        return sum(whole_line << (line - self._first_line) * self.stride
                   for line in range(self._first_line, last_line + 1) if line % 2 == self._parity)

    def _named(self, line: int, place: int) -> str:
        """The printed number of a place along a line."""
        row, column = (line, place) if self.orientation == "pointy" else (place, line)
        return f"{row:02}{column:02}" if self.numbering == "RRCC" else f"{column:02}{row:02}"

    def _joined(self) -> list[dict[str, int]]:
        """The neighbours of every hex, by direction."""
        at = {self._xy[i]: i for i in self.index.values()}
        joined: list[dict[str, int]] = [{} for _ in range(self.size)]
        for i in self.index.values():
            x, y = self._xy[i]
            for (dx, dy), name in self._compass.items():
                there = at.get((x + dx, y + dy))
                if there is not None:
                    joined[i][name] = there
        return joined

    def _add(self, name: str, line: int, place: int, flip_rows: bool, flip_columns: bool) -> None:
        """Enter one hex; its drawing coordinates are doubled so that half hexes stay whole numbers."""
        i = (line - self._first_line) * self.stride + place - self._first_along
        doubled = 2 * place + (line % 2 == self._parity)
        x, y = (doubled, line) if self.orientation == "pointy" else (line, doubled)
        self.names[i] = name
        self.index[name] = i
        self.full |= 1 << i
        self._xy[i] = (-x if flip_columns else x, -y if flip_rows else y)

    def _shift_of(self, dx: int, dy: int) -> tuple[int, int]:
        """How far a step moves the index, out of a shoved line and out of any other."""
        lines, doubled = (dy, dx) if self.orientation == "pointy" else (dx, dy)
        if not lines:
            return doubled // 2, doubled // 2
        return lines * self.stride + (doubled + 1) // 2, lines * self.stride + (doubled - 1) // 2

    def __repr__(self) -> str:
        return f"<Grid {self.orientation} {self.numbering}, {len(self.index)} hexes>"

    @property
    def directions(self) -> tuple[str, ...]:
        """The six compass directions of this grid, clockwise.

        >>> Grid("flat", "CCRR", rows=(1, 2), columns=(1, 2), shoved="odd").directions
        ('N', 'NE', 'SE', 'S', 'SW', 'NW')
        """
        return tuple(self._compass.values())

    def around(self, hexes: HexSet) -> HexSet:
        """All hexes adjacent to a hex of the set: the zone of control of units standing there.

        >>> grid = Grid("flat", "CCRR", rows=(1, 9), columns=(1, 9), shoved="even")
        >>> [grid.names[i] for i in members(grid.around(1 << grid.index["0505"]))]
        ['0404', '0405', '0504', '0506', '0604', '0605']
        """
        shoved = hexes & self._shoved_lines
        plain = hexes ^ shoved
        pair = hexes | shoved << 1 | plain >> 1
        return (hexes << 1 | hexes >> 1 | pair << self.stride | pair >> self.stride) & self.full

    def shift(self, hexes: HexSet, direction: str) -> HexSet:
        """The neighbours of all hexes of a set in one compass direction, as far as the map goes.

        >>> grid = Grid("flat", "CCRR", rows=(1, 9), columns=(1, 9), shoved="even")
        >>> [grid.names[i] for i in members(grid.shift(1 << grid.index["0505"] | 1 << grid.index["0404"], "NE"))]
        ['0504', '0604']
        """
        shoved = hexes & self._shoved_lines
        plain = hexes ^ shoved
        from_shoved, from_plain = self._shifts[direction]
        return (_shifted(shoved, from_shoved) | _shifted(plain, from_plain)) & self.full

    # -- hexsides ------------------------------------------------------------------------------------------------

    def side_number(self, a: int, b: int) -> int:
        """The number of the hexside between two neighbours: its bit in a side set.

        Of the six sides of a hex three lead to higher indexes: to the next hex of its line, to the hex with the same
        place in the next line, and to that one's neighbour. The sides of each of these three sorts are numbered by
        the lower hex, so that a side set is three hex sets in a row.

        >>> grid = Grid("flat", "CCRR", rows=(1, 9), columns=(1, 9), shoved="even")
        >>> grid.side_number(0, 1), grid.side_number(1, 0), grid.side_number(0, 10) - grid.size
        (0, 0, 0)
        """
        low, high = (a, b) if a < b else (b, a)
        sort = 0 if high - low == 1 else 1 if high - low == self.stride else 2
        return sort * self.size + low

    def side_hexes(self, side: int) -> Edge:
        """The two hexes of a hexside, lower index first.

        >>> grid = Grid("flat", "CCRR", rows=(1, 9), columns=(1, 9), shoved="even")
        >>> grid.side_hexes(grid.side_number(*grid.side("0203/0304"))) == grid.side("0203/0304")
        True
        """
        return self.edges[side]

    @cached_property
    def edges(self) -> list[Edge]:
        """The two hexes of every hexside, by its number."""
        aslant = [self.stride + (1 if self._shoved_lines >> low & 1 else -1) for low in range(self.size)]
        return [(low, low + beyond) for sort in ([1] * self.size, [self.stride] * self.size, aslant)
                for low, beyond in enumerate(sort)]

    @cached_property
    def exits(self) -> list[list[tuple[int, int]]]:
        """The neighbours of every hex, each with the number of the hexside that leads there."""
        return [[(there, self.side_number(here, there)) for there in beside]
                for here, beside in enumerate(self.neighbours)]

    def side_set(self, edges: Iterable[Edge]) -> SideSet:
        """The set of these hexsides."""
        return of(self.side_number(a, b) for a, b in edges)

    def side_edges(self, sides: SideSet) -> list[Edge]:
        """The hexsides of a set, each as the two hexes it parts."""
        edges = self.edges
        return [edges[side] for side in members(sides)]

    def ends(self, sides: SideSet) -> HexSet:
        """The hexes on both sides of the hexsides of a set.

        >>> grid = Grid("flat", "CCRR", rows=(1, 1), columns=(1, 5), shoved="even")
        >>> [grid.names[i] for i in members(grid.ends(grid.side_set([grid.side("0201/0301")])))]
        ['0201', '0301']
        """
        return self.cross(self.full, self.ways(sides))

    def side_name(self, side: int) -> str:
        """A hexside as it is written, such as ``"1803/1804"``: the hex with the lower index first.

        >>> grid = Grid("flat", "CCRR", rows=(1, 9), columns=(1, 9), shoved="even")
        >>> grid.side_name(grid.side_number(*grid.side("0102/0101")))
        '0101/0102'
        """
        a, b = self.side_hexes(side)
        return f"{self.names[a]}/{self.names[b]}"

    def ways(self, sides: SideSet) -> Ways:
        """A set of hexsides prepared for :meth:`cross`: a few shifts, cheap enough for sets that change in play."""
        aslant = sides >> 2 * self.size
        shoved = aslant & self._shoved_lines
        line = (1 << self.size) - 1
        return sides & line, sides >> self.size & line, shoved, aslant ^ shoved

    def cross(self, hexes: HexSet, ways: Ways) -> HexSet:
        """Where a step across one of these hexsides leads from a set of hexes.

        >>> grid = Grid("flat", "CCRR", rows=(1, 1), columns=(1, 5), shoved="even")
        >>> bridges = grid.ways(grid.side_set([grid.side("0101/0201"), grid.side("0301/0401")]))
        >>> [grid.names[i] for i in members(grid.cross(grid.full, bridges))]
        ['0101', '0201', '0301', '0401']
        >>> [grid.names[i] for i in members(grid.cross(1 << grid.index["0201"], bridges))]
        ['0101']
        """
        on, down, right, left = ways
        stride = self.stride
        return (
            (hexes & on) << 1 | hexes >> 1 & on
            | (hexes & down) << stride | hexes >> stride & down
            | (hexes & right) << stride + 1 | hexes >> stride + 1 & right
            | (hexes & left) << stride - 1 | hexes >> stride - 1 & left
        )

    def flood(self, start: HexSet, ways: Ways, through: HexSet) -> HexSet:
        """All hexes that steps across these hexsides lead to, from those of the start that are in ``through``.

        What one direction has brought goes on in the next, so that few rounds follow a road to its end.

        >>> grid = Grid("flat", "CCRR", rows=(1, 1), columns=(1, 5), shoved="even")
        >>> road = grid.ways(grid.side_set(grid.side(text) for text in ("0101/0201", "0201/0301", "0401/0501")))
        >>> [grid.names[i] for i in members(grid.flood(1 << grid.index["0301"], road, grid.full))]
        ['0101', '0201', '0301']
        """
        stride = self.stride
        on, down, right, left = (sides & through & through >> shift for sides, shift in zip(
            ways, (1, stride, stride + 1, stride - 1), strict=True))
        reached, before = start & through, EMPTY
        while reached != before:
            before = reached
            reached |= (reached & on) << 1 | reached >> 1 & on
            reached |= (reached & down) << stride | reached >> stride & down
            reached |= (reached & right) << stride + 1 | reached >> stride + 1 & right
            reached |= (reached & left) << stride - 1 | reached >> stride - 1 & left
        return reached

    def sides_between(self, these: HexSet, those: HexSet) -> SideSet:
        """The hexsides that part a hex of one set from a hex of the other.

        Between a set and itself these are the sides no step from zone to zone may cross.

        >>> grid = Grid("flat", "CCRR", rows=(1, 1), columns=(1, 5), shoved="even")
        >>> west = 1 << grid.index["0101"] | 1 << grid.index["0201"]
        >>> [grid.side_name(side) for side in members(grid.sides_between(west, west))]
        ['0101/0201']
        >>> [grid.side_name(side) for side in members(grid.sides_between(west, grid.full & ~west))]
        ['0201/0301']
        """
        return self._sides_up(these, those) | self._sides_up(those, these)

    def _sides_up(self, lower: HexSet, higher: HexSet) -> SideSet:
        """The hexsides with the lower hex in one set and the higher in the other."""
        stride, shoved = self.stride, self._shoved_lines
        aslant = (higher >> stride + 1 & shoved) | (higher >> stride - 1 & ~shoved)
        sides = lower & higher >> 1 | (lower & higher >> stride) << self.size | (lower & aslant) << 2 * self.size
        return sides & self.every_side

    def sides_of(self, hexes: HexSet) -> SideSet:
        """All hexsides of the hexes of a set.

        >>> grid = Grid("flat", "CCRR", rows=(1, 9), columns=(1, 9), shoved="even")
        >>> grid.sides_of(1 << grid.index["0505"]).bit_count()
        6
        """
        return self.sides_between(hexes, self.full)

    def facing(self, sides: SideSet, direction: str) -> HexSet:
        """The hexes whose side in a compass direction belongs to a set.

        >>> grid = Grid("flat", "CCRR", rows=(1, 9), columns=(1, 9), shoved="even")
        >>> [grid.names[i] for i in members(grid.facing(grid.side_set([grid.side("0505/0506")]), "N"))]
        ['0506']
        """
        result = EMPTY
        for shift, sort, lines in self._sorts[direction]:
            lower = sides >> sort * self.size & (1 << self.size) - 1
            result |= _shifted(lower, max(0, -shift)) & lines
        return result & self.full

    def sides_facing(self, hexes: HexSet, direction: str) -> SideSet:
        """The sides of the hexes of a set in one compass direction.

        >>> grid = Grid("flat", "CCRR", rows=(1, 9), columns=(1, 9), shoved="even")
        >>> [grid.side_name(side) for side in members(grid.sides_facing(1 << grid.index["0506"], "N"))]
        ['0505/0506']
        """
        result = EMPTY
        for shift, sort, lines in self._sorts[direction]:
            result |= _shifted(hexes & lines, min(0, shift)) << sort * self.size
        return result & self.every_side

    @cached_property
    def _sorts(self) -> dict[str, list[tuple[int, int, HexSet]]]:
        """For steps in every direction, out of shoved lines and out of others: shift, sort of hexside, those lines."""
        lines = (self._shoved_lines, ~self._shoved_lines)
        return {direction: [(shift, 0 if abs(shift) == 1 else 1 if abs(shift) == self.stride else 2, these)
                            for shift, these in zip(shifts, lines, strict=True)]
                for direction, shifts in self._shifts.items()}

    # -- distances -----------------------------------------------------------------------------------------------

    def distance(self, a: int, b: int) -> int:
        """The number of steps from one hex to the other.

        >>> grid = Grid("flat", "CCRR", rows=(1, 9), columns=(1, 9), shoved="even")
        >>> grid.distance(grid.index["0101"], grid.index["0301"])
        2
        """
        (ax, ay), (bx, by) = self._xy[a], self._xy[b]
        dx, dy = abs(ax - bx), abs(ay - by)
        short, long = (dy, dx) if self.orientation == "pointy" else (dx, dy)
        return short + max(0, (long - short) // 2)

    def steps_to(self, i: int, goal: HexSet) -> int | None:
        """The distance to the nearest hex of a set, None if the set is empty.

        >>> grid = Grid("flat", "CCRR", rows=(1, 9), columns=(1, 9), shoved="even")
        >>> grid.steps_to(grid.index["0105"], 1 << grid.index["0101"] | 1 << grid.index["0108"])
        3
        """
        if not goal & self.full:
            return None
        reached, steps = 1 << i, 0
        while not reached & goal:
            reached |= self.around(reached)
            steps += 1
        return steps

    def within(self, centre: int, steps: int) -> HexSet:
        """Every hex at most ``steps`` away, the centre included.

        >>> grid = Grid("flat", "CCRR", rows=(1, 9), columns=(1, 9), shoved="even")
        >>> grid.within(grid.index["0505"], 2).bit_count()
        19
        """
        hexes = self._within.get((centre, steps))
        if hexes is None:
            hexes = 1 << centre
            for _ in range(min(steps, self.size)):
                hexes |= self.around(hexes)
            self._within[centre, steps] = hexes
        return hexes

    def direction(self, a: int, b: int) -> str:
        """The compass direction of the step from ``a`` to its neighbour ``b``.

        >>> grid = Grid("flat", "CCRR", rows=(1, 9), columns=(1, 9), shoved="even")
        >>> grid.direction(grid.index["0505"], grid.index["0504"])
        'N'
        """
        (ax, ay), (bx, by) = self._xy[a], self._xy[b]
        try:
            return self._compass[bx - ax, by - ay]
        except KeyError:
            raise Flaw("hexes {first} and {second} do not touch", first=self.names[a],
                       second=self.names[b]) from None

    def step(self, i: int, direction: str) -> int | None:
        """The neighbour in a compass direction, if the map goes on there.

        >>> grid = Grid("flat", "CCRR", rows=(1, 9), columns=(1, 9), shoved="even")
        >>> grid.step(grid.index["0101"], "N") is None
        True
        """
        return self._by_direction[i].get(direction)

    def side(self, text: str) -> Edge:
        """The two hexes of a hexside written ``"1803/1804"``, lower index first.

        >>> grid = Grid("flat", "CCRR", rows=(1, 9), columns=(1, 9), shoved="even")
        >>> grid.side("0102/0101")
        (0, 1)
        """
        first, _, second = text.partition("/")
        if first not in self.index or second not in self.index:
            raise Flaw("hexside {text!r}: no such hex", text=text)
        a, b = sorted((self.index[first], self.index[second]))
        self.direction(a, b)
        return a, b

    def centre(self, i: int) -> tuple[float, float]:
        """Where the hex lies on a drawing with north at the top: x to the east, y to the south, hex width 1.

        >>> grid = Grid("pointy", "RRCC", rows=(0, 3), columns=(0, 3), shoved="odd")
        >>> grid.centre(grid.index["0100"])
        (0.5, 0.8660254037844386)
        """
        x, y = self._xy[i]
        return (x / 2, y * HALF_HEIGHT) if self.orientation == "pointy" else (x * HALF_HEIGHT, y / 2)


def _shifted(hexes: HexSet, by: int) -> HexSet:
    return hexes << by if by >= 0 else hexes >> -by
