"""``stavka lab check``: what it finds in games that break their contract, and that ours keep it."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import stavka
from stavka.lab import check, fuzz

MANY = 400
"""So many choices are looked at closely; whole games are played in test_fuzz.py."""


def test_the_game_keeps_its_contract(game: stavka.Game[Any]) -> None:
    assert check.check(game, 1, seed=4, most=MANY).flaws == []


def test_a_deleted_refusal_is_found(dagc: stavka.Game[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(dagc.words.templates["es"], "refused.moved")
    monkeypatch.delitem(dagc.words.templates["en"], "event.fought")
    assert list(check.missing_words(dagc)) == [
        "words.en.toml: there are no words for 'event.fought'", "words.es.toml: there are no words for 'refused.moved'"]


def test_a_phase_without_a_name_is_found(dagc: stavka.Game[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(dagc.words.templates["en"], "phase.soviet.movement")
    assert list(check.missing_names(dagc)) == ["words.en.toml: [phase] has no 'soviet.movement'"]


def not_plain(*_: Any, **__: Any) -> Any:
    return {"unit": object()}


def beyond_the_end(*_: Any, **__: Any) -> Any:
    return stavka.game("dagc").counters.ids[9999]


def without_words(*_: Any, **__: Any) -> Any:
    raise stavka.game("dagc").illegal("refused.nobody_wrote_this")


def by_no_rule(*_: Any, **__: Any) -> Any:
    raise stavka.game("dagc").illegal("refused.over", "99.9")


@pytest.mark.parametrize(("answer", "complaint"), [
    (not_plain, "TypeError"), (beyond_the_end, "IndexError"), (without_words, "KeyError"), (by_no_rule, "no rule")])
def test_bad_answers_are_found(dagc: stavka.Game[Any], monkeypatch: pytest.MonkeyPatch,
                               answer: Callable[..., Any], complaint: str) -> None:
    monkeypatch.setattr(type(dagc), "questions", {"odd": answer})
    assert complaint in check.play(dagc, 1, fuzz.Told())[0]


def test_random_play_asks_every_question_and_is_refused_in_many_ways(dagc: stavka.Game[Any]) -> None:
    told = fuzz.Told()
    assert check.play(dagc, 2, told, MANY) == []
    assert told.answers >= {"reach", "hex", "unit", "zoc", "supply", "victory"} and len(told.refusals) > 8
    notes = list(check.never_told(dagc, fuzz.Told()))
    assert "ask('reach') was never answered" in notes and "refused.moved was never given" in notes


def test_an_answer_that_changes_the_position_is_found(dagc: stavka.Game[Any],
                                                      monkeypatch: pytest.MonkeyPatch) -> None:
    match = dagc.start(seed=1)
    monkeypatch.setattr(match, "ask", lambda *_, **__: match.position.put(0, match.position.where[1]))
    with pytest.raises(fuzz.Flaw, match="changed the position"):
        fuzz.ask_about(match, random.Random(1))


def test_shared_tests_are_named() -> None:
    named = check.shared_tests(Path(__file__).parents[1])
    assert "tests/lab/test_check.py::test_the_game_keeps_its_contract" in named
    assert not any("test_a_deleted_refusal" in name for name in named)
