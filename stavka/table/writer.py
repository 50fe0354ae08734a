"""A thread that writes to an SQLite file, so that the event loop never waits for the disk.

What is to be written waits in a queue. The thread takes all that waits and commits it in one transaction: the busier
the server, the more choices share a commit. Whoever has something written goes on when that commit is done and not
before, so nothing is accepted that is not in the file.
"""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from collections.abc import Callable, Sequence
from queue import Empty, SimpleQueue
from threading import Thread
from typing import NamedTuple

Deed = Callable[[sqlite3.Connection], object]
"""Some statements that are done together or not at all. What they raise undoes them."""


class _Job(NamedTuple):
    deed: Deed
    done: asyncio.Future[None]


class Writer:
    """The only one in this process that writes through this connection."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self._waiting: SimpleQueue[_Job | None] = SimpleQueue()
        self._loop = asyncio.get_running_loop()
        self._thread = Thread(target=self._work, name="stavka-writer", daemon=True)
        self._thread.start()

    async def write(self, deed: Deed) -> None:
        """Have something done; it is in the file when this returns. Raises what the deed raised."""
        job = _Job(deed, self._loop.create_future())
        self._waiting.put(job)
        await job.done

    async def close(self) -> None:
        """Write what still waits, and let go of the file."""
        self._waiting.put(None)
        await asyncio.to_thread(self._thread.join)
        self._db.close()

    # -- in the thread -----------------------------------------------------------------------------------------------

    def _work(self) -> None:
        closing = False
        while not closing:
            jobs = [self._waiting.get()]
            with contextlib.suppress(Empty):
                while True:
                    jobs.append(self._waiting.get_nowait())
            closing = None in jobs
            outcomes = self._commit([job for job in jobs if job is not None])
            with contextlib.suppress(RuntimeError):  # the event loop has ended: nobody waits any more
                self._loop.call_soon_threadsafe(_report, outcomes)

    def _commit(self, jobs: Sequence[_Job]) -> list[tuple[_Job, Exception | None]]:
        """Do all in one transaction. If one of them fails, each has a transaction of its own: none spoils another's."""
        failure = self._transact([job.deed for job in jobs])
        if failure is None or len(jobs) == 1:
            return [(job, failure) for job in jobs]
        return [(job, self._transact([job.deed])) for job in jobs]

    def _transact(self, deeds: Sequence[Deed]) -> Exception | None:
        try:
            self._db.execute("BEGIN IMMEDIATE")  # waits for other writers now and not in the middle
            for deed in deeds:
                deed(self._db)
            self._db.execute("COMMIT")
        except Exception as failure:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            return failure
        return None


def _report(outcomes: Sequence[tuple[_Job, Exception | None]]) -> None:
    """Tell those who wait how it went: in the event loop."""
    for job, failure in outcomes:
        if job.done.done():  # whoever waited has gone
            continue
        if failure is None:
            job.done.set_result(None)
        else:
            job.done.set_exception(failure)
