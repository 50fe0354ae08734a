"""The names that may appear in what a seat sees, so that observations have a fixed shape.

A view is open: games put flags on counters, counts beside the map and markers on it under names of their own. The
vocabulary of a game lists them. It is found by playing many games at random (``stavka lab survey GAME``) and kept in
``layout.json`` beside the game's data, so that shapes stay the same from one version to the next and trained models
keep fitting. A game that has no such file yet is surveyed when it is first used.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cache
from typing import Any

from stavka.game import Game
from stavka.kit.view import UnitState
from stavka.match import Match

LAYOUT = "layout.json"
"""The file with a game's vocabulary, in the folder of its data."""
QUICK_GAMES = 10
"""Games played to survey a game that has no layout on file."""
LOOK_EVERY = 10
"""Choices between two looks at the views."""
EAGERNESS = 0.95
"""How often a surveyor prefers a unit or a hex to a button: it sees more of the game than uniform chance does."""


@dataclass(frozen=True)
class Vocabulary:
    """Names in the views of a game; numbers come with the scale they are divided by."""

    tasks: tuple[str, ...] = ()
    """Kinds of decision."""
    flags: tuple[str, ...] = ()
    """What may lie on a counter."""
    numbers: Mapping[str, float] = field(default_factory=dict)
    """Counts that a counter may carry, and the face it shows."""
    markers: tuple[str, ...] = ()
    """Kinds of markers on the map."""
    control: tuple[str, ...] = ()
    """Sides whose hexes the view lists."""
    tracks: Mapping[str, float] = field(default_factory=dict)
    """Counts beside the map."""
    points: Mapping[str, float] = field(default_factory=dict)
    """Victory points and what they are made of."""

    def as_data(self) -> dict[str, Any]:
        """The vocabulary as plain data."""
        return asdict(self)

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Vocabulary:
        """The vocabulary that :meth:`as_data` wrote."""
        values: dict[str, Any] = {
            key: value if isinstance(value, dict) else tuple(value) for key, value in data.items()}
        return cls(**values)

    def missing(self, other: Vocabulary) -> list[str]:
        """What another vocabulary has and this one lacks."""
        mine, theirs = self.as_data(), other.as_data()
        return [f"{kind} {name}" for kind in theirs for name in theirs[kind] if name not in mine[kind]]


@cache
def vocabulary(game: Game[Any]) -> Vocabulary:
    """The vocabulary of a game: from its file or, if it has none, from a quick survey."""
    path = game.folder.base / LAYOUT
    if path.exists():
        return Vocabulary.from_data(json.loads(path.read_text(encoding="utf-8")))
    return survey(game, QUICK_GAMES)


def survey(game: Game[Any], games: int, first_seed: int = 0, scenarios: Sequence[str] = ()) -> Vocabulary:
    """The vocabulary found in so many games of random choices, the scenarios (all, if none is given) in turn."""
    found = Survey()
    scenarios = scenarios or list(game.scenarios)
    for n in range(games):
        match = game.start(scenarios[n % len(scenarios)], seed=first_seed + n)
        rng = random.Random(first_seed + n)
        eager = (first_seed + n // len(scenarios)) % 2 == 0
        while match.offer is not None:
            found.hear(match)
            if rng.randrange(LOOK_EVERY) == 0:
                found.look(match)
            match.choose(_pick(match, rng, eager))
        found.look(match)
    return found.vocabulary()


def _pick(match: Match, rng: random.Random, eager: bool) -> str:
    assert match.offer is not None
    clicks = len(match.offer) - len(match.offer.buttons)
    if eager and clicks and rng.random() < EAGERNESS:
        return match.offer.nth(rng.randrange(clicks))
    return match.offer.nth(rng.randrange(len(match.offer)))


class Survey:
    """Collects names from offers and views."""

    def __init__(self) -> None:
        self._names: dict[str, set[str]] = {"tasks": set(), "flags": set(), "markers": set(), "control": set()}
        self._scales: dict[str, dict[str, float]] = {"numbers": {}, "tracks": {}, "points": {}}

    def hear(self, match: Match) -> None:
        """Take in what is asked."""
        if match.offer is not None:
            self._names["tasks"].add(match.offer.task)

    def look(self, match: Match) -> None:
        """Take in what every seat sees."""
        for seat in match.game.seats:
            seen = match.game.see(match.position, seat)
            for unit in seen["units"].values():
                self._names["flags"].update(unit.get("flags", ()))
                self._measure("numbers", unit_numbers(unit))
            self._names["markers"].update(kind for kinds in seen["marks"].values() for kind in kinds)
            self._names["control"].update(seen["control"])
            self._measure("tracks", numbers(seen["tracks"]))
            self._measure("points", numbers(seen["points"]))

    def _measure(self, kind: str, values: Iterator[tuple[str, float]]) -> None:
        scales = self._scales[kind]
        for name, value in values:
            scales[name] = max(scales.get(name, 1), abs(value))

    def vocabulary(self) -> Vocabulary:
        """All that was found, in the order of the alphabet."""
        names = {kind: tuple(sorted(found)) for kind, found in self._names.items()}
        scales = {kind: dict(sorted(found.items())) for kind, found in self._scales.items()}
        return Vocabulary.from_data({**names, **scales})


def unit_numbers(unit: UnitState) -> Iterator[tuple[str, float]]:
    """The numbers a counter carries by name, and which face it shows if not the first."""
    if unit.get("face"):
        yield "face", unit["face"]
    yield from unit.get("values", {}).items()


def numbers(data: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, float]]:
    """The numbers in a tree of plain data, by dotted name; truth values count only where they are not flags.

    >>> list(numbers({"turn": {"value": 3, "last": 9}, "held": ["3908"]}))
    [('turn.value', 3), ('turn.last', 9)]
    """
    for key, value in data.items():
        if isinstance(value, Mapping):
            yield from numbers(value, f"{prefix}{key}.")
        elif isinstance(value, int | float) and not (isinstance(value, bool) and not prefix):
            yield f"{prefix}{key}", value
