"""Chapter 2: the counters, and everything about map and charts that play looks up all the time."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from stavka.kit.board import Board
from stavka.kit.bonds import Bonds
from stavka.kit.counters import Counter, Counters, read_counters
from stavka.kit.data import Table, Words
from stavka.kit.grid import Edge
from stavka.kit.hexset import EMPTY, HexSet, SideSet, UnitSet, bit, has, members, of
from stavka.kit.position import Layout
from stavka.kit.steps import NOBODY
from stavka.kit.tables import ColumnTable, Ladder

from .grounds import FOOT, GUNS, MECH, Ground

if TYPE_CHECKING:
    from .scenarios import Plan

SIDES: Final = ("soviet", "german")
SOVIET: Final = 0
GERMAN: Final = 1

LAST_TURN: Final = 21  # 31.1
HALVES: Final = 2
"""Movement points are counted in halves."""

COMBAT, SUPPORT, HQ, LEADER, AIR = "combat", "support", "hq", "leader", "air"  # 5.1
CLASSES: Final = (COMBAT, SUPPORT, HQ, LEADER, AIR)
SUPPORTING: Final = 1 << 8
"""The digit in which the support units of a stack are counted."""

CLEAR, OVERCAST, RAIN = 0, 1, 2  # 25.2
WEATHER: Final = ("clear", "overcast", "rain")

HALF_HEX_LETTERS: Final = "ABCDEFGHIJKLMN"  # 27.1

LYUTEZH_TURN: Final = 19  # 34.6
LYUTEZH_GUNS: Final = ("1307", "1308")
LYUTEZH_ROAD: Final = "1308"
LYUTEZH_PONTOON: Final = "1208/1307"  # the rulebook names hex 1307 only

STAVKA, AIRBORNE, CENTRAL, WEST, ASIDE = "stavka", "airborne", "central", "west", "aside"
RESERVE: Final = "reserve"  # 33.5
DEAD: Final = ("dead.soviet", "dead.german")
SETUP: Final = ("setup.soviet", "setup.german")


@dataclass(frozen=True)
class Unit(Counter):
    """A counter of this game (2.1)."""

    stacking: str = COMBAT
    """Its class for stacking (5.1)."""
    attack: tuple[int, ...] = ()
    """Attack factor at full strength and reduced; a unit with one number has one step, one with none has no steps."""
    defence: tuple[int, ...] = ()
    movement: int = 0
    range: int = 0
    """Of an air unit, in hexes (2.d)."""
    mechanized: bool = False
    start: Mapping[str, str] = field(default_factory=dict)
    """Where it begins each scenario."""
    edge: str = ""
    """The edge by which it enters as a reinforcement (31.5)."""

    @property
    def is_guards(self) -> bool:
        """Belongs to the Guards (2.3)."""
        return self.group == "guards"

    @property
    def is_axis_ally(self) -> bool:
        """A unit of Germany's allies (9.10)."""
        return self.group in ("romanian", "hungarian", "slovak", "turkoman")

    @property
    def is_restricted(self) -> bool:
        """4.8 The movement allowance stands in a black box."""
        return self.kind in ("army_hq", "front_hq", "artillery")


def read_units(table: Table) -> Counters[Unit]:
    """The counters of ``counters.toml``."""
    return read_counters(table, SIDES, _read_unit)


def _read_unit(table: Table, common: dict[str, Any]) -> Unit:
    attack, defence = (tuple(table.wholes(key)) if key in table.values else () for key in ("attack", "defence"))
    stacking = table.one_of("class", CLASSES)
    if stacking in (COMBAT, SUPPORT, HQ) and not 1 <= len(attack) == len(defence) <= 2:
        raise table.fail("'attack' and 'defence' must be one factor each, or a full and a reduced one")  # 8.7
    return Unit(
        **common,
        stacking=stacking,
        attack=attack,
        defence=defence,
        movement=table.whole("movement", 0, least=0),
        range=table.whole("range", 0, least=0),
        mechanized=table.truth("mechanized"),
        start=dict(table.table("start").values),
        edge=table.one_of("edge", ("N", "S", "W", ""), ""),
    )


class Branch(NamedTuple):
    """17.1 A railway between green lines, or from one to a dead end: repaired as soon as its ends are."""

    key: str
    hexes: HexSet
    ends: HexSet


class Theatre(Layout):
    """The map, counters and charts prepared for play: shared by all positions, never changed."""

    def __init__(self, board: Board, units: Counters[Unit], charts: Table, plans: Mapping[str, Plan]) -> None:
        super().__init__(board, units, SIDES)
        self.plans = plans
        self.unit = tuple(units)
        self.box = {name: box.index for name, box in board.boxes.items()}
        self._read_units()
        self._read_map(charts)
        self._read_rails()
        self._read_charts(charts)
        self._read_turns(charts.table("turns"))
        self.bonding = Bonds(  # 7.3, 7.6
            self.grid, closed=self.major | self.sea, streams=self.minor,
            void=self.towns | self.cities | self.sea_hexes, coast=self.sea_hexes)
        self.grounds = Ground(self)
        self._sectors: dict[tuple[str, str], HexSet] = {}

    # -- counters ------------------------------------------------------------------------------------------------

    def _read_units(self) -> None:
        units = self.unit
        self.army = [of(self.own[side]) for side in (SOVIET, GERMAN)]
        """The counters of each side, as a set."""
        self.combat = self._units_of_class(COMBAT)
        self.support = self._units_of_class(SUPPORT)
        self.headquarters = self._units_of_class(HQ)
        self.leaders = self._units_of_class(LEADER)
        self.air = self._units_of_class(AIR)
        self.ground = self.combat | self.support | self.headquarters
        """All that has steps and can be attacked."""
        self.two_steps: UnitSet = of(u.index for u in units if len(u.attack) == 2)
        self.mechanized: UnitSet = of(u.index for u in units if u.mechanized)
        self.restricted: UnitSet = of(u.index for u in units if u.is_restricted)
        self.guards: UnitSet = of(u.index for u in units if u.is_guards)
        self.allies: UnitSet = of(u.index for u in units if u.is_axis_ally)
        self.artillery = self._units_of_kind("artillery")
        self.shock_artillery = self.artillery & self.guards  # 22.5
        self.sappers = self._units_of_kind("sapper")
        self.airborne = self._units_of_kind("airborne")
        self.cavalry = self._units_of_kind("cavalry")
        self.security = self._units_of_kind("security")
        self.tank_support = self._units_of_kind("tank_support")
        self.motorized = self._units_of_kind("motorized")
        self.army_hqs = self._units_of_kind("army_hq", "front_hq")  # 23.2
        self.panzer_corps = self._units_of_kind("panzer_corps_hq")  # 23.3
        self.tank_armies = self._units_of_kind("tank_army_hq")  # 23.4
        self.shock_armies = self._units_of_kind("shock_army_hq")
        self.panzer_divisions = self._units_of_kind("panzer")
        self.ss = of(u.index for u in units if u.group == "ss")
        self.corps = self._units_of_kind("tank", "mech")  # 5.5
        self.returning = self._units_of_kind("tiger", "assault_gun")  # 16.4
        self.tigers = self._units_of_kind("tiger")
        self.zhukov = next(u.index for u in units if u.kind == "leader" and u.side == "soviet")
        self.manstein = next(u.index for u in units if u.kind == "leader" and u.side == "german")
        self.attackers = (self.combat | self.support) & ~self.artillery & ~self.sappers
        """Units that can attack by themselves; sappers only some hexes (9.9), artillery and headquarters never."""
        self.mover = [self._mover(unit) for unit in units]

    def _mover(self, unit: Unit) -> int:
        """4.1, 4.5, 4.8 The class of costs a unit pays."""
        if unit.kind == "artillery":
            return GUNS | MECH
        return MECH if unit.mechanized else FOOT

    def _units_of_class(self, stacking: str) -> UnitSet:
        return of(u.index for u in self.unit if u.stacking == stacking)

    def _units_of_kind(self, *kinds: str) -> UnitSet:
        return of(u.index for u in self.unit if u.kind in kinds)

    # -- map -----------------------------------------------------------------------------------------------------

    def _read_map(self, charts: Table) -> None:
        self.playable = self.board.playable
        self._read_rivers()
        self._read_roads()
        self._read_places(charts.table("victory").table("points"))
        self._read_areas()
        self._read_dam(charts.table("dam"))
        self._read_lyutezh()
        self.west_bank = self._west_bank()

    def _read_rivers(self) -> None:
        """6.1, 9.4, 18 What flows between hexes, and the sea."""
        board, grid = self.board, self.grid
        self.sea_hexes = grid.full & ~self.playable
        self.sea: SideSet = board.side_set("sea") | grid.sides_between(self.playable, self.sea_hexes)
        self.major: SideSet = board.side_set("major")
        self.minor: SideSet = board.side_set("river") & ~self.major
        self.rivers: SideSet = self.major | self.minor  # 9.4
        self.banks = grid.ends(self.major)
        """The hexes at a major river."""
        self.major_of = {place: self.major & grid.sides_of(bit(place)) for place in members(self.banks)}
        """The major river hexsides of each."""
        self.zone_ways = grid.ways(grid.every_side & ~self.major & ~self.sea)  # 6.1
        self.land_ways = grid.ways(grid.every_side & ~self.sea)
        self.side_place = {side.number: side.index for side in board.sides.values()}
        """The place of every hexside that can be bridged, by its number."""

    def _read_roads(self) -> None:
        board = self.board
        self.main_roads: SideSet = board.line_sides("main")
        self.roads: SideSet = self.main_roads | board.line_sides("secondary")
        self.road_ways = self.grid.ways(self.roads)
        self.road_hexes = _ends(line.path for line in board.lines if line.kind in ("main", "secondary"))

    def _read_places(self, points: Table) -> None:
        """15.3, 30.2 Cities, towns and villages, and what they are worth."""
        board = self.board
        self.cities, self.towns = board.of_places("city"), board.of_places("town")
        self.villages = board.of_places("village")
        self.bases = self.cities | self.towns | self.villages  # 15.3
        self.points = {board.places[key].hex: points.whole(key) for key in points.values}  # 30.2
        self.objectives: HexSet = of(self.points)

    def _read_areas(self) -> None:
        """What the rules tell by parts of the map."""
        board = self.board
        self.marshes = board.of_terrain("marsh", "wooded_marsh")
        self.permanent_forts = [board.area("soviet_forts"), board.area("german_forts")]  # 19.4
        self.bridgeheads = board.area("bridgeheads")  # 19.5
        self.edge_sources = [board.area("soviet_supply"), board.area("german_supply")]  # 14.2
        self.entry = [board.areas["soviet_supply"].parts, board.areas["german_supply"].parts]  # 16.1
        self.half_hexes = [board.areas["half_hexes"].parts[letter] for letter in HALF_HEX_LETTERS]  # 27.1
        self.north_edge, self.west_edge = board.area("north_edge"), board.area("west_edge")
        self.open_edges = self.north_edge | self.west_edge  # 27.3, 30.2
        self.panther_line = board.area("panther_line")

    def _read_dam(self, dam: Table) -> None:
        """28.1, 28.2 The dam, what it is worth, and what it floods: the river below it."""
        lower = next(course for course in self.board.courses if course.key == "lower_dnieper")
        self.dam_hex = self.grid.index[dam.text("hex")]
        self.dam_points = {"destroyed": dam.whole("destroyed"), "intact": dam.whole("intact")}
        self.flood_marshes = self.board.area("flood")
        self.flood_sides = self.grid.side_set(lower.edges) & ~self.grid.sides_of(bit(self.dam_hex))

    def _read_lyutezh(self) -> None:
        """34.6 The bridgehead, the river north of the line, and what the Soviets get there on turn 19."""
        grid = self.grid
        self.lyutezh, self.north_of_lyutezh = self.board.area("lyutezh"), self.board.area("north_of_lyutezh")
        self.lyutezh_turn = LYUTEZH_TURN
        self.lyutezh_river = self.major & grid.sides_of(self.north_of_lyutezh)
        self.lyutezh_guns = self.board.hexes(*LYUTEZH_GUNS)
        self.lyutezh_pontoon = grid.side_number(*grid.side(LYUTEZH_PONTOON))
        paved = bit(grid.index[LYUTEZH_ROAD])
        self.lyutezh_road = grid.sides_between(paved, self.road_hexes | self.lyutezh_guns) & ~self.major & ~self.sea
        self.lyutezh_road_hexes = paved | self.lyutezh_guns

    def _west_bank(self) -> HexSet:
        """The hexes west of the Dnieper."""
        ways = self.grid.ways(self.grid.every_side & ~self.major & ~self.sea)
        reached = frontier = self.west_edge
        while frontier:
            frontier = self.grid.cross(frontier, ways) & self.playable & ~reached
            reached |= frontier
        return reached

    # -- railways ------------------------------------------------------------------------------------------------

    def _read_rails(self) -> None:
        """4.6, 17.1 All railways, the green ones that are repaired hex by hex, and the branches between them."""
        board = self.board
        self.rails: SideSet = board.line_sides("rail", "branch")
        self.rail_ways = self.grid.ways(self.rails)
        self.rail_hexes = _ends(line.path for line in board.lines if line.kind in ("rail", "branch"))
        self.green: SideSet = board.line_sides("rail")
        self.green_ways = self.grid.ways(self.green)
        self.green_hexes = _ends(line.path for line in board.lines if line.kind == "rail")
        self.green_before: dict[int, HexSet] = {}
        """17.4 The hexes before a hex on green lines, written from the Soviet side: there railheads go back."""
        for path in (line.path for line in board.lines if line.kind == "rail"):
            for one, two in pairwise(path):
                self.green_before[two] = self.green_before.get(two, 0) | bit(one)
        self.branches = tuple(Branch(line.key, of(part), bit(part[0]) | bit(part[-1])) for line in board.lines
                              if line.kind == "branch" for part in _cut(line.path, self.green_hexes))
        self.rail_crossings = self._rail_crossings()
        self.gorodnya = of(next(line.path for line in board.lines if line.key == "gorodnya"))  # 27.4
        self.soviet_august = board.area("soviet_august")
        self.rail_link = board.areas["rail_link"].parts  # 4.6
        self.rail_depth = self._rail_depth()

    def _rail_crossings(self) -> HexSet:
        """Where railways meet, and where they leave the map: an end anywhere else is a dead end (17.1)."""
        seen = meeting = 0
        green = (of(line.path) for line in self.board.lines if line.kind == "rail")
        for here in (*green, *(branch.hexes for branch in self.branches)):
            meeting |= seen & here
            seen |= here
        return meeting | self.north_edge | self.edge_sources[SOVIET] | self.edge_sources[GERMAN]

    def _rail_depth(self) -> dict[int, int]:
        """How far every railway hex lies from the Soviet edge by rail: railheads fall back towards it (17.4)."""
        depth = dict.fromkeys(members(self.edge_sources[SOVIET] & self.rail_hexes), 0)
        frontier, steps = of(depth), 0
        while frontier:
            steps += 1
            frontier = self.grid.cross(frontier, self.rail_ways) & ~of(depth)
            depth |= dict.fromkeys(members(frontier), steps)
        return depth

    # -- charts --------------------------------------------------------------------------------------------------

    def _read_charts(self, charts: Table) -> None:
        self._read_terrain(charts)
        self._read_stacking(charts.table("stacking"))
        self._read_combat(charts)
        self._read_supply(charts.table("supply"), charts.table("rail"))
        self._read_weather(charts.table("weather"))
        self._read_command(charts)
        self._read_victory(charts)
        limits = charts.table("limits")
        self.limit = {key: limits.whole(key) for key in limits.values if key != "source"}

    def _read_combat(self, charts: Table) -> None:
        """8, 9, 29 The results table, what shifts its columns, and the variable defence."""
        crt = charts.table("combat_results")
        self.primary, self.secondary = _half_of_crt(crt, "primary"), _half_of_crt(crt, "secondary")
        self.ladder = Ladder(crt.texts("ladder"))
        defence = charts.table("defence")
        self.fort_defence, self.hq_defence = defence.whole("fort"), defence.whole("headquarters")
        self.air_defence = (defence.whole("soviet_air"), defence.whole("german_air"))
        self.bonus_cap = defence.whole("cap")
        shifts = charts.table("shifts")
        self.shift = {key: shifts.whole(key) for key in shifts.values if key != "source"}
        combat = charts.table("combat")
        self.magnitudes = combat.wholes("magnitude")
        self.severe = frozenset(combat.wholes("severe_losses"))
        self.rerolled, self.command_units = combat.whole("rerolled"), combat.whole("command_units")
        self.command_range = combat.whole("command_range")
        variable = charts.table("variable_defence")
        self.variable = (variable.wholes("soviet"), variable.wholes("german"))
        self.variable_least = variable.whole("least")

    def _read_supply(self, supply: Table, rail: Table) -> None:
        """14, 17 Supply lines and railheads."""
        self.overland, self.overland_hq = supply.whole("overland"), supply.whole("headquarters")
        self.petrol = [(int(hexes), int(die)) for hexes, die in supply.values["petrol"]]
        self.attrition = supply.whole("attrition")
        self.repairs, self.repairs_each = rail.whole("repairs"), rail.whole("per_railhead")
        self.most_railheads, self.rail_units = rail.whole("railheads"), rail.whole("units")

    def _read_weather(self, weather: Table) -> None:
        """25 Dice for the weather of each turn."""
        self.clear_until, self.grounded = weather.whole("automatic"), frozenset(weather.wholes("grounded"))
        self.weather_dice = [_read_weather(Table(row, weather.name)) for row in weather.values["tables"]]

    def _read_command(self, charts: Table) -> None:
        """18, 20, 22, 26 What pontoons, airborne brigades, guns and leaders can do."""
        drop = charts.table("airborne")
        self.drop = {key: drop.whole(key) for key in drop.values if key != "source"}
        leaders = charts.table("leaders")
        self.leader_range, self.manstein_tries = leaders.whole("range"), leaders.whole("manstein_tries")
        self.manstein_succeeds = leaders.whole("manstein_succeeds")
        guns = charts.table("artillery")
        self.gun_range, self.gun_flips = guns.whole("range"), guns.whole("flips")
        pontoons = charts.table("pontoons")
        self.most_pontoons, self.early_pontoon = pontoons.whole("most"), pontoons.whole("early")

    def _read_victory(self, charts: Table) -> None:
        """27, 30 What the Central Front and the end of the game bring."""
        central, victory = charts.table("central_front"), charts.table("victory")
        self.central_from, self.central_gains = central.whole("from_turn"), central.wholes("gains")
        self.victory = {key: victory.whole(key) for key in ("margin", "lost_source", "step_not_removed", "exit_steps")}

    def _read_stacking(self, stacking: Table) -> None:
        """5 What may stand in one hex."""
        self.room = (stacking.wholes("soviet"), stacking.wholes("german"))
        self.army_room = stacking.wholes("soviet_army")
        self.load = [has(self.combat, unit) + SUPPORTING * has(self.support, unit) for unit in range(len(self.unit))]
        """5.1 One for every combat unit and, in another digit, one for every support unit."""
        self.bearable = [frozenset(combat + SUPPORTING * support for combat, most in enumerate(room)
                                   for support in range(most + 1)) for room in self.room]
        """5.2, 5.3 The loads that may be in one hex, for each side; a Soviet army has more room (5.5)."""

    def _read_terrain(self, charts: Table) -> None:
        """4.1, 9.1 What the ground of every hex costs, in halves, and adds to the defence."""
        terrain, places, board = charts.table("terrain"), charts.table("places"), self.board
        ground = {
            key: (terrain.table(key).whole("mech"), terrain.table(key).whole("foot"),
                  terrain.table(key).whole("defence"))
            for key in board.terrains if key in terrain.values
        }
        self.mech_cost, self.foot_cost, self.terrain_defence = (
            [ground[key][n] * (HALVES if n < 2 else 1) if key in ground else 0 for key in board.terrain]
            for n in range(3)
        )
        self.place_defence: dict[int, int] = {}
        for place in board.places.values():
            row = places.table(place.kind)
            self.place_defence[place.hex] = row.whole("defence")
            if place.kind != "village":
                self.mech_cost[place.hex] = row.whole("mech") * HALVES
                self.foot_cost[place.hex] = row.whole("foot") * HALVES
        movement = charts.table("movement")
        self.cost = {key: _halves(movement, key) for key in movement.values if key != "source"}

    def _read_turns(self, turns: Table) -> None:
        self.dates = _dates(turns)
        self.marks = _per_turn(turns, "marks")
        self.replacements = [  # 16.2: of each side the mechanized ones and the others
            (_per_turn(turns, f"{side}_mech"), _per_turn(turns, f"{side}_foot")) for side in SIDES
        ]

    def sector(self, month: str, code: str) -> HexSet:
        """31.2 The sector of an army or front: every hex of its side nearest to the front line of that sector."""
        if (month, code) not in self._sectors:
            for side, name in enumerate(SIDES):
                line = self.board.areas[f"{name}_front_{month}"].parts
                behind = self.board.area(f"soviet_{month}")
                behind = behind if side == SOVIET else self.playable & ~behind
                for key, hexes in _nearest(self, line, behind).items():
                    self._sectors[month, key] = hexes
        return self._sectors[month, code]

    def front_line(self, month: str, side: int) -> Mapping[str, HexSet]:
        """The front line of a side at the start of a scenario, by sectors."""
        return self.board.areas[f"{SIDES[side]}_front_{month}"].parts

    def side_number(self, here: int, there: int) -> int:
        """The number of the hexside between two neighbours."""
        return self.grid.side_number(here, there)

    def side_name(self, side: int) -> str:
        """The seat and name of a side."""
        return SIDES[side]


def _nearest(theatre: Theatre, line: Mapping[str, HexSet], behind: HexSet) -> dict[str, HexSet]:
    """The hexes behind a line, each to the part of the line that is nearest; the first part where two are."""
    reached = {key: hexes & behind for key, hexes in line.items()}
    claimed = of(place for hexes in reached.values() for place in members(hexes))
    frontier = dict(reached)
    while any(frontier.values()):
        for key, hexes in frontier.items():
            wave = theatre.grid.cross(hexes, theatre.land_ways) & behind & ~claimed
            claimed |= wave
            reached[key] |= wave
            frontier[key] = wave
    return reached


def _cut(path: tuple[int, ...], at: HexSet) -> list[tuple[int, ...]]:
    """A line in parts that meet in those of its hexes."""
    cuts = [0, *(place for place in range(1, len(path) - 1) if at >> path[place] & 1), len(path) - 1]
    return [path[begin:end + 1] for begin, end in pairwise(cuts)]


def _ends(paths: Iterable[Iterable[int]]) -> HexSet:
    return of(place for path in paths for place in path)


def _half_of_crt(table: Table, key: str) -> ColumnTable:
    return ColumnTable.read(Table({"columns": table.values["columns"], "rows": table.values[key]}, table.name))


def _read_weather(row: Table) -> tuple[int, int, dict[int, int]]:
    """First and last turn of a weather table, and the weather by die."""
    first, last = row.pair("turns")
    return first, last, {die: weather for weather, key in enumerate(WEATHER) for die in row.wholes(key)}


def _halves(table: Table, key: str) -> int:
    value = table.values[key]
    if not isinstance(value, int | float) or value * HALVES != int(value * HALVES):
        raise table.fail("'{key}' must be movement points, in halves at most, not {value!r}", key=key, value=value)
    return int(value * HALVES)


def _per_turn(table: Table, key: str) -> list[int]:
    values = table.wholes(key)
    if len(values) != LAST_TURN:
        raise table.fail("'{key}' must have a number for each of the {turns} turns", key=key, turns=LAST_TURN)
    return values


def _dates(table: Table) -> list[Words]:
    """The days of the turns, in words."""
    dates = [Table({"date": date}, table.name).words("date") for date in table.values.get("dates", ())]
    if len(dates) != LAST_TURN:
        raise table.fail("'dates' must have a text for each of the {turns} turns", turns=LAST_TURN)
    return dates


def along(path: Iterable[int]) -> Iterable[Edge]:
    """The steps of a path."""
    return pairwise(path)


def points(halves: int) -> float:
    """Movement points out of halves; one hex whatever it costs counts as nothing spent."""
    return max(halves, 0) / 2 if halves % 2 else max(halves, 0) // 2


__all__ = [
    "AIRBORNE",
    "ASIDE",
    "CENTRAL",
    "CLEAR",
    "DEAD",
    "EMPTY",
    "FOOT",
    "GERMAN",
    "GUNS",
    "HALF_HEX_LETTERS",
    "HALVES",
    "HQ",
    "LAST_TURN",
    "LEADER",
    "MECH",
    "NOBODY",
    "OVERCAST",
    "RAIN",
    "RESERVE",
    "SETUP",
    "SIDES",
    "SOVIET",
    "STAVKA",
    "WEATHER",
    "WEST",
    "Theatre",
    "Unit",
    "along",
    "bit",
    "has",
    "members",
    "of",
    "read_units",
]
