"""How quick the table is: from a click to the new view, on the loopback, with SQLite, two players and an observer.

The server is the real one, in a process of its own with a fresh database. The client is a bare socket, so that what
is measured is the server: a choice goes out, and the clock stops when the change has come back to who chose, and
again when everybody has it. Choices are random and legal; a twin of the match, played alongside, says which are. The
same is measured once more while two computer players think hard at another table.
"""

from __future__ import annotations

import os
import random
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import msgspec

import stavka

from ..players import RANDOM, levels_of
from .messages import encode


def bench(choices: int = 600, game: str | None = None, seed: int = 7) -> dict[str, Any]:
    """Play so many choices of a game (or to its end) and report milliseconds, bytes and megabytes."""
    with tempfile.TemporaryDirectory(prefix="stavka-bench-") as home:
        process, port = start_server(Path(home))
        try:
            rss = rss_mb(process.pid)
            key = game or stavka.games()[0]
            report = _play(port, key, seed, choices)
            if levels_of(stavka.game(key)) != (RANDOM,):
                report["while_others_think"] = _play_beside(port, key, seed, choices)
            report["server_rss_mb"] = {"started": rss, "played": rss_mb(process.pid)}
        finally:
            process.kill()
            process.wait()
    if hasattr(os, "getloadavg"):
        report["load_average"] = round(os.getloadavg()[0], 2)
    return report


def start_server(home: Path) -> tuple[subprocess.Popen[str], int]:
    """A server of its own, and the port it listens on."""
    environment = {key: value for key, value in os.environ.items() if key != "STAVKA_DATABASE_URL"}
    process = subprocess.Popen(
        [sys.executable, "-m", "stavka.table", "--no-browser", "--port", "0"], stdout=subprocess.PIPE, text=True,
        env={**environment, "STAVKA_HOME": str(home), "PYTHONUNBUFFERED": "1"})
    assert process.stdout is not None
    line = process.stdout.readline()
    return process, int(line.partition("http://")[2].partition("/")[0].rpartition(":")[2])


def _play_beside(port: int, game: str, seed: int, most: int) -> dict[str, Any]:
    """The same while computer players of the strongest level play each other at another table."""
    level = f"computer:{levels_of(stavka.game(game))[-1]}"
    begun = post(port, {"game": game, "seed": seed, "seats": dict.fromkeys(stavka.game(game).seats, level)})
    watcher = _Wire(port, begun["match"], begun["watch"])
    watcher.until(b'"change":')  # they are at work
    report = _play(port, game, seed, most)
    watcher.close()
    return {key: report[key] for key in ("choices", "click_to_view_ms", "click_to_all_views_ms")}


def _play(port: int, game: str, seed: int, most: int) -> dict[str, Any]:
    begun = post(port, {"game": game, "seed": seed})
    match = stavka.game(game).start(seed=seed)
    wires = {seat: _Wire(port, begun["match"], token) for seat, token in begun["links"].items()}
    wires["watcher"] = _Wire(port, begun["match"], begun["watch"])
    whole = {audience: len(wire.until(b'"view":')) for audience, wire in wires.items()}
    chance = random.Random(seed)
    own: list[float] = []
    everybody: list[float] = []
    sizes: dict[str, list[int]] = {audience: [] for audience in wires}
    while match.offer is not None and len(own) < most:
        mover, choice = match.offer.seat, match.offer.nth(chance.randrange(len(match.offer)))
        message = encode({"id": 1, "do": "choose", "n": len(match.records), "choice": choice})
        clock = time.perf_counter()
        wires[mover].send(message)
        got = {mover: wires[mover].until(b'"change":')}
        own.append(time.perf_counter() - clock)
        for audience, wire in wires.items():
            if audience != mover:
                got[audience] = wire.until(b'"change":')
        everybody.append(time.perf_counter() - clock)
        for audience, data in got.items():
            sizes[audience].append(len(data))
        match.choose(choice)
    return {
        "choices": len(own),
        "click_to_view_ms": _percentiles([1000 * value for value in own]),
        "click_to_all_views_ms": _percentiles([1000 * value for value in everybody]),
        "bytes_per_choice": {audience: _percentiles(list(map(float, found))) for audience, found in sizes.items()},
        "bytes_on_connecting": whole,
    }


def _percentiles(values: list[float]) -> dict[str, float]:
    ordered = sorted(values)
    last = len(ordered) - 1
    return {name: round(ordered[round(last * part)], 3) for name, part in (("p50", 0.5), ("p95", 0.95), ("max", 1.0))}


def rss_mb(pid: int) -> float | None:
    """Megabytes of memory, where the system tells."""
    try:
        status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    except OSError:
        return None
    return round(int(status.partition("VmRSS:")[2].split()[0]) / 1024, 1)


def post(port: int, body: dict[str, Any]) -> Any:
    """Begin a match."""
    with socket.create_connection(("127.0.0.1", port)) as wire:
        data = encode(body)
        wire.sendall(b"POST /api/matches HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n"
                     b"Content-Length: %d\r\n\r\n%s" % (len(data), data))
        answer = b"".join(iter(lambda: wire.recv(65536), b""))
    return msgspec.json.decode(answer.partition(b"\r\n\r\n")[2])


TEXT, PING, PONG = 1, 9, 10
"""Kinds of frames (RFC 6455, 5.2)."""
WHOLE, MASKED = 0x80, 0x80
"""Bits of their first and second byte: nothing follows that belongs to it; a mask lies over it."""
SHORT, LONG = 126, 127
"""Sizes that stand for others: the size itself follows in two bytes or in eight."""


class _Wire:
    """The least of a WebSocket client: blocking, no compression, a mask of zeros."""

    def __init__(self, port: int, match: str, token: str) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=30)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._socket.sendall(
            f"GET /api/matches/{match}/socket HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n"
            "Sec-WebSocket-Version: 13\r\n\r\n".encode())
        self._data = b""
        while b"\r\n\r\n" not in self._data:
            self._data += self._socket.recv(65536)
        self._data = self._data.partition(b"\r\n\r\n")[2]
        self.send(encode({"token": token}))

    def send(self, payload: bytes, kind: int = TEXT) -> None:
        """One frame."""
        size = len(payload)
        sized = bytes((MASKED | size,)) if size < SHORT else bytes((MASKED | SHORT,)) + size.to_bytes(2, "big")
        self._socket.sendall(bytes((WHOLE | kind,)) + sized + b"\0\0\0\0" + payload)

    def close(self) -> None:
        """Go away."""
        self._socket.close()

    def until(self, part: bytes) -> bytes:
        """The next message that has this part; pings on the way are answered."""
        while True:
            kind, payload = self._frame()
            if kind == PING:
                self.send(payload, PONG)
            elif part in payload:
                return payload

    def _frame(self) -> tuple[int, bytes]:
        head = self._take(2)
        size = head[1]
        if size == SHORT:
            size = int.from_bytes(self._take(2), "big")
        elif size == LONG:
            size = int.from_bytes(self._take(8), "big")
        return head[0] & ~WHOLE, self._take(size)

    def _take(self, size: int) -> bytes:
        while len(self._data) < size:
            more = self._socket.recv(1 << 20)
            if not more:
                raise ConnectionError("the server is gone")
            self._data += more
        taken, self._data = self._data[:size], self._data[size:]
        return taken


if __name__ == "__main__":
    print(msgspec.json.format(encode(bench())).decode())
