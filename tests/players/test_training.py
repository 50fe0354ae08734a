"""How judges are taught (``scripts/train_judge.py``): games that are kept, and what a fit learns from them."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

training: Any = import_module("scripts.train_judge")


def games(number: int) -> list[Any]:
    """Games whose end follows from the first of two facts, with luck; the second tells nothing."""
    rng, found = Random(3), []
    for n in range(number):
        fact = rng.gauss(0, 2)
        margin = round(2 * fact + rng.gauss(0, 1.5))
        seen = [(turn, 0.0, [fact + rng.gauss(0, 0.5), rng.gauss(0, 1)]) for turn in (1, 4, 8)]
        found.append(training.Game(n, ["regular", "regular"], margin >= 0, margin, seen))
    return found


def test_games_are_kept_as_they_end_and_a_torn_line_is_left_out(tmp_path: Path) -> None:
    path, played = tmp_path / "games.jsonl.gz", games(3)
    for game in played:
        training.keep(path, game)
    assert [training.kept_games(path)[n].margin for n in range(3)] == [game.margin for game in played]
    path.write_bytes(path.read_bytes()[:-20])
    assert list(training.kept_games(path)) == [0, 1]
    assert training.kept_games(tmp_path / "none.jsonl.gz") == {}


@pytest.mark.parametrize("margins", [False, True])
def test_a_fit_finds_what_tells_about_the_end(margins: bool) -> None:
    seen = training.as_rows(games(120), margins)
    fitted = training.teach(seen, 10.0)
    assert (np.abs(fitted.weights[:, 0]) > 3 * np.abs(fitted.weights[:, 1])).all()
    chances = training.foretold(seen, 10.0, None)
    assert training.auc(chances, seen.won) > 0.9
    sure = chances > 0.8
    assert seen.won[sure].mean() > 0.8, "who is told to win by a fit to margins does win as often"
