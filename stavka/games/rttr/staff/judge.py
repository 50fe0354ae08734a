"""What a position is worth to a seat: three can win, either Front and, if neither comes to the Reichstag, the Germans.

Each of them has an outlook, a sum of facts; their chances are as the exponentials of these sums. Whoever enters the
Reichstag nearly always wins, so the facts are those of the race to it. The weights were fitted to 18,158 positions of
1,044 games between regulars' and veterans' plans whose settings were drawn at random; docs/balance.md compares.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import exp
from typing import Final

from stavka.kit.hexset import has, members
from stavka.kit.sums import added

from ..components import BF, FRONTS, GERMAN, LAST_TURN, SEATS, UF
from ..position import Rttr
from ..victory import is_sudden_death, victory_points
from .ring import can_walk_in
from .terrain import Terrain

GERMANS: Final = 2
"""The third who can win (21.5)."""
CLOSE, NEAR = 3, 6
"""The movement points to the Reichstag within which units are close, and near."""
STREETS: Final = 2
"""The hexes around it in which Germans are in the way."""

Facts = dict[str, float]

WEIGHTS: Mapping[str, tuple[float, float]] = {
    "close": (0.059, -0.013), "near": (0.020, -0.004), "beside": (-0.030, 0.017), "barred": (-0.021, -0.077),
    "way": (-0.109, -0.051), "strength": (0.002, 0.009), "tired": (0.325, -0.240),
    "points": (0.043, 0.012), "final points": (0.164, 0.308), "in": (4.874, 2.072), "ready": (0.660, 0.322),
    "moves": (0.231, 0.349), "open": (4.226, 1.346), "left open": (0.215, -0.359),
}
"""What facts count for a Front at the beginning of the game and at its end; between the two it goes evenly."""
GERMAN_WEIGHTS: Mapping[str, tuple[float, float]] = {
    "always": (-4.874, -0.710), "garrison": (0.952, 0.940), "way": (0.045, -0.002), "barred": (-0.002, 0.053),
}
"""The same for a shared German victory (21.5)."""
SECOND: Final = (0.640, -0.631)
"""How much better the 1UF stands where everything else is equal."""


class Judge:
    """The chance of a seat to win, from -1 (none) to 1 (all)."""

    def __init__(self, terrain: Terrain) -> None:
        self.terrain = terrain

    def __call__(self, p: Rttr, seat: str) -> float:
        if p.result is not None:
            return 1.0 if p.result.winner == seat else -1.0
        front, gone = SEATS.index(seat), p.turn / LAST_TURN
        facts = self.facts(p)
        sums = [_sum(WEIGHTS, facts[BF], gone), _sum(WEIGHTS, facts[UF], gone) + _between(SECOND, gone)]
        german = -1e9 if is_sudden_death(p) else _sum(GERMAN_WEIGHTS, facts[GERMANS], gone)
        chances = [exp(outlook - max(*sums, german)) for outlook in (*sums, german)]
        return 2 * chances[front] / added(chances) - 1

    def facts(self, p: Rttr) -> list[Facts]:
        """What is true of either Front, and of the Germans."""
        ended, mover = is_sudden_death(p), self._next(p)
        empty = not p.at(p.layout.reichstag)
        ready = [can_walk_in(p, front) for front in FRONTS]
        found = [self._of_front(p, front) for front in FRONTS]
        for front, facts in enumerate(found):
            points = victory_points(p, front)
            moves = front == mover
            facts["points"], facts["final points"] = (0.0, points) if ended else (points, 0.0)
            facts["in"] = has(p.occupied[front], p.layout.reichstag)
            facts["ready"], facts["moves"] = ready[front] and not ended, moves
            facts["open"] = empty and ready[front] and (moves or not ready[1 - front])
            facts["left open"] = empty and not ready[front] and not ready[1 - front] and moves
        garrison = [unit for unit in p.at(p.layout.reichstag) if p.layout.side_of[unit] == GERMAN]
        found.append({"always": 1.0, "garrison": len(garrison), "way": min(facts["way"] for facts in found),
                      "barred": min(facts["barred"] for facts in found)})
        return found

    def _of_front(self, p: Rttr, front: int) -> Facts:
        layout, where, strength, goal = p.layout, p.where, p.layout.strength, p.layout.reichstag
        hexes, way = layout.grid.distance, self.terrain.ground[front, False].distance[-1]
        soviets = [(way[where[unit]], strength[unit]) for unit in layout.soviets[front] if p.mapped >> unit & 1]
        germans = [unit for unit in members((layout.static | layout.mobile_set) & p.mapped)
                   if has(layout.sector[front], where[unit]) and hexes(where[unit], goal) <= STREETS]
        return {
            "close": added([factors for far, factors in soviets if far <= CLOSE]),
            "near": added([factors for far, factors in soviets if far <= NEAR]),
            "beside": added([strength[unit] for unit in layout.soviets[front]
                             if p.mapped >> unit & 1 and has(layout.near[goal], where[unit])]),
            "barred": added([strength[unit] for unit in germans]),
            "way": min([far for far, _ in soviets], default=0),
            "strength": added([factors for _, factors in soviets]),
            "tired": p.fatigued[front],
        }

    def _next(self, p: Rttr) -> int:
        """The Front that moves next: eight phases for each, and its Germans after it (4.3)."""
        return UF if 5 <= p.phase < 11 else BF


def _between(weight: tuple[float, float], gone: float) -> float:
    return weight[0] + (weight[1] - weight[0]) * gone


def _sum(weights: Mapping[str, tuple[float, float]], facts: Facts, gone: float) -> float:
    return added([_between(weight, gone) * facts[name] for name, weight in weights.items()])


__all__ = ["Judge"]
