"""What an attack promises before it is begun."""

from __future__ import annotations

import pytest

import stavka
from stavka.forecast import forecast

from .playing import first_fight, offered

MEN = {"S-39": "3501", "S-5GT": "3501", "S-43": "3601", "G-53": "3500", "G-6": "3602"}
FIGHT = {"turn": 3, "step": "soviet.combat_after", "empty": True, "place": MEN}


def test_it_is_what_the_clicks_would_bring() -> None:
    match = stavka.game("dagc").situation(FIGHT)
    before = match.digest
    promise = forecast(match, "soviet", "hex:3500")
    assert promise is not None
    assert promise["choices"] == ["hex:3500", *(f"unit:{unit}" for unit in promise["units"])]
    assert set(promise["units"]) == {"S-39", "S-5GT", "S-43"}
    assert match.digest == before, "asking changes nothing"
    for choice in promise["choices"]:
        match.choose(choice)
    assert match.ask("odds") == promise["odds"]


def test_the_sparing_leave_out_whoever_changes_nothing() -> None:
    match = stavka.game("dagc").situation({**FIGHT, "place": {**MEN, "S-22": "3601", "S-4S": "3600"}})
    everybody, few = forecast(match, "soviet", "hex:3500"), forecast(match, "soviet", "hex:3500", sparing=True)
    assert everybody is not None and few is not None
    assert set(few["units"]) < set(everybody["units"])
    assert few["odds"]["results"] == everybody["odds"]["results"]


def test_nobody_else_is_told_and_nothing_but_attacks_is_forecast() -> None:
    match = stavka.game("dagc").situation(FIGHT)
    assert forecast(match, "german", "hex:3500") is None
    assert forecast(match, "soviet", "hex:4000") is None, "it is no target"
    moving = stavka.game("dagc").situation({"turn": 3, "step": "soviet.movement"})
    assert forecast(moving, "soviet", "unit:S-39") is None


@pytest.mark.parametrize("game", stavka.games())
def test_every_game_has_it_and_says_who_is_favoured(game: str) -> None:
    match = first_fight(game)
    promise = forecast(match, offered(match).seat, offered(match).choices[0])
    assert promise is not None and promise["units"]
    assert sum(promise["odds"]["results"].values()) == pytest.approx(1)
    assert set(promise["odds"]["results"]) <= set(match.game.favours)
    assert set(match.game.favours.values()) <= {-2, -1, 0, 1, 2} and match.game.favours
