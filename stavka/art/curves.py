"""Turning corners of hexes into lines a cartographer could have drawn: smoothing, shaking, ribbons, walking."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from math import hypot

from .noise import signed
from .svg import Pen, Point


def relax(points: Sequence[Point], strength: float, *, closed: bool = False) -> list[Point]:
    """Pull every point towards the middle of its neighbours; the ends of an open line stay.

    At 0.5 the zigzag of a straight row of hexsides is gone, at 0 nothing changes.
    """
    count = len(points)
    result = []
    for i, (x, y) in enumerate(points):
        if not closed and i in (0, count - 1):
            result.append((x, y))
            continue
        (ax, ay), (bx, by) = points[i - 1], points[(i + 1) % count]
        result.append((x + strength * ((ax + bx) / 2 - x), y + strength * ((ay + by) / 2 - y)))
    return result


def roughen(points: Sequence[Point], amount: float, salt: int, *, closed: bool = False) -> list[Point]:
    """Put a point between every two, off the straight line by up to ``amount`` of their distance.

    The offset depends only on where the two points are, so that two shapes with a common border keep it common.
    """
    result = []
    count = len(points)
    for i, (ax, ay) in enumerate(points):
        result.append((ax, ay))
        if i == count - 1 and not closed:
            break
        bx, by = points[(i + 1) % count]
        mx, my = (ax + bx) / 2, (ay + by) / 2
        dx, dy = bx - ax, by - ay
        if (dx, dy) < (0, 0):
            dx, dy = -dx, -dy
        offset = amount * signed(round(mx * 4), round(my * 4), salt)
        result.append((mx - dy * offset, my + dx * offset))
    return result


def sampled(points: Sequence[Point], steps: int, *, closed: bool = False) -> list[Point]:
    """Points on the smooth curve that :meth:`Pen.curve` draws through the given ones."""
    count = len(points)
    if count < 3:
        return list(points)
    result = []
    for i in range(count if closed else count - 1):
        p0 = points[i - 1] if closed or i else points[0]
        p1, p2 = points[i], points[(i + 1) % count]
        p3 = points[(i + 2) % count] if closed or i + 2 < count else p2
        for step in range(steps):
            t = step / steps
            a, b, c = t * t * t, t * t, t
            w0, w1, w2, w3 = -a + 2 * b - c, 3 * a - 5 * b + 2, -3 * a + 4 * b + c, a - b
            result.append(
                (
                    (w0 * p0[0] + w1 * p1[0] + w2 * p2[0] + w3 * p3[0]) / 2,
                    (w0 * p0[1] + w1 * p1[1] + w2 * p2[1] + w3 * p3[1]) / 2,
                )
            )
    if not closed:
        result.append(points[-1])
    return result


def length(points: Sequence[Point]) -> float:
    """How long a line of straight pieces is."""
    return sum(hypot(bx - ax, by - ay) for (ax, ay), (bx, by) in pairwise(points))


def walk(points: Sequence[Point], step: float, start: float = 0) -> list[tuple[Point, Point]]:
    """Places along a line at equal distances: each with the direction of the line there (of length 1)."""
    result = []
    due = start
    gone = 0.0
    for (ax, ay), (bx, by) in pairwise(points):
        piece = hypot(bx - ax, by - ay)
        if piece == 0:
            continue
        ux, uy = (bx - ax) / piece, (by - ay) / piece
        while due <= gone + piece:
            t = due - gone
            result.append(((ax + ux * t, ay + uy * t), (ux, uy)))
            due += step
        gone += piece
    return result


def ribbon(pen: Pen, points: Sequence[Point], width: Callable[[float], float]) -> None:
    """A band along a line, as wide as ``width`` says at each fraction of its length."""
    total = length(points) or 1
    left, right = [], []
    gone = 0.0
    for i, (x, y) in enumerate(points):
        (ax, ay), (bx, by) = points[max(i - 1, 0)], points[min(i + 1, len(points) - 1)]
        if i:
            gone += hypot(x - points[i - 1][0], y - points[i - 1][1])
        dx, dy = bx - ax, by - ay
        piece = hypot(dx, dy) or 1
        half = width(gone / total) / 2
        nx, ny = -dy / piece * half, dx / piece * half
        left.append((x + nx, y + ny))
        right.append((x - nx, y - ny))
    pen.lines(left + right[::-1], close=True)


def rings(
    outline: Sequence[Sequence[tuple[float, float]]], strength: float, rough: float, salt: int
) -> list[list[Point]]:
    """Closed outlines of hexes made natural: rounded, then shaken."""
    result = []
    for ring in outline:
        points = relax(list(ring), strength, closed=True)
        if rough:
            points = roughen(points, rough, salt, closed=True)
        result.append(points)
    return result
