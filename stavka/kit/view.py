"""What a seat sees, as plain data: the one definition of its shape.

Games fill in :class:`Shown`, the match adds the rest of :class:`View`. ``scripts/view_types.py`` writes the client's
types from this module, and the tests hold every view against it.
"""

from __future__ import annotations

from typing import NotRequired, TypedDict

from .data import Words
from .steps import Kind


class AboutData(TypedDict):
    """What a decision is about."""

    kind: Kind
    unit: NotRequired[str]
    """The unit in hand."""
    targets: list[str]
    """The places it is aimed at."""
    group: list[str]
    """The units picked so far."""


class OfferData(TypedDict):
    """The choices before a seat."""

    seat: str
    step: str
    """The phase."""
    task: str
    """The game's own name of the decision."""
    prompt: Words
    why: NotRequired[str]
    """Which of the game's words under ``why`` tell why one is asked this, what is usual and what happens if one goes
    on, where that is not plain. They are long, and never change: they are not in every view."""
    rules: list[str]
    units: list[str]
    hexes: list[str]
    """Places of any kind: hexes, hexsides, boxes."""
    buttons: list[str]
    about: AboutData
    sets: list[list[str]]
    """Sets of the offered units that are often picked together, such as a whole stack; in a move, who can join in."""
    strikes: NotRequired[list[str]]
    """Those of the places where the choice begins a fight in the middle of a move; a forecast tells its odds."""


class UnitState(TypedDict):
    """A counter as it lies."""

    place: str
    face: NotRequired[int]
    """Which of its faces it shows; the first if nothing is said."""
    flags: NotRequired[list[str]]
    """What lies on it."""
    values: NotRequired[dict[str, int]]
    """Numbers it carries."""


class Track(TypedDict):
    """A count beside the map."""

    value: int
    last: NotRequired[int]
    text: NotRequired[Words]
    """What the value is called, where it is a state and no count: shown beside the turn."""
    x10: NotRequired[int]
    """Where the marker for the tens lies, if the track has one."""
    x1: NotRequired[int]
    turns: NotRequired[list[int]]
    """The turns in which it is so, where the turn track says that beforehand: weather, supply of a kind."""
    sign: NotRequired[str]
    """What stands for it on the turn track, in one character; the words have its name."""


class Points(TypedDict):
    """Victory points as they would count now."""

    scores: dict[str, int]
    """By side, or by seat where the players of a side score each for himself."""
    needed: NotRequired[int]
    parts: NotRequired[dict[str, int]]
    """What they are made of."""
    held: NotRequired[list[str]]
    """The places that bring some."""


class Outcome(TypedDict):
    """How a match ended."""

    winner: str
    reason: str
    rule: str | None
    scores: dict[str, int]
    text: Words


class Shown(TypedDict):
    """What a game says of a position to one seat."""

    units: dict[str, UnitState]
    """Every counter the seat may see."""
    stacks: dict[str, list[str | None]]
    """By place, bottom to top; null is a counter the seat may not see."""
    control: dict[str, list[str]]
    """By side."""
    marks: dict[str, list[str]]
    """What lies in a place, on a hexside or in a box besides counters."""
    tracks: dict[str, Track]
    points: Points
    date: NotRequired[Words]


class View(Shown):
    """All that a seat may see of a match."""

    game: str
    scenario: str
    options: dict[str, bool]
    seat: str | None
    """Whose view it is; nobody's for those who watch."""
    turn: int
    phase: str
    to_move: str | None
    offer: OfferData | None
    result: Outcome | None
