"""Chapter 6: stacking."""

from __future__ import annotations

from collections.abc import Iterable

from stavka.kit.hexset import HexSet, members, of

from .position import Abyss


def fits(p: Abyss, units: Iterable[int]) -> bool:
    """6.0 Whether units may share a hex: one regiment and one battalion, or two battalions, three companies counting
    as a battalion (1.1); one Soviet division or three regiments. Dora counts for nothing."""
    layout = p.layout
    weight, regiments, load, side = layout.weight, 0, 0, -1
    for unit in units:
        load += weight[unit]
        regiments += layout.regiments >> unit & 1
        side = layout.side_of[unit]
    return side < 0 or (load <= layout.stack_limit[side] and regiments <= layout.regiment_limit[side])


def has_room(p: Abyss, place: int, units: Iterable[int]) -> bool:
    """Whether these units may stand in a hex beside the friendly ones there."""
    moving = tuple(units)
    return fits(p, (*(unit for unit in p.stacks.get(place, ()) if unit not in moving), *moving))


def full_hexes(p: Abyss, side: int, unit: int, hexes: HexSet) -> HexSet:
    """Of these hexes those with friends that have no room for one more unit like this."""
    return of(place for place in members(hexes & p.occupied[side]) if not fits(p, (*p.stacks[place], unit)))
