"""One position of the game in the eyes of one side: what the planner asks (:class:`stavka.staff.survey.Survey`)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from heapq import nlargest

from stavka.kit.hexset import HexSet, bit, has, of
from stavka.kit.position import enemy
from stavka.kit.reach import Reach
from stavka.kit.sums import added
from stavka.staff.ground import Ground
from stavka.staff.orders import Orders
from stavka.staff.survey import SAFE, Danger

from ..assault import attackers_against, is_combined
from ..components import GERMAN, RESERVE, SOVIET
from ..defensive_fire import firing_units
from ..german_strategic import placement_hexes
from ..movement import movable, points_of, reach_of
from ..position import Breslau
from .odds import SPECIALIST, WORTH, Chances, best_assault, force, groups, power, resistance, strongest_group

GAPS = ((1.0, 0.6, 0.4, 0.3), (0.6, 0.0))
"""What a victory hex of the enemy counts for, by side and by its defenders: what is open attracts most."""
PRIZE = 0.55
"""The part of a victory hex that driving its last defender out is worth."""
BUILD_UP = 0.9
"""What each point of power brought next to a hex is worth, in parts of the temper's."""
FALLS = (0.2, 0.1, 0.03)
"""The chance that a hex is lost in the next turn, by the number of its defenders."""
EXPOSED = (0.3, 1.0)
"""The part of the danger that is real, by side: the garrison has not the strength to assault everywhere."""
SHOT = (0.33, 1.1)
"""What a unit that is shot on its way would have done where it was going, by side."""
POST = 0.3
"""What a German unit in a victory hex is worth even where no enemy is near."""
REINFORCE = 0.22
"""What coming nearer to a victory hex without a full garrison is worth."""
DOOR = 1.0
"""What it costs to stand in the Rathaus when others must come in there."""
WAYS = 3
"""The best hexes on the way to the objectives that are looked at for every unit."""


class FbSurvey:
    """What one side knows and wants."""

    must_attack = False
    crowd = 8.0
    """The power that assaults from one hex at most, about."""

    def __init__(self, p: Breslau, ground: Ground, chances: Chances, orders: Orders, side: int) -> None:
        self.p, self.ground, self.chances, self.orders = p, ground, chances, orders
        self.side, self.foe = side, enemy(side)
        self.foes = p.derive(("foes", side), p.version, lambda: list(filter(p.is_on_map, p.layout.own[self.foe])))
        self.own = p.derive(("own", side), p.version, lambda: [
            unit for unit in p.layout.own[side] if p.is_on_map(unit) and not has(p.layout.artillery, unit)])
        self._ways: dict[int, Reach] = {}
        self._fire: dict[int, int] = {}
        self._defenders: dict[int, list[tuple[int, float]]] = {}

    # -- who and where ---------------------------------------------------------------------------------------------

    @cached_property
    def movable(self) -> list[int]:
        """Those that can be moved; guns of the Red Army stay where they stand."""
        return [unit for unit in movable(self.p, self.side) if not has(self.p.layout.artillery, unit)]

    def reach(self, unit: int) -> HexSet:
        """The hexes worth looking at: victory hexes, for the Red Army those next to the enemy, and the best ways."""
        near, cost = self.nearness, self._way(unit).cost
        wanted = self.p.layout.victory_hexes | (self.front if self.side == SOVIET else 0)
        others = [place for place in cost if not has(wanted, place)]
        return of(cost) & wanted | of(nlargest(WAYS, others, key=lambda place: (near[place], -place)))

    def _way(self, unit: int) -> Reach:
        if unit not in self._ways:
            self._ways[unit] = reach_of(self.p, unit, points_of(self.p, unit))
        return self._ways[unit]

    @cached_property
    def front(self) -> HexSet:
        """The hexes next to the enemy."""
        return self.p.layout.grid.around(self.p.occupied[self.foe]) & self.p.layout.playable

    @cached_property
    def nearness(self) -> list[float]:
        """For every hex how much a unit there is near what it is wanted for."""
        wanted = self.short if self.side == GERMAN else {
            number: worth * self.orders.emphasis(self.ground.sites[number].place, "take")
            for number, worth in self.sites.items() if number not in self.held}
        return self.ground.pull(tuple(wanted.items()))

    def foe_reach(self, unit: int) -> HexSet:
        """Where an enemy can go in his next turn; guns and immobile units stay."""
        p, here = self.p, bit(self.p.where[unit])
        stays = has(p.layout.immobile | p.layout.artillery, unit)
        return here if stays else of(reach_of(p, unit, points_of(p, unit)).cost) | here

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
        """What each victory hex counts for: to the others by its garrison."""
        others = GAPS[self.side]
        return {number: 1.0 if number in self.held else others[min(len(self.p.at(site.place)), len(others) - 1)]
                for number, site in enumerate(self.ground.sites)}

    @cached_property
    def short(self) -> Mapping[int, float]:
        """The German victory hexes without a full garrison, by what one more unit there is worth."""
        limit = self.p.layout.stack_limit[GERMAN]
        return {number: max(0.0, 1 - len(self.p.at(place)) / limit[place])
                for number in self.held for place in (self.ground.sites[number].place,)}

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
        """What it costs that a unit leaves the map; a green one is missed less, a fanatic more."""
        p, layout = self.p, self.p.layout
        special = layout.blue[unit] - layout.green[unit] + has(p.fanatic, unit)
        return WORTH[layout.side_of[unit]] + SPECIALIST * special

    def bounty(self, target: int) -> float:
        """What hitting an enemy unit is worth: the unit, and its part of the hex it holds."""
        place = self.p.where[target]
        wanted = has(self.p.layout.victory_hexes, place) and not self.p.controls(self.side, place)
        prize = PRIZE * self.orders.emphasis(place, "take") if wanted else 0.0
        return self.worth(target) + prize / len(self.p.at(place))

    def strength(self, unit: int) -> float:
        """What a unit adds to a die; guns, which only the Red Army has as units, add nothing."""
        return 0.0 if has(self.p.layout.artillery, unit) else float(power(self.p, unit))

    # -- fighting --------------------------------------------------------------------------------------------------

    def targets(self, unit: int, place: int) -> HexSet:
        """The hexes that a red unit can assault after the move; Germans assault before they move."""
        spent = self.side == GERMAN or has(self.p.bombarded, unit)
        return 0 if spent else self.ground.near[place] & self.p.occupied[self.foe]

    def promise(self, target: int, group: Mapping[int, int], own: HexSet) -> float:
        """What the assaults on a hex bring: division by division, independents help (9.2); a little for power."""
        divisions, free = self._divided(group)
        value, build_up = 0.0, BUILD_UP * self.orders.temper.build_up
        for number, worth in self._easiest(target):
            enough = number - self.chances.surest
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
        divisions: dict[str, int] = {}
        free = self.p.layout.combined_arms if is_combined(self.p, units) else 0
        for unit in units:
            name = self.p.layout.division[unit]
            if name is None:
                free += power(self.p, unit)
            else:
                divisions[name] = divisions.get(name, 0) + power(self.p, unit)
        return divisions, free

    def _easiest(self, place: int) -> list[tuple[int, float]]:
        """The enemies in a hex, the easiest first: what must be reached against each, and what hitting it is worth."""
        if place not in self._defenders:
            found = [(resistance(self.p, unit, place), self.bounty(unit)) for unit in self.p.at(place)]
            self._defenders[place] = sorted(found, key=lambda one: (one[0], -one[1]))
        return self._defenders[place]

    def parties(self, target: int) -> Sequence[Sequence[int]]:
        """9.2 Who may assault the units of a hex together, as long as one has not been assaulted yet (9.3)."""
        fresh = [unit for unit in self.p.at(target) if not has(self.p.targeted, unit)]
        able = attackers_against(self.p, self.side, fresh[0]) if fresh else ()
        return groups(self.p, able) if able else ()

    def battle(self, target: int, units: Sequence[int]) -> float:
        """What the best assault by these units on somebody in the hex brings."""
        return best_assault(self, target, units).value

    def odds(self, target: int, units: Sequence[int]) -> str:
        """9.4 The chance of that assault."""
        return f"{100 * best_assault(self, target, units).chance:.0f} %"

    def danger(self, place: int, units: Sequence[int], against: float, ways: HexSet) -> Danger:
        """Assaults on one unit after another, the power split; the garrison assaults only whom it stands beside."""
        if self.side == SOVIET:
            against = min(against, self._fire_at(place))  # 4.4: it assaults before it moves
            if not against:
                return SAFE
        each = int(against / len(units))
        loss = added([self.worth(unit) * self.chances.hit(each, resistance(self.p, unit, place, disorganised=False))
                      for unit in units])
        return Danger(EXPOSED[self.side] * loss, FALLS[min(len(units), len(FALLS)) - 1])

    # -- what only this game has -----------------------------------------------------------------------------------

    def lure(self, unit: int, place: int) -> float:
        """The fire on the way (9.10); where garrisons are missing; the Rathaus that had better not be full."""
        start = self.p.where[unit]
        came = place != start and start < self.p.layout.hexes
        bars = self.doormen is not None and place == self.p.layout.rathaus and unit not in self.doormen
        value = -DOOR if bars else 0.0
        if came:
            value -= (1 - self._survival(unit, place)) * (self.worth(unit) + SHOT[self.side])
        if self.side == SOVIET:
            return value
        nearer = self.nearness[place] - (self.nearness[start] if start < self.p.layout.hexes else 0.0)
        return value + REINFORCE * nearer + (POST if has(self.p.layout.victory_hexes & ~self.p.control, place) else 0.0)

    @cached_property
    def doormen(self) -> Sequence[int] | None:
        """Those who may stay in the Rathaus while the reserve can come in nowhere else (7.2.2); None if it can."""
        p, rathaus = self.p, self.p.layout.rathaus
        waiting = len(p.at(p.box(RESERVE))) if self.side == GERMAN else 0
        if not waiting or placement_hexes(p) & ~bit(rathaus):
            return None
        return p.at(rathaus)[:max(0, p.layout.stack_limit[GERMAN][rathaus] - waiting)]

    def _survival(self, unit: int, place: int) -> float:
        """9.10 The chance to come through the fire on the way to a hex."""
        way, chance = self._way(unit), 1.0
        for hex in way.path(place)[1:] if place in way.cost else ():
            if has(self.front, hex):
                chance *= 1 - self.chances.hit(self._fire_at(hex), resistance(self.p, unit, hex, defensive=True))
        return chance

    def _fire_at(self, place: int) -> int:
        """9.10 The power with which the enemy can fire at a hex, without guns."""
        if place not in self._fire:
            able = firing_units(self.p, self.foe, place)
            self._fire[place] = force(self.p, strongest_group(self.p, able)) if able else 0
        return self._fire[place]


__all__ = ["FbSurvey"]
