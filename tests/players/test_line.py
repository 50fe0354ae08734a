"""A front line: the cheapest chain of hexes from edge to edge, and who stands in it."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf

from stavka.kit.grid import Grid
from stavka.kit.hexset import EMPTY, HexSet, bit, members, of
from stavka.staff.line import Line, hexes_away

GRID = Grid("flat", "CCRR", rows=(1, 5), columns=(1, 5), shoved="even")
TOP, BOTTOM = (of(GRID.index[f"{column:02}{row:02}"] for column in range(1, 6)) for row in (1, 5))


def line(able: Mapping[str, list[int]], costs: Mapping[str, float], foes: HexSet = EMPTY) -> Line:
    """A line from the first row to the last, of hexes side by side, each of which costs what it is said to."""
    def beside(place: int) -> list[tuple[int, HexSet]]:
        return [(other, bit(other)) for other in members(GRID.around(bit(place)))]

    def cost(place: int, units: object) -> float:
        return costs.get(GRID.names[place], inf) + (0.0 if units else 10.0)

    units = {GRID.index[name]: list(found) for name, found in able.items()}
    return Line((TOP, BOTTOM), beside, cost, lambda unit, _place: unit, units, foes)


def drawn(found: Line) -> dict[int, str]:
    return {unit: GRID.names[place] for unit, place in found.draw().items()}


COLUMN = [f"02{row:02}" for row in range(1, 6)]
OTHER = [f"04{row:02}" for row in range(1, 6)]


def test_the_cheapest_chain_gets_a_unit_for_every_hex() -> None:
    costs = {**dict.fromkeys(COLUMN, 1.0), **dict.fromkeys(OTHER, 2.0)}
    able = {name: [number] for number, name in enumerate([*COLUMN, *OTHER])}
    assert drawn(line(able, costs)) == dict(enumerate(COLUMN))
    assert drawn(line(able, {**costs, "0203": 9.0})) == dict(enumerate(OTHER, 5))


def test_enemies_part_what_holds_together() -> None:
    costs = {**dict.fromkeys(COLUMN, 1.0), **dict.fromkeys(OTHER, 2.0)}
    able = {name: [number] for number, name in enumerate([*COLUMN, *OTHER])}
    assert drawn(line(able, costs, bit(GRID.index["0203"]))) == dict(enumerate(OTHER, 5))


def test_who_can_stand_elsewhere_makes_room() -> None:
    """0 is wanted in two hexes, and alone can stand in the first of them."""
    able = {name: [number] for number, name in enumerate(COLUMN)}
    able["0202"] = [0, 1]
    assert drawn(line(able, dict.fromkeys(COLUMN, 1.0)))[1] == "0202"


def test_where_a_hex_gets_nobody_the_line_is_drawn_anew() -> None:
    """One unit cannot stand in two hexes: the other column is dearer, but has units enough."""
    costs = {**dict.fromkeys(COLUMN, 1.0), **dict.fromkeys(OTHER, 2.0)}
    able = {name: [number] for number, name in enumerate([*COLUMN, *OTHER])}
    able["0201"] = able["0202"] = [1]
    assert drawn(line(able, costs)) == dict(enumerate(OTHER, 5))


def test_how_far_hexes_are_from_the_nearest() -> None:
    away = hexes_away(GRID, TOP)
    assert [away[GRID.index[f"01{row:02}"]] for row in range(1, 6)] == [0, 1, 2, 3, 4]
