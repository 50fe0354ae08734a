"""The command line's own sentences in the reader's language.

Python's argparse looks its sentences up by their English words, with gettext; here is where it finds them.
"""

from __future__ import annotations

import argparse
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

WORDS = Path(__file__).parent.parent / "words"


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
