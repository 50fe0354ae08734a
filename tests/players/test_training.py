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


def test_a_judge_is_compared_with_another_game_by_game() -> None:
    """Ten positions of one game have one end: they are no surer than one of them."""
    once, often = training.as_rows(games(40)), training.as_rows(
        [game._replace(seen=game.seen * 10) for game in games(40)])
    for seen in (once, often):
        knows, guesses = np.where(seen.won == 1, 0.9, 0.1), np.full(len(seen.won), 0.5)
        knows[seen.game % 5 == 0] = 0.5
        assert training.gain(knows, guesses, seen) == (0.4702, 0.0372)


def test_weights_drawn_at_random_make_another_game_in_the_scenario_whose_turn_it_is() -> None:
    scenarios = ["historical", "bold_stroke"]
    usual, drawn = (training.play(training.Contest("dagc", scenarios, ["regular"], spread), 3) for spread in (0.0, 0.8))
    names = training.staff_of(training.stavka.game("dagc")).fact_names(
        training.stavka.game("dagc").start("bold_stroke", seed=0).position)
    assert usual.seen and {len(facts) for _, _, facts in usual.seen} == {len(names)}
    assert usual.seen != drawn.seen
