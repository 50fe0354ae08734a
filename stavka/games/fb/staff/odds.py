"""Exact chances, and what they are worth: of assaults and defensive fire with the support that pays, of bombardment."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from stavka.kit.hexset import bit, has
from stavka.kit.sums import added

from ..assault import captured_available, goliath_available, is_combined
from ..bombardment import is_disorganised, is_success
from ..components import GERMAN, SOVIET, Fortress
from ..position import Breslau

if TYPE_CHECKING:
    from .survey import FbSurvey

FACES = 6
NEVER = 9
"""A modifier short of the number by so much never hits; one beyond it by as much is as good as any."""

WORTH, SPECIALIST = (0.12, 0.5), 0.05
"""What a unit off the map costs its side in victory hexes, one that is back in two turns or is refitted for three
supply levels (6.4), and what a blue point adds."""
HANDS = 0.006
"""What a unit is worth to the other assaults of the phase, on the next unit of the same hex."""
SUPPLY_PRICE = 0.075
"""What a supply level is worth."""
FANATIC_COST = 0.09
"""What it costs the Red Army to make a fanatic (10.6)."""
GOLIATH_PRICE, CAPTURED_PRICE = 0.05, 0.06
"""What a Goliath costs while there is time to use it elsewhere, and what the captured ones do."""
PACE = 2.0
"""Goliaths a turn that are as many as will be needed: they have to last, and none is kept for after the end."""
GAS_TURNS = 2
"""Turns for each chemical weapon left in which the next is used, and more to go (10.5.2)."""


class Chances:
    """The chance to hit for every difference between modifier and number needed (9.4)."""

    def __init__(self, fortress: Fortress) -> None:
        faces = [die for die in range(1, FACES + 1) if die != fortress.fails_on]
        self.surest = min(faces)
        """The power short of a number by so much is enough: all faces but the unlucky one hit."""
        self._hit = [sum(die + gap >= 0 for die in faces) / FACES for gap in range(-NEVER, NEVER + 1)]
        table = fortress.bombardment
        self.disorganise = [0.0, *(added(map(is_disorganised, table[points])) / FACES for points in sorted(table))]
        """8.2.6 The chance that a bombardment of each strength disorganises."""
        self.supply_hit = [0.0, *(added(map(is_success, table[points])) / FACES for points in sorted(table))]
        """8.2.14 The chance that air points hit the supply of the fortress."""

    def hit(self, power: int, resistance: int) -> float:
        """The chance that a die with this much added to it reaches a number; the unlucky face never does."""
        return self._hit[min(max(power - resistance, -NEVER), NEVER) + NEVER]


def power(p: Breslau, unit: int) -> int:
    """9.5, 10.6 What one unit adds to the die of its side."""
    layout = p.layout
    return layout.per_unit + layout.blue[unit] + (layout.fanatic_attack if has(p.fanatic, unit) else 0)


def force(p: Breslau, units: Sequence[int]) -> int:
    """9.5 What a group adds to the die, combined arms included."""
    return added([power(p, unit) for unit in units]) + (p.layout.combined_arms if is_combined(p, units) else 0)


def resistance(p: Breslau, target: int, place: int, defensive: bool = False, disorganised: bool | None = None) -> int:
    """9.4, 9.5 What die and attackers together must reach against a unit in a hex."""
    layout = p.layout
    number = layout.hit[layout.side_of[target]][place] - layout.green[target]
    if has(p.fanatic, target):
        number -= layout.fanatic_defence
    if defensive:
        return number
    shaken = has(p.disorganised, target) if disorganised is None else disorganised
    number -= layout.terrain_modifier[place] + (layout.railway_modifier if has(layout.railway, place) else 0)
    return number - (layout.disorganised_value if shaken else 0)


def groups(p: Breslau, units: Sequence[int]) -> list[list[int]]:
    """9.2 Who may attack together: each division with all independent units, or all Germans."""
    layout = p.layout
    if not units or layout.side_of[units[0]] == GERMAN:
        return [list(units)]
    divisions = dict.fromkeys(name for unit in units if (name := layout.division[unit]) is not None)
    return [[unit for unit in units if layout.division[unit] in (None, name)] for name in divisions or ("",)]


def strongest_group(p: Breslau, units: Sequence[int]) -> list[int]:
    """9.2 The strongest group that may attack together."""
    return max(groups(p, units), key=lambda group: force(p, group))


class Planned(NamedTuple):
    """An assault on one unit as planned: what it promises, at what chance, with what support."""

    target: int = -1
    value: float = 0.0
    chance: float = 0.0
    artillery: int = 0
    goliath: bool = False
    captured: bool = False


Support = tuple[int, float, Planned]
"""What support adds to the die, what it costs, and its part of a plan."""


# -- Assaults (9.1 - 9.5) ------------------------------------------------------------------------------------------


def best_assault(survey: FbSurvey, place: int, units: Sequence[int]) -> Planned:
    """The best assault of a group on somebody in a hex who has not been assaulted yet (9.3); it keeps them busy."""
    stack = [unit for unit in survey.p.at(place) if not has(survey.p.targeted, unit)]
    best = max([supported(survey, target, units) for target in stack], key=lambda plan: plan.value)
    return best._replace(value=best.value - HANDS * len(units))


def supported(survey: FbSurvey, target: int, units: Sequence[int]) -> Planned:
    """An assault with guns, Goliaths or captured Goliaths, if they bring more than they cost."""
    return _best(survey, target, units, survey.bounty(target), _support(survey, units))


def _best(survey: FbSurvey, target: int, units: Sequence[int], worth: float, support: Iterable[Support],
          defensive: bool = False) -> Planned:
    """What units can do to a target with the support that brings most beyond what it costs."""
    p, best = survey.p, Planned(target, -1.0)
    strength, number = force(p, units), resistance(p, target, p.where[target], defensive)
    wakes = survey.side == SOVIET and has(p.layout.starred & ~p.fanatic, target) and not p.fanaticism_over  # 10.6
    for more, price, plan in support:
        chance = survey.chances.hit(strength + more, number)
        value = chance * worth - (FANATIC_COST * (1 - chance) if wakes else 0.0) - price
        if value > best.value:
            best = plan._replace(target=target, value=value, chance=chance)
    return best


def _support(survey: FbSurvey, units: Sequence[int]) -> Iterator[Support]:
    """All support that a group can have in an assault."""
    p, layout, guns = survey.p, survey.p.layout, list(_guns(survey))
    yield from guns
    if captured_available(p, survey.side, units):
        yield layout.captured_value, CAPTURED_PRICE if survey.turns > 2 else 0.0, Planned(captured=True)
    if goliath_available(p, survey.side):
        price = GOLIATH_PRICE * min(2.0, survey.turns / (PACE * p.goliaths))
        for more, cost, plan in guns:
            yield more + layout.goliath_value, cost + price, plan._replace(goliath=True)


def _guns(survey: FbSurvey) -> Iterator[Support]:
    """8.3.3 No guns, or German ones for supply."""
    p, price = survey.p, SUPPLY_PRICE if survey.turns > 1 else 0.0
    for levels in range(min(p.layout.artillery_most, p.supply) + 1 if survey.side == GERMAN else 1):
        yield levels * p.layout.artillery_value, levels * price, Planned(artillery=levels)


# -- Defensive fire (9.10) -----------------------------------------------------------------------------------------


def fire(survey: FbSurvey, target: int, able: Sequence[int]) -> tuple[Sequence[int], Planned]:
    """The units that fire at an enemy who has entered a hex, and what they promise; nobody if it is better not to."""
    units = strongest_group(survey.p, able)
    plan = _best(survey, target, units, survey.worth(target), _guns(survey), defensive=True)
    return units if plan.value > 0 else (), plan


def worth_gassing(survey: FbSurvey, target: int) -> bool:
    """10.5.2 Whether to close the hex with chemical weapons: a victory hex, or one before it, and the end is near."""
    p, place = survey.p, survey.p.where[target]
    closed = p.layout.victory_hexes & (bit(place) | survey.ground.near[place] & p.occupied[GERMAN])
    return closed != 0 and survey.turns <= GAS_TURNS * (p.chemicals + 1)
