"""Chapter 11, first half: who attacks whom, the differential, shifts and columns."""

from __future__ import annotations

from typing import Any

import pytest

import stavka
from tests.dagc.reconstructed import CITY, ENTRENCHMENT
from tests.playing import Situation, attack, end_until, event, happened, move, odds, offered, played, refused, where

from .helpers import GERMANS_CUT_OFF, SOVIETS_CUT_OFF, battle, is_reduced, shift_for

BEFORE, AFTER = "soviet.combat_before", "soviet.combat_after"
GERMAN_BEFORE, GERMAN_AFTER = "german.combat_before", "german.combat_after"

# The open ground of most battles here: 2812 and the six hexes around it, all clear.
TARGET, EAST, SOUTHEAST, SOUTHWEST, WEST, NORTHWEST, NORTHEAST = "2812", "2811", "2911", "2912", "2813", "2712", "2711"


def reduced(hex: str) -> dict[str, Any]:
    """A reduced unit in a hex."""
    return {"hex": hex, "reduced": True}


# -- 11.1 Two combat phases ----------------------------------------------------------------------------------------


@pytest.mark.rule("dagc", "11.1.a")
def test_a_unit_attacks_before_and_after_movement_and_moves_in_between(situation: Situation) -> None:
    match = battle(situation, "AS", BEFORE, {"S-39": EAST, "G-1": TARGET}, TARGET, ["S-39"], then=[2])
    end_until(match, "soviet.movement")
    move(match, "S-39", SOUTHEAST)
    end_until(match, AFTER)
    attack(match, TARGET, "S-39")
    assert len(happened(match, "fought")) == 2


@pytest.mark.rule("dagc", "11.1.a")
@pytest.mark.parametrize("step", [BEFORE, AFTER, GERMAN_BEFORE, GERMAN_AFTER])
def test_combat_is_optional_in_all_four_phases(situation: Situation, step: str) -> None:
    match = situation(step, {"S-39": EAST, "G-1": TARGET})
    assert offered(match).seat == step.split(".")[0]
    assert "end_phase" in offered(match).buttons and len(offered(match).hexes) == 1
    played(match, "do:end_phase")
    assert not happened(match, "fought")


@pytest.mark.rule("dagc", "11.1.b")
def test_activated_units_must_attack_before_movement_on_turn_1(situation: Situation) -> None:
    # S-39 and S-5 are activated and both beside Vitebsk; S-5 is also beside 3601. S-8, at Narva, is not activated.
    place = {"S-39": "3400", "S-5": "3600", "G-53": "3500", "G-6": "3601", "S-8": "1300", "G-43": "1301"}
    match = situation(BEFORE, place, turn=1, dice=[4, 4])
    assert offered(match).hexes == ("3500", "3601")
    assert refused(match, "do:end_phase") == "11.1.b"
    attack(match, "3500", "S-39")
    assert offered(match).hexes == ("3601",)
    assert refused(match, "do:end_phase") == "11.1.b"  # S-5 has still to attack
    attack(match, "3601", "S-5")
    assert "end_phase" in offered(match).buttons


@pytest.mark.rule("dagc", "11.1.b")
def test_an_activated_unit_is_excused_if_all_its_targets_were_attacked(situation: Situation) -> None:
    match = situation(BEFORE, {"S-39": "3400", "S-5": "3600", "G-53": "3500"}, turn=1, dice=[4])
    attack(match, "3500", "S-39")
    assert offered(match).buttons == ("end_phase",) and offered(match).hexes == ()


@pytest.mark.rule("dagc", "11.1.b")
@pytest.mark.parametrize(("step", "keys"), [
    (AFTER, {"turn": 1}),
    (BEFORE, {"turn": 2}),
    (BEFORE, {"turn": 1, "scenario": "failed_dday"}),
    (BEFORE, {"turn": 1, "scenario": "no_bomb_plot"}),
])
def test_no_other_attack_is_forced(situation: Situation, step: str, keys: dict[str, Any]) -> None:
    match = situation(step, {"S-39": "3400", "G-53": "3500"}, **keys)
    assert offered(match).hexes == ("3500",) and "end_phase" in offered(match).buttons


@pytest.mark.rule("dagc", "11.1.b")
def test_in_bold_stroke_no_attack_is_forced(situation: Situation) -> None:
    match = situation(BEFORE, {"S-47": "4918", "G-56Pz": "4919"}, turn=1, scenario="bold_stroke")
    assert offered(match).hexes == ("4919",) and "end_phase" in offered(match).buttons


@pytest.mark.rule("dagc", "11.1.c", "12.5.e")
def test_localities_never_attack(situation: Situation) -> None:
    match = situation(GERMAN_BEFORE, {"G-FL-Minsk": "3908", "S-39": "3907"})
    assert offered(match).hexes == ()
    assert refused(match, "hex:3907") == "11.1.c"
    assert match.ask("why_not", unit="G-FL-Minsk", hex="3907")["rule"] == "11.1.c"


# -- 11.2 - 11.7 Attackers and targets -----------------------------------------------------------------------------


@pytest.mark.rule("dagc", "11.2")
def test_only_adjacent_units_attack(situation: Situation) -> None:
    match = situation(BEFORE, {"S-39": EAST, "S-5": "2810", "G-1": TARGET, "G-2": "2815"})
    assert offered(match).hexes == (TARGET,)
    assert refused(match, "hex:2815") == "11.2"
    assert refused(match, "hex:2816") == "11.2"  # nobody there
    played(match, f"hex:{TARGET}")
    assert offered(match).units == ("S-39",)
    assert refused(match, "unit:S-5") == "11.2"
    assert match.ask("why_not", unit="S-5", hex=TARGET)["rule"] == "11.2"


@pytest.mark.rule("dagc", "11.2")
def test_no_attack_without_a_unit(situation: Situation) -> None:
    match = played(situation(BEFORE, {"S-39": EAST, "G-1": TARGET}), f"hex:{TARGET}")
    assert offered(match).buttons == ()
    assert refused(match, "do:roll") == "11.2"


@pytest.mark.rule("dagc", "11.2", "9.7")
def test_no_attack_across_open_water(situation: Situation) -> None:
    match = situation(BEFORE, {"S-39": "2121", "G-1": "2021"})
    assert offered(match).hexes == ()
    assert refused(match, "hex:2021") == "11.2"
    assert match.ask("why_not", unit="S-39", hex="2021")["rule"] == "11.2"


@pytest.mark.rule("dagc", "11.3.a")
def test_an_attack_has_one_target_hex(situation: Situation) -> None:
    match = situation(BEFORE, {"S-39": EAST, "G-1": TARGET, "G-2": SOUTHEAST}, dice=[2])
    attack(match, TARGET, "S-39")
    assert event(match, "fought")["hex"] == TARGET and event(match, "fought")["defence"] == 3
    assert refused(match, f"hex:{SOUTHEAST}") == "11.5"  # the only attacker is spent


@pytest.mark.rule("dagc", "11.3.b")
def test_a_force_is_attacked_once_a_phase(situation: Situation) -> None:
    place = {"S-39": EAST, "S-5": NORTHEAST, "G-1": TARGET, "G-2": TARGET}
    match = battle(situation, "AS", BEFORE, place, TARGET, ["S-39", "S-5"])
    assert TARGET not in offered(match).hexes
    match = battle(situation, "AS", BEFORE, {**place, "S-2T": EAST}, TARGET, ["S-2T"])
    assert TARGET not in offered(match).hexes  # although S-39 and S-5 have not attacked
    assert refused(match, f"hex:{TARGET}") == "11.3.b"
    end_until(match, AFTER)
    assert TARGET in offered(match).hexes  # but again in the next phase


@pytest.mark.rule("dagc", "11.4")
def test_units_from_several_hexes_combine(situation: Situation) -> None:
    place = {"S-39": EAST, "S-5": EAST, "S-2T": NORTHEAST, "S-6G": SOUTHEAST, "S-8": SOUTHEAST, "G-1": TARGET}
    match = situation(BEFORE, place, dice=[1])
    attack(match, TARGET, "S-39", "S-5", "S-2T", "S-6G", "S-8")
    assert event(match, "fought")["attack"] == 5 + 5 + 7 + 6 + 4


@pytest.mark.rule("dagc", "11.5")
def test_a_unit_attacks_with_its_whole_factor_and_once_a_phase(situation: Situation) -> None:
    place = {"S-39": EAST, "S-5": reduced(EAST), "G-1": TARGET, "G-2": SOUTHEAST}
    match = battle(situation, "AS", BEFORE, place, TARGET, ["S-39"])
    assert event(match, "fought")["attack"] == 5
    played(match, f"hex:{SOUTHEAST}")
    assert offered(match).units == ("S-5",)
    assert refused(match, "unit:S-39") == "11.5"
    assert match.ask("why_not", unit="S-39", hex=SOUTHEAST)["rule"] == "11.5"
    played(match, "unit:S-5")
    assert refused(match, "unit:S-5") == "11.5"
    assert odds(match, SOUTHEAST, "S-5")["attack"] == 3


@pytest.mark.rule("dagc", "11.5")
def test_defenders_do_not_refuse_combat(situation: Situation) -> None:
    match = situation(GERMAN_BEFORE, {"S-39": TARGET, "G-5PA-1SS": WEST}, dice=[1])
    attack(match, TARGET, "G-5PA-1SS")
    assert len(happened(match, "fought")) == 1  # rolled at once


@pytest.mark.rule("dagc", "11.6")
def test_stacked_units_attack_different_hexes_or_not_at_all(situation: Situation) -> None:
    place = {"S-39": EAST, "S-5": EAST, "G-1": TARGET, "G-2": SOUTHEAST}
    match = situation(BEFORE, place, dice=[2, 2])
    attack(match, TARGET, "S-39")
    attack(match, SOUTHEAST, "S-5")
    assert [fought["units"] for fought in happened(match, "fought")] == [["S-39"], ["S-5"]]
    match = situation(BEFORE, place, dice=[2])
    attack(match, TARGET, "S-39")
    played(match, "do:end_phase")
    assert len(happened(match, "fought")) == 1


@pytest.mark.rule("dagc", "11.7")
@pytest.mark.parametrize("order", [(TARGET, "3720"), ("3720", TARGET)])
def test_attacks_are_made_in_any_order_each_resolved_before_the_next(
        situation: Situation, order: tuple[str, str]) -> None:
    place = {"S-2T": EAST, "S-39": EAST, "G-1": TARGET, "S-6G": "3719", "S-5": "3719", "G-2": "3720"}
    attackers = {TARGET: ["S-2T", "S-39"], "3720": ["S-6G", "S-5"]}
    first, second = order
    match = battle(situation, "DR", BEFORE, place, first, attackers[first])
    assert offered(match).seat == "german" and offered(match).task == "retreat"
    with pytest.raises(stavka.Illegal):
        match.choose(f"hex:{second}")
    played(match, f"hex:{offered(match).hexes[0]}", "do:halt")
    assert offered(match).hexes == (second,)


@pytest.mark.rule("dagc", "11.7")
def test_a_declared_attack_must_be_fought(situation: Situation) -> None:
    match = played(situation(BEFORE, {"S-39": EAST, "G-1": TARGET}), f"hex:{TARGET}", "unit:S-39")
    assert "end_phase" not in offered(match).buttons
    refused(match, "do:end_phase")


# -- 11.8 - 11.10 The differential ---------------------------------------------------------------------------------


@pytest.mark.rule("dagc", "11.8")
@pytest.mark.parametrize(("attackers", "defender", "differential", "heading"), [
    ({"S-8": reduced(EAST)}, "G-4SSPz", 2 - 6, "≤ -3"),
    ({"S-8": reduced(EAST)}, "G-56Pz", 2 - 5, "≤ -3"),
    ({"S-8": reduced(EAST)}, "G-53", 2 - 4, "-2, -1"),
    ({"S-8": reduced(EAST)}, "G-1", 2 - 3, "-2, -1"),
    ({"S-39": reduced(EAST)}, "G-1", 3 - 3, "0"),
    ({"S-8": EAST}, "G-1", 4 - 3, "+1, +2"),
    ({"S-39": EAST}, "G-1", 5 - 3, "+1, +2"),
    ({"S-6G": EAST}, "G-1", 6 - 3, "+3, +4"),
    ({"S-2T": EAST}, "G-1", 7 - 3, "+3, +4"),
    ({"S-8": EAST, "S-33": EAST}, "G-1", 8 - 3, "+5, +6"),
    ({"S-8": EAST, "S-39": EAST}, "G-1", 9 - 3, "+5, +6"),
    ({"S-5": EAST, "S-39": EAST}, "G-1", 10 - 3, "+7, +8"),
    ({"S-6G": EAST, "S-39": EAST}, "G-1", 11 - 3, "+7, +8"),
    ({"S-2T": EAST, "S-39": EAST}, "G-1", 12 - 3, "≥ +9"),
    ({"S-2T": EAST, "S-6G": EAST}, "G-1", 13 - 3, "≥ +9"),
])
def test_the_differential_gives_the_column(
        situation: Situation, attackers: dict[str, Any], defender: str, differential: int, heading: str) -> None:
    match = situation(BEFORE, {**attackers, defender: TARGET}, turn=3, dice=[1])
    answer = odds(match, TARGET, *attackers)
    assert answer["differential"] == differential and answer["column"] == heading
    attack(match, TARGET, *attackers)
    assert event(match, "fought")["column"] == heading


@pytest.mark.rule("dagc", "11.8")
@pytest.mark.parametrize(("die", "result"), [(1, "AE"), (2, "AS"), (3, "BB"), (4, "BB"), (5, "DR"), (6, "DR")])
def test_the_die_gives_the_result_in_the_column(situation: Situation, die: int, result: str) -> None:
    match = attack(situation(BEFORE, {"S-39": EAST, "G-1": TARGET}, dice=[die]), TARGET, "S-39")  # +2
    assert event(match, "fought")["dice"] == [die]
    assert event(match, "fought")["result"] == result


@pytest.mark.rule("dagc", "11.8")
def test_all_defenders_in_the_hex_count(situation: Situation) -> None:
    match = situation(BEFORE, {"S-39": EAST, "G-1": TARGET, "G-53": reduced(TARGET)})
    assert odds(match, TARGET, "S-39")["defence"] == 3 + 2


@pytest.mark.rule("dagc", "11.9.a")
def test_factor_2_in_forest_with_a_town_behind_rivers_defends_with_7(situation: Situation) -> None:
    match = situation(BEFORE, {"G-1": reduced("3204"), "S-39": "3205", "S-5": "3304"}, dice=[1])  # Polotsk
    answer = odds(match, "3204", "S-39", "S-5")
    assert [item["value"] for item in answer["defenders"]] == [2, 1, 1, 3]
    attack(match, "3204", "S-39", "S-5")
    assert event(match, "fought")["defence"] == 7


@pytest.mark.rule("dagc", "11.9.a")
@pytest.mark.parametrize(("target", "attacker", "addition"), [
    ("2812", "2811", 0),  # clear
    ("3706", "3807", 1),  # forest
    ("3721", "3720", 0),  # swamp
    ("4517", "4418", 0),  # west Pripyat
    ("4224", "4223", 1),  # a town, Siedlce
    ("3908", "3907", CITY),  # a city, Minsk
    ("3204", "3104", 1 + 1),  # Polotsk: forest and town
    ("4614", "4613", 1),  # Pinsk: west Pripyat and town
    ("3401", "3300", ENTRENCHMENT),  # entrenchment
    ("3302", "3301", 1 + ENTRENCHMENT),  # forest and entrenchment
    ("3801", "3802", 1 + ENTRENCHMENT),  # Orsha: town and entrenchment
    ("3303", "3302", 1 + 3),  # forest behind a river
    ("2809", "2810", 1 + 3),  # Daugavpils: town behind a river
    ("3313", "3213", CITY + 3),  # Vilna: city behind a river
    ("2302", "2303", 1 + ENTRENCHMENT + 3),  # Ostrov: town, entrenchment, river
])
@pytest.mark.parametrize("defenders", [["G-1"], ["G-1", "G-2"]])
def test_the_ground_adds_to_the_defence_once(
        situation: Situation, target: str, attacker: str, addition: int, defenders: list[str]) -> None:
    match = situation(BEFORE, {"S-39": attacker, **dict.fromkeys(defenders, target)})
    assert odds(match, target, "S-39")["defence"] == 3 * len(defenders) + addition


@pytest.mark.rule("dagc", "11.9.b")
def test_a_river_helps_only_if_all_attackers_cross_one(situation: Situation) -> None:
    place = {"G-1": "2809", "S-39": "2810", "S-5": "2909", "S-3": "2808"}  # Daugavpils; 2808 is on its own bank
    match = situation(BEFORE, place)
    assert odds(match, "2809", "S-39")["defence"] == 3 + 1 + 3
    assert odds(match, "2809", "S-39", "S-5")["defence"] == 3 + 1 + 3
    assert odds(match, "2809", "S-3")["defence"] == 3 + 1
    assert odds(match, "2809", "S-39", "S-5", "S-3")["defence"] == 3 + 1


@pytest.mark.rule("dagc", "11.9.a", "11.9.b")
def test_ground_and_rivers_help_soviet_defenders_too(situation: Situation) -> None:
    match = situation(GERMAN_BEFORE, {"S-39": "2809", "G-1": "2810", "S-5": "3706", "G-2": "3807"})
    assert odds(match, "2809", "G-1")["defence"] == 5 + 1 + 3
    assert odds(match, "3706", "G-2")["defence"] == 5 + 1


@pytest.mark.rule("dagc", "11.10.a")
def test_a_german_entrenchment_does_not_help_soviets(situation: Situation) -> None:
    match = situation(GERMAN_BEFORE, {"S-39": "3401", "G-1": "3402", "S-5": "3302", "G-2": "3203"})
    assert odds(match, "3401", "G-1")["defence"] == 5
    assert odds(match, "3302", "G-2")["defence"] == 5 + 1  # the forest


@pytest.mark.rule("dagc", "11.10.b")
def test_a_captured_entrenchment_works_again_for_germans_who_return(situation: Situation) -> None:
    place = {"S-39": reduced("3401"), "G-5PA-1SS": "3402", "S-5": "3400"}
    match = battle(situation, "DE", GERMAN_AFTER, place, "3401", ["G-5PA-1SS"])
    played(match, "unit:G-5PA-1SS")
    end_until(match, BEFORE, turn=4)
    assert where(match, "G-5PA-1SS") == "3401"
    assert odds(match, "3401", "S-5")["defence"] == 8 + ENTRENCHMENT


@pytest.mark.rule("dagc", "11.10.c")
def test_germans_never_attack_soviet_entrenchments(situation: Situation) -> None:
    match = situation(GERMAN_BEFORE, {"S-39": "3400", "G-9": "3401", "S-5": "3501"})
    assert offered(match).hexes == ("3501",)
    assert refused(match, "hex:3400") == "11.10.c"
    assert match.ask("why_not", unit="G-9", hex="3400")["rule"] == "11.10.c"


# -- 11.11 Concentric attacks --------------------------------------------------------------------------------------

ARMIES = ("S-39", "S-5", "S-3", "S-31", "S-43", "S-48")


@pytest.mark.rule("dagc", "11.11")
@pytest.mark.parametrize(("hexes", "shift"), [
    ([EAST, WEST], 1),  # opposite sides
    ([SOUTHEAST, NORTHWEST], 1),
    ([SOUTHWEST, NORTHEAST], 1),
    ([EAST, SOUTHEAST, WEST], 1),
    ([EAST, SOUTHWEST, NORTHWEST], 1),  # three with one between each and the next
    ([SOUTHEAST, WEST, NORTHEAST], 1),
    ([EAST, SOUTHEAST, SOUTHWEST, WEST], 1),  # more than three
    ([EAST, SOUTHEAST, SOUTHWEST, WEST, NORTHWEST, NORTHEAST], 1),
    ([EAST], 0),
    ([EAST, EAST], 0),
    ([EAST, SOUTHEAST], 0),  # side by side
    ([EAST, SOUTHWEST], 0),  # one between, but not all round
    ([NORTHEAST, SOUTHEAST], 0),
    ([NORTHEAST, EAST, SOUTHEAST], 0),  # three in a row
    ([SOUTHEAST, SOUTHWEST, WEST], 0),
])
def test_what_is_concentric_and_what_is_not(situation: Situation, hexes: list[str], shift: int) -> None:
    units = dict(zip(ARMIES, hexes, strict=False))
    match = situation(BEFORE, {**units, "G-1": TARGET})
    assert shift_for(match, "11.11", TARGET, *units) == shift


@pytest.mark.rule("dagc", "11.11")
def test_only_units_that_attack_make_it_concentric(situation: Situation) -> None:
    match = situation(BEFORE, {"S-39": EAST, "S-5": WEST, "G-1": TARGET})
    assert shift_for(match, "11.11", TARGET, "S-39") == 0


@pytest.mark.rule("dagc", "11.11")
def test_germans_attack_concentrically_too(situation: Situation) -> None:
    match = situation(GERMAN_BEFORE, {"G-1": EAST, "G-2": WEST, "S-39": TARGET})
    assert shift_for(match, "11.11", TARGET, "G-1", "G-2") == 1


@pytest.mark.rule("dagc", "11.11")
def test_there_is_no_concentric_attack_on_a_city(situation: Situation) -> None:
    match = situation(BEFORE, {"S-39": "3907", "S-5": "3909", "G-1": "3908"})
    assert shift_for(match, "11.11", "3908", "S-39", "S-5") == 0
    match = situation(GERMAN_BEFORE, {"G-1": "3907", "G-2": "3909", "S-39": "3908"})
    assert shift_for(match, "11.11", "3908", "G-1", "G-2") == 0


@pytest.mark.rule("dagc", "11.11", "12.5.b")
@pytest.mark.parametrize("others", [{}, {"G-1": TARGET}])
def test_there_is_no_concentric_attack_on_a_locality_or_units_with_it(
        situation: Situation, others: dict[str, str]) -> None:
    match = situation(BEFORE, {"S-39": EAST, "S-5": WEST, "G-FL-Orsha": TARGET, **others})
    assert shift_for(match, "11.11", TARGET, "S-39", "S-5") == 0


# -- 7.4, 11.13, 11.14 Supply, the ends of the table, lowering -----------------------------------------------------


@pytest.mark.rule("dagc", "7.4.a")
def test_an_attacker_out_of_supply_shifts_left_once(situation: Situation) -> None:
    match = situation(BEFORE, {"S-39": EAST, "S-5": NORTHEAST, "G-1": TARGET}, control=SOVIETS_CUT_OFF)
    assert shift_for(match, "7.4.a", TARGET, "S-39") == -1
    assert shift_for(match, "7.4.a", TARGET, "S-39", "S-5") == -1
    # One army in the west Pripyat is enough (7.11), even if another is supplied.
    match = situation(BEFORE, {"S-39": "4517", "S-5": "4419", "G-1": "4518"})
    assert shift_for(match, "7.4.a", "4518", "S-5") == 0
    assert shift_for(match, "7.4.a", "4518", "S-39", "S-5") == -1


@pytest.mark.rule("dagc", "7.4.b")
def test_a_defender_out_of_supply_shifts_right_once(situation: Situation) -> None:
    match = situation(BEFORE, {"S-39": EAST, "G-1": TARGET, "G-2": TARGET}, control=GERMANS_CUT_OFF)
    assert shift_for(match, "7.4.b", TARGET, "S-39") == 1
    supplied = situation(BEFORE, {"S-39": EAST, "G-1": TARGET})
    assert shift_for(supplied, "7.4.b", TARGET, "S-39") == 0


@pytest.mark.rule("dagc", "7.4.a", "7.4.b")
def test_the_two_supply_shifts_cancel(situation: Situation) -> None:
    match = situation(BEFORE, {"S-39": EAST, "G-1": TARGET}, turn=6, control=GERMANS_CUT_OFF)
    answer = odds(match, TARGET, "S-39")
    assert sorted(item["value"] for item in answer["shifts"]) == [-1, 1]
    assert answer["shift"] == 0 and answer["column"] == "+1, +2"


@pytest.mark.rule("dagc", "11.13")
def test_shifts_stop_at_the_ends_of_the_table(situation: Situation) -> None:
    strong = situation(BEFORE, {"S-2T": EAST, "S-6G": EAST, "G-1": TARGET})
    assert odds(strong, TARGET, "S-2T", "S-6G", air="A-1")["column"] == "≥ +9"
    weak = situation(BEFORE, {"S-8": reduced(EAST), "G-56Pz": TARGET, "G-3SSPz": TARGET}, control=SOVIETS_CUT_OFF)
    assert odds(weak, TARGET, "S-8")["column"] == "≤ -3"


@pytest.mark.rule("dagc", "11.13")
def test_a_surplus_differential_is_not_stored_against_shifts(situation: Situation) -> None:
    place = {"S-2T": EAST, "S-6G": EAST, "S-11G": NORTHEAST, "G-1": reduced(TARGET)}  # 19 - 2
    match = situation(BEFORE, place, turn=6)  # out of supply: one to the left of the last column
    assert odds(match, TARGET, "S-2T", "S-6G", "S-11G")["column"] == "+7, +8"
    place = {"S-8": reduced(EAST), "G-56Pz": TARGET, "G-3SSPz": TARGET}  # 2 - 10
    assert odds(situation(BEFORE, place), TARGET, "S-8", air="A-1")["column"] == "-2, -1"


@pytest.mark.rule("dagc", "11.13")
def test_right_and_left_shifts_are_netted_before_the_end_is_applied(situation: Situation) -> None:
    place = {"S-2T": EAST, "S-6G": WEST, "G-1": reduced(TARGET)}  # 13 - 2, concentric, all out of supply
    match = situation(BEFORE, place, turn=6)
    answer = odds(match, TARGET, "S-2T", "S-6G", air="A-1")
    assert answer["shift"] == 1 + 1 + 1 - 1 and answer["column"] == "≥ +9"


@pytest.mark.rule("dagc", "11.14")
def test_the_attacker_may_lower_his_column_before_rolling(situation: Situation) -> None:
    match = situation(BEFORE, {"S-39": EAST, "G-1": TARGET}, dice=[6])  # +2
    played(match, f"hex:{TARGET}", "unit:S-39", "do:lower", "do:lower", "do:lower")
    assert "lower" not in offered(match).buttons  # on the first column
    refused(match, "do:lower")
    played(match, "do:roll")
    assert event(match, "fought")["column"] == "≤ -3" and event(match, "fought")["result"] == "BB"


@pytest.mark.rule("dagc", "11.14")
def test_each_lowering_is_one_column(situation: Situation) -> None:
    match = situation(BEFORE, {"S-39": EAST, "G-1": TARGET})
    assert [odds(match, TARGET, "S-39", lower=n)["column"] for n in range(4)] == ["+1, +2", "0", "-2, -1", "≤ -3"]


@pytest.mark.rule("dagc", "11.14", "11.13")
def test_lowering_counts_from_the_column_that_would_be_rolled_on(situation: Situation) -> None:
    match = situation(BEFORE, {"S-2T": EAST, "S-6G": WEST, "G-1": TARGET}, dice=[1])  # past the end by two shifts
    played(match, f"hex:{TARGET}", "unit:S-2T", "unit:S-6G", "unit:A-1", "do:lower")
    assert odds(match, TARGET, "S-2T", "S-6G", air="A-1", lower=1)["column"] == "+7, +8"
    played(match, "do:roll")
    assert event(match, "fought")["column"] == "+7, +8"


# -- 11.23 - 11.25 -------------------------------------------------------------------------------------------------


@pytest.mark.rule("dagc", "11.23")
@pytest.mark.parametrize(("attacker", "defender", "able"), [
    (reduced(EAST), "G-56Pz", True),  # 3 - 5, column -2, -1
    (reduced(EAST), "G-4SSPz", True),  # 3 - 6, column -3 or less
    (reduced(EAST), "G-1", True),  # 3 - 3, column 0
    (EAST, "G-53", False),  # 5 - 4, column +1, +2
    (EAST, "G-1", False),
])
def test_only_the_three_leftmost_columns_allow_a_committed_attack(
        situation: Situation, attacker: Any, defender: str, able: bool) -> None:
    match = played(situation(BEFORE, {"S-39": attacker, defender: TARGET}), f"hex:{TARGET}", "unit:S-39")
    assert ("ardour" in offered(match).buttons) is able
    if not able:
        assert refused(match, "do:ardour") == "11.23"


@pytest.mark.rule("dagc", "11.23")
def test_shifts_and_lowering_decide_the_column_of_a_committed_attack(situation: Situation) -> None:
    match = played(situation(BEFORE, {"S-39": EAST, "G-1": TARGET}), f"hex:{TARGET}", "unit:S-39", "do:lower")
    assert "ardour" in offered(match).buttons  # +2 lowered to 0
    match = played(situation(BEFORE, {"S-39": reduced(EAST), "G-1": TARGET}), f"hex:{TARGET}", "unit:S-39", "unit:A-1")
    assert "ardour" not in offered(match).buttons  # 0 raised by an air army


@pytest.mark.rule("dagc", "11.23")
@pytest.mark.parametrize(("step", "attacker", "defender"), [
    (BEFORE, "S-39", "G-1"), (GERMAN_AFTER, "G-3SSPz", "S-39"),
])
def test_a_committed_attack_is_rolled_until_it_does_not_stall(
        situation: Situation, step: str, attacker: str, defender: str) -> None:
    place = {attacker: reduced(EAST) if attacker == "S-39" else EAST, defender: TARGET}  # differential 0
    match = attack(situation(step, place, dice=[3, 4, 3, 1]), TARGET, attacker, how="ardour")
    assert event(match, "fought")["dice"] == [3, 4, 3, 1]  # AS, AS, AS, AE
    assert event(match, "fought")["result"] == "AE"


@pytest.mark.rule("dagc", "11.23")
def test_without_the_commitment_a_stalled_attack_is_over(situation: Situation) -> None:
    match = attack(situation(BEFORE, {"S-39": reduced(EAST), "G-1": TARGET}, dice=[3, 1]), TARGET, "S-39")
    assert event(match, "fought")["dice"] == [3] and event(match, "fought")["result"] == "AS"


@pytest.mark.rule("dagc", "11.23")
def test_a_committed_attack_ends_with_the_first_other_result(situation: Situation) -> None:
    place = {"S-39": reduced(EAST), "G-1": TARGET}
    match = attack(situation(BEFORE, place, dice=[1, 6]), TARGET, "S-39", how="ardour")
    assert event(match, "fought")["dice"] == [1] and where(match, "S-39") == "dead.soviet"


@pytest.mark.rule("dagc", "11.24")
@pytest.mark.parametrize(("first", "second"), [("U-13", "S-39"), ("S-39", "U-13")])
@pytest.mark.parametrize("scenario", ["historical", "bold_stroke"])
def test_the_two_fronts_never_attack_together(
        situation: Situation, first: str, second: str, scenario: str) -> None:
    match = situation(BEFORE, {"U-13": "4918", "S-39": "5019", "U-3G": "4918", "G-56Pz": "4919"}, turn=4,
                      scenario=scenario)
    played(match, "hex:4919")
    assert {"U-13", "S-39"} <= set(offered(match).units)
    played(match, f"unit:{first}")
    assert second not in offered(match).units
    assert refused(match, f"unit:{second}") == "11.24"
    assert ("U-3G" in offered(match).units) is (first == "U-13")


@pytest.mark.rule("dagc", "11.25")
def test_soviet_attacks_into_partisan_areas_shift_right(situation: Situation) -> None:
    match = situation(BEFORE, {"G-1": "3810", "S-39": "3809"})
    assert shift_for(match, "11.25", "3810", "S-39") == 1
    assert odds(match, "3810", "S-39")["column"] == "+3, +4"
    match = situation(BEFORE, {"G-1": "3809", "S-39": "3810"})
    assert shift_for(match, "11.25", "3809", "S-39") == 0  # only the defender's hex matters
    match = situation(GERMAN_BEFORE, {"G-1": "3809", "S-39": "3810"})
    assert odds(match, "3810", "G-1")["shifts"] == []


@pytest.mark.rule("dagc", "11.25")
def test_the_partisan_shift_comes_besides_all_others(situation: Situation) -> None:
    match = situation(BEFORE, {"G-1": "3810", "S-39": "3809", "S-1S": "3811"}, control=GERMANS_CUT_OFF)
    answer = odds(match, "3810", "S-39", "S-1S", air="A-1")
    assert {item["rule"] for item in answer["shifts"]} == {"11.25", "7.4.b", "11.11", "12.7", "13.1.b"}
    assert answer["shift"] == 5


# -- Questions -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("step", "place", "target", "units", "support", "keys"), [
    (BEFORE, {"S-39": EAST, "G-1": TARGET}, TARGET, ["S-39"], {}, {}),
    (BEFORE, {"S-39": "3400", "S-5": "3600", "G-53": "3500"}, "3500", ["S-39", "S-5"], {"air": "A-4"}, {"turn": 1}),
    (AFTER, {"S-1S": "3809", "S-39": "3811", "G-1": "3810"}, "3810", ["S-1S", "S-39"], {"lower": 2}, {"turn": 2}),
    (AFTER, {"S-39": "3205", "S-5": "3304", "G-1": "3204"}, "3204", ["S-39", "S-5"], {"air": "A-1"}, {"turn": 7}),
    (GERMAN_BEFORE, {"G-1": EAST, "G-2": WEST, "S-39": TARGET}, TARGET, ["G-1", "G-2"], {"armour": True}, {}),
    (GERMAN_AFTER, {"G-1": "2810", "S-39": "2809"}, "2809", ["G-1"], {}, {"control": GERMANS_CUT_OFF}),
])
def test_the_odds_are_what_is_rolled(
        situation: Situation, step: str, place: dict[str, str], target: str, units: list[str],
        support: dict[str, Any], keys: dict[str, Any]) -> None:
    match = situation(step, place, dice=[1, 1], **keys)
    answer = odds(match, target, *units, **support)
    played(match, f"hex:{target}", *[f"unit:{unit}" for unit in units])
    if "air" in support:
        played(match, f"unit:{support['air']}")
    if support.get("armour"):
        played(match, "do:armour")  # appears on a 1
    played(match, *["do:lower"] * support.get("lower", 0), "do:roll")
    fought = event(match, "fought")
    assert {key: fought[key] for key in ("attack", "defence", "shift", "column")} == {
        key: answer[key] for key in ("attack", "defence", "shift", "column")}
    lines = {"attack": "attackers", "defence": "defenders", "shift": "shifts"}
    assert [(item["value"], item["rules"][0]) for item in fought["sum"]] == [
        (item["value"], item["rule"]) for kind in lines.values() for item in answer[kind]]
    assert fought["result"] in answer["results"]


def test_the_odds_are_the_chances_of_one_die(situation: Situation) -> None:
    match = situation(BEFORE, {"S-39": EAST, "G-1": TARGET, "S-5": reduced("3719"), "G-2": "3720"})
    chances = odds(match, TARGET, "S-39")["results"]  # AE, AS, BB, BB, DR, DR
    assert chances == {"AE": 1 / 6, "AS": 1 / 6, "BB": 2 / 6, "DR": 2 / 6}
    committed = odds(match, "3720", "S-5")["ardour"]  # AE, AE, AS, AS, BB, DR without the AS
    assert committed == pytest.approx({"AE": 1 / 2, "BB": 1 / 4, "DR": 1 / 4})
    assert "ardour" not in odds(match, TARGET, "S-39")


@pytest.mark.parametrize(("target", "units"), [
    (TARGET, []),  # nobody attacks
    ("2815", ["S-39"]),  # nobody there
    (TARGET, ["S-5"]),  # not adjacent
    ("2021", ["S-3"]),  # adjacent across open water only
])
def test_odds_of_an_attack_that_cannot_be_are_refused(situation: Situation, target: str, units: list[str]) -> None:
    match = situation(BEFORE, {"S-39": EAST, "G-1": TARGET, "S-5": "2809", "S-3": "2121", "G-2": "2021"})
    with pytest.raises(stavka.Illegal) as refused:
        odds(match, target, *units)
    assert refused.value.rule == "11.2"


def test_why_not_has_no_reason_for_what_is_allowed(situation: Situation) -> None:
    match = situation(BEFORE, {"S-39": EAST, "G-1": TARGET})
    assert match.ask("why_not", unit="S-39", hex=TARGET) == {"allowed": True, "reason": None, "rule": None}


def test_an_undone_declaration_leaves_no_trace(situation: Situation) -> None:
    match = situation(BEFORE, {"S-39": EAST, "G-1": TARGET})
    before = match.digest
    played(match, f"hex:{TARGET}", "unit:S-39", "unit:A-1", "do:lower")
    for _ in range(4):
        match.undo()
    assert match.digest == before and not is_reduced(match, "G-1")


# -- Questions about attacks that cannot be ------------------------------------------------------------------------


def no_odds(match: stavka.Match, **about: Any) -> str | None:
    """The rule by which odds are refused."""
    with pytest.raises(stavka.Illegal) as caught:
        match.ask("odds", **about)
    assert caught.value.say("es")
    return caught.value.rule


@pytest.mark.rule("dagc", "11.5", "11.14", "13.1.b", "13.5", "12.6.a")
def test_odds_of_attacks_that_cannot_be(situation: Situation) -> None:
    men = {"S-39": EAST, "S-5": "2810", "G-1": TARGET, "A-1": "air.flown", "A-3": "aside"}
    match = situation(BEFORE, men)
    attack: dict[str, Any] = {"target": TARGET, "units": ["S-39"]}
    assert match.ask("odds", **attack)["attack"] == 5
    assert no_odds(match, target=TARGET, units=["S-39", "S-39"]) == "11.5"  # named twice
    assert no_odds(match, target=TARGET, units=["S-39", "G-1"]) == "11.2"
    assert no_odds(match, target=TARGET, units=["S-5"]) == "11.2"
    assert no_odds(match, **attack, air="A-1") == "13.5"  # flown
    assert no_odds(match, **attack, air="A-3") == "13.1.a"  # withdrawn
    assert no_odds(match, **attack, air="S-5") == "11.2"  # no air army
    assert no_odds(match, **attack, armour=True) == "12.6.a"
    assert no_odds(match, **attack, lower=40) == no_odds(match, **attack, lower=-1) == "11.14"


@pytest.mark.rule("dagc", "5.4.a", "11.3.b", "11.5", "11.10.c")
def test_odds_of_units_and_targets_that_are_spent(situation: Situation) -> None:
    first = situation(BEFORE, {"S-42": "1803", "G-28": "1804"}, turn=1)
    assert no_odds(first, target="1804", units=["S-42"]) == "5.4.a"  # not activated
    men = {"S-39": EAST, "S-5": WEST, "G-1": TARGET, "G-2": SOUTHEAST}
    match = battle(situation, "AS", BEFORE, men, TARGET, ["S-39"])
    assert no_odds(match, target=TARGET, units=["S-5"]) == "11.3.b"
    assert no_odds(match, target=SOUTHEAST, units=["S-39"]) == "11.5"
    german = situation(GERMAN_BEFORE, {"G-9": "3500", "S-39": "3400"})
    assert no_odds(german, target="3400", units=["G-9"]) == "11.10.c"


@pytest.mark.rule("dagc", "9.1")
def test_there_is_no_path_for_a_unit_off_the_map(situation: Situation) -> None:
    match = situation("soviet.movement", {"S-39": EAST})
    for unit in ("S-5", "A-1"):
        with pytest.raises(stavka.Illegal) as caught:
            match.ask("path", unit=unit, hex=TARGET)
        assert caught.value.message.key == "refused.not_on_map" and match.ask("reach", unit=unit) == {}
