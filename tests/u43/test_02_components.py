"""Chapter 2: the counters."""

from __future__ import annotations

import pytest

from stavka.games.u43 import Ukraine43
from stavka.games.u43.display import faces, groups


def bottom(game: Ukraine43, unit: str, side: int = 0) -> str:
    """What a counter shows below its symbol."""
    return faces(game, game.counters[unit])[side]["bottom"]


@pytest.mark.rule("u43", "2.a")
def test_a_combat_unit_shows_attack_defence_and_movement(u43: Ukraine43) -> None:
    assert bottom(u43, "G-68") == "4-7-4"
    assert bottom(u43, "G-68", 1) == "2-4-4"
    assert bottom(u43, "S-3GMC") == "7-8-6"


@pytest.mark.rule("u43", "2.b")
def test_striped_units_are_support_units_without_zone(u43: Ukraine43) -> None:
    support = {unit.id for unit in u43.counters if unit.stacking == "support"}
    assert {"S-TS-86", "S-Sap-6", "S-Abn-1", "S-Art-13", "G-Tiger", "G-AG1"} <= support
    starts = {unit.start["campaign"] for unit in u43.counters if unit.id in ("S-R-136+254", "G-68")}
    assert starts == {"turn.2", "2A"}  # in a white box: on the map at start; the other is a reinforcement


@pytest.mark.rule("u43", "2.c")
def test_a_panzer_corps_shows_its_shift_and_its_defence(u43: Ukraine43) -> None:
    assert bottom(u43, "G-PzC-III") == "S +2 6"


@pytest.mark.rule("u43", "2.d")
def test_an_air_unit_shows_shift_bonus_and_range_and_has_two_sides(u43: Ukraine43) -> None:
    german, soviet = u43.counters["G-Air-IV"], u43.counters["S-Air-2"]
    assert bottom(u43, "G-Air-IV") == f"S +5 {german.range}"
    assert bottom(u43, "S-Air-2") == f"S +3 {soviet.range}"
    assert len(faces(u43, german)) == 2


@pytest.mark.rule("u43", "2.e")
def test_a_headquarters_shows_its_defence_in_parentheses_and_a_boxed_allowance(u43: Ukraine43) -> None:
    hq = u43.counters["S-HQ-V"]
    assert bottom(u43, "S-HQ-V") == f"({hq.defence[0]})-[{hq.movement}]"
    assert hq.is_restricted and u43.counters["S-Art-13"].is_restricted
    assert not u43.counters["S-1TA"].is_restricted


@pytest.mark.rule("u43", "2.3.a", "2.3.b")
def test_which_kinds_are_mechanized(u43: Ukraine43) -> None:
    mech = {unit.kind for unit in u43.counters if unit.mechanized}
    foot = {unit.kind for unit in u43.counters if not unit.mechanized and unit.stacking != "air"}
    assert foot == {"infantry", "security", "jaeger", "airborne", "mountain", "fortified_region", "cavalry", "sapper"}
    assert {"panzer", "tank", "panzergrenadier", "mech", "artillery", "panzer_corps_hq", "tank_army_hq",
            "shock_army_hq", "army_hq", "front_hq", "tank_support", "tiger", "assault_gun", "motorized"} <= mech


@pytest.mark.rule("u43", "2.3.c")
def test_every_army_has_its_colour(u43: Ukraine43) -> None:
    colours = groups(u43)
    assert {unit.group for unit in u43.counters} == set(colours)
    assert len({group["fill"] for group in colours.values()}) == len(colours)
    assert u43.counters["S-3GMC"].is_guards and u43.counters["G-24R"].is_axis_ally
