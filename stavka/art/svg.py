"""Writing SVG by hand: short numbers, relative paths, escaped text, shared definitions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from html import escape

Point = tuple[float, float]


def num(value: float) -> str:
    """A number as short as a tenth of a pixel allows.

    >>> num(12.04), num(-0.01), num(3.25)
    ('12', '0', '3.2')
    """
    text = f"{value:.1f}"
    if text.endswith(".0"):
        text = text[:-2]
    return "0" if text == "-0" else text


def attributes(values: dict[str, object]) -> str:
    """Attributes as text; ``None`` leaves one out, underscores stand for hyphens."""
    parts = []
    for name, value in values.items():
        if value is None:
            continue
        text = f"{value:.3g}" if isinstance(value, float) and abs(value) < 10 else value
        if isinstance(text, float):
            text = num(text)
        parts.append(f' {name.rstrip("_").replace("_", "-")}="{escape(str(text), quote=True)}"')
    return "".join(parts)


class Pen:
    """Collects the commands of one path; everything but starts is relative, because that is shorter."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._x = self._y = 0.0

    def __bool__(self) -> bool:
        return bool(self._parts)

    def move(self, point: Point) -> None:
        """Begin a new stroke."""
        self._x, self._y = round(point[0], 1), round(point[1], 1)
        self._parts.append(f"M{num(self._x)} {num(self._y)}")

    def _offsets(self, points: Sequence[Point]) -> str:
        """Coordinates relative to where the pen is; the last is where it will be, rounding included."""
        texts = []
        x, y = self._x, self._y
        for point in points:
            dx, dy = round(point[0] - x, 1), round(point[1] - y, 1)
            texts.append(f"{num(dx)} {num(dy)}")
            self._x, self._y = x + dx, y + dy
        return " ".join(texts).replace(" -", "-")

    def lines(self, points: Sequence[Point], *, close: bool = False) -> None:
        """Straight strokes through the points."""
        self.move(points[0])
        self._parts.append("l")
        steps = [self._offsets([point]) for point in points[1:]]
        self._parts.append(" ".join(steps).replace(" -", "-") + ("z" if close else ""))

    def curve(self, points: Sequence[Point], *, closed: bool = False) -> None:
        """A smooth curve through all points (Catmull-Rom, written as cubic arcs)."""
        count = len(points)
        if count < 3 and not closed:
            self.lines(points)
            return
        self.move(points[0])
        last = count if closed else count - 1
        for i in range(last):
            before = points[i - 1] if closed or i else points[0]
            here, there = points[i], points[(i + 1) % count]
            after = points[(i + 2) % count] if closed or i + 2 < count else there
            end = (there[0] - (after[0] - here[0]) / 6, there[1] - (after[1] - here[1]) / 6)
            if i == 0:
                start = (here[0] + (there[0] - before[0]) / 6, here[1] + (there[1] - before[1]) / 6)
                self._parts.append("c" + self._offsets([start, end, there]))
                self._parts.append("s")
            else:
                self._parts.append((" " if i > 1 else "") + self._offsets([end, there]))
        if self._parts[-1] == "s":
            self._parts.pop()
        if closed:
            self._parts.append("z")

    def raw(self, text: str) -> None:
        """Commands as they are, relative to where the pen is; a new stroke must follow."""
        self._parts.append(text)

    def text(self) -> str:
        """The path so far."""
        return "".join(self._parts)


class Drawing:
    """An SVG being written: definitions, and elements in the order in which they cover each other."""

    def __init__(self) -> None:
        self.defs: list[str] = []
        self.body: list[str] = []
        self._ids = 0
        self._known: dict[str, str] = {}

    def define(self, element: str, content: str = "", **values: object) -> str:
        """Put an element into the definitions, once for equal content, and return its id."""
        text = f'<{element} id="@"{attributes(values)}' + (f">{content}</{element}>" if content else "/>")
        if text not in self._known:
            self._ids += 1
            self._known[text] = f"d{self._ids}"
            self.defs.append(text.replace('id="@"', f'id="d{self._ids}"', 1))
        return self._known[text]

    def add(self, element: str, content: str | None = None, **values: object) -> None:
        """Put an element on the drawing."""
        head = f"<{element}{attributes(values)}"
        self.body.append(f"{head}/>" if content is None else f"{head}>{content}</{element}>")

    def path(self, d: str, **values: object) -> None:
        """A path, unless there is nothing to draw."""
        if d:
            self.add("path", None, d=d, **values)

    def rect(self, x: float, y: float, width: float, height: float, **values: object) -> None:
        """A rectangle."""
        self.add("rect", None, x=num(x), y=num(y), width=num(width), height=num(height), **values)

    def use(self, ref: str, **values: object) -> None:
        """A defined element once more."""
        self.add("use", None, href=f"#{ref}", **values)

    def text(self, x: float, y: float, words: str, **values: object) -> None:
        """Words at a point."""
        self.add("text", escape(words, quote=False), x=num(x), y=num(y), **values)

    @contextmanager
    def group(self, **values: object) -> Iterator[None]:
        """Elements that share attributes."""
        self.body.append(f"<g{attributes(values)}>")
        start = len(self.body)
        yield
        if len(self.body) == start:
            self.body.pop()
        else:
            self.body.append("</g>")

    def result(self, width: float, height: float, title: str) -> str:
        """The whole document."""
        size = f'width="{num(width)}" height="{num(height)}" viewBox="0 0 {num(width)} {num(height)}"'
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" {size}>\n<title>{escape(title, quote=False)}</title>\n<defs>\n'
            + "\n".join(self.defs)
            + "\n</defs>\n"
            + "\n".join(self.body)
            + "\n</svg>\n"
        )
