"""The staff of Destruction of Army Group Center: expectations, garrisons, judgement."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import stavka
from stavka.games.dagc.combat import Attack, attackable, column
from stavka.games.dagc.combat import differential as exact
from stavka.games.dagc.components import GERMAN, SIDES, SOVIET
from stavka.games.dagc.staff.odds import look_at
from stavka.games.dagc.staff.survey import DagcSurvey
from stavka.kit.steps import NOBODY
from stavka.players import LEVELS, Commander, Seen, play, player
from stavka.players.commander import effort_of
from stavka.staff.battles import Assault
from stavka.staff.general import General
from stavka.staff.mind import ForceMind
from tests.playing import Situation


def mind_of(match: stavka.Match, side: int) -> ForceMind:
    staff: Any = match.game.staff
    force = staff.forces[SIDES[side]]
    return ForceMind(staff.command, force, staff.usual(force))


def survey_of(match: stavka.Match, side: int) -> DagcSurvey:
    survey = mind_of(match, side).survey(match.position)
    assert isinstance(survey, DagcSurvey)
    return survey


def plans(match: stavka.Match, side: int) -> list[Assault]:
    p: Any = match.position
    return mind_of(match, side).battles(p).plan(attackable(p, side))


@pytest.mark.parametrize("turn", [1, 3, 6])
def test_the_staff_counts_columns_as_the_rules_do(dagc: stavka.Game[Any], turn: int) -> None:
    match = dagc.situation({"turn": turn, "step": "soviet.combat_before"})
    p: Any = match.position
    survey = survey_of(match, SOVIET)
    found = plans(match, SOVIET)
    assert found
    for plan in found:
        air = survey.flies(plan.target, plan.units, survey.roll(plan.target, plan.units))
        attack = Attack(SOVIET, "before", plan.target, plan.units, air)
        assert column(p, exact(p, attack)) == survey.roll(plan.target, plan.units, int(air != NOBODY)).column
        assert p.layout.crt.headings[column(p, exact(p, attack))] == survey.odds(plan.target, plan.units)


def test_expectation_is_exact_over_the_table(situation: Situation) -> None:
    match = situation("soviet.combat_before", {"S-39": "3608", "S-43": "3608", "G-KG-Hrt": "3609"}, turn=3)
    p: Any = match.position
    survey, place = survey_of(match, SOVIET), p.layout.board.index["3609"]
    target = look_at(p, SOVIET, place, "before", survey.prize(place))
    roll = survey.roll(place, p.at(p.layout.board.index["3608"]))
    assert (roll.lower, roll.ardour) == (0, False)
    chances = p.layout.crt.chances(roll.column)
    worth, prize, cheapest = target.losses, target.prize, 0.16 * 2
    by_hand = (-chances.get("AE", 0) * 2 * cheapest + chances.get("BB", 0) * (worth + prize - cheapest)
               + chances.get("DR", 0) * min(worth + prize, 0.25 + prize) + chances.get("DE", 0) * (worth + prize))
    assert roll.value == pytest.approx(by_hand)


def test_a_hopeless_attack_is_not_made(situation: Situation) -> None:
    match = situation("german.combat_before", {"G-KG-Hrt": "3609", "S-5GT": "3608", "S-11G": "3608"}, turn=3)
    assert plans(match, GERMAN) == []


def test_an_empty_city_in_reach_is_taken(dagc: stavka.Game[Any], situation: Situation) -> None:
    match = situation("soviet.movement", {"S-O": "3810", "G-53": "3020"}, turn=3)
    play(match, {"soviet": player("novice", dagc)}, until=2)
    assert match.view("soviet")["points"]["parts"]["places"] >= 4


def test_koenigsberg_gets_a_garrison(dagc: stavka.Game[Any], situation: Situation) -> None:
    match = situation("german.movement", {"S-5GT": "2819", "G-53": "2926", "G-6": "2926"}, turn=4)
    commander = Commander(dagc, "regular", 1)
    while match.offer is not None and match.offer.seat == "german" and match.phase == "german.movement":
        match.choose(commander.choose(Seen.of(match)))
    assert len(match.view("german")["stacks"].get("2825", [])) == 2


def test_a_position_is_worth_the_opposite_to_the_other_side(dagc: stavka.Game[Any]) -> None:
    staff: Any = dagc.staff
    p = dagc.start(seed=1).position
    assert staff.evaluate(p, "soviet") == -staff.evaluate(p, "german")


def test_taking_a_city_makes_a_position_better(dagc: stavka.Game[Any]) -> None:
    staff: Any = dagc.staff
    without = dagc.situation({"turn": 6, "step": "soviet.movement"})
    taken = dagc.situation({"turn": 6, "step": "soviet.movement", "control": {"soviet": ["3116"]}})
    assert staff.evaluate(taken.position, "soviet") > staff.evaluate(without.position, "soviet")


def test_moves_written_down_are_carried_out_whatever_is_hidden(dagc: stavka.Game[Any], situation: Situation) -> None:
    units = {"S-39": "3400", "S-5": "3400", "S-11G": "3500", "G-53": "3204", "G-6": "3204", "G-9": "3205"}
    match, staff = situation("soviet.movement", units, turn=2), dagc.staff
    assert isinstance(staff, General)
    here, other = (Seen.of(match).imagine(seed).position for seed in (1, 2))
    orders = staff.written(here, "soviet", staff.orders("soviet", "veteran", Random(1)))
    written = orders["soviet"].written
    assert written is not None and any(place != here.where[unit] for unit, (place, _) in written.moves.items())
    for p in (here, other):
        planned = staff.mind("soviet", orders).minds["soviet"].plan(p)
        assert planned.where == {unit: place for unit, (place, _) in written.moves.items()}


def test_moves_written_down_are_those_of_one_phase(dagc: stavka.Game[Any], situation: Situation) -> None:
    staff = dagc.staff
    assert isinstance(staff, General)
    match = situation("soviet.combat_before", {"S-39": "3400", "G-53": "3204"}, turn=2)
    orders = staff.orders("soviet", "veteran", Random(1))
    assert staff.written(match.position, "soviet", orders) is orders


def test_attacks_are_thought_about_where_they_are_made(dagc: stavka.Game[Any], situation: Situation) -> None:
    """Those that the plan makes could be left alone, the others made: ideas for the combat phase alone."""
    match = situation("german.combat_before", {
        "G-53": "3609", "G-6": "3609", "S-5GT": "3608", "G-KG-Hrt": "3403", "S-11G": "3402", "S-39": "3402"}, turn=3)
    staff, p = dagc.staff, match.position
    assert isinstance(staff, General)
    assert 0 < staff.worth_thinking(p, "german") < 1 and staff.worth_thinking(p, "soviet") == 0
    orders = staff.orders("german", "veteran", Random(1))
    groups = staff.variants(p, "german", orders)
    found = {(mission.kind, p.number(mission.place)) for group in groups for new, _ in group
             for mission in new["german"].missions}
    assert ("destroy", "3402") in found, "a hopeless attack is left alone, and could be made"
    assert {kind for kind, _ in found} <= {"withdraw", "destroy"}


@pytest.mark.parametrize(("step", "thinkers"), [
    ("german.movement", ["veteran", "marshal"]), ("german.combat_before", ["marshal"]),
    ("german.combat_after", ["marshal"]), ("german.interdiction", [])])
def test_veterans_think_about_moves_and_marshals_about_attacks_too(
        dagc: stavka.Game[Any], step: str, thinkers: list[str]) -> None:
    staff = dagc.staff
    assert isinstance(staff, General)
    share = staff.worth_thinking(dagc.situation({"turn": 3, "step": step}).position, "german")
    assert [level for level in LEVELS if effort_of(staff, level).share(share).simulations] == thinkers
