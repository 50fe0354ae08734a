"""Chapter 13: Soviet air power."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from stavka.kit.hexset import HexSet, bit
from stavka.kit.steps import NOBODY, About, Options, Step
from stavka.kit.words import Message

from .components import GERMAN
from .position import Dagc

READY, FLOWN, ASIDE = "air.ready", "air.flown", "aside"


def ready(p: Dagc) -> list[int]:
    """13.1, 13.5 The air armies that have not flown this game turn."""
    return list(p.at(p.box(READY)))


def fly(p: Dagc, air_army: int) -> None:
    """13.5 An air army flies one mission a game turn."""
    p.put(air_army, p.box(FLOWN))


def may_support(p: Dagc, air_army: int, units: tuple[int, ...]) -> bool:
    """13.2 Air armies of the 1st Ukrainian Front support its own attacks only, the others never."""
    return bool(units) and p.layout.is_front(air_army) == p.layout.is_front(units[0])


def range_of(p: Dagc, air_army: int) -> HexSet:
    """13.2 Where an air army may slow down German units."""
    area = p.layout.first_ukrainian_area
    if p.layout.is_front(air_army):
        return p.layout.playable if p.options["bold_stroke"] else area
    return p.layout.playable & ~area


@dataclass(frozen=True, slots=True)
class Interdiction(Step):
    """13.3 In the middle of the German player turn unused air armies are placed on German units."""

    air_army: int = NOBODY

    def offer(self, p: Dagc) -> Options | None:
        if self.air_army != NOBODY:
            prompt = Message("prompt.interdict", {"unit": p.id(self.air_army)}, ("13.3.a",))
            return Options("soviet", "interdict", prompt, units=targets(p, self.air_army),
                           about=About("support", self.air_army))
        units = [air_army for air_army in ready(p) if next(targets(p, air_army), NOBODY) != NOBODY]
        if not units and not p.held:
            return None
        prompt = Message("prompt.interdiction", {}, ("13.3.a",))
        return Options("soviet", "interdiction", prompt, units=units, buttons=("end_phase",),
                       about=About("support"))

    def take_unit(self, p: Dagc, unit: int) -> None:
        if self.air_army == NOBODY:
            p.replace(Interdiction(unit))
            return
        p.interdicted |= bit(unit)
        fly(p, self.air_army)
        p.emit("interdicted", "13.3.a", unit=p.id(unit), air=p.id(self.air_army))
        p.replace(Interdiction())

    def take_button(self, p: Dagc, button: str) -> None:
        p.pop()

    def refuse_unit(self, p: Dagc, unit: int) -> Message | None:
        if self.air_army == NOBODY:
            return why_not_fly(p, unit, "13.2.b")
        args = {"unit": p.id(unit), "air": p.id(self.air_army)}
        if p.layout.localities >> unit & 1 or p.interdicted >> unit & 1:
            return Message("refused.interdict_target", args, ("13.3.c",))
        return Message("refused.interdict_area", args, ("13.2.b", "13.2.c"))


def why_not_fly(p: Dagc, unit: int, front_rule: str = "13.2.a") -> Message:
    """Why this is no air army that could fly now; ``front_rule`` limits those of the 1st Ukrainian Front."""
    args = {"unit": p.id(unit)}
    if not p.layout.air >> unit & 1:
        return Message("refused.no_air_army", args, ("13.3.a",))
    if p.where[unit] == p.box(FLOWN):
        return Message("refused.flown", args, ("13.5",))
    if p.where[unit] == p.box(READY):
        return Message("refused.no_target", args, (front_rule if p.layout.is_front(unit) else "13.2.c",))
    return Message("refused.air_absent", args, ("13.1.a",))


def targets(p: Dagc, air_army: int) -> Iterator[int]:
    """13.2, 13.3 The German units this air army may interdict."""
    where, exempt = p.where, p.layout.localities | p.interdicted
    hexes = p.occupied[GERMAN] & range_of(p, air_army)
    return (unit for unit in p.layout.ground[GERMAN] if hexes >> where[unit] & 1 and not exempt >> unit & 1)


@dataclass(frozen=True, slots=True)
class AirFatigue(Step):
    """13.4 At the start of turn 6 four main-front air armies and one of the 1st Ukrainian Front leave for good."""

    main_front: int
    first_ukrainian: int

    def offer(self, p: Dagc) -> Options | None:
        units = [
            air_army for air_army in p.layout.air_armies
            if p.where[air_army] != p.box(ASIDE)
            and (self.first_ukrainian if p.layout.is_front(air_army) else self.main_front)
        ]
        if not units:
            return None
        prompt = Message("prompt.air_fatigue", {"main": self.main_front, "front": self.first_ukrainian}, ("13.4",))
        return Options("soviet", "air_fatigue", prompt, units=units, about=About("lose"))

    def take_unit(self, p: Dagc, unit: int) -> None:
        of_front = p.layout.is_front(unit)
        p.put(unit, p.box(ASIDE))
        p.emit("air_removed", "13.4", unit=p.id(unit))
        p.replace(AirFatigue(self.main_front - (not of_front), self.first_ukrainian - of_front))


def start_of_turn(p: Dagc) -> None:
    """13.5 All air armies are ready again; 13.2 those of the 1st Ukrainian Front come with it; 13.4 fatigue."""
    for air_army in p.layout.air_armies:
        place = p.where[air_army]
        turn = p.layout.unit[air_army].turn or 1
        if place == p.box(FLOWN) or (place == p.box(f"turn.{turn}") and turn <= p.turn):
            p.put(air_army, p.box(READY))
    if p.turn == p.layout.air_fatigue_turn:
        p.push(AirFatigue(*p.layout.air_removed))
