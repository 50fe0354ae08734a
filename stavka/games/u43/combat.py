"""Chapters 8, 9 and 13: declaring an attack or a mobile assault, the odds and their shifts.

What the dice bring is in :mod:`.results`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from stavka.kit.grid import Ways
from stavka.kit.hexset import HexSet, UnitSet, bit, has, members, of
from stavka.kit.steps import About, Options, Step, attack_prompt
from stavka.kit.tables import Sum, Times, multiplied, times
from stavka.kit.words import Message

from .air import cover_of, offensive_support, why_no_support
from .artillery import batteries, gun_shift, why_no_bombardment
from .components import GERMAN, HALVES, MECH, NOBODY, RAIN, SOVIET, points
from .forts import fort_hexes
from .leaders import why_no_zhukov, zhukov_may_help
from .lyutezh import may_attack as lyutezh_allows
from .position import Ukraine, enemy
from .supply import in_reach_of
from .terrain import roads

FIRST, SECOND, MOBILE = "first", "second", "mobile"
"""The two combat phases (8.1), and mobile assaults (13.1)."""

MOST_GUNS = 2  # 22.2
HALF = Fraction(1, 2)


# -- Who may attack whom (8.1, 8.2, 9.9, 11.3, 18.1) ---------------------------------------------------------------


def attack_ways(p: Ukraine, phase: str) -> Ways:
    """The hexsides attacks go across: no sea; major rivers with an Assault marker in the first phase only (18.1)."""
    layout = p.layout
    crossed = p.river_assaults if phase == FIRST else 0

    def open_sides() -> Ways:
        sides = layout.grid.every_side & ~layout.sea & ~layout.major | crossed
        return layout.grid.ways(sides & ~layout.flood_sides if p.flooded else sides)  # 28.2

    return p.derive(("attack ways", phase), (crossed, p.flooded), open_sides)


def may_attack(p: Ukraine, unit: int, phase: str) -> bool:
    """8.1, 11.3 A unit attacks once a phase, undisrupted, in the second phase with a marker; artillery never."""
    layout = p.layout
    able = (layout.combat | layout.support | layout.panzer_corps | layout.tank_armies | layout.shock_armies)
    barred = p.fought | p.disrupted | layout.artillery
    if phase == SECOND and not p.assault >> unit & 1:
        return False
    return p.is_on_map(unit) and bool(able >> unit & 1) and not barred >> unit & 1


def attackers_ready(p: Ukraine, side: int, phase: str) -> UnitSet:
    """The units that can attack by themselves now, sappers included."""
    layout = p.layout
    able = (layout.attackers | layout.sappers) & layout.army[side] & ~p.fought & ~p.disrupted
    if phase == SECOND:
        able &= p.assault
    return able & p.mapped


def sapper_targets(p: Ukraine, side: int) -> HexSet:
    """9.9 The hexes sappers may attack: fortifications, cities, towns."""
    return fort_hexes(p, enemy(side)) | p.layout.cities | p.layout.towns


def attacked_out(p: Ukraine) -> HexSet:
    """8.1 Hexes all of whose units have been attacked this phase."""
    if not p.attacked:
        return 0

    def find() -> HexSet:
        places = {p.where[unit] for unit in p.those_on_map(p.attacked)}
        return of(place for place in places if all(p.attacked >> unit & 1 for unit in p.ground_at(place)))

    return p.derive("attacked out", (p.attacked, p.version), find)


def attackable(p: Ukraine, side: int, phase: str) -> list[int]:
    """The enemy hexes that can be attacked now."""
    layout = p.layout
    ready = attackers_ready(p, side, phase)
    sappers = ready & layout.sappers
    foes, ways = p.manned[enemy(side)] & ~attacked_out(p), attack_ways(p, phase)
    hexes = layout.grid.cross(p.hexes_of(ready & ~sappers), ways) & foes
    if sappers:
        near = layout.grid.cross(p.hexes_of(sappers), ways)
        hexes |= near & foes & sapper_targets(p, side)
    if p.is_october and hexes & layout.north_of_lyutezh:
        return [place for place in members(hexes) if attackers_against(p, side, (place,), phase)]
    return members(hexes)


def may_join(p: Ukraine, unit: int, targets: Sequence[int]) -> bool:
    """9.9, 34.6 Whether a unit that stands next to these hexes may attack them."""
    if p.layout.sappers >> unit & 1 and not all(
            has(sapper_targets(p, p.layout.side_of[unit]), target) for target in targets):
        return False
    return not p.is_october or all(lyutezh_allows(p, unit, target) for target in targets)


def attackers_against(p: Ukraine, side: int, targets: Sequence[int], phase: str) -> list[int]:
    """8.2, 18.2 All units that may attack these hexes together: they stand next to all of them."""
    around, ways = p.manned[side], attack_ways(p, phase)
    for target in targets:
        around &= p.layout.grid.cross(bit(target), ways)
    return [unit for place in members(around) for unit in p.at(place)
            if may_attack(p, unit, phase) and may_join(p, unit, targets)]


# -- Command (23.2) ------------------------------------------------------------------------------------------------


def commanded_hexes(p: Ukraine, side: int) -> HexSet:
    """23.2 Where units stand within seven hexes, as supply lines go, of an undisrupted army or front headquarters."""
    layout = p.layout
    hqs = of(p.where[unit] for unit in p.those_on_map(layout.army_hqs & layout.army[side] & ~p.disrupted))
    return p.derive(("command", side), (hqs, p.manned, p.fronted, roads(p)),
                    lambda: in_reach_of(p, side, hqs, layout.command_range))


def is_commanded(p: Ukraine, units: Iterable[int]) -> bool:
    """23.2 Whether one of the attackers has such a line."""
    group = list(units)
    return bool(group) and any(
        has(commanded_hexes(p, p.layout.side_of[unit]), p.where[unit]) for unit in group)


def counted_units(p: Ukraine, units: Iterable[int]) -> int:
    """23.2 Attackers that count for the limit of four: no headquarters, sappers or artillery, nor leaders with them."""
    return sum(p.layout.attackers >> unit & 1 for unit in units)


def needs_command(p: Ukraine, units: Iterable[int]) -> bool:
    """23.2 Whether so many units attack that they need a headquarters."""
    return counted_units(p, units) >= p.layout.command_units


# -- Strengths (9) -------------------------------------------------------------------------------------------------


def crosses_river(p: Ukraine, unit: int, targets: Iterable[int]) -> bool:
    """9.4 Whether a unit attacks across a river, bridged or not."""
    side_number, here, rivers = p.layout.grid.side_number, p.where[unit], p.layout.rivers
    return any(rivers >> side_number(here, target) & 1 for target in targets)


def halvings(p: Ukraine, unit: int, targets: Sequence[int]) -> list[Times]:
    """9.14 Every reason to halve a unit's attack; the first is enough (9.2)."""
    layout, side = p.layout, p.layout.side_of[unit]
    mech, rider = bool(layout.mechanized >> unit & 1), bool(layout.cavalry >> unit & 1)
    reasons = []
    if p.unsupplied >> unit & 1:
        reasons.append(times(HALF, "odds.unsupplied", "14.7.a"))
    if (mech or rider) and any(has(fort_hexes(p, enemy(side)), target) for target in targets):
        reasons.append(times(HALF, "odds.fort_halves", "9.3"))
    if mech and crosses_river(p, unit, targets):
        reasons.append(times(HALF, "odds.river_halves", "9.4"))
    if mech and has(layout.marshes, p.where[unit]):
        reasons.append(times(HALF, "odds.marsh_halves", "9.5"))
    return reasons


def attack_strength(p: Ukraine, unit: int, targets: Sequence[int]) -> tuple[int, list[Times], bool]:
    """A unit's strength in an attack, why it is halved, and whether it loses a point (9.2 - 9.5)."""
    reasons = halvings(p, unit, targets)[:1]
    if reasons:
        return multiplied(p.attack_factor(unit), reasons, up=True), reasons, False
    foot = not p.layout.mechanized >> unit & 1
    less = foot and (crosses_river(p, unit, targets) or has(p.layout.marshes, p.where[unit]))
    return max(0, p.attack_factor(unit) - less), [], less


def army_is_valid(p: Ukraine, unit: int) -> bool:
    """23.3, 23.4 Whether a corps or army headquarters has the units in its hex that its bonus needs."""
    layout, stack = p.layout, of(p.ground_at(p.where[unit]))
    if layout.tank_armies >> unit & 1:
        return bool(stack & layout.corps)
    if layout.shock_armies >> unit & 1:
        return bool(stack & layout.combat & ~layout.mechanized)
    if layout.panzer_corps >> unit & 1:
        if layout.ss >> unit & 1:
            return bool(stack & layout.ss & layout.mechanized & layout.combat)
        return bool(stack & layout.panzer_divisions)
    return False


def odds(p: Ukraine, attack: Attack) -> Sum:
    """8.3 The battle as a sum with every reason in it."""
    total = Sum()
    _add_attackers(p, attack, total)
    for target in attack.targets:
        _add_defence(p, attack, target, total)
    total.defend(attack.variable, "odds.variable", "29", when=attack.variable != 0)
    _add_shifts(p, attack, total)
    return total


def _add_attackers(p: Ukraine, attack: Attack, total: Sum) -> None:
    layout = p.layout
    for unit in attack.units:
        if layout.panzer_corps >> unit & 1:
            continue
        strength, reasons, less = attack_strength(p, unit, attack.targets)
        if layout.headquarters >> unit & 1:
            valid = army_is_valid(p, unit)
            total.attack(strength if valid else 0, "odds.army" if valid else "odds.army_alone",
                         "23.4.c" if reasons else "23.4.b", by=reasons if valid else (), unit=p.id(unit))
        else:
            key, rule = ("odds.unit_less", "9.4") if less else ("odds.unit", "8.3.1")
            total.attack(strength, key, rule, by=reasons, unit=p.id(unit))


def defenders_of(p: Ukraine, attack: Attack, target: int) -> list[int]:
    """10.4 The units whose strength counts: not those that retreated into the hex this phase."""
    idle = 0 if attack.phase == MOBILE else p.retreated
    return [unit for unit in p.ground_at(target) if not idle >> unit & 1]


def _add_defence(p: Ukraine, attack: Attack, target: int, total: Sum) -> None:
    layout = p.layout
    units = defenders_of(p, attack, target)
    fighting = [unit for unit in units if not layout.headquarters >> unit & 1]
    printed = 0
    for unit in p.ground_at(target):
        if unit not in units:
            total.defend(0, "odds.retreated", "10.4", unit=p.id(unit))
    for unit in units:
        if layout.headquarters >> unit & 1 and fighting:
            if army_is_valid(p, unit):
                total.defend(layout.hq_defence, "odds.army", "9.1.c", unit=p.id(unit))  # outside the cap
            continue
        printed += p.defence_factor(unit)
        total.defend(p.defence_factor(unit), "odds.unit", "8.1.c" if fighting else "2.e", unit=p.id(unit))
    _add_bonuses(p, attack, target, printed, total)


def _add_bonuses(p: Ukraine, attack: Attack, target: int, printed: int, total: Sum) -> None:
    """9.1 Terrain, fortification and air support add up, to twice the printed strength at most."""
    layout, side = p.layout, enemy(attack.side)
    ground, place = layout.terrain_defence[target], layout.place_defence.get(target, 0)
    fort = layout.fort_defence if has(fort_hexes(p, side), target) else 0
    air = layout.air_defence[side] if has(cover_of(p, side, attack.targets), target) else 0
    total.defend(ground, "odds.terrain", "9.1.a", when=ground > 0, terrain=layout.board.terrain[target])
    total.defend(place, "odds.place", "9.1.a", when=place > 0, hex=p.number(target))
    total.defend(fort, "odds.fort", "19.2.c", when=fort > 0)
    total.defend(air, "odds.air_cover", "15.6.b", when=air > 0)
    excess = ground + place + fort + air - layout.bonus_cap * printed
    total.defend(-excess, "odds.cap", "9.1.b", when=excess > 0)


def _add_shifts(p: Ukraine, attack: Attack, total: Sum) -> None:
    layout, shift = p.layout, p.layout.shift
    total.shift(shift["tiger"], "odds.tiger", "9.8", when=tigers_shift(p, attack))
    total.shift(shift["sappers"], "odds.sappers", "9.9.a", when=sappers_shift(p, attack))
    corps = any(layout.panzer_corps >> unit & 1 and army_is_valid(p, unit) for unit in attack.units)
    total.shift(shift["panzer_corps"], "odds.panzer_corps", "23.3.a", when=corps)
    guns = gun_shift(p, attack.guns)
    total.shift(guns, "odds.artillery", "22.2" if guns > 1 else "22.1", when=guns > 0)
    total.shift(shift["air"], "odds.air", "15.5", when=attack.air != NOBODY,
                unit="" if attack.air == NOBODY else p.id(attack.air))
    excess = total.net_shift - shift["most"]
    total.shift(-excess, "odds.most_shifts", "9.S", when=excess > 0)
    total.shift(shift["rain"], "odds.rain", "25.2.e", when=p.weather == RAIN)


def tigers_shift(p: Ukraine, attack: Attack) -> bool:
    """9.8 Whether the Tiger battalion gives the attack a shift."""
    return any(p.layout.tigers >> unit & 1 for unit in attack.units)


def sappers_shift(p: Ukraine, attack: Attack) -> bool:
    """9.9 Whether sappers give the attack a shift."""
    return any(p.layout.sappers >> unit & 1 for unit in attack.units)


NO_ODDS = -4
"""8.3 The level of an attack without any strength: three shifts (9.S) do not bring it into the table."""


def rung(p: Ukraine, total: Sum) -> int:
    """8.3, 8.8 The level of odds after shifts: below 0 the attack fails, at the last level it overwhelms."""
    ladder = p.layout.ladder
    level = ladder.rung(total.attack_strength, total.defence_strength)
    if level < 0:  # 1-4, 1-5 ... go on below the table
        level = 3 - -(-total.defence_strength // max(total.attack_strength, 1))
        level = level if total.attack_strength > 0 else min(level, NO_ODDS)
    elif is_overwhelming(p, level) and total.defence_strength > 0:  # and 11-1, 12-1 ... above it
        level += int(Fraction(total.attack_strength, total.defence_strength) - ladder.ratios[-1])
    return level + total.net_shift


def column(p: Ukraine, level: int) -> int:
    """8.3 From 5-1 to 9-1 the last column serves."""
    return p.layout.primary.clamp(level)


def is_overwhelming(p: Ukraine, level: int) -> bool:
    """8.8 Odds of 10-1 or more."""
    return level >= len(p.layout.ladder.rungs) - 1


# -- Magnitude (8.4, 23.1, 26.1) -----------------------------------------------------------------------------------


def counted_steps(p: Ukraine, units: Iterable[int]) -> int:
    """8.4, 23.1 The steps that count: not those of headquarters, unless nothing else stands in their hex."""
    headquarters = p.layout.headquarters
    return sum(p.steps_of(unit) for unit in units
               if not headquarters >> unit & 1 or not p.masses[p.where[unit]] & ~headquarters)


def magnitude(p: Ukraine, attack: Attack, *, raised: bool = True) -> int:
    """8.4 The side with fewer steps sets it; 26.1 Zhukov, unless he is left out, raises it by one, to three at most."""
    defending = [unit for target in attack.targets for unit in defenders_of(p, attack, target)]
    steps = min(counted_steps(p, (unit for unit in attack.units if p.is_on_map(unit))), counted_steps(p, defending))
    real = 1 + sum(steps >= least for least in p.layout.magnitudes)
    return min(real + (attack.zhukov and raised), 1 + len(p.layout.magnitudes))


# -- German superiority (9.10) -------------------------------------------------------------------------------------


def is_all_german(p: Ukraine, attack: Attack) -> bool:
    """9.10 A German attack without allies."""
    return attack.side == GERMAN and not any(p.layout.allies >> unit & 1 for unit in attack.units)


def must_reroll(p: Ukraine, attack: Attack) -> bool:
    """9.10 Soviets roll sixes again against Germans, unless half of the attacking steps are Guards."""
    if attack.side == GERMAN:
        return False
    layout = p.layout
    foes = layout.army[GERMAN] & ~layout.allies
    if not any(foes >> unit & 1 for target in attack.targets for unit in p.ground_at(target)):
        return False
    guards = layout.guards & (layout.combat | layout.support | layout.tank_armies)
    steps = [(unit, p.steps_of(unit)) for unit in attack.units
             if not layout.headquarters >> unit & 1 or guards >> unit & 1]
    return 2 * sum(number for unit, number in steps if guards >> unit & 1) < sum(number for _, number in steps)


# -- Severe losses (8.9) -------------------------------------------------------------------------------------------


def risks_severe_losses(p: Ukraine, attack: Attack) -> bool:
    """8.9 Attacks on cities and enemy fortifications; not on an enemy in one's own permanent line."""
    layout, defender = p.layout, enemy(attack.side)
    own_line = layout.permanent_forts[attack.side]
    return any(
        (has(layout.cities, target) or has(fort_hexes(p, defender), target)) and not has(own_line, target)
        for target in attack.targets)


# -- The phase -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Combat(Step):
    """A combat phase: attacks one after another, in any order (8.1)."""

    side: int
    phase: str

    def offer(self, p: Ukraine) -> Options | None:
        targets = attackable(p, self.side, self.phase)
        if not targets and not p.held:
            return None
        prompt = Message("prompt.attack", {}, ("8.1.a",))
        return Options(p.seat(self.side), "target", prompt, hexes=targets, buttons=("end_phase",),
                       about=About("attack"))

    def take_hex(self, p: Ukraine, place: int) -> None:
        p.push(Attack(self.side, self.phase, (place,)))

    def take_button(self, p: Ukraine, button: str) -> None:
        p.pop()

    def refuse_hex(self, p: Ukraine, place: int) -> Message | None:
        return why_not_attack(p, self.side, place, self.phase)


@dataclass(frozen=True, slots=True)
class Attack(Step):
    """An attack that is being put together: hexes attacked, attackers, artillery, air support, Zhukov."""

    side: int
    phase: str
    targets: tuple[int, ...]
    units: tuple[int, ...] = ()
    guns: tuple[int, ...] = ()
    air: int = NOBODY
    zhukov: bool = False
    variable: int = 0
    """29 What the variable defence table adds."""

    def offer(self, p: Ukraine) -> Options | None:
        units = [*self.candidates(p), *self.supporters(p)]
        buttons = []
        if any(not p.layout.headquarters >> unit & 1 for unit in self.units):
            buttons.append("roll")
            if self.side == SOVIET and self.phase != MOBILE and not self.zhukov and zhukov_may_help(p, self.targets):
                buttons.append("zhukov")
        hexes, targets = self.more_targets(p), [p.number(target) for target in self.targets]
        prompt = attack_prompt((*units, *hexes), buttons, {"hexes": targets}, ("8.2",))
        if self.phase == MOBILE:
            key = "prompt.assault_with" if units else "prompt.assault_now"
            prompt = Message(key, {"hexes": targets}, ("13.1.a", "13.1.c"))
        return Options(p.seat(self.side), "attack", prompt, units=units, hexes=hexes, buttons=buttons,
                       about=About("attack", targets=self.targets, group=self.units))

    def candidates(self, p: Ukraine) -> list[int]:
        """8.2, 23.2 Units that may still join; a fourth only under command, headquarters only with others."""
        if self.phase == MOBILE:
            return []
        able = [unit for unit in attackers_against(p, self.side, self.targets, self.phase) if unit not in self.units]
        if not self.units:
            return [unit for unit in able if not p.layout.headquarters >> unit & 1]
        return [unit for unit in able if self._has_command_with(p, unit)]

    def _has_command_with(self, p: Ukraine, unit: int) -> bool:
        group = (*self.units, unit)
        return not needs_command(p, group) or is_commanded(p, group)

    def supporters(self, p: Ukraine) -> list[int]:
        """9.11, 9.13, 23.2 Artillery and an air unit, if an attacker is under command."""
        if not self.units:
            return []
        guns = batteries(p, self.targets, self.guns) if self.side == SOVIET and self.phase != MOBILE else []
        air = offensive_support(p, self.side, self.targets) if self.air == NOBODY else []
        return [*guns, *air] if (guns or air) and is_commanded(p, self.units) else []

    def more_targets(self, p: Ukraine) -> list[int]:
        """8.2 Other hexes that all attackers so far could attack in the same combat; 15.4 the air unit goes along."""
        return [place for place in self._hexes_beside(p)
                if self.air == NOBODY or self.air in offensive_support(p, self.side, (place,))]

    def _hexes_beside(self, p: Ukraine) -> list[int]:
        """8.2 Other hexes that all attackers so far are next to and may attack."""
        if self.phase == MOBILE or not self.units:
            return []
        foes = p.manned[enemy(self.side)] & ~attacked_out(p) & ~of(self.targets)
        near = foes
        ways = attack_ways(p, self.phase)
        for place in {p.where[unit] for unit in self.units}:
            near &= p.layout.grid.cross(bit(place), ways)
        return [place for place in members(near)
                if all(may_join(p, unit, (place,)) for unit in self.units)]

    def take_unit(self, p: Ukraine, unit: int) -> None:
        if p.layout.air >> unit & 1:
            p.replace(replace(self, air=unit))
        elif p.layout.artillery >> unit & 1:
            p.replace(replace(self, guns=(*self.guns, unit)))
        else:
            p.replace(replace(self, units=(*self.units, unit)))

    def take_hex(self, p: Ukraine, place: int) -> None:
        p.replace(replace(self, targets=(*self.targets, place)))

    def take_button(self, p: Ukraine, button: str) -> None:
        from .results import fight

        if button == "zhukov":
            p.replace(replace(self, zhukov=True))
        else:
            p.pop()
            fight(p, self)

    def refuse_unit(self, p: Ukraine, unit: int) -> Message | None:
        layout, args = p.layout, {"unit": p.id(unit)}
        if layout.side_of[unit] != self.side:
            return Message("refused.not_yours", args, ("8.1.a",))
        if layout.air >> unit & 1:
            if self.units and not is_commanded(p, self.units):
                return Message("refused.no_command", args, ("23.2.a",))
            return why_no_support(p, unit, self.targets)
        if layout.artillery >> unit & 1:
            if self.units and not is_commanded(p, self.units):
                return Message("refused.no_command", args, ("23.2.a",))
            return why_no_bombardment(p, unit, self.targets, mobile=self.phase == MOBILE)
        if self.phase == MOBILE:
            return Message("refused.assault_stack", args, ("13.1.c",))
        return why_not_join(p, self, unit)

    def refuse_hex(self, p: Ukraine, place: int) -> Message | None:
        if place in self._hexes_beside(p):
            return why_no_support(p, self.air, (place,))
        rule = "13.1.c" if self.phase == MOBILE else "8.2"
        return Message("refused.no_target", {"hex": p.number(place)}, (rule,))

    def refuse_button(self, p: Ukraine, button: str) -> Message | None:
        if button == "roll":
            return Message("refused.no_attackers", {}, ("8.1.a",))
        if button == "zhukov":
            return why_no_zhukov_in(p, self)
        if button == "end_phase":
            return Message("refused.declared", {"hex": p.number(self.targets[0])}, ("8.3.1",))
        return None


class MobileAssault:
    """13.1 A mobile assault: an attack by the units in hand."""

    @staticmethod
    def begin(p: Ukraine, side: int, target: int, group: Sequence[int]) -> Attack:
        """The attack of a stack in exploitation; all of it that can fight takes part."""
        fighters = p.layout.ground & ~p.layout.restricted
        return Attack(side, MOBILE, (target,), tuple(unit for unit in group if fighters >> unit & 1))


def assault_cost(p: Ukraine, group: Sequence[int], target: int) -> int:
    """13.1 Two points, and the terrain of the target, a road counting one; nothing for leaving a zone."""
    layout = p.layout
    here = p.where[group[0]]
    side = layout.grid.side_number(here, target)
    if roads(p) >> side & 1:
        ground = layout.cost["assault_road"]
    else:
        ground = layout.mech_cost[target] + (layout.cost["river"] if layout.minor >> side & 1 else 0)
    return layout.cost["mobile_assault"] + ground


def assault_targets(p: Ukraine, group: Sequence[int], left: int) -> list[tuple[int, int]]:
    """13.1 The hexes a group in exploitation may assault, with what each costs."""
    layout = p.layout
    if left < layout.cost["mobile_assault"] + HALVES or why_no_assault(p, group) is not None:
        return []
    side = layout.side_of[group[0]]
    near = layout.grid.cross(bit(p.where[group[0]]), attack_ways(p, MOBILE)) & p.manned[enemy(side)]
    found = [(place, assault_cost(p, group, place)) for place in members(near)]
    return [(place, cost) for place, cost in found if cost <= left and lyutezh_allows(p, group[0], place)]


def why_no_assault(p: Ukraine, group: Sequence[int]) -> Message | None:
    """13.1 Why a group may assault nobody at all, if so."""
    layout = p.layout
    for unit in group:
        args = {"unit": p.id(unit)}
        if not p.is_on_map(unit):
            return Message("refused.not_on_map", args, ("13.1.a",))
        if not layout.mover[unit] & MECH:
            return Message("refused.assault_foot", args, ("13.1.a",))
        if p.disrupted >> unit & 1:
            return Message("refused.disrupted_attacks", args, ("11.3.a",))
    if not any(layout.attackers >> unit & 1 for unit in group):
        return Message("refused.no_attackers", {}, ("13.1.a",))
    if needs_command(p, group) and not is_commanded(p, group):
        return Message("refused.no_command", {"unit": p.id(group[0])}, ("23.2.a",))
    return None


def why_not_assault(p: Ukraine, group: Sequence[int], left: int, target: int) -> Message | None:
    """Why a group may not assault a hex, if it may not."""
    barred = why_no_assault(p, group)
    if barred is not None:
        return barred
    layout, here = p.layout, p.where[group[0]]
    args = {"unit": p.id(group[0]), "hex": p.number(target)}
    if layout.grid.distance(here, target) != 1:
        return Message("refused.unit_not_adjacent", args, ("13.1.c",))
    if layout.major >> layout.grid.side_number(here, target) & 1:
        return Message("refused.assault_river", args, ("18.1.A",))
    if not lyutezh_allows(p, group[0], target):
        return Message("refused.lyutezh_attack", args, ("34.6.a",))
    cost = assault_cost(p, group, target)
    if cost > left:
        return Message("refused.too_far", {**args, "cost": points(cost), "left": points(left)}, ("13.1.b",))
    return None


# -- Why not -------------------------------------------------------------------------------------------------------


def why_not_attack(p: Ukraine, side: int, place: int, phase: str) -> Message:
    """Why a hex cannot be attacked by a side now."""
    args = {"hex": p.number(place)}
    if place >= p.layout.hexes or not has(p.manned[enemy(side)], place):
        return Message("refused.no_enemy", args, ("8.1.a",))
    if has(attacked_out(p), place):
        return Message("refused.attacked_already", args, ("8.1.b",))
    near = [unit for hex in members(p.layout.grid.around(bit(place)) & p.manned[side]) for unit in p.ground_at(hex)]
    fighting = [unit for unit in near if (p.layout.attackers | p.layout.sappers) >> unit & 1]
    reasons = [why_not_attack_with(p, unit, place, phase) for unit in fighting or near]
    return next((reason for reason in reasons if reason is not None), Message("refused.not_adjacent", args, ("8.1.a",)))


def why_not_attack_with(p: Ukraine, unit: int, place: int, phase: str) -> Message | None:
    """Why a unit, adjacent or not, cannot attack a hex; None if it can."""
    layout, args = p.layout, {"unit": p.id(unit), "hex": p.number(place)}
    if not p.is_on_map(unit):
        return Message("refused.not_on_map", args, ("8.1.a",))
    if not (layout.combat | layout.support | layout.headquarters) >> unit & 1 or layout.artillery >> unit & 1 \
            or layout.army_hqs >> unit & 1:
        return Message("refused.never_attacks", args, ("8.1.a",))
    if p.fought >> unit & 1:
        return Message("refused.fought", args, ("8.1.b",))
    if p.disrupted >> unit & 1:
        return Message("refused.disrupted_attacks", args, ("11.3.a",))
    if phase == SECOND and not p.assault >> unit & 1:
        return Message("refused.no_assault_marker", args, ("3.C.6",))
    if layout.grid.distance(p.where[unit], place) != 1:
        return Message("refused.unit_not_adjacent", args, ("8.1.a",))
    crossed = bit(layout.grid.side_number(p.where[unit], place))
    if crossed & layout.sea:
        return Message("refused.sea_side", args, ("8.1.a",))
    if p.flooded and crossed & layout.flood_sides:
        return Message("refused.flood_side", args, ("28.2.e",))
    if crossed & layout.major and phase != FIRST:
        return Message("refused.assault_river", args, ("18.1.A",))
    if crossed & layout.major & ~p.river_assaults:
        return Message("refused.needs_marker", args, ("18.1.B",))
    if layout.sappers >> unit & 1 and not has(sapper_targets(p, layout.side_of[unit]), place):
        return Message("refused.sappers", args, ("9.9.a",))
    if not lyutezh_allows(p, unit, place):
        return Message("refused.lyutezh_attack", args, ("34.6.a",))
    return None


def why_no_zhukov_in(p: Ukraine, attack: Attack) -> Message | None:
    """26.1 Why Zhukov cannot take a hand in an attack: only Soviet ones of a combat phase are his."""
    if attack.side != SOVIET or attack.phase == MOBILE:
        return Message("refused.zhukov_phase", {}, ("26.1.a",))
    return why_no_zhukov(p, attack.targets)


def why_not_join(p: Ukraine, attack: Attack, unit: int) -> Message | None:
    """Why a unit may not join an attack."""
    for target in attack.targets:
        reason = why_not_attack_with(p, unit, target, attack.phase)
        if reason is not None:
            several = len(attack.targets) > 1 and reason.key == "refused.unit_not_adjacent"
            return Message(reason.key, reason.args, ("8.2",)) if several else reason
    args = {"unit": p.id(unit)}
    if unit in attack.units:
        return Message("refused.fought", {**args, "hex": p.number(attack.targets[0])}, ("8.1.b",))
    if p.layout.headquarters >> unit & 1 and not attack.units:
        return Message("refused.hq_alone", args, ("23.1.a",))
    return Message("refused.no_command", args, ("23.2.a",))
