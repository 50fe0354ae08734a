"""Chapter 5: the sequence of play and the special rules of the first turn."""

from __future__ import annotations

from typing import Any

import pytest

import stavka
from tests.playing import Situation, end_until, offered, play, refused, where

from .helpers import movement_points, reach, shifts
from .reconstructed import CRT, ENTRENCHMENT

FACING = {"S-39": "3610", "G-1": "3611"}
"""Two enemies side by side: every phase has something to decide."""


# -- 5.1 - 5.3 The turn --------------------------------------------------------------------------------------------


@pytest.mark.rule("dagc", "5.2.a", "5.2.b", "5.3")
def test_phases_follow_the_outline(situation: Situation) -> None:
    match = situation("soviet.replacements", FACING, turn=3)
    seen = []
    while match.turn == 3:
        seen.append((match.phase, offered(match).seat))
        match.choose("do:end_phase")
    assert seen == [
        ("soviet.replacements", "soviet"),
        ("soviet.combat_before", "soviet"),
        ("soviet.movement", "soviet"),
        ("soviet.combat_after", "soviet"),
        ("german.replacements", "german"),
        ("german.combat_before", "german"),
        ("german.interdiction", "soviet"),
        ("german.movement", "german"),
        ("german.combat_after", "german"),
    ]
    assert (match.turn, match.phase) == (4, "soviet.replacements")


@pytest.mark.rule("dagc", "5.2.a", "5.2.b")
def test_each_phase_allows_its_own_kind_of_action(situation: Situation) -> None:
    tasks = {}
    for phase in ("soviet.replacements", "soviet.combat_before", "soviet.movement", "soviet.combat_after",
                  "german.replacements", "german.combat_before", "german.interdiction", "german.movement",
                  "german.combat_after"):
        tasks[phase] = offered(situation(phase, FACING)).task
    assert [tasks[f"soviet.{name}"] for name in ("replacements", "combat_before", "movement", "combat_after")] == [
        "reinforce", "target", "move", "target"]
    assert [tasks[f"german.{name}"] for name in (
        "replacements", "combat_before", "interdiction", "movement", "combat_after")] == [
        "reinforce", "target", "interdiction", "move", "target"]


@pytest.mark.rule("dagc", "5.1.a", "5.3")
def test_nine_turns_soviets_first(dagc: stavka.Game[Any]) -> None:
    match = dagc.start("bold_stroke", seed=1)
    while match.offer is not None:
        button = "do:end_phase" if "end_phase" in offered(match).buttons else offered(match).choices[0]
        match.choose(button)
    phases = [(event.data["turn"], event.data["phase"].partition(".")[0]) for event in match.log
              if event.kind == "phase"]
    halves = list(dict.fromkeys(phases))
    assert halves == [(turn, side) for turn in range(1, 10) for side in ("soviet", "german")]
    assert match.result is not None and match.turn == 9


@pytest.mark.rule("dagc", "5.1.b")
def test_what_is_over_cannot_be_taken_up_again(situation: Situation) -> None:
    match = situation("soviet.combat_before", FACING)
    match.choose("do:end_phase")
    assert match.phase == "soviet.movement"
    refused(match, "hex:3611")  # the time to attack is over
    play(match, "unit:S-39", "hex:3609", "do:end_phase")
    assert match.phase != "soviet.movement"
    refused(match, "unit:S-39")
    end_until(match, "german.movement")
    assert refused(match, "unit:S-39") == "9.2.c"


@pytest.mark.rule("dagc", "5.1.b")
def test_the_opponent_may_let_a_choice_be_taken_back(situation: Situation) -> None:
    match = situation("soviet.movement", FACING)
    play(match, "do:end_phase", "do:end_phase")
    assert (offered(match).seat, match.phase) == ("german", "german.replacements")
    match.choose("do:end_phase")
    with pytest.raises(stavka.Illegal):
        match.undo("soviet")  # the German player has made a choice since
    match.undo("soviet", consent=True)
    assert match.phase == "german.replacements"


# -- 5.4 Bagration -------------------------------------------------------------------------------------------------


@pytest.mark.rule("dagc", "5.4.a")
def test_only_activated_units_move_on_turn_1(dagc: stavka.Game[Any]) -> None:
    near = {
        "S-4S", "S-6G", "S-43", "S-39", "S-5", "S-O", "S-11G", "S-31", "S-5GT", "S-33", "S-49", "S-50", "S-3", "S-48",
        "S-65", "S-P", "S-28",
    }
    match = dagc.situation({"step": "soviet.movement", "turn": 1})  # the historical set-up
    assert set(offered(match).units) == near
    assert refused(match, "unit:S-22") == "5.4.a"  # 22nd Army in 2902, eleven hexes away
    later = dagc.situation({"step": "soviet.movement", "turn": 2})
    assert {"S-22", "S-61", "S-8"} < set(offered(later).units)


@pytest.mark.rule("dagc", "5.4.a")
@pytest.mark.parametrize("phase", ["soviet.combat_before", "soviet.combat_after"])
def test_only_activated_units_attack_on_turn_1(situation: Situation, phase: str) -> None:
    place = {"S-22": "2902", "G-2": "2903", "S-39": "3600", "G-53": "3500"}
    match = situation(phase, place, turn=1)
    assert offered(match).hexes == ("3500",)
    assert refused(match, "hex:2903") == "5.4.a"
    assert set(offered(situation(phase, place, turn=2)).hexes) == {"2903", "3500"}


@pytest.mark.rule("dagc", "5.4.a")
def test_where_a_unit_began_the_turn_decides(situation: Situation) -> None:
    # 4th Shock Army starts nine hexes from the marker and goes on ten and more hexes from it.
    match = situation("soviet.movement", {"S-4S": "3101", "G-2": "2904"}, turn=1)
    play(match, "unit:S-4S", "hex:3004", "do:end_phase")
    assert match.phase == "soviet.combat_after"
    assert offered(match).hexes == ("2904",)


@pytest.mark.rule("dagc", "5.4.a")
def test_germans_act_freely_on_turn_1(situation: Situation) -> None:
    place = {"G-2": "1106", "S-22": "1107"}
    assert offered(situation("german.movement", place, turn=1)).units == ("G-2",)
    assert offered(situation("german.combat_before", place, turn=1)).hexes == ("1107",)


@pytest.mark.rule("dagc", "5.4.b")
def test_column_shift_before_movement_on_turn_1_only(situation: Situation) -> None:
    place = {"S-39": "3600", "G-53": "3500"}
    assert shifts(situation("soviet.combat_before", place, turn=1), "3500", "S-39") == {"5.4.b": 1}
    assert shifts(situation("soviet.combat_after", place, turn=1), "3500", "S-39") == {}
    assert shifts(situation("soviet.combat_before", place, turn=2), "3500", "S-39") == {}
    german = {"S-39": "3610", "G-53": "3611"}
    assert shifts(situation("german.combat_before", german, turn=1), "3610", "G-53") == {}


@pytest.mark.rule("dagc", "5.4.b")
def test_the_shift_moves_the_die_to_the_next_column(situation: Situation) -> None:
    # 7 against 4, town 1 and the entrenchment
    match = situation("soviet.combat_before", {"S-5GT": "3600", "G-53": "3500"}, turn=1, dice=[3])
    column = CRT.column(7 - 4 - 1 - ENTRENCHMENT)
    events = play(match, "hex:3500", "unit:S-5GT", "do:roll")
    battle = next(event.data for event in events if event.kind == "fought")
    assert (battle["attack"], battle["defence"], battle["shift"]) == (7, 4 + 1 + ENTRENCHMENT, 1)
    assert (battle["column"], battle["result"]) == (CRT.headings[column + 1], CRT.result(column + 1, 3))


@pytest.mark.rule("dagc", "5.4.c", "8.3.b")
def test_activated_units_infiltrate_entrenchments_on_turn_1(situation: Situation) -> None:
    # 3600, 3601 and 3700 are all in German zones, the last two are entrenchments in forest: 2 + 1 + 1 points
    place = {"S-5": "3600", "G-53": "3500", "G-27": "3801"}
    first = reach(situation("soviet.movement", place, turn=1), "S-5")
    assert (first["3601"], first["3700"]) == (4, 4)
    second = situation("soviet.movement", place, turn=2)
    assert reach(second, "S-5") == {}
    second.choose("unit:S-5")
    assert refused(second, "hex:3601") == "8.3.b"


@pytest.mark.rule("dagc", "5.4.d")
def test_air_armies_interdict_anywhere_on_turn_1(situation: Situation) -> None:
    place = {"G-26": "1204", "G-1": "3102", "G-56Pz": "4919"}
    match = situation("german.interdiction", place, turn=1, dice=[2])
    match.choose("unit:A-1")
    assert set(offered(match).units) == {"G-26", "G-1"}  # 13.2: not in the area of the 1st Ukrainian Front
    play(match, "unit:G-26", "do:end_phase")
    assert movement_points(match, "G-26") == 2  # in the normal way: a die


@pytest.mark.rule("dagc", "5.4.e", "6.7")
def test_the_marker_is_no_unit(situation: Situation) -> None:
    place = {"G-1": "4005", "G-2": "4004"}
    first, second = (situation("german.movement", place, turn=turn) for turn in (1, 2))
    assert first.view("german")["marks"] == {"4004": ["bagration"]}
    assert reach(first, "G-1") == reach(second, "G-1")  # no zone, no stacking cost, no enemy
    assert "4004" in reach(first, "G-1")  # with G-2 and the marker
    assert first.ask("zoc", side="soviet") == []
    assert first.ask("hex", hex="4004")["stack"] == ["G-2"]
    assert offered(situation("german.combat_before", {"G-1": "4005"}, turn=1)).hexes == ()


@pytest.mark.rule("dagc", "5.4.f", "5.4.a")
@pytest.mark.parametrize(("hex", "counted", "active"), [
    ("4013", 9, True), ("4014", 10, False),  # straight along the row
    ("3101", 9, True), ("3001", 10, False),  # nine rows north
    ("4900", 9, True), ("5000", 10, False),  # nine rows south
    ("3108", 9, True), ("3109", 10, False),
    ("4004", 0, True),
])
def test_range_is_counted_from_the_marker_to_the_unit(
        situation: Situation, hex: str, counted: int, active: bool) -> None:
    # enemies and their zones on the way do not matter
    match = situation("soviet.movement", {"S-39": hex, "G-1": "4007", "G-2": "3504", "G-6": "4404"}, turn=1)
    grid = match.game.board.grid
    assert grid.distance(grid.index["4004"], grid.index[hex]) == counted
    assert ("S-39" in offered(match).units) is active


@pytest.mark.rule("dagc", "5.4.a")
def test_units_do_not_become_active_by_coming_nearer(situation: Situation) -> None:
    match = situation("soviet.replacements", {"S-39": "4014", "S-31": "4000"}, turn=1)
    match.choose("do:end_phase")
    assert match.phase == "soviet.movement"
    assert offered(match).units == ("S-31",)
    assert where(match, "S-39") == "4014"
