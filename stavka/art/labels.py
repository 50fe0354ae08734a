"""Lettering: how wide words are, where names go so that they stay readable, names along rivers.

Fonts are whatever the viewer has, so widths are estimates; they are generous, and names keep a halo of the paper.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from math import hypot

from .curves import length, relax, walk
from .style import Lettering
from .svg import Drawing, Pen, Point, num

_NARROW = set("iljtfr.,':;|!()[] -IJ/1")
_WIDE = set("mwMWŁĄ@%—")


def width(words: str, lettering: Lettering, size: float) -> float:
    """About how wide words will be, in pixels, for letters of ``size`` pixels."""
    total = 0.0
    for letter in words:
        if letter in _NARROW:
            total += 0.33
        elif letter in _WIDE:
            total += 0.88
        elif letter.isupper():
            total += 0.7
        else:
            total += 0.52
        total += lettering.spacing
    return (total - lettering.spacing) * size * (1.06 if lettering.bold else 1.0)


def spelled(words: str, lettering: Lettering) -> str:
    """The words in the case they are written in."""
    return words.upper() if lettering.caps else words


def looks(lettering: Lettering, size: float) -> dict[str, object]:
    """The attributes of letters of ``size`` pixels."""
    result: dict[str, object] = {
        "font_family": lettering.font,
        "font_size": num(size),
        "fill": lettering.colour,
        "font_weight": "bold" if lettering.bold else None,
        "font_style": "italic" if lettering.italic else None,
        "letter_spacing": num(lettering.spacing * size) if lettering.spacing else None,
        "fill_opacity": lettering.opacity if lettering.opacity < 1 else None,
    }
    if lettering.halo:
        result |= {
            "stroke": lettering.halo,
            "stroke_width": num(size * 0.26),
            "stroke_opacity": 0.82,
            "stroke_linejoin": "round",
            "paint_order": "stroke",
        }
    return result


@dataclass(frozen=True)
class Box:
    """A part of the map that is taken: left, top, right, bottom; ``weight`` is how bad it is to cover it."""

    left: float
    top: float
    right: float
    bottom: float
    weight: float = 1.0

    def overlap(self, other: Box) -> float:
        """The common area."""
        wide = min(self.right, other.right) - max(self.left, other.left)
        high = min(self.bottom, other.bottom) - max(self.top, other.top)
        return wide * high if wide > 0 and high > 0 else 0.0


class Taken:
    """What is already written where; asked before anything more is written."""

    def __init__(self, size: float, bounds: tuple[float, float, float, float]) -> None:
        self._size = size
        self._bounds = bounds
        self._tiles: dict[tuple[int, int], list[Box]] = {}

    def _around(self, box: Box) -> Iterable[tuple[int, int]]:
        size = self._size
        for column in range(int(box.left // size), int(box.right // size) + 1):
            for row in range(int(box.top // size), int(box.bottom // size) + 1):
                yield column, row

    def add(self, box: Box) -> None:
        """Take a part of the map."""
        for tile in self._around(box):
            self._tiles.setdefault(tile, []).append(box)

    def cost(self, box: Box) -> float:
        """How much would be covered, in parts of the box itself, and how much of it would leave the map."""
        area = (box.right - box.left) * (box.bottom - box.top)
        seen: set[int] = set()
        covered = 0.0
        for tile in self._around(box):
            for other in self._tiles.get(tile, ()):
                if id(other) not in seen:
                    seen.add(id(other))
                    covered += other.weight * box.overlap(other)
        left, top, wide, high = self._bounds
        inside = box.overlap(Box(left, top, left + wide, top + high))
        return (covered + 8 * (area - inside)) / area


def place_name(
    drawing: Drawing, taken: Taken, words: str, centre: Point, lettering: Lettering, size: float, low: float
) -> None:
    """A name in the lower part of its hex, under the counters, where it covers least.

    ``low`` is how far below the centre the foot of the letters may go, in hex widths.
    """
    letters = lettering.size * size
    text = spelled(words, lettering)
    wide = width(text, lettering, letters)
    x, y = centre
    choices: list[tuple[float, int, float, float, Box]] = []
    for down, dislike in ((0.0, 0.0), (0.04, 0.12), (-0.05, 0.16), (-0.1, 0.3), (0.14, 0.6)):
        for across in (0, 0.1, -0.1, 0.2, -0.2, 0.32, -0.32, 0.45, -0.45):
            middle, foot = x + across * size, y + (low + down) * size
            box = Box(middle - wide / 2, foot - letters * 0.76, middle + wide / 2, foot + letters * 0.12, 4)
            choices.append((taken.cost(box) + dislike + 0.5 * abs(across), len(choices), middle, foot, box))
    _, _, middle, foot, box = min(choices, key=lambda choice: choice[:2])
    taken.add(box)
    drawing.text(middle, foot, text, text_anchor="middle", **looks(lettering, letters))


def along(
    drawing: Drawing, taken: Taken, words: str, course: Sequence[Point], lettering: Lettering, size: float
) -> None:
    """A name along a river, where the course is straight and nothing else is written; again on a long course."""
    letters = lettering.size * size
    text = spelled(words, lettering)
    wide = width(text, lettering, letters) * 1.08
    line = list(course)
    for _ in range(6):
        line = relax(line, 0.5)
    total = length(line)
    if total < wide * 1.05:
        line = _prolonged(line, wide * 1.15 - total)
        total = length(line)
    step = size / 8
    stations = [point for point, _ in walk(line, step)]
    need = max(int(wide / step) + 2, 3)
    repeats = max(1, min(3, round(total / (14 * size))))
    share = max(len(stations) // repeats, need)
    for n in range(repeats):
        window = stations[n * share : max((n + 1) * share, len(stations) if n == repeats - 1 else 0)]
        if len(window) >= need:
            _one_along(drawing, taken, text, window, need, lettering, letters, size)


def _prolonged(line: list[Point], more: float) -> list[Point]:
    """A short course made long enough for its name, straight on at both ends."""
    (ax, ay), (bx, by) = line[0], line[-1]
    far = hypot(bx - ax, by - ay) or 1
    ux, uy = (bx - ax) / far * more / 2, (by - ay) / far * more / 2
    return [(ax - ux, ay - uy), *line, (bx + ux, by + uy)]


def _one_along(
    drawing: Drawing,
    taken: Taken,
    text: str,
    stations: list[Point],
    need: int,
    lettering: Lettering,
    letters: float,
    size: float,
) -> None:
    """Choose the stretch and the bank for one name."""
    best: tuple[float, int, list[Point], float] | None = None
    for start in range(0, len(stations) - need + 1, 2):
        window = stations[start : start + need]
        straight = hypot(window[-1][0] - window[0][0], window[-1][1] - window[0][1])
        bent = 1 - straight / (length(window) or 1)
        (ax, ay), (bx, by) = window[0], window[-1]
        steep = abs(by - ay) / (straight or 1)
        if bx < ax or (abs(bx - ax) < 0.02 * size and by > ay):
            window = window[::-1]
        for shift in (-0.085 * size, 0.085 * size + letters * 0.62):
            cost = 14 * bent + 0.35 * steep + (0.05 if shift > 0 else 0)
            for box in _letters(window, shift, letters):
                cost += 1.2 * taken.cost(box) / len(window) * 3
            if best is None or (cost, start) < best[:2]:
                best = (cost, start, window, shift)
    if best is None:
        return
    _, _, window, shift = best
    for box in _letters(window, shift, letters):
        taken.add(Box(box.left, box.top, box.right, box.bottom, 3))
    pen = Pen()
    pen.curve(_prolonged(_beside(window[::3] + ([window[-1]] if (len(window) - 1) % 3 else []), shift), letters * 2))
    ref = drawing.define("path", d=pen.text())
    drawing.add(
        "text",
        f'<textPath href="#{ref}" startOffset="50%">{escape(text, quote=False)}</textPath>',
        text_anchor="middle",
        **looks(lettering, letters),
    )


def _beside(line: Sequence[Point], shift: float) -> list[Point]:
    """A line moved sideways, to its right when ``shift`` is positive."""
    result = []
    for i, (x, y) in enumerate(line):
        (ax, ay), (bx, by) = line[max(i - 1, 0)], line[min(i + 1, len(line) - 1)]
        far = hypot(bx - ax, by - ay) or 1
        result.append((x - (by - ay) / far * shift, y + (bx - ax) / far * shift))
    return result


def _letters(line: Sequence[Point], shift: float, letters: float) -> list[Box]:
    """About where the letters of a name along a line will be."""
    half = letters * 0.45
    middle = _beside(line, shift - letters * 0.3)
    return [Box(x - half, y - half, x + half, y + half) for x, y in middle[::2]]


def spread(
    drawing: Drawing, words: str, start: Point, end: Point, bend: float, lettering: Lettering, size: float
) -> None:
    """A name spread out from one point to another, on an arc if ``bend`` is not 0: seas and regions."""
    letters = lettering.size * size
    text = spelled(words, lettering)
    (ax, ay), (bx, by) = start, end
    far = hypot(bx - ax, by - ay)
    mx, my = (ax + bx) / 2 + (by - ay) * bend, (ay + by) / 2 - (bx - ax) * bend
    arc = []
    for step in range(-2, 11):  # beyond both ends: letters that find no line under them are not drawn
        t = step / 8
        u, v, w = (1 - t) * (1 - t), 2 * t * (1 - t), t * t
        arc.append((u * ax + v * mx + w * bx, u * ay + v * my + w * by))
    pen = Pen()
    pen.curve(arc)
    ref = drawing.define("path", d=pen.text())
    bare = width(text, lettering, letters) - lettering.spacing * letters * (len(text) - 1)
    gap = max((far - bare) / max(len(text) - 1, 1), 0)
    values = looks(lettering, letters) | {"letter_spacing": num(gap)}
    # The last letter has its space too; half of it to the left keeps the word in the middle.
    path = f'<textPath href="#{ref}" startOffset="50%">{escape(text, quote=False)}</textPath>'
    drawing.add("text", path, text_anchor="middle", dx=num(gap / 2), dy=num(letters * 0.33), **values)
