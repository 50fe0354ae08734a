"""What the table shows: faces, charts, colours, marks."""

from __future__ import annotations

from stavka.games.rttr import RaceToTheReichstag, display
from stavka.table.box import make_box
from tests.playing import Situation, seen


def test_faces_show_identity_factor_and_entry(rttr: RaceToTheReichstag) -> None:
    faces = {id: display.faces(rttr, rttr.counters[id]) for id in ("BF-150", "S-VS-01", "S-MO", "G-GD")}
    assert faces["BF-150"] == [{"left": "150", "bottom": "5", "top_right": "2N"}]
    assert faces["S-VS-01"] == [{"left": "VS", "bottom": "(1)*"}, {"left": "VS", "bottom": "(1)*", "top_right": "?"}]
    assert faces["S-MO"][0]["bottom"] == "4*" and faces["G-GD"] == [{"left": "GD", "bottom": "3"}]


def test_the_box_is_complete(rttr: RaceToTheReichstag) -> None:
    box = make_box(rttr)
    assert [chart["key"] for chart in box["charts"]] == [
        "mobile_results", "assault_results", "terrain", "multiples", "stavka_points", "victory", "turns"]
    assert set(box["groups"]) == {"1bf", "1uf", "mobile", "static"}
    assert box["objectives"]["3513"] == 30 and len(box["objectives"]) == 22
    assert len(box["hexsides"]) == 54
    assert {button["name"]["es"] for button in box["buttons"].values()}


def test_the_charts_are_made_from_the_tables_that_are_played(rttr: RaceToTheReichstag) -> None:
    charts = {chart["key"]: chart for chart in display.charts(rttr)}
    assert [cell["en"] for cell in charts["mobile_results"]["rows"][4]] == [
        "5", "AR", "DR", "DR", "DR", "DP", "DP", "DP", "OR"]
    terrain = {row[0]["en"]: [cell["en"] for cell in row[1:]] for row in charts["terrain"]["rows"]}
    assert terrain["Objective"] == ["2", "×3"] and terrain["River or canal, in addition"] == ["3", "×2"]
    assert (0, 1) not in charts["terrain"]["reconstructed"] and (1, 1) in charts["terrain"]["reconstructed"]
    assert [row[2]["en"] for row in charts["turns"]["rows"]][:4] == ["–", "24", "3", "3"]


def test_marks_lie_on_hexes_and_bridges(rttr: RaceToTheReichstag, situation: Situation) -> None:
    match = situation("1bf.combat", {"BF-150": "3812"}, artillery={"1bf": ["4906"]}, air={"1bf": ["4906"]},
                      blown=["3412/3513"])
    marks = seen(match, "1uf")["marks"]
    assert marks == {"4906": ["artillery", "air"], "3812": ["control_1bf"], "3412/3513": ["blown"]}
    assert set(display.markers(rttr)) >= {"artillery", "air", "jet", "blown", "control_1bf"}
