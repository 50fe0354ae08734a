"""7.2: the strategic movement of the garrison between map and boxes; 10.2 the building of the armoured train."""

from __future__ import annotations

from dataclasses import dataclass, replace

from stavka.kit.hexset import HexSet, bit, has, members
from stavka.kit.steps import NOBODY, About, Options, Step, sorts
from stavka.kit.words import Message

from .components import GERMAN, NORTH_GERMAN, RESERVE, SOVIET, TRAIN_POOL, WORN_OUT
from .glossary import enter, full_hexes, has_room, line_of_communication
from .position import Breslau
from .supply import can_pay, spend

TO_MAP, TO_NORTH, FROM_MAP, FROM_NORTH, REFIT = range(5)
"""The actions of phase 9, in the order in which they must be carried out (7.2)."""


def near_the_red_army(p: Breslau) -> HexSet:
    """7.2.2 Hexes less than eight from a Red Army unit."""
    def spread() -> HexSet:
        hexes = p.occupied[SOVIET]
        for _ in range(p.layout.placement_distance - 1):
            hexes |= p.layout.grid.around(hexes)
        return hexes

    return p.derive("near", p.occupied[SOVIET], spread)


def placement_hexes(p: Breslau) -> HexSet:
    """7.2.2 Where a reserve may be placed: far city hexes with a line to the Rathaus, or the Rathaus itself."""
    far = p.layout.city & line_of_communication(p) & ~near_the_red_army(p)
    rathaus = bit(p.layout.rathaus)
    open_hexes = far & ~rathaus if rathaus & p.control else far | rathaus
    return open_hexes & ~full_hexes(p, GERMAN) & ~p.occupied[SOVIET]  # 7.2.3


def may_be_withdrawn(p: Breslau, unit: int) -> bool:
    """7.2.4 Any unit but one next to a Red Army unit; the train only moves by rail (10.2.1)."""
    return (
        p.is_on_map(unit)
        and not p.layout.trains >> unit & 1
        and not has(p.layout.grid.around(p.occupied[SOVIET]), p.where[unit])
    )


def withdrawable(p: Breslau) -> list[int]:
    """7.2.4 The units that may be withdrawn."""
    safe = p.occupied[GERMAN] & ~p.layout.grid.around(p.occupied[SOVIET])
    trains = p.layout.trains
    return [unit for place in members(safe) for unit in p.at(place) if not trains >> unit & 1]


def train_in_pool(p: Breslau) -> tuple[int, ...]:
    """The armoured train, while it is not built or damaged."""
    return p.at(p.box(TRAIN_POOL))


def may_build_train(p: Breslau) -> bool:
    """10.2, 10.2.3 From turn 9, in the works under German control, for two supply levels."""
    return why_not_train(p) is None


def why_not_train(p: Breslau) -> Message | None:
    """Why the train cannot be built or repaired now, if so."""
    layout = p.layout
    args = {"hex": p.number(layout.works)}
    if not train_in_pool(p):
        return Message("refused.train_there", args, ("10.2",))
    if p.turn < layout.train_turn:
        return Message("refused.train_early", {"turn": layout.train_turn}, ("10.2",))
    if has(p.control, layout.works):
        return Message("refused.train_control", args, ("10.2", "10.2.3"))
    if not can_pay(p, layout.train_cost):
        return Message("refused.no_supply", {"cost": layout.train_cost, "level": p.supply}, ("6.3",))
    if not has_room(p, layout.works):
        return Message("refused.full", args, ("7.2.3",))
    return None


@dataclass(frozen=True, slots=True)
class GermanStrategic(Step):
    """Phase 9. An action of a later kind closes all earlier kinds (7.2); the train may be built at any moment."""

    stage: int = TO_MAP
    unit: int = NOBODY

    def offer(self, p: Breslau) -> Options | None:
        if self.unit != NOBODY:
            prompt = Message("prompt.place", {"unit": p.id(self.unit)}, ("7.2.2a", "7.2.3"))
            return Options(p.seat(GERMAN), "place", prompt, hexes=self.places(p), about=About("place", self.unit))
        able = self.able(p)
        units = [unit for sort in able.values() for unit in sort]
        buttons = ("train", "end_phase") if may_build_train(p) else ("end_phase",)
        if not units and len(buttons) == 1 and not p.held:
            return None
        prompt = Message("prompt.german_strategic", {"level": p.supply, "sorts": sorts(**able)}, ("7.2",))
        return Options(p.seat(GERMAN), "strategic", prompt, units=units, buttons=buttons, about=About("place"))

    def able(self, p: Breslau) -> dict[str, list[int]]:
        """The units that can still do something, by what it is."""
        place = [*p.at(p.box(RESERVE))] if self.stage <= TO_NORTH else []
        withdraw = [*withdrawable(p)] if self.stage <= FROM_MAP else []
        withdraw += p.at(p.box(NORTH_GERMAN)) if self.stage <= FROM_NORTH else ()
        refit = [*p.at(p.box(WORN_OUT))] if can_pay(p, p.layout.refit_cost) else []
        return {"place": place, "withdraw": withdraw, "refit": refit}

    def places(self, p: Breslau) -> list[int]:
        """7.2.1 Where a reserve may go: onto the map, as long as that is its turn, or to the northern front."""
        hexes = members(placement_hexes(p)) if self.stage == TO_MAP else []
        return [*hexes, p.box(NORTH_GERMAN)]

    def take_unit(self, p: Breslau, unit: int) -> None:
        place = p.where[unit]
        if place == p.box(RESERVE):
            p.replace(replace(self, unit=unit))
        elif place == p.box(WORN_OUT):
            spend(p, p.layout.refit_cost, "6.4", "7.2.5")
            self._transfer(p, unit, REFIT, "7.2.5")
        elif place == p.box(NORTH_GERMAN):
            self._transfer(p, unit, FROM_NORTH, "7.2")
        else:
            self._transfer(p, unit, FROM_MAP, "7.2.4")

    def _transfer(self, p: Breslau, unit: int, stage: int, rule: str) -> None:
        p.put(unit, p.box(RESERVE))
        p.emit("transferred", rule, unit=p.id(unit), to=RESERVE)
        p.replace(GermanStrategic(stage))

    def take_hex(self, p: Breslau, place: int) -> None:
        if place == p.box(NORTH_GERMAN):
            p.put(self.unit, place)
            p.emit("transferred", "7.2", unit=p.id(self.unit), to=p.number(place))
            p.replace(GermanStrategic(TO_NORTH))
        else:
            enter(p, self.unit, [place])
            p.emit("placed", "7.2.1", "7.2.2a", unit=p.id(self.unit), hex=p.number(place))
            p.replace(GermanStrategic(TO_MAP))

    def take_button(self, p: Breslau, button: str) -> None:
        if button == "train":
            build_train(p)
        else:
            p.pop()

    def refuse_unit(self, p: Breslau, unit: int) -> Message | None:
        return why_not_strategic(p, self, unit)

    def refuse_hex(self, p: Breslau, place: int) -> Message | None:
        if self.unit == NOBODY:
            return Message("refused.pick_unit_first", {}, ("7.2",))
        return why_not_place(p, place)

    def refuse_button(self, p: Breslau, button: str) -> Message | None:
        return why_not_train(p) if button == "train" else None


def build_train(p: Breslau) -> None:
    """10.2, 10.2.3 The train is built, or repaired, and stands at the works."""
    unit = train_in_pool(p)[0]
    spend(p, p.layout.train_cost, "6.3")
    enter(p, unit, [p.layout.works])
    p.emit("train", "10.2", unit=p.id(unit), hex=p.number(p.layout.works))


def why_not_strategic(p: Breslau, step: GermanStrategic, unit: int) -> Message:
    """Why a unit cannot make a strategic move now."""
    place = p.where[unit]
    args = {"unit": p.id(unit)}
    if p.layout.side_of[unit] != GERMAN:
        return Message("refused.not_yours", args, ("7.2",))
    if step.unit != NOBODY:
        return Message("refused.place_first", {"unit": p.id(step.unit)}, ("7.2.2a",))
    if p.layout.trains >> unit & 1:
        return Message("refused.train_rails", args, ("10.2.1",))
    if place == p.box(WORN_OUT):
        return Message("refused.no_supply", {"cost": p.layout.refit_cost, "level": p.supply}, ("6.4",))
    if p.is_on_map(unit) and not may_be_withdrawn(p, unit):
        return Message("refused.next_to_enemy", args, ("7.2.4",))
    if p.is_on_map(unit) or place in (p.box(RESERVE), p.box(NORTH_GERMAN)):
        return Message("refused.order", args, ("7.2",))
    return Message("refused.not_in_play", args, ("5.1",))


def why_not_place(p: Breslau, place: int) -> Message:
    """Why a reserve may not be placed in a hex."""
    layout, args = p.layout, {"hex": p.number(place)}
    if place >= layout.hexes:
        return Message("refused.no_such_way", args, ("7.2",))
    if has(p.occupied[SOVIET], place):
        return Message("refused.enemy", args, ("3.0k",))
    if has(full_hexes(p, GERMAN), place):
        return Message("refused.full", args, ("7.2.3",))
    if place == layout.rathaus:
        return Message("refused.rathaus_lost", args, ("7.2.2a",))
    if not has(layout.city, place):
        return Message("refused.not_city", args, ("7.2.2a",))
    if has(near_the_red_army(p), place):
        return Message("refused.too_near", {**args, "distance": layout.placement_distance}, ("7.2.2a",))
    if not has(line_of_communication(p), place):
        return Message("refused.no_line", args, ("7.2.2a", "3.0d"))
    return Message("refused.order", {"unit": p.number(place)}, ("7.2",))


