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
from .line import Line
from .survey import View

PRIZE = 2.0
"""Places worth so many points are never left by their last garrison, front line or not,"""
RAID = 16
"""if the enemy is within so many hexes: his vehicles drive twice in a turn (4.9)."""
GUARD = 5
"""Hexes from the enemy within which somebody stays in an objective when all others attack."""


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
    moves.units = [unit for unit in view.movable if not is_garrison(view, unit)]
    posts = man(moves, Line(view, moves, view.trellis).draw())
    moves.units = [unit for unit in moves.units if unit not in posts]
    moves.plan(after)
    moves.units = view.movable


def follow_up(view: View, moves: Moves, after: Callable[[Any], Survey]) -> None:
    """Plan the attacks first, and draw the front line with those who take part in none: whoever attacks stands in it
    where he is sent, and nobody misses an attack for it."""
    moves.units = [unit for unit in view.movable if not is_guard(view, unit)]
    moves.plan(after)
    sent = {unit: moves.where[unit] for unit in moves.goal}
    moves.units = [unit for unit in moves.units if unit not in sent]
    posts = man(moves, {unit: place for unit, place in Line(view, moves, view.trellis, sent).draw().items()
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


def is_guard(view: View, unit: int) -> bool:
    """Whether a unit is the one that stays in an objective while the enemy is near: the weakest attacker there."""
    place = view.p.where[unit]
    if not any(number in view.held for number in view.ground.sites_at.get(place, ())):
        return False
    stack = members(view.p.masses[place] & view.fighters)
    weakest = min(stack, key=lambda other: (view.strength(other), other))
    return unit == weakest and view.trellis.away(view.p.manned[view.foe])[place] <= GUARD


def man(moves: Moves, posts: Mapping[int, int]) -> Mapping[int, int]:
    """Send units to their posts in the line."""
    for unit, place in posts.items():
        moves.lift(unit)
        moves.drop(unit, place, -1)
    return posts


def is_garrison(view: View, unit: int) -> bool:
    """Whether a unit alone holds a place worth keeping that raiders could come to once the front is broken."""
    place = view.p.where[unit]
    worth = sum([view.sites[number] for number in view.ground.sites_at.get(place, ()) if number in view.held])
    if worth < PRIZE or (view.p.masses[place] & view.fighters).bit_count() > 1:
        return False
    return view.trellis.away(view.p.manned[view.foe])[place] <= RAID


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
