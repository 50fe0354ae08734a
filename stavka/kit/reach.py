"""Movement range: where a unit can go with its movement points, and the cheapest way there.

One function serves every game. What differs is data: a table of steps for each class of units, prepared once per
board, and for each moment what entering and leaving a hex costs in addition.

Costs are whole numbers; a game with half movement points counts in halves.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

Steps = Sequence[Sequence[tuple[int, int]]]
"""For every hex the steps out of it: pairs of neighbour and cost, which is at least 1."""

CLOSED = 200
"""An extra cost that no unit can pay: the hex cannot be entered."""


@dataclass(frozen=True, slots=True)
class Reach:
    """Every hex a unit can get to, with the points spent, and the hex before it on a cheapest way."""

    start: int
    cost: Mapping[int, int]
    came: Mapping[int, int]

    def path(self, there: int) -> list[int]:
        """A cheapest way from the start to ``there``, both included."""
        path = [there]
        while path[-1] != self.start:
            path.append(self.came[path[-1]])
        return path[::-1]


def reach(
    steps: Steps,
    start: int,
    budget: int,
    enter: Sequence[int],
    leave: Sequence[int],
    barred: Mapping[int, frozenset[int]] | None = None,
    halt: frozenset[int] = frozenset(),
) -> Reach:
    """All hexes that can be reached with ``budget`` points, the start excluded.

    ``enter`` and ``leave`` are extra costs by hex (:data:`CLOSED` to forbid), ``barred`` maps a hex to the neighbours
    it may not be entered from, and a unit that enters a hex of ``halt`` goes no further.

    >>> line = [[(1, 1)], [(0, 1), (2, 2)], [(1, 1)]]
    >>> dict(reach(line, 0, 3, enter=[0, 0, 0], leave=[0, 0, 0]).cost)
    {1: 1, 2: 3}
    >>> dict(reach(line, 0, 3, enter=[0, 1, 0], leave=[0, 0, 0]).cost)
    {1: 2}
    """
    cost = {start: 0}
    came: dict[int, int] = {}
    rings: list[list[int]] = [[] for _ in range(budget + 1)]
    rings[0].append(start)
    known = cost.get
    for spent, ring in enumerate(rings[:-1]):  # whoever has spent all his points goes nowhere
        for here in ring:
            if cost[here] < spent or (here in halt and here != start):
                continue
            base = spent + leave[here]
            for there, price in steps[here]:
                total = base + price + enter[there]
                if total <= budget and total < known(there, CLOSED):
                    if barred is not None and there in barred and here in barred[there]:
                        continue
                    cost[there] = total
                    came[there] = here
                    rings[total].append(there)
    del cost[start]
    return Reach(start, cost, came)
