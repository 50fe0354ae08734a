"""How a game's counters and charts are shown: the plain data that ``display.py`` of a game is made of.

Nothing here decides anything. Charts are made from the tables that the rules read, so they cannot disagree.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .data import Source, Table, Words
from .tables import ColumnTable
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


def said(catalogue: Catalogue, key: str, **args: Any) -> Words:
    """A message of the catalogue in every language."""
    return {language: catalogue.say(Message(key, args), language) for language in LANGUAGES}


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


def results_chart(key: str, table: Table, crt: ColumnTable) -> Chart:
    """A results table with what its results mean; what is our reconstruction is marked.

    ``table`` is the table of ``charts.toml`` that ``crt`` was read from: with a ``name``, a ``source``, ``results``
    that have names and, where only some of the columns are reconstructed, their numbers (``reconstructed_columns``).
    """
    ours = [(-1, column + 1) for column in table.wholes("reconstructed_columns")] if (
        "reconstructed_columns" in table.values) else []
    if table.source().reconstructed:
        ours += [(row, column + 1) for row in range(len(crt.rows)) for column in range(len(crt.headings))]
    return {
        "key": key,
        "title": table.words("name"),
        "source": str(table.source()),
        "columns": [words("Die", "Dado"), *(both(heading) for heading in crt.headings)],
        "rows": [[both(die), *(both(result) for result in row)] for die, row in crt.rows.items()],
        "notes": [note(f"{result}: ", entry.words("name"), entry.source())
                  for result, entry in table.table("results").tables()],
        "reconstructed": ours,
    }


def is_ours(table: Table, key: str) -> bool:
    """Whether a value of a chart is our reconstruction, by the mark that goes with it."""
    marks = table.values.get("source", {})
    return isinstance(marks, dict) and key in marks and Source.parse(marks[key]).reconstructed


__all__ = ["Chart", "Face", "Row", "both", "flag", "group", "is_ours", "note", "results_chart", "said", "section",
           "symbols", "words"]
