"""What a seat may not see is never printed for it."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable
from typing import Any

import pytest

import stavka
from stavka.text import Console, Speech, Table

from .conftest import Anybody, Sit, Typist

QUESTIONS = [
    "list", "map", "map 3501", "around 3501 6", "hex 3501", "hex 3500", "units", "units soviet", "units all", "boxes",
    "dead", "track", "odds 3501 G-53", "odds 3501", "why G-53 3501", "path G-53 3502", "zoc soviet", "victory",
]


def hidden(match: stavka.Match, seat: str) -> set[str]:
    everybody = {unit for other in match.game.seats for unit in match.view(other)["units"]}
    return everybody - set(match.view(seat)["units"])


def betrayed(match: stavka.Match, units: Iterable[str], text: str) -> list[str]:
    """The units of which a text gives away id or name."""
    def speaks_of(name: str) -> bool:
        return re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", text) is not None

    return [unit for unit in units
            if any(map(speaks_of, {unit, *match.game.counters[unit].name.values()}))]


@pytest.mark.parametrize("lang", ["en", "es"])
def test_no_question_tells_the_german_what_lies_below(situation: Any, sit: Sit, lang: str) -> None:
    match = situation("german.movement", {"S-39": "3501", "S-5GT": "3501", "G-53": "3500", "G-6": "3601"})
    assert hidden(match, "german") == {"S-39"}
    session = sit(match, QUESTIONS, lang=lang, people=["german"])
    assert betrayed(match, ["S-39"], session.text) == []
    assert betrayed(match, ["S-5GT"], session.text) == ["S-5GT"], "the search would find it"


def test_the_unseen_are_counted(situation: Any, sit: Sit) -> None:
    match = situation("german.movement", {"S-39": "3501", "S-5GT": "3501", "G-53": "3500"})
    session = sit(match, ["hex 3501", "odds 3501 G-53", "map 3501 1"], people=["german"])
    assert "1 unit you may not see" in session.after("hex 3501")
    assert "1 defender is unseen and not counted." in session.after("odds 3501 G-53")
    assert "[5GT 7]2" in session.after("map 3501 1")


@pytest.mark.parametrize("typed", ["unit S-39", "supply S-39", "why S-39 3502", "path S-39 3502"])
def test_asking_for_the_unseen_by_id_is_refused(situation: Any, sit: Sit, typed: str) -> None:
    match = situation("german.movement", {"S-39": "3501", "S-5GT": "3501", "G-53": "3500"})
    assert sit(match, [typed], people=["german"]).after(typed).startswith("No: You may not see S-39.")


@pytest.mark.parametrize("typed", ["39", "unit 39th", "39th", "map 39th"])
def test_the_unseen_have_no_names(situation: Any, sit: Sit, typed: str) -> None:
    match = situation("german.movement", {"S-39": "3501", "S-5GT": "3501", "G-53": "3500"})
    assert "39th Army" not in sit(match, [typed], people=["german"]).after(typed)


def test_veiled_events_stay_veiled(situation: Any, sit: Sit) -> None:
    match = situation("soviet.replacements", {
        "S-39": {"hex": "3501", "reduced": True}, "S-5GT": "3501", "G-53": "3500"}, turn=3)
    match.choose("unit:S-39")
    session = sit(match, ["end", "end", "end", "end", "", "log", "end"])
    _, _, german = session.text.partition("Pass the keyboard to the German player")
    assert "A unit in 3501 is brought to full strength" in german
    assert betrayed(match, ["S-39"], german) == []


class Curious(Typist):
    """A German who asks everything before he chooses anything; what he was told is checked each time."""

    def __init__(self, out: io.StringIO) -> None:
        super().__init__()
        self.out = out
        self.player = Anybody(5)
        self.turns = 0
        self.found: list[str] = []
        self.questions: list[str] = []

    def typed(self) -> str:
        match = self.table.match
        self.found += betrayed(match, hidden(match, "german"), self.out.getvalue())
        self.out.seek(0)
        self.out.truncate()
        if match.offer is None or match.turn > 3:
            return ""
        if not self.questions:
            self.turns += 1
            self.questions = ["map", "list"] if self.turns % 10 else ["units all", "around 8", "boxes", "zoc"]
            return self.player.choose(match.offer) + "\n"
        return self.questions.pop() + "\n"


def test_a_curious_german_learns_nothing_in_whole_turns(dagc: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    # What the German saw moving may lie hidden now: events, which have their own veil, are left out here.
    monkeypatch.setattr(Table, "_tell_news", lambda _: None)
    out = io.StringIO()
    typist = Curious(out)
    typist.table = Table(dagc.start(seed=1), Console(typist, out, width=400, page=0), Speech(), people=["german"])
    typist.table.run()
    assert typist.turns > 20
    assert typist.found == []
