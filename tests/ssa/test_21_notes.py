"""Chapter 21 and the notes of both scenarios (23.1, 23.2): holds, zones of the groups, and everything special."""

from __future__ import annotations

from typing import Any

import pytest

from stavka.games.ssa import TheSSAbyss
from tests.playing import Situation, do_nothing, happened, move, offered, only, play, reach, refused, seen, where

from .helpers import asked, fight, flags, shell


def ruled(match: Any, unit: str, hex: str) -> str | None:
    """The rule that keeps a unit from a hex."""
    rule: str | None = match.ask("why_not", unit=unit, hex=hex)["rule"]
    return rule


# -- Held until a turn ---------------------------------------------------------------------------------------------


@pytest.mark.rule("ssa", "21.0", "23.1.1", "23.1.2", "23.1.3", "23.2.1", "23.2.2", "23.2.3", "23.2.13", "23.2.14")
@pytest.mark.parametrize(("scenario", "rule", "unit", "hex", "until"), [
    ("k3", "23.1.1", "96G-291", "2115", 3), ("k3", "23.1.2", "23Pz-126", "1304", 3),
    ("k3", "23.1.3", "4C-5", "1304", 6), ("k3", "23.1.3", "2PzH-Mot", "1304", 6),
    ("sa", "23.2.1", "337-Div", "2115", 3), ("sa", "23.2.2", "206-Div", "2115", 4),
    ("sa", "23.2.2", "94G-Div", "2115", 4),
    ("sa", "23.2.3", "78-Div", "2115", 7), ("sa", "23.2.3", "163-Div", "2115", 7),
    ("sa", "23.2.13", "18TC-110", "2115", 7), ("sa", "23.2.13", "7MC-16", "2115", 7),
    *(("sa", "23.2.14", unit, "1304", 11) for unit in ("99G-297", "80G-217", "5G-1", "41G-122", "40-Div", "7G-Div")),
])
def test_who_is_held_until_which_turn(ssa: TheSSAbyss, scenario: str, rule: str, unit: str, hex: str,
                                      until: int) -> None:
    side = ssa.counters[unit].side
    for turn in (until - 1, until):
        match = ssa.situation({"scenario": scenario, "turn": turn, "step": f"{side}.movement", "empty": True,
                               "place": {unit: hex}})
        assert (unit in offered(match).units) is (turn == until)
        assert ("held" in flags(match, unit)) is (turn < until)
        if turn < until:
            assert refused(match, f"unit:{unit}") == rule


@pytest.mark.rule("ssa", "21.0", "23.1.1", "23.1.2", "23.1.3", "23.2.1", "23.2.2", "23.2.3")
@pytest.mark.parametrize(("scenario", "rule", "unit", "foe", "turn"), [
    ("k3", "23.1.1", "96G-291", "1Pz-1", 2), ("k3", "23.1.2", "23Pz-126", "84-41", 2),
    ("k3", "23.1.3", "4C-5", "84-41", 5),
    ("sa", "23.2.1", "337-Div", "1Pz-PzIV", 2), ("sa", "23.2.2", "94G-Div", "1Pz-PzIV", 3),
    ("sa", "23.2.3", "78-Div", "1Pz-PzIV", 6)])
def test_held_units_do_not_attack_either(ssa: TheSSAbyss, scenario: str, rule: str, unit: str, foe: str,
                                         turn: int) -> None:
    side = ssa.counters[unit].side
    match = ssa.situation({"scenario": scenario, "turn": turn, "step": f"{side}.combat", "empty": True,
                           "place": {unit: "1304", foe: "1404"}})
    assert refused(match, "hex:1404") == rule


@pytest.mark.rule("ssa", "21.0")
def test_held_units_defend_and_have_zones(k3: Situation) -> None:
    match = k3("soviet.movement", {"4C-5": "1304"})
    assert len(match.ask("zoc", side="axis")) == 6


# -- Set free ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ssa", "21.0", "23.1.1")
def test_an_attack_sets_the_96th_guards_free_at_once(k3: Situation) -> None:
    match = k3("axis.combat", {"1Pz-Rec": "2115", "96G-291": "2215", "96G-293": "2420", "44-131": "2110"}, turn=2,
               dice=[4])
    fight(match, "2215", "1Pz-Rec")
    assert only(match.log, "activated")["units"] == ["96G-291", "96G-293", "96G-295"]
    end_until_moves(match, "soviet.movement")
    assert "96G-293" in offered(match).units


def end_until_moves(match: Any, phase: str) -> None:
    """Let everybody do what he must until a phase."""
    while match.phase != phase:
        do_nothing(match)


@pytest.mark.rule("ssa", "21.0", "23.1.2", "23.1.3")
@pytest.mark.parametrize(("unit", "mate", "other"), [("23Pz-126", "23Pz-128", "4C-5"), ("4C-5", "4C-41", "2PzH-Mot")])
def test_an_attack_sets_its_own_division_free_and_no_other(k3: Situation, unit: str, mate: str, other: str) -> None:
    match = k3("soviet.combat", {unit: "1304", mate: "1301", other: "1001", "84-Art": "1404", "84-41": "1404"}, turn=2,
               dice=[3])
    fight(match, "1304", "84-41")
    end_until_moves(match, "axis.movement")
    assert mate in offered(match).units and other not in offered(match).units


@pytest.mark.rule("ssa", "21.0")
def test_a_bombardment_is_an_attack(k3: Situation) -> None:
    match = k3("soviet.bombardment", {"23Pz-126": "1304", "84-Art": "1505", "84-41": "1404"}, turn=2, dice=[1])
    shell(match, "1304", "84-Art")
    assert happened(match, "activated")
    held = k3("axis.bombardment", {"23Pz-Art": "1203", "23Pz-126": "1304", "84-41": "1404", "403Art-I": "1103"}, turn=2)
    play(held, "hex:1404")
    assert refused(held, "unit:23Pz-Art") == "23.1.2"


@pytest.mark.rule("ssa", "23.1.4")
def test_the_44th_may_move_but_neither_attack_nor_enter_a_zone(k3: Situation) -> None:
    match = k3("axis.movement", {"44-131": "1304", "44-132": "1301", "84-41": "1604"})
    assert "1404" in reach(match, "44-131") and "1504" not in reach(match, "44-131")
    play(match, "unit:44-131")
    assert refused(match, "hex:1504") == "23.1.4"
    with_gun = k3("axis.bombardment", {"44-Art": "1203", "403Art-I": "1103", "1Pz-1": "1404", "84-41": "1504"})
    play(with_gun, "hex:1504")
    assert refused(with_gun, "unit:44-Art") == "23.1.4"


@pytest.mark.rule("ssa", "23.1.4")
def test_the_44th_is_free_once_attacked_or_pinned(k3: Situation) -> None:
    pinned = k3("soviet.movement", {"44-131": "1304", "44-132": "1301", "84-41": "1604"})
    move(pinned, "84-41", "1404")
    assert happened(pinned, "activated")
    end_until_moves(pinned, "axis.combat")
    assert offered(pinned).hexes == ("1404",)
    free = k3("axis.movement", {"44-131": "1304", "84-41": "1604"}, freed=["23.1.4"])
    assert "1504" in reach(free, "44-131")


@pytest.mark.rule("ssa", "23.2.1", "23.2.2", "23.2.3")
@pytest.mark.parametrize(("unit", "other"), [("337-Div", "206-Div"), ("206-Div", "94G-Div"), ("94G-Div", "206-Div"),
                                             ("78-Div", "163-Div"), ("163-Div", "78-Div")])
def test_an_axis_unit_in_its_zone_sets_a_division_free(sa: Situation, unit: str, other: str) -> None:
    match = sa("axis.movement", {unit: "2115", other: "2420", "1Pz-1": "2112"}, turn=2)
    move(match, "1Pz-1", "2114")
    freed = [id for event in happened(match, "activated") for id in event["units"]]
    assert freed == [unit]


@pytest.mark.rule("ssa", "23.2.13")
def test_the_mobile_reserve_wakes_when_the_enemy_is_within_three_hexes(sa: Situation) -> None:
    match = sa("axis.movement", {"18TC-110": "2115", "18TC-170": "2420", "7MC-16": "2820", "1Pz-1": "2111"}, turn=2)
    assert not happened(match, "activated")
    move(match, "1Pz-1", "2112")
    (freed,) = happened(match, "activated")
    assert set(freed["units"]) >= {"18TC-110", "18TC-170"} and "7MC-16" not in freed["units"]
    end_until_moves(match, "soviet.movement")
    assert {"18TC-110", "18TC-170"} <= set(offered(match).units) and "7MC-16" not in offered(match).units


@pytest.mark.rule("ssa", "23.2.14")
def test_the_northern_soviets_are_freed_by_the_fall_of_kapolinasnyek_and_not_by_an_attack(sa: Situation) -> None:
    match = sa("axis.movement", {"99G-297": "1304", "1Pz-1": "1907"})
    move(match, "1Pz-1", "1806")
    assert any("99G-297" in event["units"] for event in happened(match, "activated"))
    struck = sa("axis.combat", {"99G-297": "1404", "1Pz-1": "1304", "3Pz-3": "2110"}, dice=[3])
    fight(struck, "1404", "1Pz-1")
    assert not happened(struck, "activated")


@pytest.mark.rule("ssa", "23.2.12")
def test_on_turn_1_of_spring_awakening_soviets_move_only_if_attacked(sa: Situation) -> None:
    match = sa("axis.combat", {"1Pz-1": "2115", "236-509": "2215", "236-814": "2420", "3Pz-3": "2110"}, turn=1,
               dice=[2])
    assert only(fight(match, "2215", "1Pz-1"), "fought")["result"] == "-"
    end_until_moves(match, "soviet.combat")
    assert offered(match).hexes == ("2115",)  # attacking is not forbidden
    assert [event["units"] for event in happened(match, "activated")] == [["236-509"]]
    first = sa("soviet.movement", {"236-814": "2420"}, turn=1)
    assert refused(first, "unit:236-814") == "23.2.12"
    later = sa("soviet.movement", {"236-814": "2420"}, turn=2)
    assert offered(later).units == ("236-814",)
    held = sa("soviet.movement", {"337-Div": "2420"}, turn=2)
    assert refused(held, "unit:337-Div") == "23.2.1"  # the particular hold wins


@pytest.mark.rule("ssa", "23.2.7")
def test_the_northern_group_waits_for_an_attack_and_then_acts_as_a_whole(sa: Situation) -> None:
    place = {"5SS-10": "1304", "2PzH-Mot": "1001", "3SS-5": "1301", "99G-297": "1404", "99G-300": "1404"}
    match = sa("axis.movement", place)
    assert refused(match, "unit:3SS-5") == "23.2.7" and refused(match, "unit:2PzH-Mot") == "23.2.7"
    match = sa("soviet.combat", place, turn=11, dice=[3])
    fight(match, "1304", "99G-297")
    assert set(happened(match, "activated")[0]["units"]) >= {"5SS-10", "2PzH-Mot", "3SS-5", "5SS-Art"}
    while match.phase != "axis.movement":
        do_nothing(match)
    assert {"3SS-5", "2PzH-Mot"} <= set(offered(match).units)


@pytest.mark.rule("ssa", "23.2.8")
@pytest.mark.parametrize("unit", ["44-131", "9SS-19", "2SS-3"])
def test_three_divisions_were_not_ready_on_the_first_day(sa: Situation, unit: str) -> None:
    match = sa("axis.combat", {unit: "2115", "1Pz-1": "2214", "236-509": "2215"}, turn=1)
    play(match, "hex:2215")
    assert refused(match, f"unit:{unit}") == "23.2.8"
    ready = sa("axis.combat", {unit: "2115", "236-509": "2215"}, turn=2)
    assert offered(ready).hexes == ("2215",)
    gun = sa("axis.bombardment", {"2SS-Art": "1915", "2SS-3": "2115", "236-509": "2215", "403Art-I": "1916"}, turn=1)
    play(gun, "hex:2215")
    assert refused(gun, "unit:2SS-Art") == "23.2.8"


# -- Zones of the groups -------------------------------------------------------------------------------------------


@pytest.mark.rule("ssa", "23.1b", "23.1.7")
def test_the_southern_ss_stays_south_until_kapolinasnyek_falls(k3: Situation) -> None:
    match = k3("axis.movement", {"3SS-5": "1708", "1Pz-1": "1709"})
    assert "1806" in reach(match, "3SS-5") and "1805" not in reach(match, "3SS-5")
    assert "1805" in reach(match, "1Pz-1")  # who is not SS is not bound
    play(match, "unit:3SS-5")
    assert refused(match, "hex:1805") == "23.1.7"
    play(match, "hex:1806")
    assert happened(match, "opened") and "1805" in reach(match, "3SS-5")


@pytest.mark.rule("ssa", "23.1b", "23.1.8")
def test_the_northern_group_of_konrad_3_stays_north_for_good(k3: Situation) -> None:
    match = k3("axis.movement", {"23Pz-126": "1307"}, taken=["1806"])
    assert "1207" in reach(match, "23Pz-126") and "1208" in reach(match, "23Pz-126")
    assert "1308" not in reach(match, "23Pz-126")
    play(match, "unit:23Pz-126")
    assert refused(match, "hex:1308") == "23.1.8"


@pytest.mark.rule("ssa", "23.2b", "23.2.5")
def test_the_central_group_stays_east_of_the_canal_and_south_of_the_line(sa: Situation) -> None:
    match = sa("axis.movement", {"1Pz-1": "1009", "3Pz-3": "1308"})
    assert "0909" in reach(match, "1Pz-1") and "0910" not in reach(match, "1Pz-1")
    play(match, "unit:3Pz-3")
    assert refused(match, "hex:1307") == "23.2.5"
    play(match, "unit:1Pz-1")
    assert refused(match, "hex:0910") == "23.2.5"


@pytest.mark.rule("ssa", "23.2.5")
def test_whoever_is_outside_may_only_come_nearer(sa: Situation) -> None:
    match = sa("axis.movement", {"239StG": "0907"})  # set up there by the list
    hexes = set(reach(match, "239StG"))
    assert hexes & {"0908", "1007"} and "0906" not in hexes
    sixth = sa("axis.movement", {"6Pz-114": "turn.5"}, turn=5)
    way = reach(sixth, "6Pz-114")
    assert way["0501"] == 0 and "0602" in way and "0103" not in way


@pytest.mark.rule("ssa", "23.2b", "23.2.6")
def test_the_southern_group_goes_no_farther_north_than_it_began(sa: Situation) -> None:
    match = sa("axis.movement", {"1SS-1": "0714", "23Pz-126": "0911"})
    assert "0613" in reach(match, "1SS-1") and "0612" not in reach(match, "1SS-1")
    play(match, "unit:1SS-1")
    assert refused(match, "hex:0712") == "23.2.6"
    assert "0810" in reach(match, "23Pz-126") and "0809" not in reach(match, "23Pz-126")


@pytest.mark.rule("ssa", "23.2.7")
def test_the_northern_group_of_spring_awakening_acts_only_north_of_the_line(sa: Situation) -> None:
    match = sa("axis.movement", {"3SS-5": "1307"}, freed=["23.2.7"])
    assert "1306" in reach(match, "3SS-5") and "1308" not in reach(match, "3SS-5")
    play(match, "unit:3SS-5")
    assert refused(match, "hex:1308") == "23.2.7"


# -- 23.1.6 The garrison -------------------------------------------------------------------------------------------

CITY = {"1Pz-Rec": "1108", "1Pz-1": "1207", "1Pz-Art": "1208"}


@pytest.mark.rule("ssa", "23.1.6")
def test_once_the_city_has_fallen_it_keeps_a_garrison(k3: Situation) -> None:
    match = k3("axis.movement", CITY, city_fallen=True)
    move(match, "1Pz-1", "1308")  # the battalion stays behind
    play(match, "unit:1Pz-Rec")
    assert set(offered(match).hexes) <= {"1207", "1208"}
    assert refused(match, "hex:1008") == "23.1.6"
    free = k3("axis.movement", {"1Pz-Rec": "1108", "1Pz-1": "1207"})  # 1208 is still Soviet
    move(free, "1Pz-1", "1307")
    move(free, "1Pz-Rec", "1008")
    assert where(free, "1Pz-Rec") == "1008"


@pytest.mark.rule("ssa", "23.1.6")
def test_guns_and_two_companies_are_no_garrison(k3: Situation) -> None:
    match = k3("axis.movement", {"1Pz-PzIV": "1108", "1Pz-StG": "1108", "1Pz-1": "1207", "1Pz-Art": "1208"},
               city_fallen=True)
    play(match, "unit:1Pz-1")
    assert refused(match, "hex:1308") == "23.1.6"
    play(match, "unit:1Pz-Art")
    assert "1308" in offered(match).hexes


@pytest.mark.rule("ssa", "23.1.6")
def test_the_garrison_stands_in_one_hex(k3: Situation) -> None:
    apart = {"1Pz-PzIV": "1108", "1Pz-StG": "1207", "1Pz-PzJ": "1208"}
    match = k3("axis.movement", {**apart, "1Pz-Rec": "1108"}, city_fallen=True)
    play(match, "unit:1Pz-Rec")
    assert refused(match, "hex:1008") == "23.1.6" and {"1207", "1208"} == set(offered(match).hexes)
    together = k3("axis.movement", dict.fromkeys(apart, "1108"), city_fallen=True)
    play(together, "unit:1Pz-StG")
    assert not offered(together).hexes and refused(together, "hex:1207") == "23.1.6"


@pytest.mark.rule("ssa", "23.1.6")
def test_too_few_for_a_garrison_may_gather_in_the_city(k3: Situation) -> None:
    match = k3("axis.movement", {"1Pz-PzIV": "1108", "1Pz-StG": "1207", "1Pz-PzJ": "1208"}, city_fallen=True)
    move(match, "1Pz-PzIV", "1207")
    play(match, "unit:1Pz-PzJ")
    assert set(offered(match).hexes) == {"1108", "1207"}


@pytest.mark.rule("ssa", "23.1.6")
def test_the_city_falls_when_all_of_it_is_axis(k3: Situation) -> None:
    match = k3("axis.movement", {"1Pz-Rec": "1108", "1Pz-1": "1209", "1Pz-113": "1207"})
    assert not match.position.state()["city_fallen"]
    move(match, "1Pz-1", "1208")
    assert happened(match, "city_fallen") and match.position.state()["city_fallen"]


@pytest.mark.rule("ssa", "23.1.6")
@pytest.mark.parametrize(("turn", "hex", "free"), [(5, "1410", True), (5, "1413", False), (4, "1410", False)])
def test_from_turn_5_a_soviet_move_near_the_city_frees_the_garrison(k3: Situation, turn: int, hex: str,
                                                                    free: bool) -> None:
    match = k3("soviet.movement", {**CITY, "84-41": "1513"}, turn=turn, city_fallen=True)
    move(match, "84-41", hex)
    assert bool(happened(match, "garrison_free")) is free


# -- Everything else -----------------------------------------------------------------------------------------------


@pytest.mark.rule("ssa", "23.1a", "23.2a")
@pytest.mark.parametrize(("scenario", "turns", "first", "last"), [
    ("k3", 9, "18 January 1945", "26 January 1945"), ("sa", 13, "6 March 1945", "18 March 1945")])
def test_the_scenarios_last_nine_and_thirteen_days(ssa: TheSSAbyss, scenario: str, turns: int, first: str,
                                                   last: str) -> None:
    match = ssa.start(scenario, seed=3)
    assert seen(match, "axis")["date"]["en"] == first
    while match.offer is not None:
        do_nothing(match)
    assert match.turn == turns and seen(match, "axis")["date"]["en"] == last


@pytest.mark.rule("ssa", "23.2.10")
def test_axis_bombardments_suffer_from_the_shortage_of_ammunition(sa: Situation) -> None:
    match = sa("axis.bombardment", {"1Pz-Art": "1915", "1Pz-1": "2115", "236-509": "2215"})
    assert asked(match.ask("odds", target="2215", units=["1Pz-Art"], bombard=True), "modifiers") == {"23.2.10": -1}
    soviet = sa("soviet.bombardment", {"236-Art": "2415", "1Pz-1": "2115", "236-509": "2215"})
    assert soviet.ask("odds", target="2115", units=["236-Art"], bombard=True)["modifier"] == 0
    dry = sa("axis.bombardment", {"403Art-I": "0123", "1SS-1": "0122", "236-509": "0121"})
    assert refused(dry, "hex:0121") == "10.5"


@pytest.mark.rule("ssa", "23.2.11")
@pytest.mark.parametrize(("unit", "helps"), [("1Pz-1", True), ("3Pz-3", True), ("2SS-3", True), ("9SS-19", True),
                                             ("44-131", False), ("356-869", False)])
def test_rockets_support_only_four_divisions(sa: Situation, unit: str, helps: bool) -> None:
    match = sa("axis.combat", {"17Rkt": "2013", unit: "2115", "236-509": "2215"})
    play(match, "hex:2215", f"unit:{unit}")
    assert ("17Rkt" in offered(match).units) is helps
    if not helps:
        assert refused(match, "unit:17Rkt") == "23.2.11"
    alone = sa("axis.bombardment", {"17Rkt": "2013", unit: "2115", "236-509": "2215"})
    assert offered(alone).hexes == ("2215",)  # bombardment is for everybody


@pytest.mark.rule("ssa", "23.2.15", "8.1b")
@pytest.mark.parametrize(("turn", "unit", "die"), [(12, "3SS-5", 1), (11, "3SS-5", 0), (12, "1Pz-1", 0)])
def test_on_turn_12_the_soviets_strike_the_northern_group(sa: Situation, turn: int, unit: str, die: int) -> None:
    match = sa("soviet.combat", {unit: "1304", "99G-297": "1404"}, turn=turn)
    assert asked(match.ask("odds", target="1304", units=["99G-297"]), "modifiers").get("8.1b", 0) == die


@pytest.mark.rule("ssa", "23.2.15", "9.3a")
def test_on_turn_12_a_northern_unit_that_only_fell_back_there_does_not_count(sa: Situation) -> None:
    """It retreats into Stuhlweissenburg, where a unit of another group stands."""
    soviet = {"99G-297": "1310", "99G-300": "1310", "99G-303": "1310", "41G-122": "1308"}
    match = sa("soviet.combat", {"3SS-PzV": "1209", "1Pz-1": "1208", **soviet}, turn=12, dice=[1])
    assert only(fight(match, "1209", "99G-297", "99G-300", "99G-303"), "fought")["result"] == "d1"
    play(match, "hex:1208", "do:halt")
    odds = match.ask("odds", target="1208", units=["41G-122"])
    assert asked(odds, "defenders") == {"8.0g": 8, "9.3a": 0} and "8.1b" not in asked(odds, "modifiers")


@pytest.mark.rule("ssa", "23.2.16")
def test_in_mud_minor_roads_do_not_exist(sa: Situation) -> None:
    dry, mud = (sa("soviet.movement", {"236-509": "1618", "18TC-110": "2018"}, turn=turn) for turn in (8, 7))
    assert reach(dry, "18TC-110")["2118"] == 1 and reach(mud, "18TC-110")["2118"] == 2
    assert dry.ask("supply", unit="18TC-110")["path"] != mud.ask("supply", unit="18TC-110")["path"]


@pytest.mark.rule("ssa", "23.2.17")
def test_heavy_tanks_count_for_and_against_and_add_up(sa: Situation, k3: Situation) -> None:
    match = sa("axis.combat", {"501": "2115", "560": "2115", "208Tk": "2215", "236-509": "2215"})
    assert asked(match.ask("odds", target="2215", units=["501", "560"]), "modifiers") == {"23.2.17": 1}
    two = sa("axis.combat", {"501": "2115", "560": "2115", "236-509": "2215"})
    assert two.ask("odds", target="2215", units=["501", "560"])["modifier"] == 2
    stalin = sa("soviet.combat", {"1Pz-1": "2115", "18TC-363": "2215"})
    assert stalin.ask("odds", target="2115", units=["18TC-363"])["modifier"] == 1
    winter = k3("axis.combat", {"509": "2115", "84-41": "2215"})
    assert winter.ask("odds", target="2215", units=["509"])["modifier"] == 0


def test_a_question_about_a_held_unit_names_the_note(sa: Situation) -> None:
    match = sa("soviet.movement", {"7MC-16": "2115"})
    assert match.ask("unit", unit="7MC-16")["held_by"] == ["23.2.13"]
    assert ruled(match, "7MC-16", "2116") == "23.2.13"


@pytest.mark.rule("ssa", "21.0", "23.2.13", "23.2.14")
@pytest.mark.parametrize(("place", "unit", "held_by"), [
    ({"18TC-110": "1818", "18TC-170": "1819", "1SS-1": "1815"}, "18TC-170", []),
    ({"18TC-110": "1818", "18TC-170": "1819", "1SS-1": "1814"}, "18TC-170", ["23.2.13"]),
    ({"40-Div": "1305", "1SS-1": "1806"}, "40-Div", []), ({"40-Div": "1305", "1SS-1": "1807"}, "40-Div", ["23.2.14"])])
def test_whoever_stands_near_enough_when_a_phase_begins_sets_free_however_he_came_there(
        sa: Situation, place: dict[str, str], unit: str, held_by: list[str]) -> None:
    """Displaced by friends, say, held units may come within three hexes of an enemy who does not move."""
    assert sa("soviet.movement", place, turn=2).ask("unit", unit=unit)["held_by"] == held_by


@pytest.mark.rule("ssa", "23.1.4", "23.1.7", "23.1.6")
def test_in_konrad_3_too_what_the_notes_wait_for_is_seen_when_a_phase_begins(k3: Situation) -> None:
    assert offered(k3("axis.combat", {"44-131": "0803", "84-41": "0903"})).hexes == ("0903",)
    assert "1805" in reach(k3("axis.movement", {"1Pz-1": "1806", "3SS-6": "1807"}), "3SS-6")
    city = k3("axis.movement", {"1Pz-1": "1108", "44-131": "1207", "44-132": "1208"})
    assert happened(city, "city_fallen")
