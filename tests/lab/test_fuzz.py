"""Random play of whole games, and the checks that random play makes."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

import stavka
from stavka.lab import fuzz
from stavka.lab.bench import bench, bench_players


@pytest.mark.parametrize("key", stavka.games())
def test_games_of_random_choices_end_without_a_flaw(key: str, tmp_path: Path) -> None:
    scenarios = list(stavka.game(key).scenarios)
    todo = fuzz.jobs(key, scenarios, 2 * len(scenarios), first_seed=100)
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
