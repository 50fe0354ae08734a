"""What goes wrong, said plainly."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from .kit.data import Flaw, Folder
from .kit.words import LANGUAGES, Catalogue, Message, flatten


class Illegal(Exception):
    """A choice or question that the rules, or the position, do not allow. Nothing has been changed.

    ``reason`` says why in English and ``rule`` which rule forbids it (None if it is not a matter of rules).
    :meth:`say` gives the reason in another language.
    """

    def __init__(self, message: Message, say: Callable[[Message, str], str]) -> None:
        self.message = message
        self._say = say
        self.reason = say(message, "en")
        self.rule = message.rule
        super().__init__(self.reason + (f" ({', '.join(message.rules)})" if message.rules else ""))

    def say(self, language: str = "en") -> str:
        """The reason in a language."""
        return self._say(self.message, language)


@cache
def catalogue() -> Catalogue:
    """The words of what goes wrong with files that people bring, from ``words/errors.*.toml``."""
    folder = Folder(Path(__file__).parent / "words")
    words = Catalogue(**{language: flatten(folder.read(f"errors.{language}.toml")) for language in LANGUAGES})
    words.name_with("error", told)
    return words


def told(error: Exception, language: str = "en") -> str:
    """An error in a language: in its own words if it has them, a refusal with its rules."""
    if isinstance(error, Illegal):
        return error.say(language) + (f" ({', '.join(error.message.rules)})" if error.message.rules else "")
    if isinstance(error, Flaw):
        return _translated(error, language)
    return error.say(language) if isinstance(error, JournalError) else str(error)


@cache
def sentences(language: str) -> Mapping[str, str]:
    """English sentences about flaws in a language: those of all games, and each game's own beside its rules."""
    here = Path(__file__).parent
    files = [here / "words" / f"flaws.{language}.toml", *sorted(here.glob(f"games/*/flaws.{language}.toml"))]
    return {english: said for file in files if file.is_file()
            for english, said in tomllib.loads(file.read_text(encoding="utf-8")).items()}


def _translated(flaw: Flaw, language: str) -> str:
    """A flaw in a language; what it is about may be another error, or words that have a translation themselves."""
    known = sentences(language)
    about = {key: told(value, language) if isinstance(value, Exception)
             else known.get(value, value) if isinstance(value, str) else value for key, value in flaw.about.items()}
    return flaw.put(known.get(flaw.sentence, flaw.sentence), about)


class JournalError(ValueError):
    """A journal cannot be read or does not replay; the message names the line and the cause.

    ``flaw`` is a key of ``words/errors.*.toml`` under ``journal``; :meth:`say` gives the message in another language.
    """

    def __init__(self, where: str, line: int, flaw: str, **args: Any) -> None:
        self.where = where
        self.line = line
        self.message = Message(f"journal.{flaw}", args)
        super().__init__(self.say())

    def say(self, language: str = "en") -> str:
        """What is wrong, and where, in a language."""
        cause = catalogue().say(self.message, language)
        return catalogue().say(Message("journal.where", {"where": self.where, "line": self.line, "cause": cause}),
                               language)


class SituationError(Flaw):
    """A written position is wrong; the message names the key and the cause."""
