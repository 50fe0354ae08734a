"""4.1 - 4.5: tables of what every step costs, in halves of a movement point."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from stavka.kit.hexset import SideSet, has, members, of
from stavka.kit.reach import CLOSED, Steps, barred_by, one_row, one_step, step_table

if TYPE_CHECKING:
    from .components import Theatre

FOOT, MECH, GUNS = 1, 2, 4
"""Who moves in a group, as bits: every step costs what the dearest of them pays (4.1, 4.5)."""


class Ground:
    """Tables of steps for a map, each made when it is first needed and kept."""

    def __init__(self, theatre: Theatre) -> None:
        self._theatre = theatre
        self._tables: dict[tuple[int, bool, bool, bool, bool, SideSet], Steps] = {}

    def table(self, mover: int, roads: SideSet, *, rain: bool = False, interdicted: bool = False,
              bridged: bool = False, flooded: bool = False) -> Steps:
        """What steps cost a group of these movers; ``interdicted`` everywhere, every major river ``bridged``."""
        if mover == FOOT:
            rain = interdicted = False  # to those on foot roads are the same (4.2)
        key = (mover, rain, interdicted, bridged, flooded, roads)
        if key not in self._tables:
            if flooded:
                dry = self.table(mover, roads, rain=rain, interdicted=interdicted, bridged=bridged)
                self._tables[key] = self._drowned(dry)
            else:
                self._tables[key] = self._dry(mover, roads, rain, interdicted, bridged)
        return self._tables[key]

    def _dry(self, mover: int, roads: SideSet, rain: bool, interdicted: bool, bridged: bool) -> Steps:
        """A table without the flood; that of several movers is made of theirs, which are kept as well."""
        parts = _parts(mover)
        if len(parts) == 1:
            return self._of_one(mover, roads, rain, interdicted, bridged)
        return _dearest(*[self.table(part, roads, rain=rain, interdicted=interdicted, bridged=bridged)
                          for part in parts])

    def _drowned(self, steps: Steps) -> Steps:
        """28.2 In the flood nobody enters the marshes below the dam or crosses the river there."""
        theatre = self._theatre
        marshes, table = theatre.flood_marshes, list(steps)
        barred = barred_by(theatre.grid, theatre.flood_sides)
        for here in members(theatre.grid.around(marshes) | marshes | of(barred)):
            closed = barred.get(here, frozenset())
            table[here] = tuple(
                (there, price) for there, price in steps[here] if there not in closed and not has(marshes, there))
        return table

    def _of_one(self, mover: int, roads: SideSet, rain: bool, interdicted: bool, bridged: bool) -> Steps:
        theatre, cost = self._theatre, self._theatre.cost
        ground = theatre.foot_cost if mover == FOOT else theatre.mech_cost
        ground = [price if has(theatre.playable, place) else CLOSED for place, price in enumerate(ground)]
        extra = [(theatre.minor, cost["river"]), (theatre.sea, CLOSED)]  # 4.1
        if not bridged:
            extra.append((theatre.major, CLOSED))  # 4.4
        if mover & GUNS:
            extra.append((theatre.grid.sides_of(theatre.marshes), CLOSED))  # 4.5
        return step_table(theatre.grid, ground, extra, self._rates(mover, roads, rain, interdicted))

    def _rates(self, mover: int, roads: SideSet, rain: bool, interdicted: bool) -> list[tuple[SideSet, int]]:
        """4.2 Main roads, and secondary ones, which rain makes slow; 15.6 an air unit overhead slows vehicles."""
        cost = self._theatre.cost
        main = roads & self._theatre.main_roads
        if mover == FOOT:
            return [(roads, cost["road_foot"])]
        if interdicted:
            return [(roads, cost["road_interdicted"])]
        return [(main, cost["road_mech"]), (roads & ~main, cost["road_rain"] if rain else cost["road_mech"])]


def _parts(mover: int) -> list[int]:
    """The movers of a group one by one: on foot, on wheels (with guns)."""
    return [part for part in (mover & FOOT, mover & (MECH | GUNS)) if part]


def _dearest(these: Steps, those: Steps) -> Steps:
    """4.1 A stack goes where all of it can, at the price of whoever pays most."""
    return [mine if mine == theirs else _dearest_of(mine, dict(theirs))
            for mine, theirs in zip(these, those, strict=True)]


def _dearest_of(mine: Sequence[tuple[int, int]], theirs: Mapping[int, int]) -> Sequence[tuple[int, int]]:
    """The steps out of one hex."""
    return one_row(tuple([one_step(there, max(price, theirs[there])) for there, price in mine if there in theirs]))
