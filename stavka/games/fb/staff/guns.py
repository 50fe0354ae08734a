"""Bombardment and air strikes: what to strike, with how much, and when to send whom (8.2, 10.7 - 10.9)."""

from __future__ import annotations

from collections.abc import Sequence

from stavka.kit.hexset import bit, has, members

from ..bombardment import may_convert
from ..components import GERMAN, SOVIET
from ..position import Breslau
from .battles import FANATIC_COST, PRIZE, SUPPLY_PRICE
from .doctrine import Orders
from .ground import Ground
from .moves import Moves
from .odds import RED_WORTH, Chances, power, unit_worth
from .picture import STRIDE, turns_left

LEAST = 0.02
"""Targets that promise less are left alone."""
SHAKEN = 1 / 6
"""What disorganisation adds to the chance of an assault (8.2.8)."""
SILENCED = 0.35
"""The part of a unit's fire that would have hit somebody."""
READY = 9
"""The power near a hex that makes an assault on it likely."""
SALVO = 9
"""Guns that a staff masses on one hex if it does not weigh one target against another."""
KEEP_ANTIFASCISTS = 0.12
"""What disorganising one unit must be worth before the anti-fascists are sent (10.7)."""


class Guns:
    """The targets of one bombardment phase."""

    def __init__(self, p: Breslau, ground: Ground, chances: Chances, orders: Orders) -> None:
        self.p, self.ground, self.chances, self.orders = p, ground, chances, orders
        self.moves = Moves(p, ground, chances, orders, SOVIET)
        if orders.knows("bombard_first"):
            self.moves.plan()
        self.weight = {place: self._weight(place) for place in members(p.occupied[GERMAN])}
        """What it is worth to disorganise everybody in a hex."""

    def _weight(self, place: int) -> float:
        p = self.p
        stack = p.at(place)
        if not self.orders.knows("bombard_first"):
            return 0.1 * len(stack)
        near = self.ground.within(bit(place), STRIDE) & p.occupied[SOVIET]
        guns = p.layout.artillery | p.layout.immobile
        ready = sum([power(p, unit) for hex in members(near) for unit in p.at(hex) if not guns >> unit & 1])
        worth = sum([self._defender(place, unit, len(stack)) for unit in stack])
        likely = min(ready / READY, 1.0)
        planned = place in self.moves.attack and bool(self.moves.attack[place])
        entering = sum(1 for unit, there in self.moves.where.items()
                       if there != p.where[unit] and has(self.ground.near[place], there))
        fire = sum([power(p, unit) for unit in stack]) / 6
        silence = SILENCED * fire * RED_WORTH * entering
        return worth * SHAKEN * likely * (1.0 if planned else 0.5) + silence

    def _defender(self, place: int, unit: int, crowd: int) -> float:
        """What one more defender out of order is worth: his own worth and his part of the hex."""
        value = unit_worth(self.p, unit)
        if has(self.p.layout.victory_hexes, place):
            value += PRIZE * self.moves.picture.weight[place] / crowd
        return value

    def _gain(self, place: int, chance: float, stirs: bool) -> float:
        """What a strike with this chance promises: misses make fanatics of starred units, except those of a Po-2."""
        p = self.p
        fresh = [unit for unit in p.at(place) if not p.disorganised >> unit & 1]
        if not fresh:
            return 0.0
        value = self.weight.get(place, 0.0) * chance * len(fresh) / len(p.at(place))
        if stirs and self.orders.knows("spare_fanatics") and not p.fanaticism_over:
            stars = sum(1 for unit in fresh if has(p.layout.starred & ~p.fanatic, unit))
            value -= FANATIC_COST * stars * (1 - chance)
        return value

    # -- artillery -------------------------------------------------------------------------------------------------

    def rocket_to_convert(self, guns: Sequence[int]) -> int | None:
        """10.8 Rocket launchers that are worth more as support of the infantry: with two turns of use or more."""
        if not self.orders.knows("katyushas") or turns_left(self.p) < 3:
            return None
        return next((unit for unit in guns if may_convert(self.p, unit)), None)

    def salvo(self, guns: int) -> tuple[int, int] | None:
        """The next hex to bombard and the number of guns for it; none if no target is worth a shell."""
        open_hexes = [place for place in self.weight if not has(self.p.shelled, place) and self.p.at(place)]
        most = self.p.layout.greatest_strength
        return self._share(open_hexes, guns, most)

    def _share(self, places: Sequence[int], strength: int, most: int) -> tuple[int, int] | None:
        """Split a strength over targets, each point where it adds most, and say what the best target gets."""
        chance = self.chances.disorganise
        gains = {place: [self._gain(place, chance[n], True) for n in range(1, most + 1)] for place in places}
        best = max(gains, key=lambda place: (max(gains[place]), -place), default=None)
        if best is None or max(gains[best]) < LEAST * chance[1]:
            return None
        if not self.orders.knows("spread_guns"):
            return best, min(SALVO, strength)
        got = dict.fromkeys(gains, 0)
        left = strength
        while left > 0:
            found = self._next_share(gains, got, left)
            if found is None:
                break
            place, more = found
            got[place] += more
            left -= more
        first = max(got, key=lambda place: (got[place], gains[place][-1], -place))
        return (first, got[first]) if got[first] else None

    def _next_share(self, gains: dict[int, list[float]], got: dict[int, int], left: int) -> tuple[int, int] | None:
        """The target and the number of further points that add most to each point spent."""
        best, chosen = 0.0, None
        for place, values in gains.items():
            have = got[place]
            before = values[have - 1] if have else 0.0
            for more in range(1, min(left, len(values) - have) + 1):
                rate = (values[have + more - 1] - before) / more
                if rate > best + 1e-9:
                    best, chosen = rate, (place, more)
        return chosen

    # -- from the air ----------------------------------------------------------------------------------------------

    def strike(self, points: int) -> tuple[int | None, int] | None:
        """The next air strike: a hex (or None for the depots) and its points; none if nothing is worth flying for."""
        p, chances = self.p, self.chances
        most = min(points, p.layout.greatest_strength)
        open_hexes = [place for place in self.weight if not has(p.bombed, place) and p.at(place)]
        found = self._share(open_hexes, points, p.layout.greatest_strength)
        depots = SUPPLY_PRICE * chances.supply_hit[most] if self.orders.knows("depots") and p.supply else 0.0
        if found is not None and self._gain(found[0], chances.disorganise[found[1]], True) > depots:
            return found
        return (None, most) if depots > 0 else None

    def night_target(self, units: Sequence[int]) -> int | None:
        """10.9.1 The unit for a Po-2: the last one in good order where it counts most."""
        p = self.p
        fresh = [unit for unit in units if not p.disorganised >> unit & 1]
        if not fresh or not self.orders.knows("po2"):
            return None
        return max(fresh, key=lambda unit: (self._gain(p.where[unit], 1.0, False) / self._fresh(p.where[unit]), -unit))

    def _fresh(self, place: int) -> int:
        return max(1, sum(1 for unit in self.p.at(place) if not self.p.disorganised >> unit & 1))

    def antifascist_target(self, units: Sequence[int]) -> int | None:
        """10.7 The unit to be talked over, if there is one that is worth it."""
        p = self.p
        fresh = [unit for unit in units if not p.disorganised >> unit & 1]
        if not fresh:
            return None
        unit = max(fresh, key=lambda unit: (self._gain(p.where[unit], 1.0, False) / self._fresh(p.where[unit]), -unit))
        value = self._gain(p.where[unit], 1.0, False) / self._fresh(p.where[unit])
        late = turns_left(p) <= 4
        return unit if value >= KEEP_ANTIFASCISTS or late or not self.orders.knows("antifascists") else None
