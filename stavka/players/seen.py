"""What a player is given to decide on: all that his seat may see and ask, and matches that he imagines from it.

Neither the match nor its position is among it. Whatever a player works out, he works out from what his seat sees.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from stavka.game import Game
from stavka.match import Match, Offer


class Seen:
    """One moment of a match in the eyes of one seat.

    >>> import stavka
    >>> match = stavka.game("dagc").start(seed=1)
    >>> seen = Seen.of(match)
    >>> seen.seat, seen.view["turn"], seen.imagine(3).turn
    ('soviet', 1, 1)
    """

    __slots__ = ("_ask", "_imagine", "_view", "game", "offer", "seat")

    def __init__(self, game: Game[Any], seat: str, offer: Offer, view: Callable[[], Mapping[str, Any]],
                 ask: Callable[..., Any], imagine: Callable[[int], Match]) -> None:
        self.game = game
        self.seat = seat
        self.offer = offer
        self._view = view
        self._ask = ask
        self._imagine = imagine

    @classmethod
    def of(cls, match: Match) -> Seen:
        """What the seat to move sees."""
        offer = match.offer
        if offer is None:
            raise ValueError("the match is over: nobody has anything to decide")
        seat = offer.seat

        def ask(question: str, **about: Any) -> Any:
            return match.ask(question, seat=seat, **about)

        return cls(match.game, seat, offer, lambda: match.view(seat), ask, lambda seed: match.imagine(seat, seed))

    @property
    def view(self) -> Mapping[str, Any]:
        """All that the seat may see, as plain data."""
        return self._view()

    def ask(self, question: str, **about: Any) -> Any:
        """A question of the contract, answered for this seat."""
        return self._ask(question, **about)

    def imagine(self, seed: int) -> Match:
        """A match the seat might be in, for all it sees; the same seed gives the same one."""
        return self._imagine(seed)
