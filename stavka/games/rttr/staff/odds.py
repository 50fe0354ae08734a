"""What battles bring: every result of both tables worth so many points to the attacker (12.23, 27.1, 27.2)."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final

from stavka.kit.sums import added
from stavka.kit.tables import percent

from ..combat import TABLES
from ..components import Berlin

PROGRESS: Final = 0.3
"""What ground gained is worth by itself."""
THROWN_BACK: Final = 0.25
"""What an attacker who has to retreat loses by it."""

ENTERED: Final = ("DD", "DE", "DP", "DR", "MD", "OR")
"""Results after which the attacker may advance, if the defenders are gone."""
TOP_LOST: Final = ("DA", "DP")
HALF_LOST: Final = ("BB", "DD")
ALL_LOST: Final = ("DE", "OR")
GIVES_WAY: Final = ("DD", "DP", "DR", "MD")
"""Results that drive defenders away who are not bound to stand."""
ATTACKER_TOP: Final = ("AA", "AP", "MD")
ATTACKER_HALF: Final = ("AD", "BB")
ATTACKER_BACK: Final = ("AD", "AP", "AR")


class Columns:
    """Both tables, prepared: for every column what it does to either side."""

    def __init__(self, berlin: Berlin) -> None:
        self.lowest = {table: berlin.crt[table].lowest for table in TABLES}
        self.chances = {table: [berlin.crt[table].chances(column) for column in range(len(berlin.crt[table].headings))]
                        for table in TABLES}
        self.top = self._sums(ATTACKER_TOP)
        self.half = self._sums(ATTACKER_HALF)
        self.back = self._sums(ATTACKER_BACK)
        self.strongest = self._sums(TOP_LOST)
        self.halved = self._sums(HALF_LOST)
        self.wiped = self._sums(ALL_LOST)
        self.driven = self._sums(GIVES_WAY)

    def _sums(self, results: Sequence[str]) -> Mapping[str, list[float]]:
        return {table: [added(chances.get(result, 0.0) for result in results) for chances in columns]
                for table, columns in self.chances.items()}

    def column(self, table: str, attack: int, defence: int) -> int:
        """The column of an attack."""
        return bisect_right(self.lowest[table], percent(attack, defence))


class Target:
    """A hex to be attacked: facts that hold as long as nobody there moves."""

    __slots__ = ("_known", "across", "columns", "dry", "gains", "place", "tables", "wet")

    def __init__(self, columns: Columns, place: int, dry: int, wet: int, across: int, tables: Sequence[str],
                 gains: Mapping[str, float]) -> None:
        self.columns, self.place, self.tables, self.gains = columns, place, tables, gains
        self.dry, self.wet = dry, wet
        """What it defends with, and if all attackers come across water (12.18)."""
        self.across = across
        """The hexes beyond water."""
        self._known: dict[tuple[str, int], float] = {}

    def gain(self, table: str, column: int) -> float:
        """What a column brings the attacker on average, his own losses apart."""
        key = table, column
        if key not in self._known:
            chances = self.columns.chances[table][column]
            self._known[key] = added(chance * self.gains.get(result, 0.0) for result, chance in chances.items())
        return self._known[key]


@cache
def half_lost(factors: tuple[int, ...]) -> float:
    """The part of a force that goes when at least half of its factors must (12.24b): whole units, as few as will do.

    >>> half_lost((6, 6)), half_lost((10,)), half_lost((11, 1))
    (0.5, 1.0, 0.9166666666666666)
    """
    everything = added(factors)
    if not everything:
        return 1.0
    sums = 1  # the bit of every sum that some of them have
    for number in factors:
        sums |= sums << number
    owed = -(-everything // 2)
    enough = sums >> owed
    return (owed + (enough & -enough).bit_length() - 1) / everything


def cheapest_loss(units: Sequence[tuple[int, int, float]], owed: int) -> set[int]:
    """The units (number, factors, worth) that cost least together and have at least the factors that are owed."""
    best: dict[int, tuple[float, tuple[int, ...]]] = {0: (0.0, ())}
    for unit, factors, worth in units:
        for paid, (cost, lost) in list(best.items()):
            sum_paid = min(owed, paid + factors)
            if sum_paid not in best or cost + worth < best[sum_paid][0]:
                best[sum_paid] = cost + worth, (*lost, unit)
    return set(best[max(best)][1])


def gains(units: Sequence[float], top: float, half: float, stands: bool, driven_out: float, prize: float,
          left_empty: float, powerless: bool) -> dict[str, float]:
    """What each result is worth to the attacker of a hex.

    ``units`` are the worths of the defenders, ``top`` that of the strongest, ``half`` what goes with half of their
    factors; who ``stands`` does not retreat; ``driven_out`` is lost by those who cannot retreat (statics); ``prize`` is
    what entering the hex brings, ``left_empty`` what it brings if nobody may enter now; the ``powerless``
    have no factors, so that half of them is all of them.
    """
    alone, emptied = len(units) <= 1, prize + PROGRESS
    all_gone = alone or powerless
    away = 0.0 if stands else driven_out + emptied
    found = dict.fromkeys(ALL_LOST, added(units) + emptied)
    found["BB"] = half + (left_empty if all_gone else 0.0)
    found["DA"] = top + (left_empty if alone else 0.0)
    found["DD"] = half + (emptied if all_gone else away)
    found["DP"] = top + (emptied if alone else away)
    found["DR"] = found["MD"] = away
    return found


def expected(columns: Columns, targets: Sequence[Target], attack: int, top: float, half: float, wet: bool,
             thrift: float) -> tuple[float, str]:
    """What an attack brings on average, and by which table; ``top`` and ``half`` are what the attacker may lose."""
    defence = added([target.wet if wet else target.dry for target in targets])
    best, by = -1e9, TABLES[1]
    for table in TABLES:
        if any(table not in target.tables for target in targets):
            continue
        column = columns.column(table, attack, defence)
        value = added([target.gain(table, column) for target in targets]) - THROWN_BACK * columns.back[table][column]
        value -= thrift * (top * columns.top[table][column] + half * columns.half[table][column])
        if value > best:
            best, by = value, table
    return best, by


__all__ = ["Columns", "Target", "cheapest_loss", "expected", "gains", "half_lost"]
