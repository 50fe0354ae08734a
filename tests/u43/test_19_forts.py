"""Chapter 19: fortifications."""

from __future__ import annotations

import pytest

from tests.playing import Situation, cost, end_until, event, happened, lines, move, odds, offered, played, refused
from tests.playing import supplied as in_supply

from .helpers_late import CENTRE, GUARDS, INFANTRY, NORTH, RIFLES, after_retreat, has_flag, marks

RIFLE, GERMAN, TANKS, RIDERS = RIFLES[0], INFANTRY[0], "S-10TC", "S-4GCC"

# -- 19.1 Building -------------------------------------------------------------------------------------------------


@pytest.mark.rule("u43", "19.1.a", "3.C.2")
def test_the_germans_begin_one_a_turn_and_it_is_finished_on_the_next(situation: Situation) -> None:
    match = situation("german.movement", {GERMAN: "3215"})
    played(match, "do:fort", "hex:3215")
    assert (marks(match, "building"), marks(match, "fort")) == ({"3215"}, set())
    assert refused(match, "do:fort") == "19.1.a"  # one a turn
    end_until(match, "soviet.movement", 4)
    assert marks(match, "building") == {"3215"}
    end_until(match, "german.movement", 4)
    assert (marks(match, "building"), marks(match, "fort")) == (set(), {"3215"})


@pytest.mark.rule("u43", "19.1.a", "3.D")
def test_the_soviets_build_none(situation: Situation) -> None:
    match = situation("soviet.movement", {RIFLE: CENTRE})
    assert refused(match, "do:fort") == "3.D"


@pytest.mark.rule("u43", "19.1.b")
def test_in_a_friendly_hex_in_supply_with_or_without_a_unit(situation: Situation) -> None:
    match = situation("german.movement", {RIFLE: "3215", GERMAN: "3015"})
    match.choose("do:fort")
    assert {"3015", "3012", "1020"} <= set(offered(match).hexes)
    assert refused(match, "hex:3215") == "19.1.b"  # Soviet
    assert refused(match, "hex:5606") == "19.1.b"
    assert refused(match, "hex:3216") == "19.1.b"  # in a Soviet zone, and nobody there
    far = situation("german.movement", {GERMAN: CENTRE, INFANTRY[1]: "1020"})
    assert refused(played(far, "do:fort"), f"hex:{CENTRE}") == "19.1.b"  # more than four hexes from a road


@pytest.mark.rule("u43", "19.1.b", "19.1.c", "11.2.f")
def test_in_a_zone_with_a_unit_which_is_disrupted_by_it(situation: Situation) -> None:
    match = situation("german.movement", {RIFLE: "3215", GERMAN: "3216", INFANTRY[1]: "3316", INFANTRY[2]: "3217"})
    played(match, "do:fort", "hex:3216", f"unit:{INFANTRY[1]}", "hex:3216", f"unit:{INFANTRY[2]}", "do:end_phase")
    assert has_flag(match, GERMAN, "disrupted") and has_flag(match, INFANTRY[1], "disrupted")
    assert not has_flag(match, INFANTRY[2], "disrupted")
    assert match.phase != "german.combat1"  # nobody there may attack
    end_until(match, "soviet.movement", 4)
    assert not has_flag(match, GERMAN, "disrupted")


@pytest.mark.rule("u43", "19.1.c")
def test_out_of_enemy_zones_builders_are_not_disrupted(situation: Situation) -> None:
    match = situation("german.movement", {GERMAN: "3215", RIFLE: CENTRE})
    played(match, "do:fort", "hex:3215", "do:end_phase")
    assert not has_flag(match, GERMAN, "disrupted")


# -- 19.2 Effects --------------------------------------------------------------------------------------------------


@pytest.mark.rule("u43", "19.2.a", "9.3", "9.15")
def test_vehicles_and_cavalry_are_halved_once(situation: Situation) -> None:
    place = {TANKS: CENTRE, RIDERS: CENTRE, RIFLE: "5505", GERMAN: NORTH}
    match = situation("soviet.combat1", place, forts=[NORTH])
    assert [odds(match, NORTH, unit)["attack"] for unit in (TANKS, RIDERS, RIFLE)] == [4, 2, 4]
    hungry = situation("soviet.combat1", {TANKS: {"hex": CENTRE, "unsupplied": True}, GERMAN: NORTH}, forts=[NORTH])
    assert odds(hungry, NORTH, TANKS)["attack"] == 4


@pytest.mark.rule("u43", "19.2.b", "8.9.a")
@pytest.mark.parametrize(("die", "result", "losses"), [(1, "C", 1), (2, "EX", 2), (4, "DR", 1), (5, "DRX", 1)])
def test_attackers_risk_severe_losses_on_one_to_four(
        situation: Situation, die: int, result: str, losses: int) -> None:
    # Six Guards divisions against a reduced division in a fortification: 30 to 4 + 3 is 4-1; in rain 3-1.
    guards = [*GUARDS, "S-R-95+97G", "S-R-9A+42G"]
    place = dict(zip(guards, (CENTRE, CENTRE, "5505", "5505", "5705", "5705"), strict=True))
    match = situation("soviet.combat1", {**place, GERMAN: {"hex": NORTH, "reduced": True}, "S-HQ-V": CENTRE},
                      forts=[NORTH], weather="rain", dice=[die])
    played(match, f"hex:{NORTH}", *(f"unit:{unit}" for unit in guards), "do:roll")
    assert (event(match, "fought")["column"], event(match, "fought")["result"]) == ("3-1", result)
    after_retreat(match)
    lost = [*happened(match, "reduced"), *happened(match, "eliminated")]
    assert sum(loss["unit"] in guards for loss in lost) == losses


@pytest.mark.rule("u43", "19.2.c", "9.3")
def test_the_defender_adds_three_besides_the_terrain(situation: Situation) -> None:
    # 5523 is hills, +2.
    match = situation("soviet.combat1", {RIFLE: "5522", GERMAN: "5523"}, forts=["5523"])
    answer = odds(match, "5523", RIFLE)
    assert answer["defence"] == 7 + 2 + 3
    assert lines(answer, "defenders")["19.2.c"] == 3
    building = situation("soviet.combat1", {RIFLE: "5522", GERMAN: "5523"}, building=["5523"])
    assert odds(building, "5523", RIFLE)["defence"] == 7 + 2  # not finished


# -- 19.3 Vacant ones ----------------------------------------------------------------------------------------------


@pytest.mark.rule("u43", "19.3")
def test_a_vacant_one_hinders_nobody_and_goes_when_soviets_enter(situation: Situation) -> None:
    match = situation("soviet.movement", {RIFLE: CENTRE}, forts=[NORTH], building=["5604"])
    assert cost(match, RIFLE, NORTH) == 1
    move(match, RIFLE, "5604")
    assert marks(match, "fort") == marks(match, "building") == set()  # it passed the one and stopped in the other
    germans = situation("german.movement", {GERMAN: CENTRE}, forts=[NORTH])
    move(germans, GERMAN, "5604")
    assert marks(germans, "fort") == {NORTH}


@pytest.mark.rule("u43", "19.3")
def test_a_vacant_one_does_not_stop_a_supply_line(situation: Situation) -> None:
    control = {"german": "all", "soviet": ["6012"]}
    match = situation("soviet.movement", {RIFLE: "6008"}, forts=["6009", "6010", "5908", "5909"], control=control)
    assert in_supply(match, RIFLE)


# -- 19.4, 19.5 Permanent ones -------------------------------------------------------------------------------------


@pytest.mark.rule("u43", "19.4.a")
def test_the_lines_of_august_are_permanent_fortifications_of_both_sides(situation: Situation) -> None:
    soviets = situation("soviet.combat1", {TANKS: "4107", GERMAN: "4108"})
    assert odds(soviets, "4108", TANKS)["defence"] == 7 + 3
    assert odds(soviets, "4108", TANKS)["attack"] == 4
    germans = situation("german.combat1", {RIFLE: "4107", "G-11Pz": "4108"})
    assert odds(germans, "4107", "G-11Pz")["defence"] == 5 + 3
    assert odds(germans, "4107", "G-11Pz")["attack"] == 4  # 8 halved


@pytest.mark.rule("u43", "19.4.a")
def test_they_are_not_lost_when_the_enemy_enters(situation: Situation) -> None:
    match = situation("soviet.movement", {RIFLE: "4107"})
    move(match, RIFLE, "4108", "4107")
    played(match, "do:end_phase")
    again = situation("soviet.combat1", {RIFLE: "4107", GERMAN: "4108"}, control={"soviet": ["4108"]})
    assert odds(again, "4108", RIFLE)["defence"] == 7 + 3


@pytest.mark.rule("u43", "19.4.b", "8.9.b")
def test_the_enemy_gains_nothing_from_them_and_costs_nobody_severe_losses(situation: Situation) -> None:
    place = {RIFLE: "4108", "G-GD": "4208", "G-11Pz": "4208"}
    match = situation("german.combat1", place, dice=[1])
    answer = odds(match, "4108", "G-GD", "G-11Pz")
    assert (answer["attack"], answer["defence"]) == (20, 5)  # neither halved nor +3
    played(match, "hex:4108", "unit:G-GD", "unit:G-11Pz", "do:roll")
    assert event(match, "fought")["result"] == "EX"  # 4-1, on a 1
    assert len([loss for loss in happened(match, "reduced") if loss["unit"].startswith("G-")]) == 1
    soviets = situation("soviet.combat1", {GERMAN: "4107", RIFLE: "4007"})
    assert odds(soviets, "4107", RIFLE)["defence"] == 7


@pytest.mark.rule("u43", "19.5", "34.5")
@pytest.mark.parametrize("hex", ["1714", "3223", "3323"])
def test_the_bridgeheads_of_october_are_soviet_fortifications(situation: Situation, hex: str) -> None:
    beside = {"1714": "1614", "3223": "3224", "3323": "3324"}[hex]
    place = {RIFLE: hex, "G-11Pz": beside, "G-SSCav": beside}

    def defence(scenario: str, turn: int) -> tuple[int, int, int]:
        match = situation("german.combat1", place, scenario=scenario, turn=turn)
        panzer, riders = odds(match, hex, "G-11Pz"), odds(match, hex, "G-SSCav")
        return panzer["defence"], panzer["attack"], riders["attack"]

    october, september = defence("october", 16), defence("september", 16)
    assert october[0] == september[0] + 3
    assert october[1:] == (4, 3)  # halved
