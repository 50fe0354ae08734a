"""Chapter 14: supply lines, general supply, isolation, petrol."""

from __future__ import annotations

import pytest

from tests.playing import Situation, end_until, happened, odds, offered, played, reach, refused, supplied

from .helpers_late import (
    AROUND,
    CENTRE,
    GUARDS,
    INFANTRY,
    RIFLES,
    has_flag,
    only_german_sources,
    only_sources,
    with_flag,
)

RIFLE, TANKS, GUNS = RIFLES[0], "S-10TC", "S-Art-13"
GERMAN = INFANTRY[0]

# -- 14.2 Sources --------------------------------------------------------------------------------------------------


@pytest.mark.rule("u43", "14.2.a")
def test_an_edge_source_serves_the_side_that_controls_it(situation: Situation) -> None:
    held = situation("soviet.movement", {RIFLE: "6012"}, control=only_sources("6012"))
    assert held.ask("supply", unit=RIFLE)["rule"] == "14.2.b"
    near = situation("soviet.movement", {RIFLE: "6010"}, control=only_sources("6012"))
    lost = situation("soviet.movement", {RIFLE: "6010"}, control=only_sources())
    assert supplied(near, RIFLE) and not supplied(lost, RIFLE)
    germans = situation("german.movement", {GERMAN: "6010"}, control=only_german_sources())
    assert not supplied(germans, GERMAN)  # a Soviet star feeds no German, whoever controls it
    taken = situation("german.movement", {GERMAN: "6010"}, control=only_german_sources("6012"))
    assert not supplied(taken, GERMAN)


@pytest.mark.rule("u43", "14.2.b")
def test_rail_hexes_connected_with_an_edge_source_are_sources(situation: Situation) -> None:
    line = ("6012", "5912", "5812", "5712", "5612")
    joined = situation("soviet.movement", {RIFLE: "5608"}, control=only_sources(*line))
    broken = situation("soviet.movement", {RIFLE: "5608"}, control=only_sources("6012", "5912", "5712", "5612"))
    assert supplied(joined, RIFLE)  # four hexes from 5612
    assert not supplied(broken, RIFLE)  # 5812 is German: nothing west of it is connected


@pytest.mark.rule("u43", "14.2.b")
def test_enemy_units_and_zones_block_the_railway_unless_a_friend_stands_there(situation: Situation) -> None:
    line = only_sources("6012", "5912", "5812", "5712", "5612")
    blocked = situation("soviet.movement", {RIFLE: "5608", GERMAN: "5911"}, control=line)
    assert not supplied(blocked, RIFLE)  # the division beside 5912 and 5812 reaches into both
    held = {RIFLE: "5608", GERMAN: "5911", RIFLES[1]: "5912", RIFLES[2]: "5812", RIFLES[3]: "6012"}
    assert supplied(situation("soviet.movement", held, control=line), RIFLE)


@pytest.mark.rule("u43", "14.2.b", "17.1.a")
def test_soviet_railways_must_be_repaired(situation: Situation) -> None:
    # The line from Kursk to Belgorod and on; 4411 to 4213 lies west of the August line.
    west = ["4409", "4410", "4310", "4311", "4212", "4213"]
    wrecked = situation("soviet.movement", {TANKS: "4213"}, control={"soviet": west})
    mended = situation("soviet.movement", {TANKS: "4213"}, control={"soviet": west}, repaired=west)
    assert wrecked.ask("supply", unit=TANKS)["rule"] == "14.3.b"  # by road
    assert mended.ask("supply", unit=TANKS)["rule"] == "14.2.b"


# -- 14.3 Lines ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("u43", "14.3.a", "14.3.b")
def test_four_hexes_overland_to_a_road_and_any_length_along_it(situation: Situation) -> None:
    # 6021 is the only source. 6015 is four hexes from the road at 5717, 6014 five.
    source = only_sources("6021")
    assert supplied(situation("soviet.movement", {RIFLE: "6015"}, control=source), RIFLE)
    far = situation("soviet.movement", {RIFLE: "6014"}, control=source)
    assert not supplied(far, RIFLE)
    assert far.ask("supply", unit=RIFLE)["rule"] == "14.3.b"
    long = situation("soviet.movement", {RIFLE: "4213"}, control=only_sources("6021", "4213"))
    assert supplied(long, RIFLE)  # Kharkov: all the way by road


@pytest.mark.rule("u43", "14.3.b", "23.2.b")
def test_seven_hexes_to_a_headquarters_on_a_road(situation: Situation) -> None:
    source = only_sources("6021")
    # the front headquarters in 5717, on the road
    assert supplied(situation("soviet.movement", {RIFLE: "5710", "S-HQ-V": "5717"}, control=source), RIFLE)
    assert not supplied(situation("soviet.movement", {RIFLE: "5709", "S-HQ-V": "5717"}, control=source), RIFLE)
    off = situation("soviet.movement", {RIFLE: "5710", "S-HQ-V": "5716"}, control=source)
    assert not supplied(off, RIFLE)  # 5716 has no road
    army = situation("soviet.movement", {RIFLE: "5710", "S-5Sh": "5717"}, control=source)
    assert not supplied(army, RIFLE)  # an army is no front


@pytest.mark.rule("u43", "14.3.c")
def test_either_part_of_a_line_may_be_missing(situation: Situation) -> None:
    overland = situation("soviet.movement", {RIFLE: "6009"}, control=only_sources("6012"))
    assert overland.ask("supply", unit=RIFLE)["path"] == ["6009", "6010", "6011", "6012"]
    by_road = situation("soviet.movement", {RIFLE: "5820"}, control=only_sources("6021"))
    assert by_road.ask("supply", unit=RIFLE)["path"] == ["5820", "5920", "6021"]
    at_source = situation("soviet.movement", {RIFLE: "6021"}, control=only_sources("6021"))
    assert at_source.ask("supply", unit=RIFLE)["path"] == ["6021"]


@pytest.mark.rule("u43", "14.4")
def test_a_line_crosses_one_major_river_and_no_more(situation: Situation) -> None:
    # 3042, behind Perekop, is the only German source. Soviets on both roads to the east leave the bridge of Berislav.
    source = only_german_sources("3042")
    wall = {RIFLE: "3236", RIFLES[1]: "3340"}
    west = situation("german.movement", {GERMAN: "2018", **wall}, control=source)
    assert supplied(west, GERMAN)  # over that bridge to Cherkassy
    assert not supplied(situation("german.movement", {GERMAN: "2016", **wall}, control=source), GERMAN)  # and back
    assert supplied(situation("german.movement", {GERMAN: "2016"}, control=source), GERMAN)  # all on the left bank


@pytest.mark.rule("u43", "14.4")
def test_a_line_enters_one_marsh_off_the_road(situation: Situation) -> None:
    # North of Kiev, on the left bank: 1306, 1307 and 1308 are marsh, held by Soviets; Germans bar the ways east.
    bank = {RIFLE: "1306", RIFLES[1]: "1307", RIFLES[2]: "1308", GERMAN: "1406", INFANTRY[1]: "1408"}
    match = situation("soviet.movement", bank)
    assert supplied(match, RIFLES[1])  # 1308, 1309 and the road in 1310: one marsh
    assert not supplied(match, RIFLE)  # 1307 and 1308 would be two


@pytest.mark.rule("u43", "14.5", "6.5.c")
def test_a_line_passes_one_vacant_hex_in_an_enemy_zone_but_not_two_running(situation: Situation) -> None:
    # From 6008 south to the source 6012. A division in 6010 closes 6009 to 6011 and both columns beside.
    source = only_sources("6012")
    shut = {RIFLE: "6008", GERMAN: "6010"}
    assert not supplied(situation("soviet.movement", shut, control=source), RIFLE)
    single = {RIFLE: "6009", GERMAN: "5809"}  # its zone holds 5908 and 5909, the line stays in column 60
    assert supplied(situation("soviet.movement", single, control=source), RIFLE)
    opened = {RIFLE: "6009", GERMAN: "5910", RIFLES[1]: "6010"}  # 6010 is held, 6011 is the only vacant one
    assert supplied(situation("soviet.movement", opened, control=source), RIFLE)
    bare = {RIFLE: "6009", GERMAN: "5910"}  # 6010 and 6011 are vacant, both in the zone of 5910
    assert not supplied(situation("soviet.movement", bare, control=source), RIFLE)


@pytest.mark.rule("u43", "14.5")
def test_where_a_line_begins_it_has_entered_nothing(situation: Situation) -> None:
    # From 6010, where only an air unit is, by 6011 to the source 6012: both are in the zone of 5910.
    near = situation("soviet.movement", {"S-Air-2": "6010", GERMAN: "5910"}, control=only_sources("6010", "6012"))
    answer = near.ask("supply", unit="S-Air-2")
    assert (answer["supplied"], answer["path"]) == (True, ["6010", "6011", "6012"])
    far = situation("soviet.movement", {"S-Air-2": "6009", GERMAN: "5910"}, control=only_sources("6009", "6012"))
    assert not supplied(far, "S-Air-2")  # 6010 and 6011 are entered


@pytest.mark.rule("u43", "14.5", "7.2.b")
def test_no_line_enters_a_bond(situation: Situation) -> None:
    # From 5812 by 5912, a vacant hex in a German zone, to the source 6012, which is held.
    held = {RIFLE: "5812", RIFLES[1]: "6012", GERMAN: "5911"}
    source = only_sources("6012")
    assert supplied(situation("soviet.movement", {**held, INFANTRY[1]: "5914"}, control=source), RIFLE)
    bond = situation("soviet.movement", {**held, INFANTRY[1]: "5913"}, control=source)
    assert not supplied(bond, RIFLE)


@pytest.mark.rule("u43", "14.5")
def test_no_line_enters_a_hex_with_enemies(situation: Situation) -> None:
    # A headquarters has no zone: only its own hex is closed.
    road = {RIFLE: "5820", "G-HQ-8A": "5920"}
    path = situation("soviet.movement", road, control=only_sources("6021")).ask("supply", unit=RIFLE)["path"]
    assert "5920" not in path and path[-1] == "6021"


# -- 14.6, 14.7 Out of supply --------------------------------------------------------------------------------------


@pytest.mark.rule("u43", "14.6", "14.3.a", "3.C.7")
def test_the_final_phase_marks_units_without_a_line_and_clears_those_with_one(situation: Situation) -> None:
    place = {RIFLE: "6014", RIFLES[1]: with_flag("6015", "unsupplied"), "S-Air-2": "6018", "S-Air-5": "5008"}
    match = situation("soviet.final", place, control={"german": "all", "soviet": ["6021", "6018", "5008"]}, dice=[6])
    assert has_flag(match, RIFLE, "unsupplied")
    assert not has_flag(match, RIFLES[1], "unsupplied")
    assert not has_flag(match, "S-Air-2", "unsupplied")


@pytest.mark.rule("u43", "14.6")
def test_air_units_trace_lines_too_and_germans_in_their_own_final_phase_only(situation: Situation) -> None:
    pocket = {"german": "all", "soviet": ["5008"]}
    match = situation("soviet.final", {"S-Air-5": "5008", RIFLE: CENTRE, GERMAN: "5610"},
                      control=pocket, dice=[6])
    assert has_flag(match, "S-Air-5", "unsupplied")
    assert not has_flag(match, GERMAN, "unsupplied")  # far from any German source, but it is not their phase
    germans = situation("german.final", {GERMAN: CENTRE}, control=pocket, dice=[6])
    assert has_flag(germans, GERMAN, "unsupplied")


@pytest.mark.rule("u43", "14.7.a")
def test_out_of_supply_attacks_are_halved_and_defence_is_not(situation: Situation) -> None:
    place = {GUARDS[0]: with_flag(CENTRE, "unsupplied"), GERMAN: with_flag("5605", "unsupplied")}
    answer = odds(situation("soviet.combat1", place), "5605", GUARDS[0])
    assert (answer["attack"], answer["defence"]) == (3, 7)  # 5 halved, rounded up


@pytest.mark.rule("u43", "14.7.b")
def test_out_of_supply_units_move_two_points_and_four_with_extended_movement(situation: Situation) -> None:
    match = situation("soviet.movement", {TANKS: with_flag(CENTRE, "unsupplied")})
    assert max(reach(match, TANKS).values()) == 2
    extended = played(match, f"unit:{TANKS}", "do:extended")
    assert max(reach(extended, TANKS).values()) == 4
    exploiting = situation("soviet.exploitation", {
        TANKS: with_flag(CENTRE, "unsupplied"), RIFLE: with_flag("5601", "unsupplied")})
    assert max(reach(exploiting, TANKS).values()) == 2
    assert "5602" in reach(exploiting, RIFLE)  # one hex, as ever
    marked = played(exploiting, f"unit:{RIFLE}")
    assert "do:assault" in offered(marked)


@pytest.mark.rule("u43", "14.7.c")
def test_out_of_supply_units_take_no_replacements(situation: Situation) -> None:
    match = situation("soviet.movement", {RIFLE: with_flag(CENTRE, "unsupplied", "reduced")}, replacements=[1, 1])
    match.choose(f"unit:{RIFLE}")
    assert refused(match, "do:replace") == "14.7.c"


@pytest.mark.rule("u43", "14.7.d")
def test_out_of_supply_air_units_may_only_change_base(situation: Situation) -> None:
    place = {RIFLE: "5706", "S-HQ-V": "5706", GERMAN: "5705", "S-Air-5": with_flag("5717", "unsupplied")}
    attack = situation("soviet.combat1", place)
    played(attack, "hex:5705", f"unit:{RIFLE}")
    assert refused(attack, "unit:S-Air-5") == "14.7.d"
    moving = situation("soviet.movement", place)
    played(moving, "unit:S-Air-5", "hex:5008")
    assert happened(moving, "rebased")[0]["hex"] == "5008"


@pytest.mark.rule("u43", "14.7.e")
def test_out_of_supply_units_do_not_react(situation: Situation) -> None:
    match = situation("german.reaction", {GERMAN: with_flag("0540", "unsupplied"), INFANTRY[1]: "0640"})
    assert f"unit:{INFANTRY[1]}" in offered(match)
    assert refused(match, f"unit:{GERMAN}") == "14.7.e"


# -- 14.8 Isolation ------------------------------------------------------------------------------------------------


@pytest.mark.rule("u43", "14.8.a")
def test_a_unit_too_far_from_a_road_is_not_isolated(situation: Situation) -> None:
    match = situation("soviet.final", {RIFLE: "6001"}, control=only_sources("6021"), dice=[1])
    assert has_flag(match, RIFLE, "unsupplied")
    assert not happened(match, "attrition")


RING = dict(zip(INFANTRY, AROUND, strict=True))
"""Germans all around a hex."""


@pytest.mark.rule("u43", "14.8.b")
@pytest.mark.parametrize(("die", "outcome"), [(1, True), (3, True), (4, False), (6, False)])
def test_an_isolated_unit_loses_a_step_on_three_or_less(situation: Situation, die: int, outcome: bool) -> None:
    match = situation("soviet.final", {RIFLE: CENTRE, **RING}, dice=[die])
    assert happened(match, "attrition")[0]["modifier"] == 0
    assert bool(happened(match, "reduced")) == outcome


@pytest.mark.rule("u43", "14.8.b")
def test_an_isolated_unit_can_lose_its_last_step(situation: Situation) -> None:
    match = situation("soviet.final", {RIFLE: with_flag(CENTRE, "reduced"), **RING}, dice=[2])
    assert happened(match, "eliminated")[0]["unit"] == RIFLE


@pytest.mark.rule("u43", "14.8.b", "23.2.b")
def test_depots_and_morale_add_one_each(situation: Situation) -> None:
    # Worked example: Germans in a pocket with a town lose a step on a 1 only. Stalino, with nobody near.
    pocket = only_german_sources("5227", "5326")
    town = {GERMAN: "5227", INFANTRY[1]: "5126", "G-1H": "5128"}
    dead = situation("german.final", town, control=pocket, dice=[1, 2, 2])
    assert [(event["unit"], event["modifier"]) for event in happened(dead, "attrition")] == [
        (GERMAN, 2), (INFANTRY[1], 2), ("G-1H", 1)]
    assert {event["unit"] for event in happened(dead, "reduced")} == {GERMAN, "G-1H"}
    # No town: a headquarters serves; without either only German morale is left.
    open_steppe = {GERMAN: CENTRE}
    alone = situation("german.final", open_steppe, control=only_german_sources(), dice=[2])
    assert happened(alone, "attrition")[0]["modifier"] == 1 and happened(alone, "reduced")
    with_hq = situation("german.final", {**open_steppe, "G-HQ-8A": "5605"}, control=only_german_sources(), dice=[2, 2])
    assert not happened(with_hq, "reduced")
    brigade = situation("soviet.final", {"S-Abn-1": CENTRE, **RING}, dice=[3])
    assert happened(brigade, "attrition")[0]["modifier"] == 1
    assert not happened(brigade, "eliminated")


# -- 14.9 Petrol ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("u43", "14.9.a")
def test_mechanized_units_roll_beyond_seven_hexes_and_others_never(situation: Situation) -> None:
    # The worked example: a tank corps and artillery roll, a rifle division does not. 6012 is the only source.
    place = {TANKS: "6004", GUNS: "6003", RIFLE: "6002", "S-HQ-V": "6002", "S-5Sh": "6002", "S-23TC": "6005",
             "S-Zhukov": "6001", "S-TS-86": with_flag("6001", "unsupplied")}
    match = situation("soviet.initial_supply", place, control=only_sources("6012"), dice=[6, 6])
    assert {(event["unit"], event["distance"]) for event in happened(match, "petrol")} == {(TANKS, 8), (GUNS, 9)}


@pytest.mark.rule("u43", "14.9.b")
def test_the_way_goes_through_enemies_and_no_road_or_headquarters_shortens_it(situation: Situation) -> None:
    # Eight hexes north of the source 6021, one of them German; a road and a front headquarters lie in between.
    place = {TANKS: "6013", GERMAN: "6016", "S-HQ-V": "5917"}
    match = situation("soviet.initial_supply", place, control=only_sources("6021"), dice=[6])
    assert happened(match, "petrol")[0]["distance"] == 8


@pytest.mark.rule("u43", "14.9.c", "14.9.d", "14.9.e")
@pytest.mark.parametrize(("hexes", "fails"), [(8, 2), (10, 2), (11, 3), (15, 3), (16, 4), (20, 4)])
def test_the_petrol_table(situation: Situation, hexes: int, fails: int) -> None:
    place = {TANKS: f"60{21 - hexes:02}"}
    for die, failed in ((fails, True), (fails + 1, False)):
        match = situation("soviet.initial_supply", place, control=only_sources("6021"), dice=[die])
        assert happened(match, "petrol")[0]["distance"] == min(hexes, 16)
        assert has_flag(match, TANKS, "unsupplied") == failed


@pytest.mark.rule("u43", "14.9.d")
def test_a_unit_without_petrol_stays_so_until_the_final_phase(situation: Situation) -> None:
    # 5713 is four hexes from a road that leads to the source, and more than seven from the source itself.
    match = situation("soviet.initial_supply", {TANKS: "5713", RIFLE: "5820"}, control=only_sources("6021"), dice=[1])
    assert supplied(match, TANKS)  # a line could be traced
    assert has_flag(match, TANKS, "unsupplied")
    end_until(match, "german.movement")
    assert not has_flag(match, TANKS, "unsupplied")
