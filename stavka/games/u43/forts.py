"""Chapter 19: fortifications."""

from __future__ import annotations

from dataclasses import dataclass

from stavka.kit.hexset import HexSet, bit, has, members
from stavka.kit.steps import About, Options, Step
from stavka.kit.words import Message

from .components import GERMAN, SOVIET
from .lyutezh import is_bound
from .position import Ukraine, disrupt
from .supply import supplied_hexes
from .zones import enemy_zone


def fort_hexes(p: Ukraine, side: int) -> HexSet:
    """19.2, 19.4, 19.5 The hexes where units of a side defend in a fortification."""
    hexes = p.layout.permanent_forts[side]
    if side == GERMAN:
        return hexes | p.forts
    return hexes | p.layout.bridgeheads if p.is_october else hexes


def building_hexes(p: Ukraine) -> HexSet:
    """19.1 Where the Germans may begin one: controlled, in supply, out of enemy zones unless a unit is there."""
    layout = p.layout
    safe = ~enemy_zone(p, GERMAN) | p.manned[GERMAN]
    hexes = p.controlled(GERMAN) & ~p.manned[SOVIET] & supplied_hexes(p, GERMAN) & safe
    hexes &= ~(p.forts | p.building | layout.permanent_forts[GERMAN])
    return hexes & ~layout.north_of_lyutezh if is_bound(p) else hexes  # 34.6


def finish_forts(p: Ukraine) -> None:
    """19.1 What was begun last turn is completed at the start of the German movement phase."""
    if p.building:
        p.emit("forts_built", "19.1.a", hexes=p.numbers(p.building))
        p.forts |= p.building
        p.building = 0


def disrupt_builders(p: Ukraine) -> None:
    """19.1, 11.2 Units that end the movement phase where a fortification is built in an enemy zone are disrupted."""
    for place in members(p.building & enemy_zone(p, GERMAN)):
        disrupt(p, p.ground_at(place), "19.1.c")


@dataclass(frozen=True, slots=True)
class BuildFort(Step):
    """19.1 The German player chooses the hex."""

    def offer(self, p: Ukraine) -> Options | None:
        hexes = building_hexes(p)
        if not hexes:
            return None
        prompt = Message("prompt.fort", {}, ("19.1.b",))
        return Options(p.seat(GERMAN), "fort", prompt, hexes=members(hexes), about=About("build"))

    def skip(self, p: Ukraine) -> None:
        """There is nowhere to build."""
        p.pop()
        p.fort_begun = True

    def take_hex(self, p: Ukraine, place: int) -> None:
        p.pop()
        p.building |= bit(place)
        p.fort_begun = True
        p.emit("fort_begun", "19.1.a", hex=p.number(place))

    def refuse_hex(self, p: Ukraine, place: int) -> Message | None:
        args = {"hex": p.number(place)}
        if place >= p.layout.hexes or not has(p.controlled(GERMAN), place):
            return Message("refused.not_controlled", args, ("19.1.b",))
        if has(p.layout.north_of_lyutezh, place) and is_bound(p):
            return Message("refused.lyutezh_fort", args, ("34.6.d",))
        if has(p.forts | p.building | p.layout.permanent_forts[GERMAN], place):
            return Message("refused.fort_there", args, ("19.1.b",))
        if not has(supplied_hexes(p, GERMAN), place):
            return Message("refused.fort_unsupplied", args, ("19.1.b",))
        return Message("refused.fort_zone", args, ("19.1.b",))


