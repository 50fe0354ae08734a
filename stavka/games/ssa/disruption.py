"""Chapter 11: disruption."""

from __future__ import annotations

from dataclasses import dataclass

from stavka.kit.hexset import bit, members
from stavka.kit.steps import Step

from .position import Abyss


def disrupt(p: Abyss, unit: int, *rules: str) -> None:
    """11.0 A unit is turned over; a second time has no effect."""
    if not p.disrupted >> unit & 1:
        p.disrupted |= bit(unit)
        p.emit("disrupted", *rules, unit=p.id(unit), hex=p.number(p.where[unit]))


@dataclass(frozen=True, slots=True)
class Recovery(Step):
    """11.2 At the end of its player turn every disrupted unit of a side recovers, in supply or not."""

    side: int

    def skip(self, p: Abyss) -> None:
        p.pop()
        recovered = p.disrupted & p.layout.army[self.side]
        if recovered:
            p.disrupted &= ~recovered
            p.emit("recovered", "11.2a", units=p.ids(members(recovered)))
