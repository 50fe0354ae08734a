"""Counters of one kind take a line each: what they have in common stands once, under ``[like.KEY]``."""

from __future__ import annotations

from pathlib import Path

import pytest

from stavka.kit.data import DataError, Folder

COUNTERS = """
[like.red]
side = "red"
source = { identity = "H", factors = "X" }

[like.rifle]
like = "red"
combat = [3, 2]

[like.first_front]
formation = "1st Front"

[units]
S-1 = { like = ["rifle", "first_front"], label = "1" }
S-2 = { like = "rifle", label = "2", combat = [4, 2], source = { factors = "R:2.4" } }
"""
WRITTEN_OUT = """
[units.S-1]
label = "1"
side = "red"
formation = "1st Front"
combat = [3, 2]
source = { identity = "H", factors = "X" }

[units.S-2]
label = "2"
side = "red"
combat = [4, 2]
source = { identity = "H", factors = "R:2.4" }
"""


def folder(path: Path, text: str, corrections: str = "") -> Folder:
    for name, content in (("base", text), ("mine", corrections)):
        (path / name).mkdir(exist_ok=True)
        (path / name / "counters.toml").write_text(content, encoding="utf-8")
    return Folder(path / "base", path / "mine" if corrections else None)


def test_what_is_alike_reads_as_if_it_were_written_out(tmp_path: Path) -> None:
    short = folder(tmp_path, COUNTERS)
    values, digest = short.read("counters.toml").values, short.digest
    long = folder(tmp_path, WRITTEN_OUT)
    assert values == long.read("counters.toml").values
    assert digest == long.digest, "how a file is written changes no game"


def test_an_owner_corrects_one_counter_or_all_of_a_kind(tmp_path: Path) -> None:
    one = folder(tmp_path, COUNTERS, "[units.S-1]\ncombat = [5, 3]\n").read("counters.toml").table("units")
    assert (one.table("S-1").wholes("combat"), one.table("S-2").wholes("combat")) == ([5, 3], [4, 2])
    kind = folder(tmp_path, COUNTERS, "[like.red]\nside = \"blue\"\n")
    assert {unit.text("side") for _, unit in kind.read("counters.toml").tables("units")} == {"blue"}
    assert kind.digest != folder(tmp_path, COUNTERS).digest


@pytest.mark.parametrize(("text", "told"), [
    ("[units]\nS-1 = { like = \"tank\" }\n[like.rifle]\nmove = 1\n", r"units.S-1: 'like': there is no \[like.tank\]"),
    ("[units]\nS = { like = 'one' }\n[like]\none = { like = 'two' }\ntwo = { like = 'one' }\n", "is like itself"),
])
def test_a_wrong_reference_is_told(tmp_path: Path, text: str, told: str) -> None:
    with pytest.raises(DataError, match=told):
        folder(tmp_path, text).read("counters.toml")
