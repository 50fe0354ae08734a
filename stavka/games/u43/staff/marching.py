"""Movement, reaction and exploitation: what the plan does not say, in the order it is done (3.C.2, 4.9, 4.10)."""

from __future__ import annotations

from collections.abc import Sequence

from stavka.kit.hexset import bit, has, members, of
from stavka.kit.steps import BUTTON, HEX, UNIT, Options
from stavka.staff.mind import Click, ForceMind

from ..combat import MobileAssault, odds, rung
from ..components import DEAD, GERMAN
from ..leaders import rallying_units
from ..movement import EXPLOITATION, MOVEMENT, REACTION, reaction_stacks
from ..moving import Moving
from ..position import Ukraine, enemy
from . import crossing
from .chiefs import best_place, followers, is_busy, wants_base
from .survey import View

ASSAULT = 0.12
"""What a mobile assault must promise."""


def move(mind: ForceMind, p: Ukraine, options: Options) -> Click | None:
    """The next thing to do in a movement phase; the phase is ended when nothing is left."""
    step = p.steps[-1]
    assert isinstance(step, Moving)
    orders = {MOVEMENT: _movement, REACTION: _reaction, EXPLOITATION: _exploitation}[step.mode]
    return orders(mind, p, options, step) or (BUTTON, "end_phase")


def _march(mind: ForceMind, p: Ukraine, options: Options, step: Moving) -> Click | None:
    """The plan leads to hexes without enemies: neither assaults nor the boxes off the map are part of it."""
    foes = p.manned[enemy(step.side)]
    hexes = [place for place in options.hexes if place < p.layout.hexes and not foes >> place & 1]
    return mind.march(p, Options(options.seat, options.task, options.prompt, units=options.units, hexes=hexes,
                                 buttons=options.buttons, about=options.about))


def _movement(mind: ForceMind, p: Ukraine, options: Options, step: Moving) -> Click | None:
    return (
        _newcomer(mind, p, options, step)
        or _rally(mind, p, options, step)
        or _from_off_map(p, options, step)
        or crossing.assault(mind, p, options, step)
        or _march(mind, p, options, step)
        or _follow(mind, p, options, step)
        or crossing.bridge(p, options, step)
        or _refit(p, options, step)
        or _fortify(options)
    )


def _rally(mind: ForceMind, p: Ukraine, options: Options, step: Moving) -> Click | None:
    """26.2 Manstein rallies those whom he can before they move, the strongest first."""
    if "rally" in options.buttons:
        return BUTTON, "rally"
    shaken = [unit for unit in members(rallying_units(p)) if unit in options.units] if step.side == GERMAN else []
    return (UNIT, mind.strongest(p, shaken)) if shaken else None


# -- Reinforcements and the dead (16) ------------------------------------------------------------------------------


def _newcomer(mind: ForceMind, p: Ukraine, options: Options, step: Moving) -> Click | None:
    """4.6, 16.1 Who has just entered goes on by rail, or as far as his points go."""
    unit = options.about.unit
    if unit is None or not step.entered or not step.taken:
        return None
    if "rail" in options.buttons:
        return BUTTON, "rail"
    if not options.hexes or step.taken > 1:
        return None
    hexes = [*(place for place in options.hexes if place < p.layout.hexes), p.where[unit]]
    if mind.survey_as(p, View).fighters >> unit & 1:
        goal = mind.best_hex(p, unit, hexes)
    else:
        away = mind.survey_as(p, View).trellis.away(p.manned[enemy(step.side)])
        goal = min(hexes, key=lambda place: (away[place], place))
    return (HEX, goal) if goal != p.where[unit] else None


def _from_off_map(p: Ukraine, options: Options, step: Moving) -> Click | None:
    """Reinforcements enter, and the best of the dead come back; brigades do not jump of themselves."""
    layout, dead = p.layout, p.layout.box[DEAD[step.side]]
    waiting = [unit for unit in options.units if not p.is_on_map(unit) and not layout.airborne >> unit & 1]
    fresh = [unit for unit in waiting if p.where[unit] != dead]
    if fresh:
        return UNIT, fresh[0]
    back = {unit: layout.unit[unit].attack[-1] + layout.unit[unit].defence[-1] for unit in waiting}
    return (UNIT, max(waiting, key=lambda unit: (back[unit], -unit))) if waiting else None


def _refit(p: Ukraine, options: Options, step: Moving) -> Click | None:
    """16.5 What replacements are left go to the strongest of the weakened units, far from the enemy if possible."""
    if "replace" in options.buttons:
        return BUTTON, "replace"
    if not any(p.replacements):
        return None
    layout = p.layout
    foes = layout.grid.around(p.manned[enemy(step.side)])
    weak = [unit for unit in options.units if p.reduced >> unit & 1 and p.is_on_map(unit) and layout.ground >> unit & 1
            and not (p.unsupplied | p.disrupted | p.replaced | p.extended) >> unit & 1
            and not has(foes, p.where[unit])
            and p.replacements[0 if layout.mechanized >> unit & 1 else 1]]
    return (UNIT, max(weak, key=lambda unit: (layout.unit[unit].attack[0], -unit))) if weak else None


# -- Those who follow ----------------------------------------------------------------------------------------------


def _follow(mind: ForceMind, p: Ukraine, options: Options, step: Moving) -> Click | None:
    """Headquarters, guns and leaders go where the units are; air units to bases from which they reach somebody."""
    unit, layout = options.about.unit, p.layout
    if unit is not None and not step.taken and unit in followers(p, step.side):
        goal = best_place(mind, p, unit, options.hexes)
        if goal != p.where[unit] and goal in options.hexes:
            return HEX, goal
    offered = of(options.units)
    waiting = [other for other in followers(p, step.side) if offered >> other & 1
               and not (p.moved | p.disrupted) >> other & 1 and not is_busy(p, other)]
    if waiting:
        return UNIT, waiting[0]
    flyers = [other for other in members(offered & layout.air) if wants_base(p, other)]
    return (UNIT, flyers[0]) if flyers else None


def _fortify(options: Options) -> Click | None:
    return (BUTTON, "fort") if "fort" in options.buttons else None


# -- Reaction (4.10) -----------------------------------------------------------------------------------------------


def _reaction(mind: ForceMind, p: Ukraine, options: Options, step: Moving) -> Click | None:
    """Only the stacks that gain most react: three of them, or one."""
    if mind.moves is None:
        moves = mind.plan(p)
        gains: dict[int, float] = {}
        for unit in mind.todo:
            gains[p.where[unit]] = gains.get(p.where[unit], 0.0) - moves.gain(unit, p.where[unit])
        best = sorted(gains, key=lambda place: (-gains[place], place))[:reaction_stacks(p)]
        mind.todo = [unit for unit in mind.todo if p.where[unit] in best and gains[p.where[unit]] > 0]
    return _march(mind, p, options, step)


# -- Exploitation (4.9, 13) ----------------------------------------------------------------------------------------


def _exploitation(mind: ForceMind, p: Ukraine, options: Options, step: Moving) -> Click | None:
    return (
        _assault(mind, p, options, step)
        or _mark(mind, p, options)
        or _march(mind, p, options, step)
        or _next_mark(mind, p, options)
    )


def _assault(mind: ForceMind, p: Ukraine, options: Options, step: Moving) -> Click | None:
    """13.1 Stacks of vehicles assault what stands beside them where that promises something."""
    foes = p.manned[enemy(step.side)]
    if step.group:
        targets = [place for place in options.hexes if place < p.layout.hexes and foes >> place & 1]
        worth = {place: assault_worth(mind, p, step, step.group, place) for place in targets}
        best = max(worth, key=lambda place: worth[place], default=None)
        if best is None or step.taken:
            return (HEX, best) if best is not None and worth[best] > ASSAULT else None
        mates = [unit for unit in _vehicles(p, options, p.where[step.group[0]]) if unit not in step.group]
        if mates and assault_worth(mind, p, step, (*step.group, mates[0]), best) > max(worth[best], ASSAULT):
            return UNIT, mates[0]
        if worth[best] > ASSAULT:
            return HEX, best
        return None
    found: list[tuple[float, int]] = []
    for place in sorted({p.where[unit] for unit in options.units if p.is_on_map(unit)}):
        stack = _vehicles(p, options, place)
        near = mind.survey_as(p, View).ground.near[place] & foes
        found += [(assault_worth(mind, p, step, stack, target), stack[0]) for target in members(near) if stack]
    best_stack = max(found, default=(0.0, -1))
    return (UNIT, best_stack[1]) if best_stack[0] > ASSAULT else None


def _vehicles(p: Ukraine, options: Options, place: int) -> list[int]:
    """The vehicles of a stack that may still be picked, the strongest first."""
    layout = p.layout
    able = layout.mechanized & layout.attackers & ~p.disrupted & ~p.assault
    units = [unit for unit in p.at(place) if able >> unit & 1 and unit in options.units]
    return sorted(units, key=lambda unit: (-p.attack_factor(unit), unit))


def assault_worth(mind: ForceMind, p: Ukraine, step: Moving, group: Sequence[int], target: int) -> float:
    """What a mobile assault by these units promises."""
    attack = MobileAssault.begin(p, step.side, target, group)
    fighting = [unit for unit in attack.units if mind.survey_as(p, View).fighters >> unit & 1]
    return mind.survey_as(p, View).at_level(target, fighting, rung(p, odds(p, attack))) if fighting else 0.0


def _mark(mind: ForceMind, p: Ukraine, options: Options) -> Click | None:
    """4.9 Who has come to where he is to attack from gets his marker."""
    unit = options.about.unit
    moves = mind.moves
    if unit is None or moves is None or "assault" not in options.buttons:
        return None
    arrived = unit in moves.goal and moves.where.get(unit) == p.where[unit]
    return (BUTTON, "assault") if arrived and moves.promised.get(moves.goal[unit], 0.0) > 0 else None


def _next_mark(mind: ForceMind, p: Ukraine, options: Options) -> Click | None:
    """Who stays where he is and attacks from there."""
    moves = mind.plan(p)
    for unit, target in moves.goal.items():
        if unit in options.units and moves.promised.get(target, 0.0) > mind.orders.temper.least and (
                moves.where[unit] == p.where[unit]) and p.mapped & bit(unit):
            return UNIT, unit
    return None
