"""The gates: how much better each level must be than the one below, and whether equal players have equal chances.

All games go into one pool, seed by seed and the longest first, so that no core waits at the end and a pool that is cut
short tells something about every gate.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import zip_longest
from math import inf
from pathlib import Path
from typing import Any, NamedTuple

import stavka
from stavka.players import levels_of

from . import contest, stats


class Gate(NamedTuple):
    """A level, the one below it, and the share of games, over both seats, that the better must win; a draw is half a
    game won, as in ratings."""

    better: str
    other: str
    needed: float


GATES = (Gate("novice", "random", 0.95), Gate("regular", "novice", 0.75), Gate("veteran", "regular", 0.75),
         Gate("marshal", "veteran", 0.65))
"""The gates of a game whose staff serves all levels."""
FIRST_GATES = (*GATES[:2], Gate("veteran", "regular", 0.65))
"""The gates of a game that has no marshals yet."""
SEAT = 0.55
"""What the better player must win from either seat."""
LONG = "marshal"
"""The level whose games take longest: fewer of them are played."""
BALANCE, OTHERS = 200, 40
"""Games between equal veterans, and between equal regulars in every scenario, where no gates are named."""
BALANCED = (0.45, 0.55)
"""What equal veterans should come to where the rulebook claims balance."""

QUANTILES = (0.1, 0.5, 0.9)
"""What is told of victory points."""


def gates_of(game: str, data: str | None = None, only: Collection[str] = ()) -> list[Gate]:
    """The gates between the levels that a game has; only those of these levels, if any are named."""
    levels = levels_of(stavka.game(game, data=data))
    found = GATES if LONG in levels else FIRST_GATES
    return [gate for gate in found if gate.better in levels and (not only or gate.better in only)]


def gate_bouts(game: str, games: int, seed: int, data: str | None = None, long: int | None = None,
               only: Collection[str] = (), scenario: str | None = None) -> list[contest.Bout]:
    """Every gate in a scenario, each seed from both seats; ``long`` seeds where the games take longest."""
    board = stavka.game(game, data=data)
    first, second = board.seats[:2]
    played = scenario or next(iter(board.scenarios))
    lots = [contest.bouts(game, [played], {first: gate.better, second: gate.other}, long if (
        long is not None and gate.better == LONG) else games, seed, data, swapped=True)
        for gate in reversed(gates_of(game, data, only))]
    return list(_interleaved(lots))


def _interleaved(lots: Sequence[Sequence[contest.Bout]]) -> Iterator[contest.Bout]:
    """Two of each lot (a seed from both seats) after two of the one before, until all are through."""
    pairs = [[lot[n:n + 2] for n in range(0, len(lot), 2)] for lot in lots]
    for row in zip_longest(*pairs, fillvalue=()):
        for pair in row:
            yield from pair


def balance_bouts(game: str, games: int, seed: int, data: str | None = None, level: str = "veteran",
                  scenarios: Sequence[str] | None = None) -> list[contest.Bout]:
    """Equals against each other: in the first scenario, or in those given."""
    board = stavka.game(game, data=data)
    chosen = [next(iter(board.scenarios))] if scenarios is None else list(scenarios)
    return contest.bouts(game, chosen, dict.fromkeys(board.seats, level), games, seed, data)


def run(game: str, *, games: int = 100, long: int = 30, balance: int | None = None, others: int | None = None,
        jobs: int = 1, seed: int = 0, out: Path | None = None, resume: bool = False, data: str | None = None,
        only: Collection[str] = (), seconds: float = inf, scenario: str | None = None,
        language: str = "en") -> dict[str, Any]:
    """Play everything, the gates in one scenario (the first, if none is named), and say which gates are passed.

    If only the gates of some levels are asked for, equals play no games unless it is said how many.
    """
    board = stavka.game(game, data=data)
    levels = levels_of(board)
    lots = [gate_bouts(game, games, seed, data, long, only, scenario)]
    balance, others = (number if number is not None else 0 if only else usual
                       for number, usual in ((balance, BALANCE), (others, OTHERS)))
    equals = ((balance, "veteran", [scenario] if scenario else None), (others, "regular", list(board.scenarios)))
    lots += [balance_bouts(game, number, seed, data, level, scenarios) for number, level, scenarios in equals
             if level in levels and number]
    scores = contest.run(list(_interleaved(lots)), jobs=jobs, out=out, resume=resume, seconds=seconds,
                         language=language)
    return {"game": game, "missing": sum(map(len, lots)) - len(scores),
            **summary(scores, gates_of(game, data, only))}


def summary(scores: Sequence[contest.Score], gates: Sequence[Gate] = GATES) -> dict[str, Any]:
    """The gates and the balance as plain data."""
    return {
        "gates": [_gate(gate, scores) for gate in gates],
        "ratings": {name: round(value) for name, value in stats.bradley_terry(
            stats.meetings([score for score in scores if len(set(score.players.values())) > 1])).players.items()},
        "seatings": [_seating(one) for one in stats.tally(scores)],
        "cuts": sum(score.cuts for score in scores),
    }


def _gate(gate: Gate, scores: Sequence[contest.Score]) -> dict[str, Any]:
    """How a gate was met, over both seats and from either."""
    met = [score for score in scores if set(score.players.values()) == {gate.better, gate.other}]
    seats = {}
    for seat in dict.fromkeys(seat for score in met for seat in score.players):
        played = [score for score in met if score.players[seat] == gate.better]
        seats[seat] = _share([score for score in played if score.winner == seat], played)
    whole = _share([score for score in met if score.winning_level == gate.better], met)
    fair = all(share["rate"] > SEAT for share in seats.values())
    return {"better": gate.better, "other": gate.other, **whole, "needed": gate.needed, "seats": seats,
            "passed": bool(met) and whole["wins"] + whole["drawn"] / 2 >= gate.needed * whole["games"] and fair}


def _share(won: Sequence[contest.Score], played: Sequence[contest.Score]) -> dict[str, Any]:
    drawn, games = sum(score.drawn for score in played), len(played)
    points = len(won) + drawn / 2
    low, high = stats.wilson(points, games)
    return {"wins": len(won), "drawn": drawn, "games": games, "rate": round(points / max(1, games), 3),
            "interval": [round(low, 3), round(high, 3)]}


def _seating(one: stats.Tally) -> dict[str, Any]:
    first = next(iter(one.players))
    rate, low, high = one.rate(first)
    equals = len(set(one.players.values())) == 1
    return {
        "scenario": one.scenario, "players": dict(one.players), "games": one.games, f"{first}_wins": round(rate, 3),
        "interval": [round(low, 3), round(high, 3)],
        "points": [stats.quantile(points, share) for points in list(one.points.values())[:1] for share in QUANTILES],
        "losses": {side: round(lost, 1) for side, lost in one.losses.items()}, "endings": dict(one.endings),
        **({"balanced": BALANCED[0] <= rate <= BALANCED[1]} if equals else {}),
    }
