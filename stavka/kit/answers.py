"""Answers: the parts of them that all games share, for whoever asks.

A game answers the questions of the contract (``ask("reach")``, ``ask("odds")`` ...) in a class of its own whose public
methods are the questions (:func:`questions_of`). What they have in common is here: an :class:`Asked` stands for one
question and describes hexes, units, paths, sums and refusals in the words of the game; a game adds what is its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any, Protocol

from .board import Board
from .clicks import points_left, why_not
from .counters import Counter, Counters
from .data import Source
from .hexset import EMPTY, HexSet, UnitSet, has, members
from .position import Position
from .tables import Item, Price, Sum, Times
from .view import Shown
from .words import Message

Answer = dict[str, Any]
"""Plain data, JSON-able."""


class Teller(Protocol):
    """What an answer needs of a game: its board and counters, its words, and what a seat may see."""

    board: Board
    counters: Counters[Any]

    def say(self, message: Message, language: str = ...) -> str:
        """A message as a sentence."""

    def provenance(self, source: Source, language: str = ...) -> str:
        """A provenance mark, its note in words."""

    def see(self, p: Any, seat: str) -> Shown:
        """All that the seat may know about the position."""

    def sees(self, p: Any, seat: str, unit: int) -> bool:
        """Whether the seat may see this counter."""

    def unit_index(self, unit: Any) -> int:
        """The index of a counter, by id."""

    def place_index(self, name: Any) -> int:
        """The index of a hex, box or hexside, by name."""

    def illegal(self, key: str, *rules: str, **args: Any) -> Exception:
        """The refusal to raise."""

    def refusal(self, reason: Message) -> Exception:
        """The refusal to raise for a reason that is known already."""

    def advance(self, p: Any) -> None:
        """Begin the next phase."""


def questions_of(answers: object) -> Mapping[str, Callable[..., Any]]:
    """The questions that an object answers: its public methods, by name.

    >>> class Answers:
    ...     def victory(self, p, seat, *, lang): return {"points": p}
    >>> questions_of(Answers())["victory"](7, "red", lang="en")
    {'points': 7}
    """
    return {name: getattr(answers, name) for name, method in vars(type(answers)).items()
            if callable(method) and not name.startswith("_")}


class Asked:
    """One question: the position it is about, the seat that asks, and the language of the answer."""

    def __init__(self, game: Teller, p: Position, seat: str, lang: str) -> None:
        self.game, self.p, self.seat, self.lang = game, p, seat, lang

    # -- who may ask ---------------------------------------------------------------------------------------------

    def unit_named(self, unit: Any, *rules: str) -> int:
        """A unit that the seat may ask about; one it may not see is refused by these rules."""
        index = self.game.unit_index(unit)
        if not self.game.sees(self.p, self.seat, index):
            raise self.game.illegal("refused.hidden", *rules, unit=unit)
        return index

    def side_named(self, side: Any) -> int:
        """The index of a side."""
        sides = self.p.layout.sides
        if side not in sides:
            raise self.game.illegal("refused.unknown_side", side=side, known=", ".join(sides))
        return sides.index(side)

    # -- things --------------------------------------------------------------------------------------------------

    def stack(self, place: int) -> list[str | None]:
        """The counters in a place, bottom to top; None for one that the seat may not see."""
        p, sees = self.p, self.game.sees
        return [p.id(unit) if sees(p, self.seat, unit) else None for unit in p.at(place)]

    def hex(self, place: int, points: int = 0) -> Answer:
        """What every game says of a place, with provenance; ``points`` is what a named one is worth.

        Boxes and hexsides have a name and a stack. A game adds who controls a hex, whose zones lie in it, and so on.
        """
        board, lang, told = self.game.board, self.lang, self._told
        number = self.p.number(place)
        if place >= self.p.layout.hexes:
            side = board.side_at.get(place)
            name = board.boxes[number].name if side is None else side.course.name
            return {"hex": number, "name": name[lang], "stack": self.stack(place)}
        terrain, site = board.terrains[board.terrain[place]], board.place_at.get(place)
        return {
            "hex": number,
            "terrain": {"key": terrain.key, "name": terrain.name[lang], "source": told(terrain.source)},
            "place": None if site is None else {"name": site.name[lang], "kind": site.kind, "points": points,
                                                "source": told(site.source)},
            "areas": [{"key": area.key, "name": area.name[lang], "source": told(area.source)}
                      for area in board.areas.values() if has(area.hexes, place)],
            "hexsides": [
                {"to": self.p.number(there if here == place else here), "kind": course.kind, "name": course.name[lang],
                 "source": told(course.source)}
                for course in board.courses for here, there in course.edges if place in (here, there)],
            "stack": self.stack(place),
        }

    def unit(self, unit: int) -> Answer:
        """What every game says of a counter, with provenance; a game adds what its counters show."""
        counter: Counter = self.game.counters[unit]
        left = points_left(self.p, self.seat, unit, self.game.advance)
        return {
            "unit": counter.id,
            "name": counter.name[self.lang],
            "side": counter.side,
            "kind": self.game.say(Message(f"kind.{counter.kind}"), self.lang),
            "formation": counter.formation[self.lang],
            "place": self.p.number(self.p.where[unit]),
            "sources": {what: self._told(source) for what, source in counter.sources.items()},
            **({} if left is None else {"left": left}),
        }

    def _told(self, source: Source) -> str:
        """Where something comes from, in the language of whoever asks."""
        return self.game.provenance(source, self.lang)

    # -- reasons -------------------------------------------------------------------------------------------------

    def reason(self, message: Message) -> Answer:
        """A reason in words, and the rule behind it."""
        return {"reason": self.game.say(message, self.lang), "rule": message.rule}

    def why_not(self, unit: int, place: int) -> Answer:
        """What forbids a unit to go to a place, attack it or retreat there now; or that nothing does."""
        refusal = why_not(self.p, self.seat, unit, place, self.game.advance)
        return {"allowed": True, "reason": None, "rule": None} if refusal is None else {
            "allowed": False, **self.reason(refusal)}

    def line(self, item: Item | Price) -> Answer:
        """One line of a sum, with what it was multiplied by."""
        line: Answer = {"rule": item.message.rule, "text": self.game.say(item.message, self.lang), "value": item.value}
        return {**line, "by": [self._times(multiple) for multiple in item.by]} if item.by else line

    def lines(self, items: Iterable[Item | Price]) -> list[Answer]:
        """The lines of a sum."""
        return [self.line(item) for item in items]

    def notes(self, messages: Iterable[Message]) -> list[Answer]:
        """What else is to be said with a sum, each with its rule: what it costs beyond the result, say."""
        return [{"text": self.game.say(message, self.lang), "rule": message.rule} for message in messages]

    def _times(self, multiple: Times) -> Answer:
        return {"rule": multiple.message.rule, "text": self.game.say(multiple.message, self.lang),
                "times": str(multiple.times)}

    def sum(self, total: Sum) -> Answer:
        """A battle as a sum: both strengths, shifts and die modifiers, each with its lines; a game adds the results."""
        return {
            "attack": total.attack_strength,
            "defence": total.defence_strength,
            "attackers": self.lines(total.attackers),
            "defenders": self.lines(total.defenders),
            "shift": total.net_shift,
            "shifts": self.lines(total.shifts),
            "modifier": total.die_modifier,
            "modifiers": self.lines(total.modifiers),
        }

    def fire(self, far: int | None, hexes: HexSet, targets: HexSet, silent: Message | None = None,
             observers: Mapping[int, UnitSet] | None = None) -> Answer:
        """How far a gun or an aircraft reaches, and what it may fire at; ``silent`` is why at nothing now.

        Where fire is observed, ``observers`` are those who see each enemy in its reach. No range is the whole map.
        """
        return {
            "range": far,
            "hexes": self.p.numbers(hexes),
            "targets": self.p.numbers(EMPTY if silent is not None else targets),
            "observers": None if observers is None else {
                self.p.number(place): [self.p.id(unit) for unit in members(units)
                                       if self.game.sees(self.p, self.seat, unit)]
                for place, units in observers.items()},
            **({"reason": None, "rule": None} if silent is None else self.reason(silent)),
        }

    # -- movement and supply -------------------------------------------------------------------------------------

    def path(self, way: Sequence[int], cost: float, left: float, step: Callable[[int, int], Answer]) -> Answer:
        """A way from hex to hex, what it costs and leaves, and every ``step`` of it."""
        return {"path": [self.p.number(place) for place in way], "cost": cost, "left": left,
                "steps": [step(here, there) for here, there in pairwise(way)]}

    def step(self, there: int, items: Sequence[Item | Price]) -> Answer:
        """One step of a way: where it leads, its cost, and the lines that the cost is the sum of."""
        return {"hex": self.p.number(there), "cost": sum(item.value for item in items), "why": self.lines(items)}

    def supply(self, supplied: bool, reason: Message, path: Iterable[int] | None = None) -> Answer:
        """Whether a unit is in supply, by which path, and why."""
        return {"supplied": supplied, "path": None if path is None else [self.p.number(place) for place in path],
                **self.reason(reason)}


__all__ = ["Answer", "Asked", "questions_of"]
