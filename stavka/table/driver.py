"""Lets a computer player play in a room: choices one by one, each told like anybody's, with progress."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import TYPE_CHECKING

from ..match import Offer
from ..players import RANDOM, Decision, Desk, Seen, seal, seed_for
from ..players.thinker import Job
from . import computer
from .messages import Thinking
from .thinkers import Thinker, Thinkers, ThinkingFailed
from .words import Refused

if TYPE_CHECKING:
    from .room import Room

OFTEN = 0.25
"""Progress is told at most once in so many seconds."""

ILLEGAL = 400
"""The status of a choice that is refused for what it is."""

_log = logging.getLogger("stavka.table")


class Driver:
    """At most one task per room and process. In other processes the same may be tried; one of them is faster."""

    def __init__(self, room: Room, thinkers: Thinkers) -> None:
        self._room = room
        self._thinkers = thinkers
        self._task: asyncio.Task[None] | None = None
        self._desks: dict[str, Desk] = {}
        """Players who need no time to think."""
        self._turn: int | None = None
        self._thinker: Thinker | None = None
        self._seat = ""
        self._done = 0
        self._since = self._told = 0.0

    @property
    def is_driving(self) -> bool:
        """Whether a computer player is at work."""
        return self._task is not None and not self._task.done()

    @property
    def message(self) -> Thinking | None:
        """What is told of the computer player at work, if there is one."""
        return self._message(True) if self.is_driving and self._seat else None

    def start(self) -> None:
        """Go on, if it is for a computer player to choose and somebody is there to see it."""
        if not self.is_driving and self._room.has_sockets and self._next() is not None:
            self._task = asyncio.create_task(self._drive())

    def stop(self) -> None:
        """Play no more."""
        if self._task is not None:
            self._task.cancel()

    def _next(self) -> tuple[str, str] | None:
        """The seat and the level of the computer player who has to choose, if one has."""
        offer = self._room.match.offer
        if offer is None or self._room.is_over:
            return None
        level = computer.level_of(self._room.seats.get(offer.seat, ""))
        return None if level is None else (offer.seat, level)

    async def _drive(self) -> None:
        try:
            while (found := self._next()) is not None and (self._room.people or self._room.has_sockets):
                seat, level = found
                if self._seat != seat:
                    self._end()
                    self._begin(seat)
                if not await self._choose(seat, level):
                    break
                self._progress()
        finally:
            self._end()

    async def _choose(self, seat: str, level: str) -> bool:
        """Let the player make one choice; False if the match cannot go on."""
        room, match = self._room, self._room.match
        n, offer, turn = room.n, match.offer, match.turn
        assert offer is not None
        decision = await self._decide(seat, level)
        if n != room.n:
            return True  # something was taken back, or another process was faster: think again
        if decision.plan:
            room.keep_plan(turn, seat, offer.step, decision.plan)
        for choice in (decision.choice, _any(offer)):
            try:
                await room.choose(seat, n, choice)
            except Refused as refused:
                if n != room.n:
                    return True
                _log.error("match %s: the computer's choice %s is refused: %s", room.id, choice, refused)
                if refused.status != ILLEGAL:
                    return False  # the store is away: another choice would fare no better
            else:
                return True
        return False

    async def _decide(self, seat: str, level: str) -> Decision:
        """What the player chooses. One who fails does not keep the match from going on."""
        room, match = self._room, self._room.match
        seed = seed_for(match.position.dice.key, seat)
        try:
            if level == RANDOM:
                if seat not in self._desks:
                    self._desks[seat] = Desk(match.game, level, seed)
                return self._desks[seat].decide(Seen.of(match))
            return await self._thinker_for(match.turn).decide(job_of(room, seat, level, seed), room.payer)
        except ThinkingFailed as failed:
            _log.error("match %s: the computer player failed: %s", room.id, failed)
        except Exception:
            _log.exception("match %s: the computer player failed", room.id)
        assert match.offer is not None
        return Decision(_any(match.offer))

    def _thinker_for(self, turn: int) -> Thinker:
        """The process that knows the orders of this turn; for a new turn the one with the least to do."""
        if self._thinker is None or self._turn != turn:
            self._thinker, self._turn = self._thinkers.least_busy(), turn
        return self._thinker

    # -- progress ----------------------------------------------------------------------------------------------------

    def _begin(self, seat: str) -> None:
        self._seat, self._done, self._since = seat, 0, time.monotonic()
        self._tell(True)

    def _progress(self) -> None:
        self._done += 1
        if time.monotonic() - self._told > OFTEN:
            self._tell(True)

    def _end(self) -> None:
        if self._seat:
            self._tell(False)
            self._seat = ""

    def _tell(self, thinking: bool) -> None:
        self._told = time.monotonic()
        self._room.send_all(self._message(thinking))

    def _message(self, thinking: bool) -> Thinking:
        seconds = round(time.monotonic() - self._since, 1)
        return Thinking({"seat": self._seat, "thinking": thinking, "done": self._done, "seconds": seconds})


def _any(offer: Offer) -> str:
    """A choice that goes on in any case: every choice makes progress."""
    return "do:end_phase" if "end_phase" in offer.buttons else offer.nth(0)


def job_of(room: Room, seat: str, level: str | None, seed: str) -> Job:
    """A decision for another process: what the seat sees, sealed.

    Whoever has planned for a course of the match that was taken back is not asked again: its plan is outdated.
    """
    game, overlay = room.game, room.game.folder.overlay
    taken_back = (room.n - len(room.match.records)) // 2
    return Job(game.key, None if overlay is None else str(overlay), f"{room.id} {taken_back}", seat, level, seed,
               seal(Seen.of(room.match)))
