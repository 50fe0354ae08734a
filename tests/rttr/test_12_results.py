"""Chapter 12, second half: the twelve results, and who is lost."""

from __future__ import annotations

import pytest

import stavka
from tests.playing import Situation, event, happened, offered, play, refused, where

from .helpers import fight, settle

BATTLE = {"BF-9T": "4906", "BF-8GTB": "4906", "G-GD": "4907"}
"""13 factors against 3: 433%."""


def weak(situation: Situation, *dice: int) -> stavka.Match:
    """A tank brigade and a regiment against three strong units: 6 against 12."""
    return situation("1bf.combat", {"BF-8GTB": "4906", "BF-2GTA": "4906", "G-SSLAH": "4907", "G-11SS-23": "4907",
                                    "G-MB-Pz": "4907"}, dice=list(dice))


@pytest.mark.rule("rttr", "12.23-AA", "12.24a")
def test_aa_costs_the_attacker_his_strongest_unit(situation: Situation) -> None:
    match = settle(fight(weak(situation, 3), "4907", "BF-8GTB"))
    assert event(match, "fought")["result"] == "AA"
    assert (where(match, "BF-8GTB"), where(match, "BF-2GTA")) == ("dead.1bf", "4906")
    assert not happened(match, "retreated") and not happened(match, "advanced")


@pytest.mark.rule("rttr", "12.23-AD", "12.24b", "14.4")
def test_ad_costs_half_and_the_rest_retreats(situation: Situation) -> None:
    match = fight(weak(situation, 1), "4907", "BF-8GTB")
    assert event(match, "fought")["result"] == "AD"
    assert offered(match).seat == "1bf" and refused(match, "do:enough") == "12.23-AD"
    play(match, "unit:BF-2GTA")  # two of six are not half
    assert where(match, "BF-8GTB") == "dead.1bf"
    two = fight(weak(situation, 1), "4907", "BF-8GTB")
    play(two, "unit:BF-8GTB", "do:enough")
    assert (offered(two).seat, offered(two).task) == ("1bf", "retreat_to")
    play(two, f"hex:{offered(two).hexes[0]}")
    assert where(two, "BF-2GTA") not in ("4906", "dead.1bf")
    assert (offered(two).seat, offered(two).task) == ("1uf", "advance")
    play(two, "unit:G-SSLAH")
    assert where(two, "G-SSLAH") == "4906"


@pytest.mark.rule("rttr", "12.23-AP", "13.2")
def test_ap_costs_the_strongest_and_panics_the_rest(situation: Situation) -> None:
    match = settle(fight(weak(situation, 1, 3), "4907", "BF-8GTB", table="mobile"))
    assert (event(match, "fought")["result"], event(match, "panic")["die"]) == ("AP", 3)
    grid = match.game.board.grid
    assert where(match, "BF-8GTB") == "dead.1bf"
    assert grid.distance(grid.index["4906"], grid.index[where(match, "BF-2GTA")]) == 3


@pytest.mark.rule("rttr", "12.23-AR")
def test_ar_sends_the_attacker_back(situation: Situation) -> None:
    match = fight(weak(situation, 3), "4907", "BF-8GTB", table="mobile")
    assert event(match, "fought")["result"] == "AR"
    settle(match, "unit:G-SSLAH")
    assert "4906" not in (where(match, "BF-8GTB"), where(match, "BF-2GTA"))
    assert where(match, "G-SSLAH") == "4906" and not happened(match, "eliminated")


@pytest.mark.rule("rttr", "12.23-BB", "12.2f")
def test_bb_costs_both_sides_half_the_defender_first(situation: Situation) -> None:
    match = situation("1bf.combat", {"BF-9T": "4906", "BF-8GTB": "4906", "G-GD": "4907", "G-AX": "4907"}, dice=[3])
    fight(match, "4907", "BF-9T")  # 13 against 5, 260%
    assert event(match, "fought")["result"] == "BB" and offered(match).seat == "1uf"
    play(match, "unit:G-GD", "do:enough")
    assert offered(match).seat == "1bf"
    play(match, "unit:BF-9T", "do:enough")
    assert [where(match, unit) for unit in ("G-GD", "G-AX", "BF-9T", "BF-8GTB")] == [
        "killed.1bf", "4907", "dead.1bf", "4906"]
    assert not happened(match, "retreated")


@pytest.mark.rule("rttr", "12.23-DA")
def test_da_costs_the_defender_his_strongest_unit(situation: Situation) -> None:
    match = situation("1bf.combat", {**BATTLE, "G-AX": "4907"}, dice=[4])
    settle(fight(match, "4907", "BF-9T"))  # 13 against 5, 260%
    assert event(match, "fought")["result"] == "DA"
    assert (where(match, "G-GD"), where(match, "G-AX"), where(match, "BF-9T")) == ("killed.1bf", "4907", "4906")


@pytest.mark.rule("rttr", "12.23-DD")
def test_dd_costs_half_and_the_rest_retreats(situation: Situation) -> None:
    match = situation("1bf.combat", {**BATTLE, "BF-11GT": "4806", "G-AX": "4907"}, dice=[6])
    fight(match, "4907", "BF-9T", "BF-11GT")  # 23 against 5, 460%
    assert event(match, "fought")["result"] == "DD"
    play(match, "unit:G-GD")
    settle(match, "unit:BF-11GT")
    assert where(match, "G-AX") not in ("4907", "killed.1bf") and where(match, "BF-11GT") == "4907"


@pytest.mark.rule("rttr", "12.23-DE")
def test_de_destroys_the_defender(situation: Situation) -> None:
    match = situation("1bf.combat", {**BATTLE, "BF-11GT": "4806", "S-VS-01": "4907"}, dice=[6])
    settle(fight(match, "4907", "BF-9T", "BF-11GT"), "unit:BF-9T")  # 23 against 4
    assert event(match, "fought")["result"] == "DE"
    assert [where(match, unit) for unit in ("G-GD", "S-VS-01", "BF-9T")] == ["killed.1bf", "killed.1bf", "4907"]


@pytest.mark.rule("rttr", "12.23-DP", "14.3")
def test_dp_costs_the_strongest_panics_the_rest_and_opens_two_hexes(situation: Situation) -> None:
    match = situation("1bf.combat", {**BATTLE, "G-AX": "4907"}, dice=[6, 4])
    settle(fight(match, "4907", "BF-9T", table="mobile"), "unit:BF-9T", "hex:4908")
    assert (event(match, "fought")["result"], event(match, "panic")["die"]) == ("DP", 4)
    grid = match.game.board.grid
    assert where(match, "G-GD") == "killed.1bf"
    assert grid.distance(grid.index["4907"], grid.index[where(match, "G-AX")]) == 4
    assert where(match, "BF-9T") == "4908"


@pytest.mark.rule("rttr", "12.23-DR")
def test_dr_sends_the_defender_back(situation: Situation) -> None:
    match = situation("1bf.combat", {**BATTLE}, dice=[3])
    settle(fight(match, "4907", "BF-9T", table="mobile"), "unit:BF-8GTB")
    assert event(match, "fought")["result"] == "DR" and not happened(match, "eliminated")
    assert where(match, "G-GD") != "4907" and where(match, "BF-8GTB") == "4907"


@pytest.mark.rule("rttr", "12.23-MD")
def test_md_costs_the_attacker_his_strongest_and_the_defender_gives_way(situation: Situation) -> None:
    match = situation("1bf.combat", {**BATTLE}, dice=[1])
    settle(fight(match, "4907", "BF-9T", table="mobile"), "unit:BF-8GTB")
    assert event(match, "fought")["result"] == "MD"
    assert (where(match, "BF-9T"), where(match, "BF-8GTB")) == ("dead.1bf", "4907")
    assert where(match, "G-GD") not in ("4907", "killed.1bf")


@pytest.mark.rule("rttr", "12.23-OR", "14.3")
def test_or_destroys_the_defender_and_opens_three_hexes(situation: Situation) -> None:
    match = situation("1bf.combat", {**BATTLE, "BF-11GT": "4806"}, dice=[6])
    settle(fight(match, "4907", "BF-9T", "BF-11GT", table="mobile"), "unit:BF-9T", "hex:4908", "hex:4909")
    assert event(match, "fought")["result"] == "OR"
    assert where(match, "G-GD") == "killed.1bf" and where(match, "BF-9T") == "4909"


@pytest.mark.rule("rttr", "12.24a")
def test_the_owner_breaks_ties_of_the_strongest(situation: Situation) -> None:
    match = situation("1bf.combat", {"BF-9T": "4906", "BF-11GT": "4806", "G-GD": "4907", "G-18PG-30": "4907",
                                     "G-AX": "4907"}, dice=[4])
    fight(match, "4907", "BF-9T", "BF-11GT")  # 19 against 8
    assert offered(match).seat == "1uf" and set(offered(match).units) == {"G-GD", "G-18PG-30"}
    assert refused(match, "unit:G-AX") == "12.24a"


@pytest.mark.rule("rttr", "12.24c")
def test_more_may_be_lost_than_is_required(situation: Situation) -> None:
    match = situation("1bf.combat", {**BATTLE, "G-AX": "4907"}, dice=[4])
    fight(match, "4907", "BF-9T")  # DA: the strongest went of itself
    assert offered(match).rules == ("12.24c",)
    play(match, "unit:G-AX")
    assert where(match, "G-AX") == "killed.1bf"


@pytest.mark.rule("rttr", "12.25a", "12.25b")
def test_markers_and_supporting_towers_are_never_lost(situation: Situation) -> None:
    match = situation("1bf.combat", {**BATTLE, "S-FR": "5008"}, dice=[6, 1], artillery={"1bf": ["4907"]})
    settle(fight(match, "4907", "BF-9T", table="mobile"))
    assert where(match, "S-FR") == "5008"
    assert match.view("1bf")["marks"]["4907"] == ["artillery"]
    hit = situation("1bf.combat", {"BF-9T": "4906", "BF-11GT": "4806", "BF-1M": "5007", "S-FR": "4907"}, dice=[5],
                    artillery={"1bf": ["4907"]})
    settle(fight(hit, "4907", "BF-9T", "BF-11GT", "BF-1M"))  # 58 against 6
    assert where(hit, "S-FR") == "killed.1bf"  # in the hex that is attacked it is
