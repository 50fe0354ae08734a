"""Chapters 5 and 6: zones of control, stacking."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from .printed import MAP, UNITS, Hex, around, side_of
from .state import Table


def joined(one: Hex, other_hex: Hex) -> bool:
    """Whether ZOC, fire of riflemen and feet get from a hex to the next at all: not over the Danube (5.0)."""
    side = side_of(one, other_hex)
    return side not in MAP.hexsides["danube"] or side in MAP.hexsides["bridge"]


def has_zone(table: Table, hex: Hex) -> bool:
    sound = [UNITS[key] for key in table.units_in.get(hex, ()) if key not in table.disrupted]  # 11.0b
    if any(unit.side == "soviet" for unit in sound):
        return True
    counted = [unit for unit in sound if unit.kind != "siege_artillery"]  # 5.1c
    companies = sum(unit.size == "I" for unit in counted)
    return companies >= 3 or companies < len(counted)  # 5.1


def zone_of(table: Table, side: str) -> set[Hex]:
    if side not in table.zones:
        table.zones[side] = {
            beside
            for hex in table.hexes_of(side)
            if has_zone(table, hex)
            for beside in around(hex)
            if beside in MAP.land and joined(hex, beside)
        }
    return table.zones[side]


def fits(keys: Iterable[str]) -> bool:
    """6.0: whether these units of one side may lie in one hex."""
    units = [UNITS[key] for key in keys if UNITS[key].kind != "siege_artillery"]  # 6.0e
    sizes = Counter(unit.size for unit in units)
    if any(unit.side == "soviet" for unit in units):
        return 3 * sizes["XX"] + sizes["III"] <= 3  # 6.0c
    below = 3 * sizes["II"] + sizes["I"]  # in companies (1.1e)
    if sizes["III"]:
        return sizes["III"] == 1 and below <= 3  # 6.0a
    return below <= 6  # 6.0b
