"""How fast the engine is: counts and times measured in one run, beside a calibration of the machine.

Machines differ and are shared, so the figures are CPU time, and the calibration (how many plain Python steps the same
CPU makes in a second) says what they are worth.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable, Iterable, Sequence
from operator import add
from typing import Any, NamedTuple

import stavka
from stavka.match import Match
from stavka.players import Seen, levels_of, player

CALIBRATION_STEPS = 300_000
ROUNDS = 3
"""So often the matches are played: the best round counts, since others use the machine too."""
WARM_UP = 999
"""The seed of a match that is played before anything is measured."""


class Played(NamedTuple):
    """What random play took."""

    choices: int = 0
    seconds: float = 0.0
    journal_bytes: int = 0

    def __add__(self, other: object) -> Played:
        """Both together."""
        assert isinstance(other, Played)
        return Played(*map(add, tuple(self), tuple(other)))

    @property
    def speed(self) -> float:
        """Choices per CPU second."""
        return self.choices / self.seconds


def bench(key: str, games: int = 20, players: bool = False) -> dict[str, Any]:
    """Measure one game, and if wanted its computer players."""
    return bench_all([key], games, players)[0]


def bench_all(keys: Sequence[str], games: int = 20, players: bool = False) -> list[dict[str, Any]]:
    """Measure several games in one run, and how fast each is beside the first."""
    engines = [stavka.game(key) for key in keys]
    in_turns(engines, [WARM_UP])
    calibration = calibrate()
    rounds = [in_turns(engines, range(games)) for _ in range(ROUNDS)]
    calibration = max(calibration, calibrate())
    figures = []
    for game, *played in zip(engines, *rounds, strict=True):
        best = max(played, key=lambda one: one.speed)
        figures.append({
            "game": game.key,
            "calibration_steps_per_cpu_second": round(calibration),
            "choices_per_cpu_second": round(best.speed),
            "choices_per_million_calibration_steps": round(1e6 * best.speed / calibration, 1),
            "speed_beside_first_game": round(sum(played, Played()).speed / sum(
                [one[0] for one in rounds], Played()).speed, 3),
            "games_per_cpu_minute": round(60 * games / best.seconds, 1),
            "choices_per_game": round(best.choices / games),
            "journal_bytes": best.journal_bytes // games,
            **_figures_of_a_position(game),
            **({"players": [bench_players(game.key, level) for level in levels_of(game)]} if players else {}),
        })
    return figures


def _figures_of_a_position(game: stavka.Game[Any]) -> dict[str, Any]:
    """What copies, views and questions take, some turns into the game."""
    middle = _middle(game)
    return {
        "position_copies_per_second": round(1 / seconds(lambda: middle.position.copy(middle.position.dice))),
        "match_copies_per_second": round(1 / seconds(lambda: middle.copy(seed=1))),
        "view_microseconds": _micro(lambda: middle.view(game.seats[0])),
        "view_bytes": len(json.dumps(middle.view(game.seats[0]), separators=(",", ":"))),
        **{f"{name}_microseconds": _micro(run) for name, run in game.probes(middle.position).items()},
    }


def bench_players(key: str, level: str, games: int = 1) -> dict[str, Any]:
    """How long players of a level think: CPU seconds that a seat spends on a whole turn, its replies included."""
    game = stavka.game(key)
    spent: dict[tuple[int, int, str], float] = {}
    for seed in range(games):
        match = game.start(seed=seed)
        players = {seat: player(level, game, seed) for seat in game.seats}
        while (offer := match.offer) is not None:
            turn = (seed, match.turn, offer.seat)
            began = time.process_time()
            choice = players[offer.seat].choose(Seen.of(match))
            spent[turn] = spent.get(turn, 0.0) + time.process_time() - began
            match.choose(choice)
    turns = sorted(spent.values())
    return {"level": level, "turns": len(turns), "seconds_a_turn_median": round(turns[len(turns) // 2], 3),
            "seconds_a_turn_most": round(turns[-1], 3)}


def calibrate() -> float:
    """Plain Python steps per CPU second."""
    def steps() -> int:
        total = 0
        for n in range(CALIBRATION_STEPS):
            total += n & 7
        return total

    best = min(_cpu(steps) for _ in range(5))
    return CALIBRATION_STEPS / best


def in_turns(engines: Sequence[stavka.Game[Any]], seeds: Iterable[int]) -> list[Played]:
    """Whole matches of several games by turns: whatever else slows the machine down then slows all of them alike."""
    played = [Played() for _ in engines]
    for seed in seeds:
        played = [so_far + random_play(game, seed) for so_far, game in zip(played, engines, strict=True)]
    return played


def random_play(game: stavka.Game[Any], seed: int) -> Played:
    """Play a whole match: list the offer, choose at random, apply."""
    choices, scenarios, rng = 0, list(game.scenarios), random.Random(seed)
    began = time.process_time()
    match = game.start(scenarios[seed % len(scenarios)], seed=seed)
    while (offer := match.offer) is not None:
        match.choose(rng.choice(offer.choices))
        choices += 1
    spent = time.process_time() - began
    lines = match.journal.lines if match.journal else []
    return Played(choices, spent, sum(len(json.dumps(line)) + 1 for line in lines))


def _middle(game: stavka.Game[Any]) -> Match:
    """A match some turns into the game."""
    match = game.start(seed=5)
    rng = random.Random(5)
    while match.turn < 3 and match.offer is not None:
        match.choose(rng.choice(match.offer.choices))
    return match


def _cpu(run: Callable[[], object]) -> float:
    began = time.process_time()
    run()
    return time.process_time() - began


def seconds(run: Callable[[], object]) -> float:
    """CPU seconds that one call takes: the best of several rounds."""
    rounds = 1
    while (spent := _repeat(run, rounds)) < 0.02:
        rounds *= 4
    return min(spent, *(_repeat(run, rounds) for _ in range(4))) / rounds


def _repeat(run: Callable[[], object], rounds: int) -> float:
    return _cpu(lambda: [run() for _ in range(rounds)])


def _micro(run: Callable[[], object]) -> float:
    return round(1e6 * seconds(run), 1)
