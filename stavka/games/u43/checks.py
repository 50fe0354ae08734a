"""What must always be true of a position, and typical calculations for the benchmark."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from stavka.kit.checks import afresh, stacks_on_map
from stavka.kit.data import Flaw
from stavka.kit.hexset import has, members, of

from .components import GERMAN, SOVIET
from .movement import Hand, allowance, destinations
from .moving import Moving
from .position import Ukraine
from .stacking import has_army, may_stack, stack_of
from .supply import supplied_hexes
from .zones import bonds, zone


def impossible(p: Ukraine) -> Iterator[Flaw]:
    """Everything in a position that the rules make impossible. A hex may be overstacked for a time (5.4)."""
    layout = p.layout
    for place, stack in stacks_on_map(p):
        if not has(layout.playable, place):
            yield Flaw("{hex} is no land and holds {units}", hex=p.number(place), units=", ".join(p.ids(stack)))
        if all(stack_of(p, place) & army for army in layout.army):  # an air unit may fly over enemies
            yield Flaw("{hex} holds units of both sides ({rule})", hex=p.number(place), rule="4.1.a")
    for place in members(p.hexes_of(layout.ground & layout.army[SOVIET]) & (p.forts | p.building)):
        yield Flaw("{hex} has a German fortification and a Soviet unit (19.3)", hex=p.number(place))
    yield from _impossible_sets(p)


def flaws(p: Ukraine) -> Iterator[str]:
    """What random play must never come to."""
    yield from map(str, impossible(p))
    yield from _flaws_of_stacks(p)
    yield from _flaws_of_bases(p)
    yield from _flaws_of_indexes(p)


def _flaws_of_stacks(p: Ukraine) -> Iterator[str]:
    layout = p.layout
    moving = any(isinstance(step, Moving) for step in p.steps)
    for place, units in p.masses.items():
        name, side = p.number(place), layout.side_of[members(units)[0]]
        if p.phase >= 0 and has(p.control, place) != (side == SOVIET):
            yield f"{name} is not controlled by the unit in it"
        army_left = side == SOVIET and not has_army(layout, units) and (units & layout.combat).bit_count() == 3
        if not may_stack(layout, side, units) and not army_left and not moving:
            yield f"{name} is overstacked (5.4)"


def _impossible_sets(p: Ukraine) -> Iterator[Flaw]:
    layout = p.layout
    if p.reduced & ~layout.two_steps:
        yield Flaw("a unit of one step is reduced (8.7)")
    if p.depleted & ~(layout.artillery & ~layout.shock_artillery):
        yield Flaw("something other than a regular artillery division is depleted (22.4)")
    if p.pontoons & ~layout.major or p.trains & ~layout.major:
        yield Flaw("a bridge is not over a major river (18.5)")
    if p.pontoons.bit_count() > layout.most_pontoons:
        yield Flaw("there are too many pontoon bridges (18.5)")
    if min(p.replacements) < 0:
        yield Flaw("more replacements were spent than there were (16.2)")
    if len(p.railheads) > layout.most_railheads:
        yield Flaw("there are too many railheads (17.2)")
    if p.markers > layout.limit["markers"]:
        yield Flaw("too many markers were used (4.7)")


def _flaws_of_bases(p: Ukraine) -> Iterator[str]:
    layout = p.layout
    bases = [p.where[unit] for unit in p.those_on_map(layout.air & ~p.flying)]
    if len(bases) != len(set(bases)):
        yield "two air units share a base (15.3)"
    for unit in p.those_on_map(layout.air & ~p.flying):
        friendly = has(p.control, p.where[unit]) == (layout.side_of[unit] == SOVIET)
        if p.phase >= 0 and not (friendly and has(layout.bases, p.where[unit])):
            yield f"{p.id(unit)} is not at a friendly base (15.3)"


def _flaws_of_indexes(p: Ukraine) -> Iterator[str]:
    layout = p.layout
    for side in (SOVIET, GERMAN):
        if p.manned[side] != p.hexes_of(layout.ground & layout.army[side]):
            yield "the index of held hexes is wrong"
        if p.masses != {place: of(p.ground_at(place)) for place in members(p.manned[0] | p.manned[1])}:
            yield "the index of stacks is wrong"
        if p.fronted[side] != p.hexes_of(layout.combat & layout.army[side]):
            yield "the index of hexes with combat units is wrong"


def probes(p: Ukraine) -> Mapping[str, Callable[[], object]]:
    """Range, supply, zones and bonds, each worked out afresh."""
    unit = next(iter(p.those_on_map(p.layout.corps)), p.layout.own[SOVIET][0])
    return {
        "range": afresh(p, lambda: destinations(p, Hand((unit,), allowance(p, unit))) if p.is_on_map(unit) else None),
        "supply_flood": afresh(p, lambda: supplied_hexes(p, SOVIET)),
        "zone_of_control": afresh(p, lambda: zone(p, SOVIET)),
        "bonds": afresh(p, lambda: bonds(p, SOVIET)),
    }
