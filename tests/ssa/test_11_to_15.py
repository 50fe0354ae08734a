"""Chapters 11 to 15: disruption, antitank fire, SS fatigue, SS desperation, air units."""

from __future__ import annotations

import pytest

from stavka.games.ssa import TheSSAbyss
from tests.playing import (
    Situation,
    do_nothing,
    end_until,
    event,
    happened,
    offered,
    only,
    play,
    reach,
    refused,
    seen,
    where,
)

from .helpers import asked, fight, flags, is_disrupted, reasons, shell

NORTH = {"taken": ["1806"]}

# -- 11.0 Disruption -----------------------------------------------------------------------------------------------


@pytest.mark.rule("ssa", "11.0a")
def test_bombardment_turns_a_unit_over(k3: Situation) -> None:
    match = k3("axis.bombardment", {"403Art-I": "1915", "403Art-II": "1916", "1Pz-1": "2115", "84-41": "2215"},
               dice=[2])
    shell(match, "2215", "403Art-I", "403Art-II")
    assert seen(match, "soviet")["units"]["84-41"]["face"] == 1


@pytest.mark.rule("ssa", "11.0b")
def test_disrupted_units_neither_attack_nor_move_nor_have_a_zone(k3: Situation) -> None:
    place = {"1Pz-1": {"hex": "2115", "disrupted": True}, "84-41": "2215"}
    assert k3("axis.combat", place).ask("zoc", side="axis") == []
    assert refused(k3("axis.combat", place), "hex:2215") == "11.0b"
    assert refused(k3("axis.movement", {"1Pz-1": {"hex": "2115", "disrupted": True}}), "unit:1Pz-1") == "11.0b"


@pytest.mark.rule("ssa", "11.0c")
def test_they_defend_at_full_strength_but_each_adds_one_to_the_die(k3: Situation) -> None:
    match = k3("axis.combat", {"1Pz-1": "2115", "84-41": {"hex": "2215", "disrupted": True},
                               "84-201": {"hex": "2215", "disrupted": True}, "84-382": "2215"})
    odds = match.ask("odds", target="2215", units=["1Pz-1"])
    assert odds["defence"] == 21 and asked(odds, "modifiers")["11.0c"] == 2


@pytest.mark.rule("ssa", "11.0e")
def test_disrupted_units_do_not_advance_with_the_others(k3: Situation) -> None:
    match = k3("axis.combat", {"3SS-6": "2115", "3SS-PzV": {"hex": "2115", "disrupted": True}, "84-Art": "2215"},
               dice=[5], **NORTH)
    assert only(fight(match, "2215", "3SS-6"), "fought")["result"] in ("d2", "dE")
    while offered(match).task == "retreat":
        play(match, f"hex:{offered(match).hexes[0]}")
    assert offered(match).units == ("3SS-6",)
    assert refused(match, "unit:3SS-PzV") is not None


@pytest.mark.rule("ssa", "11.0f")
@pytest.mark.parametrize("goes", [True, False])
def test_disrupted_units_may_retreat_with_the_attackers_of_their_stack(k3: Situation, goes: bool) -> None:
    match = k3("axis.combat", {"1Pz-1": "2115", "1Pz-PzV": {"hex": "2115", "disrupted": True}, "84-41": "2215"},
               dice=[1])
    assert only(fight(match, "2215", "1Pz-1"), "fought")["result"] == "a2"
    assert offered(match).units == ("1Pz-PzV",)
    if goes:
        play(match, "unit:1Pz-PzV")
    while offered(match).task == "retreat":
        play(match, f"hex:{offered(match).hexes[0]}")
    assert where(match, "1Pz-1") != "2115"
    assert (where(match, "1Pz-PzV") == "2115") is not goes


@pytest.mark.rule("ssa", "11.0g")
def test_disrupted_defenders_retreat_like_others(k3: Situation) -> None:
    match = k3("axis.combat", {"3SS-6": "2115", "3SS-PzV": "2115", "84-41": {"hex": "2215", "disrupted": True}},
               dice=[1], **NORTH)
    fight(match, "2215", "3SS-6", "3SS-PzV")
    play(match, "hex:2315")
    while offered(match).task == "retreat":
        play(match, f"hex:{offered(match).hexes[0]}")
    assert where(match, "84-41") != "2215" and is_disrupted(match, "84-41")


@pytest.mark.rule("ssa", "11.0h")
def test_a_second_disruption_has_no_effect(k3: Situation) -> None:
    match = k3("axis.bombardment", {"403Art-I": "1915", "403Art-II": "1916", "1Pz-1": "2115",
                                    "84-41": {"hex": "2215", "disrupted": True}}, dice=[2])
    assert only(shell(match, "2215", "403Art-I", "403Art-II"), "shelled")["result"] == "D"
    assert is_disrupted(match, "84-41") and not happened(match, "disrupted")


@pytest.mark.rule("ssa", "11.2a", "11.2b")
def test_everybody_recovers_in_his_own_removal_phase_in_supply_or_not(k3: Situation) -> None:
    """0123 is out of supply; disrupted in the Soviet turn, the unit sits out its own and recovers at its end."""
    match = k3("axis.movement", {"44-131": {"hex": "0123", "disrupted": True}, "1Pz-1": "2115", "84-41": "2420"})
    assert not match.ask("supply", unit="44-131")["supplied"]
    play(match, "do:end_phase")
    assert not is_disrupted(match, "44-131") and event(match, "recovered")["units"] == ["44-131"]


# -- 12.0 Antitank -------------------------------------------------------------------------------------------------


@pytest.mark.rule("ssa", "12.0a", "12.0b", "12.0d")
@pytest.mark.parametrize(("gun", "halves"), [
    ("1Pz-StG", 1), ("1Pz-PzJ", 1), ("303StG", 1), ("4C-PzJ", 1), ("1Pz-1", 0)])
def test_a_small_gun_halves_the_strongest_tank(k3: Situation, gun: str, halves: int) -> None:
    match = k3("soviet.combat", {gun: "2115", "18TC-363": "2215", "18TC-110": "2215", "18TC-1438": "2215"},
               turn=7)
    lines = asked(match.ask("odds", target="2115", units=["18TC-363", "18TC-110", "18TC-1438"]), "attackers")
    assert lines == ({"12.0d": 5, "8.0h": 15} if halves else {"8.0h": 25})  # 10, 8 and 7


@pytest.mark.rule("ssa", "12.0c", "12.0d")
def test_a_regiment_halves_two_and_nobody_twice(sa: Situation) -> None:
    place = {"1Pz-PzV": "2115", "303StG": "2115", "3Pz-PzV": "2214", "AT1": "2215"}
    match = sa("axis.combat", place)
    lines = asked(match.ask("odds", target="2215", units=["1Pz-PzV", "303StG", "3Pz-PzV"]), "attackers")
    assert lines == {"12.0d": 3 + 3, "8.0h": 6}
    two = sa("axis.combat", {**place, "AT2": "2215"})
    lines = asked(two.ask("odds", target="2215", units=["1Pz-PzV", "303StG", "3Pz-PzV"]), "attackers")
    assert lines == {"12.0d": 3 + 3 + 3}


@pytest.mark.rule("ssa", "12.0a")
def test_antitank_guns_are_no_field_artillery(sa: Situation) -> None:
    match = sa("soviet.bombardment", {"AT1": "2115", "1Pz-1": "2215"})
    assert match.phase != "soviet.bombardment" or offered(match).hexes == ()
    fighting = sa("soviet.combat", {"AT1": "2115", "1Pz-1": "2215"})
    assert offered(fighting).hexes == ("2215",)


@pytest.mark.rule("ssa", "12.0e", "12.0.ex")
def test_the_halving_example_of_the_rulebook(sa: Situation) -> None:
    """Tank 6, tank destroyer 7, guns 7 in support and infantry 6 against an AT regiment 9-10-0 and a 6-7-6."""
    match = sa("axis.combat", {"3Pz-PzV": "2115", "303StG": "2115", "44-131": "2214", "44-Art": "2013",
                               "AT1": "2215", "236-509": "2215"}, dice=[3])
    fought = only(fight(match, "2215", "3Pz-PzV", "303StG", "44-131", "44-Art"), "fought")
    assert reasons(fought, "attack") == {"halved": 3 + 3, "unit": 6, "support": 7}
    assert (fought["attack"], fought["defence"], fought["column"]) == (19, 17, "+1, +2")


# -- 13.0 Fatigue --------------------------------------------------------------------------------------------------


@pytest.mark.rule("ssa", "13.0a")
@pytest.mark.parametrize(("turn", "tired"), [(5, False), (6, True)])
def test_from_turn_6_an_attack_in_the_ss_phase_tires(k3: Situation, turn: int, tired: bool) -> None:
    match = k3("axis.ss_combat", {"3SS-PzV": "2115", "3SS-Art": "1915", "3SS-5": "2118", "84-41": "2215",
                                  "84-201": "2215"}, turn=turn, dice=[4], **NORTH)
    fight(match, "2215", "3SS-PzV", "3SS-Art")
    play(match, "do:end_phase")
    assert match.phase == "axis.movement"
    assert ("fatigued" in flags(match, "3SS-PzV")) is tired and ("fatigued" in flags(match, "3SS-Art")) is tired
    assert "fatigued" not in flags(match, "3SS-5")


@pytest.mark.rule("ssa", "13.0a")
def test_who_was_lost_in_the_ss_phase_does_not_tire(k3: Situation) -> None:
    match = k3("axis.ss_combat", {"3SS-PzIV": "2115", "3SS-5": "2420", "25G-Div": "2215"}, turn=7, dice=[1], **NORTH)
    assert only(fight(match, "2215", "3SS-PzIV"), "fought")["result"] == "aEE"
    play(match, "do:end_phase")
    assert not happened(match, "fatigued") and flags(match, "3SS-PzIV") == []


@pytest.mark.rule("ssa", "13.0b")
def test_only_the_ss_tires_and_not_in_regular_combat(k3: Situation) -> None:
    match = k3("axis.combat", {"3SS-PzV": "2115", "1Pz-1": "2115", "84-41": "2215", "84-201": "2215", "44-131": "2018"},
               turn=7, dice=[4], **NORTH)
    fight(match, "2215", "3SS-PzV", "1Pz-1")
    while match.phase != "axis.movement":
        do_nothing(match)
    assert "fatigued" not in flags(match, "3SS-PzV") and "fatigued" not in flags(match, "1Pz-1")


@pytest.mark.rule("ssa", "13.1a")
def test_fatigued_units_neither_attack_nor_despair(k3: Situation) -> None:
    tired = {"3SS-5": {"hex": "2115", "fatigued": True}}
    assert refused(k3("axis.combat", {**tired, "84-41": "2215"}, turn=7, **NORTH), "hex:2215") == "13.1a"
    despair = k3("axis.desperation", {**tired, "3SS-PzV": "2118"}, turn=7, **NORTH)
    assert offered(despair).units == ("3SS-PzV",) and refused(despair, "unit:3SS-5") == "13.1a"


@pytest.mark.rule("ssa", "13.1b")
def test_fatigue_lasts_to_the_removal_phase_of_the_next_turn_whatever_the_supply(k3: Situation) -> None:
    match = k3("axis.movement", {"3SS-5": {"hex": "0123", "fatigued": True}, "84-41": "2420", "44-131": "2110"},
               turn=6, **NORTH)
    end_until(match, "axis.movement", turn=7)
    assert "fatigued" not in flags(match, "3SS-5") and event(match, "rested")["units"] == ["3SS-5"]


@pytest.mark.rule("ssa", "13.2")
def test_disruption_outweighs_fatigue(k3: Situation) -> None:
    match = k3("axis.movement", {"3SS-5": {"hex": "2115", "fatigued": True, "disrupted": True}, "1Pz-1": "2110"},
               turn=7, **NORTH)
    assert refused(match, "unit:3SS-5") == "11.0b"  # not half its movement: none


# -- 14.0 Desperation ----------------------------------------------------------------------------------------------


@pytest.mark.rule("ssa", "14.0a")
@pytest.mark.parametrize(("turn", "moves"), [(4, False), (5, True), (9, True)])
def test_in_konrad_3_the_ss_despairs_from_turn_5(k3: Situation, turn: int, moves: bool) -> None:
    match = k3("axis.desperation", {"3SS-5": "2115", "1Pz-1": "2110", "3SS-PzV": "2210", "84-41": "2310"}, turn=turn,
               **NORTH)
    assert offered(match).units == (("3SS-5",) if moves else ())  # 3SS-PzV is in an enemy zone
    if moves:
        assert max(reach(match, "3SS-5").values()) == 4
        assert refused(match, "unit:1Pz-1") == "14.0a" and refused(match, "unit:3SS-PzV") == "14.0a"
        play(match, "unit:3SS-5", "hex:2116")
        end_until(match, "axis.movement")
        assert max(reach(match, "3SS-5").values()) == 11  # and its full move later


@pytest.mark.rule("ssa", "14.0b")
def test_in_spring_awakening_it_despairs_near_simontornya_on_turn_5(sa: Situation) -> None:
    place = {"1SS-1": "1522", "1SS-2": "1521", "1Pz-1": "1523"}
    match = sa("axis.desperation", place, turn=5)
    assert offered(match).units == ("1SS-1",) and refused(match, "unit:1SS-2") == "14.0b"
    assert offered(sa("axis.desperation", place, turn=4)).units == ()
    assert offered(sa("axis.desperation", place, turn=6)).units == ()


# -- 15.0 Air ------------------------------------------------------------------------------------------------------

DUEL = {"1Pz-1": "2115", "1Pz-PzV": "2214", "84-41": "2215", "84-201": "2116"}


@pytest.mark.rule("ssa", "15.0a")
def test_one_axis_and_two_soviet_air_units_fly_on_air_turns(ssa: TheSSAbyss, k3: Situation) -> None:
    assert [unit.side for unit in ssa.counters if unit.kind == "air"] == ["axis", "soviet", "soviet"]
    fair = k3("soviet.combat", DUEL, turn=3)
    play(fair, "hex:2115", "unit:84-41")
    assert {"SovAir1", "SovAir2"} <= set(offered(fair).units)
    foul = k3("soviet.combat", DUEL, turn=4)
    play(foul, "hex:2115", "unit:84-41")
    assert refused(foul, "unit:SovAir1") == "15.0a"


@pytest.mark.rule("ssa", "15.0b", "15.0h")
def test_each_supports_one_attack_a_turn(k3: Situation) -> None:
    match = k3("axis.combat", DUEL, turn=3, dice=[3, 3])
    play(match, "hex:2215", "unit:1Pz-PzV", "unit:AxisAir", "do:roll")
    assert where(match, "AxisAir") == "air.flown"
    while offered(match).task != "target":
        match.choose(offered(match).choices[0] if "do:halt" not in offered(match) else "do:halt")
    play(match, "hex:2116", "unit:1Pz-1")
    assert refused(match, "unit:AxisAir") == "15.0b"
    do_nothing(match)  # the attack has to be rolled
    end_until(match, "soviet.combat", turn=4)
    assert where(match, "AxisAir") == "air.ready"  # a new turn, and no air turn on which it had to fly


@pytest.mark.rule("ssa", "15.0c")
def test_air_units_are_always_in_supply_and_never_lost_in_battle(k3: Situation) -> None:
    match = k3("axis.combat", {"1Pz-Rec": "2115", "25G-Div": "2215"}, turn=3, dice=[1])
    play(match, "hex:2215", "unit:1Pz-Rec", "unit:AxisAir", "do:roll")
    assert where(match, "1Pz-Rec") == "dead.axis" and where(match, "AxisAir") == "air.flown"


@pytest.mark.rule("ssa", "15.0d")
def test_the_axis_air_unit_flies_on_every_air_turn_or_never_again(k3: Situation) -> None:
    match = k3("axis.combat", {**DUEL, "44-131": "2110"}, turn=3)
    play(match, "do:end_phase")
    assert where(match, "AxisAir") == "dead.axis"
    quiet = k3("axis.combat", {**DUEL, "44-131": "2110"}, turn=4)
    play(quiet, "do:end_phase")
    assert where(quiet, "AxisAir") == "air.ready"
    soviet = k3("soviet.combat", DUEL, turn=3)
    play(soviet, "do:end_phase")
    assert where(soviet, "SovAir1") == "air.ready"


@pytest.mark.rule("ssa", "15.0f", "15.0g")
def test_air_support_adds_strength_and_to_the_die(k3: Situation) -> None:
    match = k3("axis.combat", DUEL, turn=3)
    odds = match.ask("odds", target="2215", units=["1Pz-PzV", "AxisAir"])
    assert asked(odds, "attackers") == {"8.0h": 7, "15.0f": 6} and asked(odds, "modifiers") == {"15.0g": 1}
