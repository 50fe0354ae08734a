"""Chapter 2: the counters, and everything about map and charts that play looks up all the time."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from stavka.kit.board import Board
from stavka.kit.counters import Counter, Counters, read_counter
from stavka.kit.data import Table
from stavka.kit.hexset import EMPTY, HexSet, SideSet, UnitSet, bit, has, of
from stavka.kit.position import Layout
from stavka.kit.reach import CLOSED
from stavka.kit.spread import Ground
from stavka.kit.tables import ColumnTable

if TYPE_CHECKING:
    from .plan import Plan

SIDES: Final = ("axis", "soviet")
AXIS: Final = 0
SOVIET: Final = 1

SETUP, ASIDE, READY, FLOWN = "setup", "aside", "air.ready", "air.flown"
DEAD: Final = ("dead.axis", "dead.soviet")

SIZES: Final = ("", "I", "II", "III", "XX")  # 1.1
KINDS: Final = (
    "tank", "tank_destroyer", "mech_infantry", "recon", "infantry", "cavalry", "artillery", "rocket", "siege_artillery",
    "at_artillery", "bridge", "air",
)  # fmt: skip
MECHANIZED: Final = ("tank", "tank_destroyer", "mech_infantry", "recon", "bridge")  # 2.2, 19.0
GUNS: Final = ("artillery", "rocket", "siege_artillery")  # 10.0
ARMOUR: Final = ("tank", "tank_destroyer")  # 8.2
FOOT: Final = ("infantry", "mech_infantry")  # 8.2
ANTITANK: Final = ("at_artillery", "tank_destroyer")  # 12.0
TOO_HEAVY: Final = ("panther", "tiger")  # 19.0: what a light bridge does not carry

MECH, WHEELS, HEAVY, RAILS = "mech", "wheels", "heavy", "rails"
"""Classes of movement: mechanized, not mechanized, too heavy for a light bridge, and the siege gun on its road."""

REGIMENT: Final = 1 << 8
"""The digit in which a load counts regiments; weights never come near it."""

GROUNDS: Final = 64
"""So many tables of costs are kept: a dozen without bridges, the others for bridges of games that are being played."""

FOOT_COLUMN: Final = "foot"
"""The column of the terrain chart for all that is not mechanized."""


@dataclass(frozen=True)
class Unit(Counter):
    """A counter of this game (2.2)."""

    attack: int = 0
    defence: int = 0
    movement: int = 0
    range: int = 0
    key: str = ""
    """The formation it belongs to, as the scenario lists name it."""
    parent: bool = True
    """Whether its formation is one that 10.1 speaks of."""
    mark: str = ""
    heavy: bool = False
    die: int = 0
    """What an air unit adds to the die (15.0)."""

    @property
    def is_ss(self) -> bool:
        """2.2 Black counters are SS."""
        return self.group == "ss"

    @property
    def movement_class(self) -> str:
        """How it pays for movement (2.2, 10.4, 19.0)."""
        if self.kind == "siege_artillery":
            return RAILS
        if self.kind not in MECHANIZED:
            return WHEELS
        return HEAVY if self.mark in TOO_HEAVY else MECH


def read_units(table: Table) -> Counters[Unit]:
    """The counters of ``counters.toml``; each is like its formation in what its own line does not say."""
    units = [_read_unit(key, index, own) for index, (key, own) in enumerate(table.tables("units"))]
    first_soviet = next((unit.index for unit in units if unit.side == SIDES[SOVIET]), len(units))
    ground = [unit for unit in units if unit.kind != "air"]
    if any((unit.side == SIDES[AXIS]) != (unit.index < first_soviet) for unit in ground):
        raise table.fail("all Axis units must come before all Soviet ones")
    return Counters(units)


def _read_unit(key: str, index: int, table: Table) -> Unit:
    common = read_counter(key, index, table, SIDES)
    table.one_of("kind", KINDS)
    table.one_of("size", SIZES)
    factors = table.wholes("factors")
    if len(factors) != 3 or min(factors) < 0:
        raise table.fail("'factors' must be attack, defence and movement")  # 2.2
    attack, defence, movement = factors
    return Unit(
        **common, attack=attack, defence=defence, movement=movement, range=table.whole("range", 0, least=0),
        key=table.text("of"), parent=table.truth("parent", True), mark=table.text("mark", ""),
        heavy=table.truth("heavy"), die=table.whole("die", 0),
    )


class Theatre(Layout):
    """The map, counters and charts prepared for play: shared by all positions, never changed."""

    def __init__(self, board: Board, units: Counters[Unit], charts: Table) -> None:
        super().__init__(board, units, SIDES)
        self.unit = tuple(units)
        self.charts = charts
        self._read_units(charts)
        self._read_map()
        self._read_charts(charts)
        self.ground = lru_cache(maxsize=GROUNDS)(self._make_ground)
        """4.1, 16.0 What each step costs a class of units: with canals frozen or not, in mud or not, over bridges."""
        self.plans: dict[str, Plan] = {}
        """The scenarios, by key; the game reads them once the theatre stands."""

    def _read_units(self, charts: Table) -> None:
        units = self.unit
        self._read_stacking(charts.table("stacking"))
        self._read_kinds()
        self._read_sides()
        self.zone_weight = [charts.table("zones").whole("axis"), 1]  # 5.1
        self.commanding = of(u.index for u in units if self.weight[u.index] >= self.zone_weight[self.side_of[u.index]])
        """5.1 The units that have a zone of control by themselves."""
        self.attack = [u.attack for u in units]
        self.defence = [u.defence for u in units]
        self.movement_class = [u.movement_class for u in units]
        halves = charts.table("antitank")
        self.halves = [halves.whole(u.size) if u.kind in ANTITANK else 0 for u in units]  # 12.0

    def _read_stacking(self, stacking: Table) -> None:
        """6.0 What units weigh, and what a hex bears."""
        free, sizes = stacking.texts("free"), [stacking.table(side) for side in SIDES]
        self.weight = [
            0 if u.kind in free or u.kind == "air" else sizes[self.side_of[u.index]].whole(u.size) for u in self.unit]
        """1.1, 6.0 What each unit counts towards the limit of a hex: Axis in companies, Soviets in regiments."""
        self.stack_limit = [table.whole("limit") for table in sizes]
        self.regiment_limit = [table.whole("regiments") for table in sizes]
        self.regiments = of(u.index for u in self.unit if u.size == "III" and self.weight[u.index])
        self.load = [weight + REGIMENT * has(self.regiments, unit) for unit, weight in enumerate(self.weight)]
        """6.0 Weight and, in another digit, whether it is a regiment: one sum tells both of a stack."""
        self.bearable = [
            frozenset(weight + REGIMENT * regiments for weight in range(limit + 1) for regiments in range(most + 1))
            for limit, most in zip(self.stack_limit, self.regiment_limit, strict=True)]
        """6.0 The loads that may be in one hex, for each side."""

    def _read_kinds(self) -> None:
        """2.0 Which units are what."""
        units = self.unit

        def those(*kinds: str) -> UnitSet:
            return of(u.index for u in units if u.kind in kinds)

        self.air = those("air")
        self.guns = those(*GUNS)  # 10.0
        self.rockets = those("rocket")
        self.siege = those("siege_artillery")
        self.unattached = of(u.index for u in units if not u.parent)
        """10.1 The units whose formation is none that artillery goes by."""
        self.bridges = those("bridge")
        self.armour = those(*ARMOUR)
        self.foot = those(*FOOT)
        self.antitank = those(*ANTITANK)
        self.mechanized = those(*MECHANIZED)
        self.harmless = of(u.index for u in units if u.attack == 0)
        self.ss = of(u.index for u in units if u.is_ss)
        self.heavy = of(u.index for u in units if u.heavy)
        self.static = of(u.index for u in units if u.movement == 0 and u.kind == "at_artillery")  # 9.4

    def _read_sides(self) -> None:
        """Who belongs to which side, and to which formation."""
        self.army: list[UnitSet] = [of(own) for own in self.own]
        """The counters of each side, as sets."""
        self.troops = [[u.index for u in self.unit if self.side_of[u.index] == side and u.kind != "air"]
                       for side in (AXIS, SOVIET)]
        """The ground units of each side."""
        self.formation: dict[str, UnitSet] = {}
        for u in self.unit:
            if u.kind != "air":
                self.formation[u.key] = self.formation.get(u.key, 0) | bit(u.index)

    def _read_map(self) -> None:
        board, grid = self.board, self.board.grid
        self.playable = board.playable
        self.sources = [board.area("axis_supply"), board.area("soviet_supply")]  # 7.0
        self.hills = board.of_terrain("hills")
        self.towns = board.of_places("village", "city")  # 9.0
        self.water = board.side_set("river", "canal")
        self.canals = board.side_set("canal")
        self.danube = board.side_set("danube")
        self._read_roads()
        self._read_contact()
        self._read_edges()
        self.source_distance = [
            [grid.steps_to(place, sources) or 0 if grid.names[place] else 0 for place in range(grid.size)]
            for sources in self.sources
        ]
        """9.2 How far every hex is from the nearest source of each side."""

    def _read_roads(self) -> None:
        """4.1, 10.4 Roads, and the railway that Dora keeps to."""
        board, grid = self.board, self.grid
        self.roads = {False: board.line_sides("major", "minor"), True: board.line_sides("major")}
        """The hexsides that roads cross, and those that are left in mud (23.2.16)."""
        self.road_hexes = grid.ends(self.roads[False])
        self.road_ways = {mud: grid.ways(sides) for mud, sides in self.roads.items()}
        line = next(line for line in board.lines if line.key == "v_s")
        self.rails = grid.side_set(pairwise(line.path))  # 10.4
        self.rail_hexes = of(line.path)

    def _read_contact(self) -> None:
        """5.0, 8.0 Neither zones of control nor attacks reach into lakes or across the Danube but at its bridges."""
        grid = self.grid
        self.contact = [
            of(there for there in grid.neighbours[here]
               if has(self.playable, here) and has(self.playable, there) and not self._is_walled(here, there))
            for here in range(grid.size)
        ]
        shores = grid.sides_between(self.playable, grid.full & ~self.playable)
        self.contact_ways = grid.ways(grid.every_side & ~shores & ~(self.danube & ~self.roads[False]))

    def _is_walled(self, here: int, there: int) -> bool:
        side = self.grid.side_number(here, there)
        return has(self.danube, side) and not has(self.roads[False], side)

    def _read_edges(self) -> None:
        """9.1, 20.0 The edges of the map, and the places beyond them."""
        board = self.board
        self.edge = self._edges()
        self.gates = [box.index for box in board.boxes.values() if box.group == "gate"]  # 20.0
        self.gate_of = {board.index[key.removeprefix("gate.")]: box.index
                        for key, box in board.boxes.items() if box.group == "gate"}
        self.door_of = {gate: door for door, gate in self.gate_of.items()}
        self.offs = [box.index for box in board.boxes.values() if box.group == "off"]  # 9.1
        self.axis_exit = board.area("axis_exit")
        self.beyond = (*self.gates, *self.offs)
        """The places beyond the edge of the map."""
        self.turn_box = [board.index.get(f"turn.{turn}", -1) for turn in range(len(board.boxes))]
        """The spaces of the turn track, by turn."""
        self.outside = [frozenset((box, *self.beyond)) for box in self.turn_box]
        """20.0, 9.1 For every turn the places where units wait that may come onto the map in it."""

    def _edges(self) -> dict[int, tuple[str, ...]]:
        """9.1 The edges of the map that each border hex lies on."""
        edges: dict[int, tuple[str, ...]] = {}
        columns = [name[:2] for name in self.grid.index]
        rows = [name[2:] for name in self.grid.index]
        ends = {"north": (2, min(rows)), "east": (0, max(columns)), "south": (2, max(rows)), "west": (0, min(columns))}
        for name, place in self.grid.index.items():
            on = tuple(edge for edge, (at, value) in ends.items() if name[at:at + 2] == value)
            if on and has(self.playable, place):
                edges[place] = on
        return edges

    def _read_charts(self, charts: Table) -> None:
        board = self.board
        self.crt = ColumnTable.read(charts.table("combat_results"))
        self.bombardment = ColumnTable.read(charts.table("bombardment"))
        terrain, places, sides = charts.table("terrain"), charts.table("places"), charts.table("hexsides")
        self.terrain_die = [
            terrain.table(key).whole("die") if key and board.terrains[key].playable else 0 for key in board.terrain]
        self.place_die = {place.hex: places.table(place.kind).whole("die") for place in board.places.values()}
        self.water_die = sides.table("river").whole("die")
        self.fort_values = charts.table("fort").wholes("values")
        if len(self.fort_values) != 6:
            raise charts.table("fort").fail("'values' must be one for each face of the die")
        self.white_fort = charts.table("fort").whole("white")
        self.forts = {"white": board.area("white_fort"), "black": board.area("black_fort")}
        supply = charts.table("supply")
        self.supply_reach, self.supply_friends = supply.whole("reach"), supply.whole("friends")
        guns = charts.table("artillery")
        self.hill_range, self.stack_die = guns.whole("hill_range"), guns.whole("stack_die")
        modifiers = charts.table("modifiers")
        self.combined_arms = modifiers.whole("combined_arms")
        self.unsupplied_die = modifiers.whole("defender_out_of_supply")
        self.disrupted_die = modifiers.whole("disrupted_defender")
        self.surprise_shift = modifiers.whole("surprise_shift")
        ss = charts.table("ss")
        self.fatigue_turn, self.desperation_points = ss.whole("fatigue_turn"), ss.whole("desperation")
        fuel = charts.table("fuel")
        self.fuel_empty_on, self.fuel_points = fuel.whole("empty_on"), fuel.whole("movement")

    def nearer(self, goal: HexSet, here: int) -> HexSet:
        """The hexes that are nearer to a part of the map than a hex outside it."""
        reached = goal
        while reached:
            wave = reached | self.grid.around(reached)
            if has(wave, here) or wave == reached:
                break
            reached = wave
        return reached & self.playable

    # -- chapter 4: costs ----------------------------------------------------------------------------------------

    def entry_cost(self, place: int, column: str) -> int:
        """4.1 What it costs to enter a hex, hexsides and roads apart."""
        town = self.board.place_at.get(place)
        if town is not None:
            return self.charts.table("places").table(town.kind).whole(column, least=1)
        return self.charts.table("terrain").table(self.board.terrain[place]).whole(column, least=1)

    def _make_ground(self, of_class: str, frozen: bool, mud: bool, pontoons: SideSet = EMPTY) -> Ground:
        column = FOOT_COLUMN if of_class in (WHEELS, RAILS) else MECH
        along = self.charts.table("roads").whole(column, least=1)
        if of_class == RAILS:
            return Ground(self.grid, [CLOSED] * self.grid.size, rates=[(self.rails, along)])  # 10.4
        canal = self.water_cost("canal", column) if frozen or column == FOOT_COLUMN else CLOSED  # 16.0
        rivers = self.board.side_set("river")
        # 19.0: over a bridge the water costs nothing.
        extra = [(rivers & ~pontoons, self.water_cost("river", column)), (self.canals & ~pontoons, canal),
                 (self.danube, CLOSED)]
        return Ground(self.grid, self._entry_costs(column), extra, rates=[(self.roads[mud], along)])

    def _entry_costs(self, column: str) -> list[int]:
        return [self.entry_cost(place, column) if has(self.playable, place) else CLOSED
                for place in range(self.grid.size)]

    def water_cost(self, kind: str, column: str) -> int:
        """4.1, 16.0 What it costs to cross a river or canal."""
        return self.charts.table("hexsides").table(kind).whole(column)


__all__ = ["AXIS", "SIDES", "SOVIET", "Theatre", "Unit", "read_units"]
