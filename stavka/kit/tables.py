"""Charts: results tables with columns that can be shifted, and sums that remember every reason for them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from .data import Table
from .words import Message


class ColumnTable:
    """A results table whose column depends on a number and whose row is a die.

    ``lowest`` is the least number of every column but the first.

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
        """Read and check a table of a data file."""
        headings, lowest = table.texts("columns"), table.wholes("lowest")
        if len(lowest) != len(headings) - 1 or sorted(set(lowest)) != lowest:
            raise table.fail("'lowest' must rise and have one number for every column but the first")
        rows = table.table("rows")
        for die in rows.values:
            if not die.isdigit() or len(rows.texts(die)) != len(headings):
                raise rows.fail(f"row {die!r} must be a die roll with a result for every column")
        if sorted(map(int, rows.values)) != list(range(1, len(rows.values) + 1)):
            raise rows.fail("there must be one row for every face of the die, from 1")
        return cls(headings, lowest, {int(die): rows.texts(die) for die in rows.values})

    def column(self, number: int) -> int:
        """The column of a number; below the first and above the last heading the end columns serve."""
        return bisect_right(self.lowest, number)

    def clamp(self, column: int) -> int:
        """The nearest column that exists."""
        return max(0, min(column, len(self.headings) - 1))

    def result(self, column: int, die: int) -> str:
        """The result of a die roll in a column."""
        return self.rows[die][column]

    def chances(self, column: int) -> dict[str, float]:
        """The probability of every result in a column.

        >>> ColumnTable(["0"], [], {1: ["AE"], 2: ["DR"], 3: ["DR"], 4: ["DE"]}).chances(0)
        {'AE': 0.25, 'DR': 0.5, 'DE': 0.25}
        """
        faces = len(self.rows)
        chances: dict[str, int] = {}
        for row in self.rows.values():
            chances[row[column]] = chances.get(row[column], 0) + 1
        return {result: count / faces for result, count in chances.items()}


@dataclass(frozen=True, slots=True)
class Item:
    """One line of a sum: a value, the words for it, and through the words the rule behind it."""

    value: int
    message: Message


@dataclass(slots=True)
class Sum:
    """A battle as a sum: what attacks, what defends and every shift, each with its rule.

    The same object is rolled on, shown by ``ask("odds")`` and explained in the log.

    >>> sum = Sum()
    >>> sum.attack(5, "odds.unit", "11.8")
    >>> sum.defend(2, "odds.forest", "11.9.a")
    >>> sum.shift(1, "odds.concentric", "11.11", when=True)
    >>> sum.differential, sum.net_shift
    (3, 1)
    """

    attackers: list[Item] = field(default_factory=list)
    defenders: list[Item] = field(default_factory=list)
    shifts: list[Item] = field(default_factory=list)

    def attack(self, value: int, key: str, *rules: str, when: bool = True, **args: object) -> None:
        """Something that adds to the attack, if it applies."""
        if when:
            self.attackers.append(Item(value, Message(key, args, rules)))

    def defend(self, value: int, key: str, *rules: str, when: bool = True, **args: object) -> None:
        """Something that adds to the defence, if it applies."""
        if when:
            self.defenders.append(Item(value, Message(key, args, rules)))

    def shift(self, value: int, key: str, *rules: str, when: bool = True, **args: object) -> None:
        """A shift of columns to the right (or left, if negative), if it applies."""
        if when:
            self.shifts.append(Item(value, Message(key, args, rules)))

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
