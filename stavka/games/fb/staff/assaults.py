"""Assaults and defensive fire: every one judged by its exact chance, with the support that is worth its price."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from stavka.kit.hexset import UnitSet, bit, has, members, of

from ..assault import attackers_against, captured_available, goliath_available
from ..components import GERMAN, SOVIET, WORN_OUT
from .odds import force, resistance, strongest_group
from .survey import FbSurvey

LEAST = 0.015
"""Assaults that promise less are not made; they cost nothing but may make fanatics (10.6)."""
HANDS = 0.006
"""What a unit is worth to the other assaults of the phase."""
BESIDE = 0.08
"""What hitting somebody next to a victory hex is worth, in parts of that hex."""
SUPPLY_PRICE, IDLE_PRICE, LATE_PRICE = 0.075, 0.04, 0.02
"""What a supply level is worth: while worn-out units wait for it (6.4), while none do, and when time runs out."""
PLENTY, CHEAPER = 3, 0.6
"""Levels for each unit that waits (and two more) that are plenty, and what a level is worth then."""
FANATIC_COST = 0.09
"""What it costs the Red Army to make a fanatic (10.6)."""
GOLIATH_PRICE, CAPTURED_GAIN = 0.05, 0.06
"""What a Goliath costs while there is time to use it elsewhere, and the gain for which the captured ones are spent."""
PACE = 2.0
"""Goliaths a turn that are as many as will be needed: with fewer left for each turn each costs more."""
STAND_OFF, LAST_STAND = 0.25, 0.6
"""What it is worth to the Germans that nobody stands in a victory hex, and in the last turn."""
APPROACH = 0.06
"""The same for a hex next to one that they hold."""
CROWD = 6
"""Red Army units behind a hex that make it worth closing with chemical weapons."""


class Planned(NamedTuple):
    """An assault as planned: who, with what support, at what odds, and what it promises."""

    target: int
    units: tuple[int, ...]
    chance: float
    value: float
    artillery: int = 0
    goliath: bool = False
    captured: bool = False


def supply_price(survey: FbSurvey) -> float:
    """What spending a supply level costs in victory hexes."""
    p = survey.p
    waiting = len(p.at(p.box(WORN_OUT)))
    if survey.turns <= 2:
        return 0.0 if survey.turns == 1 else LATE_PRICE
    price = SUPPLY_PRICE if waiting else IDLE_PRICE
    return price * (CHEAPER if p.supply > PLENTY * (waiting + 2) else 1.0)


class Assaults:
    """Judges and plans assaults and defensive fire in one position."""

    def __init__(self, survey: FbSurvey) -> None:
        self.survey, self.p, self.chances, self.side = survey, survey.p, survey.chances, survey.side

    def worth(self, target: int) -> float:
        """What hitting an enemy unit is worth: the unit, and its part of the hex it holds."""
        p, place = self.p, self.p.where[target]
        crowd = len(p.at(place))
        value = self.survey.worth(target) + self.survey.prize(place) / crowd
        if not has(p.layout.victory_hexes, place) and self.survey.ground.near[place] & p.layout.victory_hexes:
            value += BESIDE / crowd
        return value * self.survey.orders.emphasis(place, "destroy", "take")

    def chance(self, target: int, units: Sequence[int], support: int = 0) -> float:
        """9.4 The chance of an assault."""
        return self.chances.hit(force(self.p, units) + support, resistance(self.p, target, self.p.where[target]))

    def group(self, target: int, able: Sequence[int], others: UnitSet) -> list[int]:
        """The units for an assault: the strongest group, less those without whom it is as good."""
        group = strongest_group(self.p, able)
        enough = self.chances.enough(resistance(self.p, target, self.p.where[target]))
        for unit in sorted(group, key=lambda unit: (not others >> unit & 1, self.survey.strength(unit), unit)):
            rest = [other for other in group if other != unit]
            if rest and force(self.p, rest) >= enough:
                group = rest
        return group

    def assault(self, target: int, others: UnitSet = 0) -> Planned | None:
        """The best assault on a unit; ``others`` are units that could assault somebody else."""
        able = attackers_against(self.p, self.side, target)
        if not able:
            return None
        units = self.group(target, able, others)
        plan = self._supported(target, units)
        value = plan.value - HANDS * len([unit for unit in units if others >> unit & 1])
        if self._wakes(target):
            value -= FANATIC_COST * (1 - plan.chance)
        return plan._replace(value=value)

    def _wakes(self, target: int) -> bool:
        """10.6 Whether a miss makes a fanatic."""
        p = self.p
        return self.side == SOVIET and has(p.layout.starred & ~p.fanatic, target) and not p.fanaticism_over

    def _supported(self, target: int, units: Sequence[int]) -> Planned:
        """Guns, Goliaths or captured Goliaths, if they bring more than they cost."""
        p, layout, worth = self.p, self.p.layout, self.worth(target)
        chance = self.chance(target, units)
        best = Planned(target, tuple(units), chance, chance * worth)
        if captured_available(p, self.side, units):
            better = self.chance(target, units, layout.captured_value)
            if (better - chance) * worth >= CAPTURED_GAIN or (self.survey.turns <= 2 and better > chance):
                return best._replace(chance=better, value=better * worth, captured=True)
        if self.side == SOVIET:
            return best
        paid, extra = 0.0, 0
        if goliath_available(p, self.side):
            paid, extra = self._goliath_price(), layout.goliath_value
            better = self.chance(target, units, extra)
            if better * worth - paid > best.value:
                best = best._replace(chance=better, value=better * worth - paid, goliath=True)
        for levels in range(1, min(layout.artillery_most, p.supply) + 1):  # 8.3.3
            better = self.chance(target, units, levels * layout.artillery_value + (extra if best.goliath else 0))
            value = better * worth - supply_price(self.survey) * levels - (paid if best.goliath else 0.0)
            if value > best.value:
                best = best._replace(chance=better, value=value, artillery=levels)
        return best

    def _goliath_price(self) -> float:
        """What a Goliath costs: they have to last, and nothing is kept for after the end."""
        return GOLIATH_PRICE * min(2.0, self.survey.turns / (PACE * self.p.goliaths))

    def plan(self, targets: Iterable[int]) -> list[Planned]:
        """The assaults worth making among these targets, the best first; no unit twice."""
        able = {target: of(attackers_against(self.p, self.side, target)) for target in targets}
        found = []
        for target in able:
            others = 0
            for other, units in able.items():
                others |= units if other != target else 0
            planned = self.assault(target, others)
            if planned is not None and planned.value >= LEAST:
                found.append(planned)
        found.sort(key=lambda planned: (-planned.value, planned.target))
        spent, plans = 0, []
        for planned in found:
            if not of(planned.units) & spent:
                plans.append(planned)
                spent |= of(planned.units)
        return plans

    # -- defensive fire (9.10) -------------------------------------------------------------------------------------

    def fire(self, target: int, able: Sequence[int]) -> tuple[list[int], int, float]:
        """The units that fire at an enemy who has entered a hex, the supply levels spent on it, and the chance."""
        p = self.p
        units, place = strongest_group(p, able), p.where[target]
        strength, number = force(p, units), resistance(p, target, place, defensive=True)
        chance = self.chances.hit(strength, number)
        if self.side == SOVIET:
            sleeping = self._wakes(target) and chance * self.worth(target) < FANATIC_COST * (1 - chance)
            return ([], 0, 0.0) if sleeping else (units, 0, chance)
        worth, price = self.survey.worth(target) + self._approach(place), supply_price(self.survey)
        hits = [self.chances.hit(strength + level * p.layout.artillery_value, number)
                for level in range(min(p.layout.artillery_most, p.supply) + 1)]
        best = max(range(len(hits)), key=lambda level: (hits[level] * worth - price * level, -level))
        return units, best, hits[best]

    def _approach(self, place: int) -> float:
        """What it is worth to the Germans that nobody stands in a hex: it may be a victory hex, or next to one."""
        p, victory = self.p, self.p.layout.victory_hexes
        if has(victory, place):
            return STAND_OFF if self.survey.turns > 1 else LAST_STAND
        return APPROACH if self.survey.ground.near[place] & victory & ~p.control & p.occupied[GERMAN] else 0.0

    def worth_gassing(self, target: int, came_from: int) -> bool:
        """10.5.2 Whether to close the hex with chemical weapons: where the enemy masses before a victory hex."""
        p, ground, turns = self.p, self.survey.ground, self.survey.turns
        place = p.where[target]
        if has(p.layout.victory_hexes, place):
            return turns <= 2 * p.chemicals + 2
        if not ground.near[place] & p.layout.victory_hexes & ~p.control & p.occupied[GERMAN]:
            return False
        behind = p.occupied[SOVIET] & ground.within(bit(came_from), 2)
        return sum(len(p.at(hex)) for hex in members(behind)) >= CROWD or turns <= p.chemicals + 1



__all__ = ["FANATIC_COST", "SUPPLY_PRICE", "Assaults", "Planned"]
