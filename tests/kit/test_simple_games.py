"""What the kit does for games whose rules fit into it: whole phases, answers, hidden counters, written positions."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

import stavka
from stavka.errors import SituationError
from stavka.kit.hexset import members, of
from stavka.kit.legs import Moving
from stavka.kit.losses import Losses, Toll
from stavka.kit.sight import carried, renamed, shuffled
from stavka.kit.words import Message
from stavka.novice import Novice
from stavka.players import Seen, hint, levels_of, usual_level
from stavka.template.skirmish import GAME
from stavka.template.skirmish.movement import MARCH
from stavka.written import Written


@pytest.fixture(scope="module")
def skirmish() -> stavka.Game[Any]:
    """The game that ``stavka new`` copies."""
    return GAME()


def situation(game: stavka.Game[Any], step: str, place: dict[str, Any], **more: Any) -> stavka.Match:
    return game.situation({"empty": True, "step": step, "place": place, **more})


# -- questions -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("target", "units", "refusal"), [
    ("0805", [], "no_attackers"), ("0101", ["R-1"], "no_enemy"), ("0805", ["R-2"], "unit_not_adjacent"),
    ("0805", ["R-1", "R-1"], "named_twice"), ("0805", ["R-1", "B-2"], "not_yours"), ("dead", ["R-1"], "no_enemy")])
def test_odds_of_an_attack_that_cannot_be_are_refused(
        skirmish: stavka.Game[Any], target: str, units: list[str], refusal: str) -> None:
    match = situation(skirmish, "red.combat", {"R-1": "0804", "R-2": "0101", "B-1": "0805", "B-2": "0102"})
    with pytest.raises(stavka.Illegal) as error:
        match.ask("odds", target=target, units=units)
    assert (error.value.message.key, error.value.rule) == (f"refused.{refusal}", "4.1")


def test_odds_without_a_target_are_those_of_ones_own_attack(skirmish: stavka.Game[Any]) -> None:
    match = situation(skirmish, "red.combat", {"R-1": "0804", "R-2": "0705", "B-1": "0805"})
    for choice in ("hex:0805", "unit:R-1", "unit:R-2"):
        match.choose(choice)
    assert match.ask("odds") == match.ask("odds", target="0805", units=["R-1", "R-2"])
    with pytest.raises(stavka.Illegal):
        match.ask("odds", seat="blue")


def test_victory_is_told_as_the_view_tells_it(skirmish: stavka.Game[Any]) -> None:
    match = situation(skirmish, "red.combat", {"R-1": "0804", "B-1": "0805"})
    assert match.ask("victory") == match.view("red")["points"] and "needed" in match.ask("victory")


@pytest.mark.parametrize(("modifier", "en", "es"), [
    (0, "rolled 3: DR", "dado 3: DR"), (-2, "rolled 3 -2: DR", "dado 3 -2: DR"),
    (1, "rolled 3 +1: DR", "dado 3 +1: DR")])
def test_a_battle_tells_what_is_added_to_the_die(
        skirmish: stavka.Game[Any], modifier: int, en: str, es: str) -> None:
    fought = Message("event.fought", {"hex": "0805", "attack": 4, "defence": 2, "shift": 0, "modifier": modifier,
                                      "column": "2-1", "dice": [3], "result": "DR"})
    assert skirmish.say(fought, "en").endswith(en) and skirmish.say(fought, "es").endswith(es)


def test_points_are_those_left_and_nobody_moves_off_the_map(skirmish: stavka.Game[Any]) -> None:
    match = situation(skirmish, "red.movement", {"R-1": "0803", "R-2": "dead"})
    match.choose("unit:R-1")
    match.choose("hex:0805")
    assert max(match.ask("reach", unit="R-1").values()) == 1 and match.ask("path", unit="R-1", hex="0806")["left"] == 0
    for question in ("path", "supply"):
        with pytest.raises(stavka.Illegal, match="not on the map"):
            match.ask(question, unit="R-2", **({"hex": "0806"} if question == "path" else {}))
    assert match.ask("reach", unit="R-2") == {} and match.ask("supply", unit="R-1")["supplied"]
    assert match.ask("unit", unit="R-1")["supply"] is None  # there is no rule of supply


# -- hidden counters -----------------------------------------------------------------------------------------------


def test_counters_change_places_and_everything_knows_it(skirmish: stavka.Game[Any]) -> None:
    p = situation(skirmish, "red.movement", {"R-1": "0803", "R-2": "dead", "R-3": "0805"}).position
    one, two, three = (skirmish.counters.index[unit] for unit in ("R-1", "R-2", "R-3"))
    before = (p.where[one], p.where[two], p.where[three])
    p.exchange({one: two, two: three, three: one})
    assert (p.where[two], p.where[three], p.where[one]) == before
    assert p.is_on_map(two) and p.is_on_map(one) and not p.is_on_map(three)
    assert all(unit in p.at(p.where[unit]) for unit in (one, two, three))


def test_positions_that_look_the_same_are_dealt_the_same(skirmish: stavka.Game[Any]) -> None:
    hexes, units = ["0803", "0804", "0701"], ["R-1", "R-2", "R-3"]
    hidden = of(skirmish.counters.index[unit] for unit in units)
    digests = set()
    for turned in range(3):
        p = situation(skirmish, "red.movement", dict(zip(units, hexes[turned:] + hexes[:turned], strict=True))).position
        new = shuffled(p, hidden, Random(5))
        assert sorted(new) == sorted(new.values()) == members(hidden)
        p.exchange(new)
        digests.add(p.digest)
    assert len(digests) == 1
    assert carried(hidden, new) == hidden


def test_a_move_names_its_unit_only_to_those_who_may_know(skirmish: stavka.Game[Any]) -> None:
    match = situation(skirmish, "red.movement", {"R-1": "0803"})
    p, unit = match.position, skirmish.counters.index["R-1"]
    step = Moving(replace(MARCH, known_to=lambda *_: ("red",)), 0, unit, 3)
    p.replace(step)
    step.take_hex(p, skirmish.board.index["0804"])
    assert p.log is not None
    event = p.log[-1]
    assert event.seen_by("red").data["unit"] == "R-1" and event.seen_by("blue").data["unit"] is None
    assert "A unit moves" in skirmish.say(event.seen_by("blue").message)
    assert "Una unidad" in skirmish.say(event.seen_by("blue").message, "es")


# -- written positions ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("written", "complaint"), [
    ({"place": {"R-1": {"hex": "0803", "tired": True}}}, "R-1: unknown key 'tired'; there are reduced"),
    ({"place": {"R-1": {"hex": "0803", "reduced": 1}}}, "'reduced' must be true or false, not 1"),
    ({"place": {"R-1": "0710"}}, "R-1: no unit can be in hex 0710"),
    ({"place": {"R-1": "0803", "B-1": "0803"}}, "B-1: hex 0803 already holds R-1, an enemy"),
    ({"control": {"green": []}}, "there is no side 'green'; there are red, blue"),
    ({"control": {"red": "0803"}}, "'control.red' must be a list of hexes"),
    ({"control": {"red": ["9999"]}}, "control.red: there is no hex '9999'"),
    ({"control": ["0803"]}, "'control' must be a table"),
])
def test_positions_that_cannot_be_are_refused(
        skirmish: stavka.Game[Any], written: dict[str, Any], complaint: str) -> None:
    with pytest.raises(stavka.SituationError) as error:
        skirmish.situation({"empty": True, **written})
    assert complaint in str(error.value)


# -- the novice ----------------------------------------------------------------------------------------------------


def test_a_plain_staff_serves_the_novice_and_gives_hints(skirmish: stavka.Game[Any]) -> None:
    assert isinstance(skirmish.staff, Novice)
    assert levels_of(skirmish) == ("random", "novice") and usual_level(skirmish) == "novice"
    match = skirmish.start(seed=1)
    assert hint(Seen.of(match)).choice in match.offer.choices if match.offer else False


def test_the_novice_attacks_only_where_it_pays(skirmish: stavka.Game[Any]) -> None:
    assert skirmish.staff is not None
    mind = skirmish.staff.mind("red", None)
    good = situation(skirmish, "red.combat", {"R-1": "0804", "R-6": "0705", "B-1": {"hex": "0805", "reduced": True}})
    bad = situation(skirmish, "red.combat", {"R-1": {"hex": "0804", "reduced": True}, "B-1": "0805"})
    for match, choice in ((good, ("hex", skirmish.board.index["0805"])), (bad, ("do", "end_phase"))):
        assert match.offer is not None
        assert mind.decide(match.position, match.offer.options) == choice


def test_steps_name_what_lies_there_after_an_exchange() -> None:
    moving, losing = Moving(MARCH, 0, unit=3), Losses(Toll("toll", lambda *_: 1, lambda *_: None), 0, (2, 3), 1, "4.4")
    assert renamed((moving, losing), {3: 5, 5: 3}) == (replace(moving, unit=5), replace(losing, units=(2, 5)))
    assert renamed((moving,), {4: 5, 5: 4}) == (moving,)


def test_hexsides_of_a_situation_are_read_and_checked(skirmish: stavka.Game[Any]) -> None:
    grid = skirmish.board.grid
    written = Written(skirmish, {"blown": ["0804/0805"], "wrong": ["0804/9999"], "far": ["0101/0805"], "text": "0804"})
    assert written.hexsides("blown") == grid.side_set([grid.side("0804/0805")]) and written.hexsides("none") == 0
    for key in ("wrong", "far", "text"):
        with pytest.raises(SituationError, match=key):
            written.hexsides(key)
