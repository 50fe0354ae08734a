"""Ukraine '43 agrees with a second reading of its rules; ``python -m tests.oracles.u43`` compares more."""

from __future__ import annotations

import pytest

from .u43 import Comparison, play


@pytest.mark.parametrize(("scenario", "seed"), [("campaign", 5), ("october", 33)])
def test_a_game_goes_as_the_second_reading_says(scenario: str, seed: int) -> None:
    compared = Comparison()
    play(compared, scenario, seed, turns=1, share=0.3)
    assert not compared.differences, compared.differences
    assert all(compared.compared[what] for what in ("zoc", "bonds", "supply")), compared.compared
