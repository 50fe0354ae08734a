"""The air (15) and what the weather leaves of it (25)."""

from __future__ import annotations

from .movement import lyutezh_watched
from .printed import other, range_between, the_map
from .state import State, Unit

ALOFT = {"flying", "grounded"}
"""On defensive air support, whether the weather leaves it any effect or not."""


def bases(state: State, unit: Unit, landing: bool = False) -> set[str]:
    """15.3: villages, towns and cities under control, one air unit in each."""
    taken = {friend.place for friend in state.of_side(unit.side)
             if friend.role == "air" and not friend.flags & ALOFT and (friend.key != unit.key or not landing)}
    return {number for number in the_map().places if state.controls(unit.side, number)} - taken \
        - state.held(other(unit.side))


def landings(state: State, unit: Unit) -> set[str]:
    """15.3: bases in range; if there is none, any."""
    free = bases(state, unit, landing=True)
    near = {number for number in free if range_between(unit.place, number) <= unit.printed["range"]}
    return near or free


def may_cover(state: State, unit: Unit) -> bool:
    """15.6, 15.8, 14.7, 25.3: a ready air unit at its base; in rain only Germans: the next turn's weather decides."""
    if unit.role != "air" or unit.flags & {"disrupted", "unsupplied", "flying"}:
        return False
    return unit.face == 0 and (state.weather != "rain" or unit.side == "german")


def cover(state: State, unit: Unit) -> set[str]:
    """15.6, 34.6d: any hex within range."""
    near = {number for number in the_map().terrain if range_between(unit.place, number) <= unit.printed["range"]}
    if unit.side == "german" and lyutezh_watched(state):
        near -= the_map().areas["north_of_lyutezh"]
    return near
