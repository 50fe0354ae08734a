"""Everything between map and boxes: strategic movement, refits, the northern front, supply, deployment."""

from __future__ import annotations

from collections.abc import Sequence

from stavka.kit.hexset import has, members, size

from ..components import (
    COVERING_POOL,
    GERMAN,
    NORTH_GERMAN,
    NORTH_POLISH,
    RESERVE,
    SOVIET,
)
from ..german_strategic import TO_MAP, TO_NORTH, GermanStrategic, placement_hexes
from ..northern_front import NorthernFront
from ..position import Breslau
from ..red_strategic import entry_hexes
from .doctrine import Orders
from .ground import Ground
from .moves import Moves
from .odds import power
from .picture import Picture, turns_left

DIE = 3.5
NORTH_LEAST = 7
"""German units that make the northern front safe against forty Poles: fourteen dice are nearly fifty points."""
NORTH_EARLY = 3
"""German units left there before the Poles arrive."""
FLOAT = 2
"""Supply levels that are not spent on refits, so that the guns can fire."""
FAR_FROM_FRONT = 14
"""Movement points from the nearest objective at which a division is idle."""
BASE_DISTANCE = 2
"""How far from the enemy a forward base is made at least, in hexes."""
BETTER_BASE = 1.35
"""How much nearer to the objectives than any other entry hex a base must be."""
STRANDED = 7
"""Movement points to the nearest victory hex worth holding at which a German unit is stranded."""


class RedReserves:
    """The strategic movement of the Red Army (7.1)."""

    def __init__(self, p: Breslau, ground: Ground, orders: Orders) -> None:
        self.p, self.ground, self.orders = p, ground, orders
        self.picture = Picture(p, ground, orders, SOVIET)
        self.lure = self.picture.attraction({place: self.picture.weight[place] for place in self.picture.wanted})

    def entry(self, places: Sequence[int], unit: int) -> int:
        """7.1.3 Where to enter: nearest to what is to be taken; guns where nobody gets at them; never wait."""
        p = self.p
        hexes = [place for place in places if place < p.layout.hexes]
        pool = p.box(COVERING_POOL[p.layout.nation[unit]])
        if pool in places:
            return pool
        if not hexes:
            return places[0]
        room = [place for place in hexes if len(p.at(place)) < p.layout.stack_limit[SOVIET][place]]
        if p.layout.artillery >> unit & 1:
            return min(room or hexes, key=lambda place: (self.lure[place], place))
        if p.layout.immobile >> unit & 1:
            hexes = room or hexes
        return max(hexes, key=lambda place: (self.lure[place], -place))

    def leaver(self, units: Sequence[int]) -> int | None:
        """A unit to be taken off the map: one that makes room for a forward base, or a division that is idle."""
        if turns_left(self.p) <= 3:
            return None
        found = self._base(units) if self.orders.knows("forward_base") else None
        if found is None and self.orders.knows("rotate"):
            found = self._idle(units)
        return found

    def _way_to_front(self, place: int) -> int:
        """Points from a hex to the nearest objective."""
        far = self.ground.distance[SOVIET]
        return min((far[goal][place] for goal in self.picture.wanted), default=0)

    def _base(self, units: Sequence[int]) -> int | None:
        """7.1.7 A gun near the front gives its hex to a covering unit, where everybody may enter from then on."""
        p, ground = self.p, self.ground
        if not p.at(p.box(COVERING_POOL["soviet"])):
            return None
        entries = entry_hexes(p, "soviet")
        best_entry = max((self.lure[place] for place in members(entries)), default=0.0)
        close = ground.within(p.occupied[GERMAN], BASE_DISTANCE - 1)
        room = [unit for unit in units if p.layout.division[unit] is None and not p.layout.covering >> unit & 1
                and not p.layout.polish >> unit & 1 and not has(close, p.where[unit]) and len(p.at(p.where[unit])) == 1]
        unit = max(room, key=lambda unit: (self.lure[p.where[unit]], -unit), default=None)
        if unit is None or self.lure[p.where[unit]] < best_entry * BETTER_BASE:
            return None
        return unit

    def _idle(self, units: Sequence[int]) -> int | None:
        """7.1.6 A division far from everything that could enter near the main effort next turn."""
        p = self.p
        best_entry = max((self.lure[place] for place in members(entry_hexes(p, "soviet"))), default=0.0)
        contact = p.layout.grid.around(p.occupied[GERMAN])
        groups: dict[str, list[int]] = {}
        for unit in units:
            name = p.layout.division[unit]
            if name is not None and not p.layout.polish >> unit & 1:
                groups.setdefault(name, []).append(unit)
        for name in sorted(groups):
            group = groups[name]
            if any(has(contact | p.layout.victory_hexes, p.where[unit]) for unit in group):
                continue
            mean = sum(self.lure[p.where[unit]] for unit in group) / len(group)
            far = min(self._way_to_front(p.where[unit]) for unit in group) >= FAR_FROM_FRONT
            if far and mean * 2 < best_entry:
                return group[0]
        return None

    def cover(self, places: Sequence[int]) -> int | None:
        """7.1.7 The vacated hex for a covering unit: the one that is the best entry, or a victory hex."""
        return max(places, key=lambda place: (has(self.p.layout.victory_hexes, place), self.lure[place], -place))

    def declares(self) -> bool:
        """10.1.3 Whether the Polish 2nd Army is called in: only if it will break through and has time to fight."""
        p = self.p
        if not self.orders.knows("poles"):
            return False
        germans, poles = len(p.at(p.box(NORTH_GERMAN))), len(p.at(p.box(NORTH_POLISH)))
        expected = p.layout.northern_dice * germans * DIE + p.layout.northern_bonus * min(p.supply, 2 * germans)
        return expected < 0.75 * poles and turns_left(p) >= 5


class GermanReserves:
    """The strategic movement of the garrison (7.2), the northern front (10.1.3), and supply (6.0, 10.3)."""

    def __init__(self, p: Breslau, ground: Ground, orders: Orders) -> None:
        self.p, self.ground, self.orders = p, ground, orders

    # -- phase 9 ---------------------------------------------------------------------------------------------------

    def quota(self) -> int:
        """The units that belong on the northern front now."""
        p = self.p
        if not self.orders.knows("northern_front"):
            return NORTH_LEAST
        comes = p.layout.events["G"].turn
        if p.turn < comes - 1:
            return NORTH_EARLY
        if (p.declared and not p.at(p.box(NORTH_POLISH))) or turns_left(p) <= 1:
            return 0
        return NORTH_LEAST

    def unit_to_move(self, step: GermanStrategic, units: Sequence[int]) -> int | None:
        """The next unit in the order that the rules prescribe (7.2); none if nothing is left to do."""
        p = self.p
        reserve = [unit for unit in units if p.where[unit] == p.box(RESERVE)]
        north = p.at(p.box(NORTH_GERMAN))
        if step.stage == TO_MAP and reserve and placement_hexes(p) and self._spare(reserve) > 0:
            return max(reserve, key=lambda unit: (power(p, unit) - p.layout.green[unit], -unit))
        if step.stage <= TO_NORTH and reserve and len(north) < self.quota():
            return min(reserve, key=lambda unit: (power(p, unit) - p.layout.green[unit], unit))
        stranded = self._stranded(units) if self.orders.knows("reserves") else None
        if stranded is not None:
            return stranded
        called = [unit for unit in units if p.where[unit] == p.box(NORTH_GERMAN)]
        if called and len(north) > self.quota():
            return max(called, key=lambda unit: (power(p, unit) - p.layout.green[unit], -unit))
        worn = [unit for unit in units if p.where[unit] not in (p.box(RESERVE), p.box(NORTH_GERMAN))
                and not p.is_on_map(unit)]
        if worn and self._can_refit():
            return max(worn, key=lambda unit: (self._refit_worth(unit), -unit))
        return None

    def _spare(self, reserve: Sequence[int]) -> int:
        """Reserves that the northern front does not need."""
        missing = self.quota() - len(self.p.at(self.p.box(NORTH_GERMAN)))
        return len(reserve) - max(missing, 0)

    def _refit_worth(self, unit: int) -> float:
        layout = self.p.layout
        return 1.0 + layout.blue[unit] - layout.green[unit] + 0.5 * has(layout.starred, unit)

    def _can_refit(self) -> bool:
        """6.4 Refits come first, but some supply is kept for the guns; in the end nobody comes back in time."""
        p = self.p
        if not self.orders.knows("refit"):
            return p.supply >= 3 * p.layout.refit_cost
        if turns_left(p) <= 1:
            return False
        keep = FLOAT if self.orders.knows("save_supply") else 0
        return p.supply >= p.layout.refit_cost + keep

    def _stranded(self, units: Sequence[int]) -> int | None:
        """7.2.4 A unit on the map that is far from anything worth holding and could come in by the Rathaus."""
        p, ground = self.p, self.ground
        if turns_left(p) <= 2 or has(p.control, p.layout.rathaus):
            return None
        waiting = len(p.at(p.box(RESERVE)))
        if waiting > 4:
            return None
        far = ground.distance[GERMAN]
        core = [place for place in ground.victory if not has(p.control, place) and ground.depth[place] >= 12]
        outside = [unit for unit in units if p.is_on_map(unit) and not has(p.layout.victory_hexes, p.where[unit])]
        found = [(min((far[goal][p.where[unit]] for goal in core), default=0), unit) for unit in outside]
        far_off = [(away, unit) for away, unit in found if away >= STRANDED]
        return max(far_off)[1] if far_off else None

    def place(self, places: Sequence[int], unit: int, moves: Moves) -> int:
        """7.2.2 Where a reserve goes: where a garrison is missing, or on its way there."""
        p = self.p
        hexes = [place for place in places if place < p.layout.hexes]
        if not hexes or self._spare([*p.at(p.box(RESERVE))]) <= 0:
            return p.box(NORTH_GERMAN)
        lost = [place for place in hexes if has(p.layout.victory_hexes & p.control, place)]
        if lost and self.orders.knows("reoccupy"):
            return lost[0]

        def worth(place: int) -> float:
            mates = len(p.at(place))
            held = moves.german_place(place, mates) if not has(p.control, place) else 0.0
            return moves.lure[place] + held - 0.05 * mates

        return max(hexes, key=lambda place: (worth(place), -place))

    def builds_train(self) -> bool:
        """10.2 The train costs less than a refit and fights better than most."""
        return self.orders.knows("train") and turns_left(self.p) >= 2

    # -- the northern front ----------------------------------------------------------------------------------------

    def pays_for_die(self, step: NorthernFront) -> bool:
        """10.1.3 A supply level for this die: when the dice alone will hardly do and the levels will."""
        missing = step.poles - step.total
        expected = step.dice * DIE
        if not self.orders.knows("northern_front"):
            return False
        most = expected + self.p.layout.northern_bonus * min(step.dice, self.p.supply)
        return expected < missing + 4 and most > missing - 3

    # -- supply ----------------------------------------------------------------------------------------------------

    def strip(self, places: Sequence[int]) -> int | None:
        """10.3 The hex for an airstrip marker: deep in the city and far from the enemy, if it pays in the time left."""
        p, ground = self.p, self.ground
        if not self.orders.knows("airstrip"):
            return None
        missing = p.layout.airstrip_markers - size(p.airstrip)
        rolls = turns_left(p) - (missing - 1)
        gain = rolls * p.layout.gain_airstrip / p.layout.gain_divided_by
        if gain <= missing * p.layout.airstrip_cost * 1.15:
            return None
        red = p.occupied[SOVIET]

        def worth(place: int) -> float:
            away = p.layout.grid.steps_to(place, red) or 0
            room = size(p.layout.city & ground.near[place] & ~p.layout.bridges & ~p.layout.canal_hexes & ~p.control)
            return min(away, 10) + 0.5 * min(room, 3) + 0.05 * ground.depth[place]

        return max(places, key=lambda place: (worth(place), -place))

    def releases(self) -> bool:
        """5.1 Whether units of the northern front may go to the reserve now."""
        return len(self.p.at(self.p.box(NORTH_GERMAN))) > self.quota()


def deploy_german(p: Breslau, ground: Ground, places: Sequence[int], unit: int) -> int:
    """SC.F2 The northern front first, then every victory hex in turn, then the reserve."""
    north = p.box(NORTH_GERMAN)
    if north in places and len(p.at(north)) < NORTH_LEAST and p.layout.green[unit]:
        return north
    fort = [place for place in places if place < p.layout.hexes and has(p.layout.victory_hexes, place)]
    if fort:
        return min(fort, key=lambda place: (len(p.at(place)) - 0.05 * ground.depth[place], place))
    near = [place for place in places if place < p.layout.hexes and ground.near[place] & p.layout.victory_hexes]
    return min(near or list(places), key=lambda place: (len(p.at(place)), place))


def deploy_red(p: Breslau, lure: Sequence[float], places: Sequence[int], unit: int) -> int:
    """SC.F3 Troops as near to the main effort as they may stand, guns out of the way."""
    if p.layout.artillery >> unit & 1:
        return min(places, key=lambda place: (lure[place] + 0.2 * len(p.at(place)), place))
    return max(places, key=lambda place: (lure[place] - 0.05 * len(p.at(place)), -place))


__all__ = ["GermanReserves", "RedReserves", "deploy_german", "deploy_red"]
