"""Chapter 8: zones of control."""

from __future__ import annotations

from typing import Any

import pytest

import stavka
from tests.playing import Situation, neighbours, offered, play, played, refused, where

from .helpers import reach, supplied

# -- 8.1, 8.2 Who has one ------------------------------------------------------------------------------------------


@pytest.mark.rule("dagc", "8.1")
def test_a_zone_is_the_six_hexes_around_a_unit_or_stack(situation: Situation) -> None:
    match = situation("german.movement", {"S-39": "3610", "S-5": "3610"})
    assert set(match.ask("zoc", side="soviet")) == {"3509", "3510", "3609", "3611", "3709", "3710"}
    assert match.ask("zoc", side="german") == []


@pytest.mark.rule("dagc", "8.1")
def test_zones_cross_rivers_lakes_the_sea_and_the_strait(situation: Situation) -> None:
    match = situation("german.movement", {"S-39": "1803", "S-5": "2121", "S-43": "1502", "S-31": "3500"})
    zone = set(match.ask("zoc", side="soviet"))
    assert {"1804", "2021", "1403", "3400"} <= zone  # strait, sea, lake, river


@pytest.mark.rule("dagc", "8.1")
def test_zones_of_both_sides_overlap(situation: Situation) -> None:
    match = situation("german.movement", {"S-39": "3610", "G-1": "3612"})
    assert match.ask("hex", hex="3611")["zoc"] == ["soviet", "german"]
    assert reach(match, "G-1")["3611"] == 2  # the German zone takes nothing from the Soviet one


@pytest.mark.rule("dagc", "8.1")
@pytest.mark.parametrize("turn", [3, 6])
def test_units_out_of_supply_keep_their_zones(situation: Situation, turn: int) -> None:
    # On turn 6 all Soviet units are out of supply; on turn 3 this one is in a pocket.
    pocket = {"G-2": "3410", "G-6": "3412", "G-8": "3309", "G-9": "3512"}
    match = situation("german.movement", {"S-39": "3411", "G-1": "3612", **pocket}, turn=turn)
    assert not supplied(match, "S-39")
    assert neighbours(match, "3411") <= set(match.ask("zoc", side="soviet"))


@pytest.mark.rule("dagc", "8.2")
@pytest.mark.parametrize("unit", ["G-FL-Minsk", "G-KG-Hrt", "G-1", "G-5PA-1SS", "G-NU-3"])
def test_every_ground_unit_has_a_zone(situation: Situation, unit: str) -> None:
    match = situation("soviet.movement", {unit: "3612", "S-39": "3610"})
    assert set(match.ask("zoc", side="german")) == neighbours(match, "3612")
    assert reach(match, "S-39")["3611"] == 2


@pytest.mark.rule("dagc", "8.2")
def test_reduced_units_have_a_zone(situation: Situation) -> None:
    match = situation("soviet.movement", {"G-1": {"hex": "3612", "reduced": True}})
    assert set(match.ask("zoc", side="german")) == neighbours(match, "3612")


@pytest.mark.rule("dagc", "8.2")
def test_markers_have_no_zone(situation: Situation) -> None:
    # the Bagration marker in 4004, an air army over a corps, control markers
    match = situation("german.interdiction", {"G-1": "4008"}, turn=1, control={"soviet": ["4007", "3908"]})
    play(match, "unit:A-1", "unit:G-1")
    assert match.ask("zoc", side="soviet") == []


# -- 8.3 What it costs ---------------------------------------------------------------------------------------------


@pytest.mark.rule("dagc", "8.3.a")
def test_entering_and_leaving_a_zone_costs_a_point_each(situation: Situation) -> None:
    free = situation("german.movement", {"G-1": "3610"})
    watched = situation("german.movement", {"G-1": "3610", "S-39": "3612"})
    assert free.ask("reach", unit="G-1")["3611"] == 1
    assert watched.ask("reach", unit="G-1")["3611"] == 2
    leaving = situation("german.movement", {"G-1": "3611", "S-39": "3612"})
    assert reach(leaving, "G-1")["3610"] == 2


@pytest.mark.rule("dagc", "8.3.a")
def test_from_zone_to_zone_costs_two_besides_terrain_and_river(situation: Situation) -> None:
    # 3611 to 3711: both in the zone of 3612, forest 2
    match = situation("soviet.movement", {"S-39": "3611", "G-1": "3612"})
    assert reach(match, "S-39")["3711"] == 2 + 1 + 1
    # 3610 to 3509: forest 2, river 1, both in the zones of corps beyond
    river = situation("soviet.movement", {"S-39": "3610", "G-1": "3408", "G-2": "3710", "G-6": "3409"})
    step = river.ask("path", unit="S-39", hex="3509")["steps"][0]
    assert (step["hex"], step["cost"]) == ("3509", 2 + 1 + 1 + 1)
    assert [line["rule"] for line in step["why"]] == ["9.5.a", "9.6", "8.3.a", "8.3.a"]


@pytest.mark.rule("dagc", "8.3.a")
def test_several_units_cost_no_more_than_one(situation: Situation) -> None:
    match = situation("german.movement", {"G-1": "3610", "S-39": "3612", "S-5": "3612", "S-43": "3711"})
    assert reach(match, "G-1")["3611"] == 2


@pytest.mark.rule("dagc", "8.3.a", "8.4")
def test_a_friendly_unit_does_not_lift_the_cost(situation: Situation) -> None:
    match = situation("german.movement", {"G-1": "3610", "G-2": "3611", "S-39": "3612"})
    assert reach(match, "G-1")["3611"] == 1 + 1 + 1  # clear, zone, stack


@pytest.mark.rule("dagc", "8.3.a")
def test_without_the_points_a_unit_stays(situation: Situation) -> None:
    # Out of supply between two armies: every hex around costs three points or more.
    match = situation("german.movement", {"G-1": "3611", "S-39": "3610", "S-5": "3612"}, dice=[2])
    match.choose("unit:G-1")
    assert offered(match).hexes == ()
    assert refused(match, "hex:3711") == "9.3"


@pytest.mark.rule("dagc", "8.3.b")
def test_soviets_do_not_go_from_zone_to_zone_into_a_german_entrenchment(situation: Situation) -> None:
    # 3400 and the entrenchment 3401 are both in the zone of the corps in Vitebsk.
    watched = situation("soviet.movement", {"S-39": "3400", "G-53": "3500"})
    assert watched.ask("path", unit="S-39", hex="3401")["path"] == ["3400", "3300", "3401"]  # by a hex free of zones
    assert reach(watched, "S-39")["3401"] == (2 + 1) + (1 + 1)
    closed = situation("soviet.movement", {"S-39": "3400", "G-53": "3500", "S-5": "3300", "S-43": "3300"})
    closed.choose("unit:S-39")
    assert refused(closed, "hex:3401") == "8.3.b"
    near = played(situation("soviet.movement", {"S-39": "3200", "G-53": "3500"}), "unit:S-39", "hex:3400")
    assert refused(near, "hex:3401") == "8.3.b"  # the detour is too long for it, the way straight on is not
    spent = played(situation("soviet.movement", {"S-39": "3100", "G-53": "3500"}), "unit:S-39", "hex:3400")
    assert refused(spent, "hex:3401") == "9.3"  # too far anyhow


@pytest.mark.rule("dagc", "8.3.b")
def test_an_entrenchment_without_a_zone_is_open_and_so_is_one_entered_from_outside(situation: Situation) -> None:
    free = situation("soviet.movement", {"S-39": "3400", "G-9": "3402"})  # its zone reaches 3401, not 3400
    assert reach(free, "S-39")["3401"] == 1 + 1
    out = situation("soviet.movement", {"S-39": "3601", "G-1": "3503"})  # from a zone into 3700, free of zones
    assert reach(out, "S-39")["3700"] == 2


@pytest.mark.rule("dagc", "8.3.b")
def test_germans_are_free_to_enter_their_entrenchments(situation: Situation) -> None:
    # 3602 and 3601 are both in the zone of 3501, and in that of another corps
    match = situation("german.movement", {"G-1": "3602", "S-39": "3501", "G-2": "3701"})
    assert match.ask("path", unit="G-1", hex="3601")["path"] == ["3602", "3601"]
    assert reach(match, "G-1")["3601"] == 2 + 1 + 1


@pytest.mark.rule("dagc", "8.3.b")
@pytest.mark.parametrize(("scenario", "unit", "start", "trench", "corps"), [
    ("historical", "S-5", "3600", "3601", "3500"),
    ("no_bomb_plot", "S-5", "3600", "3601", "3500"),
    ("bold_stroke", "S-8G", "4918", "4819", "4919"),
])
def test_bagration_units_are_exempt_on_turn_1(
        situation: Situation, scenario: str, unit: str, start: str, trench: str, corps: str) -> None:
    def straight(turn: int) -> bool:
        match = situation("soviet.movement", {unit: start, "G-1": corps}, scenario=scenario, turn=turn)
        try:
            path = match.ask("path", unit=unit, hex=trench)["path"]
        except stavka.Illegal:
            return False
        return bool(path == [start, trench])

    assert straight(turn=1)
    assert not straight(turn=2)


# -- 8.4 - 8.6 -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("dagc", "8.4")
def test_a_friendly_unit_negates_a_zone_for_retreats(situation: Situation) -> None:
    # 12 against 3: the last column, where 1 is DR. All hexes behind the corps are in Soviet zones.
    ring = {"G-1": "3610", "S-5GT": "3609", "S-39": "3609", "S-5": "3612"}
    shut = situation("soviet.combat_after", {**ring, "S-43": "3410", "S-31": "3810"}, dice=[1])
    play(shut, "hex:3610", "unit:S-5GT", "unit:S-39", "do:roll")
    assert where(shut, "G-1") == "3610"  # DE instead
    assert shut.view("german")["units"]["G-1"]["face"] == 1
    held = situation("soviet.combat_after", {**ring, "S-43": "3410", "S-31": "3810", "G-2": "3611"}, dice=[1])
    play(held, "hex:3610", "unit:S-5GT", "unit:S-39", "do:roll")
    assert offered(held).hexes == ("3611",)


@pytest.mark.rule("dagc", "8.4")
def test_zones_do_not_hinder_an_advance(situation: Situation) -> None:
    # 10 against 2: column "+7, +8", where 4 is DE. 3610 is in the zone of the corps in 3611.
    match = situation("soviet.combat_after", {
        "G-KG-Hrt": "3610", "G-1": "3611", "S-39": "3609", "S-5": "3609"}, dice=[4])
    play(match, "hex:3610", "unit:S-39", "unit:S-5", "do:roll", "unit:S-39", "unit:S-5")
    assert (where(match, "S-39"), where(match, "S-5")) == ("3610", "3610")


@pytest.mark.rule("dagc", "8.4")
def test_markers_negate_nothing(situation: Situation) -> None:
    # The Bagration marker and Soviet control of 4004 do not open it for the army beyond.
    pocket = {"S-39": "4005", "G-1": "4006", "G-2": "3903", "G-6": "4103"}
    match = situation("soviet.combat_after", pocket, turn=1, control={"soviet": ["4004", "3904", "4104"]})
    assert not supplied(match, "S-39")
    opened = situation("soviet.combat_after", {**pocket, "S-5": "4004", "S-43": "4003"}, turn=1)
    assert supplied(opened, "S-39")


@pytest.mark.rule("dagc", "8.5")
def test_tracing_through_negated_zones_costs_nothing(situation: Situation) -> None:
    # Port supply counts hexes: six in all, five of them negated zones, are still six.
    ports = ["1009", "2113", "2825", "1718", "2021", "2422"]
    sources = stavka.game("dagc").board.numbers(stavka.game("dagc").board.area("german_supply"))
    keys: dict[str, Any] = {"control": {"soviet": sources}, "lost_ports": ports}
    garrisons = {"G-2": "1505", "G-6": "1506", "G-8": "1507", "G-9": "1508"}
    match = situation("german.movement", {"G-1": "1504", **garrisons, "S-39": "1406", "S-5": "1608", "S-43": "1408"},
                      **keys)
    zone = set(match.ask("zoc", side="soviet"))
    assert {"1505", "1506", "1507", "1508"} <= zone
    line = match.ask("supply", unit="G-1")["path"]
    assert line == ["1504", "1505", "1506", "1507", "1508", "1509", "1510"]


@pytest.mark.rule("dagc", "8.6")
def test_german_zones_reach_into_soviet_entrenchments(situation: Situation) -> None:
    match = situation("soviet.movement", {"S-5": "3801", "G-53": "3601"})
    assert {"3600"} <= set(match.ask("zoc", side="german"))
    moving = situation("soviet.movement", {"S-39": "3300", "G-53": "3500"})
    assert reach(moving, "S-39")["3400"] == 1 + 1  # clear and in the zone of 3500, entrenchment or not


# -- 9.4 -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("dagc", "9.4", "6.9")
def test_hexes_with_enemies_are_closed(situation: Situation) -> None:
    match = situation("german.movement", {"G-1": "3610", "S-39": "3611"})
    before = match.digest
    match.choose("unit:G-1")
    with pytest.raises(stavka.Illegal) as refusal:
        match.choose("hex:3611")
    assert refusal.value.rule == "6.9"
    match.undo()
    assert match.digest == before
