"""Chapters 16 and 17: static units, fog of war, reconnaissance."""

from __future__ import annotations

from typing import Any

import pytest

import stavka
from tests.playing import Situation, event, face, happened, offered, play, refused, seen, track, where

from .helpers import NOBODY_DUE, begin, fight, pass_to, settle, units_at


def down(place: str) -> dict[str, Any]:
    """Face down in a hex."""
    return {"hex": place, "face_down": True}


# -- What statics do (16) ------------------------------------------------------------------------------------------


@pytest.mark.rule("rttr", "16.2")
def test_each_command_post_face_up_adds_one(situation: Situation) -> None:
    """Two command posts face up add two."""
    match = situation("german_1uf.movement", {"S-CP-West": "3431", "S-CP-LVIPk": "3430", "G-GD": "3432"}, dice=[1])
    assert track(match, "allowance") == 3


@pytest.mark.rule("rttr", "16.3a")
def test_an_emergency_airfield_needs_a_road_or_an_airfield(situation: Situation) -> None:
    match = situation("german_1bf.reinforcement", {"G-GD": "1218"}, dice=[1, 16])
    assert offered(match).message.args["unit"] == "S-EA-1"
    assert "1219" in offered(match).hexes  # Gatow airfield
    assert refused(match, "hex:1217") == "16.3a"


@pytest.mark.rule("rttr", "16.3b", "7.5")
def test_an_emergency_airfield_brings_back_two_static_infantry_units(situation: Situation) -> None:
    men = {"S-EA-1": down("4906"), "S-VS-01": "killed.1bf", "S-KM-1": "killed.1bf", "S-Area-A": "killed.1bf",
           "S-SD-1": "killed.1bf", "G-GD": "killed.1bf", "S-VS-02": "killed.1uf", "BF-150": "4908"}
    match = situation("german_1bf.reinforcement", men, dice=[6])
    play(match, "unit:S-EA-1")
    assert set(offered(match).units) == {"S-VS-01", "S-KM-1", "S-Area-A"}
    assert refused(match, "unit:G-GD") == "16.3b" and refused(match, "unit:S-VS-02") == "16.3b"
    play(match, "unit:S-VS-01")
    assert "4907" not in offered(match).hexes and refused(match, "hex:4907") == "7.5"  # a Soviet zone
    assert refused(match, "hex:4904") == "16.3b"  # too far
    play(match, "hex:4905", "unit:S-KM-1", "hex:4906")
    assert where(match, "S-EA-1") == "aside"
    assert units_at(match, "4906", "1bf") == [None] and units_at(match, "4906", "1uf") == ["S-KM-1"]


@pytest.mark.rule("rttr", "16.5")
def test_a_sniper_may_be_kept_and_placed_behind_the_lines(situation: Situation) -> None:
    drawn = situation("german_1bf.reinforcement", {"G-GD": "4906"}, dice=[1, 21])
    assert offered(drawn).message.args["unit"] == "S-SN-1" and offered(drawn).buttons == ("hold",)
    play(drawn, "do:hold")
    assert units_at(drawn, "held.1uf", "1uf") == ["S-SN-1"] and units_at(drawn, "held.1uf", "1bf") == [None]
    later = situation("german_1bf.reinforcement", {"S-SN-1": {"hex": "held.1uf", "face_down": True}, "G-GD": "4906",
                                                   "S-SN-2": "0904", "BF-150": "4907"}, dice=[6])
    play(later, "unit:S-SN-1")
    assert "4908" in offered(later).hexes and "4908" in later.ask("zoc", side="1bf")
    assert "4910" in offered(later).hexes and refused(later, "hex:4911") == "16.5"  # four hexes
    assert refused(later, "hex:0905") == "16.5"  # another sniper does not count
    play(later, "hex:4908")
    assert units_at(later, "4908", "1bf") == [None]


@pytest.mark.rule("rttr", "16.5")
def test_only_snipers_are_kept(situation: Situation) -> None:
    match = situation("german_1bf.reinforcement", {"G-GD": "4906"}, dice=[1, 8])
    assert refused(match, "do:hold") == "16.5"


@pytest.mark.rule("rttr", "16.6", "27.4a", "21.2b")
def test_strategic_markers_are_worth_ten_points(situation: Situation) -> None:
    match = situation("1bf.movement", {"BF-150": "4906", "S-FB": "captured.1bf", "S-AR": "captured.1uf"})
    assert seen(match, "1bf")["points"]["scores"] == {"1bf": 10, "1uf": 10}


@pytest.mark.rule("rttr", "16.7", "7.5", "8.1b")
def test_a_depot_brings_back_a_mobile_unit_whatever_the_zones(situation: Situation) -> None:
    men = {"S-SD-1": down("4906"), "G-GD": "killed.1bf", "G-AX": "killed.1uf", "S-VS-01": "killed.1bf",
           "BF-150": "4908"}
    match = situation("german_1bf.reinforcement", men, dice=[6])
    play(match, "unit:S-SD-1")
    assert offered(match).units == ("G-GD",)  # of the other player's dead pile, and mobile
    play(match, "unit:G-GD")
    assert "4907" in offered(match).hexes and refused(match, "hex:4904") == "16.7"
    play(match, "hex:4907")
    assert (where(match, "G-GD"), where(match, "S-SD-1")) == ("4907", "aside")
    nobody = situation("german_1bf.reinforcement", {"S-SD-1": "4906", "G-AX": "4905"}, dice=[6])
    assert refused(nobody, "unit:S-SD-1") == "16.7"


@pytest.mark.rule("rttr", "16.7", "7.5", "10.3", "5.2c", "5.6a")
def test_beside_a_depot_there_may_still_be_no_room(situation: Situation) -> None:
    """3613 touches the Reichstag, and 3514 beyond the boundary."""
    full = dict.fromkeys(("G-HJR", "G-SSAN", "G-SSCH"), "3614")
    men = {"S-SD-1": "3613", "G-GD": "killed.1bf", "BF-150": "3714", **full}
    match = situation("german_1bf.reinforcement", men, dice=[6])
    play(match, "unit:S-SD-1", "unit:G-GD")
    assert [refused(match, f"hex:{hex}") for hex in ("3714", "3614", "3514", "3513")] == ["7.5", "10.3", "5.2c", "5.6a"]


@pytest.mark.rule("rttr", "16.5")
def test_a_kept_sniper_without_a_german_near_is_not_placed(situation: Situation) -> None:
    match = situation("german_1bf.reinforcement", {"S-SN-1": down("held.1uf"), "S-SN-2": "4906", "BF-150": "0904"},
                      dice=[6])
    assert refused(match, "unit:S-SN-1") == "16.5"
    close = situation("german_1bf.reinforcement", {"S-SN-1": down("held.1uf"), "G-GD": "4906", "BF-150": "4907"},
                      dice=[6])
    play(close, "unit:S-SN-1")
    assert refused(close, "hex:4907") == "10.1"  # nobody stacks with Soviets, not even a sniper


# -- Face down (16.8 - 16.10) --------------------------------------------------------------------------------------


@pytest.mark.rule("rttr", "16.8a", "17.1")
def test_who_placed_a_unit_may_look_at_it_and_turn_it_up(situation: Situation) -> None:
    match = situation("german_1bf.reinforcement", {"S-CP-Ost": down("4906"), "G-GD": "4905"}, dice=[6, 2])
    assert units_at(match, "4906", "1uf") == ["S-CP-Ost"] and units_at(match, "4906", "1bf") == [None]
    with pytest.raises(stavka.Illegal, match=r"17\.1"):
        match.ask("unit", unit="S-CP-Ost", seat="1bf")
    play(match, "do:turn_up", "unit:S-CP-Ost")
    assert units_at(match, "4906", "1bf") == ["S-CP-Ost"]
    play(match, "do:end_phase")
    assert track(match, "allowance") == 3  # in time for the roll


@pytest.mark.rule("rttr", "16.8a")
def test_statics_can_be_turned_up_in_every_german_phase(situation: Situation) -> None:
    men = {"S-CP-Ost": down("4906"), "G-GD": "0905", "BF-8GTB": "0904"}
    for phase in ("reinforcement", "movement", "combat"):
        match = situation(f"german_1bf.{phase}", men, dice=[6])
        play(match, "do:turn_up", "unit:S-CP-Ost")
        assert face(match, "S-CP-Ost") == 0 and refused(match, "do:turn_up") == "16.8a", phase
    moving = situation("german_1bf.movement", men, dice=[6])
    play(moving, "unit:G-GD", "do:turn_up", "unit:S-CP-Ost")
    assert face(moving, "S-CP-Ost") == 0 and offered(moving).task == "move_to"  # the move goes on


@pytest.mark.rule("rttr", "16.8a", "12.4a")
def test_with_nobody_to_attack_the_prompt_asks_for_no_hex(situation: Situation) -> None:
    for gd, asks in (("0905", "attack_bound"), ("1505", "no_attack")):
        match = situation("german_1bf.combat", {"S-CP-Ost": down("4906"), "G-GD": gd, "BF-8GTB": "0904"})
        assert offered(match).message.key == f"prompt.{asks}" and bool(offered(match).hexes) is (gd == "0905")
        assert "turn_up" in offered(match).buttons


@pytest.mark.rule("rttr", "16.8b")
def test_statics_next_to_soviets_are_revealed_before_combat(situation: Situation) -> None:
    men = {"S-VS-01": down("4907"), "S-VS-02": down("4909"), "BF-150": "4906",
           "S-VS-03": down("1219"), "BF-171": "1220", "S-VS-04": down("3514"), "BF-207": "3614"}
    for phase in ("1bf.combat", "german_1bf.combat", "1uf.combat", "german_1uf.combat"):
        match = situation(phase, men)
        assert [face(match, unit) for unit in ("S-VS-01", "S-VS-02", "S-VS-03", "S-VS-04")] == [0, 1, 0, 0], phase
    before = situation("1bf.movement", men)
    assert units_at(before, "4907", "1bf") == [None]


@pytest.mark.rule("rttr", "16.9")
def test_once_face_up_it_stays_so(situation: Situation) -> None:
    """The attack on Gatow fails with AA and leaves nobody beside it."""
    match = situation("1bf.combat", {"S-VS-01": down("1219"), "BF-8GTB": "1220", "BF-150": "0904"}, dice=[3])
    settle(fight(match, "1219", "BF-8GTB"))
    play(match, "do:end_phase")
    assert where(match, "BF-8GTB") == "dead.1bf" and units_at(match, "1219", "1bf") == ["S-VS-01"]
    nothing = situation("german_1bf.movement", {"S-VS-01": "1219", "G-GD": "4906"}, dice=[3])
    assert refused(nothing, "do:turn_up") == "16.8a"


@pytest.mark.rule("rttr", "16.10a")
def test_the_garrison_of_the_reichstag_is_shown_in_a_soviet_combat_phase(situation: Situation) -> None:
    men = {"S-VS-01": down("3513"), "S-MO": down("3513"), "BF-150": "3512"}
    assert units_at(situation("german_1bf.combat", men), "3513", "1bf") == [None, None]
    shown = situation("1bf.combat", men)
    assert units_at(shown, "3513", "1bf") == units_at(shown, "3513", "1uf") == ["S-VS-01", "S-MO"]


# -- Fog of war (17) -----------------------------------------------------------------------------------------------


@pytest.mark.rule("rttr", "17.1", "17.2")
def test_mobile_germans_and_all_soviets_are_seen_by_both(situation: Situation) -> None:
    match = situation("1bf.movement", {"G-GD": "4906", "S-VS-01": down("4906"), "BF-150": "4904", "UF-61": "3431"})
    for seat in ("1bf", "1uf"):
        assert {"G-GD", "BF-150", "UF-61"} <= set(seen(match, seat)["units"])
    assert units_at(match, "4906", "1bf") == ["G-GD", None] and units_at(match, "4906", "1uf") == ["G-GD", "S-VS-01"]


@pytest.mark.rule("rttr", "17.3a", "17.3b", "17.3c")
def test_a_reconnaissance_unit_examines_one_hex_and_stays(situation: Situation) -> None:
    men = {**NOBODY_DUE, "BF-1GTAR": "4906", "BF-150": "0904", "S-VS-01": down("4908"), "S-VS-02": down("4905"),
           "S-VS-03": down("4909")}
    match = situation("1bf.reinforcement", men)
    play(match, "unit:BF-1GTAR")
    assert set(offered(match).hexes) == {"4908", "4905"}
    assert refused(match, "hex:4909") == "17.3a"
    play(match, "hex:4908")
    assert face(match, "S-VS-01") == 0 and units_at(match, "4908", "1bf") == ["S-VS-01"]
    assert units_at(match, "4905", "1bf") == [None]  # one hex a unit
    begin(match)
    pass_to(match, "1bf.movement")
    assert refused(match, "unit:BF-1GTAR") == "17.3c"


@pytest.mark.rule("rttr", "17.3a", "5.2a")
def test_reconnaissance_ends_at_the_boundary(situation: Situation) -> None:
    match = situation("1bf.reinforcement", {**NOBODY_DUE, "BF-1GTAR": "3613", "S-VS-01": down("3514"),
                                            "S-VS-02": down("3612")})
    play(match, "unit:BF-1GTAR")
    assert offered(match).hexes == ("3612",) and refused(match, "hex:3514") == "17.3a"


@pytest.mark.rule("rttr", "17.3b", "16.10a")
def test_into_the_reichstag_one_looks_alone(situation: Situation) -> None:
    match = situation("1bf.reinforcement", {**NOBODY_DUE, "BF-1GTAR": "3612", "S-MO": down("3513")})
    play(match, "unit:BF-1GTAR", "hex:3513")
    assert units_at(match, "3513", "1bf") == ["S-MO"] and units_at(match, "3513", "1uf") == [None]
    looked = next(event for event in match.log if event.kind == "looked")
    assert looked.seen_by("1uf").data["units"] is None and face(match, "S-MO") == 1


@pytest.mark.rule("rttr", "17.4")
def test_aircraft_may_look_instead_of_striking(situation: Situation) -> None:
    men = {"S-VS-01": down("4908"), "S-VS-02": down("4904"), "S-VS-03": down("4909"), "BF-150": "0904"}
    match = situation("1bf.bombardment", men)
    play(match, "do:air", "hex:4906", "do:recon")
    assert [face(match, unit) for unit in ("S-VS-01", "S-VS-02", "S-VS-03")] == [0, 0, 1]
    assert track(match, "spent_1bf") == 2 and not match.view("1bf")["marks"].get("4906")
    play(match, "do:air", "hex:4906")
    assert refused(match, "do:air") == "15.3a"  # one was used up by looking
    strike = situation("1bf.bombardment", men)
    play(strike, "do:air", "hex:4906", "do:strike")
    assert face(strike, "S-VS-01") == 1 and strike.view("1bf")["marks"]["4906"] == ["air"]
    assert not happened(strike, "revealed") and event(match, "air_recon")["hex"] == "4906"
