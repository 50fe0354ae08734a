"""The state of play of Destruction of Army Group Center."""

from __future__ import annotations

from collections.abc import Mapping

from stavka.kit.dice import Dice
from stavka.kit.hexset import HexSet, UnitSet
from stavka.kit.position import Position

from .components import SOVIET, Theatre


class Dagc(Position):
    """Where everything stands. Sets of units and hexes are integers (:mod:`stavka.kit.hexset`)."""

    FIELDS = (
        "options", "control", "reduced", "activated", "moved", "fought", "attacked", "rolls", "interdicted",
        "rebuilt", "replacements", "portless", "lost_ports", "strait_used", "armour_tried",
    )
    __slots__ = FIELDS

    layout: Theatre
    options: Mapping[str, bool]
    control: HexSet
    """Hexes under Soviet control; the Germans control the rest (3.3)."""
    reduced: UnitSet
    """Units that have lost the first of two steps (2.11)."""
    activated: UnitSet
    """Soviet units activated for Bagration on turn 1 (5.4)."""
    moved: UnitSet
    """Units whose move this phase is over (6.3)."""
    fought: UnitSet
    """Units that have attacked this phase (11.5)."""
    attacked: UnitSet
    """Units that have been attacked this phase (11.3)."""
    rolls: Mapping[int, int]
    """Movement points rolled this phase for units out of supply (7.3)."""
    interdicted: UnitSet
    """German units under an air army this phase (13.3)."""
    rebuilt: UnitSet
    """Units that have taken a replacement step this game turn (10.8)."""
    replacements: int
    """Replacement steps left in this phase (10.6)."""
    portless: UnitSet
    """German units that a crowded port cannot supply this game turn (7.9)."""
    lost_ports: HexSet
    """Ports that have once been Soviet (7.9)."""
    strait_used: bool
    """Whether the one crossing of the strait has been made (9.8)."""
    armour_tried: bool
    """Whether the armour concentration marker was committed this German player turn (12.6)."""

    def __init__(self, layout: Theatre, dice: Dice, options: Mapping[str, bool]) -> None:
        super().__init__(layout, dice)
        self.options = options
        self.control = layout.soviet_start  # 3.3
        self.reduced = self.activated = self.moved = self.fought = self.attacked = 0
        self.rolls = {}
        self.interdicted = self.rebuilt = self.portless = 0
        self.replacements = 0
        self.lost_ports = 0
        self.strait_used = self.armour_tried = False

    @property
    def is_historical(self) -> bool:
        """Whether none of the alternative histories is played (3.5): 10.2 and 11.1 bind only then."""
        return not any(self.options[name] for name in ("bold_stroke", "failed_dday", "no_bomb_plot"))

    def controlled(self, side: int) -> HexSet:
        """3.3 The hexes a side controls."""
        return self.control if side == SOVIET else self.layout.playable & ~self.control

    def steps_of(self, unit: int) -> int:
        """2.11 The strength steps a unit has left."""
        return 2 if self.layout.two_steps >> unit & 1 and not self.reduced >> unit & 1 else 1

    def factor(self, unit: int) -> int:
        """2.9 The combat factor a unit shows."""
        layout = self.layout
        return layout.half[unit] if self.reduced >> unit & 1 else layout.full[unit]
