"""Chapters 16 to 19: canals, forts, fuel shortage, bridge companies."""

from __future__ import annotations

import pytest

from stavka.games.ssa import TheSSAbyss
from tests.playing import (
    Situation,
    end_until,
    event,
    happened,
    move,
    notes,
    offered,
    only,
    play,
    reach,
    refused,
    seen,
    supplied,
    where,
)

from .helpers import asked, fight, flags, shell

# -- 16.0 Canals ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("ssa", "16.0b")
def test_in_konrad_3_canals_are_crossed_at_a_price(k3: Situation) -> None:
    match = k3("axis.movement", {"1Pz-1": "1314", "44-131": "1317"})
    assert reach(match, "1Pz-1")["1214"] == 4 and reach(match, "44-131")["1316"] == 2
    path = match.ask("path", unit="1Pz-1", hex="1214")
    assert [line["value"] for line in path["steps"][0]["why"]] == [2, 2]


@pytest.mark.rule("ssa", "16.0b")
def test_in_konrad_3_supply_crosses_canals(k3: Situation) -> None:
    """The only road in reach of 0119 is north of the Sio."""
    assert supplied(k3("axis.movement", {"1Pz-1": "0119"}), "1Pz-1")


@pytest.mark.rule("ssa", "16.0c", "16.0d")
def test_in_spring_awakening_only_units_on_foot_cross_off_the_roads(sa: Situation) -> None:
    free = sa("soviet.movement", {"208Tk": "1314", "236-509": "1314", "209Tk": "1315"})
    assert reach(free, "236-509")["1214"] == 2
    steps = free.ask("path", unit="208Tk", hex="1214")["path"]
    assert steps != ["1314", "1214"] and {"1315", "1215"} <= set(steps)  # by the bridge at Kaloz
    assert reach(free, "209Tk")["1215"] == 1  # along the road


@pytest.mark.rule("ssa", "16.0c", "23.2.16")
def test_in_mud_the_bridges_of_minor_roads_are_gone_too(sa: Situation) -> None:
    dry = sa("soviet.movement", {"209Tk": "1315"}, turn=4)
    mud = sa("soviet.movement", {"209Tk": "1315"}, turn=5)
    assert "1215" in reach(dry, "209Tk") and "1215" not in reach(mud, "209Tk")
    play(mud, "unit:209Tk")
    assert refused(mud, "hex:1215") == "16.0c"


@pytest.mark.rule("ssa", "16.0e")
def test_attacks_cross_canals_but_advances_only_along_a_road(sa: Situation) -> None:
    force = {"1SS-1": "1214", "1SS-PzV": "1214"}
    match = sa("axis.combat", {**force, "236-Art": "1314"}, dice=[6])
    assert asked(match.ask("odds", target="1314", units=["1SS-1"]), "modifiers")["8.3d"] == -1
    fight(match, "1314", "1SS-1", "1SS-PzV")
    while offered(match).task == "retreat":
        play(match, f"hex:{offered(match).hexes[0]}")
    assert offered(match).task == "target" and not happened(match, "advanced")
    road = sa("axis.combat", {"1SS-1": "1215", "1SS-PzV": "1215", "236-Art": "1315"}, dice=[6])
    fight(road, "1315", "1SS-1", "1SS-PzV")
    while offered(road).task == "retreat":
        play(road, f"hex:{offered(road).hexes[0]}")
    assert offered(road).task == "advance"


@pytest.mark.rule("ssa", "16.0e")
def test_an_advance_across_a_canal_is_refused_with_the_rule(sa: Situation) -> None:
    match = sa("axis.combat", {"1SS-1": "1214", "1SS-2": "1315", "236-Art": "1314"}, dice=[5])
    fight(match, "1314", "1SS-1", "1SS-2")
    while offered(match).task == "retreat":
        play(match, f"hex:{offered(match).hexes[0]}")
    assert offered(match).units == ("1SS-2",)
    assert refused(match, "unit:1SS-1") == "16.0e"


@pytest.mark.rule("ssa", "16.0f")
def test_in_spring_awakening_supply_crosses_canals_only_by_road_or_bridge(sa: Situation) -> None:
    """On mud turns the minor road south of the Sio is gone, and the major one is on the other side."""
    mud = sa("axis.movement", {"1SS-1": "0119"}, turn=5)
    assert not supplied(mud, "1SS-1")
    bridged = sa("axis.movement", {"1SS-1": "0119"}, turn=5, bridges={"842Br": "0118/0119"})
    assert supplied(bridged, "1SS-1")


# -- 17.0 Forts ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("ssa", "17.0a", "23.1.9")
def test_white_forts_double_the_soviet_defence_in_konrad_3(k3: Situation) -> None:
    match = k3("axis.combat", {"1Pz-1": "0510", "84-41": "0511"})
    odds = match.ask("odds", target="0511", units=["1Pz-1"])
    assert odds["defence"] == 14
    assert odds["defenders"][0]["by"][0]["times"] == "2"
    axis = k3("soviet.combat", {"1Pz-1": "0511", "84-41": "0510"})
    assert axis.ask("odds", target="0511", units=["84-41"])["defence"] == 8


@pytest.mark.rule("ssa", "17.0b")
def test_the_forts_of_the_other_scenario_are_ignored(k3: Situation, sa: Situation) -> None:
    assert sa("axis.combat", {"1SS-1": "0510", "236-509": "0511"}).ask(
        "odds", target="0511", units=["1SS-1"])["defence"] == 7
    black = k3("axis.combat", {"1Pz-1": "1212", "84-41": "1213"})
    odds = black.ask("odds", target="1213", units=["1Pz-1"])
    assert odds["defence"] == 7 and not odds["unknown_fort"]


@pytest.mark.rule("ssa", "23.1.9")
def test_in_a_white_fort_the_terrain_of_the_hex_counts_for_nothing_but_supply_does(k3: Situation) -> None:
    ring = {"1Pz-1": "0412", "3Pz-3": "0612", "3Pz-394": "0514", "1Pz-113": "0512"}
    match = k3("axis.combat", {**ring, "84-41": "0513"})
    odds = match.ask("odds", target="0513", units=["1Pz-1"])  # a village
    assert odds["defence"] == 14 and not supplied(match, "84-41")
    assert asked(odds, "modifiers") == {"7.4b": 1}


@pytest.mark.rule("ssa", "23.2.4")
def test_a_black_fort_rolls_its_value_once_and_keeps_it(sa: Situation) -> None:
    match = sa("axis.combat", {"1Pz-1": "1212", "3Pz-3": "1312", "236-509": "1213"}, dice=[5, 3, 2])
    odds = match.ask("odds", target="1213", units=["1Pz-1"])
    assert odds["unknown_fort"] and odds["defence"] == 13, "7, and the mean of the fort"
    line = next(line for line in odds["defenders"] if line["rule"] == "23.2.4")
    assert line["value"] == 6 and "3 to 10" in line["text"]
    assert odds["differential"] == odds["attack"] - 13 and "include" in notes(odds)["23.2.4"]
    assert sum(odds["results"].values()) == pytest.approx(1)
    events = fight(match, "1213", "1Pz-1")
    assert only(events, "fort")["value"] == 8  # the die showed 5
    assert only(events, "fought")["defence"] == 15
    assert "fort_8" in seen(match, "axis")["marks"]["1213"]
    known = sa("axis.combat", {"1Pz-1": "1212", "236-509": "1213"}, forts={"1213": 8}, dice=[3])
    assert known.ask("odds", target="1213", units=["1Pz-1"])["defence"] == 15
    assert not notes(known.ask("odds", target="1213", units=["1Pz-1"]))
    assert not [event for event in fight(known, "1213", "1Pz-1") if event.kind == "fort"]


@pytest.mark.rule("ssa", "23.2.4")
def test_a_bombardment_rolls_for_the_fort_and_terrain_still_counts(sa: Situation) -> None:
    match = sa("axis.bombardment", {"1Pz-Art": "1310", "1Pz-1": "1411", "236-509": "1511"}, dice=[1, 1])
    events = shell(match, "1511", "1Pz-Art")  # a fort in a village
    assert only(events, "fort")["value"] == 3 and only(events, "shelled")["defence"] == 10
    assert only(events, "shelled")["modifier"] == -1 - 1  # village, ammunition
    empty = sa("soviet.combat", {"1Pz-1": "1213", "236-509": "1313"})
    assert empty.ask("odds", target="1213", units=["236-509"])["defence"] == 8  # Axis units gain nothing


# -- 18.0 Fuel -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("ssa", "18.0a")
def test_from_turn_7_a_mechanized_unit_that_moves_rolls_for_fuel(sa: Situation) -> None:
    match = sa("axis.movement", {"1Pz-1": "2115", "3Pz-3": "2119", "44-131": "2212"}, turn=8, dice=[1, 6])
    move(match, "1Pz-1", "2116", "2117")
    play(match, "unit:3Pz-3", "hex:2120", "unit:44-131")
    assert [fuel["unit"] for fuel in happened(match, "out_of_fuel")] == ["1Pz-1"]
    assert [fuel["unit"] for fuel in happened(match, "fuel")] == ["3Pz-3"]
    play(match, "hex:2213", "do:end_phase")
    assert len(happened(match, "fuel") + happened(match, "out_of_fuel")) == 2  # not the infantry
    assert "empty" in flags(match, "1Pz-1")


@pytest.mark.rule("ssa", "18.0a")
@pytest.mark.parametrize(("phase", "turn", "unit"), [
    ("axis.movement", 6, "1Pz-1"), ("soviet.movement", 8, "18TC-110")])
def test_nobody_else_and_not_before(sa: Situation, phase: str, turn: int, unit: str) -> None:
    match = sa(phase, {unit: "2115"}, turn=turn)
    move(match, unit, "2116")
    play(match, "do:end_phase")
    assert not happened(match, "fuel") and not happened(match, "out_of_fuel")


@pytest.mark.rule("ssa", "18.0b")
def test_a_unit_without_fuel_has_four_points_for_good_but_stays_in_supply(sa: Situation) -> None:
    match = sa("axis.movement", {"1Pz-1": {"hex": "2115", "empty": True}, "236-509": "2420"}, turn=9)
    assert max(reach(match, "1Pz-1").values()) == 4 and supplied(match, "1Pz-1")
    move(match, "1Pz-1", "2116")
    end_until(match, "axis.movement", turn=10)
    assert not happened(match, "fuel") and max(reach(match, "1Pz-1").values()) == 4


# -- 19.0 Bridge companies -----------------------------------------------------------------------------------------


@pytest.mark.rule("ssa", "19.0a")
def test_two_bridge_companies_move_as_mechanized_units_in_spring_awakening(ssa: TheSSAbyss, sa: Situation) -> None:
    bridges = [unit.id for unit in ssa.counters if unit.kind == "bridge"]
    assert bridges == ["842Br", "4Br"]
    assert not {ssa.counters.index[id] for id in bridges} & set(ssa.theatre.plans["k3"].line_of)
    assert reach(sa("axis.movement", {"842Br": "0916"}), "842Br")["0917"] == 2


@pytest.mark.rule("ssa", "19.0b")
def test_a_company_that_stands_by_the_water_is_laid_at_the_end_of_the_phase(sa: Situation) -> None:
    match = sa("axis.movement", {"842Br": "1214", "1SS-1": "1117"})
    play(match, "do:end_phase")
    assert offered(match).task == "bridge" and offered(match).units == ("842Br",)
    play(match, "unit:842Br")
    assert set(offered(match).hexes) == {"1213/1214", "1214/1314", "1214/1315"}
    assert refused(match, "hex:1113/1114") == "19.0b"
    play(match, "hex:1214/1314")
    assert where(match, "842Br") == "1214/1314" and event(match, "bridge_built")["unit"] == "842Br"


@pytest.mark.rule("ssa", "19.0b")
@pytest.mark.parametrize("why", ["moved", "disrupted", "withdrawn", "unsupplied", "far"])
def test_who_has_moved_or_is_shaken_or_unsupplied_or_far_does_not_build(sa: Situation, why: str) -> None:
    place = {"moved": "1115", "disrupted": "1214", "withdrawn": "1214", "unsupplied": "0122", "far": "1117"}[why]
    state = {why: True} if why in ("disrupted", "withdrawn") else {}
    match = sa("axis.movement", {"842Br": {"hex": place, **state}, "1SS-1": "0916", "236-509": "2420"})
    if why == "moved":
        move(match, "842Br", "1214")
    play(match, "do:end_phase")
    assert offered(match).task != "bridge" and not happened(match, "bridge_built")


@pytest.mark.rule("ssa", "19.0b")
def test_a_company_that_was_taken_up_and_stayed_where_it_stood_builds(sa: Situation) -> None:
    match = sa("axis.movement", {"842Br": "1214", "4Br": "1214", "1SS-1": "1117"})
    play(match, "unit:842Br", "unit:1SS-1", "unit:4Br")
    assert refused(match, "unit:842Br") == "4.0b", "its move is over all the same"
    play(match, "hex:1215", "hex:1214", "do:end_phase")
    assert offered(match).units == ("842Br",), "the other one has gone away and come back"
    assert refused(match, "unit:4Br") == "19.0b"


@pytest.mark.rule("ssa", "19.0b")
def test_nobody_is_made_to_build(sa: Situation) -> None:
    match = sa("axis.movement", {"842Br": "1214", "236-509": "2420"})
    play(match, "do:end_phase", "do:done")
    assert where(match, "842Br") == "1214"


@pytest.mark.rule("ssa", "19.0c")
def test_units_stacked_with_the_company_may_attack_and_it_still_builds(sa: Situation) -> None:
    match = sa("axis.combat", {"842Br": "1214", "1SS-1": "1214", "236-509": "1315"}, dice=[6])
    assert only(fight(match, "1315", "1SS-1"), "fought")["result"] in ("-", "d1")
    while match.phase != "axis.movement":
        offer = offered(match)
        match.choose("do:end_phase" if "do:end_phase" in offer else offer.choices[-1])
    play(match, "do:end_phase")
    assert offered(match).task == "bridge"


@pytest.mark.rule("ssa", "19.0d")
def test_a_bridge_is_never_moved_again(sa: Situation) -> None:
    match = sa("axis.movement", {"1SS-1": "1214"}, bridges={"842Br": "1214/1314"})
    assert "842Br" not in offered(match).units and refused(match, "unit:842Br") == "19.0d"


@pytest.mark.rule("ssa", "19.0b", "19.0f", "16.0c")
@pytest.mark.parametrize(("bridge", "unit", "crosses"), [
    ("842Br", "1SS-1", True), ("842Br", "1SS-PzV", True), ("842Br", "501", True),
    ("4Br", "1SS-1", True), ("4Br", "1SS-PzIV", True), ("4Br", "1SS-PzV", False), ("4Br", "501", False)])
def test_what_each_bridge_carries(sa: Situation, bridge: str, unit: str, crosses: bool) -> None:
    """On a mud turn there is no other way across the Sarviz near Orspusza."""
    match = sa("axis.movement", {unit: "1520"}, bridges={bridge: "1520/1620"}, turn=5)
    assert ("1620" in reach(match, unit)) is crosses
    if crosses:
        assert reach(match, unit)["1620"] == 2
        move(match, unit, "1620")
        assert match.position.state()["spans_used"]
    else:
        assert match.ask("why_not", unit=unit, hex="1620")["rule"] == "19.0f"


@pytest.mark.rule("ssa", "19.0b", "4.1b")
@pytest.mark.parametrize(("unit", "wet", "dry"), [("1SS-1", None, 2), ("44-131", 2, 1)])
def test_over_a_bridge_the_water_costs_nothing_and_the_hex_what_it_always_does(
        sa: Situation, unit: str, wet: int | None, dry: int) -> None:
    """In the mud the minor road of 1520 is no way across: on foot the canal costs one more, on wheels it is closed."""
    without, across = (sa("axis.movement", {unit: "1520"}, bridges=bridges, turn=5)
                       for bridges in ({}, {"842Br": "1520/1620"}))
    assert reach(without, unit).get("1620") == wet
    assert reach(across, unit)["1620"] == dry


@pytest.mark.rule("ssa", "19.0e")
@pytest.mark.parametrize(("used", "hex", "lost"), [(True, "1314", True), (True, "1214", True), (False, "1314", False),
                                                   (True, "1415", False)])
def test_a_used_bridge_is_lost_when_a_soviet_unit_comes_to_either_end(sa: Situation, used: bool, hex: str,
                                                                      lost: bool) -> None:
    match = sa("soviet.movement", {"236-509": "1316" if hex != "1214" else "1115"}, bridges={"842Br": "1214/1314"},
               bridges_used=["842Br"] if used else [])
    move(match, "236-509", hex)
    assert (where(match, "842Br") == "dead.axis") is lost


@pytest.mark.rule("ssa", "19.0a", "19.0e", "16.0c", "16.0f")
@pytest.mark.parametrize("used", [True, False])
def test_bridges_serve_the_axis_alone(sa: Situation, used: bool) -> None:
    """A used bridge would be lost the moment a Soviet unit came to its near end; nor is any of them a Soviet one."""
    bridge = {"bridges": {"842Br": "1214/1314"}, "bridges_used": ["842Br"] if used else []}
    match = sa("soviet.movement", {"208Tk": "1415", "209Tk": "1314" if not used else "1515"}, turn=5, **bridge)
    assert "1314" in reach(match, "208Tk") and "1214" not in reach(match, "208Tk")
    if not used:
        assert match.ask("why_not", unit="209Tk", hex="1214")["rule"] == "16.0c"
    on_foot = sa("soviet.movement", {"236-509": "1520"}, bridges={"842Br": "1520/1620"}, turn=5)
    assert reach(on_foot, "236-509")["1620"] == 2  # the canal at its price
