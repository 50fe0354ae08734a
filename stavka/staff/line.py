"""A front line: the cheapest chain of hexes from one edge of the map to another, and who stands in it.

What holds together, what a hex of the line costs and who stands there sooner than others are the game's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush
from math import inf
from typing import Any

from stavka.kit.grid import Grid
from stavka.kit.hexset import EMPTY, HexSet, has, members

REDRAWN = 6
"""How often the line is drawn anew where its units are missing."""


def hexes_away(grid: Grid, hexes: HexSet) -> list[int]:
    """How many hexes every hex is from the nearest of these."""
    away, reached, steps = [0] * grid.size, hexes & grid.full, 0
    while reached and (ring := grid.around(reached) & ~reached):
        steps += 1
        for place in members(ring):
            away[place] = steps
        reached |= ring
    return away


@dataclass
class Line:
    """What the front line of one plan is drawn from."""

    ends: tuple[HexSet, HexSet]
    """The hexes at one edge and at the other."""
    beside: Callable[[int], Sequence[tuple[int, HexSet]]]
    """The hexes that one holds together with, each with those in which an enemy would part them."""
    cost: Callable[[int, Sequence[int]], float]
    """What a hex of the line costs, with those who can stand there; no end where it cannot run."""
    prefer: Callable[[int, int], Any]
    """Who stands in a hex sooner than others: the least."""
    able: dict[int, list[int]]
    """By hex: the units that can be there."""
    foes: HexSet = EMPTY
    unmanned: HexSet = EMPTY
    """The hexes of the line that need nobody."""
    _costs: dict[int, float] = field(default_factory=dict)

    def draw(self) -> dict[int, int]:
        """Put units into the line; their hexes by unit. Where a hex gets nobody the line is drawn anew without it."""
        posts: dict[int, int] = {}
        for _ in range(REDRAWN):
            wanted = [place for place in self._chain() if place in self.able and not has(self.unmanned, place)]
            posts, missing = self._manned(wanted)
            if not missing:
                break
            for place in missing:
                del self.able[place]
                self._costs.pop(place)
        return posts

    # -- where it runs ---------------------------------------------------------------------------------------------

    def _cost(self, place: int) -> float:
        known = self._costs.get(place)
        if known is None:
            known = self._costs[place] = self.cost(place, self.able.get(place, ()))
        return known

    def _chain(self) -> list[int]:
        """The cheapest chain from edge to edge."""
        before: dict[int, int] = {}
        queue: list[tuple[float, int, int]] = []
        foes, costs, beside, end = self.foes, self._costs, self.beside, self.ends[1]
        for place in members(self.ends[0]):
            if self._cost(place) < inf:
                heappush(queue, (self._cost(place), place, -1))
        while queue:
            cost, place, last = heappop(queue)
            if place in before:
                continue
            before[place] = last
            if has(end, place):
                return self._back(place, before)
            for other, between in beside(place):
                if other not in before and not between & foes:
                    more = costs.get(other) or self._cost(other)
                    if more < inf:
                        heappush(queue, (cost + more, other, place))
        return []

    def _back(self, place: int, before: Mapping[int, int]) -> list[int]:
        chain = [place]
        while before[chain[-1]] >= 0:
            chain.append(before[chain[-1]])
        return chain

    # -- who stands in it ------------------------------------------------------------------------------------------

    def _manned(self, wanted: Iterable[int]) -> tuple[dict[int, int], list[int]]:
        """A unit for every hex, found by augmenting paths; and the hexes that get none."""
        holder: dict[int, int] = {}
        missing = [place for place in wanted if not self._find(place, holder, set())]
        return holder, missing

    def _find(self, place: int, holder: dict[int, int], seen: set[int]) -> bool:
        for unit in sorted(self.able[place], key=lambda unit: self.prefer(unit, place)):
            if unit not in seen:
                seen.add(unit)
                if unit not in holder or self._find(holder[unit], holder, seen):
                    holder[unit] = place
                    return True
        return False


__all__ = ["Line", "hexes_away"]
