"""Chapter 4: phases and turns."""

from __future__ import annotations

from typing import Any

import pytest

import stavka
from tests.playing import Situation, do_nothing, kinds, offered, play, refused, state, track, where

from .helpers import end_to

PHASES = ("events", "soviet.strategic", "soviet.bombardment", "soviet.tactical", "soviet.assault", "reorganisation",
          "german.assault", "german.tactical", "german.strategic", "german.supply")


@pytest.mark.rule("fb", "4.1a")
def test_twenty_turns_of_ten_phases_in_order(fb: stavka.Game[Any]) -> None:
    assert tuple(phase.key for phase in fb.sequence) == PHASES
    match = fb.start("historical", seed=2)
    events = list(match.opening)
    while match.offer is not None:
        events += do_nothing(match)
    begun = [(event.data["turn"], event.data["phase"]) for event in events if event.kind == "phase"]
    assert begun == [(turn, phase) for turn in range(1, 21) for phase in PHASES]


@pytest.mark.rule("fb", "4.1a")
def test_an_action_belongs_to_its_phase(situation: Situation) -> None:
    men = {"su-372-218": "1333", "su-m30-1": "1333", "de-hanf-1": "1332"}
    assert "unit:su-372-218" not in offered(situation("soviet.bombardment", men))
    assert "unit:de-hanf-1" not in offered(situation("soviet.tactical", men))
    assert refused(situation("soviet.tactical", men), "unit:de-hanf-1") == "7.3"
    assert refused(situation("soviet.assault", men), "do:train") == "9.4"


@pytest.mark.rule("fb", "4.1b")
def test_a_forgotten_action_needs_the_consent_of_the_other_player(situation: Situation) -> None:
    match = situation("german.supply", {"de-hanf-1": "1516"}, supply=0, dice=[3])
    play(match, "do:end_phase")
    with pytest.raises(stavka.Illegal):
        match.undo("german")
    assert match.undo(consent=True) == "do:end_phase"
    assert match.phase == "german.supply"


@pytest.mark.rule("fb", "4.2")
def test_after_the_last_phase_comes_the_next_turn(situation: Situation) -> None:
    match = situation("german.supply", {"su-372-218": "1333"}, turn=5)
    assert track(match, "turn") == 5
    play(match, "do:end_phase")
    assert (match.turn, track(match, "turn")) == (6, 6)


@pytest.mark.rule("fb", "4.3")
def test_the_game_ends_after_turn_20(situation: Situation) -> None:
    match = situation("german.supply", {"su-372-218": "1333"}, turn=20)
    play(match, "do:end_phase")
    assert match.offer is None and match.result is not None
    assert match.result.scores == {"soviet": 0}
    earlier = situation("german.supply", {"su-372-218": "1333"}, turn=19)
    play(earlier, "do:end_phase")
    assert earlier.result is None


@pytest.mark.rule("fb", "4.4.1", "8.2.11")
def test_phase_1_turns_the_artillery_back(situation: Situation) -> None:
    match = situation("german.supply", {"su-m30-1": {"hex": "1333", "bombarded": True}})
    assert state(match, "su-m30-1")["bombarded"]
    play(match, "do:end_phase")
    assert match.turn == 6 and "bombarded" not in state(match, "su-m30-1")


@pytest.mark.rule("fb", "4.4.2", "9.8")
def test_phase_2_brings_back_who_is_due(situation: Situation) -> None:
    match = situation("soviet.strategic", {"su-372-218": "turn.5", "su-658-218": "turn.6"})
    assert offered(match).units == ("su-372-218",)
    play(match, "unit:su-372-218", "hex:0118")
    assert where(match, "su-372-218") == "0118"


@pytest.mark.rule("fb", "4.4.3")
def test_phase_3_is_for_bombardment_and_air_strikes(situation: Situation) -> None:
    offer = offered(situation("soviet.bombardment", {"su-m30-1": "1333", "de-hanf-1": "1330"}))
    assert offer.seat == "soviet" and offer.units == ("su-m30-1",) and "air.1" in offer.buttons


@pytest.mark.rule("fb", "4.4.4")
def test_phase_4_is_red_movement_with_fire_by_germans_in_good_order(situation: Situation) -> None:
    men = {"su-372-218": "1333", "de-hanf-1": "1330", "de-hanf-2": {"hex": "1330", "disorganised": True}}
    match = situation("soviet.tactical", men)
    assert offered(match).units == ("su-372-218",)
    play(match, "unit:su-372-218", "hex:1331")
    assert offered(match).seat == "german" and offered(match).units == ("de-hanf-1",)


@pytest.mark.rule("fb", "4.4.5")
def test_phase_5_is_the_red_assault(situation: Situation) -> None:
    match = situation("soviet.assault", {"su-372-218": "1331", "de-hanf-1": "1330"})
    assert offered(match).seat == "soviet" and offered(match).units == ("de-hanf-1",)


@pytest.mark.rule("fb", "4.4.6", "8.2.9")
def test_phase_6_restores_the_disorganised(situation: Situation) -> None:
    men = {"su-372-218": "1331", "de-hanf-1": {"hex": "1330", "disorganised": True}}
    match = situation("soviet.assault", men)
    assert state(match, "de-hanf-1")["disorganised"]
    events = end_to(match, "german.assault")
    assert "recovered" in kinds(events) and "disorganised" not in state(match, "de-hanf-1")


@pytest.mark.rule("fb", "4.4.7")
def test_phase_7_is_the_german_assault(situation: Situation) -> None:
    match = situation("german.assault", {"su-372-218": "1331", "de-hanf-1": "1330"})
    assert offered(match).seat == "german" and offered(match).units == ("su-372-218",)


@pytest.mark.rule("fb", "4.4.8")
def test_phase_8_is_german_movement_with_red_fire(situation: Situation) -> None:
    match = situation("german.tactical", {"su-372-218": "1333", "de-hanf-1": "1330"})
    assert offered(match).units == ("de-hanf-1",)
    play(match, "unit:de-hanf-1", "hex:1332")
    assert offered(match).seat == "soviet" and offered(match).units == ("su-372-218",)


@pytest.mark.rule("fb", "4.4.9")
def test_phase_9_is_german_strategic_movement(situation: Situation) -> None:
    match = situation("german.strategic", {"de-hanf-1": "box.worn_out", "de-hanf-2": "1516"})
    assert offered(match).seat == "german"
    assert {"de-hanf-1", "de-hanf-2", "de-55hj"} <= set(offered(match).units)


@pytest.mark.rule("fb", "4.4.10")
def test_phase_10_is_the_airstrip_and_then_the_supply_roll(situation: Situation) -> None:
    match = situation("german.supply", {"de-hanf-1": "1516"}, supply=10, dice=[3])
    events = kinds(play(match, "hex:1414"))
    assert events.index("airstrip") < events.index("supply_roll")
    assert match.turn == 6


def test_a_phase_in_which_nothing_can_be_done_passes(situation: Situation) -> None:
    match = situation("soviet.tactical", {"su-372-218": "1333", "de-hanf-1": "1320"})
    play(match, "do:end_phase")
    assert match.phase == "german.tactical"  # nobody is near enough to assault
