"""A position in the eyes of one side: who can go where, what counts, how battles go."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from stavka.kit.hexset import HexSet, UnitSet, bit, has, members, of
from stavka.kit.sums import added
from stavka.staff.ground import Ground
from stavka.staff.orders import Orders
from stavka.staff.survey import SAFE, Danger

from ..air import may_fly, support_zone
from ..artillery import batteries
from ..combat import FIRST, attackers_against, commanded_hexes, counted_units
from ..components import GERMAN, RAIN, SOVIET
from ..forts import fort_hexes
from ..movement import EXPLOITATION, MOVEMENT, REACTION, Hand, forbidden_ends, movable, points_of, raw_destinations
from ..position import INTACT, Ukraine, enemy
from ..results import level_name
from ..sequence import TURN
from ..stacking import may_stack
from ..supply import supplied_hexes
from ..zones import zone
from .clash import DESTROYED, Clash, Face, Outlook, Reading
from .trellis import Trellis

GROUND = 0.1
"""What throwing the enemy out of a hex is worth in itself."""
AIM = 0.9
"""The part of an objective's worth that is won when its defenders are thrown out."""
DISRUPTION = 0.05
"""What a unit that is disrupted costs its side: it neither attacks nor reacts for a turn."""
SHAKEN = (0.0, 0.006)
"""What it costs each side besides, for each factor of attack, as experience tells: who retreats does not attack in his
next turn (11.3), and the Soviets attack again all the same."""
BESIDES = 0.1
"""How much ground without an objective counts to whoever moves last."""
SUPPORT = 1
"""The shifts an enemy brings to an attack, as a rule: guns, aircraft, a headquarters."""
BUILT_UP = 1.5
"""The odds beyond which bringing up more strength is no aim in itself."""
ATTACKED = 0.6
"""The chance that the enemy makes the attack that he could make: no greater than that he walks into an empty town."""
EXPECTED = (1.0, 0.6)
"""How much of what each side fears really comes: the Soviets attack in many places at once."""
CROWD = (20.0, 16.0)
"""The strength that attacks from one hex at most, about, as each side meets it."""
UNLED = -1.0
"""What an attack is worth that may not be made."""
STAND = 0.6
"""How often a city falls that another hex would: its defenders need not heed a simple retreat (9.7)."""
PAYBACK = 0.3
"""How much of the attacker's losses comforts the defender."""


GERMAN_MOVE, UNANSWERED = (
    next(number for number, phase in enumerate(TURN) if phase.key == key)
    for key in ("german.movement", "german.exploitation"))
"""The first phase in which the Germans move, and that from which on the Soviets have no answer in the same turn."""
DRIVES = 1.4
"""How much further than in one phase vehicles are expected: they drive once more in exploitation (4.9)."""


def driven(p: Ukraine, unit: int) -> HexSet:
    """The hexes a unit can come to in its player turn, as things stand."""
    left, hexes = points_of(p, unit, MOVEMENT)
    if p.layout.mechanized >> unit & 1 and hexes > 1:
        left = int(left * DRIVES)
    return of(raw_destinations(p, Hand((unit,), left, hexes)))


class Target(NamedTuple):
    """What is known of an enemy hex, whoever attacks it."""

    defence: int
    steps: int
    worth: float
    """What a step there costs the enemy."""
    shift: int
    """What guns and aircraft at hand add to the odds."""
    germans: bool
    severe: bool
    ground: float
    """What the hex is worth when it is cleared."""
    fort: bool
    exits: Sequence[int]
    """The hexes its defenders could retreat to: not where friends of theirs would take them in."""


class View:
    """The survey of one side (:class:`stavka.staff.survey.Survey`)."""

    def __init__(self, p: Ukraine, side: int, orders: Orders, ground: Ground, clash: Clash, trellis: Trellis) -> None:
        self.p, self.side, self.orders = p, side, orders
        self.ground, self.clash, self.trellis = ground, clash, trellis
        self.layout = p.layout
        self.faces: Sequence[Face] = p.derive("faces", p.reduced, lambda: clash.faces_up(p.reduced))
        """What is printed on the side of every unit that is up."""
        self.foe = enemy(side)
        self._targets: dict[int, Target] = {}
        self._costs: dict[int, Mapping[int, int]] = {}
        self._strengths: dict[tuple[int, int, int], int] = {}
        self._bonuses: dict[int, int] = {}

    # -- who and where ---------------------------------------------------------------------------------------------

    @cached_property
    def fighters(self) -> UnitSet:
        """The units that are planned for: artillery, headquarters, aircraft and leaders follow them."""
        return (self.layout.combat | self.layout.support) & ~self.layout.artillery

    @property
    def skilled(self) -> bool:
        """Whether somebody plans who has experience."""
        return self.orders.craft.combines

    @cached_property
    def own(self) -> Sequence[int]:
        return members(self.fighters & self.layout.army[self.side] & self.p.mapped)

    @cached_property
    def foes(self) -> Sequence[int]:
        return members(self.fighters & self.layout.army[self.foe] & self.p.mapped)

    @cached_property
    def mode(self) -> str:
        """The kind of movement phase that is being played; empty in all others."""
        step = self.p.steps[0] if self.p.steps else None
        return str(getattr(step, "mode", "")) if getattr(step, "side", None) == self.side else ""

    @cached_property
    def movable(self) -> Sequence[int]:
        return members(movable(self.p, self.side, self.mode) & self.fighters) if self.mode else ()

    def hand(self, unit: int) -> Hand:
        """A unit about to be moved in this phase."""
        left, hexes = points_of(self.p, unit, self.mode or MOVEMENT)
        return Hand((unit,), left, hexes, in_movement=self.mode in ("", MOVEMENT))

    def costs(self, unit: int) -> Mapping[int, int]:
        """Where a unit can go, and what it spends."""
        found = self._costs.get(unit)
        if found is None:
            found = self._costs[unit] = raw_destinations(self.p, self.hand(unit))
        return found

    def reach(self, unit: int) -> HexSet:
        return of(self.costs(unit)) & ~forbidden_ends(self.p, self.hand(unit))

    def foe_reach(self, unit: int) -> HexSet:
        return driven(self.p, unit) | bit(self.p.where[unit])

    def room(self, unit: int, place: int, mates: Sequence[int]) -> bool:
        chiefs = self.p.masses.get(place, 0) & ~self.fighters
        return may_stack(self.layout, self.side, of(mates) | bit(unit) | chiefs)

    # -- what counts -----------------------------------------------------------------------------------------------

    @cached_property
    def sites(self) -> Mapping[int, float]:
        points, dam = self.layout.points, self.layout.dam_hex
        worth = {number: float(points[site.place]) for number, site in enumerate(self.ground.sites)}
        if self.p.dam == INTACT:
            worth[self.ground.sites_at[dam][0]] += self.layout.dam_points["intact"]  # 28.1
        return worth

    @cached_property
    def held(self) -> frozenset[int]:
        mine = self.p.controlled(self.side)
        return frozenset(number for number, site in enumerate(self.ground.sites) if has(mine, site.place))

    @property
    def turns(self) -> int:
        return self.layout.plans[self.p.scenario].last_turn - self.p.turn + 1

    @property
    def replies(self) -> int:
        """The Germans move last in a turn, but the Soviets react to their movement and first combat (4.10); who has
        experience knows that this is no answer in the last turn."""
        later = self.turns - 1
        answered = self.p.phase < (GERMAN_MOVE if self.skilled else UNANSWERED)
        return later + 1 if self.side == SOVIET or answered else later

    @cached_property
    def supply(self) -> HexSet:
        return supplied_hexes(self.p, self.side)

    def worth(self, unit: int) -> float:
        return self.faces[unit].worth

    def strength(self, unit: int) -> float:
        return self.faces[unit].attack

    # -- attacks ---------------------------------------------------------------------------------------------------

    @property
    def crowd(self) -> float:
        return CROWD[self.side]

    @property
    def must_attack(self) -> bool:
        return False

    @cached_property
    def able(self) -> UnitSet:
        """The units that could attack after this move."""
        if self.mode == REACTION:
            return 0
        return (self.layout.attackers | self.layout.sappers) & ~self.p.disrupted & self.layout.army[self.side]

    def targets(self, unit: int, place: int) -> HexSet:
        near = self.ground.near[place] & self.p.manned[self.foe]
        if not near or not self.able >> unit & 1:
            return 0
        if self.mode == EXPLOITATION and not self._can_mark(unit, place):
            return 0
        if self.layout.sappers >> unit & 1:
            near &= fort_hexes(self.p, self.foe) | self.layout.cities | self.layout.towns
        return near

    def _can_mark(self, unit: int, place: int) -> bool:
        """4.9 Whether a unit in exploitation can still get an Assault marker where it goes."""
        stays = place == self.p.where[unit]
        if not self.layout.mechanized >> unit & 1:
            return stays
        spent = 0 if stays else self.costs(unit).get(place, self.hand(unit).left)
        return self.hand(unit).left - spent >= self.layout.cost["assault_marker"]

    def target(self, place: int) -> Target:
        """An enemy hex as it stands."""
        found = self._targets.get(place)
        if found is None:
            found = self._targets[place] = self._look_at(place)
        return found

    def _look_at(self, place: int) -> Target:
        p, layout = self.p, self.layout
        units = [unit for unit in p.ground_at(place) if not p.retreated >> unit & 1] or p.ground_at(place)
        fighting = [unit for unit in units if not layout.headquarters >> unit & 1] or units
        steps = added([self.faces[unit].steps for unit in fighting])
        fort = has(fort_hexes(p, self.foe), place)
        sites = [self.sites[number] for number in self.ground.sites_at.get(place, ()) if number not in self.held]
        return Target(
            self._defence(fighting, self._bonus(self.foe, place)), steps,
            added(self.worth(unit) for unit in fighting) / max(len(fighting), 1), self._support(place),
            any(not layout.allies >> unit & 1 for unit in fighting) and self.foe == GERMAN,
            fort or has(layout.cities, place), GROUND + AIM * added(sites), fort,
            tuple(members(self.ground.near[place])))

    def _defence(self, units: Sequence[int], bonus: int) -> int:
        """8.3, 9.1 The strength that units defend a hex with that adds so much."""
        printed = added([self.faces[unit].defence for unit in units])
        return printed + min(bonus, self.layout.bonus_cap * printed)

    def _bonus(self, side: int, place: int) -> int:
        """9.1 What a hex adds to the defence of a side."""
        p, layout = self.p, self.layout
        bonus = layout.terrain_defence[place] + layout.place_defence.get(place, 0)
        bonus += layout.fort_defence if has(fort_hexes(p, side), place) else 0
        return bonus + (layout.air_defence[side] if has(support_zone(p, side), place) else 0)

    def _support(self, place: int) -> int:
        """15.5, 22.1 The shifts of guns in range and of an air unit that is ready."""
        p, layout = self.p, self.layout
        shift = -1 if p.weather == RAIN else 0
        if self.side == SOVIET:
            guns = batteries(p, (place,), ())
            massed = len(guns) > 1 and any(layout.guards >> unit & 1 for unit in guns)
            shift += 2 if massed else 1 if guns else 0
        flies = p.weather != RAIN and any(
            may_fly(p, unit) and layout.grid.distance(p.where[unit], place) <= layout.unit[unit].range
            for unit in members(layout.air & layout.army[self.side]))
        return shift + flies

    def attack_strength(self, unit: int, place: int, target: int) -> int:
        """9.2 - 9.5 What a unit in a hex attacks another with: rivers, marshes and fortifications take from it."""
        key = (unit, place, target)
        found = self._strengths.get(key)
        if found is None:
            found = self._strengths[key] = self._reckoned(unit, place, target)
        return found

    def _reckoned(self, unit: int, place: int, target: int) -> int:
        p, layout = self.p, self.layout
        factor = self.faces[unit].attack
        wet = has(layout.rivers, layout.grid.side_number(place, target)) or has(layout.marshes, place)
        vehicles = bool(layout.mechanized >> unit & 1)
        fort = self.target(target).fort and bool((layout.mechanized | layout.cavalry) >> unit & 1)
        if p.unsupplied >> unit & 1 or fort or (vehicles and wet):
            return -(-factor // 2)
        return max(0, factor - wet)

    def promise(self, target: int, group: Mapping[int, int], own: HexSet) -> float:
        strength = added([self.attack_strength(unit, place, target) for unit, place in group.items()])
        seen, units = self.target(target), tuple(group)
        followed = self.skilled and bool(self.layout.panzer_divisions & of(units))  # 23.3: by their headquarters
        outlook = self._outlook(seen, units, strength, int(followed))
        value = UNLED if self._is_unled(units) else self._priced(seen, units, outlook)
        if value > 0 and all(own & self.trellis.cover[place] for place in seen.exits):
            value += self._trapped(seen, outlook)
        return max(value, self.orders.temper.build_up * min(strength / max(seen.defence, 1), BUILT_UP))

    def _outlook(self, seen: Target, units: Sequence[int], strength: int, more: int) -> Outlook:
        layout, group = self.layout, of(units)
        special = bool((layout.tigers | layout.sappers) & group)
        level = self.clash.level(strength, seen.defence, min(seen.shift + more + special, layout.shift["most"]))
        return self.clash.outlook(level, self._reading(seen, units, group))

    def _reading(self, seen: Target, units: Sequence[int], group: UnitSet) -> Reading:
        layout, faces = self.layout, self.faces
        magnitude = self.clash.magnitude(min(seen.steps, added([faces[unit].steps for unit in units])))
        if self.side == GERMAN:
            return Reading(magnitude, not layout.allies & group, False, seen.severe)
        again = seen.germans and 2 * (layout.guards & group).bit_count() < len(units)
        return Reading(magnitude, False, again, seen.severe)

    def at_level(self, target: int, units: Sequence[int], level: int) -> float:
        """What an attack at known odds promises."""
        seen = self.target(target)
        return self._priced(seen, units, self.clash.outlook(level, self._reading(seen, units, of(units))))

    def _priced(self, seen: Target, units: Sequence[int], outlook: Outlook) -> float:
        """What an attack promises: the enemy's losses and the ground, less one's own."""
        killed = min(outlook.defender, seen.steps)
        cleared = 1.0 if killed >= seen.steps else outlook.cleared
        if self.skilled and not self.replies:  # nothing but points counts any more
            return cleared * (seen.ground - (1 - BESIDES) * GROUND)
        faces = self.faces
        dearest = max([faces[unit].worth for unit in units])
        price = outlook.attacker * dearest + outlook.repulsed * DISRUPTION * len(units)
        return killed * seen.worth + cleared * (seen.ground + DISRUPTION) - self.orders.temper.thrift * price

    def _is_unled(self, units: Sequence[int]) -> bool:
        """23.2 Whether so many need a headquarters that is too far away."""
        least = self.layout.command_units
        if len(units) < least or counted_units(self.p, units) < least:
            return False
        return not any(has(self.commanded, self.p.where[unit]) for unit in units)

    @cached_property
    def commanded(self) -> HexSet:
        """23.2 Where units are under command."""
        return commanded_hexes(self.p, self.side)

    def _trapped(self, seen: Target, outlook: Outlook) -> float:
        """10.3 Defenders who cannot retreat are lost."""
        left = max(0.0, seen.steps - min(outlook.defender, seen.steps))
        return outlook.cleared * left * seen.worth if outlook.defender < DESTROYED else 0.0

    def parties(self, target: int) -> Sequence[Sequence[int]]:
        phase = getattr(self.p.steps[0], "phase", FIRST) if self.p.steps else FIRST
        units = [unit for unit in attackers_against(self.p, self.side, (target,), phase)
                 if self.fighters >> unit & 1 and (self.faces[unit].attack or self.layout.sappers >> unit & 1)]
        if self._is_unled(units):
            units = sorted(units, key=lambda unit: -self.faces[unit].attack)[:self.layout.command_units - 1]
        return [units] if units else []

    def battle(self, target: int, units: Sequence[int]) -> float:
        where, seen = self.p.where, self.target(target)
        strength = added([self.attack_strength(unit, where[unit], target) for unit in units])
        outlook = self._outlook(seen, units, strength, self._corps_shift(units))
        value = UNLED if self._is_unled(units) else self._priced(seen, units, outlook)
        shut = self.p.manned[self.side] | zone(self.p, self.side)
        if all(has(shut, place) for place in seen.exits):
            value += self._trapped(seen, self._outlook(seen, units, strength, 0))
        return value

    def odds(self, target: int, units: Sequence[int]) -> str:
        where, layout, seen = self.p.where, self.layout, self.target(target)
        strength = added(self.attack_strength(unit, where[unit], target) for unit in units)
        shift = min(seen.shift + self._corps_shift(units), layout.shift["most"])
        return level_name(self.p, self.clash.level(strength, seen.defence, shift))

    def _corps_shift(self, units: Sequence[int]) -> int:
        """23.3 A panzer corps that stands with its divisions."""
        chiefs = self.layout.panzer_corps & ~self.p.disrupted & ~self.p.fought
        hexes = {self.p.where[unit] for unit in units if self.layout.mechanized >> unit & 1}
        return int(any(self.p.masses.get(place, 0) & chiefs for place in hexes))

    # -- dangers ---------------------------------------------------------------------------------------------------

    def danger(self, place: int, units: Sequence[int], against: float, ways: HexSet) -> Danger:
        if not ways or against < 1:
            return SAFE
        bonus = self._bonuses.get(place)
        if bonus is None:
            bonus = self._bonuses[place] = self._bonus(self.side, place)
        faces, clash = [self.faces[unit] for unit in units], self.clash
        steps = added([face.steps for face in faces])
        level = clash.level(int(EXPECTED[self.side] * against), self._defence(units, bonus), SUPPORT)
        outlook = clash.outlook(level, Reading(clash.magnitude(steps), self.foe == GERMAN, self.side == GERMAN,
                                               has(self._firm, place)))
        dearest = max([face.worth for face in faces])
        shaken = DISRUPTION * len(units)
        if self.skilled:
            shaken += SHAKEN[self.side] * added([face.attack for face in faces])
        loss = min(outlook.defender, steps) * dearest + outlook.cleared * shaken
        falls = ATTACKED * outlook.cleared * (STAND if has(self.layout.cities, place) else 1.0)
        return Danger(max(0.0, ATTACKED * (loss - PAYBACK * outlook.attacker * self._foe_step)), falls)

    @cached_property
    def _firm(self) -> HexSet:
        """8.9 Where attackers have severe losses."""
        return self.layout.cities | fort_hexes(self.p, self.side)

    @cached_property
    def _foe_step(self) -> float:
        """What a step costs the enemy, about."""
        return added(self.worth(unit) for unit in self.foes) / max(len(self.foes), 1)

    def lure(self, unit: int, place: int) -> float:
        return 0.0

