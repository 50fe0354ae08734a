"""8.0, 10.2: losses and disruption that the owner of the units distributes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from stavka.kit.losses import Losses, Toll
from stavka.kit.steps import About, Options, Step
from stavka.kit.words import Message

from .control import eliminate
from .disruption import disrupt
from .position import Abyss


def in_play(p: Abyss, unit: int) -> int:
    """1 for a unit that is on the map or fights for its entry: that much it can lose."""
    return int(p.is_on_map(unit) or p.where[unit] in p.layout.door_of)


UNITS = Toll("units", in_play, eliminate)
"""8.0 Units are lost whole, and for good."""


def lose(side: int, units: Sequence[int], number: int, rule: str) -> Losses:
    """8.0 E, EE: so many of these units are eliminated; their owner says which."""
    return Losses(UNITS, side, tuple(units), number, rule)


@dataclass(frozen=True, slots=True)
class Shaken(Step):
    """10.2 D, DD: so many of these units are disrupted; their owner says which, a disrupted one included (11.0)."""

    side: int
    units: tuple[int, ...]
    number: int
    rule: str

    def offer(self, p: Abyss) -> Options | None:
        if len(self.units) <= self.number or not self.number:
            return None
        prompt = Message("prompt.shaken", {"number": self.number}, (self.rule, "10.2d"))
        return Options(p.seat(self.side), "disrupt", prompt, units=self.units, about=About("lose"))

    def skip(self, p: Abyss) -> None:
        p.pop()
        for unit in self.units if self.number else ():
            disrupt(p, unit, self.rule)

    def take_unit(self, p: Abyss, unit: int) -> None:
        disrupt(p, unit, self.rule)
        left = tuple(other for other in self.units if other != unit)
        p.replace(replace(self, units=left, number=self.number - 1))

    def refuse_unit(self, p: Abyss, unit: int) -> Message | None:
        return Message("refused.not_involved", {"unit": p.id(unit)}, (self.rule,))


@dataclass(frozen=True, slots=True)
class Broken(Step):
    """9.0 A retreat that could not be made in full: one unit is lost, by its owner's choice, the others disrupted."""

    side: int
    units: tuple[int, ...]

    def offer(self, p: Abyss) -> Options | None:
        if len(self.units) < 2:
            return None
        prompt = Message("prompt.broken", {"hex": p.number(p.where[self.units[0]])}, ("9.0e",))
        return Options(p.seat(self.side), "loss", prompt, units=self.units, about=About("lose"))

    def skip(self, p: Abyss) -> None:
        p.pop()
        for unit in self.units:
            eliminate(p, unit, "9.0e")

    def take_unit(self, p: Abyss, unit: int) -> None:
        p.pop()
        eliminate(p, unit, "9.0e")
        for other in self.units:
            if other != unit:
                disrupt(p, other, "9.0e", "11.0a")

    def refuse_unit(self, p: Abyss, unit: int) -> Message | None:
        return Message("refused.not_involved", {"unit": p.id(unit)}, ("9.0e",))
