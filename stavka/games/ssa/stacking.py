"""Chapter 6: stacking."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from stavka.kit.hexset import HexSet

from .position import Abyss


def fits(p: Abyss, units: Iterable[int]) -> bool:
    """6.0 Whether units may share a hex: one regiment and one battalion, or two battalions, three companies counting
    as a battalion (1.1); one Soviet division or three regiments. Dora counts for nothing."""
    together = tuple(units)
    return not together or is_light_enough(p, p.layout.side_of[together[0]], load_of(p, together))


def load_of(p: Abyss, units: Iterable[int]) -> int:
    """6.0 What units weigh together, and in another digit how many of them are regiments."""
    return sum(map(p.layout.load.__getitem__, units))


def is_light_enough(p: Abyss, side: int, load: int) -> bool:
    """6.0 Whether so much may be in one hex."""
    return load in p.layout.bearable[side]


def is_too_full(p: Abyss, side: int, place: int) -> bool:
    """6.0 Whether more units of a side stand in a hex than may."""
    return not is_light_enough(p, side, p.weights[side].get(place, 0))


def has_room(p: Abyss, place: int, units: Sequence[int]) -> bool:
    """Whether these units may stand in a hex beside the friendly ones there."""
    side = p.layout.side_of[units[0]]
    newcomers = [unit for unit in units if p.where[unit] != place]
    return is_light_enough(p, side, p.weights[side].get(place, 0) + load_of(p, newcomers))


def has_room_for(p: Abyss, place: int, unit: int) -> bool:
    """Whether a unit from elsewhere may stand in a hex beside the friendly ones there."""
    side, load = p.layout.side_of[unit], p.layout.load[unit]
    return is_light_enough(p, side, p.weights[side].get(place, 0) + load)


def full_hexes(p: Abyss, side: int, unit: int, hexes: HexSet) -> HexSet:
    """Of these hexes those with friends that have no room for one more unit like this."""
    return hexes & p.too_heavy(side, p.layout.load[unit], p.layout.bearable[side])
