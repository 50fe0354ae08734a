"""Charts: results tables with columns that can be shifted, odds, and sums that remember every reason for them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil, floor, prod
from typing import NamedTuple

from .chances import Chances, die, mapped
from .data import Table
from .words import Message

BEYOND = 1_000_000
"""The percentage of an attack on nothing: above every column."""


class ColumnTable:
    """A results table whose column depends on a number and whose row is a die.

    ``lowest`` is the least number of every column but the first. A die that modifiers carry off the table is read
    in the first or last row.

    >>> crt = ColumnTable(["-", "0", "+"], [0, 1], {1: ["A", "B", "C"], 2: ["D", "E", "F"]})
    >>> crt.column(-7), crt.column(0), crt.column(5)
    (0, 1, 2)
    >>> crt.result(crt.clamp(9), 2)
    'F'
    """

    def __init__(self, headings: Sequence[str], lowest: Sequence[int], rows: Mapping[int, Sequence[str]]) -> None:
        self.headings = tuple(headings)
        self.lowest = tuple(lowest)
        self.rows = {die: tuple(row) for die, row in rows.items()}

    @classmethod
    def read(cls, table: Table) -> ColumnTable:
        """Read and check a table of a data file. Without ``lowest`` its columns are found by other means (odds)."""
        headings = table.texts("columns")
        lowest = table.wholes("lowest") if "lowest" in table.values else []
        if "lowest" in table.values and (len(lowest) != len(headings) - 1 or sorted(set(lowest)) != lowest):
            raise table.fail("'lowest' must rise and have one number for every column but the first")
        rows = table.table("rows")
        for face in rows.values:
            if not face.isdigit() or len(rows.texts(face)) != len(headings):
                raise rows.fail("row {face!r} must be a die roll with a result for every column", face=face)
        if sorted(map(int, rows.values)) != list(range(1, len(rows.values) + 1)):
            raise rows.fail("there must be one row for every face of the die, from 1")
        return cls(headings, lowest, {int(face): rows.texts(face) for face in rows.values})

    def column(self, number: int) -> int:
        """The column of a number; below the first and above the last heading the end columns serve."""
        return bisect_right(self.lowest, number)

    def clamp(self, column: int) -> int:
        """The nearest column that exists."""
        return max(0, min(column, len(self.headings) - 1))

    def result(self, column: int, die: int) -> str:
        """The result of a die roll, modifiers included, in a column."""
        return self.rows[max(1, min(die, len(self.rows)))][column]

    def distribution(self, column: int, modifier: int = 0, faces: Chances[int] | None = None) -> Chances[str]:
        """The exact probability of every result in a column; ``faces`` where the die is not simply rolled once."""
        return mapped(die(len(self.rows)) if faces is None else faces,
                      lambda face: self.result(column, face + modifier))

    def chances(self, column: int, modifier: int = 0) -> dict[str, float]:
        """The probability of every result in a column.

        >>> table = ColumnTable(["0"], [], {1: ["AE"], 2: ["DR"], 3: ["DR"], 4: ["DE"]})
        >>> table.chances(0)
        {'AE': 0.25, 'DR': 0.5, 'DE': 0.25}
        >>> table.chances(0, modifier=1)
        {'DR': 0.5, 'DE': 0.5}
        """
        return {result: float(chance) for result, chance in self.distribution(column, modifier).items()}


class Ladder:
    """Odds as a ladder of ratios, each rung at least so many to one; what falls between two rungs counts as the lower.

    >>> ladder = Ladder(["1-3", "1-2", "1-1", "1.5-1", "2-1", "3-1"])
    >>> ladder.rungs[ladder.rung(53, 18)]
    '2-1'
    >>> ladder.rung(1, 4)
    -1
    """

    def __init__(self, rungs: Sequence[str]) -> None:
        self.rungs = tuple(rungs)
        self.ratios = tuple(map(ratio, rungs))
        if sorted(set(self.ratios)) != list(self.ratios):
            raise ValueError("the rungs of a ladder of odds must rise")

    def rung(self, attack: int, defence: int) -> int:
        """The rung that an attack reaches: -1 below the first, the last if nothing defends."""
        if defence <= 0:
            return len(self.rungs) - 1
        return bisect_right(self.ratios, Fraction(attack, defence)) - 1

    def clamp(self, rung: int) -> int:
        """The nearest rung that exists."""
        return max(0, min(rung, len(self.rungs) - 1))


def ratio(text: str) -> Fraction:
    """Odds as they are written, as a number.

    >>> ratio("1.5-1"), ratio("1-3")
    (Fraction(3, 2), Fraction(1, 3))
    """
    attack, _, defence = text.partition("-")
    return Fraction(attack) / Fraction(defence)


def percent(attack: int, defence: int) -> int:
    """The attack in hundredths of the defence, fractions dropped; :data:`BEYOND` all columns if nothing defends.

    >>> percent(20, 13), percent(10, 12)
    (153, 83)
    """
    return BEYOND if defence <= 0 else 100 * attack // defence


@dataclass(frozen=True, slots=True)
class Times:
    """Something that multiplies or halves a strength, with the reason for it."""

    times: Fraction
    message: Message


def times(value: int | Fraction, key: str, *rules: str, **args: object) -> Times:
    """A multiple (or a half), and the words for it.

    >>> times(2, "odds.flak", "12.15").times
    Fraction(2, 1)
    """
    return Times(Fraction(value), Message(key, args, rules))


def multiplied(strength: int, multiples: Iterable[Times], *, most: int | None = None, up: bool = False) -> int:
    """A strength times all these, their product at most ``most``; fractions are dropped, or rounded ``up``.

    >>> halved, tripled = times(Fraction(1, 2), "odds.river", "9.4"), times(3, "odds.objective", "12.17")
    >>> multiplied(5, [halved], up=True), multiplied(5, [halved])
    (3, 2)
    >>> multiplied(4, [tripled, times(2, "odds.flak", "12.15")], most=3)
    12
    """
    factor = prod((multiple.times for multiple in multiples), start=Fraction(1))
    if most is not None:
        factor = min(factor, Fraction(most))
    return ceil(strength * factor) if up else floor(strength * factor)


class Item(NamedTuple):
    """One line of a sum: a value, the words for it, and through the words the rule behind it."""

    value: int
    message: Message
    by: tuple[Times, ...] = ()
    """What the value was multiplied by."""


class Price(NamedTuple):
    """A part of what a step costs where points can be halves; told like a line of a sum."""

    value: float
    message: Message
    by: tuple[Times, ...] = ()


@dataclass(slots=True)
class Sum:
    """A battle as a sum: what attacks, what defends, every shift and every die modifier, each with its rule.

    The same object is rolled on, shown by ``ask("odds")`` and explained in the log.

    >>> sum = Sum()
    >>> sum.attack(5, "odds.unit", "11.8")
    >>> sum.defend(2, "odds.forest", "11.9.a")
    >>> sum.shift(1, "odds.concentric", "11.11", when=True)
    >>> sum.modify(-1, "odds.stack", "8.3")
    >>> sum.differential, sum.net_shift, sum.die_modifier
    (3, 1, -1)
    """

    attackers: list[Item] = field(default_factory=list)
    defenders: list[Item] = field(default_factory=list)
    shifts: list[Item] = field(default_factory=list)
    modifiers: list[Item] = field(default_factory=list)

    def attack(self, value: int, key: str, *rules: str, when: bool = True, by: Iterable[Times] = (),
               **args: object) -> None:
        """Something that adds to the attack, if it applies; ``by`` are the multiples already in the value."""
        if when:
            self.attackers.append(Item(value, Message(key, args, rules), tuple(by)))

    def defend(self, value: int, key: str, *rules: str, when: bool = True, by: Iterable[Times] = (),
               **args: object) -> None:
        """Something that adds to the defence, if it applies; ``by`` are the multiples already in the value."""
        if when:
            self.defenders.append(Item(value, Message(key, args, rules), tuple(by)))

    def shift(self, value: int, key: str, *rules: str, when: bool = True, **args: object) -> None:
        """A shift of columns to the right (or left, if negative), if it applies."""
        if when:
            self.shifts.append(Item(value, Message(key, args, rules)))

    def modify(self, value: int, key: str, *rules: str, when: bool = True, **args: object) -> None:
        """Something added to the die roll, if it applies."""
        if when:
            self.modifiers.append(Item(value, Message(key, args, rules)))

    @property
    def attack_strength(self) -> int:
        """All that attacks."""
        return sum(item.value for item in self.attackers)

    @property
    def defence_strength(self) -> int:
        """All that defends."""
        return sum(item.value for item in self.defenders)

    @property
    def differential(self) -> int:
        """Attack less defence."""
        return self.attack_strength - self.defence_strength

    @property
    def net_shift(self) -> int:
        """All shifts together."""
        return sum(item.value for item in self.shifts)

    @property
    def die_modifier(self) -> int:
        """All that is added to the die roll."""
        return sum(item.value for item in self.modifiers)


def explained(total: Sum) -> list[dict[str, object]]:
    """The lines of a sum as plain data, for the log, each followed by what it was multiplied by.

    >>> sum = Sum()
    >>> sum.attack(3, "odds.unit", "12.2", by=[times(Fraction(1, 2), "odds.fatigue", "20.2")])
    >>> [(line["kind"], line["value"], line["rules"]) for line in explained(sum)]
    [('attack', 3, ['12.2']), ('times', 0.5, ['20.2'])]
    """
    kinds = (("attack", total.attackers), ("defence", total.defenders), ("shift", total.shifts),
             ("modifier", total.modifiers))
    return [line for kind, items in kinds for item in items for line in (
        _line(kind, item.value, item.message), *(_line("times", float(by.times), by.message) for by in item.by))]


def _line(kind: str, value: float, message: Message) -> dict[str, object]:
    return {"kind": kind, "value": value, "key": message.key, "args": dict(message.args), "rules": list(message.rules)}
