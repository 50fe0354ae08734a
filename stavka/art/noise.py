"""Irregularity that is always the same: a map drawn twice must be the same map, byte for byte.

Woods, coasts and rivers look dead when they follow the hexes exactly. What shakes them is no random generator but a
hash of where they are, so that the same data gives the same drawing everywhere, and two shapes that share a border
shake it alike.
"""

from __future__ import annotations

from math import floor

_MASK = 0xFFFFFFFF


def unit(*keys: int) -> float:
    """A number in [0, 1) that depends on the keys alone.

    >>> unit(3, 4) == unit(3, 4), unit(3, 4) == unit(4, 3)
    (True, False)
    """
    h = 0x9E3779B9
    for key in keys:
        h = ((h ^ (key & _MASK)) * 0x85EBCA6B) & _MASK
        h = ((h ^ (h >> 13)) * 0xC2B2AE35) & _MASK
        h ^= h >> 16
    return h / (_MASK + 1)


def signed(*keys: int) -> float:
    """A number in [-1, 1) that depends on the keys alone."""
    return 2 * unit(*keys) - 1


def field(x: float, y: float, salt: int) -> float:
    """A smooth hilly field in [0, 1] with hills about one unit apart: where growth is dense and where it thins."""
    column, row = floor(x), floor(y)
    fx, fy = x - column, y - row
    fx, fy = fx * fx * (3 - 2 * fx), fy * fy * (3 - 2 * fy)
    top = unit(column, row, salt) * (1 - fx) + unit(column + 1, row, salt) * fx
    bottom = unit(column, row + 1, salt) * (1 - fx) + unit(column + 1, row + 1, salt) * fx
    return top * (1 - fy) + bottom * fy


def salt(text: str) -> int:
    """A key made from a name, the same in every run (``hash`` is not)."""
    value = 0
    for letter in text:
        value = (value * 131 + ord(letter)) & _MASK
    return value
