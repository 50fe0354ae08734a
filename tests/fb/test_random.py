"""Play by chance in which something happens, and nothing impossible (whole games of all: tests/lab/test_fuzz.py)."""

from __future__ import annotations

import random
from typing import Any

import stavka
from tests.fb.record_games import anything, nothing, offensive, stubborn
from tests.playing import offered


def checked(match: stavka.Match, chance: random.Random, soviet: Any, german: Any, turns: int) -> set[str]:
    """Play so many turns and look at the position after every choice; the tasks that came up come back."""
    tasks = set()
    every = len(match.position.layout.units)
    while match.offer is not None and match.turn <= turns:
        tasks.add(offered(match).task)
        assert len(match.offer)
        match.choose((soviet if offered(match).seat == "soviet" else german)(match, chance))
        assert list(match.game.flaws(match.position)) == []
        assert sum(len(stack) for stack in match.position.stacks.values()) == every
    return tasks


def test_nothing_impossible_happens_in_a_real_fight(fb: stavka.Game[Any]) -> None:
    match = fb.start("historical", seed=21)
    tasks = checked(match, random.Random(21), offensive(), stubborn, 6)
    assert {"arrivals", "enter", "move", "move_to", "defensive_fire", "target", "attack", "strategic", "place"} <= tasks


def test_every_kind_of_decision_comes_up_by_chance(fb: stavka.Game[Any]) -> None:
    tasks: set[str] = set()
    games = (("historical", 5, anything), ("free", 6, anything), ("historical", 7, nothing))  # one holds the north
    for scenario, seed, german in games:
        tasks |= checked(fb.start(scenario, seed=seed), random.Random(seed), anything, german, 20)
    assert tasks >= {
        "deploy", "deploy_to", "deploy_covering", "events", "release", "northern_front", "polish_losses", "arrivals",
        "enter", "leave", "cover", "bombardment", "bombard", "air_target", "po2", "move", "move_to",
        "defensive_fire", "excess", "target", "attack", "strategic", "place", "airstrip",
    }


def test_undo_and_copy_in_the_middle_of_things(fb: stavka.Game[Any]) -> None:
    match = fb.start("historical", seed=8)
    chance = random.Random(8)
    for _ in range(400):
        offer = match.offer
        assert offer is not None
        before = match.digest
        choice = offer.nth(chance.randrange(len(offer)))
        twin = match.copy(seed=1)
        assert twin.digest == before
        match.choose(choice)
        if not match.records[-1].dice and chance.random() < 0.3:
            assert match.undo() == choice and match.digest == before
            match.choose(choice)


def test_a_match_imagined_by_a_seat_is_the_match_itself(fb: stavka.Game[Any]) -> None:
    match = fb.start("historical", seed=8)
    for seat in fb.seats:
        assert match.imagine(seat, seed=2).view(seat) == match.view(seat)
