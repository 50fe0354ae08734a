"""What the tests of Festung Breslau 1945 share: the game, and short ways to write a situation."""

from __future__ import annotations

import pytest

import stavka
from stavka.games.fb import FestungBreslau
from tests.playing import Situation, situations


@pytest.fixture(scope="session")
def fb() -> FestungBreslau:
    """Festung Breslau 1945."""
    game = stavka.game("fb")
    assert isinstance(game, FestungBreslau)
    return game


@pytest.fixture
def situation(fb: FestungBreslau) -> Situation:
    """A match of it on an otherwise empty map."""
    return situations(fb, turn=5)
