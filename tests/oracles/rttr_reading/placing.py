"""Chapters 7, 8, 15, 16 and 22: where units and markers are placed."""

from __future__ import annotations

from collections.abc import Iterable

from .combat import Combat
from .printed import AIRFIELDS, EDGES, EVERY_HEX, GERMAN, REICHSTAG, ROAD_HEXES, TERRAIN, UNITS, sector, within


class Placing(Combat):
    """Where units come in and markers are laid."""

    def entry_hexes(self, unit: str) -> set[str]:
        """Where a Soviet reinforcement or replacement comes in (7.1, 8.2, 13.3, 24.5)."""
        front, place = UNITS[unit].side, self.where[unit]
        edge = place.split(".")[-1] if place.startswith("off.") else UNITS[unit].edge
        hexes = {hex for hex in EDGES[edge] if sector(hex) == front}
        if place.startswith("dead.") and self.options["communications"]:  # 24.5
            friends = {hex for each in self.on_map(front) for hex in within(self.where[each], 1)}
            zone = self.zone(GERMAN)
            hexes |= {hex for hex in friends if sector(hex) in (front, REICHSTAG) and hex not in zone
                      and (hex in AIRFIELDS or self.line_from(hex, front))}
        return self.free_hexes(unit, hexes)

    def free_hexes(self, unit: str, hexes: Iterable[str]) -> set[str]:
        """Of these hexes, those without enemies and with room in the stack."""
        return {hex for hex in hexes
                if hex in TERRAIN and not self.enemies_in(hex, UNITS[unit].side) and self.room_for(unit, hex)}

    def static_hexes(self, unit: str) -> set[str]:
        """Where a static unit that was drawn goes (7.3, 16.3, 16.5)."""
        if UNITS[unit].kind == "sniper":
            return self.sniper_hexes(unit)
        germans = [self.where[each] for each in self.on_map(GERMAN) if sector(self.where[each]) == self.front]
        hexes = {hex for centre in germans for hex in within(centre, 1) if sector(hex) == self.front}
        if UNITS[unit].kind == "emergency_airfield":
            hexes &= AIRFIELDS | ROAD_HEXES
        return self.free_hexes(unit, hexes - self.zone(self.front))

    def sniper_hexes(self, unit: str) -> set[str]:
        """Where a sniper may be put (16.5)."""
        others = [self.where[each] for each in self.on_map(GERMAN)
                  if UNITS[each].kind != "sniper" and sector(self.where[each]) == self.front]
        near = {hex for centre in others for hex in within(centre, 4)}
        return self.free_hexes(unit, {hex for hex in near if sector(hex) == self.front})

    def relief_hexes(self, unit: str) -> set[str]:
        """Where a relief force comes in (22.2 - 22.4)."""
        edges = EDGES["north"] if self.front == "1bf" else EDGES["west"] | EDGES["south"]
        return self.free_hexes(unit, {hex for hex in edges if sector(hex) == self.front})

    def rebuilt_hexes(self, unit: str, source: str, centre: str) -> set[str]:
        """Where a depot or an emergency airfield brings a unit back (7.5, 16.3, 16.7)."""
        hexes = {hex for hex in within(centre, 1) if sector(hex) == self.front}
        if UNITS[source].kind == "emergency_airfield":
            hexes -= self.zone(self.front)
        return self.free_hexes(unit, hexes)

    def marker_hexes(self) -> set[str]:
        """Where a Front may put its bombardment markers (5.4, 5.5)."""
        rival = "1uf" if self.front == "1bf" else "1bf"
        shut = any(UNITS[unit].side == rival for unit in self.stack(REICHSTAG))
        return {hex for hex in EVERY_HEX if sector(hex) == self.front or (hex == REICHSTAG and not shut)}
