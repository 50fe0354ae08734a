"""Chapter 24, an option: Soviet lines of communication (LOC)."""

from __future__ import annotations

from stavka.kit.hexset import HexSet, SideSet, bit, has, of
from stavka.kit.trace import Moves
from stavka.kit.words import Message

from .bridges import whole_bridges
from .components import BF, GERMAN
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
    engineers = p.hexes_of(of(layout.engineers[front]))
    return closed & ~layout.grid.sides_of(engineers) if engineers else closed


def lines_of(p: Rttr, front: int) -> Moves:
    """24.2 The steps that a line of communication can make."""
    closed = closed_sides(p, front)
    return p.derive(("lines", front), closed, lambda: Moves(p.layout.grid, walls=closed))


def open_ground(p: Rttr, front: int) -> HexSet:
    """24.2, 24.3 The hexes a line can lead through: no Germans, and none of their zones."""
    return p.layout.area[front] & ~p.occupied[GERMAN] & ~enemy_zone(p, front, german=False)


def connected(p: Rttr, front: int) -> HexSet:
    """24.2, 24.3 The hexes free of Germans and their zones from which a line leads to the edge."""
    lines, through = lines_of(p, front), open_ground(p, front)
    return p.derive(("connected", front), (lines, through),
                    lambda: lines.flood(friendly_edge(p, front) & through, through))


def served(p: Rttr, front: int) -> HexSet:
    """24.4, 24.5a The hexes without Germans and their zones where a unit of the Front has a line or needs none."""
    return connected(p, front) | p.layout.airfields & open_ground(p, front)


def has_line(p: Rttr, front: int, place: int) -> bool:
    """24.1 Whether a unit of the Front in this hex can trace a line: it may end in an enemy zone, not pass through."""
    if has(friendly_edge(p, front) | p.layout.airfields, place):  # 24.4
        return True
    return bool((bit(place) | lines_of(p, front).step(bit(place))) & connected(p, front))


def has_line_if_needed(p: Rttr, front: int, place: int) -> bool:
    """Whether the option asks for no line, or there is one."""
    return not p.options["communications"] or has_line(p, front, place)


def line_path(p: Rttr, front: int, place: int) -> list[int] | None:
    """A line from a hex to the edge, if there is one."""
    if not has_line(p, front, place):
        return None
    return lines_of(p, front).path(place, connected(p, front), friendly_edge(p, front))


def line_reason(p: Rttr, front: int, place: int) -> Message:
    """Why a unit has a line of communication, or has none."""
    if has(p.layout.airfields, place):
        return Message("supply.airfield", {}, ("24.4",))
    if has_line(p, front, place):
        return Message("supply.line", {}, ("24.1b" if front == BF else "24.1c",))
    return Message("supply.none", {}, ("24.2", "24.3"))
