"""Sums that come out the same on every version of Python."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from operator import add
from typing import TypeVar

Number = TypeVar("Number", int, float)


def added(values: Iterable[Number]) -> Number:
    """The sum of numbers, added one after the other.

    From Python 3.12 on, ``sum`` carries along what rounding loses, before that it did not, so that the two may differ
    in the last bit. A computer player who weighs two plans of the same worth would choose one on one version and the
    other on the other, and a seed would no longer give the same game anywhere.

    >>> added([0.1] * 10)
    0.9999999999999999
    """
    return reduce(add, values, 0)


__all__ = ["added"]
