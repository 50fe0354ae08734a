"""The city as the staff sees it: victory hexes and five sectors."""

from __future__ import annotations

from stavka.kit.hexset import bit, members
from stavka.staff.ground import Ground, Site

from ..components import SCALE, Fortress

MIDDLES = {"south": "0619", "west": "1724", "centre": "1516", "east": "1209", "north": "2114"}
"""The middle of each sector: the suburbs in the south and west, the old town, the east, the bank north of the Oder."""


def make_ground(fortress: Fortress, side: int) -> Ground:
    """The victory hexes as sites, with the distances of one side; nobody has a zone of control."""
    grid = fortress.grid
    steps = [[(there, cost // SCALE) for there, cost in row] for row in fortress.steps[side]]

    def sector(place: int) -> str:
        return min(MIDDLES, key=lambda name: grid.distance(place, grid.index[MIDDLES[name]]))

    return Ground(grid, fortress.playable, steps, map(Site.at, members(fortress.victory_hexes)), sector,
                  fortress.movement, zone=[bit(place) for place in range(grid.size)])
