"""What goes wrong, said plainly."""

from __future__ import annotations

from collections.abc import Callable

from .kit.words import Message


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


class JournalError(ValueError):
    """A journal cannot be read or does not replay; the message names the line and the cause."""

    def __init__(self, where: str, line: int, cause: str) -> None:
        self.line = line
        self.cause = cause
        super().__init__(f"{where}, line {line}: {cause}")


class SituationError(ValueError):
    """A written position is wrong; the message names the key and the cause."""
