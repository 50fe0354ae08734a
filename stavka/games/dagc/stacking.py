"""Chapter 6: stacking."""

from __future__ import annotations

from collections.abc import Iterable

from .components import GERMAN, SOVIET, STACK_LIMIT
from .position import Dagc


def has_room(p: Dagc, place: int, units: int = 1) -> bool:
    """6.1, 6.2 Two units a hex, every unit counts as one."""
    return len(p.stacks.get(place, ())) + units <= STACK_LIMIT


def fronts_agree(p: Dagc, unit: int, others: Iterable[int]) -> bool:
    """6.10 Units of the main front and of the 1st Ukrainian Front never share a hex."""
    is_front = p.layout.is_front
    return all(is_front(other) == is_front(unit) for other in others)


def may_join(p: Dagc, unit: int, place: int, units: int = 1) -> bool:
    """Whether ``unit`` (one of so many) may stand in a hex beside the friendly units there (6.5, 6.10)."""
    return has_room(p, place, units) and fronts_agree(p, unit, p.at(place))


def hidden_from_german(p: Dagc, place: int) -> tuple[int, ...]:
    """6.8 The Soviet units in a hex that lie under the top one and that the German player may not examine."""
    stack = p.at(place)
    if len(stack) < STACK_LIMIT or p.layout.side_of[stack[0]] != SOVIET or place >= p.layout.hexes:
        return ()
    return () if is_under_german_attack(p, place) else stack[:-1]


def is_under_german_attack(p: Dagc, place: int) -> bool:
    """Whether the German player has declared an attack on this hex that is still going on."""
    german_combat = bool(p.steps) and getattr(p.steps[0], "side", SOVIET) == GERMAN
    return german_combat and any(getattr(step, "target", None) == place for step in p.steps)
