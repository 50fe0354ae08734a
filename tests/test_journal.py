"""Journals: saved matches replay to the same position, and damage is named by line and cause."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest

import stavka
from stavka.errors import catalogue
from stavka.kit.words import placeholders


@pytest.fixture
def saved(dagc: stavka.Game[Any], tmp_path: Path) -> Path:
    """A match with dice, an undo and several turns, saved."""
    return save_some(dagc, tmp_path)


def save_some(game: stavka.Game[Any], tmp_path: Path) -> Path:
    """A match by random choices, some of them taken back, saved in its third turn or after many choices."""
    match = game.start(seed=21)
    rng = random.Random(21)
    while match.turn < 3 and len(match.records) < 1_000 and match.offer is not None:
        match.choose(rng.choice(match.offer.choices))
        last = match.records[-1]
        if rng.random() < 0.1 and not last.dice and not last.revealed:
            match.undo()
    path = tmp_path / "match.stavka"
    match.save(path)
    return path


def lines_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def write(path: Path, lines: list[dict[str, Any]]) -> None:
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))


def test_a_saved_match_goes_on_where_it_stopped(game: stavka.Game[Any], tmp_path: Path) -> None:
    saved = save_some(game, tmp_path)
    match, again = stavka.open(saved), stavka.open(saved)
    assert match.digest == again.digest and "follow from the committed key" in stavka.verify(
        saved.read_text(), game, "journal")
    assert any("undo" in line for line in lines_of(saved))
    rng, other = random.Random(1), random.Random(1)
    for _ in range(60):
        if match.offer is None or again.offer is None:  # a short game
            break
        match.choose(rng.choice(match.offer.choices))
        again.choose(other.choice(again.offer.choices))
    assert match.digest == again.digest, "the dice go on as they would have"
    match.save(tmp_path / "later.stavka")
    assert stavka.open(tmp_path / "later.stavka").digest == match.digest


def test_a_journal_has_one_line_a_choice(dagc: stavka.Game[Any]) -> None:
    match = dagc.start(seed=1)
    rng = random.Random(1)
    for _ in range(25):
        assert match.offer is not None
        match.choose(rng.choice(match.offer.choices))
    assert match.journal is not None
    assert len(match.journal.text(match.position, with_key=False).splitlines()) == 26


def test_the_key_stays_secret_until_the_end(dagc: stavka.Game[Any]) -> None:
    match = dagc.situation({"turn": 9, "step": "german.combat_after", "seed": 4})
    key = match.position.dice.key.hex()
    assert match.journal is not None
    assert key not in match.journal.text(match.position, with_key=False)
    while match.offer is not None:
        match.choose("do:end_phase")
    assert key in match.journal.text(match.position, with_key=False)


def test_verify_recomputes_every_roll(saved: Path, dagc: stavka.Game[Any]) -> None:
    assert "all" in stavka.verify(saved.read_text(), dagc, "match") and "rolls follow" in stavka.verify(
        saved.read_text(), dagc, "match")


def test_a_changed_die_is_found(saved: Path) -> None:
    lines = lines_of(saved)
    number, line = next((n, line) for n, line in enumerate(lines[1:], 2) if line.get("dice"))
    line["dice"][0] = line["dice"][0] % 6 + 1
    write(saved, lines)
    with pytest.raises(stavka.JournalError, match=f"line {number}: rolled") as error:
        stavka.open(saved)
    assert error.value.line == number


def test_a_changed_digest_is_found(saved: Path) -> None:
    lines = lines_of(saved)
    number, line = next((n, line) for n, line in enumerate(lines, 1) if "digest" in line)
    line["digest"] = "0" * 16
    write(saved, lines)
    with pytest.raises(stavka.JournalError, match=f"line {number}: the position differs"):
        stavka.open(saved)


def test_a_key_that_does_not_fit_is_found(saved: Path) -> None:
    lines = lines_of(saved)
    lines[-1]["key"] = "00" * 32
    write(saved, lines)
    with pytest.raises(stavka.JournalError, match="does not fit the commitment"):
        stavka.open(saved)
    lines[-1]["key"] = "zz"
    write(saved, lines)
    with pytest.raises(stavka.JournalError, match="damaged"):
        stavka.open(saved)


def test_without_its_key_a_journal_still_replays_as_the_dice_fell(saved: Path) -> None:
    digest = stavka.open(saved).digest
    write(saved, lines_of(saved)[:-1])
    assert stavka.open(saved).digest == digest


@pytest.mark.parametrize(("damage", "complaint"), [
    (lambda rows: ["not json", *rows[1:]], "line 1: not JSON"),
    (lambda rows: ["[1, 2]", *rows[1:]], "line 1: not a JSON object"),
    (lambda rows: ['{"hello": 1}', *rows[1:]], "line 1: not a Stavka journal"),
    (lambda rows: [rows[0].replace('"stavka": 1', '"stavka": 99'), *rows[1:]], "line 1: journal format 99"),
    (lambda rows: [rows[0].replace('"dagc"', '"chess"'), *rows[1:]], "line 1: there is no game 'chess'"),
    (lambda rows: [rows[0].replace('"historical"', '"nowhere"'), *rows[1:]], "line 1: .*no scenario 'nowhere'"),
    (lambda rows: [rows[0].replace('"data": "', '"data": "f'), *rows[1:]], "line 1: made with other data files"),
    (lambda rows: [*rows[:3], rows[3][:-4], *rows[4:]], "line 4: not JSON"),
    (lambda rows: [*rows[:3], '{"seat": "soviet", "choose": "unit:S-999"}', *rows[3:]], "line 4: .*is refused"),
    (lambda rows: [*rows[:3], rows[3].replace("soviet", "german", 1), *rows[4:]], "line 4: seat 'german' chooses"),
    (lambda rows: [*rows[:3], '{"what": 1}', *rows[3:]], "line 4: neither a choice"),
    (lambda rows: [rows[0], '{"undo": "unit:S-39"}', *rows[1:]], "line 2: There is nothing to take back"),
    (lambda rows: [rows[0], rows[-1], *rows[1:]], "line 2: .*journal goes on"),
    (lambda _: [], "line 1: not a Stavka journal"),
])
def test_damage_is_named_by_line_and_cause(saved: Path, damage: Any, complaint: str) -> None:
    saved.write_text("\n".join(damage(saved.read_text().splitlines())))
    with pytest.raises(stavka.JournalError, match=complaint):
        stavka.open(saved)


def test_a_file_that_is_no_text_is_named(tmp_path: Path) -> None:
    path = tmp_path / "picture.png"
    path.write_bytes(b"\x89PNG\xff\xfe")
    with pytest.raises(stavka.JournalError, match="not a text file"):
        stavka.open(path)


def test_situations_are_saved_with_their_dice(dagc: stavka.Game[Any], tmp_path: Path) -> None:
    match = dagc.situation({"turn": 3, "step": "soviet.combat_before", "empty": True, "dice": [2, 5],
                            "place": {"S-39": "3610", "G-1": "3611"}})
    for choice in ("hex:3611", "unit:S-39", "do:roll"):
        match.choose(choice)
    match.save(tmp_path / "s.stavka")
    assert stavka.open(tmp_path / "s.stavka").digest == match.digest


def test_saving_replaces_the_file_whole(saved: Path, dagc: stavka.Game[Any]) -> None:
    dagc.start(seed=1).save(saved)
    assert not list(saved.parent.glob("*.part"))
    assert len(lines_of(saved)) == 2


def test_what_is_wrong_with_a_journal_is_said_in_both_languages(saved: Path) -> None:
    lines = lines_of(saved)
    lines[1]["choose"] = "hex:9999"
    write(saved, lines)
    with pytest.raises(stavka.JournalError) as refused:
        stavka.open(saved)
    assert "line 2: 'hex:9999' is refused: There is no" in refused.value.say("en") == str(refused.value)
    assert "línea 2: 'hex:9999' no se permite: No existe" in refused.value.say("es")


def test_all_errors_have_words_in_both_languages() -> None:
    words = catalogue().templates
    assert {key: placeholders(text) for key, text in words["en"].items()} == {
        key: placeholders(text) for key, text in words["es"].items()}
    source = "".join(path.read_text(encoding="utf-8") for path in Path(stavka.__file__).parent.rglob("*.py"))
    raised = set(re.findall(r'JournalError\([^()]*(?:\(\w*\))?, "(\w+)"', source))
    raised |= {"not_stavka", "other_format", "where"}
    assert {f"journal.{flaw}" for flaw in raised} == set(words["en"])
