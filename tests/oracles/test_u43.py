"""Ukraine '43 agrees with a second reading of its rules; ``python -m tests.oracles.u43`` compares more."""

from __future__ import annotations

import pytest

from .u43 import compare_crowd, play
from .u43_tally import Tally


def check(tally: Tally, *seen: str) -> None:
    assert not tally.differences, tally.differences
    assert all(tally.compared[what] for what in seen), tally.compared


@pytest.mark.parametrize(("scenario", "seed", "players"), [("opening", 5, "random"), ("october", 4, "regular")])
def test_a_game_goes_as_the_second_reading_says(scenario: str, seed: int, players: str) -> None:
    tally = Tally()
    play(tally, scenario, seed, players, turns=1)
    check(tally, "zoc", "bonds", "supply", "petrol", "moves", "reach in movement", "battle odds", "battle result",
          "steps the attacker loses", "supply markers", "phases")


def test_crowds_are_read_alike() -> None:
    tally = Tally()
    for seed in range(100, 109):
        compare_crowd(tally, seed, most=30)
    check(tally, "zoc", "bonds", "supply", "isolated", "reach in movement", "reach in reaction", "targets", "attackers",
          "attack", "defence", "magnitude", "shift", "results", "command", "air support", "bombardment", "withdraw_to")
