"""What the players say about their plans, in English and Spanish."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from stavka.game import Game
from stavka.kit.data import Folder
from stavka.kit.words import Catalogue, Message, flatten


@cache
def templates(language: str) -> dict[str, str]:
    """The templates of a language."""
    return flatten(Folder(Path(__file__).parent).read(f"words.{language}.toml"))


def say(game: Game[Any], message: Message, language: str) -> str:
    """A message of the players, or of the game they play, as a sentence: it begins with a capital."""
    told = _told(game, message, language)
    return told[:1].upper() + told[1:]


def _told(game: Game[Any], message: Message, language: str) -> str:
    """The same as part of a sentence; an idea is a message in a message."""
    args = {key: _told(game, value, language) if isinstance(value, Message) else value
            for key, value in message.args.items()}
    plain = Message(message.key, args, message.rules)
    if message.key in templates(language):
        return _catalogue().say(plain, language)
    return game.say(plain, language)


@cache
def _catalogue() -> Catalogue:
    return Catalogue(templates("en"), templates("es"))
