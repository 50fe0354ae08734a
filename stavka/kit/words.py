"""Words: every text a person sees, in English and Spanish, from catalogues that are checked to be complete.

Rules and events never carry sentences. They carry a :class:`Message`: a key of the catalogue, the things it speaks of
and the rules behind it. A catalogue turns it into a sentence of one language. Templates name their arguments and, after
a colon, what kind of thing each is, so that a counter shows as its name and a hex with the town in it:

``"{unit:unit} moves to {to:hex} ({cost})"``

A number of things names them after it, one and many, with a bar between: ``"{left:point|points} left"``.

A prompt names only what can be chosen. Where that differs from time to time, its template says ``{ways:or}``, or
``{ways:Or}`` where a sentence begins with it, and a table ``[ways.PROMPT]`` has a clause for each way to go on:
``unit``, ``hex``, the name of a button (of ``air.1`` and ``air.2`` the part they share) or a sort of units that the
game tells apart. Those on offer are joined in the order of the table.
"""

from __future__ import annotations

import string
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from .data import Table

LANGUAGES = ("en", "es")
OR = "or"
"""In a template, after the ways to go on: they are joined so, and capitalised if this is."""
JOINED_BY = f"words.{OR}"
"""The key of what stands before the last of them."""
PROMPT = "prompt."
MANY = "|"
"""In a template, between the name of one thing and the name of several."""


class Message(NamedTuple):
    """Something to be said: a catalogue key, its arguments, and the rules it rests on.

    >>> Message("refused.occupied", {"hex": "3500"}, ("6.9",)).rule
    '6.9'
    """

    key: str
    args: Mapping[str, Any] = {}
    rules: tuple[str, ...] = ()

    @property
    def rule(self) -> str | None:
        """The first rule behind it, if any."""
        return self.rules[0] if self.rules else None


Namer = Callable[[Any, str], str]
"""Turns a value of one kind into words of one language."""


class Catalogue:
    """The templates of all messages in every language, and how the things they speak of are named.

    >>> words = Catalogue(en={"moved": "{unit:unit} moves"}, es={"moved": "Se mueve {unit:unit}"})
    >>> words.name_with("unit", lambda unit, lang: f"the {unit}th")
    >>> words.say(Message("moved", {"unit": 5}), "en")
    'the 5th moves'
    """

    def __init__(self, en: Mapping[str, str], es: Mapping[str, str]) -> None:
        self.templates: dict[str, Mapping[str, str]] = {"en": en, "es": es}
        self._namers: dict[str, Namer] = {}
        self._formatters = {language: _Formatter(language, self._namers, self.templates[language])
                            for language in LANGUAGES}
        self._ways = {language: _by_prompt(self.templates[language]) for language in LANGUAGES}

    def name_with(self, kind: str, namer: Namer) -> None:
        """Say how things of one kind (unit, hex, side ...) are named."""
        self._namers[kind] = namer

    def say(self, message: Message, language: str = "en") -> str:
        """The message as a sentence."""
        templates = self.templates.get(language)
        if templates is None:
            raise ValueError(f"there is no language {language!r}; there are {', '.join(LANGUAGES)}")
        template = templates.get(message.key)
        if template is None:
            raise KeyError(f"no words for {message.key!r} in {language!r}")
        formatter, args = self._formatters[language], message.args
        if ways := self.ways(message.key, language):
            offered = [formatter.vformat(clause, (), args) for way, clause in ways.items() if way in args["ways"]]
            args = {**args, "ways": list(dict.fromkeys(offered))}
        return formatter.vformat(template, (), args)

    def ways(self, key: str, language: str = "en") -> Mapping[str, str]:
        """The clauses of a prompt by what can be chosen; none if its words are always the same."""
        return self._ways[language].get(key, {})

    def has(self, key: str) -> bool:
        """Whether the catalogue has words for this key."""
        return key in self.templates["en"]

    def name(self, kind: str, value: Any, language: str = "en") -> str:
        """The name of one thing, as messages would use it."""
        return self._namers[kind](value, language)


class _Formatter(string.Formatter):
    """Formats a field by the kind of thing it is; a list of things becomes their names with commas between
    them, or with semicolons where a name has a comma of its own."""

    def __init__(self, language: str, namers: Mapping[str, Namer], templates: Mapping[str, str]) -> None:
        self._language = language
        self._namers = namers
        self._templates = templates

    def format_field(self, value: Any, format_spec: str) -> str:
        if format_spec.lower() == OR:
            told = either(value, self._templates[JOINED_BY])
            return told if format_spec == OR else told[:1].upper() + told[1:]
        if MANY in format_spec:
            return counted(value, format_spec)
        namer = self._namers.get(format_spec)
        if namer is None:
            return str(super().format_field(value, format_spec))
        if is_list(value):
            names = [namer(item, self._language) for item in value]
            return ("; " if any(", " in name for name in names) else ", ").join(names)
        return namer(value, self._language)


def _by_prompt(templates: Mapping[str, str]) -> dict[str, dict[str, str]]:
    """The clauses of all prompts that have any."""
    found: dict[str, dict[str, str]] = {}
    for key, clause in templates.items():
        table, _, rest = key.partition(".")
        if table == "ways":
            prompt, _, way = rest.rpartition(".")
            found.setdefault(PROMPT + prompt, {})[way] = clause
    return found


def either(clauses: Sequence[str], joined_by: str) -> str:
    """One of these things to do.

    >>> either(["choose a hex", "roll", "end the phase"], ", or ")
    'choose a hex, roll, or end the phase'
    """
    *others, last = clauses
    return f"{', '.join(others)}{joined_by}{last}" if others else last


def is_list(value: Any) -> bool:
    """Whether an argument is a list of things; a message is one thing."""
    return isinstance(value, list | tuple) and not isinstance(value, Message)


def counted(number: Any, forms: str) -> str:
    """A number of things, by their names for one and for many.

    >>> counted(1, "point|points"), counted(0, "point|points")
    ('1 point', '0 points')
    """
    one, _, many = forms.partition(MANY)
    return f"{number} {one if number == 1 else many}"


def flatten(table: Table) -> dict[str, str]:
    """The templates of a words file, nested tables as dotted keys.

    >>> flatten(Table({"event": {"moved": "moves"}}, "words.en.toml"))
    {'event.moved': 'moves'}
    """
    result: dict[str, str] = {}

    def walk(values: Mapping[str, Any], prefix: str) -> None:
        for key, value in values.items():
            if isinstance(value, Mapping):
                walk(value, f"{prefix}{key}.")
            elif isinstance(value, str):
                result[prefix + key] = value
            else:
                raise table.fail("'{prefix}{key}' must be a text", prefix=prefix, key=key)

    walk(table.values, "")
    return result


def placeholders(template: str) -> set[str]:
    """The arguments a template uses, with their kinds; translations must use the same.

    >>> sorted(placeholders("{unit:unit} moves to {to:hex}"))
    ['to:hex', 'unit:unit']
    >>> placeholders("{left:point|points} left")
    {'left:|'}
    """
    return {
        f"{name}:{MANY if MANY in spec else spec}" if spec else str(name)
        for _, name, spec, _ in string.Formatter().parse(template)
        if name is not None
    }
