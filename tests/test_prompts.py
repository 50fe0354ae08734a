"""Prompts name the unit in hand, in every game and both languages: nobody has to look for it on the map."""

from __future__ import annotations

import random

import pytest

import stavka
from stavka.games import keys

CHOICES = 1500


@pytest.mark.parametrize("key", keys())
def test_prompts_name_the_unit_in_hand(key: str) -> None:
    game = stavka.game(key)
    match, chance, named = game.start(seed=7), random.Random(7), 0
    for _ in range(CHOICES):
        offer = match.offer
        if offer is None:
            break
        unit = offer.as_data()["about"].get("unit")
        if unit is not None:
            named += 1
            for language in ("en", "es"):
                assert game.choice_name(f"unit:{unit}", language) in offer.say(language), offer.message.key
        match.choose(chance.choice(list(offer.choices)))
    assert named
