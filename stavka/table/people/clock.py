"""Clocks. What a seat has spent is written beside every line of the journal, so nothing else need be kept.

A clock runs while its seat has to choose, and stands still while it has announced that it is away. What is taken
back gives no time back.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
from msgspec import Struct

from .affairs import Absence, Terms


class Times(Struct, frozen=True):
    """Where the time went until one line of a journal."""

    at: float
    """When the line was written."""
    since: float
    """Since when the seat that has to choose has to."""
    turn: int = 0
    spent: Mapping[str, float] = {}
    last: Mapping[str, int] = {}
    """The number of each seat's last choice."""


def from_full(times: Times, full: float | None) -> Times:
    """The times, with nothing counted before all seats were held."""
    return times if full is None or full <= times.at else msgspec.structs.replace(times, at=full)


def advance(times: Times, *, n: int, by: str | None, waited: str | None, to_move: str | None, turn: int, now: float,
            terms: Terms, absences: Sequence[Absence], runs: bool = True) -> Times:
    """The times after line ``n``, which ``by`` wrote while ``waited`` had to choose.

    >>> begun = Times(at=0, since=0, turn=1)
    >>> later = advance(begun, n=1, by="red", waited="red", to_move="blue", turn=1, now=9, terms=Terms("turn"),
    ...                 absences=[])
    >>> later.spent, later.since, later.last
    ({'red': 9}, 9, {'red': 1})
    """
    spent = dict(times.spent)
    if waited is not None and runs:
        spent[waited] = spent.get(waited, 0) + awake(times.at, now, absences)
    if terms.clock == "turn" and turn != times.turn:
        spent = {}
    since = times.since if to_move == waited else now
    return Times(now, since, turn, spent, times.last if by is None else {**times.last, by: n})


def awake(since: float, until: float, absences: Sequence[Absence]) -> float:
    """How much of the time between two moments a clock ran.

    >>> awake(0, 10, [Absence("red", 2, 5), Absence("red", 9, 30)])
    6
    """
    away = (min(until, absence.until) - max(since, absence.since) for absence in absences)
    return until - since - sum(gap for gap in away if gap > 0)


def left(times: Times, seat: str, running: bool, now: float, terms: Terms, absences: Sequence[Absence]) -> float:
    """The time a seat still has."""
    return terms.time - times.spent.get(seat, 0) - (awake(times.at, now, absences) if running else 0)


def runs_out(times: Times, seat: str, terms: Terms, absences: Sequence[Absence]) -> float | None:
    """When the clock of the seat that has to choose will have run out, as things stand.

    >>> runs_out(Times(100, 100), "red", Terms("bank", 10), [Absence("red", 105, 200)])
    205
    """
    if terms.clock == "none":
        return None
    end = times.at + terms.time - times.spent.get(seat, 0)
    for absence in absences:
        if absence.since < end and absence.until > times.at:
            end += absence.until - max(absence.since, times.at)
    return end
