"""Chapter 23: headquarters."""

from __future__ import annotations

from typing import Any

import pytest

from tests.playing import Situation, event, happened, lines, odds, offered, played, reach, refused, where

from .helpers_late import CENTRE, GUARDS, INFANTRY, NORTH, RIFLES, SOUTH, after_retreat, has_flag, with_flag

RIFLE, GERMAN, TANKS = RIFLES[0], INFANTRY[0], "S-10TC"
HQ = "S-HQ-V"

# -- 23.1 All of them ----------------------------------------------------------------------------------------------


@pytest.mark.rule("u43", "23.1.a", "6.2", "5.1.b")
def test_a_headquarters_has_no_zone_and_no_stacking_value(situation: Situation) -> None:
    match = situation("soviet.movement", {HQ: CENTRE, "S-5Sh": "5603", "S-1TA": "5610", RIFLE: NORTH, RIFLES[1]: NORTH,
                                          "S-TS-86": NORTH})
    assert NORTH in reach(match, HQ)
    alone = situation("soviet.movement", {HQ: CENTRE, "S-5Sh": "5603", "S-1TA": "5610"})
    assert alone.ask("zoc", side="soviet") == []


@pytest.mark.rule("u43", "23.1.a", "8.6")
def test_its_step_is_the_last_to_be_lost(situation: Situation) -> None:
    # 12 + 11 against 5 + 2: 3-1, where 5 is DRX, for Germans DR1: one step.
    place = {RIFLE: CENTRE, "S-5Sh": CENTRE, "G-GD": NORTH, "G-2SS": NORTH}
    match = situation("german.combat1", place, dice=[5, 1])
    played(match, f"hex:{CENTRE}", "unit:G-GD", "unit:G-2SS", "do:roll")
    assert event(match, "fought")["result"] == "DR1"
    assert [loss["unit"] for loss in happened(match, "reduced")] == [RIFLE]  # no choice is given
    gone = situation("german.combat1", {**place, RIFLE: with_flag(CENTRE, "reduced")}, dice=[6])
    played(gone, f"hex:{CENTRE}", "unit:G-GD", "unit:G-2SS", "do:roll")  # 23 to 5: 4-1, DR2X
    assert {where(gone, RIFLE), where(gone, "S-5Sh")} == {"dead.soviet"}


@pytest.mark.rule("u43", "23.1.a", "11.2.a")
def test_it_can_be_disrupted(situation: Situation) -> None:
    match = situation("german.combat1", {HQ: CENTRE, GUARDS[0]: CENTRE, GUARDS[1]: CENTRE, "G-GD": NORTH,
                                         "G-2SS": NORTH}, dice=[5, 1])
    played(match, f"hex:{CENTRE}", "unit:G-GD", "unit:G-2SS", "do:roll")  # 23 to 12: 1.5-1, DR
    assert event(match, "fought")["result"] == "DR"
    after_retreat(match)
    assert has_flag(match, HQ, "disrupted")


@pytest.mark.rule("u43", "23.1.b", "8.4.a")
def test_its_step_counts_for_magnitude_only_when_it_is_alone(situation: Situation) -> None:
    # Three steps and a headquarters are magnitude 1: one die; a headquarters alone is a step too.
    place = {GUARDS[0]: CENTRE, GUARDS[1]: with_flag(CENTRE, "reduced"), "S-5Sh": CENTRE, "G-GD": NORTH, "G-2SS": NORTH}
    match = situation("german.combat1", place, dice=[1, 1, 1])
    played(match, f"hex:{CENTRE}", "unit:G-GD", "unit:G-2SS", "do:roll")
    assert len(event(match, "fought")["dice"]) == 1
    alone = situation("german.combat1", {HQ: CENTRE, GERMAN: NORTH}, dice=[1])
    played(alone, f"hex:{CENTRE}", f"unit:{GERMAN}", "do:roll")
    assert len(event(alone, "fought")["dice"]) == 1


# -- 23.2 Armies and fronts ----------------------------------------------------------------------------------------


@pytest.mark.rule("u43", "23.1.b", "8.2")
def test_a_headquarters_alone_counts_where_two_hexes_are_attacked(situation: Situation) -> None:
    place = {"S-HQ-V": "5706", RIFLES[0]: SOUTH, RIFLES[1]: {"hex": SOUTH, "reduced": True}, "G-GD": CENTRE,
             "G-2SS": CENTRE}
    match = situation("german.combat1", place)
    assert match.ask("odds", target=[SOUTH], units=["G-GD", "G-2SS"])["magnitude"] == 1  # 2 + 1 steps
    assert match.ask("odds", target=[SOUTH, "5706"], units=["G-GD", "G-2SS"])["magnitude"] == 2


@pytest.mark.rule("u43", "23.2.a")
@pytest.mark.parametrize(("hq", "flags", "commanded"), [
    (None, {}, False), ("5613", {}, True), ("5614", {}, False), ("5613", {"disrupted": True}, False)])
def test_four_attackers_need_a_headquarters_within_seven_hexes(
        situation: Situation, hq: str | None, flags: dict[str, bool], commanded: bool) -> None:
    units = [*RIFLES[:2], *GUARDS[:2]]
    place = dict(zip(units, (CENTRE, CENTRE, "5505", "5505"), strict=True))
    front = {} if hq is None else {HQ: {"hex": hq, **flags}}
    match = situation("soviet.combat1", {**place, **front, GERMAN: NORTH})
    played(match, f"hex:{NORTH}", *(f"unit:{unit}" for unit in units[:3]))
    if commanded:
        assert f"unit:{units[3]}" in offered(match)
    else:
        assert refused(match, f"unit:{units[3]}") == "23.2.a"


@pytest.mark.rule("u43", "23.2.a", "26.3.a", "13.1.c")
def test_a_leader_is_no_fourth_unit_in_a_mobile_assault(situation: Situation) -> None:
    army = ("S-1TA", "S-6TC", "S-31TC", "S-3MC", "S-Zhukov")
    match = situation("soviet.exploitation", {**dict.fromkeys(army, CENTRE), GERMAN: NORTH})
    played(match, *(f"unit:{unit}" for unit in army))
    assert NORTH in offered(match).hexes
    four = situation("soviet.exploitation", {**dict.fromkeys((*army, "S-TS-86"), CENTRE), GERMAN: NORTH})
    played(four, *(f"unit:{unit}" for unit in (*army, "S-TS-86")))
    assert NORTH not in offered(four).hexes and refused(four, f"hex:{NORTH}") == "23.2.a"


@pytest.mark.rule("u43", "23.2.a")
def test_the_line_of_command_goes_as_supply_lines_go(situation: Situation) -> None:
    units = dict(zip([*RIFLES[:2], *GUARDS[:2]], (CENTRE, CENTRE, "5705", "5705"), strict=True))
    ring = dict(zip(INFANTRY[1:], ("5505", "5607", "5706", "5805", "5704"), strict=True))
    first, last = list(units)[:3], list(units)[3]
    free = situation("soviet.combat1", {**units, GERMAN: NORTH, HQ: "5610"})
    played(free, f"hex:{NORTH}", *(f"unit:{unit}" for unit in first))
    assert f"unit:{last}" in offered(free)
    shut = situation("soviet.combat1", {**units, GERMAN: NORTH, **ring, HQ: "5610"})
    played(shut, f"hex:{NORTH}", *(f"unit:{unit}" for unit in first))
    assert refused(shut, f"unit:{last}") == "23.2.a"  # enemies and their bonds lie between


@pytest.mark.rule("u43", "23.2.a")
def test_support_needs_a_headquarters_and_sappers_do_not(situation: Situation) -> None:
    place = {RIFLE: CENTRE, "S-Art-13": SOUTH, "S-Air-5": "5008", GERMAN: NORTH, RIFLES[1]: "5505", RIFLES[2]: "5505",
             "S-Sap-6": CENTRE}
    bare = situation("soviet.combat1", place, forts=[NORTH])
    played(bare, f"hex:{NORTH}", f"unit:{RIFLE}")
    assert refused(bare, "unit:S-Art-13") == refused(bare, "unit:S-Air-5") == "23.2.a"
    played(bare, f"unit:{RIFLES[1]}", f"unit:{RIFLES[2]}")
    assert "unit:S-Sap-6" in offered(bare)
    led = situation("soviet.combat1", {**place, HQ: SOUTH}, forts=[NORTH])
    played(led, f"hex:{NORTH}", f"unit:{RIFLE}")
    assert {"unit:S-Art-13", "unit:S-Air-5"} <= set(offered(led).choices)


@pytest.mark.rule("u43", "23.2.a")
def test_germans_need_an_army_and_a_panzer_corps_is_none(situation: Situation) -> None:
    units = ["G-GD", "G-2SS", "G-11Pz", GERMAN]
    place = dict(zip(units, (CENTRE, CENTRE, CENTRE, "5505"), strict=True))
    bare = situation("german.combat1", {**place, RIFLE: NORTH, "G-PzC-III": CENTRE})
    played(bare, f"hex:{NORTH}", *(f"unit:{unit}" for unit in units[:3]))
    assert refused(bare, f"unit:{GERMAN}") == "23.2.a"
    led = situation("german.combat1", {**place, RIFLE: NORTH, "G-HQ-6A": SOUTH})
    played(led, f"hex:{NORTH}", *(f"unit:{unit}" for unit in units[:3]))
    assert f"unit:{GERMAN}" in offered(led)


@pytest.mark.rule("u43", "23.2.c")
def test_the_central_front_marker_commands_nobody(situation: Situation) -> None:
    # Four divisions at the north edge, beside half-hexes the Central Front has gained.
    units = dict(zip([*RIFLES[:2], *GUARDS[:2]], ("2802", "2802", "2901", "2901"), strict=True))
    match = situation("soviet.combat1", {**units, GERMAN: "2902"}, central="C", turn=9)
    played(match, "hex:2902", *(f"unit:{unit}" for unit in list(units)[:3]))
    assert refused(match, f"unit:{list(units)[3]}") == "23.2.a"


# -- 23.3 Panzer corps ---------------------------------------------------------------------------------------------


@pytest.mark.rule("u43", "23.3.a", "9.12")
@pytest.mark.parametrize(("corps", "division", "valid"), [
    ("G-PzC-III", "G-11Pz", True), ("G-PzC-III", "G-16PG", False), ("G-PzC-XLVIII", "G-11Pz", True),
    ("G-PzC-SS", "G-2SS", True), ("G-PzC-SS", "G-11Pz", False), ("G-PzC-III", GERMAN, False)])
def test_a_panzer_corps_shifts_and_adds_two_with_its_own_kind(
        situation: Situation, corps: str, division: str, valid: bool) -> None:
    attack = situation("german.combat1", {corps: CENTRE, division: CENTRE, RIFLE: NORTH})
    assert lines(odds(attack, NORTH, division, corps), "shifts") == ({"23.3.a": 1} if valid else {})
    defence = situation("soviet.combat1", {corps: CENTRE, division: CENTRE, RIFLE: NORTH})
    alone = situation("soviet.combat1", {division: CENTRE, RIFLE: NORTH})
    assert odds(defence, CENTRE, RIFLE)["defence"] - odds(alone, CENTRE, RIFLE)["defence"] == (2 if valid else 0)


@pytest.mark.rule("u43", "23.3.a")
def test_two_corps_give_one_shift(situation: Situation) -> None:
    place = {"G-PzC-III": CENTRE, "G-11Pz": CENTRE, "G-PzC-XLVIII": "5505", "G-7Pz": "5505", RIFLE: NORTH}
    match = situation("german.combat1", place)
    answer = odds(match, NORTH, "G-11Pz", "G-7Pz", "G-PzC-III", "G-PzC-XLVIII")
    assert lines(answer, "shifts") == {"23.3.a": 1}


@pytest.mark.rule("u43", "23.3.b", "4.1.b")
def test_a_corps_moves_as_its_slowest_and_leaves_units_on_the_way(situation: Situation) -> None:
    match = situation("german.movement", {"G-PzC-III": CENTRE, "G-11Pz": CENTRE, GERMAN: CENTRE})
    played(match, "unit:G-PzC-III", "unit:G-11Pz")
    assert offered(match).message.args["left"] == 6
    match.choose(f"unit:{GERMAN}")
    assert offered(match).message.args["left"] == 4
    played(match, f"hex:{NORTH}", f"unit:{GERMAN}")
    assert offered(match).message.args["left"] == 5  # 4.1: the infantry does not hold them back any more
    match.choose("hex:5604")
    assert [where(match, unit) for unit in ("G-PzC-III", "G-11Pz", GERMAN)] == ["5604", "5604", NORTH]


@pytest.mark.rule("u43", "23.3.b", "2.e")
@pytest.mark.parametrize(("unit", "defence"), [("G-PzC-III", 2), ("G-PzC-SS", 2), ("G-HQ-8A", 1)])
def test_alone_in_a_hex_it_defends_with_its_own_strength(situation: Situation, unit: str, defence: int) -> None:
    match = situation("soviet.combat1", {unit: CENTRE, RIFLE: NORTH})
    assert odds(match, CENTRE, RIFLE)["defence"] == defence


# -- 23.4 Tank and shock armies ------------------------------------------------------------------------------------


@pytest.mark.rule("u43", "23.4.a", "5.5")
def test_an_army_lets_a_third_unit_of_its_kind_stack(situation: Situation) -> None:
    two = {"S-6TC": NORTH, "S-31TC": NORTH}
    tanks = situation("soviet.movement", {**two, "S-1TA": NORTH, TANKS: CENTRE})
    assert NORTH in reach(tanks, TANKS)
    assert NORTH not in reach(situation("soviet.movement", {**two, TANKS: CENTRE}), TANKS)
    foot = {RIFLES[1]: NORTH, RIFLES[2]: NORTH}
    assert NORTH in reach(situation("soviet.movement", {**foot, "S-5Sh": NORTH, RIFLE: CENTRE}), RIFLE)
    assert NORTH not in reach(situation("soviet.movement", {**foot, RIFLE: CENTRE}), RIFLE)


@pytest.mark.rule("u43", "23.4.a")
def test_an_army_splits_on_the_move_and_goes_as_its_slowest(situation: Situation) -> None:
    match = situation("soviet.movement", {"S-5GTA": CENTRE, "S-5GMC": CENTRE, "S-18TC": CENTRE})
    played(match, "unit:S-5GTA", "unit:S-5GMC", "unit:S-18TC")
    assert offered(match).message.args["left"] == 5  # the Guards alone have six, the army five
    played(match, f"hex:{NORTH}", "unit:S-18TC", "hex:5603")
    assert (where(match, "S-18TC"), where(match, "S-5GTA")) == (NORTH, "5603")


@pytest.mark.rule("u43", "23.4.b")
def test_the_worked_example_of_the_1st_tank_army(situation: Situation) -> None:
    """2 + 6 + 7 + 7 + 2 = 24 in attack, 23 in defence, with a movement allowance of 5."""
    place = {"S-1TA": CENTRE, "S-3MC": CENTRE, "S-6TC": CENTRE, "S-31TC": CENTRE, "S-TS-86": CENTRE, GERMAN: NORTH}
    army = [unit for unit in place if unit != GERMAN]
    match = situation("soviet.combat1", {**place, HQ: SOUTH})
    assert odds(match, NORTH, *army)["attack"] == 24
    assert odds(situation("german.combat1", place), CENTRE, GERMAN)["defence"] == 23
    moving = situation("soviet.movement", dict.fromkeys(army, CENTRE))
    played(moving, *(f"unit:{unit}" for unit in army))
    assert offered(moving).message.args["left"] == 5


@pytest.mark.rule("u43", "23.4.b")
@pytest.mark.parametrize(("army", "unit", "bonus"), [
    ("S-5GTA", TANKS, 2), ("S-5GTA", "S-3MC", 2), ("S-5GTA", RIFLE, 0), ("S-5GTA", "S-TS-86", 0),
    ("S-5Sh", RIFLE, 2), ("S-5Sh", "S-4GCC", 2), ("S-5Sh", TANKS, 0)])
def test_the_bonus_needs_a_unit_of_its_kind(situation: Situation, army: str, unit: str, bonus: int) -> None:
    place = {army: CENTRE, unit: CENTRE, GERMAN: NORTH}
    attack = situation("soviet.combat1", place)
    assert odds(attack, NORTH, unit, army)["attack"] - odds(attack, NORTH, unit)["attack"] == bonus
    without = situation("german.combat1", {unit: CENTRE, GERMAN: NORTH})
    assert odds(situation("german.combat1", place), CENTRE, GERMAN)["defence"] == (
        odds(without, CENTRE, GERMAN)["defence"] + bonus)


@pytest.mark.rule("u43", "23.4.b")
def test_an_army_alone_defends_with_two(situation: Situation) -> None:
    for army in ("S-1TA", "S-5Sh"):
        assert odds(situation("german.combat1", {army: CENTRE, GERMAN: NORTH}), CENTRE, GERMAN)["defence"] == 2


@pytest.mark.rule("u43", "23.4.c")
def test_the_bonus_is_one_against_forts_across_rivers_and_out_of_marsh(situation: Situation) -> None:
    def bonus(here: str, there: str, **keys: Any) -> int:
        match = situation("soviet.combat1", {"S-5Sh": here, RIFLE: here, GERMAN: there}, **keys)
        return int(odds(match, there, RIFLE, "S-5Sh")["attack"] - odds(match, there, RIFLE)["attack"])

    assert bonus(CENTRE, NORTH) == 2
    assert bonus(CENTRE, NORTH, forts=[NORTH]) == 1
    assert bonus("4514", "4414") == 1  # across the Donets
    assert bonus("1307", "1407") == 1  # out of marsh
