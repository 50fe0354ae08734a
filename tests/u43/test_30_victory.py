"""Chapter 30: how to win."""

from __future__ import annotations

from typing import Any

import pytest

import stavka
from tests.playing import Situation, event, happened, neighbours, offered, played, refused, seen, where

from .helpers_late import CENTRE, INFANTRY, RIFLES, points, task, with_flag

RIFLE, GERMAN, TANKS = RIFLES[0], INFANTRY[0], "S-10TC"
HEXES = ("5021", "2018", "5324", "5133", "3417", "2820", "2007", "3935", "3330", "2337", "2035", "2224")
"""Twelve objectives of one point each."""


def held(situation: Situation, number: int, turn: int, **keys: Any) -> stavka.Match:
    """The victory phase of a turn in which the Soviets hold so many points."""
    return situation("victory", {RIFLE: CENTRE}, turn=turn, control={"soviet": list(HEXES[:number])}, **keys)


# -- 30.1 Automatic victory ----------------------------------------------------------------------------------------


@pytest.mark.rule("u43", "30.1", "3.E")
def test_twelve_points_on_turn_7_win_at_once(situation: Situation) -> None:
    """The worked example: the mark of turn 7 is 6."""
    match = held(situation, 12, 7)
    assert match.result is not None and match.result.winner == "soviet" and match.result.rule == "30.1"
    assert held(situation, 11, 7).result is None


@pytest.mark.rule("u43", "30.1")
def test_six_below_the_mark_lose_at_once(situation: Situation) -> None:
    match = held(situation, 0, 7)
    assert match.result is not None and match.result.winner == "german" and match.result.rule == "30.1"
    assert held(situation, 1, 7).result is None


# -- 30.2 Points ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("u43", "30.2.a")
def test_objectives_count_while_controlled_and_in_supply(situation: Situation) -> None:
    match = situation("soviet.movement", {RIFLE: CENTRE}, control={"soviet": ["4213", "5324", "1211"]})
    assert points(match)["objectives"] == 2 + 1 + 4  # Kharkov, Gorlovka, Kiev; nobody stands there
    ring = dict(zip(INFANTRY, neighbours(match, "4213"), strict=True))
    cut_off = situation("soviet.movement", {RIFLE: "4213", **ring}, control={"soviet": ["4213", "5324"]})
    assert points(cut_off)["objectives"] == 1


@pytest.mark.rule("u43", "30.2.b")
def test_two_points_less_for_every_source_with_germans_in_it(situation: Situation) -> None:
    match = situation("soviet.movement", {GERMAN: "6012", INFANTRY[1]: "4101", INFANTRY[2]: "3001"}, central="A")
    assert points(match)["lost_sources"] == -4  # a half-hex is no such source
    assert seen(match, "soviet")["points"]["scores"]["soviet"] == -4
    left = situation("soviet.movement", {RIFLE: CENTRE}, control={"german": ["6012"]})
    assert points(left)["lost_sources"] == 0  # it must be occupied


# -- 30.2.c Leaving by the west edge -------------------------------------------------------------------------------


@pytest.mark.rule("u43", "30.2.c")
def test_leaving_costs_a_point_and_enemy_zones(situation: Situation) -> None:
    match = situation("soviet.movement", {RIFLE: "0103", TANKS: "0130"})
    played(match, f"unit:{RIFLE}", "hex:west")
    assert where(match, RIFLE) == "west" and event(match, "exited")["units"] == [RIFLE]
    watched = situation("soviet.movement", {RIFLE: "0104", GERMAN: "0102"})
    played(watched, f"unit:{RIFLE}", "hex:0103")
    assert "west" in offered(watched).hexes  # three left: one, and two for the zone
    tired = situation("soviet.movement", {RIFLE: "0105", GERMAN: "0102"})
    played(tired, f"unit:{RIFLE}", "hex:0103")
    assert "west" not in offered(tired).hexes and refused(tired, "hex:west") == "30.2.c"
    inland = situation("soviet.movement", {RIFLE: "0203"})
    inland.choose(f"unit:{RIFLE}")
    assert "west" not in offered(inland).hexes and refused(inland, "hex:west") == "30.2.c"
    assert refused(inland, "hex:central") == "27.3.a"
    for step, unit in (("soviet.reaction", RIFLE), ("german.movement", GERMAN), ("soviet.movement", "S-Zhukov")):
        match = situation(step, {RIFLE: "0103", "S-Zhukov": "0103", GERMAN: "0130"})
        assert refused(played(match, f"unit:{unit}"), "hex:west") == "30.2.c"


@pytest.mark.rule("u43", "30.2.c")
@pytest.mark.parametrize(("exited", "mechanized", "any_kind"), [
    ([1, 0], 0, 0), ([2, 0], 1, 0), ([1, 1], 0, 1), ([0, 3], 0, 1), ([2, 3], 1, 1), ([3, 1], 1, 1)])
def test_two_steps_cost_the_germans_one(
        situation: Situation, exited: list[int], mechanized: int, any_kind: int) -> None:
    match = situation("soviet.final", {RIFLE: CENTRE, GERMAN: "0540"}, exited=exited)
    owed = happened(match, "owed")
    assert (owed[0]["mechanized"], owed[0]["any"]) == (mechanized, any_kind) if owed else not (mechanized or any_kind)


@pytest.mark.rule("u43", "30.2.c")
def test_the_worked_example_of_five_steps(situation: Situation) -> None:
    """Two mechanized and three other steps leave: one mechanized step and one other; a step missing is a point."""
    place = {"S-10TC": "0103", RIFLE: "0103", RIFLES[1]: with_flag("0104", "reduced"), GERMAN: "0540",
             "G-11Pz": "0640", "G-HQ-8A": "0640"}
    match = situation("soviet.movement", place)
    played(match, "unit:S-10TC", "hex:west", f"unit:{RIFLE}", "hex:west", f"unit:{RIFLES[1]}", "hex:west")
    while match.phase != "german.final":
        match.choose("do:end_phase" if "do:end_phase" in offered(match) else "do:done")
    assert task(match) == "owed"
    assert set(offered(match).units) == {GERMAN, "G-11Pz"}  # no headquarters
    match.choose(f"unit:{GERMAN}")
    assert offered(match).units == ("G-11Pz",)
    assert refused(match, f"unit:{GERMAN}") == "30.2.c"
    match.choose("do:refuse")
    assert points(match)["exits"] == 1


@pytest.mark.rule("u43", "30.2.c")
def test_full_units_may_be_reduced_and_then_nothing_is_gained(situation: Situation) -> None:
    match = situation("german.final", {"G-11Pz": "0640", "G-7Pz": "0740"}, owed=[2, 0])
    played(match, "unit:G-11Pz", "unit:G-11Pz")
    assert where(match, "G-11Pz") == "dead.german" and points(match)["exits"] == 0
    nobody = situation("german.final", {GERMAN: "0640"}, owed=[2, 0])
    assert points(nobody)["exits"] == 2  # no mechanized step is left to give


@pytest.mark.rule("u43", "30.2.c", "4.7.d", "14.7.b")
def test_leaving_with_extended_movement_takes_a_marker(situation: Situation) -> None:
    place = {"S-10TC": with_flag("0103", "unsupplied"), GERMAN: "0102"}  # one point, and two for the zone: of two
    match = played(situation("soviet.movement", place, markers=9), "unit:S-10TC")
    assert "west" not in offered(match).hexes
    played(match, "do:extended", "hex:west")
    assert seen(match, "soviet")["tracks"]["markers"]["value"] == 10
