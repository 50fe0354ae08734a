"""Counters as a seat sees them: the parts of a view that are made the same way in every game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from .hexset import HexSet, UnitSet, members
from .view import UnitState

if TYPE_CHECKING:
    from .position import Position


def describe_units(p: Position, flags: Mapping[str, UnitSet], faces: Sequence[UnitSet] = (), hidden: UnitSet = 0,
                   ) -> dict[str, UnitState]:
    """Every counter that is not hidden: its place, the face it shows and what lies on it.

    ``faces`` are the counters that show their second face, their third, and so on.
    """
    ids, names = p.layout.units, p.layout.places
    units: dict[str, UnitState] = {
        ids[unit]: {"place": names[place]} for unit, place in enumerate(p.where) if not hidden >> unit & 1}
    for face, shown in enumerate(faces, start=1):
        for unit in members(shown & ~hidden):
            units[ids[unit]]["face"] = face
    for flag, laid in flags.items():
        for unit in members(laid & ~hidden):
            units[ids[unit]].setdefault("flags", []).append(flag)
    return units


def describe_stacks(p: Position, hidden: UnitSet = 0) -> dict[str, list[str | None]]:
    """Every place that holds counters: their ids, bottom to top, None for one that is hidden."""
    names = p.layout.places
    seen: list[str | None] = [None if hidden >> unit & 1 else id for unit, id in enumerate(p.layout.units)]
    return {names[place]: [seen[unit] for unit in stack] for place, stack in sorted(p.stacks.items())}


def describe_marks(p: Position, marks: Mapping[str, HexSet]) -> dict[str, list[str]]:
    """What lies on the map besides counters, by place; ``marks`` are the places of every kind of mark."""
    names = p.layout.places
    lying: dict[str, list[str]] = {}
    for kind, places in marks.items():
        for place in members(places):
            lying.setdefault(names[place], []).append(kind)
    return lying
