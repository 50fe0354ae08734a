"""Chapter 21: who may not act yet, what sets them free, and where the groups of a scenario may go (23.1, 23.2)."""

from __future__ import annotations

from collections.abc import Iterable

from stavka.kit.hexset import EMPTY, HexSet, UnitSet, has, members, of
from stavka.kit.words import Message

from .components import AXIS, SOVIET
from .plan import ATTACK, MOVE, ZONE, Hold, Zone
from .position import Abyss
from .zones import enemy_zone

HELD = {MOVE: "refused.held_move", ATTACK: "refused.held_attack", ZONE: "refused.held_zone"}
"""How it is said that a unit may not do something yet."""

# -- Holds ---------------------------------------------------------------------------------------------------------


def bound(p: Abyss, hold: Hold) -> UnitSet:
    """The units a hold still binds: its turn has not come and nothing has freed them."""
    return hold.units & ~p.freed.get(hold.index, 0) if p.turn < hold.until else 0


def held(p: Abyss, what: str) -> UnitSet:
    """21.0 The units that may not do something now."""
    def units() -> UnitSet:
        kept: UnitSet = 0
        for hold in p.plan.holds:
            if what in hold.bars:
                kept |= bound(p, hold)
        return kept

    return p.derive(("held", what), (p.turn, p.freed), units)


def hold_on(p: Abyss, unit: int, what: str) -> Hold | None:
    """The hold that keeps a unit from doing something, if one does."""
    return next((hold for hold in p.plan.holds if what in hold.bars and has(bound(p, hold), unit)), None)


def free(p: Abyss, hold: Hold, struck: UnitSet = 0) -> None:
    """21.0 The condition is met: from now on these units act like any others."""
    freed = bound(p, hold) & struck if hold.each else bound(p, hold)
    if freed:
        p.freed = {**p.freed, hold.index: p.freed.get(hold.index, 0) | freed}
        p.emit("activated", hold.rule, units=p.ids(members(freed)))


def attacked(p: Abyss, units: Iterable[int]) -> None:
    """21.0 Units are attacked or bombarded: that sets free those who wait for it."""
    struck = of(units)
    for cause in ("attack", "pinned"):
        for hold in p.plan.freed_by[cause]:
            if hold.units & struck:
                free(p, hold, struck)


def places_of(p: Abyss, hold: Hold) -> HexSet:
    """The hexes where held units stand."""
    return p.hexes_of(hold.units)


def surroundings(p: Abyss, hold: Hold) -> HexSet:
    """Where an enemy sets held units free: 23.2.13 as near as the hold says; 23.2.1 in their zones of control."""
    def near() -> HexSet:
        places = places_of(p, hold)
        if not hold.radius:
            return p.layout.grid.cross(places, p.layout.contact_ways)
        for _ in range(hold.radius):
            places |= p.layout.grid.around(places)
        return places

    return p.derive(("surroundings", hold.index), p.versions[SOVIET], near)


def look_around(p: Abyss, side: int) -> None:
    """A unit of this side has moved: 23.2.13 the Axis may be near enough now; 23.1.4 the Soviets may pin somebody."""
    if side == AXIS:
        for hold in p.plan.freed_by["near"]:
            if bound(p, hold) and surroundings(p, hold) & p.occupied[AXIS]:
                free(p, hold)
    else:
        for hold in p.plan.freed_by["pinned"]:
            if bound(p, hold) and is_pinned(p, hold):
                free(p, hold)


def is_pinned(p: Abyss, hold: Hold) -> bool:
    """23.1.4 Whether held units of the Axis are in an enemy zone of control: for that somebody must be beside them."""
    beside = p.derive(("beside", hold.index), p.versions[AXIS],
                      lambda: p.layout.grid.cross(places_of(p, hold), p.layout.contact_ways))
    return bool(beside & p.occupied[SOVIET] and places_of(p, hold) & enemy_zone(p, AXIS))


def passed(p: Abyss, entered: HexSet) -> None:
    """An Axis unit has entered hexes: 23.2.1 zones of control, though it only passed; 23.1.7, 23.2.14 a town."""
    for hold in p.plan.freed_by["zone"]:
        if bound(p, hold) and entered & surroundings(p, hold):
            free(p, hold)
    note_towns(p, entered)


def note_towns(p: Abyss, hexes: HexSet) -> None:
    """23.1.7, 23.2.14 Towns that Axis units have come to: what waits for their fall is free."""
    if not hexes & p.plan.awaited:
        return
    for hold in p.plan.freed_by["capture"]:
        if has(hexes, hold.town):
            free(p, hold)
    for town in p.plan.gates:
        if has(hexes & ~p.taken, town):
            p.taken |= 1 << town
            p.emit("opened", "23.1.7", hex=p.number(town))


def why_held(p: Abyss, unit: int, what: str) -> Message | None:
    """Why a unit may not move or attack yet, if a hold keeps it."""
    hold = hold_on(p, unit, what)
    if hold is None:
        return None
    return Message(HELD[what], {"unit": p.id(unit)}, (hold.rule,))


def keeps_off(p: Abyss, unit: int) -> bool:
    """Whether a unit may not enter enemy zones of control: 10.4 Dora; 23.1.4 who is held from it."""
    layout, wary = p.layout, p.plan.wary
    return bool(layout.siege >> unit & 1) or bool(wary >> unit & 1 and hold_on(p, unit, ZONE))


# -- Zones of the groups -------------------------------------------------------------------------------------------


def zone_over(p: Abyss, unit: int) -> Zone | None:
    """23.1.7, 23.1.8, 23.2.5 - 23.2.7 The zone that a unit may not leave now, if there is one."""
    zone = p.plan.zone_of.get(unit)
    return None if zone is None or (zone.until_taken >= 0 and has(p.taken, zone.until_taken)) else zone


def allowed_hexes(p: Abyss, unit: int, here: int) -> HexSet:
    """23.1.7, 23.1.8, 23.2.5 - 23.2.7 Where a unit may go; from outside its zone it may only come nearer to it."""
    zone = zone_over(p, unit)
    if zone is None:
        return p.layout.playable
    if has(zone.hexes, here):
        return zone.hexes
    return zone.hexes | p.layout.nearer(zone.hexes, here)


def why_outside(p: Abyss, unit: int, place: int) -> Message | None:
    """Why a unit may not go to a hex because of its group, if so."""
    if has(allowed_hexes(p, unit, p.where[unit]), place):
        return None
    zone = p.plan.zone_of[unit]
    return Message("refused.outside_zone", {"unit": p.id(unit), "hex": p.number(place)}, (zone.rule,))


# -- 23.1.6: the garrison of the city ------------------------------------------------------------------------------


def note_city(p: Abyss) -> None:
    """23.1.6 The city has fallen once all of it is Axis."""
    garrison = p.plan.garrison
    if garrison is not None and not p.city_fallen and not garrison.city & ~p.control:
        p.city_fallen = True
        p.emit("city_fallen", "23.1.6", hex=p.number(members(garrison.city)[0]))


def note_soviet_move(p: Abyss, entered: HexSet) -> None:
    """23.1.6 From turn 5 a Soviet unit that moves within three hexes of the city sets its garrison free."""
    garrison = p.plan.garrison
    if garrison is not None and p.city_fallen and not p.garrison_free and p.turn >= garrison.turn \
            and entered & garrison.near:
        p.garrison_free = True
        p.emit("garrison_free", "23.1.6")


def is_needed_in_city(p: Abyss, unit: int) -> bool:
    """23.1.6 Whether the city would be left without a battalion or three companies if this unit went."""
    garrison = p.plan.garrison
    if garrison is None or not p.city_fallen or p.garrison_free or not has(garrison.city, p.where[unit]):
        return False
    if p.layout.guns >> unit & 1:
        return False
    return not any(garrison_in(p, place, unit) >= garrison.strength for place in members(garrison.city))


def garrison_in(p: Abyss, place: int, leaver: int) -> int:
    """23.1.6 What one hex of the city holds without a unit, in companies; guns do not count."""
    return sum(p.layout.weight[unit] for unit in p.at(place)
               if unit != leaver and p.layout.side_of[unit] == AXIS and not p.layout.guns >> unit & 1)


def city_bound(p: Abyss, unit: int) -> HexSet:
    """23.1.6 Where a unit of the garrison may go: hexes of the city, if they are garrisoned then as one is now."""
    garrison = p.plan.garrison
    if garrison is None:
        return EMPTY
    weight = p.layout.weight[unit]
    if garrison_in(p, p.where[unit], unit) + weight < garrison.strength:
        return garrison.city  # too few as it is: they may gather
    return of(place for place in members(garrison.city) if garrison_in(p, place, unit) + weight >= garrison.strength)
