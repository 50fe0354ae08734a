"""Matches in an SQLite file: the default, and enough for one server.

Write-ahead logging: an accepted choice is with the operating system before anybody hears of it, so ``kill -9``
loses none. It is pressed onto the disk within half a second, in a thread; only a power cut in that moment can cost
the last choices, and the match then goes on from the one before. (Waiting for the disk at every choice costs a
fifth of a millisecond on an idle machine and ten on a busy one.) Writing is left to a thread (:mod:`.writer`), for it
waits whenever the disk is busy; reading is done right in the event loop, through a connection that only reads.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from .store import Hear, Line, Signal, Status, Store, Stored, StoreError, Summary, Taken
from .writer import Deed, Writer

_SCHEMA = """
CREATE TABLE IF NOT EXISTS matches (
    id TEXT PRIMARY KEY, game TEXT NOT NULL, scenario TEXT NOT NULL, key TEXT NOT NULL, seats TEXT NOT NULL,
    created REAL NOT NULL, fallen TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS tokens (
    token TEXT PRIMARY KEY, match TEXT NOT NULL REFERENCES matches, seat TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS tokens_of_match ON tokens (match);
CREATE TABLE IF NOT EXISTS lines (
    match TEXT NOT NULL REFERENCES matches, n INTEGER NOT NULL, at REAL NOT NULL, line BLOB NOT NULL,
    status BLOB NOT NULL, PRIMARY KEY (match, n)) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS talk (
    id INTEGER PRIMARY KEY, match TEXT NOT NULL REFERENCES matches, at REAL NOT NULL, seat TEXT,
    text TEXT NOT NULL) STRICT;
CREATE INDEX IF NOT EXISTS talk_of_match ON talk (match, id);
"""

_INSERT_LINE = "INSERT INTO lines VALUES (?, ?, ?, ?, ?)"

PRIVATE = 0o600
"""Who may read and write the file: its owner."""

LARGE_LOG = 4_000_000
"""Bytes of the log from which on it is carried over into the database."""

DELAY = 0.5
"""Seconds until what was written is pressed onto the disk."""

_encode = msgspec.json.encode
_decode = msgspec.json.decode


class SqliteStore(Store):
    """All matches in one file."""

    shared = False

    def __init__(self, path: Path) -> None:
        self.path = path
        self._db: sqlite3.Connection | None = None
        self._writer: Writer | None = None
        self._log: int | None = None
        """The write-ahead log, to be pressed onto the disk."""
        self._pressing: asyncio.TimerHandle | None = None

    @property
    def db(self) -> sqlite3.Connection:
        """The open database."""
        if self._db is None:
            raise StoreError("the store is not open")
        return self._db

    async def open(self, hear: Hear) -> None:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            os.close(os.open(self.path, os.O_RDWR | os.O_CREAT, PRIVATE))
            os.chmod(self.path, PRIVATE)  # keys of dice and tokens of seats are in it
            self._db = _connect(self.path)
            self._db.executescript(_SCHEMA)
            self._writer = Writer(_connect(self.path))
            self._log = os.open(f"{self.path}-wal", os.O_RDWR)
        except (OSError, sqlite3.Error) as error:
            raise StoreError(f"{self.path}: {error}") from None

    async def close(self) -> None:
        if self._pressing is not None:
            self._pressing.cancel()
        if self._writer is not None:
            await self._writer.close()
            self._writer = None
        if self._log is not None:
            os.close(self._log)
            self._log = None
        if self._db is not None:
            with contextlib.suppress(sqlite3.Error):  # another process may be reading: then the log stays
                self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            self._db.close()
            self._db = None

    def _press_soon(self) -> None:
        """Have what was written pressed onto the disk, without waiting for it."""
        if self._pressing is None:
            self._pressing = asyncio.get_running_loop().call_later(DELAY, self._press)

    def _press(self) -> None:
        self._pressing = None
        if self._log is not None:
            asyncio.get_running_loop().run_in_executor(None, _sync, os.dup(self._log), self.path)

    async def _write(self, deed: Deed) -> None:
        """Have something written; it is in the file when this returns."""
        if self._writer is None:
            raise StoreError("the store is not open")
        try:
            await self._writer.write(deed)
        except sqlite3.IntegrityError:
            raise Taken from None
        except sqlite3.Error as error:
            raise StoreError(f"{self.path}: {error}") from None
        self._press_soon()

    async def add(self, match: Stored) -> None:
        lines = [(match.id, n, match.created, _encode(line), _encode(status))
                 for n, (line, status) in enumerate(zip(match.lines, match.statuses, strict=True))]

        def insert(db: sqlite3.Connection) -> None:
            db.execute("INSERT INTO matches VALUES (?, ?, ?, ?, ?, ?, ?)", (
                match.id, match.game, match.scenario, match.key, json.dumps(match.seats), match.created,
                json.dumps(match.fallen)))
            db.executemany("INSERT INTO tokens VALUES (?, ?, ?)", [
                (token, match.id, seat) for seat, token in match.tokens.items()])
            db.executemany(_INSERT_LINE, lines)

        await self._write(insert)

    async def load(self, id: str) -> Stored | None:
        row = self.db.execute(
            "SELECT game, scenario, key, seats, created, fallen FROM matches WHERE id = ?", (id,)).fetchone()
        if row is None:
            return None
        game, scenario, key, seats, created, fallen = row
        lines, statuses = await self.since(id, 0)
        return Stored(id, game, scenario, key, json.loads(seats), self._tokens(id), created, lines, statuses,
                      json.loads(fallen))

    def _tokens(self, id: str) -> dict[str, str]:
        return dict(self.db.execute("SELECT seat, token FROM tokens WHERE match = ?", (id,)).fetchall())

    async def append(self, id: str, n: int, lines: Sequence[Line], statuses: Sequence[Status], at: float) -> None:
        rows = [(id, n + i, at, _encode(line), _encode(status))
                for i, (line, status) in enumerate(zip(lines, statuses, strict=True))]
        await self._write(lambda db: db.executemany(_INSERT_LINE, rows))

    async def since(self, id: str, n: int) -> tuple[list[Line], list[Status]]:
        rows = self.db.execute(
            "SELECT line, status FROM lines WHERE match = ? AND n >= ? ORDER BY n", (id, n)).fetchall()
        return [_decode(line) for line, _ in rows], [_decode(status) for _, status in rows]

    async def summaries(self, tokens: Sequence[str] | None, limit: int = 500, *, matches: Sequence[str] = ()) -> list[
            Summary]:
        only, wanted = "", [*(tokens or ()), *matches]
        if tokens is not None:
            marks, named = ", ".join("?" * len(tokens)), ", ".join("?" * len(matches))
            only = f"WHERE m.id IN (SELECT match FROM tokens WHERE token IN ({marks})) OR m.id IN ({named})"
        rows = self.db.execute(
            "SELECT m.id, m.game, m.scenario, m.seats, m.created, l.at, l.n, l.status FROM matches m JOIN lines l "
            f"ON l.match = m.id AND l.n = (SELECT max(n) FROM lines WHERE match = m.id) {only} "
            "ORDER BY l.at DESC LIMIT ?", (*wanted, limit)).fetchall()
        return [
            Summary(id, game, scenario, json.loads(seats), self._tokens(id), created, at, n, _decode(status))
            for id, game, scenario, seats, created, at, n, status in rows
        ]

    async def talk(self, id: str, limit: int = 200) -> list[dict[str, Any]]:
        rows = self.db.execute(
            "SELECT seat, text, at FROM talk WHERE match = ? ORDER BY id DESC LIMIT ?", (id, limit)).fetchall()
        return [{"seat": seat, "text": text, "at": at} for seat, text, at in reversed(rows)]

    async def add_talk(self, id: str, seat: str | None, text: str, at: float) -> None:
        await self._write(lambda db: db.execute(
            "INSERT INTO talk (match, at, seat, text) VALUES (?, ?, ?, ?)", (id, at, seat, text)))

    async def signal(self, signal: Signal) -> None:
        """Nobody else is listening."""

    async def prepare(self, schema: str) -> None:
        self.db.executescript(schema)

    async def rows(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        return self.db.execute(query, values).fetchall()

    async def write(self, statements: Sequence[tuple[str, Sequence[Any]]]) -> None:
        def do_all(db: sqlite3.Connection) -> None:
            for number, (statement, values) in enumerate(statements):
                if not db.execute(statement, values).rowcount and number == 0:
                    raise Taken

        await self._write(do_all)


def _connect(path: Path) -> sqlite3.Connection:
    db = sqlite3.connect(path, isolation_level=None, timeout=10, check_same_thread=False)
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = NORMAL")
    db.execute("PRAGMA wal_autocheckpoint = 0")  # it waits for the disk: see _sync
    db.execute("PRAGMA foreign_keys = ON")
    return db


def _sync(file: int, path: Path) -> None:
    """Press the log onto the disk and, when it has grown, what is in it into the database: in a thread of its own."""
    try:
        os.fsync(file)
        if os.fstat(file).st_size > LARGE_LOG:
            with contextlib.closing(sqlite3.connect(path)) as db, contextlib.suppress(sqlite3.Error):
                db.execute("PRAGMA wal_checkpoint(PASSIVE)")
    finally:
        os.close(file)
