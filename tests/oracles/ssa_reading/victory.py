"""Chapter 22: points."""

from __future__ import annotations

from .chronicle import Chronicle
from .supply import supplied_hexes


def points(past: Chronicle) -> int:
    table = past.table
    supplied = {side: supplied_hexes(table, side) for side in ("axis", "soviet")}
    total = 0
    for hex, worth in past.scenario.objectives.items():
        there, owner = table.side_in(hex), "axis" if worth > 0 else "soviet"
        is_last = not there and past.control[hex] == owner
        if is_last or (there == owner and hex in supplied[owner]):  # 22.0c
            total += worth
    return total
