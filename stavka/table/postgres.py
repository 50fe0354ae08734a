"""Matches in PostgreSQL: several server processes serve the same matches.

Every change is announced with NOTIFY in the transaction that makes it, so a process hears of exactly what was kept. A
process whose listening connection was cut reads, when it is back, what it may have missed.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections.abc import AsyncIterator, Sequence
from typing import Any, LiteralString

import msgspec
import psycopg
from psycopg.rows import TupleRow

from .store import Hear, Line, Signal, Status, Store, Stored, StoreError, Summary, Taken

_CHANNEL = "stavka"

_SCHEMA = """
CREATE TABLE IF NOT EXISTS matches (
    id text PRIMARY KEY, game text NOT NULL, scenario text NOT NULL, key text NOT NULL, seats text NOT NULL,
    created double precision NOT NULL, fallen text NOT NULL);
CREATE TABLE IF NOT EXISTS tokens (
    token text PRIMARY KEY, match text NOT NULL REFERENCES matches, seat text NOT NULL);
CREATE INDEX IF NOT EXISTS tokens_of_match ON tokens (match);
CREATE TABLE IF NOT EXISTS lines (
    match text NOT NULL REFERENCES matches, n integer NOT NULL, at double precision NOT NULL, line text NOT NULL,
    status text NOT NULL, PRIMARY KEY (match, n));
CREATE TABLE IF NOT EXISTS talk (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, match text NOT NULL REFERENCES matches,
    at double precision NOT NULL, seat text, text text NOT NULL);
CREATE INDEX IF NOT EXISTS talk_of_match ON talk (match, id);
"""

_SCHEMA_LOCK = 0x57A7CA
"""So that processes that start together do not create the tables together."""

_log = logging.getLogger("stavka.table")
_decode = msgspec.json.decode
Connection = psycopg.AsyncConnection[TupleRow]


def _encode(value: Any) -> str:
    return msgspec.json.encode(value).decode()


class PostgresStore(Store):
    """All matches in one database, shared with other processes."""

    shared = True

    def __init__(self, url: str) -> None:
        self.url = url
        self.name = secrets.token_hex(8)
        """What this process calls itself in its signals."""
        self._db: Connection | None = None
        self._busy = asyncio.Lock()
        self._listener: asyncio.Task[None] | None = None

    async def open(self, hear: Hear) -> None:
        async with self._use() as db, db.transaction():
            await db.execute("SELECT pg_advisory_xact_lock(%s)", (_SCHEMA_LOCK,))
            await db.execute(_SCHEMA)
        listening = await self._connect()
        await listening.execute(f"LISTEN {_CHANNEL}")
        self._listener = asyncio.create_task(self._listen(listening, hear))

    async def close(self) -> None:
        if self._listener is not None:
            self._listener.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._listener
        if self._db is not None:
            await self._db.close()

    async def _connect(self) -> Connection:
        try:
            return await psycopg.AsyncConnection.connect(self.url, autocommit=True, connect_timeout=10)
        except psycopg.Error as error:
            raise StoreError(f"PostgreSQL cannot be reached: {error}") from None

    @contextlib.asynccontextmanager
    async def _use(self) -> AsyncIterator[Connection]:
        """The connection, one user at a time; a new one if the last was cut."""
        async with self._busy:
            if self._db is None or self._db.closed:
                self._db = await self._connect()
            try:
                yield self._db
            except psycopg.errors.UniqueViolation:
                raise
            except psycopg.Error as error:
                with contextlib.suppress(Exception):
                    await self._db.close()
                self._db = None
                raise StoreError(f"PostgreSQL: {error}") from None

    async def _rows(self, query: LiteralString | bytes, values: Sequence[Any]) -> list[TupleRow]:
        """What a query finds. It changes nothing, so it is tried again if the connection turns out to be cut."""
        for _ in range(2):
            try:
                async with self._use() as db:
                    return await (await db.execute(query, values)).fetchall()
            except StoreError as error:
                cut = error
        raise cut

    # -- hearing and telling -----------------------------------------------------------------------------------------

    async def _listen(self, db: Connection, hear: Hear) -> None:
        while True:
            try:
                async for notice in db.notifies():
                    await self._heard(notice.payload, hear)
            except psycopg.Error as error:
                _log.warning("PostgreSQL: the listening connection was cut: %s", error)
            db = await self._listen_again()
            await hear({})  # something may have been missed

    async def _listen_again(self) -> Connection:
        while True:
            await asyncio.sleep(0.5)
            try:
                db = await self._connect()
                await db.execute(f"LISTEN {_CHANNEL}")
            except (StoreError, psycopg.Error):
                continue
            return db

    async def _heard(self, payload: str, hear: Hear) -> None:
        signal: Signal = _decode(payload)
        if signal.get("from") != self.name:
            await hear(signal)

    def _payload(self, signal: Signal) -> str:
        return _encode({"from": self.name, **signal})

    async def signal(self, signal: Signal) -> None:
        await self._rows("SELECT pg_notify(%s, %s)", (_CHANNEL, self._payload(signal)))

    # -- matches -----------------------------------------------------------------------------------------------------

    async def add(self, match: Stored) -> None:
        async with self._use() as db, db.transaction(), db.cursor() as cursor:
            await cursor.execute("INSERT INTO matches VALUES (%s, %s, %s, %s, %s, %s, %s)", (
                match.id, match.game, match.scenario, match.key, _encode(match.seats), match.created,
                _encode(match.fallen)))
            await cursor.executemany("INSERT INTO tokens VALUES (%s, %s, %s)", [
                (token, match.id, seat) for seat, token in match.tokens.items()])
            await cursor.executemany("INSERT INTO lines VALUES (%s, %s, %s, %s, %s)", [
                (match.id, n, match.created, _encode(line), _encode(status))
                for n, (line, status) in enumerate(zip(match.lines, match.statuses, strict=True))])

    async def load(self, id: str) -> Stored | None:
        found = await self._rows(
            "SELECT game, scenario, key, seats, created, fallen FROM matches WHERE id = %s", (id,))
        if not found:
            return None
        tokens = await self._rows("SELECT seat, token FROM tokens WHERE match = %s", (id,))
        lines, statuses = await self.since(id, 0)
        game, scenario, key, seats, created, fallen = found[0]
        return Stored(id, game, scenario, key, _decode(seats), dict(tokens), created, lines,
                      statuses, _decode(fallen))

    async def append(self, id: str, n: int, lines: Sequence[Line], statuses: Sequence[Status], at: float) -> None:
        rows = [(id, n + i, at, _encode(line), _encode(status))
                for i, (line, status) in enumerate(zip(lines, statuses, strict=True))]
        payload = self._payload({"match": id, "n": n + len(rows) - 1})
        try:
            async with self._use() as db:
                if len(rows) == 1:  # one statement, one round trip
                    await db.execute(
                        "WITH added AS (INSERT INTO lines VALUES (%s, %s, %s, %s, %s) RETURNING n) "
                        "SELECT pg_notify(%s, %s) FROM added", (*rows[0], _CHANNEL, payload))
                    return
                async with db.transaction(), db.cursor() as cursor:
                    await cursor.executemany("INSERT INTO lines VALUES (%s, %s, %s, %s, %s)", rows)
                    await cursor.execute("SELECT pg_notify(%s, %s)", (_CHANNEL, payload))
        except psycopg.errors.UniqueViolation:
            raise Taken from None

    async def since(self, id: str, n: int) -> tuple[list[Line], list[Status]]:
        rows = await self._rows("SELECT line, status FROM lines WHERE match = %s AND n >= %s ORDER BY n", (id, n))
        return [_decode(line) for line, _ in rows], [_decode(status) for _, status in rows]

    async def summaries(self, tokens: Sequence[str] | None, limit: int = 500, *, matches: Sequence[str] = ()) -> list[
            Summary]:
        only = "" if tokens is None else (
            "WHERE m.id IN (SELECT match FROM tokens WHERE token = ANY(%s)) OR m.id = ANY(%s)")
        query = (
            "SELECT m.id, m.game, m.scenario, m.seats, m.created, l.at, l.n, l.status, "
            "(SELECT json_object_agg(seat, token) FROM tokens WHERE match = m.id)::text "
            "FROM matches m JOIN LATERAL "
            "(SELECT at, n, status FROM lines WHERE match = m.id ORDER BY n DESC LIMIT 1) l "
            f"ON true {only} ORDER BY l.at DESC LIMIT %s")
        rows = await self._rows(query, (limit,) if tokens is None else (list(tokens), list(matches), limit))
        return [
            Summary(id, game, scenario, _decode(seats), _decode(own), created, at, n, _decode(status))
            for id, game, scenario, seats, created, at, n, status, own in rows
        ]

    # -- table talk --------------------------------------------------------------------------------------------------

    async def talk(self, id: str, limit: int = 200) -> list[dict[str, Any]]:
        rows = await self._rows(
            "SELECT seat, text, at FROM talk WHERE match = %s ORDER BY id DESC LIMIT %s", (id, limit))
        return [{"seat": seat, "text": text, "at": at} for seat, text, at in reversed(rows)]

    async def add_talk(self, id: str, seat: str | None, text: str, at: float) -> None:
        async with self._use() as db:
            await db.execute("INSERT INTO talk (match, at, seat, text) VALUES (%s, %s, %s, %s)", (id, at, seat, text))

    # -- people ------------------------------------------------------------------------------------------------------

    async def prepare(self, schema: str) -> None:
        async with self._use() as db, db.transaction():
            await db.execute("SELECT pg_advisory_xact_lock(%s)", (_SCHEMA_LOCK,))
            await db.execute(schema.encode())

    async def rows(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        return await self._rows(_marked(query), values)

    async def write(self, statements: Sequence[tuple[str, Sequence[Any]]]) -> None:
        try:
            async with self._use() as db, db.transaction(), db.cursor() as cursor:
                for number, (statement, values) in enumerate(statements):
                    await cursor.execute(_marked(statement), values)
                    if not cursor.rowcount and number == 0:
                        raise Taken
        except psycopg.errors.UniqueViolation:
            raise Taken from None


def _marked(query: str) -> bytes:
    """A statement with this driver's marks for values."""
    return query.replace("?", "%s").encode()
