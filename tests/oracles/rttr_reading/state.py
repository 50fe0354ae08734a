"""Chapter 4: a position, whose phase it is, and who is where."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Self

import stavka

from .printed import GERMAN, TERRAIN, UNITS, Side, sector


@dataclass
class State:
    """What lies on the table: a position as this reading sees it."""

    scenario: str
    options: Mapping[str, bool]
    phase: str
    turn: int
    where: dict[str, str]
    face_down: set[str]
    blown: set[Side]
    markers: list[tuple[str, str]]  # kind and hex
    tracks: Mapping[str, Any]
    engineers: set[str] = field(default_factory=set)  # in place since the phase began (19.2)
    stacks: dict[str, list[str]] = field(init=False)

    def __post_init__(self) -> None:
        self.stacks = {}
        for unit, place in self.where.items():
            self.stacks.setdefault(place, []).append(unit)

    @classmethod
    def of(cls, match: stavka.Match) -> Self:
        """Read a match: where counters lie, and how, from its position; all the rest from what a seat sees."""
        data: Any = match.position.as_data()
        where = {unit: place for place, stack in data["stacks"].items() for unit in stack}
        covered = int(str(data["face_down"]), 0)
        face_down = {unit for number, unit in enumerate(match.game.counters.ids) if covered >> number & 1}
        view: Any = match.view(match.game.seats[0])
        marks = view["marks"]
        return cls(
            match.scenario, match.options, match.phase, match.turn, where, face_down,
            {frozenset(place.split("/")) for place, kinds in marks.items() if "blown" in kinds},
            [(kind, place) for place, kinds in marks.items() for kind in kinds if kind in ("artillery", "air", "jet")],
            view["tracks"])

    def put(self, unit: str, place: str) -> None:
        """Put a unit somewhere else."""
        self.stacks[self.where[unit]] = [other for other in self.stack(self.where[unit]) if other != unit]
        self.stacks[place] = [*self.stack(place), unit]
        self.where[unit] = place

    # Who is where

    @property
    def front(self) -> str:
        """The Front whose player turn it is, or against which the Germans play (4.3)."""
        return "1uf" if "1uf" in self.phase else "1bf"

    @property
    def side(self) -> str:
        """The side that plays the phase."""
        return GERMAN if self.phase.startswith(GERMAN) else self.front

    def on_map(self, side: str | None = None) -> list[str]:
        """The units on the map."""
        return [unit for unit, place in self.where.items() if place in TERRAIN and side in (None, UNITS[unit].side)]

    def phasing(self) -> list[str]:
        """The units that may act in the phase: of the Germans, those of the sector (4.3)."""
        units = self.on_map(self.side)
        return units if self.side != GERMAN else [unit for unit in units if sector(self.where[unit]) == self.front]

    def stack(self, hex: str) -> list[str]:
        """The units in a hex."""
        return self.stacks.get(hex, [])

    def enemies_in(self, hex: str, side: str) -> bool:
        """Whether units that may not share a hex with this side are in one (10.1)."""
        return any(UNITS[unit].side != side for unit in self.stack(hex))
