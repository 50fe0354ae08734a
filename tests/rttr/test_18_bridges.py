"""Chapters 18, 19 and 20: bridges, engineers, fatigue."""

from __future__ import annotations

import pytest

from tests.playing import Situation, cost, event, happened, move, odds, offered, play, refused, track, where

from .helpers import NOBODY_DUE, fight, marks, pass_to, settle

# The Altglienicke bridge leads from 5025 to 5026 over the Teltow canal, with the road from 5024 to 5027.

BRIDGE = "5025/5026"


# -- Bridges (18) --------------------------------------------------------------------------------------------------


@pytest.mark.rule("rttr", "18.1", "18.2")
def test_a_bridge_is_checked_when_a_soviet_unit_comes_beside_it(situation: Situation) -> None:
    for die, blown in ((1, True), (3, True), (4, False), (6, False)):
        match = situation("1bf.movement", {"BF-150": "5024"}, dice=[die])
        move(match, "BF-150", "5025")
        assert event(match, "demolition")["hex"] == BRIDGE
        assert (marks(match, BRIDGE) == ["blown"]) == blown, die
    germans = situation("german_1bf.movement", {"G-GD": "5024"}, dice=[6])
    move(germans, "G-GD", "5025")
    assert not happened(germans, "demolition")


@pytest.mark.rule("rttr", "18.1")
def test_a_bridge_that_goes_up_stops_the_march(situation: Situation) -> None:
    match = situation("1bf.movement", {"BF-150": "5024"}, dice=[1])
    assert cost(match, "BF-150", "5026") == 2
    move(match, "BF-150", "5026")
    assert where(match, "BF-150") == "5025"  # it was to cross, and its player can think again
    asked = offered(match).message.args
    assert (asked["unit"], asked["left"]) == ("BF-150", 5)
    intact = move(situation("1bf.movement", {"BF-150": "5024"}, dice=[6]), "BF-150", "5026")
    assert where(intact, "BF-150") == "5026"


@pytest.mark.rule("rttr", "18.1")
def test_retreats_and_advances_check_bridges_too(situation: Situation) -> None:
    match = situation("1bf.combat", {"BF-9T": "5024", "BF-8GTB": "5024", "G-GD": "5025"}, dice=[4, 6])
    settle(fight(match, "5025", "BF-9T", table="mobile"), "unit:BF-9T")
    assert where(match, "BF-9T") == "5025" and event(match, "demolition")["hex"] == BRIDGE
    back = situation("german_1bf.combat", {"BF-1GTAR": "5024", "G-GD": "5023"}, dice=[4, 6])
    fight(back, "5024", "G-GD", table="mobile")  # 300%: DR
    play(back, "hex:5025")
    assert event(back, "demolition")["hex"] == BRIDGE


@pytest.mark.rule("rttr", "18.3", "18.4")
def test_each_bridge_is_checked_once(situation: Situation) -> None:
    match = situation("1bf.movement", {"BF-150": "5024", "BF-8GTB": "5023"}, dice=[5])
    move(match, "BF-150", "5025")
    move(match, "BF-8GTB", "5025")
    assert [check["hex"] for check in happened(match, "demolition")] == [BRIDGE]
    blown = situation("1bf.movement", {"BF-150": "5024"}, blown=[BRIDGE])
    move(blown, "BF-150", "5025")
    assert not happened(blown, "demolition") and marks(blown, BRIDGE) == ["blown"]


@pytest.mark.rule("rttr", "18.5")
def test_a_demolished_bridge_is_gone_for_all_purposes(situation: Situation) -> None:
    gone = situation("german_1bf.movement", {"G-GD": "5025"}, dice=[6], blown=[BRIDGE])
    assert gone.ask("path", unit="G-GD", hex="5026")["cost"] == 4  # river and terrain, the road is broken
    assert gone.ask("hex", hex=BRIDGE)["blown"] is True
    lake = situation("german_1uf.movement", {"G-PD-1": "0827"}, dice=[6], blown=["0727/0827"])
    play(lake, "unit:G-PD-1")
    assert refused(lake, "hex:0727") == "9.5c" and "0727" not in offered(lake).hexes


# -- Engineers (19) ------------------------------------------------------------------------------------------------

# The upper Havel runs between 1906 and 2005, 2006.


@pytest.mark.rule("rttr", "19.1a", "19.2")
def test_engineers_cancel_the_cost_of_a_river(situation: Situation) -> None:
    assert cost(situation("1bf.movement", {"BF-150": "1906"}), "BF-150", "2006") == 4
    match = situation("1bf.movement", {"BF-150": "1906", "BF-8GE": "1907"})
    assert cost(match, "BF-150", "2006") == 1
    path = match.ask("path", unit="BF-150", hex="2006")
    assert path["steps"][0]["why"][-1]["rule"] == "19.1a"
    far = situation("1bf.movement", {"BF-150": "1906", "BF-8GE": "1909"})
    assert cost(far, "BF-150", "2006") == 4


@pytest.mark.rule("rttr", "19.2")
def test_engineers_who_help_may_not_move_and_who_move_do_not_help(situation: Situation) -> None:
    match = situation("1bf.movement", {"BF-150": "1906", "BF-8GE": "1907"})
    move(match, "BF-150", "2006")
    assert refused(match, "unit:BF-8GE") == "19.2"
    moved = situation("1bf.movement", {"BF-150": "1906", "BF-8GE": "1804"})
    move(moved, "BF-8GE", "1806")
    play(moved, "unit:BF-150")
    assert cost(moved, "BF-150", "2006") == 4


@pytest.mark.rule("rttr", "19.2")
def test_engineers_on_the_move_do_not_help_themselves(situation: Situation) -> None:
    alone = situation("1bf.movement", {"BF-8GE": "1906"})
    assert cost(alone, "BF-8GE", "2006") == 4
    others = situation("1bf.movement", {"BF-8GE": "1906", "BF-3SAE": "1907"})
    assert cost(others, "BF-8GE", "2006") == 1
    move(others, "BF-8GE", "2006")
    assert refused(others, "unit:BF-3SAE") == "19.2"


@pytest.mark.rule("rttr", "19.1b", "19.3")
def test_engineers_cancel_the_river_in_combat_and_fight_themselves(situation: Situation) -> None:
    men = {"BF-9T": "1906", "BF-8GE": "1906", "G-GD": "2006"}
    answer = odds(situation("1bf.combat", men), "2006", "BF-9T")
    assert (answer["attack"], answer["defence"]) == (11, 3)
    assert odds(situation("1bf.combat", {**men, "BF-8GE": "0904"}), "2006", "BF-9T")["defence"] == 6
    germans = situation("german_1bf.combat", men)
    assert odds(germans, "1906", "G-GD")["defence"] == 22  # the river helps their own side


@pytest.mark.rule("rttr", "19.3", "19.1c")
def test_support_ends_when_the_engineers_go(situation: Situation) -> None:
    men = {"BF-9T": "1906", "BF-8GE": "1906", "BF-11GT": "1907", "G-GD": "2006"}
    match = situation("1bf.combat", men, dice=[6], artillery={"1bf": ["2006"]})
    fight(match, "2006", "BF-9T", "BF-11GT", table="mobile")
    play(match, "unit:BF-8GE")  # the engineers go first
    while offered(match).task == "advance_on":
        play(match, "do:halt")
    play(match, "unit:BF-9T")
    assert where(match, "BF-9T") == "2006" and offered(match).task != "advance_on"


# -- Fatigue (20) --------------------------------------------------------------------------------------------------

CORPS = ("UF-5GM", "UF-6GM", "UF-9M", "UF-6GT")


@pytest.mark.rule("rttr", "20.2")
def test_four_corps_lost_tire_the_front_on_three_or_less(situation: Situation) -> None:
    """The rulebook's example."""
    dead = dict.fromkeys(CORPS, "dead.1uf") | {"G-GD": "4906"}
    for dice, tired in (([1, 2], 1), ([2, 2], 0)):
        match = situation("1uf.fatigue", dead, dice=dice)
        assert track(match, "fatigued_1uf") == tired and event(match, "fatigue_roll")["lost"] == 4
    small = situation("1uf.fatigue", {**dict.fromkeys(("UF-3GTAT", "UF-68GTB", "UF-16SU"), "dead.1uf"),
                                      **dict.fromkeys(CORPS[:2], "dead.1uf"), "UF-9M": "off.1uf.south"}, dice=[1, 1])
    assert event(small, "fatigue_roll")["lost"] == 2 and track(small, "fatigued_1uf") == 0


@pytest.mark.rule("rttr", "20.4")
def test_fatigue_is_for_good_and_not_rolled_again(situation: Situation) -> None:
    match = situation("1uf.fatigue", {"G-GD": "4906"}, fatigued={"1uf": True})
    assert not happened(match, "fatigue_roll") and track(match, "fatigued_1uf") == 1


@pytest.mark.rule("rttr", "20.5")
def test_germans_never_tire(situation: Situation) -> None:
    match = situation("german_1bf.combat", {**NOBODY_DUE, **dict.fromkeys(("G-GD", "G-AX"), "killed.1bf"),
                                            "G-HJR": "4906"})
    pass_to(match, "1uf.reinforcement")
    assert not happened(match, "fatigue_roll")
