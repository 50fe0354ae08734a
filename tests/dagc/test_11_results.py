"""Chapter 11, second half: what the results of combat bring."""

from __future__ import annotations

from typing import Any

import pytest

from tests.playing import Situation, attack, cost, end_until, event, happened, odds, offered, played, refused, where

from .helpers import battle, die_for, is_reduced

BEFORE, AFTER = "soviet.combat_before", "soviet.combat_after"
GERMAN_BEFORE, GERMAN_AFTER = "german.combat_before", "german.combat_after"

# The open ground of most battles here: 2812 and the six hexes around it, all clear. An attacker in the east watches
# the two northeast and southeast; of the others 2813 and 2912 are nearest to the German map edge, both 15 hexes away.
TARGET, EAST, SOUTHEAST, SOUTHWEST, WEST, NORTHWEST, NORTHEAST = "2812", "2811", "2911", "2912", "2813", "2712", "2711"

WATCHERS = {"S-3": "2814", "S-31": "3012", "S-43": "2612"}
"""Armies that put their zones on all hexes behind 2812."""


def reduced(hex: str) -> dict[str, Any]:
    """A reduced unit in a hex."""
    return {"hex": hex, "reduced": True}


# -- 11.15, 11.16 AS and AE ----------------------------------------------------------------------------------------


@pytest.mark.rule("dagc", "11.15")
def test_a_stalled_attack_changes_nothing(situation: Situation) -> None:
    place = {"S-39": EAST, "S-5": reduced(EAST), "G-1": TARGET, "G-KG-Skn": TARGET}
    match = battle(situation, "AS", BEFORE, place, TARGET, ["S-39", "S-5"])
    assert [where(match, unit) for unit in place] == [EAST, EAST, TARGET, TARGET]
    assert [is_reduced(match, unit) for unit in place] == [False, True, False, False]
    assert offered(match).seat == "soviet" and offered(match).task == "target"


@pytest.mark.rule("dagc", "11.16")
def test_attacker_eliminated_costs_every_attacker_a_step(situation: Situation) -> None:
    place = {"S-8": EAST, "S-5": reduced(EAST), "S-3": "2810", "G-1": TARGET, "G-2": TARGET}
    match = battle(situation, "AE", BEFORE, place, TARGET, ["S-8", "S-5"])
    assert where(match, "S-8") == EAST and is_reduced(match, "S-8")
    assert where(match, "S-5") == "dead.soviet"
    assert not is_reduced(match, "S-3")  # not involved
    assert not is_reduced(match, "G-1") and not is_reduced(match, "G-2")


@pytest.mark.rule("dagc", "11.16", "11.22.b")
def test_one_step_attackers_are_eliminated_and_defenders_never_advance(situation: Situation) -> None:
    match = battle(situation, "AE", GERMAN_BEFORE, {"G-KG-Skn": WEST, "S-39": TARGET}, TARGET, ["G-KG-Skn"])
    assert where(match, "G-KG-Skn") == "dead.german"
    assert where(match, "S-39") == TARGET
    assert offered(match).seat == "german" and offered(match).task == "target"


# -- 11.17 DR ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("dagc", "11.17.a")
def test_the_owner_retreats_the_defender_one_hex_at_once(situation: Situation) -> None:
    match = battle(situation, "DR", BEFORE, {"S-39": EAST, "G-1": TARGET}, TARGET, ["S-39"])
    assert offered(match).seat == "german" and offered(match).task == "retreat"
    assert refused(match, "hex:2814") == "11.17.a"  # two hexes away
    played(match, f"hex:{WEST}")
    assert where(match, "G-1") == WEST and not is_reduced(match, "G-1")


@pytest.mark.rule("dagc", "11.17.a")
def test_a_stack_retreats_to_one_hex(situation: Situation) -> None:
    place = {"S-2T": EAST, "S-39": EAST, "G-1": TARGET, "G-2": TARGET, "G-6": WEST}  # 2813 has room for one
    match = battle(situation, "DR", BEFORE, place, TARGET, ["S-2T", "S-39"])
    assert offered(match).hexes == (SOUTHWEST,)
    assert refused(match, f"hex:{WEST}") == "11.17.b"
    played(match, f"hex:{SOUTHWEST}")
    assert where(match, "G-1") == where(match, "G-2") == SOUTHWEST


@pytest.mark.rule("dagc", "11.17.a")
def test_a_stack_splits_only_if_no_hex_can_take_all_of_it(situation: Situation) -> None:
    place = {"S-2T": EAST, "S-39": EAST, "G-1": TARGET, "G-2": TARGET,
             "G-6": WEST, "G-9": SOUTHWEST, "G-10": NORTHWEST}  # room for one everywhere
    match = battle(situation, "DR", BEFORE, place, TARGET, ["S-2T", "S-39"])
    assert set(offered(match).units) == {"G-1", "G-2"} and offered(match).hexes == ()
    played(match, "unit:G-2")
    assert set(offered(match).hexes) == {WEST, SOUTHWEST}  # the best for each
    played(match, f"hex:{WEST}")
    assert offered(match).hexes == (SOUTHWEST,)  # the best that is left
    played(match, f"hex:{SOUTHWEST}")
    assert where(match, "G-2") == WEST and where(match, "G-1") == SOUTHWEST
    assert offered(match).task == "advance"


@pytest.mark.rule("dagc", "11.17.a", "11.17.b")
def test_the_owner_chooses_who_takes_the_last_place_and_the_other_is_lost(situation: Situation) -> None:
    place = {"S-2T": EAST, "S-39": EAST, "G-1": TARGET, "G-KG-Skn": TARGET, "G-6": WEST,
             "G-9": SOUTHWEST, "G-12": SOUTHWEST, "G-10": NORTHWEST, "G-20": NORTHWEST}
    match = battle(situation, "DR", BEFORE, place, TARGET, ["S-2T", "S-39"])
    played(match, "unit:G-1", f"hex:{WEST}")
    assert where(match, "G-1") == WEST and not is_reduced(match, "G-1")
    assert where(match, "G-KG-Skn") == "dead.german"
    assert offered(match).task == "advance"


@pytest.mark.rule("dagc", "11.17.b")
def test_no_retreat_into_a_zone_unless_a_friend_negates_it(situation: Situation) -> None:
    place = {"S-39": EAST, "G-1": TARGET, "S-3": "2814"}  # 2814 watches 2813
    match = battle(situation, "DR", BEFORE, place, TARGET, ["S-39"])
    assert offered(match).hexes == (SOUTHWEST,)
    assert refused(match, f"hex:{WEST}") == "11.17.b"
    assert match.ask("why_not", unit="G-1", hex=WEST)["rule"] == "11.17.b"
    match = battle(situation, "DR", BEFORE, {**place, "G-6": WEST}, TARGET, ["S-39"])
    assert set(offered(match).hexes) == {WEST, SOUTHWEST}


@pytest.mark.rule("dagc", "11.17.b")
def test_no_retreat_into_overstacking(situation: Situation) -> None:
    place = {"S-39": EAST, "G-1": TARGET, "G-6": WEST, "G-9": WEST}
    match = battle(situation, "DR", BEFORE, place, TARGET, ["S-39"])
    assert offered(match).hexes == (SOUTHWEST,)
    refused(match, f"hex:{WEST}")


@pytest.mark.rule("dagc", "11.17.b", "11.19.b")
def test_a_blocked_force_stays_and_suffers_de(situation: Situation) -> None:
    place = {"S-2T": EAST, "S-39": EAST, "G-1": TARGET, "G-KG-Skn": TARGET, **WATCHERS}
    match = battle(situation, "DR", BEFORE, place, TARGET, ["S-2T", "S-39"])
    assert where(match, "G-1") == TARGET and is_reduced(match, "G-1")
    assert where(match, "G-KG-Skn") == "dead.german"
    assert offered(match).task == "target"  # nobody was asked, and the hex is not vacated


@pytest.mark.rule("dagc", "11.17.b", "11.22.a")
def test_a_blocked_force_of_one_step_is_eliminated_and_the_attacker_advances(situation: Situation) -> None:
    place = {"S-39": EAST, "G-1": reduced(TARGET), **WATCHERS}
    match = battle(situation, "DR", BEFORE, place, TARGET, ["S-39"])
    assert where(match, "G-1") == "dead.german"
    assert offered(match).task == "advance"


@pytest.mark.rule("dagc", "11.17.b")
def test_no_retreat_into_a_hex_of_the_other_front(situation: Situation) -> None:
    # The attacker in 4821 watches 4920 and 4720; 4919, the hex nearest to a source, holds an army of the main front.
    place = {"U-13": "4820", "G-5PA-1SS": "4821", "G-5PA-2SS": "4821", "S-39": "4919"}
    match = battle(situation, "DR", GERMAN_BEFORE, place, "4820", ["G-5PA-1SS", "G-5PA-2SS"], turn=4,
                   scenario="bold_stroke")
    assert "4919" not in offered(match).hexes and offered(match).hexes
    assert refused(match, "hex:4919") == "6.10"


@pytest.mark.rule("dagc", "11.17.c")
def test_germans_retreat_towards_the_nearest_source_and_choose_between_equals(situation: Situation) -> None:
    match = battle(situation, "DR", BEFORE, {"S-39": EAST, "G-1": TARGET}, TARGET, ["S-39"])
    assert set(offered(match).hexes) == {WEST, SOUTHWEST}  # both 15 from 2927; 2712 is 16
    assert refused(match, f"hex:{NORTHWEST}") == "11.17.c"
    assert match.ask("why_not", unit="G-1", hex=NORTHWEST)["rule"] == "11.17.c"


@pytest.mark.rule("dagc", "11.17.c")
def test_only_a_working_source_counts(situation: Situation) -> None:
    place = {"S-39": "3025", "G-1": "3026"}
    match = battle(situation, "DR", BEFORE, place, "3026", ["S-39"])
    assert set(offered(match).hexes) == {"2926", "3027", "3126"}  # one hex from 2927, 3028 and 3127
    lost = {"soviet": ["2927", "3028", "3127"]}  # now 3228: two hexes from 3027 and 3126, three from 2926
    match = battle(situation, "DR", BEFORE, place, "3026", ["S-39"], control=lost)
    assert set(offered(match).hexes) == {"3027", "3126"}


@pytest.mark.rule("dagc", "11.17.c")
@pytest.mark.parametrize("turn", [3, 7])
def test_soviets_retreat_towards_the_nearest_source_also_when_all_are_out_of_supply(
        situation: Situation, turn: int) -> None:
    place = {"S-39": TARGET, "G-5PA-1SS": WEST}  # which watches 2712 and 2912
    match = battle(situation, "DR", GERMAN_BEFORE, place, TARGET, ["G-5PA-1SS"], turn=turn)
    assert offered(match).seat == "soviet"
    assert set(offered(match).hexes) == {EAST, NORTHEAST, SOUTHEAST}  # 11 hexes from the east edge each
    place = {"S-39": TARGET, "G-5PA-1SS": NORTHEAST, "G-1": "2910"}  # 2811, 2911 and 2712 are watched
    match = battle(situation, "DR", GERMAN_BEFORE, place, TARGET, ["G-5PA-1SS"], turn=turn)
    assert offered(match).hexes == (SOUTHWEST,)  # 12; 2813 is 13
    assert refused(match, f"hex:{WEST}") == "11.17.c"


@pytest.mark.rule("dagc", "11.17.d")
def test_a_unit_that_retreated_adds_nothing_to_a_later_defence_but_shares_its_result(situation: Situation) -> None:
    place = {"S-39": EAST, "G-1": TARGET, "G-2": WEST, "S-2T": "2814", "S-6G": "2814"}
    column = odds(situation(BEFORE, place), WEST, "S-2T", "S-6G")["column_index"]  # 13 - 3
    match = battle(situation, "DR", BEFORE, place, TARGET, ["S-39"], then=[die_for("DE", column)])
    played(match, f"hex:{WEST}", "do:halt")
    attack(match, WEST, "S-2T", "S-6G")
    assert event(match, "fought")["defence"] == 3  # G-2 alone
    assert is_reduced(match, "G-1") and is_reduced(match, "G-2")


@pytest.mark.rule("dagc", "11.17.d", "11.21.a")
def test_the_steps_of_a_unit_that_retreated_count_in_a_bloodbath(situation: Situation) -> None:
    place = {"S-39": EAST, "G-1": TARGET, "G-2": WEST, "S-2T": "2814"}
    match = battle(situation, "DR", BEFORE, place, TARGET, ["S-39"], then=[2])  # 7 - 3: a 2 is a BB
    played(match, f"hex:{WEST}", "do:halt")
    attack(match, WEST, "S-2T")
    assert event(match, "fought")["result"] == "BB"
    assert is_reduced(match, "G-1") and is_reduced(match, "G-2")
    assert where(match, "S-2T") == "dead.soviet"  # two steps


@pytest.mark.rule("dagc", "11.3.b", "11.17.d")
def test_a_unit_that_retreated_alone_is_not_attacked_again(situation: Situation) -> None:
    place = {"S-39": EAST, "S-5": SOUTHEAST, "G-1": TARGET}  # 2911 is beside 2912 too
    match = battle(situation, "DR", BEFORE, place, TARGET, ["S-39"])
    played(match, f"hex:{WEST}")
    played(match, "unit:S-39")
    assert where(match, "S-39") == TARGET
    assert WEST not in offered(match).hexes
    assert refused(match, f"hex:{WEST}") == "11.3.b"


# -- 11.18, 11.19 DR in cities, and DL1 ----------------------------------------------------------------------------


@pytest.mark.rule("dagc", "11.18")
def test_a_dr_in_a_city_is_a_bloodbath(situation: Situation) -> None:
    place = {"S-2T": "3907", "S-39": "3907", "G-1": "3908"}
    match = battle(situation, "DR", BEFORE, place, "3908", ["S-2T", "S-39"])
    assert where(match, "G-1") == "3908" and is_reduced(match, "G-1")
    assert offered(match).seat == "soviet" and offered(match).task == "loss"
    played(match, "unit:S-39")
    assert is_reduced(match, "S-39") and not is_reduced(match, "S-2T")


@pytest.mark.rule("dagc", "11.18")
def test_in_a_city_a_blocked_retreat_does_not_matter(situation: Situation) -> None:
    place = {"S-2T": "3907", "S-39": "3909", "G-1": "3908"}  # the two watch all around Minsk
    match = battle(situation, "DR", BEFORE, place, "3908", ["S-2T", "S-39"])
    assert offered(match).task == "loss"  # the attacker loses as well: a BB, not a DE


@pytest.mark.rule("dagc", "11.18")
def test_a_city_holds_for_soviets_too(situation: Situation) -> None:
    place = {"S-39": "3908", "G-5PA-1SS": "3909", "G-5PA-2SS": "3909"}
    match = battle(situation, "DR", GERMAN_BEFORE, place, "3908", ["G-5PA-1SS", "G-5PA-2SS"])
    assert is_reduced(match, "S-39") and offered(match).task == "loss" and offered(match).seat == "german"


@pytest.mark.rule("dagc", "11.19.a")
def test_the_owner_may_turn_a_dr_into_the_loss_of_a_step(situation: Situation) -> None:
    match = battle(situation, "DR", BEFORE, {"S-39": EAST, "G-1": TARGET}, TARGET, ["S-39"])
    played(match, "do:loss")
    assert where(match, "G-1") == TARGET and is_reduced(match, "G-1")
    assert offered(match).task == "target" and where(match, "S-39") == EAST


@pytest.mark.rule("dagc", "11.19.a")
@pytest.mark.parametrize("loser", ["G-1", "G-KG-Skn"])
def test_one_step_of_any_defender_is_lost_and_the_survivors_stay(situation: Situation, loser: str) -> None:
    place = {"S-2T": EAST, "S-39": EAST, "G-1": TARGET, "G-KG-Skn": TARGET}
    match = battle(situation, "DR", BEFORE, place, TARGET, ["S-2T", "S-39"])
    played(match, "do:loss")
    assert offered(match).seat == "german" and set(offered(match).units) == {"G-1", "G-KG-Skn"}
    played(match, f"unit:{loser}")
    assert where(match, "G-1") == TARGET and is_reduced(match, "G-1") is (loser == "G-1")
    assert where(match, "G-KG-Skn") == ("dead.german" if loser == "G-KG-Skn" else TARGET)


@pytest.mark.rule("dagc", "11.19.a")
def test_soviets_convert_too(situation: Situation) -> None:
    match = battle(situation, "DR", GERMAN_BEFORE, {"S-39": TARGET, "G-5PA-1SS": WEST}, TARGET, ["G-5PA-1SS"])
    played(match, "do:loss")
    assert where(match, "S-39") == TARGET and is_reduced(match, "S-39")


@pytest.mark.rule("dagc", "11.19.b")
@pytest.mark.parametrize("unit", ["G-1", "G-KG-Skn"])
def test_a_force_of_one_step_cannot_convert(situation: Situation, unit: str) -> None:
    place = {"S-39": EAST, unit: reduced(TARGET) if unit == "G-1" else TARGET}
    match = battle(situation, "DR", BEFORE, place, TARGET, ["S-39"])
    assert offered(match).buttons == () and set(offered(match).hexes) == {WEST, SOUTHWEST}
    assert refused(match, "do:loss") == "11.19.b"


@pytest.mark.rule("dagc", "11.19.b")
def test_two_units_of_one_step_can_convert(situation: Situation) -> None:
    place = {"S-2T": EAST, "G-1": reduced(TARGET), "G-KG-Hrt": TARGET}
    match = battle(situation, "DR", BEFORE, place, TARGET, ["S-2T"])
    played(match, "do:loss", "unit:G-1")
    assert where(match, "G-1") == "dead.german" and where(match, "G-KG-Hrt") == TARGET


@pytest.mark.rule("dagc", "11.19.c")
def test_under_the_stand_fast_order_germans_who_can_must_convert(situation: Situation) -> None:
    keys: dict[str, Any] = {"options": {"stand_fast": True}}
    match = battle(situation, "DR", BEFORE, {"S-39": EAST, "G-1": TARGET}, TARGET, ["S-39"], **keys)
    assert where(match, "G-1") == TARGET and is_reduced(match, "G-1")
    place = {"S-2T": EAST, "S-39": EAST, "G-1": TARGET, "G-2": TARGET}
    match = battle(situation, "DR", BEFORE, place, TARGET, ["S-2T", "S-39"], **keys)
    assert set(offered(match).units) == {"G-1", "G-2"} and offered(match).hexes == ()  # which of them


@pytest.mark.rule("dagc", "11.19.c")
def test_the_stand_fast_order_binds_no_single_step_and_no_soviet(situation: Situation) -> None:
    keys: dict[str, Any] = {"options": {"stand_fast": True}}
    match = battle(situation, "DR", BEFORE, {"S-39": EAST, "G-1": reduced(TARGET)}, TARGET, ["S-39"], **keys)
    assert set(offered(match).hexes) == {WEST, SOUTHWEST}
    match = battle(situation, "DR", GERMAN_BEFORE, {"S-39": TARGET, "G-5PA-1SS": WEST}, TARGET, ["G-5PA-1SS"], **keys)
    assert offered(match).hexes


# -- 11.20, 11.21 DE and BB ----------------------------------------------------------------------------------------


@pytest.mark.rule("dagc", "11.20")
def test_defender_eliminated_costs_every_defender_a_step(situation: Situation) -> None:
    place = {"S-2T": EAST, "S-6G": EAST, "G-1": TARGET, "G-2": reduced(TARGET)}
    match = battle(situation, "DE", BEFORE, place, TARGET, ["S-2T", "S-6G"])
    assert where(match, "G-1") == TARGET and is_reduced(match, "G-1")
    assert where(match, "G-2") == "dead.german"
    assert not is_reduced(match, "S-2T") and not is_reduced(match, "S-6G")
    assert offered(match).task == "target"  # not vacated: no advance


@pytest.mark.rule("dagc", "11.20", "11.22.a")
def test_if_de_empties_the_hex_the_attacker_may_advance(situation: Situation) -> None:
    place = {"S-2T": EAST, "S-6G": EAST, "G-KG-Skn": TARGET, "G-2": reduced(TARGET)}
    match = battle(situation, "DE", BEFORE, place, TARGET, ["S-2T", "S-6G"])
    assert where(match, "G-KG-Skn") == where(match, "G-2") == "dead.german"
    assert offered(match).task == "advance" and set(offered(match).units) == {"S-2T", "S-6G"}


@pytest.mark.rule("dagc", "11.21.a")
def test_a_bloodbath_costs_the_attacker_as_many_steps_as_the_defender(situation: Situation) -> None:
    place = {"S-39": EAST, "S-5": EAST, "G-1": TARGET, "G-2": TARGET}
    match = battle(situation, "BB", BEFORE, place, TARGET, ["S-39", "S-5"])
    assert is_reduced(match, "G-1") and is_reduced(match, "G-2")
    assert offered(match).seat == "soviet" and offered(match).task == "loss"
    played(match, "unit:S-39", "unit:S-5")
    assert is_reduced(match, "S-39") and is_reduced(match, "S-5")
    assert offered(match).task == "target"


@pytest.mark.rule("dagc", "11.21.a")
def test_the_attacker_distributes_the_losses_as_he_likes(situation: Situation) -> None:
    place = {"S-39": EAST, "S-5": EAST, "S-3": NORTHEAST, "G-1": TARGET, "G-2": TARGET}
    match = battle(situation, "BB", BEFORE, place, TARGET, ["S-39", "S-5"])
    assert refused(match, "unit:S-3") == "11.21.a"  # not involved
    played(match, "unit:S-39", "unit:S-39")
    assert where(match, "S-39") == "dead.soviet" and not is_reduced(match, "S-5")


@pytest.mark.rule("dagc", "11.21.a")
def test_the_attacker_loses_no_more_steps_than_he_has(situation: Situation) -> None:
    place = {"S-39": reduced(EAST), "S-5": NORTHEAST, "G-8": TARGET, "G-2": TARGET}
    match = battle(situation, "BB", BEFORE, place, TARGET, ["S-39"])
    assert where(match, "S-39") == "dead.soviet" and not is_reduced(match, "S-5")


@pytest.mark.rule("dagc", "11.21.a", "11.22.a")
def test_if_a_bloodbath_empties_the_hex_the_survivors_may_advance(situation: Situation) -> None:
    place = {"S-39": reduced(EAST), "S-5": EAST, "G-1": reduced(TARGET), "G-KG-Skn": TARGET}
    match = battle(situation, "BB", BEFORE, place, TARGET, ["S-39", "S-5"])
    played(match, "unit:S-39")  # the second step can only be of S-5
    assert where(match, "S-39") == "dead.soviet" and is_reduced(match, "S-5")
    assert offered(match).task == "advance" and offered(match).units == ("S-5",)


@pytest.mark.rule("dagc", "11.21.a")
def test_steps_count_in_a_bloodbath_not_factors(situation: Situation) -> None:
    match = battle(situation, "BB", GERMAN_BEFORE, {"G-1": WEST, "G-2": WEST, "S-2T": TARGET}, TARGET, ["G-1", "G-2"])
    played(match, "unit:G-1")  # one step, though the Soviets lost three factors
    assert is_reduced(match, "S-2T") and is_reduced(match, "G-1") and not is_reduced(match, "G-2")


@pytest.mark.rule("dagc", "11.21.b")
@pytest.mark.parametrize("turn", [1, 3, 7])
def test_a_full_shock_army_loses_the_first_step_of_a_bloodbath(situation: Situation, turn: int) -> None:
    place = {"S-1S": "3803", "S-39": "3803", "G-1": "3804", "G-2": "3804"}
    match = battle(situation, "BB", AFTER, place, "3804", ["S-39", "S-1S"], turn=turn)
    assert is_reduced(match, "S-1S")  # without being asked; the second step is free
    assert set(offered(match).units) == {"S-39", "S-1S"}
    played(match, "unit:S-39")
    assert is_reduced(match, "S-39") and where(match, "S-1S") == "3803"


@pytest.mark.rule("dagc", "11.21.b")
def test_with_two_full_shock_armies_the_owner_chooses_which(situation: Situation) -> None:
    place = {"S-1S": EAST, "S-4S": EAST, "S-39": NORTHEAST, "G-4SSPz": TARGET, "G-3SSPz": TARGET}
    match = battle(situation, "BB", BEFORE, place, TARGET, ["S-39", "S-1S", "S-4S"])
    assert set(offered(match).units) == {"S-1S", "S-4S"}
    assert refused(match, "unit:S-39") == "11.21.b"
    played(match, "unit:S-4S", "unit:S-39")
    assert is_reduced(match, "S-4S") and is_reduced(match, "S-39") and not is_reduced(match, "S-1S")


@pytest.mark.rule("dagc", "11.21.b")
def test_a_reduced_shock_army_is_not_bound_to_lose_first(situation: Situation) -> None:
    place = {"S-1S": reduced(EAST), "S-39": EAST, "G-1": TARGET, "G-2": TARGET}
    match = battle(situation, "BB", BEFORE, place, TARGET, ["S-39", "S-1S"])
    assert set(offered(match).units) == {"S-39", "S-1S"}


# -- 11.22 Advance -------------------------------------------------------------------------------------------------


@pytest.mark.rule("dagc", "11.22.a")
def test_attackers_of_the_owners_choice_advance_within_stacking(situation: Situation) -> None:
    place = {"S-39": EAST, "S-5": EAST, "S-3": NORTHEAST, "S-31": SOUTHEAST, "G-1": reduced(TARGET)}
    match = battle(situation, "DE", BEFORE, place, TARGET, ["S-39", "S-5", "S-3"])
    assert set(offered(match).units) == {"S-39", "S-5", "S-3"}  # not S-31, which did not attack
    played(match, "unit:S-3", "unit:S-39")
    assert where(match, "S-3") == where(match, "S-39") == TARGET and where(match, "S-5") == EAST
    assert offered(match).task == "target"  # full


@pytest.mark.rule("dagc", "11.22.a")
def test_an_advance_ignores_zones_and_costs_no_movement(situation: Situation) -> None:
    place = {"S-39": EAST, "G-1": reduced(TARGET), "G-2": WEST, "G-6": "2910"}  # from zone to zone
    match = battle(situation, "DR", BEFORE, place, TARGET, ["S-39"])
    played(match, f"hex:{offered(match).hexes[0]}", "unit:S-39")
    assert where(match, "S-39") == TARGET
    end_until(match, "soviet.movement")
    assert cost(match, "S-39", NORTHEAST) == 2
    assert max(match.ask("reach", unit="S-39").values()) == 7


@pytest.mark.rule("dagc", "11.22.a")
def test_an_advance_ignores_zones_even_into_a_german_entrenchment(situation: Situation) -> None:
    armies = ["S-2T", "S-39", "S-5GT"]
    place = {"S-2T": "3400", "S-39": "3400", "S-5GT": "3600",  # 8.3.b binds moves only
             "G-1": reduced("3500"), "G-2": "3501"}
    match = battle(situation, "DR", BEFORE, place, "3500", armies)
    while offered(match).task == "retreat":
        played(match, offered(match).choices[0])
    played(match, "unit:S-2T")
    assert where(match, "S-2T") == "3500"


@pytest.mark.rule("dagc", "11.22.a")
def test_germans_advance_too_and_take_control(situation: Situation) -> None:
    match = battle(situation, "DE", GERMAN_AFTER, {"G-5PA-1SS": "3909", "S-39": reduced("3910")}, "3910", ["G-5PA-1SS"])
    played(match, "unit:G-5PA-1SS")
    assert where(match, "G-5PA-1SS") == "3910"
    assert match.ask("hex", hex="3910")["control"] == "german"


@pytest.mark.rule("dagc", "11.22.b")
def test_an_advance_is_voluntary(situation: Situation) -> None:
    match = battle(situation, "DE", BEFORE, {"S-2T": EAST, "G-1": reduced(TARGET)}, TARGET, ["S-2T"])
    played(match, "do:halt")
    assert where(match, "S-2T") == EAST
    assert not happened(match, "advanced")


@pytest.mark.rule("dagc", "11.22.b")
def test_an_advance_is_made_before_the_next_attack_or_never(situation: Situation) -> None:
    place = {"S-2T": EAST, "G-1": reduced(TARGET), "S-5": SOUTHEAST, "G-2": "3012"}
    match = battle(situation, "DE", BEFORE, place, TARGET, ["S-2T"])
    assert offered(match).hexes == ()  # no attack before this is settled
    refused(match, "hex:3012")
    played(match, "do:halt")
    assert offered(match).hexes == ("3012",) and offered(match).units == ()


@pytest.mark.rule("dagc", "11.22.b")
def test_victorious_defenders_stay_where_they_are(situation: Situation) -> None:
    match = battle(situation, "AE", BEFORE, {"S-8": reduced(EAST), "G-1": TARGET}, TARGET, ["S-8"])
    assert where(match, "S-8") == "dead.soviet" and where(match, "G-1") == TARGET
    assert offered(match).seat == "soviet"
