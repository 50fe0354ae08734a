"""A position in the eyes of one force: a Front on its way to the Reichstag, or the Germans of its sector."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Final

from stavka.kit.hexset import HexSet, UnitSet, bit, has, members, of
from stavka.kit.sums import added
from stavka.staff.ground import FAR, Ground
from stavka.staff.orders import Orders
from stavka.staff.survey import Danger

from ..bombardment import bombardment_zone, jet_zone
from ..combat import TABLES, able, attackable_area
from ..communications import has_line_if_needed
from ..components import BF, GERMAN, GERMAN_STACK, LAST_TURN, SEATS, SOVIET_STACK
from ..engineers import helped_sides
from ..movement import Movement, budget, march_points, movable, reach_of
from ..position import Rttr
from ..sight import hidden_units
from ..statics import flak_cover
from ..stavka_points import can_spend, march_price
from ..victory import is_sudden_death, victory_points
from ..zones import strongholds
from .odds import Target, expected, gains, half_lost
from .ring import Ring, can_walk_in
from .strikes import Strikes, soaked
from .terrain import Terrain

SOVIET_WORTH: Final = 0.3
"""What a factor of a Front is worth in points: less than its replacement costs (27.3)."""
GERMAN_WORTH: Final = 0.25
"""What a factor of the Germans is worth, beside the point that the loss of a mobile unit brings the enemy (27.4)."""
STATIC_WORTH: Final = 0.15
"""What a static unit is worth, and each of its factors: it holds a hex; where that matters the site is counted."""
GUESSED: Final = 2
"""The factors that a static unit is thought to have while it is face down: two of three have no more."""
LONG_GAME: Final = 4
"""With so many turns to come units are worth all they can still do."""
GERMAN_ROLL: Final = 4
"""The points that Germans are expected to move (9.3)."""
SOVIET_CROWD: Final = 16
GERMAN_CROWD: Final = 10
"""What attacks from one hex, about."""
WAY: Final = 4.5, 20
"""What the last hex before the Reichstag is worth to whoever wants to go there, and the movement points from which on
the way to it counts: most fight for all of it, every hex nearly as good as the next ..."""
LAST_STREETS: Final = 6.0, 10
"""... and those who know the game keep their strength for the last streets."""
ASIDE: Final = 2
"""The movement points by which an enemy may be further from the Reichstag than those who are sent to attack him: in the
race nobody turns back who knows the game."""
PATIENCE: Final = 4
"""The turn after which the Reichstag counts for more and more ..."""
RUNNING_OUT: Final = 3
"""... and twice as much after so many."""
WALK_IN: Final = 0.5
"""What a hex that was emptied is worth beside one that is entered: who walks in next turn may be somebody else."""
WORN_DOWN: Final = 0.6
"""What the loss of all but one of those who stand in a site is worth beside the site: it falls next time."""
USED_HERE: Final = 0.65
"""The part of the strength in reach of a hex that can be expected to attack it: others want it too."""
BEACON: Final = (9.0, 20.0)
"""How much the Reichstag attracts each Front from afar: every unit feels it, and one is enough to enter."""
RACE: Final = 4.0
"""What a turn's march nearer to the Reichstag is worth to a unit, however far it is: attraction fades too soon."""
HASTE: Final = (1.5, 1.0)
"""How much more it is worth to either Front in the hands of those who know the game: the 1BF has troops to spare ..."""
DAWDLING: Final = (0.0, 1.0)
LATE: Final = 5
HURRIED: Final = 2.0
"""... and to beginners: until this turn those of the 1BF, who are nearly there, clear the suburbs; then all hurry."""
SIDE: Final = 0.3
"""What other objectives are worth going and fighting for beside their points, while the Reichstag can be won."""
REPLY: Final = 5
"""The points that the Front that plays later may still win in this turn."""
PRUNED: Final = 1
"""A unit goes to hexes that are nearly as near to some site as it can get, or where something happens ..."""
COLUMN: Final = 4
"""... or, on the way to the Reichstag, a little behind those in front of it: a road has room for few (10.2)."""


class SectorSurvey:
    """One sector in the eyes of the Front that attacks in it, or of the Germans who defend it."""

    def __init__(self, terrain: Terrain, p: Rttr, sector: int, german: bool, orders: Orders, fire: HexSet = 0) -> None:
        self.terrain, self.p, self.sector, self.german, self.orders = terrain, p, sector, german, orders
        self.fire: HexSet = fire if german else fire | bombardment_zone(p, sector)
        """The hexes under the Front's fire, or thought to be: attacks on them are doubled (15.4a)."""
        self.layout = p.layout
        self.ground: Ground = terrain.ground[sector, german]
        self.must_attack = True  # 12.1
        self.crowd = float(SOVIET_CROWD if german else GERMAN_CROWD)
        self._targets: dict[int, Target] = {}
        self._reached: dict[int, HexSet] = {}
        self.marches: dict[int, HexSet] = {}
        """By unit: the sites that only a forced march brings it to."""
        self._defence: dict[tuple[int, ...], tuple[int, float, float]] = {}

    def under_fire(self) -> SectorSurvey:
        """The same position as if all enemies lay under fire."""
        same = SectorSurvey(self.terrain, self.p, self.sector, self.german, self.orders, fire=self.prey)
        same._reached, same.marches = self._reached, self.marches
        return same

    # -- who and where ---------------------------------------------------------------------------------------------

    @cached_property
    def soviets(self) -> list[int]:
        """The units of the Front on the map."""
        return [unit for unit in self.layout.soviets[self.sector] if self.p.mapped >> unit & 1]

    @cached_property
    def germans(self) -> list[int]:
        """The Germans that the Front has to do with: those of the sector, and the garrison of the Reichstag."""
        area, where = self.layout.sector[self.sector] if self.german else self.layout.area[self.sector], self.p.where
        mapped = self.p.mapped
        return [unit for unit in self.layout.own[GERMAN] if mapped >> unit & 1 and area >> where[unit] & 1]

    @property
    def own(self) -> Sequence[int]:
        """The units of the force."""
        return self.germans if self.german else self.soviets

    @property
    def foes(self) -> Sequence[int]:
        """The units of its enemies."""
        return self.soviets if self.german else self.germans

    @cached_property
    def movable(self) -> Sequence[int]:
        """Who can be moved."""
        return movable(self.p, self.sector, self.german)

    def reach(self, unit: int) -> HexSet:
        """Where it is worth to look for a place for a unit; a Front may force its march to an open site (6.5)."""
        if unit not in self._reached:
            walked = self.walked(unit)
            self.marches[unit] = self._marched(unit) & ~walked
            self._reached[unit] = self._pruned(walked) | self.marches[unit]
        return self._reached[unit]

    def walked(self, unit: int) -> HexSet:
        """Where a unit can go with its usual points."""
        p, points = self.p, budget(self.p, unit)
        if points <= 0:
            return 0
        basis = p.version, points, p.stirred, p.blown, p.guns, p.planes
        return p.derive(("walked", unit), basis, lambda: of(reach_of(p, unit, points).cost))

    def _marched(self, unit: int) -> HexSet:
        """The open sites that a unit of a Front can reach by a forced march."""
        open_sites = self.open_sites
        if self.german or not open_sites or not can_spend(self.p, march_price(self.p, self.sector)):
            return 0
        here, points = self.p.where[unit], self.layout.soviet_move + march_points(self.p, unit)
        if not any(self.ground.distance[number][here] <= points for number in open_sites):
            return 0
        if not has_line_if_needed(self.p, self.sector, here):
            return 0  # 24.5b
        far = of(reach_of(self.p, unit, points).cost)
        return far & of(self.ground.sites[number].place for number in open_sites)

    @cached_property
    def open_sites(self) -> list[int]:
        """The sites that are wanted and stand empty."""
        busy = self.p.occupied[GERMAN]
        return [number for number in self.sites if number not in self.held
                and not busy & self.ground.sites[number].hexes]

    def _pruned(self, hexes: HexSet) -> HexSet:
        """Those of many hexes that can matter: beside the enemy, sites, and the nearest to each wanted site."""
        if self.german or hexes.bit_count() < 12:
            return hexes
        kept = hexes & (self.contact | self.layout.objectives)
        for number, within in enumerate(self.terrain.within[self.sector]):
            if number not in self.held:
                slack = COLUMN if self.races and number == len(self.ground.sites) - 1 else PRUNED
                least = bisect_left(within, 1, key=lambda near: hexes & near != 0)
                kept |= hexes & within[min(least + slack, FAR)]
        return kept

    @cached_property
    def contact(self) -> HexSet:
        """The hexes beside the enemy."""
        return self.layout.grid.around(of([self.p.where[unit] for unit in self.foes]))

    def foe_reach(self, unit: int) -> HexSet:
        """Where an enemy can be after his next move."""
        p, here = self.p, bit(self.p.where[unit])
        if self.layout.static >> unit & 1:
            return here
        points = self.layout.soviet_move if self.german else GERMAN_ROLL
        return of(reach_of(p, unit, points).cost) | here

    def room(self, unit: int, place: int, mates: Sequence[int]) -> bool:
        """10.2, 10.3 Whether a unit may join others."""
        if self.german:
            return len(mates) < GERMAN_STACK
        large = self.layout.large
        return len(mates) < SOVIET_STACK and not (large >> unit & 1 and any(large >> mate & 1 for mate in mates))

    # -- what counts -----------------------------------------------------------------------------------------------

    @cached_property
    def sites(self) -> Mapping[int, float]:
        """Objectives by their points, with strategic markers that lie open there; the Reichstag as the race stands."""
        layout, p = self.layout, self.p
        markers = of([p.where[unit] for unit in members(layout.strategic & p.mapped & ~p.face_down)])
        side = SIDE if self.races else 1.0
        found = {number: side * (layout.points[site.place] + (layout.marker_points if has(markers, site.place) else 0))
                 for number, site in enumerate(self.ground.sites)}
        found[len(found) - 1] = BEACON[self.sector] * self.urgency if self.german or self.may_win else 0.0
        return found

    @cached_property
    def urgency(self) -> float:
        """How much more the Reichstag counts as time runs out: if nobody takes it, both have lost (21.5)."""
        return 1.0 + max(0, self.p.turn - PATIENCE) / RUNNING_OUT

    @cached_property
    def races(self) -> bool:
        """Whether the force is on its way to the Reichstag."""
        return not self.german and self.may_win

    @cached_property
    def may_win(self) -> bool:
        """Whether entering the Reichstag is worth it: it ends the game, so whoever would lose by it waits."""
        p = self.p
        if p.turn == LAST_TURN or is_sudden_death(p):
            return True
        mine, theirs = (victory_points(p, front) for front in (self.sector, 1 - self.sector))
        mine += self.layout.points[self.layout.reichstag]
        return mine > theirs + (REPLY if self.sector == BF else -1)  # 21.4: a tie is the 1UF's

    @cached_property
    def held(self) -> frozenset[int]:
        """The sites the force holds: the Germans hold what the Front does not."""
        taken = self.p.control[self.sector]
        return frozenset(number for number, site in enumerate(self.ground.sites)
                         if bool(taken & site.hexes) != self.german)

    @cached_property
    def unseen(self) -> UnitSet:
        """17.1 What a Front faces and does not know; the Germans have nothing before them that is face down."""
        return 0 if self.german else hidden_units(self.p, SEATS[self.sector])

    def factors(self, unit: int) -> int:
        """The factors of a unit, as far as the force knows them."""
        return GUESSED if self.unseen >> unit & 1 else self.layout.strength[unit]

    @cached_property
    def turns(self) -> int:
        """Turns left, this one included; the game ends with the turn in which the Reichstag is entered (4.3-V-A)."""
        return 1 if is_sudden_death(self.p) else LAST_TURN - self.p.turn + 1

    @property
    def replies(self) -> int:
        """The enemy's turns still to come: the Germans move after the Front."""
        return self.turns - 1 if self.german else self.turns

    @property
    def supply(self) -> HexSet:
        """There is no supply but the lines of an option, and they only bar replacements and support."""
        return self.ground.playable

    @cached_property
    def _future(self) -> float:
        """How much of what a unit can do is still to come."""
        return min(1.0, 0.15 + (self.turns - 1) / LONG_GAME)

    def worth(self, unit: int) -> float:
        """What the loss of a unit costs, in victory points."""
        layout, factors = self.layout, self.factors(unit)
        if layout.side_of[unit] != GERMAN:
            return SOVIET_WORTH * factors * self._future
        if layout.strategic >> unit & 1:
            return 0.0  # 21.2b: it is taken, not lost
        if layout.static >> unit & 1:
            return STATIC_WORTH * (1 + factors)
        return layout.unit_points + GERMAN_WORTH * factors * self._future

    def strength(self, unit: int) -> float:
        """What a unit attacks with."""
        return 0.0 if self.layout.defends >> unit & 1 else float(self.layout.strength[unit])

    # -- fighting --------------------------------------------------------------------------------------------------

    def targets(self, unit: int, place: int) -> HexSet:
        """Whom a unit in a hex has to attack; Germans in strongholds need not (11.2b, 12.4d)."""
        if self.german and has(strongholds(self.p), place):
            return 0
        return self.layout.near[place] & self.prey

    @cached_property
    def prey(self) -> HexSet:
        """The enemy hexes that the force may attack."""
        foes = of([self.p.where[unit] for unit in self.foes])
        return foes & attackable_area(self.p, self.sector, self.german)

    def target(self, place: int) -> Target:
        """A hex to be attacked."""
        if place not in self._targets:
            self._targets[place] = self._target(place)
        return self._targets[place]

    def _target(self, place: int) -> Target:
        layout, p = self.layout, self.p
        units = p.at(place)
        wet = self.terrain.wet & ~(0 if self.german else helped_sides(p, self.sector))
        grid = layout.grid
        across = of([near for near in members(layout.near[place]) if has(wet, grid.side_number(near, place))])
        ground = layout.defence[place]
        forced = not self.german and has(layout.assault_hexes, place)
        return Target(self.terrain.columns, place, self.defence(units, place, ground),
                      self.defence(units, place, max(ground, layout.river_defence)), across,
                      TABLES[1:] if forced else TABLES, self._gains(units, place))

    def _gains(self, units: Sequence[int], place: int) -> dict[str, float]:
        layout = self.layout
        stands = not self.german and (has(layout.objectives, place) or (
            self.p.scenario == "prepared" and has(layout.sbahn, place)))
        markers = layout.strategic & ~self.p.face_down & of(units)  # what is face down is a guess
        crowd = len(units)
        units = [unit for unit in units if not markers >> unit & 1]
        statics = [unit for unit in units if layout.static >> unit & 1]
        prize = self._prize(place) + (0.0 if self.german else float(layout.marker_points * markers.bit_count()))
        worn = WORN_DOWN * prize / crowd if stands and crowd > 1 else 0.0
        worths = [self.worth(unit) + worn for unit in units]
        factors = [self.factors(unit) for unit in units]
        top = max(zip(factors, worths, strict=True), default=(0, 0.0))[1]
        half = half_lost(tuple(factors)) * added(worths)
        left_empty = 0.0 if markers else prize * self._walk_in(place)  # 21.2b: a marker stays until somebody advances
        driven_out = added([self.worth(unit) for unit in statics])
        return gains(worths, top, half, stands, driven_out, prize, left_empty, powerless=not any(factors))

    def _walk_in(self, place: int) -> float:
        """What a hex that was emptied is worth beside one that is entered: one may walk in next turn. Those who look
        ahead know that the rival moves first, if he can come to the Reichstag."""
        if place != self.layout.reichstag or not self.orders.craft.combines:
            return WALK_IN
        if self.p.turn == LAST_TURN:
            return 0.0
        return -1.0 if can_walk_in(self.p, 1 - self.sector) else 1.0

    def _prize(self, place: int) -> float:
        """What a hex is worth to whoever drives the enemy out."""
        if place == self.layout.reichstag:
            return float(self.layout.points[place]) if self.may_win else 0.0
        if not self.german:
            return self._road(place) + self._site(place)
        return self._site(place)

    def _road(self, place: int) -> float:
        """What a hex is worth on the way to the Reichstag: the nearer to it, the more. Beginners, who see no lines, see
        no ways through them either, and fight for objectives."""
        if self.orders.has("no_lines"):
            return 0.0
        worth, length = LAST_STREETS if self.orders.craft.combines else WAY
        return worth * self.urgency * max(0.0, 1.0 - self.ground.distance[-1][place] / length)

    def _site(self, place: int) -> float:
        """What the site in a hex is worth, if there is one that the enemy holds."""
        return added(self.sites[number] for number in self.ground.sites_at.get(place, ()) if number not in self.held)

    def defence(self, units: Iterable[int], place: int, ground: int) -> int:
        """12.17 - 12.20 What units defend a hex with."""
        layout = self.layout
        cover = layout.flak if has(flak_cover(self.p, self.sector), place) else 1
        total = 0
        for unit in units:
            flak = cover if layout.side_of[unit] == GERMAN and not layout.static >> unit & 1 else 1
            total += self.factors(unit) * min(layout.most, ground * flak)
        return total

    def attack(self, targets: Sequence[int], group: Mapping[int, int]) -> int:
        """12.14 - 12.16 What a group attacks with."""
        p, layout = self.p, self.layout
        if not self.german:
            fire = any(has(self.fire, place) for place in targets)
            return added([layout.strength[unit] * (layout.support if fire and has_line_if_needed(p, self.sector, place)
                                                   else 1) for unit, place in group.items()])
        cover, jet = flak_cover(p, self.sector), jet_zone(p, self.sector)
        total = 0
        for unit, place in group.items():
            times = layout.flak if has(cover, place) and not layout.static >> unit & 1 else 1
            times *= layout.jet if has(jet, place) else 1
            total += layout.strength[unit] * min(layout.most, times)
        return total

    def judged(self, targets: Sequence[int], group: Mapping[int, int]) -> tuple[float, str]:
        """What an attack on one hex or more brings on average, and by which table."""
        strength = self.layout.strength
        found = [self.target(place) for place in targets]
        top = self.worth(max(group, key=lambda unit: strength[unit]))
        half = half_lost(tuple([strength[unit] for unit in group])) * added([self.worth(unit) for unit in group])
        ways = of(group.values())
        wet = not any(ways & ~target.across for target in found)
        return expected(self.terrain.columns, found, self.attack(targets, group), top, half, wet,
                        self.orders.temper.thrift)

    def promise(self, target: int, group: Mapping[int, int], own: HexSet) -> float:
        """What an attack brings."""
        value = self.judged((target,), group)[0]
        return max(0.0, value) if target == self.layout.reichstag else value  # 16.10b: nobody has to attack there

    @cached_property
    def strikes(self) -> Strikes:
        """The attacks that this movement phase prepares."""
        return Strikes(self, max(0.0, self.orders.temper.least))

    @cached_property
    def _prepared(self) -> Strikes | None:
        """The same while units are moved; later nobody comes to join those who advance or retreat."""
        return self.strikes if isinstance(self.p.steps[0], Movement) else None

    @cached_property
    def reached_by(self) -> dict[int, list[int]]:
        """For every enemy hex the units that can come beside it in this phase, and whose business it is."""
        ways = {unit: self.reach(unit) | bit(self.p.where[unit]) for unit in self.movable}
        near = self.layout.near
        return {place: [unit for unit, hexes in ways.items() if hexes & near[place] and self._is_ahead(unit, place)]
                for place in members(self.prey)}

    def _is_ahead(self, unit: int, place: int) -> bool:
        """Whether an enemy hex does not lead a unit astray that is on its way to the Reichstag."""
        far = self.ground.distance[-1]
        ahead = far[place] <= far[self.p.where[unit]] + ASIDE
        return ahead or not (self.races and self.orders.craft.combines)

    def potential(self, place: int, units: Sequence[int], times: int = 1) -> float:
        """What an attack by those in reach would bring, so much of them as usually comes, so many times as strong."""
        free = (self.layout.near[place] & self.ground.playable & ~of([self.p.where[foe] for foe in self.foes]))
        most = (GERMAN_CROWD if self.german else SOVIET_CROWD) * free.bit_count()
        fit = [unit for unit in units if self.strength(unit)]
        if not fit:
            return -1.0
        strength = min(most, int(USED_HERE * added([self.layout.strength[unit] for unit in fit])))
        worths = sorted([self.worth(unit) for unit in fit])
        target = self.target(place)
        return expected(self.terrain.columns, (target,), strength * times, worths[-1], 0.5 * USED_HERE * added(worths),
                        False, self.orders.temper.thrift)[0]

    def parties(self, target: int) -> Sequence[Sequence[int]]:
        """Who can attack a hex in this combat phase."""
        near = self.layout.near[target]
        return [[unit for place in members(near) for unit in able(self.p, place) if unit in self.own]]

    def battle(self, target: int, units: Sequence[int]) -> float:
        """What an attack by these units brings now."""
        return self.judged((target,), {unit: self.p.where[unit] for unit in units})[0]

    def odds(self, target: int, units: Sequence[int]) -> str:
        """The percentage of that attack, and the table that suits it."""
        group = {unit: self.p.where[unit] for unit in units}
        found, table = self.target(target), self.judged((target,), group)[1]
        defence = found.dry if of(group.values()) & ~found.across else found.wet
        columns = self.terrain.columns
        return self.layout.crt[table].headings[columns.column(table, self.attack((target,), group), defence)]

    def danger(self, place: int, units: Sequence[int], against: float, ways: HexSet) -> Danger:
        """What the enemy's attack does to units in a hex."""
        layout, columns = self.layout, self.terrain.columns
        key = (place, *units)
        if key not in self._defence:
            worths = [self.worth(unit) for unit in units]
            self._defence[key] = (self.defence(units, place, layout.defence[place]), added(worths), max(worths))
        defence, everything, top = self._defence[key]
        stronghold = self.german and has(strongholds(self.p), place)
        table = TABLES[1] if self.german and has(layout.assault_hexes, place) else TABLES[0]
        column = columns.column(table, int(against), defence)
        alone = len(units) == 1
        half = everything * half_lost(tuple([layout.strength[unit] for unit in units]))
        loss = (columns.strongest[table][column] * top + columns.halved[table][column] * half
                + columns.wiped[table][column] * everything)
        falls = columns.wiped[table][column]
        if not stronghold:
            falls += columns.driven[table][column]
        elif alone:
            falls += columns.strongest[table][column] + 0.5 * columns.halved[table][column]
        return Danger(loss, min(1.0, falls))

    def lure(self, unit: int, place: int) -> float:
        """A place in a group that attacks; further enemies beside it cost, and so does a forced march (6.5)."""
        strikes, value = self._prepared, 0.0
        if self.german and self.p.is_on_map(unit) and self.orders.craft.combines:
            value += self.ring.worth(unit, self.p.where[unit], place)
        if strikes is not None and strikes.place_of.get(unit) == place:
            value += strikes.share[unit]
        if self.races:
            value += self._nearer(unit, place) + (1 / SIDE - 1) * self._site(place)  # who is there need not go there
        if place == self.layout.reichstag and self.may_win:
            value += self.layout.points[place]
        if has(self.contact, place):
            value -= soaked(self, self.layout.near[place], bit(place) | (0 if strikes is None else strikes.struck))
        marches = self.marches.get(unit, 0)
        return value - march_price(self.p, self.sector) if marches and has(marches, place) else value

    @cached_property
    def ring(self) -> Ring:
        """The Germans around the Reichstag."""
        return Ring(self)

    def _nearer(self, unit: int, place: int) -> float:
        """What a unit gains on the way to the Reichstag by going to a hex, in a race that it is in."""
        if not self.p.is_on_map(unit):
            return 0.0
        far = self.ground.distance[len(self.ground.sites) - 1]
        return RACE * self._haste * (far[self.p.where[unit]] - far[place]) / self.layout.soviet_move

    @cached_property
    def _haste(self) -> float:
        """How much a march nearer to the Reichstag counts to a commander of this experience."""
        if self.orders.has("no_lines"):
            return DAWDLING[self.sector] if self.p.turn <= LATE else HURRIED
        return HASTE[self.sector] if self.orders.craft.combines else 1.0


__all__ = ["SectorSurvey"]
