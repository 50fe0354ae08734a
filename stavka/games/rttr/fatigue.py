"""Chapter 20: fatigue."""

from __future__ import annotations

from dataclasses import dataclass

from stavka.kit.steps import Step

from .components import SEATS
from .position import Rttr, with_value
from .reinforcements import dead


def losses_that_count(p: Rttr, front: int) -> int:
    """20.2 The corps and divisions of a Front in its dead pile."""
    return sum(p.layout.large >> unit & 1 for unit in dead(p, front))


@dataclass(frozen=True, slots=True)
class Fatigue(Step):
    """20.2 Two dice below the number of corps and divisions lost: the Front is fatigued, for good (20.4)."""

    front: int

    def skip(self, p: Rttr) -> None:
        p.pop()
        if p.fatigued[self.front]:
            return
        dice = [p.roll(self.front), p.roll(self.front)]
        lost = losses_that_count(p, self.front)
        tired = sum(dice) < lost
        p.emit("fatigue_roll", "20.2", side=SEATS[self.front], dice=dice, total=sum(dice), lost=lost,
               outcome="words.fatigued" if tired else "words.fresh")
        if tired:
            p.fatigued = with_value(p.fatigued, self.front, True)
