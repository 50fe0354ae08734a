"""The data of the game: what is said twice agrees, and an owner's corrections take effect or are refused."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

import stavka
from stavka.games.ssa import TheSSAbyss
from stavka.kit.hexset import has
from stavka.table.box import make_box


def test_263_units_and_three_air_units(ssa: TheSSAbyss) -> None:
    assert len(ssa.counters) == 266 and sum(unit.kind == "air" for unit in ssa.counters) == 3


def test_roads_cross_the_danube_only_at_the_two_bridges(ssa: TheSSAbyss) -> None:
    board = ssa.board
    crossings = board.line_sides("major", "minor") & board.side_set("danube")
    assert set(board.side_names(crossings)) == {"2530/2630", "2624/2724"}
    bridges = set(board.side_names(board.side_set("bridge")))
    assert bridges == set(board.side_names(board.line_sides("major", "minor") & board.side_set(
        "river", "canal", "danube")))


def test_every_source_and_hex_of_entry_lies_on_a_road(ssa: TheSSAbyss) -> None:
    on_roads = {place for line in ssa.board.lines for place in line.path}
    theatre = ssa.theatre
    sources = theatre.sources[0] | theatre.sources[1]
    assert all(place in on_roads for place in ssa.board.grid.index.values() if has(sources, place))
    entries = {place for plan in theatre.plans.values() for line in plan.lines if line.turn for place in line.hexes}
    assert entries == set(theatre.gate_of)


def test_the_v_s_road_runs_from_varpalota_to_the_city(ssa: TheSSAbyss) -> None:
    line = next(line for line in ssa.board.lines if line.key == "v_s")
    names = [ssa.board.names[place] for place in line.path]
    assert {names[0], names[-1]} == {"0308", "1108"}
    assert all(second in ssa.board.grid.neighbours[first] for first, second in pairwise(line.path))


def test_the_sarviz_parts_the_central_from_the_southern_group(ssa: TheSSAbyss) -> None:
    plan, board = ssa.theatre.plans["sa"], ssa.board
    central = board.area("central")
    start = {group: {place for line in plan.lines if line.group == group and not line.turn for place in line.hexes}
             for group in "cs"}
    assert not any(has(central, place) for place in start["s"])
    assert {board.names[place] for place in start["c"] if not has(central, place)} == {"0907", "1107"}


def test_an_owner_corrects_a_chart(tmp_path: Path) -> None:
    (tmp_path / "charts.toml").write_text("[terrain.woods]\ndie = -3\n", encoding="utf-8")
    corrected = stavka.game("ssa", data=tmp_path)
    match = corrected.situation({"scenario": "k3", "turn": 4, "step": "axis.combat", "empty": True,
                                 "place": {"1Pz-1": "2216", "84-41": "2217"}})
    assert match.ask("odds", target="2217", units=["1Pz-1"])["modifier"] == -3
    assert corrected.data_digest != stavka.game("ssa").data_digest


@pytest.mark.rule("ssa", "23.2.4")
def test_forts_of_an_owners_chart_are_shown_like_ours(tmp_path: Path) -> None:
    (tmp_path / "charts.toml").write_text("[fort]\nvalues = [5, 7, 9, 11, 13, 15]\n", encoding="utf-8")
    corrected = stavka.game("ssa", data=tmp_path)
    names = make_box(corrected)["markers"]
    assert names["fort_13"]["name"] == {"en": "fort 13", "es": "fuerte 13"}


@pytest.mark.parametrize(("file", "text", "named"), [
    ("counters.toml", '[units."1Pz-1"]\nkind = "zeppelin"\n', "zeppelin"),
    ("counters.toml", '[units."1Pz-1"]\nlike = "Nobody"\n', "Nobody"),
    ("counters.toml", '[units."1Pz-1"]\nfactors = [1, 2]\n', "factors"),
    ("charts.toml", "[fort]\nvalues = [1, 2]\n", "values"),
    ("charts.toml", "[combat_results]\nlowest = [1]\n", "lowest"),
    ("scenarios.toml", '[scenarios.k3.lines]\n"23.1.S01" = { units = ["nobody"] }\n', "nobody"),
    ("scenarios.toml", '[scenarios.k3.lines]\n"23.1.S09" = { ready = ["0101"] }\n', "ready"),
    ("scenarios.toml", "[scenarios.k3.levels]\ndraw = 5\n", "levels"),
    ("scenarios.toml", '[scenarios.sa.holds]\n"23.2.1" = { freed_by = "magic" }\n', "freed_by"),
])
def test_wrong_corrections_are_refused(tmp_path: Path, file: str, text: str, named: str) -> None:
    (tmp_path / file).write_text(text, encoding="utf-8")
    with pytest.raises(stavka.DataError, match=named):
        stavka.game("ssa", data=tmp_path)
