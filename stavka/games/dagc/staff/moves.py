"""Movement phases: an order for every unit, judged together, improved one unit at a time."""

from __future__ import annotations

from collections.abc import Iterable

from stavka.kit.hexset import HexSet, bit, has, members, of
from stavka.kit.reach import reach

from ..bagration import is_surging
from ..combat import AFTER, is_fresh_target, may_be_attacked_by
from ..components import GERMAN, LAST_TURN, SOVIET, STACK_LIMIT
from ..movement import closed_entrenchments, may_move, reach_of, step_costs, terrain_steps
from ..position import Dagc
from ..supply import port_areas
from .doctrine import Doctrine, Orders
from .ground import Ground
from .odds import (
    Chances,
    Target,
    differential,
    expectation,
    is_concentric,
    is_final,
    look_at,
    step_worth,
    unit_shift,
)
from .picture import Picture, planning_points

CROWD = 11
"""Combat factors that attack from one hex at most, about."""
ALARM = 22
"""The distance of the nearest Soviet unit at which Königsberg gets its garrison."""
SIEGE = 14
"""The distance at which a screen forms before Königsberg, and how far out it stands."""
SCREEN = 3
CLOSE = 9
"""The distance at which nobody leaves Königsberg any more."""
GARRISON = 2
EXPOSED = 1.4
"""How much more an attack on a unit that stands alone counts."""
CONTACT = 1.4
"""How much greater the danger is beside the enemy, who needs not come first."""
BREAK_OUT = 0.8
"""What leaving a pocket is worth beside the next step of the unit."""


class Moves:
    """The orders of one side for its movement phase."""

    def __init__(self, p: Dagc, ground: Ground, chances: Chances, orders: Orders, side: int) -> None:
        self.p, self.ground, self.chances, self.orders, self.side = p, ground, chances, orders, side
        self.layout = p.layout
        self.picture = Picture(p, ground, side)
        self.units = [unit for unit in self.picture.own_units if may_move(p, unit)]
        self.where = {unit: p.where[unit] for unit in self.picture.own_units}
        self.stacks: dict[int, list[int]] = {}
        for unit, place in self.where.items():
            self.stacks.setdefault(place, []).append(unit)
        self.worth = {unit: step_worth(p, unit) for unit in self.picture.own_units}
        self.reach = {unit: reach_of(p, unit, planning_points(p, unit, self.picture.supplied)).cost
                      for unit in self.units}
        self._targets: dict[int, Target] = {}
        self._ways: dict[int, tuple[HexSet, bool]] = {}
        self.foes = p.occupied[self.picture.foe]
        self.near_foe = self.layout.grid.around(self.foes)
        self.attack: dict[int, list[int]] = {}
        self.goal: dict[int, int] = {}
        self._fields()

    # -- fields ----------------------------------------------------------------------------------------------------

    def _fields(self) -> None:
        picture, p, orders = self.picture, self.p, self.orders
        emphasis = {sector: 1.25 if sector == orders.effort else 1.0 for sector in orders.doctrines}
        emphasis["coast"] = 1.0 if orders.knows("coast") else 0.0
        self.objectives = picture.objectives(emphasis)
        self.attract = picture.attraction(self.objectives)
        self.final = is_final(p)
        need = picture.need_of_line() if orders.knows("plug_gaps") and not self.final else {}
        most = max(need.values(), default=1.0)
        self.need = {hex: value / most for hex, value in need.items()}
        if self.final and orders.knows("cut_supply"):
            self.need = self._corridor()
        self.covered: dict[int, int] = {}
        if self.need:
            for unit, place in self.where.items():
                self._cover(place, 1 if unit >= 0 else 0)
        in_supply = picture.in_supply
        if self.side == GERMAN:
            for area in port_areas(p).values():
                in_supply |= area
            in_supply |= bit(self.layout.koenigsberg)
        self.in_supply = in_supply
        self.pocketed = of(picture.pocketed()) if orders.knows("leave_pockets") else 0
        self.short = self.side == SOVIET and p.turn >= self.layout.soviet_oos_turn
        self.last = p.turn == LAST_TURN
        self.own = of(self.where.values())
        city = self.ground.distance[self.layout.koenigsberg]
        nearest = min((city[p.where[unit]] for unit in picture.foe_units), default=99)
        self.fortress = (city if self.side == GERMAN and nearest <= SIEGE and orders.knows("koenigsberg") else None)

    def _corridor(self) -> dict[int, float]:
        """In the last German move: the belt that cuts the coast off, worth ten points if it is closed (4.3)."""
        around = self.layout.grid.around
        static = of(self.p.where[unit] for unit in self.picture.own_units)
        blockable = static | around(static)
        for hexes in self.reach.values():
            blockable |= around(of(hexes))
        belt = members(self.picture.corridor(blockable))
        if len(belt) > 2 * len(self.units):
            return {}
        return {hex: 3.0 * self.layout.coast_points / len(belt) for hex in belt}

    def _cover(self, place: int, change: int) -> None:
        covered = self.covered
        for hex in self.ground.zone_hexes[place]:
            if hex in self.need:
                covered[hex] = covered.get(hex, 0) + change

    # -- attacks that become possible ------------------------------------------------------------------------------

    def _target(self, place: int) -> Target:
        target = self._targets.get(place)
        if target is None:
            worth = self.ground.worth.get(place, 0.0)
            target = look_at(self.p, self.side, place, AFTER, 0.15 + worth)
            self._targets[place] = target
            foe_occupied = self.foes
            near = self.layout.retreat_moves.step(bit(place)) & self.layout.playable
            if self.picture.foe == GERMAN:
                near &= ~self.layout.entrenchments[SOVIET]
            room = any(len(self.p.at(hex)) + target.units <= STACK_LIMIT for hex in members(near & foe_occupied))
            self._ways[place] = (near & ~foe_occupied, room)
        return target

    def _promise(self, place: int, units: list[int], extra: int = -1, at: int = 0) -> float:
        """What an attack on a hex by these units (and one more, standing elsewhere) would bring."""
        p = self.p
        target = self._target(place)
        where, hands = self.where, self.ground.hands[place]
        hexes = {where[unit] for unit in units}
        group = units
        strength, thrift = 0, self.orders.temper.thrift
        worths = 0.0
        cheapest = 9.0
        if extra >= 0:
            hexes.add(at)
            group = [*units, extra]
        if not group:
            return 0.0
        for unit in group:
            strength += p.factor(unit)
            worth = self.worth[unit] * thrift
            worths += worth
            cheapest = min(cheapest, worth)
        gap = differential(p, target, strength, hexes)
        crt = self.layout.crt
        column = crt.column(gap) + target.shift + unit_shift(p, self.side, group, self.picture.supplied)
        if not target.immune and len(hexes) > 1:
            column += is_concentric([hands[hex] for hex in hexes])
        if self.orders.knows("surround"):
            ways, room = self._ways[place]
            if not room:
                blocked = self.own | (bit(at) if extra >= 0 else 0)
                blocked |= self.layout.grid.around(blocked)
                target.stuck = not ways & ~blocked
        value = expectation(target, self.chances.plain[crt.clamp(column)], worths, cheapest)
        target.stuck = False
        if not self.orders.knows("concentrate"):
            return max(value, 0.0)
        return max(value, 0.0) + min(max(gap + 10, 0), 19) * self.orders.temper.build_up * target.losses

    def _best_attack(self, unit: int, place: int) -> tuple[float, int]:
        """The best that a unit in a hex adds to an attack, and on which hex."""
        best, chosen = 0.0, -1
        if self.layout.localities >> unit & 1:
            return best, chosen
        p = self.p
        front = self.layout.first_ukrainian >> unit & 1
        for foe in members(self.ground.near[place] & self.foes):
            if not may_be_attacked_by(p, unit, foe) or not is_fresh_target(p, foe):
                continue
            group = self.attack.get(foe, [])
            if group and self.layout.first_ukrainian >> group[0] & 1 != front:
                continue
            gain = self._promise(foe, group, unit, place) - self._promise(foe, group)
            if self._is_exposed(foe):
                gain *= EXPOSED
            if gain > best:
                best, chosen = gain, foe
        return best, chosen

    def _is_exposed(self, foe: int) -> bool:
        """Whether a Soviet unit stands alone too far forward, with nobody beside it: the prey of a counterattack."""
        return (self.side == GERMAN and self._target(foe).units == 1 and not self.ground.near[foe] & self.foes
                and self.orders.knows("counterattack"))

    # -- judging one order -----------------------------------------------------------------------------------------

    def _risk(self, place: int, units: Iterable[int]) -> float:
        """What the enemy's next turn may cost these units in this hex."""
        threat = self.picture.threat[place]
        group = list(units)
        if not threat or not group:
            return 0.0
        layout = self.layout
        free = (self.ground.near[place] & ~self.own).bit_count()
        against = min(threat * self.orders.temper.fear, CROWD * free)
        defence = layout.terrain_defence[place] + layout.place_defence.get(place, 0)
        defence += layout.entrenchment_defence if has(layout.entrenchments[self.side], place) else 0
        defence += layout.river_defence if self._is_behind_rivers(place) else 0
        for unit in group:
            defence += self.p.factor(unit)
        column = layout.crt.clamp(layout.crt.column(int(against) - defence))
        _, bb, dr, de = self.chances.plain[column]
        loss = (bb + de + 0.7 * dr) * sum([self.worth[unit] for unit in group])
        if self.near_foe >> place & 1 and self.orders.knows("delay"):
            loss *= CONTACT
        return loss

    def _is_behind_rivers(self, place: int) -> bool:
        """Whether everybody who can come and attack a hex would have to cross a river."""
        ways = self.ground.near[place] & self.picture.walk & ~self.own
        return not ways & ~self.ground.across[place] and self.orders.knows("river_line")

    def score(self, unit: int, place: int) -> tuple[float, int]:
        """What a unit is worth in a hex, all other orders given; and the hex it would attack from there."""
        ground, picture = self.ground, self.picture
        doctrine: Doctrine = self.orders.doctrines[ground.sector[place]]
        start = self.p.where[unit]
        value = doctrine.aims * (self.attract[place] - self.attract[start])
        chosen = -1
        if self.near_foe >> place & 1:
            gain, chosen = self._best_attack(unit, place)
            value += doctrine.attack * gain
        others = self.stacks.get(place, ())
        mates = [other for other in others if other != unit]
        value += self._place_worth(place, mates, doctrine)
        if self.final:
            for hex in ground.zone_hexes[place] if self.need else ():
                value += self.need.get(hex, 0.0) * (self.covered.get(hex, 0) <= 0)
            return value, chosen
        if self.fortress is not None and self.fortress[place] <= SCREEN:
            value += 0.35 * (SCREEN + 1 - self.fortress[place])
        if picture.threat[place]:
            value -= doctrine.risk * (self._risk(place, [*mates, unit]) - self._risk(place, mates))
        if self.need:
            fresh = 0.0
            covered, need = self.covered, self.need
            for hex in ground.zone_hexes[place]:
                if hex in need:
                    times = covered.get(hex, 0)
                    fresh += need[hex] * (1.0 if times <= 0 else 0.2 if times == 1 else 0.0)
            value += 0.4 * doctrine.cover * fresh
        if not self.in_supply >> place & 1 and self.orders.knows("keep_supply"):
            value -= doctrine.supply * (0.05 if self.short else 0.5)
        elif self.pocketed >> unit & 1 and self.in_supply >> place & 1:
            value += doctrine.supply * BREAK_OUT * self.worth[unit]
        return value, chosen

    def _place_worth(self, place: int, mates: list[int], doctrine: Doctrine) -> float:
        """Taking or holding a town, a city, the coast."""
        worth = self.ground.worth.get(place)
        value = 0.0
        if worth is not None:
            if place in self.picture.wanted:
                factor = 3.0 if self.final else 2.0 if self.last else 1.0
                value += doctrine.seize * worth * factor * (1.0 if not mates else 0.15)
                if self.orders.knows("raid") or self.side == SOVIET:
                    value += 0.3 * worth * (not mates)
            elif self.final:
                value += 0.0
            elif self.orders.knows("garrison") and (self.picture.threat[place] or self.picture.walk >> place & 1):
                share = 0.45 if not mates else 0.15 if len(mates) == 1 else 0.0
                if self.last and self.side == SOVIET:
                    share *= 2
                if self.layout.cities >> place & 1 and self.orders.knows("city_line"):
                    share *= 1.3
                value += doctrine.hold * worth * share
        elif (self.side == SOVIET and -1 in self.objectives and self.layout.baltic_coast >> place & 1
              and not has(self.p.control, place)):
            value += doctrine.seize * 4.0 * (not mates)
        return value

    # -- making the plan -------------------------------------------------------------------------------------------

    def _lift(self, unit: int) -> None:
        place = self.where[unit]
        stack = self.stacks[place]
        stack.remove(unit)
        if not stack:
            self.own &= ~bit(place)
        if self.need:
            self._cover(place, -1)
        goal = self.goal.pop(unit, -1)
        if goal >= 0:
            self.attack[goal].remove(unit)

    def _drop(self, unit: int, place: int, goal: int) -> None:
        self.where[unit] = place
        self.stacks.setdefault(place, []).append(unit)
        self.own |= bit(place)
        if self.need:
            self._cover(place, 1)
        if goal >= 0:
            self.goal[unit] = goal
            self.attack.setdefault(goal, []).append(unit)

    def _open(self, unit: int, place: int) -> bool:
        stack = self.stacks.get(place)
        if not stack:
            return True
        front = self.layout.first_ukrainian
        return len(stack) < STACK_LIMIT and front >> stack[0] & 1 == front >> unit & 1

    def improve(self, unit: int, hexes: Iterable[int]) -> bool:
        """Look for a better hex for one unit; whether one was found."""
        before = self.where[unit]
        self._lift(unit)
        best, goal = self.score(unit, before)
        place = before
        for hex in hexes:
            if hex == before or not self._open(unit, hex):
                continue
            value, chosen = self.score(unit, hex)
            if value > best + 1e-6:
                best, place, goal = value, hex, chosen
        self._drop(unit, place, goal)
        return place != before

    def plan(self) -> None:
        """Go through all units, strongest first, as often as the orders say."""
        order = sorted(self.units, key=lambda unit: (-self.p.factor(unit), unit))
        for unit in order:
            self._settle(unit)
        detached = self._guard_koenigsberg() if self.side == GERMAN and self.orders.knows("koenigsberg") else set()
        order = [unit for unit in order if unit not in detached]
        for _ in range(self.orders.passes):
            moved = [self.improve(unit, self.candidates(unit)) for unit in order]
            if not any(moved):
                break

    def _guard_koenigsberg(self) -> set[int]:
        """4.2 Two corps belong in Königsberg before the Soviets can get there."""
        city, far = self.layout.koenigsberg, self.ground.distance[self.layout.koenigsberg]
        nearest = min((far[self.p.where[unit]] for unit in self.picture.foe_units), default=99)
        if nearest > ALARM:
            return set()
        p = self.p
        whole = [unit for unit in p.at(city) if p.layout.two_steps >> unit & 1]
        guards = set(whole if nearest > CLOSE else p.at(city))
        mobile = [unit for unit in self.units if unit not in guards and p.layout.two_steps >> unit & 1]
        mobile.sort(key=lambda unit: (far[p.where[unit]] - 2 * p.factor(unit), unit))
        for unit in mobile[:GARRISON - len(guards)]:
            here = p.where[unit]
            place = min((place for place in self.reach[unit] if self._open(unit, place)),
                        key=lambda place: (far[place], place), default=here)
            if far[place] < far[here]:
                self._lift(unit)
                self._drop(unit, place, -1)
            guards.add(unit)
        return guards

    def _settle(self, unit: int) -> None:
        """Where the unit stands it may already have something to attack."""
        place = self.where[unit]
        if self.near_foe >> place & 1:
            self._lift(unit)
            self._drop(unit, place, self._best_attack(unit, place)[1])

    def candidates(self, unit: int) -> list[int]:
        """Where a unit may be sent: its own hex and all in reach, enemies' neighbours and places that count first."""
        return [self.p.where[unit], *self.reach[unit]]

    def prepared(self) -> list[tuple[int, list[int], float]]:
        """The attacks that the plan prepares, the most promising first."""
        found = [(place, units, self._promise(place, units)) for place, units in self.attack.items() if units]
        return sorted(found, key=lambda item: (-item[2], item[0]))

    def best_of(self, unit: int, hexes: Iterable[int]) -> int:
        """The best hex for a unit among these and its own, now that the plan is being carried out."""
        self.where.setdefault(unit, self.p.where[unit])
        self.improve(unit, hexes)
        return self.where[unit]


def way_through(p: Dagc, ground: Ground, unit: int, left: int, goal: int, side: int) -> int:
    """A town or city to be taken on the way to a hex: the hex to enter first, or the goal itself."""
    found = reach_of(p, unit, left).cost
    wanted = [place for place in p.layout.points
              if place in found and place != goal and has(p.control, place) != (side == SOVIET)]
    for place in sorted(wanted, key=lambda place: (-ground.worth[place], place)):
        if p.at(place):
            continue
        entering, leaving = step_costs(p, unit, left)
        barred = closed_entrenchments(p) if side == SOVIET and not is_surging(p, unit) else None
        onward = reach(terrain_steps(p, unit), place, left - found[place], entering, leaving, barred)
        if goal in onward.cost:
            return place
    return goal
