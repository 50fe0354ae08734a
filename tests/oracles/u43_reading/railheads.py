"""Railheads that go on (17.2, 17.3) and are driven back (17.4)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from stavka.kit.events import Event

from .printed import charts, the_map
from .state import State

Outcome = tuple[tuple[str, ...], frozenset[str]]
"""Where the railheads stand, sorted, and the hexes they have gone back over: what lies before a railhead is repaired no
more, since its place tells how far repair has come (17.3)."""

ENTRIES = ("moved", "railed", "retreated", "advanced", "arrived", "rebuilt")
"""The events by which a unit enters a hex."""


@dataclass
class Railheads:
    """What a reader remembers of them."""

    standing: tuple[str, ...]
    came: dict[str, str] = field(default_factory=dict)
    """From where a hex was repaired: the way back."""

    def repair(self, line: str, number: str) -> None:
        """17.3: a railhead goes from a place to a hex, past what lay behind the August line."""
        way = next(between(path, line, number) for path in the_map().lines.values() if {line, number} <= set(path))
        self.came.update({there: here for here, there in pairwise(way)})


def between(path: Sequence[str], one: str, two: str) -> list[str]:
    first, last = path.index(one), path.index(two)
    return list(path[first:last + 1] if first < last else path[last:first + 1][::-1])


def swapped(standing: tuple[str, ...], old: str, new: str) -> tuple[str, ...]:
    """The places of the railheads after one of them has gone from one place to another."""
    left = list(standing)
    left.remove(old)
    return tuple(sorted([*left, new]))


# -- 17.2, 17.3 ------------------------------------------------------------------------------------------------------


def after_repair(standing: tuple[str, ...], line: str, number: str, usable: Collection[str]) -> tuple[str, ...]:
    """Where railheads stand once one has repaired a hex: a new one joins it where the line forks, eight at most.

    One with nothing left to repair is off the map until it is needed; the rulebook does not say what becomes of it.
    """
    then = swapped(standing, line, number)
    if len(ahead(number, usable)) > 1 and len(then) < charts()["rail"]["railheads"]:
        then = tuple(sorted([*then, number]))
    return tuple(railhead for railhead in then if ahead(railhead, usable))


def ahead(number: str, usable: Collection[str]) -> set[str]:
    """The next hexes that need repair, along the lines of a hex in both directions, past the August line."""
    august, found = the_map().areas["soviet_august"], set()
    for path in the_map().lines.values():
        if number in path:
            place = path.index(number)
            for way in (path[place + 1:], path[:place][::-1]):
                found.add(next((there for there in way if there not in august), number))
    return found - {number} - set(usable)


# -- 17.4 ------------------------------------------------------------------------------------------------------------


def back_from(number: str, came: Mapping[str, str], usable: Collection[str]) -> set[str]:
    """The next hexes on the way back: whence it was repaired, or towards where the lines through it begin.

    Of several lines in repair that join in a hex the rulebook prefers none, and no marker shows which way it came.
    """
    before = {one for path in the_map().lines.values() for one, two in pairwise(path) if two == number}
    return {came[number]} | (before & set(usable)) if number in came else before


def retreats(number: str, germans: Collection[str], usable: Collection[str], came: Mapping[str, str],
             ) -> Iterator[tuple[str, ...]]:
    """17.4b: the ways a railhead may go back, to the first hex without Germans.

    Whether it stays in a hex that is in repair no more, since another railhead was driven back there, is not told; nor
    what becomes of it if there are Germans in all hexes of the way.
    """
    trails: list[tuple[str, ...]] = [(number,)]
    for trail in trails:
        further_back = back_from(trail[-1], came, usable) - set(trail)
        if not further_back and len(trail) > 1:
            yield trail                                                    # Germans everywhere
        for there in further_back:
            further = (*trail, there)
            if there not in germans:
                yield further
            if there in germans or there not in usable:
                trails.append(further)


def driven_back(outcome: Outcome, number: str, germans: Collection[str], usable: Collection[str],
                came: Mapping[str, str]) -> set[Outcome]:
    """17.4b: what may come of Germans entering a hex."""
    standing, lost = outcome
    if number not in standing:
        return {outcome}
    found: set[Outcome] = set()
    for trail in retreats(number, germans, set(usable) - lost, came):
        then = swapped(standing, number, trail[-1]), lost | set(trail[:-1])
        found |= driven_back(then, number, germans, usable, came)
    return found or {outcome}                                              # nowhere to go: the rulebook is silent


def entered(before: State, events: Sequence[Event]) -> Iterator[tuple[str, set[str]]]:
    """The hexes that German units enter one after the other, each with where other Germans stand then."""
    places = {unit.key: unit.place for unit in before.of_side("german") if unit.is_ground}
    along = {event.data["unit"] for event in events if event.kind == "moved"}
    for event in events:
        if event.kind == "eliminated":
            places.pop(event.data["unit"], None)
        if event.kind not in ENTRIES:
            continue
        unit = before.units[event.data["unit"]]
        if unit.side != "german" or not unit.is_ground:
            continue
        path = event.data["path"][1:] if "path" in event.data else [event.data["hex"]]
        path = path[-1:] if event.kind == "railed" else path                # a train is where it stops (4.6)
        movers = along if event.kind == "moved" else {unit.key}            # a stack leaves and arrives as one (4.1)
        for number in path:
            yield number, {place for key, place in places.items() if key not in movers} | {number}
        places[unit.key] = path[-1]
