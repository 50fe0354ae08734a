"""A line that holds: bonds are what stops an enemy (7.2), so a plan is tried against where his fast units would get.

Zones of control only slow him down (6.3). After the plan is made, all units are put where it sends them, the ways of
the enemy's vehicles and cavalry are found, and whoever is not needed elsewhere is put across them, one by one.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from stavka.kit.hexset import HexSet, has, members, of
from stavka.kit.reach import Reach
from stavka.staff.mind import ForceMind
from stavka.staff.moves import Moves

from ..movement import MANY, MOVEMENT, Hand, points_of, raw_destinations, reach_of
from ..position import Ukraine
from .survey import View

OPEN = 0.6
"""The part of an empty objective's worth that is as good as lost when the enemy can drive into it."""
DEPTH = 0.004
"""What every own hex costs that he can drive through."""
ROUNDS = 6
"""Units that are called to close gaps, at most."""
CALLED = 2
"""Units that are tried in each hex: the nearest."""
TRIED = 14
"""Hexes that are tried for each gap."""
BETTER = 0.06
"""Less is not worth a change of plan."""
RISK = 1.5
"""How much the danger to a unit counts that is put across the enemy's way."""
BUSY = 0.25
"""What taking a unit out of an attack costs besides."""


class Seal:
    """Closes the gaps of one plan."""

    def __init__(self, view: View, moves: Moves) -> None:
        self.view, self.moves = view, moves
        p = view.p
        self.later = cast(Ukraine, p.copy(p.dice))
        for unit, place in moves.where.items():
            if self.later.where[unit] != place:
                self.later.put(unit, place)
        layout = p.layout
        fast = (layout.mechanized | layout.cavalry) & view.fighters & ~p.unsupplied & ~p.disrupted
        self.fast = [unit for unit in view.foes if fast >> unit & 1]

    def close(self, stacks: int | None = None) -> list[int]:
        """Call units to where they stop most; with a limit on the stacks that may move. Those called come back."""
        called: list[int] = []
        begun: set[int] = set()
        now, way = self._leak()
        for _ in range(ROUNDS):
            best = (now - BETTER, -1, -1)
            for unit, place in self._trials(way, called):
                start = self.moves.start[unit]
                if stacks is not None and start not in begun and len(begun) >= stacks:
                    continue
                back = self.later.where[unit]
                self.later.put(unit, place)
                value = self._leak()[0] + self._price(unit, place)
                self.later.put(unit, back)
                best = min(best, (value, unit, place))
            _, unit, place = best
            if unit < 0:
                break
            self.later.put(unit, place)
            self.moves.lift(unit)
            self.moves.drop(unit, place, -1)
            called.append(unit)
            begun.add(self.moves.start[unit])
            now, way = self._leak()
        return called

    def _price(self, unit: int, place: int) -> float:
        """What calling a unit costs besides: the attack it leaves, and the danger where it goes."""
        moves = self.moves
        mates = [mate for mate in moves.stacks.get(place, []) if mate != unit]
        danger = moves.exposure(place, [*mates, unit]).loss - moves.exposure(place, mates).loss
        return max(0.0, RISK * danger) + (BUSY if unit in moves.goal else 0.0)

    def leak(self) -> float:
        """What the enemy could drive into, in points."""
        return self._leak()[0]

    def _leak(self) -> tuple[float, list[int]]:
        """What the enemy's fast units can drive into, and the way of the worst of them."""
        later, view = self.later, self.view
        mine = later.controlled(view.side)
        open_sites = {site.place: view.sites[number] for number, site in enumerate(view.ground.sites)
                      if number in view.held and not has(later.fronted[view.side], site.place)}
        reached, worst, way = 0, 0.0, list[int]()
        for unit in self.fast:
            hexes = self._driven(unit)
            reached |= hexes
            goal = max((place for place in open_sites if has(hexes, place)), key=lambda place: open_sites[place],
                       default=None)
            if goal is not None and open_sites[goal] > worst:
                worst, way = open_sites[goal], self._way(unit, goal)
        lost = sum(worth for place, worth in open_sites.items() if has(reached, place))
        deep = (reached & mine).bit_count()
        if not way and reached & mine:
            way = self._deepest()
        return OPEN * lost + DEPTH * deep, way

    def _driven(self, unit: int) -> HexSet:
        left, hexes = points_of(self.later, unit, MOVEMENT)
        return of(raw_destinations(self.later, Hand((unit,), left, hexes)))

    def _ways(self, unit: int) -> Reach | None:
        left, hexes = points_of(self.later, unit, MOVEMENT)
        return reach_of(self.later, (unit,), left) if hexes == MANY else None

    def _way(self, unit: int, goal: int) -> list[int]:
        ways = self._ways(unit)
        return ways.path(goal)[1:] if ways is not None and goal in ways.cost else [goal]

    def _deepest(self) -> list[int]:
        """The way of the unit that gets deepest into what is held."""
        mine = self.later.controlled(self.view.side)
        unit = max(self.fast, key=lambda unit: ((self._driven(unit) & mine).bit_count(), -unit))
        ways = self._ways(unit)
        if ways is None or not ways.cost:
            return []
        return ways.path(max(ways.cost, key=lambda place: (has(mine, place), ways.cost[place], -place)))[1:]

    def _trials(self, way: list[int], called: list[int]) -> Iterator[tuple[int, int]]:
        """Units that can be put across a way, or beside it, where a bond would bar it."""
        later, moves, grid = self.later, self.moves, self.later.layout.grid
        foes = later.manned[self.view.foe]
        hexes = [place for place in way if not has(foes, place)]
        beside = [place for place in members(grid.around(of(hexes)) & ~of(hexes) & ~foes)
                  if has(self.view.ground.playable, place)]
        for place in [*hexes, *beside][:TRIED]:
            able = [unit for unit in moves.units if unit not in called and later.where[unit] != place
                    and has(moves.reach(unit), place) and moves.is_open(unit, place)]
            able.sort(key=lambda unit: (unit in moves.goal, grid.distance(moves.start[unit], place), unit))
            yield from ((unit, place) for unit in able[:CALLED])


def seal(mind: ForceMind, view: View) -> None:
    """Close the gaps of a mind's plan, if it is one that thinks of lines."""
    moves = mind.plan(view.p)
    if mind.orders.has("no_lines") or view.replies == 0:
        return
    called = Seal(view, moves).close()
    mind.todo = [*called, *(unit for unit in mind.todo if unit not in called)]


def react(mind: ForceMind, view: View, stacks: int) -> bool:
    """Close gaps with the few stacks that may react; whether there was one to close."""
    if mind.orders.has("no_lines"):
        return False
    moves = mind.situation(view.p)
    called = Seal(view, moves).close(stacks)
    if called:
        mind.moves, mind.todo = moves, called
    return bool(called)
