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

WORLDS = 6
"""Raids that are imagined."""
BOLDNESS = 0.6
"""How many of those who could take part in one do."""
DRAWS = 3
"""Out of so many places each goes where he does most, beside those who have gone before him."""

Raid = Mapping[int, int]
"""By the hex they come from: where raiders go."""


class Raids:
    """Imagined raids on the lines of one side. ``reach`` says where the enemies in each hex could go, and by a negative
    number each of those who wait beyond the map."""

    def __init__(self, p: Abyss, side: int, reach: Mapping[int, HexSet]) -> None:
        self.p, self.side = p, side
        self._open = open_to_supply(p, side)
        self._costs: dict[HexSet, float] = {}
        self._lifelines: dict[int, float] = {}
        self._roads = supply_roads(p, side)
        roads = self._roads & ~p.occupied[side]
        near = roads | p.layout.grid.cross(roads, p.layout.contact_ways)
        self._ways = {start: members(hexes & near) for start, hexes in reach.items() if hexes & near}

    @cached_property
    def worlds(self) -> list[Raid]:
        """What enemies might do together; nothing at all is the first."""
        return [{}, *(self._raid(Random(number)) for number in range(WORLDS if self._ways else 0))]

    def _raid(self, rng: Random) -> Raid:
        raid: dict[int, int] = {}
        barred = 0
        for start in rng.sample(sorted(self._ways), len(self._ways)):
            if rng.random() < BOLDNESS:
                blocks = {place: barred | self._block(place) for place in rng.choices(self._ways[start], k=DRAWS)}
                raid[start] = max(blocks, key=lambda place: self._cost(blocks[place]))
                barred = blocks[raid[start]]
        return raid

    @cached_property
    def menaces(self) -> dict[int, float]:
        """What the enemies in each hex add to such raids, on average: it is worth that much that they stay there."""
        total = {start: 0.0 for start in self._ways if start >= 0}
        for raid in self.worlds:
            cost = self._cost(self._blocked(raid))
            for start in raid.keys() & total.keys() if cost else ():
                others = {other: place for other, place in raid.items() if other != start}
                total[start] += cost - self._cost(self._blocked(others))
        return {start: cost / WORLDS for start, cost in total.items() if cost}

    def lifeline(self, place: int) -> float:
        """What it would cost on average if an enemy stood in a hex, too."""
        known = self._lifelines.get(place)
        if known is None:
            here = self._block(place)
            costs = [self._cost(barred | here) - self._cost(barred) for barred in self._barred if here & self._roads]
            known = self._lifelines[place] = sum(costs) / len(self._barred)
        return known

    @cached_property
    def _barred(self) -> list[HexSet]:
        """Where each of these raids leaves no way."""
        return [self._blocked(raid) for raid in self.worlds]

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
        if roads == self._roads & ~blocked:
            return 0.0  # there is a way round
        return stranded_worth(p, supplied(p, side) & ~fed(p, side, roads, through))
