"""Chapter 12: the example of play, step by step with its dice, laid round the railway works (2113, a victory hex).

Two German units hold the victory hex, one of them 55/HJ; a Volkssturm battalion stands in 2013 and one more unit in
2014. Where the printed sums contradict each other, the rulings of the rules index hold.
"""

from __future__ import annotations

import pytest

import stavka
from tests.playing import Situation, kinds, offered, only, play, state, track, where

from .helpers import assault, end_to, reasons

GUNS = {f"su-zis3-{n}": "2211" for n in range(1, 6)}
GERMANS = {"de-55hj": "2113", "de-vs22": "2113", "de-vs21": "2013", "de-hanf-1": "2014"}
SOVIETS = {"su-372-218": "2111", "su-eng-218": "2111", "su-658-218": "2111", "su-667-218": "1911", "su-56eng": "1812",
           "su-57eng": "1911", "su-t34-222": "2214", "su-955-309": "2215"}
DICE = [
    2, 4, 5, 6,  # phase 3: bombardment, air strike, Po-2, air strike
    3, 3, 1,  # phase 4: fire and return, fire
    5, 2,  # phase 5: two assaults
    3, 5, 5,  # phase 7: assault and return, assault
    3,  # phase 8: fire
]


class Example:
    """The example, played as far as a test wants."""

    def __init__(self, situation: Situation) -> None:
        self.match = situation("soviet.bombardment", {**GUNS, **GERMANS, **SOVIETS}, turn=5, dice=DICE, air=9, po2=1,
                               supply=6, goliaths=1, chemicals=1)

    def bombardment(self) -> list[list[stavka.Event]]:
        """Step 1: phase 3."""
        return [
            play(self.match, *(f"unit:{gun}" for gun in GUNS), "hex:2113"),
            play(self.match, "do:air.5", "hex:2113"),
            play(self.match, "do:po2", "unit:de-hanf-1"),
            play(self.match, "do:air.4", "hex:2013"),
        ]

    def chemical_weapons(self) -> list[stavka.Event]:
        """Step 3, I."""
        end_to(self.match, "soviet.tactical")
        return play(self.match, "unit:su-955-309", "hex:2114", "do:chemical")

    def approach(self) -> list[stavka.Event]:
        """Step 3, II to V."""
        return play(self.match, "unit:su-372-218", "hex:2112", "unit:su-eng-218", "hex:2112", "unit:su-658-218",
                    "hex:2012", "unit:su-57eng", "hex:1912")

    def fire(self) -> list[list[stavka.Event]]:
        """Step 3, VI and VII."""
        return [
            play(self.match, "unit:su-667-218", "hex:1913", "unit:de-hanf-1", "do:supply.2"),
            play(self.match, "unit:su-56eng", "hex:1913", "unit:de-hanf-1", "do:supply.1"),
        ]

    def red_assaults(self) -> list[list[stavka.Event]]:
        """Step 5."""
        end_to(self.match, "soviet.assault")
        return [
            assault(self.match, "de-55hj", "su-372-218", "su-t34-222", "su-eng-218"),
            assault(self.match, "de-vs21", "su-56eng", "su-57eng", "su-658-218"),
        ]

    def german_assaults(self) -> list[list[stavka.Event]]:
        """Step 6."""
        end_to(self.match, "german.assault")
        first = play(self.match, "unit:su-t34-222", "unit:de-vs22", "do:goliath")
        first += play(self.match, "do:assault")
        return [first, assault(self.match, "su-56eng", "de-hanf-1")]

    def german_movement(self) -> list[stavka.Event]:
        """Step 7."""
        end_to(self.match, "german.tactical")
        return play(self.match, "unit:de-hanf-1", "hex:2013", "unit:su-658-218", "unit:su-57eng", "do:fire")

    def all_before_german_movement(self) -> None:
        """Steps 1 to 6."""
        for part in (self.bombardment, self.chemical_weapons, self.approach, self.fire, self.red_assaults,
                     self.german_assaults):
            part()


@pytest.fixture
def example(situation: Situation) -> Example:
    """The example at its start."""
    return Example(situation)


@pytest.mark.rule("fb", "12.1")
def test_1_the_start(example: Example, situation: Situation) -> None:
    match = example.match
    assert [track(match, key) for key in ("air", "supply", "goliaths", "chemical")] == [9, 6, 1, 1]
    assert match.view("soviet")["stacks"]["2113"] == ["de-55hj", "de-vs22"]
    assert any(area["key"] == "victory" for area in match.ask("hex", hex="2113")["areas"])
    assert "event" not in kinds(list(situation("events", {}, turn=5).opening))


@pytest.mark.rule("fb", "12.1-I")
def test_1_i_five_guns_and_a_2_have_no_effect_and_make_hj_fanatic(example: Example) -> None:
    struck = only(example.bombardment()[0], "bombarded")
    assert (struck["strength"], struck["dice"], struck["result"]) == (5, [2], "no_effect")
    assert state(example.match, "de-55hj")["fanatic"] and "fanatic" not in state(example.match, "de-vs22")


@pytest.mark.rule("fb", "12.1-II")
def test_1_ii_five_air_points_and_a_4_disorganise(example: Example) -> None:
    struck = only(example.bombardment()[1], "air_strike")
    assert (struck["strength"], struck["dice"], struck["result"]) == (5, [4], "disorganised")
    assert state(example.match, "de-55hj")["disorganised"] and state(example.match, "de-vs22")["disorganised"]


@pytest.mark.rule("fb", "12.1-III")
def test_1_iii_a_po2_with_a_5_has_no_effect(example: Example) -> None:
    flown = only(example.bombardment()[2], "po2")
    assert (flown["dice"], flown["result"]) == ([5], "no_effect")
    assert state(example.match, "de-hanf-1") == {"place": "2014"}


@pytest.mark.rule("fb", "12.1-IV")
def test_1_iv_the_other_four_air_points_and_a_6_disorganise(example: Example) -> None:
    struck = only(example.bombardment()[3], "air_strike")
    assert (struck["strength"], struck["dice"], struck["result"]) == (4, [6], "disorganised")
    assert state(example.match, "de-vs21")["disorganised"] and track(example.match, "air") == 0


@pytest.mark.rule("fb", "12.3-I")
def test_3_i_chemical_weapons_drive_the_first_unit_back(example: Example) -> None:
    example.bombardment()
    gas = only(example.chemical_weapons(), "chemical")
    assert (gas["hex"], gas["to"]) == ("2114", "2215")
    assert where(example.match, "su-955-309") == "2215" and track(example.match, "chemical") == 0


@pytest.mark.rule("fb", "12.3-II")
def test_3_ii_to_v_disorganised_units_do_not_fire(example: Example) -> None:
    example.bombardment()
    example.chemical_weapons()
    events = example.approach()
    assert kinds(events).count("moved") == 4 and "fought" not in kinds(events)
    assert offered(example.match).seat == "soviet"


@pytest.mark.rule("fb", "12.3-VI")
def test_3_vi_fire_with_two_levels_of_artillery(example: Example) -> None:
    example.bombardment()
    example.chemical_weapons()
    example.approach()
    events = example.fire()[0]
    fought = only(events, "fought")
    assert fought["dice"] == [3] and reasons(fought) == {"unit": 1, "artillery": 2}
    assert (fought["total"], fought["result"]) == (6, "hit")
    assert only(events, "fatigued")["die"] == 3 and where(example.match, "su-667-218") == "turn.7"
    assert only(events, "supply_spent")["level"] == 4


@pytest.mark.rule("fb", "12.3-VII")
def test_3_vii_a_1_fails_whatever_was_spent(example: Example) -> None:
    example.bombardment()
    example.chemical_weapons()
    example.approach()
    fought = only(example.fire()[1], "fought")
    assert (fought["dice"], fought["result"]) == ([1], "no_effect")
    assert track(example.match, "supply") == 3 and where(example.match, "su-56eng") == "1913"


@pytest.mark.rule("fb", "12.5-I")
def test_5_i_the_assault_on_hj(example: Example) -> None:
    example.bombardment()
    example.chemical_weapons()
    example.approach()
    example.fire()
    fought = only(example.red_assaults()[0], "fought")
    assert fought["dice"] == [5]
    assert reasons(fought) == {
        "unit": 3, "combined": 1, "blue": 1, "disorganised": 1, "fanatic": -1, "railway": -1, "terrain": -2}
    assert (fought["total"], fought["result"]) == (7, "hit")
    assert state(example.match, "de-55hj") == {"place": "box.worn_out"}


@pytest.mark.rule("fb", "12.5-II")
def test_5_ii_the_assault_on_the_volkssturm(example: Example) -> None:
    example.bombardment()
    example.chemical_weapons()
    example.approach()
    example.fire()
    fought = only(example.red_assaults()[1], "fought")
    assert fought["dice"] == [2]
    assert reasons(fought) == {"unit": 3, "blue": 2, "disorganised": 1, "green": 1, "terrain": -2}
    assert (fought["total"], fought["result"]) == (7, "hit")
    assert where(example.match, "de-vs21") == "box.worn_out"


@pytest.mark.rule("fb", "12.6-I")
def test_6_i_a_german_assault_with_a_goliath(example: Example) -> None:
    example.bombardment()
    example.chemical_weapons()
    example.approach()
    example.fire()
    example.red_assaults()
    events = example.german_assaults()[0]
    fought = only(events, "fought")
    assert fought["dice"] == [3] and reasons(fought) == {"unit": 1, "goliath": 2}
    assert (fought["total"], fought["result"]) == (6, "hit")
    assert only(events, "fatigued")["die"] == 5 and where(example.match, "su-t34-222") == "turn.8"


@pytest.mark.rule("fb", "12.6-II")
def test_6_ii_a_german_assault_on_engineers_in_a_park(example: Example) -> None:
    example.bombardment()
    example.chemical_weapons()
    example.approach()
    example.fire()
    example.red_assaults()
    fought = only(example.german_assaults()[1], "fought")
    assert fought["dice"] == [5] and reasons(fought) == {"unit": 1, "terrain": -1}
    assert (fought["total"], fought["result"]) == (5, "no_effect")


@pytest.mark.rule("fb", "12.7-I")
def test_7_i_red_fire_at_a_german_who_moves(example: Example) -> None:
    example.all_before_german_movement()
    fought = only(example.german_movement(), "fought")
    assert fought["dice"] == [3] and reasons(fought) == {"unit": 2, "blue": 1}
    assert (fought["total"], fought["result"]) == (6, "no_effect")
    assert where(example.match, "de-hanf-1") == "2013"  # a hex that was cleared


@pytest.mark.rule("fb", "12.7-II")
def test_7_ii_the_end_of_the_turn(example: Example) -> None:
    example.all_before_german_movement()
    example.german_movement()
    match = example.match
    assert match.ask("hex", hex="2113")["control"] == "german"
    assert track(match, "supply") == 3  # before phase 10
    assert track(match, "goliaths") == track(match, "chemical") == 0
    assert where(match, "de-55hj") == "box.worn_out"
    assert where(match, "su-t34-222") == "turn.8" and where(match, "su-667-218") == "turn.7"
