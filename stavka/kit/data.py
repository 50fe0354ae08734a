"""The data files of a game: everything printed on its map, counters and charts, in TOML that people edit by hand.

A game has a folder of TOML files. Somebody who owns the printed game can lay a second folder over it (``--data DIR``)
with files of the same names that hold only what differs: tables are merged key by key, any other value replaces the
one below. Whatever is read is checked, and an error names the file, the key and what is wrong with it.

Things of one kind take a line each: what they have in common stands once, under ``[like.KEY]``, and each says
``like = "KEY"`` (or a list of keys, the later ones laid over the earlier) and what is its own.
"""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

SOURCES = {
    "R": "rulebook",
    "P": "public source",
    "H": "history",
    "X": "reconstructed",
}
"""What the letter of a provenance mark stands for."""


class Flaw(ValueError):
    """Something wrong in what somebody wrote: a sentence in English, with names for the things it speaks of.

    Words of another language are found under the sentence itself (:func:`stavka.errors.told`).

    >>> str(Flaw("'{key}' must be {wanted}", where="charts.toml", key="move", wanted="a whole number"))
    "charts.toml: 'move' must be a whole number"
    """

    def __init__(self, sentence: str, *, where: str = "", **about: Any) -> None:
        self.sentence, self.where, self.about = sentence, where, about
        super().__init__(self.put(sentence, about))

    def put(self, sentence: str, about: Mapping[str, Any]) -> str:
        """The sentence in some language, with where it stands and what it is about."""
        return (f"{self.where}: " if self.where else "") + sentence.format(**about)

    def __reduce__(self) -> tuple[Any, ...]:
        return partial(type(self), self.sentence, where=self.where, **self.about), ()


class DataError(Flaw):
    """A data file is wrong: the message names the file, the key and the cause."""


@dataclass(frozen=True)
class Source:
    """Where a printed value comes from: ``R`` rulebook, ``P`` public source, ``H`` history, ``X`` reconstructed.

    >>> Source.parse("R:7.7")
    Source(letter='R', note='7.7')
    >>> Source.parse("X: our reading of the chart").reconstructed
    True
    """

    letter: str
    note: str = ""

    @classmethod
    def parse(cls, mark: str) -> Source:
        """Read a mark such as ``"R:7.7"`` or ``"X: scaled"``; mixed marks (``"X/H: ..."``) count as the first."""
        head, _, note = mark.partition(":")
        letter = head.strip()[:1]
        if letter not in SOURCES:
            raise Flaw("provenance {mark!r} does not begin with one of {known}", mark=mark, known=", ".join(SOURCES))
        return cls(letter, note.strip())

    @property
    def reconstructed(self) -> bool:
        """Whether the value is our reconstruction, to be shown as such."""
        return self.letter == "X"

    def __str__(self) -> str:
        return f"{self.letter}: {self.note}" if self.note else self.letter


FEW = 24
"""So many names are few enough to list what may have been meant."""

Words = Mapping[str, str]
"""One text in every language: ``{"en": ..., "es": ...}``."""


class Table:
    """A table of a data file that knows its own name, so that every complaint can say where it stands.

    >>> chart = Table({"move": 2, "name": {"en": "Forest", "es": "Bosque"}}, "charts.toml: terrain.forest")
    >>> chart.whole("move"), chart.words("name")["es"]
    (2, 'Bosque')
    >>> chart.whole("combat")
    Traceback (most recent call last):
    ...
    stavka.kit.data.DataError: charts.toml: terrain.forest: 'combat' is missing
    """

    def __init__(self, values: Mapping[str, Any], name: str) -> None:
        self.values = values
        self.name = name

    def fail(self, sentence: str, **about: Any) -> DataError:
        """The error to raise for something wrong in this table."""
        return DataError(sentence, where=self.name, **about)

    def _get(self, key: str, kind: type | tuple[type, ...], default: Any, wanted: str) -> Any:
        value = self.values.get(key, default)
        if value is _MISSING:
            raise self.fail("'{key}' is missing", key=key)
        if value is not default and (not isinstance(value, kind) or (isinstance(value, bool) and kind is int)):
            raise self.fail("'{key}' must be {wanted}, not {value!r}", key=key, wanted=wanted, value=value)
        return value

    def text(self, key: str, default: Any = None) -> str:
        """A text; without ``default`` it must be there."""
        result: str = self._get(key, str, _MISSING if default is None else default, "a text")
        return result

    def whole(self, key: str, default: int | None = None, *, least: int | None = None) -> int:
        """A whole number, not below ``least``."""
        result: int = self._get(key, int, _MISSING if default is None else default, "a whole number")
        if least is not None and result < least:
            raise self.fail("'{key}' must be at least {least}, not {result}", key=key, least=least, result=result)
        return result

    def truth(self, key: str, default: bool = False) -> bool:
        """True or false."""
        result: bool = self._get(key, bool, default, "true or false")
        return result

    def texts(self, key: str, default: tuple[str, ...] | None = None) -> list[str]:
        """A list of texts."""
        values = self._get(key, list, _MISSING if default is None else default, "a list")
        for value in values:
            if not isinstance(value, str):
                raise self.fail("'{key}' must hold texts only, not {value!r}", key=key, value=value)
        return list(values)

    def wholes(self, key: str) -> list[int]:
        """A list of whole numbers."""
        values = self._get(key, list, _MISSING, "a list")
        for value in values:
            if not isinstance(value, int) or isinstance(value, bool):
                raise self.fail("'{key}' must hold whole numbers only, not {value!r}", key=key, value=value)
        return list(values)

    def pair(self, key: str) -> tuple[int, int]:
        """Two whole numbers, the first not above the second."""
        values = self.wholes(key)
        if len(values) != 2 or values[0] > values[1]:
            raise self.fail("'{key}' must be a first and a last number, not {values!r}", key=key, values=values)
        return values[0], values[1]

    def one_of(self, key: str, allowed: Iterable[str], default: str | None = None) -> Any:
        """A text that is one of a few."""
        value = self.text(key, default)
        choices = list(allowed)
        if value not in choices:
            raise self.fail("'{key}' must be one of {known}, not {value!r}", key=key, known=", ".join(choices),
                            value=value)
        return value

    def words(self, key: str) -> Words:
        """A text in every language: a table with ``en`` and ``es``, or one text that serves for both."""
        return self._both(key, self._get(key, (str, dict), _MISSING, "a text or a table with 'en' and 'es'"))

    def words_list(self, key: str) -> list[Words]:
        """A list of texts in every language, such as the dates of the turns."""
        return [self._both(key, value) for value in self._get(key, list, _MISSING, "a list")]

    def _both(self, key: str, value: Any) -> Words:
        if isinstance(value, str):
            return {"en": value, "es": value}
        for language in ("en", "es"):
            if not isinstance(value, dict) or not isinstance(value.get(language), str) or not value[language]:
                raise self.fail("'{key}.{language}' is missing", key=key, language=language)
        return dict(value)

    def source(self, key: str = "source") -> Source:
        """The provenance mark that goes with the values of this table."""
        try:
            return Source.parse(self.text(key))
        except ValueError as error:
            if isinstance(error, DataError):
                raise
            raise self.fail("{cause}", cause=error) from None

    def table(self, key: str, default: Mapping[str, Any] | None = None) -> Table:
        """A table inside this one."""
        values = self._get(key, dict, _MISSING if default is None else default, "a table")
        return Table(values, f"{self.name}: {key}" if self.name.endswith(".toml") else f"{self.name}.{key}")

    def tables(self, key: str | None = None) -> list[tuple[str, Table]]:
        """The tables inside this one (or inside its table ``key``, which may be absent), with their keys."""
        holder = self if key is None else self.table(key, {})
        return [(name, holder.table(name)) for name in holder.values]


_MISSING: Any = object()


class Folder:
    """The data files of one game, with an owner's corrections laid over them."""

    def __init__(self, base: Path, overlay: Path | None = None) -> None:
        self.base = base
        self.overlay = overlay
        self.corrected: list[str] = []
        """Names of the files that have corrections."""
        self._read: dict[str, Table] = {}
        if overlay is not None:
            self._check_overlay(overlay)

    def _check_overlay(self, overlay: Path) -> None:
        if not overlay.is_dir():
            raise DataError("there is no such folder of corrections", where=str(overlay))
        known = {path.name for path in self.base.glob("*.toml")}
        for path in sorted(overlay.glob("*.toml")):
            if path.name not in known:
                raise DataError("this game has no such file; it has {known}", where=str(path),
                                known=", ".join(sorted(known)))
            self.corrected.append(path.name)
        if not self.corrected:
            raise DataError("no file named like one of {known}", where=str(overlay), known=", ".join(sorted(known)))

    def has(self, name: str) -> bool:
        """Whether the game has such a file."""
        return (self.base / name).is_file()

    def read(self, name: str) -> Table:
        """One file, corrections included; it is read once."""
        if name not in self._read:
            values = _parse(self.base / name)
            if self.overlay is not None and name in self.corrected:
                above, where = _parse(self.overlay / name), f"{self.overlay / name}"
                _check_corrections(values, above, where, _vocabulary(values))
                values = _merged(values, above, where)
            self._read[name] = Table(completed(values, name), name)
        return self._read[name]

    @property
    def digest(self) -> str:
        """A short fingerprint of all that the files say, recorded in every journal."""
        content = {
            path.name: _played(self.read(path.name).values)
            for path in sorted(self.base.glob("*.toml"))
            if not path.name.startswith(("words", "rules", "style", "sources"))
        }
        text = json.dumps(content, sort_keys=True, ensure_ascii=False)
        return hashlib.sha256(text.encode()).hexdigest()[:16]


COSMETIC = frozenset(("name", "formation", "label", "source", "help", "summary", "dates", "title", "text"))
"""Keys of data files that say how something is called or where it comes from, and change no game."""


def _played(value: Any) -> Any:
    """What of a table matters for play."""
    if isinstance(value, dict):
        return {key: _played(item) for key, item in value.items() if key not in COSMETIC}
    if isinstance(value, list):
        return [_played(item) for item in value]
    return value


def _parse(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise DataError("there is no such file", where=str(path)) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise DataError("{cause}", where=str(path), cause=error) from None


LIKE = "like"
"""The table of what things have in common, and the key by which a thing refers to it."""


def completed(values: dict[str, Any], name: str) -> dict[str, Any]:
    """A file in which every table that says ``like`` has been given what it refers to.

    >>> units = {"G-26": {"like": "corps", "label": "26"}, "G-3": {"like": "corps", "label": "3", "move": 9}}
    >>> completed({"like": {"corps": {"size": "XXX", "move": 7}}, "units": units}, "counters.toml")
    {'units': {'G-26': {'size': 'XXX', 'move': 7, 'label': '26'}, 'G-3': {'size': 'XXX', 'move': 9, 'label': '3'}}}
    """
    models = values.get(LIKE, {})
    return {key: _complete(value, models, f"{name}: {key}") for key, value in values.items() if key != LIKE}


def _complete(value: Any, models: Mapping[str, Any], where: str, behind: tuple[str, ...] = ()) -> Any:
    if not isinstance(value, dict):
        return value
    result: dict[str, Any] = {}
    likes = value.get(LIKE, [])
    for key in [likes] if isinstance(likes, str) else likes:
        if key not in models:
            raise DataError("'like': there is no [like.{key}]; there are {known}", where=where, key=key,
                            known=", ".join(models))
        if key in behind:
            raise DataError("'like': {key!r} is like itself", where=where, key=key)
        result = _merged(result, _complete(models[key], models, where, (*behind, key)), where)
    own = {key: _complete(item, models, f"{where}.{key}") for key, item in value.items() if key != LIKE}
    return _merged(result, own, where)


Vocabulary = dict[str, set[str]]
"""The keys that a file has anywhere, each with the kinds of values it has."""


def _kind(value: Any) -> str:
    """What a value of a data file is, in words."""
    kinds = {bool: "true or false", int: "a number", float: "a number", str: "a text", list: "a list", dict: "a table"}
    return kinds.get(type(value), "a date")


def _vocabulary(values: Mapping[str, Any]) -> Vocabulary:
    found: Vocabulary = {}

    def note(table: Mapping[str, Any]) -> None:
        for key, value in table.items():
            found.setdefault(key, set()).add(_kind(value))
            if isinstance(value, dict):
                note(value)

    note(values)
    return found


def _check_corrections(below: Mapping[str, Any], above: Mapping[str, Any], where: str, known: Vocabulary,
                       is_file: bool = True) -> None:
    """Refuse corrections of what there is not: a key that the file has nowhere, or a value of another kind.

    New things may be named: a member of a table whose members are all tables (a counter, a place), and hexes.
    """
    of_things = bool(below) and not is_file and all(isinstance(value, dict) for value in below.values())
    for key, value in above.items():
        is_name = of_things or any(character.isdigit() for character in key)
        if key not in known and key not in (LIKE, "source") and not is_name:
            few = 0 < len(below) <= FEW
            raise DataError("there is no '{key}'; there are {known}" if few else "there is no '{key}'", where=where,
                            key=key, known=", ".join(below))
        if key in known and key in below and _kind(value) not in known[key]:
            raise DataError("'{key}' must be {known}, not {value!r}", where=where, key=key,
                            known=" or ".join(sorted(known[key])), value=value)
        if isinstance(value, dict):
            inner = below.get(key)
            _check_corrections(inner if isinstance(inner, dict) else {}, value, f"{where}: {key}", known, is_file=False)


def _merged(below: dict[str, Any], above: Mapping[str, Any], where: str) -> dict[str, Any]:
    """Tables merged key by key; any other value replaces the one below and must be of its kind."""
    result = dict(below)
    for key, value in above.items():
        old = result.get(key)
        if isinstance(old, dict) and isinstance(value, dict):
            result[key] = _merged(old, value, f"{where}: {key}")
        elif isinstance(old, dict) != isinstance(value, dict) and old is not None:
            raise DataError("'{key}' must be {wanted}", where=where, key=key,
                            wanted="a table" if isinstance(old, dict) else "a value")
        else:
            result[key] = value
    return result
