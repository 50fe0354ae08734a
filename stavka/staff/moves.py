"""Where every unit goes: orders judged together, improved one unit and one pair at a time.

What a unit is worth in a hex, all other orders given, is a sum of named parts, in points: what attracts, the attack
that it makes possible, a site taken or guarded, the danger, the line, supply, and what the game adds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from math import inf
from typing import Any

from stavka.kit.hexset import HexSet, bit, has, members, of

from .orders import Orders, Posture
from .picture import Picture
from .survey import SAFE, Danger, Survey

CONTACT = 1.4
"""How much greater the danger is beside the enemy, who needs not come first."""
WALKED_INTO = 0.6
"""The chance that the enemy takes an empty site that he can walk into."""
STRAYED_INTO = 0.25
"""And one that he can only come beside, as things stand."""
SECOND = 0.15
"""What a second unit adds where one is enough to take a site."""
RAID = 0.3
"""What an enemy site entered brings beside its points: it is behind his front."""
LAST, FINAL = 2.0, 3.0
"""How much more a site counts in the last turn, and when the enemy has no answer: it is now or never."""
COVER = 0.4
"""What standing in the way where it is needed most is worth."""
AGAIN = 0.2
"""What a second unit before the same hex adds."""
NO_SUPPLY = 0.5
"""What a unit out of supply loses in a turn."""
RETURN = 0.8
"""What coming back into supply is worth, beside the next loss of the unit."""
INFLUENCE = 3
"""How far around its reach the orders of others make a difference to a unit: a mate's target and its ways out."""
BETTER = 1e-6
"""Less is no reason to change an order."""

LIKELY, POSSIBLE = Danger(0.0, WALKED_INTO), Danger(0.0, STRAYED_INTO)
"""What the enemy does to a hex that nobody holds."""
NOTHING = (0.0, -1)
"""What a unit attacks that stands beside no enemy, and what that promises."""


class Moves:
    """The orders of one force for a movement phase."""

    def __init__(self, survey: Survey, orders: Orders, picture: Picture | None = None) -> None:
        self.survey, self.orders = survey, orders
        self.picture = picture if picture is not None else Picture(survey, orders)
        self.ground = survey.ground
        self.units: Sequence[int] = survey.movable
        start = survey.p.where
        self.where: dict[int, int] = {unit: start[unit] for unit in survey.own}
        """Where every unit goes, or stays."""
        self.start = dict(self.where)
        self.stacks: dict[int, list[int]] = {}
        for unit, place in self.where.items():
            self.stacks.setdefault(place, []).append(unit)
        self.occupied: HexSet = of(self.stacks)
        self.attack: dict[int, dict[int, int]] = {}
        """By enemy hex: who attacks it, and from where."""
        self.goal: dict[int, int] = {}
        """By unit: the enemy hex it attacks."""
        self.promised: dict[int, float] = {}
        """What the attack on each hex promises as it is planned."""
        self.supply = survey.ground.playable if orders.has("no_supply") else survey.supply
        self.pull = self.picture.pull if survey.turns > 1 else [0.0] * self.ground.grid.size
        """What attracts; in the last turn nobody arrives who is not there now."""
        self.line = {} if orders.has("no_lines") else self.picture.line
        self._cover_worth = COVER * orders.craft.cover
        self.garrisons = {self.ground.sites[number].place: survey.sites.get(number, 0.0) for number in survey.held
                          if self.ground.sites[number].hexes.bit_count() == 1}
        """What the sites are worth that a garrison can hold; an area has none."""
        self.covered: dict[int, int] = dict.fromkeys(self.line, 0)
        for place in self.where.values():
            self._cover(place, 1)
        self._reach: dict[int, HexSet] = {}
        self._changes: list[HexSet] = []
        """The hexes that each change of the plan made a difference to, one after the other."""
        self._looked: dict[int, int] = {}
        """By unit: how many changes there had been when its order was last looked at."""
        self._around: dict[int, HexSet] = {}
        self._dangers: dict[tuple[int, HexSet, tuple[int, ...]], Danger] = {}
        """What the enemy may do to units in a hex with these ways to it: asked again with every look at an order."""

    # -- the parts of the score ------------------------------------------------------------------------------------

    def score(self, unit: int, place: int, target: int | None = None, least: float = -inf) -> tuple[float, int]:
        """What a unit that has been lifted is worth in a hex; and the enemy hex it would attack from there: the best,
        or the one that it is told to. What cannot come to more than ``least`` is not worked out to the end."""
        posture, picture = self.orders.postures[self.ground.sector[place]], self.picture
        mates = self.stacks.get(place, ())
        value, goal = self._undisturbed(unit, place, mates, posture), -1
        if picture.contact >> place & 1:
            gain, goal = self._attack(unit, place, target)
            value += posture.attack * gain
        if picture.final or not picture.threat[place]:
            return value, goal
        if value <= least and not mates and place not in self.garrisons:
            return value, goal  # there is nobody whom it could make safer, and nothing to be held
        return value + self._guarded(unit, place, mates, posture), goal

    def _undisturbed(self, unit: int, place: int, mates: Sequence[int], posture: Posture) -> float:
        """What a unit is worth in a hex as long as nobody fights there."""
        start = self.start.get(unit)
        value = posture.aims * (self.pull[place] - (self.pull[start] if start is not None else 0.0))
        value += self.survey.lure(unit, place)
        if place in self.ground.sites_at:
            value += self._seized(place, mates, posture)
        if self.picture.final:
            return value
        if self.line:
            value += self._cover_worth * posture.cover * self._barred(place)
        return value + posture.supply * self._supplied(unit, place)

    def _attack(self, unit: int, place: int, only: int | None = None) -> tuple[float, int]:
        """The best that a unit in a hex adds to an attack, and on which hex."""
        targets = members(self.survey.targets(unit, place)) if only is None else (only,)
        best, goal = 0.0, -1
        own = self.occupied | bit(place)
        if only is not None or (targets and self.survey.must_attack):
            best = -1e9  # then it has to attack, whatever comes of it
        for target in targets:
            group = self.attack.get(target)
            gain = self.survey.promise(target, {**group, unit: place} if group else {unit: place}, own)
            gain = (gain - self.promised.get(target, 0.0)) * self.orders.emphasis(target, "destroy", "take")
            if gain > best:
                best, goal = gain, target
        return best, goal

    def _seized(self, place: int, mates: Sequence[int], posture: Posture) -> float:
        """A site is taken by whoever enters it."""
        value = 0.0
        for number in self.ground.sites_at[place]:
            worth = self.picture.wanted.get(number, 0.0)
            if worth:
                value += worth * (posture.seize * self._urgency * (SECOND if mates else 1.0) + (0.0 if mates else RAID))
        return value

    def _guarded(self, unit: int, place: int, mates: Sequence[int], posture: Posture) -> float:
        """What a unit adds to the safety of a site, less what the enemy may do to it there."""
        with_it, without = self.exposure(place, (*mates, unit)), self.exposure(place, mates)
        value = -posture.risk * (with_it.loss - without.loss)
        if place in self.garrisons and not self.orders.has("bare_sites"):
            worth = self.garrisons[place] * self.orders.emphasis(place, "hold")
            value += posture.hold * self._urgency * worth * (without.falls - with_it.falls)
        return value

    @cached_property
    def _urgency(self) -> float:
        """How much more sites count because the end is near."""
        if self.survey.turns > 1:
            return 1.0
        return FINAL if self.picture.final else LAST

    def exposure(self, place: int, units: Sequence[int]) -> Danger:
        """What the enemy's next turn may do to a hex."""
        threat = self.picture.threat[place]
        if not threat:
            return SAFE
        if not units:
            return LIKELY if self.picture.open >> place & 1 else POSSIBLE
        key = place, self.ground.near[place] & ~self.occupied, tuple(units)
        known = self._dangers.get(key)
        if known is None:
            known = self._dangers[key] = self._danger(threat, *key)
        return known

    def _danger(self, threat: float, place: int, ways: HexSet, units: Sequence[int]) -> Danger:
        """What so much strength may do to units in a hex, coming by some of these ways."""
        against = min(threat * self.orders.temper.fear, self.survey.crowd * ways.bit_count())
        found = self.survey.danger(place, units, against, ways & self.picture.walk)
        return Danger(found.loss * CONTACT, found.falls) if has(self.picture.contact, place) else found

    def _barred(self, place: int) -> float:
        """The ways that a unit in a hex closes to the enemy."""
        line, covered, value = self.line, self.covered, 0.0
        for hex in self.ground.zone[place]:
            if hex in line:
                times = covered[hex]
                value += line[hex] * (1.0 if times == 0 else AGAIN if times == 1 else 0.0)
        return value

    def _supplied(self, unit: int, place: int) -> float:
        """Leaving supply costs, coming back is worth something."""
        supply = self.supply
        if not supply >> place & 1:
            return -NO_SUPPLY
        start = self.start.get(unit)
        return RETURN * self.survey.worth(unit) if start is not None and not supply >> start & 1 else 0.0

    # -- changing the plan -----------------------------------------------------------------------------------------

    def reach(self, unit: int) -> HexSet:
        """Where a unit can be sent: wherever it can go, and its own hex."""
        found = self._reach.get(unit)
        if found is None:
            found = self._reach[unit] = self.survey.reach(unit) | bit(self.start[unit])
        return found

    def lift(self, unit: int) -> None:
        """Take a unit out of the plan."""
        place = self.where[unit]
        stack = self.stacks[place]
        stack.remove(unit)
        if not stack:
            self.occupied &= ~bit(place)
        self._cover(place, -1)
        goal = self.goal.pop(unit, -1)
        if goal >= 0:
            del self.attack[goal][unit]
            self._promise(goal)

    def drop(self, unit: int, place: int, goal: int) -> None:
        """Put it back, in a hex and with a hex to attack (or -1)."""
        self.where[unit] = place
        self.stacks.setdefault(place, []).append(unit)
        self.occupied |= bit(place)
        self._cover(place, 1)
        if goal >= 0:
            self.goal[unit] = goal
            self.attack.setdefault(goal, {})[unit] = place
            self._promise(goal)

    def _cover(self, place: int, change: int) -> None:
        if self.line:
            for hex in self.ground.zone[place]:
                if hex in self.covered:
                    self.covered[hex] += change

    def _promise(self, target: int) -> None:
        group = self.attack[target]
        self.promised[target] = self.survey.promise(target, group, self.occupied) if group else 0.0

    def is_open(self, unit: int, place: int) -> bool:
        """Whether a lifted unit finds room in a hex."""
        mates = self.stacks.get(place)
        return not mates or self.survey.room(unit, place, mates)

    # -- making the plan -------------------------------------------------------------------------------------------

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

    def adopt(self, moves: Mapping[int, tuple[int, int]]) -> None:
        """Send units where they were sent before, as far as they are still there."""
        for unit, (place, goal) in moves.items():
            if unit in self.where:
                self.lift(unit)
                self.drop(unit, place, goal if goal >= 0 and has(self.picture.foes, goal) else -1)

    def written(self) -> dict[int, tuple[int, int]]:
        """The plan, to be written down."""
        return {unit: (place, self.goal.get(unit, -1)) for unit, place in self.where.items()}

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
        p = self.survey.p
        later = p.copy(p.dice)
        for unit, place in self.where.items():  # all of them: a game may have put some where they are before the rest
            if later.where[unit] != place:
                later.put(unit, place)
        self._changes.append(self.picture.foresee(after(later)))
        self._dangers.clear()

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
            ways = self.reach(unit) & self.ground.near[target]
            if goal == target or not ways:
                continue
            self.lift(unit)
            scores = [(self.score(unit, place, target)[0], place) for place in members(ways)
                      if self.is_open(unit, place) and has(self.survey.targets(unit, place), target)]
            value, place = max(scores, default=(0.0, -1))
            if place < 0:
                self.drop(unit, before, goal)
                continue
            total += value - self.score(unit, before)[0]
            self.drop(unit, place, target)
            sent.append((unit, before, goal))
            if total > most:
                most, kept = total, len(sent)
        for unit, before, goal in reversed(sent[kept:]):
            self.lift(unit)
            self.drop(unit, before, goal)
        return kept > 0

    def gain(self, unit: int, place: int) -> float:
        """How much more a unit is worth in another hex than where it is."""
        here = self.where[unit]
        goal = self.goal.get(unit, -1)
        self.lift(unit)
        value = self.score(unit, place)[0] - self.score(unit, here)[0]
        self.drop(unit, here, goal)
        return value

    def best_of(self, unit: int, hexes: Iterable[int]) -> int:
        """The best hex for a unit among these and its own, now that the plan is being carried out."""
        self.improve(unit, hexes)
        return self.where[unit]

    def prepared(self) -> list[tuple[int, tuple[int, ...], float]]:
        """The attacks that the plan prepares, the most promising first: hex, units, points."""
        found = [(target, tuple(group), self.promised[target]) for target, group in self.attack.items() if group]
        return sorted(found, key=lambda attack: (-attack[2], attack[0]))


__all__ = ["Moves"]
