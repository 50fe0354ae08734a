"""Chapter 3: the words of the rules."""

from __future__ import annotations

from typing import Any

import pytest

import stavka
from tests.playing import Situation, offered, only, play, refused, where

from .helpers import assault, reasons


@pytest.mark.rule("fb", "3.0a", "3.0b")
def test_a_hex_has_six_adjacent_ones(fb: stavka.Game[Any], situation: Situation) -> None:
    grid = fb.board.grid
    around = {fb.board.names[i] for i in grid.neighbours[grid.index["1333"]]}
    assert around == {"1332", "1233", "1234", "1334", "1434", "1433"}
    for hex in around:
        match = situation("soviet.assault", {"su-372-218": "1333", "de-hanf-1": hex})
        assert offered(match).units == ("de-hanf-1",)
    assert not offered(situation("soviet.assault", {"su-372-218": "1333", "de-hanf-1": "1331"})).units


@pytest.mark.rule("fb", "3.0c")
def test_control_goes_to_the_last_in_a_hex_or_through_it(situation: Situation) -> None:
    match = situation("soviet.tactical", {"su-372-218": "1333", "de-hanf-1": "1328"})
    assert match.ask("hex", hex="1331")["control"] == "german"
    assert match.ask("hex", hex="1333")["control"] == "soviet"
    play(match, "unit:su-372-218", "hex:1330")
    assert {match.ask("hex", hex=hex)["control"] for hex in ("1332", "1331", "1330")} == {"soviet"}
    back = situation("german.tactical", {"de-hanf-1": "1328"}, control={"soviet": ["1329", "1330"]})
    play(back, "unit:de-hanf-1", "hex:1330")
    assert back.ask("hex", hex="1329")["control"] == "german"
    assert back.ask("hex", hex="1330")["control"] == "german"


@pytest.mark.rule("fb", "3.0c")
def test_a_hex_entered_is_controlled_even_by_a_unit_shot_down_in_it(situation: Situation) -> None:
    match = situation("soviet.tactical", {"su-372-218": "1333", "de-hanf-1": "1330"}, dice=[6, 1], supply=0)
    play(match, "unit:su-372-218", "hex:1331", "unit:de-hanf-1", "do:fire")
    assert where(match, "su-372-218") == "turn.6"
    assert match.ask("hex", hex="1331")["control"] == "soviet"


@pytest.mark.rule("fb", "3.0d")
def test_a_line_of_communication_is_free_of_enemies_and_of_hexes_next_to_them(situation: Situation) -> None:
    free = situation("german.strategic", {"de-hanf-1": "1316"})
    assert free.ask("supply", unit="de-hanf-1")["path"][-1] == "1516"
    near = situation("german.strategic", {"de-hanf-1": "1316", "su-372-218": "1315"})
    assert near.ask("supply", unit="de-hanf-1")["path"] is None
    at_the_end = situation("german.strategic", {"de-hanf-1": "1116", "su-372-218": "1517"})
    assert not at_the_end.ask("supply", unit="de-hanf-1")["line"]
    around = situation("german.strategic", {"de-hanf-1": "1316", "su-372-218": "1414"})
    path = around.ask("supply", unit="de-hanf-1")["path"]
    assert path is not None and not {"1414", "1415", "1413", "1514"} & set(path)


@pytest.mark.rule("fb", "3.0d")
def test_a_canal_breaks_the_line_except_at_a_bridge(situation: Situation) -> None:
    match = situation("german.strategic", {"de-hanf-1": "1716"})
    path = match.ask("supply", unit="de-hanf-1")["path"]
    assert path[:2] == ["1716", "1816"]
    assert situation("german.strategic", {"de-hanf-1": "1401"}).ask("supply", unit="de-hanf-1")["path"] is None


@pytest.mark.rule("fb", "3.0e")
def test_a_modifier_is_added_to_the_die(situation: Situation) -> None:
    match = situation("german.assault", {"de-hanf-1": "1330", "su-372-218": "1331"}, dice=[4], supply=0)
    fought = only(assault(match, "su-372-218", "de-hanf-1"), "fought")
    assert fought["total"] == fought["dice"][0] + fought["modifier"] == 5


@pytest.mark.rule("fb", "3.0g", "3.0h")
def test_the_poles_are_red_army_units_of_their_own_army(fb: stavka.Game[Any], situation: Situation) -> None:
    match = situation("soviet.tactical", {"pl-2bp": "1333", "su-372-218": "1333"})
    assert set(offered(match).units) == {"pl-2bp", "su-372-218"}
    poles = [counter for counter in fb.counters if counter.nation == "polish"]
    assert len(poles) == 48 and {counter.group for counter in poles} == {"white", "orange"}


@pytest.mark.rule("fb", "3.0i", "8.2.1")
def test_only_orange_counters_bombard(fb: stavka.Game[Any], situation: Situation) -> None:
    assert all(counter.artillery == (counter.group == "orange") for counter in fb.counters)
    match = situation("soviet.bombardment", {"su-m30-1": "1333", "su-372-218": "1333", "de-hanf-1": "1330"})
    assert offered(match).units == ("su-m30-1",)
    assert refused(match, "unit:su-372-218") == "3.0i"


@pytest.mark.rule("fb", "3.0j")
def test_the_112th_division_has_five_units_and_others_are_independent(fb: stavka.Game[Any]) -> None:
    division = [counter.label for counter in fb.counters if counter.division == "112"]
    assert sorted(division) == sorted(["385/112", "416/112", "524/112", "436/112", "159 eng./112"])
    assert fb.counters["su-56eng"].division is None
    assert fb.counters["pl-13-5"].division == "5pl"


@pytest.mark.rule("fb", "3.0k")
def test_a_hex_never_holds_both_sides(situation: Situation) -> None:
    match = situation("soviet.tactical", {"su-372-218": "1333", "de-hanf-1": "1331"})
    play(match, "unit:su-372-218")
    assert refused(match, "hex:1331") == "3.0k"
    with pytest.raises(stavka.SituationError):
        situation("soviet.tactical", {"su-372-218": "1333", "de-hanf-1": "1333"})


@pytest.mark.rule("fb", "3.0k")
def test_germans_pass_through_a_full_hex_but_do_not_stop_in_it(situation: Situation) -> None:
    full = {"de-hanf-2": "1332", "de-hanf-3": "1332"}  # clear: two German units
    match = situation("german.tactical", {"de-hanf-1": "1333", **full})
    play(match, "unit:de-hanf-1")
    assert refused(match, "hex:1332") == "3.0k"
    assert match.ask("path", unit="de-hanf-1", hex="1331")["path"] == ["1333", "1332", "1331"]
    suburb = situation("german.tactical", {"de-hanf-1": "1230", "de-hanf-2": "1231", "de-hanf-3": "1231"})
    assert suburb.ask("reach", unit="de-hanf-1")["1231"] == 1  # suburb: three
    red = situation("soviet.tactical", {"su-372-218": "1333", **{f"su-zis3-{n}": "1332" for n in range(1, 5)}})
    assert "1332" in red.ask("reach", unit="su-372-218")  # the Red Army: only at the end of the phase


def test_reasons_are_added_up(situation: Situation) -> None:
    match = situation("german.assault", {"de-hanf-1": "1330", "de-hanf-2": "1330", "su-372-218": "1331"}, dice=[4],
                      supply=0)
    assert reasons(only(assault(match, "su-372-218", "de-hanf-1", "de-hanf-2"), "fought")) == {"unit": 2}
