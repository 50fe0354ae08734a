"""Computer players, as the table knows them: levels that a game has, and seats that are held by one.

>>> import stavka
>>> [player["key"] for player in describe(stavka.game("dagc"))][:2]
['computer:random', 'computer:novice']
"""

from __future__ import annotations

from typing import Any

from ..game import Game
from ..players import NAMES, RANDOM, levels_of, usual_level
from .words import Refused, say

PREFIX = "computer:"
"""How a seat held by a computer is written: ``computer:LEVEL``."""


def level_of(kind: str) -> str | None:
    """The level of the computer player that holds a seat of this kind, if one does."""
    return kind.removeprefix(PREFIX) if kind.startswith(PREFIX) else None


def check(game: Game[Any], level: str) -> None:
    """Refuse a level that there is not, or that this game has not."""
    known = ", ".join(levels_of(game))
    if level not in NAMES:
        raise Refused("unknown_player", player=level, known=known)
    if level not in levels_of(game):
        raise Refused("missing_player", player=level, game=game.title, known=known)


def can_advise(game: Game[Any]) -> bool:
    """Whether there is a player for this game who could give a reason for a hint."""
    return levels_of(game) != (RANDOM,)


def describe(game: Game[Any]) -> list[dict[str, object]]:
    """The computer players of a game for the lobby, weakest first."""
    usual = usual_level(game)
    return [{"key": f"{PREFIX}{level}", "name": say(f"player.{level}"), "about": say(f"player_about.{level}"),
             "usual": level == usual} for level in levels_of(game)]
