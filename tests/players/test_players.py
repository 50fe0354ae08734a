"""Computer players: they play whole games, repeat themselves exactly, see nothing hidden and can say what they want."""

from __future__ import annotations

import logging
from itertools import count
from types import SimpleNamespace
from typing import Any

import pytest

import stavka
from stavka.games.dagc.staff import FORCES
from stavka.kit.steps import Options
from stavka.kit.words import LANGUAGES, placeholders
from stavka.match import Match
from stavka.players import EFFORTS, LEVELS, NAMES, Commander, Effort, Seen, hint, play, player
from stavka.players.search import Search, Thought
from stavka.players.words import templates

QUICK = Effort(simulations=4, samples=2, depth=2)
"""A veteran in a hurry."""
THINKERS = frozenset(level for level, effort in EFFORTS.items() if effort.simulations)

TASKS = {
    "deploy", "deploy_to", "reinforce", "enter", "target", "attack", "interdiction", "interdict", "air_fatigue", "move",
    "move_to", "retreat", "loss", "advance",
}
"""What comes up in nearly every set of whole games."""


def stacked(dagc: stavka.Game[Any], under_a: str, under_b: str, step: str) -> Match:
    """Two Soviet stacks facing Germans; what lies under the top unit the Germans cannot see."""
    return dagc.situation({
        "turn": 3, "step": step, "empty": True, "seed": 5,
        "place": {
            under_a: "3505", "S-5GT": "3505", under_b: "3707", "S-11G": "3707",
            "G-53": "3506", "G-6": "3708", "G-27": "3610", "G-39Pz": "3808", "G-41Pz": "3511",
        },
    })


@pytest.mark.parametrize("level", ["novice", "regular"])
def test_a_whole_game_of_every_scenario_is_played_legally(dagc: stavka.Game[Any], level: str) -> None:
    seen: set[str] = set()
    for seed, scenario in enumerate(dagc.scenarios):
        match = dagc.start(scenario, seed=seed)
        effort = Effort() if level == "regular" else None
        players = {seat: player(level, dagc, seed=seed, effort=effort) for seat in dagc.seats}
        while (offer := match.offer) is not None:
            seen.add(offer.task)
            match.choose(players[offer.seat].choose(Seen.of(match)))
        assert match.result is not None
    assert seen >= TASKS


@pytest.mark.parametrize("seat", ["soviet", "german"])
def test_a_novice_beats_a_random_player(dagc: stavka.Game[Any], seat: str) -> None:
    match = dagc.start("historical", seed=11)
    play(match, {other: player("novice" if other == seat else "random", dagc, seed=3) for other in dagc.seats})
    assert match.result is not None and match.result.winner == seat


@pytest.mark.parametrize("level", NAMES)
def test_the_same_seed_gives_the_same_choices(dagc: stavka.Game[Any], level: str) -> None:
    def choices() -> list[str]:
        match = dagc.start("historical", seed=2)
        effort = QUICK if level in THINKERS else None
        play(match, {seat: player(level, dagc, seed=7, effort=effort) for seat in dagc.seats}, until=150)
        return [record.choice for record in match.records]

    assert choices() == choices()


@pytest.mark.parametrize("level", ["novice", "regular", "veteran"])
@pytest.mark.parametrize("step", ["german.movement", "german.combat_before"])
def test_hidden_facts_do_not_change_a_choice(dagc: stavka.Game[Any], level: str, step: str) -> None:
    one, other = stacked(dagc, "S-39", "S-43", step), stacked(dagc, "S-43", "S-39", step)
    third = stacked(dagc, "S-33", "S-39", step)
    assert one.view("german") == other.view("german") and one.digest != other.digest
    assert third.view("german") != one.view("german")  # the unit that is not there at all is seen to be away
    players = [player(level, dagc, seed=4, effort=QUICK if level in THINKERS else None) for _ in range(2)]
    for _ in range(12):
        if one.offer is None or one.offer.seat != "german" or one.offer.task == "attack":
            break
        choice = players[0].choose(Seen.of(one))
        assert players[1].choose(Seen.of(other)) == choice
        one.choose(choice)
        other.choose(choice)


def test_a_player_gets_neither_the_match_nor_its_position(dagc: stavka.Game[Any]) -> None:
    seen = Seen.of(dagc.start(seed=1))
    values = [getattr(seen, name) for name in Seen.__slots__]
    assert not any(isinstance(value, Match) or hasattr(value, "where") for value in values)
    assert seen.ask("victory")["needed"] == 31


def test_imagined_matches_share_no_dice_with_the_match(dagc: stavka.Game[Any]) -> None:
    match = dagc.start(seed=1)
    assert Seen.of(match).imagine(1).position.dice.commitment != match.position.dice.commitment


def test_simulations_are_counted_and_kept_within_the_budget(dagc: stavka.Game[Any]) -> None:
    match = dagc.situation({"turn": 3, "step": "soviet.movement"})
    commander = Commander(dagc, "veteran", 1, Effort(simulations=7, samples=2, depth=1))
    commander.choose(Seen.of(match))
    assert 0 < commander.simulations <= 7 and commander.cuts == []


def test_the_clock_cuts_thinking_and_the_cut_is_recorded(dagc: stavka.Game[Any]) -> None:
    match = dagc.situation({"turn": 3, "step": "soviet.movement"})
    commander = Commander(dagc, "veteran", 1, Effort(simulations=50, samples=1, seconds=-1.0))
    assert match.offer is not None
    assert commander.choose(Seen.of(match)) in match.offer.choices
    assert [(cut.turn, cut.phase, cut.done) for cut in commander.cuts] == [(3, "soviet.movement", 0)]


def test_all_thoughts_of_a_turn_share_its_clock(dagc: stavka.Game[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    seconds = count()
    monkeypatch.setattr("stavka.players.base.time", SimpleNamespace(monotonic=lambda: float(next(seconds))))
    match = dagc.situation({"turn": 3, "step": "soviet.movement"})
    commander = Commander(dagc, "veteran", 1, Effort(simulations=50, samples=1, depth=1, seconds=8.0))
    while (offer := match.offer) is not None and offer.seat == "soviet":
        match.choose(commander.choose(Seen.of(match)))
    moving, fighting = commander.cuts[:2]
    assert moving.phase == "soviet.movement" and 0 < moving.done <= 8
    assert fighting.phase == "soviet.combat_after" and fighting.done == 0


def test_orders_thought_out_last_for_the_turn(dagc: stavka.Game[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    def assault(_search: Search, orders: Any) -> Thought:
        return Thought({"soviet": orders["soviet"].everywhere(FORCES[0].postures["assault"])}, 0.0)

    monkeypatch.setattr(Search, "climb", assault)
    match = dagc.situation({"turn": 3, "step": "soviet.movement", "seed": 1})
    commander = Commander(dagc, "veteran", 1)
    postures = {}
    while match.offer is not None and match.turn < 4:
        if match.offer.seat == "soviet":
            commander.consider(Seen.of(match))
            postures[match.offer.step] = "assault: destroy" in commander.plan("en")
        match.choose("do:end_phase" if "end_phase" in match.offer.buttons else match.offer.nth(0))
    assert match.offer is not None and match.turn == 4
    assert postures["soviet.movement"] and postures["soviet.combat_after"]
    commander.consider(Seen.of(match))
    assert "assault: destroy" not in commander.plan("en")  # a new turn, nothing thought out yet


@pytest.mark.parametrize("step", [
    "soviet.replacements", "soviet.combat_before", "soviet.movement", "soviet.combat_after",
    "german.combat_before", "german.interdiction", "german.movement", "german.combat_after"])
def test_plans_can_be_told_in_both_languages(dagc: stavka.Game[Any], step: str) -> None:
    match = dagc.situation({"turn": 2, "step": step})
    commander = Commander(dagc, "regular", 1, Effort(simulations=4, samples=1))
    assert commander.plan("en") != commander.plan("es")
    commander.consider(Seen.of(match))
    english, spanish = commander.plan("en"), commander.plan("es")
    assert "Aims: to" in english and "Objetivos: " in spanish
    assert len(english.splitlines()) == len(spanish.splitlines()) >= 2
    assert all(line[0].isupper() or line[0].isdigit() for line in (english + spanish).splitlines())
    if step.endswith("movement"):
        assert "Considered and" in english


def test_postures_are_told_sector_by_sector_or_in_one_sentence(dagc: stavka.Game[Any]) -> None:
    match = dagc.situation({"turn": 2, "step": "soviet.movement"})
    soviet = Commander(dagc, "regular", 1)
    soviet.consider(Seen.of(match))
    assert soviet.plan("en").count("secure what has been taken") == 2 and "Everywhere" not in soviet.plan("en")
    match = dagc.situation({"turn": 2, "step": "german.movement"})
    german = Commander(dagc, "regular", 1)
    german.consider(Seen.of(match))
    assert "Everywhere: hold towns and cities." in german.plan("en")
    assert "En todas partes: conservar poblaciones y ciudades." in german.plan("es")


def test_attacks_are_told_with_odds_and_expectation(dagc: stavka.Game[Any]) -> None:
    match = dagc.start("historical", seed=1)
    commander = Commander(dagc, "novice", 1)
    commander.consider(Seen.of(match))
    assert "at +" in commander.plan("en") and "points expected" in commander.plan("en")


def test_a_hint_for_a_human_player_is_legal_and_told(dagc: stavka.Game[Any]) -> None:
    match = dagc.start("historical", seed=1)
    found = hint(Seen.of(match), "es")
    assert match.offer is not None
    assert found.choice in match.offer.choices
    assert "Sugerencia" in found.words


def test_words_of_the_players_are_complete_in_both_languages() -> None:
    english, spanish = (templates(language) for language in LANGUAGES)
    assert english.keys() == spanish.keys()
    for key, template in english.items():
        assert placeholders(template) == placeholders(spanish[key])


def test_unknown_players_are_refused(dagc: stavka.Game[Any]) -> None:
    with pytest.raises(ValueError, match="there is no player 'emperor'"):
        player("emperor", dagc)
    assert tuple(EFFORTS) == LEVELS


def test_a_staff_that_chooses_what_is_not_offered_is_told_on(
        dagc: stavka.Game[Any], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    class Absent:
        def decide(self, p: Any, options: Options) -> tuple[str, str]:
            return "do", "nothing"

    assert dagc.staff is not None
    monkeypatch.setattr(dagc.staff, "mind", lambda *_: Absent())
    match = dagc.start(seed=1)
    commander = Commander(dagc, "novice", 1)
    with pytest.raises(AssertionError, match=r"chose do:nothing in soviet\.combat_before, target"):
        commander.choose(Seen.of(match))
    log = logging.getLogger("stavka.players")
    unforgiving, log.handlers = log.handlers, []
    assert match.offer is not None and commander.choose(Seen.of(match)) in match.offer and "do:nothing" in caplog.text
    log.handlers = unforgiving
