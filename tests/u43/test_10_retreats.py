"""Chapters 10 to 13: retreats, disruption, advances, mobile assaults."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

import stavka
from tests.playing import Situation, event, happened, neighbours, odds, offered, played, reach, refused, where

from .helpers import (
    CENTRE,
    EXPLOIT,
    FIRST,
    GERMAN_EXPLOIT,
    GERMAN_FIRST,
    MOVE,
    NORTH,
    NORTHEAST,
    NORTHWEST,
    RIFLES,
    SOUTH,
    battle,
    die,
    disrupted,
    fight,
    finish,
    has_flag,
    points_left,
    reduced,
)

PAIR = ("S-10TC", "S-2TC")  # 14 against 7: 2-1, DR on a 4
STRIKE = {"S-10TC": CENTRE, "S-2TC": CENTRE}
DR = [4]


def driven_back(situation: Situation, place: Mapping[str, object], *, dice: list[int] = DR) -> stavka.Match:
    """A German division in the hex north of the centre that has to retreat."""
    match = battle(situation, FIRST, {**STRIKE, "G-97J": NORTH, **place}, NORTH, list(PAIR), dice)
    assert event(match, "fought")["result"] == "DR"
    return match


# -- 10.1, 10.2 Where to -------------------------------------------------------------------------------------------


@pytest.mark.rule("u43", "10.1.a", "10.1.b")
def test_a_retreat_goes_two_hexes_away_and_not_towards_the_enemy(situation: Situation) -> None:
    match = driven_back(situation, {})
    grid = match.game.board.grid
    start = grid.index[NORTH]
    assert offered(match).hexes
    for hex in offered(match).hexes:
        assert grid.distance(start, grid.index[hex]) == 2
        assert int(hex[:2]) <= int(NORTH[:2])  # Germans do not go east while they can go elsewhere
    assert refused(match, "hex:5804") == "10.1.b"
    assert refused(match, "hex:5602") == "10.1.a"
    soviet = battle(situation, GERMAN_FIRST, {"G-7Pz": CENTRE, "G-11Pz": CENTRE, RIFLES[0]: NORTH}, NORTH,
                    ["G-7Pz", "G-11Pz"], [3])
    assert event(soviet, "fought")["result"] == "DR"
    assert all(int(hex[:2]) >= int(NORTH[:2]) for hex in offered(soviet).hexes)


@pytest.mark.rule("u43", "10.1.a", "10.3.a")
def test_a_retreat_goes_on_where_it_would_end_overstacked(situation: Situation) -> None:
    full = {"G-68": "5603", "G-75": "5603", "G-82": "5603"}
    match = driven_back(situation, full)
    assert "5603" not in offered(match).hexes
    assert refused(match, "hex:5603") == "10.3.a"


@pytest.mark.rule("u43", "10.2")
def test_a_reorganization_point_stops_a_retreat_after_one_hex(situation: Situation) -> None:
    match = driven_back(situation, {"G-68": "5604"})
    assert "5604" in offered(match).hexes
    shaken = driven_back(situation, {"G-68": disrupted("5604")})
    assert "5604" not in offered(shaken).hexes
    assert refused(shaken, "hex:5604") == "10.1.b"
    city = situation(FIRST, {"S-10TC": "5326", "S-2TC": "5326", "G-97J": "5226"}, dice=[4])
    fight(city, "5226", *PAIR)
    while offered(city).task == "loss":
        city.choose(offered(city).choices[0])
    if offered(city).task == "retreat":
        assert "5227" in offered(city).hexes  # Stalino, a German city


# -- 10.3, 10.4 Lost -----------------------------------------------------------------------------------------------


@pytest.mark.rule("u43", "10.3.a")
def test_who_cannot_retreat_is_lost(situation: Situation) -> None:
    ring = {RIFLES[0]: NORTHWEST, RIFLES[1]: "5504", RIFLES[2]: "5604", RIFLES[3]: "5704", RIFLES[4]: "5705"}
    match = driven_back(situation, ring)
    assert where(match, "G-97J") == "dead.german"
    river = situation(FIRST, {"S-10TC": "3224", "S-2TC": "3224", "S-1MC": "3123", RIFLES[0]: "3122",
                              RIFLES[1]: "3323", "G-97J": "3223"}, dice=[4])
    fight(river, "3223", *PAIR)
    finish(river)
    assert where(river, "G-97J") == "dead.german"  # only the unbridged Dnieper is behind it


@pytest.mark.rule("u43", "10.3.b", "22.3.d")
@pytest.mark.parametrize(("hex", "ring", "road"), [
    ("1907", ("1906", "1908", "1808", "2007", "2008"), True),
    ("1906", ("1905", "1907", "1806", "2006", "2007"), False),
])
def test_artillery_retreats_into_marsh_by_road_only(
        situation: Situation, hex: str, ring: tuple[str, ...], road: bool) -> None:
    """Germans all around but in the marsh of 1807, where friends are; a road leads there from 1907."""
    germans = dict(zip(("G-68", "G-75", "G-82", "G-88", "G-7Pz"), ring, strict=True))
    place = {**germans, "G-11Pz": ring[-1], RIFLES[0]: hex, "S-Art-13": hex, RIFLES[1]: "1807"}
    match = battle(situation, GERMAN_FIRST, place, hex, ["G-7Pz", "G-11Pz"], [4])
    assert event(match, "fought")["result"] == "DR"
    finish(match)
    assert where(match, RIFLES[0]) == "1807"
    assert (where(match, "S-Art-13") == "1807") == road


@pytest.mark.rule("u43", "10.4")
def test_units_that_retreated_add_nothing_and_do_not_retreat_again(situation: Situation) -> None:
    place = {**STRIKE, "G-97J": NORTH, "G-68": "5404", "S-1MC": "5403", "S-23TC": "5403"}
    match = situation(FIRST, place, dice=[4, 5])
    fight(match, NORTH, *PAIR)
    played(match, "hex:5404", "do:halt")
    answer = odds(match, "5404", "S-1MC", "S-23TC")
    assert answer["defence"] == 7 and any(line["rule"] == "10.4" for line in answer["defenders"])
    fight(match, "5404", "S-1MC", "S-23TC")
    assert event(match, "fought")["result"] == "DR"
    while offered(match).task == "loss":
        match.choose(offered(match).choices[0])
    assert where(match, "G-97J") == "dead.german"


@pytest.mark.rule("u43", "10.4", "8.5.DR2X")
def test_no_loss_is_taken_from_units_that_retreated_into_the_hex(situation: Situation) -> None:
    """Without them one step stands there, so DR2X costs the attackers none; nobody there has a way to go."""
    place = {**STRIKE, "G-97J": NORTH, "G-Turk": "5404", "S-1MC": "5403", RIFLES[0]: "5403"}
    match = situation(FIRST, place)
    assert odds(match, "5404", "S-1MC", RIFLES[0])["column"] == "5-1"
    match = situation(FIRST, place, dice=[4, die(match, "5-1", "DR2X")])
    fight(match, NORTH, *PAIR)
    played(match, "hex:5404", "do:halt")
    fight(match, "5404", "S-1MC", RIFLES[0])
    assert event(match, "fought")["result"] == "DR2X"
    finish(match)
    assert [data["unit"] for data in happened(match, "reduced")] == []
    assert where(match, "G-Turk") == where(match, "G-97J") == "dead.german"


@pytest.mark.rule("u43", "10.5")
def test_repulsed_attackers_may_retreat(situation: Situation) -> None:
    match = battle(situation, FIRST, {"S-10TC": CENTRE, "G-68": NORTH}, NORTH, ["S-10TC"], [1])
    assert offered(match).task == "withdraw" and "stand" in offered(match).buttons
    played(match, "unit:S-10TC")
    ends = offered(match).hexes
    played(match, f"hex:{ends[0]}")
    assert where(match, "S-10TC") == ends[0] and where(match, "G-68") == NORTH
    assert offered(match).task == "target"  # nobody follows


# -- 11 Disruption -------------------------------------------------------------------------------------------------


@pytest.mark.rule("u43", "11.1", "11.3.c")
def test_a_disrupted_unit_moves_one_hex_and_keeps_strength_zone_and_bonds(situation: Situation) -> None:
    match = situation(MOVE, {"S-10TC": disrupted("2013"), "S-2TC": CENTRE})
    assert set(reach(match, "S-10TC")) <= neighbours(match, "2013") and "2014" in reach(match, "S-10TC")
    played(match, "unit:S-10TC", "hex:2014")
    assert not offered(match).hexes
    assert refused(situation(EXPLOIT, {"S-10TC": disrupted(CENTRE), "S-2TC": SOUTH}), "unit:S-10TC") == "11.3.c"
    held = situation(FIRST, {RIFLES[0]: CENTRE, "G-68": disrupted(NORTH), "G-75": disrupted("5603")})
    assert odds(held, NORTH, RIFLES[0])["defence"] == 7
    assert held.ask("bonds", side="german")["hexes"] == ["5604"]


@pytest.mark.rule("u43", "11.2.e", "16.5.d")
def test_replacements_disrupt(situation: Situation) -> None:
    match = situation(MOVE, {RIFLES[0]: reduced("4902")}, replacements=[0, 1])
    played(match, f"unit:{RIFLES[0]}", "do:replace")
    assert has_flag(match, RIFLES[0], "disrupted")


@pytest.mark.rule("u43", "11.2.f", "19.1.c")
def test_building_in_an_enemy_zone_disrupts(situation: Situation) -> None:
    place = {"G-68": "3810", RIFLES[0]: "3909", "G-75": "3814"}
    match = situation("german.movement", place)
    played(match, "do:fort", "hex:3810", "do:end_phase")
    assert has_flag(match, "G-68", "disrupted") and not has_flag(match, "G-75", "disrupted")


@pytest.mark.rule("u43", "11.3.a")
def test_disrupted_units_do_not_attack(situation: Situation) -> None:
    place = {RIFLES[0]: disrupted(CENTRE), RIFLES[1]: NORTHEAST, "G-68": NORTH}
    match = played(situation(FIRST, place), f"hex:{NORTH}")
    assert refused(match, f"unit:{RIFLES[0]}") == "11.3.a"


@pytest.mark.rule("u43", "11.3.b")
def test_disrupted_units_take_no_replacements(situation: Situation) -> None:
    match = played(situation(MOVE, {RIFLES[0]: reduced("4902", disrupted=True)}, replacements=[1, 1]),
                   f"unit:{RIFLES[0]}")
    assert refused(match, "do:replace") == "11.3.b"


@pytest.mark.rule("u43", "11.4", "13.3")
def test_a_disrupted_defender_retreats_again_without_penalty(situation: Situation) -> None:
    place = {"G-7Pz": CENTRE, "G-11Pz": CENTRE, RIFLES[0]: disrupted(NORTH)}
    match = situation(GERMAN_EXPLOIT, place, dice=[3])
    played(match, "unit:G-7Pz", "unit:G-11Pz", f"hex:{NORTH}", "do:roll")
    assert event(match, "fought")["result"] == "DR"
    finish(match, "do:halt")
    assert where(match, RIFLES[0]) != "dead.soviet" and has_flag(match, RIFLES[0], "disrupted")


# -- 12 Advance ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("u43", "12.1", "12.2.a")
def test_vehicles_and_cavalry_advance_two_hexes_infantry_one_artillery_none(situation: Situation) -> None:
    place = {"S-10TC": CENTRE, RIFLES[0]: CENTRE, "S-4GCC": NORTHWEST, "S-Art-13": NORTHWEST, "G-97J": NORTH}
    match = battle(situation, FIRST, place, NORTH, ["S-10TC", RIFLES[0], "S-4GCC"], [4])
    assert event(match, "fought")["result"] == "DR"
    played(match, f"hex:{offered(match).hexes[0]}")
    assert set(offered(match).units) == {"S-10TC", RIFLES[0], "S-4GCC"}
    assert not offered(match).about.group, "nobody has been picked yet"
    assert refused(match, "unit:S-Art-13") == "12.1"
    played(match, "unit:S-10TC")
    assert offered(match).task == "advance_again"
    played(match, f"hex:{offered(match).hexes[0]}", f"unit:{RIFLES[0]}")
    assert where(match, "S-10TC") != NORTH and where(match, RIFLES[0]) == NORTH
    assert offered(match).task == "advance"  # infantry goes no further
    played(match, "unit:S-4GCC")
    assert offered(match).task == "advance_again"


@pytest.mark.rule("u43", "12.2.b")
def test_the_second_hex_respects_bonds_major_rivers_and_marsh(situation: Situation) -> None:
    place = {"S-10TC": "3220", "S-2TC": "3220", "G-97J": "3221"}
    match = battle(situation, FIRST, place, "3221", list(PAIR), [4])
    finish_retreat(match)
    played(match, "unit:S-10TC")
    assert offered(match).task == "advance_again" and "3222" in offered(match).hexes
    river = battle(situation, FIRST, {"S-10TC": "3221", "S-2TC": "3221", "G-97J": "3222"}, "3222", list(PAIR), [4])
    finish_retreat(river)
    played(river, "unit:S-10TC")
    assert refused(river, "hex:3223") == "12.2.b"
    marsh = battle(situation, FIRST, {"S-10TC": "2012", "S-2TC": "2012", "G-97J": "2013"}, "2013", list(PAIR), [4])
    finish_retreat(marsh)
    played(marsh, "unit:S-10TC")
    assert refused(marsh, "hex:2014") == "12.2.b"


@pytest.mark.rule("u43", "12.2.b")
def test_the_second_hex_is_no_box(situation: Situation) -> None:
    match = battle(situation, FIRST, {"S-10TC": "3220", "S-2TC": "3220", "G-97J": "3221"}, "3221", list(PAIR), [4])
    finish_retreat(match)
    played(match, "unit:S-10TC")
    assert offered(match).task == "advance_again"
    boxes = [name for name in match.game.board.names[match.position.layout.hexes:] if name]
    assert len(boxes) > 10
    for box in boxes:
        assert refused(match, f"hex:{box}") == "12.2.b"
        assert match.ask("why_not", unit="S-10TC", hex=box)["rule"] == "12.2.b"


def finish_retreat(match: stavka.Match) -> None:
    """Let the defender go where he likes."""
    while offered(match).task in ("loss", "retreat", "retreat_unit"):
        match.choose(offered(match).choices[-1])


@pytest.mark.rule("u43", "12.2.a", "7.2.a")
def test_the_first_hex_may_lie_in_a_bond(situation: Situation) -> None:
    place = {**STRIKE, "G-97J": NORTH, "G-68": "5504", "G-75": "5705"}
    match = battle(situation, FIRST, place, NORTH, list(PAIR), [4])
    finish_retreat(match)
    assert NORTH in match.ask("bonds", side="german")["hexes"]
    played(match, "unit:S-10TC")
    assert where(match, "S-10TC") == NORTH


@pytest.mark.rule("u43", "12.3.a", "12.3.b", "18.3", "18.2.B")
def test_advances_across_a_major_river(situation: Situation) -> None:
    place = {"S-10TC": "3222", RIFLES[0]: "3222", "S-4GCC": "3322", RIFLES[1]: "3322", "G-Turk": "3223",
             "S-HQ-St": "3221"}
    match = situation(FIRST, place, river_assaults=["3222/3223", "3223/3322"], dice=[6, 5])
    fight(match, "3223", "S-10TC", RIFLES[0], "S-4GCC", RIFLES[1])
    assert where(match, "G-Turk") == "dead.german" and offered(match).task == "advance"
    assert refused(match, "unit:S-10TC") == "12.3.a"
    played(match, "unit:S-4GCC")
    assert where(match, "S-4GCC") == "3223" and offered(match).task == "advance_again"
    played(match, "do:halt", f"unit:{RIFLES[0]}")
    assert where(match, RIFLES[0]) == "3223"
    bridged = situation(FIRST, place, river_assaults=["3222/3223"], pontoons=["3222/3223"], dice=[6, 5])
    fight(bridged, "3223", "S-10TC", RIFLES[0])
    finish_retreat(bridged)
    assert "S-10TC" in offered(bridged).units


# -- 13 Mobile assaults --------------------------------------------------------------------------------------------


@pytest.mark.rule("u43", "13.1.a")
def test_mobile_assaults_are_for_vehicles_in_exploitation(situation: Situation) -> None:
    match = played(situation(EXPLOIT, {RIFLES[0]: CENTRE, "G-68": NORTH}), f"unit:{RIFLES[0]}")
    assert refused(match, f"hex:{NORTH}") == "13.1.a"
    moving = played(situation(MOVE, {"S-10TC": CENTRE, "G-68": NORTH}), "unit:S-10TC")
    assert refused(moving, f"hex:{NORTH}") == "4.1.a"


@pytest.mark.rule("u43", "13.1.b")
def test_what_a_mobile_assault_costs(situation: Situation) -> None:
    match = situation(EXPLOIT, {"S-10TC": CENTRE, "G-68": NORTH, "G-75": SOUTH})
    played(match, "unit:S-10TC", f"hex:{NORTH}")
    assert points_left(match) == 5 - 3  # nothing for leaving the zone
    road = played(situation(EXPLOIT, {"S-10TC": "4014", "G-68": "3914"}), "unit:S-10TC", "hex:3914")
    assert points_left(road) == 5 - 3
    woods = played(situation(EXPLOIT, {"S-10TC": unsupplied_hex("0507"), "G-68": "0508"}), "unit:S-10TC")
    assert refused(woods, "hex:0508") == "13.1.b"


def unsupplied_hex(hex: str) -> dict[str, object]:
    """A unit with an Out of Supply marker."""
    return {"hex": hex, "unsupplied": True}


@pytest.mark.rule("u43", "13.1.c")
def test_one_stack_assaults_with_air_but_without_artillery(situation: Situation) -> None:
    place = {"S-10TC": CENTRE, "S-2TC": NORTHEAST, "G-68": NORTH, "S-Art-13": SOUTH, "S-Air-2": "5008", "S-HQ-V": SOUTH}
    match = played(situation(EXPLOIT, place), "unit:S-10TC", f"hex:{NORTH}")
    assert offered(match).units == ("S-Air-2",)
    assert refused(match, "unit:S-2TC") == "13.1.c"
    assert refused(match, "unit:S-Art-13") == "22.1"


@pytest.mark.rule("u43", "13.1.d")
def test_the_example_of_a_mobile_assault(situation: Situation) -> None:
    """Two road hexes (1 MP), an assault (3 MP), DR, no advance, and on along the road: 6 MP in all."""
    place = {"G-7Pz": "3815", "G-11Pz": "3815", RIFLES[0]: "4114"}
    match = situation(GERMAN_EXPLOIT, place, dice=[4])
    played(match, "unit:G-7Pz", "unit:G-11Pz", "hex:4014")
    assert points_left(match) == 5
    played(match, "hex:4114", "do:roll")
    assert event(match, "fought")["result"] == "DR"
    while offered(match).task in ("retreat", "loss"):
        match.choose(offered(match).choices[-1])
    assert offered(match).task == "assault_advance"
    played(match, "do:halt")
    assert points_left(match) == 2
    played(match, "hex:4113")
    assert where(match, "G-7Pz") == "4113"


@pytest.mark.rule("u43", "13.1.d", "4.1.a")
def test_who_is_left_of_an_assault_has_the_rest_of_its_own_allowance(situation: Situation) -> None:
    """The Guards have six points, the tanks that are lost beside them five; the assault has cost three."""
    place = {"S-1GMC": reduced(CENTRE), "S-11TC": reduced(CENTRE), "G-3Pz": reduced(NORTH)}
    match = situation(EXPLOIT, place, dice=[5])
    played(match, "unit:S-1GMC", "unit:S-11TC")
    assert points_left(match) == 5
    played(match, f"hex:{NORTH}", "do:roll", "unit:S-11TC", "do:advance")
    assert where(match, "S-1GMC") == NORTH
    assert reach(match, "S-1GMC")["5602"] == 3


@pytest.mark.rule("u43", "13.2", "8.1.b")
def test_the_example_of_two_assaults(situation: Situation) -> None:
    """Assault A: DR, advance after 3 MP; with the other 3 MP assault B, a marker, or a move."""
    place = {"G-7Pz": CENTRE, "G-11Pz": CENTRE, RIFLES[0]: NORTH, RIFLES[1]: "5604"}
    match = situation(GERMAN_EXPLOIT, place, dice=[3, 1])
    played(match, "unit:G-7Pz", "unit:G-11Pz", f"hex:{NORTH}", "do:roll")
    while offered(match).task in ("retreat", "loss"):
        match.choose(offered(match).choices[-1])
    played(match, "do:advance")
    assert where(match, "G-7Pz") == NORTH and "assault" in offered(match).buttons
    assert "5604" in offered(match).hexes
    played(match, "hex:5604", "do:roll")
    assert len(happened(match, "fought")) == 2
    again = situation(GERMAN_EXPLOIT, {"G-7Pz": CENTRE, RIFLES[0]: NORTH, RIFLES[1]: NORTH}, dice=[4, 4])
    played(again, "unit:G-7Pz", f"hex:{NORTH}", "do:roll")
    assert event(again, "fought")["result"] == "C"
    assert NORTH in offered(again).hexes  # the same hex once more


@pytest.mark.rule("u43", "13.3")
def test_units_that_retreated_defend_in_full_against_an_assault(situation: Situation) -> None:
    place = {"G-7Pz": CENTRE, "G-11Pz": CENTRE, RIFLES[0]: NORTH, RIFLES[1]: "5604"}
    match = situation(GERMAN_EXPLOIT, place, dice=[3, 3])
    played(match, "unit:G-7Pz", "unit:G-11Pz", f"hex:{NORTH}", "do:roll", "hex:5604", "do:advance")
    assert has_flag(match, RIFLES[0], "disrupted")
    assert odds(match, "5604", "G-7Pz", "G-11Pz")["defence"] == 10
