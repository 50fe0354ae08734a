"""Chapters 31 to 33: the campaign, the opening offensive, the breakthrough."""

from __future__ import annotations

from typing import Any

import pytest

import stavka
from tests.playing import Situation, end_until, event, happened, message, offered, played, refused, track, where

from .helpers import theatre
from .helpers_late import CENTRE, INFANTRY, NORTH, RIFLES, marks, points, set_up, starts, task

RIFLE, GERMAN = RIFLES[0], INFANTRY[0]
ONES = ("5021", "2224", "5324", "5133", "3417", "2820", "2007", "3935", "3330", "2337", "2035")
"""Eleven objectives of one point each."""
FIFTEEN = ("1211", "5832", "4213", "3724", "5227", "1338")
"""Kiev, Taganrog, Kharkov, Dnepropetrovsk, Stalino and Odessa: 4 + 3 + 2 + 2 + 2 + 2 points."""


def at_the_end(situation: Situation, scenario: str, turn: int, *hexes: str) -> stavka.Result | None:
    """What comes of a turn at whose end the Soviets hold these objectives."""
    return situation("victory", {RIFLE: CENTRE}, scenario=scenario, turn=turn, control={"soviet": list(hexes)}).result


@pytest.fixture(scope="module")
def september() -> stavka.Match:
    """The breakthrough after its ready-made set-up."""
    return set_up(stavka.game("u43").start("september", seed=3))


# -- 31 The campaign -----------------------------------------------------------------------------------------------


@pytest.mark.rule("u43", "31.1", "31.7")
def test_the_campaign_ends_after_turn_21_and_26_points_win(situation: Situation) -> None:
    assert stavka.game("u43").start("campaign", seed=1).turn == 1
    assert at_the_end(situation, "campaign", 20, *FIFTEEN, *ONES) is None
    won = at_the_end(situation, "campaign", 21, *FIFTEEN, *ONES)
    assert won is not None and (won.winner, won.rule) == ("soviet", "31.7")
    held = at_the_end(situation, "campaign", 21, *FIFTEEN, *ONES[:-1])
    assert held is not None and (held.winner, held.rule) == ("german", "31.7")


@pytest.mark.rule("u43", "31.2.a")
def test_soviet_foot_all_germans_four_losses_soviet_vehicles(u43: stavka.Game[Any]) -> None:
    match = u43.start("campaign", seed=1)
    assert offered(match).seat == "soviet" and RIFLE in offered(match).units and "S-10TC" not in offered(match).units
    match.choose("do:ready_made")
    assert offered(match).seat == "german" and {GERMAN, "G-11Pz"} <= set(offered(match).units)
    match.choose("do:ready_made")
    assert task(match) == "kursk"
    button = match.game.words.templates["en"]["button.ready_made"]
    assert "reduced" in offered(match).prompt and "Set up" not in button, "it reduces the suggested ones"
    assert refused(match, f"unit:{GERMAN}") == "31.2.a"  # mechanized units only
    played(match, "unit:G-11Pz", "unit:G-7Pz", "unit:G-19Pz", "unit:G-2SS")
    assert len(happened(match, "reduced")) == 4
    assert offered(match).seat == "soviet" and "S-10TC" in offered(match).units
    assert not any(unit in offered(match).units for unit in RIFLES)


@pytest.mark.rule("u43", "31.2.b")
def test_air_units_start_at_any_base_and_zhukov_behind_the_line(u43: stavka.Game[Any]) -> None:
    match = played(u43.start("campaign", seed=1), "do:ready_made", "do:ready_made", "do:ready_made")
    while "unit:S-Zhukov" not in offered(match):
        unit = offered(match).units[0]
        played(match, f"unit:{unit}")
        match.choose(offered(match).choices[0])
    match.choose("unit:S-Zhukov")
    assert {"6001", "5606", "4408"} <= set(offered(match).hexes) and "4409" not in offered(match).hexes
    played(match, "hex:6001", "unit:S-Air-2")
    assert {"5717", "4101"} <= set(offered(match).hexes) and CENTRE not in offered(match).hexes
    assert where(match, "G-GD") == "turn.3" and where(match, "S-R-136+254") == "turn.2"  # no white box


@pytest.mark.rule("u43", "31.2.c", "31.2.d")
def test_each_side_of_the_line_and_three_hexes_from_it_in_its_sector(u43: stavka.Game[Any]) -> None:
    match = u43.start("campaign", seed=1)
    match.choose(f"unit:{RIFLE}")  # Voronezh
    grid = u43.board.grid
    line = [grid.index[hex] for hex in ("3201", "3301", "3302", "3303", "3404", "3504", "3505", "3606", "3607", "3707",
                                        "3808", "3907", "4008", "4107", "4208")]
    for hex in offered(match).hexes:
        assert min(grid.distance(grid.index[hex], front) for front in line) <= 3
    assert refused(match, "hex:4108") == "31.2.c"  # German
    assert refused(match, "hex:5220") == refused(match, "hex:3701") == "31.2.d"  # Southwest; too far back
    played(match, "hex:3606", "do:ready_made", "unit:G-11Pz")
    assert refused(match, "hex:4107") == "31.2.c"
    assert refused(match, "hex:5723") == "31.2.d"  # the 6th Army's sector
    assert {"4108", "3908"} <= set(offered(match).hexes)


@pytest.mark.rule("u43", "31.2.d")
def test_headquarters_start_up_to_five_hexes_behind(u43: stavka.Game[Any]) -> None:
    match = played(u43.start("campaign", seed=1), "do:ready_made", "unit:G-HQ-4PzA")
    assert "3813" in offered(match).hexes  # five hexes from 3908, four from 3809
    assert "3816" not in offered(match).hexes


@pytest.mark.rule("u43", "31.2.b", "31.2.d", "31.2.e", "33.5.a", "33.7.c", "33.7.e", "34.7", "34.8.c", "34.8.f")
@pytest.mark.parametrize(("scenario", "unit", "place", "rule"), [
    ("campaign", "G-7Pz", "0540", "31.2.d"), ("campaign", "G-7Pz", "reserve", "31.2.a"),
    ("campaign", "G-Air-I", "0540", "31.2.b"),
    ("september", "G-7Pz", "0540", "33.5.a"), ("september", "G-Air-I", "0540", "33.7.c"),
    ("september", "S-2TC", "6001", "33.5.a"), ("september", "S-Air-2", "5606", "33.7.e"),
    ("october", "G-8Pz", "0540", "34.7"), ("october", "G-Air-I", "0540", "34.8.c"),
    ("october", "G-PzC-III", "1210", "34.6.b"), ("october", "G-Tiger", "3426", "34.8.c"),
    ("october", "G-218Sec", "0540", "34.8.c"), ("october", "S-Zhukov", "5606", "34.8.f")])
def test_what_forbids_a_place_at_start(
        u43: stavka.Game[Any], scenario: str, unit: str, place: str, rule: str) -> None:
    match, seat = u43.start(scenario, seed=1), "soviet" if unit.startswith("S-") else "german"
    while "do:arrange" not in offered(match) or offered(match).seat != seat:
        offer = offered(match)
        match.choose(next((choice for choice in ("do:ready_made", "do:done") if choice in offer), offer.choices[0]))
    played(match, "do:arrange", f"unit:{unit}")  # set up, and taken up again
    assert refused(match, f"hex:{place}") == rule


@pytest.mark.rule("u43", "31.2.c")
def test_the_whole_soviet_line_is_held_or_bonded_however_units_are_placed(u43: stavka.Game[Any]) -> None:
    match = u43.start("campaign", seed=1)
    line = {"5823", "5824", "5825", "5829", "5830", "5925", "5926", "5927", "5928", "5930", "5931"}
    south = [unit for unit in offered(match).units if starts(match, unit, "campaign") == "S"]
    for unit in south:  # as far back as may be
        match.choose(f"unit:{unit}")
        match.choose(next((f"hex:{hex}" for hex in offered(match).hexes if hex not in line), offered(match).choices[0]))
    held = {where(match, unit) for unit in south}
    bonds = match.ask("bonds", side="soviet")
    bonded = {*bonds["hexes"], *(hex for side in bonds["hexsides"] for hex in side.split("/"))}
    assert line <= held | bonded
    assert held - line  # whoever is not needed there stands behind it


@pytest.mark.rule("u43", "31.2.e")
def test_some_units_have_their_own_places(u43: stavka.Game[Any]) -> None:
    match = played(u43.start("campaign", seed=1), "do:ready_made")
    for unit, hex in (("G-Turk", "2605"), ("G-218Sec", "1211"), ("G-444Sec", "3724"), ("G-454Sec", "3728"),
                      ("G-213Sec", "3417")):
        match.choose(f"unit:{unit}")
        assert where(match, unit) == hex  # there is no choice
    for unit in ("G-Tiger", "G-AG1"):
        match.choose(f"unit:{unit}")
        assert {"0540", "4409", "5832"} <= set(offered(match).hexes)  # on or west of the line
        match.choose("hex:0540")


@pytest.mark.rule("u43", "31.2.g", "31.2.f", "31.6", "31.2.h")
def test_railheads_points_and_the_sky_at_the_start(u43: stavka.Game[Any]) -> None:
    match = set_up(u43.start("campaign", seed=1))
    assert marks(match, "railhead") == {"3504", "4408", "4514", "5220", "5823", "5830"}
    assert track(match, "central_front") == 0 and sum(points(match).values()) == 0
    assert not any("flying" in unit.get("flags", ()) for unit in match.view("german")["units"].values())
    assert match.turn == 1 and match.phase == "soviet.movement"


@pytest.mark.rule("u43", "31.2.g", "17.4.c")
def test_the_railhead_in_5830_waits_for_5831_and_5832(situation: Situation) -> None:
    def offers(*held: str) -> bool:
        match = situation("soviet.final", {RIFLE: CENTRE}, railheads=["5830", "4408"], repaired=["5831", "5832"],
                          control={"soviet": ["5729", "4409", *held]})
        return "5729" in offered(match).hexes

    assert not offers() and not offers("5831") and offers("5831", "5832")


@pytest.mark.rule("u43", "31.2.h")
def test_on_turn_1_the_germans_react_with_one_stack(situation: Situation) -> None:
    place = {GERMAN: "0540", INFANTRY[1]: "0740"}
    match = situation("german.reaction", place, turn=1)
    match.choose(f"unit:{GERMAN}")
    assert refused(match, f"unit:{INFANTRY[1]}") == "31.2.h"
    assert match.ask("why_not", unit=INFANTRY[1], hex="3501")["rule"] == "31.2.h"
    assert "may react" in message(match, f"unit:{INFANTRY[1]}")  # not that another unit, in hand, cannot go there
    second = situation("german.reaction", place, turn=2)
    second.choose(f"unit:{GERMAN}")
    assert f"unit:{INFANTRY[1]}" in offered(second)
    soviets = situation("soviet.reaction", {RIFLE: "5612", RIFLES[1]: "5512"}, turn=1)
    soviets.choose(f"unit:{RIFLE}")
    assert f"unit:{RIFLES[1]}" in offered(soviets)  # they are not surprised


@pytest.mark.rule("u43", "31.2.h", "4.10.a")
def test_reaction_says_how_many_stacks_may_be_activated(situation: Situation) -> None:
    first = situation("german.reaction", {GERMAN: "0540", INFANTRY[1]: "0740"}, turn=1)
    assert offered(first).rules == ("31.2.h",) and "one stack" in offered(first).prompt
    told = first.game.words.templates["en"][f"why.{offered(first).as_data()['why']}"]
    assert "one stack only" in told and "three" not in told
    later = situation("german.reaction", {GERMAN: "0540", INFANTRY[1]: "0740", INFANTRY[2]: "0940"}, turn=2)
    assert offered(later).rules == ("4.10.a",) and "(3 left)" in offered(later).prompt


@pytest.mark.rule("u43", "31.3", "33.6")
@pytest.mark.parametrize(("scenario", "turn"), [("campaign", 2), ("september", 9)])
def test_once_play_begins_codes_mean_nothing(situation: Situation, scenario: str, turn: int) -> None:
    south = "S-R-87+99"
    match = situation("soviet.combat1", {RIFLE: CENTRE, south: CENTRE, GERMAN: NORTH, "G-302": NORTH},
                      scenario=scenario, turn=turn)
    assert match.ask("odds", target=NORTH, units=[RIFLE, south])["attack"] == 8
    assert match.ask("odds", target=NORTH, units=[RIFLE])["defence"] == 14


@pytest.mark.rule("u43", "31.5", "33.4")
def test_reinforcements_and_replacements_by_the_turn_record(situation: Situation) -> None:
    match = situation("german.initial_supply", {GERMAN: "0540"}, scenario="september", turn=8)
    assert (track(match, "mechanized"), track(match, "others")) == (1, 3)
    end_until(match, "german.movement")
    assert {"unit:G-125", "unit:G-8Pz"} <= set(offered(match).choices)
    assert "unit:G-24R" not in offered(match)  # turn 9
    match.choose("unit:G-125")
    assert set(offered(match).hexes) == {"3042", "3542"}  # south


# -- 32 The opening offensive --------------------------------------------------------------------------------------


@pytest.mark.rule("u43", "32.1")
def test_the_opening_ends_after_turn_7_and_seven_points_win(situation: Situation) -> None:
    assert at_the_end(situation, "opening", 6, *ONES[:7]) is None
    won = at_the_end(situation, "opening", 7, *ONES[:7])
    assert won is not None and (won.winner, won.rule) == ("soviet", "32.1")
    held = at_the_end(situation, "opening", 7, *ONES[:6])
    assert held is not None and (held.winner, held.rule) == ("german", "32.1")


@pytest.mark.rule("u43", "32.2")
def test_it_is_set_up_as_the_campaign_with_automatic_victory(situation: Situation, u43: stavka.Game[Any]) -> None:
    won = at_the_end(situation, "opening", 3, *ONES[:8])  # the mark is 2
    assert won is not None and (won.winner, won.rule) == ("soviet", "30.1")
    match = set_up(u43.start("opening", seed=1))
    assert marks(match, "railhead") == {"3504", "4408", "4514", "5220", "5823", "5830"} and match.turn == 1


# -- 33 The breakthrough -------------------------------------------------------------------------------------------


@pytest.mark.rule("u43", "33.1", "33.2")
def test_turns_8_to_21_twelve_points_and_no_automatic_victory_before_turn_10(
        situation: Situation, september: stavka.Match) -> None:
    assert september.turn == 8 and sum(points(september).values()) == 12
    assert at_the_end(situation, "september", 9, *FIFTEEN, *ONES) is None
    won = at_the_end(situation, "september", 10, *FIFTEEN, *ONES)  # the mark is 12
    assert won is not None and (won.winner, won.rule) == ("soviet", "30.1")
    last = at_the_end(situation, "september", 21, *FIFTEEN, *ONES)
    assert last is not None and (last.winner, last.rule) == ("soviet", "33.2")


@pytest.mark.rule("u43", "33.3", "34.3")
@pytest.mark.parametrize(("scenario", "first", "rule"), [("september", 8, "33.3"), ("october", 15, "34.3")])
def test_the_first_turn_is_clear(situation: Situation, scenario: str, first: int, rule: str) -> None:
    match = situation("weather", {RIFLE: CENTRE}, scenario=scenario, turn=first, dice=[6])
    assert track(match, "weather") == 0
    assert [entry.rules for entry in match.log if entry.kind == "weather"] == [(rule,)]
    rolled = situation("weather", {RIFLE: CENTRE}, scenario=scenario, turn=first + 1, dice=[6])
    assert track(rolled, "weather") == 2


@pytest.mark.rule("u43", "33.5.a")
def test_september_units_start_in_their_sectors(u43: stavka.Game[Any]) -> None:
    match = u43.start("september", seed=1)
    assert offered(match).seat == "german"
    match.choose("unit:G-68")  # now with the 4th Panzer Army
    assert refused(match, "hex:5606") == "33.5.a" and refused(match, "hex:5031") == "33.5.a"
    match.choose(offered(match).choices[0])
    match.choose("unit:G-13Pz")
    assert offered(match).hexes == ("3935", "reserve")  # Melitopol


@pytest.mark.rule("u43", "33.7.c")
def test_others_leave_room_for_units_that_start_in_one_hex_only(u43: stavka.Game[Any]) -> None:
    match = played(u43.start("september", seed=1), "unit:G-68", "hex:3417", "unit:G-75", "hex:3417", "unit:G-82")
    assert refused(match, "hex:3417") == "33.7.c"  # the third place is the 213th Security Division's
    match.choose(offered(match).choices[0])
    played(match, "unit:G-213Sec", "unit:G-88")  # it has no other place to be asked for
    assert refused(match, "hex:3417") == "5.2.a"


@pytest.mark.rule("u43", "33.5.b")
def test_the_germans_begin_and_may_keep_four_mechanized_divisions(u43: stavka.Game[Any]) -> None:
    match = u43.start("september", seed=1)
    assert offered(match).seat == "german" and offered(match).message.rules == ("33.5.b",)
    match.choose(f"unit:{GERMAN}")
    assert "reserve" not in offered(match).hexes  # infantry is placed now
    match.choose(offered(match).choices[0])
    for unit in ("G-11Pz", "G-19Pz", "G-GD", "G-10PG"):
        played(match, f"unit:{unit}", "hex:reserve")
    match.choose("unit:G-7Pz")
    assert "reserve" not in offered(match).hexes
    match.choose(offered(match).choices[0])
    while where(match, "S-HQ-V") == "setup.soviet" or task(match) != "deploy" or offered(match).seat != "german":
        offer = offered(match)
        match.choose(next((choice for choice in ("do:ready_made", "do:done") if choice in offer), offer.choices[0]))
    assert set(offered(match).units) == {"G-11Pz", "G-19Pz", "G-GD", "G-10PG"}
    match.choose("unit:G-11Pz")
    assert refused(match, "hex:5031") == "33.5.a"  # still within its sector


SEPTEMBER_LOSSES = {"2A": (1, 1), "4P": (3, 3), "8A": (2, 2), "1P": (1, 1), "6A": (0, 0),
                    "V": (3, 6), "St": (1, 1), "SW": (2, 2), "S": (2, 5)}


@pytest.mark.rule("u43", "33.7.a")
def test_every_army_loses_the_steps_listed_one_a_unit(september: stavka.Match) -> None:
    lost: dict[str, list[int]] = {code: [0, 0] for code in SEPTEMBER_LOSSES}
    hit = [loss["unit"] for kind in ("reduced", "eliminated") for loss in happened(september, kind)]
    mechanized = {unit.id: unit.mechanized for unit in theatre(september).unit}
    for unit in hit:
        lost[starts(september, unit, "september")][0 if mechanized[unit] else 1] += 1
    assert {code: tuple(steps) for code, steps in lost.items()} == SEPTEMBER_LOSSES
    assert len(hit) == len(set(hit))
    regular = ("S-Art-13", "S-Art-17", "S-Art-16", "S-Art-7+9+11", "S-Art-3")
    faces = september.view("soviet")["units"]
    assert sum(faces[unit].get("face", 0) for unit in regular) == 2


@pytest.mark.rule("u43", "33.7.a")
def test_the_losses_are_the_owners_choice_within_each_army(u43: stavka.Game[Any]) -> None:
    match = played(u43.start("september", seed=1), "do:ready_made")
    assert task(match) == "step_losses" and offered(match).message.args["army"] == "sector.2A"
    assert refused(match, "unit:G-68") == "33.7.a"  # the 4th Panzer Army's turn comes later
    match.choose("unit:G-112+251")
    assert offered(match).units == ("G-4+9Pz",)  # one mechanized step is left


GERMANS_OF_SEPTEMBER = {
    "2A": "4+9Pz 1H 221Sec 112+251",
    "4P": "HQ-4PzA 11Pz 19Pz GD 10PG 68 75 82 88 340 183+208 34 167 57 255 332",
    "8A": "HQ-8A 7Pz 5SS 2SS 39 106 161 168 198 320 282 SSCav",
    "1P": "HQ-1PzA 17Pz 23Pz 15 46 38+62 328 333 387 294+335 302",
    "6A": "HQ-6A 16PG 3SS 304+306 3Mtn 111 336",
    "dead": "327 Turk 6Pz 257 3Pz 17",
}


@pytest.mark.rule("u43", "33.7.b")
def test_the_german_armies_of_september(september: stavka.Match) -> None:
    listed = {f"G-{name}": code for code, names in GERMANS_OF_SEPTEMBER.items() for name in names.split()}
    for unit, code in listed.items():
        assert starts(september, unit, "september") == code
    others = {unit.id for unit in theatre(september).unit
              if unit.side == "german" and unit.start["september"] in GERMANS_OF_SEPTEMBER}
    assert others == set(listed)
    assert all(where(september, f"G-{name}") == "dead.german" for name in GERMANS_OF_SEPTEMBER["dead"].split())


@pytest.mark.rule("u43", "33.7.c")
def test_other_german_forces_of_september(september: stavka.Match) -> None:
    for unit, hex in (("G-218Sec", "1211"), ("G-444Sec", "3724"), ("G-454Sec", "3728"), ("G-213Sec", "3417"),
                      ("G-13Pz", "3935")):
        assert where(september, unit) == hex
    for unit in ("G-Tiger", "G-AG1", "G-PzC-III", "G-PzC-XLVIII", "G-PzC-SS", "G-Manstein"):
        assert starts(september, unit, "september") == "E"
    assert (len(marks(september, "fort")), len(marks(september, "building"))) == (3, 1)
    assert all(where(september, unit).isdigit() for unit in ("G-Air-I", "G-Air-IV", "G-Air-VIII"))
    assert track(september, "dam") == 0


SOVIETS_OF_SEPTEMBER = {
    "V": "HQ-V R-136+254 R-93+138 R-5A+7AG R-8A+80G R-68+69G Sap-6 Sap-7 3GTC 3GMC 5GTC 2TC 10TC 4GTC Art-17 Art-13",
    "St": "HQ-St R-294+373 5GTA 5GMC 18TC 29TC 1MC Art-16",
    "SW": "HQ-SW 5GMot Art-7+9+11 23TC 1GMC",
    "S": "HQ-S R-216+257 R-295+417 R-301+328 5Sh UR78+116 2GMC 4GMC 4GCC 11TC Art-3",
    "dead": "1TA 3MC 6TC 31TC",
    "stavka": "GArt-1 GArt-2 GArt-3 GArt-4",
    "airborne": "Abn-1 Abn-3 Abn-5",
}
CODED = {"V": (17, 6), "St": (10, 3), "SW": (16, 4), "S": (15, 4)}
"""Rifle units and tank supports that carry the code of each front."""


@pytest.mark.rule("u43", "33.7.d")
def test_the_soviet_fronts_of_september(september: stavka.Match) -> None:
    for code, names in SOVIETS_OF_SEPTEMBER.items():
        for name in names.split():
            assert starts(september, f"S-{name}", "september") == code
    for code, (rifles, supports) in CODED.items():
        own = [unit for unit in theatre(september).unit
               if unit.side == "soviet" and unit.start["campaign"] == unit.start["september"] == code]
        assert len([unit for unit in own if unit.kind == "infantry"]) == rifles
        assert len([unit for unit in own if unit.kind == "tank_support"]) == supports


@pytest.mark.rule("u43", "33.7.e")
def test_other_soviet_forces_of_september(september: stavka.Match, u43: stavka.Game[Any]) -> None:
    assert all(where(september, f"S-GArt-{number}") == "stavka" for number in (1, 2, 3, 4))
    assert all(where(september, f"S-Abn-{number}") == "airborne" for number in (1, 3, 5))
    gained = event(september, "central_front")["gained"]  # on turn 8
    assert track(september, "central_front") == 3 + gained  # from C
    assert marks(september, "railhead") == {"5629", "5120", "5524", "4113", "4214", "3206"}
    match = u43.start("september", seed=1)
    while offered(match).seat == "german":
        match.choose("do:ready_made" if "do:ready_made" in offered(match) else offered(match).choices[0])
    for unit in (RIFLES[0], RIFLES[1], "S-10TC"):
        played(match, f"unit:{unit}", "hex:central")
    match.choose(f"unit:{RIFLES[2]}")
    assert "central" not in offered(match).hexes  # three units
    assert event(september, "weather")["weather"] == "weather.clear"


@pytest.mark.rule("u43", "33.7.a", "33.7.c", "34.8.c")
@pytest.mark.parametrize(("scenario", "forts"), [("september", 3), ("october", 5)])
def test_forts_and_depleted_guns_have_a_suggestion_too(u43: stavka.Game[Any], scenario: str, forts: int) -> None:
    match = u43.start(scenario, seed=3)
    while task(match) != "fortify":
        match.choose("do:ready_made" if "ready_made" in offered(match).buttons else "do:done")
    allowed = set(offered(match).hexes)
    match.choose("do:ready_made")
    assert len(marks(match, "fort") & allowed) == forts and len(marks(match, "building")) == 1
    assert offered(match).seat == "soviet"
    while task(match) != "depleted":
        match.choose("do:ready_made")
    guns = offered(match).units
    match.choose("do:ready_made")
    assert [event.data["unit"] for event in match.records[-1].events if event.kind == "depleted"] == list(guns[:2])
