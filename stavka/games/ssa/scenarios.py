"""23.0: set-up. The Soviet player places his units first, then the Axis player, each line in its own hexes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache, partial

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


def can_finish(p: Abyss, unit: int, place: int) -> bool:
    """23.0 Whether every line that shares hexes with this one can still be placed after this unit."""
    side = p.layout.side_of[unit]
    lines = p.plan.sharing[p.plan.line_of[unit].rule]
    hexes = sorted({hex for line in lines for hex in line.hexes})
    loads = {hex: tuple(shape(p, other) for other in p.at(hex)) for hex in hexes}
    loads[place] = (*loads[place], shape(p, unit))
    jobs = []
    for line in lines:
        waiting = [other for other in line.units if p.where[other] == p.box(SETUP) and other != unit]
        filled = {hex for hex in line.hexes if _placed(p, line, hex)} | ({place} if unit in line.units else set())
        singles = [hex for hex in line.single if hex not in filled]
        needed = () if line.near else tuple(hex for hex in line.hexes if hex not in filled)
        if not _singles_can_be_filled(p, line, waiting, singles):
            return False
        open_hexes = tuple(hex for hex in line.hexes if hex not in line.single or hex in singles)
        jobs.append((tuple(sorted(shape(p, other) for other in waiting)), open_hexes, needed, tuple(line.single)))
    limits = (p.layout.stack_limit[side], p.layout.regiment_limit[side])
    return _fill(tuple(jobs), tuple(sorted((hex, tuple(sorted(load))) for hex, load in loads.items())), limits)


def _singles_can_be_filled(p: Abyss, line: Line, waiting: Sequence[int], singles: Sequence[int]) -> bool:
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
