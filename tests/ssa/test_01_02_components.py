"""Chapters 1 and 2: scale, sizes, rounding, map, counters and set-up order."""

from __future__ import annotations

from itertools import pairwise

import pytest

from stavka.games.ssa import TheSSAbyss
from stavka.games.ssa.display import faces
from tests.playing import Situation, do_nothing, end_until, offered, play, reach, refused, seen, where

from .helpers import fight, reasons


@pytest.mark.rule("ssa", "1.1c", "1.1d")
def test_each_side_has_its_own_sizes(ssa: TheSSAbyss) -> None:
    sizes = {side: {unit.size for unit in ssa.counters if unit.side == side and unit.kind != "air"}
             for side in ("axis", "soviet")}
    assert sizes == {"axis": {"I", "II", "III"}, "soviet": {"III", "XX"}}
    assert {unit.size for unit in ssa.counters if unit.key in ("18TC", "5GC", "soviet_army")} == {"III"}


@pytest.mark.rule("ssa", "1.1e")
def test_three_companies_weigh_a_battalion_and_three_regiments_a_division(ssa: TheSSAbyss) -> None:
    weight = {(unit.side, unit.size): ssa.theatre.weight[unit.index] for unit in ssa.counters
              if unit.kind not in ("air", "siege_artillery")}
    assert 3 * weight["axis", "I"] == weight["axis", "II"]
    assert 3 * weight["soviet", "III"] == weight["soviet", "XX"]


@pytest.mark.rule("ssa", "1.2a", "1.2b")
def test_halves_are_rounded_down_unit_by_unit(sa: Situation) -> None:
    """Two tank destroyers of 7 halved are 3 and 3, not 7 together."""
    match = sa("axis.combat", {"303StG": "2115", "325StG": "2115", "AT1": "2215"}, dice=[3])
    fought = next(event for event in fight(match, "2215", "303StG", "325StG") if event.kind == "fought").data
    assert reasons(dict(fought), "attack") == {"halved": 6}


@pytest.mark.rule("ssa", "1.2c", "13.1a")
def test_a_halved_allowance_is_rounded_down_before_it_is_spent(k3: Situation) -> None:
    match = k3("axis.movement", {"3SS-5": {"hex": "2115", "fatigued": True}}, taken=["1806"], turn=6)
    assert match.ask("unit", unit="3SS-5")["allowance"] == 5  # of 11
    assert max(reach(match, "3SS-5").values()) <= 5


@pytest.mark.rule("ssa", "2.1b")
def test_0516_lies_directly_below_0515(ssa: TheSSAbyss) -> None:
    grid = ssa.board.grid
    assert grid.step(grid.index["0515"], "S") == grid.index["0516"]
    assert len(grid.index) == 28 * 30


@pytest.mark.rule("ssa", "2.1c")
def test_the_turn_track_tells_turn_air_mud_and_reinforcements(sa: Situation) -> None:
    tracks = seen(sa("axis.movement", turn=5), "axis")["tracks"]
    assert tracks["turn"] == {"value": 5, "last": 13}
    assert tracks["air"]["value"] == 0 and tracks["mud"]["value"] == 1
    assert tracks["mud"]["turns"] == [1, 2, 3, 5, 6, 7] and tracks["air"]["turns"] == [3, 4, 6, 8, 9, 11, 12, 13]
    assert seen(sa("axis.movement", turn=4), "axis")["tracks"]["mud"]["value"] == 0


def test_reinforcements_wait_on_the_turn_track(ssa: TheSSAbyss) -> None:
    match = ssa.start("sa", seed=1)
    assert where(match, "6Pz-114") == "turn.5" and where(match, "23TC-3") == "turn.12"


@pytest.mark.rule("ssa", "2.2a", "2.2b", "2.2f")
def test_counters_show_three_factors_a_range_and_a_disrupted_back(ssa: TheSSAbyss) -> None:
    front, back = faces(ssa, ssa.counters["1Pz-Art"])
    assert front["bottom"] == back["bottom"] == "7-0-8"
    assert front["top_right"] == "↗4"
    assert front != back
    assert all(len(faces(ssa, unit)) == 2 for unit in ssa.counters if unit.kind != "air")
    assert all(bool(unit.range) == (unit.kind in ("artillery", "rocket", "siege_artillery")) for unit in ssa.counters)


@pytest.mark.rule("ssa", "2.2c", "23.0a")
def test_counters_belong_to_one_scenario_or_both(ssa: TheSSAbyss) -> None:
    plans = ssa.theatre.plans
    used = {key: {ssa.counters[unit].id for unit in plan.line_of} for key, plan in plans.items()}
    assert (len(used["k3"]), len(used["sa"]), len(used["k3"] & used["sa"])) == (132, 224, 93)
    aside = {unit for unit in (counter.id for counter in ssa.counters) if unit not in used["k3"] | {
        "AxisAir", "SovAir1", "SovAir2"}}
    match = ssa.start("k3", seed=1)
    assert all(where(match, unit) == "aside" for unit in aside)


@pytest.mark.rule("ssa", "2.2d")
def test_colours_tell_the_armies_apart(ssa: TheSSAbyss) -> None:
    assert ssa.counters["3SS-5"].group == "ss" and ssa.counters["503"].group == "ss"
    assert ssa.counters["1Pz-1"].group == "wehrmacht" and ssa.counters["25H-1"].group == "hungarian"
    assert {unit.group for unit in ssa.counters if unit.side == "soviet"} == {"soviet"}
    assert {unit.key for unit in ssa.counters if unit.is_ss} == {
        "1SS", "2SS", "3SS", "5SS", "9SS", "12SS", "independent"}


@pytest.mark.rule("ssa", "2.2e")
def test_attack_strength_attacks_and_defence_strength_defends(k3: Situation) -> None:
    match = k3("axis.combat", {"3SS-PzV": "2115", "84-41": "2215"}, taken=["1806"])
    odds = match.ask("odds", target="2215", units=["3SS-PzV"])
    assert (odds["attack"], odds["defence"]) == (7, 7)  # 7-6-11 against 6-7-6


@pytest.mark.rule("ssa", "2.2e")
def test_a_unit_without_attack_strength_does_not_attack(sa: Situation) -> None:
    match = sa("axis.combat", {"842Br": "2115", "1Pz-1": "2115", "84-41": "2215"})
    play(match, "hex:2215")
    assert refused(match, "unit:842Br") == "2.2e"


@pytest.mark.rule("ssa", "2.2g", "2.2h")
def test_who_is_mechanized_pays_for_it(k3: Situation) -> None:
    kinds = {"tank": "1Pz-PzV", "tank_destroyer": "303StG", "mech_infantry": "1Pz-1", "recon": "1Pz-Rec"}
    others = {"infantry": "44-131", "artillery": "1Pz-Art", "rocket": "19Rkt"}
    for costs, units in ((2, kinds), (1, others)):
        for unit in units.values():
            match = k3("axis.movement", {unit: "2115"}, turn=7)
            assert reach(match, unit)["2116"] == costs, unit
    for unit in ("69-AT", "5GC-11"):  # antitank guns, cavalry
        assert reach(k3("soviet.movement", {unit: "2115"}), unit)["2116"] == 1


@pytest.mark.rule("ssa", "2.5a", "2.5b", "2.5c", "23.0b")
@pytest.mark.parametrize("scenario", ["k3", "sa"])
def test_the_soviets_set_up_first_and_the_axis_moves_first(ssa: TheSSAbyss, scenario: str) -> None:
    match = ssa.start(scenario, seed=1)
    assert match.phase == "setup" and offered(match).seat == "soviet"
    assert all(ssa.counters[unit].side == "soviet" for unit in offered(match).units)
    play(match, "do:ready_made")
    assert match.phase == "setup" and offered(match).seat == "axis"
    play(match, "do:ready_made")
    assert offered(match).seat == "axis" and match.phase.startswith("axis.")
    turns = []
    while match.turn < 3:
        turns.append((match.turn, offered(match).step.partition(".")[0]))
        do_nothing(match)
    order = [now for before, now in pairwise([(0, ""), *turns]) if now != before]
    assert order == [(1, "axis"), (1, "soviet"), (2, "axis"), (2, "soviet")]
    assert end_until(match, "soviet.movement").turn == 3
