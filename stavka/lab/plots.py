"""Small plots as SVG text: bars with intervals, and histograms. They need nothing and print well."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from html import escape
from math import ceil, floor, log10

WIDTH = 900
LEFT, RIGHT = 210, 130
"""The margins of bar plots: names stand in the left one, numbers in the right one."""
ROW = 24
BINS = (12, 40)
"""A histogram has room for at least so many bars, and for no more, however many games there were."""
COLOURS = ("#a8322a", "#4b5d70", "#2f6f4f", "#8a6d1f")
"""One for every seat or side, dark enough to be told apart in grey."""
INK, FAINT = "#3d3a34", "#d9d4c7"


@dataclass(frozen=True)
class Bar:
    """A share with its interval, all between 0 and 1."""

    label: str
    share: float
    low: float
    high: float
    colour: str


def text(x: float, y: float, words: str, anchor: str = "start", kind: str = "") -> str:
    """Words in a plot."""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" class="{kind}">{escape(words)}</text>'


def line(x1: float, y1: float, x2: float, y2: float, colour: str = FAINT, width: float = 1, dash: str = "") -> str:
    """A straight line."""
    return (f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{colour}" '
            f'stroke-width="{width}"{f" stroke-dasharray={chr(34)}{dash}{chr(34)}" if dash else ""}/>')


def rect(x: float, y: float, width: float, height: float, colour: str, title: str, opacity: float = 1) -> str:
    """A filled bar, with words for whoever points at it."""
    return (f'<rect x="{x:.1f}" y="{y:.1f}" width="{max(0.0, width):.1f}" height="{max(0.0, height):.1f}" '
            f'fill="{colour}" fill-opacity="{opacity:g}"><title>{escape(title)}</title></rect>')


def figure(parts: Sequence[str], width: float, height: float, label: str) -> str:
    """A plot, scaled to the page, with a name for those who cannot see it."""
    return (f'<svg viewBox="0 0 {width:.0f} {height:.0f}" style="max-width:{width:.0f}px" role="img" '
            f'aria-label="{escape(label)}">{"".join(parts)}</svg>')


# -- shares --------------------------------------------------------------------------------------------------------


def share_bars(groups: Mapping[str, Sequence[Bar]], label: str) -> str:
    """Bars from 0 to 100 %, in groups, each with the interval it may really lie in."""
    full, top = WIDTH - LEFT - RIGHT, 22
    bottom = top + sum(ROW * len(bars) + (ROW if name else 0) + 6 for name, bars in groups.items())
    parts = []
    for tenth in range(11):
        x = LEFT + full * tenth / 10
        parts.append(line(x, top, x, bottom, INK if tenth == 5 else FAINT, 1, "3 3" if tenth == 5 else ""))
        if tenth % 2 == 0 or tenth == 5:
            parts.append(text(x, top - 7, f"{10 * tenth} %", "middle", "tick"))
    y = float(top)
    for name, bars in groups.items():
        if name:
            parts.append(text(4, y + 17, name, kind="group"))
            y += ROW
        for bar in bars:
            parts += _share_bar(bar, y, full)
            y += ROW
        y += 6
    return figure(parts, WIDTH, bottom + 4, label)


def _share_bar(bar: Bar, y: float, full: float) -> list[str]:
    low, high, middle = LEFT + bar.low * full, LEFT + bar.high * full, y + ROW / 2
    words = f"{100 * bar.share:.0f} % ({100 * bar.low:.0f} to {100 * bar.high:.0f} %)"
    return [
        text(LEFT - 10, middle + 4, bar.label, "end"),
        rect(LEFT, y + 4, bar.share * full, ROW - 8, bar.colour, f"{bar.label}: {words}", 0.6),
        line(low, middle, high, middle, INK, 1.8), *(line(x, middle - 5, x, middle + 5, INK, 1.8) for x in (low, high)),
        text(WIDTH - 4, middle + 4, words, "end"),
    ]


# -- distributions -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Series:
    """Numbers of one kind, game by game."""

    label: str
    values: Sequence[int]
    colour: str


@dataclass(frozen=True)
class Frame:
    """Where the bars of a histogram stand: bins of ``step`` numbers from ``first`` on, as high as ``most`` games."""

    first: int
    last: int
    step: int
    most: int = 1
    width: float = 440.0
    height: float = 230.0
    left: float = 34.0
    top: float = 26.0

    @classmethod
    def around(cls, values: Sequence[int], games: int) -> Frame:
        """A frame that holds all these numbers; few games get few bins."""
        fewest, most = BINS
        first, last = min(values), max(values)
        step = nice_step((last - first + 1) / min(most, max(2 * fewest, 3 * games ** 0.5)))
        first = floor(first / step) * step
        while (last - first) // step + 1 < fewest:  # a single bar should look like one
            first, last = max(0, first - step), last + step
        return cls(first, last, step)

    @property
    def bins(self) -> int:
        """How many there are."""
        return (self.last - self.first) // self.step + 1

    @property
    def wide(self) -> float:
        """The width of a bin."""
        return (self.width - self.left - 8) / self.bins

    @property
    def bottom(self) -> float:
        """The line on which bars stand."""
        return self.height - 36

    def x(self, value: float) -> float:
        """Where a number stands."""
        return self.left + (value - self.first) / self.step * self.wide

    def tall(self, count: float) -> float:
        """The height of a bar."""
        return (self.bottom - self.top) * count / self.most

    def count(self, values: Sequence[int]) -> list[int]:
        """How many numbers fall into each bin."""
        found = [0] * self.bins
        for value in values:
            found[(value - self.first) // self.step] += 1
        return found

    def span(self, n: int) -> str:
        """The numbers of a bin, in words."""
        low = self.first + n * self.step
        return str(low) if self.step == 1 else f"{low} to {low + self.step - 1}"


def histogram(series: Sequence[Series], axis: str, marks: Sequence[tuple[int, str]] = (), *,
              stacked: bool = False) -> str:
    """How often each number came up: one series on the other, or side by side."""
    values = [value for one in series for value in one.values]
    if not values:
        return ""
    frame = Frame.around([*values, *(at for at, _ in marks)], len(values))
    counts = [frame.count(one.values) for one in series]
    most = max(map(sum, zip(*counts, strict=True))) if stacked else max(map(max, counts))
    frame = replace(frame, most=most)
    parts = [*_grid(frame), *_bars(frame, series, counts, stacked), *_ticks(frame),
             *(part for at, words in marks for part in _mark(frame, at, words)),
             text((frame.left + frame.width) / 2, frame.height - 6, axis, "middle", "axis")]
    return figure(parts, frame.width, frame.height, f"{axis}: " + ", ".join(one.label for one in series))


def _grid(frame: Frame) -> Iterator[str]:
    """The lines behind a histogram, with numbers of games."""
    for count in range(0, frame.most + 1, nice_step(frame.most / 4)):
        y = frame.bottom - frame.tall(count)
        yield line(frame.left, y, frame.width - 8, y, INK if count == 0 else FAINT)
        yield text(frame.left - 5, y + 4, str(count), "end", "tick")


def _bars(frame: Frame, series: Sequence[Series], counts: Sequence[Sequence[int]], stacked: bool) -> Iterator[str]:
    wide = (frame.wide - 1) / (1 if stacked else len(series))
    for n in range(frame.bins):
        base = frame.bottom
        for k, (one, count) in enumerate(zip(series, counts, strict=True)):
            x, tall = frame.left + n * frame.wide + (0 if stacked else k * wide), frame.tall(count[n])
            if count[n]:
                words = f"{one.label}, {frame.span(n)}: {count[n]}"
                yield rect(x, base - tall, max(1.0, wide), tall, one.colour, words)
            base -= tall if stacked else 0


def _ticks(frame: Frame) -> Iterator[str]:
    """Numbers under the bars: in the middle of each, or where it begins if it stands for several."""
    every = nice_step((frame.last - frame.first + 1) / 7)
    for value in range(ceil(frame.first / every) * every, frame.last + 1, every):
        yield text(frame.x(value + 0.5 if frame.step == 1 else value), frame.bottom + 14, str(value), "middle", "tick")


def _mark(frame: Frame, at: int, words: str) -> list[str]:
    x = frame.x(at)
    far = x > frame.width / 2
    return [line(x, frame.top - 6, x, frame.bottom, INK, 1.4, "4 3"),
            text(x - 4 if far else x + 4, frame.top - 10, words, "end" if far else "start", "tick")]


def nice_step(size: float) -> int:
    """The least of 1, 2, 5, 10, 20 ... that is no smaller.

    >>> [nice_step(size) for size in (0.3, 1, 1.2, 3, 7, 14)]
    [1, 1, 2, 5, 10, 20]
    """
    if size <= 1:
        return 1
    power = int(10 ** floor(log10(size)))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= size)
