"""5.4: the Bagration centre of gravity and the special rules of the first turn."""

from __future__ import annotations

from stavka.kit.hexset import UnitSet, bit, has

from .components import SOVIET
from .position import Dagc


def marker_hex(p: Dagc) -> int:
    """3.2, 3.6 Where the centre of gravity marker lies."""
    return p.layout.bold_stroke_marker if p.options["bold_stroke"] else p.layout.bagration_marker


def find_activated(p: Dagc) -> UnitSet:
    """5.4 The Soviet units within nine hexes of the marker, the marker's own hex not counted."""
    near = p.layout.grid.within(marker_hex(p), p.layout.bagration_range)
    return sum(bit(unit) for unit in p.layout.ground[SOVIET] if p.is_on_map(unit) and has(near, p.where[unit]))


def may_act(p: Dagc, unit: int) -> bool:
    """5.4 In the Soviet player turn of turn 1 only activated units may attack or move."""
    return p.turn > 1 or p.layout.side_of[unit] != SOVIET or bool(p.activated >> unit & 1)


def is_surging(p: Dagc, unit: int) -> bool:
    """Whether the unit is activated and it is turn 1: movement factor 8 (2.10) and free infiltration (5.4, 8.3)."""
    return p.turn == 1 and bool(p.activated >> unit & 1)
