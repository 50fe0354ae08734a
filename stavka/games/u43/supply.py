"""Chapter 14: supply lines, general supply, isolation and attrition, petrol."""

from __future__ import annotations

from typing import NamedTuple

from stavka.kit.hexset import HexSet, UnitSet, bit, has, members, of
from stavka.kit.trace import Leg, Moves, Toll, trace, traceable, traceable_by_any
from stavka.kit.words import Message

from .components import CENTRAL, GERMAN, SOVIET
from .position import Ukraine, enemy, lose_step
from .railheads import connected_rails, edge_sources
from .terrain import roads
from .zones import enemy_bonds, open_zone

UNLIMITED = -1
"""No limit to the length of the overland part (14.8)."""


# -- Sources (14.2, 27.2) ------------------------------------------------------------------------------------------


def fringe(p: Ukraine, side: int) -> HexSet:
    """27.2 The hexes beside half-hexes the Central Front has gained: one hex from a Soviet source."""
    hexes = 0
    if side == SOVIET:
        for beside in p.layout.half_hexes[:p.central]:
            hexes |= beside
    return hexes


def sources(p: Ukraine, side: int) -> HexSet:
    """14.2 Controlled edge sources and the railway hexes connected with them."""
    return edge_sources(p, side) | connected_rails(p, side)


# -- Lines (14.3 - 14.5) -------------------------------------------------------------------------------------------


class Lines(NamedTuple):
    """The steps a side's supply lines may take now."""

    through: HexSet
    setting_out: Moves
    """The first step: what it leads from has not been entered (14.5), which counts where no ground unit stands."""
    overland: Moves
    by_road: Moves


def lines(p: Ukraine, side: int) -> Lines:
    """14.4, 14.5, 7.2 No sea, enemies, bonds, two vacant hexes in enemy zones running; one major river, one marsh."""
    layout, grid, ways = p.layout, p.layout.grid, roads(p)

    def make() -> Lines:
        closed, vacant = enemy_bonds(p, side), open_zone(p, side)
        shut = layout.sea | closed.sides
        walls = shut | grid.sides_between(vacant, vacant)
        tolls = [Toll(1, layout.major), Toll(1, hexes=layout.marshes, free=ways)]
        through = layout.playable & ~p.manned[enemy(side)] & ~closed.hexes
        return Lines(through, Moves(grid, shut, tolls), Moves(grid, walls, tolls),
                     Moves(grid, walls | grid.every_side & ~ways, tolls))

    return p.derive(("lines", side), (p.manned, p.fronted, ways), make)


def road_hexes(p: Ukraine) -> HexSet:
    """The hexes that roads lead through."""
    return p.layout.road_hexes | (p.layout.lyutezh_road_hexes if roads(p) != p.layout.roads else 0)


def headquarters_on_roads(p: Ukraine, side: int) -> HexSet:
    """14.3 Where army or front headquarters of a side stand on a road."""
    return p.hexes_of(p.layout.army_hqs & p.layout.army[side]) & road_hexes(p)


def routes(p: Ukraine, side: int) -> list[list[Leg]]:
    """14.3 The kinds of supply line: four hexes to a road or source, seven to a headquarters on a road; then by road.

    27.2 A half-hex lies one hex beyond the map.
    """
    net, layout = lines(p, side), p.layout
    start, beside = sources(p, side) & net.through, fringe(p, side) & net.through
    along = Leg(net.by_road, net.through, start | beside & road_hexes(p))
    kinds = [[*overland(net, road_hexes(p) | start, layout.overland), along]]
    hqs = headquarters_on_roads(p, side)
    if hqs:
        kinds.append([*overland(net, hqs, layout.overland_hq), along])
    if beside:
        kinds.append(overland(net, beside, layout.overland - 1))
    return kinds


def overland(net: Lines, ends: HexSet, limit: int) -> list[Leg]:
    """14.3, 14.5 The part of a line that needs no road: a first step, and those after it."""
    after = limit if limit == UNLIMITED else limit - 1
    return [Leg(net.setting_out, net.through, net.overland.grid.full, 1), Leg(net.overland, net.through, ends, after)]


def _basis(p: Ukraine) -> tuple[object, ...]:
    return (p.manned, p.fronted, p.control, p.repaired, p.central, roads(p), p.hexes_of(p.layout.army_hqs))


def supplied_hexes(p: Ukraine, side: int) -> HexSet:
    """14.3 Every hex from which a valid supply line can be traced."""
    return p.derive(("supplied", side), _basis(p), lambda: traceable_by_any(routes(p, side)))


def unlimited_hexes(p: Ukraine, side: int) -> HexSet:
    """14.8 Every hex from which a line of any length leads to a source."""
    return p.derive(("not isolated", side), _basis(p),
                    lambda: in_reach_of(p, side, sources(p, side) | fringe(p, side), UNLIMITED))


def in_reach_of(p: Ukraine, side: int, ends: HexSet, limit: int) -> HexSet:
    """Every hex from which a supply line of at most so many hexes leads to one of these (14.8, 23.2)."""
    net = lines(p, side)
    return traceable(overland(net, ends & net.through, limit))


# -- General supply and isolation (14.6, 14.8) ---------------------------------------------------------------------


def is_exempt(p: Ukraine, unit: int) -> bool:
    """20.4 A brigade that jumped this turn is supplied, and who is in the box (27.3); leaders need nothing (26.3)."""
    return bool((p.dropped | p.layout.leaders) >> unit & 1) or not p.is_on_map(unit)


def check_supply(p: Ukraine, side: int) -> None:
    """14.6 Every unit, air units too, traces a line: markers are put down and taken off at once."""
    supplied = supplied_hexes(p, side)
    lost: list[int] = []
    found: list[int] = []
    boxed = p.at(p.box(CENTRAL)) if side == SOVIET else ()
    for unit in (*p.on_map(side), *boxed):
        fed = bool(supplied >> p.where[unit] & 1) or is_exempt(p, unit)
        if fed == bool(p.unsupplied >> unit & 1):
            (found if fed else lost).append(unit)
    p.unsupplied = (p.unsupplied | of(lost)) & ~of(found)
    if lost:
        p.emit("out_of_supply", "14.6", units=p.ids(lost))
    if found:
        p.emit("supplied", "14.6", units=p.ids(found))


def isolated_units(p: Ukraine, side: int) -> list[int]:
    """14.8 Units out of supply that no line of any length connects with a source."""
    hungry = p.those_on_map(p.unsupplied & p.layout.army[side] & p.layout.ground)
    return [unit for unit in hungry if not unlimited_hexes(p, side) >> p.where[unit] & 1]


def depots(p: Ukraine, side: int) -> HexSet:
    """14.8 Friendly cities and towns, and army or front headquarters."""
    layout = p.layout
    hqs = p.hexes_of(layout.army_hqs & layout.army[side])
    return ((layout.cities | layout.towns) & p.controlled(side)) | hqs


def attrition(p: Ukraine, side: int) -> None:
    """14.8 A die for each isolated unit: a step is lost on a modified 3 or less."""
    isolated = isolated_units(p, side)
    if not isolated:
        return
    layout = p.layout
    fed = in_reach_of(p, side, depots(p, side), UNLIMITED)
    for unit in isolated:
        depot = int(fed >> p.where[unit] & 1)
        morale = int(is_steadfast(p, unit))
        die = p.roll(unit)
        survives = die + depot + morale > layout.attrition
        p.emit("attrition", "14.8.b", unit=p.id(unit), hex=p.number(p.where[unit]), die=die, modifier=depot + morale,
               outcome="words.holds" if survives else "words.loses_step")
        if not survives:
            lose_step(p, unit, "14.8.b")


def is_steadfast(p: Ukraine, unit: int) -> bool:
    """14.8 German units, but not their allies, and Soviet airborne brigades."""
    layout = p.layout
    german = layout.side_of[unit] == GERMAN and not layout.allies >> unit & 1
    return german or bool(layout.airborne >> unit & 1)


# -- Petrol (14.9) -------------------------------------------------------------------------------------------------


def distance_rings(p: Ukraine, side: int) -> list[HexSet]:
    """14.9 The hexes within 0, 1, 2 ... hexes of a source, through anybody but not across the sea."""
    basis = (p.manned, p.fronted, p.control, p.repaired, p.central)

    def rings() -> list[HexSet]:
        layout, beside = p.layout, fringe(p, side)
        within = [sources(p, side)]
        while len(within) <= layout.petrol[-1][0]:
            near = within[-1] | layout.grid.cross(within[-1], layout.land_ways) & layout.playable
            within.append(near | beside)
        return within

    return p.derive(("petrol", side), basis, rings)


def petrol_distance(p: Ukraine, unit: int) -> int:
    """14.9 Hexes from a unit to the nearest source; the last entry of the table stands for all beyond."""
    rings = distance_rings(p, p.layout.side_of[unit])
    return next((hexes for hexes, within in enumerate(rings) if within >> p.where[unit] & 1), p.layout.petrol[-1][0])


def petrol_fails_to(p: Ukraine, distance: int) -> int:
    """14.9 The highest die that leaves a unit without petrol at this distance; 0 if none is rolled."""
    return max((die for hexes, die in p.layout.petrol if distance >= hexes), default=0)


def needing_petrol(p: Ukraine, side: int) -> UnitSet:
    """14.9 Mechanized units on the map but headquarters and leaders, without a marker yet."""
    layout = p.layout
    return layout.mechanized & ~layout.headquarters & ~layout.leaders & ~p.unsupplied & layout.army[side] & p.mapped


def roll_for_petrol(p: Ukraine, side: int) -> None:
    """14.9 A die for each mechanized unit more than seven hexes from a source."""
    for unit in members(needing_petrol(p, side)):
        distance = petrol_distance(p, unit)
        fails_to = petrol_fails_to(p, distance)
        if fails_to:
            die = p.roll(unit)
            failed = die <= fails_to
            p.emit("petrol", "14.9.c", unit=p.id(unit), die=die, distance=distance,
                   outcome="words.no_petrol" if failed else "words.petrol")
            if failed:
                p.unsupplied |= bit(unit)


# -- Explanations --------------------------------------------------------------------------------------------------


def supply_reason(p: Ukraine, unit: int) -> Message:
    """Why a unit is in supply or not, as a line could be traced now."""
    side = p.layout.side_of[unit]
    place = p.where[unit]
    if p.dropped >> unit & 1:
        return Message("supply.dropped", {}, ("20.4",))
    if p.layout.leaders >> unit & 1:
        return Message("supply.leader", {}, ("26.3.a",))
    if has(sources(p, side), place):
        return Message("supply.source", {}, ("14.2.b",))
    if has(supplied_hexes(p, side), place):
        return Message("supply.line", {}, ("14.3.b",))
    if has(unlimited_hexes(p, side), place):
        return Message("supply.too_long", {}, ("14.3.b",))
    return Message("supply.none", {}, ("14.8.a",))


def supply_path(p: Ukraine, unit: int) -> list[int] | None:
    """A supply line of a unit to a source, as short as can be; None if there is none."""
    side, place = p.layout.side_of[unit], p.where[unit]

    def shortest() -> list[int] | None:
        ways = [trace(place, legs) for legs in routes(p, side)]
        return min((way for way in ways if way is not None), key=len, default=None)

    return p.derive(("supply path", side, place), _basis(p), shortest)
