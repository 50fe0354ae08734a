"""Signs: towns, forts, airfields, bridges, arrows. Each is drawn round a point, a given size across."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import cos, pi, sin

from .noise import salt, signed, unit
from .svg import Drawing, Pen, Point, num


def polygon(x: float, y: float, radius: float, corners: int, *, inner: float = 0, turn: float = 0) -> str:
    """A regular polygon, or a star when ``inner`` gives the radius of its notches."""
    points = []
    count = corners * (2 if inner else 1)
    for i in range(count):
        r = inner if inner and i % 2 else radius
        angle = 2 * pi * i / count - pi / 2 + turn
        points.append((x + r * cos(angle), y + r * sin(angle)))
    return shape(points)


def shape(points: Sequence[Point]) -> str:
    """A closed figure of straight sides."""
    pen = Pen()
    pen.lines(points, close=True)
    return pen.text()


def symbol(
    drawing: Drawing, kind: str, x: float, y: float, size: float, colour: str, light: str, seed: str = ""
) -> None:
    """A sign at a point."""
    if kind != "none":
        _SYMBOLS[kind](drawing, x, y, size, colour, light, salt(seed))


def _dot(d: Drawing, x: float, y: float, size: float, colour: str, light: str, _: int) -> None:
    d.add("circle", cx=num(x), cy=num(y), r=num(size / 2), fill=colour, stroke=light, stroke_width=num(size * 0.12))


def _ring(d: Drawing, x: float, y: float, size: float, colour: str, light: str, _: int) -> None:
    d.add("circle", cx=num(x), cy=num(y), r=num(size * 0.42), fill=light, stroke=colour, stroke_width=num(size * 0.16))
    d.add("circle", cx=num(x), cy=num(y), r=num(size * 0.14), fill=colour)


def _figure(
    path: Callable[[float, float, float], str],
) -> Callable[[Drawing, float, float, float, str, str, int], None]:
    def draw(d: Drawing, x: float, y: float, size: float, colour: str, light: str, _: int) -> None:
        d.path(path(x, y, size), fill=colour, stroke=light, stroke_width=num(size * 0.09), stroke_linejoin="round")

    return draw


def _town(d: Drawing, x: float, y: float, size: float, colour: str, light: str, seed: int) -> None:
    """A handful of houses on two crossing streets."""
    _houses(d, x, y, size, colour, light, seed, 3, 0.06)


def _urban(d: Drawing, x: float, y: float, size: float, colour: str, light: str, seed: int) -> None:
    """The blocks of a city, thinning out towards the fields."""
    _houses(d, x, y, size, colour, light, seed, 5, 0.12)


def _houses(
    d: Drawing, x: float, y: float, size: float, colour: str, light: str, seed: int, across: int, dropped: float
) -> None:
    turn = signed(seed, 1) * 0.4
    c, s = cos(turn), sin(turn)
    step = size / across
    pen = Pen()
    for row in range(across):
        for column in range(across):
            u, v = column - (across - 1) / 2, row - (across - 1) / 2
            far = (u * u + v * v) ** 0.5 / (across / 2)
            if far > 1.02 or (far > 0.5 and unit(seed, row, column) < dropped + 0.15 * (far > 0.8)):
                continue
            w = step * (0.36 + 0.07 * signed(seed, row, column, 2))
            h = step * (0.36 + 0.07 * signed(seed, row, column, 3))
            points = []
            for du, dv in ((-w, -h), (w, -h), (w, h), (-w, h)):
                pu, pv = u * step + du, v * step + dv
                points.append((x + pu * c - pv * s, y + pv * c + pu * s))
            pen.lines(points, close=True)
    d.path(
        pen.text(),
        fill=colour,
        stroke=light,
        stroke_width=num(step * 0.34),
        stroke_linejoin="round",
        paint_order="stroke",
    )


def _airfield(d: Drawing, x: float, y: float, size: float, colour: str, light: str, _: int) -> None:
    _circle(d, x, y, size, colour, light)
    s = size / 2
    plane = [
        (0, -0.62), (0.12, -0.4), (0.12, -0.12), (0.66, 0.12), (0.66, 0.26), (0.12, 0.14), (0.1, 0.42), (0.3, 0.56),
        (0.3, 0.66), (-0.3, 0.66), (-0.3, 0.56), (-0.1, 0.42), (-0.12, 0.14), (-0.66, 0.26), (-0.66, 0.12),
        (-0.12, -0.12), (-0.12, -0.4),
    ]  # fmt: skip
    d.path(shape([(x + px * s, y + py * s) for px, py in plane]), fill=colour)


def _circle(d: Drawing, x: float, y: float, size: float, colour: str, light: str) -> None:
    d.add("circle", cx=num(x), cy=num(y), r=num(size / 2), fill=light, stroke=colour, stroke_width=num(size * 0.07))


def _anchor(d: Drawing, x: float, y: float, size: float, colour: str, light: str, _: int) -> None:
    s = size / 2
    path = (
        f"M{num(x)} {num(y - 0.45 * s)}v{num(1.25 * s)}m{num(-0.4 * s)}-{num(0.95 * s)}h{num(0.8 * s)}"
        f"M{num(x - 0.7 * s)} {num(y + 0.2 * s)}q{num(0.1 * s)} {num(0.6 * s)} {num(0.7 * s)} {num(0.62 * s)}"
        f"q{num(0.6 * s)}-{num(0.02 * s)} {num(0.7 * s)}-{num(0.62 * s)}"
    )
    for stroke, width in ((light, 0.5), (colour, 0.24)):
        d.path(path, fill="none", stroke=stroke, stroke_width=num(width * s), stroke_linecap="round")
    d.add(
        "circle", cx=num(x), cy=num(y - 0.65 * s), r=num(0.2 * s), fill=light, stroke=colour, stroke_width=num(0.2 * s)
    )


def _factory(d: Drawing, x: float, y: float, size: float, colour: str, light: str, _: int) -> None:
    s = size / 2
    outline = [
        (-0.9, 0.7), (-0.9, -0.1), (-0.4, 0.2), (-0.4, -0.1), (0.1, 0.2), (0.1, -0.1), (0.45, 0.1), (0.5, -0.85),
        (0.75, -0.85), (0.9, 0.7),
    ]  # fmt: skip
    path = shape([(x + px * s, y + py * s) for px, py in outline])
    d.path(path, fill=colour, stroke=light, stroke_width=num(s * 0.15), stroke_linejoin="round")


def _flag(d: Drawing, x: float, y: float, size: float, colour: str, light: str, _: int) -> None:
    s = size / 2
    cloth = shape([(x - 0.4 * s, y - 0.9 * s), (x + 0.8 * s, y - 0.5 * s), (x - 0.4 * s, y - 0.1 * s)])
    d.path(cloth, fill=colour, stroke=light, stroke_width=num(s * 0.12), paint_order="stroke")
    d.path(f"M{num(x - 0.4 * s)} {num(y - 0.9 * s)}v{num(1.8 * s)}", stroke=colour, stroke_width=num(s * 0.18))


def _station(d: Drawing, x: float, y: float, size: float, colour: str, light: str, _: int) -> None:
    s = size / 2
    box = {"rx": num(s * 0.3), "fill": light, "stroke": colour, "stroke_width": num(s * 0.25)}
    d.rect(x - s, y - s * 0.6, size, s * 1.2, **box)
    d.path(f"M{num(x - s * 0.5)} {num(y)}h{num(s)}", stroke=colour, stroke_width=num(s * 0.3))


_SYMBOLS: dict[str, Callable[[Drawing, float, float, float, str, str, int], None]] = {
    "dot": _dot,
    "ring": _ring,
    "square": _figure(lambda x, y, s: polygon(x, y, s * 0.64, 4, turn=pi / 4)),
    "diamond": _figure(lambda x, y, s: polygon(x, y, s / 2, 4)),
    "triangle": _figure(lambda x, y, s: polygon(x, y, s / 2, 3)),
    "star": _figure(lambda x, y, s: polygon(x, y, s / 2, 5, inner=s * 0.21)),
    "cross": _figure(lambda x, y, s: polygon(x, y, s / 2, 4, inner=s * 0.16)),
    "fort": _figure(lambda x, y, s: polygon(x, y, s / 2, 8, inner=s * 0.34)),
    "town": _town,
    "urban": _urban,
    "airfield": _airfield,
    "anchor": _anchor,
    "factory": _factory,
    "flag": _flag,
    "station": _station,
}


def bridge(pen: Pen, middle: Point, across: Point, size: float) -> None:
    """Two abutments whose ends flare, on either side of the way over the water."""
    ux, uy = across
    nx, ny = -uy, ux
    half, gap, flare = size / 2, size * 0.19, size * 0.14
    for side in (1, -1):
        points = [
            (-half - flare, gap + flare), (-half, gap), (half, gap), (half + flare, gap + flare)
        ]  # fmt: skip
        pen.lines([(middle[0] + ux * a + nx * b * side, middle[1] + uy * a + ny * b * side) for a, b in points])


def double_arrow(pen: Pen, middle: Point, along: Point, size: float) -> None:
    """A filled arrow with a head at both ends: units may cross here."""
    ux, uy = along
    nx, ny = -uy, ux
    half, head, wide, thin = size / 2, size * 0.24, size * 0.17, size * 0.05
    points = [
        (-half, 0), (-half + head, wide), (-half + head, thin), (half - head, thin), (half - head, wide), (half, 0),
        (half - head, -wide), (half - head, -thin), (-half + head, -thin), (-half + head, -wide),
    ]  # fmt: skip
    pen.lines([(middle[0] + ux * a + nx * b, middle[1] + uy * a + ny * b) for a, b in points], close=True)


def edge_mark(kind: str, at: Point, inward: Point, size: float) -> str:
    """A sign in the margin that points into the map."""
    ux, uy = inward
    nx, ny = -uy, ux
    half = size / 2
    forms: dict[str, list[Point]] = {
        "arrow": [(half, 0), (-half * 0.4, half * 0.9), (-half * 0.4, half * 0.35), (-half, half * 0.35),
                  (-half, -half * 0.35), (-half * 0.4, -half * 0.35), (-half * 0.4, -half * 0.9)],
        "open_arrow": [(half * 0.9, 0), (-half * 0.1, half), (-half * 0.7, half), (half * 0.2, 0), (-half * 0.7, -half),
                       (-half * 0.1, -half)],
        "bar": [(half * 0.3, -size), (half * 0.3, size), (-half * 0.3, size), (-half * 0.3, -size)],
        "diamond": [(half * 0.7, 0), (0, half * 0.7), (-half * 0.7, 0), (0, -half * 0.7)],
    }  # fmt: skip
    if kind == "star":
        return polygon(at[0], at[1], half * 0.9, 5, inner=half * 0.38)
    return shape([(at[0] + ux * a + nx * b, at[1] + uy * a + ny * b) for a, b in forms[kind]])
