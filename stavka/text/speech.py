"""The words of the text table, in the language of the moment."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from stavka.game import Game
from stavka.kit.data import Folder
from stavka.kit.words import LANGUAGES, Catalogue, Message, flatten


@cache
def catalogue() -> Catalogue:
    """The table's own words, from ``words/text.*.toml``."""
    folder = Folder(Path(__file__).parent.parent / "words")
    en, es = (flatten(folder.read(f"text.{language}.toml")) for language in LANGUAGES)
    return Catalogue(en, es)


def preferred_language(environment: Mapping[str, str] = os.environ) -> str:
    """The language somebody has asked for in the environment; English if it is none of ours.

    >>> preferred_language({"LANG": "es_AR.UTF-8"}), preferred_language({"LANG": "C"})
    ('es', 'en')
    >>> preferred_language({"LANG": "es_ES.UTF-8", "STAVKA_LANG": "en"})
    'en'
    """
    for name in ("STAVKA_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        language = environment.get(name, "")[:2].casefold()
        if environment.get(name):
            return language if language in LANGUAGES else "en"
    return "en"


class Speech:
    """Says things in a language that can be changed at any time.

    >>> speech = Speech("es")
    >>> speech("wind.W"), speech.count("count.units", 1)
    ('O', '1 unidad')
    """

    def __init__(self, language: str = "en") -> None:
        self.language = language

    def __call__(self, key: str, **args: Any) -> str:
        return catalogue().say(Message(key, args), self.language)

    def has(self, key: str) -> bool:
        """Whether the table has words for this."""
        return catalogue().has(key)

    def count(self, key: str, number: int, **args: Any) -> str:
        """A number of things: the key has words for ``one`` and for ``many``."""
        return self(f"{key}.{'one' if number == 1 else 'many'}", n=number, **args)

    def tell(self, game: Game[Any], message: Message) -> str:
        """A message of the game, with its rules in brackets."""
        return game.say(message, self.language) + cited(message.rules)

    def word(self, game: Game[Any], kind: str, key: str) -> str:
        """The name of a thing games have names of their own for: the game's, else the table's, else its key."""
        full = f"{kind}.{key}"
        if game.words.has(full):
            return game.say(Message(full), self.language)
        return self(full) if self.has(full) else key.replace("_", " ")


def cited(rules: Iterable[str | None]) -> str:
    """Rule numbers in brackets, or nothing.

    >>> cited(["8.3", None, "9.1"]), cited([])
    (' [8.3, 9.1]', '')
    """
    numbers = ", ".join(rule for rule in rules if rule)
    return f" [{numbers}]" if numbers else ""


def number(value: float) -> str:
    """A number as people write it: halves as .5, whole ones without a point.

    >>> number(2.0), number(1.5)
    ('2', '1.5')
    """
    return f"{value:g}"


def percent(share: float) -> str:
    """A share of one in whole percents.

    >>> percent(1 / 6)
    '17 %'
    """
    return f"{share * 100:.0f} %"
