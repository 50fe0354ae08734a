"""What the text table must do in every game: say everything in both languages, and let a game be typed."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest

import stavka
from tests.playing import offered

from .conftest import Sit

RAW = re.compile(r"\b(prompt|refused|event|odds|cost|outcome|task|flag|mark|track|phase|button|word|chart)\.[a-z_]+\b")
"""A key that was not turned into words."""


def typed(game: stavka.Game[Any], most: int, seed: int) -> list[str]:
    """Random choices, as somebody types them, with questions in between."""
    match, chance, lines = game.start(seed=seed), random.Random(seed), []
    seat = offered(match).seat
    while match.offer is not None and len(match.records) < most:
        if match.offer.seat != seat:
            seat = match.offer.seat
            lines.append("")  # the screen is handed over
        choice = match.offer.nth(chance.randrange(len(match.offer)))
        kind, _, name = choice.partition(":")
        if kind == "unit":
            lines.append(f"unit {name}")
        elif kind == "hex":
            lines.append(f"hex {name}")
        lines.append(choice)
        match.choose(choice)
    return lines


@pytest.mark.parametrize("lang", ["en", "es"])
def test_a_game_can_be_typed(game: stavka.Game[Any], sit: Sit, lang: str) -> None:
    match = game.start(seed=3)
    lines = ["help", "map", "list", "score", "log", *typed(game, 80, 3)]
    session = sit(match, lines, lang=lang)
    assert len(match.records) == 80 or match.offer is None
    assert not RAW.findall(session.text)


@pytest.mark.parametrize("lang", ["en", "es"])
def test_everything_that_is_offered_has_a_prompt_with_a_rule(game: stavka.Game[Any], lang: str) -> None:
    match, chance = game.start(seed=5), random.Random(5)
    for _ in range(600):
        if match.offer is None:
            break
        said = match.offer.say(lang)
        assert said and "{" not in said and not RAW.search(said)
        assert all(rule in game.rule_numbers for rule in match.offer.rules)
        match.choose(match.offer.nth(chance.randrange(len(match.offer))))


def test_a_saved_game_goes_on(game: stavka.Game[Any], sit: Sit, tmp_path: Path) -> None:
    match = game.start(seed=3)
    saved = tmp_path / "match.stavka"
    sit(match, typed(game, 30, 3), store=saved)
    again = stavka.open(saved)
    assert again.digest == match.digest and offered(again).choices == offered(match).choices
