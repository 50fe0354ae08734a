"""Chapter 26: Zhukov and Manstein."""

from __future__ import annotations

from collections.abc import Iterable

from stavka.kit.hexset import UnitSet, bit, has, members, of
from stavka.kit.words import Message

from .components import GERMAN
from .position import Ukraine


def may_rally(p: Ukraine, unit: int) -> bool:
    """26.2 Whether Manstein may try to rally a unit now."""
    return bool(p.disrupted >> unit & 1) and why_not_rally(p, unit) is None


def rallying_units(p: Ukraine) -> UnitSet:
    """26.2 The units Manstein may try to rally now."""
    chief, units = p.layout.manstein, p.disrupted & p.layout.army[GERMAN] & p.mapped & ~p.tried
    if not units or p.manstein_moved or p.tries >= p.layout.manstein_tries or not p.is_on_map(chief):
        return 0
    near, where = _range(p, chief), p.where
    return 0 if units >> chief & 1 else of([unit for unit in members(units) if near >> where[unit] & 1])


def why_not_rally(p: Ukraine, unit: int) -> Message | None:
    """26.2 Why Manstein cannot try to rally a unit, if he cannot."""
    layout, args = p.layout, {"unit": p.id(unit)}
    chief = layout.manstein
    if layout.side_of[unit] != GERMAN or not p.is_on_map(unit) or not p.is_on_map(chief):
        return Message("refused.no_manstein", args, ("26.2.a",))
    if not p.disrupted >> unit & 1:
        return Message("refused.not_disrupted", args, ("26.2.a",))
    if p.disrupted >> chief & 1:
        return Message("refused.leader_disrupted", args, ("26.3.a",))
    if p.manstein_moved:
        return Message("refused.manstein_moved", args, ("26.2.b",))
    if p.tries >= layout.manstein_tries:
        return Message("refused.manstein_tired", args, ("26.2.c",))
    if p.tried >> unit & 1:
        return Message("refused.tried", args, ("26.2.d",))
    if not has(_range(p, chief), p.where[unit]):
        return Message("refused.manstein_far", args, ("26.2.a",))
    return None


def rally(p: Ukraine, unit: int) -> bool:
    """26.2 A die: 1-4 removes the marker."""
    p.tries += 1
    p.tried |= bit(unit)
    die = p.roll(unit)
    rallied = die <= p.layout.manstein_succeeds
    p.emit("rally", "26.2.e", unit=p.id(unit), die=die, outcome="words.rallied" if rallied else "words.not_rallied")
    if rallied:
        p.disrupted &= ~bit(unit)
    return rallied


def zhukov_may_help(p: Ukraine, targets: Iterable[int]) -> bool:
    """26.1 Once in a combat phase, within four hexes, if he has not moved this game turn and is not disrupted."""
    return why_no_zhukov(p, targets) is None


def why_no_zhukov(p: Ukraine, targets: Iterable[int]) -> Message | None:
    """26.1 Why Zhukov cannot take a hand in an attack, if he cannot."""
    chief = p.layout.zhukov
    if not p.is_on_map(chief) or p.disrupted >> chief & 1:
        return Message("refused.leader_disrupted", {"unit": p.id(chief)}, ("26.3.a",))
    if p.zhukov_moved or p.zhukov_used:
        return Message("refused.zhukov_used", {}, ("26.1.a",))
    if not any(has(_range(p, chief), place) for place in targets):
        return Message("refused.zhukov_far", {}, ("26.1.a",))
    return None


def _range(p: Ukraine, chief: int) -> int:
    place = p.where[chief]
    return p.derive(("leader", chief), place, lambda: p.layout.grid.within(place, p.layout.leader_range))
