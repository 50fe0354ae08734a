"""Chapter 8: combat, regular and of the SS; what the dice bring is in :mod:`.retreats` and :mod:`.losses`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from stavka.kit.hexset import EMPTY, HexSet, UnitSet, bit, has, members, of
from stavka.kit.position import enemy
from stavka.kit.steps import About, Options, Step, sorts
from stavka.kit.tables import Sum, explained
from stavka.kit.words import Message

from .activation import attacked, held, why_held
from .air import fly, lose_idle_air, ready, why_not_fly
from .antitank import halved
from .artillery import add_defence, add_surprise, add_terrain, support_of, why_no_support
from .components import AXIS, SIDES, SOVIET
from .forts import roll_fort
from .losses import lose
from .plan import ATTACK
from .position import Abyss
from .retreats import Advance, retreat_attackers, retreat_defenders
from .supply import in_supply, is_fed, supplied

# -- Who may attack whom -------------------------------------------------------------------------------------------


def barred_from_attack(p: Abyss, side: int, ss_combat: bool) -> UnitSet:
    """The units that may not attack in this phase, supply apart."""
    layout = p.layout
    barred = p.fought | p.bombarded | p.disrupted | p.fatigued | held(p, ATTACK) | layout.air  # 8.5, 10.0, 11.0, 13.1
    if side == SOVIET:
        barred |= layout.guns  # 10.0
    if ss_combat:
        barred |= ~layout.ss | p.withdrawn | p.stranded  # 8.5
    return barred | layout.harmless


def attackers_in(p: Abyss, side: int, hexes: HexSet, ss_combat: bool) -> list[int]:
    """7.3, 7.4 The units in these hexes that may attack now: whoever is out of supply may not."""
    barred = barred_from_attack(p, side, ss_combat)
    return [unit for place in members(hexes & supplied(p, side)) for unit in p.at(place) if not barred >> unit & 1]


def at_the_door(p: Abyss, side: int, target: int, ss_combat: bool) -> list[int]:
    """20.0 Units beyond the edge of the map that fight for their entry at this hex."""
    gate = p.layout.gate_of.get(target)
    if gate is None:
        return []
    barred = barred_from_attack(p, side, ss_combat)
    return [unit for unit in p.at(gate) if p.layout.side_of[unit] == side and not barred >> unit & 1]


def attackers_against(p: Abyss, side: int, target: int, ss_combat: bool) -> list[int]:
    """8.0 All units that may attack a hex: adjacent, though not across the Danube but at its bridges."""
    near = p.layout.contact[target] & p.occupied[side]
    return attackers_in(p, side, near, ss_combat) + at_the_door(p, side, target, ss_combat)


def is_fresh(p: Abyss, side: int, target: int) -> bool:
    """8.5 The Axis attacks a Soviet unit or stack once in each of its combat phases."""
    return side == SOVIET or any(not p.attacked >> unit & 1 for unit in p.at(target))


def attackable(p: Abyss, side: int, ss_combat: bool) -> list[int]:
    """The enemy hexes that can be attacked now."""
    layout, foes = p.layout, p.occupied[enemy(side)]
    front = p.occupied[side] & layout.grid.cross(foes, layout.contact_ways)
    barred = barred_from_attack(p, side, ss_combat)
    posts = of([place for place in members(front) for unit in p.stacks[place] if not barred >> unit & 1])
    hexes = layout.grid.cross(posts & supplied(p, side), layout.contact_ways) & foes if posts else EMPTY
    for door in layout.gate_of:
        if has(foes & ~hexes, door) and at_the_door(p, side, door, ss_combat):
            hexes |= bit(door)
    struck = p.hexes_of(p.attacked)
    return [place for place in members(hexes) if not has(struck, place) or is_fresh(p, side, place)]


# -- The battle as a sum -------------------------------------------------------------------------------------------


def counted(p: Abyss, target: int, attackers: Sequence[int]) -> list[int]:
    """9.3 The defenders whose factors count: not those driven back upon them in this phase, unless by one of these."""
    stack, force = p.at(target), of(attackers)
    original = [unit for unit in stack if unit not in p.fell_back]
    if not original:
        return list(stack)
    return [unit for unit in stack if p.fell_back.get(unit, force) & force]


def battle(p: Abyss, attack: Attack) -> Sum:
    """8.0 The battle with every reason in it."""
    total = Sum()
    defenders = counted(p, attack.target, (*attack.units, *attack.support))
    _add_attackers(p, attack, defenders, total)
    add_defence(p, attack.target, defenders, total, "8.0g")
    for unit in p.at(attack.target):
        total.defend(0, "odds.fell_back", "9.3a", when=unit not in defenders, unit=p.id(unit))
    _add_modifiers(p, attack, defenders, total)
    add_surprise(p, attack.side, total)
    return total


def _add_attackers(p: Abyss, attack: Attack, defenders: Sequence[int], total: Sum) -> None:
    layout = p.layout
    weakened = halved(p, attack.units, defenders)
    for unit in attack.units:
        factor, id = layout.attack[unit], p.id(unit)
        if weakened >> unit & 1:
            total.attack(factor // 2, "odds.halved", "12.0d", "1.2b", unit=id)
        else:
            total.attack(factor, "odds.unit", "8.0h", unit=id)
    for unit in attack.support:
        total.attack(layout.attack[unit], "odds.support", "10.3a", unit=p.id(unit))
    for unit in attack.air:
        total.attack(layout.attack[unit], "odds.air", "15.0f", unit=p.id(unit))


def _add_modifiers(p: Abyss, attack: Attack, defenders: Sequence[int], total: Sum) -> None:
    layout, units, target = p.layout, of(attack.units), attack.target
    total.modify(layout.combined_arms, "odds.combined_arms", "8.2a",
                 when=bool(units & layout.armour and units & layout.foot))
    hexes = of(p.where[unit] for unit in attack.units if p.is_on_map(unit))
    add_terrain(p, target, total, hill_counts=not hexes & layout.hills)  # 8.3
    for place in members(hexes):
        side = layout.grid.side_number(place, target)
        total.modify(layout.water_die, "odds.water", "8.3d", when=has(layout.water | layout.danube, side),
                     hex=p.number(place))
    total.modify(layout.unsupplied_die, "odds.unsupplied", "7.4b",
                 when=bool(defenders) and not is_fed(p, enemy(attack.side), target))
    for unit in defenders:
        total.modify(layout.disrupted_die, "odds.disrupted", "11.0c", when=bool(p.disrupted >> unit & 1),
                     unit=p.id(unit))
    for unit in attack.air:
        total.modify(layout.unit[unit].die, "odds.air", "15.0g", unit=p.id(unit))
    if p.plan.heavy_tanks:
        for unit in members(units & layout.heavy):
            total.modify(1, "odds.heavy", "23.2.17", unit=p.id(unit))
        for unit in members(of(defenders) & layout.heavy):
            total.modify(-1, "odds.heavy", "23.2.17", unit=p.id(unit))
    _add_turn_bonus(p, attack, defenders, total)


def _add_turn_bonus(p: Abyss, attack: Attack, defenders: Sequence[int], total: Sum) -> None:
    plan = p.plan
    total.modify(1, "odds.first_day", "8.1b", "23.2.8",
                 when=attack.side == AXIS and p.turn == 1 and plan.surprise == "die")
    total.modify(plan.last_blow_die, "odds.last_blow", "8.1b", "23.2.15",
                 when=attack.side == SOVIET and p.turn == plan.last_blow_turn
                 and bool(of(defenders) & plan.last_blow_units))


def column(p: Abyss, total: Sum) -> int:
    """8.0, 8.1 The differential as a column, shifts included, kept within the table at either end."""
    crt = p.layout.crt
    return crt.clamp(crt.column(total.differential) + total.net_shift)


# -- The phase -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Combat(Step):
    """8.0 A combat phase: attacks one after another, each resolved in full; none is ever compulsory."""

    side: int
    ss_combat: bool = False

    def offer(self, p: Abyss) -> Options | None:
        targets = attackable(p, self.side, self.ss_combat)
        if not targets and not p.held:
            return None
        prompt = (Message("prompt.attack_ss", {}, ("8.5a",)) if self.ss_combat
                  else Message("prompt.attack", {}, ("8.0a",)))
        return Options(p.seat(self.side), "target", prompt, hexes=targets, buttons=("end_phase",),
                       about=About("attack"))

    def take_hex(self, p: Abyss, place: int) -> None:
        p.push(Attack(self.side, self.ss_combat, place))

    def take_button(self, p: Abyss, button: str) -> None:
        self.skip(p)

    def skip(self, p: Abyss) -> None:
        p.pop()
        if self.side == AXIS and not self.ss_combat:
            lose_idle_air(p)  # 15.0

    def refuse_hex(self, p: Abyss, place: int) -> Message | None:
        return why_not_attack(p, self.side, place, self.ss_combat)

    def refuse_pair(self, p: Abyss, unit: int, place: int) -> Message | None:
        return why_no_target(p, self.side, place) or why_not_join(p, Attack(self.side, self.ss_combat, place), unit)


@dataclass(frozen=True, slots=True)
class Attack(Step):
    """8.0 An attack that is being put together: adjacent units, guns in support, air units."""

    side: int
    ss_combat: bool
    target: int
    units: tuple[int, ...] = ()
    support: tuple[int, ...] = ()
    air: tuple[int, ...] = ()

    @property
    def everybody(self) -> tuple[int, ...]:
        """All that takes part in it."""
        return (*self.units, *self.support, *self.air)

    def offer(self, p: Abyss) -> Options | None:
        near = [unit for unit in attackers_against(p, self.side, self.target, self.ss_combat) if unit not in self.units]
        far = [unit for unit in self.supporters(p) if unit not in near] if self.units else []
        flying = ready(p, self.side) if self.units and not self.ss_combat else []
        more = [*near, *far, *flying]
        asks = "prompt.attackers" if not self.units else "prompt.roll" if more else "prompt.attack_now"
        prompt = Message(asks, {"hex": p.number(self.target), "sorts": sorts(near=near, far=far, flying=flying)},
                         ("8.0c",))
        return Options(p.seat(self.side), "attack", prompt, units=more,
                       buttons=("roll",) if self.units else (), sets=stacks_of(p, near),
                       about=About("attack", targets=(self.target,), group=self.everybody))

    def supporters(self, p: Abyss) -> list[int]:
        """10.3 The guns that may still join from a distance."""
        taken = of(self.everybody)
        near = p.layout.contact[self.target]
        return [unit for unit in support_of(p, self.side, self.target, of(self.units), self.ss_combat)
                if not taken >> unit & 1 and not has(near, p.where[unit])]

    def take_unit(self, p: Abyss, unit: int) -> None:
        if p.layout.air >> unit & 1:
            fly(p, unit)
            p.emit("air_support", "15.0b", unit=p.id(unit), hex=p.number(self.target))
            p.replace(replace(self, air=(*self.air, unit)))
        elif is_adjacent(p, unit, self.target):
            p.replace(Attack(self.side, self.ss_combat, self.target, (*self.units, unit), self.support, self.air))
        else:
            p.replace(replace(self, support=(*self.support, unit)))

    def take_button(self, p: Abyss, button: str) -> None:
        p.pop()
        attacked(p, p.at(self.target))  # 21.0
        roll_fort(p, self.target)  # 23.2.4
        total = battle(p, self)
        at_column = column(p, total)
        self.engage(p)
        die = p.roll(self.target)
        result = p.layout.crt.result(at_column, die + total.die_modifier)
        p.emit("fought", "8.0h", side=SIDES[self.side], hex=p.number(self.target), units=p.ids(self.everybody),
               attack=total.attack_strength, defence=total.defence_strength, shift=total.net_shift,
               column=p.layout.crt.headings[at_column], die=die, modifier=total.die_modifier, result=result,
               sum=explained(total))
        resolve(p, self, result)

    def engage(self, p: Abyss) -> None:
        """8.5 All of them have now fought in this phase."""
        p.fought |= of((*self.units, *self.support))
        p.attacked |= of(p.at(self.target))

    def refuse_unit(self, p: Abyss, unit: int) -> Message | None:
        return why_not_join(p, self, unit)

    def refuse_button(self, p: Abyss, button: str) -> Message | None:
        if button == "roll":
            return Message("refused.no_attackers", {}, ("8.0c",))
        return Message("refused.declared", {"hex": p.number(self.target)}, ("8.0j",))


def is_adjacent(p: Abyss, unit: int, target: int) -> bool:
    """8.0 Whether a unit stands where it can attack a hex: next to it, or beyond the map at that hex."""
    place = p.where[unit]
    return p.layout.door_of.get(place) == target or (place < p.layout.hexes and has(p.layout.contact[target], place))


def stacks_of(p: Abyss, units: Iterable[int]) -> list[list[int]]:
    """The units by hex: they are often picked together."""
    stacks: dict[int, list[int]] = {}
    for unit in units:
        stacks.setdefault(p.where[unit], []).append(unit)
    return [stack for stack in stacks.values() if len(stack) > 1]


def resolve(p: Abyss, attack: Attack, result: str) -> None:
    """8.0 Apply a result of the table, first letter for whom, the rest for what."""
    whom, what = result[:1], result[1:]
    rule = "8.0.res.n" if what.isdigit() else f"8.0.res.{what}" if what else "8.0.res.0"
    defender, force = enemy(attack.side), of((*attack.units, *attack.support))
    advance = Advance(attack.side, attack.units, (attack.target,))
    if whom == "a" and what.isdigit():
        retreat_attackers(p, attack.side, attack.units, int(what))
    elif whom == "a":
        p.push(lose(attack.side, attack.units, len(what), rule))
    elif whom == "d" and what.isdigit():
        p.push(advance)
        retreat_defenders(p, defender, attack.target, int(what), force)
    elif whom == "d":
        p.push(lose(defender, p.at(attack.target), len(what), rule), advance)


# -- Why not -------------------------------------------------------------------------------------------------------


def why_not_attack(p: Abyss, side: int, place: int, ss_combat: bool) -> Message:
    """Why a hex cannot be attacked by a side now."""
    if (none := why_no_target(p, side, place)) is not None:
        return none
    near = [unit for hex in members(p.layout.contact[place] & p.occupied[side]) for unit in p.at(hex)]
    reasons = [reason for unit in near if (reason := why_not_attack_with(p, unit, place, ss_combat)) is not None]
    return reasons[-1] if reasons else Message("refused.not_adjacent", {"hex": p.number(place)}, ("8.0c",))


def why_no_target(p: Abyss, side: int, place: int) -> Message | None:
    """Why there is nothing in a hex that a side could attack now, if so."""
    args = {"hex": p.number(place)}
    if place >= p.layout.hexes or not has(p.occupied[enemy(side)], place):
        return Message("refused.no_enemy", args, ("8.0c",))
    return None if is_fresh(p, side, place) else Message("refused.attacked_already", args, ("8.5g",))


def why_not_attack_with(p: Abyss, unit: int, place: int, ss_combat: bool) -> Message | None:
    """Why a unit cannot attack a hex, if it cannot."""
    layout, args = p.layout, {"unit": p.id(unit), "hex": p.number(place)}
    checks: tuple[tuple[UnitSet, str, str], ...] = (
        (p.fought, "refused.fought", "8.5f"),
        (p.bombarded, "refused.bombarded", "10.0e"),
        (p.disrupted, "refused.disrupted", "11.0b"),
        (p.fatigued, "refused.fatigued", "13.1a"),
        (layout.guns & layout.army[SOVIET], "refused.soviet_support", "10.0g"),
        (~layout.ss if ss_combat else 0, "refused.ss_only", "8.5a"),
        (p.withdrawn if ss_combat else 0, "refused.withdrawn", "8.5c"),
        (p.stranded if ss_combat else 0, "refused.stranded", "8.5d"),
        (layout.harmless, "refused.harmless", "2.2e"),
    )
    for units, key, rule in checks:
        if units >> unit & 1:
            return Message(key, args, (rule,))
    if (kept := why_held(p, unit, ATTACK)) is not None:
        return kept
    if not is_adjacent(p, unit, place):
        key = "refused.unit_not_adjacent" if p.is_on_map(unit) else "refused.not_on_map"
        return Message(key, args, ("8.0c",))
    if not in_supply(p, unit):
        return Message("refused.unsupplied_attack", args, ("7.4a",))
    return None


def why_not_join(p: Abyss, attack: Attack, unit: int) -> Message | None:
    """Why a unit cannot join an attack."""
    layout, args = p.layout, {"unit": p.id(unit), "hex": p.number(attack.target)}
    if layout.air >> unit & 1:
        if attack.units or attack.ss_combat:
            return why_not_fly(p, attack.side, unit, attack.ss_combat)
        return Message("refused.no_attackers", {}, ("15.0b",))
    if layout.side_of[unit] != attack.side:
        return Message("refused.not_yours", args, ("8.0b",))
    if unit in attack.everybody:
        return Message("refused.fought", args, ("8.5f",))
    if layout.guns >> unit & 1 and not is_adjacent(p, unit, attack.target):
        if not attack.units:
            return Message("refused.no_attackers", {}, ("10.1d",))
        return why_no_support(p, unit, attack.target, of(attack.units), attack.ss_combat)
    return why_not_attack_with(p, unit, attack.target, attack.ss_combat)
