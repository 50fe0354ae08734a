"""The suites: positions in which one move is better, and players who find it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import stavka
from stavka.lab import suite
from stavka.lab.__main__ import main
from stavka.lab.cli import SOLVED

SUITES = sorted((Path(__file__).parent / "suites").glob("*.toml"))
GAMES = [path.stem for path in SUITES]
LEAST = 20
"""So many positions a suite has."""


def problems(key: str) -> list[suite.Problem]:
    return suite.read(SUITES[GAMES.index(key)])


@pytest.mark.parametrize("key", GAMES)
def test_most_better_moves_are_found(key: str) -> None:
    """As `stavka lab suite GAME --level veteran` asks."""
    found = [problem.name for problem in problems(key) if suite.solves(stavka.game(key), problem, "veteran")]
    assert len(problems(key)) >= LEAST and len({problem.name for problem in problems(key)}) == len(problems(key))
    assert len(found) >= SOLVED * len(problems(key)), found


@pytest.mark.parametrize("key", GAMES)
def test_better_moves_are_better(key: str) -> None:
    """A few games of a few positions; `stavka lab suite GAME --verify 20` looks at all of them."""
    game = stavka.game(key)
    for problem in problems(key)[::7]:
        assert suite.verify(game, problem, 4).points > 0, problem.name


@pytest.mark.parametrize("key", GAMES)
def test_the_better_move_counts_as_found_and_the_worse_does_not(key: str) -> None:
    """The clicks of every position are legal; after the better ones what is looked for is true."""
    game: stavka.Game[Any] = stavka.game(key)
    for problem in problems(key):
        for clicks, found in ((problem.better, True), (problem.worse, False)):
            match = game.situation(problem.situation)
            for click in clicks:
                match.choose(click)
            assert suite.is_found(match, problem) == found, (problem.name, clicks)


def test_a_position_without_a_reason_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text('[[position]]\nname = "odd"\nfound = { lost = ["0101"] }\n', encoding="utf-8")
    with pytest.raises(ValueError, match=r"bad\.toml: odd: missing or unknown: better, lost, situation, why, worse"):
        suite.read(path)


def test_the_lab_tells_how_many_are_found(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    first = SUITES[0].read_text(encoding="utf-8").split("\n\n[[position]]")
    path = tmp_path / "two.toml"
    path.write_text("\n\n[[position]]".join(first[:3]), encoding="utf-8")
    main(["suite", GAMES[0], "--level", "regular", "--suite", str(path), "--verify", "2"])
    told = capsys.readouterr().out
    assert '"of": 2' in told and '"points":' in told
    assert main(["suite", GAMES[0], "--suite", str(tmp_path / "none.toml")]) == 2
    assert "there is no such file" in capsys.readouterr().err
