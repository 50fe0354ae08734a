"""Chapter 4: movement."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

import stavka
from stavka.kit.words import LANGUAGES, Message
from tests.playing import Situation, cost, event, move, neighbours, offered, play, played, reach, refused, where

from .helpers import (
    CENTRE,
    EXPLOIT,
    GERMAN_EXPLOIT,
    GERMAN_MOVE,
    MOVE,
    NORTH,
    RIFLES,
    SOUTH,
    disrupted,
    has_flag,
    unsupplied,
)

TANKS, FOOT = "S-10TC", RIFLES[0]
REACT = "german.reaction"


# -- 4.1 Basics ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("u43", "4.1.a")
def test_a_unit_spends_its_allowance_and_a_stack_that_of_its_slowest(situation: Situation) -> None:
    match = situation(MOVE, {FOOT: CENTRE, TANKS: CENTRE})
    assert max(reach(match, FOOT).values()) == 4 and max(reach(match, TANKS).values()) == 5
    played(match, f"unit:{TANKS}", f"unit:{FOOT}")
    assert "5602" in offered(match).hexes and "5601" not in offered(match).hexes
    played(match, "hex:5602")
    assert where(match, TANKS) == where(match, FOOT) == "5602"


@pytest.mark.parametrize(("points", "told"), [(6.0, "6"), (5.5, "5.5")])
def test_whole_points_are_told_as_whole_numbers(points: float, told: str) -> None:
    words = stavka.game("u43").words
    moved = Message("event.moved", {"unit": FOOT, "to": NORTH, "cost": points})
    assert all(words.say(moved, language).endswith(f" {told}") for language in LANGUAGES)


@pytest.mark.rule("u43", "4.1.a")
def test_nobody_enters_a_hex_with_an_enemy_unit(situation: Situation) -> None:
    match = played(situation(MOVE, {FOOT: CENTRE, "G-AG1": NORTH}), f"unit:{FOOT}")
    assert refused(match, f"hex:{NORTH}") == "4.1.a"


@pytest.mark.rule("u43", "4.1.b", "7.2.a")
def test_bonds_stop_movement(situation: Situation) -> None:
    match = played(situation(MOVE, {FOOT: "5607", "G-68": "5604", "G-75": CENTRE}), f"unit:{FOOT}")
    assert NORTH not in reach(match, FOOT)
    assert refused(match, f"hex:{NORTH}") == "7.2.a"


@pytest.mark.rule("u43", "4.1.c")
def test_picking_another_unit_ends_the_move(situation: Situation) -> None:
    match = move(situation(MOVE, {FOOT: CENTRE, RIFLES[1]: "5608"}), FOOT, SOUTH)
    played(match, f"unit:{RIFLES[1]}")
    assert refused(match, f"unit:{FOOT}") == "4.1.c"


@pytest.mark.rule("u43", "4.1.d")
def test_every_unit_may_move_one_hex(situation: Situation) -> None:
    # Out of supply a tank corps has two points; marsh costs four.
    match = situation(MOVE, {TANKS: unsupplied("2015")}, control={"soviet": ["2015"]})
    assert cost(match, TANKS, "2014") == 2
    assert "2013" not in reach(match, TANKS)
    # ... but not into prohibited terrain.
    assert "5134" not in reach(situation(MOVE, {TANKS: unsupplied("5133")}), TANKS)


@pytest.mark.rule("u43", "4.1.e", "4.5.a")
def test_terrain_costs(situation: Situation) -> None:
    tank = situation(MOVE, {TANKS: "0507"})
    assert (cost(tank, TANKS, "0508"), cost(tank, TANKS, "0607")) == (2, 1)  # woods, clear
    foot = situation(MOVE, {FOOT: "0507"})
    assert cost(foot, FOOT, "0508") == 1
    assert cost(situation(MOVE, {TANKS: "2013"}), TANKS, "2014") == 4  # marsh
    assert cost(situation(MOVE, {FOOT: "2013"}), FOOT, "2014") == 3
    assert cost(situation(MOVE, {FOOT: "3602"}), FOOT, "3601") == 2  # a minor river
    assert cost(situation(MOVE, {TANKS: "1615"}), TANKS, "1714") == 1  # hills with a village


# -- 4.2, 4.3 Roads and rivers in hexes ----------------------------------------------------------------------------


@pytest.mark.rule("u43", "4.2.a")
def test_roads_cost_vehicles_half_a_point_and_cross_rivers(situation: Situation) -> None:
    match = situation(MOVE, {TANKS: "4014"})
    assert (cost(match, TANKS, "3914"), cost(match, TANKS, "3815"), cost(match, TANKS, "4015")) == (0.5, 1, 1)
    assert cost(situation(MOVE, {FOOT: "4014"}), FOOT, "3914") == 1
    assert cost(situation(MOVE, {TANKS: "4205"}), TANKS, "4206") == 0.5  # over the bridge
    path = match.ask("path", unit=TANKS, hex="3815")
    assert path["path"] == ["4014", "3914", "3815"] and path["cost"] == 1
    assert {line["rule"] for step in path["steps"] for line in step["why"]} == {"4.2.a"}


@pytest.mark.rule("u43", "4.2.b", "25.2.f")
def test_in_rain_secondary_roads_cost_a_point(situation: Situation) -> None:
    rain = situation(MOVE, {TANKS: "2409"}, weather="rain", turn=8)
    assert cost(rain, TANKS, "2509") == 1
    assert cost(situation(MOVE, {TANKS: "2409"}), TANKS, "2509") == 0.5
    assert cost(situation(MOVE, {TANKS: "4014"}, weather="rain", turn=8), TANKS, "3914") == 0.5


@pytest.mark.rule("u43", "4.3.a", "4.3.b")
def test_rivers_count_on_hexsides_only_and_the_bend_of_izyum_is_open(situation: Situation) -> None:
    sides = {side["to"]: side["kind"] for side in situation(MOVE).ask("hex", hex="4718")["hexsides"]}
    assert sides == {"4618": "river"}
    assert cost(situation(MOVE, {FOOT: "4718"}), FOOT, "4719") == 1
    assert cost(situation(MOVE, {FOOT: "4718"}), FOOT, "4619") == 1


# -- 4.4, 4.5 Major rivers and marsh -------------------------------------------------------------------------------


@pytest.mark.rule("u43", "4.4.a")
def test_vehicles_cross_major_rivers_by_bridges_only(situation: Situation) -> None:
    assert cost(situation(MOVE, {TANKS: "2017"}), TANKS, "2018") == 0.5
    match = played(situation(MOVE, {TANKS: "3222"}), f"unit:{TANKS}")
    assert refused(match, "hex:3223") == "4.4.a"
    assert cost(situation(MOVE, {TANKS: "3222"}, pontoons=["3222/3223"]), TANKS, "3223") == 1


@pytest.mark.rule("u43", "4.4.b")
def test_others_cross_from_the_bank_and_stop(situation: Situation) -> None:
    match = move(situation(MOVE, {FOOT: "3222"}), FOOT, "3223")
    assert not offered(match).hexes
    assert "3223" not in reach(situation(MOVE, {FOOT: "3221"}), FOOT)  # it has to begin there
    rider = situation(MOVE, {"S-4GCC": "3222"})
    assert cost(rider, "S-4GCC", "3223") == 2
    move(rider, "S-4GCC", "3223")
    assert set(offered(rider).hexes) <= neighbours(rider, "3223") and "3224" in offered(rider).hexes
    played(rider, "hex:3224")
    assert not offered(rider).hexes


@pytest.mark.rule("u43", "4.4.b")
def test_the_reach_of_cavalry_on_a_bank_goes_one_hex_beyond_the_far_one(situation: Situation) -> None:
    rider = situation(MOVE, {"S-4GCC": "3222"})
    shown = reach(rider, "S-4GCC")
    assert shown["3224"] == 3 and "3225" not in shown  # two to cross, one more, and no third hex
    move(rider, "S-4GCC", "3224")
    assert event(rider, "moved")["path"] == ["3222", "3223", "3224"] and not offered(rider).hexes


@pytest.mark.rule("u43", "4.4.a")
def test_whoever_came_round_by_a_bridge_goes_on(situation: Situation) -> None:
    """From 3222 over the pontoons to 3122, and to 3223, which an unbridged hexside parts from 3222."""
    match = situation(MOVE, {TANKS: "3222"}, pontoons=["3122/3222"])
    move(match, TANKS, "3223")
    assert offered(match).hexes


@pytest.mark.rule("u43", "4.4.c")
def test_unbridged_rivers_are_not_crossed_in_exploitation_or_reaction(situation: Situation) -> None:
    match = played(situation(EXPLOIT, {FOOT: "3222"}), f"unit:{FOOT}")
    assert refused(match, "hex:3223") == "4.4.c"
    assert "2018" in reach(situation(EXPLOIT, {FOOT: "2017"}), FOOT)
    react = played(situation(REACT, {"G-68": "3223"}), "unit:G-68")
    assert refused(react, "hex:3222") == "4.4.c"


@pytest.mark.rule("u43", "4.4.d", "15.6.c")
def test_an_interdicted_bridge_costs_two_more(situation: Situation) -> None:
    place = {TANKS: "2017", FOOT: "2017", "G-Air-I": {"hex": "2019", "flying": True}}
    match = situation(MOVE, place)
    assert cost(match, FOOT, "2018") == 3  # one end lies in the zone
    assert cost(match, TANKS, "2018") == 3  # and the road costs a full point
    river = situation(MOVE, {FOOT: "4205", "G-Air-I": {"hex": "4205", "flying": True}})
    assert cost(river, FOOT, "4206") == 1  # bridges over minor rivers are not affected


@pytest.mark.rule("u43", "4.5.b")
def test_artillery_enters_and_leaves_marsh_by_road(situation: Situation) -> None:
    match = played(situation(MOVE, {"S-Art-13": "2013"}), "unit:S-Art-13")
    assert refused(match, "hex:2014") == "4.5.b"
    assert cost(situation(MOVE, {"S-Art-13": "3729"}), "S-Art-13", "3730") == 0.5
    out = situation(MOVE, {"S-Art-13": "3730"})
    assert "3831" not in reach(out, "S-Art-13") or cost(out, "S-Art-13", "3831") > 1


@pytest.mark.rule("u43", "4.5.c")
def test_extended_movement_leads_through_marsh(situation: Situation) -> None:
    match = played(situation(MOVE, {FOOT: "2013"}), f"unit:{FOOT}", "do:extended")
    assert {"2014", "2015"} <= set(offered(match).hexes)


# -- 4.6 Railways --------------------------------------------------------------------------------------------------


@pytest.mark.rule("u43", "4.6.a", "11.2.c")
def test_one_unit_a_turn_goes_by_rail_and_is_disrupted(situation: Situation) -> None:
    match = situation(MOVE, {FOOT: "4901", RIFLES[1]: "4901"}, control={"soviet": "all"})
    played(match, f"unit:{FOOT}", "do:rail", "hex:5008")
    assert where(match, FOOT) == "5008" and has_flag(match, FOOT, "disrupted")
    played(match, f"unit:{RIFLES[1]}")
    assert "rail" not in offered(match).buttons
    assert refused(match, "do:rail") == "4.6.a"


@pytest.mark.rule("u43", "4.6.a", "4.6.b")
def test_trains_follow_their_line_to_every_hex_they_come_to(situation: Situation) -> None:
    """From hex to hex along railways, or over the link off the map; none goes through a hex beside enemies."""
    for start in ("4901", "6031"):
        ready = situation(MOVE, {FOOT: start, "G-68": "5009"}, control={"soviet": "all"})
        played(ready, f"unit:{FOOT}", "do:rail")
        board = ready.game.board
        steps = {frozenset(("6021", other)) for other in ("6024", "6026", "6031")}
        for line in board.lines:
            if line.kind in ("rail", "branch"):
                steps |= {frozenset(board.names[place] for place in pair) for pair in pairwise(line.path)}
        zones = set(ready.ask("zoc", side="german"))
        for goal in offered(ready).hexes:
            match = ready.copy()
            way = next(event for event in match.choose(f"hex:{goal}") if event.kind == "railed").data["path"]
            assert way[0] == start and way[-1] == goal and len(set(way)) == len(way)
            assert not zones & set(way[1:])
            assert {frozenset(step) for step in pairwise(way)} <= steps


@pytest.mark.rule("u43", "4.6.a", "11.3.c", "17.1.a")
def test_what_keeps_a_unit_from_the_railway(situation: Situation) -> None:
    tired = {"hex": "6021", "disrupted": True}
    for unit, rule in ((tired, "11.3.c"), ({"hex": "3417"}, "17.1.a"), ({"hex": CENTRE}, "4.6.a")):
        match = situation(MOVE, {FOOT: unit}, control={"soviet": "all"})
        assert refused(played(match, f"unit:{FOOT}"), "do:rail") == rule


@pytest.mark.rule("u43", "4.6.a", "6.5.a")
def test_trains_need_controlled_railways_outside_enemy_zones(situation: Situation) -> None:
    place = {FOOT: "4901", "G-68": "5009"}
    match = played(situation(MOVE, place, control={"soviet": "all"}), f"unit:{FOOT}", "do:rail")
    assert "5008" not in offered(match).hexes
    assert refused(match, "hex:5008") == "6.5.a"
    assert refused(match, f"hex:{CENTRE}") == "4.6.a"


@pytest.mark.rule("u43", "4.6.b")
def test_soviet_trains_use_the_link_east_of_the_map(situation: Situation) -> None:
    match = played(situation(MOVE, {FOOT: "6021"}), f"unit:{FOOT}", "do:rail")
    assert {"6024", "6026", "6031"} <= set(offered(match).hexes)
    back = played(situation(MOVE, {FOOT: "6031"}), f"unit:{FOOT}", "do:rail")
    assert "6021" in offered(back).hexes
    cut = situation(MOVE, {FOOT: "6031", RIFLES[1]: "6024", "G-68": "5831"})  # its zone closes the line from 6031
    assert {"6021", "6026"} <= set(offered(played(cut, f"unit:{FOOT}", "do:rail")).hexes)


@pytest.mark.rule("u43", "4.6.b")
def test_trains_come_back_to_the_map_by_way_of_6021(situation: Situation) -> None:
    match = situation(MOVE, {FOOT: "6031", "G-68": "5831", "G-75": "6022"})  # a zone closes 6021
    assert not set(offered(played(match, f"unit:{FOOT}")).buttons) & {"rail"}


@pytest.mark.rule("u43", "4.6.a", "5.4")
def test_a_train_needs_a_hex_with_room_to_go_to(situation: Situation) -> None:
    full = {RIFLES[1]: "4902", RIFLES[2]: "4902", "S-TS-86": "4902"}
    match = situation(MOVE, {FOOT: "4901", "S-TS-192": "4901", **full, "G-68": "5004"}, control={"soviet": "all"})
    match.choose("unit:S-TS-192")
    assert refused(match, "do:rail") == "5.4"
    stopped = situation(MOVE, {FOOT: "4901", "G-68": "4903"}, control={"soviet": "all"})
    stopped.choose(f"unit:{FOOT}")
    assert refused(stopped, "do:rail") == "6.5.a"


# -- 4.7 Extended movement -----------------------------------------------------------------------------------------


@pytest.mark.rule("u43", "4.7.a", "6.5.e")
def test_extended_movement_adds_three_points_and_does_not_end_beside_enemies(situation: Situation) -> None:
    match = played(situation(MOVE, {FOOT: CENTRE, "G-AG1": "5609"}), f"unit:{FOOT}", "do:extended")
    assert "5599" not in offered(match).hexes and "5602" in offered(match).hexes
    assert "5608" not in offered(match).hexes  # an assault gun has no zone, but it is an enemy
    assert refused(match, "hex:5608") == "4.7.a"
    assert max(match.ask("reach", unit=FOOT).values()) == 7


@pytest.mark.rule("u43", "4.7.b")
def test_extended_movement_belongs_to_the_movement_phase(situation: Situation) -> None:
    match = played(situation(EXPLOIT, {TANKS: CENTRE}), f"unit:{TANKS}")
    assert refused(match, "do:extended") == "4.7.b"
    reacting = played(situation(REACT, {"G-7Pz": CENTRE}), "unit:G-7Pz")
    assert refused(reacting, "do:extended") == "4.7.b"


@pytest.mark.rule("u43", "4.7.c", "6.3.a")
def test_the_example_of_slipping_past_with_extended_movement(situation: Situation) -> None:
    """Every hex in the zone that is left costs two points more."""
    match = situation(GERMAN_MOVE, {"G-7Pz": "5606", FOOT: "5708"})
    played(match, "unit:G-7Pz", "do:extended")
    # 5608 and 5609 are in the zone of 5708: leaving each of them costs 1 + 2.
    path = match.ask("path", unit="G-7Pz", hex="5610")
    zoned = [step for step in path["steps"] if any(line["rule"] == "6.3.a" for line in step["why"])]
    assert path["cost"] == len(path["steps"]) + 2 * len(zoned)
    straight = situation(GERMAN_MOVE, {"G-7Pz": "5608", FOOT: "5708"})
    assert (cost(straight, "G-7Pz", "5609"), cost(straight, "G-7Pz", "5610")) == (3, 5)  # and round by 5509
    # A second division two hexes from the first: their bond stops extended movement, their zones do not.
    bonded = situation(GERMAN_MOVE, {"G-7Pz": "5608", FOOT: "5708", RIFLES[1]: "5508"})
    assert bonded.ask("bonds", side="soviet")["hexsides"] == ["5608/5609"]
    played(bonded, "unit:G-7Pz", "do:extended")
    assert "5606" in offered(bonded).hexes and "5610" not in offered(bonded).hexes
    assert "5610" in offered(played(straight, "unit:G-7Pz", "do:extended")).hexes


@pytest.mark.rule("u43", "4.7.d")
def test_ten_markers_a_turn_one_for_a_stack(situation: Situation) -> None:
    match = situation(MOVE, {FOOT: CENTRE, RIFLES[1]: CENTRE, RIFLES[2]: "5508"}, markers=9)
    played(match, f"unit:{FOOT}", f"unit:{RIFLES[1]}", "do:extended", "hex:5602")
    assert match.view("soviet")["tracks"]["markers"]["value"] == 10
    assert has_flag(match, FOOT, "extended") and has_flag(match, RIFLES[1], "extended")
    played(match, f"unit:{RIFLES[2]}")
    assert refused(match, "do:extended") == "4.7.d"


# -- 4.8 Restricted movement ---------------------------------------------------------------------------------------


@pytest.mark.rule("u43", "4.8.a")
def test_restricted_units_neither_extend_nor_exploit_nor_react(situation: Situation) -> None:
    match = played(situation(MOVE, {"S-HQ-V": CENTRE, "S-Zhukov": SOUTH}), "unit:S-HQ-V")
    assert refused(match, "do:extended") == "4.8.a"
    assert refused(situation(EXPLOIT, {"S-HQ-V": CENTRE, TANKS: SOUTH}), "unit:S-HQ-V") == "4.8.a"
    react = situation(REACT, {"G-HQ-8A": CENTRE, "G-Manstein": "5609", "S-R-167+232": "0540"})
    assert refused(react, "unit:G-HQ-8A") == "4.8.a"
    assert offered(react).units == ("G-Manstein",)
    chief = played(situation(GERMAN_MOVE, {"G-Manstein": CENTRE}), "unit:G-Manstein")
    assert "extended" in offered(chief).buttons
    exploit = situation(GERMAN_EXPLOIT, {"G-Manstein": CENTRE, "G-7Pz": SOUTH})
    assert refused(exploit, "unit:G-Manstein") == "4.8.a"


@pytest.mark.rule("u43", "4.8.b")
def test_restricted_units_pay_mechanized_costs(situation: Situation) -> None:
    match = situation(MOVE, {"S-HQ-V": "0507", "S-Art-13": "4014"})
    assert cost(match, "S-HQ-V", "0508") == 2
    assert cost(match, "S-Art-13", "3914") == 0.5


@pytest.mark.rule("u43", "4.8.c", "11.2.d")
def test_artillery_that_moves_more_than_one_hex_is_disrupted(situation: Situation) -> None:
    match = situation(MOVE, {"S-Art-13": CENTRE, "S-Art-17": "5608"})
    move(match, "S-Art-13", NORTH)
    assert not has_flag(match, "S-Art-13", "disrupted")
    move(match, "S-Art-17", "5610")
    assert has_flag(match, "S-Art-17", "disrupted")
    assert cost(situation(MOVE, {"S-Art-13": CENTRE}), "S-Art-13", "5601") == 5


# -- 4.9 Exploitation ----------------------------------------------------------------------------------------------


@pytest.mark.rule("u43", "4.9.b")
def test_vehicles_exploit_with_their_allowance_or_stop_for_a_marker(situation: Situation) -> None:
    match = played(situation(EXPLOIT, {TANKS: CENTRE, "G-68": "5601"}), f"unit:{TANKS}", f"hex:{NORTH}", "hex:5604")
    assert "assault" in offered(match).buttons  # three points are left
    played(match, "do:assault")
    assert has_flag(match, TANKS, "assault")
    assert refused(match, f"unit:{TANKS}") == "4.1.c"
    far = played(situation(EXPLOIT, {TANKS: CENTRE}), f"unit:{TANKS}", "hex:5603")
    assert refused(far, "do:assault") == "4.9.b"


@pytest.mark.rule("u43", "4.9.b", "14.7.b")
def test_vehicles_pay_for_the_marker_in_a_stack_with_infantry_too(situation: Situation) -> None:
    place = {"S-10TC": {"hex": CENTRE, "unsupplied": True}, RIFLES[0]: CENTRE, "G-68": NORTH}
    match = played(situation(EXPLOIT, place), f"unit:{RIFLES[0]}")
    assert "do:assault" in offered(match)
    match.choose("unit:S-10TC")  # out of supply, with two points
    assert "do:assault" not in offered(match) and refused(match, "do:assault") == "4.9.b"


@pytest.mark.rule("u43", "4.9.b", "13.2")
def test_a_soviet_stack_assaults_or_takes_a_marker_not_both(situation: Situation) -> None:
    match = situation(EXPLOIT, {"S-5GTC": CENTRE, "G-Turk": NORTH, "G-68": "5608"}, dice=[1])
    played(match, "unit:S-5GTC", f"hex:{NORTH}", "do:roll")
    while offered(match).task != "move_to":
        match.choose(offered(match).choices[0])
    assert refused(match, "do:assault") == "4.9.b"


@pytest.mark.rule("u43", "4.9.c")
def test_others_exploit_one_hex_or_take_a_marker(situation: Situation) -> None:
    match = played(situation(EXPLOIT, {"S-4GCC": "2013", FOOT: CENTRE}), "unit:S-4GCC")
    assert set(offered(match).hexes) <= neighbours(match, "2013") and "2014" in offered(match).hexes
    played(match, "hex:2014")
    assert refused(match, "do:assault") == "4.9.c"
    played(match, f"unit:{FOOT}", "do:assault")
    assert has_flag(match, FOOT, "assault") and where(match, FOOT) == CENTRE


@pytest.mark.rule("u43", "4.9.d", "8.8.a")
def test_a_mobile_assault_may_overwhelm(situation: Situation) -> None:
    place = {"S-1TA": CENTRE, "S-6TC": CENTRE, "S-31TC": CENTRE, "S-3MC": CENTRE, "G-HQ-8A": NORTH}
    match = situation(EXPLOIT, place)
    played(match, "unit:S-6TC", "unit:S-31TC", "unit:S-3MC", "unit:S-1TA", f"hex:{NORTH}", "do:roll")
    assert where(match, "G-HQ-8A") == "dead.german"
    marked = {unit: {"hex": CENTRE, "assault": True} for unit in ("S-6TC", "S-31TC", "S-3MC", "S-1TA")}
    second = situation("soviet.combat2", {**marked, "G-HQ-8A": NORTH})
    played(second, f"hex:{NORTH}", "unit:S-6TC", "unit:S-31TC", "unit:S-3MC", "do:roll")
    assert event(second, "decided")["result"] == "overwhelming"


@pytest.mark.rule("u43", "7.2.a", "6.3.a", "4.4.a", "4.1.a")
def test_what_bars_the_short_way_is_told_before_what_a_detour_costs(situation: Situation) -> None:
    wall = {"G-68": "5504", "G-75": "5704", "G-82": "5303", "G-88": "5903"}

    def reason(hex: str, **place: str) -> tuple[str, str]:
        answer = situation(MOVE, {TANKS: CENTRE, **place}).ask("why_not", unit=TANKS, hex=hex)
        return answer["rule"], answer["reason"]

    for hex in ("5604", "5603", "5503"):
        assert reason(hex, **wall)[0] == "7.2.a"
    rule, told = reason("5603", **wall)
    assert "5604" in told and "bond" in told
    assert reason("5620", **wall)[0] == "4.1.a"  # too far anyhow
    rule, told = reason("5610", **{"G-68": "5608"})
    assert rule == "6.3.a" and "two more" in told


# -- 4.10 Reaction -------------------------------------------------------------------------------------------------


@pytest.mark.rule("u43", "4.10.a")
def test_the_example_of_reaction(u43: stavka.Game[Any]) -> None:
    """Tank corps A starts beside an enemy and moves one hex, rifles and cavalry one hex, tank corps B its allowance."""
    place = {"S-10TC": CENTRE, "G-68": NORTH, "S-2TC": "5612", RIFLES[0]: "5312", "S-4GCC": "5312"}
    match = u43.situation({"turn": 3, "empty": True, "step": "soviet.reaction", "place": place})
    assert set(reach(match, "S-10TC")) <= neighbours(match, CENTRE)
    assert max(reach(match, "S-2TC").values()) == 5
    assert set(reach(match, RIFLES[0])) <= neighbours(match, "5312")
    for unit, hex in (("S-10TC", SOUTH), ("S-2TC", "5615"), (RIFLES[0], "5313"), ("S-4GCC", "5311")):
        move(match, unit, hex)
        assert where(match, unit) == hex
    assert match.view("soviet")["offer"] is not None


@pytest.mark.rule("u43", "4.10.a")
def test_three_stacks_may_react_and_split_up(situation: Situation) -> None:
    place = {"G-68": CENTRE, "G-75": CENTRE, "G-82": "5609", "G-88": "5612", "G-340": "5512"}
    match = situation(REACT, place)
    for unit, hex in (("G-68", NORTH), ("G-75", SOUTH), ("G-82", "5610"), ("G-88", "5613")):
        move(match, unit, hex)
    assert refused(match, "unit:G-340") == "4.10.a"


@pytest.mark.rule("u43", "4.10.a")
def test_one_hex_at_any_cost_is_told_without_a_cost_of_nothing(situation: Situation) -> None:
    match = situation(REACT, {"G-68": CENTRE, "G-75": "5610"})
    assert set(reach(match, "G-68").values()) == {1}
    path = match.ask("path", unit="G-68", hex=NORTH)
    assert path["cost"] == sum(line["value"] for step in path["steps"] for line in step["why"]) == 1
    moved = next(event for event in play(match, "unit:G-68", f"hex:{NORTH}") if event.kind == "moved")
    told = match.game.say(Message("event.moved", moved.data), "en")
    assert told.endswith(NORTH), told
    assert "for 2.5" in match.game.say(Message("event.moved", {**moved.data, "cost": 2.5}), "en")


@pytest.mark.rule("u43", "4.1.a")
def test_one_point_left_is_one_point(situation: Situation) -> None:
    match = move(situation(MOVE, {FOOT: CENTRE}), FOOT, "5603")
    assert "1 movement point left" in offered(match).prompt and "1 punto de movimiento" in offered(match).say("es")


@pytest.mark.rule("u43", "13.1.a", "4.9.b", "4.10.b")
def test_exploitation_and_reaction_tell_of_mobile_assaults_and_markers(situation: Situation) -> None:
    words = situation(MOVE, {FOOT: CENTRE}).game.words.templates
    for language, assault, marker in (("en", "mobile assault", "Assault marker"),
                                      ("es", "asalto móvil", "marcador de Asalto")):
        why = words[language]["why.exploitation"]
        assert assault in why and marker in why
        assert marker[:7] in words[language]["why.reaction"]
    match = played(situation(EXPLOIT, {TANKS: CENTRE, "G-68": NORTH}), f"unit:{TANKS}", f"hex:{NORTH}")
    offer = offered(match)
    assert offer.rules[0] == "13.1.a" and "mobile assault" in offer.prompt.lower()


@pytest.mark.rule("u43", "4.10.b")
def test_reaction_has_no_assault_and_respects_bonds(situation: Situation) -> None:
    match = played(situation(REACT, {"G-7Pz": "5608", FOOT: "5607"}), "unit:G-7Pz")
    assert refused(match, "hex:5607") == "4.1.a"
    assert refused(match, "do:extended") == "4.7.b"
    bonded = played(situation(REACT, {"G-7Pz": "5607", FOOT: "5604", RIFLES[1]: CENTRE}), "unit:G-7Pz")
    assert refused(bonded, f"hex:{NORTH}") == "7.2.a"


@pytest.mark.rule("u43", "4.10.c", "11.3.c", "14.7.e")
def test_who_may_not_react(situation: Situation) -> None:
    place = {"G-68": disrupted(CENTRE), "G-75": unsupplied("5609"), "G-82": "5612", "G-HQ-8A": "5614"}
    match = situation(REACT, place)
    assert offered(match).units == ("G-82",)
    assert refused(match, "unit:G-68") == "11.3.c"
    assert refused(match, "unit:G-75") == "14.7.e"
    assert refused(match, "unit:G-HQ-8A") == "4.8.a"
