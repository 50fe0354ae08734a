"""On PostgreSQL several processes serve the same matches: everybody sees every choice, and no number is taken twice."""

from __future__ import annotations

import asyncio
import contextlib
import random
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from get_ready import find_database
from websockets.exceptions import ConnectionClosed

import stavka
from stavka.journal import read_lines

from .player import Player, Server, choices
from .test_play import bare, play
from .test_running import go_on
from .test_storage import check, kill_after
from .test_undo import FIGHT


@pytest.fixture(scope="module")
def servers(postgres: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Server]]:
    """Three processes over one database."""
    servers = [Server(tmp_path_factory.mktemp("stavka"), postgres) for _ in range(3)]
    yield servers
    for server in servers:
        server.stop()


def kept(server: Server, match: str) -> list[dict[str, Any]]:
    return read_lines(server.request(f"/api/matches/{match}/journal")[1].decode(), "journal")


def test_two_players_and_an_observer_on_three_processes(servers: list[Server]) -> None:
    begun = servers[0].begin(seed=61)

    async def game() -> None:
        match, links = begun["match"], begun["links"]
        async with (
            Player(servers[0].port, match, links["soviet"]) as soviet,
            Player(servers[1].port, match, links["german"]) as german,
            Player(servers[2].port, match, begun["watch"]) as watcher,
        ):
            done = await play({"soviet": soviet, "german": german, "": watcher}, random.Random(61))
            assert soviet.view["result"] and german.view["result"] and watcher.view["result"]
            for player in (soviet, german, watcher):
                assert [change["n"] for change in player.changes] == list(range(1, done + 1))
            for seat, player in (("soviet", soviet), ("german", german)):
                other = servers[2].json_as(links[seat], f"/api/matches/{match}/at/{done}")
                assert bare(other["view"]) == bare(player.view)

    asyncio.run(game())
    text = servers[1].request(f"/api/matches/{begun['match']}/journal")[1].decode()
    assert "all" in stavka.verify(text, stavka.game("dagc"), "journal")


def test_two_processes_never_accept_the_same_number(servers: list[Server]) -> None:
    """The same seat sits at all three processes and chooses at the same moment, again and again."""
    begun = servers[0].begin(seed=62)

    async def game() -> None:
        match, links = begun["match"], begun["links"]
        chance = random.Random(62)
        async with contextlib.AsyncExitStack() as stack:
            players = {seat: [await stack.enter_async_context(Player(server.port, match, links[seat]))
                              for server in servers] for seat in links}
            everybody = [player for seat in players.values() for player in seat]
            accepted = 0
            for _ in range(150):
                n = max(player.n for player in everybody)
                await asyncio.gather(*(player.reach(n) for player in everybody))
                mover = everybody[0].view.get("to_move")
                if mover is None:
                    break
                answers = await asyncio.gather(*(
                    player.choose(chance.choice(choices(player.view)), n) for player in players[mover]))
                won = sum("ok" in answer for answer in answers)
                assert won == 1, answers
                assert all(answer["error"]["reason"]["es"] for answer in answers if "error" in answer)
                accepted += 1
                await asyncio.gather(*(player.reach(n + 1) for player in everybody))
                first = players[mover][0]
                assert all(bare(player.view) == bare(first.view) for player in players[mover])
            assert len(kept(servers[0], match)) == accepted + 1
            for player in everybody:
                assert [change["n"] for change in player.changes] == list(range(1, accepted + 1))

    asyncio.run(game())


def test_consent_and_talk_cross_processes(servers: list[Server]) -> None:
    begun = servers[0].begin(situation=FIGHT)

    async def game() -> None:
        match, links = begun["match"], begun["links"]
        async with Player(servers[0].port, match, links["soviet"]) as soviet, Player(
            servers[1].port, match, links["german"]) as german:
            await soviet.make("hex:3602", "unit:S-39")
            ready = bare(soviet.view)
            await soviet.make("do:roll")
            await german.reach(3)
            assert (await soviet.do("undo", n=3)).get("waiting") == ["german"]
            assert (await german.hears("asked"))["by"] == "soviet"
            assert (await german.do("consent", to="undo", yes=True)).get("ok")
            await soviet.reach(4)
            await german.reach(4)
            assert bare(soviet.view) == ready and german.changes[-1]["undo"] == 1
            await german.do("say", text="Viel Glück")
            while isinstance(talk := (await soviet.hears("talk"))["talk"], list):
                pass
            assert talk["text"] == "Viel Glück"
            await soviet.until("players", lambda players: players["german"]["here"])  # joins are told together

    asyncio.run(game())


def test_the_computer_plays_once_however_many_processes_there_are(servers: list[Server]) -> None:
    begun = servers[0].begin(seed=63, seats={"soviet": "me", "german": "computer:random"})

    async def game() -> None:
        match, token = begun["match"], begun["links"]["soviet"]
        chance = random.Random(63)
        async with Player(servers[0].port, match, token) as one, Player(servers[1].port, match, token) as two:
            while one.view.get("turn", 9) < 3 and not one.view.get("result"):
                if one.view.get("to_move") == "soviet":
                    await one.make(chance.choice(choices(one.view)))
                else:
                    await asyncio.sleep(0.005)
            await two.reach(one.n)
            assert [change["n"] for change in two.changes[:one.n]] == list(range(1, one.n + 1))

    asyncio.run(game())


def test_play_goes_on_when_the_connections_to_the_database_are_cut(postgres: str, servers: list[Server]) -> None:
    import psycopg

    begun = servers[0].begin(seed=65)

    async def game() -> None:
        match, links = begun["match"], begun["links"]
        async with Player(servers[0].port, match, links["soviet"]) as soviet, Player(
            servers[1].port, match, links["german"]) as german:
            players = {"soviet": soviet, "german": german}
            await play(players, random.Random(65), 20)
            with psycopg.connect(postgres, autocommit=True) as database:
                database.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() "
                                 "AND backend_type = 'client backend'")
            n, mover = soviet.n, players[soviet.view["to_move"]]
            for _ in range(20):
                answer = await mover.choose(choices(mover.view)[0], n)
                if "ok" in answer:
                    break
                assert answer["error"]["reason"]["es"]
                await asyncio.sleep(0.2)
            await asyncio.gather(soviet.reach(n + 1), german.reach(n + 1))
            await play(players, random.Random(66), 20)
            assert bare(soviet.view)["units"].items() >= bare(german.view)["units"].items()

    asyncio.run(game())


def test_kill_9_of_one_process_loses_nothing(postgres: str, tmp_path: Path, servers: list[Server]) -> None:
    doomed = Server(tmp_path, postgres)
    begun = servers[0].begin(seed=64)
    match, links = begun["match"], begun["links"]
    accepted: dict[int, str] = {}

    async def game() -> None:
        chance = random.Random(64)
        async with Player(servers[0].port, match, links["german"]) as german:
            for _ in range(5):
                with contextlib.suppress(ConnectionClosed, OSError, TimeoutError):
                    async with Player(doomed.port, match, links["soviet"]) as soviet:
                        await german.reach(soviet.n)
                        await soviet.reach(german.n)
                        killed = asyncio.create_task(kill_after(doomed, accepted, chance))
                        while True:
                            mover = soviet if soviet.view.get("to_move") == "soviet" else german
                            n, choice = mover.n, chance.choice(choices(mover.view))
                            if (await mover.choose(choice, n)).get("ok"):
                                accepted[n + 1] = choice
                            await asyncio.gather(soviet.reach(n + 1), german.reach(n + 1))
                await killed
                check(servers[0], match, accepted)
                doomed.start()
            assert len(accepted) > 20

    try:
        asyncio.run(game())
    finally:
        doomed.stop()


def test_a_dump_made_while_people_play_is_a_whole_server(postgres: str, tmp_path: Path) -> None:
    """The back-up of docs/hosting.md, restored into another database: every match is there, as far as it was."""
    dump, restore = (_program(name) for name in ("pg_dump", "pg_restore"))
    elsewhere = postgres.removesuffix("/postgres") + "/restored"
    server = Server(tmp_path / "one", postgres)
    try:
        begun = server.begin(seed=9)
        seen = asyncio.run(go_on(server, begun, 25))
        subprocess.run([dump, "-Fc", "-f", tmp_path / "dump", postgres], check=True)
        asyncio.run(go_on(server, begun, 5))
    finally:
        server.stop()
    with psycopg.connect(postgres, autocommit=True) as db:
        db.execute("CREATE DATABASE restored")
    subprocess.run([restore, "--clean", "--if-exists", "-d", elsewhere, tmp_path / "dump"], check=True)
    restored = Server(tmp_path / "two", elsewhere)
    try:
        assert asyncio.run(go_on(restored, begun, 0)) == seen
        asyncio.run(go_on(restored, begun, 5))
    finally:
        restored.stop()


def _program(name: str) -> str:
    """A program of PostgreSQL's client: of the newest version, if there are several."""
    binaries = find_database()
    found = shutil.which(name, path=str(binaries)) if binaries else shutil.which(name)
    if found is None:
        pytest.skip(f"this machine has no {name}")
    return found
