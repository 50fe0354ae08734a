"""Chapter 34: the fourth scenario, the crisis on the Dnieper."""

from __future__ import annotations

from typing import Any

import pytest

import stavka
from tests.playing import (
    Situation,
    end_until,
    event,
    happened,
    neighbours,
    offered,
    play,
    played,
    reach,
    refused,
    track,
    where,
)

from .helpers import theatre
from .helpers_late import CENTRE, GUARDS, INFANTRY, RIFLES, after_retreat, hexes_of, marks, points, set_up, starts, task

RIFLE, GERMAN, TANKS = RIFLES[0], INFANTRY[0], "S-10TC"
OCTOBER: dict[str, Any] = {"scenario": "october", "turn": 16}
ONES = ("5021", "1122", "5324", "5133", "3417", "2820", "2007", "3935", "3330", "2337", "2035", "2224", "2018", "0311",
        "0913", "1015")
FIFTEEN = ("1211", "5832", "4213", "3724", "5227", "1338")


@pytest.fixture(scope="module")
def october() -> stavka.Match:
    """The crisis on the Dnieper after its ready-made set-up."""
    return set_up(stavka.game("u43").start("october", seed=3))


# -- 34.1 - 34.5 ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("u43", "34.1", "34.2")
def test_turns_15_to_21_eighteen_points_and_31_win(situation: Situation, october: stavka.Match) -> None:
    assert october.turn == 15 and sum(points(october).values()) == 18

    def result(turn: int, *hexes: str) -> stavka.Result | None:
        return situation("victory", {RIFLE: CENTRE}, scenario="october", turn=turn, control={
            "german": "all", "soviet": [*hexes, "6021", "4101", "3701", "4901"]}).result

    assert result(20, *FIFTEEN, *ONES) is None and result(20) is None  # no automatic victory
    won, lost = result(21, *FIFTEEN, *ONES), result(21, *FIFTEEN, *ONES[:-1])
    assert won is not None and (won.winner, won.rule) == ("soviet", "34.2")
    assert lost is not None and (lost.winner, lost.rule) == ("german", "34.2")


@pytest.mark.rule("u43", "34.4", "34.8.c")
def test_the_24th_panzer_division_comes_on_turn_15(situation: Situation) -> None:
    match = situation("german.movement", {GERMAN: "2640"}, scenario="october", turn=15)
    match.choose("unit:G-24Pz")
    assert task(match) == "enter"
    assert where(match, "G-384") == "turn.16"
    assert starts(match, "G-24Pz", "campaign") == "turn.14"


@pytest.mark.rule("u43", "34.5")
def test_germans_risk_severe_losses_at_the_bridgeheads(situation: Situation) -> None:
    # 4 + 6 + 6 against 5 + 2 (hills) + 1 (village) + 3: 1-1, AR on a 1: one step, and one more for the fortification.
    place = {RIFLE: "1714", "G-11Pz": "1614", "G-GD": "1614", "G-2SS": "1614"}
    match = situation("german.combat1", place, dice=[1], **OCTOBER)
    played(match, "hex:1714", "unit:G-11Pz", "unit:G-GD", "unit:G-2SS", "do:roll")
    assert event(match, "fought")["result"] == "AR"
    after_retreat(match)
    lost = [*happened(match, "reduced"), *happened(match, "eliminated")]
    assert len([loss for loss in lost if loss["unit"].startswith("G-")]) == 2
    earlier = situation("german.combat1", place, dice=[1], scenario="september", turn=16)
    played(earlier, "hex:1714", "unit:G-11Pz", "unit:G-GD", "unit:G-2SS", "do:roll")  # 31 to 8: 3-1, contact
    assert event(earlier, "fought")["result"] == "C" and not happened(earlier, "reduced")


# -- 34.6 The Lyutezh line -----------------------------------------------------------------------------------------


@pytest.mark.rule("u43", "34.6.a")
def test_nobody_attacks_north_of_the_line_before_turn_19(situation: Situation) -> None:
    place = {RIFLE: "1209", GERMAN: "1210"}
    for step in ("soviet.combat1", "german.combat1"):
        target = "1210" if step.startswith("soviet") else "1209"
        assert refused(situation(step, place, **OCTOBER), f"hex:{target}") == "34.6.a"
        later = situation(step, place, scenario="october", turn=19)
        assert target in offered(later).hexes
    campaign = situation("soviet.combat1", place, turn=16)
    assert "1210" in offered(campaign).hexes


@pytest.mark.rule("u43", "34.6.a", "9.9.a")
def test_sappers_attack_nothing_there_either(situation: Situation) -> None:
    place = {"S-Sap-6": "1210", RIFLE: "1210", "G-218Sec": "1211"}
    match = situation("soviet.combat1", place, **OCTOBER)
    assert "hex:1211" not in offered(match) and refused(match, "hex:1211") == "34.6.a"
    assert "hex:1211" in offered(situation("soviet.combat1", place, scenario="october", turn=19))


@pytest.mark.rule("u43", "34.6.b")
def test_no_soviet_crosses_the_dnieper_north_of_the_line(situation: Situation) -> None:
    match = situation("soviet.movement", {RIFLE: "1308", TANKS: "1310"}, **OCTOBER)
    match.choose(f"unit:{RIFLE}")
    assert refused(match, "hex:1209") == "34.6.b"
    south = situation("soviet.movement", {RIFLE: "1512"}, **OCTOBER)
    assert "1413" in reach(south, RIFLE)  # below the line, on foot
    late = situation("soviet.movement", {RIFLE: "1308"}, scenario="october", turn=19)
    assert "1209" in reach(late, RIFLE)


@pytest.mark.rule("u43", "34.6.b", "34.8.b")
def test_germans_set_up_thinly_north_of_the_line(u43: stavka.Game[Any]) -> None:
    match = played(u43.start("october", seed=1), "do:done", "unit:G-8Pz")
    north = {"1210", "1211", "1110", "1010", "1109", "1112"}
    assert not north & set(offered(match).hexes) and refused(match, "hex:1210") == "34.6.b"  # no vehicles
    match.choose(offered(match).choices[0])
    for unit in ("G-68", "G-75", "G-82"):
        match.choose(f"unit:{unit}")
        assert unit == "G-68" or refused(match, "hex:1010") == "34.6.b"  # one to a hex
        hex = min(north & set(offered(match).hexes))
        match.choose(f"hex:{hex}")
        north.discard(hex)
    match.choose("unit:G-88")
    assert not north & set(offered(match).hexes)  # three in all
    assert refused(match, "hex:1211") == "34.8.b"


@pytest.mark.rule("u43", "34.8.a", "34.8.c")
def test_the_tigers_bear_no_losses_of_the_army_whose_sector_they_are_in(u43: stavka.Game[Any]) -> None:
    match = played(u43.start("october", seed=1), "do:done", "do:ready_made")
    assert task(match) == "step_losses" and "unit:G-8Pz" in offered(match)
    assert refused(match, "unit:G-Tiger") == "34.8.a"


@pytest.mark.rule("u43", "34.8.b", "34.8.c")
def test_security_divisions_start_alone_and_do_not_count_as_infantry(u43: stavka.Game[Any]) -> None:
    match = played(u43.start("october", seed=1), "do:done", "unit:G-218Sec", "hex:1211", "unit:G-444Sec")
    assert not {"1211", "0913"} & set(offered(match).hexes) and refused(match, "hex:1211") == "34.8.c"
    match.choose("hex:2018")
    for unit, hex in (("G-68", "1210"), ("G-75", "1110"), ("G-82", "1010")):  # three divisions besides it
        match.choose(f"unit:{unit}")
        assert refused(match, "hex:1211") == "34.8.c"
        match.choose(f"hex:{hex}")
    assert refused(played(match, "unit:G-88"), "hex:1109") == "34.8.b"
    played(match, "hex:1414", "unit:G-HQ-8A")
    assert "2018" not in offered(match).hexes and refused(match, "hex:2018") == "34.8.c"


@pytest.mark.rule("u43", "34.6.c")
def test_no_german_moves_north_of_the_line_but_out_of_it(situation: Situation) -> None:
    match = situation("german.movement", {GERMAN: "1114", INFANTRY[1]: "1112"}, **OCTOBER)
    match.choose(f"unit:{GERMAN}")
    assert refused(match, "hex:1112") == "34.6.c"
    match.choose(f"unit:{INFANTRY[1]}")
    assert {"1111", "1113"} <= set(offered(match).hexes)  # about within it, and out
    entering = situation("german.movement", {GERMAN: "2640"}, scenario="october", turn=16)
    entering.choose("unit:G-384")
    assert not {"0106", "0111", "0113"} & set(offered(entering).hexes) and "0120" in offered(entering).hexes


@pytest.mark.rule("u43", "34.6.d")
def test_germans_neither_build_nor_fly_support_north_of_the_line(situation: Situation) -> None:
    match = situation("german.movement", {GERMAN: "1211"}, **OCTOBER)
    assert refused(played(match, "do:fort"), "hex:1211") == "34.6.d"
    air = situation("german.final", {GERMAN: "1112", "G-Air-I": "1015"}, dam="destroyed", **OCTOBER)
    assert refused(played(air, "unit:G-Air-I"), "hex:1112") == "34.6.d"
    assert "1113" in offered(air).hexes


@pytest.mark.rule("u43", "34.6.e")
def test_a_soviet_move_or_attack_from_the_south_ends_the_limits(situation: Situation) -> None:
    match = situation("soviet.movement", {RIFLE: "1113", GERMAN: "0911"}, **OCTOBER)
    played(match, f"unit:{RIFLE}", "hex:1112")
    assert happened(match, "lyutezh_free")
    attack = situation("soviet.combat1", {RIFLE: "1113", GERMAN: "1112"}, dice=[3], **OCTOBER)
    played(attack, "hex:1112", f"unit:{RIFLE}", "do:roll")
    assert happened(attack, "lyutezh_free")
    free = situation("german.movement", {GERMAN: "1114"}, lyutezh_free=True, **OCTOBER)
    assert "1112" in reach(free, GERMAN)
    for goal, freed in (("1313", False), ("1112", True)):  # at one go from the east bank, by the bridge of Kanev
        far = played(situation("soviet.movement", {TANKS: "1815"}, **OCTOBER), f"unit:{TANKS}", f"hex:{goal}")
        assert bool(happened(far, "lyutezh_free")) == freed
    east = situation("soviet.movement", {RIFLE: "1408"}, **OCTOBER)
    played(east, f"unit:{RIFLE}", "hex:1308")
    assert not happened(east, "lyutezh_free")


@pytest.mark.rule("u43", "34.6.f")
def test_on_turn_19_the_bridgehead_is_filled_and_a_pontoon_laid(situation: Situation) -> None:
    place = {RIFLE: "1209", GUARDS[0]: "1409", GUARDS[1]: "1409", "S-3GTA": "1509", TANKS: "1509", "S-Art-13": "1510"}
    match = situation("central_front", place, scenario="october", turn=19, dice=[1], control={
        "soviet": ["1307", "1308", "1208", "1209", "1407"]})
    assert task(match) == "surprise" and marks(match, "pontoon") == {"1208/1307"}
    played(match, f"unit:{RIFLE}")
    assert "1407" in offered(match).hexes and not {"1208", "1110"} & set(offered(match).hexes)  # to the east bank
    play(match, "hex:1407", f"unit:{GUARDS[0]}", "hex:1209", f"unit:{GUARDS[1]}", "hex:1209", f"unit:{TANKS}")
    assert "1208" in offered(match).hexes and "1209" not in offered(match).hexes  # two combat units are the limit
    play(match, "hex:1208", "unit:S-Art-13")
    assert set(offered(match).hexes) == {"1307", "1308"}
    play(match, "hex:1308", "do:done")
    assert [where(match, unit) for unit in (RIFLE, GUARDS[0], TANKS, "S-Art-13")] == ["1407", "1209", "1208", "1308"]
    assert "disrupted" not in match.view("soviet")["units"]["S-Art-13"].get("flags", ())
    road = situation("soviet.movement", {"S-Art-13": "1308"}, scenario="october", turn=19)
    assert reach(road, "S-Art-13").get("1307") == 0.5  # 1308 is a road hex now


@pytest.mark.rule("u43", "34.6.f", "18.5.D")
def test_the_bridge_of_lyutezh_is_one_of_the_four(situation: Situation) -> None:
    bridges = ["1614/1713", "1713/1714", "1714/1814", "1714/1815"]
    match = situation("central_front", {TANKS: "1509"}, scenario="october", turn=19, dice=[1], pontoons=bridges)
    assert task(match) == "free_pontoon" and refused(match, "hex:1208/1307") == "18.5.D"
    match.choose("hex:1614/1713")
    assert marks(match, "pontoon") == {*bridges[1:], "1208/1307"} and task(match) == "surprise"
    there = situation("central_front", {TANKS: "1509"}, scenario="october", turn=19, dice=[1],
                      pontoons=["1208/1307", *bridges[1:]])
    assert task(there) == "surprise" and len(marks(there, "pontoon")) == 4


@pytest.mark.rule("u43", "34.6.f", "4.1.a")
def test_the_guns_are_not_placed_among_germans(situation: Situation) -> None:
    match = situation("central_front", {"S-Art-13": "1510", GERMAN: "1307"}, scenario="october", turn=19, dice=[1])
    match.choose("unit:S-Art-13")
    assert offered(match).hexes == ("1308",) and refused(match, "hex:1307") == "34.6.f"


@pytest.mark.rule("u43", "34.6.f")
def test_what_fills_the_bridgehead_takes_it_back_from_germans_who_passed(situation: Situation) -> None:
    match = situation("central_front", {TANKS: "1509"}, scenario="october", turn=19, dice=[1], control={
        "soviet": ["1307", "1308"], "german": ["1208"]})
    play(match, f"unit:{TANKS}", "hex:1208")
    assert "1208" in match.view("soviet")["control"]["soviet"]


@pytest.mark.rule("u43", "34.6.g")
def test_on_turn_19_no_german_reacts_north_of_the_line(situation: Situation) -> None:
    place = {"G-11Pz": "1014", GERMAN: "1111", INFANTRY[1]: "1020"}
    match = situation("german.reaction", place, scenario="october", turn=19)
    assert refused(match, f"unit:{GERMAN}") == "34.6.g"
    match.choose("unit:G-11Pz")
    assert refused(match, "hex:1013") == "34.6.g"  # nor into it
    assert "1015" in offered(match).hexes
    free = situation("german.movement", place, scenario="october", turn=19)
    assert "1013" in reach(free, "G-11Pz")


# -- 34.7, 34.8 Set-up ---------------------------------------------------------------------------------------------


@pytest.mark.rule("u43", "34.7")
def test_germans_first_in_their_sectors_with_four_divisions_kept(u43: stavka.Game[Any]) -> None:
    match = played(u43.start("october", seed=1), "do:done")
    assert offered(match).seat == "german" and offered(match).message.rules == ("34.7",)
    match.choose("unit:G-68")
    assert refused(match, "hex:3924") == "34.7"  # Soviet
    assert refused(match, "hex:3636") == "34.7"  # the 6th Army's sector
    match.choose(offered(match).choices[0])
    for unit in ("G-8Pz", "G-13Pz", "G-19Pz", "G-2SS"):
        played(match, f"unit:{unit}", "hex:reserve")
    match.choose("unit:G-11Pz")
    assert "reserve" not in offered(match).hexes


LOSSES = {"4P": (3, 3), "8A": (2, 2), "1P": (4, 7), "6A": (0, 1), "V": (4, 3), "St": (1, 3), "SW": (1, 3), "S": (4, 5)}


@pytest.mark.rule("u43", "34.8.a")
def test_every_army_of_october_loses_the_steps_listed(october: stavka.Match) -> None:
    lost: dict[str, list[int]] = {code: [0, 0] for code in LOSSES}
    hit = [loss["unit"] for kind in ("reduced", "eliminated") for loss in happened(october, kind)]
    mechanized = {unit.id: unit.mechanized for unit in theatre(october).unit}
    for unit in hit:
        lost[starts(october, unit, "october")][0 if mechanized[unit] else 1] += 1
    assert {code: tuple(steps) for code, steps in lost.items()} == LOSSES
    assert len(hit) == len(set(hit))
    faces = october.view("soviet")["units"]
    guns = ("S-Art-13", "S-Art-17", "S-Art-16", "S-Art-7+9+11", "S-Art-3")
    assert sum(faces[unit].get("face", 0) for unit in guns) == 2


GERMANS = {
    "4P": "HQ-4PzA 8Pz 13Pz 19Pz 2SS 10PG 20PG 34 68 75 82 88 112+251 183+208 340 Manstein Tiger",
    "8A": "HQ-8A 7Pz 11Pz 5SS SSCav 39 106 168 198 282 320",
    "1P": "HQ-1PzA 4+9Pz 6Pz 23Pz 3SS 16PG GD 15 38+62 46 123+293 125 161 257 294+335 304+306 328 333 387",
    "6A": "HQ-6A 17Pz 3Mtn 17 79 101J 302",
    "dead": "57 255 332 167 3Pz 111 336 213Sec 221Sec Turk",
    "garrison": "444Sec 218Sec 454Sec",
}


@pytest.mark.rule("u43", "34.8.b", "34.8.c")
def test_the_german_armies_of_october(october: stavka.Match) -> None:
    listed = {f"G-{name}": code for code, names in GERMANS.items() for name in names.split()}
    for unit, code in listed.items():
        assert starts(october, unit, "october") == code
    others = {unit.id for unit in theatre(october).unit
              if unit.side == "german" and unit.start["october"] in GERMANS}
    assert others == set(listed)
    north = hexes_of(october, "north_of_lyutezh")
    divisions = [unit for unit, counter in october.view("german")["units"].items()
                 if counter["place"] in north and unit in listed and listed[unit] == "4P"]
    assert len(divisions) <= 3
    assert sum(october.view("german")["units"][unit].get("face", 0) for unit in divisions) >= min(2, len(divisions))


@pytest.mark.rule("u43", "34.8.c")
def test_other_german_forces_of_october(october: stavka.Match) -> None:
    assert (where(october, "G-24R"), where(october, "G-389")) == ("1338", "2829")
    panther = {"3727", "3828", *(f"39{row}" for row in range(28, 38))}
    assert len(marks(october, "fort")) == 5 and marks(october, "fort") <= panther
    assert len(marks(october, "building")) == 1
    for garrison in ("G-444Sec", "G-218Sec", "G-454Sec"):
        place = where(october, garrison)
        alone = [unit for unit, counter in october.view("german")["units"].items()
                 if counter["place"] == place and unit.startswith("G-") and not unit.startswith(
                     ("G-HQ", "G-PzC", "G-Air", "G-Manstein"))]
        assert alone == [garrison]
    assert track(october, "dam") == 0


@pytest.mark.rule("u43", "34.8.c")
def test_manstein_the_tigers_and_two_corps_stay_in_their_sector_on_turn_15(u43: stavka.Game[Any]) -> None:
    layout: Any = u43.layout
    sector = {name for name, index in layout.grid.index.items() if layout.sector("october", "4P") >> index & 1}
    match = played(u43.start("october", seed=3), "do:done", "unit:G-Tiger")
    assert set(offered(match).hexes) <= sector
    border = next(hex for hex in offered(match).hexes if neighbours(match, hex) - sector)
    beyond = min(neighbours(match, border) - sector)
    set_up(played(match, f"hex:{border}"))
    corps = [unit for unit in ("G-PzC-III", "G-PzC-XLVIII", "G-PzC-SS") if where(match, unit) in sector]
    assert len(corps) >= 2 and where(match, "G-Manstein") in sector
    end_until(match, "german.movement", 15)
    assert all(set(reach(match, unit)) <= sector for unit in ("G-Tiger", "G-Manstein", *corps))
    match.choose("unit:G-Tiger")
    assert refused(match, f"hex:{beyond}") == "34.8.c"
    end_until(match, "german.movement", 16)
    assert beyond in reach(match, "G-Tiger")


@pytest.mark.rule("u43", "34.8.d")
def test_the_steppe_front_takes_units_over_before_the_set_up(u43: stavka.Game[Any]) -> None:
    match = u43.start("october", seed=1)
    assert task(match) == "transfers" and offered(match).seat == "soviet"
    assert refused(match, "unit:S-10TC") == "34.8.d"
    played(match, *(f"unit:{unit}" for unit in RIFLES[:3]), "unit:S-TS-86")
    assert refused(match, f"unit:{RIFLES[3]}") == refused(match, "unit:S-TS-93") == "34.8.d"  # three and one
    played(match, "unit:S-R-19+113", "unit:S-TS-173", "do:done")  # of the Southwest Front
    while offered(match).seat == "german":
        match.choose("do:ready_made" if "do:ready_made" in offered(match) else offered(match).choices[0])
    voronezh, steppe = RIFLES[3], "S-R-84+116"
    match.choose(f"unit:{voronezh}")
    there = set(offered(match).hexes)
    match.choose(offered(match).choices[0])
    match.choose(f"unit:{RIFLES[0]}")
    moved = set(offered(match).hexes)
    match.choose(offered(match).choices[0])
    match.choose(f"unit:{steppe}")
    assert moved != there and moved & set(offered(match).hexes)


SOVIETS = {
    "V": "HQ-V R-136+254 R-93+138 R-5A+7AG R-8A+80G R-68+69G R-6+70G "
         "3GTA 10TC 3GTC 5GTC 6GTC 7GTC 9MC 3GMC Art-13 Art-17",
    "St": "HQ-St R-294+373 R-108+109 5GTA 18TC 29TC 1MC Art-16",
    "SW": "HQ-SW Sap-6 Sap-7 Art-7+9+11 23TC 1GMC",
    "S": "HQ-S R-216+257 R-295+417 R-301+328 5Sh UR78+116 11TC 19TC 20TC 2GMC 4GMC 4GCC 5GCC Art-3",
    "dead": "1TA 2TC 6TC 31TC 4GTC 3MC 5GMC",
}


@pytest.mark.rule("u43", "34.8.e")
def test_the_soviet_fronts_of_october(october: stavka.Match) -> None:
    for code, names in SOVIETS.items():
        for name in names.split():
            assert starts(october, f"S-{name}", "october") == code
    for code, (rifles, supports) in {"V": (17, 6), "St": (10, 3), "SW": (16, 4), "S": (15, 4)}.items():
        own = [unit for unit in theatre(october).unit
               if unit.side == "soviet" and unit.start["campaign"] == unit.start["october"] == code]
        assert len([unit for unit in own if unit.kind == "infantry"]) == rifles
        assert len([unit for unit in own if unit.kind == "tank_support"]) == supports


@pytest.mark.rule("u43", "34.8.f")
def test_other_soviet_forces_of_october(october: stavka.Match, u43: stavka.Game[Any]) -> None:
    assert all(where(october, f"S-Abn-{number}") == "aside" for number in (1, 3, 5))
    assert sum(where(october, f"S-GArt-{number}") == "stavka" for number in (1, 2, 3, 4)) >= 3
    match = u43.start("october", seed=1)
    while task(match) != "bridgeheads":
        offer = offered(match)
        match.choose(next((choice for choice in ("do:ready_made", "do:done") if choice in offer), offer.choices[0]))
    bukrin = [side for side in offered(match).hexes if "1714" in side]
    south = [side for side in offered(match).hexes if "1714" not in side]
    played(match, f"hex:{bukrin[0]}")
    assert not [side for side in offered(match).hexes if "1714" in side]  # one for each bridgehead
    match.choose(f"hex:{south[0]}")
    assert marks(match, "pontoon") == {bukrin[0], south[0]}


@pytest.mark.rule("u43", "34.8.f")
def test_one_guards_artillery_division_may_start_beside_a_regular_one(u43: stavka.Game[Any]) -> None:
    match = u43.start("october", seed=1)
    while "unit:S-Art-13" not in offered(match) or task(match) != "deploy":
        offer = offered(match)
        match.choose(next((choice for choice in ("do:ready_made", "do:done") if choice in offer), offer.choices[0]))
    match.choose("unit:S-Art-13")
    match.choose(f"hex:{offered(match).hexes[-1]}")
    while task(match) not in ("shock_artillery", "bridgeheads"):
        offer = offered(match)
        match.choose(next((choice for choice in ("do:ready_made", "do:done") if choice in offer), offer.choices[0]))
    assert task(match) == "shock_artillery"
    match.choose("unit:S-GArt-1")
    guns = {where(match, f"S-Art-{name}") for name in ("13", "17", "16", "7+9+11", "3")}
    assert offered(match).hexes and set(offered(match).hexes) <= guns
    match.choose(offered(match).choices[0])
    assert task(match) == "bridgeheads"  # one only
    assert sum(where(match, f"S-GArt-{number}") == "stavka" for number in (1, 2, 3, 4)) == 3
