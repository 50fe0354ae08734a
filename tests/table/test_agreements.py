"""What players settle between themselves: taking back, draws, resignation, clocks, absence. Answers reach who asked."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from typing import Any

import pytest

from .player import Player, Server, choices
from .test_seats import call
from .test_undo import FIGHT, MOVE

QUICK = 1.0
"""Seconds on a clock that runs out in a test."""


@pytest.fixture
def restarted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("stavka"), None, "--proxied")
    yield server
    server.stop()


def ended(view: Any) -> bool:
    return bool(view.get("result"))


async def until_over(player: Player) -> Any:
    end = time.monotonic() + 15
    while not ended(player.view):
        assert time.monotonic() < end, "the match is not over"
        await asyncio.sleep(0.02)
    return player.view["result"]


def test_a_request_and_its_answer_wait_for_whoever_is_not_there(restarted: Server) -> None:
    begun = restarted.begin(situation=FIGHT)
    match, links = begun["match"], begun["links"]

    async def asks() -> None:
        async with Player(restarted.port, match, links["soviet"]) as soviet:
            await soviet.make("hex:3602", "unit:S-39", "do:roll")
            assert (await soviet.do("undo", n=soviet.n))["waiting"] == ["german"]

    async def answers(yes: bool) -> None:
        async with Player(restarted.port, match, links["german"]) as german:
            asked = await german.hears("asked")
            assert asked["asked"] == "undo" and asked["by"] == "soviet"
            assert (await german.do("consent", to="undo", yes=yes)).get("ok")

    async def hears() -> list[Any]:
        async with Player(restarted.port, match, links["soviet"]) as soviet:
            standing = (await soviet.hears("affairs"))["affairs"]
            await soviet.do("heard")
            assert (await soviet.hears("affairs"))["affairs"]["answers"] == []
            return [(answer["kind"], answer["by"], answer["yes"]) for answer in standing["answers"]]

    asyncio.run(asks())
    restarted.kill()
    restarted.start()
    listed = call(restarted, "/api/matches", token=links["german"])[1]
    assert [entry["waits"] for entry in listed] == [["move", "answer"]]
    asyncio.run(answers(yes=False))
    assert asyncio.run(hears()) == [("undo", "german", False)]

    async def again() -> None:
        async with Player(restarted.port, match, links["soviet"]) as soviet:
            await soviet.do("undo", n=soviet.n)

    asyncio.run(again())
    asyncio.run(answers(yes=True))
    assert asyncio.run(hears()) == [("undo", "german", True)]
    assert call(restarted, f"/api/matches/{match}", token=links["soviet"])[1]["n"] == 4  # it was taken back


def test_a_draw_is_offered_withdrawn_refused_and_agreed(public: Server) -> None:
    begun = public.begin(situation=MOVE)

    async def game() -> None:
        match, links = begun["match"], begun["links"]
        async with (
            Player(public.port, match, links["soviet"]) as soviet,
            Player(public.port, match, links["german"]) as german,
            Player(public.port, match, begun["watch"]) as watcher,
        ):
            assert "error" in await watcher.do("offer", what="draw")
            assert (await soviet.do("offer", what="draw"))["waiting"] == ["german"]
            assert "error" in await german.do("withdraw", what="draw")
            assert (await soviet.do("withdraw", what="draw")).get("ok")
            assert "error" in await german.do("consent", to="draw", yes=True)
            await soviet.do("offer", what="draw")
            await soviet.make("unit:S-39")  # the offer stands while the match goes on
            await german.do("consent", to="draw", yes=False)
            while (told := await soviet.hears("asked")).get("was") is None:
                pass
            assert (told["was"], told["by"], told["yes"]) == ("draw", "german", False)
            await german.do("offer", what="draw")
            assert "error" in await soviet.do("offer", what="draw")
            await soviet.do("consent", to="draw", yes=True)
            for player in (soviet, german, watcher):
                result = await until_over(player)
                assert result["winner"] == "" and result["reason"] == "ending.draw"
            assert "error" in await soviet.choose("hex:3400")
            assert "error" in await soviet.do("undo", n=soviet.n)

    asyncio.run(game())


def test_who_resigns_loses_and_the_dice_are_published(public: Server) -> None:
    begun = public.begin(situation=FIGHT)
    match, links = begun["match"], begun["links"]

    async def game() -> None:
        async with Player(public.port, match, links["soviet"]) as soviet, Player(
            public.port, match, begun["watch"]) as watcher:
            await soviet.make("hex:3602", "unit:S-39", "do:roll")
            assert "error" in await watcher.do("resign")
            assert (await soviet.do("resign")).get("ok")
            assert (await until_over(watcher))["winner"] == "german"
            assert "error" in await soviet.do("resign")

    asyncio.run(game())
    entry = call(public, f"/api/matches/{match}", token=links["german"])[1]
    assert entry["result"]["winner"] == "german" and entry["to_move"] is None and entry["waits"] == []
    own = {"Authorization": f"Bearer {links['german']}"}
    status, text = public.request(f"/api/matches/{match}/journal", headers=own)
    assert status == 200 and '"key"' in text.decode()


@pytest.mark.parametrize("clock", ["turn", "bank"])
def test_whose_time_runs_out_loses_even_if_nobody_is_there(public: Server, clock: str) -> None:
    begun = public.begin(situation=MOVE, terms={"clock": clock, "time": QUICK})
    match, links = begun["match"], begun["links"]
    deadline = time.monotonic() + 15
    while not (entry := call(public, f"/api/matches/{match}", token=links["german"])[1])["result"]:
        assert time.monotonic() < deadline, entry
        time.sleep(0.1)
    assert entry["result"] == {"winner": "german", "reason": "ending.time", "rule": None, "scores": {}}


def test_no_clock_runs_before_all_seats_are_held(public: Server) -> None:
    begun = public.start_match(situation=MOVE, seats={"german": "me"}, terms={"clock": "bank", "time": QUICK})
    match, own = begun["match"], begun["links"]["german"]
    time.sleep(2.5)
    entry = call(public, f"/api/matches/{match}", token=own)[1]
    assert entry["result"] is None and entry["left"] == QUICK
    assert call(public, f"/api/matches/{match}/claim", {"code": begun["invitations"]["soviet"]["code"]})[0] == 201
    deadline = time.monotonic() + 15
    while not call(public, f"/api/matches/{match}", token=own)[1]["result"]:
        assert time.monotonic() < deadline
        time.sleep(0.1)


def test_a_computer_player_goes_on_where_that_was_agreed(public: Server) -> None:
    begun = public.begin(situation=MOVE, terms={"clock": "bank", "time": QUICK, "out": "computer"})
    match, links = begun["match"], begun["links"]

    async def game() -> None:
        async with Player(public.port, match, links["german"]) as german, Player(
            public.port, match, links["soviet"]) as soviet:
            await soviet.gone()
            players = await german.until("players", lambda held: held["soviet"]["kind"].startswith("computer:"))
            assert players["german"]["kind"] == "open"
            await german.reach(1)  # it plays

    asyncio.run(game())
    assert call(public, f"/api/matches/{match}", token=links["soviet"])[0] == 403


def test_a_clock_counts_who_has_to_choose_and_stands_still_while_he_is_away(public: Server) -> None:
    begun = public.begin(situation=MOVE, terms={"clock": "bank", "time": 100, "absence": 50})

    async def game() -> None:
        match, links = begun["match"], begun["links"]
        async with Player(public.port, match, links["soviet"]) as soviet:
            await asyncio.sleep(0.3)
            await soviet.make("unit:S-39")
            left = (await soviet.until("affairs", lambda affairs: affairs["clock"]["soviet"] < 99.9))["clock"]
            assert left["german"] == 100 and left["soviet"] <= 99.7
            assert "error" in await soviet.do("away", until=time.time() + 60)  # more than was agreed
            assert (await soviet.do("away", until=time.time() + 40)).get("ok")
            away = await soviet.until("affairs", lambda affairs: affairs["holders"]["soviet"]["away"])
            await asyncio.sleep(0.3)
            await soviet.do("away", until=0)
            back = await soviet.until("affairs", lambda affairs: not affairs["holders"]["soviet"]["away"])
            assert away["clock"]["soviet"] - back["clock"]["soviet"] < 0.15

    asyncio.run(game())


def test_terms_that_make_no_sense_are_refused(public: Server) -> None:
    for terms in ({"clock": "hourglass"}, {"time": 0}, {"time": 1e12}, {"out": "explode"}, {"watch": 3}, {"bribe": 1}):
        status, _ = public.request("/api/matches", {"game": "dagc", "terms": terms})
        assert status == 400, terms


def test_the_view_after_an_ending_offers_nothing(public: Server) -> None:
    begun = public.begin(situation=MOVE)

    async def game() -> None:
        async with Player(public.port, begun["match"], begun["links"]["soviet"]) as soviet:
            assert choices(soviet.view)
            await soviet.do("resign")
            await until_over(soviet)
            assert not choices(soviet.view) and not soviet.view.get("to_move")
        async with Player(public.port, begun["match"], begun["links"]["soviet"]) as soviet:
            assert ended(soviet.view)

    asyncio.run(game())
