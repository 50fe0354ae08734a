"""Finished games: for every way a game can end, one that replays choice by choice and roll by roll."""

from __future__ import annotations

import pytest

import stavka

from .record_games import GAMES, RECORDINGS, Recording


@pytest.mark.parametrize("recording", RECORDINGS, ids=lambda recording: recording.name)
def test_a_finished_game_replays_to_its_end(recording: Recording) -> None:
    match = stavka.open(GAMES / f"{recording.name}.stavka")
    assert match.offer is None and match.result is not None
    assert (match.result.winner, match.result.message.rules) == (recording.winner, recording.rules)
    occupied = any(unit is not None and not unit.startswith(("G-", "S-"))
                   for unit in match.view("1bf")["stacks"].get("3513", ()))
    assert occupied == ("4.3-V-A" in recording.rules or recording.name == "no_glory_for_anybody")
    assert match.turn == 10 or occupied


def test_every_way_to_end_has_a_game() -> None:
    endings = {(recording.winner, recording.rules) for recording in RECORDINGS}
    assert endings == {("1bf", ("21.4", "4.3-V-A")), ("1uf", ("21.4", "4.3-V-A")), ("1bf", ("21.4", "4.3-V-B")),
                       ("german", ("21.5",))}
    results = [stavka.open(GAMES / f"{recording.name}.stavka").result for recording in RECORDINGS]
    reasons = {result.message.key for result in results if result is not None}
    assert reasons == {"result.points", "result.reichstag_holds", "result.no_glory"}


def test_the_dice_and_draws_of_a_finished_game_can_be_checked() -> None:
    name = "first_ukrainian_storms_the_reichstag"
    text = (GAMES / f"{name}.stavka").read_text(encoding="utf-8")
    assert "follow from the committed key" in stavka.verify(text, stavka.game("rttr"), name)
