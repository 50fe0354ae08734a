"""8.0 to 8.3, 10.2, 12.0, 15.0: strengths, modifiers and columns of attacks and bombardments."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .printed import ANTITANK, ARMOUR, CHARTS, FOOT_AND_GRENADIERS, HEAVY, MAP, UNITS, Hex, distance, side_of
from .state import Table, other
from .supply import supplied_hexes

if TYPE_CHECKING:
    from .chronicle import Chronicle


@dataclass(frozen=True)
class Odds:
    attack: int
    defence: int
    modifier: int
    shift: int
    column: str


def column(chart: Mapping[str, Any], differential: int, shift: int) -> str:
    columns: list[str] = chart["columns"]
    last: int = len(columns) - 1
    index: int = sum(differential >= least for least in chart["lowest"]) + shift
    return columns[max(0, min(last, index))]


def in_fort(table: Table, hex: Hex, colour: str) -> bool:
    return hex in MAP.areas[f"{colour}_fort"] and table.side_in(hex) == "soviet"


def defence_of(table: Table, hex: Hex, defenders: Iterable[str]) -> int:
    total = sum(UNITS[key].defence for key in defenders)
    if not table.scenario.spring and in_fort(table, hex, "white"):
        return 2 * total  # 23.1.9
    if table.scenario.spring and in_fort(table, hex, "black"):
        return total + table.forts.get(hex, 0)  # 23.2.4
    return total


def ground_modifier(table: Table, hex: Hex, attackers_on_hill: bool) -> int:
    """8.3: what the hex itself takes from the die."""
    if not table.scenario.spring and in_fort(table, hex, "white"):
        return 0  # 23.1.9
    terrain, place = MAP.terrain[hex], MAP.places.get(hex, "")
    total = 0
    if terrain == "woods":
        total -= 1
    if terrain == "hills" and not attackers_on_hill:
        total -= 2
    if place == "city":
        total -= 2
    if place == "village":
        total -= 1
    return total


def combat_odds(table: Table, past: Chronicle, target: Hex, units: Collection[str], air: Collection[str]) -> Odds:
    scenario = table.scenario
    side = UNITS[next(iter(units))].side
    near = [key for key in units if distance(table.hex_of[key], target) == 1]
    defenders = [
        key
        for key in table.units_in[target]
        if key not in past.fell_back or past.fell_back[key] & set(units)  # 9.3
    ] or table.units_in[target]
    # 12.0: the strongest tanks and tank destroyers are halved
    halvings = sum(1 if UNITS[key].size in ("I", "II") else 2 for key in defenders if UNITS[key].kind in ANTITANK)
    armour = sorted((UNITS[key].attack for key in near if UNITS[key].kind in ARMOUR), reverse=True)
    attack = sum(factor // 2 for factor in armour[:halvings]) + sum(armour[halvings:])
    attack += sum(UNITS[key].attack for key in units if UNITS[key].kind not in ARMOUR)
    attack += sum(UNITS[key].attack for key in air)  # 15.0f
    defence = defence_of(table, target, defenders)

    kinds = {UNITS[key].kind for key in near}
    die = ground_modifier(table, target, any(MAP.terrain[table.hex_of[key]] == "hills" for key in near))
    water = MAP.hexsides["river"] | MAP.hexsides["canal"] | MAP.hexsides["danube"]
    die -= len({table.hex_of[key] for key in near if side_of(table.hex_of[key], target) in water})  # 8.3d
    die += sum(UNITS[key].die for key in air)  # 15.0g
    if kinds & ARMOUR and kinds & FOOT_AND_GRENADIERS:
        die += 1  # 8.2a
    if defenders and target not in supplied_hexes(table, other(side)):
        die += 1  # 7.4b
    die += sum(key in table.disrupted for key in defenders)  # 11.0c
    shift = 0
    if scenario.spring:
        die += sum(UNITS[key].mark in HEAVY for key in near) - sum(UNITS[key].mark in HEAVY for key in defenders)
        if side == "axis" and table.turn == 1:
            die += 1  # 23.2.8
        if side == "soviet" and table.turn == 12 and any(scenario.group.get(key) == "n" for key in defenders):
            die += 1  # 23.2.15
    elif side == "axis" and table.turn == 1:
        shift = 1  # 8.1a
    return Odds(attack, defence, die, shift, column(CHARTS["combat_results"], attack - defence, shift))


def bombardment_odds(table: Table, target: Hex, guns: Collection[str]) -> Odds:
    side = UNITS[next(iter(guns))].side
    attack = sum(UNITS[key].attack for key in guns)
    defence = defence_of(table, target, table.units_in[target])
    near = [table.hex_of[key] for key in guns if distance(table.hex_of[key], target) == 1]
    die = ground_modifier(table, target, any(MAP.terrain[hex] == "hills" for hex in near))
    if len(table.units_in[target]) > 1:
        die += 1  # 10.2c
    shift = 0
    if side == "axis" and table.scenario.spring:
        die -= 1  # 23.2.10
    if side == "axis" and not table.scenario.spring and table.turn == 1:
        shift = 1  # 8.1a
    return Odds(attack, defence, die, shift, column(CHARTS["bombardment"], attack - defence, shift))
