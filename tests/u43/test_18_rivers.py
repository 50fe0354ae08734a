"""Chapter 18: assaults across major rivers, bridge trains and pontoon bridges.

The Dnieper below Cherkassy: 2217, 2218, 2317 and 2318 are its left bank, 2118, 2219 and 2319 the right one, all clear.
"""

from __future__ import annotations

from typing import Any

import pytest

import stavka
from tests.playing import (
    Situation,
    cost,
    end_until,
    event,
    happened,
    lines,
    move,
    odds,
    offered,
    played,
    refused,
    where,
)

from .helpers_late import GUARDS, INFANTRY, RIFLES, after_retreat, marks, task, with_flag

RIFLE, GERMAN, TANKS, RIDERS = RIFLES[0], INFANTRY[0], "S-10TC", "S-4GCC"
CROSSING = "2218/2219"


def assaulted(situation: Situation, place: dict[str, Any], *units: str, dice: list[int],
              sides: tuple[str, ...] = (CROSSING,), target: str = "2219") -> stavka.Match:
    """An attack across the river that has been rolled."""
    match = situation("soviet.combat1", place, river_assaults=list(sides), dice=dice)
    return played(match, f"hex:{target}", *(f"unit:{unit}" for unit in units), "do:roll")


# -- 18.1 Preparing ------------------------------------------------------------------------------------------------


@pytest.mark.rule("u43", "18.1.A", "8.1.a")
def test_attacks_across_a_major_river_in_the_first_combat_phase_only(situation: Situation) -> None:
    place = {RIFLE: with_flag("2218", "assault"), GERMAN: "2219", RIFLES[1]: with_flag("2319", "assault")}
    first = situation("soviet.combat1", place, river_assaults=[CROSSING])
    assert "2219" in offered(first).hexes
    second = situation("soviet.combat2", place, river_assaults=[CROSSING])
    second.choose("hex:2219")  # 2319 is on the same bank
    assert refused(second, f"unit:{RIFLE}") == "18.1.A"
    mobile = situation("soviet.exploitation", {TANKS: "2218", GERMAN: "2219"}, river_assaults=[CROSSING])
    mobile.choose(f"unit:{TANKS}")
    assert refused(mobile, "hex:2219") == "18.1.A"


@pytest.mark.rule("u43", "18.1.B")
def test_the_marker_takes_the_whole_allowance_of_a_unit_beside_the_river(situation: Situation) -> None:
    match = situation("soviet.movement", {RIFLE: "2218", GERMAN: "2219", RIFLES[1]: "2217"})
    played(match, f"unit:{RIFLE}", "do:river_assault")
    assert set(offered(match).hexes) == {"2118", "2219"}  # what lies across
    assert refused(match, "hex:2317") == "18.1.B"
    match.choose("hex:2219")
    assert marks(match, "river_assault") == {CROSSING}
    assert offered(match).hexes == ()  # it has spent everything
    played(match, f"unit:{RIFLES[1]}", "hex:2218")
    assert refused(match, "do:river_assault") == "18.1.B"  # it did not begin there
    assert refused(match, f"unit:{RIFLE}") == "4.1.c"


@pytest.mark.rule("u43", "18.1.B", "4.7.d")
def test_no_marker_for_the_disrupted_the_unsupplied_and_when_all_ten_are_used(situation: Situation) -> None:
    for flag in ("disrupted", "unsupplied"):
        match = situation("soviet.movement", {RIFLE: with_flag("2218", flag)})
        match.choose(f"unit:{RIFLE}")
        assert refused(match, "do:river_assault") == "18.1.B"
    spent = situation("soviet.movement", {RIFLE: "2218"}, markers=10)
    spent.choose(f"unit:{RIFLE}")
    assert refused(spent, "do:river_assault") == "4.7.d"


@pytest.mark.rule("u43", "18.1.B")
def test_without_a_marker_nobody_attacks_across(situation: Situation) -> None:
    match = situation("soviet.combat1", {RIFLE: "2218", RIFLES[1]: "2219", GERMAN: "2119"})
    assert refused(match, "hex:2118") == "8.1.a"
    bare = situation("soviet.combat1", {RIFLE: "2218", GERMAN: "2219"})
    assert refused(bare, "hex:2219") == "18.1.B"


@pytest.mark.rule("u43", "18.1.C")
def test_others_may_enter_the_marked_hex_and_join(situation: Situation) -> None:
    match = situation("soviet.movement", {RIFLE: "2218", TANKS: "2216", GERMAN: "2219", "S-Art-13": "2217",
                                          "S-HQ-V": "2217"})
    played(match, f"unit:{RIFLE}", "do:river_assault", "hex:2219", f"unit:{TANKS}", "hex:2218", "do:end_phase")
    played(match, "hex:2219", f"unit:{RIFLE}")
    assert f"unit:{TANKS}" in offered(match)
    assert "unit:S-Art-13" in offered(match)  # artillery within two hexes, marker or none


# -- 18.2, 18.3 Resolving ------------------------------------------------------------------------------------------


@pytest.mark.rule("u43", "18.2.A", "9.4")
def test_foot_loses_a_point_and_vehicles_half(situation: Situation) -> None:
    match = situation("soviet.combat1", {RIFLE: "2218", TANKS: "2218", GERMAN: "2219"}, river_assaults=[CROSSING])
    assert odds(match, "2219", RIFLE)["attack"] == 3
    assert odds(match, "2219", TANKS)["attack"] == 4  # 7 halved, rounded up


@pytest.mark.rule("u43", "18.2.A")
def test_marked_hexes_attack_together_and_others_add_nothing(situation: Situation) -> None:
    place = {RIFLE: "2218", RIFLES[1]: "2318", GERMAN: "2219"}
    both = situation("soviet.combat1", place, river_assaults=[CROSSING, "2219/2318"])
    assert odds(both, "2219", RIFLE, RIFLES[1])["attack"] == 6
    one = situation("soviet.combat1", place, river_assaults=[CROSSING])
    played(one, "hex:2219", f"unit:{RIFLE}")
    assert refused(one, f"unit:{RIFLES[1]}") == "18.1.B"


@pytest.mark.rule("u43", "18.2.B", "18.3", "12.3.b")
def test_after_a_success_foot_advances_one_hex_and_cavalry_two(situation: Situation) -> None:
    # 3 + 3 + 4 against a reduced division of 4: 2-1, where 4 is DR.
    place = {RIFLE: "2218", RIDERS: "2218", TANKS: "2318", GERMAN: with_flag("2219", "reduced")}
    match = assaulted(situation, place, RIFLE, RIDERS, TANKS, dice=[4], sides=(CROSSING, "2219/2318"))
    assert event(match, "fought")["result"] == "DR"
    after_retreat(match)
    assert set(offered(match).units) == {RIFLE, RIDERS}
    assert refused(match, f"unit:{TANKS}") == "12.3.a"  # no bridge
    match.choose(f"unit:{RIDERS}")
    assert task(match) == "advance_again"
    played(match, "do:halt", f"unit:{RIFLE}")
    assert where(match, RIFLE) == "2219"
    assert match.offer is None or task(match) != "advance_again"


@pytest.mark.rule("u43", "18.3", "12.3.a")
def test_vehicles_advance_over_a_bridge(situation: Situation) -> None:
    # Over the bridge of Cherkassy: 4 + 3 + 4 against a reduced division in the town, 4 + 3: 1.5-1, where 6 is DRX.
    place = {TANKS: "2017", RIFLE: "2017", GERMAN: with_flag("2018", "reduced"), GUARDS[0]: "2117"}
    match = assaulted(situation, place, TANKS, RIFLE, GUARDS[0], dice=[6, 6], sides=("2017/2018", "2018/2117"),
                      target="2018")
    after_retreat(match)
    assert task(match) == "advance" and TANKS in offered(match).units


# -- 18.4 Bridge trains --------------------------------------------------------------------------------------------


@pytest.mark.rule("u43", "18.4")
def test_a_bridge_train_is_placed_by_a_unit_that_has_not_moved_and_may_then_move(situation: Situation) -> None:
    match = situation("soviet.movement", {RIFLE: "2218", TANKS: "2318", "S-Sap-6": "2217"})
    played(match, f"unit:{RIFLE}", "do:bridge_train")
    assert set(offered(match).hexes) == {CROSSING, "2118/2218"}
    assert refused(match, "hex:2219/2318") == "18.4"
    played(match, f"hex:{CROSSING}", "hex:2219")  # on foot it may cross at once
    assert marks(match, "train") == {CROSSING} and where(match, RIFLE) == "2219"
    played(match, f"unit:{TANKS}", "hex:2317")
    assert refused(match, "do:bridge_train") == "18.4"


@pytest.mark.rule("u43", "18.4", "18.1.B")
def test_the_unit_with_the_assault_marker_may_place_the_train_too(situation: Situation) -> None:
    match = situation("soviet.movement", {RIFLE: "2218", GERMAN: "2219"})
    played(match, f"unit:{RIFLE}", "do:river_assault", "hex:2219", "do:bridge_train", f"hex:{CROSSING}")
    assert marks(match, "train") == marks(match, "river_assault") == {CROSSING}


@pytest.mark.rule("u43", "18.4")
def test_no_train_for_the_disrupted_the_unsupplied_and_the_germans(situation: Situation) -> None:
    for flag in ("disrupted", "unsupplied"):
        match = situation("soviet.movement", {RIFLE: with_flag("2218", flag)})
        match.choose(f"unit:{RIFLE}")
        assert refused(match, "do:bridge_train") == "18.4"
    germans = situation("german.movement", {GERMAN: "2219"})
    germans.choose(f"unit:{GERMAN}")
    assert refused(germans, "do:bridge_train") == "18.4"


# -- 18.5 Pontoon bridges ------------------------------------------------------------------------------------------


@pytest.mark.rule("u43", "18.5.A")
@pytest.mark.parametrize(("more", "built"), [
    ({}, True),
    ({GERMAN: "2220"}, False),  # its zone reaches 2219
    ({GERMAN: "2220", RIFLES[1]: "2219"}, True),  # held by a friend
    ({GERMAN: "2219"}, False),
])
def test_both_hexes_free_of_enemies_and_held_or_out_of_their_zones(
        situation: Situation, more: dict[str, Any], built: bool) -> None:
    match = situation("soviet.final", {RIFLE: "2218", **more}, trains=[CROSSING])
    assert (marks(match, "pontoon") == {CROSSING}) == built
    assert not marks(match, "train")


@pytest.mark.rule("u43", "18.5.B")
@pytest.mark.parametrize(("die", "built"), [(1, True), (3, True), (4, False), (6, False)])
def test_in_exploitation_a_die_may_finish_a_bridge_early(situation: Situation, die: int, built: bool) -> None:
    match = situation("soviet.exploitation", {RIFLE: "2218", TANKS: "2218"}, trains=[CROSSING], dice=[die])
    assert task(match) == "early_pontoon"
    match.choose(f"hex:{CROSSING}")
    assert (cost(match, TANKS, "2219") == 1) == built  # vehicles cross at once
    if not built:
        assert marks(match, "train") == {CROSSING}
        end_until(match, "soviet.final")
        assert marks(match, "pontoon") == {CROSSING}


@pytest.mark.rule("u43", "18.5.A", "18.5.B")
def test_a_contested_train_is_not_tried(situation: Situation) -> None:
    match = situation("soviet.exploitation", {RIFLE: "2218", GERMAN: "2220"}, trains=[CROSSING, "2118/2218"])
    assert offered(match).hexes == ("2118/2218",)
    assert refused(match, f"hex:{CROSSING}") == "18.5.A"


@pytest.mark.rule("u43", "18.5.C", "3.C.7")
def test_the_final_phase_finishes_the_bridge_over_the_side_the_train_points_at(situation: Situation) -> None:
    match = situation("soviet.movement", {RIFLE: "2218"})
    played(match, f"unit:{RIFLE}", "do:bridge_train", f"hex:{CROSSING}")
    end_until(match, "soviet.exploitation")
    played(match, "do:done")
    end_until(match, "soviet.final")
    assert marks(match, "pontoon") == {CROSSING} and event(match, "pontoon_built")["side"] == CROSSING


@pytest.mark.rule("u43", "18.5.D")
def test_four_bridges_at_most(situation: Situation) -> None:
    three = ["2318/2319", "2418/2419", "2518/2519"]
    match = situation("soviet.movement", {RIFLE: "2218"}, pontoons=three[:2], trains=three[2:])
    played(match, f"unit:{RIFLE}", "do:bridge_train", f"hex:{CROSSING}")
    full = situation("soviet.movement", {RIFLE: "2218"}, pontoons=[*three, "2117/2118"])
    full.choose(f"unit:{RIFLE}")
    assert refused(full, "do:bridge_train") == "18.5.D"


@pytest.mark.rule("u43", "18.5.E")
def test_the_soviets_take_up_bridges_in_their_final_phase_and_place_them_again(situation: Situation) -> None:
    match = situation("soviet.final", {RIFLE: "2218"}, pontoons=[CROSSING, "2318/2319", "2418/2419", "2518/2519"])
    played(match, f"hex:{CROSSING}", "do:done")
    assert CROSSING not in marks(match, "pontoon")
    end_until(match, "soviet.movement", 4)
    played(match, f"unit:{RIFLE}", "do:bridge_train", f"hex:{CROSSING}")
    assert marks(match, "train") == {CROSSING}


@pytest.mark.rule("u43", "18.5.E")
@pytest.mark.parametrize(("unit", "gone"), [(GERMAN, True), ("G-PzC-III", False)])
def test_a_german_combat_unit_in_either_hex_destroys_a_bridge(situation: Situation, unit: str, gone: bool) -> None:
    match = situation("german.movement", {unit: "2220"}, pontoons=[CROSSING])
    move(match, unit, "2219")
    assert (marks(match, "pontoon") == set()) == gone


@pytest.mark.rule("u43", "18.5.B", "18.5.E", "4.4.a")
@pytest.mark.parametrize("unit", ["G-GD", "G-AG1"])
def test_germans_do_not_cross_by_a_pontoon_bridge(situation: Situation, unit: str) -> None:
    match = situation("german.movement", {unit: with_flag("2219", "unsupplied")}, pontoons=[CROSSING])
    match.choose(f"unit:{unit}")
    assert refused(match, "hex:2218") == "4.4.a"
    farther = situation("german.movement", {unit: with_flag("2220", "unsupplied")}, pontoons=[CROSSING])
    assert "2219" in farther.ask("reach", unit=unit)
    assert "2218" not in farther.ask("reach", unit=unit)  # the bridge is gone before it gets there
    soviets = situation("soviet.movement", {TANKS: with_flag("2217", "unsupplied")}, pontoons=[CROSSING])
    assert "2219" in soviets.ask("reach", unit=TANKS)


@pytest.mark.rule("u43", "18.5.E")
def test_a_german_advance_destroys_a_bridge_too(situation: Situation) -> None:
    # 12 + 8 against 3: 6-1, where 6 is DR2X: the reduced division is lost.
    match = situation("german.combat1", {RIFLE: with_flag("2219", "reduced"), "G-GD": "2220", "G-11Pz": "2220"},
                      pontoons=[CROSSING], dice=[6])
    played(match, "hex:2219", "unit:G-GD", "unit:G-11Pz", "do:roll")
    played(after_retreat(match), "unit:G-GD")
    assert marks(match, "pontoon") == set()


@pytest.mark.rule("u43", "18.X")
def test_the_worked_example_of_a_crossing(situation: Situation) -> None:
    """Two mechanized and three other units with artillery: 13 to 7 is 1.5-1, one column to the right for the guns."""
    place = {GUARDS[0]: "2218", GUARDS[1]: "2218", RIFLE: "2318", "S-TS-86": "2318", "S-TS-93": "2218",
             "S-Art-13": "2217", "S-HQ-V": "2217", GERMAN: "2219"}
    match = situation("soviet.combat1", place, river_assaults=[CROSSING, "2219/2318"])
    answer = odds(match, "2219", GUARDS[0], GUARDS[1], RIFLE, "S-TS-86", "S-TS-93", guns=["S-Art-13"])
    assert (answer["attack"], answer["defence"]) == (4 + 4 + 3 + 1 + 1, 7)
    assert lines(answer, "shifts") == {"22.1": 1}
    assert answer["column"] == "2-1"  # 1.5-1 and one more
    # The vacant hex across the river is entered by movement; vehicles wait for the bridge.
    crossing = situation("soviet.movement", {RIFLE: "2318", "S-TS-86": "2318"})
    assert "2319" in crossing.ask("reach", unit=RIFLE) and "2319" not in crossing.ask("reach", unit="S-TS-86")
    assert not happened(crossing, "fought")
