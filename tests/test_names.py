"""Prompts name the unit in hand, and sheets what a source is about, in every game and both languages."""

from __future__ import annotations

import random
import re

import pytest

import stavka
from stavka.games import keys
from stavka.lab.check import event_kinds
from stavka.table.box import make_box
from tests.playing import by_chance, first_fight, offered

CHOICES = 1500
ATTACKS = 3
"""As many attacks as are looked at until nobody else can join them."""


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


@pytest.mark.parametrize("key", keys())
def test_an_attack_asks_for_units_only_while_somebody_can_join(key: str) -> None:
    match, chance, seen = first_fight(key), random.Random(5), 0
    while seen < ATTACKS:
        offer = offered(match)
        if offer.about.kind == "attack" and offer.about.group:
            complete = not offer.units and not offer.hexes
            seen += complete
            assert ("else can join" in offer.prompt) == complete, offer.prompt
            assert ("más puede sumarse" in offer.say("es")) == complete, offer.say("es")
            assert complete or "choose" in offer.prompt.lower(), offer.prompt
        by_chance(match, chance)


@pytest.mark.parametrize("key", keys())
def test_what_sources_are_about_has_a_name_in_both_languages(key: str) -> None:
    game = stavka.game(key)
    names = make_box(game)["sourced"]
    for what in {what for counter in game.counters for what in counter.sources}:
        assert names[what]["en"] and names[what]["en"] != names[what]["es"], what


@pytest.mark.parametrize("key", keys())
def test_the_results_that_have_a_code_are_those_that_a_chart_prints(key: str) -> None:
    box = make_box(stavka.game(key))
    printed = {cell["en"] for chart in box["charts"] for row in chart["rows"] for cell in row[1:]}  # after its heading
    assert box["results"]
    for result in box["results"]:
        assert (result in printed) is (result not in box["unprinted"]), result


@pytest.mark.parametrize("key", keys())
def test_the_moves_that_a_log_does_not_fold_are_events_of_the_game(key: str) -> None:
    game = stavka.game(key)
    kinds = event_kinds(game) | {"moved"}  # the kit's
    assert set(make_box(game)["moves"]) <= kinds and "moved" in game.move_events


ENGLISH = re.compile(
    r"\b(road|rail|railway|line|edge|branch|bridge|north|south|east|west|river|lake|the|and|of)\b", re.IGNORECASE)


@pytest.mark.parametrize("key", keys())
def test_one_counter_is_one_thing_and_spanish_names_are_spanish(key: str) -> None:
    """Sentences about a counter are in the singular, however many formations it stands for."""
    game = stavka.game(key)
    board = game.board
    for counter in game.counters:
        assert not re.search(r"(Divisions|Brigades|Regiments|Regions)$", counter.name["en"]), counter.id
        assert not re.match(r"(Divisiones|Brigadas|Regimientos|Regiones) ", counter.name["es"]), counter.id
    named = [*board.lines, *board.courses, *board.areas.values(), *board.boxes.values(), *board.places.values(),
             *game.counters]
    assert [one.name["es"] for one in named if ENGLISH.search(one.name["es"])] == []
