"""Directions and drawn maps, on both kinds of grid."""

from __future__ import annotations

from typing import Any

import pytest

from stavka.kit.board import Board
from stavka.kit.data import Table
from stavka.text.atlas import Atlas

NAME = {"en": "Name", "es": "Nombre"}


def board(orientation: str, between: list[str], hexsides: dict[str, Any] | None = None) -> Board:
    rows = {"01": "...", "02": "...", "03": "..."}
    return Board(Table({
        "grid": {"orientation": orientation, "numbering": "RRCC" if orientation == "pointy" else "CCRR",
                 "rows": [1, 3], "columns": [1, 3], "shoved": "even", "scale_metres": 1000, "source": "R"},
        "terrain": {"kinds": {"clear": {"symbol": ".", "name": NAME, "source": "R"}}, "rows": rows},
        "hexsides": hexsides or {"river": {"one": {"name": NAME, "between": between, "source": "R"}}},
        "places": {"town": {"kind": "town", "name": NAME, "hex": "0202", "source": "R"}},
    }, "board.toml"))


def drawing(orientation: str, between: list[str]) -> list[str]:
    made = board(orientation, between)

    def cell(hex: int) -> tuple[str, str, str]:
        return made.names[hex], "", ""

    return Atlas(made).draw(made.grid.full, cell)


def test_rows_of_a_pointy_grid_are_shoved_half_a_hex() -> None:
    assert drawing("pointy", []) == [
        "0101      0102      0103", "", "", "",
        "     0201      0202      0203", "", "", "",
        "0301      0302      0303", "", "",
    ]


def test_rivers_of_a_pointy_grid_run_between_the_hexes() -> None:
    assert drawing("pointy", ["0201/0202", "0102/0202", "0202/0302"]) == [
        "0101      0102      0103", "", "",
        "               ~~~~",
        "     0201     ~0202      0203",
        "              ~",
        "              ~",
        "               ~~~~",
        "0301      0302      0303", "", "",
    ]


def test_columns_of_a_flat_grid_are_shoved_half_a_hex() -> None:
    assert drawing("flat", []) == [
        "0101                0301", "",
        "          0201", "",
        "0102                0302", "",
        "          0202", "",
        "0103                0303", "",
        "          0203", "", "",
    ]


def test_rivers_of_a_flat_grid_run_between_the_hexes() -> None:
    assert drawing("flat", ["0201/0202", "0102/0202", "0202/0302"])[4:9] == [
        "0102                0302",
        "          ~~~~~~~~~",
        "         ~0202     ~",
        "",
        "0103                0303",
    ]


@pytest.mark.parametrize("orientation", ["pointy", "flat"])
def test_winds_of_neighbours_are_the_directions_of_the_grid(orientation: str) -> None:
    made = board(orientation, [])
    atlas = Atlas(made)
    for a in made.grid.index.values():
        for b in made.grid.neighbours[a]:
            assert atlas.wind(a, b) == made.grid.direction(a, b)


def test_winds_of_distant_hexes(dagc: Any) -> None:
    atlas, index = Atlas(dagc.board), dagc.board.index
    minsk = index["3908"]
    winds = [atlas.wind(minsk, index[hex]) for hex in ("1908", "5008", "3901", "3920", "3908")]
    assert winds == ["N", "S", "E", "W", ""]


def test_the_nearest_town() -> None:
    made = board("pointy", [])
    near = Atlas(made).near(made.grid.index["0101"])
    assert near is not None and (near[0].key, near[1]) == ("town", 2)


def test_a_map_without_hexes_is_no_drawing(dagc: Any) -> None:
    assert Atlas(dagc.board).draw(0, lambda _: ()) == []


def test_signs_of_hexsides_do_not_depend_on_the_order_of_the_file() -> None:
    river = {"one": {"name": NAME, "between": ["0101/0102", "0102/0103"], "source": "R"}}
    ditch = {"one": {"name": NAME, "between": ["0102/0103"], "source": "R"}}
    wall = {"one": {"name": NAME, "between": ["0201/0202"], "source": "R"}}
    drawn = []
    for kinds in (("river", "ditch", "wall"), ("wall", "ditch", "river")):
        courses = {"river": river, "ditch": ditch, "wall": wall}
        atlas = Atlas(board("pointy", [], {kind: courses[kind] for kind in kinds}))
        drawn.append((dict(atlas.inks), dict(atlas.drawn_sides)))
    assert drawn[0] == drawn[1]
    assert drawn[0][0] == {"river": "~", "ditch": "#", "wall": "="}
