"""The computer players: one who chooses at random, and commanders who use their game's staff."""

from __future__ import annotations

import logging
from dataclasses import replace
from random import Random
from typing import Any

from stavka.game import Game
from stavka.kit.steps import Options
from stavka.kit.words import Message
from stavka.match import Offer
from stavka.staff import Mind, Staff

from .base import EFFORTS, Budget, Cut, Effort
from .search import Search, Thought
from .seen import Seen
from .words import say

GUESSES = 1 << 30
"""Imagined matches differ by a seed below this."""
GAMES = 50
"""Games in a hundred that a whole point on the scale from lost (-1) to won (1) stands for."""

_log = logging.getLogger("stavka.players")


class RandomPlayer:
    """Chooses at random, every choice as likely as any other."""

    level = "random"

    def __init__(self, game: Game[Any], seed: int | str = 0) -> None:
        self._game = game
        self._rng = Random(f"random {seed}")

    def choose(self, seen: Seen) -> str:
        """Any choice of the offer."""
        return seen.offer.nth(self._rng.randrange(len(seen.offer)))

    def plan(self, lang: str = "en") -> str:
        """A random player has no plan."""
        return say(self._game, Message("plan.random"), lang)


class Commander:
    """A player with a staff. Thinks at the start of a phase, then carries its orders out choice by choice."""

    def __init__(self, game: Game[Any], level: str, seed: int | str = 0, effort: Effort | None = None) -> None:
        self.level = level
        self.cuts: list[Cut] = []
        self.simulations = 0
        """Imagined continuations played so far."""
        self._game = game
        self._staff = staff_of(game)
        self.effort = effort_of(self._staff, level) if effort is None else effort
        self._seed = seed
        self._orders: dict[str, Any] = {}
        """By seat; what was thought out lasts for the turn."""
        self._thought_out: dict[str, int] = {}
        """By seat: the turn in which its orders were thought out."""
        self._busy: dict[str, tuple[int, float]] = {}
        """By seat: a turn, and the seconds of it that were thought away."""
        self._mind: dict[str, Mind] = {}
        self._when: tuple[int, int] | None = None
        self._thought: Thought | None = None
        self._answered: tuple[Offer, str] | None = None
        self.messages: tuple[Message, ...] = ()
        """The plan last considered, as messages: for those who may not read all of it."""

    # -- deciding --------------------------------------------------------------------------------------------------

    def choose(self, seen: Seen) -> str:
        """The choice that carries the plan on. Asked again about the same offer, a player says the same."""
        if self._answered is not None and self._answered[0] is seen.offer:
            return self._answered[1]
        choice = self._decide(seen)
        self._answered = seen.offer, choice
        return choice

    def _decide(self, seen: Seen) -> str:
        world = seen.imagine(self._guess(seen))
        p, seat = world.position, seen.seat
        if self._when != (p.turn, p.phase) or seat not in self._mind:
            self._when = (p.turn, p.phase)
            self._begin(seen, p)
        kind, value = self._mind[seat].decide(p, self._options(seen))
        units, hexes = self._game.unit_choices, self._game.hex_choices
        choice = units[value] if kind == "unit" else hexes[value] if kind == "hex" else f"do:{value}"
        return choice if choice in seen.offer else self._mistaken(seen, choice)

    def _mistaken(self, seen: Seen, choice: str) -> str:
        """The staff chose what was not offered. That is its fault and is told; the match goes on with what is legal."""
        offer = seen.offer
        _log.error("the staff of %s chose %s in %s, %s, which was not offered", self._game.key, choice, offer.step,
                   offer.task)
        return "do:end_phase" if "end_phase" in offer.buttons else offer.nth(0)

    def _options(self, seen: Seen) -> Options:
        """The offer by index: what is really offered, whatever the imagined match would offer."""
        offer, index, places = seen.offer, self._game.counters.index, self._game.board.index
        return Options(offer.seat, offer.task, offer.message, units=[index[unit] for unit in offer.units],
                       hexes=[places[name] for name in offer.hexes], buttons=offer.buttons, about=offer.about)

    def _guess(self, seen: Seen) -> int:
        """The seed of the match imagined to decide in: the same all through a phase."""
        return Random(f"guess {self._seed} {seen.seat} {seen.offer.step}").randrange(GUESSES)

    def _begin(self, seen: Seen, p: Any) -> None:
        """A phase begins: think, if it is worth it, and give orders."""
        seat, staff = seen.seat, self._staff
        if self._thought_out.get(seat) != p.turn:
            self._orders[seat] = staff.orders(seat, self.level, Random(f"temper {self._seed} {seat}"))
            self._thought = None
        effort = self.effort.share(staff.worth_thinking(p, seat)) if self.effort.simulations else self.effort
        if effort.simulations:
            self._think(seen, p, effort)
        self._mind[seat] = staff.mind(seat, self._orders[seat])
        self.messages = ()

    def _think(self, seen: Seen, p: Any, effort: Effort) -> None:
        turn, busy = self._busy.get(seen.seat, (p.turn, 0.0))
        left = self.effort.seconds - (busy if turn == p.turn else 0.0)
        budget = Budget(replace(effort, seconds=min(effort.seconds, left)))
        first = Random(f"think {self._seed} {seen.seat} {p.turn} {p.phase}").randrange(GUESSES)
        search = Search(self._game, self._staff, seen.seat, p, lambda seed: seen.imagine(seed).position, budget, first)
        self._thought = search.climb(self._orders[seen.seat])
        self._orders[seen.seat] = self._thought.orders
        self._thought_out[seen.seat] = p.turn
        self._busy[seen.seat] = p.turn, self.effort.seconds - left + budget.elapsed
        self.simulations += budget.spent
        if budget.cut:
            self.cuts.append(Cut(p.turn, seen.offer.step, budget.spent, effort.simulations))

    # -- explaining ------------------------------------------------------------------------------------------------

    def consider(self, seen: Seen) -> None:
        """Make the plan for this moment ready to be said."""
        self.choose(seen)
        world = seen.imagine(self._guess(seen))
        messages = list(self._staff.report(world.position, seen.seat, self._mind[seen.seat], self._orders[seen.seat]))
        thought = self._thought
        if thought is not None and thought.rejected is not None:
            messages.append(self._rejected(thought.rejected.idea, thought.value - thought.rejected_value))
        if self.cuts and self.cuts[-1].turn == world.turn:
            messages.append(Message("plan.cut", {"done": self.cuts[-1].done, "wanted": self.cuts[-1].wanted}))
        self.messages = tuple(messages)

    def _rejected(self, idea: Message, worse: float) -> Message:
        """The best idea that was not followed; ``worse`` is on the scale from lost (-1) to won (1)."""
        if worse <= 0:
            return Message("plan.undecided", {"idea": idea})
        return Message("plan.rejected", {"idea": idea, "worse": round(GAMES * worse, 1)})

    def plan(self, lang: str = "en") -> str:
        """The plan last considered, one sentence a line."""
        if not self.messages:
            return say(self._game, Message("plan.none"), lang)
        return "\n".join(say(self._game, message, lang) for message in self.messages)


def effort_of(staff: Staff, level: str) -> Effort:
    """How hard a level thinks in a game: as everywhere, but for what the ``efforts`` of the staff change."""
    return replace(EFFORTS[level], **staff.efforts.get(level, {}))


def staff_of(game: Game[Any]) -> Staff:
    """The staff of a game, for the players."""
    if game.staff is None:
        raise ValueError(f"{game.key} has no staff: only random players can play it")
    return game.staff


__all__ = ["Commander", "RandomPlayer", "staff_of"]
