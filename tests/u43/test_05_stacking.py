"""Chapter 5: stacking."""

from __future__ import annotations

from typing import Any

import pytest

import stavka
from tests.playing import Situation, move, offered, played, reach, refused, where

from .helpers import CENTRE, GERMAN_MOVE, GUARDS, MOVE, NORTH, RIFLES, SOUTH

BRIGADES = ("S-TS-86", "S-TS-93", "S-TS-180", "S-TS-192")


def may_join(match: stavka.Match, unit: str, hex: str) -> bool:
    """Whether a unit may end its move in a hex."""
    return hex in reach(match, unit)


@pytest.mark.rule("u43", "5.1.a", "5.1.b")
def test_headquarters_and_leaders_stack_freely(situation: Situation) -> None:
    full = {"G-68": CENTRE, "G-75": CENTRE, "G-82": CENTRE, "G-Tiger": CENTRE}
    match = situation(GERMAN_MOVE, {**full, "G-HQ-8A": NORTH, "G-PzC-III": NORTH, "G-Manstein": NORTH})
    assert all(may_join(match, unit, CENTRE) for unit in ("G-HQ-8A", "G-PzC-III", "G-Manstein"))
    soviet = {RIFLES[0]: CENTRE, RIFLES[1]: CENTRE, "S-TS-86": CENTRE}
    match = situation(MOVE, {**soviet, "S-HQ-V": NORTH, "S-1TA": NORTH, "S-5Sh": NORTH, "S-Zhukov": NORTH})
    assert all(may_join(match, unit, CENTRE) for unit in ("S-HQ-V", "S-1TA", "S-5Sh", "S-Zhukov"))


@pytest.mark.rule("u43", "5.1.c", "5.1.d")
def test_the_classes_of_counters(u43: stavka.Game[Any]) -> None:
    classes = {unit.kind: unit.stacking for unit in u43.counters}
    assert {kind for kind, stacking in classes.items() if stacking == "support"} == {
        "artillery", "tank_support", "motorized", "sapper", "airborne", "tiger", "assault_gun"}
    assert {"infantry", "panzer", "tank", "cavalry", "security", "fortified_region"} <= {
        kind for kind, stacking in classes.items() if stacking == "combat"}


@pytest.mark.rule("u43", "5.2.a")
def test_the_german_limit(situation: Situation) -> None:
    three = {"G-68": CENTRE, "G-75": CENTRE, "G-82": CENTRE}
    match = situation(GERMAN_MOVE, {**three, "G-88": NORTH, "G-Tiger": NORTH})
    assert not may_join(match, "G-88", CENTRE) and may_join(match, "G-Tiger", CENTRE)
    match = situation(GERMAN_MOVE, {**three, "G-AG1": CENTRE, "G-Tiger": NORTH})
    assert not may_join(match, "G-Tiger", CENTRE)
    two = situation(GERMAN_MOVE, {"G-68": CENTRE, "G-75": CENTRE, "G-AG1": CENTRE, "G-Tiger": NORTH})
    assert may_join(two, "G-Tiger", CENTRE)
    assert refused(played(match, "unit:G-Tiger"), f"hex:{CENTRE}") == "5.4"


@pytest.mark.rule("u43", "5.2.b", "23.3.b")
def test_a_panzer_corps_does_not_raise_the_limit_and_may_drop_units(situation: Situation) -> None:
    place = {"G-7Pz": CENTRE, "G-11Pz": CENTRE, "G-19Pz": CENTRE, "G-PzC-III": CENTRE, "G-6Pz": NORTH}
    match = situation(GERMAN_MOVE, place)
    assert not may_join(match, "G-6Pz", CENTRE)
    played(match, "unit:G-PzC-III", "unit:G-7Pz", "unit:G-11Pz", f"hex:{SOUTH}", "unit:G-7Pz", "hex:5608")
    assert (where(match, "G-7Pz"), where(match, "G-PzC-III"), where(match, "G-11Pz")) == (SOUTH, "5608", "5608")


@pytest.mark.rule("u43", "5.3")
def test_the_soviet_limit_and_its_examples(situation: Situation) -> None:
    corps = situation(MOVE, {"S-3GMC": CENTRE, "S-5GMC": CENTRE, "S-TS-12G": NORTH, "S-TS-86": SOUTH})
    assert may_join(corps, "S-TS-12G", CENTRE)
    move(corps, "S-TS-12G", CENTRE)
    assert not may_join(corps, "S-TS-86", CENTRE)
    alone = situation(MOVE, {BRIGADES[0]: CENTRE, BRIGADES[1]: CENTRE, BRIGADES[2]: NORTH, BRIGADES[3]: NORTH})
    assert may_join(alone, BRIGADES[2], CENTRE)
    move(alone, BRIGADES[2], CENTRE)
    assert not may_join(alone, BRIGADES[3], CENTRE)
    one = situation(MOVE, {RIFLES[0]: CENTRE, BRIGADES[0]: CENTRE, BRIGADES[1]: CENTRE, BRIGADES[2]: NORTH})
    assert not may_join(one, BRIGADES[2], CENTRE)
    three = situation(MOVE, {RIFLES[0]: CENTRE, RIFLES[1]: CENTRE, RIFLES[2]: NORTH})
    assert not may_join(three, RIFLES[2], CENTRE)


@pytest.mark.rule("u43", "5.4", "5.5")
def test_three_units_do_not_leave_the_army_that_lets_them_stack(situation: Situation) -> None:
    corps = ("S-3MC", "S-6TC", "S-31TC")
    match = situation(MOVE, {**dict.fromkeys(corps, CENTRE), "S-1TA": CENTRE, "S-5GTA": SOUTH})
    played(match, *(f"unit:{unit}" for unit in corps))
    assert refused(match, f"hex:{NORTH}") == "5.4"
    assert SOUTH in offered(match).hexes  # there is another army there
    match.choose("unit:S-1TA")
    assert NORTH in offered(match).hexes


@pytest.mark.rule("u43", "5.4")
def test_the_limit_may_be_passed_on_the_way_but_not_at_the_end(situation: Situation) -> None:
    match = situation(MOVE, {RIFLES[0]: CENTRE, RIFLES[1]: CENTRE, RIFLES[2]: NORTH})
    assert SOUTH in reach(match, RIFLES[2]) and CENTRE not in reach(match, RIFLES[2])
    assert refused(played(match, f"unit:{RIFLES[2]}"), f"hex:{CENTRE}") == "5.4"


@pytest.mark.rule("u43", "5.4")
def test_a_hex_left_overstacked_is_put_in_order_by_its_owner(situation: Situation) -> None:
    place = {"S-1TA": CENTRE, "S-6TC": CENTRE, "S-31TC": CENTRE, "S-3MC": CENTRE}
    match = move(situation(MOVE, place), "S-1TA", NORTH)
    played(match, "do:end_phase")
    assert offered(match).task == "excess" and offered(match).seat == "soviet"
    played(match, "unit:S-31TC")
    assert where(match, "S-31TC") == "dead.soviet"


@pytest.mark.rule("u43", "5.5", "23.4.a")
def test_army_headquarters_make_room_for_one_more(situation: Situation) -> None:
    place = {"S-1TA": CENTRE, "S-6TC": CENTRE, "S-31TC": CENTRE, "S-3MC": NORTH, RIFLES[0]: SOUTH, "S-TS-86": NORTH}
    match = situation(MOVE, place)
    assert may_join(match, "S-3MC", CENTRE)
    move(match, "S-3MC", CENTRE)
    assert may_join(match, "S-TS-86", CENTRE) and not may_join(match, RIFLES[0], CENTRE)
    shock = situation(MOVE, {"S-5Sh": CENTRE, GUARDS[0]: CENTRE, GUARDS[1]: CENTRE, GUARDS[2]: NORTH})
    assert may_join(shock, GUARDS[2], CENTRE)
    wrong = situation(MOVE, {"S-1TA": CENTRE, GUARDS[0]: CENTRE, GUARDS[1]: CENTRE, GUARDS[2]: NORTH})
    assert not may_join(wrong, GUARDS[2], CENTRE)


@pytest.mark.rule("u43", "5.5")
def test_the_example_of_the_1st_tank_army(situation: Situation) -> None:
    """Attack 24 (2 + 6 + 7 + 7 + 2), defence 23, allowance 5."""
    army = {"S-1TA": CENTRE, "S-6TC": CENTRE, "S-31TC": CENTRE, "S-3MC": CENTRE, "S-TS-86": CENTRE}
    match = situation("soviet.combat1", {**army, "G-68": NORTH, "S-HQ-V": SOUTH})
    answer = match.ask("odds", target=NORTH, units=["S-6TC", "S-31TC", "S-3MC", "S-TS-86", "S-1TA"])
    assert answer["attack"] == 24
    defence = situation("german.combat1", {**army, "G-68": NORTH})
    assert defence.ask("odds", target=CENTRE, units=["G-68"])["defence"] == 23
    together = played(situation(MOVE, army), *(f"unit:{unit}" for unit in army))
    assert max(match.ask("reach", unit="S-1TA").values()) == 5
    assert "5601" in offered(together).hexes
