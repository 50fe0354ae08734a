"""Stacking (5), zones of control (6) and bonds (7)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from .printed import around, other, side_of, the_map
from .state import State, Unit

# -- 5 ---------------------------------------------------------------------------------------------------------------


def is_infantry(unit: Unit) -> bool:
    return not unit.mechanized and unit.kind != "cavalry"


def fits(units: Iterable[Unit]) -> bool:
    """5.2, 5.3, 5.5: whether units of one side may stand together."""
    units = list(units)
    combat = [unit for unit in units if unit.role == "combat"]
    support = sum(unit.role == "support" for unit in units)
    if any(unit.side == "german" for unit in units):
        return len(combat) <= 3 and support <= (1 if len(combat) == 3 else 2)
    most = 2
    if any(unit.kind == "tank_army_hq" for unit in units) and any(unit.kind in ("tank", "mech") for unit in combat):
        most = 3
    if any(unit.kind == "shock_army_hq" for unit in units) and any(is_infantry(unit) for unit in combat):
        most = 3
    return len(combat) <= most and support <= (3, 2, 1, 1)[len(combat)]


# -- 6 ---------------------------------------------------------------------------------------------------------------


@cache
def zone_around(number: str) -> tuple[str, ...]:
    """6.1, 6.4: a zone goes into the neighbouring hexes, but not across major rivers or all-sea hexsides."""
    board = the_map()
    return tuple(near for near in board.neighbours(number) if side_of(number, near) not in board.barriers)


def with_zone(state: State, side: str) -> frozenset[str]:
    """6.2: the hexes of combat units."""
    found: frozenset[str] = state.once(f"with zone {side}", lambda: frozenset(
        number for number in state.held(side) if any(unit.role == "combat" for unit in state.ground(number, side))))
    return found


def zone(state: State, side: str) -> set[str]:
    return {near for number in with_zone(state, side) for near in zone_around(number)}


def zone_of(state: State, side: str) -> set[str]:
    found: set[str] = state.once(f"zone {side}", lambda: zone(state, side))
    return found


# -- 7 ---------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Bonds:
    """7.1: the hexes and hexsides closed to the enemy of a side."""

    hexes: frozenset[str]
    sides: frozenset[frozenset[str]]

    def close(self, here: str, there: str) -> bool:
        return there in self.hexes or side_of(here, there) in self.sides


@cache
def possible_bonds(one: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """7.1, 7.3, 7.6: where a second unit, or sea, would make a bond with a unit, and what would lie between."""
    board = the_map()
    beyond = {far for near in around(one) for far in around(near)} - {one, *around(one)}
    found: list[tuple[str, tuple[str, ...]]] = []
    for two in sorted(beyond):
        between = tuple(near for near in around(one) if near in around(two))
        if len(between) == 1 and two in board.terrain and hex_bond(one, between[0], two):
            found.append((two, between))
        if len(between) == 2 and (two in board.terrain or two in board.sea) and hexside_bond(one, between, two):
            found.append((two, between))
    return tuple(found)


def bonds(state: State, side: str) -> Bonds:
    sea, ends, enemies = the_map().sea, with_zone(state, side), state.held(other(side))
    hexes, sides = set(), set()
    for one in ends:
        for two, between in possible_bonds(one):
            if (two in ends or two in sea) and not enemies.issuperset(between):                      # 7.4
                if len(between) == 1:
                    hexes.add(between[0])
                else:
                    sides.add(side_of(*between))
    return Bonds(frozenset(hexes), frozenset(sides))


def hex_bond(one: str, middle: str, two: str) -> bool:
    """7.3: not through towns, cities or sea, nor across a major river or two rivers."""
    board = the_map()
    if middle not in board.terrain or board.built_up(middle):
        return False
    crossed = {side_of(one, middle), side_of(middle, two)}
    return not crossed & board.barriers and not crossed <= board.river


def hexside_bond(one: str, between: tuple[str, ...], two: str) -> bool:
    """7.3, its ruling: both zones reach both hexes, and rivers do not cut both off from both. `two` may be sea."""
    board = the_map()
    crossed = {side_of(end, near) for end in (one, two) for near in between}
    if not set(between) <= set(board.terrain):
        return False
    return not crossed & board.barriers and not crossed <= board.river


def bonds_of(state: State, side: str) -> Bonds:
    found: Bonds = state.once(f"bonds {side}", lambda: bonds(state, side))
    return found
