"""Where every unit of a force is to stand, and what it is worth there.

What a unit is worth in a hex, all other orders given, is a sum of named parts, in points: what attracts, the attack
that it makes possible, a site taken or guarded, the danger, the line, supply, and what the game adds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from math import inf

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
LIKELY, POSSIBLE = Danger(0.0, WALKED_INTO), Danger(0.0, STRAYED_INTO)
"""What the enemy does to a hex that nobody holds."""
COMPELLED = -1e9
"""Whoever has to attack takes the best there is, however bad."""


class Disposition:
    """Where the units of one force are to stand, and what they are to attack from there."""

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
            best = COMPELLED
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

    def confine(self, unit: int, hexes: HexSet) -> None:
        """Send a unit nowhere but to these hexes from now on; it may stay where it is."""
        self._reach[unit] = self.reach(unit) & hexes | bit(self.start[unit])

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

    # -- what is asked of it ---------------------------------------------------------------------------------------

    def gain(self, unit: int, place: int) -> float:
        """How much more a unit is worth in another hex than where it is."""
        here = self.where[unit]
        goal = self.goal.get(unit, -1)
        self.lift(unit)
        value = self.score(unit, place)[0] - self.score(unit, here)[0]
        self.drop(unit, here, goal)
        return value

    def adopt(self, moves: Mapping[int, tuple[int, int]]) -> None:
        """Send units where they were sent before, as far as they are still there."""
        for unit, (place, goal) in moves.items():
            if unit in self.where:
                self.lift(unit)
                self.drop(unit, place, goal if goal >= 0 and has(self.picture.foes, goal) else -1)

    def written(self) -> dict[int, tuple[int, int]]:
        """The plan, to be written down."""
        return {unit: (place, self.goal.get(unit, -1)) for unit, place in self.where.items()}

    def prepared(self) -> list[tuple[int, tuple[int, ...], float]]:
        """The attacks that the plan prepares, the most promising first: hex, units, points."""
        found = [(target, tuple(group), self.promised[target]) for target, group in self.attack.items() if group]
        return sorted(found, key=lambda attack: (-attack[2], attack[0]))


__all__ = ["Disposition"]
