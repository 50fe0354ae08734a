"""How a game's counters and charts are shown: the plain data that ``display.py`` of a game is made of.

Nothing here decides anything. Charts are made from the tables that the rules read, so they cannot disagree.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .data import Source, Table, Words
from .words import LANGUAGES, Catalogue, Message

Face = dict[str, str]
"""What is printed on one side of a counter, by corner: left, right, top_left, bottom ..."""
Row = list[Words]
Chart = dict[str, Any]

NO_BAND = "#00000000"


def both(value: object) -> Words:
    """One text that serves for every language: a number, a sign.

    >>> both(3)
    {'en': '3', 'es': '3'}
    """
    return dict.fromkeys(LANGUAGES, str(value))


def words(english: str, spanish: str) -> Words:
    """A text in both languages."""
    return {"en": english, "es": spanish}


def said(catalogue: Catalogue, key: str) -> Words:
    """A message of the catalogue in every language."""
    return {language: catalogue.say(Message(key), language) for language in LANGUAGES}


def section(catalogue: Catalogue, name: str) -> dict[str, Words]:
    """All messages of a section of the catalogue, by what follows its name: ``track``, ``points``, ``outcome`` ..."""
    keys = [key for key in catalogue.templates["en"] if key.startswith(f"{name}.")]
    return {key.removeprefix(f"{name}."): said(catalogue, key) for key in keys}


def group(fill: str, ink: str, accent: str, name: Words, band: str = NO_BAND) -> dict[str, Any]:
    """The colours of a group of counters."""
    return {"fill": fill, "ink": ink, "band": band, "accent": accent, "name": name}


def flag(short: str, shape: str, colour: str, name: Words) -> dict[str, Any]:
    """A sign that lies on a counter or in a hex; colours that people who see no red or green can tell apart."""
    return {"short": short, "shape": shape, "colour": colour, "name": name}


def symbols(entities: Mapping[str, str]) -> dict[str, str]:
    """The NATO symbols of kinds of unit, from the six digits of each that differ, as 20-digit identification codes."""
    return {kind: f"1003100000{entity}0000" for kind, entity in entities.items()}


def note(before: str, text: Words, source: Source) -> Words:
    """A note under a chart, with where it comes from."""
    return {language: f"{before}{text[language]} ({source.note})" for language in LANGUAGES}


def is_ours(table: Table, key: str) -> bool:
    """Whether a value of a chart is our reconstruction, by the mark that goes with it."""
    marks = table.values.get("source", {})
    return isinstance(marks, dict) and key in marks and Source.parse(marks[key]).reconstructed


__all__ = ["Chart", "Face", "Row", "both", "flag", "group", "is_ours", "note", "said", "section", "symbols",
           "words"]
