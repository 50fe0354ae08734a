"""Everything between map and boxes: strategic movement, refits, the northern front, supply, deployment."""

from __future__ import annotations

from stavka.kit.hexset import has, size
from stavka.kit.steps import BUTTON, HEX, UNIT, Options
from stavka.staff.mind import Click, ForceMind

from ..components import COVERING_POOL, NORTH_GERMAN, NORTH_POLISH, RESERVE, SOVIET, WORN_OUT
from ..events import EVENT_BUTTON
from ..german_strategic import TO_MAP, TO_NORTH, GermanStrategic, placement_hexes
from ..northern_front import WITH_SUPPLY, NorthernFront
from ..position import Breslau
from .survey import FbSurvey

DIE = 3.5
NORTH_LEAST, NORTH_EARLY = 4, 3
"""German units that make calling the Poles a bad bargain (10.1.4), and those left there before they can be called."""
POLES_WIN, POLES_TURNS = 0.35, 5
"""The Poles are called in if the Germans expect less than this part of them, and so many turns are left."""
HARDLY, NEARLY = 4, 3
"""What the northern front's dice may be expected to bring beyond what is missing, or lack, for supply to be spent."""
FLOAT = 1
"""Supply levels that are not spent on refits, so that a gun can fire."""


# -- The Red Army (7.1) --------------------------------------------------------------------------------------------


def events(mind: ForceMind, p: Breslau, options: Options) -> Click | None:
    """Every event that can be had; the Poles if they will break through in time (10.1.3): no beginner sees when."""
    letter = next((button for button in options.buttons if button.startswith(EVENT_BUTTON)), None)
    if letter is not None:
        return BUTTON, letter
    germans, poles = len(p.at(p.box(NORTH_GERMAN))), len(p.at(p.box(NORTH_POLISH)))
    expected = p.layout.northern_dice * germans * DIE + p.layout.northern_bonus * min(p.supply, 2 * germans)
    in_time = mind.survey(p).turns >= POLES_TURNS and not mind.orders.faults
    breaks = in_time and expected < POLES_WIN * poles
    return (BUTTON, "declare") if "declare" in options.buttons and breaks else mind.decline(options)


def enter(mind: ForceMind, p: Breslau, options: Options) -> Click:
    """7.1.3 Nearest to what is to be taken; guns where nobody gets at them; never wait, never into a full hex."""
    unit, near = options.about.unit, mind.survey_as(p, FbSurvey).nearness
    assert unit is not None
    pool, hexes = p.box(COVERING_POOL[p.layout.nation[unit]]), on_map(p, options)
    if pool in options.hexes or not hexes:
        return HEX, pool if pool in options.hexes else options.hexes[0]
    if not has(p.layout.artillery | p.layout.immobile, unit):  # it goes on in the same turn
        return HEX, max(hexes, key=lambda place: (near[place], -place))
    room = [place for place in hexes if len(p.at(place)) < p.layout.stack_limit[SOVIET][place]] or hexes
    return HEX, min(room, key=lambda place: (near[place], place))


def on_map(p: Breslau, options: Options) -> list[int]:
    """The hexes of an offer that are no boxes."""
    return [place for place in options.hexes if place < p.layout.hexes]


def cover(mind: ForceMind, p: Breslau, options: Options) -> Click:
    """7.1.7 A covering unit goes where the best entry is."""
    near = mind.survey_as(p, FbSurvey).nearness
    return HEX, max(options.hexes, key=lambda place: (near[place], -place))


# -- The garrison (7.2) --------------------------------------------------------------------------------------------


def missing_north(survey: FbSurvey) -> int:
    """How many units the northern front lacks now; less than none if some can be spared."""
    p = survey.p
    there = len(p.at(p.box(NORTH_GERMAN)))
    if p.turn < p.layout.events["G"].turn - 1:
        return NORTH_EARLY - there
    beaten = p.declared and not p.at(p.box(NORTH_POLISH))
    return (0 if beaten or survey.turns <= 1 else NORTH_LEAST) - there


def strategic(mind: ForceMind, p: Breslau, options: Options) -> Click | None:
    """In the order that the rules prescribe (7.2): to the map, to the north, back to the reserve, refits."""
    step, survey = p.steps[-1], mind.survey_as(p, FbSurvey)
    assert isinstance(step, GermanStrategic)
    if "train" in options.buttons and survey.turns >= 2:
        return BUTTON, "train"  # 10.2: it costs less than a refit and fights better than most
    reserve, north, worn = ([unit for unit in options.units if p.where[unit] == p.box(box)]
                            for box in (RESERVE, NORTH_GERMAN, WORN_OUT))
    missing = missing_north(survey)
    if step.stage == TO_MAP and len(reserve) > max(missing, 0) and placement_hexes(p):
        return UNIT, mind.strongest(p, reserve)
    if step.stage <= TO_NORTH and reserve and missing > 0:
        return UNIT, mind.cheapest(p, reserve)
    if north and missing < 0:
        return UNIT, mind.strongest(p, north)
    if worn and survey.turns > 1 and p.supply >= p.layout.refit_cost + FLOAT:  # 6.4
        return UNIT, mind.strongest(p, worn)
    return mind.decline(options)


def place(mind: ForceMind, p: Breslau, options: Options) -> Click:
    """7.2.2 A reserve goes where a lost victory hex stands open, where a garrison is missing, or on its way there."""
    unit, hexes = options.about.unit, on_map(p, options)
    assert unit is not None
    if not hexes or len(p.at(p.box(RESERVE))) <= missing_north(mind.survey_as(p, FbSurvey)):
        return HEX, p.box(NORTH_GERMAN)
    return HEX, mind.best_hex(p, unit, hexes)


def release(mind: ForceMind, p: Breslau, options: Options) -> Click | None:
    """5.1 Units of the northern front that it does not need go to the reserve."""
    return (UNIT, options.units[0]) if missing_north(mind.survey_as(p, FbSurvey)) < 0 else mind.decline(options)


def northern_front(_mind: ForceMind, p: Breslau, _options: Options) -> Click:
    """10.1.3 A supply level for this die: when the dice alone will hardly do and the levels will."""
    step = p.steps[-1]
    assert isinstance(step, NorthernFront)
    missing, expected = step.poles - step.total, step.dice * DIE
    most = expected + p.layout.northern_bonus * min(step.dice, p.supply)
    return BUTTON, WITH_SUPPLY if expected < missing + HARDLY and most > missing - NEARLY else "roll"


def airstrip(mind: ForceMind, p: Breslau, options: Options) -> Click | None:
    """10.3 An airstrip as far from the enemy as can be, if it pays in the time left."""
    survey, layout = mind.survey_as(p, FbSurvey), p.layout
    missing = layout.airstrip_markers - size(p.airstrip)
    gain = (survey.turns - missing + 1) * layout.gain_airstrip / layout.gain_divided_by
    if not options.hexes or gain <= missing * layout.airstrip_cost:
        return mind.decline(options)
    return HEX, max(options.hexes, key=lambda place: (layout.grid.steps_to(place, p.occupied[SOVIET]) or 0, -place))


# -- Deployment (SC.F1) --------------------------------------------------------------------------------------------


def deploy_to(mind: ForceMind, p: Breslau, options: Options) -> Click:
    """SC.F2 The northern front, then where garrisons are missing; SC.F3 the Red Army as if it entered."""
    unit, north, hexes = options.about.unit, p.box(NORTH_GERMAN), on_map(p, options)
    assert unit is not None
    if p.layout.side_of[unit] == SOVIET:
        return enter(mind, p, options)
    if not hexes or (north in options.hexes and len(p.at(north)) < NORTH_LEAST and p.layout.green[unit]):
        return HEX, north
    return HEX, mind.best_hex(p, unit, hexes)
