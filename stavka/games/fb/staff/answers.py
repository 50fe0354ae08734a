"""The staff's answers to what only this game asks: fire, assaults one by one, and all that stands in reserves."""

from __future__ import annotations

from collections.abc import Mapping

from stavka.kit.hexset import has
from stavka.kit.steps import BUTTON, HEX, UNIT, Options
from stavka.staff.mind import Answer, Click, ForceMind

from ..assault import Assault
from ..defensive_fire import DefensiveFire
from ..position import Breslau
from . import guns, reserves
from .odds import best_assault, fire, supported, worth_gassing
from .survey import FbSurvey


def move_to(mind: ForceMind, p: Breslau, options: Options) -> Click:
    """As planned, among the hexes that are worth looking at."""
    unit = options.about.unit
    assert unit is not None
    wanted = mind.plan(p).reach(unit)
    return mind.by_kind(p, options.among(place for place in options.hexes if has(wanted, place)))


def target(mind: ForceMind, p: Breslau, options: Options) -> Click:
    """9.4 The best target in the hex of the most promising assault, as long as one is worth making."""
    kind, place = mind.by_kind(p, options.among(dict.fromkeys(p.where[unit] for unit in options.units)))
    if kind != HEX or mind.assault is None:
        return kind, place
    return UNIT, best_assault(mind.survey_as(p, FbSurvey), place, mind.assault.units).target


def attack(mind: ForceMind, p: Breslau, options: Options) -> Click:
    """The units of the assault one after another, then its support, then the die."""
    step, unit = p.steps[-1], mind.attackers(p, options)
    assert isinstance(step, Assault)
    if unit is not None:
        return UNIT, unit
    plan = supported(mind.survey_as(p, FbSurvey), step.target, step.units)
    wanted = [name for name, used in (("goliath", plan.goliath), ("captured_goliaths", plan.captured)) if used]
    wanted += [f"supply.{plan.artillery}", "assault"]
    return BUTTON, next(button for button in wanted if button in options.buttons)


def defensive_fire(mind: ForceMind, p: Breslau, options: Options) -> Click:
    """9.10 Chemical weapons where they pay, else whoever can fire, with guns if they are worth their supply."""
    step, survey = p.steps[-1], mind.survey_as(p, FbSurvey)
    assert isinstance(step, DefensiveFire)
    if not step.units and "chemical" in options.buttons and worth_gassing(survey, step.target):
        return BUTTON, "chemical"
    units, plan = fire(survey, step.target, [*step.units, *options.units])
    missing = [unit for unit in units if unit in options.units]
    if missing:
        return UNIT, missing[0]
    wanted = (f"supply.{plan.artillery}", "fire", "pass")
    return BUTTON, next(button for button in wanted if button in options.buttons)


ANSWERS: Mapping[str, Answer] = {
    "move_to": move_to,
    "leave": lambda mind, _p, options: mind.decline(options),  # 7.1.6: who leaves the map comes back too late
    "target": target, "attack": attack, "defensive_fire": defensive_fire,
    "bombardment": guns.bombardment, "bombard": guns.bombard, "air_target": guns.air_target, "po2": guns.shaken,
    "antifascists": guns.shaken,
    "events": reserves.events, "enter": reserves.enter, "cover": reserves.cover, "deploy_covering": reserves.cover,
    "strategic": reserves.strategic, "place": reserves.place, "release": reserves.release,
    "northern_front": reserves.northern_front, "airstrip": reserves.airstrip, "deploy_to": reserves.deploy_to,
}
