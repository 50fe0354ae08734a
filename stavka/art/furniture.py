"""What stands on a map beside the map: title, compass rose, scale bar, legend."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from math import floor, log10

from ..kit.board import Board
from ..kit.data import Words
from . import features, glyphs
from .features import SOURCE
from .labels import looks, spelled, width
from .mesh import Lattice, Mesh
from .style import AreaStyle, Furniture, Ground, Hexside, Lettering, LineStyle, PlaceStyle, Style
from .svg import Drawing, Pen, Point, num


def draw(drawing: Drawing, board: Board, style: Style, mesh: Mesh, lang: str) -> None:
    """All furniture that the style wants."""
    size = mesh.size
    left, top, *_ = mesh.frame

    def at(piece: Furniture) -> Point:
        return left + piece.at[0] * size, top + piece.at[1] * size

    if style.title is not None:
        _title(drawing, style, style.title, at(style.title), size, lang)
    if style.compass is not None:
        _compass(drawing, style, style.compass, at(style.compass), size)
    if style.scale is not None:
        _scale(drawing, style, style.scale, at(style.scale), size, board.scale_km)
    if style.legend is not None:
        _legend(drawing, board, style, style.legend, at(style.legend), size, lang)


def _plate(drawing: Drawing, style: Style, x: float, y: float, wide: float, high: float, size: float) -> None:
    """A piece of paper under the furniture, with a double line round it."""
    drawing.rect(x, y, wide, high, fill=style.sheet, stroke=style.ink, stroke_width=num(0.03 * size))
    gap = 0.07 * size
    line = {"fill": "none", "stroke": style.ink, "stroke_width": num(0.012 * size)}
    drawing.rect(x + gap, y + gap, wide - 2 * gap, high - 2 * gap, **line)


def _title(drawing: Drawing, style: Style, piece: Furniture, at: Point, size: float, lang: str) -> None:
    """The name of the game, centred over a rule and its second line; letters shrink where a language needs it."""
    large = Lettering(0.62, style.ink, "", style.serif, bold=True, caps=True, spacing=0.1)
    small = Lettering(0.27, style.ink, "", style.serif, italic=True, spacing=0.04)
    first, second = spelled(piece.text[lang], large), piece.second.get(lang, "")
    natural = max(width(first, large, large.size), width(second, small, small.size)) + 0.8
    unit = size * min(piece.size, piece.width / natural)
    wide = natural * unit
    x, y = at
    if piece.plate:
        _plate(drawing, style, x, y, wide, (1.62 if second else 1.1) * unit, size)
    middle = x + wide / 2
    inside = _within(width(first, large, large.size) * unit)
    drawing.text(middle, y + 0.78 * unit, first, text_anchor="middle", **looks(large, large.size * unit), **inside)
    if second:
        rule = f"M{num(middle - wide * 0.32)} {num(y + unit)}h{num(wide * 0.64)}"
        drawing.path(rule, stroke=style.ink, stroke_width=num(0.02 * unit))
        drawing.text(middle, y + 1.34 * unit, second, text_anchor="middle", **looks(small, small.size * unit))


_WIDEST = 1.15
"""So much wider than we reckon a reader's typeface may be."""


def _within(length: float) -> dict[str, str]:
    """Letters are set this wide, whichever typeface is at hand."""
    return {"textLength": num(length), "lengthAdjust": "spacingAndGlyphs"}


def _compass(drawing: Drawing, style: Style, piece: Furniture, at: Point, size: float) -> None:
    """An eight-pointed rose, dark on one side of each point; ``north`` turns it clockwise."""
    radius = piece.size * size / 2
    x, y = at
    with drawing.group(transform=f"translate({num(x)} {num(y)})rotate({num(piece.north)})", stroke_linejoin="round"):
        stroke = {"stroke": style.ink, "stroke_width": num(0.015 * piece.size * size)}
        for r, opacity in ((0.66, 0.9), (0.6, 0.5)):
            drawing.add("circle", r=num(radius * r), fill="none", stroke_opacity=opacity, **stroke)
        for turn, long, broad in ((45, 0.56, 0.13), (0, 1.0, 0.17)):
            for quarter in range(4):
                with drawing.group(transform=f"rotate({turn + 90 * quarter})"):
                    reach = radius * long * (1.12 if (turn, quarter) == (0, 0) else 1)
                    wing = radius * broad
                    drawing.path(glyphs.shape([(0, 0), (0, -reach), (wing, -wing)]), fill=style.ink, **stroke)
                    drawing.path(glyphs.shape([(0, 0), (0, -reach), (-wing, -wing)]), fill=style.sheet, **stroke)
        letters = Lettering(0.3, style.ink, style.sheet, style.serif, bold=True)
        drawing.text(0, -radius * 1.2, "N", text_anchor="middle", **looks(letters, radius * 0.42))


def _scale(drawing: Drawing, style: Style, piece: Furniture, at: Point, size: float, km: float) -> None:
    """A bar of round kilometres, about four hexes long."""
    length = round_length(km * 4 * piece.size)
    x, y = at
    pixels = length / km * size
    high = 0.12 * size
    letters = Lettering(0.2, style.ink, "", style.sans)
    if piece.plate:
        _plate(drawing, style, x - 0.4 * size, y - 0.62 * size, pixels + 1.1 * size, 1.2 * size, size)
    for quarter in range(4):
        fill = style.ink if quarter % 2 == 0 else style.sheet
        line = {"fill": fill, "stroke": style.ink, "stroke_width": num(0.015 * size)}
        drawing.rect(x + pixels * quarter / 4, y, pixels / 4, high, **line)
    for share in (0, 0.5, 1):
        words = f"{length * share:g}" + (" km" if share == 1 else "")
        drawing.text(x + pixels * share, y - 0.09 * size, words, text_anchor="middle", **looks(letters, 0.2 * size))
    hexagon = f"⬡ = {km:g} km"
    drawing.text(x + pixels / 2, y + 0.4 * size, hexagon, text_anchor="middle", **looks(letters, 0.19 * size))


def round_length(length: float) -> float:
    """The nearest length below that is 1, 2 or 5 with noughts.

    >>> round_length(104), round_length(3.2), round_length(0.9)
    (100.0, 2.0, 0.5)
    """
    power: float = 10 ** floor(log10(length))
    return max(step * power for step in (1.0, 2.0, 5.0) if step * power <= length)


Sample = tuple[Words, Callable[[Drawing, Lattice], None]]


def _legend(drawing: Drawing, board: Board, style: Style, piece: Furniture, at: Point, size: float, lang: str) -> None:
    """What every sign means, each shown on a hex drawn like those of the map."""
    samples = _samples(style)
    x, y = at
    unit = size * piece.size
    row = 0.66 * unit
    rows = -(-len(samples) // piece.columns)
    head = 0.75 * unit
    wide, high = piece.width * size, head + rows * row + 0.25 * unit
    if piece.plate:
        _plate(drawing, style, x, y, wide, high, size)
    heading = Lettering(0.3, style.ink, "", style.serif, bold=True, caps=True, spacing=0.15)
    title = spelled(piece.text[lang], heading)
    drawing.text(x + wide / 2, y + 0.5 * unit, title, text_anchor="middle", **looks(heading, 0.3 * unit))
    letters = Lettering(0.22, style.ink, "", style.serif)
    column_wide = (wide - 0.2 * unit) / piece.columns
    for n, (words, sample) in enumerate(samples):
        column, line = divmod(n, rows)
        cx = x + 0.25 * unit + column * column_wide + 0.4 * unit
        cy = y + head + (line + 0.5) * row
        lattice = Lattice(board.grid.orientation, 0.52 * unit, cx, cy)
        _paper(drawing, lattice, style)
        sample(drawing, lattice)
        _hex(drawing, lattice, style)
        room = column_wide - unit
        tight = _within(room) if _WIDEST * width(words[lang], letters, 0.25 * unit) > room else {}
        drawing.text(cx + 0.5 * unit, cy + 0.085 * unit, words[lang], **looks(letters, 0.25 * unit), **tight)


def _samples(style: Style) -> list[Sample]:
    """Everything that wants to be in the legend, in the order of the file."""
    found: list[tuple[Words | None, Callable[[Drawing, Lattice], None]]] = []
    found += [(entry.legend, partial(_terrain_sample, style, entry)) for entry in style.ground.values()]
    found += [(entry.legend, partial(_hexside_sample, entry)) for entry in style.hexsides.values()]
    found += [(entry.legend, partial(_line_sample, entry)) for entry in style.lines.values()]
    found += [(entry.legend, partial(_place_sample, entry)) for entry in style.places.values()]
    found += [(entry.legend, partial(_area_sample, entry)) for entry in style.areas.values()]
    return [(words, sample) for words, sample in found if words is not None]


_HERE = {(0, 0)}


def _terrain_sample(style: Style, entry: Ground, drawing: Drawing, lattice: Lattice) -> None:
    for other in style.ground.values():
        if entry.key in other.joins:
            features.ground(drawing, lattice, _HERE, other)
    if entry.water is not None:
        entry = replace(entry, water=replace(entry.water, reach=0.3, lines=2))
    features.ground(drawing, lattice, _HERE, entry)


def _hexside_sample(entry: Hexside, drawing: Drawing, lattice: Lattice) -> None:
    first = 0 if lattice.orientation == "pointy" else 1
    run = lattice.corners((0, 0))[first : first + 4]
    if entry.style in ("bridge", "ferry"):
        (x, y), (ox, oy) = lattice.centre((0, 0)), lattice.outward(1)
        half = lattice.size / 2
        beside = Lattice(lattice.orientation, lattice.size, x - ox * half, y - oy * half)
        features.across(drawing, beside, [((0, 0), beside.neighbour((0, 0), 1))], entry)
    elif entry.style == "channel":
        for banks in (True, False):
            features.channel(drawing, lattice, [run], entry, lambda _: SOURCE, banks=banks)
    elif entry.style == "river":
        features.river(drawing, lattice, [run], entry, lambda _: SOURCE)
    elif entry.style != "none":
        features.hexside(drawing, lattice, [run], entry, lambda _: SOURCE)


def _line_sample(entry: LineStyle, drawing: Drawing, lattice: Lattice) -> None:
    x, y = lattice.centre((0, 0))
    reach = 0.6 * lattice.size
    points = [(x - reach, y + reach * 0.2), (x, y), (x + reach, y - reach * 0.2)]
    features.way(drawing, lattice.size * 1.5, [points], replace(entry, offset=(0, 0)))


def _place_sample(entry: PlaceStyle, drawing: Drawing, lattice: Lattice) -> None:
    x, y = lattice.centre((0, 0))
    glyphs.symbol(drawing, entry.symbol, x, y, entry.size * lattice.size * 1.2, entry.colour, entry.light, entry.kind)


def _area_sample(entry: AreaStyle, drawing: Drawing, lattice: Lattice) -> None:
    if entry.style == "edge":
        mark = glyphs.edge_mark(entry.mark, lattice.centre((0, 0)), (0, -1), 0.6 * lattice.size)
        drawing.path(mark, fill=entry.colour)
        return
    right = {lattice.neighbour((0, 0), k) for k in (0, 1, 2)}
    features.area(drawing, lattice, _HERE, replace(entry, at=(0, 0)), lambda _, beyond: beyond in right)


def _paper(drawing: Drawing, lattice: Lattice, style: Style) -> None:
    drawing.path(_outline(lattice), fill=style.background)


def _hex(drawing: Drawing, lattice: Lattice, style: Style) -> None:
    drawing.path(
        _outline(lattice),
        fill="none",
        stroke=style.grid_colour,
        stroke_opacity=style.grid_opacity,
        stroke_width=num(max(style.grid_width * lattice.size, 0.4)),
    )


def _outline(lattice: Lattice) -> str:
    pen = Pen()
    pen.lines([lattice.point(corner) for corner in lattice.corners((0, 0))], close=True)
    return pen.text()
