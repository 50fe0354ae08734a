"""Security: a plan is looked at with the eyes of raiders (7.0), and somebody is sent to stop them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from stavka.kit.hexset import HexSet, UnitSet, bit, members
from stavka.staff.moves import Moves
from stavka.staff.survey import Survey

from .raids import Raid, Raids
from .survey import SsaSurvey

RAIDS = 6
"""So many raids on a plan are answered, one after the other."""
TRIES = 5
"""Each is the best of so many that come to mind."""
LEAST = 2.0
"""Raids that cost less are let be."""
LIKELY = 0.7
"""The chance that the enemy sees the raid, too."""
MISSED_LEAST = 8
"""So many who could stop raiders are thought of, those whose loss would cost least."""


def plan(moves: Moves, after: Callable[[Any], Survey]) -> None:
    """Plan the moves, then stop the raids that they leave open: those who have experience do."""
    moves.plan(after)
    free = set(moves.units) if moves.orders.craft.combines else set()
    for _ in range(RAIDS):
        unit = _answer(moves, after, free) if free else None
        if unit is None:
            return
        free.remove(unit)


def _answer(moves: Moves, after: Callable[[Any], Survey], free: set[int]) -> int | None:
    """Send whoever stops the best raid on the plan at the least cost; None if there is no such raid, or nobody."""
    survey = after(moves.carried_out())
    assert isinstance(survey, SsaSurvey)
    gains = _gains(moves, survey, free)
    best = max(gains, key=lambda way: (gains[way], way), default=None)
    if best is None or gains[best] <= 0:
        return None
    unit, place = best
    moves.lift(unit)
    moves.drop(unit, place, moves.score(unit, place)[1])
    return unit


def _gains(moves: Moves, survey: SsaSurvey, free: set[int]) -> dict[tuple[int, int], float]:
    """By unit and hex: how much better the plan would be, if that unit stopped the best raid on it from there."""
    raids = survey.raids()
    raid, cost = raids.stroke(TRIES)
    gains: dict[tuple[int, int], float] = {}
    for worth, places, able in _ways_to_stop(survey, raids, raid, cost) if cost >= LEAST else ():
        fit = [unit for unit in free if able >> unit & 1 and moves.reach(unit) & places]
        for unit in sorted(fit, key=lambda unit: (survey.worth(unit), unit))[:MISSED_LEAST]:
            for place in members(moves.reach(unit) & places):
                if moves.where[unit] != place and moves.is_open(unit, place):
                    gains[unit, place] = LIKELY * worth * survey.stands(unit, place) + moves.gain(unit, place)
    return gains


def _ways_to_stop(survey: SsaSurvey, raids: Raids, raid: Raid, cost: float) -> Iterator[tuple[float, HexSet, UnitSet]]:
    """What it is worth to stop it, where, and who can: 5.3 beside each of the raiders, 7.1 on the roads."""
    layout = survey.p.layout
    for start in raid:
        others = {other: place for other, place in raid.items() if other != start}
        if start >= 0:
            yield cost - raids.cost(others), layout.contact[start], layout.commanding
    places, gain = raids.posts_against(raid)
    for place in places:
        yield gain / len(places), bit(place), layout.army[survey.side]


__all__ = ["plan"]
