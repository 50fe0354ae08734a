"""A process that thinks for computer players, so that the one that serves people never waits for them.

It reads jobs from its standard input and writes decisions to its standard output, one after another, until its input
ends, as it does when whoever started it is gone. It is sent what a seat sees (:mod:`.sealed`) and nothing else, and
it keeps the players it has worked for, so that a plan lasts over its turn.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import signal
import sys
import traceback
from collections import OrderedDict
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

import stavka

from .desk import Adviser, Decision, Desk
from .sealed import unseal

HEADER = 4
"""Bytes that say how long what follows is."""
KEPT = 64
"""Players that a process remembers, the last ones it worked for."""
COMMAND = [sys.executable, "-c", "from stavka.players.thinker import main; main()"]
"""How to start one."""


@dataclass(frozen=True)
class Job:
    """Something to be decided. Without a level it is advice for a person."""

    game: str
    data: str | None
    """The folder of an owner's corrections."""
    match: str
    """Which match it is; one in which something was taken back counts as another."""
    seat: str
    level: str | None
    seed: str
    sealed: bytes


Answer = Decision | str
"""What is sent back: a decision, or what went wrong."""


def frame(value: Job | Answer) -> bytes:
    """A value as it goes over the pipe."""
    data = pickle.dumps(value)
    return len(data).to_bytes(HEADER, "big") + data


class Thinker:
    """Decides, one job after another."""

    def __init__(self) -> None:
        self._players: OrderedDict[tuple[str, str, str | None], Desk | Adviser] = OrderedDict()

    def decide(self, job: Job) -> Answer:
        """The decision, or the error that prevented it: whoever sent the job must be told in any case."""
        try:
            game = stavka.game(job.game, data=None if job.data is None else Path(job.data))
            seen = unseal(game, job.sealed)
            key = (job.match, job.seat, job.level)
            player = self._players.pop(key, None) or (
                Adviser(game) if job.level is None else Desk(game, job.level, job.seed))
            self._players[key] = player
            if len(self._players) > KEPT:
                self._players.popitem(last=False)
            return player.advise(seen) if isinstance(player, Adviser) else player.decide(seen)
        except Exception:
            return traceback.format_exc()

    def serve(self, source: BinaryIO, out: BinaryIO) -> None:
        """Answer jobs until there are no more."""
        while len(header := source.read(HEADER)) == HEADER:
            job: Job = pickle.loads(source.read(int.from_bytes(header, "big")))
            out.write(frame(self.decide(job)))
            out.flush()


def main() -> None:
    """Be such a process: behind those that serve people, and deaf to the keyboard."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(10)
    out = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # whatever is printed by accident must not get between answers
    with contextlib.suppress(BrokenPipeError):  # nobody waits for the answer any more
        Thinker().serve(sys.stdin.buffer, out)


__all__ = ["COMMAND", "HEADER", "Answer", "Job", "Thinker", "frame", "main"]
