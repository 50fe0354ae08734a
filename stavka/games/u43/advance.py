"""Chapter 12: advance after combat; 13.1 and after mobile assaults."""

from __future__ import annotations

from dataclasses import dataclass, replace

from stavka.kit.hexset import HexSet, bit, has, members
from stavka.kit.legs import tell_leg
from stavka.kit.steps import About, Options, Step
from stavka.kit.words import Message

from .control import enter
from .lyutezh import closed_hexes, closed_sides, release
from .position import Ukraine, enemy
from .stacking import has_room
from .terrain import bridges, roads
from .zones import enemy_bonds


def may_enter_first(p: Ukraine, unit: int, target: int) -> bool:
    """12.1 - 12.3 Whether an attacker may enter a vacated hex; bonds do not stop it."""
    return why_not_advance(p, unit, target) is None


def why_not_advance(p: Ukraine, unit: int, target: int) -> Message | None:
    """Why an attacker may not enter a vacated hex, if it may not."""
    layout, args = p.layout, {"unit": p.id(unit), "hex": p.number(target)}
    side = layout.side_of[unit]
    crossed = bit(layout.grid.side_number(p.where[unit], target))
    if layout.artillery >> unit & 1:
        return Message("refused.guns_advance", args, ("12.1",))
    if layout.mechanized >> unit & 1 and crossed & layout.major & ~bridges(p, side):
        return Message("refused.advance_river", args, ("12.3.a",))
    if crossed & closed_sides(p, side) or has(closed_hexes(p, side), target):
        return Message("refused.lyutezh", args, ("34.6.b",))
    if p.flooded and (crossed & layout.flood_sides or has(layout.flood_marshes, target)):
        return Message("refused.flood_side", args, ("28.2.e",))
    if p.locked >> unit & 1 and not has(layout.sector("october", "4P"), target):
        return Message("refused.locked", args, ("34.8.c",))
    if not has_room(p, target, (unit,)):
        return Message("refused.overstack", args, ("5.4",))
    return None


def second_hexes(p: Ukraine, unit: int) -> HexSet:
    """12.2 Where vehicles and cavalry may go on to: no enemies, bonds, major rivers, or marsh but by road."""
    layout, side, grid = p.layout, p.layout.side_of[unit], p.layout.grid
    here, bonds = p.where[unit], enemy_bonds(p, side)
    closed = layout.sea | layout.major | bonds.sides
    hexes = grid.cross(bit(here), grid.ways(grid.every_side & ~closed)) & layout.playable
    by_road = grid.cross(bit(here), grid.ways(roads(p)))
    hexes &= ~p.manned[enemy(side)] & ~bonds.hexes & ~closed_hexes(p, side) & (~layout.marshes | by_road)
    if p.flooded:
        hexes &= ~layout.flood_marshes
    if p.locked >> unit & 1:
        hexes &= layout.sector("october", "4P")  # 34.8
    mine = hexes & p.manned[side]
    for place in members(mine):
        hexes &= ~(0 if has_room(p, place, (unit,)) else bit(place))
    return hexes


def goes_two(p: Ukraine, unit: int) -> bool:
    """12.1 Mechanized units and cavalry advance two hexes."""
    return bool((p.layout.mechanized | p.layout.cavalry) >> unit & 1)


@dataclass(frozen=True, slots=True)
class Advance(Step):
    """12.1, 12.2 Attackers may advance into a vacated hex; 12.4 after an exchange no further."""

    side: int
    targets: tuple[int, ...]
    units: tuple[int, ...]
    one_hex: bool
    target: int = -1

    def offer(self, p: Ukraine) -> Options | None:
        empty = [target for target in self.targets if not has(p.manned[enemy(self.side)], target)]
        units = [unit for unit in self.units if p.is_on_map(unit) and self._open(p, unit, empty)]
        if not units:
            return None
        prompt = Message("prompt.advance", {"hexes": [p.number(target) for target in empty]}, ("12.1",))
        return Options(p.seat(self.side), "advance", prompt, units=units, buttons=("halt",),
                       about=About("advance", targets=tuple(empty)))

    def _open(self, p: Ukraine, unit: int, empty: list[int]) -> list[int]:
        return [target for target in empty
                if p.layout.grid.distance(p.where[unit], target) == 1 and may_enter_first(p, unit, target)]

    def take_unit(self, p: Ukraine, unit: int) -> None:
        empty = [target for target in self.targets if not has(p.manned[enemy(self.side)], target)]
        p.replace(replace(self, units=tuple(other for other in self.units if other != unit)))
        places = self._open(p, unit, empty)
        if len(places) > 1:
            p.push(AdvanceInto(self.side, unit, tuple(places), self.one_hex))
        else:
            advance(p, unit, places[0], self.one_hex)

    def take_button(self, p: Ukraine, button: str) -> None:
        p.pop()

    def refuse_unit(self, p: Ukraine, unit: int) -> Message | None:
        if unit not in self.units:
            return Message("refused.not_involved", {"unit": p.id(unit)}, ("12.1",))
        return why_not_advance(p, unit, self.targets[0])


def advance(p: Ukraine, unit: int, target: int, one_hex: bool) -> None:
    """A unit enters the vacated hex, and may be able to go on."""
    _go(p, unit, target, "12.2.a")
    if not one_hex and goes_two(p, unit):
        p.push(AdvanceAgain(p.layout.side_of[unit], unit))


def _go(p: Ukraine, unit: int, place: int, rule: str) -> None:
    here = p.where[unit]
    p.emit("advanced", rule, unit=p.id(unit), path=[p.number(here), p.number(place)], to=p.number(place))
    enter(p, [unit], [place])
    release(p, p.layout.side_of[unit], here, [place])


@dataclass(frozen=True, slots=True)
class AdvanceInto(Step):
    """8.2, 12.2 After an attack on several hexes a unit chooses which one it enters."""

    side: int
    unit: int
    places: tuple[int, ...]
    one_hex: bool

    def offer(self, p: Ukraine) -> Options | None:
        prompt = Message("prompt.advance_into", {"unit": p.id(self.unit)}, ("12.2.a",))
        return Options(p.seat(self.side), "advance_into", prompt, hexes=self.places,
                       about=About("advance", unit=self.unit))

    def take_hex(self, p: Ukraine, place: int) -> None:
        p.pop()
        advance(p, self.unit, place, self.one_hex)

    def refuse_hex(self, p: Ukraine, place: int) -> Message | None:
        return Message("refused.advance_first", {"hex": p.number(place)}, ("12.2.a",))


@dataclass(frozen=True, slots=True)
class AdvanceAgain(Step):
    """12.2 A vehicle or cavalry that has advanced may at once go on to a second hex."""

    side: int
    unit: int

    def offer(self, p: Ukraine) -> Options | None:
        hexes = second_hexes(p, self.unit)
        if not hexes:
            return None
        prompt = Message("prompt.advance_again", {"unit": p.id(self.unit)}, ("12.2.b",))
        return Options(p.seat(self.side), "advance_again", prompt, hexes=members(hexes), buttons=("halt",),
                       about=About("advance", unit=self.unit))

    def take_hex(self, p: Ukraine, place: int) -> None:
        p.pop()
        _go(p, self.unit, place, "12.2.b")

    def take_button(self, p: Ukraine, button: str) -> None:
        p.pop()

    def refuse_hex(self, p: Ukraine, place: int) -> Message | None:
        args = {"unit": p.id(self.unit), "hex": p.number(place)}
        beside = p.layout.grid.around(bit(p.where[self.unit]))  # a box is beside no hex
        if has(beside & p.manned[self.side], place) and not has_room(p, place, (self.unit,)):
            return Message("refused.overstack", args, ("5.4",))
        return Message("refused.advance_second", args, ("12.2.b",))


@dataclass(frozen=True, slots=True)
class AssaultAdvance(Step):
    """13.1 The stack that has cleared a hex may enter it for nothing, all together, and goes on moving."""

    side: int
    target: int
    units: tuple[int, ...]

    def offer(self, p: Ukraine) -> Options | None:
        group = self.group(p)
        if not group or not has_room(p, self.target, group) or not all(
                may_enter_first(p, unit, self.target) for unit in group):
            return None
        prompt = Message("prompt.assault_advance", {"hex": p.number(self.target)}, ("13.1.d",))
        return Options(p.seat(self.side), "assault_advance", prompt, buttons=("advance", "halt"),
                       about=About("advance", targets=(self.target,), group=group))

    def group(self, p: Ukraine) -> tuple[int, ...]:
        """The units in hand, leaders included, that are still there."""
        moving = p.steps[-2] if len(p.steps) > 1 else None
        units: tuple[int, ...] = getattr(moving, "group", self.units)
        return tuple(unit for unit in units if p.is_on_map(unit))

    def take_button(self, p: Ukraine, button: str) -> None:
        group = self.group(p)
        p.pop()
        if button == "advance":
            here = p.where[group[0]]
            for unit in group:
                tell_leg(p, unit, [here, self.target], 0, "13.1.d")
            enter(p, group, [self.target])
            release(p, self.side, here, [self.target])
