"""Chapter 15: air units; 25.3 what overcast sky and rain do to them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from stavka.kit.hexset import HexSet, UnitSet, bit, has, members, of
from stavka.kit.steps import About, Options, Step
from stavka.kit.words import Message

from .components import GERMAN, NOBODY, OVERCAST, RAIN, SIDES, SOVIET
from .position import Ukraine, disrupt, enemy

# -- Zones of air units (15.6) -------------------------------------------------------------------------------------


def support_zone(p: Ukraine, side: int) -> HexSet:
    """15.6 The hexes a side's defensive air support covers: its own hex and the six around it."""
    aloft = p.flying & ~p.grounded & p.layout.army[side]
    if not aloft:
        return 0

    def find() -> HexSet:
        hexes = p.hexes_of(aloft)
        return hexes | p.layout.grid.around(hexes) & p.layout.playable

    return p.derive(("support zone", side), (aloft, p.versions[side]), find)


def cover_of(p: Ukraine, side: int, targets: Sequence[int]) -> HexSet:
    """15.4, 15.6 The zone that helps the defenders of a combat: of one air unit, which covers most of its hexes."""
    if len(targets) == 1:
        return support_zone(p, side)
    attacked, aloft = of(targets), p.flying & ~p.grounded & p.layout.army[side]
    zones = (p.layout.grid.within(p.where[unit], 1) for unit in members(aloft))
    return max(zones, key=lambda zone: (zone & attacked).bit_count(), default=0)


def interdicted_hexes(p: Ukraine, side: int) -> HexSet:
    """15.6 Where enemy air units hinder the movement of a side."""
    return support_zone(p, enemy(side)) if p.flying else 0


# -- Bases (15.3) --------------------------------------------------------------------------------------------------


def free_bases(p: Ukraine, side: int) -> HexSet:
    """15.3 Friendly villages, towns and cities without an air unit at home there."""
    layout = p.layout

    def find() -> HexSet:
        taken = p.hexes_of(layout.air & layout.army[side] & ~p.flying)
        return layout.bases & p.controlled(side) & ~p.manned[enemy(side)] & ~taken

    return p.derive(("free bases", side), (p.version, p.control, p.flying), find)


def in_range(p: Ukraine, unit: int) -> HexSet:
    """The hexes within an air unit's range of where it is."""
    place, span = p.where[unit], p.layout.unit[unit].range
    return p.derive(("range", unit), (place, span), lambda: p.layout.grid.within(place, span))


def may_fly(p: Ukraine, unit: int) -> bool:
    """15.2, 14.7, 15.8 Ready, in supply, not disrupted, at its base."""
    grounded = p.flown | p.disrupted | p.unsupplied | p.flying
    return p.is_on_map(unit) and not grounded >> unit & 1


# -- Ground support (15.4, 15.5) -----------------------------------------------------------------------------------


def offensive_support(p: Ukraine, side: int, targets: Iterable[int]) -> list[int]:
    """15.5 The air units that may support an attack; 25.2 none in rain or local bad weather."""
    places = list(targets)
    if p.weather == RAIN or any(has(p.bad_weather, place) for place in places):
        return []
    return [unit for unit in members(p.layout.air & p.layout.army[side])
            if may_fly(p, unit) and not p.kept >> unit & 1
            and all(has(in_range(p, unit), place) for place in places)]


def why_no_support(p: Ukraine, unit: int, targets: Iterable[int]) -> Message:
    """Why an air unit may not support an attack."""
    args = {"unit": p.id(unit)}
    barred = why_not_fly(p, unit)
    if barred is not None:
        return barred
    kept = why_kept(p, unit)
    if kept is not None:
        return kept
    for place in targets:
        if has(p.bad_weather, place):
            return Message("refused.bad_weather", {**args, "hex": p.number(place)}, ("25.2.c",))
        if not has(in_range(p, unit), place):
            return Message("refused.air_range", {**args, "hex": p.number(place)}, ("15.4",))
    return Message("refused.one_air_unit", args, ("15.4",))


def why_kept(p: Ukraine, unit: int) -> Message | None:
    """25.3.4 Why an air unit that could fly is kept back, if so."""
    return Message("refused.kept", {"unit": p.id(unit)}, ("25.3.4",)) if p.kept >> unit & 1 else None


def why_not_fly(p: Ukraine, unit: int) -> Message | None:
    """Why an air unit may fly no mission now, if so."""
    args = {"unit": p.id(unit)}
    if not p.layout.air >> unit & 1:
        return Message("refused.not_air", args, ("15.1",))
    if p.weather == RAIN:
        return Message("refused.rain", args, ("25.2.d",))
    if (p.flown | p.flying) >> unit & 1 or not p.is_on_map(unit):
        return Message("refused.flown", args, ("15.2",))
    if p.disrupted >> unit & 1:
        return Message("refused.air_disrupted", args, ("15.8",))
    if p.unsupplied >> unit & 1:
        return Message("refused.air_unsupplied", args, ("14.7.d",))
    return None


# -- The air part of the initial supply phase (3.C.1, 25.3) --------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ReturnToBase(Step):
    """15.3, 15.6 Air units back from defensive support land at a base within range, or disrupted at any other."""

    side: int

    def offer(self, p: Ukraine) -> Options | None:
        unit = self._next(p)
        if unit == NOBODY:
            return None
        bases = landing_bases(p, unit)
        if not bases:
            return None
        prompt = Message("prompt.land", {"unit": p.id(unit)}, ("15.3.c",))
        return Options(p.seat(self.side), "land", prompt, hexes=members(bases), about=About("place", unit=unit))

    def _next(self, p: Ukraine) -> int:
        return next(iter(members(p.flying & p.layout.army[self.side])), NOBODY)

    def skip(self, p: Ukraine) -> None:
        unit = self._next(p)
        if unit == NOBODY:
            p.pop()
            ready_air(p, self.side)
        else:
            p.flying &= ~bit(unit)  # no base is left anywhere: it stays where it is
            p.grounded &= ~bit(unit)

    def take_hex(self, p: Ukraine, place: int) -> None:
        unit = self._next(p)
        far = not has(in_range(p, unit), place)
        p.flying &= ~bit(unit)
        p.grounded &= ~bit(unit)  # by the weather of the player turn that is over (25.3)
        p.put(unit, place)
        p.emit("landed", "15.3.c", unit=p.id(unit), hex=p.number(place))
        if far:
            disrupt(p, [unit], "15.3.c")

    def refuse_hex(self, p: Ukraine, place: int) -> Message | None:
        return Message("refused.no_base", {"unit": p.id(self._next(p)), "hex": p.number(place)}, ("15.3.c",))


def landing_bases(p: Ukraine, unit: int) -> HexSet:
    """15.3 Bases within range; only if there is none, all others."""
    bases = free_bases(p, p.layout.side_of[unit])
    return bases & in_range(p, unit) or bases


def ready_air(p: Ukraine, side: int) -> None:
    """15.2 All air units of the phasing side flip to Ready; then 25.3 the weather has its say."""
    others = p.layout.army[enemy(side)]
    p.flown &= others
    if p.weather == OVERCAST:
        roll_for_support(p, side)
        p.push(KeepForSupport(side))
    elif p.weather == RAIN:
        ground_in_rain(p, side)


def roll_for_support(p: Ukraine, side: int) -> None:
    """25.3 A die for each enemy air unit on defensive support; where one is grounded the weather is bad (25.2)."""
    layout = p.layout
    for unit in p.those_on_map(p.flying & layout.army[enemy(side)]):
        if _is_grounded(p, unit, "25.3.3"):
            p.grounded |= bit(unit)
            p.flown |= bit(unit)
            here = bit(p.where[unit])
            p.bad_weather |= here | layout.grid.around(here)


@dataclass(frozen=True, slots=True)
class KeepForSupport(Step):
    """25.3 A die for each of one's own air units, but those to fly defensive support: the enemy rolls for them."""

    side: int

    def offer(self, p: Ukraine) -> Options | None:
        units = [unit for unit in self._others(p) if may_fly(p, unit)]
        if not units:
            return None
        prompt = Message("prompt.keep", {}, ("25.3.4",))
        return Options(p.seat(self.side), "keep", prompt, units=units, buttons=("done",), about=About("choose"))

    def _others(self, p: Ukraine) -> list[int]:
        return p.those_on_map(p.layout.air & p.layout.army[self.side] & ~p.flying & ~p.kept)

    def take_unit(self, p: Ukraine, unit: int) -> None:
        p.kept |= bit(unit)
        p.emit("kept", "25.3.4", unit=p.id(unit))

    def take_button(self, p: Ukraine, button: str) -> None:
        self.skip(p)

    def skip(self, p: Ukraine) -> None:
        p.pop()
        for unit in self._others(p):
            if _is_grounded(p, unit, "25.3.4"):
                p.flown |= bit(unit)

    def refuse_unit(self, p: Ukraine, unit: int) -> Message | None:
        if p.layout.side_of[unit] != self.side:
            return Message("refused.not_yours", {"unit": p.id(unit)}, ("25.3.4",))
        return why_not_fly(p, unit)


def _is_grounded(p: Ukraine, unit: int, rule: str) -> bool:
    die = p.roll(unit)
    grounded = die in p.layout.grounded
    p.emit("overcast", rule, unit=p.id(unit), die=die, outcome="words.grounded" if grounded else "words.flies")
    return grounded


def ground_in_rain(p: Ukraine, side: int) -> None:
    """25.3 Enemy support and, in their own turn, Soviet air units are out; German ones may still prepare support."""
    layout = p.layout
    out = p.flying & layout.army[enemy(side)]
    p.grounded |= out
    p.flown |= out
    if side == SOVIET:
        p.flown |= layout.air & layout.army[SOVIET]
    p.emit("rain_grounds", "25.3.5a" if side == SOVIET else "25.3.5b", side=SIDES[side])


# -- Change of base (15.3) -----------------------------------------------------------------------------------------


def rebasing_units(p: Ukraine, side: int) -> UnitSet:
    """15.3, 14.7 Ready air units at their bases, in supply or not, if a base is free; 25.2 no missions in rain."""
    squadrons = p.layout.air & p.layout.army[side]
    units = squadrons & p.mapped & ~(p.flown | p.disrupted | p.flying | p.kept)
    if not units or p.weather == RAIN:
        return 0
    bases = p.layout.bases & p.controlled(side) & ~p.manned[enemy(side)]
    return units if bases.bit_count() > squadrons.bit_count() or free_bases(p, side) else 0  # they cannot fill so many


def why_not_rebase(p: Ukraine, unit: int) -> Message:
    """Why an air unit may not change its base now."""
    barred = why_not_fly(p, unit)
    if barred is not None and barred.rules != ("14.7.d",):  # 14.7: even out of supply it may
        return barred
    if p.kept >> unit & 1:
        return Message("refused.kept", {"unit": p.id(unit)}, ("25.3.4",))
    return Message("refused.no_free_base", {"unit": p.id(unit)}, ("15.3.a",))


def rebase(p: Ukraine, unit: int, place: int) -> None:
    """15.3 The move to another base is the unit's mission for this turn."""
    p.emit("rebased", "15.3.b", unit=p.id(unit), hex=p.number(place))
    p.put(unit, place)
    p.flown |= bit(unit)


# -- Defensive air support (15.6) ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DefensiveSupport(Step):
    """15.6 In the final phase Ready air units may be placed on any hex in range, to cover it and those around."""

    side: int
    unit: int = NOBODY

    def offer(self, p: Ukraine) -> Options | None:
        if self.unit != NOBODY:
            prompt = Message("prompt.support_hex", {"unit": p.id(self.unit)}, ("15.6.a",))
            return Options(p.seat(self.side), "support_hex", prompt, hexes=members(support_hexes(p, self.unit)),
                           about=About("support", unit=self.unit))
        units = [unit for unit in members(p.layout.air & p.layout.army[self.side]) if may_support(p, unit)]
        if not units:
            return None
        prompt = Message("prompt.support", {}, ("15.6.a",))
        return Options(p.seat(self.side), "support", prompt, units=units, buttons=("done",), about=About("support"))

    def take_unit(self, p: Ukraine, unit: int) -> None:
        p.replace(DefensiveSupport(self.side, unit))

    def take_hex(self, p: Ukraine, place: int) -> None:
        p.put(self.unit, place)
        p.flying |= bit(self.unit)
        p.emit("air_cover", "15.6.a", unit=p.id(self.unit), hex=p.number(place))
        p.replace(DefensiveSupport(self.side))

    def take_button(self, p: Ukraine, button: str) -> None:
        p.pop()

    def refuse_unit(self, p: Ukraine, unit: int) -> Message | None:
        if p.layout.side_of[unit] != self.side:
            return Message("refused.not_yours", {"unit": p.id(unit)}, ("15.6.a",))
        return why_not_fly(p, unit)

    def refuse_hex(self, p: Ukraine, place: int) -> Message | None:
        if self.unit == NOBODY:
            return Message("refused.pick_unit_first", {}, ("15.6.a",))
        args = {"unit": p.id(self.unit), "hex": p.number(place)}
        if place < p.layout.hexes and has(in_range(p, self.unit), place):
            return Message("refused.lyutezh_air", args, ("34.6.d",))
        return Message("refused.air_range", args, ("15.6.a",))


def may_support(p: Ukraine, unit: int) -> bool:
    """15.6 Ready, in supply, undisrupted; 25.3 the Germans may prepare it even in rain."""
    if p.weather == RAIN and p.layout.side_of[unit] == SOVIET:
        return False
    return may_fly(p, unit)


def support_hexes(p: Ukraine, unit: int) -> HexSet:
    """15.6 Where an air unit may fly defensive support; 34.6 no German one north of the Lyutezh line before turn 19."""
    from .lyutezh import is_bound

    hexes = in_range(p, unit) & p.layout.playable
    if p.layout.side_of[unit] == GERMAN and is_bound(p):
        hexes &= ~p.layout.north_of_lyutezh
    return hexes
