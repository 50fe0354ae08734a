"""The map in the eyes of a staff: objectives as sites, three sectors from north to south, distances on foot."""

from __future__ import annotations

from stavka.kit.hexset import bit
from stavka.staff.ground import Ground, Site

from ..components import FOOT, HALVES, Theatre

SECTORS = ("north", "centre", "south")
LAST_ROWS = {"north": 12, "centre": 22}
"""The southernmost row of each sector but the last: Kiev and Sumy, then Kharkov and Kremenchug, then the Donbas."""

STRIDE = 4 * HALVES
"""What infantry marches in a turn, in halves of a movement point."""


def sector_of(theatre: Theatre, place: int) -> str:
    """The sector of a hex, by its row."""
    row = int(theatre.places[place][2:])
    return next((sector for sector, last in LAST_ROWS.items() if row <= last), "south")


def make_ground(theatre: Theatre) -> Ground:
    """The ground both sides fight on. No attack goes across the sea, nor across major rivers without preparation."""
    grid = theatre.grid
    open_sides = grid.ways(grid.every_side & ~theatre.sea & ~theatre.major)
    near = [grid.cross(bit(place), open_sides) & theatre.playable for place in range(grid.size)]
    zone = [hexes | bit(place) for place, hexes in enumerate(near)]
    return Ground(grid, theatre.playable, theatre.grounds.table(FOOT, theatre.roads),
                  [Site.at(place) for place in sorted(theatre.points)], lambda place: sector_of(theatre, place), STRIDE,
                  near=near, zone=zone)
