"""The command line's own sentences in the reader's language.

Python's argparse looks its sentences up by their English words, with gettext; here is where it finds them.
"""

from __future__ import annotations

import argparse
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from stavka.kit.words import LANGUAGES

from .speech import Speech, preferred_language

WORDS = Path(__file__).parent.parent / "words"


class Complaint(Exception):
    """Something the user got wrong, said in his language."""


def wanted_language(words: Sequence[str]) -> str:
    """The language of help and complaints, which must be known before the rest is read."""
    early = argparse.ArgumentParser(add_help=False, allow_abbrev=False, exit_on_error=False)
    early.add_argument("--lang", default="")
    try:
        lang = early.parse_known_args(list(words))[0].lang
    except argparse.ArgumentError:
        lang = ""
    return lang if lang in LANGUAGES else preferred_language()


def add_language(parser: argparse.ArgumentParser, speech: Speech) -> None:
    """Let a command be told its language."""
    parser.add_argument("--lang", choices=LANGUAGES, default=argparse.SUPPRESS, help=speech("cli.lang"))


@cache
def sentences(language: str) -> Mapping[str, str]:
    """What argparse says, in a language other than English, under its English words."""
    file = WORDS / f"arguments.{language}.toml"
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}


def speak(language: str) -> None:
    """From now on argparse speaks this language."""
    known = sentences(language)

    def one(english: str) -> str:
        return known.get(english, english)

    def one_or_more(single: str, several: str, number: int) -> str:
        return one(single if number == 1 else several)

    vars(argparse).update({"_": one, "ngettext": one_or_more})
