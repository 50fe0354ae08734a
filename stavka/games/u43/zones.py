"""Chapters 6 and 7: zones of control, and the bonds that two units form with theirs."""

from __future__ import annotations

from typing import NamedTuple

from stavka.kit.hexset import HexSet, SideSet

from .position import Ukraine, enemy

# -- Zones of control (6) ------------------------------------------------------------------------------------------


def zone(p: Ukraine, side: int) -> HexSet:
    """6.1, 6.2, 6.4 The hexes around combat units, not across major rivers nor all-sea hexsides."""
    fronted = p.fronted[side]
    return p.derive(("zone", side), fronted,
                    lambda: p.layout.grid.cross(fronted, p.layout.zone_ways) & p.layout.playable)


def enemy_zone(p: Ukraine, side: int) -> HexSet:
    """The enemy zones of control that units of ``side`` have to reckon with."""
    return zone(p, enemy(side))


def open_zone(p: Ukraine, side: int) -> HexSet:
    """6.5 Vacant hexes in enemy zones of control, as retreats and supply lines meet them."""
    return enemy_zone(p, side) & ~p.manned[side]


# -- Bonds (7) -----------------------------------------------------------------------------------------------------


class Closed(NamedTuple):
    """The bonds of one side that stand: hexes and hexsides its enemy may not enter or cross (7.2)."""

    hexes: HexSet
    sides: SideSet


def bonds(p: Ukraine, side: int) -> Closed:
    """7.1 - 7.7 The bonds of a side, less those that enemy units cancel (7.4).

    Those that are formed stay the same while enemies move, and those that stand unless they come among them.
    """
    fronted = p.fronted[side]
    formed, near = p.derive(("bonds formed", side), fronted, lambda: _formed(p, fronted))
    among = p.manned[enemy(side)] & near
    if not among:
        return formed
    return p.derive(("bonds standing", side), (fronted, among), lambda: Closed(
        formed.hexes & ~among, formed.sides & ~p.layout.grid.sides_between(among, among)))


def _formed(p: Ukraine, fronted: HexSet) -> tuple[Closed, HexSet]:
    """7.3, 7.6 The bonds between combat units in these hexes, and the hexes where an enemy may cancel one."""
    bonding = p.layout.bonding
    closed = Closed(bonding.hexes(fronted), bonding.sides(fronted))
    return closed, closed.hexes | p.layout.grid.ends(closed.sides)


def enemy_bonds(p: Ukraine, side: int) -> Closed:
    """The enemy bonds that units of ``side`` may neither enter nor cross."""
    return bonds(p, enemy(side))
