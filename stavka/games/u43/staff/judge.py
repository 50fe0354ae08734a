"""What a position is worth: points against the pace of the scenario, what is about to fall, and the losses so far."""

from __future__ import annotations

from math import sqrt, tanh

from stavka.kit.hexset import members
from stavka.kit.sums import added

from ..components import GERMAN, SOVIET, Theatre
from ..position import Ukraine
from ..victory import victory_points

AROUND = 3
"""Hexes around an objective whose units decide whose it will be."""
LIKELY = 0.7
"""How much of an objective counts for whoever is stronger around it."""
STEADY = 1.6
"""How much more a German factor counts around an objective."""
WON, LOST = 0.5, 0.35
"""The Soviet share of the strength around it above which they take one, and below which they lose one."""
FORCE = 0.012
"""What a factor of strength on the map is worth, in points."""
BALANCE = 1.57
"""A German factor counts for as many Soviet ones as there are at the start of every scenario (1.53 to 1.60)."""
DECIDED = 0.9
"""What a won game is worth; by how much it is won makes up the rest, so that nearly lost is better than lost."""
UNSUPPLIED = 0.5
"""What the factors of units out of supply count for."""
SCATTER = 2.2
"""The points by which games still scatter with one turn to come; it grows with the root of the turns."""


class Judge:
    """Judges positions of one theatre."""

    def __init__(self, theatre: Theatre) -> None:
        self.theatre = theatre

    def __call__(self, p: Ukraine, seat: str) -> float:
        """From -1 (lost) to 1 (won)."""
        value = self.soviet(p)
        return value if seat == self.theatre.seats[SOVIET] else -value

    def soviet(self, p: Ukraine) -> float:
        """The chances of the Soviets."""
        plan = self.theatre.plans[p.scenario]
        if p.result is not None:
            margin = tanh((p.result.scores["soviet"] - plan.needed + 0.5) / SCATTER)
            won = p.result.winner == self.theatre.seats[SOVIET]
            return DECIDED * (1 if won else -1) + (1 - DECIDED) * margin
        left = plan.last_turn - p.turn
        ahead = victory_points(p) + self._pending(p) - self._pace(p) + FORCE * self._balance(p)
        return tanh(ahead / (SCATTER * sqrt(left + 1)))

    def _pace(self, p: Ukraine) -> float:
        """The points that keep up with what is needed at the end, by the marks of the turn track."""
        plan, marks = self.theatre.plans[p.scenario], self.theatre.marks
        mark, last = marks[p.turn - 1], marks[plan.last_turn - 1]
        return mark + (plan.needed - 0.5 - last) * p.turn / plan.last_turn

    def _pending(self, p: Ukraine) -> float:
        """Objectives that are about to change hands, by the strength around them."""
        theatre = self.theatre
        total = 0.0
        for place, points in theatre.points.items():
            near = theatre.grid.within(place, AROUND)
            ours, theirs = (self._strength(p, near & p.manned[side]) for side in (SOVIET, GERMAN))
            if not ours or not theirs:
                continue
            share = ours / (ours + STEADY * theirs)
            held = bool(p.control >> place & 1)
            total += LIKELY * points * (max(0.0, share - WON) if not held else -max(0.0, LOST - share))
        return total

    def _strength(self, p: Ukraine, hexes: int) -> int:
        return added(p.attack_factor(unit) for place in members(hexes) for unit in p.ground_at(place))

    def _factors(self, p: Ukraine, side: int) -> float:
        """The factors of a side on the map."""
        units = self.theatre.combat & self.theatre.army[side] & p.mapped
        return added(
            (p.attack_factor(unit) + p.defence_factor(unit)) * (UNSUPPLIED if p.unsupplied >> unit & 1 else 1.0)
            for unit in members(units))

    def _balance(self, p: Ukraine) -> float:
        """The strength on the map, even at the start."""
        return self._factors(p, SOVIET) - BALANCE * self._factors(p, GERMAN)
