"""Chapter 9: movement."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from stavka.kit.hexset import EMPTY, HexSet, bit, has, members, of
from stavka.kit.legs import END_PHASE, offer_leg, offer_units, tell_leg
from stavka.kit.position import enemy
from stavka.kit.reach import CLOSED, UNLIMITED, Reach, Steps, reach
from stavka.kit.steps import NOBODY, Options, Step
from stavka.kit.words import Message

from .bagration import is_surging, may_act
from .components import GERMAN, SOVIET, STACK_LIMIT, Theatre
from .control import enter
from .position import Dagc
from .stacking import bring_up, hidden_from_german, may_go_under
from .supply import CrowdedPorts, in_supply, needs_port
from .zones import enemy_zone

UNKNOWN = -1
"""Movement points that have still to be determined."""

BEST_ROLL = 6

RANGES = 4096
"""Ranges that are remembered: most units of most imagined positions stand as they stood in others."""


# -- Movement factors (2.10, 7.3, 13.3) ----------------------------------------------------------------------------


def may_move(p: Dagc, unit: int) -> bool:
    """Whether the unit can be picked up now: not moved yet (9.2), no locality (2.10), active on turn 1 (5.4)."""
    return p.is_on_map(unit) and not (p.moved | p.layout.localities) >> unit & 1 and may_act(p, unit)


def movement_factor(p: Dagc, unit: int) -> int:
    """2.10 Seven for most units, eight for Bagration on turn 1, as printed for the others."""
    return p.layout.bagration_movement if is_surging(p, unit) else p.layout.unit[unit].movement


def roll_movement(p: Dagc, unit: int) -> int:
    """7.3 Out of supply: one die for the stack. 13.3 Interdicted: a die as if out of supply, or a second die less."""
    supplied = in_supply(p, unit)
    interdicted = bool(p.interdicted >> unit & 1)
    if supplied and not interdicted:
        return movement_factor(p, unit)
    if supplied:
        points = p.roll(unit)
        p.emit("movement_roll", "13.3.b", unit=p.id(unit), die=points, points=points)
        return points
    if unit not in p.rolls:
        die = p.roll(p.where[unit])
        sharing = [other for other in p.at(p.where[unit]) if other == unit or (
            may_move(p, other) and not in_supply(p, other))]
        p.rolls = {**p.rolls, **dict.fromkeys(sharing, die)}
        hidden = unit in hidden_from_german(p, p.where[unit])  # 6.8: a roll does not name a unit that lies covered
        p.emit("movement_roll", "7.3", unit=p.id(unit), die=die, points=die,
               seats=("soviet",) if hidden else None, veiled=("unit",))
    points = p.rolls[unit]
    if interdicted:
        die = p.roll(unit)
        points = max(0, points - die)
        p.emit("interdiction_roll", "13.3.b", unit=p.id(unit), die=die, points=points)
    return points


def expected_budget(p: Dagc, unit: int) -> int:
    """The movement points a unit has, or at best can have if a die has still to be rolled."""
    supplied, interdicted = in_supply(p, unit), bool(p.interdicted >> unit & 1)
    if supplied:
        return BEST_ROLL if interdicted else movement_factor(p, unit)
    best = p.rolls.get(unit, BEST_ROLL)
    return best - 1 if interdicted else best


# -- Costs (6.4, 8.3, 9.5 - 9.12) ----------------------------------------------------------------------------------


def strait_is_open(p: Dagc, unit: int) -> bool:
    """9.8 Once a game one Soviet unit may cross the strait, if both its hexes are already under Soviet control."""
    return (
        p.layout.side_of[unit] == SOVIET
        and not p.strait_used
        and not p.layout.strait_hexes & ~p.control
    )


def movement_class(p: Dagc, unit: int) -> str:
    """Which table of terrain costs the unit uses; 10.2 the 1st Ukrainian Front's area bounds its own."""
    if p.layout.side_of[unit] == GERMAN:
        return "german"
    cav_mech = bool(p.layout.cav_mech >> unit & 1)
    if p.layout.is_front(unit) and p.is_historical:
        return "front_cav_mech" if cav_mech else "front"
    return "cav_mech" if cav_mech else "soviet"


def terrain_steps(p: Dagc, unit: int) -> Steps:
    """9.5 - 9.9 What every step costs the unit, zones and stacks apart; the strait is closed in it."""
    return p.layout.steps[movement_class(p, unit)]


def step_price(p: Dagc, unit: int, here: int, there: int) -> int:
    """9.5 - 9.9 What one step costs the unit, zones and stacks apart, the strait like a river."""
    return dict(p.layout.steps_with_strait[movement_class(p, unit)][here])[there]


def strait_crossing(p: Dagc, unit: int) -> int | None:
    """9.8 The hex across the strait, for a unit that stands at it and may cross.

    The crossing is made once a game, so it is a step that a player asks for, never part of a longer way.
    """
    if not strait_is_open(p, unit):
        return None
    return next((there for here, there in p.layout.straits if here == p.where[unit]), None)


class Surroundings(NamedTuple):
    """All that the range of a unit depends on: what it is, where, and whom it meets on its way."""

    movement_class: str
    here: int
    budget: int
    zones: HexSet
    """EZOC."""
    closed: HexSet
    """Hexes with enemies (6.9), and with friends whom the unit may not join."""
    friends: HexSet
    """Hexes with friends whom it may join."""
    is_stacked: bool
    """Whether it has a friend with it where it stands."""
    infiltrates: bool
    """Whether German entrenchments bar it no way."""


def surroundings(p: Dagc, unit: int, budget: int) -> Surroundings:
    """What a unit meets as far as so many points may lead it: zones (8.3) and stacks (6.4, 6.5, 6.9, 6.10)."""
    layout, here = p.layout, p.where[unit]
    side = layout.side_of[unit]
    near = layout.grid.within(here, budget)
    full, of_front = stacks_of(p, side)
    others = full | (p.occupied[side] & ~of_front if layout.is_front(unit) else of_front)
    return Surroundings(
        movement_class(p, unit), here, budget, enemy_zone(p, side) & near,
        (p.occupied[enemy(side)] | others & ~bit(here)) & near, p.occupied[side] & ~others & near & ~bit(here),
        len(p.stacks[here]) > 1, side == GERMAN or is_surging(p, unit))


def stacks_of(p: Dagc, side: int) -> tuple[HexSet, HexSet]:
    """The hexes of a side that are full (6.1), and those of the 1st Ukrainian Front, which keeps apart (6.10)."""
    def find() -> tuple[HexSet, HexSet]:
        own, stacks, front = members(p.occupied[side]), p.stacks, p.layout.first_ukrainian
        return (of([place for place in own if len(stacks[place]) >= STACK_LIMIT]),
                of([place for place in own if front >> stacks[place][0] & 1]) if side == SOVIET else EMPTY)

    return p.derive(("stacks", side), p.version, find)


def step_costs(layout: Theatre, around: Surroundings) -> tuple[bytearray, bytearray]:
    """The extra cost to enter and to leave every hex in a unit's range."""
    entering, leaving = bytearray(layout.grid.size), bytearray(layout.grid.size)
    for place in members(around.zones):
        entering[place], leaving[place] = layout.enter_zone, layout.leave_zone
    for place in members(around.friends):
        entering[place] += layout.enter_stack
        leaving[place] += layout.leave_stack
    for place in members(around.closed):
        entering[place] = CLOSED
    if around.is_stacked:
        leaving[around.here] += layout.leave_stack
    return entering, leaving


def closed_entrenchments(layout: Theatre, around: Surroundings) -> dict[int, frozenset[int]] | None:
    """8.3 Soviet units may not go from one German EZOC straight into another that is a German entrenchment."""
    if around.infiltrates:
        return None
    zones, neighbours = around.zones, layout.grid.neighbours
    return {place: frozenset([near for near in neighbours[place] if has(zones, near)])
            for place in members(zones & layout.entrenchments[GERMAN])}


def reach_of(p: Dagc, unit: int, budget: int) -> Reach:
    """Every hex the unit can move to with so many movement points (9.3: it must be able to pay in full)."""
    def search() -> Reach:
        around, across = surroundings(p, unit, budget), strait_crossing(p, unit)
        entering, leaving = step_costs(p.layout, around)
        barred = closed_entrenchments(p.layout, around)
        if across is None or (barred is not None and p.where[unit] in barred.get(across, ())):
            return reach(terrain_steps(p, unit), p.where[unit], budget, entering, leaving, barred)
        return with_crossing(p, unit, budget, across, entering, leaving, barred)

    return p.derive("reach", (p.version, unit, budget, p.turn, p.control), search)


def range_of(p: Dagc, unit: int, budget: int) -> HexSet:
    """The same hexes, without costs and ways: for who asks about many units in many positions that differ little."""
    if strait_crossing(p, unit) is not None:
        return of(reach_of(p, unit, budget).cost)
    return _range(p.layout, surroundings(p, unit, budget))


@lru_cache(RANGES)
def _range(layout: Theatre, around: Surroundings) -> HexSet:
    entering, leaving = step_costs(layout, around)
    barred = closed_entrenchments(layout, around)
    return of(reach(layout.steps[around.movement_class], around.here, around.budget, entering, leaving, barred).cost)


def leads_on(p: Dagc, unit: int, via: int, goal: int, budget: int) -> bool:
    """Whether a unit with so many points can go to a hex by way of another that is in its range."""
    around = surroundings(p, unit, budget)
    entering, leaving = step_costs(p.layout, around)
    left = budget - reach_of(p, unit, budget).cost[via]
    barred = closed_entrenchments(p.layout, around)
    return goal in reach(terrain_steps(p, unit), via, left, entering, leaving, barred).cost


def with_crossing(p: Dagc, unit: int, budget: int, across: int, entering: bytearray, leaving: bytearray,
                  barred: dict[int, frozenset[int]] | None) -> Reach:
    """9.8 The range of a unit at the strait: all ways by land, and the one step to the other side."""
    here = p.where[unit]
    closed = entering[across] == CLOSED
    cost = leaving[here] + step_price(p, unit, here, across) + entering[across]
    if closed or cost > budget:
        return reach(terrain_steps(p, unit), here, budget, entering, leaving, barred)
    entering[across] = CLOSED
    land = reach(terrain_steps(p, unit), here, budget, entering, leaving, barred)
    return Reach({**land.cost, across: cost}, {**land.came, across: here})


# -- The phase -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Movement(Step):
    """The movement phase: one unit after the other, each as far as it likes (6.3, 9.2).

    A move may be made in several legs; picking up another unit ends it.
    """

    side: int
    unit: int = NOBODY
    left: int = 0

    def offer(self, p: Dagc) -> Options | None:
        if self.left == UNKNOWN:
            return None
        mobile = p.mapped & p.layout.ground_units[self.side] & ~p.moved & ~p.layout.localities
        if p.turn == 1 and self.side == SOVIET:
            mobile &= p.activated  # 5.4
        units = members(mobile)
        if self.unit == NOBODY:
            return offer_units(p, p.seat(self.side), units, "9.2.a")
        reachable = reach_of(p, self.unit, self.left).cost if self.left else ()
        buttons = ("under", END_PHASE) if may_go_under(p, self.unit) else (END_PHASE,)
        return offer_leg(p, p.seat(self.side), self.unit, self.left, units, reachable, "9.1", buttons=buttons)

    def skip(self, p: Dagc) -> None:
        """Nothing to decide: either nobody can move, or the points of the unit picked up are still to be found."""
        if self.unit == NOBODY:
            p.pop()
        else:
            p.replace(Movement(self.side, self.unit, roll_movement(p, self.unit)))

    def take_unit(self, p: Dagc, unit: int) -> None:
        self._put_down(p)
        p.replace(Movement(self.side, unit, UNKNOWN))
        if self.side == GERMAN and needs_port(p, unit):
            p.push(CrowdedPorts())  # 7.9: found out now, decided now

    def take_hex(self, p: Dagc, place: int) -> None:
        way = reach_of(p, self.unit, self.left)
        path, cost = way.path(place), way.cost[place]
        if (path[0], place) in p.layout.straits and len(path) == 2:
            p.strait_used = True  # 9.8
        tell_leg(p, self.unit, path, cost, "9.1")
        enter(p, self.unit, path[1:])
        p.replace(Movement(self.side, self.unit, self.left - cost))

    def take_button(self, p: Dagc, button: str) -> None:
        if button == "under":
            bring_up(p, p.at(p.where[self.unit])[0])  # 6.8
        else:
            self._put_down(p)
            p.pop()

    def _put_down(self, p: Dagc) -> None:
        if self.unit != NOBODY:
            p.moved |= bit(self.unit)

    def refuse_unit(self, p: Dagc, unit: int) -> Message | None:
        return why_not_move(p, self.side, unit)

    def refuse_hex(self, p: Dagc, place: int) -> Message | None:
        if self.unit == NOBODY:
            return Message("refused.pick_unit_first")
        return why_not_there(p, self.unit, place, self.left)

    def refuse_button(self, p: Dagc, button: str) -> Message | None:
        return Message("refused.under", {}, ("6.8.b",)) if button == "under" else None


# -- Why not -------------------------------------------------------------------------------------------------------


def why_not_move(p: Dagc, side: int, unit: int) -> Message | None:
    """Why a unit cannot be picked up to move, if it cannot."""
    id = p.id(unit)
    if p.layout.side_of[unit] != side:
        return Message("refused.not_yours", {"unit": id}, ("9.2.c",))
    if p.layout.air >> unit & 1 or not p.is_on_map(unit):
        return Message("refused.not_on_map", {"unit": id})
    if p.layout.localities >> unit & 1:
        return Message("refused.locality_moves", {"unit": id}, ("2.10.c",))
    if p.moved >> unit & 1:
        return Message("refused.moved", {"unit": id}, ("9.2.b",))
    if not may_act(p, unit):
        return Message("refused.not_activated", {"unit": id}, ("5.4.a",))
    return None


def why_not_there(p: Dagc, unit: int, place: int, budget: int) -> Message | None:
    """Why a unit cannot move to a hex with so many points, if it cannot."""
    args = {"unit": p.id(unit), "hex": p.number(place)}
    closed = why_not_enter(p, unit, place)
    if closed is not None:
        return closed
    if place == p.where[unit]:
        return Message("refused.there_already", args)
    way = reach_of(p, unit, budget)
    if place in way.cost:
        return None
    if needs_strait(p, unit, place, budget):
        return Message("refused.strait_first" if strait_is_open(p, unit) else "refused.strait", args, ("9.8",))
    far = reach_of(p, unit, UNLIMITED)
    if is_shut_by_entrenchment(p, unit, place, budget if place in far.cost else UNLIMITED):
        return Message("refused.entrenchment_zone", args, ("8.3.b",))
    if place in far.cost:
        return Message("refused.too_far", {**args, "cost": far.cost[place], "left": budget}, ("9.3",))
    return Message("refused.no_way", args, ("9.2.b",))


def is_shut_by_entrenchment(p: Dagc, unit: int, place: int, budget: int) -> bool:
    """8.3 Whether a hex is a German entrenchment that so many points would reach, if zones led straight into it."""
    around = surroundings(p, unit, budget)
    return place in (closed_entrenchments(p.layout, around) or ()) and place in reach(
        terrain_steps(p, unit), p.where[unit], budget, *step_costs(p.layout, around)).cost


def needs_strait(p: Dagc, unit: int, place: int, budget: int) -> bool:
    """9.8 Whether a hex that is out of reach could be reached over the strait, if that were a way like others."""
    if (p.where[unit], place) in p.layout.straits and not strait_is_open(p, unit):
        return True
    entering, leaving = step_costs(p.layout, surroundings(p, unit, budget))
    over = p.layout.steps_with_strait[movement_class(p, unit)]
    return place in reach(over, p.where[unit], budget, entering, leaving).cost and place not in reach(
        terrain_steps(p, unit), p.where[unit], budget, entering, leaving).cost


def why_not_enter(p: Dagc, unit: int, place: int) -> Message | None:
    """Why a unit may never enter a hex as things stand, if so."""
    layout = p.layout
    side = layout.side_of[unit]
    args = {"unit": p.id(unit), "hex": p.number(place)}
    if place >= layout.hexes:
        return Message("refused.off_map", args, ("9.11",))
    if not has(layout.playable, place):
        return Message("refused.water", args, ("9.7",))
    if has(p.occupied[enemy(side)], place):
        return Message("refused.enemy", args, ("6.9", "9.4"))
    if side == GERMAN and has(layout.entrenchments[SOVIET], place):
        return Message("refused.soviet_entrenchment", args, ("9.12",))
    confined = layout.first_ukrainian_area | layout.soviet_start
    if layout.is_front(unit) and p.is_historical and not has(confined, place):
        return Message("refused.outside_area", args, ("10.2.b",))
    others = [other for other in p.at(place) if other != unit]
    if any(layout.is_front(other) != layout.is_front(unit) for other in others):
        return Message("refused.fronts", args, ("6.10",))
    if len(others) >= STACK_LIMIT:
        return Message("refused.overstack", args, ("6.5",))
    return None
