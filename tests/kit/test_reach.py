"""Movement range against a plain Dijkstra."""

from __future__ import annotations

import heapq
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from stavka.kit.reach import CLOSED, reach

Graph = list[list[tuple[int, int]]]


def plain(steps: Graph, start: int, budget: int, enter: list[int], leave: list[int],
          barred: dict[int, frozenset[int]], halt: frozenset[int]) -> dict[int, int]:
    cost: dict[int, int] = {}
    heap = [(0, start)]
    while heap:
        spent, here = heapq.heappop(heap)
        if here in cost:
            continue
        cost[here] = spent
        if here in halt and here != start:
            continue
        for there, price in steps[here]:
            total = spent + leave[here] + price + enter[there]
            if total <= budget and here not in barred.get(there, frozenset()):
                heapq.heappush(heap, (total, there))
    del cost[start]
    return cost


@settings(max_examples=150)
@given(data=st.data())
def test_costs_are_the_least_possible(data: st.DataObject) -> None:
    size = data.draw(st.integers(2, 12))
    nodes = st.integers(0, size - 1)
    steps = [data.draw(st.lists(st.tuples(nodes, st.integers(1, 4)), max_size=5)) for _ in range(size)]
    enter = data.draw(st.lists(st.sampled_from([0, 0, 1, 2, CLOSED]), min_size=size, max_size=size))
    leave = data.draw(st.lists(st.sampled_from([0, 0, 1]), min_size=size, max_size=size))
    barred = data.draw(st.dictionaries(nodes, st.frozensets(nodes, max_size=3), max_size=4))
    halt = data.draw(st.frozensets(nodes, max_size=3))
    budget = data.draw(st.integers(0, 9))
    found = reach(steps, 0, budget, enter, leave, barred, halt)
    assert dict(found.cost) == plain(steps, 0, budget, enter, leave, barred, halt)
    for there, cost in found.cost.items():
        path = found.path(there)
        total = 0
        for a, b in pairwise(path):
            total += leave[a] + min(price for node, price in steps[a] if node == b) + enter[b]
        assert (path[0], path[-1], total) == (0, there, cost)
