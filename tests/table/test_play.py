"""Play over real sockets: two players and an observer see every choice, as their seats may see it, in small
messages.
"""

from __future__ import annotations

import asyncio
import json
import random
from typing import Any

import stavka
from stavka.table.audience import WATCHERS, view_for
from stavka.table.patch import diff
from tests.playing import seen

from .player import Player, Server, choices

LIMIT = 3000
"""The most bytes a player may be sent for an ordinary choice: half of all are smaller."""

MOST = 16_000
"""The most for any: a set-up may offer half the map, and where a phase begins all that can be chosen in it is new."""


def bare(view: Any) -> Any:
    if isinstance(view, dict):
        return {key: bare(value) for key, value in view.items() if value is not None}
    return view


async def play(players: dict[str, Player], chance: random.Random, most: int = 10_000) -> int:
    """Make random choices until the match is over, or so many."""
    done = 0
    while done < most:
        n = max(player.n for player in players.values())
        await asyncio.gather(*(player.reach(n) for player in players.values()))
        mover = players.get(next(iter(players.values())).view.get("to_move", "nobody"))
        if mover is None:
            break
        answer = await mover.choose(chance.choice(choices(mover.view)))
        assert answer.get("ok"), answer
        await asyncio.gather(*(player.reach(n + 1) for player in players.values()))
        done += 1
    return done


def test_two_players_and_an_observer_see_a_whole_game(server: Server) -> None:
    _see_everything(server, stavka.game("dagc"), 10_000)


def test_two_players_and_an_observer_see_every_game(server: Server, game: stavka.Game[Any]) -> None:
    _see_everything(server, game, 250)


def _see_everything(server: Server, game: stavka.Game[Any], most: int) -> None:
    """Play over sockets, to the end or so far, and compare what everybody was sent with the engine's own views."""
    first, second = game.seats
    begun = server.begin(game=game.key, seats={first: "me", second: "friend"}, seed=11)

    async def watched() -> None:
        match, links = begun["match"], begun["links"]
        async with (
            Player(server.port, match, links[first]) as one,
            Player(server.port, match, links[second]) as other,
            Player(server.port, match, begun["watch"]) as watcher,
        ):
            players = {first: one, second: other, "": watcher}
            done = await play(players, random.Random(5), most)
            again = game.start(seed=11)
            chance = random.Random(5)
            while again.offer is not None and len(again.records) < done:
                again.choose(chance.choice(again.offer.choices))
            assert done == most or again.result is not None
            for audience, player in players.items():
                expected = view_for(again, audience or WATCHERS, {})
                assert bare(player.view) == json.loads(json.dumps(bare(expected)))
                sizes = [len(text.encode()) for text in player.heard if '"change":' in text]
                assert len(sizes) == len(again.records)
                assert sorted(sizes)[len(sizes) // 2] <= LIMIT and max(sizes) <= MOST

    asyncio.run(watched())


def test_every_view_on_the_way_is_the_engines(server: Server, game: stavka.Game[Any]) -> None:
    first, second = game.seats
    begun = server.begin(game=game.key, seed=12)

    async def compared() -> None:
        match, links = begun["match"], begun["links"]
        twin = game.start(seed=12)
        chance = random.Random(6)
        async with Player(server.port, match, links[first]) as one, Player(
            server.port, match, links[second]) as other:
            players = {first: one, second: other}
            for _ in range(150):
                if twin.offer is None:  # a short game
                    break
                mover = players[twin.offer.seat]
                await mover.reach(len(twin.records))
                choice = chance.choice(choices(mover.view))
                await mover.choose(choice)
                twin.choose(choice)
                for seat, player in players.items():
                    await player.reach(len(twin.records))
                    assert bare(player.view) == json.loads(json.dumps(bare(twin.view(seat))))

    asyncio.run(compared())


def test_somebody_who_comes_later_gets_the_whole_view_and_the_log(server: Server) -> None:
    begun = server.begin(seed=13)

    async def game() -> None:
        match, links = begun["match"], begun["links"]
        async with Player(server.port, match, links["soviet"]) as soviet, Player(
            server.port, match, links["german"]) as german:
            await play({"soviet": soviet, "german": german}, random.Random(7), 60)
            async with Player(server.port, match, links["german"]) as late:
                assert bare(late.view) == bare(german.view) and late.n == german.n
                whole = late.messages[0]
                assert whole["seat"] == "german" and whole["players"]["soviet"]["here"]
                told = {change["n"]: change["events"] for change in german.changes}
                log = {entry["n"]: entry["events"] for entry in whole["log"]}
                assert log.pop(0)
                assert log == told
            await german.do("view")
            assert german.messages and german.n == soviet.n

    asyncio.run(game())


def test_the_log_after_a_restart_is_what_was_told(tmp_path: Any) -> None:
    """It is worked out again for every audience, from the positions of the time."""
    server = Server(tmp_path)
    begun = server.begin(seed=14)

    async def game() -> None:
        match, links = begun["match"], begun["links"]
        async with (
            Player(server.port, match, links["soviet"]) as soviet,
            Player(server.port, match, links["german"]) as german,
            Player(server.port, match, begun["watch"]) as watcher,
        ):
            await play({"soviet": soviet, "german": german, "": watcher}, random.Random(8), 110)
        server.kill()
        server.start()
        for before, token in ((soviet, links["soviet"]), (german, links["german"]), (watcher, begun["watch"])):
            async with Player(server.port, match, token) as after:
                assert bare(after.view) == bare(before.view)
                log = {entry["n"]: entry["events"] for entry in after.messages[0]["log"]}
                del log[0]
                assert log == {change["n"]: change["events"] for change in before.changes}
            older = server.json_as(token, f"/api/matches/{match}/log?before=50&limit=20")
            assert [entry["n"] for entry in older] == list(range(30, 50))

    try:
        asyncio.run(game())
    finally:
        server.stop()


def test_events_have_words_and_battles_their_sum(server: Server) -> None:
    begun = server.begin(situation={
        "turn": 3, "step": "soviet.combat_after", "empty": True, "dice": [6],
        "place": {"S-39": "3601", "S-5": "3501", "G-9": "3602"}})

    async def game() -> None:
        async with Player(server.port, begun["match"], begun["links"]["soviet"]) as soviet:
            await soviet.make("hex:3602", "unit:S-39", "do:roll")
            events = [event for change in soviet.changes for event in change["events"]]
            fought = next(event for event in events if event["kind"] == "fought")
            assert fought["dice"] == [6] and fought["text"]["es"] and fought["text"]["en"]
            assert {line["kind"] for line in fought["sum"]} >= {"attack", "defence"}
            assert all(line["text"]["en"] and line["text"]["es"] and line["rules"] for line in fought["sum"])

    asyncio.run(game())


def test_a_patch_is_smaller_than_the_view() -> None:
    match = stavka.game("dagc").start(seed=1)
    old = seen(match, "soviet")
    assert match.offer is not None
    match.choose(match.offer.nth(0))
    assert len(json.dumps(diff(old, seen(match, "soviet")))) < len(json.dumps(old)) / 4
