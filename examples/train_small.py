"""Teach a small policy to beat random play, with nothing but numpy, in minutes on one processor.

The policy is linear. Every action that is offered gets a score: the features of its unit, its hex or its button, as the
observation gives them, times weights that belong to the kind of decision (the task). It plays an action with a
probability in proportion to the exponential of its score. Weights begin at zero, which is uniform random play, and are
learned by REINFORCE: what was played before victory points were gained becomes more likely. No feature is made by hand.

    pip install stavka[research]
    python examples/train_small.py --out policy.npz

It ends with a fair trial: games with seeds it has not seen, won or lost by the rules of the game alone.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass, field
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from stavka.lab.envs import MatchEnv, gym_env
from stavka.lab.envs.features import features

Array = NDArray[np.float32]

TRIAL_SEEDS = 1_000_000
"""The games of the trial are played with seeds from here on."""


class Policy:
    """Scores actions, task by task."""

    def __init__(self, env: MatchEnv) -> None:
        plan = features(env.session.game, env.seat)
        self.actions = env.actions
        self.names = [*plan.unit_features, *plan.planes, *plan.board_planes, "place",
                      *env.actions.choices[env.actions.buttons:]]
        """What every weight belongs to."""
        self.task_names = [name for name in plan.state_features if name.startswith("task.")]
        self.tasks = [n for n, name in enumerate(plan.state_features) if name.startswith("task.")]
        planes = len(plan.planes) + len(plan.board_planes)
        self.widths = (len(plan.unit_features), planes + 1, len(self.actions) - self.actions.buttons)
        """Features of a unit, of a place (and a constant), of a button."""
        self.weights = np.zeros((len(self.tasks), sum(self.widths)), np.float32)
        cells = plan.lines * plan.along
        places = self.actions.choices[self.actions.units:self.actions.buttons]
        self.cell = np.array([plan.cell.get(choice.removeprefix("hex:"), cells) for choice in places])
        self.board = np.zeros((len(plan.board_planes), cells + 1), np.float32)  # the last column is for boxes
        self.board[:, :cells] = plan.board.reshape(len(plan.board_planes), cells)

    def look(self, observation: dict[str, Any]) -> tuple[NDArray[np.intp], Array, int]:
        """The actions offered, the features of each in one row, and the task."""
        seen, offered = observation["observation"], np.flatnonzero(observation["action_mask"])
        units_to, places_to = np.searchsorted(offered, (self.actions.units, self.actions.buttons))
        a, b, _ = self.widths
        rows = np.zeros((len(offered), sum(self.widths)), np.float32)
        rows[:units_to, :a] = seen["units"][offered[:units_to]]
        cells = self.cell[offered[units_to:places_to] - self.actions.units]
        planes = len(seen["map"])
        flat = seen["map"].reshape(planes, -1)
        on_map = cells < flat.shape[1]
        rows[units_to:places_to, a:a + planes][on_map] = flat[:, cells[on_map]].T
        rows[units_to:places_to, a + planes:a + b - 1] = self.board[:, cells].T
        rows[units_to:places_to, a + b - 1] = 1
        rows[np.arange(places_to, len(offered)), a + b + offered[places_to:] - self.actions.buttons] = 1
        return offered, rows, int(np.argmax(seen["state"][self.tasks]))

    def play(self, observation: dict[str, Any], rng: np.random.Generator) -> tuple[int, int, Array]:
        """An action, the task, and the direction in which the weights make the action more likely."""
        offered, rows, task = self.look(observation)
        scores = rows @ self.weights[task]
        odds = np.exp(scores - scores.max())
        odds /= odds.sum()
        chosen = min(int(np.searchsorted(np.cumsum(odds), rng.random())), len(offered) - 1)
        return int(offered[chosen]), task, rows[chosen] - odds @ rows


@dataclass
class Game:
    """What was done in one game, and what it brought."""

    tasks: list[int] = field(default_factory=list)
    turns: list[int] = field(default_factory=list)
    directions: list[Array] = field(default_factory=list)
    rewards: list[float] = field(default_factory=list)
    won: bool = False
    points: float = 0.0


def play(env: MatchEnv, policy: Policy, rng: np.random.Generator, seed: int) -> Game:
    """Play one game."""
    game = Game()
    observation, _ = env.reset(seed=seed)
    over = False
    while not over:
        turn = env.session.match.turn
        action, task, direction = policy.play(observation, rng)
        observation, reward, terminated, truncated, _ = env.step(action)
        over = terminated or truncated
        game.tasks.append(task)
        game.turns.append(turn)
        game.directions.append(direction)
        game.rewards.append(float(reward))
    result = env.session.match.result
    game.won = result is not None and result.winner == env.seat
    game.points = 0.0 if result is None else float(result.scores.get("soviet", 0))
    return game


def returns(game: Game, discount: float, patience: float) -> Array:
    """What followed every choice: the nearer the more, and less of what came in later turns.

    Without the second an early end of a phase would cost nothing: the next gain is as many choices away.
    """
    result = np.zeros(len(game.rewards), np.float32)
    total, turn = 0.0, game.turns[-1]
    for n in range(len(game.rewards) - 1, -1, -1):
        total *= discount if game.turns[n] == turn else discount * patience
        total += game.rewards[n]
        turn = game.turns[n]
        result[n] = total
    return result


class Adam:
    """The usual step size for every weight."""

    def __init__(self, shape: tuple[int, ...], rate: float) -> None:
        self.rate = rate
        self.count = 0
        self.mean, self.square = np.zeros(shape, np.float32), np.zeros(shape, np.float32)

    def step(self, gradient: Array) -> Array:
        """How far to go."""
        self.count += 1
        self.mean += 0.1 * (gradient - self.mean)
        self.square += 0.01 * (gradient**2 - self.square)
        mean, square = self.mean / (1 - 0.9**self.count), self.square / (1 - 0.99**self.count)
        step: Array = self.rate * mean / (np.sqrt(square) + 1e-6)
        return step


def learn(games: list[Game], discount: float, patience: float, shape: tuple[int, ...]) -> Array:
    """The gradient of what the games brought.

    A choice is judged against others of the same kind in the same turn: what a game brings depends on the turn far more
    than on any one choice, and without this the policy learns from that noise and may get stuck.
    """
    gains = np.concatenate([returns(game, discount, patience) for game in games])
    tasks = np.concatenate([game.tasks for game in games])
    turns = np.concatenate([game.turns for game in games])
    directions = np.concatenate([np.stack(game.directions) for game in games])
    gradient = np.zeros(shape, np.float32)
    for task in np.unique(tasks):
        for turn in np.unique(turns[tasks == task]):
            mine = (tasks == task) & (turns == turn)
            gradient[task] += (gains[mine] - gains[mine].mean()) @ directions[mine] / len(gains)
    gradient /= gains.std() + 1e-6
    return gradient


def trial(env: MatchEnv, policy: Policy, games: int) -> list[Game]:
    """Games with new seeds."""
    rng = np.random.default_rng(TRIAL_SEEDS)
    return [play(env, policy, rng, TRIAL_SEEDS + n) for n in range(games)]


def interval(values: list[float]) -> str:
    """The mean and its 95 % interval."""
    mean, half = float(np.mean(values)), 1.96 * float(np.std(values, ddof=1)) / sqrt(len(values))
    return f"{mean:.1f} ({mean - half:.1f} to {mean + half:.1f})"


def share(won: int, games: int) -> str:
    """A share of games won and its 95 % interval (Wilson)."""
    z, p = 1.96, won / games
    middle = (p + z * z / (2 * games)) / (1 + z * z / games)
    half = z * sqrt(p * (1 - p) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return f"{won} of {games}, {100 * p:.0f} % ({100 * max(0.0, middle - half):.0f} to {100 * (middle + half):.0f} %)"


def report(name: str, games: list[Game]) -> None:
    """What a trial came to."""
    print(f"{name}: won {share(sum(game.won for game in games), len(games))}; "
          f"Soviet points {interval([game.points for game in games])}; "
          f"choices {np.mean([len(game.tasks) for game in games]):.0f}", flush=True)


def explain(policy: Policy, task: str, largest: int = 8) -> None:
    """What the policy has learned about one kind of decision: the largest weights and the smallest."""
    weights = policy.weights[policy.task_names.index(f"task.{task}")]
    order = np.argsort(weights)
    for words, chosen in (("likes", order[::-1][:largest]), ("avoids", order[:largest])):
        print(f"{task} {words}: " + ", ".join(f"{policy.names[n]} {weights[n]:+.1f}" for n in chosen), flush=True)


def main() -> None:
    """Train, then try."""
    parser = argparse.ArgumentParser(description="teach a small policy to beat random play")
    parser.add_argument("--seat", default="soviet")
    parser.add_argument("--scenario", default="historical")
    parser.add_argument("--updates", type=int, default=30)
    parser.add_argument("--games", type=int, default=8, help="games for each update (8)")
    parser.add_argument("--trial", type=int, default=100, help="games of the trial (100)")
    parser.add_argument("--discount", type=float, default=0.99)
    parser.add_argument("--patience", type=float, default=0.6)
    parser.add_argument("--rate", type=float, default=0.15, help="of learning at first; it sinks to nothing")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--opponent", default="random", help="a level of the computer players (random)")
    parser.add_argument("--out", type=Path, help="where the weights go")
    parser.add_argument("--load", type=Path, help="try these weights, and learn nothing")
    args = parser.parse_args()

    env = gym_env("dagc", seat=args.seat, scenario=args.scenario, opponent=args.opponent, shaping=0.1, board=False)
    policy, rng = Policy(env), np.random.default_rng(args.seed)
    if args.load is not None:
        policy.weights = np.load(args.load)["weights"]
        report(f"against {args.opponent}", trial(env, policy, args.trial))
        return
    report("random play", trial(env, policy, args.trial))
    adam, began = Adam(policy.weights.shape, args.rate), time.process_time()
    for update in range(args.updates):
        games = [play(env, policy, rng, args.seed * 10_000 + update * args.games + n) for n in range(args.games)]
        adam.rate = args.rate * (1 - update / args.updates)
        policy.weights += adam.step(learn(games, args.discount, args.patience, policy.weights.shape))
        points, won = np.mean([game.points for game in games]), sum(game.won for game in games)
        print(f"update {update + 1}: Soviet points {points:.1f}, won {won} of {args.games}, "
              f"{time.process_time() - began:.0f} s", flush=True)
    report("after training", trial(env, policy, args.trial))
    explain(policy, "move_to")
    explain(policy, "target")
    if args.out is not None:
        np.savez(args.out, weights=policy.weights)


if __name__ == "__main__":
    main()
