"""Computer players at the table: one by one, with events and progress, by the same rules as anybody."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest

from stavka.table import computer
from stavka.table.words import Refused

from .player import Player, Server, choices


def test_a_person_plays_the_computer(server: Server) -> None:
    begun = server.begin(seed=51, seats={"soviet": "me", "german": "computer:random"})
    assert list(begun["links"]) == ["soviet"]

    async def game() -> None:
        chance = random.Random(51)
        async with Player(server.port, begun["match"], begun["links"]["soviet"]) as soviet:
            for _ in range(20_000):
                if soviet.view.get("result"):
                    break
                if soviet.view.get("to_move") == "soviet":
                    await soviet.make(chance.choice(choices(soviet.view)))
                else:
                    await asyncio.sleep(0.002)
            assert soviet.view["result"]
            await asyncio.sleep(0.2)
            by_computer = [change for change in soviet.changes if change["seat"] == "german"]
            assert len(by_computer) > 50 and any(change["events"] for change in by_computer)
            progress = [message["computer"] for message in soviet.messages if "computer" in message]
            assert progress[0]["thinking"] and not progress[-1]["thinking"]

    asyncio.run(game())


def test_two_computers_play_while_somebody_watches(server: Server) -> None:
    begun = server.begin(seed=52, seats={"soviet": "computer:random", "german": "computer:random"})
    assert begun["links"] == {}

    async def game() -> None:
        async with Player(server.port, begun["match"], begun["watch"]) as watcher:
            for _ in range(3000):
                if watcher.view.get("result"):
                    break
                await asyncio.sleep(0.01)
            assert watcher.view["result"] and len(watcher.changes) == watcher.n > 200

    asyncio.run(game())


def test_a_hint_is_a_legal_choice(server: Server) -> None:
    begun = server.begin(seed=53)

    async def game() -> None:
        match, links = begun["match"], begun["links"]
        async with Player(server.port, match, links["soviet"]) as soviet, Player(
            server.port, match, links["german"]) as german:
            assert (await soviet.do("hint"))["answer"]["choice"] in choices(soviet.view)
            assert "error" in await german.do("hint")

    asyncio.run(game())


def test_unknown_players_and_seats_are_refused(server: Server) -> None:
    def refused(**body: Any) -> str:
        status, answer = server.request("/api/matches", {"game": "dagc", **body})
        assert status in (400, 404)
        return answer.decode()

    assert "random" in refused(seats={"german": "computer:genius"})
    assert "soviet, german" in refused(seats={"polish": "me"})
    assert "somebody" in refused(seats={"german": "somebody"})
