"""Chapter 8: zones of control."""

from __future__ import annotations

import pytest

import stavka
from tests.conftest import Situation


@pytest.mark.rule("dagc", "8.3.a")
def test_entering_and_leaving_a_zone_costs_a_point_each(situation: Situation) -> None:
    free = situation("german.movement", {"G-1": "3610"})
    watched = situation("german.movement", {"G-1": "3610", "S-39": "3612"})
    assert free.ask("reach", unit="G-1")["3611"] == 1
    assert watched.ask("reach", unit="G-1")["3611"] == 2


@pytest.mark.rule("dagc", "9.4", "6.9")
def test_hexes_with_enemies_are_closed(situation: Situation) -> None:
    match = situation("german.movement", {"G-1": "3610", "S-39": "3611"})
    before = match.digest
    match.choose("unit:G-1")
    with pytest.raises(stavka.Illegal) as refused:
        match.choose("hex:3611")
    assert refused.value.rule == "6.9"
    match.undo()
    assert match.digest == before
