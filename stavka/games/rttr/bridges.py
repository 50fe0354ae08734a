"""Chapter 18: the demolition of bridges; 9.11 what bridges do."""

from __future__ import annotations

from stavka.kit.hexset import SideSet, has

from .position import Rttr


def whole_bridges(p: Rttr) -> SideSet:
    """9.11, 18.5 The bridges that still stand."""
    return p.layout.bridges & ~p.blown


def is_unbridged_river(p: Rttr, here: int, there: int) -> bool:
    """14.5 Whether a step crosses a river or canal without a bridge."""
    side = p.layout.grid.side_number(here, there)
    return has(p.layout.rivers, side) and not has(whole_bridges(p), side)


def can_cross(p: Rttr, here: int, there: int) -> bool:
    """13.3c Whether no lake without a bridge parts two neighbours."""
    return not has(p.layout.lakes & ~whole_bridges(p), p.layout.grid.side_number(here, there))


def check_bridges(p: Rttr, place: int) -> bool:
    """18.1 - 18.3 A Soviet unit comes to a hex: each of its bridges is checked once; whether one was blown up."""
    blown = False
    for bridge in p.layout.bridges_at.get(place, ()):
        if has(p.checked, bridge.number):
            continue
        p.checked |= 1 << bridge.number
        die = p.roll(bridge.number)
        demolished = die <= p.layout.blown_up_to
        if demolished:
            p.blown |= 1 << bridge.number
            blown = True
        p.emit("demolition", "18.2", hex=bridge.name, die=die, outcome="words.blown" if demolished else "words.whole")
    return blown


def has_unchecked(p: Rttr, place: int) -> bool:
    """Whether a Soviet unit that comes here will have to check a bridge."""
    return any(not has(p.checked, bridge.number) for bridge in p.layout.bridges_at.get(place, ()))
