"""``stavka new``: the game it makes plays, draws, fuzzes and passes its tests, as it comes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from stavka import cli
from stavka.new import BadKey, Home, check_key, create, home_of

KEY = "probe"
SHARED = ("tests/kit/test_answers.py", "tests/kit/test_seats.py", "tests/lab/test_check.py", "tests/test_view.py",
          "tests/test_agreement.py", "tests/test_journal.py", "tests/test_match.py", "tests/players/test_honest.py",
          "tests/text/test_every_game.py")
"""What holds for every game is tested with this one too."""

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of one's own with a new game."""
    folder = tmp_path_factory.mktemp("games")
    assert cli.main(["new", KEY, "--in", str(folder)]) == 0
    return folder


def run(folder: Path, *words: str, where: Path | None = None) -> str:
    """Run Python in the folder, which the program knows of; what it said."""
    environment = {**os.environ, "STAVKA_GAMES": str(folder), "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run([sys.executable, *words], capture_output=True, text=True, cwd=where or folder,
                          env=environment, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_its_own_tests_pass_and_cite_every_rule(folder: Path) -> None:
    assert " passed" in run(folder, "-m", "pytest", "-q", "-W", "error", "-p", "no:cacheprovider", "tests")
    assert "100 %" in run(folder, "-m", "stavka", "rules", KEY, "--coverage")


def test_it_passes_what_every_game_passes(folder: Path) -> None:
    said = run(folder, "-m", "pytest", "-vv", "-p", "no:cacheprovider", *SHARED, "-k", KEY, where=ROOT)
    assert said.count("PASSED") >= len(SHARED)


def test_it_plays_at_random_without_a_flaw(folder: Path) -> None:
    assert '"flaws": []' in run(folder, "-m", "stavka", "lab", "fuzz", KEY, "--games", "12")


def test_it_keeps_the_contract_of_games(folder: Path) -> None:
    said = json.loads(run(folder, "-m", "stavka", "lab", "check", KEY))
    assert said["flaws"] == [] and not any("was never answered" in note for note in said["notes"])


def test_it_is_drawn(folder: Path) -> None:
    run(folder, "-m", "stavka", "map", KEY, "-o", "map.svg", "--theme", "dark")
    assert "Middleton" in (folder / "map.svg").read_text()


def test_the_computer_plays_it_in_the_terminal(folder: Path) -> None:
    said = run(folder, "-m", "stavka", "play", KEY, "--seat", "none", "--seed", "3", "--save", "game.stavka",
               "--page", "0")
    assert "Victory" in said
    assert "replay" in run(folder, "-m", "stavka", "verify", "game.stavka")


def test_the_table_has_a_box_for_it(folder: Path) -> None:
    said = run(folder, "-c", f"""
import stavka
from stavka.table.box import make_box
box = make_box(stavka.game({KEY!r}))
print(sorted(box["groups"]), sorted(box["flags"]), box["counters"]["R-1"]["faces"], box["players"].keys())
""")
    assert "['blue', 'red'] ['fought', 'moved']" in said
    assert "[{'left': '1', 'bottom': '4-3'}, {'left': '1', 'bottom': '2-3'}]" in said
    assert "dict_keys(['random', 'novice'])" in said


def test_it_has_the_style_and_the_types_of_the_house(folder: Path) -> None:
    run(folder, "-m", "ruff", "check", "--extend-ignore", "I", "--config", str(ROOT / "pyproject.toml"), KEY, "tests")
    run(folder, "-m", "mypy", "--strict", "--cache-dir", str(folder / ".mypy"), KEY)


@pytest.mark.parametrize(("key", "why"), [
    ("dagc", "key_taken"), ("Probe", "bad_key"), ("1st", "bad_key"), ("a-b", "bad_key"), ("tests", "bad_key")])
def test_keys_that_no_new_game_can_have(key: str, why: str) -> None:
    with pytest.raises(BadKey) as error:
        check_key(key)
    assert error.value.args[0] == f"error.{why}"


def test_nothing_that_exists_is_touched(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / KEY).mkdir()
    assert cli.main(["new", KEY, "--in", str(tmp_path)]) == 2
    assert "exists already" in capsys.readouterr().err and list((tmp_path / KEY).iterdir()) == []


def test_in_a_checkout_it_goes_where_the_others_are(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("STAVKA_GAMES", raising=False)
    home = home_of(KEY)
    assert (home.package, home.tests) == (ROOT / "stavka" / "games" / KEY, ROOT / "tests" / KEY) and home.is_found
    assert not home_of(KEY, tmp_path).is_found
    monkeypatch.setenv("STAVKA_GAMES", str(tmp_path))
    assert home_of(KEY).package == tmp_path / KEY and home_of(KEY).is_found
    assert create(KEY, Home(tmp_path / "games" / KEY, tmp_path / "tests" / KEY, None))  # no conftest of its own there
    assert not (tmp_path / "tests" / "conftest.py").exists()
