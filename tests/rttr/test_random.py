"""Random play that gets somewhere: Fronts that drive on the Reichstag through Germans who do anything.

Choices all alike never take the Reichstag; these games fight for it in every scenario and with every option.
"""

from __future__ import annotations

import random

import pytest

from stavka.games.rttr import RaceToTheReichstag
from stavka.lab import fuzz
from tests.playing import offered

from .record_games import anything, storm

OPTIONS = ("communications", "highly_mobile", "escape", "printed_march")


@pytest.mark.parametrize(("scenario", "seed"), [("standard", 31), ("fantasy", 32), ("prepared", 33)])
def test_games_that_are_fought_for_the_reichstag_have_no_flaw(rttr: RaceToTheReichstag, scenario: str,
                                                              seed: int) -> None:
    chance = random.Random(seed)
    match = rttr.start(scenario, seed=seed, options={option: chance.random() < 0.5 for option in OPTIONS})
    while match.offer is not None:
        offer = offered(match)
        wanted = storm(match, chance) if match.phase.startswith(offer.seat) else anything(match, chance)
        match.choose(wanted if wanted in offer else anything(match, chance))
        if chance.random() < 0.02:
            fuzz.check(match, chance)
        assert len(match.records) < fuzz.BOUND
    assert match.result is not None and any(event.kind == "fought" for event in match.log)
