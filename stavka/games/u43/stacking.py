"""Chapter 5: stacking."""

from __future__ import annotations

from collections.abc import Iterable

from stavka.kit.hexset import UnitSet, of
from stavka.kit.losses import Limit
from stavka.kit.losses import push_excess as push_excess_of

from .components import GERMAN, SOVIET, Theatre
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
    return p.masses.get(place, 0)


def has_room(p: Ukraine, place: int, units: Iterable[int]) -> bool:
    """5.4 Whether units may end in a hex beside the friendly ones there."""
    group = of(units) & p.layout.ground
    if not group or place >= p.layout.hexes:
        return True
    side = p.layout.side_of[group.bit_length() - 1]
    return may_stack(p.layout, side, stack_of(p, place) | group)


def overstacked(p: Ukraine) -> list[int]:
    """5.4 The hexes that hold more than they may: an army's headquarters has gone."""
    side_of, bearable = p.layout.side_of, p.layout.bearable
    if not any(p.too_heavy(side, 0, bearable[side]) for side in (SOVIET, GERMAN)):
        return []
    return [place for place, units in p.masses.items()
            if units.bit_count() > 2 and not may_stack(p.layout, side_of[units.bit_length() - 1], units)]


def surplus(p: Ukraine, place: int) -> int:
    """5.4 Whether a hex holds too much: units go one by one until it does not."""
    units = stack_of(p, place)
    return int(bool(units) and not may_stack(p.layout, p.layout.side_of[units.bit_length() - 1], units))


def removable(p: Ukraine, place: int) -> list[int]:
    """5.4 The units in a hex that count for stacking."""
    return p.units_at(place, p.layout.combat | p.layout.support)


def remove(p: Ukraine, unit: int) -> None:
    """5.4 A unit too many is eliminated."""
    eliminate(p, unit, "5.4")


STACKING = Limit("stacking", "5.4", surplus, remove, removable)


def push_excess(p: Ukraine) -> None:
    """5.4 Whoever has too many units in a hex at the end of a phase eliminates the excess."""
    crowded = overstacked(p)
    if crowded:
        push_excess_of(p, STACKING, crowded)
