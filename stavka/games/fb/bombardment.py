"""Chapter 8: bombardment and air strikes; 10.7 - 10.9 anti-fascists, Katyushas and Po-2s."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from stavka.kit.hexset import HexSet, UnitSet, bit, has, members, of
from stavka.kit.steps import About, Options, Step, by_stack
from stavka.kit.words import Message

from .components import DEAD, GERMAN, KATYUSHA_POOL, SOVIET
from .fatigue import become_fanatic, disorganise
from .position import Breslau

AIR_BUTTON = "air."


def column(p: Breslau, strength: int) -> tuple[str, ...]:
    """8.2.6 The column of the table for a number of artillery units or air points, cell by die."""
    return p.layout.bombardment[min(strength, p.layout.greatest_strength)]


def is_disorganised(cell: str) -> bool:
    """Whether a cell of the table disorganises."""
    return "D" in cell


def is_success(cell: str) -> bool:
    """8.2.14 Whether a cell of the table hits the supply of the fortress."""
    return "S" in cell


def may_bombard(p: Breslau) -> UnitSet:
    """8.2.1 Artillery on the map that has not bombarded this turn."""
    return of(unit for unit in members(p.layout.artillery & ~p.bombarded) if p.is_on_map(unit))


def bombard(p: Breslau, guns: tuple[int, ...], place: int) -> None:
    """8.2.6 Artillery bombards a hex and is turned over (8.2.10)."""
    p.bombarded |= of(guns)
    p.shelled |= bit(place)  # 8.2.12
    strike(p, "bombarded", place, len(guns), units=p.ids(guns))


def air_strike(p: Breslau, points: int, place: int) -> None:
    """8.2.6 Air points are spent against a hex."""
    p.air -= points  # 8.2.4
    p.bombed |= bit(place)  # 8.2.12
    strike(p, "air_strike", place, points)


def strike(p: Breslau, kind: str, place: int, strength: int, **data: Any) -> None:
    """8.2.6 Roll on the table; all units in the hex are disorganised, or nothing happens."""
    die = p.roll(place)
    hit = is_disorganised(column(p, strength)[die - 1])
    p.emit(kind, "8.2.6a", hex=p.number(place), strength=strength, dice=[die],
           result="disorganised" if hit else "no_effect", **data)
    units = of(p.at(place))
    if hit:
        disorganise(p, units, "8.2.6c")
    else:
        become_fanatic(p, units)  # 8.2.6, 10.6


def strike_depots(p: Breslau, points: int) -> None:
    """8.2.13, 8.2.14 Air points are spent against depots and guns: a success lowers the supply level by one."""
    p.air -= points
    die = p.roll()
    hit = is_success(column(p, points)[die - 1])
    if hit:
        p.supply = max(0, p.supply - 1)
    p.emit("depots", "8.2.14", strength=points, dice=[die], result="success" if hit else "no_effect", level=p.supply)


def fly_po2(p: Breslau, unit: int) -> None:
    """10.9.1 A Po-2 disorganises a unit on a 3 or 4."""
    p.po2 -= 1
    die = p.roll(unit)
    hit = die in p.layout.po2_success
    p.emit("po2", "10.9.1", unit=p.id(unit), dice=[die], result="disorganised" if hit else "no_effect")
    if hit:
        disorganise(p, bit(unit), "10.9.1")


def send_antifascists(p: Breslau, unit: int) -> None:
    """10.7 The anti-fascists disorganise a unit and leave the game."""
    p.antifascists -= 1
    p.emit("antifascists", "10.7", unit=p.id(unit))
    disorganise(p, bit(unit), "10.7")


def may_convert(p: Breslau, unit: int) -> bool:
    """10.8 Rocket launchers that have not bombarded, while there are support units."""
    return (
        has(p.layout.rockets & ~p.bombarded, unit)
        and p.is_on_map(unit)
        and len(p.at(p.box(KATYUSHA_POOL))) >= p.layout.katyusha_units
    )


def convert(p: Breslau, unit: int) -> None:
    """10.8 Rocket launchers leave the game, and two support units take their place."""
    place = p.where[unit]
    support = p.at(p.box(KATYUSHA_POOL))[:p.layout.katyusha_units]
    p.put(unit, p.box(DEAD[SOVIET]))
    for katyusha in support:
        p.put(katyusha, place)
    p.emit("katyusha", "10.8", unit=p.id(unit), units=p.ids(support), hex=p.number(place))


# -- Targets -------------------------------------------------------------------------------------------------------


def germans_on_map(p: Breslau) -> list[int]:
    """The German units that can be attacked one by one."""
    return [unit for place in members(p.occupied[GERMAN]) for unit in p.at(place)]


def germans_in_contact(p: Breslau) -> list[int]:
    """10.7 The German units next to a Red Army unit."""
    near = p.occupied[GERMAN] & p.layout.grid.around(p.occupied[SOVIET])
    return [unit for place in members(near) for unit in p.at(place)]


def guns_offered(p: Breslau, guns: Iterable[int]) -> list[int]:
    """The artillery that can still be chosen: all if there is a hex to bombard, else only rockets to convert."""
    chosen = of(guns)
    able = may_bombard(p) & ~chosen
    if p.occupied[GERMAN] & ~p.shelled:
        return members(able)
    return [] if chosen else [unit for unit in members(able) if may_convert(p, unit)]


# -- The phase -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Bombardment(Step):
    """Phase 3: guns are chosen one after another, then their target; or air points, then theirs."""

    guns: tuple[int, ...] = ()
    air: int = 0
    special: str = ""
    """The Po-2 or the anti-fascists, waiting for the unit they are sent against."""

    def offer(self, p: Breslau) -> Options | None:
        if self.guns:
            return self._offer_guns(p)
        if self.air:
            prompt = Message("prompt.air_target", {"points": self.air}, ("8.2.6a", "8.2.13"))
            return Options(p.seat(SOVIET), "air_target", prompt, hexes=members(self.targets(p)), buttons=("depots",),
                           about=About("fire"))
        if self.special:
            units = germans_on_map(p) if self.special == "po2" else germans_in_contact(p)
            prompt = Message(f"prompt.{self.special}", {}, ("10.9.1" if self.special == "po2" else "10.7",))
            return Options(p.seat(SOVIET), self.special, prompt, units=units, about=About("fire"))
        units, buttons = guns_offered(p, ()), self.buttons(p)
        if not units and not buttons and not p.held:
            return None
        prompt = Message("prompt.bombardment", {"points": p.air}, ("8.2.1", "8.2.3"))
        return Options(p.seat(SOVIET), "bombardment", prompt, units=units, buttons=(*buttons, "end_phase"),
                       about=About("fire"), sets=by_stack(p, units))

    def _offer_guns(self, p: Breslau) -> Options:
        faces, units = column(p, len(self.guns)), guns_offered(p, self.guns)
        prompt = Message("prompt.bombard", {
            "units": p.ids(self.guns), "strength": len(self.guns), "hits": sum(map(is_disorganised, faces)),
            "faces": len(faces)}, ("8.2.6a", "8.2.12"))
        converts = len(self.guns) == 1 and may_convert(p, self.guns[0])
        return Options(p.seat(SOVIET), "bombard", prompt, units=units, hexes=members(self.targets(p)),
                       buttons=("katyusha",) if converts else (), about=About("fire", group=self.guns),
                       sets=by_stack(p, units))

    def targets(self, p: Breslau) -> HexSet:
        """8.2.12 Hexes with Germans that have not yet been attacked in this way."""
        return p.occupied[GERMAN] & ~(p.shelled if self.guns else p.bombed)

    def buttons(self, p: Breslau) -> list[str]:
        """What can be done besides bombarding; beyond the last column of the table more points are of no use."""
        buttons = [f"{AIR_BUTTON}{n}" for n in range(1, min(p.air, p.layout.greatest_strength) + 1)]
        if p.po2 and p.occupied[GERMAN]:
            buttons.append("po2")
        if p.antifascists and germans_in_contact(p):
            buttons.append("antifascists")
        return buttons

    def skip(self, p: Breslau) -> None:
        self._end(p)

    def take_unit(self, p: Breslau, unit: int) -> None:
        if self.special:
            (fly_po2 if self.special == "po2" else send_antifascists)(p, unit)
            p.replace(Bombardment())
        else:
            p.replace(Bombardment((*self.guns, unit)))

    def take_hex(self, p: Breslau, place: int) -> None:
        p.replace(Bombardment())
        if self.guns:
            bombard(p, self.guns, place)
        else:
            air_strike(p, self.air, place)

    def take_button(self, p: Breslau, button: str) -> None:
        if button == "end_phase":
            self._end(p)
        elif button.startswith(AIR_BUTTON):
            p.replace(Bombardment(air=int(button.removeprefix(AIR_BUTTON))))
        elif button in ("po2", "antifascists"):
            p.replace(Bombardment(special=button))
        else:
            p.replace(Bombardment())
            if button == "katyusha":
                convert(p, self.guns[0])
            else:
                strike_depots(p, self.air)

    def _end(self, p: Breslau) -> None:
        p.air = 0  # 8.2.5
        p.pop()

    def refuse_unit(self, p: Breslau, unit: int) -> Message | None:
        args = {"unit": p.id(unit)}
        if self.special == "antifascists" and p.layout.side_of[unit] == GERMAN and p.is_on_map(unit):
            return Message("refused.no_contact", args, ("10.7",))
        if self.special:
            return Message("refused.no_german", args, ("10.7" if self.special == "antifascists" else "10.9.1",))
        if self.air:
            return Message("refused.air_alone", args, ("8.2.4a",))
        return why_not_bombard(p, unit, self.guns)

    def refuse_hex(self, p: Breslau, place: int) -> Message:
        if not self.guns and not self.air:
            return Message("refused.strength_first", {}, ("8.2.6a",))
        if place < p.layout.hexes and has(p.shelled if self.guns else p.bombed, place):
            return Message("refused.struck", {"hex": p.number(place)}, ("8.2.12",))
        return Message("refused.no_enemy", {"hex": p.number(place)}, ("8.2.6a",))

    def refuse_button(self, p: Breslau, button: str) -> Message | None:
        if button.startswith(AIR_BUTTON):
            if self.guns:
                return Message("refused.air_alone", {"unit": p.id(self.guns[0])}, ("8.2.4a",))
            return Message("refused.no_air", {"points": p.air}, ("8.2.4b",))
        if button == "po2":
            return Message("refused.no_po2", {}, ("10.9.1",))
        if button == "antifascists":
            return Message("refused.no_antifascists", {}, ("10.7",))
        if button == "katyusha":
            return Message("refused.no_katyusha", {}, ("10.8",))
        return None


def why_not_bombard(p: Breslau, unit: int, guns: tuple[int, ...]) -> Message:
    """Why a unit cannot bombard."""
    args = {"unit": p.id(unit)}
    if not has(p.layout.artillery, unit):
        return Message("refused.no_artillery", args, ("3.0i", "8.2.1"))
    if not p.is_on_map(unit):
        return Message("refused.not_on_map", args, ("8.2.1",))
    if has(p.bombarded, unit) or unit in guns:
        return Message("refused.bombarded", args, ("8.2.10",))
    return Message("refused.all_struck", args, ("8.2.12",))
