"""Win rates with intervals, distributions, and ratings: the arithmetic of contests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp, log, sqrt

from .contest import Score

Z95 = 1.959964
"""The normal quantile of a 95 % interval."""
POINTS_PER_LOGIT = 400 / log(10)
"""Ratings are given in the points of chess: 400 points are odds of ten to one."""


def wilson(wins: float, games: int, z: float = Z95) -> tuple[float, float]:
    """The Wilson interval of a win rate.

    >>> [round(bound, 3) for bound in wilson(8, 10)]
    [0.49, 0.943]
    >>> wilson(0, 0)
    (0.0, 1.0)
    """
    if games == 0:
        return 0.0, 1.0
    rate = wins / games
    centre = (rate + z * z / (2 * games)) / (1 + z * z / games)
    margin = z / (1 + z * z / games) * sqrt(rate * (1 - rate) / games + z * z / (4 * games * games))
    return max(0.0, centre - margin), min(1.0, centre + margin)


@dataclass(frozen=True)
class Tally:
    """What the games of one scenario and one seating came to."""

    scenario: str
    players: Mapping[str, str]
    games: int
    wins: Mapping[str, int]
    points: tuple[int, ...]
    losses: Mapping[str, float]
    turns: float
    endings: Mapping[str, int]

    def rate(self, seat: str) -> tuple[float, float, float]:
        """The win rate of a seat and its interval."""
        low, high = wilson(self.wins.get(seat, 0), self.games)
        return self.wins.get(seat, 0) / self.games, low, high

    def quantile(self, share: float) -> int:
        """A quantile of the victory points."""
        ordered = sorted(self.points)
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def tally(scores: Sequence[Score]) -> list[Tally]:
    """The games counted, by scenario and seating, in the order they first appear."""
    groups: dict[tuple[str, tuple[tuple[str, str], ...]], list[Score]] = {}
    for score in scores:
        groups.setdefault((score.scenario, tuple(score.players.items())), []).append(score)
    return [_tally(scenario, dict(players), group) for (scenario, players), group in groups.items()]


def _tally(scenario: str, players: Mapping[str, str], scores: Sequence[Score]) -> Tally:
    wins = {seat: sum(score.winner == seat for score in scores) for seat in players}
    sides = scores[0].losses
    endings: dict[str, int] = {}
    for score in scores:
        ending = f"{score.winner} {score.rule}"
        endings[ending] = endings.get(ending, 0) + 1
    return Tally(
        scenario, players, len(scores), wins, tuple(score.points for score in scores),
        {side: sum(score.losses[side] for score in scores) / len(scores) for side in sides},
        sum(score.turns for score in scores) / len(scores), dict(sorted(endings.items())))


# -- Bradley-Terry -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Rating:
    """The strength of players and the advantage of the first seat in each scenario, in rating points."""

    players: Mapping[str, float]
    advantage: Mapping[str, float]
    """What sitting in the first seat is worth, by scenario."""


@dataclass(frozen=True)
class Meeting:
    """Games between two players in one scenario: ``first`` had the first seat."""

    scenario: str
    first: str
    second: str
    wins: float
    games: int


def meetings(scores: Sequence[Score]) -> list[Meeting]:
    """The games as meetings of levels."""
    counted: dict[tuple[str, str, str], list[int]] = {}
    for score in scores:
        (seat, first), (_, second) = score.players.items()
        entry = counted.setdefault((score.scenario, first, second), [0, 0])
        entry[0] += score.winner == seat
        entry[1] += 1
    return [Meeting(*key, wins, games) for key, (wins, games) in counted.items()]


def bradley_terry(found: Sequence[Meeting], prior: float = 0.5, rounds: int = 400) -> Rating:
    """Ratings by maximum likelihood, with an advantage of the first seat for every scenario.

    ``prior`` half-wins for either side of every player keep ratings finite when somebody always wins. Solved by
    Newton steps one parameter at a time, which is slow and certain.
    """
    names = list(dict.fromkeys(name for one in found for name in (one.first, one.second)))
    strength = dict.fromkeys(names, 0.0)
    edge = dict.fromkeys(dict.fromkeys(one.scenario for one in found), 0.0)
    for _ in range(rounds):
        moved = 0.0
        for name in names:
            step = _step(found, strength, edge, prior * strength_pull(strength[name]), name=name)
            strength[name] += step
            moved = max(moved, abs(step))
        for scenario in edge:
            step = _step(found, strength, edge, prior * strength_pull(edge[scenario]), scenario=scenario)
            edge[scenario] += step
            moved = max(moved, abs(step))
        if moved < 1e-9:
            break
    mean = sum(strength.values()) / max(1, len(names))
    return Rating({name: POINTS_PER_LOGIT * (value - mean) for name, value in strength.items()},
                  {scenario: POINTS_PER_LOGIT * value for scenario, value in edge.items()})


def strength_pull(value: float) -> float:
    """The gradient of two imaginary games, one won and one lost, against an average player."""
    return 1 - 2 / (1 + exp(-value))


def _step(found: Sequence[Meeting], strength: Mapping[str, float], edge: Mapping[str, float], pull: float, *,
          name: str | None = None, scenario: str | None = None) -> float:
    """One Newton step for one parameter: a player's strength or a scenario's edge."""
    gradient, curvature = pull, 0.25
    for one in found:
        sign = 1 if scenario == one.scenario else (name == one.first) - (name == one.second)
        if not sign:
            continue
        chance = 1 / (1 + exp(-(strength[one.first] - strength[one.second] + edge[one.scenario])))
        gradient += sign * (one.wins - one.games * chance)
        curvature += one.games * chance * (1 - chance)
    return max(-1.0, min(1.0, gradient / curvature))


@dataclass(frozen=True)
class Cell:
    """One cell of the cross table: how often the player of the row beat that of the column, over both seats."""

    wins: int
    games: int

    @property
    def text(self) -> str:
        """The win rate and its interval, in per cent."""
        if not self.games:
            return "-"
        low, high = wilson(self.wins, self.games)
        return f"{100 * self.wins / self.games:.0f} % ({100 * low:.0f}-{100 * high:.0f})"


def cross_table(scores: Sequence[Score]) -> dict[tuple[str, str], Cell]:
    """Every pair of levels that met, over all scenarios and both seatings."""
    counted: dict[tuple[str, str], list[int]] = {}
    for score in scores:
        levels = list(score.players.values())
        for mine, other in (levels, levels[::-1]):
            if mine == other:
                continue
            entry = counted.setdefault((mine, other), [0, 0])
            entry[0] += score.winning_level == mine
            entry[1] += 1
    return {pair: Cell(wins, games) for pair, (wins, games) in counted.items()}
