"""A player at work on one seat: its choices, and the plan of each of its own phases as it begins."""

from __future__ import annotations

import hashlib
from typing import Any, NamedTuple

from stavka.game import Game
from stavka.kit.words import Message

from .base import Effort
from .commander import LEVELS, Commander, RandomPlayer
from .seen import Seen

RANDOM = "random"
USUAL = "regular"
"""The player that somebody who asks for no other gets, where the game has it."""
BRIEF = Effort(simulations=24, samples=4, depth=2, seconds=5.0)
"""How hard an adviser thinks about a hint."""


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


def advise(seen: Seen, level: str = USUAL) -> Decision:
    """A choice for somebody who plays himself, and the plan behind it."""
    adviser = Commander(seen.game, level, seed="hint", effort=BRIEF if level == USUAL else None)
    choice = adviser.choose(seen)
    adviser.consider(seen)
    return Decision(choice, adviser.messages)


__all__ = ["BRIEF", "RANDOM", "USUAL", "Decision", "Desk", "advise", "seed_for"]
