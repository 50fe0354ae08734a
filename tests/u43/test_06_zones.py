"""Chapters 6 and 7: zones of control and bonds."""

from __future__ import annotations

from typing import Any

import pytest

import stavka
from tests.playing import Situation, cost, neighbours, offered, played, reach, refused, supplied, where

from .helpers import CENTRE, FIRST, GERMAN_MOVE, MOVE, NORTH, RIFLES, die, disrupted, fight, finish, unsupplied
from .helpers_late import only_sources

FOOT = RIFLES[0]


def zone(match: stavka.Match, side: str) -> set[str]:
    """The zones of control of a side."""
    return set(match.ask("zoc", side=side))


def bonds(match: stavka.Match, side: str) -> dict[str, Any]:
    """The bonds of a side."""
    answer: dict[str, Any] = match.ask("bonds", side=side)
    return answer


# -- 6 Zones of control --------------------------------------------------------------------------------------------


@pytest.mark.rule("u43", "6.1", "6.4")
def test_a_zone_is_six_hexes_but_not_across_major_rivers_or_sea(situation: Situation) -> None:
    match = situation(MOVE, {FOOT: CENTRE})
    assert zone(match, "soviet") == neighbours(match, CENTRE)
    river = situation(MOVE, {"G-68": "3223"})
    assert zone(river, "german") == neighbours(river, "3223") - {"3222", "3322"}
    coast = situation(MOVE, {"G-68": "5133"})
    assert "5134" not in zone(coast, "german")


@pytest.mark.rule("u43", "6.2")
def test_who_has_a_zone(situation: Situation) -> None:
    place = {"G-68": disrupted("5604"), "G-75": unsupplied("5612")}
    match = situation(MOVE, place)
    assert zone(match, "german") == neighbours(match, "5604") | neighbours(match, "5612")
    none = {"G-Tiger": "5604", "G-HQ-8A": "5606", "G-PzC-III": "5608", "G-Manstein": "5610", "G-AG1": "5612"}
    assert zone(situation(MOVE, none), "german") == set()
    soviet = {"S-TS-86": "5604", "S-Art-13": "5606", "S-Sap-6": "5608", "S-1TA": "5610", "S-Abn-1": "5612"}
    assert zone(situation(MOVE, soviet), "soviet") == set()


@pytest.mark.rule("u43", "6.3.a")
def test_zones_are_sticky(situation: Situation) -> None:
    match = situation(MOVE, {"S-10TC": "5608", "G-68": "5708"})
    assert cost(match, "S-10TC", "5609") == 3  # from zone to zone
    assert cost(match, "S-10TC", "5507") == 3  # out of the zone
    assert cost(situation(MOVE, {"S-10TC": "5607", "G-68": "5708"}), "S-10TC", "5608") == 1  # into it


@pytest.mark.rule("u43", "6.5.b", "10.1.b")
def test_a_retreat_avoids_enemy_zones(situation: Situation) -> None:
    place = {"S-10TC": CENTRE, "S-2TC": CENTRE, "G-97J": NORTH, RIFLES[1]: "5704", RIFLES[2]: "5805"}
    match = situation(FIRST, place, dice=[4])
    assert die(match, "2-1", "DR") == 4
    fight(match, NORTH, "S-10TC", "S-2TC")
    assert offered(match).hexes and not set(offered(match).hexes) & zone(match, "soviet")


@pytest.mark.rule("u43", "6.5.c", "14.5")
def test_two_vacant_hexes_in_enemy_zones_stop_a_supply_line(situation: Situation) -> None:
    assert supplied(situation(MOVE, {FOOT: "5809"}), FOOT)
    germans = {"G-68": "5507", "G-75": "5611", "G-82": "5911"}
    match = situation(MOVE, {FOOT: "5809", **germans})
    assert bonds(match, "german") == {"hexes": [], "hexsides": []}
    assert not supplied(match, FOOT)
    friend = situation(MOVE, {FOOT: "5809", **germans, RIFLES[1]: "6011"})  # a friend's hex does not count
    assert supplied(friend, FOOT)
    assert friend.ask("supply", unit=FOOT)["path"] == ["5809", "5909", "6010", "6011", "6012"]


@pytest.mark.rule("u43", "6.5.d", "16.5.c")
def test_replacements_in_enemy_zones(situation: Situation) -> None:
    soviet = {FOOT: {"hex": "4902", "reduced": True}, "G-68": "4903"}
    match = played(situation(MOVE, soviet, replacements=[1, 1]), f"unit:{FOOT}")
    assert refused(match, "do:replace") == "16.5.c"
    german = {"G-68": {"hex": "4903", "reduced": True}, FOOT: "4902"}
    match = played(situation(GERMAN_MOVE, german, replacements=[1, 1]), "unit:G-68")
    assert "replace" in offered(match).buttons


# -- 7 Bonds -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("u43", "7.1")
def test_hex_bonds_and_hexside_bonds(situation: Situation) -> None:
    straight = situation(MOVE, {"G-68": "5604", "G-75": CENTRE})
    assert bonds(straight, "german") == {"hexes": [NORTH], "hexsides": []}
    askew = situation(MOVE, {"G-68": CENTRE, "G-75": "5707"})
    assert bonds(askew, "german") == {"hexes": [], "hexsides": ["5607/5706"]}
    assert bonds(situation(MOVE, {"G-68": CENTRE, "G-75": NORTH}), "german") == {"hexes": [], "hexsides": []}
    support = situation(MOVE, {"G-68": "5604", "G-Tiger": CENTRE})
    assert bonds(support, "german")["hexes"] == []


@pytest.mark.rule("u43", "7.2.a")
def test_nobody_crosses_a_hexside_bond(situation: Situation) -> None:
    match = played(situation(MOVE, {FOOT: "5607", "G-68": CENTRE, "G-75": "5707"}), f"unit:{FOOT}")
    assert refused(match, "hex:5706") == "7.2.a"
    exploit = played(situation("soviet.exploitation", {FOOT: "5607", "G-68": CENTRE, "G-75": "5707"}), f"unit:{FOOT}")
    assert refused(exploit, "hex:5706") == "7.2.a"


@pytest.mark.rule("u43", "7.2.b")
def test_no_supply_line_crosses_a_hexside_bond(situation: Situation) -> None:
    """From 5812 by 5912 to 6012, the only source; 5912 is in a German zone with or without the bond."""
    place = {FOOT: "5812", RIFLES[1]: "6012", "G-68": "5911"}
    no_bond = situation(MOVE, {**place, "G-HQ-8A": "5813"}, control=only_sources("6012"))
    assert no_bond.ask("supply", unit=FOOT)["path"] == ["5812", "5912", "6012"]
    bond = situation(MOVE, {**place, "G-75": "5813"}, control=only_sources("6012"))
    assert bonds(bond, "german") == {"hexes": [], "hexsides": ["5812/5912"]}
    assert not supplied(bond, FOOT)


@pytest.mark.rule("u43", "7.2.c", "10.3.a")
def test_a_retreat_into_a_bond_is_the_end(situation: Situation) -> None:
    # Soviets all around but at 5604, which lies in the bond of 5504 and 5703.
    place = {"S-10TC": CENTRE, "S-2TC": CENTRE, "G-Turk": NORTH, RIFLES[1]: "5504", RIFLES[2]: "5705",
             RIFLES[3]: "5603", "S-HQ-V": "5608"}
    match = situation(FIRST, place, dice=[6, 6, 6])
    fight(match, NORTH, "S-10TC", "S-2TC")
    finish(match)
    assert where(match, "G-Turk") == "dead.german"


@pytest.mark.rule("u43", "7.3")
def test_bonds_and_terrain(situation: Situation) -> None:
    """E crosses two rivers, H passes through a town, C would cross a major river."""
    town = situation(MOVE, {"G-68": "3817", "G-75": "3819"})
    assert bonds(town, "german")["hexes"] == []  # Krasnograd, 3818
    major = situation(MOVE, {"G-68": "3221", "G-75": "3223"})
    assert bonds(major, "german")["hexes"] == []
    one_river = situation(MOVE, {"G-68": "3603", "G-75": "3601"})
    assert bonds(one_river, "german")["hexes"] == ["3602"]
    loop = situation(MOVE, {"G-68": "4918", "G-75": "4920"})
    assert bonds(loop, "german")["hexes"] == []  # the Donets north and south of 4919
    village = situation(MOVE, {"G-68": "3813", "G-75": "3815"})
    assert bonds(village, "german")["hexes"] == ["3814"]


@pytest.mark.rule("u43", "7.4")
def test_enemies_cancel_bonds(situation: Situation) -> None:
    """A and B are cancelled bonds."""
    hexed = {"G-68": "5604", "G-75": CENTRE}
    assert bonds(situation(MOVE, {**hexed, "S-TS-86": NORTH}), "german")["hexes"] == []
    assert bonds(situation(MOVE, {**hexed, "S-HQ-V": NORTH}), "german")["hexes"] == []
    assert bonds(situation(MOVE, {**hexed, "S-Zhukov": NORTH}), "german")["hexes"] == [NORTH]
    sided = {"G-68": CENTRE, "G-75": "5707"}
    one = situation(MOVE, {**sided, FOOT: "5607"})
    assert bonds(one, "german")["hexsides"] == ["5607/5706"]
    both = situation(MOVE, {**sided, FOOT: "5607", RIFLES[1]: "5706"})
    assert bonds(both, "german")["hexsides"] == []


@pytest.mark.rule("u43", "7.4", "7.2.a")
def test_a_cancelled_bond_binds_nobody_until_it_is_left(situation: Situation) -> None:
    match = situation(MOVE, {"G-68": "5604", "G-75": CENTRE, FOOT: NORTH, RIFLES[1]: "5505"})
    assert NORTH in reach(match, RIFLES[1])  # not only to the one that stands there
    played(match, f"unit:{FOOT}", "hex:5705", f"unit:{RIFLES[1]}")
    assert refused(match, f"hex:{NORTH}") == "7.2.a"
    sided = situation(MOVE, {"G-68": CENTRE, "G-75": "5707", FOOT: "5607", RIFLES[1]: "5706"})
    assert "5706" in reach(sided, FOOT)
    played(sided, f"unit:{RIFLES[1]}", "hex:5805", f"unit:{FOOT}")
    assert refused(sided, "hex:5706") == "7.2.a"


@pytest.mark.rule("u43", "7.5")
def test_no_bonds_with_the_map_edge(situation: Situation) -> None:
    match = situation(MOVE, {"G-68": "5602"})
    assert bonds(match, "german") == {"hexes": [], "hexsides": []}


@pytest.mark.rule("u43", "7.6")
def test_a_coast_stands_for_a_second_unit_in_hexside_bonds(situation: Situation) -> None:
    """One Soviet unit near the shore has two hexside bonds with the coast."""
    match = situation(MOVE, {FOOT: "4436"})
    closed = bonds(match, "soviet")
    assert closed["hexes"] == [] and closed["hexsides"]
    grid = match.game.board.grid
    for side in closed["hexsides"]:
        first, second = side.split("/")
        common = set(neighbours(match, first)) & set(neighbours(match, second))
        assert "4436" in common
        assert any(grid.names[i] in common and match.game.board.terrain[i] == "sea" for i in grid.index.values())


@pytest.mark.rule("u43", "7.7")
def test_crossing_bonds_hold_both_sides(situation: Situation) -> None:
    """F and G intersect: neither side may cross the other's; D is a legal hexside bond."""
    place = {"G-68": "5604", "G-75": CENTRE, FOOT: "5505", RIFLES[1]: "5704"}
    match = situation(MOVE, place)
    assert NORTH in bonds(match, "german")["hexes"]
    soviet = bonds(match, "soviet")
    assert soviet["hexes"] == [NORTH] or soviet["hexsides"]
    assert NORTH not in reach(match, FOOT)
