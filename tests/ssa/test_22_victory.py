"""Chapter 22: victory, and the objectives and levels of both scenarios."""

from __future__ import annotations

import pytest

from stavka.games.ssa import TheSSAbyss
from stavka.games.ssa.plan import LEVELS
from tests.playing import Situation, do_nothing, end_until, happened, move, only, play, seen, supplied, where

from .helpers import fight, points

OBJECTIVES = {
    "k3": {7: "2701 2802", 6: "2605 2505 2403 2102 1801", 4: "2204 2815", 3: "2710 1108 1207 1208",
           2: "1215 1515 0721 1525 1806 1103 1504"},
    "sa": {10: "2530 1525 2624 2815", 6: "1824 1129 0925 2710 0621",
           4: "1723 1324 0721 1520 1818 2318 2312 2010 1714 1708", -10: "0308", -5: "1108 1207 1208",
           -3: "0910 0410 0607"},
}


@pytest.mark.rule("ssa", "23.1.V1", "23.1.V2", "23.1.V3", "23.1.V4", "23.1.V5", "23.2.V1", "23.2.V2", "23.2.V3",
                  "23.2.V4", "23.2.V5", "23.2.V6", "22.0a")
@pytest.mark.parametrize("scenario", ["k3", "sa"])
def test_what_every_objective_is_worth(ssa: TheSSAbyss, scenario: str) -> None:
    """Held by its side, one after the other; all of them together make 78 and 110 points, or cost 34."""
    worth = {hex: value for value, hexes in OBJECTIVES[scenario].items() for hex in hexes.split()}
    everything = list(worth)

    def score(axis: list[str], soviet: list[str]) -> int:
        return points(ssa.situation({"scenario": scenario, "turn": 4, "step": "axis.movement", "empty": True,
                                     "control": {"axis": axis, "soviet": soviet}}))

    own = [hex for hex in everything if worth[hex] > 0]
    red = [hex for hex in everything if worth[hex] < 0]
    for hex in own:
        assert score([hex, *red], [other for other in own if other != hex]) == worth[hex]
    for hex in red:
        assert score([other for other in red if other != hex], [hex, *own]) == worth[hex]
    assert score(everything, []) == {"k3": 78, "sa": 110}[scenario]
    assert score([], everything) == {"k3": 0, "sa": -34}[scenario]


@pytest.mark.rule("ssa", "22.0b")
def test_the_last_to_hold_or_pass_an_objective_controls_it(k3: Situation) -> None:
    match = k3("axis.movement", {"1Pz-1": "1714", "84-41": "2420"})
    before = points(match)
    move(match, "1Pz-1", "1515")
    assert points(match) == before + 2 and happened(match, "captured")[-1]["hex"] == "1515"
    passing = k3("axis.movement", {"1Pz-1": "2009"})
    move(passing, "1Pz-1", "2204")
    assert "2204" in seen(passing, "axis")["control"]["axis"]
    back = k3("soviet.movement", {"84-41": "1415"}, control={"axis": ["1515"]})
    move(back, "84-41", "1515")
    assert points(back) == 0


@pytest.mark.rule("ssa", "22.0b")
def test_an_advance_takes_an_objective_too(k3: Situation) -> None:
    match = k3("axis.combat", {"3SS-6": "1514", "3SS-PzV": "1514", "84-Art": "1515"}, dice=[6])
    fight(match, "1515", "3SS-6", "3SS-PzV")
    play(match, "unit:3SS-6")
    assert points(match) == 2


@pytest.mark.rule("ssa", "22.0c")
def test_units_out_of_supply_neither_gain_nor_hold_objectives(k3: Situation) -> None:
    sources = {"84-41": "0103", "84-201": "0108", "84-382": "0113"}
    match = k3("axis.movement", {"44-131": "1514", **sources}, control={"soviet": ["1515"]})
    move(match, "44-131", "1515")
    assert points(match) == 0 and not happened(match, "captured")
    standing = k3("axis.movement", {"44-131": "1515", **sources}, control={"axis": ["1515", "1215"]})
    assert points(standing) == 2  # Kaloz, where nobody stands, but not Sarkerstur


@pytest.mark.rule("ssa", "22.0b", "22.0c")
def test_who_came_without_supply_holds_an_objective_once_he_has_it(k3: Situation) -> None:
    sources = {"84-41": "0103", "84-201": "0108", "84-382": "0113"}
    match = k3("axis.movement", {"44-131": "1514", **sources}, control={"soviet": ["1515"]})
    move(match, "44-131", "1515")
    assert points(match) == 0
    play(match, "do:end_phase")
    end_until(match, "soviet.movement")
    move(match, "84-201", "0306")  # the road to 0108 is open again
    assert supplied(match, "44-131") and points(match) == 2 and not happened(match, "captured")
    end_until(match, "axis.movement", turn=5)
    assert points(match) == 2 and happened(match, "captured")[-1]["hex"] == "1515"
    move(match, "44-131", "1514")
    assert points(match) == 2


@pytest.mark.rule("ssa", "22.0c")
def test_an_objective_where_an_enemy_stands_does_not_count_though_he_is_out_of_supply(k3: Situation) -> None:
    sources = {"1Pz-1": "2701", "1Pz-113": "2823", "3Pz-3": "2830", "3Pz-394": "1930", "44-131": "1230"}
    axis = {"control": {"axis": ["1515"]}}
    assert points(k3("axis.movement", sources, **axis)) == 7 + 2  # Erd and Sarkerstur
    match = k3("axis.movement", {**sources, "84-41": "1515"}, **axis)
    assert not match.ask("supply", unit="84-41")["supplied"] and points(match) == 7


@pytest.mark.rule("ssa", "22.0c", "9.0f")
def test_a_stack_retreats_as_one_so_that_none_of_it_stays_behind_to_keep_the_line_open(k3: Situation) -> None:
    """While one of the two stood in 1425 there would be a line to 1230, the only source left."""
    axis = {"3SS-6": "1424", "3SS-PzV": "1424", "1Pz-1": "1326", "1Pz-113": "1527", "44-134": "1724"}
    sources = {"3Pz-3": "2701", "3Pz-394": "2823", "44-131": "2830", "44-132": "1930"}
    soviet = {"84-41": "1425", "84-201": "1425", "25G-Div": "1426", "252-924": "1327"}
    match = k3("axis.combat", {**axis, **sources, **soviet}, dice=[4], control={"axis": ["1525"]}, taken=["1806"])
    assert match.ask("supply", unit="84-41")["supplied"]
    assert only(fight(match, "1425", "3SS-6", "3SS-PzV"), "fought")["result"] == "d1"
    play(match, "hex:1525")
    assert where(match, "84-41") == where(match, "84-201") == "1525"
    assert not match.ask("supply", unit="84-41")["supplied"] and not happened(match, "captured")


@pytest.mark.rule("ssa", "22.0d", "23.1.VL", "23.2.VL")
@pytest.mark.parametrize(("scenario", "bounds"), [("k3", [12, 21, 30, 40, 50, 66]), ("sa", [16, 31, 51, 65, 80, 90])])
def test_points_decide_the_level(ssa: TheSSAbyss, scenario: str, bounds: list[int]) -> None:
    plan = ssa.theatre.plans[scenario]
    for level, bound in enumerate(bounds):
        assert plan.level(bound - 1) == LEVELS[level] and plan.level(bound) == LEVELS[level + 1]
    assert plan.level(-34) == "soviet_decisive" and plan.level(110) == "axis_decisive"


@pytest.mark.rule("ssa", "22.0d")
@pytest.mark.parametrize(("axis", "winner", "key"), [
    ([], "soviet", "result.soviet_decisive"), (["2701", "2802"], "soviet", "result.soviet_substantial"),
    (["2701", "2802", "2605", "2505", "2403"], "", "result.draw"),
    (["2701", "2802", "2605", "2505", "2403", "2102", "1801"], "axis", "result.axis_marginal")])
def test_after_the_last_turn_the_points_are_counted(k3: Situation, axis: list[str], winner: str, key: str) -> None:
    match = k3("soviet.movement", {"84-41": "2420"}, turn=9, control={"axis": axis})
    assert match.result is None
    while match.offer is not None:
        do_nothing(match)
    assert match.result is not None and match.result.winner == winner and match.result.message.key == key
    assert match.result.rule == "23.1.VL" and match.result.scores == {"axis": points(match)}
    assert happened(match, "won" if winner else "drawn")
