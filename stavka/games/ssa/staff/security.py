"""Security: a front line comes first, then a plan is looked at with the eyes of raiders (7.0), and somebody is sent to
stop them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from stavka.kit.hexset import HexSet, UnitSet, bit, has, members
from stavka.staff.moves import Moves
from stavka.staff.survey import Survey

from ..components import AXIS
from . import final
from .lifelines import moved
from .line import man
from .raids import ALARMS, Raid, Raids
from .survey import SsaSurvey, fought

LEAST = 2.0
"""Raids that cost less are let be."""
LIKELY = 0.7
"""The chance that the enemy sees the raid, too."""
MISSED_LEAST = 8
"""So many who could stop raiders are thought of, those whose loss would cost least."""


class Stop(NamedTuple):
    """A way to stop a raid."""

    worth: float
    places: HexSet
    able: UnitSet
    raider: int = -1
    """Whose way to ``goal`` has to be barred; nobody's if it is enough to be there."""
    goal: int = -1


def plan(moves: Moves, after: Callable[[Any], Survey]) -> None:
    """Plan the moves and make them secure: those who have experience do. The last move of the game is counted to its
    end instead."""
    survey = moves.survey
    assert isinstance(survey, SsaSurvey)
    if moves.orders.craft.combines and not survey.is_last_move:
        _secured(moves, survey, after)
    else:
        moves.plan(after)
        if moves.orders.craft.combines:
            final.plan(moves, after)


def _secured(moves: Moves, survey: SsaSurvey, after: Callable[[Any], Survey]) -> None:
    """The Axis, whose roads all begin behind one front, draws a line before anything else; with a Soviet line as well
    it came to more points (docs/balance.md). Then raids that the plan leaves open are stopped, until there is none
    that matters, or nobody to be sent."""
    everybody, posted = moves.units, man(moves, survey) if survey.side == AXIS else set()
    moves.units = [unit for unit in everybody if unit not in posted]
    moves.plan(after)
    free = set(moves.units)
    moves.units = everybody
    while free and (unit := _answer(moves, after, free)) is not None:
        free.remove(unit)


def _answer(moves: Moves, after: Callable[[Any], Survey], free: set[int]) -> int | None:
    """Send whoever stops the best raid on the plan at the least cost, or opens a road that it leaves barred; None if
    there is no such raid, or nobody. Raids come after the enemy's combat (3.0): who would fall in it is gone."""
    survey = fought(moves.carried_out(), after)
    best, chosen = 0.0, None
    for stop in sorted(_stops(survey), reverse=True):
        if stop.worth <= best:
            break  # orders are good as they are: a change gains what it stops at most
        fit = [unit for unit in free if stop.able >> unit & 1 and moves.reach(unit) & stop.places]
        for unit in sorted(fit, key=lambda unit: (survey.worth(unit), unit))[:MISSED_LEAST]:
            for place in members(moves.reach(unit) & stop.places):
                if moves.where[unit] != place and moves.is_open(unit, place):
                    gain = stop.worth * survey.stands(place, unit) + moves.gain(unit, place)
                    if gain > best and (stop.raider < 0 or not has(
                            after(moved(survey.p, unit, place)).foe_reach(stop.raider), stop.goal)):
                        best, chosen = gain, (unit, place)
    if chosen is None:
        return None
    unit, place = chosen
    moves.lift(unit)
    moves.drop(unit, place, moves.score(unit, place)[1])
    return unit


def _stops(survey: SsaSurvey) -> Iterator[Stop]:
    """All that can be done for the roads: against the best raid on them, and where they are barred already."""
    raids = survey.raids()
    places, gain = raids.posts_now()
    yield from (Stop(gain / len(places), bit(place), survey.p.layout.army[survey.side]) for place in places)
    raid, cost = raids.stroke(ALARMS)
    if cost >= LEAST:
        yield from _ways_to_stop(survey, raids, raid, cost)


def _ways_to_stop(survey: SsaSurvey, raids: Raids, raid: Raid, cost: float) -> Iterator[Stop]:
    """Where a raid can be stopped, and by whom: 5.3 beside each of the raiders, 5.2 across their ways, 7.1 on the
    roads."""
    layout = survey.p.layout
    for start in raid:
        others = {other: place for other, place in raid.items() if other != start}
        worth = LIKELY * (cost - raids.cost(others))
        pins = layout.contact[start] if start >= 0 else 0
        yield Stop(worth, pins, layout.commanding)
        for raider, goal in survey.raiders({start: raid[start]}):
            yield Stop(worth, survey.foe_way(raider, goal) & ~pins, layout.commanding, raider, goal)
    places, gain = raids.posts_against(raid)
    for place in places:
        yield Stop(LIKELY * gain / len(places), bit(place), layout.army[survey.side])


__all__ = ["plan"]
