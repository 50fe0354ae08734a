"""A short comparison of The SS Abyss with its second reading; the long one is ``python -m tests.oracles.ssa``."""

from __future__ import annotations

import pytest

from .ssa import play


@pytest.mark.parametrize(("scenario", "seed", "turns", "level"), [
    ("k3", 4, 3, "random"), ("sa", 4, 2, "random"), ("k3", 5, 2, "regular")])
def test_a_game_agrees_with_the_second_reading(scenario: str, seed: int, turns: int, level: str) -> None:
    past = play(scenario, seed, moments=20, most_units=6, turns=turns, level=level)
    assert not past.differences, "\n".join(past.differences[:10])
    for what in ("zoc", "supply", "reach", "odds", "fought", "shelled", "retreat", "points"):
        assert past.counts[what], what
