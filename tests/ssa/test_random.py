"""Play by chance in which something happens, and nothing impossible (whole games of all: tests/lab/test_fuzz.py)."""

from __future__ import annotations

import random

import pytest

from stavka.games.ssa import TheSSAbyss
from stavka.lab.fuzz import flaws
from tests.playing import offered
from tests.ssa.record_games import driving, yielding


@pytest.mark.parametrize("scenario", ["k3", "sa"])
def test_nothing_impossible_happens_in_a_real_fight(ssa: TheSSAbyss, scenario: str) -> None:
    match, chance, tasks = ssa.start(scenario, seed=21), random.Random(21), set()
    axis = driving(999)
    while match.offer is not None and match.turn < 6:
        offer = offered(match)
        tasks.add(offer.task)
        match.choose((axis if offer.seat == "axis" else yielding)(match, chance))
        assert list(flaws(match)) == []
    assert {"deploy", "bombard", "barrage", "target", "attack", "retreat", "advance", "move", "move_to"} <= tasks


def test_undo_and_copy_in_the_middle_of_things(ssa: TheSSAbyss) -> None:
    match, chance = ssa.start("sa", seed=8), random.Random(8)
    for _ in range(400):
        offer = offered(match)
        before = match.digest
        choice = offer.nth(chance.randrange(len(offer)))
        assert match.copy(seed=1).digest == before
        match.choose(choice)
        if not match.records[-1].dice and chance.random() < 0.3:
            assert match.undo() == choice and match.digest == before
            match.choose(choice)


def test_both_seats_see_everything(ssa: TheSSAbyss) -> None:
    match = ssa.start("k3", seed=8)
    for seat in ssa.seats:
        assert match.imagine(seat, seed=2).view(seat) == match.view(seat)
