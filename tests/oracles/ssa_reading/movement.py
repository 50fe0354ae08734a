"""Chapter 4: where a unit can go; 14.0 desperation, 18.0 fuel, 23.1.6 the garrison of the city."""

from __future__ import annotations

from collections.abc import Mapping

from .chronicle import Chronicle
from .ground import step_cost
from .holds import barred, open_ground
from .printed import CITY, DESPERATE, DRY, GUNS, MAP, SIMONTORNYA, UNITS, Hex, around, distance, side_of
from .state import other
from .zones import fits, zone_of


def allowance(past: Chronicle, key: str) -> int:
    unit, table = UNITS[key], past.table
    points = unit.movement
    if key in past.fatigued:
        points //= 2  # 13.1a
    if key in past.dried_on and table.turn > past.dried_on[key]:
        points = min(points, DRY)  # 18.0b
    if table.phase == "axis.desperation":
        points = min(points, DESPERATE) if key not in past.fatigued else 0
    return points


def may_move(past: Chronicle, key: str) -> bool:
    unit, table = UNITS[key], past.table
    hex = table.hex_of.get(key)
    if hex is None or key in table.disrupted or barred(past, key, "move"):
        return False
    if unit.mechanized and key not in past.moving_supply:
        return False  # 7.4c
    if hex in zone_of(table, other(unit.side)):
        return False  # 5.3
    if key in past.finished:
        return False
    if table.phase == "axis.desperation":
        if not unit.ss or key in past.fatigued or table.turn < 5:
            return False
        return not past.scenario.spring or (table.turn == 5 and near_simontornya(past, key))
    return True


def near_simontornya(past: Chronicle, key: str) -> bool:
    return key in past.spent or distance(past.table.hex_of[key], SIMONTORNYA) <= 3  # 14.0b


def garrison(past: Chronicle, mover: str) -> set[Hex]:
    """23.1.6: where a unit may go without leaving the city bare of a battalion or three companies in one hex."""
    table = past.table
    here = table.hex_of[mover]
    if past.scenario.spring or not past.city_fallen or past.garrison_free or here not in CITY:
        return MAP.land
    if UNITS[mover].kind in GUNS or guarded({**table.hex_of, mover: ""}):
        return MAP.land
    if not guarded(table.hex_of):
        return set(CITY)  # too few as it is
    return {city for city in CITY if guarded({**table.hex_of, mover: city})}


def guarded(where: Mapping[str, Hex]) -> bool:
    return any(
        sum(
            1 if UNITS[key].size == "I" else 3
            for key, hex in where.items()
            if hex == city and UNITS[key].side == "axis" and UNITS[key].kind not in GUNS
        )
        >= 3
        for city in CITY
    )


def reach(past: Chronicle, key: str) -> dict[Hex, int]:
    """Every hex where the unit can end its move, with the points it takes."""
    if not may_move(past, key):
        return {}
    unit, table = UNITS[key], past.table
    start = table.hex_of[key]
    points = allowance(past, key) - past.spent.get(key, 0)
    enemies, zone = table.hexes_of(other(unit.side)), zone_of(table, other(unit.side))
    ground = open_ground(past, key) & garrison(past, key)
    no_zone = barred(past, key, "zone") or unit.kind == "siege_artillery"  # 10.4c
    cheapest = {start: 0}
    waiting = [(0, start)]
    while waiting:
        waiting.sort()
        spent, hex = waiting.pop(0)
        if hex in zone:
            continue  # 5.2a
        for beside in around(hex):
            cost = step_cost(table, hex, beside, unit)
            if cost is None or beside in enemies or beside not in ground or (no_zone and beside in zone):
                continue
            if unit.kind == "siege_artillery" and side_of(hex, beside) not in table.roads:
                continue
            total = spent + cost
            if total <= points and total < cheapest.get(beside, total + 1):
                cheapest[beside] = total
                waiting.append((total, beside))
    del cheapest[start]
    return {hex: cost for hex, cost in cheapest.items() if may_end(past, key, hex)}


def may_end(past: Chronicle, key: str, hex: Hex) -> bool:
    """6.0d: whether there is room in a hex, or one who has not moved yet can still move on and make room."""
    there = past.table.units_in.get(hex, [])
    return fits([*there, key]) or any(
        fits([*(one for one in there if one != leaver), key]) and can_leave(past, leaver) for leaver in there
    )


def can_leave(past: Chronicle, key: str) -> bool:
    """Whether a unit can still move to an adjacent hex with room."""
    table, unit = past.table, UNITS[key]
    here = table.hex_of[key]
    if key == past.in_hand or not may_move(past, key):
        return False  # picking up another unit ends the move of the one in hand
    ground = open_ground(past, key) & garrison(past, key)
    no_zone = barred(past, key, "zone") or unit.kind == "siege_artillery"
    closed = table.hexes_of(other(unit.side)) | (zone_of(table, other(unit.side)) if no_zone else set())
    return any(
        (cost := step_cost(table, here, beside, unit)) is not None
        and cost <= allowance(past, key)
        and beside in ground - closed
        and fits([*table.units_in.get(beside, ()), key])
        for beside in around(here)
    )
