"""Written positions: what most games read of them the same way. What cannot be is refused, and named."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from .errors import SituationError
from .kit.hexset import HexSet, UnitSet, bit, has
from .kit.position import Position


def write_unit(p: Position, unit: int, place: int, state: Mapping[str, Any], states: Mapping[str, UnitSet]) -> None:
    """Put a counter down, and what lies on it.

    ``states`` are the names of the position's sets of units that may be written, each with the units that can be in it.
    """
    id = p.id(unit)
    for key, value in state.items():
        if key not in states:
            raise SituationError(f"place: {id}: unknown key {key!r}; there are {', '.join(('hex', *states))}")
        if not isinstance(value, bool):
            raise SituationError(f"place: {id}: '{key}' is true or false, not {value!r}")
        if value and not has(states[key], unit):
            raise SituationError(f"place: {id} cannot be {key}")
    if place < p.layout.hexes:
        _check_hex(p, unit, place)
    p.put(unit, place)
    for key in states:
        units: UnitSet = getattr(p, key)
        setattr(p, key, units | bit(unit) if state.get(key) else units & ~bit(unit))


def _check_hex(p: Position, unit: int, place: int) -> None:
    id, number, side_of = p.id(unit), p.number(place), p.layout.side_of
    if not has(p.layout.board.playable, place):
        raise SituationError(f"place: {id}: no unit can be in hex {number}")
    foes = [other for other in p.at(place) if side_of[other] != side_of[unit]]
    if foes:
        raise SituationError(f"place: {id}: hex {number} already holds {p.id(foes[0])}, an enemy")


def write_hexes(p: Position, numbers: Any, key: str) -> HexSet:
    """A list of hexes."""
    known = p.layout.grid.index
    if isinstance(numbers, str) or not isinstance(numbers, Iterable):
        raise SituationError(f"'{key}' must be a list of hexes, not {numbers!r}")
    wanted = list(numbers)
    for number in wanted:
        if number not in known:
            raise SituationError(f"{key}: there is no hex {number!r}")
    return p.layout.board.hexes(*wanted)


def write_control(p: Position, control: HexSet, written: Any, first: int = 0) -> HexSet:
    """Which hexes one of two sides controls, changed by what ``control`` of a position says of both."""
    sides = p.layout.sides
    if not isinstance(written, Mapping):
        raise SituationError(f"'control' must be a table of sides and hexes, not {written!r}")
    for side, numbers in written.items():
        if side not in sides:
            raise SituationError(f"control: there is no side {side!r}; there are {', '.join(sides)}")
        hexes = write_hexes(p, numbers, f"control.{side}") & p.layout.board.playable
        control = control | hexes if side == sides[first] else control & ~hexes
    return control


__all__ = ["write_control", "write_hexes", "write_unit"]
