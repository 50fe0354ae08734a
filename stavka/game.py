"""A game: board, counters, charts, scenarios, words and rules. Immutable, and the same for all its matches.

To write a game is to subclass :class:`Game`, which asks for little: how a position is set up, what the sequence of play
is, what a seat may see, and the answers to the common questions. Everything printed comes from the data folder beside
the game's code. ARCHITECTURE.md tells how to add one.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, TypeVar, cast

from .errors import Illegal, SituationError
from .kit.board import Board
from .kit.counters import Counter, Counters
from .kit.data import Flaw, Folder, Source, Table, Words
from .kit.dice import FACES, Dice
from .kit.position import Layout, Position
from .kit.steps import Phase
from .kit.view import Shown
from .kit.words import LANGUAGES, Catalogue, Message, flatten
from .rules import RulesIndex
from .staff import Staff
from .written import Written

if TYPE_CHECKING:
    from .match import Match

P = TypeVar("P", bound=Position)

Role = Literal["main", "end", "decline", "drastic"]

SETUP = "setup"
"""The phase before the first, in every game."""

EVERYWHERE = "everywhere"
"""What a written position empties besides the map, if it says so: boxes and tracks too."""

Placement = tuple[int, int, Mapping[str, Any]]
"""In a written position: a counter, its place, and further keys of the game's own."""


@dataclass(frozen=True)
class Option:
    """A switch players may set: an optional rule or a part of a scenario."""

    key: str
    name: Words
    help: Words
    default: bool


@dataclass(frozen=True)
class Scenario:
    """A scenario and the options it sets."""

    key: str
    name: Words
    summary: Words
    options: Mapping[str, bool]


@dataclass(frozen=True)
class Result:
    """How a match ended: who won, why, by which rule, and the scores."""

    winner: str
    message: Message
    scores: Mapping[str, int]
    reason: str = ""
    rule: str | None = None

    def as_data(self) -> dict[str, Any]:
        """The result as plain data."""
        return {"winner": self.winner, "reason": self.message.key, "rule": self.rule, "scores": dict(self.scores)}


class Game(ABC, Generic[P]):
    """What a game is made of. See :mod:`stavka.games.dagc` for a whole one."""

    key: ClassVar[str]
    title: ClassVar[Words]
    seats: ClassVar[tuple[str, ...]]
    """The players, in the order of play."""
    sides: ClassVar[tuple[str, ...]]
    """The colours; a seat may run more than one."""
    runners: ClassVar[tuple[str, ...]] = ()
    """The seat that runs each side, in the order of ``sides`` and empty for one that nobody runs; a game whose seats
    are its sides need not say so. A ``Layout`` of the game's own is given the same."""
    buttons: ClassVar[tuple[str, ...]]
    """Every button the game ever offers: with units and hexes they make its fixed set of choices."""
    roles: ClassVar[Mapping[str, Role]] = {}
    """What a button is for, where it is one of these: the obvious thing to do, the end of a phase, leaving it be."""
    in_turn: ClassVar[tuple[str, ...]] = ()
    """The rules by which the units of a stack move one after the other, where they do."""
    favours: ClassVar[Mapping[str, int]] = {}
    """How good each result of combat is for whoever attacks, from -2 to 2: for its colour, and to compare forces."""
    unprinted: ClassVar[tuple[str, ...]] = ()
    """Results of combat that no table prints: they are told by their names, the others by what is printed too."""
    beginner: ClassVar[str] = ""
    """The scenario for somebody who has never played the game; the first if nothing is said."""
    sequence: ClassVar[tuple[Phase, ...]]
    """The phases of a game turn."""
    hidden_by: ClassVar[tuple[str, ...]] = ()
    """The rules by which a seat may not see some counters: whatever it asks of one is refused by them."""
    largest_cup: ClassVar[int] = 0
    """The most counters that one is ever drawn from by chance; research environments have to know."""

    def __init__(self, data: Path, overlay: Path | None = None) -> None:
        self.folder = Folder(data, overlay)
        self.board = Board(self.folder.read("board.toml"))
        self.counters: Counters[Any] = self.read_counters(self.folder.read("counters.toml"))
        self.rules = RulesIndex(self.folder.read("rules.toml"))
        table = self.folder.read("scenarios.toml")
        self.options = {key: _read_option(key, option) for key, option in table.tables("options")}
        self.scenarios = {key: _read_scenario(key, item, self.options) for key, item in table.tables("scenarios")}
        self.words = self._read_words()
        self.notes = {language: self._read_notes(f"sources.{language}.toml") for language in LANGUAGES}
        """The notes of provenance marks in each language, by the English words in which they are written."""
        self.data_digest = self.folder.digest
        self.layout = Layout(self.board, self.counters, self.sides, self.runners or None)
        self.choices: dict[str, tuple[str, Any]] = {f"unit:{id}": ("unit", i) for id, i in self.counters.index.items()}
        """Every choice of the game by its text: the kind of click, and the unit, place or button."""
        self.choices |= {f"hex:{name}": ("hex", i) for name, i in self.board.index.items()}
        self.choices |= {f"do:{button}": ("do", button) for button in self.buttons}
        self.unit_choices = [f"unit:{id}" for id in self.counters.ids]
        self.hex_choices = [f"hex:{name}" for name in self.board.names]

    def __repr__(self) -> str:
        return f"<Game {self.key}>"

    # -- what a game must say ------------------------------------------------------------------------------------

    @abstractmethod
    def read_counters(self, table: Table) -> Counters[Any]:
        """Its counters, from ``counters.toml``."""

    @abstractmethod
    def set_up(self, scenario: str, options: Mapping[str, bool], dice: Dice) -> P:
        """The position at the start, with the steps of the set-up on it."""

    @abstractmethod
    def begin_phase(self, p: P) -> None:
        """What happens of itself when the phase ``p.phase`` begins."""

    @abstractmethod
    def end_turn(self, p: P) -> None:
        """What happens at the end of a game turn, victory included."""

    @abstractmethod
    def see(self, p: P, seat: str) -> Shown:
        """All that a seat may know about the position, as plain data; the match adds offer and result."""

    def sees(self, p: P, seat: str, unit: int) -> bool:
        """Whether the seat may see this counter; in a game without secrets it sees all of them."""
        return True

    @property
    @abstractmethod
    def questions(self) -> Mapping[str, Callable[..., Any]]:
        """The answers to ``ask``: functions of position and seat."""

    @abstractmethod
    def write_situation(self, p: P, placed: Sequence[Placement], written: Mapping[str, Any]) -> None:
        """Apply a written position: put the counters down, and read the keys that are the game's own."""

    def write_remembered(self, p: P, written: Mapping[str, Any]) -> None:
        """Apply what a written position remembers of the phase it is in the middle of; the phase has begun."""
        read = Written(self, written)
        for key in self.remembered:
            if key in written:
                setattr(p, key, read.units(key))

    def imagine(self, p: P, seat: str, rng: Random, dice: Dice) -> P:
        """A copy with other dice in which all that the seat may not know is drawn at random, from what it knows alone.

        Positions that look the same to the seat give the same copy for the same ``rng``: nothing hidden shines through.
        In a game without secrets there is nothing to draw.
        """
        return cast(P, p.copy(dice))

    def impossible(self, p: P) -> Iterable[Flaw]:
        """What can never be, however a position came about: a written position is refused for it."""
        return ()

    def flaws(self, p: P) -> Iterable[str]:
        """What is wrong with a position that was played to by the game's own rules; random play looks for any."""
        return map(str, self.impossible(p))

    def probes(self, p: P) -> Mapping[str, Callable[[], object]]:
        """Typical calculations of the game, by name, whose time the benchmark reports."""
        return {}

    @property
    def staff(self) -> Staff | None:
        """What computer players know about this game; None if only random players can play it."""
        return None

    loss_events: ClassVar[tuple[str, ...]] = ("eliminated",)
    """The kinds of event by which the side of their ``unit`` loses strength; contests count them."""

    move_events: ClassVar[tuple[str, ...]] = ("moved",)
    """The kinds of event by which a unit moves of its own accord: they never come of a battle before them."""

    situation_keys: ClassVar[tuple[str, ...]] = ("control",)
    """The keys of a written position that are the game's own."""

    remembered: ClassVar[tuple[str, ...]] = ()
    """And those that are sets of units in the position of which something is remembered: who has moved, fought ..."""

    # -- the sequence of play ------------------------------------------------------------------------------------

    def advance(self, p: P) -> None:
        """Begin the next phase: of this turn or, after the last, of the next."""
        if p.phase == len(self.sequence) - 1:
            self.end_turn(p)
            if p.result is not None:
                return
            p.turn += 1
            p.phase = -1
        p.phase += 1
        phase = self.sequence[p.phase]
        p.held = False
        p.push(phase.step())
        p.emit("phase", phase=phase.key, turn=p.turn)
        self.begin_phase(p)

    def phase_key(self, p: Position) -> str:
        """The key of the phase being played; ``setup`` before the first."""
        return self.sequence[p.phase].key if p.phase >= 0 else SETUP

    def sides_of(self, seat: str) -> tuple[str, ...]:
        """The sides a seat runs, in the order of ``sides``.

        >>> import stavka
        >>> stavka.game("dagc").sides_of("german")
        ('german',)
        """
        return tuple(side for side in self.sides if self.seat_of(side) == seat)

    def aim(self, scenario: str, seat: str) -> Words | None:
        """What a seat has to achieve in a scenario, in a sentence or two, if the game says it."""
        keys = (f"aim.{scenario}.{seat}", f"aim.{seat}")
        key = next((key for key in keys if self.words.has(key)), None)
        return None if key is None else {language: self.say(Message(key), language) for language in LANGUAGES}

    def seat_of(self, side: str) -> str:
        """The seat that runs a side; empty if nobody does."""
        return (self.runners or self.sides)[self.sides.index(side)]

    def turn_of(self, phase: Phase) -> str:
        """The seat whose player turn a phase belongs to, though another may play it; who plays it, if it is nobody's.

        >>> import stavka
        >>> game = stavka.game("dagc")
        >>> [(phase.seat, game.turn_of(phase)) for phase in game.sequence if phase.key == "german.interdiction"]
        [('soviet', 'german')]
        """
        return (phase.owner and self.seat_of(phase.owner)) or phase.seat

    # -- starting ------------------------------------------------------------------------------------------------

    def start(self, scenario: str | None = None, *, seed: int | str | None = None,
              options: Mapping[str, bool] | None = None) -> Match:
        """Begin a match. The same seed gives the same dice.

        >>> import stavka
        >>> stavka.game("dagc").start("historical", seed=7).offer.seat
        'soviet'
        """
        from .match import Match

        return Match.start(self, scenario or next(iter(self.scenarios)), seed, options or {})

    def situation(self, written: Mapping[str, Any]) -> Match:
        """A match from a written position, for tests, studies and bug reports.

        >>> import stavka
        >>> match = stavka.game("dagc").situation({
        ...     "turn": 3, "step": "soviet.movement", "empty": True, "place": {"S-39": "3501"}})
        >>> match.offer.units
        ('S-39',)
        """
        from .match import Match

        return Match.from_situation(self, written)

    def resolve_options(self, scenario: str, options: Mapping[str, Any]) -> dict[str, bool]:
        """All options of the game for a match: those set, else the scenario's, else the defaults."""
        if not isinstance(scenario, str) or scenario not in self.scenarios:
            raise Flaw("{game} has no scenario {scenario!r}; it has {known}", game=self.key, scenario=scenario,
                       known=", ".join(self.scenarios))
        if not isinstance(options, Mapping):
            raise Flaw("options are a table of names with true or false, not {options!r}", options=options)
        for key, value in options.items():
            if key not in self.options:
                raise Flaw("{game} has no option {key!r}; it has {known}", game=self.key, key=key,
                           known=", ".join(self.options))
            if not isinstance(value, bool):
                raise Flaw("option {key!r} is true or false, not {value!r}", key=key, value=value)
        defaults = {key: option.default for key, option in self.options.items()}
        return {**defaults, **self.scenarios[scenario].options, **options}

    # -- words ---------------------------------------------------------------------------------------------------

    def say(self, message: Message, language: str = "en") -> str:
        """A message as a sentence."""
        return self.words.say(message, language)

    def provenance(self, source: Source, language: str = "en") -> str:
        """A provenance mark in a language; a note that has no words there is said as it is written."""
        return str(Source(source.letter, self.notes[language].get(source.note, source.note)))

    def illegal(self, key: str, *rules: str, **args: Any) -> Illegal:
        """The refusal to raise."""
        return Illegal(Message(key, args, rules), self.say)

    def refusal(self, reason: Message) -> Illegal:
        """The refusal to raise for a reason that is known already."""
        return Illegal(reason, self.say)

    def _read_notes(self, name: str) -> Mapping[str, str]:
        if not self.folder.has(name):
            return {}
        table = self.folder.read(name)
        return {note: table.text(note) for note in table.values}

    def _read_words(self) -> Catalogue:
        common = Folder(Path(__file__).parent / "words")
        both = {}
        for language in LANGUAGES:
            own = flatten(self.folder.read(f"words.{language}.toml"))
            both[language] = own | flatten(common.read(f"words.{language}.toml")) | own  # ways are named in its order
        words = Catalogue(**both)
        words.name_with("unit", lambda unit, language: self.counters[unit].name[language])
        words.name_with("hex", self.hex_name)
        words.name_with("terrain", lambda key, language: self.board.terrains[key].name[language])
        words.name_with("die", lambda die, _: str(die))
        words.name_with("modifier", lambda number, _: f" {number:+d}" if number else "")
        words.name_with("shift", lambda number, language: "" if not number else words.say(
            Message("words.shift", {"shift": number}), language))
        words.name_with("price", lambda number, language: "" if not number else words.say(
            Message("words.price", {"cost": number}), language))
        words.name_with("word", lambda key, language: words.say(Message(key), language))
        words.name_with("side", lambda side, language: words.say(Message(f"side.{side}"), language))
        words.name_with("seat", lambda seat, language: words.say(Message(f"seat.{seat}"), language))
        words.name_with("phase", lambda phase, language: words.say(Message(f"phase.{phase}"), language))
        words.name_with("button", lambda button, language: words.say(Message(f"button.{button}"), language))
        words.name_with("choice", self.choice_name)
        words.name_with("message", words.say)
        return words

    def choice_name(self, choice: str, language: str = "en") -> str:
        """A choice as people say it: the name of the counter, hex or button."""
        kind, _, name = choice.partition(":")
        return self.words.name("button" if kind == "do" else kind, name, language)

    def hex_name(self, number: str, language: str = "en") -> str:
        """A place as people say it: a hex by its number and what lies in it, a hexside by its course, a box by name."""
        box = self.board.boxes.get(number)
        if box is not None:
            return box.name[language]
        side = self.board.sides.get(number)
        if side is not None:
            return f"{number} {side.course.name[language]}"
        place = self.board.place_at.get(self.board.index[number])
        return number if place is None else f"{number} {place.name[language]}"

    @cached_property
    def rule_numbers(self) -> frozenset[str]:
        """The ids of all rules."""
        return frozenset(rule.id for rule in self.rules)

    def unit_index(self, unit: Any) -> int:
        """The index of a counter, by id."""
        if unit not in self.counters:
            raise self.illegal("refused.unknown_unit", unit=unit)
        return self.counters.index[unit]

    def place_index(self, name: Any) -> int:
        """The index of a hex, box or hexside, by name."""
        index = self.board.index.get(name) if isinstance(name, str) else None
        if index is None:
            raise self.illegal("refused.unknown_hex", hex=name)
        return index

    def counter(self, unit: int) -> Counter:
        """A counter, by index."""
        counter: Counter = self.counters[unit]
        return counter


def _read_option(key: str, table: Table) -> Option:
    return Option(key, table.words("name"), table.words("help"), table.truth("default"))


def _read_scenario(key: str, table: Table, known: Mapping[str, Option]) -> Scenario:
    options = table.table("options", {})
    for name in options.values:
        if name not in known:
            raise options.fail("there is no option {name!r}", name=name)
    return Scenario(key, table.words("name"), table.words("summary"), {k: options.truth(k) for k in options.values})


def check_situation(game: Game[Any], written: Mapping[str, Any]) -> None:
    """Refuse a written position with keys nobody reads or values of the wrong kind."""
    known = ("game", "scenario", "options", "turn", "step", "empty", "dice", "seed", "place", *game.situation_keys,
             *game.remembered)
    for key in written:
        if key not in known:
            raise SituationError("unknown key {key!r}; a situation of {game} has {known}", key=key, game=game.key,
                                 known=", ".join(known))
    if written.get("game", game.key) != game.key:
        raise SituationError("'game' is {found!r}, not {key!r}", found=written["game"], key=game.key)
    _expect(written, "turn", int, "a whole number")
    if written.get("empty", False) not in (True, False, EVERYWHERE):
        raise SituationError("'empty' must be true, false or {word!r}, not {found!r}", word=EVERYWHERE,
                             found=written["empty"])
    _expect(written, "place", Mapping, "a table of counters and places")
    _expect(written, "options", Mapping, "a table of options")
    _expect(written, "dice", Sequence, "a list of die rolls")
    phases = [SETUP, *(phase.key for phase in game.sequence)]
    if written.get("step", SETUP) not in phases:
        raise SituationError("'step' is {found!r}; the phases are {known}", found=written["step"],
                             known=", ".join(phases))
    for face in written.get("dice", ()):
        if face not in range(1, max(FACES, game.largest_cup) + 1):
            raise SituationError("'dice': a die cannot show {face!r}", face=face)


def _expect(written: Mapping[str, Any], key: str, kind: Any, wanted: str) -> None:
    if key in written and (not isinstance(written[key], kind) or isinstance(written[key], str)):
        raise SituationError("'{key}' must be {wanted}, not {written!r}", key=key, wanted=wanted, written=written[key])


def read_placement(game: Game[Any], id: str, spec: Any) -> Placement:
    """One entry of a situation's ``place``: the counter, where it stands, and its further state."""
    if id not in game.counters:
        raise SituationError("place: there is no unit {unit!r}", unit=id)
    state = dict(spec) if isinstance(spec, Mapping) else {"hex": spec}
    where = state.pop("hex", None)
    if not isinstance(where, str) or where not in game.board.index:
        raise SituationError("place: {unit}: there is no hex {place!r}", unit=id, place=where)
    return game.counters.index[id], game.board.index[where], state
