"""Chapters 5, 10 and 11: sectors, stacking, zones of control."""

from __future__ import annotations

from .printed import AROUND, GERMAN, OBJECTIVES, REICHSTAG, SBAHN, UNITS, sector
from .state import State


class Zones(State):
    """Where units may be, with whom, and what they control."""

    def home(self, unit: str) -> str:
        """The sector where a unit may be: its Front's, or, for a German, the one it is in (5.2)."""
        side = UNITS[unit].side
        return sector(self.where[unit]) if side == GERMAN else side

    def may_be_in(self, unit: str, hex: str) -> bool:
        """Whether a unit's sector, and the rules of the Reichstag, let it be in a hex at all (5.2, 5.5, 5.6)."""
        if hex == REICHSTAG:
            return UNITS[unit].side != GERMAN
        return sector(hex) == self.home(unit)

    def room_for(self, unit: str, hex: str) -> bool:
        """Whether the stacking limits leave room (10.2, 10.3)."""
        there = [other for other in self.stack(hex) if other != unit and UNITS[other].side == UNITS[unit].side]
        if UNITS[unit].side == GERMAN:
            return len(there) < 3
        return len(there) < 2 and sum(UNITS[other].large for other in [unit, *there]) < 2

    def zone_of(self, unit: str) -> set[str]:
        """The hexes in a unit's zone of control (11.1, 11.2)."""
        hex, side = self.where[unit], UNITS[unit].side
        if side == GERMAN:
            if hex == REICHSTAG:  # 5.6
                return set()
            return {other for other in AROUND[hex] if sector(other) == sector(hex)}  # 5.3, 5.6
        closed = OBJECTIVES | (SBAHN if self.scenario == "prepared" else set())  # 11.2, 23.2
        return {other for other in AROUND[hex] if sector(other) == side} - closed  # 5.3, 5.5

    def zone(self, side: str) -> set[str]:
        """The zone of control of a side."""
        return set().union(*[self.zone_of(unit) for unit in self.on_map(side)])

    def enemy_zone(self, unit: str) -> set[str]:
        """The hexes where enemies of a unit have a zone of control."""
        if UNITS[unit].side != GERMAN:
            return self.zone(GERMAN)
        return self.zone("1bf") | self.zone("1uf")
