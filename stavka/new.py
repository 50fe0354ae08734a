"""``stavka new KEY``: a small whole game to begin from, copied from :mod:`stavka.template` under another name.

In a checkout the game goes where the others are, ``stavka/games/KEY``, and its tests to ``tests/KEY``. Elsewhere it
goes to a folder of one's own, ``DIR/KEY`` and ``DIR/tests/KEY``, which the program finds by ``STAVKA_GAMES``.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path

from .games import FOLDERS, keys

TEMPLATE = Path(__file__).parent / "template"
NAME = "skirmish"
"""What the game in the template is called."""

_KEY = re.compile(r"[a-z][a-z0-9_]*")
_CONFTEST = '''"""What the tests need from pytest: the mark by which a test cites the rules it is about."""

from __future__ import annotations

import pytest


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "rule(game, number, ...): the rules of a game that this test would catch broken")
'''


class BadKey(ValueError):
    """A game cannot be called so; the arguments are a message's key and what it speaks of."""


@dataclass(frozen=True)
class Home:
    """Where a game goes: its package and its tests."""

    package: Path
    tests: Path
    own: Path | None
    """The folder of one's own that holds it; None in a checkout."""

    @property
    def is_found(self) -> bool:
        """Whether the program looks there already."""
        folders = [Path(folder).resolve() for folder in os.environ.get(FOLDERS, "").split(os.pathsep) if folder]
        return self.own is None or self.own.resolve() in folders


def home_of(key: str, folder: Path | None = None) -> Home:
    """Where a new game goes: to ``folder``, else to one's own folder of games, else into the checkout, else here."""
    checkout = TEMPLATE.parents[1]
    named = os.environ.get(FOLDERS, "").split(os.pathsep)[0]
    if folder is None and not named and (checkout / "pyproject.toml").is_file() and (checkout / "tests").is_dir():
        return Home(checkout / "stavka" / "games" / key, checkout / "tests" / key, None)
    own = folder or Path(named or ".")
    return Home(own / key, own / "tests" / key, own)


def check_key(key: str) -> None:
    """Refuse a key that no game can have, or that one has."""
    if not _KEY.fullmatch(key) or key in ("tests", "data"):
        raise BadKey("error.bad_key", key)
    if key in keys():
        raise BadKey("error.key_taken", key)


def create(key: str, home: Home) -> list[Path]:
    """Write the game; the files written come back. Nothing that exists is touched."""
    check_key(key)
    for folder in (home.package, home.tests):
        if folder.exists():
            raise BadKey("error.exists", str(folder))
    written = [*_copy(TEMPLATE / NAME, home.package, key), *_copy(TEMPLATE / "tests", home.tests, key)]
    conftest = home.tests.parent / "conftest.py"
    if home.own is not None and not conftest.exists():
        conftest.write_text(_CONFTEST, encoding="utf-8")
        written.append(conftest)
    return written


def _copy(source: Path, goal: Path, key: str) -> list[Path]:
    """The files of a folder, with the game's name in them and in their names."""
    written = []
    for path in sorted(path for path in source.rglob("*") if path.suffix in (".py", ".toml")):
        there = goal / renamed(str(path.relative_to(source)), key)
        there.parent.mkdir(parents=True, exist_ok=True)
        there.write_text(renamed(path.read_text(encoding="utf-8"), key), encoding="utf-8")
        written.append(there)
    return written


def renamed(text: str, key: str) -> str:
    """A text of the template with the key of the new game in it; its class and title are the key in capitals.

    >>> renamed("class Skirmish: key = 'skirmish'", "bridge_head")
    "class BridgeHead: key = 'bridge_head'"
    """
    title = "".join(part.capitalize() for part in key.split("_"))
    return text.replace(NAME, key).replace(NAME.capitalize(), title)


__all__ = ["BadKey", "Home", "check_key", "create", "home_of"]
