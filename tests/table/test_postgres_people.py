"""On PostgreSQL what players settle is settled for all processes: seats, requests, clocks, accounts."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from .player import Player, Server
from .test_accounts import Person
from .test_seats import call
from .test_undo import FIGHT, MOVE


@pytest.fixture(scope="module")
def pair(postgres: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Server]]:
    """Two processes over one database."""
    servers = [Server(tmp_path_factory.mktemp("stavka"), postgres, "--proxied") for _ in range(2)]
    yield servers
    for server in servers:
        server.stop()


def test_a_seat_is_claimed_at_one_process_and_held_at_the_other(pair: list[Server]) -> None:
    one, other = pair
    begun = one.start_match(seats={"soviet": "me"}, situation=FIGHT)
    match, code = begun["match"], begun["invitations"]["german"]["code"]
    statuses = [call(server, f"/api/matches/{match}/claim", {"code": code}) for server in (other, one)]
    assert [status for status, _ in statuses] == [201, 404]
    token = statuses[0][1]["token"]

    async def game() -> None:
        async with Player(one.port, match, begun["links"]["soviet"]) as soviet, Player(
            other.port, match, token) as german:
            await soviet.make("hex:3602", "unit:S-39", "do:roll")
            await german.reach(3)
            await soviet.do("undo", n=3)
            await german.until("asked", lambda asked: asked == "undo")
            await german.do("consent", to="undo", yes=False)
            answers = (await soviet.until("affairs", lambda affairs: affairs["answers"]))["answers"]
            assert [(answer["by"], answer["yes"]) for answer in answers] == [("german", False)]
            await german.do("resign")
            while not soviet.view.get("result"):
                await soviet.hears("view")
            assert soviet.view["result"]["winner"] == "soviet"

    asyncio.run(game())
    assert call(one, f"/api/matches/{match}/leave", {"seat": "german"}, token)[0] == 200
    assert call(other, f"/api/matches/{match}", token=token)[0] == 403


def test_time_runs_out_once(pair: list[Server]) -> None:
    begun = pair[0].begin(situation=MOVE, terms={"clock": "bank", "time": 1})

    async def ends() -> list[str]:
        async with Player(pair[0].port, begun["match"], begun["links"]["soviet"]) as soviet, Player(
            pair[1].port, begun["match"], begun["links"]["german"]) as german:
            for player in (soviet, german):
                while not player.view.get("result"):
                    await player.hears("view")
            return [player.view["result"]["reason"] for player in (soviet, german)]

    assert asyncio.run(ends()) == ["ending.time"] * 2


def test_accounts_are_known_to_every_process(postgres: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    servers = [Server(tmp_path_factory.mktemp("club"), postgres, "--accounts") for _ in range(2)]
    try:
        person = Person(servers[0], "Meretskov")
        begun = person.call("/api/matches", {"game": "dagc", "seats": {"soviet": "me", "german": "friend"}})[1]
        person.server = servers[1]
        assert person.own()["name"] == "Meretskov"
        assert set(person.tokens(begun["match"])) == {"soviet", "german"}
        keys = {Person(server).call("/api/account")[1]["push"] for server in servers}
        assert len(keys) == 1, "browsers subscribe with one key"
    finally:
        for server in servers:
            server.stop()
