"""Exact probabilities of what dice bring: one die, several, rerolls, and results read from them.

>>> two = joint(die(), die())
>>> mapped(two, sum)[7]
Fraction(1, 6)
>>> floats(mapped(rerolled(die(), {6}), lambda face: "six" if face == 6 else "less"))["six"] == 1 / 36
True
"""

from __future__ import annotations

from collections.abc import Callable, Container, Hashable, Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from math import prod
from typing import TypeVar

K = TypeVar("K", bound=Hashable)
R = TypeVar("R", bound=Hashable)

Chances = Mapping[K, Fraction]
"""Every outcome with its probability; together they make 1."""


@cache
def die(faces: int = 6) -> Chances[int]:
    """One die."""
    return {face: Fraction(1, faces) for face in range(1, faces + 1)}


def rerolled(chances: Chances[K], again: Container[K]) -> Chances[K]:
    """Rolled once more, and the second roll stands, if the first shows one of these."""
    repeated = sum((chance for outcome, chance in chances.items() if outcome in again), start=Fraction(0))
    return {outcome: chance * repeated + (0 if outcome in again else chance) for outcome, chance in chances.items()}


def joint(*each: Chances[K]) -> Chances[tuple[K, ...]]:
    """Several rolls that know nothing of each other, as tuples of their outcomes."""
    return {
        tuple(outcome for outcome, _ in rolls): prod((chance for _, chance in rolls), start=Fraction(1))
        for rolls in product(*(chances.items() for chances in each))
    }


def mapped(chances: Chances[K], result: Callable[[K], R]) -> Chances[R]:
    """What the outcomes lead to."""
    results: dict[R, Fraction] = {}
    for outcome, chance in chances.items():
        reached = result(outcome)
        results[reached] = results.get(reached, Fraction(0)) + chance
    return results


def floats(chances: Chances[K]) -> dict[K, float]:
    """The probabilities as ordinary numbers, for people."""
    return {outcome: float(chance) for outcome, chance in chances.items()}
