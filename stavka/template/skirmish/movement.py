"""Chapter 3: stacking, movement and zones of control."""

from __future__ import annotations

from collections.abc import Sequence

from stavka.kit.hexset import HexSet, bit, has, members
from stavka.kit.legs import March, why_not_reached
from stavka.kit.position import enemy
from stavka.kit.reach import CLOSED, Reach, charges, reach
from stavka.kit.tables import Item
from stavka.kit.words import Message

from .position import State
from .victory import enter


def zone(p: State, side: int) -> HexSet:
    """3.4 The hexes around the units of a side."""
    occupied = p.occupied[side]
    return p.derive(("zone", side), occupied, lambda: p.layout.grid.around(occupied))


def enemy_zone(p: State, unit: int) -> HexSet:
    """3.4 The zones that a unit has to reckon with."""
    return zone(p, enemy(p.layout.side_of[unit]))


def reach_of(p: State, unit: int, points: int) -> Reach:
    """3.1 - 3.4 Where a unit can move: into no hex with a unit, and no further than the first enemy zone."""
    def search() -> Reach:
        closed = charges(p.layout.grid, (p.occupied[0] | p.occupied[1], CLOSED))
        free = bytes(p.layout.grid.size)
        return reach(p.layout.steps, p.where[unit], points, closed, free, halt=set(members(enemy_zone(p, unit))))

    return p.derive("reach", (p.version, unit, points), search)


def movement_points(p: State, unit: int) -> int:
    """3.2 What is printed."""
    return p.layout.unit[unit].movement


def rest(p: State, unit: int) -> None:
    """3.2 A unit moves once a phase."""
    p.moved |= bit(unit)


def is_stopped(p: State, unit: int, place: int) -> bool:
    """3.4 Whoever enters an enemy zone goes no further."""
    return has(enemy_zone(p, unit), place)


def step_costs(p: State, _unit: int, here: int, there: int) -> Sequence[Item]:
    """3.3 What a step costs, and why."""
    layout = p.layout
    price = dict(layout.steps[here])[there]
    if not has(layout.river, layout.grid.side_number(here, there)):
        return [Item(price, Message("cost.terrain", {}, ("3.3",)))]
    return [Item(price - layout.river_cost, Message("cost.terrain", {}, ("3.3",))),
            Item(layout.river_cost, Message("cost.river", {}, ("3.3",)))]


def why_not_move(p: State, side: int, unit: int) -> Message | None:
    """Why a unit cannot be picked up to move, if it cannot."""
    args = {"unit": p.id(unit)}
    if p.layout.side_of[unit] != side:
        return Message("refused.not_yours", args, ("2.1",))
    if not p.is_on_map(unit):
        return Message("refused.not_on_map", args, ("3.2",))
    if has(p.moved, unit):
        return Message("refused.moved", args, ("3.2",))
    return None


def why_not_enter(p: State, unit: int, place: int) -> Message | None:
    """Why a unit may not be in a hex, if so."""
    args = {"unit": p.id(unit), "hex": p.number(place)}
    if place >= p.layout.hexes or not has(p.layout.playable, place):
        return Message("refused.unplayable", args, ("3.3",))
    if has(p.occupied[enemy(p.layout.side_of[unit])], place):
        return Message("refused.enemy", args, ("3.1",))
    if p.at(place) and p.where[unit] != place:
        return Message("refused.full", args, ("3.1",))
    return None


def why_not_there(p: State, unit: int, place: int, left: int) -> Message | None:
    """Why a unit cannot move to a hex with so many points, if it cannot."""
    closed = why_not_enter(p, unit, place)
    if closed is not None:
        return closed
    if not left and is_stopped(p, unit, p.where[unit]):
        return Message("refused.stopped", {"unit": p.id(unit)}, ("3.4",))
    return why_not_reached(p, unit, place, left, reach_of, too_far="3.2", no_way="3.4")


MARCH = March("march", "3.2", movement_points, reach_of, enter, rest, why_not_move, why_not_there, is_stopped,
              step_costs)
