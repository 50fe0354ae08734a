"""A match: a game being played. Offer, choose, undo, view, ask, copy, save.

>>> import stavka
>>> match = stavka.game("dagc").start("historical", seed=7)
>>> match.turn, match.phase
(1, 'soviet.combat_before')
>>> match.choose(match.offer.choices[0])[0].kind
'target'
"""

from __future__ import annotations

import pickle
from collections.abc import Mapping, Sequence
from dataclasses import replace
from operator import itemgetter
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from .errors import Illegal, SituationError
from .game import EVERYWHERE, SETUP, Game, Result, check_situation, read_placement
from .kit.clicks import Click, refused_click
from .kit.dice import Dice
from .kit.events import Event
from .kit.position import Position
from .kit.steps import About, Options, settle, take
from .kit.view import AboutData, OfferData, Outcome, View
from .kit.words import LANGUAGES, Message

if TYPE_CHECKING:
    from .journal import Journal


MOST_MARKS = 16
"""The most positions that a match keeps to go back to when choices are taken back."""

NEAR_MARKS = 8
"""Of these the last ones, of which none is left out."""

MARK_EVERY = 20
"""After so many choices a position is kept even if nothing was rolled: to take one back, few are played again."""

ASIDE = "aside"
"""The box, in every game, for counters that are out of play."""


class Offer:
    """The choices open to one seat.

    ``step`` is the phase of the sequence of play, ``task`` the kind of decision in it.
    """

    __slots__ = ("_game", "_options", "step")

    def __init__(self, game: Game[Any], step: str, options: Options) -> None:
        self._game = game
        self._options = options
        self.step = step

    @property
    def options(self) -> Options:
        """What is offered, by index."""
        return self._options

    @property
    def seat(self) -> str:
        """Whose choice it is."""
        return self._options.seat

    @property
    def task(self) -> str:
        """The kind of decision, such as ``move`` or ``retreat``."""
        return self._options.task

    @property
    def message(self) -> Message:
        """What is to be done, as a message: what the game asks or, where the end is all there is to choose, that, with
        what the game's own prompt tells (the movement points left, say) still in it."""
        options, about = self._options, self._options.about
        if len(self) > 1 or not options.buttons or self._game.roles.get(options.buttons[0]) != "end":
            return options.prompt
        end, rules = {**options.prompt.args, "button": options.buttons[0]}, options.prompt.rules
        if about.unit is None:
            return Message("prompt.nothing_left", end, rules)
        if about.kind == "move":
            units = [self._game.counters.ids[unit] for unit in about.group or (about.unit,)]
            return Message("prompt.nobody_left", {**end, "units": units}, rules)
        return options.prompt

    @property
    def prompt(self) -> str:
        """What is to be done, in English."""
        return self.say("en")

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules behind the prompt."""
        return self._options.prompt.rules

    @property
    def units(self) -> tuple[str, ...]:
        """The ids of the units that can be chosen."""
        ids = self._game.counters.ids
        return tuple([ids[unit] for unit in self._options.units])

    @property
    def hexes(self) -> tuple[str, ...]:
        """The numbers of the hexes (or names of boxes) that can be chosen."""
        names = self._game.board.names
        return tuple([names[place] for place in self._options.hexes])

    @property
    def buttons(self) -> tuple[str, ...]:
        """The buttons that can be chosen."""
        return tuple(self._options.buttons)

    @property
    def about(self) -> About:
        """What the decision is about, by index: its kind, the unit in hand, targets, the group picked so far."""
        return self._options.about

    @property
    def sets(self) -> tuple[tuple[str, ...], ...]:
        """Sets of the offered units that are often picked together, such as a whole stack."""
        ids = self._game.counters.ids
        return tuple([tuple([ids[unit] for unit in units]) for units in self._options.sets])

    @property
    def choices(self) -> list[str]:
        """Every choice, as :meth:`Match.choose` takes it."""
        options, game = self._options, self._game
        return [
            *_named(game.unit_choices, options.units),
            *_named(game.hex_choices, options.hexes),
            *map("do:".__add__, options.buttons),
        ]

    def __len__(self) -> int:
        options = self._options
        return len(options.units) + len(options.hexes) + len(options.buttons)

    def nth(self, number: int) -> str:
        """One of the choices by its place in the list, without making the list."""
        options, game = self._options, self._game
        units = len(options.units)
        if number < units:
            return game.unit_choices[options.units[number]]
        number -= units
        hexes = len(options.hexes)
        if number < hexes:
            return game.hex_choices[options.hexes[number]]
        return f"do:{options.buttons[number - hexes]}"

    def __contains__(self, choice: object) -> bool:
        return isinstance(choice, str) and self.find(choice) is not None

    def find(self, choice: str) -> tuple[str, Any] | None:
        """What a choice stands for, if it is offered."""
        known = self._game.choices.get(choice)
        if known is None:
            return None
        kind, value = known
        options = self._options
        offered: Any = options.units if kind == "unit" else options.hexes if kind == "hex" else options.buttons
        return known if value in offered else None

    def say(self, language: str = "en") -> str:
        """The prompt in a language."""
        return self._game.say(self.message, language)

    def as_data(self) -> OfferData:
        """The offer as plain data."""
        data: OfferData = {
            "seat": self.seat,
            "step": self.step,
            "task": self.task,
            "prompt": {"en": self.say("en"), "es": self.say("es")},
            "rules": list(self.rules),
            "units": list(self.units),
            "hexes": list(self.hexes),
            "buttons": list(self.buttons),
            "about": self._about_as_data(),
            "sets": [list(units) for units in self.sets],
        }
        if self._options.strikes:
            data["strikes"] = [self._game.board.names[place] for place in self._options.strikes]
        asked = self.message.key.removeprefix("prompt.")
        if self._game.words.has(f"why.{asked}"):
            data["why"] = asked
        return data

    def _about_as_data(self) -> AboutData:
        ids, names, about = self._game.counters.ids, self._game.board.names, self.about
        data: AboutData = {
            "kind": about.kind,
            "targets": [names[place] for place in about.targets],
            "group": [ids[unit] for unit in about.group],
        }
        if about.unit is not None:
            data["unit"] = ids[about.unit]
        return data

    def __repr__(self) -> str:
        return f"<Offer to {self.seat}: {self.prompt} {len(self)} choices>"


def _named(names: Sequence[str], indexes: Sequence[int]) -> Sequence[str]:
    """Names by their indexes: all at once, since an offer has a hundred and lists are made of every one."""
    return itemgetter(*indexes)(names) if len(indexes) > 1 else [names[index] for index in indexes]


class Record(NamedTuple):
    """A choice that was made: by whom, what, the dice it rolled and what happened."""

    seat: str
    choice: str
    dice: tuple[int, ...]
    events: tuple[Event, ...]
    revealed: bool


class Match:
    """A game being played. Made by :meth:`Game.start`, :meth:`Game.situation` or :func:`stavka.open`."""

    def __init__(self, game: Game[Any], scenario: str, options: Mapping[str, bool], position: Position,
                 situation: Mapping[str, Any] | None = None) -> None:
        self.game = game
        self.scenario = scenario
        self.options = dict(options)
        self.position = position
        self.written = situation
        """The written position this match began from, if any."""
        self.records: list[Record] = []
        """Every choice so far."""
        self.journal: Journal | None = None
        self._current = self._settle()
        self.opening: tuple[Event, ...] = self._take_log()
        """What happened before the first choice."""
        self._marks: list[tuple[int, Position]] = []
        """Positions to go back to, each with the choices made before it; the first is kept when the first is made."""

    # -- beginning -----------------------------------------------------------------------------------------------

    @classmethod
    def start(cls, game: Game[Any], scenario: str, seed: int | str | None, options: Mapping[str, bool],
              dice: Dice | None = None) -> Match:
        """Begin a match from a scenario's set-up."""
        from .journal import Journal

        resolved = game.resolve_options(scenario, options)
        if dice is None:
            dice = Dice() if seed is None else Dice.seeded(seed)
        match = cls(game, scenario, resolved, game.set_up(scenario, resolved, dice))
        match.journal = Journal.begin(match)
        return match

    @classmethod
    def from_situation(cls, game: Game[Any], written: Mapping[str, Any], dice: Dice | None = None) -> Match:
        """Begin a match from a written position."""
        from .journal import Journal

        check_situation(game, written)
        scenario = written.get("scenario", next(iter(game.scenarios)))
        try:
            options = game.resolve_options(scenario, written.get("options", {}))
        except ValueError as error:
            raise SituationError("{cause}", cause=error) from None
        if dice is None:
            fixed = tuple(written.get("dice", ()))
            seed = written.get("seed")
            dice = Dice(fixed=fixed) if seed is None else Dice.seeded(seed, fixed)
        position = game.set_up(scenario, options, dice)
        _write(game, position, written)
        match = cls(game, scenario, options, position, dict(written))
        for flaw in game.impossible(position):
            raise SituationError("this position cannot be: {flaw}", flaw=flaw)
        match.journal = Journal.begin(match)
        return match

    @classmethod
    def resumed(cls, game: Game[Any], scenario: str, options: Mapping[str, bool], position: Position,
                offer: Offer | None) -> Match:
        """A match without history at a point where this offer has been made: to look at and imagine from."""
        twin: Match = object.__new__(cls)
        twin.game, twin.scenario, twin.options, twin.position = game, scenario, dict(options), position
        twin.written, twin.records, twin.opening, twin.journal = None, [], (), None
        twin._current = offer
        twin._marks = []
        return twin

    # -- the state of play ---------------------------------------------------------------------------------------

    @property
    def offer(self) -> Offer | None:
        """What is to be chosen now, and by whom; None when the match is over.

        >>> import stavka
        >>> stavka.game("dagc").start(seed=1).offer.step
        'soviet.combat_before'
        """
        return self._current

    @property
    def result(self) -> Result | None:
        """How the match ended; None while it goes on."""
        result: Result | None = self.position.result
        if result is None:
            return None
        return replace(result, reason=self.game.say(result.message), rule=result.message.rule)

    @property
    def turn(self) -> int:
        """The game turn."""
        return self.position.turn

    @property
    def phase(self) -> str:
        """The key of the phase, ``setup`` before the first."""
        return self.game.phase_key(self.position)

    @property
    def log(self) -> list[Event]:
        """All that has happened."""
        return [*self.opening, *(event for record in self.records for event in record.events)]

    @property
    def digest(self) -> str:
        """A fingerprint of the position."""
        return self.position.digest

    def __repr__(self) -> str:
        return f"<Match of {self.game.key} {self.scenario}, turn {self.turn}, {self.phase}>"

    # -- choosing ------------------------------------------------------------------------------------------------

    def choose(self, choice: str) -> tuple[Event, ...]:
        """Make a choice of the current offer; what happened comes back. Anything else is refused.

        >>> import stavka
        >>> match = stavka.game("dagc").start(seed=1)
        >>> match.choose("hex:9999")
        Traceback (most recent call last):
        ...
        stavka.errors.Illegal: There is no hex 9999.
        """
        offer = self._current
        found = None if offer is None else offer.find(choice)
        if offer is None or found is None:
            raise self._refusal(choice)
        if not self._marks:
            self._mark()
        p = self.position
        kind, value = found
        rolled = p.dice.count
        p.log = []
        take(p, kind, value)
        turn = p.turn
        self._current = self._settle()
        dice = p.dice.since(rolled) if p.dice.count > rolled else ()
        record = Record(offer.seat, choice, dice, self._take_log(), p.revealed)
        self.records.append(record)
        if dice or p.revealed or len(self.records) - self._marks[-1][0] >= MARK_EVERY:
            self._mark()
        if self.journal is not None:
            self.journal.chose(record, p, new_turn=p.turn != turn)
        return record.events

    def _settle(self) -> Offer | None:
        options = settle(self.position, self.game.advance)
        return None if options is None else Offer(self.game, self.phase, options)

    def _take_log(self) -> tuple[Event, ...]:
        events = tuple(self.position.log or ())
        self.position.log = []
        return events

    def _refusal(self, choice: str) -> Illegal:
        """The best reason there is for refusing a choice."""
        game, p = self.game, self.position
        kind, separator, name = choice.partition(":") if isinstance(choice, str) else ("", "", "")
        if not separator or kind not in ("unit", "hex", "do"):
            return game.illegal("refused.malformed", choice=str(choice))
        known = game.choices.get(choice)
        if known is None:
            return game.illegal(f"refused.unknown_{'button' if kind == 'do' else kind}", **{
                "button" if kind == "do" else kind: name})
        if self._current is None:
            return game.illegal("refused.over")
        if kind == "unit" and not game.sees(p, self._current.seat, known[1]):  # where it is must not shine through
            return game.illegal("refused.hidden", *game.hidden_by, unit=name)
        message = refused_click(p, self._current.options, Click(*known))
        assert message is not None, f"{choice} is offered"
        return Illegal(message, game.say)

    # -- undo ----------------------------------------------------------------------------------------------------

    def undo(self, seat: str | None = None, *, consent: bool = False) -> str:
        """Take back the last choice and return it.

        A choice that rolled dice or revealed something, or that another seat made, is taken back only with the
        other seats' consent. Dice once rolled are never rolled again: new ones follow.

        >>> import stavka
        >>> match = stavka.game("dagc").situation({"turn": 3, "step": "soviet.movement"})
        >>> before = match.digest
        >>> _ = match.choose("unit:S-5GT")
        >>> match.undo(), match.digest == before
        ('unit:S-5GT', True)
        """
        if not self.records:
            raise self.game.illegal("refused.undo_nothing")
        last = self.records[-1]
        if not consent:
            if last.dice or last.revealed:
                raise self.game.illegal("refused.undo_rolled")
            if seat is not None and seat != last.seat:
                raise self.game.illegal("refused.undo_other")
        keep = len(self.records) - 1
        while self._marks[-1][0] > keep:
            self._marks.pop()
        done, position = self._marks[-1]
        dice = self.position.dice
        replayed = self.records[done:keep]
        fallen = Dice(b"", [face for record in replayed for face in record.dice])
        journal, self.journal = self.journal, None
        del self.records[done:]
        self.position = position.copy(fallen)
        self._current = self._settle()
        self._take_log()
        for record in replayed:
            self.choose(record.choice)
        self.position.dice = dice
        self.journal = journal
        if journal is not None:
            journal.undid(last)
        return last.choice

    def _mark(self) -> None:
        """Remember the position: undo starts from there.

        What was derived from it is left out, and of marks far back only some are kept, the fewer the older they are:
        few are ever gone back to.
        """
        mark = self.position.copy(self.position.dice)
        mark.memo = {}
        self._marks.append((len(self.records), mark))
        if len(self._marks) > MOST_MARKS:
            del self._marks[1:-NEAR_MARKS:2]

    # -- looking -------------------------------------------------------------------------------------------------

    def view(self, seat: str) -> View:
        """All that this seat may see, its offer included, as plain data.

        >>> import stavka
        >>> view = stavka.game("dagc").start(seed=1).view("german")
        >>> view["turn"], view["offer"], view["to_move"]
        (1, None, 'soviet')
        """
        self._check_seat(seat)
        offer = self._current
        return {
            "game": self.game.key,
            "scenario": self.scenario,
            "options": dict(self.options),
            "seat": seat,
            "turn": self.turn,
            "phase": self.phase,
            "to_move": None if offer is None else offer.seat,
            "offer": None if offer is None or offer.seat != seat else offer.as_data(),
            "result": self._outcome(),
            **self.game.see(self.position, seat),
        }

    def _outcome(self) -> Outcome | None:
        result = self.result
        if result is None:
            return None
        return {
            "winner": result.winner,
            "reason": result.message.key,
            "rule": result.rule,
            "scores": dict(result.scores),
            "text": {language: self.game.say(result.message, language) for language in LANGUAGES},
        }

    def ask(self, question: str, *, seat: str | None = None, lang: str = "en", **about: Any) -> Any:
        """A read-only question; it is answered for a seat (the seat to move, if none is given) and leaks nothing.

        >>> import stavka
        >>> match = stavka.game("dagc").situation({
        ...     "turn": 3, "step": "soviet.movement", "empty": True, "place": {"S-39": "3501"}})
        >>> match.ask("reach", unit="S-39")["3502"]
        1
        """
        answer = self.game.questions.get(question)
        if answer is None:
            raise self.game.illegal("refused.unknown_question", question=question,
                                    known=", ".join(self.game.questions))
        if seat is None:
            seat = self.game.seats[0] if self._current is None else self._current.seat
        self._check_seat(seat)
        # A question may work things out, but it must not leave a trace in the position.
        p = self.position.copy(self.position.dice)
        try:
            told = answer(p, seat, lang=lang, **about)
            if p.version == self.position.version:  # what was worked out holds for the next one too
                self.position.memo = p.memo
            return told
        except TypeError as error:
            if "argument" not in str(error):
                raise
            raise self.game.illegal("refused.bad_question", question=question, cause=str(error)) from None

    def _check_seat(self, seat: str) -> None:
        if seat not in self.game.seats:
            raise self.game.illegal("refused.unknown_seat", seat=seat, known=", ".join(self.game.seats))

    # -- copies and saves ----------------------------------------------------------------------------------------

    def copy(self, seed: int | None = None) -> Match:
        """A copy for search: the same position, dice of its own, no journal.

        >>> import stavka
        >>> match = stavka.game("dagc").start(seed=1)
        >>> twin = match.copy()
        >>> twin.digest == match.digest and twin.position.dice.commitment != match.position.dice.commitment
        True
        """
        return self._with(self.position.copy(self.position.dice.fork(seed)))

    def imagine(self, seat: str, seed: int = 0) -> Match:
        """A match that this seat might be in, for all it can see: what is hidden from it is drawn at random.

        Computer players search in such matches and never in the real one.

        >>> import stavka
        >>> match = stavka.game("dagc").start(seed=1)
        >>> match.imagine("german", seed=3).view("german") == match.view("german")
        True
        """
        self._check_seat(seat)
        rng = Random(f"imagine {seat} {seed}")
        return self._with(self.game.imagine(self.position, seat, rng, self.position.dice.fork(seed)))

    def _with(self, position: Position) -> Match:
        """A match like this one in another position, without history.

        The written position it may have begun from is part of that: it holds the seed of the dice, and every secret.
        """
        return type(self).resumed(self.game, self.scenario, self.options, position, self._current)

    def packed(self) -> bytes:
        """The position and what is offered in it as bytes, far smaller than a copy: no history, nothing of the dice.

        >>> import stavka
        >>> match = stavka.game("dagc").start(seed=1)
        >>> Match.unpacked(match.game, match.packed(), Dice()).view("soviet") == match.view("soviet")
        True
        """
        offer, p = self._current, self.position
        return pickle.dumps((self.scenario, self.options, type(p), p.state(),
                             None if offer is None else (offer.step, offer.options)))

    @classmethod
    def unpacked(cls, game: Game[Any], packed: bytes, dice: Dice) -> Match:
        """The match that was packed, with these dice. Only ever of what this very program has packed."""
        scenario, options, kind, state, offered = pickle.loads(packed)
        position: Position = kind.restored(game.layout, dice, state)
        return cls.resumed(game, scenario, options, position, None if offered is None else Offer(game, *offered))

    def save(self, path: str | Path) -> None:
        """Write the journal to a file that :func:`stavka.open` reads.

        >>> import stavka, tempfile, os
        >>> match = stavka.game("dagc").start(seed=1)
        >>> _ = match.choose(match.offer.choices[0])
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     match.save(os.path.join(folder, "match.stavka"))
        ...     stavka.open(os.path.join(folder, "match.stavka")).digest == match.digest
        True
        """
        if self.journal is None:
            raise ValueError("a copy of a match has no journal to save")
        self.journal.save(Path(path), self.position)


def _write(game: Game[Any], p: Position, written: Mapping[str, Any]) -> None:
    """Make a set-up position the written one."""
    empty = written.get("empty", False)
    for unit, place in enumerate(p.where):
        if empty and (empty == EVERYWHERE or place < p.layout.hexes):
            p.put(unit, game.board.index[ASIDE])
    placed = [read_placement(game, id, spec) for id, spec in written.get("place", {}).items()]
    p.turn = written.get("turn", 1)
    phases = [phase.key for phase in game.sequence]
    step = written.get("step", phases[0])
    if step == SETUP:  # the steps of the set-up go on from here
        game.write_situation(p, placed, written)
        return
    p.steps = ()
    p.phase = phases.index(step)
    game.write_situation(p, placed, written)
    p.push(game.sequence[p.phase].step())
    game.begin_phase(p)
    game.write_remembered(p, written)
    p.held = True  # the phase that was asked for is played even if there is nothing to do in it
