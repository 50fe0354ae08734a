"""What the tables show: the map, the box of the game, the terminal."""

from __future__ import annotations

import json
import random

import pytest

from stavka.art import Style, render
from stavka.games.fb import FestungBreslau, display
from stavka.kit.words import Message
from tests.fb.record_games import anything
from tests.playing import offered


@pytest.mark.parametrize(("theme", "lang"), [("light", "en"), ("dark", "es")])
def test_the_map_is_drawn(fb: FestungBreslau, theme: str, lang: str) -> None:
    style = Style.read(fb.folder.read("style.toml"), fb.board, theme)
    svg = render(fb.board, style, lang=lang)
    assert svg.startswith("<svg") and "Festung Breslau" in svg.replace("FESTUNG BRESLAU", "Festung Breslau")


def test_faces_show_what_is_printed(fb: FestungBreslau) -> None:
    front, back = display.faces(fb, fb.counters["de-55hj"])
    assert front["top_left"] == "★" and back["bottom"] == "D"
    assert display.faces(fb, fb.counters["su-56eng"])[0]["bottom_left"] == "+1"
    gun = display.faces(fb, fb.counters["su-b4-1"])
    assert gun[0]["top_right"] == "6B" and gun[0]["bottom"] == "—" and gun[1]["bottom"] == "B"


def test_charts_say_what_the_rules_read(fb: FestungBreslau) -> None:
    charts = {chart["key"]: chart for chart in display.charts(fb)}
    for chart in charts.values():
        assert all(len(row) == len(chart["columns"]) for row in chart["rows"]), chart["key"]
        assert all(cell["en"] is not None and cell["es"] is not None for row in chart["rows"] for cell in row)
        for row, column in chart.get("reconstructed", ()):
            assert 0 <= row < len(chart["rows"]) and 0 < column < len(chart["columns"])
    assert len(charts["turns"]["rows"]) == 20 and charts["turns"]["rows"][11][2]["en"] == "14"
    assert len(charts["bombardment"]["reconstructed"]) == 60 - 3
    urban = next(row for row in charts["terrain"]["rows"] if row[0]["en"] == "Urban")
    assert [cell["en"] for cell in urban[1:]] == ["3", "1", "2", "3", "-2", "6", "7"]


def test_the_box_has_every_part(fb: FestungBreslau) -> None:
    msgspec = pytest.importorskip("msgspec")
    from stavka.table.box import make_box

    box = json.loads(msgspec.json.encode(make_box(fb)))
    boxes = {b.pop("key"): b for b in box["boxes"]}
    assert (boxes["turn.7"]["kind"], boxes["turn.7"]["turn"]) == ("track", 7)
    assert boxes["box.reserve"]["kind"] == "box" and "turn" not in boxes["box.reserve"]
    assert set(box["groups"]) == {"grey", "red", "orange", "white"}
    assert box["flags"]["disorganised"]["name"]["es"] == "desorganizada"
    assert len(box["counters"]) == 239 and len(box["phases"]) == 10
    assert len(box["objectives"]) == 30 and box["results"]["hit"]["es"] == "impacto"
    kinds = {counter["kind"] for counter in box["counters"].values()}
    assert kinds - set(box["symbols"]) == {"armoured_train"} and set(box["symbols"]) <= kinds
    assert {"turn", "supply", "air"} <= set(box["tracks"]) and set(box["points"]) == {"hexes"}
    assert set(box["markers"]) == {"chemical", "airstrip", "victory"}


def test_tracks_markers_flags_and_tasks_have_names(fb: FestungBreslau) -> None:
    match = fb.start("free", seed=41)
    chance = random.Random(41)
    seen: set[str] = set()
    while match.offer is not None:
        seen.add(f"task.{offered(match).task}")
        match.choose(anything(match, chance))
    view = match.view("soviet")
    seen |= {f"track.{key}" for key in view["tracks"] if key != "turn"}
    seen |= {f"flag.{flag}" for flag in display.flags(fb)}
    seen |= {f"marker.{kind}" for kind in ("chemical", "airstrip", "victory")}
    for key in seen:
        for language in ("en", "es"):
            assert fb.say(Message(key), language), key
