"""The state of play of The SS Abyss."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from stavka.kit.dice import Dice
from stavka.kit.hexset import HexSet, UnitSet
from stavka.kit.position import Position

from .components import Theatre
from .plan import Plan

UNROLLED: Final = 0
"""The value of a fort whose die has not been rolled."""


class Abyss(Position):
    """Where everything stands. Sets of units and hexes are integers (:mod:`stavka.kit.hexset`)."""

    FIELDS = (
        "scenario", "control", "disrupted", "fatigued", "empty", "moved", "stayed", "unsupplied", "fought",
        "attacked", "bombarded", "engaged", "shelled", "withdrawn", "stranded", "fell_back", "freed", "forts", "spans",
        "spans_used", "exits", "doors", "taken", "city_fallen", "garrison_free",
    )
    __slots__ = FIELDS

    layout: Theatre
    scenario: str
    control: HexSet
    """Objectives that the Axis was the last to hold in supply; the Soviets hold the rest (22.0)."""
    disrupted: UnitSet
    """Units on their back (11.0)."""
    fatigued: UnitSet
    """SS units that are tired (13.0)."""
    empty: UnitSet
    """Units out of fuel for good (18.0)."""
    moved: UnitSet
    """Units whose move this phase is over."""
    stayed: UnitSet
    """Those of them that were taken up and put down again where they stood (19.0)."""
    unsupplied: UnitSet
    """Units out of supply at the start of this movement phase (7.2)."""
    fought: UnitSet
    """Units that have attacked or given support in this combat phase (8.5)."""
    attacked: UnitSet
    """Units that have been attacked in this combat phase (8.5)."""
    bombarded: UnitSet
    """Artillery that has bombarded this player turn (10.0)."""
    engaged: UnitSet
    """Artillery that began its player turn adjacent to the enemy (10.3)."""
    shelled: HexSet
    """Hexes bombarded without effect this phase (10.2)."""
    withdrawn: UnitSet
    """Units that have had to retreat in this player turn (8.5, 19.0)."""
    stranded: UnitSet
    """SS units that advanced out of supply this player turn (8.5)."""
    fell_back: Mapping[int, UnitSet]
    """Units that have retreated in the combat phases of this player turn, and who made them (9.3)."""
    freed: Mapping[int, UnitSet]
    """For each hold of the scenario the units that something has set free (21.0)."""
    forts: Mapping[int, int]
    """The value of every black fort that has been attacked (23.2.4)."""
    spans: Mapping[int, int]
    """Bridge companies that lie across a hexside, and the place of the hexside (19.0)."""
    spans_used: UnitSet
    """Bridges that have been crossed (19.0)."""
    exits: Mapping[int, tuple[int, int]]
    """Units that have retreated off the map: the hex they left and the turn (9.1)."""
    doors: HexSet
    """Hexes of entry that reinforcements have used in this phase (23.0)."""
    taken: HexSet
    """Towns that an Axis unit has entered, of those whose fall matters (23.1.7, 23.2.14)."""
    city_fallen: bool
    """Whether Stuhlweissenburg has been Axis altogether (23.1.6)."""
    garrison_free: bool
    """Whether its garrison may leave (23.1.6)."""

    def __init__(self, layout: Theatre, dice: Dice, scenario: str) -> None:
        super().__init__(layout, dice)
        self.scenario = scenario
        self.control = self.plan.axis_start
        self.disrupted = self.fatigued = self.empty = self.moved = self.stayed = self.unsupplied = self.fought = 0
        self.attacked = self.bombarded = self.engaged = self.shelled = self.withdrawn = self.stranded = 0
        self.freed = {}
        self.fell_back = {}
        self.forts = {}
        self.spans = {}
        self.spans_used = 0
        self.exits = {}
        self.doors = self.taken = 0
        self.city_fallen = self.garrison_free = False

    @property
    def plan(self) -> Plan:
        """What the scenario says."""
        return self.layout.plans[self.scenario]

    @property
    def is_mud(self) -> bool:
        """23.2.16 Whether this is a mud turn."""
        return self.turn in self.plan.mud_turns

    @property
    def is_air(self) -> bool:
        """15.0 Whether air units fly this turn."""
        return self.turn in self.plan.air_turns
