"""Finished games: for every level of victory of both scenarios, one that replays choice by choice and roll by roll."""

from __future__ import annotations

import pytest

import stavka
from stavka.games.ssa.plan import LEVELS, side_of_level
from tests.ssa.record_games import GAMES, RECORDINGS, Recording


@pytest.mark.parametrize("recording", RECORDINGS, ids=lambda recording: recording.name)
def test_a_finished_game_replays_to_its_end(recording: Recording) -> None:
    match = stavka.open(GAMES / f"{recording.name}.stavka")
    assert match.offer is None and match.scenario == recording.scenario
    assert match.turn == {"k3": 9, "sa": 13}[recording.scenario]
    assert match.result is not None and match.result.winner == side_of_level(recording.level)
    assert match.result.message.key == f"result.{recording.level}"
    assert match.ask("victory")["level"] == recording.level


def test_every_level_of_both_scenarios_has_a_game() -> None:
    assert {(recording.scenario, recording.level) for recording in RECORDINGS} == {
        (scenario, level) for scenario in ("k3", "sa") for level in LEVELS}


def test_the_dice_of_a_finished_game_can_be_checked() -> None:
    text = (GAMES / "k3_draw.stavka").read_text(encoding="utf-8")
    assert "follow from the committed key" in stavka.verify(text, stavka.game("ssa"), "k3_draw")
