"""Thinking ahead: hill climbing over orders, the ideas of all sectors judged by imagined continuations.

A continuation plays the rest of one's own turn by the orders in question and then the enemy's reply by one of several
models, in a match imagined from what the seat sees. All ideas are judged in the same imagined matches. Ideas race: all
get a continuation, the better half gets another, then two more, until the best is known well.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from stavka.game import Game
from stavka.kit.dice import Dice
from stavka.kit.steps import Options, settle
from stavka.kit.words import Message
from stavka.staff import Mind, Staff

from .base import Budget, Variant

MARGIN = 0.02
"""How much better an idea must look before the orders are changed: less is the luck of the dice."""
FIRST = 1
"""Continuations that every idea gets; those that stay in the race get twice as many each time."""
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


def _owner(game: Game[Any], p: Any) -> tuple[int, str, str]:
    """Whose player turn it is: the turn, the side whose phase is played, and the seat whose turn that is."""
    if p.phase < 0:
        return p.turn, "", ""
    phase = game.sequence[p.phase]
    return p.turn, phase.owner, game.turn_of(phase)


@dataclass(eq=False)
class Runner:
    """An idea in the race; the orders as they are run too, without an idea."""

    orders: Any
    group: int = -1
    """Where the idea changes the orders: two ideas of one group exclude each other."""
    idea: Message | None = None
    values: list[float] = field(default_factory=list)

    @property
    def mean(self) -> float:
        """What the idea has proved worth so far."""
        return sum(self.values) / len(self.values)

    @property
    def standing(self) -> float:
        """The same, with an advantage for the orders as they are."""
        return self.mean + (MARGIN if self.idea is None else 0.0)


class Search:
    """Judges orders for one seat at one moment."""

    def __init__(self, game: Game[Any], staff: Staff, seat: str, imagine: Callable[[int], Any], budget: Budget,
                 first_seed: int) -> None:
        self.game, self.staff, self.seat, self.budget = game, staff, seat, budget
        effort = budget.effort
        self.worlds = [imagine(first_seed + n) for n in range(effort.samples)]
        self.seeds = [first_seed + 7919 * n for n in range(effort.samples)]
        self.replies = staff.replies(seat)

    def climb(self, orders: Any) -> Thought:
        """Take the best idea, then the best of the other good ones beside it, while that helps and the budget lasts."""
        good: list[Message] | None = None
        best = Runner(orders)
        taken: list[Variant] = []
        rejected: Runner | None = None
        while True:
            groups = {variant.group for variant in taken}
            ideas = [runner for runner in self._ideas(best.orders) if runner.group not in groups
                     and (good is None or runner.idea in good)]
            start = Runner(best.orders, values=best.values)
            ranked = self._race([start, *ideas])
            if not ranked:
                break
            loser = next((runner for runner in ranked[1:] if runner.idea is not None), None)
            if loser is not None and (rejected is None or loser.mean > rejected.mean):
                rejected = loser
            best = ranked[0]
            if best.idea is None:
                break
            taken.append(Variant(best.orders, best.idea, best.group))
            good = [runner.idea for runner in ranked[1:] if runner.idea is not None and runner.mean >= start.mean]
            if not good:
                break
        value = best.mean if best.values else 0.0
        if rejected is None or rejected.idea is None:
            return Thought(best.orders, value, tuple(taken))
        return Thought(best.orders, value, tuple(taken), Variant(rejected.orders, rejected.idea, rejected.group),
                       rejected.mean)

    def _ideas(self, orders: Any) -> list[Runner]:
        """All that could be ordered differently."""
        groups = self.staff.variants(self.worlds[0], self.seat, orders)
        return [Runner(changed, number, idea) for number, group in enumerate(groups) for changed, idea in group]

    def _race(self, runners: list[Runner]) -> list[Runner]:
        """All that were judged, the best first; the better half runs on until the samples are used up."""
        out: list[Runner] = []
        samples = min(FIRST, len(self.worlds))
        while True:
            if not all(self._judge(runner, samples) for runner in runners):
                break
            runners.sort(key=lambda runner: -runner.standing)
            if samples == len(self.worlds):
                break
            half = max(2, -(-len(runners) // 2))
            out, runners = runners[half:] + out, runners[:half]
            samples = min(2 * samples, len(self.worlds))
        judged = [runner for runner in runners if runner.values]
        judged.sort(key=lambda runner: (-len(runner.values), -runner.standing))  # the budget may have ended half-way
        return judged + out

    def _judge(self, runner: Runner, samples: int) -> bool:
        """Play an idea on until it has so many continuations; whether the budget allowed it."""
        while len(runner.values) < samples:
            if not self.budget.allows(1):
                return False
            runner.values.append(self._continue(runner.orders, len(runner.values)))
        return True

    def _continue(self, orders: Any, number: int) -> float:
        self.budget.spent += 1
        p = self.worlds[number].copy(Dice.seeded(f"think {self.seeds[number]}"))
        reply = self.replies[number % len(self.replies)]
        minds = {
            seat: self.staff.mind(seat, orders if seat == self.seat else reply[seat]) for seat in self.game.seats
        }
        play_on(self.game, p, minds, self.budget.effort.depth)
        return self.staff.evaluate(p, self.seat)


__all__ = ["Search", "Thought", "apply", "play_on"]
