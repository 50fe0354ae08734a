"""8.3 - 8.9 and 26.1: what the dice of an attack bring."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from stavka.kit.hexset import UnitSet, bit, has, of
from stavka.kit.steps import About, Options, Step
from stavka.kit.tables import Sum, explained
from stavka.kit.words import Message

from .advance import Advance, AssaultAdvance
from .artillery import expend
from .combat import (
    MOBILE,
    Attack,
    column,
    defenders_of,
    is_all_german,
    is_overwhelming,
    magnitude,
    must_reroll,
    odds,
    risks_severe_losses,
    rung,
    sappers_shift,
    tigers_shift,
)
from .components import NOBODY, SIDES, SOVIET
from .lyutezh import release
from .position import Ukraine, disrupt, eliminate, enemy, lose_step
from .retreats import CityHolds, Retreat, Withdraw

RETREATS = ("DR", "DR1", "DRX", "DR2X")
ATTACKER_LOSES = {"AR": 1, "EX": 1, "DRX": 1, "DR2X": 1}  # 8.5
DEFENDER_LOSES = {"EX": 1, "DR1": 1, "DRX": 1, "DR2X": 2}

STRONGEST, TIGERS, SAPPERS, EVENLY, ANY, DEALT, ZHUKOV = (
    "strongest", "tigers", "sappers", "evenly", "any", "dealt", "zhukov")
"""Why a step is lost and who loses it: by the attacker's result his strongest unit (8.5, 8.6) or the Tigers (9.8), by
severe losses the sappers (9.9) or anybody (8.9), by secondary dice (8.4) and by the defender's result each unit in turn
(8.6), for Zhukov anybody (26.1)."""

RULES = {STRONGEST: "8.6", TIGERS: "9.8", SAPPERS: "9.9.b", EVENLY: "8.6", ANY: "8.9.a", DEALT: "8.6", ZHUKOV: "26.1.c"}
"""Who loses a step."""

CAUSES = {STRONGEST: ("result", "8.3.4"), TIGERS: ("result", "8.3.4"), DEALT: ("result", "8.3.4"),
          EVENLY: ("secondary", "8.4.b"), SAPPERS: ("severe", "8.9.a"), ANY: ("severe", "8.9.a"),
          ZHUKOV: ("zhukov", "26.1.c")}
"""Why he does: the words for it, and the rule."""


# -- The roll (8.3) ------------------------------------------------------------------------------------------------


def fight(p: Ukraine, attack: Attack) -> None:
    """8.3 An attack is declared: its support is spent, and the dice are rolled."""
    p.emit("declared", "8.3.1", side=SIDES[attack.side], hexes=[p.number(target) for target in attack.targets],
           units=p.ids(attack.units))
    if attack.phase != MOBILE:
        p.fought |= of(attack.units)
        for target in attack.targets:
            p.attacked |= of(p.ground_at(target))
    expend(p, attack.guns)
    if attack.air != NOBODY:
        p.flown |= bit(attack.air)  # 15.5
        p.emit("air_support", "15.5", unit=p.id(attack.air), hex=p.number(attack.targets[0]))
    if attack.zhukov:
        p.zhukov_used = True
    for unit in attack.units:
        for target in attack.targets:
            release(p, attack.side, p.where[unit], [target])
    attack = replace(attack, variable=variable_defence(p, attack))
    total = odds(p, attack)
    resolve(p, attack, total, rung(p, total))


def variable_defence(p: Ukraine, attack: Attack) -> int:
    """29 Optional: a die adds to the defence or takes from it, if that was three or more."""
    if not p.options["variable_defence"]:
        return 0
    layout, side = p.layout, enemy(attack.side)
    if odds(p, attack).defence_strength < layout.variable_least:
        return 0
    die = p.roll(attack.targets[0])
    change = layout.variable[side][die - 1]
    p.emit("variable_defence", "29", hex=p.number(attack.targets[0]), die=die, change=change)
    return change


def resolve(p: Ukraine, attack: Attack, total: Sum, level: int) -> None:
    """8.3, 8.8 Too weak an attack is repulsed, an overwhelming one destroys all; otherwise the dice are rolled."""
    if is_overwhelming(p, level):
        _report(p, attack, total, level, "overwhelming")
        overwhelm(p, attack)
    elif level < 0:
        _report(p, attack, total, level, "AR")
        apply(p, attack, level, "AR", [], NOBODY)
    else:
        roll(p, attack, total, level)


def roll(p: Ukraine, attack: Attack, total: Sum, level: int) -> None:
    """8.4 The primary die and the secondary ones, sixes again if German superiority demands it (9.10)."""
    again = must_reroll(p, attack)
    dice = [roll_one(p, attack.targets[0], again) for _ in range(magnitude(p, attack))]
    result, losses = read_dice(p, attack, level, dice)
    _report(p, attack, total, level, result, dice, losses)
    apply(p, attack, level, result, losses, dice[0])


def roll_one(p: Ukraine, place: int, again: bool) -> int:
    """9.10 One die; a six is rolled again if it must be, and the second roll stands."""
    die = p.roll(place)
    if again and die == p.layout.rerolled:
        second = p.roll(place)
        p.emit("reroll", "9.10.b", die=die, second=second)
        return second
    return die


def read_dice(p: Ukraine, attack: Attack, level: int, dice: Sequence[int]) -> tuple[str, list[str]]:
    """8.4 The main result, and what each secondary die adds; 9.10 German attacks turn exchanges in their favour."""
    layout, at = p.layout, column(p, level)
    result = layout.primary.result(at, dice[0])
    losses = [layout.secondary.result(at, die) for die in dice[1:]]
    if is_all_german(p, attack):
        result = "DR1" if result == "DRX" else result
        losses = ["-/1" if loss == "1/1" else loss for loss in losses]
    return result, losses


def split(loss: str) -> tuple[int, int]:
    """The steps attacker and defender lose by a secondary result such as ``1/-``.

    >>> split("1/1"), split("-/1"), split("-")
    ((1, 1), (0, 1), (0, 0))
    """
    attacker, _, defender = loss.partition("/")
    return int(attacker == "1"), int(defender == "1")


def _report(p: Ukraine, attack: Attack, total: Sum, level: int, result: str, dice: Sequence[int] = (),
            losses: Iterable[str] = ()) -> None:
    p.emit(
        "fought" if dice else "decided", "8.3.4", side=SIDES[attack.side], hex=p.number(attack.targets[0]),
        hexes=[p.number(target) for target in attack.targets], units=p.ids(attack.units),
        attack=total.attack_strength, defence=total.defence_strength, shift=total.net_shift,
        column=level_name(p, level), dice=list(dice), result=result,
        outcome=f"outcome.{result}", losses=list(losses), sum=explained(total))


def level_name(p: Ukraine, level: int) -> str:
    """Odds as they are written, below the table too."""
    rungs = p.layout.ladder.rungs
    return rungs[min(level, len(rungs) - 1)] if level >= 0 else f"1-{3 - level}"


# -- Results (8.5) -------------------------------------------------------------------------------------------------


def overwhelm(p: Ukraine, attack: Attack) -> None:
    """8.8 All defenders are eliminated, and the attacker loses nothing."""
    for target in attack.targets:
        for unit in p.ground_at(target):
            eliminate(p, unit, "8.8.a")
    push_advance(p, attack, one_hex=False)


def apply(p: Ukraine, attack: Attack, level: int, result: str, losses: Sequence[str], die: int) -> None:
    """8.5 Losses of both sides, then retreat, advance, and perhaps Zhukov's next attempt."""
    defenders = [unit for target in attack.targets for unit in defenders_of(p, attack, target)]
    spare = sum(p.steps_of(unit) for unit in defenders)
    calls = attacker_calls(p, attack, result, losses, die, spare)
    dealt, more = DEFENDER_LOSES.get(result, 0), sum(split(loss)[1] for loss in losses)
    steps: list[Step] = [
        Losses(attack.side, attack.units, calls),
        Losses(enemy(attack.side), tuple(defenders), (DEALT,) * dealt + (EVENLY,) * more),
    ]
    if result == "AR":
        disrupt(p, [unit for unit in attack.units if p.is_on_map(unit)], "8.5.AR")
    if result in RETREATS:
        steps += retreat_steps(p, attack, result)
    if result != "AR":
        steps.append(AfterBattle(attack, one_hex=result == "EX"))
    else:
        steps.append(Withdraw(attack.side, attack.units))  # 10.5
    if attack.zhukov and result in ("C", "EX"):
        steps.append(AttackAgain(attack, level))  # 26.1
    p.push(*steps)


def attacker_calls(p: Ukraine, attack: Attack, result: str, losses: Sequence[str], die: int, spare: int
                   ) -> tuple[str, ...]:
    """8.5, 8.6, 8.9, 26.1 The losses of the attacker, one after another, by who has to take them."""
    calls: list[str] = []
    if attacker_loses(result, spare):
        tigers = result in ("EX", "DR2X") and tigers_shift(p, attack)  # 9.8
        calls.append(TIGERS if tigers else STRONGEST)
    calls += [EVENLY] * sum(split(loss)[0] for loss in losses)
    if die in p.layout.severe and risks_severe_losses(p, attack):
        calls.append(SAPPERS if sappers_shift(p, attack) else ANY)  # 8.9
    if attack.zhukov:
        calls.append(ZHUKOV)  # 26.1
    return tuple(calls)


def attacker_loses(result: str, spare: int) -> int:
    """8.5 The steps a result costs the attacker, where the defender had so many to spare."""
    return 0 if result == "DR2X" and spare <= 1 else ATTACKER_LOSES.get(result, 0)


def retreat_steps(p: Ukraine, attack: Attack, result: str) -> list[Step]:
    """10.1 Every hex attacked is left; 9.7 a city may be held against DR."""
    mobile = attack.phase == MOBILE
    side = enemy(attack.side)
    return [
        CityHolds(side, target, mobile) if result == "DR" and has(p.layout.cities, target)
        else Retreat(side, target, mobile)
        for target in attack.targets
    ]


def push_advance(p: Ukraine, attack: Attack, *, one_hex: bool) -> None:
    """12.1 Attackers may enter the hexes that were vacated."""
    empty = tuple(target for target in attack.targets if not has(p.manned[enemy(attack.side)], target))
    if not empty:
        return
    if attack.phase == MOBILE:
        p.push(AssaultAdvance(attack.side, empty[0], attack.units))
    else:
        able = tuple(unit for unit in attack.units if p.is_on_map(unit))
        p.push(Advance(attack.side, empty, able, one_hex))


@dataclass(frozen=True, slots=True)
class AfterBattle(Step):
    """When losses and retreats are done it is clear whether anybody may advance (12.1)."""

    attack: Attack
    one_hex: bool

    def skip(self, p: Ukraine) -> None:
        p.pop()
        push_advance(p, self.attack, one_hex=self.one_hex)


@dataclass(frozen=True, slots=True)
class AttackAgain(Step):
    """26.1 After contact or an exchange Zhukov may drive the attack on, at the original odds."""

    attack: Attack
    level: int

    def offer(self, p: Ukraine) -> Options | None:
        attack = self.remaining(p)
        if not attack.units or not attack.targets:
            return None
        prompt = Message("prompt.attack_again", {"hex": p.number(attack.targets[0])}, ("26.1.d",))
        return Options(p.seat(SOVIET), "attack_again", prompt, buttons=("again", "done"),
                       about=About("attack", targets=attack.targets, group=attack.units))

    def remaining(self, p: Ukraine) -> Attack:
        """8.2 Who is left next to what is left: a hex may have been vacated, and entered."""
        foes, distance = p.manned[enemy(self.attack.side)], p.layout.grid.distance
        targets = tuple(target for target in self.attack.targets if has(foes, target))
        units = tuple(unit for unit in self.attack.units if p.is_on_map(unit)
                      and all(distance(p.where[unit], target) == 1 for target in targets))
        return replace(self.attack, units=units, targets=targets)

    def take_button(self, p: Ukraine, button: str) -> None:
        p.pop()
        if button == "again":
            attack = self.remaining(p)
            roll(p, attack, odds(p, attack), self.level)


# -- Losses (8.6, 8.7) ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Losses(Step):
    """8.6 A force loses steps one after another; its owner says which, as far as he has a choice."""

    side: int
    units: tuple[int, ...]
    calls: tuple[str, ...]
    hit: UnitSet = 0
    """Units that have lost a step in this battle."""

    def offer(self, p: Ukraine) -> Options | None:
        units = self.able(p)
        if len(units) < 2 or self._must_lose_all(p):
            return None
        causes = Counter(CAUSES[call] for call in self.calls)
        told = [Message(f"cause.{cause}", {"number": number}) for (cause, _), number in causes.items()]
        rules = dict.fromkeys((self.rule, *(rule for _, rule in causes)))
        prompt = Message("prompt.step_lost", {"steps": len(self.calls), "causes": told}, tuple(rules))
        return Options(p.seat(self.side), "loss", prompt, units=units, about=About("lose"))

    @property
    def rule(self) -> str:
        """The rule behind the next loss."""
        return RULES[self.calls[0]] if self.calls else "8.6"

    def able(self, p: Ukraine) -> list[int]:
        """The units that can take the next loss; headquarters only when nothing else is left (23.1)."""
        alive = [unit for unit in self.units if p.is_on_map(unit)]
        if not self.calls or not alive:
            return []
        fighting = [unit for unit in alive if not p.layout.headquarters >> unit & 1] or alive
        call = self.calls[0]
        special = {TIGERS: p.layout.tigers, SAPPERS: p.layout.sappers}.get(call)
        if special is not None:
            named = [unit for unit in fighting if special >> unit & 1]
            if named:
                return named
            call = STRONGEST if call == TIGERS else ANY
        if call == STRONGEST:
            best = max(p.attack_factor(unit) for unit in fighting)
            return [unit for unit in fighting if p.attack_factor(unit) == best]
        if call in (EVENLY, DEALT):
            return [unit for unit in fighting if not self.hit >> unit & 1] or fighting
        return fighting

    def _must_lose_all(self, p: Ukraine) -> bool:
        return sum(p.steps_of(unit) for unit in self.units if p.is_on_map(unit)) <= len(self.calls)

    def skip(self, p: Ukraine) -> None:
        """No choice: take what there is, one step at a time, until nothing is owed or nobody is left."""
        units = self.able(p)
        if units:
            self.take_unit(p, units[0])
        else:
            p.pop()

    def take_unit(self, p: Ukraine, unit: int) -> None:
        lose_step(p, unit, self.rule)
        p.replace(replace(self, calls=self.calls[1:], hit=self.hit | bit(unit)))

    def refuse_unit(self, p: Ukraine, unit: int) -> Message | None:
        args = {"unit": p.id(unit)}
        if unit not in self.units:
            return Message("refused.not_involved", args, ("8.6",))
        if p.layout.headquarters >> unit & 1:
            return Message("refused.hq_last", args, ("23.1.a",))
        return Message("refused.not_its_loss", args, (self.rule,))
