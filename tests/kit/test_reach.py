"""Movement range against a plain Dijkstra; tables of steps against their definition."""

from __future__ import annotations

import heapq
from collections.abc import Collection, Iterable
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from stavka.kit.grid import Grid
from stavka.kit.hexset import has, members, of
from stavka.kit.reach import CLOSED, UNLIMITED, Steps, barred_by, charges, reach, reach_from, splice, step_table, turned

GRID = Grid("pointy", "RRCC", rows=(1, 6), columns=(1, 6), shoved="odd")
CELLS = sorted(GRID.index.values())
SIDES = members(GRID.every_side)


def plain(steps: Steps, starts: Iterable[int], budget: int, enter: list[int], leave: list[int],
          barred: dict[int, frozenset[int]], halt: Collection[int]) -> dict[int, int]:
    cost: dict[int, int] = {}
    heap = [(0, start) for start in starts]
    begun = {start for _, start in heap}
    while heap:
        spent, here = heapq.heappop(heap)
        if here in cost:
            continue
        cost[here] = spent
        if (here in halt and here not in begun) or leave[here] >= CLOSED:
            continue
        for there, price in steps[here]:
            total = spent + leave[here] + price + enter[there]
            if total <= budget and enter[there] < CLOSED and here not in barred.get(there, frozenset()):
                heapq.heappush(heap, (total, there))
    return {there: spent for there, spent in cost.items() if there not in begun}


@settings(max_examples=150)
@given(data=st.data())
def test_costs_are_the_least_possible(data: st.DataObject) -> None:
    size = data.draw(st.integers(2, 12))
    nodes = st.integers(0, size - 1)
    price = st.one_of(st.integers(1, 4), st.just(90))
    steps = [data.draw(st.lists(st.tuples(nodes, price), max_size=5)) for _ in range(size)]
    enter = data.draw(st.lists(st.sampled_from([0, 0, 1, 2, CLOSED]), min_size=size, max_size=size))
    leave = data.draw(st.lists(st.sampled_from([0, 0, 0, 1, CLOSED]), min_size=size, max_size=size))
    barred = data.draw(st.dictionaries(nodes, st.frozensets(nodes, max_size=3), max_size=4))
    halt = data.draw(st.frozensets(nodes, max_size=3))
    budget = data.draw(st.one_of(st.integers(0, 9), st.sampled_from([150, 270, UNLIMITED])))
    starts = data.draw(st.sets(nodes, min_size=1, max_size=3))
    found = reach_from(steps, starts, budget, enter, leave, barred, halt)
    assert dict(found.cost) == plain(steps, starts, budget, enter, leave, barred, halt)
    for there, cost in found.cost.items():
        path = found.path(there)
        total = 0
        for a, b in pairwise(path):
            total += leave[a] + min(price for node, price in steps[a] if node == b) + enter[b]
        assert path[0] in starts and (path[-1], total) == (there, cost)
    alone = min(starts)
    assert reach(steps, alone, budget, enter, leave, barred, halt) == reach_from(
        steps, [alone], budget, enter, leave, barred, halt)


def test_there_is_no_ceiling() -> None:
    rails = [[(n + 1, 1)] for n in range(999)] + [[]]
    free = [0] * 1000
    assert reach(rails, 0, UNLIMITED, free, free).cost[999] == 999
    assert max(reach(rails, 0, 450, free, free).cost) == 450


def test_walked_backwards_it_costs_the_same() -> None:
    ground = [1 + place % 3 for place in range(GRID.size)]
    steps = step_table(GRID, ground)
    enter, leave = charges(GRID, (of(CELLS[::5]), 2)), charges(GRID, (of(CELLS[::7]), 1))
    goal = CELLS[17]
    back = reach_from(turned(steps), [goal], 7, leave, enter)
    there = {start: cost for start in CELLS if start != goal
             if (cost := reach(steps, start, 7, enter, leave).cost.get(goal)) is not None}
    assert dict(back.cost) == there


@settings(max_examples=40)
@given(data=st.data())
def test_tables_of_steps(data: st.DataObject) -> None:
    ground = data.draw(st.lists(st.sampled_from([1, 2, 4, CLOSED]), min_size=GRID.size, max_size=GRID.size))
    rivers, lakes, roads, changed = (of(data.draw(st.sets(st.sampled_from(SIDES), max_size=25))) for _ in range(4))
    steps = step_table(GRID, ground, extra=[(rivers, 3), (lakes, CLOSED)], rates=[(roads, 1)])
    other = step_table(GRID, [1] * GRID.size)
    mixed = splice(GRID, steps, other, changed)
    for here in CELLS:
        for there in GRID.neighbours[here]:
            side = GRID.side_number(here, there)
            cost = ground[there] + 3 * has(rivers, side)
            if has(lakes, side) or ground[there] == CLOSED:
                cost = CLOSED
            cost = 1 if has(roads, side) else cost
            assert dict(steps[here]).get(there, CLOSED) == cost
            assert dict(mixed[here]).get(there, CLOSED) == (1 if has(changed, side) else cost)


def test_no_step_leads_from_zone_to_zone() -> None:
    zone = of(CELLS[10:20])
    barred = barred_by(GRID, GRID.sides_between(zone, zone))
    found = reach(step_table(GRID, [1] * GRID.size), CELLS[0], UNLIMITED, bytes(GRID.size), bytes(GRID.size), barred)
    assert all(not (has(zone, a) and has(zone, b)) for there in found.cost for a, b in pairwise(found.path(there)))
    assert set(found.cost) == set(CELLS[1:])
