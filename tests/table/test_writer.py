"""The thread that writes for everybody: many wait for one commit, and nobody spoils what another has written."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from pathlib import Path

import pytest

from stavka.table.sqlite import SqliteStore
from stavka.table.store import Stored, StoreError, Taken
from stavka.table.writer import Deed, Writer

CLICKS = 50


async def _hear(_: object) -> None:
    """Nobody signals."""


async def _store(path: Path, *matches: str) -> SqliteStore:
    store = SqliteStore(path)
    await store.open(_hear)
    for match in matches:
        await store.add(Stored(match, "game", "scenario", "00", {}, {}, 0.0, [{"n": 0}], [{"turn": 1}]))
    return store


def _connected(path: Path) -> sqlite3.Connection:
    db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    db.execute("CREATE TABLE IF NOT EXISTS words (word TEXT PRIMARY KEY)")
    return db


def _insert(word: str) -> Deed:
    return lambda db: db.execute("INSERT INTO words VALUES (?)", (word,))


def test_all_that_waits_shares_a_commit(tmp_path: Path) -> None:
    async def write() -> None:
        db, started, go_on = _connected(tmp_path / "words.db"), threading.Event(), threading.Event()
        statements: list[str] = []
        db.set_trace_callback(statements.append)
        writer = Writer(db)

        def hold(_: sqlite3.Connection) -> None:
            started.set()
            go_on.wait(30)

        first = asyncio.create_task(writer.write(hold))
        await asyncio.to_thread(started.wait, 30)
        rest = [asyncio.create_task(writer.write(_insert(str(number)))) for number in range(CLICKS)]
        await asyncio.sleep(0.01)
        assert not any(task.done() for task in (first, *rest)), "nobody goes on before his commit"
        go_on.set()
        await asyncio.gather(first, *rest)
        assert statements.count("COMMIT") == 2
        await writer.close()

    asyncio.run(write())
    with sqlite3.connect(tmp_path / "words.db") as db:
        assert db.execute("SELECT count(*) FROM words").fetchone() == (CLICKS,)


def test_one_that_fails_spoils_nothing_for_those_beside_it(tmp_path: Path) -> None:
    """Choices of many matches are stored at the same moment; every third comes too late, its number is taken."""
    async def write() -> None:
        matches = [f"m{number}" for number in range(CLICKS)]
        store = await _store(tmp_path / "matches.db", *matches)
        late = set(matches[::3])
        done = await asyncio.gather(*(
            store.append(match, 0 if match in late else 1, [{"choose": "x"}, {"choose": "y"}], [{}, {}], 1.0)
            for match in matches), return_exceptions=True)
        for match, outcome in zip(matches, done, strict=True):
            assert isinstance(outcome, Taken) if match in late else outcome is None
            assert len((await store.since(match, 0))[0]) == (1 if match in late else 3)
        await store.close()

    asyncio.run(write())


def test_what_waits_when_the_server_closes_is_written(tmp_path: Path) -> None:
    async def write() -> None:
        store = await _store(tmp_path / "matches.db", "m")
        last = asyncio.create_task(store.append("m", 1, [{"choose": "x"}], [{}], 1.0))
        await asyncio.sleep(0)
        await store.close()
        await last
        with pytest.raises(StoreError, match="not open"):
            await store.append("m", 2, [{"choose": "y"}], [{}], 2.0)
        again = await _store(tmp_path / "matches.db")
        assert (await again.since("m", 1))[0] == [{"choose": "x"}]
        await again.close()

    asyncio.run(write())


def test_what_the_file_cannot_hold_is_a_store_error_and_nothing_is_written(tmp_path: Path) -> None:
    async def write() -> None:
        store = await _store(tmp_path / "matches.db", "m")
        assert store._writer is not None
        await store._writer.write(lambda db: db.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, 10_000))
        with pytest.raises(StoreError, match="too big"):
            await store.append("m", 1, [{"choose": "x" * 20_000}], [{}], 1.0)
        await store.append("m", 1, [{"choose": "y"}], [{}], 1.0)
        assert (await store.since("m", 1))[0] == [{"choose": "y"}]
        await store.close()

    asyncio.run(write())
