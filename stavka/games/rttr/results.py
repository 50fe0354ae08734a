"""Chapter 12, second half: the results of combat and who is lost (12.23 - 12.25)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from stavka.kit.hexset import bit, of
from stavka.kit.steps import About, Options, Step
from stavka.kit.tables import explained
from stavka.kit.words import Message

from .combat import odds, strengths
from .components import GERMAN, SEATS, player
from .position import Rttr
from .sectors import credited_to, is_german

if TYPE_CHECKING:
    from .combat import Attack

ATTACKER, DEFENDER = "attacker", "defender"

RESULTS: dict[str, tuple[tuple[str, str, int], ...]] = {  # 12.23: who, what, how many hexes, in this order
    "AA": ((ATTACKER, "strongest", 1),),
    "AD": ((ATTACKER, "half", 0), (ATTACKER, "retreat", 1), (DEFENDER, "advance", 1)),
    "AP": ((ATTACKER, "strongest", 1), (ATTACKER, "panic", 0), (DEFENDER, "advance", 1)),
    "AR": ((ATTACKER, "retreat", 1), (DEFENDER, "advance", 1)),
    "BB": ((DEFENDER, "half", 0), (ATTACKER, "half", 0)),
    "DA": ((DEFENDER, "strongest", 1),),
    "DD": ((DEFENDER, "half", 0), (DEFENDER, "retreat", 1), (ATTACKER, "advance", 1)),
    "DE": ((DEFENDER, "all", 0), (ATTACKER, "advance", 1)),
    "DP": ((DEFENDER, "strongest", 1), (DEFENDER, "panic", 0), (ATTACKER, "advance", 2)),
    "DR": ((DEFENDER, "retreat", 1), (ATTACKER, "advance", 1)),
    "MD": ((ATTACKER, "strongest", 1), (DEFENDER, "retreat", 1), (ATTACKER, "advance", 1)),
    "OR": ((DEFENDER, "all", 0), (ATTACKER, "advance", 3)),
}


# -- Elimination ---------------------------------------------------------------------------------------------------


def eliminate(p: Rttr, unit: int, *rules: str, by: int = 0) -> None:
    """A unit is lost: a Soviet one may be replaced (8.2), a German one counts for the Front that eliminated it (21.2d).

    ``by`` is the Front that attacks, for units in the Reichstag.
    """
    place = p.where[unit]
    pile = f"killed.{SEATS[credited_to(p, place, by)]}" if is_german(p, unit) else f"dead.{p.layout.unit[unit].side}"
    p.emit("eliminated", *rules, unit=p.id(unit), hex=p.number(place))
    p.face_down &= ~bit(unit)
    p.put(unit, p.box(pile))


def lose(p: Rttr, unit: int, rule: str, by: int, taken: bool) -> None:
    """A unit in a battle is lost; a strategic marker is not, but may fall to whoever advances (21.2b)."""
    if not p.layout.strategic >> unit & 1:
        eliminate(p, unit, rule, by=by)
    elif taken:
        p.spoils |= bit(unit)


# -- The battle ----------------------------------------------------------------------------------------------------


def fight(p: Rttr, attack: Attack, table: str) -> None:
    """12.2 An attack is rolled, and its result applied step by step (12.2f)."""
    total = strengths(p, attack)
    crt = p.layout.crt[table]
    column = crt.column(odds(total))
    defenders = tuple(unit for place in attack.targets for unit in p.at(place))
    p.fought |= of(attack.units)
    p.attacked |= of(defenders)
    p.spoils = 0
    die = p.roll(*attack.targets)
    result = crt.result(column, die)
    p.emit("fought", "12.2e", "27.1" if table == "mobile" else "27.2", side=p.layout.sides[
        GERMAN if attack.german else attack.sector], hex=p.number(attack.targets[0]), hexes=p.names(attack.targets),
        units=p.ids(attack.units), attack=total.attack_strength, defence=total.defence_strength, percent=odds(total),
        column=crt.headings[column], table=f"words.{table}", dice=[die], result=result, sum=explained(total))
    p.push(*result_steps(p, attack, defenders, result))


def result_steps(p: Rttr, attack: Attack, defenders: tuple[int, ...], result: str) -> list[Step]:
    """12.23 What a result asks for, as steps in the order of its definition."""
    from .advance import Advance
    from .retreat import Panic, Retreat

    steps: list[Step] = []
    rule = f"12.23-{result}"
    takes = any(who == ATTACKER and what == "advance" for who, what, _ in RESULTS[result])
    hexes = {ATTACKER: tuple(sorted({p.where[unit] for unit in attack.units})), DEFENDER: attack.targets}
    for who, what, number in RESULTS[result]:
        units = attack.units if who == ATTACKER else defenders
        german = attack.german == (who == ATTACKER)
        force = (attack.sector, german, units)
        if what == "strongest":
            steps.append(Losses(*force, 1, True, rule, takes))
        elif what == "half":
            steps.append(Losses(*force, half(p, units), False, rule, takes))
        elif what == "all":
            steps.append(Losses(*force, EVERYTHING, False, rule, takes))
        elif what == "retreat":
            steps.append(Retreat(*force, number))
        elif what == "panic":
            steps.append(Panic(*force))
        else:
            enemy_hexes = hexes[DEFENDER if who == ATTACKER else ATTACKER]
            steps.append(Advance(*force, enemy_hexes, number))
    return steps


# -- Losses (12.24) ------------------------------------------------------------------------------------------------

EVERYTHING = 1 << 20
"""More strength than any force has: all of it is lost."""


def half(p: Rttr, units: Iterable[int]) -> int:
    """12.24b At least half of the printed factors; a force without any loses what there is."""
    return max(1, -(-sum(p.layout.strength[unit] for unit in units) // 2))


@dataclass(frozen=True, slots=True)
class Losses(Step):
    """12.24 A force loses its strongest unit, or so many printed factors; its owner says which, and may lose more.

    ``owed`` counts units if the ``strongest`` must go, else factors. Bombardment markers are never lost (12.25a), nor
    flak towers that only support (12.25b): they are not among the units.
    """

    sector: int
    german: bool
    units: tuple[int, ...]
    owed: int
    strongest: bool
    rule: str
    taken: bool
    """Whether strategic markers fall to the attacker, who will advance (21.2b)."""

    def offer(self, p: Rttr) -> Options | None:
        if self.is_forced(p):
            return None
        units = self.candidates(p)
        if not units:
            return None
        rules = (self.rule, "12.24a") if self.owed > 0 else ("12.24c",)
        prompt = Message("prompt.losses" if self.owed > 0 else "prompt.more_losses", {"owed": self.owed}, rules)
        return Options(self.seat, "loss", prompt, units=units, buttons=() if self.owed > 0 else ("enough",),
                       about=About("lose"))

    @property
    def seat(self) -> str:
        """The owner; the garrison of the Reichstag is run by the attacker's opponent (16.10b), who is the same."""
        return player(self.sector, self.german)

    def alive(self, p: Rttr) -> list[int]:
        """The units of the force that can still be lost; strategic markers cannot (21.2b)."""
        return [unit for unit in self.units if p.is_on_map(unit) and not p.layout.strategic >> unit & 1]

    def candidates(self, p: Rttr) -> list[int]:
        """12.24a The strongest, if it must go; else anybody."""
        units = self.alive(p)
        if self.owed > 0 and self.strongest and units:
            most = max(p.layout.strength[unit] for unit in units)
            return [unit for unit in units if p.layout.strength[unit] == most]
        return units

    def is_forced(self, p: Rttr) -> bool:
        """Whether there is nothing to choose: one candidate, or all must go."""
        units = self.candidates(p)
        if self.owed <= 0 or not units:
            return not units
        if len(units) == 1:
            return True
        return not self.strongest and sum(p.layout.strength[unit] for unit in units) <= self.owed

    def skip(self, p: Rttr) -> None:
        units = self.candidates(p)
        if units:
            self.take_unit(p, units[0])
            return
        p.pop()
        if self.owed > 0 and self.german:
            for unit in self.units:  # only strategic markers are left to lose
                if p.is_on_map(unit):
                    lose(p, unit, self.rule, self.sector, self.taken)

    def take_unit(self, p: Rttr, unit: int) -> None:
        eliminate(p, unit, self.rule if self.owed > 0 else "12.24c", by=self.sector)
        lost = 1 if self.strongest else p.layout.strength[unit]
        everything = self.owed >= EVERYTHING // 2
        p.replace(replace(self, owed=self.owed if everything else max(0, self.owed - lost)))

    def take_button(self, p: Rttr, button: str) -> None:
        p.pop()

    def refuse_unit(self, p: Rttr, unit: int) -> Message | None:
        args = {"unit": p.id(unit)}
        if unit not in self.units or not p.is_on_map(unit):
            return Message("refused.not_involved", args, (self.rule,))
        if p.layout.strategic >> unit & 1:
            return Message("refused.strategic", args, ("21.2b",))
        return Message("refused.strongest", args, ("12.24a",))

    def refuse_button(self, p: Rttr, button: str) -> Message | None:
        return Message("refused.owed", {"owed": self.owed}, (self.rule, "12.24b")) if button == "enough" else None

