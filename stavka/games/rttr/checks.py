"""What must always be true of a position, and typical calculations for the benchmark."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from stavka.kit.checks import afresh, flawed_stacks, stacks_on_map
from stavka.kit.data import Flaw
from stavka.kit.hexset import has, members

from .combat import contact
from .communications import connected
from .components import BF, FRONTS, GERMAN
from .movement import budget, reach_of
from .position import Rttr
from .stacking import is_overstacked
from .zones import zone


def flaws(p: Rttr) -> Iterator[str]:
    """What random play must never come to."""
    yield from map(str, impossible(p))
    for place, stack in stacks_on_map(p):
        if is_overstacked(p, stack):
            yield f"{p.number(place)} is overstacked (10.4)"


def impossible(p: Rttr) -> Iterator[Flaw]:
    """Everything in a position that the rules make impossible. A hex may be found overstacked (10.5)."""
    layout = p.layout
    yield from flawed_stacks(p, layout.playable, "10.1", "9.5c")
    for place, stack in stacks_on_map(p):
        side = layout.side_of[stack[0]]
        if side in FRONTS and not has(layout.area[side], place):
            yield Flaw("{hex} holds units of a Front outside its sector (5.2b)", hex=p.number(place))
        if side == GERMAN and place == layout.reichstag and any(not layout.static >> unit & 1 for unit in stack):
            yield Flaw("a mobile German unit is in the Reichstag (5.6a)")
        if has(layout.objectives, place) and side in FRONTS and not has(p.control[side], place):
            yield Flaw("{hex} is not controlled by the Front in it (21.2c)", hex=p.number(place))
        if side == GERMAN and has(p.control[0] | p.control[1], place):
            yield Flaw("{hex} is held by Germans and counts for a Front (21.2c)", hex=p.number(place))
    if p.face_down & ~layout.static:
        yield Flaw("a mobile unit lies face down (17.1)")
    if sum(p.spent) > layout.points_limit:
        yield Flaw("more Stavka points were spent than there are (6.3)")
    if p.blown & ~p.checked:
        yield Flaw("a bridge was blown without a check (18.2)")
    if p.control[0] & p.control[1]:
        yield Flaw("both Fronts control a hex (5.5b)")
    for unit in members(layout.pool):
        if p.number(p.where[unit]).startswith(("turn.", "dead.", "off.", "relief.")):
            yield Flaw("{unit} is where no static unit can be (3.3)", unit=p.id(unit))


def probes(p: Rttr) -> Mapping[str, Callable[[], object]]:
    """Range, line of communication, zone of control and contact, each worked out afresh."""
    unit = next(unit for unit in p.layout.soviets[BF] if p.is_on_map(unit))
    return {
        "range": afresh(p, lambda: reach_of(p, unit, budget(p, unit))),
        "supply_flood": afresh(p, lambda: connected(p, BF)),
        "zone_of_control": afresh(p, lambda: zone(p, BF, german=False)),
        "contact": afresh(p, lambda: contact(p, BF, german=False)),
    }


