"""Finished games: for every way a game can end, one that replays choice by choice and roll by roll."""

from __future__ import annotations

import pytest

import stavka
from tests.fb.record_games import GAMES, RECORDINGS, Recording


@pytest.mark.parametrize("recording", RECORDINGS, ids=lambda recording: recording.name)
def test_a_finished_game_replays_to_its_end(recording: Recording) -> None:
    match = stavka.open(GAMES / f"{recording.name}.stavka")
    assert match.offer is None and match.turn == 20 and match.scenario == recording.scenario
    assert match.result is not None and match.result.winner == recording.winner
    assert match.position.state()["declared"] == recording.declared
    needed = match.ask("victory")["needed"]
    assert (match.result.scores["soviet"] >= needed) == (recording.winner == "soviet")
    assert match.result.message.rules == (("11.1", "10.1.4") if recording.declared else ("11.1",))


def test_every_way_to_end_has_a_game() -> None:
    assert {(recording.winner, recording.declared) for recording in RECORDINGS} == {
        ("soviet", False), ("soviet", True), ("german", False), ("german", True)}
    assert {recording.scenario for recording in RECORDINGS} == {"historical", "free"}


def test_the_dice_of_a_finished_game_can_be_checked() -> None:
    text = (GAMES / "german_victory.stavka").read_text(encoding="utf-8")
    assert "follow from the committed key" in stavka.verify(text, stavka.game("fb"), "german_victory")
