"""Running a server: health, metrics, logs without secrets, back-up and restore, upgrades with games in progress."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import random
import sqlite3
from pathlib import Path
from typing import Any

import pytest

import stavka
from stavka.table.hall import Hall
from stavka.table.logs import Plain, Structured
from stavka.table.sqlite import SqliteStore
from stavka.table.words import Refused

from .player import Player, Server, choices
from .test_play import bare

STORED = Path(__file__).parent / "stored" / "v0.1.0.sql"
"""Matches of every game as version 0.1.0 kept them: 36 choices each, three of them taken back."""

DIGESTS = {"dagc": "5a8006581c823b47", "fb": "83d75e9fb87053b9", "rttr": "673b88fcba1ac5d4", "ssa": "978f326bb32fa109",
           "u43": "3df505a36f882489"}
"""The positions they had come to."""


def test_health_and_metrics(public: Server) -> None:
    assert public.json("/healthz") == {"ok": True}
    begun = public.begin(seats={"soviet": "me"})

    async def click() -> None:
        async with Player(public.port, begun["match"], begun["links"]["soviet"]) as soviet:
            await soviet.make(choices(soviet.view)[0])
            status, text = await asyncio.to_thread(public.request, "/metrics")
            assert status == 200
            figures = dict(line.rsplit(" ", 1) for line in text.decode().splitlines() if not line.startswith("#"))
            assert float(figures["stavka_sockets"]) >= 1 and float(figures["stavka_matches_open"]) >= 1
            assert float(figures["stavka_click_seconds_count"]) >= 1
            assert float(figures['stavka_requests_total{status="201"}']) >= 1
            assert begun["links"]["soviet"] not in text.decode() and begun["match"] not in text.decode()

    asyncio.run(click())
    assert public.request("/metrics", headers={"X-Forwarded-For": "192.0.2.1"})[0] == 404  # a stranger, by the proxy


def test_the_log_has_no_secrets_in_it() -> None:
    token, key = "9xYk2-Ab_c7LmNoPqRsTuVwX", "ab" * 32
    for formatter in (Plain(), Structured()):
        out = io.StringIO()
        handler = logging.StreamHandler(out)
        handler.setFormatter(formatter)
        log = logging.Logger("stavka.table")
        log.addHandler(handler)
        try:
            raise ValueError(f"no seat for {token}")
        except ValueError:
            log.exception("match Qy9zQcBZ3Gak: %s and %s", token, key)
        text = out.getvalue()
        assert token not in text and key not in text and "Qy9zQcBZ3Gak" in text and "ValueError" in text
    told = json.loads(text)
    assert told["level"] == "error" and told["logger"] == "stavka.table" and told["time"].endswith("Z")


@pytest.mark.parametrize("game", DIGESTS)
def test_matches_of_the_version_before_go_on(game: str, tmp_path: Path) -> None:
    """Or, where the data of a game has been corrected since, are refused with that reason and kept as they are."""
    database = tmp_path / "matches.db"
    with sqlite3.connect(database) as db:
        db.executescript(STORED.read_text(encoding="utf-8"))
        (match,) = db.execute("SELECT id FROM matches WHERE game = ?", (game,)).fetchone()
        (header,) = db.execute("SELECT line FROM lines WHERE match = ? AND n = 0", (match,)).fetchone()
    corrected = json.loads(header)["data"] != stavka.game(game).data_digest

    async def go_on() -> None:
        hall = Hall(SqliteStore(database))
        await hall.open()
        if corrected:
            with pytest.raises(Refused, match="made with other data files"):
                await hall.room(match)
        else:
            room, chance = await hall.room(match), random.Random(1)
            assert room.match.digest == DIGESTS[game] and room.n == 39
            assert (await room._said(""))[1][0]["text"] == "Good luck!"
            for _ in range(10):
                offer = room.match.offer
                assert offer is not None
                await room.choose(offer.seat, room.n, offer.nth(chance.randrange(len(offer))))
        await hall.close()
        again = Hall(SqliteStore(database))
        await again.open()
        assert corrected or (await again.room(match)).n == 49
        await again.close()

    asyncio.run(go_on())
    with sqlite3.connect(database) as db:
        (lines,) = db.execute("SELECT count(*) FROM lines WHERE match = ?", (match,)).fetchone()
    assert lines == (40 if corrected else 50)


async def go_on(at: Server, begun: dict[str, Any], most: int) -> tuple[Any, int]:
    """Play so many choices of a match at a server; what the Soviet seat sees then, and the number of choices."""
    chance, match, links = random.Random(9), begun["match"], begun["links"]
    async with Player(at.port, match, links["soviet"]) as soviet, Player(at.port, match, links["german"]) as german:
        for _ in range(most):
            mover = soviet if soviet.view["to_move"] == "soviet" else german
            await mover.make(chance.choice(choices(mover.view)))
            await asyncio.gather(soviet.reach(mover.n), german.reach(mover.n))
        return bare(soviet.view), soviet.n


def test_a_copy_made_while_people_play_is_a_whole_server(tmp_path: Path) -> None:
    """The back-up of docs/hosting.md, restored elsewhere: every match is there, as far as it was."""
    server = Server(tmp_path / "one")
    begun = server.begin(seed=9)
    seen = asyncio.run(go_on(server, begun, 25))
    (tmp_path / "two").mkdir()
    with sqlite3.connect(tmp_path / "one" / "matches.db") as source, sqlite3.connect(
            tmp_path / "two" / "matches.db") as copy:
        source.backup(copy)
    asyncio.run(go_on(server, begun, 5))
    server.kill()
    restored = Server(tmp_path / "two")
    try:
        assert asyncio.run(go_on(restored, begun, 0)) == seen
        asyncio.run(go_on(restored, begun, 5))
    finally:
        restored.stop()
