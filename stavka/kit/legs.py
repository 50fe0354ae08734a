"""Movement in legs: a unit is picked and then any hex it can reach; it stays in hand until another is picked.

A game's movement step composes these: what it offers, and how a leg is told. Which units may move, how far, what a leg
brings about and where it is interrupted is the game's. Where nothing interrupts a leg, :class:`Moving` is the whole
step, and a :class:`March` all that the game has to say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from .position import Position
from .reach import UNLIMITED, Reach
from .steps import NOBODY, About, Manner, Options, Step
from .tables import Item
from .words import Message

END_PHASE = "end_phase"


def offer_units(p: Position, seat: str, units: Sequence[int], *rules: str, prompt: str = "prompt.move",
                buttons: Iterable[str] = (END_PHASE,)) -> Options | None:
    """Pick a unit to move; None if nobody can and nothing was done in the phase, which is then over."""
    if not units and not p.held:
        return None
    return Options(seat, "move", Message(prompt, {}, rules), units=units, buttons=buttons, about=About("move"))


def offer_leg(p: Position, seat: str, unit: int, left: int, others: Iterable[int], hexes: Iterable[int], *rules: str,
              buttons: Iterable[str] = (END_PHASE,)) -> Options:
    """The unit in hand goes on to a hex, or another is picked up instead."""
    places = list(hexes)
    key = "prompt.move_to" if places else "prompt.move_no_further"
    prompt = Message(key, {"unit": p.id(unit), "left": left}, rules)
    units = list(others)
    if unit in units:
        units.remove(unit)
    return Options(seat, "move_to", prompt, units=units, hexes=places, buttons=buttons, about=About("move", unit))


def tell_leg(p: Position, unit: int, path: Sequence[int], cost: float, *rules: str,
             seats: tuple[str, ...] | None = None) -> None:
    """A unit has gone along a path: the start first, the hex it came to last; only ``seats`` are told which unit."""
    names = [p.number(place) for place in path]
    p.emit("moved", *rules, seats=seats, veiled=("unit",), unit=p.id(unit), path=names, to=names[-1], cost=cost)


def never(*_: Any) -> bool:
    """No hex stops anybody."""
    return False


def everybody(*_: Any) -> tuple[str, ...] | None:
    """Nothing is hidden from anybody."""
    return None


@dataclass(frozen=True)
class March(Manner):
    """How units move: the same functions make the offers, the refusals, and the answers to ``reach`` and ``path``."""

    rule: str
    points: Callable[[Any, int], int]
    """The movement points of a unit at the start of its move."""
    reach: Callable[[Any, int, int], Reach]
    """Where a unit can end a leg with so many points."""
    enter: Callable[[Any, int, Sequence[int]], None]
    """The unit enters hexes one after the other, and stays in the last."""
    rest: Callable[[Any, int], None]
    """Its move is over: remember it."""
    why_not_move: Callable[[Any, int, int], Message | None]
    """Why a side cannot move a unit now; None if it can."""
    why_not_there: Callable[[Any, int, int, int], Message | None]
    """Why a unit cannot move to a hex with so many points; None if it can."""
    stops: Callable[[Any, int, int], bool] = never
    """Whether a unit that has entered a hex goes no further."""
    costs: Callable[[Any, int, int, int], Sequence[Item]] | None = None
    """What a step from hex to hex costs a unit, line by line; without it a path tells the sums alone."""
    known_to: Callable[[Any, int], tuple[str, ...] | None] = everybody
    """The seats that may know which unit moves."""


@dataclass(frozen=True, slots=True)
class Moving(Step):
    """A movement phase: one unit after the other, each in as many legs as it likes."""

    march: March
    side: int
    unit: int = NOBODY
    left: int = 0

    def offer(self, p: Any) -> Options | None:
        march, seat = self.march, p.seat(self.side)
        units = [unit for unit in p.on_map(self.side) if march.why_not_move(p, self.side, unit) is None]
        if self.unit == NOBODY:
            return offer_units(p, seat, units, march.rule)
        hexes = march.reach(p, self.unit, self.left).cost if self.left else ()
        return offer_leg(p, seat, self.unit, self.left, units, hexes, march.rule)

    def take_unit(self, p: Any, unit: int) -> None:
        self._put_down(p)
        p.replace(replace(self, unit=unit, left=self.march.points(p, unit)))

    def take_hex(self, p: Any, place: int) -> None:
        march, way = self.march, self.march.reach(p, self.unit, self.left)
        path, cost = way.path(place), way.cost[place]
        tell_leg(p, self.unit, path, cost, march.rule, seats=march.known_to(p, self.unit))
        march.enter(p, self.unit, path[1:])
        p.replace(replace(self, left=0 if march.stops(p, self.unit, place) else self.left - cost))

    def take_button(self, p: Any, button: str) -> None:
        self._put_down(p)
        p.pop()

    def _put_down(self, p: Any) -> None:
        if self.unit != NOBODY:
            self.march.rest(p, self.unit)

    def refuse_unit(self, p: Any, unit: int) -> Message | None:
        return self.march.why_not_move(p, self.side, unit)

    def refuse_hex(self, p: Any, place: int) -> Message | None:
        if self.unit == NOBODY:
            return Message("refused.pick_unit_first", {}, (self.march.rule,))
        return self.march.why_not_there(p, self.unit, place, self.left)


def why_not_reached(p: Any, unit: int, place: int, left: int, reach: Callable[[Any, int, int], Reach], *, too_far: str,
                    no_way: str) -> Message | None:
    """Why a unit does not get to a hex that is open to it (by which rules too far, or cut off); None if it does."""
    args = {"unit": p.id(unit), "hex": p.number(place)}
    if place == p.where[unit]:
        return Message("refused.there_already", args)
    if left and place in reach(p, unit, left).cost:
        return None
    far = reach(p, unit, UNLIMITED).cost
    if place in far:
        return Message("refused.too_far", {**args, "cost": far[place], "left": left}, (too_far,))
    return Message("refused.no_way", args, (no_way,))


def points_now(march: March, p: Any, unit: int) -> int:
    """The points a unit has now, or would have in its own movement phase; none if it has moved or cannot."""
    step = p.steps[-1] if p.steps else None
    if isinstance(step, Moving) and step.unit == unit:
        return step.left
    side = p.layout.side_of[unit]
    moving = isinstance(step, Moving) and step.side == side
    if not p.is_on_map(unit) or (moving and march.why_not_move(p, side, unit) is not None):
        return 0
    return march.points(p, unit)


__all__ = ["END_PHASE", "March", "Moving", "offer_leg", "offer_units", "points_now", "tell_leg",
           "why_not_reached"]
