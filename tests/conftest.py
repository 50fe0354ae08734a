"""What all tests share: games, and short ways to write and play a situation."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import stavka

Situation = Callable[..., stavka.Match]


@pytest.fixture(scope="session")
def dagc() -> stavka.Game[Any]:
    """Destruction of Army Group Center."""
    return stavka.game("dagc")


@pytest.fixture
def situation(dagc: stavka.Game[Any]) -> Situation:
    """``situation("soviet.movement", {"S-39": "3501"}, turn=3)``: a match on an otherwise empty map."""

    def make(step: str, place: dict[str, Any] | None = None, **keys: Any) -> stavka.Match:
        keys.setdefault("turn", 3)
        keys.setdefault("empty", True)
        return dagc.situation({"step": step, "place": place or {}, **keys})

    return make
