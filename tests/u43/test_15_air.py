"""Chapter 15: air units."""

from __future__ import annotations

from typing import Any

import pytest

from tests.playing import (
    Situation,
    cost,
    end_until,
    event,
    happened,
    lines,
    move,
    odds,
    offered,
    played,
    refused,
    where,
)

from .helpers_late import CENTRE, INFANTRY, NORTH, RIFLES, SOUTH, has_flag, shows_back, task, with_flag

RIFLE, GERMAN, AIR = RIFLES[0], INFANTRY[0], "S-Air-5"
FRONT = {RIFLE: CENTRE, "S-HQ-V": SOUTH, GERMAN: NORTH}
"""An attack from 5606 on 5605 under command of a front; Novy Oskol (5008) is six hexes from 5605, Valuiki nine."""


# -- 15.1, 15.2 Missions -------------------------------------------------------------------------------------------


@pytest.mark.rule("u43", "15.1", "15.2")
def test_an_air_unit_flies_one_of_three_missions_a_turn(situation: Situation) -> None:
    support = situation("soviet.combat1", {**FRONT, AIR: "5008"}, dice=[3])
    played(support, f"hex:{NORTH}", f"unit:{RIFLE}", f"unit:{AIR}", "do:roll")
    assert shows_back(support, AIR) and where(support, AIR) == "5008"
    rebased = situation("soviet.movement", {AIR: "5008"})
    played(rebased, f"unit:{AIR}", "hex:5212")
    assert shows_back(rebased, AIR)
    assert refused(rebased, f"unit:{AIR}") == "15.2"
    going = played(situation("soviet.movement", {AIR: "5008", RIFLES[0]: "5009"}), f"unit:{AIR}")
    assert refused(going, f"unit:{RIFLES[0]}") == refused(going, "hex:5009") == "15.3.a"  # a unit stands for its hex
    cover = situation("soviet.final", {AIR: "5008", "S-Air-2": with_flag("5212", "flown")})
    assert refused(cover, "unit:S-Air-2") == "15.2"
    played(cover, f"unit:{AIR}", f"hex:{CENTRE}")
    assert not shows_back(cover, AIR)  # not turned over on defensive support


@pytest.mark.rule("u43", "15.2", "3.C.1.c")
def test_air_units_are_ready_again_at_the_start_of_their_own_turn(situation: Situation) -> None:
    match = situation("soviet.initial_supply", {AIR: with_flag("5008", "flown"), "G-Air-I": with_flag("1211", "flown")})
    assert not shows_back(match, AIR)
    assert shows_back(match, "G-Air-I")


# -- 15.3 Bases ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("u43", "15.3.a", "15.3.b")
def test_a_base_is_a_friendly_village_town_or_city_with_no_other_air_unit(situation: Situation) -> None:
    match = situation("soviet.movement", {AIR: "5008", "S-Air-2": "5212"})
    match.choose(f"unit:{AIR}")
    bases = set(offered(match).hexes)
    assert {"4101", "5015", "5717"} <= bases  # city, town, village, however far
    assert not bases & {"5212", "5606", "5227", "1211"}  # taken, no base, German ones
    assert refused(match, "hex:5212") == "15.3.a"
    assert refused(match, "hex:1211") == "15.3.a"


@pytest.mark.rule("u43", "15.3.b")
def test_a_change_of_base_is_the_mission_of_the_turn(situation: Situation) -> None:
    match = situation("soviet.movement", {**FRONT, AIR: "5717"})
    played(match, f"unit:{AIR}", "hex:5008", "do:end_phase", f"hex:{NORTH}", f"unit:{RIFLE}")
    assert refused(match, f"unit:{AIR}") == "15.2"


@pytest.mark.rule("u43", "15.3.c", "15.6.e")
def test_from_defensive_support_it_lands_within_range_and_may_fly_again(situation: Situation) -> None:
    match = situation("soviet.initial_supply", {**FRONT, AIR: with_flag(CENTRE, "flying")})
    assert task(match) == "land"
    assert set(offered(match).hexes) == {"5008", "5212"}  # six and eight hexes away; Starobelsk is twelve
    assert refused(match, "hex:5717") == "15.3.c"
    match.choose("hex:5008")
    end_until(match, "soviet.combat1")
    played(match, f"hex:{NORTH}", f"unit:{RIFLE}")
    assert f"unit:{AIR}" in offered(match)


@pytest.mark.rule("u43", "15.3.c")
def test_without_a_base_in_range_it_lands_anywhere_and_is_disrupted(situation: Situation) -> None:
    taken = {"control": {"german": ["5008", "5212"]}}
    match = situation("soviet.initial_supply", {**FRONT, AIR: with_flag(CENTRE, "flying")}, **taken)
    played(match, "hex:5717")
    assert has_flag(match, AIR, "disrupted")
    assert f"unit:{AIR}" not in offered(match)  # no mission this turn, not even another base
    end_until(match, "german.movement")
    assert not has_flag(match, AIR, "disrupted")


# -- 15.4, 15.5 Ground support -------------------------------------------------------------------------------------


@pytest.mark.rule("u43", "15.4")
def test_one_air_unit_within_range_of_the_defender(situation: Situation) -> None:
    match = situation("soviet.combat1", {**FRONT, AIR: "5008", "S-Air-2": "5212", "S-Air-8": "4807"})
    played(match, f"hex:{NORTH}", f"unit:{RIFLE}")
    assert refused(match, "unit:S-Air-2") == "15.4"  # nine hexes; its range is eight
    match.choose(f"unit:{AIR}")
    assert refused(match, "unit:S-Air-8") == "15.4"  # one is enough


@pytest.mark.rule("u43", "15.4", "8.2")
def test_an_air_unit_supports_an_attack_on_two_hexes_only_within_range_of_both(situation: Situation) -> None:
    place = {**FRONT, INFANTRY[1]: "5706", AIR: "5212"}  # Valuiki: eight hexes from 5706, nine from 5605
    first = situation("soviet.combat1", place)
    played(first, "hex:5706", f"unit:{RIFLE}", f"unit:{AIR}")
    assert refused(first, f"hex:{NORTH}") == "15.4"  # whichever is named first
    second = situation("soviet.combat1", place)
    played(second, "hex:5706", f"unit:{RIFLE}", f"hex:{NORTH}")
    assert refused(second, f"unit:{AIR}") == "15.4"


@pytest.mark.rule("u43", "15.4", "13.1.c")
def test_a_mobile_assault_may_be_supported_and_the_air_unit_suffers_nothing(situation: Situation) -> None:
    match = situation("soviet.exploitation", {
        "S-10TC": CENTRE, "S-HQ-V": SOUTH, GERMAN: NORTH, AIR: "5008"}, dice=[1])
    played(match, "unit:S-10TC", f"hex:{NORTH}", f"unit:{AIR}", "do:roll")
    assert event(match, "fought")["result"] == "AR"  # 7 to 7, one column right: 1.5-1
    assert where(match, AIR) == "5008" and not has_flag(match, AIR, "disrupted")


@pytest.mark.rule("u43", "15.5", "9.13")
def test_offensive_support_is_one_column(situation: Situation) -> None:
    match = situation("soviet.combat1", {**FRONT, AIR: "5008"})
    assert lines(odds(match, NORTH, RIFLE, air=AIR), "shifts") == {"15.5": 1}
    assert lines(odds(match, NORTH, RIFLE), "shifts") == {}


# -- 15.6 Defensive support ----------------------------------------------------------------------------------------


@pytest.mark.rule("u43", "15.6.a", "3.C.7")
def test_ready_air_units_are_placed_on_any_hex_in_range(situation: Situation) -> None:
    match = situation("soviet.final", {AIR: "5008", "S-Air-2": "5212", GERMAN: NORTH, RIFLE: CENTRE})
    match.choose(f"unit:{AIR}")
    assert NORTH in offered(match).hexes and CENTRE in offered(match).hexes  # occupied by friend or foe, or vacant
    assert refused(match, "hex:5906") == "15.6.a"  # nine hexes
    match.choose(f"hex:{CENTRE}")
    assert where(match, AIR) == CENTRE and has_flag(match, AIR, "flying")
    assert task(match) == "support"  # the next one
    played(match, "do:done")
    assert match.phase != "soviet.final"


@pytest.mark.rule("u43", "15.6.b", "9.13")
@pytest.mark.parametrize(("place", "bonus"), [("5605", 3), ("5604", 3), ("5705", 3), ("5603", 0)])
def test_soviet_support_adds_three_in_seven_hexes(situation: Situation, place: str, bonus: int) -> None:
    """The worked example: the hex of the air unit and the six around it."""
    beside = {"5605": "5606", "5604": "5603", "5705": "5706", "5603": "5602"}[place]
    match = situation("german.combat1", {AIR: with_flag("5605", "flying"), RIFLE: place, GERMAN: beside})
    answer = odds(match, place, GERMAN)
    assert answer["defence"] == 5 + bonus
    assert lines(answer, "defenders").get("15.6.b", 0) == bonus


@pytest.mark.rule("u43", "15.6.b")
def test_german_support_adds_five_once_in_every_attack_and_assault(situation: Situation) -> None:
    over = {"G-Air-I": with_flag("5604", "flying"), "G-Air-IV": with_flag("5605", "flying")}
    attack = situation("soviet.combat1", {RIFLE: CENTRE, GERMAN: NORTH, **over})
    assert odds(attack, NORTH, RIFLE)["defence"] == 7 + 5
    assault = situation("soviet.exploitation", {"S-10TC": CENTRE, GERMAN: NORTH, **over})
    assert odds(assault, NORTH, "S-10TC")["defence"] == 7 + 5


@pytest.mark.rule("u43", "15.6.b", "9.1.b")
def test_the_bonus_of_all_together_is_twice_the_printed_strength_at_most(situation: Situation) -> None:
    # The Turkomans, 1-2-4, in the town of Artemovsk, a permanent fortification: 3 + 3 + 5 against at most 4.
    match = situation("soviet.combat1", {RIFLE: "5323", "G-Turk": "5223", "G-Air-I": with_flag("5223", "flying")})
    assert odds(match, "5223", RIFLE)["defence"] == 2 + 4


@pytest.mark.rule("u43", "15.6.c", "4.4.d")
def test_bridges_over_major_rivers_in_the_zone_or_on_its_rim_cost_two_more(situation: Situation) -> None:
    # The bridge of Berislav, 2836/2936: from Kakhovka half a point for vehicles, one on foot.
    def price(unit: str, air: str | None) -> Any:
        over = {} if air is None else {"G-Air-I": with_flag(air, "flying")}
        return cost(situation("soviet.movement", {unit: "2936", **over}), unit, "2836")

    assert (price("S-10TC", None), price(RIFLE, None)) == (0.5, 1)
    assert (price("S-10TC", "2836"), price(RIFLE, "2836")) == (3, 3)  # and the road costs a point
    assert price("S-10TC", "2937") == 2.5  # 2936 in the zone, 2836 beyond its rim
    assert price("S-10TC", "2934") == 0.5
    step = situation("soviet.movement", {"S-10TC": "2936", "G-Air-I": with_flag("2836", "flying")}).ask(
        "path", unit="S-10TC", hex="2836")["steps"][0]
    assert [(line["rule"], line["value"]) for line in step["why"]] == [("15.6.d", 1), ("15.6.c", 2)]


@pytest.mark.rule("u43", "15.6.c")
def test_bridges_over_minor_rivers_cost_no_more(situation: Situation) -> None:
    # The road over the Psel from 3309 to 3210 goes at one point on foot, as before.
    plain = situation("soviet.movement", {RIFLE: "3309"})
    watched = situation("soviet.movement", {RIFLE: "3309", "G-Air-I": with_flag("3309", "flying")})
    assert cost(plain, RIFLE, "3210") == cost(watched, RIFLE, "3210") == 1


@pytest.mark.rule("u43", "15.6.d")
def test_roads_in_the_zone_cost_vehicles_a_point(situation: Situation) -> None:
    # The example of 15.7, which holds for defensive support: from 4014 along the main road, an air unit over Valki.
    army = {"S-5GTA": "4014", "S-5GMC": "4014"}
    free = situation("soviet.movement", army)
    watched = situation("soviet.movement", {**army, "G-Air-I": with_flag("3814", "flying")})
    assert (cost(free, "S-5GTA", "3914"), cost(free, "S-5GTA", "3815")) == (0.5, 1)
    assert (cost(watched, "S-5GTA", "3914"), cost(watched, "S-5GTA", "3815")) == (1, 2)
    assert cost(watched, "S-5GTA", "3715") == 2.5  # 3715 is outside
    steps = watched.ask("path", unit="S-5GTA", hex="3715")["steps"]
    assert [step["cost"] for step in steps] == [1, 1, 0.5]
    own = situation("german.movement", {"G-11Pz": "4014", "G-Air-I": with_flag("3814", "flying")})
    assert cost(own, "G-11Pz", "3815") == 1  # it slows the enemy only


@pytest.mark.rule("u43", "15.6.e", "3.C.1.c")
def test_support_lasts_through_the_enemy_player_turn(situation: Situation) -> None:
    match = situation("german.final", {"G-Air-I": "5227", GERMAN: NORTH, RIFLE: CENTRE, "G-HQ-8A": "5604"})
    played(match, "do:done", "unit:G-Air-I", "hex:5522")  # the dam stays
    end_until(match, "soviet.movement")
    assert where(match, "G-Air-I") == "5522"
    end_until(match, "german.initial_supply")
    assert task(match) == "land" and offered(match).seat == "german"


# -- 15.8 Overrun bases --------------------------------------------------------------------------------------------


@pytest.mark.rule("u43", "15.8")
def test_an_overrun_air_unit_goes_to_another_base_flown_and_disrupted(situation: Situation) -> None:
    match = situation("soviet.movement", {"S-10TC": "3811", "G-Air-I": "3912"})
    move(match, "S-10TC", "3912")
    assert task(match) == "relocate" and offered(match).seat == "german"
    assert refused(match, "hex:5008") == "15.3.a"
    match.choose("hex:3417")
    assert where(match, "G-Air-I") == "3417"
    assert shows_back(match, "G-Air-I") and has_flag(match, "G-Air-I", "disrupted")
    assert not happened(match, "eliminated")


@pytest.mark.rule("u43", "15.8")
def test_a_disrupted_air_unit_is_readied_but_gives_no_support(situation: Situation) -> None:
    hurt = {**FRONT, AIR: with_flag("5008", "flown", "disrupted")}
    match = situation("soviet.initial_supply", hurt)
    assert not shows_back(match, AIR) and has_flag(match, AIR, "disrupted")
    end_until(match, "soviet.combat1")
    played(match, f"hex:{NORTH}", f"unit:{RIFLE}")
    assert refused(match, f"unit:{AIR}") == "15.8"


@pytest.mark.rule("u43", "15.8")
def test_an_air_unit_on_defensive_support_is_not_overrun(situation: Situation) -> None:
    match = situation("soviet.movement", {"S-10TC": "3811", "G-Air-I": with_flag("3912", "flying")})
    move(match, "S-10TC", "3912")
    assert where(match, "G-Air-I") == "3912" and not has_flag(match, "G-Air-I", "disrupted")


@pytest.mark.rule("u43", "15.8", "15.2", "25.2.d", "25.3.4")
@pytest.mark.parametrize(("flags", "weather", "rule"), [
    (("disrupted",), "clear", "15.8"), (("flown",), "clear", "15.2"), ((), "rain", "25.2.d"),
    (("disrupted", "unsupplied"), "clear", "15.8")])
def test_what_keeps_an_air_unit_at_its_base(
        situation: Situation, flags: tuple[str, ...], weather: str, rule: str) -> None:
    match = situation("soviet.movement", {RIFLE: CENTRE, "S-Air-2": with_flag("5008", *flags)}, turn=9, weather=weather)
    assert refused(match, "unit:S-Air-2") == rule
