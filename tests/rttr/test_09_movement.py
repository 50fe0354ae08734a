"""Chapters 9, 10 and 11: movement, stacking and zones of control."""

from __future__ import annotations

import pytest

from stavka.games.rttr import RaceToTheReichstag
from stavka.match import Match
from tests.playing import Situation, cost, event, move, neighbours, offered, play, reach, refused, track, where

from .helpers import NOBODY_DUE, pass_to

RIFLES = ("BF-171", "BF-207", "BF-146", "BF-265", "BF-364", "BF-33")


@pytest.mark.rule("rttr", "9.1", "9.5a")
def test_any_unit_may_move_once_in_its_own_phase(situation: Situation) -> None:
    match = situation("1bf.movement", {"BF-150": "4906", "BF-171": "4804", "UF-61": "3431", "G-GD": "0803"})
    assert set(offered(match).units) == {"BF-150", "BF-171"}
    assert refused(match, "unit:UF-61") == refused(match, "unit:G-GD") == "9.5a"
    move(match, "BF-150", "4907")
    play(match, "unit:BF-171")
    assert refused(match, "unit:BF-150") == "9.5a"  # put down, it has finished


@pytest.mark.rule("rttr", "9.2")
def test_soviets_have_six_points(situation: Situation) -> None:
    match = situation("1bf.movement", {"BF-150": "0904"})
    assert max(reach(match, "BF-150").values()) == 6


@pytest.mark.rule("rttr", "9.3", "16.2")
def test_a_die_and_command_posts_give_the_points_of_the_germans(situation: Situation) -> None:
    """Two command posts face up and a three: five points for every unit of the sector."""
    posts = {"S-CP-Ost": "4905", "S-CP-Zitad": "4805", "G-GD": "4906", "G-AX": "0904"}
    match = situation("german_1bf.movement", posts, dice=[3])
    assert track(match, "allowance") == 5
    assert max(reach(match, "G-GD").values()) == max(reach(match, "G-AX").values()) == 5
    hidden = situation("german_1bf.movement", {**posts, "S-CP-Ost": {"hex": "4905", "face_down": True}}, dice=[3])
    assert track(hidden, "allowance") == 4
    elsewhere = situation("german_1bf.movement", {**posts, "S-CP-Ost": "3431"}, dice=[3])
    assert track(elsewhere, "allowance") == 4


@pytest.mark.rule("rttr", "9.4", "9.9", "27.5")
def test_each_hex_is_paid_by_its_terrain(situation: Situation) -> None:
    match = situation("1bf.movement", {"BF-150": "4906"})
    assert (cost(match, "BF-150", "4907"), cost(match, "BF-150", "4908")) == (1, 2)
    woods = situation("1bf.movement", {"BF-150": "0218"})
    path = woods.ask("path", unit="BF-150", hex="0217")
    assert woods.ask("hex", hex="0217")["terrain"]["key"] == "forest"
    assert path["cost"] == 2 and path["steps"][0]["why"][0]["rule"] == "9.9"


@pytest.mark.rule("rttr", "9.5b", "9.4")
def test_points_are_spent_in_legs_and_not_kept(situation: Situation) -> None:
    match = situation("1bf.movement", {**NOBODY_DUE, "BF-150": "4906", "G-GD": "0904"})
    move(match, "BF-150", "4907")
    assert offered(match).message.args["left"] == 5
    play(match, "do:end_phase")
    pass_to(match, "1bf.movement")
    assert match.turn == 7 and max(reach(match, "BF-150").values()) == 6


@pytest.mark.rule("rttr", "9.5c", "10.1")
def test_what_may_never_be_entered(situation: Situation) -> None:
    match = situation("1bf.movement", {"BF-150": "2205", "G-GD": "2005", "BF-171": "1808"})
    play(match, "unit:BF-150")
    assert refused(match, "hex:2206") == "9.5c"  # a lake
    assert refused(match, "hex:2005") == "9.5c"  # an enemy
    assert refused(match, "hex:3431") == "5.2b"


@pytest.mark.rule("rttr", "9.5d", "26.1")
def test_nobody_moves_off_the_map(situation: Situation) -> None:
    match = situation("1bf.movement", {"BF-150": "5605"})
    play(match, "unit:BF-150")
    assert refused(match, "hex:off.1bf.east") == "9.5d"
    germans = situation("german_1uf.movement", {"G-GD": "0128"}, dice=[6])
    play(germans, "unit:G-GD")
    assert refused(germans, "hex:west") == "9.5d"
    early = situation("german_1uf.movement", {"G-GD": "0128"}, dice=[6], options={"escape": True})
    play(early, "unit:G-GD")
    assert refused(early, "hex:west") == "26.1"  # the option opens the west, the Führerbunker has not fallen yet


@pytest.mark.rule("rttr", "9.5c", "13.3c")
def test_nobody_crosses_a_lake_where_the_bridge_is_gone(situation: Situation) -> None:
    """German zones bar the land round the Havel: without the Glienicke bridge there is no way from 0827 to 0727."""
    men = {"UF-61": "0827", "G-GD": "1026", "G-AX": "1028", "G-HJR": "0829"}
    assert cost(situation("1uf.movement", men, whole=["0727/0827"]), "UF-61", "0727") == 1
    blown = situation("1uf.movement", men, blown=["0727/0827"])
    play(blown, "unit:UF-61")
    assert refused(blown, "hex:0727") == "9.5c"


@pytest.mark.rule("rttr", "9.6")
def test_there_is_no_minimum_move(situation: Situation) -> None:
    match = situation("german_1bf.movement", {"G-GD": "0218"}, dice=[1])
    assert "0217" not in reach(match, "G-GD")
    play(match, "unit:G-GD")
    assert refused(match, "hex:0217") == "9.6"  # forest costs two


@pytest.mark.rule("rttr", "9.7", "11.4")
def test_a_unit_stops_in_the_first_enemy_zone(situation: Situation) -> None:
    match = situation("1bf.movement", {"BF-150": "4903", "G-GD": "4906"})
    assert cost(match, "BF-150", "4905") == 2
    assert "4907" not in reach(match, "BF-150")
    move(match, "BF-150", "4905")
    assert "BF-150" not in offered(match).units  # its move is over


@pytest.mark.rule("rttr", "9.8")
def test_retreats_and_advances_cost_no_points(situation: Situation) -> None:
    match = situation("1bf.combat", {"BF-9T": "4906", "BF-11GT": "4805", "G-GD": "4806"}, dice=[3])
    play(match, "hex:4806", "unit:BF-9T", "unit:BF-11GT", "do:mobile")
    assert event(match, "fought")["result"] == "DP"
    assert all("cost" not in happened.data for happened in match.log if happened.kind in ("retreated", "advanced"))


@pytest.mark.rule("rttr", "9.9")
def test_a_river_into_a_clear_hex_costs_four(situation: Situation, rttr: RaceToTheReichstag) -> None:
    """The rulebook's example: three for the river and one for the hex."""
    match = situation("1bf.movement", {"BF-150": "4725"})
    assert rttr.board.terrain[rttr.board.index["4824"]] == "clear"
    path = match.ask("path", unit="BF-150", hex="4824")
    assert path["path"] == ["4725", "4824"] and path["cost"] == 4
    assert [line["value"] for line in path["steps"][0]["why"]] == [1, 3]


@pytest.mark.rule("rttr", "9.10")
def test_roads_and_railways_cost_one_whatever_the_terrain(situation: Situation, rttr: RaceToTheReichstag) -> None:
    road = next(line for line in rttr.board.lines if line.key.startswith("r1_r5_east"))
    rail = next(line for line in rttr.board.lines if line.key == "s_bahn_ring")
    for line in (road, rail):
        start, end = (rttr.board.names[place] for place in (line.path[3], line.path[5]))
        match = situation("1bf.movement", {"BF-150": start})
        assert cost(match, "BF-150", end) == 2
        assert rttr.board.terrain[line.path[5]] == "urban"


@pytest.mark.rule("rttr", "9.11")
def test_a_bridge_cancels_the_river(situation: Situation) -> None:
    over = situation("1bf.movement", {"BF-150": "4821"}, whole=["4821/4921"])
    assert cost(over, "BF-150", "4921") == 1
    gone = situation("1bf.movement", {"BF-150": "4821"}, blown=["4821/4921"])
    assert gone.ask("path", unit="BF-150", hex="4921")["cost"] == 5


# -- Stacking (10) -------------------------------------------------------------------------------------------------


@pytest.mark.rule("rttr", "10.2")
def test_a_large_unit_and_a_small_one_or_two_small_ones(situation: Situation) -> None:
    stacks = {"BF-9T": "4905", "BF-150": "4907", "BF-8GTB": "4805", "BF-7GTB": "4806", "BF-1GTAR": "4806"}
    corps = situation("1bf.movement", {**stacks, "BF-11GT": "4906"})
    play(corps, "unit:BF-11GT")
    assert refused(corps, "hex:4905") == refused(corps, "hex:4907") == "10.2"  # corps, division
    assert "4805" in offered(corps).hexes and refused(corps, "hex:4806") == "10.2"
    small = situation("1bf.movement", {**stacks, "BF-64GTB": "4906"})
    play(small, "unit:BF-64GTB")
    assert {"4905", "4907", "4805"} <= set(offered(small).hexes)
    assert refused(small, "hex:4806") == "10.2"


@pytest.mark.rule("rttr", "10.3")
def test_three_germans_of_any_kind(situation: Situation) -> None:
    men = {"G-GD": "4907", "S-MO": "4907", "G-AX": "4906", "G-HJR": "4805"}
    match = situation("german_1bf.movement", men, dice=[6])
    move(match, "G-AX", "4907")
    play(match, "unit:G-HJR")
    assert refused(match, "hex:4907") == "10.3"


@pytest.mark.rule("rttr", "10.4")
def test_limits_hold_in_passing(situation: Situation) -> None:
    ring = dict(zip(("BF-171", "BF-207", "BF-146", "BF-265", "BF-364", "BF-33"),
                    sorted(neighbours(situation("1bf.movement"), "4906")), strict=True))
    match = situation("1bf.movement", {**ring, "BF-150": "4906"})
    assert reach(match, "BF-150") == {}
    small = situation("1bf.movement", {**ring, "BF-8GTB": "4906"})
    assert max(reach(small, "BF-8GTB").values()) == 6


@pytest.mark.rule("rttr", "10.5")
def test_an_overstacked_hex_is_put_in_order_by_its_owner(situation: Situation) -> None:
    match = situation("1bf.combat", {"BF-150": "4906", "BF-171": "4906", "BF-8GTB": "4906"})
    assert (offered(match).seat, offered(match).task, len(offered(match).units)) == ("1bf", "excess", 3)
    assert refused(match, "unit:BF-207") == "10.5"
    play(match, "unit:BF-171")
    assert where(match, "BF-171") == "dead.1bf" and offered(match).task != "excess"
    germans = situation("1bf.combat", dict.fromkeys(("G-GD", "G-AX", "G-HJR", "S-MO"), "4906"))
    assert offered(germans).seat == "1uf"


@pytest.mark.rule("rttr", "10.6", "11.2d")
def test_markers_stack_freely_and_have_no_zone(situation: Situation) -> None:
    match = situation("1bf.bombardment", {"BF-150": "4906", "BF-8GTB": "4906"})
    play(match, "do:artillery", "hex:4906", "do:artillery", "hex:4906", "do:end_phase")
    assert offered(match).task == "move"
    assert match.ask("zoc", side="1bf") == sorted(neighbours(match, "4906"))


# -- Zones of control (11) -----------------------------------------------------------------------------------------


@pytest.mark.rule("rttr", "11.1", "11.2a", "11.3")
def test_every_unit_controls_the_six_hexes_around_it(situation: Situation) -> None:
    match = situation("1bf.movement", {"BF-1GTAR": "4906", "BF-150": "4907", "G-GD": "0904", "S-SN-1": "0804"})
    assert set(match.ask("zoc", side="1bf")) == neighbours(match, "4906") | neighbours(match, "4907")
    assert set(match.ask("zoc", side="german")) == neighbours(match, "0904") | neighbours(match, "0804")


@pytest.mark.rule("rttr", "11.2b", "11.3")
def test_soviet_zones_do_not_enter_objectives_german_ones_do(situation: Situation) -> None:
    match = situation("1bf.movement", {"BF-150": "3712", "G-GD": "3912"})
    assert "3812" in neighbours(match, "3712") & neighbours(match, "3912")
    assert "3812" not in match.ask("zoc", side="1bf") and "3812" in match.ask("zoc", side="german")
    out = situation("1bf.movement", {"BF-150": "3812"})
    assert set(out.ask("zoc", side="1bf")) == neighbours(out, "3812")


@pytest.mark.rule("rttr", "11.4", "11.5", "9.5c")
def test_disengaging_leads_out_of_all_zones(situation: Situation) -> None:
    match = situation("1bf.movement", {"BF-150": "4905", "G-GD": "4906", "G-AX": "4902"})
    hexes = reach(match, "BF-150")
    zones = set(match.ask("zoc", side="german"))
    assert hexes and not zones & set(hexes)
    play(match, "unit:BF-150")
    assert refused(match, "hex:4805") == "11.5"  # from zone to zone
    free = next(hex for hex, points in hexes.items() if points == 1)
    play(match, f"hex:{free}")
    assert not zones & set(offered(match).hexes)  # nor later in the same move
    assert refused(match, next(f"hex:{hex}" for hex in sorted(zones) if hex not in ("4906", "4902"))) == "11.5"


@pytest.mark.rule("rttr", "9.7", "9.5c", "10.4")
def test_what_bars_the_short_way_is_told_before_what_a_detour_costs(situation: Situation) -> None:
    def why(match: Match, hex: str) -> tuple[str, str]:
        told = match.ask("why_not", unit="BF-150", hex=hex)
        return told["rule"], told["reason"]

    zone = situation("1bf.movement", {"BF-150": "4920", "G-GD": "4717", "G-AX": "4720"})
    rule, reason = why(zone, "4419")
    assert rule == "9.7" and "4721" in reason
    rule, reason = why(zone, "4516")
    assert rule == "9.5c" and "4717" in reason
    assert why(zone, "0101")[0] == "9.6", "too far by any way"
    around = dict(zip(RIFLES, sorted(neighbours(zone, "4920")), strict=True))
    full = situation("1bf.movement", {"BF-150": "4920", **around})
    assert why(full, "4720")[0] == "10.4", "no way leads past them"


@pytest.mark.rule("rttr", "11.5", "11.4")
def test_who_cannot_disengage_is_told_so(situation: Situation) -> None:
    """Germans and their zones are all round 4906: nobody gets to the free hexes beyond."""
    match = situation("1bf.movement", {"BF-150": "4906", "G-GD": "4905", "G-AX": "4907"})
    play(match, "unit:BF-150")
    assert offered(match).hexes == () and refused(match, "hex:5106") == "11.5"
