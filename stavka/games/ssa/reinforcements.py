"""Chapter 20: reinforcements, and units that come back after a retreat off the map (9.1)."""

from __future__ import annotations

from typing import NamedTuple

from stavka.kit.hexset import EMPTY, HexSet, bit, has, members
from stavka.kit.position import enemy
from stavka.kit.words import Message

from .control import eliminate
from .position import Abyss
from .supply import fit_for_supply
from .zones import enemy_zone


class Way(NamedTuple):
    """How a unit may come onto the map: the hex it begins in, the rule, and the hex of entry that it stands for."""

    start: int
    rule: str
    door: int


def arriving(p: Abyss, side: int) -> list[int]:
    """20.0 Reinforcements of this turn that have still to come."""
    return [unit for unit in p.at(p.layout.turn_box[p.turn]) if p.layout.side_of[unit] == side]


def beyond(p: Abyss, side: int) -> list[int]:
    """Units beyond the edge: 20.0 those who fight for their entry, 9.1 those who left the map in an earlier turn."""
    stacks = p.stacks
    return [unit for place in p.layout.beyond if place in stacks for unit in stacks[place]
            if p.layout.side_of[unit] == side and (unit not in p.exits or p.exits[unit][1] < p.turn)]


def outside(p: Abyss, side: int) -> list[int]:
    """All units that might come onto the map in this movement phase."""
    return arriving(p, side) + beyond(p, side) if is_anybody_outside(p) else []


def is_anybody_outside(p: Abyss) -> bool:
    """Whether units of either side might come onto the map in this turn: on most turns none do."""
    return not p.stacks.keys().isdisjoint(p.layout.outside[p.turn])


def is_blocked(p: Abyss, side: int, door: int) -> bool:
    """20.0 Enemy units or their zones bar the way in."""
    return has(p.occupied[enemy(side)] | enemy_zone(p, side), door)


def doors(p: Abyss, unit: int) -> list[int]:
    """The hexes of entry of a reinforcement; 23.0 each that is listed must get at least one unit of the line."""
    line = p.plan.line_of[unit]
    unused = [door for door in line.hexes if not has(p.doors, door)]
    if unused and sum(p.where[other] == p.where[unit] for other in line.units) <= len(unused):
        return unused
    return list(line.hexes)


def ways_in(p: Abyss, unit: int) -> list[Way]:
    """Where a unit beyond the map may begin its move now."""
    side = p.layout.side_of[unit]
    if not outside_place(p, unit):
        return []
    if unit in p.exits:
        last = p.exits[unit][0]
        return [Way(start, "9.1c", last) for start in members(nearest_in_supply(p, side, last, EMPTY))]
    known: dict[object, list[Way]] = p.derive("ways in", (p.version, p.turn, p.disrupted, p.doors), dict)
    line = p.plan.line_of.get(unit)
    key = (p.where[unit], line and line.rule)  # whoever waits with others of his line may begin where they may
    if key not in known:
        known[key] = _ways_by_door(p, unit)
    return known[key]


def _ways_by_door(p: Abyss, unit: int) -> list[Way]:
    """20.0 Where the reinforcements of a line that wait in one place may begin."""
    side, at = p.layout.side_of[unit], p.layout.door_of.get(p.where[unit])
    ways = []
    for door in doors(p, unit) if at is None else [at]:
        if not is_blocked(p, side, door):
            ways.append(Way(door, "20.0a", door))
        else:
            taken = enemy_zone(p, side) | p.occupied[side]
            ways += [Way(start, "20.0b", door) for start in members(nearest_in_supply(p, side, door, taken))]
    return ways


def nearest_in_supply(p: Abyss, side: int, centre: int, closed: HexSet) -> HexSet:
    """The open hexes nearest to one in which a unit would be in supply: what lies behind the enemy is not."""
    layout = p.layout
    wanted = layout.playable & ~p.occupied[enemy(side)] & ~closed
    supplied = fit_for_supply(p, side) & wanted
    ring = bit(centre)
    while supplied and not ring & supplied:
        ring |= layout.grid.around(ring)
    return ring & supplied


def gates_for(p: Abyss, unit: int) -> list[int]:
    """20.0 The places beyond the map where a reinforcement may wait because its way in is barred."""
    side = p.layout.side_of[unit]
    if p.where[unit] != p.layout.turn_box[p.turn]:
        return []
    return [p.layout.gate_of[door] for door in doors(p, unit) if is_blocked(p, side, door)]


def lose_late_comers(p: Abyss, side: int) -> None:
    """20.0 Reinforcements that could not enter on their turn are lost."""
    for unit in arriving(p, side):
        eliminate(p, unit, "20.0d")


def why_not_come(p: Abyss, unit: int) -> Message | None:
    """Why a unit beyond the map cannot come now, if it cannot."""
    args = {"unit": p.id(unit)}
    line = p.plan.line_of.get(unit)
    if unit in p.exits:
        if p.exits[unit][1] >= p.turn:
            return Message("refused.back_next_turn", args, ("9.1c",))
    elif line is not None and line.turn and p.where[unit] == p.box(f"turn.{line.turn}") and line.turn > p.turn:
        return Message("refused.too_early", {**args, "turn": line.turn}, (line.rule,))
    elif not outside_place(p, unit):
        return Message("refused.not_on_map", args)
    return None


def outside_place(p: Abyss, unit: int) -> bool:
    """Whether a unit waits beyond the map for its entry."""
    place = p.where[unit]
    if place == p.layout.turn_box[p.turn]:
        return True
    return place in p.layout.beyond and (unit not in p.exits or p.exits[unit][1] < p.turn)
