"""Chapter 5: historical events."""

from __future__ import annotations

from typing import Any

import pytest

import stavka
from tests.playing import Situation, kinds, offered, only, play, refused, state, track, where

from .helpers import end_to, north, reserve, to_next_turn


def events_of(match: stavka.Match) -> list[str]:
    """The letters resolved before the first choice."""
    return [event.data["letter"] for event in match.opening if event.kind == "event"]


@pytest.mark.rule("fb", "5.1")
def test_turn_9_has_the_german_e_and_the_soviet_c(situation: Situation) -> None:
    assert events_of_turn(situation, 9) == ["e", "C"]  # the German letter first
    assert events_of_turn(situation, 5) == []
    assert events_of_turn(situation, 12) == ["f", "F", "G"]


def events_of_turn(situation: Situation, turn: int) -> list[str]:
    """The letters of a turn, as they are resolved."""
    if turn == 1:
        return []
    match = situation("german.supply", {"su-372-218": "0118"}, turn=turn - 1)
    return [event.data["letter"] for event in match.choose("do:end_phase") if event.kind == "event"]


@pytest.mark.rule("fb", "5.1")
@pytest.mark.parametrize(("turn", "letters"), [
    (2, "aA"), (3, "b"), (4, "c"), (6, "B"), (7, "d"), (10, "D"), (11, "E"), (15, "gH"), (19, "h"), (20, ""),
])
def test_the_letters_of_every_turn(situation: Situation, turn: int, letters: str) -> None:
    assert "".join(events_of_turn(situation, turn)) == letters


@pytest.mark.rule("fb", "5.1")
def test_units_of_an_event_come_to_the_space_of_the_turn_or_to_the_reserve(situation: Situation) -> None:
    match = situation("german.supply", {}, turn=1)
    assert where(match, "su-967-273") == "pool.soviet_arrivals"
    play(match, "do:end_phase")
    assert where(match, "su-967-273") == "turn.2" and where(match, "de-fjr26") == "box.reserve"
    later = situation("german.supply", {}, turn=5)
    play(later, "do:end_phase")
    assert where(later, "su-is2-87") == where(later, "su-b4-1") == "turn.6"


@pytest.mark.rule("fb", "5.1")
def test_event_b_lets_regiment_mohr_leave_the_northern_front(situation: Situation) -> None:
    men = {"de-mohr-1": "box.north_german", "de-mohr-2": "box.north_german", "de-mohr-3": "1516"}
    match = situation("german.supply", men, turn=2)
    play(match, "do:end_phase")
    assert offered(match).seat == "german" and set(offered(match).units) == {"de-mohr-1", "de-mohr-2"}
    assert refused(match, "unit:de-mohr-3") == "5.1"
    play(match, "unit:de-mohr-2", "do:done")
    assert where(match, "de-mohr-2") == "box.reserve" and where(match, "de-mohr-1") == "box.north_german"


@pytest.mark.rule("fb", "5.1")
def test_events_d_and_f_raise_the_supply_level(situation: Situation) -> None:
    for turn, amount in ((7, 3), (12, 2)):
        match = situation("german.supply", {}, turn=turn - 1, supply=0, dice=[1], control={"soviet": ["2027"]})
        play(match, "do:end_phase")
        assert track(match, "supply") == 1 + amount


@pytest.mark.rule("fb", "5.1")
def test_event_h_ends_fanaticism(situation: Situation) -> None:
    men = {"de-55hj": {"hex": "1330", "fanatic": True}, "su-372-218": "1331"}
    match = situation("german.supply", men, turn=18, dice=[1, 2])
    play(match, "do:end_phase")
    assert match.turn == 19 and "fanatic" not in state(match, "de-55hj")
    end_to(match, "soviet.assault")
    play(match, "unit:de-55hj", "unit:su-372-218")
    assert state(match, "de-55hj") == {"place": "1330"}  # unharmed, and not fanatic again
    late = situation("soviet.assault", {"de-55hj": "1330", "su-372-218": "1331"}, turn=19, dice=[1])
    events = play(late, "unit:de-55hj", "unit:su-372-218")
    assert "fanatic" not in kinds(events)


@pytest.mark.rule("fb", "SC.F4")
def test_in_the_free_scenario_soviet_events_may_be_taken_later(situation: Situation) -> None:
    match = situation("german.supply", {"su-372-218": "0118"}, turn=1, scenario="free")
    play(match, "do:end_phase")
    assert offered(match).buttons == ("event.A", "end_phase")
    play(match, "do:end_phase")
    assert where(match, "su-967-273") == "pool.soviet_arrivals"
    to_next_turn(match)
    assert (match.turn, match.phase) == (3, "events")
    assert refused(match, "do:event.B") == "5.1"
    taken = only(play(match, "do:event.A"), "arrived")
    assert len(taken["units"]) == 5 and where(match, "su-967-273") == "turn.3"
    assert offered(match).buttons == ("end_phase",)


def test_the_historical_scenario_has_no_late_events(situation: Situation) -> None:
    match = situation("german.supply", {"su-372-218": "0118"}, turn=1)
    play(match, "do:end_phase")
    assert match.phase == "soviet.strategic"


def test_the_german_player_has_the_goliaths_of_the_first_turn(fb: stavka.Game[Any]) -> None:
    match = fb.start("historical", seed=1)
    assert reserve(match) and kinds(list(match.opening))[:3] == ["phase", "goliaths", "chemicals"]


@pytest.mark.rule("fb", "5.1", "10.1.3a")
@pytest.mark.parametrize(("released", "dice"), [([], 4), (["de-mohr-1"], 2)])
def test_the_northern_front_is_counted_after_the_letters(
        situation: Situation, released: list[str], dice: int) -> None:
    """Event b of turn 3 takes Regiment Mohr from the northern front before the dice there are counted."""
    men = north(20, 0) | dict.fromkeys(("de-mohr-1", "de-mohr-2"), "box.north_german")
    match = situation("german.supply", men, turn=2, declared=True, supply=0, dice=[1] * 20)
    play(match, "do:end_phase")
    assert offered(match).task == "release"
    events = play(match, *(f"unit:{unit}" for unit in released), "do:done")
    while offered(match).task == "northern_front":
        events += play(match, "do:roll")
    assert kinds(events).count("northern_die") == dice
