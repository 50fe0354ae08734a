"""Bombardment and air strikes: what to strike, with how much, and when to send whom (8.2, 10.7 - 10.9)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from stavka.kit.hexset import bit, has, members
from stavka.staff.moves import Moves

from ..bombardment import may_convert
from ..components import GERMAN, SOVIET
from .assaults import FANATIC_COST, SUPPLY_PRICE
from .odds import FACES, RED_WORTH, power
from .survey import FbSurvey

LEAST = 0.02
"""Targets that promise less are left alone."""
SHAKEN = 1 / FACES
"""What disorganisation adds to the chance of an assault (8.2.8)."""
SILENCED = 0.35
"""The part of a unit's fire that would have hit somebody."""
READY = 9
"""The power near a hex that makes an assault on it likely."""
UNPLANNED = 0.5
"""How much a target counts that nobody is about to assault."""
KEEP_ANTIFASCISTS, LATE = 0.12, 4
"""What disorganising one unit must be worth before the anti-fascists are sent (10.7), and when they go anyway."""
ROCKETS_PAY = 3
"""Turns that rocket launchers must have left to be worth more as support of the infantry (10.8)."""


def weigh(survey: FbSurvey, moves: Moves) -> Mapping[int, float]:
    """What it is worth to disorganise everybody in each German hex, with the moves in view that will follow."""
    return {place: _weight(survey, moves, place) for place in members(survey.p.occupied[GERMAN])}


def _weight(survey: FbSurvey, moves: Moves, place: int) -> float:
    p, ground = survey.p, survey.ground
    stack = p.at(place)
    near = ground.within(bit(place), p.layout.movement - 1) & p.occupied[SOVIET]
    idle = p.layout.artillery | p.layout.immobile
    ready = sum([power(p, unit) for hex in members(near) for unit in p.at(hex) if not idle >> unit & 1])
    worth = sum([survey.worth(unit) for unit in stack]) + survey.prize(place)
    entering = sum(1 for unit, there in moves.where.items()
                   if there != p.where[unit] and has(ground.near[place], there))
    silence = SILENCED * sum([power(p, unit) for unit in stack]) / FACES * RED_WORTH * entering
    likely = min(ready / READY, 1.0) * (1.0 if moves.attack.get(place) else UNPLANNED)
    return worth * SHAKEN * likely + silence


class Guns:
    """The targets of a bombardment phase, with what each is worth."""

    def __init__(self, survey: FbSurvey, weight: Mapping[int, float]) -> None:
        self.survey, self.p, self.chances, self.weight = survey, survey.p, survey.chances, weight

    def gain(self, place: int, chance: float, stirs: bool) -> float:
        """What a strike with this chance promises: misses make fanatics of starred units, except those of a Po-2."""
        p = self.p
        fresh = [unit for unit in p.at(place) if not p.disorganised >> unit & 1]
        if not fresh:
            return 0.0
        value = self.weight.get(place, 0.0) * chance * len(fresh) / len(p.at(place))
        if stirs and not p.fanaticism_over:
            stars = sum(1 for unit in fresh if has(p.layout.starred & ~p.fanatic, unit))
            value -= FANATIC_COST * stars * (1 - chance)
        return value

    def rocket_to_convert(self, guns: Sequence[int]) -> int | None:
        """10.8 Rocket launchers that are worth more as support of the infantry."""
        if self.survey.turns < ROCKETS_PAY:
            return None
        return next((unit for unit in guns if may_convert(self.p, unit)), None)

    def salvo(self, guns: int) -> tuple[int, int] | None:
        """The next hex to bombard and the number of guns for it; none if no target is worth a shell."""
        return self._share([place for place in self.weight if not has(self.p.shelled, place)], guns)

    def _share(self, places: Sequence[int], strength: int) -> tuple[int, int] | None:
        """Split a strength over targets, each point where it adds most, and say what the best target gets."""
        chance, most = self.chances.disorganise, self.p.layout.greatest_strength
        gains = {place: [0.0, *(self.gain(place, chance[n], True) for n in range(1, most + 1))] for place in places}
        if max((max(values) for values in gains.values()), default=0.0) < LEAST * chance[1]:
            return None
        got, left = dict.fromkeys(gains, 0), strength
        while left > 0:
            rates = {(place, more): (values[got[place] + more] - values[got[place]]) / more for place, values in
                     gains.items() for more in range(1, min(left, most - got[place]) + 1)}
            best = max(rates, key=lambda step: rates[step], default=None)
            if best is None or rates[best] <= 0:
                break
            got[best[0]] += best[1]
            left -= best[1]
        first = max(got, key=lambda place: (got[place], gains[place][-1], -place))
        return (first, got[first]) if got[first] else None

    def strike(self, points: int) -> tuple[int | None, int] | None:
        """The next air strike: a hex (or None for the depots) and its points; none if nothing is worth flying for."""
        p, chances = self.p, self.chances
        most = min(points, p.layout.greatest_strength)
        found = self._share([place for place in self.weight if not has(p.bombed, place)], points)
        depots = SUPPLY_PRICE * chances.supply_hit[most] if p.supply else 0.0
        if found is not None and self.gain(found[0], chances.disorganise[found[1]], True) > depots:
            return found
        return (None, most) if depots > 0 else None

    def shaken(self, units: Sequence[int], least: float = 0.0) -> int | None:
        """The unit in good order that is best put out of it by itself (10.7, 10.9.1), if that is worth so much."""
        p = self.p
        fresh = [unit for unit in units if not p.disorganised >> unit & 1]
        best = max(fresh, key=lambda unit: (self._alone(unit), -unit), default=None)
        return best if best is not None and self._alone(best) >= least else None

    def _alone(self, unit: int) -> float:
        place = self.p.where[unit]
        fresh = sum(1 for other in self.p.at(place) if not self.p.disorganised >> other & 1)
        return self.gain(place, 1.0, False) / max(1, fresh)

    def convinced(self, units: Sequence[int]) -> int | None:
        """10.7 The unit to be talked over, if there is one that is worth it."""
        return self.shaken(units, 0.0 if self.survey.turns <= LATE else KEEP_ANTIFASCISTS)


__all__ = ["Guns", "weigh"]
