"""Chapter 9: what modifies combat."""

from __future__ import annotations

import pytest

from tests.playing import Situation, event, face, happened, lines, odds, offered, played, refused, where

from .helpers import (
    CENTRE,
    FIRST,
    GERMAN_FIRST,
    GUARDS,
    NORTH,
    NORTHEAST,
    NORTHWEST,
    RIFLES,
    SOUTH,
    SOUTHEAST,
    battle,
    die,
    fight,
    finish,
    unsupplied,
)

TANKS = "S-10TC"


@pytest.mark.rule("u43", "8.3.1", "9.4")
def test_an_attack_without_any_strength_left_is_repulsed(situation: Situation) -> None:
    match = situation(GERMAN_FIRST, {"G-Turk": "4033", "S-TS-86": "4034"})  # across a river: 1 - 1 against 1
    answer = odds(match, "4034", "G-Turk")
    assert (answer["attack"], answer["defence"], answer["results"]) == (0, 1, {"AR": 1.0})


@pytest.mark.rule("u43", "9.1.a")
def test_terrain_adds_to_the_defence_once_a_stack(situation: Situation) -> None:
    """A 4-7-4 in a hill hex defends with 9, two of them with 16."""
    one = situation(FIRST, {RIFLES[0]: "4632", "G-68": "4633"})
    assert odds(one, "4633", RIFLES[0])["defence"] == 9
    two = situation(FIRST, {RIFLES[0]: "4632", "G-68": "4633", "G-75": "4633"})
    assert odds(two, "4633", RIFLES[0])["defence"] == 16
    village = situation(FIRST, {RIFLES[0]: "1616", "G-68": "1715"})
    assert lines(odds(village, "1715", RIFLES[0]), "defenders") == {"8.1.c": 7, "9.1.a": 1}
    both = situation(FIRST, {RIFLES[0]: "1615", "G-68": "1714"})
    assert odds(both, "1714", RIFLES[0])["defence"] == 10  # a village in hills
    town = situation(FIRST, {RIFLES[0]: "3817", "G-68": "3818"})
    assert odds(town, "3818", RIFLES[0])["defence"] == 10
    city = situation(FIRST, {RIFLES[0]: "5226", "G-68": "5227"})
    assert odds(city, "5227", RIFLES[0])["defence"] == 12
    woods = situation(FIRST, {RIFLES[0]: "0507", "G-68": "0508"})
    assert odds(woods, "0508", RIFLES[0])["defence"] == 9


@pytest.mark.rule("u43", "9.1.b")
def test_bonuses_are_capped_at_twice_the_printed_strength(situation: Situation) -> None:
    """A lone 2-1-5 tank brigade gains +2 at most."""
    match = situation(GERMAN_FIRST, {"G-68": "5226", "S-TS-86": "5227", "S-Air-2": {"hex": "5227", "flying": True}})
    answer = odds(match, "5227", "G-68")
    assert answer["defence"] == 3 and lines(answer, "defenders")["9.1.b"] == 2 - 5 - 3


@pytest.mark.rule("u43", "9.1.c", "23.3.a", "23.4.b")
def test_a_valid_headquarters_adds_two_outside_the_cap(situation: Situation) -> None:
    corps = situation(FIRST, {RIFLES[0]: CENTRE, "G-7Pz": NORTH, "G-PzC-III": NORTH})
    assert odds(corps, NORTH, RIFLES[0])["defence"] == 10
    invalid = situation(FIRST, {RIFLES[0]: CENTRE, "G-68": NORTH, "G-PzC-III": NORTH})
    assert odds(invalid, NORTH, RIFLES[0])["defence"] == 7
    army = situation(FIRST, {RIFLES[0]: CENTRE, "G-68": NORTH, "G-HQ-8A": NORTH})
    assert odds(army, NORTH, RIFLES[0])["defence"] == 7
    # Kharkov and an air unit would add ten to a printed four: eight is the most, and the corps comes on top.
    capped = situation(FIRST, {RIFLES[0]: "4312", "G-7Pz": {"hex": "4213", "reduced": True}, "G-PzC-III": "4213",
                               "G-Air-I": {"hex": "4213", "flying": True}})
    assert odds(capped, "4213", RIFLES[0])["defence"] == 4 + 8 + 2


@pytest.mark.rule("u43", "9.2", "9.14.b")
def test_halving_is_by_unit_and_rounds_up(situation: Situation) -> None:
    """Two units with attack 5 make 6."""
    place = {GUARDS[0]: unsupplied(CENTRE), GUARDS[1]: unsupplied(CENTRE), "G-68": NORTH}
    assert odds(situation(FIRST, place), NORTH, GUARDS[0], GUARDS[1])["attack"] == 6


@pytest.mark.rule("u43", "9.3", "19.2.a", "19.2.c")
def test_fortifications(situation: Situation) -> None:
    place = {TANKS: CENTRE, "S-4GCC": CENTRE, RIFLES[0]: NORTHEAST, "G-68": NORTH}
    match = situation(FIRST, place, forts=[NORTH])
    answer = odds(match, NORTH, TANKS, "S-4GCC", RIFLES[0])
    assert answer["attack"] == 4 + 2 + 4 and answer["defence"] == 10
    assert {line["by"][0]["rule"] for line in answer["attackers"] if "by" in line} == {"9.3"}
    building = situation(FIRST, place, building=[NORTH])
    assert odds(building, NORTH, TANKS)["attack"] == 7


@pytest.mark.rule("u43", "9.4")
def test_the_example_of_an_attack_across_a_river(situation: Situation) -> None:
    """Three Soviet units across a river against an infantry division on a hill: 10 to 9, 1-1."""
    # The river runs along 5425, a hill: rifles lose a point each, 4 - 1; the tank corps is halved, 7 to 4.
    match = situation(FIRST, {RIFLES[0]: "5524", RIFLES[1]: "5524", TANKS: "5525", "G-68": "5425"})
    answer = odds(match, "5425", RIFLES[0], RIFLES[1], TANKS)
    assert (answer["attack"], answer["defence"], answer["column"]) == (3 + 3 + 4, 7 + 2, "1-1")
    rider = situation(FIRST, {"S-4GCC": "5524", "G-68": "5425"})
    dry = situation(FIRST, {"S-4GCC": CENTRE, "G-68": NORTH})
    assert odds(rider, "5425", "S-4GCC")["attack"] == odds(dry, NORTH, "S-4GCC")["attack"] - 1  # cavalry too
    bridge = situation(FIRST, {TANKS: "4205", "G-68": "4206"})
    assert odds(bridge, "4206", TANKS)["attack"] == 4  # a bridge does not matter


@pytest.mark.rule("u43", "9.5")
def test_attacking_out_of_marsh(situation: Situation) -> None:
    out = situation(FIRST, {TANKS: "2014", RIFLES[0]: "2014", "G-68": "2013"})
    answer = odds(out, "2013", TANKS, RIFLES[0])
    assert answer["attack"] == 4 + 3
    into = situation(FIRST, {TANKS: "2013", "G-68": "2014"})
    assert odds(into, "2014", TANKS)["attack"] == 7 and odds(into, "2014", TANKS)["defence"] == 7


@pytest.mark.rule("u43", "9.6")
def test_wooded_marsh_adds_two(situation: Situation) -> None:
    match = situation(FIRST, {RIFLES[0]: "0802", "G-68": "0803"})
    assert odds(match, "0803", RIFLES[0])["defence"] == 9
    out = situation(FIRST, {RIFLES[0]: "0803", "G-68": "0802"})
    assert odds(out, "0802", RIFLES[0])["attack"] == 3


@pytest.mark.rule("u43", "9.7", "11.2.a")
def test_units_in_a_city_need_not_retreat_on_dr(situation: Situation) -> None:
    place = {"S-5GTC": "5226", "S-4GTC": "5226", "S-3GTC": "5327", "S-6GTC": "5327", "S-HQ-S": "5425", "G-97J": "5227"}
    units = ["S-5GTC", "S-4GTC", "S-3GTC", "S-6GTC"]
    match = situation(FIRST, place)
    assert odds(match, "5227", *units)["column"] == "2-1"
    match = battle(situation, FIRST, place, "5227", units, [4])
    assert event(match, "fought")["result"] == "DR"
    while offered(match).task == "loss":
        match.choose(offered(match).choices[0])
    assert offered(match).task == "city_holds" and offered(match).seat == "german"
    played(match, "do:stand")
    assert where(match, "G-97J") == "5227" and not match.view("german")["units"]["G-97J"].get("flags")
    forced = battle(situation, FIRST, place, "5227", units, [6])
    assert event(forced, "fought")["result"] == "DR1"
    finish(forced)
    assert where(forced, "G-97J") != "5227"


@pytest.mark.rule("u43", "9.8")
def test_the_tiger_battalion(situation: Situation) -> None:
    place = {"G-7Pz": CENTRE, "G-Tiger": CENTRE, RIFLES[0]: NORTH, RIFLES[1]: NORTH}
    match = situation(GERMAN_FIRST, place)
    answer = odds(match, NORTH, "G-7Pz", "G-Tiger")
    assert lines(answer, "shifts") == {"9.8": 1} and answer["column"] == "1.5-1"
    lost = battle(situation, GERMAN_FIRST, place, NORTH, ["G-7Pz", "G-Tiger"], [die(match, "1.5-1", "EX")])
    assert event(lost, "fought")["result"] == "EX"
    finish(lost)
    assert where(lost, "G-Tiger") == "turn.7" and face(lost, "G-7Pz") == 0


@pytest.mark.rule("u43", "9.9.a", "9.9.b")
def test_sappers(situation: Situation) -> None:
    place = {GUARDS[0]: CENTRE, GUARDS[1]: CENTRE, "S-Sap-6": CENTRE, "S-Sap-7": NORTHEAST, "G-68": NORTH,
             "G-75": SOUTH}
    match = situation(FIRST, place, forts=[NORTH], dice=[4])
    answer = odds(match, NORTH, GUARDS[0], GUARDS[1], "S-Sap-6", "S-Sap-7")
    assert lines(answer, "shifts") == {"9.9.a": 1}
    fight(match, NORTH, GUARDS[0], GUARDS[1], "S-Sap-6")
    finish(match)
    assert where(match, "S-Sap-6") == "dead.soviet"  # severe losses fall on it
    field = played(situation(FIRST, place), f"hex:{SOUTH}")
    assert refused(field, "unit:S-Sap-6") == "9.9.a"
    four = situation(FIRST, {**place, RIFLES[0]: NORTHWEST}, forts=[NORTH])
    assert odds(four, NORTH, GUARDS[0], GUARDS[1], "S-Sap-6", RIFLES[0])["attack"]  # three units: no command needed


@pytest.mark.rule("u43", "9.10.a")
def test_german_attacks_turn_exchanges_into_their_favour(situation: Situation) -> None:
    place = {"G-7Pz": CENTRE, "G-11Pz": CENTRE, RIFLES[0]: NORTH}
    match = battle(situation, GERMAN_FIRST, place, NORTH, ["G-7Pz", "G-11Pz"], [5])
    assert event(match, "fought")["column"] == "3-1" and event(match, "fought")["result"] == "DR1"
    allied = battle(situation, GERMAN_FIRST, {**place, "G-24R": CENTRE}, NORTH, ["G-7Pz", "G-11Pz", "G-24R"], [5])
    assert event(allied, "fought")["result"] == "DRX"
    double = {"G-7Pz": CENTRE, "G-11Pz": CENTRE, "G-2SS": CENTRE, RIFLES[0]: NORTH, RIFLES[1]: NORTH}
    secondary = battle(situation, GERMAN_FIRST, double, NORTH, ["G-7Pz", "G-11Pz", "G-2SS"], [4, 3])
    assert event(secondary, "fought")["losses"] == ["-/1"]


@pytest.mark.rule("u43", "9.10.b")
def test_soviets_roll_sixes_again_unless_half_are_guards(situation: Situation) -> None:
    place = {RIFLES[0]: CENTRE, RIFLES[1]: CENTRE, GUARDS[0]: NORTHEAST, GUARDS[1]: NORTHEAST, "G-68": NORTH}
    regular = battle(situation, FIRST, place, NORTH, [RIFLES[0], RIFLES[1]], [6, 3])
    assert event(regular, "reroll") == {"die": 6, "second": 3} and event(regular, "fought")["dice"] == [3]
    guards = battle(situation, FIRST, place, NORTH, [RIFLES[0], GUARDS[0]], [6])
    assert not happened(guards, "reroll") and event(guards, "fought")["dice"] == [6]
    allies = {**place, "G-1H": NORTH}
    del allies["G-68"]
    assert not happened(battle(situation, FIRST, allies, NORTH, [RIFLES[0]], [6]), "reroll")
    army = situation(FIRST, {"S-5GTA": CENTRE, "S-18TC": CENTRE, "S-TS-12G": CENTRE, "G-68": NORTH})
    assert odds(army, NORTH, "S-18TC", "S-TS-12G", "S-5GTA")["rerolls"] is False  # 2 of 4: the army counts as a step
    chances = odds(situation(FIRST, place), NORTH, RIFLES[0], RIFLES[1])["results"]
    assert abs(sum(chances.values()) - 1) < 1e-9


@pytest.mark.rule("u43", "9.11", "22.1", "22.2", "22.5.b")
def test_artillery_shifts(situation: Situation) -> None:
    place = {TANKS: CENTRE, "G-68": NORTH, "S-Art-13": SOUTH, "S-Art-17": CENTRE, "S-GArt-1": NORTHEAST,
             "S-GArt-2": NORTHEAST, "S-HQ-V": "5608"}
    match = situation(FIRST, place)

    def shift(*guns: str) -> int:
        return int(odds(match, NORTH, TANKS, guns=guns)["shift"])

    assert [shift("S-Art-13"), shift("S-GArt-1"), shift("S-Art-13", "S-GArt-1"), shift("S-GArt-1", "S-GArt-2")] == [
        1, 1, 2, 2]
    played(match, f"hex:{NORTH}", f"unit:{TANKS}", "unit:S-Art-13")
    assert refused(match, "unit:S-Art-17") == "22.2"


@pytest.mark.rule("u43", "9.12", "23.3.a")
def test_a_panzer_corps_gives_one_shift(situation: Situation) -> None:
    place = {"G-7Pz": CENTRE, "G-PzC-III": CENTRE, "G-PzC-XLVIII": CENTRE, RIFLES[0]: NORTH}
    answer = odds(situation(GERMAN_FIRST, place), NORTH, "G-7Pz", "G-PzC-III", "G-PzC-XLVIII")
    assert lines(answer, "shifts") == {"23.3.a": 1}
    infantry = {"G-68": CENTRE, "G-PzC-III": CENTRE, RIFLES[0]: NORTH}
    assert odds(situation(GERMAN_FIRST, infantry), NORTH, "G-68", "G-PzC-III")["shift"] == 0
    ss = {"G-7Pz": CENTRE, "G-PzC-SS": CENTRE, RIFLES[0]: NORTH}
    assert odds(situation(GERMAN_FIRST, ss), NORTH, "G-7Pz", "G-PzC-SS")["shift"] == 0
    ss = {"G-2SS": CENTRE, "G-PzC-SS": CENTRE, RIFLES[0]: NORTH}
    assert odds(situation(GERMAN_FIRST, ss), NORTH, "G-2SS", "G-PzC-SS")["shift"] == 1


@pytest.mark.rule("u43", "9.13", "15.5", "15.6.b")
def test_air_support_in_attack_and_defence(situation: Situation) -> None:
    place = {TANKS: CENTRE, "G-68": NORTH, "S-Air-2": "5008", "S-HQ-V": SOUTH}
    assert lines(odds(situation(FIRST, place), NORTH, TANKS, air="S-Air-2"), "shifts") == {"15.5": 1}
    covered = situation(FIRST, {**place, "G-Air-I": {"hex": "5604", "flying": True}})
    assert lines(odds(covered, NORTH, TANKS), "defenders")["15.6.b"] == 5
    soviet = situation(GERMAN_FIRST, {TANKS: CENTRE, "G-68": NORTH, "S-Air-2": {"hex": CENTRE, "flying": True}})
    assert lines(odds(soviet, CENTRE, "G-68"), "defenders")["15.6.b"] == 3


@pytest.mark.rule("u43", "15.4", "15.6.b", "8.2")
def test_one_air_unit_helps_the_defenders_of_two_hexes(situation: Situation) -> None:
    place = {"G-GD": CENTRE, RIFLES[0]: SOUTH, RIFLES[1]: SOUTHEAST, "S-Air-2": {"hex": "5806", "flying": True}}
    match = situation(GERMAN_FIRST, {**place, "S-Air-5": {"hex": "5608", "flying": True}})  # one over each hex
    for target in (SOUTH, SOUTHEAST):
        assert lines(odds(match, target, "G-GD"), "defenders")["15.6.b"] == 3
    both = match.ask("odds", target=[SOUTH, SOUTHEAST], units=["G-GD"])
    assert lines(both, "defenders")["15.6.b"] == 3
    over = situation(GERMAN_FIRST, {**place, "S-Air-5": {"hex": SOUTH, "flying": True}})  # over both
    assert lines(over.ask("odds", target=[SOUTH, SOUTHEAST], units=["G-GD"]), "defenders")["15.6.b"] == 6


@pytest.mark.rule("u43", "9.14.a")
def test_nobody_is_halved_twice(situation: Situation) -> None:
    place = {TANKS: unsupplied("3602"), "G-68": "3601"}
    answer = odds(situation(FIRST, place, forts=["3601"]), "3601", TANKS)
    assert answer["attack"] == 4 and len(answer["attackers"][0]["by"]) == 1
    foot = situation(FIRST, {RIFLES[0]: unsupplied("3602"), "G-68": "3601"})
    assert odds(foot, "3601", RIFLES[0])["attack"] == 2


@pytest.mark.rule("u43", "9.15")
def test_cavalry_across_a_river_and_against_a_fortification(situation: Situation) -> None:
    place = {"S-4GCC": "3602", "G-68": "3601"}
    assert odds(situation(FIRST, place), "3601", "S-4GCC")["attack"] == 3
    assert odds(situation(FIRST, place, forts=["3601"]), "3601", "S-4GCC")["attack"] == 2


@pytest.mark.rule("u43", "9.S")
def test_no_more_than_three_shifts(situation: Situation) -> None:
    place = {GUARDS[0]: CENTRE, GUARDS[1]: CENTRE, "S-Sap-6": CENTRE, "G-68": NORTH, "S-Art-13": SOUTH,
             "S-GArt-1": SOUTH, "S-Air-2": "5008", "S-HQ-V": SOUTH}
    match = situation(FIRST, place, forts=[NORTH])
    answer = odds(match, NORTH, GUARDS[0], GUARDS[1], "S-Sap-6", guns=["S-Art-13", "S-GArt-1"], air="S-Air-2")
    assert answer["shift"] == 3 and lines(answer, "shifts")["9.S"] == -1
