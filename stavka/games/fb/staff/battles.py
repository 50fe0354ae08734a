"""Assaults and defensive fire: which unit to attack, with whom, and what to spend on it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from stavka.kit.hexset import UnitSet, bit, has, members, of
from stavka.kit.position import enemy

from ..assault import attackers_against, captured_available, goliath_available
from ..components import GERMAN, SOVIET, WORN_OUT
from ..position import Breslau
from .doctrine import Orders
from .ground import Ground
from .odds import Chances, force, power, resistance, strongest_group, unit_worth
from .picture import turns_left

LEAST = 0.015
"""Assaults that promise less are not made; they cost nothing but may make fanatics (10.6)."""
HANDS = 0.006
"""What a unit is worth to the other assaults of the phase."""
PRIZE = 0.55
"""The part of a victory hex that driving its last defender out is worth."""
SUPPLY_PRICE, IDLE_PRICE = 0.075, 0.04
"""What a supply level is worth: while worn-out units wait for it (6.4), and while none do."""
FANATIC_COST = 0.09
"""What it costs the Red Army to make a fanatic (10.6)."""
GOLIATH_PRICE, CAPTURED_GAIN = 0.05, 0.06
"""What a Goliath costs while there is time to use it elsewhere, and the gain for which the captured ones are spent."""
CROWD = 6
"""Red Army units behind a hex that make it worth closing with chemical weapons."""
CARELESS_PRICE = 0.02
"""What a supply level costs somebody who does not save."""


@dataclass(frozen=True, slots=True)
class Assault:
    """An assault as planned: who, with what support, at what odds, and what it promises."""

    target: int
    units: tuple[int, ...]
    artillery: int = 0
    goliath: bool = False
    captured: bool = False
    chance: float = 0.0
    value: float = 0.0


def supply_price(p: Breslau, orders: Orders) -> float:
    """What spending a supply level costs in victory hexes."""
    left = turns_left(p)
    if not orders.knows("save_supply"):
        return CARELESS_PRICE
    waiting = len(p.at(p.box(WORN_OUT)))
    if left <= 2:
        return 0.0 if left == 1 else CARELESS_PRICE
    price = SUPPLY_PRICE if waiting and orders.knows("refit") else IDLE_PRICE
    return price * (0.6 if p.supply > 3 * (waiting + 2) else 1.0)


class Battles:
    """Judges and plans assaults and defensive fire in one position."""

    def __init__(self, p: Breslau, ground: Ground, chances: Chances, orders: Orders, side: int) -> None:
        self.p, self.ground, self.chances, self.orders, self.side = p, ground, chances, orders, side

    def doctrine_of(self, place: int) -> float:
        """How freely things are spent in the sector of a hex."""
        return self.orders.doctrines[self.ground.sector[place]].spend

    def worth(self, target: int) -> float:
        """What hitting an enemy unit is worth: the unit, and its part of the hex it holds."""
        p, place = self.p, self.p.where[target]
        value = unit_worth(p, target)
        crowd = len(p.at(place))
        if has(p.layout.victory_hexes, place):
            held = p.controls(enemy(self.side), place)
            value += PRIZE / crowd if held else 0.0
        elif self.ground.near[place] & p.layout.victory_hexes:
            value += 0.08 / crowd
        if self.side == GERMAN and not self.orders.knows("counter_assault"):
            value *= 0.6
        return value

    def chance(self, target: int, units: Sequence[int], support: int = 0) -> float:
        """9.4 The chance of an assault."""
        return self.chances.hit(force(self.p, units) + support, resistance(self.p, target, self.p.where[target]))

    def group(self, target: int, able: Sequence[int], others: UnitSet) -> list[int]:
        """The units for an assault: the strongest group, less those without whom it is as good."""
        group = strongest_group(self.p, able, self.orders.knows("combined_arms"))
        if not self.orders.knows("economy_of_force"):
            return group
        enough = self.chances.enough(resistance(self.p, target, self.p.where[target]))
        for unit in sorted(group, key=lambda unit: (not others >> unit & 1, power(self.p, unit), unit)):
            rest = [other for other in group if other != unit]
            if rest and force(self.p, rest) >= enough:
                group = rest
        return group

    def assault(self, target: int, others: UnitSet = 0) -> Assault | None:
        """The best assault on a unit; ``others`` are units that could assault somebody else."""
        p = self.p
        able = attackers_against(p, self.side, target)
        if not able:
            return None
        units = self.group(target, able, others)
        worth = self.worth(target)
        chance = self.chance(target, units)
        plan = self._support(target, units, worth, chance)
        busy = len([unit for unit in units if others >> unit & 1])
        value = plan.value - HANDS * busy
        if self.side == SOVIET and self._wakes(target):
            value -= FANATIC_COST * (1 - plan.chance)
        return Assault(target, tuple(units), plan.artillery, plan.goliath, plan.captured, plan.chance, value)

    def _wakes(self, target: int) -> bool:
        """10.6 Whether a miss makes a fanatic."""
        p = self.p
        fresh = has(p.layout.starred & ~p.fanatic, target) and not p.fanaticism_over
        return fresh and self.orders.knows("spare_fanatics")

    def _support(self, target: int, units: list[int], worth: float, chance: float) -> Assault:
        """Guns, Goliaths or captured Goliaths, if they bring more than they cost."""
        p, layout = self.p, self.p.layout
        best = Assault(target, tuple(units), chance=chance, value=chance * worth)
        spend = self.doctrine_of(p.where[target])
        if captured_available(p, self.side, units) and self.orders.knows("captured_goliaths"):
            better = self.chance(target, units, layout.captured_value)
            if (better - chance) * worth >= CAPTURED_GAIN / spend or (turns_left(p) <= 2 and better > chance):
                return Assault(target, tuple(units), captured=True, chance=better, value=better * worth)
        if self.side != GERMAN:
            return best
        if goliath_available(p, self.side) and self.orders.knows("goliaths"):
            better = self.chance(target, units, layout.goliath_value)
            price = GOLIATH_PRICE * min(1.0, turns_left(p) / (2.0 * p.goliaths)) / spend
            if better * worth - price > best.value:
                best = Assault(target, tuple(units), goliath=True, chance=better, value=better * worth - price)
        if self.orders.knows("artillery_fire"):
            best = self._guns(target, units, worth, best, spend)
        return best

    def _guns(self, target: int, units: list[int], worth: float, best: Assault, spend: float) -> Assault:
        """8.3.3 Up to three supply levels for an assault."""
        p, layout = self.p, self.p.layout
        price = supply_price(p, self.orders) / spend
        for levels in range(1, min(layout.artillery_most, p.supply) + 1):
            support = levels * layout.artillery_value + (layout.goliath_value if best.goliath else 0)
            better = self.chance(target, units, support)
            value = better * worth - price * levels - (GOLIATH_PRICE if best.goliath else 0.0)
            if value > best.value + 1e-9:
                best = Assault(target, tuple(units), levels, best.goliath, chance=better, value=value)
        return best

    def plan(self, targets: Iterable[int]) -> list[Assault]:
        """The assaults worth making among these targets, the best first; no unit twice."""
        p, side = self.p, self.side
        able = {target: of(attackers_against(p, side, target)) for target in targets}
        found = []
        for target in able:
            others = 0
            for other, units in able.items():
                if other != target:
                    others |= units
            planned = self.assault(target, others)
            if planned is not None and planned.value >= LEAST:
                found.append(planned)
        found.sort(key=lambda planned: (-planned.value, planned.target))
        spent: UnitSet = 0
        plans = []
        for planned in found:
            if not of(planned.units) & spent:
                plans.append(planned)
                spent |= of(planned.units)
        return plans

    # -- defensive fire (9.10) -------------------------------------------------------------------------------------

    def fire(self, target: int, able: Sequence[int]) -> tuple[list[int], int, float]:
        """The units that fire at an enemy who has entered a hex, the supply levels spent on it, and the chance."""
        p = self.p
        units = strongest_group(p, able, self.orders.knows("combined_arms") or self.side == GERMAN)
        place = p.where[target]
        strength, number = force(p, units), resistance(p, target, place, defensive=True)
        chance = self.chances.hit(strength, number)
        if self.side == SOVIET:
            worth = self.worth(target)
            sleeping = self._wakes(target) and chance * worth < FANATIC_COST * (1 - chance)
            return ([], 0, 0.0) if sleeping else (units, 0, chance)
        if not self.orders.knows("artillery_fire"):
            return units, 0, chance
        worth = unit_worth(p, target) + self._approach(place)
        price = supply_price(p, self.orders) / self.doctrine_of(place)
        levels = range(min(p.layout.artillery_most, p.supply) + 1)
        best = max(levels, key=lambda level: (
            self.chances.hit(strength + level * p.layout.artillery_value, number) * worth - price * level, -level))
        return units, best, self.chances.hit(strength + best * p.layout.artillery_value, number)

    def _approach(self, place: int) -> float:
        """What it is worth to the Germans that nobody stands in a hex: it may be a victory hex, or next to one."""
        p, victory = self.p, self.p.layout.victory_hexes
        if has(victory, place):
            return 0.25 if turns_left(p) > 1 else 0.6
        held = self.ground.near[place] & victory & ~p.control & p.occupied[GERMAN]
        return 0.06 if held else 0.0

    def worth_gassing(self, target: int, came_from: int) -> bool:
        """10.5.2 Whether to close the hex with chemical weapons: where the enemy masses before a victory hex."""
        p = self.p
        place = p.where[target]
        if not self.orders.knows("chemicals"):
            return False
        victory = p.layout.victory_hexes & ~p.control
        if has(p.layout.victory_hexes, place):
            return turns_left(p) <= 2 * p.chemicals + 2
        if not self.ground.near[place] & victory & p.occupied[GERMAN]:
            return False
        behind = p.occupied[SOVIET] & self.ground.within(bit(came_from), 2)
        crowd = sum(len(p.at(hex)) for hex in members(behind))
        return crowd >= CROWD or turns_left(p) <= p.chemicals + 1
