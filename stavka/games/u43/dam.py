"""Chapter 28: the dam of Zaporozhye, and the flood."""

from __future__ import annotations

from dataclasses import dataclass

from stavka.kit.hexset import bit, members
from stavka.kit.steps import About, Options, Step
from stavka.kit.words import Message

from .components import GERMAN, SIDES, SOVIET
from .position import DESTROYED, Ukraine, eliminate


def may_destroy(p: Ukraine, side: int) -> bool:
    """28.1 The Soviets with an artillery division beside the town, the Germans while they control it."""
    if p.dam == DESTROYED:
        return False
    layout = p.layout
    if side == GERMAN:
        return not p.control >> layout.dam_hex & 1
    near = layout.grid.around(bit(layout.dam_hex))
    guns = any(near >> p.where[unit] & 1 for unit in p.those_on_map(layout.artillery))
    return guns and not p.control >> layout.dam_hex & 1


def destroy(p: Ukraine, side: int) -> None:
    """28.2 The dam breaks: the marshes below it are flooded, and whoever stands there is lost."""
    p.dam = DESTROYED
    p.flood_until = p.turn if side == SOVIET else p.turn + 1
    p.emit("dam_destroyed", "28.2.a" if side == SOVIET else "28.2.b", side=SIDES[side])
    for place in members(p.layout.flood_marshes):
        for unit in p.ground_at(place):
            eliminate(p, unit, "28.2.d")


def end_flood(p: Ukraine) -> None:
    """28.2 The water falls in the German final phase of the turn, or of the next if the Germans blew the dam."""
    if p.flooded and p.turn >= p.flood_until:
        p.flood_until = 0
        p.emit("flood_ends", "28.2.c")


@dataclass(frozen=True, slots=True)
class Dam(Step):
    """28.1 In his final phase a player may destroy the dam."""

    side: int

    def offer(self, p: Ukraine) -> Options | None:
        if not may_destroy(p, self.side):
            return None
        prompt = Message("prompt.dam", {}, ("28.1.b",))
        return Options(p.seat(self.side), "dam", prompt, buttons=("destroy", "done"),
                       about=About("choose", targets=(p.layout.dam_hex,)))

    def take_button(self, p: Ukraine, button: str) -> None:
        p.pop()
        if button == "destroy":
            destroy(p, self.side)
