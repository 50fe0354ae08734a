"""Written positions: the keys of a situation that are a game's own, each checked as it is read."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from .errors import SituationError
from .kit.hexset import HexSet, SideSet, UnitSet, of
from .kit.position import Position

if TYPE_CHECKING:
    from .game import Game


class Written:
    """What somebody wrote down, for the game to read.

    >>> import stavka
    >>> written = Written(stavka.game("dagc"), {"lost_ports": ["2015"], "strait_used": "yes"})
    >>> written.hexes("interdicted"), written.hexes("lost_ports") > 0
    (0, True)
    >>> written.truth("strait_used", False)
    Traceback (most recent call last):
    ...
    stavka.errors.SituationError: 'strait_used' must be true or false, not 'yes'
    """

    def __init__(self, game: Game[Any], values: Mapping[str, Any]) -> None:
        self._game = game
        self._values = values

    def truth(self, key: str, default: bool = False) -> bool:
        """True or false."""
        value = self._values.get(key, default)
        if not isinstance(value, bool):
            raise SituationError("'{key}' must be true or false, not {value!r}", key=key, value=value)
        return value

    def whole(self, key: str, default: int = 0) -> int:
        """A whole number, not below 0."""
        value = self._values.get(key, default)
        if not isinstance(value, int) or isinstance(value, bool) or value < 0:
            raise SituationError("'{key}' must be a whole number, not {value!r}", key=key, value=value)
        return value

    def hexes(self, key: str) -> HexSet:
        """A list of hexes; none if it is absent."""
        return self._hexes(self._values.get(key, ()), key)

    def hexsides(self, key: str) -> SideSet:
        """A list of hexsides, ``"0403/0504"``, as a set of sides; none if it is absent."""
        names, grid = self._values.get(key, ()), self._game.board.grid
        if isinstance(names, str) or not isinstance(names, Collection):
            raise SituationError("'{key}' must be a list of hexsides, not {names!r}", key=key, names=names)
        try:
            return grid.side_set(grid.side(str(name)) for name in names)
        except ValueError as error:
            raise SituationError("{key}: {cause}", key=key, cause=error) from None

    def units(self, key: str) -> UnitSet:
        """A list of counters; none if it is absent."""
        return of(self._game.unit_index(unit) for unit in self._values.get(key, ()))

    def sides(self, key: str = "control") -> Iterator[tuple[int, HexSet]]:
        """A table of sides with a list of hexes each: the index of the side, and the hexes."""
        sides = self._game.sides
        written = self._values.get(key, {})
        if not isinstance(written, Mapping):
            raise SituationError("'{key}' must be a table of sides and hexes, not {written!r}", key=key,
                                 written=written)
        for side, numbers in written.items():
            if side not in sides:
                raise SituationError("{key}: there is no side {side!r}; there are {known}", key=key, side=side,
                                     known=", ".join(sides))
            yield sides.index(side), self._hexes(numbers, f"{key}.{side}")

    def _hexes(self, numbers: Any, key: str) -> HexSet:
        known = self._game.board.grid.index
        if isinstance(numbers, str) or not isinstance(numbers, Collection):
            raise SituationError("'{key}' must be a list of hexes, not {numbers!r}", key=key, numbers=numbers)
        for number in numbers:
            if number not in known:
                raise SituationError("{key}: there is no hex {number!r}", key=key, number=number)
        return of(known[number] for number in numbers)


def check_turn(p: Position, last: int) -> None:
    """Refuse a turn that the game does not have."""
    if not 1 <= p.turn <= last:
        raise SituationError("'turn' is {turn}; the game has {last} turns", turn=p.turn, last=last)


def check_states(p: Position, unit: int, state: Mapping[str, Any], known: Collection[str]) -> None:
    """Refuse what cannot be written of a counter beside its place."""
    unknown = sorted(set(state) - set(known))
    if unknown:
        raise SituationError("place: {unit}: unknown key {unknown!r}; there are {known}", unit=p.id(unit),
                             unknown=unknown[0], known=", ".join(known))


def check_place(p: Position, unit: int, place: int, playable: HexSet) -> None:
    """Refuse a hex where no counter can be, or that an enemy is in."""
    if not playable >> place & 1:
        raise SituationError("place: {unit}: no unit can be in hex {hex}", unit=p.id(unit), hex=p.number(place))
    side_of = p.layout.side_of
    foes = [other for other in p.at(place) if side_of[other] != side_of[unit]]
    if foes:
        raise SituationError("place: {unit}: hex {hex} already holds {other}, an enemy", unit=p.id(unit),
                             hex=p.number(place), other=p.id(foes[0]))


def write_unit(p: Position, unit: int, place: int, state: Mapping[str, Any], states: Mapping[str, UnitSet],
               playable: HexSet) -> None:
    """Put a counter down, and what lies on it.

    ``states`` are the names of the position's sets of units that may be written, each with the units that can be in it.
    """
    check_states(p, unit, state, tuple(states))
    for key, value in state.items():
        if not isinstance(value, bool):
            raise SituationError("place: {unit}: '{key}' must be true or false, not {value!r}", unit=p.id(unit),
                                 key=key, value=value)
        if value and not states[key] >> unit & 1:
            raise SituationError("place: {unit} cannot be {key}", unit=p.id(unit), key=key)
    if place < p.layout.hexes:
        check_place(p, unit, place, playable)
    p.put(unit, place)
    for key in states:
        units: UnitSet = getattr(p, key)
        setattr(p, key, units | 1 << unit if state.get(key) else units & ~(1 << unit))


__all__ = ["Written", "check_place", "check_states", "check_turn", "write_unit"]
