"""What the tests of the text table share: a table that is driven by a list of lines."""

from __future__ import annotations

import io
import random
from collections.abc import Callable, Collection, Iterable
from pathlib import Path
from typing import Any

import pytest

import stavka
from stavka.text import Console, Speech, Store, Table

Sit = Callable[..., "Session"]


class Anybody:
    """Somebody who chooses anything that is offered."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def choose(self, offer: stavka.Offer) -> str:
        return offer.nth(self._random.randrange(len(offer)))


class Typist(io.StringIO):
    """Somebody at the keyboard who decides line by line what to type."""

    table: Table

    def typed(self) -> str:
        """The next line, or nothing if there is no more."""
        raise NotImplementedError

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]  # files of bytes share the base
        return self.typed()


class Session:
    """A table after its script has been typed: the table, and what it has said."""

    def __init__(self, table: Table, out: io.StringIO) -> None:
        self.table = table
        self.out = out

    @property
    def text(self) -> str:
        return self.out.getvalue()

    def after(self, line: str) -> str:
        """What was said to the first typing of a line, up to the next question."""
        asked = self.text.partition(f"? {line}\n")
        assert asked[1], f"{line!r} was never typed:\n{self.text}"
        return asked[2].partition("\n? ")[0]


@pytest.fixture
def sit(dagc: stavka.Game[Any]) -> Sit:
    """``sit(match, ["S-5GT 3605", "map"], lang="es")``: type lines at a table."""

    def make(match: stavka.Match | None = None, lines: Iterable[str] = (), *, lang: str = "en",
             people: Collection[str] | None = None, store: Path | None = None, page: int = 0,
             **more: Any) -> Session:
        match = match or dagc.start("historical", seed=7)
        out = io.StringIO()
        console = Console(io.StringIO("".join(f"{line}\n" for line in lines)), out, width=200, page=page)
        table = Table(match, console, Speech(lang), people=match.game.seats if people is None else people,
                      store=None if store is None else Store(store), **more)
        assert table.run() == 0
        return Session(table, out)

    return make


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """No test touches the games of whoever runs it."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    for name in ("STAVKA_HOME", "STAVKA_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path / "data" / "stavka" / "games"
