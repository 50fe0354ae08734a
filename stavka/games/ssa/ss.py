"""Chapters 13 and 14: the SS tires, and despairs."""

from __future__ import annotations

from stavka.kit.hexset import has, members
from stavka.kit.words import Message

from .position import Abyss

# -- 13.0 Fatigue --------------------------------------------------------------------------------------------------


def tire(p: Abyss) -> None:
    """13.0 From turn 6 every SS unit that attacked in the SS combat phase is fatigued before the movement phase."""
    tired = p.fought & p.layout.ss & ~p.fatigued
    if p.turn >= p.layout.fatigue_turn and tired:
        p.fatigued |= tired
        p.emit("fatigued", "13.0a", units=p.ids(members(tired)))


def rest(p: Abyss) -> None:
    """13.1 In the fatigue removal phase of the next turn they are themselves again, in supply or not."""
    if p.fatigued:
        p.emit("rested", "13.1b", units=p.ids(members(p.fatigued)))
        p.fatigued = 0


# -- 14.0 Desperation ----------------------------------------------------------------------------------------------


def is_desperate(p: Abyss) -> bool:
    """14.0 Whether this turn has SS desperation movement at all."""
    first, last = p.plan.desperation_turns
    return first <= p.turn <= last


def desperation_rule(p: Abyss) -> str:
    """The part of 14.0 that speaks of the scenario."""
    return "14.0a" if p.plan.canals_frozen else "14.0b"


def why_not_desperate(p: Abyss, unit: int) -> Message | None:
    """14.0 Why a unit has no desperation move, if it has none."""
    args, rule = {"unit": p.id(unit)}, desperation_rule(p)
    if not p.layout.ss >> unit & 1 or not is_desperate(p):
        return Message("refused.not_desperate", args, (rule,))
    if not has(p.plan.desperation_hexes, p.where[unit]):
        return Message("refused.too_far_to_despair", args, (rule,))
    if p.fatigued >> unit & 1:
        return Message("refused.fatigued", args, ("13.1a",))
    return None
