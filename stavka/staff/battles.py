"""Which hexes to attack, and with whom: every battle judged by its exact expectation, no unit planned twice."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from stavka.kit.hexset import UnitSet, bit, of

from .orders import Orders
from .survey import Survey

SPARE = 0.02
"""What a unit may take away from a battle that goes without it, if it has another to fight in."""
BETTER = 1e-9
"""Who has nothing else to do is left out only where the others are worth so much more without him."""


class Assault(NamedTuple):
    """An attack as planned: who, and what it promises."""

    target: int
    units: tuple[int, ...]
    value: float


class Battles:
    """Plans the attacks of one combat phase."""

    def __init__(self, survey: Survey, orders: Orders, grain: float = 1.0) -> None:
        self.survey, self.orders = survey, orders
        self.least, self.spare = orders.temper.least * grain, SPARE * grain
        self.refused: Assault | None = None
        """The best attack that the last plan left alone."""

    def plan(self, targets: Iterable[int], forced: bool = False) -> list[Assault]:
        """All attacks worth making, the best first; if one has to be made (``forced``), at least one."""
        able = {target: self._able(target) for target in targets}
        found = [assault for target in able if (assault := self.assault(target, self._busy(able, target), forced))]
        found.sort(key=lambda assault: (-assault.value, assault.target))
        spent: UnitSet = 0
        plans = []
        for assault in found:
            if assault.value >= self.least and not of(assault.units) & spent:
                plans.append(assault)
                spent |= of(assault.units)
        if forced and not plans:
            plans = found[:1]
        self.refused = next((assault for assault in found if assault not in plans), None)
        return plans

    def sorted_out(self) -> tuple[list[Assault], list[Assault]]:
        """The attacks that the plan makes of all that could be made, and those that it leaves alone, the best first."""
        p = self.survey.p
        places = sorted({p.where[unit] for unit in self.survey.foes if p.is_on_map(unit)})
        targets = [place for place in places if self._able(place)]
        made = self.plan(targets)
        chosen = {assault.target for assault in made}
        left = [assault for target in targets if target not in chosen and (assault := self.assault(target))]
        return made, sorted(left, key=lambda assault: (-assault.value, assault.target))

    def _able(self, target: int) -> UnitSet:
        return of([unit for party in self.survey.parties(target) for unit in party])

    def _busy(self, able: dict[int, UnitSet], target: int) -> UnitSet:
        """Those who could attack something else as well."""
        others = 0
        for other, units in able.items():
            if other != target:
                others |= units
        return others

    def assault(self, target: int, busy: UnitSet = 0, forced: bool = False) -> Assault | None:
        """The best attack on a hex; ``busy`` are those who could attack another, ``forced`` where all must attack."""
        found = [self._trimmed(target, party, busy, forced) for party in self.survey.parties(target) if party]
        return max(found, key=lambda assault: assault.value, default=None)

    def _trimmed(self, target: int, party: Sequence[int], busy: UnitSet, forced: bool) -> Assault:
        """Leave out the units that add nothing, the weakest first; not those who would have to attack alone."""
        value = self._value(target, party)
        for unit in sorted(party, key=lambda unit: (self.survey.strength(unit), unit)):
            if len(party) == 1:
                break
            if forced and not busy & bit(unit):
                continue
            rest = [other for other in party if other != unit]
            without = self._value(target, rest)
            if without >= value + (-self.spare if busy & bit(unit) else BETTER):
                party, value = rest, without
        return Assault(target, tuple(party), value)

    def _value(self, target: int, units: Sequence[int]) -> float:
        return self.survey.battle(target, units) * self.orders.emphasis(target, "destroy", "take")


__all__ = ["Assault", "Battles"]
