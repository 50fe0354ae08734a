"""Chapter 3: the sequence of play."""

from __future__ import annotations

from typing import Any

import pytest

import stavka
from tests.playing import Situation, end_until, happened, offered, played, refused, where

from .helpers import CENTRE, EXPLOIT, FIRST, MOVE, NORTH, RIFLES, disrupted, has_flag

PHASES = (
    "weather", "central_front",
    "soviet.initial_supply", "soviet.movement", "soviet.combat1", "german.reaction", "soviet.exploitation",
    "soviet.combat2", "soviet.final",
    "german.initial_supply", "german.movement", "german.combat1", "soviet.reaction", "german.exploitation",
    "german.combat2", "german.final",
    "victory",
)


@pytest.mark.rule("u43", "3.0", "3.C.4", "3.D")
def test_a_turn_has_its_phases_in_order(situation: Situation, u43: stavka.Game[Any]) -> None:
    assert tuple(phase.key for phase in u43.sequence) == PHASES
    match = situation("weather", {"S-R-167+232": CENTRE, "G-68": "0540"})
    end_until(match, "soviet.movement", 4)
    phases = [event["phase"] for event in happened(match, "phase") if event["turn"] == 3]
    assert tuple(phases) == PHASES[1:]  # the first was the one the position began with
    reaction = next(phase for phase in u43.sequence if phase.key == "german.reaction")
    assert (reaction.owner, reaction.seat) == ("soviet", "german")


@pytest.mark.rule("u43", "3.A", "31.4")
def test_the_weather_is_clear_up_to_turn_6_and_rolled_from_turn_7(situation: Situation) -> None:
    early = situation("weather", {"S-R-167+232": CENTRE}, turn=6)
    assert not happened(early, "weather_rolled") and early.view("soviet")["tracks"]["weather"]["value"] == 0
    late = situation("weather", {"S-R-167+232": CENTRE}, turn=7, dice=[6])
    rolled = happened(late, "weather_rolled")[0]
    assert rolled["die"] == 6 and rolled["weather"] == "weather.rain"
    end_until(late, "german.movement")
    assert late.view("german")["tracks"]["weather"]["value"] == 2  # both player turns


@pytest.mark.rule("u43", "3.B")
def test_the_central_front_moves_from_turn_6_on(situation: Situation) -> None:
    assert not happened(situation("central_front", {"S-R-167+232": CENTRE}, turn=5), "central_front")
    match = situation("central_front", {"S-R-167+232": CENTRE}, turn=6, dice=[4])
    assert happened(match, "central_front")[0]["gained"] == 1


@pytest.mark.rule("u43", "3.C.1.a", "3.C.1.b", "3.C.1.c")
def test_initial_supply_checks_petrol_then_artillery_then_air(situation: Situation) -> None:
    place = {"S-10TC": "2914", "S-Art-13": {"hex": CENTRE, "depleted": True},
             "S-Air-2": {"hex": "5607", "flying": True, "flown": True}}
    control = {"soviet": ["4910", "5008"]}
    match = situation("soviet.initial_supply", place, control=control, dice=[6, 6])
    assert happened(match, "petrol")[0]["unit"] == "S-10TC"
    assert offered(match).task == "artillery"
    played(match, "unit:S-Art-13")
    assert match.view("soviet")["units"]["S-Art-13"].get("face", 0) == 0
    assert offered(match).task == "land"
    played(match, "hex:5008")
    assert where(match, "S-Air-2") == "5008" and match.view("soviet")["units"]["S-Air-2"].get("face", 0) == 0


@pytest.mark.rule("u43", "3.C.2")
def test_the_movement_phase_has_everything_in_any_order(situation: Situation) -> None:
    place = {"S-R-167+232": "3820", "S-10TC": {"hex": "5005", "reduced": True}, "S-Air-2": "5008",
             "S-R-136+254": "turn.2", "S-6TC": "dead.soviet", "S-Abn-1": "airborne"}
    match = situation(MOVE, place, replacements=[1, 1], control={"soviet": ["5008", "3820"]})
    assert {"S-R-167+232", "S-10TC", "S-Air-2", "S-R-136+254", "S-6TC", "S-Abn-1"} <= set(offered(match).units)
    played(match, "unit:S-R-136+254")
    assert offered(match).task == "enter"


@pytest.mark.rule("u43", "3.C.2")
def test_extended_movement_markers_come_off_at_the_end_of_the_phase(situation: Situation) -> None:
    match = situation(MOVE, {"S-R-167+232": CENTRE, "G-68": "0540"})
    played(match, "unit:S-R-167+232", "do:extended", "hex:5602")
    assert has_flag(match, "S-R-167+232", "extended")
    played(match, "do:end_phase")
    assert not has_flag(match, "S-R-167+232", "extended")


@pytest.mark.rule("u43", "3.C.3")
def test_in_the_first_combat_phase_the_phasing_player_attacks_or_not(situation: Situation) -> None:
    match = situation(FIRST, {"S-R-167+232": CENTRE, "G-68": NORTH})
    assert offered(match).seat == "soviet" and offered(match).hexes == (NORTH,)
    played(match, "do:end_phase")
    assert not happened(match, "fought")


@pytest.mark.rule("u43", "3.C.5", "4.9.a")
def test_in_exploitation_units_move_again_even_out_of_enemy_zones(situation: Situation) -> None:
    place = {"S-10TC": CENTRE, "G-68": NORTH, "S-HQ-V": "5608", "S-2TC": disrupted("5609"), "S-Art-13": "5610"}
    match = situation(EXPLOIT, place)
    assert "S-10TC" in offered(match).units
    assert refused(match, "unit:S-2TC") == "11.3.c"
    assert refused(match, "unit:S-HQ-V") == "4.8.a"
    played(match, "unit:S-10TC", "hex:5607")
    assert where(match, "S-10TC") == "5607"


@pytest.mark.rule("u43", "3.C.6", "8.1.a")
def test_only_units_with_an_assault_marker_attack_in_the_second_phase(situation: Situation) -> None:
    place = {RIFLES[0]: {"hex": CENTRE, "assault": True}, RIFLES[1]: "5706", "G-68": "5705"}
    match = situation("soviet.combat2", place)
    played(match, "hex:5705")
    assert offered(match).units == (RIFLES[0],)
    assert refused(match, f"unit:{RIFLES[1]}") == "3.C.6"


@pytest.mark.rule("u43", "3.C.7", "11.5")
def test_the_final_phase_removes_disruption_then_checks_supply(situation: Situation) -> None:
    match = situation("soviet.final", {RIFLES[0]: disrupted("5606"), RIFLES[1]: disrupted("4902")}, dice=[6])
    assert not has_flag(match, RIFLES[0], "disrupted") and not has_flag(match, RIFLES[1], "disrupted")
    assert has_flag(match, RIFLES[0], "unsupplied") and not has_flag(match, RIFLES[1], "unsupplied")


@pytest.mark.rule("u43", "3.E")
def test_points_are_counted_at_the_end_of_every_turn(situation: Situation) -> None:
    match = situation("victory", {RIFLES[0]: CENTRE}, turn=3)
    assert happened(match, "points")[0] == {"points": 0, "mark": 2}
    assert match.turn == 4 and match.result is None
