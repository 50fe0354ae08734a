"""A unit's card, the prompt and a refusal name the same movement points, in every game, before and after a leg."""

from __future__ import annotations

from random import Random

import pytest

import stavka
from tests.playing import offered

LOOKS = 6


def moving(game: str, seed: int) -> tuple[stavka.Match, Random]:
    """A match with the suggested set-up whose first mover has a movement phase before him."""
    match, chance = stavka.game(game).start(seed=seed), Random(seed)
    for _ in range(3000):
        offer = offered(match)
        if offer.about.kind == "move" and len(offer.units) > 3:
            return match, chance
        match.choose("do:ready_made" if "do:ready_made" in offer else
                     "do:end_phase" if "do:end_phase" in offer else chance.choice(offer.choices))
    raise AssertionError(f"{game}: nobody moves")


def named_in_refusal(match: stavka.Match, unit: str) -> set[float]:
    """The points that refusals for distance say the unit has."""
    grid, found = match.game.board.grid, set()
    for hex in list(grid.index)[::29]:
        answer = match.ask("why_not", unit=unit, hex=hex)
        if answer["reason"] and " movement point" in answer["reason"] and ", and it has " in answer["reason"]:
            found.add(float(answer["reason"].rpartition(" has ")[2].rstrip(".")))
    return found


@pytest.mark.parametrize("game", stavka.games())
def test_card_prompt_and_refusal_agree(game: str) -> None:
    match, chance = moving(game, seed=5)
    compared = moved = 0
    for _ in range(400):
        offer = offered(match)
        if offer.about.kind != "move" or not offer.units or (compared >= LOOKS and moved):
            break
        unit = chance.choice(offer.units)
        before = match.ask("unit", unit=unit).get("left")
        compared += agree(match, unit, before)
        match.choose(f"unit:{unit}")
        if before is None or offered(match).about.kind != "move":
            continue
        assert match.ask("unit", unit=unit)["left"] == before, "in hand it has what the card said"
        costs = match.ask("reach", unit=unit)
        hexes = [hex for hex in offered(match).hexes if 0 < costs.get(hex, 0) < before]
        if hexes:
            match.choose(f"hex:{min(hexes, key=costs.__getitem__)}")
        after = match.ask("unit", unit=unit).get("left") if match.offer is not None else None
        if after is not None:
            agree(match, unit, after)
            moved += after < before
    assert compared, "somebody could be compared"
    assert moved, "somebody was looked at after a leg"


def agree(match: stavka.Match, unit: str, left: float | None) -> bool:
    """Whether refusals could be compared with the card; they must agree."""
    named = named_in_refusal(match, unit) if left is not None else set()
    assert named <= {left}, unit
    return bool(named)
