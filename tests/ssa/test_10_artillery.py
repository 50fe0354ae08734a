"""Chapter 10: field artillery and rockets."""

from __future__ import annotations

from pathlib import Path

import pytest

import stavka
from tests.playing import Situation, event, happened, move, offered, only, play, reach, refused, where

from .helpers import asked, fight, flags, is_disrupted, reasons, shell

NORTH = {"taken": ["1806"]}
GUNS = {"1Pz-Art": "1915", "1Pz-1": "2115", "84-41": "2215"}
"""A gun three hexes from the enemy, and an observer of its division beside him."""


@pytest.mark.rule("ssa", "10.0a", "10.0b", "10.0d", "10.1a")
def test_guns_fire_at_observed_enemies_within_range(k3: Situation) -> None:
    match = k3("axis.bombardment", GUNS)
    assert offered(match).hexes == ("2215",)
    far = k3("axis.bombardment", {**GUNS, "1Pz-Art": "1715"})  # five hexes
    assert offered(far).hexes == () and refused(far, "hex:2215") == "10.0b"
    at_four = k3("axis.bombardment", {**GUNS, "1Pz-Art": "1815"})
    assert offered(at_four).hexes == ("2215",)


@pytest.mark.rule("ssa", "10.2a", "8.0c")
def test_the_prompt_says_what_to_do_once_somebody_takes_part(k3: Situation) -> None:
    match = k3("axis.bombardment", GUNS, dice=[1])
    play(match, "hex:2215")
    assert offered(match).prompt.startswith("Choose the guns")
    play(match, "unit:1Pz-Art")
    assert offered(match).prompt.startswith("Fire on 2215")
    play(match, "do:fire", "do:end_phase", "hex:2215")
    assert offered(match).prompt.startswith("Choose the units that attack")
    play(match, "unit:1Pz-1")
    assert offered(match).prompt.startswith("Roll for the attack on 2215")


@pytest.mark.rule("ssa", "10.2a", "8.0c")
@pytest.mark.parametrize(("phase", "units", "press"), [
    ("axis.bombardment", ("1Pz-Art", "403Art-I"), "Fire"), ("axis.combat", ("1Pz-1", "1Pz-Rec"), "Roll")])
def test_more_is_asked_for_only_while_there_is_more_to_choose(
        k3: Situation, phase: str, units: tuple[str, str], press: str) -> None:
    place = {"1Pz-Art": "1915", "403Art-I": "1916"} if press == "Fire" else {}
    match = k3(phase, {**place, "1Pz-1": "2115", "1Pz-Rec": "2115", "84-41": "2215"})
    play(match, "hex:2215", f"unit:{units[0]}")
    assert offered(match).units == units[1:] and "choose more" in offered(match).prompt
    play(match, f"unit:{units[1]}")
    assert offered(match).units == () and offered(match).prompt.startswith(press)
    assert "choose" not in offered(match).prompt


@pytest.mark.rule("ssa", "10.0c")
def test_from_a_hill_guns_reach_one_hex_farther(k3: Situation) -> None:
    plain = k3("axis.bombardment", {"1Pz-Art": "1706", "1Pz-1": "1210"})
    hill = k3("axis.bombardment", {"1Pz-Art": "1705", "1Pz-1": "1210"})
    assert plain.ask("unit", unit="1Pz-Art")["range"] == 4
    assert hill.ask("unit", unit="1Pz-Art")["range"] == 5
    five = k3("axis.bombardment", {"1Pz-Art": "1705", "1Pz-1": "2106", "84-41": "2206"})
    assert offered(five).hexes == ("2206",)


@pytest.mark.rule("ssa", "10.0e", "2.3")
def test_a_gun_bombards_or_supports_but_not_both_in_a_turn(k3: Situation) -> None:
    match = k3("axis.bombardment", GUNS, dice=[1])
    shell(match, "2215", "1Pz-Art")
    assert "bombarded" in flags(match, "1Pz-Art")
    play(match, "do:end_phase", "hex:2215", "unit:1Pz-1")
    assert refused(match, "unit:1Pz-Art") == "10.0e"
    near = k3("axis.combat", {"1Pz-Art": {"hex": "2115", "bombarded": True}, "1Pz-Rec": "2115", "84-41": "2215"})
    play(near, "hex:2215")
    assert refused(near, "unit:1Pz-Art") == "10.0e"


@pytest.mark.rule("ssa", "10.0f")
def test_only_ss_guns_support_in_the_ss_combat_phase(k3: Situation) -> None:
    match = k3("axis.ss_combat", {"3SS-Art": "1915", "3SS-PzV": "2115", "403Art-I": "1916", "84-41": "2215"}, **NORTH)
    play(match, "hex:2215", "unit:3SS-PzV")
    assert "3SS-Art" in offered(match).units and refused(match, "unit:403Art-I") == "8.5a"


@pytest.mark.rule("ssa", "10.0f")
def test_support_in_the_first_phase_does_not_bar_support_in_the_second(k3: Situation) -> None:
    match = k3("axis.combat", {"3SS-Art": "1915", "3SS-PzV": "2115", "84-41": "2215", "84-201": "2215"}, dice=[4],
               **NORTH)
    assert only(fight(match, "2215", "3SS-PzV", "3SS-Art"), "fought")["result"] == "-"
    play(match, "do:end_phase")
    assert match.phase == "axis.ss_combat"
    play(match, "hex:2215", "unit:3SS-PzV")
    assert "3SS-Art" in offered(match).units


@pytest.mark.rule("ssa", "10.0g")
def test_soviet_guns_only_bombard(k3: Situation) -> None:
    place = {"1Pz-1": "2115", "84-41": "2215", "84-Art": "2415", "252-Art": "2116"}
    assert offered(k3("soviet.bombardment", place)).hexes == ("2115",)
    match = k3("soviet.combat", place)
    play(match, "hex:2115", "unit:84-41")
    assert offered(match).units == ()
    assert refused(match, "unit:84-Art") == "10.0g" and refused(match, "unit:252-Art") == "10.0g"


# -- 10.1 Observers ------------------------------------------------------------------------------------------------


@pytest.mark.rule("ssa", "10.1a", "10.1b", "11.0d")
@pytest.mark.parametrize(("observer", "sees"), [("1Pz-1", True), ("3Pz-3", False), ("1Pz-PzIV", True)])
def test_a_divisions_guns_need_an_observer_of_the_division(k3: Situation, observer: str, sees: bool) -> None:
    match = k3("axis.bombardment", {"1Pz-Art": "1915", observer: "2115", "84-41": "2215"})
    assert offered(match).hexes == (("2215",) if sees else ())
    if not sees:
        assert refused(match, "hex:2215") == "10.1b"


@pytest.mark.rule("ssa", "10.1a", "11.0d")
def test_a_disrupted_unit_does_not_observe(k3: Situation) -> None:
    match = k3("axis.bombardment", {"1Pz-Art": "1915", "1Pz-1": {"hex": "2115", "disrupted": True}, "84-41": "2215"})
    assert offered(match).hexes == () and refused(match, "hex:2215") == "10.1b"


@pytest.mark.rule("ssa", "10.1a")
def test_without_an_observer_nothing_is_bombarded(k3: Situation) -> None:
    match = k3("axis.bombardment", {"403Art-I": "1915", "1Pz-1": "2114", "84-41": "2217"})
    assert refused(match, "hex:2217") == "10.1a"


@pytest.mark.rule("ssa", "10.1c")
@pytest.mark.parametrize("gun", ["403Art-I", "19Rkt"])
def test_independent_guns_use_any_observer(k3: Situation, gun: str) -> None:
    match = k3("axis.bombardment", {gun: "1915", "44-131": "2115", "84-41": "2215"})
    assert offered(match).hexes == ("2215",)


@pytest.mark.rule("ssa", "10.1d")
def test_the_example_of_the_44th_divisions_guns_and_the_17th_rockets(k3: Situation) -> None:
    place = {"44-Art": "2013", "17Rkt": "2014", "44-131": "2115", "1Pz-1": "2214", "84-41": "2215"}
    match = k3("axis.combat", place, freed=["23.1.4"], turn=4)
    play(match, "hex:2215", "unit:1Pz-1")
    assert "17Rkt" in offered(match).units and "44-Art" not in offered(match).units
    assert refused(match, "unit:44-Art") == "10.1d"
    play(match, "unit:44-131")
    assert "44-Art" in offered(match).units


# -- 10.2 Bombardment ----------------------------------------------------------------------------------------------


@pytest.mark.rule("ssa", "10.2a", "10.1a")
def test_all_guns_less_the_whole_defence(k3: Situation) -> None:
    match = k3("axis.bombardment", {**GUNS, "403Art-I": "1916", "84-201": "2215"}, dice=[1])
    odds = match.ask("odds", target="2215", units=["1Pz-Art", "403Art-I"], bombard=True)
    assert (odds["attack"], odds["defence"], odds["column"]) == (15, 14, "+1, +2")
    fired = only(shell(match, "2215", "1Pz-Art", "403Art-I"), "shelled")
    assert (fired["attack"], fired["defence"], fired["column"]) == (15, 14, "+1, +2")


@pytest.mark.rule("ssa", "10.2b")
def test_terrain_counts_but_water_does_not(k3: Situation) -> None:
    match = k3("axis.bombardment", {"1Pz-Art": "1515", "1Pz-1": "1315", "84-41": "1215"})
    odds = match.ask("odds", target="1215", units=["1Pz-Art"], bombard=True)
    assert asked(odds, "modifiers") == {"8.3f": -1}
    hills = k3("axis.bombardment", {"1Pz-Art": "1808", "1Pz-1": "1606", "84-41": "1605"})
    assert asked(hills.ask("odds", target="1605", units=["1Pz-Art"], bombard=True), "modifiers") == {"8.3a": -2}


@pytest.mark.rule("ssa", "10.2b", "8.3b")
def test_a_gun_that_bombards_from_an_adjacent_hill_makes_the_hill_void(k3: Situation) -> None:
    near = k3("axis.bombardment", {"1Pz-Art": "1505", "84-41": "1605"})
    assert near.ask("odds", target="1605", units=["1Pz-Art"], bombard=True)["modifiers"] == []


@pytest.mark.rule("ssa", "10.2b")
def test_supply_and_disruption_of_the_target_do_not_count(k3: Situation) -> None:
    ring = {"1Pz-113": "2216", "3Pz-3": "2315", "3Pz-394": "2214"}
    match = k3("axis.bombardment", {**GUNS, "84-41": {"hex": "2215", "disrupted": True}, **ring})
    assert match.ask("odds", target="2215", units=["1Pz-Art"], bombard=True)["modifier"] == 0


@pytest.mark.rule("ssa", "10.2c")
def test_a_stack_is_easier_to_hit(k3: Situation) -> None:
    for others, die in (({}, 0), ({"84-201": "2215"}, 1), ({"84-201": "2215", "84-382": "2215"}, 1)):
        match = k3("axis.bombardment", {**GUNS, **others})
        odds = match.ask("odds", target="2215", units=["1Pz-Art"], bombard=True)
        assert asked(odds, "modifiers").get("10.2c", 0) == die


BATTERY = {"403Art-I": "1915", "403Art-II": "1916", "403Art-III": "1917", "1Pz-1": "2115"}
"""24 factors."""


@pytest.mark.rule("ssa", "10.2.res.0", "10.2.res.D", "10.2.res.E", "10.2e")
@pytest.mark.parametrize(("guns", "die", "result"), [(3, 1, "-"), (3, 2, "D"), (3, 5, "E"), (3, 3, "DD"), (1, 5, "D"),
                                                     (1, 2, "-")])
def test_results_against_a_single_unit(k3: Situation, guns: int, die: int, result: str) -> None:
    match = k3("axis.bombardment", {**BATTERY, "84-41": "2215"}, dice=[die])
    fired = only(shell(match, "2215", *list(BATTERY)[:guns]), "shelled")
    assert fired["result"] == result
    assert fired["column"] == ("≥ +9" if guns == 3 else "+1, +2")
    assert where(match, "84-41") == ("dead.soviet" if result == "E" else "2215")
    if result != "E":
        assert is_disrupted(match, "84-41") == (result != "-")


@pytest.mark.rule("ssa", "10.2.res.D", "10.2.res.DD", "10.2.res.E", "10.2.res.EE", "10.2d")
@pytest.mark.parametrize(("units", "die", "result", "chosen"), [
    (["84-Art", "252-Art", "62G-Art"], 1, "D", 1), (["84-Art", "252-Art", "62G-Art"], 2, "DD", 2),
    (["84-Art", "252-Art", "62G-Art"], 4, "E", 1), (["84-Art", "252-Art", "62G-Art"], 5, "EE", 2)])
def test_the_owner_chooses_who_suffers(k3: Situation, units: list[str], die: int, result: str, chosen: int) -> None:
    match = k3("axis.bombardment", {**BATTERY, **dict.fromkeys(units, "2215")}, dice=[die])
    assert only(shell(match, "2215", "403Art-I", "403Art-II", "403Art-III"), "shelled")["result"] == result
    assert offered(match).seat == "soviet" and set(offered(match).units) == set(units)
    play(match, *(f"unit:{unit}" for unit in units[:chosen]))
    for unit in units:
        hit = unit in units[:chosen]
        if result.startswith("D"):
            assert is_disrupted(match, unit) == hit
        else:
            assert (where(match, unit) == "dead.soviet") == hit
    assert offered(match).seat == "axis"


@pytest.mark.rule("ssa", "10.2e")
def test_below_minus_one_counts_as_minus_one(k3: Situation) -> None:
    match = k3("axis.bombardment", {**BATTERY, "25G-Div": "2215"}, dice=[6])
    assert only(shell(match, "2215", "403Art-I"), "shelled")["column"] == "≤ -1"
    assert is_disrupted(match, "25G-Div")


@pytest.mark.rule("ssa", "10.2f")
def test_no_second_bombardment_after_none_had_effect(k3: Situation) -> None:
    match = k3("axis.bombardment", {**BATTERY, "84-41": "2215"}, dice=[1])
    shell(match, "2215", "403Art-I")
    assert offered(match).hexes == () and refused(match, "hex:2215") == "10.2f"
    again = k3("axis.bombardment", {**BATTERY, "84-41": "2215"}, dice=[6, 6])
    shell(again, "2215", "403Art-I")
    assert is_disrupted(again, "84-41")
    shell(again, "2215", "403Art-II")  # other guns, after an effect
    assert len(happened(again, "shelled")) == 2
    assert offered(again).hexes == ("2215",)  # and the third gun may still try


# -- 10.3 Support --------------------------------------------------------------------------------------------------


@pytest.mark.rule("ssa", "10.3a", "10.3b")
def test_any_number_of_guns_support_an_attack(k3: Situation) -> None:
    match = k3("axis.combat", {**BATTERY, "1Pz-Art": "2014", "84-41": "2215"}, dice=[3])
    fought = only(fight(match, "2215", "1Pz-1", "403Art-I", "403Art-II", "403Art-III", "1Pz-Art"), "fought")
    assert reasons(fought, "attack") == {"unit": 8, "support": 31}


@pytest.mark.rule("ssa", "10.3c")
def test_a_gun_that_begins_next_to_the_enemy_fires_only_at_an_adjacent_hex(k3: Situation) -> None:
    place = {"403Art-I": "2115", "44-131": "2117", "84-41": "2116", "84-201": "2217"}
    match = k3("axis.bombardment", place)
    assert offered(match).hexes == ("2116",)
    assert refused(match, "hex:2217") == "10.3c"
    fighting = k3("axis.combat", place, freed=["23.1.4"])
    play(fighting, "hex:2217", "unit:44-131")
    assert refused(fighting, "unit:403Art-I") == "10.3c"


@pytest.mark.rule("ssa", "10.3d")
def test_distant_support_is_spared_the_attackers_retreat(k3: Situation) -> None:
    match = k3("axis.combat", {"1Pz-Rec": "2115", "1Pz-Art": "1915", "25G-Div": "2215"}, dice=[5])
    assert only(fight(match, "2215", "1Pz-Rec", "1Pz-Art"), "fought")["result"] == "a2"
    play(match, f"hex:{offered(match).hexes[0]}")
    while offered(match).task == "retreat":
        play(match, f"hex:{offered(match).hexes[0]}")
    assert where(match, "1Pz-Art") == "1915" and where(match, "1Pz-Rec") != "2115"


@pytest.mark.rule("ssa", "10.3d")
def test_adjacent_guns_share_it(k3: Situation) -> None:
    match = k3("axis.combat", {"1Pz-Rec": "2115", "1Pz-Art": "2115", "25G-Div": "2215"}, dice=[5])
    assert only(fight(match, "2215", "1Pz-Rec", "1Pz-Art"), "fought")["result"] == "a2"
    while offered(match).task == "retreat":
        play(match, f"hex:{offered(match).hexes[0]}")
    assert where(match, "1Pz-Art") == where(match, "1Pz-Rec") != "2115"


@pytest.mark.rule("ssa", "10.3e")
def test_supporting_guns_never_advance(k3: Situation) -> None:
    match = k3("axis.combat", {**BATTERY, "1Pz-PzV": "2115", "84-41": "2215"}, dice=[6])
    fight(match, "2215", "1Pz-1", "1Pz-PzV", "403Art-I")
    assert offered(match).task == "advance" and "403Art-I" not in offered(match).units
    assert refused(match, "unit:403Art-I") == "10.3e"


# -- 10.4 Dora, 10.5 -----------------------------------------------------------------------------------------------


@pytest.mark.rule("ssa", "10.4a")
def test_dora_bombards_and_supports_like_any_gun(k3: Situation) -> None:
    match = k3("axis.bombardment", {"Dora": "0607", "1Pz-1": "1010", "84-41": "1111"}, dice=[6])
    assert match.ask("unit", unit="Dora")["range"] == 12
    assert only(shell(match, "1111", "Dora"), "shelled")["attack"] == 14
    support = k3("axis.combat", {"Dora": "0607", "1Pz-1": "1010", "84-41": "1111"})
    play(support, "hex:1111", "unit:1Pz-1")
    assert "Dora" in offered(support).units


@pytest.mark.rule("ssa", "10.4b")
def test_dora_moves_only_along_her_road_and_not_beyond_its_ends(k3: Situation) -> None:
    match = k3("axis.movement", {"Dora": "0407"})
    assert reach(match, "Dora") == {"0308": 1, "0508": 1, "0607": 2}
    play(match, "unit:Dora")
    assert refused(match, "hex:0408") == "10.4b" and refused(match, "hex:0207") == "10.4b"
    city = k3("axis.movement", {"Dora": "1007"})
    assert reach(city, "Dora") == {"1108": 1, "0908": 1, "0807": 2}


@pytest.mark.rule("ssa", "10.4c")
def test_dora_never_moves_into_an_enemy_zone(k3: Situation) -> None:
    match = k3("axis.movement", {"Dora": "0407", "84-41": "0709"})
    assert "0607" in reach(match, "Dora")
    match = k3("axis.movement", {"Dora": "0407", "84-41": "0608"})
    assert reach(match, "Dora") == {"0308": 1}
    play(match, "unit:Dora")
    assert refused(match, "hex:0508") == "10.4c"


@pytest.mark.rule("ssa", "10.4d")
def test_dora_retreats_along_her_road_or_is_disrupted(k3: Situation) -> None:
    match = k3("soviet.combat", {"Dora": "0607", "25G-Div": "0608", "84-41": "0708"}, dice=[3])
    fight(match, "0607", "25G-Div")
    assert where(match, "Dora") == "0607" and is_disrupted(match, "Dora")  # 0508 and 0707 lie in the zone
    away = k3("soviet.combat", {"Dora": "0607", "25G-Div": "0606"}, dice=[4])
    fight(away, "0607", "25G-Div")
    assert event(away, "retreated")["unit"] == "Dora" and where(away, "Dora") == "0407"


@pytest.mark.rule("ssa", "9.5e", "10.4d")
def test_who_drove_dora_back_may_follow_along_her_road(k3: Situation) -> None:
    match = k3("soviet.combat", {"Dora": "0607", "25G-Div": "0606"}, dice=[4])
    fight(match, "0607", "25G-Div")
    play(match, "unit:25G-Div")
    assert offered(match).hexes == ("0607", "0508")  # she stands in 0407
    stays = k3("soviet.combat", {"Dora": "0607", "25G-Div": "0608", "84-41": "0708"}, dice=[3])
    fight(stays, "0607", "25G-Div")
    assert offered(stays).task == "target"


@pytest.mark.rule("ssa", "10.4d", "11.0f")
def test_disrupted_dora_goes_with_the_attackers_of_her_stack_but_on_her_road(k3: Situation) -> None:
    place = {"Dora": {"hex": "0807", "disrupted": True}, "25H-1": "0807", "25G-Div": "0808"}
    match = k3("axis.combat", place, dice=[5])
    assert only(fight(match, "0808", "25H-1"), "fought")["result"] == "a2"
    assert offered(match).units == ("Dora",) and set(offered(match).hexes) == {"0707", "0806", "0907"}
    play(match, "unit:Dora")
    assert where(match, "Dora") == "0607" and is_disrupted(match, "Dora")
    assert offered(match).units == () and set(offered(match).hexes) == {"0707", "0806", "0907"}


@pytest.mark.rule("ssa", "10.5")
def test_guns_out_of_supply_do_not_fire(k3: Situation) -> None:
    match = k3("axis.bombardment", {"403Art-I": "0123", "44-131": "0122", "84-41": "0121"})
    assert refused(match, "hex:0121") == "10.5"


def test_ranges_are_data_an_owner_can_correct(tmp_path: Path) -> None:
    (tmp_path / "counters.toml").write_text('[units."1Pz-Art"]\nrange = 9\n', encoding="utf-8")
    game = stavka.game("ssa", data=tmp_path)
    match = game.situation({"scenario": "k3", "turn": 4, "step": "axis.movement", "empty": True,
                            "place": {"1Pz-Art": "1915"}})
    assert match.ask("unit", unit="1Pz-Art")["range"] == 9
    move(match, "1Pz-Art", "1916")
