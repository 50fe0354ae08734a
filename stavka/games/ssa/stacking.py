"""Chapter 6: stacking."""

from __future__ import annotations

from collections.abc import Iterable

from stavka.kit.hexset import HexSet, members, of

from .components import REGIMENT
from .position import Abyss


def fits(p: Abyss, units: Iterable[int]) -> bool:
    """6.0 Whether units may share a hex: one regiment and one battalion, or two battalions, three companies counting
    as a battalion (1.1); one Soviet division or three regiments. Dora counts for nothing."""
    layout, together = p.layout, tuple(units)
    if not together:
        return True
    load, side = sum(map(layout.load.__getitem__, together)), layout.side_of[together[0]]
    return load & REGIMENT - 1 <= layout.stack_limit[side] and load // REGIMENT <= layout.regiment_limit[side]


def has_room(p: Abyss, place: int, units: Iterable[int]) -> bool:
    """Whether these units may stand in a hex beside the friendly ones there."""
    moving = tuple(units)
    return fits(p, (*(unit for unit in p.stacks.get(place, ()) if unit not in moving), *moving))


def full_hexes(p: Abyss, side: int, unit: int, hexes: HexSet) -> HexSet:
    """Of these hexes those with friends that have no room for one more unit like this."""
    return of(place for place in members(hexes & p.occupied[side]) if not fits(p, (*p.stacks[place], unit)))
