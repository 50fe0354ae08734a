"""Everything the game says, in both languages."""

from __future__ import annotations

import ast
import random
import re
from pathlib import Path

import pytest

import stavka
from stavka.games.ssa import TheSSAbyss
from stavka.kit.data import Folder
from stavka.kit.words import Message, flatten, placeholders
from tests.playing import Situation, offered

PACKAGE = Path(stavka.__file__).parent / "games" / "ssa"
SECTIONS = ("prompt", "refused", "odds", "cost", "supply")
MADE_UP = {"refused.held_move", "refused.held_attack", "refused.held_zone", "cost.river", "cost.canal", "prompt.losses"}
"""Keys that the code puts together, or that the kit's steps use."""


def templates(language: str) -> dict[str, str]:
    """The game's own words."""
    return flatten(Folder(PACKAGE / "data").read(f"words.{language}.toml"))


def constants() -> set[str]:
    """Every text in the code."""
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in PACKAGE.glob("*.py")]
    return {node.value for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Constant)
            and isinstance(node.value, str)}


def test_both_languages_have_the_same_keys_and_arguments() -> None:
    english, spanish = templates("en"), templates("es")
    assert list(english) == list(spanish)
    for key, text in english.items():
        assert text and spanish[key]
        assert placeholders(text) == placeholders(spanish[key]), key


def test_every_message_of_the_code_has_words_and_no_words_are_unused(ssa: TheSSAbyss) -> None:
    used = {text for text in constants() if re.fullmatch(rf"({'|'.join(SECTIONS)})\.\w*[a-z]", text)}
    assert not [key for key in used if not ssa.words.has(key)]
    own = {key for key in templates("en") if key.partition(".")[0] in SECTIONS}
    assert own - used <= MADE_UP, own - used - MADE_UP


def test_every_rule_cited_in_the_code_exists(ssa: TheSSAbyss) -> None:
    cited = {text for text in constants() if re.fullmatch(r"\d+\.\d+(\.\w+)*[a-z]?", text)}
    assert len(cited) > 100 and cited <= ssa.rule_numbers, cited - ssa.rule_numbers


def test_every_offer_and_event_of_whole_games_can_be_said(ssa: TheSSAbyss) -> None:
    kinds: set[str] = set()
    for scenario, seed in (("k3", 31), ("sa", 32)):
        match, chance = ssa.start(scenario, seed=seed), random.Random(seed)
        while match.offer is not None:
            offer = offered(match)
            for language in ("en", "es"):
                assert offer.say(language)
            assert offer.rules and set(offer.rules) <= ssa.rule_numbers, offer
            assert ssa.words.has(f"task.{offer.task}"), offer.task
            clicks = len(offer) - len(offer.buttons)
            match.choose(offer.nth(chance.randrange(clicks if clicks and chance.random() < 0.9 else len(offer))))
        for event in match.log:
            kinds.add(event.kind)
            assert set(event.rules) <= ssa.rule_numbers, event
            assert event.rules or event.kind == "phase"
            for language in ("en", "es"):
                assert ssa.say(event.message, language)
        assert match.result is not None and ssa.say(match.result.message, "es")
    assert len(kinds) > 20


def test_the_rules_are_told_in_both_languages(ssa: TheSSAbyss) -> None:
    assert len(ssa.rules) == 387
    for rule in ssa.rules:
        for words in (rule.title, rule.text, *filter(None, (rule.ruling, rule.example))):
            assert words["en"] and words["es"]


def test_a_fight_says_its_shift_only_where_there_is_one(ssa: TheSSAbyss) -> None:
    data = {"hex": "0511", "attack": 14, "defence": 7, "column": "+7/+8", "die": 4, "modifier": 0, "result": "d1"}
    plain = ssa.say(Message("event.fought", {**data, "shift": 0}), "es")
    assert "desplazamiento" not in plain and "+0" not in plain
    assert "desplazamiento +1, columna" in ssa.say(Message("event.fought", {**data, "shift": 1}), "es")


@pytest.mark.rule("ssa", "8.5a", "15.0e")
def test_the_ss_combat_phase_explains_itself(sa: Situation) -> None:
    place = {"1SS-1": "2115", "236-509": "2116"}
    regular, again = sa("axis.combat", place), sa("axis.ss_combat", place)
    whys = [stavka.game("ssa").words.templates["en"][f"why.{offered(match).as_data()['why']}"]
            for match in (regular, again)]
    assert "air units" in whys[0] and "without air units" in whys[1] and "SS" in offered(again).prompt
