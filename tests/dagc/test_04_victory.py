"""Chapter 4: how to win. Finished games for every way a game can end."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import stavka
from tests.playing import Situation, offered, play

from .helpers import SCENARIOS

GAMES = Path(__file__).parent / "games"
CITIES = ("3908", "3313", "3116", "2113", "1009", "4027")  # all but Königsberg: 24 points
TOWNS = ("3500", "3801", "4101", "3806", "4405", "4309", "4113", "3714", "3618", "3920")  # none on the victory coast
FRONT_AREA = (
    *(f"50{column}" for column in range(20, 29)),
    *(f"49{column}" for column in range(19, 28)),
    *(f"48{column}" for column in range(20, 29)),
)


def finish(match: stavka.Match) -> tuple[str, str | None, int]:
    """End the last phase of turn 9; winner, rule and score."""
    assert (match.turn, match.phase, match.result) == (9, "german.combat_after", None)
    match.choose("do:end_phase")
    assert match.result is not None and match.offer is None
    return match.result.winner, match.result.rule, match.result.scores["soviet"]


def last_phase(situation: Situation, *held: str, place: dict[str, Any] | None = None, **keys: Any) -> stavka.Match:
    """The last phase of the game, with hexes under Soviet control."""
    return situation("german.combat_after", place, turn=9, control={"soviet": held}, **keys)


# -- 4.2 Sudden death ----------------------------------------------------------------------------------------------


def has_taken_koenigsberg(match: stavka.Match) -> bool:
    """Whether the game is over by 4.2, and nothing more can be chosen."""
    result = match.result
    if result is None:
        return False
    assert match.offer is None
    with pytest.raises(stavka.Illegal):
        match.choose("do:end_phase")
    return (result.winner, result.rule) == ("soviet", "4.2")


@pytest.mark.rule("dagc", "4.1", "4.2")
@pytest.mark.parametrize("turn", [2, 5, 9])
@pytest.mark.parametrize("to", ["2825", "2725"])  # into the city, and through it to the spit beyond
def test_moving_into_koenigsberg_wins_at_once(situation: Situation, to: str, turn: int) -> None:
    match = situation("soviet.movement", {"S-5GT": "2925"}, turn=turn, dice=[6])
    play(match, "unit:S-5GT", f"hex:{to}")
    assert has_taken_koenigsberg(match)


@pytest.mark.rule("dagc", "4.2")
def test_standing_beside_koenigsberg_wins_nothing(situation: Situation) -> None:
    match = situation("soviet.movement", {"S-5GT": "2926"})
    play(match, "unit:S-5GT", "hex:2925", "do:end_phase")
    assert match.result is None


@pytest.mark.rule("dagc", "4.2")
def test_advancing_into_koenigsberg_wins_at_once(situation: Situation) -> None:
    # 7 + 6 against 2 for the Korps Gruppe and the city: a column where 6 is DE
    match = situation("soviet.combat_after", {"G-KG-Hrt": "2825", "S-5GT": "2924", "S-11G": "2924"}, dice=[6])
    play(match, "hex:2825", "unit:S-5GT", "unit:S-11G", "do:roll")
    assert match.result is None  # vacated, not yet taken
    play(match, "unit:S-11G")
    assert has_taken_koenigsberg(match)


@pytest.mark.rule("dagc", "4.2")
def test_an_emptied_koenigsberg_that_nobody_enters_is_still_german(situation: Situation) -> None:
    match = situation("soviet.combat_after", {"G-KG-Hrt": "2825", "S-5GT": "2924", "S-11G": "2924"}, dice=[6])
    play(match, "hex:2825", "unit:S-5GT", "unit:S-11G", "do:roll", "do:halt")
    assert match.result is None


@pytest.mark.rule("dagc", "4.2")
def test_the_second_hex_of_a_cav_mech_group_wins_at_once(situation: Situation) -> None:
    # 5 + 7 against 2: the last column, where 3 is DE
    match = situation("soviet.combat_after", {"G-KG-Hrt": "2924", "S-O": "3024", "S-5GT": "3024"}, dice=[3])
    play(match, "hex:2924", "unit:S-O", "unit:S-5GT", "do:roll", "unit:S-O")
    assert match.result is None
    play(match, "hex:2825")
    assert has_taken_koenigsberg(match)


@pytest.mark.rule("dagc", "4.2")
def test_even_a_soviet_retreat_into_koenigsberg_wins(situation: Situation) -> None:
    # 6 + 5 against 3 (reduced): column "+7, +8", where 2 is DR. Only the city is open and has room.
    match = situation("german.combat_before", {
        "S-39": {"hex": "2924", "reduced": True}, "S-5": "2824", "S-43": "2824", "S-31": "2925", "S-33": "2925",
        "G-4SSPz": "3024", "G-40Pz": "3024"}, dice=[2])
    play(match, "hex:2924", "unit:G-4SSPz", "unit:G-40Pz", "do:roll")
    assert offered(match).seat == "soviet"
    play(match, "hex:2825")
    assert has_taken_koenigsberg(match)


# -- 4.3 Points ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("dagc", "4.1", "4.3.a", "4.3.d")
def test_31_points_win_for_the_soviets(situation: Situation) -> None:
    assert finish(last_phase(situation, *CITIES, *TOWNS[:7])) == ("soviet", "4.3.d", 6 * 4 + 7)


@pytest.mark.rule("dagc", "4.3.a", "4.3.d", "4.4")
def test_30_points_win_for_the_germans(situation: Situation) -> None:
    assert finish(last_phase(situation, *CITIES, *TOWNS[:6])) == ("german", "4.4", 6 * 4 + 6)


@pytest.mark.rule("dagc", "4.3.a")
def test_every_place_starts_german_and_a_town_is_worth_1_a_city_4(dagc: stavka.Game[Any]) -> None:
    match = dagc.start(seed=1)
    assert match.ask("victory") == {"soviet": 0, "needed": 31}
    cities = {"Minsk", "Vilna", "Kaunas", "Riga", "Reval", "Königsberg", "Warsaw"}
    for place in dagc.board.places.values():
        hex = dagc.board.names[place.hex]
        found = match.ask("hex", hex=hex)
        assert found["control"] == "german"
        assert found["place"]["points"] == (4 if place.name["en"] in cities else 1)


@pytest.mark.rule("dagc", "4.3.a")
def test_points_count_without_supply_and_stop_when_retaken(situation: Situation) -> None:
    # Lida, ringed by German zones: it has no line, and it counts.
    match = situation("german.movement", {"S-39": "3815", "G-1": "3614", "G-2": "3813", "G-6": "3715"}, turn=9,
                      control={"soviet": ["3714", "3908"]})
    assert match.ask("victory")["soviet"] == 1 + 4
    play(match, "unit:G-6", "hex:3714")
    assert match.ask("victory")["soviet"] == 4
    play(match, "do:end_phase")
    assert finish(match) == ("german", "4.4", 4)


@pytest.mark.rule("dagc", "4.3.d", "4.4")
def test_points_before_the_end_of_turn_9_win_nothing(situation: Situation) -> None:
    match = situation("german.combat_after", turn=8, control={"soviet": (*CITIES, *TOWNS)})
    match.choose("do:end_phase")
    assert (match.turn, match.result) == (9, None)


# -- 4.3.b The Baltic coast ----------------------------------------------------------------------------------------


@pytest.mark.rule("dagc", "4.3.b")
@pytest.mark.parametrize("coast", ["2015", "1915", "1616", "1819", "2121", "2221", "2622", "2724", "2926", "2927"])
def test_a_coast_hex_in_supply_is_worth_10(situation: Situation, coast: str) -> None:
    assert finish(last_phase(situation, coast, *CITIES[:5], "3500")) == ("soviet", "4.3.d", 20 + 1 + 10)


@pytest.mark.rule("dagc", "4.3.b")
def test_the_coast_counts_once(situation: Situation) -> None:
    assert finish(last_phase(situation, "2015", "1915", "2221", "2926")) == ("german", "4.4", 10)


@pytest.mark.rule("dagc", "4.3.b")
@pytest.mark.parametrize("inland", ["2112", "2114", "1611", "2016", "2220", "3028"])
def test_other_hexes_and_the_gulf_of_riga_are_no_victory_coast(situation: Situation, inland: str) -> None:
    assert finish(last_phase(situation, inland)) == ("german", "4.4", 0)


@pytest.mark.rule("dagc", "4.3.b")
def test_a_coast_hex_in_a_german_zone_counts_only_with_a_garrison(situation: Situation) -> None:
    empty = last_phase(situation, "2221", place={"G-1": "2220"})
    held = last_phase(situation, place={"G-1": "2220", "S-39": "2221", "S-5": "2321"})
    assert finish(empty) == ("german", "4.4", 0)
    assert finish(held) == ("german", "4.4", 10)


@pytest.mark.rule("dagc", "4.3.b")
def test_a_coast_hex_that_is_cut_off_does_not_count(situation: Situation) -> None:
    # Ventspils: German zones over every way inland. The town counts, the coast does not.
    cut = last_phase(situation, place={"S-39": "1718", "G-1": "1817", "G-2": "1919", "G-6": "1617"})
    assert finish(cut) == ("german", "4.4", 1)


@pytest.mark.rule("dagc", "4.3.b", "7.12.a")
def test_the_general_shortage_does_not_deny_the_coast(situation: Situation) -> None:
    match = last_phase(situation, place={"S-39": "2221"})
    assert not match.ask("supply", unit="S-39")["supplied"]
    assert finish(match) == ("german", "4.4", 10)


# -- 4.3.c The 1st Ukrainian Front's area --------------------------------------------------------------------------


@pytest.mark.rule("dagc", "4.3.c")
def test_the_whole_area_of_the_first_ukrainian_front_is_worth_1(situation: Situation) -> None:
    assert len(FRONT_AREA) == 27
    # Kovel, in the area, is worth another
    assert finish(last_phase(situation, *FRONT_AREA)) == ("german", "4.4", 1 + 1)
    assert finish(last_phase(situation, *CITIES, *TOWNS[:5], *FRONT_AREA)) == ("soviet", "4.3.d", 24 + 5 + 2)


@pytest.mark.rule("dagc", "4.3.c")
@pytest.mark.parametrize("missing", ["4828", "5020", "4924"])
def test_26_hexes_of_the_area_are_worth_nothing(situation: Situation, missing: str) -> None:
    rest = [hex for hex in FRONT_AREA if hex != missing]
    assert finish(last_phase(situation, *rest)) == ("german", "4.4", 1)


@pytest.mark.rule("dagc", "4.3.c")
def test_a_hex_of_the_area_in_a_german_zone_needs_a_garrison(situation: Situation) -> None:
    # 4720 watches 4820 and 4821
    watched = last_phase(situation, *FRONT_AREA, place={"G-1": "4720", "S-39": "4820"})
    guarded = last_phase(situation, *FRONT_AREA, place={"G-1": "4720", "S-39": "4820", "U-13": "4821"})
    assert finish(watched) == ("german", "4.4", 1)
    assert finish(guarded) == ("german", "4.4", 2)


# -- 4.4 German victory --------------------------------------------------------------------------------------------


@pytest.mark.rule("dagc", "4.4")
def test_there_is_no_german_sudden_death(situation: Situation) -> None:
    """Not even without a single Soviet unit on the map."""
    match = situation("german.combat_after", {"G-1": "3610"}, turn=7)
    match.choose("do:end_phase")
    assert (match.turn, match.result) == (8, None)
    while match.result is None:
        assert match.turn <= 9
        match.choose("do:end_phase" if "end_phase" in offered(match).buttons else offered(match).choices[0])
    assert match.result.winner == "german"


@pytest.mark.rule("dagc", "4.4", "4.3.d", "1.4")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_all_scenarios_are_won_alike(situation: Situation, scenario: str) -> None:
    assert finish(last_phase(situation, *CITIES, *TOWNS[:7], scenario=scenario))[0] == "soviet"
    assert finish(last_phase(situation, *CITIES, *TOWNS[:6], scenario=scenario))[0] == "german"


# -- Whole games ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("dagc", "4.1", "4.2", "4.3.d", "4.4", "5.1.a")
@pytest.mark.parametrize(("name", "scenario", "winner", "rule"), [
    ("soviet_points", "historical", "soviet", "4.3.d"),
    ("soviet_koenigsberg", "bold_stroke", "soviet", "4.2"),
    ("german_counterblow", "failed_dday_no_bomb_plot", "german", "4.4"),
    ("german_random", "no_bomb_plot", "german", "4.4"),
])
def test_recorded_games_replay_to_their_end(name: str, scenario: str, winner: str, rule: str) -> None:
    """Every choice is still offered, every roll falls as it fell and every position is the same (record_games.py)."""
    path = GAMES / f"{name}.stavka"
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert "situation" not in lines[0]
    match = stavka.open(path)
    assert match.scenario == scenario
    assert match.result is not None
    assert (match.result.winner, match.result.rule) == (winner, rule)
    assert dict(match.result.scores) == lines[-1]["result"]["scores"]
    digests = [line for line in lines if "digest" in line]
    assert [line["turn"] for line in digests] == [*range(2, match.turn + 1), match.turn]
    assert (match.turn == 9) == (rule != "4.2")
    assert digests[-1]["digest"] == match.digest
    if rule != "4.2":  # at once, whatever the points
        assert (match.result.scores["soviet"] >= 31) == (rule == "4.3.d")
    assert match.offer is None
