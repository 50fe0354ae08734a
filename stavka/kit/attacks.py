"""Attacks: a hex is named, then the units that attack it, then the die is rolled on a table.

Where nothing else has to be decided (no support, no choice of tables), :class:`Attacks` is the whole combat phase, and
a :class:`Fight` all that the game has to say. What the results bring is the game's: :mod:`.losses`, :mod:`.hexwise`
and :class:`Advance` help.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from .hexset import UnitSet
from .legs import END_PHASE
from .steps import About, Manner, Options, Step, attack_prompt, by_stack
from .tables import ColumnTable, Sum, explained
from .words import Message

ROLL, HALT = "roll", "halt"


@dataclass(frozen=True)
class Fight(Manner):
    """How units attack: the same functions make the offers, the refusals, the battle, and the answer to ``odds``."""

    rule: str
    targets: Callable[[Any, int], Iterable[int]]
    """The hexes a side can attack now."""
    attackers: Callable[[Any, int, int], Sequence[int]]
    """The units of a side that may attack a hex now."""
    total: Callable[[Any, Attack, UnitSet], Sum]
    """The battle as a sum; the last are defenders that must be left out of it, because whoever asks cannot see them."""
    table: Callable[[Any], ColumnTable]
    column: Callable[[Any, Sum], int]
    """The column of the table for such a sum."""
    engage: Callable[[Any, Attack], None]
    """The attack is declared: remember who has fought, and let the die wait for whatever comes before it."""
    resolve: Callable[[Any, Attack, str], None]
    """The result of the table: push the steps that it brings."""
    why_not_attack: Callable[[Any, int, int], Message]
    """Why a side cannot attack a hex."""
    why_not_join: Callable[[Any, int, int, int], Message]
    """Why a unit cannot join the attack of a side on a hex."""


@dataclass(frozen=True, slots=True)
class Attacks(Step):
    """A combat phase: attacks one after the other, in any order."""

    fight: Fight
    side: int

    def offer(self, p: Any) -> Options | None:
        targets = tuple(self.fight.targets(p, self.side))
        if not targets and not p.held:
            return None
        return Options(p.seat(self.side), "target", Message("prompt.attack", {}, (self.fight.rule,)), hexes=targets,
                       buttons=(END_PHASE,), about=About("attack"))

    def take_hex(self, p: Any, place: int) -> None:
        p.push(Attack(self.fight, self.side, place))

    def take_button(self, p: Any, button: str) -> None:
        p.pop()

    def refuse_hex(self, p: Any, place: int) -> Message | None:
        return self.fight.why_not_attack(p, self.side, place)


@dataclass(frozen=True, slots=True)
class Attack(Step):
    """An attack that is being put together."""

    fight: Fight
    side: int
    target: int
    units: tuple[int, ...] = ()

    def offer(self, p: Any) -> Options | None:
        able = [unit for unit in self.fight.attackers(p, self.side, self.target) if unit not in self.units]
        buttons = (ROLL,) if self.units else ()
        prompt = attack_prompt(able, buttons, {"hex": p.number(self.target)}, (self.fight.rule,))
        return Options(p.seat(self.side), "attack", prompt, units=able, buttons=buttons,
                       about=About("attack", targets=(self.target,), group=self.units), sets=by_stack(p, able))

    def take_unit(self, p: Any, unit: int) -> None:
        p.replace(replace(self, units=(*self.units, unit)))

    def take_button(self, p: Any, button: str) -> None:
        p.replace(Battle(self))
        self.fight.engage(p, self)

    def refuse_unit(self, p: Any, unit: int) -> Message | None:
        return self.fight.why_not_join(p, self.side, self.target, unit)

    def refuse_button(self, p: Any, button: str) -> Message | None:
        if button == ROLL:
            return Message("refused.no_attackers", {}, (self.fight.rule,))
        return Message("refused.declared", {"hex": p.number(self.target)}, (self.fight.rule,))


@dataclass(frozen=True, slots=True)
class Battle(Step):
    """A declared attack: rolled as soon as nobody has to decide anything before it."""

    attack: Attack

    def skip(self, p: Any) -> None:
        p.pop()
        attack, fight = self.attack, self.attack.fight
        total, table = fight.total(p, attack, 0), fight.table(p)
        column, die = fight.column(p, total), p.roll(attack.target)
        result = table.result(column, die + total.die_modifier)
        p.emit("fought", fight.rule, side=p.layout.sides[attack.side], hex=p.number(attack.target),
               units=p.ids(attack.units), attack=total.attack_strength, defence=total.defence_strength,
               shift=total.net_shift, modifier=total.die_modifier, column=table.headings[column], dice=[die],
               result=result, sum=explained(total))
        fight.resolve(p, attack, result)

    def as_data(self) -> dict[str, Any]:
        return {"step": "Battle", "attack": self.attack.as_data()}


@dataclass(frozen=True)
class Pursuit(Manner):
    """How victors advance into a hex that was vacated."""

    rule: str
    able: Callable[[Any, Advance], Sequence[int]]
    """Who still may; nobody ends it."""
    enter: Callable[[Any, int, int], None]


@dataclass(frozen=True, slots=True)
class Advance(Step):
    """Attackers may advance into the hex they attacked, one after the other, as long as the pursuit lets them."""

    pursuit: Pursuit
    side: int
    target: int
    units: tuple[int, ...]

    def offer(self, p: Any) -> Options | None:
        units = self.pursuit.able(p, self)
        if not units:
            return None
        prompt = Message("prompt.advance", {"hex": p.number(self.target)}, (self.pursuit.rule,))
        return Options(p.seat(self.side), "advance", prompt, units=units, buttons=(HALT,),
                       about=About("advance", targets=(self.target,)))

    def take_unit(self, p: Any, unit: int) -> None:
        p.emit("advanced", self.pursuit.rule, unit=p.id(unit), to=p.number(self.target),
               path=[p.number(p.where[unit]), p.number(self.target)])
        self.pursuit.enter(p, unit, self.target)
        p.replace(replace(self, units=tuple(other for other in self.units if other != unit)))

    def take_button(self, p: Any, button: str) -> None:
        p.pop()

    def refuse_unit(self, p: Any, unit: int) -> Message | None:
        return Message("refused.no_advance", {"unit": p.id(unit), "hex": p.number(self.target)}, (self.pursuit.rule,))


__all__ = ["HALT", "ROLL", "Advance", "Attack", "Attacks", "Battle", "Fight", "Pursuit"]
