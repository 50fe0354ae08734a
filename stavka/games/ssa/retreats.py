"""Chapter 9: retreats and advances."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise, takewhile
from typing import NamedTuple

from stavka.kit.hexset import HexSet, UnitSet, bit, has, members, of
from stavka.kit.position import enemy
from stavka.kit.reach import CLOSED
from stavka.kit.spread import Ground
from stavka.kit.steps import NOBODY, About, Options, Step
from stavka.kit.words import Message

from .activation import allowed_hexes, city_bound, is_needed_in_city
from .components import AXIS, SOVIET
from .control import clear_marks, eliminate, enter
from .disruption import disrupt
from .losses import Broken
from .movement import ground_of
from .position import Abyss
from .stacking import fits, full_hexes, has_room, has_room_for, is_too_full
from .supply import in_supply
from .zones import enemy_zone

Path = tuple[int, ...]
"""The hexes of a retreat, the one it leaves first; the last may be a place beyond the edge of the map."""


# -- 9.0 Where a stack may retreat ---------------------------------------------------------------------------------


class Routes(NamedTuple):
    """The ways a stack may retreat, and whether they are all that the result asks for."""

    paths: tuple[Path, ...]
    complete: bool


def can_step(p: Abyss, unit: int, here: int, there: int) -> bool:
    """9.0, 16.0 Whether the ground lets a unit step from hex to hex at all."""
    return has(open_steps(p, [ground_of(p, unit)], here), there)


def grounds_of(p: Abyss, units: Sequence[int]) -> list[Ground]:
    """What every step costs each class of units among these."""
    one_of_each = {p.layout.movement_class[unit]: unit for unit in units}
    return [ground_of(p, unit) for unit in one_of_each.values()]


def open_steps(p: Abyss, grounds: Iterable[Ground], here: int) -> HexSet:
    """9.0, 16.0 The adjacent hexes that the ground lets units of all these classes step to."""
    hexes = p.layout.playable
    for ground in grounds:
        hexes &= ground.near(here, CLOSED)
    return hexes


def is_open_edge(p: Abyss, side: int, place: int, edge: str) -> bool:
    """9.1 Soviets leave by the north, south and east edge, the Axis by the west edge north of Lake Balaton."""
    return edge != "west" if side == SOVIET else edge == "west" and has(p.layout.axis_exit, place)


def exits_from(p: Abyss, place: int) -> list[int]:
    """9.1 The places beyond the map next to a hex of its edge."""
    return [p.box(f"off.{edge}") for edge in p.layout.edge.get(place, ())]


def routes(p: Abyss, units: Sequence[int], start: int, distance: int) -> Routes:
    """9.0 All ways a stack may go: in full if it can, towards home if it can (9.2), else as far as it can."""
    def search() -> Routes:
        ground = terrain_of(p, units)
        found = list(_walks(p, units, (start,), distance, ground))
        complete = [path for path, whole in found if whole]
        if complete:
            return Routes(tuple(_homeward(p, units, start, complete)), True)
        partial = [path for path, _ in found if path[-1] < p.layout.hexes and may_end(p, units, path[-1], ground)]
        partial = partial or [(start,)]
        farthest = max(map(len, partial))
        forbidden = [path for path, _ in found if path[-1] >= p.layout.hexes]  # 9.1: whoever likes that better
        return Routes((*(path for path in partial if len(path) == farthest), *forbidden), False)

    return p.derive("routes", (units, start, distance, p.version, p.disrupted, p.turn), search)


class Terrain(NamedTuple):
    """What a search for routes asks about hexes, each of them once, though many walks lead through it."""

    grounds: list[Ground]
    zone: HexSet
    """The enemy zones of control."""
    steps: dict[int, HexSet]
    """Where a stack may step to from a hex."""
    ends: dict[int, bool]
    """Whether it may stay in a hex."""


def terrain_of(p: Abyss, units: Sequence[int]) -> Terrain:
    """The ground as a stack finds it that has to retreat."""
    zone = enemy_zone(p, p.layout.side_of[units[0]])
    return Terrain(grounds_of(p, units), zone, {}, {})


def _walks(p: Abyss, units: Sequence[int], path: Path, left: int, known: Terrain) -> Iterator[tuple[Path, bool]]:
    """Every walk on from a path, and whether it completes the retreat; 9.0 towns are places to stop.

    Whether a stack may stay where its walk breaks off is not asked: most find another that is complete.
    """
    side, here = p.layout.side_of[units[0]], path[-1]
    if here not in known.steps:
        known.steps[here] = open_steps(p, known.grounds, here) & ~p.occupied[enemy(side)]
    for there in members(known.steps[here] & ~of(path)):
        onward, in_zone = (*path, there), has(known.zone, there)
        whole = has(p.layout.towns, there) or (left == 1 and not in_zone)  # into a zone only to stop in a town
        if not whole or may_end(p, units, there, known):
            yield onward, whole
        if left > 1 and not in_zone:
            yield from _walks(p, units, onward, left - 1, known)
    for box in exits_from(p, here):
        yield (*path, box), is_open_edge(p, side, here, p.number(box).removeprefix("off."))


def may_end(p: Abyss, units: Sequence[int], place: int, known: Terrain) -> bool:
    """9.0 The same of each hex asked once."""
    if place not in known.ends:
        known.ends[place] = can_end(p, units, place)
    return known.ends[place]


def can_end(p: Abyss, units: Sequence[int], place: int) -> bool:
    """9.0 A stack may end where it fits, or where it fits once those who are there have made room."""
    return has_room(p, place, units) or can_make_room(p, place, units, {})


Guests = Mapping[int, tuple[int, ...]]
"""Who has been displaced to which hex."""


def can_make_room(p: Abyss, place: int, arriving: Sequence[int], guests: Guests) -> bool:
    """9.0g Whether those in a hex can make room for a stack, though all who go need room themselves."""
    gone = {unit for units in guests.values() for unit in units}
    there = tuple(unit for unit in p.at(place) if unit not in arriving and unit not in gone)
    return _is_settled(p, there, tuple(arriving), guests, cache(lambda unit: displacements(p, unit, arriving)))


def _is_settled(p: Abyss, waiting: Sequence[int], staying: tuple[int, ...], guests: Guests,
                ways: Callable[[int], Sequence[int]]) -> bool:
    """Whether all who wait can stay with those who do, or go one of their ways."""
    if not fits(p, staying):
        return False
    if not waiting:
        return True
    unit, rest = waiting[0], waiting[1:]
    if _is_settled(p, rest, (*staying, unit), guests, ways):
        return True
    crowds = [(hex, (*guests.get(hex, ()), unit)) for hex in ways(unit)]
    return any(has_room(p, hex, crowd) and _is_settled(p, rest, staying, {**guests, hex: crowd}, ways)
               for hex, crowd in crowds)


def displacements(p: Abyss, unit: int, arriving: Sequence[int] = ()) -> list[int]:
    """9.0 Where a unit that has to make room can go: one hex, as in a retreat, and to stay; 9.0h towns too."""
    side, here = p.layout.side_of[unit], p.where[unit]
    if (p.layout.static | p.layout.siege) >> unit & 1:  # 9.4; 6.0: Dora is in nobody's way
        return []
    zone = enemy_zone(p, side) & ~p.layout.towns
    closed = p.occupied[enemy(side)] | zone | of(p.where[other] for other in arriving if p.is_on_map(other))
    near = open_steps(p, [ground_of(p, unit)], here) & ~closed
    return members(near & ~full_hexes(p, side, unit, near))


def _homeward(p: Abyss, units: Sequence[int], start: int, paths: Sequence[Path]) -> list[Path]:
    """9.2 Of the full routes those that end no farther from a source than they began, if there are any."""
    side = p.layout.side_of[units[0]]
    distance = p.layout.source_distance[side]

    home = [path for path in paths if path[-1] >= p.layout.hexes or distance[path[-1]] <= distance[start]]
    return home or list(paths)


# -- The retreat ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Retreat(Step):
    """9.0 A stack retreats as one, hex by hex; its owner picks the way."""

    side: int
    units: tuple[int, ...]
    distance: int
    path: Path
    force: UnitSet = 0
    """The attackers who caused it (9.3); none if it is the attackers who retreat."""

    def offer(self, p: Abyss) -> Options | None:
        found = routes(p, self.units, self.path[0], self.distance)
        mates = self.mates(p)
        onward = self.onward(found)
        if not onward:
            return None
        hexes = sorted(onward)
        buttons = ("stop",) if self.path in found.paths else ()
        prompt = Message("prompt.retreat", {"hex": p.number(self.path[0]), "number": self.distance},
                         ("9.0a", "9.2") if found.complete else ("9.0e",))
        return Options(p.seat(self.side), "retreat", prompt, units=mates, hexes=hexes, buttons=buttons,
                       about=About("retreat", targets=(self.path[-1],), group=self.units))

    def onward(self, found: Routes) -> set[int]:
        """The next hexes of the routes that begin as this one did."""
        done = len(self.path)
        return {path[done] for path in found.paths if len(path) > done and path[:done] == self.path}

    def mates(self, p: Abyss) -> list[int]:
        """11.0 Disrupted units stacked with attackers may go with them; Dora on her road (10.4), once."""
        if self.force or len(self.path) > 1 or self.path[0] >= p.layout.hexes:
            return []
        shaken = p.disrupted & ~p.layout.static & ~(p.layout.siege & p.withdrawn)
        return [unit for unit in p.at(self.path[0]) if shaken >> unit & 1 and unit not in self.units]

    def skip(self, p: Abyss) -> None:
        self._finish(p, routes(p, self.units, self.path[0], self.distance))

    def take_unit(self, p: Abyss, unit: int) -> None:
        if p.layout.siege >> unit & 1:
            dora_retreats(p, unit, self.distance)
        else:
            p.replace(replace(self, units=(*self.units, unit)))

    def take_hex(self, p: Abyss, place: int) -> None:
        p.replace(Retreat(self.side, self.units, self.distance, (*self.path, place), self.force))

    def take_button(self, p: Abyss, button: str) -> None:
        self._finish(p, routes(p, self.units, self.path[0], self.distance))

    def _finish(self, p: Abyss, found: Routes) -> None:
        """The stack goes its way."""
        p.pop()
        path = [place for place in self.path if place < p.layout.hexes]
        if self.force:
            leave_route(p, path)
        p.withdrawn |= of(self.units)  # 8.5
        if self.path[-1] >= p.layout.hexes:
            self._leave_map(p)
            return
        joins = any(unit not in self.units for unit in p.at(path[-1]))
        for unit in self.units:
            p.put(unit, path[-1])  # all at once: nobody stays behind to keep a line of supply open
        for unit in self.units:
            fall_back(p, unit, path, self.force if joins else 0)
        follow: list[Step] = []
        if is_too_full(p, self.side, path[-1]):
            follow.append(Displace(self.side, path[-1], self.units))  # 9.0
        if not found.complete:
            p.emit("retreat_failed", "9.0e", hex=p.number(path[-1]), units=p.ids(self.units))
            follow.append(Broken(self.side, self.units))
        p.push(*follow)

    def _leave_map(self, p: Abyss) -> None:
        """9.1 By an edge of their own they may come back next turn; by another they are gone."""
        last, box = self.path[-2], self.path[-1]
        is_open = is_open_edge(p, self.side, last, p.number(box).removeprefix("off."))
        for unit in self.units:
            p.emit("left_map", "9.1a" if self.side == SOVIET else "9.1b", unit=p.id(unit), hex=p.number(box))
            if is_open:
                clear_marks(p, unit)
                p.put(unit, box)
                p.exits = {**p.exits, unit: (last, p.turn)}
            else:
                eliminate(p, unit, "9.1d")

    def refuse_hex(self, p: Abyss, place: int) -> Message | None:
        return why_not_retreat(p, self, place)

    def refuse_unit(self, p: Abyss, unit: int) -> Message | None:
        return Message("refused.stack_stays_together", {"unit": p.id(unit)}, ("9.0f",))

    def refuse_button(self, p: Abyss, button: str) -> Message | None:
        return Message("refused.no_stop", {}, ("9.0h",)) if button == "stop" else None


def fall_back(p: Abyss, unit: int, path: Sequence[int], force: UnitSet) -> None:
    """A unit retreats along a way; 9.3 who drove it back upon friends is remembered."""
    if len(path) > 1:
        p.emit("retreated", "9.0a", unit=p.id(unit), path=[p.number(place) for place in path], to=p.number(path[-1]))
        enter(p, unit, path)
        others = {other: by for other, by in p.fell_back.items() if other != unit}
        p.fell_back = {**others, unit: force} if force else others


def leave_route(p: Abyss, path: Sequence[int]) -> None:
    """9.5 Defenders have retreated: those who drove them back may follow on their way."""
    step = p.steps[-1] if p.steps else None
    if isinstance(step, Advance):
        p.replace(replace(step, route=tuple(path)))


def retreat_defenders(p: Abyss, side: int, target: int, distance: int, force: UnitSet) -> None:
    """9.0 All defenders retreat; guns without movement are lost (9.4), Dora keeps to her road (10.4)."""
    for unit in p.at(target):
        if p.layout.static >> unit & 1:
            eliminate(p, unit, "9.4")
        elif p.layout.siege >> unit & 1:
            leave_route(p, dora_retreats(p, unit, distance))
    units = tuple(unit for unit in p.at(target) if not p.layout.siege >> unit & 1)
    if units:
        p.push(Retreat(side, units, distance, (target,), force))


def retreat_attackers(p: Abyss, side: int, units: Sequence[int], distance: int) -> None:
    """8.0, 10.3 Every attacking stack retreats; not guns that fired from afar, nor who is still off the map (20.0)."""
    stacks: dict[int, list[int]] = {}
    for unit in units:
        if p.layout.static >> unit & 1:
            eliminate(p, unit, "9.4")
        elif p.layout.siege >> unit & 1:
            dora_retreats(p, unit, distance)
        elif p.is_on_map(unit):
            stacks.setdefault(p.where[unit], []).append(unit)
    p.push(*(Retreat(side, tuple(stack), distance, (place,)) for place, stack in sorted(stacks.items())))


def retreat_from(p: Abyss, unit: int, place: int) -> None:
    """9.0g Who has made room and has still to retreat does so from where he is now, with those who came there too."""
    steps: list[Step] = []
    for step in p.steps:
        if isinstance(step, Retreat) and unit in step.units:
            left = tuple(mate for mate in step.units if mate != unit)
            moved = replace(step, units=(unit,), path=(place,))
            below = steps[-1] if steps else None
            if isinstance(below, Retreat) and below == replace(moved, units=below.units):
                steps[-1] = replace(below, units=(*below.units, unit))
            else:
                steps.append(moved)
            if left:
                steps.append(replace(step, units=left))
        else:
            steps.append(step)
    p.steps = tuple(steps)


def dora_retreats(p: Abyss, unit: int, distance: int) -> Path:
    """10.4 Dora retreats along the V-S road, towards home if she can, or is disrupted where she stands: her way."""
    here = p.where[unit]
    p.withdrawn |= bit(unit)
    closed = p.occupied[SOVIET] | enemy_zone(p, AXIS)
    ways: list[Path] = [(here,)]
    for _ in range(distance):
        ways = [(*way, there) for way in ways for there in members(p.layout.rail_hexes & ~closed)
                if there not in way and can_step(p, unit, way[-1], there)]
    if not ways:
        disrupt(p, unit, "10.4d")
        return (here,)
    way = min(ways, key=lambda path: p.layout.source_distance[AXIS][path[-1]])
    p.emit("retreated", "10.4d", unit=p.id(unit), path=[p.number(place) for place in way], to=p.number(way[-1]))
    enter(p, unit, way)
    return way


def why_not_retreat(p: Abyss, retreat: Retreat, place: int) -> Message:
    """Why a stack may not retreat to a hex next."""
    side, here = retreat.side, retreat.path[-1]
    args = {"hex": p.number(place)}
    if place >= p.layout.hexes:
        return Message("refused.no_edge", args, ("9.1a" if side == SOVIET else "9.1b",))
    if place not in p.layout.grid.neighbours[here] or place in retreat.path:
        return Message("refused.retreat_far", args, ("9.0a",))
    if (barred := why_not_back(p, retreat.units, here, place)) is not None:
        return barred
    left = retreat.distance - len(retreat.path)
    if not left and not can_end(p, retreat.units, place):
        return Message("refused.retreat_stack", args, ("9.0b",))
    walks = _walks(p, retreat.units, (*retreat.path, place), left, terrain_of(p, retreat.units))
    if left and not any(whole for _, whole in walks):
        return Message("refused.retreat_short", args, ("9.0e",))
    return Message("refused.retreat_home", args, ("9.2",))


def why_not_back(p: Abyss, units: Sequence[int], here: int, place: int) -> Message | None:
    """9.0 Why units may not step back to an adjacent hex, room apart, if so."""
    side, args = p.layout.side_of[units[0]], {"hex": p.number(place)}
    if has(p.occupied[enemy(side)], place):
        return Message("refused.retreat_enemy", args, ("9.0d",))
    if not all(can_step(p, unit, here, place) for unit in units):
        return Message("refused.retreat_ground", args, ("9.0c",))
    if has(enemy_zone(p, side) & ~p.layout.towns, place):
        return Message("refused.retreat_zone", args, ("9.0d",))
    return None


@dataclass(frozen=True, slots=True)
class Displace(Step):
    """9.0 Units that were in the hex before make room for those who retreated into it, one hex each."""

    side: int
    place: int
    arrived: tuple[int, ...]
    unit: int = NOBODY

    def offer(self, p: Abyss) -> Options | None:
        if not is_too_full(p, self.side, self.place):
            return None
        if self.unit != NOBODY:
            prompt = Message("prompt.displace_to", {"unit": p.id(self.unit)}, ("9.0g",))
            return Options(p.seat(self.side), "displace_to", prompt, hexes=self.ways(p, self.unit),
                           about=About("retreat", self.unit))
        units = [unit for unit in p.at(self.place) if unit not in self.arrived and self.ways(p, unit)]
        prompt = Message("prompt.displace", {"hex": p.number(self.place)}, ("9.0g",))
        return Options(p.seat(self.side), "displace", prompt, units=units, about=About("retreat"))

    def ways(self, p: Abyss, unit: int) -> list[int]:
        """Where a unit can go such that the others who must go find room too."""
        return [hex for hex in displacements(p, unit) if can_make_room(p, self.place, self.arrived, {hex: (unit,)})]

    def take_unit(self, p: Abyss, unit: int) -> None:
        p.replace(replace(self, unit=unit))

    def take_hex(self, p: Abyss, place: int) -> None:
        p.emit("displaced", "9.0g", unit=p.id(self.unit), path=[p.number(self.place), p.number(place)],
               to=p.number(place))
        enter(p, self.unit, [self.place, place])
        p.replace(replace(self, unit=NOBODY))
        retreat_from(p, self.unit, place)

    def refuse_unit(self, p: Abyss, unit: int) -> Message | None:
        return Message("refused.not_displaced", {"unit": p.id(unit)}, ("9.0g",))

    def refuse_hex(self, p: Abyss, place: int) -> Message | None:
        if self.unit == NOBODY:
            return Message("refused.pick_unit_first", {}, ("9.0g",))
        here, args = p.where[self.unit], {"hex": p.number(place)}
        if place not in p.layout.grid.neighbours[here]:
            return Message("refused.no_displacement", args, ("9.0g",))
        if (barred := why_not_back(p, (self.unit,), here, place)) is not None:
            return barred
        if not has_room_for(p, place, self.unit):
            return Message("refused.retreat_stack", args, ("9.0b",))
        return Message("refused.no_displacement", args, ("9.0g",))  # another of those who must go needs it


# -- 9.5 Advance ---------------------------------------------------------------------------------------------------


def advances(p: Abyss, unit: int, route: Path) -> list[int]:
    """9.5 Where an attacker may stop along the route that the enemy has left: as far as nothing bars his way."""
    if why_not_at_all(p, unit) is not None:
        return []
    steps = pairwise((p.where[unit], *route))
    return [there for _, there in takewhile(lambda step: why_not_onward(p, unit, *step) is None, steps)]


def why_not_at_all(p: Abyss, unit: int) -> Message | None:
    """Why a unit does not advance anywhere, if so."""
    args = {"unit": p.id(unit)}
    if p.disrupted >> unit & 1:
        return Message("refused.disrupted", args, ("11.0e",))
    return Message("refused.dora_zone", args, ("10.4c",)) if p.layout.siege >> unit & 1 else None


def why_not_onward(p: Abyss, unit: int, here: int, there: int) -> Message | None:
    """Why an advancing unit cannot go from one hex to the next of the route, if it cannot."""
    start, args = p.layout.door_of.get(p.where[unit], p.where[unit]), {"unit": p.id(unit), "hex": p.number(there)}
    if has(p.occupied[enemy(p.layout.side_of[unit])], there):
        return Message("refused.enemy", args, ("9.5e",))
    if not may_advance_across(p, here, there):
        return Message("refused.advance_canal", args, ("16.0e",))
    if not has(allowed_hexes(p, unit, start), there):
        return Message("refused.outside_zone", args, (p.plan.zone_of[unit].rule,))
    if is_needed_in_city(p, unit) and not has(city_bound(p, unit), there):
        return Message("refused.garrison", args, ("23.1.6",))
    if not has_room_for(p, there, unit):  # 6.0: in combat the limit holds on the way too
        return Message("refused.overstack", args, ("9.5b",))
    return None


def may_advance_across(p: Abyss, here: int, there: int) -> bool:
    """16.0 In Spring Awakening nobody advances across a canal but along a road; never across the Danube."""
    if here >= p.layout.hexes or here == there:
        return True  # 20.0: from beyond the map
    side = p.layout.grid.side_number(here, there)
    walls: HexSet = p.layout.danube | (0 if p.plan.canals_frozen else p.layout.canals)
    return not has(walls & ~p.layout.roads[p.is_mud], side)


@dataclass(frozen=True, slots=True)
class Advance(Step):
    """9.5 Attackers may follow the enemy along his route, or into a hex that he has lost."""

    side: int
    units: tuple[int, ...]
    route: Path
    unit: int = NOBODY
    advanced: UnitSet = 0

    def offer(self, p: Abyss) -> Options | None:
        if self.unit != NOBODY:
            prompt = Message("prompt.advance_to", {"unit": p.id(self.unit)}, ("9.5e",))
            return Options(p.seat(self.side), "advance_to", prompt, hexes=advances(p, self.unit, self.route),
                           about=About("advance", self.unit, targets=self.route))
        units = [unit for unit in self.units if not self.advanced >> unit & 1 and advances(p, unit, self.route)]
        if not units:
            return None
        asks = "prompt.advance" if len(self.route) > 1 else "prompt.advance_in"
        prompt = Message(asks, {"hex": p.number(self.route[0])}, ("9.5a",))
        return Options(p.seat(self.side), "advance", prompt, units=units, buttons=("halt",),
                       about=About("advance", targets=self.route))

    def skip(self, p: Abyss) -> None:
        """8.5 SS units that have advanced out of supply do not attack again this turn."""
        p.pop()
        for unit in members(self.advanced & p.layout.ss):
            if not in_supply(p, unit):
                p.stranded |= bit(unit)
                p.emit("stranded", "8.5d", unit=p.id(unit))

    def take_unit(self, p: Abyss, unit: int) -> None:
        step = replace(self, unit=unit)
        p.replace(step)
        hexes = advances(p, unit, self.route)
        if len(hexes) == 1:
            step.take_hex(p, hexes[0])

    def take_hex(self, p: Abyss, place: int) -> None:
        path = [p.where[self.unit], *self.route[:self.route.index(place) + 1]]
        p.emit("advanced", "9.5a", unit=p.id(self.unit), path=[p.number(step) for step in path], to=p.number(place))
        enter(p, self.unit, path)
        p.replace(replace(self, unit=NOBODY, advanced=self.advanced | bit(self.unit)))

    def take_button(self, p: Abyss, button: str) -> None:
        self.skip(p)

    def refuse_unit(self, p: Abyss, unit: int) -> Message | None:
        return why_not_advance(p, self, unit)

    def refuse_hex(self, p: Abyss, place: int) -> Message | None:
        if self.unit != NOBODY and place in self.route:
            return why_not_along(p, self.unit, self.route[:self.route.index(place) + 1])
        return Message("refused.advance_route", {"hex": p.number(place)}, ("9.5e",))


def why_not_along(p: Abyss, unit: int, route: Path) -> Message | None:
    """What bars the way of an advancing unit along a route, if anything does."""
    reasons = (why_not_onward(p, unit, here, there) for here, there in pairwise((p.where[unit], *route)))
    return next((reason for reason in reasons if reason is not None), None)


def why_not_advance(p: Abyss, advance: Advance, unit: int) -> Message | None:
    """Why a unit may not advance."""
    args = {"unit": p.id(unit), "hex": p.number(advance.route[0])}
    if p.layout.side_of[unit] != advance.side:
        return Message("refused.not_yours", args, ("9.5c",))
    if unit not in advance.units:
        return Message("refused.not_attacker", args, ("10.3e" if p.layout.guns >> unit & 1 else "9.5a",))
    if advance.advanced >> unit & 1:
        return Message("refused.advanced", args, ("9.5a",))
    return why_not_at_all(p, unit) or why_not_along(p, unit, advance.route[:1])
