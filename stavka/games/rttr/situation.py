"""Written positions: what a situation of this game may say besides where its units stand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from stavka.errors import SituationError
from stavka.game import Placement
from stavka.kit.hexset import HexSet, SideSet, has
from stavka.written import check_turn, write_unit

from .components import FRONTS, GERMAN, LAST_TURN, SEATS
from .position import READY, Rttr, with_value
from .sectors import take_control

if TYPE_CHECKING:
    from . import RaceToTheReichstag

PER_SEAT = ("spent", "fatigued", "effort_used", "arrived", "jets", "artillery", "air")
KEYS = ("control", "blown", "whole", *PER_SEAT)
"""``control``, ``artillery`` and ``air`` are lists of hexes by seat; ``spent`` a number; ``fatigued``, ``effort_used``,
``arrived`` and ``jets`` (an Me 262 in the sector of that Front) truths; ``blown`` and ``whole`` are bridges that were
checked."""


def write(game: RaceToTheReichstag, p: Rttr, placed: Sequence[Placement], written: Mapping[str, Any]) -> None:
    """Make a set-up position the written one."""
    check_turn(p, LAST_TURN)
    for unit, place, state in placed:
        _write_unit(p, unit, place, state)
    for key in PER_SEAT:
        for seat, value in _by_seat(key, written.get(key, {})):
            _write_fact(game, p, key, SEATS.index(seat), value)
    for seat, numbers in _by_seat("control", written.get("control", {})):
        front = SEATS.index(seat)
        p.control = with_value(p.control, front, p.control[front] | _hexes(game, f"control.{seat}", numbers))
    p.blown = _bridges(game, "blown", written.get("blown", ()))
    p.checked = p.blown | _bridges(game, "whole", written.get("whole", ()))


def _by_seat(key: str, values: Any) -> Iterable[tuple[str, Any]]:
    if not isinstance(values, Mapping):
        raise SituationError("'{key}' must be a table by seat, not {values!r}", key=key, values=values)
    for seat in values:
        if seat not in SEATS:
            raise SituationError("{key}: there is no seat {seat!r}; there are {known}", key=key, seat=seat,
                                 known=", ".join(SEATS))
    return values.items()


def _write_fact(game: RaceToTheReichstag, p: Rttr, key: str, front: int, value: Any) -> None:
    name = f"{key}.{SEATS[front]}"
    if key in ("artillery", "air"):
        places = tuple(_marker(game, name, front, number) for number in _numbers(game, name, value))
        field = "guns" if key == "artillery" else "planes"
        setattr(p, field, with_value(getattr(p, field), front, places))
    elif key == "spent":
        if not isinstance(value, int) or isinstance(value, bool) or value < 0:
            raise SituationError("'{name}' must be a whole number, not {value!r}", name=name, value=value)
        p.spent = with_value(p.spent, front, value)
    elif not isinstance(value, bool):
        raise SituationError("'{name}' must be true or false, not {value!r}", name=name, value=value)
    elif key == "jets":
        p.jets = with_value(p.jets, front, READY if value else 0)
    else:
        setattr(p, key, with_value(getattr(p, key), front, value))


def _write_unit(p: Rttr, unit: int, place: int, state: Mapping[str, Any]) -> None:
    layout = p.layout
    if place < layout.hexes:
        _check_sector(p, unit, place)
    write_unit(p, unit, place, state, {"face_down": layout.static}, layout.playable)  # 17.1
    if place < layout.hexes:
        take_control(p, unit, place)


def _check_sector(p: Rttr, unit: int, place: int) -> None:
    id, number, layout = p.id(unit), p.number(place), p.layout
    side = layout.side_of[unit]
    if side in FRONTS and has(layout.playable & ~layout.area[side], place):
        raise SituationError("place: {unit}: hex {number} is outside the sector of its Front (5.2)", unit=id,
                             number=number)
    if side == GERMAN and place == layout.reichstag and not layout.static >> unit & 1:
        raise SituationError("place: {unit}: only static units are in the Reichstag (5.6)", unit=id)


def _numbers(game: RaceToTheReichstag, key: str, numbers: Any) -> Sequence[str]:
    if isinstance(numbers, str) or not isinstance(numbers, Sequence):
        raise SituationError("'{key}' must be a list of hexes, not {numbers!r}", key=key, numbers=numbers)
    for number in numbers:
        if number not in game.board.grid.index:
            raise SituationError("{key}: there is no hex {number!r}", key=key, number=number)
    return numbers


def _marker(game: RaceToTheReichstag, key: str, front: int, number: str) -> int:
    place = game.board.grid.index[number]
    if not has(game.berlin.whole_sector[front] | game.berlin.reichstag_bit, place):
        raise SituationError("{key}: hex {number} is outside the sector of its Front (5.4)", key=key, number=number)
    return place


def _hexes(game: RaceToTheReichstag, key: str, numbers: Any) -> HexSet:
    hexes = game.board.hexes(*_numbers(game, key, numbers))
    if hexes & ~game.berlin.objectives:
        raise SituationError("{key}: only objectives are controlled (21.2)", key=key)
    return hexes


def _bridges(game: RaceToTheReichstag, key: str, names: Any) -> SideSet:
    sides = 0
    for name in names:
        side = game.board.sides.get(name)
        if side is None:
            raise SituationError("{key}: there is no bridge {name!r}", key=key, name=name)
        sides |= 1 << side.number
    return sides
