"""Chapter 7: supply."""

from __future__ import annotations

from itertools import pairwise

import pytest

from stavka.games.ssa import TheSSAbyss
from tests.playing import Situation, end_until, happened, move, offered, play, reach, refused, supplied, where

from .helpers import asked, fight, flags


@pytest.mark.rule("ssa", "7.0a", "7.0b", "7.0c")
def test_lines_lead_to_the_printed_sources(ssa: TheSSAbyss, k3: Situation) -> None:
    board = ssa.board
    assert board.numbers(board.area("axis_supply")) == ["0103", "0108", "0113"]
    assert set(board.numbers(board.area("soviet_supply"))) == {"2701", "2823", "2830", "1930", "1230"}
    match = k3("axis.combat", {"1Pz-1": "2112", "84-41": "2415"})
    assert match.ask("supply", unit="1Pz-1")["path"][-1] in ("0103", "0108", "0113")
    assert match.ask("supply", unit="84-41")["path"][-1] in ("2701", "2823", "2830", "1930", "1230")


@pytest.mark.rule("ssa", "7.0a")
def test_without_its_sources_a_side_is_out_of_supply(k3: Situation) -> None:
    sources = dict(zip(("84-41", "84-201", "84-382"), ("0103", "0108", "0113"), strict=True))
    match = k3("axis.movement", {"44-131": "2112", **sources})
    answer = match.ask("supply", unit="44-131")
    assert not answer["supplied"] and answer["rule"] == "7.1f"


@pytest.mark.rule("ssa", "7.1a", "7.1b")
@pytest.mark.parametrize(("hex", "within"), [("0120", True), ("0121", True), ("0122", False), ("0123", False)])
def test_a_road_must_be_within_eight_points_at_the_mechanized_rate(k3: Situation, hex: str, within: bool) -> None:
    """South of the Sio the road is six points from 0120, eight from 0121; infantry pays like everybody."""
    answer = k3("axis.movement", {"44-131": hex}).ask("supply", unit="44-131")
    assert answer["supplied"] is within
    assert answer["rule"] == "7.1a"


@pytest.mark.rule("ssa", "7.1c")
def test_through_adjacent_friends_a_line_costs_one_point_a_hex(k3: Situation) -> None:
    """From 0122 two friends carry the line to 0120 for two points, and six are left; with a gap there is no line."""
    chain = {"44-131": "0122", "44-132": "0121", "44-134": "0120"}
    answer = k3("axis.movement", chain).ask("supply", unit="44-131")
    assert answer["supplied"] and answer["rule"] == "7.1c"
    assert answer["path"][:3] == ["0122", "0121", "0120"]
    assert not supplied(k3("axis.movement", {"44-131": "0122", "44-134": "0120"}), "44-131")


@pytest.mark.rule("ssa", "7.1d")
def test_a_friendly_unit_cancels_the_zone_in_its_hex(k3: Situation) -> None:
    """1410 is on the only road north that is left; the enemy beside it closes it unless a friend stands there."""
    ring = {"84-41": "1510", "84-201": "1511", "84-382": "1512", "252-924": "1412", "252-928": "1312"}
    alone = {"44-131": "1411", "84-41": "1510"}
    match = k3("axis.movement", {**alone, **ring})
    assert not supplied(match, "44-131")
    match = k3("axis.movement", {**alone, **ring, "1Pz-1": "1410", "1Pz-113": "1311"})
    assert supplied(match, "44-131")


@pytest.mark.rule("ssa", "7.1e")
def test_on_the_road_the_line_stays_on_it_for_any_distance(k3: Situation) -> None:
    match = k3("axis.movement", {"1Pz-1": "2815"})
    path = match.ask("supply", unit="1Pz-1")["path"]
    assert len(path) > 25
    grid = match.game.board.grid
    roads = set(match.game.board.side_names(match.game.board.line_sides("major", "minor")))
    for here, there in pairwise(path):
        assert grid.side_name(grid.side_number(grid.index[here], grid.index[there])) in roads


@pytest.mark.rule("ssa", "7.1f")
def test_enemy_units_and_zones_on_the_road_cut_it(k3: Situation) -> None:
    match = k3("axis.movement", {"1Pz-1": "2312"})
    assert supplied(match, "1Pz-1")
    cut = {"84-41": "1912", "84-201": "2012", "84-382": "1910", "252-924": "1914", "252-928": "1908",
           "62G-182": "1916", "62G-184": "1918", "62G-186": "1920", "69-204": "1922", "69-206": "1924",
           "69-208": "1906", "96G-291": "1926", "96G-293": "1928", "96G-295": "1904", "1G-1": "1902", "1G-2": "1930"}
    match = k3("axis.movement", {"1Pz-1": "2312", **cut})
    assert not supplied(match, "1Pz-1")


@pytest.mark.rule("ssa", "7.2")
def test_supply_for_movement_is_judged_when_the_phase_begins(k3: Situation) -> None:
    """The unit may go on in a second leg although the first took it out of supply."""
    match = k3("axis.movement", {"1Pz-1": "0120"})
    assert supplied(match, "1Pz-1")
    move(match, "1Pz-1", "0122")
    assert not supplied(match, "1Pz-1") and "unsupplied" in flags(match, "1Pz-1")
    assert reach(match, "1Pz-1")["0123"] == 2


POCKET = {"1Pz-1": "0121", "84-41": "0220", "84-201": "0122"}
"""A regiment whose only line leads past an enemy, with another enemy to attack."""


@pytest.mark.rule("ssa", "7.3")
def test_supply_for_combat_is_judged_at_the_moment_of_the_attack(k3: Situation) -> None:
    """An attack that opens the way to the road puts another attacker back into supply within the phase."""
    match = k3("axis.combat", {"3SS-6": "0320", "3SS-PzV": "0320", **POCKET}, dice=[6])
    assert not supplied(match, "1Pz-1")
    assert refused(match, "hex:0122") == "7.4a"
    fight(match, "0220", "3SS-6", "3SS-PzV")
    assert where(match, "84-41") == "dead.soviet"
    play(match, "do:halt")
    assert supplied(match, "1Pz-1") and "0122" in offered(match).hexes


@pytest.mark.rule("ssa", "7.4a")
def test_units_out_of_supply_do_not_attack_and_are_marked(k3: Situation) -> None:
    match = k3("axis.combat", POCKET)
    assert "unsupplied" in flags(match, "1Pz-1")
    assert refused(match, "hex:0122") == "7.4a"


@pytest.mark.rule("ssa", "7.4b")
def test_one_defender_out_of_supply_adds_one_to_the_die_once(k3: Situation) -> None:
    ring = {"1Pz-1": "2115", "1Pz-113": "2216", "3Pz-3": "2315", "3Pz-394": "2214"}
    match = k3("axis.combat", {"84-41": "2215", "84-201": "2215", **ring})
    assert not supplied(match, "84-41")
    assert asked(match.ask("odds", target="2215", units=["1Pz-1"]), "modifiers")["7.4b"] == 1


@pytest.mark.rule("ssa", "7.4c", "7.4d")
def test_out_of_supply_only_units_that_are_not_mechanized_move(k3: Situation) -> None:
    sources = {"84-41": "0103", "84-201": "0108", "84-382": "0113"}
    match = k3("axis.movement", {"44-131": "2112", "1Pz-1": "2114", **sources})
    assert offered(match).units == ("44-131",)
    assert refused(match, "unit:1Pz-1") == "7.4c"
    assert max(reach(match, "44-131").values()) == 6
    assert end_until(match, "soviet.movement") and not happened(match, "moved")
