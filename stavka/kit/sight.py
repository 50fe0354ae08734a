"""Counters as a seat sees them: the parts of a view that are made the same way in every game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any

from .hexset import HexSet, UnitSet, members, of
from .steps import Step
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


def shuffled(p: Position, hidden: UnitSet, rng: Random) -> dict[int, int]:
    """Hidden counters dealt anew to the places where such lie, as ``Position.exchange`` takes it.

    Places are taken in the order of the map and counters in their own, so that positions which look the same are dealt
    the same. What must stay apart (fronts, kinds that show on the back) is dealt apart.
    """
    lying = [unit for place in sorted(p.stacks) for unit in p.stacks[place] if hidden >> unit & 1]
    return dict(zip(lying, rng.sample(members(hidden), len(lying)), strict=True))


def carried(units: UnitSet, new: Mapping[int, int]) -> UnitSet:
    """A set of counters after an exchange, where what lies on a counter stays in its place.

    >>> carried(0b0011, {1: 2, 2: 1})
    5
    """
    return of(new.get(unit, unit) for unit in members(units))


def renamed(steps: Iterable[Step], new: Mapping[int, int], fields: Sequence[str] = ("unit", "units"),
            ) -> tuple[Step, ...]:
    """Steps after an exchange: in these fields they name the counters that now lie where those they named did."""
    return tuple(_renamed(step, new, fields) for step in steps)


def _renamed(step: Step, new: Mapping[int, int], fields: Sequence[str]) -> Step:
    changes: dict[str, Any] = {}
    for field in fields:
        value = getattr(step, field, None)
        if isinstance(value, tuple):
            changes[field] = tuple(new.get(unit, unit) for unit in value)
        elif isinstance(value, int) and value in new:
            changes[field] = new[value]
    return replace(step, **changes) if changes else step


def describe_marks(p: Position, marks: Mapping[str, HexSet]) -> dict[str, list[str]]:
    """What lies on the map besides counters, by place; ``marks`` are the places of every kind of mark."""
    names = p.layout.places
    lying: dict[str, list[str]] = {}
    for kind, places in marks.items():
        for place in members(places):
            lying.setdefault(names[place], []).append(kind)
    return lying
