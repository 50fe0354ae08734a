"""23.0: what a scenario says for itself: set-up lines, turn track, holds, zones, objectives and levels of victory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from stavka.kit.data import Table, Words
from stavka.kit.hexset import EMPTY, HexSet, UnitSet, members, of

from .components import SIDES, Theatre

LEVELS = (
    "soviet_decisive", "soviet_substantial", "soviet_marginal", "draw", "axis_marginal", "axis_substantial",
    "axis_decisive",
)  # fmt: skip
MOVE, ATTACK, ZONE = "move", "attack", "zone"
"""What a hold can bar: moving, attacking, entering an enemy zone of control."""

CAUSES = ("attack", "pinned", "zone", "near", "capture")
"""What can end a hold before its turn."""

NEVER = 99
"""The turn on which a hold without an end would end."""


@dataclass(frozen=True)
class Line:
    """A line of the set-up or reinforcement lists."""

    rule: str
    units: tuple[int, ...]
    hexes: tuple[int, ...]
    turn: int
    """The turn of entry; 0 at the start."""
    near: bool
    """In or adjacent to a hex: none of the hexes has to be filled."""
    single: Mapping[int, str]
    """Hexes that take exactly one unit, and of which kind."""
    ready: tuple[int, ...]
    """A legal hex for every unit."""
    group: str


@dataclass(frozen=True)
class Hold:
    """21.0 Units that may not do something until a turn, or until something happens."""

    index: int
    rule: str
    units: UnitSet
    until: int
    bars: tuple[str, ...]
    freed_by: str
    radius: int = 0
    town: int = -1
    each: bool = False
    """Whether every unit is freed for itself."""


@dataclass(frozen=True)
class Zone:
    """23.1, 23.2 Where the units of a group may go."""

    rule: str
    hexes: HexSet
    until_taken: int = -1
    """The town whose fall opens the rest of the map."""


@dataclass(frozen=True)
class Garrison:
    """23.1.6 The city that has to be kept once it is taken."""

    city: HexSet
    near: HexSet
    turn: int
    strength: int


class Plan:
    """A scenario."""

    def __init__(self, key: str, theatre: Theatre, table: Table) -> None:
        self.key = key
        self._theatre = theatre
        self._read_turns(table.table("turns"))
        self.canals_frozen = table.truth("canals_frozen")
        self.heavy_tanks = table.truth("heavy_tanks")
        self.ammunition = table.whole("ammunition")
        self.fort: str = table.one_of("fort", ("white", "black"))
        self.surprise: str = table.one_of("surprise", ("shift", "die"))
        self.fuel_turn = table.whole("fuel_turn", NEVER)
        self.rockets_support = self._formations(table, table.texts("rockets_support", ()))
        self.axis_start = self._hexes(table, "axis_start")
        self._read_lines(table)
        self._read_last_blow(table.table("last_blow", {}))
        self._read_holds(table)
        self.garrison = self._read_garrison(table)
        self._read_desperation(table.table("desperation"))
        self._read_victory(table)

    def _read_turns(self, turns: Table) -> None:
        self.dates: list[Words] = [Table({"date": d}, turns.name).words("date") for d in turns.values.get("dates", ())]
        self.last_turn = len(self.dates)
        self.air_turns = frozenset(turns.wholes("air"))
        self.mud_turns = frozenset(turns.wholes("mud"))

    def _read_lines(self, table: Table) -> None:
        self.lines = tuple(self._read_line(rule, line) for rule, line in table.tables("lines"))
        self.line_of = {unit: line for line in self.lines for unit in line.units}
        self.sharing = {line.rule: self._sharing(line) for line in self.lines}
        """For each line of the set-up those that share hexes with it, or with one that does."""
        self.units: UnitSet = of(self.line_of)

    def _read_last_blow(self, blow: Table) -> None:
        self.last_blow_turn = blow.whole("turn", NEVER)
        self.last_blow_die = blow.whole("die", 0)
        self.last_blow_units = self.group(blow.text("group", "")) if blow.values else 0

    def _read_holds(self, table: Table) -> None:
        """21.0, 23.1.7 Who is held back, who is bound to a part of the map, and what sets them free."""
        self.holds: tuple[Hold, ...] = ()
        for rule, hold in table.tables("holds"):
            self.holds += self._read_hold(rule, hold)
        self.freed_by = {cause: tuple(hold for hold in self.holds if hold.freed_by == cause) for cause in CAUSES}
        """The holds that each kind of event can end."""
        self.wary = of([unit for hold in self.holds if ZONE in hold.bars for unit in members(hold.units)])
        """The units that a hold keeps from enemy zones of control, as long as it does (23.1.4)."""
        self.zone_of = self._read_zones(table)
        self.gates = {zone.until_taken for zone in self.zone_of.values()} - {-1}
        """The towns whose fall opens the map (23.1.7)."""
        self.awaited = of([*self.gates, *(hold.town for hold in self.freed_by["capture"])])
        """The towns whose fall something waits for."""

    def _read_desperation(self, desperation: Table) -> None:
        """14.0 When and where the SS moves in desperation."""
        grid = self._theatre.grid
        self.desperation_turns = desperation.pair("turns")
        around = desperation.text("around", "")
        self.desperation_hexes = grid.full if not around else grid.within(
            self._theatre.board.index[around], desperation.whole("radius"))

    def _read_victory(self, table: Table) -> None:
        self.points: dict[int, int] = {}
        self.points_rule: dict[int, str] = {}
        for rule, worth in table.tables("objectives"):
            for place in members(self._hexes(worth, "hexes")):
                self.points[place] = worth.whole("points")
                self.points_rule[place] = rule
        self.objectives: HexSet = of(self.points)
        levels = table.table("levels")
        self.levels = [levels.whole(level) for level in LEVELS[1:]]
        if sorted(set(self.levels)) != self.levels:
            raise levels.fail("the levels of victory must rise")
        self.level_rule = f"{next(iter(self.points_rule.values())).rpartition('.')[0]}.VL"

    # -- reading -------------------------------------------------------------------------------------------------

    def _hexes(self, table: Table, key: str) -> HexSet:
        index = self._theatre.grid.index
        for number in table.texts(key):
            if number not in index:
                raise table.fail("'{key}': there is no hex {number!r}", key=key, number=number)
        return of(index[number] for number in table.texts(key))

    def _unit_indexes(self, table: Table, ids: Sequence[str]) -> tuple[int, ...]:
        index = {id: i for i, id in enumerate(self._theatre.units)}
        for id in ids:
            if id not in index:
                raise table.fail("there is no unit {unit!r}", unit=id)
        return tuple(index[id] for id in ids)

    def _formations(self, table: Table, names: Sequence[str]) -> UnitSet:
        units: UnitSet = 0
        for name in names:
            if name not in self._theatre.formation:
                raise table.fail("there is no formation {name!r}", name=name)
            units |= self._theatre.formation[name]
        return units

    def _read_line(self, rule: str, table: Table) -> Line:
        index = self._theatre.grid.index
        units = self._unit_indexes(table, table.texts("units"))
        self._hexes(table, "hexes")
        single = table.table("single", {})
        ready = table.texts("ready", ())
        turn = table.whole("turn", 0)
        if not turn and (len(ready) != len(units) or not set(ready) <= set(table.texts("hexes"))):
            raise table.fail("'ready' must give each unit one of the hexes")
        return Line(
            rule, units, tuple(index[number] for number in table.texts("hexes")), turn, table.truth("near"),
            {index[number]: single.text(number) for number in single.values}, tuple(index[number] for number in ready),
            table.text("group", ""),
        )

    def _sharing(self, line: Line) -> tuple[Line, ...]:
        side_of = self._theatre.side_of
        found = {line.rule: line}
        queue = [line]
        for known in queue:
            for other in self.lines:
                if (not other.turn and other.rule not in found and set(other.hexes) & set(known.hexes)
                        and side_of[other.units[0]] == side_of[line.units[0]]):
                    found[other.rule] = other
                    queue.append(other)
        return tuple(found.values())

    def group(self, *letters: str) -> UnitSet:
        """The units that carry one of these group letters."""
        return of(unit for unit, line in self.line_of.items() if line.group in letters)

    def _read_hold(self, rule: str, table: Table) -> tuple[Hold, ...]:
        """One hold for each formation that is freed for itself."""
        if "group" in table.values:
            bound = [self.group(table.text("group"))]
        elif "side" in table.values:
            bound = [self.units & self._theatre.army[SIDES.index(table.one_of("side", SIDES))]]
        else:
            bound = [self._formations(table, [name]) & self.units for name in table.texts("formations")]
        town = table.text("town", "")
        return tuple(
            Hold(len(self.holds) + n, rule, units, table.whole("until", NEVER), tuple(table.texts("bars")),
                 table.one_of("freed_by", (*CAUSES, ""), ""), table.whole("radius", 0),
                 self._theatre.board.index[town] if town else -1, table.truth("each"))
            for n, units in enumerate(bound)
        )

    def _read_zones(self, table: Table) -> dict[int, Zone]:
        """Every unit that is bound to a part of the map, with that part."""
        theatre = self._theatre
        line, north = theatre.board.area("on_the_line"), theatre.board.area("north")
        areas = {"north": north | line, "south": theatre.playable & ~north | line,
                 "central": theatre.board.area("central")}
        zones: dict[int, Zone] = {}
        for rule, zone in table.tables("zones"):
            area, town = zone.one_of("area", (*areas, "start")), zone.text("until_taken", "")
            for unit in members(self.group(zone.text("group"))):
                if zone.truth("ss") and not theatre.ss >> unit & 1:
                    continue
                hexes = self._not_north_of(self.line_of[unit].hexes) if area == "start" else areas[area]
                zones[unit] = Zone(rule, hexes & theatre.playable, theatre.board.index[town] if town else -1)
        return zones

    def _not_north_of(self, hexes: Sequence[int]) -> HexSet:
        """23.2.6 The hexes no farther north than the northernmost of these."""
        grid = self._theatre.grid
        limit = min(grid.centre(place)[1] for place in hexes)
        return of(place for place in grid.index.values() if grid.centre(place)[1] >= limit)

    def _read_garrison(self, table: Table) -> Garrison | None:
        garrison = table.table("garrison", {})
        if not garrison.values:
            return None
        city, near = self._hexes(garrison, "city"), EMPTY
        for place in members(city):
            near |= self._theatre.grid.within(place, garrison.whole("radius"))
        return Garrison(city, near, garrison.whole("turn"), garrison.whole("strength"))

    # -- looking up ----------------------------------------------------------------------------------------------

    def level(self, points: int) -> str:
        """22.0 The level of victory that so many points bring."""
        return LEVELS[sum(points >= least for least in self.levels)]


def side_of_level(level: str) -> str:
    """The seat that a level of victory belongs to; empty for a draw."""
    name = level.partition("_")[0]
    return name if name in SIDES else ""
