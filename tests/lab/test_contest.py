"""Contests: paired seeds, resuming, intervals, ratings, reports."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from math import exp, sqrt
from pathlib import Path
from typing import Any

import pytest

import stavka
from stavka.lab import contest, gates, stats
from stavka.lab.__main__ import main
from stavka.players import EFFORTS, Effort

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
    assert len(contest.bouts("dagc", ["historical"], LEVELS, 2, swapped=True)) == 2, "equals have no seats to change"


@pytest.fixture
def thinking_regulars(monkeypatch: pytest.MonkeyPatch) -> None:
    """Regulars who think ahead, but not for long."""
    monkeypatch.setitem(EFFORTS, "regular", Effort(simulations=2, samples=1, depth=1))


def mixed() -> list[contest.Bout]:
    """A few games of several levels; one who thinks among them."""
    return [
        *small(2), *contest.bouts("dagc", ["bold_stroke"], {"soviet": "novice", "german": "random"}, 1, swapped=True),
        *contest.bouts("dagc", ["historical"], {"soviet": "regular", "german": "novice"}, 1),
        *contest.bouts("fb", ["historical"], LEVELS, 1)]


@pytest.mark.usefixtures("thinking_regulars")
def test_neither_workers_nor_interruptions_make_a_difference(tmp_path: Path) -> None:
    one, two, resumed = (tmp_path / name for name in ("one.jsonl", "two.jsonl", "resumed.jsonl"))
    scores = contest.run(mixed(), out=one, progress=False)
    contest.run(mixed(), jobs=2, out=two, progress=False)
    lines = one.read_text().splitlines(keepends=True)
    resumed.write_text(lines[4] + lines[1] + lines[2][:50])  # in the order they were done; the last one was cut off
    contest.run(mixed(), jobs=2, out=resumed, resume=True, progress=False)
    assert one.read_text() == two.read_text() == resumed.read_text()
    assert [score.simulations > 0 for score in scores] == [False] * 4 + [True, False]
    assert stats.fingerprint(scores) == stats.fingerprint(list(contest.read(two).values()))
    assert stats.fingerprint(scores[1:]) != stats.fingerprint(scores)


def test_results_of_other_data_are_played_again(tmp_path: Path) -> None:
    out = tmp_path / "results.jsonl"
    contest.run(small(1), out=out, progress=False)
    data = json.loads(out.read_text())
    out.write_text(json.dumps({**data, "rules": "other", "choices": 1}) + "\n")
    assert contest.run(small(1), out=out, resume=True, progress=False)[0].choices == data["choices"]


def test_results_of_an_older_version_are_taken_up(tmp_path: Path) -> None:
    out = tmp_path / "results.jsonl"
    score = contest.run(small(1), out=out, progress=False)[0]
    data = json.loads(out.read_text())
    old = {key: value for key, value in data.items() if key not in ("needed", "rules")}
    out.write_text(json.dumps({**old, "points": data["points"]["soviet"], "choices": 7}) + "\n")
    again = contest.run(small(1), out=out, resume=True, progress=False)[0]
    assert again.choices == 7 and again.points == score.points


def test_results_are_not_lost_by_forgetting_to_resume(tmp_path: Path) -> None:
    out = tmp_path / "results.jsonl"
    contest.run(small(2), out=out, progress=False)
    contest.run(small(1), out=out, progress=False)
    assert len(contest.read(out)) == 1 and len(contest.read(tmp_path / "results.jsonl.old")) == 2


def test_workers_end_when_the_contest_is_killed(tmp_path: Path) -> None:
    out = tmp_path / "results.jsonl"
    words = [sys.executable, "-m", "stavka.lab", "play", "dagc", "--scenario", "historical", "--soviet", "novice",
             "--german", "novice", "--games", "400", "--jobs", "2", "--out", str(out)]
    with subprocess.Popen(words, stderr=subprocess.DEVNULL, start_new_session=True) as lab:
        while len(contest.read(out)) < 2:
            time.sleep(0.1)
        os.kill(lab.pid, signal.SIGKILL)
        lab.wait()
    while _alive(lab.pid):  # the group lives as long as one of its processes; hanging here is the failure
        time.sleep(0.1)
    known = len(contest.read(out))
    assert 2 <= known < 400
    assert len(contest.run(contest.bouts("dagc", ["historical"], {"soviet": "novice", "german": "novice"}, known + 1),
                           out=out, resume=True, progress=False)) == known + 1


def _alive(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


def test_a_cut_by_the_clock_is_recorded_and_told(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setitem(EFFORTS, "regular", Effort(simulations=50, samples=1, seconds=-1.0))
    out, report = tmp_path / "results.jsonl", tmp_path / "report.html"
    assert lab("play", "dagc", "--scenario", "historical", "--soviet", "regular", "--german", "random", "--games", "1",
               "--out", str(out), "--report", str(report)) == 0
    cuts = json.loads(out.read_text())["cuts"]
    assert cuts > 0
    told = f"The clock cut {cuts} thought"
    assert told in capsys.readouterr().out and told in report.read_text()
    assert f"{cuts} thoughts cut short by the clock" in report.read_text()


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


@pytest.mark.parametrize(("game", "turns", "needed"), [("dagc", 9, 31), ("fb", 20, 26)])
def test_points_losses_and_length_are_counted_in_every_game(game: str, turns: int, needed: int) -> None:
    score = contest.fight(contest.bouts(game, ["historical"], LEVELS, 1, first_seed=5)[0])
    assert set(score.losses) == {"soviet", "german"} and sum(score.losses.values()) > 0
    assert score.winner == "german" and score.turns == turns
    assert set(score.points) == {"soviet"} and score.points["soviet"] < needed == score.needed


@pytest.mark.parametrize("key", stavka.games())
def test_the_losses_of_a_game_are_events_about_a_unit(key: str) -> None:
    game = stavka.game(key)
    for kind in game.loss_events:
        assert "{unit:unit}" in game.words.templates["en"][f"event.{kind}"], kind


@pytest.mark.parametrize("key", stavka.games())
def test_every_seat_is_an_option(key: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    seats = [word for seat in stavka.game(key).seats for word in (f"--{seat}", "nobody")]
    assert lab("play", key, *seats, "--out", str(tmp_path / "out.jsonl")) == 2
    assert "there is no player 'nobody'" in capsys.readouterr().err


@pytest.mark.parametrize(("wins", "games", "low", "high"), [(0, 10, 0.0, 0.278), (50, 100, 0.404, 0.596),
                                                            (10, 10, 0.722, 1.0)])
def test_wilson_intervals(wins: int, games: int, low: float, high: float) -> None:
    found = stats.wilson(wins, games)
    assert found == pytest.approx((low, high), abs=0.001)


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


@pytest.mark.parametrize("games", [100, 10_000])
def test_intervals_of_ratings_shrink_with_the_root_of_the_games(games: int) -> None:
    met = [stats.Meeting("x", first, second, games / 2, games) for first, second in ("ab", "ba")]
    found = stats.bradley_terry(met, prior=1e-6)
    by_hand = stats.Z95 * stats.POINTS_PER_LOGIT * sqrt(1 / (2 * games * 0.25))  # of the distance from a to b
    assert found.margins["a"] == found.margins["b"] == pytest.approx(by_hand / 2, rel=0.01)
    assert found.advantage_margins["x"] == pytest.approx(by_hand, rel=0.01)


def test_strength_and_advantage_cannot_be_told_apart_if_seats_are_not_changed() -> None:
    found = stats.bradley_terry([stats.Meeting("x", "a", "b", 50, 100)], prior=1e-6)
    assert found.margins["a"] > 1000 and found.advantage_margins["x"] > 1000


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
    for words in ("Games won", "Victory points (Soviet player)", "31 wins", "Losses", "Length in turns", "won by",
                  stavka.game("dagc").data_digest, stats.fingerprint(list(contest.read(out).values()))):
        assert words in html, words


def test_games_without_a_staff_are_played_at_random(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setitem(stavka.game("dagc").__dict__, "staff", None)
    out = ("--out", str(tmp_path / "results.jsonl"))
    assert lab("play", "dagc", "--scenario", "historical", "--games", "1", *out) == 0
    assert "random random" in capsys.readouterr().out
    for words in (("play", "dagc", "--german", "novice"), ("ladder", "dagc"), ("gates", "dagc")):
        assert lab(*words, *out) == 2
        assert "dagc has no staff: only random players can play it" in capsys.readouterr().err


def test_the_report_speaks_spanish(tmp_path: Path) -> None:
    report = tmp_path / "report.html"
    assert lab("play", "dagc", "--scenario", "historical", "--soviet", "random", "--german", "random", "--games", "2",
               "--lang", "es", "--out", str(tmp_path / "results.jsonl"), "--report", str(report)) == 0
    html = report.read_text()
    for words in ('lang="es"', "2 partidas entre jugadores automáticos, 1 escenario", "Puntos de victoria (",
                  "31 ganan", "Pérdidas", "Duración en turnos, media", "según la regla",
                  stavka.game("dagc").scenarios["historical"].name["es"]):
        assert words in html, words
    for english in ("Games", "won by", "losses", "Length", "choices", "simulations", "seeds"):
        assert english not in html.replace("--games", ""), english


@pytest.mark.parametrize("key", stavka.games())
def test_every_game_has_a_report(key: str, tmp_path: Path) -> None:
    report = tmp_path / "report.html"
    seats = [word for seat in stavka.game(key).seats for word in (f"--{seat}", "random")]
    assert lab("play", key, *seats, "--games", "1", "--swap", "--out", str(tmp_path / "x.jsonl"), "--report",
               str(report)) == 0
    assert all(scenario.name["en"] in report.read_text() for scenario in stavka.game(key).scenarios.values())


def test_a_ladder_prints_ratings_with_intervals(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ("ladder", "dagc", "--players", "random,novice", "--games", "1", "--out", str(tmp_path / "ladder.jsonl"))
    assert lab(*words) == 0
    table = capsys.readouterr().out
    assert "±" in table and "against novice" in table and "historical: the soviet seat is worth" in table
    assert lab(*words, "--json", "--resume") == 0
    data = json.loads(capsys.readouterr().out)
    assert data["margins"]["novice"] > 0 and data["advantage_margins"]["historical"] > 0
    assert data["ratings"]["novice"] > data["ratings"]["random"]
    assert {cell["player"] for cell in data["cross"]} == {"novice", "random"}


def test_gates_are_passed_or_not_by_the_share_over_both_seats() -> None:
    todo = gates.gate_bouts("dagc", 2, seed=3, long=1)
    assert {bout.scenario for bout in todo} == {"historical"}
    assert {bout.scenario for bout in gates.gate_bouts("dagc", 1, 0, scenario="bold_stroke")} == {"bold_stroke"}
    assert [dict(bout.players)["soviet"] for bout in todo] == [
        "marshal", "veteran", "veteran", "regular", "regular", "novice", "novice", "random",
        "veteran", "regular", "regular", "novice", "novice", "random"]
    found = gates.summary(contest.run(todo[-2:], progress=False))
    novice = found["gates"][0]
    assert (novice["wins"], novice["games"], novice["passed"]) == (2, 2, True)
    assert novice["seats"] == {seat: {"wins": 1, "drawn": 0, "games": 1, "rate": 1.0, "interval": [0.207, 1.0]}
                               for seat in ("soviet", "german")}
    assert found["gates"][2]["passed"] is False  # not played


@pytest.mark.parametrize(("won", "passed"), [(12, True), (11, False)])
def test_a_gate_is_not_passed_from_one_seat_alone(won: int, passed: bool) -> None:
    """Twenty of twenty as the Soviets; eleven of twenty as the Germans are 55 %, and more is asked."""
    one = contest.run(small(1), progress=False)[0]
    scores = [replace(one, players={"soviet": "regular", "german": "novice"}, winner="soviet")] * 20
    scores += [replace(one, players={"soviet": "novice", "german": "regular"}, winner="german" if n < won else "soviet")
               for n in range(20)]
    gate = gates.summary(scores)["gates"][1]
    assert gate["rate"] > 0.75 and gate["seats"]["soviet"]["rate"] == 1.0
    assert gate["passed"] is passed


def test_a_draw_is_half_a_game_won_by_either_player() -> None:
    """From either seat 15 won and ten drawn of 27 are 20: 74 %, and of 26 they are enough. A game that a third side
    won is half a win in a meeting, too."""
    one = contest.run(small(1), progress=False)[0]
    scores = [replace(one, players={better: "regular", other: "novice"}, winner=winner)
              for better, other in (("soviet", "german"), ("german", "soviet"))
              for winner in [other] * 2 + [better] * 15 + [""] * 10]
    gate = gates.summary(scores)["gates"][1]
    assert (gate["wins"], gate["drawn"], gate["rate"]) == (30, 20, 0.741)
    assert gate["seats"]["german"]["drawn"] == 10 and gate["passed"] is False
    assert gates.summary([*scores[1:27], *scores[28:]])["gates"][1]["passed"] is True
    met, = stats.meetings([*scores, replace(scores[0], winner="somebody")])
    assert (met.first, met.wins, met.games) == ("regular", 40.5, 55)


def test_games_that_are_not_begun_in_time_are_left_to_another_run(tmp_path: Path) -> None:
    out = tmp_path / "late.jsonl"
    assert contest.run(small(2), out=out, progress=False, seconds=-1.0) == []
    assert len(contest.run(small(2), out=out, resume=True, progress=False)) == 2


def test_one_gate_is_counted_by_processes_that_do_not_live_long(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Each is killed in its second game; in the end the games are those that one process would have played."""
    fight, begun = contest.fight, list[contest.Bout]()

    def short(bout: contest.Bout) -> contest.Score:
        begun.append(bout)
        if len(begun) == 2:
            raise SystemExit("killed")
        return fight(bout)

    def gate(name: str, games: int = 2) -> tuple[str, ...]:
        return ("gates", "dagc", "--scenario", "bold_stroke", "--only", "novice", "--games", str(games), "--seed", "7",
                "--out", str(tmp_path / name))

    monkeypatch.setattr(contest, "fight", short)
    for _ in range(3):
        begun.clear()
        with pytest.raises(SystemExit):
            lab(*gate("short.jsonl"), "--resume")
    begun.clear()
    lab(*gate("short.jsonl"), "--resume")
    told = json.loads(capsys.readouterr().out)
    assert (told["missing"], [(one["better"], one["other"], one["games"]) for one in told["gates"]]) == (
        0, [("novice", "random", 4)])
    monkeypatch.setattr(contest, "fight", fight)
    lab(*gate("whole.jsonl"))
    assert (tmp_path / "whole.jsonl").read_text() == (tmp_path / "short.jsonl").read_text()
    capsys.readouterr()
    lab(*gate("whole.jsonl", games=3), "--resume", "--seconds", "0")
    assert json.loads(capsys.readouterr().out)["missing"] == 2, "a look at what there is, in which nothing is played"


@pytest.mark.parametrize("words", [("play", "dagc", "--scenario", "nowhere"), ("ladder", "dagc", "--players", "x")])
def test_what_does_not_exist_is_refused(words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    assert lab(*words) == 2 and "there is no" in capsys.readouterr().err


def test_nobody_sits_in_a_seat_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert lab("play", "dagc", "--axis", "random") == 2
    assert "dagc has no seat 'axis'; it has soviet, german" in capsys.readouterr().err


def test_a_local_dask_cluster_plays_the_same_games() -> None:
    distributed: Any = pytest.importorskip("distributed", reason="Dask is not installed: pip install stavka[cluster]")
    with distributed.LocalCluster(
            n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None) as cluster:
        scores = contest.run(small(2), cluster=cluster.scheduler_address, progress=False)
    here = contest.run(small(2), progress=False)
    assert [score.digest for score in scores] == [score.digest for score in here]
