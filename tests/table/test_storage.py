"""What was accepted is never lost; what was stored can be resumed, replayed, taken along and brought back."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

import stavka
from stavka.journal import read_lines, replay

from .player import Player, Server, choices
from .test_play import bare, play

KILLS = 5


def test_kill_9_at_any_moment_loses_no_accepted_choice(tmp_path: Path) -> None:
    server = Server(tmp_path)
    begun = server.begin(seed=41)
    match, links = begun["match"], begun["links"]
    chance = random.Random(41)
    accepted: dict[int, str] = {}

    async def until_killed() -> None:
        """Play as fast as it goes; at some choice, in the middle of whatever it is doing, the server dies."""
        killed = asyncio.create_task(kill_after(server, accepted, chance))
        with contextlib.suppress(ConnectionClosed, OSError, TimeoutError):
            async with Player(server.port, match, links["soviet"]) as soviet, Player(
                server.port, match, links["german"]) as german:
                players = {"soviet": soviet, "german": german}
                while (mover := players.get(soviet.view.get("to_move", "nobody"))) is not None:
                    n, choice = mover.n, chance.choice(choices(mover.view))
                    answer = await asyncio.wait_for(mover.choose(choice), 2)
                    assert answer.get("ok"), answer
                    accepted[n + 1] = choice
                    await asyncio.gather(soviet.reach(n + 1), german.reach(n + 1))
        await killed

    for _ in range(KILLS):
        asyncio.run(until_killed())
        server.start()
        check(server, match, accepted)

    async def to_the_end() -> None:
        async with Player(server.port, match, links["soviet"]) as soviet, Player(
            server.port, match, links["german"]) as german:
            await play({"soviet": soviet, "german": german}, chance)
            assert soviet.view["result"]

    try:
        asyncio.run(to_the_end())
        assert len(accepted) > 5 * KILLS
        text = server.request(f"/api/matches/{match}/journal")[1].decode()
        assert "all" in stavka.verify(text, stavka.game("dagc"), "journal")
    finally:
        server.stop()


async def kill_after(server: Server, accepted: dict[int, str], chance: random.Random) -> None:
    """Wait for some more choices to be accepted, then for a moment that has nothing to do with them."""
    enough = len(accepted) + chance.randrange(1, 40)
    for _ in range(2000):
        if len(accepted) >= enough:
            break
        await asyncio.sleep(0.002)
    await asyncio.sleep(chance.uniform(0, 0.01))
    server.kill()


def check(server: Server, match: str, accepted: dict[int, str]) -> None:
    """Every choice whose player has heard that it is accepted is stored, under its number.

    A choice may have been stored without its player having heard so: then the server died in between.
    """
    lines = read_lines(server.request(f"/api/matches/{match}/journal")[1].decode(), "journal")
    assert {n: lines[n]["choose"] for n in accepted} == accepted


def test_matches_are_listed_and_resumed_after_a_restart(tmp_path: Path) -> None:
    server = Server(tmp_path)
    begun = server.begin(seed=42, scenario="bold_stroke", seats={"soviet": "me", "german": "computer:random"})

    async def some() -> Any:
        async with Player(server.port, begun["match"], begun["links"]["soviet"]) as soviet:
            for _ in range(10):
                await soviet.make(choices(soviet.view)[0])
            return bare(soviet.view)

    view = asyncio.run(some())
    server.kill()
    server.start()
    try:
        listed = server.json("/api/matches")
        assert len(listed) == 1
        entry = listed[0]
        assert entry["match"] == begun["match"] and entry["scenario"] == "bold_stroke" and entry["n"] == 10
        assert entry["seats"]["soviet"]["token"] == begun["links"]["soviet"]
        assert entry["to_move"] == view["to_move"] and entry["turn"] == view["turn"] and entry["result"] is None

        async def again() -> None:
            async with Player(server.port, begun["match"], entry["seats"]["soviet"]["token"]) as soviet:
                assert bare(soviet.view) == view

        asyncio.run(again())
    finally:
        server.stop()


def test_replay_shows_every_view_there_has_been(server: Server) -> None:
    begun = server.begin(seed=43)
    match, links = begun["match"], begun["links"]
    seen: dict[str, dict[int, Any]] = {"soviet": {}, "german": {}}
    told: dict[str, dict[int, Any]] = {"soviet": {}, "german": {}}

    async def game() -> None:
        chance = random.Random(43)
        async with Player(server.port, match, links["soviet"]) as soviet, Player(
            server.port, match, links["german"]) as german:
            players = {"soviet": soviet, "german": german}
            for _ in range(90):
                mover = players[soviet.view["to_move"]]
                if chance.random() < 0.2:
                    await mover.do("undo", n=mover.n)
                    other = german if mover is soviet else soviet
                    await other.do("consent", to="undo", yes=True)
                    await asyncio.sleep(0.02)
                else:
                    await mover.make(chance.choice(choices(mover.view)))
                n = max(soviet.n, german.n)
                await asyncio.gather(soviet.reach(n), german.reach(n))
                for seat, player in players.items():
                    seen[seat][n] = bare(player.view)
                    if player.changes and player.changes[-1]["n"] == n:
                        told[seat][n] = player.changes[-1]["events"], player.changes[-1].get("choice")

    asyncio.run(game())
    for seat, views in seen.items():
        for n in random.Random(1).sample(sorted(views), len(views)):  # forwards and backwards
            past = server.json_as(links[seat], f"/api/matches/{match}/at/{n}")
            assert bare(past["view"]) == views[n], (seat, n)
            if n in told[seat]:
                assert (past["events"], past["choice"]) == told[seat][n]
    history = server.json_as(links["german"], f"/api/matches/{match}/history")
    assert [entry["n"] for entry in history] == list(range(len(history)))
    assert any(entry.get("undo") for entry in history) and any(entry.get("undone") for entry in history)
    assert all(entry["choice"] is None for entry in history if entry["seat"] == "soviet")
    assert sum(bool(entry.get("undo")) for entry in history) == sum(bool(entry.get("undone")) for entry in history)
    assert server.request(f"/api/matches/{match}/at/{len(history)}")[0] == 404
    assert server.json(f"/api/matches/{match}/at/0")["events"]


def test_a_journal_goes_out_and_comes_back(server: Server) -> None:
    begun = server.begin(seed=44)
    match, links = begun["match"], begun["links"]

    async def some(match: str, links: dict[str, str], most: int) -> Any:
        async with Player(server.port, match, links["soviet"]) as soviet, Player(
            server.port, match, links["german"]) as german:
            await play({"soviet": soviet, "german": german}, random.Random(44), most)
            return bare(soviet.view), soviet.n

    view, n = asyncio.run(some(match, links, 120))
    text = server.request(f"/api/matches/{match}/journal")[1].decode()
    assert '"key"' not in text  # it is secret while the match goes on
    status, answer = server.request("/api/matches/import", {"journal": text, "seats": {"german": "friend"}})
    assert status == 201, answer
    brought = json.loads(answer)
    assert brought["match"] != match
    again, there = asyncio.run(some(brought["match"], brought["links"], 0))
    assert (again, there) == (view, n)
    asyncio.run(some(brought["match"], brought["links"], 10_000))
    finished = server.request(f"/api/matches/{brought['match']}/journal")[1].decode()
    assert replay(read_lines(finished, "journal"), stavka.game("dagc"), "journal").result is not None
    third = server.json("/api/matches/import", {"journal": finished})
    assert asyncio.run(some(third["match"], third["links"], 1))[0]["result"]
    asyncio.run(some(match, links, 10_000))
    sealed = server.request(f"/api/matches/{match}/journal")[1].decode()
    assert '"key"' in sealed and "all" in stavka.verify(sealed, stavka.game("dagc"), "journal")
    assert server.request("/api/matches/import", {"journal": sealed})[0] == 201


def test_a_game_brought_in_keeps_its_computer_player(server: Server) -> None:
    begun = server.begin(seed=46, seats={"soviet": "me", "german": "computer:novice"})
    journal = server.request(f"/api/matches/{begun['match']}/journal")[1].decode()
    kept = server.json("/api/matches/import", {"journal": journal, "seats": {"soviet": "me"}})
    taken = server.json("/api/matches/import", {"journal": journal, "seats": {"german": "friend"}})
    kinds = {entry["match"]: entry["seats"]["german"]["kind"] for entry in server.json("/api/matches")}
    assert (kinds[kept["match"]], kinds[taken["match"]]) == ("computer:novice", "friend")
    status, answer = server.request("/api/matches/import", {"journal": journal.replace("novice", "genius")})
    assert status == 400 and "genius" in json.loads(answer)["error"]["reason"]["en"]


@pytest.mark.parametrize(("journal", "word"), [
    ("", "not a Stavka journal"), ("nonsense", "not JSON"), ('{"stavka": 99}', "format"),
    ('{"stavka": 1, "game": "chess", "scenario": "x", "options": {}, "data": "x", "dice": "x"}', "chess"),
    ('{"stavka": 1, "game": "dagc", "scenario": "", "options": {}, "data": "", "dice": "", "players": 1}', "players"),
    ('{"stavka": 1, "game": "dagc", "scenario": "historical", "options": {}, "data": "x", "dice": "x"}', "other data"),
])
def test_a_bad_journal_is_refused_with_the_reason(server: Server, journal: str, word: str) -> None:
    before = len(server.json("/api/matches"))
    status, answer = server.request("/api/matches/import", {"journal": journal})
    assert status in (400, 404) and word in json.loads(answer)["error"]["reason"]["en"]
    assert len(server.json("/api/matches")) == before


def test_the_journal_of_a_match_is_for_who_holds_all_seats(public: Server) -> None:
    begun = public.begin(seed=45)
    match, links = begun["match"], begun["links"]
    for token in (*links.values(), begun["watch"]):
        assert public.request(f"/api/matches/{match}/journal", headers={"Authorization": f"Bearer {token}"})[0] == 403
    both = {"Authorization": f"Bearer {','.join(links.values())}"}
    status, text = public.request(f"/api/matches/{match}/journal", headers=both)
    assert status == 200 and b'"key"' not in text


def test_a_list_has_only_the_matches_one_holds_a_token_of(public: Server) -> None:
    one, two = public.begin(), public.begin()
    assert public.json("/api/matches") == []
    mine = public.json("/api/matches", headers={"Authorization": f"Bearer {one['links']['german']}"})
    assert [entry["match"] for entry in mine] == [one["match"]]
    assert "token" in mine[0]["seats"]["german"] and "token" not in mine[0]["seats"]["soviet"]
    tokens = f"Bearer {one['watch']},{two['links']['soviet']}"
    assert len(public.json("/api/matches", headers={"Authorization": tokens})) == 2
