"""Exact chances: of a die with its modifiers (9.4), of the bombardment table (8.2.6), and what a hit is worth."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from stavka.kit.hexset import has, of

from ..bombardment import is_disorganised, is_success
from ..components import GERMAN, SOVIET, Fortress
from ..position import Breslau

FACES = 6
NEVER = 9
"""A modifier short of the number by so much never hits; one beyond it by as much is as good as any."""

RED_WORTH, GERMAN_WORTH = 0.12, 0.25
"""What a unit off the map is worth in victory hexes: one that is back in two turns, and one that costs three supply."""
SPECIALIST = 0.05
"""What a blue point adds to the worth of a unit."""


class Chances:
    """The chance to hit for every difference between modifier and number needed (9.4)."""

    def __init__(self, fortress: Fortress) -> None:
        faces = [die for die in range(1, FACES + 1) if die != fortress.fails_on]
        self._hit = [sum(die + gap >= 0 for die in faces) / FACES for gap in range(-NEVER, NEVER + 1)]
        self.disorganise = [0.0] * (fortress.greatest_strength + 1)
        """8.2.6 The chance that a bombardment of each strength disorganises."""
        self.supply_hit = [0.0] * (fortress.greatest_strength + 1)
        """8.2.14 The chance that air points hit the supply of the fortress."""
        for strength, cells in fortress.bombardment.items():
            self.disorganise[strength] = sum(map(is_disorganised, cells)) / FACES
            self.supply_hit[strength] = sum(map(is_success, cells)) / FACES

    def hit(self, power: int, resistance: int) -> float:
        """The chance that a die with this much added to it reaches a number; the unlucky face never does."""
        return self._hit[min(max(power - resistance, -NEVER), NEVER) + NEVER]

    def enough(self, resistance: int) -> int:
        """The power beyond which nothing is gained: all faces but the unlucky one hit."""
        return resistance - 2


def power(p: Breslau, unit: int) -> int:
    """9.5, 10.6 What one unit adds to the die of its side."""
    layout = p.layout
    return layout.per_unit + layout.blue[unit] + (layout.fanatic_attack if has(p.fanatic, unit) else 0)


def force(p: Breslau, units: Iterable[int]) -> int:
    """9.5 What a group adds to the die, combined arms included."""
    group = list(units)
    members = of(group)
    combined = bool(members & p.layout.infantry) and bool(members & p.layout.armour)
    return sum([power(p, unit) for unit in group]) + (p.layout.combined_arms if combined else 0)


def resistance(p: Breslau, target: int, place: int, defensive: bool = False, disorganised: bool | None = None) -> int:
    """9.4, 9.5 What die and attackers together must reach against a unit in a hex."""
    layout = p.layout
    number = layout.hit[layout.side_of[target]][place] - layout.green[target]
    if has(p.fanatic, target):
        number -= layout.fanatic_defence
    if defensive:
        return number
    shaken = has(p.disorganised, target) if disorganised is None else disorganised
    number -= layout.disorganised_value if shaken else 0
    number -= layout.terrain_modifier[place]
    return number - (layout.railway_modifier if has(layout.railway, place) else 0)


def unit_worth(p: Breslau, unit: int) -> float:
    """What it costs its owner, in victory hexes, that a unit leaves the map."""
    layout = p.layout
    if layout.side_of[unit] == SOVIET:
        return RED_WORTH * (0.5 if layout.covering >> unit & 1 else 1.0) + SPECIALIST * layout.blue[unit]
    extra = SPECIALIST * (layout.blue[unit] - layout.green[unit] + has(p.fanatic, unit))
    return GERMAN_WORTH + extra


def strongest_group(p: Breslau, units: Sequence[int]) -> list[int]:
    """9.2 The strongest group that may attack together: one division and all independent units, or all Germans."""
    layout = p.layout
    if not units or layout.side_of[units[0]] == GERMAN:
        return list(units)
    alone = [unit for unit in units if layout.division[unit] is None]
    divisions: dict[str, list[int]] = {}
    for unit in units:
        name = layout.division[unit]
        if name is not None:
            divisions.setdefault(name, []).append(unit)
    groups = [[*alone, *group] for group in divisions.values()] or [alone]
    return max(groups, key=lambda group: force(p, group))


__all__ = ["FACES", "RED_WORTH", "Chances", "force", "power", "resistance", "strongest_group", "unit_worth"]
