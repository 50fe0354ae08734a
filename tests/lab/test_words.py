"""The lab speaks the reader's language: help, refusals, progress and tables."""

from __future__ import annotations

import argparse
import io
from collections.abc import Iterator
from pathlib import Path

import pytest

from stavka.cli import build_parser, main
from stavka.lab.progress import Progress
from stavka.text import Speech, arguments


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    """Argparse speaks one language at a time: give the next test its English back."""
    yield
    arguments.speak("en")


def commands(language: str) -> dict[str, argparse.ArgumentParser]:
    """The commands of the lab, and the lab itself, with their help in a language."""
    lab = children(build_parser(Speech(language)))["lab"]
    return {"lab": lab, **children(lab)}


def children(parser: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    return {name: child for action in parser._actions if isinstance(action, argparse._SubParsersAction)
            for name, child in action.choices.items()}


def helped(parser: argparse.ArgumentParser) -> dict[str, str | None]:
    """Every sentence of a help page, by what it is about; few pages have last words."""
    last = {"end": parser.epilog} if parser.epilog else {}
    return {"about": parser.description, **last, **{
        action.dest: action.help for action in parser._actions if not isinstance(action, argparse._SubParsersAction)}}


def test_every_sentence_of_the_help_is_there_in_both_languages() -> None:
    english = {name: helped(parser) for name, parser in commands("en").items()}
    spanish = {name: helped(parser) for name, parser in commands("es").items()}
    assert len(english) > 10
    for name, sentences in english.items():
        for about, sentence in sentences.items():
            assert sentence and spanish[name][about] and spanish[name][about] != sentence, (name, about)


@pytest.mark.parametrize(("words", "said"), [
    ("play dagc --scenario nowhere", "no existe el escenario 'nowhere'"),
    ("play dagc --axis random", "dagc no tiene el asiento 'axis'"),
    ("ladder dagc --players random,nobody", "no existe el jugador 'nobody'"),
    ("suite dagc --suite nowhere.toml", "no existe ese archivo"),
    ("fuzz dagc --data nowhere", "no existe esa carpeta de correcciones"),
    ("fuzz nothing", "'nothing' no existe"),
])
def test_refusals_are_in_spanish(words: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    try:
        status = main(["lab", *words.split(), "--lang", "es"])
    except SystemExit as end:
        status = int(str(end.code))
    assert status == 2 and said in capsys.readouterr().err


def test_results_are_told_in_spanish(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = "--lang es lab play dagc --scenario historical --games 1 --soviet random --german random --out"
    assert main([*words.split(), str(tmp_path / "out.jsonl")]) == 0
    told = capsys.readouterr()
    assert "victorias (95 %)" in told.out and "wins" not in told.out
    assert "resultados:" in told.err and "1/1 partidas, quedan 0 s" in told.err


def test_progress_speaks_english_unless_told_otherwise() -> None:
    out = io.StringIO()
    Progress(1, "jobs", out=out).step()
    assert "1/1 jobs, 0 s left" in out.getvalue()
