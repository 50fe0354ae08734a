"""Chapter 11, first half: declaring an attack, the differential and its shifts (11.1 - 11.14, 11.23 - 11.25).

What the dice bring is in :mod:`.results`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from stavka.kit.hexset import HexSet, UnitSet, has, members, of
from stavka.kit.position import enemy
from stavka.kit.steps import NOBODY, About, Options, Step, attack_prompt, by_stack
from stavka.kit.tables import Sum
from stavka.kit.words import Message

from .air import fly, may_support, ready, why_not_fly
from .bagration import may_act
from .components import GERMAN, SIDES, SOVIET
from .position import Dagc
from .special_units import armour_appears, armour_available, has_shock_shift, holds_locality, may_retreat_before
from .stacking import hidden_from_german, name_openly
from .supply import CrowdedPorts, in_supply, in_supply_to_defend, needs_port
from .zones import zone

BEFORE, AFTER = "before", "after"
"""The two combat phases of a player turn (11.1)."""

ARDOUR_COLUMNS = 3  # 11.23: the three leftmost
LOWERED = "odds.lowered"  # 11.14: counts from the column that would be rolled on, not from a surplus beyond it


# -- Who may attack whom (11.1 - 11.6) -----------------------------------------------------------------------------


def idle(p: Dagc, side: int) -> UnitSet:
    """11.1, 11.5 Who does not attack: whoever has, localities (12.5), and on turn 1 Soviets not activated (5.4)."""
    idle = p.fought | p.layout.localities
    return idle | ~p.activated if p.turn == 1 and side == SOVIET else idle


def is_fresh_target(p: Dagc, place: int) -> bool:
    """11.3 No unit is attacked twice in a phase; units that retreated onto others share their fate (11.17)."""
    return any(not p.attacked >> unit & 1 for unit in p.at(place))


def may_be_attacked_by(p: Dagc, unit: int, place: int) -> bool:
    """Whether the unit's side and front may attack this enemy hex at all."""
    layout = p.layout
    if layout.side_of[unit] == GERMAN:
        return not has(layout.entrenchments[SOVIET], place)  # 11.10
    return not (layout.is_front(unit) and p.is_historical) or has(layout.first_ukrainian_area, place)  # 10.2


def attackers_against(p: Dagc, side: int, place: int) -> list[int]:
    """11.2, 11.4 All units that may attack a hex: adjacent, though not across open water (9.7)."""
    around, out = p.layout.combat_moves.near[place] & p.occupied[side], idle(p, side)
    return [
        unit for hex in members(around) for unit in p.at(hex)
        if not out >> unit & 1 and may_be_attacked_by(p, unit, place)
    ]


def attackable(p: Dagc, side: int) -> list[int]:
    """The enemy hexes that can be attacked now."""
    out, near = idle(p, side), p.layout.combat_moves.near
    able = {place: units for place in members(p.occupied[side] & zone(p, enemy(side)))
            if (units := [unit for unit in p.at(place) if not out >> unit & 1])}
    from_hexes = of(able)
    return [
        place for place in members(p.occupied[enemy(side)] & zone(p, side))
        if is_fresh_target(p, place) and any(
            may_be_attacked_by(p, unit, place) for hex in members(near[place] & from_hexes) for unit in able[hex])
    ]


def must_attack(p: Dagc, side: int, phase: str) -> bool:
    """11.1 In the historical scenario every activated unit must attack before movement on turn 1, if it can."""
    return side == SOVIET and phase == BEFORE and p.turn == 1 and p.is_historical


# -- The differential (11.8 - 11.13) -------------------------------------------------------------------------------


def attack_hexes(p: Dagc, units: Iterable[int]) -> HexSet:
    """The hexes an attack comes from."""
    return of(p.where[unit] for unit in units)


def crosses_rivers_only(p: Dagc, units: Iterable[int], target: int) -> bool:
    """11.9 The river helps only if every attacker attacks across one; the strait counts as a river (9.8)."""
    return not attack_hexes(p, units) & ~p.layout.crossings.near[target]


def is_concentric(p: Dagc, units: Iterable[int], target: int) -> bool:
    """11.11 From opposite sides, from three hexes each with one between, or from more than three."""
    where = {p.where[unit] for unit in units}
    clock = [hex in where for hex in p.layout.grid.ring[target]]
    opposite = any(clock[hand] and clock[hand + 3] for hand in range(3))
    return opposite or all(clock[::2]) or all(clock[1::2]) or sum(clock) > 3


def defending(p: Dagc, place: int) -> list[int]:
    """11.17 The units whose factors count: one that retreated here this phase adds nothing."""
    return [unit for unit in p.at(place) if not p.attacked >> unit & 1]


def differential(p: Dagc, attack: Attack, *, unseen: UnitSet = 0) -> Sum:
    """11.8 The battle as a sum with every reason in it. ``unseen`` defenders are left out of it (6.8)."""
    total = Sum()
    _add_attackers(p, attack, total)
    _add_defence(p, attack, total, unseen)
    _add_shifts(p, attack, total, unseen)
    return total


def _add_attackers(p: Dagc, attack: Attack, total: Sum) -> None:
    for unit in attack.units:
        total.attack(p.factor(unit), "odds.unit", "11.8", unit=p.id(unit))


def _add_defence(p: Dagc, attack: Attack, total: Sum, unseen: UnitSet) -> None:
    layout, target = p.layout, attack.target
    for unit in p.at(target):
        if unseen >> unit & 1:
            continue
        if p.attacked >> unit & 1:
            total.defend(0, "odds.retreated", "11.17.d", unit=p.id(unit))
        else:
            total.defend(p.factor(unit), "odds.unit", "11.8", unit=p.id(unit))
    ground = layout.terrain_defence[target]
    total.defend(ground, "odds.terrain", "11.9.a", when=ground != 0, terrain=layout.board.terrain[target])
    place = layout.place_defence.get(target, 0)
    total.defend(place, "odds.place", "11.9.a", when=place != 0, hex=p.number(target))
    own_trench = has(layout.entrenchments[enemy(attack.side)], target)
    total.defend(layout.entrenchment_defence, "odds.entrenchment", "11.10.a", when=own_trench)
    total.defend(layout.river_defence, "odds.river", "11.9.b",
                 when=bool(attack.units) and crosses_rivers_only(p, attack.units, target))


def _add_shifts(p: Dagc, attack: Attack, total: Sum, unseen: UnitSet) -> None:
    layout, target, units = p.layout, attack.target, attack.units
    soviet = attack.side == SOVIET
    total.shift(1, "odds.bagration", "5.4.b", when=soviet and p.turn == 1 and attack.phase == BEFORE)
    all_supplied = not any_out_of_supply(p, units)
    total.shift(-1, "odds.attacker_oos", "7.4.a", when=not all_supplied)
    defenders = [unit for unit in p.at(target) if not unseen >> unit & 1]
    total.shift(1, "odds.defender_oos", "7.4.b",
                when=not all(in_supply_to_defend(p, unit) for unit in defenders))
    immune = has(layout.cities, target) or holds_locality(p, target)  # 11.11, 12.5
    total.shift(1, "odds.concentric", "11.11", when=not immune and is_concentric(p, units, target))
    total.shift(layout.partisan_shift, "odds.partisans", "11.25", when=soviet and has(layout.partisan, target))
    total.shift(1, "odds.shock", "12.7", when=soviet and all_supplied and has_shock_shift(p, units))
    total.shift(1, "odds.air", "13.1.b", when=attack.air != NOBODY,
                air="" if attack.air == NOBODY else p.id(attack.air))
    total.shift(1, "odds.armour", "12.6.a", when=attack.armour)
    total.shift(-attack.lower, LOWERED, "11.14", when=attack.lower > 0)


def any_out_of_supply(p: Dagc, units: Iterable[int]) -> bool:
    """7.4 Whether any of the attackers is out of supply."""
    return not all(in_supply(p, unit) for unit in units)


def column(p: Dagc, total: Sum) -> int:
    """11.13 The differential as a column, all shifts together, kept within the table at either end; 11.14 lowered."""
    crt = p.layout.crt
    lowered = sum(item.value for item in total.shifts if item.message.key == LOWERED)
    return crt.clamp(crt.clamp(crt.column(total.differential) + total.net_shift - lowered) + lowered)


def settle_ports(p: Dagc, units: Iterable[int]) -> None:
    """7.1, 7.9 If the ports of units in a battle are overtaxed, that is settled before its column is known (11.23)."""
    if any(p.layout.side_of[unit] == GERMAN and needs_port(p, unit) for unit in units):
        p.push(CrowdedPorts())


# -- The phase -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Combat(Step):
    """A combat phase: attacks one after another, in any order (11.1, 11.7)."""

    side: int
    phase: str

    def offer(self, p: Dagc) -> Options | None:
        targets = attackable(p, self.side)
        forced = must_attack(p, self.side, self.phase) and bool(targets)
        if not targets and not p.held:
            return None
        prompt = Message("prompt.attack_forced", {}, ("11.1.b",)) if forced else Message(
            "prompt.attack", {}, ("11.1.a", "11.3.a"))
        buttons = () if forced else ("end_phase",)
        return Options(p.seat(self.side), "target", prompt, hexes=targets, buttons=buttons, about=About("attack"))

    def take_hex(self, p: Dagc, place: int) -> None:
        p.emit("target", "11.3.a", side=SIDES[self.side], hex=p.number(place))
        hidden = hidden_from_german(p, place) if self.side == GERMAN else ()
        p.push(Attack(self.side, self.phase, place))
        settle_ports(p, p.at(place))
        if hidden:
            p.revealed = True  # 6.8: once declared, the stack is examined and the attack must go on
            p.emit("revealed", "6.8.b", hex=p.number(place), units=p.ids(p.at(place)))

    def take_button(self, p: Dagc, button: str) -> None:
        p.pop()

    def refuse_hex(self, p: Dagc, place: int) -> Message | None:
        return why_not_attack(p, self.side, place)

    def refuse_button(self, p: Dagc, button: str) -> Message | None:
        return Message("refused.must_attack", {}, ("11.1.b",)) if button == "end_phase" else None


@dataclass(frozen=True, slots=True)
class Attack(Step):
    """An attack that is being put together: attackers, support, and how it is to be rolled."""

    side: int
    phase: str
    target: int
    units: tuple[int, ...] = ()
    air: int = NOBODY
    armour: bool = False
    lower: int = 0

    def offer(self, p: Dagc) -> Options | None:
        candidates = self.candidates(p)
        units = [*candidates, *self.air_support(p)]
        buttons: list[str] = []
        if self.units:
            now = column(p, differential(p, self))
            buttons.append("roll")
            if now < ARDOUR_COLUMNS:
                buttons.append("ardour")  # 11.23
            if now > 0:
                buttons.append("lower")  # 11.14
            if armour_available(p, self.side, self.units):
                buttons.append("armour")  # 12.6
        prompt = attack_prompt(units, buttons, {"hex": p.number(self.target)}, ("11.4", "11.8"))
        group = self.units if self.air == NOBODY else (*self.units, self.air)
        return Options(p.seat(self.side), "attack", prompt, units=units, buttons=buttons,
                       about=About("attack", targets=(self.target,), group=group), sets=by_stack(p, candidates))

    def candidates(self, p: Dagc) -> list[int]:
        """11.4 Units that may still join; 11.24 the two fronts never attack together."""
        able = [unit for unit in attackers_against(p, self.side, self.target) if unit not in self.units]
        if not self.units:
            return able
        front = p.layout.is_front(self.units[0])
        return [unit for unit in able if p.layout.is_front(unit) == front]

    def air_support(self, p: Dagc) -> list[int]:
        """13.1 One air army at most, in any Soviet combat phase."""
        if self.side != SOVIET or self.air != NOBODY:
            return []
        return [air_army for air_army in ready(p) if may_support(p, air_army, self.units)]

    def take_unit(self, p: Dagc, unit: int) -> None:
        if p.layout.air >> unit & 1:
            fly(p, unit)
            p.emit("air_support", "13.1.b", air=p.id(unit), hex=p.number(self.target))
            p.replace(replace(self, air=unit))
        else:
            p.replace(replace(self, units=(*self.units, unit)))
            settle_ports(p, [unit])

    def take_button(self, p: Dagc, button: str) -> None:
        if button == "lower":
            p.replace(replace(self, lower=self.lower + 1))
        elif button == "armour":
            p.replace(replace(self, armour=armour_appears(p)))
        else:
            self._declare(p, ardour=button == "ardour")

    def _declare(self, p: Dagc, ardour: bool) -> None:
        from .results import Battle, RetreatBeforeCombat

        p.replace(Battle(self, ardour))
        name_openly(p, self.units)
        p.emit("declared", "11.8", side=SIDES[self.side], hex=p.number(self.target), units=p.ids(self.units))
        if may_retreat_before(p, self.side, self.target):
            p.push(RetreatBeforeCombat(self.target))  # 12.2

    def refuse_unit(self, p: Dagc, unit: int) -> Message | None:
        if p.layout.air >> unit & 1 and self.side == SOVIET:
            if self.air != NOBODY:
                return Message("refused.one_air_army", {"unit": p.id(unit)}, ("13.1.b",))
            return why_not_fly(p, unit)
        return why_not_join(p, self, unit)

    def refuse_button(self, p: Dagc, button: str) -> Message | None:
        if button in ("roll", "ardour", "lower", "armour") and not self.units:
            return Message("refused.no_attackers", {}, ("11.2",))
        if button == "ardour":
            return Message("refused.ardour_column", {}, ("11.23",))
        if button == "lower":
            return Message("refused.lowest_column", {}, ("11.14",))
        if button == "armour":
            return Message("refused.armour", {}, ("12.6.a",))
        if button == "end_phase":
            return Message("refused.declared", {"hex": p.number(self.target)}, ("6.8.b", "11.7"))
        return None


# -- Why not -------------------------------------------------------------------------------------------------------


def why_not_target(p: Dagc, side: int, place: int) -> Message | None:
    """Why a hex cannot be attacked, whoever of a side would do it; None if it can."""
    args = {"hex": p.number(place)}
    if place >= p.layout.hexes or not has(p.occupied[enemy(side)], place):
        return Message("refused.no_enemy", args, ("11.2",))
    if not is_fresh_target(p, place):
        return Message("refused.attacked_already", args, ("11.3.b",))
    if side == GERMAN and has(p.layout.entrenchments[SOVIET], place):
        return Message("refused.attack_entrenchment", args, ("11.10.c",))
    return None


def why_not_attack(p: Dagc, side: int, place: int) -> Message:
    """Why a hex cannot be attacked by a side now."""
    reason = why_not_target(p, side, place)
    if reason is not None:
        return reason
    args = {"hex": p.number(place)}
    near = [unit for hex in members(p.layout.combat_moves.near[place] & p.occupied[side]) for unit in p.at(hex)]
    if not near:
        return Message("refused.not_adjacent", args, ("11.2",))
    return why_not_attack_with(p, near[-1], place) or Message("refused.not_adjacent", args, ("11.2",))


def why_not_attack_with(p: Dagc, unit: int, place: int) -> Message | None:
    """Why a unit, adjacent or not, cannot attack a hex; None if it can."""
    args = {"unit": p.id(unit), "hex": p.number(place)}
    if not p.is_on_map(unit):
        return Message("refused.not_on_map", args)
    if p.layout.localities >> unit & 1:
        return Message("refused.locality_attacks", args, ("11.1.c", "12.5.e"))
    if p.fought >> unit & 1:
        return Message("refused.fought", args, ("11.5",))
    if not may_act(p, unit):
        return Message("refused.not_activated", args, ("5.4.a",))
    if not has(p.layout.combat_moves.near[place], p.where[unit]):
        return Message("refused.unit_not_adjacent", args, ("11.2",))
    if not may_be_attacked_by(p, unit, place):
        rule = "11.10.c" if p.layout.side_of[unit] == GERMAN else "10.2.b"
        key = "refused.attack_entrenchment" if p.layout.side_of[unit] == GERMAN else "refused.outside_area"
        return Message(key, args, (rule,))
    return None


def why_not_join(p: Dagc, attack: Attack, unit: int) -> Message:
    """Why a unit cannot join an attack."""
    args = {"unit": p.id(unit), "hex": p.number(attack.target)}
    if p.layout.side_of[unit] != attack.side or p.layout.air >> unit & 1:
        return Message("refused.not_yours", args, ("11.2",))
    if unit in attack.units:
        return Message("refused.fought", args, ("11.5",))
    return why_not_attack_with(p, unit, attack.target) or Message("refused.fronts_attack", args, ("11.24",))
