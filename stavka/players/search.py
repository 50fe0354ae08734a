"""Thinking ahead: hill climbing over orders, sector by sector, each idea judged by imagined continuations.

A continuation plays the rest of one's own turn by the orders in question and then the enemy's reply by one of several
models, in a match imagined from what the seat sees. All ideas are judged in the same imagined matches.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from stavka.game import Game
from stavka.kit.dice import Dice
from stavka.kit.steps import Options, settle

from .base import Budget, Mind, Staff, Variant

MARGIN = 0.03
"""How much better an idea must look before the orders are changed: less is the luck of the dice."""
BOUND = 3_000
"""No continuation takes more choices."""


@dataclass(frozen=True)
class Thought:
    """What came of thinking: the orders chosen, what they promise, and the best idea that was rejected."""

    orders: Any
    value: float
    taken: tuple[Variant, ...] = ()
    rejected: Variant | None = None
    rejected_value: float = 0.0


def apply(p: Any, kind: str, value: Any) -> None:
    """Make a choice in a bare position."""
    p.held = True
    p.revealed = False
    step = p.steps[-1]
    if kind == "unit":
        step.take_unit(p, value)
    elif kind == "hex":
        step.take_hex(p, value)
    else:
        step.take_button(p, value)


def play_on(game: Game[Any], p: Any, minds: Mapping[str, Mind], turns: int) -> None:
    """Play a bare position on for so many player turns, the present one included."""
    options: Options | None = settle(p, game.advance)
    if options is None:
        return
    owner = _owner(game, p)
    for _ in range(BOUND):
        if options is None:
            return
        if (now := _owner(game, p)) != owner:
            turns, owner = turns - 1, now
            if turns <= 0:
                return
        apply(p, *minds[options.seat].decide(p, options))
        options = settle(p, game.advance)


def _owner(game: Game[Any], p: Any) -> tuple[int, str]:
    """Whose player turn it is: the turn and the first part of the phase's name."""
    return p.turn, game.phase_key(p).partition(".")[0]


class Search:
    """Judges orders for one seat at one moment."""

    def __init__(self, game: Game[Any], staff: Staff, seat: str, imagine: Callable[[int], Any], budget: Budget,
                 first_seed: int) -> None:
        self.game, self.staff, self.seat, self.budget = game, staff, seat, budget
        effort = budget.effort
        self.worlds = [imagine(first_seed + n) for n in range(effort.samples)]
        self.seeds = [first_seed + 7919 * n for n in range(effort.samples)]
        self.replies = staff.replies(seat)

    def judge(self, orders: Any) -> float | None:
        """The mean worth of these orders over all continuations; None if the budget does not allow it."""
        samples = len(self.worlds)
        if not self.budget.allows(samples):
            return None
        return sum(self._continue(orders, n) for n in range(samples)) / samples

    def _continue(self, orders: Any, number: int) -> float:
        self.budget.spent += 1
        p = self.worlds[number].copy(Dice.seeded(f"think {self.seeds[number]}"))
        reply = self.replies[number % len(self.replies)]
        minds = {
            seat: self.staff.mind(seat, orders if seat == self.seat else reply[seat]) for seat in self.game.seats
        }
        play_on(self.game, p, minds, self.budget.effort.depth)
        return self.staff.evaluate(p, self.seat)

    def climb(self, orders: Any) -> Thought:
        """Change one sector's orders at a time while that helps and the budget lasts."""
        value = self.judge(orders)
        if value is None:
            return Thought(orders, 0.0)
        best, best_value = orders, value
        taken: list[Variant] = []
        rejected: Variant | None = None
        rejected_value = -2.0
        position = self.worlds[0]
        improved = True
        while improved:
            improved = False
            for number in range(len(self.staff.variants(position, self.seat, best))):
                for variant in map(Variant._make, self.staff.variants(position, self.seat, best)[number]):
                    found = self.judge(variant.orders)
                    if found is None:
                        return Thought(best, best_value, tuple(taken), rejected, rejected_value)
                    if found > best_value + MARGIN:
                        best, best_value, improved = variant.orders, found, True
                        taken.append(variant)
                    elif found > rejected_value:
                        rejected, rejected_value = variant, found
        return Thought(best, best_value, tuple(taken), rejected, rejected_value)


__all__ = ["Search", "Thought", "apply", "play_on"]
