"""Chapter 7: supply."""

from __future__ import annotations

from .ground import line_cost
from .printed import MAP, SUPPLY_REACH, UNITS, Hex, around, side_of
from .state import Table, other
from .zones import zone_of

SOURCES = {"axis": MAP.areas["axis_supply"], "soviet": MAP.areas["soviet_supply"]}


def supply_road(table: Table, side: str) -> set[Hex]:
    """The road hexes from which the road leads to a source (7.1e, 7.1f)."""
    friends = table.hexes_of(side)
    blocked = table.hexes_of(other(side)) | (zone_of(table, other(side)) - friends)
    found = SOURCES[side] - blocked
    waiting = list(found)
    while waiting:
        hex = waiting.pop()
        for beside in around(hex):
            if side_of(hex, beside) in table.roads and beside not in blocked | found:
                found.add(beside)
                waiting.append(beside)
    return found


def supplied_hexes(table: Table, side: str) -> set[Hex]:
    """The hexes of a side whose units are in supply."""
    if side not in table.supplied:
        friends = table.hexes_of(side)
        blocked = table.hexes_of(other(side)) | (zone_of(table, other(side)) - friends)
        road = supply_road(table, side)
        table.supplied[side] = {hex for hex in friends if traces(table, side, hex, friends, blocked, road)}
    return table.supplied[side]


def traces(table: Table, side: str, start: Hex, friends: set[Hex], blocked: set[Hex], road: set[Hex]) -> bool:
    """7.1: a line of eight points to the road; along an unbroken chain of friends a hex costs one."""
    cheapest = {(start, True): 0}  # (hex, whether the chain of friends is unbroken)
    waiting = [(0, start, True)]
    while waiting:
        waiting.sort()
        spent, hex, chained = waiting.pop(0)
        if hex in road:
            return True
        for beside in around(hex):
            cost = None if beside in blocked else line_cost(table, hex, beside, side)
            if cost is None:
                continue
            chain = chained and beside in friends
            total = spent + (1 if chain else cost)
            if total <= SUPPLY_REACH and total < cheapest.get((beside, chain), SUPPLY_REACH + 1):
                cheapest[beside, chain] = total
                waiting.append((total, beside, chain))
    return False


def supplied_units(table: Table, side: str) -> set[str]:
    hexes = supplied_hexes(table, side)
    return {key for key, hex in table.hex_of.items() if UNITS[key].side == side and hex in hexes}
