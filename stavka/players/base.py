"""What a player is, what a game's staff has to offer the players, and how thinking is limited."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple, Protocol

from stavka.kit.steps import Options
from stavka.kit.words import Message

from .seen import Seen


class Player(Protocol):
    """Somebody who decides for a seat."""

    level: str

    def choose(self, seen: Seen) -> str:
        """One of the choices of the offer."""

    def plan(self, lang: str = "en") -> str:
        """What the player is up to, in words."""


class Mind(Protocol):
    """Answers offers for one side, by orders, in a position that holds no secrets from it."""

    def decide(self, p: Any, options: Options) -> tuple[str, Any]:
        """The kind of click, and the unit, hex or button."""


class Variant(NamedTuple):
    """Other orders that might be better, and how to say in what they differ."""

    orders: Any
    idea: Message
    group: int = 0
    """Which of the staff's groups it belongs to."""


class Staff(Protocol):
    """What a game tells the players: its ``staff``."""

    efforts: Mapping[str, Mapping[str, int]]
    """By level: what is different from the usual :class:`Effort` in this game."""

    def orders(self, seat: str, level: str, rng: Random) -> Any:
        """The usual orders of a commander of this level; ``rng`` makes each commander a little different."""

    def mind(self, seat: str, orders: Any) -> Mind:
        """A mind that plays by these orders."""

    def worth_thinking(self, p: Any, seat: str) -> bool:
        """Whether the phase that begins is one in which orders matter."""

    def variants(self, p: Any, seat: str, orders: Any) -> Sequence[Sequence[tuple[Any, Message]]]:
        """Orders one change away from these, in groups whose ideas exclude each other: sector by sector."""

    def replies(self, seat: str) -> Sequence[Any]:
        """Ways in which the other seats may answer: orders for each reply model."""

    def evaluate(self, p: Any, seat: str) -> float:
        """What a position is worth to a seat, from -1 (lost) to 1 (won)."""

    def report(self, p: Any, seat: str, mind: Mind, orders: Any) -> Sequence[Message]:
        """The plan of a mind in words: aims, main effort, postures, attacks."""


@dataclass(frozen=True)
class Effort:
    """How hard a level thinks at the start of a phase."""

    simulations: int = 0
    """Imagined continuations to play out."""
    samples: int = 1
    """Continuations that the best ideas are judged by."""
    depth: int = 1
    """Player turns that a continuation lasts, one's own included."""
    seconds: float = 60.0
    """The wall-clock guard: past it thinking is cut."""


@dataclass(frozen=True)
class Cut:
    """A thought that the wall-clock guard cut short."""

    turn: int
    phase: str
    done: int
    wanted: int


class Budget:
    """Counts simulations, and watches the clock."""

    def __init__(self, effort: Effort) -> None:
        self.effort = effort
        self.spent = 0
        self.cut = False
        self._until = time.monotonic() + effort.seconds

    def allows(self, simulations: int) -> bool:
        """Whether so many more may be made."""
        if self.cut or self.spent + simulations > self.effort.simulations:
            return False
        if time.monotonic() > self._until:
            self.cut = True
            return False
        return True
