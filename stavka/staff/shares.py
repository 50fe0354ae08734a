"""Guns and aircraft over many targets: every point where it adds most."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


def share_out(gains: Mapping[int, Sequence[float]], points: int) -> dict[int, int]:
    """How many points each target gets; ``gains`` says what so many points on it promise, beginning with none.

    A point goes where it adds most, or several together where one alone adds little; what adds nothing is kept.

    >>> share_out({1: [0.0, 2.0, 3.0], 2: [0.0, 0.0, 5.0]}, 3)
    {1: 1, 2: 2}
    """
    got = dict.fromkeys(gains, 0)
    while points > 0:
        rates = {(target, more): (values[got[target] + more] - values[got[target]]) / more
                 for target, values in gains.items()
                 for more in range(1, min(points, len(values) - 1 - got[target]) + 1)}
        best = max(rates, key=lambda step: rates[step], default=None)
        if best is None or rates[best] <= 0:
            break
        target, more = best
        got[target] += more
        points -= more
    return got


__all__ = ["share_out"]
