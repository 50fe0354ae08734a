"""What the tests of Race to the Reichstag share: the game, and short ways to write a situation."""

from __future__ import annotations

import pytest

import stavka
from stavka.games.rttr import RaceToTheReichstag
from tests.playing import Situation, situations


@pytest.fixture(scope="session")
def rttr() -> RaceToTheReichstag:
    """Race to the Reichstag."""
    game = stavka.game("rttr")
    assert isinstance(game, RaceToTheReichstag)
    return game


@pytest.fixture
def situation(rttr: RaceToTheReichstag) -> Situation:
    """A match of it on an otherwise empty map, in the middle of the game."""
    return situations(rttr, turn=6)
