"""Ranges as layers of sets against the search from hex to hex; ways against the costs they are said to have."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from stavka.kit.grid import Grid
from stavka.kit.hexset import has, members, of
from stavka.kit.reach import CLOSED, charges, reach, reach_from
from stavka.kit.spread import Ground, Layers, cost_of, union

GRID = Grid("pointy", "RRCC", rows=(1, 7), columns=(1, 7), shoved="odd")
CELLS = sorted(GRID.index.values())
SIDES = members(GRID.every_side)
ROAD = 1


def grounds(data: st.DataObject) -> Ground:
    """Any ground with rivers, canals that nobody crosses, and roads, which are cheaper than anything else."""
    cost = data.draw(st.lists(st.sampled_from([2, 3, 5, CLOSED]), min_size=GRID.size, max_size=GRID.size))
    rivers, canals, roads = (of(data.draw(st.sets(st.sampled_from(SIDES), max_size=30))) for _ in range(3))
    return Ground(GRID, cost, [(rivers, 2), (canals & ~rivers, CLOSED)], rates=[(roads, ROAD)])


def by_cost(layers: Layers) -> dict[int, int]:
    return {place: spent for spent, hexes in enumerate(layers) for place in members(hexes)}


def price(ground: Ground, path: list[int]) -> int:
    return sum(dict(ground.steps[here])[there] for here, there in pairwise(path))


@settings(max_examples=80)
@given(data=st.data())
def test_forward_costs_what_a_search_from_hex_to_hex_says(data: st.DataObject) -> None:
    ground, start = grounds(data), data.draw(st.sampled_from(CELLS))
    closed, halt = (of(data.draw(st.sets(st.sampled_from(CELLS), max_size=12))) for _ in range(2))
    budget = data.draw(st.integers(0, 12))
    layers = ground.forward(1 << start, budget, GRID.full & ~closed, halt)
    slow = reach(ground.steps, start, budget, charges(GRID, (closed, CLOSED)), bytes(GRID.size), halt=members(halt))
    assert by_cost(layers) == {start: 0, **slow.cost}
    for place in slow.cost:
        way = ground.way(layers, place, halt)
        assert (way[0], way[-1], price(ground, way)) == (start, place, cost_of(layers, place))
        assert not of(way[1:]) & closed and not of(way[1:-1]) & halt


@settings(max_examples=80)
@given(data=st.data())
def test_backward_costs_what_the_way_there_costs(data: st.DataObject) -> None:
    ground, goal = grounds(data), of(data.draw(st.sets(st.sampled_from(CELLS), min_size=1, max_size=3)))
    through = GRID.full & ~of(data.draw(st.sets(st.sampled_from(CELLS), max_size=12)))
    goal &= through
    budget = data.draw(st.integers(0, 12))
    layers = ground.backward(goal, budget, through, GRID.full)
    costs = by_cost(layers)
    barred = charges(GRID, (GRID.full & ~through, CLOSED))
    slow = reach_from(ground.back, members(goal), budget, bytes(GRID.size), barred)
    assert costs == {**dict.fromkeys(members(goal), 0), **slow.cost}
    for here in costs:
        way = ground.way_home(layers, here, through)
        assert has(goal, way[-1]) and price(ground, way) == costs[here] and not of(way[1:]) & ~through


def test_backward_ends_when_all_who_ask_are_found() -> None:
    ground = Ground(GRID, [2] * GRID.size)
    goal = 1 << CELLS[0]
    near, far = GRID.around(goal), 1 << CELLS[-1]
    assert len(ground.backward(goal, 40, GRID.full, near)) == 3
    assert union(ground.backward(goal, 40, GRID.full, far)) & far


def test_forward_ends_when_the_goal_is_found() -> None:
    ground = Ground(GRID, [2] * GRID.size)
    start, far = 1 << CELLS[0], 1 << CELLS[-1]
    near = GRID.around(start)
    assert ground.forward(start, 40, GRID.full, goal=near) == [start, 0, near]
    assert ground.forward(start, 40, GRID.full, goal=far)[-1] & far
    assert not union(ground.forward(start, 3, GRID.full, goal=far)) & far
