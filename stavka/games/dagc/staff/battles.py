"""Combat phases: which hex to attack, with whom, with what support; and what follows a battle."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from stavka.kit.hexset import UnitSet, has, of
from stavka.kit.position import enemy
from stavka.kit.steps import NOBODY

from ..air import may_support, ready
from ..combat import attackable, attackers_against, must_attack
from ..components import GERMAN, LAST_TURN, SOVIET
from ..position import Dagc
from ..special_units import armour_available, armour_chance
from ..zones import zone
from .doctrine import Orders
from .ground import Ground
from .odds import (
    Chances,
    Target,
    best_roll,
    can_retreat,
    differential,
    is_concentric,
    look_at,
    step_worth,
    supplied_units,
    unit_shift,
)

AIR_GAIN = {"before": 0.22, "after": 0.06}
"""The least gain for which an air army flies in each combat phase."""
ARMOUR_GAIN = 0.12


@dataclass(frozen=True, slots=True)
class Assault:
    """An attack as planned: who, with what support, how it is to be rolled, and what it promises."""

    target: int
    units: tuple[int, ...]
    air: int = NOBODY
    armour: bool = False
    lower: int = 0
    ardour: bool = False
    column: int = 0
    value: float = 0.0


class Battles:
    """Judges and plans attacks in one position."""

    def __init__(self, p: Dagc, ground: Ground, chances: Chances, orders: Orders, side: int, phase: str) -> None:
        self.p, self.ground, self.chances, self.orders = p, ground, chances, orders
        self.side, self.phase = side, phase
        self.supplied = supplied_units(p, side)
        self.zone = zone(p, side)
        self.careful = orders.knows("ardour")

    def prize(self, place: int) -> float:
        """What driving the enemy out of a hex is worth."""
        p, ground = self.p, self.ground
        worth = ground.worth.get(place, 0.0)
        if self.side == SOVIET:
            value = worth if not has(p.control, place) else 0.0
        else:
            value = worth if has(p.control, place) else 0.0
            value += 0.3 if p.turn == LAST_TURN else 0.0
        return 0.15 + value

    def target(self, place: int) -> Target:
        """An enemy hex, looked at from our side."""
        target = look_at(self.p, self.side, place, self.phase, self.prize(place))
        if self.orders.knows("surround"):
            target.stuck = not can_retreat(self.p, self.side, place, self.zone, self.p.occupied[self.side])
        return target

    def column(self, target: Target, units: Sequence[int]) -> int:
        """The column of an attack without support, before the table's ends are applied."""
        p = self.p
        hexes = {p.where[unit] for unit in units}
        strength = sum(p.factor(unit) for unit in units)
        column = p.layout.crt.column(differential(p, target, strength, hexes)) + target.shift
        if not target.immune:
            hands = self.ground.hands[target.place]
            column += is_concentric(hands[hex] for hex in hexes)
        return column + unit_shift(p, self.side, units, self.supplied)

    def judge(self, target: Target, units: Sequence[int], support: int = 0) -> tuple[float, int, int, bool]:
        """Expectation, column, columns to lower and ardour of an attack with some support."""
        p = self.p
        column = p.layout.crt.clamp(self.column(target, units) + support)
        worths = [step_worth(p, unit) * self.orders.temper.thrift for unit in units]
        value, lower, ardour = best_roll(self.chances, target, column, sum(worths), min(worths), self.careful)
        return value, column, lower, ardour

    def assault(self, place: int, forced: bool = False, others: UnitSet = 0) -> Assault | None:
        """The best attack on a hex; ``others`` are units that have something else to attack."""
        p = self.p
        able = attackers_against(p, self.side, place)
        if not able:
            return None
        target = self.target(place)
        best: Assault | None = None
        for front in {p.layout.is_front(unit) for unit in able}:
            group = [unit for unit in able if p.layout.is_front(unit) == front]
            planned = self._with_support(target, self._trim(target, group, forced, others))
            if best is None or planned.value > best.value:
                best = planned
        return best

    def _trim(self, target: Target, group: list[int], forced: bool, others: UnitSet) -> list[int]:
        """Leave out the units that add nothing and could fight elsewhere."""
        value = self.judge(target, group)[0]
        for unit in sorted(group, key=lambda unit: (self.p.factor(unit), unit)):
            if len(group) == 1 or (forced and not others >> unit & 1 and self.orders.knows("bagration")):
                continue
            rest = [other for other in group if other != unit]
            without = self.judge(target, rest)[0]
            spare = 0.02 if others >> unit & 1 else -1e-9
            if without >= value - spare:
                group, value = rest, without
        return group

    def _with_support(self, target: Target, units: list[int]) -> Assault:
        p = self.p
        value, column, lower, ardour = self.judge(target, units)
        air, armour = NOBODY, False
        if self.side == SOVIET and self.orders.knows("air_support"):
            flying = [army for army in ready(p) if may_support(p, army, tuple(units))]
            if flying:
                supported = self.judge(target, units, 1)
                least = AIR_GAIN[self.phase] if value > self.orders.temper.least else 0.1
                if supported[0] - value >= least:
                    air = flying[0]
                    value, column, lower, ardour = supported
        if self.side == GERMAN and self.orders.knows("armour") and armour_available(p, self.side, units):
            fails_from = armour_chance(p) or 1
            supported = self.judge(target, units, 1)
            gain = (supported[0] - value) * (fails_from - 1) / 6
            if gain >= ARMOUR_GAIN and supported[0] > self.orders.temper.least:
                armour, value = True, value + gain
        return Assault(target.place, tuple(units), air, armour, lower, ardour, column, value)

    def plan(self, offered: Iterable[int] | None = None) -> list[Assault]:
        """All attacks worth making, the best first; no unit twice. ``offered`` are the hexes that can be attacked."""
        p, side = self.p, self.side
        places = attackable(p, side) if offered is None else list(offered)
        forced = must_attack(p, side, self.phase)
        able = {place: of(attackers_against(p, side, place)) for place in places}
        spent: UnitSet = 0
        plans: list[Assault] = []
        options = []
        for place in places:
            others = 0
            for other, units in able.items():
                if other != place:
                    others |= units
            found = self.assault(place, forced, others)
            if found is not None:
                options.append(found)
        for found in sorted(options, key=lambda found: (-found.value, found.target)):
            if of(found.units) & spent or (found.value < self.orders.temper.least and not forced):
                continue
            plans.append(found)
            spent |= of(found.units)
        if forced and not plans and options:
            plans = [max(options, key=lambda found: (found.value, -found.target))]
        return plans

    def best_rejected(self, plans: Sequence[Assault]) -> Assault | None:
        """The best attack that was left alone, if any."""
        chosen = {plan.target for plan in plans}
        options = [found for place in attackable(self.p, self.side) if place not in chosen
                   and (found := self.assault(place)) is not None]
        return max(options, key=lambda found: (found.value, -found.target), default=None)

    def next_attack(self, offered: Iterable[int]) -> Assault | None:
        """The attack to make now, or none."""
        plans = self.plan(offered)
        return plans[0] if plans else None


# -- After the battle ----------------------------------------------------------------------------------------------


def exposure(p: Dagc, ground: Ground, side: int, place: int, joining: Sequence[int] = ()) -> float:
    """What standing in a hex may cost: adjacent enemy strength against what defends there."""
    layout = p.layout
    against = sum(p.factor(unit) for hex in ground.neighbours[place] if has(p.occupied[enemy(side)], hex)
                  for unit in p.at(hex) if not layout.localities >> unit & 1)
    units = [*p.at(place), *joining]
    own = sum(p.factor(unit) for unit in units) + layout.terrain_defence[place] + layout.place_defence.get(place, 0)
    own += layout.entrenchment_defence if has(layout.entrenchments[side], place) else 0
    return max(0.0, min(1.0, (against - own + 1) / 9)) * sum(step_worth(p, unit) for unit in units)


def advance_worth(p: Dagc, ground: Ground, side: int, unit: int, place: int, caution: float) -> float:
    """Whether a unit should advance into a vacated hex."""
    worth = ground.worth.get(place, 0.0)
    taken = worth if place in ground.worth and has(p.control, place) != (side == SOVIET) else 0.0
    leaves = p.where[unit]
    value = taken + _progress(p, ground, side, leaves, place)
    if len(p.at(leaves)) == 1 and leaves in ground.worth:
        value -= 0.5 * ground.worth[leaves]
    value -= caution * (exposure(p, ground, side, place, [unit]) - exposure(p, ground, side, leaves))
    return value


def _progress(p: Dagc, ground: Ground, side: int, here: int, there: int) -> float:
    """Coming nearer to the nearest place the enemy still holds."""
    if side == GERMAN:
        return -0.05
    wanted = [place for place in p.layout.points if not has(p.control, place)]
    if not wanted:
        return 0.0
    before = min(ground.distance[place][here] - 2 * ground.worth[place] for place in wanted)
    after = min(ground.distance[place][there] - 2 * ground.worth[place] for place in wanted)
    return 0.2 + 0.15 * (before - after)
