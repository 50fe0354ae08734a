"""Chapter 24: lines of communication."""

from __future__ import annotations

from .movement import Movement
from .printed import AIRFIELDS, AROUND, EDGES, GERMAN, LAKES, REICHSTAG, RIVERS, UNITS, Side, sector


class Lines(Movement):
    """Who has a line of communication."""

    def has_line(self, unit: str) -> bool:
        """Whether a Soviet unit has a line of communication (24.1 - 24.4)."""
        hex, front = self.where[unit], UNITS[unit].side
        return hex in AIRFIELDS or self.line_from(hex, front)

    def line_from(self, start: str, front: str) -> bool:
        """Whether a line can be traced from a hex to a friendly edge."""
        edges = [EDGES[edge] for edge in (("north", "east", "south") if front == "1bf" else ("south",))]
        goal = {hex for hex in set().union(*edges) if sector(hex) == front}
        zone = self.zone(GERMAN)
        found, queue = {start}, [start]
        while queue:
            hex = queue.pop()
            if hex in goal:
                return True
            for other in AROUND[hex]:
                side: Side = frozenset((hex, other))
                if other in found or other in zone or sector(other) not in (front, REICHSTAG):  # 24.2, 24.3
                    continue
                if any(UNITS[unit].side == GERMAN for unit in self.stack(other)):
                    continue
                if side in RIVERS | LAKES and not self.bridged(side) and not self.near_engineers(side, front):
                    continue
                found.add(other)
                queue.append(other)
        return False

    def near_engineers(self, side: Side, front: str) -> bool:
        """Whether a hexside has engineers at it: no need to have stood there since the phase began (24.2)."""
        return any(self.where[unit] in side for unit in self.on_map(front) if UNITS[unit].kind == "engineer")
