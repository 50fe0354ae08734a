"""Raids on the roads (7.0): what enemies could do to a side's lines with their next moves, several of them together.

Armies have more roads than one, so one raider rarely cuts anything: two at once cut off everybody. Therefore some raids
are imagined, in which everybody who is free goes somewhere to the roads, and what each of them does is looked at.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from random import Random

from stavka.kit.hexset import HexSet, members

from ..position import Abyss
from ..supply import open_to_supply, road_flood, supplied, supply_roads
from .lifelines import fed, stranded_worth

WORLDS = 8
"""Raids that are imagined."""
BOLDNESS = 0.6
"""How many of those who could take part in one do."""

Raid = Mapping[int, int]
"""By the hex they come from: where raiders go."""


class Raids:
    """Imagined raids on the lines of one side. ``reach`` says where the enemies in each hex could go."""

    def __init__(self, p: Abyss, side: int, reach: Mapping[int, HexSet]) -> None:
        self.p, self.side = p, side
        self._open = open_to_supply(p, side)
        self._costs: dict[HexSet, float] = {}
        roads = supply_roads(p, side) & ~p.occupied[side]
        near = roads | p.layout.grid.cross(roads, p.layout.contact_ways)
        self._ways = {start: members(hexes & near) for start, hexes in reach.items() if hexes & near}

    @cached_property
    def worlds(self) -> list[Raid]:
        """What enemies might do together; nothing at all is the first."""
        found: list[Raid] = [{}]
        for number in range(WORLDS if self._ways else 0):
            rng = Random(number)
            found.append({start: rng.choice(ways) for start, ways in self._ways.items() if rng.random() < BOLDNESS})
        return found

    @cached_property
    def menaces(self) -> dict[int, float]:
        """What the enemies in each hex add to such raids, on average: so much it is worth that they stay where they are."""
        total = dict.fromkeys(self._ways, 0.0)
        for raid in self.worlds:
            cost = self._cost(self._blocked(raid))
            for start in raid if cost else ():
                others = {other: place for other, place in raid.items() if other != start}
                total[start] += cost - self._cost(self._blocked(others))
        return {start: cost / WORLDS for start, cost in total.items() if cost}

    def lifeline(self, place: int) -> float:
        """What it would cost on average if an enemy stood in a hex, too."""
        p, blocked = self.p, self._block(place)
        if not blocked & supply_roads(p, self.side):
            return 0.0
        return sum([self._cost(self._blocked(raid) | blocked) - self._cost(self._blocked(raid))
                    for raid in self.worlds]) / len(self.worlds)

    def _block(self, place: int) -> HexSet:
        """7.1 Where no line leads past an enemy in a hex."""
        return 1 << place | self.p.layout.contact[place] & ~self.p.occupied[self.side]

    def _blocked(self, raid: Raid) -> HexSet:
        blocked = 0
        for place in raid.values():
            blocked |= self._block(place)
        return blocked

    def _cost(self, blocked: HexSet) -> float:
        """What it costs if no line leads through these hexes."""
        known = self._costs.get(blocked)
        if known is None:
            known = self._costs[blocked] = self._look(blocked)
        return known

    def _look(self, blocked: HexSet) -> float:
        p, side = self.p, self.side
        through = self._open & ~blocked
        roads = road_flood(p, side, through)
        if roads == supply_roads(p, side) & ~blocked:
            return 0.0  # there is a way round
        return stranded_worth(p, supplied(p, side) & ~fed(p, side, roads, through))
