"""Chapter 13: Soviet air power."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

import stavka
from tests.playing import Situation, cost, end_until, event, happened, move, odds, offered, played, refused, seen, where

from .helpers import GERMANS_CUT_OFF, is_reduced, shift_for

BEFORE, AFTER = "soviet.combat_before", "soviet.combat_after"
INTERDICTION, MOVEMENT = "german.interdiction", "german.movement"

TARGET, EAST, WEST, SOUTHWEST, NORTHEAST = "2812", "2811", "2813", "2912", "2711"

MAIN_FRONT = {"A-1", "A-3", "A-4", "A-6", "A-13", "A-14", "A-15", "A-16"}
FIRST_UKRAINIAN = {"A-1UF-2", "A-1UF-8"}


def reduced(hex: str) -> dict[str, Any]:
    """A reduced unit in a hex."""
    return {"hex": hex, "reduced": True}


def air_offered(match: stavka.Match) -> set[str]:
    """The air armies that can be chosen now."""
    return {unit for unit in offered(match).units if unit.startswith("A-")}


def ready(match: stavka.Match) -> set[str]:
    """The air armies that can still fly this turn."""
    return set(seen(match, "soviet")["stacks"].get("air.ready", []))


# -- 13.1 Combat support -------------------------------------------------------------------------------------------


@pytest.mark.rule("dagc", "13.1.a")
def test_eight_air_armies_are_there_from_turn_1(dagc: stavka.Game[Any]) -> None:
    for scenario in dagc.scenarios:
        assert ready(dagc.start(scenario, seed=1)) == MAIN_FRONT


@pytest.mark.rule("dagc", "13.1.a")
@pytest.mark.parametrize(("attacker", "start", "target"), [
    ("S-8", "1300", "1301"), ("S-39", "3400", "3500"), ("S-70", "4918", "4919"),
])
def test_air_armies_have_no_range_limit(situation: Situation, attacker: str, start: str, target: str) -> None:
    match = played(situation(BEFORE, {attacker: start, "G-1": target}), f"hex:{target}", f"unit:{attacker}")
    assert air_offered(match) == MAIN_FRONT


@pytest.mark.rule("dagc", "13.1.a")
@pytest.mark.parametrize(("result", "lost"), [("AE", ["S-39"]), ("BB", ["S-39"])])
def test_air_armies_satisfy_no_result(situation: Situation, result: str, lost: list[str]) -> None:
    die = {"AE": 1, "BB": 4}[result]
    match = situation(BEFORE, {"S-39": reduced(EAST), "G-1": TARGET}, dice=[die])  # 0, raised to +1, +2
    played(match, f"hex:{TARGET}", "unit:S-39", "unit:A-1", "do:roll")
    assert event(match, "fought")["result"] == result
    assert where(match, "S-39") == "dead.soviet"
    assert where(match, "A-1") == "air.flown"
    assert [item["unit"] for item in happened(match, "eliminated")] == lost


@pytest.mark.rule("dagc", "13.1.a")
def test_air_armies_have_neither_stacking_nor_combat_value_nor_zone(situation: Situation) -> None:
    match = situation(BEFORE, {"S-39": EAST, "S-5": EAST, "G-1": TARGET}, dice=[1])
    zone = match.ask("zoc", side="soviet")
    played(match, f"hex:{TARGET}", "unit:S-39", "unit:A-1")
    assert match.ask("zoc", side="soviet") == zone
    assert odds(match, TARGET, "S-39", air="A-1")["attack"] == 5
    assert match.ask("hex", hex=TARGET)["stack"] == ["G-1"] and match.ask("hex", hex=EAST)["stack"] == ["S-39", "S-5"]


@pytest.mark.rule("dagc", "13.1.a", "13.5")
def test_an_air_army_flies_once_a_game_turn(situation: Situation) -> None:
    place = {"S-39": EAST, "G-1": TARGET, "S-5": "3719", "G-2": "3720"}
    match = situation(BEFORE, place, dice=[1, 1])  # two stalled attacks (+3, +4)
    played(match, f"hex:{TARGET}", "unit:S-39", "unit:A-1", "do:roll")
    played(match, "hex:3720", "unit:S-5")
    assert air_offered(match) == MAIN_FRONT - {"A-1"}
    assert refused(match, "unit:A-1") == "13.5"
    played(match, "unit:A-3", "do:roll")
    end_until(match, AFTER)
    played(match, f"hex:{TARGET}", "unit:S-39")
    assert air_offered(match) == MAIN_FRONT - {"A-1", "A-3"}  # not in the other phase


@pytest.mark.rule("dagc", "13.1.b")
@pytest.mark.parametrize("step", [BEFORE, AFTER])
def test_an_air_army_shifts_an_attack_one_column(situation: Situation, step: str) -> None:
    match = situation(step, {"S-39": EAST, "G-1": TARGET}, dice=[1])
    played(match, f"hex:{TARGET}", "unit:S-39", "unit:A-4", "do:roll")
    assert event(match, "fought")["shift"] == 1 and event(match, "fought")["column"] == "+3, +4"


@pytest.mark.rule("dagc", "13.1.b")
def test_one_air_army_supports_an_attack_no_more(situation: Situation) -> None:
    match = played(situation(BEFORE, {"S-39": EAST, "G-1": TARGET}), f"hex:{TARGET}", "unit:S-39", "unit:A-4")
    assert air_offered(match) == set()
    assert refused(match, "unit:A-1") == "13.1.b"


@pytest.mark.rule("dagc", "13.1.b")
def test_air_armies_support_attackers_out_of_supply(situation: Situation) -> None:
    match = situation(BEFORE, {"S-39": EAST, "G-1": TARGET}, turn=7, dice=[1])
    played(match, f"hex:{TARGET}", "unit:S-39", "unit:A-1", "do:roll")
    assert event(match, "fought")["shift"] == 0  # one left, one right


@pytest.mark.rule("dagc", "13.1.b")
def test_air_armies_never_support_a_defence(situation: Situation) -> None:
    match = played(situation("german.combat_before", {"S-39": EAST, "G-1": TARGET}), f"hex:{EAST}", "unit:G-1")
    assert air_offered(match) == set()
    refused(match, "unit:A-1")


# -- 13.2 The air armies of the 1st Ukrainian Front ----------------------------------------------------------------


@pytest.mark.rule("dagc", "13.2.a")
def test_two_more_come_with_the_1st_ukrainian_front_on_turn_4(situation: Situation) -> None:
    match = situation("german.combat_after", {"S-39": "2802", "G-1": TARGET}, turn=3)
    assert ready(match) == MAIN_FRONT
    end_until(match, "soviet.replacements", turn=4)
    assert ready(match) == MAIN_FRONT | FIRST_UKRAINIAN


@pytest.mark.rule("dagc", "13.2.a", "13.2.c")
@pytest.mark.parametrize("scenario", ["historical", "bold_stroke"])
@pytest.mark.parametrize(("attacker", "air", "other"), [
    ("U-13", FIRST_UKRAINIAN, "A-1"), ("S-39", MAIN_FRONT, "A-1UF-2"),
])
def test_each_fronts_air_armies_support_its_own_attacks_only(
        situation: Situation, scenario: str, attacker: str, air: set[str], other: str) -> None:
    match = situation(BEFORE, {attacker: "4918", "G-56Pz": "4919"}, turn=4, scenario=scenario)
    played(match, "hex:4919", f"unit:{attacker}")
    assert air_offered(match) == air
    assert refused(match, f"unit:{other}") == ("13.2.c" if other == "A-1" else "13.2.a")
    played(match, f"unit:{min(air)}")
    assert shift_for(match, "13.1.b", "4919", attacker, air=min(air)) == 1


def targets(match: stavka.Match, air: str) -> set[str]:
    """The German units an air army may interdict."""
    if air not in offered(match).units:
        return set()
    units = set(offered(played(match, f"unit:{air}")).units)
    match.undo()
    return units


GERMANS = {"G-1": TARGET, "G-56Pz": "4919", "G-2": "4826"}
"""A corps far away, and two in the area of the 1st Ukrainian Front."""


@pytest.mark.rule("dagc", "13.2.b", "13.2.c", "10.2.b")
@pytest.mark.parametrize("scenario", ["historical", "failed_dday", "no_bomb_plot"])
def test_each_fronts_air_armies_interdict_in_their_own_area_only(situation: Situation, scenario: str) -> None:
    match = situation(INTERDICTION, GERMANS, turn=4, scenario=scenario)
    assert targets(match, "A-1UF-2") == targets(match, "A-1UF-8") == {"G-56Pz", "G-2"}
    assert targets(match, "A-1") == {"G-1"}
    played(match, "unit:A-1UF-2")
    assert refused(match, "unit:G-1") == "13.2.b"


@pytest.mark.rule("dagc", "13.2.b", "13.2.c")
def test_in_bold_stroke_those_of_1uf_interdict_anywhere_the_others_still_not(situation: Situation) -> None:
    match = situation(INTERDICTION, GERMANS, turn=4, scenario="bold_stroke")
    assert targets(match, "A-1UF-2") == {"G-1", "G-56Pz", "G-2"}
    assert targets(match, "A-1") == {"G-1"}


@pytest.mark.rule("dagc", "13.2.c")
def test_before_turn_4_nothing_interdicts_in_the_area_of_1uf(situation: Situation) -> None:
    match = situation(INTERDICTION, {"G-56Pz": "4919"}, turn=3)
    assert offered(match).units == ()
    assert refused(match, "unit:A-1") == "13.2.c"
    assert refused(match, "unit:A-1UF-2") == "13.1.a"  # not in play


@pytest.mark.rule("dagc", "13.2.b")
def test_interdiction_lasts_if_the_unit_leaves_the_area(situation: Situation) -> None:
    match = situation(INTERDICTION, {"G-2": "4820"}, turn=4, dice=[3])
    played(match, "unit:A-1UF-2", "unit:G-2", "do:end_phase")
    move(match, "G-2", "4719")  # outside
    assert max(match.ask("reach", unit="G-2").values()) == 2


# -- 13.3 Interdiction ---------------------------------------------------------------------------------------------


def interdicted(situation: Situation, place: dict[str, Any], units: Sequence[str], **keys: Any) -> stavka.Match:
    """German movement, with these units under air armies."""
    match = situation(INTERDICTION, place, **keys)
    for air, unit in zip(sorted(MAIN_FRONT), units, strict=False):
        played(match, f"unit:{air}", f"unit:{unit}")
    played(match, "do:end_phase")
    assert match.phase == MOVEMENT
    return match


def points(match: stavka.Match, unit: str) -> int:
    """Pick up a unit and see how many movement points it has."""
    played(match, f"unit:{unit}")
    left: Any = offered(match).message.args["left"]
    return int(left)


@pytest.mark.rule("dagc", "13.3.a")
def test_interdiction_is_a_soviet_phase_between_german_combat_and_movement(situation: Situation) -> None:
    match = situation("german.combat_before", {"G-1": TARGET})
    played(match, "do:end_phase")
    assert match.phase == INTERDICTION and offered(match).seat == "soviet"
    played(match, "do:end_phase")
    assert match.phase == MOVEMENT and offered(match).seat == "german"


@pytest.mark.rule("dagc", "13.3.a")
def test_air_armies_that_supported_an_attack_do_not_interdict(situation: Situation) -> None:
    match = situation(AFTER, {"S-39": EAST, "G-1": TARGET}, dice=[1])  # +3, +4: stalled
    played(match, f"hex:{TARGET}", "unit:S-39", "unit:A-6", "do:roll")
    end_until(match, INTERDICTION)
    assert air_offered(match) == MAIN_FRONT - {"A-6"}
    assert refused(match, "unit:A-6") == "13.5"


@pytest.mark.rule("dagc", "13.3.a")
def test_on_turn_1_air_armies_interdict_anywhere(situation: Situation) -> None:
    match = situation(INTERDICTION, {"G-1": TARGET, "G-26": "1106"}, turn=1)
    assert targets(match, "A-1") == {"G-1", "G-26"}  # far from the Bagration marker


@pytest.mark.rule("dagc", "13.3.b")
@pytest.mark.parametrize("die", [1, 2, 6])
def test_an_interdicted_unit_rolls_for_its_movement(situation: Situation, die: int) -> None:
    match = interdicted(situation, {"G-1": TARGET, "G-2": "2816"}, ["G-1"], dice=[die])
    assert points(match, "G-1") == die
    assert max(match.ask("reach", unit="G-1").values()) == die
    assert points(match, "G-2") == 7  # not interdicted


@pytest.mark.rule("dagc", "13.3.b")
def test_5th_panzer_army_loses_its_ten_points_to_the_roll(situation: Situation) -> None:
    match = interdicted(situation, {"G-5PA-1SS": TARGET}, ["G-5PA-1SS"], dice=[4], scenario="failed_dday")
    assert points(match, "G-5PA-1SS") == 4


@pytest.mark.rule("dagc", "13.3.b")
@pytest.mark.parametrize(("dice", "left"), [([5, 2], 3), ([6, 1], 5), ([3, 3], 0), ([2, 5], 0)])
def test_out_of_supply_the_soviet_die_is_taken_from_the_german_one(
        situation: Situation, dice: list[int], left: int) -> None:
    match = interdicted(situation, {"G-1": TARGET}, ["G-1"], dice=dice, control=GERMANS_CUT_OFF)
    assert points(match, "G-1") == left
    assert event(match, "movement_roll")["die"] == dice[0]
    assert event(match, "interdiction_roll")["die"] == dice[1]


@pytest.mark.rule("dagc", "13.3.b", "9.3")
def test_a_unit_with_no_points_left_stays(situation: Situation) -> None:
    match = interdicted(situation, {"G-1": TARGET}, ["G-1"], dice=[2, 5], control=GERMANS_CUT_OFF)
    played(match, "unit:G-1")
    assert offered(match).hexes == ()
    assert refused(match, f"hex:{WEST}") == "9.3"


@pytest.mark.rule("dagc", "13.3.b", "7.3")
def test_a_stack_out_of_supply_shares_the_german_roll_but_not_the_soviet_one(situation: Situation) -> None:
    place = {"G-1": TARGET, "G-2": TARGET}
    match = interdicted(situation, place, ["G-1"], dice=[5, 2], control=GERMANS_CUT_OFF)
    assert points(match, "G-1") == 3
    assert points(match, "G-2") == 5  # the same 5, nothing subtracted, no roll
    match = interdicted(situation, place, ["G-1", "G-2"], dice=[5, 2, 4], control=GERMANS_CUT_OFF)
    assert points(match, "G-2") == 3
    assert points(match, "G-1") == 1


@pytest.mark.rule("dagc", "13.3.b")
def test_interdicted_units_of_a_supplied_stack_roll_separately(situation: Situation) -> None:
    match = interdicted(situation, {"G-1": TARGET, "G-2": TARGET}, ["G-1", "G-2"], dice=[2, 6])
    assert points(match, "G-1") == 2
    assert points(match, "G-2") == 6


@pytest.mark.rule("dagc", "13.3.b")
def test_interdiction_is_over_with_the_phase(situation: Situation) -> None:
    match = interdicted(situation, {"G-1": TARGET, "S-39": "2802"}, ["G-1"])
    end_until(match, MOVEMENT, turn=4)
    assert points(match, "G-1") == 7


@pytest.mark.rule("dagc", "13.3.c")
def test_a_unit_is_interdicted_by_one_air_army_only(situation: Situation) -> None:
    match = situation(INTERDICTION, {"G-1": TARGET, "G-2": TARGET})
    played(match, "unit:A-1", "unit:G-1", "unit:A-3")
    assert offered(match).units == ("G-2",)
    assert refused(match, "unit:G-1") == "13.3.c"
    played(match, "unit:G-2")
    assert offered(match).units == ()  # no target is left


@pytest.mark.rule("dagc", "13.3.c")
def test_in_a_stack_the_soviet_player_chooses_whom(situation: Situation) -> None:
    match = interdicted(situation, {"G-1": TARGET, "G-2": TARGET}, ["G-2"], dice=[1])
    assert points(match, "G-1") == 7
    assert points(match, "G-2") == 1


@pytest.mark.rule("dagc", "13.3.c")
def test_localities_are_immune_units_with_them_are_not(situation: Situation) -> None:
    match = situation(INTERDICTION, {"G-FL-Minsk": "3908", "G-1": "3908"}, dice=[2])
    played(match, "unit:A-1")
    assert offered(match).units == ("G-1",)
    assert refused(match, "unit:G-FL-Minsk") == "13.3.c"
    played(match, "unit:G-1", "do:end_phase")
    assert points(match, "G-1") == 2


# -- 13.4, 13.5 Fatigue and recovery -------------------------------------------------------------------------------


@pytest.mark.rule("dagc", "13.4")
def test_at_the_start_of_turn_6_five_air_armies_of_the_soviet_players_choice_leave(situation: Situation) -> None:
    match = situation("german.combat_after", {"S-39": EAST, "G-1": TARGET}, turn=5)
    played(match, "do:end_phase")
    assert match.turn == 6 and offered(match).seat == "soviet"
    assert set(offered(match).units) == MAIN_FRONT | FIRST_UKRAINIAN and offered(match).buttons == ()
    played(match, "unit:A-1UF-8")
    assert set(offered(match).units) == MAIN_FRONT  # one of the 1st Ukrainian Front is enough
    played(match, "unit:A-1", "unit:A-4", "unit:A-13", "unit:A-16")
    assert ready(match) == {"A-3", "A-6", "A-14", "A-15", "A-1UF-2"}
    assert where(match, "A-1") == where(match, "A-1UF-8") == "aside"


@pytest.mark.rule("dagc", "13.4")
def test_they_leave_for_good(situation: Situation) -> None:
    match = situation("german.combat_after", {"S-39": EAST, "G-1": TARGET}, turn=5)
    played(match, "do:end_phase", "unit:A-1UF-2", "unit:A-1", "unit:A-3", "unit:A-4", "unit:A-6")
    end_until(match, BEFORE, turn=7)
    assert ready(match) == {"A-13", "A-14", "A-15", "A-16", "A-1UF-8"}
    played(match, f"hex:{TARGET}", "unit:S-39")
    assert refused(match, "unit:A-1") == "13.1.a"


@pytest.mark.rule("dagc", "13.4")
def test_air_armies_that_flew_on_turn_5_may_be_kept(situation: Situation) -> None:
    match = situation(INTERDICTION, {"G-1": TARGET, "S-39": EAST}, turn=5)
    played(match, "unit:A-1", "unit:G-1", "do:end_phase")
    end_until(match, "soviet.replacements", turn=6)
    played(match, "unit:A-1UF-2", "unit:A-3", "unit:A-4", "unit:A-6", "unit:A-13")
    assert "A-1" in ready(match)


@pytest.mark.rule("dagc", "13.5")
def test_air_armies_recover_for_the_next_game_turn(situation: Situation) -> None:
    match = situation(BEFORE, {"S-39": EAST, "G-1": TARGET}, dice=[1])  # +3, +4: stalled
    played(match, f"hex:{TARGET}", "unit:S-39", "unit:A-1", "do:roll")
    assert ready(match) == MAIN_FRONT - {"A-1"}
    end_until(match, INTERDICTION)
    played(match, "unit:A-3", "unit:G-1", "do:end_phase")
    assert ready(match) == MAIN_FRONT - {"A-1", "A-3"}
    end_until(match, "german.combat_after")
    assert ready(match) == MAIN_FRONT - {"A-1", "A-3"}
    end_until(match, BEFORE, turn=4)
    assert ready(match) == MAIN_FRONT | FIRST_UKRAINIAN


@pytest.mark.rule("dagc", "13.5")
def test_an_air_army_that_interdicted_does_not_interdict_again(situation: Situation) -> None:
    match = situation(INTERDICTION, {"G-1": TARGET, "G-2": WEST})
    played(match, "unit:A-1", "unit:G-1")
    assert "A-1" not in offered(match).units
    assert refused(match, "unit:A-1") == "13.5"


def test_an_undone_interdiction_leaves_no_trace(situation: Situation) -> None:
    match = situation(INTERDICTION, {"G-1": TARGET})
    before = match.digest
    played(match, "unit:A-1", "unit:G-1")
    match.undo()
    match.undo()
    assert match.digest == before and ready(match) == MAIN_FRONT


def test_reach_of_an_interdicted_unit_is_the_best_it_can_roll(situation: Situation) -> None:
    match = interdicted(situation, {"G-1": TARGET}, ["G-1"], dice=[2])
    assert max(match.ask("reach", unit="G-1").values()) == 6
    match = interdicted(situation, {"G-1": TARGET}, ["G-1"], control=GERMANS_CUT_OFF)
    assert max(match.ask("reach", unit="G-1").values()) == 5
    assert cost(match, "G-1", WEST) == 1 and not is_reduced(match, "G-1")


@pytest.mark.rule("dagc", "13.2.b", "13.2.c")
def test_interdiction_without_targets_cites_the_rule_of_the_front(situation: Situation) -> None:
    match = situation("german.interdiction", {"G-1": "2812", "G-FL-Minsk": "3908"}, turn=5)
    assert refused(match, "unit:A-1UF-2") == "13.2.b"  # no Germans in the front's own area
