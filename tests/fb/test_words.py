"""Everything the game says, in both languages."""

from __future__ import annotations

import ast
import random
from pathlib import Path
from typing import Any

import stavka
from stavka.kit.data import Folder
from stavka.kit.words import Message, flatten, placeholders
from tests.fb.record_games import anything
from tests.playing import offered

PACKAGE = Path(stavka.__file__).parent / "games" / "fb"


def templates(language: str) -> dict[str, str]:
    """The game's own words."""
    return flatten(Folder(PACKAGE / "data").read(f"words.{language}.toml"))


def test_both_languages_have_the_same_keys_and_arguments() -> None:
    english, spanish = templates("en"), templates("es")
    assert list(english) == list(spanish)
    for key, text in english.items():
        assert text and spanish[key]
        assert placeholders(text) == placeholders(spanish[key]), key


def keys_in_code() -> set[str]:
    """Every message key that stands in the code."""
    keys = set()
    for path in PACKAGE.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                head, dot, tail = node.value.partition(".")
                if dot and tail.replace("_", "").isalnum() and head in (
                        "prompt", "refused", "odds", "cost", "supply", "result"):
                    keys.add(node.value)
    return keys


def test_every_message_of_the_code_has_words_and_no_words_are_unused(fb: stavka.Game[Any]) -> None:
    used = keys_in_code()
    assert not [key for key in used if not fb.words.has(key) and key not in fb.buttons]
    own = {key for key in templates("en") if key.split(".")[0] in ("prompt", "refused", "odds", "cost", "result")}
    of_the_kit = set(flatten(Folder(PACKAGE.parents[1] / "words").read("words.en.toml")))  # said in its own way here
    assert not own - used - of_the_kit - {"prompt.po2", "prompt.antifascists"}


def test_buttons_phases_and_kinds_have_names(fb: stavka.Game[Any]) -> None:
    for language in ("en", "es"):
        for button in fb.buttons:
            assert fb.words.name("button", button, language)
        for phase in ("setup", *(phase.key for phase in fb.sequence)):
            assert fb.words.name("phase", phase, language)
        for counter in fb.counters:
            assert fb.say(Message(f"kind.{counter.kind}"), language) and counter.name[language]


def test_every_offer_and_event_of_whole_games_can_be_said(fb: stavka.Game[Any]) -> None:
    kinds: set[str] = set()
    for scenario, seed in (("historical", 31), ("free", 32)):
        match = fb.start(scenario, seed=seed)
        chance = random.Random(seed)
        while match.offer is not None:
            for language in ("en", "es"):
                assert offered(match).say(language)
            assert offered(match).rules and set(offered(match).rules) <= fb.rule_numbers
            match.choose(anything(match, chance))
        for event in match.log:
            kinds.add(event.kind)
            assert set(event.rules) <= fb.rule_numbers, event
            assert event.rules or event.kind == "phase"
            for language in ("en", "es"):
                assert fb.say(event.message, language)
        assert match.result is not None and fb.say(match.result.message, "es")
    said = {key.removeprefix("event.") for key in fb.words.templates["en"] if key.startswith("event.")}
    assert said >= kinds


def test_every_rule_cited_in_the_code_exists(fb: stavka.Game[Any]) -> None:
    cited = set()
    for path in PACKAGE.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                text = node.value
                if text[:1].isdigit() and "." in text and len(text) < 9 and " " not in text:
                    cited.add(text)
    assert len(cited) > 60 and cited <= fb.rule_numbers, cited - fb.rule_numbers


def test_the_rules_are_told_in_both_languages(fb: stavka.Game[Any]) -> None:
    assert len(fb.rules) == 176
    for rule in fb.rules:
        for words in (rule.title, rule.text, *filter(None, (rule.ruling, rule.example))):
            assert words["en"] and words["es"]
