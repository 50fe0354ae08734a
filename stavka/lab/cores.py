"""Many long jobs on several cores, until it is too late to begin another."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from math import inf
from typing import TypeVar

Job = TypeVar("Job")
Result = TypeVar("Result")


def each(do: Callable[[Job], Result], todo: Sequence[Job], jobs: int = 1, until: float = inf) -> Iterator[Result]:
    """What comes of every job, in the order in which they are done; those that are not begun by the time ``until``
    (of ``time.time``) are left out.

    >>> list(each(abs, [-1, 2]))
    [1, 2]
    >>> list(each(abs, [-1, 2], until=0.0))
    []
    """
    done = (_in_time(do, job, until) for job in todo) if jobs <= 1 else _on_cores(do, todo, jobs, until)
    for results in done:
        yield from results


def _in_time(do: Callable[[Job], Result], job: Job, until: float) -> list[Result]:
    """The result of a job; nothing if it is too late to begin it."""
    return [do(job)] if time.time() < until else []


def _on_cores(do: Callable[[Job], Result], todo: Sequence[Job], jobs: int, until: float) -> Iterator[list[Result]]:
    pool = ProcessPoolExecutor(jobs, initializer=_begin_worker)
    try:
        for done in as_completed([pool.submit(_in_time, do, job, until) for job in todo]):
            yield done.result()
    finally:  # whoever interrupts it does not want the rest done first
        pool.shutdown(cancel_futures=True)


def _begin_worker() -> None:
    """Leave interruptions to the main process, and end when it ends, even if it was killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


__all__ = ["each"]
