"""Chapter 18: assaults across major rivers, bridge trains and pontoon bridges."""

from __future__ import annotations

from dataclasses import dataclass

from stavka.kit.hexset import SideSet, bit, has, members
from stavka.kit.steps import About, Options, Step
from stavka.kit.words import Message

from .components import GERMAN, SOVIET
from .lyutezh import closed_sides, is_bound
from .position import Ukraine
from .terrain import bridges
from .zones import enemy_zone


def river_sides(p: Ukraine, unit: int) -> SideSet:
    """The major river hexsides of a unit's hex that are not under flood or closed to its side."""
    layout = p.layout
    if not p.is_on_map(unit) or not layout.banks >> p.where[unit] & 1:
        return 0
    sides = layout.major_of[p.where[unit]] & ~closed_sides(p, layout.side_of[unit])
    return sides & ~layout.flood_sides if p.flooded else sides


# -- River assaults (18.1) -----------------------------------------------------------------------------------------


def assault_sides(p: Ukraine, unit: int) -> SideSet:
    """18.1 Where a unit that has not moved may place an Assault marker: it must be neither disrupted nor unsupplied."""
    layout = p.layout
    sides = river_sides(p, unit) & ~p.river_assaults
    barred = p.disrupted | p.unsupplied | layout.headquarters | layout.leaders | p.moved
    if not sides or barred >> unit & 1 or p.markers >= layout.limit["markers"]:
        return 0
    if layout.side_of[unit] == GERMAN and is_bound(p):
        sides &= ~layout.lyutezh_river
    return sides


def across(p: Ukraine, place: int, sides: SideSet) -> list[int]:
    """The hexes beyond some hexsides of a hex."""
    return [high if low == place else low for low, high in p.layout.grid.side_edges(sides)]


@dataclass(frozen=True, slots=True)
class RiverAssault(Step):
    """18.1 A unit spends its whole allowance to prepare an assault: its owner chooses the hex to be attacked."""

    side: int
    unit: int

    def offer(self, p: Ukraine) -> Options | None:
        prompt = Message("prompt.river_assault", {"unit": p.id(self.unit)}, ("18.1.B",))
        hexes = across(p, p.where[self.unit], assault_sides(p, self.unit))
        return Options(p.seat(self.side), "river_assault", prompt, hexes=hexes, about=About("attack", unit=self.unit))

    def take_hex(self, p: Ukraine, place: int) -> None:
        p.pop()
        here = p.where[self.unit]
        p.river_assaults |= bit(p.layout.grid.side_number(here, place))
        p.markers += 1  # 4.7
        p.moved |= bit(self.unit)
        p.emit("river_assault", "18.1.B", unit=p.id(self.unit), hex=p.number(place))

    def refuse_hex(self, p: Ukraine, place: int) -> Message | None:
        return Message("refused.no_river_there", {"unit": p.id(self.unit), "hex": p.number(place)}, ("18.1.B",))


# -- Bridge trains (18.4) ------------------------------------------------------------------------------------------


def train_sides(p: Ukraine, unit: int) -> SideSet:
    """18.4, 18.5 Where a Soviet unit may place one of the four bridge trains, as long as it has not moved."""
    layout = p.layout
    barred = p.disrupted | p.unsupplied
    if layout.side_of[unit] != SOVIET or not layout.ground >> unit & 1 or barred >> unit & 1:
        return 0
    if (p.trains | p.pontoons).bit_count() >= layout.most_pontoons:
        return 0
    return river_sides(p, unit) & ~bridges(p, SOVIET) & ~p.trains


@dataclass(frozen=True, slots=True)
class BridgeTrain(Step):
    """18.4 The Soviet player chooses the hexside that is to be bridged."""

    unit: int

    def offer(self, p: Ukraine) -> Options | None:
        prompt = Message("prompt.bridge_train", {"unit": p.id(self.unit)}, ("18.4",))
        places = p.layout.board.side_places(train_sides(p, self.unit))
        return Options(p.seat(SOVIET), "bridge_train", prompt, hexes=places, about=About("build", unit=self.unit))

    def take_hex(self, p: Ukraine, place: int) -> None:
        p.pop()
        side = p.layout.board.side_at[place]
        p.trains |= bit(side.number)
        p.emit("bridge_train", "18.4", unit=p.id(self.unit), side=side.name)

    def refuse_hex(self, p: Ukraine, place: int) -> Message | None:
        return Message("refused.no_bridge_there", {"unit": p.id(self.unit), "hex": p.number(place)}, ("18.4",))


# -- Pontoon bridges (18.5) ----------------------------------------------------------------------------------------


def may_be_built(p: Ukraine, side: int) -> bool:
    """18.5 Both hexes free of enemies, and each held by a friend or free of enemy zones."""
    zone, ends = enemy_zone(p, SOVIET), p.layout.grid.side_hexes(side)
    return all(not has(p.manned[GERMAN], end) and (has(p.manned[SOVIET], end) or not has(zone, end)) for end in ends)


def build_pontoon(p: Ukraine, side: int, rule: str) -> None:
    """A bridge train becomes a pontoon bridge."""
    p.trains &= ~bit(side)
    p.pontoons |= bit(side)
    p.emit("pontoon_built", rule, side=p.layout.grid.side_name(side))


def finish_pontoons(p: Ukraine) -> None:
    """18.5 In the Soviet final phase bridge trains become bridges where they can; the others go back for later."""
    for side in members(p.trains):
        if may_be_built(p, side):
            build_pontoon(p, side, "18.5.C")
    p.trains = 0


@dataclass(frozen=True, slots=True)
class EarlyPontoons(Step):
    """18.5 At the start of exploitation a die for every bridge train the Soviet player chooses."""

    tried: SideSet = 0

    def offer(self, p: Ukraine) -> Options | None:
        sides = self._open(p)
        if not sides:
            return None
        prompt = Message("prompt.early_pontoon", {}, ("18.5.B",))
        return Options(p.seat(SOVIET), "early_pontoon", prompt, hexes=p.layout.board.side_places(sides),
                       buttons=("done",), about=About("build"))

    def _open(self, p: Ukraine) -> SideSet:
        result = 0
        for side in members(p.trains & ~self.tried):
            result |= bit(side) if may_be_built(p, side) else 0
        return result

    def take_hex(self, p: Ukraine, place: int) -> None:
        side = p.layout.board.side_at[place].number
        die = p.roll(side)
        built = die <= p.layout.early_pontoon
        p.emit("early_pontoon", "18.5.B", side=p.number(place), die=die,
               outcome="words.built" if built else "words.not_built")
        p.replace(EarlyPontoons(self.tried | bit(side)))
        if built:
            build_pontoon(p, side, "18.5.B")

    def take_button(self, p: Ukraine, button: str) -> None:
        p.pop()

    def refuse_hex(self, p: Ukraine, place: int) -> Message | None:
        args = {"hex": p.number(place)}
        side = p.layout.board.side_at.get(place)
        if side is not None and has(p.trains & ~self.tried, side.number):
            return Message("refused.bridge_contested", args, ("18.5.A",))
        return Message("refused.no_train", args, ("18.5.B",))


@dataclass(frozen=True, slots=True)
class RemovePontoons(Step):
    """18.5 In his final phase the Soviet player may take up pontoon bridges."""

    def offer(self, p: Ukraine) -> Options | None:
        if not p.pontoons:
            return None
        prompt = Message("prompt.remove_pontoon", {}, ("18.5.E",))
        return Options(p.seat(SOVIET), "remove_pontoon", prompt, hexes=p.layout.board.side_places(p.pontoons),
                       buttons=("done",), about=About("remove"))

    def take_hex(self, p: Ukraine, place: int) -> None:
        side = p.layout.board.side_at[place]
        p.pontoons &= ~bit(side.number)
        p.emit("pontoon_removed", "18.5.E", side=side.name)

    def take_button(self, p: Ukraine, button: str) -> None:
        p.pop()

    def refuse_hex(self, p: Ukraine, place: int) -> Message | None:
        return Message("refused.no_pontoon", {"hex": p.number(place)}, ("18.5.E",))


