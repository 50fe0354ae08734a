"""Where hexes, corners and hexsides lie on the drawing, and how hexsides make outlines and courses.

Corners have whole-number names, so that two hexes agree exactly on the corner they share: that is what makes outlines
close and rivers join. A cell is a hex of the drawing whether or not the map has it: around the map the ground goes on
for a few cells, so that it runs out to the frame as on a printed sheet.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from collections.abc import Set as AbstractSet
from math import hypot, sqrt

from ..kit.grid import HALF_HEIGHT, Grid, Orientation
from .svg import Point

Cell = tuple[int, int]
"""A hex of the drawing, in doubled coordinates."""

Corner = tuple[int, int]
"""A corner of hexes."""

RADIUS = 1 / sqrt(3)
"""From the centre to a corner of a hex whose width (flat side to flat side) is 1."""

_POINTY_CORNERS = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))
_POINTY_STEPS = ((1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1))
_FLAT_CORNERS = ((-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0))
_FLAT_STEPS = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))


class Lattice:
    """The endless honeycomb a map is drawn on. ``size`` is the width of a hex in pixels."""

    def __init__(self, orientation: Orientation, size: float, x: float = 0, y: float = 0) -> None:
        self.orientation: Orientation = orientation
        self.size = size
        self._x, self._y = x, y
        self._parity = 0  # only cells whose coordinates have an even sum exist; a map may have the odd ones instead
        pointy = orientation == "pointy"
        self._corners = _POINTY_CORNERS if pointy else _FLAT_CORNERS
        self.steps = _POINTY_STEPS if pointy else _FLAT_STEPS
        """From a cell to its six neighbours, clockwise; step ``k`` crosses the side from corner ``k`` to ``k + 1``."""
        half, short = size / 2, size * RADIUS / 2
        self._unit_x, self._unit_y = (half, short) if pointy else (short, half)
        self._wide_x, self._wide_y = (1, 3) if pointy else (3, 1)

    def centre(self, cell: Cell) -> Point:
        """The middle of a cell."""
        return self._x + cell[0] * self._wide_x * self._unit_x, self._y + cell[1] * self._wide_y * self._unit_y

    def point(self, corner: Corner) -> Point:
        """Where a corner lies."""
        return self._x + corner[0] * self._unit_x, self._y + corner[1] * self._unit_y

    def corners(self, cell: Cell) -> list[Corner]:
        """The six corners of a cell, clockwise."""
        x, y = cell[0] * self._wide_x, cell[1] * self._wide_y
        return [(x + dx, y + dy) for dx, dy in self._corners]

    @property
    def offsets(self) -> list[Point]:
        """The six corners as seen from the centre, clockwise."""
        return [(dx * self._unit_x, dy * self._unit_y) for dx, dy in self._corners]

    def neighbour(self, cell: Cell, k: int) -> Cell:
        """The cell across side ``k``."""
        return cell[0] + self.steps[k][0], cell[1] + self.steps[k][1]

    def outward(self, k: int) -> Point:
        """The direction across side ``k``, of length 1."""
        dx, dy = self.steps[k]
        x, y = dx * self._wide_x * self._unit_x, dy * self._wide_y * self._unit_y
        length = hypot(x, y)
        return x / length, y / length

    def side(self, a: Cell, b: Cell) -> tuple[Corner, Corner]:
        """The two corners that neighbouring cells share, in clockwise order round ``a``."""
        k = self.steps.index((b[0] - a[0], b[1] - a[1]))
        corners = self.corners(a)
        return corners[k], corners[(k + 1) % 6]

    def touching(self, corner: Corner) -> list[Cell]:
        """The three cells that meet at a corner."""
        result = []
        for dx, dy in self._corners:
            x, y = corner[0] - dx, corner[1] - dy
            if x % self._wide_x == 0 and y % self._wide_y == 0:
                cell = (x // self._wide_x, y // self._wide_y)
                if (cell[0] + cell[1]) % 2 == self._parity:
                    result.append(cell)
        return result

    def cell_at(self, point: Point) -> Cell:
        """The cell a point lies in."""
        x = (point[0] - self._x) / (self._wide_x * self._unit_x)
        y = (point[1] - self._y) / (self._wide_y * self._unit_y)
        near = [
            (column, row)
            for column in range(round(x) - 2, round(x) + 3)
            for row in range(round(y) - 2, round(y) + 3)
            if (column + row) % 2 == self._parity
        ]
        return min(
            near, key=lambda cell: (hypot(*(a - b for a, b in zip(self.centre(cell), point, strict=True))), cell)
        )

    def outline(self, cells: AbstractSet[Cell], keep: Callable[[Cell, Cell], bool] | None = None) -> list[list[Corner]]:
        """The border of a set of cells as clockwise rings (first corner again at the end).

        ``keep`` can choose some of the sides (it is given the cell inside and the one outside); what is left of a
        ring is then a chain.
        """
        following: dict[Corner, Corner] = {}
        for cell in sorted(cells):
            corners = self.corners(cell)
            for k in range(6):
                beyond = self.neighbour(cell, k)
                if beyond not in cells and (keep is None or keep(cell, beyond)):
                    following[corners[k]] = corners[(k + 1) % 6]
        arrived = set(following.values())
        chains = []
        for start in [c for c in following if c not in arrived] + list(following):
            if start not in following:
                continue
            chain = [start]
            while chain[-1] in following:
                chain.append(following.pop(chain[-1]))
            chains.append(chain)
        return chains


class Mesh(Lattice):
    """The lattice laid over one map, with the frame round it."""

    def __init__(self, grid: Grid, size: float, *, left: float = 0, top: float = 0, bleed: float = 0.12) -> None:
        centres = {i: grid.centre(i) for i in grid.index.values()}
        xs = [x for x, _ in centres.values()]
        ys = [y for _, y in centres.values()]
        pointy = grid.orientation == "pointy"
        reach_x, reach_y = (0.5, RADIUS) if pointy else (RADIUS, 0.5)
        reach_x, reach_y = reach_x + bleed, reach_y + bleed
        super().__init__(
            grid.orientation,
            size,
            (left + reach_x - min(xs)) * size,
            (top + reach_y - min(ys)) * size,
        )
        self.frame = (
            left * size,
            top * size,
            (max(xs) - min(xs) + 2 * reach_x) * size,
            (max(ys) - min(ys) + 2 * reach_y) * size,
        )
        """The picture of the map: left, top, width and height."""
        self.cell: dict[int, Cell] = {}
        """The cell of every hex, by index."""
        for i, (x, y) in centres.items():
            column, row = (x * 2, y / HALF_HEIGHT) if pointy else (x / HALF_HEIGHT, y * 2)
            self.cell[i] = (round(column), round(row))
        self.index: dict[Cell, int] = {cell: i for i, cell in self.cell.items()}
        """The hex of every cell of the map."""
        first = next(iter(self.index))
        self._parity = (first[0] + first[1]) % 2

    def cells(self, hexes: Iterable[int]) -> set[Cell]:
        """The cells of some hexes."""
        return {self.cell[i] for i in hexes}

    def beyond(self, depth: int) -> dict[Cell, int]:
        """Every cell of the map and ``depth`` rings round it, each with the nearest hex of the map."""
        known: dict[Cell, int] = dict(self.index)
        ring = sorted(known)
        for _ in range(depth):
            following: dict[Cell, int] = {}
            for cell in ring:
                for k in range(6):
                    there = self.neighbour(cell, k)
                    if there not in known:
                        following.setdefault(there, known[cell])
            known.update(following)
            ring = sorted(following)
        return known


def chains(sides: Iterable[tuple[Corner, Corner]]) -> list[list[Corner]]:
    """Hexsides strung into courses: every side once, as few and as long courses as a simple rule finds.

    Where three sides meet, the two longest branches become one course and the third ends there.

    >>> chains([((0, 0), (1, 1)), ((2, 0), (1, 1)), ((2, 0), (3, 1))])
    [[(0, 0), (1, 1), (2, 0), (3, 1)]]
    """
    at: dict[Corner, list[Corner]] = {}
    for a, b in sides:
        if b not in at.setdefault(a, []):
            at[a].append(b)
            at.setdefault(b, []).append(a)
    pieces = _pieces(at)
    merged = True
    while merged:
        merged = False
        ends: dict[Corner, list[int]] = {}
        for n, piece in enumerate(pieces):
            if piece[0] != piece[-1]:
                ends.setdefault(piece[0], []).append(n)
                ends.setdefault(piece[-1], []).append(n)
        for corner, touching in sorted(ends.items()):
            if len(touching) > 1:
                one, two = sorted(touching, key=lambda n: (-len(pieces[n]), n))[:2]
                first, second = pieces[one], pieces[two]
                first = first if first[-1] == corner else first[::-1]
                second = second if second[0] == corner else second[::-1]
                pieces = [piece for n, piece in enumerate(pieces) if n not in (one, two)]
                pieces.append(first + second[1:])
                merged = True
                break
    return sorted(pieces, key=lambda piece: (-len(piece), piece))


def _pieces(at: Mapping[Corner, list[Corner]]) -> list[list[Corner]]:
    """Runs of sides between ends and forks, then closed rings."""
    used: set[frozenset[Corner]] = set()
    result = []
    starts = [corner for corner in at if len(at[corner]) != 2]
    for start in [*starts, *at]:
        for following in at[start]:
            if frozenset((start, following)) in used:
                continue
            piece = [start, following]
            used.add(frozenset(piece))
            while len(at[piece[-1]]) == 2 and piece[-1] != start:
                here = piece[-1]
                there = at[here][0] if at[here][0] != piece[-2] else at[here][1]
                used.add(frozenset((here, there)))
                piece.append(there)
            result.append(piece)
    return result
