"""Who stays behind: garrisons told off before anything else is planned, guards who do not leave, and the dam (28)."""

from __future__ import annotations

from collections.abc import Sequence

from stavka.kit.hexset import has, members, of
from stavka.kit.sums import added
from stavka.staff.moves import Moves

from ..position import CAPTURED, Ukraine
from .survey import View

PRIZE = 2.0
"""Places worth so many points are never left by their last garrison, front line or not,"""
RAID = 16
"""if the enemy is within so many hexes: his vehicles drive twice in a turn (4.9)."""
GUARD = 5
"""Hexes from the enemy within which somebody stays in an objective when all others attack."""
WARY = 0.8
"""The share of the enemy strength in reach that a garrison is chosen for, whatever those who attack fear,"""
MISSED = 0.02
"""and what a factor of attack is worth elsewhere."""
DEAREST = 2.5
"""Defenders have somebody to spare only for what is worth more: Kiev, Taganrog, the town of the dam while it stands."""
DAM_ALARM = 0.3
"""The chance that the Soviets take the town of the dam in their next turn at which it is blown: that gives them two
points for certain instead of four (28.1)."""
DAM_EARLY = 4
"""With more turns than so many to come, who has experience blows it as soon as they could stand before the town: it is
lost in the end anyway, and not kept at any risk. With fewer they may not come to it any more."""


def worth_at(view: View, place: int) -> float:
    """The points of a place."""
    return added([view.sites[number] for number in view.ground.sites_at.get(place, ())])


def held_worth(view: View, place: int) -> float:
    """The points of a place that are ours to lose."""
    return worth_at(view, place) if has(view.p.controlled(view.side), place) else 0.0


def nearness(view: View, place: int) -> int:
    """How many hexes the enemy is from a place."""
    return view.trellis.away(view.p.manned[view.foe])[place]


def told_off(view: View, moves: Moves, least: float = 0.0) -> dict[int, int]:
    """Garrisons: for every objective worth more than so much that is held and the enemy could come to, the dearest
    first, one of those who stand there or of those who can come, and another for a prize where that helps. Told off
    before attacks are planned, which would draw everybody away; who can walk into an objective is left to do that."""
    posts: dict[int, int] = {}
    empty = view.supply & ~view.p.controlled(view.side) & ~view.p.manned[view.foe]
    prizes = of([place for place in view.ground.sites_at if has(empty, place)])
    places = sorted([place for place in view.ground.sites_at if held_worth(view, place) > least and (
        has(moves.picture.open, place) or nearness(view, place) <= GUARD)], key=lambda place: -worth_at(view, place))
    for place in (*places, *(place for place in places if worth_at(view, place) >= PRIZE)):
        able = [unit for unit in moves.stacks.get(place, ()) if unit not in posts] or [
            unit for unit in moves.units if unit not in posts and has(moves.reach(unit), place)
            and moves.is_open(unit, place) and not moves.reach(unit) & prizes]
        mates = [unit for unit in posts if posts[unit] == place]
        prices = {unit: MISSED * view.strength(unit) + _risk(view, moves, [*mates, unit], place) for unit in able}
        best = min(able, key=lambda unit: (prices[unit], unit), default=-1)
        if able and (not mates or prices[best] < _risk(view, moves, mates, place)):
            posts[best] = place
    return posts


def _risk(view: View, moves: Moves, units: Sequence[int], place: int) -> float:
    """What is lost where a garrison does not hold."""
    threat, ways = WARY * moves.picture.threat[place], view.ground.near[place] & moves.picture.walk
    return worth_at(view, place) * view.danger(place, units, min(threat, view.crowd * ways.bit_count()), ways).falls


def stays(view: View, moves: Moves, unit: int) -> bool:
    """Whether a defender does not leave an objective: the last garrison of a prize; who has experience leaves a guard
    in every one that the enemy could walk into."""
    if is_garrison(view, unit):
        return True
    place = view.p.where[unit]
    return view.skilled and bool(held_worth(view, place)) and has(moves.picture.open, place) and (
        unit == weakest_at(view, place))


def is_garrison(view: View, unit: int) -> bool:
    """Whether a unit alone holds a place worth keeping that raiders could come to once the front is broken."""
    place = view.p.where[unit]
    if held_worth(view, place) < PRIZE or (view.p.masses[place] & view.fighters).bit_count() > 1:
        return False
    return nearness(view, place) <= RAID


def is_guard(view: View, unit: int) -> bool:
    """Whether a unit is the one that stays in an objective while the enemy is near: the weakest attacker there."""
    place = view.p.where[unit]
    return bool(held_worth(view, place)) and unit == weakest_at(view, place) and nearness(view, place) <= GUARD


def weakest_at(view: View, place: int) -> int:
    """Whom an attack misses least."""
    stack = members(view.p.masses[place] & view.fighters)
    return min(stack, key=lambda unit: (view.strength(unit), unit))


def blows_dam(view: View, moves: Moves) -> bool:
    """28.1 Whether the Germans blow the dam: when they have it back, and when its town could be lost."""
    p: Ukraine = view.p
    place = p.layout.dam_hex
    early = view.skilled and view.turns > DAM_EARLY and moves.picture.threat[place] > 0
    return early or p.dam == CAPTURED or moves.exposure(place, moves.stacks.get(place, ())).falls > DAM_ALARM
