"""docs/game.md and the code agree: what the page calls required is, and the names it lists are those there are."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import json
import re
import tomllib
from pathlib import Path
from typing import Any, NotRequired, get_args, get_origin, get_type_hints

import pytest

from stavka.art.style import COUNTERS
from stavka.game import Game, Role, _read_option, _read_scenario
from stavka.kit import attacks, deploy, hexwise, legs, losses, view
from stavka.kit.answers import questions_of
from stavka.kit.board import Board
from stavka.kit.data import DataError, Table, completed
from stavka.kit.position import _STATE, Position
from stavka.kit.questions import Common
from stavka.kit.steps import KINDS, Manner
from stavka.match import ASIDE
from stavka.new import NAME, TEMPLATE
from stavka.rules import RulesIndex
from stavka.table import box
from stavka.template.skirmish.components import read_units

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "game.md").read_text(encoding="utf-8")
DATA = TEMPLATE / NAME / "data"


def table(heading: str) -> list[list[str]]:
    """The rows of the table whose first heading this is."""
    lines = PAGE.splitlines()
    start = next(n for n, line in enumerate(lines) if line.startswith(f"| {heading} |"))
    rows = []
    for line in lines[start + 2:]:
        if not line.startswith("|"):
            break
        rows.append([cell.strip() for cell in line.strip("|").split(" | ")])
    return rows


def names(cell: str) -> list[str]:
    """The names in a cell."""
    return re.findall(r"`([^`]+)`", cell)


def required(heading: str) -> dict[str, bool]:
    """What a table says is required, and what is not."""
    return {name: row[1] == "yes" for row in table(heading) for name in names(row[0])}


# -- names ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("heading", "kind"), [
    ("key", view.Shown), ("key of a unit", view.UnitState), ("key of a track", view.Track),
    ("key of the points", view.Points)])
def test_the_view(heading: str, kind: Any) -> None:
    hints = get_type_hints(kind, include_extras=True)
    assert required(heading) == {key: get_origin(hint) is not NotRequired for key, hint in hints.items()}


def test_kinds_of_decisions() -> None:
    assert [name for row in table("kind") for name in names(row[0])] == list(KINDS)


def test_the_class_of_a_game() -> None:
    said = required("attribute or method")
    needed = {name for name, needs in said.items() if needs}
    assert needed == Game.__abstractmethods__ | {"key", "title", "seats", "sides", "buttons", "sequence"}
    for name in said:
        assert hasattr(Game, name) or name in Game.__annotations__, name
    assert set(get_args(Role)) == set(names(next(
        row[2] for row in table("attribute or method") if row[0] == "`roles`")))


def test_the_steps_of_the_kit() -> None:
    modules = {module.__name__.rpartition(".")[2]: module for module in (attacks, deploy, hexwise, legs, losses)}
    for step, manner, _ in table("step"):
        module, name = names(step)[0].split(".")
        taken = inspect.get_annotations(getattr(modules[module], name))
        assert names(manner)[0] in taken.values() and issubclass(getattr(modules[module], names(manner)[0]), Manner)


def test_the_fields_of_the_manners() -> None:
    for manner, needed, more in table("manner"):
        kind = next(getattr(module, names(manner)[0]) for module in (attacks, deploy, hexwise, legs, losses)
                    if hasattr(module, names(manner)[0]))
        fields = [field for field in dataclasses.fields(kind) if field.name != "name"]
        has_no_default = [field.name for field in fields if field.default is dataclasses.MISSING]
        assert [name.partition("(")[0] for name in names(needed)] == has_no_default, manner
        assert [name.partition("(")[0] for name in names(more)] == [
            field.name for field in fields if field.name not in has_no_default], manner


def test_the_questions() -> None:
    answers = questions_of(object.__new__(Common))
    assert [names(row[0])[0] for row in table("question")] == list(answers)
    for row in table("question"):
        takes = set(inspect.signature(answers[names(row[0])[0]]).parameters) - {"p", "seat", "lang"}
        assert set(names(row[1])) == takes


def test_signs_corners_and_functions_of_the_display() -> None:
    assert all(f"`{shape}`" in PAGE for shape in (*box.SHAPES, *box.COURSES))
    assert ", ".join(f"`{corner}`" for corner in box.CORNERS) in PAGE
    assert all(f"[{part}.KEY]" in PAGE for part in COUNTERS)
    asked = set(re.findall(r'_hook\(game, "(\w+)"', inspect.getsource(box))) | set(box._NAMES) | set(COUNTERS)
    assert {name for row in table("function") for name in names(row[0])} == asked


def test_reserved_names() -> None:
    reserved = {name for row in table("name") for name in names(row[0])}
    assert ASIDE in reserved and {"setup", "end_phase", "dead", "turn"} <= reserved
    line = PAGE[PAGE.index("`Position` has"):].partition("a\ngame's own")[0]
    assert set(names(line)) - {"Position"} == set(Position.__slots__) and set(_STATE) <= set(Position.__slots__)


# -- data files ----------------------------------------------------------------------------------------------------

MORE: dict[str, dict[str, Any]] = {
    "board.toml": {"lines": {"road": {"post": {"name": "Road", "path": ["0101", "0102"], "source": "X"}}}},
    "scenarios.toml": {"options": {"fog": {"name": "Fog", "help": "Nobody sees far."}}},
    "counters.toml": {},
    "rules.toml": {},
}
"""What the template has none of."""


def whole(file: str) -> dict[str, Any]:
    """The file of the template, and what it could have besides."""
    return completed(tomllib.loads((DATA / file).read_text(encoding="utf-8")), file) | MORE[file]


def read(file: str, values: dict[str, Any]) -> None:
    """Read a file as a game does."""
    given = Table(values, file)
    if file == "board.toml":
        Board(given)
    elif file == "counters.toml":
        read_units(given)
    elif file == "rules.toml":
        RulesIndex(given)
    else:
        options = {key: _read_option(key, option) for key, option in given.tables("options")}
        for key, scenario in given.tables("scenarios"):
            _read_scenario(key, scenario, options)


def without(values: dict[str, Any], path: str) -> dict[str, Any]:
    """The same values without one: where the path says KEY or KIND, it is taken from the first entry."""
    result = copy.deepcopy(values)
    *way, last = path.split(".")
    inner = result
    for name in way:
        inner = inner[next(iter(inner)) if name in ("KEY", "KIND") else name]
    inner.pop(last, None)
    return result


@pytest.mark.parametrize("file", list(MORE))
def test_data_files_need_what_the_page_says(file: str) -> None:
    values = whole(file)
    read(file, values)
    for path, needs in required(f"`{file}`").items():
        less = without(values, path)
        if needs:
            assert less != values, f"{file}: the template has no {path}"
            with pytest.raises(DataError, match=path.rpartition(".")[2]):
                read(file, less)
        else:
            read(file, less)


def test_the_template_uses_no_key_that_the_page_does_not_know() -> None:
    known = {path.rpartition(".")[2] for path in required("`board.toml`")} | {"kinds"}
    board = json.loads(json.dumps(whole("board.toml")))
    for part in ("areas", "places", "boxes"):
        assert all(set(entry) <= known for entry in board[part].values())
    assert set(board["grid"]) <= known


def test_sections_of_the_words() -> None:
    said = {name for row in table("section of the words") for name in names(row[0])}
    used = set(tomllib.loads((DATA / "words.en.toml").read_text(encoding="utf-8")))
    assert used - {"chart"} <= said  # `chart` is the template's own, for its display
