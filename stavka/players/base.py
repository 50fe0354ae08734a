"""What a player is, and how thinking is limited."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from stavka.kit.words import Message

from .seen import Seen


class Player(Protocol):
    """Somebody who decides for a seat."""

    level: str

    def choose(self, seen: Seen) -> str:
        """One of the choices of the offer."""

    def plan(self, lang: str = "en") -> str:
        """What the player is up to, in words."""


class Variant(NamedTuple):
    """Other orders that might be better, and how to say in what they differ."""

    orders: Any
    idea: Message
    group: int = 0
    """Which of the staff's groups it belongs to."""


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
