"""Who plays the other seats of a Gymnasium environment."""

from __future__ import annotations

import random
from collections.abc import Callable
from importlib import import_module
from typing import Any

from stavka.game import Game
from stavka.match import Match

Opponent = Callable[[Match, str], str]
"""Makes a choice for a seat. It is handed a copy of the match, with dice of its own."""


class RandomOpponent:
    """Uniform random legal choices."""

    def __init__(self, seed: int | str | None = None) -> None:
        self._rng = random.Random(seed)

    def __call__(self, match: Match, seat: str) -> str:
        assert match.offer is not None
        return match.offer.nth(self._rng.randrange(len(match.offer)))


def find(opponent: str | Opponent, game: Game[Any], seed: int | str) -> Opponent:
    """The opponent of this name for the match with this seed: ``random``, or one of the computer players.

    >>> import stavka
    >>> match = stavka.game("dagc").start(seed=1)
    >>> find("random", match.game, 7)(match, "soviet") in match.offer
    True
    """
    if not isinstance(opponent, str):
        return opponent
    if opponent == "random":
        return RandomOpponent(f"random {seed}")
    try:
        players: Any = import_module("stavka.players")
        player = players.player(opponent, game, seed=seed)
    except (ImportError, ValueError) as error:
        raise ValueError(f"there is no opponent {opponent!r}: give 'random' or a function of match and seat") from error

    def choose(match: Match, _seat: str) -> str:
        choice: str = player.choose(players.Seen.of(match))
        return choice

    return choose
