"""The features of the ground: terrain, rivers and other hexsides, roads and railways, areas.

Each function draws one entry of a style on a lattice. The map and the samples of its legend use the same functions,
so that the legend cannot differ from the map.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from math import hypot
from typing import TypeVar

from . import glyphs
from .curves import relax, ribbon, rings, roughen, sampled, walk
from .mesh import Cell, Corner, Lattice
from .noise import salt, signed
from .style import AreaStyle, Ground, Hexside, LineStyle
from .svg import Drawing, Pen, Point, num
from .textures import texture

Node = TypeVar("Node", bound=Hashable)


def mixed(first: str, second: str, share: float) -> str:
    """A colour between two others.

    >>> mixed("#000000", "#ffffff", 0.5)
    '#808080'
    """
    parts = []
    for at in (1, 3, 5):
        a, b = int(first[at : at + 2], 16), int(second[at : at + 2], 16)
        parts.append(f"{int(a + (b - a) * share + 0.5):02x}")
    return "#" + "".join(parts)


def blob(lattice: Lattice, cells: AbstractSet[Cell], smooth: float, rough: float, seed: int) -> list[list[Point]]:
    """The outline of some cells as a cartographer would draw it: rounded, irregular, running on from hex to hex."""
    shaken = 0.06 * lattice.size * (1 if rough else 0)
    outlines = []
    for ring in lattice.outline(cells):
        points = []
        for corner in ring[:-1]:
            x, y = lattice.point(corner)
            points.append((x + shaken * signed(*corner, seed), y + shaken * signed(*corner, seed + 1)))
        outlines.append(points)
    return rings(outlines, smooth, rough, seed)


def curved(outlines: Iterable[Sequence[Point]]) -> str:
    """Closed outlines as one smooth path."""
    pen = Pen()
    for points in outlines:
        pen.curve(points, closed=True)
    return pen.text()


def _shape(lattice: Lattice, cells: AbstractSet[Cell], entry: Ground) -> str:
    return curved(blob(lattice, cells, entry.smooth, entry.rough, salt("ground")))


def beach(drawing: Drawing, lattice: Lattice, cells: AbstractSet[Cell], entry: Ground) -> None:
    """The light strip on the land side of a coast; rivers cross it, so it comes before them."""
    if cells and entry.water is not None:
        path = _shape(lattice, cells, entry)
        width = num(0.16 * lattice.size)
        drawing.path(path, fill="none", stroke=entry.water.beach, stroke_width=width, stroke_linejoin="round")


def ground(
    drawing: Drawing, lattice: Lattice, cells: AbstractSet[Cell], entry: Ground, joined: AbstractSet[Cell] = frozenset()
) -> None:
    """A stretch of terrain. ``joined`` are cells of other terrain that the fill runs on into."""
    if not cells:
        return
    size = lattice.size
    if entry.fill is not None:
        path = _shape(lattice, cells | joined, entry)
        if entry.water is not None:
            _water(drawing, path, entry, size)
        else:
            edge = {"stroke": entry.edge, "stroke_width": num(entry.edge_width * size)} if entry.edge else {}
            drawing.path(path, fill=entry.fill, fill_rule="evenodd", stroke_linejoin="round", **edge)
    texture(drawing, lattice, cells, entry)


def _water(drawing: Drawing, path: str, entry: Ground, size: float) -> None:
    """Water deepens away from the coast, in bands as on an engraved chart."""
    water, fill = entry.water, entry.fill
    assert water is not None and fill is not None
    shape = drawing.define("path", d=path)
    clip = drawing.define("clipPath", f'<use href="#{shape}" clip-rule="evenodd"/>')
    drawing.use(shape, fill=fill, fill_rule="evenodd")
    bands = 7
    with drawing.group(clip_path=f"url(#{clip})", fill="none", stroke_linejoin="round"):
        for band in range(bands):
            near = (band + 1) / bands
            width = 2 * water.reach * size * (1 - band / bands)
            drawing.use(shape, stroke=mixed(fill, water.shallow, near), stroke_width=num(width))
            if band >= bands - water.lines:
                inner = width - 2 * water.reach * size / bands * 0.06 - 1
                tone = mixed(mixed(fill, water.shallow, near), water.coast, 0.28)
                drawing.use(shape, stroke=tone, stroke_width=num(width))
                drawing.use(shape, stroke=mixed(fill, water.shallow, near), stroke_width=num(inner))
    drawing.use(
        shape, fill="none", stroke=water.coast, stroke_width=num(water.coast_width * size), stroke_linejoin="round"
    )


def settle(
    courses: Iterable[Sequence[Node]],
    where: Callable[[Node], Point],
    smooth: float,
    at: dict[Node, Point] | None = None,
) -> dict[Node, Point]:
    """Where the nodes of a network come to lie once its courses are smoothed.

    A node keeps the place that the first course through it gives it, so that branches end on the trunk.
    """
    at = {} if at is None else at
    for course in courses:
        closed = course[0] == course[-1] and len(course) > 2
        nodes = list(course[:-1]) if closed else list(course)
        points = relax([where(node) for node in nodes], smooth, closed=closed)
        for node, point in zip(nodes, points, strict=True):
            at.setdefault(node, point)
    return at


@dataclass(frozen=True)
class End:
    """How a course ends: at a ``source``, by a ``join`` with another, at the ``edge`` of the map, in ``water``."""

    kind: str
    further: Point | None = None
    """A point beyond the end to which the course is prolonged, to run out of the map or into the water."""


SOURCE = End("source")


def river(
    drawing: Drawing,
    lattice: Lattice,
    courses: Sequence[Sequence[Corner]],
    entry: Hexside,
    end: Callable[[Corner], End],
) -> list[list[Point]]:
    """Rivers as ribbons that widen from source to mouth; returns the course of each, for lettering."""
    size = lattice.size
    seed = salt(entry.kind)
    at = settle(courses, lattice.point, entry.smooth)
    pen = Pen()
    lines = []
    for course in courses:
        first, last = end(course[0]), end(course[-1])
        points = roughen([at[corner] for corner in course], 0.16, seed)
        lines.append(points)
        line = ([first.further] if first.further else []) + points + ([last.further] if last.further else [])
        start, finish = (entry.width * size * _breadth(e, len(course)) for e in (first, last))
        ribbon(pen, sampled(line, 3), _growing(start, finish))
    if not pen:
        return lines
    shape = drawing.define("path", d=pen.text())
    if entry.casing is not None:
        drawing.use(shape, fill="none", stroke=entry.casing, stroke_width=num(0.03 * size), stroke_linejoin="round")
    drawing.use(shape, fill=entry.colour, stroke=entry.colour, stroke_width=num(0.006 * size))
    return lines


def channel(
    drawing: Drawing,
    lattice: Lattice,
    courses: Sequence[Sequence[Corner]],
    entry: Hexside,
    end: Callable[[Corner], End],
    *,
    banks: bool,
) -> None:
    """Arms of the sea along hexsides. Banks come before the sea, water after it, so that no coast parts them."""
    size = lattice.size
    water, bank = (entry.tint or "", entry.colour) if entry.style == "ferry" else (entry.colour, entry.casing)
    pen = Pen()
    for course in courses:
        first, last = end(course[0]), end(course[-1])
        at = settle([course], lattice.point, entry.smooth)
        line = [at[corner] for corner in course]
        line = [_partway(line[0], first), *line, _partway(line[-1], last)]
        start, finish = (entry.width * size * (1 if e.further else 0.15) for e in (first, last))
        ribbon(pen, sampled(roughen(line, 0.1, salt(entry.kind)), 4), _swelling(start, entry.width * size, finish))
    if not banks:
        drawing.path(pen.text(), fill=water)
    elif bank:
        drawing.path(pen.text(), fill=bank, stroke=bank, stroke_width=num(0.05 * size), stroke_linejoin="round")


def _growing(start: float, finish: float) -> Callable[[float], float]:
    """A width that changes evenly along a course."""
    return lambda t: start + (finish - start) * t


def _swelling(start: float, middle: float, finish: float) -> Callable[[float], float]:
    """A width that grows to the middle of a course and shrinks again."""
    return lambda t: (
        start + (middle - start) * min(1.0, 3 * t) if t < 0.5 else finish + (middle - finish) * min(1.0, 3 - 3 * t)
    )


def _partway(point: Point, end: End) -> Point:
    """A little way from the end of a course towards the point beyond it."""
    if end.further is None:
        return point
    return point[0] + (end.further[0] - point[0]) * 0.8, point[1] + (end.further[1] - point[1]) * 0.8


def _breadth(end: End, sides: int) -> float:
    """How wide a river is at an end, in parts of its full width: long rivers are wide at the mouth."""
    grown = min(1.0, 0.55 + 0.015 * sides)
    return {"source": 0.22, "edge": 0.75, "join": grown * 0.9, "water": grown}[end.kind]


def hexside(
    drawing: Drawing,
    lattice: Lattice,
    courses: Sequence[Sequence[Corner]],
    entry: Hexside,
    end: Callable[[Corner], End],
) -> list[list[Point]]:
    """Any other line along hexsides; returns the course of each, for lettering."""
    lines, pen = _traced(lattice, courses, entry, end)
    if not pen:
        return lines
    width = entry.width * lattice.size
    with drawing.group(fill="none", stroke_linejoin="round", stroke_linecap="round"):
        shape = drawing.define("path", d=pen.text())
        if entry.tint is not None:
            drawing.use(shape, stroke=entry.tint, stroke_width=num(width * 5), stroke_opacity=0.35)
        if entry.casing is not None:
            drawing.use(shape, stroke=entry.casing, stroke_width=num(width + 0.045 * lattice.size))
        dashes = {"stroke_dasharray": _border(lattice.size)} if entry.style == "border" else {}
        drawing.use(shape, stroke=entry.colour, stroke_width=num(width), **dashes)
    if entry.style == "cliff":
        strokes = _hachures(lines, entry.spacing * lattice.size, width * 2.5)
        drawing.path(strokes.text(), fill="none", stroke=entry.colour, stroke_width=num(width * 0.6))
    return lines


def _traced(lattice: Lattice, courses: Sequence[Sequence[Corner]], entry: Hexside,
            end: Callable[[Corner], End]) -> tuple[list[list[Point]], Pen]:
    """The courses as points, and drawn as curves that go on to what lies beyond their ends."""
    at = settle(courses, lattice.point, entry.smooth)
    pen = Pen()
    lines = []
    for course in courses:
        first, last = end(course[0]), end(course[-1])
        closed = course[0] == course[-1]
        points = [at[corner] for corner in (course[:-1] if closed else course)]
        lines.append(points)
        if not closed:
            points = ([first.further] if first.further else []) + points + ([last.further] if last.further else [])
        pen.curve(points, closed=closed)
    return lines, pen


def _border(size: float) -> str:
    """The dashes and dots of a border."""
    dash, gap = 0.22 * size, 0.09 * size
    return f"{num(dash)} {num(gap)} .1 {num(gap)}"


def _hachures(lines: Iterable[Sequence[Point]], spacing: float, length: float) -> Pen:
    """The strokes of a cliff, down one side of its line."""
    pen = Pen()
    for line in lines:
        for (x, y), (ux, uy) in walk(sampled(line, 4), spacing):
            pen.lines([(x, y), (x + uy * length, y - ux * length)])
    return pen


def across(drawing: Drawing, lattice: Lattice, sides: Iterable[tuple[Cell, Cell]], entry: Hexside) -> None:
    """A sign across every hexside: a bridge, or an arrow where a strait can be crossed."""
    size = lattice.size
    pen = Pen()
    for a, b in sides:
        (ax, ay), (bx, by) = lattice.centre(a), lattice.centre(b)
        middle = ((ax + bx) / 2, (ay + by) / 2)
        direction = ((bx - ax) / size, (by - ay) / size)
        if entry.style == "bridge":
            glyphs.bridge(pen, middle, direction, entry.spacing * size * 2)
        else:
            glyphs.double_arrow(pen, middle, direction, entry.spacing * size * 4)
    if not pen:
        return
    shape = drawing.define("path", d=pen.text())
    if entry.style == "bridge":
        with drawing.group(fill="none", stroke_linecap="round", stroke_linejoin="round"):
            if entry.casing is not None:
                drawing.use(shape, stroke=entry.casing, stroke_width=num((entry.width + 0.03) * size))
            drawing.use(shape, stroke=entry.colour, stroke_width=num(entry.width * size))
    else:
        if entry.casing is not None:
            drawing.use(shape, stroke=entry.casing, stroke_width=num(0.05 * size), stroke_linejoin="round")
        drawing.use(shape, fill=entry.colour)


def way(drawing: Drawing, size: float, lines: Iterable[Sequence[Point]], entry: LineStyle) -> None:
    """Roads or railways along given points."""
    pen = Pen()
    dx, dy = entry.offset[0] * size, entry.offset[1] * size
    for line in lines:
        pen.curve([(x + dx, y + dy) for x, y in line])
    if not pen:
        return
    shape = drawing.define("path", d=pen.text())
    width = entry.width * size
    with drawing.group(fill="none", stroke_linejoin="round"):
        if entry.style == "main_road":
            drawing.use(shape, stroke=entry.casing, stroke_width=num(width * 1.9), stroke_linecap="round")
            drawing.use(shape, stroke=entry.colour, stroke_width=num(width), stroke_linecap="round")
        elif entry.style == "road":
            drawing.use(shape, stroke=entry.casing, stroke_width=num(width * 1.8), stroke_opacity=0.6)
            drawing.use(shape, stroke=entry.colour, stroke_width=num(width), stroke_linecap="round")
        elif entry.style == "track":
            dash = f"{num(width * 3)} {num(width * 2)}"
            drawing.use(shape, stroke=entry.colour, stroke_width=num(width), stroke_dasharray=dash)
        elif entry.style == "rail":
            drawing.use(shape, stroke=entry.casing, stroke_width=num(width * 2.6), stroke_opacity=0.6)
            drawing.use(shape, stroke=entry.colour, stroke_width=num(width))
            dash = f"{num(width)} {num(width * 5)}"
            drawing.use(shape, stroke=entry.colour, stroke_width=num(width * 4), stroke_dasharray=dash)
        else:
            drawing.use(shape, stroke=entry.colour, stroke_width=num(width * 1.8))
            dash = f"{num(width * 3)} {num(width * 3)}"
            drawing.use(shape, stroke=entry.casing, stroke_width=num(width), stroke_dasharray=dash)


def area(
    drawing: Drawing,
    lattice: Lattice,
    cells: AbstractSet[Cell],
    entry: AreaStyle,
    keep: Callable[[Cell, Cell], bool] | None = None,
) -> None:
    """An area inside the map. For marks, ``keep`` chooses the sides along which they stand."""
    if not cells:
        return
    size = lattice.size
    if entry.style == "symbol":
        for cell in sorted(cells):
            x, y = lattice.centre(cell)
            at = (x + entry.at[0] * size, y + entry.at[1] * size)
            glyphs.symbol(drawing, entry.symbol, *at, entry.size * size, entry.colour, "#ffffff", str(cell))
    elif entry.style == "marks":
        _marks(drawing, lattice, cells, entry, keep)
    else:
        path = curved(_inset_rings(lattice, cells, entry.inset))
        if entry.style == "tint":
            drawing.path(path, fill=entry.colour, fill_opacity=entry.opacity, fill_rule="evenodd")
            return
        shape = drawing.define("path", d=path)
        clip = drawing.define("clipPath", f'<use href="#{shape}"/>')
        band = 2 * entry.width * size
        stroke, share = entry.colour, 0.45
        if entry.style == "hatch":
            stroke, share = f"url(#{_hatching(drawing, entry, size)})", 1.0
        with drawing.group(fill="none", stroke_linejoin="round"):
            with drawing.group(clip_path=f"url(#{clip})"):
                drawing.use(shape, stroke=stroke, stroke_width=num(band), stroke_opacity=entry.opacity * share)
            drawing.use(shape, stroke=entry.colour, stroke_width=num(0.03 * size), stroke_opacity=entry.opacity)


def _hatching(drawing: Drawing, entry: AreaStyle, size: float) -> str:
    step = num(entry.spacing * size)
    line = f'<path d="M0 0V{step}" stroke="{entry.colour}" stroke-width="{num(entry.spacing * size * 0.55)}"/>'
    return drawing.define(
        "pattern", line, width=step, height=step, patternUnits="userSpaceOnUse", patternTransform="rotate(45)"
    )


def _inset_rings(lattice: Lattice, cells: AbstractSet[Cell], inset: float) -> list[list[Point]]:
    """Outlines drawn a little inside the cells, with corners only just rounded: where an area ends matters."""
    result = []
    for ring in lattice.outline(cells):
        points = _inset(lattice, cells, ring, inset)[:-1]
        result.append(roughen(relax(points, 0.25, closed=True), 0, 0, closed=True))
    return result


def _inset(lattice: Lattice, cells: AbstractSet[Cell], chain: Sequence[Corner], inset: float) -> list[Point]:
    """The corners of a border moved into the cells they border."""
    result = []
    for corner in chain:
        x, y = lattice.point(corner)
        inside = [lattice.centre(cell) for cell in lattice.touching(corner) if cell in cells]
        mx = sum(cx for cx, _ in inside) / len(inside) - x
        my = sum(cy for _, cy in inside) / len(inside) - y
        away = hypot(mx, my) or 1
        # Two cells meet at a corner of the border at an angle, one cell at a tip: both end as far from the sides.
        step = inset * lattice.size / 0.866
        result.append((x + mx / away * step, y + my / away * step))
    return result


def _marks(
    drawing: Drawing,
    lattice: Lattice,
    cells: AbstractSet[Cell],
    entry: AreaStyle,
    keep: Callable[[Cell, Cell], bool] | None,
) -> None:
    """A line inside the chosen sides, with teeth that point out."""
    size = lattice.size
    line, teeth = Pen(), Pen()
    step, width = entry.spacing * size, entry.width * size
    for chain in lattice.outline(cells, keep):
        closed = chain[0] == chain[-1]
        points = _inset(lattice, cells, chain, entry.inset)
        points = relax(points[:-1] if closed else points, 0.35, closed=closed)
        line.curve(points, closed=closed)
        smooth = sampled(points, 6, closed=closed)
        if closed:
            smooth.append(smooth[0])
        for (x, y), (ux, uy) in walk(smooth, step, step / 2):
            ox, oy = uy, -ux  # the outside is to the left of a clockwise border
            half, high = step * 0.3, step * 0.62
            if entry.mark == "teeth":
                tooth = [(-half, 0), (0, high), (half, 0)]
            elif entry.mark == "crenels":
                tooth = [(-half * 0.8, 0), (-half * 0.8, high * 0.8), (half * 0.8, high * 0.8), (half * 0.8, 0)]
            elif entry.mark == "ticks":
                tooth = [(-width / 2, 0), (-width / 2, high), (width / 2, high), (width / 2, 0)]
            else:
                break
            teeth.lines([(x + ux * a + ox * b, y + uy * a + oy * b) for a, b in tooth], close=True)
    if not line:
        return
    dash = f".1 {num(step)}" if entry.mark == "dots" else None
    shape = drawing.define("path", d=line.text())
    with drawing.group(stroke_linecap="round", stroke_linejoin="round"):
        drawing.use(shape, fill="none", stroke=entry.colour, stroke_width=num(width), stroke_dasharray=dash)
        drawing.path(teeth.text(), fill=entry.colour)
