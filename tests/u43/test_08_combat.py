"""Chapter 8: attacks, odds, magnitude, results, losses."""

from __future__ import annotations

import re
from itertools import product

import pytest

import stavka
from stavka.forecast import forecast
from tests.playing import Situation, event, face, happened, lines, notes, odds, offered, played, refused, where

from .helpers import (
    CENTRE,
    FIRST,
    GERMAN_FIRST,
    GUARDS,
    NORTH,
    NORTHEAST,
    NORTHWEST,
    RIFLES,
    SOUTH,
    SOUTHWEST,
    battle,
    die,
    fight,
    finish,
    has_flag,
    reduced,
    theatre,
)

TANKS, MORE = "S-10TC", "S-2TC"  # 7-6-5 each


def soviet_losses(match: stavka.Match) -> int:
    """The steps the Soviets have lost."""
    return len([1 for kind in ("reduced", "eliminated") for data in happened(match, kind)
                if data["unit"].startswith("S-")])


# -- 8.1, 8.2 Who attacks whom -------------------------------------------------------------------------------------


@pytest.mark.rule("u43", "8.1.a")
def test_attacking_is_voluntary_and_goes_to_adjacent_hexes(situation: Situation) -> None:
    match = situation(FIRST, {RIFLES[0]: CENTRE, "G-68": NORTH, "G-75": SOUTH, "G-82": "5602"})
    assert set(offered(match).hexes) == {NORTH, SOUTH}
    assert refused(match, "hex:5602") == "8.1.a"
    assert refused(match, "hex:5611") == "8.1.a"
    fight(match, NORTH, RIFLES[0])
    finish(match)
    assert not happened(match, "fought")[1:]


@pytest.mark.rule("u43", "11.3.a", "8.1.a")
def test_a_refusal_speaks_of_those_who_could_fight(situation: Situation) -> None:
    hurt = {"S-HQ-V": CENTRE, "S-Art-13": CENTRE, RIFLES[0]: {"hex": CENTRE, "disrupted": True}, "G-68": NORTH}
    assert refused(situation(FIRST, hurt), f"hex:{NORTH}") == "11.3.a"
    assert refused(situation(FIRST, {"S-HQ-V": CENTRE, "G-68": NORTH}), f"hex:{NORTH}") == "8.1.a"


@pytest.mark.rule("u43", "8.1.b")
def test_nobody_attacks_or_is_attacked_twice_in_a_phase(situation: Situation) -> None:
    place = {RIFLES[0]: CENTRE, RIFLES[1]: NORTHEAST, "G-68": NORTH, "G-75": SOUTH}
    match = situation(FIRST, place, dice=[3])
    finish(fight(match, NORTH, RIFLES[0]))
    assert refused(match, f"hex:{NORTH}") == "8.1.b"
    assert refused(match, f"hex:{SOUTH}") == "8.1.b"


@pytest.mark.rule("u43", "8.1.c")
def test_all_units_of_a_hex_defend_together(situation: Situation) -> None:
    match = situation(FIRST, {TANKS: CENTRE, "G-68": NORTH, "G-75": NORTH, "G-Tiger": NORTH})
    answer = odds(match, NORTH, TANKS)
    assert answer["defence"] == 16 and lines(answer, "defenders") == {"8.1.c": 16}


@pytest.mark.rule("u43", "8.2")
def test_one_attack_from_several_hexes_and_against_several(situation: Situation) -> None:
    place = {RIFLES[0]: CENTRE, RIFLES[1]: NORTHEAST, "G-68": NORTH, "G-75": "5604"}
    match = played(situation(FIRST, place), f"hex:{NORTH}")
    assert set(offered(match).units) == {RIFLES[0], RIFLES[1]}
    played(match, f"unit:{RIFLES[1]}")
    assert "5704" not in offered(match).hexes
    two = situation(FIRST, {TANKS: CENTRE, "G-68": NORTH, "G-75": NORTHEAST})
    played(two, f"hex:{NORTH}", f"unit:{TANKS}")
    assert offered(two).hexes == (NORTHEAST,)
    played(two, f"hex:{NORTHEAST}")
    assert two.ask("odds")["defence"] == 14
    played(two, "do:roll")
    assert event(two, "fought")["hexes"] == [NORTH, NORTHEAST]
    both = situation(FIRST, {TANKS: CENTRE, MORE: "5506", "G-68": NORTH, "G-75": NORTHEAST})
    played(both, f"hex:{NORTHEAST}", f"unit:{TANKS}", f"hex:{NORTH}")
    assert refused(both, f"unit:{MORE}") == "8.2"  # next to neither
    assert refused(match, "hex:5601") == "8.2"


# -- 8.3 Odds ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("u43", "8.3.1")
def test_odds_round_down_for_the_defender(situation: Situation) -> None:
    """53 to 18 is 2-1."""
    match = situation(FIRST, {TANKS: CENTRE, "G-68": NORTH})
    ladder = theatre(match).ladder
    assert ladder.rungs[ladder.rung(53, 18)] == "2-1"
    assert odds(match, NORTH, TANKS)["column"] == "1-1"
    assert odds(situation(FIRST, {RIFLES[0]: CENTRE, "G-68": NORTH}), NORTH, RIFLES[0])["column"] == "1-2"
    weak = situation(FIRST, {"S-TS-86": CENTRE, "G-68": NORTH, "G-75": NORTH})
    assert odds(weak, NORTH, "S-TS-86")["results"] == {"AR": 1.0}  # 2 to 14, below 1-3
    fight(weak, NORTH, "S-TS-86")
    assert event(weak, "decided")["dice"] == [] and event(weak, "decided")["result"] == "AR"
    said = next(one for one in weak.log if one.kind == "decided").message
    assert weak.game.words.say(said, "en").endswith("1-7, without a roll: attacker repulsed")
    assert weak.game.words.say(said, "es").endswith("1-7, sin tirar dados: atacante rechazado")


@pytest.mark.rule("u43", "8.3.2")
def test_a_shift_to_the_right_moves_one_column(situation: Situation) -> None:
    """1-1 becomes 1.5-1."""
    place = {TANKS: CENTRE, "G-68": NORTH, "S-Art-13": SOUTH, "S-HQ-V": "5608"}
    match = situation(FIRST, place)
    assert odds(match, NORTH, TANKS)["column"] == "1-1"
    assert odds(match, NORTH, TANKS, guns=["S-Art-13"])["column"] == "1.5-1"


@pytest.mark.rule("u43", "8.3.3", "8.4.a")
def test_the_side_with_fewer_steps_sets_the_magnitude(situation: Situation) -> None:
    def size(attackers: int, defenders: int) -> int:
        place = dict(zip(RIFLES, (CENTRE, CENTRE, NORTHEAST), strict=False))
        place = dict(list(place.items())[:attackers])
        place |= dict.fromkeys(("G-68", "G-75", "G-82")[:defenders], NORTH)
        match = situation(FIRST, place)
        return int(odds(match, NORTH, *list(place)[:attackers])["magnitude"])

    assert [size(1, 3), size(2, 3), size(3, 3), size(3, 1), size(3, 2)] == [1, 2, 3, 1, 2]
    alone = situation(FIRST, {RIFLES[0]: reduced(CENTRE), RIFLES[1]: CENTRE, "G-68": NORTH, "G-75": NORTH})
    assert odds(alone, NORTH, RIFLES[0], RIFLES[1])["magnitude"] == 1  # three steps


@pytest.mark.rule("u43", "8.3.4", "8.4.b")
def test_the_example_of_primary_and_secondary_dice(situation: Situation) -> None:
    """3-1, magnitude 3: primary 5 DRX, secondary 2 1/1 and 6 -/1: the defender loses three steps, the attacker two."""
    place = {"S-5GTC": CENTRE, "S-4GTC": CENTRE, "S-3GMC": NORTHEAST, "S-5GMC": NORTHEAST, "S-3GTC": "5504",
             "S-HQ-V": SOUTH, "G-1H": NORTH, "G-24R": NORTH, "G-1Sl": NORTH}
    match = situation(FIRST, place, dice=[5, 2, 6])
    units = ["S-5GTC", "S-4GTC", "S-3GMC", "S-5GMC", "S-3GTC"]
    answer = odds(match, NORTH, *units)
    assert (answer["column"], answer["magnitude"]) == ("3-1", 3)
    fight(match, NORTH, *units)
    assert event(match, "fought")["result"] == "DRX" and event(match, "fought")["losses"] == ["1/1", "-/1"]
    finish(match)
    lost = [data["unit"] for data in happened(match, "reduced")]
    assert len([unit for unit in lost if unit.startswith("S-")]) == 2
    assert len([unit for unit in lost if unit.startswith("G-")]) == 3
    assert happened(match, "retreated")


# -- 8.5 Results ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("u43", "8.5.AR", "11.2.b")
def test_ar_costs_the_strongest_a_step_and_disrupts_all_attackers(situation: Situation) -> None:
    match = situation(FIRST, {TANKS: CENTRE, RIFLES[0]: CENTRE, "G-68": NORTH, "G-75": NORTH}, dice=[1, 5])
    fight(match, NORTH, TANKS, RIFLES[0])
    finish(match)
    assert face(match, TANKS) == 1 and face(match, RIFLES[0]) == 0
    assert has_flag(match, TANKS, "disrupted") and has_flag(match, RIFLES[0], "disrupted")
    assert where(match, "G-68") == NORTH and face(match, "G-68") == 0


@pytest.mark.rule("u43", "8.5.C")
def test_contact_changes_nothing(situation: Situation) -> None:
    match = situation(FIRST, {TANKS: CENTRE, "G-68": NORTH})
    match = battle(situation, FIRST, {TANKS: CENTRE, "G-68": NORTH}, NORTH, [TANKS], [die(match, "1-1", "C")])
    assert offered(match).task == "target" and not happened(match, "reduced") and not happened(match, "retreated")


@pytest.mark.rule("u43", "8.5.EX", "12.4")
def test_an_exchange_costs_both_a_step_and_leads_one_hex_only(situation: Situation) -> None:
    match = situation(FIRST, {TANKS: CENTRE, MORE: CENTRE, "G-Turk": NORTH}, dice=[1])
    assert odds(match, NORTH, TANKS, MORE)["column"] == "7-1"
    fight(match, NORTH, TANKS, MORE)
    assert event(match, "fought")["result"] == "EX"
    finish(match, f"unit:{TANKS}", f"unit:{TANKS}")
    assert where(match, "G-Turk") == "dead.german" and where(match, TANKS) == NORTH
    assert not has_flag(match, TANKS, "disrupted")


@pytest.mark.rule("u43", "8.5.DR", "11.2.a", "10.1.a")
def test_dr_drives_the_defender_back_two_hexes_disrupted(situation: Situation) -> None:
    place = {"S-5GTC": CENTRE, "S-4GTC": CENTRE, "G-97J": NORTH}
    match = situation(FIRST, place)
    match = battle(situation, FIRST, place, NORTH, ["S-5GTC", "S-4GTC"], [die(match, "2-1", "DR")])
    assert offered(match).task == "retreat" and offered(match).seat == "german"
    played(match, f"hex:{offered(match).hexes[0]}")
    grid = match.game.board.grid
    assert grid.distance(grid.index[NORTH], grid.index[where(match, "G-97J")]) == 2
    assert has_flag(match, "G-97J", "disrupted") and face(match, "G-97J") == 0
    assert offered(match).task == "advance" and "halt" in offered(match).buttons


@pytest.mark.rule("u43", "8.5.DR1")
def test_dr1_costs_the_defender_a_step_besides(situation: Situation) -> None:
    place = {"S-5GTC": CENTRE, "S-4GTC": CENTRE, "G-97J": NORTH}
    match = situation(FIRST, place)
    dice = [die(match, "2-1", "DR1")]
    match = battle(situation, FIRST, place, NORTH, ["S-5GTC", "S-4GTC"], dice)
    finish(match)
    assert face(match, "G-97J") == 1 and has_flag(match, "G-97J", "disrupted")
    assert face(match, "S-5GTC") == face(match, "S-4GTC") == 0


@pytest.mark.rule("u43", "8.5.DRX")
def test_drx_costs_both_a_step_and_the_defender_retreats(situation: Situation) -> None:
    place = {"S-5GTC": CENTRE, RIFLES[0]: CENTRE, "S-4GTC": SOUTHWEST, "G-97J": NORTH, "S-3GTC": "5504"}
    units = ["S-5GTC", RIFLES[0], "S-3GTC"]
    match = situation(FIRST, place)
    assert odds(match, NORTH, *units)["column"] == "2-1"
    match = battle(situation, FIRST, place, NORTH, units, [die(match, "2-1", "DRX")])
    finish(match)
    assert face(match, "G-97J") == 1
    assert face(match, "S-5GTC") + face(match, "S-3GTC") == 1 and face(match, RIFLES[0]) == 0


@pytest.mark.rule("u43", "8.5.DR2X")
def test_dr2x_costs_the_defender_two_steps_and_the_attacker_one_if_it_did(situation: Situation) -> None:
    place = {"S-5GTC": CENTRE, "S-4GTC": CENTRE, "G-1H": NORTH, "G-1Sl": NORTH}
    match = situation(FIRST, place)
    assert odds(match, NORTH, "S-5GTC", "S-4GTC")["column"] == "2-1"
    strong = {"S-5GTC": CENTRE, "S-4GTC": CENTRE, "G-1H": NORTH}
    roll = die(match, "5-1", "DR2X")
    match = battle(situation, FIRST, strong, NORTH, ["S-5GTC", "S-4GTC"], [roll])
    assert event(match, "fought")["result"] == "DR2X"
    finish(match)
    assert where(match, "G-1H") == "dead.german"
    assert face(match, "S-5GTC") + face(match, "S-4GTC") == 1
    one = battle(situation, FIRST, {"S-5GTC": CENTRE, RIFLES[0]: CENTRE, "G-Turk": NORTH}, NORTH,
                 ["S-5GTC", RIFLES[0]], [roll])
    finish(one)
    assert face(one, "S-5GTC") == 0  # the defender had one step only


# -- 8.6, 8.7 Losses -----------------------------------------------------------------------------------------------


@pytest.mark.rule("u43", "8.6")
def test_no_unit_loses_twice_before_all_others_have_lost(situation: Situation) -> None:
    place = {TANKS: CENTRE, RIFLES[0]: CENTRE, RIFLES[1]: "5504", "G-68": NORTH, "G-75": NORTH, "G-82": NORTH,
             "S-HQ-V": SOUTH}
    match = situation(FIRST, place, dice=[1, 1, 1])  # 15 to 21: 1-2, AR and 1/- twice
    fight(match, NORTH, TANKS, RIFLES[0], RIFLES[1])
    assert event(match, "fought")["losses"] == ["1/-", "1/-"]
    finish(match)
    assert [face(match, unit) for unit in (TANKS, RIFLES[0], RIFLES[1])] == [1, 1, 1]


@pytest.mark.rule("u43", "8.6")
def test_the_first_loss_falls_on_the_strongest_attacker(situation: Situation) -> None:
    match = situation(FIRST, {TANKS: CENTRE, RIFLES[0]: CENTRE, "G-68": NORTH, "G-75": NORTH}, dice=[1, 3])
    fight(match, NORTH, RIFLES[0], TANKS)
    assert face(match, TANKS) == 1


@pytest.mark.rule("u43", "8.7")
def test_a_lost_step_flips_the_counter_the_last_one_kills(situation: Situation) -> None:
    place = {"S-TS-86": CENTRE, "G-68": NORTH, TANKS: CENTRE}
    match = battle(situation, FIRST, {**place, TANKS: reduced(CENTRE)}, NORTH, ["S-TS-86", TANKS], [1])
    finish(match)
    assert where(match, TANKS) == "dead.soviet"
    full = battle(situation, FIRST, place, NORTH, [TANKS], [1])
    finish(full)
    assert face(full, TANKS) == 1 and where(full, TANKS) != "dead.soviet"


# -- 8.8, 8.9 Overwhelming attacks, severe losses ------------------------------------------------------------------


@pytest.mark.rule("u43", "8.8.a")
def test_ten_to_one_eliminates_without_a_roll(situation: Situation) -> None:
    place = {"S-5GTC": CENTRE, "S-4GTC": CENTRE, RIFLES[0]: NORTHEAST, "G-HQ-8A": NORTH}
    match = situation(FIRST, place)
    assert odds(match, NORTH, "S-5GTC", "S-4GTC")["results"] == {"overwhelming": 1.0}
    fight(match, NORTH, "S-5GTC", "S-4GTC")
    assert event(match, "decided")["dice"] == []
    assert where(match, "G-HQ-8A") == "dead.german" and offered(match).task == "advance"


@pytest.mark.rule("u43", "8.8.b")
def test_shifts_count_towards_ten_to_one(situation: Situation) -> None:
    """A 7-1 attack with three shifts is overwhelming."""
    place = {TANKS: CENTRE, MORE: CENTRE, "G-Turk": NORTH, "S-Art-13": SOUTH, "S-GArt-1": SOUTH, "S-HQ-V": "5608",
             "S-Air-2": "5008"}
    match = situation(FIRST, place)
    assert odds(match, NORTH, TANKS, MORE)["column"] == "7-1"
    answer = odds(match, NORTH, TANKS, MORE, guns=["S-Art-13", "S-GArt-1"], air="S-Air-2")
    assert answer["shift"] == 3 and answer["results"] == {"overwhelming": 1.0}


@pytest.mark.rule("u43", "8.8.b", "25.2.e")
def test_levels_above_ten_to_one_outweigh_the_rain(situation: Situation) -> None:
    for attacker, column in (("G-GD", "10-1"), ("G-2SS", "10-1"), ("G-24Pz", "9-1")):  # 12, 11 and 10 to 1
        match = situation(GERMAN_FIRST, {"S-Sap-6": CENTRE, attacker: NORTH}, weather="rain", turn=9)
        assert odds(match, CENTRE, attacker)["column"] == column


@pytest.mark.rule("u43", "8.9.a", "19.2.b")
def test_severe_losses_in_cities_and_fortifications(situation: Situation) -> None:
    city = {"S-5GTC": "1212", "S-4GTC": "1212", "G-Turk": "1211"}
    match = situation(FIRST, city, dice=[3], turn=3)
    assert odds(match, "1211", "S-5GTC", "S-4GTC")["severe_losses"] is True
    fight(match, "1211", "S-5GTC", "S-4GTC")
    finish(match)
    assert event(match, "fought")["result"] == "C" and soviet_losses(match) == 1, "contact alone costs nothing"
    safe = situation(FIRST, city, dice=[5], turn=3)
    fight(safe, "1211", "S-5GTC", "S-4GTC")
    finish(safe)
    assert event(safe, "fought")["result"] == "DRX" and soviet_losses(safe) == 1
    fort = situation(FIRST, {RIFLES[0]: CENTRE, "G-68": NORTH}, forts=[NORTH])
    assert odds(fort, NORTH, RIFLES[0])["severe_losses"] is True
    assert odds(situation(FIRST, {RIFLES[0]: CENTRE, "G-68": NORTH}), NORTH, RIFLES[0])["severe_losses"] is False


@pytest.mark.rule("u43", "8.9.b", "19.4.b")
def test_no_severe_losses_against_an_enemy_in_ones_own_line(situation: Situation) -> None:
    # 4408 belongs to the Soviet line of August, 4409 to the German one.
    soviets = situation(FIRST, {RIFLES[0]: "4407", "G-68": "4408"})
    assert odds(soviets, "4408", RIFLES[0])["severe_losses"] is False
    germans = situation(GERMAN_FIRST, {"G-68": "4411", RIFLES[0]: "4410"})
    answer = odds(germans, "4410", "G-68")
    assert answer["severe_losses"] is False and "19.2.c" not in lines(answer, "defenders")


@pytest.mark.rule("u43", "8.9.c", "26.1.c")
def test_zhukovs_step_comes_on_top_of_severe_losses(situation: Situation) -> None:
    place = {GUARDS[0]: CENTRE, GUARDS[1]: CENTRE, "G-68": NORTH, "S-Zhukov": SOUTH}
    match = situation(FIRST, place, forts=[NORTH], dice=[4, 1, 1])
    played(match, f"hex:{NORTH}", f"unit:{GUARDS[0]}", f"unit:{GUARDS[1]}", "do:zhukov", "do:roll")
    while offered(match).task == "loss":
        match.choose(offered(match).choices[0])
    result, extra = event(match, "fought")["result"], event(match, "fought")["losses"]
    expected = int(result in ("AR", "EX", "DRX")) + sum(loss.startswith("1") for loss in extra) + 2
    assert soviet_losses(match) == min(expected, 4)


@pytest.mark.rule("u43", "8.4.b", "8.9.a", "26.1.b", "26.1.c", "26.1.d")
def test_the_odds_say_what_an_attack_costs_beyond_its_column(situation: Situation) -> None:
    place = {GUARDS[0]: CENTRE, GUARDS[1]: CENTRE, "G-68": NORTH, "S-Zhukov": SOUTH}
    fort = situation(FIRST, place, forts=[NORTH])
    plain, led = odds(fort, NORTH, *GUARDS[:2]), odds(fort, NORTH, *GUARDS[:2], zhukov=True)
    assert notes(plain)["8.9.a"].startswith("Severe losses: in 67 %") and not {"26.1.c", "8.4.b"} & {*notes(plain)}
    assert {"8.4.b", "8.9.a", "26.1.b", "26.1.c", "26.1.d"} <= {*notes(led)}
    assert "8.9.a" not in notes(odds(situation(FIRST, place), NORTH, *GUARDS[:2]))
    in_spanish = fort.ask("odds", target=NORTH, units=GUARDS[:2], zhukov=True, lang="es")
    assert notes(in_spanish)["26.1.c"].startswith("Zhúkov cuesta")
    mean = re.search(r"loses ([0-9.]+) steps", notes(led)["8.6"])
    assert mean is not None and float(mean[1]) == pytest.approx(average(place), abs=0.051)


def average(place: dict[str, str]) -> float:
    """The steps that Zhukov's attack on a fortification costs on the average of all dice, fought out one by one."""
    game, lost = stavka.game("u43"), 0
    for dice in product(range(1, 7), repeat=2):
        match = game.situation({"empty": True, "turn": 3, "step": FIRST, "place": place, "forts": [NORTH],
                                "dice": list(dice)})
        played(match, f"hex:{NORTH}", f"unit:{GUARDS[0]}", f"unit:{GUARDS[1]}", "do:zhukov", "do:roll")
        while match.offer is not None and match.offer.task == "loss":
            match.choose(offered(match).choices[0])
        lost += soviet_losses(match)
    return lost / 36


@pytest.mark.rule("u43", "8.3.4", "8.9.a", "26.1.c")
def test_whoever_loses_steps_is_told_why(situation: Situation) -> None:
    place = {GUARDS[0]: CENTRE, GUARDS[1]: CENTRE, "G-68": NORTH, GUARDS[2]: NORTHWEST, "S-Zhukov": SOUTH}
    match = situation(FIRST, place, forts=[NORTH], dice=[4, 6, 6])
    played(match, f"hex:{NORTH}", f"unit:{GUARDS[0]}", f"unit:{GUARDS[1]}", f"unit:{GUARDS[2]}",
           "do:zhukov", "do:roll")
    offer = offered(match)
    assert offer.task == "loss" and "severe losses" in offer.prompt and "for Zhukov" in offer.prompt
    assert "bajas graves" in offer.say("es") and {"8.9.a", "26.1.c"} <= {*offer.rules}


@pytest.mark.rule("u43", "8.3.5", "26.1.d")
def test_zhukov_may_attack_again_after_contact(situation: Situation) -> None:
    place = {GUARDS[0]: CENTRE, GUARDS[1]: CENTRE, "G-Turk": NORTH, "S-Zhukov": SOUTH}
    match = situation(FIRST, {**place, "G-68": NORTH}, dice=[3, 5, 3, 5])
    played(match, f"hex:{NORTH}", f"unit:{GUARDS[0]}", f"unit:{GUARDS[1]}", "do:zhukov", "do:roll")
    assert event(match, "fought")["result"] == "C"
    finish(match)
    assert offered(match).task == "attack_again"
    again = match.ask("odds")
    assert again["column"] == event(match, "fought")["column"], "the original odds"
    assert sum(again["results"].values()) == pytest.approx(1) and {"26.1.c", "26.1.d"} <= {*notes(again)}
    promise = forecast(match, "soviet")
    assert promise is not None and promise["odds"] == again and promise["choices"] == []
    played(match, "do:again")
    finish(match)
    assert len(happened(match, "fought")) == 2
