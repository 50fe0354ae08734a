"""A game's map as data: terrain, hexsides, areas, named places, lines and boxes, each with its provenance.

A board says what is printed; what it means is the rules' business. It is read from ``board.toml``:

* ``[grid]``: numbering and size (:class:`~stavka.kit.grid.Grid`).
* ``[terrain.kinds.NAME]``: a symbol and a name; ``[terrain.rows]``: the map as one symbol a hex, in number order;
  ``[terrain.hexes]``: single corrections.
* ``[areas.KEY]``: a named set of hexes. ``[areas.KEY.parts.NAME]``: the same in named parts.
* ``[hexsides.KIND.KEY]``: hexsides of one kind (river, border ...) in named courses. With ``places = true`` they can be
  chosen and can hold counters: a bridge that may be blown, a river that may be bridged.
* ``[lines.KIND.KEY]``: roads and railways as paths from hex to hex.
* ``[places.KEY]``: towns and other named hexes.
* ``[boxes.KEY]``: places off the map, where counters can stand.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise

from .data import DataError, Source, Table, Words
from .grid import Edge, Grid
from .hexset import EMPTY, HexSet, SideSet, has, members, of


@dataclass(frozen=True)
class Terrain:
    """A kind of terrain."""

    key: str
    symbol: str
    name: Words
    source: Source
    playable: bool = True


@dataclass(frozen=True)
class Area:
    """A named set of hexes: a forest of partisans, a stretch of coast, a fortified line."""

    key: str
    name: Words
    hexes: HexSet
    source: Source
    parts: Mapping[str, HexSet] = field(default_factory=dict)


@dataclass(frozen=True)
class Course:
    """A run of hexsides with a name, such as a river."""

    kind: str
    key: str
    name: Words
    edges: tuple[Edge, ...]
    source: Source
    places: bool = False
    """Whether its hexsides are places."""


@dataclass(frozen=True)
class Line:
    """A road or railway from hex to hex."""

    kind: str
    key: str
    name: Words
    path: tuple[int, ...]
    source: Source


@dataclass(frozen=True)
class Place:
    """A named hex: a town, a fortress, an airfield."""

    key: str
    kind: str
    name: Words
    hex: int
    source: Source


@dataclass(frozen=True)
class Box:
    """A place off the map where counters stand: a space of the turn track, a reserve, the dead pile."""

    key: str
    name: Words
    index: int
    group: str


@dataclass(frozen=True)
class Side:
    """A hexside that is a place: it can be chosen, asked about and marked like a hex, and counters can stand on it."""

    name: str
    """As it is written, ``"1203/1204"``: the hex with the lower index first."""
    index: int
    number: int
    """Its bit in a side set."""
    edge: Edge
    course: Course


class Board:
    """The map of a game. Its places are numbered: hexes by the grid, boxes from ``grid.size`` on, then hexsides."""

    def __init__(self, table: Table) -> None:
        self.grid = _read_grid(table.table("grid"))
        self.scale_km = table.table("grid").whole("scale_metres", least=1) / 1000
        self.source = table.table("grid").source()
        self.terrains = {key: _read_terrain(key, kind) for key, kind in table.table("terrain").tables("kinds")}
        self.terrain: list[str] = self._read_map(table.table("terrain"))
        """The key of the terrain of every hex, by index; empty where there is no hex."""
        self.areas = {key: self._read_area(key, area) for key, area in table.tables("areas")}
        self.courses = tuple(
            self._read_course(kind, key, course)
            for kind, courses in table.tables("hexsides")
            for key, course in courses.tables()
        )
        self.lines = tuple(
            self._read_line(kind, key, line)
            for kind, lines in table.tables("lines")
            for key, line in lines.tables()
        )
        self.places = {key: self._read_place(key, place) for key, place in table.tables("places")}
        self.boxes = {
            key: Box(key, box.words("name"), self.grid.size + n, box.text("group", key.partition(".")[0]))
            for n, (key, box) in enumerate(table.tables("boxes"))
        }
        self.sides = self._sides(table)
        """The hexsides that are places, by name."""
        self.side_at = {side.index: side for side in self.sides.values()}
        """The hexsides that are places, by index."""
        self.names = self.grid.names + list(self.boxes) + list(self.sides)
        """The name of every place (hex, box or hexside), by index."""
        self.index = {name: i for i, name in enumerate(self.names) if name}
        """The index of every place, by name."""
        self.place_at = {place.hex: place for place in self.places.values()}

    def __repr__(self) -> str:
        return f"<Board of {len(self.grid.index)} hexes and {len(self.boxes)} boxes>"

    def hexes(self, *numbers: str) -> HexSet:
        """The set of the hexes with these printed numbers."""
        return of(self.grid.index[number] for number in numbers)

    def numbers(self, hexes: HexSet) -> list[str]:
        """The printed numbers of a set of hexes."""
        return [self.names[i] for i in members(hexes)]

    def area(self, key: str) -> HexSet:
        """The hexes of an area; none if the board has no such area."""
        area = self.areas.get(key)
        return EMPTY if area is None else area.hexes

    def of_terrain(self, *kinds: str) -> HexSet:
        """All hexes of these kinds of terrain."""
        return of(i for i in self.grid.index.values() if self.terrain[i] in kinds)

    def of_places(self, *kinds: str) -> HexSet:
        """All hexes that hold a named place of one of these kinds."""
        return of(place.hex for place in self.places.values() if place.kind in kinds)

    def edges(self, *kinds: str) -> frozenset[Edge]:
        """All hexsides of these kinds."""
        return frozenset(edge for course in self.courses if course.kind in kinds for edge in course.edges)

    def side_set(self, *kinds: str) -> SideSet:
        """All hexsides of these kinds, as a set."""
        return self.grid.side_set(self.edges(*kinds))

    def line_sides(self, *kinds: str) -> SideSet:
        """All hexsides that roads or railways of these kinds lead across."""
        return self.grid.side_set(
            edge for line in self.lines if line.kind in kinds for edge in pairwise(line.path))

    def side_names(self, sides: SideSet) -> list[str]:
        """The names of a set of hexsides."""
        return [self.grid.side_name(side) for side in members(sides)]

    def side_places(self, sides: SideSet) -> list[int]:
        """The hexsides of a set as places, to be offered; those that are no places are left out."""
        return [side.index for side in self.sides.values() if has(sides, side.number)]

    @property
    def playable(self) -> HexSet:
        """All hexes whose terrain units can ever be in."""
        return self.of_terrain(*(key for key, terrain in self.terrains.items() if terrain.playable))

    def _read_map(self, table: Table) -> list[str]:
        by_symbol = {terrain.symbol: key for key, terrain in self.terrains.items()}
        terrain = [""] * self.grid.size
        numbers = list(self.grid.index)
        for key, symbols in table.table("rows").values.items():
            if not numbers or not numbers[0].startswith(key):
                raise table.fail("rows.{key}: is not the next line of the grid", key=key)
            line = [number for number in numbers if number.startswith(key)]
            if len(symbols) != len(line):
                raise table.fail("rows.{key}: has {symbols} symbols for the {hexes} hexes {first} to {last}", key=key,
                                 symbols=len(symbols), hexes=len(line), first=line[0], last=line[-1])
            for number, symbol in zip(line, symbols, strict=True):
                if symbol not in by_symbol:
                    raise table.fail("rows.{key}: {symbol!r} at {number} is no terrain's symbol", key=key,
                                     symbol=symbol, number=number)
                terrain[self.grid.index[number]] = by_symbol[symbol]
            del numbers[:len(line)]
        if numbers:
            raise table.fail("rows: hex {number} has no symbol", number=numbers[0])
        for number, key in table.table("hexes", {}).values.items():
            if number not in self.grid.index:
                raise table.fail("hexes: there is no hex {number!r}", number=number)
            if key not in self.terrains:
                raise table.fail("hexes.{number}: {key!r} is no terrain; there are {known}", number=number, key=key,
                                 known=", ".join(self.terrains))
            terrain[self.grid.index[number]] = key
        return terrain

    def _hexes(self, table: Table, key: str) -> HexSet:
        numbers = table.texts(key)
        for number in numbers:
            if number not in self.grid.index:
                raise table.fail("'{key}': there is no hex {number!r}", key=key, number=number)
        return self.hexes(*numbers)

    def _read_area(self, key: str, table: Table) -> Area:
        parts = {name: self._hexes(part, "hexes") for name, part in table.tables("parts")}
        hexes = self._hexes(table, "hexes") if not parts else EMPTY
        for part in parts.values():
            hexes |= part
        return Area(key, table.words("name"), hexes, table.source(), parts)

    def _read_course(self, kind: str, key: str, table: Table) -> Course:
        edges = []
        for text in table.texts("between"):
            try:
                edges.append(self.grid.side(text))
            except ValueError as error:
                raise table.fail("{cause}", cause=error) from None
        return Course(kind, key, table.words("name"), tuple(edges), table.source(),
                      table.truth("places"))

    def _sides(self, table: Table) -> dict[str, Side]:
        """The hexsides that are places, numbered after the boxes in the order of the file."""
        sides: dict[str, Side] = {}
        first = self.grid.size + len(self.boxes)
        for course in self.courses:
            for edge in course.edges if course.places else ():
                number = self.grid.side_number(*edge)
                name = self.grid.side_name(number)
                if name in sides:
                    raise table.fail("hexsides.{kind}.{key}: {name} is a place already", kind=course.kind,
                                     key=course.key, name=name)
                sides[name] = Side(name, first + len(sides), number, edge, course)
        return sides

    def _read_line(self, kind: str, key: str, table: Table) -> Line:
        numbers = table.texts("path")
        for first, second in pairwise(numbers):
            try:
                self.grid.side(f"{first}/{second}")
            except ValueError as error:
                raise table.fail("'path': {cause}", cause=error) from None
        path = tuple(self.grid.index[number] for number in numbers)
        return Line(kind, key, table.words("name"), path, table.source())

    def _read_place(self, key: str, table: Table) -> Place:
        number = table.text("hex")
        if number not in self.grid.index:
            raise table.fail("there is no hex {number!r}", number=number)
        return Place(key, table.text("kind"), table.words("name"), self.grid.index[number], table.source())


def _read_grid(table: Table) -> Grid:
    short = table.one_of("short", ("even", "odd", "none"), "none")
    return Grid(
        table.one_of("orientation", ("pointy", "flat")),
        table.one_of("numbering", ("RRCC", "CCRR")),
        rows=table.pair("rows"),
        columns=table.pair("columns"),
        shoved=table.one_of("shoved", ("even", "odd")),
        rows_grow=table.one_of("rows_grow", ("south", "north"), "south"),
        columns_grow=table.one_of("columns_grow", ("east", "west"), "east"),
        short=None if short == "none" else short,
        absent=table.texts("absent", ()),
    )


def _read_terrain(key: str, table: Table) -> Terrain:
    symbol = table.text("symbol")
    if len(symbol) != 1:
        raise table.fail("'symbol' must be one character, not {symbol!r}", symbol=symbol)
    return Terrain(key, symbol, table.words("name"), table.source(), table.truth("playable", True))


__all__ = ["Area", "Board", "Box", "Course", "DataError", "Edge", "Line", "Place", "Side", "Terrain"]
