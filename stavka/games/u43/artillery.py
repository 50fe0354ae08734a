"""Chapter 22: Soviet artillery divisions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from stavka.kit.hexset import HexSet, UnitSet, bit, members, of
from stavka.kit.steps import About, Options, Step, sorts
from stavka.kit.words import Message

from .components import SOVIET, STAVKA
from .position import Ukraine

MASSED = 2
"""Divisions in a massed bombardment (22.2)."""


def may_bombard(p: Ukraine, unit: int) -> bool:
    """22.3, 22.4 On the map, not disrupted, on its full side, and not yet used this phase."""
    barred = p.disrupted | p.depleted | p.fought
    return p.is_on_map(unit) and not barred >> unit & 1


def batteries(p: Ukraine, targets: Iterable[int], chosen: Sequence[int]) -> list[int]:
    """22.1, 22.2 Divisions within two hexes of a hex attacked; a second only if one of the two is of the Guards."""
    if len(chosen) >= MASSED:
        return []
    layout = p.layout
    near = 0
    for target in targets:
        near |= layout.grid.within(target, layout.gun_range)
    able = [unit for unit in members(layout.artillery)
            if unit not in chosen and may_bombard(p, unit) and near >> p.where[unit] & 1]
    if chosen and not layout.guards >> chosen[0] & 1:
        able = [unit for unit in able if layout.guards >> unit & 1]
    return able


def gun_shift(p: Ukraine, guns: Sequence[int]) -> int:
    """22.1, 22.2, 22.5 One shift, or two for two divisions of which one is of the Guards."""
    if not guns:
        return 0
    return p.layout.shift["massed_artillery" if len(guns) == MASSED else "artillery"]


def expend(p: Ukraine, guns: Iterable[int]) -> None:
    """22.4 Regular divisions are flipped to depleted, 22.5 Guards go back to the Stavka."""
    for unit in guns:
        p.fought |= bit(unit)
        if p.layout.shock_artillery >> unit & 1:
            to_stavka(p, unit)
        else:
            p.depleted |= bit(unit)
            p.emit("depleted", "22.4.a", unit=p.id(unit))


def to_stavka(p: Ukraine, unit: int) -> None:
    """22.5 A Guards artillery division that has fired or has to retreat leaves for the Stavka reserve."""
    p.emit("to_stavka", "22.5.c", unit=p.id(unit))
    p.disrupted &= ~bit(unit)
    p.unsupplied &= ~bit(unit)
    p.put(unit, p.box(STAVKA))


def why_no_guns(p: Ukraine, unit: int) -> Message | None:
    """Why an artillery division can support no attack now, if so."""
    args = {"unit": p.id(unit)}
    if not p.is_on_map(unit):
        return Message("refused.not_on_map", args, ("22.1",))
    if p.disrupted >> unit & 1:
        return Message("refused.guns_disrupted", args, ("22.3.c",))
    if (p.depleted | p.fought) >> unit & 1:
        return Message("refused.guns_depleted", args, ("22.4.a",))
    return None


def gun_reach(p: Ukraine, unit: int) -> HexSet:
    """22.1 The hexes an artillery division reaches."""
    return p.layout.grid.within(p.where[unit], p.layout.gun_range) & p.layout.playable


def why_no_bombardment(p: Ukraine, unit: int, targets: Sequence[int], *, mobile: bool) -> Message:
    """Why an artillery division cannot support an attack."""
    args = {"unit": p.id(unit)}
    if mobile:
        return Message("refused.guns_mobile", args, ("22.1",))
    silent = why_no_guns(p, unit)
    if silent is not None:
        return silent
    if not any(p.layout.grid.distance(p.where[unit], target) <= p.layout.gun_range for target in targets):
        return Message("refused.guns_far", args, ("22.1",))
    return Message("refused.massed_guards", args, ("22.2",))


# -- Recovery in the initial supply phase (22.4, 22.5) -------------------------------------------------------------


def recoverable(p: Ukraine) -> UnitSet:
    """22.4 Depleted divisions that are neither out of supply nor disrupted."""
    return of(p.those_on_map(p.depleted & ~p.unsupplied & ~p.disrupted))


def may_leave_stavka(p: Ukraine) -> list[int]:
    """22.5 Guards divisions in the box that have not been called yet."""
    return [unit for unit in p.at(p.box(STAVKA)) if not p.stavka_entry >> unit & 1]


@dataclass(frozen=True, slots=True)
class Recover(Step):
    """22.4, 22.5 Up to two regular divisions are flipped, or one Guards division is called from the Stavka instead.

    Further Guards divisions may be called for a mechanized replacement each (16.3).
    """

    flipped: int = 0
    called: bool = False

    def offer(self, p: Ukraine) -> Options | None:
        spent = members(recoverable(p)) if self.flipped < p.layout.gun_flips and not self.called else []
        called = may_leave_stavka(p) if (not self.flipped and not self.called) or p.replacements[0] else []
        if not spent and not called:
            return None
        args = {"left": p.layout.gun_flips - self.flipped, "sorts": sorts(recover=spent, call=called)}
        prompt = Message("prompt.artillery", args, ("22.4.b", "22.5.d"))
        return Options(p.seat(SOVIET), "artillery", prompt, units=[*spent, *called], buttons=("done",),
                       about=About("choose"))

    def take_unit(self, p: Ukraine, unit: int) -> None:
        if p.layout.shock_artillery >> unit & 1:
            free = not self.flipped and not self.called
            p.stavka_entry |= bit(unit)
            p.emit("called", "22.5.d" if free else "16.3.c", unit=p.id(unit))
            if free:
                p.replace(Recover(self.flipped, True))
            else:
                p.replacements = (p.replacements[0] - 1, p.replacements[1])
        else:
            p.depleted &= ~bit(unit)
            p.emit("recovered", "22.4.b", unit=p.id(unit))
            p.replace(Recover(self.flipped + 1, self.called))

    def take_button(self, p: Ukraine, button: str) -> None:
        p.pop()

    def refuse_unit(self, p: Ukraine, unit: int) -> Message | None:
        args = {"unit": p.id(unit)}
        if not p.layout.artillery >> unit & 1:
            return Message("refused.not_artillery", args, ("22.4.b",))
        if p.layout.shock_artillery >> unit & 1:
            return Message("refused.stavka_once", args, ("22.5.d",))
        if self.flipped >= p.layout.gun_flips or self.called:
            return Message("refused.two_flips", args, ("22.4.b",))
        return Message("refused.not_recoverable", args, ("22.4.b",))


