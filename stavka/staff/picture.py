"""The situation as a staff officer draws it: what the enemy can do, what attracts, where a line is needed."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from stavka.kit.hexset import HexSet, of

from .orders import MAIN_EFFORT, Orders
from .survey import Survey


class Picture:
    """One position in the eyes of one force, drawn once and looked at often."""

    def __init__(self, survey: Survey, orders: Orders) -> None:
        self.survey, self.orders = survey, orders
        self.ground = survey.ground
        where = survey.p.where
        self.foes: HexSet = of([where[unit] for unit in survey.foes]) & self.ground.playable
        """The hexes that hold enemies; some may still wait beyond the map."""
        self.contact: HexSet = self.ground.grid.around(self.foes)
        """The hexes beside them."""
        self.final = survey.replies == 0
        """Whether the enemy has no answer any more."""
        self.threat: list[float] = [0.0] * self.ground.grid.size
        """The enemy strength that can attack each hex in his next turn."""
        self.walk: HexSet = 0
        """The hexes he can enter in it."""
        self.open: HexSet = 0
        """Those, and those that he could enter if nobody stood there."""
        self.foresee(survey)
        self.wanted = {number: self._weight(number, worth) for number, worth in survey.sites.items()
                       if number not in survey.held}
        """What the sites to be taken are worth, as the orders see them."""

    def foresee(self, survey: Survey) -> HexSet:
        """What the enemy can do in his next turn, in this position or in one a plan leads to; where that is new."""
        threat, around, beside = [0.0] * self.ground.grid.size, self.ground.grid.around, self.ground.beside
        walk = 0
        for unit in survey.foes if not self.final else ():
            reached = survey.foe_reach(unit)
            walk |= reached
            strength = survey.strength(unit)
            for place in beside(reached):
                threat[place] += strength
        own = of([survey.p.where[unit] for unit in survey.own])
        opened = walk | own & around(walk)
        new = of([place for place in self.ground.hexes if threat[place] != self.threat[place]])
        new |= walk ^ self.walk | opened ^ self.open
        self.threat, self.walk, self.open = threat, walk, opened
        return new

    def _weight(self, number: int, worth: float) -> float:
        place = self.ground.sites[number].place
        weight = worth * self.orders.emphasis(place, "take")
        return weight * MAIN_EFFORT if self.ground.sector[place] == self.orders.effort else weight

    @cached_property
    def pull(self) -> list[float]:
        """For every hex how much is gained by standing near the sites that are wanted."""
        return self.ground.pull(tuple(self.wanted.items()))

    @cached_property
    def line(self) -> Mapping[int, float]:
        """Hexes between the enemy and what he wants, by how much a unit there would hinder him: at most 1."""
        if self.final:
            return {}
        sites = self.survey.sites
        held = tuple((number, sites[number]) for number in self.survey.held if number in sites)
        return self.ground.line(self.foes, held, self.orders.craft.alarm)


__all__ = ["Picture"]
