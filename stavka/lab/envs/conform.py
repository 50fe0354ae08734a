"""The conformance tests of PettingZoo, Gymnasium and OpenSpiel, over many seeds and every scenario.

Some of those tests fix the seed they reset with; here it is shifted, so that every seed plays another match. They play
as many cycles as they ask for by themselves; whole matches, however long, are played under Gymnasium's passive checker
and by OpenSpiel's test. A warning that is not expected counts as a failure.

All of it takes the better part of an hour for a game, so jobs can be written down as they end, and a later run goes on
with the others.
"""

from __future__ import annotations

import gc
import io
import time
import warnings
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from contextlib import redirect_stdout
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import gymnasium
from gymnasium.utils.env_checker import check_env
from gymnasium.wrappers import PassiveEnvChecker
from pettingzoo.test import api_test, parallel_api_test, seed_test
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

import stavka
from stavka.lab import lines
from stavka.lab.progress import Progress

from .aec import MatchAEC, wrap
from .gym import MatchEnv
from .session import BOUND, Setting
from .vocabulary import survey, vocabulary

SHIFT = 1000
"""What lies between the seeds of two matches."""

CYCLES = 1000
"""The choices that the tests of PettingZoo make, which end with no match."""

BOARD_EVERY = 5
"""Every so many seeds observations show the planes of the board itself too."""

EXPECTED = (
    "Observation is not a NumPy array",  # it is a dictionary of three
    "Observation space for each agent probably should be gymnasium.spaces.box",  # likewise
    "We recommend agents to be named in the format",  # they are named as the seats are
    "Not able to test alternative render modes due to the environment not having a spec",  # made without a registry
)
"""Warnings that are advice we do not take."""


@dataclass(frozen=True)
class Job:
    """One test, on some seeds of one scenario; no match goes beyond ``bound`` choices."""

    check: str
    game: str
    scenario: str
    seeds: range
    bound: int = BOUND

    @property
    def key(self) -> str:
        """What tells this job from all others in a file of results."""
        return f"{self.check}/{self.game}/{self.scenario}/{self.seeds.start}-{self.seeds.stop}"


Done = tuple[list[str], float]
"""What came of a job: its failures in words, and the seconds it took."""


@dataclass
class Report:
    """What came of the tests: seeds passed by check, failures in words, seconds by check."""

    passed: dict[str, int] = field(default_factory=dict)
    failures: list[str] = field(default_factory=list)
    seconds: dict[str, float] = field(default_factory=dict)

    def add(self, job: Job, done: Done) -> None:
        """Count one more job."""
        failures, seconds = done
        self.passed[job.check] = self.passed.get(job.check, 0) + len(job.seeds) - len(failures)
        self.failures += failures
        self.seconds[job.check] = round(self.seconds.get(job.check, 0) + seconds, 1)

    def as_data(self) -> dict[str, Any]:
        """The report as plain data."""
        return {"passed": dict(sorted(self.passed.items())), "failures": self.failures,
                "seconds": dict(sorted(self.seconds.items()))}


class ShiftedAEC(MatchAEC):
    """Plays other matches under the same seeds."""

    shift = 0

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        super().reset(None if seed is None else seed + self.shift, options)


class ShiftedEnv(MatchEnv):
    """Plays other matches under the same seeds."""

    shift = 0

    def reset(self, *, seed: int | None = None,
              options: dict[str, Any] | None = None) -> tuple[dict[str, Any], dict[str, Any]]:
        return super().reset(seed=None if seed is None else seed + self.shift, options=options)


def _aec(game: str, scenario: str, seed: int) -> Any:
    raw = ShiftedAEC(Setting(game, scenario, board=seed % BOARD_EVERY == 0), seed, render_mode="ansi")
    raw.shift = SHIFT * seed
    for n, agent in enumerate(raw.possible_agents):
        raw.action_space(agent).seed(SHIFT * seed + n)
    return wrap(raw)


def _gym(game: str, scenario: str, seat: str, seed: int, bound: int = BOUND) -> ShiftedEnv:
    env = ShiftedEnv(Setting(game, scenario, bound=bound, board=seed % BOARD_EVERY == 0), seat, seed=seed)
    env.shift = SHIFT * seed
    env.action_space.seed(seed)
    return env


# -- the checks --------------------------------------------------------------------------------------------------------


def check_api(game: str, scenario: str, seed: int, bound: int) -> None:
    """PettingZoo's test of the agent-environment cycle."""
    api_test(_aec(game, scenario, seed), min(CYCLES, bound))


def check_seed(game: str, scenario: str, seed: int, bound: int) -> None:
    """PettingZoo's test that the same seed gives the same match; it plays two at a time."""
    seed_test(lambda: _aec(game, scenario, seed), min(CYCLES, bound) // 2)


def check_parallel(game: str, scenario: str, seed: int, bound: int) -> None:
    """PettingZoo's test of the parallel interface."""
    parallel_api_test(turn_based_aec_to_parallel(_aec(game, scenario, seed)), min(CYCLES, bound))


def check_gym(game: str, scenario: str, seed: int, bound: int) -> None:
    """Gymnasium's checker for every seat, and a whole match under its passive checker for one of them."""
    seats = stavka.game(game).seats
    for seat in seats:
        check_env(_gym(game, scenario, seat, seed))
    env: gymnasium.Env[Any, Any] = PassiveEnvChecker(_gym(game, scenario, seats[seed % len(seats)], seed, bound))
    observation, _ = env.reset(seed=seed)
    done = False
    while not done:
        action = env.action_space.sample(mask=observation["action_mask"])
        observation, _, terminated, truncated, _ = env.step(action)
        done = terminated or truncated


def check_layout(game: str, scenario: str, seed: int, _bound: int) -> None:
    """Nothing appears in a view that the layout does not know."""
    found = stavka.game(game)
    missing = vocabulary(found).missing(survey(found, 1, seed, [scenario]))
    assert not missing, f"the layout lacks {', '.join(missing)}"


SINGLE: dict[str, Callable[[str, str, int, int], None]] = {
    "api_test": check_api,
    "seed_test": check_seed,
    "parallel_api_test": check_parallel,
    "check_env": check_gym,
    "layout": check_layout,
}
SIMULATION = "random_sim_test"
"""OpenSpiel's test draws its seeds itself: it is asked for as many games as there are seeds."""
CHECKS = (*SINGLE, SIMULATION)


def simulate(game: str, scenario: str, games: int, bound: int) -> None:
    """OpenSpiel's test: so many games of random choices, cloned, serialised and observed all the way."""
    import pyspiel

    from .spiel import NAME

    loaded = pyspiel.load_game(f"{NAME}(game={game},scenario={scenario},bound={bound})")
    pyspiel.random_sim_test(loaded, num_sims=games, serialize=True, verbose=False)


# -- running them ------------------------------------------------------------------------------------------------------


def perform(job: Job) -> tuple[Job, Done]:
    """Run one test on its seeds."""
    gc.freeze()  # games, boards and layouts stay: looking through them again and again takes a tenth of the time
    began = time.monotonic()
    if job.check == SIMULATION:
        failure = _attempt(lambda: simulate(job.game, job.scenario, len(job.seeds), job.bound))
        failures = [f"{job.check}, {job.scenario}: {failure}"] * len(job.seeds) if failure else []
    else:
        run, failures = SINGLE[job.check], []
        for seed in job.seeds:
            failure = _attempt(partial(run, job.game, job.scenario, seed, job.bound))
            if failure:
                failures.append(f"{job.check}, {job.scenario}, seed {seed}: {failure}")
    return job, (failures, round(time.monotonic() - began, 3))


def _attempt(run: Callable[[], None]) -> str | None:
    """What went wrong, if anything did."""
    with warnings.catch_warnings(record=True) as heard, redirect_stdout(io.StringIO()):
        warnings.simplefilter("always")
        try:
            run()
        except Exception as error:
            return f"{type(error).__name__}: {error}"
    said = [str(warning.message) for warning in heard]
    odd = [text for text in said if not any(known in text for known in EXPECTED)]
    return f"warning: {odd[0]}" if odd else None


def jobs(game: str, scenarios: list[str], seeds: int, checks: tuple[str, ...] = CHECKS, chunk: int = 10,
         bound: int = BOUND) -> list[Job]:
    """All tests to run; the simulations, which take longest and cannot be cut up, first."""
    todo = [Job(SIMULATION, game, scenario, range(seeds), bound) for scenario in scenarios if SIMULATION in checks]
    for check in checks:
        if check != SIMULATION:
            todo += [Job(check, game, scenario, range(first, min(seeds, first + chunk)), bound)
                     for scenario in scenarios for first in range(0, seeds, chunk)]
    return todo


def run(todo: list[Job], workers: int = 1, progress: Progress | None = None, out: Path | None = None,
        resume: bool = False) -> Report:
    """Run all tests; each job is written down in ``out`` as it ends, and ``resume`` leaves out those already there."""
    report = Report()
    known = read(out) if out is not None and resume else {}
    if out is not None and not resume:
        out.write_text("", encoding="utf-8")
    for job, done in _results(todo, known, workers):
        if out is not None and job.key not in known:
            lines.append(out, {"job": job.key, "failures": done[0], "seconds": done[1]})
        report.add(job, done)
        if progress is not None:
            progress.step(f"{len(report.failures)} failures")
    return report


def _results(todo: list[Job], known: Mapping[str, Done], workers: int) -> Iterator[tuple[Job, Done]]:
    yield from ((job, known[job.key]) for job in todo if job.key in known)
    missing = [job for job in todo if job.key not in known]
    if workers <= 1:
        yield from map(perform, missing)
        return
    with ProcessPoolExecutor(workers) as pool:
        yield from pool.map(perform, missing)


def read(out: Path) -> dict[str, Done]:
    """The jobs in a file of results."""
    return {found["job"]: (found["failures"], found["seconds"]) for found in lines.read(out)}
