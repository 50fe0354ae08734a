"""What is settled between the players of a match, as plain data: terms, seats, requests, and how it ended.

It is kept as one document beside the journal and changed as a whole: whoever changes it says which version he has
read, and is told if somebody was faster.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

DAY = 86_400.0
LONGEST = 366 * DAY

Name = Annotated[str, Meta(max_length=60, pattern=r"^[^\x00-\x1f\x7f]*$")]
Seconds = Annotated[float, Meta(ge=1, le=LONGEST)]
Kind = Literal["undo", "draw"]
How = Literal["resigned", "draw", "time"]


class Terms(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What is agreed at the start, and does not change."""

    clock: Literal["none", "turn", "bank"] = "none"
    """No clock; so much time for every game turn; or so much for the whole match."""
    time: Seconds = 3 * DAY
    """How much."""
    out: Literal["lose", "computer"] = "lose"
    """What the server does when it has run out: the seat loses, or a computer player goes on."""
    absence: Annotated[float, Meta(ge=0, le=LONGEST)] = 14 * DAY
    """For how long in all a seat may stop its clock by announcing its absence."""
    listed: bool = False
    """Whether seats that are open to anybody are in the list of open games."""
    watch: Literal["link", "public", "delayed"] = "link"
    """Who may watch: holders of the link; everybody; or everybody, one game turn later."""
    quiet: bool = False
    """Whether the talk is closed to watchers."""


class Holder(Struct, frozen=True, omit_defaults=True):
    """Who has taken a seat."""

    name: Name = ""
    account: str | None = None


class Invitation(Struct, frozen=True, omit_defaults=True):
    """An open seat. Its code is worth one claim; a new one makes it worthless."""

    code: str
    to: Name = ""
    """The name it is for; empty: whoever comes."""


class Request(Struct, frozen=True, omit_defaults=True):
    """Somebody asks the others for something, and waits for their answers, however long that takes."""

    by: str
    of: tuple[str, ...]
    n: int = 0
    """Where the match was when it was asked."""
    count: int = 0
    """For taking back: how many choices."""
    agreed: tuple[str, ...] = ()


class Answer(Struct, frozen=True):
    """What became of a request: for the seat that asked, until it has heard."""

    kind: Kind
    by: str
    yes: bool
    at: float


class Absence(Struct, frozen=True):
    """A seat is away, and its clock stands still."""

    seat: str
    since: float
    until: float


class Ending(Struct, frozen=True):
    """The match ended by what the players did, not by its rules."""

    how: How
    by: str | None
    winner: str | None
    at: float


class Affairs(Struct, omit_defaults=True):
    """Everything between the players of one match."""

    terms: Terms = Terms()
    name: Name = ""
    host: str | None = None
    """The account that began the match."""
    holders: dict[str, Holder] = {}
    invitations: dict[str, Invitation] = {}
    full: float | None = None
    """Since when all seats have been held: until then no clock runs."""
    computers: dict[str, str] = {}
    """Seats that a computer player has taken over, and which."""
    requests: dict[Kind, Request] = {}
    answers: dict[str, list[Answer]] = {}
    """By the seat that asked."""
    absences: list[Absence] = []
    copy_of: str | None = None
    """The match that this is somebody's private copy of."""
    ending: Ending | None = None
    rematch: str | None = None
    """The match that was begun in its place."""
    study: str = ""
    """Why somebody may have known the dice beforehand (``seed``, ``dice``, ``import``): then it is a study."""
    seen: dict[str, float] = {}
    """When each seat last read the table talk."""
    notified: dict[str, str] = {}
    """For each seat, the last player turn of which its holder was told by mail or push."""

    @property
    def listing(self) -> int:
        """In which lists the match stands, as bits: 1 open seats for anybody, 2 games to watch."""
        anybody = any(not invitation.to for invitation in self.invitations.values())
        is_open = self.terms.listed and anybody and self.ending is None
        return (1 if is_open else 0) | (2 if self.terms.watch != "link" else 0)

    def absences_of(self, seat: str | None) -> list[Absence]:
        """When a seat is away, in order."""
        return sorted((absence for absence in self.absences if absence.seat == seat), key=lambda one: one.since)
