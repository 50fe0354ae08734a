"""Finished games: for every way a scenario can end, one that replays choice by choice and roll by roll."""

from __future__ import annotations

import pytest

import stavka
from tests.u43.record_games import GAMES, RECORDINGS, Recording

ENDINGS = {
    "campaign": {("soviet", "30.1"), ("german", "30.1"), ("soviet", "31.7"), ("german", "31.7")},
    "opening": {("soviet", "30.1"), ("german", "30.1"), ("soviet", "32.1"), ("german", "32.1")},
    "september": {("soviet", "30.1"), ("german", "30.1"), ("soviet", "33.2"), ("german", "33.2")},
    "october": {("soviet", "34.2"), ("german", "34.2")},
}


@pytest.mark.parametrize("recording", RECORDINGS, ids=lambda recording: recording.name)
def test_a_finished_game_replays_to_its_end(recording: Recording) -> None:
    match = stavka.open(GAMES / f"{recording.name}.stavka")
    assert match.offer is None and match.scenario == recording.scenario
    assert match.result is not None
    assert (match.result.winner, match.result.rule) == (recording.winner, recording.rule)
    score = match.ask("victory")
    points, mark = score["soviet"], score["mark"]
    if recording.rule == "30.1":
        assert points >= mark + score["margin"] if recording.winner == "soviet" else points <= mark - score["margin"]
    else:
        assert match.turn == score["last_turn"]
        assert (points >= score["needed"]) == (recording.winner == "soviet")


def test_every_way_to_end_has_a_game() -> None:
    for scenario, endings in ENDINGS.items():
        assert {(recording.winner, recording.rule) for recording in RECORDINGS
                if recording.scenario == scenario} == endings


def test_the_dice_of_a_finished_game_can_be_checked() -> None:
    text = (GAMES / "campaign_soviets_ahead.stavka").read_text(encoding="utf-8")
    assert "follow from the committed key" in stavka.verify(text, stavka.game("u43"), "campaign_soviets_ahead")
