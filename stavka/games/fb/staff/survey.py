"""One position of the game in the eyes of one side: what the planner asks (:class:`stavka.staff.survey.Survey`)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from heapq import nlargest

from stavka.kit.hexset import HexSet, bit, has, members, of
from stavka.kit.position import enemy
from stavka.kit.reach import Reach
from stavka.staff.ground import FAR
from stavka.staff.orders import Orders
from stavka.staff.survey import Danger

from ..assault import attackers_against
from ..components import GERMAN, RESERVE, SOVIET
from ..movement import movable, points_of, reach_of
from ..position import Breslau
from ..victory import points_needed, victory_points
from .ground import City
from .odds import Chances, force, power, resistance, strongest_group, unit_worth

AIRFIELD = 0.6
"""What cutting the fortress off from the airfield adds to that hex at the start (6.6)."""
AXIS = 1.35
"""How much more the victory hexes of the main effort count, beside what any main effort counts."""
CORE = 2
"""Victory hexes that the Germans try to keep beyond those they need."""
OUTSIDE = 0.5
"""What a victory hex counts that they can do without."""
RETAKE = 0.6
"""What a lost victory hex counts that stands empty."""
PRIZE = 0.55
"""The part of a victory hex that driving its last defender out is worth."""
BUILD_UP = 0.4
"""What each point of power brought next to a hex is worth, in parts of the temper's."""
FALLS = (0.2, 0.1, 0.03)
"""The chance that a hex is lost in the next turn, by the number of its defenders."""
EXPOSED = (0.3, 1.0)
"""The part of the danger that is real, by side: the garrison assaults before it moves, the Red Army not everywhere."""
SHOT = (0.15, 0.5)
"""What a unit that is shot on its way would have done where it was going, by side."""
POST = 0.3
"""What a German unit in a victory hex is worth even where no enemy is near, in parts of its worth."""
SUPPORT = 0.1
"""What a German unit next to a threatened victory hex is worth, in parts of its worth."""
CALM = 0.3
"""What a garrison counts where no enemy is near."""
THREAT = 10
"""Enemy power in reach that makes a garrison count in full."""
REINFORCE = 0.5
"""What coming nearer to a victory hex without a full garrison is worth."""
DOOR = 0.25
"""What it costs to stand where others must come in."""
WAYS = 3
"""The best hexes on the way to the objectives that are looked at for every unit."""
CROWD = 8.0
"""The power that assaults from one hex at most, about."""


class FbSurvey:
    """What one side knows and wants."""

    must_attack = False
    crowd = CROWD

    def __init__(self, p: Breslau, grounds: Sequence[City], chances: Chances, orders: Orders, side: int) -> None:
        self.p, self.chances, self.orders = p, chances, orders
        self.side, self.foe = side, enemy(side)
        self.grounds, self.ground = grounds, grounds[side]
        layout = p.layout
        self.guns = layout.artillery if side == SOVIET else 0
        self.own = [unit for unit in layout.own[side] if p.is_on_map(unit) and not self.guns >> unit & 1]
        self.foes = [unit for unit in layout.own[self.foe] if p.is_on_map(unit)]
        self._worth: dict[int, float] = {}
        self._ways: dict[int, Reach] = {}
        self._defenders: dict[int, list[tuple[int, float]]] = {}

    # -- who and where ---------------------------------------------------------------------------------------------

    @cached_property
    def movable(self) -> list[int]:
        """Those that can be moved; guns of the Red Army stay where they stand."""
        return [unit for unit in movable(self.p, self.side) if not self.guns >> unit & 1]

    def reach(self, unit: int) -> HexSet:
        """The hexes worth looking at: next to the enemy, victory hexes, for Germans those beside them; best ways."""
        layout, cost = self.p.layout, self._way(unit).cost
        wanted = layout.victory_hexes
        wanted |= self.front if self.side == SOVIET else layout.grid.around(wanted & ~self.p.control)
        others = [place for place in cost if not has(wanted, place)]
        near = self.nearness
        return of([place for place in cost if has(wanted, place)]) | of(
            nlargest(WAYS, others, key=lambda place: (near[place], -place)))

    def _way(self, unit: int) -> Reach:
        found = self._ways.get(unit)
        if found is None:
            found = self._ways[unit] = reach_of(self.p, unit, points_of(self.p, unit))
        return found

    @cached_property
    def front(self) -> HexSet:
        """The hexes next to the enemy."""
        return self.p.layout.grid.around(self.p.occupied[self.foe]) & self.p.layout.playable

    @cached_property
    def nearness(self) -> list[float]:
        """For every hex how much a unit there is near what it is wanted for."""
        aims = self.short if self.side == GERMAN else {
            number: worth for number, worth in self.sites.items() if number not in self.held}
        return self._field(aims)

    def _field(self, weights: Mapping[int, float]) -> list[float]:
        """For every hex the sum of weights of sites, less the further they are away."""
        fade, field = self.ground.fade, [0.0] * self.ground.grid.size
        for number, weight in weights.items():
            far = self.ground.distance[number]
            for place in self.ground.hexes:
                field[place] += weight * fade[far[place]]
        return field

    def foe_reach(self, unit: int) -> HexSet:
        """Where an enemy can go in his next turn; guns and immobile units stay."""
        p, here = self.p, bit(self.p.where[unit])
        if (p.layout.immobile | p.layout.artillery) >> unit & 1:
            return here
        return of(reach_of(p, unit, points_of(p, unit)).cost) | here

    def room(self, unit: int, place: int, mates: Sequence[int]) -> bool:
        """3.0 So many units a hex, by its terrain."""
        return len(mates) < self.p.layout.stack_limit[self.side][place]

    # -- what counts -----------------------------------------------------------------------------------------------

    @cached_property
    def held(self) -> frozenset[int]:
        """The victory hexes this side controls."""
        return frozenset(number for number, site in enumerate(self.ground.sites)
                         if self.p.controls(self.side, site.place))

    @cached_property
    def sites(self) -> Mapping[int, float]:
        """What each victory hex counts for."""
        return {number: self._site(number) for number in range(len(self.ground.sites))}

    def _site(self, number: int) -> float:
        p, place = self.p, self.ground.sites[number].place
        worth = 1.0
        if has(p.layout.airfield, place):
            worth += AIRFIELD * self.turns / p.layout.last_turn
        if self.side == SOVIET:
            return worth * (AXIS if self.ground.sector[place] == self.orders.effort else 1.0)
        if number in self.held:
            return worth if number in self.core else OUTSIDE * worth
        return RETAKE * worth if not p.at(place) else 0.0

    @cached_property
    def core(self) -> frozenset[int]:
        """The victory hexes the Germans mean to keep: the deepest of those they hold, a few more than they need."""
        p, depth = self.p, self.grounds[SOVIET].depth
        spare = points_needed(p) - victory_points(p) - 1
        number = max(1, len(self.held) - max(spare, 0) + CORE)
        sites = self.ground.sites
        return frozenset(sorted(self.held, key=lambda site: (-depth.get(sites[site].place, FAR), site))[:number])

    @cached_property
    def short(self) -> Mapping[int, float]:
        """The German victory hexes without a full garrison, by what one more unit there is worth."""
        p, limit = self.p, self.p.layout.stack_limit[GERMAN]
        return {number: self.sites[number] * self._alarm(place) * max(0.0, 1 - len(p.at(place)) / limit[place])
                for number in self.held for place in (self.ground.sites[number].place,)}

    def _alarm(self, place: int) -> float:
        """How much a garrison counts in a hex, by the enemy power near it."""
        return CALM + (1 - CALM) * min(self.near_foes[place] / THREAT, 1.0)

    @cached_property
    def near_foes(self) -> list[int]:
        """The enemy power that can come next to each hex in one turn, about."""
        p, ground = self.p, self.ground
        found = [0] * ground.grid.size
        masses: dict[int, int] = {}
        for unit in self.foes:
            if not (p.layout.immobile | p.layout.artillery) >> unit & 1:
                masses[p.where[unit]] = masses.get(p.where[unit], 0) + power(p, unit)
        for place, mass in masses.items():
            for hex in members(ground.within(bit(place), p.layout.movement - 1)):
                found[hex] += mass
        return found

    @property
    def turns(self) -> int:
        """Turns still to be played, this one included."""
        return self.p.layout.last_turn + 1 - self.p.turn

    @property
    def replies(self) -> int:
        """The Germans have the last word."""
        return self.turns - (self.side == GERMAN)

    @property
    def supply(self) -> HexSet:
        """Supply is a number in this game, not a line (6.0)."""
        return self.p.layout.playable

    def worth(self, unit: int) -> float:
        """What it costs that a unit leaves the map."""
        found = self._worth.get(unit)
        if found is None:
            found = self._worth[unit] = unit_worth(self.p, unit)
        return found

    def strength(self, unit: int) -> float:
        """What a unit adds to a die; guns of the Red Army add nothing."""
        red_gun = self.p.layout.artillery >> unit & 1 and self.p.layout.side_of[unit] == SOVIET
        return 0.0 if red_gun else float(power(self.p, unit))

    # -- fighting --------------------------------------------------------------------------------------------------

    def targets(self, unit: int, place: int) -> HexSet:
        """The hexes that a red unit can assault after the move; Germans assault before they move."""
        if self.side == GERMAN or self.p.bombarded >> unit & 1:
            return 0
        return self.ground.near[place] & self.p.occupied[self.foe]

    def promise(self, target: int, group: Mapping[int, int], own: HexSet) -> float:
        """What the assaults on a hex bring: division by division, independents help (9.2); a little for power."""
        divisions, free = self._divided(group)
        value, build_up = 0.0, BUILD_UP * self.orders.temper.build_up
        for number, worth in self._easiest(target):
            enough = self.chances.enough(number)
            name = max(divisions, key=lambda key: divisions[key], default="")
            used = min(divisions.get(name, 0), enough)
            if name:
                divisions[name] -= used
            helped = min(free, enough - used)
            free -= helped
            if used + helped <= 0:
                break
            value += self.chances.hit(used + helped, number) * worth + build_up * (used + helped)
        return value

    def _divided(self, units: Iterable[int]) -> tuple[dict[str, int], int]:
        """The power of each division, and of the independent units; combined arms go with these (9.5)."""
        p, layout = self.p, self.p.layout
        divisions: dict[str, int] = {}
        free, arms = 0, 0
        for unit in units:
            name = layout.division[unit]
            if name is None:
                free += power(p, unit)
            else:
                divisions[name] = divisions.get(name, 0) + power(p, unit)
            arms |= 1 if layout.infantry >> unit & 1 else 2 if layout.armour >> unit & 1 else 0
        return divisions, free + (layout.combined_arms if arms == 3 else 0)

    def _easiest(self, place: int) -> list[tuple[int, float]]:
        """The enemies in a hex, the easiest first: what must be reached against each, and what hitting it is worth."""
        found = self._defenders.get(place)
        if found is None:
            p = self.p
            stack = p.at(place)
            found = self._defenders[place] = sorted(
                ((resistance(p, unit, place), self.worth(unit) + self.prize(place) / len(stack)) for unit in stack),
                key=lambda one: (one[0], -one[1]))
        return found

    def prize(self, place: int) -> float:
        """What driving the last defender out of a hex is worth."""
        return sum(PRIZE * self.sites[number] * self.orders.emphasis(place, "take")
                   for number in self.ground.sites_at.get(place, ()) if number not in self.held)

    def parties(self, target: int) -> Sequence[Sequence[int]]:
        """9.2 Who may assault the first unit of a hex together."""
        stack = self.p.at(target)
        return [strongest_group(self.p, attackers_against(self.p, self.side, stack[0]))] if stack else ()

    def battle(self, target: int, units: Sequence[int]) -> float:
        """What assaults by these units bring."""
        return self.promise(target, {unit: self.p.where[unit] for unit in units}, self.p.occupied[self.side])

    def odds(self, target: int, units: Sequence[int]) -> str:
        """9.4 The chance to hit the first unit of a hex."""
        number = resistance(self.p, self.p.at(target)[0], target)
        return f"{100 * self.chances.hit(force(self.p, units), number):.0f} %"

    def danger(self, place: int, units: Sequence[int], against: float, ways: HexSet) -> Danger:
        """Assaults on one unit after another, with the power split between them; who holds on is a matter of number."""
        each = int(against / len(units))
        loss = sum([self.worth(unit) * self.chances.hit(each, resistance(self.p, unit, place, disorganised=False))
                    for unit in units])
        return Danger(EXPOSED[self.side] * loss, FALLS[min(len(units), len(FALLS)) - 1])

    # -- what only this game has -----------------------------------------------------------------------------------

    def lure(self, unit: int, place: int) -> float:
        """The fire on the way (9.10); where garrisons are missing; hexes of entry that had better stay free."""
        p, start = self.p, self.p.where[unit]
        value = 0.0
        if place != start and start < p.layout.hexes:
            value -= (1 - self._survival(unit, place)) * (self.worth(unit) + SHOT[self.side])
        value -= DOOR if has(self.doors, place) else 0.0
        if self.side == SOVIET:
            return value
        value += REINFORCE * (self.nearness[place] - (self.nearness[start] if start < p.layout.hexes else 0.0))
        return value + self._posted(place)

    def _posted(self, place: int) -> float:
        """Standing in a victory hex, or next to one that is threatened."""
        p = self.p
        victory = p.layout.victory_hexes & ~p.control
        if has(victory, place):
            return POST * sum([self.sites[number] for number in self.ground.sites_at[place]])
        beside = members(self.ground.near[place] & victory)
        return SUPPORT * max([self._alarm(hex) for hex in beside], default=0.0)

    @cached_property
    def doors(self) -> HexSet:
        """Hexes by which others come: where red units enter (7.1.3), the Rathaus that is nearly full (7.2.2)."""
        p, rathaus = self.p, self.p.layout.rathaus
        if self.side == GERMAN:
            full = len(p.at(rathaus)) >= p.layout.stack_limit[GERMAN][rathaus] - 1
            return bit(rathaus) if full and p.at(p.box(RESERVE)) else 0
        waiting = any(p.at(space) for space in p.layout.turn_space[p.turn + 1:] if space >= 0)
        return p.layout.concentration["soviet"] & ~self.front if waiting else 0

    def _survival(self, unit: int, place: int) -> float:
        """9.10 The chance to come through the fire on the way to a hex."""
        way = self._way(unit)
        chance = 1.0
        for hex in way.path(place)[1:] if place in way.cost else ():
            if hex in self.fire:
                chance *= 1 - self.chances.hit(self.fire[hex], resistance(self.p, unit, hex, defensive=True))
        return chance

    @cached_property
    def fire(self) -> Mapping[int, int]:
        """9.10 The power with which the enemy can fire at every hex next to him, without guns."""
        p, layout = self.p, self.p.layout
        result: dict[int, int] = {}
        arms: dict[int, int] = {}
        for place in members(p.occupied[self.foe]):
            able = [unit for unit in p.stacks[place] if not p.disorganised >> unit & 1]
            total = sum([power(p, unit) for unit in able])
            kinds = of(able)
            kind = (1 if kinds & layout.infantry else 0) | (2 if kinds & layout.armour else 0)
            for near in members(self.ground.near[place]) if able else ():
                result[near] = result.get(near, 0) + total
                arms[near] = arms.get(near, 0) | kind
        for near, kind in arms.items():
            result[near] += layout.combined_arms if kind == 3 else 0
        return result


__all__ = ["FbSurvey"]
