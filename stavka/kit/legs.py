"""Movement in legs: a unit is picked and then any hex it can reach; it stays in hand until another is picked.

A game's movement step composes these: what it offers, and how a leg is told. Which units may move, how far, what a leg
brings about and where it is interrupted is the game's.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .position import Position
from .steps import About, Options
from .words import Message

END_PHASE = "end_phase"


def offer_units(p: Position, seat: str, units: Sequence[int], *rules: str, prompt: str = "prompt.move",
                buttons: Iterable[str] = (END_PHASE,)) -> Options | None:
    """Pick a unit to move; None if nobody can and nothing was done in the phase, which is then over."""
    if not units and not p.held:
        return None
    return Options(seat, "move", Message(prompt, {}, rules), units=units, buttons=buttons, about=About("move"))


def offer_leg(p: Position, seat: str, unit: int, left: int, others: Iterable[int], hexes: Iterable[int], *rules: str,
              buttons: Iterable[str] = (END_PHASE,)) -> Options:
    """The unit in hand goes on to a hex, or another is picked up instead."""
    prompt = Message("prompt.move_to", {"unit": p.id(unit), "left": left}, rules)
    units = list(others)
    if unit in units:
        units.remove(unit)
    return Options(seat, "move_to", prompt, units=units, hexes=hexes, buttons=buttons, about=About("move", unit))


def tell_leg(p: Position, unit: int, path: Sequence[int], cost: int, *rules: str) -> None:
    """A unit has gone along a path: the start first, the hex it came to last."""
    p.emit("moved", *rules, unit=p.id(unit), path=[p.number(place) for place in path], to=p.number(path[-1]), cost=cost)


__all__ = ["END_PHASE", "offer_leg", "offer_units", "tell_leg"]
