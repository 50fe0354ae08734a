"""Chapter 11, second half: what the dice bring (11.15 - 11.23), and the cav-mech exceptions of 12.2."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from stavka.kit.hexset import HexSet, UnitSet, bit, has, members, of
from stavka.kit.hexwise import Course, Hexwise
from stavka.kit.losses import Losses, Toll
from stavka.kit.position import enemy
from stavka.kit.steps import About, Options, Step
from stavka.kit.tables import explained
from stavka.kit.words import Message

from .combat import Attack, column, differential
from .components import GERMAN, SIDES, SOVIET
from .control import enter
from .movement import why_not_enter
from .position import Dagc
from .reinforcements import DEAD
from .special_units import cav_mech_are_agile, full_shock_armies
from .stacking import StackOrder, may_join, name_openly
from .supply import in_supply, working_sources
from .zones import open_zone

# -- Steps lost (2.11) ---------------------------------------------------------------------------------------------


def lose_step(p: Dagc, unit: int, *rules: str) -> None:
    """2.11 A full two-step unit is reduced, any other goes to the dead pile."""
    if p.steps_of(unit) == 2:
        p.reduced |= bit(unit)
        name_openly(p, (unit,))
        p.emit("reduced", *rules, unit=p.id(unit), hex=p.number(p.where[unit]))
    else:
        eliminate(p, unit, *rules)


def eliminate(p: Dagc, unit: int, *rules: str) -> None:
    """2.11 A unit goes to the dead pile."""
    p.emit("eliminated", *rules, unit=p.id(unit), hex=p.number(p.where[unit]))
    p.reduced &= ~bit(unit)
    p.put(unit, p.box(DEAD[p.layout.side_of[unit]]))


def eliminate_defenders(p: Dagc, units: Iterable[int]) -> int:
    """11.20 DE: every defender loses a step; returns how many were lost."""
    defenders = list(units)
    for unit in defenders:
        lose_step(p, unit, "11.20")
    return len(defenders)


# -- The battle ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Battle(Step):
    """A declared attack, rolled as soon as the defender has had his say."""

    attack: Attack
    ardour: bool

    @property
    def target(self) -> int:
        """The hex under attack."""
        return self.attack.target

    def skip(self, p: Dagc) -> None:
        p.pop()
        attack = self.attack
        total = differential(p, attack)
        at_column = column(p, total)
        advance = self.engage(p)
        die = p.roll(self.target)
        result = p.layout.crt.result(at_column, die)
        dice = [die]
        while self.ardour and result == "AS":  # 11.23
            dice.append(p.roll(self.target))
            result = p.layout.crt.result(at_column, dice[-1])
        name_openly(p, attack.units)
        p.emit("fought", "11.8", side=SIDES[attack.side], hex=p.number(attack.target), units=p.ids(attack.units),
               attack=total.attack_strength, defence=total.defence_strength, shift=total.net_shift,
               column=p.layout.crt.headings[at_column], dice=dice, result=result, sum=explained(total))
        resolve(p, attack, result, advance)

    def engage(self, p: Dagc) -> Advance:
        """Both forces have now fought in this phase (11.3, 11.5); who may advance is settled now (7.1, 12.2)."""
        units = self.attack.units
        p.fought |= of(units)
        p.attacked |= of(p.at(self.target))
        agile: UnitSet = 0
        if self.attack.side == SOVIET and cav_mech_are_agile(p):
            agile = of(u for u in units if p.layout.cav_mech >> u & 1 and in_supply(p, u))
        return Advance(self.attack.side, self.target, units, agile)

    def as_data(self) -> dict[str, object]:
        return {"step": "Battle", "attack": self.attack.as_data(), "ardour": self.ardour}


def resolve(p: Dagc, attack: Attack, result: str, advance: Advance) -> None:
    """Apply a result of the table (11.15 - 11.21)."""
    target, defender = attack.target, enemy(attack.side)
    if result == "DR" and has(p.layout.cities, target):
        p.emit("city_holds", "11.18", hex=p.number(target))
        result = "BB"  # 11.18
    if result == "AE":  # 11.16
        for unit in attack.units:
            lose_step(p, unit, "11.16")
    elif result == "DR":  # 11.17
        p.push(Retreat(defender, target), advance)
    elif result == "DE":  # 11.20
        eliminate_defenders(p, p.at(target))
        p.push(advance)
    elif result == "BB":  # 11.21
        lost = eliminate_defenders(p, p.at(target))
        shock = tuple(full_shock_armies(p, attack.units))
        p.push(Losses(STEPS, attack.side, attack.units, lost, "11.21.a", shock, "11.21.b"), advance)


# -- Retreat (11.17 - 11.19, 12.2, 12.5) ---------------------------------------------------------------------------


def open_retreats(p: Dagc, unit: int, together: int = 1) -> HexSet:
    """11.17 Where a unit (one of so many that go together) may retreat: no EZOC but negated, no overstacking."""
    side = p.layout.side_of[unit]
    near = p.layout.retreat_moves.near[p.where[unit]] & ~open_zone(p, side)  # 8.4, 9.7
    return of(
        place for place in members(near)
        if why_not_enter(p, unit, place) is None and may_join(p, unit, place, together)
    )


def nearest_supply(p: Dagc, side: int, hexes: HexSet) -> HexSet:
    """11.17 Of the open hexes those nearest to a working supply source (7.12 does not matter here)."""
    sources = working_sources(p, side)
    if not sources:
        return hexes
    distance = {place: p.layout.grid.steps_to(place, sources) or 0 for place in members(hexes)}
    return of(place for place, steps in distance.items() if steps == min(distance.values()))


def retreat_hexes(p: Dagc, units: Iterable[int]) -> list[int]:
    """11.17 Where these units may retreat together."""
    group = list(units)
    if not group:
        return []
    hexes = open_retreats(p, group[0], len(group))
    return members(nearest_supply(p, p.layout.side_of[group[0]], hexes))


def mobile(p: Dagc, place: int) -> tuple[int, ...]:
    """The units in a hex that can retreat: all but localities (12.5)."""
    return tuple(unit for unit in p.at(place) if not p.layout.localities >> unit & 1)


@dataclass(frozen=True, slots=True)
class Retreat(Step):
    """11.17 The defender retreats one hex, or refuses at the price of a step (11.19), or is lost if he cannot.

    A stack goes to one hex; only if no hex can take all of it may it split.
    """

    side: int
    target: int
    may_stand: bool = True

    def offer(self, p: Dagc) -> Options | None:
        units = mobile(p, self.target)
        hexes = retreat_hexes(p, units)
        alone = [] if hexes else [unit for unit in units if len(units) > 1 and retreat_hexes(p, [unit])]
        if not hexes and not alone:
            return None
        standing = self.may_stand and self._has_spare_step(p)
        if standing and self.side == GERMAN and p.options["stand_fast"]:
            return None
        rules = ("11.17.a", "11.19.a") if standing else ("11.17.a",)
        prompt = Message("prompt.retreat", {"hex": p.number(self.target)}, rules)
        return Options(p.seat(self.side), "retreat", prompt, units=alone, hexes=hexes,
                       buttons=("loss",) if standing else (), about=About("retreat", group=units))

    def _has_spare_step(self, p: Dagc) -> bool:
        """11.19 A force of a single step cannot refuse to retreat."""
        return sum(p.steps_of(unit) for unit in p.at(self.target)) > 1

    def skip(self, p: Dagc) -> None:
        """Either Hitler forbids the retreat (note to 11.19), or there is nowhere to go: DE (11.17)."""
        p.pop()
        units = mobile(p, self.target)
        blocked = not any(retreat_hexes(p, [unit]) for unit in units)
        if not blocked:
            self._stand(p)
            return
        self._lose_localities(p)
        if units:
            p.emit("blocked", "11.17.b", hex=p.number(self.target), units=p.ids(units))
            eliminate_defenders(p, units)

    def take_hex(self, p: Dagc, place: int) -> None:
        p.pop()
        self._lose_localities(p)
        joins = bool(p.at(place))
        for unit in mobile(p, self.target):
            fall_back(p, unit, place)
        if joins and self.side == SOVIET:
            p.push(StackOrder(place))  # 6.8

    def take_unit(self, p: Dagc, unit: int) -> None:
        self._lose_localities(p)
        p.replace(replace(self, may_stand=False))
        p.push(Hexwise(RETREAT_ALONE, self.side, (unit,)))

    def take_button(self, p: Dagc, button: str) -> None:
        p.pop()
        self._stand(p)

    def _stand(self, p: Dagc) -> None:
        p.emit("stands", "11.19.a", hex=p.number(self.target), side=SIDES[self.side])
        p.push(Losses(STEPS, self.side, p.at(self.target), 1, "11.19.a"))

    def _lose_localities(self, p: Dagc) -> None:
        """12.5 A fortified locality that receives a DR is eliminated."""
        for unit in p.at(self.target):
            if p.layout.localities >> unit & 1:
                eliminate(p, unit, "12.5.d")

    def refuse_hex(self, p: Dagc, place: int) -> Message | None:
        return why_not_retreat(p, self.side, self.target, place)

    def refuse_button(self, p: Dagc, button: str) -> Message | None:
        return Message("refused.no_spare_step", {}, ("11.19.b",)) if button == "loss" else None


def fall_back(p: Dagc, unit: int, place: int) -> None:
    """A unit retreats into a hex."""
    p.emit("retreated", "11.17.a", unit=p.id(unit), path=[p.number(p.where[unit]), p.number(place)],
           to=p.number(place))
    enter(p, unit, [place])


def why_not_retreat(p: Dagc, side: int, start: int, place: int) -> Message:
    """Why a force may not retreat to a hex."""
    args = {"hex": p.number(place)}
    units = mobile(p, start)
    if (start, place) in p.layout.straits:
        return Message("refused.strait_moves", {}, ("9.8",))
    if place >= p.layout.hexes or not has(p.layout.retreat_moves.near[start], place):
        return Message("refused.retreat_far", args, ("11.17.a",))
    if units and (closed := why_not_enter(p, units[0], place)) is not None:
        return closed
    if has(open_zone(p, side), place):
        return Message("refused.retreat_zone", args, ("11.17.b",))
    if units and not may_join(p, units[0], place, len(units)):
        return Message("refused.retreat_stack", args, ("11.17.b",))
    return Message("refused.retreat_supply", args, ("11.17.c",))


def open_alone(p: Dagc, step: Hexwise) -> list[int]:
    """11.17 Where one unit of a stack that has to split may retreat."""
    return retreat_hexes(p, step.units)


def fall_back_alone(p: Dagc, step: Hexwise, place: int) -> None:
    """11.17 It does."""
    joins = bool(p.at(place))
    fall_back(p, step.units[0], place)
    if joins and step.side == SOVIET:
        p.push(StackOrder(place))  # 6.8


def why_not_alone(p: Dagc, step: Hexwise, place: int) -> Message:
    """11.17 Why it may not go there."""
    return why_not_retreat(p, step.side, p.where[step.units[0]], place)


RETREAT_ALONE = Course("retreat_alone", "retreat", "retreat", "11.17.a", open_alone, fall_back_alone, why_not_alone)


@dataclass(frozen=True, slots=True)
class RetreatBeforeCombat(Step):
    """12.2 A cav-mech group may slip away before the die is rolled."""

    target: int

    def offer(self, p: Dagc) -> Options | None:
        group = p.at(self.target)[-1]
        prompt = Message("prompt.retreat_before", {"unit": p.id(group)}, ("12.2.a",))
        return Options("soviet", "retreat_before", prompt, buttons=("retreat", "stand"), about=About("retreat", group))

    def take_button(self, p: Dagc, button: str) -> None:
        p.pop()
        if button == "retreat":
            battle = p.steps[-1]
            assert isinstance(battle, Battle)
            p.pop()
            advance = battle.engage(p)
            p.emit("slipped_away", "12.2.a", unit=p.id(p.at(self.target)[-1]))
            p.push(Retreat(SOVIET, self.target, may_stand=False), advance)


# -- Losses (11.19, 11.21) -----------------------------------------------------------------------------------------


def steps_left(p: Dagc, unit: int) -> int:
    """The steps that a unit can still lose in a battle."""
    return p.steps_of(unit) if p.is_on_map(unit) else 0


STEPS = Toll("steps", steps_left, lose_step)


# -- Advance (11.22, 12.2) -----------------------------------------------------------------------------------------


def advance_into(p: Dagc, unit: int, place: int, rule: str) -> None:
    """A unit advances into a hex."""
    p.emit("advanced", rule, unit=p.id(unit), path=[p.number(p.where[unit]), p.number(place)], to=p.number(place))
    enter(p, unit, [place])


@dataclass(frozen=True, slots=True)
class Advance(Step):
    """11.22 Attackers may advance into a hex that was vacated; ``agile`` ones may go on one more hex (12.2)."""

    side: int
    target: int
    units: tuple[int, ...]
    agile: UnitSet

    def offer(self, p: Dagc) -> Options | None:
        units = self.able(p)
        if not units:
            return None
        prompt = Message("prompt.advance", {"hex": p.number(self.target)}, ("11.22.a",))
        return Options(p.seat(self.side), "advance", prompt, units=units, buttons=("halt",),
                       about=About("advance", targets=(self.target,)))

    def able(self, p: Dagc) -> list[int]:
        """The attackers that can still advance."""
        if has(p.occupied[enemy(self.side)], self.target):
            return []
        return [
            unit for unit in self.units
            if p.is_on_map(unit)
            and (p.where[unit], self.target) not in p.layout.straits  # 9.8
            and why_not_enter(p, unit, self.target) is None
        ]

    def take_unit(self, p: Dagc, unit: int) -> None:
        advance_into(p, unit, self.target, "11.22.a")
        p.replace(replace(self, units=tuple(other for other in self.units if other != unit)))
        if self.agile >> unit & 1:
            p.push(Hexwise(ADVANCE_AGAIN, self.side, (unit,)))

    def take_button(self, p: Dagc, button: str) -> None:
        p.pop()

    def refuse_unit(self, p: Dagc, unit: int) -> Message | None:
        if unit not in self.units:
            return Message("refused.not_involved", {"unit": p.id(unit)}, ("11.22.a",))
        if (p.where[unit], self.target) in p.layout.straits:
            return Message("refused.strait_moves", {}, ("9.8",))
        return why_not_enter(p, unit, self.target)


def open_advances(p: Dagc, step: Hexwise) -> list[int]:
    """12.2 Where a cav-mech group that has advanced may at once advance a second hex."""
    unit = step.units[0]
    near = p.layout.retreat_moves.near[p.where[unit]]
    return [place for place in members(near) if why_not_enter(p, unit, place) is None]


def advance_again(p: Dagc, step: Hexwise, place: int) -> None:
    """12.2 It does."""
    joins = bool(p.at(place))
    advance_into(p, step.units[0], place, "12.2.b")
    if joins:
        p.push(StackOrder(place))  # 6.8


def why_not_again(p: Dagc, step: Hexwise, place: int) -> Message:
    """12.2 Why it may not go there."""
    if (p.where[step.units[0]], place) in p.layout.straits:
        return Message("refused.strait_moves", {}, ("9.8",))
    return why_not_enter(p, step.units[0], place) or Message(
        "refused.advance_far", {"hex": p.number(place)}, ("12.2.b",))


ADVANCE_AGAIN = Course("advance_again", "advance", "advance_again", "12.2.b", open_advances, advance_again,
                       why_not_again, may_halt=True)
