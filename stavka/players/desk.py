"""A player at work on one seat: its choices, and the plan of each of its own phases as it begins."""

from __future__ import annotations

import hashlib
from typing import Any, NamedTuple

from stavka.game import Game
from stavka.kit.words import Message
from stavka.staff import LEVELS

from .commander import Commander, RandomPlayer, staff_of
from .seen import Seen

RANDOM = "random"
USUAL = "regular"
"""The player that somebody who asks for no other gets, where the game has it."""
HINTS = "hint"
"""The seed of advisers: the same position gets the same hint."""


def seed_for(key: bytes, seat: str) -> str:
    """The seed of the player of a seat: the same in the same match, and nobody can tell the dice from it, or it from
    anything that is known before the key of the dice is published."""
    return hashlib.sha256(b"stavka computer player " + seat.encode() + b" " + key).hexdigest()


class Decision(NamedTuple):
    """A choice and, where a phase of one's own has just been planned, the plan as messages."""

    choice: str
    plan: tuple[Message, ...] = ()


class Desk:
    """Keeps a player from one choice to the next. One made anew in the middle of a match goes on from there.

    >>> import stavka
    >>> match = stavka.game("dagc").start(seed=1)
    >>> decision = Desk(match.game, "novice", 7).decide(Seen.of(match))
    >>> decision.choice in match.offer, len(decision.plan) > 3
    (True, True)
    """

    def __init__(self, game: Game[Any], level: str, seed: int | str) -> None:
        if level != RANDOM and level not in LEVELS:
            raise ValueError(f"there is no player {level!r}; there are {', '.join((RANDOM, *LEVELS))}")
        self._game = game
        self._player = RandomPlayer(game, seed) if level == RANDOM else Commander(game, level, seed)
        self._planned: tuple[int, str] | None = None

    def decide(self, seen: Seen) -> Decision:
        """What to choose now."""
        player = self._player
        choice = player.choose(seen)
        if not isinstance(player, Commander) or not self._is_own(seen):
            return Decision(choice)
        now = (seen.imagine(0).turn, seen.offer.step)
        if now == self._planned:
            return Decision(choice)
        self._planned = now
        player.consider(seen)
        return Decision(choice, player.messages)

    def _is_own(self, seen: Seen) -> bool:
        """Whether the phase is one of this seat's player turn: a retreat in somebody else's needs no plan."""
        return any(phase.key == seen.offer.step and self._game.turn_of(phase) == phase.seat == seen.seat
                   for phase in self._game.sequence)


class Adviser:
    """Gives hints to somebody who plays a seat himself. Following every one of them plays what that level would play.

    The level is the usual one, if nothing is said, or the best that the game has. It remembers its plan from one hint
    to the next, so there is one for each seat, and a new one when choices were taken back.
    """

    def __init__(self, game: Game[Any], level: str | None = None) -> None:
        levels = staff_of(game).levels
        self._player = Commander(game, level or (USUAL if USUAL in levels else levels[-1]), HINTS)

    def advise(self, seen: Seen) -> Decision:
        """A choice, and the plan behind it."""
        choice = self._player.choose(seen)
        self._player.consider(seen)
        return Decision(choice, self._player.messages)


__all__ = ["HINTS", "RANDOM", "USUAL", "Adviser", "Decision", "Desk", "seed_for"]
