"""4.6: movement by rail."""

from __future__ import annotations

from dataclasses import dataclass

from stavka.kit.hexset import EMPTY, HexSet, bit, has, members
from stavka.kit.steps import About, Options, Step
from stavka.kit.words import Message

from .components import SOVIET
from .control import enter
from .lyutezh import closed_from
from .movement import Hand, forbidden_ends, garrisons, quiet_cities, why_not_end
from .position import Ukraine, disrupt, enemy
from .railheads import rail_flood, usable_rails
from .stacking import has_room
from .zones import enemy_zone


def railway(p: Ukraine, side: int, here: int) -> HexSet:
    """4.6 The railway hexes trains may enter from a hex: usable, controlled, no enemies, zones or flood."""
    barred = p.manned[enemy(side)] | enemy_zone(p, side) | closed_from(p, side, here)
    if p.flooded:
        barred |= p.layout.flood_marshes
    return usable_rails(p, side) & p.controlled(side) & ~barred


def by_rail(p: Ukraine, side: int, here: int, ends: HexSet) -> HexSet:
    """4.6 All hexes that trains can come to, some only as the end; for the Soviets also over the link off the map."""
    start, line = bit(here), railway(p, side, here)
    through = line & ~ends | start
    reached = rail_flood(p, start, through)
    while linked := off_map_link(p, side, reached) & through & ~reached:
        reached |= rail_flood(p, reached | linked, through)
    return reached | p.layout.grid.cross(reached, p.layout.rail_ways) & line & ends


def rail_way(p: Ukraine, side: int, here: int, place: int, ends: HexSet) -> list[int]:
    """4.6 A shortest way of a train to a hex it can come to, over the link off the map where there is no other."""
    line = railway(p, side, here)

    def onward(hexes: HexSet, linked: HexSet) -> HexSet:
        return p.layout.grid.cross(hexes, p.layout.rail_ways) | linked

    reached, layers = bit(here), [bit(here)]
    while not has(reached, place):
        through = layers[-1] & ~(ends & ~bit(here))
        fresh = onward(through, off_map_link(p, side, through)) & line & ~reached
        if not fresh:
            return [here, place]
        layers.append(fresh)
        reached |= fresh
    way = [place]
    for layer in reversed(layers[:-1]):
        before = layer & onward(bit(way[-1]), off_map_link(p, side, bit(way[-1]))) & ~(ends & ~bit(here))
        way.append(next(iter(members(before))))
    return way[::-1]


def off_map_link(p: Ukraine, side: int, hexes: HexSet) -> HexSet:
    """4.6 Where Soviet trains come back to the map that leave it from some hexes: 6021 is joined to three others."""
    if side != SOVIET:
        return 0
    link = p.layout.rail_link
    return (link["back"] if hexes & link["out"] else 0) | (link["out"] if hexes & link["back"] else 0)


def may_use_rail(p: Ukraine, unit: int) -> bool:
    """4.6, 26.3 One unit a turn, and every reinforcement of this turn; not a unit that is disrupted already."""
    if not p.layout.rail_hexes >> p.where[unit] & 1 or p.disrupted >> unit & 1:
        return False
    if not has(usable_rails(p, p.layout.side_of[unit]), p.where[unit]):
        return False
    if p.layout.security >> unit & 1 and garrisons(p) >> unit & 1:
        return False  # 21
    return bool(p.arrived >> unit & 1) or p.railed < p.layout.rail_units


def may_ride(p: Ukraine, unit: int) -> bool:
    """4.6 Whether a unit on the map may go by rail, and the line goes on from its hex to one with room for it."""
    if not may_use_rail(p, unit):
        return False
    side, here = p.layout.side_of[unit], p.where[unit]
    basis = (p.manned, p.fronted, p.control, p.repaired, p.flooded, closed_from(p, side, here))
    line = p.derive(("railway", side), basis, lambda: railway(p, side, here))
    onward = line & (p.layout.grid.cross(bit(here), p.layout.rail_ways) | off_map_link(p, side, bit(here)))
    return bool(onward) and bool(onward & ~p.manned[side] or onward & _roomy(p, unit) or rail_destinations(p, unit))


def _roomy(p: Ukraine, unit: int) -> HexSet:
    """5.4 Hexes where a unit may end and certainly has room; beside an army it may have more (5.5)."""
    layout, side = p.layout, p.layout.side_of[unit]
    return ~p.too_heavy(side, layout.load[unit], layout.bearable[side]) & ~forbidden_ends(p, Hand((unit,), 0))


def why_no_train(p: Ukraine, unit: int) -> Message:
    """Why a unit cannot go by rail at all."""
    args, side, here = {"unit": p.id(unit)}, p.layout.side_of[unit], p.where[unit]
    if garrisons(p) >> unit & 1:
        return Message("refused.garrison", {**args, "hex": p.number(here)}, ("21.a",))
    if p.disrupted >> unit & 1:
        return Message("refused.no_rail_move", args, ("11.3.c",))
    if has(p.layout.rail_hexes & ~usable_rails(p, side), here):
        return Message("refused.rail_broken", {**args, "hex": p.number(here)}, ("17.1.a",))
    if not may_use_rail(p, unit):
        return Message("refused.no_rail_move", args, ("4.6.a",))
    onward = p.layout.grid.cross(bit(here), p.layout.rail_ways) | off_map_link(p, side, bit(here))
    if onward & railway(p, side, here):
        return Message("refused.rail_full", args, ("5.4",))
    return Message("refused.rail_ends", args, ("6.5.a" if onward & enemy_zone(p, side) else "4.6.a",))


def rail_destinations(p: Ukraine, unit: int) -> list[int]:
    """4.6 Where a unit may go by rail from where it stands."""
    if not p.is_on_map(unit) or not may_use_rail(p, unit):
        return []
    side, here = p.layout.side_of[unit], p.where[unit]
    ends = quiet_cities(p) if p.layout.security >> unit & 1 else 0  # 21
    basis = (p.manned, p.fronted, p.control, p.repaired, p.flooded, closed_from(p, side, here), here, ends)
    line = p.derive(("by rail", side), basis, lambda: by_rail(p, side, here, ends))
    hexes = line & ~bit(here) & ~forbidden_ends(p, Hand((unit,), 0))
    return [place for place in members(hexes) if not p.manned[side] >> place & 1 or has_room(p, place, (unit,))]


def ride(p: Ukraine, unit: int, place: int) -> None:
    """4.6 A unit moves by rail and is disrupted by it."""
    if not p.arrived >> unit & 1:
        p.railed += 1
    side = p.layout.side_of[unit]
    ends = quiet_cities(p) if p.layout.security >> unit & 1 else EMPTY  # 21
    way = rail_way(p, side, p.where[unit], place, ends)
    p.emit("railed", "4.6.a", unit=p.id(unit), path=[p.number(hex) for hex in way], to=p.number(place))
    enter(p, [unit], [place])
    p.moved |= bit(unit)
    disrupt(p, [unit], "11.2.c")


def why_not_by_rail(p: Ukraine, unit: int, place: int) -> Message:
    """Why a unit may not go somewhere by rail."""
    side = p.layout.side_of[unit]
    args = {"unit": p.id(unit), "hex": p.number(place)}
    if place >= p.layout.hexes or not has(p.layout.rail_hexes, place):
        return Message("refused.no_rail", args, ("4.6.a",))
    if not has(usable_rails(p, side), place):
        return Message("refused.rail_broken", args, ("17.1.a",))
    if has(enemy_zone(p, side), place):
        return Message("refused.rail_zone", args, ("6.5.a",))
    if p.flooded and has(p.layout.flood_marshes, place):
        return Message("refused.flood", args, ("28.2.a",))
    if not has_room(p, place, (unit,)):
        return Message("refused.overstack", args, ("5.4",))
    if has(closed_from(p, side, p.where[unit]), place):
        return Message("refused.lyutezh", args, ("34.6.c",))
    barred = why_not_end(p, Hand((unit,), 0), place)
    return barred if barred is not None else Message("refused.rail_cut", args, ("4.6.a",))


@dataclass(frozen=True, slots=True)
class RailMove(Step):
    """4.6 A unit goes by rail: its owner chooses where to."""

    side: int
    unit: int

    def offer(self, p: Ukraine) -> Options | None:
        places = rail_destinations(p, self.unit)
        if not places:
            return None
        prompt = Message("prompt.rail", {"unit": p.id(self.unit)}, ("4.6.a",))
        return Options(p.seat(self.side), "rail", prompt, hexes=places, about=About("move", unit=self.unit))

    def take_hex(self, p: Ukraine, place: int) -> None:
        p.pop()
        ride(p, self.unit, place)

    def refuse_hex(self, p: Ukraine, place: int) -> Message | None:
        return why_not_by_rail(p, self.unit, place)


