"""The gates: how much better each level must be than the one below, and whether equal players have equal chances.

All games go into one pool, the longest first, so that no core waits at the end.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import stavka

from . import contest, stats

GATES = (("novice", "random", 0.95), ("regular", "novice", 0.75), ("veteran", "regular", 0.65))
"""The better player, the other, and the share of games, over both seats, that the better must win."""
BALANCED = (0.35, 0.65)
"""What equal veterans should come to where the rulebook claims balance."""

QUANTILES = (0.1, 0.5, 0.9)
"""What is told of victory points."""


def gate_bouts(game: str, games: int, seed: int, data: str | None = None) -> list[contest.Bout]:
    """Every gate in the first scenario, each seed from both seats."""
    board = stavka.game(game, data=data)
    first, second = board.seats[:2]
    scenario = next(iter(board.scenarios))
    return [bout for better, other, _ in reversed(GATES) for bout in contest.bouts(
        game, [scenario], {first: better, second: other}, games, seed, data, swapped=True)]


def balance_bouts(game: str, games: int, seed: int, data: str | None = None, level: str = "veteran",
                  scenarios: Sequence[str] | None = None) -> list[contest.Bout]:
    """Equals against each other: in the first scenario, or in those given."""
    board = stavka.game(game, data=data)
    chosen = [next(iter(board.scenarios))] if scenarios is None else list(scenarios)
    return contest.bouts(game, chosen, dict.fromkeys(board.seats, level), games, seed, data)


def run(game: str, *, games: int = 100, balance: int = 100, others: int = 40, jobs: int = 1, seed: int = 0,
        out: Path | None = None, resume: bool = False, data: str | None = None) -> dict[str, Any]:
    """Play everything and say which gates are passed."""
    scenarios = list(stavka.game(game, data=data).scenarios)
    todo = balance_bouts(game, balance, seed, data) + gate_bouts(game, games, seed, data)
    todo += balance_bouts(game, others, seed, data, "regular", scenarios)
    scores = contest.run(todo, jobs=jobs, out=out, resume=resume)
    return summary(scores)


def summary(scores: Sequence[contest.Score]) -> dict[str, Any]:
    """The gates and the balance as plain data."""
    cross = stats.cross_table(scores)
    gates = []
    for better, other, share in GATES:
        cell = cross.get((better, other), stats.Cell(0, 0))
        low, high = stats.wilson(cell.wins, cell.games)
        gates.append({"better": better, "other": other, "wins": cell.wins, "games": cell.games,
                      "rate": round(cell.wins / max(1, cell.games), 3), "interval": [round(low, 3), round(high, 3)],
                      "needed": share, "passed": cell.wins >= share * cell.games > 0})
    return {
        "gates": gates,
        "ratings": {name: round(value) for name, value in stats.bradley_terry(
            stats.meetings([score for score in scores if len(set(score.players.values())) > 1])).players.items()},
        "seatings": [_seating(one) for one in stats.tally(scores)],
        "cuts": sum(score.cuts for score in scores),
    }


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
