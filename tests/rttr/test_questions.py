"""The questions agree with the clicks, and are answered in both languages."""

from __future__ import annotations

import random

import pytest

import stavka
from stavka.games.rttr import RaceToTheReichstag
from tests.playing import Situation, event, odds, offered, play, reach, refused

from .helpers import fight


def test_reach_path_and_offer_agree(rttr: RaceToTheReichstag) -> None:
    asked = 0
    for seed in (1, 2):
        match = rttr.start("standard", seed=seed)
        while match.phase == "setup":
            match.choose("do:ready_made")
        chance = random.Random(seed)
        while match.offer is not None and asked < 60 * seed:
            offer = offered(match)
            about = offer.options.about
            if offer.task == "move_to" and about.unit is not None and offer.hexes:
                unit = rttr.counters.ids[about.unit]
                assert set(reach(match, unit)) == set(offer.hexes)
                hex = chance.choice(offer.hexes)
                path = match.ask("path", unit=unit, hex=hex)
                assert path["cost"] == reach(match, unit)[hex] == sum(step["cost"] for step in path["steps"])
                assert match.ask("why_not", unit=unit, hex=hex)["allowed"]
                asked += 1
            clicks = len(offer) - len(offer.buttons)
            match.choose(offer.nth(chance.randrange(clicks or len(offer))))
    assert asked >= 60


def test_reach_does_not_forget_the_phase_while_a_static_is_turned_up(situation: Situation) -> None:
    men = {"G-GD": "4906", "G-AX": "4906", "S-VS-01": {"hex": "4908", "face_down": True}}
    match = situation("german_1bf.movement", men, dice=[1])
    play(match, "unit:G-AX", "hex:4907", "unit:G-GD")
    before = reach(match, "G-GD")
    assert set(before.values()) == {1}
    assert not reach(match, "G-AX")
    twin = situation("german_1bf.movement", men, dice=[1])
    play(twin, "do:turn_up")
    assert reach(twin, "G-GD") == before


def test_odds_are_what_is_rolled(situation: Situation) -> None:
    men = {"BF-9T": "1906", "BF-150": "2007", "G-GD": "2006", "S-FR": "2105"}
    match = situation("1bf.combat", men, artillery={"1bf": ["2006"]}, dice=[4, 1])
    foretold = odds(match, "2006", "BF-9T", "BF-150")
    fight(match, "2006", "BF-9T", "BF-150", table="mobile")
    rolled = event(match, "fought")
    assert [foretold[key] for key in ("attack", "defence", "percent", "column")] == [
        rolled[key] for key in ("attack", "defence", "percent", "column")]
    assert foretold["tables"]["mobile"][rolled["result"]] > 0


def test_odds_leave_out_what_the_asker_may_not_see(situation: Situation) -> None:
    match = situation("1bf.movement", {"BF-9T": "4906", "G-GD": "4907", "S-MO": {"hex": "4907", "face_down": True}})
    answer = odds(match, "4907", "BF-9T")
    assert (answer["defence"], answer["hidden"]) == (3, 1)
    assert match.ask("odds", seat="1uf", target="4907", units=["BF-9T"])["defence"] == 7


@pytest.mark.parametrize(("target", "units", "rule"), [
    ("4905", ["BF-150"], "12.2a"), ("4907", ["BF-171"], "12.5b"), ("4907", ["S-VS-01"], "12.12"),
    ("3514", ["BF-207"], "5.2a"), ("4907", [], "12.8"),
])
def test_impossible_attacks_have_no_odds(situation: Situation, target: str, units: list[str], rule: str) -> None:
    match = situation("1bf.combat", {"BF-150": "4906", "BF-171": "4904", "G-GD": "4907", "S-VS-01": "5006",
                                     "BF-207": "3613", "G-AX": "3514"})
    with pytest.raises(stavka.Illegal) as error:
        match.ask("odds", target=target, units=units)
    assert error.value.rule == rule


def test_a_table_may_be_asked_for(situation: Situation) -> None:
    match = situation("1bf.combat", {"BF-9T": "1220", "G-GD": "1219"})
    assert set(odds(match, "1219", "BF-9T")["tables"]) == {"assault"}
    with pytest.raises(stavka.Illegal) as error:
        odds(match, "1219", "BF-9T", table="mobile")
    assert error.value.rule == "12.21"


def test_hexes_bridges_and_boxes_are_described(situation: Situation) -> None:
    match = situation("1bf.movement", {"BF-150": "3512", "G-GD": "3812"})
    reichstag = match.ask("hex", hex="3513")
    assert (reichstag["sector"], reichstag["place"]["points"], reichstag["control"]) == ("reichstag", 30, None)
    assert match.ask("hex", hex="3812")["zoc"] == [] and match.ask("hex", hex="3811")["zoc"] == ["german"]
    bridge = match.ask("hex", hex="3412/3513", lang="es")
    assert (bridge["name"], bridge["blown"], bridge["checked"]) == ("Puente Moltke", False, False)
    assert match.ask("hex", hex="dead.1bf")["stack"] == []


def test_units_are_described_with_provenance(situation: Situation) -> None:
    match = situation("1bf.movement", {"BF-150": "4906"})
    answer = match.ask("unit", unit="BF-150", lang="es")
    assert (answer["name"], answer["strength"], answer["entry"]) == (
        "División de fusileros 150", 5, {"turn": 2, "edge": "north"})
    assert answer["sources"]["strength"].startswith("X") and answer["supply"]["supplied"]


def test_why_not_gives_the_rule_of_the_click(situation: Situation) -> None:
    match = situation("1bf.movement", {"BF-150": "4906", "G-GD": "4903", "BF-171": "4907"})
    for hex in ("4903", "4907", "3431", "5620"):
        play_copy = match.copy()
        play(play_copy, "unit:BF-150")
        assert match.ask("why_not", unit="BF-150", hex=hex)["rule"] == refused(play_copy, f"hex:{hex}")


def test_why_not_speaks_of_the_unit_that_was_asked_about(situation: Situation) -> None:
    """Another unit is in hand: nobody else's way is meant."""
    match = situation("1bf.movement", {"BF-150": "4906", "BF-171": "4904", "G-GD": "0904"}, moved=["BF-171"])
    play(match, "unit:BF-150")
    assert match.ask("why_not", unit="BF-150", hex="4920")["rule"] == "9.6"
    assert match.ask("why_not", unit="BF-171", hex="4920")["rule"] == "9.5a"
    entry = situation("1uf.reinforcement", {"UF-61": "turn.2", "UF-20": "turn.2", "UF-6GT": "3431"}, turn=2)
    play(entry, "do:begin", "unit:UF-61")
    assert entry.ask("why_not", unit="UF-6GT", hex="3333")["rule"] == "7.1a"
    fight = situation("1bf.combat", {"BF-150": "4906", "BF-171": "4904", "G-GD": "4908", "G-AX": "4909"})
    assert fight.ask("why_not", unit="BF-171", hex="4908")["reason"].startswith("171 Rifle Division is not adjacent")


def test_situations_refuse_what_cannot_be(rttr: RaceToTheReichstag) -> None:
    for written, wrong in (
        ({"turn": 11}, "turn"), ({"place": {"BF-150": "3431"}}, "5.2"), ({"place": {"G-GD": "3513"}}, "5.6"),
        ({"place": {"G-GD": {"hex": "4906", "face_down": True}}}, "cannot be face_down"),
        ({"blown": ["4906/4907"]}, "no bridge"),
        ({"place": {"BF-150": "2206"}}, "no unit can be"), ({"control": {"1bf": ["4906"]}}, "21.2"),
        ({"place": {"BF-150": "4906", "G-GD": "4906"}}, "an enemy"), ({"spent": {"1bf": -1}}, "whole number"),
        ({"fatigued": {"german": True}}, "no seat"), ({"artillery": {"1bf": ["9999"]}}, "no hex"),
        ({"artillery": {"1bf": ["3431"]}}, "5.4"),
        ({"place": {"BF-150": {"hex": "4906", "reduced": True}}}, "reduced"), ({"spent": 3}, "table by seat"),
        ({"jets": {"1bf": 1}}, "true or"),
        ({"air": {"1bf": "4906"}}, "list of hexes"),
    ):
        with pytest.raises(stavka.SituationError, match=wrong):
            rttr.situation(written)


def test_what_a_phase_remembers_can_be_written(situation: Situation) -> None:
    match = situation("1bf.movement", {"BF-150": "4906", "BF-171": "4904", "BF-1GTAR": "0904"}, moved=["BF-150"],
                      scouted=["BF-1GTAR"])
    assert offered(match).units == ("BF-171",)
    assert refused(match, "unit:BF-150") == "9.5a" and refused(match, "unit:BF-1GTAR") == "17.3c"
    fought = situation("1bf.combat", {"BF-150": "4906", "G-GD": "4907"}, attacked=["G-GD"])
    assert refused(fought, "hex:4907") == "12.3"
