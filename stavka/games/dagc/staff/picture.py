"""The situation as a staff officer draws it: who threatens what, what is worth taking, where a line is needed."""

from __future__ import annotations

from stavka.kit.hexset import HexSet, UnitSet, bit, has, members, of
from stavka.kit.position import enemy

from ..components import GERMAN, LAST_TURN, SOVIET
from ..movement import movement_factor, reach_of
from ..position import Dagc
from ..supply import hexes_in_supply, supply_moves, working_sources
from ..zones import zone
from .ground import FAR, Ground
from .odds import supplied_units

NEARNESS = 0.9
"""How much an objective attracts from one movement point further away."""
FADE = [NEARNESS ** steps if steps < 30 else 0.0 for steps in range(FAR + 1)]
OUT_OF_SUPPLY_POINTS = 3
"""Movement points that a unit out of supply is planned with: a die (7.3)."""
DEPTH = 6
"""How far before the enemy a line is looked for, in movement points."""


def planning_points(p: Dagc, unit: int, supplied: UnitSet) -> int:
    """The movement points to plan with: those a unit has, or an average roll."""
    rolled = not supplied >> unit & 1 or p.interdicted >> unit & 1
    if unit in p.rolls:
        return p.rolls[unit]
    return OUT_OF_SUPPLY_POINTS if rolled else movement_factor(p, unit)


def turns_left(p: Dagc) -> int:
    """Turns still to be played, this one included."""
    return LAST_TURN + 1 - p.turn


def soviet_points_left(p: Dagc) -> int:
    """Movement points a Soviet unit may still hope for in this game (7.3, 7.12)."""
    first_short = p.layout.soviet_oos_turn
    return sum(7 if turn < first_short else 4 for turn in range(p.turn, LAST_TURN + 1))


class Picture:
    """One position in the eyes of one side."""

    def __init__(self, p: Dagc, ground: Ground, side: int) -> None:
        self.p = p
        self.ground = ground
        self.side = side
        self.foe = enemy(side)
        layout = p.layout
        self.own_units = [unit for unit in layout.ground[side] if p.is_on_map(unit)]
        self.foe_units = [unit for unit in layout.ground[self.foe] if p.is_on_map(unit)]
        self.supplied = supplied_units(p, side)
        self.foe_zone = zone(p, self.foe)
        lines = hexes_in_supply(p, side)
        self.in_supply = (lines | layout.grid.around(lines)) & layout.playable
        """Hexes where a unit would find a line."""
        self.lines = lines
        self._reach_of_foe()
        self.held = {place for place in layout.points if has(p.control, place) == (side == SOVIET)}
        """The towns and cities this side controls."""
        self.wanted = {place for place in layout.points if place not in self.held}

    def _reach_of_foe(self) -> None:
        """Where the enemy can go and what he can attack in his next turn, and with how much."""
        p, layout = self.p, self.p.layout
        threat = [0] * layout.hexes
        walk = 0
        supplied = supplied_units(p, self.foe)
        around = layout.grid.around
        for unit in self.foe_units:
            if layout.localities >> unit & 1:
                continue
            here = bit(p.where[unit])
            points = planning_points(p, unit, supplied)
            if self.foe == SOVIET and p.turn + (self.side == GERMAN) >= layout.soviet_oos_turn:
                points = min(points, OUT_OF_SUPPLY_POINTS + 1)
            reached = of(reach_of(p, unit, points).cost) | here
            walk |= reached
            factor = p.factor(unit)
            for place in members(around(reached) & layout.playable):
                threat[place] += factor
        self.threat = threat
        """The enemy factors that can attack each hex next turn."""
        self.walk: HexSet = walk
        """Hexes the enemy can enter next turn, as far as zones let him now."""

    # -- fields ----------------------------------------------------------------------------------------------------

    def attraction(self, weights: dict[int, float]) -> list[float]:
        """For every hex how much is gained by standing near objectives that are still to be taken."""
        layout, ground = self.p.layout, self.ground
        result = [0.0] * layout.hexes
        fade = FADE
        playable = members(layout.playable)
        for place, weight in weights.items():
            if weight <= 0:
                continue
            far = ground.distance[place] if place >= 0 else ground.coast
            for hex in playable:
                result[hex] += weight * fade[far[hex]]
        return result

    def objectives(self, emphasis: dict[str, float]) -> dict[int, float]:
        """What each objective is worth now: out of reach in the time left is worth nothing. -1 is the coast."""
        p, ground = self.p, self.ground
        weights: dict[int, float] = {}
        points = soviet_points_left(p) if self.side == SOVIET else 7 * turns_left(p)
        starts = [p.where[unit] for unit in self.own_units if not p.layout.localities >> unit & 1]
        for place in self.wanted:
            nearest = min((ground.distance[place][start] for start in starts), default=FAR)
            if nearest <= points:
                weights[place] = ground.worth[place] * emphasis.get(ground.sector[place], 1.0)
        if self.side == SOVIET and not self.has_coast():
            nearest = min((ground.coast[start] for start in starts), default=FAR)
            if nearest <= points:
                weights[-1] = p.layout.coast_points * 0.8 * emphasis.get("coast", 1.0)
        return weights

    def has_coast(self) -> bool:
        """4.3 Whether the Soviets hold the coast in supply."""
        soviet_lines = self.lines if self.side == SOVIET else hexes_in_supply(self.p, SOVIET)
        return bool(self.p.layout.baltic_coast & self.p.control & soviet_lines)

    def corridor(self, blockable: HexSet) -> HexSet:
        """The narrowest belt across the Soviet supply line to the coast that zones of control can close (4.3, 7.2).

        Every line from the coast to a source crosses every belt of equal distance from the coast. A belt with a
        Soviet unit in it stays open (8.4).
        """
        p = self.p
        lines = hexes_in_supply(p, SOVIET)
        frontier = reached = p.layout.baltic_coast & p.control & lines
        moves, sources = supply_moves(p, SOVIET), working_sources(p, SOVIET)
        best = 0
        while frontier and not frontier & sources:
            closable = not frontier & p.occupied[SOVIET] and not frontier & ~blockable
            if closable and (not best or frontier.bit_count() < best.bit_count()):
                best = frontier
            frontier = moves.step(frontier) & lines & ~reached
            reached |= frontier
        return best

    def need_of_line(self) -> dict[int, float]:
        """Hexes between the enemy and what he wants, by how much a zone of control there would hinder him."""
        p, ground = self.p, self.ground
        wants: dict[int, float] = {place: ground.worth[place] for place in self.held}
        away = self._foe_distance()
        band = [hex for hex in members(p.layout.playable) if 1 <= away[hex] <= DEPTH]
        need: dict[int, float] = {}
        maps = [(ground.distance[place], worth, away[place]) for place, worth in wants.items() if away[place] < 22]
        if self.side == GERMAN and not self.has_coast():
            best = min((away[hex] for hex in members(p.layout.baltic_coast & p.layout.playable)), default=FAR)
            if best < 22:
                maps.append((ground.coast, 5.0, best))
        for hex in band:
            here = away[hex]
            total = 0.0
            for far, worth, direct in maps:
                detour = here + far[hex] - direct
                if detour <= 3:
                    total += worth * FADE[min(direct + 2 * detour, FAR)]
            if total > 0.05:
                need[hex] = total * (1.0 if here >= 2 else 0.6)
        return need

    def _foe_distance(self) -> list[int]:
        """Movement points from the nearest enemy to every hex, zones apart."""
        steps = self.p.layout.steps["soviet"]
        result = [FAR] * self.p.layout.hexes
        rings: list[list[int]] = [[] for _ in range(23)]
        for hex in members(self.p.occupied[self.foe]):
            result[hex] = 0
            rings[0].append(hex)
        for spent, ring in enumerate(rings):
            for here in ring:
                if result[here] < spent:
                    continue
                for there, cost in steps[here]:
                    total = spent + cost
                    if total < result[there] and total < 23:
                        result[there] = total
                        rings[total].append(there)
        return result

    # -- pockets ---------------------------------------------------------------------------------------------------

    def pocketed(self) -> list[int]:
        """Own units that have no supply by land or port."""
        return [unit for unit in self.own_units if not self.supplied >> unit & 1
                and not self.p.layout.localities >> unit & 1]
