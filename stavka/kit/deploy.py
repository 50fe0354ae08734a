"""Set-up: a player puts his units, one after the other, where the scenario lets him.

What stands can be taken up again and put elsewhere, as at a real table, or the suggested set-up be taken and changed.
Changes are counted and there are not endlessly many, so that random play still ends.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from .hexset import EMPTY, UnitSet
from .legs import everybody
from .position import Position
from .steps import NOBODY, About, Manner, Options, Step, by_formation
from .words import Message

READY_MADE = "ready_made"
"""The button that sets up all that is left as the scenario suggests."""

ARRANGE = "arrange"
"""The button that does the same and leaves the player time to change it."""

FINISH = "finish"
"""The button that ends a set-up that was changed."""

FEWEST_CHANGES = 20
"""So many units may be taken up again, or as many as have been set up if those are more; then undo is left."""


def set_up_prompt(waiting: Sequence[int], standing: Sequence[int], rule: str) -> Message:
    """What a set-up asks for: units that wait or, when none does, another place for those that stand, or its end."""
    key = "prompt.deploy" if waiting else "prompt.arrange" if standing else "prompt.arranged"
    return Message(key, {"number": len(waiting)}, (rule,))


def set_up_buttons(has_suggestion: bool) -> tuple[str, ...]:
    """The buttons of a player who has still to set up units."""
    return (READY_MADE, ARRANGE) if has_suggestion else ()


def may_change(changes: int, placed: int) -> bool:
    """Whether a set-up may be changed once more."""
    return changes < max(FEWEST_CHANGES, placed)


def why_stays(p: Position, unit: int, rule: str) -> Message:
    """Why no unit is taken up any more."""
    return Message("refused.changed_enough", {"unit": p.id(unit)}, (rule,))


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
    take_up: Callable[[Any, int, int], None] = put_there
    """The reverse: what happens when it is taken up again, back to where it waited."""
    why_stays: Callable[[Any, int], Message | None] | None = None
    """Why a unit that was set up may not be taken up again, where the others need it there."""
    needed: Callable[[Any], UnitSet] | None = None
    """Units that may be needed where they stand: if they are known, no others are asked why they stay."""
    why_not: Callable[[Any, int, int], Message | None] | None = None
    """A better reason than "not there", where the game has one."""
    ready_made: Callable[[Any], Iterable[tuple[int, int]]] | None = None
    """Units and places of a set-up that can be had with one click; each is set up before the next is asked for."""
    known_to: Callable[[Any, int], tuple[str, ...] | None] = everybody
    """The seats that may know which unit is set up."""


@dataclass(frozen=True, slots=True)
class Deploy(Step):
    """A player sets up his units: a unit, then its place. A unit that has only one place goes there at once.

    Units that stand may be taken up again. A set-up that was changed waits until the player says that it is finished.
    """

    setup: SetUp
    side: int
    unit: int = NOBODY
    placed: tuple[tuple[int, int], ...] = ()
    """The units set up so far, each with the box in which it waited."""
    changes: int = 0

    def offer(self, p: Any) -> Options | None:
        if self.unit != NOBODY:
            prompt = Message("prompt.deploy_to", {"unit": p.id(self.unit)}, (self.setup.rule,))
            return Options(p.seat(self.side), "deploy_to", prompt, hexes=self.places(p),
                           about=About("place", self.unit))
        units = self.setup.waiting(p)
        if not units and not self.changes:
            return None
        standing = self.standing(p)
        prompt = set_up_prompt(units, standing, self.setup.rule)
        buttons = set_up_buttons(self.setup.ready_made is not None) if units else (FINISH,)
        return Options(p.seat(self.side), "deploy", prompt, units=[*units, *standing], buttons=buttons,
                       about=About("place"), sets=by_formation(p, units))

    def standing(self, p: Any) -> list[int]:
        """The units that may be taken up again."""
        if not may_change(self.changes, len(self.placed)):
            return []
        why_stays, units = self.setup.why_stays, [unit for unit, _ in self.placed]
        if why_stays is None:
            return units
        free = EMPTY if self.setup.needed is None else ~self.setup.needed(p)
        return [unit for unit in units if free >> unit & 1 or why_stays(p, unit) is None]

    def places(self, p: Any) -> Sequence[int]:
        """Where the unit in hand may go: looked for when it is picked, and remembered for the offer that follows."""
        found: Sequence[int] = p.derive("places to deploy", (p.version, self.setup.name, self.unit),
                                        lambda: tuple(self.setup.places(p, self.unit)))
        return found

    def take_unit(self, p: Any, unit: int) -> None:
        box = dict(self.placed).get(unit)
        if box is not None:
            self._take_up(p, unit, box)
            return
        step = replace(self, unit=unit)
        p.replace(step)
        places = step.places(p)
        if len(places) == 1:
            step.take_hex(p, places[0])

    def take_hex(self, p: Any, place: int) -> None:
        placed = self._put(p, self.unit, place)
        p.replace(replace(self, unit=NOBODY, placed=(*self.placed, placed)))

    def take_button(self, p: Any, button: str) -> None:
        if button == FINISH:
            p.pop()
            return
        assert self.setup.ready_made is not None
        placed = [self._put(p, unit, place) for unit, place in self.setup.ready_made(p)]
        p.replace(replace(self, placed=(*self.placed, *placed), changes=self.changes + (button == ARRANGE)))

    def _put(self, p: Any, unit: int, place: int) -> tuple[int, int]:
        """Set a unit up; it comes back with the box in which it waited."""
        box = p.where[unit]
        self.setup.put(p, unit, place)
        p.emit("deployed", self.setup.rule, seats=self.setup.known_to(p, unit), veiled=("unit",), unit=p.id(unit),
               hex=p.number(place))
        return unit, box

    def _take_up(self, p: Any, unit: int, box: int) -> None:
        known_to, stood = self.setup.known_to(p, unit), p.where[unit]
        self.setup.take_up(p, unit, box)
        p.emit("taken_up", self.setup.rule, seats=known_to, veiled=("unit",), unit=p.id(unit), hex=p.number(stood))
        left = tuple([entry for entry in self.placed if entry[0] != unit])
        p.replace(replace(self, unit=unit, placed=left, changes=self.changes + 1))

    def _why_stays(self, p: Any, unit: int) -> Message | None:
        """Why a unit that was set up may not be taken up again, if so."""
        if not may_change(self.changes, len(self.placed)):
            return why_stays(p, unit, self.setup.rule)
        return None if self.setup.why_stays is None else self.setup.why_stays(p, unit)

    def refuse_unit(self, p: Any, unit: int) -> Message | None:
        reason = self._why_stays(p, unit) if unit in dict(self.placed) else None
        return reason or Message("refused.not_to_deploy", {"unit": p.id(unit)}, (self.setup.rule,))

    def refuse_hex(self, p: Any, place: int) -> Message | None:
        if self.unit == NOBODY:
            return Message("refused.pick_unit_first", {}, (self.setup.rule,))
        reason = None if self.setup.why_not is None else self.setup.why_not(p, self.unit, place)
        return reason or Message("refused.no_deployment", {"hex": p.number(place)}, (self.setup.rule,))


__all__ = ["ARRANGE", "FINISH", "READY_MADE", "Deploy", "SetUp", "may_change", "set_up_buttons", "set_up_prompt",
           "why_stays"]
