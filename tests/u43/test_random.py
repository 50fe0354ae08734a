"""Random games of Ukraine '43 that once went wrong."""

from __future__ import annotations

import pytest

from stavka.lab import fuzz


@pytest.mark.rule("u43", "15.8", "16.1.a")
def test_a_reinforcement_may_enter_where_an_enemy_air_unit_stands() -> None:
    """It overruns the base: the air unit is moved away first, and then the reinforcement goes on."""
    assert fuzz.play(fuzz.Job("u43", "opening", 14)).flaw is None
