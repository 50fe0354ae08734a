"""Chapters 9, 15, 18, 19, 25 and 26: movement, interdiction, bridges, engineers."""

from __future__ import annotations

import heapq

from .printed import (
    AROUND,
    BRIDGES,
    CHARTS,
    EDGES,
    GERMAN,
    HIGHLY_MOBILE,
    LAKES,
    OBJECTIVES,
    REICHSTAG,
    RIVERS,
    ROADS,
    SBAHN,
    TERRAIN,
    UNITS,
    WEST,
    Side,
    sector,
    within,
)
from .zones import Zones


class Movement(Zones):
    """Where units can move, and what it costs."""

    def bridged(self, side: Side) -> bool:
        """Whether an intact bridge stands at a hexside (9.11, 18.5)."""
        return side in BRIDGES and side not in self.blown

    def engineered(self, side: Side, front: str, besides: str = "") -> bool:
        """Whether engineers of a Front work at a hexside: it is a side of their hex or of an adjacent one (19.2)."""
        return any(hex in within(self.where[unit], 1) for unit in self.engineers for hex in side
                   if UNITS[unit].side == front and unit != besides and self.where[unit] in TERRAIN)

    def bombarded(self) -> set[str]:
        """The bombardment zone of the Front (15.2): it stays in the Front's sector and the Reichstag (5.4)."""
        reach = {"artillery": 1, "air": 2}
        return {hex for kind, centre in self.markers if kind in reach for hex in within(centre, reach[kind])
                if sector(hex) in (self.front, REICHSTAG)}

    def step_cost(self, unit: str, start: str, end: str) -> int | None:
        """The movement points of a step; None where it is forbidden whatever one has (9.4 - 9.11)."""
        if end not in TERRAIN or not self.may_be_in(unit, end) or self.enemies_in(end, UNITS[unit].side):
            return None
        if not self.room_for(unit, end):  # 10.4
            return None
        side: Side = frozenset((start, end))
        water = side in RIVERS or side in LAKES
        if side in LAKES and not self.bridged(side):  # 13.3
            return None
        cost = max(CHARTS["terrain"][TERRAIN[end]]["move"],
                   CHARTS["areas"]["sbahn"]["move"] if end in SBAHN else 0,
                   CHARTS["areas"]["objective"]["move"] if end in OBJECTIVES else 0)
        if side in ROADS and (not water or self.bridged(side)):  # 9.10
            cost = 1
        if side in RIVERS and not self.bridged(side) and not self.engineered(side, UNITS[unit].side, unit):  # 9.9, 19.1
            cost += 3
        if UNITS[unit].side == GERMAN and end in self.bombarded():  # 15.4
            cost += 1
        return int(cost)

    def reach(self, unit: str, points: int, disengaged: bool, begun: bool) -> dict[str, int]:
        """Where a unit can move with so many points, and what it takes.

        ``disengaged``: it began the phase in an enemy zone (11.5); ``begun``: it has made steps already.
        """
        start, zone = self.where[unit], self.enemy_zone(unit)
        if UNITS[unit].static or (begun and start in zone):  # 2.4, 11.4
            return {}
        best = {start: 0}
        queue = [(0, start)]
        while queue:
            spent, hex = heapq.heappop(queue)
            if spent > best[hex] or hex == WEST or (hex != start and hex in zone):  # 11.4
                continue
            steps = [(other, self.step_cost(unit, hex, other)) for other in AROUND[hex]]
            if hex in EDGES["west"] and self.may_escape(unit):  # 26.1
                steps.append((WEST, 1))
            for other, cost in steps:
                if cost is None or spent + cost > points or (disengaged and other in zone):  # 9.6, 11.5
                    continue
                if spent + cost < best.get(other, points + 1):
                    best[other] = spent + cost
                    heapq.heappush(queue, (spent + cost, other))
        del best[start]
        return best

    def may_escape(self, unit: str) -> bool:
        """Whether a unit may leave by the west edge (26.1)."""
        taken = self.where.get("S-FB", "").startswith("captured.")
        return self.options["escape"] and taken and UNITS[unit].side == GERMAN and UNITS[unit].mobile

    def movement(self, unit: str, marching: bool) -> int:
        """The movement points of a unit (9.2, 9.3, 6.5, 25.2)."""
        if UNITS[unit].side == GERMAN:
            return int(self.tracks["allowance"]["value"])
        if not marching:
            return 6
        return 12 if self.options["highly_mobile"] and UNITS[unit].kind in HIGHLY_MOBILE else 9
