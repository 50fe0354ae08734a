"""7.1: the strategic movement of the Red Army, over the turn record track."""

from __future__ import annotations

from dataclasses import dataclass, replace

from stavka.kit.hexset import EMPTY, HexSet, bit, has, members, of
from stavka.kit.steps import NOBODY, About, Options, Step
from stavka.kit.words import Message

from .components import COVERING_POOL, GERMAN, SOVIET
from .fatigue import turn_space
from .glossary import enter, take_control
from .position import Breslau

COVERS = tuple(COVERING_POOL)
"""The nations that have covering units."""


def due(p: Breslau) -> tuple[int, ...]:
    """The units on the space of this turn."""
    return p.at(p.layout.turn_space[p.turn])


def together(p: Breslau, unit: int) -> tuple[int, ...]:
    """7.1.4 The units that move with this one: those of its division that left or arrived as a whole."""
    if not p.whole >> unit & 1:
        return (unit,)
    division, whole = p.layout.division[unit], p.whole
    return tuple(u for u in p.at(p.where[unit]) if p.layout.division[u] == division and whole >> u & 1)


def entry_hexes(p: Breslau, nation: str) -> HexSet:
    """7.1.3 Concentration hexes and covering units of one's own nation; not where Germans stand (3.0)."""
    def find() -> HexSet:
        covering = p.layout.covering & (p.layout.polish if nation == "polish" else ~p.layout.polish)
        held = of(p.where[unit] for unit in members(covering) if p.is_on_map(unit))
        return (p.layout.concentration[nation] | held) & ~p.occupied[GERMAN]

    return p.derive(("entry", nation), (p.version, p.phase), find)


def destinations(p: Breslau, unit: int, entered: bool) -> list[int]:
    """7.1 Where a unit due this turn may go: on to the next space (before any enters), or onto the map."""
    nation = p.layout.nation[unit]
    places = members(entry_hexes(p, nation))
    if not entered or not places:
        places.append(turn_space(p, p.turn + 1))
    if p.layout.covering >> unit & 1:
        places.append(p.box(COVERING_POOL[nation]))  # 7.1.7
    return places


def leaving_with(p: Breslau, unit: int) -> tuple[int, ...]:
    """7.1.6 The units that leave the map with this one: all of its division there, or it alone."""
    division = p.layout.division[unit]
    if division is None:
        return (unit,)
    return tuple(u for u in p.layout.own[SOVIET] if p.layout.division[u] == division and p.is_on_map(u))


@dataclass(frozen=True, slots=True)
class RedStrategic(Step):
    """Phase 2: units due this turn wait or enter, then units may leave the map, in this order (7.1)."""

    unit: int = NOBODY
    entered: bool = False
    """Whether a unit has entered: from then on none waits."""
    vacated: tuple[HexSet, ...] = (EMPTY, EMPTY)
    """The hexes that units of each nation in :data:`COVERS` have vacated in this phase (7.1.7)."""

    def offer(self, p: Breslau) -> Options | None:
        if self.unit != NOBODY:
            prompt = Message("prompt.enter", {"units": p.ids(together(p, self.unit))}, ("7.1.3a", "7.1.3b"))
            return Options(p.seat(SOVIET), "enter", prompt, hexes=destinations(p, self.unit, self.entered),
                           about=About("place", self.unit, group=together(p, self.unit)))
        waiting = due(p)
        if waiting:
            return Options(p.seat(SOVIET), "arrivals", Message("prompt.arrivals", {}, ("7.1", "7.1.2")), units=waiting,
                           about=About("place"))
        where, hexes = p.where, p.layout.hexes
        units = [unit for unit in p.layout.own[SOVIET] if where[unit] < hexes]
        if not units and not p.held:
            return None
        open_hexes = [place for nation in COVERS for place in members(self.to_cover(p, nation))]
        prompt = Message("prompt.leave", {}, ("7.1.6", "7.1.7a", "7.1.8"))
        return Options(p.seat(SOVIET), "leave", prompt, units=units, hexes=open_hexes, buttons=("end_phase",),
                       about=About("remove"))

    def to_cover(self, p: Breslau, nation: str) -> HexSet:
        """7.1.7 The hexes vacated in this phase where covering units of a nation can still be placed."""
        return self.vacated[COVERS.index(nation)] & ~p.occupied[SOVIET] if covering_pool(p, nation) else EMPTY

    def vacate(self, nation: str, hexes: HexSet) -> RedStrategic:
        """The step after units of a nation have vacated hexes."""
        return replace(self, vacated=tuple(
            before | hexes if nation == other else before & ~hexes
            for other, before in zip(COVERS, self.vacated, strict=True)))

    def take_unit(self, p: Breslau, unit: int) -> None:
        if p.is_on_map(unit):
            leave(p, unit)
            return
        places = destinations(p, unit, self.entered)
        p.replace(replace(self, unit=unit))
        if len(places) == 1:
            RedStrategic(unit, self.entered).take_hex(p, places[0])

    def take_hex(self, p: Breslau, place: int) -> None:
        if self.unit == NOBODY:
            cover(p, next(nation for nation in COVERS if has(self.to_cover(p, nation), place)), place)
            return
        units = together(p, self.unit)
        on_map = place < p.layout.hexes
        for unit in units:
            if on_map:
                enter(p, unit, [place])  # 7.1.2
            else:
                p.put(unit, place)
        if on_map or place == p.box(COVERING_POOL[p.layout.nation[self.unit]]):
            p.whole &= ~of(units)
        kind, rule = ("entered", "7.1.2") if on_map else ("waits", "7.1")
        p.emit(kind, rule, units=p.ids(units), to=p.number(place))
        p.replace(RedStrategic(NOBODY, self.entered or on_map))

    def take_button(self, p: Breslau, button: str) -> None:
        p.pop()

    def refuse_unit(self, p: Breslau, unit: int) -> Message | None:
        args = {"unit": p.id(unit)}
        if p.layout.side_of[unit] != SOVIET:
            return Message("refused.not_yours", args, ("7.1",))
        if self.unit != NOBODY:
            return Message("refused.enter_first", {"unit": p.id(self.unit)}, ("7.1.2",))
        if p.is_on_map(unit) and due(p):
            return Message("refused.arrivals_first", args, ("7.1",))
        return Message("refused.not_due", args, ("7.1.2", "9.8"))

    def refuse_hex(self, p: Breslau, place: int) -> Message | None:
        if self.unit == NOBODY and due(p):
            return Message("refused.pick_unit_first", {}, ("7.1",))
        if self.unit == NOBODY:
            return Message("refused.not_vacated", {"hex": p.number(place)}, ("7.1.7a",))
        return why_not_enter_here(p, self.unit, place, self.entered)

    def refuse_button(self, p: Breslau, button: str) -> Message | None:
        return Message("refused.arrivals_first", {"unit": p.id((*due(p), self.unit)[0])}, ("7.1",)) if (
            button == "end_phase") else None


def why_not_enter_here(p: Breslau, unit: int, place: int, entered: bool) -> Message:
    """Why a unit due this turn may not go to a place."""
    args = {"unit": p.id(unit), "hex": p.number(place)}
    if place == turn_space(p, p.turn + 1) and entered:
        return Message("refused.wait_first", args, ("7.1",))
    if place < p.layout.hexes and has(p.occupied[GERMAN], place):
        return Message("refused.enemy", args, ("3.0k",))
    rule = "7.1.3b" if p.layout.polish >> unit & 1 else "7.1.3a"
    return Message("refused.no_entry", args, (rule,))


def leave(p: Breslau, unit: int) -> None:
    """7.1.6 Units leave the map for the next turn space (7.1.8); covering units may take their place (7.1.7)."""
    units = leaving_with(p, unit)
    hexes = of(p.where[u] for u in units)
    for leaver in units:
        p.put(leaver, turn_space(p, p.turn + 1))
    if p.layout.division[unit] is not None:
        p.whole |= of(units)
    p.emit("left", "7.1.6", "7.1.8", units=p.ids(units), to=p.number(p.where[unit]))
    vacated = hexes & ~p.occupied[SOVIET]
    if vacated:
        step, nation = p.steps[-1], p.layout.nation[unit]
        assert isinstance(step, RedStrategic)
        p.replace(step.vacate(nation, vacated))
        p.push(Cover(nation, vacated))


def covering_pool(p: Breslau, nation: str) -> tuple[int, ...]:
    """7.1.7 The covering units of a nation that are left."""
    return p.at(p.box(COVERING_POOL[nation]))


def cover(p: Breslau, nation: str, place: int) -> None:
    """7.1.7 A covering unit of a nation is placed in a hex that was vacated."""
    unit = covering_pool(p, nation)[0]
    p.put(unit, place)
    take_control(p, SOVIET, bit(place))
    p.emit("covered", "7.1.7a", unit=p.id(unit), hex=p.number(place))


@dataclass(frozen=True, slots=True)
class Cover(Step):
    """7.1.7 Covering units may be placed in the hexes just vacated; what is left open can be covered later."""

    nation: str
    hexes: HexSet

    def offer(self, p: Breslau) -> Options | None:
        pool = covering_pool(p, self.nation)
        if not self.hexes or not pool:
            return None
        prompt = Message("prompt.cover", {"number": len(pool)}, ("7.1.7a", "7.1.7b"))
        return Options(p.seat(SOVIET), "cover", prompt, hexes=members(self.hexes), buttons=("done",),
                       about=About("place"))

    def take_hex(self, p: Breslau, place: int) -> None:
        cover(p, self.nation, place)
        p.replace(Cover(self.nation, self.hexes & ~bit(place)))

    def take_button(self, p: Breslau, button: str) -> None:
        p.pop()

    def refuse_hex(self, p: Breslau, place: int) -> Message | None:
        return Message("refused.not_vacated", {"hex": p.number(place)}, ("7.1.7a",))
