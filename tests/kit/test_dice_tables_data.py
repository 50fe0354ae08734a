"""Dice, tables, data files and words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from stavka.kit.data import DataError, Folder, Source, Table
from stavka.kit.dice import Dice, Luck
from stavka.kit.tables import ColumnTable
from stavka.kit.words import Catalogue, Message


def test_dice_follow_from_their_key_alone() -> None:
    first, second = Dice.seeded("x"), Dice.seeded("x")
    assert [first.roll() for _ in range(50)] == [second.roll() for _ in range(50)]
    assert [Dice.seeded("x").nth(n) for n in range(50)] != [Dice.seeded("y").nth(n) for n in range(50)]
    assert Dice.seeded("x").commitment != Dice.seeded("y").commitment


def test_all_faces_are_equally_likely() -> None:
    dice = Dice.seeded("fair")
    counts = Counter(dice.roll() for _ in range(60_000))
    assert set(counts) == {1, 2, 3, 4, 5, 6}
    chi_squared = sum((count - 10_000) ** 2 / 10_000 for count in counts.values())
    assert chi_squared < 20.5  # one in a thousand for five degrees of freedom; the seed is fixed


def test_fixed_rolls_come_first() -> None:
    dice = Dice.seeded(1, fixed=[6, 1, 1])
    assert [dice.roll() for _ in range(3)] == [6, 1, 1]
    with pytest.raises(ValueError, match="cannot show 0"):
        Dice(fixed=[0])
    with pytest.raises(ValueError, match="cannot show 7"):
        Dice(fixed=[7]).roll()


def test_a_draw_follows_from_the_key_and_is_recorded_like_a_roll() -> None:
    first, second = Dice.seeded("cup"), Dice.seeded("cup")
    fell = [first.roll(), first.draw(52), first.roll(), first.draw(7)]
    assert fell == [second.roll(), second.draw(52), second.roll(), second.draw(7)]
    assert first.since(0) == (fell[0], fell[1] + 1, fell[2], fell[3] + 1)
    again = Dice(fixed=first.since(0))
    assert [again.roll(), again.draw(52), again.roll(), again.draw(7)] == fell


def test_every_counter_of_a_cup_is_equally_likely() -> None:
    dice = Dice.seeded("fair cup")
    counts = Counter(dice.draw(10) for _ in range(20_000))
    assert set(counts) == set(range(10))
    assert sum((count - 2_000) ** 2 / 2_000 for count in counts.values()) < 27.9  # one in a thousand, nine degrees


def test_a_draw_tells_nothing_about_the_roll_in_its_place() -> None:
    drawn = [Dice.seeded(seed).draw(6) + 1 for seed in range(300)]
    rolled = [Dice.seeded(seed).roll() for seed in range(300)]
    assert 30 < sum(one == other for one, other in zip(drawn, rolled, strict=True)) < 75


def test_forked_dice_say_nothing_about_the_match() -> None:
    dice = Dice.seeded(1)
    assert dice.fork().key != dice.key
    assert dice.fork(3).key == dice.fork(3).key != dice.key


def test_imagined_dice_fall_by_what_they_are_rolled_for() -> None:
    """Two plans meet the same luck at the third battle over a town, whatever else they have done."""
    busy, idle = Luck(3), Luck(3)
    for other in range(50):
        busy.roll((1, 2, other))
        busy.draw(9, (1, other))
    town = (4, 7, 311)
    assert [busy.roll(town) for _ in range(20)] == [idle.roll(town) for _ in range(20)]
    assert [busy.draw(40, town) for _ in range(20)] == [idle.draw(40, town) for _ in range(20)]
    assert [Luck(3).roll(event) for event in range(40)] != [Luck(4).roll(event) for event in range(40)]


def test_imagined_dice_favour_no_face() -> None:
    dice = Luck("faces")
    fallen = Counter(dice.roll((turn, hex)) for turn in range(20) for hex in range(300))
    assert set(fallen) == set(range(1, 7)) and all(880 < count < 1120 for count in fallen.values())


def test_columns_end_at_the_table() -> None:
    table = ColumnTable(["low", "mid", "high"], [0, 5], {1: ["a", "b", "c"]})
    assert [table.column(n) for n in (-99, -1, 0, 4, 5, 99)] == [0, 0, 1, 1, 2, 2]
    assert table.clamp(-3) == 0 and table.clamp(7) == 2


def test_a_table_with_a_hole_is_refused() -> None:
    values = {"columns": ["a", "b"], "lowest": [0], "rows": {"1": ["x", "y"], "3": ["x", "y"]}}
    with pytest.raises(DataError, match="one row for every face"):
        ColumnTable.read(Table(values, "charts.toml: crt"))
    values["rows"] = {"1": ["x"]}
    with pytest.raises(DataError, match="row '1'"):
        ColumnTable.read(Table(values, "charts.toml: crt"))


@pytest.mark.parametrize(("ask", "complaint"), [
    (lambda t: t.whole("missing"), "'missing' is missing"),
    (lambda t: t.whole("name"), "'name' must be a whole number"),
    (lambda t: t.text("number"), "'number' must be a text"),
    (lambda t: t.whole("number", least=9), "at least 9"),
    (lambda t: t.one_of("name", ("a", "b")), "one of a, b"),
    (lambda t: t.words("half"), "'half.es' is missing"),
    (lambda t: t.source("name"), "does not begin with one of"),
    (lambda t: t.table("number"), "must be a table"),
    (lambda t: t.texts("mixed"), "must hold texts only"),
    (lambda t: t.pair("backwards"), "a first and a last number"),
])
def test_complaints_name_file_key_and_cause(ask: Callable[[Table], object], complaint: str) -> None:
    table = Table({"name": "x", "number": 3, "half": {"en": "x"}, "mixed": ["a", 1], "backwards": [2, 1]},
                  "board.toml: grid")
    with pytest.raises(DataError) as error:
        ask(table)
    assert str(error.value).startswith("board.toml: grid: ") and complaint in str(error.value)


def test_corrections_are_laid_over_the_data(tmp_path: Path) -> None:
    base, overlay = tmp_path / "base", tmp_path / "mine"
    base.mkdir()
    overlay.mkdir()
    (base / "charts.toml").write_text('[forest]\nmove = 2\ndefence = 1\n')
    (overlay / "charts.toml").write_text("[forest]\nmove = 3\n")
    assert Folder(base, overlay).read("charts.toml").table("forest").values == {"move": 3, "defence": 1}
    assert Folder(base, overlay).digest != Folder(base).digest
    (overlay / "charts.toml").write_text("forest = 3\n")
    with pytest.raises(DataError, match="'forest' must be a table"):
        Folder(base, overlay).read("charts.toml")
    (overlay / "chart.toml").write_text("")
    with pytest.raises(DataError, match=re.escape("has no such file")):
        Folder(base, overlay)
    with pytest.raises(DataError, match="no such folder"):
        Folder(base, tmp_path / "none")


def test_broken_toml_names_the_file_and_line(tmp_path: Path) -> None:
    (tmp_path / "charts.toml").write_text("[forest\n")
    with pytest.raises(DataError, match=r"charts\.toml.*line 1"):
        Folder(tmp_path).read("charts.toml")


def test_sources() -> None:
    assert Source.parse("R:7.7").note == "7.7" and not Source.parse("P: coast").reconstructed
    assert Source.parse("X/H: guess").reconstructed
    with pytest.raises(ValueError, match="does not begin"):
        Source.parse("somewhere")


def test_words_name_things_by_their_kind() -> None:
    words = Catalogue(en={"m": "{units:unit} at {hex}"}, es={"m": "{units:unit} en {hex}"})
    words.name_with("unit", lambda unit, language: f"{language}-{unit}")
    assert words.say(Message("m", {"units": ["a", "b"], "hex": "0101"}), "es") == "es-a, es-b en 0101"
    assert words.say(Message("m", {"units": ["1st, old", "b"], "hex": "0101"})) == "en-1st, old; en-b at 0101"
    with pytest.raises(ValueError, match="no language"):
        words.say(Message("m"), "fr")
