"""How the table bears many matches at once: each is clicked in once a second, and every click is timed.

The server is the real one, in a process of its own with a fresh database; the players are bare sockets here, two to a
match. All matches of a game play the same random game, worked out beforehand, so that next to nothing is computed here.
A click counts from the moment it was due, not from when it could be sent: what waits behind a pause counts as waiting.
"""

from __future__ import annotations

import asyncio
import os
import random
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import stavka

from .bench import post, rss_mb, start_server
from .messages import encode

STEPS = (50, 100, 200, 400)
"""So many matches at once."""
SEED = 7

Script = list[tuple[str, bytes]]
"""Who clicks, and the message of it."""


def load(matches: int, seconds: float = 20, games: Sequence[str] | None = None) -> dict[str, Any]:
    """Play so many matches of these games (of all) at once, and report milliseconds, CPU and memory."""
    scripts = {key: _script(key, int(seconds) + 2) for key in games or stavka.games()}
    with tempfile.TemporaryDirectory(prefix="stavka-load-") as home:
        process, port = start_server(Path(home))
        try:
            for key in scripts:  # every game is loaded before anything is measured
                post(port, {"game": key, "seed": SEED})
            empty = rss_mb(process.pid) or 0.0
            row = asyncio.run(_play(port, process.pid, matches, seconds, scripts))
            row["rss_mb"] = rss_mb(process.pid)
            row["mb_per_match"] = round(((row["rss_mb"] or 0.0) - empty) / matches, 2)
            return row
        finally:
            process.kill()
            process.wait()


def as_table(rows: Sequence[dict[str, Any]]) -> str:
    """Rows as a table to be read."""
    columns = ("matches", "clicks", "p50_ms", "p95_ms", "p99_ms", "max_ms", "cpu_percent", "rss_mb", "mb_per_match")
    cells = [columns, *([str(row[column]) for column in columns] for row in rows)]
    widths = [max(len(row[i]) for row in cells) for i in range(len(columns))]
    return "\n".join("  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)) for row in cells)


def _script(key: str, choices: int) -> Script:
    match, chance = stavka.game(key).start(seed=SEED), random.Random(SEED)
    script: Script = []
    while match.offer is not None and len(script) < choices:
        choice = match.offer.nth(chance.randrange(len(match.offer)))
        script.append((match.offer.seat, encode({"id": 1, "do": "choose", "n": len(script), "choice": choice})))
        match.choose(choice)
    return script


async def _play(port: int, pid: int, matches: int, seconds: float, scripts: dict[str, Script]) -> dict[str, Any]:
    tables = []
    for number in range(matches):
        key = list(scripts)[number % len(scripts)]
        begun = await asyncio.to_thread(post, port, {"game": key, "seed": SEED})
        tables.append(_Table(scripts[key], {
            seat: await _Seat.sit(port, begun["match"], token) for seat, token in begun["links"].items()}))
    await asyncio.sleep(1)
    cpu, began = _cpu_seconds(pid), time.perf_counter()
    await asyncio.gather(*(
        table.play(began + number / matches, began + seconds) for number, table in enumerate(tables)))
    spent, elapsed = _cpu_seconds(pid) - cpu, time.perf_counter() - began
    waits = sorted(wait for table in tables for wait in table.waits)
    part = {name: round(1000 * waits[round((len(waits) - 1) * share)], 1)
            for name, share in (("p50_ms", 0.5), ("p95_ms", 0.95), ("p99_ms", 0.99), ("max_ms", 1.0))}
    return {"matches": matches, "clicks": len(waits), **part, "cpu_percent": round(100 * spent / elapsed)}


class _Table:
    """A match that is clicked in once a second."""

    def __init__(self, script: Script, seats: dict[str, _Seat]) -> None:
        self.waits: list[float] = []
        self._script = script
        self._seats = seats

    async def play(self, first: float, end: float) -> None:
        due = first
        for seat, message in self._script:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            if due >= end:
                return
            self.waits.append(await self._seats[seat].click(message) - due)
            due += 1


class _Seat(asyncio.Protocol):
    """A socket of a seat: it sends clicks and notes when the change has come."""

    def __init__(self) -> None:
        self._transport: asyncio.Transport | None = None
        self._data = b""
        self._answered: asyncio.Future[float] | None = None
        self._open: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._seated: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    @classmethod
    async def sit(cls, port: int, match: str, token: str) -> _Seat:
        """Take a seat of a match, and see it."""
        transport, seat = await asyncio.get_running_loop().create_connection(cls, "127.0.0.1", port)
        transport.write(
            f"GET /api/matches/{match}/socket HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n"
            "Sec-WebSocket-Version: 13\r\n\r\n".encode())
        seat._transport = transport
        await seat._open
        seat._send(encode({"token": token}))
        await seat._seated
        return seat

    async def click(self, message: bytes) -> float:
        """Choose; returns when the change was here."""
        self._answered = asyncio.get_running_loop().create_future()
        self._send(message)
        return await self._answered

    def _send(self, payload: bytes, kind: int = 1) -> None:
        assert self._transport is not None and len(payload) < 126
        self._transport.write(bytes((0x80 | kind, 0x80 | len(payload))) + b"\0\0\0\0" + payload)

    def data_received(self, data: bytes) -> None:
        """Take the frames that are whole."""
        self._data += data
        if self._data.startswith(b"HTTP/"):
            head, end, self._data = self._data.partition(b"\r\n\r\n")
            if not end:
                self._data = head
                return
            self._open.set_result(None)
        while (frame := self._frame()) is not None:
            self._take(*frame)

    def _frame(self) -> tuple[int, bytes] | None:
        data = self._data
        if len(data) < 2:
            return None
        size, start = data[1], 2
        if size >= 126:
            start = 4 if size == 126 else 10
            size = int.from_bytes(data[2:start], "big")
        if len(data) < start + size:
            return None
        self._data = data[start + size:]
        return data[0] & 15, data[start:start + size]

    def _take(self, kind: int, payload: bytes) -> None:
        if kind == 9:
            self._send(payload, 10)
        elif b'"change":' in payload[:20_000] and self._answered is not None and not self._answered.done():
            self._answered.set_result(time.perf_counter())
        elif payload.startswith(b'{"view":') and not self._seated.done():
            self._seated.set_result(None)


def _cpu_seconds(pid: int) -> float:
    """Seconds that a process has computed, where the system tells."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
