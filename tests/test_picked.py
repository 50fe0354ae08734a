"""What could be chosen with units picked, before they are."""

from __future__ import annotations

from random import Random

import pytest

import stavka
from stavka.errors import Illegal
from stavka.forecast import forecast
from stavka.match import Match
from stavka.picked import picked, way

from .playing import offered, played

EXPLOIT = {"turn": 3, "step": "soviet.exploitation", "empty": True, "place": {
    "S-10TC": "5603", "S-1MC": "5603", "G-68": "5602"}}
MOVE = {"turn": 3, "step": "soviet.movement", "empty": True, "control": {"soviet": "all"}, "place": {
    "S-R-167+232": "4901"}}


def at_the_front() -> Match:
    return stavka.game("u43").situation(EXPLOIT)


@pytest.mark.parametrize("units", [["S-10TC"], ["S-10TC", "S-1MC"]])
def test_it_is_the_offer_that_the_clicks_would_bring(units: list[str]) -> None:
    match = at_the_front()
    before = match.digest
    hand = picked(match, "soviet", units)
    path = way(match, "soviet", units, "5604")
    assert hand is not None and match.digest == before, "asking changes nothing"
    played(match, *(f"unit:{unit}" for unit in units))
    assert hand["offer"] == offered(match).as_data()
    assert hand["reach"] == match.ask("reach", unit=units[0])
    assert path == match.ask("path", unit=units[0], hex="5604")


def test_a_mobile_assault_is_a_strike_and_can_be_forecast() -> None:
    match = at_the_front()
    hand = picked(match, "soviet", ["S-10TC"])
    assert hand is not None and hand["offer"].get("strikes") == ["5602"] and "5602" in hand["offer"]["hexes"]
    promise = forecast(match, "soviet", ["unit:S-10TC", "hex:5602"])
    assert promise is not None
    played(match, "unit:S-10TC", "hex:5602", *(f"unit:{unit}" for unit in promise["units"]))
    assert match.ask("odds") == promise["odds"]
    assert forecast(at_the_front(), "soviet", ["unit:S-10TC", "hex:5604"]) is None, "that is a move"


def test_it_is_nothing_where_picking_does_more_or_the_units_are_in_different_hexes() -> None:
    apart = stavka.game("dagc").situation({
        "turn": 3, "step": "soviet.movement", "empty": True, "place": {"S-39": "3501", "S-5GT": "3502"}})
    assert picked(apart, "soviet", ["S-39"]) is not None
    assert picked(apart, "soviet", ["S-39", "S-5GT"]) is None, "each moves by itself"
    assert picked(apart, "german", ["S-39"]) is None, "it is not his choice"
    assert picked(apart, "soviet", ["G-6"]) is None, "it is not offered"
    assert picked(apart, "soviet", []) is None
    rallying = stavka.game("u43").situation({
        "turn": 3, "step": "german.exploitation", "empty": True,
        "place": {"G-Manstein": "5603", "G-7Pz": {"hex": "5603", "disrupted": True}}})
    assert "G-7Pz" in offered(rallying).units
    assert picked(rallying, "german", ["G-7Pz"]) is None, "a die is rolled for it"


def test_trains_count_no_points() -> None:
    match = played(stavka.game("u43").situation(MOVE), "unit:S-R-167+232")
    assert match.ask("reach", unit="S-R-167+232")
    played(match, "do:rail")
    assert match.ask("reach", unit="S-R-167+232") == {}
    with pytest.raises(Illegal):
        match.ask("path", unit="S-R-167+232", hex="5008")


def test_a_fortification_is_begun_with_a_unit_in_hand_that_then_moves() -> None:
    match = stavka.game("u43").situation({
        "turn": 3, "step": "german.movement", "empty": True, "place": {"G-7Pz": "5603"}})
    played(match, "unit:G-7Pz", "do:fort")
    played(match, offered(match).choices[0])
    assert offered(match).hexes and offered(match).about.unit is not None


@pytest.mark.parametrize("game", stavka.games())
def test_in_every_game_a_pick_shows_what_it_would_bring(game: str) -> None:
    """Units that are picked have the buttons and hexes they have when they are chosen, and costs only for these."""
    match, chance, seen = stavka.game(game).start(seed=5), Random(2), 0
    for _ in range(6000):
        offer = offered(match)
        if offer.about.kind == "move" and offer.units:
            seen += _agree(match, chance.choice(offer.units))
        if seen == 40:
            return
        match.choose("do:ready_made" if "ready_made" in offer.buttons else chance.choice(offer.choices))
    raise AssertionError(f"{game}: nobody moves")


def _agree(match: Match, unit: str) -> bool:
    """Whether a unit can be picked; the answer is then the offer that follows."""
    seat = offered(match).seat
    hand, twin = picked(match, seat, [unit]), match.copy()
    if hand is None:
        return False
    twin.choose(f"unit:{unit}")
    assert hand["offer"] == offered(twin).as_data()
    assert set(hand["reach"]) <= set(hand["offer"]["hexes"])
    return True
