"""What a seat may see: everything; there are no secrets but the attack that the other is putting together (9.4)."""

from __future__ import annotations

from typing import Any

from stavka.kit.hexset import members

from .assault import Assault, Attack
from .components import NOBODY, SIDES
from .defensive_fire import DefensiveFire
from .position import Breslau
from .victory import points_needed, victory_points


def see(p: Breslau) -> dict[str, Any]:
    """The position as plain data."""
    stacks = p.derive("stacks", p.version, lambda: describe_stacks(p))
    control = p.derive("soviet hexes", p.control, lambda: p.numbers(p.control))
    return {
        "units": describe_units(p),
        "stacks": {place: stack.copy() for place, stack in stacks.items()},
        "control": {"soviet": control.copy()},
        "date": p.layout.dates[p.turn - 1],
        "markers": markers(p),
        "tracks": tracks(p),
        "points": points(p),
    }


def assembling(p: Breslau, seat: str) -> Attack | None:
    """The assault or defensive fire this seat is putting together, if it is (9.4)."""
    step = p.steps[-1] if p.steps else None
    if not isinstance(step, Assault | DefensiveFire) or step.target == NOBODY or p.seat(step.side) != seat:
        return None
    if isinstance(step, DefensiveFire):
        return Attack(step.side, step.target, step.units, defensive=True)
    return Attack(step.side, step.target, step.units, goliath=step.goliath, captured=step.captured)


def describe_units(p: Breslau) -> dict[str, dict[str, Any]]:
    """Every counter: its place and what lies on it."""
    ids, names = p.layout.units, p.layout.places
    units: dict[str, dict[str, Any]] = {ids[unit]: {"place": names[place]} for unit, place in enumerate(p.where)}
    for flag, on in (
        ("disorganised", p.disorganised),
        ("fanatic", p.fanatic),
        ("bombarded", p.bombarded),
        ("moved", p.moved),
        ("assaulted", p.assaulted),
    ):
        for unit in members(on):
            units[ids[unit]][flag] = True
    return units


def describe_stacks(p: Breslau) -> dict[str, list[str]]:
    """Every place that holds counters: their ids, bottom to top."""
    return {p.number(place): p.ids(stack) for place, stack in sorted(p.stacks.items())}


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
