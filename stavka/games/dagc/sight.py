"""What a seat may see: all but the lower units of Soviet stacks, which the Germans may not examine (6.8)."""

from __future__ import annotations

from random import Random
from typing import cast

from stavka.kit.dice import Dice
from stavka.kit.hexset import UnitSet, bit, has, members, of
from stavka.kit.sight import describe_stacks, describe_units
from stavka.kit.view import Points, Shown, Track

from .bagration import marker_hex
from .combat import Attack
from .components import GERMAN, LAST_TURN
from .position import Dagc
from .special_units import armour_chance
from .stacking import hidden_from_german
from .victory import coast_points, first_ukrainian_points, place_points

LAID = ("activated", "moved", "fought", "attacked", "rebuilt")
"""Sets of units that may hold one which the Germans may not see; ``reduced`` is drawn."""


def hidden_units(p: Dagc, seat: str) -> UnitSet:
    """6.8 The counters this seat may not see."""
    if seat != p.seat(GERMAN):
        return 0
    return p.derive(
        "hidden from the Germans", (p.version, p.steps),
        lambda: of(unit for place in p.stacks for unit in hidden_from_german(p, place)))


def imagine(p: Dagc, seat: str, rng: Random, dice: Dice) -> Dagc:
    """A copy in which the units this seat may not see are drawn anew, and whether they have lost a step.

    The draw depends on what the seat sees alone: the places are taken in the order of the map, not of the units. What
    else lies on a unit that is drawn is what lies on the one that is seen above it.
    """
    twin = cast(Dagc, p.copy(dice))
    unseen = hidden_units(p, seat)
    if unseen:
        forget(twin, unseen)
    for of_front in (False, True):  # 6.10: a unit of one front cannot be where the other stands
        hidden = [unit for unit in members(unseen) if p.layout.is_front(unit) == of_front]
        places = sorted(p.where[unit] for unit in hidden)
        for unit, place in zip(rng.sample(hidden, len(hidden)), places, strict=True):
            top = p.at(place)[-1]
            twin.put(unit, place)
            twin.put(top, place)  # the unit that is seen stays on top
            for name in LAID:
                if getattr(p, name) >> top & 1:
                    setattr(twin, name, getattr(twin, name) | bit(unit))
            if rng.random() < 0.5 and p.layout.two_steps >> unit & 1:
                twin.reduced |= bit(unit)
    return twin


def forget(p: Dagc, units: UnitSet) -> None:
    """Take away all that lies on units, and every fact worked out while they stood where they really stand."""
    p.memo = {}
    for name in (*LAID, "reduced"):
        setattr(p, name, getattr(p, name) & ~units)
    p.rolls = {unit: points for unit, points in p.rolls.items() if not units >> unit & 1}


def see(p: Dagc, seat: str) -> Shown:
    """The position as a seat may know it, as plain data."""
    hidden = hidden_units(p, seat)
    stacks = p.derive(("stacks", seat), (p.version, hidden), lambda: describe_stacks(p, hidden))
    control = p.derive("soviet hexes", p.control, lambda: p.layout.board.numbers(p.control))
    return {
        "units": describe_units(p, laid(p), (p.reduced,), hidden),
        "stacks": {place: stack.copy() for place, stack in stacks.items()},
        "control": {"soviet": control.copy()},
        "marks": {p.number(marker_hex(p)): ["bagration"]} if p.turn == 1 else {},
        "tracks": tracks(p),
        "points": points(p),
        "date": p.layout.dates[p.turn - 1],
    }


def assembling(p: Dagc, seat: str) -> Attack | None:
    """The attack this seat is putting together, if it is; nobody else is told before it is declared (11.8)."""
    step = p.steps[-1] if p.steps else None
    return step if isinstance(step, Attack) and p.seat(step.side) == seat else None


def laid(p: Dagc) -> dict[str, UnitSet]:
    """What can lie on a counter."""
    return {
        "moved": p.moved,
        "fought": p.fought,
        "interdicted": p.interdicted,
        "portless": p.portless,
        "activated": p.activated if p.turn == 1 else 0,
    }


def tracks(p: Dagc) -> dict[str, Track]:
    """The counts beside the map."""
    return {
        "turn": {"value": p.turn, "last": LAST_TURN},
        "replacements": {"value": p.replacements},
        "armour": {"value": int(armour_chance(p) is not None and not p.armour_tried)},
    }


def points(p: Dagc) -> Points:
    """4.3 The Soviet victory points as they would count now, and what is needed."""
    places, held = p.derive("places held", p.control, lambda: places_held(p))
    parts = {"places": places, "coast": coast_points(p), "first_ukrainian": first_ukrainian_points(p)}
    return {
        "scores": {"soviet": sum(parts.values())}, "needed": p.layout.points_needed, "parts": parts,
        "held": held.copy()}


def places_held(p: Dagc) -> tuple[int, list[str]]:
    """4.3 The points for towns and cities, and which of them bring some."""
    return place_points(p), [p.number(place) for place in p.layout.points if has(p.control, place)]
