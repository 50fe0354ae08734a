"""Chapters 7 and 8: reinforcements and replacements."""

from __future__ import annotations

import pytest

from stavka.games.rttr import RaceToTheReichstag
from tests.playing import Situation, event, happened, offered, play, refused, seen, track, where

from .helpers import NOBODY_DUE, begin, pass_to, units_at

LATE = {unit: place for unit, place in NOBODY_DUE.items() if unit not in ("BF-1Pol", "BF-150", "BF-230", "UF-61")}


# -- Soviet reinforcements (7.1, 7.2) ------------------------------------------------------------------------------


@pytest.mark.rule("rttr", "7.1a", "8.1a")
def test_units_arrive_on_their_date(situation: Situation) -> None:
    early = begin(situation("1bf.reinforcement", {**LATE, "BF-35G": "4906"}, turn=7))
    assert set(offered(early).units) == {"BF-150", "BF-230"}
    assert refused(early, "unit:BF-1Pol") == "7.1a"
    late = begin(situation("1bf.reinforcement", {**LATE, "BF-35G": "4906"}, turn=8))
    assert set(offered(late).units) == {"BF-150", "BF-230", "BF-1Pol"}


@pytest.mark.rule("rttr", "7.1b")
def test_they_are_placed_on_their_edge_of_their_own_sector(situation: Situation, rttr: RaceToTheReichstag) -> None:
    match = begin(situation("1bf.reinforcement", {**LATE, "BF-35G": "4906"}))
    play(match, "unit:BF-150")
    assert {hex[2:] for hex in offered(match).hexes} == {"01"} and len(offered(match).hexes) == 56
    assert refused(match, "hex:2602") == "7.1b"
    play(match, "hex:2601", "unit:BF-230")
    assert {hex[:2] for hex in offered(match).hexes} == {"56"}
    south = begin(situation("1uf.reinforcement", {**LATE, "UF-48G": "3431"}))
    play(south, "unit:UF-61")
    assert {hex[2:] for hex in offered(south).hexes} == {"33"}
    assert all(rttr.berlin.sector_of(rttr.board.index[hex]) == 1 for hex in offered(south).hexes)


@pytest.mark.rule("rttr", "7.1c")
def test_entry_into_zones_but_not_onto_enemies_or_full_stacks(situation: Situation) -> None:
    men = {**LATE, "G-GD": "2601", "BF-35G": "3001", "BF-8GTB": "3001", "BF-39G": "3101"}
    match = begin(situation("1bf.reinforcement", men))
    play(match, "unit:BF-150")
    assert "2701" in offered(match).hexes and "2701" in match.ask("zoc", side="german")
    assert refused(match, "hex:2601") == "7.1c"
    assert refused(match, "hex:3001") == "10.2"
    assert refused(match, "hex:3101") == "10.2"  # a second division


@pytest.mark.rule("rttr", "7.1d")
def test_reinforcements_must_be_taken_if_they_can_and_wait_if_not(situation: Situation) -> None:
    match = begin(situation("1bf.reinforcement", {**LATE, "BF-35G": "4906"}))
    assert offered(match).buttons == () and refused(match, "do:end_phase") == "7.1d"
    edge = [f"56{row:02}" for row in range(1, 34)]
    germans = [unit.id for unit in match.game.counters if unit.side == "german"][:len(edge)]
    wall = dict(zip(germans, edge, strict=True))
    blocked = begin(situation("1bf.reinforcement", {**LATE, "BF-150": "aside", **wall}))
    assert refused(blocked, "unit:BF-230") == "7.1d"
    play(blocked, "do:end_phase")
    assert where(blocked, "BF-230") == "turn.2"  # it waits for the same phase of the next turn
    play(match, "unit:BF-150")
    assert refused(match, "unit:BF-230") == "7.1b"  # nothing blocks it: first a hex for the one in hand


@pytest.mark.rule("rttr", "7.1d")
def test_reinforcements_act_from_the_moment_they_are_placed(situation: Situation) -> None:
    match = begin(situation("1bf.reinforcement", {**LATE, "BF-230": "aside"}))
    play(match, "unit:BF-150", "hex:2601", "do:end_phase")
    pass_to(match, "1bf.movement")
    assert offered(match).units == ("BF-150",)


@pytest.mark.rule("rttr", "7.2", "15.3b")
def test_markers_are_at_hand_from_24_april(situation: Situation) -> None:
    first = situation("1bf.bombardment", {"BF-35G": "4906"}, turn=1)
    assert refused(first, "do:artillery") == "15.3b"
    second = situation("1bf.bombardment", {"BF-35G": "4906"}, turn=2)
    assert offered(second).buttons == ("artillery", "air", "end_phase")


# -- German static reinforcements (7.3, 7.4) -----------------------------------------------------------------------


@pytest.mark.rule("rttr", "7.3a")
def test_a_one_or_two_brings_a_static_unit_face_down(situation: Situation) -> None:
    for die in (1, 2):
        match = situation("german_1bf.reinforcement", {"G-GD": "4906"}, dice=[die, 8])
        assert (offered(match).seat, offered(match).task) == ("1uf", "place_static")
        play(match, "hex:4907")
        assert units_at(match, "4907", "1uf") == ["S-Area-A"] and units_at(match, "4907", "1bf") == [None]
    for die in (3, 4, 5, 6):
        match = situation("german_1bf.reinforcement", {"G-GD": "4906"}, dice=[die])
        assert not happened(match, "placed") and track(match, "pool") == 52


@pytest.mark.rule("rttr", "7.3b", "5.6a")
def test_it_is_placed_beside_germans_and_away_from_soviets(situation: Situation) -> None:
    # 4907 lies next to the Soviet unit in 4908; 3812 is an objective, which no Soviet zone enters.
    match = situation("german_1bf.reinforcement", {"G-GD": "4906", "BF-150": "4908", "G-AX": "3812",
                                                   "BF-171": "3911"}, dice=[1, 8])
    hexes = set(offered(match).hexes)
    assert {"4906", "4905", "4806", "3812"} <= hexes
    assert refused(match, "hex:4907") == "7.3b"  # in a Soviet zone
    assert refused(match, "hex:4908") == "7.3b"  # on a Soviet unit
    assert refused(match, "hex:4902") == "7.3b"  # far from any German
    assert refused(match, "hex:3431") == "7.3a"  # in the other sector
    near = situation("german_1bf.reinforcement", {"G-GD": "3512"}, dice=[1, 8])
    assert refused(near, "hex:3513") == "5.6a"


@pytest.mark.rule("rttr", "7.4a", "7.4b")
def test_nothing_comes_while_the_front_holds_every_objective(situation: Situation, rttr: RaceToTheReichstag) -> None:
    mine = rttr.board.numbers(rttr.berlin.sector_objectives[0])
    assert "3513" not in mine
    match = situation("german_1bf.reinforcement", {"G-GD": "4906"}, dice=[1], control={"1bf": mine})
    assert len(happened(match, "no_static")) == 1 and not happened(match, "static_roll")
    back = situation("german_1bf.reinforcement", {"G-GD": mine[0]}, dice=[1, 8], control={"1bf": mine[1:]})
    assert event(back, "static_roll")["die"] == 1


@pytest.mark.rule("rttr", "7.5", "8.1b")
def test_germans_are_replaced_by_depots_and_airfields_alone(situation: Situation) -> None:
    match = situation("german_1bf.reinforcement", {"G-GD": "4906", "G-AX": "killed.1bf"}, dice=[6])
    assert refused(match, "unit:G-AX") == "8.1b"


@pytest.mark.rule("rttr", "7.6", "22.0")
def test_relief_forces_come_in_their_own_scenario_only(rttr: RaceToTheReichstag) -> None:
    relief = [unit.id for unit in rttr.counters if unit.stage in ("steiner", "corps_20")]
    boxes = {scenario: {where(rttr.start(scenario, seed=1), unit) for unit in relief} for scenario in rttr.scenarios}
    assert boxes == {"standard": {"aside"}, "fantasy": {"relief.1bf", "relief.1uf"}, "prepared": {"setup"}}


# -- Replacements (8) ----------------------------------------------------------------------------------------------


@pytest.mark.rule("rttr", "8.1a", "8.2")
def test_losses_come_back_in_the_reinforcement_phase_by_their_edge(situation: Situation) -> None:
    dead = {**NOBODY_DUE, "BF-35G": "dead.1bf", "BF-9GT": "dead.1bf", "UF-61": "dead.1uf", "BF-150": "dead.1bf"}
    match = begin(situation("1bf.reinforcement", dead))
    assert set(offered(match).units) == {"BF-35G", "BF-9GT", "BF-150"}
    assert refused(match, "unit:UF-61") == "8.2"  # of the other Front
    play(match, "unit:BF-9GT")
    assert {hex[2:] for hex in offered(match).hexes} == {"01"}  # it was set up in the north
    play(match, "hex:2601", "unit:BF-35G")
    assert {hex[2:] for hex in offered(match).hexes} == {"33"}
    play(match, "hex:4533", "do:end_phase")
    assert where(match, "BF-150") == "dead.1bf" and track(match, "spent_1bf") == 4 + 2


@pytest.mark.rule("rttr", "8.2", "6.3")
def test_no_replacement_without_points(situation: Situation) -> None:
    match = begin(situation("1bf.reinforcement", {**NOBODY_DUE, "BF-35G": "dead.1bf", "BF-11GT": "dead.1bf"},
                            spent={"1uf": 97}))
    assert offered(match).units == ("BF-35G",)
    assert refused(match, "unit:BF-11GT") == "6.3"


@pytest.mark.rule("rttr", "13.3f", "7.1b")
def test_a_unit_that_left_the_map_comes_back_by_that_edge(situation: Situation) -> None:
    match = begin(situation("1bf.reinforcement", {**NOBODY_DUE, "BF-35G": "off.1bf.east"}))
    play(match, "unit:BF-35G")
    assert {hex[:2] for hex in offered(match).hexes} == {"56"}
    play(match, f"hex:{offered(match).hexes[0]}")
    assert track(match, "spent_1bf") == 0 and "BF-35G" in seen(match, "1uf")["units"]


@pytest.mark.rule("rttr", "8.2")
def test_with_nobody_to_replace_the_prompt_says_so(situation: Situation) -> None:
    match = situation("1bf.reinforcement", {"BF-150": "4908"}, turn=1)
    while offered(match).task == "opening":
        match.choose("do:begin")
    assert not offered(match).units and offered(match).message.key == "prompt.nothing_left"
