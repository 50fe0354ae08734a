"""Hex grids: the five numbering schemes, neighbours, distances, hexsides."""

from __future__ import annotations

from collections import deque

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stavka.kit.grid import Grid
from stavka.kit.hexset import members, of

SCHEMES = {
    "rows from the north, columns from the east": Grid(
        "pointy", "RRCC", rows=(10, 50), columns=(0, 28), shoved="odd", columns_grow="west", short="odd"),
    "rows from the south, columns from the east": Grid(
        "pointy", "RRCC", rows=(1, 28), columns=(1, 38), shoved="odd", rows_grow="north", columns_grow="west"),
    "columns, odd ones down": Grid("flat", "CCRR", rows=(1, 42), columns=(1, 60), shoved="odd"),
    "columns, even ones down": Grid("flat", "CCRR", rows=(1, 33), columns=(1, 56), shoved="even"),
    "a small sheet": Grid("flat", "CCRR", rows=(1, 30), columns=(1, 28), shoved="even"),
}
grids = pytest.mark.parametrize("grid", SCHEMES.values(), ids=SCHEMES)


def near(grid: Grid, number: str) -> list[str]:
    return sorted(grid.names[i] for i in grid.neighbours[grid.index[number]])


def walked(grid: Grid, start: int) -> dict[int, int]:
    """Distances by walking, the slow and certain way."""
    distance = {start: 0}
    queue = deque([start])
    while queue:
        here = queue.popleft()
        for there in grid.neighbours[here]:
            if there not in distance:
                distance[there] = distance[here] + 1
                queue.append(there)
    return distance


def test_neighbours_as_printed() -> None:
    north_east, south_east, odd_down, even_down, small = SCHEMES.values()
    assert near(north_east, "2902") == ["2802", "2803", "2901", "2903", "3002", "3003"]  # odd rows lie to the west
    assert near(north_east, "3600") == ["3500", "3601", "3700"]  # an even row sticks out at the east edge
    assert near(south_east, "1716") == ["1616", "1617", "1715", "1717", "1816", "1817"]
    assert {"3914", "4014"} & set(near(odd_down, "3914")) == {"4014"}
    assert "3815" in near(odd_down, "3914")
    assert "1113" in near(odd_down, "1014") and "1213" in near(odd_down, "1113") and "1312" in near(odd_down, "1213")
    assert {"1207", "1208"} <= set(near(small, "1108")) and "1207" in near(small, "1208")  # a triangle of three hexes
    assert near(even_down, "0202") == ["0102", "0103", "0201", "0203", "0302", "0303"]


@grids
def test_every_hex_has_a_name_and_an_index_of_its_own(grid: Grid) -> None:
    assert len(set(grid.index.values())) == len(grid.index) == grid.full.bit_count()
    assert all(grid.names[i] == name for name, i in grid.index.items())


@grids
def test_neighbours_are_mutual_and_directions_opposite(grid: Grid) -> None:
    clock = grid.directions
    for i in grid.index.values():
        for n in grid.neighbours[i]:
            assert i in grid.neighbours[n]
            there, back = clock.index(grid.direction(i, n)), clock.index(grid.direction(n, i))
            assert (there + 3) % 6 == back
            assert grid.step(i, grid.direction(i, n)) == n


@grids
def test_distance_is_the_length_of_the_shortest_walk(grid: Grid) -> None:
    for name in list(grid.index)[:: max(1, len(grid.index) // 4)]:
        start = grid.index[name]
        assert all(grid.distance(start, there) == steps for there, steps in walked(grid, start).items())


@grids
def test_centres_of_neighbours_are_one_hex_apart(grid: Grid) -> None:
    for i in list(grid.index.values())[::37]:
        x, y = grid.centre(i)
        for n in grid.neighbours[i]:
            nx, ny = grid.centre(n)
            assert (x - nx) ** 2 + (y - ny) ** 2 == pytest.approx(1)


def test_north_is_up_and_east_is_right_whatever_the_numbering() -> None:
    north_east, south_east, *_ = SCHEMES.values()
    assert north_east.centre(north_east.index["1000"])[0] > north_east.centre(north_east.index["1028"])[0]
    assert north_east.centre(north_east.index["1000"])[1] < north_east.centre(north_east.index["5000"])[1]
    assert south_east.centre(south_east.index["0101"])[1] > south_east.centre(south_east.index["2801"])[1]
    assert south_east.direction(south_east.index["1716"], south_east.index["1717"]) == "W"


@grids
@settings(max_examples=25)
@given(data=st.data())
def test_dilation_is_the_union_of_neighbours(grid: Grid, data: st.DataObject) -> None:
    some = data.draw(st.sets(st.sampled_from(sorted(grid.index.values())), max_size=40))
    assert grid.around(of(some)) == of(n for i in some for n in grid.neighbours[i])


@grids
@settings(max_examples=15)
@given(data=st.data())
def test_a_shift_moves_every_hex_one_step(grid: Grid, data: st.DataObject) -> None:
    some = data.draw(st.sets(st.sampled_from(sorted(grid.index.values())), max_size=40))
    for direction in grid.directions:
        assert grid.shift(of(some), direction) == of(
            there for i in some if (there := grid.step(i, direction)) is not None)


@grids
def test_every_hexside_has_a_number_and_a_name(grid: Grid) -> None:
    edges = [(a, b) for a in grid.index.values() for b in grid.neighbours[a] if a < b]
    numbers = [grid.side_number(a, b) for a, b in edges]
    assert len(set(numbers)) == len(edges) == grid.every_side.bit_count()
    assert [grid.side_hexes(number) for number in numbers] == edges
    assert [grid.side(grid.side_name(number)) for number in numbers] == edges
    assert sorted(grid.side_edges(grid.side_set(edges))) == sorted(edges)
    assert [(a, b, side) for a in grid.index.values() for b, side in grid.exits[a] if a < b] == [
        (*edge, number) for edge, number in zip(edges, numbers, strict=True)]


@grids
@settings(max_examples=15)
@given(data=st.data())
def test_hexside_sets_agree_with_their_hexsides_one_by_one(grid: Grid, data: st.DataObject) -> None:
    cells = st.sampled_from(sorted(grid.index.values()))
    here = data.draw(st.sets(cells, max_size=40))
    here |= {n for i in list(here)[::2] for n in grid.neighbours[i][::2]}
    there = data.draw(st.sets(cells, max_size=40)) | {n for i in list(here)[::3] for n in grid.neighbours[i]}
    edges = [(a, b) for a in grid.index.values() for b in grid.neighbours[a] if a < b]
    sides = [edge for n, edge in enumerate(edges) if n % 3 and (edge[0] in here or edge[1] in there)]
    chosen = grid.side_set(sides)
    both = {*sides, *((b, a) for a, b in sides)}
    assert grid.cross(of(here), grid.ways(chosen)) == of(b for a, b in both if a in here)
    assert grid.sides_between(of(here), of(there)) == grid.side_set(
        (a, b) for a, b in edges if (a in here and b in there) or (b in here and a in there))
    assert grid.sides_of(of(here)) == grid.side_set((a, b) for a, b in edges if a in here or b in here)
    for direction in grid.directions:
        assert grid.facing(chosen, direction) == of(a for a, b in both if grid.direction(a, b) == direction)
        assert grid.sides_facing(of(here), direction) == grid.side_set(
            (a, b) for a in here if (b := grid.step(a, direction)) is not None)


@grids
@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_a_flood_goes_on_until_nothing_is_new(grid: Grid, data: st.DataObject) -> None:
    """Step by step the same hexes are found."""
    hexes, sides = sorted(grid.index.values()), members(grid.every_side)
    start, through = (of(data.draw(st.sets(st.sampled_from(hexes)))) for _ in range(2))
    ways = grid.ways(of(data.draw(st.sets(st.sampled_from(sides)))))
    reached = frontier = start & through
    while frontier:
        frontier = grid.cross(frontier, ways) & through & ~reached
        reached |= frontier
    assert grid.flood(start, ways, through) == reached


def test_a_hexside_must_join_neighbours() -> None:
    grid = SCHEMES["a small sheet"]
    with pytest.raises(ValueError, match="do not touch"):
        grid.side("0101/0301")
    with pytest.raises(ValueError, match="no such hex"):
        grid.side("0101/9901")


def test_steps_to_the_nearest_of_a_set() -> None:
    grid = SCHEMES["a small sheet"]
    goals = grid.index["0505"], grid.index["2020"]
    for name in ("0101", "1112", "2830"):
        i = grid.index[name]
        assert grid.steps_to(i, of(goals)) == min(grid.distance(i, goal) for goal in goals)
    assert grid.steps_to(0, 0) is None


def test_members_come_in_order() -> None:
    assert members(of([9, 2, 400])) == [2, 9, 400]
