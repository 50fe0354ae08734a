"""What follows the moment a unit enters a hex: control (22.0), activation (21.0), bridges (19.0), the city (23.1.6)."""

from __future__ import annotations

from collections.abc import Sequence

from stavka.kit.hexset import HexSet, members, of

from .activation import look_around, note_city, note_soviet_move, passed
from .bridges import crossed, entered_by_soviets
from .components import AXIS, DEAD, SIDES, SOVIET
from .position import Abyss
from .supply import in_supply, supplied


def enter(p: Abyss, unit: int, path: Sequence[int], is_fed: bool | None = None) -> None:
    """A unit enters hexes one after the other and stays in the last; ``path`` begins with the place it leaves.

    22.0 Whoever is in supply takes control of the objectives he passes: as said, or as it is where he has come to.
    """
    side, entered = p.layout.side_of[unit], of(path[1:])
    p.put(unit, path[-1])
    objectives = entered & p.plan.objectives & (~p.control if side == AXIS else p.control)
    if objectives and (in_supply(p, unit) if is_fed is None else is_fed):
        take_control(p, side, objectives)
    if side == AXIS:
        crossed(p, path)
        passed(p, entered)
        note_city(p)
    else:
        note_soviet_move(p, entered)
        entered_by_soviets(p, entered)
    look_around(p, side)


def take_control(p: Abyss, side: int, objectives: HexSet) -> None:
    """22.0 The last to hold or pass an objective controls it."""
    p.control = p.control | objectives if side == AXIS else p.control & ~objectives
    for place in members(objectives):
        p.emit("captured", "22.0b", p.plan.points_rule[place], side=SIDES[side], hex=p.number(place),
               points=p.plan.points[place])


def stand_fast(p: Abyss) -> None:
    """22.0 Whoever stands in an objective in supply was the last to hold it, though he came there without."""
    for side, others in ((AXIS, ~p.control), (SOVIET, p.control)):
        if won := p.plan.objectives & p.occupied[side] & others:
            take_control(p, side, won & supplied(p, side))
    note_city(p)


def eliminate(p: Abyss, unit: int, *rules: str) -> None:
    """8.0 A unit is lost for good."""
    p.emit("eliminated", *rules, unit=p.id(unit), hex=p.number(p.where[unit]))
    clear_marks(p, unit)
    p.put(unit, p.box(DEAD[p.layout.side_of[unit]]))


def clear_marks(p: Abyss, unit: int) -> None:
    """Take off whatever lies on a unit that leaves the map."""
    gone = ~(1 << unit)
    p.disrupted &= gone
    p.fatigued &= gone
    p.unsupplied &= gone
    p.fought &= gone
    p.bombarded &= gone
    p.withdrawn &= gone
    p.stranded &= gone
    if unit in p.fell_back:
        p.fell_back = {other: by for other, by in p.fell_back.items() if other != unit}
