"""34.6: who moves north of the Lyutezh line before turn 19."""

from __future__ import annotations

from typing import Any

import pytest

import stavka
from tests.playing import Situation, end_until, offered, played, reach, refused

INFANTRY, ANOTHER, OUTSIDE = "G-68", "G-75", "G-82"
DEEP, ON_THE_LINE, SOUTH = "0907", "0913", "0914"
"""A hex six hexes north of the line, the last hex north of it, and the first one south."""


@pytest.mark.rule("u43", "34.6.c")
def test_germans_north_of_the_line_move_about_and_leave(situation: Situation) -> None:
    match = situation("german.movement", {INFANTRY: DEEP, ANOTHER: ON_THE_LINE}, scenario="october", turn=16)
    assert "0908" in reach(match, INFANTRY)
    assert SOUTH in reach(match, ANOTHER) and "0912" in reach(match, ANOTHER)


@pytest.mark.rule("u43", "34.6.c")
def test_no_german_comes_in_from_the_south(situation: Situation) -> None:
    match = situation("german.movement", {OUTSIDE: SOUTH}, scenario="october", turn=16)
    assert not {ON_THE_LINE, "0912"} & reach(match, OUTSIDE).keys()
    assert refused(played(match, f"unit:{OUTSIDE}"), f"hex:{ON_THE_LINE}") == "34.6.c"


@pytest.mark.rule("u43", "34.6.b")
def test_two_divisions_do_not_meet_north_of_the_line(situation: Situation) -> None:
    match = situation("german.movement", {INFANTRY: DEEP, ANOTHER: "0908"}, scenario="october", turn=16)
    played(match, f"unit:{INFANTRY}")
    assert "0908" not in offered(match).hexes and refused(match, "hex:0908") == "34.6.b"


@pytest.mark.rule("u43", "34.6.b", "34.6.c")
def test_the_limits_end_with_turn_19(situation: Situation) -> None:
    match = situation("german.movement", {INFANTRY: "0912", OUTSIDE: SOUTH}, scenario="october", turn=19)
    assert {ON_THE_LINE, "0912"} <= reach(match, OUTSIDE).keys()


@pytest.mark.rule("u43", "34.8.c", "12.1", "12.2.b")
def test_what_is_bound_to_the_4th_panzer_army_does_not_advance_out_of_its_sector(u43: stavka.Game[Any]) -> None:
    for turn, bound in ((15, True), (16, False)):
        match = u43.situation({
            "scenario": "october", "turn": turn, "step": "soviet.initial_supply", "dice": [6] * 40, "weather": "clear",
            "place": {"G-Tiger": "1615", "G-8Pz": "1615", "S-R-95+97G": "1813", "S-Sap-6": "1714"}})
        end_until(match, "german.combat1")
        played(match, "hex:1714", "unit:G-8Pz", "unit:G-Tiger", "do:roll")
        assert offered(match).task == "advance" and "unit:G-8Pz" in offered(match)
        if bound:
            assert refused(match, "unit:G-Tiger") == "34.8.c"
        else:
            assert "unit:G-Tiger" in offered(match)


@pytest.mark.rule("u43", "34.6.a", "34.6.b", "34.6.c")
def test_trains_reinforcements_and_river_assaults_are_refused_by_the_same_rules(situation: Situation) -> None:
    october = {"scenario": "october", "turn": 16}
    train = situation("german.movement", {OUTSIDE: SOUTH}, control={"german": "all"}, **october)
    assert refused(played(train, f"unit:{OUTSIDE}", "do:rail"), f"hex:{ON_THE_LINE}") == "34.6.c"
    within = situation("german.movement", {INFANTRY: ON_THE_LINE, ANOTHER: "1013"}, **october)
    assert refused(played(within, f"unit:{INFANTRY}", "do:rail"), "hex:1013") == "34.6.b"
    entering = situation("german.movement", {OUTSIDE: SOUTH}, control={"german": "all"}, **october)
    assert refused(played(entering, "unit:G-384"), "hex:0106") == "34.6.c"
    for side, unit, hex, rule in (("soviet", "S-R-167+232", "1308", "34.6.b"), ("german", INFANTRY, "1209", "34.6.a")):
        bank = situation(f"{side}.movement", {unit: hex}, **october)
        assert refused(played(bank, f"unit:{unit}"), "do:river_assault") == rule
