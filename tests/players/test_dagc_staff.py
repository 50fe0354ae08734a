"""The staff of Destruction of Army Group Center: expectations, tactics, judgement."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

import stavka
from stavka.games.dagc.combat import Attack, column
from stavka.games.dagc.combat import differential as exact
from stavka.games.dagc.components import GERMAN, SOVIET
from stavka.games.dagc.staff.battles import Battles
from stavka.games.dagc.staff.doctrine import TACTICS, usual_orders
from stavka.kit.steps import settle
from stavka.players import Commander, Seen, play, player
from stavka.players.search import apply
from tests.playing import Situation


def battles(match: stavka.Match, side: int, phase: str = "before") -> Battles:
    staff: Any = match.game.staff
    p: Any = match.position
    return Battles(p, staff.ground, staff.chances, usual_orders(side), side, phase)


def test_there_are_at_least_fifteen_tactics_and_all_have_words(dagc: stavka.Game[Any]) -> None:
    assert len(set(TACTICS)) >= 15
    for language in ("en", "es"):
        assert all(f"tactic.{name}" in dagc.words.templates[language] for name in TACTICS)


def answers(dagc: stavka.Game[Any], scenario: str, seed: int, without: str = "") -> Iterator[tuple[str, Any]]:
    """What both staffs choose in a game, one of their tactics forgotten."""
    p: Any = dagc.start(scenario, seed=seed).position
    minds = {}
    staff: Any = dagc.staff
    for side, seat in enumerate(dagc.seats):
        orders = usual_orders(side)
        minds[seat] = staff.mind(seat, replace(orders, tactics=orders.tactics - {without}))
    while (options := settle(p, dagc.advance)) is not None:
        choice = minds[options.seat].decide(p, options)
        yield choice
        apply(p, *choice)


@pytest.mark.parametrize("tactic", TACTICS)
def test_every_tactic_changes_what_is_chosen(dagc: stavka.Game[Any], tactic: str) -> None:
    def differ(scenario: str, seed: int) -> bool:
        pairs = zip(answers(dagc, scenario, seed), answers(dagc, scenario, seed, tactic), strict=False)
        return any(one != other for one, other in pairs)

    assert any(differ(scenario, seed) for seed in (4, 0, 1) for scenario in ("historical", "bold_stroke"))


@pytest.mark.parametrize("turn", [1, 3, 6])
def test_the_staff_counts_columns_as_the_rules_do(dagc: stavka.Game[Any], turn: int) -> None:
    match = dagc.situation({"turn": turn, "step": "soviet.combat_before"})
    p: Any = match.position
    ours = battles(match, SOVIET)
    plans = ours.plan()
    assert plans
    for plan in plans:
        attack = Attack(SOVIET, "before", plan.target, plan.units, plan.air)
        assert column(p, exact(p, attack)) == plan.column


def test_expectation_is_exact_over_the_table(situation: Situation) -> None:
    match = situation("soviet.combat_before", {"S-39": "3608", "S-43": "3608", "G-KG-Hrt": "3609"}, turn=3)
    p: Any = match.position
    ours = battles(match, SOVIET)
    target = ours.target(p.layout.board.index["3609"])
    units = list(p.at(p.layout.board.index["3608"]))
    value, at, lower, ardour = ours.judge(target, units)
    assert (lower, ardour) == (0, False)
    chances = p.layout.crt.chances(at)
    worth, prize = target.losses, target.prize
    cheapest = min(step for step in (0.16 * 2,))
    by_hand = (-chances.get("AE", 0) * 2 * cheapest + chances.get("BB", 0) * (worth + prize - cheapest)
               + chances.get("DR", 0) * min(worth + prize, 0.25 + prize) + chances.get("DE", 0) * (worth + prize))
    assert value == pytest.approx(by_hand)


def test_a_hopeless_attack_is_not_made(situation: Situation) -> None:
    match = situation("german.combat_before", {"G-KG-Hrt": "3609", "S-5GT": "3608", "S-11G": "3608"}, turn=3)
    assert battles(match, GERMAN).plan() == []


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
