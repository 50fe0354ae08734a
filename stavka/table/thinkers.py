"""The processes in which computer players think.

A veteran thinks for seconds in pure Python. In a thread of the server it would hold the interpreter's lock, and every
click at every other table would wait for its turns, so it thinks in a process of its own. What goes there is what its
seat sees, with everything hidden drawn anew, and what comes back is a choice, which is checked like anybody's.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import pickle
from asyncio.subprocess import PIPE, Process
from collections import OrderedDict, deque
from collections.abc import AsyncIterator

from ..players import Decision
from ..players.thinker import COMMAND, HEADER, Answer, Job, frame

MOST = 4
"""So many processes at most; no more than there are processors."""
LIMIT = 180.0
"""Seconds after which a process that has not answered is given up. Players stop thinking long before."""


class ThinkingFailed(Exception):
    """A computer player came to no decision; the message says what went wrong."""


class Turns:
    """A lock with fair shares: of those who wait, each person's next job comes in turn, however many jobs he has."""

    def __init__(self) -> None:
        self._taken = False
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()
        """The jobs of each person; whose turn is next comes first."""

    @contextlib.asynccontextmanager
    async def take(self, payer: str) -> AsyncIterator[None]:
        """Wait for a turn of this person, and have it to oneself."""
        if self._taken:
            await self._wait(payer)
        self._taken = True
        try:
            yield
        finally:
            self._taken = False
            self._pass_on()

    async def _wait(self, payer: str) -> None:
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(payer, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():  # it was just given what it no longer wants
                self._taken = False
                self._pass_on()
            raise

    def _pass_on(self) -> None:
        """Give the lock to the next person's oldest job; he goes to the end of the line."""
        while self._waiting and not self._taken:
            payer, jobs = next(iter(self._waiting.items()))
            turn = jobs.popleft()
            if jobs:
                self._waiting.move_to_end(payer)
            else:
                del self._waiting[payer]
            if not turn.done():
                self._taken = True
                turn.set_result(None)


class Thinker:
    """One process, started when it is first needed and again after it was lost. It answers one job at a time."""

    def __init__(self) -> None:
        self.waiting = 0
        """Jobs that wait for an answer."""
        self._turns = Turns()
        self._process: Process | None = None

    async def decide(self, job: Job, payer: str = "") -> Decision:
        """The decision of a player, in its turn among those of other people; raises :class:`ThinkingFailed`."""
        self.waiting += 1
        try:
            async with self._turns.take(payer):
                answer = await self._ask(job)
        finally:
            self.waiting -= 1
        if isinstance(answer, str):
            raise ThinkingFailed(answer)
        return answer

    async def _ask(self, job: Job) -> Answer:
        try:
            async with asyncio.timeout(LIMIT):
                if self._process is None:
                    self._process = await asyncio.create_subprocess_exec(*COMMAND, stdin=PIPE, stdout=PIPE)
                source, out = self._process.stdin, self._process.stdout
                assert source is not None and out is not None
                source.write(frame(job))
                await source.drain()
                size = int.from_bytes(await out.readexactly(HEADER), "big")
                answer: Answer = pickle.loads(await out.readexactly(size))
                return answer
        except (OSError, EOFError, TimeoutError) as error:
            await self.close()
            raise ThinkingFailed(f"{type(error).__name__}: {error}") from None
        except asyncio.CancelledError:
            await self.close()  # the answer would be taken for that of the next job
            raise

    async def close(self) -> None:
        """End the process, whatever it is thinking about."""
        process, self._process = self._process, None
        if process is not None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()


class Thinkers:
    """The processes of one server."""

    def __init__(self, count: int | None = None) -> None:
        self._all = [Thinker() for _ in range(count or max(1, min(MOST, os.cpu_count() or 1)))]

    @property
    def waiting(self) -> int:
        """Jobs that wait for an answer, in all of them."""
        return sum(thinker.waiting for thinker in self._all)

    def least_busy(self) -> Thinker:
        """The one with the least to do; of several the first, so that no more are started than are needed."""
        return min(self._all, key=lambda thinker: thinker.waiting)

    async def close(self) -> None:
        """End them all."""
        for thinker in self._all:
            await thinker.close()
