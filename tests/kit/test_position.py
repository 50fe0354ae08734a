"""Positions: which hexes hold what."""

from __future__ import annotations

import random

import stavka
from stavka.kit.dice import Dice
from stavka.kit.hexset import members, of
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


def test_units_are_listed_by_way_of_the_list_before() -> None:
    """However many come and go between two lists, and whatever a copy has been asked since."""
    rng = random.Random(3)
    p = Position(stavka.game("dagc").layout, Dice.seeded(1))
    units = of(range(0, 90, 2))
    for changes in [0, 1, 2, 3, 4, 5, 30] * 20:
        twin = p.copy(p.dice)
        assert twin.listed("some", of(rng.sample(range(90), 2))) == sorted(twin.memo["some"][1])
        units ^= of(rng.sample(range(90), changes))
        assert p.listed("some", units) == members(units)


def test_what_stacks_weigh_is_kept_count_of() -> None:
    """Counters of both sides share hexes at random; a copy keeps a count of its own."""
    layout = stavka.game("ssa").layout
    rng = random.Random(3)
    p = Position(layout, Dice.seeded(1))
    units = range(0, len(layout.units), 7)
    places = [*list(layout.grid.index.values())[:9], layout.hexes]
    bearable = range(9)
    for _ in range(300):
        q = p.copy(p.dice)
        before = q.too_heavy(0, 2, bearable)
        p.put(rng.choice(units), rng.choice(places))
        for side in range(len(layout.sides)):
            weights = {place: sum(layout.load[unit] for unit in stack if layout.side_of[unit] == side)
                       for place, stack in p.stacks.items() if place < layout.hexes}
            assert {place: weight for place, weight in p.weights[side].items() if weight} == {
                place: weight for place, weight in weights.items() if weight}
            assert p.too_heavy(side, 2, bearable) == of(
                place for place, weight in weights.items() if weight and weight + 2 not in bearable)
        assert q.too_heavy(0, 2, bearable) == before
