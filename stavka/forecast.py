"""What an attack or fire promises before it is begun, in any game.

The clicks are tried in an imagined match (:meth:`Match.imagine`), so the answer cannot disagree with what the clicks
would do, knows no rule of its own, and tells a seat nothing that it may not know.

>>> import stavka
>>> match = stavka.game("dagc").start(seed=1)
>>> promise = forecast(match, "soviet", "hex:3500")
>>> promise["choices"][0], promise["odds"]["defence"]
('hex:3500', 15)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Any, cast

from .errors import Illegal
from .kit.steps import FIGHTS
from .kit.sums import added
from .match import Match, Offer

Odds = Mapping[str, Any]
Forecast = dict[str, Any]
"""``choices`` that would put the attack together, the ``units`` in it, and its ``odds``."""

EQUAL = 1e-9
"""Chances that differ by less are the same."""


def forecast(match: Match, seat: str, choice: str | Sequence[str] | None = None, *, sparing: bool = False,
             lang: str = "en") -> Forecast | None:
    """The odds of an attack with all on the map that can join it; None where there is none.

    ``choice`` names the target, or is the choices that begin the attack (a unit picked, then the hex it strikes);
    without one it is the attack the seat is putting together. With ``sparing``, units that change nothing in the
    chances are left out.
    """
    offer = match.offer
    opening = () if choice is None else (choice,) if isinstance(choice, str) else tuple(choice)
    if offer is None or offer.seat != seat or not (offer.about.kind in FIGHTS or opening):
        return None
    whole = _gathered(match, seat, opening, frozenset(), lang)
    if whole is None or not sparing:
        return whole
    best, spared = _worth(match, whole["odds"]), frozenset[str]()
    for unit in whole["units"]:
        without = _gathered(match, seat, opening, spared | {unit}, lang)
        if without is not None and _worth(match, without["odds"]) >= best - EQUAL:
            whole, spared = without, spared | {unit}
    return whole


def _gathered(match: Match, seat: str, opening: Sequence[str], spared: AbstractSet[str], lang: str) -> Forecast | None:
    """An attack with all units that can join it, one after the other, but those that are spared."""
    twin, choices = match.imagine(seat), list(opening)
    try:
        for choice in opening:
            twin.choose(choice)
        if twin.offer is None or twin.offer.about.kind not in FIGHTS:
            return None
        task = twin.offer.task
        while (unit := _next(twin, seat, task, spared)) is not None:
            choices.append(f"unit:{unit}")
            twin.choose(choices[-1])
        if any(record.dice for record in twin.records):  # too late to forecast anything
            return None
        odds = twin.ask("odds", seat=seat, lang=lang)
    except Illegal:
        return None
    return {"choices": choices, "units": [choice.removeprefix("unit:") for choice in choices[len(opening):]],
            "odds": odds}


def _next(twin: Match, seat: str, task: str | None, spared: AbstractSet[str]) -> str | None:
    """The next unit on the map that can join."""
    offer = twin.offer
    if offer is None or offer.seat != seat or offer.task != task or not _gathers(offer):
        return None
    on_map, units = twin.position.is_on_map, twin.game.counters.index
    return next((unit for unit in offer.units if unit not in spared and on_map(units[unit])), None)


def _gathers(offer: Offer) -> bool:
    """Whether units are put together against something that is settled."""
    return offer.about.kind in FIGHTS and bool(offer.about.targets)


def _worth(match: Match, odds: Odds) -> float:
    """What the results are worth to the attacker, on the average of the dice."""
    favours, results = match.game.favours, cast(Mapping[str, float], odds.get("results", {}))
    return added(chance * favours.get(result, 0) for result, chance in results.items())


__all__ = ["Forecast", "forecast"]
