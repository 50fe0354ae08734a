"""Bombardment and air strikes: what to strike, with how much, and when to send whom (8.2, 10.7 - 10.9)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from stavka.kit.hexset import HexSet, has, members
from stavka.kit.steps import BUTTON, HEX, UNIT, Options
from stavka.kit.sums import added
from stavka.staff.mind import Click, ForceMind
from stavka.staff.moves import Moves
from stavka.staff.shares import share_out

from ..bombardment import AIR_BUTTON, Bombardment, may_convert
from ..components import GERMAN, SOVIET
from ..position import Breslau
from .odds import FACES, FANATIC_COST, SUPPLY_PRICE, WORTH, power
from .survey import FbSurvey

Shared = dict[tuple[int, ...], tuple[int, int] | None]
"""The next strike for so many points, with what has been struck and what has come of it."""
SILENCED = 0.8
"""The part of a unit's fire that would have hit somebody."""
UNPLANNED = 0.2
"""How much a target counts that somebody could assault and nobody is about to."""
CONVINCED = 0.12
"""What disorganising one unit must be worth before the anti-fascists are sent (10.7)."""
ROCKETS_PAY = 3
"""Turns that rocket launchers must have left to be worth more as support of the infantry (10.8)."""


def weight(survey: FbSurvey, moves: Moves, place: int) -> float:
    """What it is worth to disorganise everybody in a German hex, with the moves in view that will follow."""
    p, stack = survey.p, survey.p.at(place)
    near = p.layout.grid.within(place, p.layout.movement - 1) & p.occupied[SOVIET]
    likely = 1.0 if moves.attack.get(place) else UNPLANNED if near else 0.0
    entering = sum(1 for unit, there in moves.where.items()
                   if there != p.where[unit] and has(survey.ground.near[place], there))
    silence = SILENCED * added([power(p, unit) for unit in stack]) / FACES * WORTH[SOVIET] * entering
    return likely / FACES * added([survey.bounty(unit) for unit in stack]) + silence  # 8.2.8: one more on the die


class Guns:
    """The targets of a bombardment phase, with what each is worth."""

    def __init__(self, survey: FbSurvey, weight: Mapping[int, float], shared: Shared) -> None:
        self.p, self.chances, self.weight, self._shared = survey.p, survey.chances, weight, shared

    def gain(self, place: int, chance: float) -> float:
        """What a strike with this chance promises: misses make fanatics of starred units (10.6)."""
        p, stack = self.p, self.p.at(place)
        fresh = [unit for unit in stack if not has(p.disorganised, unit)]
        asleep = [unit for unit in fresh if has(p.layout.starred & ~p.fanatic, unit) and not p.fanaticism_over]
        share = len(fresh) / len(stack) if stack else 0.0
        return self.weight[place] * share * chance - FANATIC_COST * len(asleep) * (1 - chance)

    def salvo(self, points: int, struck: HexSet) -> tuple[int, int] | None:
        """The next hex to strike and the points for it, as all are shared out; none if no target is worth a shell."""
        key = points, struck, self.p.disorganised, self.p.fanatic
        if key not in self._shared:  # it is asked with every gun that is named
            self._shared[key] = self._salvo(points, struck)
        return self._shared[key]

    def _salvo(self, points: int, struck: HexSet) -> tuple[int, int] | None:
        chance, most = self.chances.disorganise, self.p.layout.greatest_strength
        gains = {place: [0.0, *(self.gain(place, chance[n]) for n in range(1, most + 1))]
                 for place in self.weight if not has(struck, place)}
        got = share_out(gains, points)
        first = max(got, key=lambda place: (got[place], gains[place][-1], -place), default=None)
        return (first, got[first]) if first is not None and got[first] else None

    def strike(self) -> tuple[int | None, int] | None:
        """The next air strike: a hex (or None for the depots) and its points; none if nothing is worth flying for."""
        p, most = self.p, min(self.p.air, self.p.layout.greatest_strength)
        found = self.salvo(p.air, p.bombed)
        depots = SUPPLY_PRICE * self.chances.supply_hit[most] if p.supply else 0.0
        if found is not None and self.gain(found[0], self.chances.disorganise[found[1]]) > depots:
            return found
        return (None, most) if depots > 0 else None

    def shaken(self, units: Sequence[int], least: float = 0.0) -> int | None:
        """The unit in good order that is best put out of it by itself (10.7, 10.9.1), if that is worth so much."""
        p = self.p
        fresh = [unit for unit in units if not has(p.disorganised, unit)]
        alone = {unit: self.weight.get(p.where[unit], 0.0) / len(p.at(p.where[unit])) for unit in fresh}
        best = max(alone, key=lambda unit: (alone[unit], -unit), default=None)
        return best if best is not None and alone[best] >= least else None


def guns_of(mind: ForceMind, p: Breslau) -> Guns:
    """The targets of the bombardment phase, weighed when they are first needed."""
    survey = mind.survey_as(p, FbSurvey)
    if "targets" not in mind.notes:
        mind.notes["targets"] = {place: weight(survey, mind.plan(p), place) for place in members(p.occupied[GERMAN])}
    return Guns(survey, mind.notes["targets"], mind.notes.setdefault("salvoes", {}))


def rocket_to_convert(mind: ForceMind, p: Breslau, guns: Sequence[int]) -> int | None:
    """10.8 Rocket launchers that are worth more as support of the infantry."""
    pays = mind.survey_as(p, FbSurvey).turns >= ROCKETS_PAY
    return next((unit for unit in guns if may_convert(p, unit)), None) if pays else None


def bombardment(mind: ForceMind, p: Breslau, options: Options) -> Click | None:
    """Guns first, then aircraft where the guns failed, then Po-2s, then the anti-fascists."""
    guns, rocket = guns_of(mind, p), rocket_to_convert(mind, p, options.units)
    if rocket is not None:
        return UNIT, rocket
    if options.units and guns.salvo(len(options.units), p.shelled) is not None:
        return UNIT, options.units[0]
    strike = guns.strike() if p.air else None
    if strike is not None:
        return BUTTON, f"{AIR_BUTTON}{strike[1]}"
    germans = [unit for unit in p.layout.own[GERMAN] if p.is_on_map(unit)]
    if "po2" in options.buttons and guns.shaken(germans) is not None:
        return BUTTON, "po2"
    near = p.layout.grid.around(p.occupied[SOVIET])
    convinced = guns.shaken([unit for unit in germans if has(near, p.where[unit])], CONVINCED) is not None
    return (BUTTON, "antifascists") if convinced and "antifascists" in options.buttons else mind.decline(options)


def bombard(mind: ForceMind, p: Breslau, options: Options) -> Click:
    """As many guns as the best target is worth, or rockets turned into support (10.8)."""
    step, guns = p.steps[-1], guns_of(mind, p)
    assert isinstance(step, Bombardment)
    all_shelled = not options.hexes  # 8.2.12: only rockets to convert are left
    if all_shelled or ("katyusha" in options.buttons and rocket_to_convert(mind, p, step.guns) is not None):
        return BUTTON, "katyusha"
    place, number = guns.salvo(len(step.guns) + len(options.units), p.shelled) or (options.hexes[0], 1)
    if len(step.guns) < number and options.units:
        return UNIT, options.units[0]
    return HEX, place if place in options.hexes else options.hexes[0]


def air_target(mind: ForceMind, p: Breslau, options: Options) -> Click:
    """Where the strike was meant to go."""
    strike = guns_of(mind, p).strike()
    return (HEX, strike[0]) if strike is not None and strike[0] in options.hexes else (BUTTON, "depots")


def shaken(mind: ForceMind, p: Breslau, options: Options) -> Click:
    """10.7, 10.9.1 Who is put out of order by himself."""
    unit = guns_of(mind, p).shaken(options.units)
    return UNIT, options.units[0] if unit is None else unit
