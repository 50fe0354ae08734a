"""Chapter 6: Stavka points, and their table 27.3."""

from __future__ import annotations

import pytest

from tests.playing import Situation, happened, move, offered, play, played, reach, refused, seen, track, where

from .helpers import NOBODY_DUE, begin, fight, pass_to, settle


@pytest.mark.rule("rttr", "6.1", "21.3", "27.4f")
def test_points_are_kept_openly_and_cost_victory_points(situation: Situation) -> None:
    match = situation("1bf.movement", {"BF-150": "4906"})
    play(match, "unit:BF-150", "do:forced_march")
    for seat in ("1bf", "1uf"):
        assert seen(match, seat)["tracks"]["spent_1bf"]["value"] == 1
    assert seen(match, "1uf")["points"]["scores"] == {"1bf": -1, "1uf": 0}


@pytest.mark.rule("rttr", "6.1")
def test_germans_never_use_stavka_points(situation: Situation) -> None:
    match = situation("german_1bf.movement", {"G-GD": "4906"}, dice=[3])
    play(match, "unit:G-GD")
    assert offered(match).buttons == ("end_phase",)
    assert refused(match, "do:forced_march") == "6.1"


@pytest.mark.rule("rttr", "6.2", "6.3")
def test_both_together_never_spend_more_than_a_hundred(situation: Situation) -> None:
    """The rulebook's example: one has spent 55, the other may spend 45."""
    match = situation("1bf.bombardment", {"BF-150": "4906"}, spent={"1uf": 55, "1bf": 43})
    play(match, "do:air", "hex:4906")
    if "do:strike" in offered(match):
        play(match, "do:strike")
    assert track(match, "spent_1bf") == 45 and track(match, "stavka_left") == 0
    assert refused(match, "do:artillery") == "6.3"
    alone = situation("1bf.bombardment", {"BF-150": "4906"}, spent={"1bf": 99})
    play(alone, "do:artillery", "hex:4906")
    assert track(alone, "spent_1bf") == 100


@pytest.mark.rule("rttr", "6.4", "27.3a", "8.2")
def test_what_replacements_cost(situation: Situation) -> None:
    for unit, price in (("BF-11GT", 4), ("BF-35G", 2), ("BF-7GC-14G", 2), ("BF-8GTB", 2), ("BF-1GTAR", 2)):
        match = begin(situation("1bf.reinforcement", {**NOBODY_DUE, unit: "dead.1bf"}))
        match.choose(f"unit:{unit}")
        match.choose(f"hex:{offered(match).hexes[0]}")
        assert track(match, "spent_1bf") == price, unit


@pytest.mark.rule("rttr", "6.5", "9.2", "27.3c")
def test_a_forced_march_adds_three_points_for_one(situation: Situation) -> None:
    match = situation("1bf.movement", {"BF-150": "4906"})
    play(match, "unit:BF-150")
    assert max(reach(match, "BF-150").values()) == 6
    play(match, "do:forced_march")
    assert track(match, "spent_1bf") == 1
    assert max(reach(match, "BF-150").values()) == 9
    assert refused(match, "do:forced_march") == "6.5"  # once a phase
    late = situation("1bf.movement", {"BF-150": "4906"})
    move(late, "BF-150", "4907")
    assert refused(late, "do:forced_march") == "6.5"  # only at the start of a move


@pytest.mark.rule("rttr", "27.3c", "6.5")
def test_three_points_for_a_march_as_the_table_prints(situation: Situation) -> None:
    match = situation("1bf.movement", {"BF-150": "4906"}, options={"printed_march": True})
    play(match, "unit:BF-150", "do:forced_march")
    assert track(match, "spent_1bf") == 3


@pytest.mark.rule("rttr", "6.6", "15.3a", "27.3b")
def test_markers_cost_one_and_two_points_at_each_use(situation: Situation) -> None:
    match = situation("1uf.bombardment", {"UF-61": "3431"})
    play(match, "do:artillery", "hex:3431")
    assert track(match, "spent_1uf") == 1
    play(match, "do:air", "hex:3431")
    assert track(match, "spent_1uf") == 3
    assert track(match, "artillery_1uf") == 2 and track(match, "air_1uf") == 1


@pytest.mark.rule("rttr", "6.7", "27.3d")
def test_a_maximum_effort_gives_two_combat_phases_and_no_movement(situation: Situation) -> None:
    match = situation("1bf.reinforcement", {**NOBODY_DUE, "BF-9T": "4906", "BF-11GT": "4805", "G-GD": "4806",
                                            "G-AX": "4807"}, dice=[6, 6])
    begin(played(match, "do:maximum_effort"))
    assert track(match, "spent_1bf") == 10 and track(match, "effort_1bf") == 0
    pass_to(match, "1bf.combat")
    assert "1bf.movement" in [event["phase"] for event in happened(match, "phase")]
    assert not happened(match, "moved")
    fight(match, "4806", "BF-9T", "BF-11GT", table="mobile")
    settle(match, "unit:BF-9T")
    play(match, "do:end_phase")
    assert match.phase == "1bf.combat" and len(happened(match, "second_combat")) == 1
    assert offered(match).hexes == ("4807",)  # reached by the advance of the first
    settle(fight(match, "4807", "BF-9T", table="mobile"))
    play(match, "do:end_phase")
    assert match.phase != "1bf.combat"
    again = situation("1bf.reinforcement", {**NOBODY_DUE, "BF-9T": "4906"}, effort_used={"1bf": True})
    assert refused(again, "do:maximum_effort") == "6.7"


@pytest.mark.rule("rttr", "6.7")
def test_a_unit_may_attack_in_both_combat_phases(situation: Situation) -> None:
    """9 against 4 and 1, 180%: a three is AA, the strongest attacker is lost, nobody moves."""
    match = situation("1bf.reinforcement", {**NOBODY_DUE, "BF-9T": "4906", "BF-8GE": "4906", "S-MO": "4907",
                                            "S-VS-01": "4907"}, dice=[3, 3])
    begin(played(match, "do:maximum_effort"))
    pass_to(match, "1bf.combat")
    settle(fight(match, "4907", "BF-9T"))
    assert where(match, "BF-9T") == "dead.1bf" and where(match, "BF-8GE") == "4906"
    play(match, "do:end_phase")
    settle(fight(match, "4907", "BF-8GE"))
    assert [fought["attack"] for fought in happened(match, "fought")] == [11, 2]


@pytest.mark.rule("rttr", "27.3e", "20.3")
def test_a_fatigued_front_pays_the_double(situation: Situation) -> None:
    match = situation("1bf.reinforcement", {**NOBODY_DUE, "BF-9T": "4906"}, fatigued={"1bf": True})
    begin(played(match, "do:maximum_effort"))
    assert track(match, "spent_1bf") == 20
    pass_to(match, "1bf.bombardment")
    play(match, "do:air", "hex:4906")
    assert track(match, "spent_1bf") == 24
