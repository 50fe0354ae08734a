"""7.3: tactical movement; 10.2.1 the armoured train on its rails."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from stavka.kit.hexset import EMPTY, HexSet, bit, has, members
from stavka.kit.legs import offer_leg, offer_units, tell_leg
from stavka.kit.losses import Limit, push_excess
from stavka.kit.position import enemy
from stavka.kit.reach import CLOSED, UNLIMITED, Reach, charges, reach
from stavka.kit.steps import NOBODY, Options, Step
from stavka.kit.words import Message

from .components import GERMAN, SCALE, SOVIET
from .defensive_fire import DefensiveFire, fire_zone
from .fatigue import turn_space
from .glossary import enter, excess, full_hexes
from .position import Breslau

# -- Points and costs (7.3.1, 7.3.2) -------------------------------------------------------------------------------


def points_of(p: Breslau, unit: int) -> int:
    """7.3.1 Five points, or none; the train goes any distance along the rails (10.2.1)."""
    return p.layout.rail_points if p.layout.trains >> unit & 1 else p.layout.unit[unit].movement


def cost_to_enter(p: Breslau, unit: int, place: int) -> int:
    """7.3.2 What a unit pays for a hex."""
    return 1 if p.layout.trains >> unit & 1 else p.layout.cost[p.layout.side_of[unit]][place]


def closed_hexes(p: Breslau, side: int) -> HexSet:
    """3.0, 10.5.2 Hexes with enemy units, and for the Red Army those with chemical weapons."""
    return p.occupied[enemy(side)] | p.gas if side == SOVIET else p.occupied[enemy(side)]


def entering_costs(p: Breslau, side: int) -> bytes:
    """What is added to the cost of every hex: nothing may be entered that is closed, fire is avoided at equal cost."""
    closed, exposed = closed_hexes(p, side), fire_zone(p, enemy(side))

    return p.derive(("entering", side), (closed, exposed), lambda: charges(
        p.layout.grid, (exposed, 1), (closed, CLOSED)))


def reach_of(p: Breslau, unit: int, left: int) -> Reach:
    """Every hex a unit can come to with so many points; costs are in eighths, the train's in hexes."""
    layout, start = p.layout, p.where[unit]
    side = layout.side_of[unit]
    if layout.trains >> unit & 1:
        closed = closed_hexes(p, side)
        return p.derive(("rails", start, left), closed, lambda: reach(
            layout.rail_steps, start, left, charges(layout.grid, (closed, CLOSED)), layout.no_costs))
    entering = entering_costs(p, side)  # all that matters: who starts together comes to the same hexes
    return p.derive(("reach", side, start, left), entering, lambda: reach(
        layout.steps[side], start, left * SCALE + SCALE - 1, entering, layout.no_costs))


def spent(p: Breslau, unit: int, cost: int) -> int:
    """The movement points behind a cost of :func:`reach_of`."""
    return cost if p.layout.trains >> unit & 1 else cost // SCALE


def stopping_hexes(p: Breslau, unit: int, left: int) -> list[int]:
    """Where a unit may end its move: Germans not in a full hex (3.0), the Red Army anywhere (7.1.4)."""
    cost = reach_of(p, unit, left).cost
    if p.layout.side_of[unit] == SOVIET:
        return list(cost)
    full = full_hexes(p, GERMAN)
    return [place for place in cost if not full >> place & 1]


# -- The phase -----------------------------------------------------------------------------------------------------


def barred_units(p: Breslau) -> int:
    """Units that do not move: those that have, those without points (7.3.1), artillery that bombarded (8.2.10)."""
    return p.moved | p.layout.immobile | p.bombarded


def movable(p: Breslau, side: int) -> list[int]:
    """The units that can be picked up now."""
    barred, where, hexes = barred_units(p), p.where, p.layout.hexes
    return [unit for unit in p.layout.own[side] if where[unit] < hexes and not barred >> unit & 1]


@dataclass(frozen=True, slots=True)
class TacticalMovement(Step):
    """7.3.7 One unit after the other, hex by hex; the enemy may fire at every hex entered next to him (7.3.6).

    A move may be made in several legs; picking up another unit ends it. ``path`` is what is left of a leg.
    """

    side: int
    unit: int = NOBODY
    left: int = 0
    path: tuple[int, ...] = ()

    def offer(self, p: Breslau) -> Options | None:
        unit = self.unit
        if unit == NOBODY:
            return offer_units(p, p.seat(self.side), movable(p, self.side), "7.3", "7.3.7")
        if self.path or self._is_over(p):
            return None
        hexes = stopping_hexes(p, unit, self.left) if self.left else ()
        return offer_leg(p, p.seat(self.side), unit, self.left, movable(p, self.side), hexes, "7.3.1", "7.3.4")

    def skip(self, p: Breslau) -> None:
        """Go on along the path; a unit that was hit or driven back moves no more; without units the phase ends."""
        if self.unit == NOBODY:
            self._end(p)
        elif self._is_over(p):
            p.replace(TacticalMovement(self.side))
        else:
            self._walk(p)

    def _is_over(self, p: Breslau) -> bool:
        """Whether the unit was hit, or driven back by chemical weapons (10.5.2)."""
        return bool(p.moved >> self.unit & 1) or not p.is_on_map(self.unit)

    def take_unit(self, p: Breslau, unit: int) -> None:
        self._put_down(p)
        p.replace(TacticalMovement(self.side, unit, points_of(p, unit)))

    def take_hex(self, p: Breslau, place: int) -> None:
        path = reach_of(p, self.unit, self.left).path(place)
        TacticalMovement(self.side, self.unit, self.left, tuple(path[1:]))._walk(p)

    def _walk(self, p: Breslau) -> None:
        """7.3.4 Hex by hex along the path, up to the first where the enemy may fire."""
        unit, exposed = self.unit, fire_zone(p, enemy(self.side))
        trail = [p.where[unit]]
        cost = done = 0
        for place in self.path:
            trail.append(place)
            cost += cost_to_enter(p, unit, place)
            done += 1
            if exposed >> place & 1:
                break
        enter(p, unit, trail[1:])
        tell_leg(p, unit, trail, cost, "7.3.4")
        p.replace(TacticalMovement(self.side, unit, self.left - cost, self.path[done:]))
        if exposed >> trail[-1] & 1:
            p.push(DefensiveFire(enemy(self.side), unit, trail[-2]))  # 7.3.6

    def take_button(self, p: Breslau, button: str) -> None:
        self._put_down(p)
        self._end(p)

    def _put_down(self, p: Breslau) -> None:
        if self.unit != NOBODY:
            p.moved |= bit(self.unit)

    def _end(self, p: Breslau) -> None:
        p.pop()
        if self.side == SOVIET:  # 7.1.4: the limits count at the end of phase 4
            push_excess(p, STACKING, members(p.occupied[SOVIET]))

    def refuse_unit(self, p: Breslau, unit: int) -> Message | None:
        return why_not_move(p, self.side, unit)

    def refuse_hex(self, p: Breslau, place: int) -> Message | None:
        if self.unit == NOBODY:
            return Message("refused.pick_unit_first", {}, ("7.3.7",))
        return why_not_there(p, self.unit, place, self.left)


def surplus(p: Breslau, place: int) -> int:
    """7.1.4 How many Red Army units a hex holds too many."""
    return excess(p, SOVIET, place)


def crowd_out(p: Breslau, unit: int) -> None:
    """7.1.4 Red Army units beyond the stacking limit at the end of phase 4 go to the next turn space."""
    place = p.where[unit]
    p.put(unit, turn_space(p, p.turn + 1))
    p.emit("crowded_out", "7.1.4", unit=p.id(unit), hex=p.number(place), to=p.number(p.where[unit]))


STACKING = Limit("stacking", "7.1.4", surplus, crowd_out)


# -- Why not -------------------------------------------------------------------------------------------------------


def why_not_move(p: Breslau, side: int, unit: int) -> Message | None:
    """Why a unit cannot be picked up to move, if it cannot."""
    args = {"unit": p.id(unit)}
    if p.layout.side_of[unit] != side:
        return Message("refused.not_yours", args, ("7.3",))
    if not p.is_on_map(unit):
        return Message("refused.not_on_map", args, ("7.3",))
    if p.layout.immobile >> unit & 1:
        return Message("refused.immobile", args, ("7.3.1",))
    if p.bombarded >> unit & 1:
        return Message("refused.bombarded_moves", args, ("8.2.10",))
    if p.gassed >> unit & 1:
        return Message("refused.gassed", args, ("10.5.2a",))
    if p.moved >> unit & 1:
        return Message("refused.moved", args, ("7.3.3",))
    return None


def is_shut_by_bridge(p: Breslau, here: int, there: int) -> bool:
    """2.6 Whether two hexes touch but are shut off because one is a bridge that leads to another neighbour only."""
    gates = p.layout.gates
    return there in p.layout.grid.neighbours[here] and (
        gates.get(there, here) != here or gates.get(here, there) != there)


def why_not_there(p: Breslau, unit: int, place: int, left: int) -> Message | None:
    """Why a unit cannot end its move in a place with so many points, if it cannot."""
    layout, side = p.layout, p.layout.side_of[unit]
    args = {"unit": p.id(unit), "hex": p.number(place)}
    if place >= layout.hexes:
        return Message("refused.off_map", args, ("7.3.4",))
    if place == p.where[unit]:
        return Message("refused.there_already", args, ("7.3.4",))
    if has(p.occupied[enemy(side)], place):
        return Message("refused.enemy", args, ("3.0k",))
    if has(closed_hexes(p, side), place):
        return Message("refused.gas", args, ("10.5.2b",))
    way = reach_of(p, unit, left)
    if place in way.cost:
        full = side == GERMAN and has(full_hexes(p, GERMAN), place)
        return Message("refused.full", args, ("3.0k",)) if full else None
    if layout.trains >> unit & 1:
        return Message("refused.train_rails", args, ("10.2.1",))
    if is_shut_by_bridge(p, p.where[unit], place):
        return Message("refused.bridge_hex", args, ("2.6b",))
    far = reach_of(p, unit, UNLIMITED).cost.get(place)
    if (barred := what_bars(p, unit, place, UNLIMITED if far is None else left)) is not None:
        return barred
    if far is not None:
        return Message("refused.too_far", {**args, "cost": spent(p, unit, far), "left": left}, ("7.3.5",))
    return Message("refused.no_way", args, ("7.3.4", "7.3.5"))


def what_bars(p: Breslau, unit: int, place: int, left: int) -> Message | None:
    """3.0, 7.3.4, 10.5.2 What bars a way that so many points would pay without it; None if nothing does."""
    layout, start, side = p.layout, p.where[unit], p.layout.side_of[unit]
    foes, closed = p.occupied[enemy(side)], closed_hexes(p, side)
    bars = (
        ("refused.canal_way", "7.3.4", layout.steps_over_canals[side], closed, EMPTY),
        ("refused.enemy_way", "3.0k", layout.steps[side], closed & ~foes, foes),
        ("refused.gas_way", "10.5.2b", layout.steps[side], foes, closed & ~foes),
    )
    for key, rule, steps, shut, opened in bars:
        way = reach(steps, start, left * SCALE + SCALE - 1, charges(layout.grid, (shut, CLOSED)), layout.no_costs)
        if place not in way.cost:
            continue
        at = next((there for here, there in pairwise(way.path(place))
                   if has(opened, there) or (here, there) in layout.closed_sides), None)
        if at is not None:
            return Message(key, {"unit": p.id(unit), "hex": p.number(place), "at": p.number(at)}, (rule,))
    return None
