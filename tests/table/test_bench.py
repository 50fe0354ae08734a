"""The benchmark runs and reports what it should."""

from __future__ import annotations

from stavka.table.bench import bench


def test_the_benchmark_reports() -> None:
    report = bench(choices=40, game="dagc")
    assert report["choices"] == 40
    assert 0 < report["click_to_view_ms"]["p50"] <= report["click_to_view_ms"]["p95"]
    assert set(report["bytes_per_choice"]) == {"soviet", "german", "watcher"}
    assert all(found["max"] <= 3000 for found in report["bytes_per_choice"].values())
    assert report["while_others_think"]["choices"] == 40
