"""The staff of Race to the Reichstag: four forces, and answers to everything that is offered."""

from __future__ import annotations

import logging
from random import Random
from typing import Any

import pytest

import stavka
from stavka.games.rttr import RaceToTheReichstag
from stavka.games.rttr.staff.odds import cheapest_loss, half_lost
from stavka.games.rttr.staff.survey import GUESSED, SectorSurvey
from stavka.players import Commander, Effort, Seen, player
from stavka.staff.general import General
from tests.playing import Situation, offered

from .helpers import ready_made

OPTIONS = {"communications": True, "highly_mobile": True, "escape": True}


def played(match: stavka.Match, levels: dict[str, str], seed: int, most: int = 10) -> stavka.Match:
    """A match between players of these levels, for so many turns."""
    players = {seat: player(level, match.game, f"{seat} {seed}") for seat, level in levels.items()}
    while match.offer is not None and match.turn <= most:
        match.choose(players[match.offer.seat].choose(Seen.of(match)))
    return match


def answer(match: stavka.Match, level: str = "regular") -> str:
    """What a player chooses now."""
    return player(level, match.game, 1).choose(Seen.of(match))


def carried_out(match: stavka.Match, phase: str, level: str = "regular") -> stavka.Match:
    """The phase as a player of a level plays it who does not think ahead."""
    commander = Commander(match.game, level, 1, Effort())
    while match.offer is not None and match.phase == phase:
        match.choose(commander.choose(Seen.of(match)))
    return match


# -- Whole games ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("scenario", "level", "options"), [
    ("standard", "novice", {}), ("fantasy", "regular", {}), ("prepared", "regular", OPTIONS)])
def test_whole_games_without_a_mistaken_choice(rttr: RaceToTheReichstag, caplog: pytest.LogCaptureFixture,
                                               scenario: str, level: str, options: dict[str, bool]) -> None:
    with caplog.at_level(logging.ERROR, "stavka.players"):
        match = played(rttr.start(scenario, seed=11, options=options), dict.fromkeys(rttr.seats, level), 11)
    assert match.result is not None and not caplog.records


def test_a_veteran_thinks_and_makes_no_mistake(rttr: RaceToTheReichstag, caplog: pytest.LogCaptureFixture) -> None:
    match = rttr.start("standard", seed=5)
    thinker = Commander(rttr, "veteran", 5, Effort(simulations=8, samples=2, depth=2))
    players: dict[str, Any] = {"1bf": thinker, "1uf": player("regular", rttr, 5)}
    with caplog.at_level(logging.ERROR, "stavka.players"):
        while match.offer is not None and match.turn <= 2:
            match.choose(players[match.offer.seat].choose(Seen.of(match)))
    assert thinker.simulations >= 16 and not caplog.records


@pytest.mark.parametrize("seat", ["1bf", "1uf"])
def test_a_novice_is_far_ahead_of_random_play(rttr: RaceToTheReichstag, seat: str) -> None:
    levels = {other: "novice" if other == seat else "random" for other in rttr.seats}
    scores = [played(rttr.start(seed=seed), levels, seed).view(seat)["points"]["scores"] for seed in (1, 2)]
    rival = rttr.seats[1 - rttr.seats.index(seat)]
    assert all(score[seat] > score[rival] + 20 for score in scores), scores


# -- Single decisions ----------------------------------------------------------------------------------------------


def test_an_empty_objective_in_reach_is_taken(situation: Situation) -> None:
    match = carried_out(situation("1bf.movement", {"BF-150": "2606", "G-GD": "3611"}), "1bf.movement")
    assert "2604" in match.view("1bf")["control"]["1bf"]  # Tegel


def test_a_forced_march_is_paid_where_it_takes_an_objective(situation: Situation) -> None:
    match = situation("1bf.movement", {"BF-150": "3101", "G-GD": "3611"}, dice=[6] * 9)
    assert "2604" not in match.ask("reach", unit="BF-150")
    carried_out(match, "1bf.movement")
    assert "2604" in match.view("1bf")["control"]["1bf"]
    assert match.view("1bf")["tracks"]["spent_1bf"]["value"] == 1


def test_nobody_enters_the_reichstag_to_lose(situation: Situation) -> None:
    """With thirty points more the 1BF would still be behind, and the game would be over."""
    men, dice = {"BF-150": "3512", "G-GD": "4611"}, [6] * 9  # no bridge is blown
    rich = {"1uf": ["0429", "1327", "2515", "2523", "2917", "2925", "3114", "3217", "3414"]}
    for control, enters in ((rich, False), ({}, True)):
        match = situation("1bf.movement", men, turn=5, control=control, dice=dice)
        assert ("3513" in carried_out(match, "1bf.movement").view("1bf")["control"]["1bf"]) == enters


@pytest.mark.parametrize(("level", "front_at", "barred"), [
    ("veteran", "3320", True), ("veteran", "3330", False), ("regular", "3320", False)])
def test_germans_bar_the_streets_around_the_reichstag_before_the_front_is_there(
        situation: Situation, level: str, front_at: str, barred: bool) -> None:
    """Those who know the game send them when the Front is two marches away; nobody else thinks of it."""
    men = {"UF-6GT": front_at, "UF-7GT": front_at.replace("33", "32", 1), "G-20PG-8": "3213", "G-20PG-76": "3213"}
    match = carried_out(situation("german_1uf.movement", men, dice=[6] * 9), "german_1uf.movement", level)
    units = match.view("1bf")["units"]
    assert bool({units["G-20PG-8"]["place"], units["G-20PG-76"]["place"]} & {"3413", "3414", "3514"}) == barred


@pytest.mark.parametrize(("level", "at_the_reichstag", "elsewhere"), [("regular", True, True), ("novice", True, False)])
def test_beginners_save_their_guns_for_the_reichstag(situation: Situation, level: str, at_the_reichstag: bool,
                                                     elsewhere: bool) -> None:
    storm = {"BF-9T": "3412", "BF-19SU": "3412", "BF-3SAT": "3512", "S-FB": "3513", "S-LW-1": "3513"}
    square = {"BF-9T": "3712", "BF-19SU": "3712", "BF-3SAT": "3811", "S-FB": "3812", "S-LW-1": "3812"}
    for men, fires in ((storm, at_the_reichstag), (square, elsewhere)):
        assert (answer(situation("1bf.bombardment", men, turn=5), level) == "do:artillery") == fires


def test_veterans_fill_the_objective_beside_the_streets(situation: Situation) -> None:
    """Whoever stands in a street must attack the first corps that comes beside it, and has no way back."""
    guards = {"G-20PG-8": "3213", "G-20PG-76": "3213", "G-20PG-90": "3213", "G-SSNed": "3313"}
    for level, filled in (("veteran", 2), ("regular", 0)):
        match = situation("german_1uf.movement", {"UF-6GT": "3320", "UF-7GT": "3220", **guards}, dice=[6] * 9)
        units = carried_out(match, "german_1uf.movement", level).view("1bf")["units"]
        places = [units[unit]["place"] for unit in guards]
        assert places.count("3414") == filled


STORM = {"BF-150": "3512", "BF-3SAT": "3512", "BF-171": "3412", "BF-3SAE": "3412", "S-VS-10": "3513"}
"""A Front before the last of the garrison, far stronger than he."""


@pytest.mark.parametrize(("level", "rival", "turn", "attacks"), [
    ("veteran", "3514", 7, False), ("veteran", "3527", 7, True), ("veteran", "3514", 10, True),
    ("regular", "3514", 7, True)])
def test_veterans_do_not_open_the_reichstag_to_the_rival(situation: Situation, level: str, rival: str, turn: int,
                                                         attacks: bool) -> None:
    """Most attacks empty it and few enter it; the rival moves next. Nothing is lost by trying on the last day."""
    match = situation("1bf.combat", {**STORM, "UF-6GT": rival}, turn=turn, dice=[3] * 9)
    carried_out(match, "1bf.combat", level)
    assert any(event.kind == "fought" for event in match.log) == attacks


def chances(match: stavka.Match) -> dict[str, float]:
    """What a position is worth to either seat."""
    assert match.game.staff is not None
    return {seat: match.game.staff.evaluate(match.position, seat) for seat in match.game.seats}


def test_the_judge_knows_who_will_walk_in_and_that_both_may_lose(situation: Situation) -> None:
    """An empty Reichstag is the next Front's; with a full garrison and nobody near on the last day the Germans win."""
    men = {"BF-150": "3512", "UF-6GT": "3514", "G-GD": "4611"}
    for phase, winner in (("german_1bf.movement", "1uf"), ("german_1uf.movement", "1bf")):
        found = chances(situation(phase, men, turn=7))
        assert found[winner] > 0.7 and min(found.values()) < -0.7
    far = {"BF-150": "3402", "UF-6GT": "3532", "S-FB": "3513", "S-LW-1": "3513", "S-VS-10": "3513"}
    assert max(chances(situation("german_1uf.movement", far, turn=10)).values()) < -0.5


def surveyed(match: stavka.Match, force: str) -> SectorSurvey:
    """A position in the eyes of a force."""
    staff = match.game.staff
    assert isinstance(staff, General)
    survey = staff.command.survey(match.position, staff.forces[force], staff.usual(staff.forces[force]))
    assert isinstance(survey, SectorSurvey)
    return survey


def surveyed_by(level: str, match: stavka.Match) -> SectorSurvey:
    """A position in the eyes of the 1BF, led by a commander of this level."""
    staff = match.game.staff
    assert isinstance(staff, General)
    survey = staff.command.survey(match.position, staff.forces["1bf"], staff.orders("1bf", level, Random(1))["1bf"])
    assert isinstance(survey, SectorSurvey)
    return survey


def test_what_is_face_down_is_guessed_by_the_front_and_known_to_the_germans(rttr: RaceToTheReichstag) -> None:
    match = rttr.start(seed=3)
    ready_made(match)
    front, germans = surveyed(match, "1bf"), surveyed(match, "german_1bf")
    printed, hidden = front.layout.strength, [unit for unit in front.germans if front.p.face_down >> unit & 1]
    assert len({printed[unit] for unit in hidden}) > 2
    assert {front.factors(unit) for unit in hidden} == {GUESSED}
    assert all(germans.factors(unit) == printed[unit] for unit in hidden if unit in germans.germans)


def test_the_storm_of_the_reichstag_is_planned_before_other_attacks(situation: Situation) -> None:
    """The lone regiment in 3611 is the easier prey; whoever is sent against it first is missing at the Reichstag."""
    men = {"BF-150": "3512", "BF-3SAT": "3512", "BF-171": "3612", "BF-3SAE": "3612", "BF-9T": "3510", "G-GD": "3611",
           "S-VS-10": "3513", "S-LW-1": "3513", "S-FB": "3513"}
    survey = surveyed(situation("1bf.movement", men, turn=9), "1bf")
    goal, prey = survey.layout.reichstag, index_of(survey, "3611")
    assert survey.potential(prey, survey.reached_by[prey]) > survey.potential(goal, survey.reached_by[goal])
    assert list(survey.strikes.values) == [goal, prey]


def test_what_the_way_to_the_reichstag_is_worth_depends_on_who_looks_at_it(rttr: RaceToTheReichstag) -> None:
    """Beginners see no way; regulars see a long one; veterans only its end, which counts for more."""
    match = rttr.start(seed=3)
    ready_made(match)
    worth: dict[str, list[float]] = {}
    for level in ("novice", "regular", "veteran"):
        survey = surveyed_by(level, match)
        way = survey.ground.distance[-1]
        worth[level] = [survey._road(way.index(points)) for points in (1, 12)]
    assert worth["novice"] == [0, 0]
    assert worth["veteran"][0] > worth["regular"][0] > worth["regular"][1] > worth["veteran"][1] == 0


def test_beginners_with_the_1bf_begin_the_race_late(situation: Situation) -> None:
    """A tank corps two streets nearer: nothing to a beginner in the first days, later twice what a regular sees."""
    def gained(level: str, turn: int) -> float:
        survey = surveyed_by(level, situation("1bf.movement", {"BF-9T": "3506"}, turn=turn))
        return survey._nearer(survey.layout.units.index("BF-9T"), index_of(survey, "3508"))

    assert gained("novice", 5) == 0 < gained("regular", 5)
    assert gained("novice", 6) == 2 * gained("regular", 6)


def test_in_the_race_nobody_turns_back(situation: Situation) -> None:
    """The same two hexes from an enemy: one division has him before it, the other behind it."""
    survey = surveyed(situation("1bf.movement", {"BF-150": "3506", "BF-171": "3510", "G-GD": "3508"}, turn=5), "1bf")
    index = survey.layout.units.index
    assert survey.reached_by[index_of(survey, "3508")] == [index("BF-150")]


def index_of(survey: SectorSurvey, hex: str) -> int:
    """A hex by its number."""
    return survey.layout.board.index[hex]


def test_no_more_is_lost_than_is_owed(rttr: RaceToTheReichstag) -> None:
    match = rttr.start(seed=3)
    players = {seat: player("regular", rttr, seat) for seat in rttr.seats}
    enough = 0
    while match.offer is not None and match.turn <= 5:
        choice = players[match.offer.seat].choose(Seen.of(match))
        if "enough" in match.offer.buttons:
            assert choice == "do:enough"
            enough += 1
        match.choose(choice)
    assert enough


def test_what_is_owed_is_paid_by_those_who_cost_least_together() -> None:
    """With 10, 3 and 3 factors half is eight: the corps alone, not the brigades first and then the corps too."""
    assert cheapest_loss([(1, 3, 1.5), (2, 3, 1.5), (3, 10, 5.0)], owed=8) == {3}
    assert cheapest_loss([(1, 6, 3.0), (2, 1, 0.5), (3, 6, 3.0), (4, 6, 3.0)], owed=10) == {1, 3}
    assert half_lost((10,)) == 1.0 and half_lost((5, 5)) == 0.5 and half_lost((10, 3, 3)) == 10 / 16


def test_a_bloodbath_costs_no_more_than_it_must(situation: Situation) -> None:
    """Half of 1, 6, 6 and 6 factors is ten: two divisions, and the reconnaissance regiment lives."""
    men = {"UF-48G": "3118", "UF-50G": "3218", "UF-54G": "3216", "UF-4GTAR": "3318", "S-LW-1": "3217"}
    match = situation("1uf.combat", men, dice=[1] * 9)
    carried_out(match, "1uf.combat")
    lost = [event.data["unit"] for event in match.log if event.kind == "eliminated"]
    assert len(lost) == 3 and lost[0] == "S-LW-1" and "UF-4GTAR" not in lost


def test_stacks_that_are_too_weak_alone_attack_the_reichstag_together(situation: Situation) -> None:
    """A strategic marker alone in it falls to 400 % and more: no stack has that, all of them together have it."""
    men = {"BF-150": "3512", "BF-3SAT": "3512", "BF-171": "3612", "BF-3SAE": "3612", "BF-9T": "3412", "BF-19SU": "3412",
           "BF-207": "3613", "BF-5SAT": "3613", "S-FB": "3513"}
    match = carried_out(situation("1bf.combat", men, dice=[6] * 9), "1bf.combat")
    assert "3513" in match.view("1bf")["control"]["1bf"]


def test_losses_are_replaced_early_and_where_they_are_cheap(situation: Situation) -> None:
    men = {"UF-48G": "2832", "G-GD": "2925", "UF-6GT": "dead.1uf"}
    for scenario, turn, wanted in (("prepared", 3, "unit:UF-6GT"), ("prepared", 10, "do:end_phase"),
                                   ("standard", 3, "do:end_phase")):  # 23.3: half the price
        match = situation("1uf.reinforcement", men, turn=turn, scenario=scenario)
        while offered(match).task != "replacement":
            match.choose(answer(match))
        assert answer(match) == wanted


def test_the_ready_made_set_up_is_one_click_a_step(rttr: RaceToTheReichstag) -> None:
    match = rttr.start("prepared", seed=2)
    while match.phase == "setup":
        assert answer(match) == "do:ready_made"
        match.choose("do:ready_made")


@pytest.mark.parametrize(("language", "words"), [("en", "1st Belorussian Front:"), ("es", "1.er Frente Bielorruso:")])
def test_a_plan_is_said_in_both_languages(rttr: RaceToTheReichstag, language: str, words: str) -> None:
    match = rttr.start(seed=3)
    regular = player("regular", rttr, 3)
    while match.phase != "1bf.movement":
        match.choose(regular.choose(Seen.of(match)))
    assert isinstance(regular, Commander)
    regular.consider(Seen.of(match))
    plan = regular.plan(language)
    assert plan.startswith(words) and len(plan.splitlines()) >= 5 and "staff." not in plan
