"""A front line of zones: whoever comes between two units that stand no more than three hexes apart has to stop there
(5.2), and stays (5.3). It runs from the north edge of the map to Lake Balaton, with all sources behind it (7.0), and
before the whole army; behind it stands a second row, and before it nobody goes far.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from collections.abc import Set as AbstractSet

from stavka.kit.hexset import EMPTY, HexSet, bit, members, of
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
LEFT_OUT = 0.2
"""What each unit costs whose way home the line cuts: it would leave an army that has gone far before it."""
BEFORE = 2
"""Whoever is no more hexes before the line belongs to it."""
TETHER = 3
"""So many hexes before the line others may go: an army that outruns it is cut off."""


class Front:
    """A row of the front line of one plan: the first, or a second behind those who stand in it already."""

    def __init__(self, survey: SsaSurvey, moves: Moves, standing: AbstractSet[int] = frozenset(),
                 closed: HexSet = EMPTY) -> None:
        self.survey, self.moves = survey, moves
        p, layout = survey.p, survey.p.layout
        foes = p.occupied[survey.foe]
        self.away = survey.ground.hexes_away(foes)
        self.left_out = Counter[int]() if standing else left_out(survey)
        movable = set(moves.units)
        self.able: dict[int, list[int]] = {}
        """By hex: the units with a zone of their own that can be there (5.1)."""
        for unit in survey.own:
            if unit not in standing and layout.weight[unit] >= layout.zone_weight[survey.side] and not (
                    p.disrupted >> unit & 1) and (unit not in movable or not layout.guns >> unit & 1):
                hexes = moves.reach(unit) if unit in movable else bit(moves.where[unit])
                for place in members(hexes & ~foes & ~closed):
                    self.able.setdefault(place, []).append(unit)

    def draw(self) -> dict[int, int]:
        """Put units into the line; their hexes by unit."""
        ground = self.survey.ground
        return Line(ground.ends, ground.holding, self._cost, self._preference, self.able).draw()

    def _cost(self, place: int, units: Sequence[int]) -> float:
        """What a hex of the line costs."""
        given_up = GIVEN_UP * max(0, self.away[place] - TOUCH) + LEFT_OUT * self.left_out[place]
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


def left_out(survey: SsaSurvey) -> Counter[int]:
    """How many units a line would leave out that runs through a hex or beside it: their ways home lead there."""
    grid, ways = survey.p.layout.grid, Counter[int]()
    for unit in survey.own:
        here = survey.p.where[unit]
        ways.update(place for place in survey.ground.way_home(here) if grid.distance(here, place) > BEFORE)
    touched = members(grid.around(of(ways)) | of(ways))
    return Counter({place: max(ways[near] for near in members(grid.around(bit(place)) | bit(place)))
                    for place in touched})


def man(moves: Moves, survey: SsaSurvey) -> set[int]:
    """Send units to their posts in the line, and to a second row behind it, where nobody is attacked before the enemy
    moves (3.0): one row has a hole by then. All others stay near it. Who stands in either row."""
    posted = _stand(moves, Front(survey, moves))
    grid, foes = survey.p.layout.grid, survey.p.occupied[survey.foe]
    near = behind(moves, survey, posted)
    reserve = (near | grid.around(near)) & ~grid.around(foes)
    posted = posted | _stand(moves, Front(survey, moves, posted, grid.full & ~reserve))
    tethered = of([moves.where[unit] for unit in posted])
    for _ in range(TETHER):
        tethered |= grid.around(tethered)
    allowed = tethered | behind(moves, survey, posted)
    for unit in moves.units:
        moves.confine(unit, allowed)
    return posted


def _stand(moves: Moves, row: Front) -> set[int]:
    """Send units to their posts in a row, as far as there is room; who stands in it."""
    posted = set()
    for unit, place in row.draw().items():
        here = moves.where[unit]
        moves.lift(unit)
        found = place == here or moves.is_open(unit, place)
        moves.drop(unit, place if found else here, -1)
        if found:
            posted.add(unit)
    return posted


def behind(moves: Moves, survey: SsaSurvey, posted: AbstractSet[int]) -> HexSet:
    """The hexes behind those who stand in the line: where the sources are, and all that no zone parts from them."""
    layout, posts = survey.p.layout, of([moves.where[unit] for unit in posted])
    grid = layout.grid
    open_ground = layout.playable & ~(posts | grid.around(posts))
    return grid.flood(layout.sources[survey.side], grid.ways(grid.every_side), open_ground)


__all__ = ["Front", "man"]
