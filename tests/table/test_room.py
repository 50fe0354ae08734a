"""A room by itself: what happens when the store fails, another process is faster, or a client is slow."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from stavka.table import hall as hall_module
from stavka.table import socket as socket_module
from stavka.table.hall import Hall
from stavka.table.limits import Limits, Visitor
from stavka.table.messages import Start
from stavka.table.patch import patched
from stavka.table.room import Room
from stavka.table.socket import Socket
from stavka.table.sqlite import SqliteStore
from stavka.table.store import StoreError
from stavka.table.words import Refused

from .test_play import bare


async def opened(path: Path) -> Hall:
    hall = Hall(SqliteStore(path))
    await hall.open()
    return hall


async def choose(room: Room, chance: random.Random) -> None:
    offer = room.match.offer
    assert offer is not None
    await room.choose(offer.seat, room.n, offer.nth(chance.randrange(len(offer))))


class Listener:
    """A client without a wire."""

    def __init__(self) -> None:
        self.view: Any = None
        self.n = -1
        self.wholes = 0
        self.cut = False
        self.open = asyncio.Event()
        self.open.set()

    async def write(self, text: str) -> None:
        await self.open.wait()
        message = json.loads(text)
        if "view" in message:
            self.view, self.n, self.wholes = bare(message["view"]), message["n"], self.wholes + 1
        elif "change" in message:
            assert message["n"] == self.n + message.get("undo", 1)
            self.view, self.n = patched(self.view, message["change"]), message["n"]

    async def shut(self) -> None:
        """The server has had enough."""
        self.cut = True

    async def join(self, room: Room, audience: str) -> Socket:
        socket = Socket(room, audience, self.write, self.shut, Visitor("here"), Limits(0))
        self.pump = asyncio.create_task(socket.pump())
        await room.join(socket)
        return socket


async def until(happens: Callable[[], bool]) -> None:
    """Let the others work until something is so, however busy the machine is."""
    async with asyncio.timeout(30):
        while not happens():
            await asyncio.sleep(0.001)


def test_two_servers_on_one_file_never_accept_the_same_number(tmp_path: Path) -> None:
    async def game() -> None:
        one, two = await opened(tmp_path / "matches.db"), await opened(tmp_path / "matches.db")
        stored = await one.start(Start("dagc", seed=1))
        rooms = [await one.room(stored.id), await two.room(stored.id)]
        listeners = [Listener(), Listener()]
        for room, listener in zip(rooms, listeners, strict=True):
            await listener.join(room, "german")
        chance = random.Random(1)
        refused: list[int] = []
        for _ in range(120):
            room = chance.choice(rooms)
            try:
                await choose(room, chance)
            except Refused as error:
                refused.append(error.status)
        assert len(refused) > 20 and set(refused) == {409}
        for room in rooms:
            await room.catch_up()
        assert rooms[0].match.digest == rooms[1].match.digest
        assert rooms[0].chronicle.lines == rooms[1].chronicle.lines
        await until(lambda: all(listener.n == rooms[0].n for listener in listeners))
        assert listeners[0].view == listeners[1].view == json.loads(json.dumps(bare(rooms[0].match.view("german"))))
        await one.close()
        await two.close()

    asyncio.run(game())


async def _refused(doing: Coroutine[Any, Any, Any]) -> None:
    with pytest.raises(Refused, match="could not be stored"):
        await doing


def test_what_cannot_be_stored_has_not_happened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def game() -> None:
        hall = await opened(tmp_path / "matches.db")
        stored = await hall.start(Start("dagc", seed=2))
        room, listener, chance = await hall.room(stored.id), Listener(), random.Random(2)
        await listener.join(room, "soviet")
        for _ in range(20):
            await choose(room, chance)
        digest, n = room.match.digest, room.n

        async def fails(*_: Any) -> None:
            raise StoreError("the disk is full")

        with monkeypatch.context() as patch:
            patch.setattr(hall.store, "append", fails)
            with pytest.raises(Refused, match="could not be stored"):
                await choose(room, chance)
            last = room.match.records[-1]
            await room.undo(last.seat, room.n) if last.dice else await _refused(room.undo(last.seat, room.n))
            if last.dice:
                await _refused(room.consent("german" if last.seat == "soviet" else "soviet", "undo", True))
        assert (room.match.digest, room.n) == (digest, n)
        await choose(room, chance)
        await until(lambda: listener.n == room.n)
        assert room.n == n + 1
        await hall.close()

    asyncio.run(game())


def test_a_bug_in_a_game_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def game() -> None:
        hall = await opened(tmp_path / "matches.db")
        stored = await hall.start(Start("dagc", seed=3))
        room, chance = await hall.room(stored.id), random.Random(3)
        for _ in range(10):
            await choose(room, chance)
        digest = room.match.digest

        def breaks(*_: Any) -> None:
            room.match.position.turn = 7
            raise ZeroDivisionError

        with monkeypatch.context() as patch:
            patch.setattr(room.match, "choose", breaks)
            with pytest.raises(Refused, match="went wrong"):
                await choose(room, chance)
        assert room.match.digest == digest and room.match.turn == 1
        await choose(room, chance)
        await hall.close()

    asyncio.run(game())


def test_a_client_that_does_not_read_is_cut_off_and_gets_the_whole_view_later(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def game() -> None:
        hall = await opened(tmp_path / "matches.db")
        stored = await hall.start(Start("dagc", seed=4))
        room, slow, quick = await hall.room(stored.id), Listener(), Listener()
        cut = await slow.join(room, "soviet")
        await quick.join(room, "german")
        await until(lambda: slow.wholes == quick.wholes == 1)
        slow.open.clear()
        monkeypatch.setattr(socket_module, "MOST", 20_000)
        chance = random.Random(4)
        for _ in range(60):
            await choose(room, chance)
            await until(lambda: quick.n == room.n)
            assert sum(map(len, cut._waiting)) <= 20_000
        await until(lambda: slow.cut)
        assert quick.n == 60 and quick.wholes == 1 and not quick.cut and slow.n == 0
        slow.open.set()
        monkeypatch.undo()
        await room.leave(cut)
        await slow.join(room, "soviet")
        await until(lambda: slow.wholes == 2)
        assert slow.n == 60
        assert slow.view == json.loads(json.dumps(bare(room.match.view("soviet"))))
        await hall.close()

    asyncio.run(game())


def test_old_rooms_are_closed_and_opened_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def game() -> None:
        monkeypatch.setattr(hall_module, "KEPT_OPEN", 3)
        hall = await opened(tmp_path / "matches.db")
        chance, digests = random.Random(5), {}
        watched = Listener()
        first = await hall.start(Start("dagc", seed=0))
        await watched.join(await hall.room(first.id), "")
        for seed in range(10):
            stored = await hall.start(Start("dagc", seed=seed))
            room = await hall.room(stored.id)
            for _ in range(15):
                await choose(room, chance)
            digests[stored.id] = room.match.digest
        assert len(hall.rooms) <= 4 and first.id in hall.rooms
        for id, digest in digests.items():
            assert (await hall.room(id)).match.digest == digest
        await hall.close()

    asyncio.run(game())


def test_a_match_of_other_data_is_not_opened(tmp_path: Path) -> None:
    async def game() -> None:
        hall = await opened(tmp_path / "matches.db")
        stored = await hall.start(Start("dagc", seed=6))
        assert isinstance(hall.store, SqliteStore)
        hall.store.db.execute(
            "UPDATE lines SET line = CAST(replace(line, '\"data\":\"', '\"data\":\"0') AS BLOB) WHERE n = 0")
        with pytest.raises(Refused, match="other data files") as caught:
            await hall.room(stored.id)
        assert caught.value.status == 409
        with pytest.raises(Refused, match="no such match"):
            await hall.room("nowhere")
        await hall.close()

    asyncio.run(game())


def test_a_folder_that_cannot_be_used_is_said_plainly(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="file"):
        asyncio.run(opened(tmp_path / "file" / "matches.db"))


def test_what_was_rolled_and_taken_back_is_not_played_again_but_stays_rolled(tmp_path: Path) -> None:
    async def game() -> None:
        hall = await opened(tmp_path / "matches.db")
        stored = await hall.start(Start("dagc", seed=11))
        room, chance = await hall.room(stored.id), random.Random(11)
        rolled_back = 0
        for _ in range(250):
            await choose(room, chance)
            if chance.random() < 0.3:
                count = chance.randrange(1, 4)
                records = room.match.records[-count:]
                rolled_back += sum(len(record.dice) for record in records)
                await room._take_back(len(records))
        assert rolled_back > 10
        await hall.close()
        again = await opened(tmp_path / "matches.db")
        other = await again.room(stored.id)
        assert other.match.digest == room.match.digest and other.chronicle.lines == room.chronicle.lines
        assert other.match.position.dice.count == room.match.position.dice.count
        assert [record._replace(events=()) for record in other.match.records] == [
            record._replace(events=()) for record in room.match.records]
        for _ in range(60):
            await choose(other, chance)
        await again.close()
        third = await opened(tmp_path / "matches.db")
        assert (await third.room(stored.id)).match.digest == other.match.digest
        await third.close()

    asyncio.run(game())
