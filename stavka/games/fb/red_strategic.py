"""7.1: the strategic movement of the Red Army, over the turn record track."""

from __future__ import annotations

from dataclasses import dataclass, replace

from stavka.kit.hexset import HexSet, bit, has, members, of
from stavka.kit.steps import About, Options, Step
from stavka.kit.words import Message

from .components import COVERING_POOL, GERMAN, NOBODY, SOVIET
from .fatigue import turn_space
from .glossary import enter, take_control
from .position import Breslau


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
        prompt = Message("prompt.leave", {}, ("7.1.6", "7.1.8"))
        return Options(p.seat(SOVIET), "leave", prompt, units=units, buttons=("end_phase",), about=About("remove"))

    def take_unit(self, p: Breslau, unit: int) -> None:
        if p.is_on_map(unit):
            leave(p, unit)
            return
        places = destinations(p, unit, self.entered)
        p.replace(replace(self, unit=unit))
        if len(places) == 1:
            RedStrategic(unit, self.entered).take_hex(p, places[0])

    def take_hex(self, p: Breslau, place: int) -> None:
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
        if self.unit == NOBODY:
            return Message("refused.pick_unit_first", {}, ("7.1",))
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
        p.push(Cover(p.layout.nation[unit], vacated))


@dataclass(frozen=True, slots=True)
class Cover(Step):
    """7.1.7 Covering units from the pool may be placed in the hexes that were vacated."""

    nation: str
    hexes: HexSet

    def pool(self, p: Breslau) -> tuple[int, ...]:
        """The covering units that are left."""
        return p.at(p.box(COVERING_POOL[self.nation]))

    def offer(self, p: Breslau) -> Options | None:
        if not self.hexes or not self.pool(p):
            return None
        prompt = Message("prompt.cover", {"number": len(self.pool(p))}, ("7.1.7a", "7.1.7b"))
        return Options(p.seat(SOVIET), "cover", prompt, hexes=members(self.hexes), buttons=("done",),
                       about=About("place"))

    def take_hex(self, p: Breslau, place: int) -> None:
        unit = self.pool(p)[0]
        p.put(unit, place)
        take_control(p, SOVIET, bit(place))
        p.emit("covered", "7.1.7a", unit=p.id(unit), hex=p.number(place))
        p.replace(Cover(self.nation, self.hexes & ~bit(place)))

    def take_button(self, p: Breslau, button: str) -> None:
        p.pop()

    def refuse_hex(self, p: Breslau, place: int) -> Message | None:
        return Message("refused.not_vacated", {"hex": p.number(place)}, ("7.1.7a",))
