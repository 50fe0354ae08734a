"""Written positions: what they set up, and what is wrong with bad ones."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

import stavka
from stavka.errors import told
from tests.playing import Situation, offered, refused, where


def test_the_example_of_the_design(dagc: stavka.Game[Any]) -> None:
    match = dagc.situation(tomllib.loads('''
        game = "dagc"
        scenario = "historical"
        turn = 3
        step = "soviet.movement"
        empty = true
        dice = [4, 2]
        [place]
        "S-39" = "3501"
        "G-53" = {hex = "3500", reduced = true}
        [control]
        soviet = ["3501"]
    '''))
    view = match.view("soviet")
    assert (match.turn, match.phase) == (3, "soviet.movement")
    assert view["units"]["G-53"] == {"place": "3500", "face": 1}
    assert view["stacks"]["3501"] == ["S-39"] and "3501" in view["control"]["soviet"]
    on_map = [id for id, unit in view["units"].items() if unit["place"].isdigit()]
    assert sorted(on_map) == ["G-53", "S-39"]
    assert [match.position.dice.nth(n) for n in range(2)] == [4, 2]


def test_without_empty_the_scenario_stays(dagc: stavka.Game[Any]) -> None:
    match = dagc.situation({"turn": 2, "step": "german.movement", "place": {"S-39": "2516"}})
    view = match.view("soviet")
    assert view["units"]["S-39"]["place"] == "2516" and view["units"]["G-53"]["place"] == "3500"


def test_the_phase_that_was_asked_for_is_played_even_with_nothing_to_do(dagc: stavka.Game[Any]) -> None:
    for phase in dagc.sequence:
        match = dagc.situation({"turn": 3, "step": phase.key, "empty": True})
        assert match.offer is not None
        assert (match.offer.step, match.offer.seat) == (phase.key, phase.seat)
        match.choose("do:end_phase")


@pytest.mark.parametrize(("written", "complaint"), [
    ({"weather": "mud"}, "unknown key 'weather'"),
    ({"game": "fb"}, "'game' is 'fb'"),
    ({"scenario": "x"}, "no scenario 'x'"),
    ({"options": {"x": True}}, "no option 'x'"),
    ({"turn": 10}, "'turn' is 10"),
    ({"turn": "three"}, "'turn' must be a whole number"),
    ({"step": "soviet.tea"}, "'step' is 'soviet.tea'"),
    ({"dice": [7]}, "cannot show 7"),
    ({"place": {"S-999": "3500"}}, "no unit 'S-999'"),
    ({"place": {"S-39": "9999"}}, "S-39: there is no hex '9999'"),
    ({"place": {"S-39": {"hex": "3501", "tired": True}}}, "unknown key 'tired'"),
    ({"place": {"G-KG-Skn": {"hex": "3501", "reduced": True}}}, "one step only"),
    ({"place": {"S-39": "1028"}}, "no unit can be in hex 1028"),
    ({"place": {"A-1": "3501"}}, "air army"),
    ({"place": {"S-39": "3501", "G-53": "3501"}, "empty": True}, "already holds S-39, an enemy"),
    ({"place": {"S-39": "3501", "U-13": "3501"}, "empty": True}, "other front"),
    ({"control": {"blue": []}}, "no side 'blue'"),
    ({"control": {"soviet": ["9999"]}}, "no hex '9999'"),
])
def test_bad_situations_say_what_is_wrong(dagc: stavka.Game[Any], written: dict[str, Any], complaint: str) -> None:
    with pytest.raises(stavka.SituationError, match=complaint):
        dagc.situation(written)


@pytest.mark.parametrize(("key", "one", "other", "place"), [
    ("dagc", "S-39", "G-53", "3501"), ("ssa", "3SS-5", "69-204", "1813"), ("u43", "S-1MC", "G-17Pz", "1024"),
])
def test_no_written_position_has_enemies_in_one_hex(key: str, one: str, other: str, place: str) -> None:
    with pytest.raises(stavka.SituationError, match=place):
        stavka.game(key).situation({"place": {one: place, other: place}, "empty": True})


@pytest.mark.rule("dagc", "7.9.e")
def test_a_port_that_is_soviet_is_lost(dagc: stavka.Game[Any]) -> None:
    match = dagc.situation({"turn": 3, "step": "german.movement", "empty": True, "control": {"soviet": ["1510"]}})
    position: Any = match.position
    assert position.lost_ports == dagc.board.hexes("1510")


def test_what_the_rules_make_one_remember_can_be_written(dagc: stavka.Game[Any]) -> None:
    match = dagc.situation({"turn": 3, "step": "german.movement", "empty": True, "moved": ["G-1"],
                            "place": {"G-1": "2812", "G-2": "2814"}})
    assert match.offer is not None and match.offer.units == ("G-2",)
    with pytest.raises(stavka.Illegal) as caught:
        match.choose("unit:G-1")
    assert caught.value.rule == "9.2.b"


@pytest.mark.parametrize(("written", "complaint", "spanish"), [
    ({"place": {"S-39": "3605"}, "control": {"german": ["3605"]}}, "3605 is not controlled by the unit in it (3.3)",
     "3605 no está controlado por la unidad que lo ocupa (3.3)"),
    ({"place": {"G-53": "3400"}}, "a German unit is in the Soviet entrenchment 3400 (9.12)",
     "hay una unidad alemana en el atrincheramiento soviético 3400 (9.12)"),
])
def test_positions_that_cannot_be_are_refused(
        situation: Situation, written: dict[str, Any], complaint: str, spanish: str) -> None:
    with pytest.raises(stavka.SituationError) as error:
        situation("soviet.movement", **written)
    assert str(error.value) == f"this position cannot be: {complaint}"
    assert told(error.value, "es") == f"esta posición no puede darse: {spanish}"


def test_boxes_can_be_emptied_too() -> None:
    fb = stavka.game("fb")
    assert fb.situation({"empty": True}).view("german")["stacks"].get("box.reserve")
    bare = fb.situation({"empty": "everywhere", "step": "german.strategic", "place": {"de-hanf-1": "1330"}})
    assert {place: len(stack) for place, stack in bare.view("german")["stacks"].items() if place != "aside"} == {
        "1330": 1}
    with pytest.raises(stavka.SituationError, match="'empty' must be true, false or 'everywhere'"):
        fb.situation({"empty": "boxes"})


def test_the_set_up_can_be_written(dagc: stavka.Game[Any]) -> None:
    match = dagc.situation({"scenario": "bold_stroke", "step": "setup", "place": {"S-39": "3501"}})
    assert match.phase == "setup" and offered(match).task == "deploy"
    assert where(match, "S-39") == "3501"


def test_what_a_phase_remembers_can_be_written(situation: Situation) -> None:
    match = situation("soviet.movement", {"S-39": "3501", "S-5": "3503"}, moved=["S-39"])
    assert offered(match).units == ("S-5",) and refused(match, "unit:S-39") == "9.2.b"
    fb = stavka.game("fb").situation({
        "turn": 5, "step": "soviet.assault", "empty": True, "place": {"su-372-218": "1331", "de-hanf-1": "1330"},
        "targeted": ["de-hanf-1"]})
    assert refused(fb, "unit:de-hanf-1") == "9.1b"
