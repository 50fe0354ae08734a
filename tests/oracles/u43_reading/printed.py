"""What is printed: the map, the counters, the charts (2)."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import stavka

DATA = Path(stavka.__file__).parent / "games" / "u43" / "data"
SIDES = ("soviet", "german")
GERMANS = ("german", "ss")
"""Counters of the Wehrmacht and the SS: what the rules call German, not Axis allies."""
FOREVER = 10**6


OTHER = {"soviet": "german", "german": "soviet"}


def other(side: str) -> str:
    return OTHER[side]


# -- The map ---------------------------------------------------------------------------------------------------------


def read(name: str) -> dict[str, Any]:
    return tomllib.loads((DATA / f"{name}.toml").read_text(encoding="utf-8"))


@cache
def side_of(one: str, two: str) -> frozenset[str]:
    """The hexside between two hexes."""
    return frozenset((one, two))


@cache
def around(number: str) -> list[str]:
    """The six hexes around one, on the map or not; odd columns stand half a hex further south."""
    column, row = int(number[:2]), int(number[2:])
    up = 0 if column % 2 else -1
    steps = ((0, -1), (0, 1), (-1, up), (-1, up + 1), (1, up), (1, up + 1))
    return [f"{column + dc:02d}{row + dr:02d}" for dc, dr in steps]


def hexsides(groups: Iterable[dict[str, Any]]) -> set[frozenset[str]]:
    return {frozenset(pair.split("/")) for group in groups for pair in group["between"]}


def steps_along(lines: Iterable[dict[str, Any]]) -> set[frozenset[str]]:
    return {side_of(one, two) for line in lines for one, two in pairwise(line["path"])}


def split_at(path: list[str], cuts: set[str]) -> list[list[str]]:
    """A line cut into parts at some of its hexes, which belong to both parts."""
    parts = [[path[0]]]
    for number in path[1:]:
        parts[-1].append(number)
        if number in cuts and number != path[-1]:
            parts.append([number])
    return parts


class Map:
    """What is printed on the map."""

    def __init__(self) -> None:
        board = read("board")
        kinds = {kind["symbol"]: key for key, kind in board["terrain"]["kinds"].items()}
        printed = {f"{column}{row:02d}": kinds[symbol] for column, symbols in board["terrain"]["rows"].items()
                   for row, symbol in enumerate(symbols, 1)}
        printed.update(board["terrain"]["hexes"])
        self.terrain = {number: kind for number, kind in printed.items() if kind != "sea"}
        self.marshes = {number for number, kind in printed.items() if kind in ("marsh", "wooded_marsh")}
        self.sea = {number for number, kind in printed.items() if kind == "sea"}
        self.places = {place["hex"]: place["kind"] for place in board["places"].values()}
        self.major = hexsides(board["hexsides"]["major"].values())
        self.flooded_sides = {side for side in hexsides([board["hexsides"]["major"]["lower_dnieper"]])
                              if read("charts")["dam"]["hex"] not in side}                        # 28.2e
        self.river = hexsides(board["hexsides"]["river"].values())
        self.all_sea = hexsides(board["hexsides"]["sea"].values())
        self.barriers = self.major | self.all_sea
        self.main = steps_along(board["lines"]["main"].values())
        self.roads = self.main | steps_along(board["lines"]["secondary"].values())
        self.road_hexes = {number for side in self.roads for number in side}
        self.rails = steps_along(board["lines"]["rail"].values()) | steps_along(board["lines"]["branch"].values())
        self.rail_hexes = {number for side in self.rails for number in side}
        self.green = {number for line in board["lines"]["rail"].values() for number in line["path"]}
        self.green_sides = steps_along(board["lines"]["rail"].values())
        self.gorodnya = set(board["lines"]["rail"]["gorodnya"]["path"])
        self.branches = {f"{key}.{place}": part for key, line in board["lines"]["branch"].items()
                         for place, part in enumerate(split_at(line["path"], self.green))}
        self.areas = {key: set(area.get("hexes", ())).union(*(part["hexes"] for part in area.get("parts", {}).values()))
                      for key, area in board["areas"].items()}
        self.parts = {key: {part: set(found["hexes"]) for part, found in area.get("parts", {}).items()}
                      for key, area in board["areas"].items()}
        self.points = {board["places"][key]["hex"]: value for key, value in read("charts")["victory"]["points"].items()}
        self.lines = {key: line["path"] for key, line in board["lines"]["rail"].items()}
        self.near = {number: [near for near in around(number) if near in self.terrain] for number in self.terrain}
        self.half_hexes = [part["hexes"] for part in board["areas"]["half_hexes"]["parts"].values()]

    def neighbours(self, number: str) -> list[str]:
        """The land hexes around a hex."""
        return self.near[number]

    def built_up(self, number: str) -> bool:
        return self.places.get(number) in ("town", "city")


@cache
def the_map() -> Map:
    return Map()


@cache
def charts() -> dict[str, Any]:
    return read("charts")


def range_between(one: str, two: str) -> int:
    """Hexes between two places as the crow flies."""
    def cube(number: str) -> tuple[int, int]:
        column, row = int(number[:2]), int(number[2:])
        return column, row - column // 2
    (q1, r1), (q2, r2) = cube(one), cube(two)
    return max(abs(q1 - q2), abs(r1 - r2), abs(q1 - q2 + r1 - r2))


@cache
def printed_counters() -> dict[str, dict[str, Any]]:
    counters = read("counters")
    return {key: {**counters["like"][line["like"]], **line} for key, line in counters["units"].items()}
