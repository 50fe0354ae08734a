"""A front line of zones: whoever comes between two units that stand no more than three hexes apart has to stop there
(5.2), and stays (5.3). It runs from the north edge of the map to Lake Balaton, with all sources behind it (7.0).
"""

from __future__ import annotations

from collections.abc import Sequence

from stavka.kit.hexset import bit, members
from stavka.staff.line import Line
from stavka.staff.moves import Moves

from .survey import SsaSurvey

POST = 0.5
"""What a unit that stands in the line is kept from elsewhere."""
MARCH = 0.1
"""What coming to a hex costs, where nobody stands already."""
DANGER = 1.0
"""How much the danger to a unit in the line counts, beside the risk that the posture of its sector takes."""
GIVEN_UP = 0.25
"""What a hex between the line and the enemy costs."""
TOUCH = 1
"""So many hexes from the enemy nothing is given up."""
GAP = 4.0
"""What a hex costs that nobody can come to: better a line with a gap than none."""


class Front:
    """The front line of one plan."""

    def __init__(self, survey: SsaSurvey, moves: Moves) -> None:
        self.survey, self.moves = survey, moves
        p, layout = survey.p, survey.p.layout
        foes = p.occupied[survey.foe]
        self.away = survey.ground.hexes_away(foes)
        movable = set(moves.units)
        self.able: dict[int, list[int]] = {}
        """By hex: the units with a zone of their own that can be there (5.1)."""
        for unit in survey.own:
            if layout.weight[unit] >= layout.zone_weight[survey.side] and not p.disrupted >> unit & 1 and (
                    unit not in movable or not layout.guns >> unit & 1):
                hexes = moves.reach(unit) if unit in movable else bit(moves.where[unit])
                for place in members(hexes & ~foes):
                    self.able.setdefault(place, []).append(unit)

    def draw(self) -> dict[int, int]:
        """Put units into the line; their hexes by unit."""
        ground = self.survey.ground
        return Line(ground.ends, ground.holding, self._cost, self._preference, self.able).draw()

    def _cost(self, place: int, units: Sequence[int]) -> float:
        """What a hex of the line costs."""
        given_up = GIVEN_UP * max(0, self.away[place] - TOUCH)
        if not units:
            return GAP + given_up
        here = [unit for unit in units if self.moves.start[unit] == place]
        posture = self.survey.orders.postures[self.survey.ground.sector[place]]
        danger = self.moves.exposure(place, here or units[:1]).loss
        return POST + DANGER * posture.risk * max(0.0, danger) + given_up + (0.0 if here else MARCH)

    def _preference(self, unit: int, place: int) -> tuple[bool, bool, int, int]:
        """Those who stand there, then those on foot, then the nearest."""
        layout, start = self.survey.p.layout, self.moves.start[unit]
        return start != place, bool(layout.mechanized >> unit & 1), layout.grid.distance(start, place), unit


def man(moves: Moves, survey: SsaSurvey) -> set[int]:
    """Send units to their posts in the line, as far as there is room; who stands in it."""
    posted = set()
    for unit, place in Front(survey, moves).draw().items():
        here = moves.where[unit]
        moves.lift(unit)
        found = place == here or moves.is_open(unit, place)
        moves.drop(unit, place if found else here, -1)
        if found:
            posted.add(unit)
    return posted


__all__ = ["Front", "man"]
