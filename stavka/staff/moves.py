"""How a movement phase is planned: every unit's order is looked at beside the others', one unit and one pair at a time.

What a unit is worth in a hex is what :mod:`.disposition` says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from stavka.kit.hexset import HexSet, bit, has, members

from .disposition import Disposition
from .orders import Orders
from .picture import Picture
from .survey import Survey

INFLUENCE = 3
"""How far around its reach the orders of others make a difference to a unit: a mate's target and its ways out."""
BETTER = 1e-6
"""Less is no reason to change an order."""


class Moves(Disposition):
    """The orders of one force for a movement phase."""

    def __init__(self, survey: Survey, orders: Orders, picture: Picture | None = None) -> None:
        super().__init__(survey, orders, picture)
        self._changes: list[HexSet] = []
        """The hexes that each change of the plan made a difference to, one after the other."""
        self._looked: dict[int, int] = {}
        """By unit: how many changes there had been when its order was last looked at."""
        self._around: dict[int, HexSet] = {}
        """By unit: its reach and what lies so near that orders there matter to it."""

    def plan(self, after: Callable[[Any], Survey]) -> None:
        """Look at every unit's order again and again; then at what the enemy can do to the plan (``after``)."""
        order = sorted(self.units, key=lambda unit: (-self.survey.strength(unit), unit))
        if self.orders.has("idle_rear"):
            order = [unit for unit in order if self._is_obvious(unit)]
        for unit in order:
            self._settle(unit)
        craft = self.orders.craft
        for _ in range(craft.looks):
            if not self._improve_all(order):
                break
        if craft.foresees:
            self._foresee(after)
            self._improve_all(order)
        if craft.exchanges:
            self._exchange_all(order)

    def _is_obvious(self, unit: int) -> bool:
        """Whether even a beginner sees something for a unit to do: an enemy beside it, or something in its reach."""
        reach = self.reach(unit)
        return bool((reach | bit(self.start[unit])) & self.picture.contact) or any(
            reach & self.ground.sites[number].hexes for number in self.picture.wanted)

    def _settle(self, unit: int) -> None:
        """Where a unit stands it may already have something to attack."""
        place = self.where[unit]
        if has(self.picture.contact, place):
            self.lift(unit)
            self.drop(unit, place, self._attack(unit, place)[1])

    def _improve_all(self, order: Iterable[int]) -> bool:
        improved = [self.improve(unit, members(self.reach(unit))) for unit in order if self._is_stale(unit)]
        return any(improved)

    def _is_stale(self, unit: int) -> bool:
        """Whether anything has changed near a unit since its order was last looked at."""
        looked = self._looked.get(unit)
        if looked is None:
            return True
        region = self._around.get(unit)
        if region is None:
            region = self.reach(unit)
            for _ in range(INFLUENCE):
                region |= self.ground.grid.around(region)
            self._around[unit] = region
        return any(changed & region for changed in self._changes[looked:])

    def improve(self, unit: int, hexes: Iterable[int]) -> bool:
        """Look for a better hex for one unit; whether one was found."""
        before, old_goal = self.where[unit], self.goal.get(unit, -1)
        self.lift(unit)
        best, goal = self.score(unit, before)
        place = before
        for hex in hexes:
            if hex != before and self.is_open(unit, hex):
                value, target = self.score(unit, hex, least=best)
                if value > best + BETTER:
                    best, place, goal = value, hex, target
        self.drop(unit, place, goal)
        if (place, goal) != (before, old_goal):
            self._changes.append(bit(before) | bit(place))
        self._looked[unit] = len(self._changes)
        return place != before

    def _foresee(self, after: Callable[[Any], Survey]) -> None:
        """Draw the picture of the enemy's answer anew, with all units where they are to go."""
        self._changes.append(self.picture.foresee(after(self.carried_out())))
        self._dangers.clear()

    def carried_out(self) -> Any:
        """The position that the plan leads to."""
        p = self.survey.p
        later = p.copy(p.dice)
        for unit, place in self.where.items():  # all of them: a game may have put some where they are before the rest
            if later.where[unit] != place:
                later.put(unit, place)
        return later

    def _exchange_all(self, order: Sequence[int]) -> None:
        """Let two units change places where both together are worth more so."""
        for number, unit in enumerate(order):
            for other in order[number + 1:]:
                here, there = self.where[unit], self.where[other]
                if here != there and has(self.reach(unit), there) and has(self.reach(other), here):
                    self._exchange(unit, other)

    def _exchange(self, unit: int, other: int) -> None:
        here, there = self.where[unit], self.where[other]
        goals = self.goal.get(unit, -1), self.goal.get(other, -1)
        self.lift(unit)
        self.lift(other)
        kept = self._together(unit, here, other, there)
        changed = self._together(unit, there, other, here)
        if changed is not None and kept is not None and changed[0] > kept[0] + BETTER:
            self.drop(unit, there, changed[1])
            self.drop(other, here, changed[2])
        else:
            self.drop(unit, here, goals[0])
            self.drop(other, there, goals[1])

    def _together(self, unit: int, place: int, other: int, there: int) -> tuple[float, int, int] | None:
        """What two lifted units are worth in two hexes, and what they attack; None if there is no room."""
        if not self.is_open(unit, place):
            return None
        value, goal = self.score(unit, place)
        self.drop(unit, place, goal)
        second = self.score(other, there) if self.is_open(other, there) else None
        self.lift(unit)
        return None if second is None else (value + second[0], goal, second[1])

    def push(self, target: int, units: Iterable[int]) -> bool:
        """Send units against a hex one after another, though the first may gain nothing, as far as all of them together
        gain most; whether any went."""
        sent: list[tuple[int, int, int]] = []
        total, most, kept = 0.0, BETTER, 0
        for unit in units:
            before, goal = self.where[unit], self.goal.get(unit, -1)
            gained = self._send(unit, target) if goal != target else None
            if gained is not None:
                sent.append((unit, before, goal))
                total += gained
                if total > most:
                    most, kept = total, len(sent)
        for unit, before, goal in reversed(sent[kept:]):
            self.lift(unit)
            self.drop(unit, before, goal)
        return kept > 0

    def _send(self, unit: int, target: int) -> float | None:
        """Send a unit to where it is worth most against a hex; what that gains, or None if it cannot come there."""
        before, goal = self.where[unit], self.goal.get(unit, -1)
        ways = self.reach(unit) & self.ground.near[target]
        if not ways:
            return None
        self.lift(unit)
        scores = [(self.score(unit, place, target)[0], place) for place in members(ways)
                  if self.is_open(unit, place) and has(self.survey.targets(unit, place), target)]
        if not scores:
            self.drop(unit, before, goal)
            return None
        value, place = max(scores)
        gained = value - self.score(unit, before)[0]
        self.drop(unit, place, target)
        return gained

    def best_of(self, unit: int, hexes: Iterable[int]) -> int:
        """The best hex for a unit among these and its own, now that the plan is being carried out."""
        self.improve(unit, hexes)
        return self.where[unit]



__all__ = ["Moves"]
