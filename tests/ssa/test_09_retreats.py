"""Chapter 9: retreats and advances."""

from __future__ import annotations

import pytest

import stavka
from stavka.games.ssa import TheSSAbyss
from tests.playing import Situation, end_until, event, happened, neighbours, offered, only, play, reach, refused, where

from .helpers import asked, fight, is_disrupted

FORCE = {"3SS-6": "2115", "3SS-PzV": "2115"}
"""18 attack factors with combined arms: against 7 or 8 any die from 3 to 4 means a retreat of two hexes."""
NORTH = {"taken": ["1806"]}


def struck(k3: Situation, place: dict[str, object], die: int = 3) -> stavka.Match:
    """The attack on 2215 has been rolled: a retreat of two hexes."""
    match = k3("axis.combat", {**FORCE, **place}, dice=[die], **NORTH)
    fight(match, "2215", "3SS-6", "3SS-PzV")
    return match


def go(match: stavka.Match, *hexes: str) -> None:
    """Retreat that way."""
    play(match, *(f"hex:{hex}" for hex in hexes))


@pytest.mark.rule("ssa", "9.0a")
def test_a_retreat_is_as_long_as_the_result_says(k3: Situation) -> None:
    match = struck(k3, {"84-41": "2215"})
    go(match, "2315", "2415")
    assert where(match, "84-41") == "2415"
    one = k3("axis.combat", {**FORCE, "84-41": "2215"}, dice=[1], **NORTH)
    assert only(fight(one, "2215", "3SS-6", "3SS-PzV"), "fought")["result"] == "d1"
    go(one, "2315")
    assert where(one, "84-41") == "2315"


@pytest.mark.rule("ssa", "9.0b", "9.0g")
def test_a_full_hex_is_passed_but_no_end_unless_somebody_makes_room(k3: Situation) -> None:
    full = {"25G-Div": "2315"}
    match = struck(k3, {"84-41": "2215", **full})
    go(match, "2315", "2415")
    assert where(match, "84-41") == "2415" and where(match, "25G-Div") == "2315"


@pytest.mark.rule("ssa", "9.0g", "9.0f")
def test_units_in_the_last_hex_are_displaced(k3: Situation) -> None:
    match = struck(k3, {"84-41": "2215", "84-201": "2215", "252-924": "2415", "252-928": "2415"})
    assert only(match.log, "fought")["result"] == "d1"
    assert only(match.log, "fought")["defence"] == 14
    match = struck(k3, {"84-41": "2215", "252-924": "2415", "252-928": "2415", "252-932": "2415"})
    go(match, "2315", "2415")
    assert offered(match).task == "displace" and set(offered(match).units) == {"252-924", "252-928", "252-932"}
    assert refused(match, "unit:84-41") == "9.0g"
    assert refused(match, "hex:2515") == "9.0g"  # first somebody has to be chosen
    play(match, "unit:252-924")
    assert set(offered(match).hexes) <= neighbours(match, "2415")
    assert refused(match, "hex:2115") == "9.0g"
    play(match, "hex:2515")
    assert where(match, "252-924") == "2515" and where(match, "84-41") == "2415"


@pytest.mark.rule("ssa", "9.0g", "9.0h")
def test_who_makes_room_may_stop_in_a_town_though_in_an_enemy_zone(k3: Situation) -> None:
    place = {"3SS-6": "2113", "3SS-PzV": "2113", "1Pz-1": "2311", "84-41": "2213"}
    full = {"252-924": "2313", "252-928": "2313", "252-932": "2313"}
    match = k3("axis.combat", {**place, **full}, dice=[1], **NORTH)
    fight(match, "2213", "3SS-6", "3SS-PzV")  # d1
    go(match, "2313")
    play(match, "unit:252-924")
    assert "2312" in match.ask("zoc", side="axis") and "2312" in offered(match).hexes  # Perkata
    assert "2412" not in match.ask("zoc", side="axis") and "2412" in offered(match).hexes


@pytest.mark.rule("ssa", "9.0b", "9.0d", "9.0g")
def test_why_who_makes_room_does_not_go_somewhere(k3: Situation) -> None:
    place = {"3SS-6": "2113", "3SS-PzV": "2113", "84-41": "2213"}
    full = {"252-924": "2313", "252-928": "2313", "252-932": "2313", "25G-Div": "2413"}
    match = k3("axis.combat", {**place, **full}, dice=[1], **NORTH)
    fight(match, "2213", "3SS-6", "3SS-PzV")  # d1
    go(match, "2313")
    play(match, "unit:252-924")
    assert refused(match, "hex:2113") == "9.0g"  # too far
    assert refused(match, "hex:2213") == "9.0d"  # the hex they were driven from lies in an enemy zone
    assert refused(match, "hex:2413") == "9.0b"


@pytest.mark.rule("ssa", "9.0g", "9.0a")
def test_who_makes_room_and_has_to_retreat_himself_retreats_from_where_he_is_then(k3: Situation) -> None:
    """Two stacks attack and are driven back; the first goes into the hex of the second and pushes it out."""
    shaken = {unit: {"hex": "2115", "disrupted": True} for unit in ("3SS-6", "3SS-PzV")}
    full = {"252-924": "2215", "252-928": "2215", "252-932": "2215"}
    match = k3("soviet.combat", {**shaken, **full, "84-41": "2214"}, dice=[3], **NORTH)
    assert only(fight(match, "2115", "252-924", "84-41"), "fought")["result"] == "a1"
    go(match, "2215")
    play(match, "unit:252-924", "hex:2315")
    assert offered(match).task == "retreat" and offered(match).message.args["hex"] == "2315"
    go(match, "2415")
    assert where(match, "252-924") == "2415" and offered(match).task == "target"
    assert all(where(match, unit) == "2215" for unit in ("84-41", "252-928", "252-932"))


@pytest.mark.rule("ssa", "9.0f", "9.0g")
def test_a_stack_that_makes_room_piece_by_piece_retreats_from_each_place(k3: Situation) -> None:
    shaken = {unit: {"hex": "2115", "disrupted": True} for unit in ("3SS-6", "509")}
    full = {"252-924": "2215", "252-928": "2215", "252-932": "2215"}
    match = k3("soviet.combat", {**shaken, **full, "84-41": "2214"}, dice=[2], **NORTH)
    assert only(fight(match, "2115", "252-924", "252-928", "84-41"), "fought")["result"] == "a1"
    go(match, "2215")
    play(match, "unit:252-924", "hex:2315")
    assert offered(match).message.args["hex"] == "2215", "his mate retreats from where they were"
    go(match, "2216")
    assert offered(match).message.args["hex"] == "2315", "he does from where he is"


CROWD = {
    "2SS-PzJ": "1611", "3Pz-StG": "1611", "3Pz-PzJ": "1611", "303StG": "1611",  # as much as two battalions
    "2SS-3": "1612", "509": "1612", "3Pz-3": "1511", "2SS-PzIV": "1511", "2SS-StG": "1511", "3Pz-PzIV": "1511",
    "9SS-19": "1412", "9SS-PzIV": "1412", "9SS-StG": "1412", "9SS-PzJ": "1412",
    "155-436": "1610", "113-1290": "1711", "36G-108": "1712",
}
"""A stack in 1611 before it is attacked; behind it, around 1512, there is hardly room."""


def driven_from_1611(sa: Situation, place: dict[str, str]) -> stavka.Match:
    """The stack in 1611 has to retreat one hex."""
    match = sa("soviet.combat", {**CROWD, **place}, turn=2, dice=[3])
    assert only(fight(match, "1611", "155-436", "113-1290", "36G-108"), "fought")["result"] == "d1"
    return match


@pytest.mark.rule("ssa", "9.0b", "9.0g")
def test_a_retreat_ends_only_where_all_who_must_make_room_find_some_together(sa: Situation) -> None:
    """Two battalions would have to leave 1512: with 1513 full, 1411 has room for one of them only."""
    place = {"325StG": "1512", "239StG": "1512", "44-134": "1411", "44-132": "1513"}
    full = driven_from_1611(sa, {**place, "1/24Pz": "1513"})
    assert "1512" not in offered(full).hexes and refused(full, "hex:1512") == "9.0b"
    roomy = driven_from_1611(sa, place)
    play(roomy, "hex:1512", "unit:325StG", "hex:1411", "unit:239StG", "hex:1513")
    assert where(roomy, "303StG") == "1512" and where(roomy, "239StG") == "1513"


@pytest.mark.rule("ssa", "9.0g")
def test_who_makes_room_leaves_the_others_theirs(sa: Situation) -> None:
    """1411 has room for the battalion, 1513 only for the company."""
    company = {"1Pz-PzIV": "1512", "1Pz-StG": "1513", "1Pz-PzJ": "1513"}
    match = driven_from_1611(sa, {"325StG": "1512", "44-134": "1411", "44-132": "1513", **company})
    play(match, "hex:1512", "unit:1Pz-PzIV")
    assert offered(match).hexes == ("1513",) and refused(match, "hex:1411") == "9.0g"


@pytest.mark.rule("ssa", "9.0c")
def test_no_retreat_through_lakes_or_across_the_danube(k3: Situation) -> None:
    match = k3("axis.combat", {"3SS-6": "1609", "3SS-PzV": "1609", "84-41": "1608"}, dice=[3], **NORTH)
    fight(match, "1608", "3SS-6", "3SS-PzV")
    assert "1607" not in offered(match).hexes
    assert refused(match, "hex:1607") == "9.0c"
    match = k3("axis.combat", {"3SS-6": "2610", "3SS-PzV": "2610", "84-201": "2710"}, dice=[4], **NORTH)
    fight(match, "2710", "3SS-6", "3SS-PzV")
    assert refused(match, "hex:2809") == "9.0c"


@pytest.mark.rule("ssa", "9.0c", "16.0c")
def test_in_spring_awakening_mechanized_units_do_not_retreat_across_canals(sa: Situation) -> None:
    match = sa("axis.combat", {"1Pz-1": "1414", "1Pz-PzV": "1414", "3Pz-3": "1413", "208Tk": "1314"}, dice=[3])
    fight(match, "1314", "1Pz-1", "1Pz-PzV", "3Pz-3")
    assert offered(match).task == "retreat"
    assert refused(match, "hex:1214") == "9.0c"


@pytest.mark.rule("ssa", "9.0d")
def test_no_retreat_through_enemies_or_their_zones_and_friends_do_not_help(k3: Situation) -> None:
    match = struck(k3, {"84-41": "2215", "84-201": "2315", "1Pz-1": "2414"})
    assert refused(match, "hex:2315") == "9.0d"  # in the zone of 2414, though a friend is in it
    assert refused(match, "hex:2115") == "9.0d"


@pytest.mark.rule("ssa", "9.0e", "11.0a")
def test_a_retreat_that_fails_costs_one_unit_and_disrupts_the_rest(k3: Situation) -> None:
    """A ring of zones around the defenders: they enter one of them and stop."""
    ring = {"1Pz-1": "2217", "1Pz-113": "2414", "3Pz-3": "2416"}
    match = struck(k3, {"84-41": "2215", "84-Art": "2215", **ring}, die=2)
    assert (event(match, "fought")["modifier"], event(match, "fought")["result"]) == (2, "d2")  # out of supply
    go(match, "2315")
    assert where(match, "84-41") == "2315"
    assert happened(match, "retreat_failed")
    assert offered(match).seat == "soviet" and set(offered(match).units) == {"84-41", "84-Art"}
    play(match, "unit:84-Art")
    assert where(match, "84-Art") == "dead.soviet" and is_disrupted(match, "84-41")


@pytest.mark.rule("ssa", "9.0e")
def test_a_lone_unit_that_cannot_retreat_is_lost(k3: Situation) -> None:
    around = dict(zip(("1Pz-1", "1Pz-113", "3Pz-3", "3Pz-394", "44-131"),
                      ("2214", "2216", "2116", "2315", "2316"), strict=True))
    match = struck(k3, {"84-41": "2215", **around})
    assert where(match, "84-41") == "dead.soviet"
    assert event(match, "eliminated")["unit"] == "84-41"


@pytest.mark.rule("ssa", "9.0f")
def test_a_stack_retreats_as_one(k3: Situation) -> None:
    match = struck(k3, {"84-41": "2215", "84-Art": "2215"})
    assert offered(match).task == "retreat" and offered(match).units == ()
    assert refused(match, "unit:84-Art") == "9.0f"
    go(match, "2315", "2415")
    assert where(match, "84-41") == where(match, "84-Art") == "2415"


@pytest.mark.rule("ssa", "9.0h")
def test_a_retreat_may_stop_in_a_town_on_its_way_even_in_an_enemy_zone(k3: Situation) -> None:
    match = k3("axis.combat", {"3SS-6": "2112", "3SS-PzV": "2112", "84-41": "2211", "1Pz-1": "2412"}, dice=[3], **NORTH)
    fight(match, "2211", "3SS-6", "3SS-PzV")
    go(match, "2312")  # Perkata, in the zone of 2412
    assert where(match, "84-41") == "2312" and not is_disrupted(match, "84-41")
    free = k3("axis.combat", {"3SS-6": "2112", "3SS-PzV": "2112", "84-41": "2211"}, dice=[3], **NORTH)
    fight(free, "2211", "3SS-6", "3SS-PzV")
    go(free, "2312")
    assert "do:stop" in offered(free)
    play(free, "do:stop")
    assert where(free, "84-41") == "2312"
    elsewhere = struck(k3, {"84-41": "2215"})
    go(elsewhere, "2315")
    assert refused(elsewhere, "do:stop") == "9.0h"


@pytest.mark.rule("ssa", "9.1a", "9.1c")
def test_soviets_retreat_off_their_edges_and_come_back_next_turn(k3: Situation) -> None:
    match = k3("axis.combat", {"3SS-6": "1902", "3SS-PzV": "1902", "84-41": "1901", "84-201": "2420"}, dice=[2],
               **NORTH)
    fight(match, "1901", "3SS-6", "3SS-PzV")
    assert "off.north" in offered(match).hexes
    go(match, "off.north")
    assert where(match, "84-41") == "off.north"
    play(match, "do:halt")
    end_until(match, "soviet.movement")
    assert match.turn == 4 and refused(match, "unit:84-41") == "9.1c"
    end_until(match, "soviet.movement", turn=5)
    assert "84-41" in offered(match).units
    hexes = reach(match, "84-41")
    play(match, "unit:84-41", f"hex:{min(hexes, key=lambda place: (hexes[place], place))}")
    assert match.ask("supply", unit="84-41")["supplied"]


@pytest.mark.rule("ssa", "9.1b", "9.1d")
def test_the_axis_retreats_only_off_the_west_edge_north_of_balaton(k3: Situation) -> None:
    match = k3("soviet.combat", {"25G-Div": "0205", "1Pz-Rec": "0106"}, dice=[3])
    fight(match, "0106", "25G-Div")
    assert "off.west" in offered(match).hexes
    go(match, "off.west")
    assert where(match, "1Pz-Rec") == "off.west"


@pytest.mark.rule("ssa", "9.1b", "9.1d")
@pytest.mark.parametrize(("unit", "foes", "edge"), [
    ("1301", {"25G-Div": "1302", "84-41": "1201", "84-201": "1401"}, "off.north"),
    ("0120", {"25G-Div": "0220", "84-41": "0119", "84-201": "0121", "84-382": "0219"}, "off.west"),  # south of Balaton
])
def test_off_a_forbidden_edge_units_are_gone(k3: Situation, unit: str, foes: dict[str, str], edge: str) -> None:
    """Only who has no other way may go there, and then it is the end; or he stays and fails his retreat."""
    match = k3("soviet.combat", {**foes, "1Pz-Rec": unit}, dice=[2])
    fight(match, unit, "25G-Div")
    assert offered(match).hexes == (edge,) and offered(match).buttons == ("stop",)
    go(match, edge)
    assert where(match, "1Pz-Rec") == "dead.axis" and event(match, "left_map")["hex"] == edge


@pytest.mark.rule("ssa", "9.1b")
def test_who_can_retreat_otherwise_does_not_leave_by_a_forbidden_edge(k3: Situation) -> None:
    match = k3("soviet.combat", {"25G-Div": "0220", "1Pz-Rec": "0120"}, dice=[2])
    fight(match, "0120", "25G-Div")
    assert "off.west" not in offered(match).hexes and refused(match, "hex:off.west") == "9.1b"


@pytest.mark.rule("ssa", "9.0a", "9.0e")
def test_a_way_that_leads_nowhere_is_refused_as_too_short(k3: Situation) -> None:
    """Beyond 2214 all is in the zones of the two others; by 2014 the retreat can be made in full."""
    place = {"3SS-6": "2113", "3SS-PzV": "2113", "84-41": "2114", "3Pz-394": "2414", "3Pz-3": "2116"}
    match = k3("axis.combat", place, dice=[3])
    assert only(fight(match, "2114", "3SS-6", "3SS-PzV"), "fought")["result"] == "d2"
    assert offered(match).hexes == ("2014",) and refused(match, "hex:2214") == "9.0e"


@pytest.mark.rule("ssa", "9.2")
def test_a_retreat_leads_towards_the_supply_hexes_if_it_can(ssa: TheSSAbyss, k3: Situation) -> None:
    match = struck(k3, {"84-41": "2215"})
    distance = ssa.theatre.source_distance[1]
    index = match.game.board.grid.index
    go(match, offered(match).hexes[0])
    for hex in offered(match).hexes:
        assert distance[index[hex]] <= distance[index["2215"]]
    match = struck(k3, {"84-41": "2215"})
    assert "2214" not in offered(match).hexes


@pytest.mark.rule("ssa", "9.3a", "9.3c")
def test_a_stack_that_retreated_adds_nothing_where_it_went_but_shares_its_fate(k3: Situation) -> None:
    """Two companies have no zone of control, so that the retreat may end beside them."""
    companies = {"1Pz-PzIV": "2317", "1Pz-StG": "2317"}
    match = k3("axis.combat", {**FORCE, "84-41": "2215", "84-201": "2316", **companies}, dice=[1, 6], **NORTH)
    fight(match, "2215", "3SS-6", "3SS-PzV")  # d1
    go(match, "2316")
    play(match, "do:halt")
    odds = match.ask("odds", target="2316", units=["1Pz-PzIV", "1Pz-StG"])
    assert odds["defence"] == 7 and asked(odds, "defenders") == {"8.0g": 7, "9.3a": 0}
    assert only(fight(match, "2316", "1Pz-PzIV", "1Pz-StG"), "fought")["result"] == "d1"
    go(match, offered(match).hexes[0])
    assert where(match, "84-41") == where(match, "84-201") != "2316"


@pytest.mark.rule("ssa", "9.3a")
def test_who_retreated_into_an_empty_hex_defends_it_and_only_who_comes_after_does_not(k3: Situation) -> None:
    axis = {**FORCE, "1Pz-1": "2114", "1Pz-PzV": "2114", "3Pz-PzIV": "2415", "3Pz-StG": "2415"}
    match = k3("axis.combat", {**axis, "84-41": "2215", "25G-Div": "2214"}, dice=[1, 6], **NORTH)
    fight(match, "2215", "3SS-6", "3SS-PzV")
    go(match, "2315")
    play(match, "do:halt")
    assert match.ask("odds", target="2315", units=["3Pz-PzIV"])["defence"] == 7  # 84-41 found nobody there
    match = k3("axis.combat", {**axis, "84-41": "2215", "84-201": "2214"}, dice=[1, 2], **NORTH)
    fight(match, "2215", "3SS-6", "3SS-PzV")
    go(match, "2315")
    play(match, "do:halt")
    assert only(fight(match, "2214", "1Pz-1", "1Pz-PzV"), "fought")["result"] == "d1"
    go(match, "2315")
    play(match, "do:halt")
    assert asked(match.ask("odds", target="2315", units=["3Pz-PzIV"]), "defenders") == {"8.0g": 7, "9.3a": 0}


@pytest.mark.rule("ssa", "9.3b")
def test_against_the_same_attackers_it_is_counted(k3: Situation) -> None:
    match = k3("axis.combat", {**FORCE, "84-41": "2215", "84-201": "2316"}, dice=[1], **NORTH)
    fight(match, "2215", "3SS-6", "3SS-PzV")
    go(match, "2316")
    play(match, "unit:3SS-6", "unit:3SS-PzV")
    assert where(match, "3SS-6") == "2215"
    play(match, "do:end_phase")
    assert match.phase == "axis.ss_combat"
    assert match.ask("odds", target="2316", units=["3SS-6"])["defence"] == 14


@pytest.mark.rule("ssa", "9.4")
def test_guns_without_movement_are_lost_when_they_must_retreat(sa: Situation) -> None:
    units = {"1SS-1": "2115", "1SS-2": "2214", "12SS-25": "2116"}
    match = sa("axis.combat", {**units, "236-509": "2215", "AT1": "2215"}, dice=[4], freed=["23.2.7"])
    fought = only(fight(match, "2215", *units), "fought")
    assert fought["result"] == "d2"
    assert where(match, "AT1") == "dead.soviet" and offered(match).task == "retreat"


# -- 9.5 Advance ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("ssa", "9.5a", "9.5d", "9.5e")
def test_attackers_follow_the_route_and_stop_where_they_like(k3: Situation) -> None:
    match = struck(k3, {"84-41": "2215", "84-201": "2316", "1Pz-PzIV": "2014"})
    go(match, "2315", "2415")
    assert offered(match).seat == "axis" and set(offered(match).units) == {"3SS-6", "3SS-PzV"}
    assert refused(match, "unit:1Pz-PzIV") == "9.5a"
    play(match, "unit:3SS-6")
    assert set(offered(match).hexes) == {"2215", "2315"}  # not 2415, which the enemy holds, nor any other
    assert refused(match, "hex:2415") == "9.5e" and refused(match, "hex:2314") == "9.5e"
    play(match, "hex:2315")  # through zones of control, and at no cost
    assert where(match, "3SS-6") == "2315"
    play(match, "unit:3SS-PzV", "hex:2215")
    assert where(match, "3SS-PzV") == "2215"
    assert "cost" not in event(match, "advanced")


@pytest.mark.rule("ssa", "9.5a", "8.0j")
def test_an_advance_is_voluntary_and_comes_before_the_next_attack(k3: Situation) -> None:
    match = struck(k3, {"84-41": "2215", "84-201": "2116"})
    go(match, offered(match).hexes[0])
    while offered(match).task == "retreat":
        go(match, offered(match).hexes[0])
    assert "beyond" in offered(match).prompt
    assert refused(match, "hex:2116") is not None
    play(match, "do:halt")
    assert offered(match).task == "target"


@pytest.mark.rule("ssa", "9.5b")
def test_stacking_limits_hold_in_an_advance(k3: Situation) -> None:
    match = k3("axis.combat", {"3SS-6": "2115", "3SS-5": "2214", "84-41": "2215"}, dice=[6], **NORTH)
    fight(match, "2215", "3SS-6", "3SS-5")
    assert where(match, "84-41") == "dead.soviet"
    play(match, "unit:3SS-6")
    assert where(match, "3SS-6") == "2215"
    assert offered(match).task == "target"  # no room for a second regiment: nobody else can follow


@pytest.mark.rule("ssa", "9.5b")
def test_an_advance_does_not_pass_a_hex_without_room(k3: Situation) -> None:
    force = ("3SS-6", "3SS-PzV", "3SS-5", "3SS-PzIV")
    place = dict(zip(force, ("2113", "2113", "2013", "2013"), strict=True))
    match = k3("axis.combat", {**place, "25G-Div": "2114"}, dice=[3])
    assert only(fight(match, "2114", *force), "fought")["result"] == "d2"
    play(match, "hex:2214", "hex:2315", "unit:3SS-6")
    assert offered(match).hexes == ("2114", "2214")
    play(match, "hex:2114")  # one regiment is there, and another cannot even pass
    assert offered(match).units == ("3SS-PzV", "3SS-PzIV") and refused(match, "unit:3SS-5") == "9.5b"
    play(match, "unit:3SS-PzV", "hex:2214")
    assert where(match, "3SS-PzV") == "2214"


@pytest.mark.rule("ssa", "9.5a", "9.5d")
def test_guns_without_movement_may_advance_for_it_costs_no_points(sa: Situation) -> None:
    match = sa("soviet.combat", {"AT1": "2115", "236-509": "2115", "1Pz-PzJ": "2215"}, dice=[6])
    fight(match, "2215", "AT1", "236-509")
    assert offered(match).units == ("AT1", "236-509")
    play(match, "unit:AT1")
    assert where(match, "AT1") == "2215"


@pytest.mark.rule("ssa", "9.5c")
def test_defenders_never_advance(k3: Situation) -> None:
    match = k3("axis.combat", {"1Pz-Rec": "2115", "25G-Div": "2215"}, dice=[1])
    fight(match, "2215", "1Pz-Rec")
    assert where(match, "1Pz-Rec") == "dead.axis"
    assert offered(match).seat == "axis" and not happened(match, "advanced")


@pytest.mark.rule("ssa", "9.5f")
def test_into_a_hex_emptied_by_losses_attackers_advance(k3: Situation) -> None:
    match = struck(k3, {"84-41": "2215"}, die=6)
    assert where(match, "84-41") == "dead.soviet"
    assert "beyond" not in offered(match).prompt, "nobody has gone anywhere from there"
    play(match, "unit:3SS-PzV")
    assert where(match, "3SS-PzV") == "2215"
