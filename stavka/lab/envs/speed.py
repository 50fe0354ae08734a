"""How fast the environments are, beside the bare engine: all measured in one run, in CPU time."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any

import numpy as np

import stavka
from stavka.lab.bench import calibrate, in_turns

from .aec import env, raw_env
from .gym import gym_env
from .observation import Observer


def speed(key: str, games: int = 5) -> dict[str, Any]:
    """Choices of uniform random play per CPU second: the engine alone, and through every environment."""
    engine = in_turns([stavka.game(key)], range(games))[0]
    ways: dict[str, Callable[[], int]] = {
        "aec_raw": lambda: _play_aec(raw_env(key, seed=0), games),
        "aec_raw_without_board": lambda: _play_aec(raw_env(key, seed=0, board=False), games),
        "aec": lambda: _play_aec(env(key, seed=0), games),
        "gym_without_board": lambda: _play_gym(gym_env(key, seed=0, board=False), games),
        "spiel_without_observations": lambda: _play_spiel(key, games, observe=False),
        "spiel": lambda: _play_spiel(key, games, observe=True),
    }
    return {
        "game": key,
        "calibration_steps_per_cpu_second": round(calibrate()),
        "engine": round(engine.speed),
        **{name: _rate(play) for name, play in ways.items()},
        "observation_microseconds": _observation(key, board=True),
        "observation_without_board_microseconds": _observation(key, board=False),
        "see_microseconds": _see(key),
    }


def _rate(play: Callable[[], int]) -> int:
    began = time.process_time()
    choices = play()
    return round(choices / (time.process_time() - began))


def _pick(mask: Any, rng: random.Random) -> int:
    """A random action of a mask."""
    offered = np.flatnonzero(mask)
    return int(offered[rng.randrange(len(offered))])


def _play_aec(env: Any, games: int) -> int:
    choices, rng = 0, random.Random(0)
    for _ in range(games):
        env.reset()
        for _agent in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            over = terminated or truncated
            env.step(None if over else _pick(observation["action_mask"], rng))
            choices += not over
    return choices


def _play_gym(env: Any, games: int) -> int:
    choices, rng = 0, random.Random(0)
    for _ in range(games):
        observation, _ = env.reset()
        over = False
        while not over:
            observation, _, terminated, truncated, _ = env.step(_pick(observation["action_mask"], rng))
            over = terminated or truncated
        choices += env.session.choices
    return choices


def _play_spiel(key: str, games: int, observe: bool) -> int:
    import pyspiel

    from .spiel import NAME

    game = pyspiel.load_game(f"{NAME}(game={key})")
    observer = game.make_py_observer()
    choices, rng = 0, random.Random(0)
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(rng.randrange(6))
                continue
            if observe:
                observer.set_from(state, state.current_player())
            state.apply_action(rng.choice(state.legal_actions()))
            choices += 1
    return choices


def _observation(key: str, board: bool) -> float:
    """Microseconds for one observation by the seat to move, averaged over a game."""
    game = stavka.game(key)
    observers = {seat: Observer(game, seat, board) for seat in game.seats}
    return _during_a_game(key, lambda match, seat: observers[seat].observe(match))


def _see(key: str) -> float:
    """Microseconds that the game itself takes to say what a seat sees, averaged over a game."""
    return _during_a_game(key, lambda match, seat: match.game.see(match.position, seat))


def _during_a_game(key: str, look: Callable[[stavka.Match, str], object]) -> float:
    match, rng = stavka.game(key).start(seed=1), random.Random(1)
    spent, looks = 0.0, 0
    while match.offer is not None:
        began = time.process_time()
        look(match, match.offer.seat)
        spent += time.process_time() - began
        looks += 1
        match.choose(match.offer.nth(rng.randrange(len(match.offer))))
    return round(1e6 * spent / looks, 1)
