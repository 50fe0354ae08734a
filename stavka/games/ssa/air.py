"""Chapter 15: air units."""

from __future__ import annotations

from stavka.kit.words import Message

from .components import AXIS, DEAD, FLOWN, READY
from .position import Abyss


def ready(p: Abyss, side: int) -> list[int]:
    """15.0 The air units of a side that can support an attack now."""
    if not p.is_air:
        return []
    return [unit for unit in p.at(p.box(READY)) if p.layout.side_of[unit] == side]


def fly(p: Abyss, unit: int) -> None:
    """15.0 An air unit is used: once a turn."""
    p.put(unit, p.box(FLOWN))


def land(p: Abyss) -> None:
    """15.0 A new turn: all that flew are ready again."""
    for unit in p.at(p.box(FLOWN)):
        p.put(unit, p.box(READY))


def lose_idle_air(p: Abyss) -> None:
    """15.0 The Axis air unit that does not fly on an air turn is out for the rest of the game."""
    for unit in ready(p, AXIS):
        p.emit("air_lost", "15.0d", unit=p.id(unit))
        p.put(unit, p.box(DEAD[AXIS]))


def why_not_fly(p: Abyss, side: int, unit: int, ss_combat: bool) -> Message | None:
    """Why an air unit cannot support an attack, if it cannot."""
    args = {"unit": p.id(unit)}
    if p.layout.side_of[unit] != side:
        return Message("refused.not_yours", args, ("15.0b",))
    if ss_combat:
        return Message("refused.air_ss", args, ("15.0e",))
    if not p.is_air:
        return Message("refused.no_air_turn", args, ("15.0a",))
    if p.where[unit] == p.box(FLOWN):
        return Message("refused.flown", args, ("15.0b",))
    if unit not in ready(p, side):
        return Message("refused.air_gone", args, ("15.0d",))
    return None

