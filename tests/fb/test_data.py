"""The data of the game: what is said twice agrees, and an owner's corrections take effect."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import stavka
from stavka.games.fb import FestungBreslau
from stavka.kit.hexset import has


def test_city_hexes_are_the_urban_ones_and_the_railway_is_its_lines(fb: FestungBreslau) -> None:
    board = fb.board
    assert board.area("city") == board.of_terrain("urban")
    on_lines = {place for line in board.lines if line.kind == "rail" for place in line.path}
    assert board.area("railway") == sum(1 << place for place in on_lines)


def test_bridges_cross_canals_and_1716_has_one(fb: FestungBreslau) -> None:
    board = fb.board
    canals, bridges = board.edges("canal"), board.edges("bridge")
    assert bridges <= canals
    bridge_hexes = board.area("bridge")
    assert all(has(bridge_hexes, a) or has(bridge_hexes, b) for a, b in bridges)
    werder = board.index["1716"]
    around = {edge for edge in canals if werder in edge}
    assert len(around) == 6 and len([edge for edge in bridges if werder in edge]) == 1


def test_the_railway_crosses_water_only_at_bridges(fb: FestungBreslau) -> None:
    board = fb.board
    walls = board.edges("canal") - board.edges("bridge")
    for line in board.lines:
        if line.kind == "rail":
            assert not {tuple(sorted(step)) for step in pairwise(line.path)} & walls, line.key


def test_the_set_up_respects_the_stacking_limits_and_no_enemies_touch(fb: FestungBreslau) -> None:
    p: Any = fb.start("historical", seed=1).position
    limits = p.layout.stack_limit[1]
    assert all(len(stack) <= limits[place] for place, stack in p.stacks.items()
               if place < p.layout.hexes and has(p.occupied[1], place))
    assert not p.occupied[0] & p.layout.grid.around(p.occupied[1])


def test_every_place_that_data_names_exists(fb: FestungBreslau) -> None:
    for counter in fb.counters:
        assert set(counter.start) == set(fb.scenarios)
        assert all(start in fb.board.index for start in counter.start.values())
        if counter.entry is not None:
            assert counter.entry.place in fb.board.index
            event = fb.fortress.events[counter.entry.event]
            assert event.turn == counter.entry.turn and event.effect in ("arrive", "allow")
    assert "aside" in fb.board.boxes


def test_an_owner_corrects_a_chart(tmp_path: Path) -> None:
    (tmp_path / "charts.toml").write_text("[terrain.urban]\nassault = -3\n", encoding="utf-8")
    corrected = stavka.game("fb", data=tmp_path)
    match = corrected.situation({"turn": 5, "step": "soviet.assault", "empty": True,
                                 "place": {"su-372-218": "1024", "de-hanf-1": "1123"}})
    odds = match.ask("odds", target="de-hanf-1", units=["su-372-218"])
    assert {line["value"] for line in odds["sum"]} == {1, -3}
    assert corrected.data_digest != stavka.game("fb").data_digest


@pytest.mark.parametrize(("file", "text", "named"), [
    ("charts.toml", "[turns]\nsoviet_events = ['A']\n", "turns"),
    ("counters.toml", "[units.de-hanf-1]\nkind = 'zeppelin'\n", "zeppelin"),
    ("counters.toml", "[units.su-372-218]\ndivision = '999'\n", "999"),
    ("charts.toml", "[events.german.d]\nturn = 8\n", "turn"),
    ("charts.toml", "[events.german.b]\nunits = ['nobody']\n", "nobody"),
])
def test_wrong_corrections_are_refused(tmp_path: Path, file: str, text: str, named: str) -> None:
    (tmp_path / file).write_text(text, encoding="utf-8")
    with pytest.raises(stavka.DataError, match=named):
        stavka.game("fb", data=tmp_path)
