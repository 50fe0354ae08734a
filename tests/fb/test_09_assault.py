"""Chapter 9: assaults, fatigue, defensive fire."""

from __future__ import annotations

import pytest

from tests.playing import Situation, kinds, offered, only, play, refused, state, where

from .helpers import assault, end_to, north, reasons


@pytest.mark.rule("fb", "9.1a")
def test_only_adjacent_units_are_assaulted(situation: Situation) -> None:
    match = situation("soviet.assault", {"su-372-218": "1332", "de-hanf-1": "1331", "de-hanf-2": "1330"})
    assert offered(match).units == ("de-hanf-1",)
    assert refused(match, "unit:de-hanf-2") == "9.1a"


@pytest.mark.rule("fb", "9.1b")
def test_a_unit_assaults_once_and_is_assaulted_once_in_a_phase(situation: Situation) -> None:
    men = {"su-372-218": "1332", "su-56eng": "1332", "su-57eng": "1332", "de-hanf-1": "1331", "de-hanf-2": "1331"}
    match = situation("soviet.assault", men, dice=[1, 1])
    assault(match, "de-hanf-1", "su-372-218", "su-56eng")
    assert refused(match, "unit:de-hanf-1") == "9.1b"
    play(match, "unit:de-hanf-2")  # another unit of the same hex may still be the target
    assert offered(match).units == ("su-57eng",)
    assert refused(match, "unit:su-56eng") == "9.1b"


@pytest.mark.rule("fb", "9.2a")
def test_several_units_may_assault_together_and_none_must(situation: Situation) -> None:
    men = {"su-372-218": "1332", "su-56eng": "1232", "su-57eng": "1334", "de-hanf-1": "1331"}
    match = situation("soviet.assault", men, dice=[1])
    assert "end_phase" in offered(match).buttons
    play(match, "unit:de-hanf-1")
    assert set(offered(match).units) == {"su-372-218", "su-56eng"}
    assert refused(match, "unit:su-57eng") == "9.2a"
    play(match, "unit:su-56eng")
    assert not play(match, "unit:su-372-218")  # nobody is left to join, but the attacker says when to roll
    assert offered(match).buttons == ("assault",)
    fought = only(play(match, "do:assault"), "fought")
    assert fought["units"] == ["su-56eng", "su-372-218"]


@pytest.mark.rule("fb", "9.2b")
def test_units_of_different_divisions_do_not_attack_together(situation: Situation) -> None:
    men = {"su-372-218": "1332", "su-955-309": "1332", "su-56eng": "1332", "su-658-218": "1332", "de-hanf-1": "1331"}
    match = situation("soviet.assault", men)
    play(match, "unit:de-hanf-1", "unit:su-56eng", "unit:su-372-218")
    assert offered(match).units == ("su-658-218",)
    assert refused(match, "unit:su-955-309") == "9.2b"
    fire = situation("german.tactical", {**men, "de-hanf-1": "1330"})
    play(fire, "unit:de-hanf-1", "hex:1331", "unit:su-955-309")
    assert set(offered(fire).units) == {"su-56eng"}
    assert refused(fire, "unit:su-372-218") == "9.2b"


@pytest.mark.rule("fb", "9.3")
def test_one_unit_of_the_hex_suffers_and_the_attacker_chooses_it(situation: Situation) -> None:
    men = {"su-372-218": "1332", "de-hanf-1": "1331", "de-hanf-2": "1331"}
    match = situation("soviet.assault", men, dice=[6])
    assert set(offered(match).units) == {"de-hanf-1", "de-hanf-2"}
    assault(match, "de-hanf-2", "su-372-218")
    assert where(match, "de-hanf-2") == "box.worn_out" and where(match, "de-hanf-1") == "1331"


@pytest.mark.rule("fb", "9.4")
def test_the_modified_die_has_to_reach_the_number_of_the_chart(situation: Situation) -> None:
    for die, result in ((5, "no_effect"), (6, "hit")):  # a German in the clear: 7
        match = situation("soviet.assault", {"su-372-218": "1332", "de-hanf-1": "1331"}, dice=[die])
        fought = only(assault(match, "de-hanf-1", "su-372-218"), "fought")
        assert (fought["total"], fought["needed"], fought["result"]) == (die + 1, 7, result)
    for die, result in ((5, "no_effect"), (6, "hit")):  # a Red Army unit in a suburb: 6, and -1
        match = situation("german.assault", {"su-372-218": "1231", "de-hanf-1": "1230"}, dice=[die, 1], supply=0)
        fought = only(assault(match, "su-372-218", "de-hanf-1"), "fought")
        assert (fought["total"], fought["needed"], fought["result"]) == (die, 6, result)


@pytest.mark.rule("fb", "9.4")
def test_a_natural_one_never_hits(situation: Situation) -> None:
    men = {f"su-zis3-{n}": "1332" for n in range(1, 7)} | {"su-56eng": "1232", "su-57eng": "1232", "de-hanf-1": "1331"}
    match = situation("soviet.assault", men, dice=[1])
    fought = only(assault(match, "de-hanf-1", *(unit for unit in men if unit.startswith("su"))), "fought")
    assert fought["total"] >= fought["needed"] and fought["result"] == "no_effect"
    assert where(match, "de-hanf-1") == "1331"


@pytest.mark.rule("fb", "9.4")
def test_a_declared_assault_has_to_be_made(situation: Situation) -> None:
    match = situation("soviet.assault", {"su-372-218": "1332", "su-56eng": "1332", "de-hanf-1": "1331"})
    assert refused(match, "unit:su-372-218") == "9.4"  # the target comes first
    play(match, "unit:de-hanf-1")
    assert refused(match, "do:end_phase") == refused(match, "do:assault") == "9.4"


@pytest.mark.rule("fb", "9.5a")
def test_one_for_every_unit(situation: Situation) -> None:
    men = {"su-372-218": "1332", "su-658-218": "1332", "su-667-218": "1332", "de-hanf-1": "1331"}
    match = situation("soviet.assault", men, dice=[2])
    fought = only(assault(match, "de-hanf-1", "su-372-218", "su-658-218", "su-667-218"), "fought")
    assert reasons(fought) == {"unit": 3}


@pytest.mark.rule("fb", "9.5b")
@pytest.mark.parametrize(("units", "combined"), [
    (("su-372-218", "su-t34-222"), True),
    (("su-56eng", "su-t34-222"), True),  # engineers are infantry
    (("su-372-218", "su-658-218", "su-t34-222", "su-is2-87"), True),  # once only
    (("su-372-218", "su-m30-1"), False),  # artillery is neither
    (("su-m30-1", "su-t34-222"), False),
    (("su-cov-1", "su-t34-222"), False),  # nor are covering units
    (("su-kat-1", "su-t34-222"), False),  # and Katyushas
])
def test_infantry_and_armour_together(situation: Situation, units: tuple[str, ...], combined: bool) -> None:
    match = situation("soviet.assault", {**dict.fromkeys(units, "1332"), "de-hanf-1": "1331"}, dice=[2])
    fought = only(assault(match, "de-hanf-1", *units), "fought")
    assert reasons(fought).get("combined", 0) == (1 if combined else 0)


@pytest.mark.rule("fb", "9.5b", "10.2.2")
def test_german_arms(situation: Situation) -> None:
    for units, combined in ((("de-vs21", "de-stug"), 1), (("de-hanf-1", "de-poersel"), 1), (("de-vs21", "de-vs22"), 0)):
        match = situation("german.assault", {**dict.fromkeys(units, "1327"), "su-372-218": "1328"}, dice=[1], supply=0)
        assert reasons(only(assault(match, "su-372-218", *units), "fought")).get("combined", 0) == combined


@pytest.mark.rule("fb", "9.5c")
@pytest.mark.parametrize(("hex", "near", "expected"), [
    ("1331", "1332", {}),  # clear
    ("1231", "1230", {"terrain": -1}),  # suburb
    ("1025", "1026", {"terrain": -1}),  # park
    ("1123", "1024", {"terrain": -2}),  # urban
    ("1223", "1323", {"terrain": -2, "railway": -1}),  # urban with a railway
    ("1125", "1225", {"railway": -1}),  # clear with a railway
])
def test_the_terrain_of_the_target(situation: Situation, hex: str, near: str, expected: dict[str, int]) -> None:
    match = situation("soviet.assault", {"su-372-218": near, "de-hanf-1": hex}, dice=[2])
    assert reasons(only(assault(match, "de-hanf-1", "su-372-218"), "fought")) == {"unit": 1, **expected}


@pytest.mark.rule("fb", "9.5e", "9.5f")
def test_blue_and_green_modifiers(situation: Situation) -> None:
    match = situation("soviet.assault", {"su-56eng": "1332", "su-57eng": "1332", "de-vs21": "1331"}, dice=[2])
    fought = only(assault(match, "de-vs21", "su-56eng", "su-57eng"), "fought")
    assert reasons(fought) == {"unit": 2, "blue": 2, "green": 1}
    none = situation("soviet.assault", {"su-372-218": "1332", "de-hanf-1": "1331"}, dice=[2])
    assert reasons(only(assault(none, "de-hanf-1", "su-372-218"), "fought")) == {"unit": 1}


@pytest.mark.rule("fb", "9.5g")
def test_modifiers_of_special_units(situation: Situation) -> None:
    men = {"de-55hj": {"hex": "1330", "fanatic": True}, "su-372-218": "1331"}
    match = situation("german.assault", men, goliaths=1, supply=0, dice=[2])
    play(match, "unit:su-372-218", "unit:de-55hj")
    fought = only(play(match, "do:goliath", "do:assault"), "fought")
    assert reasons(fought) == {"unit": 1, "fanatic": 1, "goliath": 2}


@pytest.mark.rule("fb", "9.6")
def test_a_german_unit_that_is_hit_goes_to_the_worn_out_box(situation: Situation) -> None:
    match = situation("soviet.assault", {"su-372-218": "1332", "de-hanf-1": "1331"}, dice=[6])
    events = assault(match, "de-hanf-1", "su-372-218")
    assert "worn_out" in kinds(events) and where(match, "de-hanf-1") == "box.worn_out"


@pytest.mark.rule("fb", "9.7")
@pytest.mark.parametrize(("die", "space"), [(1, 4), (2, 4), (3, 5), (4, 5), (5, 6), (6, 6)])
def test_a_red_army_unit_comes_back_in_one_to_three_turns(situation: Situation, die: int, space: int) -> None:
    match = situation("german.assault", {"su-372-218": "1332", "de-hanf-1": "1331"}, turn=3, dice=[6, die], supply=0)
    fatigued = only(assault(match, "su-372-218", "de-hanf-1"), "fatigued")
    assert where(match, "su-372-218") == f"turn.{space}" and fatigued["turn"] == space


@pytest.mark.rule("fb", "9.7", "7.1.7b")
def test_covering_units_are_rolled_for_and_nobody_returns_after_turn_20(situation: Situation) -> None:
    match = situation("german.assault", {"su-cov-1": "1332", "de-hanf-1": "1331"}, turn=3, dice=[6, 4], supply=0)
    assault(match, "su-cov-1", "de-hanf-1")
    assert where(match, "su-cov-1") == "turn.5"
    late = situation("german.assault", {"su-372-218": "1332", "de-hanf-1": "1331"}, turn=19, dice=[6, 3], supply=0)
    assault(late, "su-372-218", "de-hanf-1")
    assert where(late, "su-372-218") == "dead.soviet"


@pytest.mark.rule("fb", "9.8")
def test_fatigued_units_come_back_in_phase_2_of_their_turn(situation: Situation) -> None:
    match = situation("german.supply", {"su-372-218": "turn.8", "su-658-218": "turn.9", "su-56eng": "0118"}, turn=7)
    play(match, "do:end_phase")
    assert match.phase == "soviet.strategic" and offered(match).units == ("su-372-218",)


@pytest.mark.rule("fb", "9.9")
@pytest.mark.parametrize(("poles", "lasts"), [(12, True), (8, False)])
def test_poles_fatigued_in_the_north_come_back_there_while_the_fight_lasts(
        situation: Situation, poles: int, lasts: bool) -> None:
    """On turn 13 four are fatigued for one turn; on turn 14 four more, which empties the box if there were eight."""
    men = {**north(poles, 13), "su-372-218": "0118"}
    match = situation("events", men, turn=13, dice=[6] * 26 + [1] * 4, supply=0)
    play(match, "do:declare")
    tired = list(offered(match).units)[:4]
    play(match, *(f"unit:{unit}" for unit in tired))
    assert {where(match, unit) for unit in tired} == {"turn.14"}
    end_to(match, "soviet.strategic", turn=14)
    if lasts:
        assert {where(match, unit) for unit in tired} == {"box.north_polish"}
    else:
        assert "box.north_polish" not in match.view("soviet")["stacks"]
        assert set(tired) <= set(offered(match).units)  # they enter like everybody
        play(match, f"unit:{tired[0]}", "hex:2813")
        assert where(match, tired[0]) == "2813"


@pytest.mark.rule("fb", "9.10a")
def test_defensive_fire_is_resolved_like_an_assault(situation: Situation) -> None:
    men = {"su-372-218": "1333", "de-hanf-1": "1330", "de-pi28": "1330", "de-hanf-2": "1231"}
    for die, result in ((2, "no_effect"), (3, "hit")):
        match = situation("soviet.tactical", men, dice=[die, 1], supply=0)
        play(match, "unit:su-372-218", "hex:1331", "unit:de-hanf-1", "unit:de-pi28")
        fought = only(play(match, "do:fire"), "fought")
        assert reasons(fought) == {"unit": 2, "blue": 1}
        assert (fought["needed"], fought["result"], fought["defensive"]) == (6, result, True)
    one = situation("soviet.tactical", men, dice=[1], supply=3)
    play(one, "unit:su-372-218", "hex:1331", "unit:de-hanf-1", "unit:de-pi28")
    assert only(play(one, "do:supply.3"), "fought")["result"] == "no_effect"  # a natural 1


@pytest.mark.rule("fb", "9.10a")
def test_the_prompt_of_defensive_fire_tells_what_can_be_done_now(situation: Situation) -> None:
    men = {"su-372-218": "1333", "de-hanf-1": "1330", "de-pi28": "1330"}
    match = situation("soviet.tactical", men, supply=0)
    play(match, "unit:su-372-218", "hex:1331")
    assert offered(match).prompt.endswith("choose the units that fire, or let it pass.")
    play(match, "unit:de-hanf-1")
    assert offered(match).prompt.endswith("or choose more units first.") and "do:pass" not in offered(match)
    play(match, "unit:de-pi28")
    assert offered(match).prompt.endswith("nobody else can join.")


@pytest.mark.rule("fb", "9.10b")
def test_terrain_does_not_count_in_defensive_fire(situation: Situation) -> None:
    match = situation("german.tactical", {"su-372-218": "1323", "de-hanf-1": "1222"}, dice=[2])
    fought = only(play(match, "unit:de-hanf-1", "hex:1223", "unit:su-372-218", "do:fire"), "fought")
    assert reasons(fought) == {"unit": 1} and fought["needed"] == 7


@pytest.mark.rule("fb", "9.11", "9.13")
def test_a_german_unit_fires_as_often_as_there_is_cause(situation: Situation) -> None:
    men = {"su-372-218": "1333", "su-56eng": "1333", "de-hanf-1": "1331"}
    match = situation("soviet.tactical", men, dice=[1, 1, 1], supply=0)
    play(match, "unit:su-372-218", "hex:1332", "unit:de-hanf-1", "do:fire")
    play(match, "hex:1432", "unit:de-hanf-1", "do:fire")  # the same target a second time
    assert state(match, "su-372-218")["place"] == "1432"
    play(match, "unit:su-56eng", "hex:1332")
    fought = only(play(match, "unit:de-hanf-1", "do:fire"), "fought")  # and another target
    assert fought["unit"] == "su-56eng"


@pytest.mark.rule("fb", "9.12", "9.13")
def test_a_red_army_unit_fires_as_often_as_there_is_cause(situation: Situation) -> None:
    men = {"su-372-218": "1333", "de-hanf-1": "1330", "de-hanf-2": "1330"}
    match = situation("german.tactical", men, dice=[1, 1, 1])
    play(match, "unit:de-hanf-1", "hex:1332", "unit:su-372-218", "do:fire", "hex:1433", "unit:su-372-218", "do:fire")
    assert where(match, "de-hanf-1") == "1433"
    play(match, "unit:de-hanf-2", "hex:1332")
    assert only(play(match, "unit:su-372-218", "do:fire"), "fought")["unit"] == "de-hanf-2"


@pytest.mark.rule("fb", "9.10a", "7.3.6")
def test_one_fire_for_every_hex_entered(situation: Situation) -> None:
    men = {"su-372-218": "1333", "de-hanf-1": "1330", "de-hanf-2": "1231"}
    match = situation("soviet.tactical", men, dice=[1], supply=0)
    play(match, "unit:su-372-218", "hex:1331", "unit:de-hanf-1", "do:fire")
    assert offered(match).seat == "soviet"  # the other unit could have joined, but does not fire on its own
    assert offered(match).task == "move_to"


@pytest.mark.rule("fb", "9.x")
def test_nobody_retreats_or_advances(situation: Situation) -> None:
    match = situation("soviet.assault", {"su-372-218": "1332", "su-56eng": "1430", "de-hanf-1": "1331"}, dice=[6])
    assault(match, "de-hanf-1", "su-372-218")
    view = match.view("soviet")
    assert "1331" not in view["stacks"] and where(match, "su-372-218") == "1332"
    assert match.ask("hex", hex="1331")["control"] == "german"  # its last owner's


def test_a_unit_that_was_hit_moves_no_more(situation: Situation) -> None:
    men = {"su-372-218": "1333", "su-56eng": "1335", "de-hanf-1": "1331"}
    match = situation("soviet.tactical", men, dice=[6, 2], supply=0)
    play(match, "unit:su-372-218", "hex:1332", "unit:de-hanf-1", "do:fire")
    assert where(match, "su-372-218") == "turn.6"
    assert offered(match).units == ("su-56eng",)
