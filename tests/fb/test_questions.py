"""The questions of the contract, for every seat."""

from __future__ import annotations

import random
from typing import Any

import pytest

import stavka
from stavka.games.fb import FestungBreslau
from tests.fb.record_games import anything
from tests.playing import Situation, offered, only, play, seen

from .helpers import assault, reserve


def asked_illegal(match: stavka.Match, question: str, **about: Any) -> str | None:
    """The rule by which a question is refused."""
    with pytest.raises(stavka.Illegal) as error:
        match.ask(question, **about)
    return error.value.rule


def test_reach_is_what_the_offer_has(situation: Situation) -> None:
    match = situation("soviet.tactical", {"su-372-218": "1333", "de-hanf-1": "1330"})
    reach = match.ask("reach", unit="su-372-218", seat="german")
    play(match, "unit:su-372-218")
    assert set(reach) == set(offered(match).hexes)
    play(match, "hex:1334")
    assert set(match.ask("reach", unit="su-372-218")) == set(offered(match).hexes)
    assert match.ask("reach", unit="su-cov-1") == {}


def test_path_tells_cost_rule_and_fire(situation: Situation) -> None:
    match = situation("soviet.tactical", {"su-372-218": "1333", "de-hanf-1": "1330"})
    path = match.ask("path", unit="su-372-218", hex="1331", lang="es")
    assert path["path"] == ["1333", "1332", "1331"] and (path["cost"], path["left"]) == (2, 3)
    assert [step["fire"] for step in path["steps"]] == [False, True]
    assert path["steps"][0]["why"][0] == {"rule": "7.3.2", "text": "terreno: Despejado", "value": 1}
    assert asked_illegal(match, "path", unit="su-372-218", hex="1328") == "3.0k"  # the way through the enemy
    assert asked_illegal(match, "path", unit="su-cov-1", hex="1328") == "7.3"


def test_odds_are_what_is_rolled_on(situation: Situation) -> None:
    men = {"su-372-218": "2112", "su-t34-222": "2214", "su-eng-218": "2112",
           "de-55hj": {"hex": "2113", "fanatic": True, "disorganised": True}}
    match = situation("soviet.assault", men, dice=[5])
    units = ["su-372-218", "su-t34-222", "su-eng-218"]
    odds = match.ask("odds", target="de-55hj", units=units)
    assert odds["modifier"] == 2 and odds["needed"] == 7
    assert odds["results"] == {"hit": pytest.approx(2 / 6), "no_effect": pytest.approx(4 / 6)}
    assert all(set(line) == {"rule", "text", "value"} for line in odds["sum"])
    fought = only(assault(match, "de-55hj", *units), "fought")
    assert [line["value"] for line in fought["sum"]] == [line["value"] for line in odds["sum"]]
    assert fought["modifier"] == odds["modifier"] and fought["needed"] == odds["needed"]


def test_odds_with_support_and_of_defensive_fire(situation: Situation) -> None:
    match = situation("german.assault", {"de-hanf-1": "1330", "su-372-218": "1231"}, supply=5, goliaths=1)
    plain = match.ask("odds", target="su-372-218", units=["de-hanf-1"])
    helped = match.ask("odds", target="su-372-218", units=["de-hanf-1"], artillery=3, goliath=True)
    assert (plain["modifier"], helped["modifier"]) == (0, 5)
    assert helped["results"]["hit"] == pytest.approx(5 / 6)  # a 1 never hits
    fire = match.ask("odds", target="su-372-218", units=["de-hanf-1"], defensive=True)
    assert fire["modifier"] == 1 and fire["defensive"]
    moving = situation("soviet.tactical", {"de-hanf-1": "1330", "su-372-218": "1333"})
    play(moving, "unit:su-372-218", "hex:1331")
    assert moving.ask("odds", target="su-372-218", units=["de-hanf-1"])["defensive"]


def test_odds_of_bombardment_and_air_strikes(situation: Situation) -> None:
    guns = [f"su-zis3-{n}" for n in range(1, 6)]
    match = situation("soviet.bombardment", {**dict.fromkeys(guns, "0117"), "de-hanf-1": "1330"})
    assert match.ask("odds", target="1330", units=guns)["results"]["disorganised"] == pytest.approx(3 / 6)
    assert match.ask("odds", target="1330", air=1)["results"]["disorganised"] == pytest.approx(1 / 6)
    assert match.ask("odds", target="box.reserve", air=5)["results"]["success"] == pytest.approx(2 / 6)
    assert match.ask("odds", target="1330", air=5)["column"] == "5"
    assert asked_illegal(match, "odds", target="1331", air=2) == "8.2.6a"
    assert asked_illegal(match, "odds", target="1330") == "9.4"


def test_odds_against_a_hex_take_the_unit_named_or_the_one_easiest_to_hit(situation: Situation) -> None:
    men = {"su-372-218": "1332", "su-m30-1": "1332", "de-hanf-1": "1331", "de-vs21": "1331"}
    match = situation("soviet.assault", men)
    assert match.ask("odds", target="1331", units=["su-372-218", "su-m30-1"])["target"] == "de-vs21"
    assert match.ask("odds", target="1331", units=["su-m30-1"])["needed"] == 7  # an assault, not a bombardment
    play(match, "unit:de-hanf-1")
    odds = match.ask("odds", target="1331", units=["su-372-218"])
    assert odds["target"] == "de-hanf-1"
    assert (odds["attack"], odds["defence"], odds["shift"], odds["column"]) == (1, 7, 0, "6+")


def test_odds_without_a_target_are_about_the_attack_in_hand(situation: Situation) -> None:
    men = {"su-372-218": "1331", "de-hanf-1": "1330", "de-hanf-2": "1330"}
    match = situation("german.assault", men, goliaths=1, supply=5)
    assert asked_illegal(match, "odds") == "9.4"
    play(match, "unit:su-372-218", "unit:de-hanf-1", "do:goliath")
    assert match.ask("odds")["modifier"] == 3 and match.ask("odds", artillery=2)["modifier"] == 5
    assert seen(match, "german")["offer"]["about"] == {
        "kind": "attack", "targets": ["1331"], "group": ["de-hanf-1"]}
    assert match.view("soviet")["offer"] is None
    fire = situation("soviet.tactical", {"su-372-218": "1333", "de-hanf-1": "1330", "de-hanf-2": "1330"})
    play(fire, "unit:su-372-218", "hex:1331", "unit:de-hanf-1")
    assert fire.ask("odds")["defensive"] and seen(fire, "german")["offer"]["about"]["kind"] == "fire"


def test_odds_that_cannot_be(situation: Situation) -> None:
    men = {"su-372-218": "1332", "su-955-309": "1332", "su-56eng": "1335", "de-hanf-1": "1331"}
    match = situation("soviet.assault", men)
    assert asked_illegal(match, "odds", target="de-hanf-1", units=["su-56eng"]) == "9.2a"
    assert asked_illegal(match, "odds", target="de-hanf-1", units=["su-372-218", "su-955-309"]) == "9.2b"
    assert asked_illegal(match, "odds", target="de-hanf-1", units=[]) == "9.4"
    assert asked_illegal(match, "odds", target="su-372-218", units=["su-955-309"]) == "9.4"
    assert asked_illegal(match, "odds", target="de-hanf-2", units=["su-955-309"]) == "9.1a"
    assert asked_illegal(match, "odds", target="1330", units=["su-372-218"]) == "9.1a"
    assert asked_illegal(match, "odds", target="de-hanf-1", units=["su-372-218", "su-372-218"]) == "9.1b"
    assert asked_illegal(match, "odds", target="de-hanf-1", units=["su-372-218"], artillery=1) == "8.3.1"
    assert asked_illegal(match, "odds", target="de-hanf-1", units=["su-372-218"], captured_goliaths=True) == "10.4.2"
    assault(match, "de-hanf-1", "su-372-218")
    assert asked_illegal(match, "odds", target="de-hanf-1", units=["su-955-309"]) in ("9.1a", "9.1b")


def test_odds_of_spent_units_and_of_support_that_is_not_there(situation: Situation) -> None:
    men = {"su-m30-1": {"hex": "1332", "bombarded": True}, "su-372-218": "1332", "de-hanf-1": "1331",
           "de-hanf-2": {"hex": "1231", "disorganised": True}}
    match = situation("soviet.assault", men, supply=1)
    assert asked_illegal(match, "odds", target="de-hanf-1", units=["su-m30-1"]) == "8.2.10"
    assert asked_illegal(match, "odds", target="su-372-218", units=["de-hanf-2"], defensive=True) == "8.2.8a"
    german: dict[str, Any] = {"target": "su-372-218", "units": ["de-hanf-1"]}
    assert asked_illegal(match, "odds", **german, artillery=2) == "6.1"
    assert asked_illegal(match, "odds", **german, goliath=True, defensive=True) == "10.4.1"
    assert asked_illegal(match, "odds", **german, goliath=True) == "10.4.1"


def test_odds_of_strikes_that_cannot_be(situation: Situation) -> None:
    men = {"su-m30-1": {"hex": "0117", "bombarded": True}, "su-m30-2": "0117", "de-hanf-1": "1330"}
    match = situation("soviet.bombardment", men, air=2, dice=[1])
    assert asked_illegal(match, "odds", target="1330", units=["su-m30-1"]) == "8.2.10"
    assert asked_illegal(match, "odds", target="1330", units=["su-m30-2", "su-m30-2"]) == "8.2.10"
    assert asked_illegal(match, "odds", target="1330", air=3) == "8.2.4b"
    assert asked_illegal(match, "odds", target="1330", air=1, units=["su-m30-2"]) == "8.2.4a"
    play(match, "do:air.1", "hex:1330")
    assert asked_illegal(match, "odds", target="1330", air=1) == "8.2.12"


def test_supply_tells_the_level_and_the_line(situation: Situation) -> None:
    match = situation("german.strategic", {"de-hanf-1": "1515", "su-372-218": "0101"}, supply=7)
    answer = match.ask("supply", unit="de-hanf-1", lang="es")
    assert answer["level"] == 7 and answer["path"] == ["1515", "1516"] and "Rathaus" in answer["reason"]
    assert match.ask("supply", unit="su-372-218")["supplied"]
    assert match.ask("supply", unit=reserve(match)[0])["path"] is None


def test_hex_and_unit_tell_everything_with_provenance(situation: Situation) -> None:
    match = situation("soviet.tactical", {"de-hanf-1": "2113"}, gas=["2112"], airstrip=["1414"])
    works = match.ask("hex", hex="2113")
    assert works["terrain"]["key"] == "urban" and works["place"]["points"] == 1 and works["stack"] == ["de-hanf-1"]
    assert works["cost"] == {"soviet": 3, "german": 1} and works["stacking"] == {"soviet": 2, "german": 3}
    assert works["terrain"]["source"].startswith("X") and works["control"] == "german" and works["zoc"] == []
    assert match.ask("hex", hex="2112")["chemical"] and match.ask("hex", hex="1414")["airstrip"]
    assert {side["kind"] for side in match.ask("hex", hex="1716")["hexsides"]} == {"canal", "bridge"}
    assert match.ask("hex", hex="box.reserve", lang="es")["name"].startswith("Reserva")
    unit = match.ask("unit", unit="de-hanf-1", lang="es")
    assert unit["place"] == "2113" and unit["kind"] == "infantería" and unit["sources"]["factors"].startswith("X")


@pytest.mark.parametrize(("step", "unit", "hex", "rule"), [
    ("soviet.tactical", "su-372-218", "1331", "3.0k"),
    ("soviet.tactical", "su-372-218", "0101", "7.3.5"),
    ("soviet.tactical", "su-b4-1", "1334", "7.3.1"),
    ("soviet.tactical", "de-hanf-1", "1330", "7.3"),
    ("soviet.tactical", "su-372-218", "turn.6", "7.3.4"),
    ("soviet.assault", "su-56eng", "1331", "9.2a"),
    ("soviet.assault", "de-hanf-1", "1332", "9.1a"),
    ("soviet.bombardment", "su-372-218", "1331", "3.0i"),
    ("soviet.bombardment", "su-b4-1", "1330", "8.2.6a"),
    ("soviet.strategic", "su-667-218", "1333", "7.1.3a"),
    ("german.strategic", "de-55hj", "0101", "7.2.2a"),
    ("german.strategic", "de-55hj", "turn.6", "7.2"),
])
def test_why_not_names_the_rule(situation: Situation, step: str, unit: str, hex: str, rule: str) -> None:
    men = {"su-372-218": "1332", "su-56eng": "1335", "su-b4-1": "1333", "su-667-218": "turn.5", "de-hanf-1": "1331"}
    answer = situation(step, men).ask("why_not", unit=unit, hex=hex)
    assert not answer["allowed"] and answer["reason"] and answer["rule"] == rule


@pytest.mark.parametrize(("step", "unit", "hex"), [
    ("soviet.tactical", "su-372-218", "1432"),
    ("soviet.assault", "su-372-218", "1331"),
    ("soviet.bombardment", "su-b4-1", "1331"),
    ("soviet.strategic", "su-667-218", "0118"),
    ("soviet.strategic", "su-667-218", "turn.6"),
    ("german.strategic", "de-55hj", "1516"),
    ("german.strategic", "de-55hj", "box.north_german"),
])
def test_why_not_has_no_reason_where_there_is_none(situation: Situation, step: str, unit: str, hex: str) -> None:
    men = {"su-372-218": "1332", "su-b4-1": "1333", "su-667-218": "turn.5", "de-hanf-1": "1331"}
    assert situation(step, men).ask("why_not", unit=unit, hex=hex) == {"allowed": True, "reason": None, "rule": None}


def test_what_is_offered_is_what_why_not_allows(fb: FestungBreslau) -> None:
    """In the middle of games: every hex offered for a move is allowed, every other one near by is refused."""
    match = fb.start("historical", seed=17)
    chance = random.Random(17)
    looked = 0
    while match.offer is not None and looked < 40:
        offer = match.offer
        if offer.task == "move_to" and offer.hexes and chance.random() < 0.2:
            looked += 1
            step: Any = match.position.steps[-1]
            unit = fb.counters.ids[step.unit]
            for hex in offer.hexes[:6]:
                assert match.ask("why_not", unit=unit, hex=hex)["allowed"]
                assert match.ask("path", unit=unit, hex=hex)["path"][-1] == hex
            closed = [hex for hex in list(fb.board.grid.index)[:200:20] if hex not in offer.hexes]
            assert not any(match.ask("why_not", unit=unit, hex=hex)["allowed"] for hex in closed)
        match.choose(anything(match, chance))
    assert looked == 40


def test_no_question_changes_anything(situation: Situation) -> None:
    match = situation("soviet.assault", {"su-372-218": "1332", "de-hanf-1": "1331"})
    before = match.digest
    for seat in ("soviet", "german"):
        match.ask("reach", unit="su-372-218", seat=seat)
        match.ask("odds", target="de-hanf-1", units=["su-372-218"], seat=seat)
        match.ask("victory", seat=seat)
        assert match.ask("zoc", side="soviet", seat=seat) == []
    assert match.digest == before
    assert asked_illegal(match, "zoc", side="polish") is None
    assert asked_illegal(match, "reach", unit="nobody") is None


def test_written_positions_are_checked(fb: FestungBreslau) -> None:
    for written, named in (
        ({"turn": 21}, "turn"),
        ({"supply": -1}, "supply"),
        ({"supply": True}, "supply"),
        ({"declared": 1}, "declared"),
        ({"gas": ["9999"]}, "9999"),
        ({"control": {"polish": []}}, "polish"),
        ({"place": {"de-hanf-1": {"hex": "1330", "fanatic": True}}}, "fanatic"),
        ({"place": {"su-372-218": {"hex": "1330", "disorganised": True}}}, "disorganised"),
        ({"place": {"su-372-218": {"hex": "1330", "bombarded": True}}}, "bombarded"),
        ({"place": {"su-372-218": {"hex": "1330", "asleep": True}}}, "asleep"),
    ):
        with pytest.raises(stavka.SituationError, match=named):
            fb.situation({"step": "soviet.tactical", "empty": True, **written})


@pytest.mark.rule("fb", "7.3.6", "8.2.8a")
def test_a_path_promises_no_fire_that_nobody_can_give(situation: Situation) -> None:
    men = {"su-372-218": "1333", "de-hanf-1": "1330"}
    fit = situation("soviet.tactical", men).ask("path", unit="su-372-218", hex="1331")
    assert fit["steps"][-1]["fire"]
    out_of_order = {**men, "de-hanf-1": {"hex": "1330", "disorganised": True}}
    shelled = situation("soviet.tactical", out_of_order).ask("path", unit="su-372-218", hex="1331")
    assert not any(step["fire"] for step in shelled["steps"])
