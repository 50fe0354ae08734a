"""Journals that people bring, replayed in a process of their own.

A journal is a program that its sender has written: a hundred kilobytes of choosing and taking back can cost many
seconds. So it is replayed where nobody waits for it, one at a time, with a limit of time and memory; what comes back is
what there is to store.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from asyncio.subprocess import PIPE
from pathlib import Path
from typing import Any

import msgspec

import stavka

from ..errors import JournalError
from ..game import Game
from ..journal import read_header, read_lines, replay
from ..match import Match
from .chronicle import status_of
from .store import Line, Status
from .words import Refused, in_words, say

SECONDS = 20
"""How long a journal may take to replay."""
MEMORY = 1 << 30
"""How much memory it may take, in bytes."""
MOST_LINES = 20_000
"""The most lines it may have; a long match has three thousand."""
WAITING = 8
"""So many may wait to be replayed; others are asked to come back."""
COMMAND = [sys.executable, "-c", "from stavka.table.brought import main; main()"]


class Begun(msgspec.Struct):
    """A match as there is to store of it: its journal so far, and where it stood after every line."""

    game: str
    scenario: str
    key: str
    lines: list[Line]
    statuses: list[Status]
    fallen: list[int] | None = None
    """The rolls of a journal that came without the key of its dice."""
    study: str = ""
    """Why somebody may know its dice; see :class:`~.people.affairs.Affairs`."""

    @classmethod
    def of(cls, match: Match, study: str = "") -> Begun:
        """A match before its first choice."""
        assert match.journal is not None
        return cls(match.game.key, match.scenario, match.position.dice.key.hex(), match.journal.lines,
                   [status_of(match)], study=study)


class _Job(msgspec.Struct):
    journal: str
    data: str | None


class _Done(msgspec.Struct):
    begun: Begun | None = None
    error: dict[str, str] = {}
    """What was wrong, in every language."""


def bring(text: str, game: Game[Any]) -> Begun:
    """Replay a journal, comparing everything that can be compared."""
    lines = read_lines(text, "journal")
    if len(lines) > MOST_LINES:
        raise JournalError("journal", MOST_LINES, "too_long")
    statuses: list[Status] = []
    match = replay(lines, game, "journal", lambda match: statuses.append(status_of(match)))
    assert match.journal is not None
    fallen = None if "key" in lines[-1] else [face for line in lines[1:] for face in line.get("dice", ())]
    return Begun(game.key, match.scenario, match.position.dice.key.hex(), match.journal.lines, statuses, fallen,
                 "import")


class Customs:
    """Where journals are looked at before they come in."""

    def __init__(self) -> None:
        self._one = asyncio.Lock()
        self._waiting = 0

    async def bring(self, text: str, game: Game[Any]) -> Begun:
        """A journal, replayed elsewhere; refused with the reason if it does not replay, or not in time."""
        if self._waiting >= WAITING:
            raise Refused("too_often", status=429, seconds=SECONDS)
        self._waiting += 1
        try:
            async with self._one:
                done = await _elsewhere(_Job(text, None if game.folder.overlay is None else str(game.folder.overlay)))
        finally:
            self._waiting -= 1
        if done.begun is None:
            raise Refused("journal", cause=done.error)
        return done.begun


async def _elsewhere(job: _Job) -> _Done:
    process = await asyncio.create_subprocess_exec(*COMMAND, stdin=PIPE, stdout=PIPE)
    try:
        async with asyncio.timeout(2 * SECONDS):  # on a busy machine its own time passes more slowly
            out, _ = await process.communicate(msgspec.json.encode(job))
    except TimeoutError:
        out = b""
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()
    return msgspec.json.decode(out, type=_Done) if out else _Done(error=say("brought.slow", seconds=SECONDS))


def _limit_oneself() -> None:
    """Where the system can: be last in line, and end when time or memory is spent."""
    with contextlib.suppress(ImportError, AttributeError, OSError, ValueError):
        import resource

        os.nice(5)
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def main() -> None:
    """The other process: a journal comes in, what there is to store goes out."""
    _limit_oneself()
    job = msgspec.json.decode(sys.stdin.buffer.read(), type=_Job)
    try:
        header = read_header(read_lines(job.journal.partition("\n")[0], "journal"), "journal")
        done = _Done(bring(job.journal, stavka.game(header["game"], data=None if job.data is None else Path(job.data))))
    except JournalError as error:
        done = _Done(error=in_words(error))
    except MemoryError:
        done = _Done(error=say("brought.large"))
    sys.stdout.buffer.write(msgspec.json.encode(done))
