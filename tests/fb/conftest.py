"""What the tests of Festung Breslau 1945 share: the game, and short ways to write a situation."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import stavka

Situation = Callable[..., stavka.Match]


@pytest.fixture(scope="session")
def fb() -> stavka.Game[Any]:
    """Festung Breslau 1945."""
    return stavka.game("fb")


@pytest.fixture
def situation(fb: stavka.Game[Any]) -> Situation:
    """``situation("soviet.tactical", {"su-372-218": "1333"}, turn=5)``: a match on an otherwise empty map."""

    def make(step: str, place: dict[str, Any] | None = None, **keys: Any) -> stavka.Match:
        keys.setdefault("turn", 5)
        keys.setdefault("empty", True)
        return fb.situation({"step": step, "place": place or {}, **keys})

    return make
