"""Ranges and supply lines as sets of hexes, one for every number of points spent.

Sets are what most of the rules want to know, and adding them up is several times faster than a search that keeps the
cost of every hex and where it came from. A way is found only for the one hex that is chosen.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property, reduce
from operator import or_

from .grid import Grid
from .hexset import EMPTY, HexSet, SideSet, has, of
from .reach import Steps, step_table, turned

Layers = Sequence[HexSet]
"""The hexes that are reached, by the points spent."""


class Ground:
    """What steps cost a class of units, prepared for spreading; the same terms make its table of steps.

    ``ground`` is the cost to enter each hex, ``extra`` what crossing hexsides adds to it, each of them in one set only;
    ``rates`` are roads, which cost less than anything else.
    """

    def __init__(self, grid: Grid, ground: Sequence[int], extra: Iterable[tuple[SideSet, int]] = (),
                 rates: Iterable[tuple[SideSet, int]] = ()) -> None:
        self.grid = grid
        self.steps = step_table(grid, ground, extra, rates)
        self.singles = tuple(1 << place for place in range(grid.size))
        self._near: dict[tuple[int, int], HexSet] = {}

    @cached_property
    def back(self) -> Steps:
        """For every hex the steps into it."""
        return turned(self.steps)

    @cached_property
    def fans(self) -> Sequence[int]:
        """For every hex its neighbours: sets one after the other, for each price of a step, from one point on."""
        return tuple([reduce(or_, [1 << there + (price - 1) * self.grid.size for there, price in row], EMPTY)
                      for row in self.steps])

    @cached_property
    def sources(self) -> Sequence[tuple[int, Sequence[HexSet]]]:
        """For every price and each direction the hexes that such a step leads out of."""
        return _sources(self.steps, self.grid.stride)

    def near(self, here: int, budget: int) -> HexSet:
        """The adjacent hexes that one step leads to with so many points."""
        key = (here, budget)
        if key not in self._near:
            self._near[key] = of(there for there, price in self.steps[here] if price <= budget)
        return self._near[key]

    def forward(self, start: HexSet, budget: int, through: HexSet, halt: HexSet = EMPTY,
                goal: HexSet = EMPTY) -> list[HexSet]:
        """The hexes that can be reached for every number of points, until one of the ``goal`` is; who enters ``halt``
        goes no further.

        A unit reaches some dozens of hexes: adding up the neighbours of each is faster than whole sets, hexside by
        hexside. ``ahead`` are the layers still to come, one after the other in one number.
        """
        layers, ahead, going = [start], EMPTY, start
        left, moving, fans, singles, size = through & ~start, ~halt, self.fans, self.singles, self.grid.size
        for _ in range(budget):
            while going:
                place = going.bit_length() - 1
                going ^= singles[place]
                ahead |= fans[place]
            here = ahead & left
            layers.append(here)
            if here & goal:
                break
            left ^= here
            going = here & moving
            ahead >>= size
        return layers

    def backward(self, goal: HexSet, budget: int, through: HexSet, wanted: HexSet) -> list[HexSet]:
        """The hexes from which ``goal`` can be reached for every number of points, until all ``wanted`` are found.

        A way may begin in any hex and then leads ``through`` these. Goals are many, so all hexes go back at once, one
        direction after the other.
        """
        layers: list[HexSet] = [EMPTY] * (budget + 1)
        layers[0] = goal
        reached, stride = EMPTY, self.grid.stride
        for spent in range(budget + 1):
            layers[spent] = here = layers[spent] & ~reached
            reached |= here
            if not wanted & ~reached:
                return layers[:spent + 1]
            going = here & through
            if not going:
                continue
            on, back, down, up = going >> 1, going << 1, going >> stride, going << stride
            right, from_right = going >> stride + 1, going << stride + 1
            left, from_left = going >> stride - 1, going << stride - 1
            for price, (by_1, by_2, by_3, by_4, by_5, by_6, by_7, by_8) in self.sources:
                if spent + price > budget:
                    break
                layers[spent + price] |= (on & by_1 | back & by_2 | down & by_3 | up & by_4 | right & by_5
                                          | from_right & by_6 | left & by_7 | from_left & by_8)
        return layers

    def way(self, layers: Layers, there: int, halt: HexSet = EMPTY) -> list[int]:
        """A cheapest way from the start of a forward spread to a hex."""
        way, spent = [there], cost_of(layers, there)
        while spent:
            for here, price in self.back[way[-1]]:
                if price <= spent and layers[spent - price] >> here & 1 and (spent == price or not halt >> here & 1):
                    break
            way.append(here)
            spent -= price
        return way[::-1]

    def way_home(self, layers: Layers, here: int, through: HexSet) -> list[int]:
        """A cheapest way from a hex to the goal of a backward spread."""
        way, left = [here], cost_of(layers, here)
        while left:
            there, price = next((there, price) for there, price in self.steps[way[-1]]
                                if price <= left and has(layers[left - price] & through, there))
            way.append(there)
            left -= price
        return way


def cost_of(layers: Layers, place: int) -> int:
    """The points spent to get to a hex that is in reach."""
    spent, here = 0, 1 << place
    while not layers[spent] & here:
        spent += 1
    return spent


def union(layers: Iterable[HexSet]) -> HexSet:
    """All hexes in reach."""
    return reduce(or_, layers, EMPTY)


def _sources(steps: Steps, stride: int) -> tuple[tuple[int, tuple[HexSet, ...]], ...]:
    """For every price, rising, the hexes that a step in each direction leads out of for it."""
    shifts = (1, -1, stride, -stride, stride + 1, -stride - 1, stride - 1, 1 - stride)
    by_price: dict[int, dict[int, HexSet]] = {}
    for here, row in enumerate(steps):
        for there, price in row:
            hexes = by_price.setdefault(price, dict.fromkeys(shifts, EMPTY))
            hexes[there - here] |= 1 << here
    return tuple((price, tuple(hexes.values())) for price, hexes in sorted(by_price.items()))
