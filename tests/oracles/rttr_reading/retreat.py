"""Chapter 13: retreat after combat."""

from __future__ import annotations

from collections.abc import Iterator

from .placing import Placing
from .printed import AROUND, EDGES, GERMAN, LAKES, OBJECTIVES, OFF_MAP, SBAHN, UNITS, Side, distance


def stands(unit: str, hex: str, scenario: str) -> bool:
    """Whether a German need not retreat from a hex (13.4, 13.6, 16.10, 23.2)."""
    return UNITS[unit].side == GERMAN and (hex in OBJECTIVES or (scenario == "prepared" and hex in SBAHN))


class Retreat(Placing):
    """Where beaten units go."""

    def may_retreat_to(self, unit: str, start: str, end: str) -> bool:
        """Whether a retreat may go on into a hex (13.3)."""
        side: Side = frozenset((start, end))
        return (self.may_be_in(unit, end) and not self.enemies_in(end, UNITS[unit].side) and self.room_for(unit, end)
                and end not in self.enemy_zone(unit) and (side not in LAKES or self.bridged(side)))

    def routes(self, unit: str, origin: str, hex: str, left: int) -> Iterator[tuple[str, ...]]:
        """Every retreat that can be carried out: each step one hex further from where the unit fought (13.3)."""
        if left == 0:
            yield ()
            return
        gone = distance(origin, hex)
        for other in AROUND[hex]:
            if distance(origin, other) != gone + 1 or not self.may_retreat_to(unit, hex, other):
                continue
            if UNITS[unit].side == GERMAN and other in OBJECTIVES:  # 13.6: it may stop there
                yield (other,)
            for rest in self.routes(unit, origin, other, left - 1):
                yield (other, *rest)
        if self.may_leave(unit, hex):
            yield (OFF_MAP,)

    def may_leave(self, unit: str, hex: str) -> bool:
        """Whether a retreat may leave the map from a hex (13.3, 26.1)."""
        if UNITS[unit].side == GERMAN:
            return hex in EDGES["west"] and self.may_escape(unit)
        return any(hex in edge for edge in EDGES.values())

    def retreat_steps(self, unit: str, origin: str, left: int) -> set[str]:
        """Where a retreat may go on: neither to its end nor off the map while there is another way (13.3)."""
        routes = list(self.routes(unit, origin, self.where[unit], left))
        inside = {route[0] for route in routes if OFF_MAP not in route}
        return inside or {route[0] for route in routes}

    def doomed_steps(self, unit: str, origin: str, left: int) -> set[str]:
        """Where a retreat goes that cannot be carried out: as far as it can, and the unit is lost there (13.3)."""
        runs = {step: self.longest_run(unit, origin, step, left - 1)
                for step in self.steps_away(unit, origin, self.where[unit])}
        return {step for step, run in runs.items() if run == max(runs.values())}

    def longest_run(self, unit: str, origin: str, hex: str, left: int) -> int:
        """How many more hexes a retreat can go from a hex."""
        if left == 0:
            return 0
        return max([1 + self.longest_run(unit, origin, step, left - 1)
                    for step in self.steps_away(unit, origin, hex)], default=0)

    def steps_away(self, unit: str, origin: str, hex: str) -> list[str]:
        """The hexes beside a hex that are further from where a unit fought, and open to its retreat."""
        return [other for other in AROUND[hex] if distance(origin, other) == distance(origin, hex) + 1
                and self.may_retreat_to(unit, hex, other)]
