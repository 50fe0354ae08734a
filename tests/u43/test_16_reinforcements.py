"""Chapter 16: reinforcements and replacements."""

from __future__ import annotations

import pytest

import stavka
from tests.playing import Situation, end_until, event, happened, offered, played, refused, track, where

from .helpers_late import CENTRE, GUARDS, INFANTRY, NORTH, RIFLES, has_flag, shows_back, task, with_flag

RIFLE, GERMAN, TANKS = RIFLES[0], INFANTRY[0], "S-10TC"
NORTHERN_SOURCES = ("0301", "1601", "1801", "2701", "3001")
SOVIET_STARS = {"3701", "4101", "4901", "6012", "6021", "6024", "6026", "6031"}


def points_left(match: stavka.Match) -> float:
    """The movement points of what is in hand."""
    left: float = offered(match).message.args["left"]
    return left


# -- 16.1 Reinforcements -------------------------------------------------------------------------------------------


@pytest.mark.rule("u43", "16.1.a", "31.5")
def test_reinforcements_enter_at_a_source_of_their_edge_and_pay_for_the_hex(situation: Situation) -> None:
    match = situation("german.movement", {}, turn=3)
    match.choose("unit:G-GD")  # turn 3, north
    assert task(match) == "enter" and set(offered(match).hexes) == set(NORTHERN_SOURCES)
    assert refused(match, "hex:0106") == "16.1.a"  # a source of the west edge
    match.choose("hex:2701")
    assert points_left(match) == 5.5  # six, less half a point for the road
    soviets = situation("soviet.movement", {}, turn=4)
    soviets.choose("unit:S-3GTC")
    assert set(offered(soviets).hexes) == {"3701", "4101", "4901", "central"}
    soviets.choose("hex:4101")
    assert points_left(soviets) == 5  # Kursk, a city without a road to the edge of the map


@pytest.mark.rule("u43", "16.1.a", "4.2.b")
def test_in_rain_a_secondary_road_over_the_edge_costs_a_point(situation: Situation) -> None:
    match = situation("german.movement", {}, turn=9, weather="rain")
    played(match, "unit:G-GD", "hex:2701")
    assert points_left(match) == 2  # three in rain, less one


@pytest.mark.rule("u43", "16.1.a", "15.6.d")
def test_an_enemy_air_unit_over_the_edge_makes_the_road_there_cost_a_point(situation: Situation) -> None:
    match = situation("german.movement", {"S-Air-5": with_flag("2702", "flying")}, turn=3)
    played(match, "unit:G-GD", "hex:2701")
    assert points_left(match) == 5


@pytest.mark.rule("u43", "16.1.a", "4.6.a")
def test_all_reinforcements_may_use_the_railway(situation: Situation) -> None:
    match = situation("german.movement", {}, turn=3)
    played(match, "unit:G-221Sec", "hex:2701", "do:rail", "hex:2605", "unit:G-34", "hex:2701", "do:rail", "hex:2406")
    assert (where(match, "G-221Sec"), where(match, "G-34")) == ("2605", "2406")
    assert has_flag(match, "G-34", "disrupted")  # as everybody who uses it


@pytest.mark.rule("u43", "16.1.a", "4.7.a")
def test_reinforcements_may_use_extended_movement(situation: Situation) -> None:
    match = situation("german.movement", {}, turn=3)
    played(match, "unit:G-221Sec", "hex:2701", "do:extended")
    assert points_left(match) == 6  # 4 - 1 + 3
    match.choose("hex:2702")
    assert track(match, "markers") == 1
    assert has_flag(match, "G-221Sec", "extended")


@pytest.mark.rule("u43", "16.1.b")
def test_reinforcements_whose_edge_is_lost_wait(situation: Situation) -> None:
    lost = {"soviet": list(NORTHERN_SOURCES)}
    match = situation("german.movement", {GERMAN: "0540"}, turn=3, control=lost)
    assert refused(match, "unit:G-GD") == "16.1.b"
    end_until(match, "german.movement", 4)
    assert where(match, "G-GD") == "turn.3"  # neither lost nor redirected
    late = situation("german.movement", {GERMAN: "0540"}, turn=5)
    late.choose("unit:G-GD")
    assert task(late) == "enter"
    early = situation("german.movement", {GERMAN: "0540"}, turn=2)
    assert refused(early, "unit:G-GD") == "16.1.a"


@pytest.mark.rule("u43", "16.1.c", "16.4.c")
def test_tigers_and_assault_guns_come_back_four_turns_later(situation: Situation) -> None:
    match = situation("soviet.combat1", {"G-Tiger": NORTH, "G-AG1": NORTH, GUARDS[0]: CENTRE, GUARDS[1]: CENTRE,
                                         "S-3GTC": "5505", "S-5GTC": "5505", "S-3GMC": "5705", "S-HQ-V": "5607",
                                         "S-1GMC": "5705", "S-2GMC": "5604", "S-4GMC": "5604"}, turn=3)
    fighters = [GUARDS[0], GUARDS[1], "S-3GTC", "S-5GTC", "S-3GMC", "S-1GMC", "S-2GMC", "S-4GMC"]
    played(match, f"hex:{NORTH}", *(f"unit:{unit}" for unit in fighters), "do:roll")
    assert event(match, "decided")["result"] == "overwhelming"  # 54 to 4
    assert (where(match, "G-Tiger"), where(match, "G-AG1")) == ("turn.7", "turn.7")
    back = situation("german.movement", {"G-Tiger": "turn.7"}, turn=7)
    back.choose("unit:G-Tiger")
    assert task(back) == "enter"


# -- 16.2 Replacements ---------------------------------------------------------------------------------------------


@pytest.mark.rule("u43", "16.2.a")
def test_replacements_come_by_the_turn_record_and_are_not_saved(situation: Situation) -> None:
    match = situation("soviet.initial_supply", {RIFLE: CENTRE}, turn=2)
    assert (track(match, "mechanized"), track(match, "others")) == (2, 4)
    end_until(match, "german.movement")
    assert (track(match, "mechanized"), track(match, "others")) == (1, 3)
    end_until(match, "soviet.movement", 3)
    assert (track(match, "mechanized"), track(match, "others")) == (2, 4)


@pytest.mark.rule("u43", "16.2.a", "16.2.b", "16.5.d")
def test_an_ordinary_replacement_restores_infantry(situation: Situation) -> None:
    match = situation("soviet.movement", {RIFLE: with_flag(CENTRE, "reduced"), TANKS: with_flag(NORTH, "reduced")},
                      replacements=[0, 1])
    match.choose(f"unit:{TANKS}")
    assert refused(match, "do:replace") == "16.2.a"  # it serves no vehicles
    played(match, f"unit:{RIFLE}", "do:replace")
    assert not shows_back(match, RIFLE) and has_flag(match, RIFLE, "disrupted")
    assert track(match, "others") == 0


@pytest.mark.rule("u43", "16.2.c")
def test_a_mechanized_replacement_restores_anything(situation: Situation) -> None:
    place = {RIFLE: with_flag(CENTRE, "reduced"), TANKS: with_flag(NORTH, "reduced")}
    match = situation("soviet.movement", place, replacements=[2, 0])
    played(match, f"unit:{RIFLE}", "do:replace", f"unit:{TANKS}", "do:replace")
    assert not shows_back(match, RIFLE) and not shows_back(match, TANKS)
    assert track(match, "mechanized") == 0


@pytest.mark.rule("u43", "16.2.b", "16.2.c")
def test_from_the_dead_pile_each_kind_brings_its_own(situation: Situation) -> None:
    dead = {RIFLE: "dead.soviet", TANKS: "dead.soviet"}
    ordinary = situation("soviet.movement", dead, replacements=[0, 1])
    assert refused(ordinary, f"unit:{TANKS}") == "16.2.a"
    played(ordinary, f"unit:{RIFLE}", "hex:4101")
    assert where(ordinary, RIFLE) == "4101" and shows_back(ordinary, RIFLE)  # reduced
    vehicles = situation("soviet.movement", dead, replacements=[1, 0])
    assert refused(vehicles, f"unit:{RIFLE}") == "16.2.a"
    played(vehicles, f"unit:{TANKS}", "hex:4101")
    assert shows_back(vehicles, TANKS) and track(vehicles, "mechanized") == 0


# -- 16.3 Soviet replacements --------------------------------------------------------------------------------------


@pytest.mark.rule("u43", "16.3.a")
def test_guards_and_regulars_share_replacements(situation: Situation) -> None:
    place = {RIFLE: with_flag(CENTRE, "reduced"), GUARDS[0]: with_flag(NORTH, "reduced"), "S-5GTC": "dead.soviet"}
    match = situation("soviet.movement", place, replacements=[1, 2])
    played(match, f"unit:{RIFLE}", "do:replace", f"unit:{GUARDS[0]}", "do:replace", "unit:S-5GTC", "hex:4101")
    assert (track(match, "mechanized"), track(match, "others")) == (0, 0)


@pytest.mark.rule("u43", "16.3.b", "23.1.a")
@pytest.mark.parametrize("unit", ["S-HQ-V", "S-1TA", "S-5Sh"])
def test_a_mechanized_replacement_brings_back_a_headquarters(situation: Situation, unit: str) -> None:
    ordinary = situation("soviet.movement", {unit: "dead.soviet", RIFLE: CENTRE}, replacements=[0, 3])
    assert refused(ordinary, f"unit:{unit}") == "16.2.a"
    match = situation("soviet.movement", {unit: "dead.soviet"}, replacements=[1, 0])
    played(match, f"unit:{unit}", "hex:6012")
    assert where(match, unit) == "6012" and track(match, "mechanized") == 0


@pytest.mark.rule("u43", "16.3.c", "22.5.d")
def test_a_mechanized_replacement_calls_guards_artillery(situation: Situation) -> None:
    place = {"S-GArt-1": "stavka", "S-GArt-2": "stavka", "S-Art-13": with_flag(CENTRE, "depleted")}
    match = situation("soviet.initial_supply", place, turn=3)
    played(match, "unit:S-Art-13", "unit:S-GArt-1")  # one division recovers, so this one is paid for
    assert track(match, "mechanized") == 1
    played(match, "unit:S-GArt-2")
    assert track(match, "mechanized") == 0
    end_until(match, "soviet.movement")
    played(match, "unit:S-GArt-1", "hex:4101")
    assert where(match, "S-GArt-1") == "4101"


@pytest.mark.rule("u43", "16.3.d")
@pytest.mark.parametrize("replacements", [[1, 0], [0, 1]])
def test_two_brigades_of_sappers_or_motorized_infantry_for_one(
        situation: Situation, replacements: list[int]) -> None:
    dead = {"S-Sap-6": "dead.soviet", "S-5GMot": "dead.soviet", "S-Sap-7": "dead.soviet", RIFLE: CENTRE}
    match = situation("soviet.movement", dead, replacements=replacements)
    played(match, "unit:S-Sap-6", "hex:4101", "unit:S-5GMot", "hex:4101")
    assert (track(match, "mechanized"), track(match, "others")) == (0, 0)
    assert refused(match, "unit:S-Sap-7") == "16.2.a"  # a third would be another replacement


@pytest.mark.rule("u43", "16.3.e")
def test_two_tank_brigades_for_one_mechanized_replacement(situation: Situation) -> None:
    dead = {"S-TS-86": "dead.soviet", "S-TS-12G": "dead.soviet", "S-TS-93": "dead.soviet", RIFLE: CENTRE}
    none = situation("soviet.movement", dead, replacements=[0, 4])
    assert refused(none, "unit:S-TS-86") == "16.2.a"
    match = situation("soviet.movement", dead, replacements=[1, 0])
    played(match, "unit:S-TS-86", "hex:4101", "unit:S-TS-12G", "hex:4901")
    assert track(match, "mechanized") == 0
    assert refused(match, "unit:S-TS-93") == "16.2.a"


@pytest.mark.rule("u43", "16.3.f", "22.3.a", "20.1")
@pytest.mark.parametrize("unit", ["S-Art-13", "S-GArt-1", "S-Abn-1"])
def test_artillery_and_airborne_brigades_are_gone_for_good(situation: Situation, unit: str) -> None:
    match = situation("german.combat1", {unit: CENTRE, "G-11Pz": NORTH, "G-GD": "5505"}, replacements=[3, 3])
    played(match, f"hex:{CENTRE}", "unit:G-11Pz", "unit:G-GD", "do:roll")
    assert event(match, "decided")["result"] == "overwhelming"
    assert where(match, unit) == "aside"  # not in the dead pile
    dead = situation("soviet.movement", {unit: "dead.soviet", RIFLE: CENTRE}, replacements=[3, 3])
    assert refused(dead, f"unit:{unit}") == "16.3.f"


# -- 16.4 German replacements --------------------------------------------------------------------------------------


@pytest.mark.rule("u43", "16.4.a")
def test_germans_and_their_allies_share_replacements(situation: Situation) -> None:
    place = {GERMAN: with_flag("1020", "reduced"), "G-1H": with_flag("1120", "reduced")}
    match = situation("german.movement", place, replacements=[0, 2])
    played(match, f"unit:{GERMAN}", "do:replace", "unit:G-1H", "do:replace")
    assert not shows_back(match, GERMAN) and not shows_back(match, "G-1H")


@pytest.mark.rule("u43", "16.4.b")
@pytest.mark.parametrize("unit", ["G-PzC-III", "G-HQ-8A"])
def test_a_mechanized_replacement_brings_back_a_german_headquarters(situation: Situation, unit: str) -> None:
    ordinary = situation("german.movement", {unit: "dead.german", GERMAN: "1020"}, replacements=[0, 3])
    assert refused(ordinary, f"unit:{unit}") == "16.2.a"
    match = situation("german.movement", {unit: "dead.german"}, replacements=[1, 0])
    played(match, f"unit:{unit}", "hex:1211")
    assert where(match, unit) == "1211" and track(match, "mechanized") == 0


@pytest.mark.rule("u43", "16.4.c")
def test_tigers_and_assault_guns_are_not_rebuilt(situation: Situation) -> None:
    match = situation("german.movement", {"G-Tiger": "dead.german", GERMAN: "1020"}, replacements=[3, 3])
    assert refused(match, "unit:G-Tiger") == "16.4.c"


# -- 16.5 How ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("u43", "16.5.a", "11.3.b")
def test_only_units_in_supply_and_in_order_take_replacements(situation: Situation) -> None:
    place = {RIFLE: with_flag(CENTRE, "reduced", "disrupted"), RIFLES[1]: with_flag(NORTH, "reduced", "unsupplied")}
    match = situation("soviet.movement", place, replacements=[2, 2])
    match.choose(f"unit:{RIFLE}")
    assert refused(match, "do:replace") == "11.3.b"
    match.choose(f"unit:{RIFLES[1]}")
    assert refused(match, "do:replace") == "14.7.c"


@pytest.mark.rule("u43", "16.5.b")
def test_a_unit_moves_before_its_replacement_and_not_after(situation: Situation) -> None:
    match = situation("soviet.movement", {RIFLE: with_flag(CENTRE, "reduced")}, replacements=[0, 1])
    played(match, f"unit:{RIFLE}", "hex:5603", "do:replace")
    assert offered(match).hexes == ()
    played(match, "do:end_phase")
    far = situation("soviet.movement", {RIFLE: with_flag(CENTRE, "reduced")}, replacements=[0, 1])
    played(far, f"unit:{RIFLE}", "do:extended", "hex:5602")
    assert refused(far, "do:replace") == "16.5.b"


@pytest.mark.rule("u43", "16.5.c", "6.5.d")
def test_in_an_enemy_zone_germans_take_them_and_soviets_do_not(situation: Situation) -> None:
    place = {RIFLE: with_flag(CENTRE, "reduced"), GERMAN: with_flag(NORTH, "reduced")}
    soviets = situation("soviet.movement", place, replacements=[1, 1])
    soviets.choose(f"unit:{RIFLE}")
    assert refused(soviets, "do:replace") == "16.5.c"
    germans = situation("german.movement", place, replacements=[1, 1])
    played(germans, f"unit:{GERMAN}", "do:replace")
    assert not shows_back(germans, GERMAN)


@pytest.mark.rule("u43", "16.5.d", "11.2.e")
def test_a_unit_from_the_dead_pile_is_disrupted(situation: Situation) -> None:
    match = situation("soviet.movement", {RIFLE: "dead.soviet"}, replacements=[0, 1])
    played(match, f"unit:{RIFLE}", "hex:4101")
    assert has_flag(match, RIFLE, "disrupted")


@pytest.mark.rule("u43", "16.5.e")
def test_units_return_at_victory_points_on_connected_railways_and_soviets_at_their_stars(situation: Situation) -> None:
    dead = {RIFLE: "dead.soviet", GERMAN: "dead.german"}
    track = ["5831", "5832"]
    taganrog = situation("soviet.movement", dead, replacements=[0, 1], control={"soviet": track}, repaired=track)
    taganrog.choose(f"unit:{RIFLE}")
    assert set(offered(taganrog).hexes) == {"5832"} | SOVIET_STARS
    wrecked = situation("soviet.movement", dead, replacements=[0, 1], control={"soviet": track})
    wrecked.choose(f"unit:{RIFLE}")
    assert set(offered(wrecked).hexes) == SOVIET_STARS  # Taganrog, but no train comes there
    germans = situation("german.movement", dead, replacements=[0, 1])
    germans.choose(f"unit:{GERMAN}")
    places = set(offered(germans).hexes)
    assert {"1211", "4213", "5227"} <= places
    assert not places & {"0106", "3042", "1703"}  # edge sources, and a town without victory points
    assert refused(germans, "hex:0106") == "16.5.e"


@pytest.mark.rule("u43", "16.5.f")
def test_one_replacement_a_unit_and_turn(situation: Situation) -> None:
    match = situation("soviet.movement", {RIFLE: "dead.soviet"}, replacements=[2, 2])
    played(match, f"unit:{RIFLE}", "hex:4101")
    assert f"unit:{RIFLE}" not in offered(match)  # reduced, but it has had its share
    assert not happened(match, "restored")
    # Rallied by Manstein it is in order again, and still gets no second one.
    germans = situation("german.movement", {GERMAN: "dead.german", "G-Manstein": "1211"}, replacements=[2, 2], dice=[1])
    played(germans, f"unit:{GERMAN}", "hex:1211", f"unit:{GERMAN}")
    assert not has_flag(germans, GERMAN, "disrupted") and shows_back(germans, GERMAN)
    assert refused(germans, "do:replace") == "16.5.f"
