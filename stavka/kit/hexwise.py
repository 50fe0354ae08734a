"""Hex by hex: retreats and advances of some hexes, each chosen when the one before it has been entered."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

from .steps import About, Kind, Manner, Options, Step
from .words import Message

HALT = "halt"
"""The button that ends an advance."""


def nothing(p: Any, step: Hexwise) -> None:
    """Whoever can go no further just stays."""


@dataclass(frozen=True)
class Course(Manner):
    """How a force goes on: where to from the hex it is in, and what happens when it enters the next or cannot."""

    kind: Kind
    """``retreat`` or ``advance``."""
    task: str
    rule: str
    hexes: Callable[[Any, Hexwise], Iterable[int]]
    """Where it may go next."""
    enter: Callable[[Any, Hexwise, int], None]
    why_not: Callable[[Any, Hexwise, int], Message | None]
    stuck: Callable[[Any, Hexwise], None] = nothing
    """What becomes of a force that has hexes to go and cannot."""
    may_halt: bool = False


@dataclass(frozen=True, slots=True)
class Hexwise(Step):
    """Units that keep together go so many hexes, one after the other; ``path`` is where they have been."""

    course: Course
    side: int
    units: tuple[int, ...]
    left: int = 1
    path: tuple[int, ...] = ()

    def offer(self, p: Any) -> Options | None:
        hexes = tuple(self.course.hexes(p, self)) if self.left else ()
        if not hexes:
            return None
        args = {"unit": p.id(self.units[0]), "units": p.ids(self.units), "left": self.left}
        return Options(p.seat(self.side), self.course.task, Message(f"prompt.{self.course.name}", args,
                       (self.course.rule,)), hexes=hexes, buttons=(HALT,) if self.course.may_halt else (),
                       about=About(self.course.kind, self.units[0], group=self.units if len(self.units) > 1 else ()))

    def skip(self, p: Any) -> None:
        p.pop()
        if self.left:
            self.course.stuck(p, self)

    def take_hex(self, p: Any, place: int) -> None:
        p.replace(replace(self, left=self.left - 1, path=(*self.path, p.where[self.units[0]])))
        self.course.enter(p, self, place)

    def take_button(self, p: Any, button: str) -> None:
        p.pop()

    def refuse_hex(self, p: Any, place: int) -> Message | None:
        return self.course.why_not(p, self, place)


__all__ = ["HALT", "Course", "Hexwise"]
