"""Chapters 8 and 10: who may attack, support and bombard."""

from __future__ import annotations

from collections.abc import Collection

from .chronicle import Chronicle
from .holds import barred
from .printed import GUNS, MAP, UNITS, Hex, Unit, around, distance
from .state import other
from .supply import supplied_hexes
from .zones import joined


def ready(past: Chronicle, key: str, supplied: Collection[Hex]) -> bool:
    """Whether a unit may attack, support or bombard at all now."""
    table = past.table
    return (
        table.hex_of.get(key) in supplied  # 7.4a, 10.5
        and key not in table.disrupted  # 11.0b
        and key not in past.fatigued  # 13.1a
        and key not in past.fought
        and key not in past.bombarded
        and not barred(past, key, "attack")
        and UNITS[key].attack > 0
    )


def fighters(past: Chronicle, side: str) -> list[str]:
    """The units that may take part in combat in this phase."""
    table = past.table
    supplied = supplied_hexes(table, side)
    special = table.phase == "axis.ss_combat"
    return [
        key
        for key in table.hex_of
        if UNITS[key].side == side
        and ready(past, key, supplied)
        and not (side == "soviet" and UNITS[key].kind in GUNS)  # 10.0g
        and not (special and (not UNITS[key].ss or key in past.withdrawn | past.stranded))  # 8.5
    ]


def targets(past: Chronicle, side: str) -> set[Hex]:
    table = past.table
    return {
        beside
        for key in fighters(past, side)
        for beside in around(table.hex_of[key])
        if table.side_in(beside) == other(side)
        and joined(table.hex_of[key], beside)
        and not (side == "axis" and past.struck.issuperset(table.units_in[beside]))  # 8.5g
    }


def joiners(past: Chronicle, side: str, target: Hex, group: Collection[str]) -> set[str]:
    """The ground units and guns that may join an attack on a hex by ``group``."""
    table = past.table
    found = set()
    ground = [key for key in group if UNITS[key].kind != "air" and distance(table.hex_of[key], target) == 1]
    for key in fighters(past, side):
        unit, hex = UNITS[key], table.hex_of[key]
        if key in group:
            continue
        if distance(hex, target) == 1:
            if joined(hex, target):
                found.add(key)
        elif side == "axis" and unit.kind in GUNS and ground:
            if key in past.engaged or distance(hex, target) > range_of(past, key):
                continue
            if supports(past, unit, ground):
                found.add(key)
    return found


def supports(past: Chronicle, gun: Unit, ground: Collection[str]) -> bool:
    formations = {UNITS[key].formation for key in ground}
    if gun.kind == "rocket" and past.scenario.spring:
        return bool(formations & {"2SS", "9SS", "1Pz", "3Pz"})  # 23.2.11
    return gun.independent or gun.formation in formations  # 10.1d


def range_of(past: Chronicle, key: str) -> int:
    hill = MAP.terrain[past.table.hex_of[key]] == "hills"
    return UNITS[key].range + (1 if hill else 0)  # 10.0c


def batteries(past: Chronicle, side: str) -> dict[Hex, set[str]]:
    """The enemy hexes that guns may bombard, with those guns."""
    table = past.table
    supplied = supplied_hexes(table, side)
    own = [key for key in table.hex_of if UNITS[key].side == side and UNITS[key].kind in GUNS]
    guns = [key for key in own if ready(past, key, supplied)]
    found: dict[Hex, set[str]] = {}
    for target in table.hexes_of(other(side)) - past.unshaken:
        observers = [
            UNITS[key]
            for beside in around(target)
            for key in table.units_in.get(beside, ())
            if UNITS[key].side == side and key not in table.disrupted
        ]
        for key in guns:
            gun, far = UNITS[key], distance(table.hex_of[key], target)
            if far > range_of(past, key) or (key in past.engaged and far > 1):
                continue
            if any(gun.independent or observer.formation == gun.formation for observer in observers):
                found.setdefault(target, set()).add(key)
    return found
