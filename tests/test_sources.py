"""Where printed values come from is told in English and Spanish: on cards and charts, and to whoever asks."""

from __future__ import annotations

from typing import Any

import pytest

import stavka
from stavka.games import keys
from stavka.kit.data import Source
from stavka.lab.check import has_words, notes_of, untold_notes
from stavka.table.box import make_box


def notes(game: stavka.Game[Any]) -> set[str]:
    """The notes with words in the data of a game, and those that only a chart has."""
    on_charts = {Source.parse(chart["source"]["en"]).note for chart in make_box(game)["charts"]}
    return notes_of(game) | {note for note in on_charts if has_words(note)}


@pytest.mark.parametrize("key", keys())
def test_every_note_has_spanish_words_and_all_of_these_are_of_a_note(key: str) -> None:
    game = stavka.game(key)
    assert notes(game) == set(game.notes["es"])


@pytest.mark.parametrize("key", keys())
def test_cards_and_charts_tell_their_sources_in_both_languages(key: str) -> None:
    box = make_box(stavka.game(key))
    told = [source for counter in box["counters"].values() for source in counter["sources"].values()]
    told += [chart["source"] for chart in box["charts"]]
    assert all(source["en"][0] == source["es"][0] for source in told)  # the letter stays
    assert any(source["en"] != source["es"] for source in told)


@pytest.mark.parametrize(("language", "of_factors", "of_swamp"), [
    ("en", "X: scaled by type", "X: H marshes of Polesia"),
    ("es", "X: a escala según el tipo", "X: H pantanos de Polesia"),
])
def test_whoever_asks_is_told_in_his_language(
        dagc: stavka.Game[Any], language: str, of_factors: str, of_swamp: str) -> None:
    match = dagc.start(seed=1)
    assert match.ask("unit", unit="G-3SSPz", lang=language)["sources"]["factors"].startswith(of_factors)
    assert match.ask("hex", hex="1303", lang=language)["terrain"]["source"].startswith(of_swamp)


def test_a_note_without_spanish_is_shown_as_it_is_and_the_check_tells(
        dagc: stavka.Game[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    source = Source("X", "as swamp")
    assert dagc.provenance(source, "es") == "X: como el pantano" and not list(untold_notes(dagc))
    monkeypatch.delitem(dagc.notes["es"], source.note)
    assert dagc.provenance(source, "es") == "X: as swamp"
    assert [note for note in untold_notes(dagc) if "as swamp" in note]
