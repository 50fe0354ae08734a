"""Chapter 21 and the notes of both scenarios: who is held back, and where groups may go."""

from __future__ import annotations

from .chronicle import Chronicle
from .printed import KAPOLINASNYEK, MAP, UNITS, V_S_ROAD, Hex, nearer, southing


def formation_attacked(past: Chronicle, formation: str) -> bool:
    return any(UNITS[key].formation == formation for key in past.attacked)


def holds(past: Chronicle, key: str) -> dict[str, set[str]]:
    """The rules that hold a unit back, and from what."""
    unit, turn = UNITS[key], past.table.turn
    formation = unit.formation
    everything = {"move", "attack"}
    found: dict[str, set[str]] = {}
    if not past.scenario.spring:
        for rule, formations, until in (
            ("23.1.1", ("96G",), 3),
            ("23.1.2", ("23Pz",), 3),
            ("23.1.3", ("4C", "2PzH"), 6),
        ):
            if formation in formations and turn < until and not formation_attacked(past, formation):
                found[rule] = everything
        if formation == "44" and not formation_attacked(past, "44") and "44" not in past.pinned:
            found["23.1.4"] = {"zone", "attack"}
        return found
    group = past.scenario.group.get(key, "")
    for rule, formations, until in (
        ("23.2.1", ("337",), 3),
        ("23.2.2", ("206", "94G"), 4),
        ("23.2.3", ("78", "163"), 7),
    ):
        if formation in formations and turn < until and formation not in past.touched:
            found[rule] = everything
    if group == "n" and not any(past.scenario.group.get(one) == "n" for one in past.attacked):
        found["23.2.7"] = everything
    if formation in ("44", "9SS", "2SS") and turn == 1:
        found["23.2.8"] = {"attack"}
    if unit.side == "soviet" and turn == 1 and key not in past.attacked:
        found["23.2.12"] = {"move"}
    if formation in ("18TC", "7MC") and turn < 7 and formation not in past.neared:
        found["23.2.13"] = {"move"}
    if formation in ("99G", "80G", "5G", "41G", "40", "7G") and turn < 11 and KAPOLINASNYEK not in past.taken:
        found["23.2.14"] = everything
    return found


def barred(past: Chronicle, key: str, act: str) -> bool:
    return any(act in bars for bars in holds(past, key).values())


def open_ground(past: Chronicle, key: str) -> set[Hex]:
    """The hexes that a unit's group may enter."""
    group, unit = past.scenario.group.get(key, ""), UNITS[key]
    north, line = MAP.areas["north"], MAP.areas["on_the_line"]
    if unit.kind == "siege_artillery":
        return set(V_S_ROAD)  # 10.4b
    if unit.side == "soviet":
        return MAP.land
    if not past.scenario.spring:
        if group == "s" and unit.ss and KAPOLINASNYEK not in past.taken:
            return within(past, key, (MAP.land - north) | line)  # 23.1.7
        if group == "n":
            return within(past, key, north | line)  # 23.1.8
        return MAP.land
    if group == "c":
        return within(past, key, MAP.areas["central"])  # 23.2.5
    if group == "s":
        limit = min(southing(hex) for hex in past.scenario.line_of[key]["hexes"])
        return within(past, key, {hex for hex in MAP.land if southing(hex) >= limit})  # 23.2.6
    if group == "n":
        return within(past, key, north | line)  # 23.2.7
    return MAP.land


def within(past: Chronicle, key: str, area: set[Hex]) -> set[Hex]:
    """A unit stays in its area; from outside it may only come nearer to it (23.2.5)."""
    here = past.table.hex_of[key]
    return area if here in area else area | nearer(frozenset(area), here)
