"""What a game's staff is: what computer players have to know of the game they play; and a planner that staffs share.

A staff belongs to its game (``Game.staff``); the players that use it know no game. Nor does the planner: a game tells
it of a position by a :class:`~stavka.staff.survey.Survey` and answers the tasks that are its own.

==================  ================================================================
:mod:`.survey`      what a game tells: one position in the eyes of one force
:mod:`.ground`      the map: sites, sectors, distances
:mod:`.orders`      postures, tempers, missions by name, beginners' faults
:mod:`.picture`     the situation: threats, what attracts, where a line is needed
:mod:`.moves`       where every unit goes
:mod:`.missions`    a plan as missions, and ideas for others
:mod:`.battles`     which hexes to attack, and with whom
:mod:`.mind`        the answer to every offer
:mod:`.judge`       what a position is worth, learnt from games
:mod:`.general`     a whole staff made from all this
==================  ================================================================
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from random import Random
from typing import Any, Generic, Protocol, Self, TypeVar

from stavka.kit.steps import Options
from stavka.kit.words import Message

D = TypeVar("D")
"""A game's doctrines: frozen dataclasses with a ``name`` and weights."""


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

    def replies(self, seat: str) -> Sequence[Any]:
        """Ways in which the other seats may answer: orders for each reply model."""

    def evaluate(self, p: Any, seat: str) -> float:
        """What a position is worth to a seat, from -1 (lost) to 1 (won)."""

    def report(self, p: Any, seat: str, mind: Any, orders: Any) -> Sequence[Message]:
        """The plan of a mind in words: aims, main effort, postures, attacks."""


@dataclass(frozen=True)
class Orders(Generic[D]):
    """What a mind plays by; a game may add to it."""

    doctrines: Mapping[str, D]
    """How to fight in each sector."""
    tactics: frozenset[str]
    """The names of the tactics that are used."""
    passes: int = 1
    """How often every unit's order is looked at again."""
    effort: str = ""
    """The sector of the main effort."""

    def knows(self, tactic: str) -> bool:
        """Whether this tactic is used."""
        return tactic in self.tactics

    def everywhere(self, doctrine: D) -> Self:
        """The same orders with one doctrine in all sectors."""
        return replace(self, doctrines=dict.fromkeys(self.doctrines, doctrine))

    def with_doctrine(self, sector: str, doctrine: D) -> Self:
        """The same orders with another doctrine in one sector."""
        return replace(self, doctrines={**self.doctrines, sector: doctrine})

    def with_effort(self, sector: str) -> Self:
        """The same orders with the main effort elsewhere."""
        return replace(self, effort=sector)

    def seasoned(self, rng: Random, spread: float) -> Self:
        """The same orders as another commander would see them: every weight a little different."""
        names = [field.name for field in fields(next(iter(self.doctrines.values()))) if field.name != "name"]  # type: ignore[arg-type]
        factors = {name: 1 + spread * (2 * rng.random() - 1) for name in names}

        def seen(doctrine: Any) -> D:
            changed: D = replace(doctrine, **{name: getattr(doctrine, name) * factors[name] for name in names})
            return changed

        return replace(self, doctrines={sector: seen(doctrine) for sector, doctrine in self.doctrines.items()})


__all__ = ["LEVELS", "Mind", "Orders", "Staff"]
