"""The situation as a staff officer draws it: what counts, who threatens it, where fire falls, where the effort goes."""

from __future__ import annotations

from stavka.kit.hexset import HexSet, bit, has, members
from stavka.kit.position import enemy

from ..components import GERMAN, SOVIET
from ..position import Breslau
from ..victory import points_needed, victory_points
from .doctrine import Orders
from .ground import FAR, Ground
from .odds import power

NEARNESS = 0.85
"""How much an objective attracts from one movement point further away."""
FADE = [NEARNESS ** steps for steps in range(FAR + 1)]
PUSH = 1.7
"""How much more the victory hexes of the main effort count."""
AIRFIELD = 0.6
"""What cutting the fortress off from the airfield adds to that hex at the start (6.6)."""
STRIDE = 4
"""Hexes from which a unit threatens: it comes next to its target with five points."""


def turns_left(p: Breslau) -> int:
    """Turns still to be played, this one included."""
    return p.layout.last_turn + 1 - p.turn


class Picture:
    """One position in the eyes of one side."""

    def __init__(self, p: Breslau, ground: Ground, orders: Orders, side: int) -> None:
        self.p, self.ground, self.orders, self.side = p, ground, orders, side
        self.foe = enemy(side)
        self.own = p.occupied[side]
        self.foes = p.occupied[self.foe]
        self.held = [place for place in ground.victory if p.controls(side, place)]
        """The victory hexes this side controls."""
        self.wanted = [place for place in ground.victory if not p.controls(side, place)]
        self.needed = points_needed(p) - victory_points(p)
        """Victory hexes the Red Army still has to take."""
        self.effort = self._effort()
        self.weight = self._weights()
        """What each victory hex is worth to this side now."""
        self.threat = self._threat()
        """The enemy power that can come next to each hex in one turn."""

    def mobile(self, side: int) -> list[int]:
        """The units of a side on the map that move and are no guns."""
        layout, where = self.p.layout, self.p.where
        idle = layout.immobile | (layout.artillery if side == SOVIET else 0)
        return [unit for unit in layout.own[side] if where[unit] < layout.hexes and not idle >> unit & 1]

    def _effort(self) -> str:
        """The sector of the main effort: the one ordered, as long as there is something left to take in it."""
        orders, ground = self.orders, self.ground
        if self.side == GERMAN or not orders.knows("main_axis"):
            return orders.effort
        left: dict[str, float] = {}
        for place in self.wanted:
            sector = ground.sector[place]
            left[sector] = left.get(sector, 0.0) + self._nearness(place)
        if orders.effort in left:
            return orders.effort
        return max(left, key=lambda sector: (left[sector], sector)) if left else orders.effort

    def _nearness(self, place: int) -> float:
        """How much of the Red Army is near a place."""
        far = self.ground.distance[SOVIET][place]
        return sum([FADE[far[self.p.where[unit]]] for unit in self.mobile(SOVIET)])

    def _weights(self) -> dict[int, float]:
        weights = {}
        for place in self.ground.victory:
            weight = 1.0
            if self.side == SOVIET and self.ground.sector[place] == self.effort and self.orders.knows("main_axis"):
                weight *= PUSH
            if has(self.p.layout.airfield, place) and (self.side == GERMAN or self.orders.knows("airfield")):
                weight += AIRFIELD * turns_left(self.p) / self.p.layout.last_turn
            weights[place] = weight
        return weights

    def _threat(self) -> list[int]:
        p, layout = self.p, self.p.layout
        threat = [0] * layout.hexes
        around = layout.grid.around
        rings: dict[int, int] = {}
        for unit in self.mobile(self.foe):
            place = p.where[unit]
            rings[place] = rings.get(place, 0) + power(p, unit)
        for place, total in rings.items():
            hexes = bit(place)
            for _ in range(STRIDE):
                hexes |= around(hexes)
            for hex in members(hexes & layout.playable):
                threat[hex] += total
        return threat

    # -- fields ----------------------------------------------------------------------------------------------------

    def attraction(self, weights: dict[int, float]) -> list[float]:
        """For every hex how much is gained by standing near victory hexes of these weights."""
        layout = self.p.layout
        result = [0.0] * layout.hexes
        playable = members(layout.playable)
        for place, weight in weights.items():
            if weight <= 0:
                continue
            far = self.ground.distance[self.side][place]
            for hex in playable:
                result[hex] += weight * FADE[far[hex]]
        return result

    def fire(self) -> dict[int, int]:
        """9.10 The power with which the enemy can fire at every hex next to him, without guns."""
        p, layout = self.p, self.p.layout
        result: dict[int, int] = {}
        arms: dict[int, int] = {}
        for place in members(self.foes):
            able = [unit for unit in p.stacks[place] if not p.disorganised >> unit & 1]
            if not able:
                continue
            total = sum([power(p, unit) for unit in able])
            kind = 0
            for unit in able:
                kind |= 1 if layout.infantry >> unit & 1 else 2 if layout.armour >> unit & 1 else 0
            for near in self.ground.neighbours[place]:
                result[near] = result.get(near, 0) + total
                arms[near] = arms.get(near, 0) | kind
        for near, kind in arms.items():
            if kind == 3:
                result[near] += layout.combined_arms
        return result

    def front(self) -> HexSet:
        """Hexes next to the enemy."""
        return self.p.layout.grid.around(self.foes) & self.p.layout.playable

    def spare(self) -> int:
        """Victory hexes the Germans can still afford to lose."""
        return self.needed - 1
