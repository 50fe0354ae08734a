"""What a seat may see: in this game there is nothing to hide but the dice."""

from __future__ import annotations

from stavka.kit.hexset import HexSet, UnitSet, of
from stavka.kit.sight import describe_marks, describe_stacks, describe_units
from stavka.kit.view import Points, Shown, Track

from .activation import held
from .artillery import Barrage
from .combat import Attack
from .components import AXIS, SIDES, SOVIET
from .plan import ATTACK, MOVE
from .position import Abyss
from .supply import out_of_supply
from .victory import scoring


def see(p: Abyss) -> Shown:
    """The position as every seat may know it, as plain data."""
    stacks = p.derive("stacks", p.version, lambda: describe_stacks(p))
    return {
        "units": describe_units(p, laid(p), (p.disrupted,)),
        "stacks": {place: stack.copy() for place, stack in stacks.items()},
        "control": {side: p.numbers(hexes) for side, hexes in controlled(p).items()},
        "marks": marks(p),
        "tracks": tracks(p),
        "points": points(p),
        "date": p.plan.dates[p.turn - 1],
    }


def assembling(p: Abyss, seat: str) -> Attack | Barrage | None:
    """The attack or bombardment this seat is putting together, if it is."""
    step = p.steps[-1] if p.steps else None
    return step if isinstance(step, Attack | Barrage) and p.seat(step.side) == seat else None


def laid(p: Abyss) -> dict[str, UnitSet]:
    """2.3 What can lie on a counter."""
    units = p.plan.units
    return {
        "moved": p.moved,
        "fought": p.fought,
        "bombarded": p.bombarded,
        "withdrawn": p.withdrawn & p.layout.ss,
        "fatigued": p.fatigued,
        "empty": p.empty,
        "unsupplied": out_of_supply(p, AXIS) | out_of_supply(p, SOVIET),  # 7.4
        "held": (held(p, MOVE) | held(p, ATTACK)) & units,
    }


def controlled(p: Abyss) -> dict[str, HexSet]:
    """22.0 The objectives of each side."""
    return {SIDES[AXIS]: p.control & p.plan.objectives, SIDES[SOVIET]: p.plan.objectives & ~p.control}


def marks(p: Abyss) -> dict[str, list[str]]:
    """17.0 The forts of the scenario, with the value of those that have rolled; objectives by their stars."""
    forts = p.layout.forts[p.plan.fort]
    lying = {"fort": forts & ~of(p.forts),
             "axis_star": of(place for place, value in p.plan.points.items() if value > 0),
             "soviet_star": of(place for place, value in p.plan.points.items() if value < 0)}
    for place, value in p.forts.items():
        lying[f"fort_{value}"] = lying.get(f"fort_{value}", 0) | 1 << place
    return describe_marks(p, lying)


def tracks(p: Abyss) -> dict[str, Track]:
    """2.1 The turn record track: this turn, and which turns are for flying or for mud."""
    return {
        "turn": {"value": p.turn, "last": p.plan.last_turn},
        "air": {"value": int(p.is_air), "turns": sorted(p.plan.air_turns), "sign": "✈"},
        "mud": {"value": int(p.is_mud), "turns": sorted(p.plan.mud_turns), "sign": "≈"},
    }


def points(p: Abyss) -> Points:
    """22.0 The points of the Axis as they would count now."""
    held_now = scoring(p)
    gained = sum(value for value in held_now.values() if value > 0)
    lost = sum(value for value in held_now.values() if value < 0)
    return {"scores": {SIDES[AXIS]: gained + lost}, "parts": {"gained": gained, "lost": lost},
            "held": [p.number(place) for place in held_now]}
