"""Chapter 2: the counters, and everything about map and charts that play looks up all the time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from stavka.kit.board import Board, Side
from stavka.kit.counters import Counter, Counters, read_counter
from stavka.kit.data import Table, Words
from stavka.kit.hexset import HexSet, SideSet, UnitSet, bit, has, of
from stavka.kit.position import Layout
from stavka.kit.reach import CLOSED, Steps, charges, step_table
from stavka.kit.tables import ColumnTable

SEATS: Final = ("1bf", "1uf")
SIDES: Final = ("1bf", "1uf", "german")
RUNNERS: Final = ("1bf", "1uf", "")
"""The Germans of each sector are run by the player of the other Front (1.1b): nobody runs them all."""

BF: Final = 0
UF: Final = 1
GERMAN: Final = 2
FRONTS: Final = (BF, UF)
"""The Fronts and their sectors have the same numbers."""

REICHSTAG: Final = 2
"""The sector of the Reichstag hex: neither of the two (5.1)."""

NOBODY: Final = -1
"""No unit."""

NOWHERE: Final = -1
"""No hex."""

GERMAN_STACK: Final = 3  # 10.3
SOVIET_STACK: Final = 2  # 10.2
LARGE: Final = 1 << 8
"""10.2 The digit in which the corps and divisions of a stack are counted."""
LAST_TURN: Final = 10  # 21.1

HIGHLY_MOBILE: Final = ("tank", "panzer", "assault_gun", "mechanised", "panzergrenadier", "reconnaissance", "cavalry")
"""25.1 The kinds of unit that are highly mobile."""

EDGES: Final = ("north", "east", "south", "west")
STAGES: Final = ("tower", "pool", "garrison", "spree", "panzer_1uf", "panzer_1bf", "north", "south", "ukrainian",
                 "steiner", "corps_20", "turn")


@dataclass(frozen=True)
class Unit(Counter):
    """A counter of this game (2.5)."""

    strength: int = 0
    defends: bool = False
    """2.6 The factor is printed in parentheses: the unit never attacks."""
    static: bool = False
    stage: str = ""
    """The step of the set-up that brings it (3.2 - 3.14)."""
    turn: int = 0
    """The turn it enters on; 0 if it is there from the start."""
    edge: str = ""
    """The edge it enters by (7.1, 8.2)."""
    hex: str = ""
    """The hex of its name (3.2)."""

    @property
    def is_large(self) -> bool:
        """10.2 A corps or division."""
        return self.size in ("XXX", "XX")


def read_units(table: Table) -> Counters[Unit]:
    """The counters of ``counters.toml``: each line completed by its class."""
    classes, formations = table.table("classes"), table.table("formations")
    return Counters([_read_unit(key, i, unit, classes, formations) for i, (key, unit) in
                     enumerate(table.tables("units"))])


def _read_unit(key: str, index: int, line: Table, classes: Table, formations: Table) -> Unit:
    name = line.text("class")
    if name not in classes.values:
        raise line.fail("there is no class {name!r}", name=name)
    formation = line.text("formation")
    if formation not in formations.values:
        raise line.fail("there is no formation {formation!r}", formation=formation)
    shared = classes.table(name)
    values: dict[str, Any] = {
        **shared.values, **line.values, "formation": formations.values[formation],
        "source": {"identity": line.text("source"), **shared.table("source").values},
    }
    table = Table(values, line.name)
    return Unit(
        **read_counter(key, index, table, SIDES),
        strength=table.whole("strength", least=0),
        defends=table.truth("defends"),
        static=table.truth("static"),
        stage=table.one_of("stage", STAGES),
        turn=table.whole("turn", 0, least=0),
        edge=table.one_of("edge", (*EDGES, ""), ""),
        hex=table.text("hex", ""),
    )


class Berlin(Layout):
    """The map, counters and charts prepared for play: shared by all positions, never changed."""

    def __init__(self, board: Board, units: Counters[Unit], charts: Table, scenarios: Table) -> None:
        super().__init__(board, units, SIDES, RUNNERS)
        self.unit = tuple(units)
        self._read_units()
        self._read_map()
        self._read_charts(charts)
        self._read_ready(scenarios)
        self._prepare_steps()

    def _read_units(self) -> None:
        units = self.unit
        self.strength = [unit.strength for unit in units]
        self.large: UnitSet = of(u.index for u in units if u.is_large)
        self.load = [1 + LARGE * (u.is_large and self.side_of[u.index] != GERMAN) for u in units]
        """10.2, 10.3 One for every unit and, in another digit, one for every Soviet corps or division."""
        self.static: UnitSet = of(u.index for u in units if u.static)
        self.defends: UnitSet = of(u.index for u in units if u.defends)
        self.zeros: UnitSet = of(u.index for u in units if not u.strength)  # 12.13
        self.highly_mobile: UnitSet = of(u.index for u in units if u.kind in HIGHLY_MOBILE)
        self.towers = self.of_kind("flak_tower")
        self.strategic = self.of_kind("strategic")
        self.command_posts = self.of_kind("command_post")
        self.airstrips = self.of_kind("emergency_airfield")
        self.depots = self.of_kind("depot")
        self.snipers = self.of_kind("sniper")
        self.scouts = [of(u.index for u in units if u.kind == "reconnaissance" and u.side == seat) for seat in SEATS]
        self.engineers = [[u.index for u in units if u.kind == "engineer" and u.side == seat] for seat in SEATS]
        self.static_infantry = self.of_kind("infantry") & self.static  # 16.3
        self.pool: UnitSet = of(u.index for u in units if u.stage == "pool")  # 3.3
        self.soviets = [[u.index for u in units if u.side == seat] for seat in SEATS]
        self.mobile = [u.index for u in units if u.side == SIDES[GERMAN] and not u.static]
        """The German mobile units (2.4a)."""
        self.mobile_set: UnitSet = of(self.mobile)

    def of_kind(self, kind: str) -> UnitSet:
        """All units of a kind."""
        return of(unit.index for unit in self.unit if unit.kind == kind)

    def _read_map(self) -> None:
        board, grid = self.board, self.grid
        self.playable = board.playable
        self.reichstag = board.places["reichstag"].hex
        self.reichstag_bit: HexSet = bit(self.reichstag)
        ukrainian = board.area("sector_1uf")
        self.whole_sector = (grid.full & ~ukrainian & ~self.reichstag_bit, ukrainian)
        """5.4 The hexes of each sector where markers may lie: lakes, which no unit enters, are among them (10.6)."""
        self.sector = (self.whole_sector[BF] & self.playable, ukrainian & self.playable)
        """5.1 The hexes of each sector, the Reichstag in neither."""
        self.area = tuple(sector | self.reichstag_bit for sector in self.sector)
        """5.2b Where the units of each Front may go."""
        self.near = [of(neighbours) for neighbours in grid.neighbours]
        self.objectives = board.of_places("objective", "reichstag")
        self.sector_objectives = tuple(self.objectives & sector for sector in self.sector)  # 7.4
        self.potsdam = board.places["potsdam"].hex
        self.sbahn = board.area("sbahn")
        self.airfields = board.area("airfield")
        self.assault_hexes = self.objectives | board.of_terrain("urban") | self.sbahn  # 12.21
        self.road_hexes = of(place for line in board.lines if line.kind == "road" for place in line.path)  # 16.3
        self.edges = {edge: board.area(f"edge_{edge}") & self.playable for edge in EDGES}
        self.west_of_havel = board.area("west_of_havel")
        self.rivers: SideSet = board.side_set("river")
        self.lakes: SideSet = board.side_set("lake")
        self.bridges: SideSet = board.side_set("bridge")
        self.roads: SideSet = board.line_sides("road", "rail")
        self.bridges_at: dict[int, list[Side]] = {}
        """The bridges on the sides of each hex that has any (18.1)."""
        for side in board.sides.values():
            for place in side.edge:
                self.bridges_at.setdefault(place, []).append(side)

    def _read_charts(self, charts: Table) -> None:
        self._read_ground(charts)
        self._read_combat(charts)
        self._read_fronts(charts)
        self._read_germans(charts)
        self._read_victory(charts.table("victory"))
        turns = charts.table("turns")
        self.dates: list[Words] = [Table({"date": date}, turns.name).words("date") for date in turns.values["dates"]]
        if len(self.dates) != LAST_TURN:
            raise turns.fail("'dates' must have a day for each of the {turns} turns", turns=LAST_TURN)

    def _read_ground(self, charts: Table) -> None:
        """9.9, 12.17 What it costs to enter hexes and cross rivers, and what they give to defenders."""
        board = self.board
        terrain, areas, sides = charts.table("terrain"), charts.table("areas"), charts.table("hexsides")
        move = {key: terrain.table(key).whole("move", least=1) for key in terrain.values}
        defence = {key: terrain.table(key).whole("defence", least=1) for key in terrain.values}
        self.move = [move.get(key, CLOSED) for key in board.terrain]
        """9.9 The movement points to enter each hex."""
        self.defence = [defence.get(key, 0) for key in board.terrain]
        """12.17 The multiple each hex gives its defenders."""
        for key, hexes in (("sbahn", self.sbahn), ("objective", self.objectives)):
            for place in board.grid.index.values():
                if has(hexes, place):
                    self.move[place] = max(self.move[place], areas.table(key).whole("move"))
                    self.defence[place] = max(self.defence[place], areas.table(key).whole("defence"))
        self.road_move = charts.table("lines").table("road").whole("move")
        self.river_move = sides.table("river").whole("move")
        self.river_defence = sides.table("river").whole("defence")

    def _read_combat(self, charts: Table) -> None:
        """12 Results tables and multiples."""
        self.crt = {name: ColumnTable.read(charts.table(f"{name}_results")) for name in ("mobile", "assault")}
        multiples = charts.table("multiples")
        self.most = multiples.whole("most")  # 12.20
        self.support, self.jet = multiples.whole("bombardment"), multiples.whole("jet")
        self.flak, self.flak_range = multiples.whole("flak"), multiples.whole("flak_range")

    def _read_fronts(self, charts: Table) -> None:
        """6, 9, 15 How Soviets move, what Stavka points buy, and bombardment."""
        movement = charts.table("movement")
        self.soviet_move, self.march = movement.whole("soviet"), movement.whole("march")
        self.mobile_march = movement.whole("highly_mobile_march")
        self.interdiction = movement.whole("interdiction")
        points = charts.table("stavka_points")
        self.points_limit = points.whole("limit")
        self.price = {key: points.whole(key) for key in (
            "corps", "division", "smaller", "artillery", "air", "march", "printed_march", "maximum_effort")}
        bombardment = charts.table("bombardment")
        self.radius = {key: bombardment.whole(f"{key}_range") for key in ("artillery", "air")}
        self.markers = {key: bombardment.wholes(key) for key in ("artillery", "air")}
        self.bombardment_turn = bombardment.whole("from_turn")

    def _read_germans(self, charts: Table) -> None:
        """16, 18, 22 Static units, demolition, and who may come to their relief."""
        statics = charts.table("statics")
        self.draw_up_to = statics.whole("draw_up_to")
        self.sniper_range, self.recon_range = statics.whole("sniper_range"), statics.whole("recon_range")
        self.rebuilt = statics.whole("airfield_units")
        self.blown_up_to = charts.table("demolition").whole("blown_up_to")
        fantasy = charts.table("fantasy")
        self.fantasy_turn, self.never = fantasy.whole("from_turn"), fantasy.whole("never")

    def _read_victory(self, victory: Table) -> None:
        """21 What counts."""
        self.points = {place.hex: victory.whole("objective") for place in self.board.places.values()
                       if place.kind == "objective"}
        self.points |= {self.potsdam: victory.whole("potsdam"), self.reichstag: victory.whole("reichstag")}
        self.marker_points, self.unit_points = victory.whole("strategic"), victory.whole("unit")

    def _read_ready(self, scenarios: Table) -> None:
        """The ready-made set-up: for each step of it the hexes in the order in which they are filled."""
        ready = scenarios.table("ready")
        for key in ready.values:
            if key != "source":
                for number in ready.texts(key):
                    if number not in self.grid.index:
                        raise ready.fail("'{key}': there is no hex {number!r}", key=key, number=number)
        self.ready = {key: [self.grid.index[number] for number in ready.texts(key)]
                      for key in ready.values if key != "source"}
        draws = scenarios.table("draws")
        self.draws = {key: draws.whole(key) for key in ("reichstag", "against_1uf", "against_1bf", "garrison_1uf")}
        self.command_posts_of = [[self.units.index(id) for id in scenarios.table("command_posts").texts(seat)]
                                 for seat in SEATS]  # 23.1c

    def _prepare_steps(self) -> None:
        """9.9 - 9.11 What every step costs: while all bridges stand, where none does, and where engineers help."""
        grid, roads = self.grid, [(self.roads & ~self.bridges, self.road_move)]
        dry = [(self.rivers & ~self.bridges, self.river_move), (self.lakes & ~self.bridges, CLOSED)]
        self.outside = [charges(grid, (self.playable & ~area, CLOSED)) for area in self.area]
        """The extra cost to enter the hexes outside each Front's area: they are closed to all who fight in it (5.2)."""
        self.free = bytes(grid.size)
        """Leaving a hex costs nothing."""
        self.steps_standing: Steps = step_table(grid, self.move, dry, [(self.roads, self.road_move)])
        wet = [(self.rivers, self.river_move), (self.lakes, CLOSED)]
        self.steps_blown: Steps = step_table(grid, self.move, wet, roads)  # 18.5: a road ends at a blown bridge
        self.steps_helped: Steps = step_table(grid, self.move, [(self.lakes, CLOSED)], roads)  # 19.1a

    def sector_of(self, place: int) -> int:
        """The sector of a hex: 0 of the 1BF, 1 of the 1UF, 2 the Reichstag."""
        if place == self.reichstag:
            return REICHSTAG
        return UF if has(self.whole_sector[UF], place) else BF


def player(sector: int, german: bool) -> str:
    """1.1b The seat that runs a force: a Front its own player, the Germans of its sector the other."""
    return SEATS[1 - sector if german else sector]
