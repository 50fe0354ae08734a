"""34.6: the limits of the Lyutezh line, and the surprise attack out of the bridgehead."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

from stavka.kit.hexset import HexSet, SideSet, UnitSet, bit, has, members, of
from stavka.kit.steps import About, Options, Step
from stavka.kit.words import Message

from .components import GERMAN, NOBODY, SOVIET
from .control import enter
from .position import Ukraine
from .stacking import has_room


def is_bound(p: Ukraine) -> bool:
    """34.6 Whether the limits hold: in the fourth scenario, before turn 19, unless the Soviets have broken in."""
    return p.is_october and p.turn < p.layout.lyutezh_turn and not p.lyutezh_free


def closed_hexes(p: Ukraine, side: int) -> HexSet:
    """34.6 The hexes a side may not move into from elsewhere: for the Germans all north of the line.

    On turn 19 that holds in reaction only.
    """
    if side != GERMAN or not p.is_october:
        return 0
    return p.layout.north_of_lyutezh if is_bound(p) or is_surprised(p) else 0


def closed_from(p: Ukraine, side: int, here: int) -> HexSet:
    """34.6 The hexes closed to a unit where it stands: Germans north of the line may move about there, and leave."""
    closed = closed_hexes(p, side)
    return 0 if closed and has(p.layout.north_of_lyutezh, here) else closed


def crowded_north(p: Ukraine, group: Iterable[int]) -> HexSet:
    """34.6 The hexes north of the line where a group may not end: no two German divisions in one hex."""
    if not is_bound(p):
        return 0
    divisions = p.layout.army[GERMAN] & p.layout.combat
    moving = of(group) & divisions
    if not moving:
        return 0
    north, others = p.layout.north_of_lyutezh, divisions & ~moving
    if moving.bit_count() > 1:
        return north
    return of([place for place in members(north & p.fronted[GERMAN]) if p.masses[place] & others])


def closed_sides(p: Ukraine, side: int) -> SideSet:
    """34.6 The hexsides a side may not cross: for the Soviets the Dnieper north of the line."""
    return p.layout.lyutezh_river if side == SOVIET and p.is_october and is_bound(p) else 0


def may_attack(p: Ukraine, unit: int, target: int) -> bool:
    """34.6 Nobody attacks hexes north of the line, but Soviets who have crossed the river south of it."""
    if not is_bound(p) or not has(p.layout.north_of_lyutezh, target):
        return True
    outside = p.layout.west_bank & ~p.layout.north_of_lyutezh
    return p.layout.side_of[unit] == SOVIET and has(outside, p.where[unit])


def release(p: Ukraine, side: int, came_from: int, entered: Iterable[int]) -> None:
    """34.6 The limits end when Soviets move or attack north of the line from the west bank south of it."""
    if side != SOVIET or not is_bound(p):
        return
    outside, north = p.layout.west_bank & ~p.layout.north_of_lyutezh, p.layout.north_of_lyutezh
    if any(has(outside, here) and has(north, there) for here, there in pairwise((came_from, *entered))):
        p.lyutezh_free = True
        p.emit("lyutezh_free", "34.6.e")


def is_surprised(p: Ukraine) -> bool:
    """34.6 Whether it is the German reaction of turn 19."""
    if not p.is_october or p.turn != p.layout.lyutezh_turn:
        return False
    phase = p.steps[0] if p.steps else None
    return (getattr(phase, "side", SOVIET), getattr(phase, "mode", "")) == (GERMAN, "reaction")


def unable_to_react(p: Ukraine) -> UnitSet:
    """34.6 On turn 19 no German reaction north of the line."""
    if not is_surprised(p):
        return 0
    return of(unit for unit in p.on_map(GERMAN) if has(p.layout.north_of_lyutezh, p.where[unit]))


# -- The surprise attack of turn 19 --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Surprise(Step):
    """34.6 Soviet units leave the bridgehead, others of the Voronezh Front fill it, artillery goes up behind."""

    unit: int = NOBODY
    placed: int = 0

    def offer(self, p: Ukraine) -> Options | None:
        if self.unit != NOBODY:
            prompt = Message("prompt.surprise_to", {"unit": p.id(self.unit)}, ("34.6.f",))
            return Options(p.seat(SOVIET), "surprise_to", prompt, hexes=members(surprise_hexes(p, self.unit)),
                           about=About("place", unit=self.unit))
        units = [unit for unit in surprise_units(p) if not self.placed >> unit & 1 and surprise_hexes(p, unit)]
        if not units:
            return None
        prompt = Message("prompt.surprise", {}, ("34.6.f",))
        return Options(p.seat(SOVIET), "surprise", prompt, units=units, buttons=("done",), about=About("place"))

    def take_unit(self, p: Ukraine, unit: int) -> None:
        p.replace(Surprise(unit, self.placed))

    def take_hex(self, p: Ukraine, place: int) -> None:
        enter(p, [self.unit], [place])  # Germans may have passed through the bridgehead meanwhile
        p.emit("deployed", "34.6.f", unit=p.id(self.unit), hex=p.number(place))
        p.replace(Surprise(NOBODY, self.placed | bit(self.unit)))

    def take_button(self, p: Ukraine, button: str) -> None:
        p.pop()

    def refuse_unit(self, p: Ukraine, unit: int) -> Message | None:
        return Message("refused.not_voronezh", {"unit": p.id(unit)}, ("34.6.f",))

    def refuse_hex(self, p: Ukraine, place: int) -> Message | None:
        if self.unit == NOBODY:
            return Message("refused.pick_unit_first", {}, ("34.6.f",))
        return Message("refused.no_deployment", {"hex": p.number(place)}, ("34.6.f",))


def voronezh_area(p: Ukraine) -> HexSet:
    """The Voronezh Front's sector east of the Dnieper, in Soviet hands."""
    return p.layout.sector("october", "V") & ~p.layout.west_bank & p.control & ~p.manned[GERMAN]


def surprise_units(p: Ukraine) -> list[int]:
    """34.6 The units of the Voronezh Front's area, those in the bridgehead included."""
    area = voronezh_area(p) | p.layout.lyutezh
    return [unit for unit in p.on_map(SOVIET) if has(area, p.where[unit]) and not p.layout.air >> unit & 1]


def surprise_hexes(p: Ukraine, unit: int) -> HexSet:
    """34.6 Out of the bridgehead to the east bank; into it, up to the stacking limit; artillery to 1307 or 1308."""
    layout = p.layout
    if has(layout.lyutezh, p.where[unit]):
        hexes = voronezh_area(p)
    else:
        hexes = layout.lyutezh_guns if layout.artillery >> unit & 1 else layout.lyutezh
    hexes &= ~p.manned[GERMAN]
    full = [place for place in members(hexes & p.manned[SOVIET]) if not has_room(p, place, [unit])]
    for place in full:
        hexes &= ~bit(place)
    return hexes & ~bit(p.where[unit])


@dataclass(frozen=True, slots=True)
class SurpriseBridge(Step):
    """34.6 A finished pontoon bridge is placed beside 1307; 18.5 if all four are in use, one is taken up for it."""

    def offer(self, p: Ukraine) -> Options | None:
        if p.pontoons.bit_count() < p.layout.most_pontoons or has(p.pontoons, p.layout.lyutezh_pontoon):
            return None
        prompt = Message("prompt.free_pontoon", {}, ("34.6.f", "18.5.D"))
        return Options(p.seat(SOVIET), "free_pontoon", prompt, hexes=p.layout.board.side_places(p.pontoons),
                       about=About("remove"))

    def take_hex(self, p: Ukraine, place: int) -> None:
        side = p.layout.board.side_at[place]
        p.pontoons &= ~bit(side.number)
        p.emit("pontoon_removed", "18.5.D", side=side.name)

    def skip(self, p: Ukraine) -> None:
        p.pop()
        p.pontoons |= bit(p.layout.lyutezh_pontoon)
        p.emit("pontoon_built", "34.6.f", side=p.layout.grid.side_name(p.layout.lyutezh_pontoon))

    def refuse_hex(self, p: Ukraine, place: int) -> Message | None:
        return Message("refused.no_pontoon", {"hex": p.number(place)}, ("18.5.D",))


def begin_surprise(p: Ukraine) -> None:
    """34.6 At the start of turn 19 a pontoon bridge is placed beside 1307, and the bridgehead may be filled."""
    if p.is_october and p.turn == p.layout.lyutezh_turn:
        p.push(SurpriseBridge(), Surprise())
