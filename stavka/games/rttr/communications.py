"""Chapter 24, an option: Soviet lines of communication (LOC)."""

from __future__ import annotations

from stavka.kit.hexset import HexSet, SideSet, has
from stavka.kit.words import Message

from .bridges import whole_bridges
from .components import BF, GERMAN
from .engineers import helped_sides
from .position import Rttr
from .zones import enemy_zone


def friendly_edge(p: Rttr, front: int) -> HexSet:
    """24.1b, 24.1c The edge hexes that a line of communication leads to."""
    edges = p.layout.edges
    edge = edges["north"] | edges["east"] | edges["south"] if front == BF else edges["south"]
    return edge & p.layout.sector[front]


def closed_sides(p: Rttr, front: int) -> SideSet:
    """24.2 Rivers and lakes without a whole bridge or engineers beside them."""
    layout = p.layout
    closed = (layout.rivers | layout.lakes) & ~whole_bridges(p)
    return closed & ~helped_sides(p, front) & ~_lakes_by_engineers(p, front)


def _lakes_by_engineers(p: Rttr, front: int) -> SideSet:
    """24.2 Engineers beside a lake hexside serve as well as a bridge."""
    grid, engineers = p.layout.grid, 0
    for unit in p.layout.engineers[front]:
        if p.is_on_map(unit):
            engineers |= 1 << p.where[unit]
    return grid.sides_of(engineers) if engineers else 0


def connected(p: Rttr, front: int) -> HexSet:
    """24.2, 24.3 The hexes free of Germans and their zones from which a line leads to the edge."""
    closed = closed_sides(p, front)
    germans = p.occupied[GERMAN]

    def flood() -> HexSet:
        layout = p.layout
        through = layout.area[front] & ~germans & ~enemy_zone(p, front, german=False)
        ways = layout.grid.ways(layout.grid.every_side & ~closed)
        reached = frontier = friendly_edge(p, front) & through
        while frontier:
            frontier = layout.grid.cross(frontier, ways) & through & ~reached
            reached |= frontier
        return reached

    return p.derive(("connected", front), (germans, closed), flood)


def has_line(p: Rttr, front: int, place: int) -> bool:
    """24.1 Whether a unit of the Front in this hex can trace a line: it may end in an enemy zone, not pass through."""
    if has(friendly_edge(p, front), place) or has(p.layout.airfields, place):  # 24.4
        return True
    lines = connected(p, front)
    if has(lines, place):
        return True
    ways = p.layout.grid.ways(p.layout.grid.every_side & ~closed_sides(p, front))
    return bool(p.layout.grid.cross(1 << place, ways) & lines)


def has_line_if_needed(p: Rttr, front: int, place: int) -> bool:
    """Whether the option asks for no line, or there is one."""
    return not p.options["communications"] or has_line(p, front, place)


def line_path(p: Rttr, front: int, place: int) -> list[int] | None:
    """A line from a hex to the edge, if there is one."""
    if not has_line(p, front, place):
        return None
    layout, edge = p.layout, friendly_edge(p, front)
    walls = layout.grid.side_edges(closed_sides(p, front))
    path: list[int] | None = layout.grid.moves(walls).path(place, connected(p, front) | 1 << place, edge)
    return path


def line_reason(p: Rttr, front: int, place: int) -> Message:
    """Why a unit has a line of communication, or has none."""
    if has(p.layout.airfields, place):
        return Message("supply.airfield", {}, ("24.4",))
    if has_line(p, front, place):
        return Message("supply.line", {}, ("24.1b" if front == BF else "24.1c",))
    return Message("supply.none", {}, ("24.2", "24.3"))
