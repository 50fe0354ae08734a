"""Chapter 19: mobile bridge companies."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

from stavka.kit.hexset import EMPTY, HexSet, SideSet, bit, members, of
from stavka.kit.steps import NOBODY, About, Options, Step
from stavka.kit.words import Message

from .components import AXIS, DEAD, HEAVY
from .position import Abyss

LIGHT = "light"


def standing(p: Abyss, side: int, of_class: str = "") -> SideSet:
    """19.0 The hexsides that bridge companies span, for a side (the Axis alone has them) and a class of units."""
    sides = EMPTY
    if side != AXIS:
        return sides
    for unit, place in p.spans.items():
        if not (of_class == HEAVY and p.layout.unit[unit].mark == LIGHT):
            sides |= bit(p.layout.board.side_at[place].number)
    return sides


def crossed(p: Abyss, path: Iterable[int]) -> None:
    """19.0 Note the bridges that a move has used."""
    if not p.spans:
        return
    steps = {tuple(sorted(step)) for step in pairwise(path)}
    for unit, place in p.spans.items():
        if p.layout.board.side_at[place].edge in steps:
            p.spans_used |= bit(unit)


def entered_by_soviets(p: Abyss, entered: HexSet) -> None:
    """19.0 A bridge that has been crossed is lost when a Soviet unit enters a hex on either side of it."""
    for unit, side in p.spans.items():
        if p.spans_used >> unit & 1 and entered & of(p.layout.board.side_at[side].edge):
            p.emit("bridge_lost", "19.0e", unit=p.id(unit), hex=p.number(side))
            p.put(unit, p.box(DEAD[AXIS]))
            p.spans = {other: at for other, at in p.spans.items() if other != unit}
            p.spans_used &= ~bit(unit)


def why_not_build(p: Abyss, unit: int) -> Message | None:
    """19.0 Why a bridge company cannot build at the end of this movement phase, if it cannot."""
    args = {"unit": p.id(unit)}
    if not p.layout.bridges >> unit & 1:
        return Message("refused.no_bridge", args, ("19.0a",))
    if not p.is_on_map(unit) or (p.moved & ~p.stayed) >> unit & 1:
        return Message("refused.bridge_moved", args, ("19.0b",))
    if p.unsupplied >> unit & 1:
        return Message("refused.bridge_unsupplied", args, ("19.0b",))
    if (p.disrupted | p.withdrawn) >> unit & 1:
        return Message("refused.bridge_shaken", args, ("19.0b",))
    if not sites(p, unit):
        return Message("refused.no_water", args, ("19.0b",))
    return None


def sites(p: Abyss, unit: int) -> list[int]:
    """19.0 The river and canal hexsides that a company could bridge."""
    layout = p.layout
    around = layout.grid.sides_of(bit(p.where[unit])) & layout.water
    taken = set(p.spans.values())
    return [place for place in layout.board.side_places(around) if place not in taken]


@dataclass(frozen=True, slots=True)
class BuildBridges(Step):
    """19.0 At the end of the Axis movement phase companies that have stood ready may be laid across a hexside."""

    unit: int = NOBODY

    def offer(self, p: Abyss) -> Options | None:
        if self.unit != NOBODY:
            prompt = Message("prompt.bridge_to", {"unit": p.id(self.unit)}, ("19.0b",))
            return Options(p.seat(AXIS), "bridge_to", prompt, hexes=sites(p, self.unit),
                           about=About("build", self.unit))
        units = [unit for unit in members(p.layout.bridges) if why_not_build(p, unit) is None]
        if not units:
            return None
        return Options(p.seat(AXIS), "bridge", Message("prompt.bridge", {}, ("19.0b",)), units=units,
                       buttons=("done",), about=About("build"))

    def take_unit(self, p: Abyss, unit: int) -> None:
        p.replace(BuildBridges(unit))

    def take_hex(self, p: Abyss, place: int) -> None:
        p.emit("bridge_built", "19.0b", unit=p.id(self.unit), hex=p.number(place))
        p.put(self.unit, place)
        p.spans = {**p.spans, self.unit: place}
        p.replace(BuildBridges())

    def take_button(self, p: Abyss, button: str) -> None:
        p.pop()

    def refuse_unit(self, p: Abyss, unit: int) -> Message | None:
        return why_not_build(p, unit)

    def refuse_hex(self, p: Abyss, place: int) -> Message | None:
        return Message("refused.no_water_there", {"hex": p.number(place)}, ("19.0b",))


__all__ = ["BuildBridges", "crossed", "entered_by_soviets", "sites", "standing", "why_not_build"]
