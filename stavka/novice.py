"""A staff of one plain mind: all that a game needs to have a computer player.

It goes by what each decision is about and by the game's own :class:`~stavka.kit.legs.March` and
:class:`~stavka.kit.attacks.Fight`; the game says what a hex is worth to a unit and what each result of combat is worth
to the attacker. There are no orders to think about, so there is a novice and no higher level.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from typing import Any

from .kit.attacks import Attack, Fight
from .kit.legs import March
from .kit.steps import BUTTON, HEX, UNIT, Options
from .kit.sums import added
from .kit.words import Message

Click = tuple[str, Any]
Worth = Callable[[Any, int, int], float]
"""What it is worth to have a unit in a place."""


class Novice:
    """A staff that gives no orders (:class:`stavka.staff.Staff`)."""

    levels: Sequence[str] = ("novice",)
    efforts: Mapping[str, Mapping[str, int]] = {}

    def __init__(self, march: March, fight: Fight, worth: Worth, results: Mapping[str, float],
                 other: Mapping[str, Callable[[Any, Options], Click]] | None = None) -> None:
        self._mind = PlainMind(march, fight, worth, results, other or {})

    def orders(self, seat: str, level: str, rng: Random) -> None:
        """None: the mind knows what to do."""

    def mind(self, seat: str, orders: Any) -> PlainMind:
        """The one mind there is."""
        return self._mind

    def worth_thinking(self, p: Any, seat: str) -> bool:
        """There is nothing to choose between."""
        return False

    def variants(self, p: Any, seat: str, orders: Any) -> Sequence[Sequence[tuple[Any, Message]]]:
        """No other orders."""
        return ()

    def written(self, p: Any, seat: str, orders: Any) -> Any:
        """Nothing is planned."""
        return orders

    def replies(self, seat: str) -> Sequence[Any]:
        """No reply models."""
        return ()

    def evaluate(self, p: Any, seat: str) -> float:
        """No judgement of positions."""
        return 0.0

    def report(self, p: Any, seat: str, mind: Any, orders: Any) -> Sequence[Message]:
        """No plan."""
        return ()


class PlainMind:
    """Answers every offer by what it is about; ``other`` answers the tasks for which that is not enough."""

    def __init__(self, march: March, fight: Fight, worth: Worth, results: Mapping[str, float],
                 other: Mapping[str, Callable[[Any, Options], Click]]) -> None:
        self._march, self._fight, self._worth, self._results, self._other = march, fight, worth, results, other

    def decide(self, p: Any, options: Options) -> Click:
        """The kind of click, and the unit, hex or button."""
        about = options.about
        if options.task in self._other:
            return self._other[options.task](p, options)
        if about.kind == "move":
            return self._move(p, options)
        if about.kind == "attack":
            return self._attack(p, options)
        if about.kind == "advance" and options.buttons:
            return self._advance(p, options)
        if options.hexes:
            unit = about.unit if about.unit is not None else next(iter(about.group), None)
            return HEX, options.hexes[0] if unit is None else self._best(p, unit, options.hexes)
        if options.units:
            return UNIT, options.units[0]
        return BUTTON, options.buttons[0]

    def _best(self, p: Any, unit: int, places: Iterable[int]) -> int:
        """The place where a unit is worth most; the first of equals."""
        return max(places, key=lambda place: self._worth(p, unit, place))

    def _gains(self, p: Any, unit: int, place: int) -> bool:
        return self._worth(p, unit, place) > self._worth(p, unit, p.where[unit])

    def _move(self, p: Any, options: Options) -> Click:
        """Every unit to its best place; then the next that has a better one."""
        unit = options.about.unit
        if unit is not None and options.hexes:
            best = self._best(p, unit, options.hexes)
            if self._gains(p, unit, best):
                return HEX, best
        for other in options.units:
            places = self._march.reach(p, other, self._march.points(p, other)).cost
            if any(self._gains(p, other, place) for place in places):
                return UNIT, other
        return BUTTON, options.buttons[0]

    def _attack(self, p: Any, options: Options) -> Click:
        """The target that promises most, if it promises anything, with everybody who can attack it."""
        if options.units:
            return UNIT, options.units[0]
        if not options.hexes:
            return BUTTON, options.buttons[0]
        promises = {place: self._promise(p, place) for place in options.hexes}
        best = max(promises, key=lambda place: promises[place])
        return (HEX, best) if promises[best] > 0 or not options.buttons else (BUTTON, options.buttons[0])

    def _promise(self, p: Any, place: int) -> float:
        """What an attack of all is worth, on the average of the dice."""
        fight, step = self._fight, p.steps[-1]
        units = tuple(fight.attackers(p, step.side, place))
        total = fight.total(p, Attack(fight, step.side, place, units), 0)
        chances = fight.table(p).chances(fight.column(p, total), total.die_modifier)
        return added(chance * self._results.get(result, 0) for result, chance in chances.items())

    def _advance(self, p: Any, options: Options) -> Click:
        """Whoever is worth more in front goes there."""
        about = options.about
        if about.unit is not None and options.hexes:
            best = self._best(p, about.unit, options.hexes)
            return (HEX, best) if self._gains(p, about.unit, best) else (BUTTON, options.buttons[0])
        for unit in options.units:
            if about.targets and self._gains(p, unit, about.targets[0]):
                return UNIT, unit
        return BUTTON, options.buttons[0]


__all__ = ["Novice", "PlainMind"]
