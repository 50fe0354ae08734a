"""The position as everybody sees it, read from a view."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import stavka

from .printed import ALL_ROADS, MAP, SCENARIOS, UNITS, Hex


class Table:
    """What lies on the map, read from a view."""

    def __init__(self, view: Mapping[str, Any]) -> None:
        self.scenario = SCENARIOS[view["scenario"]]
        self.turn: int = view["turn"]
        self.phase: str = view["phase"]
        self.place = {key: unit["place"] for key, unit in view["units"].items()}
        self.hex_of = {key: place for key, place in self.place.items() if place in MAP.terrain}
        flags = {key: set(unit.get("flags", ())) for key, unit in view["units"].items()}
        self.disrupted = {key for key, unit in view["units"].items() if unit.get("face") == 1}
        self.dry = {key for key in flags if "empty" in flags[key]}
        self.fatigued = {key for key in flags if "fatigued" in flags[key]}
        self.bridges = {frozenset(place.split("/")): key for key, place in self.place.items() if "/" in place}
        self.forts = {
            hex: int(mark.removeprefix("fort_"))
            for hex, marks in view["marks"].items()
            for mark in marks
            if mark.startswith("fort_")
        }
        self.roads = MAP.roads["major"] if self.turn in self.scenario.mud else ALL_ROADS  # 23.2.16
        self.units_in: dict[Hex, list[str]] = {}
        for key, hex in self.hex_of.items():
            self.units_in.setdefault(hex, []).append(key)
        self.zones: dict[str, set[Hex]] = {}  # found once
        self.supplied: dict[str, set[Hex]] = {}

    def hexes_of(self, side: str) -> set[Hex]:
        return {hex for key, hex in self.hex_of.items() if UNITS[key].side == side}

    def side_in(self, hex: Hex) -> str:
        return UNITS[self.units_in[hex][0]].side if hex in self.units_in else ""


def task_of(match: stavka.Match) -> str:
    return match.offer.task if match.offer else ""


def other(side: str) -> str:
    return "soviet" if side == "axis" else "axis"
