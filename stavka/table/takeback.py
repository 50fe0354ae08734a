"""Taking back and making again: what a seat could take back now, what that costs, and what it has taken back.

Only what rolled no dice and revealed nothing can be made again: dice once rolled are never rolled again silently.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..match import Record
from . import messages


@dataclass(frozen=True)
class Prospect:
    """What taking back a seat's last choice would mean."""

    count: int
    """So many choices, its own and whatever followed it."""
    others: bool
    """Whether choices of other seats are among them."""
    rolled: bool
    """Whether dice or secrets are: new dice follow, and the old ones stay in the log."""
    of: list[str]
    """The people who have to agree."""


def prospect(records: Sequence[Record], seat: str, people: Sequence[str], count: int = 0) -> Prospect | None:
    """What a seat could take back now: its last choice with all that followed; None if it has made none.

    With ``count`` it is the last so many choices, which have to begin with one of its own. Choices of its own that
    rolled and revealed nothing are its own affair. Computer players always agree.
    """
    first = len(records) - count if count else next(
        (i for i in range(len(records) - 1, -1, -1) if records[i].seat == seat), -1)
    if first < 0 or records[first].seat != seat:
        return None
    taken = records[first:]
    rolled, others = any(is_final(record) for record in taken), any(record.seat != seat for record in taken)
    of = [other for other in people if other != seat] if rolled or others else []
    return Prospect(len(taken), others, rolled, of)


def is_final(record: Record) -> bool:
    """Whether a choice rolled dice or revealed something, so that making it again would be another choice."""
    return bool(record.dice) or record.revealed


class TakenBack:
    """The choices that were taken back and can be made again: the newest first, until something else is chosen."""

    def __init__(self) -> None:
        self._choices: list[tuple[str, str]] = []

    def take(self, records: Sequence[Record]) -> None:
        """These were taken back; behind a final one nothing can be made again."""
        if any(is_final(record) for record in records):
            self._choices = []
        else:
            self._choices += [(record.seat, record.choice) for record in reversed(records)]

    def next_for(self, seat: str) -> str | None:
        """The choice that this seat could make again now."""
        return self._choices[-1][1] if self._choices and self._choices[-1][0] == seat else None

    def chosen(self, seat: str, choice: str) -> None:
        """Something was chosen: one of them again, or else they are history."""
        if self._choices and self._choices[-1] == (seat, choice):
            self._choices.pop()
        else:
            self._choices = []


def outlook(what: Prospect | None, again: bool) -> messages.Outlook:
    """What a seat is told it can do."""
    return messages.Outlook(None if what is None else {
        "count": what.count, "others": what.others, "rolled": what.rolled, "of": what.of}, again)
