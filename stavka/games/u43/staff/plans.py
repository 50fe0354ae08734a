"""How a movement phase is planned: what is settled before units are planned one by one, and what after.

Whoever holds draws his line first, whoever attacks plans his attacks first; in the last move of all nobody needs one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, cast

from stavka.kit.hexset import has, members
from stavka.staff.moves import Moves
from stavka.staff.survey import Survey

from ..movement import REACTION
from ..position import Ukraine
from ..victory import victory_points
from .garrisons import DEAREST, is_guard, stays, told_off
from .line import Front
from .survey import View


def plan(moves: Moves, after: Callable[[Any], Survey]) -> None:
    """Plan a movement phase: both sides draw a front line before all else, skilled attackers after their attacks. In
    the last move of all nothing is left to be held but what keeps the enemy from points."""
    view = moves.survey
    assert isinstance(view, View)
    if view.mode == REACTION or moves.orders.has("no_lines"):
        moves.plan(after)
    elif view.replies:
        draw = follow_up if moves.orders.craft.foresees else hold_line
        draw(view, moves, after)
    elif view.skilled:
        last_effort(view, moves, after)
    else:
        moves.plan(after)
        stand_fast(view, moves)


def hold_line(view: View, moves: Moves, after: Callable[[Any], Survey]) -> None:
    """Draw a front line first, then plan what is not needed in it."""
    kept = man(moves, told_off(view, moves, DEAREST) if view.skilled else {})
    moves.units = [unit for unit in view.movable if unit not in kept and not stays(view, moves, unit)]
    posts = man(moves, Front(view, moves, view.trellis, kept).draw())
    moves.units = [unit for unit in moves.units if unit not in posts]
    moves.plan(after)
    moves.units = view.movable


def follow_up(view: View, moves: Moves, after: Callable[[Any], Survey]) -> None:
    """Tell off garrisons, then plan the attacks, and draw the front line with those who take part in none: whoever
    attacks stands in it where he is sent, and nobody misses an attack for it."""
    posts = man(moves, told_off(view, moves))
    moves.units = [unit for unit in view.movable if unit not in posts]
    moves.plan(after)
    sent = {**posts, **{unit: moves.where[unit] for unit in moves.goal}}
    moves.units = [unit for unit in moves.units if unit not in sent]
    posts = man(moves, {unit: place for unit, place in Front(view, moves, view.trellis, sent).draw().items()
                        if unit not in sent})
    for unit in sorted(moves.units, key=lambda unit: (-view.strength(unit), unit)):
        if unit not in posts:
            moves.improve(unit, members(moves.reach(unit)))
    moves.units = view.movable


def last_effort(view: View, moves: Moves, after: Callable[[Any], Survey]) -> None:
    """The last move of all: nobody keeps a line, everybody goes for what the enemy holds."""
    moves.units = [unit for unit in view.movable if not is_guard(view, unit)]
    moves.plan(after)
    theirs = {site.place: view.sites[number] for number, site in enumerate(view.ground.sites)
              if number not in view.held and has(view.p.manned[view.foe], site.place)}
    strongest = sorted(moves.units, key=lambda unit: (-view.strength(unit), unit))
    for place in sorted(theirs, key=lambda place: (-theirs[place], place)):
        moves.push(place, [unit for unit in strongest if moves.goal.get(unit, -1) not in theirs])
    stand_fast(view, moves)
    moves.units = view.movable


def man(moves: Moves, posts: Mapping[int, int]) -> Mapping[int, int]:
    """Send units to their posts in the line."""
    for unit, place in posts.items():
        moves.lift(unit)
        moves.drop(unit, place, -1)
    return posts


def stand_fast(view: View, moves: Moves) -> None:
    """30.2 Whoever keeps the enemy from points where he stands, by cutting his supply, stays there at the end."""
    later = cast(Ukraine, view.p.copy(view.p.dice))
    gone = [unit for unit in moves.units if moves.where[unit] != moves.start[unit]]
    for unit in gone:
        later.put(unit, moves.where[unit])
    for unit in gone:
        before = victory_points(later)
        later.put(unit, moves.start[unit])
        if victory_points(later) < before:
            moves.lift(unit)
            moves.drop(unit, moves.start[unit], -1)
        else:
            later.put(unit, moves.where[unit])
