"""Ukraine '43 agrees with a second reading of its rules; ``python -m tests.oracles.u43`` compares more."""

from __future__ import annotations

import pytest

from .u43 import Comparison, compare_crowd, play


def check(compared: Comparison, *seen: str) -> None:
    assert not compared.differences, compared.differences
    assert all(compared.compared[what] for what in seen), compared.compared


@pytest.mark.parametrize(("scenario", "seed"), [("campaign", 5), ("october", 33)])
def test_a_game_goes_as_the_second_reading_says(scenario: str, seed: int) -> None:
    compared = Comparison()
    play(compared, scenario, seed, turns=1, share=0.2)
    check(compared, "zoc", "bonds", "supply", "petrol")


def test_crowds_are_read_alike() -> None:
    compared = Comparison()
    for seed in range(100, 109):
        compare_crowd(compared, seed, most=30)
    check(compared, "zoc", "bonds", "supply", "isolated", "reach in movement", "reach in reaction", "targets",
          "attackers", "attack", "defence", "magnitude", "shifts", "results", "command", "support", "withdraw_to")
