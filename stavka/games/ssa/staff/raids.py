"""Raids on the roads (7.0): what enemies could do to a side's lines with their next moves, several of them together.

Armies have more roads than one, so one raider rarely cuts anything: two at once cut off everybody. Therefore some raids
are imagined, in which everybody who is free goes somewhere to the roads, and what each of them does is looked at.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, cached_property
from random import Random

from stavka.kit.hexset import HexSet, bit, members, of
from stavka.kit.spread import union
from stavka.kit.sums import added

from ..position import Abyss
from ..supply import line_ground, open_to_supply, road_flood, supplied, supply_roads
from .ground import Map
from .lifelines import fed, posts, prizes, stranded_worth

STROKES, ALARMS, LAST = 60, 5, 2
"""Raids that come to mind before one is chosen: of one's own, of the enemy on a plan, and in the last turn, when each
raider looks at every place and not only at some."""
WORLDS = 6
"""Raids that are imagined."""
BOLDNESS = 0.6
"""How many of those who could take part in one do."""
DRAWS = 3
"""Out of so many places each goes where he does most, beside those who have gone before him; or he stays."""
ROAD = 0.01
"""What a hex of road is worth that leads nowhere any more: whoever comes next may cut the last one."""
LEAST_COST = 1.0
"""Raids that cost less are nobody's errand."""
AT_LARGE = 40
"""Whoever can go to so many hexes on roads or beside them is at large behind the front."""
RAIDER = 0.5
"""What a raid must gain by everybody who takes part: he is missed elsewhere, and may be lost."""

Raid = Mapping[int, int]
"""By the hex they come from: where raiders go."""


class Raids:
    """Imagined raids on the lines of one side. ``reach`` says where the enemies in each hex could go, and by a negative
    number each of those who wait beyond the map."""

    def __init__(self, p: Abyss, side: int, ground: Map, reach: Mapping[int, HexSet]) -> None:
        self.p, self.side = p, side
        self._open = open_to_supply(p, side)
        self._cost, self.lifeline, self.stroke = cache(self._look), cache(self._lifeline), cache(self._stroke)
        self._left, self._estimate = cache(self._flood), cache(self._estimated)
        self._roads, self._fed = supply_roads(p, side), supplied(p, side)
        self._lines = {place: ground.roads_near(place, p.is_mud) for place in members(self._fed)}
        """By the hexes in supply: the roads that a line may lead to."""
        self._worths = {place: stranded_worth(p, bit(place)) for place in members(self._fed)}
        """And what being in supply matters to the units there."""
        roads = self._roads & ~p.occupied[side]
        self.near = roads | p.layout.grid.cross(roads, p.layout.contact_ways)
        """The roads, and the hexes beside them."""
        self._is_last = p.turn == p.plan.last_turn
        self._prizes = prizes(p, side) if self._is_last else {}
        """What raiders take by entering it, when there is no time left to take it back."""
        goals = self.near | of(self._prizes)
        self._ways = {start: members(hexes & goals) for start, hexes in reach.items() if hexes & goals}

    @cached_property
    def worlds(self) -> list[Raid]:
        """What enemies might do together; nothing at all is the first."""
        return [{}, *(self._raid(Random(number), BOLDNESS) for number in range(WORLDS if self._ways else 0))]

    def _raid(self, rng: Random, boldness: float, *, everywhere: bool = False) -> Raid:
        """What enemies might do: each of those who take part looks at some places, or at every one."""
        raid: dict[int, int] = {}
        barred = 0
        for start in rng.sample(sorted(self._ways), len(self._ways)):
            if rng.random() < boldness:
                ways = self._ways[start]
                draws = ways if everywhere else [*([start] if start in ways else ()), *rng.choices(ways, k=DRAWS)]
                blocks = {place: barred | self._block(place) for place in draws}
                taken = raid.values()
                raid[start] = max(blocks, key=lambda place: self._glance(blocks[place]) + self._prize(place, taken))
                barred = blocks[raid[start]]
        return raid

    def _stroke(self, tries: int) -> tuple[Raid, float]:
        """The raid that costs most of those that come to mind, by as few as it takes, or none; and what it costs."""
        found = [self._thinned(self._raid(Random(number), 1.0, everywhere=self._is_last))
                 for number in range(tries if self._ways else 0)]
        costs = [(raid, self.cost(raid)) for raid in ({}, *found)]
        return max(costs, key=lambda stroke: stroke[1] - RAIDER * len(stroke[0]))

    def cost(self, raid: Raid) -> float:
        """What a raid costs."""
        return self._cost(self._blocked(raid)) + added(self._prizes.get(place, 0.0) for place in set(raid.values()))

    def _prize(self, place: int, taken: Iterable[int]) -> float:
        return self._prizes.get(place, 0.0) if place not in taken else 0.0

    def posts_against(self, raid: Raid) -> tuple[Sequence[int], float]:
        """7.1 Where friends would keep roads open in a raid, and what that would be worth."""
        return self._posts(self._open & ~self._blocked(raid), self._fed)

    def posts_now(self) -> tuple[Sequence[int], float]:
        """7.1 Where friends would open roads again to those who are out of supply already, and what that is worth."""
        return self._posts(self._open, self.p.occupied[self.side] & ~self._fed)

    def _posts(self, through: HexSet, wanted: HexSet) -> tuple[Sequence[int], float]:
        p, side = self.p, self.side
        return posts(p, side, through, wanted & ~fed(p, side, road_flood(p, side, through), through))

    def _thinned(self, raid: Raid) -> Raid:
        """A raid without those who add less than a raider is worth, the last who joined first."""
        for start in reversed(raid):
            others = {other: place for other, place in raid.items() if other != start}
            prize = self._prize(raid[start], others.values())
            if self._glance(self._blocked(raid)) - self._glance(self._blocked(others)) + prize < RAIDER:
                raid = others
        return raid

    @cached_property
    def menaces(self) -> dict[int, float]:
        """What the enemies in each hex add to such raids, on average: it is worth that much that they stay there."""
        total = {start: 0.0 for start in self._ways if start >= 0}
        for raid in self.worlds:
            cost = self.cost(raid)
            for start in raid.keys() & total.keys() if cost else ():
                others = {other: place for other, place in raid.items() if other != start}
                total[start] += cost - self.cost(others)
        return {start: cost / WORLDS for start, cost in total.items() if cost}

    @cached_property
    def posts(self) -> dict[int, float]:
        """Where friends would open roads again, or keep them open in such raids, and what each of them is worth."""
        total = defaultdict[int, float](float)
        looks = [(self.posts_now(), 1.0)]
        looks += [(self.posts_against(raid), 1 / WORLDS) for raid in self.worlds if self.cost(raid) >= LEAST_COST]
        for (places, gain), weight in looks:
            for place in places:
                total[place] += weight * gain / len(places)
        return total

    @cached_property
    def loose(self) -> dict[int, float]:
        """The enemies who could go to the roads from where they are: how freely, from 0 to 1."""
        return {start: min(1.0, len(ways) / AT_LARGE) for start, ways in self._ways.items() if start >= 0}

    def _lifeline(self, place: int) -> float:
        """What it would cost on average if an enemy stood in a hex, too."""
        here = self._block(place)
        costs = [self._cost(barred | here) - self._cost(barred) for barred in self._barred if here & self._roads]
        return added(costs) / len(self._barred)

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

    def _glance(self, blocked: HexSet) -> float:
        """About what it costs if no line leads through these hexes, in the last turn exactly; and the roads lost."""
        cut = blocked & self._roads
        lost = (self._roads & ~self._left(cut)).bit_count() * ROAD
        return lost + (self._cost(blocked) if self._is_last else self._estimate(cut))

    def _estimated(self, cut: HexSet) -> float:
        """About what it costs if these roads are cut: whoever has one near that leads on is fed."""
        roads = self._left(cut)
        if roads == self._roads & ~cut:
            return 0.0  # there is a way round
        return self._stranded(of([place for place, near in self._lines.items() if near & roads]))

    def _look(self, blocked: HexSet) -> float:
        """The same, with every line looked at."""
        p, side, roads = self.p, self.side, self._left(blocked & self._roads)
        if roads == self._roads & ~blocked and not self._is_last:
            return 0.0
        lines = line_ground(p, side).backward(roads, p.layout.supply_reach, self._open & ~blocked, self._fed)
        return self._stranded(union(lines) & self._fed)

    def _flood(self, cut: HexSet) -> HexSet:
        """The roads that are left if these are cut; what bars no road changes nothing."""
        return road_flood(self.p, self.side, self._open & ~cut)

    def _stranded(self, fed: HexSet) -> float:
        """What it costs if only these are in supply, and those beside them."""
        hungry = self._fed & ~fed & ~self.p.layout.grid.around(fed)
        return added([self._worths[place] for place in members(hungry)])
