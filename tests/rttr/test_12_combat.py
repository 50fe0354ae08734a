"""Chapter 12, first half: who must attack whom, the percentage and the table."""

from __future__ import annotations

import pytest

from stavka.kit.tables import percent
from tests.playing import Situation, event, happened, lines, odds, offered, play, refused, where

from .helpers import fight, settle, times

# 4906 touches 4905, 5005, 5006, 4907, 4806 and 4805; 1219 Gatow is an objective on open ground.


# -- Who must attack whom (12.1 - 12.6) ----------------------------------------------------------------------------


@pytest.mark.rule("rttr", "12.1", "11.6", "12.4b")
def test_attack_is_compulsory_in_an_enemy_zone(situation: Situation) -> None:
    match = situation("1bf.combat", {"BF-150": "4906", "G-GD": "4907"}, dice=[3])
    assert offered(match).buttons == () and refused(match, "do:end_phase") == "12.4b"
    settle(fight(match, "4907", "BF-150", table="mobile"))
    assert "end_phase" in offered(match).buttons
    germans = situation("german_1bf.combat", {"BF-150": "4906", "G-GD": "4907"})
    assert (offered(germans).seat, offered(germans).buttons) == ("1uf", ())


@pytest.mark.rule("rttr", "12.2a", "12.8")
def test_an_attack_is_declared_by_target_units_and_table(situation: Situation) -> None:
    match = situation("1bf.combat", {"BF-150": "4906", "G-GD": "4907"}, artillery={"1bf": ["4907"]}, dice=[4])
    assert refused(match, "unit:BF-150") == "12.2a"
    play(match, "hex:4907")
    assert refused(match, "do:mobile") == "12.8"  # a marker never attacks alone
    play(match, "unit:BF-150")
    assert offered(match).buttons == ("mobile", "assault")
    play(match, "do:mobile")
    assert event(match, "fought")["units"] == ["BF-150"]


@pytest.mark.rule("rttr", "12.3")
def test_nobody_attacks_or_is_attacked_twice(situation: Situation) -> None:
    men = {"BF-150": "4906", "BF-171": "4805", "G-SSLAH": "4806", "G-GD": "4707"}
    match = situation("1bf.combat", men, dice=[3])
    play(match, "hex:4806", "unit:BF-150")
    assert refused(match, "unit:BF-150") == "12.3"
    play(match, "unit:BF-171", "do:assault")  # 10 against 4, 250%: BB
    one = situation("1bf.combat", {"BF-9T": "4906", "S-MO": "4907", "S-FKM": "4907", "BF-8GTB": "4906"}, dice=[3])
    settle(fight(one, "4907", "BF-9T"))
    assert refused(one, "hex:4907") == "12.3"


@pytest.mark.rule("rttr", "12.4a")
def test_attacks_are_resolved_one_at_a_time_in_any_order(situation: Situation) -> None:
    men = {"BF-9T": "4906", "G-GD": "4907", "BF-11GT": "0904", "G-AX": "0905"}
    match = situation("1bf.combat", men, dice=[4, 1, 4])
    assert set(offered(match).hexes) == {"4907", "0905"}
    play(match, "hex:0905")
    assert refused(match, "do:end_phase") == "12.4a"
    play(match, "unit:BF-11GT", "do:mobile")
    settle(match)
    assert set(offered(match).hexes) == {"4907"}


@pytest.mark.rule("rttr", "12.4b", "12.5a", "12.6")
def test_no_pairing_may_leave_somebody_over(situation: Situation) -> None:
    """Two stacks, two enemies: 4806 touches both Soviet hexes, 4907 only 4906. 4906 must take 4907 then."""
    men = {"BF-9T": "4906", "BF-150": "4805", "G-GD": "4806", "G-AX": "4907"}
    match = situation("1bf.combat", men, dice=[4, 4, 1])
    play(match, "hex:4806")
    assert "BF-9T" not in offered(match).units and refused(match, "unit:BF-9T") == "12.4b"
    play(match, "unit:BF-150", "do:mobile")  # a soak-off at 166%
    settle(match)
    assert offered(match).hexes == ("4907",)
    # With a third stack beside 4907 the first is free to concentrate.
    match = situation("1bf.combat", {**men, "BF-171": "4908"})
    play(match, "hex:4806")
    assert {"BF-9T", "BF-150"} <= set(offered(match).units)


@pytest.mark.rule("rttr", "12.5a", "12.4c")
def test_a_stack_among_several_enemies_attacks_all_whom_no_other_does(situation: Situation) -> None:
    match = situation("1bf.combat", {"BF-9T": "4906", "G-GD": "4907", "G-AX": "4806"}, dice=[4, 1])
    play(match, "hex:4907", "unit:BF-9T")
    assert offered(match).buttons == () and offered(match).hexes == ("4806",)
    assert refused(match, "do:mobile") == "12.4b"
    play(match, "hex:4806", "do:mobile")
    assert event(match, "fought")["hexes"] == ["4907", "4806"]


@pytest.mark.rule("rttr", "12.4c", "12.5b")
def test_a_hex_is_attacked_from_up_to_six(situation: Situation) -> None:
    ring = ("4905", "5005", "5006", "4907", "4806", "4805")
    soviets = ("BF-150", "BF-171", "BF-207", "BF-146", "BF-265", "BF-364")
    match = situation("1bf.combat", {**dict(zip(soviets, ring, strict=True)), "G-GD": "4906"}, dice=[6])
    fight(match, "4906", *soviets, table="mobile")
    assert (event(match, "fought")["attack"], event(match, "fought")["percent"]) == (30, 1000)


@pytest.mark.rule("rttr", "12.5b")
def test_all_attackers_must_touch_all_defenders(situation: Situation) -> None:
    men = {"BF-9T": "4906", "BF-150": "4804", "G-GD": "4805", "G-AX": "4806"}
    match = situation("1bf.combat", men)
    play(match, "hex:4806", "unit:BF-9T")
    assert refused(match, "unit:BF-150") == "12.5b"
    assert refused(match, "hex:4805") == "12.4b"  # 4804 would have nobody left to attack


@pytest.mark.rule("rttr", "12.4d", "11.2b")
def test_germans_in_objectives_need_not_attack_but_may(situation: Situation) -> None:
    match = situation("german_1bf.combat", {"G-GD": "1219", "BF-150": "1220"}, dice=[1, 1])
    assert offered(match).hexes == ("1220",) and offered(match).buttons == ("end_phase",)
    fight(match, "1220", "G-GD", table="mobile")
    assert len(happened(match, "fought")) == 1


@pytest.mark.rule("rttr", "12.4e")
def test_soviets_beside_a_german_objective_must_attack_it(situation: Situation) -> None:
    match = situation("1bf.combat", {"G-GD": "1219", "BF-150": "1220"})
    assert offered(match).buttons == () and refused(match, "do:end_phase") == "12.4b"
    # Soviets in an objective have zones outwards: the German outside must attack.
    out = situation("german_1bf.combat", {"BF-150": "1219", "G-GD": "1220"})
    assert offered(out).buttons == ()


@pytest.mark.rule("rttr", "12.4e", "5.6b")
def test_even_from_the_reichstag_where_no_german_zone_reaches(situation: Situation) -> None:
    match = situation("1bf.combat", {"BF-150": "3513", "G-GD": "3613"})
    assert offered(match).hexes == ("3613",) and refused(match, "do:end_phase") == "12.4b"


@pytest.mark.rule("rttr", "12.4b")
def test_whom_nobody_can_attack_is_left_alone(situation: Situation) -> None:
    match = situation("german_1bf.combat", {"S-Area-A": "4906", "BF-150": "4907"})
    assert offered(match).hexes == () and offered(match).buttons == ("end_phase",)


@pytest.mark.rule("rttr", "12.12", "12.3", "5.6a", "5.2a", "5.6c")
def test_why_nobody_attacks_a_hex(situation: Situation) -> None:
    """The reason is that of the unit beside the hex, also before any attack is begun."""
    weak = situation("german_1bf.combat", {"S-Area-A": "4906", "BF-150": "4907"})
    assert [refused(weak, choice) for choice in ("hex:4907", "unit:S-Area-A")] == ["12.12", "12.12"]
    assert weak.ask("why_not", unit="S-Area-A", hex="4907")["rule"] == "12.12"
    far = situation("1bf.combat", {"BF-150": "4906", "G-GD": "4908"})
    assert refused(far, "hex:4908") == "12.5b" and refused(far, "unit:BF-150") == "12.2a"
    garrison = situation("german_1bf.combat", {"S-MO": {"hex": "3513", "face_down": True}, "BF-150": "3512"})
    assert refused(garrison, "hex:3512") == "5.6a"
    beyond = situation("german_1bf.combat", {"G-GD": "3613", "UF-61": "3514", "BF-150": "4906"})
    assert refused(beyond, "hex:3514") == "5.2a"  # a unit of the other Front, across the boundary
    inside = situation("german_1bf.combat", {"G-GD": "3613", "UF-61": "3513", "BF-150": "4906"})
    assert refused(inside, "hex:3513") == "5.6c"


@pytest.mark.rule("rttr", "12.3")
def test_who_has_fought_attacks_nobody_else(situation: Situation) -> None:
    """The tank corps advances to 4907, beside Germans who were in nobody's reach before."""
    match = situation("1bf.combat", {"BF-9T": "4906", "BF-8GTB": "4906", "G-GD": "4907", "G-AX": "4909"}, dice=[5])
    settle(fight(match, "4907", "BF-9T", table="mobile"), "unit:BF-9T", "hex:4908")
    assert where(match, "BF-9T") == "4908" and refused(match, "hex:4909") == "12.3"


@pytest.mark.rule("rttr", "12.9", "12.10")
def test_a_stack_attacks_as_one(situation: Situation) -> None:
    match = situation("1bf.combat", {"BF-150": "4906", "BF-8GTB": "4906", "G-GD": "4907"}, dice=[4, 1])
    play(match, "hex:4907", "unit:BF-8GTB")
    assert set(offered(match).message.args["hexes"]) == {"4907"} and offered(match).units == ()
    play(match, "do:mobile")
    assert set(event(match, "fought")["units"]) == {"BF-150", "BF-8GTB"}


@pytest.mark.rule("rttr", "12.11", "12.9")
def test_a_stack_defends_as_one(situation: Situation) -> None:
    match = situation("1bf.combat", {"BF-9T": "4906", "G-GD": "4907", "G-AX": "4907", "S-VS-01": "4907"})
    assert odds(match, "4907", "BF-9T")["defence"] == 6


@pytest.mark.rule("rttr", "12.13", "16.8b")
def test_units_without_strength_are_removed_before_combat(situation: Situation) -> None:
    hidden = {"hex": "4907", "face_down": True}
    match = situation("1bf.combat", {"BF-150": "4906", "S-SD-1": hidden, "G-GD": "4907"})
    assert where(match, "S-SD-1") == "killed.1bf"
    assert not happened(match, "advanced") and offered(match).hexes == ("4907",)
    kept = situation("1bf.combat", {"BF-150": "1220", "S-SD-1": {"hex": "1219", "face_down": True}}, dice=[4])
    assert where(kept, "S-SD-1") == "1219"  # no Soviet zone in an objective
    assert odds(kept, "1219", "BF-150")["column"] == "≥ 600%"
    zone = situation("1bf.movement", {"BF-150": "4906", "S-SN-1": "4908"})
    assert "4907" in zone.ask("zoc", side="german")  # until then it acts as a unit


# -- The percentage (12.2, 12.14 - 12.22) --------------------------------------------------------------------------


@pytest.mark.rule("rttr", "12.2d", "12.22")
def test_the_examples_of_the_percentage(situation: Situation) -> None:
    """20 against 13 is 153%; 10 against 12 is 83%: fractions are dropped."""
    assert (percent(20, 13), percent(10, 12)) == (153, 83)
    several = {"BF-11GT": "4906", "BF-1M": "4807", "S-MO": "4806", "G-SSLAH": "4806", "G-11SS-23": "4806",
               "S-VS-01": "4907"}
    answer = odds(situation("1bf.combat", several), "4806", "BF-11GT", "BF-1M", targets=["4907"])
    assert [answer[key] for key in ("attack", "defence", "percent", "column")] == [20, 13, 153, "100-199%"]
    men = {"BF-11GT": "4906", "BF-1M": "4805", "S-MO": "4806", "G-SSLAH": "4806", "G-11SS-23": "4806"}
    answer = odds(situation("1bf.combat", men), "4806", "BF-11GT", "BF-1M")
    assert (answer["attack"], answer["defence"], answer["percent"], answer["column"]) == (20, 12, 166, "100-199%")
    answer = odds(situation("1bf.combat", {**men, "BF-1M": "0101"}), "4806", "BF-11GT")
    assert (answer["percent"], answer["column"]) == (83, "50-99%")


@pytest.mark.rule("rttr", "12.2b", "12.14", "15.4a")
def test_bombardment_doubles_all_attackers_and_no_defender(situation: Situation) -> None:
    men = {"BF-9T": "4906", "BF-150": "4805", "G-GD": "4806"}
    match = situation("1bf.combat", men, artillery={"1bf": ["4807"]})
    answer = odds(match, "4806", "BF-9T", "BF-150")
    assert (answer["attack"], answer["defence"]) == (28, 3)
    assert times(answer["attackers"], "9 Tank") == ["12.14"]
    germans = situation("german_1bf.combat", men, artillery={"1bf": ["4906"]})
    assert odds(germans, "4906", "G-GD")["defence"] == 9


@pytest.mark.rule("rttr", "12.14", "15.4a")
def test_one_defending_hex_in_the_zone_is_enough(situation: Situation) -> None:
    men = {"BF-9T": "4906", "G-GD": "4907", "G-AX": "4805"}
    match = situation("1bf.combat", men, artillery={"1bf": ["4908"]})
    assert odds(match, "4907", "BF-9T", targets=["4805"])["attack"] == 18
    assert odds(match, "4805", "BF-9T")["attack"] == 9


@pytest.mark.rule("rttr", "12.2c", "12.15", "16.4")
def test_a_flak_tower_doubles_mobile_units_within_two_hexes(situation: Situation) -> None:
    men = {"S-FR": "4905", "G-GD": "4907", "S-KM-1": "4907", "BF-9T": "4908"}
    answer = odds(situation("1bf.combat", men), "4907", "BF-9T")
    assert answer["defence"] == 2 * 3 + 2  # the static unit is not doubled
    assert odds(situation("german_1bf.combat", men), "4908", "G-GD")["attack"] == 2 * 3 + 2
    far = odds(situation("1bf.combat", {**men, "S-FR": "4904"}), "4907", "BF-9T")
    assert far["defence"] == 5
    own = odds(situation("1bf.combat", {**men, "S-FR": "4907"}), "4907", "BF-9T")
    assert own["defence"] == 6 + 2 * 3 + 2  # in its own hex too; the tower itself never


@pytest.mark.rule("rttr", "16.4", "12.15")
def test_a_tower_serves_its_own_sector_only(situation: Situation) -> None:
    men = {"S-TG": "3514", "G-GD": "3614", "BF-9T": "3714"}
    assert odds(situation("1bf.combat", men), "3614", "BF-9T")["defence"] == 3 * 2  # urban, no tower


@pytest.mark.rule("rttr", "12.16", "15.7")
def test_bonuses_count_once_and_serve_many_combats(situation: Situation) -> None:
    men = {"BF-9T": "4906", "G-GD": "4907", "BF-150": "4904", "G-AX": "4903"}
    match = situation("1bf.combat", men, artillery={"1bf": ["4907", "4907"]}, air={"1bf": ["4905"]})
    assert odds(match, "4907", "BF-9T")["attack"] == 18
    assert odds(match, "4903", "BF-150")["attack"] == 10
    towers = {"S-FR": "4905", "S-HT": "4908", "G-GD": "4907", "BF-9T": "4906"}
    assert odds(situation("1bf.combat", towers), "4907", "BF-9T")["defence"] == 6


@pytest.mark.rule("rttr", "12.17")
def test_terrain_multiplies_the_defence_and_not_the_attack(situation: Situation) -> None:
    woods = odds(situation("1bf.combat", {"BF-9T": "0218", "G-GD": "0217"}), "0217", "BF-9T")
    assert woods["defence"] == 6 and times(woods["defenders"], "") == ["12.17"]
    out = odds(situation("1bf.combat", {"BF-9T": "0217", "G-GD": "0218"}), "0218", "BF-9T")
    assert (out["attack"], out["defence"]) == (9, 3)
    assert odds(situation("1bf.combat", {"BF-9T": "1220", "G-GD": "1219"}), "1219", "BF-9T")["defence"] == 9


@pytest.mark.rule("rttr", "12.18")
def test_a_river_helps_if_every_attacker_crosses_it(situation: Situation) -> None:
    men = {"BF-9T": "1906", "G-GD": "2005"}
    assert odds(situation("1bf.combat", men), "2005", "BF-9T")["defence"] == 6
    both = odds(situation("1bf.combat", {**men, "BF-150": "2006"}), "2005", "BF-9T", "BF-150")
    assert both["defence"] == 3


@pytest.mark.rule("rttr", "12.19", "12.20")
def test_only_the_best_terrain_counts_and_three_is_the_most(situation: Situation) -> None:
    """The rulebook's example: an objective behind a river near a flak tower is tripled, not sextupled."""
    men = {"BF-9T": "1810", "G-GD": "1910", "S-FR": "1909"}
    match = situation("1bf.combat", men)
    answer = odds(match, "1910", "BF-9T")
    assert answer["defence"] == 9
    assert times(answer["defenders"], "Guard") == ["12.17", "12.15"]


@pytest.mark.rule("rttr", "12.20", "22.5b")
def test_no_attacker_is_more_than_tripled(situation: Situation) -> None:
    match = situation("german_1bf.combat", {"G-GD": "4906", "S-FR": "4905", "BF-150": "4907"}, scenario="fantasy",
                      jets={"1bf": True})
    play(match, "hex:4906")
    assert odds(match, "4907", "G-GD")["attack"] == 9


@pytest.mark.rule("rttr", "12.21")
def test_soviets_must_assault_objectives_urban_and_sbahn_hexes(situation: Situation) -> None:
    for place, attacker in (("1219", "1220"), ("1311", "1310"), ("4120", "4121")):
        match = situation("1bf.combat", {"BF-9T": attacker, "G-GD": place}, dice=[4])
        play(match, f"hex:{place}", "unit:BF-9T")
        assert offered(match).buttons == ("assault",), place
        assert refused(match, "do:mobile") == "12.21"
        germans = situation("german_1bf.combat", {"G-GD": attacker, "BF-9T": place})
        play(germans, f"hex:{place}", "unit:G-GD")
        assert offered(germans).buttons == ("mobile", "assault")
    several = situation("1bf.combat", {"BF-9T": "1220", "G-GD": "1219", "G-AX": "1221"})
    play(several, "hex:1221", "unit:BF-9T", "hex:1219")
    assert offered(several).buttons == ("assault",)


@pytest.mark.rule("rttr", "12.7")
def test_the_percentage_cannot_be_lowered(situation: Situation) -> None:
    match = situation("1bf.combat", {"BF-9T": "4906", "BF-8GTB": "4906", "G-GD": "4907"})
    play(match, "hex:4907", "unit:BF-9T")
    assert set(offered(match).buttons) == {"mobile", "assault"}
    assert match.ask("odds")["attack"] == 13  # nobody of the stack may hold back


@pytest.mark.rule("rttr", "12.2e", "27.1", "27.2")
def test_the_two_tables(situation: Situation) -> None:
    match = situation("1bf.combat", {"BF-9T": "4906", "G-GD": "4907"})
    answer = odds(match, "4907", "BF-9T")
    assert answer["column"] == "300-399%"
    assert answer["tables"]["mobile"] == pytest.approx({"MD": 2 / 6, "DR": 2 / 6, "DP": 2 / 6})
    assert answer["tables"]["assault"] == pytest.approx({"BB": 2 / 6, "DA": 3 / 6, "DD": 1 / 6})
    assert sum(lines(answer, "attackers").values()) == 9
    for die, result in enumerate(("MD", "MD", "DR", "DR", "DP", "DP"), 1):
        rolled = situation("1bf.combat", {"BF-9T": "4906", "G-GD": "4907"}, dice=[die, 1])
        fight(rolled, "4907", "BF-9T", table="mobile")
        assert event(rolled, "fought")["result"] == result
