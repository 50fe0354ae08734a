"""What random play and the benchmark look at in every game: impossible positions, and typical calculations."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from .data import Flaw
from .hexset import HexSet, has
from .position import Position


def stacks_on_map(p: Position) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Every hex that holds counters, and its stack."""
    return ((place, stack) for place, stack in p.stacks.items() if place < p.layout.hexes)


def flawed_stacks(p: Position, playable: HexSet, together: str, outside: str) -> Iterator[Flaw]:
    """Hexes that hold counters of several sides, and counters where no counter can be, with the rules against it."""
    for place, stack in stacks_on_map(p):
        if len({p.layout.side_of[unit] for unit in stack}) > 1:
            yield Flaw("{hex} holds units of both sides ({rule})", hex=p.number(place), rule=together)
        if not has(playable, place):
            yield Flaw("{hex} holds a unit where none can be ({rule})", hex=p.number(place), rule=outside)


def flawed_control(p: Position, control: HexSet, side: int, rule: str) -> Iterator[Flaw]:
    """Hexes that are not controlled by the units in them; ``control`` is what ``side`` holds, the others the rest."""
    for place, stack in stacks_on_map(p):
        if has(control, place) != (p.layout.side_of[stack[0]] == side):
            yield Flaw("{hex} is not controlled by the unit in it ({rule})", hex=p.number(place), rule=rule)


def afresh(p: Position, work: Callable[[], object]) -> Callable[[], object]:
    """A calculation that remembers nothing from the time before, for the benchmark."""

    def run() -> object:
        p.memo.clear()
        return work()

    return run


__all__ = ["afresh", "flawed_control", "flawed_stacks", "stacks_on_map"]
