"""The state of play of Festung Breslau 1945."""

from __future__ import annotations

from collections.abc import Mapping

from stavka.kit.dice import Dice
from stavka.kit.hexset import HexSet, UnitSet, has
from stavka.kit.position import Position

from .components import SOVIET, Fortress, Plan


class Breslau(Position):
    """Where everything stands. Sets of units and hexes are integers (:mod:`stavka.kit.hexset`)."""

    FIELDS = (
        "options", "scenario", "control", "supply", "air", "po2", "antifascists", "goliaths", "chemicals", "gas",
        "airstrip", "captured_used", "declared", "fanaticism_over", "pending", "disorganised", "fanatic", "bombarded",
        "shelled", "bombed", "moved", "gassed", "assaulted", "targeted", "whole", "northern",
    )
    __slots__ = FIELDS

    layout: Fortress
    options: Mapping[str, bool]
    scenario: str
    control: HexSet
    """Hexes under Soviet control; the Germans control the rest (3.0)."""
    supply: int
    """The fortress supply level (6.1)."""
    air: int
    """Air points left this turn (8.2.4)."""
    po2: int
    """Po-2s that have not flown this turn (10.9)."""
    antifascists: int
    """Counters of anti-fascist Germans left (10.7)."""
    goliaths: int
    """Goliaths in the tactical reserve (10.4)."""
    chemicals: int
    """Chemical weapons in the tactical reserve (10.5)."""
    gas: HexSet
    """Hexes with chemical weapons, closed to the Red Army (10.5.2)."""
    airstrip: HexSet
    """Hexes with an airstrip marker (10.3)."""
    captured_used: bool
    """Whether the captured Goliaths have been used (10.4.2)."""
    declared: bool
    """Whether the Polish 2nd Army has been declared (10.1.3)."""
    fanaticism_over: bool
    """Whether an event has ended fanaticism."""
    pending: tuple[str, ...]
    """Soviet events that have come up and may still be taken (free scenario)."""
    disorganised: UnitSet
    """German units turned over (8.2.8)."""
    fanatic: UnitSet
    """German units with a fanatic marker (10.6)."""
    bombarded: UnitSet
    """Artillery turned over (8.2.10)."""
    shelled: HexSet
    """Hexes bombarded by artillery this phase (8.2.12)."""
    bombed: HexSet
    """Hexes struck from the air this phase (8.2.12)."""
    moved: UnitSet
    """Units whose tactical move is over."""
    gassed: UnitSet
    """Red Army units that chemical weapons have driven back this phase (10.5.2)."""
    assaulted: UnitSet
    """Units that have assaulted this phase (9.1)."""
    targeted: UnitSet
    """Units that have been assaulted this phase (9.1)."""
    whole: UnitSet
    """Units on the turn track that move with the rest of their division there (7.1.4)."""
    northern: UnitSet
    """Polish units fatigued on the northern front (9.9)."""

    def __init__(self, layout: Fortress, dice: Dice, scenario: str, options: Mapping[str, bool]) -> None:
        super().__init__(layout, dice)
        self.options = options
        self.scenario = scenario
        self.supply = self.plan.supply
        self.control = self.air = self.goliaths = self.chemicals = self.gas = self.airstrip = 0
        self.po2 = layout.po2_per_turn
        self.antifascists = layout.antifascist_markers
        self.captured_used = self.declared = self.fanaticism_over = False
        self.pending = ()
        self.disorganised = self.fanatic = self.bombarded = self.shelled = self.bombed = 0
        self.moved = self.gassed = self.assaulted = self.targeted = self.whole = self.northern = 0

    @property
    def plan(self) -> Plan:
        """The scenario's own numbers."""
        return self.layout.plans[self.scenario]

    def controls(self, side: int, place: int) -> bool:
        """3.0 Whether a side controls a hex."""
        return has(self.control, place) == (side == SOVIET)
