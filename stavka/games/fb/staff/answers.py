"""The staff's answers to what only this game asks: fire, assaults one by one, and all that stands in reserves."""

from __future__ import annotations

from collections.abc import Mapping

from stavka.kit.deploy import FINISH
from stavka.kit.hexset import has
from stavka.kit.steps import BUTTON, HEX, UNIT, Options
from stavka.staff import battles
from stavka.staff.mind import Answer, Click, ForceMind

from ..assault import Assault
from ..bombardment import AIR_BUTTON, Bombardment
from ..components import GERMAN, SOVIET
from ..defensive_fire import DefensiveFire
from ..position import Breslau
from . import reserves
from .assaults import Assaults
from .guns import Guns, weigh
from .reserves import END, survey_of

# -- Movement ------------------------------------------------------------------------------------------------------


def move_to(mind: ForceMind, p: Breslau, options: Options) -> Click:
    """As planned, among the hexes that are worth looking at."""
    unit = options.about.unit
    assert unit is not None
    wanted = mind.plan(p).reach(unit)
    hexes = [place for place in options.hexes if has(wanted, place)]
    return mind.by_kind(p, Options(options.seat, options.task, options.prompt, units=options.units, hexes=hexes,
                                   buttons=options.buttons, about=options.about))


def excess(mind: ForceMind, p: Breslau, options: Options) -> Click:
    """7.1.4 The least useful unit makes room; covering units stay."""
    survey, layout = survey_of(mind, p), p.layout
    return UNIT, min(options.units, key=lambda unit: (
        layout.covering >> unit & 1, survey.worth(unit), not layout.artillery >> unit & 1, unit))


# -- Assaults and defensive fire (9.0) -----------------------------------------------------------------------------


def target(mind: ForceMind, p: Breslau, options: Options) -> Click:
    """The most promising assault, as long as one is worth making."""
    plans = Assaults(survey_of(mind, p)).plan(options.units)
    mind.assaults = [battles.Assault(p.where[plan.target], plan.units, plan.value) for plan in plans]
    return (UNIT, plans[0].target) if plans else END


def attack(mind: ForceMind, p: Breslau, options: Options) -> Click:
    """The units of the assault one after another, then its support, then the die."""
    step = p.steps[-1]
    assert isinstance(step, Assault)
    plan = Assaults(survey_of(mind, p)).assault(step.target)
    missing = [unit for unit in plan.units if unit in options.units and unit not in step.units] if plan else []
    if missing or not step.units or plan is None:
        return UNIT, missing[0] if missing else options.units[0]
    wanted = [name for name, used in (("goliath", plan.goliath), ("captured_goliaths", plan.captured)) if used]
    for button in (*wanted, f"supply.{plan.artillery}"):
        if button in options.buttons:
            return BUTTON, button
    return BUTTON, "assault"


def defensive_fire(mind: ForceMind, p: Breslau, options: Options) -> Click:
    """Chemical weapons where they pay, else whoever can fire, with guns if they are worth their supply."""
    step, assaults = p.steps[-1], Assaults(survey_of(mind, p))
    assert isinstance(step, DefensiveFire)
    if not step.units and "chemical" in options.buttons and assaults.worth_gassing(step.target, step.came_from):
        return BUTTON, "chemical"
    units, artillery, _ = assaults.fire(step.target, [*step.units, *options.units])
    missing = [unit for unit in units if unit in options.units and unit not in step.units]
    if missing:
        return UNIT, missing[0]
    button = f"supply.{artillery}"
    return BUTTON, "pass" if not step.units else button if button in options.buttons else "fire"


# -- Bombardment (8.2) ---------------------------------------------------------------------------------------------


def guns_of(mind: ForceMind, p: Breslau) -> Guns:
    """The targets of the bombardment phase, weighed when they are first needed."""
    survey = survey_of(mind, p)
    if "targets" not in mind.notes:
        mind.notes["targets"] = weigh(survey, mind.plan(p))
    return Guns(survey, mind.notes["targets"])


def bombardment(mind: ForceMind, p: Breslau, options: Options) -> Click:
    """Guns first, then aircraft where the guns failed, then Po-2s, then the anti-fascists."""
    guns = guns_of(mind, p)
    rocket = guns.rocket_to_convert(options.units)
    if rocket is not None:
        return UNIT, rocket
    if options.units and guns.salvo(len(options.units)) is not None:
        return UNIT, options.units[0]
    strike = guns.strike(p.air) if p.air else None
    if strike is not None:
        return BUTTON, f"{AIR_BUTTON}{strike[1]}"
    near = p.layout.grid.around(p.occupied[SOVIET])
    germans = [unit for unit in p.layout.own[GERMAN] if p.is_on_map(unit)]
    if "po2" in options.buttons and guns.shaken(germans) is not None:
        return BUTTON, "po2"
    beside = [unit for unit in germans if has(near, p.where[unit])]
    convinced = "antifascists" in options.buttons and guns.convinced(beside) is not None
    return (BUTTON, "antifascists") if convinced else END


def bombard(mind: ForceMind, p: Breslau, options: Options) -> Click:
    """As many guns as the best target is worth, or rockets turned into support (10.8)."""
    step, guns = p.steps[-1], guns_of(mind, p)
    assert isinstance(step, Bombardment)
    all_shelled = not options.hexes  # 8.2.12: only rockets to convert are left
    if all_shelled or ("katyusha" in options.buttons and guns.rocket_to_convert(step.guns) is not None):
        return BUTTON, "katyusha"
    place, number = guns.salvo(len(step.guns) + len(options.units)) or (options.hexes[0], 1)
    if len(step.guns) < number and options.units:
        return UNIT, options.units[0]
    return HEX, place if place in options.hexes else options.hexes[0]


def air_target(mind: ForceMind, p: Breslau, options: Options) -> Click:
    """Where the strike was meant to go."""
    strike = guns_of(mind, p).strike(p.air)
    return (HEX, strike[0]) if strike is not None and strike[0] in options.hexes else (BUTTON, "depots")


def shaken(mind: ForceMind, p: Breslau, options: Options) -> Click:
    """10.7, 10.9.1 Who is put out of order by himself."""
    unit = guns_of(mind, p).shaken(options.units)
    return UNIT, options.units[0] if unit is None else unit


def first(_mind: ForceMind, _p: Breslau, options: Options) -> Click:
    """One as good as the other."""
    return UNIT, options.units[0]


def deploy(_mind: ForceMind, _p: Breslau, options: Options) -> Click:
    """SC.F1 One after the other; what stands is left there."""
    return (BUTTON, FINISH) if FINISH in options.buttons else (UNIT, options.units[0])


def stay(_mind: ForceMind, _p: Breslau, _options: Options) -> Click:
    """7.1.6 Whoever leaves the map comes back too late."""
    return END


ANSWERS: Mapping[str, Answer] = {
    "move_to": move_to, "excess": excess, "target": target, "attack": attack, "defensive_fire": defensive_fire,
    "bombardment": bombardment, "bombard": bombard, "air_target": air_target, "po2": shaken, "antifascists": shaken,
    "arrivals": first, "deploy": deploy, "events": reserves.events, "enter": reserves.enter,
    "leave": stay, "cover": reserves.cover, "deploy_covering": reserves.cover, "strategic": reserves.strategic,
    "place": reserves.place, "release": reserves.release, "northern_front": reserves.northern_front,
    "airstrip": reserves.airstrip, "deploy_to": reserves.deploy_to,
}

__all__ = ["ANSWERS"]
