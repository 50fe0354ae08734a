"""Computer players, as the table knows them: something that makes a choice for a seat.

>>> import stavka
>>> match = stavka.game(stavka.games()[0]).start(seed=1)
>>> find("random").choose(match, match.offer.seat) in match.offer
True
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Protocol

from ..kit.data import Words
from ..match import Match
from .words import Refused, say

PREFIX = "computer:"
"""How a seat held by a computer is written: ``computer:LEVEL``."""


class Computer(Protocol):
    """A computer player. It is handed a copy of the match with dice of its own and must look only at what its seat
    may see; it runs in a thread, so that it may take its time. Its choice is checked like anybody's."""

    @property
    def name(self) -> Words:
        """What people read."""

    def choose(self, match: Match, seat: str) -> str:
        """A choice of the current offer, which is this seat's."""


class Chance:
    """Makes random legal choices: an opponent to learn the buttons with, and the proof that play never gets stuck."""

    name = say("player.random")

    def choose(self, match: Match, seat: str) -> str:
        """Any of the choices, each as likely as the other."""
        if match.offer is None:
            raise ValueError("the match is over")
        return match.offer.nth(random.randrange(len(match.offer)))


LEVELS: dict[str, Computer] = {"random": Chance()}
"""The computer players that exist, weakest first."""


def find(level: str) -> Computer:
    """A computer player by its level."""
    if level not in LEVELS:
        raise Refused("unknown_player", player=level, known=", ".join(LEVELS))
    return LEVELS[level]


def of_kind(kind: str) -> Computer | None:
    """The computer player that holds a seat of this kind, if one does."""
    return LEVELS.get(kind.removeprefix(PREFIX)) if kind.startswith(PREFIX) else None


def describe(levels: Mapping[str, Computer] = LEVELS) -> list[dict[str, object]]:
    """The computer players for the lobby."""
    return [{"key": f"{PREFIX}{level}", "name": computer.name} for level, computer in levels.items()]
