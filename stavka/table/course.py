"""The course of a match in numbers: points turn by turn, losses of each side, dice and how kind they were.

How lucky a roll was is what its result is worth to whoever attacks (:attr:`Game.favours`) less what it was worth on the
average of the dice, by the odds as they stood before the roll.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from ..errors import Illegal
from ..game import Game
from ..kit.steps import FIGHTS
from ..match import Match, Record
from .patch import View

NOTHING_LOST: Counter[str] = Counter()
NO_SCORES: dict[str, dict[str, int]] = {}


@dataclass(frozen=True, slots=True)
class Moment:
    """What one choice added to the course of a match."""

    turn: int
    seat: str
    dice: tuple[int, ...]
    luck: float | None
    """None where no attack was rolled for."""
    losses: Counter[str]
    """By side; most choices cost nobody anything and share :data:`NOTHING_LOST`."""
    scores: dict[str, dict[str, int]]
    """What each seat saw of the points when a turn ended with it."""


class Course:
    """Kept beside the choices that stand: one moment for each."""

    def __init__(self, game: Game[Any]) -> None:
        self._game = game
        self._moments: list[Moment] = []
        self._expected: float | None = None
        self._turn = 1

    def before(self, match: Match) -> None:
        """Something is about to be chosen: what an attack that is put together promises."""
        offer = match.offer
        self._expected, self._turn = None, match.turn
        if offer is None or offer.about.kind not in FIGHTS or not offer.about.group:
            return
        try:
            results = match.ask("odds", seat=offer.seat).get("results", {})
        except Illegal:
            return
        favours = self._game.favours
        self._expected = sum(chance * favours.get(result, 0) for result, chance in results.items())

    def after(self, match: Match, record: Record) -> None:
        """It was chosen."""
        lost = [event.data.get("unit") for event in record.events if event.kind in self._game.loss_events]
        ended = match.turn != self._turn or match.offer is None
        scores = {seat: dict(self._game.see(match.position, seat)["points"]["scores"])
                  for seat in self._game.seats} if ended else NO_SCORES
        self._moments.append(Moment(self._turn, record.seat, record.dice, self._luck(record),
                                    self._by_side(lost) if lost else NOTHING_LOST, scores))

    def _by_side(self, units: Iterable[Any]) -> Counter[str]:
        sides = {counter.id: counter.side for counter in self._game.counters}
        return Counter(sides[unit] for unit in units if unit in sides)

    def _luck(self, record: Record) -> float | None:
        results = [event.data["result"] for event in record.events if event.data.get("result") in self._game.favours]
        if self._expected is None or not record.dice or not results:
            return None
        return self._game.favours[results[0]] - self._expected

    def took_back(self) -> None:
        """The last choice was taken back."""
        self._moments.pop()

    def tell(self, audience: str) -> View:
        """The course as an audience may know it; watchers see what the first seat sees of the points."""
        seat = audience or self._game.seats[0]
        turns = [{"turn": moment.turn, "scores": moment.scores[seat]} for moment in self._moments if moment.scores]
        losses = sum((moment.losses for moment in self._moments), Counter())
        return {"turns": turns, "losses": dict(losses), "dice": {seat: self._dice(seat) for seat in self._game.seats}}

    def _dice(self, seat: str) -> View:
        own = [moment for moment in self._moments if moment.seat == seat]
        faces = Counter(face for moment in own for face in moment.dice)
        lucks = [moment.luck for moment in own if moment.luck is not None]
        return {"faces": [faces[face] for face in range(1, max(faces, default=6) + 1)], "attacks": len(lucks),
                "luck": round(sum(lucks), 2)}
