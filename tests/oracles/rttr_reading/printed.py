"""Chapters 2 and 27: counters, map and charts, as the data files have them."""

from __future__ import annotations

import itertools
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

FRONTS = ("1bf", "1uf")
GERMAN = "german"
REICHSTAG = "3513"
POTSDAM = "0429"
WEST = "west"
OFF_MAP = "off the map"

HIGHLY_MOBILE = {"tank", "panzer", "assault_gun", "mechanised", "panzergrenadier", "reconnaissance", "cavalry"}  # 25.1


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads((files("stavka.games.rttr") / "data" / name).read_text("utf-8"))


BOARD, CHARTS, COUNTERS = _read("board.toml"), _read("charts.toml"), _read("counters.toml")


@dataclass(frozen=True)
class Piece:
    """A counter: what is printed on it."""

    id: str
    side: str
    kind: str
    size: str
    strength: int
    static: bool
    defends: bool
    edge: str

    @property
    def large(self) -> bool:
        """A corps or a division (10.2, 20.2)."""
        return self.size.strip("[]") in ("XX", "XXX")

    @property
    def mobile(self) -> bool:
        return not self.static


def _read_counters() -> dict[str, Piece]:
    found = {}
    for key, own in COUNTERS["units"].items():
        unit = {**COUNTERS["classes"][own["class"]], **own}
        found[key] = Piece(key, unit["side"], unit["kind"], unit.get("size", ""), unit["strength"],
                           unit.get("static", False), unit.get("defends", False), unit.get("edge", ""))
    return found


UNITS = _read_counters()


def _number(column: int, row: int) -> str:
    return f"{column:02}{row:02}"


def _read_terrain() -> dict[str, str]:
    """The terrain of every hex; lakes are no hexes to be in, but markers may lie there (10.6)."""
    kinds = {kind["symbol"]: key for key, kind in BOARD["terrain"]["kinds"].items()}
    found = {_number(int(column), row): kinds[symbol]
             for column, symbols in BOARD["terrain"]["rows"].items() for row, symbol in enumerate(symbols, 1)}
    found.update(BOARD["terrain"].get("hexes", {}))
    return found


EVERY_HEX = _read_terrain()
TERRAIN = {hex: kind for hex, kind in EVERY_HEX.items() if kind != "lake"}


def _around(hex: str) -> list[str]:
    """The six numbers around a hex: flat-topped, even columns stand half a hex further south."""
    column, row = int(hex[:2]), int(hex[2:])
    beside = (row, row + 1) if column % 2 == 0 else (row - 1, row)
    return [_number(column, row - 1), _number(column, row + 1),
            *[_number(column + across, down) for across in (-1, 1) for down in beside]]


AROUND = {hex: [other for other in _around(hex) if other in TERRAIN] for hex in TERRAIN}

Side = frozenset[str]
"""A hexside: the two hexes it is between."""


def _hexsides(kind: str) -> set[Side]:
    return {frozenset(name.split("/")) for run in BOARD["hexsides"][kind].values() for name in run["between"]}


RIVERS, LAKES, BRIDGES, BOUNDARY = (_hexsides(kind) for kind in ("river", "lake", "bridge", "boundary"))
ROADS: set[Side] = {frozenset(pair) for kind in BOARD["lines"].values() for line in kind.values()
                    for pair in itertools.pairwise(line["path"])}


ROAD_HEXES = {hex for line in BOARD["lines"]["road"].values() for hex in line["path"]}


def _area(name: str) -> set[str]:
    return set(BOARD["areas"][name]["hexes"])


UKRAINIAN, SBAHN, AIRFIELDS = _area("sector_1uf"), _area("sbahn"), _area("airfield")
EDGES = {edge: _area(f"edge_{edge}") for edge in ("north", "east", "south", "west")}
OBJECTIVES = {place["hex"] for place in BOARD["places"].values() if place["kind"] in ("objective", "reichstag")}


def sector(hex: str) -> str:
    """The sector of a hex; the Reichstag is a case of its own (5.1)."""
    return REICHSTAG if hex == REICHSTAG else "1uf" if hex in UKRAINIAN else "1bf"


def distance(start: str, end: str) -> int:
    """Hexes from one hex to another, as the crow flies."""
    def slanted(hex: str) -> tuple[int, int]:
        column, row = int(hex[:2]), int(hex[2:])
        return column, row - (column - 1) // 2

    (q1, r1), (q2, r2) = slanted(start), slanted(end)
    q, r = q1 - q2, r1 - r2
    return max(abs(q), abs(r), abs(q + r))


@cache
def within(centre: str, hexes: int) -> frozenset[str]:
    """All hexes up to so many hexes away, counted hex by hex over every hex there could be."""
    found, edge = {centre}, {centre}
    for _ in range(hexes):
        edge = {other for hex in edge for other in _around(hex)} - found
        found |= edge
    return frozenset(found & set(TERRAIN))
