"""What a seat may see: all but static units that lie face down, unless it has placed or examined them (17.1)."""

from __future__ import annotations

from random import Random
from typing import cast

from stavka.kit.dice import Dice
from stavka.kit.hexset import UnitSet, has, members, of
from stavka.kit.sight import describe_marks, describe_stacks, describe_units, renamed
from stavka.kit.view import Points, Shown, Track

from .bombardment import AIR, ARTILLERY, left
from .combat import Attack
from .components import FRONTS, LAST_TURN, NOWHERE, SEATS, player
from .position import Rttr
from .victory import parts

FLAGS = ("moved", "scouted", "fought", "attacked")
"""Sets of units that are shown on the counters."""

UNIT_FIELDS = ("unit", "units", "placed", "post")
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
    new = {p.stacks[place][n]: unit for (place, n), unit in dealt.items()}
    twin.exchange(new)
    pool = p.box("pool")
    twin.face_down = p.face_down & ~hidden | of(unit for (place, _), unit in dealt.items() if place != pool)
    twin.looked = cast("tuple[UnitSet, UnitSet]", tuple(of(new.get(u, u) for u in members(seen)) for seen in p.looked))
    twin.steps = renamed(p.steps, new, UNIT_FIELDS)
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
    return dealt | dict(zip([slot for slot in slots if slot not in dealt], rest, strict=True))


# -- What is seen --------------------------------------------------------------------------------------------------


def see(p: Rttr, seat: str) -> Shown:
    """The position as a seat may know it, as plain data."""
    hidden = hidden_units(p, seat)
    stacks = p.derive(("stacks", seat), (p.version, hidden), lambda: describe_stacks(p, hidden))
    return {
        "units": describe_units(p, {flag: getattr(p, flag) for flag in FLAGS}, (p.face_down,), hidden),
        "stacks": {place: stack.copy() for place, stack in stacks.items()},
        "control": {SEATS[front]: p.numbers(p.control[front]) for front in FRONTS},
        "marks": marks(p),
        "tracks": tracks(p),
        "points": points(p),
        "date": p.layout.dates[p.turn - 1],
    }


def assembling(p: Rttr, seat: str) -> Attack | None:
    """The attack this seat is putting together, if it is; nobody else is told before it is fought (12.2a)."""
    step = p.steps[-1] if p.steps else None
    return step if isinstance(step, Attack) and player(step.sector, step.german) == seat else None


def marks(p: Rttr) -> dict[str, list[str]]:
    """The markers on the map: bombardment (15), demolished bridges (18.2), control of objectives (21.2c)."""
    lying = describe_marks(p, {
        **{f"control_{seat}": p.control[front] for front, seat in enumerate(SEATS)},
        "artillery": of([*p.guns[0], *p.guns[1]]),
        "air": of([*p.planes[0], *p.planes[1]]),
        "jet": 0 if p.jet_at == NOWHERE else 1 << p.jet_at,
    })
    for name in p.layout.board.side_names(p.blown):
        lying[name] = ["blown"]
    return lying


def tracks(p: Rttr) -> dict[str, Track]:
    """The counts beside the map (3.15, 6.1, 7.2)."""
    counts: dict[str, Track] = {
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


def points(p: Rttr) -> Points:
    """21.2, 27.4 The victory points of each Front as they would count now."""
    each = {seat: parts(p, front) for front, seat in enumerate(SEATS)}
    return {
        "scores": {seat: sum(each[seat].values()) for seat in SEATS},
        "parts": {f"{key}_{seat}": value for seat in SEATS for key, value in each[seat].items()},
        "held": p.numbers(p.control[0] | p.control[1]),
    }
