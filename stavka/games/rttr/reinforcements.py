"""Chapters 7 and 8, Soviet half: reinforcements and replacements."""

from __future__ import annotations

from dataclasses import dataclass

from stavka.kit.hexset import HexSet, has, members
from stavka.kit.steps import About, Options, Step
from stavka.kit.words import Message

from .communications import served
from .components import EDGES, GERMAN, NOBODY, SEATS
from .position import Rttr
from .sectors import occupy, open_area
from .stacking import crowded, has_room
from .statics import why_no_effort
from .stavka_points import can_spend, replacement_price, spend

# -- Who and where -------------------------------------------------------------------------------------------------


def due(p: Rttr, front: int) -> list[int]:
    """7.1a, 7.1d The reinforcements of this turn, those delayed, and units that retreated off the map (13.3f)."""
    boxes = [f"turn.{turn}" for turn in range(1, p.turn + 1)] + [f"off.{SEATS[front]}.{edge}" for edge in EDGES]
    return [unit for name in boxes if name in p.layout.board.index for unit in p.at(p.box(name))
            if p.layout.side_of[unit] == front]


def entry_edge(p: Rttr, unit: int) -> str:
    """7.1b The edge a unit enters by: the printed one, or the one it left by (13.3f)."""
    place = p.number(p.where[unit])
    return place.rpartition(".")[2] if place.startswith("off.") else p.layout.unit[unit].edge


def entry_hexes(p: Rttr, unit: int) -> HexSet:
    """7.1b, 7.1c The edge hexes where a unit may come in: no enemy, no overstacking; zones do not matter."""
    front = p.layout.side_of[unit]
    edge = p.layout.edges[entry_edge(p, unit)] & p.layout.sector[front]
    return edge & ~p.occupied[GERMAN] & ~crowded(p, unit)


def dead(p: Rttr, front: int) -> tuple[int, ...]:
    """8.2 The losses of a Front."""
    return p.at(p.box(f"dead.{SEATS[front]}"))


def replacement_hexes(p: Rttr, unit: int) -> HexSet:
    """8.2 As for reinforcements; with lines of communication also in or next to a unit of the Front (24.5a).

    The Reichstag is in both sectors for all purposes, but for a Front that is shut out of it (5.5).
    """
    hexes = entry_hexes(p, unit)
    if not p.options["communications"]:
        return hexes
    front = p.layout.side_of[unit]
    own = p.occupied[front]
    near = (own | p.layout.grid.around(own)) & served(p, front) & open_area(p, front, german=False)
    return hexes | near & ~crowded(p, unit)


def replaceable(p: Rttr, front: int) -> list[int]:
    """8.2 The losses that can be replaced now."""
    return [unit for unit in dead(p, front) if can_spend(p, replacement_price(p, unit)) and replacement_hexes(p, unit)]


# -- The phase -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Reinforcement(Step):
    """4.3-I-A, 4.3-III-A First whoever is due comes in, as he must (7.1d); then losses may be replaced (8.2)."""

    front: int
    unit: int = NOBODY

    def offer(self, p: Rttr) -> Options | None:
        seat = SEATS[self.front]
        if self.unit != NOBODY:
            hexes = members(self.hexes_for(p, self.unit))
            prompt = Message("prompt.enter", {"unit": p.id(self.unit)}, ("7.1b",))
            return Options(seat, "enter", prompt, hexes=hexes, about=About("place", self.unit))
        units = [unit for unit in due(p, self.front) if entry_hexes(p, unit)]
        if units:
            prompt = Message("prompt.reinforcements", {}, ("7.1a", "7.1d"))
            return Options(seat, "reinforcement", prompt, units=units, about=About("place"))
        units = replaceable(p, self.front)
        if not units and not p.held:
            return None
        prompt = Message("prompt.replacements", {}, ("8.2", "27.3a"))
        return Options(seat, "replacement", prompt, units=units, buttons=("end_phase",), about=About("build"))

    def hexes_for(self, p: Rttr, unit: int) -> HexSet:
        """Where a unit may come in."""
        return replacement_hexes(p, unit) if unit in dead(p, self.front) else entry_hexes(p, unit)

    def take_unit(self, p: Rttr, unit: int) -> None:
        p.replace(Reinforcement(self.front, unit))

    def take_hex(self, p: Rttr, place: int) -> None:
        unit = self.unit
        replaced = unit in dead(p, self.front)
        if replaced:
            spend(p, self.front, replacement_price(p, unit), "6.4", "27.3a")
        occupy(p, unit, place)
        p.emit("replaced" if replaced else "arrived", "8.2" if replaced else "7.1b", unit=p.id(unit),
               hex=p.number(place))
        p.replace(Reinforcement(self.front))

    def take_button(self, p: Rttr, button: str) -> None:
        p.pop()

    def refuse_unit(self, p: Rttr, unit: int) -> Message | None:
        return why_not_arrive(p, self.front, unit)

    def refuse_hex(self, p: Rttr, place: int) -> Message | None:
        if self.unit == NOBODY:
            return Message("refused.pick_unit_first")
        return why_not_enter_at(p, self.unit, place, replaced=self.unit in dead(p, self.front))

    def refuse_button(self, p: Rttr, button: str) -> Message | None:
        if button == "maximum_effort":
            return why_no_effort(p, self.front) or Message("refused.effort_late", {}, ("6.7",))
        return Message("refused.must_arrive", {}, ("7.1d",)) if button == "end_phase" else None


# -- Why not -------------------------------------------------------------------------------------------------------


def why_not_arrive(p: Rttr, front: int, unit: int) -> Message | None:
    """Why a unit cannot be brought in now; None if it is only another's turn."""
    args = {"unit": p.id(unit)}
    counter = p.layout.unit[unit]
    if p.layout.side_of[unit] == GERMAN:
        return Message("refused.german_replacement", args, ("8.1b",))
    if p.layout.side_of[unit] != front:
        return Message("refused.other_front", args, ("8.2",))
    if p.is_on_map(unit):
        return Message("refused.on_map", args, ("7.1a",))
    if unit in dead(p, front):
        if any(entry_hexes(p, other) for other in due(p, front)):
            return Message("refused.must_arrive", args, ("7.1d",))
        if not can_spend(p, replacement_price(p, unit)):
            return Message("refused.no_points", {**args, "points": replacement_price(p, unit)}, ("6.3",))
        return None if replacement_hexes(p, unit) else Message("refused.no_entry", args, ("7.1c",))
    if unit in due(p, front):
        return None if entry_hexes(p, unit) else Message("refused.no_entry", args, ("7.1d",))
    return Message("refused.not_due", {**args, "turn": counter.turn}, ("7.1a",))


def why_not_enter_at(p: Rttr, unit: int, place: int, replaced: bool) -> Message | None:
    """Why a reinforcement or replacement cannot be placed in a hex."""
    args = {"unit": p.id(unit), "hex": p.number(place)}
    front = p.layout.side_of[unit]
    if place >= p.layout.hexes or not has(p.layout.area[front], place):
        return Message("refused.not_entry", args, ("7.1b",))
    if not has(open_area(p, front, german=False), place):
        return Message("refused.shut_out", args, ("5.5b",))
    if has(p.occupied[GERMAN], place):
        return Message("refused.enemy", args, ("7.1c",))
    if has(p.layout.edges[entry_edge(p, unit)], place):
        return Message("refused.overstack", args, ("10.2",)) if not has_room(p, unit, place) else None
    if replaced and p.options["communications"]:
        if not has(served(p, front), place):
            return Message("refused.replacement_line", args, ("24.5a",))
        if not has_room(p, unit, place):
            return Message("refused.overstack", args, ("10.2",))
        return Message("refused.replacement_far", args, ("24.5a",))
    return Message("refused.not_entry", args, ("7.1b",))
