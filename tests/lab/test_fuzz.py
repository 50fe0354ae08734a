"""Random play of whole games, and the checks that random play makes."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

import stavka
from stavka.lab import bench as measuring
from stavka.lab import fuzz
from stavka.lab.bench import bench, bench_players
from tests.playing import Situation


@pytest.mark.parametrize("key", stavka.games())
def test_games_of_random_choices_end_without_a_flaw(key: str, tmp_path: Path) -> None:
    scenarios = list(stavka.game(key).scenarios)
    todo = fuzz.jobs(key, scenarios, len(scenarios), first_seed=100)
    summary = fuzz.run(todo, 1, tmp_path)
    assert summary.flaws == []
    assert summary.games == len(todo) and summary.longest < fuzz.BOUND


def test_a_failing_game_is_saved_as_a_journal(tmp_path: Path) -> None:
    summary = fuzz.run([fuzz.Job("dagc", "historical", 1, bound=30)], 1, tmp_path)
    assert "not over after 30 choices" in summary.flaws[0]
    assert len(stavka.open(next(tmp_path.glob("*.stavka"))).records) == 30


def test_flaws_are_found(dagc: stavka.Game[Any]) -> None:
    match = dagc.start(seed=1)
    assert list(fuzz.flaws(match)) == []
    p = match.position
    unit = dagc.counters.index["S-39"]
    p.put(unit, dagc.board.index["3301"])
    assert any("overstacked" in flaw for flaw in fuzz.flaws(match))
    p.put(unit, dagc.board.index["3500"])
    assert any("both sides" in flaw for flaw in fuzz.flaws(match))
    p.where[unit] = dagc.board.index["3400"]
    assert any("where it is" in flaw for flaw in fuzz.flaws(match))
    del p.stacks[dagc.board.index["3500"]]
    assert any("in no place" in flaw for flaw in fuzz.flaws(match))


def test_a_leak_would_be_found(dagc: stavka.Game[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    match = dagc.start(seed=1)
    see = dagc.see
    monkeypatch.setattr(dagc, "see", lambda p, seat: {**see(p, seat), "leak": list(p.where)})
    with pytest.raises(fuzz.Flaw, match="may not know"):
        fuzz.check(match, random.Random(1))


def test_outcomes_do_not_depend_on_the_number_of_workers(tmp_path: Path) -> None:
    todo = fuzz.jobs("dagc", ["historical"], 2, first_seed=7)
    alone, together = fuzz.run(todo, 1, tmp_path), fuzz.run(todo, 2, tmp_path)
    assert fuzz.as_data(alone) == fuzz.as_data(together)


def test_the_benchmark_measures_every_turn_of_a_player() -> None:
    figures = bench_players("dagc", "random")
    assert 9 <= figures["turns"] <= 18  # each of nine turns, for each seat that had something to choose
    assert 0 <= figures["seconds_a_turn_median"] <= figures["seconds_a_turn_most"]


def test_the_benchmark_reports_what_it_promises() -> None:
    figures = bench("dagc", games=1)
    for name in ("choices_per_cpu_second", "calibration_steps_per_cpu_second", "position_copies_per_second",
                 "range_microseconds", "supply_flood_microseconds", "view_microseconds", "games_per_cpu_minute",
                 "journal_bytes", "view_bytes"):
        assert figures[name] > 0, name
    assert figures["speed_beside_first_game"] == 1


def test_games_that_are_measured_together_are_played_by_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    turns: list[str] = []

    def play(game: stavka.Game[Any], seed: int) -> measuring.Played:
        turns.append(f"{game.key} {seed}")
        return measuring.Played(choices=60, seconds=1.0 if game.key == "dagc" else 2.0, journal_bytes=1)

    monkeypatch.setattr(measuring, "random_play", play)
    first, second = measuring.bench_all(["dagc", "fb"], games=2)
    assert turns[2:6] == ["dagc 0", "fb 0", "dagc 1", "fb 1"]
    assert (first["speed_beside_first_game"], second["speed_beside_first_game"]) == (1, 0.5)
    assert (second["choices_per_cpu_second"], second["choices_per_game"]) == (30, 60)


# -- leaks ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def hiding(situation: Situation) -> stavka.Match:
    """Two stacks of which the Germans may see the top alone: S-39 and S-65 lie below."""
    return situation("soviet.movement", {"S-39": "3501", "S-5GT": "3501", "S-65": "3601", "S-43": "3601"})


def test_what_is_hidden_from_a_seat(hiding: stavka.Match) -> None:
    assert {"S-39", "S-65"} <= fuzz.hidden_from(hiding, "german") and fuzz.hidden_from(hiding, "soviet") == set()


def test_a_counter_seen_against_the_view_is_found(hiding: stavka.Match, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(hiding.game), "sees", lambda *_: True)
    with pytest.raises(fuzz.Flaw, match=r"do not agree about .*S-39"):
        fuzz.check(hiding, random.Random(1))


def test_an_event_that_names_a_hidden_counter_is_found(hiding: stavka.Match, monkeypatch: pytest.MonkeyPatch) -> None:
    advance = type(hiding.game).advance

    def tell(game: stavka.Game[Any], p: Any) -> None:
        advance(game, p)
        p.emit("moved", unit="S-39", to="3501", cost=0)

    monkeypatch.setattr(type(hiding.game), "advance", tell)
    with pytest.raises(fuzz.Flaw, match="the log tells german of S-39 in 'moved'"):
        fuzz.choose(hiding, "do:end_phase")


def test_a_veiled_event_is_no_leak(hiding: stavka.Match) -> None:
    fuzz.choose(hiding, "unit:S-39")
    fuzz.choose(hiding, "do:end_phase")


def test_an_answer_that_names_a_hidden_counter_is_found(hiding: stavka.Match, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(hiding.game), "questions", {"stack": lambda *_, **__: [{"top": "S-5GT"}, "S-39"]})
    with pytest.raises(fuzz.Flaw, match=r"ask\('stack'.* tells german of S-39"):
        fuzz.ask_about(hiding, random.Random(1))


def test_a_seat_that_never_doubts_is_found(hiding: stavka.Match, monkeypatch: pytest.MonkeyPatch) -> None:
    looks = [random.Random(seed) for seed in range(fuzz.ENOUGH_LOOKS)]
    honest, sure = fuzz.Doubts(), fuzz.Doubts()
    for rng in looks:
        fuzz.check(hiding, rng, honest)
    honest.check()
    monkeypatch.setattr(type(hiding.game), "imagine", lambda _game, p, _seat, _rng, dice: p.copy(dice))
    for rng in looks:
        fuzz.check(hiding, rng, sure)
    with pytest.raises(fuzz.Flaw, match="german may not know is never imagined otherwise"):
        sure.check()
