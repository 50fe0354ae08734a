"""Boards: hexsides that are places."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import stavka
from stavka.kit.board import Board
from stavka.kit.data import DataError, Table
from stavka.kit.hexset import bit
from stavka.table.box import make_box


def board(rows: dict[str, str] | None = None, **courses: dict[str, Any]) -> Board:
    """A sheet of four columns and three rows with a river, a road and whatever else is given."""
    words = {"en": "Spree", "es": "Spree"}
    river = {"name": words, "source": "X: ours", "between": ["0201/0301", "0202/0302", "0202/0303"]}
    road = {"name": words, "source": "X: ours", "path": ["0102", "0202", "0302", "0402"]}
    return Board(Table({
        "grid": {"orientation": "flat", "numbering": "CCRR", "rows": [1, 3], "columns": [1, 4], "shoved": "even",
                 "scale_metres": 800, "source": "X: ours"},
        "terrain": {
            "kinds": {"clear": {"symbol": ".", "name": words, "source": "X: ours"}},
            "rows": rows or {"01": "...", "02": "...", "03": "...", "04": "..."},
        },
        "hexsides": {"river": {"spree": river}, **{
            kind: {"all": {"name": words, "source": "X: ours", **course}} for kind, course in courses.items()}},
        "lines": {"road": {"east": road}},
        "boxes": {"aside": {"name": words}},
    }, "board.toml"))


def test_hexsides_that_are_places_come_after_the_boxes() -> None:
    spree = board(bridge={"between": ["0202/0302", "0301/0201"], "places": True})
    assert list(spree.sides) == ["0202/0302", "0201/0301"]  # in the order of the file, the lower hex first
    first = spree.boxes["aside"].index + 1
    assert [spree.index[name] for name in spree.sides] == [first, first + 1]
    assert spree.names[first] == "0202/0302"
    side = spree.side_at[first]
    assert (side.course.kind, side.edge) == ("bridge", spree.grid.side("0202/0302"))
    assert bit(side.number) == spree.grid.side_set([side.edge])


def test_hexsides_as_sets() -> None:
    spree = board(bridge={"between": ["0202/0302"], "places": True})
    unbridged = spree.side_set("river") & ~spree.side_set("bridge")
    assert spree.side_names(unbridged) == ["0201/0301", "0202/0303"]
    assert spree.line_sides("road") & spree.side_set("river") == spree.side_set("bridge")
    assert spree.side_places(spree.side_set("river")) == [spree.index["0202/0302"]]
    assert board().sides == {}


def test_a_hexside_is_a_place_once() -> None:
    with pytest.raises(DataError, match=r"ford\.all: 0202/0302 is a place already"):
        board(bridge={"between": ["0202/0302"], "places": True}, ford={"between": ["0302/0202"], "places": True})


def test_a_hexside_is_chosen_and_named_like_a_hex(tmp_path: Path) -> None:
    (tmp_path / "board.toml").write_text("[hexsides.river.narva]\nplaces = true\n")
    game = stavka.game("dagc", data=tmp_path)
    narva = next(iter(game.board.sides.values()))
    assert game.choices[f"hex:{narva.name}"] == ("hex", narva.index)
    assert game.hex_choices[narva.index] == f"hex:{narva.name}"
    assert game.place_index(narva.name) == narva.index
    assert game.hex_name(narva.name, "en") == f"{narva.name} Narva"
    hexes = narva.name.split("/")
    assert make_box(game)["hexsides"][0] == {
        "key": narva.name, "name": {"en": f"{narva.name} Narva", "es": f"{narva.name} Narva"}, "kind": "river",
        "hexes": hexes}
    position = game.start(seed=1).position
    position.put(0, narva.index)
    assert position.at(narva.index) == (0,) and not any(occupied >> narva.index for occupied in position.occupied)


@pytest.mark.parametrize(("rows", "complaint"), [
    ({"01": "...", "02": "..", "03": "...", "04": "..."}, "rows.02: has 2 symbols for the 3 hexes 0201 to 0203"),
    ({"01": "...", "02": "....", "03": "...", "04": "..."}, "rows.02: has 4 symbols"),
    ({"01": "...", "03": "...", "02": "...", "04": "..."}, "rows.03: is not the next line"),
    ({"01": "...", "02": "...", "03": "..."}, "hex 0401 has no symbol"),
    ({"01": "...", "02": ".?.", "03": "...", "04": "..."}, "'?' at 0202"),
])
def test_a_wrong_row_is_blamed_on_itself(rows: dict[str, str], complaint: str) -> None:
    with pytest.raises(DataError, match=re.escape(complaint)):
        board(rows=rows)
