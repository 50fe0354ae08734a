"""What a staff knows about the map before the first shot: sites, sectors, and how far everything is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from stavka.kit.grid import Grid
from stavka.kit.hexset import HexSet, bit, has, members
from stavka.kit.reach import Steps, reach_from, turned
from stavka.kit.sums import added

FAR = 99
"""A distance in movement points that nobody covers in a game."""
NEARNESS = 0.48
"""How much a site attracts from a turn's march further away."""
HORIZON = 4
"""Turns of marching beyond which nothing attracts."""
DETOUR = 0.45
"""The part of a turn that a way round may cost and still be a way."""
CONTACT = 0.6
"""What a line is worth that stands right beside the enemy, who needs not come first."""
LEAST_NEED = 0.05
"""Where a unit would hinder the enemy less, no line is needed."""
PULLS, LINES, RANGES = 256, 64, 4096
"""What is remembered of attractions, lines and ranges: imagined continuations ask for the same again and again."""


@dataclass(frozen=True)
class Site:
    """What counts for victory: a town, a bridge; or an area, of which any hex will do."""

    hexes: HexSet
    place: int
    """The hex by which it is spoken of."""

    @classmethod
    def at(cls, place: int) -> Site:
        """A site of one hex."""
        return cls(bit(place), place)


class Ground:
    """Sites, distances and neighbourhoods on one map, prepared once. Sites are known by their number."""

    def __init__(
        self, grid: Grid, playable: HexSet, steps: Steps, sites: Iterable[Site], sector: Callable[[int], str],
        stride: int, *, near: Sequence[HexSet] | None = None, zone: Sequence[HexSet] | None = None,
    ) -> None:
        self.grid, self.playable, self.steps = grid, playable, steps
        self.stride = stride
        """The movement points that a usual unit has in a turn: by it distances are felt."""
        self.hexes = members(playable)
        self.sites = tuple(sites)
        self.sites_at: dict[int, tuple[int, ...]] = {}
        """The numbers of the sites that a hex belongs to."""
        for number, site in enumerate(self.sites):
            for place in members(site.hexes):
                self.sites_at[place] = (*self.sites_at.get(place, ()), number)
        around = [grid.around(bit(place)) & playable if has(playable, place) else 0 for place in range(grid.size)]
        self.near: Sequence[HexSet] = around if near is None else near
        """The hexes that can be attacked from each hex, and from which it can be attacked."""
        cover = [hexes | bit(place) for place, hexes in enumerate(around)] if zone is None else zone
        self.zone: Sequence[tuple[int, ...]] = [tuple(members(hexes)) for hexes in cover]
        """What a unit in each hex stands in the way of: the hex and, where units have zones, those around it."""
        self.sector = [sector(place) if has(playable, place) else "" for place in range(grid.size)]
        """The sector of each hex."""
        back = turned(steps)
        self.distance: tuple[list[int], ...] = tuple(self._distances(back, site.hexes) for site in self.sites)
        """For each site the movement points from every hex to it, enemies apart."""
        self.fade = [NEARNESS ** (points / stride) if points <= HORIZON * stride else 0.0 for points in range(FAR + 1)]
        """How much is left of an attraction, by the movement points to it."""
        self.pull = lru_cache(PULLS)(self._pull)
        """For every hex how much is gained by standing near sites, given as pairs of number and worth."""
        self.line = lru_cache(LINES)(self._line)
        """Where a line is needed against enemies in these hexes who want these sites (number and worth)."""
        self.beside = lru_cache(RANGES)(self._beside)
        """The hexes that can be attacked from one of these."""

    def _pull(self, sites: tuple[tuple[int, float], ...]) -> list[float]:
        result, fade = [0.0] * self.grid.size, self.fade
        for number, worth in sites:
            result = [total + worth * fade[points] for total, points in zip(result, self.distance[number], strict=True)]
        return result

    def _line(self, foes: HexSet, held: tuple[tuple[int, float], ...], alarm: int) -> Mapping[int, float]:
        """Hexes between enemies and what they want and can come to in ``alarm`` turns, by how much a unit there would
        hinder them: at most 1."""
        starts, fade = members(foes), self.fade
        horizon, slack = alarm * self.stride + 1, round(DETOUR * self.stride)
        ways = [(self.distance[number], worth, direct) for number, worth in held
                if (direct := min([self.distance[number][place] for place in starts], default=FAR)) <= horizon]
        need: dict[int, float] = {}
        for place, here in self.away(foes, self.stride - 1).items():
            if here < 1 or not has(self.playable, place):
                continue
            total = added([worth * fade[min(direct + 2 * detour, FAR)] for far, worth, direct in ways
                           if (detour := here + far[place] - direct) <= slack])
            if total > LEAST_NEED:
                need[place] = total if here > 1 else CONTACT * total
        most = max(need.values(), default=1.0)
        return {place: total / most for place, total in need.items()}

    def _beside(self, hexes: HexSet) -> list[int]:
        return members(self.grid.around(hexes) & self.playable)

    def _distances(self, back: Steps, goals: HexSet) -> list[int]:
        free = bytes(self.grid.size)
        cost = reach_from(back, members(goals), FAR - 1, free, free).cost
        goal = set(members(goals))
        return [0 if place in goal else cost.get(place, FAR) for place in range(self.grid.size)]

    def away(self, hexes: HexSet, limit: int) -> dict[int, int]:
        """Movement points from the nearest of these hexes to all within a limit, enemies apart."""
        free = bytes(self.grid.size)
        starts = members(hexes)
        return {**reach_from(self.steps, starts, limit, free, free).cost, **dict.fromkeys(starts, 0)}


__all__ = ["FAR", "Ground", "Site"]
