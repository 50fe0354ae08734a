"""One match after the other, as environments play them: seeds, rewards, and a bound on the number of choices."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import stavka
from stavka.game import Game
from stavka.match import Match

BOUND = 30_000
"""A match with more choices is cut off."""


@dataclass(frozen=True)
class Setting:
    """What an environment plays, and how it rewards.

    ``situation`` is a written position to start from instead of a scenario's set-up. ``shaping`` adds, for every
    victory point by which a seat's lead over the others grows, so much to its reward; the end is worth +1 and -1 in
    any case. A match of more than ``bound`` choices is cut off. ``board`` is whether observations show the board too.
    """

    game: str
    scenario: str | None = None
    options: Mapping[str, bool] = field(default_factory=dict)
    situation: Mapping[str, Any] | None = None
    shaping: float = 0.0
    bound: int = BOUND
    board: bool = True

    def find_game(self) -> Game[Any]:
        """The game."""
        return stavka.game(self.game)

    def start(self, seed: int | str) -> Match:
        """A new match."""
        if self.situation is not None:
            return self.find_game().situation({**self.situation, "seed": seed})
        return self.find_game().start(self.scenario, seed=seed, options=self.options)


class Seeds:
    """The seeds of one match after the other: those given, else further ones that follow from the first."""

    def __init__(self, seed: int | None) -> None:
        self._first = secrets.randbelow(1 << 31) if seed is None else seed
        self._count = 0

    def next(self, seed: int | None) -> int | str:
        """The seed of the next match; a seed that is given begins a new row."""
        if seed is not None:
            self._first, self._count = seed, 0
        self._count += 1
        return self._first if self._count == 1 else f"{self._first}.{self._count}"


class Session:
    """The match that is being played, and what it has brought to every seat."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.game = setting.find_game()
        self.match: Match
        self.choices = 0
        """Choices made in this match, those refused included."""
        self._leads: dict[str, float] = {}

    def begin(self, seed: int | str) -> None:
        """Start a new match."""
        self.match = self.setting.start(seed)
        self.choices = 0
        self._leads = self._measure()

    @property
    def to_move(self) -> str | None:
        """The seat that is to choose; None when the match is over."""
        return None if self.match.offer is None else self.match.offer.seat

    @property
    def over(self) -> bool:
        """Whether the match has ended by its rules."""
        return self.match.result is not None

    @property
    def cut(self) -> bool:
        """Whether the match has reached the bound without an end."""
        return self.choices >= self.setting.bound and not self.over

    def choose(self, choice: str) -> dict[str, float]:
        """Make a choice, and say what it brought every seat."""
        self.choices += 1
        self.match.choose(choice)
        rewards = final(self.match)
        if self.setting.shaping:
            leads = self._measure()
            for seat in rewards:
                rewards[seat] += self.setting.shaping * (leads[seat] - self._leads[seat])
            self._leads = leads
        return rewards

    def _measure(self) -> dict[str, float]:
        return leads(self.match) if self.setting.shaping else {}


def final(match: Match) -> dict[str, float]:
    """+1 for the winner and -1 for the others; 0 while the match goes on, and where nobody won."""
    result = match.result
    if result is None or result.winner not in match.game.seats:
        return dict.fromkeys(match.game.seats, 0.0)
    return {seat: 1.0 if seat == result.winner else -1.0 for seat in match.game.seats}


def leads(match: Match) -> dict[str, float]:
    """By how many victory points each seat, as far as it can see, is ahead of the others' mean.

    >>> import stavka
    >>> leads(stavka.game("dagc").start(seed=1))
    {'soviet': 0.0, 'german': 0.0}
    """
    seats = match.game.seats
    ahead = {}
    for seat in seats:
        points = match.game.see(match.position, seat)["points"]
        scores = {other: points["scores"].get(other, 0) for other in seats}
        others = [score for other, score in scores.items() if other != seat]
        ahead[seat] = float(scores[seat] - sum(others) / max(1, len(others)))
    return ahead
