"""The layers of ARCHITECTURE.md hold: each part imports only what stands above it, and only a game names a game."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

import stavka
from stavka.kit.data import Folder
from stavka.kit.words import flatten

PACKAGE = Path(stavka.__file__).parent
PROJECT = PACKAGE.parent

LAYERS = (
    ("version", "home", "kit"),
    ("errors", "rules", "staff", "novice"),
    ("game", "match", "journal", "written", "forecast", "party", "picked"),
    ("games",),
    ("stavka",),
    ("art", "coverage"),
    ("players",),
    ("text", "table", "new", "template"),
    ("lab",),
    ("cli", "__main__"),
)
"""Each layer imports only those above it; what stands in one line may know each other."""

DEPTH = {part: depth for depth, layer in enumerate(LAYERS) for part in layer}

SERVER_PACKAGES = ("litestar", "uvicorn", "msgspec", "websockets", "psycopg")


class Import(NamedTuple):
    """One module imports another."""

    importer: str
    imported: str


def modules() -> dict[str, Path]:
    """Every module of the package, by name."""
    found = {}
    for path in PACKAGE.rglob("*.py"):
        parts = path.relative_to(PROJECT).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imports() -> Iterator[Import]:
    """Everything of the package that its modules import, wherever in the file they do."""
    known = modules()
    for name, path in known.items():
        package = name if path.name == "__init__.py" else name.rpartition(".")[0]
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                yield from (Import(name, alias.name) for alias in node.names if alias.name.startswith("stavka"))
            elif isinstance(node, ast.ImportFrom):
                above = package.split(".")[:len(package.split(".")) - node.level + 1] if node.level else []
                base = ".".join([*above, *([node.module] if node.module else [])])
                if base.startswith("stavka"):
                    for alias in node.names:
                        inner = f"{base}.{alias.name}"
                        yield Import(name, inner if inner in known else base)


def part(module: str) -> str:
    """The part of the package that a module belongs to."""
    return module.split(".")[1] if "." in module else module


def game_of(module: str) -> str | None:
    """The game that a module belongs to."""
    words = module.split(".")
    return words[2] if words[1:2] == ["games"] and len(words) > 2 else None


def test_every_part_of_the_package_has_its_layer() -> None:
    assert {part(module) for module in modules()} == set(DEPTH)


def test_each_layer_imports_only_those_above_it() -> None:
    wrong = [f"{one.importer} imports {one.imported}" for one in imports()
             if DEPTH[part(one.imported)] > DEPTH[part(one.importer)]]
    assert not wrong, "\n".join(wrong)


def test_a_game_is_imported_by_itself_alone() -> None:
    wrong = [f"{one.importer} imports {one.imported}" for one in imports()
             if game_of(one.imported) not in (None, game_of(one.importer))]
    assert not wrong, "\n".join(wrong)


# -- Names of games and of what is theirs --------------------------------------------------------------------------

SHARED = frozenset(("axis", "end_phase", "events", "setup"))
"""Names of some game that mean something else, or what all games share, elsewhere."""

SLIPPED = frozenset(("air", "lower", "reduced"))
"""Plain words of one game that were found outside it once."""


def own_names() -> set[str]:
    """What only a game may name: games, seats, sides and counters; phases, options and so on with compound names.

    A plain word (``bridge``, ``static``) may be anybody's.
    """
    names: set[str] = set(SLIPPED)
    for key in stavka.games():
        game = stavka.game(key)
        names |= {key, *game.seats, *game.sides, *game.counters.ids}
        parts = {*game.scenarios, *game.options, *game.situation_keys, *own_buttons(key),
                 *(phase.key for phase in game.sequence),
                 *(name for counter in game.counters for name in (counter.kind, counter.group))}
        names |= {name for name in parts if re.search(r"[._-]", name)}
    return names - SHARED


def own_buttons(key: str) -> set[str]:
    """The buttons of a game that not every game has."""
    common = flatten(Folder(PACKAGE / "words").read("words.en.toml"))
    return {button for button in stavka.game(key).buttons if f"button.{button}" not in common}


def said_in_code(path: Path) -> Iterator[tuple[int, str]]:
    """The texts in a Python file that are not documentation, with their lines."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    documentation = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documentation:
            yield node.lineno, node.value


def test_nothing_outside_the_games_names_one_or_what_is_its_own() -> None:
    names = own_names()
    wrong = [f"{path.relative_to(PROJECT)}:{line}: {text!r}" for name, path in sorted(modules().items())
             if part(name) not in ("games", "template") for line, text in said_in_code(path) if text in names]
    assert not wrong, "\n".join(wrong)


def test_the_client_names_no_game_and_nothing_that_is_its_own() -> None:
    names = own_names()
    wrong = []
    for path in sorted((PROJECT / "web" / "src").rglob("*")):
        if path.suffix not in (".ts", ".svelte") or path.stem.endswith(".test"):
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            wrong += [f"{path.relative_to(PROJECT)}:{number}: {text!r}" for text in re.findall(r"'([^']*)'", line)
                      if text in names]
    assert not wrong, "\n".join(wrong)


def test_the_makefile_gets_its_games_from_the_program() -> None:
    text = (PROJECT / "Makefile").read_text(encoding="utf-8")
    assert "stavka.games()" in text
    assert not [key for key in stavka.games() if re.search(rf"\b{key}\b", text)]


# -- What needs no server ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("words", [
    ("rules", "dagc", "8.3.a"),
    ("lab", "play", "dagc", "--scenario", "historical", "--games", "1", "--soviet", "random", "--german", "random"),
])
def test_rules_and_the_lab_need_no_package_of_the_server(words: tuple[str, ...], tmp_path: Path) -> None:
    program = (f"import sys\nsys.modules.update(dict.fromkeys({SERVER_PACKAGES!r}))\n"
               f"from stavka.cli import main\nraise SystemExit(main({list(words)!r}))")
    done = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, check=False,
                          env={"PYTHONPATH": str(PROJECT), "PATH": "", "STAVKA_HOME": str(tmp_path)})
    assert done.returncode == 0, done.stderr
    assert done.stdout
