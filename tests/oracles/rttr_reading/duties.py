"""12.1 - 12.10: whether every duty to attack can be met."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import dataclass

from .printed import AROUND, GERMAN, OBJECTIVES, REICHSTAG, UNITS
from .victory import Table


def can_be_met(neighbours: Mapping[str, frozenset[str]], obliged: set[str], due: set[str],
               most: int = 20_000) -> bool | None:
    """Whether every obliged hex can attack and every due hex be attacked; None if there is too much to try.

    ``neighbours`` are the hexes that each attacking hex may attack. It attacks some of them in one combat, and two
    hexes that attack a hex together attack all their hexes together (12.5).
    """
    tried = 0
    order = sorted(neighbours, key=lambda attacker: (len(neighbours[attacker]), attacker))

    def go_on(index: int, groups: list[frozenset[str]]) -> bool:
        nonlocal tried
        tried += 1
        if tried > most:
            raise OverflowError
        covered = set().union(*groups)
        if index == len(order):
            return due <= covered
        later = set().union(*[neighbours[hex] for hex in order[index:]])
        if not due <= covered | later:
            return False
        hex = order[index]
        around = neighbours[hex]
        if any(group <= around for group in groups) and go_on(index + 1, groups):
            return True
        free = sorted(around - covered)
        for size in range(1, len(free) + 1):
            for picked in itertools.combinations(free, size):
                if go_on(index + 1, [*groups, frozenset(picked)]):
                    return True
        return hex not in obliged and go_on(index + 1, groups)

    try:
        return go_on(0, [])
    except OverflowError:
        return None


@dataclass(frozen=True)
class Duties:
    """What is left to do in a combat phase."""

    neighbours: dict[str, frozenset[str]]
    obliged: set[str]
    due: set[str]

    @classmethod
    def of(cls, table: Table, obliged_units: set[str], fought: set[str], attacked: set[str]) -> Duties:
        """Read a table in a combat phase; ``obliged_units`` began it in an enemy zone (12.1)."""
        ready = [unit for unit in table.phasing() if unit not in fought and table.can_attack(unit)]
        enemies = {hex for hex in {table.where[unit] for unit in table.on_map()}
                   if any(unit not in attacked for unit in table.stack(hex))}
        neighbours: dict[str, set[str]] = {}
        for unit in ready:
            found = {hex for hex in AROUND[table.where[unit]] if hex in enemies and table.may_attack_into(unit, hex)}
            if found:
                neighbours.setdefault(table.where[unit], set()).update(found)
        obliged = {table.where[unit] for unit in ready if unit in obliged_units} & set(neighbours)
        due = set()
        for enemy in table.on_map():
            for hex in obliged & table.zone_of(enemy):  # 12.5
                if UNITS[enemy].side != table.side and table.where[enemy] in neighbours[hex]:
                    due.add(table.where[enemy])
        if table.side != GERMAN:  # 12.4: also whom only Soviets in the Reichstag hold, where no German zone reaches,
            held = table.zone(table.side) | OBJECTIVES - {REICHSTAG}  # and in objectives, though no zone reaches them
            due |= held & set().union(*neighbours.values())
        return cls({hex: frozenset(found) for hex, found in neighbours.items()}, obliged, due)

    def after(self, attackers: set[str], targets: set[str]) -> Duties:
        """What is left after an attack, before its result."""
        left = {hex: found - targets for hex, found in self.neighbours.items() if hex not in attackers}
        left = {hex: found for hex, found in left.items() if found}
        return Duties(left, {hex for hex in self.obliged if hex not in attackers}, self.due - targets)

    def can_be_met(self) -> bool | None:
        """Whether all of it can be done."""
        if not self.obliged <= set(self.neighbours):
            return False
        return can_be_met(self.neighbours, self.obliged, self.due)
