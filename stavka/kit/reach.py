"""Movement range: where a unit can go with its movement points, and the cheapest way there.

One function, :func:`reach`, serves every game. What differs is data: a table of steps for each class of units, prepared
once per board (:func:`step_table`); where hexsides change in play, steps taken from another table (:func:`splice`); and
for each moment what entering and leaving a hex costs in addition (:func:`charges`), which hexsides are barred
(:func:`barred_by`) and where a unit must stop. So zones of control can work in every way rulebooks know:

* entering or leaving them costs more: ``charges`` for ``enter`` or ``leave``;
* a unit that enters one stops: ``halt``;
* no step leads from one straight into another: ``barred_by(grid, grid.sides_between(zone, zone))``.

Costs are whole numbers; a game with half movement points counts in halves.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from .grid import Grid
from .hexset import BITS, HexSet, SideSet, members

Row = tuple[tuple[int, int], ...]
"""The steps out of a hex: pairs of neighbour and cost."""

Steps = Sequence[Sequence[tuple[int, int]]]
"""For every hex the steps out of it: pairs of neighbour and cost, which is at least 1."""

CLOSED = 200
"""A cost that stands for no way in, out or across, however many points a unit has."""

UNLIMITED = 1 << 30
"""A budget for whoever goes as far as he likes."""


# -- Tables of steps -----------------------------------------------------------------------------------------------


def step_table(grid: Grid, ground: Sequence[int], extra: Iterable[tuple[SideSet, int]] = (),
               rates: Iterable[tuple[SideSet, int]] = ()) -> Steps:
    """What every step costs a class of units.

    ``ground`` is the cost to enter each hex, ``extra`` what crossing hexsides adds to it (both :data:`CLOSED` where
    the class may not go). ``rates`` are roads and railways: whoever follows one across its hexsides pays its rate
    instead of everything else, if that is less.

    >>> from stavka.kit.hexset import members
    >>> grid = Grid("flat", "CCRR", rows=(1, 1), columns=(1, 4), shoved="even")
    >>> first, second, third = (1 << side for side in members(grid.every_side))
    >>> steps = step_table(grid, [2] * grid.size, extra=[(first, 3), (second, CLOSED)], rates=[(third, 1)])
    >>> [[(grid.names[there], cost) for there, cost in steps[grid.index[name]]] for name in ("0101", "0201", "0301")]
    [[('0201', 5)], [('0101', 5)], [('0401', 1)]]
    """
    more, less = [0] * len(grid.edges), [CLOSED] * len(grid.edges)
    for sides, price in extra:
        for side in members(sides):
            more[side] += price
    for sides, rate in rates:
        for side in members(sides):
            less[side] = min(less[side], rate)
    table = []
    for exits in grid.exits:
        row = []
        for there, side in exits:
            cost = ground[there] + more[side]
            if cost > less[side]:
                cost = less[side]
            if cost < CLOSED:
                row.append(one_step(there, cost))
        table.append(one_row(tuple(row)))
    return table


@cache
def one_step(there: int, cost: int) -> tuple[int, int]:
    """One step: all tables share it, so that a search finds what it reads in the processor's own memory."""
    return there, cost


@cache
def one_row(row: Row) -> Row:
    """The steps out of a hex: tables share them, too, where they are the same."""
    return row


def splice(grid: Grid, steps: Steps, other: Steps, sides: SideSet) -> Steps:
    """One table of steps, but across these hexsides the steps of another: what a blown bridge or a pontoon changes.

    Both tables are prepared once, say with all bridges standing and with none; only the rows at the hexsides are made
    anew.

    >>> grid = Grid("flat", "CCRR", rows=(1, 1), columns=(1, 3), shoved="even")
    >>> standing, blown = step_table(grid, [1] * grid.size), step_table(grid, [1] * grid.size, [(grid.every_side, 3)])
    >>> steps = splice(grid, standing, blown, 1 << grid.side_number(*grid.side("0101/0201")))
    >>> [[(grid.names[there], cost) for there, cost in steps[grid.index[name]]] for name in ("0101", "0201")]
    [[('0201', 4)], [('0301', 1), ('0101', 4)]]
    """
    table = list(steps)
    for here, beyond in barred_by(grid, sides).items():
        table[here] = (*(step for step in steps[here] if step[0] not in beyond),
                       *(step for step in other[here] if step[0] in beyond))
    return table


def turned(steps: Steps) -> Steps:
    """The same steps walked backwards: to find out from where a hex can be reached.

    >>> turned([[(1, 3)], []])
    [(), ((0, 3),)]
    """
    back: list[list[tuple[int, int]]] = [[] for _ in steps]
    for here, row in enumerate(steps):
        for there, cost in row:
            back[there].append((here, cost))
    return list(map(tuple, back))


# -- What a moment adds --------------------------------------------------------------------------------------------


def charges(grid: Grid, *parts: tuple[HexSet, int]) -> bytes:
    """A cost for every hex, from sets of hexes with a cost each: they add up, but a closed hex stays closed.

    Costs of one hex must stay below 256 together.

    >>> grid = Grid("flat", "CCRR", rows=(1, 1), columns=(1, 3), shoved="even")
    >>> list(charges(grid, (grid.full, 1), (1 << grid.index["0201"], 2), (1 << grid.index["0301"], CLOSED)))
    [1, 0, 3, 0, 200, 0]
    """
    total = closed = 0  # numbers with one byte a hex: adding them adds all costs at once
    for hexes, cost in parts:
        digits = f"{hexes:0{grid.size}b}"[::-1].encode()
        once = int.from_bytes(digits.translate(BITS), "little")
        if cost >= CLOSED:
            closed |= once
        else:
            total += once * cost
    return (total & ~(closed * 0xFF) | closed * CLOSED).to_bytes(grid.size, "little")


def barred_by(grid: Grid, sides: SideSet) -> dict[int, frozenset[int]]:
    """For every hex at one of these hexsides: the neighbours it cannot be entered from, as :func:`reach` takes it.

    >>> grid = Grid("flat", "CCRR", rows=(1, 1), columns=(1, 3), shoved="even")
    >>> barred_by(grid, 1 << grid.side_number(*grid.side("0101/0201")))
    {0: frozenset({2}), 2: frozenset({0})}
    """
    beyond: dict[int, set[int]] = {}
    for here, there in grid.side_edges(sides):
        beyond.setdefault(here, set()).add(there)
        beyond.setdefault(there, set()).add(here)
    return {here: frozenset(hexes) for here, hexes in beyond.items()}


# -- The range -----------------------------------------------------------------------------------------------------


class Reach(NamedTuple):
    """Every hex a unit can get to, with the points spent, and the hex before it on a cheapest way."""

    cost: Mapping[int, int]
    came: Mapping[int, int]

    def path(self, there: int) -> list[int]:
        """A cheapest way from the start to ``there``, both included."""
        path = [there]
        while path[-1] in self.came:
            path.append(self.came[path[-1]])
        return path[::-1]


def reach(
    steps: Steps,
    start: int,
    budget: int,
    enter: Sequence[int],
    leave: Sequence[int],
    barred: Mapping[int, frozenset[int]] | None = None,
    halt: Collection[int] = (),
) -> Reach:
    """All hexes that can be reached with ``budget`` points, the start excluded.

    ``enter`` and ``leave`` are extra costs by hex (:data:`CLOSED` to forbid), ``barred`` maps a hex to the neighbours
    it may not be entered from, and a unit that enters a hex of ``halt`` goes no further.

    >>> line = [[(1, 1)], [(0, 1), (2, 2)], [(1, 1)]]
    >>> dict(reach(line, 0, 3, enter=[0, 0, 0], leave=[0, 0, 0]).cost)
    {1: 1, 2: 3}
    >>> dict(reach(line, 0, 3, enter=[0, 1, 0], leave=[0, 0, 0]).cost)
    {1: 2}
    >>> dict(reach(line, 0, UNLIMITED, enter=[0, 0, CLOSED], leave=[0, 0, 0]).cost)
    {1: 1}
    """
    return reach_from(steps, (start,), budget, enter, leave, barred, halt)


def reach_from(
    steps: Steps,
    starts: Iterable[int],
    budget: int,
    enter: Sequence[int],
    leave: Sequence[int],
    barred: Mapping[int, frozenset[int]] | None = None,
    halt: Collection[int] = (),
) -> Reach:
    """As :func:`reach`, from the nearest of several hexes.

    With :func:`turned` steps, and with ``enter`` and ``leave`` exchanged, it tells from where one of the starts can be
    reached, and at what cost: a supply line of so many points to the nearest road.
    """
    if budget >= CLOSED:  # so much can be paid: closed must cost more than that
        enter, leave = _beyond(enter, budget), _beyond(leave, budget)
    cost = dict.fromkeys(starts, 0)
    origins = list(cost)
    least = [budget + 1] * len(steps)  # what each hex costs so far: a list answers faster than a dictionary
    for start in origins:
        least[start] = 0
    came: dict[int, int] = {}
    rings: list[list[int]] = [[] for _ in range(min(budget, CLOSED) + 1)]
    rings[0] = origins
    stops = bool(halt)
    for spent, ring in enumerate(rings):
        if spent == budget:
            break  # whoever has spent all his points goes nowhere
        for here in ring:
            if least[here] < spent or (stops and spent and here in halt):
                continue
            base = spent + leave[here]
            for there, price in steps[here]:
                total = base + price + enter[there]
                if total < least[there]:
                    if barred is not None and there in barred and here in barred[there]:
                        continue
                    cost[there] = least[there] = total
                    came[there] = here
                    try:
                        rings[total].append(there)
                    except IndexError:
                        rings.extend([] for _ in range(len(rings), total))
                        rings.append([there])
    for start in origins:
        del cost[start]
    return Reach(cost, came)


def reach_open(
    steps: Steps,
    start: int,
    budget: int,
    closed: bytes,
    leave: Sequence[int],
    barred: Mapping[int, frozenset[int]],
) -> Reach:
    """As :func:`reach`, where entering a hex costs nothing more: it is open (0 in ``closed``) or :data:`CLOSED`.

    That is so in games whose zones of control cost only who leaves them, and takes half the time.

    >>> line = [[(1, 1)], [(0, 1), (2, 2)], [(1, 1)]]
    >>> dict(reach_open(line, 0, 3, bytes([0, 0, 0]), bytes(3), {}).cost)
    {1: 1, 2: 3}
    >>> dict(reach_open(line, 0, 9, bytes([0, 0, CLOSED]), bytes(3), {}).cost)
    {1: 1}
    """
    least = bytearray(_prices(closed, budget))
    least[start] = 0
    cost: dict[int, int] = {}
    came: dict[int, int] = {}
    rings: list[list[int]] = [[] for _ in range(budget + 1)]
    rings[0].append(start)
    for spent, ring in enumerate(rings):
        if spent == budget:
            break
        for here in ring:
            if least[here] < spent:
                continue
            base = spent + leave[here]
            for there, price in steps[here]:
                total = base + price
                if total < least[there] and not (there in barred and here in barred[there]):
                    cost[there] = least[there] = total
                    came[there] = here
                    rings[total].append(there)
    return Reach(cost, came)


@lru_cache(maxsize=64)
def _prices(closed: bytes, budget: int) -> bytes:
    """The price of every hex at first: one more than the budget for those that are open; none beats that of a closed
    one."""
    return closed.translate(bytes([budget + 1] + [0] * 255))


def _beyond(costs: Sequence[int], budget: int) -> Sequence[int]:
    return [budget + 1 if cost >= CLOSED else cost for cost in costs]
