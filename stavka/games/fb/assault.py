"""Chapter 9: assaults, and the modifiers of every attack by units."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from stavka.kit.hexset import UnitSet, bit, has, members, of
from stavka.kit.position import enemy
from stavka.kit.steps import NOBODY, About, Options, Step, attack_prompt
from stavka.kit.tables import Sum, explained
from stavka.kit.words import Message

from .components import GERMAN, SIDES, SOVIET
from .fatigue import become_fanatic, fatigue
from .glossary import may_act_together
from .position import Breslau
from .supply import artillery_buttons, spend

# -- The modifiers (9.5, 9.10) -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Attack:
    """An attack by units on one unit: an assault, or defensive fire."""

    side: int
    target: int
    units: tuple[int, ...]
    defensive: bool = False
    artillery: int = 0
    """Supply levels spent on German artillery fire (8.3)."""
    goliath: bool = False
    captured: bool = False
    """Whether the captured Goliaths are used (10.4.2)."""


def is_combined(p: Breslau, units: Iterable[int]) -> bool:
    """9.5 Infantry and armour together."""
    force = of(units)
    return bool(force & p.layout.infantry) and bool(force & p.layout.armour)


def modifiers(p: Breslau, attack: Attack) -> Sum:
    """9.5 Everything that is added to the die, with every reason: what attacks, then what the target brings."""
    total = Sum()
    _add_attackers(p, attack, total)
    _add_support(p, attack, total)
    _add_target(p, attack, total)
    if not attack.defensive:  # 9.10
        _add_terrain(p, p.where[attack.target], total)
    return total


def _add_attackers(p: Breslau, attack: Attack, total: Sum) -> None:
    layout = p.layout
    for unit in attack.units:
        total.attack(layout.per_unit, "odds.unit", "9.5a", unit=p.id(unit))
        total.attack(layout.blue[unit], "odds.blue", "9.5e", when=layout.blue[unit] != 0, unit=p.id(unit))
        total.attack(layout.fanatic_attack, "odds.fanatic", "10.6b", when=has(p.fanatic, unit), unit=p.id(unit))
    total.attack(layout.combined_arms, "odds.combined", "9.5b", when=is_combined(p, attack.units))


def _add_support(p: Breslau, attack: Attack, total: Sum) -> None:
    layout = p.layout
    fire = attack.artillery * layout.artillery_value
    total.attack(fire, "odds.artillery", "9.5d", "8.3.3", when=attack.artillery > 0)
    total.attack(layout.goliath_value, "odds.goliath", "10.4.1", "9.5g", when=attack.goliath)
    total.attack(layout.captured_value, "odds.captured", "10.4.2", "9.5g", when=attack.captured)


def _add_target(p: Breslau, attack: Attack, total: Sum) -> None:
    layout, target = p.layout, attack.target
    name = p.id(target)
    total.shift(layout.green[target], "odds.green", "9.5f", when=layout.green[target] != 0, unit=name)
    total.shift(layout.fanatic_defence, "odds.fanatic", "10.6b", when=has(p.fanatic, target), unit=name)
    total.shift(layout.disorganised_value, "odds.disorganised", "8.2.8b",
                when=has(p.disorganised, target) and not attack.defensive, unit=name)


def _add_terrain(p: Breslau, place: int, total: Sum) -> None:
    layout = p.layout
    ground = layout.terrain_modifier[place]
    total.shift(ground, "odds.terrain", "9.5c", when=ground != 0, terrain=layout.board.terrain[place])
    total.shift(layout.railway_modifier, "odds.railway", "9.5c", when=has(layout.railway, place))


def modifier(total: Sum) -> int:
    """All that is added to the die."""
    return total.attack_strength + total.net_shift


def needed(p: Breslau, target: int) -> int:
    """9.4 What the modified die must reach."""
    return p.layout.hit[p.layout.side_of[target]][p.where[target]]


def hits(p: Breslau, die: int, total: Sum, number: int) -> bool:
    """9.4 A natural 1 never hits; else the modified die has to reach the number."""
    return die != p.layout.fails_on and die + modifier(total) >= number


def resolve(p: Breslau, attack: Attack) -> bool:
    """9.4 Roll for an attack and apply it; whether it hit comes back."""
    total = modifiers(p, attack)
    number = needed(p, attack.target)
    die = p.roll(attack.target)
    hit = hits(p, die, total, number)
    rules = ("9.10a",) if attack.defensive else ("9.4",)
    p.emit("fought", *rules, side=SIDES[attack.side], unit=p.id(attack.target), hex=p.number(p.where[attack.target]),
           units=p.ids(attack.units), dice=[die], modifier=modifier(total), total=die + modifier(total), needed=number,
           result="hit" if hit else "no_effect", defensive=attack.defensive, sum=explained(total))
    if hit:
        fatigue(p, attack.target)
    else:
        become_fanatic(p, bit(attack.target))  # 10.6
    return hit


# -- Who may assault whom (9.1 - 9.3) ------------------------------------------------------------------------------


def spent_units(p: Breslau) -> UnitSet:
    """9.1 Units that have assaulted; 8.2.10 artillery that has bombarded."""
    return p.assaulted | p.bombarded


def attackers_against(p: Breslau, side: int, target: int) -> list[int]:
    """9.2 The units next to a target that may still assault."""
    spent, stacks = spent_units(p), p.stacks
    around = p.occupied[side] & p.layout.grid.around(bit(p.where[target]))
    return [unit for place in members(around) for unit in stacks[place] if not spent >> unit & 1]


def assaultable(p: Breslau, side: int) -> list[int]:
    """9.1, 9.3 The enemy units that may be assaulted now."""
    spent, stacks, grid = spent_units(p), p.stacks, p.layout.grid
    foes = p.occupied[enemy(side)]
    front = p.occupied[side] & grid.around(foes)
    able = of(place for place in members(front) if any(not spent >> unit & 1 for unit in stacks[place]))
    return [unit for place in members(foes & grid.around(able)) for unit in stacks[place]
            if not p.targeted >> unit & 1]


def goliath_available(p: Breslau, side: int) -> bool:
    """10.4.1 The German player may use a Goliath in an assault."""
    return side == GERMAN and p.goliaths > 0


def captured_available(p: Breslau, side: int, units: Iterable[int]) -> bool:
    """10.4.2 Once, from turn 11, in an assault of the 62nd Brigade."""
    return (
        side == SOVIET
        and not p.captured_used
        and p.turn >= p.layout.captured_turn
        and bool(of(units) & p.layout.brigade)
    )


# -- The phase -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Assault(Step):
    """9.4 The attacker names the unit he attacks, then the units that assault it, then rolls."""

    side: int
    target: int = NOBODY
    units: tuple[int, ...] = ()
    goliath: bool = False
    captured: bool = False

    def offer(self, p: Breslau) -> Options | None:
        if self.target == NOBODY:
            targets = assaultable(p, self.side)
            if not targets and not p.held:
                return None
            prompt = Message("prompt.target", {}, ("9.1a", "9.3"))
            return Options(p.seat(self.side), "target", prompt, units=targets, buttons=("end_phase",),
                           about=About("attack"))
        units, buttons = self.candidates(p), self.buttons(p)
        prompt = attack_prompt(units, buttons, {"unit": p.id(self.target), "hex": p.number(p.where[self.target])},
                               ("9.2a", "9.4"))
        return Options(p.seat(self.side), "attack", prompt, units=units, buttons=buttons,
                       about=About("attack", targets=(p.where[self.target],), group=self.units))

    def candidates(self, p: Breslau) -> list[int]:
        """9.2 The units that may still join."""
        return [unit for unit in attackers_against(p, self.side, self.target)
                if unit not in self.units and may_act_together(p, unit, self.units)]

    def buttons(self, p: Breslau) -> list[str]:
        """How the assault can be made once there are units for it."""
        if not self.units:
            return []
        buttons = ["assault", *artillery_buttons(p, self.side)]
        if not self.goliath and goliath_available(p, self.side):
            buttons.append("goliath")
        if not self.captured and captured_available(p, self.side, self.units):
            buttons.append("captured_goliaths")
        return buttons

    def take_unit(self, p: Breslau, unit: int) -> None:
        if self.target == NOBODY:
            p.replace(Assault(self.side, unit))
        else:
            p.replace(replace(self, units=(*self.units, unit)))

    def take_button(self, p: Breslau, button: str) -> None:
        if button == "end_phase":
            p.pop()
        elif button == "goliath":
            p.goliaths -= 1  # 10.4.1: used up, whatever the die shows
            p.emit("goliath_used", "10.4.1", left=p.goliaths)
            p.replace(replace(self, goliath=True))
        elif button == "captured_goliaths":
            p.captured_used = True
            p.emit("captured_used", "10.4.2")
            p.replace(replace(self, captured=True))
        else:
            self._assault(p, int(button.removeprefix("supply.")) if button.startswith("supply.") else 0)

    def _assault(self, p: Breslau, artillery: int) -> None:
        if artillery:
            spend(p, artillery * p.layout.artillery_cost, "6.2a", "8.3.3")
        p.assaulted |= of(self.units)
        p.targeted |= bit(self.target)
        p.replace(Assault(self.side))
        resolve(p, Attack(self.side, self.target, self.units, False, artillery, self.goliath, self.captured))

    def refuse_unit(self, p: Breslau, unit: int) -> Message:
        if self.target == NOBODY:
            return why_not_assault(p, self.side, unit)
        args = {"unit": p.id(unit)}
        if unit in self.units or has(p.assaulted, unit):
            return Message("refused.assaulted", args, ("9.1b",))
        if has(p.bombarded, unit):
            return Message("refused.bombarded_assaults", args, ("8.2.10",))
        return why_not_join(p, self.side, self.target, unit)

    def refuse_button(self, p: Breslau, button: str) -> Message | None:
        if self.target == NOBODY:
            return Message("refused.no_target_yet", {}, ("9.4",))
        if button == "end_phase":
            return Message("refused.declared", {"unit": p.id(self.target)}, ("9.4",))
        if not self.units:
            return Message("refused.no_attackers", {}, ("9.4",))
        return why_not_support(p, self.side, button)


# -- Why not -------------------------------------------------------------------------------------------------------


def why_not_assault(p: Breslau, side: int, unit: int) -> Message:
    """Why a unit cannot be the target of an assault."""
    args = {"unit": p.id(unit)}
    if p.layout.side_of[unit] == side:
        return Message("refused.target_first", args, ("9.4",))
    if not p.is_on_map(unit):
        return Message("refused.not_on_map", args, ("9.1a",))
    if p.targeted >> unit & 1:
        return Message("refused.targeted", args, ("9.1b",))
    return Message("refused.nobody_near", args, ("9.1a",))


def why_not_join(p: Breslau, side: int, target: int, unit: int) -> Message:
    """Why a unit cannot join an attack: whose it is, where it stands, or what division it belongs to."""
    args = {"unit": p.id(unit), "hex": p.number(p.where[target])}
    if p.layout.side_of[unit] != side:
        return Message("refused.not_yours", args, ("9.2a",))
    if not p.is_on_map(unit) or p.where[target] not in p.layout.grid.neighbours[p.where[unit]]:
        return Message("refused.not_adjacent", args, ("9.2a",))
    return Message("refused.divisions", args, ("9.2b",))


def why_not_support(p: Breslau, side: int, button: str) -> Message | None:
    """Why an attack cannot have this support."""
    if button.startswith("supply."):
        if side != GERMAN:
            return Message("refused.no_german_guns", {}, ("8.3.1",))
        return Message("refused.no_supply", {"cost": int(button.removeprefix("supply.")), "level": p.supply},
                       ("6.1", "8.3.3"))
    if button == "goliath":
        return Message("refused.goliath", {}, ("10.4.1",))
    if button == "captured_goliaths":
        return Message("refused.captured_goliaths", {"turn": p.layout.captured_turn}, ("10.4.2",))
    return None
