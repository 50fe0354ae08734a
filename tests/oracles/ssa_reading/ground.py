"""4.1, 16.0, 19.0: what a step costs, and where the ground forbids it."""

from __future__ import annotations

from functools import cache

from .printed import ALL_ROADS, CHARTS, MAP, TOWNS, Hex, Side, Unit, side_of
from .state import Table


def may_bridge(table: Table, side: Side, user: str, unit: Unit | None) -> bool:
    """Whether a laid bridge carries a unit of the user, or his supply: the Axis alone has them (19.0a, 19.0f)."""
    bridge = table.bridges.get(side)
    if bridge is None or user == "soviet":
        return False
    return unit is None or not (bridge == "4Br" and unit.mark in {"panther", "tiger"})


def step_cost(table: Table, start: Hex, end: Hex, unit: Unit) -> int | None:
    """The points of a step by its terrain alone; None if the ground forbids it."""
    bridged = bool(table.bridges) and may_bridge(table, side_of(start, end), unit.side, unit)
    thaw, mud = table.scenario.spring, table.turn in table.scenario.mud
    return ground_cost(start, end, unit.mechanized, bridged, thaw, mud)


def line_cost(table: Table, start: Hex, end: Hex, user: str) -> int | None:
    """The points of a step of a supply line, at the mechanized rate (7.1b)."""
    bridged = bool(table.bridges) and may_bridge(table, side_of(start, end), user, None)
    return ground_cost(start, end, True, bridged, table.scenario.spring, table.turn in table.scenario.mud)


@cache
def ground_cost(start: Hex, end: Hex, mechanized: bool, bridged: bool, thaw: bool, mud: bool) -> int | None:
    side = side_of(start, end)
    if end not in MAP.land:
        return None
    if side in (MAP.roads["major"] if mud else ALL_ROADS):
        return 1
    if side in MAP.hexsides["danube"]:
        return None
    rate = "mech" if mechanized else "foot"
    place = MAP.places.get(end, "")
    cost: int = CHARTS["places"][place][rate] if place in TOWNS else CHARTS["terrain"][MAP.terrain[end]][rate]
    if bridged:
        return cost
    if side in MAP.hexsides["canal"]:
        if thaw and mechanized:  # 16.0c
            return None
        cost += CHARTS["hexsides"]["canal"][rate]
    if side in MAP.hexsides["river"]:
        cost += CHARTS["hexsides"]["river"][rate]
    return cost
