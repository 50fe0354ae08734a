"""Chapter 6: stacking."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from stavka.kit.steps import About, Options, Step
from stavka.kit.words import Message

from .components import GERMAN, SOVIET, STACK_LIMIT
from .position import Dagc


def has_room(p: Dagc, place: int, units: int = 1) -> bool:
    """6.1, 6.2 Two units a hex, every unit counts as one."""
    return len(p.stacks.get(place, ())) + units <= STACK_LIMIT


def fronts_agree(p: Dagc, unit: int, others: Iterable[int]) -> bool:
    """6.10 Units of the main front and of the 1st Ukrainian Front never share a hex."""
    is_front = p.layout.is_front
    return all(is_front(other) == is_front(unit) for other in others)


def may_join(p: Dagc, unit: int, place: int, units: int = 1) -> bool:
    """Whether ``unit`` (one of so many) may stand in a hex beside the friendly units there (6.5, 6.10)."""
    return has_room(p, place, units) and fronts_agree(p, unit, p.at(place))


def why_not_join(p: Dagc, unit: int, place: int) -> Message | None:
    """Why a unit may not stand in a hex beside the friendly units there, if so."""
    args = {"unit": p.id(unit), "hex": p.number(place)}
    if not has_room(p, place):
        return Message("refused.overstack", args, ("6.1",))
    return None if fronts_agree(p, unit, p.at(place)) else Message("refused.fronts", args, ("6.10",))


def hidden_from_german(p: Dagc, place: int) -> tuple[int, ...]:
    """6.8 The Soviet units in a hex that lie under the top one and that the German player may not examine."""
    stack = p.at(place)
    if len(stack) < STACK_LIMIT or p.layout.side_of[stack[0]] != SOVIET or place >= p.layout.hexes:
        return ()
    return () if is_under_german_attack(p, place) else stack[:-1]


def name_openly(p: Dagc, units: Iterable[int]) -> None:
    """6.8 Units that attack or lose a step are named, wherever in their stack they lie: no undo takes that back."""
    if any(unit in hidden_from_german(p, p.where[unit]) for unit in units):
        p.revealed = True


def may_go_under(p: Dagc, unit: int) -> bool:
    """6.8 The Soviet player says which unit of a stack lies on top: one that does may be put under the other."""
    stack = p.at(p.where[unit])
    return p.layout.side_of[unit] == SOVIET and len(stack) == STACK_LIMIT and stack[-1] == unit


def bring_up(p: Dagc, unit: int) -> None:
    """6.8 A unit is put on top of its stack."""
    p.put(unit, p.where[unit])
    p.emit("on_top", "6.8.b", unit=p.id(unit), hex=p.number(p.where[unit]))


@dataclass(frozen=True, slots=True)
class StackOrder(Step):
    """6.8 A Soviet unit has been driven, or has driven, onto another: its owner says which of them lies on top."""

    place: int

    def offer(self, p: Dagc) -> Options | None:
        units = p.at(self.place)
        if len(units) < STACK_LIMIT:
            return None
        prompt = Message("prompt.top", {"hex": p.number(self.place)}, ("6.8.b",))
        return Options(p.seat(SOVIET), "top", prompt, units=units, about=About("choose", targets=(self.place,)))

    def take_unit(self, p: Dagc, unit: int) -> None:
        p.pop()
        if p.at(self.place)[-1] != unit:
            bring_up(p, unit)

    def refuse_unit(self, p: Dagc, unit: int) -> Message | None:
        return Message("refused.not_involved", {"unit": p.id(unit)}, ("6.8.b",))


def is_under_german_attack(p: Dagc, place: int) -> bool:
    """Whether the German player has declared an attack on this hex that is still going on."""
    german_combat = bool(p.steps) and getattr(p.steps[0], "side", SOVIET) == GERMAN
    return german_combat and any(getattr(step, "target", None) == place for step in p.steps)
