"""The plans of computer players, kept to be read when the player turn they were made for is over, and not before."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from stavka.game import Game
from stavka.kit.words import Message
from stavka.match import Match

from .words import say

KEPT = 200
"""So many player turns are kept, the last ones."""


@dataclass(frozen=True)
class Chapter:
    """What a seat intended in one phase, and the units that each reader could not see at the time."""

    messages: Sequence[Message]
    hidden: Mapping[str, Collection[str]]


@dataclass(frozen=True)
class Plan:
    """What a seat intended in one of its player turns, phase by phase."""

    turn: int
    seat: str
    phases: Mapping[str, Chapter]


class Plans:
    """The plans of one match."""

    def __init__(self, game: Game[Any]) -> None:
        self._game = game
        self._kept: dict[tuple[int, str], dict[str, Chapter]] = {}
        self._last = {seat: max((n for n, phase in enumerate(game.sequence) if game.turn_of(phase) == seat), default=-1)
                      for seat in game.seats}

    def keep(self, turn: int, seat: str, phase: str, chapter: Chapter) -> None:
        """Note what a seat intends in a phase; what it intended before in the same phase was taken back."""
        self._kept.setdefault((turn, seat), {})[phase] = chapter
        while len(self._kept) > KEPT:
            del self._kept[next(iter(self._kept))]

    def finished(self, match: Match) -> list[Plan]:
        """The plans of player turns that are over, oldest first."""
        return [Plan(turn, seat, phases) for (turn, seat), phases in sorted(self._kept.items(), key=self._order)
                if self._is_over(match, turn, seat)]

    def _order(self, kept: tuple[tuple[int, str], object]) -> tuple[int, int]:
        (turn, seat), _ = kept
        return turn, self._last[seat]

    def _is_over(self, match: Match, turn: int, seat: str) -> bool:
        """Whether no phase of the seat's player turn is still going on or to come."""
        p = match.position
        return match.offer is None or (turn, self._last[seat]) < (p.turn, p.phase)


def tell_plan(game: Game[Any], plan: Plan, lang: str, reader: str, hidden: Collection[str]) -> list[
        tuple[str, list[str]]]:
    """A plan in words, phase by phase, for a reader from whom these units are hidden now.

    What was intended in an earlier phase already is not said again.
    """
    said: set[str] = set()
    told = []
    for phase, chapter in plan.phases.items():
        unseen = {*hidden, *chapter.hidden.get(reader, ())}
        lines = [line for line in tell(game, chapter.messages, lang, unseen) if line not in said]
        said.update(lines)
        if lines:
            told.append((phase, lines))
    return told


def tell(game: Game[Any], messages: Sequence[Message], lang: str, hidden: Collection[str] = ()) -> list[str]:
    """A plan in words, a sentence a line, without those that speak of units the reader may not see."""
    open_ones = [message for message in messages if not (hidden and _speaks_of(message, hidden))]
    lines = [say(game, message, lang) for message in open_ones]
    if len(open_ones) < len(messages):
        lines.append(say(game, Message("plan.withheld", {"n": len(messages) - len(open_ones)}), lang))
    return lines


def _speaks_of(value: Any, hidden: Collection[str]) -> bool:
    """Whether a message, or anything in it, is or names one of these units."""
    if isinstance(value, str):
        return value in hidden
    if isinstance(value, Message):
        return _speaks_of(value.args, hidden)
    if isinstance(value, Mapping):
        return any(_speaks_of(item, hidden) for item in value.values())
    return isinstance(value, Sequence) and any(_speaks_of(item, hidden) for item in value)


__all__ = ["Chapter", "Plan", "Plans", "tell", "tell_plan"]
