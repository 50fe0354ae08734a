"""Chapter 12: strengths, percentages and tables; who may attack whom."""

from __future__ import annotations

from collections.abc import Iterable

from .lines import Lines
from .printed import (
    AROUND,
    CHARTS,
    GERMAN,
    LAKES,
    OBJECTIVES,
    REICHSTAG,
    RIVERS,
    SBAHN,
    TERRAIN,
    UNITS,
    Side,
    sector,
    within,
)


class Combat(Lines):
    """What attacks and defences are worth."""

    def terrain_multiple(self, hex: str, attackers: Iterable[str]) -> int:
        """What terrain multiplies the strength of defenders by (12.17 - 12.19)."""
        best = int(CHARTS["terrain"][TERRAIN[hex]]["defence"])
        if hex in SBAHN:
            best = max(best, CHARTS["areas"]["sbahn"]["defence"])
        if hex in OBJECTIVES:
            best = max(best, CHARTS["areas"]["objective"]["defence"])
        crossed = [self.behind_river(hex, unit) for unit in attackers]
        if crossed and all(crossed):  # 12.18
            best = max(best, CHARTS["hexsides"]["river"]["defence"])
        return best

    def behind_river(self, hex: str, attacker: str) -> bool:
        """Whether a river without engineers lies between an attacker and a hex (12.18, 19.1)."""
        side: Side = frozenset((hex, self.where[attacker]))
        return side in LAKES or (side in RIVERS and not self.engineered(side, UNITS[attacker].side))

    def flak(self, unit: str) -> bool:
        """Whether a flak tower helps a unit (12.15, 16.4)."""
        if UNITS[unit].side != GERMAN or UNITS[unit].static:
            return False
        hex = self.where[unit]
        return any(UNITS[tower].kind == "flak_tower" and tower not in self.face_down
                   and sector(self.where[tower]) == sector(hex) and self.where[tower] in within(hex, 2)
                   for tower in self.on_map(GERMAN))

    def attack_strength(self, unit: str, targets: Iterable[str]) -> int:
        """A unit's strength in attack (12.14, 12.15, 12.20, 22.5, 24.5)."""
        multiple = 1
        if UNITS[unit].side == GERMAN:
            if self.flak(unit):
                multiple *= 2
            if any(self.where[unit] in within(hex, 2) for kind, hex in self.markers if kind == "jet"):
                multiple *= 2
        elif self.bombarded() & set(targets) and (not self.options["communications"] or self.has_line(unit)):
            multiple *= 2
        return UNITS[unit].strength * min(3, multiple)

    def defence_strength(self, unit: str, attackers: Iterable[str]) -> int:
        """A unit's strength in defence."""
        multiple = self.terrain_multiple(self.where[unit], attackers) * (2 if self.flak(unit) else 1)
        return UNITS[unit].strength * min(3, multiple)

    def odds(self, attackers: list[str], targets: list[str]) -> tuple[int, int, int | None]:
        """Attack, defence and percentage; None where there is no defence to divide by (12.2, 12.22)."""
        attack = sum(self.attack_strength(unit, targets) for unit in attackers)
        defence = sum(self.defence_strength(unit, attackers) for hex in targets for unit in self.stack(hex))
        return attack, defence, 100 * attack // defence if defence else None

    def assault_only(self, side: str, targets: Iterable[str]) -> bool:
        """Whether an attack must use the Assault table (12.21)."""
        return side != GERMAN and any(
            hex in OBJECTIVES or hex in SBAHN or TERRAIN[hex] == "urban" for hex in targets)

    def can_attack(self, unit: str) -> bool:
        """Whether a unit ever attacks (2.6, 5.6)."""
        return not UNITS[unit].defends and not (UNITS[unit].side == GERMAN and self.where[unit] == REICHSTAG)

    def may_attack_into(self, unit: str, hex: str) -> bool:
        """Whether a unit may attack enemies in an adjacent hex (5.2, 5.5, 5.6)."""
        side = UNITS[unit].side
        there = {UNITS[other].side for other in self.stack(hex)}
        if hex not in AROUND[self.where[unit]] or not there:
            return False
        if side == GERMAN:
            return GERMAN not in there and sector(hex) == sector(self.where[unit])
        return there == {GERMAN} and sector(hex) in (side, REICHSTAG)
