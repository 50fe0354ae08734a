"""A plan as missions: what every unit is about to do, as it would be said in orders."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from stavka.kit.hexset import has, members
from stavka.kit.words import Message

from .moves import Moves
from .orders import Mission, MissionKind
from .picture import Picture

MOST_AIMS = 4
MOST = 12
"""Missions that are said; a plan of fifty sentences is not read."""


def missions(moves: Moves) -> list[Mission]:
    """What the units of a plan do, those who do the same in the same place together, the most valuable first."""
    together: dict[tuple[MissionKind, int], list[int]] = {}
    for unit, place in moves.where.items():
        told = _mission(moves, unit, place)
        if told is not None:
            together.setdefault(told, []).append(unit)
    found = [Mission(kind, place, tuple(units), _value(moves, kind, place))
             for (kind, place), units in together.items()]
    return sorted(found, key=lambda mission: (-mission.value, mission.kind, mission.place))


def _mission(moves: Moves, unit: int, place: int) -> tuple[MissionKind, int] | None:
    """What a unit does in the hex it is sent to; nothing worth saying if it just stays."""
    ground, survey, picture = moves.ground, moves.survey, moves.picture
    sites = ground.sites_at.get(place, ())
    if unit in moves.goal:
        target = moves.goal[unit]
        return "take" if _is_wanted(moves, target) else "destroy", target
    if _is_wanted(moves, place):
        return "take", place
    if any(number in survey.held for number in sites) and picture.threat[place]:
        return "hold", place
    start = moves.start[unit]
    if place == start:
        return ("screen", place) if any(hex in moves.line for hex in ground.zone[place]) else None
    if not has(moves.supply, start) and has(moves.supply, place):
        return "refit", place
    if picture.threat[place] < picture.threat[start] and moves.pull[place] <= moves.pull[start]:
        return "withdraw", place
    if any(hex in moves.line for hex in ground.zone[place]):
        return "screen", place
    return "transfer", _heading(moves, start, place)


def _is_wanted(moves: Moves, place: int) -> bool:
    return any(number in moves.picture.wanted for number in moves.ground.sites_at.get(place, ()))


def _heading(moves: Moves, start: int, place: int) -> int:
    """The wanted site that a march comes nearer to, or just where it ends."""
    ground, wanted = moves.ground, moves.picture.wanted
    nearer = [number for number in wanted if ground.distance[number][place] < ground.distance[number][start]]
    best = max(nearer, key=lambda number: (wanted[number] - ground.distance[number][place], -number), default=None)
    return place if best is None else ground.sites[best].place


def _value(moves: Moves, kind: MissionKind, place: int) -> float:
    if kind == "destroy":
        return moves.promised.get(place, 0.0)
    worths = [moves.survey.sites.get(number, 0.0) for number in moves.ground.sites_at.get(place, ())]
    return max(worths, default=0.0) if kind in ("take", "hold") else 0.0


def aims(picture: Picture) -> Iterator[Message]:
    """The sites that count most now: to be taken, and to be held against an enemy who can come."""
    survey, ground = picture.survey, picture.ground
    starts = [survey.p.where[unit] for unit in survey.own]
    fade = ground.fade

    def near(number: int) -> float:
        far = ground.distance[number]
        return picture.wanted[number] * max([fade[far[start]] for start in starts], default=0.0)

    wanted = sorted((number for number in picture.wanted if near(number)), key=lambda number: (-near(number), number))
    threatened = [number for number in survey.held if number in survey.sites and is_threatened(picture, number)]
    threatened.sort(key=lambda number: (-survey.sites[number], number))
    for key, numbers in (("orders.take", wanted), ("orders.hold", threatened)):
        if numbers:
            places = [survey.p.number(ground.sites[number].place) for number in numbers[:MOST_AIMS]]
            yield Message(key, {"places": places})


def is_threatened(picture: Picture, number: int) -> bool:
    """Whether the enemy can attack or enter a site in his next turn."""
    return any(picture.threat[place] for place in members(picture.ground.sites[number].hexes))


def tell(p: Any, told: Iterable[Mission]) -> Iterator[Message]:
    """Missions in words, the most valuable of them."""
    for mission in list(told)[:MOST]:
        yield Message(f"mission.{mission.kind}", {"hex": p.number(mission.place), "units": p.ids(mission.units)})


def ideas(moves: Moves, most: int) -> Sequence[Sequence[Mission]]:
    """What could be ordered by name instead: sites to take or hold at all costs or to give up, hexes to attack."""
    survey, ground, picture = moves.survey, moves.ground, moves.picture
    wanted = sorted(picture.wanted, key=lambda number: (-picture.wanted[number], number))
    threatened = [number for number in survey.held if is_threatened(picture, number)]
    threatened.sort(key=lambda number: (-survey.sites.get(number, 0.0), number))
    groups: list[list[Mission]] = [[Mission("take", ground.sites[number].place)] for number in wanted[:most]]
    groups += [[Mission("hold", place), Mission("withdraw", place)]
               for place in [ground.sites[number].place for number in threatened[:most]]]
    groups += [[Mission("destroy", target), Mission("withdraw", target)] for target, _, _ in moves.prepared()[:most]]
    return groups


__all__ = ["aims", "ideas", "missions", "tell"]
