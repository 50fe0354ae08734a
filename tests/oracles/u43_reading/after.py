"""What follows a battle: retreats (10) and advances (12)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from .movement import lyutezh_forbids
from .printed import other, range_between, side_of, the_map
from .state import State, Unit
from .zones import bonds_of, fits, zone_of


def bridge_of(state: State, side: str, crossed: frozenset[str]) -> bool:
    """4.4, 18.5: a road, or for the Soviets a pontoon bridge: no German combat unit crosses that, it destroys it."""
    return crossed in state.roads() or (side == "soviet" and crossed in state.pontoons())


def may_retreat(state: State, unit: Unit, here: str, there: str) -> bool:
    """10.3: what no retreat does."""
    board, crossed = the_map(), side_of(here, there)
    if there not in board.terrain or crossed in board.all_sea or there in state.held(other(unit.side)):
        return False
    if crossed in board.major and not bridge_of(state, unit.side, crossed):
        return False
    if bonds_of(state, other(unit.side)).close(here, there):
        return False
    if there in state.flooded() or state.closed_by_flood(crossed):
        return False
    return unit.kind != "artillery" or not {here, there} & board.marshes or crossed in state.roads()   # 22.3


def retreats(state: State, unit: Unit) -> set[str]:
    """10.1, 10.2: the hexes where the retreat of a unit may end, by the preferences in their order."""
    board, start, side = the_map(), unit.place, unit.side
    enemy_zone, friends = zone_of(state, other(side)), state.held(side)

    def exposed(number: str) -> bool:
        return number in enemy_zone and number not in friends

    def room(number: str) -> bool:
        return fits([u for u in state.stacks.get(number, ()) if u.side == side and u.key != unit.key] + [unit])

    def rallies(number: str) -> bool:
        city = board.places.get(number) == "city" and state.controls(side, number)
        return city or any(u.role == "combat" and "disrupted" not in u.flags for u in state.ground(number, side))

    def further(way: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        for there in board.neighbours(way[-1]):
            twice = len(way) > 1 and exposed(way[-1]) and exposed(there)                             # 10.3
            if there not in way and may_retreat(state, unit, way[-1], there) and not twice:
                yield (*way, there)

    one = list(further((start,)))
    two = [longer for way in one for longer in further(way)]
    ended = [way for way in one if rallies(way[-1]) and room(way[-1])] + [way for way in two if room(way[-1])]
    while two and not ended:                                                     # 10.1a: on only for want of room
        two = [longer for way in two for longer in further(way)]
        ended = [way for way in two if room(way[-1])]

    def faults(way: tuple[str, ...]) -> tuple[bool, bool, bool]:
        east = [int(two[:2]) - int(one[:2]) for one, two in pairwise(way)]
        wrong = any(step > 0 if side == "german" else step < 0 for step in east)
        return any(map(exposed, way[1:])), wrong, len(way) > 2 and range_between(way[0], way[-1]) < 2

    found = [(faults(way), way[-1]) for way in ended]
    least = min((fault for fault, _ in found), default=None)
    return {end for fault, end in found if fault == least}


# -- 12 --------------------------------------------------------------------------------------------------------------


def goes_far(unit: Unit) -> bool:
    """12.1: mechanized units and cavalry advance two hexes."""
    return unit.mechanized or unit.kind == "cavalry"


def has_room(state: State, unit: Unit, number: str) -> bool:
    there = [friend for friend in state.stacks.get(number, ()) if friend.side == unit.side and friend.key != unit.key]
    return fits([*there, unit])


def may_advance(state: State, unit: Unit, vacated: str) -> bool:
    """12.1 to 12.3, 18.3: into the vacated hex: no artillery, and machines only over bridges across a major river."""
    crossed = side_of(unit.place, vacated)
    if unit.kind == "artillery" or vacated in state.flooded() or state.closed_by_flood(crossed):
        return False
    if crossed in the_map().major and unit.mechanized and not bridge_of(state, unit.side, crossed):
        return False
    return has_room(state, unit, vacated)


def second_hexes(state: State, unit: Unit) -> set[str]:
    """12.2: any direction, but no enemies, bonds, major rivers, or marsh without a road."""
    board, here = the_map(), unit.place
    found = set()
    for there in board.neighbours(here) if goes_far(unit) else ():
        crossed = side_of(here, there)
        closed = crossed in board.barriers or there in state.held(other(unit.side))
        closed |= bonds_of(state, other(unit.side)).close(here, there)
        closed |= there in board.marshes and crossed not in state.roads()
        closed |= there in state.flooded() or state.closed_by_flood(crossed)
        closed |= lyutezh_forbids(state, unit, here, there)                                          # 34.6c
        if not closed and has_room(state, unit, there):
            found.add(there)
    return found
