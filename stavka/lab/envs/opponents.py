"""Who plays the other seats of a Gymnasium environment. Like every player, an opponent is given what its seat sees."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from stavka.game import Game
from stavka.players import NAMES, Player, Seen, player

Opponent = Callable[[Seen], str]
"""Makes a choice of the offer, from what the seat to move sees. It gets neither the match nor its dice."""


def find(opponent: str | Player | Opponent, game: Game[Any], seed: int | str) -> Opponent:
    """The opponent for the match with this seed: a level of the computer players by name, a player, or a function.

    >>> import stavka
    >>> seen = Seen.of(stavka.game("dagc").start(seed=1))
    >>> find("novice", seen.game, 7)(seen) in seen.offer
    True
    """
    if isinstance(opponent, str):
        if opponent not in NAMES:
            raise ValueError(f"there is no opponent {opponent!r}: give {', '.join(map(repr, NAMES))}, "
                             "a player, or a function of what its seat sees")
        return player(opponent, game, seed=seed).choose
    return opponent if callable(opponent) else opponent.choose
