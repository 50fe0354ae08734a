"""Chapter 5: zones of control."""

from __future__ import annotations

from stavka.kit.hexset import HexSet, UnitSet, has, members, of
from stavka.kit.position import enemy

from .components import AXIS
from .position import Abyss


def zone_sources(p: Abyss, side: int) -> HexSet:
    """5.1 The hexes that have a zone: any Soviet unit, an Axis battalion or three companies, none disrupted (11.0)."""
    if side != AXIS and not p.disrupted & p.layout.army[side]:
        return p.occupied[side]
    layout, steady = p.layout, p.mapped & p.layout.army[side] & ~p.disrupted
    return p.hexes_of(steady & layout.commanding) | _of_many(p, steady & ~layout.commanding, layout.zone_weight[side])


def _of_many(p: Abyss, units: UnitSet, needed: int) -> HexSet:
    """5.1 The hexes where small units together have a zone."""
    weights: dict[int, int] = {}
    for unit in members(units):
        place = p.where[unit]
        weights[place] = weights.get(place, 0) + p.layout.weight[unit]
    return of([place for place, weight in weights.items() if weight >= needed])


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

