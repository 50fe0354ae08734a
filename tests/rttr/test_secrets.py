"""What lies face down is known to nobody who may not know it: one test walks through every door.

``python -m tests.rttr.test_secrets POSITIONS SEED`` walks through it in that many positions of whole games. On
2026-11-16 it was 2500 each with the seeds 101 to 104: 10000 positions of 113 games, 19707 changes, none of them told.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest

import stavka
from stavka.forecast import forecast
from stavka.games.rttr import RaceToTheReichstag
from stavka.kit.words import LANGUAGES
from stavka.picked import picked, way
from tests.playing import Situation, offered, play, refused

from .helpers import flaws_of, units_at

CHOICES = 700
"""How far a random game is looked at."""

LOOKED_AT = 0.05
"""The part of its positions in which hidden facts are changed."""


def hidden(match: stavka.Match, seat: str) -> set[str]:
    """The counters that a seat may not see."""
    game = match.game
    return {id for unit, id in enumerate(game.counters.ids) if not game.sees(match.position, seat, unit)}


def games(rttr: RaceToTheReichstag) -> Iterator[tuple[stavka.Match, random.Random]]:
    """A random game of every scenario."""
    for seed, scenario in enumerate(rttr.scenarios):
        yield rttr.start(scenario, seed=seed), random.Random(seed)


@pytest.mark.rule("rttr", "16.8a", "17.1", "3.5", "3.6")
def test_no_event_names_what_a_seat_may_not_see(rttr: RaceToTheReichstag) -> None:
    veiled = 0
    for match, chance in games(rttr):
        while match.offer is not None and len(match.records) < CHOICES:
            before = {seat: hidden(match, seat) for seat in rttr.seats}
            events = match.choose(offered(match).nth(chance.randrange(len(offered(match)))))
            for seat in rttr.seats:
                secret = before[seat] & hidden(match, seat)
                for event in events:
                    told = event.seen_by(seat)
                    veiled += told is not event
                    assert not secret & set(json.dumps(told.as_data()).split('"')), (event, seat)
                    for language in LANGUAGES:
                        rttr.say(told.message, language)
    assert veiled > 50  # there was something to hide


@pytest.mark.rule("rttr", "16.10a", "17.1")
def test_a_view_and_every_answer_stay_the_same_when_hidden_facts_change(rttr: RaceToTheReichstag) -> None:
    changed = 0
    for match, chance in games(rttr):
        while match.offer is not None and len(match.records) < CHOICES:
            match.choose(offered(match).nth(chance.randrange(len(offered(match)))))
            if chance.random() < LOOKED_AT:
                changed += sum(is_changed_unseen(match, seat, chance) for seat in rttr.seats)
    assert changed > 20


def is_changed_unseen(match: stavka.Match, seat: str, chance: random.Random) -> bool:
    """Change what a seat may not know, and find its view, its answers and its refusals the same; whether that was
    any change."""
    game = match.game
    other = match.imagine(seat, chance.randrange(1 << 30))
    assert json.dumps(other.view(seat)) == json.dumps(match.view(seat))
    unit, hex = chance.choice(game.counters.ids), chance.choice(list(match.view(seat)["stacks"]))
    assert asked(other, seat, unit, hex) == asked(match, seat, unit, hex)
    for choice in (f"unit:{unit}", f"hex:{hex}", f"do:{chance.choice(game.buttons)}"):
        assert clicked(other, seat, choice) == clicked(match, seat, choice)
    return other.digest != match.digest


def clicked(match: stavka.Match, seat: str, choice: str) -> str:
    """Why a click of the seat that is to choose is refused; nothing if it is offered."""
    if match.offer is None or match.offer.seat != seat or choice in match.offer:
        return ""
    try:
        match.choose(choice)
    except stavka.Illegal as error:
        return f"{error.reason} {error.rule}"
    return "taken"


def asked(match: stavka.Match, seat: str, unit: str, hex: str) -> list[str]:
    """What a seat is told about a unit and a hex by every question, and by clicks that are tried, refusals included."""
    questions: tuple[tuple[str, dict[str, Any]], ...] = (
        ("reach", {"unit": unit}), ("path", {"unit": unit, "hex": hex}), ("unit", {"unit": unit}),
        ("supply", {"unit": unit}), ("why_not", {"unit": unit, "hex": hex}), ("hex", {"hex": hex}),
        ("odds", {"target": hex, "units": [unit]}), ("victory", {}), ("zoc", {"side": "german"}))
    doors: list[Callable[[], Any]] = [partial(match.ask, question, seat=seat, **about) for question, about in questions]
    doors += [partial(picked, match, seat, [unit]), partial(way, match, seat, [unit], hex),
              partial(forecast, match, seat, f"hex:{hex}")]
    return [answered(door) for door in doors]


def answered(door: Callable[[], Any]) -> str:
    """What is answered, or why not."""
    try:
        return json.dumps(door())
    except stavka.Illegal as error:
        return f"{error.reason} {error.rule}"


@pytest.mark.rule("rttr", "17.1")
def test_a_click_on_a_hidden_unit_tells_nothing(situation: Situation) -> None:
    """Wherever it lies, on the map, in the Reichstag or in the pool, the refusal is the same."""
    men = {"BF-150": "3512", "G-GD": "3611"}
    reasons = set()
    for place in ("3612", "3513", "3711", "pool"):
        match = situation("1bf.movement", {**men, "S-MO": {"hex": place, "face_down": True}})
        play(match, "unit:BF-150")
        with pytest.raises(stavka.Illegal) as error:
            match.choose("unit:S-MO")
        reasons.add((error.value.reason, error.value.rule))
    assert len(reasons) == 1 and {rule for _, rule in reasons} == {"17.1"}


@pytest.mark.rule("rttr", "16.8a", "16.10a")
def test_each_player_knows_his_own_and_nobody_the_reichstag(rttr: RaceToTheReichstag) -> None:
    match = rttr.start("standard", seed=9)
    while match.phase == "setup":
        match.choose("do:ready_made")
    mine = {seat: set(rttr.counters.ids) - hidden(match, seat) for seat in rttr.seats}
    statics = {counter.id for counter in rttr.counters if counter.stage == "pool"}
    placed = {seat: mine[seat] & statics for seat in rttr.seats}
    assert (len(placed["1bf"]), len(placed["1uf"])) == (15, 25) and not placed["1bf"] & placed["1uf"]
    assert len(statics - placed["1bf"] - placed["1uf"]) == 3 + 9
    assert units_at(match, "3513", "1bf") == units_at(match, "3513", "1uf") == [None] * 3
    assert refused(match, f"unit:{min(placed['1uf'])}") == "17.1"


def test_imagined_matches_keep_to_what_is_known(rttr: RaceToTheReichstag) -> None:
    """Held counters are snipers, airfields lie on roads, and the play goes on from any imagined match."""
    match = rttr.start("standard", seed=4)
    while match.phase == "setup":
        match.choose("do:ready_made")
    roads = rttr.berlin.road_hexes | rttr.berlin.airfields | rttr.board.hexes("3513")
    for seat in rttr.seats:
        for seed in range(20):
            other = match.imagine(seat, seed)
            p = other.position
            assert all(rttr.counters[unit].kind == "sniper" for box in ("held.1bf", "held.1uf")
                       for unit in p.at(rttr.board.index[box]))
            assert all(p.where[rttr.counters.index[unit]] >= rttr.board.grid.size
                       or roads >> p.where[rttr.counters.index[unit]] & 1 for unit in ("S-EA-1", "S-EA-2"))
            assert not flaws_of(other)
            chance = random.Random(seed)
            for _ in range(20):
                other.choose(offered(other).nth(chance.randrange(len(offered(other)))))


def walk(positions: int, seed: int) -> None:
    """Change hidden facts in so many positions of random games of all scenarios, played to their ends."""
    game, chance = stavka.game("rttr"), random.Random(seed)
    looked = changed = played = 0
    while looked < positions:
        match = game.start(chance.choice(list(game.scenarios)), seed=chance.randrange(1 << 30))
        played += 1
        while match.offer is not None and looked < positions:
            match.choose(offered(match).nth(chance.randrange(len(offered(match)))))
            if chance.random() < LOOKED_AT:
                looked += 1
                changed += sum(is_changed_unseen(match, seat, chance) for seat in game.seats)
    print(f"{looked} positions of {played} games, {changed} changes that no seat could tell")


if __name__ == "__main__":
    walk(*map(int, sys.argv[1:3]))
