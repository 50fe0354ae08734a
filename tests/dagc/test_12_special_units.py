"""Chapter 12: cav-mech groups, fortified localities, the armour concentration marker and shock armies."""

from __future__ import annotations

from typing import Any

import pytest

from tests.playing import Situation, attack, cost, end_until, event, happened, odds, offered, played, refused, where

from .helpers import GERMANS_CUT_OFF, SOVIETS_CUT_OFF, battle, is_reduced, shift_for

BEFORE, AFTER = "soviet.combat_before", "soviet.combat_after"
GERMAN_BEFORE, GERMAN_AFTER = "german.combat_before", "german.combat_after"

TARGET, EAST, SOUTHEAST, SOUTHWEST, WEST, NORTHWEST, NORTHEAST = "2812", "2811", "2911", "2912", "2813", "2712", "2711"


def reduced(hex: str) -> dict[str, Any]:
    """A reduced unit in a hex."""
    return {"hex": hex, "reduced": True}


# -- 12.2 Cav-mech groups: retreat before combat -------------------------------------------------------------------


def attacked(situation: Situation, step: str = GERMAN_BEFORE, unit: str = "S-O", target: str = TARGET,
             attacker: str = WEST, others: dict[str, Any] | None = None, **keys: Any) -> Any:
    """A German attack on a Soviet unit has just been declared."""
    match = situation(step, {unit: target, "G-5PA-1SS": attacker, **(others or {})}, dice=[1], **keys)
    return attack(match, target, "G-5PA-1SS")


@pytest.mark.rule("dagc", "12.2.a")
@pytest.mark.parametrize("step", [GERMAN_BEFORE, GERMAN_AFTER])
@pytest.mark.parametrize("turn", [1, 5])
def test_a_cav_mech_group_may_retreat_before_combat(situation: Situation, step: str, turn: int) -> None:
    match = attacked(situation, step, turn=turn)
    assert offered(match).seat == "soviet" and offered(match).buttons == ("retreat", "stand")
    played(match, "do:retreat")
    assert set(offered(match).hexes) == {EAST, NORTHEAST, SOUTHEAST}  # as any DR (11.17)
    assert refused(match, f"hex:{SOUTHWEST}") == "11.17.b"  # in a zone of the attacker
    assert offered(match).buttons == ()  # no DL1: nothing was rolled
    played(match, f"hex:{EAST}")
    assert where(match, "S-O") == EAST and not is_reduced(match, "S-O")
    assert not happened(match, "fought")


@pytest.mark.rule("dagc", "12.2.a")
def test_the_germans_advance_after_it_and_the_attack_is_spent(situation: Situation) -> None:
    match = played(attacked(situation), "do:retreat", f"hex:{EAST}")
    assert offered(match).seat == "german" and offered(match).units == ("G-5PA-1SS",)
    played(match, "unit:G-5PA-1SS")
    assert where(match, "G-5PA-1SS") == TARGET
    assert offered(match).hexes == ()  # now beside the group again, but both have fought


@pytest.mark.rule("dagc", "12.2.a")
def test_it_may_stand_and_fight(situation: Situation) -> None:
    match = played(attacked(situation), "do:stand")
    assert event(match, "fought")["units"] == ["G-5PA-1SS"] and where(match, "S-O") == TARGET


@pytest.mark.rule("dagc", "12.2.a")
@pytest.mark.parametrize(("keys", "why"), [
    ({"turn": 6}, "the turn"),
    ({"turn": 9}, "the turn"),
    ({"control": SOVIETS_CUT_OFF}, "out of supply"),
    ({"others": {"S-39": TARGET}}, "not alone"),
    ({"others": {"S-P": TARGET}}, "not alone, though with another group"),
    ({"unit": "S-39"}, "no cav-mech group"),
    ({"others": {"S-39": EAST, "S-5": EAST, "G-1": "2611", "G-2": "3012"}}, "supplied, but nowhere to go"),
])
def test_when_there_is_no_retreat_before_combat(situation: Situation, keys: dict[str, Any], why: str) -> None:
    match = attacked(situation, **keys)
    assert len(happened(match, "fought")) == 1, why


@pytest.mark.rule("dagc", "12.2.a")
def test_only_a_german_attack_is_evaded(situation: Situation) -> None:
    match = attack(situation(BEFORE, {"S-O": EAST, "G-1": TARGET}, dice=[2]), TARGET, "S-O")
    assert len(happened(match, "fought")) == 1


@pytest.mark.rule("dagc", "12.2.a")
def test_it_may_be_done_in_a_city_and_by_groups_of_1uf(situation: Situation) -> None:
    match = played(attacked(situation, target="3908", attacker="3909"), "do:retreat")
    assert offered(match).task == "retreat"
    match = played(attacked(situation, unit="U-B", target="4920", attacker="4921", turn=4), "do:retreat")
    assert offered(match).task == "retreat"


# -- 12.2 Cav-mech groups: advance of two hexes --------------------------------------------------------------------


def won(situation: Situation, *units: str, others: dict[str, Any] | None = None, **keys: Any) -> Any:
    """Soviet units in the east have just emptied the target hex."""
    place = {**dict.fromkeys(units, EAST), "G-KG-Hrt": TARGET, **(others or {})}
    return battle(situation, "DE", BEFORE, place, TARGET, list(units), **keys)


@pytest.mark.rule("dagc", "12.2.b")
@pytest.mark.parametrize("turn", [2, 5])
def test_a_cav_mech_group_may_advance_a_second_hex(situation: Situation, turn: int) -> None:
    match = won(situation, "S-O", "S-2T", turn=turn, others={"G-1": "2814"})
    played(match, "unit:S-O")
    assert set(offered(match).hexes) == {EAST, SOUTHEAST, SOUTHWEST, WEST, NORTHWEST, NORTHEAST}  # zone of 2814 or not
    assert refused(match, "hex:2814") == "6.9"
    assert refused(match, "hex:2913") == "12.2.b"  # not adjacent
    played(match, f"hex:{WEST}")
    assert where(match, "S-O") == WEST
    played(match, "unit:S-2T")  # the other follows, one hex
    assert where(match, "S-2T") == TARGET and offered(match).task == "target"


@pytest.mark.rule("dagc", "12.2.b")
def test_the_second_hex_is_voluntary_and_needs_the_first(situation: Situation) -> None:
    match = played(won(situation, "S-O", "S-2T"), "unit:S-O", "do:halt")
    assert where(match, "S-O") == TARGET
    match = played(won(situation, "S-O", "S-2T"), "do:halt")
    assert where(match, "S-O") == EAST and offered(match).task == "target"


@pytest.mark.rule("dagc", "12.2.b")
def test_two_groups_may_both_go_on(situation: Situation) -> None:
    match = won(situation, "S-O", "S-P")
    played(match, "unit:S-O", f"hex:{WEST}", "unit:S-P", f"hex:{SOUTHWEST}")
    assert where(match, "S-O") == WEST and where(match, "S-P") == SOUTHWEST


@pytest.mark.rule("dagc", "12.2.b")
def test_the_second_hex_obeys_stacking(situation: Situation) -> None:
    match = played(won(situation, "S-O", "S-2T", others={"S-3": NORTHEAST, "S-5": NORTHEAST}), "unit:S-O")
    assert NORTHEAST not in offered(match).hexes
    assert refused(match, f"hex:{NORTHEAST}") == "6.5"


@pytest.mark.rule("dagc", "12.2.b")
@pytest.mark.parametrize(("units", "keys"), [
    (["S-O", "S-2T"], {"turn": 6}),
    (["S-O", "S-2T"], {"control": SOVIETS_CUT_OFF}),
    (["S-2T", "S-6G"], {}),
])
def test_when_there_is_no_second_hex(situation: Situation, units: list[str], keys: dict[str, Any]) -> None:
    match = played(won(situation, *units, **keys), f"unit:{units[0]}")
    assert offered(match).task == "advance"  # of the other unit


@pytest.mark.rule("dagc", "12.2.b")
def test_a_group_that_follows_a_retreat_may_go_on_too(situation: Situation) -> None:
    match = battle(situation, "DR", BEFORE, {"S-O": EAST, "G-1": TARGET}, TARGET, ["S-O"])
    played(match, f"hex:{SOUTHWEST}", "unit:S-O", f"hex:{WEST}")
    assert where(match, "S-O") == WEST


@pytest.mark.rule("dagc", "12.2.b")
def test_koenigsberg_may_be_the_second_hex(situation: Situation) -> None:
    place = {"S-O": "2923", "S-2T": "2923", "G-KG-Hrt": "2924"}
    match = battle(situation, "DE", BEFORE, place, "2924", ["S-O", "S-2T"])
    played(match, "unit:S-O", "hex:2825")
    assert match.result is not None and match.result.winner == "soviet" and match.result.rule == "4.2"


# -- 12.3, 12.4 Cav-mech groups: movement and supply ---------------------------------------------------------------


@pytest.mark.rule("dagc", "12.3")
@pytest.mark.parametrize("unit", ["S-O", "S-P"])
@pytest.mark.parametrize(("start", "hex", "points"), [
    ("3720", "3719", 1),  # clear
    ("3720", "3820", 1),  # forest
    ("3720", "3721", 1),  # swamp
    ("4518", "4517", 1),  # west Pripyat
    ("3805", "3806", 2),  # forest across a river
    ("2809", "2810", 2),  # clear across a river
    ("4608", "4508", 2),  # out of swamp across a river
])
def test_what_hexes_cost_cav_mech_groups(situation: Situation, unit: str, start: str, hex: str, points: int) -> None:
    assert cost(situation("soviet.movement", {unit: start}), unit, hex) == points


@pytest.mark.rule("dagc", "12.3")
def test_1uf_cav_mech_groups_ride_as_easily(situation: Situation) -> None:
    match = situation("soviet.movement", {"U-B": "5014", "U-13": "5015"}, turn=4)
    assert cost(match, "U-B", "4913") == 1
    assert cost(match, "U-13", "4915") == 4


@pytest.mark.rule("dagc", "12.4")
def test_cav_mech_groups_trace_supply_through_the_west_pripyat(situation: Situation) -> None:
    match = situation("soviet.movement", {"S-O": "4516", "S-39": "4514"})
    assert match.ask("supply", unit="S-O")["supplied"]
    assert match.ask("supply", unit="S-39") == {
        "supplied": False, "supplied_to_defend": False, "path": None, "rule": "7.11",
        "reason": match.ask("supply", unit="S-39")["reason"]}


@pytest.mark.rule("dagc", "12.4")
def test_from_turn_6_cav_mech_groups_are_out_of_supply_like_all(situation: Situation) -> None:
    match = situation("soviet.movement", {"S-O": "4516"}, turn=6, dice=[2])
    assert match.ask("supply", unit="S-O")["rule"] == "7.12.a"
    played(match, "unit:S-O")
    assert event(match, "movement_roll")["points"] == 2


# -- 12.5 Fortified localities -------------------------------------------------------------------------------------


@pytest.mark.rule("dagc", "12.5.a")
def test_localities_count_for_stacking(situation: Situation) -> None:
    match = situation("german.movement", {"G-FL-Orsha": TARGET, "G-1": TARGET, "G-2": WEST})
    assert cost(match, "G-2", TARGET) is None
    played(match, "unit:G-2")
    assert refused(match, f"hex:{TARGET}") == "6.5"


@pytest.mark.rule("dagc", "12.5.a")
def test_localities_have_a_zone_of_control(situation: Situation) -> None:
    match = situation("soviet.movement", {"G-FL-Orsha": TARGET, "S-39": "2810"})
    assert cost(match, "S-39", EAST) == 2
    assert set(match.ask("zoc", side="german")) == {EAST, SOUTHEAST, SOUTHWEST, WEST, NORTHWEST, NORTHEAST}


@pytest.mark.rule("dagc", "12.5.c")
def test_localities_and_units_with_them_always_defend_in_supply(situation: Situation) -> None:
    def shift(*defenders: str) -> int:
        place = {"S-39": EAST, **dict.fromkeys(defenders, TARGET)}
        return shift_for(situation(BEFORE, place, control=GERMANS_CUT_OFF), "7.4.b", TARGET, "S-39")

    assert shift("G-1") == 1
    assert shift("G-FL-Orsha") == shift("G-FL-Orsha", "G-1") == 0


@pytest.mark.rule("dagc", "12.5.c")
def test_units_with_a_locality_need_a_line_to_attack_and_to_move(situation: Situation) -> None:
    place = {"G-FL-Orsha": TARGET, "G-1": TARGET, "S-39": EAST}
    match = situation(GERMAN_BEFORE, place, control=GERMANS_CUT_OFF)
    assert shift_for(match, "7.4.a", EAST, "G-1") == -1
    match = played(situation("german.movement", place, control=GERMANS_CUT_OFF, dice=[3]), "unit:G-1")
    assert event(match, "movement_roll")["points"] == 3


@pytest.mark.rule("dagc", "12.5.d")
def test_a_locality_that_receives_a_dr_is_eliminated(situation: Situation) -> None:
    match = battle(situation, "DR", BEFORE, {"S-39": EAST, "G-FL-Orsha": TARGET}, TARGET, ["S-39"])
    assert where(match, "G-FL-Orsha") == "dead.german"  # one step: it cannot convert either
    assert offered(match).task == "advance"


@pytest.mark.rule("dagc", "12.5.d")
def test_units_with_it_retreat(situation: Situation) -> None:
    place = {"S-2T": EAST, "S-39": EAST, "G-FL-Orsha": TARGET, "G-1": TARGET}
    match = battle(situation, "DR", BEFORE, place, TARGET, ["S-2T", "S-39"])
    assert set(offered(match).hexes) == {WEST, SOUTHWEST}
    played(match, f"hex:{WEST}")
    assert where(match, "G-FL-Orsha") == "dead.german"
    assert where(match, "G-1") == WEST and not is_reduced(match, "G-1")
    assert offered(match).task == "advance"


@pytest.mark.rule("dagc", "12.5.d")
def test_units_with_it_that_cannot_retreat_suffer_de(situation: Situation) -> None:
    place = {"S-2T": EAST, "S-39": EAST, "G-FL-Orsha": TARGET, "G-1": TARGET,
             "S-3": "2814", "S-31": "3012", "S-43": "2612"}
    match = battle(situation, "DR", BEFORE, place, TARGET, ["S-2T", "S-39"])
    assert where(match, "G-FL-Orsha") == "dead.german"
    assert where(match, "G-1") == TARGET and is_reduced(match, "G-1")


@pytest.mark.rule("dagc", "12.5.d")
@pytest.mark.parametrize("loser", ["G-FL-Orsha", "G-1"])
def test_a_converted_dr_spares_the_locality_or_costs_it(situation: Situation, loser: str) -> None:
    place = {"S-2T": EAST, "S-39": EAST, "G-FL-Orsha": TARGET, "G-1": TARGET}
    match = battle(situation, "DR", BEFORE, place, TARGET, ["S-2T", "S-39"])
    played(match, "do:loss", f"unit:{loser}")
    assert (where(match, "G-FL-Orsha") == TARGET) is (loser == "G-1")
    assert where(match, "G-1") == TARGET and is_reduced(match, "G-1") is (loser == "G-1")


@pytest.mark.rule("dagc", "12.5.e")
def test_units_with_a_locality_attack_as_if_it_were_not_there(situation: Situation) -> None:
    place = {"G-FL-Orsha": TARGET, "G-1": TARGET, "S-39": EAST}
    match = played(situation(GERMAN_BEFORE, place), f"hex:{EAST}")
    assert offered(match).units == ("G-1",)
    assert refused(match, "unit:G-FL-Orsha") == "11.1.c"
    assert odds(match, EAST, "G-1")["attack"] == 3


@pytest.mark.rule("dagc", "12.5.e")
@pytest.mark.parametrize("result", ["AE", "BB"])
def test_the_result_of_such_an_attack_does_not_touch_the_locality(situation: Situation, result: str) -> None:
    place = {"G-FL-Orsha": TARGET, "G-1": TARGET, "S-8": EAST, "S-33": EAST}
    match = battle(situation, result, GERMAN_BEFORE, place, EAST, ["G-1"])
    assert where(match, "G-FL-Orsha") == TARGET
    assert is_reduced(match, "G-1") if result == "AE" else where(match, "G-1") == "dead.german"


# -- 12.6 The armour concentration marker --------------------------------------------------------------------------


def panzer_attack(situation: Situation, step: str = GERMAN_BEFORE, others: dict[str, Any] | None = None,
                  **keys: Any) -> Any:
    """A German attack at +2 that has not been rolled yet."""
    match = situation(step, {"G-56Pz": WEST, "S-39": reduced(TARGET), **(others or {})}, **keys)
    return played(match, f"hex:{TARGET}", "unit:G-56Pz")


@pytest.mark.rule("dagc", "12.6.a")
@pytest.mark.parametrize("step", [GERMAN_BEFORE, GERMAN_AFTER])
@pytest.mark.parametrize("turn", [2, 9])
def test_the_marker_shifts_a_german_attack_one_column(situation: Situation, step: str, turn: int) -> None:
    match = panzer_attack(situation, step, turn=turn, dice=[1, 3])
    played(match, "do:armour", "do:roll")
    shifts = [item for item in event(match, "fought")["sum"] if item["rules"] == ["12.6.a"]]
    assert [item["value"] for item in shifts] == [1]


@pytest.mark.rule("dagc", "12.6.a")
def test_the_marker_comes_besides_all_other_shifts(situation: Situation) -> None:
    match = panzer_attack(situation, others={"G-1": EAST}, dice=[1, 3], control=SOVIETS_CUT_OFF)
    played(match, "unit:G-1", "do:armour", "do:roll")
    assert event(match, "fought")["shift"] == 3  # concentric, defender out of supply, armour


@pytest.mark.rule("dagc", "12.6.a")
def test_there_is_no_marker_on_turn_1(situation: Situation) -> None:
    match = panzer_attack(situation, turn=1)
    assert "armour" not in offered(match).buttons
    assert refused(match, "do:armour") == "12.6.a"


@pytest.mark.rule("dagc", "12.6.a")
def test_the_marker_needs_a_unit_in_supply_by_land(situation: Situation) -> None:
    match = panzer_attack(situation, control=GERMANS_CUT_OFF)
    assert refused(match, "do:armour") == "12.6.a"
    # The corps in 1107 draws on the port of Reval.
    port = situation(GERMAN_BEFORE, {"G-26": "1107", "S-39": "1106"}, control=GERMANS_CUT_OFF)
    assert port.ask("supply", unit="G-26")["rule"] == "7.9.a"
    played(port, "hex:1106", "unit:G-26")
    assert "armour" not in offered(port).buttons


@pytest.mark.rule("dagc", "12.6.a")
def test_one_unit_in_supply_is_enough(situation: Situation) -> None:
    # Zones on all sides cut off the corps in the east, not the one in the west.
    place = {"G-1": EAST, "S-3": "2709", "S-5": "2809", "S-31": "2909"}
    match = situation(GERMAN_BEFORE, {"G-56Pz": WEST, "S-39": TARGET, **place})
    assert not match.ask("supply", unit="G-1")["supplied"] and match.ask("supply", unit="G-56Pz")["supplied"]
    played(match, f"hex:{TARGET}", "unit:G-1")
    assert "armour" not in offered(match).buttons
    played(match, "unit:G-56Pz")
    assert "armour" in offered(match).buttons


@pytest.mark.rule("dagc", "12.6.a")
def test_the_marker_never_helps_a_defence(situation: Situation) -> None:
    match = played(situation(BEFORE, {"S-39": EAST, "G-56Pz": TARGET}), f"hex:{TARGET}", "unit:S-39")
    assert "armour" not in offered(match).buttons


@pytest.mark.rule("dagc", "12.6.b")
@pytest.mark.parametrize(("turn", "die", "appears"), [
    (2, 1, True), (2, 4, True), (2, 5, False), (2, 6, False), (5, 4, True), (5, 5, False),
    (6, 5, True), (6, 6, False), (9, 5, True), (9, 6, False),
])
def test_the_die_decides_whether_the_marker_appears(situation: Situation, turn: int, die: int, appears: bool) -> None:
    match = played(panzer_attack(situation, turn=turn, dice=[die, 3]), "do:armour")
    assert {"roll"} <= set(offered(match).buttons)  # the attack goes on either way
    played(match, "do:roll")
    assert any(item["rules"] == ["12.6.a"] for item in event(match, "fought")["sum"]) is appears


@pytest.mark.rule("dagc", "12.6.a", "12.6.b")
@pytest.mark.parametrize("die", [1, 6])
def test_the_marker_is_committed_once_a_player_turn(situation: Situation, die: int) -> None:
    others = {"G-1": "3720", "S-5": "3719"}
    match = panzer_attack(situation, others=others, dice=[die, 2, 1])
    played(match, "do:armour")
    assert refused(match, "do:armour") == "12.6.a"
    played(match, "do:roll")
    while offered(match).task != "target":
        played(match, offered(match).choices[-1])
    played(match, "hex:3719", "unit:G-1")
    assert "armour" not in offered(match).buttons  # not for the next attack
    played(match, "do:roll")
    end_until(match, GERMAN_AFTER)
    played(match, f"hex:{offered(match).hexes[0]}")
    played(match, f"unit:{offered(match).units[0]}")
    assert "armour" not in offered(match).buttons  # nor in the other phase


@pytest.mark.rule("dagc", "12.6.a")
def test_the_marker_is_back_next_turn(situation: Situation) -> None:
    match = panzer_attack(situation, GERMAN_AFTER, others={"S-5": reduced("3719"), "G-1": "3720"}, dice=[6, 2])
    played(match, "do:armour", "do:roll")
    end_until(match, GERMAN_BEFORE, turn=4)
    played(match, "hex:3719", "unit:G-1")
    assert "armour" in offered(match).buttons


@pytest.mark.rule("dagc", "12.6.c")
def test_the_marker_leaves_with_the_attack_it_supported(situation: Situation) -> None:
    match = panzer_attack(situation, others={"G-1": "3720", "S-5": reduced("3719")}, dice=[1, 2, 2])
    played(match, "do:armour", "do:roll")
    while offered(match).task != "target":
        played(match, offered(match).choices[-1])
    attack(match, "3719", "G-1")
    first, second = happened(match, "fought")
    assert first["shift"] == 1 and second["shift"] == 0


@pytest.mark.rule("dagc", "12.6.c")
def test_the_marker_takes_no_losses(situation: Situation) -> None:
    match = panzer_attack(situation, others={"G-1": WEST}, dice=[1, 1])  # 8 - 3, raised to +7, +8: a 1 is a BB
    played(match, "unit:G-1", "do:armour", "do:roll")
    assert event(match, "fought")["result"] == "BB"
    assert set(offered(match).units) == {"G-56Pz", "G-1"} and offered(match).buttons == ()


# -- 12.7 Shock armies ---------------------------------------------------------------------------------------------


@pytest.mark.rule("dagc", "12.7")
@pytest.mark.parametrize(("turn", "shift"), [(1, 0), (2, 1), (3, 1), (4, 1), (5, 1), (6, 0), (9, 0)])
@pytest.mark.parametrize("step", [BEFORE, AFTER])
def test_a_full_shock_army_shifts_an_attack_on_turns_2_to_5(
        situation: Situation, step: str, turn: int, shift: int) -> None:
    match = situation(step, {"S-1S": "3803", "G-1": "3804"}, turn=turn)
    assert shift_for(match, "12.7", "3804", "S-1S") == shift


@pytest.mark.rule("dagc", "12.7")
def test_only_a_shock_army_at_full_strength_counts_and_only_if_it_attacks(situation: Situation) -> None:
    match = situation(BEFORE, {"S-1S": reduced(EAST), "S-39": EAST, "S-4S": NORTHEAST, "G-1": TARGET})
    assert shift_for(match, "12.7", TARGET, "S-1S", "S-39") == 0
    assert shift_for(match, "12.7", TARGET, "S-39") == 0
    assert shift_for(match, "12.7", TARGET, "S-1S", "S-4S") == 1


@pytest.mark.rule("dagc", "12.7")
def test_more_shock_armies_shift_no_further(situation: Situation) -> None:
    match = situation(BEFORE, {"S-1S": EAST, "S-4S": EAST, "S-3S": NORTHEAST, "G-1": TARGET})
    assert shift_for(match, "12.7", TARGET, "S-1S", "S-4S", "S-3S") == 1


@pytest.mark.rule("dagc", "12.7")
def test_all_attackers_must_be_in_supply(situation: Situation) -> None:
    match = situation(BEFORE, {"S-1S": "4419", "S-39": "4517", "S-5": "4519", "G-1": "4518"})  # S-39 is not (7.11)
    assert shift_for(match, "12.7", "4518", "S-1S", "S-5") == 1
    assert shift_for(match, "12.7", "4518", "S-1S", "S-39") == 0
    assert shift_for(match, "12.7", "4518", "S-1S", "S-5", "S-39") == 0


@pytest.mark.rule("dagc", "12.7")
def test_shock_armies_are_nothing_special_in_defence(situation: Situation) -> None:
    match = situation(GERMAN_BEFORE, {"S-1S": TARGET, "G-1": WEST})
    assert odds(match, TARGET, "G-1")["shifts"] == []
