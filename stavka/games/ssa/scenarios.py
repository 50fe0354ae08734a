"""23.0: set-up. The Soviet player places his units first, then the Axis player, each line in its own hexes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache, partial
from typing import NamedTuple

from stavka.kit.deploy import Deploy, SetUp
from stavka.kit.dice import Dice
from stavka.kit.words import Message

from .components import ASIDE, AXIS, READY, SETUP, SIDES, SOVIET, Theatre
from .plan import Line
from .position import Abyss
from .stacking import fits


def set_up(theatre: Theatre, scenario: str, dice: Dice) -> Abyss:
    """2.5 Every counter to be placed, on the turn track, or aside; then the players place theirs."""
    p = Abyss(theatre, dice, scenario)
    for unit in range(len(theatre.units)):
        p.put(unit, p.box(starting_place(p, unit)))
    p.push(Deploy(SET_UPS[SOVIET], SOVIET), Deploy(SET_UPS[AXIS], AXIS))  # 23.0
    return p


def starting_place(p: Abyss, unit: int) -> str:
    """Where a counter is before the players set up."""
    line = p.plan.line_of.get(unit)
    if line is not None:
        return f"turn.{line.turn}" if line.turn else SETUP
    return READY if p.layout.air >> unit & 1 else ASIDE


# -- Which places are left -----------------------------------------------------------------------------------------

Shape = tuple[int, int]
"""What a unit is to the limits of a hex: its weight, and whether it is a regiment."""


def shape(p: Abyss, unit: int) -> Shape:
    """The shape of a unit (6.0)."""
    return p.layout.weight[unit], p.layout.regiments >> unit & 1


def deployment_hexes(p: Abyss, unit: int) -> list[int]:
    """23.0 Where a unit may be placed so that everything else still finds its place."""
    return [place for place in p.plan.line_of[unit].hexes if why_not_deploy(p, unit, place) is None]


def why_not_deploy(p: Abyss, unit: int, place: int) -> Message | None:
    """Why a unit may not be set up in a hex, if so."""
    line, args = p.plan.line_of[unit], {"unit": p.id(unit), "hex": p.number(place)}
    if place not in line.hexes:
        return Message("refused.not_its_hex", args, (line.rule,))
    if not fits(p, (*p.at(place), unit)):
        return Message("refused.overstack", args, ("6.0a" if p.layout.side_of[unit] == AXIS else "6.0c",))
    wanted = line.single.get(place)
    if wanted is not None and (p.layout.unit[unit].kind != wanted or _placed(p, line, place)):
        return Message("refused.not_its_hex", args, (line.rule,))
    if not can_finish(p, unit, place):
        return Message("refused.others_need_it", args, ("23.0c",))
    return None


def _placed(p: Abyss, line: Line, place: int) -> list[int]:
    return [unit for unit in line.units if p.where[unit] == place]


class Waiting(NamedTuple):
    """Of a line of the set-up: who waits besides the unit in question, their shapes, the hexes that hold one of it."""

    line: Line
    units: list[int]
    shapes: tuple[Shape, ...]
    filled: frozenset[int]


def _waiting_lines(p: Abyss, unit: int) -> list[Waiting]:
    """The lines that share hexes with that of a unit, as they are before it is placed."""
    setup, found = p.box(SETUP), []
    for line in p.plan.sharing[p.plan.line_of[unit].rule]:
        units = [other for other in line.units if p.where[other] == setup and other != unit]
        filled = frozenset(p.where[other] for other in line.units) & frozenset(line.hexes)
        found.append(Waiting(line, units, tuple(sorted(shape(p, other) for other in units)), filled))
    return found


def _shapes_in(p: Abyss, lines: Iterable[Waiting]) -> dict[int, tuple[Shape, ...]]:
    """The shapes of what stands in the hexes of lines."""
    hexes = sorted({hex for waiting in lines for hex in waiting.line.hexes})
    return {hex: tuple(sorted(shape(p, other) for other in p.at(hex))) for hex in hexes}


def can_finish(p: Abyss, unit: int, place: int) -> bool:
    """23.0 Whether every line that shares hexes with this one can still be placed after this unit."""
    side, basis = p.layout.side_of[unit], (p.version, unit)
    lines = p.derive("waiting lines", basis, lambda: _waiting_lines(p, unit))
    loads = {**p.derive("shapes", basis, lambda: _shapes_in(p, lines))}
    loads[place] = tuple(sorted((*loads[place], shape(p, unit))))
    jobs = []
    for line, units, shapes, filled in lines:
        if unit in line.units:
            filled |= {place}
        singles = [hex for hex in line.single if hex not in filled]
        needed = () if line.near else tuple([hex for hex in line.hexes if hex not in filled])
        if not _singles_can_be_filled(p, line, units, singles):
            return False
        open_hexes = tuple([hex for hex in line.hexes if hex not in line.single or hex in singles])
        jobs.append((shapes, open_hexes, needed, tuple(line.single)))
    return _fill(tuple(jobs), tuple(loads.items()), (p.layout.stack_limit[side], p.layout.regiment_limit[side]))


def _singles_can_be_filled(p: Abyss, line: Line, waiting: Sequence[int], singles: Sequence[int]) -> bool:
    if not singles:
        return True
    kinds = [p.layout.unit[unit].kind for unit in waiting]
    return all(kinds.count(line.single[hex]) >= len(singles) for hex in singles)


Job = tuple[tuple[Shape, ...], tuple[int, ...], tuple[int, ...], tuple[int, ...]]
"""Of a line: the shapes still to place, the hexes open to it, those that need one of them, those that take just one."""


@lru_cache(maxsize=4096)
def _fill(jobs: tuple[Job, ...], loads: tuple[tuple[int, tuple[Shape, ...]], ...], limits: tuple[int, int]) -> bool:
    """Whether all these shapes can be placed within the limits."""
    if not jobs:
        return True
    (shapes, hexes, needed, singles), rest = jobs[0], jobs[1:]
    if len(shapes) < len(needed):
        return False
    if not shapes:
        return _fill(rest, loads, limits)
    held = dict(loads)
    first = shapes[-1]  # the heaviest first
    for hex in hexes:
        load = (*held[hex], first)
        if sum(weight for weight, _ in load) > limits[0] or sum(regiment for _, regiment in load) > limits[1]:
            continue
        left = tuple(other for other in hexes if not (other == hex and hex in singles))
        job = (shapes[:-1], left, tuple(other for other in needed if other != hex), singles)
        after = tuple(sorted({**held, hex: tuple(sorted(load))}.items()))
        if _fill((job, *rest), after, limits):
            return True
    return False


# -- The set-up phase ----------------------------------------------------------------------------------------------


def waiting(p: Abyss, side: int) -> list[int]:
    """The units a player has still to place."""
    return [unit for unit in p.at(p.box(SETUP)) if p.layout.side_of[unit] == side]


def ready_made(p: Abyss, side: int) -> Iterator[tuple[int, int]]:
    """The rest of the set-up as the scenario suggests it; where the player has done otherwise, some other legal one."""
    untouched = not p.occupied[side]
    for line in p.plan.lines:
        for unit, suggested in zip(line.units, line.ready, strict=False):
            if p.layout.side_of[unit] == side and p.where[unit] == p.box(SETUP):
                fits_there = untouched or why_not_deploy(p, unit, suggested) is None
                yield unit, suggested if fits_there else deployment_hexes(p, unit)[0]


def _set_up_of(side: int) -> SetUp:
    return SetUp(f"{SIDES[side]}_setup", "23.0c", partial(waiting, side=side), deployment_hexes,
                 why_not=why_not_deploy, ready_made=partial(ready_made, side=side))


SET_UPS = tuple(map(_set_up_of, (AXIS, SOVIET)))
"""23.0 How each side sets up."""
