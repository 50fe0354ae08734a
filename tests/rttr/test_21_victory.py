"""Chapters 21 to 23: victory, and the scenarios of 22 and 23."""

from __future__ import annotations

import pytest

import stavka
from stavka.games.rttr import RaceToTheReichstag
from tests.playing import Situation, event, happened, odds, offered, play, refused, seen, track, where

from .helpers import NOBODY_DUE, begin, fight, pass_to, settle, units_at


def scores(match: stavka.Match) -> dict[str, int]:
    """The victory points as they stand."""
    found: dict[str, int] = match.view("1bf")["points"]["scores"]
    return found


# -- Victory (21, 27.4) --------------------------------------------------------------------------------------------


@pytest.mark.rule("rttr", "21.2a", "27.4b", "27.4c", "27.4d")
def test_what_objectives_are_worth(situation: Situation) -> None:
    held = {"1bf": ["3513", "3812"], "1uf": ["0429", "2523"]}
    assert scores(situation("1bf.movement", {"BF-150": "4906"}, control=held)) == {"1bf": 35, "1uf": 15}


@pytest.mark.rule("rttr", "21.2b", "16.6")
def test_a_marker_is_taken_by_an_attack_and_an_advance(situation: Situation) -> None:
    men = {"BF-9T": "4906", "BF-8GTB": "4906", "S-CW": "4907", "G-GD": "4907"}
    match = situation("1bf.combat", men, dice=[4])
    settle(fight(match, "4907", "BF-9T", table="mobile"), "unit:BF-8GTB")  # 13 against 4: DR
    assert (where(match, "S-CW"), where(match, "BF-8GTB")) == ("captured.1bf", "4907")
    declined = situation("1bf.combat", men, dice=[4])
    settle(fight(declined, "4907", "BF-9T", table="mobile"))
    assert where(declined, "S-CW") == "4907"  # whoever does not advance does not take it
    walk = situation("1bf.movement", {"BF-150": "4904", "S-CW": "4906"})
    play(walk, "unit:BF-150")
    assert refused(walk, "hex:4906") == "9.5c"


@pytest.mark.rule("rttr", "21.2b", "12.23-DA")
def test_a_marker_is_no_casualty(situation: Situation) -> None:
    match = situation("1bf.combat", {"BF-9T": "4906", "S-FB": "4907", "S-VS-01": "4907"}, dice=[4])
    settle(fight(match, "4907", "BF-9T"))  # 9 against 4: DA takes the Volkssturm, not the stronger bunker
    assert (where(match, "S-FB"), where(match, "S-VS-01")) == ("4907", "killed.1bf")


@pytest.mark.rule("rttr", "21.2c")
def test_control_stays_until_a_german_unit_comes_back(situation: Situation) -> None:
    match = situation("1bf.movement", {"BF-150": "1220", "G-GD": "1017"})
    play(match, "unit:BF-150", "hex:1219")
    assert seen(match, "1uf")["control"]["1bf"] == ["1219"]
    left = situation("german_1bf.movement", {"BF-150": "0904", "G-GD": "1220"}, dice=[4], control={"1bf": ["1219"]})
    assert scores(left)["1bf"] == 5  # no garrison is needed, and zones do not matter
    play(left, "unit:G-GD", "hex:1219")
    assert scores(left)["1bf"] == 0 and len(happened(left, "retaken")) == 1


@pytest.mark.rule("rttr", "21.2d", "27.4e")
def test_each_mobile_german_in_the_dead_pile_counts_one(situation: Situation) -> None:
    dead = {"G-GD": "killed.1bf", "G-AX": "killed.1bf", "S-MO": "killed.1bf", "G-HJR": "killed.1uf", "G-PD-1": "west"}
    assert scores(situation("1bf.movement", {**dead, "BF-150": "4906"})) == {"1bf": 2, "1uf": 1}


@pytest.mark.rule("rttr", "21.3", "27.4f")
def test_stavka_points_are_subtracted(situation: Situation) -> None:
    match = situation("1bf.movement", {"BF-150": "4906"}, spent={"1bf": 12, "1uf": 3}, control={"1bf": ["3513"]})
    assert scores(match) == {"1bf": 18, "1uf": -3}
    assert match.ask("victory")["1bf"] == {"points": 18, "objectives": 30, "markers": 0, "units": 0, "stavka": -12}


@pytest.mark.rule("rttr", "21.4")
def test_the_higher_score_wins_and_a_tie_is_the_1ufs(situation: Situation) -> None:
    for spent, winner in ((24, "1bf"), (25, "1uf"), (26, "1uf")):
        match = situation("victory", {"BF-150": "3513"}, turn=3, spent={"1bf": spent}, control={"1uf": ["2523"]})
        assert match.result is not None and match.result.winner == winner, spent


@pytest.mark.rule("rttr", "21.5")
def test_the_germans_win_if_nobody_holds_the_reichstag_or_nobody_has_points(situation: Situation) -> None:
    unheld = situation("victory", {"BF-150": "4906"}, turn=10, control={"1bf": ["3812"]})
    assert unheld.result is not None and (unheld.result.winner, unheld.result.rule) == ("german", "21.5")
    poor = situation("victory", {"BF-150": "3513"}, turn=10, spent={"1bf": 30, "1uf": 1})
    assert poor.result is not None and poor.result.winner == "german"
    early = situation("victory", {"BF-150": "3513"}, turn=9, spent={"1bf": 31, "1uf": 1})
    assert early.result is not None and early.result.winner == "1uf"  # only after 2 May


# -- Hitler's fantasy (22) -----------------------------------------------------------------------------------------


@pytest.mark.rule("rttr", "22.1", "22.0")
def test_the_relief_force_arrives_on_a_die_below_the_turn(situation: Situation) -> None:
    for turn, die, arrives in ((2, 1, True), (2, 2, False), (5, 4, True), (5, 5, False), (9, 6, False), (9, 5, True)):
        match = situation("german_1bf.reinforcement", {"G-GD": "4906"}, turn=turn, dice=[die, 6], scenario="fantasy")
        assert (event(match, "relief_roll")["die"], offered(match).task == "relief") == (die, arrives), (turn, die)
    first = situation("german_1bf.reinforcement", {"G-GD": "4906"}, turn=1, dice=[6], scenario="fantasy")
    assert not happened(first, "relief_roll")
    again = situation("german_1bf.reinforcement", {"G-GD": "4906"}, dice=[6], scenario="fantasy", arrived={"1bf": True})
    assert not happened(again, "relief_roll")


@pytest.mark.rule("rttr", "22.2", "22.4")
def test_steiner_comes_from_the_north(situation: Situation) -> None:
    match = situation("german_1bf.reinforcement", {"G-GD": "4906", "BF-150": "2601"}, dice=[1, 6], scenario="fantasy")
    assert offered(match).seat == "1uf"
    assert {unit.split("-")[1] for unit in offered(match).units} == {"4SS", "5JG", "25PG", "HG"}
    assert refused(match, "do:end_phase") == "22.4"
    play(match, "unit:G-HG-1")
    assert {hex[2:] for hex in offered(match).hexes} == {"01"} and refused(match, "hex:2601") == "22.4"
    assert "2701" in offered(match).hexes  # in a Soviet zone, as Soviet reinforcements may
    play(match, "hex:2701")
    assert where(match, "G-HG-1") == "2701"


@pytest.mark.rule("rttr", "22.4", "22.1", "7.1d", "10.3")
def test_why_a_relief_force_does_not_come_in(situation: Situation) -> None:
    men = {"G-GD": "4901", "G-AX": "4901", "G-HJR": "4901", "S-SD-1": "4906", "G-SSAN": "killed.1bf", "BF-150": "4903"}
    match = situation("german_1bf.reinforcement", men, dice=[1, 6], scenario="fantasy")
    assert refused(match, "unit:S-SD-1") == "22.4"  # the relief force first
    play(match, "unit:G-HG-1")
    assert [refused(match, f"hex:{hex}") for hex in ("4901", "4902", "0128")] == ["10.3", "22.2", "22.2"]
    waits = situation("german_1bf.reinforcement", men, dice=[6, 6], scenario="fantasy")
    assert refused(waits, "unit:G-HG-1") == "22.1"


@pytest.mark.rule("rttr", "22.1", "7.3b")
def test_a_static_unit_may_join_the_relief_force_that_comes_before_it(situation: Situation) -> None:
    """No German is in the sector: the static unit that was drawn has no hex before Steiner is there."""
    match = situation("german_1bf.reinforcement", {"BF-150": "4906"}, dice=[1, 1, 8], scenario="fantasy")
    while offered(match).task != "place_static":
        play(match, offered(match).choices[0])
    assert where(match, "G-HG-1") == "0301"
    assert {"0401", "0302", "0402"} <= set(offered(match).hexes)  # beside the last of them


@pytest.mark.rule("rttr", "22.3")
def test_the_20th_corps_comes_from_the_west_or_south_of_the_1uf_sector(situation: Situation) -> None:
    match = situation("german_1uf.reinforcement", {"G-GD": "3431"}, dice=[1, 6], scenario="fantasy")
    assert offered(match).seat == "1bf"
    assert {unit.split("-")[1] for unit in offered(match).units} == {"CD", "FvS", "UvH"}
    play(match, "unit:G-CD-Pz")
    assert len(offered(match).hexes) == 48
    assert all(hex[:2] == "01" or hex[2:] == "33" for hex in offered(match).hexes)


@pytest.mark.rule("rttr", "22.5a", "22.5b")
def test_the_me_262_strike_once(situation: Situation) -> None:
    men = {"G-GD": "4906", "BF-150": "4907", "G-AX": "0904"}
    match = situation("german_1bf.combat", men, scenario="fantasy", jets={"1bf": True}, dice=[4])
    assert (offered(match).seat, offered(match).task) == ("1uf", "jet")
    assert refused(match, "hex:3431") == "5.4"
    play(match, "hex:4904")
    assert match.view("1bf")["marks"]["4904"] == ["jet"] and track(match, "spent_1uf") == 0
    assert odds(match, "4907", "G-GD")["attack"] == 6
    settle(fight(match, "4907", "G-GD", table="mobile"))
    play(match, "do:end_phase")
    assert "4904" not in match.view("1bf")["marks"]  # gone with the phase
    kept = situation("german_1bf.combat", men, scenario="fantasy", jets={"1bf": True})
    play(kept, "do:keep")
    assert odds(kept, "4907", "G-GD")["attack"] == 3
    far = situation("german_1bf.combat", men, scenario="fantasy", jets={"1bf": True})
    play(far, "hex:0905")
    assert odds(far, "4907", "G-GD")["attack"] == 3


@pytest.mark.rule("rttr", "22.5b", "15.2c", "5.4")
def test_the_me_262_strike_on_their_side_of_the_boundary(situation: Situation) -> None:
    """3613 and 3514 touch across the boundary."""
    men = {"G-GD": "3612", "BF-150": "3611", "G-AX": "3514", "UF-61": "3515"}
    match = situation("german_1bf.combat", men, scenario="fantasy", jets={"1bf": True})
    assert refused(match, "hex:3513") == "5.4"
    play(match, "hex:3613")
    assert odds(match, "3611", "G-GD")["attack"] == 6
    assert odds(match, "3515", "G-AX")["attack"] == 2


@pytest.mark.rule("rttr", "22.5b")
def test_the_me_262_do_not_interdict(situation: Situation) -> None:
    match = situation("german_1bf.combat", {**NOBODY_DUE, "G-GD": "4906", "BF-150": "0904"}, scenario="fantasy",
                      jets={"1bf": True})
    play(match, "hex:0906")
    assert match.ask("hex", hex="0906")["bombarded"] == []


@pytest.mark.rule("rttr", "22.5a")
def test_the_me_262_come_with_the_relief_force(situation: Situation) -> None:
    match = situation("german_1bf.reinforcement", {"G-GD": "4906", "BF-150": "0904"}, dice=[1, 6], scenario="fantasy")
    while offered(match).task in ("relief", "place_german"):
        play(match, offered(match).choices[0])
    pass_to(match, "german_1bf.combat")
    assert offered(match).task == "jet"


# -- Better prepared defence (23) ----------------------------------------------------------------------------------


@pytest.mark.rule("rttr", "23.0")
def test_the_two_scenarios_are_not_combined(rttr: RaceToTheReichstag) -> None:
    assert set(rttr.scenarios) == {"standard", "fantasy", "prepared"}
    assert not {"fantasy", "prepared"} & set(rttr.options)


@pytest.mark.rule("rttr", "23.1a", "23.1b", "23.1c")
def test_more_germans_are_set_up(rttr: RaceToTheReichstag) -> None:
    match = rttr.start("prepared", seed=2)
    assert (offered(match).seat, set(offered(match).units)) == ("1bf", {"S-CP-LVIPk", "S-CP-West"})
    play(match, "do:ready_made")
    assert (offered(match).seat, set(offered(match).units)) == ("1uf", {"S-CP-Zitad", "S-CP-Ost"})
    play(match, "do:ready_made")
    assert len(offered(match).units) == 15  # they do not count against the fifteen
    while offered(match).rules != ("3.9",):
        play(match, "do:ready_made")
    assert {unit.split("-")[1] for unit in offered(match).units} == {"18PG", "20PG", "CD", "FvS", "UvH"}
    play(match, "unit:G-CD-Pz")
    assert refused(match, "hex:4906") == "23.1a"  # in the other sector
    play(match, f"hex:{offered(match).hexes[0]}", "do:ready_made")
    assert {"4SS", "5JG", "25PG", "HG"} <= {unit.split("-")[1] for unit in offered(match).units}


@pytest.mark.rule("rttr", "23.2a")
def test_soviet_zones_do_not_enter_sbahn_hexes(situation: Situation) -> None:
    men = {"BF-150": "4121"}
    assert "4120" in situation("1bf.movement", men).ask("zoc", side="1bf")
    assert "4120" not in situation("1bf.movement", men, scenario="prepared").ask("zoc", side="1bf")


@pytest.mark.rule("rttr", "23.2b")
def test_germans_in_sbahn_hexes_ignore_retreats(situation: Situation) -> None:
    men = {"G-GD": "4120", "BF-11GT": "4121", "S-KM-1": "4120"}
    for scenario, stands in (("standard", False), ("prepared", True)):
        match = situation("german_1bf.combat", men, dice=[3], scenario=scenario)
        settle(fight(match, "4121", "G-GD", table="mobile"))
        assert event(match, "fought")["result"] in ("AR", "AP")
        assert (units_at(match, "4120") != []) == stands, scenario


@pytest.mark.rule("rttr", "23.3")
def test_replacements_cost_half(situation: Situation) -> None:
    for tired, price in ((False, 2), (True, 4)):
        match = begin(situation("1bf.reinforcement", {**NOBODY_DUE, "BF-11GT": "dead.1bf"}, scenario="prepared",
                                fatigued={"1bf": tired}))
        play(match, "unit:BF-11GT", "hex:4533")
        assert track(match, "spent_1bf") == price
