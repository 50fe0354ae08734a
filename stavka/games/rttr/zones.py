"""Chapter 11: zones of control."""

from __future__ import annotations

from stavka.kit.hexset import HexSet

from .components import GERMAN
from .position import Rttr


def zone(p: Rttr, sector: int, german: bool) -> HexSet:
    """11.1, 11.2 The zones of control of a force; they never leave its sector (5.3) nor touch the Reichstag (5.6b)."""
    layout = p.layout
    if german:
        occupied = p.occupied[GERMAN] & layout.sector[sector]
        return p.derive(("german zone", sector), occupied,
                        lambda: layout.grid.around(occupied) & layout.sector[sector])
    return p.derive(("soviet zone", sector), p.occupied[sector],
                    lambda: layout.grid.around(p.occupied[sector]) & layout.sector[sector] & ~strongholds(p))


def enemy_zone(p: Rttr, sector: int, german: bool) -> HexSet:
    """The enemy zones of control (EZOC) that a force has to reckon with."""
    return zone(p, sector, not german)


def strongholds(p: Rttr) -> HexSet:
    """11.2b Hexes that Soviet zones do not extend into: objectives, and S-Bahn hexes in the better prepared defence."""
    return p.layout.objectives | p.layout.sbahn if p.scenario == "prepared" else p.layout.objectives  # 23.2a
