"""A stack goes to one hex where the rules have units move one after the other."""

from __future__ import annotations

from random import Random

import pytest

import stavka
from stavka.match import Match
from stavka.party import goals, why_not_all
from stavka.picked import picked, way

from .playing import offered, played

BOTH = ["S-39", "S-5GT"]
PAIR = {"turn": 3, "step": "soviet.movement", "empty": True,
        "place": {"S-39": "3501", "S-5GT": "3501", "S-43": "3502"}}
CUT_OFF = ["G-1", "G-2"]
OUT_OF_SUPPLY = {"turn": 3, "step": "german.movement", "empty": True, "dice": [4], "place": {
    "G-1": "3611", "G-2": "3611", "S-39": "3610", "S-5": "3612"}}
STREET = {"turn": 3, "step": "soviet.tactical", "empty": True}


@pytest.mark.rule("dagc", "6.3")
@pytest.mark.rule("dagc", "6.5")
def test_a_stack_is_offered_the_hexes_that_all_of_it_can_enter() -> None:
    match = stavka.game("dagc").situation(PAIR)
    before = match.digest
    hand = picked(match, "soviet", BOTH)
    assert hand is not None and hand.get("apart") and match.digest == before
    assert hand["offer"]["about"] == {"kind": "move", "unit": "S-39", "targets": [], "group": BOTH}
    assert hand["offer"]["rules"] == ["6.3"] and "5th Guards Tank Army" in hand["offer"]["prompt"]["en"]
    alone = picked(match, "soviet", ["S-39"])
    assert alone is not None and "3502" in alone["offer"]["hexes"]
    assert "3502" not in hand["offer"]["hexes"], "there is room for one"
    kept = why_not_all(match, "soviet", BOTH, "3502")
    assert (kept["unit"], kept["rule"]) == ("S-5GT", "6.5"), "after the other has come there"


@pytest.mark.rule("dagc", "6.4.a")
def test_what_it_costs_is_what_the_one_pays_who_pays_most() -> None:
    match = stavka.game("dagc").situation(PAIR)
    hand = picked(match, "soviet", BOTH)
    assert hand is not None
    for hex in hand["offer"]["hexes"]:
        twin, paid = match.copy(), []
        for unit in BOTH:
            for event in played(twin, f"unit:{unit}", f"hex:{hex}").records[-1].events:
                paid += [event.data["cost"]] if event.kind == "moved" else []
        told = way(match, "soviet", BOTH, hex)
        assert told["cost"] == hand["reach"][hex] == max(paid)
        assert told["left"] == 7 - max(paid)


@pytest.mark.rule("fb", "7.3.7")
@pytest.mark.rule("fb", "7.3.6")
def test_an_enemy_who_may_fire_is_taken_to_let_them_pass() -> None:
    game = stavka.game("fb")
    match = game.situation({**STREET, "place": {
        "su-372-218": "1010", "su-658-218": "1010", "su-667-218": "1010", "de-flak2": "1012"}})
    stack = ["su-372-218", "su-658-218", "su-667-218"]
    hexes = goals(match, "soviet", stack)
    assert hexes and "1011" in hexes, "it lies beside the guns"
    assert "1012" not in hexes and why_not_all(match, "soviet", stack, "1012")["rule"] == "3.0k"


@pytest.mark.rule("dagc", "7.3")
def test_before_dice_are_rolled_it_is_where_all_may_come_and_then_where_they_do() -> None:
    match = stavka.game("dagc").situation(OUT_OF_SUPPLY)
    may = goals(match, "german", CUT_OFF)
    assert way(match, "german", CUT_OFF, may[-1])["path"][-1] == may[-1]
    played(match, f"unit:{CUT_OFF[0]}")
    assert match.records[-1].dice == (4,)
    do = goals(match, "german", CUT_OFF)
    assert do and set(do) < set(may), "one die for both"
    best = stavka.game("dagc").situation({**OUT_OF_SUPPLY, "dice": [6]})
    assert set(goals(played(best, f"unit:{CUT_OFF[0]}"), "german", CUT_OFF)) == set(may)


@pytest.mark.parametrize("game", stavka.games())
def test_in_every_game_all_of_a_stack_come_where_it_is_said(game: str) -> None:
    match, chance, seen = stavka.game(game).start(seed=5), Random(2), 0
    for _ in range(9000):
        offer = offered(match)
        if offer.about.kind == "move" and (stack := _a_stack(match)):
            seen += _agrees(match, stack, chance)
        if seen == 12:
            return
        match.choose("do:ready_made" if "ready_made" in offer.buttons else chance.choice(offer.choices))
        if match.offer is None:
            match = stavka.game(game).start(seed=6)
    raise AssertionError(f"{game}: no stack moves")


def _a_stack(match: Match) -> list[str]:
    """The units of the first stack of which several can be chosen."""
    p, index = match.position, match.game.counters.index
    stacks: dict[int, list[str]] = {}
    for unit in offered(match).units:
        if p.is_on_map(index[unit]):
            stacks.setdefault(p.where[index[unit]], []).append(unit)
    return next((stack for stack in stacks.values() if len(stack) > 1), [])


def _agrees(match: Match, stack: list[str], chance: Random) -> bool:
    """Whether there is anywhere to go; then all come there, as far as no dice keep them."""
    seat = offered(match).seat
    hexes = goals(match, seat, stack)
    if not hexes:
        return False
    hex, twin = chance.choice(hexes), match.copy(3)
    for unit in stack:
        played(twin, f"unit:{unit}", f"hex:{hex}")
        while (offer := offered(twin)).seat != seat:
            declines = [button for button in offer.buttons if match.game.roles.get(button) == "decline"]
            twin.choose(f"do:{declines[0]}")
    places = {twin.position.where[match.game.counters.index[unit]] for unit in stack}
    assert places == {match.game.board.index[hex]} or any(record.dice for record in twin.records)
    return True
