"""Chapter 14: supply lines, general supply, isolation and attrition, petrol."""

from __future__ import annotations

from stavka.kit.grid import Ways
from stavka.kit.hexset import HexSet, bit, has, members, of
from stavka.kit.words import Message

from .components import GERMAN, SOVIET
from .position import Ukraine, enemy, lose_step
from .railheads import connected_rails, edge_sources
from .terrain import roads
from .zones import enemy_bonds, open_zone

UNLIMITED = -1
"""No limit to the length of the overland part (14.8)."""

Layers = list[HexSet]
"""Hexes that a line can come to, by the tolls it has paid: bit 0 a major river, bit 1 a marsh (14.4)."""

RIVER, MARSH = 1, 2


# -- Sources (14.2, 27.2) ------------------------------------------------------------------------------------------


def fringe(p: Ukraine, side: int) -> HexSet:
    """27.2 The hexes beside half-hexes the Central Front has gained: one hex from a Soviet source."""
    hexes = 0
    if side == SOVIET:
        for beside in p.layout.half_hexes[:p.central]:
            hexes |= beside
    return hexes & ~p.manned[enemy(side)] & ~enemy_bonds(p, side).hexes


def sources(p: Ukraine, side: int) -> HexSet:
    """14.2 Controlled edge sources and the railway hexes connected with them."""
    return edge_sources(p, side) | connected_rails(p, side)


# -- Lines (14.3 - 14.5) -------------------------------------------------------------------------------------------


class Lines:
    """The steps a side's supply lines may take now; lines are followed from their end to the units."""

    def __init__(self, p: Ukraine, side: int) -> None:
        layout = p.layout
        self.grid = layout.grid
        bonds, vacant = enemy_bonds(p, side), open_zone(p, side)
        self.through = layout.playable & ~p.manned[enemy(side)] & ~bonds.hexes  # 14.5, 7.2
        closed = layout.sea | bonds.sides | self.grid.sides_between(vacant, vacant)  # 14.4, 14.5
        if p.flooded:
            closed |= layout.flood_sides
        ways = roads(p)
        free = self.grid.every_side & ~closed
        self.free = self.grid.ways(free & ~layout.major)
        self.across = self.grid.ways(free & layout.major)
        self.by_road = self.grid.ways(free & ways & ~layout.major)
        self.by_bridge = self.grid.ways(free & ways & layout.major)
        self.marshes = layout.marshes

    def road(self, start: HexSet) -> Layers:
        """14.3 The road part, of any length, by major rivers crossed."""
        layers = [self._along(start & self.through, self.by_road), 0, 0, 0]
        crossed = self.grid.cross(layers[0], self.by_bridge) & self.through & ~layers[0]
        layers[RIVER] = self._along(crossed, self.by_road) & ~layers[0]
        return layers

    def _along(self, start: HexSet, ways: Ways) -> HexSet:
        reached = frontier = start
        while frontier:
            frontier = self.grid.cross(frontier, ways) & self.through & ~reached
            reached |= frontier
        return reached

    def overland(self, start: Layers, limit: int, late: HexSet = 0) -> HexSet:
        """14.3, 14.4 The overland part from hexes reached by road; ``late`` ones are a hex further off.

        A line may cross one major river and enter one marsh off the road. It enters the hex that it is followed *from*.
        """
        layers, frontiers = start[:], start[:]
        reached = start[0] | start[1] | start[2] | start[3]
        while limit and (any(frontiers) or late):
            waves = [0, 0, 0, 0]
            for paid, frontier in enumerate(frontiers):
                if frontier:
                    self._spread(waves, paid, frontier)
            waves[0] |= late & self.through
            late = 0
            for paid in (0, RIVER, MARSH, RIVER | MARSH):
                cheaper = layers[0] | layers[paid & RIVER] | layers[paid & MARSH] | layers[paid]
                waves[paid] &= self.through & ~cheaper
                layers[paid] |= waves[paid]
            frontiers = waves
            reached |= waves[0] | waves[1] | waves[2] | waves[3]
            limit -= 1
        return reached

    def _spread(self, waves: Layers, paid: int, frontier: HexSet) -> None:
        """One step from hexes reached with these tolls paid."""
        cross = self.grid.cross
        waves[paid] |= cross(frontier, self.by_road)
        if not paid & RIVER:
            waves[paid | RIVER] |= cross(frontier, self.by_bridge)
        dry, wet = frontier & ~self.marshes, frontier & self.marshes
        waves[paid] |= cross(dry, self.free)
        if not paid & RIVER:
            waves[paid | RIVER] |= cross(dry, self.across)
        if wet and not paid & MARSH:
            waves[paid | MARSH] |= cross(wet, self.free)
            if not paid & RIVER:
                waves[paid | MARSH | RIVER] |= cross(wet, self.across)


def lines(p: Ukraine, side: int) -> Lines:
    """The steps open to supply lines of a side."""
    basis = (p.manned, p.fronted, p.flooded, roads(p))
    return p.derive(("lines", side), basis, lambda: Lines(p, side))


def _basis(p: Ukraine) -> tuple[object, ...]:
    hqs = tuple(p.where[unit] for unit in members(p.layout.army_hqs))
    return (p.manned, p.fronted, p.control, p.repaired, p.central, p.flooded, roads(p), hqs)


def supplied_hexes(p: Ukraine, side: int) -> HexSet:
    """14.3 Every hex from which a valid supply line can be traced: four hexes to a road, seven to a headquarters on one."""
    return p.derive(("supplied", side), _basis(p), lambda: _supplied(p, side, p.layout.overland))


def unlimited_hexes(p: Ukraine, side: int) -> HexSet:
    """14.8 Every hex from which a line of any length leads to a source."""
    return p.derive(("not isolated", side), _basis(p), lambda: _supplied(p, side, UNLIMITED))


def _supplied(p: Ukraine, side: int, limit: int) -> HexSet:
    net, layout = lines(p, side), p.layout
    start, beside = sources(p, side) & net.through, fringe(p, side)
    by_road = net.road(start | beside & net.through & layout.road_hexes)
    ends = [by_road[0] | start, by_road[RIVER], 0, 0]
    reached = net.overland(ends, limit, late=beside)
    if limit != UNLIMITED:
        hqs = of(p.where[unit] for unit in p.those_on_map(layout.army_hqs & layout.army[side])) & road_hexes(p)
        if hqs:
            reached |= net.overland([layer & hqs for layer in ends], layout.overland_hq)  # 14.3, 23.2
    return reached


def road_hexes(p: Ukraine) -> HexSet:
    """The hexes that roads lead through."""
    return p.layout.road_hexes | (p.layout.lyutezh_road_hexes if roads(p) != p.layout.roads else 0)


def in_reach_of(p: Ukraine, side: int, ends: HexSet, limit: int) -> HexSet:
    """Every hex from which a supply line of at most so many hexes leads to one of these (14.8, 23.2)."""
    net = lines(p, side)
    return net.overland([ends & net.through, 0, 0, 0], limit)


# -- General supply and isolation (14.6, 14.8) ---------------------------------------------------------------------


def is_exempt(p: Ukraine, unit: int) -> bool:
    """20.4 A brigade that jumped this turn is supplied; leaders need nothing (26.3)."""
    return bool((p.dropped | p.layout.leaders) >> unit & 1)


def check_supply(p: Ukraine, side: int) -> None:
    """14.6 Every unit, air units too, traces a line: markers are put down and taken off at once."""
    supplied = supplied_hexes(p, side)
    lost, found = [], []
    for unit in p.on_map(side):
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
    linked = unlimited_hexes(p, side)
    return [unit for unit in p.those_on_map(p.unsupplied & p.layout.army[side] & p.layout.ground)
            if not linked >> p.where[unit] & 1]


def depots(p: Ukraine, side: int) -> HexSet:
    """14.8 Friendly cities and towns, and army or front headquarters."""
    layout = p.layout
    hqs = of(p.where[unit] for unit in p.those_on_map(layout.army_hqs & layout.army[side]))
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
        die = p.roll()
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


def needs_petrol(p: Ukraine, unit: int) -> bool:
    """14.9 Mechanized units but headquarters and leaders, without a marker yet."""
    layout = p.layout
    motors = layout.mechanized & ~layout.headquarters & ~layout.leaders & ~p.unsupplied
    return bool(motors >> unit & 1)


def roll_for_petrol(p: Ukraine, side: int) -> None:
    """14.9 A die for each mechanized unit more than seven hexes from a source."""
    for unit in p.on_map(side):
        if not needs_petrol(p, unit):
            continue
        distance = petrol_distance(p, unit)
        fails_to = petrol_fails_to(p, distance)
        if fails_to:
            die = p.roll()
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
    """A supply line of a unit, as short as can be, to a source."""
    side = p.layout.side_of[unit]
    net, goal = lines(p, side), sources(p, side) | fringe(p, side)
    if not has(supplied_hexes(p, side), p.where[unit]):
        return None
    return _trace(p, net, p.where[unit], goal)


def _trace(p: Ukraine, net: Lines, start: int, goal: HexSet) -> list[int] | None:
    """The shortest way through hexes that are in supply themselves."""
    through = net.through & (supplied_hexes(p, p.layout.side_of[p.at(start)[0]]) | goal)
    rings = [bit(start)]
    reached = bit(start)
    while rings[-1] and not rings[-1] & goal:
        wave = (net.grid.cross(rings[-1], net.free) | net.grid.cross(rings[-1], net.across)) & through & ~reached
        reached |= wave
        rings.append(wave)
    if not rings[-1]:
        return None
    path = [members(rings[-1] & goal)[0]]
    for ring in reversed(rings[:-1]):
        near = net.grid.cross(bit(path[-1]), net.free) | net.grid.cross(bit(path[-1]), net.across)
        path.append(members(ring & near)[0])
    return path[::-1]
