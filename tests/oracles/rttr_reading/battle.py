"""12.23 - 14: a battle as it is carried out."""

from __future__ import annotations

from dataclasses import dataclass, field

from .printed import UNITS
from .retreat import stands
from .victory import Table

ATTACKER, DEFENDER = "attacker", "defender"
STRONGEST, HALF, ALL = "strongest", "half", "all"

LOSSES = {
    "AA": {ATTACKER: STRONGEST}, "AD": {ATTACKER: HALF}, "AP": {ATTACKER: STRONGEST}, "AR": {},
    "BB": {DEFENDER: HALF, ATTACKER: HALF}, "DA": {DEFENDER: STRONGEST}, "DD": {DEFENDER: HALF}, "DE": {DEFENDER: ALL},
    "DP": {DEFENDER: STRONGEST}, "DR": {}, "MD": {ATTACKER: STRONGEST}, "OR": {DEFENDER: ALL}}
RETREATS = {"AD": (ATTACKER, 1), "AP": (ATTACKER, 0), "AR": (ATTACKER, 1), "DD": (DEFENDER, 1), "DP": (DEFENDER, 0),
            "DR": (DEFENDER, 1), "MD": (DEFENDER, 1)}
"""Who retreats, and how far; 0 is panic: as many hexes as a die shows (13.2)."""
ADVANCES = {"AD": (DEFENDER, 1), "AP": (DEFENDER, 1), "AR": (DEFENDER, 1), "DD": (ATTACKER, 1), "DE": (ATTACKER, 1),
            "DP": (ATTACKER, 2), "DR": (ATTACKER, 1), "MD": (ATTACKER, 1), "OR": (ATTACKER, 3)}


@dataclass
class Battle:
    """A combat and what has come of it so far."""

    result: str
    forces: dict[str, list[str]]
    origin: dict[str, str]
    panic: int = 0
    lost: set[str] = field(default_factory=set)
    gone: set[str] = field(default_factory=set)  # eliminated because they could not retreat
    retreated: set[str] = field(default_factory=set)
    stood: set[str] = field(default_factory=set)
    taken: set[str] = field(default_factory=set)
    advanced: dict[str, int] = field(default_factory=dict)
    stopped: set[str] = field(default_factory=set)

    @property
    def far(self) -> int:
        """How many hexes the retreat is."""
        return RETREATS[self.result][1] or self.panic

    def retreating(self) -> list[str]:
        """The units that the result calls on to retreat."""
        if self.result not in RETREATS:
            return []
        return [unit for unit in self.forces[RETREATS[self.result][0]] if unit not in self.lost]

    def vacated(self, table: Table) -> set[str]:
        """The hexes that the beaten force has left (14.4)."""
        beaten = DEFENDER if ADVANCES[self.result][0] == ATTACKER else ATTACKER
        left = set()
        for hex in {self.origin[unit] for unit in self.forces[beaten]}:
            there = [unit for unit in table.stack(hex)
                     if UNITS[unit].side == UNITS[self.forces[beaten][0]].side and not self.helpless(unit, hex)]
            if not there:
                left.add(hex)
        return left

    def helpless(self, unit: str, hex: str) -> bool:
        """A strategic marker that should be eliminated: it waits for whoever advances (21.2)."""
        if UNITS[unit].kind != "strategic" or unit not in self.forces[DEFENDER]:
            return False
        if not self.is_paid(DEFENDER):
            return True
        return RETREATS.get(self.result, ("",))[0] == DEFENDER and not stands(unit, hex, "")

    def is_paid(self, force: str) -> bool:
        """Whether a force has lost what the result demands, without its strategic markers (12.23, 12.24, 21.2)."""
        demand = LOSSES[self.result].get(force)
        printed = [UNITS[unit].strength for unit in self.forces[force]]
        lost = [UNITS[unit].strength for unit in self.forces[force] if unit in self.lost]
        able = [UNITS[unit].strength for unit in self.forces[force] if UNITS[unit].kind != "strategic"]
        if demand == ALL:
            return len(lost) == len(printed)
        if demand == STRONGEST:
            return max(able, default=-1) in lost
        return demand is None or 2 * sum(lost) >= sum(printed)

    def winners(self) -> list[str]:
        """The units that may advance: mobile ones of the winner (14.1)."""
        if self.result not in ADVANCES:
            return []
        return [unit for unit in self.forces[ADVANCES[self.result][0]]
                if UNITS[unit].mobile and unit not in self.lost | self.gone]
