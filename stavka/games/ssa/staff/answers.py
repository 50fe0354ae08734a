"""The staff's answers to what only this game asks: guns, support and air, entry, room for others, bridges."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from stavka.kit.hexset import has, members, of
from stavka.kit.steps import BUTTON, HEX, UNIT, Options
from stavka.kit.sums import added
from stavka.staff.mind import Answer, Click, ForceMind

from ..artillery import in_range, ready_guns, support_of, targets_of
from ..bridges import sites
from ..combat import Attack, attackable, attackers_against
from ..components import AXIS, SOVIET
from ..position import Abyss
from .odds import SHAKEN, ground_die
from .survey import SsaSurvey

SUPPORT_GAIN = 0.03
"""The least gain for which a gun supports an attack: it may be wanted in another."""
AIR_GAIN = 0.04
"""The least gain for which air units fly; those of the Axis are lost if they do not (15.0)."""
GUN_GAIN = 0.02
"""The least that each gun must add to a bombardment."""
WANTED = 0.12
"""What a gun is worth to another attack that it could support."""
FOLLOWED = 0.7
"""How much of what a bombardment does for an attack counts before the attack is made."""


def survey_of(mind: ForceMind, p: Abyss) -> SsaSurvey:
    """The position in the eyes of the mind's side."""
    survey = mind.survey(p)
    assert isinstance(survey, SsaSurvey)
    return survey


# -- Set-up (23.0) -------------------------------------------------------------------------------------------------


def deploy(_mind: ForceMind, _p: Abyss, options: Options) -> Click | None:
    """The set-up that the scenario suggests stands as well as any."""
    return (BUTTON, "ready_made") if "ready_made" in options.buttons else None


# -- Bombardment (10.2) --------------------------------------------------------------------------------------------


def shelling(survey: SsaSurvey, target: int, guns: Sequence[int], fighters: Sequence[int]) -> float:
    """What a bombardment brings: units lost and disrupted, and what that does for the attack that follows."""
    p, layout, goal = survey.p, survey.p.layout, survey.target(target)
    town, hill = ground_die(p, target)
    die = town + hill + (layout.stack_die if len(goal.worths) > 1 else 0)
    die += p.plan.ammunition if survey.side == AXIS else 0  # 23.2.10
    attack = added(layout.attack[unit] for unit in guns)
    chances = survey.chances.shelling(attack - goal.defence, goal.shift, die)
    one, two = goal.worths[0], added(goal.worths[:2])
    value = chances.lost_one * one + chances.lost_two * two + SHAKEN * (
        chances.shaken_one * one + chances.shaken_two * two)
    if not fighters:
        return value
    plain = max(survey.assault(target, fighters), 0.0)
    eased = [max(survey.assault(target, fighters, die=number * layout.disrupted_die), 0.0) - plain for number in (1, 2)]
    return value + FOLLOWED * ((chances.shaken_one + chances.lost_one) * eased[0]
                               + (chances.shaken_two + chances.lost_two) * eased[1])


def foregone(survey: SsaSurvey, target: int, guns: Sequence[int], fighters: Sequence[int]) -> float:
    """10.0 What Axis guns that bombard cannot add to attacks any more: to one on this hex, or to others in range."""
    p = survey.p
    if survey.side != AXIS:
        return 0.0
    able, here = [], 0.0
    if fighters:
        able = [unit for unit in support_of(p, AXIS, target, of(fighters), ss_combat=False) if unit in guns]
        more = added(p.layout.attack[unit] for unit in able)
        here = max(survey.assault(target, fighters, more), 0.0) - max(survey.assault(target, fighters), 0.0)
    others = of(attackable(p, AXIS, ss_combat=False))
    return here + WANTED * sum(1 for unit in guns if unit not in able and in_range(p, unit) & others)


def barrage_plan(survey: SsaSurvey, target: int, guns: Sequence[int]) -> tuple[float, list[int]]:
    """The best bombardment of a hex by some of these guns, and what it brings."""
    p = survey.p
    able = sorted(guns, key=lambda unit: (-p.layout.attack[unit], unit))
    fighters = [unit for unit in attackers_against(p, survey.side, target, False) if not p.layout.guns >> unit & 1]
    best, chosen = 0.0, 0
    for number in range(1, len(able) + 1):
        value = shelling(survey, target, able[:number], fighters) - foregone(survey, target, able[:number], fighters)
        if value > best + GUN_GAIN * (number - chosen):
            best, chosen = value, number
    return best, able[:chosen]


def bombard(mind: ForceMind, p: Abyss, options: Options) -> Click:
    """The hex where guns do most, as long as it is worth their shells."""
    survey = survey_of(mind, p)
    guns = members(ready_guns(p, survey.side))
    ranges = {unit: targets_of(p, unit) for unit in guns}
    plans = {place: barrage_plan(survey, place, [unit for unit in guns if has(ranges[unit], place)])[0]
             for place in options.hexes}
    best = max(plans, key=lambda place: (plans[place], -place), default=None)
    return (HEX, best) if best is not None and plans[best] > 0 else mind.plain(options)


def barrage(mind: ForceMind, p: Abyss, options: Options) -> Click:
    """The guns of the plan one after the other, then fire."""
    survey, group = survey_of(mind, p), options.about.group
    guns = barrage_plan(survey, options.about.targets[0], [*options.units, *group])[1]
    wanted = [unit for unit in guns if unit in options.units]
    if wanted:
        return UNIT, wanted[0]
    return (BUTTON, "fire") if options.buttons else (UNIT, options.units[0])


# -- Attacks (8.0) -------------------------------------------------------------------------------------------------


def attack(mind: ForceMind, p: Abyss, options: Options) -> Click:
    """The attackers as planned, then guns and air units as far as they are worth it, then the die."""
    step = p.steps[-1]
    assert isinstance(step, Attack)
    layout = p.layout
    others = of(options.units) & (layout.air | layout.guns)
    unit = mind.attackers(p, Options(options.seat, options.task, options.prompt, hexes=options.hexes,
                                     units=[unit for unit in options.units if not others >> unit & 1] or options.units,
                                     buttons=options.buttons, about=options.about))
    if unit is not None and not (step.units and others >> unit & 1):
        return UNIT, unit
    best = best_support(survey_of(mind, p), step, options.units)
    return (UNIT, best) if best is not None else (BUTTON, "roll")


def best_support(survey: SsaSurvey, step: Attack, units: Sequence[int]) -> int | None:
    """The gun or air unit that adds most to an attack, if it adds enough."""
    p, layout = survey.p, survey.p.layout
    behind = [*step.support, *step.air]
    if behind and survey.orders.has("no_support"):
        return None  # one is enough, beginners think
    more, die = added(layout.attack[unit] for unit in behind), added(layout.unit[unit].die for unit in step.air)
    now = survey.assault(step.target, step.units, more, die)
    gains = {}
    for unit in units:
        flies = layout.air >> unit & 1
        if flies or (layout.guns >> unit & 1 and not has(layout.contact[step.target], p.where[unit])):
            with_it = survey.assault(step.target, step.units, more + layout.attack[unit], die + layout.unit[unit].die)
            gains[unit] = with_it - now - (AIR_GAIN if flies else SUPPORT_GAIN)
    best = max(gains, key=lambda unit: (gains[unit], -unit), default=None)
    return best if best is not None and gains[best] > 0 else None


def disrupt(mind: ForceMind, p: Abyss, options: Options) -> Click:
    """11.0 Whoever is disrupted already takes it again; else whoever is worth least."""
    shaken = [unit for unit in options.units if p.disrupted >> unit & 1]
    return UNIT, mind.cheapest(p, shaken or options.units)


def retreat(mind: ForceMind, p: Abyss, options: Options) -> Click | None:
    """9.0 In a town one may stop, and does; 9.1 nobody leaves the map who finds another way."""
    if "stop" in options.buttons:
        return BUTTON, "stop"
    inside = [place for place in options.hexes if place < p.layout.hexes]
    if options.units or len(inside) == len(options.hexes):
        return None
    return HEX, mind.best_hex(p, options.about.group[0], inside) if inside else options.hexes[0]


# -- Movement (4.0), entry (20.0), room (6.0) ----------------------------------------------------------------------


def move(_mind: ForceMind, p: Abyss, options: Options) -> Click | None:
    """Whoever waits beyond the map comes first."""
    waiting = [unit for unit in options.units if not p.is_on_map(unit)]
    return (UNIT, waiting[0]) if waiting else None


def move_to(mind: ForceMind, p: Abyss, options: Options) -> Click | None:
    """Where the plan says. 20.0 From beyond the map to where it is wanted most; if there is no way in, wait there."""
    unit = options.about.unit
    if unit is None or not options.hexes:
        return move(mind, p, options)
    if p.is_on_map(unit):
        return planned(mind, p, unit, options.hexes)
    inside = [place for place in options.hexes if place < p.layout.hexes]
    return HEX, mind.best_hex(p, unit, inside) if inside else options.hexes[0]


def planned(mind: ForceMind, p: Abyss, unit: int, hexes: Sequence[int]) -> Click | None:
    """The hex that the plan has for a unit, as it stands: what it is for is not seen unit by unit any more."""
    goal = mind.plan(p).where.get(unit)
    if goal not in hexes or unit not in mind.todo:
        return None
    mind.todo.remove(unit)
    return HEX, goal


def displace(mind: ForceMind, p: Abyss, options: Options) -> Click:
    """6.0, 9.0 Somebody makes room: one who was to go anyway, or the one who is missed least."""
    leaving = [unit for unit in options.units if unit in mind.todo]
    return UNIT, leaving[0] if leaving else mind.cheapest(p, options.units)


def displace_to(mind: ForceMind, p: Abyss, options: Options) -> Click:
    """Where the plan sends it, or where it is worth most."""
    unit = options.about.unit
    assert unit is not None
    if unit in mind.todo and mind.moves is not None:
        mind.todo.remove(unit)
        if mind.moves.where[unit] in options.hexes:
            return HEX, mind.moves.where[unit]
    return HEX, mind.best_hex(p, unit, options.hexes)


# -- Bridges (19.0) ------------------------------------------------------------------------------------------------


def beyond(p: Abyss, unit: int, side: int) -> int:
    """The hex on the other side of a hexside from where a bridge company stands."""
    here, there = p.layout.board.side_at[side].edge
    return there if p.where[unit] == here else here


def crossings(mind: ForceMind, p: Abyss, unit: int, sides: Sequence[int]) -> dict[int, float]:
    """What each hexside brings nearer that could be bridged; not where the enemy stands on the other side."""
    pull, here = mind.picture(p).pull, p.where[unit]
    foes = p.occupied[SOVIET]
    return {side: pull[beyond(p, unit, side)] - pull[here] for side in sides if not has(foes, beyond(p, unit, side))}


def bridge(mind: ForceMind, p: Abyss, options: Options) -> Click:
    """A bridge is laid where it leads towards what is wanted, and not by road alone."""
    for unit in options.units:
        if max(crossings(mind, p, unit, sites(p, unit)).values(), default=0.0) > 0:
            return UNIT, unit
    return mind.plain(options)


def bridge_to(mind: ForceMind, p: Abyss, options: Options) -> Click:
    """Across the water that parts it from most."""
    unit = options.about.unit
    assert unit is not None
    gains = crossings(mind, p, unit, options.hexes)
    return HEX, max(options.hexes, key=lambda side: (gains.get(side, -1.0), -side))


ANSWERS: Mapping[str, Answer] = {
    "deploy": deploy, "bombard": bombard, "barrage": barrage, "attack": attack, "disrupt": disrupt, "retreat": retreat,
    "move": move, "move_to": move_to, "displace": displace, "displace_to": displace_to, "bridge": bridge,
    "bridge_to": bridge_to,
}

__all__ = ["ANSWERS"]
