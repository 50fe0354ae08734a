"""Games between computer players: jobs with paired seeds, results in a file that a later run goes on with.

A job is one game. The same seed gives the same dice and the same players whoever plays it and on however many workers,
so two contests with the same seeds can be compared game by game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import stavka
from stavka.players import play, player

from . import lines
from .progress import Progress


@dataclass(frozen=True)
class Bout:
    """One game to be played: which player sits where."""

    game: str
    scenario: str
    seed: int
    players: tuple[tuple[str, str], ...]
    """Seat and level."""
    data: str | None = None

    @property
    def key(self) -> str:
        """What tells this game from all others in a results file."""
        seats = ",".join(f"{seat}={level}" for seat, level in self.players)
        return f"{self.game}/{self.scenario}/{self.seed}/{seats}/{self.data or ''}"


@dataclass(frozen=True)
class Score:
    """How a game went."""

    key: str
    game: str
    scenario: str
    seed: int
    players: Mapping[str, str]
    winner: str
    rule: str | None
    points: int
    losses: Mapping[str, int]
    """Steps lost by each side."""
    turns: int
    choices: int
    simulations: int
    cuts: int
    digest: str
    """The fingerprint of the last position: equal games end equal."""

    @property
    def winning_level(self) -> str:
        """The level of the player who won."""
        return self.players[self.winner]


def bouts(game: str, scenarios: Sequence[str], players: Mapping[str, str], games: int, first_seed: int = 0,
          data: str | None = None, swapped: bool = False) -> list[Bout]:
    """So many games of every scenario, all with the same seeds; ``swapped`` plays each seed from both seats."""
    seating = [tuple(players.items())]
    if swapped:
        seats, levels = list(players), list(players.values())
        seating.append(tuple(zip(seats, levels[::-1], strict=True)))
    return [Bout(game, scenario, first_seed + n, seats, data)
            for n in range(games) for scenario in scenarios for seats in seating]


def fight(bout: Bout) -> Score:
    """Play one game."""
    game = stavka.game(bout.game, data=bout.data)
    match = game.start(bout.scenario, seed=bout.seed)
    players = {seat: player(level, game, seed=f"{bout.seed} {seat}") for seat, level in bout.players}
    play(match, players)
    result = match.result
    assert result is not None
    return Score(
        bout.key, bout.game, bout.scenario, bout.seed, dict(bout.players), result.winner, result.rule,
        next(iter(result.scores.values()), 0), steps_lost(match), match.turn, len(match.records),
        sum(getattr(one, "simulations", 0) for one in players.values()),
        sum(len(getattr(one, "cuts", ())) for one in players.values()), match.digest)


def steps_lost(match: stavka.Match) -> dict[str, int]:
    """The losses of each side, counted from what happened: every unit reduced or eliminated is a step."""
    lost = dict.fromkeys(match.game.sides, 0)
    for event in match.log:
        if event.kind in ("reduced", "eliminated"):
            lost[match.game.counters[event.data["unit"]].side] += 1
    return lost


def read(path: Path) -> dict[str, Score]:
    """The games of a results file; what is not a whole score is left out."""
    scores: dict[str, Score] = {}
    for data in lines.read(path):
        try:
            score = Score(**data)
        except TypeError:
            continue
        scores[score.key] = score
    return scores


Runner = Callable[[Sequence[Bout]], Iterable[Score]]
"""Plays games somewhere and hands the results back in any order."""


def run(todo: Sequence[Bout], *, jobs: int = 1, out: Path | None = None, resume: bool = False,
        cluster: str | None = None, progress: bool = True) -> list[Score]:
    """Play all games that are not in ``out`` already, writing each down at once; all scores, in the order asked."""
    known = read(out) if out is not None and resume else {}
    missing = [bout for bout in todo if bout.key not in known]
    if out is not None:
        out.parent.mkdir(parents=True, exist_ok=True)
        if not resume:
            out.write_text("", encoding="utf-8")
    bar = Progress(len(missing), "games") if progress and missing else None
    for score in runner(jobs, cluster)(missing):
        known[score.key] = score
        if out is not None:
            lines.append(out, asdict(score))
        if bar is not None:
            bar.step()
    return [known[bout.key] for bout in todo]


def runner(jobs: int, cluster: str | None) -> Runner:
    """Where games are played: here, on several cores, or on a Dask cluster."""
    if cluster is not None:
        from .cluster import on_cluster

        return on_cluster(cluster)
    return _here if jobs <= 1 else lambda todo: _on_cores(todo, jobs)


def _here(todo: Sequence[Bout]) -> Iterator[Score]:
    yield from map(fight, todo)


def _on_cores(todo: Sequence[Bout], jobs: int) -> Iterator[Score]:
    with ProcessPoolExecutor(jobs) as pool:
        for done in as_completed([pool.submit(fight, bout) for bout in todo]):
            yield done.result()


def as_table(rows: Sequence[Sequence[Any]]) -> str:
    """Rows as aligned text."""
    cells = [[str(cell) for cell in row] for row in rows]
    widths = [max(len(row[n]) for row in cells) for n in range(len(cells[0]))]
    return "\n".join("  ".join(cell.ljust(width) if n == 0 else cell.rjust(width)
                               for n, (cell, width) in enumerate(zip(row, widths, strict=True))) for row in cells)
