"""7.3: tactical movement."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

import stavka
from tests.playing import Situation, offered, only, play, refused, where

from .helpers import end_to, to_next_turn


@pytest.mark.rule("fb", "7.3", "7.3.2")
def test_costs_differ_by_terrain_and_side(situation: Situation) -> None:
    costs = {}
    for side, unit in (("soviet", "su-372-218"), ("german", "de-hanf-1")):
        for kind, start, hex in (("clear", "1225", "1226"), ("suburb", "1230", "1231"), ("park", "0924", "0925"),
                                 ("urban", "1323", "1223")):
            match = situation(f"{side}.tactical", {unit: start})
            costs[side, kind] = match.ask("path", unit=unit, hex=hex)["steps"][-1]["cost"]
    assert costs == {
        ("soviet", "clear"): 1, ("soviet", "suburb"): 2, ("soviet", "park"): 2, ("soviet", "urban"): 3,
        ("german", "clear"): 1, ("german", "suburb"): 1, ("german", "park"): 1, ("german", "urban"): 1,
    }


@pytest.mark.rule("fb", "7.3.1")
def test_every_unit_has_five_points_covering_units_and_heavy_guns_none(
        fb: stavka.Game[Any], situation: Situation) -> None:
    match = situation("soviet.tactical", {"su-372-218": "1333", "su-cov-1": "1333", "su-b4-1": "1333"})
    assert max(match.ask("reach", unit="su-372-218").values()) == 5
    assert offered(match).units == ("su-372-218",)
    assert refused(match, "unit:su-cov-1") == refused(match, "unit:su-b4-1") == "7.3.1"
    still = {counter.kind for counter in fb.counters if counter.movement == 0}
    assert still == {"covering", "b4", "br5", "m160"}
    assert {counter.movement for counter in fb.counters} == {0, 5}


@pytest.mark.rule("fb", "7.3.3")
def test_unused_points_are_lost_when_another_unit_is_picked(situation: Situation) -> None:
    match = situation("soviet.tactical", {"su-372-218": "1333", "su-56eng": "1334"})
    play(match, "unit:su-372-218", "hex:1332", "unit:su-56eng")
    assert refused(match, "unit:su-372-218") == "7.3.3"
    assert max(match.ask("reach", unit="su-56eng").values()) == 5  # they are not passed on
    to_next_turn(match)
    end_to(match, "soviet.tactical")
    assert max(match.ask("reach", unit="su-372-218").values()) == 5  # nor saved


@pytest.mark.rule("fb", "7.3.4")
def test_movement_goes_from_hex_to_adjacent_hex(fb: stavka.Game[Any], situation: Situation) -> None:
    match = situation("soviet.tactical", {"su-372-218": "1333"})
    moved = only(play(match, "unit:su-372-218", "hex:1330"), "moved")
    grid = fb.board.grid
    path = [grid.index[hex] for hex in moved["path"]]
    assert moved["path"][0] == "1333" and len(path) == 4
    assert all(b in grid.neighbours[a] for a, b in pairwise(path))
    assert refused(match, "hex:turn.6") == refused(match, "hex:1330") == "7.3.4"


@pytest.mark.rule("fb", "7.3.4")
def test_canals_are_crossed_only_at_bridges(situation: Situation) -> None:
    match = situation("german.tactical", {"de-hanf-1": "2112"})
    reach = match.ask("reach", unit="de-hanf-1")
    assert reach["2113"] == 1 and reach.get("2212", 9) > 1  # 2112/2212 is a canal
    assert situation("german.tactical", {"de-hanf-1": "2111"}).ask("reach", unit="de-hanf-1")["2211"] == 1


@pytest.mark.rule("fb", "7.3.5")
def test_without_the_points_a_hex_cannot_be_entered(situation: Situation) -> None:
    match = situation("soviet.tactical", {"su-372-218": "1323"})
    play(match, "unit:su-372-218", "hex:1223")  # urban: three
    assert match.ask("reach", unit="su-372-218").get("1122") is None  # another three
    assert refused(match, "hex:1122") == "7.3.5"
    assert match.ask("why_not", unit="su-372-218", hex="1122")["rule"] == "7.3.5"


@pytest.mark.rule("fb", "7.3.6")
def test_an_enemy_beside_the_way_does_not_stop_a_unit_but_may_fire_at_every_hex(situation: Situation) -> None:
    match = situation("soviet.tactical", {"su-372-218": "1333", "de-hanf-1": "1331"}, supply=0)
    play(match, "unit:su-372-218", "hex:1332")
    assert (offered(match).seat, offered(match).task) == ("german", "defensive_fire")
    play(match, "do:pass", "hex:1432")
    assert offered(match).task == "defensive_fire"  # once more, for the next hex
    play(match, "do:pass")
    assert offered(match).seat == "soviet" and match.ask("reach", unit="su-372-218")
    assert match.ask("zoc", side="german") == []


@pytest.mark.rule("fb", "7.3.6")
def test_fire_is_offered_at_every_hex_of_a_longer_way(situation: Situation) -> None:
    match = situation("soviet.tactical", {"su-372-218": "1334", "de-hanf-1": "1233", "de-hanf-2": "1433"}, supply=0)
    play(match, "unit:su-372-218", "hex:1332")
    fired = 0
    while offered(match).task == "defensive_fire":
        play(match, "do:pass")
        fired += 1
    assert fired == 2 and where(match, "su-372-218") == "1332"


@pytest.mark.rule("fb", "7.3.7")
def test_units_of_a_stack_move_one_by_one(situation: Situation) -> None:
    match = situation("soviet.tactical", {"su-372-218": "1333", "su-56eng": "1333"})
    play(match, "unit:su-372-218", "hex:1332")
    assert where(match, "su-56eng") == "1333"
    assert refused(situation("soviet.tactical", {"su-372-218": "1333"}), "hex:1332") == "7.3.7"


def test_of_two_ways_at_the_same_price_the_one_under_less_fire_is_taken(situation: Situation) -> None:
    """From 1333 to 1432 the way leads through 1332 or 1433; only the enemies differ."""
    for enemy, way in (("1232", "1433"), ("1533", "1332")):
        match = situation("soviet.tactical", {"su-372-218": "1333", "de-hanf-1": enemy}, supply=0)
        path = match.ask("path", unit="su-372-218", hex="1432")
        assert path["path"] == ["1333", way, "1432"] and path["cost"] == 2
        assert match.ask("reach", unit="su-372-218")["1432"] == 2


@pytest.mark.rule("fb", "8.2.10")
def test_artillery_that_bombarded_neither_moves_nor_assaults(situation: Situation) -> None:
    men = {"su-m30-1": "1333", "su-372-218": "1333", "de-hanf-1": "1332"}
    match = situation("soviet.bombardment", men, dice=[1])
    play(match, "unit:su-m30-1", "hex:1332", "do:end_phase")
    assert refused(match, "unit:su-m30-1") == "8.2.10"
    play(match, "do:end_phase", "unit:de-hanf-1")
    assert offered(match).units == ("su-372-218",)
    assert refused(match, "unit:su-m30-1") == "8.2.10"
    fire = situation("german.tactical", {"su-m30-1": {"hex": "1333", "bombarded": True}, "de-hanf-1": "1330"})
    play(fire, "unit:de-hanf-1", "hex:1332")
    assert offered(fire).units == ("su-m30-1",)  # it may still fire defensively


@pytest.mark.rule("fb", "3.0k")
@pytest.mark.rule("fb", "7.3.4")
@pytest.mark.rule("fb", "10.5.2b")
def test_what_bars_the_short_way_is_told_before_what_a_detour_costs(situation: Situation) -> None:
    def why(match: stavka.Match, hex: str) -> tuple[str, str]:
        told = match.ask("why_not", unit="su-372-218", hex=hex)
        return told["rule"], told["reason"]

    foes = situation("soviet.tactical", {
        "su-372-218": "0610", "de-flak2": "0611", "de-hanf-1": "0511", "de-wehl-3": "0711"})
    rule, reason = why(foes, "0512")  # two points away, if nobody stood between
    assert rule == "3.0k" and "0611" in reason
    assert why(foes, "2113")[0] == "7.3.5", "too far by any way"
    rule, reason = why(foes, "0605")  # five points away, but for the canal
    assert rule == "7.3.4" and "canal" in reason
    rule, reason = why(situation("soviet.tactical", {"su-372-218": "1333"}, gas=["1332"]), "1328")
    assert rule == "10.5.2b" and "1332" in reason


@pytest.mark.rule("fb", "7.3.5")
def test_a_hex_however_far_is_refused_for_its_distance(fb: stavka.Game[Any], situation: Situation) -> None:
    match = situation("soviet.tactical", {"su-372-218": "1333"})
    far = [number for number in ("1301", "0101", "1310") if fb.board.playable >> fb.board.index[number] & 1]
    answers = [match.ask("why_not", unit="su-372-218", hex=number) for number in far]
    assert far and all(answer["rule"] == "7.3.5" for answer in answers)
