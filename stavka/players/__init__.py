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

from .base import Budget, Cut, Effort, Mind, Player, Staff, Variant
from .commander import LEVELS, Commander, RandomPlayer, staff_of
from .seen import Seen
from .words import say

BRIEF = Effort(simulations=6, samples=1, depth=2, seconds=5.0)
"""How hard an adviser thinks about a hint."""
NAMES = ("random", *LEVELS)
"""The players there are, weakest first."""


def player(level: str, game: Game[Any], seed: int | str = 0, effort: Effort | None = None) -> Player:
    """A player of a level. The same seed gives the same player.

    >>> import stavka
    >>> player("novice", stavka.game("dagc"), seed=1).level
    'novice'
    """
    if level == "random":
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


def hint(seen: Seen, lang: str = "en", level: str = "regular") -> Hint:
    """A suggestion for somebody who plays himself: a choice, and the plan behind it in words."""
    adviser = Commander(seen.game, level, seed="hint", effort=BRIEF if level == "regular" else None)
    choice = adviser.choose(seen)
    adviser.consider(seen)
    return Hint(choice, adviser.plan(lang) + "\n" + say(seen.game, Message("hint.choice", {
        "choice": name_choice(seen.game, choice, lang)}), lang))


def name_choice(game: Game[Any], choice: str, lang: str) -> str:
    """A choice as people say it."""
    kind, _, name = choice.partition(":")
    if kind == "unit":
        words: Mapping[str, str] = game.counters[name].name
        return words[lang]
    return game.hex_name(name, lang) if kind == "hex" else game.say(Message(f"button.{name}"), lang)


__all__ = ["LEVELS", "NAMES", "Budget", "Commander", "Cut", "Effort", "Hint", "Mind", "Player", "RandomPlayer", "Seen",
           "Staff", "Variant", "hint", "name_choice", "play", "player", "say", "staff_of"]
