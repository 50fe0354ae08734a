"""Chapter 18: fuel shortage."""

from __future__ import annotations

from stavka.kit.hexset import bit

from .components import AXIS
from .position import Abyss


def burns_fuel(p: Abyss, unit: int) -> bool:
    """18.0 Axis mechanized units that have moved roll for fuel, from the turn of the scenario on, till they are out."""
    layout = p.layout
    return (
        p.turn >= p.plan.fuel_turn
        and layout.side_of[unit] == AXIS
        and bool(layout.mechanized & ~p.empty & bit(unit))
    )


def check_fuel(p: Abyss, unit: int) -> None:
    """18.0 On a 1 the unit is out of fuel for the rest of the game."""
    if not burns_fuel(p, unit):
        return
    die = p.roll(unit)
    if die == p.layout.fuel_empty_on:
        p.empty |= bit(unit)
        p.emit("out_of_fuel", "18.0a", unit=p.id(unit), die=die)
    else:
        p.emit("fuel", "18.0a", unit=p.id(unit), die=die)
