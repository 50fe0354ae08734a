"""What a seat sees, as bytes for another process: nothing that the seat may not know, and nothing of the dice.

What is sent is an imagined match, in which everything hidden has been drawn anew, and the offer as it really is. To
imagine again from an imagined match comes to the same as to imagine from the match itself, so a player who gets these
bytes decides just as one who sits at the table does.
"""

from __future__ import annotations

from typing import Any

from stavka.game import Game
from stavka.kit.dice import Dice
from stavka.match import Match

from .seen import Seen

ANY = 1
"""Which of the matches a seat may imagine is sent: any will do."""


def seal(seen: Seen) -> bytes:
    """What a seat sees, to be opened by :func:`unseal`."""
    return seen.imagine(ANY).packed()


def unseal(game: Game[Any], sealed: bytes) -> Seen:
    """What was sealed for this game, as a player is given it. Only ever of what this very program has sealed.

    >>> import stavka
    >>> match = stavka.game("dagc").start(seed=1)
    >>> unseal(match.game, seal(Seen.of(match))).view == match.view("soviet")
    True
    """
    return Seen.of(Match.unpacked(game, sealed, Dice.seeded("sealed")))


__all__ = ["seal", "unseal"]
