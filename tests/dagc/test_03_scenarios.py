"""Chapter 3: set-up, scenarios and control of hexes."""

from __future__ import annotations

from typing import Any

import pytest

import stavka
from tests.playing import Situation, end_until, neighbours, offered, play, refused, where

from .helpers import GERMAN_SOURCES, movement_points, reach, soviet_control, supplied, supply_rule

NINE = {"S-6G", "S-5", "S-11G", "S-5GT", "S-O", "S-3", "S-65", "S-28", "S-P"}
FIFTH_PANZER = ("G-5PA-1SS", "G-5PA-2SS", "G-5PA-47", "G-5PA-58")
NORTH_UKRAINE = {"G-NU-3", "G-NU-24", "G-NU-46", "G-NU-48"}
NORTH_UKRAINE_EDGE = {
    "4428", "4527", "4628", "4727", "4828", "4927", "5028", "5027", "5026", "5025", "5024", "5023", "5022", "5021",
}


# -- 3.1, 3.2 Historical set-up ------------------------------------------------------------------------------------


@pytest.mark.rule("dagc", "3.1.a")
def test_units_with_a_hex_start_there(dagc: stavka.Game[Any]) -> None:
    match = dagc.start(seed=1)
    with_hex = [unit for unit in dagc.counters if unit.start]
    assert len(with_hex) == 23 + 10 + 32  # German corps, localities, Soviet armies
    assert all(where(match, unit.id) == unit.start for unit in with_hex)
    # those that the rulebook names: 2.4, errata, note to 10.3
    assert [where(match, unit) for unit in ("G-1", "S-6G", "G-56Pz")] == ["3102", "3301", "4919"]


@pytest.mark.rule("dagc", "3.1.b")
def test_later_units_wait_on_the_turn_record_track(dagc: stavka.Game[Any]) -> None:
    match = dagc.start(seed=1)
    # 10.1 names the 1st Polish Army, 10.2 the five armies and two air armies of the 1UF; KG are one-step units
    assert where(match, "S-1Pol") == "turn.2"
    for unit in dagc.counters:
        if unit.group in ("korps_gruppe", "first_ukrainian"):
            assert where(match, unit.id) == f"turn.{unit.turn}"
    offstage = [unit for unit in dagc.counters if unit.group in ("north_ukraine", "fifth_panzer")]
    waiting = [unit for unit in dagc.counters if not unit.start and unit.turn != 1 and unit not in offstage]
    assert all(where(match, unit.id) == f"turn.{unit.turn}" for unit in waiting)


@pytest.mark.rule("dagc", "3.1.c")
@pytest.mark.parametrize(("scenario", "north_ukraine", "fifth_panzer"), [
    ("historical", "aside", "aside"),
    ("no_bomb_plot", "aside", "aside"),
    ("bold_stroke", "turn.3", "aside"),
    ("failed_dday", "aside", "setup"),
    ("failed_dday_no_bomb_plot", "aside", "setup"),
])
def test_units_set_aside(dagc: stavka.Game[Any], scenario: str, north_ukraine: str, fifth_panzer: str) -> None:
    match = dagc.start(scenario, seed=1)
    assert {where(match, unit) for unit in NORTH_UKRAINE} == {north_ukraine}
    assert {where(match, unit) for unit in FIFTH_PANZER} == {fifth_panzer}


@pytest.mark.rule("dagc", "3.2")
def test_turn_marker_on_1_and_bagration_marker_in_4004(dagc: stavka.Game[Any]) -> None:
    match = dagc.start(seed=1)
    assert match.turn == 1
    assert match.view("soviet")["marks"] == {"4004": ["bagration"]}


# -- 3.3, 3.4 Control ----------------------------------------------------------------------------------------------


@pytest.mark.rule("dagc", "3.3.a")
def test_control_at_start_follows_the_entrenchment_lines(dagc: stavka.Game[Any]) -> None:
    match = dagc.start(seed=1)
    board = dagc.board
    soviet = soviet_control(match)
    german = set(board.numbers(board.playable)) - soviet
    assert set(board.numbers(board.area("german_entrenchment"))) < german
    assert set(board.numbers(board.area("soviet_entrenchment"))) < soviet
    assert {"1009", "2825", "3908", "5028", "3501", "4004"} < german
    assert {"1200", "2901", "4900", "5000", "5013"} < soviet
    # The line has no gaps: wherever the sides touch on land, the German hex is an entrenchment.
    trenches = set(board.numbers(board.area("german_entrenchment")))
    for hex in german - trenches:
        assert not neighbours(match, hex) & soviet - {"1803"}, hex  # 1803/1804 is the strait
    for unit in dagc.counters:
        if unit.start:
            assert unit.start in (soviet if unit.side == "soviet" else german)


@pytest.mark.rule("dagc", "3.3.b")
def test_control_passes_with_every_hex_entered_and_back_again(situation: Situation) -> None:
    match = situation("soviet.movement", {"S-39": "3610", "G-1": "3708"}, control={"soviet": ["3609"]})
    assert not {"3611", "3612"} & soviet_control(match)
    play(match, "unit:S-39", "hex:3612")
    assert {"3609", "3610", "3611", "3612"} <= soviet_control(match)
    assert "3613" not in soviet_control(match)
    end_until(match, "german.movement")
    play(match, "unit:G-1", "hex:3710", "hex:3611")
    assert "3611" not in soviet_control(match)
    assert {"3609", "3610", "3612"} <= soviet_control(match)
    end_until(match, "soviet.movement", turn=4)
    play(match, "unit:S-39", "hex:3711")
    assert "3711" in soviet_control(match)


@pytest.mark.rule("dagc", "3.3.b")
def test_a_zone_of_control_changes_no_control(situation: Situation) -> None:
    match = situation("soviet.movement", {"S-39": "3610"})
    play(match, "unit:S-39", "hex:3611")
    assert soviet_control(match) & neighbours(match, "3611") == {"3610"}


@pytest.mark.rule("dagc", "3.3.b")
def test_control_passes_by_advance_and_retreat(situation: Situation) -> None:
    # 12 against 3: the last column, where 1 is DR. The corps falls back into a hex the Soviets held.
    match = situation("soviet.combat_after", {"G-1": "3610", "S-5GT": "3609", "S-39": "3609"}, dice=[1],
                      control={"soviet": ["3611", "3510", "3710", "3709"]})
    play(match, "hex:3610", "unit:S-5GT", "unit:S-39", "do:roll")
    retreat = offered(match).hexes[0]
    assert retreat in soviet_control(match)
    play(match, f"hex:{retreat}")
    assert retreat not in soviet_control(match)
    assert "3610" not in soviet_control(match)
    play(match, "unit:S-39")
    assert "3610" in soviet_control(match)


@pytest.mark.rule("dagc", "3.3.c")
def test_control_decides_supply_sources_and_victory_points(situation: Situation) -> None:
    held = situation("soviet.movement", {"G-1": "3713"}, control={"soviet": ["3908", "3714"]})
    lost = situation("soviet.movement", {"G-1": "3713"}, control={"soviet": GERMAN_SOURCES})
    assert supplied(held, "G-1")
    assert held.ask("victory")["soviet"] == 4 + 1  # Minsk and Lida
    assert not supplied(lost, "G-1")
    assert lost.ask("victory")["soviet"] == 1 + 10  # Radom in 4428, the coast in 2927


@pytest.mark.rule("dagc", "3.4")
def test_taken_places_and_coast_are_marked_until_retaken(situation: Situation) -> None:
    match = situation("soviet.movement", {"S-39": "3713", "S-5GT": "2018", "G-1": "3716"})
    play(match, "unit:S-39", "hex:3714", "hex:3713", "unit:S-5GT", "hex:2015")
    view = match.view("german")
    assert view["points"]["held"] == ["3714"]  # Lida
    assert {"3714", "2015"} <= set(view["control"]["soviet"])
    end_until(match, "german.movement")
    play(match, "unit:G-1", "hex:3714")
    view = match.view("german")
    assert view["points"]["held"] == []
    assert "3714" not in view["control"]["soviet"]


# -- 3.6 Bold Stroke -----------------------------------------------------------------------------------------------


@pytest.mark.rule("dagc", "3.6.a")
def test_bold_stroke_starts_from_4720(dagc: stavka.Game[Any], situation: Situation) -> None:
    match = dagc.start("bold_stroke", seed=1)
    assert match.view("german")["marks"] == {"4720": ["bagration"]}
    assert all(where(match, unit.id) == unit.start for unit in dagc.counters if unit.start and unit.id not in NINE)
    turn1 = situation("soviet.movement", {"S-70": "4917", "S-31": "4000"}, scenario="bold_stroke", turn=1)
    assert offered(turn1).units == ("S-70",)  # 5.4 counts from 4720


@pytest.mark.rule("dagc", "3.6.b")
def test_nine_armies_are_redeployed_by_the_soviet_player(dagc: stavka.Game[Any]) -> None:
    match = dagc.start("bold_stroke", seed=1)
    assert (offered(match).seat, offered(match).task, match.phase) == ("soviet", "deploy", "setup")
    assert set(offered(match).units) == NINE
    assert offered(match).buttons == ("ready_made", "arrange")  # compulsory
    match.choose("unit:S-6G")
    # Soviet hexes at most nine from 4720; 4917 is full already
    assert set(offered(match).hexes) == {
        "4812", "4813", "4814", "4815", "4816", "4912", "4913", "4914", "4915", "4916", "4918", "5013", "5014", "5015",
        "5016", "5017", "5018", "5019",
    }
    assert refused(match, "hex:4917") == "6.1"
    for hex in ("4811", "5012", "4819", "3600"):  # ten hexes off, ten hexes off, German, far away
        assert refused(match, f"hex:{hex}") == "3.6.b"
    match.choose("hex:5018")  # with the 2nd Tank Army
    match.choose("unit:S-5")
    assert "5018" not in offered(match).hexes
    match.choose("hex:5019")
    for unit in sorted(NINE - {"S-6G", "S-5"}):
        match.choose(f"unit:{unit}")
        match.choose(f"hex:{offered(match).hexes[0]}")
    assert (match.turn, match.phase) == (1, "soviet.combat_before")
    assert where(match, "S-6G") == "5018"
    assert all("activated" in match.view("soviet")["units"][unit]["flags"] for unit in NINE)


@pytest.mark.rule("dagc", "3.6.c")
def test_first_ukrainian_front_enters_as_ever_but_then_goes_anywhere(situation: Situation) -> None:
    entering = situation("soviet.replacements", scenario="bold_stroke", turn=4)
    entering.choose("unit:U-13")
    assert set(offered(entering).hexes) == {"5013", "5014", "5015", "5016"}

    place = {"U-13": "4820", "G-1": "4720"}  # 4720 and 4719 lie outside the front's area
    free = situation("soviet.movement", place, scenario="bold_stroke", turn=5)
    bound = situation("soviet.movement", place, turn=5)
    assert "4719" in reach(free, "U-13")
    assert "4719" not in reach(bound, "U-13")
    assert offered(situation("soviet.combat_after", place, scenario="bold_stroke", turn=5)).hexes == ("4720",)
    assert offered(situation("soviet.combat_after", place, turn=5)).hexes == ()


@pytest.mark.rule("dagc", "3.6.d")
def test_north_ukraine_corps_come_on_turn_3_or_later(situation: Situation) -> None:
    early = situation("german.replacements", scenario="bold_stroke", turn=2)
    assert not NORTH_UKRAINE & set(offered(early).units)
    match = situation("german.replacements", scenario="bold_stroke", turn=3)
    assert set(offered(match).units) >= NORTH_UKRAINE
    play(match, "unit:G-NU-3", "hex:4428")
    end_until(match, "german.replacements", turn=4)
    assert NORTH_UKRAINE & set(offered(match).units) == NORTH_UKRAINE - {"G-NU-3"}


@pytest.mark.rule("dagc", "3.6.d")
def test_north_ukraine_corps_enter_from_4428_to_5021(situation: Situation) -> None:
    match = situation("german.replacements", {"S-39": "4628", "G-1": "5028", "G-2": "5028"}, scenario="bold_stroke",
                      turn=3, control={"soviet": ["4428"]})
    match.choose("unit:G-NU-24")
    # neither where an enemy stands nor where two units do; control is not asked for
    assert set(offered(match).hexes) == NORTH_UKRAINE_EDGE - {"4628", "5028"}
    assert refused(match, "hex:5020") == "10.3"
    assert refused(match, "hex:4327") == "10.3"
    match.choose("hex:4428")
    assert "4428" not in soviet_control(match)


@pytest.mark.rule("dagc", "3.6.d")
def test_north_ukraine_corps_move_and_fight_at_once_with_all_others(situation: Situation) -> None:
    match = situation("german.replacements", {"S-39": "4826", "G-1": "4825"}, scenario="bold_stroke", turn=3)
    play(match, "unit:G-NU-3", "hex:4927")
    end_until(match, "german.movement")
    assert movement_points(match, "G-NU-3") == 7
    play(match, "hex:4827", "do:end_phase", "hex:4826")
    assert set(offered(match).units) == {"G-NU-3", "G-1"}
    match.choose("unit:G-1")
    assert "G-NU-3" in offered(match).units


@pytest.mark.rule("dagc", "3.6.e", "7.11")
def test_west_pripyat_supply_in_bold_stroke_from_turn_2(situation: Situation) -> None:
    place = {"S-61": "4813"}  # a west Pripyat hex
    assert supplied(situation("soviet.movement", place, scenario="bold_stroke", turn=1), "S-61")
    second = situation("soviet.movement", place, scenario="bold_stroke", turn=2)
    assert (supplied(second, "S-61"), supply_rule(second, "S-61")) == (False, "7.11")
    assert not supplied(situation("soviet.movement", place, turn=1), "S-61")


# -- 3.7 - 3.10 ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("dagc", "3.7")
def test_fifth_panzer_army_is_set_up_by_the_german_player(dagc: stavka.Game[Any]) -> None:
    match = dagc.start("failed_dday", seed=1)
    assert (offered(match).seat, offered(match).task) == ("german", "deploy")
    assert offered(match).units == FIFTH_PANZER
    match.choose("unit:G-5PA-1SS")
    trenches = set(dagc.board.numbers(dagc.board.area("german_entrenchment")))
    for hex in offered(match).hexes:
        assert hex not in soviet_control(match) | trenches
        assert not neighbours(match, hex) & trenches
    for hex in ("3601", "3602", "3600", "2900"):  # entrenchment, beside one, Soviet entrenchment, Soviet
        assert refused(match, f"hex:{hex}") == "3.7"
    match.choose("hex:3610")
    assert all(where(match, unit.id) == unit.start for unit in dagc.counters if unit.start)


@pytest.mark.rule("dagc", "3.7")
def test_fifth_panzer_army_stays_together_in_two_to_four_hexes(dagc: stavka.Game[Any]) -> None:
    match = dagc.start("failed_dday", seed=1)
    play(match, "unit:G-5PA-1SS", "hex:3610", "unit:G-5PA-2SS")
    assert set(offered(match).hexes) == {"3610", "3509", "3510", "3609", "3611", "3709", "3710"}
    play(match, "hex:3610", "unit:G-5PA-47")
    assert set(offered(match).hexes) == {"3509", "3510", "3609", "3611", "3709", "3710"}  # two in 3610: it is full
    assert refused(match, "hex:3612") == "3.7"
    play(match, "hex:3611", "unit:G-5PA-58", "hex:3611")
    assert (match.turn, offered(match).seat) == (1, "soviet")

    wide = dagc.start("failed_dday", seed=1)
    for unit, hex in zip(FIFTH_PANZER, ("3610", "3611", "3612", "3613"), strict=True):
        play(wide, f"unit:{unit}", f"hex:{hex}")
    assert (wide.turn, offered(wide).seat) == (1, "soviet")


@pytest.mark.rule("dagc", "3.7", "2.10.d")
def test_fifth_panzer_army_acts_from_turn_1(situation: Situation) -> None:
    match = situation("german.movement", {"G-5PA-1SS": "3610"}, scenario="failed_dday", turn=1)
    assert movement_points(match, "G-5PA-1SS") == 10


@pytest.mark.rule("dagc", "3.8", "3.9")
@pytest.mark.parametrize(("scenario", "steps"), [("no_bomb_plot", 2), ("failed_dday_no_bomb_plot", 3)])
@pytest.mark.parametrize("turn", range(1, 10))
def test_german_replacements_without_the_bomb_plot(situation: Situation, scenario: str, steps: int, turn: int) -> None:
    reduced = {unit: {"hex": hex, "reduced": True} for unit, hex in (
        ("G-1", "3610"), ("G-2", "3611"), ("G-6", "3612"), ("G-8", "3613"))}
    match = situation("german.replacements", reduced, scenario=scenario, turn=turn)
    for n, unit in enumerate(reduced):
        if n < steps:
            match.choose(f"unit:{unit}")
        else:
            assert refused(match, f"unit:{unit}") == "10.6.b"


@pytest.mark.rule("dagc", "3.8")
def test_only_german_replacements_change_without_the_bomb_plot(situation: Situation) -> None:
    def steps(side: str, turn: int, **keys: Any) -> int:
        match = situation(f"{side}.replacements", turn=turn, **keys)
        return int(match.view(side)["tracks"]["replacements"]["value"])

    assert [steps("soviet", turn, scenario="no_bomb_plot") for turn in range(1, 10)] == [
        steps("soviet", turn) for turn in range(1, 10)]
    assert [steps("german", turn) for turn in range(1, 10)] != [2] * 9
    assert [steps("german", turn, scenario="failed_dday") for turn in range(1, 10)] == [
        steps("german", turn) for turn in range(1, 10)]


@pytest.mark.rule("dagc", "3.9")
def test_the_worst_of_worlds_has_the_fifth_panzer_army_too(dagc: stavka.Game[Any]) -> None:
    match = dagc.start("failed_dday_no_bomb_plot", seed=1)
    assert offered(match).units == FIFTH_PANZER


@pytest.mark.rule("dagc", "3.10")
def test_scenarios_can_be_mixed(dagc: stavka.Game[Any]) -> None:
    match = dagc.start("bold_stroke", options={"failed_dday": True}, seed=1)
    deployed: dict[str, int] = {"soviet": 0, "german": 0}
    while match.phase == "setup":
        deployed[offered(match).seat] += 1
        match.choose(f"unit:{offered(match).units[0]}")
        match.choose(f"hex:{offered(match).hexes[0]}")
    assert deployed == {"soviet": 9, "german": 4}
    assert "4720" in match.view("soviet")["marks"]
    assert {where(match, unit) for unit in NORTH_UKRAINE} == {"turn.3"}


@pytest.mark.rule("dagc", "3.10")
def test_a_part_of_a_scenario_can_be_left_out(dagc: stavka.Game[Any], situation: Situation) -> None:
    match = dagc.start("failed_dday_no_bomb_plot", options={"failed_dday": False}, seed=1)
    assert match.phase == "soviet.combat_before"
    assert {where(match, unit) for unit in FIFTH_PANZER} == {"aside"}
    two = situation("german.replacements", scenario="failed_dday_no_bomb_plot", options={"failed_dday": False})
    assert two.view("german")["tracks"]["replacements"]["value"] == 2
    three = situation("german.replacements", options={"failed_dday": True, "no_bomb_plot": True})
    assert three.view("german")["tracks"]["replacements"]["value"] == 3
    with pytest.raises(ValueError, match="no option"):
        dagc.start("historical", options={"sea_lion": True})
