"""Chapters 28 and 29: the dam of Zaporozhye and the flood; variable defence strength."""

from __future__ import annotations

from typing import Any

import pytest

import stavka
from tests.playing import (
    Situation,
    end_until,
    event,
    happened,
    move,
    offered,
    played,
    reach,
    refused,
    supplied,
    track,
    where,
)

from .helpers_late import CENTRE, GUARDS, INFANTRY, NORTH, RIFLES, marks, points, task, with_flag

RIFLE, GERMAN, GUNS = RIFLES[0], INFANTRY[0], "S-Art-3"
DAM = "3728"
INTACT, CAPTURED, DESTROYED = 0, 1, 2

# -- 28.1 Points ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("u43", "28.1.a")
def test_two_points_for_a_dam_destroyed_and_four_for_one_taken(situation: Situation) -> None:
    for state, value in (("intact", 0), ("destroyed", 2), ("captured", 4)):
        match = situation("soviet.movement", {RIFLE: CENTRE}, dam=state)
        assert points(match)["dam"] == value
    town = situation("soviet.movement", {RIFLE: DAM}, dam="captured", control={"soviet": "all"})
    assert (points(town)["dam"], "3728" in town.view("soviet")["points"]["held"]) == (4, True)  # besides the town


@pytest.mark.rule("u43", "28.1.b")
def test_soviet_artillery_beside_the_town_may_destroy_it(situation: Situation) -> None:
    for flags in ((), ("depleted",)):
        match = situation("soviet.final", {GUNS: with_flag("3829", *flags), RIFLE: "3829", GERMAN: DAM})
        assert task(match) == "dam"
        match.choose("do:destroy")
        assert track(match, "dam") == DESTROYED and points(match)["dam"] == 2
    far = situation("soviet.final", {GUNS: "3929", RIFLE: "3829", GERMAN: DAM})
    assert far.phase != "soviet.final"  # two hexes away
    infantry = situation("soviet.final", {RIFLE: "3829", GERMAN: DAM})
    assert infantry.phase != "soviet.final"
    spared = situation("soviet.final", {GUNS: "3829", RIFLE: "3829", GERMAN: DAM})
    spared.choose("do:done")
    assert track(spared, "dam") == INTACT


@pytest.mark.rule("u43", "28.1.b")
def test_the_germans_destroy_it_while_they_control_the_town(situation: Situation) -> None:
    match = situation("german.final", {GERMAN: "0540"})  # nobody is needed there
    match.choose("do:destroy")
    assert track(match, "dam") == DESTROYED
    lost = situation("german.final", {GERMAN: "3828", RIFLE: DAM}, dam="captured")
    assert not happened(lost, "dam_destroyed") and (lost.offer is None or task(lost) != "dam")


@pytest.mark.rule("u43", "28.1.b")
def test_whoever_enters_first_takes_it_intact_and_the_extra_points_can_be_lost(situation: Situation) -> None:
    match = situation("soviet.movement", {RIFLE: "3829"})
    move(match, RIFLE, DAM)
    assert track(match, "dam") == CAPTURED and points(match)["dam"] == 4
    retaken = situation("german.final", {GERMAN: DAM}, dam="captured")
    retaken.choose("do:destroy")
    assert points(retaken)["dam"] == 2
    ruin = situation("soviet.movement", {RIFLE: "3829"}, dam="destroyed")
    move(ruin, RIFLE, DAM)
    assert points(ruin)["dam"] == 2


# -- 28.2 The flood ------------------------------------------------------------------------------------------------


@pytest.mark.rule("u43", "28.2.a", "28.2.c")
def test_broken_by_the_soviets_the_water_falls_in_the_same_turn(situation: Situation) -> None:
    match = situation("soviet.final", {GUNS: "3829", RIFLE: "3829", GERMAN: "3332"})
    match.choose("do:destroy")
    assert "3331" in marks(match, "flood") and DAM not in marks(match, "dam")
    end_until(match, "german.movement")
    match.choose(f"unit:{GERMAN}")
    assert refused(match, "hex:3331") == "28.2.a"
    end_until(match, "soviet.movement", 4)
    assert not marks(match, "flood") and happened(match, "flood_ends")


@pytest.mark.rule("u43", "28.2.b", "28.2.c")
def test_broken_by_the_germans_it_stands_until_the_end_of_the_next_turn(situation: Situation) -> None:
    match = situation("german.final", {GERMAN: "0540", RIFLE: "3332"}, turn=5, control={"soviet": ["3332"]})
    match.choose("do:destroy")
    end_until(match, "soviet.movement", 6)
    match.choose(f"unit:{RIFLE}")
    assert refused(match, "hex:3331") == "28.2.a"
    end_until(match, "german.movement", 6)
    assert marks(match, "flood")
    end_until(match, "soviet.movement", 7)
    assert not marks(match, "flood")


@pytest.mark.rule("u43", "28.2.d")
def test_whoever_stands_in_the_marshes_below_is_lost(situation: Situation) -> None:
    place = {GERMAN: "3331", INFANTRY[1]: "3332", RIFLE: "2736", RIFLES[1]: "1307"}
    match = situation("german.final", place)
    match.choose("do:destroy")
    assert where(match, GERMAN) == "dead.german" and where(match, RIFLE) == "dead.soviet"
    assert where(match, INFANTRY[1]) == "3332" and where(match, RIFLES[1]) == "1307"  # no marsh; another river


@pytest.mark.rule("u43", "28.2.e")
def test_nothing_moves_or_fights_across_the_river_below_the_dam(situation: Situation) -> None:
    flood = {"dam": "destroyed", "flood_until": 4}
    bridge = situation("soviet.movement", {RIFLE: "2936"}, **flood)
    bridge.choose(f"unit:{RIFLE}")
    assert refused(bridge, "hex:2836") == "28.2.e"
    attack = situation("soviet.combat1", {RIFLE: "2936", GERMAN: "2836"}, river_assaults=["2836/2936"], **flood)
    assert refused(attack, "hex:2836") == "28.2.e"
    above = situation("soviet.movement", {RIFLE: DAM}, **flood)
    assert "3628" in reach(above, RIFLE)  # Zaporozhye lies above the dam
    dry = situation("soviet.movement", {RIFLE: "2936"})
    assert "2836" in reach(dry, RIFLE)


@pytest.mark.rule("u43", "28.2.e")
def test_the_flood_stops_no_supply_line(situation: Situation) -> None:
    flood = {"dam": "destroyed", "flood_until": 4}
    only = {"soviet": "all", "german": ["3042"]}
    match = situation("german.movement", {GERMAN: "2835"}, control=only, **flood)
    assert supplied(match, GERMAN)  # over the bridge of Berislav: neither movement nor combat


# -- 29 Variable defence strength ----------------------------------------------------------------------------------


@pytest.mark.rule("u43", "29")
@pytest.mark.parametrize(("die", "change"), [(1, -1), (3, 0), (6, 2)])
def test_the_defender_rolls_for_his_strength(situation: Situation, die: int, change: int) -> None:
    place = {**dict.fromkeys(GUARDS[:2], CENTRE), GERMAN: NORTH}
    match = situation("soviet.combat1", place, options={"variable_defence": True}, dice=[die, 3])
    played(match, f"hex:{NORTH}", *(f"unit:{unit}" for unit in GUARDS[:2]), "do:roll")
    assert event(match, "variable_defence")["change"] == change
    assert event(match, "fought")["defence"] == 7 + change
    assert event(match, "fought")["dice"] == [3]


@pytest.mark.rule("u43", "29")
def test_each_side_has_its_column_and_the_weak_do_not_roll(situation: Situation) -> None:
    germans = situation("german.combat1", {"G-11Pz": CENTRE, RIFLE: NORTH}, options={"variable_defence": True},
                        dice=[1, 3])
    played(germans, f"hex:{NORTH}", "unit:G-11Pz", "do:roll")
    assert event(germans, "fought")["defence"] == 5 - 2
    weak = situation("soviet.combat1", {RIFLE: CENTRE, "G-PzC-III": NORTH}, options={"variable_defence": True},
                     dice=[3])
    played(weak, f"hex:{NORTH}", f"unit:{RIFLE}", "do:roll")
    assert not happened(weak, "variable_defence") and event(weak, "fought")["defence"] == 2
    plain = situation("soviet.combat1", {RIFLE: CENTRE, GERMAN: NORTH}, dice=[3])
    played(plain, f"hex:{NORTH}", f"unit:{RIFLE}", "do:roll")
    assert not happened(plain, "variable_defence")


# The railway from Zaporozhye to Melitopol runs through the marshes below the dam (3730, 3731).


@pytest.mark.rule("u43", "28.2.a", "28.2.b", "4.6.a")
def test_no_train_goes_through_the_flood(situation: Situation) -> None:
    def trains(**flood: Any) -> stavka.Match:
        match = situation("german.movement", {GERMAN: "3729"}, turn=12, control={"german": "all"}, **flood)
        return played(match, f"unit:{GERMAN}", "do:rail")

    assert {"3730", "3731", "3832"} <= set(offered(trains()).hexes)
    flooded = trains(dam="destroyed", flood_until=13)
    assert not {"3730", "3731"} & set(offered(flooded).hexes) and refused(flooded, "hex:3730") == "28.2.a"
