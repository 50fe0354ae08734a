"""A line that holds: bonds are what stops an enemy (7.2), so a plan is tried against where his fast units would get.

Zones of control only slow him down (6.3). After the plan is made, all units are put where it sends them, the ways of
the enemy's vehicles and cavalry are found, and whoever is not needed elsewhere is put across them, one by one; or
across the supply lines of those who have got through, without which what they took counts nothing (14.5, 30.2).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import inf
from typing import cast

from stavka.kit.hexset import HexSet, bit, has, members, of
from stavka.kit.trace import trace
from stavka.staff.moves import Moves

from ..movement import MANY, MOVEMENT, points_of, reach_of
from ..position import Ukraine
from ..supply import routes, supplied_hexes
from .survey import DRIVES, View, driven

OPEN = 0.6
"""The part of an empty objective's worth that is as good as lost when the enemy can drive into it."""
CUT = 0.9
"""The part of an objective's worth that is won back when the enemy's supply line to it is cut."""
DEPTH = 0.02
"""What every own hex costs that he can drive through."""
LONG_LINE = 5
"""Hexes of a supply line beyond which somebody can get behind it."""
ROUNDS = 10
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
        self.driven: dict[int, HexSet] = {
            unit: driven(self.later, unit) for unit in view.foes if fast >> unit & 1}
        """Where each of the enemy's fast units can get, the plan being carried out."""

    def close(self, stacks: int | None = None) -> list[int]:
        """Call units to where they stop most; with a limit on the stacks that may move. Those called come back."""
        called: list[int] = []
        begun: set[int] = set()
        now = self.leak(self.driven)
        for _ in range(ROUNDS):
            best = (now - BETTER, -1, -1)
            for unit, place in self._trials(called):
                start = self.moves.start[unit]
                if stacks is not None and start not in begun and len(begun) >= stacks:
                    continue
                best = min(best, (self._tried(unit, place, best[0]), unit, place))
            _, unit, place = best
            if unit < 0:
                break
            self.driven = self._put(unit, place)
            self.moves.lift(unit)
            self.moves.drop(unit, place, -1)
            called.append(unit)
            begun.add(self.moves.start[unit])
            now = self.leak(self.driven)
        return called

    def _tried(self, unit: int, place: int, most: float) -> float:
        """What the enemy could do if a unit were put in a hex, and its price; something above ``most`` if it is."""
        later, near, back = self.later, self._region(unit, place), self.later.where[unit]
        later.put(unit, place)
        value = self._price(unit, place) + self._fed()
        same = [hexes for hexes in self.driven.values() if not hexes & near]
        if value + self._lost(same) <= most:
            value += self._lost([*same, *(driven(later, foe) for foe, hexes in self.driven.items() if hexes & near)])
        else:
            value = inf
        later.put(unit, back)
        return value

    def _region(self, unit: int, place: int) -> HexSet:
        """Where a unit that is put in a hex makes a difference: bonds reach two hexes."""
        grid = self.later.layout.grid
        return grid.around(grid.around(bit(self.later.where[unit]) | bit(place)))

    def _put(self, unit: int, place: int) -> dict[int, HexSet]:
        """Put a unit in a hex; where the enemy can get then."""
        near = self._region(unit, place)
        self.later.put(unit, place)
        return {foe: driven(self.later, foe) if hexes & near else hexes for foe, hexes in self.driven.items()}

    def _price(self, unit: int, place: int) -> float:
        """What calling a unit costs besides: the attack it leaves, and the danger where it goes."""
        moves = self.moves
        mates = [mate for mate in moves.stacks.get(place, []) if mate != unit]
        danger = moves.exposure(place, [*mates, unit]).loss - moves.exposure(place, mates).loss
        return max(0.0, RISK * danger) + (BUSY if unit in moves.goal else 0.0)

    # -- what gets through -----------------------------------------------------------------------------------------

    def leak(self, ways: Mapping[int, HexSet]) -> float:
        """What the enemy could drive into and what he holds and can supply, in points."""
        return self._lost(ways.values()) + self._fed()

    def _fed(self) -> float:
        """What he holds and can supply."""
        return CUT * sum(self.view.layout.points[place] for place in self._supplied())

    def _lost(self, ways: Iterable[HexSet]) -> float:
        """What he could drive into."""
        reached = 0
        for hexes in ways:
            reached |= hexes
        lost = sum([worth for place, worth in self._open_sites().items() if has(reached, place)])
        return OPEN * lost + DEPTH * (reached & self.later.controlled(self.view.side)).bit_count()

    def _open_sites(self) -> dict[int, float]:
        """The sites that are held without a garrison, and what they are worth."""
        view = self.view
        return {site.place: view.sites[number] for number, site in enumerate(view.ground.sites)
                if number in view.held and not has(self.later.fronted[view.side], site.place)}

    def _supplied(self) -> list[int]:
        """The objectives that the enemy holds and can supply."""
        later, foe = self.later, self.view.foe
        theirs = later.controlled(foe) & ~later.manned[self.view.side]
        return members(later.layout.objectives & theirs & supplied_hexes(later, foe))

    # -- who could stop it -----------------------------------------------------------------------------------------

    def _trials(self, called: Sequence[int]) -> Iterator[tuple[int, int]]:
        """Units that can be put across a way of the enemy, or beside it, where a bond would bar it."""
        yield from self._across(self._worst_way(), called)
        yield from self._across(self._longest_line(), called)

    def _across(self, way: Sequence[int], called: Sequence[int]) -> Iterator[tuple[int, int]]:
        later, moves, grid = self.later, self.moves, self.later.layout.grid
        foes = later.manned[self.view.foe]
        hexes = [place for place in way if not has(foes, place)]
        beside = [place for place in members(grid.around(of(hexes)) & ~of(hexes) & ~foes)
                  if has(self.view.ground.playable, place)]
        tried = 0
        for place in (*hexes, *beside):
            able = [unit for unit in moves.units if unit not in called and later.where[unit] != place
                    and has(moves.reach(unit), place) and moves.is_open(unit, place)]
            able.sort(key=lambda unit: (unit in moves.goal, grid.distance(moves.start[unit], place), unit))
            yield from ((unit, place) for unit in able[:CALLED])
            tried += bool(able)
            if tried >= TRIED:
                break

    def _worst_way(self) -> list[int]:
        """The way of an enemy to the best of the open sites that he reaches, or as deep as he gets."""
        sites, mine = self._open_sites(), self.later.controlled(self.view.side)
        best = max(((sites[place], (hexes & mine).bit_count(), -unit, place)
                    for unit, hexes in self.driven.items() for place in sites if has(hexes, place)), default=None)
        if best is not None:
            return self._way(-best[2], best[3])
        deepest = max(self.driven, key=lambda unit: ((self.driven[unit] & mine).bit_count(), -unit), default=None)
        if deepest is None or not self.driven[deepest] & mine:
            return []
        here = self.later.where[deepest]
        goal = max(members(self.driven[deepest] & mine),
                   key=lambda place: (self.later.layout.grid.distance(here, place), -place))
        return self._way(deepest, goal)

    def _way(self, unit: int, goal: int) -> list[int]:
        left, hexes = points_of(self.later, unit, MOVEMENT)
        if hexes != MANY:
            return [goal]
        ways = reach_of(self.later, (unit,), int(left * DRIVES))
        return ways.path(goal)[1:] if goal in ways.cost else [goal]

    def _longest_line(self) -> list[int]:
        """The longest of the enemy's supply lines to what he has taken: there he can be got at from behind."""
        kinds = routes(self.later, self.view.foe)
        lines = [trace(place, legs) or [] for place in self._supplied() for legs in kinds[:1]]
        longest = max(lines, key=len, default=[])
        return longest[:] if len(longest) > LONG_LINE else []
