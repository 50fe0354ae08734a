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
from .stacking import has_room_for


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

def deployment_hexes(p: Abyss, unit: int) -> list[int]:
    """23.0 Where a unit may be placed so that everything else still finds its place."""
    return [place for place in p.plan.line_of[unit].hexes if why_not_deploy(p, unit, place) is None]


def why_not_deploy(p: Abyss, unit: int, place: int) -> Message | None:
    """Why a unit may not be set up in a hex, if so."""
    line, args = p.plan.line_of[unit], {"unit": p.id(unit), "hex": p.number(place)}
    if place not in line.hexes:
        return Message("refused.not_its_hex", args, (line.rule,))
    if not has_room_for(p, place, unit):
        return Message("refused.overstack", args, ("6.0a" if p.layout.side_of[unit] == AXIS else "6.0c",))
    wanted = line.single.get(place)
    if wanted is not None and (p.layout.unit[unit].kind != wanted or _placed(p, line, place)):
        return Message("refused.not_its_hex", args, (line.rule,))
    if not can_finish(p, unit, place):
        return Message("refused.others_need_it", args, ("23.0c",))
    return None


def _placed(p: Abyss, line: Line, place: int) -> list[int]:
    return [unit for unit in line.units if p.where[unit] == place]


class Job(NamedTuple):
    """What is still to be placed of a line."""

    loads: tuple[int, ...]
    """What each unit weighs (6.0), the heaviest last."""
    hexes: tuple[int, ...]
    """The hexes open to it."""
    needed: tuple[int, ...]
    """Those that need one of the units."""
    singles: tuple[int, ...]
    """Those that take just one."""


class Waiting(NamedTuple):
    """How things are before a unit is placed."""

    units: list[int]
    """Who waits besides it in its line."""
    filled: frozenset[int]
    """The hexes of the line that hold one of it."""
    own: Job | None
    """What is to be placed of the line if the unit joins others of it."""
    others: list[Job | None]
    """What waits in the lines that share hexes with it."""
    loads: dict[int, int]
    """What stands in all these hexes weighs (6.0)."""


def _waiting(p: Abyss, unit: int) -> Waiting:
    own, *others = p.plan.sharing[p.plan.line_of[unit].rule]
    weights = p.weights[p.layout.side_of[unit]]
    loads = {hex: weights.get(hex, 0) for line in (own, *others) for hex in line.hexes}
    jobs = [_job(p, line, _waiting_in(p, line), _filled(p, line)) for line in others]
    units, filled = [other for other in _waiting_in(p, own) if other != unit], _filled(p, own)
    return Waiting(units, filled, _job(p, own, units, filled), jobs, loads)


def _waiting_in(p: Abyss, line: Line) -> list[int]:
    setup = p.box(SETUP)
    return [unit for unit in line.units if p.where[unit] == setup]


def _filled(p: Abyss, line: Line) -> frozenset[int]:
    """The hexes of a line that hold one of it."""
    return frozenset([p.where[unit] for unit in line.units]).intersection(line.hexes)


def _job(p: Abyss, line: Line, units: Sequence[int], filled: frozenset[int]) -> Job | None:
    """What is to be placed if these units wait; None if none of them is what a hex for a single unit asks for."""
    singles = [hex for hex in line.single if hex not in filled]
    kinds = [p.layout.unit[unit].kind for unit in units] if singles else []
    if any(kinds.count(line.single[hex]) < len(singles) for hex in singles):
        return None
    open_hexes = line.hexes if not line.single else tuple(
        [hex for hex in line.hexes if hex not in line.single or hex in singles])
    needed = () if line.near else tuple([hex for hex in line.hexes if hex not in filled])
    return Job(tuple(sorted([p.layout.load[unit] for unit in units])), open_hexes, needed, tuple(line.single))


def can_finish(p: Abyss, unit: int, place: int) -> bool:
    """23.0 Whether every line that shares hexes with this one can still be placed after this unit."""
    units, filled, own, others, before = p.derive("waiting", (p.version, unit), lambda: _waiting(p, unit))
    lines = (own if place in filled else _job(p, p.plan.line_of[unit], units, filled | {place}), *others)
    jobs = tuple([job for job in lines if job is not None])
    loads, bearable = {**before, place: before[place] + p.layout.load[unit]}, p.layout.bearable[p.layout.side_of[unit]]
    return len(jobs) == len(lines) and (
        _fills_at_once(jobs, loads, bearable) or _fill(jobs, tuple(loads.items()), bearable))


def _fills_at_once(jobs: Iterable[Job], loads: dict[int, int], bearable: frozenset[int]) -> bool:
    """Whether all find a place if each takes the first that holds it, hexes that need somebody before the others."""
    held = {**loads}
    for waiting, hexes, needed, singles in jobs:
        unfilled, rest = list(needed), [hex for hex in hexes if hex not in needed]
        for load in reversed(waiting):
            hex = next((hex for hex in (*unfilled, *rest) if held[hex] + load in bearable), None)
            if hex is None:
                return False
            held[hex] += load
            if hex in unfilled:
                unfilled.remove(hex)
                rest.append(hex)
            if hex in singles:
                rest.remove(hex)
        if unfilled:
            return False
    return True


@lru_cache(maxsize=512)
def _fill(jobs: tuple[Job, ...], loads: tuple[tuple[int, int], ...], bearable: frozenset[int]) -> bool:
    """Whether all of these can be placed within the limits of a stack."""
    if not jobs:
        return True
    (waiting, hexes, needed, singles), rest = jobs[0], jobs[1:]
    if len(waiting) < len(needed):
        return False
    if not waiting:
        return _fill(rest, loads, bearable)
    held = dict(loads)
    for hex in hexes:
        load = held[hex] + waiting[-1]
        if load in bearable:
            left = tuple(other for other in hexes if other != hex) if hex in singles else hexes
            job = Job(waiting[:-1], left, tuple([other for other in needed if other != hex]), singles)
            if _fill((job, *rest), tuple({**held, hex: load}.items()), bearable):
                return True
    return False


# -- The set-up phase ----------------------------------------------------------------------------------------------


def waiting(p: Abyss, side: int) -> list[int]:
    """The units a player has still to place."""
    side_of = p.layout.side_of
    return [unit for unit in p.at(p.box(SETUP)) if side_of[unit] == side]


def ready_made(p: Abyss, side: int) -> Iterator[tuple[int, int]]:
    """The rest of the set-up as the scenario suggests it; where the player has done otherwise, some other legal one."""
    setup = p.box(SETUP)
    for line in p.plan.lines:
        left = [(unit, suggested) for unit, suggested in zip(line.units, line.ready, strict=False)
                if p.layout.side_of[unit] == side and p.where[unit] == setup]
        untouched = bool(left) and is_as_suggested(p, line)
        for unit, suggested in left:
            fits_there = untouched or why_not_deploy(p, unit, suggested) is None
            yield unit, suggested if fits_there else deployment_hexes(p, unit)[0]


def is_as_suggested(p: Abyss, line: Line) -> bool:
    """Whether all that stand of a line, and of those that share hexes with it, stand where the scenario suggests."""
    setup = p.box(SETUP)
    return all(p.where[unit] in (setup, suggested) for other in p.plan.sharing[line.rule]
               for unit, suggested in zip(other.units, other.ready, strict=False))


def _set_up_of(side: int) -> SetUp:
    return SetUp(f"{SIDES[side]}_setup", "23.0c", partial(waiting, side=side), deployment_hexes,
                 why_not=why_not_deploy, ready_made=partial(ready_made, side=side))


SET_UPS = tuple(map(_set_up_of, (AXIS, SOVIET)))
"""23.0 How each side sets up."""
