"""Roads that armies live by (7.0): what it would cost a side to lose an objective or a crossroads to the enemy."""

from __future__ import annotations

from stavka.kit.hexset import HexSet, bit, has, members
from stavka.kit.position import enemy
from stavka.kit.spread import union

from ..position import Abyss
from ..supply import line_ground, open_to_supply, road_flood, supplied, supply_roads
from ..zones import zone_sources
from .ground import Map
from .odds import unit_worth

LIFELINE = 0.4
"""The part of their worth that units lose which are cut off: they neither attack nor drive (7.4)."""
MOST = 40.0
"""No crossroads is worth more. Armies that were cut off have lost this and more by the end of a game."""


def tomorrow(p: Abyss) -> Abyss:
    """The position as it would be in the next turn, if nobody moved; the last has no other after it."""
    later = p.copy(p.dice)
    assert isinstance(later, Abyss)
    later.turn = min(p.turn + 1, p.plan.last_turn)
    return later


def cut_off(p: Abyss, side: int, place: int) -> float:
    """What it would cost if an enemy stood in a hex and nothing else changed: units out of supply, and objectives that
    count for nothing while those stand there (22.0)."""
    blocked = 1 << place | p.layout.contact[place] & ~p.occupied[side]
    if not blocked & supply_roads(p, side):
        return 0.0
    through = open_to_supply(p, side) & ~blocked
    roads = road_flood(p, side, through)
    if roads == supply_roads(p, side) & ~blocked:
        return 0.0  # there is a way round
    return stranded_worth(p, supplied(p, side) & ~fed(p, side, roads, through))


def reopened(p: Abyss, side: int, place: int) -> float:
    """What it would be worth if the enemies in a hex were gone: units that are in supply again (7.1)."""
    layout, foe = p.layout, enemy(side)
    hungry = p.occupied[side] & ~supplied(p, side)
    if not hungry:
        return 0.0
    zone = layout.grid.cross(zone_sources(p, foe) & ~bit(place), layout.contact_ways)
    through = layout.playable & ~(p.occupied[foe] & ~bit(place)) & ~(zone & ~p.occupied[side])
    return stranded_worth(p, hungry & fed(p, side, road_flood(p, side, through), through))


def fed(p: Abyss, side: int, roads: HexSet, through: HexSet) -> HexSet:
    """7.1 About which friends are in supply by these roads, with lines through these hexes."""
    friends = p.occupied[side]
    found = union(line_ground(p, side).backward(roads, p.layout.supply_reach, through, friends)) & friends
    return found | p.layout.grid.around(found) & friends


def stranded_worth(p: Abyss, hexes: HexSet) -> float:
    """What being in supply matters to the units in these hexes; at the end only points count (22.0)."""
    later = 0.0 if p.turn == p.plan.last_turn else LIFELINE
    counting = sum([abs(p.plan.points[hex]) for hex in members(hexes & p.plan.objectives)])
    return (1 - later) * counting + later * sum([unit_worth(p, unit) for hex in members(hexes) for unit in p.at(hex)])


def lifelines(p: Abyss, side: int, ground: Map) -> dict[int, float]:
    """What each site is worth to a side as a part of its lines, by number; looked at once a phase."""
    def look() -> dict[int, float]:
        found = {number: min(MOST, cut_off(p, side, site.place)) for number, site in enumerate(ground.sites)}
        return {number: worth for number, worth in found.items() if worth}

    return p.derive(("lifelines", side), (p.turn, p.phase), look)


def lies_behind(p: Abyss, side: int, place: int) -> bool:
    """Whether a crossroads is on a side's own lines."""
    return has(supply_roads(p, side), place) and not has(p.occupied[enemy(side)], place)


__all__ = ["lies_behind", "lifelines", "reopened", "tomorrow"]
