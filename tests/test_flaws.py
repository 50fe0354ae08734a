"""What is wrong with files that people write is said in English and Spanish: data, corrections, written positions."""

from __future__ import annotations

import ast
import string
from pathlib import Path

import pytest

import stavka
from stavka.cli import main
from stavka.errors import sentences, told
from stavka.kit.data import DataError, Flaw, Table

PACKAGE = Path(stavka.__file__).parent
SPOKEN = ("Flaw", "DataError", "SituationError", "fail", "_expect", "_get", "_checked")
"""The calls whose texts are read by people."""


def said() -> dict[str, str]:
    """Every English sentence about a flaw in the code, and where it is said."""
    found: dict[str, str] = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        if "template" in path.parts or "lab" in path.parts:  # its own flaws are for those who write games
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and _name(node.func) in SPOKEN:
                texts = [node.args[-1]] if _name(node.func).startswith("_") else node.args[:1]
                found |= {sentence: f"{path.name}:{node.lineno}" for text in texts for sentence in _sentences(text)}
    return found


def _name(function: ast.expr) -> str:
    return str(getattr(function, "id", getattr(function, "attr", "")))


def _sentences(text: ast.expr) -> list[str]:
    constants = [node.value for node in ast.walk(text) if isinstance(node, ast.Constant)]
    return [constant for constant in constants if isinstance(constant, str) and " " in constant]


def test_every_sentence_has_spanish_words_about_the_same_things() -> None:
    spanish = sentences("es")
    missing = {sentence: where for sentence, where in said().items() if sentence not in spanish}
    assert not missing
    for sentence, translated in spanish.items():
        assert _fields(sentence) == _fields(translated), sentence


def _fields(sentence: str) -> set[str | None]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name}


def test_an_error_is_told_in_the_readers_language_with_its_cause() -> None:
    table = Table({"move": "two"}, "charts.toml: terrain.forest")
    with pytest.raises(DataError) as caught:
        table.whole("move")
    assert told(caught.value) == "charts.toml: terrain.forest: 'move' must be a whole number, not 'two'"
    assert told(caught.value, "es") == "charts.toml: terrain.forest: «move» debe ser un número entero, no 'two'"
    outer = DataError("'path': {cause}", where="board.toml", cause=Flaw("hexside {text!r}: no such hex", text="0101/9"))
    assert told(outer, "es") == "board.toml: «path»: lado '0101/9': no hay tal hexágono"


def test_the_command_line_says_what_is_wrong_with_a_situation_in_spanish(
        tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wrong = tmp_path / "wrong.toml"
    wrong.write_text('game = "dagc"\nstep = "never"\n', encoding="utf-8")
    assert main(["play", "--situation", str(wrong), "--lang", "es"]) == 2
    assert "las fases son" in capsys.readouterr().err


@pytest.mark.parametrize(("words", "english", "spanish"), [
    ("play --foo", "unrecognized arguments: --foo", "argumentos desconocidos: --foo"),
    ("play dagc --seed", "expected one argument", "falta su valor"),
    ("play dagc --seed x", "invalid int value: 'x'", "'x' no es un valor válido"),
    ("map", "the following arguments are required", "faltan estos argumentos"),
    ("nonsense", "invalid choice: 'nonsense'", "'nonsense' no existe"),
])
def test_the_command_line_complains_in_the_readers_language(
        words: str, english: str, spanish: str, capsys: pytest.CaptureFixture[str]) -> None:
    for language, said in (("es", spanish), ("en", english)):
        with pytest.raises(SystemExit):
            main(["--lang", language, *words.split()])
        assert said in capsys.readouterr().err


def test_help_is_in_spanish_down_to_its_headings(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--lang", "es", "play", "--help"])
    said = capsys.readouterr().out
    assert said.startswith("uso: ") and "opciones:" in said
    assert not any(word in said for word in ("usage", "options:", "show this help"))
