"""Chapter 7: supply."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

import stavka
from tests.playing import Situation, end_until, neighbours, offered, play, refused, where

from .helpers import (
    GERMAN_SOURCES,
    GERMANS_CUT_OFF,
    POCKET,
    PORTS,
    SCENARIOS,
    fought,
    is_reduced,
    movement_points,
    path,
    reach,
    shifts,
    supplied,
    supply_rule,
)

ALL_PORTS = tuple(PORTS)


def edge(game: stavka.Game[Any]) -> set[str]:
    """The land hexes on the edge of the map."""
    board = game.board
    return {hex for hex in board.numbers(board.playable) if len(board.grid.neighbours[board.index[hex]]) < 6}


# -- 7.1 When supply is judged -------------------------------------------------------------------------------------


@pytest.mark.rule("dagc", "7.1.a", "7.6")
def test_a_unit_that_sets_out_in_supply_keeps_its_points(situation: Situation) -> None:
    match = situation("german.movement", {**POCKET, "G-1": "3711"})
    assert supplied(match, "G-1")
    assert movement_points(match, "G-1") == 7
    # out of a zone into a zone, in the clear: it may put itself into the pocket
    play(match, "hex:3611")
    assert not supplied(match, "G-1")
    assert offered(match).message.args["left"] == 7 - 3


@pytest.mark.rule("dagc", "7.1.a", "7.3")
def test_a_unit_that_sets_out_without_supply_gains_nothing_on_the_way(situation: Situation) -> None:
    match = situation("german.movement", POCKET, dice=[6])
    assert movement_points(match, "G-1") == 6
    play(match, "hex:3710")  # clear 1, out of a zone 1, into a zone 1
    play(match, "hex:3810")  # clear 1, partisans 1, out of a zone 1
    assert supplied(match, "G-1")
    assert offered(match).message.args["left"] == 0


@pytest.mark.rule("dagc", "7.1.b")
def test_supply_for_combat_is_judged_battle_by_battle(situation: Situation) -> None:
    # 6 + 5 against 3: column "+7, +8", where 4 is DE. The first battle opens the pocket for the second.
    match = situation("german.combat_before", {
        **POCKET, "S-5": {"hex": "3612", "reduced": True}, "G-4SSPz": "3613", "G-40Pz": "3613"}, dice=[4, 3])
    assert shifts(match, "3610", "G-1") == {"7.4.a": -1}
    play(match, "hex:3612", "unit:G-4SSPz", "unit:G-40Pz", "do:roll", "do:halt")
    assert where(match, "S-5") == "dead.soviet"
    battle = fought(play(match, "hex:3610", "unit:G-1", "do:roll"))
    assert battle["shift"] == 0


# -- 7.2 The line --------------------------------------------------------------------------------------------------


@pytest.mark.rule("dagc", "7.2.a")
def test_a_line_of_any_length_to_a_source(situation: Situation) -> None:
    match = situation("german.movement", {"G-1": "1009", "S-39": "4027"})
    line = path(match, "G-1")
    assert line[0] == "1009" and line[-1] in GERMAN_SOURCES and len(line) > 19
    assert all(there in neighbours(match, here) for here, there in pairwise(line))
    assert supply_rule(match, "G-1") == "7.2.a"
    assert supplied(match, "S-39")
    assert len(path(match, "S-39")) > 10


@pytest.mark.rule("dagc", "7.2.b", "8.4")
def test_enemy_units_and_zones_block_a_line_and_a_friendly_unit_negates_a_zone(situation: Situation) -> None:
    shut = situation("german.movement", POCKET)
    assert not supplied(shut, "G-1")
    opened = situation("german.movement", {**POCKET, "G-2": "3711"})
    assert supplied(opened, "G-1")
    assert path(opened, "G-1")[:2] == ["3611", "3711"]
    # the same for the other side
    mirror = {"S-39": "3611", "G-1": "3610", "G-2": "3612"}
    assert not supplied(situation("soviet.movement", mirror), "S-39")
    assert supplied(situation("soviet.movement", {**mirror, "S-5": "3510"}), "S-39")


@pytest.mark.rule("dagc", "7.2.b")
def test_enemy_occupied_hexes_block_even_without_other_zones(situation: Situation) -> None:
    # Liepaja has three ways out: 1920 and 2020 to the north, 2120 to the south.
    match = situation("german.movement", {"G-1": "2021", "G-2": "2120", "S-39": "2020"}, lost_ports=ALL_PORTS)
    assert path(match, "G-1")[:2] == ["2021", "2120"]
    shut = situation("german.movement", {"G-1": "2021", "S-5": "2120", "S-39": "2020"}, lost_ports=ALL_PORTS)
    assert not supplied(shut, "G-1")


@pytest.mark.rule("dagc", "7.2.c")
def test_no_line_across_an_all_sea_hexside(situation: Situation) -> None:
    # Liepaja: zones close 1920, 2020 and 2120; 2121 is free of zones but beyond the sea.
    fence = {"G-1": "2021", "S-39": "1919", "S-5": "2119"}
    shut = situation("german.movement", fence, lost_ports=ALL_PORTS)
    assert "2121" not in shut.ask("zoc", side="soviet")
    assert not supplied(shut, "G-1")
    by_land = situation("german.movement", {**fence, "G-2": "2120"}, lost_ports=ALL_PORTS)
    assert path(by_land, "G-1")[:2] == ["2021", "2120"]


@pytest.mark.rule("dagc", "7.2.c")
def test_no_line_across_an_all_lake_hexside(situation: Situation) -> None:
    # 2nd Shock Army in 1403, in a pocket; 1502, free of zones and on the Soviet side, is beyond the lake.
    match = situation("soviet.movement", {"S-2S": "1403", "G-1": "1301", "G-2": "1304"})
    assert "1502" in neighbours(match, "1403")
    assert "1502" not in match.ask("zoc", side="german")
    assert not supplied(match, "S-2S")


STRAIT = {"S-2S": "1904", "G-1": "2005", "G-2": "1705"}
"""2nd Shock Army west of the lake: German zones close every way but that over 1804 and the strait to 1803."""


@pytest.mark.rule("dagc", "7.2.d")
@pytest.mark.parametrize(("control", "line"), [
    ({}, None),  # 1804 is German at the start, 1803 Soviet
    ({"soviet": ["1804"]}, ["1904", "1804", "1803"]),
    ({"soviet": ["1804"], "german": ["1803"]}, None),
])
def test_soviet_lines_cross_the_strait_if_both_hexes_are_held(
        situation: Situation, control: dict[str, Any], line: list[str] | None) -> None:
    match = situation("soviet.movement", STRAIT, control=control)
    assert supplied(match, "S-2S") is (line is not None)
    if line:
        assert path(match, "S-2S")[:3] == line


@pytest.mark.rule("dagc", "7.2.d")
def test_the_strait_serves_supply_even_after_the_one_crossing(situation: Situation) -> None:
    match = situation("soviet.movement", STRAIT, control={"soviet": ["1804"]}, strait_used=True)
    assert supplied(match, "S-2S")


@pytest.mark.rule("dagc", "7.2.d")
def test_no_german_line_crosses_the_strait(situation: Situation) -> None:
    match = situation("german.movement", {"G-1": "1803", "G-2": "1804"}, lost_ports=ALL_PORTS)
    assert not supplied(match, "G-1")
    assert supplied(match, "G-2")


# -- 7.3 - 7.6 What it means ---------------------------------------------------------------------------------------


@pytest.mark.rule("dagc", "7.3")
@pytest.mark.parametrize("die", range(1, 7))
def test_an_oos_unit_rolls_for_its_movement(situation: Situation, die: int) -> None:
    match = situation("german.movement", POCKET, dice=[die])
    assert movement_points(match, "G-1") == die
    assert match.records[-1].dice == (die,)


@pytest.mark.rule("dagc", "7.3")
def test_oos_units_stacked_together_share_a_roll(situation: Situation) -> None:
    match = situation("german.movement", {**POCKET, "G-2": "3611", "G-6": "4611", "S-43": "4610", "S-31": "4612"},
                      dice=[2, 5])
    assert movement_points(match, "G-1") == 2
    assert movement_points(match, "G-2") == 2
    assert match.records[-1].dice == ()
    assert movement_points(match, "G-6") == 5  # another hex, another roll


@pytest.mark.rule("dagc", "7.3")
def test_a_roll_lasts_for_the_phase_only(situation: Situation) -> None:
    match = situation("german.movement", POCKET, dice=[1, 4])
    assert movement_points(match, "G-1") == 1
    end_until(match, "german.movement", turn=4)
    assert movement_points(match, "G-1") == 4


@pytest.mark.rule("dagc", "7.3")
def test_units_in_supply_do_not_roll(situation: Situation) -> None:
    match = situation("soviet.movement", POCKET)
    assert movement_points(match, "S-39") == 7
    assert match.records[-1].dice == ()


@pytest.mark.rule("dagc", "7.4.a")
def test_an_oos_attacker_shifts_one_column_left_once(situation: Situation) -> None:
    match = situation("german.combat_before", {**POCKET, "G-2": "3611"})
    assert shifts(match, "3610", "G-1") == {"7.4.a": -1}
    assert shifts(match, "3610", "G-1", "G-2") == {"7.4.a": -1}


@pytest.mark.rule("dagc", "7.4.a")
def test_one_oos_attacker_is_enough_and_other_shifts_add_up(situation: Situation) -> None:
    match = situation("german.combat_before", {**POCKET, "G-9": "3709"})
    assert supplied(match, "G-9")
    assert shifts(match, "3610", "G-9") == {}
    assert shifts(match, "3610", "G-1", "G-9") == {"7.4.a": -1}
    assert shifts(match, "3610", "G-1", "G-9", armour=True) == {"7.4.a": -1, "12.6.a": 1}


@pytest.mark.rule("dagc", "7.4.b")
def test_an_oos_defender_shifts_one_column_right_once(situation: Situation) -> None:
    match = situation("soviet.combat_before", {**POCKET, "G-2": "3611"})
    assert shifts(match, "3611", "S-39") == {"7.4.b": 1}
    assert shifts(match, "3611", "S-39", "S-5") == {"7.4.b": 1, "11.11": 1}


@pytest.mark.rule("dagc", "7.4.b", "7.11")
def test_one_oos_defender_is_enough(situation: Situation) -> None:
    # In the west Pripyat the cav-mech group is supplied and the army is not.
    match = situation("german.combat_before", {"S-P": "4713", "S-61": "4713", "G-20": "4613"})
    assert (supplied(match, "S-P"), supplied(match, "S-61")) == (True, False)
    assert shifts(match, "4713", "G-20") == {"7.4.b": 1}


@pytest.mark.rule("dagc", "7.4.a", "7.4.b")
def test_both_shifts_cancel(situation: Situation) -> None:
    # Turn 6: the Soviets are out of supply, and so is the corps between them.
    match = situation("soviet.combat_before", POCKET, turn=6, dice=[6])
    assert shifts(match, "3611", "S-39") == {"7.4.a": -1, "7.4.b": 1}
    battle = fought(play(match, "hex:3611", "unit:S-39", "do:roll"))
    assert (battle["shift"], battle["column"]) == (0, "+1, +2")  # 5 against 3


@pytest.mark.rule("dagc", "7.4.a", "7.4.b")
def test_the_shifts_move_the_die(situation: Situation) -> None:
    # 5 against 3: the column "+1, +2" becomes "+3, +4", where 4 is DR and not BB
    match = situation("soviet.combat_before", POCKET, dice=[4])
    battle = fought(play(match, "hex:3611", "unit:S-39", "do:roll"))
    assert (battle["column"], battle["result"]) == ("+3, +4", "DR")
    # 3 against 5: "-2, -1" becomes "≤ -3", where 3 is AE and not AS
    match = situation("german.combat_before", POCKET, dice=[3])
    battle = fought(play(match, "hex:3610", "unit:G-1", "do:roll"))
    assert (battle["column"], battle["result"]) == ("≤ -3", "AE")


@pytest.mark.rule("dagc", "7.5")
def test_units_stay_oos_for_ever_without_loss(situation: Situation) -> None:
    match = situation("soviet.replacements", POCKET, turn=2)
    while match.result is None:
        match.choose("do:end_phase" if "end_phase" in offered(match).buttons else offered(match).choices[0])
        assert not supplied(match, "G-1")
        assert (where(match, "G-1"), is_reduced(match, "G-1")) == ("3611", False)
        if match.turn >= 6:
            assert (where(match, "S-39"), is_reduced(match, "S-39")) == ("3610", False)


@pytest.mark.rule("dagc", "7.6")
@pytest.mark.parametrize(("step", "unit", "enemies"), [
    ("german.movement", "G-1", {"S-39": "3510", "S-5": "3711"}),
    ("soviet.movement", "S-43", {"G-2": "3510", "G-6": "3711"}),
])
def test_units_may_move_where_they_will_be_oos(
        situation: Situation, step: str, unit: str, enemies: dict[str, str]) -> None:
    match = situation(step, {unit: "3609", **enemies, **(
        {"S-31": "3512", "S-33": "3613"} if unit == "G-1" else {"G-8": "3512", "G-9": "3613"})})
    assert supplied(match, unit)
    play(match, f"unit:{unit}", "hex:3611")
    assert not supplied(match, unit)


# -- 7.7 German sources --------------------------------------------------------------------------------------------


@pytest.mark.rule("dagc", "7.7.a", "7.13")
def test_german_sources_are_the_edge_from_2927_to_5020(dagc: stavka.Game[Any], situation: Situation) -> None:
    found = set()
    entrenched = set(dagc.board.numbers(dagc.board.area("soviet_entrenchment")))  # no German unit can be there (9.12)
    for hex in edge(dagc) - entrenched - {"5019"}:
        match = situation("german.movement", {"G-1": hex}, lost_ports=ALL_PORTS)
        if path(match, "G-1") == [hex]:
            found.add(hex)
    assert found == set(GERMAN_SOURCES)
    assert len(GERMAN_SOURCES) == 30  # 11 even and 11 odd rows on the west side, 8 more hexes on the south side


@pytest.mark.rule("dagc", "7.7.a", "3.3.c")
def test_a_lost_source_works_again_once_retaken(situation: Situation) -> None:
    match = situation("german.movement", {"G-1": "3026", "G-2": "3026"}, control=GERMANS_CUT_OFF, lost_ports=ALL_PORTS,
                      dice=[6])
    assert not supplied(match, "G-1")
    play(match, "unit:G-2", "hex:2927")
    assert supplied(match, "G-2")
    assert path(match, "G-1")[-1] == "2927"
    play(match, "hex:2926")  # and goes on working when nobody stands in it
    assert path(match, "G-1")[-1] == "2927"


@pytest.mark.rule("dagc", "7.7.a")
def test_a_source_is_lost_the_moment_a_soviet_unit_enters(situation: Situation) -> None:
    most = [source for source in GERMAN_SOURCES if source != "2927"]
    match = situation("soviet.movement", {"G-1": "3022", "S-39": "3027"}, control={"soviet": most},
                      lost_ports=ALL_PORTS)
    assert not supplied(match, "G-1")  # 2927 is in a Soviet zone, and nobody garrisons it
    play(match, "unit:S-39", "hex:2927", "hex:2926", "hex:3025")
    assert not supplied(match, "G-1")  # free of zones again, but Soviet
    retaken = situation("soviet.movement", {"G-1": "3022", "S-39": "3025"}, control={"soviet": most},
                        lost_ports=ALL_PORTS)
    assert supplied(retaken, "G-1")


@pytest.mark.rule("dagc", "7.7.b")
def test_a_source_in_a_zone_works_while_it_is_garrisoned(situation: Situation) -> None:
    most = [source for source in GERMAN_SOURCES if source != "2927"]
    keys: dict[str, Any] = {"control": {"soviet": most}, "lost_ports": ALL_PORTS}
    bare = situation("german.movement", {"G-2": "2926", "S-39": "3027"}, **keys)
    assert not supplied(bare, "G-2")
    for garrison in ({"G-1": "2927"}, {"G-1": "2927", "G-6": "2927"}, {"G-FL-Minsk": "2927"}):
        held = situation("german.movement", {"G-2": "2926", "S-39": "3027", **garrison}, **keys)
        assert path(held, "G-2") == ["2926", "2927"]


# -- 7.8 The border ------------------------------------------------------------------------------------------------

BORDER = {"G-1": "3428", "G-2": "3527", "G-6": "3526", "G-8": "3426", "S-39": "3427", "S-5": "3627", "S-43": "3525"}
"""The only source is 3428, in the Reich. The only way to it: 3426 (in), 3526 and 3527 (out), 3428 (in)."""


def behind_the_border(situation: Situation, place: dict[str, str]) -> stavka.Match:
    """A position in which 3428 is the only source. 3527 is made Soviet under its garrison, which no play can bring
    about, or it would be a source itself and the line would end there."""
    closed = [source for source in GERMAN_SOURCES if source not in ("3428", "3527")]
    match = situation("german.movement", place, control={"soviet": closed}, lost_ports=ALL_PORTS)
    p: Any = match.position
    p.control |= 1 << match.game.board.index["3527"]
    p.memo.clear()
    return match


@pytest.mark.rule("dagc", "7.8")
def test_a_line_crosses_the_border_twice_but_not_three_times(situation: Situation) -> None:
    inside = behind_the_border(situation, {**BORDER, "G-9": "3224"})
    assert path(inside, "G-9")[-4:] == ["3426", "3526", "3527", "3428"]  # out and in again
    outside = behind_the_border(situation, {**BORDER, "G-9": "3724"})
    assert not supplied(outside, "G-9")  # in, out and in again
    direct = behind_the_border(situation, {**{k: v for k, v in BORDER.items() if k != "S-5"}, "G-9": "3724"})
    assert supplied(direct, "G-9")  # along the border, and in once


@pytest.mark.rule("dagc", "7.8")
def test_the_border_does_not_bind_the_soviets(situation: Situation) -> None:
    # the same corridor, the other way round: the army in 3428 traces out, in and out again
    match = situation("soviet.movement", {
        "S-39": "3428", "S-5": "3527", "S-43": "3526", "S-31": "3426", "G-1": "3427", "G-2": "3627", "G-6": "3525"})
    assert supplied(match, "S-39")


# -- 7.10 Soviet sources -------------------------------------------------------------------------------------------


@pytest.mark.rule("dagc", "7.10.a", "7.13")
def test_soviet_sources_are_the_edges_the_rule_names(dagc: stavka.Game[Any], situation: Situation) -> None:
    named = {f"{row}00" for row in range(12, 35)} | {f"{row}00" for row in range(42, 51)}
    named |= {f"50{column:02}" for column in range(20)} | {"3600", "3800", "4000"}
    found = {hex for hex in edge(dagc) if path(situation("soviet.movement", {"S-39": hex}), "S-39") == [hex]}
    assert found == named


@pytest.mark.rule("dagc", "7.10.b")
def test_only_nine_soviet_sources_can_ever_be_in_a_german_zone(dagc: stavka.Game[Any]) -> None:
    """Where Germans can ever go: not into a Soviet entrenchment, not over water (9.12, 9.7)."""
    match = dagc.start(seed=1)
    board = dagc.board
    closed = set(board.numbers(board.area("soviet_entrenchment")))
    water = {tuple(sorted((board.names[a], board.names[b]))) for a, b in board.edges("water", "strait")}
    land = set(board.numbers(board.playable)) - closed
    reached, frontier = {"3908"}, {"3908"}
    while frontier:
        frontier = {there for here in frontier for there in neighbours(match, here)
                    if there in land and tuple(sorted((here, there))) not in water} - reached
        reached |= frontier
    sources = {f"{row}00" for row in (*range(12, 35), 36, 38, 40, *range(42, 51))} | {
        f"50{column:02}" for column in range(20)}
    assert {hex for hex in sources if neighbours(match, hex) & reached} == {
        "1300", "3300", "3400", "3600", "3800", "4000", "4200", "4300", "5019"}


SMOLENSK_GATE = {"S-5": "3601", "G-53": "3500", "G-6": "3702", "G-27": "3801"}
"""5th Army in the German line; 3600 behind it is its only source that no German zone keeps it from."""


@pytest.mark.rule("dagc", "7.10.b", "7.7.b", "8.6")
def test_an_empty_soviet_source_in_a_german_zone_is_cut_until_that_ends(situation: Situation) -> None:
    cut = situation("soviet.movement", SMOLENSK_GATE)
    assert not supplied(cut, "S-5")
    garrisoned = situation("soviet.movement", {**SMOLENSK_GATE, "S-39": "3600"})
    assert path(garrisoned, "S-5") == ["3601", "3600"]
    gone = situation("soviet.movement", {**SMOLENSK_GATE, "G-53": "3502"})
    assert path(gone, "S-5") == ["3601", "3600"]


@pytest.mark.rule("dagc", "7.10.b")
def test_the_south_western_source_can_be_cut_too(situation: Situation) -> None:
    # 4919 watches 5019 and 4918; 4917 and 5018 are behind it
    match = situation("soviet.movement", {"S-69": "4918", "G-56Pz": "4919"})
    assert path(match, "S-69") == ["4918", "5018"]
    assert match.ask("supply", unit="S-69")["path"][-1] != "5019"


# -- 7.11, 7.12 Pripyat and shortage -------------------------------------------------------------------------------

MARSH = {"G-1": "4710", "G-2": "4411", "G-6": "4413"}
"""German zones close every way out of 4612 but those through the west Pripyat."""


@pytest.mark.rule("dagc", "7.11")
def test_a_line_through_the_west_pripyat_serves_only_cav_mech(situation: Situation) -> None:
    army = situation("soviet.movement", {**MARSH, "S-61": "4612"})
    assert (supplied(army, "S-61"), supply_rule(army, "S-61")) == (False, "7.11")
    group = situation("soviet.movement", {**MARSH, "S-P": "4612"})
    assert supplied(group, "S-P")
    assert {"4712", "4613"} & set(path(group, "S-P"))
    other_way = situation("soviet.movement", {"G-2": "4411", "G-6": "4413", "S-61": "4612"})
    assert path(other_way, "S-61")[1] == "4711"  # ordinary swamp


@pytest.mark.rule("dagc", "7.11")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_unit_in_the_west_pripyat_is_oos_for_all_purposes(situation: Situation, scenario: str) -> None:
    place = {"S-61": "4813", "G-20": "4712"}
    moving = situation("soviet.movement", place, scenario=scenario, turn=2, dice=[3])
    assert movement_points(moving, "S-61") == 3
    attacking = situation("soviet.combat_before", place, scenario=scenario, turn=2)
    assert shifts(attacking, "4712", "S-61") == {"7.4.a": -1}
    defending = {"S-61": "4713", "G-20": "4613"}
    assert shifts(situation("german.combat_before", defending, scenario=scenario, turn=2), "4713", "G-20") == {
        "7.4.b": 1}
    rebuilding = situation("soviet.replacements", {
        "S-61": {"hex": "4813", "reduced": True}, "S-P": {"hex": "4814", "reduced": True}}, scenario=scenario, turn=3)
    assert refused(rebuilding, "unit:S-61") == "10.8.c"
    assert "S-P" in offered(rebuilding).units


@pytest.mark.rule("dagc", "7.11")
def test_a_unit_on_a_source_needs_no_line(situation: Situation) -> None:
    for hex in ("5013", "5014", "5015", "5016"):
        match = situation("soviet.movement", {"U-13": hex}, turn=4)
        assert path(match, "U-13") == [hex]


@pytest.mark.rule("dagc", "7.11")
def test_the_west_pripyat_does_not_hinder_german_lines(situation: Situation) -> None:
    assert supplied(situation("german.movement", {"G-20": "4713"}), "G-20")


@pytest.mark.rule("dagc", "7.12.a")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_from_turn_6_all_soviet_units_are_oos(situation: Situation, scenario: str) -> None:
    for turn in range(5, 10):
        match = situation("soviet.movement", {"S-39": "3600", "S-O": "3800", "G-1": "4027"}, scenario=scenario,
                          turn=turn, dice=[2, 5])
        assert (supplied(match, "S-39"), supplied(match, "S-O")) == (turn < 6, turn < 6)
        assert supplied(match, "G-1")
        assert movement_points(match, "S-39") == (7 if turn < 6 else 2)
        assert movement_points(match, "S-O") == (7 if turn < 6 else 5)


@pytest.mark.rule("dagc", "7.12.a")
def test_the_shortage_begins_with_the_turn_and_counts_in_combat(situation: Situation) -> None:
    place = {"S-39": "3610", "G-1": "3611"}
    match = situation("german.combat_after", place, turn=5)
    assert shifts(match, "3610", "G-1") == {}
    match.choose("do:end_phase")
    assert match.turn == 6
    assert not supplied(match, "S-39")
    assert shifts(match, "3611", "S-39") == {"7.4.a": -1}
    assert shifts(situation("german.combat_before", place, turn=6), "3610", "G-1") == {"7.4.b": 1}


@pytest.mark.rule("dagc", "7.12.a", "7.12.b")
def test_replacements_are_still_possible_from_turn_6(situation: Situation) -> None:
    match = situation("soviet.replacements", {
        "S-39": {"hex": "3610", "reduced": True}, "S-61": {"hex": "4813", "reduced": True}}, turn=7)
    assert "S-39" in offered(match).units
    assert "S-61" not in offered(match).units  # 10.8 still bars the west Pripyat
    match.choose("unit:S-39")
    assert not is_reduced(match, "S-39")


@pytest.mark.rule("dagc", "7.12.b")
def test_soviet_units_are_never_doubly_oos(situation: Situation) -> None:
    place = {"S-61": "4813", "G-20": "4712"}  # in the west Pripyat
    assert supply_rule(situation("soviet.movement", place, turn=6), "S-61") == "7.12.a"
    assert shifts(situation("soviet.combat_before", place, turn=6), "4712", "S-61") == {"7.4.a": -1}
    moving = situation("soviet.movement", place, turn=6, dice=[5, 1])
    assert movement_points(moving, "S-61") == 5
    assert moving.records[-1].dice == (5,)


# -- 7.13, 7.14 ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("dagc", "7.13")
def test_captured_sources_are_useless(situation: Situation) -> None:
    # 39th Army in 2927, a German source, with zones all around it
    soviet = situation("soviet.movement", {"S-39": "2927", "G-1": "3026", "G-2": "3127"})
    assert not supplied(soviet, "S-39")
    # A German corps on a Soviet source
    german = situation("german.movement", {"G-1": "5000"})
    assert german.ask("hex", hex="5000")["control"] == "german"
    assert not supplied(german, "G-1")


@pytest.mark.rule("dagc", "7.14")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_no_german_line_leads_through_a_soviet_entrenchment(situation: Situation, scenario: str) -> None:
    # No Soviet unit on the map: only the entrenchments lie between 2901 and the German hexes.
    behind = situation("german.movement", {"G-1": "2901", "G-2": "2903"}, scenario=scenario)
    assert (supplied(behind, "G-1"), supplied(behind, "G-2")) == (False, True)
    # Its own side's line may lead through them.
    assert "3600" in path(situation("soviet.movement", {"S-39": "3601"}, scenario=scenario), "S-39")


@pytest.mark.rule("dagc", "7.14")
def test_not_even_with_the_entrenchment_under_german_control(situation: Situation) -> None:
    trenches = ["2902", "2802", "3002", "2701", "3101"]
    match = situation("german.movement", {"G-1": "2901"}, control={"german": trenches})
    assert not supplied(match, "G-1")
    assert "2902" not in reach(match, "G-1")  # 9.12
