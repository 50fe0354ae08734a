"""The speed of earlier commits."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from stavka.lab import lines
from stavka.lab.history import COMPARED, compare, remember, this_commit


def figures(game: str, speed: float) -> dict[str, Any]:
    return {"game": game, "calibration_steps_per_cpu_second": 10_000_000, "choices_per_cpu_second": round(10 * speed),
            "choices_per_million_calibration_steps": speed, "view_bytes": 1}


def test_figures_are_kept_and_a_slower_commit_is_named(tmp_path: Path) -> None:
    kept = tmp_path / "bench.jsonl"
    remember(kept, "aaa", [figures("one", 500.0), figures("two", 100.0)])
    remember(kept, "bbb", [figures("one", 400.0)])
    remember(kept, "bbb", [figures("one", 480.0)])  # measured again
    speeds = [(line["commit"], line["game"], line[COMPARED]) for line in lines.read(kept)]
    assert speeds == [("aaa", "one", 500.0), ("aaa", "two", 100.0), ("bbb", "one", 480.0)]
    told = "\n".join(compare(kept, "ccc", [figures("one", 440.0), figures("two", 95.0)]))
    assert "slower than aaa: 0.88 of its speed" in told and told.count("slower") == 1
    assert "bbb" in told and "480.0" in told
    assert "slower" not in "\n".join(compare(kept, "bbb", [figures("one", 470.0)]))


def test_the_commit_has_a_name() -> None:
    assert this_commit()
