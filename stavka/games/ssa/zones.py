"""Chapter 5: zones of control."""

from __future__ import annotations

from stavka.kit.hexset import EMPTY, HexSet, bit, has, members
from stavka.kit.position import enemy

from .components import REGIMENT
from .position import Abyss


def zone_sources(p: Abyss, side: int) -> HexSet:
    """5.1 The hexes that have a zone: any Soviet unit, an Axis battalion or three companies, none disrupted (11.0)."""
    layout, sources = p.layout, EMPTY
    for load, hexes in p.loads[side].items():
        if load % REGIMENT >= layout.zone_weight[side]:
            sources |= hexes
    for place in members(p.hexes_of(p.disrupted & layout.army[side])):
        steady = sum(layout.weight[unit] for unit in p.at(place) if not p.disrupted >> unit & 1)
        if steady < layout.zone_weight[side]:
            sources &= ~bit(place)
    return sources


def zone(p: Abyss, side: int) -> HexSet:
    """5.0 The hexes around every hex that has a zone; not into lakes, and across the Danube only at its bridges."""
    return p.derive(("zone", side), (p.versions[side], p.disrupted),
                    lambda: p.layout.grid.cross(zone_sources(p, side), p.layout.contact_ways))


def enemy_zone(p: Abyss, side: int) -> HexSet:
    """5.2 The enemy zones of control (EZOC) that units of ``side`` have to reckon with; friends do not help."""
    return zone(p, enemy(side))


def is_locked(p: Abyss, unit: int) -> bool:
    """5.3 A unit that begins the movement phase in an enemy zone may not move."""
    return has(enemy_zone(p, p.layout.side_of[unit]), p.where[unit])


def open_zone(p: Abyss, side: int) -> HexSet:
    """7.1 EZOC that no friendly unit cancels, as supply lines meet them."""
    return enemy_zone(p, side) & ~p.occupied[side]

