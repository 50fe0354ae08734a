"""Computer players that see only what their seat sees.

>>> import stavka
>>> from stavka.players import play, player
>>> game = stavka.game("dagc")
>>> match = game.start("historical", seed=3)
>>> play(match, {seat: player("random", game, seed=seat) for seat in game.seats}).result is not None
True
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from stavka.game import Game
from stavka.kit.words import Message
from stavka.match import Match
from stavka.staff import LEVELS, Mind, Staff

from .base import EFFORTS, Budget, Cut, Effort, Player, Variant
from .commander import Commander, RandomPlayer, staff_of
from .desk import HINTS, RANDOM, USUAL, Adviser, Decision, Desk, seed_for
from .plans import Chapter, Plan, Plans, tell, tell_plan
from .sealed import seal, unseal
from .seen import Seen
from .words import say

NAMES = (RANDOM, *LEVELS)
"""The players there are, weakest first."""


def levels_of(game: Game[Any]) -> tuple[str, ...]:
    """The players that can play a game, weakest first: those who use a staff only where it has one.

    >>> import stavka
    >>> levels_of(stavka.game("dagc"))
    ('random', 'novice', 'regular', 'veteran', 'marshal')
    """
    return (RANDOM,) if game.staff is None else (RANDOM, *game.staff.levels)


def usual_level(game: Game[Any]) -> str:
    """The level of a player that nobody has chosen a level for: the usual one, or the best the game has."""
    levels = levels_of(game)
    return USUAL if USUAL in levels else levels[-1]


def player(level: str, game: Game[Any], seed: int | str = 0, effort: Effort | None = None) -> Player:
    """A player of a level. The same seed gives the same player.

    >>> import stavka
    >>> player("novice", stavka.game("dagc"), seed=1).level
    'novice'
    """
    if level == RANDOM:
        return RandomPlayer(game, seed)
    if level not in LEVELS:
        raise ValueError(f"there is no player {level!r}; there are {', '.join(NAMES)}")
    return Commander(game, level, seed, effort)


def play(match: Match, players: Mapping[str, Player], *, until: int | None = None) -> Match:
    """Let players play a match to its end, or for so many choices."""
    made = 0
    while (offer := match.offer) is not None and (until is None or made < until):
        match.choose(players[offer.seat].choose(Seen.of(match)))
        made += 1
    return match


@dataclass(frozen=True)
class Hint:
    """What a player would do, and why."""

    choice: str
    words: str


def hint(seen: Seen, lang: str = "en", level: str | None = None) -> Hint:
    """A suggestion for somebody who plays himself: a choice, and the plan behind it in words.

    Whoever wants hint after hint keeps an :class:`Adviser`, which remembers its plan.
    """
    choice, plan = Adviser(seen.game, level).advise(seen)
    return Hint(choice, "\n".join([*tell(seen.game, plan, lang), suggestion(seen.game, choice, lang)]))


def suggestion(game: Game[Any], choice: str, lang: str) -> str:
    """A suggested choice as a sentence."""
    return say(game, Message("hint.choice", {"choice": game.choice_name(choice, lang)}), lang)


__all__ = ["EFFORTS", "HINTS", "LEVELS", "NAMES", "RANDOM", "USUAL", "Adviser", "Budget", "Chapter", "Commander", "Cut",
           "Decision", "Desk", "Effort", "Hint", "Mind", "Plan", "Plans", "Player", "RandomPlayer", "Seen", "Staff",
           "Variant", "hint", "levels_of", "play", "player", "say", "seal", "seed_for", "staff_of", "suggestion",
           "tell", "tell_plan", "unseal", "usual_level"]
