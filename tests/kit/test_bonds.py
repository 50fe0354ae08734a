"""Bonds against the words of the rule, pair by pair."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stavka.kit.bonds import Bonds
from stavka.kit.grid import Grid
from stavka.kit.hexset import HexSet, SideSet, bit, has, members, of

GRIDS = [
    Grid("flat", "CCRR", rows=(1, 7), columns=(1, 8), shoved="odd"),
    Grid("pointy", "RRCC", rows=(1, 7), columns=(1, 7), shoved="odd", rows_grow="north", columns_grow="west"),
]


def slow(grid: Grid, closed: SideSet, streams: SideSet, void: HexSet, coast: HexSet, units: HexSet,
         foes: HexSet) -> tuple[HexSet, SideSet]:
    """Every pair of ends two hexes apart, one by one."""
    def cut(sides: SideSet, end: int, hex: int) -> bool:
        return has(sides, grid.side_number(end, hex))

    hexes, sides = 0, 0
    for a, b in combinations(members(units | coast), 2):
        ends = [end for end in (a, b) if has(units, end)]
        between = sorted(set(grid.neighbours[a]) & set(grid.neighbours[b]))
        if grid.distance(a, b) != 2 or not ends or any(cut(closed, end, hex) for end in ends for hex in between):
            continue
        straight = len(between) == 1 and grid.direction(a, between[0]) == grid.direction(between[0], b)
        looped = len(ends) == 2 and all(cut(streams, end, hex) for end in ends for hex in between)
        if straight and len(ends) == 2 and not looped and not has(void | foes, between[0]):
            hexes |= bit(between[0])
        if len(between) == 2 and not looped and not all(has(foes, hex) for hex in between):
            sides |= bit(grid.side_number(*between))
    return hexes, sides


@pytest.mark.parametrize("grid", GRIDS, ids=("flat", "pointy"))
@settings(max_examples=100)
@given(data=st.data())
def test_bonds_agree_with_the_words_of_the_rule(grid: Grid, data: st.DataObject) -> None:
    cells = sorted(grid.index.values())
    hexes = st.sets(st.sampled_from(cells), max_size=15).map(of)
    sides = st.sets(st.sampled_from(members(grid.every_side)), max_size=40).map(of)
    closed, streams, void, coast, units, foes = (
        data.draw(kind) for kind in (sides, sides, hexes, hexes, hexes, hexes))
    coast &= ~units
    bonds = Bonds(grid, closed, streams, void, coast)
    expected = slow(grid, closed, streams, void, coast, units, foes)
    assert (bonds.hexes(units, foes), bonds.sides(units, foes)) == expected
