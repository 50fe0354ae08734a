"""Chapter 4: movement."""

from __future__ import annotations

import pytest

from tests.playing import Situation, event, move, offered, play, reach, refused, where


@pytest.mark.rule("ssa", "4.0a", "4.0c")
def test_any_number_of_units_move_each_within_its_allowance(k3: Situation) -> None:
    match = k3("axis.movement", {"1Pz-1": "2115", "44-131": "2116"})
    assert set(offered(match).units) == {"1Pz-1", "44-131"}
    assert max(reach(match, "44-131").values()) <= 6 and max(reach(match, "1Pz-1").values()) <= 11
    move(match, "1Pz-1", "2114")
    move(match, "44-131", "2117", "2118")
    assert (where(match, "1Pz-1"), where(match, "44-131")) == ("2114", "2118")


@pytest.mark.rule("ssa", "4.0b")
def test_points_not_used_are_lost(k3: Situation) -> None:
    match = k3("axis.movement", {"1Pz-1": "2115", "44-131": "2116"})
    move(match, "1Pz-1", "2114")
    play(match, "unit:44-131")
    assert refused(match, "unit:1Pz-1") == "4.0b"
    play(match, "do:end_phase")
    answer = match.ask("unit", unit="1Pz-1")
    assert answer["movement"] == 11 and answer["allowance"] is None, "it is what is printed"


@pytest.mark.rule("ssa", "4.0d")
def test_no_unit_enters_an_enemy_hex(k3: Situation) -> None:
    match = k3("axis.movement", {"44-131": "2113", "84-41": "2115"}, freed=["23.1.4"])
    assert "2115" not in reach(match, "44-131")
    play(match, "unit:44-131")
    assert refused(match, "hex:2115") == "4.0d"


@pytest.mark.rule("ssa", "4.0e", "6.0d")
def test_units_move_through_a_full_stack_but_do_not_stay(k3: Situation) -> None:
    full = {unit: {"hex": "2115", "disrupted": True} for unit in ("3Pz-3", "3Pz-PzV")}  # or they could make room
    match = k3("axis.movement", {"44-131": "2114", **full, "3Pz-394": "2014", "3Pz-Rec": "2014",
                                 "1Pz-1": "2214", "1Pz-PzV": "2214"})
    assert "2115" not in reach(match, "44-131") and reach(match, "44-131")["2116"] == 2
    play(match, "unit:44-131")
    assert refused(match, "hex:2115") == "6.0a"
    play(match, "hex:2116")
    assert event(match, "moved")["path"] == ["2114", "2115", "2116"]


@pytest.mark.rule("ssa", "4.0f", "5.2a")
def test_a_unit_stops_in_an_enemy_zone(k3: Situation) -> None:
    match = k3("axis.movement", {"1Pz-1": "2111", "84-41": "2115"})
    way = reach(match, "1Pz-1")
    assert "2114" in way and "2116" not in reach(match, "1Pz-1")
    move(match, "1Pz-1", "2114")
    assert offered(match).hexes == ()
    assert refused(match, "hex:2113") == "5.2a"


@pytest.mark.rule("ssa", "4.1a")
@pytest.mark.parametrize(("unit", "start", "hex", "points"), [
    ("1Pz-1", "2115", "2116", 2), ("44-131", "2115", "2116", 1),  # clear
    ("1Pz-1", "2216", "2217", 3), ("44-131", "2216", "2217", 2),  # woods
    ("1Pz-1", "0624", "0625", 2), ("1Pz-1", "0525", "0526", 4), ("44-131", "0525", "0526", 2),  # hills
    ("1Pz-1", "2013", "2113", 2),  # onto a road hex, not along it
    ("1Pz-1", "2112", "2211", 1), ("44-131", "2112", "2211", 1),  # along a road
    ("1Pz-1", "1206", "1207", 1),  # into the city by road
    ("1Pz-1", "1107", "1207", 1), ("44-131", "1107", "1207", 1),  # into the city across country
    ("1Pz-1", "2103", "2104", 4), ("44-131", "2103", "2104", 2),  # across the Vali
])
def test_what_it_costs_to_enter_a_hex(k3: Situation, unit: str, start: str, hex: str, points: int) -> None:
    match = k3("axis.movement", {unit: start})
    assert reach(match, unit)[hex] == points
    path = match.ask("path", unit=unit, hex=hex)
    assert path["cost"] == points == sum(line["value"] for step in path["steps"] for line in step["why"])


@pytest.mark.rule("ssa", "4.1b")
def test_who_cannot_pay_does_not_enter(k3: Situation) -> None:
    match = k3("axis.movement", {"1G-1": "0525", "84-41": "2115"}, turn=4)
    assert reach(match, "84-41", seat="soviet")
    match = k3("soviet.movement", {"1G-1": "2115"})  # four points on foot
    assert "2119" in reach(match, "1G-1") and "2120" not in reach(match, "1G-1")
    play(match, "unit:1G-1")
    assert refused(match, "hex:2120") == "4.1b"
    play(match, "hex:2118")
    assert refused(match, "hex:2120") == "4.1b"


@pytest.mark.rule("ssa", "4.1c")
def test_hexside_and_hex_add_up(k3: Situation) -> None:
    """Across the Sarviz into woods: two points for the water and three for the trees."""
    match = k3("axis.movement", {"1Pz-1": "1518"})
    path = match.ask("path", unit="1Pz-1", hex="1418")
    assert path["cost"] == 5 and sorted(line["value"] for line in path["steps"][-1]["why"]) == [2, 3]


def test_lakes_and_the_danube_bar_the_way(k3: Situation) -> None:
    match = k3("soviet.movement", {"84-41": "2710", "84-201": "2624", "84-382": "1608"})
    assert not {"2809", "2810"} & set(reach(match, "84-41"))
    assert "2724" in reach(match, "84-201")  # over the bridge at Dunafoldvar
    assert "1607" not in reach(match, "84-382")
    play(match, "unit:84-382")
    assert refused(match, "hex:1607") == "4.1a"


@pytest.mark.rule("ssa", "4.1a", "5.2a", "10.4c")
@pytest.mark.parametrize(("side", "place", "unit", "hex", "rule"), [
    ("soviet", {"84-41": "2612"}, "84-41", "2809", "4.1a"),  # beyond the Danube
    ("axis", {"1Pz-1": "2113", "84-41": "2315", "84-201": "2015", "84-382": "2117"}, "1Pz-1", "2116", "5.2a"),
    ("axis", {"Dora": "0308", "84-41": "0509"}, "Dora", "0707", "10.4c")])
def test_where_no_way_leads_the_refusal_says_what_bars_it(k3: Situation, side: str, place: dict[str, str], unit: str,
                                                          hex: str, rule: str) -> None:
    assert k3(f"{side}.movement", place).ask("why_not", unit=unit, hex=hex)["rule"] == rule


@pytest.mark.rule("ssa", "16.0c")
def test_nor_does_one_lead_across_a_canal_whose_bridge_the_enemy_holds(sa: Situation) -> None:
    """In the mud the road at 1823 is the only one across the Sarviz south of where the group began."""
    match = sa("axis.movement", {"1SS-1": "1317", "236-509": "1823"}, turn=5)
    assert [match.ask("why_not", unit="1SS-1", hex=hex)["rule"] for hex in ("1416", "1516", "1619")] == ["16.0c"] * 3


@pytest.mark.rule("ssa", "5.2a", "4.1b")
def test_what_bars_the_short_way_is_told_before_what_a_detour_costs(k3: Situation) -> None:
    """Six points and three hexes to go: 2217 lies behind the zone of 2215, and the way round it is too long."""
    match = k3("axis.movement", {"44-131": "2113", "84-41": "2215", "84-201": "1916"}, freed=["23.1.4"])
    assert match.ask("why_not", unit="44-131", hex="2117")["rule"] == "5.2a"
    assert match.ask("why_not", unit="44-131", hex="2106")["rule"] == "4.1b"  # too far anyhow
