"""What a seat may see: everything; this game has no secrets."""

from __future__ import annotations

from typing import Any

from stavka.kit.hexset import has, members

from .components import SIDES
from .position import Breslau
from .victory import points_needed, victory_points


def see(p: Breslau) -> dict[str, Any]:
    """The position as plain data."""
    return {
        "units": {p.id(unit): describe(p, unit) for unit in range(len(p.where))},
        "stacks": {p.number(place): p.ids(stack) for place, stack in sorted(p.stacks.items())},
        "control": {"soviet": p.numbers(p.control)},
        "markers": markers(p),
        "tracks": tracks(p),
        "points": points(p),
    }


def describe(p: Breslau, unit: int) -> dict[str, Any]:
    """One counter, with what lies on it."""
    data: dict[str, Any] = {"place": p.number(p.where[unit])}
    for name, units in (
        ("disorganised", p.disorganised),
        ("fanatic", p.fanatic),
        ("bombarded", p.bombarded),
        ("moved", p.moved),
        ("assaulted", p.assaulted),
    ):
        if has(units, unit):
            data[name] = True
    return data


def markers(p: Breslau) -> list[dict[str, str]]:
    """The markers on the map: chemical weapons, airstrip, and Soviet control of victory hexes (11.1)."""
    kinds = (("chemical", p.gas), ("airstrip", p.airstrip), ("victory", p.layout.victory_hexes & p.control))
    return [{"kind": kind, "hex": p.number(place)} for kind, hexes in kinds for place in members(hexes)]


def tracks(p: Breslau) -> dict[str, Any]:
    """The tracks and boxes of markers beside the map (4.2, 6.1, 8.2.3)."""
    return {
        "turn": {"value": p.turn, "last": p.layout.last_turn},
        "supply": digits(p.supply),
        "air": digits(p.air),
        "po2": {"value": p.po2},
        "antifascists": {"value": p.antifascists},
        "captured_goliaths": {"value": int(not p.captured_used)},
        "goliaths": {"value": p.goliaths},
        "chemical": {"value": p.chemicals},
    }


def digits(value: int) -> dict[str, int]:
    """6.1, 8.2.3 A track with a marker for the tens and one for the units."""
    return {"value": value, "x10": value // 10, "x1": value % 10}


def points(p: Breslau) -> dict[str, Any]:
    """11.1 The victory hexes in Soviet hands, and how many are needed."""
    held = p.layout.victory_hexes & p.control
    number = victory_points(p)
    return {SIDES[0]: number, "needed": points_needed(p), "parts": {"hexes": number}, "held": p.numbers(held)}
