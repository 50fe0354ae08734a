"""What an attack brings on average: the exact expectation over the combat results table (8.3 - 8.9)."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from stavka.kit.chances import die, rerolled
from stavka.kit.hexset import UnitSet

from ..components import Theatre
from ..results import ATTACKER_LOSES, DEFENDER_LOSES, RETREATS, split

STEP = (0.022, 0.032)
"""What a factor lost (attack and defence together) costs each side, in points: the Germans have fewer."""


class Face(NamedTuple):
    """One side of a counter."""

    attack: int
    defence: int
    steps: int
    worth: float
    """What the next loss costs, in points."""


class Outlook(NamedTuple):
    """The mean of one roll of the dice."""

    attacker: float
    """Steps the attacker loses."""
    defender: float
    """Steps the defender loses."""
    cleared: float
    """The chance that the defender has to retreat."""
    repulsed: float
    """The chance that the attacker is thrown back, disrupted."""


class Reading(NamedTuple):
    """What changes the reading of the dice."""

    magnitude: int = 1
    all_german: bool = False
    """9.10 A German attack without allies."""
    again: bool = False
    """9.10 Sixes are rolled again: Soviets without enough Guards against Germans."""
    severe: bool = False
    """8.9 A city or a fortification."""


DESTROYED = 99.0
"""As many steps as there are (8.8)."""

REPULSED = Outlook(float(ATTACKER_LOSES["AR"]), 0.0, 0.0, 1.0)
"""8.3 Below the table an attack is thrown back without a roll."""


def _face(theatre: Theatre, unit: int, side: int) -> Face:
    """What is printed; leaders and air units take no part themselves (26.3, 15.8)."""
    if not theatre.ground >> unit & 1:
        return Face(0, 0, 0, STEP[theatre.side_of[unit]])
    printed = theatre.unit[unit]
    attack, defence = printed.attack[side], printed.defence[side]
    lost, steps = attack + defence, 1
    if theatre.two_steps >> unit & 1 and side == 0:
        lost, steps = lost - printed.attack[-1] - printed.defence[-1], 2
    return Face(attack, defence, steps, STEP[theatre.side_of[unit]] * max(lost, 1))


class Clash:
    """The combat results table as expectations, each worked out when it is first asked for."""

    def __init__(self, theatre: Theatre) -> None:
        self.theatre = theatre
        self._faces = [(_face(theatre, unit, 0), _face(theatre, unit, -1)) for unit in range(len(theatre.unit))]
        self._known: dict[tuple[int, Reading], Outlook] = {}
        self._levels: dict[tuple[int, int], int] = {}

    def faces_up(self, reduced: UnitSet) -> list[Face]:
        """The side of every unit that is up."""
        return [faces[reduced >> unit & 1] for unit, faces in enumerate(self._faces)]

    def magnitude(self, steps: int) -> int:
        """8.4 The magnitude of a battle in which the smaller side has so many steps."""
        return 1 + sum([steps >= least for least in self.theatre.magnitudes])

    def level(self, attack: int, defence: int, shift: int) -> int:
        """8.3 The level of odds after shifts, below the table too."""
        level = self._levels.get((attack, defence))
        if level is None:
            level = self.theatre.ladder.rung(attack, defence)
            if level < 0:
                level = 3 - -(-defence // max(attack, 1))
            self._levels[attack, defence] = level
        return level + shift

    def outlook(self, level: int, reading: Reading) -> Outlook:
        """What a roll at these odds brings."""
        theatre = self.theatre
        if level >= len(theatre.ladder.rungs) - 1:
            return Outlook(0.0, DESTROYED, 1.0, 0.0)
        if level < 0:
            return REPULSED
        at = theatre.primary.clamp(level)
        known = self._known.get((at, reading))
        if known is None:
            known = self._known[at, reading] = self._worked_out(at, reading)
        return known

    def _worked_out(self, at: int, reading: Reading) -> Outlook:
        theatre = self.theatre
        attacker = defender = cleared = repulsed = Fraction(0)
        faces = rerolled(die(), {theatre.rerolled}) if reading.again else die()
        for face, chance in faces.items():
            result = theatre.primary.result(at, face)
            if reading.all_german and result == "DRX":
                result = "DR1"
            attacker += chance * ATTACKER_LOSES.get(result, 0)
            attacker += chance * (reading.severe and face in theatre.severe)
            defender += chance * DEFENDER_LOSES.get(result, 0)
            cleared += chance * (result in RETREATS)
            repulsed += chance * (result == "AR")
            for second, likely in faces.items():
                loss = theatre.secondary.result(at, second)
                if reading.all_german and loss == "1/1":
                    loss = "-/1"
                ours, theirs = split(loss)
                attacker += chance * likely * ours * (reading.magnitude - 1)
                defender += chance * likely * theirs * (reading.magnitude - 1)
        return Outlook(float(attacker), float(defender), float(cleared), float(repulsed))
