"""What the table shows: faces, charts, marks on the map and on the turn track."""

from __future__ import annotations

from stavka.games.ssa import TheSSAbyss, display
from stavka.kit.display import section
from stavka.table.box import make_box
from tests.playing import Situation, seen


def test_every_flag_mark_track_and_result_has_a_name_and_a_look(ssa: TheSSAbyss, sa: Situation) -> None:
    box = make_box(ssa)
    assert set(display.flags(ssa)) == {"moved", "fought", "bombarded", "withdrawn", "fatigued", "empty", "unsupplied",
                                       "held"}
    match = sa("axis.combat", {"1SS-1": {"hex": "2115", "fatigued": True, "withdrawn": True, "empty": True}},
               forts={"1213": 8})
    view = seen(match, "axis")
    assert set(view["units"]["1SS-1"]["flags"]) == {"withdrawn", "fatigued", "empty"}
    assert {kind for kinds in view["marks"].values() for kind in kinds} <= set(display.markers(ssa))
    assert set(view["tracks"]) == set(section(ssa.words, "track"))
    assert set(display.results(ssa)) == {cell for table in (ssa.theatre.crt, ssa.theatre.bombardment)
                                         for row in table.rows.values() for cell in row}
    assert box
    assert set(box["values"]) == {"allowance", "range", "bound_by"}
    assert set(box["values"]) <= set(sa("axis.bombardment", {"1Pz-Art": "1310"}).ask("unit", unit="1Pz-Art"))


def test_charts_mark_what_is_reconstructed(ssa: TheSSAbyss) -> None:
    charts = {chart["key"]: chart for chart in display.charts(ssa)}
    assert set(charts) == {"combat_results", "bombardment", "modifiers", "terrain", "fort", "turns_k3", "turns_sa",
                           "victory_k3", "victory_sa"}
    crt = charts["combat_results"]
    assert (2, 12) not in crt["reconstructed"] and (0, 1) in crt["reconstructed"]  # the printed cell: die 3, +11, +12
    assert crt["rows"][2][12]["en"] == "d2"
    terrain = {row[0]["en"]: [cell["en"] for cell in row[1:]] for row in charts["terrain"]["rows"]}
    assert terrain["Woods"] == ["3", "2", "-1"] and terrain["Canal"] == ["2", "1", "-1"]
    assert [row[3]["en"] for row in charts["turns_sa"]["rows"]].count("yes") == 6  # mud
    assert len(charts["victory_k3"]["rows"]) == 20 and len(charts["victory_sa"]["notes"]) == 7


def test_the_forts_of_the_scenario_are_on_the_map_and_show_their_value(sa: Situation, k3: Situation) -> None:
    spring = seen(sa("axis.movement", forts={"1213": 10}), "axis")["marks"]
    assert spring["1213"] == ["fort_10"] and spring["1313"] == ["fort"] and "0511" not in spring
    assert "axis_star" in spring["1525"] and "soviet_star" in spring["0308"]
    assert seen(k3("axis.movement"), "axis")["marks"]["0511"] == ["fort"]
