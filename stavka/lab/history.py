"""How fast earlier commits were, kept in a file of the project, so that a slower commit shows.

A figure means nothing without the machine it was measured on: beside it stands the machine's calibration, and what is
compared is choices per million calibration steps.
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import stavka
from stavka.text import Speech

from . import lines

SLOWER = 0.9
"""What is slower than this part of the fastest commit before is called so; less is the noise of the machine."""

FIGURES = ("calibration_steps_per_cpu_second", "choices_per_cpu_second", "choices_per_million_calibration_steps")
COMPARED = FIGURES[-1]

Line = dict[str, Any]


def remember(path: Path, commit: str, games: Iterable[Line]) -> None:
    """Keep the figures of a commit, in the place of any kept of it before."""
    day = datetime.now(UTC).date().isoformat()
    fresh = [{"commit": commit, "day": day, "game": game["game"], **{key: game[key] for key in FIGURES}}
             for game in games]
    measured = {line["game"] for line in fresh}
    kept = [line for line in lines.read(path) if line["commit"] != commit or line["game"] not in measured]
    lines.rewrite(path, [*kept, *fresh])


def compare(path: Path, commit: str, games: Iterable[Line], language: str = "en") -> list[str]:
    """The figures of earlier commits beside these, in words; a commit that has become slower is told so."""
    speech = Speech(language)
    before = [line for line in lines.read(path) if line["commit"] != commit]
    told = []
    for game in games:
        own = [line for line in before if line["game"] == game["game"]]
        told.append(speech("lab.history.title", game=game["game"]))
        told += [f"  {line['commit']:<10} {line['day']}  {line[COMPARED]:>8}" for line in own]
        told.append(f"  {commit:<10} {speech('lab.history.now'):<10}  {game[COMPARED]:>8}")
        best = max(own, key=lambda line: float(line[COMPARED]), default=None)
        if best is not None and game[COMPARED] < SLOWER * best[COMPARED]:
            share = f"{game[COMPARED] / best[COMPARED]:.2f}"
            told.append("  " + speech("lab.history.slower", commit=best["commit"], share=share))
    return told


def this_commit() -> str:
    """The commit being measured, with a ``+`` if the package has been changed since; without git, the version."""
    package = Path(__file__).parent.parent
    try:
        commit = _git(package, "rev-parse", "--short", "HEAD")
        changed = _git(package, "status", "--porcelain", "--", str(package))
    except (OSError, subprocess.CalledProcessError):
        return stavka.__version__
    return f"{commit}+" if changed else commit


def _git(folder: Path, *words: str) -> str:
    return subprocess.run(["git", *words], cwd=folder, check=True, capture_output=True, text=True).stdout.strip()
