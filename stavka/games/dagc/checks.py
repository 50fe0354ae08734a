"""What must always be true of a position, and typical calculations for the benchmark."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from stavka.kit.checks import afresh, flawed_control, flawed_stacks, stacks_on_map
from stavka.kit.data import Flaw
from stavka.kit.hexset import has

from .components import GERMAN, SOVIET, STACK_LIMIT
from .movement import movement_factor, reach_of
from .position import Dagc
from .stacking import fronts_agree
from .supply import hexes_in_supply
from .zones import zone


def impossible(p: Dagc) -> Iterator[Flaw]:
    """Everything in a position that the rules make impossible. A hex may be overstacked for a time (6.6)."""
    layout = p.layout
    yield from flawed_stacks(p, layout.playable, "6.9", "9.7")
    yield from flawed_control(p, p.control, SOVIET, "3.3")
    for place, stack in stacks_on_map(p):
        name = p.number(place)
        if not fronts_agree(p, stack[0], stack):
            yield Flaw("{hex} holds units of both Soviet fronts (6.10)", hex=name)
        if layout.side_of[stack[0]] == GERMAN and has(layout.entrenchments[SOVIET], place):
            yield Flaw("a German unit is in the Soviet entrenchment {hex} (9.12)", hex=name)
    if p.reduced & ~layout.two_steps:
        yield Flaw("a unit of one step is reduced (2.11)")
    if p.replacements < 0:
        yield Flaw("more replacements were spent than there were (10.6)")
    if any(layout.air >> unit & 1 and p.is_on_map(unit) for unit in range(len(p.where))):
        yield Flaw("an air army is on the map (13.1)")


def flaws(p: Dagc) -> Iterator[str]:
    """What random play must never come to."""
    yield from map(str, impossible(p))
    for place, stack in stacks_on_map(p):
        if len(stack) > STACK_LIMIT:
            yield f"{p.number(place)} is overstacked (6.1)"


def probes(p: Dagc) -> Mapping[str, Callable[[], object]]:
    """Range, supply flood and zone of control, each worked out afresh."""
    unit = next(unit for unit in p.layout.ground[SOVIET] if p.is_on_map(unit))
    return {
        "range": afresh(p, lambda: reach_of(p, unit, movement_factor(p, unit))),
        "supply_flood": afresh(p, lambda: hexes_in_supply(p, SOVIET)),
        "zone_of_control": afresh(p, lambda: zone(p, SOVIET)),
    }
