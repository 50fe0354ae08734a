"""Chapter 9: movement."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any, cast

import pytest

import stavka
from stavka.games.dagc.movement import range_of, reach_of
from stavka.games.dagc.position import Dagc
from stavka.kit.hexset import of
from tests.playing import Situation, attack, cost, end_until, event, happened, move, offered, played, refused, where

from .helpers import GERMANS_CUT_OFF, battle, is_reduced

# -- 9.1 - 9.4 Moving ----------------------------------------------------------------------------------------------


@pytest.mark.rule("dagc", "9.1")
def test_a_unit_spends_up_to_its_movement_factor(situation: Situation) -> None:
    match = situation("german.movement", {"G-1": "2812", "G-5PA-47": "2913"})
    assert max(match.ask("reach", unit="G-1").values()) == 7
    assert max(match.ask("reach", unit="G-5PA-47").values()) == 10
    move(match, "G-1", "2815")  # three clear hexes
    assert event(match, "moved")["cost"] == 3
    assert max(match.ask("reach", unit="G-1").values()) == 4
    played(match, "hex:2819")
    assert offered(match).hexes == ()


@pytest.mark.rule("dagc", "9.2.a")
def test_any_all_or_none_of_the_units_move(situation: Situation) -> None:
    match = situation("german.movement", {"G-1": "2812", "G-2": "2716"})
    assert set(offered(match).units) == {"G-1", "G-2"}
    end_until(match, "soviet.replacements", turn=4)
    assert where(match, "G-1") == "2812" and where(match, "G-2") == "2716"


@pytest.mark.rule("dagc", "9.2.a")
def test_movement_points_are_neither_saved_nor_lent(situation: Situation) -> None:
    match = situation("german.movement", {"G-1": "2812", "G-2": "2716"})
    move(match, "G-1", "2813")  # six points unused
    assert max(match.ask("reach", unit="G-2").values()) == 7
    end_until(match, "german.movement", turn=4)
    assert max(match.ask("reach", unit="G-1").values()) == 7


@pytest.mark.rule("dagc", "9.2.b")
def test_units_move_through_adjacent_hexes(situation: Situation, dagc: stavka.Game[Any]) -> None:
    match = move(situation("german.movement", {"G-1": "2812"}), "G-1", "3216")
    path = event(match, "moved")["path"]
    grid = dagc.board.grid
    assert path[0] == "2812" and path[-1] == "3216"
    assert all(grid.distance(grid.index[a], grid.index[b]) == 1 for a, b in pairwise(path))


@pytest.mark.rule("dagc", "9.2.b")
def test_hexes_are_not_skipped(situation: Situation) -> None:
    ring = dict(zip(("S-3", "S-5", "S-8", "S-22", "S-31", "S-33"),
                    ("2811", "2813", "2711", "2712", "2911", "2912"), strict=True))
    match = played(situation("german.movement", {"G-1": "2812", **ring}, dice=[6]), "unit:G-1")
    assert offered(match).hexes == ()
    assert refused(match, "hex:2814") == "9.2.b"


@pytest.mark.rule("dagc", "9.2.b")
def test_one_move_ends_before_the_next_begins_and_is_not_taken_up_again(situation: Situation) -> None:
    match = situation("german.movement", {"G-1": "2812", "G-2": "2716"})
    move(match, "G-1", "2813")
    move(match, "G-2", "2717")
    assert "G-1" not in offered(match).units
    assert refused(match, "unit:G-1") == "9.2.b"
    assert match.ask("why_not", unit="G-1", hex="2814")["rule"] == "9.2.b"
    assert match.ask("reach", unit="G-1") == {}


@pytest.mark.rule("dagc", "9.2.c")
def test_units_move_in_their_own_player_turn_only(situation: Situation) -> None:
    place = {"G-1": "2812", "S-39": "2802"}
    assert refused(situation("german.movement", place), "unit:S-39") == "9.2.c"
    assert refused(situation("soviet.movement", place), "unit:G-1") == "9.2.c"


@pytest.mark.rule("dagc", "9.3")
@pytest.mark.parametrize(("die", "hexes"), [(1, 0), (2, 6)])
def test_there_is_no_guaranteed_one_hex_move(situation: Situation, die: int, hexes: int) -> None:
    match = situation("soviet.movement", {"S-39": "3201"}, turn=6, dice=[die])  # in the middle of forest
    played(match, "unit:S-39")
    assert len(offered(match).hexes) == hexes
    if not hexes:
        assert refused(match, "hex:3202") == "9.3"
        assert match.ask("why_not", unit="S-39", hex="3202")["rule"] == "9.3"


@pytest.mark.rule("dagc", "9.3")
def test_the_last_hex_must_be_paid_in_full(situation: Situation) -> None:
    match = situation("soviet.movement", {"S-39": "3805"})
    move(match, "S-39", "3804", "3805", "3804", "3805", "3804")
    played(match, "hex:3805")  # one point left; 3904 is forest
    assert cost(match, "S-39", "3804") == 1
    assert cost(match, "S-39", "3904") is None
    assert refused(match, "hex:3904") == "9.3"


@pytest.mark.rule("dagc", "9.4")
@pytest.mark.parametrize("defender", ["S-39", "S-O"])
def test_enemy_hexes_are_never_entered_nor_passed(situation: Situation, defender: str) -> None:
    match = situation("german.movement", {"G-1": "2812", defender: "2813"})
    reach = match.ask("reach", unit="G-1")
    assert "2813" not in reach
    assert all("2813" not in match.ask("path", unit="G-1", hex=hex)["path"] for hex in reach)
    assert match.ask("why_not", unit="G-1", hex="2813")["allowed"] is False


# -- 9.5, 9.6, 9.9, 9.10 What hexes cost ---------------------------------------------------------------------------


@pytest.mark.rule("dagc", "9.5.a")
@pytest.mark.parametrize(("start", "hex", "points"), [
    ("2812", "2813", 1),  # clear
    ("3201", "3202", 2),  # forest
    ("4409", "4509", 3),  # swamp
    ("4518", "4517", 4),  # west Pripyat
])
def test_what_each_terrain_costs(situation: Situation, start: str, hex: str, points: int) -> None:
    assert cost(situation("soviet.movement", {"S-39": start}), "S-39", hex) == points


@pytest.mark.rule("dagc", "9.5.a")
def test_terrain_costs_germans_as_much(situation: Situation) -> None:
    match = situation("german.movement", {"G-1": "4418", "G-2": "4410", "G-6": "3706"})
    assert cost(match, "G-1", "4419") == 1
    assert cost(match, "G-1", "4318") == 2
    assert cost(match, "G-2", "4510") == 3
    assert cost(match, "G-1", "4417") == 4
    assert cost(match, "G-6", "3707") == 2


@pytest.mark.rule("dagc", "9.5.b")
def test_mixed_terrain_costs_as_its_dearest(situation: Situation) -> None:
    """The map says one terrain a hex, the dearest: forest where there is some, swamp even where there is forest."""
    match = situation("soviet.movement", {"S-39": "3720"})
    for hex, terrain, points in (("3719", "clear", 1), ("3820", "forest", 2), ("3721", "swamp", 3)):
        assert match.ask("hex", hex=hex)["terrain"]["key"] == terrain
        assert cost(match, "S-39", hex) == points


@pytest.mark.rule("dagc", "9.6", "12.3")
@pytest.mark.parametrize(("unit", "points"), [("S-39", 3), ("S-O", 2)])
def test_into_forest_across_a_river_three_points_but_two_for_cav_mech(
        situation: Situation, unit: str, points: int) -> None:
    match = situation("soviet.movement", {unit: "3805"})
    assert cost(match, unit, "3905") == points


@pytest.mark.rule("dagc", "9.6")
def test_a_river_costs_a_point_besides_the_hex_for_both_sides_and_both_ways(situation: Situation) -> None:
    german = situation("german.movement", {"G-1": "2809", "G-2": "3905"})
    assert cost(german, "G-1", "2810") == 2  # across the Dvina
    assert cost(german, "G-1", "2808") == 1
    assert cost(german, "G-2", "3805") == 2
    assert cost(situation("soviet.movement", {"S-39": "2810"}), "S-39", "2809") == 2


@pytest.mark.rule("dagc", "9.9")
def test_partisans_cost_germans_a_point_more_in_each_hex(situation: Situation) -> None:
    german = situation("german.movement", {"G-1": "3809"})
    assert cost(german, "G-1", "3810") == 2  # clear
    assert cost(german, "G-1", "3811") == 5  # and then forest, 2 + 1
    soviet = situation("soviet.movement", {"S-39": "3809"})
    assert cost(soviet, "S-39", "3810") == 1
    assert cost(soviet, "S-39", "3811") == 3


@pytest.mark.rule("dagc", "9.9")
def test_partisans_cost_a_point_besides_the_river(situation: Situation) -> None:
    assert cost(situation("german.movement", {"G-1": "3706"}), "G-1", "3606") == 4  # forest 2, river 1, partisans 1
    assert cost(situation("soviet.movement", {"S-39": "3706"}), "S-39", "3606") == 3


@pytest.mark.rule("dagc", "9.9")
def test_leaving_a_partisan_area_and_supply_in_it_are_unaffected(situation: Situation) -> None:
    match = situation("german.movement", {"G-1": "3810", "S-39": "3405"})
    assert cost(match, "G-1", "3809") == 1
    assert match.ask("supply", unit="G-1")["supplied"]
    assert match.ask("supply", unit="S-39")["supplied"]


@pytest.mark.rule("dagc", "9.10")
@pytest.mark.parametrize(("start", "hex", "points"), [
    ("4223", "4224", 1),  # Siedlce: clear
    ("3907", "3908", 1),  # Minsk, a city: clear
    ("3807", "3806", 2),  # Borisov: forest
    ("4613", "4614", 4),  # Pinsk: west Pripyat
])
def test_a_town_costs_what_the_other_terrain_costs(situation: Situation, start: str, hex: str, points: int) -> None:
    assert cost(situation("soviet.movement", {"S-39": start}), "S-39", hex) == points


@pytest.mark.rule("dagc", "9.10")
def test_an_entrenchment_costs_what_the_other_terrain_costs(situation: Situation) -> None:
    match = situation("soviet.movement", {"S-39": "3301"})
    assert cost(match, "S-39", "3401") == 1  # clear
    assert cost(match, "S-39", "3302") == 2  # forest


# -- 9.7, 9.8 Water and the strait ---------------------------------------------------------------------------------


@pytest.mark.rule("dagc", "9.7")
def test_no_unit_moves_across_open_water(situation: Situation) -> None:
    german = situation("german.movement", {"G-1": "2021", "G-2": "1404"})
    assert cost(german, "G-1", "2121") == 2  # by land, through 2120
    assert "2120" in german.ask("path", unit="G-1", hex="2121")["path"]
    assert cost(german, "G-2", "1504") == 3  # round the lake, through the forest of 1405
    soviet = situation("soviet.movement", {"S-39": "1502"})
    assert cost(soviet, "S-39", "1403") == 6  # through 1402: forest 2, then swamp 3 and a river 1


@pytest.mark.rule("dagc", "9.7")
def test_water_hexes_are_closed(situation: Situation) -> None:
    match = played(situation("german.movement", {"G-1": "2021"}), "unit:G-1")
    assert refused(match, "hex:2022") == "9.7"


@pytest.mark.rule("dagc", "9.7", "11.17.b")
def test_no_retreat_across_open_water(situation: Situation) -> None:
    # The attacker in 2020 controls 2120 and 1920; only 2121, across the sea, is out of its reach.
    match = battle(situation, "DR", "soviet.combat_before", {"S-2T": "2020", "S-5": "2020", "G-1": "2021"},
                   "2021", ["S-2T", "S-5"])
    assert is_reduced(match, "G-1") and where(match, "G-1") == "2021"
    assert event(match, "blocked")["units"] == ["G-1"]


@pytest.mark.rule("dagc", "9.7", "12.2.b")
def test_no_advance_across_open_water(situation: Situation) -> None:
    place = {"S-O": "2020", "S-2T": "2020", "G-1": {"hex": "2021", "reduced": True}}
    match = battle(situation, "DE", "soviet.combat_before", place, "2021", ["S-O", "S-2T"])
    played(match, "unit:S-O")
    assert set(offered(match).hexes) == {"2120", "1920", "2020"}


ROUND_THE_LAKE = 7
"""What the way by land from one side of the strait to the other costs."""


def peipus(situation: Situation, step: str = "soviet.movement", **keys: Any) -> stavka.Match:
    """Two Soviet armies at the strait, both of its hexes Soviet."""
    keys.setdefault("control", {"soviet": ["1803", "1804"]})
    return situation(step, {"S-42": "1803", "S-67": "1802"}, **keys)


@pytest.mark.rule("dagc", "9.8")
def test_the_strait_is_crossed_as_a_river_once_a_game_by_one_unit(situation: Situation) -> None:
    match = peipus(situation)
    assert cost(match, "S-42", "1804") == 2
    move(match, "S-42", "1804")
    assert refused(match, "hex:1803") == "9.8"  # the one crossing is made
    played(match, "unit:S-67")
    assert "1803" in offered(match).hexes and "1804" not in offered(match).hexes
    end_until(match, "soviet.movement", turn=4)
    assert cost(match, "S-42", "1803") == ROUND_THE_LAKE


@pytest.mark.rule("dagc", "9.8")
def test_the_strait_is_crossed_either_way(situation: Situation) -> None:
    match = situation("soviet.movement", {"S-42": "1804"})
    assert cost(match, "S-42", "1803") == 2


@pytest.mark.rule("dagc", "9.8")
def test_the_strait_is_crossed_only_when_asked_for(situation: Situation) -> None:
    """It lies on the cheapest way to hexes beyond it, but a way never takes it: the crossing is a step of its own."""
    match = peipus(situation)
    assert cost(match, "S-42", "1805") == ROUND_THE_LAKE  # over the strait it would be 3
    assert "1804" not in match.ask("path", unit="S-42", hex="1805")["path"]
    assert match.ask("path", unit="S-42", hex="1804")["steps"][0]["why"][1]["rule"] == "9.8"
    played(match, "unit:S-42")
    assert refused(match, "hex:1806") == "9.8"
    played(match, "unit:S-67")
    assert cost(match, "S-67", "1804") == ROUND_THE_LAKE  # over the strait it would be 4
    played(match, "hex:1803")
    assert "1804" in offered(match).hexes


@pytest.mark.rule("dagc", "9.8")
def test_no_retreat_and_no_advance_across_the_strait(situation: Situation) -> None:
    men = {"S-42": "1803", "S-2T": "1805", "S-5GT": "1805", "G-28": "1804"}
    beaten = {**men, "G-28": {"hex": "1804", "reduced": True}}
    advance = battle(situation, "DE", "soviet.combat_before", beaten, "1804", ["S-42", "S-2T", "S-5GT"])
    assert "S-2T" in offered(advance).units and refused(advance, "unit:S-42") == "9.8"
    aside = {**men, "S-42": "1801", "S-2T": "1904", "S-5GT": "1904"}
    retreat = battle(situation, "DR", "soviet.combat_before", aside, "1804", ["S-2T", "S-5GT"])
    assert refused(retreat, "hex:1803") == "9.8"


@pytest.mark.rule("dagc", "9.8")
def test_moves_that_do_not_cross_leave_the_strait_open(situation: Situation) -> None:
    match = move(peipus(situation), "S-67", "1801")
    played(match, "unit:S-42")
    assert "1804" in offered(match).hexes


@pytest.mark.rule("dagc", "9.8")
@pytest.mark.parametrize("keys", [
    {"control": {"german": ["1804"]}},  # as at the start
    {"strait_used": True},
])
def test_the_strait_is_closed_without_control_of_both_hexes_or_once_used(
        situation: Situation, keys: dict[str, Any]) -> None:
    assert cost(peipus(situation, **keys), "S-42", "1804") == ROUND_THE_LAKE


@pytest.mark.rule("dagc", "9.8")
def test_control_of_the_near_side_is_needed_too(situation: Situation) -> None:
    match = situation("soviet.movement", {"S-42": "1804"}, control={"german": ["1803"]})
    assert cost(match, "S-42", "1803") == ROUND_THE_LAKE


@pytest.mark.rule("dagc", "9.8")
def test_germans_never_cross_the_strait(situation: Situation) -> None:
    match = situation("german.movement", {"G-28": "1804"}, control={"german": ["1803"]})
    assert cost(match, "G-28", "1803") is None  # nor is there a way round: Soviet entrenchments bar it


@pytest.mark.rule("dagc", "9.8")
def test_no_advance_across_the_strait(situation: Situation) -> None:
    place = {"S-42": "1803", "S-2T": "1803", "G-28": {"hex": "1804", "reduced": True}}
    match = battle(situation, "DE", "soviet.combat_before", place, "1804", ["S-42", "S-2T"])
    assert where(match, "G-28") == "dead.german"
    assert event(match, "fought")["defence"] == 2 + 3  # as across a river
    assert offered(match).task == "target"
    assert where(match, "S-42") == where(match, "S-2T") == "1803"


@pytest.mark.rule("dagc", "9.8", "11.17.b")
def test_no_retreat_across_the_strait(situation: Situation) -> None:
    # The attacker in 1805 controls all land around 1804; 1803 lies across the strait.
    place = {"S-42": "1804", "G-3SSPz": "1805", "G-26": "1805"}
    match = battle(situation, "DR", "german.combat_before", place, "1804", ["G-3SSPz", "G-26"])
    assert is_reduced(match, "S-42") and where(match, "S-42") == "1804"


# -- 9.11, 9.12 Off the map, and Soviet entrenchments --------------------------------------------------------------


@pytest.mark.rule("dagc", "9.11")
def test_units_do_not_leave_the_map(situation: Situation) -> None:
    match = played(situation("german.movement", {"G-1": "3028"}), "unit:G-1")
    assert all(hex.isdigit() for hex in offered(match).hexes)
    assert refused(match, "hex:turn.4") == "9.11"
    assert refused(match, "hex:dead.german") == "9.11"


@pytest.mark.rule("dagc", "9.11", "11.17.b")
def test_units_do_not_retreat_off_the_map(situation: Situation) -> None:
    match = battle(situation, "DR", "soviet.combat_before", {"S-2T": "5027", "G-1": "5028"}, "5028", ["S-2T"])
    assert is_reduced(match, "G-1") and where(match, "G-1") == "5028"  # the corner, its only two neighbours watched


@pytest.mark.rule("dagc", "9.12")
def test_germans_do_not_enter_soviet_entrenchments(situation: Situation) -> None:
    match = situation("german.movement", {"G-9": "3401"})
    assert all(cost(match, "G-9", hex) is None for hex in ("3400", "3301", "3300"))
    played(match, "unit:G-9")
    assert refused(match, "hex:3400") == "9.12"
    assert match.ask("why_not", unit="G-9", hex="3301")["rule"] == "9.12"
    assert cost(situation("soviet.movement", {"S-39": "3401"}), "S-39", "3400") == 1


@pytest.mark.rule("dagc", "9.12", "11.17.b")
def test_germans_do_not_retreat_into_soviet_entrenchments(situation: Situation) -> None:
    # The attacker in 3501 controls 3500 and 3402; the other neighbours of 3401 are Soviet entrenchments.
    place = {"S-2T": "3501", "S-5": "3501", "G-9": "3401"}
    match = battle(situation, "DR", "soviet.combat_before", place, "3401", ["S-2T", "S-5"])
    assert where(match, "G-9") == "3401" and is_reduced(match, "G-9")


@pytest.mark.rule("dagc", "9.12")
def test_german_zones_extend_into_soviet_entrenchments(situation: Situation) -> None:
    match = situation("soviet.movement", {"G-9": "3401", "S-39": "3200"})
    assert {"3400", "3301", "3300"} <= set(match.ask("zoc", side="german"))


# -- Questions -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("step", "unit", "place", "keys"), [
    ("german.movement", "G-1", {"G-1": "3706", "G-6": "3706", "G-2": "3607", "S-39": "3605"}, {}),  # all extras
    ("german.movement", "G-2", {"G-2": "3809", "S-39": "3811"}, {}),
    ("soviet.movement", "S-42", {"S-42": "1803", "G-28": "1806"}, {"control": {"soviet": ["1804"]}}),
    ("soviet.movement", "S-O", {"S-O": "4518", "S-P": "4517", "G-1": "4416"}, {}),
])
def test_the_steps_of_a_path_add_up_to_reach(
        situation: Situation, step: str, unit: str, place: dict[str, str], keys: dict[str, Any]) -> None:
    match = situation(step, place, **keys)
    reach = match.ask("reach", unit=unit)
    assert len(reach) > 20
    for hex, points in reach.items():
        path = match.ask("path", unit=unit, hex=hex)
        assert path["cost"] == points == sum(step["cost"] for step in path["steps"])
        assert path["left"] == 7 - points
        assert [step["hex"] for step in path["steps"]] == path["path"][1:]
        for step_of_path in path["steps"]:
            assert step_of_path["cost"] == sum(item["value"] for item in step_of_path["why"])


def test_a_step_names_the_rule_of_every_point(situation: Situation) -> None:
    match = situation("german.movement", {"G-1": "3706", "G-6": "3706", "S-39": "3605"})
    step = match.ask("path", unit="G-1", hex="3606")["steps"][0]
    assert {item["rule"]: item["value"] for item in step["why"]} == {
        "9.5.a": 2, "9.6": 1, "9.9": 1, "6.4.a": 1, "8.3.a": 1}
    assert step["cost"] == 6


def test_what_is_offered_is_what_reach_says_and_costs_what_it_says(situation: Situation) -> None:
    match = situation("german.movement", {"G-1": "3706", "G-6": "3706", "S-39": "3605"})
    reach = match.ask("reach", unit="G-1")
    played(match, "unit:G-1")
    assert set(offered(match).hexes) == set(reach)
    played(match, "hex:3606")
    assert event(match, "moved")["cost"] == reach["3606"]


def test_a_path_that_is_not_there_is_refused_with_the_rule(situation: Situation) -> None:
    match = situation("german.movement", {"G-9": "3401"})
    with pytest.raises(stavka.Illegal) as refused:
        match.ask("path", unit="G-9", hex="3400")
    assert refused.value.rule == "9.12"


def test_questions_change_nothing(situation: Situation) -> None:
    match = situation("german.movement", {"G-1": "3706"}, control=GERMANS_CUT_OFF)
    before = match.digest
    match.ask("reach", unit="G-1")
    match.ask("path", unit="G-1", hex="3707")
    match.ask("why_not", unit="G-1", hex="3400")
    assert match.digest == before and not happened(match, "movement_roll")


def test_an_undone_move_leaves_no_trace(situation: Situation) -> None:
    match = peipus(situation)
    before = match.digest
    move(match, "S-42", "1804")
    match.undo()
    match.undo()
    assert match.digest == before
    assert cost(match, "S-42", "1804") == 2


def test_an_attack_is_no_move(situation: Situation) -> None:
    match = situation("soviet.combat_before", {"S-39": "2811", "G-1": "2812"}, dice=[2])
    attack(match, "2812", "S-39")
    end_until(match, "soviet.movement")
    assert "S-39" in offered(match).units


@pytest.mark.parametrize("seed", [1, 2])
def test_ranges_that_are_remembered_are_those_worked_out_anew(dagc: stavka.Game[Any], seed: int) -> None:
    match = dagc.start(seed=seed)
    p, rng = cast(Dagc, match.position), Random(seed)
    units = [*p.layout.ground[0], *p.layout.ground[1]]
    while (offer := match.offer) is not None:
        match.choose(offer.nth(rng.randrange(len(offer))))
        if len(match.records) % 50 == 0:
            for unit in filter(p.is_on_map, units):
                for points in (2, 7):
                    assert range_of(p, unit, points) == of(reach_of(p, unit, points).cost), (p.id(unit), points)
