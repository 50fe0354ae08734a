"""Win rates with intervals, distributions, and ratings: the arithmetic of contests."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from math import exp, log, sqrt

from .contest import Score

Z95 = 1.959964
"""The normal quantile of a 95 % interval."""
SETTLED = 1e-9
"""When no rating moves further than this, in logits, all have been found."""
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
    scores: tuple[Score, ...]

    @property
    def games(self) -> int:
        """How many were played."""
        return len(self.scores)

    @property
    def wins(self) -> dict[str, int]:
        """The games that each seat won."""
        return {seat: sum(score.winner == seat for score in self.scores) for seat in self.players}

    def rate(self, seat: str) -> tuple[float, float, float]:
        """The win rate of a seat and its interval."""
        wins = self.wins.get(seat, 0)
        return wins / self.games, *wilson(wins, self.games)

    @property
    def points(self) -> dict[str, tuple[int, ...]]:
        """Victory points at the end, game by game, of every seat that counts any."""
        seats = dict.fromkeys(seat for score in self.scores for seat in score.points)
        return {seat: tuple(score.points.get(seat, 0) for score in self.scores) for seat in seats}

    @property
    def needed(self) -> tuple[int, ...]:
        """The victory points that would have won: in some games they depend on what happens."""
        return tuple(sorted({score.needed for score in self.scores if score.needed is not None}))

    @property
    def lost(self) -> dict[str, tuple[int, ...]]:
        """The losses of each side, game by game."""
        return {side: tuple(score.losses[side] for score in self.scores) for side in self.scores[0].losses}

    @property
    def losses(self) -> dict[str, float]:
        """The mean losses of each side."""
        return {side: mean(lost) for side, lost in self.lost.items()}

    @property
    def turns(self) -> float:
        """The mean length in turns."""
        return mean([score.turns for score in self.scores])

    @property
    def choices(self) -> float:
        """The mean length in choices."""
        return mean([score.choices for score in self.scores])

    @property
    def endings(self) -> dict[str, int]:
        """How often each seat won by which rule."""
        return dict(sorted(Counter(f"{score.winner} {score.rule}" for score in self.scores).items()))

    @property
    def cuts(self) -> int:
        """The thoughts that the wall-clock guard cut short."""
        return sum(score.cuts for score in self.scores)


def mean(values: Sequence[float]) -> float:
    """The arithmetic mean; 0 of nothing."""
    return sum(values) / len(values) if values else 0.0


def quantile(values: Sequence[int], share: float) -> int:
    """A quantile of whole numbers.

    >>> quantile([1, 2, 3, 10], 0.5)
    3
    """
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def tally(scores: Sequence[Score]) -> list[Tally]:
    """The games counted, by scenario and seating, in the order they first appear."""
    groups: dict[tuple[str, tuple[tuple[str, str], ...]], list[Score]] = {}
    for score in scores:
        groups.setdefault((score.scenario, tuple(score.players.items())), []).append(score)
    return [Tally(scenario, dict(players), tuple(group)) for (scenario, players), group in groups.items()]


def fingerprint(scores: Sequence[Score]) -> str:
    """A digest of what was played and how it ended: the same contest gives the same anywhere."""
    text = "\n".join(sorted(f"{score.key} {score.rules} {score.digest} {score.choices}" for score in scores))
    return sha256(text.encode()).hexdigest()[:16]


# -- Bradley-Terry -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Rating:
    """The strength of players and the advantage of the first seat in each scenario, in rating points."""

    players: Mapping[str, float]
    advantage: Mapping[str, float]
    """What sitting in the first seat is worth, by scenario."""
    margins: Mapping[str, float] = field(default_factory=dict)
    """Half the width of the 95 % interval of each player's rating (its distance to the mean of all)."""
    advantage_margins: Mapping[str, float] = field(default_factory=dict)
    """The same for the advantage of the first seat."""


@dataclass(frozen=True)
class Meeting:
    """Games between two players in one scenario: ``first`` had the first seat."""

    scenario: str
    first: str
    second: str
    wins: float
    games: int


def meetings(scores: Sequence[Score]) -> list[Meeting]:
    """The games as meetings of levels; one that neither won is half a win for both."""
    counted: dict[tuple[str, str, str], list[float]] = {}
    for score in scores:
        (seat, first), (_, second), *_ = score.players.items()
        entry = counted.setdefault((score.scenario, first, second), [0, 0])
        entry[0] += float(score.winner == seat) if score.winner in score.players else 0.5
        entry[1] += 1
    return [Meeting(*key, wins, int(games)) for key, (wins, games) in counted.items()]


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
        if moved < SETTLED:
            break
    centre = mean(list(strength.values()))
    margins, edge_margins = _margins(found, strength, edge, prior)
    return Rating({name: POINTS_PER_LOGIT * (value - centre) for name, value in strength.items()},
                  {scenario: POINTS_PER_LOGIT * value for scenario, value in edge.items()}, margins, edge_margins)


def strength_pull(value: float) -> float:
    """The gradient of two imaginary games, one won and one lost, against an average player."""
    return 1 - 2 / (1 + exp(-value))


def _margins(found: Sequence[Meeting], strength: Mapping[str, float], edge: Mapping[str, float],
             prior: float) -> tuple[dict[str, float], dict[str, float]]:
    """The 95 % margins of ratings and advantages, from the curvature of the likelihood where it is largest."""
    names, scenarios = list(strength), list(edge)
    size, width = len(names), len(names) + len(scenarios)
    values = [*strength.values(), *edge.values()]
    information = [[2 * prior * _spread(values[i]) if i == j else 0.0 for j in range(width)] for i in range(width)]
    for one in found:
        chance = strength[one.first] - strength[one.second] + edge[one.scenario]
        signs = {size + scenarios.index(one.scenario): 1.0}
        for name, sign in ((one.first, 1.0), (one.second, -1.0)):
            signs[names.index(name)] = signs.get(names.index(name), 0.0) + sign
        for i, a in signs.items():
            for j, b in signs.items():
                information[i][j] += one.games * _spread(chance) * a * b
    covariance = inverse(information)
    of_mean = [[(i == j) - 1 / size for j in range(size)] for i in range(size)]
    return (
        {name: _margin(covariance, dict(enumerate(of_mean[n]))) for n, name in enumerate(names)},
        {scenario: _margin(covariance, {size + n: 1.0}) for n, scenario in enumerate(scenarios)},
    )


def _spread(value: float) -> float:
    """The variance of one game between players that far apart."""
    chance = 1 / (1 + exp(-value))
    return chance * (1 - chance)


def _margin(covariance: Sequence[Sequence[float]], weights: Mapping[int, float]) -> float:
    """The margin of a weighted sum of estimates."""
    variance = sum(a * b * covariance[i][j] for i, a in weights.items() for j, b in weights.items())
    return POINTS_PER_LOGIT * Z95 * sqrt(max(0.0, variance))


def inverse(matrix: Sequence[Sequence[float]]) -> list[list[float]]:
    """The inverse of a small positive definite matrix, by elimination.

    >>> inverse([[2.0, 0.0], [0.0, 4.0]])
    [[0.5, 0.0], [0.0, 0.25]]
    """
    size = len(matrix)
    rows = [[*row, *(float(i == j) for j in range(size))] for i, row in enumerate(matrix)]
    for i in range(size):
        rows[i] = [value / rows[i][i] for value in rows[i]]
        for j in range(size):
            if j != i and (factor := rows[j][i]):
                rows[j] = [value - factor * other for value, other in zip(rows[j], rows[i], strict=True)]
    return [row[size:] for row in rows]


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
