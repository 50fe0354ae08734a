"""Chapters 13 and 14: retreat and advance after combat."""

from __future__ import annotations

import pytest

from tests.playing import Situation, event, happened, neighbours, offered, play, refused, seen, where

from .helpers import fight, settle

STRONG = {"BF-9T": "4906", "BF-8GTB": "4906"}
"""13 factors."""


# -- Retreat (13) --------------------------------------------------------------------------------------------------


@pytest.mark.rule("rttr", "13.1", "13.2")
def test_a_normal_retreat_is_one_hex_of_the_owners_choice(situation: Situation) -> None:
    match = situation("1bf.combat", {**STRONG, "G-GD": "4907"}, dice=[3])
    fight(match, "4907", "BF-9T", table="mobile")  # DR
    assert (offered(match).seat, offered(match).task) == ("1uf", "retreat_to")
    assert set(offered(match).hexes) == {"4908", "5007", "4807"} - set(match.ask("zoc", side="1bf"))
    assert refused(match, "hex:4909") == "13.1"


@pytest.mark.rule("rttr", "13.3a", "13.3b", "11.7")
def test_nobody_retreats_into_zones_and_who_must_is_eliminated(situation: Situation) -> None:
    match = situation("1bf.combat", {**STRONG, "G-GD": "4907"}, dice=[3])
    fight(match, "4907", "BF-9T", table="mobile")
    assert refused(match, "hex:4806") == "13.3b"
    closed = situation("1bf.combat", {**STRONG, "BF-150": "4908", "G-GD": "4907"}, dice=[1])
    settle(fight(closed, "4907", "BF-9T", "BF-150", table="mobile"))  # both zones cover every hex round it
    assert where(closed, "G-GD") == "killed.1bf" and len(happened(closed, "blocked")) == 1


@pytest.mark.rule("rttr", "13.3c")
def test_no_retreat_across_a_lake_without_a_bridge(situation: Situation) -> None:
    """The Glienicke bridge leads from 0827 to 0727 across the Havel; every other hex is in a Soviet zone."""
    men = {"UF-3GTAT": "0927", "UF-68GTB": "0928", "G-PD-1": "0827"}
    whole = situation("1uf.combat", men, dice=[3], whole=["0727/0827"])
    settle(fight(whole, "0827", "UF-3GTAT", "UF-68GTB", table="mobile"))
    assert (event(whole, "fought")["result"], where(whole, "G-PD-1")) == ("DR", "0727")
    blown = situation("1uf.combat", men, dice=[3], blown=["0727/0827"])
    settle(fight(blown, "0827", "UF-3GTAT", "UF-68GTB", table="mobile"))
    assert where(blown, "G-PD-1") == "killed.1uf"


@pytest.mark.rule("rttr", "13.3d", "5.2a")
def test_no_retreat_across_the_boundary(situation: Situation) -> None:
    """3827, 3727 and 3726 are free, but beyond the boundary; the other hexes are in German zones."""
    match = situation("german_1bf.combat", {"BF-150": "3826", "G-SSLAH": "3825", "G-MB-Pz": "3926"}, dice=[4])
    settle(fight(match, "3826", "G-SSLAH", "G-MB-Pz", table="mobile"))
    assert where(match, "BF-150") == "dead.1bf" and len(happened(match, "blocked")) == 1


@pytest.mark.rule("rttr", "13.3e", "10.4")
def test_retreat_through_friends_only_within_the_stacking_limit(situation: Situation) -> None:
    full = dict.fromkeys(("G-AX", "G-HJR", "G-SSAN"), "4908")
    match = situation("1bf.combat", {**STRONG, "G-GD": "4907", **full}, dice=[3])
    fight(match, "4907", "BF-9T", table="mobile")
    assert "4908" not in offered(match).hexes and refused(match, "hex:4908") == "13.3e"
    room = situation("1bf.combat", {**STRONG, "G-GD": "4907", "G-AX": "4908"}, dice=[3])
    fight(room, "4907", "BF-9T", table="mobile")
    assert "4908" in offered(room).hexes


@pytest.mark.rule("rttr", "13.3f", "13.3i")
def test_soviets_leave_the_map_only_if_they_must(situation: Situation) -> None:
    men = {"BF-150": "5605", "G-SSLAH": "5604", "G-MB-Pz": "5606", "G-11SS-23": "5505"}
    match = situation("german_1bf.combat", men, dice=[4])
    settle(fight(match, "5605", "G-SSLAH", "G-MB-Pz", "G-11SS-23", table="mobile"))
    assert where(match, "BF-150") == "off.1bf.east"
    free = situation("german_1bf.combat", {"BF-150": "5605", "G-SSLAH": "5604", "G-MB-Pz": "5604"}, dice=[4])
    fight(free, "5605", "G-SSLAH", table="mobile")
    assert set(offered(free).hexes) == {"5606", "5506"}
    assert refused(free, "hex:off.1bf.east") == "13.3i"


@pytest.mark.rule("rttr", "13.3f")
def test_germans_never_leave_the_map_in_a_retreat(situation: Situation) -> None:
    men = {"G-GD": "5605", "BF-9T": "5604", "BF-11GT": "5606", "BF-1M": "5505"}
    match = situation("1bf.combat", men, dice=[3])
    settle(fight(match, "5605", "BF-9T", "BF-11GT", "BF-1M", table="mobile"))
    assert where(match, "G-GD") == "killed.1bf"


@pytest.mark.rule("rttr", "13.3g")
def test_a_panic_must_be_run_to_its_end(situation: Situation) -> None:
    """In the corner of the map it can go two hexes of six: it dies in the last it reached."""
    men = {"BF-9T": "5603", "BF-8GTB": "5603", "G-GD": "5602", "G-AX": "5602", "BF-150": "5402"}
    match = settle(fight(situation("1bf.combat", men, dice=[6, 6]), "5602", "BF-9T", table="mobile"))
    assert event(match, "panic")["die"] == 6
    assert [step["to"] for step in happened(match, "retreated")] == ["5601", "5501"]
    assert (event(match, "eliminated")["unit"], event(match, "eliminated")["hex"]) == ("G-AX", "5501")


@pytest.mark.rule("rttr", "13.3g")
def test_the_owner_says_by_which_way_a_lost_unit_runs(situation: Situation) -> None:
    """Zones shut the corner off behind 5501: by 5601 or by 5502 it gets there, and no further."""
    men = {"BF-9T": "5603", "BF-8GTB": "5603", "G-GD": "5602", "G-AX": "5602", "BF-150": "5302"}
    match = fight(situation("1bf.combat", men, dice=[6, 6]), "5602", "BF-9T", table="mobile")
    play(match, "do:enough")
    assert set(offered(match).hexes) == {"5601", "5502"} and offered(match).message.rules == ("13.3g",)
    play(match, "hex:5502")
    assert event(match, "eliminated")["hex"] == "5501" and where(match, "G-AX") == "killed.1bf"


@pytest.mark.rule("rttr", "13.3f", "13.3i")
def test_in_the_corner_of_the_map_the_owner_chooses_the_edge(situation: Situation) -> None:
    match = situation("german_1bf.combat", {"BF-150": "5601", "G-SSLAH": "5502", "G-MB-Pz": "5602"}, dice=[4])
    fight(match, "5601", "G-SSLAH", "G-MB-Pz", table="mobile")
    assert set(offered(match).hexes) == {"off.1bf.north", "off.1bf.east"}


@pytest.mark.rule("rttr", "13.3h")
def test_units_retreat_together_or_apart(situation: Situation) -> None:
    match = situation("1bf.combat", {"BF-9T": "4906", "BF-11GT": "4806", "G-GD": "4907", "G-AX": "4907"}, dice=[4])
    fight(match, "4907", "BF-9T", "BF-11GT", table="mobile")  # 19 against 5: DR
    assert offered(match).task == "retreat" and set(offered(match).units) == {"G-GD", "G-AX"}
    play(match, "unit:G-AX")
    first, second = offered(match).hexes[:2]
    play(match, f"hex:{first}", f"hex:{second}")
    assert (where(match, "G-AX"), where(match, "G-GD")) == (first, second)


@pytest.mark.rule("rttr", "13.3i")
def test_a_way_that_saves_must_be_taken(situation: Situation) -> None:
    """By 5601 a panic of three hexes ends in the corner: 5502 is the way."""
    men = {"BF-9T": "5603", "BF-8GTB": "5603", "G-GD": "5602", "G-AX": "5602"}
    match = settle(fight(situation("1bf.combat", men, dice=[6, 3]), "5602", "BF-9T", table="mobile"))
    assert event(match, "panic")["die"] == 3
    assert happened(match, "retreated")[0]["to"] == "5502"
    assert not where(match, "G-AX").startswith("killed")


@pytest.mark.rule("rttr", "13.4a")
def test_a_static_unit_that_should_retreat_is_eliminated(situation: Situation) -> None:
    match = situation("1bf.combat", {**STRONG, "S-FKM": "4907"}, dice=[3])
    settle(fight(match, "4907", "BF-9T", table="mobile"))
    assert event(match, "fought")["result"] == "DR" and where(match, "S-FKM") == "killed.1bf"


@pytest.mark.rule("rttr", "13.4b", "13.6a")
def test_statics_in_objectives_ignore_retreats_and_mobile_units_may(situation: Situation) -> None:
    men = {"BF-9T": "1220", "BF-11GT": "1320", "BF-1M": "1120", "S-FKM": "1219", "G-GD": "1219", "S-VS-01": "1219"}
    match = situation("1bf.combat", men, dice=[6], artillery={"1bf": ["1219"]})
    fight(match, "1219", "BF-9T", "BF-11GT", "BF-1M")  # 58 against 21: DA is no retreat
    settle(match)
    dd = situation("1bf.combat", {**men, "S-FKM": "aside"}, dice=[6], artillery={"1bf": ["1219"]})
    fight(dd, "1219", "BF-9T", "BF-11GT", "BF-1M")  # 58 against 12, 483%: DD
    assert event(dd, "fought")["result"] == "DD"
    play(dd, "unit:S-VS-01")  # one of four is not half
    assert where(dd, "G-GD") == "killed.1bf"
    strong = situation("1bf.combat", {**men, "S-FKM": "aside", "G-AX": "1219", "S-VS-01": "aside"}, dice=[6],
                       artillery={"1bf": ["1219"]})
    fight(strong, "1219", "BF-9T", "BF-11GT", "BF-1M")  # 58 against 15: DD at 386%
    play(strong, "unit:G-GD")
    settle(strong)
    assert event(strong, "fought")["result"] == "DD" and where(strong, "G-AX") == "1219"  # it stands
    assert len(happened(strong, "stands")) == 1 and not happened(strong, "advanced")


@pytest.mark.rule("rttr", "13.4b", "23.2b")
def test_why_a_unit_does_not_retreat(situation: Situation) -> None:
    """A static unit stands in Gatow, anybody in an S-Bahn hex of the better prepared defence; the others go."""
    men = {"G-GD": "1320", "G-AX": "1320", "S-MO": "1219", "BF-9T": "1220"}
    match = situation("german_1bf.combat", men, dice=[2])
    fight(match, "1220", "G-GD", "S-MO", table="mobile")
    assert event(match, "fought")["result"] == "AR" and set(offered(match).units) == {"G-GD", "G-AX"}
    assert refused(match, "unit:S-MO") == "13.4b"
    assert refused(match, "unit:BF-9T") == "13.1"
    ring = {"G-GD": "4009", "G-AX": "3911", "G-HJR": "3911", "BF-150": "4010"}
    prepared = situation("german_1bf.combat", ring, dice=[3], scenario="prepared")
    fight(prepared, "4010", "G-GD", "G-AX", table="mobile")
    assert event(prepared, "fought")["result"] == "AR" and set(offered(prepared).units) == {"G-AX", "G-HJR"}
    assert refused(prepared, "unit:G-GD") == "23.2b"


@pytest.mark.rule("rttr", "5.5b", "5.5a")
def test_no_retreat_into_a_reichstag_that_is_the_other_fronts(situation: Situation) -> None:
    men = {"BF-1GTAR": "3512", "G-GD": "3511", "G-AX": "3511"}
    match = situation("german_1bf.combat", {**men, "UF-61": "3513"}, dice=[4])
    fight(match, "3512", "G-GD", table="mobile")
    assert event(match, "fought")["result"] == "DR" and refused(match, "hex:3513") == "5.5b"
    empty = situation("german_1bf.combat", men, dice=[4])
    fight(empty, "3512", "G-GD", table="mobile")
    assert "3513" in offered(empty).hexes


@pytest.mark.rule("rttr", "13.5", "13.6c", "12.3")
def test_who_retreats_into_an_objective_fights_again_there(situation: Situation) -> None:
    men = {**STRONG, "BF-9T": "1118", "BF-8GTB": "1118", "G-GD": "1119", "S-VS-01": "1219", "BF-150": "1220",
           "BF-171": "1020", "BF-207": "1319"}
    match = situation("1bf.combat", men, dice=[3, 4])
    fight(match, "1119", "BF-9T", table="mobile")  # 13 against 3: DR
    play(match, "do:halt")
    assert where(match, "G-GD") == "1219"  # though Soviets stand beside it
    answer = match.ask("odds", target="1219", units=["BF-150"])
    assert answer["defence"] == 3 * (3 + 1)


@pytest.mark.rule("rttr", "13.6a")
def test_outside_the_objective_the_others_must_retreat(situation: Situation) -> None:
    """A German attack from Gatow and from beside it fails: AR at 50%."""
    match = situation("german_1bf.combat", {"G-GD": "1219", "G-AX": "1320", "BF-11GT": "1220"}, dice=[3])
    settle(fight(match, "1220", "G-GD", "G-AX", table="mobile"))
    assert event(match, "fought")["result"] == "AR"
    assert where(match, "G-GD") == "1219" and where(match, "G-AX") not in ("1320", "killed.1bf")


@pytest.mark.rule("rttr", "13.6b")
def test_a_panic_ends_in_an_objective_if_the_owner_likes(situation: Situation) -> None:
    men = {"BF-9T": "1117", "BF-8GTB": "1117", "G-GD": "1118", "G-AX": "1118"}
    match = situation("1bf.combat", men, dice=[6, 3])
    fight(match, "1118", "BF-9T", table="mobile")  # 13 against 5: DP
    play(match, "do:enough", "hex:1119", "hex:1219")
    assert offered(match).buttons == ("stand",) and event(match, "panic")["die"] == 3
    play(match, "do:stand")
    assert where(match, "G-AX") == "1219" and offered(match).task != "retreat_to"


# -- Advance (14) --------------------------------------------------------------------------------------------------


@pytest.mark.rule("rttr", "14.1", "14.4")
def test_mobile_units_that_fought_may_advance_into_the_vacated_hex(situation: Situation) -> None:
    match = situation("german_1bf.combat", {"G-SSLAH": "4906", "S-MO": "4906", "G-MB-Pz": "4906", "BF-1GTAR": "4907",
                                            "G-AX": "4904"}, dice=[6])
    fight(match, "4907", "G-SSLAH", table="mobile")  # 12 against 1: OR
    assert event(match, "fought")["result"] == "OR"
    assert set(offered(match).units) == {"G-SSLAH", "G-MB-Pz"}
    assert refused(match, "unit:S-MO") == "14.1" and refused(match, "unit:G-AX") == "14.1"
    play(match, "unit:G-SSLAH")
    assert where(match, "G-SSLAH") == "4907"  # the first hex is the vacated one
    play(match, "do:halt", "do:halt")
    assert where(match, "G-MB-Pz") == "4906"


@pytest.mark.rule("rttr", "14.2", "11.8")
def test_an_advance_ignores_zones_but_not_enemies_and_stacking(situation: Situation) -> None:
    match = situation("1bf.combat", {**STRONG, "BF-11GT": "4806", "G-GD": "4907", "G-AX": "4909", "BF-150": "5007"},
                      dice=[6])
    fight(match, "4907", "BF-9T", "BF-11GT", "BF-150", table="mobile")  # OR
    play(match, "unit:BF-9T")
    assert "4908" in offered(match).hexes and "4908" in match.ask("zoc", side="german")
    assert refused(match, "hex:5007") == "10.2"  # a division is there
    play(match, "hex:4908")
    assert refused(match, "hex:4909") == "14.2"
    full = situation("1bf.combat", {**STRONG, "BF-11GT": "4806", "G-GD": "4907"}, dice=[6])
    fight(full, "4907", "BF-9T", "BF-11GT", table="mobile")
    play(full, "unit:BF-9T", "do:halt")
    assert offered(full).units == ("BF-8GTB",) and refused(full, "unit:BF-11GT") == "14.2"


@pytest.mark.rule("rttr", "14.3")
def test_units_advance_one_at_a_time_and_may_stop_early(situation: Situation) -> None:
    match = situation("1bf.combat", {**STRONG, "BF-11GT": "4806", "G-GD": "4907"}, dice=[6])
    fight(match, "4907", "BF-9T", "BF-11GT", table="mobile")
    play(match, "unit:BF-9T", "hex:4908", "do:halt", "unit:BF-8GTB", "do:halt", "do:halt")
    assert (where(match, "BF-9T"), where(match, "BF-8GTB"), where(match, "BF-11GT")) == ("4908", "4907", "4806")


@pytest.mark.rule("rttr", "14.4")
def test_of_several_vacated_hexes_one_is_first(situation: Situation) -> None:
    match = situation("1bf.combat", {**STRONG, "G-GD": "4907", "G-AX": "4806"}, dice=[4])
    play(match, "hex:4907", "unit:BF-9T", "hex:4806", "do:mobile")  # 13 against 5: DR
    while offered(match).task.startswith("retreat"):
        play(match, offered(match).choices[0])
    play(match, "unit:BF-9T")
    assert set(offered(match).hexes) == {"4907", "4806"}
    assert refused(match, "hex:4905") == "14.4"


@pytest.mark.rule("rttr", "14.5", "19.1c")
def test_an_unbridged_river_stops_an_advance(situation: Situation) -> None:
    men = {"BF-9T": "1906", "BF-11GT": "1907", "G-GD": "2006"}
    match = situation("1bf.combat", men, dice=[6], artillery={"1bf": ["2006"]})
    fight(match, "2006", "BF-9T", "BF-11GT", table="mobile")
    assert event(match, "fought")["result"] == "OR"
    play(match, "unit:BF-9T")
    assert where(match, "BF-9T") == "2006" and offered(match).task != "advance_on"
    helped = situation("1bf.combat", {**men, "BF-8GE": "1906"}, dice=[6], artillery={"1bf": ["2006"]})
    fight(helped, "2006", "BF-9T", "BF-11GT", table="mobile")
    play(helped, "unit:BF-9T")
    assert offered(helped).task == "advance_on"  # engineers of its Front make it a bridged one


@pytest.mark.rule("rttr", "14.4", "12.23-AR")
def test_defenders_advance_into_hexes_the_attackers_left(situation: Situation) -> None:
    match = situation("1bf.combat", {"BF-8GTB": "4906", "G-SSLAH": "4907", "G-MB-Pz": "4907"}, dice=[3])
    fight(match, "4907", "BF-8GTB", table="mobile")
    settle(match, "unit:G-MB-Pz")
    assert where(match, "G-MB-Pz") == "4906" and "4906" in seen(match, "1bf")["stacks"]
    assert where(match, "BF-8GTB") in neighbours(match, "4906")
