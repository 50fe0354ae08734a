"""Short ways to write and play situations of Ukraine '43."""

from __future__ import annotations

from typing import Any

import stavka
from stavka.games.u43 import Ukraine43
from stavka.games.u43.components import Theatre
from stavka.games.u43.moving import Moving
from tests.playing import Situation, offered, played

# Open steppe: 5606 and all hexes within three of it are clear, without roads, rivers or places.
CENTRE, NORTH, NORTHEAST, SOUTHEAST, SOUTH, SOUTHWEST, NORTHWEST = (
    "5606", "5605", "5705", "5706", "5607", "5506", "5505")

FIRST, SECOND = "soviet.combat1", "soviet.combat2"
GERMAN_FIRST, GERMAN_SECOND = "german.combat1", "german.combat2"
MOVE, GERMAN_MOVE = "soviet.movement", "german.movement"
EXPLOIT, GERMAN_EXPLOIT = "soviet.exploitation", "german.exploitation"

RIFLES = ("S-R-167+232", "S-R-180+240", "S-R-204+340", "S-R-161+206", "S-R-100+309", "S-R-184+219", "S-R-147+155")
"""Rifle divisions, 4-5-4."""
GUARDS = ("S-R-51+52G", "S-R-67+71G", "S-R-89+90G", "S-R-13+66G")
"""Guards rifle divisions, 5-6-4."""


def theatre(match: stavka.Match) -> Theatre:
    """Map, counters and charts of the game that is played."""
    assert isinstance(match.game, Ukraine43)
    return match.game.theatre


def points_left(match: stavka.Match) -> float:
    """The movement points that are left to who moves, counted whole."""
    step = match.position.steps[0]
    assert isinstance(step, Moving)
    return step.left / 2


def die(match: stavka.Match, column: str, result: str, table: str = "primary") -> int:
    """A die that brings a result in a column of the Combat Results Table."""
    crt = getattr(match.game.layout, table)
    at = crt.headings.index(column)
    return int(next(face for face, row in crt.rows.items() if row[at] == result))


def reduced(hex: str, **more: Any) -> dict[str, Any]:
    """A reduced unit in a hex."""
    return {"hex": hex, "reduced": True, **more}


def disrupted(hex: str, **more: Any) -> dict[str, Any]:
    """A disrupted unit in a hex."""
    return {"hex": hex, "disrupted": True, **more}


def unsupplied(hex: str, **more: Any) -> dict[str, Any]:
    """A unit with an Out of Supply marker."""
    return {"hex": hex, "unsupplied": True, **more}


def has_flag(match: stavka.Match, unit: str, flag: str) -> bool:
    """Whether something lies on a unit."""
    return flag in match.view("soviet")["units"][unit].get("flags", ())


def fight(match: stavka.Match, target: str, *units: str) -> stavka.Match:
    """Declare an attack on a hex and roll."""
    return played(match, f"hex:{target}", *(f"unit:{unit}" for unit in units), "do:roll")


def battle(situation: Situation, step: str, place: dict[str, Any], target: str, units: list[str], dice: list[int],
           **keys: Any) -> stavka.Match:
    """An attack that has been rolled."""
    return fight(situation(step, place, dice=dice, **keys), target, *units)


def finish(match: stavka.Match, *first: str) -> stavka.Match:
    """Answer what a battle still asks, with these choices where they are offered, else the first there is."""
    wanted = list(first)
    for _ in range(100):
        if match.offer is None or match.offer.task not in (
            "loss", "retreat", "retreat_unit", "withdraw", "withdraw_to", "advance", "advance_again", "advance_into",
            "city_holds", "assault_advance"):
            return match
        choices = offered(match).choices
        take = next((choice for choice in wanted if choice in choices), None)
        if take is None:
            take = next((choice for choice in ("do:halt", "do:stand") if choice in choices), choices[0])
        else:
            wanted.remove(take)
        match.choose(take)
    raise AssertionError("the battle never ends")
