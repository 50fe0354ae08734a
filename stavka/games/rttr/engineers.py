"""Chapter 19: engineers."""

from __future__ import annotations

from stavka.kit.hexset import HexSet, SideSet, has, of

from .components import NOBODY
from .position import Rttr


def in_place(p: Rttr, front: int, mover: int = NOBODY) -> list[int]:
    """19.2 The engineers of a Front that have stood where they are since the phase began, and stay: not ``mover``."""
    ready = p.mapped & ~p.stirred
    return [unit for unit in p.layout.engineers[front] if ready >> unit & 1 and unit != mover]


def helped_sides(p: Rttr, front: int, mover: int = NOBODY) -> SideSet:
    """19.2 The river and canal hexsides of the engineers' hexes and those adjacent; a mover is no help to himself."""
    hexes: HexSet = of([p.where[unit] for unit in in_place(p, front, mover)])
    if not hexes:
        return 0
    grid = p.layout.grid
    return p.derive(("helped", front), hexes, lambda: grid.sides_of(hexes | grid.around(hexes)) & p.layout.rivers)


def is_helped(p: Rttr, front: int, mover: int, here: int, there: int) -> bool:
    """Whether engineers of a Front support a unit that crosses a hexside."""
    helped = helped_sides(p, front, mover)
    return bool(helped) and has(helped, p.layout.grid.side_number(here, there))


def helper(p: Rttr, front: int, mover: int, here: int, there: int) -> int | None:
    """19.2 The engineers who support a crossing: the nearest of them; from now on they may not move in this phase."""
    able = [unit for unit in in_place(p, front, mover)
            if min(p.layout.grid.distance(p.where[unit], place) for place in (here, there)) <= 1]
    return min(able, key=lambda unit: p.layout.grid.distance(p.where[unit], here), default=None)
