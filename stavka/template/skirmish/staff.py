"""The computer player: what a hex and a result of combat are worth; the rest is :mod:`stavka.novice`."""

from __future__ import annotations

from stavka.kit.hexset import has
from stavka.novice import Novice

from .combat import FIGHT
from .components import RED
from .movement import MARCH
from .position import State

RESULTS = {"AL": -2.0, "DR": 1.5, "DL": 3.0}
"""What each result is worth to the attacker."""

GUARD = 2.0
"""What it is worth to stand in a town."""


def worth(p: State, unit: int, place: int) -> float:
    """Red goes for the towns that it does not hold, Blue for all of them; whoever stands in one stays."""
    towns, red = p.layout.towns, p.layout.side_of[unit] == RED
    goal = towns & ~p.control if red else towns
    distance = p.layout.grid.steps_to(place, goal or towns) or 0
    return GUARD * has(towns, place) - distance


NOVICE = Novice(MARCH, FIGHT, worth, RESULTS)
