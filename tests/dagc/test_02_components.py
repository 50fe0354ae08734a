"""Chapter 2: components."""

from __future__ import annotations

from typing import Any

import pytest

import stavka
from stavka.games.dagc.components import Unit
from tests.playing import Situation, offered, play, refused, seen, where

from .helpers import fought, is_reduced, movement_points, reach


def units(game: stavka.Game[Any], **features: Any) -> list[Unit]:
    """The counters with these features."""
    return [unit for unit in game.counters if all(getattr(unit, key) == value for key, value in features.items())]


def labels(found: list[Unit]) -> set[str]:
    """What is printed on counters."""
    return {unit.label for unit in found}


# -- 2.2 - 2.4 -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("dagc", "2.2")
def test_minsk_is_a_city_in_3908(dagc: stavka.Game[Any]) -> None:
    minsk = dagc.start(seed=1).ask("hex", hex="3908")["place"]
    assert (minsk["name"], minsk["kind"]) == ("Minsk", "city")


@pytest.mark.rule("dagc", "2.2")
def test_hexes_have_four_digits_of_their_own_and_units_one_hex(dagc: stavka.Game[Any]) -> None:
    names = [name for name in dagc.board.grid.names if name]
    assert len(names) == len(set(names)) == 21 * 29 + 20 * 28
    assert all(len(name) == 4 and name.isdigit() for name in names)
    stacks = seen(dagc.start(seed=1), "soviet")["stacks"]
    everywhere = [unit for stack in stacks.values() for unit in stack]
    assert sorted(everywhere) == sorted(dagc.counters.ids)


@pytest.mark.rule("dagc", "2.2")
def test_a_moved_unit_is_in_its_new_hex_only(situation: Situation) -> None:
    match = situation("german.movement", {"G-1": "3610"})
    play(match, "unit:G-1", "hex:3611")
    stacks = match.view("german")["stacks"]
    assert [hex for hex, stack in stacks.items() if "G-1" in stack] == ["3611"]


@pytest.mark.rule("dagc", "2.4")
def test_the_first_corps_as_the_rulebook_shows_it(dagc: stavka.Game[Any]) -> None:
    corps = dagc.start(seed=1).ask("unit", unit="G-1")
    assert (corps["side"], corps["kind"], corps["name"]) == ("german", "infantry", "I Corps")
    assert (corps["combat"], corps["steps"], corps["place"]) == ([3, 2], 2, "3102")


# -- 2.5 - 2.8 -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("dagc", "2.5.a")
def test_soviet_units_are_of_the_main_front_or_the_first_ukrainian(dagc: stavka.Game[Any]) -> None:
    soviets = units(dagc, side="soviet")
    assert {unit.group for unit in soviets} == {"main_front", "first_ukrainian"}
    front = units(dagc, group="first_ukrainian")
    assert labels([unit for unit in front if not unit.is_air]) == {"1GT", "3G", "13", "B", "S"}
    assert len([unit for unit in front if unit.is_air]) == 2


@pytest.mark.rule("dagc", "2.5.b")
def test_german_units_are_of_five_kinds(dagc: stavka.Game[Any]) -> None:
    groups = {unit.group for unit in units(dagc, side="german")}
    assert groups == {"centre", "korps_gruppe", "locality", "north_ukraine", "fifth_panzer"}
    assert labels(units(dagc, group="korps_gruppe")) == {"Bnu", "Brn", "Hrt", "Klf", "Skn", "Str", "Wdl"}
    assert labels(units(dagc, group="north_ukraine")) == {"3", "24", "46", "48"}
    assert labels(units(dagc, group="fifth_panzer")) == {"1SS", "2SS", "47", "58"}
    assert {unit.kind for unit in units(dagc, group="locality")} == {"locality"}
    assert not [unit for unit in units(dagc, kind="locality") if unit.group != "locality"]


@pytest.mark.rule("dagc", "2.7")
def test_unit_types_and_whose_they_are(dagc: stavka.Game[Any]) -> None:
    german = {unit.kind for unit in units(dagc, side="german")}
    soviet = {unit.kind for unit in units(dagc, side="soviet") if not unit.is_air}
    assert german == {"infantry", "panzer", "cavalry", "locality"}
    assert soviet == {"infantry", "tank", "guards", "shock", "cav_mech"}
    assert labels(units(dagc, kind="cav_mech")) == {"B", "O", "P", "S"}
    assert labels(units(dagc, kind="shock")) == {"1S", "2S", "3S", "4S"}


@pytest.mark.rule("dagc", "2.7")
def test_mechanized_units_move_like_any_others(situation: Situation) -> None:
    for step, units in (("german.movement", ("G-1", "G-39Pz", "G-KG-Hrt")),
                        ("soviet.movement", ("S-39", "S-5GT", "S-11G", "S-1S"))):
        ranges = [reach(situation(step, {unit: "3706"}), unit) for unit in units]
        assert all(hexes == ranges[0] for hexes in ranges)


@pytest.mark.rule("dagc", "2.8.a", "2.8.b")
def test_sizes_and_their_brackets(dagc: stavka.Game[Any]) -> None:
    for unit in dagc.counters:
        bracketed = unit.kind == "cav_mech" or unit.group == "korps_gruppe"
        army = unit.side == "soviet" and unit.kind != "cav_mech"
        assert unit.size == ("[XXX]" if bracketed else "XXXX" if army else "XXX"), unit.id


# -- 2.9 - 2.11 ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("dagc", "2.9")
def test_one_factor_attacks_and_defends(situation: Situation) -> None:
    place = {"G-53": "3610", "S-39": "3611"}  # factors 4 and 5, both in the clear
    german = situation("german.combat_before", place).ask("odds", target="3611", units=["G-53"])
    soviet = situation("soviet.combat_before", place).ask("odds", target="3610", units=["S-39"])
    assert (german["attack"], german["defence"]) == (4, 5)
    assert (soviet["attack"], soviet["defence"]) == (5, 4)


@pytest.mark.rule("dagc", "2.9", "2.11.b")
def test_a_reduced_unit_fights_with_its_reduced_factor(situation: Situation) -> None:
    place = {"G-53": {"hex": "3610", "reduced": True}, "S-39": {"hex": "3611", "reduced": True}}
    odds = situation("german.combat_before", place).ask("odds", target="3611", units=["G-53"])
    assert (odds["attack"], odds["defence"]) == (2, 3)


@pytest.mark.rule("dagc", "2.10.a")
@pytest.mark.parametrize(("step", "unit"), [
    ("soviet.movement", "S-39"), ("soviet.movement", "S-5GT"), ("soviet.movement", "S-O"),
    ("german.movement", "G-1"), ("german.movement", "G-39Pz"), ("german.movement", "G-KG-Hrt"),
    ("german.movement", "G-NU-3"),
])
def test_movement_factor_is_seven(situation: Situation, step: str, unit: str) -> None:
    match = situation(step, {unit: "3706"}, turn=2)
    assert movement_points(match, unit) == 7


@pytest.mark.rule("dagc", "2.10.b")
def test_bagration_units_have_eight_on_turn_1_only(situation: Situation) -> None:
    place = {"S-39": "3501", "S-8": "1400"}
    assert movement_points(situation("soviet.movement", place, turn=1), "S-39") == 8
    assert movement_points(situation("soviet.movement", place, turn=2), "S-39") == 7


@pytest.mark.rule("dagc", "2.10.b")
def test_germans_near_the_marker_have_seven_on_turn_1(situation: Situation) -> None:
    assert movement_points(situation("german.movement", {"G-1": "4004"}, turn=1), "G-1") == 7


@pytest.mark.rule("dagc", "2.10.c")
def test_fortified_localities_never_move(situation: Situation) -> None:
    match = situation("german.movement", {"G-FL-Minsk": "3908", "G-1": "3908"})
    assert offered(match).units == ("G-1",)
    assert refused(match, "unit:G-FL-Minsk") == "2.10.c"
    assert reach(match, "G-FL-Minsk") == {}
    assert match.ask("why_not", unit="G-FL-Minsk", hex="3909")["rule"] == "2.10.c"


@pytest.mark.rule("dagc", "2.10.c")
def test_a_locality_leaves_the_map_only_for_the_dead_pile(situation: Situation) -> None:
    # 12 against 2, forest 1 and town 1: column "+7, +8", where 2 is DR; an open way of retreat does not help it.
    match = situation("soviet.combat_after", {"G-FL-Borisov": "3806", "S-5GT": "3807", "S-39": "3807"}, dice=[2])
    events = play(match, "hex:3806", "unit:S-5GT", "unit:S-39", "do:roll")
    assert fought(events)["result"] == "DR"
    assert where(match, "G-FL-Borisov") == "dead.german"


@pytest.mark.rule("dagc", "2.10.d")
@pytest.mark.parametrize("unit", ["G-5PA-1SS", "G-5PA-2SS", "G-5PA-47", "G-5PA-58"])
def test_fifth_panzer_army_has_ten(situation: Situation, unit: str) -> None:
    match = situation("german.movement", {unit: "3706"}, scenario="failed_dday")
    assert movement_points(match, unit) == 10


@pytest.mark.rule("dagc", "2.10.e")
@pytest.mark.parametrize(("start", "to", "normal"), [
    ("3610", "3611", 1),  # clear
    ("2803", "2804", 2),  # forest
    ("4508", "4509", 3),  # swamp
    ("4713", "4714", 4),  # west Pripyat
])
def test_cav_mech_groups_cross_difficult_terrain_as_if_clear(
        situation: Situation, start: str, to: str, normal: int) -> None:
    match = situation("soviet.movement", {"S-O": start, "S-39": start})
    # both leave a stack (6.4), which costs one point more
    assert reach(match, "S-O")[to] == 1 + 1
    assert reach(match, "S-39")[to] == normal + 1


@pytest.mark.rule("dagc", "2.11.a")
def test_steps_follow_the_factors_printed(dagc: stavka.Game[Any]) -> None:
    match = dagc.start(seed=1)
    for unit in dagc.counters:
        if unit.is_air:
            continue
        assert match.ask("unit", unit=unit.id)["steps"] == len(unit.combat) <= 2
        one_step = unit.kind == "locality" or unit.group == "korps_gruppe"  # 10.7
        assert len(unit.combat) == (1 if one_step else 2), unit.id
        assert unit.combat[0] > unit.combat[-1] or one_step, unit.id  # the reduced side is the weaker


@pytest.mark.rule("dagc", "2.11.b")
def test_losing_a_step_flips_a_full_unit_and_eliminates_any_other(situation: Situation) -> None:
    # 7 + 5 against 3 + 2: differential 7, where 4 is DE.
    match = situation("soviet.combat_after", {
        "G-1": "3610", "G-KG-Hrt": "3610", "S-5GT": "3611", "S-39": "3611"}, dice=[4, 4])
    events = play(match, "hex:3610", "unit:S-5GT", "unit:S-39", "do:roll")
    assert (fought(events)["column"], fought(events)["result"]) == ("+7, +8", "DE")
    assert (where(match, "G-1"), is_reduced(match, "G-1")) == ("3610", True)
    assert where(match, "G-KG-Hrt") == "dead.german"  # one step

    again = situation("soviet.combat_after", {
        "G-1": {"hex": "3610", "reduced": True}, "S-5GT": "3611", "S-39": "3611"}, dice=[4])
    play(again, "hex:3610", "unit:S-5GT", "unit:S-39", "do:roll")
    assert (where(again, "G-1"), is_reduced(again, "G-1")) == ("dead.german", False)


@pytest.mark.rule("dagc", "2.11.c")
def test_everybody_starts_at_full_strength(dagc: stavka.Game[Any]) -> None:
    view = dagc.start(seed=1).view("soviet")
    assert not [unit for unit, state in view["units"].items() if state.get("face")]


@pytest.mark.rule("dagc", "2.11.c")
def test_reinforcements_arrive_at_full_strength(situation: Situation) -> None:
    match = situation("soviet.replacements", turn=2)
    play(match, "unit:S-1Pol", "hex:3600")
    assert match.ask("unit", unit="S-1Pol")["steps"] == 2


# -- 2.12 ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("dagc", "2.12")
def test_every_marker_has_its_place_in_the_game(dagc: stavka.Game[Any]) -> None:
    match = dagc.start(seed=1)
    view = match.view("german")
    assert view["tracks"]["turn"] == {"value": 1, "last": 9}
    assert view["marks"] == {"4004": ["bagration"]}
    assert view["points"]["scores"]["soviet"] == 0
    assert view["tracks"]["armour"]["value"] == 0  # 12.6: from turn 2
    assert len(view["stacks"]["air.ready"]) == 8  # 13.1
    assert view["control"]["soviet"]
    names = dict(dagc.folder.read("counters.toml").tables("markers"))
    assert set(names) == {"turn", "bagration", "armour", "points", "control"}


@pytest.mark.rule("dagc", "2.12")
def test_markers_are_no_units(dagc: stavka.Game[Any]) -> None:
    """They cannot be clicked, do not fight, and (air armies, the only ones that are clicked) never enter the map."""
    assert [unit.combat for unit in units(dagc, kind="air")] == [()] * 10
    with pytest.raises(stavka.SituationError):
        dagc.situation({"place": {"A-1": "3600"}})
