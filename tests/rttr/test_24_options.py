"""Chapters 24 to 26: the options."""

from __future__ import annotations

import pytest

from stavka.games.rttr import RaceToTheReichstag
from tests.playing import Situation, event, odds, offered, play, reach, refused, supplied, where

from .helpers import NOBODY_DUE, RTTR, begin, fight, settle

LINES = {"options": {"communications": True}}

# A ring of German zones round 4906: 4902 and 4910 are far enough apart.
POCKET = {"G-GD": "4903", "G-AX": "5104", "G-HJR": "5107", "G-SSAN": "4909", "G-SSCH": "4707", "G-SSHB": "4704"}


@pytest.mark.rule("rttr", "24.1a", "24.3")
def test_a_pocket_has_no_line_of_communication(situation: Situation) -> None:
    match = situation("1bf.movement", {**POCKET, "BF-150": "4906"}, **LINES)
    answer = match.ask("supply", unit="BF-150")
    assert (answer["supplied"], answer["path"], answer["rule"]) == (False, None, "24.2")
    assert supplied(situation("1bf.movement", {"BF-150": "4906"}, **LINES), "BF-150")
    assert supplied(situation("1bf.movement", {**POCKET, "BF-150": "4906"}), "BF-150")  # without the option


@pytest.mark.rule("rttr", "24.1b", "24.1c")
def test_the_friendly_edges_of_each_front(situation: Situation, rttr: RaceToTheReichstag) -> None:
    for unit, hex, edge in (("BF-150", "2603", "01"), ("BF-171", "4530", "33")):
        path = situation("1bf.movement", {unit: hex}, **LINES).ask("supply", unit=unit)["path"]
        assert path[0] == hex and path[-1][2:] == edge
    east = situation("1bf.movement", {"BF-150": "5412"}, **LINES).ask("supply", unit="BF-150")["path"]
    assert east[-1][:2] == "56"
    south = situation("1uf.movement", {"UF-61": "3431"}, **LINES).ask("supply", unit="UF-61")["path"]
    assert south[-1][2:] == "33" and rttr.berlin.sector_of(rttr.board.index[south[-1]]) == 1


@pytest.mark.rule("rttr", "24.2")
def test_a_line_needs_bridges_or_engineers_over_water(situation: Situation) -> None:
    """Wannsee lies on an island: with every bridge blown there is no way out."""
    every = list(RTTR.board.sides)
    men = {"UF-61": "1426"}
    cut = situation("1uf.movement", men, blown=every, **LINES)
    assert not supplied(cut, "UF-61")
    assert supplied(situation("1uf.movement", men, whole=every, **LINES), "UF-61")


@pytest.mark.rule("rttr", "24.2")
def test_engineers_carry_a_line_across(situation: Situation) -> None:
    """2006 lies east of the upper Havel; a wall of Germans leaves only the way back across it."""
    wall = {"G-GD": "2004", "G-AX": "2208", "G-HJR": "2009", "G-SSAN": "2205"}
    west = {"BF-150": "2006", **wall}
    alone = situation("1bf.movement", west, **LINES)
    helped = situation("1bf.movement", {**west, "BF-8GE": "1906"}, **LINES)
    assert not supplied(alone, "BF-150") and supplied(helped, "BF-150")


@pytest.mark.rule("rttr", "24.3")
def test_a_line_may_end_in_a_zone_but_not_pass_it(situation: Situation) -> None:
    match = situation("1bf.movement", {"BF-150": "4905", "G-GD": "4906"}, **LINES)
    assert supplied(match, "BF-150")
    # A friend in the zones of the ring has a line himself, but gives none to whoever stands behind him.
    ring = situation("1bf.movement", {**POCKET, "BF-150": "4902", "BF-207": "4904", "BF-171": "4906"}, **LINES)
    assert [supplied(ring, unit) for unit in ("BF-150", "BF-207", "BF-171")] == [True, False, False]


@pytest.mark.rule("rttr", "24.4")
def test_a_unit_on_an_airfield_needs_no_line_and_serves_no_other(situation: Situation) -> None:
    ring = {"G-GD": "1216", "G-AX": "1417", "G-HJR": "1420", "G-SSAN": "1222", "G-SSCH": "1021", "G-SSHB": "1018"}
    match = situation("1bf.movement", {**ring, "BF-150": "1219", "BF-171": "1119"}, **LINES)
    assert match.ask("supply", unit="BF-150")["rule"] == "24.4"
    assert not supplied(match, "BF-171")


@pytest.mark.rule("rttr", "24.5a")
def test_replacements_may_join_their_front_where_it_has_a_line(situation: Situation) -> None:
    men = {**NOBODY_DUE, "BF-35G": "dead.1bf", "BF-8GTB": "4906", "G-GD": "5105", "BF-7GTB": "0904"}
    match = begin(situation("1bf.reinforcement", men, **LINES))
    play(match, "unit:BF-35G")
    assert {"4906", "4907", "4806", "4533"} <= set(offered(match).hexes)
    assert refused(match, "hex:5005") == "24.5a"  # beside it, but in a German zone
    assert refused(match, "hex:4909") == "24.5a"
    plain = begin(situation("1bf.reinforcement", men))
    play(plain, "unit:BF-35G")
    assert refused(plain, "hex:4907") == "7.1b"


@pytest.mark.rule("rttr", "24.5a", "24.4")
def test_a_replacement_on_an_airfield_needs_no_line_either(situation: Situation) -> None:
    """Germans are all round Gatow: a unit can come to the airfield, and nowhere else in the pocket."""
    ring = {"G-GD": "1216", "G-AX": "1417", "G-HJR": "1420", "G-SSAN": "1222", "G-SSCH": "1021", "G-SSHB": "1018"}
    men = {**NOBODY_DUE, **ring, "BF-8GTB": "1219", "BF-35G": "dead.1bf"}
    match = begin(situation("1bf.reinforcement", men, **LINES))
    play(match, "unit:BF-35G")
    assert "1219" in offered(match).hexes and refused(match, "hex:1119") == "24.5a"
    held = begin(situation("1bf.reinforcement", {**men, "G-SSLAH": "1220"}, **LINES))
    play(held, "unit:BF-35G")
    assert refused(held, "hex:1219") == "24.5a"  # now in a German zone


@pytest.mark.rule("rttr", "24.5a", "5.5a")
def test_a_replacement_may_come_into_the_empty_reichstag(situation: Situation) -> None:
    """It is in both sectors for all purposes; but whoever is in it shuts the other Front out (5.5b)."""
    men = {**NOBODY_DUE, "BF-35G": "dead.1bf", "BF-8GTB": "3512"}
    match = begin(situation("1bf.reinforcement", men, **LINES))
    play(match, "unit:BF-35G")
    assert "3513" in offered(match).hexes
    shut = begin(situation("1bf.reinforcement", {**men, "UF-61": "3513"}, **LINES))
    play(shut, "unit:BF-35G")
    assert refused(shut, "hex:3513") == "5.5b"


@pytest.mark.rule("rttr", "24.5b")
def test_a_forced_march_needs_a_line_at_its_start(situation: Situation) -> None:
    match = situation("1bf.movement", {**POCKET, "BF-150": "4906"}, **LINES)
    play(match, "unit:BF-150")
    assert refused(match, "do:forced_march") == "24.5b"


@pytest.mark.rule("rttr", "24.5c")
def test_bombardment_doubles_only_those_with_a_line(situation: Situation) -> None:
    match = situation("1bf.combat", {**POCKET, "BF-150": "4904", "BF-9T": "4902"}, artillery={"1bf": ["4903"]}, **LINES)
    answer = odds(match, "4903", "BF-150", "BF-9T")
    assert answer["attack"] == 5 + 2 * 9


@pytest.mark.rule("rttr", "24.6")
def test_germans_need_no_line(situation: Situation) -> None:
    match = situation("1bf.movement", {"G-GD": "4906"}, **LINES)
    assert match.ask("supply", unit="G-GD", seat="1uf")["rule"] == "24.6"


# -- Highly mobile units (25) --------------------------------------------------------------------------------------

FAST = {"options": {"highly_mobile": True}}


@pytest.mark.rule("rttr", "25.1", "25.2")
def test_highly_mobile_units_march_twelve(situation: Situation, rttr: RaceToTheReichstag) -> None:
    for unit, points in (("BF-9T", 12), ("BF-7GC-14G", 12), ("BF-1GTAR", 12), ("BF-150", 9), ("BF-8GE", 9)):
        match = situation("1bf.movement", {unit: "4906"}, **FAST)
        play(match, f"unit:{unit}", "do:forced_march")
        assert max(reach(match, unit).values()) == points, unit
    fast = {counter.kind for counter in rttr.counters if rttr.berlin.highly_mobile >> counter.index & 1}
    assert fast == {"tank", "panzer", "assault_gun", "mechanised", "panzergrenadier", "reconnaissance", "cavalry"}


@pytest.mark.rule("rttr", "25.3")
def test_only_they_advance_further_than_a_hex(situation: Situation) -> None:
    men = {"BF-9T": "4906", "BF-35G": "4806", "G-AX": "4907"}
    for unit, on in (("BF-9T", True), ("BF-35G", False)):
        match = situation("1bf.combat", men, dice=[6], **FAST)
        fight(match, "4907", "BF-9T", "BF-35G", table="mobile")
        assert event(match, "fought")["result"] == "OR"
        play(match, f"unit:{unit}")
        assert (offered(match).task == "advance_on") == on, unit
    plain = situation("1bf.combat", men, dice=[6])
    fight(plain, "4907", "BF-9T", "BF-35G", table="mobile")
    play(plain, "unit:BF-35G")
    assert offered(plain).task == "advance_on"


# -- Escape to the west (26) ---------------------------------------------------------------------------------------

WEST = {"options": {"escape": True}}


@pytest.mark.rule("rttr", "26.1")
def test_once_the_bunker_has_fallen_germans_may_leave(situation: Situation) -> None:
    fallen = {"S-FB": "captured.1bf", "G-GD": "0128", "G-AX": "0228"}
    match = situation("german_1uf.movement", fallen, dice=[3], **WEST)
    play(match, "unit:G-GD", "hex:west")
    assert where(match, "G-GD") == "west" and match.view("1bf")["points"]["scores"]["1uf"] == 0
    play(match, "unit:G-AX", "hex:west")  # one point to the edge and one off it
    standing = situation("german_1uf.movement", {**fallen, "S-FB": "aside"}, dice=[3], **WEST)
    play(standing, "unit:G-GD")
    assert refused(standing, "hex:west") == "26.1"
    static = situation("german_1uf.movement", {**fallen, "S-MO": "0129"}, dice=[3], **WEST)
    assert refused(static, "unit:S-MO") == "2.4b"


@pytest.mark.rule("rttr", "26.1", "13.3f")
def test_they_may_retreat_off_the_west_edge(situation: Situation) -> None:
    men = {"S-FB": "captured.1bf", "G-GD": "0128", "UF-3GTAT": "0127", "UF-68GTB": "0129", "UF-16SU": "0228"}
    for option, pile in ((True, "west"), (False, "killed.1uf")):
        match = situation("1uf.combat", men, dice=[3], options={"escape": option})
        settle(fight(match, "0128", "UF-3GTAT", "UF-68GTB", "UF-16SU", table="mobile"))  # 333%: DR
        assert where(match, "G-GD") == pile, option
