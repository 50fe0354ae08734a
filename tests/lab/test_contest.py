"""Contests: paired seeds, resuming, intervals, ratings, reports."""

from __future__ import annotations

import json
from math import exp
from pathlib import Path
from typing import Any

import pytest

from stavka.lab import contest, gates, stats
from stavka.lab.__main__ import main

LEVELS = {"soviet": "random", "german": "random"}


def small(games: int = 3) -> list[contest.Bout]:
    return contest.bouts("dagc", ["historical"], LEVELS, games, first_seed=5)


def lab(*words: str) -> int:
    """Run a command of the lab."""
    return main(list(words))


def test_seeds_are_paired_over_scenarios_and_seats() -> None:
    todo = contest.bouts("dagc", ["historical", "bold_stroke"], {"soviet": "novice", "german": "random"}, 2,
                         first_seed=7, swapped=True)
    assert len(todo) == 8 and len({bout.key for bout in todo}) == 8
    assert {bout.seed for bout in todo} == {7, 8}
    first, second = todo[:2]
    assert dict(first.players) == {"soviet": "novice", "german": "random"}
    assert dict(second.players) == {"soviet": "random", "german": "novice"} and first.seed == second.seed


def test_the_number_of_workers_makes_no_difference() -> None:
    one = contest.run(small(), progress=False)
    two = contest.run(small(), jobs=2, progress=False)
    assert [score.digest for score in one] == [score.digest for score in two]


def test_an_interrupted_contest_goes_on_where_it_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "results.jsonl"
    whole = contest.run(small(), out=out, progress=False)
    lines = out.read_text().splitlines()
    out.write_text("\n".join(lines[:1]) + "\n" + lines[1][:40])  # killed while it wrote the second game down
    played: list[str] = []
    fight = contest.fight

    def counted(bout: contest.Bout) -> contest.Score:
        played.append(bout.key)
        return fight(bout)

    monkeypatch.setattr(contest, "fight", counted)
    again = contest.run(small(), out=out, resume=True, progress=False)
    assert played == [bout.key for bout in small()][1:]
    assert again == whole and len(contest.read(out)) == 3


def test_losses_are_counted_in_steps() -> None:
    score = contest.fight(small(1)[0])
    assert set(score.losses) == {"soviet", "german"} and sum(score.losses.values()) > 0
    assert score.winner == "german" and score.turns == 9


@pytest.mark.parametrize(("wins", "games", "low", "high"), [(0, 10, 0.0, 0.278), (50, 100, 0.404, 0.596),
                                                            (10, 10, 0.722, 1.0)])
def test_wilson_intervals(wins: int, games: int, low: float, high: float) -> None:
    found = stats.wilson(wins, games)
    assert found == (pytest.approx(low, abs=0.001), pytest.approx(high, abs=0.001))


def test_bradley_terry_finds_known_strengths_and_the_advantage_of_a_seat() -> None:
    strength = {"a": 0.0, "b": 0.8, "c": 2.0}
    edge = {"x": 0.5, "y": -1.2}
    games = 100_000
    found = [
        stats.Meeting(scenario, one, two, games / (1 + exp(-(strength[one] - strength[two] + edge[scenario]))), games)
        for scenario in edge for one in strength for two in strength if one != two
    ]
    rating = stats.bradley_terry(found)
    unit = stats.POINTS_PER_LOGIT
    assert rating.players["b"] - rating.players["a"] == pytest.approx(0.8 * unit, abs=1)
    assert rating.players["c"] - rating.players["a"] == pytest.approx(2.0 * unit, abs=1)
    assert rating.advantage["x"] == pytest.approx(0.5 * unit, abs=1)
    assert rating.advantage["y"] == pytest.approx(-1.2 * unit, abs=1)


def test_somebody_who_always_wins_has_a_finite_rating() -> None:
    rating = stats.bradley_terry([stats.Meeting("x", "a", "b", 10, 10), stats.Meeting("x", "b", "a", 0, 10)])
    assert 200 < rating.players["a"] - rating.players["b"] < 2000


def test_the_cross_table_counts_both_seats() -> None:
    todo = contest.bouts("dagc", ["historical"], {"soviet": "novice", "german": "random"}, 1, swapped=True)
    scores = contest.run(todo, progress=False)
    cell = stats.cross_table(scores)["novice", "random"]
    assert (cell.wins, cell.games) == (2, 2)
    assert cell.text == "100 % (34-100)"


def test_play_prints_a_table_and_writes_a_report(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    report, out = tmp_path / "report.html", tmp_path / "results.jsonl"
    code = lab("play", "dagc", "--scenario", "historical", "--soviet", "random", "--german", "random", "--games", "3",
               "--out", str(out), "--report", str(report))
    assert code == 0 and "historical" in capsys.readouterr().out
    html = report.read_text()
    assert "<svg" in html and "http" not in html.replace("http-equiv", "") and len(contest.read(out)) == 3


def test_a_ladder_prints_ratings_as_data(capsys: pytest.CaptureFixture[str]) -> None:
    assert lab("ladder", "dagc", "--players", "random,novice", "--games", "1", "--json") == 0
    data = json.loads(capsys.readouterr().out)
    assert data["ratings"]["novice"] > data["ratings"]["random"]
    assert {cell["player"] for cell in data["cross"]} == {"novice", "random"}


def test_gates_are_passed_or_not_by_the_share_over_both_seats() -> None:
    todo = gates.gate_bouts("dagc", 1, seed=3)
    assert [dict(bout.players)["soviet"] for bout in todo] == [
        "veteran", "regular", "regular", "novice", "novice", "random"]
    found = gates.summary(contest.run(todo[-2:], progress=False))
    novice = found["gates"][0]
    assert (novice["wins"], novice["games"], novice["passed"]) == (2, 2, True)
    assert found["gates"][2]["passed"] is False  # not played


@pytest.mark.parametrize("words", [("play", "dagc", "--scenario", "nowhere"), ("ladder", "dagc", "--players", "x")])
def test_what_does_not_exist_is_refused(words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    assert lab(*words) == 2 and "there is no" in capsys.readouterr().err


def test_a_local_dask_cluster_plays_the_same_games() -> None:
    distributed: Any = pytest.importorskip("distributed")
    with distributed.LocalCluster(
            n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None) as cluster:
        scores = contest.run(small(2), cluster=cluster.scheduler_address, progress=False)
    here = contest.run(small(2), progress=False)
    assert [score.digest for score in scores] == [score.digest for score in here]
