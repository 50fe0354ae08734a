"""What grows and stands on the ground: trees, reeds, waves, houses, hills.

Marks are strewn over the whole stretch of a terrain from one shaken lattice, so that they run on from hex to hex;
nothing shows where one hex ends and the next begins. All marks of a texture are a few paths, because a map has
thousands of them and is drawn without a graphics card. A dot is a stroke of no length with a round end: nine bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from collections.abc import Set as AbstractSet
from math import ceil, cos, floor, radians, sin

from .mesh import Cell, Lattice
from .noise import field, salt, signed, unit
from .style import Ground
from .svg import Drawing, Pen, Point, num

Strewn = tuple[float, float, int, int]
"""A place for a mark: x, y, and its position in the lattice, which seeds its form."""


def strew(
    lattice: Lattice,
    cells: AbstractSet[Cell],
    spacing: float,
    seed: int,
    *,
    inset: float = 0.1,
    patchy: float = 0.0,
    shake: float = 0.45,
    turn: float = 0.0,
) -> Iterator[Strewn]:
    """Places all over the cells, not nearer to the border than ``inset``; ``patchy`` ones leave clearings."""
    size = lattice.size
    step = spacing * size
    reach = 0.6 * size
    c, s = cos(radians(turn)), sin(radians(turn))
    for cell in sorted(cells):
        cx, cy = lattice.centre(cell)
        sides = []
        for k in range(6):
            open_ = lattice.neighbour(cell, k) in cells
            sides.append((*lattice.outward(k), size * (0.5 if open_ else 0.5 - inset)))
        u, v = cx * c + cy * s, cy * c - cx * s
        for row in range(floor((v - reach) / step), ceil((v + reach) / step) + 1):
            shift = 0.5 * (row % 2)
            for column in range(floor((u - reach) / step) - 1, ceil((u + reach) / step) + 1):
                pu = (column + shift + shake * signed(column, row, seed)) * step
                pv = (row + shake * signed(row, column, seed + 1)) * step
                x, y = pu * c - pv * s, pv * c + pu * s
                dx, dy = x - cx, y - cy
                if any(dx * ox + dy * oy > limit for ox, oy, limit in sides):
                    continue
                thin = 1.6 * patchy * (1 - field(x / size * 0.9, y / size * 0.9, seed)) if patchy else 0
                if unit(column, row, seed + 2) < thin:
                    continue
                yield x, y, column, row


def texture(drawing: Drawing, lattice: Lattice, cells: AbstractSet[Cell], ground: Ground) -> None:
    """Strew the marks of a terrain over its cells."""
    if ground.texture != "none" and cells:
        _TEXTURES[ground.texture](drawing, lattice, cells, ground)


def _dots(places: list[Point]) -> str:
    return "".join(f"M{num(x)} {num(y)}h0" for x, y in places)


def _trees(drawing: Drawing, lattice: Lattice, cells: AbstractSet[Cell], ground: Ground) -> None:
    """Crowns seen from above, with their shadow to the south-east and light from the north-west.

    Trees are sorted into three sizes, and into tiles so that a viewer who draws a part of the map can skip the rest.
    """
    seed = salt(ground.key)
    tile = 6 * lattice.size
    tiles: dict[tuple[int, int, int], list[Point]] = {}
    for x, y, column, row in strew(lattice, cells, ground.spacing, seed, inset=0.1, patchy=ground.patchy):
        grown = int(3 * unit(column, row, seed + 5))
        tiles.setdefault((int(y / tile), int(x / tile), grown), []).append((x, y))
    crowns = []
    for key, places in sorted(tiles.items()):
        width = lattice.size * ground.spacing * ground.weight * (0.66, 0.82, 1.0)[key[2]]
        crowns.append((drawing.define("path", d=_dots(places)), width))
    with drawing.group(fill="none", stroke_linecap="round"):
        with drawing.group(stroke=ground.dark):
            for ref, width in crowns:
                drawing.use(ref, stroke_width=num(width * 1.06), x=num(width * 0.1), y=num(width * 0.14))
        with drawing.group(stroke=ground.ink):
            for ref, width in crowns:
                drawing.use(ref, stroke_width=num(width))
        with drawing.group(stroke=ground.light):
            for ref, width in crowns:
                drawing.use(ref, stroke_width=num(width * 0.55), x=num(-width * 0.13), y=num(-width * 0.13))


def _glyphs(
    drawing: Drawing,
    lattice: Lattice,
    cells: AbstractSet[Cell],
    ground: Ground,
    glyph: Callable[[float, float], str],
    *,
    width: float = 0.016,
    inset: float = 0.16,
    fill: str | None = None,
) -> None:
    """The same small figure, in slightly different sizes, all over the ground."""
    seed = salt(ground.key)
    parts = []
    for x, y, column, row in strew(lattice, cells, ground.spacing, seed, inset=inset, patchy=ground.patchy):
        grown = lattice.size * (0.8 + 0.4 * unit(column, row, seed + 5)) * ground.weight
        parts.append(f"M{num(x)} {num(y)}{glyph(grown, unit(row, column, seed + 6))}")
    drawing.path(
        "".join(parts),
        fill=fill or "none",
        stroke=ground.ink,
        stroke_width=num(max(width * lattice.size * ground.weight, 0.3)),
        stroke_linecap="round",
        stroke_linejoin="round",
    )


def _pines(drawing: Drawing, lattice: Lattice, cells: AbstractSet[Cell], ground: Ground) -> None:
    def pine(s: float, _: float) -> str:
        w, h = num(s * 0.045), num(s * 0.13)
        return f"l{w} {h}h-{num(s * 0.09)}zm0 {h}v{num(s * 0.03)}"

    _glyphs(drawing, lattice, cells, ground, pine, fill=ground.light)


def _marsh(drawing: Drawing, lattice: Lattice, cells: AbstractSet[Cell], ground: Ground) -> None:
    """Standing water as level strokes, with a tuft of reeds on some."""

    def reeds(s: float, chance: float) -> str:
        width = 0.07 + 0.1 * chance
        stroke = f"m{num(-s * width)} 0h{num(2 * s * width)}"
        if chance < 0.4:
            return stroke
        up, lean = num(-s * 0.085), s * 0.04
        back = num(-s * width)
        return (
            f"{stroke}m{back}-{num(s * 0.012)}v{up}m{num(-lean)} {num(s * 0.095)}l{num(-lean * 0.8)}-{num(s * 0.07)}"
            f"m{num(lean * 2.8)} {num(s * 0.07)}l{num(lean * 0.8)}-{num(s * 0.07)}"
        )

    _glyphs(drawing, lattice, cells, ground, reeds)


def _waves(drawing: Drawing, lattice: Lattice, cells: AbstractSet[Cell], ground: Ground) -> None:
    def wave(s: float, _: float) -> str:
        a, b = num(s * 0.05), num(s * 0.1)
        return f"q{a}-{num(s * 0.045)} {b} 0t{b} 0"

    _glyphs(drawing, lattice, cells, ground, wave, inset=0.4)


def _hills(drawing: Drawing, lattice: Lattice, cells: AbstractSet[Cell], ground: Ground) -> None:
    """Low domes with strokes on the shaded side."""

    def hill(s: float, _: float) -> str:
        dome = f"m{num(-s * 0.12)} 0q{num(s * 0.1)}-{num(s * 0.15)} {num(s * 0.24)} 0"
        shade = f"m{num(-s * 0.04)}-{num(s * 0.03)}l{num(-s * 0.02)} {num(s * 0.04)}"
        more = f"m{num(-s * 0.025)}-{num(s * 0.075)}l{num(-s * 0.025)} {num(s * 0.06)}"
        return dome + shade + more

    _glyphs(drawing, lattice, cells, ground, hill)


def _mountains(drawing: Drawing, lattice: Lattice, cells: AbstractSet[Cell], ground: Ground) -> None:
    def peak(s: float, _: float) -> str:
        up, half = num(s * 0.2), num(s * 0.13)
        return f"m-{half} 0l{half}-{up} {half} {up}m-{half}-{up}l{num(s * 0.02)} {up}"

    _glyphs(drawing, lattice, cells, ground, peak)


def _tufts(drawing: Drawing, lattice: Lattice, cells: AbstractSet[Cell], ground: Ground) -> None:
    def tuft(s: float, _: float) -> str:
        up, lean, low = num(s * 0.04), num(s * 0.015), num(s * 0.025)
        return f"v-{up}m-{num(s * 0.03)} {up}l-{lean}-{low}m{num(s * 0.06)} 0l-{lean} {low}"

    _glyphs(drawing, lattice, cells, ground, tuft, inset=0.05)


def _stipple(drawing: Drawing, lattice: Lattice, cells: AbstractSet[Cell], ground: Ground) -> None:
    places = [(x, y) for x, y, *_ in strew(lattice, cells, ground.spacing, salt(ground.key), patchy=ground.patchy)]
    width = num(lattice.size * 0.025 * ground.weight)
    drawing.path(_dots(places), fill="none", stroke=ground.ink, stroke_width=width, stroke_linecap="round")


def _town(
    drawing: Drawing, lattice: Lattice, cells: AbstractSet[Cell], ground: Ground, fill: float, dropped: float
) -> None:
    """Blocks of houses between streets; the streets run on through the whole town."""
    seed = salt(ground.key)
    step = ground.spacing * lattice.size
    turn = 14.0
    c, s = cos(radians(turn)), sin(radians(turn))
    solid, shaded = Pen(), Pen()
    places = strew(lattice, cells, ground.spacing, seed, inset=0.08, shake=0.06, turn=turn, patchy=ground.patchy)
    for x, y, column, row in places:
        if unit(column, row, seed + 3) < dropped:
            continue
        w = step * fill * (0.75 + 0.25 * unit(column, row, seed + 4)) / 2
        h = step * fill * (0.7 + 0.3 * unit(row, column, seed + 4)) / 2
        corners = [(x + du * c - dv * s, y + dv * c + du * s) for du, dv in ((-w, -h), (w, -h), (w, h), (-w, h))]
        (solid if unit(column, row, seed + 8) < 0.7 else shaded).lines(corners, close=True)
    drawing.path(solid.text(), fill=ground.ink)
    drawing.path(shaded.text(), fill=ground.dark)


def _blocks(drawing: Drawing, lattice: Lattice, cells: AbstractSet[Cell], ground: Ground) -> None:
    _town(drawing, lattice, cells, ground, 0.82, 0.04)


def _houses(drawing: Drawing, lattice: Lattice, cells: AbstractSet[Cell], ground: Ground) -> None:
    _town(drawing, lattice, cells, ground, 0.45, 0.35)


_TEXTURES: dict[str, Callable[[Drawing, Lattice, AbstractSet[Cell], Ground], None]] = {
    "trees": _trees,
    "pines": _pines,
    "marsh": _marsh,
    "waves": _waves,
    "blocks": _blocks,
    "houses": _houses,
    "hills": _hills,
    "mountains": _mountains,
    "tufts": _tufts,
    "dots": _stipple,
}
