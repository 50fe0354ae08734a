"""Chapter 5: stacking."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from stavka.kit.hexset import UnitSet, members, of
from stavka.kit.steps import About, Options, Step
from stavka.kit.words import Message

from .components import GERMAN, SIDES, SOVIET, Theatre
from .position import Ukraine, eliminate


def may_stack(layout: Theatre, side: int, units: UnitSet) -> bool:
    """5.2, 5.3, 5.5 Whether these units of one side may stand in one hex; headquarters and leaders are free (5.1)."""
    combat = (units & layout.combat).bit_count()
    support = (units & layout.support).bit_count()
    if side == GERMAN:
        room = layout.room[GERMAN]
    elif combat > 2 and has_army(layout, units):
        room = layout.army_room
    else:
        room = layout.room[SOVIET]
    return combat < len(room) and support <= room[combat]


def has_army(layout: Theatre, units: UnitSet) -> bool:
    """5.5 A tank army with a tank or mechanized corps, or a shock army with a non-mechanized unit of infantry."""
    tank = units & layout.tank_armies and units & layout.corps
    shock = units & layout.shock_armies and units & layout.combat & ~layout.mechanized & ~layout.cavalry
    return bool(tank or shock)


def stack_of(p: Ukraine, place: int) -> UnitSet:
    """The ground units in a hex, as a set."""
    return of(p.ground_at(place))


def has_room(p: Ukraine, place: int, units: Iterable[int]) -> bool:
    """5.4 Whether units may end in a hex beside the friendly ones there."""
    group = of(units) & p.layout.ground
    if not group or place >= p.layout.hexes:
        return True
    side = p.layout.side_of[group.bit_length() - 1]
    return may_stack(p.layout, side, stack_of(p, place) | group)


def overstacked(p: Ukraine) -> list[int]:
    """5.4 The hexes that hold more than they may: an army's headquarters has gone."""
    layout = p.layout
    return [
        place for place, stack in p.stacks.items()
        if len(stack) > 2 and place < layout.hexes
        and not may_stack(layout, layout.side_of[stack[0]], stack_of(p, place))
    ]


def push_excess(p: Ukraine) -> None:
    """5.4 Whoever has too many units in a hex at the end of a phase eliminates the excess."""
    for place in overstacked(p):
        p.push(Excess(p.layout.side_of[p.ground_at(place)[0]], place))


@dataclass(frozen=True, slots=True)
class Excess(Step):
    """5.4 The owner of an overstacked hex chooses the units to eliminate."""

    side: int
    place: int

    def offer(self, p: Ukraine) -> Options | None:
        units = stack_of(p, self.place)
        if may_stack(p.layout, self.side, units):
            return None
        prompt = Message("prompt.excess", {"hex": p.number(self.place)}, ("5.4",))
        return Options(SIDES[self.side], "excess", prompt,
                       units=members(units & (p.layout.combat | p.layout.support)),
                       about=About("lose", targets=(self.place,)))

    def take_unit(self, p: Ukraine, unit: int) -> None:
        eliminate(p, unit, "5.4")
