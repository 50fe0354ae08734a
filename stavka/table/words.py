"""What the table itself says: its refusals and the names of what it shows, in both languages.

Games have words of their own; these are about links, storage and messages, which no game knows of.

>>> say("refused.unknown_match")["es"]
'No existe esa partida.'
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ..errors import Illegal, told
from ..kit.data import Folder
from ..kit.words import LANGUAGES, Catalogue, Message, flatten

__all__ = ["LANGUAGES", "Refused", "in_words", "say"]

_folder = Folder(Path(__file__).parent)
_words = Catalogue(**{language: flatten(_folder.read(f"words.{language}.toml")) for language in LANGUAGES})


def say(key: str, **args: Any) -> dict[str, str]:
    """One text of the table in every language. An argument may itself be words in every language."""
    return {
        language: _words.say(Message(key, {
            name: value[language] if isinstance(value, dict) else value for name, value in args.items()}), language)
        for language in LANGUAGES
    }


def in_words(error: Exception) -> dict[str, str]:
    """What went wrong, in every language, as far as the error has words of its own."""
    return {language: told(error, language) for language in LANGUAGES}


CLOSED = 4000
"""Where the codes begin with which a program closes a socket for reasons of its own."""


class Refused(Exception):
    """Something the table does not do: why, by which rule, and the HTTP status that fits. Nothing has been changed."""

    def __init__(self, key: str, *, status: int = 400, **args: Any) -> None:
        self.reason = say(f"refused.{key}", **args)
        self.rule: str | None = None
        self.status = status
        super().__init__(self.reason["en"])

    @property
    def close_code(self) -> int:
        """The code with which a socket is closed that is refused."""
        return CLOSED + self.status

    @classmethod
    def of(cls, illegal: Illegal) -> Refused:
        """The refusal of a game, to be sent on."""
        refused = cls.__new__(cls)
        refused.reason = {language: illegal.say(language) for language in LANGUAGES}
        refused.rule = illegal.rule
        refused.status = 400
        Exception.__init__(refused, refused.reason["en"])
        return refused
