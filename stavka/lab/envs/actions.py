"""Actions are numbers: every choice of a game has one, and it never changes.

The three kinds of click come one after the other, each in the order of the game's data: units, then hexes and boxes,
then buttons.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from stavka.game import Game
from stavka.match import Offer

Mask = NDArray[np.int8]
"""One entry an action: 1 if it is offered."""


class Actions:
    """The fixed set of actions of a game.

    >>> import stavka
    >>> actions = Actions(stavka.game("dagc"))
    >>> actions.number["do:end_phase"] == len(actions) - len(stavka.game("dagc").buttons)
    True
    >>> actions.choice(0)
    'unit:G-3SSPz'
    """

    def __init__(self, game: Game[Any]) -> None:
        self.choices = tuple(game.choices)
        """The choice of every action."""
        self.number = {choice: n for n, choice in enumerate(self.choices)}
        """The action of every choice."""
        self.units = len(game.unit_choices)
        """So many actions are units; those that follow are places."""
        self.buttons = len(self.choices) - len(game.buttons)
        """The actions from this one on are buttons."""

    def __len__(self) -> int:
        return len(self.choices)

    def choice(self, action: int) -> str:
        """The choice that an action makes."""
        return self.choices[action]

    def offered(self, offer: Offer | None) -> list[int]:
        """The actions of an offer, in its order; none if nothing is offered."""
        if offer is None:
            return []
        number = self.number
        return [number[choice] for choice in offer.choices]

    def mask(self, offer: Offer | None) -> Mask:
        """The mask of an offer; all zeros if nothing is offered."""
        mask = np.zeros(len(self.choices), np.int8)
        mask[self.offered(offer)] = 1
        return mask


@cache
def actions(game: Game[Any]) -> Actions:
    """The actions of a game, made once."""
    return Actions(game)
