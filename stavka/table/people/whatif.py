"""The planning board: a copy of the position in which one moves for all sides, and a sketch on one's own map.

The copy is made from what its owner may know: everything hidden from him is drawn anew, so that it can tell him
nothing. It lives in memory alone, has links of its own, and nothing leads from it to the match.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

from msgspec import Meta, Struct

from ...game import Game
from ...journal import Journal
from ...match import Match
from ..audience import WATCHERS
from ..chronicle import Chronicle, status_of
from ..room import Room
from ..store import Hear, Line, Signal, Status, Store, Stored, Summary
from .affairs import Affairs
from .steward import new_token

if TYPE_CHECKING:
    from ..hall import Hall

PLACES = 200
"""The most arrows, and the most notes, of a sketch."""

Place = Annotated[str, Meta(max_length=40)]


class Sketch(Struct, forbid_unknown_fields=True, frozen=True):
    """What a player has drawn on his map: arrows from hex to hex, and notes."""

    arrows: Annotated[list[tuple[Place, Place]], Meta(max_length=PLACES)] = []
    notes: Annotated[dict[Place, Annotated[str, Meta(max_length=200)]], Meta(max_length=PLACES)] = {}


def what_if(hall: Hall, room: Room, seat: str) -> Stored:
    """A copy of a match as this seat might see it, in a room of its own; who holds its links holds all its seats."""
    start = room.match.imagine(seat, secrets.randbelow(2**31))
    stored = Stored(
        id=f"copy-{secrets.token_urlsafe(9)}", game=room.game.key, scenario=room.match.scenario, key="",
        seats={other: "me" if other == seat else "friend" for other in room.game.seats},
        tokens={other: new_token() for other in (*room.game.seats, WATCHERS)}, created=time.time(),
        lines=[Journal.begin(start).lines[0]], statuses=[status_of(start)])
    chronicle = _CopyChronicle(room.game, stored, start)
    hall.rooms[stored.id] = Room(room.game, stored, _Nowhere(), hall.thinkers, (Affairs(copy_of=room.id), 0), None,
                                 chronicle)
    return stored


class _CopyChronicle(Chronicle):
    """The chronicle of a match that begins in the middle."""

    def __init__(self, game: Game[Any], stored: Stored, start: Match) -> None:
        self._start = start
        self._seed = secrets.randbelow(2**31)
        super().__init__(game, stored)

    def _begin(self, header: Line) -> Match:
        match = self._start.copy(seed=self._seed)
        match.journal = Journal([header])
        return match


class _Nowhere(Store):
    """A store that keeps nothing."""

    shared = False

    async def open(self, hear: Hear) -> None:
        """There is nothing to open."""

    async def close(self) -> None:
        """There is nothing to close."""

    async def add(self, match: Stored) -> None:
        """Nothing is kept."""

    async def load(self, id: str) -> Stored | None:
        return None

    async def append(self, id: str, n: int, lines: Sequence[Line], statuses: Sequence[Status], at: float) -> None:
        """Nothing is kept."""

    async def since(self, id: str, n: int) -> tuple[list[Line], list[Status]]:
        return [], []

    async def summaries(self, tokens: Sequence[str] | None, limit: int = 500, *, matches: Sequence[str] = ()) -> list[
            Summary]:
        return []

    async def talk(self, id: str, limit: int = 200) -> list[dict[str, Any]]:
        return []

    async def add_talk(self, id: str, seat: str | None, text: str, at: float) -> None:
        """Nothing is kept."""

    async def signal(self, signal: Signal) -> None:
        """Nobody else is listening."""

    async def prepare(self, schema: str) -> None:
        """There are no tables."""

    async def rows(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        return []

    async def write(self, statements: Sequence[tuple[str, Sequence[Any]]]) -> None:
        """Nothing is kept."""
