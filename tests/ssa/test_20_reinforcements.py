"""Chapter 20: reinforcements."""

from __future__ import annotations

import pytest

from stavka.games.ssa import TheSSAbyss
from tests.playing import Situation, do_nothing, end_until, event, offered, play, reach, refused, where

from .helpers import fight

HOME = {"84-41": "2420"}


@pytest.mark.rule("ssa", "20.0a")
def test_reinforcements_enter_at_their_hex_with_their_full_allowance(k3: Situation) -> None:
    match = k3("soviet.movement", {**HOME, "23TC-3": "turn.6"}, turn=6)
    assert refused(match, "do:end_phase") == "20.0a"
    way = reach(match, "23TC-3")
    assert way["1901"] == 0 and max(way.values()) == 10
    play(match, "unit:23TC-3", "hex:1902")
    assert where(match, "23TC-3") == "1902" and event(match, "arrived")["path"][0] == "1901"
    assert reach(match, "23TC-3")  # and on with what is left
    play(match, "do:end_phase")


@pytest.mark.rule("ssa", "20.0a")
def test_they_do_not_come_early(ssa: TheSSAbyss) -> None:
    match = ssa.start("k3", seed=2)
    play(match, "do:ready_made", "do:ready_made")
    end_until(match, "soviet.movement", turn=2)
    assert refused(match, "unit:23TC-3") == "23.1.S12"
    end_until(match, "soviet.movement", turn=6)
    assert {"23TC-3", "104-Div", "122-Div", "35G-Div"} <= set(offered(match).units)


@pytest.mark.rule("ssa", "20.0b")
@pytest.mark.parametrize("foe", ["1901", "1902"])
def test_a_blocked_entry_moves_to_the_nearest_free_hex(k3: Situation, foe: str) -> None:
    match = k3("soviet.movement", {**HOME, "23TC-3": "turn.6", "1Pz-1": foe}, turn=6)
    zone = set(match.ask("zoc", side="axis")) | {foe}
    way = reach(match, "23TC-3")
    starts = [hex for hex, cost in way.items() if cost == 0]
    assert starts and not zone & set(starts)
    grid = match.game.board.grid
    far = {grid.distance(grid.index["1901"], grid.index[hex]) for hex in starts}
    assert far == {2}
    play(match, "unit:23TC-3", f"hex:{starts[0]}")
    assert match.log[-1].rules == ("20.0b",)


@pytest.mark.rule("ssa", "20.0c")
def test_or_they_wait_beyond_the_map_and_fight_their_way_in(k3: Situation) -> None:
    match = k3("soviet.movement", {**HOME, "23TC-3": "turn.6", "23TC-39": "turn.6", "1Pz-Rec": "1901"}, turn=6,
               dice=[6])
    play(match, "unit:23TC-3", "hex:gate.1901", "unit:23TC-39", "hex:gate.1901", "do:end_phase")
    assert where(match, "23TC-3") == "gate.1901"
    while match.phase != "soviet.combat":
        do_nothing(match)
    assert offered(match).hexes == ("1901",)
    fight(match, "1901", "23TC-3", "23TC-39")
    assert where(match, "1Pz-Rec") == "dead.axis"
    play(match, "unit:23TC-3")
    assert where(match, "23TC-3") == "1901"


@pytest.mark.rule("ssa", "20.0c")
def test_there_is_no_waiting_while_the_way_is_free(k3: Situation) -> None:
    match = k3("soviet.movement", {**HOME, "23TC-3": "turn.6"}, turn=6)
    play(match, "unit:23TC-3")
    assert refused(match, "hex:gate.1901") == "20.0c"


@pytest.mark.rule("ssa", "20.0d")
def test_who_cannot_enter_is_lost(k3: Situation) -> None:
    """The entry and all hexes beside it are full of friends, and enemy zones let nobody pass through them."""
    friends = {"104-Div": "1901", "122-Div": "2001", "35G-Div": "1902", "25G-Div": "1801"}
    foes = {"1Pz-1": "2101", "3Pz-3": "1903", "1Pz-113": "1701"}
    full = {unit: {"hex": hex, "disrupted": True} for unit, hex in friends.items()}
    match = k3("soviet.movement", {"23TC-3": "turn.6", **HOME, **full, **foes}, turn=6)
    assert refused(match, "unit:23TC-3") == "20.0b"
    play(match, "do:end_phase")
    assert where(match, "23TC-3") == "dead.soviet" and event(match, "eliminated")["unit"] == "23TC-3"


@pytest.mark.rule("ssa", "23.0c")
def test_each_listed_hex_of_entry_gets_a_unit(ssa: TheSSAbyss) -> None:
    """The 5th Guards Cavalry enters at 1601 and 1901: the last of it must use the door that nobody has used."""
    match = ssa.start("k3", seed=2)
    play(match, "do:ready_made", "do:ready_made")
    end_until(match, "soviet.movement", turn=5)
    cavalry = ["5GC-11", "5GC-12", "5GC-63", "5GC-71", "5GC-1896", "5GC-150", "5GC-Art"]
    for unit in cavalry[:-1]:
        hexes = reach(match, unit)
        near = next(hex for hex in sorted(hexes) if hex.startswith("16"))
        play(match, f"unit:{unit}", f"hex:{near}")
    way = reach(match, cavalry[-1])
    assert [hex for hex, cost in way.items() if cost == 0] == ["1901"]


@pytest.mark.rule("ssa", "20.0a")
def test_at_any_of_its_hexes_of_entry_a_unit_has_its_full_allowance(k3: Situation) -> None:
    """The way from 1601 to 1901 is within a cavalry division's reach: whoever enters at 1901 has spent nothing."""
    match = k3("soviet.movement", {**HOME, "5GC-11": "turn.5", "5GC-12": "turn.5", "5GC-63": "turn.5"}, turn=5)
    way = reach(match, "5GC-11")
    assert way["1601"] == way["1901"] == 0
    play(match, "unit:5GC-11", "hex:1901")
    assert event(match, "arrived")["cost"] == 0 and event(match, "arrived")["path"] == ["1901"]


@pytest.mark.rule("ssa", "20.0b", "23.0c")
def test_who_comes_in_beside_a_blocked_hex_of_entry_counts_for_it(k3: Situation) -> None:
    cavalry = dict.fromkeys(("5GC-11", "5GC-12", "5GC-63"), "turn.5")
    match = k3("soviet.movement", {**HOME, **cavalry, "1Pz-1": "1601"}, turn=5)
    beside = next(hex for hex, cost in reach(match, "5GC-11").items() if cost == 0 and hex != "1901")
    play(match, "unit:5GC-11", f"hex:{beside}", "unit:5GC-12", "hex:1901")
    assert [event.rules for event in match.log if event.kind == "arrived"] == [("20.0b",), ("20.0a",)]
    assert "1901" in reach(match, "5GC-63") and beside != "1601"


@pytest.mark.rule("ssa", "9.1c")
def test_a_unit_that_left_the_map_comes_back_where_it_is_in_supply(k3: Situation) -> None:
    match = k3("axis.combat", {"3SS-6": "1902", "3SS-PzV": "1902", "84-201": "1901", **HOME}, dice=[2],
               taken=["1806"])
    fight(match, "1901", "3SS-6", "3SS-PzV")
    play(match, "hex:off.north", "do:halt")
    end_until(match, "soviet.movement", turn=5)
    starts = [hex for hex, cost in reach(match, "84-201").items() if cost == 0]
    assert starts and "1901" not in starts  # in an enemy zone and out of supply
    play(match, "unit:84-201", f"hex:{starts[0]}")
    assert match.ask("supply", unit="84-201")["supplied"]


@pytest.mark.rule("ssa", "9.1c", "7.1c")
@pytest.mark.parametrize(("friends", "back"), [({}, {"1429"}), ({"84-201": "1629", "84-382": "1729"}, {"1530"})])
def test_it_may_come_back_beside_friends_through_whom_it_is_in_supply(k3: Situation, friends: dict[str, str],
                                                                      back: set[str]) -> None:
    """1530 itself is too far from a road; in an enemy zone it would be supplied all the same, for it stands there."""
    match = k3("axis.combat", {"3SS-6": "1430", "3SS-PzV": "1430", "84-41": "1530", **friends}, dice=[2])
    fight(match, "1530", "3SS-6", "3SS-PzV")
    play(match, "hex:off.south", "do:halt")
    end_until(match, "soviet.movement", turn=5)
    assert {hex for hex, cost in reach(match, "84-41").items() if cost == 0} == back
    play(match, "unit:84-41", f"hex:{min(back)}")
    assert match.ask("supply", unit="84-41")["supplied"]


@pytest.mark.rule("ssa", "20.0b")
def test_the_nearest_free_hex_has_no_friends_in_it_either(k3: Situation) -> None:
    place = {**HOME, "23TC-3": "turn.6", "1Pz-1": "1901"}
    starts = {hex for hex, cost in reach(k3("soviet.movement", place, turn=6), "23TC-3").items() if cost == 0}
    taken = min(starts)
    others = reach(k3("soviet.movement", {**place, "84-41": taken}, turn=6), "23TC-3")
    assert taken not in {hex for hex, cost in others.items() if cost == 0} != set()


@pytest.mark.rule("ssa", "20.0a", "4.0d", "4.1a", "4.1b", "6.0c")
@pytest.mark.parametrize(("hex", "rule"), [
    ("1903", "6.0c"), ("1806", "4.0d"), ("1607", "4.1a"), ("2420", "4.1b"), ("gate.1901", "20.0c"), ("1901", None)])
def test_why_a_reinforcement_does_not_come_to_a_hex(k3: Situation, hex: str, rule: str | None) -> None:
    full = {"84-41": "1903", "84-201": "1903", "84-382": {"hex": "1903", "disrupted": True}, "252-924": "1904"}
    match = k3("soviet.movement", {"23TC-3": "turn.6", "1Pz-1": "1806", **full}, turn=6)
    assert match.ask("why_not", unit="23TC-3", hex=hex)["rule"] == rule
