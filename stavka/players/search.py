"""Thinking ahead: ideas race in imagined matches, good ones are combined, and the best must prove itself on fresh luck.

A continuation plays the rest of one's own turn by the orders in question, then the enemy's reply by one of several
models (and what comes after that by the same model on both sides), in a match imagined from what the seat sees. The
moves are planned once for each idea and written down: what is judged is the plan that will be carried out, not what
somebody would plan who knew what is hidden. All ideas are judged in the same imagined matches with the same luck: a die
depends on what it is rolled for, so what differs between two plans is what the plans do. Ideas race: all get a
continuation, the better half gets another, then two more. Whoever won a race was lucky as well as good: the finalists,
the best ideas alone and together, are therefore judged again, further ahead and in matches that none of them has been
in, and orders are changed only for a gain that luck alone would hardly show. From the orders so found the climb goes
on, while the budget lasts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import inf, sqrt
from typing import Any

from stavka.game import Game
from stavka.kit.dice import Luck
from stavka.kit.steps import Options, settle, take
from stavka.kit.sums import added
from stavka.staff import Mind, Staff

from .base import Budget, Variant

SURE = 2.0
"""Orders are changed for a gain of more than so many standard errors."""
LEAST = 0.005
"""A smaller gain, on the scale from lost (-1) to won (1), is not worth a change of orders however sure it is."""
FINALISTS = 3
"""So many plans are judged on fresh luck beside the orders as they are."""
LOOKS = 2
"""Another step of the climb is begun while there are so many continuations left for every idea."""
ORDERED = 2
"""Player turns in which the orders in question are carried out: one's own, and the enemy's reply. They are given for a
turn; what comes after that is played by the models on both sides, whatever had been ordered."""
TOGETHER = 4
"""Not more ideas are followed at once than this."""
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
        take(p, *minds[options.seat].decide(p, options))
        options = settle(p, game.advance)


def _owner(game: Game[Any], p: Any) -> tuple[int, str, str]:
    """Whose player turn it is: the turn, the side whose phase is played, and the seat whose turn that is."""
    if p.phase < 0:
        return p.turn, "", ""
    phase = game.sequence[p.phase]
    return p.turn, phase.owner, game.turn_of(phase)


@dataclass(eq=False)
class Runner:
    """A plan in the race: ideas followed together. The orders as they are run too, without an idea."""

    orders: Any
    ideas: tuple[Variant, ...] = ()
    first: int = 0
    """The number of the first imagined match that it goes through."""
    values: list[float] = field(default_factory=list)
    """What its continuations came to, in one imagined match after the other."""

    @property
    def mean(self) -> float:
        """What the plan has proved worth so far."""
        return added(self.values) / len(self.values) if self.values else 0.0

    def gain(self, usual: Runner) -> float:
        """How much better it did than the orders as they are, in the matches that both have been through."""
        gains = self._gains(usual)
        return added(gains) / len(gains) if gains else 0.0

    def error(self, usual: Runner) -> float:
        """The standard error of that gain; one continuation tells nothing about it."""
        gains = self._gains(usual)
        if len(gains) < 2:
            return inf
        mean = added(gains) / len(gains)
        return sqrt(added((gain - mean) ** 2 for gain in gains) / (len(gains) - 1) / len(gains))

    def is_better(self, usual: Runner) -> bool:
        """Whether it is so much better that luck is hardly the reason."""
        return self.gain(usual) > max(LEAST, SURE * self.error(usual))

    def is_hopeless(self, usual: Runner) -> bool:
        """Whether it is so bad that luck is hardly the reason."""
        return self.gain(usual) + SURE * self.error(usual) < LEAST

    def _gains(self, usual: Runner) -> list[float]:
        return [mine - other for mine, other in zip(self.values, usual.values, strict=False)]


class Search:
    """Judges orders for one seat at one moment."""

    def __init__(self, game: Game[Any], staff: Staff, seat: str, here: Any, imagine: Callable[[int], Any],
                 budget: Budget, first_seed: int) -> None:
        self.game, self.staff, self.seat, self.budget = game, staff, seat, budget
        self.here, self.imagine, self.first_seed = here, imagine, first_seed
        self.worlds: dict[int, Any] = {}
        """The imagined matches, by number; a race is run in some of them, its final in those after them."""
        self._unseen = 0
        """The first of those that nothing has been judged in yet."""
        self._followed: tuple[Variant, ...] = ()
        """The ideas that the climb has already led to."""
        self.samples = budget.effort.samples
        self.replies = staff.replies(seat)

    def climb(self, orders: Any) -> Thought:
        """The orders as they are, or those to which steps lead that have all proved better than the one before."""
        thought = self._step(self._written(orders))
        while thought.taken:
            self._followed += thought.taken
            if self.budget.left < LOOKS * len(self._variants(thought.orders)):
                break
            thought = self._step(thought.orders)
        return replace(thought, taken=self._followed)

    def _step(self, orders: Any) -> Thought:
        """The plan that proves better than the orders as they are, or these."""
        usual, fresh = Runner(orders, first=self._unseen), Runner(orders, first=self._unseen + self.samples)
        ranked = self._race(usual, self._ideas(usual))
        final = self._final(fresh, self._finalists(usual, fresh, ranked))
        self._unseen = fresh.first + len(fresh.values)
        proven = [runner for runner in final if len(runner.values) == len(fresh.values) and runner.is_better(fresh)]
        best = max(proven, key=lambda runner: runner.gain(fresh), default=fresh)
        promised = fresh.mean if final else usual.mean
        for runners, start in ((final, fresh), (ranked, usual)):
            losers = [runner for runner in runners if not _shares(runner, best)]
            if losers:
                rejected = max(losers, key=lambda runner: runner.gain(start))
                return Thought(best.orders, promised + best.gain(fresh), best.ideas, rejected.ideas[0],
                               promised + rejected.gain(start))
        return Thought(best.orders, promised + best.gain(fresh), best.ideas)

    def _ideas(self, usual: Runner) -> list[Runner]:
        """All that could be ordered differently, as far as the race has a continuation for each: plans take time."""
        most = max(1, self.budget.left - self.budget.left // 2 - 1)  # half is kept; the usual orders run too
        return [Runner(self._written(variant.orders), (variant,), usual.first)
                for variant in self._variants(usual.orders)[:most]]

    def _written(self, orders: Any) -> Any:
        return self.staff.written(self.here, self.seat, orders)

    def _variants(self, orders: Any) -> list[Variant]:
        groups = self.staff.variants(self.here, self.seat, orders)
        followed = [variant.idea for variant in self._followed]
        return [Variant(changed, idea, number) for number, group in enumerate(groups) for changed, idea in group
                if idea not in followed]

    # -- the race --------------------------------------------------------------------------------------------------

    def _race(self, usual: Runner, ideas: list[Runner]) -> list[Runner]:
        """All ideas that were judged, the best first; the better half runs on. Half of the budget is kept."""
        glance, kept = self.budget.effort.glance, self.budget.left // 2
        running, out, rounds = ideas, list[Runner](), 1
        while running and self._judge(usual, rounds, glance, kept):
            complete = all(self._judge(runner, rounds, glance, kept) for runner in running)
            running.sort(key=lambda runner: (-len(runner.values), -runner.gain(usual)))
            if not complete or len(running) <= FINALISTS or rounds >= self.samples:
                break
            half = max(FINALISTS, -(-len(running) // 2))
            running, out, rounds = running[:half], running[half:] + out, 2 * rounds
        return [runner for runner in (*running, *out) if runner.values]

    def _finalists(self, usual: Runner, fresh: Runner, ranked: Sequence[Runner]) -> list[Runner]:
        """The best idea, the good ones of different groups together, more and more of them, and the next best ideas."""
        good: list[Runner] = []
        for runner in ranked:
            if runner.gain(usual) > 0 and all(runner.ideas[0].group != other.ideas[0].group for other in good):
                good.append(runner)
        together = [self._combined(fresh, good[:size]) for size in sorted({2, min(TOGETHER, len(good))})
                    if 2 <= size <= len(good)]
        alone = [Runner(runner.orders, runner.ideas, fresh.first) for runner in ranked if runner.gain(usual) > 0]
        plans = [*alone[:1], *(plan for plan in together if plan is not None), *alone[1:]]
        return plans[:FINALISTS]

    def _combined(self, fresh: Runner, runners: Sequence[Runner]) -> Runner | None:
        """Several ideas in one plan, where each is still open beside the others."""
        orders = fresh.orders
        followed: list[Variant] = []
        for wanted in (runner.ideas[0] for runner in runners):
            same = next((variant for variant in self._variants(orders) if variant.idea == wanted.idea), None)
            if same is not None:
                orders = same.orders
                followed.append(same)
        return Runner(self._written(orders), tuple(followed), fresh.first) if len(followed) > 1 else None

    # -- the final -------------------------------------------------------------------------------------------------

    def _final(self, fresh: Runner, finalists: list[Runner]) -> list[Runner]:
        """The finalists in matches that none of them has been in; after a quarter and after half of the matches the
        better half goes on, so that the best is known well. It alone goes on until luck is hardly the reason for what
        it has shown, or until the budget is spent."""
        running, number, samples, depth = finalists, 0, self.samples, self.budget.effort.depth
        while running and not (number >= samples and self._is_decided(running[0], fresh)):
            if not self.budget.allows(1 + len(running)):
                break
            number += 1
            for runner in (fresh, *running):
                self._judge(runner, number, depth, 0)
            if number in (samples // 4, samples // 2):
                running = sorted(running, key=lambda runner: -runner.gain(fresh))[:-(-len(running) // 2)]
        return [runner for runner in finalists if runner.values]

    def _is_decided(self, runner: Runner, fresh: Runner) -> bool:
        return runner.is_better(fresh) or runner.is_hopeless(fresh)

    def _judge(self, runner: Runner, continuations: int, turns: int, kept: int) -> bool:
        """Play a plan on until it has so many continuations of so many player turns; whether the budget allowed it,
        with so much of it kept back."""
        while len(runner.values) < continuations:
            if not self.budget.allows(1 + kept):
                return False
            runner.values.append(self._continue(runner.orders, runner.first + len(runner.values), turns))
        return True

    def _world(self, number: int) -> Any:
        if number not in self.worlds:
            self.worlds[number] = self.imagine(self.first_seed + number)
        return self.worlds[number]

    def _continue(self, orders: Any, number: int, turns: int) -> float:
        self.budget.spent += 1
        p = self._world(number).copy(Luck(f"{self.first_seed} {number}"))
        reply = self.replies[number % len(self.replies)]
        play_on(self.game, p, self._minds({**reply, self.seat: orders}), min(turns, ORDERED))
        if turns > ORDERED:
            play_on(self.game, p, self._minds(reply), turns - ORDERED)
        return self.staff.evaluate(p, self.seat)

    def _minds(self, orders: Mapping[str, Any]) -> dict[str, Mind]:
        return {seat: self.staff.mind(seat, orders[seat]) for seat in self.game.seats}


def _shares(runner: Runner, best: Runner) -> bool:
    """Whether a plan is part of the one that was chosen."""
    return any(mine.idea == followed.idea for mine in runner.ideas for followed in best.ideas)


__all__ = ["Search", "Thought", "play_on"]
