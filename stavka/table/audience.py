"""What each audience may see: a seat its own view, watchers what all seats may see.

The game decides what a seat sees. This module keeps its word on the wire: whatever is sent to an audience, be it a
view, an event or the choice of another seat, goes through here, and a counter that is in neither the last nor the
present view of the audience is taken out of it. A game that forgets to veil an event therefore still tells nothing.
"""

from __future__ import annotations

import string
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import reduce
from typing import Any, Final, cast

from ..forecast import forecast
from ..game import Game
from ..kit.events import Event
from ..kit.words import LANGUAGES, MANY, Message, counted, is_list
from ..match import Match
from ..party import why_not_all
from ..picked import picked, way
from .patch import View
from .words import say

TRIED: Final[Mapping[str, Callable[..., Any]]] = {
    "forecast": forecast, "picked": picked, "way": way, "why_not_all": why_not_all}
"""Questions that no game has to answer, since the clicks themselves do: what an attack promises
(:mod:`stavka.forecast`), what could be chosen with units picked, by which way they would go (:mod:`stavka.picked`),
and what keeps a stack from going somewhere (:mod:`stavka.party`)."""

WATCHERS = ""
"""The audience of those who hold no seat."""

_HIDDEN = say("hidden.unit")


def view_for(match: Match, audience: str, views: Mapping[str, View]) -> View:
    """The view of an audience; ``views`` are those already made at this point."""
    if audience != WATCHERS:
        return views.get(audience) or cast(View, match.view(audience))
    seen = [view_for(match, seat, views) for seat in match.game.seats]
    result: View = common(seen)
    result["seat"] = result["offer"] = None
    return result


def answer(match: Match, audience: str, question: str, about: Mapping[str, Any], lang: str) -> Any:
    """A question, answered for an audience; watchers are told what all seats would be told, refusals included.

    They are answered in a match in which everything that any seat may not know is imagined, so that nothing hidden
    decides what they hear; and nobody tells them what a seat that is to choose could do.
    """
    if question in TRIED and audience != WATCHERS:
        return TRIED[question](match, audience, lang=lang, **about)
    if audience != WATCHERS:
        return match.ask(question, seat=audience, lang=lang, **about)
    if question == "why_not" or question in TRIED:
        raise match.game.illegal("refused.watcher")
    seen = view_for(match, WATCHERS, {})["units"]
    for named in _units_in(match.game, about):
        if named not in seen:
            raise match.game.illegal("refused.hidden", unit=named)
    open_to_all, mover = match, None if match.offer is None else match.offer.seat
    for seat in match.game.seats:
        open_to_all = open_to_all.imagine(seat)
    seats = sorted(match.game.seats, key=lambda seat: seat == mover)  # what others are refused is refused
    return common([open_to_all.ask(question, seat=seat, lang=lang, **about) for seat in seats])


def _units_in(game: Game[Any], value: Any) -> Iterator[str]:
    """The counters that a question names, wherever it does."""
    if isinstance(value, str):
        if value in game.counters:
            yield value
    elif isinstance(value, Mapping | list | tuple):
        for item in value.values() if isinstance(value, Mapping) else value:
            yield from _units_in(game, item)


def common(values: Sequence[Any]) -> Any:
    """What all these have in common: keys of objects that all have, items on which all agree, else nothing.

    >>> common([{"a": 1, "stack": ["x", "y"]}, {"a": 2, "stack": [None, "y"]}])
    {'a': None, 'stack': [None, 'y']}
    """
    return reduce(_common, values)


def _common(one: Any, other: Any) -> Any:
    if one == other and one.__class__ is other.__class__:
        return one
    if one.__class__ is dict and other.__class__ is dict:
        both: View = {}
        for key, value in one.items():
            if key in other:
                match = other[key]
                both[key] = value if value == match and value.__class__ is match.__class__ else _common(value, match)
        return both
    if one.__class__ is list and other.__class__ is list and len(one) == len(other):
        return [_common(a, b) for a, b in zip(one, other, strict=True)]
    return None


def unseen(game: Game[Any], *views: View) -> frozenset[str]:
    """The counters that are in none of these views of one audience."""
    seen: set[str] = set()
    for view in views:
        seen.update(view["units"])
    return frozenset() if len(seen) == len(game.counters) else frozenset(game.counters.ids) - seen


class Teller:
    """Puts events into data and words for an audience."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self._formatters = [(language, _Formatter(game, language)) for language in LANGUAGES]

    def tell(self, events: Sequence[Event], audience: str, hidden: frozenset[str]) -> list[View]:
        """The events as this audience may know them."""
        return [self._one(self._veiled(event, audience), hidden) for event in events]

    def is_open(self, events: Sequence[Event], audience: str, hidden: frozenset[str]) -> bool:
        """Whether the audience may know all about these events."""
        return not hidden and all(event.seats is None or self._veiled(event, audience) is event for event in events)

    def _veiled(self, event: Event, audience: str) -> Event:
        if audience != WATCHERS:
            return event.seen_by(audience)
        for seat in self.game.seats:
            event = event.seen_by(seat)
        return event

    def _one(self, event: Event, hidden: frozenset[str]) -> View:
        data = _without(event.data, hidden) if hidden else event.data
        text = self.words(event.message if data is event.data else Message(f"event.{event.kind}_veiled", data))
        told: View = {"kind": event.kind, "rules": event.rules, "text": text, **data}
        if isinstance(told.get("sum"), list):
            told["sum"] = [self._line(line) for line in told["sum"]]
        return told

    def _line(self, line: Any) -> Any:
        """A line of a battle's sum, in words instead of a catalogue key."""
        if not isinstance(line, Mapping) or "key" not in line:
            return line
        words = self.words(Message(line["key"], line.get("args", {})))
        return {**{key: value for key, value in line.items() if key not in ("key", "args")}, "text": words}

    def words(self, message: Message) -> dict[str, str]:
        """A message in every language; what is hidden in it is said to be."""
        key = message.key
        if not self.game.words.has(key):
            key = key.removesuffix("_veiled")
        templates = self.game.words.templates
        return {
            language: formatter.vformat(templates[language][key], (), message.args)
            for language, formatter in self._formatters
        }


class _Formatter(string.Formatter):
    """Names things as the game does, and those that are hidden as hidden."""

    def __init__(self, game: Game[Any], language: str) -> None:
        self._name = game.words.name
        self._language = language
        self._known: dict[tuple[str, str], str] = {}

    def format_field(self, value: Any, format_spec: str) -> str:
        if not format_spec:
            return _HIDDEN[self._language] if value is None else str(value)
        if MANY in format_spec:
            return counted(value, format_spec)
        if is_list(value):
            return ", ".join(self._one(item, format_spec) for item in value)
        return self._one(value, format_spec)

    def _one(self, value: Any, kind: str) -> str:
        if value is None:
            return _HIDDEN[self._language]
        if value.__class__ is not str:
            return self._named(value, kind)
        known = self._known.get((kind, value))
        if known is None:
            known = self._known[kind, value] = self._named(value, kind)
        return known

    def _named(self, value: Any, kind: str) -> str:
        try:
            return self._name(kind, value, self._language)
        except KeyError:
            return format(value, kind)


def _without(value: Any, hidden: frozenset[str]) -> Any:
    """The value with every hidden counter taken out; the very same value if it names none."""
    if isinstance(value, str):
        return None if value in hidden else value
    if isinstance(value, Mapping):
        cleared = {key: _without(item, hidden) for key, item in value.items()}
        return cleared if any(cleared[key] is not value[key] for key in value) else value
    if is_list(value):
        items = [_without(item, hidden) for item in value]
        return items if any(a is not b for a, b in zip(items, value, strict=True)) else value
    return value
