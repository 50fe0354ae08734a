"""What all tests share: a game, and short ways to write a situation of it."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import Any

import pytest

import stavka
from tests.playing import Situation, situations
from tests.post import Letters, Service


@pytest.fixture(scope="session", params=stavka.games())
def game(request: pytest.FixtureRequest) -> stavka.Game[Any]:
    """Every game in turn: what holds for all of them is tested with all of them."""
    return stavka.game(request.param)


@pytest.fixture(scope="session")
def dagc() -> stavka.Game[Any]:
    """Destruction of Army Group Center."""
    return stavka.game("dagc")


@pytest.fixture
def situation(dagc: stavka.Game[Any]) -> Situation:
    """A match of it on an otherwise empty map."""
    return situations(dagc, turn=3)


@pytest.fixture(scope="module")
def letters() -> Iterator[Letters]:
    """A mail server."""
    letters = Letters()
    yield letters
    letters.controller.stop()


@pytest.fixture(scope="module")
def service() -> Iterator[Service]:
    """A push service."""
    service = Service()
    yield service
    service.shutdown()


class Unforgiving(logging.Handler):
    """Makes of what a player logs as a fault a failure of the test."""

    def emit(self, record: logging.LogRecord) -> None:
        raise AssertionError(record.getMessage())


@pytest.fixture(autouse=True)
def staffs_make_no_mistakes() -> Iterator[None]:
    """A staff that chooses what was not offered is told in the log and helped out; here it fails."""
    log, handler = logging.getLogger("stavka.players"), Unforgiving(logging.ERROR)
    log.addHandler(handler)
    yield
    log.removeHandler(handler)
