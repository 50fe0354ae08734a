"""Chapter 10: retreats."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import pairwise

from stavka.kit.grid import Ways
from stavka.kit.hexset import HexSet, bit, has, members
from stavka.kit.steps import About, Options, Step
from stavka.kit.words import Message

from .artillery import to_stavka
from .components import GERMAN, NOBODY
from .control import enter
from .position import Ukraine, disrupt, eliminate, enemy
from .stacking import has_room
from .terrain import bridges, roads
from .zones import enemy_bonds, open_zone

Path = tuple[int, ...]
"""The hexes a retreat enters, one after the other."""

DISTANCE = 2
"""10.1 A retreat goes two hexes."""

LONGEST = 6
"""Hexes a retreat may go on because every hex on the way is full (10.1)."""


# -- Ways (10.1, 10.3) ---------------------------------------------------------------------------------------------


def open_ground(p: Ukraine, unit: int) -> tuple[Ways, HexSet]:
    """10.3 Hexsides a retreat may cross and hexes it may enter: no enemies, sea, unbridged major river or bond, no
    marsh for guns."""
    layout, side, grid = p.layout, p.layout.side_of[unit], p.layout.grid
    bonds = enemy_bonds(p, side)
    closed = layout.sea | layout.major & ~bridges(p, side) | bonds.sides
    if p.flooded:
        closed |= layout.flood_sides
    if layout.artillery >> unit & 1:
        closed |= grid.sides_of(layout.marshes) & ~roads(p)
    ways = p.derive(("retreat ways", side, bool(layout.artillery >> unit & 1)), closed,
                    lambda: grid.ways(grid.every_side & ~closed))
    hexes = layout.playable & ~p.manned[enemy(side)] & ~bonds.hexes
    return ways, hexes & ~layout.flood_marshes if p.flooded else hexes


def paths(p: Ukraine, unit: int) -> list[Path]:
    """10.1 - 10.3 Every way a unit may retreat by, before preferences: two hexes, or one to a reorganization point.

    A retreat goes on only where it would end overstacked, and never into two vacant hexes in enemy zones in a row.
    """
    start, side = p.where[unit], p.layout.side_of[unit]
    danger = open_zone(p, side) & ~bit(start)
    (ways, hexes), cross = open_ground(p, unit), p.layout.grid.cross
    found: list[Path] = []
    longer: list[Path] = [()]
    length = 0
    while longer and not (found and length >= DISTANCE) and length < LONGEST:
        length += 1
        waves = [
            (*path, place) for path in longer
            for place in members(cross(bit(path[-1] if path else start), ways) & hexes)
            if place != start and place not in path
            and not (path and danger >> place & 1 and danger >> path[-1] & 1)
        ]
        if length >= DISTANCE:
            room = {place for place in {path[-1] for path in waves} if has_room(p, place, (unit,))}
            found += [path for path in waves if path[-1] in room]
            longer = [path for path in waves if path[-1] not in room]
        else:
            found += [path for path in waves if is_reorganization_point(p, unit, path[-1])]
            longer = waves
    return found


def is_reorganization_point(p: Ukraine, unit: int, place: int) -> bool:
    """10.2 A friendly city, or a hex with undisrupted friendly combat units; with room."""
    layout, side = p.layout, p.layout.side_of[unit]
    city = has(layout.cities & p.controlled(side), place)
    friends = any(not p.disrupted >> other & 1 for other in p.units_at(place, layout.combat & layout.army[side]))
    return (city or friends) and has_room(p, place, (unit,))


def preferred(p: Ukraine, unit: int, ways: Iterable[Path]) -> list[Path]:
    """10.1 Out of enemy zones if possible, then not towards the enemy, then two hexes away, in this order."""
    start, side = p.where[unit], p.layout.side_of[unit]
    danger = open_zone(p, side) & ~bit(start)
    best = list(ways)
    best = [path for path in best if not any(danger >> place & 1 for place in path)] or best
    best = [path for path in best if not goes_forward(p, side, (start, *path))] or best
    far = [path for path in best if len(path) < DISTANCE or p.layout.grid.distance(start, path[-1]) >= DISTANCE]
    return far or best


def goes_forward(p: Ukraine, side: int, path: Path) -> bool:
    """10.1 Whether a German goes east, or a Soviet west, at any step: to a higher, or a lower, column."""
    columns = [p.layout.grid.centre(place)[0] for place in path]
    return any(after > before if side == GERMAN else after < before for before, after in pairwise(columns))


def retreat_ends(p: Ukraine, unit: int) -> dict[int, Path]:
    """The hexes where a unit may end its retreat, each with a way there."""
    def search() -> dict[int, Path]:
        ends: dict[int, Path] = {}
        for path in preferred(p, unit, paths(p, unit)):
            ends.setdefault(path[-1], path)
        return ends

    return p.derive(("retreats", unit), (p.version, p.disrupted, p.pontoons, p.flooded), search)


# -- The defender (10.1 - 10.4) ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CityHolds(Step):
    """9.7 Units in a city may ignore DR."""

    side: int
    target: int
    mobile: bool

    def offer(self, p: Ukraine) -> Options | None:
        if not p.ground_at(self.target):
            return None
        prompt = Message("prompt.city_holds", {"hex": p.number(self.target)}, ("9.7",))
        return Options(p.seat(self.side), "city_holds", prompt, buttons=("stand", "retreat"),
                       about=About("retreat", targets=(self.target,)))

    def take_button(self, p: Ukraine, button: str) -> None:
        p.pop()
        if button == "retreat":
            p.push(Retreat(self.side, self.target, self.mobile))
        else:
            p.emit("city_holds", "9.7", hex=p.number(self.target))


@dataclass(frozen=True, slots=True)
class Retreat(Step):
    """10.1 The defenders of a hex retreat one by one; whoever cannot is lost (10.3)."""

    side: int
    target: int
    mobile: bool
    unit: int = NOBODY

    def offer(self, p: Ukraine) -> Options | None:
        units = self._waiting(p)
        if not units or self._doomed(p, units):
            return None
        unit = self.unit if self.unit in units else units[0] if len(units) == 1 else NOBODY
        if unit != NOBODY:
            ends = retreat_ends(p, unit)
            prompt = Message("prompt.retreat", {"unit": p.id(unit)}, ("10.1.b",))
            return Options(p.seat(self.side), "retreat", prompt, hexes=ends,
                           about=About("retreat", unit=unit, targets=(self.target,)))
        prompt = Message("prompt.retreat_unit", {"hex": p.number(self.target)}, ("10.1.a",))
        return Options(p.seat(self.side), "retreat_unit", prompt, units=units,
                       about=About("retreat", targets=(self.target,)))

    def _waiting(self, p: Ukraine) -> list[int]:
        """The counters that still have to go: ground units first, then leaders who go along (26.3)."""
        ground = p.ground_at(self.target)
        return ground or p.units_at(self.target, p.layout.leaders & p.layout.army[self.side])

    def _doomed(self, p: Ukraine, units: list[int]) -> list[int]:
        """10.3, 10.4, 22.5 Units that are lost, or leave for the Stavka, instead of retreating."""
        lost = p.layout.shock_artillery
        if not self.mobile:
            lost |= p.retreated
        return [unit for unit in units if lost >> unit & 1 or not retreat_ends(p, unit)]

    def skip(self, p: Ukraine) -> None:
        units = self._waiting(p)
        doomed = self._doomed(p, units)
        if not doomed:
            p.pop()
            return
        unit = doomed[0]
        if p.layout.shock_artillery >> unit & 1:
            to_stavka(p, unit)
        elif p.layout.leaders >> unit & 1:
            p.pop()  # 26.3: caught alone, he is put elsewhere when the enemy enters
        else:
            again = not self.mobile and p.retreated >> unit & 1
            eliminate(p, unit, "10.4" if again else "10.3.a")

    def take_unit(self, p: Ukraine, unit: int) -> None:
        p.replace(replace(self, unit=unit))

    def take_hex(self, p: Ukraine, place: int) -> None:
        units = self._waiting(p)
        unit = self.unit if self.unit in units else units[0]
        p.replace(replace(self, unit=NOBODY))
        fall_back(p, unit, place, "11.2.a")

    def refuse_unit(self, p: Ukraine, unit: int) -> Message | None:
        return Message("refused.not_involved", {"unit": p.id(unit)}, ("10.1.a",))

    def refuse_hex(self, p: Ukraine, place: int) -> Message | None:
        units = self._waiting(p)
        unit = self.unit if self.unit in units else units[0]
        return why_not_retreat(p, unit, place)


def fall_back(p: Ukraine, unit: int, place: int, rule: str) -> None:
    """A unit retreats and is disrupted by it (11.2)."""
    path = retreat_ends(p, unit)[place]
    p.emit("retreated", "10.1.a", unit=p.id(unit), path=[p.number(p.where[unit]), *(p.number(hex) for hex in path)],
           to=p.number(place))
    enter(p, [unit], path)
    p.retreated |= bit(unit)
    disrupt(p, [unit], rule)


# -- The attacker (10.5) -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Withdraw(Step):
    """10.5 After AR attackers may retreat too; the defender does not follow."""

    side: int
    units: tuple[int, ...]
    unit: int = NOBODY

    def offer(self, p: Ukraine) -> Options | None:
        units = [unit for unit in self.units if p.is_on_map(unit) and retreat_ends(p, unit)]
        if not units:
            return None
        if self.unit in units:
            prompt = Message("prompt.retreat", {"unit": p.id(self.unit)}, ("10.5",))
            return Options(p.seat(self.side), "withdraw_to", prompt, hexes=retreat_ends(p, self.unit),
                           about=About("retreat", unit=self.unit))
        prompt = Message("prompt.withdraw", {}, ("10.5",))
        return Options(p.seat(self.side), "withdraw", prompt, units=units, buttons=("stand",), about=About("retreat"))

    def take_unit(self, p: Ukraine, unit: int) -> None:
        p.replace(replace(self, unit=unit))

    def take_hex(self, p: Ukraine, place: int) -> None:
        p.replace(Withdraw(self.side, tuple(unit for unit in self.units if unit != self.unit)))
        fall_back(p, self.unit, place, "10.5")

    def take_button(self, p: Ukraine, button: str) -> None:
        p.pop()

    def refuse_hex(self, p: Ukraine, place: int) -> Message | None:
        return why_not_retreat(p, self.unit, place) if self.unit != NOBODY else None


# -- Why not -------------------------------------------------------------------------------------------------------


def why_not_retreat(p: Ukraine, unit: int, place: int) -> Message:
    """Why a unit may not retreat to a hex."""
    layout, side = p.layout, p.layout.side_of[unit]
    args = {"unit": p.id(unit), "hex": p.number(place)}
    if place >= layout.hexes or not has(layout.playable, place):
        return Message("refused.retreat_off", args, ("10.3.a",))
    if has(p.manned[enemy(side)], place):
        return Message("refused.enemy", args, ("10.3.a",))
    if has(enemy_bonds(p, side).hexes, place):
        return Message("refused.bond", args, ("7.2.c",))
    open_ways = paths(p, unit)
    ways = [path for path in open_ways if path[-1] == place]
    if not ways:
        distance = layout.grid.distance(p.where[unit], place)
        if distance == DISTANCE and not has_room(p, place, (unit,)):
            return Message("refused.overstack", args, ("10.3.a",))
        if distance < DISTANCE:
            return Message("refused.retreat_short", args, ("10.2",))
        return Message("refused.retreat_way", args, ("10.3.a" if distance == DISTANCE else "10.1.a",))
    danger = open_zone(p, side)
    if all(any(danger >> hex & 1 for hex in path) for path in ways):
        return Message("refused.retreat_zone", args, ("10.1.b",))
    return Message("refused.retreat_direction", args, ("10.1.b",))
