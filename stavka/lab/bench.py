"""How fast the engine is: counts and times measured in one run, beside a calibration of the machine.

Machines differ and are shared, so the figures are CPU time, and the calibration (how many plain Python steps the same
CPU makes in a second) says what they are worth.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable
from typing import Any

import stavka
from stavka.match import Match
from stavka.players import Seen, levels_of, player

CALIBRATION_STEPS = 300_000
ROUNDS = 3
"""So often the games are played: the best round counts, since others use the machine too."""


def bench(key: str, games: int = 20, players: bool = False) -> dict[str, Any]:
    """Measure one game, and if wanted its computer players."""
    game = stavka.game(key)
    random_play(game, 1, first_seed=999)  # warm up
    calibration = calibrate()
    played = min((random_play(game, games) for _ in range(ROUNDS)), key=lambda played: played["seconds"])
    calibration = max(calibration, calibrate())
    middle = _middle(game)
    return {
        "game": key,
        "calibration_steps_per_cpu_second": round(calibration),
        "choices_per_cpu_second": round(played["choices"] / played["seconds"]),
        "choices_per_million_calibration_steps": round(1e6 * played["choices"] / played["seconds"] / calibration, 1),
        "games_per_cpu_minute": round(60 * games / played["seconds"], 1),
        "choices_per_game": round(played["choices"] / games),
        "position_copies_per_second": round(1 / seconds(lambda: middle.position.copy(middle.position.dice))),
        "match_copies_per_second": round(1 / seconds(lambda: middle.copy(seed=1))),
        "view_microseconds": _micro(lambda: middle.view(game.seats[0])),
        "view_bytes": len(json.dumps(middle.view(game.seats[0]), separators=(",", ":"))),
        "journal_bytes": played["journal_bytes"],
        **{f"{name}_microseconds": _micro(run) for name, run in game.probes(middle.position).items()},
        **({"players": [bench_players(key, level) for level in levels_of(game)]} if players else {}),
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


def random_play(game: stavka.Game[Any], games: int, first_seed: int = 0) -> dict[str, float]:
    """Play whole games: list the offer, choose at random, apply."""
    choices, size = 0, 0
    scenarios = list(game.scenarios)
    began = time.process_time()
    for n in range(games):
        match = game.start(scenarios[n % len(scenarios)], seed=first_seed + n)
        rng = random.Random(n)
        while (offer := match.offer) is not None:
            match.choose(rng.choice(offer.choices))
            choices += 1
        size += sum(len(json.dumps(line)) + 1 for line in match.journal.lines) if match.journal and n == 0 else 0
    return {"choices": choices, "seconds": time.process_time() - began, "journal_bytes": size}


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
