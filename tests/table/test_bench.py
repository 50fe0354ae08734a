"""The benchmarks run and report what they should; pauses and memory are kept small."""

from __future__ import annotations

import asyncio
import gc
import random
import sys
import tracemalloc
import weakref
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest

import stavka
from stavka.table import hall as hall_module
from stavka.table.audience import WATCHERS
from stavka.table.bench import bench
from stavka.table.hall import Hall
from stavka.table.janitor import Janitor
from stavka.table.limits import Limits, Visitor
from stavka.table.load import as_table, load
from stavka.table.messages import Start
from stavka.table.room import Room
from stavka.table.socket import Socket
from stavka.table.sqlite import SqliteStore

CHOICES = 300

MOST_BYTES = 1.5e6
"""What a match in memory may take."""


def test_the_benchmark_reports() -> None:
    report = bench(choices=40, game="dagc")
    assert report["choices"] == 40
    assert 0 < report["click_to_view_ms"]["p50"] <= report["click_to_view_ms"]["p95"]
    assert set(report["bytes_per_choice"]) == {"soviet", "german", "watcher"}
    assert all(found["max"] <= 3000 for found in report["bytes_per_choice"].values())
    assert report["while_others_think"]["choices"] == 40


def test_the_load_is_reported_as_a_table() -> None:
    row = load(4, 2, ["dagc"])
    assert row["matches"] == 4 and row["clicks"] >= 4
    assert 0 < row["p50_ms"] <= row["p95_ms"] <= row["p99_ms"] <= row["max_ms"]
    heading, line = as_table([row]).splitlines()
    assert heading.split()[0] == "matches" and line.split()[:2] == ["4", str(row["clicks"])]


def test_a_match_in_memory_stays_small(game: stavka.Game[Any], tmp_path: Path) -> None:
    """With both seats and a watcher present, after some hundred choices, as it is played and when it is opened again;
    what the game itself keeps does not count."""
    async def weigh() -> tuple[int, int]:
        hall = Hall(SqliteStore(tmp_path / "matches.db"))
        await hall.open()
        match = (await _played(hall, game.key)).id  # fills what the game remembers of its own
        played = await _grown(_played(hall, game.key))
        hall.rooms.clear()
        opened = await _grown(_entered(hall, match))
        await hall.close()
        return played, opened

    played, opened = asyncio.run(weigh())
    assert played < MOST_BYTES
    assert opened < MOST_BYTES


async def _grown(room: Coroutine[Any, Any, Room]) -> int:
    """The memory that a room takes, in bytes."""
    gc.collect()
    tracemalloc.start()
    kept = await room
    gc.collect()
    grown = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert len(kept.match.records) == CHOICES
    return grown


async def _entered(hall: Hall, match: str) -> Room:
    """A room with both seats and a watcher present."""
    room = await hall.room(match)
    for audience in (*room.game.seats, WATCHERS):
        await room.join(Socket(room, audience, _ignore, _end, Visitor("here"), Limits(0)))
    _read(room)
    return room


def _read(room: Room) -> None:
    """Everybody has read what was sent."""
    for sockets in room.sockets.values():
        for socket in sockets:
            socket._waiting.clear()


async def _played(hall: Hall, key: str) -> Room:
    room, chance = await _entered(hall, (await hall.start(Start(key, seed=3))).id), random.Random(3)
    while (offer := room.match.offer) is not None and len(room.match.records) < CHOICES:
        await room.choose(offer.seat, room.n, offer.nth(chance.randrange(len(offer))))
        _read(room)
    return room


async def _ignore(_: str) -> None:
    """A client that reads and forgets."""


async def _end() -> None:
    """A client that goes."""


def test_the_janitor_puts_away_what_nobody_uses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def wait() -> None:
        thresholds, interval = gc.get_threshold(), sys.getswitchinterval()
        hall = Hall(SqliteStore(tmp_path / "matches.db"))
        await hall.open()
        janitor = Janitor(hall)
        assert gc.get_threshold()[2] > 100_000, "old objects are looked at when the janitor goes round, not before"
        hall.game("dagc")
        janitor.go_round()
        assert gc.get_freeze_count() > 0, "the game is here to stay"
        used = await _played(hall, "dagc")
        idle = await hall.start(Start("dagc"))
        forgotten = weakref.ref(await hall.room(idle.id))
        janitor.go_round()
        assert idle.id in hall.rooms
        await asyncio.sleep(0.01)  # the event loop lets go of it
        monkeypatch.setattr(hall_module, "KEPT_SECONDS", -1.0)
        janitor.go_round()
        assert list(hall.rooms) == [used.id] and forgotten() is None
        assert (await hall.room(idle.id)).n == 0  # it comes back when somebody asks for it
        await hall.close()
        gc.unfreeze()
        gc.set_threshold(*thresholds)
        sys.setswitchinterval(interval)

    asyncio.run(wait())
