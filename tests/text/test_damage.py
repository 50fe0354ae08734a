"""No file makes the command line fail: saves, situations and corrections are damaged in a thousand ways, and each is
either read or refused in one line.

A few of each kind are tried here; ``python -m tests.text.test_damage 1000`` tries as many as one likes
(``1000 data`` only those of one kind, ``125 data 3`` others than ``125 data 2``).
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import random
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import stavka
from stavka.cli import main

TRIES = 8
"""Damaged files of each kind."""

VALUES: list[Any] = [None, 0, -1, 1e300, "", "x", [], {}, [[]], True, 10**20, "\0", {"a": {"b": []}}, [1, "x"]]
"""What stands where something else should."""

TOML = ['0', '-1', '"x"', '[]', '{}', 'true', '99999999999999999999', '""', '[[1]]', '{hex = 3}', '1979-05-27', 'nan',
        '"3501"', '{ x = "R:" }', '{ en = 1, es = 2 }']

SITUATION = """game = "dagc"
scenario = "historical"
turn = 3
step = "soviet.movement"
empty = true
dice = [4, 2]
options = { bold_stroke = true }
[place]
"S-39" = "3501"
"G-53" = {hex = "3500", reduced = true}
[control]
soviet = ["3501"]
"""


def damaged_bytes(data: bytes, chance: random.Random) -> bytes:
    """A file as a bad disk or a careless hand leaves it."""
    at = chance.randrange(max(1, len(data)))
    lines = data.split(b"\n")
    line = chance.randrange(len(lines))
    return chance.choice([
        data[:at] + bytes((chance.randrange(256),)) + data[at + 1:],
        data[:at] + data[at + chance.randrange(1, 40):],
        data[:at] + chance.randbytes(6) + data[at:],
        data[:at],
        b"\n".join([*lines[:line], chance.choice(lines), *lines[line:]]),
        b"\n".join([*lines[:line], *lines[line + 1:]]),
    ])


def damaged_save(data: bytes, chance: random.Random) -> bytes:
    """A journal in which one value is another, or missing."""
    if chance.random() < 0.4:
        return damaged_bytes(data, chance)
    lines = [json.loads(line) for line in data.splitlines()]
    holder, key = chance.choice(list(_values(lines[0 if chance.random() < 0.4 else chance.randrange(len(lines))])))
    if chance.random() < 0.2 and isinstance(holder, dict):
        del holder[key]
    else:
        holder[key] = chance.choice(VALUES)
    return "\n".join(map(json.dumps, lines)).encode()


def _values(value: Any) -> Iterator[tuple[Any, Any]]:
    keys = list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in keys:
        yield value, key
        yield from _values(value[key])


def damaged_toml(data: bytes, chance: random.Random) -> bytes:
    """A hand-written file in which one value is another."""
    lines = data.decode().splitlines()
    assignments = [i for i, line in enumerate(lines) if " = " in line]
    if chance.random() < 0.4 or not assignments:
        return damaged_bytes(data, chance)
    i = chance.choice(assignments)
    lines[i] = f"{lines[i].partition(' = ')[0]} = {chance.choice(TOML)}"
    return "\n".join(lines).encode()


def run(*arguments: str | Path) -> tuple[int, str]:
    """What a command answers, with somebody at the keyboard who leaves at once."""
    err, kept = io.StringIO(), sys.stdin
    sys.stdin = io.StringIO("quit\n")
    try:
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(err):
            return main(list(map(str, arguments))), err.getvalue()
    except SystemExit as left:
        return int(left.code or 0), err.getvalue()
    finally:
        sys.stdin = kept


def save(folder: Path) -> bytes:
    match, chance = stavka.game("dagc").start(seed=3), random.Random(3)
    for _ in range(30):
        assert match.offer is not None
        match.choose(match.offer.nth(chance.randrange(len(match.offer))))
    match.save(folder / "good.stavka")
    return (folder / "good.stavka").read_bytes()


def damage_save(folder: Path, chance: random.Random, *command: str) -> tuple[int, str]:
    file = folder / "bad.stavka"
    file.write_bytes(damaged_save(save(folder), chance))
    return run(*command, file)


def damage_situation(folder: Path, chance: random.Random) -> tuple[int, str]:
    file = folder / "bad.toml"
    file.write_bytes(damaged_toml(SITUATION.encode(), chance))
    return run("play", "--situation", file, "--save", folder / "played.stavka")


def damage_data(folder: Path, chance: random.Random) -> tuple[int, str]:
    """Some tables of a file of a game, one of their values changed, laid over it."""
    mine = Path(tempfile.mkdtemp(dir=folder))  # a game is loaded once from each folder
    game = chance.choice(stavka.games())
    source = chance.choice(sorted(stavka.game(game).folder.base.glob("*.toml")))
    blocks = source.read_text(encoding="utf-8").split("\n\n")
    some = "\n\n".join(chance.sample(blocks, min(2, len(blocks))))
    (mine / source.name).write_bytes(damaged_toml(some.encode(), chance))
    return run("play", game, "--data", mine, "--save", folder / "played.stavka")


KINDS: dict[str, Callable[[Path, random.Random], tuple[int, str]]] = {
    "verify": lambda folder, chance: damage_save(folder, chance, "verify"),
    "show": lambda folder, chance: damage_save(folder, chance, "show"),
    "resume": lambda folder, chance: damage_save(folder, chance, "play", "--resume"),
    "situation": damage_situation,
    "data": damage_data,
}


@pytest.mark.parametrize("kind", KINDS)
def test_damaged_files_are_read_or_refused_in_one_line(
        kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STAVKA_HOME", str(tmp_path / "home"))
    chance = random.Random(kind)
    refused = 0
    for _ in range(TRIES):
        status, said = KINDS[kind](tmp_path, chance)
        assert status in (0, 1, 2), said
        assert not status or (said.startswith("stavka: ") and said.count("\n") == 1), said
        refused += bool(status)
    assert refused


@pytest.mark.parametrize(("file", "text", "cause"), [
    ("charts.toml", "[terrain.swamp]\nmvoe = 2\n", "there is no 'mvoe'"),
    ("charts.toml", "[terain.swamp]\nmove = 2\n", "there is no 'terain'"),
    ("charts.toml", "colour = 2\n", "there is no 'colour'"),
    ("counters.toml", '[units."S-39"]\nmovment = 2\n', "there is no 'movment'"),
    ("counters.toml", '[units."S-39"]\nlabel = 2\n', "'label' must be a text"),
    ("counters.toml", '[units."S-39"]\nstart = ""\n', "it begins in 'turn.None'"),
    ("counters.toml", '[units."S-39"]\nstart = "9999"\n', "it begins in '9999'"),
])
def test_corrections_of_what_there_is_not_are_refused(file: str, text: str, cause: str, tmp_path: Path) -> None:
    (tmp_path / file).write_text(text, encoding="utf-8")
    status, said = run("play", "dagc", "--data", tmp_path)
    assert status == 2 and cause in said and file in said


def test_a_wrong_correction_is_refused_though_its_value_is_wanted_only_later(tmp_path: Path) -> None:
    """What woods cost is worked out when the first unit moves, or a computer player looks at the map."""
    (tmp_path / "charts.toml").write_text('[terrain.woods]\nmech = ""\n', encoding="utf-8")
    with pytest.raises(stavka.DataError, match=r"woods.*'mech' must be a whole number"):
        stavka.game("ssa", data=tmp_path)


@pytest.mark.parametrize("arguments", [
    ("map", "dagc", "-o", "x.svg", "--width", "-1"), ("map", "dagc", "-o", "x.svg", "--width", "1e9"),
    ("table", "--port", "99999"), ("table", "--port", "-1"), ("table", "--port", "http"), ("play", "--page", "-3"),
])
def test_numbers_that_cannot_be_are_refused_at_once(arguments: tuple[str, ...]) -> None:
    for language, words in (("en", "is not a whole number"), ("es", "no es un número entero")):
        status, said = run(*arguments, "--lang", language)
        assert status == 2 and words in said and said.count("\n") == 1


def main_(tries: int, only: str = "", series: str = "") -> None:
    """Try many; only of one kind, if it is named, and each series others."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["STAVKA_HOME"] = str(Path(folder) / "home")
        for kind, damage in KINDS.items():
            if only not in ("", kind):
                continue
            chance, seen = random.Random(f"{kind} {tries} {series}"), {0: 0, 1: 0, 2: 0}
            for _ in range(tries):
                status, said = damage(Path(folder), chance)
                assert not status or said.count("\n") == 1, said
                seen[status] += 1
            print(f"{kind}: {tries} damaged, {seen[0]} read, {seen[1] + seen[2]} refused")


if __name__ == "__main__":
    main_(int(sys.argv[1]), *sys.argv[2:])
