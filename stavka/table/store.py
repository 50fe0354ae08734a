"""Where matches are kept: the lines of their journals, in order, never changed and never removed.

Line 0 is the header, every further line a choice or a take-back. That the number of a line is unique within its
match is what decides between two choices made at the same moment, in one process or in several: the second finds
its number taken. The key of the dice lies beside the header and leaves the store only to replay the match.

SQLite serves one process and is the default; PostgreSQL serves many, which tell each other what happened
(:data:`Signal`).
"""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from ..home import home
from .people.affairs import Affairs

Line = dict[str, Any]
"""A line of a journal."""

Status = dict[str, Any]
"""Where a match stands after a line: ``turn``, ``phase``, ``to_move``, ``result``. For lists of matches."""

Signal = dict[str, Any]
"""Something another process should know: ``match``, and either ``n`` (lines were added) or ``signal``."""

Hear = Callable[[Signal], Awaitable[None]]


class Taken(Exception):
    """A line with this number is there already: somebody was faster."""


class StoreError(Exception):
    """The store cannot be used; the message says why."""


@dataclass
class Stored:
    """A match as it is kept."""

    id: str
    game: str
    scenario: str
    key: str
    """The key of the dice, in hexadecimal."""
    seats: dict[str, str]
    """Who holds each seat: me, friend, open or computer:LEVEL."""
    tokens: dict[str, str]
    """The token of each seat, and of the watchers under the empty name."""
    created: float
    lines: list[Line] = field(default_factory=list)
    statuses: list[Status] = field(default_factory=list)
    fallen: list[int] | None = None
    """The rolls of a journal that was brought without the key of its dice."""
    affairs: Affairs = field(default_factory=Affairs)
    """What is settled between the players, when the match begins."""


@dataclass(frozen=True)
class Summary:
    """A match in a list."""

    id: str
    game: str
    scenario: str
    seats: dict[str, str]
    tokens: dict[str, str]
    created: float
    played: float
    n: int
    status: Status


class Store(Protocol):
    """What the table asks of a database."""

    shared: bool
    """Whether other processes work on the same matches."""

    async def open(self, hear: Hear) -> None:
        """Make ready; ``hear`` is called with what other processes signal."""

    async def close(self) -> None:
        """Let go of the database."""

    async def add(self, match: Stored) -> None:
        """Keep a new match, with its lines so far."""

    async def load(self, id: str) -> Stored | None:
        """A match with all its lines."""

    async def append(self, id: str, n: int, lines: Sequence[Line], statuses: Sequence[Status], at: float) -> None:
        """Keep further lines, the first of them with number ``n``: all or none. When this returns they are safe.

        Raises :class:`Taken` if one is there already.
        """

    async def since(self, id: str, n: int) -> tuple[list[Line], list[Status]]:
        """The lines from number ``n`` on."""

    async def summaries(self, tokens: Sequence[str] | None, limit: int = 500, *, matches: Sequence[str] = ()) -> list[
            Summary]:
        """The matches these tokens open (all, if None), and those named, last played first."""

    async def talk(self, id: str, limit: int = 200) -> list[dict[str, Any]]:
        """The last of the table talk, oldest first."""

    async def add_talk(self, id: str, seat: str | None, text: str, at: float) -> None:
        """Keep a word of table talk."""

    async def signal(self, signal: Signal) -> None:
        """Tell the other processes."""

    # What concerns people is written in SQL that all databases read alike, with ? for the values.

    async def prepare(self, schema: str) -> None:
        """Make sure that tables are there."""

    async def rows(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        """What a query finds."""

    async def write(self, statements: Sequence[tuple[str, Sequence[Any]]]) -> None:
        """Do all statements or none. Raises :class:`Taken`, with nothing done, if the first changes no row, or if a
        row that must be unique is there already."""


def choose_store(url: str | None = None) -> Store:
    """The store at an address (default: ``STAVKA_DATABASE_URL``, else a file in :func:`~stavka.home.home`)."""
    url = url or os.environ.get("STAVKA_DATABASE_URL") or None
    if url is None or url.startswith("sqlite://"):
        from .sqlite import SqliteStore

        return SqliteStore(home() / "matches.db" if url is None else Path(url.removeprefix("sqlite://")))
    if url.startswith(("postgresql://", "postgres://")):
        try:
            from .postgres import PostgresStore
        except ImportError:
            raise StoreError("PostgreSQL needs its driver: pip install 'stavka[postgres]'") from None
        return PostgresStore(url)
    raise StoreError(f"STAVKA_DATABASE_URL is {url!r}; it must begin with postgresql:// or sqlite://")
