"""What must always be true of a position, and typical calculations for the benchmark."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from stavka.kit.checks import afresh, flawed_stacks, stacks_on_map
from stavka.kit.data import Flaw
from stavka.kit.hexset import members

from .components import AXIS
from .movement import MakeRoom, allowance, reach_of
from .position import Abyss
from .retreats import Displace
from .stacking import fits
from .supply import supplied
from .zones import zone


def impossible(p: Abyss) -> Iterator[Flaw]:
    """Everything in a position that the rules make impossible. A hex may be overstacked for a time (6.0)."""
    layout = p.layout
    yield from flawed_stacks(p, layout.playable, "4.0d", "4.1a")
    for unit in members(layout.air):
        if p.is_on_map(unit):
            yield Flaw("{unit} stands on the map (15.0)", unit=p.id(unit))
    for unit in members(layout.siege):
        if p.is_on_map(unit) and not layout.rail_hexes >> p.where[unit] & 1:
            yield Flaw("{unit} has left its road (10.4)", unit=p.id(unit))
    if p.fatigued & ~layout.ss:
        yield Flaw("a unit that is not SS is fatigued (13.0)")
    if p.control & ~p.plan.objectives:
        yield Flaw("something that is no objective is held (22.0)")
    for unit, place in p.spans.items():
        if p.where[unit] != place:
            yield Flaw("the bridge of {unit} is not where it was built (19.0)", unit=p.id(unit))
    for unit in p.exits:
        if p.where[unit] not in layout.offs:
            yield Flaw("{unit} has left the map and is on it (9.1)", unit=p.id(unit))


def flaws(p: Abyss) -> Iterator[str]:
    """What random play must never come to."""
    yield from map(str, impossible(p))
    making_room = {step.place for step in p.steps if isinstance(step, Displace | MakeRoom)}
    for place, stack in stacks_on_map(p):
        if place not in making_room and not fits(p, stack):
            yield f"{p.number(place)} is overstacked (6.0)"


def probes(p: Abyss) -> Mapping[str, Callable[[], object]]:
    """Range, supply flood and zone of control, each worked out afresh."""
    unit = next((unit for unit in p.layout.troops[AXIS] if p.is_on_map(unit)), None)
    if unit is None:
        return {}
    return {
        "range": afresh(p, lambda: reach_of(p, unit, allowance(p, unit))),
        "supply_flood": afresh(p, lambda: supplied(p, AXIS)),
        "zone_of_control": afresh(p, lambda: zone(p, AXIS)),
    }
