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
from typing import Any, TypedDict

from .errors import Illegal
from .kit.view import OfferData
from .match import Match


class Hand(TypedDict):
    """What could be chosen with some units picked: the offer, and how far they go."""

    offer: OfferData
    reach: dict[str, float]


def picked(match: Match, seat: str, units: Sequence[str], *, lang: str = "en") -> Hand | None:
    """What a seat could choose with these units picked one after the other; None where that is more than picking.

    It is more where it rolls dice, reveals something, does at once what the units were picked for, or where the units
    are not in hand together afterwards.
    """
    twin = _with_units(match, seat, units)
    if twin is None or twin.offer is None:
        return None
    return {"offer": twin.offer.as_data(), "reach": _reach(twin, seat, units[0], lang)}


def way(match: Match, seat: str, units: Sequence[str], hex: str, *, lang: str = "en") -> Any:
    """The way units would go to a hex once they are picked, as ``ask("path")`` tells it; None where that is more."""
    twin = _with_units(match, seat, units)
    return None if twin is None else twin.ask("path", seat=seat, unit=units[0], hex=hex, lang=lang)


def _with_units(match: Match, seat: str, units: Sequence[str]) -> Match | None:
    """An imagined match in which the units have been picked, and nothing else has happened."""
    if match.offer is None or match.offer.seat != seat or not units:
        return None
    twin = match.imagine(seat)
    try:
        for unit in units:
            twin.choose(f"unit:{unit}")
    except Illegal:
        return None
    if any(record.dice or record.revealed for record in twin.records):
        return None
    return twin if _are_in_hand(twin, seat, units) else None


def _are_in_hand(twin: Match, seat: str, units: Sequence[str]) -> bool:
    """Whether the seat has to choose something for all of these units together."""
    offer = twin.offer
    if offer is None or offer.seat != seat:
        return False
    index, about = twin.game.counters.index, offer.about
    return all(index[unit] == about.unit or index[unit] in about.group for unit in units)


def _reach(twin: Match, seat: str, unit: str, lang: str) -> dict[str, float]:
    """The hexes that a unit in hand reaches, with what they cost; none where it goes by another way than marching."""
    try:
        reach: dict[str, float] = twin.ask("reach", seat=seat, unit=unit, lang=lang)
    except Illegal:
        return {}
    return reach


__all__ = ["Hand", "picked", "way"]
