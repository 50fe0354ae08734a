"""Who attacks whom, when everybody in contact must (12.1 - 12.5): all battles of a phase planned together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from stavka.kit.hexset import HexSet, bit, has, members, of
from stavka.kit.steps import BUTTON, HEX, UNIT, Options
from stavka.kit.sums import added
from stavka.staff.battles import Assault
from stavka.staff.mind import Click, ForceMind

from ..combat import able, contact
from ..position import Rttr
from .survey import SectorSurvey

LEFT_OVER: Final = 4.0
"""What it costs to leave somebody over who must be attacked: he will be attacked together with another, badly."""
ROUNDS: Final = 3
"""How often every stack's target is looked at again."""


class Battle(NamedTuple):
    """Stacks against a hex, and what that promises."""

    target: int
    stacks: tuple[int, ...]
    value: float


class Pairing:
    """Every stack in contact with a hex to attack, improved one stack at a time."""

    def __init__(self, survey: SectorSurvey) -> None:
        self.survey, p = survey, survey.p
        self.touching = contact(p, survey.sector, survey.german)
        self.units = {place: able(p, place) for place in self.touching.foes}
        self.goal: dict[int, int | None] = {}
        self._known: dict[tuple[int, HexSet], float] = {}
        self._twofold: dict[tuple[int, int, HexSet], float] = {}

    def value(self, target: int, stacks: HexSet) -> float:
        """What some stacks bring against a hex; nobody against one who must be attacked is bad."""
        key = target, stacks
        if key not in self._known:
            if not stacks:
                self._known[key] = -LEFT_OVER if has(self.touching.bound, target) else 0.0
            else:
                group = {unit: place for place in members(stacks) for unit in self.units[place]}
                self._known[key] = self.survey.judged((target,), group)[0]
        return self._known[key]

    def plan(self) -> list[Battle]:
        """The battles, the best first."""
        sides: dict[int, HexSet] = dict.fromkeys(members(self.touching.defenders), 0)
        order = sorted(self.units, key=lambda place: (self.touching.foes[place].bit_count(), place))
        for _ in range(ROUNDS):
            changed = False
            for place in order:
                old = self.goal.get(place)
                if old is not None:
                    sides[old] &= ~bit(place)
                new = self._best(place, sides)
                if new is not None:
                    sides[new] |= bit(place)
                changed |= new != old
                self.goal[place] = new
            if not changed:
                break
        self._bring_together(sides)
        if self.survey.orders.craft.combines:
            self._look_at_all(sides, order)
        battles = [Battle(target, tuple(members(stacks)), self.value(target, stacks))
                   for target, stacks in sides.items() if stacks]
        return sorted(battles, key=lambda battle: (-battle.value, battle.target))

    def _bring_together(self, sides: dict[int, HexSet]) -> None:
        """Stacks that gain nothing one by one may gain something all together."""
        for target in sides:
            idle = of([place for place, foes in self.touching.foes.items()
                       if self.goal.get(place) is None and has(foes, target)])
            gain = self.value(target, sides[target] | idle) - self.value(target, sides[target])
            if idle and gain > self.survey.orders.temper.least:
                sides[target] |= idle
                self.goal.update(dict.fromkeys(members(idle), target))

    def _look_at_all(self, sides: dict[int, HexSet], order: Sequence[int]) -> None:
        """Send stacks elsewhere where all battles together gain by it."""
        total = self._total(sides)
        for _ in range(ROUNDS):
            before = total
            for place in order:
                old = self.goal[place]
                ways: list[int | None] = [*members(self.touching.foes[place])]
                for new in ways if has(self.touching.bound, place) else [*ways, None]:
                    changed = self._sent(sides, place, new)
                    gained = self._total(changed)
                    if gained > total:
                        total, old = gained, new
                sides.update(self._sent(sides, place, old))
                self.goal[place] = old
            if total == before:
                break

    def _sent(self, sides: Mapping[int, HexSet], place: int, target: int | None) -> dict[int, HexSet]:
        """The battles with one stack sent against another hex, or left out."""
        changed = {hex: stacks & ~bit(place) for hex, stacks in sides.items()}
        if target is not None:
            changed[target] |= bit(place)
        return changed

    def _total(self, sides: Mapping[int, HexSet]) -> float:
        """What all battles bring, with those that somebody will be forced to (12.4b)."""
        return added([self.value(target, stacks) if stacks or not has(self.touching.bound, target)
                      else self._forced(target, sides) for target, stacks in sides.items()])

    def _forced(self, target: int, sides: Mapping[int, HexSet]) -> float:
        """What the best way costs to attack a hex that nobody is sent against: with stacks that had stayed out, or by
        those who attack another hex, both hexes at once (12.5)."""
        foes = self.touching.foes
        facing = of([place for place in self.units if has(foes[place], target)])
        busy = added(sides.values())
        ways = [self.value(target, bit(place)) for place in members(facing & ~busy)]
        ways += [self._both(other, target, stacks) - self.value(other, stacks)
                 for other, stacks in sides.items() if stacks and not stacks & ~facing]
        return max(ways, default=-LEFT_OVER)

    def _both(self, target: int, other: int, stacks: HexSet) -> float:
        """What some stacks bring against two hexes at once."""
        key = target, other, stacks
        if key not in self._twofold:
            group = {unit: place for place in members(stacks) for unit in self.units[place]}
            self._twofold[key] = self.survey.judged((target, other), group)[0]
        return self._twofold[key]

    def _best(self, place: int, sides: dict[int, HexSet]) -> int | None:
        """The hex where a stack adds most; none, if it may stay out and adds nothing anywhere."""
        bound = has(self.touching.bound, place)
        best, goal = (-1e9 if bound else self.survey.orders.temper.least), None
        for target in members(self.touching.foes[place]):
            gain = self.value(target, sides[target] | bit(place)) - self.value(target, sides[target])
            if gain > best:
                best, goal = gain, target
        return goal


def choose_target(mind: ForceMind, p: Rttr, options: Options) -> Click | None:
    """The best of the planned battles that can be begun; if none has to be, none that promises too little."""
    survey = mind.survey(p)
    assert isinstance(survey, SectorSurvey)
    free = "end_phase" in options.buttons
    pairing = Pairing(survey)
    planned = [Assault(battle.target, tuple(unit for place in battle.stacks for unit in pairing.units[place]),
                       battle.value) for battle in pairing.plan()]
    mind.assaults = [assault for assault in planned if not free or assault.value >= mind.orders.temper.least]
    for assault in mind.assaults:
        if assault.target in options.hexes:
            mind.assault = assault
            return HEX, assault.target
    if free:
        return BUTTON, "end_phase"
    mind.assault = None
    return HEX, options.hexes[0]


def put_together(mind: ForceMind, p: Rttr, options: Options) -> Click | None:
    """Name the planned units; then whoever has to be in it, by what is least bad; then roll on the better table."""
    survey = mind.survey(p)
    assert isinstance(survey, SectorSurvey)
    targets, named = options.about.targets, options.about.group
    if mind.assault is not None and mind.assault.target == targets[0]:
        wanted = [unit for unit in mind.assault.units if unit in options.units]
        if wanted:
            return UNIT, wanted[0]
    if options.buttons:
        table = _judge(survey, p, targets, named)[1]
        return BUTTON, table if table in options.buttons else options.buttons[0]
    return _least_bad(survey, p, options)


def _least_bad(survey: SectorSurvey, p: Rttr, options: Options) -> Click:
    """Somebody has to join, or another hex to be attacked as well."""
    targets, named = tuple(options.about.targets), list(options.about.group)
    ways: list[tuple[float, Click]] = []
    for place in {p.where[unit] for unit in options.units}:
        stack = able(p, place)
        ways.append((_judge(survey, p, targets, [*named, *stack])[0], (UNIT, stack[0])))
    if named:
        ways += [(_judge(survey, p, (*targets, place), named)[0], (HEX, place)) for place in options.hexes]
    elif not options.units:
        ways += [(0.0, (HEX, place)) for place in options.hexes]
    return max(ways, key=lambda way: (way[0], way[1][0], -way[1][1]))[1]


def _judge(survey: SectorSurvey, p: Rttr, targets: Sequence[int], units: Sequence[int]) -> tuple[float, str]:
    return survey.judged(targets, {unit: p.where[unit] for unit in units})


__all__ = ["Pairing", "choose_target", "put_together"]
