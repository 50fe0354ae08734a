"""What a seat may see: everything; there are no secrets but the attack that the other is putting together (9.4)."""

from __future__ import annotations

from stavka.kit.hexset import UnitSet
from stavka.kit.sight import describe_marks, describe_stacks, describe_units
from stavka.kit.steps import NOBODY
from stavka.kit.view import Points, Shown, Track

from .assault import Assault, Attack
from .components import SIDES
from .defensive_fire import DefensiveFire
from .position import Breslau
from .victory import points_needed, victory_points


def see(p: Breslau) -> Shown:
    """The position as plain data."""
    stacks = p.derive("stacks", p.version, lambda: describe_stacks(p))
    control = p.derive("soviet hexes", p.control, lambda: p.numbers(p.control))
    return {
        "units": describe_units(p, laid(p), (turned(p),)),
        "stacks": {place: stack.copy() for place, stack in stacks.items()},
        "control": {"soviet": control.copy()},
        "date": p.layout.dates[p.turn - 1],
        "marks": marks(p),
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


def laid(p: Breslau) -> dict[str, UnitSet]:
    """What can lie on a counter."""
    return {
        "disorganised": p.disorganised,
        "fanatic": p.fanatic,
        "bombarded": p.bombarded,
        "moved": p.moved,
        "assaulted": p.assaulted,
    }


def turned(p: Breslau) -> UnitSet:
    """The counters that show their back: disorganised, or artillery that has bombarded (8.2.6, 8.2.10)."""
    return p.disorganised | p.bombarded


def marks(p: Breslau) -> dict[str, list[str]]:
    """The markers on the map: chemical weapons, airstrip, and Soviet control of victory hexes (11.1)."""
    return describe_marks(p, {
        "chemical": p.gas, "airstrip": p.airstrip, "victory": p.layout.victory_hexes & p.control})


def tracks(p: Breslau) -> dict[str, Track]:
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


def digits(value: int) -> Track:
    """6.1, 8.2.3 A track with a marker for the tens and one for the units."""
    return {"value": value, "x10": value // 10, "x1": value % 10}


def points(p: Breslau) -> Points:
    """11.1 The victory hexes in Soviet hands, and how many are needed."""
    held = p.layout.victory_hexes & p.control
    number = victory_points(p)
    return {
        "scores": {SIDES[0]: number}, "needed": points_needed(p), "parts": {"hexes": number},
        "held": p.numbers(held)}
