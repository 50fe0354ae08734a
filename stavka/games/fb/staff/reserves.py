"""Everything between map and boxes: strategic movement, refits, the northern front, supply, deployment."""

from __future__ import annotations

from collections.abc import Sequence

from stavka.kit.hexset import has, size
from stavka.kit.steps import BUTTON, HEX, UNIT, Options
from stavka.staff.mind import Click, ForceMind

from ..components import COVERING_POOL, NORTH_GERMAN, NORTH_POLISH, RESERVE, SOVIET
from ..events import EVENT_BUTTON
from ..german_strategic import TO_MAP, TO_NORTH, GermanStrategic, placement_hexes
from ..northern_front import WITH_SUPPLY, NorthernFront
from ..position import Breslau
from .odds import power
from .survey import FbSurvey

END: Click = (BUTTON, "end_phase")
DONE: Click = (BUTTON, "done")

DIE = 3.5
NORTH_LEAST, NORTH_EARLY = 7, 3
"""German units that make the northern front safe against forty Poles, and those left there before the Poles come."""
POLES_WIN, POLES_TURNS = 0.75, 5
"""The Poles are called in if the Germans expect less than this part of them, and so many turns are left."""
FLOAT = 2
"""Supply levels that are not spent on refits, so that the guns can fire."""
STRANDED, DEEP = 7, 12
"""Movement points to a deep victory hex at which a German unit is stranded, and how deep that is."""
MOST_WAITING = 4
"""Units in the reserve that are enough: nobody else is sent there."""
STRIP_PAYS = 1.15
"""How much more than its price an airstrip must bring."""
SAFE_AWAY, SAFE_ROOM = 10, 3
"""Steps from the enemy, and free hexes around, beyond which an airstrip is not safer."""
CROWDED = 0.05
"""What a mate in the same hex counts against a place."""


def survey_of(mind: ForceMind, p: Breslau) -> FbSurvey:
    """The position in the eyes of the mind's side."""
    survey = mind.survey(p)
    assert isinstance(survey, FbSurvey)
    return survey


# -- The Red Army (7.1) --------------------------------------------------------------------------------------------


def events(mind: ForceMind, p: Breslau, options: Options) -> Click:
    """Every event that can be had; the Poles if they will break through in time (10.1.3): no beginner sees when."""
    letter = next((button for button in options.buttons if button.startswith(EVENT_BUTTON)), None)
    if letter is not None:
        return BUTTON, letter
    germans, poles = len(p.at(p.box(NORTH_GERMAN))), len(p.at(p.box(NORTH_POLISH)))
    expected = p.layout.northern_dice * germans * DIE + p.layout.northern_bonus * min(p.supply, 2 * germans)
    breaks = expected < POLES_WIN * poles and survey_of(mind, p).turns >= POLES_TURNS and not mind.orders.faults
    return (BUTTON, "declare") if "declare" in options.buttons and breaks else END


def enter(mind: ForceMind, p: Breslau, options: Options) -> Click:
    """7.1.3 Nearest to what is to be taken; guns where nobody gets at them; never wait, never into a full hex."""
    unit, near = options.about.unit, survey_of(mind, p).nearness
    assert unit is not None
    hexes = [place for place in options.hexes if place < p.layout.hexes]
    pool = p.box(COVERING_POOL[p.layout.nation[unit]])
    if pool in options.hexes or not hexes:
        return HEX, pool if pool in options.hexes else options.hexes[0]
    room = [place for place in hexes if len(p.at(place)) < p.layout.stack_limit[SOVIET][place]] or hexes
    if p.layout.artillery >> unit & 1:
        return HEX, min(room, key=lambda place: (near[place], place))
    mobile = not p.layout.immobile >> unit & 1  # it goes on in the same turn
    return HEX, max(hexes if mobile else room, key=lambda place: (near[place], -place))


def cover(mind: ForceMind, p: Breslau, options: Options) -> Click:
    """7.1.7 A covering unit goes to a victory hex, or where the best entry is."""
    near, victory = survey_of(mind, p).nearness, p.layout.victory_hexes
    return HEX, max(options.hexes, key=lambda place: (has(victory, place), near[place], -place))


# -- The garrison (7.2) --------------------------------------------------------------------------------------------


def quota(survey: FbSurvey) -> int:
    """The units that belong on the northern front now."""
    p = survey.p
    if p.turn < p.layout.events["G"].turn - 1:
        return NORTH_EARLY
    beaten = p.declared and not p.at(p.box(NORTH_POLISH))
    return 0 if beaten or survey.turns <= 1 else NORTH_LEAST


def fitness(survey: FbSurvey, unit: int) -> tuple[float, int]:
    """How well a German unit fights; the first of equals."""
    layout = survey.p.layout
    star = 0.5 if has(layout.starred, unit) else 0.0
    return power(survey.p, unit) - layout.green[unit] + star, -unit


def strategic(mind: ForceMind, p: Breslau, options: Options) -> Click:
    """In the order that the rules prescribe (7.2): to the map, to the north, back to the reserve, refits."""
    step, survey = p.steps[-1], survey_of(mind, p)
    assert isinstance(step, GermanStrategic)
    if "train" in options.buttons and survey.turns >= 2:
        return BUTTON, "train"  # 10.2: it costs less than a refit and fights better than most
    at = {box: [unit for unit in options.units if p.where[unit] == p.box(box)] for box in (RESERVE, NORTH_GERMAN)}
    missing = quota(survey) - len(p.at(p.box(NORTH_GERMAN)))
    reserve, north = at[RESERVE], at[NORTH_GERMAN]
    if step.stage == TO_MAP and len(reserve) > max(missing, 0) and placement_hexes(p):
        return UNIT, max(reserve, key=lambda unit: fitness(survey, unit))
    if step.stage <= TO_NORTH and reserve and missing > 0:
        return UNIT, min(reserve, key=lambda unit: fitness(survey, unit))
    stranded = _stranded(survey, [unit for unit in options.units if p.is_on_map(unit)])
    if stranded is not None:
        return UNIT, stranded
    if north and missing < 0:
        return UNIT, max(north, key=lambda unit: fitness(survey, unit))
    worn = [unit for unit in options.units if unit not in reserve and unit not in north and not p.is_on_map(unit)]
    if worn and survey.turns > 1 and p.supply >= p.layout.refit_cost + FLOAT:  # 6.4
        return UNIT, max(worn, key=lambda unit: fitness(survey, unit))
    return END


def _stranded(survey: FbSurvey, units: Sequence[int]) -> int | None:
    """7.2.4 A unit on the map that is far from anything worth holding and could come in by the Rathaus."""
    p, ground, depth = survey.p, survey.ground, survey.grounds[SOVIET].depth
    if survey.turns <= 2 or has(p.control, p.layout.rathaus) or len(p.at(p.box(RESERVE))) > MOST_WAITING:
        return None
    core = [ground.distance[number] for number in survey.held if depth.get(ground.sites[number].place, 0) >= DEEP]
    away = {unit: min((far[p.where[unit]] for far in core), default=0) for unit in units
            if not has(p.layout.victory_hexes, p.where[unit])}
    found = max(away, key=lambda unit: (away[unit], unit), default=None)
    return found if found is not None and away[found] >= STRANDED else None


def place(mind: ForceMind, p: Breslau, options: Options) -> Click:
    """7.2.2 A reserve goes where a lost victory hex stands open, where a garrison is missing, or on its way there."""
    survey = survey_of(mind, p)
    hexes = [place for place in options.hexes if place < p.layout.hexes]
    missing = quota(survey) - len(p.at(p.box(NORTH_GERMAN)))
    if not hexes or len(p.at(p.box(RESERVE))) <= missing:
        return HEX, p.box(NORTH_GERMAN)
    lost = [place for place in hexes if has(p.layout.victory_hexes & p.control, place)]
    if lost:
        return HEX, lost[0]
    short = {survey.ground.sites[number].place: worth for number, worth in survey.short.items()}
    return HEX, max(hexes, key=lambda place: (
        survey.nearness[place] + short.get(place, 0.0) - CROWDED * len(p.at(place)), -place))


def release(mind: ForceMind, p: Breslau, options: Options) -> Click:
    """5.1 Units of the northern front that it does not need go to the reserve."""
    spare = len(p.at(p.box(NORTH_GERMAN))) > quota(survey_of(mind, p))
    return (UNIT, options.units[0]) if spare else DONE


def northern_front(_mind: ForceMind, p: Breslau, _options: Options) -> Click:
    """10.1.3 A supply level for this die: when the dice alone will hardly do and the levels will."""
    step = p.steps[-1]
    assert isinstance(step, NorthernFront)
    missing, expected = step.poles - step.total, step.dice * DIE
    most = expected + p.layout.northern_bonus * min(step.dice, p.supply)
    return BUTTON, WITH_SUPPLY if expected < missing + 4 and most > missing - 3 else "roll"


def airstrip(mind: ForceMind, p: Breslau, options: Options) -> Click:
    """10.3 An airstrip deep in the city and far from the enemy, if it pays in the time left."""
    survey, layout = survey_of(mind, p), p.layout
    missing = layout.airstrip_markers - size(p.airstrip)
    gain = (survey.turns - missing + 1) * layout.gain_airstrip / layout.gain_divided_by
    if not options.hexes or gain <= missing * layout.airstrip_cost * STRIP_PAYS:
        return END
    free = layout.city & ~layout.bridges & ~layout.canal_hexes & ~p.control

    def worth(place: int) -> float:
        away = layout.grid.steps_to(place, p.occupied[SOVIET]) or 0
        return min(away, SAFE_AWAY) + 0.5 * min(size(free & survey.ground.near[place]), SAFE_ROOM)

    return HEX, max(options.hexes, key=lambda place: (worth(place), -place))


# -- Deployment (SC.F1) --------------------------------------------------------------------------------------------


def deploy_to(mind: ForceMind, p: Breslau, options: Options) -> Click:
    """SC.F2 The northern front, then every victory hex in turn; SC.F3 near the main effort, guns out of the way."""
    unit, survey, places = options.about.unit, survey_of(mind, p), options.hexes
    assert unit is not None
    if survey.side == SOVIET:
        sign = -1 if p.layout.artillery >> unit & 1 else 1
        return HEX, max(places, key=lambda place: (
            sign * survey.nearness[place] - CROWDED * len(p.at(place)), -place))
    north, victory = p.box(NORTH_GERMAN), p.layout.victory_hexes
    if north in places and len(p.at(north)) < NORTH_LEAST and p.layout.green[unit]:
        return HEX, north
    hexes = [place for place in places if place < p.layout.hexes]
    fort = [place for place in hexes if has(victory, place)]
    beside = [place for place in hexes if survey.ground.near[place] & victory]
    depth = survey.grounds[SOVIET].depth
    return HEX, min(fort or beside or places, key=lambda place: (
        len(p.at(place)) - CROWDED * depth.get(place, 0), place))


__all__ = ["airstrip", "cover", "deploy_to", "enter", "events", "northern_front", "place", "release",
           "strategic", "survey_of"]
