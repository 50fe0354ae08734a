"""``stavka lab check``: whether a game keeps the contract of games, looked at from all sides.

What it finds wrong are *flaws*; what it could not see in the games it played are *notes*.
"""

from __future__ import annotations

import ast
import inspect
import random
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import stavka
from stavka.game import Game
from stavka.kit.data import Source
from stavka.kit.words import LANGUAGES, Message
from stavka.match import ASIDE

from . import fuzz

SPOKEN = ("prompt", "refused", "odds", "cost", "supply", "result")
"""The sections of the words whose keys stand in the code as they are."""

ASK_EVERY = 8
"""How many choices lie between two rounds of questions."""


@dataclass
class Report:
    """What was found; the flaws come last, where nobody overlooks them."""

    shared_tests: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    flaws: list[str] = field(default_factory=list)


def check(game: Game[Any], games: int, seed: int = 0, tests: Path | None = None, most: int = fuzz.BOUND) -> Report:
    """Look at a game's words and names, and play some games, to the end or so many choices, with many questions."""
    report = Report()
    report.flaws += [*missing_words(game), *missing_names(game), *wrong_places(game)]
    told = fuzz.Told()
    for number in range(games):
        report.flaws += play(game, seed + number, told, most)
    report.notes += [*never_told(game, told), *untold_notes(game)]
    report.shared_tests += [] if tests is None else shared_tests(tests)
    return report


# -- words ---------------------------------------------------------------------------------------------------------


def code_of(game: Game[Any]) -> Iterator[ast.AST]:
    """Everything that stands in the code of a game, its computer players aside."""
    package = Path(inspect.getfile(type(game))).parent
    for path in sorted(package.glob("*.py")):
        yield from ast.walk(ast.parse(path.read_text(encoding="utf-8")))


def message_keys(game: Game[Any]) -> set[str]:
    """The keys of messages that stand in the code of a game."""
    keys = set()
    for node in code_of(game):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            head, dot, tail = node.value.partition(".")
            if dot and head in SPOKEN and tail.replace("_", "").isalnum() and node.value not in game.buttons:
                keys.add(node.value)
    return keys


def event_kinds(game: Game[Any]) -> set[str]:
    """The kinds of events that stand in the code of a game: ``p.emit("moved", ...)``."""
    return {
        node.args[0].value
        for node in code_of(game)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "emit"
        and node.args and isinstance(node.args[0], ast.Constant) and isinstance(node.args[0].value, str)
    }


def missing_words(game: Game[Any]) -> Iterator[str]:
    """Messages and events of the code that cannot be said in some language."""
    for key in sorted(message_keys(game) | {f"event.{kind}" for kind in event_kinds(game)}):
        for language in LANGUAGES:
            if key not in game.words.templates[language]:
                yield f"words.{language}.toml: there are no words for {key!r}"


def missing_names(game: Game[Any]) -> Iterator[str]:
    """Phases, buttons, seats, sides and kinds of counters without a name."""
    named = {
        "phase": ["setup", *(phase.key for phase in game.sequence)],
        "button": game.buttons,
        "seat": game.seats,
        "side": game.sides,
        "kind": sorted({counter.kind for counter in game.counters}),
    }
    for section, keys in named.items():
        for key in keys:
            for language in LANGUAGES:
                if not _can_say(game, f"{section}.{key}", language):
                    yield f"words.{language}.toml: [{section}] has no {key!r}"


def _can_say(game: Game[Any], key: str, language: str) -> bool:
    try:
        return bool(game.say(Message(key), language))
    except KeyError:
        return False


def notes_of(game: Game[Any]) -> set[str]:
    """The notes of provenance that have words, all over the data of a game."""
    marks = {mark for path in game.folder.base.glob("*.toml") if not path.name.startswith("words")
             for mark in _marks(game.folder.read(path.name).values)}
    return {note for note in (Source.parse(mark).note for mark in marks) if has_words(note)}


def _marks(value: Any, is_source: bool = False) -> Iterator[str]:
    """The provenance marks in a table: under ``source`` stands one, or a table with one for each value."""
    if isinstance(value, Mapping):
        for key, item in value.items():
            yield from _marks(item, is_source or key == "source")
    elif isinstance(value, list):
        for item in value:
            yield from _marks(item, is_source)
    elif isinstance(value, str) and is_source:
        yield value


def has_words(note: str) -> bool:
    """Whether a note says more than numbers of rules and addresses of pages.

    >>> has_words("9.5, 12.3-VI"), has_words("9.5; X: the hex")
    (False, True)
    """
    return re.search(r"(?![IVX]+\b)[^\W\d_]{2,}", re.sub(r"https?://\S+", "", note)) is not None


def untold_notes(game: Game[Any]) -> Iterator[str]:
    """Notes of provenance without Spanish words: they are shown as they are written."""
    for note in sorted(notes_of(game) - set(game.notes["es"])):
        yield f"sources.es.toml: there are no words for the note {note!r}"


# -- places --------------------------------------------------------------------------------------------------------


def wrong_places(game: Game[Any]) -> Iterator[str]:
    """Boxes that every game must have, and names that mean something else."""
    board = game.board
    if ASIDE not in board.boxes:
        yield f"board.toml: there is no box {ASIDE!r} for counters out of play"
    for name in board.boxes:
        if name in board.grid.index:
            yield f"board.toml: box {name!r} has the name of a hex"
    for seat in game.seats:
        if not game.sides_of(seat):
            yield f"seat {seat!r} runs no side"


# -- random play with questions ------------------------------------------------------------------------------------


def play(game: Game[Any], seed: int, told: fuzz.Told, most: int = fuzz.BOUND) -> list[str]:
    """A game by random choices with many questions; what went wrong, if anything."""
    scenarios = list(game.scenarios)
    match = game.start(scenarios[seed % len(scenarios)], seed=seed)
    rng = random.Random(seed)
    doubts, hidden = fuzz.Doubts(), fuzz.hidden_from_each(match)
    try:
        while match.offer is not None and len(match.records) < most:
            if not len(match.offer):
                raise fuzz.Flaw(f"a dead end in {match.offer.step}, {match.offer.task}")
            if rng.randrange(ASK_EVERY) == 0:
                fuzz.ask_about(match, rng, told)
            if rng.randrange(fuzz.LOOK_EVERY) == 0:
                fuzz.check(match, rng, doubts)
            hidden = fuzz.choose(match, match.offer.nth(rng.randrange(len(match.offer))), hidden)
        fuzz.check(match, rng, doubts)
        doubts.check()
    except Exception as error:
        where = f"{match.scenario}, seed {seed}, choice {len(match.records)}"
        return [f"{where}: {type(error).__name__}: {error}"]
    return []


def never_told(game: Game[Any], told: fuzz.Told) -> Iterator[str]:
    """Questions that were never answered and refusals that were never given."""
    for question in game.questions:
        if question not in told.answers:
            yield f"ask({question!r}) was never answered"
    for key in sorted(message_keys(game)):
        if key.startswith("refused.") and key not in told.refusals:
            yield f"{key} was never given"


# -- tests ---------------------------------------------------------------------------------------------------------


def shared_tests(tests: Path) -> list[str]:
    """The tests that run for every game by themselves: they take the fixture ``game``, or go through all games."""
    return [
        f"{path.relative_to(tests.parent)}::{node.name}"
        for path in sorted(tests.rglob("test_*.py"))
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_") and _is_shared(node)
    ]


def _is_shared(test: ast.FunctionDef) -> bool:
    everywhere = any("stavka.games()" in ast.unparse(decorator) for decorator in test.decorator_list)
    return everywhere or any(arg.arg == "game" for arg in test.args.args)


def check_key(key: str, games: int, seed: int = 0, tests: Path | None = None) -> Report:
    """Check the game with this key."""
    return check(stavka.game(key), games, seed, tests)
