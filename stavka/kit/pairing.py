"""Compulsory attacks: everybody in contact must attack and be attacked, and the attacker chooses who against whom.

A battle is fought by some stacks against some others, everyone adjacent to everyone. Stacks are told by their hexes.

Why looking one step ahead is enough: if every stack that is left has an enemy that is left beside it, all can be
paired. Take as many pairs as possible. Of a pair, one stack may have unpaired neighbours, but not both, or a further
pair could be made; so whoever is unpaired joins a pair next to it, on the side where that pair is open. A battle
may therefore be fought if it leaves nobody without an enemy who has one now.

>>> contact = Contact({1: of([10, 11]), 2: of([11])})
>>> contact.completed(of([1]), of([11])) is None  # 2 and 10 would both be left over, and do not touch
True
>>> [members(side) for side in contact.completed(of([1]), of([10]))]
[[1], [10]]
"""

from __future__ import annotations

from collections.abc import Mapping

from .hexset import EMPTY, HexSet, members, of


class Contact:
    """Who touches whom before a battle is chosen: for each attacking hex the defending hexes it may attack.

    ``bound`` are the hexes, of both sides, that must take part in a battle if they can; all of them if not given. The
    others may.
    """

    def __init__(self, foes: Mapping[int, HexSet], bound: HexSet | None = None) -> None:
        self.foes = {attacker: defenders for attacker, defenders in foes.items() if defenders}
        self.attackers: HexSet = of(self.foes)
        self.defenders: HexSet = EMPTY
        self._facing: dict[int, HexSet] = {}
        for attacker, defenders in self.foes.items():
            self.defenders |= defenders
            for defender in members(defenders):
                self._facing[defender] = self._facing.get(defender, EMPTY) | 1 << attacker
        self.bound = self.attackers | self.defenders if bound is None else bound

    def faced_by_all(self, attackers: HexSet) -> HexSet:
        """The defending hexes that every one of these attacking hexes may attack."""
        common = self.defenders
        for attacker in members(attackers):
            common &= self.foes[attacker]
        return common

    def facing_all(self, defenders: HexSet) -> HexSet:
        """The attacking hexes that may attack every one of these defending hexes."""
        common = self.attackers
        for defender in members(defenders):
            common &= self._facing[defender]
        return common

    def completed(self, attackers: HexSet, defenders: HexSet) -> tuple[HexSet, HexSet] | None:
        """The smallest battle with these in it that strands nobody who is bound to fight; None if there is none.

        Whoever would be left without an enemy has to join, whatever else joins, so the smallest is found by
        adding them until nobody is stranded.
        """
        while True:
            if defenders & ~self.faced_by_all(attackers) or attackers & ~self.facing_all(defenders):
                return None
            more_attackers = self._stranded(self.foes, self.attackers & ~attackers, self.defenders & ~defenders)
            more_defenders = self._stranded(self._facing, self.defenders & ~defenders, self.attackers & ~attackers)
            if not more_attackers | more_defenders:
                return attackers, defenders
            attackers |= more_attackers
            defenders |= more_defenders

    def _stranded(self, enemies: Mapping[int, HexSet], left: HexSet, enemies_left: HexSet) -> HexSet:
        """Those left and bound to fight who have no enemy left."""
        return of(hex for hex in members(left & self.bound) if not enemies[hex] & enemies_left)
