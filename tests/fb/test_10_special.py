"""Chapter 10: special units and rules."""

from __future__ import annotations

from typing import Any

import pytest

import stavka
from tests.playing import Situation, kinds, offered, only, play, refused, seen, state, track, where

from .helpers import POLES, assault, end_to, north, reasons, to_next_turn

# -- 10.1: the Polish 2nd Army -------------------------------------------------------------------------------------


@pytest.mark.rule("fb", "10.1", "10.1.2")
def test_the_poles_begin_off_the_map_and_come_with_event_g(fb: stavka.Game[Any], situation: Situation) -> None:
    view = fb.start("historical", seed=1).view("soviet")
    assert {view["units"][unit]["place"] for unit in POLES} == {"pool.polish_arrivals"}
    match = situation("german.supply", {"su-372-218": "0118"}, turn=11)
    play(match, "do:end_phase")
    assert match.turn == 12 and {where(match, unit) for unit in POLES} == {"box.north_polish"}
    assert where(match, "pl-cov-1") == "pool.polish_covering"


@pytest.mark.rule("fb", "10.1.3")
def test_they_may_be_declared_in_phase_1_of_any_later_turn(situation: Situation) -> None:
    same = situation("events", north(8, 2), turn=12)
    assert "declare" not in offered(same).buttons and refused(same, "do:declare") == "10.1.3"
    for turn in (13, 17):
        match = situation("events", {**north(8, 2), "su-372-218": "0118"}, turn=turn)
        assert offered(match).seat == "soviet" and offered(match).buttons == ("declare", "end_phase")
    play(match, "do:end_phase")  # nobody has to
    assert match.phase == "soviet.strategic"
    assert refused(situation("events", north(0, 2), turn=13), "do:declare") == "10.1.3"


@pytest.mark.rule("fb", "10.1.3a", "10.1.3b")
def test_two_dice_for_every_german_unit_each_with_two_more_for_a_level(situation: Situation) -> None:
    match = situation("events", north(30, 2), turn=13, supply=5, dice=[1, 2, 3, 4])
    events = play(match, "do:declare")
    assert offered(match).seat == "german" and offered(match).buttons == ("roll", "supply.1")
    events += play(match, "do:roll", "do:supply.1", "do:roll", "do:supply.1")
    dice = [event.data for event in events if event.kind == "northern_die"]
    assert [(die["die"], die["bonus"]) for die in dice] == [(1, 0), (2, 2), (3, 0), (4, 2)]
    assert dice[-1]["total"] == 14 and track(match, "supply") == 3


@pytest.mark.rule("fb", "10.1.3c")
@pytest.mark.parametrize(("poles", "held"), [(6, True), (7, True), (8, False)])
def test_the_germans_hold_if_the_sum_is_not_below_the_poles(situation: Situation, poles: int, held: bool) -> None:
    match = situation("events", north(poles, 1), turn=13, supply=0, dice=[3, 4])
    events = kinds(play(match, "do:declare"))
    assert ("northern_held" in events) == held and ("northern_broken" in events) == (not held)


@pytest.mark.rule("fb", "10.1.3c")
def test_if_they_hold_four_poles_are_fatigued_and_the_fight_is_repeated(situation: Situation) -> None:
    men = {**north(10, 1), "su-372-218": "0118"}
    match = situation("events", men, turn=13, supply=0, dice=[6, 6, 2, 4, 6, 6])
    play(match, "do:declare")
    assert offered(match).task == "polish_losses" and offered(match).seat == "soviet"
    assert refused(match, "unit:su-372-218") == "10.1.3c"
    tired = list(offered(match).units)[3:7]
    play(match, *(f"unit:{unit}" for unit in tired))
    assert [where(match, unit) for unit in tired] == ["turn.14", "turn.15", "turn.16", "turn.16"]
    assert len(match.view("soviet")["stacks"]["box.north_german"]) == 1  # no German loss
    repeated = kinds(to_next_turn(match))
    assert match.turn == 14 and offered(match).task == "northern_front" and "declared" not in repeated


@pytest.mark.rule("fb", "10.1.3d")
def test_if_they_break_through_the_poles_enter_next_turn_and_the_germans_are_in_reserve(situation: Situation) -> None:
    men = {**north(8, 1), "su-372-218": "0118"}
    match = situation("events", men, turn=13, supply=0, dice=[1, 1])
    german = seen(match, "german")["stacks"]["box.north_german"][0]
    play(match, "do:declare")
    assert {where(match, unit) for unit in POLES[:8]} == {"turn.14"}
    assert where(match, german) == "box.reserve"
    to_next_turn(match)
    assert (match.turn, match.phase) == (14, "soviet.strategic")
    play(match, f"unit:{POLES[0]}", "hex:2813")
    assert [where(match, unit) for unit in POLES[:5]] == ["2813"] * 5  # a whole division


@pytest.mark.rule("fb", "10.1.3a", "10.1.3d")
def test_an_empty_northern_front_is_broken_at_once(situation: Situation) -> None:
    match = situation("events", north(3, 0), turn=13, supply=9)
    assert "northern_broken" in kinds(play(match, "do:declare"))


@pytest.mark.rule("fb", "10.1.4")
def test_the_declaration_costs_five_points_once(situation: Situation) -> None:
    match = situation("events", {**north(12, 1), "su-372-218": "0118"}, turn=13, supply=0, dice=[6, 6])
    before = match.ask("victory")["needed"]
    play(match, "do:declare")
    assert match.ask("victory")["needed"] == match.view("german")["points"]["needed"] == before + 5
    play(match, *(f"unit:{unit}" for unit in offered(match).units[:4]))
    to_next_turn(match)
    assert match.ask("victory")["needed"] == before + 5


# -- 10.2: the armoured train --------------------------------------------------------------------------------------


@pytest.mark.rule("fb", "10.2")
def test_the_train_is_built_from_turn_9_in_the_works_under_german_control(situation: Situation) -> None:
    assert refused(situation("german.strategic", {}, turn=8, supply=9), "do:train") == "10.2"
    lost = situation("german.strategic", {}, turn=9, supply=9, control={"soviet": ["2113"]})
    assert refused(lost, "do:train") == "10.2"
    match = situation("german.strategic", {}, turn=9, supply=9)
    play(match, "do:train")
    assert where(match, "de-poersel") == "2113"
    assert refused(match, "do:train") == "10.2"  # it is there


@pytest.mark.rule("fb", "10.2.1")
def test_it_moves_any_distance_along_the_rails_in_the_tactical_phase(
        fb: stavka.Game[Any], situation: Situation) -> None:
    match = situation("german.tactical", {"de-poersel": "2113"})
    reach = match.ask("reach", unit="de-poersel")
    railway = set(fb.board.numbers(fb.board.area("railway")))
    assert set(reach) <= railway and {"1215", "2801", "0107", "2138"} <= set(reach)
    play(match, "unit:de-poersel")
    assert refused(match, "hex:2112") == "10.2.1"
    play(match, "hex:1215")
    assert where(match, "de-poersel") == "1215"
    blocked = situation("german.tactical", {"de-poersel": "2113", "su-372-218": "2213"})
    assert "2801" not in blocked.ask("reach", unit="de-poersel")
    strategic = situation("german.strategic", {"de-poersel": "2113", "su-372-218": "0101"})
    assert refused(strategic, "unit:de-poersel") == "10.2.1"


@pytest.mark.rule("fb", "10.2.1", "10.2.2")
def test_it_is_fired_at_hex_by_hex_and_counts_as_armour(situation: Situation) -> None:
    match = situation("german.tactical", {"de-poersel": "2113", "su-372-218": "2412", "su-m30-1": "2412"})
    play(match, "unit:de-poersel", "hex:2312")
    assert offered(match).task == "defensive_fire"
    men = {"de-poersel": "2113", "de-hanf-1": "2113", "su-372-218": "2112"}
    fight = situation("german.assault", men, dice=[1], supply=0)
    fought = only(assault(fight, "su-372-218", "de-poersel", "de-hanf-1"), "fought")
    assert reasons(fought)["combined"] == 1


@pytest.mark.rule("fb", "10.2.3", "9.4")
def test_a_damaged_train_may_be_repaired_for_two_levels(situation: Situation) -> None:
    men = {"de-poersel": "2114", "su-56eng": "2214", "su-57eng": "2214", "su-372-218": "2214"}
    match = situation("soviet.assault", men, turn=10, supply=5, dice=[6])
    events = assault(match, "de-poersel", "su-56eng", "su-57eng", "su-372-218")
    assert "damaged" in kinds(events) and where(match, "de-poersel") == "pool.train"
    end_to(match, "german.strategic")
    play(match, "do:train")  # in the turn of the damage
    assert where(match, "de-poersel") == "2113" and track(match, "supply") == 3
    lost = situation("german.strategic", {"de-poersel": "pool.train"}, turn=10, supply=5, control={"soviet": ["2113"]})
    assert refused(lost, "do:train") == "10.2"


# -- 10.3: the auxiliary airstrip ----------------------------------------------------------------------------------


@pytest.mark.rule("fb", "10.3", "10.3.1", "10.3.4")
def test_the_airstrip_is_three_adjacent_city_hexes_without_water(fb: stavka.Game[Any], situation: Situation) -> None:
    match = situation("german.supply", {}, supply=20, control={"soviet": ["1314"]})
    city = set(fb.board.numbers(fb.board.area("city")))
    assert set(offered(match).hexes) <= city and "1414" in offered(match).hexes
    assert refused(match, "hex:1512") == "10.3.1"  # a bridge
    assert refused(match, "hex:1615") == "10.3.1"  # a canal hexside
    assert refused(match, "hex:1024") == "10.3.1"  # a suburb
    assert refused(match, "hex:1314") == "10.3.4"  # not German
    second = situation("german.supply", {}, supply=20, airstrip=["1414"])
    assert set(offered(second).hexes) <= {"1413", "1313", "1314", "1415", "1515", "1514"}
    assert refused(second, "hex:1214") == "10.3.1"  # apart from the first
    done = situation("german.supply", {}, supply=20, airstrip=["1414", "1415", "1515"])
    assert not offered(done).hexes and refused(done, "hex:1314") == "10.3.1"


@pytest.mark.rule("fb", "10.3.3")
def test_one_marker_a_turn(situation: Situation) -> None:
    match = situation("german.supply", {"su-372-218": "0118"}, supply=20)
    play(match, "hex:1414")
    assert match.turn == 6  # the roll follows at once
    assert [place for place, kinds in match.view("german")["marks"].items() if "airstrip" in kinds] == ["1414"]


@pytest.mark.rule("fb", "10.3.5")
def test_markers_in_lost_hexes_stay_and_count_again_when_retaken(situation: Situation) -> None:
    strip = ["1414", "1415", "1515"]
    match = situation("german.tactical", {"de-hanf-1": "1416"}, airstrip=strip, control={"soviet": ["1415"]})
    bonuses = {line["rule"] for line in match.ask("supply", unit="de-hanf-1")["bonuses"]}
    assert "6.6c" not in bonuses
    play(match, "unit:de-hanf-1", "hex:1415")
    assert "6.6c" in {line["rule"] for line in match.ask("supply", unit="de-hanf-1")["bonuses"]}


# -- 10.4: Goliaths ------------------------------------------------------------------------------------------------


@pytest.mark.rule("fb", "10.4")
def test_two_dice_say_how_many_goliaths_there_are(situation: Situation) -> None:
    match = situation("events", {}, turn=1, dice=[5, 4, 1])
    assert track(match, "goliaths") == 9
    assert "goliaths" not in kinds(list(situation("events", {}, turn=2).opening))


@pytest.mark.rule("fb", "10.4.1")
def test_one_goliath_helps_one_german_assault_and_is_gone(situation: Situation) -> None:
    match = situation("german.assault", {"de-hanf-1": "1330", "de-hanf-2": "1330", "su-372-218": "1331"},
                      goliaths=3, supply=0, dice=[1])
    play(match, "unit:su-372-218", "unit:de-hanf-1", "do:goliath")
    assert refused(match, "do:goliath") == "10.4.1"
    fought = only(play(match, "do:assault"), "fought")
    assert reasons(fought) == {"unit": 1, "goliath": 2} and track(match, "goliaths") == 2  # gone even with a 1
    soviet = situation("soviet.assault", {"de-hanf-1": "1330", "su-372-218": "1331", "su-57eng": "1331"}, goliaths=3)
    play(soviet, "unit:de-hanf-1", "unit:su-372-218")
    assert refused(soviet, "do:goliath") == "10.4.1"
    fire = situation("soviet.tactical", {"de-hanf-1": "1330", "su-372-218": "1333"}, goliaths=3, supply=3)
    play(fire, "unit:su-372-218", "hex:1331", "unit:de-hanf-1")
    assert refused(fire, "do:goliath") == "10.4.1"  # never in defensive fire


@pytest.mark.rule("fb", "10.4.2")
def test_the_62nd_brigade_uses_captured_goliaths_once_from_turn_11(situation: Situation) -> None:
    men = {"su-56eng": "1331", "su-57eng": "1331", "su-372-218": "1331", "de-hanf-1": "1330", "de-hanf-2": "1330"}
    early = situation("soviet.assault", men, turn=10)
    play(early, "unit:de-hanf-1", "unit:su-56eng")
    assert refused(early, "do:captured_goliaths") == "10.4.2"
    match = situation("soviet.assault", men, turn=11, dice=[1])
    play(match, "unit:de-hanf-1", "unit:su-372-218")
    assert "captured_goliaths" not in offered(match).buttons  # not without the brigade
    play(match, "unit:su-56eng", "do:captured_goliaths")
    fought = only(play(match, "do:assault"), "fought")
    assert reasons(fought) == {"unit": 2, "blue": 1, "captured": 2}
    play(match, "unit:de-hanf-2", "unit:su-57eng")
    assert refused(match, "do:captured_goliaths") == "10.4.2"  # once
    assert "captured" not in reasons(only(play(match, "do:assault"), "fought"))
    fire = situation("german.tactical", {"su-56eng": "1333", "su-57eng": "1333", "de-hanf-1": "1330"}, turn=11)
    play(fire, "unit:de-hanf-1", "hex:1332", "unit:su-56eng")
    assert refused(fire, "do:captured_goliaths") == "10.4.1"


# -- 10.5: chemical weapons ----------------------------------------------------------------------------------------


@pytest.mark.rule("fb", "10.5.1")
@pytest.mark.parametrize(("die", "number"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_half_a_die_says_how_many_chemical_weapons_there_are(situation: Situation, die: int, number: int) -> None:
    assert track(situation("events", {}, turn=1, dice=[1, 1, die]), "chemical") == number


@pytest.mark.rule("fb", "10.5.2a")
def test_chemical_weapons_drive_a_unit_back_instead_of_fire(situation: Situation) -> None:
    men = {"su-372-218": "1333", "su-56eng": "1334", "de-hanf-1": "1330"}
    match = situation("soviet.tactical", men, chemicals=2)
    play(match, "unit:su-372-218", "hex:1331")
    assert "chemical" in offered(match).buttons
    play(match, "do:chemical")
    assert where(match, "su-372-218") == "1332"  # the hex it came from
    assert track(match, "chemical") == 1 and offered(match).seat == "soviet"
    assert refused(match, "unit:su-372-218") == "10.5.2a"  # its movement is over
    assert match.view("soviet")["marks"]["1331"] == ["chemical"]
    none = situation("soviet.tactical", men, chemicals=0)
    play(none, "unit:su-372-218", "hex:1331")
    assert refused(none, "do:chemical") == "10.5.2a"
    german = situation("german.tactical", {"su-372-218": "1333", "de-hanf-1": "1330"}, chemicals=2)
    play(german, "unit:de-hanf-1", "hex:1332")
    assert refused(german, "do:chemical") == "10.5.2a"  # not for the Red Army


@pytest.mark.rule("fb", "10.5.2a")
def test_chemical_weapons_and_fire_exclude_each_other(situation: Situation) -> None:
    match = situation("soviet.tactical", {"su-372-218": "1333", "de-hanf-1": "1330", "de-hanf-2": "1330"}, chemicals=1)
    play(match, "unit:su-372-218", "hex:1331", "unit:de-hanf-1")
    assert refused(match, "do:chemical") == "10.5.2a"


@pytest.mark.rule("fb", "10.5.2b")
def test_the_hex_is_closed_to_the_red_army_until_the_end_of_phase_6(situation: Situation) -> None:
    men = {"su-372-218": "1333", "de-hanf-1": "1328"}
    match = situation("soviet.tactical", men, gas=["1332"])
    play(match, "unit:su-372-218")
    assert refused(match, "hex:1332") == "10.5.2b"
    assert "1332" not in match.ask("path", unit="su-372-218", hex="1331")["path"]
    assert match.ask("hex", hex="1332")["chemical"]
    end_to(match, "german.tactical")
    assert not match.ask("hex", hex="1332")["chemical"]
    held = situation("reorganisation", men, gas=["1332"])
    assert held.ask("hex", hex="1332")["chemical"]  # at the end of the phase
    play(held, "do:end_phase")
    assert not held.ask("hex", hex="1332")["chemical"] and track(held, "chemical") == 0


# -- 10.6: fanaticism ----------------------------------------------------------------------------------------------


@pytest.mark.rule("fb", "10.6a")
def test_a_starred_unit_that_an_attack_leaves_unharmed_becomes_fanatic(situation: Situation) -> None:
    assaulted = situation("soviet.assault", {"su-372-218": "1331", "de-besslein-1": "1330"}, dice=[2])
    assault(assaulted, "de-besslein-1", "su-372-218")
    assert state(assaulted, "de-besslein-1")["fanatic"]
    fired_at = situation("german.tactical", {"su-372-218": "1333", "de-besslein-1": "1330"}, dice=[2])
    play(fired_at, "unit:de-besslein-1", "hex:1332", "unit:su-372-218", "do:fire")
    assert state(fired_at, "de-besslein-1")["fanatic"]
    men = {"su-m30-1": "0117", "de-besslein-1": "1330", "de-55hj": "1330"}
    shelled = situation("soviet.bombardment", men, dice=[2])
    play(shelled, "unit:su-m30-1", "hex:1330")
    assert state(shelled, "de-besslein-1")["fanatic"] and state(shelled, "de-55hj")["fanatic"]
    bombed = situation("soviet.bombardment", {"de-besslein-1": "1330"}, dice=[2])
    play(bombed, "do:air.1", "hex:1330")
    assert state(bombed, "de-besslein-1")["fanatic"]
    po2 = situation("soviet.bombardment", {"de-besslein-1": "1330"}, dice=[1])
    play(po2, "do:po2", "unit:de-besslein-1")
    assert "fanatic" not in state(po2, "de-besslein-1")
    plain = situation("soviet.assault", {"su-372-218": "1331", "de-hanf-1": "1330"}, dice=[2])
    assault(plain, "de-hanf-1", "su-372-218")
    assert "fanatic" not in state(plain, "de-hanf-1")


@pytest.mark.rule("fb", "10.6b")
def test_a_fanatic_unit_attacks_and_defends_better(situation: Situation) -> None:
    men = {"de-besslein-1": {"hex": "1330", "fanatic": True}, "su-372-218": "1331"}
    own = only(assault(situation("german.assault", men, supply=0, dice=[1]), "su-372-218", "de-besslein-1"), "fought")
    assert own["modifier"] == 2 and reasons(own) == {"unit": 1, "fanatic": 1}
    fire = situation("soviet.tactical", {**men, "su-372-218": "1333"}, supply=0, dice=[1])
    play(fire, "unit:su-372-218", "hex:1331")
    assert only(play(fire, "unit:de-besslein-1", "do:fire"), "fought")["modifier"] == 2
    attacked = only(assault(situation("soviet.assault", men, dice=[1]), "de-besslein-1", "su-372-218"), "fought")
    assert reasons(attacked) == {"unit": 1, "fanatic": -1}


@pytest.mark.rule("fb", "10.6c")
def test_a_fanatic_unit_that_is_fatigued_loses_the_marker(situation: Situation) -> None:
    men = {"de-besslein-1": {"hex": "1330", "fanatic": True}, "su-56eng": "1331", "su-57eng": "1331"}
    match = situation("soviet.assault", men, dice=[6])
    assault(match, "de-besslein-1", "su-56eng", "su-57eng")
    assert state(match, "de-besslein-1") == {"place": "box.worn_out"}


@pytest.mark.rule("fb", "10.6d")
def test_there_is_no_second_marker(situation: Situation) -> None:
    men = {"de-besslein-1": {"hex": "1330", "fanatic": True}, "su-372-218": "1331"}
    match = situation("soviet.assault", men, dice=[1])
    assert "fanatic" not in kinds(assault(match, "de-besslein-1", "su-372-218"))
    again = only(assault(situation("german.assault", men, supply=0, dice=[1]), "su-372-218", "de-besslein-1"), "fought")
    assert reasons(again)["fanatic"] == 1


# -- 10.7 - 10.9: anti-fascists, Katyushas, Po-2s ------------------------------------------------------------------


@pytest.mark.rule("fb", "10.7")
def test_the_antifascists_disorganise_a_unit_in_contact_once(situation: Situation) -> None:
    men = {"su-cov-1": "1331", "de-hanf-1": "1330", "de-hanf-2": "1330", "de-sauer-1": "1328"}
    match = situation("soviet.bombardment", men, turn=1)
    play(match, "do:antifascists")
    assert set(offered(match).units) == {"de-hanf-1", "de-hanf-2"}
    assert refused(match, "unit:de-sauer-1") == "10.7"
    play(match, "unit:de-hanf-2")
    assert state(match, "de-hanf-2")["disorganised"] and "disorganised" not in state(match, "de-hanf-1")
    assert refused(match, "do:antifascists") == "10.7" and track(match, "antifascists") == 0
    apart = situation("soviet.bombardment", {"su-cov-1": "1331", "de-sauer-1": "1328"})
    assert refused(apart, "do:antifascists") == "10.7"


@pytest.mark.rule("fb", "10.8")
def test_rocket_launchers_become_two_support_units(situation: Situation) -> None:
    men = {"su-bm13-1": "1331", "su-bm13-2": "1331", "su-m30-1": "1333", "de-hanf-1": "1330", "su-955-309": "1331"}
    match = situation("soviet.bombardment", men, dice=[1, 1])
    play(match, "unit:su-m30-1")
    assert refused(match, "do:katyusha") == "10.8"  # only rockets
    play(match, "unit:su-bm13-2")
    assert "katyusha" not in offered(match).buttons  # only alone
    play(match, "hex:1330")
    events = play(match, "unit:su-bm13-1", "do:katyusha")
    support = only(events, "katyusha")["units"]
    assert where(match, "su-bm13-1") == "dead.soviet"
    assert [where(match, unit) for unit in support] == ["1331", "1331"]
    assert refused(match, "unit:su-bm13-2") == "8.2.10"  # it has bombarded
    play(match, "do:end_phase")
    assert set(support) <= set(offered(match).units)
    play(match, "do:end_phase", "unit:de-hanf-1", "unit:su-955-309")
    assert set(support) <= set(offered(match).units)  # independent: they join any division


@pytest.mark.rule("fb", "10.9.1")
@pytest.mark.parametrize(("die", "hit"), [(1, False), (2, False), (3, True), (4, True), (5, False), (6, False)])
def test_a_po2_disorganises_on_three_and_four(situation: Situation, die: int, hit: bool) -> None:
    match = situation("soviet.bombardment", {"de-hanf-1": "1330", "de-hanf-2": "1330"}, dice=[die])
    play(match, "do:po2", "unit:de-hanf-1")
    assert ("disorganised" in state(match, "de-hanf-1")) == hit
    assert "disorganised" not in state(match, "de-hanf-2")  # one unit only


@pytest.mark.rule("fb", "10.9.1")
def test_three_po2s_fly_once_a_turn_every_turn(situation: Situation) -> None:
    match = situation("soviet.bombardment", {"de-hanf-1": "1330", "su-372-218": "0118"}, turn=7)
    for left in (2, 1, 0):
        play(match, "do:po2", "unit:de-hanf-1")
        assert track(match, "po2") == left
    assert refused(match, "do:po2") == "10.9.1"
    to_next_turn(match)
    assert match.turn == 8 and track(match, "po2") == 3
