"""Chapter 3: the sequence of play."""

from __future__ import annotations

import pytest

from stavka.games.ssa import TheSSAbyss
from tests.playing import Situation, do_nothing, happened, offered, play, refused, where

from .helpers import fight, flags, is_disrupted, shell

PHASES = ["axis.bombardment", "axis.desperation", "axis.combat", "axis.ss_combat", "axis.movement",
          "soviet.bombardment", "soviet.combat", "soviet.movement"]


@pytest.mark.rule("ssa", "3.0a", "3.0c")
def test_the_phases_come_in_their_order_turn_after_turn(ssa: TheSSAbyss) -> None:
    match = ssa.start("k3", seed=1)
    while match.turn < 3:
        do_nothing(match)
    phases = [event["phase"] for event in happened(match, "phase")]
    assert phases[:16] == PHASES * 2


@pytest.mark.rule("ssa", "3.0b")
def test_a_phase_is_skipped_by_ending_it_and_never_comes_back(k3: Situation) -> None:
    match = k3("axis.combat", {"1Pz-1": "2115", "44-131": "2118", "84-41": "2215"})
    play(match, "do:end_phase")
    assert match.phase == "axis.movement"  # no SS unit that could attack
    assert refused(match, "hex:2215") is not None


@pytest.mark.rule("ssa", "3.0.A1", "3.0.B1")
def test_both_sides_bombard_in_their_first_phase(k3: Situation) -> None:
    match = k3("axis.bombardment", {"1Pz-Art": "1915", "1Pz-1": "2115", "84-41": "2215", "84-Art": "2315"}, dice=[1])
    shell(match, "2215", "1Pz-Art")
    while match.phase != "soviet.bombardment":
        do_nothing(match)
    assert "2115" in offered(match).hexes


@pytest.mark.rule("ssa", "3.0.A2")
def test_ss_units_move_in_desperation_before_combat(k3: Situation) -> None:
    match = k3("axis.desperation", {"3SS-5": "2115", "1Pz-1": "2117"}, turn=5, taken=["1806"])
    assert offered(match).units == ("3SS-5",)
    play(match, "unit:3SS-5", "hex:2116")
    assert where(match, "3SS-5") == "2116"


@pytest.mark.rule("ssa", "3.0.A3", "3.0.A5")
def test_everybody_attacks_in_axis_combat_and_only_the_ss_after_it(k3: Situation) -> None:
    place = {"1Pz-1": "2115", "3SS-5": "2214", "84-41": "2215"}
    match = k3("axis.combat", place, taken=["1806"], dice=[3])
    play(match, "hex:2215")
    assert set(offered(match).units) == {"1Pz-1", "3SS-5"}
    match = k3("axis.ss_combat", place, taken=["1806"])
    play(match, "hex:2215")
    assert offered(match).units == ("3SS-5",)
    assert refused(match, "unit:1Pz-1") == "8.5a"


@pytest.mark.rule("ssa", "3.0.A4", "13.1b")
def test_fatigue_goes_between_the_two_combat_phases(k3: Situation) -> None:
    match = k3("axis.combat", {"3SS-5": {"hex": "2115", "fatigued": True}, "1Pz-PzV": "2115", "84-41": "2215"}, turn=7,
               taken=["1806"])
    assert "fatigued" in flags(match, "3SS-5")
    play(match, "do:end_phase")
    assert match.phase == "axis.ss_combat" and "fatigued" not in flags(match, "3SS-5")


@pytest.mark.rule("ssa", "3.0.A6", "3.0.B3")
@pytest.mark.parametrize(("phase", "unit"), [("axis.movement", "1Pz-1"), ("soviet.movement", "84-41")])
def test_each_side_moves_its_own_units(k3: Situation, phase: str, unit: str) -> None:
    match = k3(phase, {"1Pz-1": "2115", "84-41": "2415"})
    assert offered(match).units == (unit,)


@pytest.mark.rule("ssa", "3.0.A7", "3.0.B4", "11.2a")
@pytest.mark.parametrize(("phase", "own", "other"), [
    ("axis.movement", "1Pz-1", "84-41"), ("soviet.movement", "84-41", "1Pz-1")])
def test_disruption_ends_with_the_movement_phase_of_its_side(k3: Situation, phase: str, own: str, other: str) -> None:
    match = k3(phase, {"1Pz-1": {"hex": "2115", "disrupted": True}, "84-41": {"hex": "2415", "disrupted": True},
                       "44-131": "2110", "84-201": "2420"})
    assert is_disrupted(match, own)
    play(match, "do:end_phase")
    assert not is_disrupted(match, own) and is_disrupted(match, other)


@pytest.mark.rule("ssa", "3.0.B2")
def test_soviet_units_attack_in_their_combat_phase(k3: Situation) -> None:
    match = k3("soviet.combat", {"1Pz-1": "2115", "84-41": "2215"}, dice=[6])
    assert offered(match).seat == "soviet"
    fight(match, "2115", "84-41")
    assert len(happened(match, "fought")) == 1
