"""Written positions: the keys that are this game's own, and their checks."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from stavka.errors import SituationError
from stavka.game import Placement
from stavka.kit.hexset import HexSet, SideSet, bit, has, members, of

from .components import ASIDE, HALF_HEX_LETTERS, SETUP, SIDES, SOVIET, WEATHER
from .position import CAPTURED, DESTROYED, INTACT, Ukraine
from .scenarios import set_up_ready_made

if TYPE_CHECKING:
    from . import Ukraine43

KEYS = (
    "control", "weather", "central", "dam", "flood_until", "forts", "building", "railheads", "repaired", "pontoons",
    "trains", "river_assaults", "replacements", "exited", "owed", "exit_points", "drops", "markers", "tries",
    "manstein_moved", "zhukov_moved", "lyutezh_free",
)

FLAGS = {
    "reduced": "reduced", "depleted": "depleted", "flown": "flown", "disrupted": "disrupted",
    "unsupplied": "unsupplied", "flying": "flying", "assault": "assault",
    "arrived": "arrived", "dropped": "dropped",
}
"""What a written unit may have on it, and the set that remembers it."""

COUNTS = ("flood_until", "exit_points", "drops", "markers", "tries")
PAIRS = ("replacements", "exited", "owed")
HEXES = ("forts", "building", "repaired")
SIDE_SETS = ("pontoons", "trains", "river_assaults")


def write(game: Ukraine43, p: Ukraine, placed: Sequence[Placement], written: Mapping[str, Any]) -> None:
    """Make a position the written one."""
    if written.get("empty", False):
        for side in (0, 1):
            for unit in p.at(p.box(SETUP[side])):
                p.put(unit, p.box(ASIDE))
        p.railheads, p.repaired = (), 0
    else:
        set_up_ready_made(p)
    for unit, place, state in placed:
        _write_unit(p, unit, place, state)
    for side_name, numbers in written.get("control", {}).items():
        _write_control(game, p, side_name, numbers)
    for unit, _, _ in placed:
        _take_control(p, unit)
    _write_state(game, p, written)


def _write_unit(p: Ukraine, unit: int, place: int, state: Mapping[str, Any]) -> None:
    id = p.id(unit)
    for key in state:
        if key not in FLAGS:
            raise SituationError("place: {unit}: unknown key {key!r}; there are {known}", unit=id, key=key,
                                 known=", ".join(FLAGS))
    if state.get("reduced") and not p.layout.two_steps >> unit & 1:
        raise SituationError("place: {unit} has one step only and cannot be reduced", unit=id)
    if place < p.layout.hexes:
        _check_hex(p, unit, place)
    elif place >= p.layout.hexes and p.number(place) not in p.layout.board.boxes:
        raise SituationError("place: {unit}: units do not stand on hexsides", unit=id)
    p.put(unit, place)
    for key, name in FLAGS.items():
        on = getattr(p, name)
        setattr(p, name, on | bit(unit) if state.get(key) else on & ~bit(unit))


def _check_hex(p: Ukraine, unit: int, place: int) -> None:
    id, number = p.id(unit), p.number(place)
    if not has(p.layout.playable, place):
        raise SituationError("place: {unit}: no unit can be in hex {number}", unit=id, number=number)
    foes = [other for other in p.ground_at(place) if p.layout.side_of[other] != p.layout.side_of[unit]]
    if foes and p.layout.ground >> unit & 1:
        raise SituationError("place: {unit}: hex {number} already holds {other}, an enemy", unit=id, number=number,
                             other=p.id(foes[0]))


def _take_control(p: Ukraine, unit: int) -> None:
    """A unit controls the hex it stands in, an air unit that of its base."""
    if not p.is_on_map(unit) or p.flying >> unit & 1:
        return
    here = bit(p.where[unit])
    p.control = p.control | here if p.layout.side_of[unit] == SOVIET else p.control & ~here


def _hexes(game: Ukraine43, numbers: Any, key: str) -> HexSet:
    for number in numbers:
        if number not in game.board.grid.index:
            raise SituationError("{key}: there is no hex {number!r}", key=key, number=number)
    return game.board.hexes(*numbers)


def _sides(game: Ukraine43, names: Any, key: str) -> SideSet:
    sides = 0
    for name in names:
        side = game.board.sides.get(name)
        if side is None:
            raise SituationError("{key}: {name!r} is no hexside of a major river", key=key, name=name)
        sides |= bit(side.number)
    return sides


def _write_control(game: Ukraine43, p: Ukraine, side: str, numbers: Any) -> None:
    if side not in SIDES:
        raise SituationError("control: there is no side {side!r}; there are {known}", side=side,
                             known=", ".join(SIDES))
    hexes = p.layout.playable if numbers == "all" else _hexes(game, numbers, f"control.{side}") & p.layout.playable
    p.control = p.control | hexes if side == SIDES[SOVIET] else p.control & ~hexes


def _write_state(game: Ukraine43, p: Ukraine, written: Mapping[str, Any]) -> None:
    """The keys besides units and control."""
    for key in HEXES:
        if key in written:
            setattr(p, key, _hexes(game, written[key], key))
    for key in SIDE_SETS:
        if key in written:
            setattr(p, key, _sides(game, written[key], key))
    for key in COUNTS:
        if key in written:
            setattr(p, key, _checked(written, key, int, "a whole number"))
    for key in PAIRS:
        if key in written:
            setattr(p, key, _pair(written, key))
    for key in ("manstein_moved", "zhukov_moved", "lyutezh_free"):
        if key in written:
            setattr(p, key, _checked(written, key, bool, "true or false"))
    if "railheads" in written:
        p.railheads = tuple(members(_hexes(game, written["railheads"], "railheads")))
        p.repaired |= of(p.railheads) & ~p.layout.soviet_august
    if "central" in written:
        p.central = _one_of(written, "central", ["-", *HALF_HEX_LETTERS])
    if "weather" in written:
        p.weather = _one_of(written, "weather", WEATHER)
    if "dam" in written:
        p.dam = (INTACT, CAPTURED, DESTROYED)[_one_of(written, "dam", (INTACT, CAPTURED, DESTROYED))]


def _checked(written: Mapping[str, Any], key: str, kind: Callable[..., Any] | type, wanted: str) -> Any:
    value = written[key]
    if type(value) is not kind:
        raise SituationError("'{key}' must be {wanted}, not {value!r}", key=key, wanted=wanted, value=value)
    return value


def _pair(written: Mapping[str, Any], key: str) -> tuple[int, int]:
    value = written[key]
    if not isinstance(value, Sequence) or len(value) != 2 or not all(type(number) is int for number in value):
        raise SituationError("'{key}' must be two whole numbers, not {value!r}", key=key, value=value)
    return value[0], value[1]


def _one_of(written: Mapping[str, Any], key: str, names: Sequence[str]) -> int:
    if written[key] not in names:
        raise SituationError("'{key}' is {written!r}; there are {known}", key=key, written=written[key],
                             known=", ".join(names))
    return list(names).index(written[key])


