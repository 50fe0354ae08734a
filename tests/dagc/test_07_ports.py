"""Chapter 7: ports, and how many they supply."""

from __future__ import annotations

from typing import Any

import pytest

import stavka
from tests.playing import Situation, end_until, offered, play

from .helpers import (
    CORPS,
    GERMAN_SOURCES,
    GERMANS_CUT_OFF,
    POCKET,
    PORTS,
    fought,
    movement_points,
    path,
    shifts,
    supplied,
    supply_rule,
)

ALL_PORTS = tuple(PORTS)


def others(port: str) -> list[str]:
    """All ports but one."""
    return [other for other in ALL_PORTS if other != port]


# -- 7.9 Ports -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("dagc", "7.9.a")
def test_ports_are_the_coastal_places_but_not_narva(dagc: stavka.Game[Any], situation: Situation) -> None:
    supplying = set()
    for town in dagc.board.places.values():
        hex = dagc.board.names[town.hex]
        cut_off = {"soviet": [source for source in GERMAN_SOURCES if source != hex]}
        match = situation("german.movement", {"G-1": hex}, control=cut_off, lost_ports=others(hex))
        # on an edge source the corps retakes it: that is land supply
        if supplied(match, "G-1") and supply_rule(match, "G-1") != "7.2.a":
            supplying.add(town.name["en"])
    assert supplying == {"Riga", "Reval", "Königsberg", "Pärnu", "Ventspils", "Liepāja", "Memel"}
    assert "1301" in dagc.board.numbers(dagc.board.area("coast"))  # Narva lies on the coast, and is none


@pytest.mark.rule("dagc", "7.9.a")
def test_port_supply_is_full_supply(situation: Situation) -> None:
    place = {"G-1": "1310", "S-39": "1309"}
    port = {"control": GERMANS_CUT_OFF, "lost_ports": others("1510")}
    none = {"control": GERMANS_CUT_OFF, "lost_ports": ALL_PORTS}
    moving = situation("german.movement", place, **port)
    assert supply_rule(moving, "G-1") == "7.9.a"
    assert path(moving, "G-1")[-1] == "1510"
    assert movement_points(moving, "G-1") == 7
    assert shifts(situation("german.combat_before", place, **port), "1309", "G-1") == {}
    assert shifts(situation("soviet.combat_before", place, **port), "1310", "S-39") == {}
    assert shifts(situation("german.combat_before", place, **none), "1309", "G-1") == {"7.4.a": -1}
    assert shifts(situation("soviet.combat_before", place, **none), "1310", "S-39") == {"7.4.b": 1}


@pytest.mark.rule("dagc", "7.9.a")
def test_a_port_must_be_german(situation: Situation) -> None:
    match = situation("german.movement", {"G-1": "1310"}, control={"soviet": (*GERMAN_SOURCES, "1510")},
                      lost_ports=others("1510"))
    assert not supplied(match, "G-1")


@pytest.mark.rule("dagc", "7.9.b")
@pytest.mark.parametrize(("hex", "counted", "reached"), [
    ("1504", 6, True), ("1405", 6, True), ("1404", 7, False), ("1906", 6, True), ("2006", 7, False),
    ("1616", 6, False),  # six hexes as the crow flies, but over the sea
])
def test_port_supply_reaches_six_hexes_of_land(situation: Situation, hex: str, counted: int, reached: bool) -> None:
    match = situation("german.movement", {"G-1": hex}, control=GERMANS_CUT_OFF, lost_ports=others("1510"))
    grid = match.game.board.grid
    assert grid.distance(grid.index["1510"], grid.index[hex]) == counted
    assert supplied(match, "G-1") is reached


@pytest.mark.rule("dagc", "7.9.b")
def test_port_lines_obey_the_normal_limits(situation: Situation) -> None:
    # A zone on the straight line from 1504 makes it longer than six; a friendly unit in it opens it again.
    keys: dict[str, Any] = {"control": GERMANS_CUT_OFF, "lost_ports": others("1510")}
    blocked = situation("german.movement", {"G-1": "1504", "S-39": "1407"}, **keys)
    assert not supplied(blocked, "G-1")
    negated = situation("german.movement", {
        "G-1": "1504", "S-39": "1407", "G-2": "1506", "G-6": "1507"}, **keys)
    assert supplied(negated, "G-1")


@pytest.mark.rule("dagc", "7.9.b", "7.2.c")
def test_port_lines_do_not_cross_the_sea(situation: Situation) -> None:
    # Liepaja to 2121: next to it across the sea, two hexes by land through 2120
    keys: dict[str, Any] = {"control": GERMANS_CUT_OFF, "lost_ports": others("2021")}
    assert supplied(situation("german.movement", {"G-1": "2121"}, **keys), "G-1")
    # The zone of 2119 closes 2120.
    assert not supplied(situation("german.movement", {"G-1": "2121", "S-39": "2119"}, **keys), "G-1")


AROUND_PAERNU = ("1310", "1310", "1410", "1410", "1309", "1309")
"""Six places, all within three hexes of the port town of Pärnu."""


def crowded(situation: Situation, step: str, hexes: tuple[str, ...] = AROUND_PAERNU, port: str = "1510",
            extra: dict[str, Any] | None = None, **keys: Any) -> stavka.Match:
    """Corps around a port, with no other supply for anybody."""
    corps = dict(zip(CORPS, hexes, strict=False))
    return situation(step, {**corps, **(extra or {})}, control=GERMANS_CUT_OFF, lost_ports=others(port), **keys)


@pytest.mark.rule("dagc", "7.9.b", "7.9.c")
def test_a_port_town_supplies_five_units(situation: Situation) -> None:
    five = crowded(situation, "soviet.replacements", AROUND_PAERNU[:5])
    assert offered(five).task == "reinforce"
    assert all(supplied(five, unit) for unit in CORPS[:5])
    six = crowded(situation, "soviet.replacements")
    assert (offered(six).seat, offered(six).task) == ("german", "ports")
    assert set(offered(six).units) == set(CORPS[:6])
    assert offered(six).rules == ("7.9.c",)
    play(six, f"unit:{CORPS[3]}")
    assert offered(six).seat == "soviet"
    assert [supplied(six, unit) for unit in CORPS[:6]] == [True, True, True, False, True, True]
    assert supply_rule(six, CORPS[3]) == "7.9.c"


@pytest.mark.rule("dagc", "7.9.b", "7.9.c")
def test_a_port_city_supplies_ten_units(situation: Situation) -> None:
    hexes = ("2112", "2112", "2213", "2213", "2212", "2212", "2111", "2111", "2012", "2012", "2011", "2011")
    ten = crowded(situation, "soviet.replacements", hexes[:10], "2113")
    assert offered(ten).task == "reinforce"
    assert all(supplied(ten, unit) for unit in CORPS[:10])
    twelve = crowded(situation, "soviet.replacements", hexes, "2113")
    play(twelve, f"unit:{CORPS[0]}", f"unit:{CORPS[5]}")  # two too many: two choices
    assert offered(twelve).seat == "soviet"
    assert [unit for unit in CORPS[:12] if not supplied(twelve, unit)] == [CORPS[0], CORPS[5]]


@pytest.mark.rule("dagc", "7.9.b")
def test_localities_units_with_a_land_line_and_those_in_koenigsberg_use_no_capacity(situation: Situation) -> None:
    localities = crowded(situation, "soviet.replacements", AROUND_PAERNU[:5], extra={"G-FL-Minsk": "1309"})
    assert offered(localities).task == "reinforce"
    by_land = situation("soviet.replacements", dict(zip(CORPS, AROUND_PAERNU, strict=False)),
                        lost_ports=others("1510"))
    assert offered(by_land).task == "reinforce"
    assert all(supply_rule(by_land, unit) == "7.2.a" for unit in CORPS[:6])
    # Ten around Königsberg, two in the city, and two in 2927, a source that serves only its garrison.
    hexes = ("2824", "2824", "2823", "2823", "2924", "2924", "2923", "2923", "2822", "2822")
    match = situation("soviet.replacements", {
        **dict(zip(CORPS, hexes, strict=False)), "G-38": "2825", "G-35": "2825", "G-43": "2927", "G-27": "2927",
        "S-39": "3027"},
        control={"soviet": [source for source in GERMAN_SOURCES if source != "2927"]}, lost_ports=others("2825"))
    assert supply_rule(match, "G-43") == "7.2.a"
    assert supply_rule(match, CORPS[0]) == "7.9.a"
    assert offered(match).task == "reinforce"


@pytest.mark.rule("dagc", "7.9.b")
def test_two_ports_share_their_users_as_best_they_can(situation: Situation) -> None:
    # Five corps that only Ventspils reaches, five that both reach; listed so that the latter come first.
    both = ("1819", "1819", "1919", "1919", "1918")
    ventspils_only = ("1815", "1815", "1715", "1715", "1616")
    lost = [port for port in ALL_PORTS if port not in ("1718", "2021")]
    corps = dict(zip(CORPS, both + ventspils_only, strict=False))
    match = situation("soviet.replacements", corps, control=GERMANS_CUT_OFF, lost_ports=lost)
    assert offered(match).task == "reinforce"
    assert all(supplied(match, unit) for unit in corps)
    # One more of the latter: only these six compete, for the five places of Ventspils.
    worse = situation("soviet.replacements", {**corps, "G-38": "1616"}, control=GERMANS_CUT_OFF, lost_ports=lost)
    assert set(offered(worse).units) == {*CORPS[5:10], "G-38"}


@pytest.mark.rule("dagc", "7.9.c")
def test_an_excess_found_when_a_unit_moves_is_settled_then(situation: Situation) -> None:
    match = crowded(situation, "german.movement", dice=[2])
    match.choose(f"unit:{CORPS[0]}")
    assert (offered(match).seat, offered(match).task) == ("german", "ports")
    match.choose(f"unit:{CORPS[1]}")
    assert offered(match).task == "move_to"
    assert offered(match).message.args["left"] == 7
    assert movement_points(match, CORPS[1]) == 2  # the one that goes without rolls
    assert movement_points(match, CORPS[2]) == 7  # nothing more to settle

    itself = crowded(situation, "german.movement", dice=[3])
    play(itself, f"unit:{CORPS[0]}", f"unit:{CORPS[0]}")
    assert offered(itself).message.args["left"] == 3


@pytest.mark.rule("dagc", "7.9.c", "7.1.b")
@pytest.mark.parametrize(("left_out", "shift"), [(CORPS[4], 1), (CORPS[0], 0)])
def test_an_excess_found_in_a_soviet_attack_is_settled_at_its_start(
        situation: Situation, left_out: str, shift: int) -> None:
    hexes = ("1310", "1310", "1410", "1410", "1407", "1409")
    match = crowded(situation, "soviet.combat_before", hexes, extra={"S-5GT": "1406"}, dice=[1])
    play(match, "hex:1407")
    assert (offered(match).seat, offered(match).task) == ("german", "ports")
    play(match, f"unit:{left_out}", "unit:S-5GT")
    assert fought(play(match, "do:roll"))["shift"] == shift


@pytest.mark.rule("dagc", "7.9.c", "7.1.b")
@pytest.mark.parametrize(("left_out", "shift"), [(CORPS[4], -1), (CORPS[0], 0)])
def test_an_excess_found_in_a_german_attack_is_settled_at_its_start(
        situation: Situation, left_out: str, shift: int) -> None:
    hexes = ("1310", "1310", "1410", "1410", "1407", "1409")
    match = crowded(situation, "german.combat_after", hexes, extra={"S-39": "1406"}, dice=[4])
    play(match, "hex:1406", f"unit:{CORPS[4]}")
    assert (offered(match).seat, offered(match).task) == ("german", "ports")
    play(match, f"unit:{left_out}")
    assert fought(play(match, "do:roll"))["shift"] == shift


@pytest.mark.rule("dagc", "7.9.c", "7.1.b")
@pytest.mark.parametrize(("left_out", "column", "ardour"), [(CORPS[4], "0", True), (CORPS[0], "+1, +2", False)])
def test_an_excess_is_settled_before_the_attacker_sees_his_column(
        situation: Situation, left_out: str, column: str, ardour: bool) -> None:
    # 3 against 2: column "+1, +2", or one further left, where the attack may be made with ardour (11.23)
    hexes = ("1310", "1310", "1410", "1410", "1407", "1409")
    match = crowded(situation, "german.combat_after", hexes, extra={"S-33": {"hex": "1406", "reduced": True}})
    play(match, "hex:1406", f"unit:{CORPS[4]}", f"unit:{left_out}")
    assert ("ardour" in offered(match).buttons) is ardour
    assert fought(play(match, "do:roll"))["column"] == column


@pytest.mark.rule("dagc", "7.9.c")
def test_the_choice_lasts_for_the_game_turn_and_no_longer(situation: Situation) -> None:
    match = crowded(situation, "soviet.replacements", (*AROUND_PAERNU[:5], "1305"))
    match.choose(f"unit:{CORPS[0]}")
    end_until(match, "german.movement")
    # One corps leaves the port's reach: there is room now, but the choice stands.
    play(match, f"unit:{CORPS[5]}", "hex:1304")
    assert not supplied(match, CORPS[5])
    assert supply_rule(match, CORPS[0]) == "7.9.c"
    end_until(match, "soviet.replacements", turn=4)
    assert offered(match).seat == "soviet"  # five are left: nobody has to go without
    assert supplied(match, CORPS[0])


@pytest.mark.rule("dagc", "7.9.c")
def test_an_excess_that_lasts_is_settled_anew_every_turn(situation: Situation) -> None:
    match = crowded(situation, "soviet.replacements")
    match.choose(f"unit:{CORPS[0]}")
    while match.turn == 3:
        match.choose("do:end_phase")
    assert (match.turn, offered(match).task) == (4, "ports")
    assert set(offered(match).units) == set(CORPS[:6])


@pytest.mark.rule("dagc", "7.9.c")
def test_an_excess_that_arises_during_the_turn(situation: Situation) -> None:
    # The sixth corps comes into reach only by moving.
    hexes = (*AROUND_PAERNU[:5], "1304")
    match = crowded(situation, "german.movement", hexes, dice=[6])
    play(match, f"unit:{CORPS[5]}", "hex:1306")
    match.choose(f"unit:{CORPS[0]}")
    assert offered(match).task == "ports"
    assert set(offered(match).units) == set(CORPS[:6])


@pytest.mark.rule("dagc", "7.9.d")
@pytest.mark.parametrize(("port", "soviet"), [
    ("1510", "1411"), ("1718", "1819"), ("2113", "2114"), ("1009", "1108"), ("2422", "2521"),
    ("2021", "2121"),  # adjacent across the sea
])
def test_a_soviet_unit_beside_it_suspends_a_port(situation: Situation, port: str, soviet: str) -> None:
    keys: dict[str, Any] = {"control": GERMANS_CUT_OFF, "lost_ports": others(port)}
    assert supplied(situation("german.movement", {"G-1": port}, **keys), "G-1")
    suspended = situation("german.movement", {"G-1": port, "S-39": soviet}, **keys)
    assert not supplied(suspended, "G-1")


@pytest.mark.rule("dagc", "7.9.d")
def test_a_suspended_port_works_again_when_the_soviets_are_gone(situation: Situation) -> None:
    match = situation("soviet.movement", {"G-1": "1310", "S-39": "1611"}, control=GERMANS_CUT_OFF,
                      lost_ports=others("1510"))
    assert not supplied(match, "G-1")
    play(match, "unit:S-39", "hex:1711")
    assert supplied(match, "G-1")


@pytest.mark.rule("dagc", "7.9.e")
def test_a_port_once_soviet_never_supplies_again(situation: Situation) -> None:
    match = situation("soviet.movement", {"S-39": "1611", "G-1": "1309"}, control=GERMANS_CUT_OFF,
                      lost_ports=others("1510"),
                      dice=[6])
    play(match, "unit:S-39", "hex:1510", "hex:1611", "hex:1711")
    assert not supplied(match, "G-1")
    end_until(match, "german.movement")
    play(match, "unit:G-1", "hex:1410", "hex:1510")
    assert match.ask("hex", hex="1510")["control"] == "german"
    assert not supplied(match, "G-1")


@pytest.mark.rule("dagc", "7.9.f")
def test_koenigsberg_supplies_its_own_always_and_others_while_no_soviet_is_adjacent(situation: Situation) -> None:
    place = {"G-1": "2825", "G-2": "2823"}
    keys: dict[str, Any] = {"control": GERMANS_CUT_OFF, "lost_ports": others("2825")}
    free = situation("german.movement", place, **keys)
    assert supplied(free, "G-1") and supplied(free, "G-2")
    watched = situation("german.movement", {**place, "S-39": "2925"}, **keys)
    assert supplied(watched, "G-1")
    assert supply_rule(watched, "G-1") == "7.9.f"
    assert not supplied(watched, "G-2")
    assert movement_points(watched, "G-1") == 7
    assert shifts(situation("soviet.combat_before", {**place, "S-39": "2925"}, **keys), "2825", "S-39") == {}


@pytest.mark.rule("dagc", "7.9.g")
def test_there_is_no_soviet_port_supply(situation: Situation) -> None:
    # Ventspils, with German zones over every way inland
    match = situation("soviet.movement", {"S-39": "1718", "G-1": "1817", "G-2": "1919", "G-6": "1617"})
    assert not supplied(match, "S-39")


@pytest.mark.rule("dagc", "7.1.b", "12.5.c")
def test_a_locality_supplies_its_hex_in_defence_only(situation: Situation) -> None:
    place = {**POCKET, "G-FL-Minsk": "3611"}
    defending = situation("soviet.combat_before", place)
    assert shifts(defending, "3611", "S-39") == {}
    assert defending.ask("supply", unit="G-1", seat="german")["supplied_to_defend"]
    assert shifts(situation("german.combat_before", place), "3610", "G-1") == {"7.4.a": -1}
    assert movement_points(situation("german.movement", place, dice=[2]), "G-1") == 2
