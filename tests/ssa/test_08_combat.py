"""Chapter 8: combat."""

from __future__ import annotations

from pathlib import Path

import pytest

import stavka
from tests.playing import Situation, end_until, event, happened, offered, only, play, refused, where

from .helpers import asked, fight, flags, reasons

ATTACK = {"3SS-6": "2115", "3SS-PzV": "2115", "84-41": "2215"}
"""18 against 7 on open ground, with combined arms: the best column."""
NORTH = {"taken": ["1806"]}
"""The SS may stand where it likes."""


def resolve(match: stavka.Match) -> None:
    """Let everybody do what he must until the phase waits for another attack."""
    while offered(match).task not in ("target", "move"):
        offer = offered(match)
        match.choose("do:halt" if "do:halt" in offer else offer.choices[0])


# -- 8.0 Who attacks whom ------------------------------------------------------------------------------------------


@pytest.mark.rule("ssa", "8.0a", "8.5h")
def test_nobody_has_to_attack(k3: Situation) -> None:
    for phase in ("axis.combat", "axis.ss_combat", "soviet.combat"):
        assert "do:end_phase" in offered(k3(phase, ATTACK, **NORTH))


@pytest.mark.rule("ssa", "8.0b")
def test_the_player_whose_phase_it_is_attacks(k3: Situation) -> None:
    for phase, target in (("axis.combat", "2215"), ("soviet.combat", "2115")):
        match = k3(phase, ATTACK, **NORTH)
        assert offered(match).seat == phase.partition(".")[0] and offered(match).hexes == (target,)
    match = k3("axis.combat", ATTACK, **NORTH)
    play(match, "hex:2215")
    assert refused(match, "unit:84-41") == "8.0b"


@pytest.mark.rule("ssa", "8.0c")
def test_any_number_of_adjacent_units_attack_one_hex(k3: Situation) -> None:
    place = {**ATTACK, "1Pz-1": "2214", "1Pz-PzV": "2214", "44-131": "2116", "3Pz-3": "2319"}
    match = k3("axis.combat", place, freed=["23.1.4"], **NORTH)
    play(match, "hex:2215")
    assert set(offered(match).units) == {"3SS-6", "3SS-PzV", "1Pz-1", "1Pz-PzV", "44-131"}
    assert refused(match, "unit:3Pz-3") == "8.0c"
    assert refused(k3("axis.combat", place, **NORTH), "hex:2118") == "8.0c"


@pytest.mark.rule("ssa", "8.0c")
def test_no_attack_across_the_danube_but_at_a_bridge(k3: Situation) -> None:
    match = k3("axis.combat", {"1Pz-1": "2624", "84-41": "2724", "84-201": "2725"})
    assert offered(match).hexes == ("2724",)


@pytest.mark.rule("ssa", "8.0d", "10.3a", "10.3b")
def test_guns_in_range_add_their_factor(k3: Situation) -> None:
    match = k3("axis.combat", {"1Pz-1": "2115", "1Pz-Art": "1915", "403Art-I": "1815", "84-41": "2215"})
    odds = match.ask("odds", target="2215", units=["1Pz-1", "1Pz-Art", "403Art-I"])
    assert odds["attack"] == 8 + 7 + 8 and asked(odds, "attackers") == {"8.0h": 8, "10.3a": 15}


@pytest.mark.rule("ssa", "8.0e")
def test_units_of_a_stack_attack_different_hexes(k3: Situation) -> None:
    match = k3("axis.combat", {"3SS-6": "2115", "1Pz-PzV": "2115", "84-41": "2215", "84-201": "2116"},
               dice=[4, 4], **NORTH)
    fight(match, "2215", "3SS-6")
    resolve(match)
    fight(match, "2116", "1Pz-PzV")
    assert [fought["hex"] for fought in happened(match, "fought")] == ["2215", "2116"]


@pytest.mark.rule("ssa", "8.0f", "8.5f")
def test_a_unit_attacks_once_in_a_phase(k3: Situation) -> None:
    match = k3("axis.combat", {"1Pz-1": "2115", "1Pz-PzV": "2115", "84-41": "2215", "84-201": "2116"}, dice=[3])
    fight(match, "2215", "1Pz-1")  # +1: no effect
    play(match, "hex:2116")
    assert offered(match).units == ("1Pz-PzV",)
    assert refused(match, "unit:1Pz-1") == "8.5f"


@pytest.mark.rule("ssa", "8.0g")
def test_all_units_in_a_hex_defend_together(k3: Situation) -> None:
    match = k3("axis.combat", {"3SS-6": "2115", "84-41": "2215", "84-201": "2215", "252-924": "2215"}, **NORTH)
    assert match.ask("odds", target="2215", units=["3SS-6"])["defence"] == 21


@pytest.mark.rule("ssa", "8.0h", "8.0i")
def test_differential_and_modified_die_give_the_result(k3: Situation) -> None:
    match = k3("axis.combat", ATTACK, dice=[3], **NORTH)
    fought = only(fight(match, "2215", "3SS-6", "3SS-PzV"), "fought")
    assert (fought["attack"], fought["defence"], fought["column"]) == (18, 7, "+11, +12")
    assert (fought["die"], fought["modifier"], fought["result"]) == (3, 1, "d2")


@pytest.mark.rule("ssa", "8.0l")
@pytest.mark.parametrize(("attackers", "defenders", "column"), [
    (["1Pz-PzIV"], ["25G-Div"], "-10, -9"), (["3SS-6", "3SS-PzV"], ["84-Art"], "+11, +12"),
    (["1Pz-1"], ["84-41"], "+1, +2"), (["1Pz-PzV"], ["84-41"], "0")])
def test_the_end_columns_serve_for_everything_beyond(k3: Situation, attackers: list[str], defenders: list[str],
                                                     column: str) -> None:
    match = k3("axis.combat", {**dict.fromkeys(attackers, "2115"), **dict.fromkeys(defenders, "2215")}, **NORTH)
    assert match.ask("odds", target="2215", units=attackers)["column"] == column


@pytest.mark.rule("ssa", "8.0l")
def test_a_die_beyond_the_table_reads_its_first_or_last_row(k3: Situation) -> None:
    city = k3("axis.combat", {"1Pz-PzV": "1008", "84-41": "1108"}, dice=[1])
    fought = only(fight(city, "1108", "1Pz-PzV"), "fought")
    assert (fought["modifier"], fought["result"]) == (-2, "a2")  # row 1 of column 0


# -- 8.0 Results ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("ssa", "8.0.res.0", "8.5e")
def test_no_effect_leaves_everything_as_it_was(k3: Situation) -> None:
    match = k3("axis.combat", {"1Pz-PzV": "2115", "84-41": "2215"}, dice=[4])
    assert only(fight(match, "2215", "1Pz-PzV"), "fought")["result"] == "-"
    assert (where(match, "1Pz-PzV"), where(match, "84-41")) == ("2115", "2215")


@pytest.mark.rule("ssa", "8.0.res.a", "8.0.res.n", "8.5c")
def test_an_a_result_falls_on_the_attacker(k3: Situation) -> None:
    match = k3("axis.combat", {"3SS-PzV": "2115", "84-41": "2215"}, dice=[2], **NORTH)
    assert only(fight(match, "2215", "3SS-PzV"), "fought")["result"] == "a1"
    assert offered(match).seat == "axis" and offered(match).task == "retreat"
    play(match, f"hex:{offered(match).hexes[0]}")
    assert where(match, "3SS-PzV") != "2115" and where(match, "84-41") == "2215"
    assert "withdrawn" in flags(match, "3SS-PzV")


@pytest.mark.rule("ssa", "8.0.res.d", "8.0.res.n", "8.0k", "9.0a")
def test_a_d_result_falls_on_the_defender_who_chooses_his_way(k3: Situation) -> None:
    match = k3("axis.combat", ATTACK, dice=[3], **NORTH)
    fight(match, "2215", "3SS-6", "3SS-PzV")
    assert offered(match).seat == "soviet" and offered(match).task == "retreat"
    first = offered(match).hexes[0]
    play(match, f"hex:{first}")
    play(match, f"hex:{offered(match).hexes[0]}")
    retreat = event(match, "retreated")
    assert retreat["unit"] == "84-41" and len(retreat["path"]) == 3 and retreat["path"][:2] == ["2215", first]


@pytest.mark.rule("ssa", "8.0.res.E", "8.0k", "9.5f")
def test_e_costs_one_unit_of_the_owners_choice(k3: Situation) -> None:
    match = k3("axis.combat", {**ATTACK, "84-Art": "2215"}, dice=[6], **NORTH)
    assert only(fight(match, "2215", "3SS-6", "3SS-PzV"), "fought")["result"] == "dE"
    assert offered(match).seat == "soviet" and set(offered(match).units) == {"84-41", "84-Art"}
    play(match, "unit:84-Art")
    assert where(match, "84-Art") == "dead.soviet" and where(match, "84-41") == "2215"
    assert offered(match).task == "target"  # the hex is still held: no advance


@pytest.mark.rule("ssa", "8.0.res.EE")
def test_ee_costs_two_units(k3: Situation) -> None:
    match = k3("axis.combat", {**ATTACK, "3SS-5": "2214", "84-Art": "2215", "84-382": {"hex": "2215"}},
               dice=[6], **NORTH)
    fought = only(fight(match, "2215", "3SS-6", "3SS-PzV", "3SS-5"), "fought")
    assert (fought["attack"], fought["defence"], fought["result"]) == (28, 16, "dEE")
    play(match, "unit:84-Art", "unit:84-382")
    assert [where(match, unit) for unit in ("84-Art", "84-382", "84-41")] == ["dead.soviet", "dead.soviet", "2215"]


@pytest.mark.rule("ssa", "8.0.res.E", "8.0.res.a")
def test_ae_costs_the_attacker_a_unit_but_never_the_distant_guns(k3: Situation) -> None:
    match = k3("axis.combat", {"1Pz-PzIV": "2115", "1Pz-Rec": "2115", "1Pz-Art": "1915", "25G-Div": "2215"}, dice=[1])
    fought = only(fight(match, "2215", "1Pz-Rec", "1Pz-PzIV", "1Pz-Art"), "fought")
    assert (fought["attack"], fought["result"]) == (16, "aE")  # -6
    assert set(offered(match).units) == {"1Pz-PzIV", "1Pz-Rec"} and offered(match).seat == "axis"
    assert refused(match, "unit:1Pz-Art") == "8.0.res.E"
    play(match, "unit:1Pz-Rec")
    assert where(match, "1Pz-Rec") == "dead.axis" and where(match, "1Pz-PzIV") == "2115"


@pytest.mark.rule("ssa", "8.0j")
def test_a_result_is_carried_out_before_the_next_attack(k3: Situation) -> None:
    match = k3("axis.combat", {**ATTACK, "84-201": "2116", "1Pz-PzV": "2016"}, dice=[3], **NORTH)
    fight(match, "2215", "3SS-6", "3SS-PzV")
    assert refused(match, "hex:2116") is not None
    resolve(match)
    assert "2116" in offered(match).hexes
    match = k3("axis.combat", ATTACK, **NORTH)
    play(match, "hex:2215", "unit:3SS-6")
    assert refused(match, "do:end_phase") == "8.0j"


# -- 8.1 Surprise --------------------------------------------------------------------------------------------------


@pytest.mark.rule("ssa", "8.1a", "23.1.5")
@pytest.mark.parametrize(("turn", "phase", "shift"), [(1, "axis.combat", 1), (2, "axis.combat", 0),
                                                      (1, "soviet.combat", 0)])
def test_konrad_3_begins_with_a_column_to_the_right(k3: Situation, turn: int, phase: str, shift: int) -> None:
    match = k3(phase, {"1Pz-PzV": "2115", "84-41": "2215"}, turn=turn)
    target, unit = ("2215", "1Pz-PzV") if phase.startswith("axis") else ("2115", "84-41")
    odds = match.ask("odds", target=target, units=[unit])
    assert odds["shift"] == shift
    assert odds["column"] == ("+1, +2" if turn == 1 and shift else "0")


@pytest.mark.rule("ssa", "8.1b", "23.2.8", "23.2.9")
@pytest.mark.parametrize(("turn", "die"), [(1, 1), (2, 0)])
def test_spring_awakening_begins_with_one_on_the_die(sa: Situation, turn: int, die: int) -> None:
    match = sa("axis.combat", {"1Pz-1": "2115", "236-509": "2215"}, turn=turn)
    assert match.ask("odds", target="2215", units=["1Pz-1"])["modifier"] == die


# -- 8.2 Combined arms ---------------------------------------------------------------------------------------------


@pytest.mark.rule("ssa", "8.2a", "8.2b")
@pytest.mark.parametrize(("place", "die"), [
    ({"1Pz-PzV": "2115", "1Pz-1": "2115"}, 1),
    ({"1Pz-PzV": "2115", "1Pz-1": "2214"}, 1),  # from different hexes
    ({"303StG": "2115", "44-131": "2214"}, 1),  # tank destroyers and foot
    ({"1Pz-PzV": "2115", "1Pz-Rec": "2115"}, 0),  # reconnaissance is no infantry
    ({"1Pz-PzV": "2115", "303StG": "2115"}, 0),
    ({"1Pz-1": "2115", "44-131": "2214"}, 0),
    ({"1Pz-1": "2115"}, 0),
])
def test_armour_with_infantry_adds_one(k3: Situation, place: dict[str, str], die: int) -> None:
    match = k3("axis.combat", {**place, "84-41": "2215"}, freed=["23.1.4"])
    odds = match.ask("odds", target="2215", units=list(place))
    assert asked(odds, "modifiers").get("8.2a", 0) == die


@pytest.mark.rule("ssa", "8.2a")
def test_supporting_guns_are_no_part_of_combined_arms(k3: Situation) -> None:
    match = k3("axis.combat", {"1Pz-PzV": "2115", "1Pz-Art": "1915", "84-41": "2215"})
    assert match.ask("odds", target="2215", units=["1Pz-PzV", "1Pz-Art"])["modifier"] == 0


# -- 8.3 Terrain ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("ssa", "8.3a", "8.3c", "8.3d", "8.3e", "8.3f")
@pytest.mark.parametrize(("attacker", "defender", "modifiers"), [
    ("2115", "2215", {}),
    ("2216", "2217", {"8.3c": -1}),
    ("1506", "1605", {"8.3a": -2}),
    ("1107", "1207", {"8.3e": -2}),
    ("1108", "1207", {"8.3e": -2}),  # within the same city
    ("2111", "2010", {"8.3f": -1}),
    ("1314", "1214", {"8.3d": -1}),
    ("2103", "2104", {"8.3d": -1}),
    ("1315", "1215", {"8.3d": -1, "8.3f": -1}),  # a road crosses here, and yet
    ("1518", "1418", {"8.3c": -1, "8.3d": -1}),
])
def test_what_the_ground_takes_from_the_die(k3: Situation, attacker: str, defender: str,
                                            modifiers: dict[str, int]) -> None:
    match = k3("axis.combat", {"1Pz-1": attacker, "84-41": defender})
    assert asked(match.ask("odds", target=defender, units=["1Pz-1"]), "modifiers") == modifiers


@pytest.mark.rule("ssa", "8.3b")
def test_an_attacker_on_an_adjacent_hill_makes_the_hill_void(k3: Situation) -> None:
    match = k3("axis.combat", {"1Pz-1": "1505", "1Pz-113": "1506", "84-41": "1605"})
    assert match.ask("odds", target="1605", units=["1Pz-113"])["modifier"] == -2
    assert match.ask("odds", target="1605", units=["1Pz-113", "1Pz-1"])["modifier"] == 0


@pytest.mark.rule("ssa", "8.3b")
def test_supporting_guns_on_a_hill_do_not_make_it_void(k3: Situation) -> None:
    match = k3("axis.combat", {"1Pz-113": "1704", "1Pz-Art": "1505", "84-41": "1705"})
    assert match.ask("odds", target="1705", units=["1Pz-113", "1Pz-Art"])["modifier"] == -2


@pytest.mark.rule("ssa", "8.3c")
def test_attackers_in_the_woods_do_not_help_against_woods(k3: Situation) -> None:
    match = k3("axis.combat", {"1Pz-1": "2025", "84-41": "2024"})
    assert asked(match.ask("odds", target="2024", units=["1Pz-1"]), "modifiers") == {"8.3c": -1}


@pytest.mark.rule("ssa", "8.3d")
def test_each_stack_across_the_water_costs_one_whoever_else_attacks(k3: Situation) -> None:
    place = {"1Pz-1": "1314", "1Pz-PzIV": "1314", "3Pz-3": "1315", "3Pz-394": "1114", "84-41": "1214"}
    match = k3("axis.combat", place)
    for units, total in ((["1Pz-1", "1Pz-PzIV"], -1), (["1Pz-1", "3Pz-3"], -2), (["1Pz-1", "3Pz-3", "3Pz-394"], -2)):
        assert asked(match.ask("odds", target="1214", units=units), "modifiers")["8.3d"] == total


@pytest.mark.rule("ssa", "8.3g", "8.3.ex")
def test_the_combat_example_of_the_rulebook(tmp_path: Path) -> None:
    """A Soviet 6-8-6 in woods, two stacks across water, 5 + 8 + 7 against 8, and a 5 on the die: D2."""
    (tmp_path / "board.toml").write_text('[terrain.hexes]\n"1214" = "woods"\n', encoding="utf-8")
    game = stavka.game("ssa", data=tmp_path)
    match = game.situation({
        "scenario": "k3", "turn": 4, "step": "axis.combat", "empty": True, "dice": [5],
        "place": {"1Pz-PzIV": "1314", "1Pz-1": "1315", "1Pz-Art": "1413", "62G-182": "1214"}})
    fought = only(fight(match, "1214", "1Pz-PzIV", "1Pz-1", "1Pz-Art"), "fought")
    assert (fought["attack"], fought["defence"], fought["column"]) == (20, 8, "+11, +12")
    assert reasons(fought, "modifier") == {"combined_arms": 1, "terrain": -1, "water": -2}
    assert (fought["die"], fought["modifier"], fought["result"]) == (5, -2, "d2")


# -- 8.4, 8.5 ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ssa", "8.4a", "8.4b", "15.0e")
def test_air_units_support_regular_combat_only(k3: Situation) -> None:
    regular = k3("axis.combat", ATTACK, turn=3, **NORTH)
    play(regular, "hex:2215", "unit:3SS-6")
    assert "AxisAir" in offered(regular).units
    ss = k3("axis.ss_combat", ATTACK, turn=3, **NORTH)
    play(ss, "hex:2215", "unit:3SS-6")
    assert "AxisAir" not in offered(ss).units and refused(ss, "unit:AxisAir") == "15.0e"


@pytest.mark.rule("ssa", "8.5a", "8.5b", "8.5e", "8.5g")
def test_ss_units_attack_the_same_enemy_again_in_the_ss_phase(k3: Situation) -> None:
    match = k3("axis.combat", {"3SS-PzV": "2115", "1Pz-1": "2214", "84-41": "2215"}, dice=[4, 4], **NORTH)
    fight(match, "2215", "3SS-PzV")  # 0: no effect
    assert refused(match, "hex:2215") == "8.5g"  # once in each phase
    play(match, "do:end_phase")
    assert match.phase == "axis.ss_combat"
    fight(match, "2215", "3SS-PzV")
    assert len(happened(match, "fought")) == 2
    assert offered(match).hexes == ()  # not a third time


@pytest.mark.rule("ssa", "8.5b")
def test_ss_units_advance_and_attack_what_they_drove_away(k3: Situation) -> None:
    match = k3("axis.combat", ATTACK, dice=[2, 6], **NORTH)
    fight(match, "2215", "3SS-6", "3SS-PzV")  # 3: d2
    resolve_all_to(match, "axis.ss_combat")
    target = where(match, "84-41")
    assert target != "2215" and target in offered(match).hexes


def resolve_all_to(match: stavka.Match, phase: str) -> None:
    """Advance with everybody as far as possible and go on to a phase."""
    while match.phase != phase:
        offer = offered(match)
        wanted = next((choice for choice in ("do:end_phase",) if choice in offer and offer.task == "target"), None)
        match.choose(wanted or (offer.choices[-1] if offer.task == "advance_to" else offer.choices[0]))


@pytest.mark.rule("ssa", "8.5c")
def test_ss_units_that_had_to_retreat_do_not_attack_again(k3: Situation) -> None:
    match = k3("axis.ss_combat", {"3SS-PzV": {"hex": "2115", "withdrawn": True}, "3SS-5": "2115", "84-41": "2215"},
               **NORTH)
    play(match, "hex:2215")
    assert refused(match, "unit:3SS-PzV") == "8.5c"


@pytest.mark.rule("ssa", "8.5c", "8.5d", "10.0f")
def test_guns_that_had_to_retreat_or_were_stranded_do_not_support_in_the_ss_phase(k3: Situation) -> None:
    place = {"3SS-5": "2115", "3SS-Art": "2015", "84-41": "2215"}
    sound = k3("axis.ss_combat", place, **NORTH)
    withdrawn = k3("axis.ss_combat", {**place, "3SS-Art": {"hex": "2015", "withdrawn": True}}, **NORTH)
    stranded = k3("axis.ss_combat", place, stranded=["3SS-Art"], **NORTH)
    for match in (sound, withdrawn, stranded):
        play(match, "hex:2215", "unit:3SS-5")
    assert "3SS-Art" in offered(sound).units
    assert "3SS-Art" not in offered(withdrawn).units and refused(withdrawn, "unit:3SS-Art") == "8.5c"
    assert "3SS-Art" not in offered(stranded).units and refused(stranded, "unit:3SS-Art") == "8.5d"


@pytest.mark.rule("ssa", "8.5d")
def test_ss_units_that_advance_out_of_supply_do_not_attack_again(k3: Situation) -> None:
    """South of the Sio 0121 is in supply and 0122 is not."""
    match = k3("axis.combat", {"3SS-6": "0121", "3SS-PzV": "0121", "84-41": "0122", "84-201": "0124"},
               dice=[6], **NORTH)
    fight(match, "0122", "3SS-6", "3SS-PzV")
    play(match, "unit:3SS-PzV", "do:halt")
    assert event(match, "stranded")["unit"] == "3SS-PzV"


@pytest.mark.rule("ssa", "8.5d")
def test_a_stranded_unit_stays_barred_even_when_it_is_in_supply_again(k3: Situation) -> None:
    match = k3("axis.ss_combat", {"3SS-PzV": "2115", "3SS-5": "2115", "84-41": "2215"}, stranded=["3SS-PzV"], **NORTH)
    play(match, "hex:2215")
    assert offered(match).units == ("3SS-5",) and refused(match, "unit:3SS-PzV") == "8.5d"


@pytest.mark.rule("ssa", "8.5f")
def test_nobody_else_attacks_twice_in_a_turn(k3: Situation) -> None:
    match = k3("axis.combat", {"1Pz-1": "2115", "84-41": "2215", "44-131": "2118"}, dice=[3])
    fight(match, "2215", "1Pz-1")
    play(match, "do:end_phase")
    assert match.phase == "axis.movement"
    assert end_until(match, "soviet.movement")
