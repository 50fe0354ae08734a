"""The staff's answers to what only this game asks: support and the roll, standing or retreating, entry, air, ports."""

from __future__ import annotations

from collections.abc import Mapping

from stavka.kit.hexset import has
from stavka.kit.steps import BUTTON, HEX, NOBODY, UNIT, Options
from stavka.kit.sums import added
from stavka.staff.mind import Answer, Click, ForceMind

from ..combat import Attack
from ..components import GERMAN, SOVIET
from ..position import Dagc
from ..results import Retreat, RetreatBeforeCombat
from ..zones import zone
from .ground import STRIDE
from .odds import step_worth
from .survey import DagcSurvey

END: Click = (BUTTON, "end_phase")

STAND = 0.25
"""What holding a hex that counts for nothing is worth beside a step (11.19)."""
LINE = 0.35
"""What a river or an entrenchment is worth that would be given up."""
DREAD = 0.8
"""How much of the danger in a hex is counted when one may leave it."""


# -- Attacks -------------------------------------------------------------------------------------------------------


def attack(mind: ForceMind, p: Dagc, options: Options) -> Click:
    """The attackers, then air support or armour, then the die: as the odds stand when all is known."""
    step = p.steps[-1]
    assert isinstance(step, Attack)
    unit = mind.attackers(p, options)
    if unit is not None:
        return UNIT, unit
    survey = mind.survey_as(p, DagcSurvey)
    plain = survey.roll(step.target, step.units)
    if step.air == NOBODY:
        flying = survey.flies(step.target, step.units, plain)
        if flying in options.units:
            return UNIT, flying
    if "armour" in options.buttons and survey.armour_gain(step.target, step.units, plain):
        return BUTTON, "armour"
    support = int(step.air != NOBODY) + int(step.armour) - step.lower
    roll = survey.roll(step.target, step.units, support)
    if roll.lower and "lower" in options.buttons:
        return BUTTON, "lower"
    return BUTTON, "ardour" if roll.ardour and "ardour" in options.buttons else "roll"


# -- After a battle ------------------------------------------------------------------------------------------------


def points_at(survey: DagcSurvey, place: int) -> tuple[float, bool]:
    """What the town or city in a hex is worth, and whether this side holds it."""
    for number in survey.ground.sites_at.get(place, ()):
        if number < survey.ground.coast:
            return survey.ground.worth[number], number in survey.held
    return 0.0, False


def retreat(mind: ForceMind, p: Dagc, options: Options) -> Click:
    """Retreat or lose a step (11.19): the place decides, and what stands there."""
    step, survey = p.steps[-1], mind.survey_as(p, DagcSurvey)
    if options.units:
        return UNIT, mind.strongest(p, options.units)
    units = p.at(step.target) if isinstance(step, Retreat) else options.about.group
    danger = mind.situation(p).exposure
    place = min(options.hexes, key=lambda place: (danger(place, [*p.at(place), *units]).loss, place))
    if "loss" not in options.buttons or not isinstance(step, Retreat):
        return HEX, place
    worth, held = points_at(survey, step.target)
    stay = STAND + (worth if held else 0.0) - min(step_worth(p, unit) for unit in units)
    stay += added(step_worth(p, unit) for unit in units if p.layout.localities >> unit & 1)
    stay += DREAD * (danger(place, [*p.at(place), *units]).loss - danger(step.target, units).loss)
    across = survey.ground.across[step.target] & p.occupied[survey.foe]
    stay += LINE if across or has(p.layout.entrenchments[survey.side], step.target) else 0.0
    return (BUTTON, "loss") if stay > 0 else (HEX, place)


def retreat_before(mind: ForceMind, p: Dagc, _options: Options) -> Click:
    """12.2 A cav-mech group leaves before the battle where it would lose more than the place is worth."""
    step, survey = p.steps[-1], mind.survey_as(p, DagcSurvey)
    assert isinstance(step, RetreatBeforeCombat)
    lost = mind.situation(p).exposure(step.target, p.at(step.target)).loss
    return BUTTON, "retreat" if lost > STAND + points_at(survey, step.target)[0] else "stand"


# -- Reinforcements and replacements -------------------------------------------------------------------------------

ARRIVING = 20.0
"""Reinforcements come before everything else."""
AT_THE_FRONT, BEHIND = 1.0, 0.3
"""What a step counts for beside its factors, near the enemy and elsewhere."""
SHOCK, GUARD = 1.0, 3.0
"""What a step counts for more in a shock army while these count (12.7), and in Königsberg."""
REBUILT = (-0.5, 1.2)
"""What a whole new unit counts for more than its factors, by side: the Germans need bodies."""


def reinforce(mind: ForceMind, p: Dagc, options: Options) -> Click:
    """Reinforcements first, then replacement steps where they restore most."""
    survey = mind.survey_as(p, DagcSurvey)
    best = max(options.units, key=lambda unit: (muster_worth(survey, unit), -unit), default=NOBODY)
    return (UNIT, best) if best != NOBODY and muster_worth(survey, best) > 0 else END


def muster_worth(survey: DagcSurvey, unit: int) -> float:
    """What bringing a unit in, or giving it a step, is worth."""
    p, layout = survey.p, survey.p.layout
    if p.is_on_map(unit):
        near = has(layout.grid.around(zone(p, survey.foe)), p.where[unit])
        shock = SHOCK if layout.shock >> unit & 1 and p.turn < layout.soviet_oos_turn else 0.0
        guard = GUARD if p.where[unit] == layout.koenigsberg else 0.0
        return layout.full[unit] - layout.half[unit] + (AT_THE_FRONT if near else BEHIND) + shock + guard
    if p.where[unit] == p.box(("dead.soviet", "dead.german")[survey.side]):
        return layout.half[unit] + REBUILT[survey.side]
    return ARRIVING + layout.full[unit]


FAR_OFF, SHARED = 0.05, 0.4
"""What each point of distance to the fighting costs a place of entry, and each unit that already stands there."""
THREATENED = 0.3
"""The part of a town's worth that entering it under threat is worth."""
FORTRESS = 5.0
"""What entering Königsberg is worth to the Germans."""
PLUG, STRANDED = 0.05, 0.8
"""What each enemy factor before a Korps Gruppe is worth, which plugs gaps; and what standing out of supply costs."""


def enter(mind: ForceMind, p: Dagc, options: Options) -> Click:
    """Enter where the unit is needed: near objectives, and for Korps Gruppen where the line is thin."""
    survey, threat, unit = mind.survey_as(p, DagcSurvey), mind.picture(p).threat, options.about.unit
    plugs = unit is not None and bool(p.layout.korps_gruppen >> unit & 1)

    def worth(place: int) -> float:
        points = points_at(survey, place)[0]
        value = THREATENED * points * bool(threat[place]) - FAR_OFF * nearest_fight(survey, place)
        if place == p.layout.koenigsberg and survey.side == GERMAN:
            value += FORTRESS
        if not plugs:
            return value - SHARED * len(p.at(place))
        stranded = not points and not has(survey.supply, place)
        return value + PLUG * threat[place] - (STRANDED if stranded else 0.0)

    return HEX, max(options.hexes, key=lambda place: (worth(place), -place))


def nearest_fight(survey: DagcSurvey, place: int) -> int:
    """Movement points from a hex to where a unit would be used."""
    p, ground = survey.p, survey.ground
    if survey.side == SOVIET:
        return min((ground.distance[number][place] for number in range(ground.coast) if number not in survey.held),
                   default=0)
    return p.layout.grid.steps_to(place, p.occupied[SOVIET]) or 0


# -- Air, ports, stacking ------------------------------------------------------------------------------------------

PANZER = 2.0
"""What interdicting a panzer unit is worth beside its factor: it is the one that counterattacks."""
RETAKEN = 0.7
"""The part of a town's worth that stopping its recapture is worth."""


def interdiction(_mind: ForceMind, _p: Dagc, options: Options) -> Click:
    """13.3 Every air army that is left flies."""
    return (UNIT, options.units[0]) if options.units else END


def interdict(mind: ForceMind, p: Dagc, options: Options) -> Click:
    """The strongest unit that is free to move: one held in a zone of control moves little anyway."""
    survey, held = mind.survey_as(p, DagcSurvey), zone(p, SOVIET)

    def worth(unit: int) -> float:
        place = p.where[unit]
        value = float(p.factor(unit)) + (PANZER if p.layout.unit[unit].kind == "panzer" else 0.0)
        return value - (PANZER if has(held, place) else 0.0) + open_towns(survey, place)

    return UNIT, max(options.units, key=lambda unit: (worth(unit), -unit))


def open_towns(survey: DagcSurvey, place: int) -> float:
    """Soviet towns without a garrison that a German unit could take back."""
    ground, p = survey.ground, survey.p
    return added(RETAKEN * ground.worth[number] for number in survey.held if number < ground.coast
                 and not p.at(ground.sites[number].place) and ground.distance[number][place] <= STRIDE)


def weakest(_mind: ForceMind, p: Dagc, options: Options) -> Click:
    """6.8 The weaker unit hides the stronger; 7.9 the weakest goes without a port."""
    return UNIT, min(options.units, key=lambda unit: (p.factor(unit), unit))


def last(_mind: ForceMind, _p: Dagc, options: Options) -> Click:
    """13.4 The air army that comes last in the order of battle is the one to go."""
    return UNIT, options.units[-1]


ANSWERS: Mapping[str, Answer] = {
    "attack": attack, "retreat": retreat,
    "retreat_before": retreat_before, "reinforce": reinforce, "enter": enter, "deploy_to": enter,
    "interdiction": interdiction, "interdict": interdict, "air_fatigue": last, "ports": weakest, "top": weakest,
}
