"""Directions, distances and drawn excerpts of a map, for any grid.

A hex is drawn as three short lines. Hexes of a pointy grid lie in straight rows, every second row half a hex aside;
those of a flat grid in straight columns, every second column half a hex lower. What runs along hexsides stands
between the hexes it parts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from math import atan2, pi

from stavka.kit.board import Board, Edge, Place
from stavka.kit.grid import HALF_HEIGHT
from stavka.kit.hexset import members

WINDS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")

CELL_WIDTH = 9
CELL_LINES = 3
_ACROSS, _DOWN = CELL_WIDTH + 1, CELL_LINES + 1

INKS = "~#=%&+^:;$"
"""What kinds of hexsides are drawn with, the commonest first, whatever the order of the file."""

Cell = Callable[[int], Sequence[str]]
"""The three lines to write into a hex."""


class Atlas:
    """A board, measured and drawn."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self._near: dict[int, tuple[Place, int] | None] = {}

    def wind(self, here: int, there: int) -> str:
        """Where a hex lies as seen from here, as one of the eight winds; empty if it is the same hex.

        For hexes that touch it is the direction of the step.
        """
        if here == there:
            return ""
        (x, y), (to_x, to_y) = self.board.grid.centre(here), self.board.grid.centre(there)
        turn = 2 * pi / len(WINDS)
        return WINDS[round(atan2(to_x - x, y - to_y) / turn) % len(WINDS)]

    def near(self, hex: int) -> tuple[Place, int] | None:
        """The nearest named place and its distance; None on a map without places."""
        if hex not in self._near:
            grid = self.board.grid
            ranked = [(grid.distance(place.hex, hex), key) for key, place in self.board.places.items()]
            nearest = min(ranked, default=None)
            self._near[hex] = None if nearest is None else (self.board.places[nearest[1]], nearest[0])
        return self._near[hex]

    def is_hex(self, place: int) -> bool:
        """Whether a place is on the map rather than a box beside it."""
        return place < self.board.grid.size

    @cached_property
    def inks(self) -> Mapping[str, str]:
        """The character each kind of hexside is drawn with."""
        number = Counter(course.kind for course in self.board.courses for _ in course.edges)
        kinds = sorted(number, key=lambda kind: (-number[kind], kind))
        return {kind: INKS[min(n, len(INKS) - 1)] for n, kind in enumerate(kinds)}

    @cached_property
    def drawn_sides(self) -> Mapping[Edge, str]:
        """The kind of every hexside that has one; of several the rarest."""
        return {edge: kind for kind in self.inks for course in self.board.courses if course.kind == kind
                for edge in course.edges}

    def sides_within(self, hexes: int) -> list[str]:
        """The kinds of hexsides that an excerpt of these hexes shows."""
        seen = {kind for (a, b), kind in self.drawn_sides.items() if hexes >> a & 1 and hexes >> b & 1}
        return [kind for kind in self.inks if kind in seen]

    def draw(self, hexes: int, cell: Cell) -> list[str]:
        """The hexes of a set, drawn."""
        drawn = list(members(hexes))
        if not drawn:
            return []
        corner = {hex: self._corner(hex) for hex in drawn}
        left, top = min(x for x, _ in corner.values()), min(y for _, y in corner.values())
        paper = _Paper()
        for hex, (x, y) in corner.items():
            for n, line in enumerate(cell(hex)[:CELL_LINES]):
                paper.write(x - left, y - top + n, line[:CELL_WIDTH])
        for (a, b), kind in self.drawn_sides.items():
            if a in corner and b in corner:
                x, y = corner[a]
                self._draw_side(paper, (x - left, y - top), self.board.grid.direction(a, b), self.inks[kind])
        return paper.lines()

    def _corner(self, hex: int) -> tuple[int, int]:
        """Column and line of the upper left character of a hex."""
        x, y = self.board.grid.centre(hex)
        if self.board.grid.orientation == "pointy":
            return round(x * _ACROSS), round(y / HALF_HEIGHT) * _DOWN
        return round(x / HALF_HEIGHT) * _ACROSS, round(y * _DOWN)

    def _draw_side(self, paper: _Paper, corner: tuple[int, int], direction: str, ink: str) -> None:
        sides = _POINTY_SIDES if self.board.grid.orientation == "pointy" else _FLAT_SIDES
        dx, dy, across, down = sides[direction]
        for n in range(down):
            paper.write(corner[0] + dx, corner[1] + dy + n, ink * across)


_HALF = CELL_WIDTH // 2

_POINTY_SIDES = {
    "E": (CELL_WIDTH, 0, 1, CELL_LINES),
    "W": (-1, 0, 1, CELL_LINES),
    "NW": (0, -1, _HALF, 1),
    "NE": (_HALF + 1, -1, _HALF, 1),
    "SW": (0, CELL_LINES, _HALF, 1),
    "SE": (_HALF + 1, CELL_LINES, _HALF, 1),
}
"""Where a hexside is drawn: offset from the corner of the hex, width and height."""

_FLAT_SIDES = {
    "N": (0, -1, CELL_WIDTH, 1),
    "S": (0, CELL_LINES, CELL_WIDTH, 1),
    "NW": (-1, 0, 1, 1),
    "SW": (-1, CELL_LINES - 1, 1, 1),
    "NE": (CELL_WIDTH, 0, 1, 1),
    "SE": (CELL_WIDTH, CELL_LINES - 1, 1, 1),
}


class _Paper:
    """Characters at places; what was never written is blank."""

    def __init__(self) -> None:
        self._rows: dict[int, dict[int, str]] = {}

    def write(self, x: int, y: int, text: str) -> None:
        row = self._rows.setdefault(y, {})
        for n, character in enumerate(text):
            row[x + n] = character

    def lines(self) -> list[str]:
        left = min(0, min((min(row, default=0) for row in self._rows.values()), default=0))
        return [
            "".join(row.get(x, " ") for x in range(left, max(row, default=left) + 1)).rstrip()
            for row in (self._rows.get(y, {}) for y in range(min(self._rows), max(self._rows) + 1))
        ]
