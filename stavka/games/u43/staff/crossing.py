"""Major rivers: assaults across them (18.1), and bridge trains where the far bank is in friendly hands (18.4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from stavka.kit.hexset import bit, has
from stavka.kit.steps import BUTTON, HEX, UNIT, Options
from stavka.staff.mind import Click, ForceMind

from ..moving import Moving
from ..position import Ukraine, enemy
from ..rivers import across, assault_sides, train_sides
from .survey import View

WORTH_CROSSING = 0.08
"""What an assault across a river must promise: it costs those who prepare it their move."""

PREPARED = "river assaults"
"""The note of a mind: the hex that each unit is to assault across a river."""


def assault(mind: ForceMind, p: Ukraine, options: Options, step: Moving) -> Click | None:
    """18.1 Assaults are prepared before anybody moves, by those who stand at the river."""
    if PREPARED not in mind.notes:
        mind.notes[PREPARED] = dict(_prepared(mind, p, step.side)) if p.layout.banks & p.manned[step.side] else {}
    wanted: dict[int, int] = mind.notes[PREPARED]
    unit = options.about.unit
    if unit in wanted and "river_assault" in options.buttons:
        return BUTTON, "river_assault"
    waiting = [other for other in wanted if other in options.units and not p.moved >> other & 1]
    return (UNIT, waiting[0]) if waiting else None


def target(mind: ForceMind, _p: Ukraine, options: Options) -> Click | None:
    """18.1 The hex that the assault is prepared against."""
    wanted: dict[int, int] = mind.notes.get(PREPARED, {})
    place = wanted.pop(options.about.unit if options.about.unit is not None else -1, None)
    return (HEX, place) if place in options.hexes else None


def _prepared(mind: ForceMind, p: Ukraine, side: int) -> Iterator[tuple[int, int]]:
    """A unit for every hex that an assault is worth making from; all who stand there stay for it."""
    view, moves = mind.survey_as(p, View), mind.plan(p)
    idle = [unit for unit in moves.units if unit not in moves.goal and has(p.layout.banks, p.where[unit])]
    facing: dict[int, list[int]] = {}
    for unit in idle:
        for place in across(p, p.where[unit], assault_sides(p, unit)):
            if has(p.manned[enemy(side)], place):
                facing.setdefault(place, []).append(unit)
    promised = {place: view.battle(place, units) for place, units in facing.items()}
    for place in sorted(promised, key=lambda place: (-promised[place], place)):
        if promised[place] > WORTH_CROSSING:
            _stay(mind, p, facing[place])
            yield from {p.where[unit]: (unit, place) for unit in facing[place]}.values()


def _stay(mind: ForceMind, p: Ukraine, units: Sequence[int]) -> None:
    moves = mind.plan(p)
    for unit in units:
        moves.lift(unit)
        moves.drop(unit, p.where[unit], -1)
    mind.todo = [unit for unit in mind.todo if unit not in units]


def bridge(p: Ukraine, options: Options, step: Moving) -> Click | None:
    """18.4 A bridge train where the far bank is in friendly hands."""
    unit, layout = options.about.unit, p.layout
    if "bridge_train" in options.buttons and unit is not None and _leads_to_friends(p, unit):
        return BUTTON, "bridge_train"
    banks = layout.banks & ~p.manned[enemy(step.side)]
    fit = [other for other in options.units if layout.combat >> other & 1 and p.is_on_map(other)
           and has(banks, p.where[other]) and not p.moved >> other & 1 and _leads_to_friends(p, other)]
    return (UNIT, fit[0]) if fit else None


def _leads_to_friends(p: Ukraine, unit: int) -> bool:
    """Whether a bridge from a unit's hex would lead to friends."""
    friends = p.manned[p.layout.side_of[unit]] & ~bit(p.where[unit])
    return any(has(friends, place) for place in across(p, p.where[unit], train_sides(p, unit)))


__all__ = ["assault", "bridge", "target"]
