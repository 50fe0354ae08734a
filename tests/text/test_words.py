"""The words of the text table are complete, and the same in both languages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import stavka
from stavka.kit.words import placeholders
from stavka.text.commands import COMMANDS, Commands, aliases
from stavka.text.speech import Speech, catalogue

HOUSE = Path(stavka.__file__).parent
SOURCES = [HOUSE / "cli.py", HOUSE / "new.py", *(HOUSE / "text").glob("*.py"), *(HOUSE / "lab").glob("*.py")]


def test_both_languages_have_the_same_keys() -> None:
    en, es = catalogue().templates["en"], catalogue().templates["es"]
    assert sorted(en) == sorted(es)


def test_both_languages_speak_of_the_same_things() -> None:
    en, es = catalogue().templates["en"], catalogue().templates["es"]
    assert {key for key in en if placeholders(en[key]) != placeholders(es[key])} == set()


def test_nothing_is_left_in_english() -> None:
    en, es = catalogue().templates["en"], catalogue().templates["es"]
    same = {key for key in en if en[key] == es[key] and len(re.sub(r"\{\w+\}", "", en[key])) > 12}
    assert same == set()


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_every_key_that_the_code_names_has_words(path: Path) -> None:
    named = re.findall(r"""(?:speech|say)\(\s*"([a-z_]+(?:\.[a-z_A-Z]+)*)\"""", path.read_text(encoding="utf-8"))
    counted = re.findall(r"""\.count\(\s*"([a-z_.]+)\"""", path.read_text(encoding="utf-8"))
    known = catalogue().templates["en"]
    assert [key for key in named if key not in known] == []
    assert [key for key in counted if f"{key}.one" not in known or f"{key}.many" not in known] == []


def test_every_command_has_a_name_help_and_an_action() -> None:
    for command in COMMANDS:
        assert catalogue().has(f"command.{command}")
        assert catalogue().has(f"help.{command}")
        assert callable(getattr(Commands, f"do_{command}"))


@pytest.mark.parametrize("language", ["en", "es"])
def test_no_two_commands_share_a_name(language: str) -> None:
    names = [name for command in COMMANDS for name in Speech(language)(f"command.{command}").split()]
    assert len(names) == len(set(names))


def test_commands_of_the_other_language_are_understood() -> None:
    assert aliases(Speech("es"))["undo"] == "undo"
    assert aliases(Speech("en"))["deshacer"] == "undo"


def test_no_words_are_left_over() -> None:
    code = "\n".join(path.read_text(encoding="utf-8") for path in SOURCES)
    built = ("wind.", "command.", "help.", "cli.", "count.", "flag.", "place.", "hexside.", "source.", "track.",
             "odds.hidden", "units.title", "report.verified", "odds.attack", "odds.defence", "odds.term", "list.",
             "new.", "lab.about.", "lab.column.", "lab.progress.", "lab.thoughts.", "lab.games.", "lab.scenarios.",
             "lab.report.")
    keys = [key for key in catalogue().templates["en"] if not key.startswith(built)]
    assert [key for key in keys if f'"{key}"' not in code and f"'{key}'" not in code] == []
