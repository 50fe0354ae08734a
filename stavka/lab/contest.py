"""Games between computer players: jobs with paired seeds, results in a file that a later run goes on with.

A job is one game. The same seed gives the same dice and the same players whoever plays it and on however many workers,
so two contests with the same seeds can be compared game by game.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from math import inf
from pathlib import Path
from typing import Any

import stavka
from stavka.players import play, player

from . import cores, lines
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
    points: Mapping[str, int]
    """Victory points at the end, of every seat that counts any."""
    losses: Mapping[str, int]
    """What each side lost, in the events by which the game counts losses."""
    turns: int
    choices: int
    simulations: int
    cuts: int
    """Thoughts that the wall-clock guard cut short: a game with any may come out otherwise elsewhere."""
    digest: str
    """The fingerprint of the last position: equal games end equal."""
    needed: int | None = None
    """The victory points that would have won."""
    rules: str = ""
    """The digest of the data that was played with."""

    @property
    def winning_level(self) -> str:
        """The level of the player who won; nothing if nobody did."""
        return self.players.get(self.winner, "")

    @property
    def drawn(self) -> bool:
        """Whether nobody won, neither a player nor a side that has none."""
        return not self.winner


def bouts(game: str, scenarios: Sequence[str], players: Mapping[str, str], games: int, first_seed: int = 0,
          data: str | None = None, swapped: bool = False) -> list[Bout]:
    """So many games of every scenario, all with the same seeds; ``swapped`` plays each seed from both seats."""
    seating = [tuple(players.items())]
    if swapped:
        seats, levels = list(players), list(players.values())
        seating.append(tuple(zip(seats, levels[::-1], strict=True)))
    return [Bout(game, scenario, first_seed + n, seats, data)
            for n in range(games) for scenario in scenarios for seats in dict.fromkeys(seating)]


def fight(bout: Bout) -> Score:
    """Play one game."""
    game = stavka.game(bout.game, data=bout.data)
    match = game.start(bout.scenario, seed=bout.seed)
    players = {seat: player(level, game, seed=f"{bout.seed} {seat}") for seat, level in bout.players}
    play(match, players)
    result = match.result
    assert result is not None
    return Score(
        key=bout.key, game=bout.game, scenario=bout.scenario, seed=bout.seed, players=dict(bout.players),
        winner=result.winner, rule=result.rule, points=dict(result.scores), losses=count_losses(match),
        turns=match.turn, choices=len(match.records),
        simulations=sum(getattr(one, "simulations", 0) for one in players.values()),
        cuts=sum(len(getattr(one, "cuts", ())) for one in players.values()), digest=match.digest,
        needed=match.view(game.seats[0])["points"].get("needed"), rules=game.data_digest)


def count_losses(match: stavka.Match) -> dict[str, int]:
    """The losses of each side, counted from what happened."""
    lost = dict.fromkeys(match.game.sides, 0)
    for event in match.log:
        if event.kind in match.game.loss_events:
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
        if not isinstance(score.points, Mapping):  # older files have the points of the first seat, and no more
            score = replace(score, points={next(iter(score.players)): score.points})
        scores[score.key] = score
    return scores


class NoCluster(ModuleNotFoundError):
    """The package that plays games on a cluster is not installed."""


Runner = Callable[[Sequence[Bout]], Iterable[Score]]
"""Plays games somewhere and hands the results back in any order."""


def run(todo: Sequence[Bout], *, jobs: int = 1, out: Path | None = None, resume: bool = False,
        cluster: str | None = None, progress: bool = True, seconds: float = inf, language: str = "en") -> list[Score]:
    """Play all games that are not in ``out`` already, writing each down at once; all scores, in the order asked.

    After so many seconds no more games are begun: those that are missing then are left to another run.
    """
    known = _known(todo, out) if out is not None and resume else {}
    missing = [bout for bout in todo if bout.key not in known]
    if out is not None:
        out.parent.mkdir(parents=True, exist_ok=True)
        if not resume and out.exists():
            out.replace(out.with_name(f"{out.name}.old"))  # forgetting --resume must not cost a night's games
    bar = Progress(len(missing), "games", language) if progress and missing else None
    for score in runner(jobs, cluster, time.time() + seconds)(missing):
        known[score.key] = score
        if out is not None:
            lines.append(out, asdict(score))
        if bar is not None:
            bar.step()
    scores = [known[bout.key] for bout in todo if bout.key in known]
    if out is not None:
        _put_in_order(out, scores)
    return scores


def _known(todo: Sequence[Bout], out: Path) -> dict[str, Score]:
    """The games in a file, less those played with other data than there is now; older files do not say."""
    rules = {bout.key: stavka.game(bout.game, data=bout.data).data_digest for bout in todo}
    return {key: score for key, score in read(out).items() if score.rules in ("", rules.get(key, score.rules))}


def _put_in_order(out: Path, scores: Sequence[Score]) -> None:
    """Sort a file of results as the games were asked for, so that it does not tell who finished first.

    Games of other contests in it come after them.
    """
    others = read(out)
    for score in scores:
        others.pop(score.key, None)
    lines.rewrite(out, [asdict(score) for score in (*scores, *others.values())])


def runner(jobs: int, cluster: str | None, until: float = inf) -> Runner:
    """Where games are played: here, on several cores, or on a Dask cluster, which takes its time."""
    if cluster is not None:
        from .cluster import on_cluster

        return on_cluster(cluster)
    return lambda todo: cores.each(fight, todo, jobs, until)


def as_table(rows: Sequence[Sequence[Any]]) -> str:
    """Rows as aligned text."""
    cells = [[str(cell) for cell in row] for row in rows]
    widths = [max(len(row[n]) for row in cells) for n in range(len(cells[0]))]
    return "\n".join("  ".join(cell.ljust(width) if n == 0 else cell.rjust(width)
                               for n, (cell, width) in enumerate(zip(row, widths, strict=True))) for row in cells)
