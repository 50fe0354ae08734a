"""What follows the moment a unit enters a hex: control, and everything that lies there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from stavka.kit.hexset import HexSet, bit, members, of
from stavka.kit.steps import About, Options, Step
from stavka.kit.words import Message

from .components import ASIDE, SIDES, SOVIET
from .position import CAPTURED, INTACT, Ukraine, disrupt, enemy
from .railheads import edge_sources, push_back


def enter(p: Ukraine, group: Sequence[int], path: Iterable[int]) -> None:
    """A group enters hexes one after the other and stays in the last; leaders alone take nothing (26.3)."""
    hexes = list(path)
    for unit in group:
        p.put(unit, hexes[-1])
    if any(p.layout.ground >> unit & 1 for unit in group):
        overrun(p, p.layout.side_of[group[0]], hexes, any(p.layout.combat >> unit & 1 for unit in group))
    p.zhukov_moved |= p.layout.zhukov in group  # 26.1
    p.manstein_moved |= p.layout.manstein in group  # 26.2


def overrun(p: Ukraine, side: int, path: Sequence[int], by_combat_unit: bool) -> None:
    """Control of hexes passes, and what the enemy has there is lost or driven off."""
    entered = of(path)
    taken = entered & ~p.controlled(side)
    if taken:
        p.control = p.control | taken if side == SOVIET else p.control & ~taken
        for place in members(taken & p.layout.objectives):
            p.emit("captured", "30.2.a", side=SIDES[side], hex=p.number(place), points=p.layout.points[place])
    if side == SOVIET:
        if entered & (p.forts | p.building):
            raze(p, entered & (p.forts | p.building))
        if entered >> p.layout.dam_hex & 1 and p.dam == INTACT:
            p.dam = CAPTURED  # 28.1
            p.emit("dam_captured", "28.1.b", hex=p.number(p.layout.dam_hex))
    else:
        if by_combat_unit and p.pontoons:
            break_pontoons(p, entered)
        push_back(p, path)
    alone = entered & p.occupied[enemy(side)] & ~p.manned[enemy(side)]
    for place in members(alone):
        for unit in p.at(place):
            if p.layout.side_of[unit] != side and not p.flying >> unit & 1:
                drive_off(p, unit)


def raze(p: Ukraine, hexes: HexSet) -> None:
    """19.3 Fortification markers are eliminated when a Soviet unit enters."""
    p.forts &= ~hexes
    p.building &= ~hexes
    p.emit("forts_lost", "19.3", hexes=p.numbers(hexes))


def break_pontoons(p: Ukraine, entered: HexSet) -> None:
    """18.5 A pontoon bridge is gone when a German combat unit moves into either of its hexes."""
    broken = p.pontoons & p.layout.grid.sides_of(entered)
    if broken:
        p.pontoons &= ~broken
        p.emit("pontoons_lost", "18.5.E", sides=p.layout.board.side_names(broken))


def drive_off(p: Ukraine, unit: int) -> None:
    """15.8, 26.3 An air unit at its base, or a leader alone, is put elsewhere by its owner, disrupted."""
    is_air = bool(p.layout.air >> unit & 1)
    rule = "15.8" if is_air else "26.3.a"
    p.emit("driven_off", rule, unit=p.id(unit), hex=p.number(p.where[unit]))
    if is_air:
        p.flown |= bit(unit)
    disrupt(p, [unit], rule)
    p.put(unit, p.box(ASIDE))
    p.push(Relocate(p.layout.side_of[unit], unit))


@dataclass(frozen=True, slots=True)
class Relocate(Step):
    """The owner of an overrun air unit or leader chooses where it goes."""

    side: int
    unit: int

    def offer(self, p: Ukraine) -> Options | None:
        hexes = refuges(p, self.unit)
        if not hexes:
            return None
        rule = "15.8" if p.layout.air >> self.unit & 1 else "26.3.a"
        prompt = Message("prompt.relocate", {"unit": p.id(self.unit)}, (rule,))
        return Options(p.seat(self.side), "relocate", prompt, hexes=members(hexes),
                       about=About("place", unit=self.unit))

    def take_hex(self, p: Ukraine, place: int) -> None:
        p.pop()
        p.put(self.unit, place)
        p.emit("relocated", "15.8" if p.layout.air >> self.unit & 1 else "26.3.a",
               unit=p.id(self.unit), hex=p.number(place))

    def refuse_hex(self, p: Ukraine, place: int) -> Message | None:
        if p.layout.air >> self.unit & 1:
            return Message("refused.no_base", {"unit": p.id(self.unit), "hex": p.number(place)}, ("15.3.a",))
        return Message("refused.no_refuge", {"unit": p.id(self.unit), "hex": p.number(place)}, ("26.3.a",))


def refuges(p: Ukraine, unit: int) -> HexSet:
    """15.8 Any free base for an air unit; 26.3 any friendly victory-point hex for a leader, or else a supply source."""
    from .air import free_bases

    side = p.layout.side_of[unit]
    if p.layout.air >> unit & 1:
        return free_bases(p, side)
    return p.layout.objectives & p.controlled(side) & ~p.manned[enemy(side)] or edge_sources(p, side)
