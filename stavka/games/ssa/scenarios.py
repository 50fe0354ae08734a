"""23.0: set-up. The Soviet player places his units first, then the Axis player, each line in its own hexes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from stavka.kit.dice import Dice
from stavka.kit.steps import About, Options, Step
from stavka.kit.words import Message

from .components import ASIDE, AXIS, NOBODY, READY, SETUP, SOVIET, Theatre
from .plan import Line
from .position import Abyss
from .stacking import fits


def set_up(theatre: Theatre, scenario: str, dice: Dice) -> Abyss:
    """2.5 Every counter to be placed, on the turn track, or aside; then the players place theirs."""
    p = Abyss(theatre, dice, scenario)
    for unit in range(len(theatre.units)):
        p.put(unit, p.box(starting_place(p, unit)))
    p.push(Deploy(SOVIET), Deploy(AXIS))  # 23.0
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
        return Message("refused.no_deployment", args, (line.rule,))
    if not fits(p, (*p.at(place), unit)):
        return Message("refused.overstack", args, ("6.0a" if p.layout.side_of[unit] == AXIS else "6.0c",))
    wanted = line.single.get(place)
    if wanted is not None and (p.layout.unit[unit].kind != wanted or _placed(p, line, place)):
        return Message("refused.no_deployment", args, (line.rule,))
    if not can_finish(p, unit, place):
        return Message("refused.others_need_it", args, ("23.0c",))
    return None


def _placed(p: Abyss, line: Line, place: int) -> list[int]:
    return [unit for unit in line.units if p.where[unit] == place]


def can_finish(p: Abyss, unit: int, place: int) -> bool:
    """23.0 Whether every line that shares hexes with this one can still be placed after this unit."""
    side = p.layout.side_of[unit]
    lines = neighbours_of(p, p.plan.line_of[unit], side)
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


def neighbours_of(p: Abyss, line: Line, side: int) -> list[Line]:
    """The lines of a side that share hexes with one, or with one that does."""
    found = [line]
    for known in found:
        found += [other for other in p.plan.lines
                  if not other.turn and other not in found and p.layout.side_of[other.units[0]] == side
                  and set(other.hexes) & set(known.hexes)]
    return found


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


@dataclass(frozen=True, slots=True)
class Deploy(Step):
    """23.0 A player sets up his units: a unit, then its hex; or all that are left as they stand ready."""

    side: int
    unit: int = NOBODY

    def offer(self, p: Abyss) -> Options | None:
        if self.unit != NOBODY:
            rule = p.plan.line_of[self.unit].rule
            prompt = Message("prompt.deploy_to", {"unit": p.id(self.unit)}, (rule, "23.0c"))
            return Options(p.seat(self.side), "deploy_to", prompt, hexes=deployment_hexes(p, self.unit),
                           about=About("place", self.unit))
        units = waiting(p, self.side)
        if not units:
            return None
        prompt = Message("prompt.deploy", {}, ("23.0b", "23.0c"))
        buttons = ("ready_made",) if self.may_be_ready_made(p) else ()
        return Options(p.seat(self.side), "deploy", prompt, units=units, buttons=buttons, about=About("place"))

    def may_be_ready_made(self, p: Abyss) -> bool:
        """As long as nothing has been placed, the whole set-up can be had at once."""
        return not any(p.is_on_map(unit) for unit in p.layout.troops[self.side])

    def take_unit(self, p: Abyss, unit: int) -> None:
        step = Deploy(self.side, unit)
        p.replace(step)
        hexes = deployment_hexes(p, unit)
        if len(hexes) == 1:
            step.take_hex(p, hexes[0])

    def take_hex(self, p: Abyss, place: int) -> None:
        p.put(self.unit, place)
        p.emit("deployed", p.plan.line_of[self.unit].rule, unit=p.id(self.unit), hex=p.number(place))
        p.replace(Deploy(self.side))

    def take_button(self, p: Abyss, button: str) -> None:
        for line in p.plan.lines:
            if not line.turn and p.layout.side_of[line.units[0]] == self.side:
                for unit, place in zip(line.units, line.ready, strict=True):
                    p.put(unit, place)
        p.emit("ready_made", "23.0b", side=p.layout.sides[self.side])

    def refuse_unit(self, p: Abyss, unit: int) -> Message | None:
        return Message("refused.not_to_deploy", {"unit": p.id(unit)}, ("23.0b",))

    def refuse_hex(self, p: Abyss, place: int) -> Message | None:
        if self.unit == NOBODY:
            return Message("refused.pick_unit_first", {}, ("23.0c",))
        return why_not_deploy(p, self.unit, place)

    def refuse_button(self, p: Abyss, button: str) -> Message | None:
        return Message("refused.not_ready_made", {}, ("23.0c",)) if button == "ready_made" else None
