"""Chapter 5: zones of control."""

from __future__ import annotations

from typing import Any

import pytest

from tests.playing import Situation, end_until, neighbours, offered, play, reach, refused, where

from .helpers import fight


@pytest.mark.rule("ssa", "5.0")
def test_a_soviet_unit_has_a_zone_in_the_six_hexes_around_it(k3: Situation) -> None:
    match = k3("axis.movement", {"84-41": "2115"})
    assert set(match.ask("zoc", side="soviet")) == neighbours(match, "2115")


@pytest.mark.rule("ssa", "5.0")
def test_zones_cross_canals_but_neither_lakes_nor_the_danube_except_at_a_bridge(k3: Situation) -> None:
    match = k3("axis.movement", {"84-41": "1215", "84-201": "2710", "84-382": "2624", "252-924": "1608"})
    zone = set(match.ask("zoc", side="soviet"))
    assert {"1315", "1316"} <= zone  # the Sarviz
    assert not {"2809", "2810"} & zone and "2724" in zone and "2725" not in zone
    assert "1607" not in zone


@pytest.mark.rule("ssa", "5.1a", "5.1b")
@pytest.mark.parametrize(("units", "has_zone"), [
    (["1Pz-PzIV"], False),
    (["1Pz-PzIV", "1Pz-StG"], False),
    (["1Pz-PzIV", "1Pz-StG", "1Pz-PzJ"], True),
    (["1Pz-Rec"], True),
    (["1Pz-1"], True),
    (["1Pz-Art"], True),  # a regiment by 6.0
    ([{"1Pz-PzIV": True}, "1Pz-StG", "1Pz-PzJ"], False),  # one of three disrupted
    ([{"1Pz-Rec": True}], False),
    ([{"1Pz-1": True}, "1Pz-PzIV"], False),
])
def test_what_gives_an_axis_hex_a_zone(k3: Situation, units: list[Any], has_zone: bool) -> None:
    place: dict[str, Any] = {}
    for unit in units:
        if isinstance(unit, dict):
            place[next(iter(unit))] = {"hex": "2115", "disrupted": True}
        else:
            place[unit] = "2115"
    match = k3("soviet.movement", place)
    assert set(match.ask("zoc", side="axis")) == (neighbours(match, "2115") if has_zone else set())


@pytest.mark.rule("ssa", "5.1c", "6.0e")
def test_dora_has_no_zone_and_adds_nothing_to_one(k3: Situation) -> None:
    match = k3("soviet.movement", {"Dora": "0607", "1Pz-PzIV": "0607", "1Pz-StG": "0607"})
    assert match.ask("zoc", side="axis") == []


@pytest.mark.rule("ssa", "5.2b")
def test_entering_a_zone_costs_nothing_more(k3: Situation) -> None:
    free = k3("axis.movement", {"1Pz-1": "2113"})
    zoned = k3("axis.movement", {"1Pz-1": "2113", "84-41": "2115"})
    assert reach(zoned, "1Pz-1")["2114"] == reach(free, "1Pz-1")["2114"] == 2


@pytest.mark.rule("ssa", "5.2c")
def test_a_friend_in_the_zone_does_not_help_movement(k3: Situation) -> None:
    match = k3("axis.movement", {"1Pz-1": "2113", "1Pz-PzV": "2114", "84-41": "2115"})
    assert "2114" in reach(match, "1Pz-1") and "2014" in reach(match, "1Pz-1")
    path = match.ask("path", unit="1Pz-1", hex="2014")["path"]
    assert "2114" not in path  # it would have had to stop there


@pytest.mark.rule("ssa", "5.3a")
def test_a_unit_that_begins_in_an_enemy_zone_is_locked(k3: Situation) -> None:
    match = k3("axis.movement", {"1Pz-1": "2115", "44-131": "2118", "84-41": "2215"})
    assert offered(match).units == ("44-131",)
    assert refused(match, "unit:1Pz-1") == "5.3a"
    assert reach(match, "1Pz-1") == {}
    assert match.ask("why_not", unit="1Pz-1", hex="2114")["rule"] == "5.3a"


@pytest.mark.rule("ssa", "5.3b")
def test_the_loss_of_the_enemy_sets_a_unit_free(k3: Situation) -> None:
    """A lone regiment that cannot retreat anywhere is lost; whoever stood in its zone may move."""
    match = k3("axis.combat", {"3SS-6": "2115", "3SS-PzV": "2115", "44-131": "2114", "84-41": "2215"},
               dice=[6], taken=["1806"])
    assert match.ask("why_not", unit="44-131", hex="2113")["allowed"] is False
    fight(match, "2215", "3SS-6", "3SS-PzV")  # +11: dE
    assert where(match, "84-41") == "dead.soviet"
    play(match, "do:halt")
    end_until(match, "axis.movement")
    assert "44-131" in offered(match).units


@pytest.mark.rule("ssa", "5.3b", "11.0b")
def test_a_disrupted_enemy_locks_nobody(k3: Situation) -> None:
    match = k3("axis.movement", {"1Pz-1": "2115", "84-41": {"hex": "2215", "disrupted": True}})
    assert offered(match).units == ("1Pz-1",)


@pytest.mark.rule("ssa", "5.3b")
def test_companies_left_without_a_zone_lock_nobody(k3: Situation) -> None:
    three = {"1Pz-PzIV": "2115", "1Pz-StG": "2115", "1Pz-PzJ": "2115"}
    match = k3("soviet.movement", {**three, "84-41": "2215"})
    assert offered(match).units == ()
    match = k3("soviet.movement", {"1Pz-PzIV": "2115", "1Pz-StG": "2115", "84-41": "2215"})
    assert offered(match).units == ("84-41",)
