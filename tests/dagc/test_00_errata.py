"""The errata, which are part of map and counters from the start."""

from __future__ import annotations

from typing import Any

import pytest

import stavka
from tests.playing import Situation, neighbours, where

from .reconstructed import ENTRENCHMENT


@pytest.mark.rule("dagc", "E.1")
def test_2903_is_a_german_entrenchment(situation: Situation) -> None:
    match = situation("soviet.combat_before", {"S-22": "2902", "G-2": "2903"})
    odds = match.ask("odds", target="2903", units=["S-22"])
    assert odds["defence"] == 3 + 1 + ENTRENCHMENT  # II Corps in forest
    assert "11.10.a" in [line["rule"] for line in odds["defenders"]]


@pytest.mark.rule("dagc", "E.2")
def test_2902_lies_between_2901_and_2903_and_2802_is_another_hex(situation: Situation) -> None:
    match = situation("soviet.movement")
    assert {"2901", "2903"} < neighbours(match, "2902")
    assert {"2801", "2803"} < neighbours(match, "2802")
    assert "2902" in neighbours(match, "2802")


@pytest.mark.rule("dagc", "E.3")
def test_1gt_is_a_tank_army_and_3g_a_guards_army(dagc: stavka.Game[Any]) -> None:
    match = dagc.start(seed=1)
    assert match.ask("unit", unit="U-1GT")["kind"] == "tank"
    assert match.ask("unit", unit="U-3G")["kind"] == "Guards"
    assert sum(counter.group == "first_ukrainian" for counter in dagc.counters) == 7


@pytest.mark.rule("dagc", "E.4")
def test_6th_guards_army_starts_in_3301(dagc: stavka.Game[Any]) -> None:
    assert where(dagc.start(seed=1), "S-6G") == "3301"
