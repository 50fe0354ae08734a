"""Chapter 7: supply."""

from __future__ import annotations

from stavka.kit.grid import Ways
from stavka.kit.hexset import EMPTY, HexSet, UnitSet, bit, has, members, of
from stavka.kit.position import enemy
from stavka.kit.spread import Ground, Layers, union
from stavka.kit.words import Message

from .bridges import standing
from .components import MECH
from .position import Abyss
from .zones import open_zone


def open_to_supply(p: Abyss, side: int) -> HexSet:
    """7.1 The hexes a line may enter: no enemy units, no enemy zone unless a friendly unit stands there."""
    return p.layout.playable & ~p.occupied[enemy(side)] & ~open_zone(p, side)


def supply_roads(p: Abyss, side: int) -> HexSet:
    """7.1 The road hexes from which a road leads to a source without a break."""
    return _supply_roads(p, side, open_to_supply(p, side))


def _supply_roads(p: Abyss, side: int, through: HexSet) -> HexSet:
    basis = (through & p.layout.road_hexes, p.is_mud)
    return p.derive(("supply roads", side), basis, lambda: road_flood(p, side, through))


def road_flood(p: Abyss, side: int, through: HexSet) -> HexSet:
    """All hexes that roads through these lead to from the sources of a side."""
    return p.layout.grid.flood(p.layout.sources[side], p.layout.road_ways[p.is_mud], through)


def line_ground(p: Abyss, side: int) -> Ground:
    """7.1 Lines are traced at the mechanized rate, whoever they are for."""
    return p.layout.ground(MECH, p.plan.canals_frozen, p.is_mud, standing(p, side))


def lines(p: Abyss, side: int, wanted: HexSet) -> list[HexSet]:
    """7.1 The hexes from which a line leads to such a road, by the points it takes, friends apart."""
    return _lines(p, side, open_to_supply(p, side), wanted)


def _lines(p: Abyss, side: int, through: HexSet, wanted: HexSet) -> list[HexSet]:
    return line_ground(p, side).backward(_supply_roads(p, side, through), p.layout.supply_reach, through, wanted)


def has_line(p: Abyss, side: int, place: int) -> bool:
    """7.1 Whether a line leads from a hex to such a road: for one hex the line is sooner followed than found."""
    through = open_to_supply(p, side)
    roads = _supply_roads(p, side, through)
    return has(roads, place) or bool(
        line_ground(p, side).forward(bit(place), p.layout.supply_reach, through, goal=roads)[-1] & roads)


def within_reach(p: Abyss, side: int) -> HexSet:
    """7.1 All hexes from which a line leads to such a road."""
    return union(lines(p, side, p.layout.grid.full))


def supplied(p: Abyss, side: int) -> HexSet:
    """7.1 The hexes whose units are in supply, chains of adjacent friends included."""
    through, friends = open_to_supply(p, side), p.occupied[side]
    return p.derive(("supplied", side), (through, friends, p.is_mud, p.spans),
                    lambda: _supplied(p, side, through, friends))


def _supplied(p: Abyss, side: int, through: HexSet, friends: HexSet) -> HexSet:
    layers = _lines(p, side, through, friends)
    fed = friends & union(layers)
    if fed == friends or not p.layout.grid.cross(fed, friendly_ways(p, side)) & friends & ~fed:
        return fed  # all others, if there are any, stand apart from those who have a line
    return union(fed_friends(p, side, layers))


def fed_friends(p: Abyss, side: int, layers: Layers) -> list[HexSet]:
    """7.1 The hexes of units in supply, by the points: one a hex from friend to friend, then those of the line."""
    ways, left, fed = friendly_ways(p, side), p.occupied[side], [EMPTY]
    for at_cost in layers:
        fed.append((at_cost | p.layout.grid.cross(fed[-1], ways)) & left)
        left ^= fed[-1]
    return fed[1:]


def fit_for_supply(p: Abyss, side: int) -> HexSet:
    """7.1 The hexes where one more unit would be in supply: by a line, by a friend beside it, or in a source."""
    layers = lines(p, side, p.layout.grid.full)
    beside = union(fed_friends(p, side, layers)[:p.layout.supply_reach])
    return union(layers) | p.layout.grid.cross(beside, friendly_ways(p, side)) | p.layout.sources[side]


def friendly_ways(p: Abyss, side: int) -> Ways:
    """7.1, 16.0 The hexsides that a line from friend to friend may cross."""
    def ways() -> Ways:
        layout = p.layout
        walls = layout.danube if p.plan.canals_frozen else layout.danube | layout.canals
        return layout.grid.ways(layout.grid.every_side & ~(walls & ~layout.roads[p.is_mud] & ~standing(p, side)))

    return p.derive(("friendly ways", side), (p.is_mud, p.spans), ways)


def is_fed(p: Abyss, side: int, place: int) -> bool:
    """7.1 Whether units of a side in a hex are in supply: most have a line of their own, which is found sooner."""
    return has_line(p, side, place) or has(supplied(p, side), place)


def in_supply(p: Abyss, unit: int) -> bool:
    """7.1 Whether a unit is in supply now; units beyond the edge of the map always are (20.0)."""
    return not p.is_on_map(unit) or has(supplied(p, p.layout.side_of[unit]), p.where[unit])


def out_of_supply(p: Abyss, side: int) -> UnitSet:
    """7.4 The units of a side that are out of supply now."""
    hungry = p.occupied[side] & ~supplied(p, side)
    return of([unit for place in members(hungry) for unit in p.stacks[place]])


def supply_path(p: Abyss, unit: int) -> list[int] | None:
    """7.1 A line from the unit to a source: through friends, to the road, along the road."""
    side = p.layout.side_of[unit]
    if not in_supply(p, unit):
        return None
    layers = lines(p, side, p.layout.grid.full)
    path = _through_friends(p, unit, layers)
    path += line_ground(p, side).way_home(layers, path[-1], open_to_supply(p, side))[1:]
    return path + _along_the_road(p, side, path[-1])[1:]


def _through_friends(p: Abyss, unit: int, layers: Layers) -> list[int]:
    """The shortest chain of adjacent friends to one from which the rest of the line can be paid."""
    side, grid, reach = p.layout.side_of[unit], p.layout.grid, p.layout.supply_reach
    friends, ways = p.occupied[side], friendly_ways(p, side)
    chains = [[p.where[unit]]]
    for chain in chains:
        if has(union(layers[:reach + 2 - len(chain)]), chain[-1]):
            return chain
        seen = of(place for other in chains for place in other)
        chains += [[*chain, place] for place in members(grid.cross(1 << chain[-1], ways) & friends & ~seen)]
    return chains[0]


def _along_the_road(p: Abyss, side: int, start: int) -> list[int]:
    layout = p.layout
    ways, through = layout.road_ways[p.is_mud], open_to_supply(p, side)
    came, queue = {start: start}, [start]
    for here in queue:
        if has(layout.sources[side], here):
            path = [here]
            while path[-1] != start:
                path.append(came[path[-1]])
            return path[::-1]
        for there in members(layout.grid.cross(1 << here, ways) & through):
            if there not in came:
                came[there] = here
                queue.append(there)
    return [start]


def supply_reason(p: Abyss, unit: int) -> Message:
    """Why a unit is in supply or not, with the rule."""
    side = p.layout.side_of[unit]
    if not p.is_on_map(unit):
        return Message("supply.off_map", {}, ("20.0a",))
    if in_supply(p, unit):
        if has(within_reach(p, side), p.where[unit]):
            return Message("supply.line", {}, ("7.1a",))
        return Message("supply.friends", {}, ("7.1c",))
    if not supply_roads(p, side):
        return Message("supply.cut", {}, ("7.1f",))
    return Message("supply.none", {"reach": p.layout.supply_reach}, ("7.1a",))
