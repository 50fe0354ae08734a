"""Chapter 9: movement; forced march (6.5, 25.2), disengaging (11.5), interdiction (15.4b), escape to the west (26)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from stavka.kit.hexset import HexSet, UnitSet, bit, has, members
from stavka.kit.legs import END_PHASE, offer_leg, offer_units, tell_leg
from stavka.kit.reach import CLOSED, UNLIMITED, Reach, Steps, charges, reach, reach_open, splice
from stavka.kit.steps import Options, Step
from stavka.kit.words import Message

from .bombardment import bombardment_zone
from .bridges import can_cross, check_bridges, has_unchecked, whole_bridges
from .communications import has_line_if_needed
from .components import NOBODY, REICHSTAG, player
from .engineers import helped_sides, helper
from .position import Rttr
from .sectors import foes_of, front_of, is_german, occupy, open_area
from .stacking import crowded, has_room
from .statics import TurnUp, command_posts, has_face_down
from .stavka_points import can_spend, march_price, spend
from .zones import enemy_zone

FUHRERBUNKER = "S-FB"
WEST = "west"


# -- Movement points (6.5, 9.2, 9.3) -------------------------------------------------------------------------------


def roll_allowance(p: Rttr, sector: int) -> None:
    """9.3 A die, and one more for every command post face up in the sector (16.2): the points of every German unit."""
    die = p.roll(sector)
    posts = command_posts(p, sector)
    p.allowance = die + posts
    p.emit("movement_roll", "9.3", "16.2", die=die, posts=posts, points=p.allowance)


def budget(p: Rttr, unit: int) -> int:
    """The movement points a unit has at the start of its move."""
    return p.allowance if is_german(p, unit) else p.layout.soviet_move


def march_points(p: Rttr, unit: int) -> int:
    """6.5 What a forced march adds: three points, six for a highly mobile unit with that option (25.2)."""
    layout = p.layout
    fast = p.options["highly_mobile"] and layout.highly_mobile >> unit & 1
    return (layout.mobile_march if fast else layout.march) - layout.soviet_move


def movable(p: Rttr, sector: int, german: bool) -> list[int]:
    """9.1, 9.5a The units of a force that can be picked up: on the map, mobile, not moved, not out scouting (17.3c).

    Nobody leaves his sector (5.2), so who is on the map is enough to know them by.
    """
    ready = p.mapped & ~(p.moved | p.scouted)
    return p.derive(("movable", sector, german), ready, lambda: _among(p, ready, sector, german))


def _among(p: Rttr, ready: UnitSet, sector: int, german: bool) -> list[int]:
    if not german:
        return [unit for unit in p.layout.soviets[sector] if ready >> unit & 1]
    where, hexes = p.where, p.layout.sector[sector]
    return [unit for unit in p.layout.mobile if ready >> unit & 1 and hexes >> where[unit] & 1]


# -- Costs (9.9 - 9.11) --------------------------------------------------------------------------------------------


def terrain_steps(p: Rttr, unit: int) -> Steps:
    """9.9 For every hex the steps of a unit out of it, as bridges and engineers have it now."""
    layout, sector = p.layout, p.layout.side_of[unit]
    steps = layout.steps_standing
    if p.blown:
        steps = p.derive("steps", p.blown, lambda: splice(layout.grid, steps, layout.steps_blown, p.blown))
    helped = 0 if is_german(p, unit) else helped_sides(p, sector, unit) & ~whole_bridges(p)
    if not helped:
        return steps
    return p.derive(("steps", sector), (helped, p.blown),
                    lambda: splice(layout.grid, steps, layout.steps_helped, helped))


def open_hexes(p: Rttr, unit: int) -> HexSet:
    """5.2, 9.5c, 10.4 The hexes a unit may be in: its own area, no enemy, and room in the stack."""
    german = is_german(p, unit)
    sector = front_of(p, unit)
    return open_area(p, sector, german) & ~foes_of(p, sector, german) & ~crowded(p, unit)


def entering(p: Rttr, unit: int, sector: int, german: bool, barred: HexSet) -> bytes:
    """The extra cost to enter every hex: those closed to the unit, and interdiction (15.4b); ``barred`` are zones.

    What the enemy closes lasts for a phase, what one's own stacks close for a move: the two are remembered apart, and
    the second for each sort of unit, so that those who are picked in turn do not make each other forget.
    """
    layout = p.layout
    closed = (layout.area[sector] & ~open_area(p, sector, german)) | foes_of(p, sector, german) | barred
    fire = bombardment_zone(p, sector) & ~closed if german else 0
    full = crowded(p, unit) & ~closed

    def by_enemies() -> bytes:
        table = bytearray(layout.outside[sector])
        for place in members(fire):
            table[place] = layout.interdiction
        for place in members(closed):
            table[place] = CLOSED
        return bytes(table)

    def by_friends() -> bytes:
        table = bytearray(p.derive(("closed", sector, german, bool(barred)), (closed, fire), by_enemies))
        for place in members(full):
            table[place] = CLOSED
        return bytes(table)

    sort = (sector, german, bool(barred), layout.large >> unit & 1)
    return p.derive(("entering", *sort), (closed, fire, full), by_friends)


def reach_of(p: Rttr, unit: int, points: int, disengaged: bool = False) -> Reach:
    """Every hex the unit can move to with so many points (9.6: it must be able to pay in full).

    A unit stops in the first EZOC it enters (9.7, 11.4). One that began in an EZOC, or has already disengaged in this
    phase, may enter none at all (9.5c, 11.5).
    """
    german = is_german(p, unit)
    sector = front_of(p, unit)

    def search() -> Reach:
        layout, zones = p.layout, enemy_zone(p, sector, german)
        barred = zones if disengaged or has(zones, p.where[unit]) else 0
        leave = layout.free if barred else p.derive(
            ("leaving", sector, german), zones, lambda: charges(layout.grid, (zones, CLOSED)))
        enter, steps = entering(p, unit, sector, german, barred), terrain_steps(p, unit)
        if points >= CLOSED or (german and bombardment_zone(p, sector)):  # 15.4b: some hexes cost more to enter
            return reach(steps, p.where[unit], points, enter, leave)
        return reach_open(steps, p.where[unit], points, enter, leave, {})

    return p.derive("reach", (p.version, unit, points, disengaged, p.stirred, p.blown, p.guns, p.planes), search)


# -- Escape to the west (26.1) -------------------------------------------------------------------------------------


def may_escape(p: Rttr) -> bool:
    """26.1 Whether the west is open: the option is played and the Führerbunker has been captured."""
    return p.options["escape"] and p.number(p.where[p.layout.units.index(FUHRERBUNKER)]).startswith("captured.")


def escape_from(p: Rttr, unit: int, points: int, disengaged: bool) -> int | None:
    """26.1 The west edge hex from which a German unit can leave with the points it has, the nearest; None if none."""
    if not p.options["escape"] or not points or not is_german(p, unit) or not may_escape(p):
        return None
    west = p.layout.edges["west"]
    if has(west, p.where[unit]):
        return p.where[unit]
    zones = enemy_zone(p, front_of(p, unit), german=True)
    costs = {place: cost for place, cost in reach_of(p, unit, points - 1, disengaged).cost.items()
             if has(west & ~zones, place)}
    return min(costs, key=costs.__getitem__, default=None)


# -- The phase -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Movement(Step):
    """9.1, 9.4 The movement phase of a force: one unit after the other, each as far as it likes.

    A move may be made in several legs; picking up another unit ends it. ``fresh`` is true until the first.
    """

    sector: int
    german: bool
    unit: int = NOBODY
    left: int = 0
    fresh: bool = True
    disengaged: bool = False

    def offer(self, p: Rttr) -> Options | None:
        if p.effort and not self.german:
            return None  # 6.7
        seat = player(self.sector, self.german)
        units = movable(p, self.sector, self.german)
        turning = ("turn_up",) if self.german and has_face_down(p, self.sector) else ()  # 16.8a
        if self.unit == NOBODY:
            return offer_units(p, seat, units, "9.1", buttons=(*turning, END_PHASE))
        marching = ("forced_march",) if self.why_no_march(p) is None else ()
        buttons = (*marching, *turning, END_PHASE)
        return offer_leg(p, seat, self.unit, self.left, units, self.hexes(p), "9.4", buttons=buttons)

    def hexes(self, p: Rttr) -> Iterable[int]:
        """Where the unit in hand can go."""
        hexes = reach_of(p, self.unit, self.left, self.disengaged).cost if self.left else ()
        return hexes if escape_from(p, self.unit, self.left, self.disengaged) is None else (*hexes, p.box(WEST))

    def take_unit(self, p: Rttr, unit: int) -> None:
        self._put_down(p)
        p.replace(Movement(self.sector, self.german, unit, budget(p, unit)))

    def take_hex(self, p: Rttr, place: int) -> None:
        if place == p.box(WEST):
            self._escape(p)
            return
        way = reach_of(p, self.unit, self.left, self.disengaged)
        zones = enemy_zone(p, self.sector, self.german)
        disengaged = self.disengaged or has(zones, p.where[self.unit])
        walked = walk(p, self.unit, way.path(place))
        cost = way.cost[walked[-1]]
        tell_leg(p, self.unit, walked, cost, "9.4")
        if has(zones, walked[-1]):
            p.moved |= bit(self.unit)  # 9.7
            p.replace(Movement(self.sector, self.german))
        else:
            p.replace(replace(self, left=self.left - cost, fresh=False, disengaged=disengaged))

    def _escape(self, p: Rttr) -> None:
        p.emit("escaped", "26.1", unit=p.id(self.unit))
        p.put(self.unit, p.box(WEST))
        p.replace(Movement(self.sector, self.german))

    def take_button(self, p: Rttr, button: str) -> None:
        if button == "forced_march":
            spend(p, self.sector, march_price(p, self.sector), "6.5")
            p.replace(replace(self, left=self.left + march_points(p, self.unit), fresh=False))
        elif button == "turn_up":
            p.push(TurnUp(self.sector))
        else:
            self._put_down(p)
            p.pop()

    def _put_down(self, p: Rttr) -> None:
        if self.unit != NOBODY:
            p.moved |= bit(self.unit)

    def why_no_march(self, p: Rttr) -> Message | None:
        """6.5 Why the unit in hand may not make a forced march now."""
        if self.german:
            return Message("refused.german_march", {}, ("6.1",))
        if self.unit == NOBODY:
            return Message("refused.pick_unit_first")
        if not self.fresh:
            return Message("refused.march_late", {"unit": p.id(self.unit)}, ("6.5",))
        if not has_line_if_needed(p, self.sector, p.where[self.unit]):
            return Message("refused.march_line", {"unit": p.id(self.unit)}, ("24.5b",))
        points = march_price(p, self.sector)
        return None if can_spend(p, points) else Message("refused.no_points", {"points": points}, ("6.3",))

    def refuse_unit(self, p: Rttr, unit: int) -> Message | None:
        return why_not_move(p, self.sector, self.german, unit)

    def refuse_hex(self, p: Rttr, place: int) -> Message | None:
        if self.unit == NOBODY:
            return Message("refused.pick_unit_first")
        return why_not_there(p, self.unit, place, self.left, self.disengaged)

    def refuse_button(self, p: Rttr, button: str) -> Message | None:
        if button == "turn_up" and self.german:
            return Message("refused.nothing_face_down", {}, ("16.8a",))
        return self.why_no_march(p) if button == "forced_march" else None


def walk(p: Rttr, unit: int, path: Sequence[int]) -> Sequence[int]:
    """A unit moves along a path, and how much of it: a bridge that blows up ahead of it makes it stop (18.1)."""
    german = is_german(p, unit)
    helped = 0 if german else helped_sides(p, front_of(p, unit), unit) & ~whole_bridges(p)
    walked = [path[0]]
    for here, there in pairwise(path):
        if helped and has(helped, p.layout.grid.side_number(here, there)):
            _hold_engineers(p, unit, here, there)
        walked.append(there)
        bridges = not german and there in p.layout.bridges_at and has_unchecked(p, there)
        if bridges or there == path[-1] or has(p.layout.objectives, there):
            occupy(p, unit, there)
        if bridges and check_bridges(p, there):
            break
    return walked


def _hold_engineers(p: Rttr, unit: int, here: int, there: int) -> None:
    """19.2 Engineers who see somebody across a river may not move in this phase."""
    engineers = helper(p, front_of(p, unit), unit, here, there)
    if engineers is not None:
        p.moved |= bit(engineers)


# -- Why not -------------------------------------------------------------------------------------------------------


def why_not_move(p: Rttr, sector: int, german: bool, unit: int) -> Message | None:
    """Why a unit cannot be picked up to move, if it cannot."""
    args = {"unit": p.id(unit)}
    if is_german(p, unit) != german or (not german and p.layout.side_of[unit] != sector):
        return Message("refused.not_yours", args, ("9.5a",))
    if not p.is_on_map(unit):
        return Message("refused.not_on_map", args, ("9.1",))
    if p.layout.static >> unit & 1:
        return Message("refused.static", args, ("2.4b",))
    if german and not has(p.layout.sector[sector], p.where[unit]):
        return Message("refused.not_yours", args, ("9.5a",))
    if p.scouted >> unit & 1:
        return Message("refused.scouted", args, ("17.3c",))
    if p.moved >> unit & 1:
        engineers = p.layout.unit[unit].kind == "engineer" and not p.stirred >> unit & 1
        return Message("refused.engineers_hold" if engineers else "refused.moved", args,
                       ("19.2",) if engineers else ("9.5a",))
    return None


def why_not_there(p: Rttr, unit: int, place: int, points: int, disengaged: bool = False) -> Message | None:
    """Why a unit cannot move to a hex with so many points, if it cannot."""
    args = {"unit": p.id(unit), "hex": p.number(place)}
    if place == p.box(WEST) and is_german(p, unit) and p.options["escape"]:
        free = escape_from(p, unit, points, disengaged) is not None
        return None if free else Message("refused.escape", args, ("26.1",))
    closed = why_not_enter(p, unit, place)
    if closed is not None:
        return closed
    if place == p.where[unit]:
        return Message("refused.there_already", args)
    if place in reach_of(p, unit, points, disengaged).cost:
        return None
    zones = enemy_zone(p, front_of(p, unit), is_german(p, unit))
    leaves_zone = disengaged or has(zones, p.where[unit])
    if leaves_zone and has(zones, place):
        return Message("refused.zone_to_zone", args, ("11.5", "9.5c"))
    if has(p.layout.near[place], p.where[unit]) and not can_cross(p, p.where[unit], place):
        return Message("refused.lake", args, ("9.5c", "13.3c"))
    far = reach_of(p, unit, UNLIMITED, disengaged)
    barred = what_bars(p, unit, place, points if place in far.cost else UNLIMITED, disengaged)
    if barred is not None:
        return barred
    if place in far.cost:
        return Message("refused.too_far", {**args, "cost": far.cost[place], "left": points}, ("9.6",))
    if leaves_zone:
        return Message("refused.no_disengaging", args, ("11.5",))
    return Message("refused.no_way", args, ("11.4",))


ZONES, FOES, STACKS = "zones", "foes", "stacks"
"""What may bar a way: enemy zones of control (9.7, 11.5), enemies (9.5c), stacks without room (10.4)."""


def reach_without(p: Rttr, unit: int, points: int, disengaged: bool, *gone: str) -> Reach:
    """Where a unit could move to with so many points if some of what bars its way were gone."""
    layout, german, sector = p.layout, is_german(p, unit), front_of(p, unit)
    zones = 0 if ZONES in gone else enemy_zone(p, sector, german)
    into = zones if disengaged or has(zones, p.where[unit]) else 0
    closed = into | (layout.area[sector] & ~open_area(p, sector, german))
    closed |= 0 if FOES in gone else foes_of(p, sector, german)
    closed |= 0 if STACKS in gone else crowded(p, unit)
    enter = bytearray(layout.outside[sector])
    for place in members(bombardment_zone(p, sector) if german else 0):
        enter[place] = min(CLOSED, enter[place] + layout.interdiction)
    for place in members(closed):
        enter[place] = CLOSED
    leave = charges(layout.grid, (zones & ~into, CLOSED))
    return reach(terrain_steps(p, unit), p.where[unit], points, enter, leave)


def what_bars(p: Rttr, unit: int, place: int, points: int, disengaged: bool) -> Message | None:
    """9.5, 9.7, 10.4 What bars the way to a hex that so many points would reach without it; None if nothing does."""
    german, sector = is_german(p, unit), front_of(p, unit)
    zones, foes = enemy_zone(p, sector, german), foes_of(p, sector, german)
    leaves = disengaged or has(zones, p.where[unit])
    stop = ("refused.zone_leaving", ("11.5",)) if leaves else ("refused.zone_way", ("9.7", "11.4"))
    bars = (
        ((ZONES,), *stop, zones),
        ((STACKS,), "refused.stack_way", ("10.4",), crowded(p, unit)),
        ((ZONES, FOES), "refused.enemy_way", ("9.5c",), foes),
    )
    for gone, key, rules, shut in bars:
        way = reach_without(p, unit, points, disengaged, *gone)
        at = next((there for there in way.path(place)[1:] if has(shut, there)), None) if place in way.cost else None
        if at is not None:
            return Message(key, {"unit": p.id(unit), "hex": p.number(place), "at": p.number(at)}, rules)
    return None


def why_not_enter(p: Rttr, unit: int, place: int) -> Message | None:
    """Why a unit may not enter a hex as things stand, if so."""
    layout = p.layout
    german = is_german(p, unit)
    sector = front_of(p, unit)
    args = {"unit": p.id(unit), "hex": p.number(place)}
    if place >= layout.hexes:
        return Message("refused.off_map", args, ("9.5d",))
    if not has(layout.playable, place):
        return Message("refused.water", args, ("9.5c",))
    target = layout.sector_of(place)
    if target == REICHSTAG and german:
        return Message("refused.reichstag", args, ("5.6a",))
    if target not in (REICHSTAG, sector):
        return Message("refused.boundary", args, ("5.2c" if german else "5.2b", "5.2a"))
    if has(foes_of(p, sector, german), place):
        return Message("refused.enemy", args, ("9.5c",))
    if not has(open_area(p, sector, german), place):
        return Message("refused.shut_out", args, ("5.5b",))
    if not has_room(p, unit, place):
        return Message("refused.overstack", args, ("10.3" if german else "10.2", "10.4"))
    return None
