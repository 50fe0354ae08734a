"""Roads that armies live by (7.0): who is in supply by them, and what that matters."""

from __future__ import annotations

from collections.abc import Sequence

from stavka.kit.hexset import HexSet, bit, has, members
from stavka.kit.position import enemy
from stavka.kit.spread import union
from stavka.kit.sums import added

from ..position import Abyss
from ..supply import line_ground, road_flood, supplied, supply_roads
from ..victory import claimant, scoring
from ..zones import zone_sources
from .odds import unit_worth

LIFELINE = 0.4
"""The part of their worth that units lose which are cut off: they neither attack nor drive (7.4)."""
MOST_POSTS = 3
"""More posts are not set on the roads at once."""
POST = 0.3
"""What each post must bring: whoever stands there is missed elsewhere."""


def tomorrow(p: Abyss) -> Abyss:
    """The position as it would be in the next turn, if nobody moved; the last has no other after it."""
    later = p.copy(p.dice)
    assert isinstance(later, Abyss)
    later.turn = min(p.turn + 1, p.plan.last_turn)
    return later


def moved(p: Abyss, unit: int, place: int) -> Abyss:
    """The position with a unit elsewhere."""
    later = p.copy(p.dice)
    assert isinstance(later, Abyss)
    later.put(unit, place)
    return later


def reopened(p: Abyss, side: int, place: int) -> float:
    """What it would be worth if the enemies in a hex were gone: units that are in supply again (7.1)."""
    layout, foe = p.layout, enemy(side)
    hungry = p.occupied[side] & ~supplied(p, side)
    if not hungry:
        return 0.0
    zone = layout.grid.cross(zone_sources(p, foe) & ~bit(place), layout.contact_ways)
    through = layout.playable & ~(p.occupied[foe] & ~bit(place)) & ~(zone & ~p.occupied[side])
    return stranded_worth(p, hungry & fed(p, side, road_flood(p, side, through), through))


def posts(p: Abyss, side: int, through: HexSet, hungry: HexSet) -> tuple[Sequence[int], float]:
    """7.1 The road hexes, as few as it takes, where friends would cancel the zones that keep these units from supply,
    with lines through these hexes; and what that is worth."""
    layout, foe = p.layout, enemy(side)
    standing = layout.playable & ~p.occupied[foe]
    chosen: list[int] = []
    best: tuple[Sequence[int], float] = (), 0.0
    for _ in range(MOST_POSTS):
        roads = road_flood(p, side, through)
        doors = (layout.grid.cross(roads, layout.road_ways[p.is_mud]) | layout.sources[side]) & standing & ~through
        floods = {door: road_flood(p, side, through | bit(door)) for door in members(doors)}
        gains = {door: stranded_worth(p, hungry & fed(p, side, flood, through | bit(door)))
                 for door, flood in floods.items() if flood & ~roads & ~bit(door)}
        if not gains:
            break
        chosen.append(max(gains, key=lambda door: (gains[door], floods[door].bit_count())))
        through |= bit(chosen[-1])
        if gains[chosen[-1]] - POST * len(chosen) > best[1] - POST * len(best[0]):
            best = tuple(chosen), gains[chosen[-1]]
    return best


def fed(p: Abyss, side: int, roads: HexSet, through: HexSet) -> HexSet:
    """7.1 About which friends are in supply by these roads, with lines through these hexes."""
    friends = p.occupied[side]
    found = union(line_ground(p, side).backward(roads, p.layout.supply_reach, through, friends)) & friends
    return found | p.layout.grid.around(found) & friends


def stranded_worth(p: Abyss, hexes: HexSet) -> float:
    """What being in supply matters to the units in these hexes; at the end only points count (22.0)."""
    later = 0.0 if p.turn == p.plan.last_turn else LIFELINE
    counting = added([abs(p.plan.points[hex]) for hex in members(hexes & p.plan.objectives)])
    return (1 - later) * counting + later * added([unit_worth(p, unit) for hex in members(hexes) for unit in p.at(hex)])


def prizes(p: Abyss, side: int) -> dict[int, float]:
    """22.0 The empty objectives that the enemies of a side have only to enter, and the points that it loses by each:
    its own that count, and those of the enemy that do not."""
    counts = scoring(p)
    return {place: float(abs(points)) for place, points in p.plan.points.items()
            if (place in counts) == (claimant(points) == side) and not has(p.occupied[side], place)}


def lies_behind(p: Abyss, side: int, place: int) -> bool:
    """Whether a crossroads is on a side's own lines."""
    return has(supply_roads(p, side), place) and not has(p.occupied[enemy(side)], place)


__all__ = ["fed", "lies_behind", "moved", "posts", "prizes", "reopened", "stranded_worth", "tomorrow"]
