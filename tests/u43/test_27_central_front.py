"""Chapter 27: the Central Front."""

from __future__ import annotations

import pytest

import stavka
from tests.playing import Situation, end_until, event, happened, offered, played, refused, supplied, track, where

from .helpers_late import CENTRE, INFANTRY, RIFLES, marks, only_sources, task

RIFLE, GERMAN, TANKS = RIFLES[0], INFANTRY[0], "S-10TC"

# -- 27.1 Progress -------------------------------------------------------------------------------------------------


@pytest.mark.rule("u43", "27.1", "31.2.f")
@pytest.mark.parametrize(("die", "gained"), [(1, 0), (2, 0), (3, 1), (5, 1), (6, 2)])
def test_from_turn_6_a_die_gains_half_hexes(situation: Situation, die: int, gained: int) -> None:
    match = situation("central_front", {RIFLE: CENTRE}, turn=6, dice=[die])
    assert track(match, "central_front") == gained
    before = situation("central_front", {RIFLE: CENTRE}, turn=5, dice=[6])
    assert track(before, "central_front") == 0 and not happened(before, "central_front")


@pytest.mark.rule("u43", "27.1", "27.2.a")
def test_where_the_front_stands_is_told_and_its_ways_in_are_marked(situation: Situation) -> None:
    match = situation("soviet.movement", {RIFLE: CENTRE, RIFLES[1]: "central"}, turn=9, central="B")
    told = match.view("soviet")["tracks"]["central_front"]
    assert (told["value"], told["text"]) == (2, {"en": "half-hexes to B", "es": "medios hexágonos hasta B"})
    match.choose(f"unit:{RIFLES[1]}")
    assert marks(match, "half_hex") and marks(match, "half_hex") <= set(offered(match).hexes)
    none = situation("soviet.movement", {RIFLE: CENTRE}, turn=2)
    assert "text" not in none.view("soviet")["tracks"]["central_front"] and not marks(none, "half_hex")


@pytest.mark.rule("u43", "27.1")
def test_half_hexes_come_in_alphabetical_order_from_east_to_west(situation: Situation) -> None:
    match = situation("central_front", {RIFLE: CENTRE, RIFLES[1]: "central"}, turn=9, central="B", dice=[6])
    assert event(match, "central_front")["letter"] == "D"
    last = situation("central_front", {RIFLE: CENTRE}, turn=20, central="M", dice=[6])
    assert event(last, "central_front")["letter"] == "N"  # there is no more
    end = situation("central_front", {RIFLE: CENTRE}, turn=20, central="N")
    assert not happened(end, "central_front")


# -- 27.2 Half-hexes -----------------------------------------------------------------------------------------------


def entries(match: stavka.Match, unit: str) -> set[str]:
    """Where a unit may come in."""
    match.choose(f"unit:{unit}")
    return set(offered(match).hexes)


@pytest.mark.rule("u43", "27.2.a")
def test_they_let_reinforcements_and_units_of_the_box_in(situation: Situation) -> None:
    none = situation("soviet.movement", {}, turn=6)
    assert entries(none, "S-11TC") == {"3701", "4101", "4901", "central"}
    two = situation("soviet.movement", {}, turn=6, central="B")
    beside = {"2801", "2901", "3001", "3101", "3201"}
    assert entries(two, "S-11TC") == {"3701", "4101", "4901", "central"} | beside
    boxed = situation("soviet.movement", {RIFLE: "central"}, turn=6, central="B")
    assert beside <= entries(boxed, RIFLE)


@pytest.mark.rule("u43", "27.2.b", "7.2.a")
def test_straight_into_a_zone_but_not_into_a_bond_or_among_germans(situation: Situation) -> None:
    zone = situation("soviet.movement", {GERMAN: "2801", INFANTRY[1]: "3003"}, turn=6, central="B")
    hexes = entries(zone, "S-11TC")
    assert "2901" in hexes and "2801" not in hexes
    bond = situation("soviet.movement", {GERMAN: "2801", INFANTRY[1]: "3002"}, turn=6, central="B")
    assert "2901" not in entries(bond, "S-11TC")  # it lies between the two
    assert refused(bond, "hex:2901") == "27.2.b"


@pytest.mark.rule("u43", "27.2.c")
def test_half_hexes_gained_are_sources_of_supply(situation: Situation) -> None:
    place = {RIFLE: "2803"}
    assert not supplied(situation("soviet.movement", place, control=only_sources()), RIFLE)
    assert supplied(situation("soviet.movement", place, control=only_sources(), central="B"), RIFLE)  # three hexes


@pytest.mark.rule("u43", "27.2.c", "14.9.b")
def test_germans_before_a_half_hex_stop_a_line_but_not_the_petrol(situation: Situation) -> None:
    place = {TANKS: "2803", **dict(zip(INFANTRY, ("2801", "2901", "3001", "3101", "3201"), strict=False))}
    match = situation("soviet.movement", place, control=only_sources(), central="B")
    assert not supplied(match, TANKS)
    assert match.ask("supply", unit=TANKS)["petrol"] == 3


# -- 27.3 The box --------------------------------------------------------------------------------------------------


@pytest.mark.rule("u43", "27.3.a")
def test_a_unit_that_leaves_by_the_north_edge_comes_back_on_a_later_turn(situation: Situation) -> None:
    match = situation("soviet.movement", {TANKS: "4001", RIFLE: CENTRE, GERMAN: "0540"}, turn=7, central="A",
                      control={"soviet": ["5324"]}, dice=[1] * 9)
    played(match, f"unit:{TANKS}", "hex:central")
    assert where(match, TANKS) == "central"
    assert refused(match, f"unit:{TANKS}") == "27.3.a"  # not on the same turn
    end_until(match, "soviet.movement", 8)
    match.choose(f"unit:{TANKS}")
    hexes = set(offered(match).hexes)
    assert {"3001", "3101", "3201"} <= hexes  # the half-hex
    assert {"3501", "5001"} <= hexes and "2001" not in hexes  # the north edge as far as it is Soviet
    match.choose("hex:3101")
    assert where(match, TANKS) == "3101"


@pytest.mark.rule("u43", "27.3.a", "6.3.a")
def test_leaving_costs_a_point_and_the_enemy_zone(situation: Situation) -> None:
    spent = situation("soviet.movement", {RIFLE: "4004", GERMAN: "0540"}, turn=7)
    played(spent, f"unit:{RIFLE}", "hex:4001")
    assert "central" in offered(spent).hexes  # three points spent, one left
    used_up = situation("soviet.movement", {RIFLE: "4005", GERMAN: "0540"}, turn=7)
    played(used_up, f"unit:{RIFLE}", "hex:4001")
    assert "central" not in offered(used_up).hexes
    watched = situation("soviet.movement", {RIFLE: "4003", GERMAN: "3901"}, turn=7)
    played(watched, f"unit:{RIFLE}", "hex:4001")
    assert "central" not in offered(watched).hexes  # two left, three needed


@pytest.mark.rule("u43", "27.3.a", "14.6")
def test_units_in_the_box_are_supplied(situation: Situation) -> None:
    match = situation("soviet.final", {TANKS: {"hex": "central", "unsupplied": True}, GERMAN: "0540"}, turn=7)
    assert TANKS in event(match, "supplied")["units"]


@pytest.mark.rule("u43", "27.3.b")
def test_reinforcements_may_be_put_into_the_box_for_the_next_turn(situation: Situation) -> None:
    match = situation("soviet.movement", {RIFLE: CENTRE, GERMAN: "0540"}, turn=5, dice=[3] * 9)
    played(match, "unit:S-11TC", "hex:central")
    assert where(match, "S-11TC") == "central" and refused(match, "unit:S-11TC") == "27.3.a"
    end_until(match, "soviet.movement", 6)
    match.choose("unit:S-11TC")
    assert task(match) == "enter" and {"3001", "3101", "3201"} <= set(offered(match).hexes)


@pytest.mark.rule("u43", "27.3.a", "4.6.a")
def test_who_comes_back_from_the_box_rides_as_the_one_unit_of_the_turn(situation: Situation) -> None:
    """Only reinforcements that arrive on this turn ride besides it."""
    place = {TANKS: "central", "S-2TC": "central", GERMAN: "0540"}
    match = situation("soviet.movement", place, turn=7)
    played(match, f"unit:{TANKS}", "hex:4901", "do:rail", "hex:4902", "unit:S-2TC", "hex:4901")
    assert refused(match, "do:rail") == "4.6.a"
    assert "do:extended" in offered(match)  # that is free to all who have just entered


# -- 27.4 Railways off the north edge ------------------------------------------------------------------------------

TO_BAKHMACH = ["3405", "3305", "3206", "3105", "3005", "2905", "2805", "2705", "2605", "2505", "2406"]
GORODNYA = ["2305", "2304", "2204", "2103", "2004", "1903", "1902", "1802", "1801"]
TO_NEZHIN = ["2306", "2207", "2106", "2007"]


@pytest.mark.rule("u43", "27.4", "17.1.b")
@pytest.mark.parametrize("hex", ["2703", "3003"])
def test_two_lines_are_repaired_with_that_of_gorodnya(situation: Situation, hex: str) -> None:
    def on_railway(repaired: list[str]) -> bool:
        branch = ["2704", "2703", "2702", "2701", "3004", "3003", "3002", "3001"]
        match = situation("soviet.movement", {RIFLE: hex}, repaired=repaired, turn=9,
                          control={"soviet": [*TO_BAKHMACH, *GORODNYA, *branch]})
        return bool(match.ask("supply", unit=RIFLE)["rule"] == "14.2.b")

    assert not on_railway(TO_BAKHMACH)
    assert not on_railway([*TO_BAKHMACH, *GORODNYA[:-1]])
    assert on_railway([*TO_BAKHMACH, *GORODNYA])


@pytest.mark.rule("u43", "27.4")
def test_the_line_to_repki_is_never_repaired(situation: Situation) -> None:
    branch = ["1906", "1905", "1805", "1804", "1703", "1702", "1602", "1601"]
    match = situation("soviet.movement", {RIFLE: "1905"}, turn=9, repaired=[*TO_BAKHMACH, *GORODNYA, *TO_NEZHIN],
                      control={"soviet": [*TO_BAKHMACH, *GORODNYA, *TO_NEZHIN, *branch]})
    assert match.ask("supply", unit=RIFLE)["rule"] != "14.2.b"
