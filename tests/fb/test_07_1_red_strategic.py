"""7.0 and 7.1: the strategic movement of the Red Army."""

from __future__ import annotations

import pytest

from tests.playing import Situation, kinds, offered, only, play, refused, where

from .helpers import end_to, to_next_turn

DIVISION = {"su-372-218": "1333", "su-658-218": "1234", "su-667-218": "1333", "su-art-218": "1436",
            "su-eng-218": "1333"}


@pytest.mark.rule("fb", "7.0")
def test_there_are_strategic_and_tactical_movement(situation: Situation) -> None:
    assert offered(situation("soviet.strategic", {"su-372-218": "1333"})).task == "leave"
    assert offered(situation("soviet.tactical", {"su-372-218": "1333"})).task == "move"


@pytest.mark.rule("fb", "7.1")
def test_waiting_comes_before_entering_and_leaving_comes_last(situation: Situation) -> None:
    men = {"su-372-218": "turn.5", "su-658-218": "turn.5", "su-56eng": "turn.5", "su-57eng": "1333"}
    match = situation("soviet.strategic", men)
    assert refused(match, "unit:su-57eng") == "7.1"
    assert refused(match, "do:end_phase") == "7.1"
    play(match, "unit:su-372-218", "hex:turn.6")  # (a)
    play(match, "unit:su-658-218", "hex:0118")  # (b)
    play(match, "unit:su-56eng")
    assert refused(match, "hex:turn.6") == "7.1"
    play(match, "hex:0118", "unit:su-57eng", "do:done")  # (c)
    assert where(match, "su-372-218") == where(match, "su-57eng") == "turn.6"


@pytest.mark.rule("fb", "7.1", "7.1.2")
def test_a_unit_that_is_due_may_wait_or_enter(situation: Situation) -> None:
    match = situation("soviet.strategic", {"su-372-218": "turn.5"})
    play(match, "unit:su-372-218")
    assert {"turn.6", "0118", "2702"} <= set(offered(match).hexes)
    other = match.copy(seed=1)
    play(match, "hex:0118")
    play(other, "hex:turn.6")
    assert (where(match, "su-372-218"), where(other, "su-372-218")) == ("0118", "turn.6")
    assert refused(situation("soviet.strategic", {"su-372-218": "turn.7"}), "unit:su-372-218") == "7.1.2"


@pytest.mark.rule("fb", "7.1.3a")
def test_soviets_enter_in_their_concentration_hexes_or_where_they_have_covering_units(situation: Situation) -> None:
    men = {"su-372-218": "turn.5", "su-cov-1": "1333", "pl-cov-1": "1436", "de-hanf-1": "0118"}
    match = situation("soviet.strategic", men)
    play(match, "unit:su-372-218")
    assert {"1333", "0122"} <= set(offered(match).hexes)
    assert not {"1436", "2813", "0119"} & set(offered(match).hexes)
    assert refused(match, "hex:1334") == "7.1.3a"
    assert refused(match, "hex:0118") == "3.0k"  # Germans stand there


@pytest.mark.rule("fb", "7.1.3b")
def test_poles_enter_only_through_their_own(situation: Situation) -> None:
    match = situation("soviet.strategic", {"pl-2bp": "turn.5", "su-cov-1": "1333", "pl-cov-1": "1436"})
    play(match, "unit:pl-2bp")
    assert set(offered(match).hexes) == {"2809", "2813", "2817", "2821", "1436", "turn.6"}
    assert refused(match, "hex:1333") == refused(match, "hex:0118") == "7.1.3b"


@pytest.mark.rule("fb", "7.1.4")
def test_any_number_of_units_and_whole_divisions_enter_one_hex(situation: Situation) -> None:
    match = situation("soviet.strategic", {**DIVISION, "su-57eng": "1134", "su-58eng": "1134"}, turn=5)
    play(match, "unit:su-372-218", "do:done", "unit:su-57eng", "unit:su-58eng")
    to_next_turn(match)
    assert (match.turn, match.phase) == (6, "soviet.strategic")
    play(match, "unit:su-eng-218", "hex:0118")  # the division left as a whole and comes back as a whole
    assert {where(match, unit) for unit in DIVISION} == {"0118"}
    play(match, "unit:su-57eng", "hex:0118")
    assert where(match, "su-58eng") == "turn.6"  # independent units come one by one
    play(match, "unit:su-58eng", "hex:0118")
    assert len(match.view("soviet")["stacks"]["0118"]) == 7  # far more than the limit, for now


@pytest.mark.rule("fb", "7.1.4", "5.1")
def test_a_division_that_arrives_with_an_event_enters_as_a_whole(situation: Situation) -> None:
    match = situation("german.supply", {"su-t34-222": "turn.9"}, turn=8)
    play(match, "do:end_phase")
    assert match.phase == "soviet.strategic"
    play(match, "unit:su-385-112", "hex:0118")
    division = ["su-385-112", "su-416-112", "su-524-112", "su-art-112", "su-eng-112"]
    assert [where(match, unit) for unit in division] == ["0118"] * 5
    assert offered(match).units == ("su-t34-222",)
    assert not list(match.game.flaws(match.position))  # from now on each of them is fatigued and returns by itself


@pytest.mark.rule("fb", "7.1.4")
def test_a_division_that_waits_waits_as_a_whole(situation: Situation) -> None:
    match = situation("german.supply", {}, turn=8)
    play(match, "do:end_phase", "unit:su-385-112", "hex:turn.10")
    assert where(match, "su-eng-112") == "turn.10"


@pytest.mark.rule("fb", "7.1.4")
def test_a_unit_back_from_fatigue_enters_by_itself(situation: Situation) -> None:
    match = situation("soviet.strategic", {"su-372-218": "turn.5", "su-658-218": "turn.5"})
    play(match, "unit:su-372-218", "hex:0118")
    assert where(match, "su-658-218") == "turn.5"
    play(match, "unit:su-658-218", "hex:2702")
    assert where(match, "su-658-218") == "2702"


@pytest.mark.rule("fb", "7.1.4", "3.0k")
def test_the_limits_count_at_the_end_of_phase_4(situation: Situation) -> None:
    men = {f"su-zis3-{n}": "1333" for n in range(1, 7)}  # clear: four
    match = situation("soviet.tactical", men)
    play(match, "do:end_phase")
    assert offered(match).task == "excess" and offered(match).seat == "soviet"
    assert refused(match, "do:end_phase") == "7.1.4"
    play(match, "unit:su-zis3-2", "unit:su-zis3-5")
    assert where(match, "su-zis3-2") == where(match, "su-zis3-5") == "turn.6"
    assert len(match.view("soviet")["stacks"]["1333"]) == 4
    assert match.phase != "soviet.tactical"


@pytest.mark.rule("fb", "7.1.5")
def test_units_that_entered_may_move(situation: Situation) -> None:
    match = situation("soviet.strategic", {"su-372-218": "turn.5"})
    play(match, "unit:su-372-218", "hex:0118")
    end_to(match, "soviet.tactical")
    play(match, "unit:su-372-218", "hex:0117")
    assert where(match, "su-372-218") == "0117"


@pytest.mark.rule("fb", "7.1.6")
def test_a_division_leaves_as_a_whole_and_independent_units_as_they_like(situation: Situation) -> None:
    men = {**DIVISION, "su-667-218": "turn.7", "su-56eng": "1333", "su-57eng": "1333", "su-cov-1": "1234"}
    match = situation("soviet.strategic", men)
    play(match, "unit:su-eng-218")
    left = {unit for unit in DIVISION if where(match, unit) == "turn.6"}
    assert left == set(DIVISION) - {"su-667-218"} and where(match, "su-667-218") == "turn.7"
    assert where(match, "su-56eng") == "1333"
    play(match, "do:done", "unit:su-56eng", "unit:su-cov-1")
    assert where(match, "su-56eng") == where(match, "su-cov-1") == "turn.6"
    assert where(match, "su-57eng") == "1333"


@pytest.mark.rule("fb", "7.1.7a")
def test_covering_units_may_take_the_vacated_hexes(situation: Situation) -> None:
    match = situation("soviet.strategic", {**DIVISION, "su-56eng": "1333", "su-cov-11": "pool.soviet_covering"})
    play(match, "unit:su-eng-218")
    assert set(offered(match).hexes) == {"1234", "1436"}  # 1333 still has the engineers
    assert refused(match, "hex:1333") == "7.1.7a"
    covered = only(play(match, "hex:1436"), "covered")
    assert where(match, covered["unit"]) == "1436"
    assert offered(match).hexes == ("1234",)
    play(match, "do:done")
    assert offered(match).task == "leave"


@pytest.mark.rule("fb", "7.1.7b")
def test_the_covering_units_in_the_pool_are_all_there_are(situation: Situation) -> None:
    men = dict(DIVISION)
    men |= {f"su-cov-{n}": "aside" for n in range(1, 25)} | {"su-cov-3": "pool.soviet_covering"}
    match = situation("soviet.strategic", men)
    play(match, "unit:su-eng-218")
    assert len(offered(match).hexes) == 3
    play(match, "hex:1436")
    assert offered(match).task == "leave"  # the only one is placed


@pytest.mark.rule("fb", "7.1.7b")
def test_a_covering_unit_that_is_due_may_go_back_to_the_pool(situation: Situation) -> None:
    match = situation("soviet.strategic", {"su-cov-1": "turn.5", "su-57eng": "1333"})
    play(match, "unit:su-cov-1")
    assert {"turn.6", "pool.soviet_covering", "0118"} <= set(offered(match).hexes)
    play(match, "hex:pool.soviet_covering")
    assert where(match, "su-cov-1") == "pool.soviet_covering"


@pytest.mark.rule("fb", "7.1.8")
def test_units_that_leave_go_to_the_next_turn_space(situation: Situation) -> None:
    match = situation("soviet.strategic", {"su-56eng": "1333", "su-cov-1": "1334"}, turn=9)
    left = only(play(match, "unit:su-cov-1", "do:done"), "left")
    assert left["to"] == where(match, "su-cov-1") == "turn.10"
    last = situation("soviet.strategic", {"su-56eng": "1333", "su-57eng": "1333"}, turn=20)
    play(last, "unit:su-56eng")
    assert where(last, "su-56eng") == "dead.soviet"


def test_poles_leave_polish_covering_units(situation: Situation) -> None:
    match = situation("soviet.strategic", {"pl-2bp": "1333", "su-57eng": "1334"})
    assert "left" in kinds(play(match, "unit:pl-2bp"))
    assert only(play(match, "hex:1333"), "covered")["unit"].startswith("pl-cov")


@pytest.mark.rule("fb", "7.1.7a")
def test_covering_may_be_declined_and_made_good_later_in_the_phase(situation: Situation) -> None:
    men = {"su-56eng": "1333", "su-57eng": "1335", "su-cov-1": "pool.soviet_covering"}
    match = situation("soviet.strategic", men)
    play(match, "unit:su-56eng", "do:done", "unit:su-57eng", "do:done")
    assert set(offered(match).hexes) == {"1333", "1335"}
    assert refused(match, "hex:1334") == "7.1.7a"
    covered = only(play(match, "hex:1333"), "covered")
    assert covered["hex"] == "1333" and offered(match).hexes == ("1335",)
    play(match, "do:end_phase")
    assert match.ask("hex", hex="1335")["stack"] == []
