"""The command line: every command, and one clear line for everything a user can get wrong."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import stavka
from stavka import cli
from stavka.text.arguments import Complaint
from stavka.text.speech import Speech
from stavka.text.storage import Store, last_game

from .conftest import Anybody

SITUATION = """
turn = 3
step = "soviet.movement"
empty = true
[place]
S-39 = "3501"
S-5GT = "4501"
"""


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    """``run("play", "--seed", "7", typed=["map"])``: exit status, output and complaints."""

    def call(*words: str, typed: list[str] | None = None) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in typed or [])))
        try:
            status = cli.main(list(words))
        except SystemExit as leaving:
            status = int(leaving.code or 0)
        out, err = capsys.readouterr()
        return status, out, err

    return call


@pytest.fixture
def finished(dagc: Any, tmp_path: Path) -> Path:
    """The journal of a whole game."""
    match, player = dagc.start(seed=3), Anybody(3)
    while match.offer is not None:
        match.choose(player.choose(match.offer))
    match.save(tmp_path / "finished.stavka")
    return tmp_path / "finished.stavka"


@pytest.fixture
def position(tmp_path: Path) -> Path:
    """A written position."""
    path = tmp_path / "position.toml"
    path.write_text(SITUATION)
    return path


# -- play ----------------------------------------------------------------------------------------------------------


def test_map_draws_data_that_is_no_game_yet(run: Any, tmp_path: Path) -> None:
    board = Path(stavka.__file__).parent / "games" / "dagc" / "data" / "board.toml"
    (tmp_path / "board.toml").write_text(board.read_text())
    status, out, _ = run("map", str(tmp_path), "-o", str(tmp_path / "map.svg"))
    assert status == 0 and "written" in out and "Minsk" in (tmp_path / "map.svg").read_text()
    (tmp_path / "board.toml").write_text("[grid]\n")
    status, _, err = run("map", str(tmp_path), "-o", str(tmp_path / "map.svg"))
    assert status == 2 and "board.toml: grid: " in err and err.count("\n") == 1


def test_games_are_kept_where_the_user_says(run: Any, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STAVKA_HOME", str(home / "mine"))
    assert run("play", "--seed", "7", typed=["3500 S-39"])[0] == 0
    assert last_game(home / "mine" / "games") is not None and last_game(home) is None


def test_play_and_resume(run: Any, home: Path) -> None:
    status, out, _ = run("play", "--seed", "7", typed=["3500 S-39"])
    assert status == 0 and "> S-39 39th Army" in out
    kept = last_game(home)
    assert kept is not None and str(kept) in out.replace("\n", "")
    status, out, _ = run("play", "--resume", typed=["undo", "list"])
    assert status == 0 and "Taken back: S-39" in out
    assert run("play", "--resume", str(kept), "--lang", "es", typed=[])[1].startswith("La destrucción")


def test_resuming_keeps_the_seats(run: Any, home: Path, position: Path) -> None:
    run("play", "--situation", str(position), "--seat", "soviet", typed=["S-39 3503"])
    kept = last_game(home)
    assert kept is not None and Store.read_setting(kept)["seat"] == "soviet"
    _, out, _ = run("play", "--resume", typed=["end", "end"])
    assert "German player to choose" not in out and "Soviet player to choose" in out


def test_plain_stavka_opens_the_table(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    served: list[Any] = []
    monkeypatch.setattr(cli, "serve_table", lambda *given, **more: served.append((given, more)))
    assert run()[0] == 0 and run("table", "--port", "0", "--no-browser", "--proxied")[0] == 0
    assert served == [
        (("127.0.0.1", 8723, True, None), {"local": None, "accounts": False}),
        (("127.0.0.1", 0, False, None), {"local": False, "accounts": False}),
    ]


def test_play_can_ask_for_game_and_scenario(run: Any) -> None:
    status, out, _ = run("play", "--ask", typed=["2"] if len(stavka.games()) == 1 else ["dagc", "2"])
    assert status == 0 and "Which scenario?" in out
    assert "Destruction of Army Group Center: Bold Stroke" in out


def test_watching_a_game(run: Any, tmp_path: Path) -> None:
    kept = tmp_path / "watched.stavka"
    status, out, _ = run("play", "--seat", "none", "--seed", "5", "--save", str(kept))
    assert status == 0 and "The game is over." in out
    assert run("verify", str(kept))[0] == 0


def test_the_same_seed_gives_the_same_game(run: Any, tmp_path: Path) -> None:
    def told() -> list[str]:
        """What the table says, but for what it only says when something takes long."""
        out = run("play", "--seat", "none", "--seed", "5", "--save", str(tmp_path / "k.stavka"))[1]
        return [line for line in out.splitlines() if not line.endswith(" ...")]

    assert told() == told()


def test_options(run: Any) -> None:
    _, out, _ = run("play", "--option", "stand_fast=true", typed=[])
    assert "Options: Hitler's stand-fast order." in out


def test_the_language_of_the_environment(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANG", "es_ES.UTF-8")
    assert "Turno 1 de 9" in run("play", typed=[])[1]
    monkeypatch.setenv("STAVKA_LANG", "en")
    assert "Turn 1 of 9" in run("play", typed=[])[1]
    assert "Turno 1 de 9" in run("--lang", "es", "play", typed=[])[1]


@pytest.mark.parametrize(("words", "says"), [
    (["play", "chess"], "there is no game 'chess'; there are dagc"),
    (["play", "--scenario", "none"], "dagc has no scenario 'none'; it has historical"),
    (["play", "--option", "magic=true"], "dagc has no option 'magic'; it has"),
    (["play", "--option", "stand_fast"], "'stand_fast' is not an option: write NAME=true or NAME=false"),
    (["play", "--option", "stand_fast=yes"], "write NAME=true or NAME=false"),
    (["play", "--seat", "finnish"], "dagc has no seat 'finnish'; there are soviet, german, both and none"),
    (["play", "--opponent", "Zhukov"],
     "dagc has no computer player 'Zhukov'; there are random, novice, regular, veteran, marshal"),
    (["play", "--lang", "es", "--opponent", "Zhukov"],
     "dagc no tiene el jugador automático 'Zhukov'; hay random, novice, regular, veteran, marshal"),
    (["play", "--seed", "x"], "--seed"),
    (["play", "--data", "nowhere"], "nowhere: there is no such folder of corrections"),
    (["play", "--resume"], "there is no saved game to go on with"),
    (["play", "--resume", "nowhere"], "nowhere: there is no such file"),
    (["play", "--resume", "nowhere", "--scenario", "historical"], "--resume and --scenario do not go together"),
    (["play", "--situation", "nowhere"], "nowhere: there is no such file"),
    (["play", "--situation", "nowhere", "--option", "x=true"], "--situation and --option do not go together"),
    (["verify", "nowhere"], "nowhere: there is no such file"),
    (["show", "nowhere"], "nowhere: there is no such file"),
    (["rules", "chess"], "there is no game 'chess'"),
    (["rules", "dagc", "99.9"], "dagc has no rule and no word '99.9' in its rules"),
    (["rules", "dagc", "--coverage", "--tests", "nowhere"], "nowhere: there is no such folder of tests"),
    (["map", "dagc", "-o", "map.gif"], "map.gif: the name must end in .svg or .png"),
    (["map", "dagc"], "-o"),
    (["dance"], "dance"),
    (["--lang", "fr"], "--lang"),
    (["play", "--lang", "es", "chess"], "no existe el juego 'chess'; hay dagc"),
])
def test_complaints(run: Any, words: list[str], says: str) -> None:
    status, _, err = run(*words)
    assert status == 2
    assert says in err and err.count("\n") == 1 and "Traceback" not in err


@pytest.mark.parametrize(("text", "says"), [
    ("turn = [", "position.toml: "),
    ("weather = 'mud'", "position.toml: unknown key 'weather'"),
    ("turn = 99", "position.toml: 'turn' is 99; the game has 9 turns"),
    ("[place]\n'S-39' = '9999'", "position.toml: place: S-39: there is no hex '9999'"),
    ("game = 'chess'", "there is no game 'chess'"),
])
def test_wrong_situations(run: Any, position: Path, text: str, says: str) -> None:
    position.write_text(text)
    status, _, err = run("play", "--situation", str(position))
    assert status == 2 and says in err and err.count("\n") == 1


def test_a_broken_save_names_line_and_cause(run: Any, finished: Path) -> None:
    lines = finished.read_text().splitlines()
    finished.write_text("\n".join([*lines[:6], "{", *lines[7:]]))
    for words in (["play", "--resume"], ["show"]):
        status, _, err = run(*words, str(finished))
        assert status == 2 and f"{finished}, line 7: not JSON" in err and err.count("\n") == 1


def test_a_binary_file_is_no_game(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "x.stavka"
    path.write_bytes(b"\xff\xfe\x00")
    for command in ("show", "verify"):
        status, _, err = run(command, str(path))
        assert status == 2 and "x.stavka" in err and err.count("\n") == 1


# -- saved games ---------------------------------------------------------------------------------------------------


def test_verify(run: Any, finished: Path) -> None:
    status, out, _ = run("verify", str(finished))
    assert status == 0 and "rolls follow from the committed key." in out.replace("\n", " ")
    status, out, _ = run("verify", str(finished), "--lang", "es")
    assert "partida terminada" in out


def test_verify_finds_forged_dice(run: Any, finished: Path) -> None:
    text = finished.read_text()
    forged = text.replace('"dice": [1]', '"dice": [6]', 1)
    assert forged != text
    finished.write_text(forged)
    status, _, err = run("verify", str(finished))
    assert status == 1 and "rolled [1], the journal says [6]" in err


def test_verify_without_the_key(run: Any, finished: Path) -> None:
    lines = finished.read_text().splitlines()
    finished.write_text("\n".join(lines[:20]) + "\n")
    status, out, _ = run("verify", str(finished))
    assert status == 0 and "the key of the dice is not published" in out.replace("\n", " ")


def test_show(run: Any, finished: Path) -> None:
    status, out, _ = run("show", str(finished))
    assert status == 0 and "== Turn 2: Soviet movement" in out and "The game is over." in out
    assert "== Turno 2: Movimiento soviético" in run("show", str(finished), "--lang", "es")[1]
    assert run("show", str(finished), "--seat", "finnish")[0] == 2
    assert run("show", str(finished), "--seat", "german")[0] == 0


# -- rules, games, maps --------------------------------------------------------------------------------------------


def test_rules(run: Any) -> None:
    status, out, _ = run("rules", "dagc", "8.3")
    assert status == 0 and "8.3.a  EZOC cost" in out and "8.3.b" in out and "8.4" not in out.partition("8.3.b")[0]
    assert "rules speak of 'swamp':" in run("rules", "dagc", "swamp")[1]
    assert len(run("rules", "dagc")[1].splitlines()) > 300
    assert "reglas hablan de 'pantano':" in run("rules", "dagc", "pantano", "--lang", "es")[1]


def test_coverage(run: Any, tmp_path: Path, dagc: Any) -> None:
    case = tmp_path / "test_one.py"
    case.write_text('@pytest.mark.rule("dagc", "8.3.a", "99.9")\ndef test_one(): ...\n')
    status, out, _ = run("rules", "dagc", "--coverage", "--tests", str(tmp_path))
    assert status == 1
    assert "tests cite 1 of" in out and "  8.3.b  " in out and "Cited, but there is no such rule: 99.9" in out
    every = ", ".join(f'"{rule.id}"' for rule in dagc.rules if not rule.narrative)
    case.write_text(f'@pytest.mark.rule("dagc", {every})\ndef test_one(): ...\n')
    status, out, _ = run("rules", "dagc", "--coverage", "--tests", str(tmp_path))
    assert status == 0 and "(100 %)" in out


def test_games(run: Any) -> None:
    status, out, _ = run("games")
    assert status == 0 and "dagc: Destruction of Army Group Center (soviet, german)" in out
    assert "stand_fast (off)" in out and "bold_stroke: Bold Stroke." in out
    assert "Escenarios:" in run("games", "--lang", "es")[1]


def test_map(run: Any, tmp_path: Path) -> None:
    target = tmp_path / "map.svg"
    status, out, _ = run("map", "dagc", "-o", str(target), "--theme", "dark")
    assert status == 0 and "written" in out and "<svg" in target.read_text(encoding="utf-8")[:500]


def test_map_that_cannot_be_written(run: Any, tmp_path: Path) -> None:
    status, _, err = run("map", "dagc", "-o", str(tmp_path / "no" / "map.svg"))
    assert status == 2 and "could not be made" in err


def test_help_speaks_both_languages(run: Any) -> None:
    assert "Plays hex-and-counter wargames" in run("--help")[1]
    assert "Juega wargames" in run("--lang", "es", "--help")[1]
    assert "semilla de los dados" in " ".join(run("play", "--lang", "es", "--help")[1].split())


def test_version(run: Any) -> None:
    assert run("--version")[1].strip() == f"stavka {stavka.__version__}"


# -- as a program --------------------------------------------------------------------------------------------------


def test_as_a_program_in_a_plain_terminal(tmp_path: Path) -> None:
    """A terminal without accents, and a pipe that closes early, do not break it."""
    plain = {**os.environ, "LC_ALL": "C", "PYTHONIOENCODING": "ascii", "XDG_DATA_HOME": str(tmp_path)}
    done = subprocess.run([sys.executable, "-m", "stavka", "rules", "dagc", "4.2"], env=plain, capture_output=True,
                          text=True, timeout=60, check=False)
    assert done.returncode == 0 and "K?nigsberg" in done.stdout
    piped = subprocess.run(f"'{sys.executable}' -m stavka rules dagc | head -1", shell=True, capture_output=True,
                           text=True, timeout=60, check=False)
    assert piped.stderr == ""


# -- computer players ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", ["random", "novice", "regular"])
def test_a_game_against_each_level(run: Any, level: str, home: Path) -> None:
    status, out, err = run("play", "--seat", "german", "--seed", "5", "--opponent", level, typed=["quit", "n"])
    assert (status, err) == (0, "")
    assert "Soviets attack" in out and "German player to choose" in out
    last = last_game(home)
    assert last is not None and Store.read_setting(last)["opponent"] == level


def test_the_usual_opponent_is_the_regular_where_the_game_has_one(dagc: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    assert cli._opponent(dagc, None, Speech()) == "regular"
    monkeypatch.setattr(type(dagc), "staff", None)
    monkeypatch.delitem(dagc.__dict__, "staff", raising=False)
    assert cli._opponent(dagc, None, Speech()) == "random"
    with pytest.raises(Complaint, match="dagc has no computer player 'veteran'; there are random"):
        cli._opponent(dagc, "veteran", Speech())
