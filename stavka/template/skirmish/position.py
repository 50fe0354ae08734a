"""The state of play: what the rules make one remember, besides where the counters stand."""

from __future__ import annotations

from stavka.kit.dice import Dice
from stavka.kit.hexset import HexSet, UnitSet, has
from stavka.kit.position import Position

from .components import Field


class State(Position):
    """Sets of units and hexes are integers (:mod:`stavka.kit.hexset`)."""

    FIELDS = ("control", "reduced", "moved", "fought", "attacked")
    __slots__ = FIELDS

    layout: Field
    control: HexSet
    """Hexes that Red controls; Blue has the others (5.1)."""
    reduced: UnitSet
    """Units that have lost the first of two steps (1.2)."""
    moved: UnitSet
    """Units that have moved this phase (3.2)."""
    fought: UnitSet
    """Units that have attacked this phase (4.1)."""
    attacked: UnitSet
    """Units that have been attacked this phase (4.1)."""

    def __init__(self, layout: Field, dice: Dice) -> None:
        super().__init__(layout, dice)
        self.control = layout.red_start
        self.reduced = self.moved = self.fought = self.attacked = 0

    def steps_of(self, unit: int) -> int:
        """1.2 The steps a unit has left."""
        return len(self.layout.unit[unit].strength) - has(self.reduced, unit)

    def strength(self, unit: int) -> int:
        """1.2 The strength a unit shows."""
        return self.layout.unit[unit].strength[has(self.reduced, unit)]
