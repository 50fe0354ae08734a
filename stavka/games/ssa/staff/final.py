"""The last turn (22.0): what the end of the game counts is known, and so is who has the last move (3.0)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from stavka.kit.hexset import HexSet, has, members, of
from stavka.staff.moves import Moves
from stavka.staff.survey import Survey

from ..components import AXIS
from ..position import Abyss
from ..supply import supplied, supply_roads
from ..victory import scoring, victory_points
from .lifelines import moved
from .raids import LAST, Raid
from .survey import SsaSurvey, fought

LOOKS = 2
"""So often every order of the last move of the game is looked at."""
ROAD = 0.01
"""Points that a hex of road is worth there that leads nowhere any more: whoever comes next may cut the last one."""
LEAST = 0.5
"""Less than a point is no reason to change an order in the last Axis move."""
MOST = 16
"""So many orders of that move are changed at most."""
FIT = 3
"""So many are thought of for each hex, those whose loss would cost least."""


def plan(moves: Moves, after: Callable[[Any], Survey]) -> None:
    """Count what every order brings at the end of the game, and change it where another brings more."""
    survey = moves.survey
    assert isinstance(survey, SsaSurvey)
    if survey.replies == 0:
        _last_word(moves, survey)
        return
    replies: list[Raid] = []
    for _ in range(MOST):
        if not _held_against(moves, after, replies):
            return


# -- The last move of the game -------------------------------------------------------------------------------------


def _last_word(moves: Moves, survey: SsaSurvey) -> None:
    """Nobody answers any more: every unit goes where the end counts most with it."""
    places = survey.own_raids.near | survey.p.plan.objectives
    for _ in range(LOOKS):
        changed = [_counted(moves, survey, unit, places) for unit in moves.units]
        if not any(changed):
            return


def _counted(moves: Moves, survey: SsaSurvey, unit: int, places: HexSet) -> bool:
    """Send a unit to the best of these hexes, or leave its order as it is; whether it was changed."""
    before, goal, later = moves.where[unit], moves.goal.get(unit, -1), moves.carried_out()
    moves.lift(unit)
    ways = [place for place in members(moves.reach(unit) & places) if moves.is_open(unit, place)]
    values = {place: _end(moved(later, unit, place), survey) for place in (before, *ways)}
    best = max(values, key=lambda place: (values[place], place == before))
    moves.drop(unit, best, goal if best == before else -1)
    return best != before


def _end(p: Abyss, survey: SsaSurvey) -> float:
    """22.0 What the end of the game brings a side, and the roads that are left to the enemy."""
    points = victory_points(p)
    return (points if survey.side == AXIS else -points) - ROAD * supply_roads(p, survey.foe).bit_count()


# -- The last but one ----------------------------------------------------------------------------------------------


def _held_against(moves: Moves, after: Callable[[Any], Survey], replies: list[Raid]) -> bool:
    """Think of the enemy's best last move against the plan, and send somebody by whom most points are left, whichever
    of the moves thought of he makes; whether there was anybody."""
    def left(survey: SsaSurvey, raid: Raid) -> int:
        return victory_points(_replied(survey, raid))

    later = moves.carried_out()
    survey = fought(later, after)
    replies.append(survey.raids().stroke(LAST)[0])
    worst = min(replies, key=lambda raid: left(survey, raid))
    now = left(survey, worst)
    best: tuple[float, int, int] = LEAST, -1, -1
    for unit, place in sorted(set(_ways_to_hold(moves, survey, worst))):
        seen = fought(moved(later, unit, place), after)
        if left(seen, worst) > now:
            best = max(best, (min(left(seen, raid) for raid in replies) - now, unit, place))
    _, unit, place = best
    if unit < 0:
        return False
    moves.lift(unit)
    moves.drop(unit, place, -1)
    return True


def _replied(survey: SsaSurvey, raid: Raid) -> Abyss:
    """The end of the game, with all enemies there who still find their way."""
    later = survey.p.copy(survey.p.dice)
    assert isinstance(later, Abyss)
    for unit, place in survey.raiders(raid):
        later.put(unit, place)
    return later


def _ways_to_hold(moves: Moves, survey: SsaSurvey, raid: Raid) -> Iterator[tuple[int, int]]:
    """Who could make a difference, and where: in or beside the ways of the enemy, in what does not count yet, and out
    of where one would be without supply and count for less than nobody."""
    p, end = survey.p, _replied(survey, raid)
    wanted = p.plan.objectives & ~of(scoring(end))
    for unit, place in survey.raiders(raid):
        wanted |= survey.foe_way(unit, place)
    for place in members(wanted):
        fit = [unit for unit in moves.units if has(moves.reach(unit), place) and moves.where[unit] != place
               and moves.is_open(unit, place)]
        yield from ((unit, place) for unit in sorted(fit, key=lambda unit: (survey.worth(unit), unit))[:FIT])
    hungry = p.plan.objectives & p.occupied[survey.side] & ~supplied(end, survey.side)
    for unit in moves.units:
        if has(hungry, moves.where[unit]):
            yield from ((unit, place) for place in members(moves.reach(unit) & ~hungry) if moves.is_open(unit, place))


__all__ = ["plan"]
