"""One position of the game in the eyes of one side: what the planner asks (:class:`stavka.staff.survey.Survey`)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from stavka.kit.hexset import HexSet, UnitSet, bit, has, members, of
from stavka.kit.position import enemy
from stavka.kit.steps import NOBODY
from stavka.kit.sums import added
from stavka.staff.ground import FAR
from stavka.staff.orders import Orders
from stavka.staff.survey import Danger

from ..air import may_support, ready
from ..combat import AFTER, Combat, attackers_against, is_fresh_target, may_be_attacked_by
from ..components import GERMAN, LAST_TURN, SOVIET, STACK_LIMIT
from ..movement import Movement, leads_on, may_move, movement_factor, range_of, reach_of
from ..position import Dagc
from ..special_units import armour_available, armour_chance
from ..supply import hexes_in_supply, port_areas, supply_moves, working_sources
from .ground import STRIDE, Map, is_concentric
from .odds import Chances, Roll, Target, best_roll, expectation, look_at, step_worth, supplied_units, unit_shift, yields

ROLLED, SHORT = 3, 4
"""7.3, 7.12 Movement points that a unit out of supply is planned with, and a Soviet unit in the last turns: a die."""
CROWD = 11.0
"""Combat factors that attack from one hex at most, about: two strong units."""
RETREAT_COSTS, DRIVEN_OUT, STEP_LOST = 0.7, 0.4, 0.25
"""The part of a step that a retreat costs; the chance that a hex falls if its defenders may retreat, or lose a step."""
NEVER = -9.0
"""What those promise who may not attack together (11.24)."""
GROUND = 0.15
"""What an enemy hex is worth that counts for nothing."""
LAST_HEX = 0.3
"""What each Soviet hex is worth to the Germans in the last turn: the line to the coast may run through it."""
OVER, UNDER = 19, 10
"""Strength brought up counts from so far below an even differential, and so far in all."""
EXPOSED = 1.4
"""How much more an attack counts on a Soviet unit that stands alone too far forward."""
GUARDED = 8.0
"""What each of two units in Königsberg is worth when the Soviets are near: its fall loses the game."""
CUT_OFF = 3.0
"""How much more than its points the coast counts in the last German move, when it can be cut off."""
AIR_GAIN = {"before": 0.22, "after": 0.06}
"""The least gain for which an air army flies in each combat phase."""
AIR_RESCUE, AIR_LAST = 0.1, 0.02
"""The same where the attack is not worth making without it, and in the last turn, when nothing is kept for later."""
ARMOUR_GAIN = 0.12


class DagcSurvey:
    """What one side knows and wants."""

    must_attack = False
    crowd = CROWD

    def __init__(self, p: Dagc, ground: Map, chances: Chances, orders: Orders, side: int) -> None:
        self.p, self.ground, self.chances, self.orders = p, ground, chances, orders
        self.side, self.foe = side, enemy(side)
        self.own, self.foes = (members(p.mapped & p.layout.ground_units[one]) for one in (side, self.foe))
        self._targets: dict[int, Target] = {}
        self._worth: dict[int, float] = {}
        self._rolls: dict[tuple[int, tuple[int, ...], int], Roll] = {}

    # -- who and where ---------------------------------------------------------------------------------------------

    @cached_property
    def movable(self) -> list[int]:
        """Those of the own units that can be picked up."""
        return [unit for unit in self.own if may_move(self.p, unit)]

    @cached_property
    def supplied(self) -> UnitSet:
        """The own units in supply."""
        return supplied_units(self.p, self.side)

    def reach(self, unit: int) -> HexSet:
        """Where a unit can go with the points it has, or with an average roll."""
        return range_of(self.p, unit, self._points(unit, self.supplied))

    def foe_reach(self, unit: int) -> HexSet:
        """Where an enemy can go in his next turn; localities stay where they are."""
        p, here = self.p, bit(self.p.where[unit])
        if p.layout.localities >> unit & 1:
            return here
        points = self._points(unit, self._foes_supplied)
        if self.foe == SOVIET and p.turn + 1 >= p.layout.soviet_oos_turn:
            points = min(points, SHORT)
        return range_of(p, unit, points) | here

    @cached_property
    def _foes_supplied(self) -> UnitSet:
        return supplied_units(self.p, self.foe)

    def _points(self, unit: int, supplied: UnitSet) -> int:
        """The movement points to plan with: those a unit has, or an average roll."""
        p = self.p
        if unit in p.rolls:
            return p.rolls[unit]
        rolled = not supplied >> unit & 1 or p.interdicted >> unit & 1
        return ROLLED if rolled else movement_factor(p, unit)

    def room(self, unit: int, place: int, mates: Sequence[int]) -> bool:
        """6.1, 6.10 Two units a hex, of one front."""
        front = self.p.layout.first_ukrainian
        return len(mates) < STACK_LIMIT and front >> mates[0] & 1 == front >> unit & 1

    # -- what counts -----------------------------------------------------------------------------------------------

    @cached_property
    def has_coast(self) -> bool:
        """4.3 Whether the Soviets hold the coast in supply."""
        return bool(self.p.layout.baltic_coast & self.p.control & hexes_in_supply(self.p, SOVIET))

    @cached_property
    def held(self) -> frozenset[int]:
        """Towns and cities under control; the coast is the Germans' until the Soviets have it."""
        mine, ground = self.side == SOVIET, self.ground
        found = {number for number in range(ground.coast) if has(self.p.control, ground.sites[number].place) == mine}
        return frozenset(found | ({ground.coast} if self.has_coast == mine else set()))

    @cached_property
    def sites(self) -> Mapping[int, float]:
        """What is held, and what can still be reached in the time left."""
        p, ground = self.p, self.ground
        starts = [p.where[unit] for unit in self.own if not p.layout.localities >> unit & 1]
        points = points_left(p) if self.side == SOVIET else STRIDE * self.turns
        worths = {}
        for number, worth in enumerate(ground.worth):
            far = ground.distance[number]
            if number in self.held or any(far[start] <= points for start in starts):
                worths[number] = worth
        if self.side == GERMAN and ground.coast not in self.held:
            worths.pop(ground.coast, None)  # it is won back by cutting it off
        return worths

    @cached_property
    def turns(self) -> int:
        """Turns still to be played, this one included."""
        return LAST_TURN + 1 - self.p.turn

    @cached_property
    def replies(self) -> int:
        """The Germans have the last word."""
        return self.turns - (self.side == GERMAN)

    @cached_property
    def supply(self) -> HexSet:
        """Where a unit would find a line, or a port; the last Soviet turns have none for anybody (7.12)."""
        p, layout = self.p, self.p.layout
        if self.side == SOVIET and p.turn >= layout.soviet_oos_turn:
            return layout.playable
        lines = hexes_in_supply(p, self.side)
        found = (lines | layout.grid.around(lines)) & layout.playable
        if self.side == GERMAN:
            for area in port_areas(p).values():
                found |= area
            found |= bit(layout.koenigsberg)
        return found

    def worth(self, unit: int) -> float:
        """What the loss of the next step costs."""
        found = self._worth.get(unit)
        if found is None:
            found = self._worth[unit] = step_worth(self.p, unit)
        return found

    def strength(self, unit: int) -> float:
        """The combat factor; a locality attacks nobody."""
        return 0.0 if self.p.layout.localities >> unit & 1 else float(self.p.factor(unit))

    # -- attacks that moves prepare --------------------------------------------------------------------------------

    def targets(self, unit: int, place: int) -> HexSet:
        """The enemy hexes that a unit could attack from a hex after the move (11.2)."""
        p = self.p
        if p.layout.localities >> unit & 1:
            return 0
        return of([foe for foe in members(self.ground.near[place] & p.occupied[self.foe])
                   if may_be_attacked_by(p, unit, foe) and is_fresh_target(p, foe)])

    def promise(self, target: int, group: Mapping[int, int], own: HexSet) -> float:
        """What an attack after the move would bring, and a little for every factor brought up."""
        layout, temper = self.p.layout, self.orders.temper
        if len({layout.first_ukrainian >> unit & 1 for unit in group}) > 1:
            return NEVER  # 11.24
        goal = self._target(target)
        gap, column = self._column(goal, group)
        brings = yields(goal, *self._stakes(group), self._is_stuck(goal, own))
        value = expectation(goal, self.chances.plain[layout.crt.clamp(column)], brings)
        value = max(value, 0.0) + min(max(gap + UNDER, 0), OVER) * temper.build_up * goal.losses
        return value * EXPOSED if self._is_exposed(goal) else value

    def _column(self, goal: Target, group: Mapping[int, int]) -> tuple[int, int]:
        """11.8 The differential, and the column before support and the table's ends."""
        p, place = self.p, goal.place
        hexes = set(group.values())
        strength = added([p.factor(unit) for unit in group])
        river = 0 if of(hexes) & ~self.ground.across[place] else p.layout.river_defence
        gap = strength - goal.strength - river
        column = p.layout.crt.column(gap) + goal.shift + unit_shift(p, self.side, list(group), self.supplied)
        if not goal.immune and len(hexes) > 1:
            hands = self.ground.hands[place]
            column += is_concentric([hands[hex] for hex in hexes])
        return gap, column

    def _stakes(self, units: Iterable[int]) -> tuple[float, float]:
        """What the attackers lose if each loses a step, and what the cheapest step costs."""
        worths = [self.worth(unit) * self.orders.temper.thrift for unit in units]
        return added(worths), min(worths)

    def _is_stuck(self, goal: Target, own: HexSet) -> bool:
        """Whether nobody could retreat if our units stood in these hexes (11.17)."""
        return not goal.room and not goal.ways & ~(own | self.p.layout.grid.around(own))

    def _target(self, place: int) -> Target:
        found = self._targets.get(place)
        if found is None:
            found = self._targets[place] = look_at(self.p, self.side, place, self._combat, self.prize(place))
        return found

    @cached_property
    def _combat(self) -> str:
        """Which combat phase is played; moves prepare the one after them."""
        step = self.p.steps[0] if self.p.steps else None
        return step.phase if isinstance(step, Combat) else AFTER

    def prize(self, place: int) -> float:
        """What driving the enemy out of a hex is worth."""
        sites = [number for number in self.ground.sites_at.get(place, ()) if number < self.ground.coast]
        wanted = [self.ground.worth[number] for number in sites if number not in self.held]
        last = LAST_HEX if self.side == GERMAN and self.turns == 1 else 0.0
        return GROUND + last + added(wanted)

    def _is_exposed(self, target: Target) -> bool:
        """Whether a Soviet unit has nobody beside it: the prey of a counterattack."""
        return (self.side == GERMAN and target.units == 1
                and not self.ground.near[target.place] & self.p.occupied[self.foe])

    # -- attacks that are made -------------------------------------------------------------------------------------

    def parties(self, target: int) -> Sequence[Sequence[int]]:
        """11.2, 11.24 Who may attack a hex: the two fronts never together."""
        able = attackers_against(self.p, self.side, target)
        fronts = {self.p.layout.is_front(unit) for unit in able}
        return [[unit for unit in able if self.p.layout.is_front(unit) == front] for front in sorted(fronts)]

    def battle(self, target: int, units: Sequence[int]) -> float:
        """What an attack brings with the support that is worth it."""
        plain = self.roll(target, units)
        if self.flies(target, units, plain) != NOBODY:
            return self.roll(target, units, 1).value
        return plain.value + self.armour_gain(target, units, plain)

    def roll(self, target: int, units: Sequence[int], support: int = 0) -> Roll:
        """How an attack is best rolled, with some support: what it brings, on which column, lowered or with ardour."""
        key = target, tuple(units), support
        if key in self._rolls:
            return self._rolls[key]
        p, goal = self.p, self._target(target)
        _, column = self._column(goal, {unit: p.where[unit] for unit in units})
        stuck = self._is_stuck(goal, p.occupied[self.side])
        roll = best_roll(self.chances, goal, p.layout.crt.clamp(column + support), *self._stakes(units), stuck)
        self._rolls[key] = roll
        return roll

    def odds(self, target: int, units: Sequence[int]) -> str:
        """11.8 The column, with the air support that it gets."""
        plain = self.roll(target, units)
        air = self.flies(target, units, plain) != NOBODY
        return self.p.layout.crt.headings[self.roll(target, units, 1).column if air else plain.column]

    def flies(self, target: int, units: Sequence[int], plain: Roll) -> int:
        """13.1 The air army that had better support an attack, or nobody."""
        flying = [army for army in ready(self.p) if may_support(self.p, army, tuple(units))] if (
            self.side == SOVIET) else []
        if not flying:
            return NOBODY
        least = AIR_GAIN[self._combat] if plain.value > self.orders.temper.least else AIR_RESCUE
        if self.turns == 1:
            least = AIR_LAST
        return flying[0] if self.roll(target, units, 1).value - plain.value >= least else NOBODY

    def armour_gain(self, target: int, units: Sequence[int], plain: Roll) -> float:
        """12.6 What the armour marker adds on average; nothing if it had better be kept."""
        if self.side == SOVIET or not armour_available(self.p, self.side, units):
            return 0.0
        supported = self.roll(target, units, 1).value
        gain = (supported - plain.value) * ((armour_chance(self.p) or 1) - 1) / 6
        return gain if gain >= ARMOUR_GAIN and supported > self.orders.temper.least else 0.0

    # -- what the enemy may do -------------------------------------------------------------------------------------

    def danger(self, place: int, units: Sequence[int], against: float, ways: HexSet) -> Danger:
        """What an attack of so many factors does to units in a hex."""
        p, layout = self.p, self.p.layout
        defence = layout.terrain_defence[place] + layout.place_defence.get(place, 0)
        defence += layout.entrenchment_defence if has(layout.entrenchments[self.side], place) else 0
        defence += 0 if ways & ~self.ground.across[place] else layout.river_defence
        worths = 0.0
        for unit in units:
            defence += p.factor(unit)
            worths += self.worth(unit)
        _, broken, driven, lost = self.chances.plain[layout.crt.clamp(layout.crt.column(int(against) - defence))]
        loss = (broken + lost + RETREAT_COSTS * driven) * worths
        city = has(layout.cities, place)  # 11.18: nobody retreats from one
        hit = broken + lost + (driven if city else 0.0)
        fragile = all(p.steps_of(unit) == 1 for unit in units)
        return Danger(loss, (hit if fragile else STEP_LOST * hit) + (0.0 if city else DRIVEN_OUT * driven))

    # -- what only this game has -----------------------------------------------------------------------------------

    def lure(self, _unit: int, place: int) -> float:
        """Königsberg (4.2) draws the Germans when the Soviets are near; in the last move the line to the coast does."""
        if self.side == SOVIET:
            return 0.0
        if self.replies == 0:
            return added([self._corridor.get(hex, 0.0) for hex in self.ground.zone[place]])
        return GUARDED if place == self.p.layout.koenigsberg and self._is_besieged else 0.0

    @cached_property
    def _is_besieged(self) -> bool:
        """Whether the Soviets can be in Königsberg the turn after next."""
        far = self.ground.distance[self.ground.sites_at[self.p.layout.koenigsberg][0]]
        return min([far[self.p.where[unit]] for unit in self.foes], default=FAR) <= 2 * STRIDE

    @cached_property
    def _corridor(self) -> Mapping[int, float]:
        """The narrowest belt across the Soviet line to the coast that can be closed: closed, it wins ten points back.

        Every line from the coast to a source crosses every belt of equal distance from the coast (4.3, 7.2). A belt
        with a Soviet unit in it stays open (8.4).
        """
        p, around = self.p, self.p.layout.grid.around
        hexes = of([p.where[unit] for unit in self.own])
        for unit in self.movable:
            hexes |= self.reach(unit)
        closable, lines = hexes | around(hexes), hexes_in_supply(p, SOVIET)
        frontier = reached = p.layout.baltic_coast & p.control & lines
        best = 0
        while frontier and not frontier & working_sources(p, SOVIET):
            if not frontier & (p.occupied[SOVIET] | ~closable) and (
                    not best or frontier.bit_count() < best.bit_count()):
                best = frontier
            frontier = supply_moves(p, SOVIET).step(frontier) & lines & ~reached
            reached |= frontier
        if best.bit_count() > 2 * len(self.movable):
            return {}
        return dict.fromkeys(members(best), CUT_OFF * p.layout.coast_points / max(best.bit_count(), 1))


def points_left(p: Dagc) -> int:
    """Movement points a Soviet unit may still hope for in this game (7.3, 7.12)."""
    first_short = p.layout.soviet_oos_turn
    return added(STRIDE if turn < first_short else SHORT for turn in range(p.turn, LAST_TURN + 1))


def way_through(p: Dagc, unit: int, goal: int) -> int:
    """An empty enemy town to be taken on the way to a hex (control passes in every hex entered), or the hex itself."""
    step = p.steps[-1]
    assert isinstance(step, Movement)
    side, layout = p.layout.side_of[unit], p.layout
    found = reach_of(p, unit, step.left).cost
    towns = [place for place in layout.points if place in found and place != goal and not p.at(place)
             and has(p.control, place) != (side == SOVIET)]
    for place in sorted(towns, key=lambda place: (-layout.points[place], place)):
        if leads_on(p, unit, place, goal, step.left):
            return place
    return goal


__all__ = ["DagcSurvey", "points_left", "way_through"]
