"""7.2: the strategic movement of the garrison."""

from __future__ import annotations

from typing import Any

import pytest

import stavka
from tests.playing import Situation, offered, play, refused, track, where

from .helpers import reserve

ENEMY = {"su-372-218": "0101"}


@pytest.mark.rule("fb", "7.2")
def test_an_action_of_a_later_kind_closes_the_earlier_ones(situation: Situation) -> None:
    men = {"de-hanf-1": "1330", "de-hanf-2": "1330", "de-mohr-1": "box.north_german", "de-mohr-2": "box.north_german",
           "de-sauer-1": "box.worn_out", "de-sauer-2": "box.worn_out", **ENEMY}
    match = situation("german.strategic", men, supply=20)
    first, second, third = reserve(match)[:3]
    assert offered(match).message.args["sorts"] == ["place", "withdraw", "refit"]
    play(match, f"unit:{first}", "hex:1516")  # reserve to map
    play(match, f"unit:{second}", "hex:box.north_german")  # reserve to northern front
    play(match, f"unit:{third}")
    assert offered(match).hexes == ("box.north_german",)  # only the northern front is left, but it does not go unasked
    play(match, "hex:box.north_german")
    assert where(match, third) == "box.north_german"
    play(match, "unit:de-hanf-1")  # map to reserve
    assert offered(match).message.args["sorts"] == ["withdraw", "refit"]
    assert refused(match, "unit:de-hanf-1") == refused(match, f"unit:{reserve(match)[0]}") == "7.2"
    play(match, "unit:de-mohr-1")  # northern front to reserve
    assert refused(match, "unit:de-hanf-2") == "7.2"
    play(match, "unit:de-sauer-1")  # worn out to reserve
    assert refused(match, "unit:de-mohr-2") == "7.2"
    assert offered(match).units == ("de-sauer-2",)


@pytest.mark.rule("fb", "7.2.1")
def test_any_number_of_reserves_may_go_to_the_map(situation: Situation) -> None:
    match = situation("german.strategic", ENEMY)
    hexes = iter(["1516", "1515", "1414", "1313", "1517", "1518"])
    for unit in reserve(match)[:6]:
        hex = next(hexes)
        play(match, f"unit:{unit}", f"hex:{hex}")
        assert where(match, unit) == hex


@pytest.mark.rule("fb", "7.2.2a")
def test_reserves_go_to_far_city_hexes_with_a_line_to_the_rathaus(fb: stavka.Game[Any], situation: Situation) -> None:
    match = situation("german.strategic", {"su-372-218": "1324"})
    play(match, f"unit:{reserve(match)[0]}")
    grid = fb.board.grid
    enemy = grid.index["1324"]
    hexes = set(offered(match).hexes) - {"box.north_german", "1516"}
    assert hexes and all(grid.distance(grid.index[hex], enemy) >= 8 for hex in hexes)
    assert all(fb.board.terrain[grid.index[hex]] == "urban" for hex in hexes)
    assert "1316" in hexes  # eight hexes away
    assert refused(match, "hex:1317") == "7.2.2a"  # seven
    assert refused(match, "hex:0101") == "7.2.2a"  # no city
    assert "1516" in offered(match).hexes
    assert "1716" in hexes  # a city hex like any other


@pytest.mark.rule("fb", "7.2.2a")
def test_the_rathaus_needs_only_not_to_be_in_soviet_hands(situation: Situation) -> None:
    near = situation("german.strategic", {"su-372-218": "1517"})
    play(near, f"unit:{reserve(near)[0]}")
    assert set(offered(near).hexes) == {"1516", "box.north_german"}  # with an enemy beside it no other hex has a line
    lost = situation("german.strategic", {**ENEMY}, control={"soviet": ["1516", "1313"]})
    play(lost, f"unit:{reserve(lost)[0]}")
    assert refused(lost, "hex:1516") == "7.2.2a"
    assert "1313" in offered(lost).hexes  # an empty city hex last held by the Red Army
    unit = reserve(lost)[0]
    play(lost, "hex:1313")
    assert where(lost, unit) == "1313"
    assert lost.ask("hex", hex="1313")["control"] == "german"


@pytest.mark.rule("fb", "7.2.2b")
def test_a_unit_that_cannot_be_placed_stays_in_reserve(situation: Situation) -> None:
    match = situation("german.strategic", {"su-372-218": "1517"}, control={"soviet": ["1516"]})
    unit = reserve(match)[0]
    assert match.ask("why_not", unit=unit, hex="1516")["rule"] == "7.2.2a"
    assert match.ask("why_not", unit=unit, hex="1313")["allowed"] is False
    play(match, "do:end_phase")
    assert where(match, unit) == "box.reserve"


@pytest.mark.rule("fb", "7.2.3")
def test_the_stacking_limit_counts_on_placement(situation: Situation) -> None:
    match = situation("german.strategic", {"de-hanf-1": "1516", "de-hanf-2": "1516", "su-372-218": "1517"})
    first, second = reserve(match)[:2]
    play(match, f"unit:{first}", "hex:1516")  # the third in an urban hex
    play(match, f"unit:{second}")
    assert offered(match).hexes == ("box.north_german",)  # no room: only the northern front is left
    assert refused(match, "hex:1516") == "7.2.3" and where(match, second) == "box.reserve"
    roomy = situation("german.strategic", {"de-hanf-1": "1516", "de-hanf-2": "1516", "de-hanf-3": "1516", **ENEMY})
    play(roomy, f"unit:{reserve(roomy)[0]}")
    assert refused(roomy, "hex:1516") == "7.2.3"


@pytest.mark.rule("fb", "7.2.4")
def test_any_unit_not_next_to_the_red_army_may_be_withdrawn(situation: Situation) -> None:
    men = {"de-hanf-1": "1330", "de-hanf-2": "1332", "su-372-218": "1333", "de-hanf-3": "1716", "su-57eng": "1617"}
    match = situation("german.strategic", men)
    assert refused(match, "unit:de-hanf-2") == "7.2.4"
    assert refused(match, "unit:de-hanf-3") == "7.2.4"  # adjacent across the water too
    play(match, "unit:de-hanf-1")
    assert where(match, "de-hanf-1") == "box.reserve"


@pytest.mark.rule("fb", "7.2.5", "9.6")
def test_a_refitted_unit_is_in_reserve_and_enters_the_map_next_turn(situation: Situation) -> None:
    match = situation("german.strategic", {"de-hanf-1": "box.worn_out", **ENEMY}, supply=9)
    play(match, "unit:de-hanf-1")
    assert where(match, "de-hanf-1") == "box.reserve" and track(match, "supply") == 6
    assert refused(match, "unit:de-hanf-1") == "7.2"


def test_reserves_may_be_sent_north(situation: Situation) -> None:
    match = situation("german.strategic", ENEMY)
    unit = reserve(match)[0]
    play(match, f"unit:{unit}", "hex:box.north_german")
    assert where(match, unit) == "box.north_german"
