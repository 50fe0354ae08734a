"""Chapter 8: zones of control."""

from __future__ import annotations

from stavka.kit.hexset import HexSet
from stavka.kit.position import enemy

from .position import Dagc


def zone(p: Dagc, side: int) -> HexSet:
    """8.1 The six hexes around every ground unit of a side, whatever the terrain and its supply."""
    occupied = p.occupied[side]
    return p.derive(("zone", side), occupied, lambda: p.layout.grid.around(occupied))


def enemy_zone(p: Dagc, side: int) -> HexSet:
    """8.3 The enemy zones of control (EZOC) that units of ``side`` have to reckon with."""
    return zone(p, enemy(side))


def open_zone(p: Dagc, side: int) -> HexSet:
    """8.4 EZOC that no friendly unit negates, as supply lines and retreats meet them."""
    return enemy_zone(p, side) & ~p.occupied[side]
