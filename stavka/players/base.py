"""What a player is, and how thinking is limited."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
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
    """Fresh continuations that the finalists are judged by, and the most that an idea gets in the race; the best goes
    on after them as long as its gain might be luck."""
    depth: int = 1
    """Player turns that a continuation of a finalist lasts, one's own included; it ends with the game."""
    glance: int = 1
    """The same in the race, where there are many ideas and only the better half is looked for."""
    seconds: float = 60.0
    """The wall-clock guard of a turn: past it thinking is cut. A phase gets its share, of what is left at most."""
    least: float = 0.0
    """Phases that are worth a smaller part of the effort are not thought about: with 1 only those of movement are."""

    def share(self, part: float) -> Effort:
        """A part of the effort, for a phase in which orders matter less.

        >>> Effort(simulations=64, samples=8).share(0.25).simulations
        16
        >>> Effort(simulations=64, samples=8, least=1).share(0.25).simulations
        0
        """
        if part < self.least:
            part = 0.0
        return replace(self, simulations=int(self.simulations * part), samples=max(1, int(self.samples * part)),
                       seconds=self.seconds * part)


EFFORTS: dict[str, Effort] = {
    "novice": Effort(),
    "regular": Effort(),
    "veteran": Effort(simulations=64, samples=12, depth=2),
    "marshal": Effort(simulations=480, samples=24, depth=2, glance=2),
}
"""How hard each level thinks at the start of a phase in which orders matter. A marshal looks at more, not further: what
lies beyond the enemy's reply is more luck than plan (docs/balance.md, "How far ahead")."""


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
        self._begun = time.monotonic()

    @property
    def left(self) -> int:
        """The simulations that have not been made."""
        return self.effort.simulations - self.spent

    @property
    def elapsed(self) -> float:
        """The seconds that have gone by."""
        return time.monotonic() - self._begun

    def allows(self, simulations: int) -> bool:
        """Whether so many more may be made."""
        if self.cut or self.spent + simulations > self.effort.simulations:
            return False
        if self.elapsed > self.effort.seconds:
            self.cut = True
            return False
        return True
