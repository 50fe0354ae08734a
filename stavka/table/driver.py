"""Lets a computer player play in a room: choices one by one, each told like anybody's, with progress."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from . import computer
from .messages import Thinking
from .words import Refused

if TYPE_CHECKING:
    from .room import Room

EVERY = 10
"""Progress is told after so many choices."""

_log = logging.getLogger("stavka.table")


class Driver:
    """At most one task per room and process. In other processes the same may be tried; one of them is faster."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._task: asyncio.Task[None] | None = None

    @property
    def is_driving(self) -> bool:
        """Whether a computer player is at work."""
        return self._task is not None and not self._task.done()

    def start(self) -> None:
        """Go on, if it is for a computer player to choose and somebody is there to see it."""
        if not self.is_driving and self._room.has_sockets and self._next() is not None:
            self._task = asyncio.create_task(self._drive())

    def _next(self) -> tuple[str, computer.Computer] | None:
        offer = self._room.match.offer
        if offer is None:
            return None
        player = computer.of_kind(self._room.seats.get(offer.seat, ""))
        return None if player is None else (offer.seat, player)

    async def _drive(self) -> None:
        room, done, current = self._room, 0, ""
        while (found := self._next()) is not None and (room.people or room.has_sockets):
            seat, player = found
            if current != seat:
                self._tell(current, False, done)
                done, current = 0, seat
                self._tell(current, True, 0)
            if not await self._choose(seat, player):
                break
            done += 1
            if done % EVERY == 0:
                self._tell(current, True, done)
        self._tell(current, False, done)

    async def _choose(self, seat: str, player: computer.Computer) -> bool:
        room, n = self._room, self._room.n
        try:
            choice = await asyncio.to_thread(player.choose, room.match.copy(), seat)
            await room.choose(seat, n, choice)
        except Refused as refused:
            if n != room.n:
                return True  # something was taken back, or another process was faster: think again
            _log.error("match %s: the computer's choice is refused: %s", room.id, refused)
            return False
        except Exception:
            _log.exception("match %s: the computer player failed", room.id)
            return False
        return True

    def _tell(self, seat: str, thinking: bool, done: int) -> None:
        if seat:
            self._room.send_all(Thinking({"seat": seat, "thinking": thinking, "done": done}))
