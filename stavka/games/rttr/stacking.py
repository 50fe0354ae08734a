"""Chapter 10: stacking."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from stavka.kit.hexset import HexSet
from stavka.kit.steps import About, Options, Step
from stavka.kit.words import Message

from .components import BF, GERMAN, GERMAN_STACK, LARGE, SOVIET_STACK, player
from .position import Rttr
from .sectors import credited_to, front_of, is_german

BEARABLE = {
    german: frozenset(units + LARGE * large for units in range(limit + 1) for large in range(most + 1))
    for german, limit, most in ((True, GERMAN_STACK, 0), (False, SOVIET_STACK, 1))
}
"""10.2, 10.3 The loads that may be in one hex, of Germans or not."""


def crowded(p: Rttr, unit: int) -> HexSet:
    """10.2, 10.3 The hexes where units of its own side leave a unit no room."""
    side = p.layout.side_of[unit]
    return p.too_heavy(side, p.layout.load[unit], BEARABLE[side == GERMAN])


def has_room(p: Rttr, unit: int, place: int) -> bool:
    """10.1 - 10.3 Whether a unit may join what stands in a hex; its own force only."""
    stack = [other for other in p.stacks.get(place, ()) if other != unit]
    if not stack:
        return True
    side_of = p.layout.side_of
    if any(side_of[other] != side_of[unit] for other in stack):
        return False
    if side_of[unit] == GERMAN:
        return len(stack) < GERMAN_STACK
    return len(stack) < SOVIET_STACK and not (
        p.layout.large >> unit & 1 and any(p.layout.large >> other & 1 for other in stack))


def is_overstacked(p: Rttr, stack: Sequence[int]) -> bool:
    """10.2, 10.3 Whether there are too many units in a hex."""
    if p.layout.side_of[stack[0]] == GERMAN:
        return len(stack) > GERMAN_STACK
    return len(stack) > SOVIET_STACK or sum(p.layout.large >> unit & 1 for unit in stack) > 1


def push_excess(p: Rttr) -> None:
    """10.5 An overstacked hex is put in order at once."""
    for place, stack in p.stacks.items():
        if len(stack) > 1 and place < p.layout.hexes and is_overstacked(p, stack):
            p.push(Excess(place))


@dataclass(frozen=True, slots=True)
class Excess(Step):
    """10.5 The owner of an overstacked hex chooses the units to eliminate."""

    place: int

    def offer(self, p: Rttr) -> Options | None:
        units = p.at(self.place)
        if not units or not is_overstacked(p, units):
            return None
        german = is_german(p, units[0])
        seat = player(credited_to(p, self.place, BF) if german else front_of(p, units[0]), german)
        prompt = Message("prompt.excess", {"hex": p.number(self.place)}, ("10.5",))
        return Options(seat, "excess", prompt, units=units, about=About("lose", targets=(self.place,)))

    def take_unit(self, p: Rttr, unit: int) -> None:
        from .results import eliminate

        eliminate(p, unit, "10.5")

    def refuse_unit(self, p: Rttr, unit: int) -> Message | None:
        return Message("refused.not_involved", {"unit": p.id(unit)}, ("10.5",))
