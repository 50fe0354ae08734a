"""Set-up: a player puts his units, one after the other, where the scenario lets him."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from .legs import everybody
from .position import Position
from .steps import NOBODY, About, Manner, Options, Step, by_formation
from .words import Message

READY_MADE = "ready_made"
"""The button that sets up all that is left as the scenario suggests."""


def put_there(p: Position, unit: int, place: int) -> None:
    """The unit stands where it was set up, and nothing else follows."""
    p.put(unit, place)


@dataclass(frozen=True)
class SetUp(Manner):
    """By which rule a player sets up, which of his units wait, and where each may go.

    Every unit that waits must have a place as long as the rules of the set-up are kept.
    """

    rule: str
    waiting: Callable[[Any], Sequence[int]]
    """The units still to be set up."""
    places: Callable[[Any, int], Iterable[int]]
    """Where a unit may be set up now."""
    put: Callable[[Any, int, int], None] = put_there
    """What happens when a unit is set up in a place."""
    why_not: Callable[[Any, int, int], Message | None] | None = None
    """A better reason than "not there", where the game has one."""
    ready_made: Callable[[Any], Iterable[tuple[int, int]]] | None = None
    """Units and places of a set-up that can be had with one click; each is set up before the next is asked for."""
    known_to: Callable[[Any, int], tuple[str, ...] | None] = everybody
    """The seats that may know which unit is set up."""


@dataclass(frozen=True, slots=True)
class Deploy(Step):
    """A player sets up his units: a unit, then its place. A unit that has only one place goes there at once."""

    setup: SetUp
    side: int
    unit: int = NOBODY

    def offer(self, p: Any) -> Options | None:
        rules = (self.setup.rule,)
        if self.unit != NOBODY:
            prompt = Message("prompt.deploy_to", {"unit": p.id(self.unit)}, rules)
            return Options(p.seat(self.side), "deploy_to", prompt, hexes=self.setup.places(p, self.unit),
                           about=About("place", self.unit))
        units = self.setup.waiting(p)
        if not units:
            return None
        prompt = Message("prompt.deploy", {"number": len(units)}, rules)
        return Options(p.seat(self.side), "deploy", prompt, units=units,
                       buttons=(READY_MADE,) if self.setup.ready_made else (), about=About("place"),
                       sets=by_formation(p, units))

    def take_unit(self, p: Any, unit: int) -> None:
        step = replace(self, unit=unit)
        p.replace(step)
        places = list(self.setup.places(p, unit))
        if len(places) == 1:
            step.take_hex(p, places[0])

    def take_hex(self, p: Any, place: int) -> None:
        self._put(p, self.unit, place)
        p.replace(replace(self, unit=NOBODY))

    def take_button(self, p: Any, button: str) -> None:
        assert self.setup.ready_made is not None
        for unit, place in self.setup.ready_made(p):
            self._put(p, unit, place)

    def _put(self, p: Any, unit: int, place: int) -> None:
        self.setup.put(p, unit, place)
        p.emit("deployed", self.setup.rule, seats=self.setup.known_to(p, unit), veiled=("unit",), unit=p.id(unit),
               hex=p.number(place))

    def refuse_unit(self, p: Any, unit: int) -> Message | None:
        return Message("refused.not_to_deploy", {"unit": p.id(unit)}, (self.setup.rule,))

    def refuse_hex(self, p: Any, place: int) -> Message | None:
        if self.unit == NOBODY:
            return Message("refused.pick_unit_first", {}, (self.setup.rule,))
        reason = None if self.setup.why_not is None else self.setup.why_not(p, self.unit, place)
        return reason or Message("refused.no_deployment", {"hex": p.number(place)}, (self.setup.rule,))


__all__ = ["READY_MADE", "Deploy", "SetUp"]
