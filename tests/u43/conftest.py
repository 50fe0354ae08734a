"""What the tests of Ukraine '43 share."""

from __future__ import annotations

from typing import Any

import pytest

import stavka
from tests.playing import Situation, situations


@pytest.fixture(scope="session")
def u43() -> stavka.Game[Any]:
    """Ukraine '43."""
    return stavka.game("u43")


@pytest.fixture
def situation(u43: stavka.Game[Any]) -> Situation:
    """A match of it on an otherwise empty map."""
    return situations(u43, turn=3)
