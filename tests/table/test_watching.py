"""Watchers are counted, may be shown a game a turn later, and need not hear the talk; talk has unread marks."""

from __future__ import annotations

import asyncio
from typing import Any

from .player import Player, Server
from .test_seats import call
from .test_undo import FIGHT, MOVE, bare

LAST = {**MOVE, "step": "german.combat_after", "place": {"S-39": "3501", "G-53": "3810"}}
"""The end of a turn is one choice away."""


def test_watchers_are_counted(public: Server) -> None:
    begun = public.begin()

    async def game() -> None:
        async with Player(public.port, begun["match"], begun["links"]["soviet"]) as soviet:
            async with Player(public.port, begun["match"], begun["watch"]), Player(
                public.port, begun["match"], begun["watch"]):
                while (await soviet.hears("watching"))["watching"] != 2:
                    pass
            while (await soviet.hears("watching"))["watching"] != 0:
                pass

    asyncio.run(game())


def test_who_watches_a_turn_later_learns_nothing_of_this_one_by_any_door(public: Server) -> None:
    begun = public.begin(situation=FIGHT, terms={"watch": "delayed"})
    match, links = begun["match"], begun["links"]

    async def game() -> None:
        async with Player(public.port, match, begun["watch"]) as watcher, Player(
            public.port, match, links["soviet"]) as soviet:
            start = bare(watcher.view)
            await soviet.make("hex:3602", "unit:S-39", "do:roll")
            await watcher.do("view")
            assert watcher.n == 0 and bare(watcher.view) == start and not watcher.changes
            assert "error" in await watcher.do("say", text="now!")
            await soviet.do("say", text="I have attacked 3602")
            sheet = await watcher.do("ask", question="hex", about={"hex": "3602"})
            assert "G-9" in str(sheet), "as it was when the turn began"
        told = "".join(watcher.heard)
        assert "rolled" not in told and "attacked" not in told

    asyncio.run(game())
    headers = begun["watch"]
    assert len(call(public, f"/api/matches/{match}/history", token=headers)[1]) == 1
    assert [entry["n"] for entry in call(public, f"/api/matches/{match}/log", token=headers)[1]] == [0]
    assert call(public, f"/api/matches/{match}/at/3", token=headers)[0] == 404
    assert call(public, f"/api/matches/{match}/at/3", token=links["german"])[0] == 200


def test_the_next_turn_shows_the_last_one(public: Server) -> None:
    begun = public.begin(situation=LAST, terms={"watch": "delayed"})

    async def game() -> None:
        match, links = begun["match"], begun["links"]
        async with (Player(public.port, match, begun["watch"]) as watcher,
                    Player(public.port, match, links["german"]) as german,
                    Player(public.port, match, links["soviet"]) as soviet):
            turn = watcher.view["turn"]
            while german.view.get("to_move") == "german":
                await german.make("do:end_phase")
            await soviet.reach(german.n)
            await watcher.do("view")
            assert german.view["turn"] == turn + 1 and watcher.view["turn"] == turn
            await soviet.do("resign")
            for _ in range(200):
                if watcher.view.get("result"):
                    break
                await asyncio.sleep(0.02)
            assert watcher.n == german.n and watcher.view["turn"] == turn + 1  # it is over: all is shown

    asyncio.run(game())


def test_talk_is_closed_to_watchers_where_the_players_want_it(public: Server) -> None:
    begun = public.begin(terms={"quiet": True})

    async def game() -> None:
        match, links = begun["match"], begun["links"]
        async with Player(public.port, match, links["soviet"]) as soviet, Player(
            public.port, match, begun["watch"]) as watcher:
            await soviet.do("say", text="Between us")
            assert "error" in await watcher.do("say", text="May I?")
            await watcher.do("view")
        assert "Between us" not in "".join(watcher.heard)
        async with Player(public.port, match, links["german"]) as german:
            assert german.messages[0]["talk"][0]["text"] == "Between us"

    asyncio.run(game())


def test_what_was_said_is_unread_until_it_is_read(public: Server) -> None:
    begun = public.begin()
    match, links = begun["match"], begun["links"]

    def unread(seat: str) -> Any:
        return call(public, "/api/matches", token=links[seat])[1][0]["unread"]

    async def say() -> None:
        async with Player(public.port, match, links["soviet"]) as soviet:
            await soviet.do("say", text="Guten Tag")
            await soviet.do("say", text="Are you there?")

    async def read() -> None:
        async with Player(public.port, match, links["german"]) as german:
            await german.do("seen")

    asyncio.run(say())
    assert (unread("soviet"), unread("german")) == (0, 2)
    asyncio.run(read())
    assert unread("german") == 0
