"""What the tests of Ukraine '43 share."""

from __future__ import annotations

import pytest

import stavka
from stavka.games.u43 import Ukraine43
from tests.playing import Situation, situations


@pytest.fixture(scope="session")
def u43() -> Ukraine43:
    """Ukraine '43."""
    game = stavka.game("u43")
    assert isinstance(game, Ukraine43)
    return game


@pytest.fixture
def situation(u43: Ukraine43) -> Situation:
    """A match of it on an otherwise empty map."""
    return situations(u43, turn=3)
