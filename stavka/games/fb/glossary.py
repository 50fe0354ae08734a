"""Chapter 3: control, lines of communication, divisions, and stacking."""

from __future__ import annotations

from collections.abc import Iterable

from stavka.kit.hexset import EMPTY, HexSet, bit, has, members, of

from .components import GERMAN, SIDES, SOVIET
from .position import Breslau

# -- Control (3.0) -------------------------------------------------------------------------------------------------


def enter(p: Breslau, unit: int, path: Iterable[int]) -> None:
    """A unit enters hexes one after the other and stays in the last; control of each passes at once."""
    hexes = list(path)
    p.put(unit, hexes[-1])
    take_control(p, p.layout.side_of[unit], of(hexes))


def take_control(p: Breslau, side: int, hexes: HexSet) -> None:
    """3.0 A side was the last in these hexes."""
    taken = hexes & ~p.control if side == SOVIET else hexes & p.control
    if not taken:
        return
    p.control ^= taken
    for place in members(taken & p.layout.victory_hexes):
        p.emit("captured", "11.1", "3.0c", side=SIDES[side], hex=p.number(place))


# -- Lines of communication (3.0) ----------------------------------------------------------------------------------


def free_of_the_red_army(p: Breslau) -> HexSet:
    """Hexes without Red Army units, and not next to one."""
    foes = p.occupied[SOVIET]
    return p.layout.playable & ~(foes | p.layout.grid.around(foes))


def line_of_communication(p: Breslau) -> HexSet:
    """3.0 All hexes with a German line of communication to the Rathaus, that hex included if it is open."""
    def flood() -> HexSet:
        start = bit(p.layout.rathaus)
        through = free_of_the_red_army(p)
        return p.layout.ways.flood(start, through) if through & start else EMPTY

    return p.derive("line", p.occupied[SOVIET], flood)


# -- Divisions (3.0) -----------------------------------------------------------------------------------------------


def division_of(p: Breslau, units: Iterable[int]) -> str | None:
    """The division of a group, if a unit in it has one; independent units have none."""
    return next((division for unit in units if (division := p.layout.division[unit]) is not None), None)


def may_act_together(p: Breslau, unit: int, group: Iterable[int]) -> bool:
    """9.2 Units of different Red Army divisions do not attack together; independent units join anybody."""
    mine, theirs = p.layout.division[unit], division_of(p, group)
    return mine is None or theirs is None or mine == theirs


# -- Stacking (3.0) ------------------------------------------------------------------------------------------------


def stacking_limit(p: Breslau, side: int, place: int) -> int:
    """How many units of a side one hex holds."""
    return p.layout.stack_limit[side][place]


def full_hexes(p: Breslau, side: int) -> HexSet:
    """The hexes that can take no more units of this side."""
    limit = p.layout.stack_limit[side]
    hexes = p.layout.hexes
    return p.derive(("full", side), p.version, lambda: of(
        place for place, stack in p.stacks.items()
        if place < hexes and p.layout.side_of[stack[0]] == side and len(stack) >= limit[place]))


def has_room(p: Breslau, place: int) -> bool:
    """7.2.3 Whether one more German unit may be placed in a hex."""
    return not has(p.occupied[SOVIET], place) and len(p.at(place)) < stacking_limit(p, GERMAN, place)


def excess(p: Breslau, side: int, place: int) -> int:
    """How many units too many a hex holds."""
    return max(0, len(p.at(place)) - stacking_limit(p, side, place)) if has(p.occupied[side], place) else 0
