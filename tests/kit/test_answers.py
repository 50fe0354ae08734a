"""The parts of answers that all games share."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import stavka
from stavka.kit.answers import Asked, questions_of
from stavka.kit.tables import Sum, times
from tests.playing import Situation


@pytest.fixture
def asked(situation: Situation) -> Asked:
    """What the Germans ask: S-39 lies under S-5GT, where they may not look."""
    match = situation("soviet.movement", {"S-39": "3501", "S-5GT": "3501"})
    return Asked(match.game, match.position, "german", "es")


def test_a_hidden_unit_is_refused_and_has_no_name_in_its_stack(asked: Asked, dagc: stavka.Game[Any]) -> None:
    with pytest.raises(stavka.Illegal) as refused:
        asked.unit_named("S-39", "6.8.b")
    assert refused.value.rule == "6.8.b"
    assert asked.unit_named("S-5GT") == dagc.unit_index("S-5GT")
    assert asked.stack(dagc.place_index("3501")) == [None, "S-5GT"]


def test_a_hex_is_described_with_its_provenance_and_a_box_by_its_name(asked: Asked, dagc: stavka.Game[Any]) -> None:
    vitebsk = dagc.board.places["vitebsk"]
    told = asked.hex(vitebsk.hex, points=1)
    assert told["place"] == {"name": vitebsk.name["es"], "kind": vitebsk.kind, "points": 1,
                             "source": dagc.provenance(vitebsk.source, "es")}
    assert told["terrain"]["source"] and told["stack"] == []
    box = next(iter(dagc.board.boxes.values()))
    assert asked.hex(box.index) == {"hex": box.key, "name": box.name["es"], "stack": asked.stack(box.index)}


def test_an_unknown_side_is_refused_by_name(asked: Asked) -> None:
    with pytest.raises(stavka.Illegal, match="blue"):
        asked.side_named("blue")
    assert asked.side_named("german") == 1


def test_a_sum_tells_every_line_and_what_it_was_multiplied_by(asked: Asked) -> None:
    total = Sum()
    total.attack(3, "odds.concentric", "11.11", by=[times(Fraction(1, 2), "odds.concentric", "9.4")])
    total.modify(-1, "odds.concentric", "8.3")
    told = asked.sum(total)
    assert (told["attack"], told["defence"], told["modifier"]) == (3, 0, -1)
    assert [(line["rule"], line["times"]) for line in told["attackers"][0]["by"]] == [("9.4", "1/2")]
    assert "by" not in told["modifiers"][0] and told["modifiers"][0]["rule"] == "8.3"


@pytest.mark.parametrize("key", stavka.games())
def test_every_game_answers_the_questions_of_the_contract(key: str) -> None:
    assert {"reach", "path", "odds", "supply", "zoc", "hex", "unit", "why_not", "victory"} <= set(
        stavka.game(key).questions)


def test_what_is_private_is_no_question() -> None:
    class Answers:
        def victory(self) -> int:
            return 1

        def _secret(self) -> int:
            return 2

    assert list(questions_of(Answers())) == ["victory"]
