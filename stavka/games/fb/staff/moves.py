"""Tactical movement: an order for every unit, judged together, improved one unit at a time."""

from __future__ import annotations

from collections.abc import Iterable
from heapq import nlargest

from stavka.kit.hexset import HexSet, has, members, of

from ..components import GERMAN, SOVIET
from ..movement import movable, points_of, reach_of
from ..position import Breslau
from .doctrine import Orders
from .ground import Ground
from .odds import Chances, power, resistance, unit_worth
from .picture import Picture, turns_left

BUILD_UP = 0.012
"""What each point of power brought next to a hex is worth while it does not hit yet."""
PRIZE = 0.55
"""The part of a victory hex that driving its last defender out is worth."""
SEIZE = 1.1
"""What entering an enemy victory hex is worth, in parts of its weight."""
GARRISON = (0.5, 0.08)
"""What the first and second unit in a taken victory hex are worth, in parts of its weight."""
STRONGHOLD = (0.7, 0.35, 0.22)
"""The same for the first three German units in a victory hex."""
SUPPORT = 0.1
"""What a German unit next to a threatened victory hex is worth."""
EXPOSED = 0.3
"""The share of the enemy next to a hex that is expected to assault one unit there."""
FEAR = 0.5
"""The share of the enemy power in reach of a hex that is expected to assault it."""
CALM = 0.3
"""What a garrison counts where no enemy is near."""
CORE = 2
"""Victory hexes that the Germans try to keep beyond those they need."""
WAYS = 3
"""The best hexes on the way to the objectives that are looked at for every unit."""


class Moves:
    """The orders of one side for its tactical movement."""

    def __init__(self, p: Breslau, ground: Ground, chances: Chances, orders: Orders, side: int) -> None:
        self.p, self.ground, self.chances, self.orders, self.side = p, ground, chances, orders, side
        self.layout = layout = p.layout
        self.picture = Picture(p, ground, orders, side)
        guns = layout.artillery if side == SOVIET else 0
        self.units = [unit for unit in movable(p, side) if not guns >> unit & 1]
        self.where = {unit: p.where[unit] for unit in layout.own[side] if p.is_on_map(unit)}
        self.stacks: dict[int, list[int]] = {}
        for unit, place in self.where.items():
            self.stacks.setdefault(place, []).append(unit)
        self.front = self.picture.front()
        self.fire = self.picture.fire()
        self.attack: dict[int, list[int]] = {}
        self.goal: dict[int, int] = {}
        self.defenders: dict[int, list[tuple[int, float]]] = {}
        self.core = self._core()
        self.lure = self.picture.attraction(self._aims())
        self.last = turns_left(p) == 1

    # -- what attracts ---------------------------------------------------------------------------------------------

    def _core(self) -> HexSet:
        """The victory hexes the Germans mean to keep: the deepest of those they hold, a few more than they need."""
        picture = self.picture
        if self.side == SOVIET or not self.orders.knows("hold_needed"):
            return self.layout.victory_hexes
        number = len(picture.held) - max(picture.spare(), 0) + CORE
        deepest = sorted(picture.held, key=lambda place: (-self.ground.depth[place], place))
        return of(deepest[:max(number, 1)])

    def _aims(self) -> dict[int, float]:
        """Victory hexes to go to: those to be taken, or those that need a garrison."""
        picture = self.picture
        if self.side == SOVIET:
            return {place: picture.weight[place] for place in picture.wanted}
        aims = {}
        for place in picture.held:
            short = 1 - len(self.p.at(place)) / self.layout.stack_limit[GERMAN][place]
            aims[place] = self._importance(place) * max(short, 0.0)
        if self.orders.knows("retake"):
            aims.update({place: 0.4 * picture.weight[place] for place in picture.wanted if not self.p.at(place)})
        return aims

    def _importance(self, place: int) -> float:
        """What a German garrison in a victory hex counts for, by threat and need."""
        threat = min(self.picture.threat[place] / 10, 1.0)
        value = self.picture.weight[place] * (CALM + (1 - CALM) * threat)
        return value if has(self.core, place) else 0.5 * value

    # -- assaults that become possible -----------------------------------------------------------------------------

    def _defenders(self, place: int) -> list[tuple[int, float]]:
        """The enemies in a hex, the easiest first: what must be reached against each, and what hitting it is worth."""
        found = self.defenders.get(place)
        if found is None:
            p = self.p
            stack = p.at(place)
            prize = 0.0
            if has(self.layout.victory_hexes, place):
                prize = PRIZE * self.picture.weight[place] / len(stack)
            found = sorted(((resistance(p, unit, place), unit_worth(p, unit) + prize) for unit in stack),
                           key=lambda one: (one[0], -one[1]))
            self.defenders[place] = found
        return found

    def promise(self, place: int, units: Iterable[int]) -> float:
        """What the assaults of these units on a hex bring on average: division by division, independents help (9.2)."""
        layout, p = self.layout, self.p
        divisions: dict[str, int] = {}
        free, arms = 0, 0
        for unit in units:
            strength = power(p, unit)
            name = layout.division[unit]
            if name is None:
                free += strength
            else:
                divisions[name] = divisions.get(name, 0) + strength
            arms |= 1 if layout.infantry >> unit & 1 else 2 if layout.armour >> unit & 1 else 0
        if arms == 3 and self.orders.knows("combined_arms"):
            free += layout.combined_arms
        value = 0.0
        for number, worth in self._defenders(place):
            enough = self.chances.enough(number)
            name = max(divisions, key=lambda key: divisions[key], default="")
            used = min(divisions.get(name, 0), enough)
            if name:
                divisions[name] -= used
            helped = min(free, enough - used)
            free -= helped
            total = used + helped
            if total <= 0:
                break
            value += self.chances.hit(total, number) * worth + BUILD_UP * total
        return value

    def _best_attack(self, unit: int, place: int) -> tuple[float, int]:
        """The best that a unit in a hex adds to an assault, and on which hex."""
        best, chosen = 0.0, -1
        for foe in members(self.ground.near[place] & self.picture.foes):
            group = self.attack.get(foe, [])
            gain = self.promise(foe, [*group, unit]) - self.promise(foe, group)
            if gain > best:
                best, chosen = gain, foe
        return best, chosen

    # -- judging one order -----------------------------------------------------------------------------------------

    def _survival(self, unit: int, path: Iterable[int]) -> float:
        """9.10 The chance to come through the fire on a way."""
        chance = 1.0
        for hex in path:
            if hex in self.fire:
                number = resistance(self.p, unit, hex, defensive=True)
                chance *= 1 - self.chances.hit(self.fire[hex], number)
        return chance

    def score(self, unit: int, place: int, path: Iterable[int]) -> tuple[float, int]:
        """What a unit is worth in a hex, all other orders given; and the hex it would assault from there."""
        doctrine = self.orders.doctrines[self.ground.sector[place]]
        start = self.p.where[unit]
        mates = len([other for other in self.stacks.get(place, ()) if other != unit])
        chosen = -1
        value = doctrine.aims * (self.lure[place] - self.lure[start])
        if self.side == SOVIET:
            if self.front >> place & 1:
                gain, chosen = self._best_attack(unit, place)
                value += doctrine.attack * gain
            value += doctrine.hold * self._red_place(place, mates)
        else:
            value += doctrine.hold * self.german_place(place, mates)
        value -= doctrine.risk * self._danger(unit, place, mates)
        if self.orders.knows("avoid_fire") or self.side == GERMAN:
            alive = self._survival(unit, path)
            value = alive * value - (1 - alive) * doctrine.risk * unit_worth(self.p, unit)
        return value, chosen

    def _red_place(self, place: int, mates: int) -> float:
        """Taking a victory hex, or keeping it against somebody who walks in."""
        if not has(self.layout.victory_hexes, place):
            return 0.0
        weight = self.picture.weight[place]
        if not has(self.p.control, place):
            return SEIZE * weight if not mates and self.orders.knows("seize") else 0.1 * weight
        if not self.orders.knows("garrison") or mates >= len(GARRISON) or not self._in_reach_of_foe(place):
            return 0.0
        return GARRISON[mates] * (2.0 if self.last else 1.0)

    def _in_reach_of_foe(self, place: int) -> bool:
        """Whether a German can walk into a hex in his next move."""
        far = self.ground.distance[GERMAN][place]
        return any(far[hex] <= self.layout.movement for hex in members(self.picture.foes))

    def german_place(self, place: int, mates: int) -> float:
        """Holding a victory hex, standing next to one, or taking one back."""
        p, victory = self.p, self.layout.victory_hexes
        if not has(victory, place):
            near = self.ground.near[place] & victory & ~p.control
            if not near or mates or not self.orders.knows("strongholds"):
                return 0.0
            return SUPPORT * max(self._importance(hex) for hex in members(near))
        if has(p.control, place):
            if not self.orders.knows("retake") or mates:
                return 0.0
            return (2.0 if self.last else 0.8) * self.picture.weight[place]
        if mates >= len(STRONGHOLD):
            return 0.0
        share = STRONGHOLD[mates] if mates == 0 or self.orders.knows("strongholds") else 0.05
        return share * self._importance(place)

    def _danger(self, unit: int, place: int, mates: int) -> float:
        """What the next assaults may cost: Germans assault before they move, the Red Army after it."""
        number = resistance(self.p, unit, place, disorganised=False)
        if self.side == SOVIET:
            against = self.fire.get(place, 0)
            if not against:
                return 0.0
            return EXPOSED * self.chances.hit(against, number) * unit_worth(self.p, unit)
        if self.last or not self.orders.knows("withdraw"):
            return 0.0
        against = int(FEAR * self.picture.threat[place] / (1 + mates))
        return self.chances.hit(against, number) * unit_worth(self.p, unit)

    # -- making the plan -------------------------------------------------------------------------------------------

    def _lift(self, unit: int) -> None:
        self.stacks[self.where[unit]].remove(unit)
        goal = self.goal.pop(unit, -1)
        if goal >= 0:
            self.attack[goal].remove(unit)

    def _drop(self, unit: int, place: int, goal: int) -> None:
        self.where[unit] = place
        self.stacks.setdefault(place, []).append(unit)
        if goal >= 0:
            self.goal[unit] = goal
            self.attack.setdefault(goal, []).append(unit)

    def _open(self, place: int) -> bool:
        return len(self.stacks.get(place, ())) < self.layout.stack_limit[self.side][place]

    def candidates(self, unit: int, hexes: Iterable[int]) -> list[int]:
        """The hexes worth looking at: next to the enemy, victory hexes, for Germans those beside them; best ways."""
        layout = self.layout
        wanted = layout.victory_hexes
        wanted |= self.front if self.side == SOVIET else layout.grid.around(wanted & ~self.p.control)
        found = [place for place in hexes if wanted >> place & 1]
        lure = self.lure
        return [*found, *nlargest(WAYS, (place for place in hexes if not wanted >> place & 1),
                                  key=lambda place: (lure[place], -place))]

    def improve(self, unit: int, points: int | None = None, offered: Iterable[int] | None = None) -> bool:
        """Look for a better hex for one unit; whether one was found."""
        p = self.p
        way = reach_of(p, unit, points_of(p, unit) if points is None else points)
        before = self.where[unit]
        self._lift(unit)
        here = p.where[unit]
        best, goal = self.score(unit, here, ())
        if not self._open(here):
            best -= 1.0
        place = here
        for hex in self.candidates(unit, way.cost if offered is None else offered):
            if hex == here or not self._open(hex) or hex not in way.cost:
                continue
            value, chosen = self.score(unit, hex, way.path(hex)[1:])
            if value > best + 1e-6:
                best, place, goal = value, hex, chosen
        self._drop(unit, place, goal)
        return place != before

    def plan(self) -> None:
        """Go through all units, the strongest first, as often as the orders say."""
        p = self.p
        for unit, place in self.where.items():
            if self.side == SOVIET and self.front >> place & 1 and not p.bombarded >> unit & 1:
                self._lift(unit)
                self._drop(unit, place, self._best_attack(unit, place)[1])
        order = sorted(self.units, key=self._rank)
        for _ in range(self.orders.passes):
            moved = [self.improve(unit) for unit in order]
            if not any(moved):
                break

    def _rank(self, unit: int) -> tuple[int, str, int]:
        """Independent specialists last: they join what the divisions attack."""
        name = self.layout.division[unit]
        if self.side == SOVIET:
            return int(name is None), name or "", -power(self.p, unit)
        return -power(self.p, unit), "", unit

    def lost(self) -> None:
        """Take units out of the plan that are no longer where they could carry it out."""
        for unit in [unit for unit in self.where if not self.p.is_on_map(unit)]:
            self._lift(unit)
            del self.where[unit]

    def prepared(self) -> list[tuple[int, list[int], float]]:
        """The assaults that the plan prepares, the most promising first."""
        found = [(place, units, self.promise(place, units)) for place, units in self.attack.items() if units]
        return sorted(found, key=lambda item: (-item[2], item[0]))
