"""Losses that their owner chooses: steps or units lost in a battle, and units too many in a hex."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from .steps import About, Manner, Options, Step
from .words import Message


@dataclass(frozen=True)
class Toll(Manner):
    """What a unit can still lose (its steps, its factors, or 1), and what happens when it loses one of them."""

    left: Callable[[Any, int], int]
    lose: Callable[..., None]
    """Called with the position, the unit and the rules."""


@dataclass(frozen=True, slots=True)
class Losses(Step):
    """A force loses so much; its owner says who, one loss after the other. The ``first`` may have to come from some.

    Where there is nothing to choose the losses are taken at once, until nothing is owed or nobody is left.
    """

    toll: Toll
    side: int
    units: tuple[int, ...]
    owed: int
    rule: str
    first: tuple[int, ...] = ()
    """The units one of which bears the first loss; empty if anybody may."""
    first_rule: str = ""

    def offer(self, p: Any) -> Options | None:
        units = self.able(p)
        if len(units) < 2 or (not self.first and sum(self.toll.left(p, unit) for unit in units) <= self.owed):
            return None
        prompt = Message("prompt.losses", {"steps": self.owed}, (self.rule,))
        return Options(p.seat(self.side), "loss", prompt, units=units, about=About("lose"))

    def able(self, p: Any) -> list[int]:
        """The units that can bear the next loss."""
        return [unit for unit in self.first or self.units if self.toll.left(p, unit)] if self.owed > 0 else []

    def skip(self, p: Any) -> None:
        units = self.able(p)
        if units:
            self.take_unit(p, units[0])
        else:
            p.pop()

    def take_unit(self, p: Any, unit: int) -> None:
        p.replace(replace(self, owed=self.owed - 1, first=()))
        self.toll.lose(p, unit, self.first_rule if self.first else self.rule)

    def refuse_unit(self, p: Any, unit: int) -> Message | None:
        if self.first and unit in self.units:
            return Message("refused.others_first", {"unit": p.id(unit), "units": p.ids(self.first)}, (self.first_rule,))
        return Message("refused.not_involved", {"unit": p.id(unit)}, (self.rule,))


def everybody(p: Any, place: int) -> Sequence[int]:
    """All counters in a hex."""
    stack: Sequence[int] = p.at(place)
    return stack


@dataclass(frozen=True)
class Limit(Manner):
    """How many counters a hex holds too many, which of them may go, and what becomes of one that goes."""

    rule: str
    surplus: Callable[[Any, int], int]
    remove: Callable[[Any, int], None]
    units: Callable[[Any, int], Sequence[int]] = everybody


@dataclass(frozen=True, slots=True)
class Excess(Step):
    """Too many counters stand in a hex: their owner says which go, until the rest may stay."""

    limit: Limit
    side: int
    place: int

    def offer(self, p: Any) -> Options | None:
        number = self.limit.surplus(p, self.place)
        if number <= 0:
            return None
        prompt = Message("prompt.excess", {"hex": p.number(self.place), "number": number}, (self.limit.rule,))
        return Options(p.seat(self.side), "excess", prompt, units=self.limit.units(p, self.place),
                       about=About("remove", targets=(self.place,)))

    def take_unit(self, p: Any, unit: int) -> None:
        self.limit.remove(p, unit)

    def refuse_unit(self, p: Any, unit: int) -> Message | None:
        return Message("refused.not_crowded", {"unit": p.id(unit), "hex": p.number(self.place)}, (self.limit.rule,))


def push_excess(p: Any, limit: Limit, places: Iterable[int]) -> None:
    """Let the owner of every one of these hexes that holds too much put it in order, one hex after the other."""
    crowded = [place for place in places if limit.surplus(p, place) > 0]
    p.push(*(Excess(limit, p.layout.side_of[limit.units(p, place)[0]], place) for place in crowded))


__all__ = ["Excess", "Limit", "Losses", "Toll", "push_excess"]
