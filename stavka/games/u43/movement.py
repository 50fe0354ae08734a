"""Chapter 4: who may move, how far and where. The phases in which they do are in :mod:`.moving`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from stavka.kit.hexset import HexSet, SideSet, UnitSet, bit, has, members, of
from stavka.kit.reach import CLOSED, Reach, Steps, barred_by, charges, reach_open, splice
from stavka.kit.words import Message

from .air import interdicted_hexes
from .components import GERMAN, RAIN, SOVIET, points
from .lyutezh import closed_from, closed_sides, crowded_north, is_bound, unable_to_react
from .position import Ukraine, enemy
from .stacking import has_room, may_stack
from .terrain import bridges, roads, steps_of
from .zones import Closed, enemy_bonds, enemy_zone

MOVEMENT, REACTION, EXPLOITATION = "movement", "reaction", "exploitation"
"""The phases in which units move (3.C)."""

ONE_HEX = -1
"""In place of movement points: one hex, whatever it costs (4.9, 4.10, 11.3)."""

MANY = 99
"""As many hexes as the points last."""

RIDERS_HEXES = 2
"""4.4 Hexes cavalry moves at most when it crosses an unbridged major river: the far bank and one more."""


class Hand(NamedTuple):
    """Units in hand: how far they may still go."""

    group: tuple[int, ...]
    left: int
    """Movement points in halves, or :data:`ONE_HEX`."""
    hexes: int = MANY
    """Hexes they may still enter."""
    taken: int = 0
    """Hexes they have entered."""
    extended: bool = False
    in_movement: bool = True
    """Whether it is the movement phase: only then are unbridged rivers crossed (4.4)."""

    @property
    def fresh(self) -> bool:
        """Whether they have not moved yet."""
        return self.taken == 0


# -- Who may move (4.8 - 4.10, 11.3, 14.7, 21) ---------------------------------------------------------------------


def may_move(p: Ukraine, unit: int, mode: str) -> bool:
    """Whether a ground unit or leader on the map may be picked up in this phase."""
    return why_not_move(p, unit, mode) is None


def movable(p: Ukraine, side: int, mode: str) -> UnitSet:
    """The ground units and leaders of a side on the map that may still move in this phase."""
    layout = p.layout
    barred = p.moved | layout.air | refitting(p)
    if mode != MOVEMENT:
        barred |= p.disrupted | layout.restricted  # 4.8, 11.3
    if mode == EXPLOITATION:
        barred |= bit(layout.manstein) | p.assault  # 4.8, 4.9
    else:
        barred |= p.dropped  # 20.4; in exploitation they stay where they are and may take an Assault marker
    if mode == REACTION:
        barred |= p.unsupplied | unable_to_react(p)  # 14.7, 34.6
        if p.stacks_activated >= reaction_stacks(p):
            barred |= ~p.activated  # 4.10
    if side == GERMAN:
        barred |= garrisons(p)
    return layout.army[side] & p.mapped & ~barred


def refitting(p: Ukraine) -> UnitSet:
    """16.5 Units that have taken a replacement: they move no more, unless Manstein rallies them (26.2)."""
    return p.replaced & p.disrupted


def garrisons(p: Ukraine) -> UnitSet:
    """21 The security divisions that stay in their cities, since no Soviet unit is within three hexes."""
    quiet = quiet_cities(p)

    def find() -> UnitSet:
        where = p.where
        return of([unit for unit in members(p.layout.security & p.mapped) if quiet >> where[unit] & 1])

    return p.derive("garrisons", (quiet, p.versions[GERMAN]), find)


def quiet_cities(p: Ukraine) -> HexSet:
    """21 The cities that a security division does not leave."""
    layout, soviets = p.layout, p.manned[SOVIET]

    def find() -> HexSet:
        near = soviets
        for _ in range(layout.limit["security"]):
            near |= layout.grid.around(near)
        return layout.cities & ~near

    return p.derive("quiet cities", soviets, find)


def reaction_stacks(p: Ukraine) -> int:
    """4.10 Three stacks; 31.2 one for the surprised Germans on turn 1."""
    surprised = p.turn == 1 and p.scenario in ("campaign", "opening") and is_german_reaction(p)
    return p.layout.limit["reaction_surprise" if surprised else "reaction"]


def reaction_rule(p: Ukraine) -> str:
    """The rule that says how many stacks may react: 4.10, or 31.2 for the surprised Germans."""
    return "4.10.a" if reaction_stacks(p) == p.layout.limit["reaction"] else "31.2.h"


def is_german_reaction(p: Ukraine) -> bool:
    """Whether it is the German reaction phase."""
    step = p.steps[0] if p.steps else None
    return getattr(step, "side", SOVIET) == GERMAN


def why_not_move(p: Ukraine, unit: int, mode: str) -> Message | None:
    """Why a unit cannot be picked up to move in this phase, if it cannot."""
    layout, args = p.layout, {"unit": p.id(unit)}
    if not p.is_on_map(unit):
        return Message("refused.not_on_map", args, ("4.1.a",))
    if layout.air >> unit & 1:
        return Message("refused.air_moves", args, ("15.3.b",))
    if p.moved >> unit & 1:
        return Message("refused.moved", args, ("4.1.c",))
    if mode == MOVEMENT and refitting(p) >> unit & 1:
        return Message("refused.refitting", args, ("16.5.b",))
    if mode != EXPLOITATION and p.dropped >> unit & 1:
        return Message("refused.dropped", args, ("20.4",))
    if mode != MOVEMENT:
        if (unit == layout.manstein and mode == EXPLOITATION) or layout.restricted >> unit & 1:
            return Message("refused.restricted", args, ("4.8.a",))
        if p.disrupted >> unit & 1:
            return Message("refused.disrupted_moves", args, ("11.3.c",))
    if mode == EXPLOITATION and p.assault >> unit & 1:
        return Message("refused.has_marker", args, ("4.9.b",))
    if garrisons(p) >> unit & 1:
        return Message("refused.garrison", {**args, "hex": p.number(p.where[unit])}, ("21.a",))
    if mode == REACTION:
        if p.unsupplied >> unit & 1:
            return Message("refused.unsupplied_reacts", args, ("14.7.e",))
        if unable_to_react(p) >> unit & 1:
            return Message("refused.lyutezh_reaction", args, ("34.6.g",))
        if not p.activated >> unit & 1 and p.stacks_activated >= reaction_stacks(p):
            return Message("refused.stacks_activated", {**args, "number": reaction_stacks(p)}, (reaction_rule(p),))
    return None


# -- How far (4.1, 4.7, 14.7, 25.2) --------------------------------------------------------------------------------


def allowance(p: Ukraine, unit: int) -> int:
    """4.1 The movement allowance in halves; 14.7 two points out of supply, 25.2 three in rain."""
    printed = p.layout.unit[unit].movement * 2
    if p.unsupplied >> unit & 1:
        return min(printed, p.layout.cost["unsupplied"])
    return min(printed, p.layout.cost["rain"]) if p.weather == RAIN else printed


def extended_bonus(p: Ukraine, group: Sequence[int]) -> int:
    """4.7, 14.7 What extended movement adds, in halves."""
    hungry = any(p.unsupplied >> unit & 1 for unit in group)
    return p.layout.cost["unsupplied" if hungry else "extended"]


def may_extend(p: Ukraine, group: Sequence[int]) -> bool:
    """4.7, 4.8 Undisrupted units without restricted movement, while there are markers."""
    barred = p.disrupted | p.layout.restricted | p.replaced
    return p.markers < p.layout.limit["markers"] and not barred & of(group)


def points_of(p: Ukraine, unit: int, mode: str) -> tuple[int, int]:
    """The movement points (in halves) and hexes a unit has in a phase."""
    layout = p.layout
    if p.dropped >> unit & 1:
        return ONE_HEX, 0  # 20.4
    foot = not layout.mechanized >> unit & 1
    one_hex = (
        p.disrupted >> unit & 1 if mode == MOVEMENT  # 11.3
        else foot if mode == EXPLOITATION  # 4.9
        else foot or has(enemy_zone(p, layout.side_of[unit]), p.where[unit])  # 4.10
    )
    return (ONE_HEX, 1) if one_hex else (allowance(p, unit), MANY)


# -- Where (4.1 - 4.7, 6.3, 7.2) -----------------------------------------------------------------------------------


def mover_of(p: Ukraine, group: Sequence[int]) -> int:
    """4.1 The class of costs a group pays."""
    movers = p.layout.mover
    mover = movers[group[0]]
    for unit in group[1:]:
        mover |= movers[unit]
    return mover


def shut_hexes(p: Ukraine, side: int, here: int) -> HexSet:
    """4.1, 7.2, 34.6 Hexes that units in a hex may not enter: with enemy units, enemy hex bonds, the Lyutezh area."""
    return p.manned[enemy(side)] | enemy_bonds(p, side).hexes | closed_from(p, side, here)


def shut_sides(p: Ukraine, side: int) -> SideSet:
    """7.2, 34.6 Hexsides that units of a side may not cross: enemy bonds, the Dnieper at Lyutezh."""
    return enemy_bonds(p, side).sides | closed_sides(p, side)


class Ways:
    """What a group meets on its way, as :func:`reach_open` takes it; where that leads is searched for once."""

    def __init__(self, steps: Steps, enter: bytes, leave: bytes, barred: Mapping[int, frozenset[int]]) -> None:
        self.steps = steps
        self.enter = enter
        """Hexes that may not be entered."""
        self.leave = leave
        """6.3 Two points more to leave a hex in an enemy zone of control."""
        self.barred = barred
        """Hexsides that may not be crossed."""
        self._found: dict[tuple[int, int], Reach] = {}

    def reach(self, here: int, budget: int) -> Reach:
        """Every hex that can be reached from a hex with so many points."""
        found = self._found.get((here, budget))
        if found is None:
            found = self._found[here, budget] = reach_open(
                self.steps, here, budget, self.enter, self.leave, self.barred)
        return found

    def lead(self, here: int, there: int) -> bool:
        """Whether a neighbour of a hex may be entered from it."""
        return not self.enter[there] and there not in self.barred.get(here, ())

    def beside(self, here: int) -> list[tuple[int, int]]:
        """The neighbours of a hex that may be entered from it, each with what that costs."""
        enter, shut, more = self.enter, self.barred.get(here, ()), self.leave[here]
        return [(there, price + more) for there, price in self.steps[here] if not enter[there] and there not in shut]


def ways_from(p: Ukraine, group: Sequence[int], here: int) -> Ways:
    """What a group meets on its way from a hex; of one's own side nothing matters but that it cancels bonds (7.4)."""
    layout = p.layout
    side, mover = layout.side_of[group[0]], mover_of(p, group)
    limits = (closed_from(p, side, here), closed_sides(p, side)) if p.is_october else None
    moment = (p.turn, p.weather, p.pontoons, p.flood_until, limits)

    def find() -> Ways:
        foes = enemy(side)
        basis = (p.manned[foes], p.fronted[foes], enemy_bonds(p, side), interdicted_hexes(p, side), moment)
        return p.derive(("ways", side, mover), basis, lambda: _hindered(p, side, steps_of(p, side, mover), here))

    # while nobody has moved there is nothing to compare: most units are only picked up
    ways = p.derive(("ways now", side, mover), (p.version, p.flying, p.grounded, moment), find)
    return _to_quiet_cities(p, ways) if layout.security & of(group) else ways


def _hindered(p: Ukraine, side: int, steps: Steps, here: int) -> Ways:
    """What closes the way to units in a hex, and what costs them more."""
    grid, foes, zone = p.layout.grid, p.manned[enemy(side)], enemy_zone(p, side)
    shut, sides = shut_hexes(p, side, here), shut_sides(p, side)
    return Ways(
        steps,
        p.derive(("entering", side), shut, lambda: _entering(p, side, foes, shut & ~foes)),
        p.derive(("leaving", side), zone, lambda: charges(grid, (zone, p.layout.cost["leave_zone"]))),
        p.derive(("barred", side), sides, lambda: barred_by(grid, sides)))


def _to_quiet_cities(p: Ukraine, ways: Ways) -> Ways:
    """21 A security division goes no further than the first quiet city it enters."""
    cities = quiet_cities(p)

    def find() -> Ways:
        leave = bytearray(ways.leave)
        for city in members(cities):
            leave[city] = CLOSED
        return Ways(ways.steps, ways.enter, bytes(leave), ways.barred)

    return p.derive("ways to quiet cities", (ways, cities), find)


def _entering(p: Ukraine, side: int, foes: HexSet, others: HexSet) -> bytes:
    """The closed hexes as a table: foes seldom change while one moves, bonds do."""
    table = bytearray(p.derive(("foes", side), foes, lambda: charges(p.layout.grid, (foes, CLOSED))))
    for place in members(others):
        table[place] = CLOSED
    return bytes(table)


def leaving(p: Ukraine, side: int, here: int) -> int:
    """6.3 What it costs more to leave a hex."""
    return p.layout.cost["leave_zone"] if enemy_zone(p, side) >> here & 1 else 0


def reach_of(p: Ukraine, group: tuple[int, ...], budget: int) -> Reach:
    """Every hex a group can move to with so many points."""
    here = p.where[group[0]]
    return ways_from(p, group, here).reach(here, budget)


def next_hexes(p: Ukraine, group: tuple[int, ...]) -> dict[int, int]:
    """The neighbours a group could enter, with what each costs it; bridged rivers only."""
    here = p.where[group[0]]
    return dict(ways_from(p, group, here).beside(here))


def may_wade(p: Ukraine, hand: Hand) -> bool:
    """4.4 Whether a hand may cross unbridged major rivers: fresh units on foot, on a bank, in the movement phase."""
    layout, group = p.layout, hand.group
    return bool(layout.banks >> p.where[group[0]] & 1) and hand.in_movement and hand.fresh and not any(
        layout.mechanized >> unit & 1 for unit in group)


def river_crossings(p: Ukraine, hand: Hand) -> dict[int, int]:
    """4.4 Where a hand that may wade comes across an unbridged major river: cavalry pays and may go on, others stop."""
    layout = p.layout
    here, side = p.where[hand.group[0]], layout.side_of[hand.group[0]]
    wet = layout.major_of[here] & ~bridges(p, side)
    wet &= ~shut_sides(p, side) & ~(layout.flood_sides if p.flooded else 0)
    closed = shut_hexes(p, side, here) | (layout.flood_marshes if p.flooded else 0)
    riders = may_ride_on(p, hand)
    leave = leaving(p, side, here)
    across = {}
    for low, high in layout.grid.side_edges(wet):
        there = high if low == here else low
        if not closed >> there & 1:
            price = layout.foot_cost[there] + layout.cost["cavalry_major_river"] + leave
            across[there] = price if riders and price <= hand.left else hand.left
    return across


def may_ride_on(p: Ukraine, hand: Hand) -> bool:
    """4.4 Whether a hand goes on after crossing an unbridged major river: cavalry alone, unless it moves one hex."""
    return hand.left != ONE_HEX and all(p.layout.cavalry >> unit & 1 for unit in hand.group)


def beyond_rivers(p: Ukraine, hand: Hand) -> dict[int, tuple[int, list[int]]]:
    """4.4 Every hex beyond an unbridged major river that a hand could get to: the points spent, and the way."""
    if not may_wade(p, hand):
        return {}
    here, banks = p.where[hand.group[0]], river_crossings(p, hand)
    found = {bank: (cost, [here, bank]) for bank, cost in banks.items()}
    if not found or not may_ride_on(p, hand):
        return found
    for bank, spent in banks.items():
        for place, price in ways_from(p, hand.group, bank).beside(bank):
            cost = spent + price
            if cost <= hand.left and (place not in found or cost < found[place][0]):
                found[place] = (cost, [here, bank, place])
    return found


def dry_destinations(p: Ukraine, hand: Hand) -> dict[int, int]:
    """Every hex a hand could get to over dry land and bridges, with the points spent."""
    here = p.where[hand.group[0]]
    ways = ways_from(p, hand.group, here)
    if hand.left == ONE_HEX:
        return {place: ONE_HEX for place, _ in ways.beside(here)}
    if hand.hexes == 1:
        return {place: cost for place, cost in ways.beside(here) if cost <= hand.left}
    found = dict(ways.reach(here, hand.left).cost)
    if hand.fresh:
        for place, _ in ways.steps[here]:  # 4.1: at least one hex
            if place not in found and ways.lead(here, place):
                found[place] = hand.left
    return found


def raw_destinations(p: Ukraine, hand: Hand) -> dict[int, int]:
    """Every hex a hand could get to, with the points spent, stacking and the like apart."""
    if not hand.hexes or not hand.left:
        return {}
    if p.layout.security & (units := of(hand.group)) and garrisons(p) & units:
        return {}  # 21: not even when Manstein has rallied it
    found = dry_destinations(p, hand)
    for place, (cost, _) in beyond_rivers(p, hand).items():
        if place not in found or cost < found[place]:
            found[place] = cost
    return found


def destinations(p: Ukraine, hand: Hand) -> dict[int, int]:
    """4.1, 4.7, 5.4 Every hex where a hand may end its move, with the points spent."""
    def search() -> dict[int, int]:
        found = raw_destinations(p, hand)
        for place in full_hexes(p, hand.group, found):
            del found[place]
        banned = forbidden_ends(p, hand)
        return {place: cost for place, cost in found.items() if not banned >> place & 1} if banned else found

    return p.derive("destinations", (p.version, p.turn, p.phase, hand, p.pontoons, p.disrupted), search)


def full_hexes(p: Ukraine, group: tuple[int, ...], found: Mapping[int, int]) -> list[int]:
    """5.4 Of the hexes found those where the group would stand too many."""
    layout, masses = p.layout, p.masses
    side, more = layout.side_of[group[0]], sum([layout.load[unit] for unit in group])
    mine = of(group) & layout.ground
    if len(group) > 2 and not may_stack(layout, side, mine):  # they have left the army that let them stack
        full = list(found)
    else:
        crowded = p.derive(("crowded", side, more), p.versions[side],
                           lambda: members(p.too_heavy(side, more, layout.bearable[side])))
        full = list(filter(found.__contains__, crowded))
    # 5.5: with an army there is more room
    return [place for place in full if not may_stack(layout, side, masses.get(place, 0) | mine)]


def forbidden_ends(p: Ukraine, hand: Hand) -> HexSet:
    """4.7 Extended movement may not end next to enemies; 34.6, 34.8 what is closed to some units in October."""
    banned = beside_enemies(p, p.layout.side_of[hand.group[0]]) if hand.extended else 0
    if p.is_october:
        banned |= crowded_north(p, hand.group)
    if p.locked and p.locked & of(hand.group):
        banned |= p.layout.playable & ~p.layout.sector("october", "4P")
    return banned


def beside_enemies(p: Ukraine, side: int) -> HexSet:
    """The hexes next to enemy units."""
    foes = p.manned[enemy(side)]
    return p.derive(("beside", side), foes, lambda: p.layout.grid.around(foes))


def crosses_unbridged(p: Ukraine, side: int, here: int, there: int) -> bool:
    """Whether a single step of a side crosses a major river where there is no bridge."""
    if not p.layout.banks >> here & 1 or p.layout.grid.distance(here, there) != 1:
        return False
    crossed = bit(p.layout.grid.side_number(here, there))
    return bool(crossed & p.layout.major & ~bridges(p, side))


def path_to(p: Ukraine, hand: Hand, place: int) -> list[int]:
    """The way a hand takes to one of its destinations, the start included: a cheapest one, dry if it can be."""
    here, beyond = p.where[hand.group[0]], beyond_rivers(p, hand)
    if place in beyond:
        (cost, way), dry = beyond[place], dry_destinations(p, hand)
        if place not in dry or cost < dry[place]:
            return way
    if hand.left != ONE_HEX and hand.hexes != 1:
        reached = reach_of(p, hand.group, hand.left)
        if place in reached.cost:
            return reached.path(place)
    return [here, place]


# -- Why not -------------------------------------------------------------------------------------------------------


def why_not_there(p: Ukraine, hand: Hand, place: int) -> Message | None:
    """Why a hand cannot move to a hex, if it cannot."""
    unit = hand.group[0]
    side = p.layout.side_of[unit]
    args = {"unit": p.id(unit), "hex": p.number(place)}
    if place in destinations(p, hand):
        return None
    jumped = next((other for other in hand.group if p.dropped >> other & 1), None)
    if jumped is not None:
        return Message("refused.dropped", {"unit": p.id(jumped)}, ("20.4",))
    guard = next((other for other in hand.group if garrisons(p) >> other & 1), None)
    if guard is not None:
        return Message("refused.garrison", {"unit": p.id(guard), "hex": p.number(p.where[guard])}, ("21.a",))
    closed = why_not_enter(p, side, unit, place)
    if closed is not None:
        return closed
    if place == p.where[unit]:
        return Message("refused.there_already", args)
    barred = why_not_end(p, hand, place)
    if barred is not None:
        return barred
    if not has_room(p, place, hand.group):
        return Message("refused.overstack", args, ("5.4",))
    if p.layout.grid.distance(p.where[unit], place) == 1:
        return why_not_step(p, hand, place)
    if hand.left == ONE_HEX or hand.hexes <= 1:
        return Message("refused.one_hex", args, (one_hex_rule(p, hand),))
    far = reach_of(p, hand.group, CLOSED - 1)
    barred = what_bars(p, hand.group, place, max(hand.left, 0) if place in far.cost else CLOSED - 1)
    if barred is not None:
        return barred
    if place not in far.cost:
        return Message("refused.no_way", args, ("4.1.a",))
    price = {**args, "cost": points(far.cost[place]), "left": points(hand.left)}
    if place in without(p, hand.group, ZONES).reach(p.where[unit], max(hand.left, 0)).cost:
        return Message("refused.too_far_zones", price, ("6.3.a",))
    return Message("refused.too_far", price, ("4.1.a",))


BONDS, RIVERS, ZONES, FOES = "bonds", "rivers", "zones", "foes"
"""What may make a way too long for a group: enemy bonds (7.2), unbridged major rivers (4.4), what it costs to leave
enemy zones (6.3), enemies (4.1)."""


def without(p: Ukraine, group: tuple[int, ...], *gone: str) -> Ways:
    """What a group would meet on its way if some of that were gone."""
    layout, here, side = p.layout, p.where[group[0]], p.layout.side_of[group[0]]
    grid, mover = layout.grid, mover_of(p, group)
    steps = steps_of(p, side, mover)
    if RIVERS in gone:
        over = layout.grounds.table(mover, roads(p), rain=p.weather == RAIN, bridged=True, flooded=p.flooded)
        steps = splice(grid, steps, over, layout.major & ~bridges(p, side))
    closed = Closed(0, 0) if BONDS in gone else enemy_bonds(p, side)
    foes, zone = 0 if FOES in gone else p.manned[enemy(side)], 0 if ZONES in gone else enemy_zone(p, side)
    ways = Ways(
        steps,
        bytes(charges(grid, (foes | closed.hexes | closed_from(p, side, here), CLOSED))),
        charges(grid, (zone, p.layout.cost["leave_zone"])),
        barred_by(grid, closed.sides | closed_sides(p, side)))
    return _to_quiet_cities(p, ways) if p.layout.security & of(group) else ways


def what_bars(p: Ukraine, group: tuple[int, ...], place: int, budget: int) -> Message | None:
    """7.2, 4.4, 4.1 What bars the way to a hex that would be near enough without it; None if nothing does."""
    here, side = p.where[group[0]], p.layout.side_of[group[0]]
    closed, foes, side_number = enemy_bonds(p, side), p.manned[enemy(side)], p.layout.grid.side_number
    wet = p.layout.major & ~bridges(p, side)
    mech = any(p.layout.mechanized >> unit & 1 for unit in group)
    bars = (
        ((BONDS,), "refused.bond_way", "7.2.a", closed.hexes, closed.sides),
        ((RIVERS,), "refused.river_way", "4.4.a" if mech else "4.4.b", 0, wet),
        ((BONDS, ZONES), "refused.bond_way", "7.2.a", closed.hexes, closed.sides),
        ((BONDS, FOES), "refused.enemy_way", "4.1.a", foes, 0),
    )
    for gone, key, rule, hexes, sides in bars:
        found = without(p, group, *gone).reach(here, budget)
        if place in found.cost:
            shut = [there for here, there in pairwise(found.path(place))
                    if has(hexes, there) or has(sides, side_number(here, there))]
            if shut:
                args = {"unit": p.id(group[0]), "hex": p.number(place), "at": p.number(shut[0])}
                return Message(key, args, (rule,))
    return None


def why_not_end(p: Ukraine, hand: Hand, place: int) -> Message | None:
    """4.7, 34.6, 34.8 Why a hand may not end its move in a hex, whatever the way there; stacking apart."""
    args = {"unit": p.id(hand.group[0]), "hex": p.number(place)}
    if hand.extended and has(beside_enemies(p, p.layout.side_of[hand.group[0]]), place):
        return Message("refused.extended_beside", args, ("4.7.a",))
    if p.locked & of(hand.group) and not has(p.layout.sector("october", "4P"), place):
        return Message("refused.locked", args, ("34.8.c",))
    if has(crowded_north(p, hand.group), place):
        return Message("refused.overstack", args, ("34.6.b",))
    return None


def one_hex_rule(p: Ukraine, hand: Hand) -> str:
    """The rule that lets a hand move one hex only."""
    if any(p.disrupted >> unit & 1 for unit in hand.group):
        return "11.3.c"
    if hand.in_movement:
        return "4.4.b"
    return "4.10.a" if p.activated else "4.9.c"


def why_not_step(p: Ukraine, hand: Hand, place: int) -> Message:
    """Why a hand cannot take a single step."""
    unit = hand.group[0]
    side, here, layout = p.layout.side_of[unit], p.where[unit], p.layout
    args = {"unit": p.id(unit), "hex": p.number(place)}
    crossed = bit(layout.grid.side_number(here, place))
    if crossed & layout.sea:
        return Message("refused.sea_side", args, ("4.1.d",))
    if crossed & enemy_bonds(p, side).sides:
        return Message("refused.bond_side", args, ("7.2.a",))
    if crossed & closed_sides(p, side):
        return Message("refused.lyutezh_river", args, ("34.6.b",))
    if p.flooded and crossed & layout.flood_sides:
        return Message("refused.flood_side", args, ("28.2.e",))
    if crossed & layout.major & ~bridges(p, side):
        if any(layout.mechanized >> unit & 1 for unit in hand.group):
            return Message("refused.major_river", args, ("4.4.a",))
        return Message("refused.major_river", args, ("4.4.b" if hand.in_movement else "4.4.c",))
    if any(layout.artillery >> unit & 1 for unit in hand.group) and (has(layout.marshes, place) or has(
            layout.marshes, here)):
        return Message("refused.guns_marsh", args, ("4.5.b",))
    cost = next_hexes(p, hand.group).get(place, 0)
    return Message("refused.too_far", {**args, "cost": points(cost), "left": points(hand.left)}, ("4.1.a",))


def why_not_enter(p: Ukraine, side: int, unit: int, place: int) -> Message | None:
    """Why a unit may never enter a hex as things stand, if so."""
    layout = p.layout
    args = {"unit": p.id(unit), "hex": p.number(place)}
    if place >= layout.hexes:
        return Message("refused.off_map", args, ("4.1.a",))
    if not has(layout.playable, place):
        return Message("refused.sea", args, ("4.1.d",))
    if has(p.manned[enemy(side)], place):
        return Message("refused.enemy", args, ("4.1.a",))
    if has(enemy_bonds(p, side).hexes, place):
        return Message("refused.bond", args, ("7.2.a",))
    if has(closed_from(p, side, p.where[unit]), place):
        return Message("refused.lyutezh", args, ("34.6.c" if is_bound(p) else "34.6.g",))
    if p.flooded and has(layout.flood_marshes, place):
        return Message("refused.flood", args, ("28.2.a",))
    return None
