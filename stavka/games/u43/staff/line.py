"""A front line of bonds (7.1): the cheapest chain of hexes from the north edge to the sea that units can still reach.

Zones of control only slow an enemy down (6.3); what stops him is a chain in which every two neighbours stand side by
side or form a bond. It runs where the danger is small and not far from the enemy, so that little is given up; on the
own bank of a major river it needs nobody. Whoever is not needed for it is free for everything else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf

from stavka.kit.hexset import bit, has, members
from stavka.staff.line import Line
from stavka.staff.moves import Moves

from .survey import View
from .trellis import Trellis

POST = 0.5
"""What a unit that stands in the line is kept from elsewhere."""
MARCH = 0.12
"""What coming to a hex costs, where nobody stands already."""
DANGER = 1.7
"""How much the danger to a unit in the line counts, beside the risk that the posture of its sector takes; the less the
more it counts to those who draw it to stand in the enemy's way."""
GIVEN_UP = 0.25
"""What a hex between the line and the enemy costs, times what holding on is worth to that posture and to them."""
TOUCH = 1
"""So many hexes from the enemy nothing is given up."""
CITY = (0.0, 0.4)
"""What it is worth to each side, for every point of an objective, that the line runs through it: seen by experience."""
WATER = 0.1
"""What a hex behind a major river costs, which needs nobody."""
GAP = 2.5
"""What a hex costs that nobody can come to: better a line with a gap than none."""


class Front:
    """The front line of one plan."""

    def __init__(self, view: View, moves: Moves, trellis: Trellis, sent: Mapping[int, int] | None = None) -> None:
        """``sent`` says where units go that have been ordered elsewhere: they can only stand in the line there."""
        self.view, self.moves, self.trellis = view, moves, trellis
        self.banks = trellis.banks[view.side]
        self.foes = view.p.manned[view.foe]
        self.away = trellis.away(self.foes)
        layout = view.layout
        self.open = view.p.controlled(view.side) & view.ground.playable & ~self.foes
        """The hexes that the line can run through where nobody can come."""
        held = self.open | layout.grid.around(self.open)
        movable, sent = set(moves.units), sent or {}
        self.able: dict[int, list[int]] = {}
        """By hex: the units with a zone of control that can be there."""
        for unit in view.own:
            if layout.combat >> unit & 1:
                hexes = moves.reach(unit) if unit in movable else bit(sent.get(unit, moves.start[unit]))
                for place in members(hexes & held & ~self.foes):
                    self.able.setdefault(place, []).append(unit)

    def draw(self) -> dict[int, int]:
        """Put units into the line; their hexes by unit."""
        ends = self.trellis.north, self.trellis.south
        line = Line(ends, self.trellis.beside, self._cost, self._preference, self.able, self.foes, self.banks)
        return line.draw()

    def _cost(self, place: int, units: Sequence[int]) -> float:
        """What a hex of the line costs; no end where it cannot run."""
        moves, view = self.moves, self.view
        if not units and not has(self.open, place):
            return inf
        posture = view.orders.postures[view.ground.sector[place]]
        stand = moves.orders.craft.cover
        given_up = stand * GIVEN_UP * posture.hold * max(0, self.away[place] - TOUCH)
        if has(self.banks, place):
            return WATER + given_up
        if not units:
            return GAP + given_up
        here = [unit for unit in units if moves.start[unit] == place]
        danger = moves.exposure(place, here or units[:1]).loss
        city = CITY[view.side] * moves.garrisons.get(place, 0.0) if view.skilled else 0.0
        cost = POST + DANGER / stand * posture.risk * max(0.0, danger) + given_up + (0.0 if here else MARCH)
        return max(WATER, cost - city)

    def _preference(self, unit: int, place: int) -> tuple[bool, bool, int, int]:
        """Those who stand there, then those on foot, then the nearest."""
        layout, start = self.view.layout, self.moves.start[unit]
        return start != place, bool(layout.mechanized >> unit & 1), layout.grid.distance(start, place), unit
