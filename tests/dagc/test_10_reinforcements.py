"""Chapter 10: reinforcements and replacements."""

from __future__ import annotations

from typing import Any

import pytest

import stavka
from tests.dagc.reconstructed import GERMAN_STEPS, SOVIET_STEPS
from tests.playing import Situation, attack, cost, end_until, event, happened, odds, offered, played, refused, where

from .helpers import GERMAN_SOURCES, GERMANS_CUT_OFF, SOVIET_SOURCES, battle, is_reduced

SOVIET, GERMAN = "soviet.replacements", "german.replacements"

MINSK, VILNA, KAUNAS, RIGA, REVAL, KOENIGSBERG, WARSAW = "3908", "3313", "3116", "2113", "1009", "2825", "4027"

DEAD = {"soviet": "dead.soviet", "german": "dead.german"}


def entry(match: stavka.Match, unit: str) -> set[str]:
    """The hexes where a unit may come onto the map."""
    hexes = set(offered(played(match, f"unit:{unit}")).hexes)
    match.undo()
    return hexes


def steps_left(match: stavka.Match) -> int:
    """The replacement steps left in this phase."""
    steps: int = match.view("soviet")["tracks"]["replacements"]["value"]
    return steps


# -- 10.1 Arrival --------------------------------------------------------------------------------------------------


@pytest.mark.rule("dagc", "10.1.a")
def test_the_1st_polish_army_arrives_on_turn_2(situation: Situation) -> None:
    assert "S-1Pol" not in offered(situation(SOVIET, turn=1)).units
    assert "S-1Pol" in offered(situation(SOVIET, turn=2)).units


@pytest.mark.rule("dagc", "10.1.a", "10.5")
@pytest.mark.parametrize(("unit", "turn"), [
    ("S-1Pol", 2), ("S-2G", 3), ("S-51", 3), ("U-1GT", 4), ("G-KG-Skn", 2), ("G-KG-Wdl", 3), ("G-KG-Klf", 4),
    ("G-4SSPz", 6), ("G-40Pz", 8),
])
def test_units_arrive_on_their_turn_and_not_before(situation: Situation, unit: str, turn: int) -> None:
    phase = GERMAN if unit.startswith("G") else SOVIET
    hosts = {"G-28": "2003", "G-27": "3804"}
    early = situation(phase, hosts, turn=turn - 1)
    assert unit not in offered(early).units
    assert refused(early, f"unit:{unit}") == "10.5"
    assert unit in offered(situation(phase, hosts, turn=turn)).units


@pytest.mark.rule("dagc", "10.1.a")
def test_units_arrive_in_their_owners_player_turn(situation: Situation) -> None:
    match = situation(GERMAN, turn=6)
    assert "G-4SSPz" in offered(match).units and "S-1Pol" not in offered(match).units
    assert refused(match, "unit:S-1Pol") == "10.1.a"
    assert "G-4SSPz" not in offered(situation("soviet.replacements", turn=7)).units


@pytest.mark.rule("dagc", "10.1.b")
def test_soviet_units_enter_at_any_supply_edge_hex(situation: Situation) -> None:
    match = situation(SOVIET, turn=2)
    assert entry(match, "S-1Pol") == set(SOVIET_SOURCES)
    played(match, "unit:S-1Pol")
    assert refused(match, "hex:3500") == "10.1.b"
    assert refused(match, "hex:4028") == "10.1.b"  # a German source


@pytest.mark.rule("dagc", "10.1.b")
def test_german_units_enter_at_supply_edge_hexes_and_inland_cities(situation: Situation) -> None:
    assert entry(situation(GERMAN, turn=6), "G-4SSPz") == {
        *GERMAN_SOURCES, MINSK, VILNA, KAUNAS, WARSAW, KOENIGSBERG}


@pytest.mark.rule("dagc", "10.1.b")
def test_a_lost_edge_hex_is_no_entry_but_one_in_an_enemy_zone_is(situation: Situation) -> None:
    match = situation(GERMAN, {"S-39": "3027"}, turn=6, control={"soviet": ["3428"]})
    hexes = entry(match, "G-4SSPz")
    assert "3428" not in hexes
    assert {"3028", "2927", "3127"} <= hexes  # beside the army in 3027
    soviet = situation(SOVIET, {"G-1": "3500"}, turn=2, control={"german": ["4600"]})
    hexes = entry(soviet, "S-1Pol")
    assert "4600" not in hexes and "3400" in hexes


@pytest.mark.rule("dagc", "10.1.b")
def test_no_entry_where_an_enemy_stands(situation: Situation) -> None:
    assert "3028" not in entry(situation(GERMAN, {"S-39": "3028"}, turn=6), "G-4SSPz")


@pytest.mark.rule("dagc", "10.1.b")
@pytest.mark.parametrize(("place", "open_"), [
    ({}, True),
    ({"S-39": "3910"}, True),  # two hexes away
    ({"S-39": "3909"}, False),  # adjacent
    ({"S-39": "3909", "G-1": "3908"}, False),  # adjacent, though a garrison keeps the line open
])
def test_a_city_takes_units_only_with_no_enemy_adjacent(
        situation: Situation, place: dict[str, str], open_: bool) -> None:
    assert (MINSK in entry(situation(GERMAN, place, turn=6), "G-4SSPz")) is open_


@pytest.mark.rule("dagc", "10.1.b")
def test_a_city_takes_units_only_in_supply_by_land(situation: Situation) -> None:
    hexes = entry(situation(GERMAN, turn=6, control=GERMANS_CUT_OFF), "G-4SSPz")
    assert hexes == {KOENIGSBERG}  # every other city has lost its line to the map edge
    ring = dict(zip(("S-3", "S-5", "S-8", "S-22", "S-31", "S-33"),
                    ("3906", "3910", "3707", "3709", "4107", "4109"), strict=True))  # two hexes round Minsk
    hexes = entry(situation(GERMAN, ring, turn=6), "G-4SSPz")
    assert MINSK not in hexes and VILNA in hexes


@pytest.mark.rule("dagc", "10.1.b", "10.1.c")
@pytest.mark.parametrize("turn", [3, 6])
def test_a_captured_city_serves_the_soviets_even_a_port_and_from_turn_6(situation: Situation, turn: int) -> None:
    control = {"soviet": [MINSK, RIGA]}
    free = situation(SOVIET, {"S-1Pol": "turn.2"}, turn=turn, control=control)
    while offered(free).task == "air_fatigue":
        played(free, offered(free).choices[0])
    assert {MINSK, RIGA} <= entry(free, "S-1Pol")


@pytest.mark.rule("dagc", "10.1.b")
def test_a_captured_city_with_a_german_adjacent_or_no_line_serves_nobody(situation: Situation) -> None:
    control = {"soviet": [MINSK]}
    assert MINSK not in entry(situation(SOVIET, {"G-1": "3909"}, control=control), "S-1Pol")
    cut_off = situation(SOVIET, control={"soviet": [MINSK], "german": SOVIET_SOURCES[:-1]})
    assert MINSK in entry(cut_off, "S-1Pol")  # one source is enough
    ring = dict(zip(("G-1", "G-2", "G-6", "G-9", "G-10", "G-12"),
                    ("3906", "3910", "3707", "3709", "4107", "4109"), strict=True))
    assert MINSK not in entry(situation(SOVIET, ring, control=control), "S-1Pol")


@pytest.mark.rule("dagc", "10.1.c")
def test_koenigsberg_takes_german_units_even_with_enemies_adjacent(situation: Situation) -> None:
    match = situation(GERMAN, {"S-39": "2824"}, turn=6, control=GERMANS_CUT_OFF)
    assert entry(match, "G-4SSPz") == {KOENIGSBERG}


@pytest.mark.rule("dagc", "10.1.c")
def test_no_other_port_takes_german_units(situation: Situation) -> None:
    match = situation(GERMAN, {"G-26": REVAL}, turn=6)
    hexes = entry(match, "G-4SSPz")
    assert match.ask("supply", unit="G-26")["rule"] == "7.2.a"  # Reval has a line by land, and yet
    assert not {REVAL, RIGA, "2422", "1510"} & hexes


@pytest.mark.rule("dagc", "10.1.d")
def test_arrivals_obey_stacking(situation: Situation) -> None:
    match = situation(SOVIET, {"S-39": "3400", "S-5": "3600", "S-3": "3600"}, turn=3)
    assert "3400" in entry(match, "S-1Pol") and "3600" not in entry(match, "S-1Pol")
    played(match, "unit:S-1Pol", "hex:3400")
    assert "3400" not in entry(match, "S-2G")


@pytest.mark.rule("dagc", "10.1.d")
def test_placement_costs_no_movement(situation: Situation) -> None:
    match = played(situation(GERMAN, turn=6), "unit:G-4SSPz", f"hex:{WARSAW}")
    assert where(match, "G-4SSPz") == WARSAW
    end_until(match, "german.movement")
    assert max(match.ask("reach", unit="G-4SSPz").values()) == 7


# -- 10.2 The 1st Ukrainian Front ----------------------------------------------------------------------------------


@pytest.mark.rule("dagc", "10.2.a")
@pytest.mark.parametrize("scenario", ["historical", "bold_stroke", "failed_dday"])
def test_1uf_enters_in_the_west_pripyat_of_the_south_edge(situation: Situation, scenario: str) -> None:
    match = situation(SOVIET, turn=4, scenario=scenario, control={"soviet": [MINSK]})
    for unit in ("U-1GT", "U-3G", "U-13", "U-B", "U-S"):
        assert entry(match, unit) == {"5013", "5014", "5015", "5016"}
    played(match, "unit:U-1GT")
    assert refused(match, "hex:5012") == "10.2.a"
    assert refused(match, f"hex:{MINSK}") == "10.2.a"


@pytest.mark.rule("dagc", "10.2.a")
def test_1uf_does_not_enter_in_hexes_the_germans_control(situation: Situation) -> None:
    match = situation(SOVIET, turn=4, control={"german": ["5013", "5016"]})
    assert entry(match, "U-13") == {"5014", "5015"}


@pytest.mark.rule("dagc", "10.2.b")
def test_1uf_moves_in_its_area_and_on_the_soviet_side_only(situation: Situation) -> None:
    match = situation("soviet.movement", {"U-13": "4918"}, turn=4)
    reach = match.ask("reach", unit="U-13")
    assert {"4919", "4820", "5020", "4917", "5018"} <= set(reach)
    assert not {"4818", "4819", "4719", "4720"} & set(reach)
    played(match, "unit:U-13")
    assert refused(match, "hex:4819") == "10.2.b"
    free = situation("soviet.movement", {"S-39": "4918"}, turn=4).ask("reach", unit="S-39")
    assert {"4818", "4819", "4719"} <= set(free)


@pytest.mark.rule("dagc", "10.2.b")
def test_1uf_attacks_in_its_area_only(situation: Situation) -> None:
    match = situation("soviet.combat_before", {"U-13": "4918", "G-1": "4819", "G-2": "4919"}, turn=4)
    assert offered(match).hexes == ("4919",)
    assert refused(match, "hex:4819") == "10.2.b"
    assert match.ask("why_not", unit="U-13", hex="4819")["rule"] == "10.2.b"


@pytest.mark.rule("dagc", "10.2.b")
def test_1uf_retreats_within_its_area_only(situation: Situation) -> None:
    # Of the hexes around 4820, 4819, 4719 and 4720 are outside the area; the attacker watches 4920 and 4821 ...
    place = {"U-13": "4820", "G-5PA-1SS": "4921", "G-5PA-2SS": "4821"}
    match = battle(situation, "DR", "german.combat_before", place, "4820", ["G-5PA-2SS"], turn=4)
    assert set(offered(match).hexes) == {"4919"}
    place["G-1"] = "5020"  # ... and with this one 4919 too
    match = battle(situation, "DR", "german.combat_before", place, "4820", ["G-5PA-2SS"], turn=4)
    assert where(match, "U-13") == "4820" and is_reduced(match, "U-13")


@pytest.mark.rule("dagc", "10.2.b", "12.2.b")
def test_1uf_advances_within_its_area_only(situation: Situation) -> None:
    place = {"U-B": "4918", "U-1GT": "4918", "U-3G": "5019", "G-1": {"hex": "4919", "reduced": True}}
    match = battle(situation, "DE", "soviet.combat_before", place, "4919", ["U-B", "U-1GT", "U-3G"], turn=4)
    played(match, "unit:U-B")
    assert set(offered(match).hexes) == {"4918", "4820", "4920", "5019", "5020"}  # but not 4819
    assert refused(match, "hex:4819") == "10.2.b"


@pytest.mark.rule("dagc", "10.2.c")
@pytest.mark.parametrize("scenario", ["bold_stroke", "failed_dday", "no_bomb_plot", "failed_dday_no_bomb_plot"])
def test_in_other_scenarios_1uf_moves_and_fights_anywhere(situation: Situation, scenario: str) -> None:
    keys: dict[str, Any] = {"turn": 4, "scenario": scenario}
    reach = situation("soviet.movement", {"U-13": "4918"}, **keys).ask("reach", unit="U-13")
    assert {"4818", "4819", "4719"} <= set(reach)
    match = situation("soviet.combat_before", {"U-13": "4918", "G-1": "4819"}, **keys)
    assert offered(match).hexes == ("4819",)


# -- 10.3, 10.4 North Ukraine and Korps Gruppen --------------------------------------------------------------------

NORTH_UKRAINE_EDGE = {"4428", "4527", "4628", "4727", "4828", "4927", *(f"50{column}" for column in range(21, 29))}


@pytest.mark.rule("dagc", "10.3")
@pytest.mark.parametrize("unit", ["G-NU-3", "G-NU-24", "G-NU-46", "G-NU-48"])
def test_north_ukraine_enters_in_bold_stroke_from_turn_3_at_its_edge(situation: Situation, unit: str) -> None:
    assert unit not in offered(situation(GERMAN, scenario="bold_stroke", turn=2)).units
    match = situation(GERMAN, scenario="bold_stroke", turn=3)
    assert entry(match, unit) == NORTH_UKRAINE_EDGE
    played(match, f"unit:{unit}")
    assert refused(match, f"hex:{WARSAW}") == "10.3"
    assert unit in offered(situation(GERMAN, scenario="bold_stroke", turn=5)).units


@pytest.mark.rule("dagc", "10.3")
@pytest.mark.parametrize("scenario", ["historical", "failed_dday", "no_bomb_plot"])
def test_north_ukraine_enters_in_no_other_scenario(situation: Situation, scenario: str) -> None:
    for turn in (3, 9):
        assert not [unit for unit in offered(situation(GERMAN, scenario=scenario, turn=turn)).units if "NU" in unit]


@pytest.mark.rule("dagc", "10.3")
def test_the_56th_panzer_corps_is_no_north_ukraine_unit(situation: Situation) -> None:
    match = situation(GERMAN, {"G-56Pz": "dead.german"}, scenario="bold_stroke", turn=3)
    assert WARSAW in entry(match, "G-56Pz")


@pytest.mark.rule("dagc", "10.4.a")
def test_a_korps_gruppe_enters_on_any_german_unit_but_another(situation: Situation) -> None:
    match = situation(GERMAN, {
        "G-1": "2912",
        "G-FL-Minsk": MINSK,  # a locality is a German unit too
        "G-6": "3607", "S-39": "3606", "S-5": "3608",  # in enemy zones
        "G-9": "3714", "G-10": "3714",  # a full stack
        "G-KG-Hrt": "3220",  # a Korps Gruppe
    }, turn=2)
    assert entry(match, "G-KG-Skn") == {"2912", MINSK, "3607"}
    played(match, "unit:G-KG-Skn")
    assert refused(match, "hex:3220") == refused(match, f"hex:{WARSAW}") == "10.4.a"
    assert refused(match, "hex:3714") == "6.1" and refused(match, "hex:3606") == "6.9"


@pytest.mark.rule("dagc", "10.4.a")
def test_the_supply_of_the_receiving_unit_does_not_matter(situation: Situation) -> None:
    match = situation(GERMAN, {"G-1": "2912"}, turn=2, control=GERMANS_CUT_OFF)
    assert not match.ask("supply", unit="G-1")["supplied"]
    assert entry(match, "G-KG-Skn") == {"2912"}


@pytest.mark.rule("dagc", "10.4.a")
def test_one_korps_gruppe_per_receiving_unit_and_it_is_free_afterwards(situation: Situation) -> None:
    match = situation(GERMAN, {"G-1": "2912"}, turn=2)
    played(match, "unit:G-KG-Skn", "hex:2912")
    assert "G-KG-Hrt" not in offered(match).units
    end_until(match, "german.movement")
    assert max(match.ask("reach", unit="G-KG-Skn").values()) == 7


@pytest.mark.rule("dagc", "10.4.b")
def test_korps_gruppen_enter_on_their_side_of_the_dvina(situation: Situation) -> None:
    match = situation(GERMAN, {"G-1": "2809", "G-2": "2810", "G-6": "3204", "G-9": "3205"}, turn=4)
    assert entry(match, "G-KG-Klf") == {"2809", "3204"}  # north
    for unit in ("G-KG-Skn", "G-KG-Hrt", "G-KG-Wdl", "G-KG-Brn"):
        assert entry(match, unit) == {"2810", "3205"}  # south
    played(match, "unit:G-KG-Klf")
    assert refused(match, "hex:2810") == "10.4.a"


@pytest.mark.rule("dagc", "10.4.b")
def test_korps_gruppen_cross_the_dvina_once_in_play(situation: Situation) -> None:
    match = situation("german.movement", {"G-KG-Klf": "2809", "G-KG-Skn": "3205"}, turn=4)
    assert cost(match, "G-KG-Klf", "2810") == 2
    assert cost(match, "G-KG-Skn", "3204") == 3


# -- 10.5 Delay ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("dagc", "10.5")
def test_a_reinforcement_may_be_delayed_as_long_as_its_owner_likes(situation: Situation) -> None:
    match = situation(SOVIET, {"S-39": "2802"}, turn=3)
    played(match, "unit:S-2G", "hex:3400")  # one comes, S-1Pol of turn 2 and S-51 of turn 3 wait
    assert {"S-1Pol", "S-51"} <= set(offered(match).units)
    end_until(match, SOVIET, turn=5)
    assert {"S-1Pol", "S-51"} <= set(offered(match).units)
    played(match, "unit:S-1Pol", "hex:3400")
    assert where(match, "S-1Pol") == "3400"


# -- 10.6 - 10.8 Replacements --------------------------------------------------------------------------------------


def reduced(hex: str) -> dict[str, Any]:
    """A reduced unit in a hex."""
    return {"hex": hex, "reduced": True}


@pytest.mark.rule("dagc", "10.6.a")
def test_a_step_returns_an_eliminated_unit_or_rebuilds_a_reduced_one(situation: Situation) -> None:
    place = {"G-6": DEAD["german"], "G-1": reduced("2812"), "G-2": "2812"}
    match = situation(GERMAN, place, scenario="failed_dday_no_bomb_plot")
    assert steps_left(match) == 3  # 3.9
    assert {"G-6", "G-1"} <= set(offered(match).units) and "G-2" not in offered(match).units
    assert offered(match).message.args["sorts"] == ["coming", "rebuild"]
    played(match, "unit:G-6", "hex:3028")
    assert where(match, "G-6") == "3028" and steps_left(match) == 2
    played(match, "unit:G-1")
    assert not is_reduced(match, "G-1") and where(match, "G-1") == "2812" and steps_left(match) == 1
    assert "rebuild" not in offered(match).prompt, "nobody is left who could be"
    assert refused(match, "unit:G-2") == "10.6.a"


@pytest.mark.rule("dagc", "10.6.b")
def test_the_allowances_of_the_turn_record_track(situation: Situation) -> None:
    def allowances(phase: str, **keys: Any) -> list[int]:
        return [steps_left(situation(phase, turn=turn, **keys)) for turn in range(1, 10)]

    assert allowances(SOVIET) == list(SOVIET_STEPS)
    assert allowances(GERMAN) == list(GERMAN_STEPS)
    assert allowances(GERMAN, scenario="bold_stroke") == list(GERMAN_STEPS)
    assert allowances(GERMAN, scenario="failed_dday") == list(GERMAN_STEPS)
    assert sum(GERMAN_STEPS) < 2 * 9  # 3.8: fewer than without the plot
    assert allowances(GERMAN, scenario="no_bomb_plot") == [2] * 9
    assert allowances(GERMAN, scenario="failed_dday_no_bomb_plot") == [3] * 9
    assert allowances(SOVIET, scenario="failed_dday_no_bomb_plot") == allowances(SOVIET)


@pytest.mark.rule("dagc", "10.6.b")
def test_the_allowance_is_a_limit(situation: Situation) -> None:
    place = {"G-9": reduced("2814"), "G-1": reduced("2812"), "G-2": reduced("2816"), "G-6": DEAD["german"]}
    match = situation(GERMAN, place, scenario="no_bomb_plot")  # two steps
    played(match, "unit:G-1")
    assert {"G-2", "G-6"} <= set(offered(match).units)
    played(match, "unit:G-9")
    assert not {"G-2", "G-6"} & set(offered(match).units)
    assert refused(match, "unit:G-2") == refused(match, "unit:G-6") == "10.6.b"


@pytest.mark.rule("dagc", "10.6.b")
def test_unused_steps_are_lost(situation: Situation) -> None:
    place = {"G-9": reduced("2814"), "G-1": reduced("2812"), "G-2": reduced("2816"), "S-39": "2802"}
    match = situation(GERMAN, place, scenario="no_bomb_plot")  # two steps
    end_until(match, GERMAN, turn=4)
    assert steps_left(match) == 2
    played(match, "unit:G-1", "unit:G-9")
    assert "G-2" not in offered(match).units


@pytest.mark.rule("dagc", "10.7", "12.5.a")
@pytest.mark.parametrize("unit", ["G-FL-Minsk", "G-FL-Vilna", "G-KG-Skn", "G-KG-Klf"])
def test_localities_and_korps_gruppen_are_never_replaced(situation: Situation, unit: str) -> None:
    match = situation(GERMAN, {unit: DEAD["german"], "G-1": "2812", "G-26": "1106", "G-2": DEAD["german"]}, turn=7)
    assert "G-2" in offered(match).units
    assert unit not in offered(match).units
    assert refused(match, f"unit:{unit}") == "10.7"


@pytest.mark.rule("dagc", "10.7")
@pytest.mark.parametrize(("unit", "keys"), [
    ("G-3SSPz", {}), ("G-4SSPz", {}), ("G-NU-3", {"scenario": "bold_stroke"}),
    ("G-5PA-1SS", {"scenario": "failed_dday"}),
])
def test_all_other_german_units_are_replaced(situation: Situation, unit: str, keys: dict[str, Any]) -> None:
    match = situation(GERMAN, {unit: DEAD["german"]}, turn=7, **keys)
    assert unit in offered(match).units


@pytest.mark.rule("dagc", "10.7")
def test_a_unit_may_be_returned_any_number_of_times(situation: Situation) -> None:
    armies = ["S-2T", "S-5", "S-5GT"]
    place = {"G-1": reduced("3401"), "S-2T": "3501", "S-5": "3501", "S-5GT": "3500"}
    match = battle(situation, "DE", "soviet.combat_after", place, "3401", armies)
    assert where(match, "G-1") == DEAD["german"]
    played(match, "do:halt")
    end_until(match, GERMAN)
    played(match, "unit:G-1", f"hex:{WARSAW}")  # lost this turn, back this turn
    end_until(match, GERMAN, turn=4)
    played(match, "unit:G-1")
    assert not is_reduced(match, "G-1")


@pytest.mark.rule("dagc", "10.8.a")
def test_a_reclaimed_unit_returns_with_one_step_as_a_reinforcement(situation: Situation) -> None:
    match = situation(SOVIET, {"S-2T": DEAD["soviet"]})
    assert entry(match, "S-2T") == set(SOVIET_SOURCES)
    played(match, "unit:S-2T", "hex:3400")
    assert is_reduced(match, "S-2T")
    assert event(match, "reclaimed")["hex"] == "3400"


@pytest.mark.rule("dagc", "10.8.a")
def test_no_unit_takes_two_steps_in_a_game_turn(situation: Situation) -> None:
    first, later = [turn for turn, steps in enumerate(SOVIET_STEPS, 1) if steps][:2]
    match = situation(SOVIET, {"S-2T": DEAD["soviet"]}, turn=first)
    played(match, "unit:S-2T", "hex:3400")
    assert "S-2T" not in offered(match).units
    assert refused(match, "unit:S-2T") == "10.8.a"
    end_until(match, SOVIET, turn=later)
    played(match, "unit:S-2T")  # in a later turn it is made whole
    assert not is_reduced(match, "S-2T")


@pytest.mark.rule("dagc", "10.8.b")
def test_a_reclaimed_unit_fights_and_moves_on_the_turn_it_returns(situation: Situation) -> None:
    match = situation(SOVIET, {"S-2T": DEAD["soviet"], "G-9": "3401"}, dice=[5])
    played(match, "unit:S-2T", "hex:3400")
    end_until(match, "soviet.combat_before")
    attack(match, "3401", "S-2T")
    assert event(match, "fought")["attack"] == 4  # its reduced factor
    end_until(match, "soviet.movement")
    assert cost(match, "S-2T", "3300") == 4  # forest, out of and into the zone of 3401
    assert "S-2T" in offered(match).units


@pytest.mark.rule("dagc", "10.8.b")
def test_reclaimed_1uf_and_north_ukraine_units_use_their_own_entry_again(situation: Situation) -> None:
    turn = next(turn for turn in (5, 4, 3) if SOVIET_STEPS[turn - 1])
    match = situation(SOVIET, {"U-1GT": DEAD["soviet"]}, turn=turn)
    assert entry(match, "U-1GT") == {"5013", "5014", "5015", "5016"}
    turn = next(turn for turn in (5, 4, 3) if GERMAN_STEPS[turn - 1])
    match = situation(GERMAN, {"G-NU-3": DEAD["german"]}, turn=turn, scenario="bold_stroke")
    assert entry(match, "G-NU-3") == NORTH_UKRAINE_EDGE


@pytest.mark.rule("dagc", "10.8.c")
def test_only_units_in_supply_by_land_are_rebuilt(situation: Situation) -> None:
    place = {"G-1": reduced("2812")}
    assert "G-1" in offered(situation(GERMAN, place)).units
    cut_off = situation(GERMAN, place, control=GERMANS_CUT_OFF)
    assert "G-1" not in offered(cut_off).units
    assert refused(cut_off, "unit:G-1") == "10.8.c"
    soviet = {"S-39": reduced("4517"), "S-5": reduced("4419")}  # one in the west Pripyat (7.11), one beside it
    match = situation(SOVIET, soviet)
    assert "S-39" not in offered(match).units and "S-5" in offered(match).units


@pytest.mark.rule("dagc", "10.8.c")
def test_a_rebuilt_unit_fights_and_moves_that_turn(situation: Situation) -> None:
    match = situation(SOVIET, {"S-2T": reduced("2811"), "G-1": "2812"}, dice=[1])
    played(match, "unit:S-2T")
    end_until(match, "soviet.combat_before")
    assert odds(match, "2812", "S-2T")["attack"] == 7
    assert offered(match).hexes == ("2812",)
    end_until(match, "soviet.movement")
    assert cost(match, "S-2T", "2810") == 2


@pytest.mark.rule("dagc", "10.8.d", "12.4")
@pytest.mark.parametrize("turn", [turn for turn in range(6, 10) if SOVIET_STEPS[turn - 1]])
def test_from_turn_6_soviets_are_rebuilt_on_a_line_clear_of_the_west_pripyat(situation: Situation, turn: int) -> None:
    place = {
        "S-39": reduced("4419"),  # a line past the swamp
        "S-5": reduced("4517"),  # a line out of it
        "S-O": reduced("4516"),  # a cav-mech group
    }
    match = situation(SOVIET, place, turn=turn)
    while offered(match).task == "air_fatigue":
        played(match, offered(match).choices[0])
    assert not match.ask("supply", unit="S-39")["supplied"]
    assert {"S-39", "S-O"} <= set(offered(match).units)
    assert refused(match, "unit:S-5") == "10.8.d"


@pytest.mark.rule("dagc", "10.8.d")
def test_from_turn_6_soviets_without_any_line_are_not_rebuilt(situation: Situation) -> None:
    match = situation(SOVIET, {"S-39": reduced("2811")}, turn=7, control={"german": SOVIET_SOURCES})
    assert "S-39" not in offered(match).units


@pytest.mark.rule("dagc", "10.8.e")
def test_port_supply_is_not_enough_to_be_rebuilt(situation: Situation) -> None:
    match = situation(GERMAN, {"G-26": reduced(REVAL), "G-43": reduced("1107")}, control=GERMANS_CUT_OFF)
    assert match.ask("supply", unit="G-26")["rule"] == match.ask("supply", unit="G-43")["rule"] == "7.9.a"
    assert not {"G-26", "G-43"} & set(offered(match).units)
    assert refused(match, "unit:G-26") == "10.8.e"


@pytest.mark.rule("dagc", "10.8.e")
def test_units_drawing_on_koenigsberg_are_rebuilt(situation: Situation) -> None:
    match = situation(GERMAN, {"G-1": reduced("3023"), "G-2": reduced("3019")}, control=GERMANS_CUT_OFF)
    assert "G-1" in offered(match).units  # three hexes away
    assert "G-2" not in offered(match).units  # seven
    assert not happened(match, "rebuilt")
    played(match, "unit:G-1")
    assert not is_reduced(match, "G-1")


@pytest.mark.rule("dagc", "10.8.e")
def test_an_enemy_beside_koenigsberg_stops_rebuilding_outside_it_but_not_inside(situation: Situation) -> None:
    place = {"G-1": reduced("3023"), "G-2": reduced(KOENIGSBERG), "S-39": "2824"}
    match = situation(GERMAN, place, control=GERMANS_CUT_OFF)
    assert "G-2" in offered(match).units and "G-1" not in offered(match).units


AROUND_KOENIGSBERG = ("2824", "2824", "2823", "2823", "2924", "2924", "2923", "2923", "2822", "2822", "3023")
PORTS_OTHER_THAN_KOENIGSBERG = ["2113", "1009", "1510", "1718", "2021", "2422"]
ELEVEN = ("G-1", "G-2", "G-6", "G-8", "G-9", "G-10", "G-12", "G-20", "G-26", "G-27", "G-28")


@pytest.mark.rule("dagc", "10.8.e", "7.9.c")
def test_a_crowded_koenigsberg_is_settled_before_a_unit_is_rebuilt_by_it(situation: Situation) -> None:
    place = {unit: reduced(hex) for unit, hex in zip(ELEVEN, AROUND_KOENIGSBERG, strict=True)}
    match = situation(GERMAN, place, control=GERMANS_CUT_OFF, lost_ports=PORTS_OTHER_THAN_KOENIGSBERG)
    played(match, "unit:G-1")
    assert offered(match).task == "ports" and is_reduced(match, "G-1")
    played(match, "unit:G-1")  # this one goes without
    assert refused(match, "unit:G-1") == "10.8.e"
    played(match, "unit:G-2")
    assert not is_reduced(match, "G-2")


@pytest.mark.rule("dagc", "6.9", "10.3")
def test_no_unit_enters_onto_an_enemy(situation: Situation) -> None:
    match = situation(GERMAN, {"S-39": "4428"}, scenario="bold_stroke", turn=3)
    played(match, "unit:G-NU-3")
    assert refused(match, "hex:4428") == "6.9"
