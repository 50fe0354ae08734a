"""How judges are taught (``scripts/train_judge.py``): games that are kept, and what a fit learns from them."""

from __future__ import annotations

import json
import sys
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from stavka.staff.judge import Judge

training: Any = import_module("scripts.train_judge")


def games(number: int) -> list[Any]:
    """Games whose end follows from the first of two facts, with luck; the second tells nothing."""
    rng, found = Random(3), []
    for n in range(number):
        fact = rng.gauss(0, 2)
        margin = round(2 * fact + rng.gauss(0, 1.5))
        seen = [(turn, 0.0, [fact + rng.gauss(0, 0.5), rng.gauss(0, 1)]) for turn in (1, 4, 8)]
        found.append(training.Game(n, ["regular", "regular"], margin >= 0, margin, seen))
    return found


def test_games_are_kept_as_they_end_and_a_torn_line_is_left_out(tmp_path: Path) -> None:
    path, played = tmp_path / "games.jsonl.gz", games(3)
    for game in played:
        training.keep(path, game)
    assert [training.kept_games(path)[n].margin for n in range(3)] == [game.margin for game in played]
    assert training.kept_games(tmp_path / "none.jsonl.gz") == {}


@pytest.mark.parametrize("missing", [1, 20, 60])
def test_a_run_goes_on_after_a_game_that_was_not_written_to_its_end(tmp_path: Path, missing: int) -> None:
    """What is written after it could not be read, if it stayed in the file."""
    path, played = tmp_path / "games.jsonl.gz", games(4)
    for game in played[:3]:
        training.keep(path, game)
    path.write_bytes(path.read_bytes()[:-missing])
    whole = list(training.kept_games(path))
    assert whole == [0, 1, 2][:len(whole)] and len(whole) >= 2
    training.keep(path, played[3])
    assert list(training.kept_games(path)) == [*whole, 3]


def test_a_file_that_holds_no_whole_game_is_begun_anew(tmp_path: Path) -> None:
    path, (game,) = tmp_path / "games.jsonl.gz", games(1)
    path.write_bytes(b"\x1f\x8b torn")
    assert training.kept_games(path) == {}
    training.keep(path, game)
    assert list(training.kept_games(path)) == [0]


def test_only_the_games_that_are_missing_are_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, all_games, played = tmp_path / "games.jsonl.gz", games(6), []

    def play(contest: Any, number: int) -> Any:
        played.append((contest.spread, number))
        return all_games[number]

    monkeypatch.setattr(training, "play", play)
    training.keep(path, all_games[3])
    words = ["fb", "--games", "3", "--seed", "2", "--spread", "0.5", "--kept", str(path), "--play-only"]
    training.main(words)
    assert played == [(0.5, 2), (0.5, 4)] and sorted(training.kept_games(path)) == [2, 3, 4]
    training.main([*words, "--seconds", "0"])
    training.main([*words, "--games", "4", "--seconds", "0"])
    assert len(played) == 2, "nothing is missing, or it is too late"


def test_games_that_were_kept_teach_a_judge(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The second step, then a third that goes on from what was learnt."""
    path, first, second = tmp_path / "games.jsonl.gz", tmp_path / "first", tmp_path / "second"
    monkeypatch.setattr(training.General, "fact_names", lambda *_: ["telling", "idle"])
    for game in games(60):
        training.keep(path, game)
    step = ["fb", "--games", "0", "--kept", str(path), "--margins"]
    training.main([*step, "--out", str(first)])
    told = json.loads(capsys.readouterr().out)
    assert told["games"] == 60 and [one["turn"] for one in told["turns"]] == [1, 4, 8]
    assert (first / "judge-fb.svg").read_text(encoding="utf-8").startswith("<svg ")
    judge = Judge.read(first / "judge.json", ["telling", "idle"])
    assert judge is not None and judge.value([2.0, 0.0], 4) > 0.5 > -0.5 > judge.value([-2.0, 0.0], 4)
    training.main([*step, "--out", str(second), "--going-on", str(first / "judge.json")])
    assert set(json.loads(capsys.readouterr().out)["log_loss_less_than"]) == {"by hand", "before"}
    assert Judge.read(second / "judge.json", ["telling", "idle"]) is not None


def test_games_that_tell_of_other_facts_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl.gz"
    training.keep(path, games(1)[0])
    with pytest.raises(SystemExit, match="these games tell of other facts than the staff does now"):
        training.main(["fb", "--games", "0", "--kept", str(path), "--out", str(tmp_path)])


def test_what_cannot_be_had_is_refused_before_games_are_played(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def refused(*words: str) -> str:
        with pytest.raises(SystemExit):
            training.main(["fb", *words])
        return capsys.readouterr().err

    assert "--play-only needs --kept" in refused("--play-only")
    monkeypatch.setattr(training, "find_spec", lambda _name: None)
    assert "the fit needs numpy" in refused("--kept", str(tmp_path / "games.jsonl.gz"))


def test_games_are_played_without_numpy(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """On a machine that has nothing but Python."""
    monkeypatch.setitem(sys.modules, "numpy", None)
    monkeypatch.delitem(sys.modules, "scripts.train_judge")
    bare: Any = import_module("scripts.train_judge")
    assert not hasattr(bare, "np")
    path = tmp_path / "games.jsonl.gz"
    bare.main(["dagc", "--games", "1", "--kept", str(path), "--play-only"])
    assert bare.kept_games(path)[0].seen


@pytest.mark.parametrize("margins", [False, True])
def test_a_fit_finds_what_tells_about_the_end(margins: bool) -> None:
    seen = training.as_rows(games(120), margins)
    pulls = np.full(2, 10.0)
    fitted = training.teach(seen, pulls)
    assert (np.abs(fitted.weights[:, 0]) > 3 * np.abs(fitted.weights[:, 1])).all()
    chances = training.foretold(seen, pulls, None)
    assert training.auc(chances, seen.won) > 0.9
    sure = chances > 0.8
    assert seen.won[sure].mean() > 0.8, "who is told to win by a fit to margins does win as often"


def test_what_all_sites_have_in_common_is_learnt_first() -> None:
    """Twelve sites, each worth the same with luck: from few games it is better to learn one weight than twelve."""
    rng, names, found = Random(5), [*(f"red {n} owner" for n in range(12)), "red all owner"], []
    for n in range(60):
        owners = [rng.choice((-1.0, 1.0)) for _ in range(12)]
        margin = round(sum(owners) + rng.gauss(0, 2))
        found.append(training.Game(n, ["regular"] * 2, margin >= 0, margin, [(turn, 0.0, [*owners, sum(owners)])
                                                                           for turn in (1, 8)]))
    seen = training.as_rows(found)
    pull = training.best_pull(seen, names, None)
    assert pull.alone > 1 and list(pull.on(names)) == [pull.ridge * pull.alone] * 12 + [pull.ridge]
    each, common = (training.foretold(seen, training.Pull(pull.ridge, alone).on(names), None)
                    for alone in (1.0, pull.alone))
    assert training.log_loss(common, seen.won) < training.log_loss(each, seen.won)
    weights = training.teach(seen, pull.on(names)).weights
    assert (weights[:, :12] + weights[:, 12:] > 0).all(), "no site counts against who holds it"


def test_a_judge_is_compared_with_another_game_by_game() -> None:
    """Ten positions of one game have one end: they are no surer than one of them."""
    once, often = training.as_rows(games(40)), training.as_rows(
        [game._replace(seen=game.seen * 10) for game in games(40)])
    for seen in (once, often):
        knows, guesses = np.where(seen.won == 1, 0.9, 0.1), np.full(len(seen.won), 0.5)
        knows[seen.game % 5 == 0] = 0.5
        assert training.gain(knows, guesses, seen) == (0.4702, 0.0372)


def test_weights_drawn_at_random_make_another_game_in_the_scenario_whose_turn_it_is() -> None:
    scenarios = ["historical", "bold_stroke"]
    usual, drawn = (training.play(training.Contest("dagc", scenarios, ["regular"], spread), 3) for spread in (0.0, 0.8))
    names = training.staff_of(training.stavka.game("dagc")).fact_names(
        training.stavka.game("dagc").start("bold_stroke", seed=0).position)
    assert usual.seen and {len(facts) for _, _, facts in usual.seen} == {len(names)}
    assert usual.seen != drawn.seen
