"""What a game's staff is: what computer players have to know of the game they play; and a planner that staffs share.

A staff belongs to its game (``Game.staff``); the players that use it know no game. Nor does the planner: a game tells
it of a position by a :class:`~stavka.staff.survey.Survey` and answers the tasks that are its own.

==================  ================================================================
:mod:`.survey`      what a game tells: one position in the eyes of one force
:mod:`.ground`      the map: sites, sectors, distances
:mod:`.orders`      postures, tempers, missions by name, beginners' faults
:mod:`.picture`     the situation: threats, what attracts, where a line is needed
:mod:`.disposition` where every unit stands, and what it is worth there
:mod:`.moves`       where every unit goes
:mod:`.line`        a front line: where it runs, and who stands in it
:mod:`.missions`    a plan as missions, and ideas for others
:mod:`.battles`     which hexes to attack, and with whom
:mod:`.shares`      guns and aircraft over many targets
:mod:`.mind`        the answer to every offer
:mod:`.judge`       what a position is worth, learnt from games
:mod:`.general`     a whole staff made from all this
==================  ================================================================
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Protocol

from stavka.kit.steps import Options
from stavka.kit.words import Message


class Mind(Protocol):
    """Answers offers for one side, by orders, in a position that holds no secrets from it."""

    def decide(self, p: Any, options: Options) -> tuple[str, Any]:
        """The kind of click, and the unit, hex or button."""


LEVELS = ("novice", "regular", "veteran", "marshal")
"""The levels of players that use a staff, weakest first."""


class Staff(Protocol):
    """What a game tells the players: its ``staff``."""

    levels: Sequence[str]
    """Those of :data:`LEVELS` that it can serve."""
    efforts: Mapping[str, Mapping[str, int]]
    """By level: what is different from the usual :class:`Effort` in this game."""

    def orders(self, seat: str, level: str, rng: Random) -> Any:
        """The usual orders of a commander of this level; ``rng`` makes each commander a little different."""

    def mind(self, seat: str, orders: Any) -> Mind:
        """A mind that plays by these orders."""

    def worth_thinking(self, p: Any, seat: str) -> float:
        """How much of a level's effort the phase that begins is worth: all (1) where orders matter most, nothing (0)
        where they do not matter."""

    def variants(self, p: Any, seat: str, orders: Any) -> Sequence[Sequence[tuple[Any, Message]]]:
        """Orders one change away from these, in groups whose ideas exclude each other: sector by sector."""

    def written(self, p: Any, seat: str, orders: Any) -> Any:
        """The same orders with the moves of the phase that begins planned in this position and written down, so that
        they are judged and carried out as one plan; the orders as they are, where there is nothing to plan."""

    def replies(self, seat: str) -> Sequence[Any]:
        """Ways in which the other seats may answer: orders for each reply model."""

    def evaluate(self, p: Any, seat: str) -> float:
        """What a position is worth to a seat, from -1 (lost) to 1 (won)."""

    def report(self, p: Any, seat: str, mind: Any, orders: Any) -> Sequence[Message]:
        """The plan of a mind in words: aims, main effort, postures, attacks."""


__all__ = ["LEVELS", "Mind", "Staff"]
