"""Random games of Ukraine '43 that once went wrong."""

from __future__ import annotations

import random

import pytest

import stavka
from stavka.games.u43.deployment import needed_there, why_stays
from stavka.games.u43.position import Ukraine
from stavka.kit.deploy import Deploy
from stavka.lab import fuzz


@pytest.mark.rule("u43", "15.8", "16.1.a")
def test_a_reinforcement_may_enter_where_an_enemy_air_unit_stands() -> None:
    """It overruns the base: the air unit is moved away first, and then the reinforcement goes on."""
    assert fuzz.play(fuzz.Job("u43", "opening", 14)).flaw is None


@pytest.mark.rule("u43", "31.2.c", "31.2.d")
def test_whoever_stays_in_a_set_up_is_among_those_that_may_be_needed() -> None:
    """Nobody else is asked, so nobody else may have a reason to stay."""
    match, rng, staying = stavka.game("u43").start("campaign", seed=4), random.Random(4), set[str]()
    while (offer := match.offer) is not None and isinstance(step := match.position.steps[-1], Deploy):
        p = match.position
        assert isinstance(p, Ukraine)
        for unit, _ in step.placed:
            if (reason := why_stays(p, unit)) is not None:
                staying.add(reason.key)
                assert needed_there(p) >> unit & 1
        match.choose(rng.choice([choice for choice in offer.choices if choice != "do:ready_made"]))
    assert staying == {"refused.covers_line", "refused.leader_alone"}
