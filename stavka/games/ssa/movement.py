"""Chapter 4: movement, in the movement phase and in desperation (14.0)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from stavka.kit.hexset import EMPTY, HexSet, UnitSet, bit, has, members, of
from stavka.kit.legs import END_PHASE, offer_leg, offer_units, tell_leg
from stavka.kit.position import enemy
from stavka.kit.spread import Ground, Layers, cost_of, union
from stavka.kit.steps import NOBODY, About, Options, Step
from stavka.kit.words import Message

from .activation import allowed_hexes, city_bound, held, is_needed_in_city, keeps_off, why_held
from .bridges import BuildBridges, standing
from .components import AXIS
from .control import enter
from .disruption import Recovery
from .fuel import check_fuel
from .plan import MOVE, ZONE
from .position import Abyss
from .reinforcements import (
    Way,
    gates_for,
    is_anybody_outside,
    lose_late_comers,
    outside,
    outside_place,
    ways_in,
    why_not_come,
)
from .ss import desperation_rule, is_desperate, why_not_desperate
from .stacking import full_hexes, has_room_for, is_light_enough, is_too_full
from .supply import out_of_supply
from .zones import enemy_zone, is_locked

FAR = 100
"""More points than any way over the map costs."""

# -- Who may move --------------------------------------------------------------------------------------------------


def allowance(p: Abyss, unit: int) -> int:
    """4.0 The movement points of a unit: half if fatigued (13.1), four at most without fuel (18.0)."""
    points = p.layout.unit[unit].movement
    if p.fatigued >> unit & 1:
        points //= 2  # 1.2
    return min(points, p.layout.fuel_points) if p.empty >> unit & 1 else points


def movers(p: Abyss, side: int) -> UnitSet:
    """The units of a side that may move in its movement phase, if they have not yet."""
    def able() -> UnitSet:
        layout = p.layout
        still = p.disrupted | held(p, MOVE) | p.unsupplied & layout.mechanized | layout.air  # 11.0, 21.0, 7.4
        locked = enemy_zone(p, side)  # 5.3
        return of([unit for unit in members(layout.army[side] & p.mapped & ~still)
                   if not has(locked, p.where[unit]) and allowance(p, unit)])

    # What its own side does in its movement phase changes nothing for a unit that has not moved yet.
    own = 0 if is_moving(p, side) else p.versions[side]
    basis = (p.turn, p.phase, own, p.versions[enemy(side)], p.disrupted, p.freed, p.unsupplied)
    return p.derive(("movers", side), basis, able)


def movable(p: Abyss, units: UnitSet) -> list[int]:
    """These units as a list, which is the same from leg to leg of a move."""
    return p.derive("movable", units, lambda: members(units))


def is_moving(p: Abyss, side: int) -> bool:
    """Whether this is a movement phase of a side."""
    return bool(p.steps) and isinstance(p.steps[0], Movement) and p.steps[0].side == side


def desperate_movers(p: Abyss) -> UnitSet:
    """14.0 The SS units that may make a desperation move."""
    if not is_desperate(p):
        return 0
    return of(unit for unit in members(movers(p, AXIS) & p.layout.ss) if why_not_desperate(p, unit) is None)


# -- Where they can go ---------------------------------------------------------------------------------------------


def ground_of(p: Abyss, unit: int) -> Ground:
    """4.1 What every step costs a unit: canals (16.0), mud (23.2.16) and bridges (19.0) as they are now."""
    layout, plan = p.layout, p.plan
    of_class, is_mud = layout.movement_class[unit], p.turn in plan.mud_turns
    bridges = standing(p, layout.side_of[unit], of_class) if p.spans else EMPTY
    return layout.ground(of_class, plan.canals_frozen, is_mud, bridges)


def open_to(p: Abyss, unit: int, start: int) -> HexSet:
    """The hexes a unit may enter: not the enemy's (4.0), nor those outside its zone (21.0), nor zones it must avoid."""
    side = p.layout.side_of[unit]
    hexes = allowed_hexes(p, unit, start) & ~p.occupied[enemy(side)]
    if keeps_off(p, unit):
        hexes &= ~enemy_zone(p, side)
    if p.city_fallen and is_needed_in_city(p, unit):
        hexes &= city_bound(p, unit)  # 23.1.6
    return hexes


def reach_of(p: Abyss, unit: int, budget: int, start: int | None = None) -> list[HexSet]:
    """Every hex a unit can move to, by the points spent; in an enemy zone it stops (5.2)."""
    here = p.where[unit] if start is None else start

    def search() -> list[HexSet]:
        zone = enemy_zone(p, p.layout.side_of[unit])
        layers = ground_of(p, unit).forward(bit(here), budget, open_to(p, unit, here), zone)
        layers[0] = 0
        return layers

    city = p.city_fallen and not p.garrison_free
    return p.derive("reach", (p.version, unit, budget, here, p.turn, p.disrupted, p.freed, p.taken, city), search)


def way_to(p: Abyss, unit: int, layers: Layers, place: int, start: int | None = None) -> list[int]:
    """A cheapest way to a hex in reach."""
    here = p.where[unit] if start is None else start
    return ground_of(p, unit).way([bit(here), *layers[1:]], place, enemy_zone(p, p.layout.side_of[unit]))


def stops(p: Abyss, unit: int, layers: Layers, able: UnitSet) -> HexSet:
    """6.0 The hexes of a range where the unit may stay: those with room for it, or where an able one can make room."""
    reached, side = union(layers), p.layout.side_of[unit]
    full = full_hexes(p, side, unit, reached)
    open_hexes, able = reached & ~full, able & ~bit(unit)
    if not full or not able:
        return open_hexes
    load, weights, bearable, near = p.layout.load, p.weights[side], p.layout.bearable[side], next_hexes(p)
    stacks, empty = p.stacks, ~p.occupied[side]
    for place in members(full):
        together = weights[place] + load[unit]
        for other in stacks[place]:
            if able >> other & 1 and together - load[other] in bearable and (
                    near.get(other, 0) & empty or has_way_out(p, other, near)):  # a way into an empty hex is soon seen
                open_hexes |= 1 << place
                break
    return open_hexes


def with_room(p: Abyss, unit: int, layers: Layers) -> HexSet:
    """6.0 The hexes of a range where there is room for the unit as things stand."""
    reached = union(layers)
    return reached & ~full_hexes(p, p.layout.side_of[unit], unit, reached)


def may_still_move(p: Abyss, side: int) -> UnitSet:
    """The units of a side that have still to move in this phase; none if it is not theirs."""
    phase = p.steps[0] if p.steps else None
    if not isinstance(phase, Movement) or phase.side != side:
        return 0
    in_hand = 0 if phase.unit == NOBODY else bit(phase.unit)  # who is in hand is put down
    return phase.able(p) & ~p.moved & ~in_hand


def leavers(p: Abyss, place: int, newcomer: int, able: UnitSet) -> list[int]:
    """6.0 Those of the able units that can move away from a hex that the newcomer has entered and made too full.

    The limit is kept at the end of the phase; we have it kept at once, which allows the same positions.
    """
    side, near = p.layout.side_of[newcomer], next_hexes(p)
    together = p.weights[side][place]
    return [unit for unit in p.at(place) if able >> unit & 1 and unit != newcomer
            and is_light_enough(p, side, together - p.layout.load[unit]) and has_way_out(p, unit, near)]


def has_way_out(p: Abyss, unit: int, near: dict[int, HexSet]) -> bool:
    """Whether a unit that has still to move can get into some adjacent hex and stay there.

    ``near`` are the :func:`next_hexes`: who is asked for the first time is added to them.
    """
    side, here = p.layout.side_of[unit], p.where[unit]
    if unit not in near:
        phase = p.steps[0]
        assert isinstance(phase, Movement)
        near[unit] = ground_of(p, unit).near(here, phase.points(p, unit)) & open_to(p, unit, here)
    hexes = near[unit]
    return bool(hexes & ~p.occupied[side] or hexes & ~full_hexes(p, side, unit, hexes))


def next_hexes(p: Abyss) -> dict[int, HexSet]:
    """The adjacent hexes that units which have still to move can enter: but in the city, friends change nothing."""
    return p.derive("next hexes", (p.turn, p.phase, p.freed, p.taken, p.city_fallen and p.version), dict)


class Entry(NamedTuple):
    """A way onto the map and on to a hex, and the points spent."""

    way: Way
    cost: int


def entries(p: Abyss, unit: int) -> dict[int, Entry]:
    """20.0, 9.1 Every hex a unit beyond the map can come to in this phase."""
    basis = (p.version, unit, allowance(p, unit), p.turn, p.disrupted, p.freed, p.taken, p.doors)
    return p.derive("entries", basis, lambda: _entries(p, unit))


def _entries(p: Abyss, unit: int) -> dict[int, Entry]:
    found: dict[int, Entry] = {}
    for way in ways_in(p, unit):
        for cost, hexes in enumerate(_layers_from(p, unit, way.start)):
            entry = Entry(way, cost)
            for place in members(hexes):
                if place not in found or cost < found[place].cost:
                    found[place] = entry
    return found


def _layers_from(p: Abyss, unit: int, start: int) -> list[HexSet]:
    """Where a unit that enters the map in a hex may stay, by the points it spends on the way."""
    first = bit(start) if has_room_for(p, start, unit) else EMPTY
    if has(enemy_zone(p, p.layout.side_of[unit]), start):
        return [first]
    layers = reach_of(p, unit, allowance(p, unit), start)
    open_hexes = with_room(p, unit, layers)
    return [first, *(hexes & open_hexes for hexes in layers[1:])]


def entry_path(p: Abyss, unit: int, place: int, entry: Entry) -> list[int]:
    """The hexes of a way onto the map."""
    start = entry.way.start
    return [place] if place == start else way_to(p, unit, reach_of(p, unit, allowance(p, unit), start), place, start)


def can_come(p: Abyss, unit: int) -> bool:
    """Whether a unit beyond the map has anywhere to go now."""
    return any(has_room_for(p, way.start, unit) for way in ways_in(p, unit)) or bool(
        gates_for(p, unit) or entries(p, unit))


def comers(p: Abyss, side: int) -> list[int]:
    """The units beyond the map that have anywhere to go now."""
    if not is_anybody_outside(p):
        return []
    return p.derive(("comers", side), (p.version, p.turn, p.disrupted, p.doors),
                    lambda: [unit for unit in outside(p, side) if can_come(p, unit)])


def are_awaited(p: Abyss, units: Sequence[int]) -> bool:
    """20.0 Whether there are reinforcements of this turn among units that can come: they have to be brought in."""
    return any(p.where[unit] == p.layout.turn_box[p.turn] for unit in units)


# -- The phase -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Movement(Step):
    """A movement phase: one unit after the other, each as far as it likes; desperation moves are such a phase too.

    A move may be made in several legs; picking up another unit ends it.
    """

    side: int
    desperate: bool = False
    unit: int = NOBODY
    left: int = 0
    gone: bool = False
    """Whether the unit in hand has moved at all (18.0)."""

    def offer(self, p: Abyss) -> Options | None:
        seat = p.seat(self.side)
        if self.is_at_the_door(p):  # whoever comes has to come before anything else is done
            hexes = [*entries(p, self.unit), *gates_for(p, self.unit)]
            return offer_leg(p, seat, self.unit, self.left, (), hexes, "20.0a", buttons=())
        coming, able = self.comers(p), self.able(p) & ~p.moved
        units = movable(p, able) + [unit for unit in coming if not p.moved >> unit & 1]
        buttons = () if are_awaited(p, coming) else (END_PHASE,)
        if self.unit == NOBODY:
            prompt = "prompt.despair" if self.desperate else "prompt.move"
            return offer_units(p, seat, units, *self.rules(p), prompt=prompt, buttons=buttons)
        return offer_leg(p, seat, self.unit, self.left, units, self.hexes(p, able), *self.rules(p), buttons=buttons)

    def is_at_the_door(self, p: Abyss) -> bool:
        """Whether the unit in hand has still to come onto the map, or to wait beyond it."""
        return self.unit != NOBODY and not self.gone and not p.is_on_map(self.unit)

    def rules(self, p: Abyss) -> tuple[str, ...]:
        """What the phase goes by."""
        return (desperation_rule(p),) if self.desperate else ("4.0a",)

    def able(self, p: Abyss) -> UnitSet:
        """The units that may move in this phase."""
        return desperate_movers(p) if self.desperate else movers(p, self.side)

    def hexes(self, p: Abyss, able: UnitSet) -> list[int]:
        """Where the unit in hand can go from here; those who are able to move too can make room for it."""
        return members(stops(p, self.unit, reach_of(p, self.unit, self.left), able)) if self.left else []

    def comers(self, p: Abyss) -> list[int]:
        """The units that may come onto the map in this phase."""
        return [] if self.desperate else comers(p, self.side)

    def skip(self, p: Abyss) -> None:
        p.pop()
        self._close(p)

    def take_unit(self, p: Abyss, unit: int) -> None:
        self._put_down(p)
        p.replace(Movement(self.side, self.desperate, unit, self.points(p, unit)))

    def points(self, p: Abyss, unit: int) -> int:
        """The movement points that a unit has in this phase."""
        points = allowance(p, unit)
        return min(points, p.layout.desperation_points) if self.desperate else points  # 14.0

    def take_hex(self, p: Abyss, place: int) -> None:
        if not p.is_on_map(self.unit):
            self._come_in(p, place)
            return
        layers = reach_of(p, self.unit, self.left)
        path, cost = way_to(p, self.unit, layers, place), cost_of(layers, place)
        tell_leg(p, self.unit, path, cost, *self.rules(p))
        enter(p, self.unit, path, is_fed=not p.unsupplied >> self.unit & 1)  # 7.2
        self._go_on(p, place, self.left - cost)
        if is_too_full(p, self.side, place):
            p.push(MakeRoom(self.side, place, self.unit))  # 6.0

    def _come_in(self, p: Abyss, place: int) -> None:
        if place >= p.layout.hexes:
            p.emit("waits", "20.0c", unit=p.id(self.unit), hex=p.number(place))
            p.put(self.unit, place)
            p.doors |= bit(p.layout.door_of[place])
            p.replace(replace(self, left=0, gone=True))
            return
        entry = entries(p, self.unit)[place]
        path = entry_path(p, self.unit, place, entry)
        p.emit("arrived", entry.way.rule, unit=p.id(self.unit), path=[p.number(step) for step in path],
               to=p.number(place), cost=entry.cost)
        p.doors |= bit(entry.way.door)
        p.exits = {unit: exit for unit, exit in p.exits.items() if unit != self.unit}
        enter(p, self.unit, [p.where[self.unit], *path], is_fed=True)
        self._go_on(p, place, self.left - entry.cost)

    def _go_on(self, p: Abyss, place: int, left: int) -> None:
        stopped = has(enemy_zone(p, self.side), place)  # 5.2
        p.replace(Movement(self.side, self.desperate, self.unit, 0 if stopped else left, gone=True))

    def take_button(self, p: Abyss, button: str) -> None:
        self._put_down(p)
        p.pop()
        self._close(p)

    def _put_down(self, p: Abyss) -> None:
        if self.unit == NOBODY:
            return
        p.moved |= bit(self.unit)
        if not self.gone:
            p.stayed |= bit(self.unit)
        elif p.is_on_map(self.unit) and not self.desperate:
            check_fuel(p, self.unit)

    def _close(self, p: Abyss) -> None:
        """What ends a movement phase: late comers (20.0), bridges (19.0), recovery (11.2)."""
        if self.desperate:
            return
        lose_late_comers(p, self.side)
        p.push(*((BuildBridges(),) if self.side == AXIS else ()), Recovery(self.side))

    def refuse_unit(self, p: Abyss, unit: int) -> Message | None:
        if self.is_at_the_door(p):
            return Message("refused.at_the_door", {"unit": p.id(self.unit)}, ("20.0a",))
        return why_not_move(p, self.side, unit, self.desperate)

    def refuse_hex(self, p: Abyss, place: int) -> Message | None:
        if self.unit == NOBODY:  # where nobody can be picked, the reasons of the units say more
            able = self.able(p) & ~p.moved
            return Message("refused.pick_unit_first", {}, ("4.0a",)) if able else None
        return why_not_there(p, self.unit, place, self.left)

    def refuse_button(self, p: Abyss, button: str) -> Message | None:
        if button == END_PHASE and (self.is_at_the_door(p) or are_awaited(p, self.comers(p))):
            return Message("refused.reinforcements_wait", {}, ("20.0a",))
        return None


@dataclass(frozen=True, slots=True)
class MakeRoom(Step):
    """6.0 Somebody has moved into a full hex: one of those who were there moves on."""

    side: int
    place: int
    newcomer: int
    unit: int = NOBODY

    def offer(self, p: Abyss) -> Options | None:
        seat, number, newcomer = p.seat(self.side), p.number(self.place), p.id(self.newcomer)
        if self.unit != NOBODY:
            prompt = Message("prompt.move_on_to", {"unit": p.id(self.unit), "left": self.points(p)}, ("6.0d",))
            return Options(seat, "displace_to", prompt, hexes=members(self.hexes(p)), about=About("move", self.unit))
        return Options(seat, "displace", Message("prompt.move_on", {"hex": number, "unit": newcomer}, ("6.0d",)),
                       units=leavers(p, self.place, self.newcomer, may_still_move(p, self.side)),
                       about=About("move"))

    def points(self, p: Abyss) -> int:
        """What the unit that leaves can spend."""
        phase = p.steps[0]
        assert isinstance(phase, Movement)
        return phase.points(p, self.unit)

    def hexes(self, p: Abyss) -> HexSet:
        """Where it can go: to a full hex too, if somebody there can make room in his turn."""
        return stops(p, self.unit, reach_of(p, self.unit, self.points(p)), may_still_move(p, self.side))

    def take_unit(self, p: Abyss, unit: int) -> None:
        p.replace(replace(self, unit=unit))

    def take_hex(self, p: Abyss, place: int) -> None:
        p.pop()
        layers = reach_of(p, self.unit, self.points(p))
        path, cost = way_to(p, self.unit, layers, place), cost_of(layers, place)
        tell_leg(p, self.unit, path, cost, "4.0a", "6.0d")
        enter(p, self.unit, path, is_fed=not p.unsupplied >> self.unit & 1)
        p.moved |= bit(self.unit)
        check_fuel(p, self.unit)
        if is_too_full(p, self.side, place):
            p.push(MakeRoom(self.side, place, self.unit))

    def refuse_unit(self, p: Abyss, unit: int) -> Message | None:
        return Message("refused.not_displaced", {"unit": p.id(unit)}, ("6.0d",))

    def refuse_hex(self, p: Abyss, place: int) -> Message | None:
        if self.unit == NOBODY:
            return Message("refused.pick_unit_first", {}, ("6.0d",))
        return why_not_there(p, self.unit, place, self.points(p)) or Message(
            "refused.overstack", {"unit": p.id(self.unit), "hex": p.number(place)}, ("6.0d",))


def begin_movement(p: Abyss, side: int) -> None:
    """7.2 Supply for movement is judged once, at the start of the phase."""
    p.unsupplied = out_of_supply(p, side)
    p.moved = p.stayed = 0
    p.doors = 0


# -- Why not -------------------------------------------------------------------------------------------------------


def why_not_move(p: Abyss, side: int, unit: int, desperate: bool = False) -> Message | None:
    """Why a unit cannot be picked up to move, if it cannot."""
    layout, args = p.layout, {"unit": p.id(unit)}
    if layout.side_of[unit] != side or layout.air >> unit & 1:
        return Message("refused.not_yours", args, ("4.0a",))
    if unit in p.spans:
        return Message("refused.bridge_fixed", args, ("19.0d",))
    if p.moved >> unit & 1:
        return Message("refused.moved", args, ("4.0b",))
    if not p.is_on_map(unit):
        if desperate:
            return Message("refused.not_on_map", args)
        return why_not_come(p, unit) or (None if can_come(p, unit) else Message("refused.no_way_in", args, ("20.0b",)))
    if p.disrupted >> unit & 1:
        return Message("refused.disrupted", args, ("11.0b",))
    if desperate and (calm := why_not_desperate(p, unit)) is not None:
        return calm
    if is_locked(p, unit):
        return Message("refused.locked", args, (desperation_rule(p), "5.3a") if desperate else ("5.3a",))
    if (kept := why_held(p, unit, MOVE)) is not None:
        return kept
    if p.unsupplied & layout.mechanized & bit(unit):
        return Message("refused.unsupplied_move", args, ("7.4c",))
    if not allowance(p, unit):
        return Message("refused.static", args, ("4.0a",))
    return None


def why_not_there(p: Abyss, unit: int, place: int, budget: int) -> Message | None:
    """Why a unit cannot move to a hex with so many points, if it cannot."""
    args = {"unit": p.id(unit), "hex": p.number(place)}
    if not p.is_on_map(unit):
        if place in gates_for(p, unit) or place in entries(p, unit):
            return None
        return why_not_come_to(p, unit, place)
    if place == p.where[unit]:
        return Message("refused.there_already", args, ("4.0a",))
    closed = why_not_enter(p, unit, place)
    if closed is not None:
        return closed
    layers = reach_of(p, unit, budget)
    if has(union(layers), place):
        side = p.layout.side_of[unit]
        if has(stops(p, unit, layers, may_still_move(p, side)), place):
            return None
        return Message("refused.overstack", args, ("6.0a" if side == AXIS else "6.0c",))
    if (walled := why_not_across(p, unit, place)) is not None:
        return walled
    if not budget and has(enemy_zone(p, p.layout.side_of[unit]), p.where[unit]):
        return Message("refused.stopped", args, ("5.2a",))
    if (barred := what_bars(p, unit, place, budget)) is not None:
        return barred
    far = reach_of(p, unit, FAR)
    if has(union(far), place):
        return Message("refused.too_far", {**args, "cost": cost_of(far, place), "left": budget}, ("4.1b",))
    return what_bars(p, unit, place, FAR) or Message("refused.no_way", args, ("4.1a",))


def why_not_come_to(p: Abyss, unit: int, place: int) -> Message:
    """Why a unit beyond the map cannot come to a hex in this phase."""
    layout, side, points = p.layout, p.layout.side_of[unit], allowance(p, unit)
    args = {"unit": p.id(unit), "hex": p.number(place)}
    if not outside_place(p, unit):
        return Message("refused.no_entry", args, ("4.0a",))
    if place in layout.door_of:
        return Message("refused.no_waiting", args, ("20.0c",))
    if place < layout.hexes and not has(layout.playable, place):
        return Message("refused.lake", args, ("4.1a",))
    if has(p.occupied[enemy(side)], place):
        return Message("refused.enemy", args, ("4.0d",))
    starts = [way.start for way in ways_in(p, unit)]
    ways = [reach_of(p, unit, FAR, start) for start in starts]
    costs = [0 for start in starts if start == place]
    costs += [cost_of(far, place) for far in ways if has(union(far), place)]
    if not costs:
        return Message("refused.no_entry", args, ("20.0a",))
    if min(costs) > points:
        return Message("refused.too_far", {**args, "cost": min(costs), "left": points}, ("4.1b",))
    return Message("refused.overstack", args, ("6.0a" if side == AXIS else "6.0c",))


def what_bars(p: Abyss, unit: int, place: int, budget: int) -> Message | None:
    """5.2, 16.0, 21.0 What bars the way to a hex that a unit might enter: without it, so many points would do."""
    layout, here, args = p.layout, p.where[unit], {"unit": p.id(unit), "hex": p.number(place)}
    zone, foes = enemy_zone(p, layout.side_of[unit]), p.occupied[enemy(layout.side_of[unit])]
    open_hexes = open_to(p, unit, here)

    def leads(ground: Ground, through: HexSet, halt: HexSet) -> bool:
        return has(union(ground.forward(bit(here), budget, through, halt)), place)

    ground = ground_of(p, unit)
    thawed = layout.ground(layout.movement_class[unit], True, p.is_mud)
    if leads(ground, open_hexes | zone & ~foes, 0):
        if layout.siege >> unit & 1:
            return Message("refused.dora_zone", args, ("10.4c",))
        return why_held(p, unit, ZONE) or Message("refused.no_way_but_zones", args, ("5.2a",))
    if leads(thawed, open_hexes, zone):
        return Message("refused.canal", args, ("16.0c",))
    if unit in p.plan.zone_of and leads(ground, layout.playable & ~foes, zone):
        return Message("refused.outside_zone_way", args, (p.plan.zone_of[unit].rule,))
    return None


def why_not_across(p: Abyss, unit: int, place: int) -> Message | None:
    """Why a unit cannot step straight to an adjacent hex because of the water between, if so."""
    layout, here = p.layout, p.where[unit]
    if place not in layout.grid.neighbours[here] or any(there == place for there, _ in ground_of(p, unit).steps[here]):
        return None
    args, side = {"unit": p.id(unit), "hex": p.number(place)}, layout.grid.side_number(here, place)
    if has(layout.danube, side):
        return Message("refused.danube", args, ("4.1a",))
    if has(standing(p, layout.side_of[unit]), side):
        return Message("refused.light_bridge", args, ("19.0f",))
    return Message("refused.canal", args, ("16.0c",)) if has(layout.canals, side) else None


def why_not_enter(p: Abyss, unit: int, place: int) -> Message | None:
    """Why a unit may not enter a hex as things stand, if so."""
    layout = p.layout
    side = layout.side_of[unit]
    args = {"unit": p.id(unit), "hex": p.number(place)}
    if place >= layout.hexes:
        return Message("refused.off_map", args, ("4.0c",))
    if not has(layout.playable, place):
        return Message("refused.lake", args, ("4.1a",))
    if has(p.occupied[enemy(side)], place):
        return Message("refused.enemy", args, ("4.0d",))
    if unit in p.plan.zone_of and not has(allowed_hexes(p, unit, p.where[unit]), place):
        return Message("refused.outside_zone", args, (p.plan.zone_of[unit].rule,))
    if layout.siege >> unit & 1 and not has(layout.rail_hexes, place):
        return Message("refused.off_the_road", args, ("10.4b",))
    if has(enemy_zone(p, side), place):
        if layout.siege >> unit & 1:
            return Message("refused.dora_zone", args, ("10.4c",))
        if (kept := why_held(p, unit, ZONE)) is not None:
            return Message("refused.held_zone", args, kept.rules)
    if is_needed_in_city(p, unit) and not has(city_bound(p, unit), place):
        return Message("refused.garrison", args, ("23.1.6",))
    return None
