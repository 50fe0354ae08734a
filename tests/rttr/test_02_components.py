"""Chapters 1 and 2: the two rivals, the map and the counters."""

from __future__ import annotations

from collections import Counter

import pytest

from stavka.games.rttr import RaceToTheReichstag
from tests.playing import Situation, offered, refused


@pytest.mark.rule("rttr", "1.1b", "4.3-II-B", "4.3-IV-B")
def test_each_player_runs_the_germans_that_face_the_other(situation: Situation) -> None:
    germans = {"G-GD": "4906", "G-AX": "3431"}
    facing_zhukov = situation("german_1bf.movement", germans, dice=[3])
    assert (offered(facing_zhukov).seat, offered(facing_zhukov).units) == ("1uf", ("G-GD",))
    facing_konev = situation("german_1uf.movement", germans, dice=[3])
    assert (offered(facing_konev).seat, offered(facing_konev).units) == ("1bf", ("G-AX",))


@pytest.mark.rule("rttr", "1.1c", "2.2", "5.1")
def test_the_map_is_two_sectors_and_the_reichstag(rttr: RaceToTheReichstag) -> None:
    berlin, board = rttr.berlin, rttr.board
    belorussian, ukrainian = berlin.sector
    assert not belorussian & ukrainian
    assert belorussian | ukrainian | board.hexes("3513") == board.playable
    assert (belorussian.bit_count(), ukrainian.bit_count()) == (1272, 541)
    assert berlin.area[0] & berlin.area[1] == board.hexes("3513")
    drawn = board.side_set("boundary") & ~rttr.board.grid.sides_of(board.hexes("3513"))
    parted = board.grid.sides_between(belorussian, ukrainian)
    assert not parted & ~drawn  # wherever the sectors touch, the boundary is printed


@pytest.mark.rule("rttr", "2.3")
def test_no_unit_of_the_1uf_comes_from_the_east(rttr: RaceToTheReichstag) -> None:
    fronts = [unit for unit in rttr.counters if unit.side == "1uf"]
    assert {unit.edge for unit in fronts} == {"south"}
    assert sum(unit.turn == 2 for unit in fronts) == 6


@pytest.mark.rule("rttr", "2.4a", "2.4b", "2.9")
def test_mobile_and_static_units(rttr: RaceToTheReichstag) -> None:
    assert Counter(unit.group for unit in rttr.counters) == {"1bf": 55, "1uf": 24, "mobile": 57, "static": 55}
    assert all(unit.static == (unit.group == "static") for unit in rttr.counters)
    assert all(unit.group == unit.side for unit in rttr.counters if unit.side != "german")


@pytest.mark.rule("rttr", "2.4b")
def test_a_static_unit_never_moves(situation: Situation) -> None:
    match = situation("german_1bf.movement", {"S-MO": "4906", "G-GD": "4906"}, dice=[6])
    assert offered(match).units == ("G-GD",)
    assert refused(match, "unit:S-MO") == "2.4b"


@pytest.mark.rule("rttr", "2.6a", "12.12")
def test_a_factor_in_parentheses_only_defends(situation: Situation) -> None:
    match = situation("german_1bf.combat", {"S-Area-A": "4906", "S-KM-1": "4906", "BF-150": "4907"})
    match.choose("hex:4907")
    assert offered(match).units == ("S-KM-1",)
    assert refused(match, "unit:S-Area-A") == "12.12"


@pytest.mark.rule("rttr", "2.7", "2.8a")
def test_kinds_and_sizes(rttr: RaceToTheReichstag) -> None:
    kinds = Counter(unit.kind for unit in rttr.counters)
    assert kinds["flak_tower"] == kinds["strategic"] == 3
    assert {"cavalry", "emergency_airfield", "engineer", "sniper", "depot", "command_post"} <= set(kinds)
    assert {unit.size for unit in rttr.counters if unit.side != "german"} == {"XXX", "XX", "X", "III"}
    assert all(unit.is_large == (unit.size in ("XXX", "XX")) for unit in rttr.counters)
