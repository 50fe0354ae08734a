"""A plan in words: aims, main effort, postures, bombardment, assaults with their odds and what they promise."""

from __future__ import annotations

from collections.abc import Iterator

from stavka.kit.words import Message

from ..assault import assaultable
from ..components import RESERVE, SIDES, SOVIET
from ..position import Breslau
from .battles import Assault
from .choices import Mind
from .ground import SECTORS
from .picture import FADE, Picture

MOST_ASSAULTS = 6
MOST_AIMS = 4


def report(p: Breslau, mind: Mind, phase: str) -> list[Message]:
    """What a mind intends in this phase."""
    picture = Picture(p, mind.ground, mind.orders, mind.side)
    return [*_aims(p, mind, picture), *_postures(mind), *_plans(p, mind, phase), *_reserve(p, mind)]


def _aims(p: Breslau, mind: Mind, picture: Picture) -> Iterator[Message]:
    """The victory hexes that count most now: to be taken, or to be held."""
    if mind.side == SOVIET:
        places = sorted(picture.wanted, key=lambda place: (-picture.weight[place] * _nearest(p, mind, place), place))
        yield Message("staff.aims_take", {"places": [p.number(place) for place in places[:MOST_AIMS]],
                                          "needed": max(picture.needed, 0)}, ("11.1",))
    else:
        places = sorted(picture.held, key=lambda place: (-picture.threat[place] * picture.weight[place], place))
        yield Message("staff.aims_hold", {"places": [p.number(place) for place in places[:MOST_AIMS]],
                                          "spare": max(picture.spare(), 0)}, ("11.1",))
    yield Message("staff.effort", {"sector": f"staff.sector.{picture.effort}"})


def _nearest(p: Breslau, mind: Mind, place: int) -> float:
    far = mind.ground.distance[SOVIET][place]
    return FADE[min((far[p.where[unit]] for unit in p.layout.own[SOVIET] if p.is_on_map(unit)), default=30)]


def _postures(mind: Mind) -> Iterator[Message]:
    side = SIDES[mind.side]
    for sector in SECTORS:
        doctrine = mind.orders.doctrines[sector].name
        yield Message("staff.posture", {"sector": f"staff.sector.{sector}", "posture": f"staff.{side}.{doctrine}"})


def _plans(p: Breslau, mind: Mind, phase: str) -> Iterator[Message]:
    """The assaults or strikes of this phase, or the assaults that the moves prepare."""
    if phase.endswith("assault"):
        yield from _assaults(p, mind)
    elif phase.endswith("bombardment"):
        guns = mind.planned_guns(p)
        best = sorted(guns.weight, key=lambda place: (-guns.weight[place], place))[:MOST_AIMS]
        if best:
            yield Message("staff.bombard", {"places": [p.number(place) for place in best]}, ("8.2.6a",))
        yield from _prepared(p, guns.moves.prepared())
    elif phase.endswith("tactical") and mind.moves is not None:
        yield from _prepared(p, mind.moves.prepared())


def _prepared(p: Breslau, plans: list[tuple[int, list[int], float]]) -> Iterator[Message]:
    for place, units, value in plans[:MOST_ASSAULTS]:
        yield Message("staff.prepare", {"hex": p.number(place), "units": p.ids(units), "value": f"{value:+.2f}"})


def _assaults(p: Breslau, mind: Mind) -> Iterator[Message]:
    battles = mind.battles(p)
    targets = assaultable(p, mind.side)
    plans = battles.plan(targets)
    yield from (Message("staff.assault", _told(p, plan), ("9.4",)) for plan in plans[:MOST_ASSAULTS])
    chosen = {plan.target for plan in plans}
    others = [found for target in targets if target not in chosen and (found := battles.assault(target)) is not None]
    rejected = max(others, key=lambda found: (found.value, -found.target), default=None)
    if rejected is not None:
        yield Message("staff.rejected_assault", _told(p, rejected), ("9.4",))


def _told(p: Breslau, plan: Assault) -> dict[str, object]:
    return {"unit": p.id(plan.target), "hex": p.number(p.where[plan.target]), "units": p.ids(plan.units),
            "chance": f"{100 * plan.chance:.0f}", "value": f"{plan.value:+.2f}"}


def _reserve(p: Breslau, mind: Mind) -> Iterator[Message]:
    """What is held back: the tactical reserve, or the units waiting on the turn track."""
    if mind.side == SOVIET:
        waiting = [unit for unit in p.layout.own[SOVIET] if p.where[unit] in p.layout.turn_space[p.turn + 1:]]
    else:
        waiting = list(p.at(p.box(RESERVE)))
    if waiting:
        yield Message("staff.reserve", {"number": len(waiting), "units": p.ids(waiting[:3])})
