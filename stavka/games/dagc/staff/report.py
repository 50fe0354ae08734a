"""A plan in words: aims, main effort, postures, attacks with their odds and what they promise, reserve."""

from __future__ import annotations

from collections.abc import Iterator

from stavka.kit.hexset import has
from stavka.kit.words import Message

from ..components import SIDES, SOVIET
from ..position import Dagc
from ..zones import enemy_zone
from .battles import Assault, Battles
from .choices import Mind
from .ground import SECTORS
from .picture import Picture

MOST_ATTACKS = 6
MOST_AIMS = 4


def report(p: Dagc, mind: Mind, phase: str) -> list[Message]:
    """What a mind intends in this phase."""
    picture = Picture(p, mind.ground, mind.side)
    return [*_aims(p, mind, picture), *_postures(mind), *_attacks(p, mind, phase), *_reserve(p, mind)]


def _aims(p: Dagc, mind: Mind, picture: Picture) -> Iterator[Message]:
    """The places that count most now: to be taken, or to be held."""
    if mind.side == SOVIET:
        wanted = picture.objectives({})
        places = sorted((place for place in wanted if place >= 0),
                        key=lambda place: (-wanted[place] * 0.9 ** _nearest(p, mind, place), place))
        key = "staff.aims_take"
        if -1 in wanted:
            yield Message("staff.aims_coast", {"points": p.layout.coast_points}, ("4.3.b",))
    else:
        places = sorted((place for place in picture.held if picture.threat[place]),
                        key=lambda place: (-mind.ground.worth[place], place))
        key = "staff.aims_hold"
    if places:
        yield Message(key, {"places": [p.number(place) for place in places[:MOST_AIMS]]}, ("4.3.a",))
    yield Message("staff.effort", {"sector": f"staff.sector.{mind.orders.effort}"})


def _nearest(p: Dagc, mind: Mind, place: int) -> int:
    far = mind.ground.distance[place]
    return min((far[p.where[unit]] for unit in p.layout.ground[mind.side] if p.is_on_map(unit)), default=30)


def _postures(mind: Mind) -> Iterator[Message]:
    side = SIDES[mind.side]
    for sector in SECTORS:
        doctrine = mind.orders.doctrines[sector].name
        yield Message("staff.posture", {"sector": f"staff.sector.{sector}", "posture": f"staff.{side}.{doctrine}"})


def _attacks(p: Dagc, mind: Mind, phase: str) -> Iterator[Message]:
    """The attacks of this combat phase, or those that the moves prepare; and the best that is left alone."""
    if phase.endswith(("combat_before", "combat_after")):
        battles = Battles(p, mind.ground, mind.chances, mind.orders, mind.side, phase.rpartition("_")[2])
        plans = battles.plan()
        yield from (_attack(p, plan) for plan in plans[:MOST_ATTACKS])
        rejected = battles.best_rejected(plans)
        if rejected is not None:
            yield Message("staff.rejected_attack", _attack(p, rejected).args, ("11.8",))
    elif mind.moves is not None:
        moves = mind.moves
        for place, units, value in moves.prepared()[:MOST_ATTACKS]:
            yield Message("staff.prepare", {"hex": p.number(place), "units": p.ids(units), "value": f"{value:+.1f}"})


def _attack(p: Dagc, plan: Assault) -> Message:
    return Message("staff.attack", {
        "hex": p.number(plan.target), "units": p.ids(plan.units), "column": p.layout.crt.headings[plan.column],
        "value": f"{plan.value:+.1f}"}, ("11.8",))


def _reserve(p: Dagc, mind: Mind) -> Iterator[Message]:
    """The strongest units out of contact."""
    contact = enemy_zone(p, mind.side)
    free = [unit for unit in p.layout.ground[mind.side] if p.is_on_map(unit)
            and not p.layout.localities >> unit & 1 and not has(contact, p.where[unit])]
    if free:
        free.sort(key=lambda unit: (-p.factor(unit), unit))
        yield Message("staff.reserve", {"units": p.ids(free[:3])})
