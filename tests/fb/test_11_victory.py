"""Chapter 11: victory."""

from __future__ import annotations

from typing import Any

import pytest

import stavka
from tests.playing import Situation, play


def victory_hexes(fb: stavka.Game[Any]) -> list[str]:
    """All victory hexes."""
    return fb.board.numbers(fb.board.area("victory"))


@pytest.mark.rule("fb", "11.1")
def test_every_victory_hex_in_soviet_hands_is_marked_and_is_a_point(fb: stavka.Game[Any], situation: Situation) -> None:
    hexes = victory_hexes(fb)
    assert len(hexes) == 30
    match = situation("german.supply", {}, control={"soviet": [*hexes[:3], "1333"]})
    assert match.ask("victory")["soviet"] == 3
    markers = [place for place, kinds in match.view("german")["marks"].items() if "victory" in kinds]
    assert markers == match.view("german")["points"]["held"] == hexes[:3]


@pytest.mark.rule("fb", "11.1", "SC.H2", "SC.F5", "10.1.4")
@pytest.mark.parametrize(("scenario", "declared", "needed"), [
    ("historical", False, 21), ("historical", True, 26), ("free", False, 16), ("free", True, 21),
])
def test_who_wins_at_the_end_of_the_last_turn(
        fb: stavka.Game[Any], situation: Situation, scenario: str, declared: bool, needed: int) -> None:
    for points, winner in ((needed, "soviet"), (needed - 1, "german")):
        match = situation("german.supply", {}, turn=20, scenario=scenario, declared=declared,
                          control={"soviet": victory_hexes(fb)[:points]})
        assert match.ask("victory") == {"soviet": points, "needed": needed}
        play(match, "do:end_phase")
        assert match.result is not None and match.result.winner == winner and match.result.scores == {"soviet": points}
        assert match.result.rule == "11.1" and str(needed) in match.result.reason


@pytest.mark.rule("fb", "11.1")
def test_nothing_is_decided_before_the_last_turn(fb: stavka.Game[Any], situation: Situation) -> None:
    match = situation("german.supply", {}, turn=19, control={"soviet": victory_hexes(fb)})
    play(match, "do:end_phase")
    assert match.result is None
