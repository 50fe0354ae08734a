"""A stack that goes to one hex where the rules have units move one after the other: in any game.

The clicks are tried in imagined matches, as :mod:`stavka.picked` tries them: whoever goes first is sent there, then the
next is picked up, and so on. Where an enemy may interrupt them he is taken to let them pass; where dice decide whether
somebody comes there, it is enough that he may.

>>> import stavka
>>> match = stavka.game("dagc").situation({
...     "turn": 3, "step": "soviet.movement", "empty": True,
...     "place": {"S-39": "3501", "S-5GT": "3501", "S-43": "3502"}})
>>> "3502" in goals(match, "soviet", ["S-39"]), "3502" in goals(match, "soviet", ["S-39", "S-5GT"])
(True, False)
>>> why_not_all(match, "soviet", ["S-39", "S-5GT"], "3502")["rule"]
'6.5'
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from .errors import Illegal
from .kit.clicks import is_in_hand
from .kit.dice import Dice
from .kit.steps import About, Options
from .kit.words import Message
from .match import Match, Offer

LUCK = ((6,), (5,), (4,), (3,), (2,), (1,), (6, 1))
"""Dice that may fall, again and again: whoever comes to a hex with none of them is taken not to come there."""

ROLLS = 12
"""More rolls than one stack needs for its move."""

MOST_NAMED = 2
"""More units than these are not all named."""

PATIENCE = 40
"""More choices of an enemy than may interrupt a move from hex to hex."""


def is_stack(match: Match, seat: str, units: Sequence[str]) -> bool:
    """Whether these are several units that stand together on the map, and this seat has to choose who moves."""
    offer, p, index = match.offer, match.position, match.game.counters.index
    if offer is None or offer.seat != seat or offer.about.kind != "move" or len(set(units)) < 2:
        return False
    if not all(f"unit:{unit}" in offer or (unit in index and is_in_hand(offer.options, index[unit])) for unit in units):
        return False
    places = {p.where[index[unit]] for unit in units}
    return len(places) == 1 and all(p.is_on_map(index[unit]) for unit in units)


def offer_to_all(match: Match, seat: str, units: Sequence[str]) -> Offer | None:
    """What a stack can choose together: a hex to which all go, or the end of the phase."""
    hexes, offer, game = goals(match, seat, units), match.offer, match.game
    if offer is None:
        return None
    ends = [button for button in offer.buttons if game.roles.get(button) == "end"]
    index, places = game.counters.index, game.board.index
    group = [index[unit] for unit in units]
    return Offer(game, offer.step, Options(
        seat, offer.task, _prompt(match, units, can_go=bool(hexes)), hexes=[places[hex] for hex in hexes], buttons=ends,
        about=About("move", group[0], group=group)))


def _prompt(match: Match, units: Sequence[str], *, can_go: bool) -> Message:
    """What is to be done with a stack: its units are named, where they are not too many for that."""
    game, goal = match.game, "to" if can_go else "nowhere"
    if len(units) <= MOST_NAMED:
        return Message(f"prompt.all_{goal}", {"units": list(units)}, game.in_turn)
    here = match.position.where[game.counters.index[units[0]]]
    return Message(f"prompt.all_many_{goal}", {"number": len(units), "hex": game.board.names[here]}, game.in_turn)


def goals(match: Match, seat: str, units: Sequence[str]) -> list[str]:
    """The hexes to which all of these units can go, one after the other, or may if dice are rolled for it."""
    found: dict[str, None] = {}
    for picked in _lucky(match.imagine(seat)):
        if not _picks(picked, seat, units[0]) or picked.offer is None:
            break
        found |= {hex: None for hex in picked.offer.hexes if hex not in found and _is_hex(match, hex)
                  and _come(picked, seat, units, hex)}
        if not any(record.dice for record in picked.records):
            break
    return list(found)


def ways(match: Match, seat: str, units: Sequence[str], hex: str, lang: str) -> list[Any]:
    """The ways of these units to a hex, one after the other, as ``ask("path")`` tells each; none if not all come."""
    for twin in _lucky(match.imagine(seat)):
        found: list[Any] = []
        for unit in units:
            if not _picks(twin, seat, unit) or f"hex:{hex}" not in (twin.offer or ()):
                break
            found.append(twin.ask("path", seat=seat, unit=unit, hex=hex, lang=lang))
            if unit == units[-1]:
                return found
            if not _arrives(twin, seat, unit, hex):
                break
        if not any(record.dice for record in twin.records):
            break
    return []


def why_not_all(match: Match, seat: str, units: Sequence[str], hex: str, *, lang: str = "en") -> dict[str, Any]:
    """Why these units cannot all go to a hex, as ``ask("why_not")`` tells it of the first that cannot: ``unit``."""
    answer: dict[str, Any] = {}
    twin = next(_lucky(match.imagine(seat)))
    for unit in units:
        answer = {"unit": unit, **twin.ask("why_not", seat=seat, unit=unit, hex=hex, lang=lang)}
        if answer["reason"] or not (_picks(twin, seat, unit) and _arrives(twin, seat, unit, hex)):
            break
    return answer


def _lucky(match: Match) -> Iterator[Match]:
    """Copies of an imagined match, one for every way that dice may fall."""
    for faces in LUCK:
        twin = match.copy()
        twin.position.dice = Dice(b"", faces * ROLLS)
        yield twin


def _is_hex(match: Match, place: str) -> bool:
    return match.game.board.index[place] < match.position.layout.hexes


def _come(picked: Match, seat: str, units: Sequence[str], hex: str) -> bool:
    """Whether all come to a hex, the first of whom has been picked up, with any dice that may be rolled on the way."""
    for twin in _lucky(picked):
        if _all_come(twin, seat, units, hex):
            return True
        if not any(record.dice for record in twin.records):
            return False
    return False


def _all_come(twin: Match, seat: str, units: Sequence[str], hex: str) -> bool:
    """Whether the first goes there, then the next, and the last can."""
    for unit in units[:-1]:
        if not _picks(twin, seat, unit) or not _arrives(twin, seat, unit, hex):
            return False
    return _picks(twin, seat, units[-1]) and f"hex:{hex}" in (twin.offer or ())


def _picks(twin: Match, seat: str, unit: str) -> bool:
    """Whether a unit can be picked up, or is in hand already."""
    index = twin.game.counters.index[unit]
    if twin.offer is None or twin.offer.seat != seat:
        return False
    if is_in_hand(twin.offer.options, index):
        return True
    if f"unit:{unit}" not in twin.offer:
        return False
    twin.choose(f"unit:{unit}")
    after = twin.offer
    return after is not None and after.seat == seat and is_in_hand(after.options, index)


def _arrives(twin: Match, seat: str, unit: str, hex: str) -> bool:
    """Whether the unit in hand can be sent to a hex and comes there, and nothing else is to be decided then."""
    if f"hex:{hex}" not in (twin.offer or ()):
        return False
    twin.choose(f"hex:{hex}")
    try:
        for choice in _declined(twin, seat):
            twin.choose(choice)
    except Illegal:
        return False
    counters, places, offer = twin.game.counters.index, twin.game.board.index, twin.offer
    return offer is not None and offer.seat == seat and twin.position.where[counters[unit]] == places[hex]


def _declined(twin: Match, seat: str) -> Iterator[str]:
    """The choices by which others let a unit pass."""
    for _ in range(PATIENCE):
        offer = twin.offer
        if offer is None or offer.seat == seat:
            return
        button = next((button for button in offer.buttons if twin.game.roles.get(button) == "decline"), None)
        if button is None:
            return
        yield f"do:{button}"


__all__ = ["goals", "is_stack", "offer_to_all", "ways", "why_not_all"]
