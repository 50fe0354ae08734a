"""Chapter 6: the supply of the fortress."""

from __future__ import annotations

import pytest

from tests.playing import Situation, offered, only, play, refused, track, where

from .helpers import assault, north

NO_AIRFIELD = {"soviet": ["2027"]}


@pytest.mark.rule("fb", "6.1")
def test_the_level_is_shown_by_a_marker_for_tens_and_one_for_units(situation: Situation) -> None:
    match = situation("german.strategic", {}, supply=13)
    assert match.view("german")["tracks"]["supply"] == {"value": 13, "x10": 1, "x1": 3}


@pytest.mark.rule("fb", "6.1")
def test_what_costs_more_than_there_is_cannot_be_done_and_the_track_ends_at_99(situation: Situation) -> None:
    poor = situation("german.strategic", {"de-hanf-1": "box.worn_out"}, supply=2)
    assert refused(poor, "unit:de-hanf-1") == "6.4"
    rich = situation("german.supply", {}, supply=99, dice=[6])
    play(rich, "do:end_phase")
    assert track(rich, "supply") == 99


@pytest.mark.rule("fb", "6.2a", "8.3.3", "9.5d")
def test_artillery_fire_costs_a_level_for_every_plus_one(situation: Situation) -> None:
    for levels in (1, 2, 3):
        match = situation("german.assault", {"de-hanf-1": "1330", "su-372-218": "1331"}, supply=5, dice=[2])
        fought = only(assault(match, "su-372-218", "de-hanf-1", button=f"supply.{levels}"), "fought")
        assert track(match, "supply") == 5 - levels
        assert fought["modifier"] == 1 + levels


@pytest.mark.rule("fb", "6.2b")
def test_support_of_the_northern_front_costs_a_level_each_time(situation: Situation) -> None:
    match = situation("events", north(20, 2), turn=13, supply=2, dice=[1, 1])
    play(match, "do:declare")
    die = only(play(match, "do:supply.1"), "northern_die")
    assert (die["die"], die["bonus"], track(match, "supply")) == (1, 2, 1)


@pytest.mark.rule("fb", "6.3", "10.2")
def test_the_train_costs_two(situation: Situation) -> None:
    match = situation("german.strategic", {}, turn=9, supply=5)
    play(match, "do:train")
    assert track(match, "supply") == 3 and where(match, "de-poersel") == "2113"
    assert refused(situation("german.strategic", {}, turn=9, supply=1), "do:train") == "6.3"


@pytest.mark.rule("fb", "6.4", "7.2.5")
def test_every_refit_costs_three(situation: Situation) -> None:
    worn = {"de-hanf-1": "box.worn_out", "de-hanf-2": "box.worn_out", "de-hanf-3": "box.worn_out"}
    match = situation("german.strategic", worn, supply=7)
    play(match, "unit:de-hanf-1", "unit:de-hanf-2")
    assert track(match, "supply") == 1
    assert where(match, "de-hanf-1") == where(match, "de-hanf-2") == "box.reserve"
    assert refused(match, "unit:de-hanf-3") == "6.4"


@pytest.mark.rule("fb", "6.5", "10.3.2")
def test_an_airstrip_marker_costs_four_before_the_supply_roll(situation: Situation) -> None:
    match = situation("german.supply", {}, supply=4, dice=[2], control=NO_AIRFIELD)
    play(match, "hex:1414")
    assert track(match, "supply") == 0 + 1
    poor = situation("german.supply", {}, supply=3)
    assert not offered(poor).hexes and refused(poor, "hex:1414") == "6.5"


@pytest.mark.rule("fb", "6.6a")
@pytest.mark.parametrize(("die", "gain"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_the_supply_roll_is_halved_and_rounded_up(situation: Situation, die: int, gain: int) -> None:
    match = situation("german.supply", {}, supply=0, dice=[die], control=NO_AIRFIELD)
    play(match, "do:end_phase")
    assert track(match, "supply") == gain


@pytest.mark.rule("fb", "6.6b")
def test_three_more_with_the_airfield(situation: Situation) -> None:
    match = situation("german.supply", {}, supply=0, dice=[2])
    roll = only(play(match, "do:end_phase"), "supply_roll")
    assert (roll["bonus"], roll["gain"]) == (3, 3)
    lost = situation("german.supply", {"su-372-218": "2027"}, supply=0, dice=[2])
    assert only(play(lost, "do:end_phase"), "supply_roll")["bonus"] == 0


@pytest.mark.rule("fb", "6.6c", "10.3.5")
def test_two_more_with_a_complete_airstrip_in_german_hands(situation: Situation) -> None:
    strip = ["1414", "1415", "1515"]
    for hexes, control, bonus in (
        (strip, NO_AIRFIELD, 2),
        (strip[:2], NO_AIRFIELD, 0),
        (strip, {"soviet": ["2027", "1415"]}, 0),
    ):
        match = situation("german.supply", {}, supply=0, dice=[2], airstrip=hexes, control=control)
        assert only(play(match, "do:end_phase"), "supply_roll")["bonus"] == bonus


@pytest.mark.rule("fb", "6.6d")
@pytest.mark.parametrize(("turn", "bonus"), [(1, 1), (2, 1), (3, 1), (4, 0)])
def test_one_more_on_the_first_three_turns(situation: Situation, turn: int, bonus: int) -> None:
    match = situation("german.supply", {}, turn=turn, supply=0, dice=[2], control=NO_AIRFIELD)
    assert only(play(match, "do:end_phase"), "supply_roll")["bonus"] == bonus


def test_the_bonuses_add_up(situation: Situation) -> None:
    match = situation("german.supply", {}, turn=1, supply=0, dice=[2], airstrip=["1414", "1415", "1515"])
    assert only(play(match, "do:end_phase"), "supply_roll") == {"die": 2, "bonus": 6, "gain": 4}
