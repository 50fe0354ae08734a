"""Chapter 9: retreats."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from .chronicle import Chronicle
from .ground import step_cost
from .printed import MAP, UNITS, Hex, around, distance, edges
from .state import other
from .supply import SOURCES
from .zones import fits, zone_of


def fallback(past: Chronicle, units: Collection[str], path: list[Hex], hexes: int) -> tuple[set[str], bool]:
    """Where a retreating stack may go next (also off the map), and whether it may stop where it is."""
    side = UNITS[next(iter(units))].side
    start = path[0]
    ways = list(routes(past, units, side, path, hexes))
    whole = [route for route, complete in ways if complete]
    whole = [route for route in whole if makes_room(past, route[-1], units)]  # 9.0b, 9.0g
    home = [route for route in whole if homeward(side, start, route[-1])]
    short = [route for route, _ in ways if route[-1] in MAP.land and makes_room(past, route[-1], units)] or [path]
    longest = max(map(len, short))
    gone = [route for route, _ in ways if route[-1] not in MAP.land]  # 9.1d
    chosen = home or whole or [route for route in short if len(route) == longest] + gone
    here = len(path)
    return {route[here] for route in chosen if len(route) > here}, any(len(route) == here for route in chosen)


def makes_room(past: Chronicle, hex: Hex, arriving: Collection[str]) -> bool:
    """Whether a stack fits in a hex, if need be after friends there have each gone one hex away (9.0g)."""
    there = [key for key in past.table.units_in.get(hex, ()) if key not in arriving]
    if fits([*there, *arriving]):
        return True
    left = {past.table.hex_of[key] for key in arriving}  # nobody goes where they come from
    ways = [beside for beside in around(hex) if beside not in left]
    goals = {key: [hex, *(beside for beside in ways if gives_way(past, key, beside))] for key in there}

    def all_find_room(waiting: list[str], crowds: Mapping[Hex, list[str]]) -> bool:
        for goal in goals[waiting[0]] if waiting else ():
            crowd = [*crowds.get(goal, past.table.units_in.get(goal, ())), waiting[0]]
            if fits(crowd) and all_find_room(waiting[1:], {**crowds, goal: crowd}):
                return True
        return not waiting

    return all_find_room(there, {hex: [*arriving]})


def gives_way(past: Chronicle, key: str, beside: Hex) -> bool:
    """Whether a unit may go one hex, as in a retreat, to make room."""
    table, unit = past.table, UNITS[key]
    here = table.hex_of[key]
    return (
        table.side_in(beside) != other(unit.side)
        and step_cost(table, here, beside, unit) is not None
        and (beside not in zone_of(table, other(unit.side)) or MAP.is_town(beside))
        and unit.movement > 0
        and fits([*table.units_in.get(beside, ()), key])
    )


def homeward(side: str, start: Hex, end: str) -> bool:
    """9.2: whether the last hex is no farther from a source than the first."""
    if end not in MAP.land:
        return True
    return min(distance(end, hex) for hex in SOURCES[side]) <= min(distance(start, hex) for hex in SOURCES[side])


def routes(past: Chronicle, units: Collection[str], side: str, path: list[Hex], hexes: int
) -> Iterator[tuple[list[Hex], bool]]:
    """Every way on from here, with whether it fulfils the retreat."""
    here, table = path[-1], past.table
    zone = zone_of(table, other(side))
    done = len(path) - 1 == hexes and (here not in zone or len(path) == 1)
    if done:
        yield path, True
        return
    town = len(path) > 1 and MAP.is_town(here)
    if town:
        yield path, True  # 9.0h
    if len(path) > 1 and not town:
        yield path, False  # 9.0e: if there is no room farther on
    if len(path) > 1 and here in zone:
        return
    for edge in edges(here):
        is_open = edge != "west" if side == "soviet" else edge == "west" and here in MAP.areas["axis_exit"]
        yield [*path, f"off.{edge}"], is_open  # 9.1
    for beside in around(here):
        if beside in path or table.side_in(beside) == other(side):
            continue
        if any(step_cost(table, here, beside, UNITS[key]) is None for key in units):
            continue
        yield from routes(past, units, side, [*path, beside], hexes)
