"""Race to the Reichstag agrees with a second reading of its rules; ``python -m tests.oracles.rttr`` compares more."""

from __future__ import annotations

import pytest

from .rttr import Comparison, compare_crowd, compare_game


def check(comparison: Comparison, *seen: str) -> None:
    assert not comparison.differences, "\n".join(comparison.differences)
    assert all(comparison.counts[what] for what in seen), comparison.counts


@pytest.mark.parametrize("seed", [3, 7])
def test_a_game_goes_as_the_second_reading_says(seed: int) -> None:
    check(compare_game(seed, most=500, often=0.01), "move", "reach", "zone", "cost", "battle", "victory points")


def test_a_game_between_players_goes_as_the_second_reading_says() -> None:
    check(compare_game(5, most=400, often=0.01, level="regular"), "move", "reach", "battle", "victory points")


@pytest.mark.parametrize("seed", [17, 20])
def test_close_fighting_goes_as_the_second_reading_says(seed: int) -> None:
    check(compare_crowd(seed, most=120, often=0.03), "odds", "losses", "retreat carried out", "due targets", "advance")
