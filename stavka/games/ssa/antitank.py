"""Chapter 12: antitank guns and tank destroyers."""

from __future__ import annotations

from collections.abc import Iterable

from stavka.kit.hexset import UnitSet, of

from .position import Abyss


def halved(p: Abyss, attackers: Iterable[int], defenders: Iterable[int]) -> UnitSet:
    """12.0 The attacking tanks and tank destroyers that defending guns halve: the strongest first, each only once."""
    shots = sum(p.layout.halves[unit] for unit in defenders)
    armour = [unit for unit in attackers if p.layout.armour >> unit & 1]
    armour.sort(key=lambda unit: -p.layout.attack[unit])
    return of(armour[:shots])
