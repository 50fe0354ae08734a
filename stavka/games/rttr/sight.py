"""What a seat may see: all but the static units that lie face down and that it has neither placed nor examined (17.1)."""

from __future__ import annotations

import dataclasses
from random import Random
from typing import Any, cast

from stavka.kit.dice import Dice
from stavka.kit.hexset import UnitSet, has, members, of
from stavka.kit.steps import Step

from .bombardment import AIR, ARTILLERY, left
from .combat import Attack
from .components import FRONTS, LAST_TURN, NOBODY, NOWHERE, SEATS, player
from .position import Rttr
from .victory import holder, parts

FLAGS = ("moved", "scouted", "fought", "attacked")
"""Sets of units that are shown on the counters."""

UNIT_FIELDS = ("unit", "units", "post")
"""The fields of steps that name units."""


# -- What is hidden ------------------------------------------------------------------------------------------------


def hidden_units(p: Rttr, seat: str) -> UnitSet:
    """16.8a, 16.10a, 17.1 The counters this seat may not see: the pool, and what others have placed face down."""
    return p.derive(("hidden", seat), (p.version, p.face_down, p.looked), lambda: _hidden_units(p, seat))


def _hidden_units(p: Rttr, seat: str) -> UnitSet:
    layout, front = p.layout, SEATS.index(seat)
    hidden = of(p.at(p.box("pool")))
    rival = SEATS[1 - front]
    for unit in members(p.face_down & ~hidden):
        place = p.where[unit]
        if place == layout.reichstag:
            unseen = not p.looked[front] >> unit & 1
        elif place < layout.hexes:
            unseen = has(layout.sector[front], place)
        else:
            unseen = p.number(place) in (f"hand.{rival}", f"held.{rival}")
        if unseen:
            hidden |= 1 << unit
    return hidden


def imagine(p: Rttr, seat: str, rng: Random, dice: Dice) -> Rttr:
    """A copy in which the counters this seat may not see are dealt anew, from what it knows alone.

    Places are taken in the order of the map and units in the order of the counters, so that positions which look
    the same give the same copy. Snipers alone are held (16.5); emergency airfields are on roads and airfields (16.3a).
    """
    twin = cast(Rttr, p.copy(dice))
    hidden = hidden_units(p, seat)
    if not hidden:
        return twin
    slots = [(place, n) for place in sorted(p.stacks) for n, unit in enumerate(p.stacks[place]) if hidden >> unit & 1]
    dealt = deal(p, slots, members(hidden), rng)
    stacks = {place: list(stack) for place, stack in twin.stacks.items()}
    new: dict[int, int] = {}
    for (place, n), unit in dealt.items():
        new[p.stacks[place][n]] = unit
        stacks[place][n] = unit
        twin.where[unit] = place
    twin.stacks = {place: tuple(stack) for place, stack in stacks.items()}
    pool = p.box("pool")
    twin.face_down = p.face_down & ~hidden | of(unit for (place, _), unit in dealt.items() if place != pool)
    twin.looked = cast("tuple[UnitSet, UnitSet]", tuple(of(new.get(u, u) for u in members(seen)) for seen in p.looked))
    twin.steps = tuple(_renamed(step, new) for step in p.steps)
    twin.memo = {}
    twin.version += 1
    return twin


def deal(p: Rttr, slots: list[tuple[int, int]], units: list[int], rng: Random) -> dict[tuple[int, int], int]:
    """Every hidden unit to a slot where it can be."""
    layout = p.layout
    held = [slot for slot in slots if p.number(slot[0]).startswith("held.")]
    roads = layout.road_hexes | layout.airfields | layout.reichstag_bit
    firm = [slot for slot in slots if slot[0] < layout.hexes and not has(roads, slot[0])]
    dealt: dict[tuple[int, int], int] = {}
    rest = rng.sample(units, len(units))
    for slot in held:
        dealt[slot] = next(unit for unit in rest if layout.snipers >> unit & 1)
        rest.remove(dealt[slot])
    for slot in firm:
        dealt[slot] = next(unit for unit in rest if not layout.airstrips >> unit & 1)
        rest.remove(dealt[slot])
    for slot, unit in zip([slot for slot in slots if slot not in dealt], rest, strict=True):
        dealt[slot] = unit
    return dealt


def _renamed(step: Step, new: dict[int, int]) -> Step:
    """A step that names the units which now lie where those it named did."""
    changes: dict[str, Any] = {}
    for field in UNIT_FIELDS:
        value = getattr(step, field, None)
        if isinstance(value, tuple):
            changes[field] = tuple(new.get(unit, unit) for unit in value)
        elif isinstance(value, int) and value in new:
            changes[field] = new[value]
    return dataclasses.replace(step, **changes) if changes else step


# -- What is seen --------------------------------------------------------------------------------------------------


def see(p: Rttr, seat: str) -> dict[str, Any]:
    """The position as a seat may know it, as plain data."""
    hidden = hidden_units(p, seat)
    stacks = p.derive(("stacks", seat), (p.version, hidden), lambda: describe_stacks(p, hidden))
    return {
        "units": describe_units(p, hidden),
        "stacks": {place: stack.copy() for place, stack in stacks.items()},
        "control": {SEATS[front]: p.numbers(members(p.control[front])) for front in FRONTS},
        "markers": markers(p),
        "tracks": tracks(p),
        "points": points(p),
        "date": p.layout.dates[p.turn - 1],
        "attack": describe_attack(p, assembling(p, seat)),
    }


def assembling(p: Rttr, seat: str) -> Attack | None:
    """The attack this seat is putting together, if it is; nobody else is told before it is fought (12.2a)."""
    step = p.steps[-1] if p.steps else None
    return step if isinstance(step, Attack) and player(step.sector, step.german) == seat else None


def describe_attack(p: Rttr, attack: Attack | None) -> dict[str, Any] | None:
    """What has been chosen for an attack so far."""
    if attack is None:
        return None
    return {"target": p.number(attack.targets[0]), "targets": p.numbers(attack.targets), "units": p.ids(attack.units)}


def describe_units(p: Rttr, hidden: UnitSet) -> dict[str, dict[str, Any]]:
    """Every counter that is not hidden: its place, the face it shows and what lies on it."""
    ids, names, down = p.layout.units, p.layout.places, p.face_down
    units: dict[str, dict[str, Any]] = {
        ids[unit]: {"place": names[place], "face": 1} if down >> unit & 1 else {"place": names[place]}
        for unit, place in enumerate(p.where) if not hidden >> unit & 1
    }
    for flag in FLAGS:
        for unit in members(getattr(p, flag) & ~hidden):
            units[ids[unit]][flag] = True
    return units


def describe_stacks(p: Rttr, hidden: UnitSet) -> dict[str, list[str | None]]:
    """Every place that holds counters: their ids, bottom to top, None for one that is hidden."""
    names, ids = p.layout.places, p.layout.units
    return {names[place]: [None if hidden >> unit & 1 else ids[unit] for unit in stack]
            for place, stack in sorted(p.stacks.items())}


def markers(p: Rttr) -> list[dict[str, str]]:
    """The markers on the map: bombardment (15), demolished bridges (18.2), control of objectives (21.2c)."""
    shown: list[dict[str, str]] = []
    for front, seat in enumerate(SEATS):
        shown += [{"kind": f"control_{seat}", "hex": p.number(place)} for place in members(p.control[front])]
        shown += [{"kind": "artillery", "hex": p.number(place)} for place in p.guns[front]]
        shown += [{"kind": "air", "hex": p.number(place)} for place in p.planes[front]]
    if p.jet_at != NOWHERE:
        shown.append({"kind": "jet", "hex": p.number(p.jet_at)})
    shown += [{"kind": "blown", "hex": name} for name in p.layout.board.side_names(p.blown)]
    return shown


def tracks(p: Rttr) -> dict[str, Any]:
    """The counts beside the map (3.15, 6.1, 7.2)."""
    counts: dict[str, Any] = {
        "turn": {"value": p.turn, "last": LAST_TURN},
        "stavka_left": {"value": p.layout.points_limit - sum(p.spent), "last": p.layout.points_limit},
    }
    for front, seat in enumerate(SEATS):
        counts[f"spent_{seat}"] = {"value": p.spent[front]}
        counts[f"fatigued_{seat}"] = {"value": int(p.fatigued[front])}
        counts[f"effort_{seat}"] = {"value": int(not p.effort_used[front])}
        counts[f"artillery_{seat}"] = {"value": left(p, front, ARTILLERY)}
        counts[f"air_{seat}"] = {"value": p.layout.markers[AIR][front] - len(p.planes[front])}
    counts["allowance"] = {"value": p.allowance}
    counts["pool"] = {"value": len(p.at(p.box("pool")))}
    return counts


def points(p: Rttr) -> dict[str, Any]:
    """21.2, 27.4 The victory points of each Front as they would count now."""
    each = {seat: parts(p, front) for front, seat in enumerate(SEATS)}
    shown: dict[str, Any] = {seat: sum(each[seat].values()) for seat in SEATS}
    held = holder(p)
    shown["parts"] = {f"{seat}_{key}": value for seat in SEATS for key, value in each[seat].items()}
    shown["held"] = p.numbers(members(p.control[0] | p.control[1]))
    shown["reichstag"] = None if held is None else SEATS[held]
    return shown


__all__ = ["NOBODY", "assembling", "hidden_units", "imagine", "see"]
