"""What is printed: the grid, map, counters, charts and scenarios, read from the data files (chapters 1, 2 and 23)."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import stavka

Hex = str
"""A hex by its printed number, "1207": column 12, row 07."""
Side = frozenset[Hex]
"""A hexside: the two hexes on either side of it."""

DATA = Path(stavka.__file__).parent / "games" / "ssa" / "data"
COLUMNS, ROWS = 28, 30
MECHANIZED = {"tank", "tank_destroyer", "mech_infantry", "recon", "bridge"}  # 2.2g, 19.0a
ARMOUR = {"tank", "tank_destroyer"}  # 8.2a, 12.0
FOOT_AND_GRENADIERS = {"infantry", "mech_infantry"}  # 8.2a
GUNS = {"artillery", "rocket", "siege_artillery"}  # 10.0
ANTITANK = {"at_artillery", "tank_destroyer"}  # 12.0
HEAVY = {"tiger", "s100", "j122"}  # 23.2.17
TOWNS = {"village", "city"}  # 9.0h
SUPPLY_REACH = 8  # 7.1a
DESPERATE = 4  # 14.0
DRY = 4  # 18.0b
V_S_ROAD = ("0308", "0407", "0508", "0607", "0707", "0807", "0908", "1007", "1108")  # 10.4
KAPOLINASNYEK, SIMONTORNYA = "1806", "1525"
CITY = ("1108", "1207", "1208")  # Stuhlweissenburg


def read(name: str) -> dict[str, Any]:
    with (DATA / f"{name}.toml").open("rb") as file:
        return tomllib.load(file)


# -- Geometry ------------------------------------------------------------------------------------------------------


def column_and_row(hex: Hex) -> tuple[int, int]:
    return int(hex[:2]), int(hex[2:])


@cache
def around(hex: Hex) -> list[Hex]:
    """The adjacent hexes; even columns stand half a hex further south."""
    column, row = column_and_row(hex)
    lower = column % 2 == 0
    places = [(column, row - 1), (column, row + 1)]
    for beside in (column - 1, column + 1):
        places += [(beside, row), (beside, row + 1 if lower else row - 1)]
    return [f"{c:02}{r:02}" for c, r in places if 1 <= c <= COLUMNS and 1 <= r <= ROWS]


@cache
def distance(one: Hex, other: Hex) -> int:
    """How many hexes from one to the other, the first not counted."""
    (column, row), (to_column, to_row) = column_and_row(one), column_and_row(other)
    across = abs(column - to_column)
    south = 2 * row + (column % 2 == 0)  # in half hexes
    to_south = 2 * to_row + (to_column % 2 == 0)
    return across + max(0, (abs(south - to_south) - across) // 2)


@cache
def nearer(area: frozenset[Hex], here: Hex) -> set[Hex]:
    """The land that is nearer to an area than a hex outside it."""
    far = min(distance(here, inside) for inside in area)
    return {hex for hex in MAP.land if any(distance(hex, inside) < far for inside in area)}


def southing(hex: Hex) -> int:
    """How far south a hex lies, in half hexes."""
    column, row = column_and_row(hex)
    return 2 * row + (column % 2 == 0)


def edges(hex: Hex) -> list[str]:
    """The edges of the map that a hex lies on."""
    column, row = column_and_row(hex)
    found = {"north": row == 1, "south": row == ROWS, "east": column == COLUMNS, "west": column == 1}
    return [edge for edge, there in found.items() if there]


def side_of(one: Hex, other: Hex) -> Side:
    return frozenset((one, other))


# -- What is printed -----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Unit:
    key: str
    side: str
    kind: str
    size: str
    formation: str
    attack: int
    defence: int
    movement: int
    range: int
    mark: str
    ss: bool
    independent: bool
    die: int

    @property
    def mechanized(self) -> bool:
        return self.kind in MECHANIZED


class Map:
    """Terrain, hexsides and roads."""

    def __init__(self) -> None:
        board = read("board")
        kinds = {table["symbol"]: kind for kind, table in board["terrain"]["kinds"].items()}
        self.terrain = {
            f"{int(column):02}{row:02}": kinds[symbol]
            for column, line in board["terrain"]["rows"].items()
            for row, symbol in enumerate(line, 1)
        }
        self.terrain.update(board["terrain"]["hexes"])
        self.land = {hex for hex, kind in self.terrain.items() if kind != "lake"}
        self.places = {place["hex"]: place["kind"] for place in board["places"].values()}
        self.areas = {key: set(area["hexes"]) for key, area in board["areas"].items()}
        self.hexsides = {
            kind: {frozenset(pair.split("/")) for run in runs.values() for pair in run["between"]}
            for kind, runs in board["hexsides"].items()
        }
        self.roads = {
            kind: {
                side_of(one, other)
                for line in lines.values()
                for one, other in zip(line["path"], line["path"][1:], strict=False)
            }
            for kind, lines in board["lines"].items()
        }

    def is_town(self, hex: Hex) -> bool:
        return self.places.get(hex) in TOWNS


def read_units() -> dict[str, Unit]:
    counters = read("counters")
    units = {}
    for key, own in counters["units"].items():
        table = {**counters["like"].get(own["like"], {}), **own}
        attack, defence, movement = table["factors"]
        units[key] = Unit(
            key,
            table["side"],
            table["kind"],
            table["size"],
            own["like"],
            attack,
            defence,
            movement,
            table.get("range", 0),
            table.get("mark", ""),
            table["group"] == "ss",
            not table.get("parent", True),
            table.get("die", 0),
        )
    return units


class Scenario:
    def __init__(self, key: str) -> None:
        self.key = key
        table = read("scenarios")["scenarios"][key]
        self.lines = table["lines"]
        self.group = {unit: line.get("group", "") for line in self.lines.values() for unit in line["units"]}
        self.line_of = {unit: line for line in self.lines.values() for unit in line["units"]}
        self.air, self.mud = set(table["turns"]["air"]), set(table["turns"]["mud"])
        self.objectives = {hex: row["points"] for row in table["objectives"].values() for hex in row["hexes"]}
        self.levels = table["levels"]
        self.axis_start = set(table["axis_start"])
        self.spring = key == "sa"


CHARTS = read("charts")
MAP = Map()
ALL_ROADS = MAP.roads["major"] | MAP.roads["minor"]
UNITS = read_units()
SCENARIOS = {key: Scenario(key) for key in ("k3", "sa")}
