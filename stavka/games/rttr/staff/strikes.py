"""Attacks prepared by moving: who comes together around which hex. Nobody goes alone to where he would have to attack.

The planner moves one unit at a time, and the first beside a strong enemy would have a bad attack before him: so groups
are found first, each unit with its hex, and drawn there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from stavka.kit.hexset import HexSet, bit, members, of
from stavka.kit.sums import added

if TYPE_CHECKING:
    from .survey import SectorSurvey

SOAK_OFF: Final = 0.12
"""What it costs to stand beside a further enemy hex, which has to be attacked as well (12.4b, 12.4e), for each point of
its defence ..."""
LOST_OFF: Final = 2.5
"""... and at most: more than a unit cannot be lost there."""
DRAW: Final = 2.0
"""What draws a unit to its place in a group, beside its share: more than what a lone attack costs."""
PATIENCE: Final = 2
"""Units that may join a group without making it better, since the next may bring the next column; at the Reichstag,
for which everybody is asked first, all may."""


class Strike(NamedTuple):
    """A group, with the hex of each unit, and what its attack promises."""

    target: int
    places: dict[int, int]
    value: float


class Strikes:
    """The groups of one movement phase, the best first; nobody is in two."""

    def __init__(self, survey: SectorSurvey, least: float) -> None:
        self.survey = survey
        self.place_of: dict[int, int] = {}
        """Where every unit of a group goes."""
        self.share: dict[int, float] = {}
        """What its place in the group is worth to it."""
        self.struck: HexSet = 0
        """The hexes that are attacked."""
        self.values: dict[int, float] = {}
        """What each attack promises."""
        self._taken: dict[int, list[int]] = {}
        self._free = {unit for units in survey.reached_by.values() for unit in units if survey.strength(unit)}
        order = sorted(survey.reached_by, key=lambda place: (
            place != survey.layout.reichstag, -survey.potential(place, survey.reached_by[place]), place))
        for target in order:
            strike = self._gather(target)
            if strike is not None and strike.value > least:
                self._reserve(strike)

    def _reserve(self, strike: Strike) -> None:
        self.struck |= bit(strike.target)
        self.values[strike.target] = strike.value
        for unit, place in strike.places.items():
            self.place_of[unit] = place
            self.share[unit] = DRAW + strike.value / len(strike.places)
            self._taken.setdefault(place, []).append(unit)
            self._free.discard(unit)

    def _gather(self, target: int) -> Strike | None:
        """The best group against a hex: one unit after the other, the strongest first, while that makes it better."""
        survey, around = self.survey, self.survey.layout.grid.around
        units = [unit for unit in survey.reached_by[target] if unit in self._free]
        places: dict[int, int] = {}
        stacks = {place: list(mates) for place, mates in self._taken.items()}
        best: Strike | None = None
        worse = 0
        for unit in sorted(units, key=lambda unit: (-survey.strength(unit), unit)):
            place = self._place(unit, target, stacks)
            if place is None:
                continue
            places[unit] = place
            stacks.setdefault(place, []).append(unit)
            value = survey.judged((target,), places)[0] - self._soaked(target, around(of(places.values())))
            if best is None or value > best.value:
                best, worse = Strike(target, dict(places), value), 0
            else:
                worse += 1
                if worse > PATIENCE and target != survey.layout.reichstag:
                    break
        return best

    def _place(self, unit: int, target: int, stacks: dict[int, list[int]]) -> int | None:
        """The hex beside the target that a unit can come to with the fewest other enemies around."""
        survey = self.survey
        ways = (survey.reach(unit) | bit(survey.p.where[unit])) & survey.layout.near[target]
        found = [place for place in members(ways) if survey.room(unit, place, stacks.get(place, ()))]
        around = survey.layout.near
        return min(found, key=lambda place: (self._soaked(target, around[place]), place not in stacks, place),
                   default=None)

    def _soaked(self, target: int, around: HexSet) -> float:
        """What the further enemies cost whom the group comes beside."""
        return soaked(self.survey, around, self.struck | bit(target))


def soaked(survey: SectorSurvey, around: HexSet, struck: HexSet) -> float:
    """What the enemies in some hexes cost whoever comes beside them, but for those who are attacked anyway."""
    left = around & survey.prey & ~(struck | survey.layout.reichstag_bit)
    return added([min(LOST_OFF, SOAK_OFF * survey.target(place).dry) for place in members(left)])


__all__ = ["Strike", "Strikes", "soaked"]
