"""The doors that are shut: requests no honest client sends, too many of those it does, and connections that hang."""

from __future__ import annotations

import asyncio
import http.client
import json
import os
import random
import socket
import sqlite3
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import stavka
from stavka.table import brought, wire
from stavka.table.limits import LIMITS, REMEMBERED, SOCKETS, Limits, Visitor
from stavka.table.thinkers import Turns
from stavka.table.words import Refused

from .player import Player, Server, rss_mb

HERE = Visitor("192.0.2.1")


def raw(server: Server, request: bytes, seconds: float = 5) -> bytes:
    """The answer to a request that no library would send."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=seconds) as line:
        line.sendall(request)
        try:
            return b"".join(iter(lambda: line.recv(65536), b""))
        except (TimeoutError, ConnectionError):
            return b""


# -- odd requests --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("request_", "status"), [
    (b"GET /%00 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", b"400"),
    (b"GET /a%0ab HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", b"400"),
    (b"GET /assets/%00.js HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", b"400"),
    (b"GET /" + b"x" * 1500 + b" HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", b"414"),
    (b"GET /assets/" + b"x" * 500 + b".js HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", b"404"),
    (b"GET /" + b"x" * 9000 + b" HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", b"414"),
    (b"GET /api/table?" + b"x" * 9000 + b" HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", b"414"),
    (b"GET / HTTP/1.1\r\nHost: [::1\r\nConnection: close\r\n\r\n", b"400"),
    (b"GET / HTTP/1.1\r\nHost: a:b\r\nConnection: close\r\n\r\n", b"400"),
    (b"GET / HTTP/1.1\r\nHost: \r\nConnection: close\r\n\r\n", b"400"),
    (b"GET / HTTP/1.1\r\nHost: localhost@evil.example\r\nConnection: close\r\n\r\n", b"400"),
    (b"GET / HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\nConnection: close\r\n\r\n", b"400"),
    (b"GET / HTTP/1.1\r\nConnection: close\r\n\r\n", b"400"),
    (b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"x" * 60_000 + b"\r\nConnection: close\r\n\r\n", b"431"),
    (b"nonsense\r\n\r\n", b"400"),
])
def test_odd_requests_get_a_plain_refusal(server: Server, request_: bytes, status: bytes) -> None:
    answer = raw(server, request_)
    assert answer.split()[1] == status, answer[:200]


def test_json_nested_without_end_is_refused(server: Server) -> None:
    deep = b"[" * 200_000
    for body in (deep, b'{"game": "dagc", "situation": {"place": ' + deep, b'{"a":' * 100_000):
        assert server.request("/api/matches", body)[0] == 400
    line = json.dumps({"stavka": 1, "game": "dagc", "scenario": "historical", "options": {}, "data": "x", "dice": "x"})
    assert server.request("/api/matches/import", {"journal": f"{line}\n{'[' * 200_000}"})[0] == 400
    begun = server.begin(seed=3)

    async def over_the_socket() -> None:
        async with Player(server.port, begun["match"], begun["links"]["soviet"]) as soviet:
            await soviet.send('{"id": 1, "do": "ask", "question": "hex", "about": {"hex": ' + "[" * 50_000)
            assert (await soviet.hears("error"))["error"]["reason"]["es"]
            assert "answer" in await soviet.do("ask", question="hex", about={"hex": "3500"})

    asyncio.run(over_the_socket())


def test_every_answer_tells_the_browser_what_not_to_allow(server: Server) -> None:
    for path in ("/", "/api/table", "/api/nothing", "/%00", "/api/games/dagc/map.svg?layers=ground"):
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
        connection.request("GET", path)
        answer = connection.getresponse()
        answer.read()
        assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"], path
        assert "unsafe" not in answer.headers["Content-Security-Policy"].split("script-src")[1].split(";")[0]
        assert answer.headers["X-Content-Type-Options"] == "nosniff" and answer.headers["X-Frame-Options"] == "DENY"
        assert answer.headers["Referrer-Policy"] == "no-referrer"
        connection.close()


def test_a_local_table_believes_no_proxy(server: Server, public: Server) -> None:
    for name in ("Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-IP"):
        status, answer = server.request("/api/matches", headers={name: "192.0.2.7"})
        assert status == 403 and "--proxied" in json.loads(answer)["error"]["reason"]["en"], name
        assert public.request("/api/table", headers={name: "192.0.2.7"})[0] == 200, name


# -- limits --------------------------------------------------------------------------------------------------------


class Clock:
    """A clock that a test moves."""

    def __init__(self) -> None:
        self.time = 1000.0

    def __call__(self) -> float:
        return self.time


@pytest.mark.parametrize("what", LIMITS)
def test_credit_is_spent_and_comes_back(what: str) -> None:
    clock = Clock()
    limits, rate = Limits(1, clock), LIMITS[what].visitor
    for _ in range(int(rate.burst)):
        limits.spend(what, HERE)
    with pytest.raises(Refused) as refused:
        limits.spend(what, HERE)
    assert refused.value.status == 429 and "s." in refused.value.reason["es"]
    limits.spend(what, Visitor("192.0.2.2"))  # others have their own
    clock.time += rate.every * 1.01
    limits.spend(what, HERE)
    with pytest.raises(Refused):
        limits.spend(what, HERE)
    clock.time += rate.burst * rate.every
    for _ in range(int(rate.burst)):
        limits.spend(what, HERE)


def test_an_account_and_a_match_have_limits_of_their_own() -> None:
    limits = Limits(1, Clock())
    burst = int(LIMITS["create"].visitor.burst)
    for n in range(burst):
        limits.spend("create", Visitor(f"192.0.2.{n}", "anna"))
    with pytest.raises(Refused):
        limits.spend("create", Visitor("192.0.2.200", "anna"))
    together = LIMITS["talk"].match
    assert together is not None
    for n in range(int(together.burst)):
        limits.spend("talk", Visitor(f"192.0.2.{n}"), "match")
    with pytest.raises(Refused):
        limits.spend("talk", Visitor("198.51.100.1"), "match")
    limits.spend("talk", Visitor("198.51.100.1"), "another match")


def test_limits_can_be_widened_and_lifted_and_forget() -> None:
    wide, none = Limits(2, Clock()), Limits(0)
    burst = int(LIMITS["import"].visitor.burst)
    for _ in range(2 * burst):
        wide.spend("import", HERE)
    with pytest.raises(Refused):
        wide.spend("import", HERE)
    for _ in range(100 * burst):
        none.spend("import", HERE)
    for n in range(REMEMBERED + 500):
        wide.spend("map", Visitor(f"{n}"))
    assert len(wide._spent) == REMEMBERED


def test_sockets_of_one_address_are_counted() -> None:
    limits = Limits()
    for _ in range(SOCKETS):
        limits.come(HERE)
    with pytest.raises(Refused):
        limits.come(HERE)
    limits.go(HERE)
    limits.come(HERE)
    for _ in range(SOCKETS):
        limits.go(HERE)
    assert not limits._sockets


def test_sockets_of_one_account_are_counted_wherever_they_come_from() -> None:
    limits = Limits()
    visitors = [Visitor(f"192.0.2.{n}", "anna") for n in range(SOCKETS + 1)]
    for visitor in visitors[:-1]:
        limits.come(visitor)
    with pytest.raises(Refused):
        limits.come(visitors[-1])
    limits.come(Visitor("192.0.2.200"))
    limits.go(visitors[0])
    limits.come(visitors[-1])


@pytest.fixture
def crowded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """A public server with a tenth of the usual credit."""
    monkeypatch.setenv("STAVKA_LIMITS", "0.1")
    server = Server(tmp_path, None, "--proxied")
    yield server
    server.stop()


def test_a_stranger_is_stopped_and_others_are_not(crowded: Server) -> None:
    """The address is what the proxy says, and its last word is what counts."""
    def begin(address: str) -> int:
        return crowded.request("/api/matches", {"game": "dagc"}, {"X-Forwarded-For": address})[0]

    made = [begin(f"203.0.113.{n}, 192.0.2.9") for n in range(8)]
    assert made.count(201) == 4 and made.count(429) == 4
    assert begin("192.0.2.10") == 201
    maps = [crowded.request("/api/games/dagc/map.svg?layers=" + ",".join(["grid"] * n))[0] for n in range(1, 12)]
    assert maps.count(200) == 6 and maps.count(429) == 5
    imports = [crowded.request("/api/matches/import", {"journal": ""})[0] for n in range(4)]
    assert imports.count(429) >= 3
    begun = json.loads(crowded.request("/api/matches", {"game": "dagc", "seats": {"soviet": "me"}},
                                       {"X-Forwarded-For": "192.0.2.11"})[1])

    async def over_the_socket() -> None:
        async with Player(crowded.port, begun["match"], begun["links"]["soviet"]) as soviet:
            for do, about in (("say", {"text": "!"}), ("undo", {"n": 0}), ("ask", {"question": "victory"})):
                refused = [(await soviet.do(do, **about)).get("error") for _ in range(170)]
                stopped = [error for error in refused if error and "too much" in error["reason"]["en"]]
                assert stopped and len(stopped) < 170, do
            await soviet.make((soviet.view["offer"]["units"] and "unit:" + soviet.view["offer"]["units"][0])
                              or "hex:" + soviet.view["offer"]["hexes"][0])  # whoever plays is not stopped

    asyncio.run(over_the_socket())


# -- connections that hang -----------------------------------------------------------------------------------------


def test_slow_headers_and_bodies_are_not_waited_for(tmp_path: Path) -> None:
    server = Server(tmp_path, None, patience=0.4)
    try:
        head = b"POST /api/matches HTTP/1.1\r\nHost: localhost\r\n"
        for sent in (b"", b"GET / HT", head, head + b"Content-Length: 500\r\n\r\n{"):
            began = time.monotonic()
            assert raw(server, sent, 10) == b"" and time.monotonic() - began < 5, sent
        with socket.create_connection(("127.0.0.1", server.port), timeout=10) as drip:  # a byte now and then
            began = time.monotonic()
            with pytest.raises(ConnectionError):
                _drip(drip, head * 100)
            assert time.monotonic() - began < 5
        assert server.request("/api/table")[0] == 200
    finally:
        server.stop()
    assert 5 <= wire.HEADERS <= 30 and wire.BODY <= 60 and wire.UNREAD <= 60


def test_a_socket_is_no_request_whose_body_is_late(tmp_path: Path) -> None:
    server = Server(tmp_path, None, patience=0.4)

    async def sit_still() -> None:
        begun = server.begin(seats={"soviet": "me"})
        async with Player(server.port, begun["match"], begun["links"]["soviet"]) as soviet:
            await asyncio.sleep(1.5)
            assert "error" not in await soviet.do("ask", question="victory")

    try:
        asyncio.run(sit_still())
    finally:
        server.stop()


def _drip(line: socket.socket, data: bytes) -> None:
    for byte in data:
        line.sendall(bytes((byte,)))
        time.sleep(0.1)


def test_sockets_that_do_not_read_are_dropped_before_they_cost_much(server: Server) -> None:
    """Ten of them used to take 680 MB."""
    begun = server.begin(seed=5)
    server.request(f"/api/matches/{begun['match']}/at/0")
    before = rss_mb(server)
    lines = [_deaf(server, begun["match"], begun["watch"]) for _ in range(10)]
    ask = _frame(b'{"id": 1, "do": "view"}')
    for line in lines:
        line.settimeout(5)
        try:
            for _ in range(2000):
                line.sendall(ask)
        except (TimeoutError, ConnectionError):
            pass  # cut off
    time.sleep(1)
    assert rss_mb(server) - before < 60
    assert server.request("/api/table")[0] == 200
    for line in lines:
        line.close()


def _deaf(server: Server, match: str, token: str) -> socket.socket:
    """A socket that joins and never reads."""
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.connect(("127.0.0.1", server.port))
    line.sendall(f"GET /api/matches/{match}/socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
                 "Connection: Upgrade\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n"
                 "Sec-WebSocket-Version: 13\r\n\r\n".encode())
    line.sendall(_frame(json.dumps({"token": token}).encode()))
    return line


def _frame(payload: bytes) -> bytes:
    return bytes((0x81, 0x80 | len(payload))) + b"\0\0\0\0" + payload


# -- what is kept --------------------------------------------------------------------------------------------------


def test_the_database_is_its_owners_and_is_closed_in_order(tmp_path: Path) -> None:
    os.umask(0o022)
    server = Server(tmp_path)
    database = tmp_path / "matches.db"
    begun = server.begin(seed=1)
    for file in tmp_path.iterdir():
        assert file.stat().st_mode & 0o777 == 0o600, file
    assert (tmp_path / "matches.db-wal").stat().st_size > 0
    server.stop()  # SIGTERM
    assert not (tmp_path / "matches.db-wal").exists()  # it is all in the file
    with sqlite3.connect(f"file:{database}?immutable=1", uri=True) as db:
        assert db.execute("SELECT count(*) FROM lines WHERE match = ?", (begun["match"],)).fetchone() == (1,)


def test_unknown_matches_leave_nothing_behind(tmp_path: Path) -> None:
    from stavka.table.hall import Hall
    from stavka.table.sqlite import SqliteStore

    async def knock() -> Any:
        hall = Hall(SqliteStore(tmp_path / "matches.db"))
        await hall.open()
        for n in range(50):
            with pytest.raises(Refused):
                await hall.room(f"none{n}")
        await hall.close()
        return hall

    hall = asyncio.run(knock())
    assert not hall._opening and not hall.rooms


# -- imports and replays -------------------------------------------------------------------------------------------


def choosing_and_taking_back(most: int) -> str:
    """A journal that costs far more to replay than to write: every line takes back, or makes again, a choice that can
    only be replayed from far behind."""
    match = stavka.game("dagc").situation({"turn": 3, "step": "soviet.movement", "seed": 1})
    assert match.journal is not None
    chance = random.Random(1)
    while sum(len(str(line)) for line in match.journal.lines) < 20_000:
        offer = match.offer
        assert offer is not None
        quiet = [choice for choice in offer.choices if not choice.startswith("do:")]
        match.choose(chance.choice(quiet or offer.choices))
    lines = [*match.journal.lines]
    last = next(line for line in reversed(lines) if "choose" in line)
    while len(lines) < most:
        lines += [{"undo": last["choose"]}, last]
    return "\n".join(map(json.dumps, lines))


def test_an_import_stops_nobody(server: Server) -> None:
    """122 kB of choosing and taking back used to stop the server for 8.6 s."""
    journal = choosing_and_taking_back(600)
    server.request("/api/table")
    answers: list[tuple[int, bytes]] = []
    bringing = threading.Thread(target=lambda: answers.append(
        server.request("/api/matches/import", {"journal": journal}, seconds=60)))
    bringing.start()
    waits = []
    while bringing.is_alive():
        began = time.monotonic()
        assert server.request("/api/table")[0] == 200
        waits.append(time.monotonic() - began)
        time.sleep(0.02)
    assert max(waits) < 1 and sorted(waits)[len(waits) // 2] < 0.2
    status, answer = answers[0]
    assert status in (201, 400), answer
    if status == 201:  # to open it is quick: what was taken back is not played again
        began = time.monotonic()
        brought = json.loads(answer)
        assert server.request(f"/api/matches/{brought['match']}/at/0")[0] == 200
        assert time.monotonic() - began < 5


def test_a_journal_without_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    line = json.dumps({"stavka": 1, "game": "dagc", "scenario": "historical", "options": {}, "data": "x", "dice": "x"})
    with pytest.raises(stavka.JournalError, match="too long"):
        brought.bring(line + "\n{}" * brought.MOST_LINES, stavka.game("dagc"))

    async def takes_for_ever() -> None:
        monkeypatch.setattr(brought, "SECONDS", 0.2)
        monkeypatch.setattr(brought, "COMMAND", [sys.executable, "-c", "while True: pass"])
        with pytest.raises(Refused, match="longer than"):
            await brought.Customs().bring(line, stavka.game("dagc"))

    asyncio.run(takes_for_ever())


# -- thinkers ------------------------------------------------------------------------------------------------------


def test_thinking_time_is_shared_between_people_not_matches() -> None:
    order: list[str] = []

    async def think() -> None:
        turns, all_here = Turns(), asyncio.Event()

        async def job(payer: str) -> None:
            async with turns.take(payer):
                await all_here.wait()
                order.append(payer)

        greedy = [asyncio.create_task(job("greedy")) for _ in range(6)]
        await asyncio.sleep(0)
        gone = asyncio.create_task(job("gone"))
        modest = [asyncio.create_task(job("modest")) for _ in range(2)]
        await asyncio.sleep(0)
        gone.cancel()
        all_here.set()
        await asyncio.gather(*greedy, *modest)
        async with turns.take("later"):
            order.append("later")

    asyncio.run(think())
    assert order == ["greedy", "greedy", "modest", "greedy", "modest", "greedy", "greedy", "greedy", "later"]
