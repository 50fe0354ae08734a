"""One position of the game in the eyes of one side: what the planner asks (:class:`stavka.staff.survey.Survey`)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from stavka.kit.hexset import EMPTY, HexSet, UnitSet, bit, has, members, of
from stavka.kit.position import enemy
from stavka.kit.spread import union
from stavka.kit.sums import added
from stavka.staff.ground import FAR
from stavka.staff.orders import Orders
from stavka.staff.survey import SAFE, Danger, Survey

from ..activation import bound, held
from ..artillery import in_range, support_of
from ..combat import Combat, attackers_against
from ..components import AXIS, DEAD
from ..movement import Movement, allowance, reach_of, way_to
from ..plan import ATTACK, MOVE
from ..position import Abyss
from ..reinforcements import beyond, doors, is_blocked, nearest_in_supply
from ..stacking import fits
from ..supply import supplied, within_reach
from ..zones import enemy_zone, zone
from .ground import STRIDE, Map
from .lifelines import lies_behind, reopened, tomorrow
from .odds import (
    GROUND,
    Chances,
    Target,
    defence_of,
    die_of,
    expectation,
    ground_die,
    look_at,
    strength_of,
    unit_worth,
)
from .raids import STROKES, Raid, Raids

CROWD = 22.0
"""Attack factors that attack from one hex at most, about: a panzer regiment and a battalion, or a division."""
NEXT_TURN = 0.65
"""What an attack is worth that moves prepare: the enemy has his turn before it is made."""
SECOND_BLOW = 0.4
"""8.5 What the SS's second attack adds to what the first promises."""
SS_TIRED = 0.15
"""13.0 What it costs each SS unit to attack a second time once that tires it."""
UNDER, OVER = 14, 26
"""Strength brought up counts from so far below an even differential, and so far in all."""
BESIDE = 0.75
"""The share of the enemy strength beside a hex that attacks it at once: his combat comes before his moves (3.0)."""
LATER = 0.4
"""The share of what he is expected to bring up that counts: our own combat comes before his next."""
LATER_TURNS = 2
"""Whoever has to come first attacks in his turn after next: if he has so many left (3.0)."""
PUT_OFF = 0.4
"""The part of such a danger that counts for a garrison: nobody walks past it meanwhile, and it may be relieved."""
HARDLY = 0.5
"""Whoever stands with a smaller chance is thought gone when the enemy has fought."""
NEAR = 2
"""So near to the enemy every hex matters."""
PATROL = 1.0
"""What a gun that comes along a road is to an empty crossroads."""
COMBINED = 12
"""So much strength is tanks and infantry together (8.2)."""
GIVEN_UP = 0.12
"""The part of its worth that a unit loses when it has to retreat."""
LAST_CHANCE = 2.0
"""How much more an objective counts in the last combat phase."""
GUN_IN_RANGE, GUN_MOST = 0.25, 0.9
"""What each enemy hex in range is worth to a gun, and all of them at most."""
GUN_EXPOSED = 1.2
"""What it costs a gun to stand beside the enemy: it supports nobody, and is lost cheaply (10.3)."""
BRIDGE_NEAR = 0.4
"""What water to be crossed beside it is worth to a bridge company (19.0)."""
LIFELINE_MOST = 40.0
"""No crossroads is worth more. Armies that were cut off have lost this and more by the end of a game."""
QUELL = 1.0
"""What it is worth to destroy raiders or drive them away, in parts of what they would do."""
STROKE = 1.0
"""What it is worth to take part in a raid, in parts of each raider's share of what it costs the enemy."""
LOOSE = (2.0, 0.0)
"""What it is worth to pin an enemy who is at large behind the front, whatever he may do there; for either side."""
LEAST_ERRAND = 0.2
"""Less is nobody's errand."""
SET_FREE = 1.0
"""What enemies gain, in parts of their worth, who are set free before their time: they come into the flank."""
SUPPORT_IN_REACH = 0.6
"""The part of the guns in range of a hex that can be counted on when an attack is prepared."""


class SsaSurvey:
    """What one side knows and wants."""

    must_attack = False
    crowd = CROWD

    def __init__(self, p: Abyss, ground: Map, chances: Chances, orders: Orders, side: int) -> None:
        self.p, self.ground, self.chances, self.orders = p, ground, chances, orders
        self.side, self.foe = side, enemy(side)
        layout = p.layout
        self.own = [unit for unit in members(p.mapped & layout.army[side]) if unit not in p.spans]
        self.foes = [*members(p.mapped & layout.army[self.foe]), *self._coming]
        self._targets: dict[int, Target] = {}
        self._beside: dict[int, float] = {}
        self._dangers: dict[tuple[int, ...], Danger] = {}
        self._support: dict[int, int] = {}

    # -- who and where ---------------------------------------------------------------------------------------------

    @cached_property
    def _marching(self) -> Movement | None:
        """The movement or desperation phase of this side, if it is being played."""
        phase = self.p.steps[0] if self.p.steps else None
        return phase if isinstance(phase, Movement) and phase.side == self.side else None

    @cached_property
    def movable(self) -> Sequence[int]:
        """Those that may move in this movement or desperation phase and have not yet."""
        return [] if self._marching is None else members(self._marching.able(self.p) & ~self.p.moved)

    def reach(self, unit: int) -> HexSet:
        """4.0 Where a unit can go and may want to stand; room is another question."""
        assert self._marching is not None
        return union(reach_of(self.p, unit, self._marching.points(self.p, unit))) & self._stands

    @cached_property
    def _stands(self) -> HexSet:
        """The hexes that matter: those near the enemy, the towns, and every road."""
        layout, near = self.p.layout, self.p.occupied[self.foe]
        for _ in range(NEAR):
            near |= layout.grid.around(near)
        return near | layout.towns | layout.road_hexes

    @cached_property
    def _coming(self) -> list[int]:
        """20.0 Enemies who wait beyond the map and come with his next move."""
        p = self.p
        turn = p.turn + (self.foe == AXIS)
        if turn > p.plan.last_turn:
            return []
        return [*(unit for unit in p.at(p.layout.turn_box[turn]) if p.layout.side_of[unit] == self.foe),
                *beyond(p, self.foe)]

    def _entered(self, unit: int) -> HexSet:
        """20.0, 9.1 Where one who waits beyond the map can be after his next move."""
        p, foe = self.p, self.foe
        if unit in p.exits:
            starts = nearest_in_supply(p, foe, p.exits[unit][0], EMPTY)
        else:
            gate = p.layout.door_of.get(p.where[unit])
            starts = EMPTY
            for door in doors(p, unit) if gate is None else [gate]:
                barred = is_blocked(p, foe, door)
                starts |= nearest_in_supply(p, foe, door, enemy_zone(p, foe)) if barred else bit(door)
        return starts | union([union(reach_of(p, unit, allowance(p, unit), start)) for start in members(starts)])

    def foe_reach(self, unit: int) -> HexSet:
        """5.3 Where an enemy can go in his next move: who is locked, disrupted or held stays."""
        if not self.p.is_on_map(unit):
            return self._entered(unit)
        p, here = self.p, bit(self.p.where[unit])
        still = p.disrupted | held(p, MOVE) | p.layout.static | p.layout.air
        if still >> unit & 1 or here & enemy_zone(p, self.foe):
            return here
        if p.layout.mechanized >> unit & 1 and not here & supplied(p, self.foe):
            return here  # 7.4
        return union(reach_of(p, unit, allowance(p, unit))) | here

    def raiders(self, raid: Raid) -> Iterator[tuple[int, int]]:
        """Who of the enemies can go where a raid leads him, one from each hex."""
        for start, place in raid.items():
            units = self.p.at(start) if start >= 0 else [~start]
            yield from [(unit, place) for unit in units if has(self.foe_reach(unit), place)][:1]

    def foe_way(self, unit: int, place: int) -> HexSet:
        """The hexes in and beside the way of an enemy to a hex: who stands there bars it (5.2), pins him (5.3), or
        keeps the roads open that he would bar (7.1)."""
        p, way = self.p, bit(place)
        if p.is_on_map(unit) and p.where[unit] != place:
            way = of(way_to(p, unit, reach_of(p, unit, allowance(p, unit)), place))
        return (way | p.layout.grid.cross(way, p.layout.contact_ways)) & ~p.occupied[self.foe]

    def room(self, unit: int, place: int, mates: Sequence[int]) -> bool:
        """6.0 Whether they may stand together."""
        return fits(self.p, (*mates, unit))

    # -- what counts -----------------------------------------------------------------------------------------------

    @cached_property
    def held(self) -> frozenset[int]:
        """22.0 The objectives under control where no enemy stands, and the crossroads behind the own lines."""
        p, ground = self.p, self.ground
        mine = (p.control if self.side == AXIS else ~p.control) & ~p.occupied[self.foe]
        held = [number for number in range(ground.objectives) if has(mine, ground.sites[number].place)]
        hubs = range(ground.objectives, len(ground.sites))
        return frozenset(
            [*held, *(hub for hub in hubs if lies_behind(self._tomorrow, self.side, ground.sites[hub].place))])

    @cached_property
    def _tomorrow(self) -> Abyss:
        """The same position a turn later, when mud may have closed roads or frost opened them (23.2.16)."""
        return tomorrow(self.p)

    @cached_property
    def sites(self) -> Mapping[int, float]:
        """What is held, and what can still be reached in the time left: points, and lines that live by it."""
        p, ground, points = self.p, self.ground, STRIDE * self.turns
        starts = members(p.occupied[self.side])
        worths = {}
        for number, worth in enumerate(ground.worth):
            held, place = number in self.held, ground.sites[number].place
            total = worth + self._lifeline(place, held) - self._traps.get(place, 0.0)
            if total > 0 and (held or min([ground.distance[number][start] for start in starts], default=FAR) <= points):
                worths[number] = total
        return worths

    def _lifeline(self, place: int, held: bool) -> float:
        """What a site is worth as a part of the lines of whoever holds it; those who forget supply do not look."""
        if self._marching is None or self.orders.has("no_supply"):
            return 0.0
        return min(LIFELINE_MOST, (self._raids if held else self.own_raids).lifeline(place))

    @cached_property
    def _raids(self) -> Raids:
        """What the enemies could do to the own lines; looked at once a phase."""
        return self.p.derive(("raids", self.side), (self.p.turn, self.p.phase), self.raids)

    def raids(self) -> Raids:
        """The same, as things stand."""
        reach = defaultdict[int, HexSet](int)
        for unit in self.foes:
            start = self.p.where[unit] if self.p.is_on_map(unit) else ~unit
            reach[start] |= self.foe_reach(unit) & ~bit(self.p.where[unit])
        return Raids(self._tomorrow, self.side, self.ground, reach)

    @cached_property
    def own_raids(self) -> Raids:
        """What those who may move could do to the enemy's lines, by going or by staying, likewise."""
        def look() -> Raids:
            gone, reach = tomorrow(self.p), defaultdict[int, HexSet](int)
            for unit in self.movable:
                start = self.p.where[unit]
                gone.put(unit, gone.box(DEAD[self.side]))
                if self.p.layout.commanding >> unit & 1:
                    reach[start] |= self.reach(unit) | bit(start)
            return Raids(gone, self.foe, self.ground, reach)

        return self.p.derive(("own raids", self.side), (self.p.turn, self.p.phase), look)

    @cached_property
    def _stroke(self) -> Mapping[tuple[int, int], float]:
        """Who goes where to cut the enemy's roads together, or stays there, and what each is worth by it."""
        last = self.replies == 0 and not self.orders.has("no_supply")  # then even plain staffs count what it takes
        if self._marching is None or not (self.orders.craft.combines or last):
            return {}
        raid, cost = self.own_raids.stroke(STROKES)
        movable, roads = of(self.movable) & self.p.layout.commanding, {}
        for start, place in raid.items():
            able = [unit for unit in self.p.at(start) if movable >> unit & 1 and (
                place == start or has(self.reach(unit), place))]
            if able:  # he may have moved since the raid was thought of
                roads[min(able, key=self.worth), place] = STROKE * cost / len(raid)
        return roads

    @cached_property
    def turns(self) -> int:
        """Turns still to be played, this one included."""
        return self.p.plan.last_turn + 1 - self.p.turn

    @cached_property
    def replies(self) -> int:
        """The Soviets have the last word."""
        return self.turns - (self.side != AXIS)

    @property
    def is_last_move(self) -> bool:
        """Whether this side moves for the last time: after it there is no combat of its own any more (3.0)."""
        return self.turns == 1 and self._marching is not None and not self._marching.desperate

    @cached_property
    def supply(self) -> HexSet:
        """7.1 Where a line leads to a road, and beside friends who have one."""
        p, grid = self._tomorrow, self.p.layout.grid
        return within_reach(p, self.side) | grid.around(supplied(p, self.side)) & p.layout.playable

    def worth(self, unit: int) -> float:
        """What its loss costs."""
        return unit_worth(self.p, unit)

    def strength(self, unit: int) -> float:
        """What a unit attacks with; guns support others, and Soviet ones only bombard (10.0), but they can walk in."""
        return PATROL if self.p.layout.guns >> unit & 1 else float(self.p.layout.attack[unit])

    # -- attacks that moves prepare --------------------------------------------------------------------------------

    @cached_property
    def _idle(self) -> UnitSet:
        """Those who will not attack: guns, who may not yet (21.0), who cannot (2.2)."""
        p = self.p
        return p.layout.guns | p.layout.harmless | held(p, ATTACK)

    def targets(self, unit: int, place: int) -> HexSet:
        """The enemy hexes beside a hex, for those who will attack."""
        return 0 if self._idle >> unit & 1 else self.ground.near[place] & self.p.occupied[self.foe]

    def promise(self, target: int, group: Mapping[int, int], own: HexSet) -> float:
        """What an attack in the next combat phase would bring, and a little for every factor brought up."""
        p, temper = self.p, self.orders.temper
        goal, units = self.target(target), list(group)
        gap = strength_of(p, goal, units) + self.support_near(target) - goal.defence
        die = die_of(p, goal, units, of(group.values()), self.ground.across[target])
        worths = sorted([unit_worth(p, unit) * temper.thrift for unit in units])
        value = expectation(goal, self.chances.battle(gap, goal.shift, die), worths, own | self._zone_of(own),
                            GIVEN_UP * added(worths))
        value = max(value, 0.0)
        if of(units) & p.layout.ss:  # 8.5
            value *= 1 + SECOND_BLOW
        value += min(max(gap + UNDER, 0), OVER) * temper.build_up * (goal.prize + goal.worths[0])
        at_once = self._marching is not None and self._marching.desperate  # 14.0
        return value if at_once else NEXT_TURN * value

    def _zone_of(self, own: HexSet) -> HexSet:
        """About where the enemy could not retreat to, with the own units there; towns are always open (9.0)."""
        return self.p.layout.grid.around(own) & ~self.p.layout.towns

    def target(self, place: int) -> Target:
        """What matters of an enemy hex."""
        found = self._targets.get(place)
        if found is None:
            barred = zone(self.p, self.side)
            found = self._targets[place] = look_at(self.p, self.side, place, self.prize(place), barred)
        return found

    def prize(self, place: int) -> float:
        """What driving the enemy out of a hex is worth: what counts in it, and the lines that he cuts from there."""
        urgency = LAST_CHANCE if self.turns == 1 else 1.0
        return GROUND + reopened(self.p, self.side, place) + QUELL * self._menaces.get(place, 0.0) + urgency * added(
            self.sites.get(number, 0.0) for number in self.ground.sites_at.get(place, ()) if number not in self.held)

    def support_near(self, place: int) -> int:
        """10.3 What own guns within range will add to an attack on a hex, about."""
        if self.side != AXIS:
            return 0
        found = self._support.get(place)
        if found is None:
            p = self.p
            near = self._firepower(unit for unit in members(p.layout.guns & p.mapped & p.layout.army[AXIS])
                                   if has(in_range(p, unit), place))
            found = self._support[place] = min(round(SUPPORT_IN_REACH * near), round(CROWD / 2))
        return found

    # -- attacks that are made -------------------------------------------------------------------------------------

    @property
    def _combat(self) -> Combat | None:
        phase = self.p.steps[0] if self.p.steps else None
        return phase if isinstance(phase, Combat) else None

    def parties(self, target: int) -> Sequence[Sequence[int]]:
        """8.0, 8.5 All that may attack a hex in this phase; guns stay out of it and support (10.3)."""
        combat = self._combat
        able = attackers_against(self.p, self.side, target, combat is not None and combat.ss_combat)
        fighters = [unit for unit in able if not self.p.layout.guns >> unit & 1]
        return [fighters or able]

    def battle(self, target: int, units: Sequence[int]) -> float:
        """What an attack by these units brings now, with all guns in support that can give it."""
        return self.assault(target, units, self.support_now(target, units))

    def odds(self, target: int, units: Sequence[int]) -> str:
        """The column of such an attack."""
        goal, crt = self.target(target), self.chances.crt
        gap = strength_of(self.p, goal, units) + self.support_now(target, units) - goal.defence
        return crt.headings[crt.clamp(crt.column(gap) + goal.shift)]

    def support_now(self, target: int, units: Sequence[int]) -> int:
        """10.3 What guns can add to an attack by these units."""
        combat = self._combat
        guns = support_of(self.p, self.side, target, of(units), combat is not None and combat.ss_combat)
        return self._firepower(guns)

    def _firepower(self, guns: Iterable[int]) -> int:
        """What guns add to an attack; beginners think of one of them."""
        factors = [self.p.layout.attack[unit] for unit in guns]
        return max(factors, default=0) if self.orders.has("no_support") else added(factors)

    def assault(self, target: int, units: Sequence[int], more: int = 0, die: int = 0) -> float:
        """What an attack brings with so much support, and so much on the die."""
        p, goal = self.p, self.target(target)
        hexes = of([p.where[unit] for unit in units if p.is_on_map(unit)])
        chances = self.chances.battle(strength_of(p, goal, units) + more - goal.defence, goal.shift,
                                      die + die_of(p, goal, units, hexes, self.ground.across[target]))
        worths = sorted([unit_worth(p, unit) * self.orders.temper.thrift for unit in units])
        return expectation(goal, chances, worths, 0, self._thrown_back(units, worths)) - self._fatigue(units)

    def _thrown_back(self, units: Sequence[int], worths: Sequence[float]) -> float:
        """What it would cost if these units had to retreat: their position, and the objectives they stand in."""
        places = {self.p.where[unit] for unit in units}
        lost = added(self.sites.get(number, 0.0) for place in places for number in self.ground.sites_at.get(place, ())
                     if all(unit in units for unit in self.p.at(place)))
        return GIVEN_UP * added(worths) + lost / 2

    def _fatigue(self, units: Sequence[int]) -> float:
        """13.0 A second SS attack tires those who make it, from a turn on."""
        combat, p = self._combat, self.p
        if combat is None or not combat.ss_combat or p.turn < p.layout.fatigue_turn or self.turns == 1:
            return 0.0
        return SS_TIRED * len(units)

    # -- danger ----------------------------------------------------------------------------------------------------

    def danger(self, place: int, units: Sequence[int], against: float, ways: HexSet) -> Danger:
        """What the enemies beside a hex do to it at once, or those who come later do in the turn after."""
        now = self._danger(place, units, round(BESIDE * self.beside(place)))
        if self.replies < LATER_TURNS:
            return now
        later = self._danger(place, units, round(LATER * against))
        return Danger(max(now.loss, later.loss), max(now.falls, PUT_OFF * later.falls))

    def _danger(self, place: int, units: Sequence[int], attack: int) -> Danger:
        """What so much strength would do to it."""
        if not attack:
            return SAFE
        key = (place, attack, *units)
        found = self._dangers.get(key)
        if found is None:
            found = self._dangers[key] = self._attacked(place, units, attack)
        return found

    def _attacked(self, place: int, units: Sequence[int], attack: int) -> Danger:
        p, layout = self.p, self.p.layout
        town, hill = ground_die(p, place)
        die = town + hill + layout.combined_arms * (attack >= COMBINED)
        die += layout.disrupted_die * (of(units) & p.disrupted).bit_count()
        chances = self.chances.battle(attack - defence_of(p, place, units), 0, die)
        worths = sorted([unit_worth(p, unit) for unit in units])
        back = GIVEN_UP * added(worths)
        loss = chances.defender_one * worths[0] + chances.defender_two * added(worths[:2])
        loss += chances.defender_back * back
        falls = chances.defender_back + (chances.defender_one if len(worths) == 1 else 0.0) + (
            chances.defender_two if len(worths) <= 2 else 0.0)
        return Danger(loss, falls)

    def beside(self, place: int) -> float:
        """The enemy strength beside a hex that can attack it in his next combat phase."""
        found = self._beside.get(place)
        if found is None:
            p = self.p
            silent = p.disrupted | held(p, ATTACK)
            found = self._beside[place] = added(
                self.strength(unit) for hex in members(self.ground.near[place] & p.occupied[self.foe])
                for unit in p.at(hex) if not silent >> unit & 1)
        return found

    # -- traps, guns and bridges -----------------------------------------------------------------------------------

    @cached_property
    def _traps(self) -> Mapping[int, float]:
        """23.2.14 The towns whose capture sets enemies free, and what that would cost."""
        p, traps = self.p, defaultdict[int, float](float)
        for hold in p.plan.freed_by["capture"]:
            for unit in members(bound(p, hold) & p.layout.army[self.foe]):
                traps[hold.town] += SET_FREE * unit_worth(p, unit)
        return traps

    @cached_property
    def _menaces(self) -> Mapping[int, float]:
        """What the enemies in each hex may do to the own roads."""
        return {} if self.orders.has("no_supply") else self._raids.menaces

    @cached_property
    def _errands(self) -> Mapping[tuple[int, int], float]:
        """Who is to stop raiders by standing beside them (5.3), or to keep roads open by standing on them (7.1), and
        where: for each errand one who is missed least."""
        if self._marching is None or self.orders.has("no_supply"):
            return {}
        return self.p.derive(("errands", self.side), (self.p.turn, self.p.phase), self._assign_errands)

    def _assign_errands(self) -> Mapping[tuple[int, int], float]:
        """The same; looked at once a phase, like the raids."""
        near, posts = self.ground.near, self._raids.posts
        loose = self._raids.loose
        wanted = [(self._menaces.get(place, 0.0) + LOOSE[self.side] * loose[place], near[place],
                   self.p.layout.commanding) for place in loose]
        wanted += [(posts[place], bit(place), self.p.layout.army[self.side]) for place in posts]
        errands: dict[tuple[int, int], float] = {}
        free = list(self.movable)
        for worth, places, able in sorted(wanted, reverse=True):
            if worth < LEAST_ERRAND:
                break
            ways = {(unit, place): worth * self.stands(place, unit) for unit in free if able >> unit & 1
                    for place in members((self.reach(unit) | bit(self.p.where[unit])) & places)}
            if ways:
                unit = max(ways, key=lambda way: (ways[way] - self.worth(way[0]), -way[0]))[0]
                free.remove(unit)
                errands |= {way: value for way, value in ways.items() if way[0] == unit}
        return errands

    def stands(self, place: int, *units: int) -> float:
        """The chance that units are still in a hex when the enemies beside it have attacked (3.0)."""
        return 1 - self._danger(place, units, round(BESIDE * self.beside(place))).falls

    def fought(self) -> Abyss:
        """The position as it is when the enemy has fought (3.0): without those who would hardly stand."""
        p, later = self.p, self.p.copy(self.p.dice)
        assert isinstance(later, Abyss)
        for place in members(p.occupied[self.side] & p.layout.grid.cross(p.occupied[self.foe], p.layout.contact_ways)):
            units = tuple(p.at(place))
            if self.stands(place, *units) < HARDLY:
                for unit in units:
                    later.put(unit, later.box(DEAD[self.side]))
        return later

    def lure(self, unit: int, place: int) -> float:
        """Guns go where the enemy is in range and not beside them; bridge companies to the water; somebody beside
        raiders and onto the roads that they bar; nobody goes where he would set enemies free."""
        way = unit, place
        errand = self._errands.get(way, 0.0) + self._stroke.get(way, 0.0)
        return errand + self._posting(unit, place) - self._traps.get(place, 0.0)

    def _posting(self, unit: int, place: int) -> float:
        """Where guns and bridge companies are of use."""
        p, layout = self.p, self.p.layout
        if layout.guns >> unit & 1:
            if self.ground.near[place] & p.occupied[self.foe]:
                return -GUN_EXPOSED
            far = layout.unit[unit].range + (layout.hill_range if has(layout.hills, place) else 0)
            near = layout.grid.within(place, far) & p.occupied[self.foe]
            return min(GUN_IN_RANGE * near.bit_count(), GUN_MOST)
        if layout.bridges >> unit & 1:
            wet = layout.grid.sides_of(bit(place)) & layout.water
            return BRIDGE_NEAR if wet and not self.ground.near[place] & p.occupied[self.foe] else 0.0
        return 0.0


def fought(p: Abyss, after: Callable[[Any], Survey]) -> SsaSurvey:
    """What a side sees when the enemy has answered a plan in his combat phase, before he moves (3.0)."""
    survey = after(p)
    assert isinstance(survey, SsaSurvey)
    survey = after(survey.fought())
    assert isinstance(survey, SsaSurvey)
    return survey


__all__ = ["SsaSurvey", "fought"]
