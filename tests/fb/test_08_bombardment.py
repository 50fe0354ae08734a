"""Chapter 8: bombardment, air strikes and German artillery."""

from __future__ import annotations

from typing import Any, cast

import pytest

import stavka
from stavka.games.fb import FestungBreslau
from stavka.games.fb.display import faces
from tests.playing import Situation, kinds, offered, only, play, refused, state, track, where

from .helpers import assault, end_to, reasons, to_next_turn

GUNS = {f"su-zis3-{n}": "0117" for n in range(1, 7)}
TARGETS = {"de-hanf-1": "1330", "de-hanf-2": "1330", "de-sauer-1": "1428"}


def bombard(match: stavka.Match, hex: str, *guns: str) -> list[stavka.Event]:
    """A bombardment, the roll included."""
    return play(match, *(f"unit:{gun}" for gun in guns), f"hex:{hex}")


@pytest.mark.rule("fb", "8.1")
def test_forms_of_attack(situation: Situation) -> None:
    phase_3 = offered(situation("soviet.bombardment", {**GUNS, **TARGETS}))
    assert phase_3.units and "air.1" in phase_3.buttons
    assert "air.1" not in offered(situation("soviet.assault", {"su-372-218": "1331", **TARGETS})).buttons
    german = situation("german.assault", {"su-372-218": "1331", **TARGETS})
    assert not [button for button in offered(german).buttons if button.startswith("air")]


@pytest.mark.rule("fb", "8.2.1")
def test_artillery_bombards_or_moves_and_assaults(situation: Situation) -> None:
    men = {"su-zis3-1": "1333", "su-zis3-2": "1333", "su-b4-1": "1334", "de-hanf-1": "1332"}
    match = situation("soviet.bombardment", men, dice=[1])
    bombard(match, "1332", "su-zis3-1")
    play(match, "do:end_phase")
    assert offered(match).units == ("su-zis3-2",)  # the other moves; the heavy gun never does
    play(match, "do:end_phase", "unit:de-hanf-1")
    assert match.offer is not None and where(match, "su-b4-1") == "1334"


@pytest.mark.rule("fb", "8.2.1", "8.2.6a")
def test_range_is_unlimited_but_the_hex_must_hold_germans(situation: Situation) -> None:
    match = situation("soviet.bombardment", {**GUNS, "de-hanf-1": "2836"})
    play(match, "unit:su-zis3-1")
    assert offered(match).hexes == ("2836",)
    assert refused(match, "hex:1330") == "8.2.6a"


@pytest.mark.rule("fb", "8.2.2", "8.2.4a")
def test_air_units_are_points_and_never_join_artillery(fb: FestungBreslau, situation: Situation) -> None:
    assert not any("air" in counter.kind for counter in fb.counters)
    match = situation("soviet.bombardment", {**GUNS, **TARGETS}, dice=[1])
    play(match, "unit:su-zis3-1")
    assert refused(match, "do:air.3") == "8.2.4a"
    other = situation("soviet.bombardment", {**GUNS, **TARGETS})
    play(other, "do:air.3")
    assert refused(other, "unit:su-zis3-1") == "8.2.4a"


@pytest.mark.rule("fb", "8.2.3")
def test_the_turn_track_gives_the_air_points_of_the_turn(situation: Situation) -> None:
    match = situation("german.supply", {"su-372-218": "0118"}, turn=3)
    assert track(match, "air") == 0
    play(match, "do:end_phase")
    assert match.view("soviet")["tracks"]["air"] == {"value": 9, "x10": 0, "x1": 9}  # turn 4
    assert track(situation("soviet.bombardment", {}, turn=5), "air") == 9
    assert situation("soviet.bombardment", {}, turn=12).view("soviet")["tracks"]["air"]["x10"] == 1


@pytest.mark.rule("fb", "8.2.4b")
def test_points_spent_come_off_the_track(situation: Situation) -> None:
    match = situation("soviet.bombardment", TARGETS, turn=4, dice=[1])
    play(match, "do:air.2", "hex:1330")
    assert match.view("soviet")["tracks"]["air"] == {"value": 7, "x10": 0, "x1": 7}
    assert "air.7" in offered(match).buttons and refused(match, "do:air.8") == "8.2.4b"


@pytest.mark.rule("fb", "8.2.5")
def test_unused_points_are_lost(situation: Situation) -> None:
    match = situation("soviet.bombardment", {"su-372-218": "1333", **TARGETS})
    play(match, "do:end_phase")
    assert track(match, "air") == 0


@pytest.mark.rule("fb", "8.2.6a", "13.0")
@pytest.mark.parametrize(("strength", "die", "hit"), [
    (1, 5, False), (1, 6, True), (3, 4, False), (3, 5, True), (5, 3, False), (5, 4, True), (6, 3, False), (6, 4, True),
])
def test_the_table_is_read_at_strength_and_die(situation: Situation, strength: int, die: int, hit: bool) -> None:
    guns = list(GUNS)[:strength]
    match = situation("soviet.bombardment", {**GUNS, **TARGETS}, dice=[die, die])
    struck = only(bombard(match, "1330", *guns), "bombarded")
    assert struck["strength"] == strength and struck["result"] == ("disorganised" if hit else "no_effect")
    assert ("disorganised" in state(match, "de-hanf-1")) == hit
    air = only(play(match, f"do:air.{strength}", "hex:1428"), "air_strike")
    assert air["result"] == struck["result"]


@pytest.mark.rule("fb", "8.2.6a")
def test_ten_stands_for_ten_and_more(situation: Situation) -> None:
    guns = {f"su-zis3-{n}": "0117" for n in range(1, 7)} | {f"su-m30-{n}": "0117" for n in range(1, 7)}
    match = situation("soviet.bombardment", {**guns, **TARGETS}, dice=[2])
    assert only(bombard(match, "1330", *guns), "bombarded")["result"] == "disorganised"
    assert offered(situation("soviet.bombardment", TARGETS, turn=12)).buttons[-4:-2] == ("air.9", "air.10")


@pytest.mark.rule("fb", "8.2.6b")
def test_no_effect_changes_nothing_but_fanaticism(situation: Situation) -> None:
    match = situation("soviet.bombardment", {**GUNS, "de-hanf-1": "1330", "de-55hj": "1330"}, dice=[1])
    bombard(match, "1330", "su-zis3-1")
    assert state(match, "de-hanf-1") == {"place": "1330"}
    assert state(match, "de-55hj") == {"place": "1330", "fanatic": True}


@pytest.mark.rule("fb", "8.2.6c")
def test_disorganisation_strikes_all_units_in_the_hex(situation: Situation) -> None:
    match = situation("soviet.bombardment", {**GUNS, **TARGETS}, dice=[6])
    bombard(match, "1330", "su-zis3-1")
    assert state(match, "de-hanf-1")["disorganised"] and state(match, "de-hanf-2")["disorganised"]
    assert "disorganised" not in state(match, "de-sauer-1")


@pytest.mark.rule("fb", "8.2.7")
def test_a_second_disorganisation_adds_nothing(situation: Situation) -> None:
    match = situation("soviet.bombardment", {**GUNS, **TARGETS}, dice=[6, 6])
    bombard(match, "1330", "su-zis3-1")
    before = match.view("german")["units"]["de-hanf-1"]
    events = play(match, "do:air.1", "hex:1330")
    assert "disorganised" not in kinds(events)
    assert match.view("german")["units"]["de-hanf-1"] == before


@pytest.mark.rule("fb", "8.2.8a")
def test_a_disorganised_unit_does_not_fire(situation: Situation) -> None:
    men = {"su-372-218": "1333", "de-hanf-1": {"hex": "1330", "disorganised": True}}
    match = situation("soviet.tactical", men, chemicals=1)
    play(match, "unit:su-372-218", "hex:1331")
    assert offered(match).seat == "soviet"  # nobody is asked, not even about chemical weapons
    mixed = situation("soviet.tactical", {**men, "de-hanf-2": "1330"})
    play(mixed, "unit:su-372-218", "hex:1331")
    assert offered(mixed).units == ("de-hanf-2",)
    assert refused(mixed, "unit:de-hanf-1") == "8.2.8a"


@pytest.mark.rule("fb", "8.2.8b")
def test_a_disorganised_target_is_easier_to_hit(situation: Situation) -> None:
    men = {"su-372-218": "1331", "de-hanf-1": {"hex": "1330", "disorganised": True}}
    fought = only(assault(situation("soviet.assault", men, dice=[2]), "de-hanf-1", "su-372-218"), "fought")
    assert reasons(fought) == {"unit": 1, "disorganised": 1}


@pytest.mark.rule("fb", "8.2.12")
def test_a_hex_is_struck_once_from_the_air_and_once_by_artillery(situation: Situation) -> None:
    match = situation("soviet.bombardment", {**GUNS, **TARGETS}, dice=[1, 1])
    bombard(match, "1330", "su-zis3-1")
    play(match, "unit:su-zis3-2")
    assert refused(match, "hex:1330") == "8.2.12"
    play(match, "hex:1428")
    play(match, "do:air.1", "hex:1330")  # the other way is still open, in any order
    play(match, "do:air.1")
    assert offered(match).hexes == ("1428",) and refused(match, "hex:1330") == "8.2.12"
    play(match, "hex:1428")
    assert refused(match, "unit:su-zis3-3") == "8.2.12"  # no target is left for artillery


@pytest.mark.rule("fb", "8.2.13", "8.2.14")
def test_air_points_against_supply_lower_it_by_one_on_a_success(situation: Situation) -> None:
    for die, level in ((6, 4), (5, 5)):
        match = situation("soviet.bombardment", TARGETS, supply=5, dice=[die, die])
        struck = only(play(match, "do:air.3", "do:depots"), "depots")
        assert track(match, "supply") == level and track(match, "air") == 6
        assert struck["result"] == ("success" if level == 4 else "no_effect")
        play(match, "do:air.3", "do:depots")  # as often as there are points
    empty = situation("soviet.bombardment", TARGETS, supply=0, dice=[6])
    play(empty, "do:air.3", "do:depots")
    assert track(empty, "supply") == 0
    artillery = situation("soviet.bombardment", {**GUNS, **TARGETS})
    play(artillery, "unit:su-zis3-1")
    assert "depots" not in offered(artillery).buttons


@pytest.mark.rule("fb", "8.3.1")
def test_german_artillery_has_no_counters(fb: FestungBreslau, situation: Situation) -> None:
    assert not any(counter.artillery for counter in fb.counters if counter.side == "german")
    match = situation("soviet.assault", {"su-372-218": "1331", "su-56eng": "1331", "de-hanf-1": "1330"}, supply=5)
    play(match, "unit:de-hanf-1", "unit:su-372-218")
    assert refused(match, "do:supply.1") == "8.3.1"


@pytest.mark.rule("fb", "8.3.2")
def test_german_artillery_fires_in_phases_4_and_7(situation: Situation) -> None:
    four = situation("soviet.tactical", {"su-372-218": "1333", "de-hanf-1": "1330"}, supply=5)
    play(four, "unit:su-372-218", "hex:1331", "unit:de-hanf-1")
    assert {"supply.1", "supply.2", "supply.3"} <= set(offered(four).buttons)
    seven = situation("german.assault", {"su-372-218": "1331", "de-hanf-1": "1330"}, supply=5)
    play(seven, "unit:su-372-218", "unit:de-hanf-1")
    assert {"supply.1", "supply.2", "supply.3"} <= set(offered(seven).buttons)
    eight = situation("german.tactical", {"su-372-218": "1333", "su-56eng": "1333", "de-hanf-1": "1330"}, supply=5)
    play(eight, "unit:de-hanf-1", "hex:1332", "unit:su-372-218")
    assert offered(eight).seat == "soviet" and offered(eight).buttons == ("fire",)


@pytest.mark.rule("fb", "8.3.3")
def test_at_most_three_and_no_more_than_there_is(situation: Situation) -> None:
    rich = situation("german.assault", {"su-372-218": "1331", "de-hanf-1": "1330"}, supply=50)
    play(rich, "unit:su-372-218", "unit:de-hanf-1")
    assert offered(rich).buttons == ("assault", "supply.1", "supply.2", "supply.3")
    poor = situation("german.assault", {"su-372-218": "1331", "de-hanf-1": "1330"}, supply=2)
    play(poor, "unit:su-372-218", "unit:de-hanf-1")
    assert offered(poor).buttons == ("assault", "supply.1", "supply.2")
    assert refused(poor, "do:supply.3") == "6.1"


def test_the_next_turn_finds_no_hex_struck(situation: Situation) -> None:
    match = situation("soviet.bombardment", {**GUNS, "de-hanf-1": "1330"}, dice=[1])
    bombard(match, "1330", "su-zis3-1")
    to_next_turn(match)
    end_to(match, "soviet.bombardment")
    bombard(match, "1330", "su-zis3-1")


@pytest.mark.rule("fb", "8.2.6b")
def test_what_is_turned_over_shows_its_back(situation: Situation) -> None:
    men = {"su-m30-1": "1332", "su-m30-2": "1332", "de-hanf-1": "1331"}
    match = situation("soviet.bombardment", men)
    units = match.view("soviet")["units"]
    assert "face" not in units["su-m30-1"] and len(faces(cast(Any, match.game), match.game.counters["su-m30-1"])) == 2
    play(match, "unit:su-m30-1", "hex:1331")
    units = match.view("german")["units"]
    assert units["su-m30-1"]["face"] == 1 and "face" not in units["su-m30-2"]


@pytest.mark.rule("fb", "8.2.6a")
def test_the_strength_so_far_is_told_while_guns_are_picked(situation: Situation) -> None:
    match = situation("soviet.bombardment", {**GUNS, **TARGETS})
    told: list[int] = []
    for gun in list(GUNS)[:3]:
        match.choose(f"unit:{gun}")
        offer = offered(match)
        odds = match.ask("odds", units=list(GUNS)[:len(told) + 1], target="1330")
        args = offer.message.args
        told.append(args["strength"])
        assert f"strength {args['strength']}" in offer.prompt and f"fuerza {args['strength']}" in offer.say("es")
        assert odds["results"]["disorganised"] == pytest.approx(args["hits"] / args["faces"])
    assert told == [1, 2, 3]


@pytest.mark.rule("fb", "8.2.6a")
def test_more_artillery_is_asked_for_only_while_there_is_some(situation: Situation) -> None:
    match = situation("soviet.bombardment", {**dict(list(GUNS.items())[:2]), **TARGETS})
    for gun, more in zip(GUNS, (True, False), strict=False):
        match.choose(f"unit:{gun}")
        assert bool(offered(match).units) is ("more artillery" in offered(match).prompt) is more
