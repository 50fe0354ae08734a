"""Chapter 6: stacking, fog of war."""

from __future__ import annotations

import json
from typing import Any

import pytest

import stavka
from tests.playing import Situation, offered, play, refused, where

from .helpers import SCENARIOS, battle, is_reduced, reach

# -- 6.1 - 6.7 Stacking --------------------------------------------------------------------------------------------


@pytest.mark.rule("dagc", "6.1", "6.5")
@pytest.mark.parametrize(("step", "pair", "third"), [
    ("soviet.movement", ("S-39", "S-5"), "S-43"), ("german.movement", ("G-1", "G-2"), "G-6")])
def test_no_third_unit_enters_a_hex(situation: Situation, step: str, pair: tuple[str, str], third: str) -> None:
    match = situation(step, {pair[0]: "3610", pair[1]: "3610", third: "3611"})
    match.choose(f"unit:{third}")
    assert refused(match, "hex:3610") == "6.5"
    one = situation(step, {pair[0]: "3610", third: "3611"})
    play(one, f"unit:{third}", "hex:3610")
    assert where(one, third) == "3610"


@pytest.mark.rule("dagc", "6.1")
def test_no_third_unit_arrives_in_a_hex(situation: Situation) -> None:
    match = situation("soviet.replacements", {"S-39": "3600", "S-5": "3600", "S-43": "3400"}, turn=2)
    match.choose("unit:S-1Pol")
    assert "3600" not in offered(match).hexes
    assert "3400" in offered(match).hexes


@pytest.mark.rule("dagc", "6.1")
def test_no_more_than_two_units_advance(situation: Situation) -> None:
    # 15 against 2: the last column, where 3 is DE
    match = situation("soviet.combat_after", {
        "G-KG-Hrt": "3610", "S-39": "3611", "S-5": "3611", "S-43": "3710"}, dice=[3])
    play(match, "hex:3610", "unit:S-39", "unit:S-5", "unit:S-43", "do:roll", "unit:S-39", "unit:S-43")
    assert offered(match).task == "target"  # the advance is over
    assert [where(match, unit) for unit in ("S-39", "S-5", "S-43")] == ["3610", "3611", "3610"]


@pytest.mark.rule("dagc", "6.1")
def test_no_retreat_onto_two_units(situation: Situation) -> None:
    # 12 against 3: the last column, where 1 is DR. 3611, the way west, is full.
    match = situation("soviet.combat_after", {
        "G-1": "3610", "G-2": "3611", "G-6": "3611", "S-5GT": "3609", "S-39": "3609"}, dice=[1])
    play(match, "hex:3610", "unit:S-5GT", "unit:S-39", "do:roll")
    assert offered(match).task == "retreat"
    assert refused(match, "hex:3611") in ("6.5", "11.17.b")


@pytest.mark.rule("dagc", "6.2")
@pytest.mark.parametrize("static", ["G-FL-Minsk", "G-KG-Hrt", "G-5PA-1SS"])
def test_every_unit_counts_as_one(situation: Situation, static: str) -> None:
    match = situation("german.movement", {static: "3908", "G-1": "3909", "G-2": "3907"})
    play(match, "unit:G-1", "hex:3908", "unit:G-2")
    assert refused(match, "hex:3908") == "6.5"


@pytest.mark.rule("dagc", "6.2")
def test_a_reduced_unit_counts_as_one(situation: Situation) -> None:
    match = situation("german.movement", {
        "G-1": {"hex": "3610", "reduced": True}, "G-2": {"hex": "3610", "reduced": True}, "G-6": "3611"})
    assert "3610" not in reach(match, "G-6")


@pytest.mark.rule("dagc", "6.3")
def test_units_move_one_at_a_time(situation: Situation) -> None:
    match = situation("german.movement", {"G-1": "3610", "G-2": "3610"})
    play(match, "unit:G-1", "hex:3611")
    assert where(match, "G-2") == "3610"  # the stack does not go along
    match.choose("unit:G-2")  # this ends the first move
    assert "G-1" not in offered(match).units
    play(match, "hex:3609")
    assert refused(match, "unit:G-1") == "9.2.b"


@pytest.mark.rule("dagc", "6.4.a")
def test_leaving_a_stack_costs_a_point(situation: Situation) -> None:
    alone = situation("german.movement", {"G-1": "3610"})
    stacked = situation("german.movement", {"G-1": "3610", "G-2": "3610"})
    assert reach(alone, "G-1")["3611"] == 1
    assert reach(stacked, "G-1")["3611"] == 2
    play(stacked, "unit:G-2", "hex:3609")
    assert reach(stacked, "G-1")["3611"] == 1  # nobody is left behind
    step = situation("german.movement", {"G-1": "3610", "G-2": "3610"}).ask("path", unit="G-1", hex="3611")["steps"][0]
    assert {line["rule"]: line["value"] for line in step["why"]} == {"9.5.a": 1, "6.4.a": 1}


@pytest.mark.rule("dagc", "6.4.b")
def test_joining_a_stack_costs_a_point_besides_all_others(situation: Situation) -> None:
    match = situation("soviet.movement", {"S-39": "3610", "S-5": "3611", "G-1": "3612"})
    assert reach(match, "S-39")["3611"] == 1 + 1 + 1  # clear, zone, stack
    forest = situation("soviet.movement", {"S-39": "3610", "S-5": "3509"})
    assert reach(forest, "S-39")["3509"] == 2 + 1 + 1  # forest, river, stack


@pytest.mark.rule("dagc", "6.4.a", "6.4.b", "6.5")
def test_passing_through_one_unit_costs_two_points_through_two_is_forbidden(situation: Situation) -> None:
    one = situation("soviet.movement", {"S-39": "3610", "S-5": "3611"})
    play(one, "unit:S-39", "hex:3611", "hex:3612")
    assert offered(one).message.args["left"] == 7 - (1 + 1) - (1 + 1)
    # From the spit in 2725 the only way, with 2724 full, leads through Königsberg.
    spit = {"G-1": "2725", "G-2": "2724", "G-6": "2724", "G-8": "2825"}
    assert reach(situation("german.movement", spit), "G-1")["2925"] == (1 + 1) + (1 + 1)
    assert reach(situation("german.movement", {**spit, "G-9": "2825"}), "G-1") == {}


@pytest.mark.rule("dagc", "6.6.a")
def test_the_order_of_moves_can_block_but_any_number_may_pass(situation: Situation) -> None:
    match = situation("german.movement", {"G-1": "3610", "G-2": "3709", "G-6": "3710", "G-8": "3609"})
    for unit, to in (("G-1", "3612"), ("G-2", "3613"), ("G-6", "3712"), ("G-8", "3614")):
        play(match, f"unit:{unit}", "hex:3611", f"hex:{to}")  # four units, one after another, through 3611
    blocked = situation("german.movement", {"G-1": "3610", "G-2": "3709", "G-6": "3710"})
    play(blocked, "unit:G-1", "hex:3611", "unit:G-2", "hex:3611", "unit:G-6")
    assert refused(blocked, "hex:3611") == "6.5"


@pytest.mark.rule("dagc", "6.6.b")
def test_a_stack_may_split(situation: Situation) -> None:
    match = situation("soviet.movement", {"S-39": "3610", "S-5": "3610"})
    play(match, "unit:S-39", "hex:3611", "unit:S-5", "hex:3609", "do:end_phase")
    assert (where(match, "S-39"), where(match, "S-5")) == ("3611", "3609")


@pytest.mark.rule("dagc", "6.6.c")
@pytest.mark.parametrize("step", ["soviet.movement", "german.combat_before"])
def test_the_owner_eliminates_excess_units_of_his_choice(situation: Situation, step: str) -> None:
    match = situation(step, {"G-1": "3610", "G-2": "3610", "G-6": "3610", "G-8": "3610", "S-39": "3707"})
    assert (offered(match).seat, offered(match).task) == ("german", "excess")
    assert set(offered(match).units) == {"G-1", "G-2", "G-6", "G-8"}
    play(match, "unit:G-2")
    assert set(offered(match).units) == {"G-1", "G-6", "G-8"}
    play(match, "unit:G-8")
    assert offered(match).task != "excess"
    assert [where(match, unit) for unit in ("G-1", "G-2", "G-6", "G-8")] == [
        "3610", "dead.german", "3610", "dead.german"]


@pytest.mark.rule("dagc", "6.6.c")
def test_excess_soviet_units_are_the_soviet_players_choice(situation: Situation) -> None:
    match = situation("german.movement", {"S-39": "3610", "S-5": "3610", "S-43": "3610"})
    assert offered(match).seat == "soviet"
    play(match, "unit:S-39")
    assert (offered(match).seat, where(match, "S-39")) == ("german", "dead.soviet")


@pytest.mark.rule("dagc", "6.7")
def test_markers_do_not_count(situation: Situation) -> None:
    # 4004 has the Bagration marker, a corps, and an air army above it; it was Soviet once
    match = situation("german.interdiction", {"G-1": "4004", "G-2": "4005"}, turn=1, control={"soviet": ["4006"]})
    play(match, "unit:A-1", "unit:G-1", "do:end_phase")
    assert "4004" in reach(match, "G-2")
    play(match, "unit:G-2", "hex:4004")
    assert match.view("german")["stacks"]["4004"] == ["G-1", "G-2"]


# -- 6.8 Fog of war ------------------------------------------------------------------------------------------------

STACKED = {"S-33": "3610", "S-5GT": "3610", "S-O": "3613", "S-11G": "3613", "G-1": "3611", "G-2": "3612"}
"""33rd Army lies under 5th Guards Tank Army, Oslikovskiy's group under 11th Guards Army."""
SWAPPED = {"S-O": "3610", "S-5GT": "3610", "S-33": "3613", "S-11G": "3613", "G-1": "3611", "G-2": "3612"}


@pytest.mark.rule("dagc", "6.8.a")
def test_the_soviet_player_sees_everything(situation: Situation) -> None:
    match = situation("german.movement", {"G-1": "3611", "G-2": "3611", "S-39": "3610", "S-5": "3610"})
    view = match.view("soviet")
    assert view["stacks"]["3611"] == ["G-1", "G-2"]
    assert view["units"]["G-1"] == {"place": "3611"}
    assert match.ask("unit", unit="G-1", seat="soviet")["combat"] == [3, 2]
    assert match.ask("odds", target="3611", units=["S-39"], seat="soviet")["hidden"] == 0


@pytest.mark.rule("dagc", "6.8.b")
@pytest.mark.parametrize("step", ["soviet.movement", "german.combat_before", "german.movement", "german.combat_after"])
def test_the_german_player_sees_only_the_top_of_a_soviet_stack(situation: Situation, step: str) -> None:
    match = situation(step, STACKED)
    view = match.view("german")
    assert view["stacks"]["3610"] == [None, "S-5GT"]
    assert view["stacks"]["3613"] == [None, "S-11G"]
    assert not {"S-33", "S-O"} & set(view["units"])
    assert "S-33" not in json.dumps(view) and "S-O" not in json.dumps(view)
    assert match.ask("hex", hex="3610", seat="german")["stack"] == [None, "S-5GT"]
    assert match.view("soviet")["stacks"]["3610"] == ["S-33", "S-5GT"]


@pytest.mark.rule("dagc", "6.8.b")
@pytest.mark.parametrize("step", ["soviet.movement", "german.combat_before", "german.movement", "german.combat_after"])
def test_the_german_view_does_not_depend_on_what_is_hidden(situation: Situation, step: str) -> None:
    worn = {**STACKED, "S-33": {"hex": "3610", "reduced": True}}
    matches = [situation(step, place) for place in (STACKED, SWAPPED, worn)]
    assert len({json.dumps(match.view("german")) for match in matches}) == 1
    assert len({json.dumps(match.view("soviet")) for match in matches}) == 3

    def answers(match: stavka.Match) -> str:
        odds = [match.ask("odds", target="3610", units=["G-1"], seat="german", armour=armour)
                for armour in (False, True)]
        others = [
            match.ask("zoc", side="soviet", seat="german"), match.ask("hex", hex="3610", seat="german"),
            match.ask("reach", unit="G-1", seat="german"), match.ask("supply", unit="G-1", seat="german"),
            match.ask("reach", unit="S-5GT", seat="german"), match.ask("unit", unit="S-5GT", seat="german"),
            match.ask("why_not", unit="G-1", hex="3610", seat="german"), match.ask("victory", seat="german"),
        ]
        return json.dumps([odds, others])

    assert len({answers(match) for match in matches}) == 1


@pytest.mark.rule("dagc", "6.8.b")
@pytest.mark.parametrize(("question", "about"), [
    ("unit", {"unit": "S-33"}),
    ("supply", {"unit": "S-33"}),
    ("reach", {"unit": "S-33"}),
    ("path", {"unit": "S-33", "hex": "3609"}),
    ("why_not", {"unit": "S-33", "hex": "3609"}),
    ("odds", {"target": "3611", "units": ["S-33"]}),
])
def test_questions_about_a_hidden_unit_are_refused(situation: Situation, question: str, about: dict[str, Any]) -> None:
    match = situation("german.movement", STACKED)
    with pytest.raises(stavka.Illegal) as caught:
        match.ask(question, seat="german", **about)
    assert caught.value.rule == "6.8.b"
    match.ask(question, seat="soviet", **about)


@pytest.mark.rule("dagc", "6.8.b")
def test_declaring_an_attack_reveals_and_binds(situation: Situation) -> None:
    match = situation("german.combat_before", STACKED, dice=[4])
    before = match.ask("odds", target="3610", units=["G-1"])
    assert (before["defence"], before["hidden"]) == (7, 1)
    events = match.choose("hex:3610")
    assert [event.data["units"] for event in events if event.kind == "revealed"] == [["S-33", "S-5GT"]]
    assert match.view("german")["stacks"]["3610"] == ["S-33", "S-5GT"]
    assert match.view("german")["units"]["S-33"]["place"] == "3610"
    assert match.view("german")["stacks"]["3613"] == [None, "S-11G"]  # only the stack under attack
    after = match.ask("odds", target="3610", units=["G-1"])
    assert (after["defence"], after["hidden"]) == (11, 0)
    # it cannot be called off
    assert refused(match, "do:end_phase") == "6.8.b"
    refused(match, "hex:3613")
    with pytest.raises(stavka.Illegal):
        match.undo("german")
    play(match, "unit:G-1", "do:roll")  # 3 against 11: column "≤ -3", where 4 is AS
    assert match.view("german")["stacks"]["3610"] == [None, "S-5GT"]


@pytest.mark.rule("dagc", "6.8.b")
def test_only_the_opponent_can_let_a_revealing_choice_be_taken_back(situation: Situation) -> None:
    match = situation("german.combat_before", STACKED)
    match.choose("hex:3610")
    match.undo("german", consent=True)
    assert match.view("german")["stacks"]["3610"] == [None, "S-5GT"]
    single = situation("german.combat_before", {"S-39": "3610", "G-1": "3611"})
    single.choose("hex:3610")
    single.undo("german")  # nothing was hidden, nothing was shown
    assert offered(single).task == "target"


@pytest.mark.rule("dagc", "6.8.b")
def test_a_die_for_movement_does_not_name_a_hidden_unit(situation: Situation) -> None:
    # On turn 6 Soviet units roll for their points: the German player sees the die, not which unit it is for.
    match = situation("soviet.movement", STACKED, turn=6, dice=[3])
    events = match.choose("unit:S-33")
    assert [event.kind for event in events] == ["movement_roll"]
    assert events[0].seen_by("soviet").data["unit"] == "S-33"
    assert events[0].seen_by("german").data["die"] == 3
    assert "S-33" not in json.dumps([event.seen_by("german").as_data() for event in events])


# -- 6.9, 6.10 -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("dagc", "6.9")
@pytest.mark.parametrize(("step", "mover", "enemy"), [
    ("soviet.movement", "S-39", "G-1"), ("soviet.movement", "S-39", "G-FL-Minsk"),
    ("soviet.movement", "S-O", "G-KG-Hrt"), ("german.movement", "G-1", "S-39")])
def test_hexes_with_enemies_are_never_entered(situation: Situation, step: str, mover: str, enemy: str) -> None:
    match = situation(step, {mover: "3908", enemy: "3909"})
    assert "3909" not in reach(match, mover)
    match.choose(f"unit:{mover}")
    assert refused(match, "hex:3909") == "6.9"


@pytest.mark.rule("dagc", "6.9")
def test_reinforcements_do_not_enter_on_enemies(situation: Situation) -> None:
    match = situation("german.replacements", {"S-39": "3028"}, turn=6)
    match.choose("unit:G-4SSPz")
    assert "3028" not in offered(match).hexes
    assert "3228" in offered(match).hexes


@pytest.mark.rule("dagc", "6.9")
def test_no_retreat_onto_an_enemy(situation: Situation) -> None:
    # 12 against 3: the last column, where 1 is DR. The lone army in 3611, in nobody's zone, bars the way west.
    match = situation("soviet.combat_after", {"G-1": "3610", "S-5": "3611", "S-5GT": "3609", "S-39": "3609"}, dice=[1])
    play(match, "hex:3610", "unit:S-5GT", "unit:S-39", "do:roll")
    assert where(match, "G-1") == "3610"
    assert is_reduced(match, "G-1")  # every other hex is in a zone: DE instead (11.17)


@pytest.mark.rule("dagc", "6.10")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_fronts_never_share_or_cross_a_hex(situation: Situation, scenario: str) -> None:
    match = situation("soviet.movement", {"S-39": "4922", "U-13": "4923", "U-3G": "4921"}, scenario=scenario, turn=5)
    assert "4923" not in reach(match, "S-39")
    assert "4922" not in reach(match, "U-13")
    match.choose("unit:S-39")
    assert refused(match, "hex:4923") == "6.10"
    match.choose("unit:U-13")
    assert refused(match, "hex:4922") == "6.10"
    assert "4921" in reach(match, "U-13")  # its own front is no obstacle
    path = match.ask("path", unit="U-13", hex="4920")["path"]
    assert "4922" not in path  # round the other front, not through it


@pytest.mark.rule("dagc", "6.10")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_fronts_never_attack_together(situation: Situation, scenario: str) -> None:
    match = situation("soviet.combat_after", {"S-39": "4922", "U-13": "4924", "G-1": "4923"}, scenario=scenario, turn=5)
    match.choose("hex:4923")
    assert set(offered(match).units) >= {"S-39", "U-13"}
    match.choose("unit:S-39")
    assert "U-13" not in offered(match).units
    assert refused(match, "unit:U-13") == "11.24"


@pytest.mark.rule("dagc", "6.10")
def test_no_front_retreats_onto_the_other(situation: Situation) -> None:
    # 6 + 5 against 3 (reduced) and 3 for the river: column "+5, +6", where 3 is DR. 4922 is open to its own front.
    stacks = {"S-39": {"hex": "4923", "reduced": True}, "G-4SSPz": "4924", "G-40Pz": "4924"}
    free = situation("german.combat_before", {**stacks, "S-5": "4922"}, turn=5, dice=[3])
    barred = situation("german.combat_before", {**stacks, "U-13": "4922"}, turn=5, dice=[3])
    for match in (free, barred):
        play(match, "hex:4923", "unit:G-4SSPz", "unit:G-40Pz", "do:roll")
        assert offered(match).seat == "soviet"
    assert "4922" in offered(free).hexes
    assert "4922" not in offered(barred).hexes
    assert refused(barred, "hex:4922") == "6.10"


@pytest.mark.rule("dagc", "6.10")
def test_no_front_enters_or_is_placed_onto_the_other(situation: Situation) -> None:
    match = situation("soviet.replacements", {"S-39": "5014"}, turn=4)
    match.choose("unit:U-13")
    assert set(offered(match).hexes) == {"5013", "5015", "5016"}
    with pytest.raises(stavka.SituationError):
        situation("soviet.movement", {"S-39": "4922", "U-13": "4922"})


@pytest.mark.rule("dagc", "6.10")
def test_a_second_advance_does_not_lead_onto_the_other_front(situation: Situation) -> None:
    # 10 against 2: column "+7, +8", where 4 is DE
    match = situation("soviet.combat_after", {
        "S-O": "4923", "S-P": "4923", "G-KG-Hrt": "4922", "U-13": "4921"}, turn=5, dice=[4])
    play(match, "hex:4922", "unit:S-O", "unit:S-P", "do:roll", "unit:S-O")
    assert offered(match).task == "advance_again"
    assert "4921" not in offered(match).hexes
    assert refused(match, "hex:4921") == "6.10"
    play(match, "do:halt", "do:halt")
    assert where(match, "S-O") == "4922"


@pytest.mark.rule("dagc", "6.8.b")
def test_the_soviet_player_says_which_unit_lies_on_top(situation: Situation) -> None:
    match = situation("soviet.movement", {"S-33": "3610", "S-5GT": "3611"})
    play(match, "unit:S-5GT", "hex:3610")
    assert match.view("german")["stacks"]["3610"] == [None, "S-5GT"]
    assert "under" in offered(match).buttons
    play(match, "do:under")
    assert match.view("german")["stacks"]["3610"] == [None, "S-33"]
    assert "S-5GT" not in match.view("german")["units"]
    assert refused(match, "do:under") == "6.8.b"  # it lies under the other


@pytest.mark.rule("dagc", "6.8.b")
def test_germans_hide_nothing_and_arrange_nothing(situation: Situation) -> None:
    match = situation("german.movement", {"G-1": "3610", "G-2": "3611"})
    play(match, "unit:G-1", "hex:3611")
    assert "under" not in offered(match).buttons


@pytest.mark.rule("dagc", "6.8.b", "11.17.a")
def test_after_a_retreat_onto_another_unit_the_soviet_player_arranges_the_stack(situation: Situation) -> None:
    men = {"S-39": "2812", "S-33": "2811", "G-1": "2813", "G-2": "2813", "G-6": "2712", "G-8": "2912"}
    match = battle(situation, "DR", "german.combat_before", men, "2812", ["G-1", "G-2", "G-6", "G-8"])
    play(match, "hex:2811")
    assert (offered(match).seat, offered(match).task) == ("soviet", "top")
    assert refused(match, "unit:G-1") == "6.8.b"
    play(match, "unit:S-33")
    assert match.view("german")["stacks"]["2811"] == [None, "S-33"]
