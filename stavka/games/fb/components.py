"""Chapter 2: the counters, and everything about map and charts that play looks up all the time."""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise
from typing import Any, Final

from stavka.kit.board import Board
from stavka.kit.counters import Counter, Counters, read_counters
from stavka.kit.data import Table, Words
from stavka.kit.hexset import UnitSet, has, of
from stavka.kit.position import Layout
from stavka.kit.reach import Steps
from stavka.kit.trace import Moves

SIDES: Final = ("soviet", "german")
SOVIET: Final = 0
GERMAN: Final = 1

NATIONS: Final = ("soviet", "polish", "german")
INFANTRY, ARMOUR, NO_ARM = "infantry", "armour", "none"

SCALE: Final = 8
"""Movement points are counted in eighths: of two ways at the same price the one under less fire is the cheaper."""

RESERVE, WORN_OUT = "box.reserve", "box.worn_out"
NORTH_GERMAN, NORTH_POLISH = "box.north_german", "box.north_polish"
DEAD, TRAIN_POOL, KATYUSHA_POOL, SETUP = ("dead.soviet", "dead.german"), "pool.train", "pool.katyusha", "setup"
COVERING_POOL = {"soviet": "pool.soviet_covering", "polish": "pool.polish_covering"}


@dataclass(frozen=True)
class Entry:
    """The event that brings a unit, the turn printed for it, and where it puts the unit (5.1)."""

    event: str
    turn: int
    place: str


@dataclass(frozen=True)
class Unit(Counter):
    """A counter of this game (2.2)."""

    nation: str = ""
    arm: str = NO_ARM
    """What the unit counts as for combined arms (9.5): infantry, armour or neither."""
    artillery: bool = False
    """An orange counter, which may bombard (3.0, 8.2.1)."""
    attack_modifier: int = 0
    """The blue number."""
    defence_modifier: int = 0
    """The green number."""
    movement: int = 0
    star: bool = False
    """Whether it can become fanatic (10.6)."""
    division: str | None = None
    brigade: str | None = None
    rail_only: bool = False
    start: Mapping[str, str] = field(default_factory=dict)
    """Where it begins, by scenario."""
    entry: Entry | None = None


def read_units(table: Table) -> Counters[Unit]:
    """The counters of ``counters.toml``."""
    kinds = dict(table.tables("kinds"))
    divisions = table.table("divisions").values
    return read_counters(table, SIDES, partial(_read_unit, kinds, divisions))


def _read_unit(kinds: Mapping[str, Table], divisions: Mapping[str, object], table: Table,
               common: dict[str, Any]) -> Unit:
    kind = kinds.get(common["kind"])
    if kind is None:
        raise table.fail("'kind': there is no kind {found!r}", found=common['kind'])
    division = table.text("division", "") or None
    if division is not None and division not in divisions:
        raise table.fail("'division': there is no division {division!r}", division=division)
    start = table.table("start")
    entry = table.table("entry", {})
    return Unit(
        **common,
        nation=table.one_of("nation", NATIONS),
        arm=kind.one_of("arm", (INFANTRY, ARMOUR, NO_ARM)),
        artillery=kind.truth("artillery"),
        attack_modifier=table.whole("attack_modifier"),
        defence_modifier=table.whole("defence_modifier"),
        movement=table.whole("movement", least=0),
        star=table.truth("star"),
        division=division,
        brigade=table.text("brigade", "") or None,
        rail_only=table.truth("rail_only"),
        start={scenario: start.text(scenario) for scenario in start.values},
        entry=Entry(entry.text("event"), entry.whole("turn"), entry.text("place")) if entry.values else None,
    )


@dataclass(frozen=True)
class HistoricalEvent:
    """An event of the turn record track (5.1)."""

    letter: str
    side: int
    turn: int
    effect: str
    name: Words
    amount: int = 0
    what: str = ""
    units: tuple[int, ...] = ()
    source: str = ""
    target: str = ""


@dataclass(frozen=True)
class Plan:
    """What differs between the scenarios (2.3)."""

    key: str
    free: bool
    supply: int
    needed: int
    delayed: tuple[str, ...] = ()
    """Soviet events that may be taken later than printed."""
    least_north: int = 0
    most_reserve: int = 0
    german_distance: int = 0
    soviet_distance: int = 0
    division_distance: int = 0
    covering: int = 0


class Fortress(Layout):
    """The map, counters and charts prepared for play: shared by all positions, never changed."""

    def __init__(self, board: Board, units: Counters[Unit], counters: Table, charts: Table, scenarios: Table) -> None:
        super().__init__(board, units, SIDES)
        self.unit = tuple(units)
        self.index = units.index
        self._read_units()
        self._read_map(charts)
        self._read_terrain(charts)
        self._read_charts(charts)
        self._read_markers(counters.table("markers"))
        self._read_turns(charts)
        self.plans = {key: _read_plan(key, table) for key, table in scenarios.tables("scenarios")}
        only_from = charts.table("bridge").table("only_from")
        self.gates = {board.index[there]: board.index[only_from.text(there)] for there in only_from.values}
        """2.6 Bridges that are entered and left through one neighbour only."""
        self.steps = [_movement_steps(self, side, self.closed_sides) for side in (SOVIET, GERMAN)]
        self.steps_over_canals = [_movement_steps(self, side, ()) for side in (SOVIET, GERMAN)]
        """What the steps would cost if canals were no obstacle: to tell who is refused a hex that they are."""
        self.rail_steps = _rail_steps(self)
        self.rail_points = sum(map(len, self.rail_steps))
        """10.2.1 The train goes any distance: more than all lines together; going to and fro comes to an end."""
        self.no_costs = bytes(self.grid.size)

    def _read_units(self) -> None:
        units = self.unit
        self.artillery: UnitSet = of(u.index for u in units if u.artillery)
        self.covering: UnitSet = of(u.index for u in units if u.kind == "covering")
        self.immobile: UnitSet = of(u.index for u in units if u.movement == 0)  # 7.3.1
        self.polish: UnitSet = of(u.index for u in units if u.nation == "polish")
        self.starred: UnitSet = of(u.index for u in units if u.star)
        self.infantry: UnitSet = of(u.index for u in units if u.arm == INFANTRY)
        self.armour: UnitSet = of(u.index for u in units if u.arm == ARMOUR)
        self.trains: UnitSet = of(u.index for u in units if u.rail_only)
        self.blue = [u.attack_modifier for u in units]
        self.green = [u.defence_modifier for u in units]
        self.division = [u.division for u in units]
        self.nation = [u.nation for u in units]
        self.movement = max((u.movement for u in units), default=0)

    def _read_map(self, charts: Table) -> None:
        board = self.board
        self.playable = board.playable
        self.city = board.of_terrain("urban")
        self.victory_hexes = board.area("victory")
        self.railway = board.area("railway")
        self.bridges = board.area("bridge")
        self.edge = board.area("edge")
        self.concentration = {
            "soviet": board.area("soviet_concentration"), "polish": board.area("polish_concentration")}
        self.canals = board.edges("canal")
        self.canal_hexes = of(i for edge in self.canals for i in edge)
        self.walls = self.canals - board.edges("bridge") if not charts.table("canal").truth("passable") else frozenset()
        self.ways = Moves(self.grid, self.grid.side_set(self.walls))
        """Steps over the map: a canal hexside is crossed only at a bridge."""
        self.closed_sides = self.walls | {(b, a) for a, b in self.walls}
        self.rathaus = board.places[charts.table("placement").text("place")].hex
        self.works = board.places[charts.table("train").text("place")].hex
        self.airfield = board.area("airfield")
        self.turn_space = [board.index.get(f"turn.{turn}", -1) for turn in range(len(board.boxes))]

    def _read_terrain(self, charts: Table) -> None:
        terrain = charts.table("terrain")
        kinds = [terrain.table(key) if key else None for key in self.board.terrain]
        railway = charts.table("railway")
        self.stack_limit = [[0 if t is None else t.table("stack").whole(side) for t in kinds] for side in SIDES]
        self.hit = [[0 if t is None else t.table("hit").whole(side) for t in kinds] for side in SIDES]
        """9.4 What an attack on a unit of each side must reach in each hex."""
        self.terrain_modifier = [0 if t is None else t.whole("assault") for t in kinds]
        self.railway_modifier = railway.whole("assault")
        self.cost = [
            [0 if t is None else t.table("move").whole(side, least=1)
             + railway.table("move").whole(side) * has(self.railway, place) for place, t in enumerate(kinds)]
            for side in SIDES
        ]
        """7.3.2 The movement points each side pays to enter each hex."""

    def _read_charts(self, charts: Table) -> None:
        self._read_assault(charts)
        self._read_bombardment(charts)
        self._read_supply(charts.table("supply"))
        self._read_special(charts)
        self.fatigue = charts.table("fatigue").wholes("turns")
        self.placement_distance = charts.table("placement").whole("distance")
        victory = charts.table("victory")
        self.points_per_hex, self.polish_price = victory.whole("points_per_hex"), victory.whole("polish")

    def _read_assault(self, charts: Table) -> None:
        """9 What is added to the die of an assault."""
        modifiers = charts.table("modifiers")
        self.per_unit = modifiers.table("units").whole("value")
        self.combined_arms = modifiers.table("combined_arms").whole("value")
        self.artillery_value = modifiers.table("artillery").whole("value")
        self.artillery_most = modifiers.table("artillery").whole("most")
        self.disorganised_value = modifiers.table("disorganised").whole("value")
        self.captured_value = modifiers.table("captured_goliaths").whole("value")
        self.fails_on = charts.table("assault").whole("fails_on")

    def _read_bombardment(self, charts: Table) -> None:
        """8 The table of bombardment, and rockets."""
        rows = charts.table("bombardment").table("rows")
        self.bombardment = {int(strength): tuple(rows.texts(strength)) for strength in rows.values}
        self.greatest_strength = max(self.bombardment)
        katyusha = charts.table("katyusha")
        self.rockets: UnitSet = of(u.index for u in self.unit if u.kind == katyusha.text("kind"))
        self.katyusha_units = katyusha.whole("units")

    def _read_supply(self, supply: Table) -> None:
        """6 What supply points buy, and where they come from."""
        self.highest_supply = supply.whole("highest")
        costs = supply.table("costs")
        self.artillery_cost = costs.whole("artillery")
        self.northern_cost = costs.whole("northern_front")
        self.train_cost = costs.whole("train")
        self.refit_cost = costs.whole("refit")
        self.airstrip_cost = costs.whole("airstrip")
        gain = supply.table("gain")
        self.gain_airfield, self.gain_airstrip = gain.whole("airfield"), gain.whole("airstrip")
        self.gain_early, self.early_turns = gain.whole("early"), gain.wholes("early_turns")
        self.gain_divided_by = gain.whole("divided_by", least=1)

    def _read_special(self, charts: Table) -> None:
        """10 Goliaths, gas, the train, the airstrip, night bombers and the northern front."""
        self.goliath_dice = charts.table("goliaths").whole("dice")
        captured = charts.table("captured_goliaths")
        self.captured_turn, self.captured_brigade = captured.whole("from_turn"), captured.text("brigade")
        self.brigade: UnitSet = of(u.index for u in self.unit if u.brigade == self.captured_brigade)
        chemical = charts.table("chemical")
        self.chemical_dice, self.chemical_divided_by = chemical.whole("dice"), chemical.whole("divided_by", least=1)
        self.train_turn = charts.table("train").whole("from_turn")
        self.airstrip_markers = charts.table("airstrip").whole("markers")
        po2 = charts.table("po2")
        self.po2_per_turn, self.po2_success = po2.whole("per_turn"), po2.wholes("success")
        north = charts.table("northern_front")
        self.northern_dice, self.northern_bonus = north.whole("dice"), north.whole("supply_bonus")
        self.northern_fatigued = north.whole("fatigued")

    def _read_markers(self, markers: Table) -> None:
        fanatic = markers.table("mk-fanatic")
        self.fanatic_attack, self.fanatic_defence = fanatic.whole("attack_modifier"), fanatic.whole("defence_modifier")
        self.goliath_value = markers.table("mk-goliath").whole("attack_modifier")
        self.goliath_markers = markers.table("mk-goliath").whole("count")
        self.chemical_markers = markers.table("mk-chem").whole("count")
        self.antifascist_markers = markers.table("mk-antifa").whole("count")

    def _read_turns(self, charts: Table) -> None:
        turns = charts.table("turns")
        self.air_points = turns.wholes("air")
        self.dates = turns.words_list("dates")
        self.last_turn = len(self.air_points)
        letters = [turns.texts(f"{side}_events") for side in SIDES]
        if {len(self.dates), *map(len, letters)} != {self.last_turn}:
            raise turns.fail("every track must have an entry for each of the {last_turn} turns",
                             last_turn=self.last_turn)
        self.events: dict[str, HistoricalEvent] = {}
        for side, name in enumerate(SIDES):
            for letter, table in charts.table("events").tables(name):
                event = _read_event(letter, side, table, self.index)
                if letter not in letters[side][event.turn - 1]:
                    raise table.fail("'turn': space {turn} of the track does not show {letter!r}", turn=event.turn,
                                     letter=letter)
                self.events[letter] = event
        self.arrivals = {
            letter: tuple(u.index for u in self.unit if u.entry is not None and u.entry.event == letter)
            for letter in self.events
        }

    def has_happened(self, effect: str, what: str, turn: int, phase: int) -> bool:
        """Whether an event of this kind lies behind a moment of the game."""
        return any(event.effect == effect and event.what == what and (event.turn, 0) < (turn, phase)
                   for event in self.events.values())

    def event_letters(self, turn: int) -> list[str]:
        """5.1 The letters on a space of the track, the German ones first."""
        return [event.letter for side in (GERMAN, SOVIET) for event in self.events.values()
                if event.turn == turn and event.side == side]


def _read_event(letter: str, side: int, table: Table, index: Mapping[str, int]) -> HistoricalEvent:
    units = table.texts("units", ())
    for unit in units:
        if unit not in index:
            raise table.fail("'units': there is no unit {unit!r}", unit=unit)
    return HistoricalEvent(
        letter, side, table.whole("turn", least=1),
        table.one_of("effect", ("arrive", "release", "supply", "allow", "end")), table.words("name"),
        table.whole("amount", 0), table.text("what", ""), tuple(index[unit] for unit in units),
        table.text("from", ""), table.text("to", ""),
    )


def _read_plan(key: str, table: Table) -> Plan:
    german, soviet = table.table("german", {}), table.table("soviet", {})
    return Plan(
        key,
        table.one_of("setup", ("printed", "free")) == "free",
        table.whole("supply"),
        table.table("victory").whole("soviet_needs"),
        tuple(table.texts("delayed_events", ())),
        german.table("least", {}).whole(NORTH_GERMAN, 0),
        german.table("most", {}).whole(RESERVE, 0),
        german.whole("distance", 0),
        soviet.whole("distance", 0),
        soviet.whole("division_distance", 0),
        table.table("covering", {}).whole("units", 0),
    )


def _movement_steps(fortress: Fortress, side: int, walls: Container[tuple[int, int]]) -> Steps:
    """7.3.2 What each step costs a side, in eighths of a point, if nobody steps across these hexsides."""
    gates = fortress.gates
    return [
        tuple(
            (there, fortress.cost[side][there] * SCALE)
            for there in fortress.grid.neighbours[here]
            if (here, there) not in walls
            and gates.get(there, here) == here and gates.get(here, there) == there
        )
        for here in range(fortress.grid.size)
    ]


def _rail_steps(fortress: Fortress) -> Steps:
    """10.2.1 The steps along the railway lines, one point each."""
    steps: list[dict[int, int]] = [{} for _ in range(fortress.grid.size)]
    for line in fortress.board.lines:
        if line.kind == "rail":
            for a, b in pairwise(line.path):
                steps[a][b] = steps[b][a] = 1
    return [tuple(row.items()) for row in steps]
