"""9.10 - 9.13: defensive fire; 10.5 chemical weapons in its place."""

from __future__ import annotations

from dataclasses import dataclass, replace

from stavka.kit.hexset import HexSet, bit, has, members
from stavka.kit.steps import About, Options, Step
from stavka.kit.words import Message

from .assault import Attack, resolve, why_not_join, why_not_support
from .components import GERMAN
from .glossary import may_act_together
from .position import Breslau
from .supply import artillery_buttons, spend


def fire_zone(p: Breslau, side: int) -> HexSet:
    """9.10 The hexes next to a unit of this side that can fire: one that is not disorganised (8.2.8)."""
    def find() -> HexSet:
        able = p.occupied[side]
        for place in {p.where[unit] for unit in members(p.disorganised)}:
            if all(p.disorganised >> unit & 1 for unit in p.at(place)):
                able &= ~bit(place)
        return p.layout.grid.around(able)

    return p.derive(("fire", side), (p.occupied[side], p.disorganised, p.version if p.disorganised else 0), find)


def firing_units(p: Breslau, side: int, place: int) -> list[int]:
    """9.2, 8.2.8 The units next to a hex that can fire."""
    around = p.occupied[side] & p.layout.grid.around(bit(place))
    return [unit for hex in members(around) for unit in p.stacks[hex] if not p.disorganised >> unit & 1]


@dataclass(frozen=True, slots=True)
class DefensiveFire(Step):
    """9.10 An enemy has entered a hex: any units next to it may fire together, once for every hex entered."""

    side: int
    target: int
    came_from: int
    units: tuple[int, ...] = ()

    def offer(self, p: Breslau) -> Options | None:
        units = self.candidates(p)
        if self.units:
            buttons: tuple[str, ...] = ("fire", *artillery_buttons(p, self.side))
        else:
            buttons = ("pass", "chemical") if self.has_chemicals(p) else ("pass",)
        asks = "prompt.defensive_fire" if not self.units else "prompt.fire" if units else "prompt.fire_now"
        prompt = Message(asks, {"unit": p.id(self.target), "hex": p.number(p.where[self.target])}, ("9.10a", "7.3.6"))
        return Options(p.seat(self.side), "defensive_fire", prompt, units=units, buttons=buttons,
                       about=About("fire", targets=(p.where[self.target],), group=self.units))

    def candidates(self, p: Breslau) -> list[int]:
        """9.2 The units that may still join."""
        units = firing_units(p, self.side, p.where[self.target])
        if not self.units:
            return units
        return [unit for unit in units if unit not in self.units and may_act_together(p, unit, self.units)]

    def has_chemicals(self, p: Breslau) -> bool:
        """10.5.2 Chemical weapons may take the place of German defensive fire."""
        return self.side == GERMAN and p.chemicals > 0

    def take_unit(self, p: Breslau, unit: int) -> None:
        p.replace(replace(self, units=(*self.units, unit)))

    def take_button(self, p: Breslau, button: str) -> None:
        if button == "pass":
            p.pop()
        elif button == "chemical":
            p.pop()
            self._use_chemicals(p)
        else:
            self._fire(p, 0 if button == "fire" else int(button.removeprefix("supply.")))

    def _fire(self, p: Breslau, artillery: int) -> None:
        p.pop()
        if artillery:
            spend(p, artillery * p.layout.artillery_cost, "6.2a", "8.3.3")
        resolve(p, Attack(self.side, self.target, self.units, True, artillery))

    def _use_chemicals(self, p: Breslau) -> None:
        """10.5.2 The hex is closed, the unit goes back to where it came from and moves no more."""
        place = p.where[self.target]
        p.chemicals -= 1
        p.gas |= bit(place)
        p.put(self.target, self.came_from)
        p.moved |= bit(self.target)
        p.gassed |= bit(self.target)
        p.emit("chemical", "10.5.2a", unit=p.id(self.target), hex=p.number(place), to=p.number(self.came_from))

    def refuse_unit(self, p: Breslau, unit: int) -> Message:
        args = {"unit": p.id(unit)}
        if unit in self.units:
            return Message("refused.fires_already", args, ("9.10a",))
        if has(p.disorganised, unit):
            return Message("refused.disorganised", args, ("8.2.8a",))
        return why_not_join(p, self.side, self.target, unit)

    def refuse_button(self, p: Breslau, button: str) -> Message | None:
        if button == "chemical":
            return Message("refused.no_chemicals", {}, ("10.5.2a",))
        if button in ("goliath", "captured_goliaths"):
            return Message("refused.goliath_fire", {}, ("10.4.1", "10.4.2"))
        if not self.units:
            return Message("refused.no_attackers", {}, ("9.10a",))
        return why_not_support(p, self.side, button)


