"""The questions of the contract: they agree with the clicks, change nothing, and refuse nonsense with a reason."""

from __future__ import annotations

import random
from typing import Any

import pytest

import stavka
from stavka import SituationError
from stavka.games.ssa import TheSSAbyss
from tests.playing import Situation, offered, play, reach, refused


def test_reach_is_what_is_offered_and_path_costs_what_reach_says(ssa: TheSSAbyss) -> None:
    match, chance = ssa.start("k3", seed=5), random.Random(5)
    play(match, "do:ready_made", "do:ready_made")
    looked = 0
    while match.offer is not None and match.turn < 3:
        offer = offered(match)
        about = offer.as_data()["about"]
        if offer.task == "move_to" and "unit" in about and match.position.is_on_map(ssa.counters.index[about["unit"]]):
            way = reach(match, about["unit"])
            assert set(way) == set(offer.hexes)
            for hex in list(way)[:3]:
                path = match.ask("path", unit=about["unit"], hex=hex)
                assert path["cost"] == way[hex] == sum(step["cost"] for step in path["steps"])
                assert path["left"] >= 0
            looked += 1
        match.choose(offer.nth(chance.randrange(len(offer))))
    assert looked > 20


def test_odds_are_those_of_the_roll(ssa: TheSSAbyss) -> None:
    match, chance, checked = ssa.start("sa", seed=6), random.Random(6), 0
    play(match, "do:ready_made", "do:ready_made")
    while match.offer is not None and match.turn < 4:
        offer = offered(match)
        button = next((name for name in ("roll", "fire") if name in offer.buttons), None)
        if button is not None:
            before = match.digest
            odds = match.ask("odds")
            assert match.digest == before and sum(odds["results"].values()) == pytest.approx(1)
            fought = next(event.data for event in match.choose(f"do:{button}") if event.kind in ("fought", "shelled"))
            assert (odds["attack"], odds["modifier"]) == (fought["attack"], fought["modifier"])
            assert fought["result"] in odds["results"]
            if not odds["unknown_fort"]:
                assert (odds["defence"], odds["column"]) == (fought["defence"], fought["column"])
            checked += 1
            continue
        match.choose(offer.nth(chance.randrange(len(offer) - len(offer.buttons) or len(offer))))
    assert checked > 10


def test_a_hex_tells_everything_printed_in_it(k3: Situation) -> None:
    answer = k3("axis.movement", {"84-41": "1215"}).ask("hex", hex="1215")
    assert answer["terrain"]["key"] == "clear" and answer["place"]["name"] == "Kaloz" and answer["place"]["points"] == 2
    assert {side["kind"] for side in answer["hexsides"]} >= {"canal"}
    assert answer["control"] == "soviet" and answer["stack"] == ["84-41"]
    assert k3("axis.movement").ask("hex", hex="1214/1314")["name"] == "Sarviz canal"


def test_a_gun_tells_its_range_and_what_its_observers_see(k3: Situation) -> None:
    men = {"1Pz-Art": "1915", "1Pz-1": "2115", "84-41": "2215", "93-51": "1911"}
    answer = k3("axis.bombardment", men).ask("fire", unit="1Pz-Art")
    assert answer["range"] == 4 and {"2215", "1911"} <= set(answer["hexes"]) and "1910" not in answer["hexes"]
    assert answer["observers"] == {"2215": ["1Pz-1"], "1911": []} and answer["targets"] == ["2215"]
    assert answer["reason"] is None
    shaken = k3("axis.bombardment", {**men, "1Pz-1": {"hex": "2115", "disrupted": True}}).ask("fire", unit="1Pz-Art")
    assert shaken["observers"] == {"2215": [], "1911": []} and shaken["targets"] == []


@pytest.mark.rule("ssa", "11.0b", "10.0a")
def test_a_gun_that_cannot_fire_tells_why(k3: Situation) -> None:
    men = {"1Pz-Art": {"hex": "1915", "disrupted": True}, "1Pz-1": "2115", "84-41": "2215"}
    match = k3("axis.bombardment", men)
    answer = match.ask("fire", unit="1Pz-Art")
    assert answer["targets"] == [] and answer["rule"] == "11.0b" and answer["observers"] == {"2215": ["1Pz-1"]}
    assert "desorganizad" in match.ask("fire", unit="1Pz-Art", lang="es")["reason"]
    with pytest.raises(stavka.Illegal) as refused:
        match.ask("fire", unit="1Pz-1")
    assert refused.value.rule == "10.0a"


def test_a_bound_unit_tells_the_rule(k3: Situation) -> None:
    match = k3("axis.movement", {"3SS-5": "1708"})
    told = match.ask("unit", unit="3SS-5")["bound_by"]
    assert told.startswith("south of Lake Velencei") and "(23.1.7)" in told
    assert match.ask("unit", unit="3SS-5", lang="es")["bound_by"].startswith("al sur del lago")
    free = k3("axis.movement", {"3SS-5": "1708"}, taken=["1806"])
    assert free.ask("unit", unit="3SS-5")["bound_by"] is None


def test_every_zone_of_a_group_is_told_in_words(ssa: TheSSAbyss) -> None:
    rules = {zone.rule for plan in ssa.theatre.plans.values() for zone in plan.zone_of.values()}
    assert rules and all(ssa.words.has(f"bound.{rule}") for rule in rules)


def test_victory_tells_points_level_and_bounds(k3: Situation) -> None:
    answer = k3("axis.movement", control={"axis": ["2701"]}).ask("victory")
    assert (answer["axis"], answer["level"], answer["levels"]["draw"]) == (7, "soviet_decisive", 30)
    assert answer["held"] == {"2701": 7}


@pytest.mark.parametrize(("question", "about", "rule"), [
    ("odds", {"target": "2215", "units": ["3Pz-3"]}, "8.0c"),
    ("odds", {"target": "2216", "units": ["1Pz-1"]}, "8.0c"),
    ("odds", {"target": "2215", "units": []}, "8.0c"),
    ("odds", {"target": "2215", "units": ["1Pz-1", "3Pz-Art"]}, "10.1d"),
    ("odds", {"target": "2215", "units": ["1Pz-1", "AxisAir"]}, "15.0a"),
    ("odds", {"target": "2215", "units": ["1Pz-1"], "bombard": True}, "10.0a"),
    ("path", {"unit": "3Pz-3", "hex": "2215"}, "4.0d"),
])
def test_impossible_questions_are_refused_with_the_rule(k3: Situation, question: str, about: dict[str, Any],
                                                        rule: str) -> None:
    match = k3("axis.combat", {"1Pz-1": "2115", "3Pz-3": "2110", "3Pz-Art": "1915", "84-41": "2215"})
    with pytest.raises(stavka.Illegal) as refusal:
        match.ask(question, **about)
    assert refusal.value.rule == rule and refusal.value.say("es")


@pytest.mark.parametrize(("written", "named"), [
    ({"place": {"1Pz-1": "1607"}}, "no unit can be"),
    ({"place": {"1Pz-1": "2115", "84-41": "2115"}}, "an enemy"),
    ({"place": {"AxisAir": "2115"}}, "air unit"),
    ({"place": {"1Pz-1": {"hex": "2115", "asleep": True}}}, "asleep"),
    ({"turn": 12}, "9 turns"),
    ({"control": {"german": []}}, "no side"),
    ({"forts": {"1213": 7}}, "no black fort"),
    ({"freed": ["23.2.1"]}, "no hold"),
    ({"bridges": {"1Pz-1": "1214/1314"}}, "no bridge company"),
    ({"bridges": {"842Br": "2115/2116"}}, "no river or canal"),
    ({"taken": ["9999"]}, "no hex"),
])
def test_situations_that_cannot_be_are_refused(ssa: TheSSAbyss, written: dict[str, object], named: str) -> None:
    with pytest.raises(SituationError, match=named):
        ssa.situation({"scenario": "k3", "turn": 4, "step": "axis.movement", "empty": True, **written})


@pytest.mark.rule("ssa", "8.5a", "8.5c", "11.0b")
def test_why_not_answers_for_the_unit_asked_about_though_nobody_can_attack_the_hex(k3: Situation) -> None:
    match = k3("axis.ss_combat", {
        "1Pz-PzV": "1411", "3SS-6": {"hex": "1411", "withdrawn": True}, "3SS-5": {"hex": "1512", "disrupted": True},
        "3SS-PzV": "1310", "84-41": "1412"})
    rules = {unit: match.ask("why_not", unit=unit, hex="1412")["rule"]
             for unit in ("1Pz-PzV", "3SS-6", "3SS-5", "3SS-PzV")}
    assert rules == {"1Pz-PzV": "8.5a", "3SS-6": "8.5c", "3SS-5": "11.0b", "3SS-PzV": "8.0c"}


@pytest.mark.rule("ssa", "11.0b", "13.1a", "10.0a", "10.0b")
@pytest.mark.parametrize(("gun", "hex", "rule"), [
    ({"disrupted": True}, "1310", "11.0b"), ({"fatigued": True}, "1310", "13.1a"), ({}, "1304", "10.0b")])
def test_where_no_gun_fires_the_refusal_says_what_keeps_the_one_in_range(k3: Situation, gun: dict[str, bool], hex: str,
                                                                         rule: str) -> None:
    match = k3("axis.bombardment", {"3SS-Art": {"hex": hex, **gun}, "3SS-6": "1411", "84-41": "1412"}, turn=7)
    assert refused(match, "hex:1412") == match.ask("why_not", unit="3SS-Art", hex="1412")["rule"] == rule
    assert match.ask("why_not", unit="3SS-6", hex="1412")["rule"] == "10.0a"


@pytest.mark.rule("ssa", "14.0a", "14.0b")
def test_desperation_is_refused_by_its_own_rule(k3: Situation, sa: Situation) -> None:
    match = k3("axis.desperation", {"3SS-6": "1411", "1Pz-PzV": "1411", "84-41": "1412", "3SS-5": "1308"}, turn=6)
    assert refused(match, "unit:3SS-6") == refused(match, "unit:1Pz-PzV") == "14.0a"
    spring = sa("axis.desperation", {"1SS-1": "1522", "9SS-19": "1524", "236-509": "1624"}, turn=5)
    assert refused(spring, "unit:9SS-19") == "14.0b"
