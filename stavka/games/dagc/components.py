"""Chapter 2: the counters, and everything about map and charts that play looks up all the time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from stavka.kit.board import Board, Edge
from stavka.kit.counters import Counter, Counters, read_counters
from stavka.kit.data import DataError, Table
from stavka.kit.hexset import HexSet, UnitSet, bit, has, of
from stavka.kit.position import Layout
from stavka.kit.reach import Steps
from stavka.kit.tables import ColumnTable
from stavka.kit.trace import Moves, Toll

SIDES: Final = ("soviet", "german")
SOVIET: Final = 0
GERMAN: Final = 1

LAST_TURN: Final = 9  # 5.1
STACK_LIMIT: Final = 2  # 6.1
SCENARIO_GROUPS: Final = ("north_ukraine", "fifth_panzer")  # 3.1: only a scenario brings them into play


@dataclass(frozen=True)
class Unit(Counter):
    """A counter of this game (2.4)."""

    combat: tuple[int, ...] = ()
    """Combat factor at full strength and reduced; one number means one step (2.11); none an air army."""
    movement: int = 0
    start: str | None = None
    turn: int | None = None
    asterisk: bool = False
    zone: str | None = None
    """Where a Korps Gruppe may enter: north or south of the Dvina (10.4)."""

    @property
    def begins(self) -> str:
        """3.1 Its hex, or its turn on the turn record track."""
        return self.start or f"turn.{self.turn}"

    @property
    def is_air(self) -> bool:
        """An air army (13.1)."""
        return self.kind == "air"

    @property
    def is_first_ukrainian(self) -> bool:
        """Belongs to the 1st Ukrainian Front (2.5)."""
        return self.group == "first_ukrainian"

    @property
    def is_replaceable(self) -> bool:
        """10.7 All but fortified localities and Korps Gruppen."""
        return self.kind != "locality" and self.group != "korps_gruppe"


def read_units(table: Table) -> Counters[Unit]:
    """The counters of ``counters.toml``."""
    return read_counters(table, SIDES, _read_unit)


def _read_unit(table: Table, common: dict[str, Any]) -> Unit:
    is_air = common["kind"] == "air"
    combat = () if is_air else tuple(table.wholes("combat"))
    if not is_air and not 1 <= len(combat) <= 2:
        raise table.fail("'combat' must be one factor, or a full and a reduced one")  # 2.11
    return Unit(
        **common,
        combat=combat,
        movement=0 if is_air else table.whole("movement", least=0),
        start=table.text("start", "") or None,
        turn=table.whole("turn", 0, least=0) or None,
        asterisk=table.truth("asterisk"),
        zone=table.one_of("zone", ("north", "south", ""), "") or None,
    )


class Theatre(Layout):
    """The map, counters and charts prepared for play: shared by all positions, never changed."""

    def __init__(self, board: Board, units: Counters[Unit], charts: Table) -> None:
        super().__init__(board, units, SIDES)
        self.unit = tuple(units)
        for unit in self.unit:  # 3.1
            if unit.group not in SCENARIO_GROUPS and unit.begins not in board.index:
                raise DataError("counters.toml: units.{unit}: it begins in {begins!r}: no such place", unit=unit.id,
                                begins=unit.begins)
        self._read_units()
        self._read_map(charts)
        self._read_charts(charts)
        self.steps = _movement_tables(self, charts)
        self.steps_with_strait = _movement_tables(self, charts, strait=True)

    def _read_units(self) -> None:
        units = self.unit
        self.full = [unit.combat[0] if unit.combat else 0 for unit in units]
        self.half = [unit.combat[-1] if unit.combat else 0 for unit in units]
        self.two_steps: UnitSet = of(u.index for u in units if len(u.combat) == 2)
        self.air: UnitSet = of(u.index for u in units if u.is_air)
        self.localities: UnitSet = of(u.index for u in units if u.kind == "locality")
        self.cav_mech: UnitSet = of(u.index for u in units if u.kind == "cav_mech")
        self.shock: UnitSet = of(u.index for u in units if u.kind == "shock")
        self.first_ukrainian: UnitSet = of(u.index for u in units if u.is_first_ukrainian)
        self.korps_gruppen: UnitSet = of(u.index for u in units if u.group == "korps_gruppe")
        self.ground = [
            [u.index for u in units if self.side_of[u.index] == side and not u.is_air] for side in (SOVIET, GERMAN)
        ]
        """The ground units of each side."""
        self.ground_units: list[UnitSet] = [of(own) for own in self.ground]
        self.air_armies = [u.index for u in units if u.is_air]

    def _read_map(self, charts: Table) -> None:
        board = self.board
        self.playable = board.playable
        self.german_start = board.area("german_start")
        self.soviet_start = self.playable & ~self.german_start
        self.entrenchments = [board.area("soviet_entrenchment"), board.area("german_entrenchment")]
        self.sources = [board.area("soviet_supply"), board.area("german_supply")]
        self.north_ukraine_entry = board.area("north_ukraine_entry")
        self.first_ukrainian_entry = board.area("first_ukrainian_entry")
        self.first_ukrainian_area = board.area("first_ukrainian")
        self.baltic_coast = board.area("baltic_coast")
        self.north_of_dvina = board.area("north_of_dvina")
        self.partisan = board.area("partisan")
        self.west_pripyat = board.of_terrain("west_pripyat")
        self.cities = board.of_places("city")
        self.towns = board.of_places("town")
        self.koenigsberg = board.places[charts.table("victory").text("sudden_death")].hex  # 4.2
        self._read_ports(charts)
        self._read_water()

    def _read_ports(self, charts: Table) -> None:
        """7.9 Towns at the coast, with a few exceptions."""
        board, ports = self.board, charts.table("ports")
        no_port = {board.places[key].hex for key in ports.texts("none")}
        self.ports = {
            place.hex: charts.table("places").table(place.kind).whole("port")
            for place in board.places.values()
            if has(board.area("coast"), place.hex) and place.hex not in no_port
        }
        self.port_hexes: HexSet = of(self.ports)
        self.port_range = ports.whole("range")

    def _read_water(self) -> None:
        """7.2, 9.8 Rivers, the strait, lakes and the sea, and who may pass them."""
        board = self.board
        self.rivers = _both_ways(board.edges("river"))
        self.straits = _both_ways(board.edges("strait"))
        self.water = _both_ways(board.edges("water"))
        self.strait_hexes = of(i for edge in self.straits for i in edge)
        # 7.2: no line crosses all-lake or all-sea hexsides; the strait is open to the Soviets in control of it.
        self.supply_moves: list[Moves] = [
            Moves(self.grid, board.side_set("water", "strait")),
            Moves(self.grid, board.side_set("water", "strait"), [Toll(2, board.side_set("border"))]),  # 7.8
        ]
        self.strait_supply = Moves(self.grid, board.side_set("water"))
        self.retreat_moves = Moves(self.grid, board.side_set("water", "strait"))  # 9.7, 9.8
        self.combat_moves = Moves(self.grid, board.side_set("water"))
        self.open_country = Moves(self.grid)
        self.crossings = Moves(self.grid, ~board.side_set("river", "strait"))
        """Steps across a river; the strait counts as one (9.8)."""

    def _read_charts(self, charts: Table) -> None:
        self.crt = ColumnTable.read(charts.table("combat_results"))
        self._read_terrain(charts)
        self._read_movement(charts.table("movement"), charts.table("bagration"))
        self._read_turns(charts.table("turns"))
        victory = charts.table("victory")
        self.points_needed = victory.whole("needed")
        self.coast_points = victory.whole("coast")
        self.first_ukrainian_points = victory.whole("first_ukrainian")
        air = charts.table("air")
        self.air_removed = (air.whole("removed_main_front"), air.whole("removed_first_ukrainian"))
        self.air_fatigue_turn = air.whole("removed_turn")
        self.armour_chances = [  # 12.6: first turn, last turn, lowest die that fails
            (*row.pair("turns"), row.whole("fails_from"))
            for row in (Table(values, charts.name) for values in charts.table("armour").values["chances"])
        ]

    def _read_terrain(self, charts: Table) -> None:
        """4.1, 11.9 What places are worth, and what the ground adds to the defence."""
        board = self.board
        terrain = charts.table("terrain")
        defence = {key: terrain.table(key).whole("defence") for key, kind in board.terrains.items() if kind.playable}
        self.terrain_defence = [defence.get(key, 0) for key in board.terrain]
        places = charts.table("places")
        self.place_defence = {
            place.hex: places.table(place.kind).whole("defence") for place in board.places.values()
        }
        self.points = {place.hex: places.table(place.kind).whole("points") for place in board.places.values()}
        sides = charts.table("hexsides")
        self.river_defence = sides.table("river").whole("defence")
        self.entrenchment_defence = charts.table("areas").table("entrenchment").whole("defence")
        self.partisan_shift = charts.table("areas").table("partisan").whole("shift")

    def _read_movement(self, extra: Table, bagration: Table) -> None:
        """8, 9 What zones and stacks cost, and Operation Bagration's reach."""
        self.enter_zone, self.leave_zone = extra.whole("enter_zone"), extra.whole("leave_zone")
        self.enter_stack, self.leave_stack = extra.whole("enter_stack"), extra.whole("leave_stack")
        self.bagration_movement = extra.whole("bagration")
        self.bagration_range = bagration.whole("range")
        self.bagration_marker = self.board.index[bagration.text("marker")]
        self.bold_stroke_marker = self.board.index[bagration.text("bold_stroke")]

    def _read_turns(self, turns: Table) -> None:
        """What the turn track tells."""
        self.replacements = [_per_turn(turns, "soviet_replacements"), _per_turn(turns, "german_replacements")]
        self.dates = turns.words_list("dates")
        if len(self.dates) != LAST_TURN:
            raise turns.fail("'dates' must have a week for each of the {turns} turns", turns=LAST_TURN)
        self.no_bomb_plot = turns.whole("no_bomb_plot")
        self.no_bomb_plot_failed_dday = turns.whole("no_bomb_plot_failed_dday")
        self.soviet_oos_turn = turns.whole("soviet_out_of_supply")

    def is_front(self, unit: int) -> bool:
        """Whether the unit is of the 1st Ukrainian Front, which keeps apart from all others (6.10)."""
        return bool(self.first_ukrainian >> unit & 1)

    def side_name(self, side: int) -> str:
        """The seat and name of a side."""
        return SIDES[side]


def _per_turn(table: Table, key: str) -> list[int]:
    values = table.wholes(key)
    if len(values) != LAST_TURN:
        raise table.fail("'{key}' must have a number for each of the {turns} turns", key=key, turns=LAST_TURN)
    return values


def _both_ways(edges: frozenset[Edge]) -> frozenset[Edge]:
    return edges | {(b, a) for a, b in edges}


def _movement_tables(theatre: Theatre, charts: Table, strait: bool = False) -> dict[str, Steps]:
    """Chapter 9: what each step costs each class of units, stacking and zones of control apart."""
    terrain, sides = charts.table("terrain"), charts.table("hexsides")
    normal = {key: terrain.table(key).whole("move", least=1) for key in terrain.values}
    easy = {key: terrain.table(key).whole("cav_mech", least=1) for key in terrain.values}  # 12.3
    river = sides.table("river").whole("move")  # 9.6
    partisan = charts.table("areas").table("partisan").whole("move")  # 9.9
    crossing = sides.table("strait").whole("move")  # 9.8
    everywhere = theatre.playable
    front_area = theatre.first_ukrainian_area | theatre.soviet_start  # 10.2

    def steps(costs: dict[str, int], may_enter: HexSet, extra_hexes: HexSet = 0, extra: int = 0) -> Steps:
        board = theatre.board
        table: list[tuple[tuple[int, int], ...]] = []
        for here in range(theatre.grid.size):
            row = []
            for there in theatre.grid.neighbours[here]:
                edge = (here, there)
                closed = edge in theatre.water or (edge in theatre.straits and not strait)  # 9.7, 9.8
                if closed or not has(may_enter, there):
                    continue
                cost = costs[board.terrain[there]]
                cost += river if edge in theatre.rivers else 0
                cost += crossing if edge in theatre.straits else 0
                cost += extra if has(extra_hexes, there) else 0
                row.append((there, cost))
            table.append(tuple(row))
        return table

    german_hexes = everywhere & ~theatre.entrenchments[SOVIET]  # 9.12
    return {
        "soviet": steps(normal, everywhere),
        "cav_mech": steps(easy, everywhere),
        "front": steps(normal, front_area),
        "front_cav_mech": steps(easy, front_area),
        "german": steps(normal, german_hexes, theatre.partisan, partisan),
    }


__all__ = ["GERMAN", "LAST_TURN", "SIDES", "SOVIET", "STACK_LIMIT", "Theatre", "Unit", "bit", "read_units"]
