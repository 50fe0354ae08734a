"""Ratings by Glicko-2 (M. Glickman, "Example of the Glicko-2 system", 2013), every game a rating period of its own."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

SCALE = 173.7178
MIDDLE = 1500.0
TAU = 0.5
"""How much volatility may change: the paper's middle."""

CLOSE = 1e-6
"""How exactly the volatility is found."""


@dataclass(frozen=True)
class Rating:
    """How strong somebody seems, and how sure that is."""

    value: float = MIDDLE
    deviation: float = 350.0
    volatility: float = 0.06
    games: int = 0


def rate(player: Rating, results: Sequence[tuple[Rating, float]]) -> Rating:
    """A rating after games against others, each with a score: 1 won, 0.5 drawn, 0 lost.

    The example of the paper:

    >>> others = [(Rating(1400, 30), 1), (Rating(1550, 100), 0), (Rating(1700, 300), 0)]
    >>> after = rate(Rating(1500, 200), others)
    >>> round(after.value, 1), round(after.deviation, 1), round(after.volatility, 5)
    (1464.1, 151.5, 0.06)
    """
    own = (player.value - MIDDLE) / SCALE
    weights = [(_weight(other.deviation / SCALE), (other.value - MIDDLE) / SCALE, score) for other, score in results]
    chances = [1 / (1 + math.exp(-weight * (own - theirs))) for weight, theirs, _ in weights]
    terms = list(zip(weights, chances, strict=True))
    variance = 1 / sum(weight**2 * chance * (1 - chance) for (weight, _, _), chance in terms)
    surprise = sum(weight * (score - chance) for (weight, _, score), chance in terms)
    phi = player.deviation / SCALE
    volatility = _volatility(player.volatility, phi, variance, variance * surprise)
    deviation = 1 / math.sqrt(1 / (phi**2 + volatility**2) + 1 / variance)
    value = own + deviation**2 * surprise
    return Rating(value * SCALE + MIDDLE, deviation * SCALE, volatility, player.games + len(results))


def _weight(phi: float) -> float:
    """How much a game counts against somebody whose strength is known no better than this."""
    return 1 / math.sqrt(1 + 3 * phi**2 / math.pi**2)


def _volatility(sigma: float, phi: float, variance: float, delta: float) -> float:
    """Step 5 of the paper: the volatility that fits the results best, by the Illinois algorithm."""
    start = math.log(sigma**2)

    def slope(x: float) -> float:
        grown = math.exp(x)
        spread = phi**2 + variance + grown
        return grown * (delta**2 - spread) / (2 * spread**2) - (x - start) / TAU**2

    low = start
    if delta**2 > phi**2 + variance:
        high = math.log(delta**2 - phi**2 - variance)
    else:
        steps = 1
        while slope(start - steps * TAU) < 0:
            steps += 1
        high = start - steps * TAU
    at_low, at_high = slope(low), slope(high)
    while abs(high - low) > CLOSE:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = slope(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return math.exp(low / 2)
