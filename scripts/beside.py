"""How fast games are in random play beside a game of an earlier commit, by turns in one run.

    python3 scripts/beside.py 11ea196 dagc u43 --rounds 6

plays ``dagc`` as it was at that commit, then each of the other games (and ``dagc``) as they are here, then the first
again, and so on, each in a process of its own, and prints choices per CPU second and the ratio to the earlier engine:
the median of all rounds, the lowest and the highest. Both trees are played through the public contract only.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

HERE = Path(__file__).resolve().parent.parent

PLAY = """
import json, random, sys, time
import stavka
key, games = sys.argv[1], int(sys.argv[2])
game = stavka.game(key)

def play(seed):
    rng, choices, scenarios = random.Random(seed), 0, list(game.scenarios)
    match = game.start(scenarios[seed % len(scenarios)], seed=seed)
    while (offer := match.offer) is not None:
        match.choose(rng.choice(offer.choices))
        choices += 1
    return choices

play(999)
began = time.process_time()
choices = sum(play(seed) for seed in range(games))
print(json.dumps(choices / (time.process_time() - began)))
"""
"""What either tree plays: one game to warm up, then the same seeds in every round."""


def speed(tree: Path, key: str, games: int) -> float:
    """Choices per CPU second of one game in one tree."""
    run = subprocess.run([sys.executable, "-c", PLAY, key, str(games)], cwd=tree, check=True, text=True,
                         stdout=subprocess.PIPE, env={**os.environ, "PYTHONPATH": str(tree)})
    return float(json.loads(run.stdout))


def main() -> None:
    """Play by turns, and print one line for each game."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("commit", help="the earlier commit")
    parser.add_argument("first", help="the game of it that others are measured by")
    parser.add_argument("games", nargs="+", help="games as they are here")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seeds", type=int, default=8, help="games in each round")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        before = Path(folder) / "before"
        subprocess.run(["git", "worktree", "add", "--quiet", "--detach", str(before), options.commit], cwd=HERE,
                       check=True)
        try:
            now = list(dict.fromkeys([options.first, *options.games]))
            rounds = [(speed(before, options.first, options.seeds), [speed(HERE, key, options.seeds) for key in now])
                      for _ in range(options.rounds)]
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", str(before)], cwd=HERE, check=True)
    print(f"{options.first} at {options.commit}: {median(earlier for earlier, _ in rounds):.0f} choices per CPU second")
    for number, key in enumerate(now):
        ratios = sorted(speeds[number] / earlier for earlier, speeds in rounds)
        print(f"{key} here: {median(speeds[number] for _, speeds in rounds):.0f}, {median(ratios):.2f} times as many "
              f"({ratios[0]:.2f} to {ratios[-1]:.2f}, {options.rounds} rounds)")


if __name__ == "__main__":
    main()
