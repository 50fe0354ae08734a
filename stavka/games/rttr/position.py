"""The state of play of Race to the Reichstag."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

from stavka.kit.dice import Dice
from stavka.kit.hexset import HexSet, SideSet, UnitSet
from stavka.kit.position import Position

from .components import NOWHERE, Berlin

T = TypeVar("T")

Pair = tuple[int, int]
"""A number for each Front."""

UNUSED, READY, FLOWN = 0, 1, 2
"""22.5 An Me 262: not here yet, here, used up."""


class Rttr(Position):
    """Where everything stands. Sets of units, hexes and hexsides are integers (:mod:`stavka.kit.hexset`)."""

    FIELDS = (
        "scenario", "options", "face_down", "looked", "control", "spent", "fatigued", "effort_used", "effort", "moved",
        "stirred", "scouted", "fought", "attacked", "obliged", "spoils", "allowance", "guns", "planes", "flown", "jets",
        "jet_at", "arrived", "checked", "blown",
    )
    __slots__ = FIELDS

    layout: Berlin
    scenario: str
    options: Mapping[str, bool]
    face_down: UnitSet
    """Static units that lie face down (16.8)."""
    looked: tuple[UnitSet, UnitSet]
    """Units of the Reichstag's garrison that each player has looked at by reconnaissance (17.3b)."""
    control: tuple[HexSet, HexSet]
    """Objective hexes that each Front controls (21.2c)."""
    spent: Pair
    """Stavka points spent by each Front (6.2)."""
    fatigued: tuple[bool, bool]
    effort_used: tuple[bool, bool]
    """Whether each Front has had its turn of maximum effort (6.7)."""
    effort: int
    """Combat phases still to come in a turn of maximum effort; 0 in any other turn."""
    moved: UnitSet
    """Units whose move this phase is over (9.5a)."""
    stirred: UnitSet
    """Units that have changed place this phase: their engineers' support is over (19.2, 19.3)."""
    scouted: UnitSet
    """Reconnaissance units that have scouted this player turn and may not move (17.3c)."""
    fought: UnitSet
    """Units that have attacked this phase (12.3)."""
    attacked: UnitSet
    """Units that have been attacked this phase (12.3)."""
    obliged: UnitSet
    """Units that began the combat phase in an enemy zone of control (12.1)."""
    spoils: UnitSet
    """Strategic markers that whoever advances into their hex takes (21.2b)."""
    allowance: int
    """The movement points of the German units that move (9.3)."""
    guns: tuple[tuple[int, ...], tuple[int, ...]]
    """The hexes of each Front's artillery markers on the map (15.2a)."""
    planes: tuple[tuple[int, ...], tuple[int, ...]]
    """The hexes of each Front's air strike markers on the map (15.2b)."""
    flown: int
    """Air strike markers used for reconnaissance this player turn (17.4)."""
    jets: Pair
    """The Me 262 in each sector (22.5)."""
    jet_at: int
    """The hex of the Me 262 marker."""
    arrived: tuple[bool, bool]
    """Whether the relief force of each sector has arrived (22.1)."""
    checked: SideSet
    """Bridges that have been checked for demolition (18.3)."""
    blown: SideSet
    """Bridges that were demolished (18.2)."""

    def __init__(self, layout: Berlin, dice: Dice, scenario: str, options: Mapping[str, bool]) -> None:
        super().__init__(layout, dice)
        self.scenario = scenario
        self.options = options
        self.face_down = 0
        self.looked = self.control = self.spent = self.jets = (0, 0)
        self.fatigued = self.effort_used = self.arrived = (False, False)
        self.effort = self.allowance = self.flown = 0
        self.moved = self.stirred = self.scouted = self.fought = self.attacked = self.obliged = self.spoils = 0
        self.guns = self.planes = ((), ())
        self.jet_at = NOWHERE
        self.checked = self.blown = 0  # 9.11

    def names(self, places: Iterable[int]) -> list[str]:
        """The numbers of places, in their order."""
        return [self.layout.places[place] for place in places]


def with_value(pair: tuple[T, T], front: int, value: T) -> tuple[T, T]:
    """The pair with another value for one Front."""
    return (value, pair[1]) if front == 0 else (pair[0], value)
