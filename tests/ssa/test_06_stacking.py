"""Chapter 6: stacking."""

from __future__ import annotations

import pytest

from stavka import SituationError
from stavka.games.ssa import TheSSAbyss
from tests.playing import Situation, move, play, reach, refused, where

LEGAL = [
    ["1Pz-1", "1Pz-PzV"],  # a regiment and a battalion
    ["1Pz-1", "1Pz-PzIV", "1Pz-StG", "1Pz-PzJ"],  # a regiment and three companies
    ["1Pz-PzV", "1Pz-Rec"],  # two battalions
    ["1Pz-PzV", "1Pz-PzIV", "1Pz-StG", "1Pz-PzJ"],
    ["1Pz-PzIV", "1Pz-StG", "1Pz-PzJ", "3Pz-PzIV", "3Pz-StG", "3Pz-PzJ"],
    ["84-41", "84-201", "84-382"],
    ["25G-Div"],
]
ILLEGAL = [
    ["1Pz-1", "1Pz-113"],
    ["1Pz-1", "1Pz-PzV", "1Pz-PzIV"],
    ["1Pz-1", "1Pz-Art"],
    ["1Pz-PzV", "1Pz-Rec", "1Pz-PzIV"],
    ["1Pz-PzV", "1Pz-PzIV", "1Pz-StG", "1Pz-PzJ", "3Pz-PzJ"],
    ["84-41", "84-201", "84-382", "252-924"],
    ["25G-Div", "84-41"],
]


@pytest.mark.rule("ssa", "6.0a", "6.0b", "6.0c")
@pytest.mark.parametrize("units", LEGAL)
def test_what_may_stand_together(k3: Situation, units: list[str]) -> None:
    *standing, last = units
    side = "axis" if last[:2] in ("1P", "3P") else "soviet"
    match = k3(f"{side}.movement", {**dict.fromkeys(standing, "2115"), last: "2117"})
    move(match, last, "2115")
    assert where(match, last) == "2115"


@pytest.mark.rule("ssa", "6.0a", "6.0b", "6.0c", "6.0f")
@pytest.mark.parametrize("units", ILLEGAL)
def test_what_may_not_stand_together(k3: Situation, units: list[str]) -> None:
    *standing, last = units
    side = "axis" if last[:2] in ("1P", "3P") else "soviet"
    match = k3(f"{side}.movement", {**dict.fromkeys(standing, "2115"), last: "2117"})
    assert "2115" not in reach(match, last)
    play(match, f"unit:{last}")
    assert refused(match, "hex:2115") in ("6.0a", "6.0c")
    with pytest.raises(SituationError, match=r"\(6\.0\)"):
        k3(f"{side}.movement", dict.fromkeys(units, "2115"))


@pytest.mark.rule("ssa", "6.0e")
def test_dora_stands_with_a_full_stack(k3: Situation) -> None:
    match = k3("axis.movement", {"1Pz-1": "0707", "1Pz-PzV": "0707", "Dora": "0607"})
    move(match, "Dora", "0707")
    assert where(match, "Dora") == "0707"


@pytest.mark.rule("ssa", "6.0f")
def test_artillery_divisions_stack_as_regiments(ssa: TheSSAbyss, sa: Situation) -> None:
    match = sa("soviet.movement", {"Arty1": "2115", "Arty2": "2115", "84-41": "2117"})
    assert "2115" in reach(match, "84-41")
    assert ssa.theatre.weight[ssa.counters.index["Arty1"]] == ssa.theatre.weight[ssa.counters.index["84-41"]]
