"""The map as each force sees it: its sector, its sites and how far they are; prepared once."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from operator import or_
from typing import Final

from stavka.kit.hexset import HexSet, has, members, of
from stavka.staff.ground import FAR, Ground, Site

from ..components import BF, FRONTS, Berlin
from .odds import Columns

GERMAN_STRIDE: Final = 4
"""What a German unit moves in a turn, about: a die, and a command post (9.3)."""
CENTRE: Final = 8
"""The hexes around the Reichstag that count as the centre."""
WEST: Final = 20
"""The last column of the western suburbs."""


class Terrain:
    """What all surveys of one game share."""

    def __init__(self, berlin: Berlin) -> None:
        self.berlin = berlin
        self.columns = Columns(berlin)
        self.ground = {(sector, german): self._ground(sector, german) for sector in FRONTS for german in (False, True)}
        self.within = {sector: [self._within(far) for far in self.ground[sector, False].distance] for sector in FRONTS}
        """For each site of a sector the hexes within so many movement points of it."""
        self.wet = berlin.rivers | berlin.lakes
        """The hexsides that defend like a river (12.18)."""

    def _ground(self, sector: int, german: bool) -> Ground:
        berlin = self.berlin
        area = berlin.area[sector]
        steps = [tuple((there, cost) for there, cost in row if has(area, there)) if has(area, here) else ()
                 for here, row in enumerate(berlin.steps_standing)]
        sites = [Site.at(place) for place in members(berlin.sector_objectives[sector])]
        return Ground(berlin.grid, area, steps, [*sites, Site.at(berlin.reichstag)],
                      lambda place: self._part(sector, place), GERMAN_STRIDE if german else berlin.soviet_move)

    def _within(self, far: Sequence[int]) -> list[HexSet]:
        return list(accumulate([of([place for place, points in enumerate(far) if points == distance])
                                for distance in range(FAR + 1)], or_))

    def _part(self, sector: int, place: int) -> str:
        """The centre, and the suburbs on either side of it."""
        grid = self.berlin.grid
        if grid.distance(place, self.berlin.reichstag) <= CENTRE:
            return "centre"
        number = self.berlin.places[place]
        column, row = int(number[:2]), int(number[2:])
        if sector == BF:
            return "north" if row < int(self.berlin.places[self.berlin.reichstag][2:]) else "south"
        return "west" if column <= WEST else "south"


__all__ = ["Terrain"]
