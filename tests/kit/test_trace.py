"""Lines over the map against a plain search."""

from __future__ import annotations

from collections import deque
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from stavka.kit.grid import Grid
from stavka.kit.hexset import EMPTY, HexSet, SideSet, bit, has, members, of
from stavka.kit.reach import charges, reach_from, splice, step_table, turned
from stavka.kit.trace import Leg, Moves, Toll, trace, traceable

GRID = Grid("pointy", "RRCC", rows=(1, 7), columns=(1, 7), shoved="odd")
CELLS = sorted(GRID.index.values())
SIDES = members(GRID.every_side)

some_hexes = st.sets(st.sampled_from(CELLS), max_size=12).map(of)
some_sides = st.sets(st.sampled_from(SIDES), max_size=25).map(of)
some_tolls = st.lists(st.builds(Toll, st.integers(0, 2), some_sides, st.one_of(st.just(EMPTY), some_hexes), some_sides),
                      max_size=3)


def pays(toll: Toll, here: int, there: int) -> bool:
    side = GRID.side_number(here, there)
    return has(toll.sides, side) or (has(toll.hexes, there) and not has(toll.free, side))


def plain(start: int, walls: SideSet, tolls: list[Toll], through: HexSet, limit: int) -> dict[int, int]:
    """The hexes a line can come to, each with the fewest steps, by trying everything."""
    first = (start, (0,) * len(tolls))
    best = {first: 0}
    queue = deque([first])
    while queue:
        here, paid = state = queue.popleft()
        if best[state] == limit:
            continue
        for there in GRID.neighbours[here]:
            after = (there, tuple(n + pays(toll, here, there) for n, toll in zip(paid, tolls, strict=True)))
            if (not has(walls, GRID.side_number(here, there)) and has(through, there) and after not in best
                    and all(n <= toll.most for n, toll in zip(after[1], tolls, strict=True))):
                best[after] = best[state] + 1
                queue.append(after)
    return {here: min(steps for (hex, _), steps in best.items() if hex == here) for here, _ in best}


@settings(max_examples=80, deadline=None)
@given(walls=some_sides, tolls=some_tolls, closed=some_hexes, limit=st.sampled_from([-1, 2, 4]),
       start=st.sampled_from(CELLS), goal=st.sampled_from(CELLS))
def test_floods_agree_with_a_plain_search(walls: SideSet, tolls: list[Toll], closed: HexSet, limit: int, start: int,
                                          goal: int) -> None:
    moves, through = Moves(GRID, walls, tolls), GRID.full & ~closed
    found = plain(start, walls, tolls, through, limit)
    assert moves.flood(bit(start), through, limit) == of(found)
    assert has(moves.leading_to(bit(goal), through, limit), start) == (goal in found)
    path = trace(start, [Leg(moves, through, bit(goal), limit)])
    assert (path is not None) == (goal in found)
    if path is not None:
        assert (path[0], path[-1], len(path) - 1) == (start, goal, found[goal])
        assert all(has(through, there) and not has(walls, GRID.side_number(here, there))
                   for here, there in pairwise(path))
        assert all(sum(pays(toll, here, there) for here, there in pairwise(path)) <= toll.most for toll in tolls)
    assert moves.near[start] == of(there for there in GRID.neighbours[start] if not has(walls, GRID.side_number(
        start, there)) and not any(pays(toll, start, there) for toll in tolls))


@settings(max_examples=60, deadline=None)
@given(walls=some_sides, tolls=some_tolls, closed=some_hexes, sources=some_hexes, limit=st.sampled_from([0, 1, 3]),
       roads=st.sets(st.sampled_from(SIDES), max_size=60).map(of))
def test_lines_in_two_parts(walls: SideSet, tolls: list[Toll], closed: HexSet, roads: SideSet, sources: HexSet,
                            limit: int) -> None:
    """Overland to a road, so many hexes at most, then along roads to a source; the tolls are paid by both together."""
    through, on_road = GRID.full & ~closed, GRID.cross(GRID.full, GRID.ways(roads))
    legs = [Leg(Moves(GRID, walls, tolls), through, on_road, limit), Leg(Moves(GRID, ~roads, tolls), through, sources)]
    can = traceable(legs)
    for start in CELLS:
        path = trace(start, legs)
        assert (path is not None) == has(can, start)
        if path is None:
            continue
        assert path[0] == start and has(sources, path[-1]) and all(has(through, here) for here in path[1:])
        assert all(sum(pays(toll, a, b) for a, b in pairwise(path)) <= toll.most for toll in tolls)
        sides = [GRID.side_number(a, b) for a, b in pairwise(path)]
        assert any(has(on_road, path[n]) and not any(has(walls, side) for side in sides[:n])
                   and all(has(roads, side) for side in sides[n:]) for n in range(min(limit, len(sides)) + 1))


def test_no_two_hexes_of_a_zone_in_a_row() -> None:
    zone = of(CELLS[14:28])  # two rows across the map
    one_row = of(CELLS[14:21])
    north, south = bit(CELLS[3]), bit(CELLS[-3])
    for blocked, gets_through in ((zone, False), (one_row, True), (zone & ~bit(CELLS[17]), True)):
        moves = Moves(GRID, GRID.sides_between(blocked, blocked))
        assert bool(moves.flood(north, GRID.full) & south) is gets_through


def test_a_line_in_movement_points_costs_less_through_friends() -> None:
    """Eight points to a road; from friend to friend one point a hex, whatever the ground."""
    ground = step_table(GRID, [3] * GRID.size)
    row = CELLS[21:28]
    friends = of(row[:5])
    steps = splice(GRID, ground, step_table(GRID, [1] * GRID.size), GRID.sides_between(friends, friends))
    enemies = charges(GRID)
    lines = reach_from(turned(steps), [row[0]], 8, enemies, enemies)
    assert lines.cost[row[4]] == 4 and lines.cost[row[5]] == 7
    assert row[6] not in lines.cost
    assert lines.path(row[5])[::-1] == row[5::-1]
