"""Chapter 25: weather."""

from __future__ import annotations

import pytest

from tests.playing import (
    Situation,
    cost,
    end_until,
    event,
    happened,
    lines,
    odds,
    offered,
    played,
    reach,
    refused,
    track,
    where,
)

from .helpers_late import CENTRE, INFANTRY, NORTH, RIFLES, SOUTH, has_flag, marks, shows_back, task, with_flag

RIFLE, GERMAN, TANKS = RIFLES[0], INFANTRY[0], "S-10TC"
FRONT = {RIFLE: CENTRE, "S-HQ-V": SOUTH, GERMAN: NORTH}
CLEAR, OVERCAST, RAIN = 0, 1, 2

# -- 25.1, 25.2 The sky --------------------------------------------------------------------------------------------


@pytest.mark.rule("u43", "25.1", "31.4")
def test_from_turn_7_a_die_decides_for_the_whole_turn(situation: Situation) -> None:
    match = situation("weather", {RIFLE: CENTRE, GERMAN: "0540"}, turn=7, dice=[5, 1])
    assert track(match, "weather") == OVERCAST and event(match, "weather_rolled")["die"] == 5
    end_until(match, "german.movement")
    assert track(match, "weather") == OVERCAST
    assert len(happened(match, "weather_rolled")) == 1
    early = situation("weather", {RIFLE: CENTRE}, turn=6, dice=[6])
    assert track(early, "weather") == CLEAR and not happened(early, "weather_rolled")


@pytest.mark.rule("u43", "25.2.a")
def test_a_clear_sky_changes_nothing(situation: Situation) -> None:
    match = situation("soviet.combat1", {**FRONT, "S-Air-5": "5008"}, turn=8, weather="clear")
    played(match, f"hex:{NORTH}", f"unit:{RIFLE}")
    assert "unit:S-Air-5" in offered(match)
    assert lines(match.ask("odds"), "shifts") == {}
    assert max(reach(situation("soviet.movement", {RIFLE: CENTRE}, weather="clear", turn=8), RIFLE).values()) == 4


@pytest.mark.rule("u43", "25.2.b", "25.3.4")
@pytest.mark.parametrize(("die", "flies"), [(1, False), (3, False), (4, True), (6, True)])
def test_under_an_overcast_sky_air_units_fly_on_four_and_more(situation: Situation, die: int, flies: bool) -> None:
    match = situation("soviet.initial_supply", {**FRONT, "S-Air-5": "5008"}, turn=8, weather="overcast", dice=[die])
    match.choose("do:done")
    assert shows_back(match, "S-Air-5") != flies
    end_until(match, "soviet.combat1")
    played(match, f"hex:{NORTH}", f"unit:{RIFLE}")
    if flies:
        assert "unit:S-Air-5" in offered(match)
    else:
        assert refused(match, "unit:S-Air-5") == "15.2"


@pytest.mark.rule("u43", "25.2.c", "25.3.3")
def test_where_support_is_grounded_the_weather_is_bad_for_both(situation: Situation) -> None:
    place = {**FRONT, "S-Air-5": "5008", "S-HQ-St": "5607", "G-Air-I": with_flag("5604", "flying")}
    bad = situation("soviet.initial_supply", place, turn=8, weather="overcast", dice=[2, 6])
    bad.choose("do:done")
    assert NORTH in marks(bad, "bad_weather") and len(marks(bad, "bad_weather")) == 7
    assert has_flag(bad, "G-Air-I", "grounded")
    end_until(bad, "soviet.combat1")
    played(bad, f"hex:{NORTH}", f"unit:{RIFLE}")
    assert refused(bad, "unit:S-Air-5") == "25.2.c"
    assert bad.ask("odds")["defence"] == 7  # and the five points are gone
    fair = situation("soviet.initial_supply", place, turn=8, weather="overcast", dice=[4, 6])
    fair.choose("do:done")
    end_until(fair, "soviet.combat1")
    played(fair, f"hex:{NORTH}", f"unit:{RIFLE}")
    assert "unit:S-Air-5" in offered(fair) and fair.ask("odds")["defence"] == 7 + 5


@pytest.mark.rule("u43", "25.2.d", "25.3.5a")
def test_in_rain_nobody_flies_in_the_soviet_turn(situation: Situation) -> None:
    place = {**FRONT, "S-Air-5": "5008", "G-Air-I": with_flag("5604", "flying")}
    match = situation("soviet.initial_supply", place, turn=8, weather="rain")
    assert shows_back(match, "S-Air-5") and shows_back(match, "G-Air-I") and has_flag(match, "G-Air-I", "grounded")
    assert refused(match, "unit:S-Air-5") == "25.2.d"  # no change of base
    end_until(match, "soviet.combat1")
    played(match, f"hex:{NORTH}", f"unit:{RIFLE}")
    assert match.ask("odds")["defence"] == 7
    assert refused(match, "unit:S-Air-5") == "25.2.d"
    final = situation("soviet.final", {RIFLE: CENTRE, "S-Air-5": "5008"}, turn=8, weather="rain")
    assert where(final, "S-Air-5") == "5008" and final.phase != "soviet.final"  # no defensive support either


@pytest.mark.rule("u43", "25.2.e")
def test_in_rain_attacks_shift_to_the_left(situation: Situation) -> None:
    match = situation("soviet.combat1", {**FRONT, "S-Art-13": SOUTH}, turn=8, weather="rain")
    assert lines(odds(match, NORTH, RIFLE), "shifts") == {"25.2.e": -1}
    assault = situation("soviet.exploitation", {TANKS: CENTRE, GERMAN: NORTH}, turn=8, weather="rain")
    assert lines(odds(assault, NORTH, TANKS), "shifts") == {"25.2.e": -1}


@pytest.mark.rule("u43", "25.2.f", "4.2.b")
def test_in_rain_units_have_three_points_and_secondary_roads_cost_one(situation: Situation) -> None:
    match = situation("soviet.movement", {TANKS: CENTRE, RIFLE: "5601"}, turn=8, weather="rain")
    assert max(reach(match, TANKS).values()) == max(reach(match, RIFLE).values()) == 3
    played(match, f"unit:{TANKS}", "do:extended")
    assert max(reach(match, TANKS).values()) == 6
    wet = situation("soviet.movement", {TANKS: "5717", "S-23TC": "4213"}, turn=8, weather="rain")
    dry = situation("soviet.movement", {TANKS: "5717", "S-23TC": "4213"}, turn=8, weather="clear")
    assert (cost(wet, TANKS, "5719"), cost(dry, TANKS, "5719")) == (2, 1)  # a secondary road
    assert cost(wet, "S-23TC", "4014") == cost(dry, "S-23TC", "4014") == 1  # a main road


@pytest.mark.rule("u43", "25.2.f", "14.7.b")
def test_out_of_supply_rain_changes_nothing_more(situation: Situation) -> None:
    match = situation("soviet.movement", {TANKS: with_flag(CENTRE, "unsupplied")}, turn=8, weather="rain")
    assert max(reach(match, TANKS).values()) == 2
    played(match, f"unit:{TANKS}", "do:extended")
    assert max(reach(match, TANKS).values()) == 4


# -- 25.3 The air part of the turn ---------------------------------------------------------------------------------


@pytest.mark.rule("u43", "25.3.3", "25.3.4")
def test_the_phasing_player_rolls_for_enemy_support_first_and_then_for_his_own(situation: Situation) -> None:
    place = {**FRONT, "S-Air-5": "5008", "S-Air-2": "5212", "G-Air-I": with_flag("5604", "flying"), "G-Air-IV": "1211"}
    match = situation("soviet.initial_supply", place, turn=8, weather="overcast", dice=[1, 4, 2])
    match.choose("do:done")
    assert [(roll["unit"], roll["die"]) for roll in happened(match, "overcast")] == [
        ("G-Air-I", 1), ("S-Air-2", 4), ("S-Air-5", 2)]  # and none for a German at its base
    assert shows_back(match, "S-Air-5") and not shows_back(match, "S-Air-2")


@pytest.mark.rule("u43", "25.3.3", "15.2")
def test_support_that_was_grounded_is_ready_again_in_its_own_turn(situation: Situation) -> None:
    place = {**FRONT, "G-Air-I": with_flag("5604", "flying")}
    match = situation("soviet.initial_supply", place, turn=8, weather="overcast", dice=[2, 6])
    assert has_flag(match, "G-Air-I", "grounded")
    end_until(match, "german.initial_supply")
    while task(match) == "land":
        match.choose(f"hex:{offered(match).hexes[0]}")
    assert not has_flag(match, "G-Air-I", "grounded") and not shows_back(match, "G-Air-I")


@pytest.mark.rule("u43", "25.3.4", "15.6.a")
def test_units_that_will_fly_defensive_support_are_not_rolled_for(situation: Situation) -> None:
    place = {**FRONT, "S-Air-5": "5008", "S-Air-2": "5212"}
    match = situation("soviet.initial_supply", place, turn=8, weather="overcast", dice=[1])
    assert task(match) == "keep"
    played(match, "unit:S-Air-5", "do:done")
    assert [roll["unit"] for roll in happened(match, "overcast")] == ["S-Air-2"]
    assert refused(match, "unit:S-Air-5") == "25.3.4"  # no change of base
    end_until(match, "soviet.combat1")
    played(match, f"hex:{NORTH}", f"unit:{RIFLE}")
    assert refused(match, "unit:S-Air-5") == "25.3.4"
    final = situation("soviet.initial_supply", {RIFLE: CENTRE, "S-Air-5": "5008"}, turn=8, weather="overcast")
    played(final, "unit:S-Air-5")
    end_until(final, "soviet.final")
    assert "unit:S-Air-5" in offered(final)


@pytest.mark.rule("u43", "25.3.5b")
def test_in_the_german_turn_of_rain_only_defensive_support_is_prepared(situation: Situation) -> None:
    place = {"G-11Pz": "5225", "G-HQ-6A": "5226", RIFLE: "5224", "G-Air-I": "5227"}
    match = situation("german.initial_supply", place, turn=8, weather="rain")
    assert not shows_back(match, "G-Air-I")
    end_until(match, "german.combat1")
    played(match, "hex:5224", "unit:G-11Pz")
    assert refused(match, "unit:G-Air-I") == "25.2.d"
    final = situation("german.final", place, turn=8, weather="rain")
    played(final, "do:done", "unit:G-Air-I", "hex:5225")
    assert has_flag(final, "G-Air-I", "flying")
