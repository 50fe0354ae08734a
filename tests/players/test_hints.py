"""Hints lead somewhere: whoever follows every one of them plays exactly what a player of that level would play."""

from __future__ import annotations

import random
from itertools import islice
from typing import Any

import pytest

import stavka
from stavka.games import keys
from stavka.players import HINTS, USUAL, Adviser, Commander, Seen, levels_of, seal
from stavka.players.thinker import Job, Thinker

CHOICES = 150
"""So many choices of one seat are compared in each game."""

STAFFED = [key for key in keys() if USUAL in levels_of(stavka.game(key))]


def start(key: str, seat: str) -> stavka.Match:
    """A match in which the seat comes to decide about movement soon."""
    game = stavka.game(key)
    match, chance = game.start(seed=5), random.Random(seat)
    while match.offer is not None and match.offer.seat != seat:
        match.choose(match.offer.nth(chance.randrange(len(match.offer))))
    return match


def choices(match: stavka.Match, seat: str, decide: Any) -> Any:
    """What the seat chooses, one choice after another; the other one chooses at random, always the same."""
    chance = random.Random("the other seat")
    while match.offer is not None:
        if match.offer.seat == seat:
            choice = decide(match)
            yield choice
        else:
            choice = match.offer.nth(chance.randrange(len(match.offer)))
        match.choose(choice)


@pytest.mark.parametrize("level", ["novice", USUAL])
@pytest.mark.parametrize(("key", "seat"), [(key, seat) for key in STAFFED for seat in stavka.game(key).seats])
def test_following_every_hint_plays_what_that_level_plays(key: str, seat: str, level: str) -> None:
    game = stavka.game(key)
    player, adviser = Commander(game, level, HINTS), Adviser(game, level)
    played = list(islice(choices(start(key, seat), seat, lambda match: player.choose(Seen.of(match))), CHOICES))
    followed = list(islice(choices(start(key, seat), seat, lambda m: adviser.advise(Seen.of(m)).choice), CHOICES))
    assert followed == played


FEW = {"turn": 3, "step": "german.movement", "empty": True, "seed": 2, "place": {
    "S-39": "3501", "S-43": "3601", "S-5GT": "3501", "G-9": "3602", "G-53": "3500", "G-6": "3700"}}
"""So few units that a level which thinks has soon thought, about its move and its reply to the next."""


def test_following_every_hint_plays_what_a_level_plays_that_thinks(dagc: stavka.Game[Any]) -> None:
    def made(decide: Any) -> list[str]:
        return list(islice(choices(dagc.situation(FEW), "german", lambda match: decide(Seen.of(match))), 12))

    adviser = Adviser(dagc, "veteran")
    veteran, regular = (made(Commander(dagc, level, HINTS).choose) for level in ("veteran", USUAL))
    assert made(lambda seen: adviser.advise(seen).choice) == veteran != regular


@pytest.mark.parametrize("key", STAFFED)
def test_hints_from_a_thinking_process_lead_on_too(key: str) -> None:
    """As at the table: what the seat sees is sealed for every hint, and the process remembers its plan."""
    game, thinker = stavka.game(key), Thinker()
    seat = game.seats[0]

    def hint(match: stavka.Match) -> str:
        answer = thinker.decide(Job(key, None, "one match", seat, None, "", seal(Seen.of(match))))
        assert not isinstance(answer, str), answer
        return answer.choice

    player = Commander(game, USUAL, HINTS)
    played = list(islice(choices(start(key, seat), seat, lambda match: player.choose(Seen.of(match))), CHOICES // 2))
    assert list(islice(choices(start(key, seat), seat, hint), CHOICES // 2)) == played


def test_hints_in_the_movement_phase_move_units(dagc: stavka.Game[Any]) -> None:
    match = dagc.situation({"turn": 3, "step": "soviet.movement", "seed": 2})
    adviser = Adviser(dagc)
    moved = 0
    for _ in range(46):
        assert match.offer is not None
        if match.phase != "soviet.movement":
            break
        moved += sum(event.kind == "moved" for event in match.choose(adviser.advise(Seen.of(match)).choice))
    assert moved > 5


def test_asking_for_the_same_hint_again_changes_nothing(dagc: stavka.Game[Any]) -> None:
    match = dagc.situation({"turn": 3, "step": "soviet.movement", "seed": 2})
    patient, hasty = Adviser(dagc), Adviser(dagc)
    for _ in range(20):
        choice = hasty.advise(Seen.of(match)).choice
        assert [patient.advise(Seen.of(match)).choice for _ in range(3)] == [choice] * 3
        match.choose(choice)
