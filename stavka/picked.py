"""What could be chosen with units picked, before they are: in any game.

The clicks are tried in an imagined match (:meth:`Match.imagine`), as a forecast tries them, so the answer cannot
disagree with what they would bring, knows no rule of its own, and tells a seat nothing that it may not know.

>>> import stavka
>>> match = stavka.game("dagc").situation({
...     "turn": 3, "step": "soviet.movement", "empty": True, "place": {"S-39": "3501"}})
>>> hand = picked(match, "soviet", ["S-39"])
>>> hand["offer"]["about"]["unit"], hand["reach"]["3502"]
('S-39', 1)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NotRequired, TypedDict

from .errors import Illegal
from .kit.clicks import is_in_hand
from .kit.view import OfferData
from .match import Match
from .party import is_stack, offer_to_all, ways


class Hand(TypedDict):
    """What could be chosen with some units picked: the offer, and how far they go."""

    offer: OfferData
    reach: dict[str, float]
    apart: NotRequired[bool]
    """Whether they go one after the other, so that each is picked when the one before has come there."""


def picked(match: Match, seat: str, units: Sequence[str], *, lang: str = "en") -> Hand | None:
    """What a seat could choose with these units picked one after the other; None where that is more than picking.

    It is more where it rolls dice, reveals something, or does at once what the units were picked for. Units of a stack
    that are not in hand together afterwards go one after the other, to a hex that all can come to, or may by dice.
    """
    twin = _with_units(match, seat, units)
    if twin is not None and twin.offer is not None:
        return {"offer": twin.offer.as_data(), "reach": _reach(twin, seat, units[0], lang)}
    offer = offer_to_all(match, seat, units) if is_stack(match, seat, units) else None
    if offer is None:
        return None
    reach = _dearest([_reach(match, seat, unit, lang) for unit in units])
    return {"offer": offer.as_data(), "reach": {hex: cost for hex, cost in reach.items() if hex in offer.hexes},
            "apart": True}


def _dearest(reaches: Sequence[dict[str, float]]) -> dict[str, float]:
    """The hexes that several units reach, each at the cost of the one who pays most."""
    first, *others = reaches
    return {hex: max(cost, *(reach[hex] for reach in others)) for hex, cost in first.items()
            if all(hex in reach for reach in others)}


def way(match: Match, seat: str, units: Sequence[str], hex: str, *, lang: str = "en") -> Any:
    """The way units would go to a hex once they are picked, as ``ask("path")`` tells it; None where that is more.

    Of units that go one after the other it is the way of the one who pays most, and what is left to the one with least.
    """
    twin = _with_units(match, seat, units)
    if twin is not None:
        return twin.ask("path", seat=seat, unit=units[0], hex=hex, lang=lang)
    all_ways = ways(match, seat, units, hex, lang) if is_stack(match, seat, units) else []
    if not all_ways:
        return None
    return {**max(all_ways, key=lambda way: way["cost"]), "left": min(way["left"] for way in all_ways)}


def _with_units(match: Match, seat: str, units: Sequence[str]) -> Match | None:
    """An imagined match in which the units have been picked, and nothing else has happened."""
    if match.offer is None or match.offer.seat != seat or not units:
        return None
    twin = match.imagine(seat)
    try:
        for unit in units:
            if not _has(match, unit):
                twin.choose(f"unit:{unit}")
    except Illegal:
        return None
    if any(record.dice or record.revealed for record in twin.records):
        return None
    return twin if _are_in_hand(twin, seat, units) else None


def _has(match: Match, unit: str) -> bool:
    """Whether a unit is in hand already."""
    index = match.game.counters.index
    return match.offer is not None and unit in index and is_in_hand(match.offer.options, index[unit])


def _are_in_hand(twin: Match, seat: str, units: Sequence[str]) -> bool:
    """Whether the seat has to choose something for all of these units together."""
    offer = twin.offer
    if offer is None or offer.seat != seat:
        return False
    return all(_has(twin, unit) for unit in units)


def _reach(twin: Match, seat: str, unit: str, lang: str) -> dict[str, float]:
    """The hexes that a unit in hand reaches, with what they cost; none where it goes by another way than marching."""
    try:
        reach: dict[str, float] = twin.ask("reach", seat=seat, unit=unit, lang=lang)
    except Illegal:
        return {}
    return reach


__all__ = ["Hand", "picked", "way"]
