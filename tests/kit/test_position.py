"""Positions: which hexes hold what."""

from __future__ import annotations

import random

import stavka
from stavka.kit.dice import Dice
from stavka.kit.hexset import of
from stavka.kit.position import Position


def test_the_hexes_of_counters_however_they_stand_together() -> None:
    """Counters of both sides share hexes at random; every set agrees with what stands where."""
    layout = stavka.game("dagc").layout
    rng = random.Random(3)
    p = Position(layout, Dice.seeded(1))
    units = range(0, len(layout.units), 5)
    places = [*list(layout.grid.index.values())[:12], layout.hexes]  # a few hexes, and a box
    some = of(unit for unit in units if unit % 2)
    for _ in range(300):
        p.put(rng.choice(units), rng.choice(places))
        here = {place: stack for place, stack in p.stacks.items() if place < layout.hexes}
        for side in range(len(layout.sides)):
            assert p.occupied[side] == of(
                place for place, stack in here.items() if any(layout.side_of[unit] == side for unit in stack))
        assert p.hexes_of(some) == of(place for place, stack in here.items() if any(unit % 2 for unit in stack))
        assert p.hexes_where(lambda stack: len(stack) > 2) == of(
            place for place, stack in here.items() if len(stack) > 2)
