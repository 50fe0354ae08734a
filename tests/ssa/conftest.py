"""What the tests of The SS Abyss share: the game, and short ways to write a situation."""

from __future__ import annotations

import pytest

import stavka
from stavka.games.ssa import TheSSAbyss
from tests.playing import Situation, situations


@pytest.fixture(scope="session")
def ssa() -> TheSSAbyss:
    """The SS Abyss."""
    game = stavka.game("ssa")
    assert isinstance(game, TheSSAbyss)
    return game


@pytest.fixture
def k3(ssa: TheSSAbyss) -> Situation:
    """A match of Konrad 3 on an otherwise empty map, on turn 4: no air, no surprise, no desperation."""
    return situations(ssa, scenario="k3", turn=4)


@pytest.fixture
def sa(ssa: TheSSAbyss) -> Situation:
    """A match of Spring Awakening on an otherwise empty map, on turn 4: dry, an air turn, fuel for everybody."""
    return situations(ssa, scenario="sa", turn=4)
