"""What must always be true of a position, and typical calculations for the benchmark."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from stavka.kit.checks import afresh, flawed_control, flawed_stacks, stacks_on_map
from stavka.kit.data import Flaw
from stavka.kit.hexset import has, members, size

from .components import DEAD, GERMAN, SOVIET
from .german_strategic import placement_hexes
from .glossary import excess
from .movement import points_of, reach_of
from .position import Breslau


def impossible(p: Breslau) -> Iterator[Flaw]:
    """Everything in a position that the rules make impossible. A hex may be overstacked for a time (7.2.3)."""
    yield from flawed_stacks(p, p.layout.playable, "3.0k", "7.3")
    yield from flawed_control(p, p.control, SOVIET, "3.0c")
    yield from _flawed_states(p)
    yield from _flawed_counts(p)


def flaws(p: Breslau) -> Iterator[str]:
    """What random play must never come to."""
    yield from map(str, impossible(p))
    for place, _ in stacks_on_map(p):
        if excess(p, GERMAN, place) and not p.steps[1:]:
            yield f"{p.number(place)} is overstacked (7.2.3)"
    if p.phase > 4 and any(excess(p, SOVIET, place) for place in members(p.occupied[SOVIET])):
        yield "a Red Army stack is too large after phase 4 (7.1.4)"


def _flawed_states(p: Breslau) -> Iterator[Flaw]:
    layout = p.layout
    for unit in members(p.disorganised | p.fanatic):
        if layout.side_of[unit] != GERMAN or (not p.is_on_map(unit) and has(p.disorganised, unit)):
            yield Flaw("{unit} cannot be disorganised or fanatic (8.2.6, 10.6)", unit=p.id(unit))
    if any(p.where[unit] not in (*layout.turn_space, p.box(DEAD[SOVIET]))
           for unit in members(p.whole)):
        yield Flaw("a unit off the turn track waits with its division (7.1.4)")
    if p.fanatic & ~layout.starred:
        yield Flaw("a unit without a star is fanatic (10.6)")
    if p.bombarded & ~layout.artillery:
        yield Flaw("a unit that is no artillery has bombarded (8.2.1)")
    for unit in members(layout.trains):
        if p.is_on_map(unit) and not has(layout.railway, p.where[unit]):
            yield Flaw("the armoured train has left the rails (10.2.1)")


def _flawed_counts(p: Breslau) -> Iterator[Flaw]:
    layout = p.layout
    if not 0 <= p.supply <= layout.highest_supply:
        yield Flaw("the supply level is {level} (6.1)", level=p.supply)
    if min(p.air, p.po2, p.antifascists, p.goliaths, p.chemicals) < 0:
        yield Flaw("more was used than there was")
    if size(p.airstrip) > layout.airstrip_markers:
        yield Flaw("there are too many airstrip markers (10.3.1)")


def probes(p: Breslau) -> Mapping[str, Callable[[], object]]:
    """Range and the search for reserve hexes, each worked out afresh."""
    unit = next(unit for unit in p.layout.own[SOVIET] if p.is_on_map(unit) and not has(p.layout.immobile, unit))
    return {
        "range": afresh(p, lambda: reach_of(p, unit, points_of(p, unit))),
        "placement": afresh(p, lambda: placement_hexes(p)),
    }
