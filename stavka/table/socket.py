"""One client's socket: reads its messages, does what they ask for its seat and for no other, sends what it may see."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import deque
from collections.abc import Awaitable, Callable

from . import messages
from .audience import WATCHERS
from .limits import Limits, Visitor
from .messages import (
    Ask,
    Away,
    Choose,
    Consent,
    Error,
    Heard,
    Hint,
    Incoming,
    Look,
    Offer,
    ReadCourse,
    ReadPlans,
    Redo,
    Reply,
    Resign,
    Say,
    Seen,
    Undo,
    Withdraw,
)
from .metrics import CLICKS
from .room import Room
from .words import Refused

MOST = 1_000_000
"""The most bytes that wait for a client to read them. One that is so far behind is cut off: it comes back by
itself, and gets the whole view instead of what it missed."""

_SPENT: dict[type[Incoming], str] = {
    Ask: "ask", ReadPlans: "ask", ReadCourse: "ask", Look: "look_back", Say: "talk", Undo: "undo",
    Redo: "undo", Hint: "think"}
"""What a message costs its sender of the credit that everybody has (see :mod:`.limits`)."""

_log = logging.getLogger("stavka.table")


class Socket:
    """A connection of one audience: a seat, or the watchers. Which one was settled by its token, and stays."""

    def __init__(self, room: Room, audience: str, write: Callable[[str], Awaitable[None]],
                 shut: Callable[[], Awaitable[None]], visitor: Visitor, limits: Limits) -> None:
        self.room = room
        self.audience = audience
        self._write = write
        self._shut = shut
        self.visitor = visitor
        self._limits = limits
        self._waiting: deque[str] = deque()
        self._size = 0
        self._ready = asyncio.Event()
        self._closed = False
        self._cutting: asyncio.Task[None] | None = None
        self._hinting: asyncio.Task[None] | None = None

    # -- sending -----------------------------------------------------------------------------------------------------

    def send(self, message: messages.Outgoing) -> None:
        """Send a message, soon."""
        self.send_text(messages.write(message))

    def send_text(self, text: str) -> None:
        """Send an encoded message, soon."""
        if self._closed:
            return
        if self._waiting and self._size + len(text) > MOST:
            self._cut_off()
            return
        self._waiting.append(text)
        self._size += len(text)
        self._ready.set()

    def _cut_off(self) -> None:
        """Send nothing more, not even what waits: the client does not read."""
        self.close()
        self._waiting.clear()
        self._cutting = asyncio.create_task(self._end())

    async def _end(self) -> None:
        with contextlib.suppress(Exception):
            await self._shut()

    async def pump(self) -> None:
        """Send what is to be sent, for as long as the connection lasts. That it is cut is noticed where it is read."""
        with contextlib.suppress(Exception):
            while not self._closed:
                await self._ready.wait()
                self._ready.clear()
                while self._waiting:
                    text = self._waiting.popleft()
                    self._size -= len(text)
                    await self._write(text)
            await self._shut()

    def close(self) -> None:
        """End the connection; the client comes back by itself."""
        self._closed = True
        self._ready.set()

    # -- receiving ---------------------------------------------------------------------------------------------------

    async def receive(self, data: str | bytes) -> None:
        """Do what a message asks, or say why not."""
        try:
            message = messages.read(data)
        except Refused as refused:
            self.send(Reply(re=messages.read_id(data), error=Error.of(refused), n=self.room.n))
            return
        await self._answer(message, self._do(message))

    async def _answer(self, message: Incoming, doing: Awaitable[Reply | None]) -> None:
        began = time.perf_counter()
        try:
            reply = await doing
        except Refused as refused:
            reply = Reply(re=message.id, error=Error.of(refused), n=self.room.n)
        except Exception:
            _log.exception("match %s: %s failed", self.room.id, type(message).__name__)
            reply = Reply(re=message.id, error=Error.of(Refused("failed")), n=self.room.n)
        CLICKS.observe(time.perf_counter() - began)
        if reply is not None:
            self.send(reply)

    async def _do(self, message: Incoming) -> Reply | None:
        room, audience, re = self.room, self.audience, message.id
        spent = _SPENT.get(type(message))
        if spent is not None:
            self._limits.spend(spent, self.visitor, room.id)
        if isinstance(message, Ask):
            return Reply(re=re, answer=room.ask(audience, message.question, message.about, message.lang))
        if isinstance(message, Say):
            await room.say(audience, message.text)
            return Reply(re=re, ok=True)
        if isinstance(message, Look):
            await room.look(self)
            return Reply(re=re, ok=True)
        if isinstance(message, ReadCourse):
            return Reply(re=re, answer=room.read_course(audience))
        if isinstance(message, ReadPlans):
            return Reply(re=re, answer=room.read_plans(audience, message.lang))
        if audience == WATCHERS:
            raise Refused("watcher", status=403)
        if isinstance(message, Choose):
            await room.choose(audience, message.n, message.choice, then=self, re=re)
            return None
        if isinstance(message, Undo):
            waiting = await room.undo(audience, message.n, message.count)
            return Reply(re=re, waiting=waiting) if waiting else Reply(re=re, ok=True)
        if isinstance(message, Redo):
            await room.redo(audience, message.n)
            return Reply(re=re, ok=True)
        if isinstance(message, Consent):
            await room.consent(audience, message.to, message.yes)
            return Reply(re=re, ok=True)
        if isinstance(message, Offer | Withdraw | Resign | Away | Heard | Seen):
            asked = await self._settle(message)
            return Reply(re=re, waiting=asked) if asked else Reply(re=re, ok=True)
        assert isinstance(message, Hint)
        if self._hinting is not None and not self._hinting.done():
            raise Refused("hint_busy")
        self._hinting = asyncio.create_task(self._answer(message, self._hint(message)))
        return None  # the player may go on meanwhile

    async def _settle(self, message: Offer | Withdraw | Resign | Away | Heard | Seen) -> list[str] | None:
        """What concerns the players and not the game. Returns the seats whose answer is waited for."""
        seat = self.audience
        match message:
            case Offer():
                return await self.room.settle(lambda steward: steward.offer_draw(seat))
            case Withdraw(what=kind):
                await self.room.settle(lambda steward: steward.settle(kind, seat))
            case Resign():
                await self.room.settle(lambda steward: steward.end("resigned", seat))
            case Away(until=until):
                await self.room.settle(lambda steward: steward.away(seat, until))
            case Heard():
                await self.room.settle(lambda steward: steward.heard(seat))
            case Seen():
                await self.room.settle(lambda steward: steward.read_talk(seat))
        return None

    async def _hint(self, message: Hint) -> Reply:
        return Reply(re=message.id, answer=await self.room.hint(self.audience, message.lang))
