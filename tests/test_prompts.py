"""A prompt names nothing that cannot be chosen, in any game."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import Any

import pytest

import stavka
from stavka.games import keys
from stavka.kit.steps import About, Options, sorts
from stavka.kit.words import LANGUAGES, Message

from .playing import offered

LOOKS = 6_000
"""Choices in random play, of all scenarios of a game in turn."""

EAGERNESS = (0.0, 0.9, 0.97)
"""How seldom a button is pressed: idle, busy and restless players come into different positions."""


def looks(key: str) -> Iterator[stavka.Offer]:
    """One offer after the other, in one game after the other."""
    game, chance = stavka.game(key), random.Random(f"prompts {key}")
    while True:
        for number, scenario in enumerate(game.scenarios):
            match = game.start(scenario, seed=chance.randrange(1 << 30))
            eager = EAGERNESS[number % len(EAGERNESS)] if chance.random() < 0.5 else chance.choice(EAGERNESS)
            for _ in range(LOOKS // len(game.scenarios)):
                if match.offer is None:
                    break
                yield match.offer
                clicks = len(match.offer) - len(match.offer.buttons)
                among = clicks if clicks and chance.random() < eager else len(match.offer)
                match.choose(match.offer.nth(chance.randrange(among)))


@cache
def seen(key: str) -> tuple[stavka.Offer, ...]:
    return tuple(islice(looks(key), LOOKS))


@pytest.mark.parametrize("key", keys())
def test_a_prompt_says_the_ways_to_go_on_that_are_on_offer_and_no_others(key: str) -> None:
    words, told = stavka.game(key).words, 0
    for offer in seen(key):
        prompt = offer.message
        for language in LANGUAGES:
            clauses, sentence = words.ways(prompt.key, language), offer.say(language).lower()
            if not clauses:
                continue
            told += 1
            on_offer = {*(["unit"] if offer.units else []), *(["hex"] if offer.hexes else []),
                        *[button.split(".")[0] for button in offer.buttons], *prompt.args.get("sorts", ())}
            assert on_offer & {*clauses}, sentence
            said = {plain(clause) for way, clause in clauses.items() if way in on_offer}
            for clause in map(plain, clauses.values()):
                assert (clause in sentence) == (clause in said), (sentence, offer)
    assert told > LOOKS / 10


def plain(clause: str) -> str:
    """A clause as far as nothing is put into it."""
    return clause.split("{")[0].lower()


@pytest.mark.parametrize("key", keys())
def test_a_prompt_with_the_same_words_always_asks_for_the_same_kinds_of_choice(key: str) -> None:
    """Otherwise it names what is not there, or should be made of ways."""
    game = stavka.game(key)
    kinds: dict[str, set[tuple[bool, bool]]] = {}
    for offer in seen(key):
        if not game.words.ways(offer.message.key):
            kinds.setdefault(offer.message.key, set()).add((bool(offer.units), bool(offer.hexes)))
            assert ("end the phase" in offer.prompt) <= ("end_phase" in offer.buttons), offer
    assert {prompt: found for prompt, found in kinds.items() if len(found) > 1} == {}


def test_a_prompt_names_units_only_while_there_are_some(dagc: stavka.Game[Any]) -> None:
    none_left, one_left = Options("soviet", "move", Message("prompt.move"), buttons=("end_phase",)), Options(
        "soviet", "move", Message("prompt.move"), units=[3], buttons=("end_phase",), about=About("move"))
    assert [dagc.say(none_left.prompt, language) for language in LANGUAGES] == ["End the phase.", "Termina la fase."]
    assert [dagc.say(one_left.prompt, language) for language in LANGUAGES] == [
        "Choose a unit to move, or end the phase.", "Elige una unidad para moverla o termina la fase."]


def test_sorts_of_units_are_told_apart(dagc: stavka.Game[Any]) -> None:
    for coming, worn, asks in (([1], [2], "Choose a unit to bring in, choose a unit to rebuild, or end"),
                               ([1], [], "Choose a unit to bring in, or end"),
                               ([], [2], "Choose a unit to rebuild, or end")):
        args = {"steps": 0, "sorts": sorts(coming=coming, rebuild=worn)}
        options = Options("german", "reinforce", Message("prompt.replacements", args), units=[*coming, *worn],
                          buttons=("end_phase",))
        assert dagc.say(options.prompt) == f"{asks} the phase. Replacement steps left: 0."


def test_buttons_that_share_a_name_are_one_way() -> None:
    options = Options("soviet", "bombardment", Message("prompt.bombardment", {"points": 2}),
                      buttons=("air.1", "air.2", "end_phase"))
    assert stavka.game("fb").say(options.prompt) == "Send aircraft (air points left: 2), or end the phase."


def test_a_refusal_tells_what_is_to_be_done_instead(dagc: stavka.Game[Any]) -> None:
    match = dagc.situation({"turn": 3, "step": "soviet.movement", "empty": True, "place": {"S-39": "3505"}})
    with pytest.raises(stavka.Illegal) as refused:
        match.choose("do:roll")
    assert offered(match).prompt in str(refused.value)
