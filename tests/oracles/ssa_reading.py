"""A second reading of The SS Abyss: its rules reckoned once more, with sets and dicts of hex numbers.

Written from the rulebook, the rulings in ``rules.toml`` and the data files, not from the game's code. What has happened
is kept from the log alone, where everything lies is read from the view. Rule numbers are those of ``rules.toml``.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import stavka

Hex = str
"""A hex by its printed number, "1207": column 12, row 07."""
Side = frozenset[Hex]
"""A hexside: the two hexes on either side of it."""

DATA = Path(stavka.__file__).parent / "games" / "ssa" / "data"
COLUMNS, ROWS = 28, 30
MECHANIZED = {"tank", "tank_destroyer", "mech_infantry", "recon", "bridge"}  # 2.2g, 19.0a
ARMOUR = {"tank", "tank_destroyer"}  # 8.2a, 12.0
FOOT_AND_GRENADIERS = {"infantry", "mech_infantry"}  # 8.2a
GUNS = {"artillery", "rocket", "siege_artillery"}  # 10.0
ANTITANK = {"at_artillery", "tank_destroyer"}  # 12.0
HEAVY = {"tiger", "s100", "j122"}  # 23.2.17
TOWNS = {"village", "city"}  # 9.0h
SUPPLY_REACH = 8  # 7.1a
DESPERATE = 4  # 14.0
DRY = 4  # 18.0b
V_S_ROAD = ("0308", "0407", "0508", "0607", "0707", "0807", "0908", "1007", "1108")  # 10.4
KAPOLINASNYEK, SIMONTORNYA = "1806", "1525"
CITY = ("1108", "1207", "1208")  # Stuhlweissenburg


def read(name: str) -> dict[str, Any]:
    with (DATA / f"{name}.toml").open("rb") as file:
        return tomllib.load(file)


# -- Geometry ------------------------------------------------------------------------------------------------------


def column_and_row(hex: Hex) -> tuple[int, int]:
    return int(hex[:2]), int(hex[2:])


@cache
def around(hex: Hex) -> list[Hex]:
    """The adjacent hexes; even columns stand half a hex further south."""
    column, row = column_and_row(hex)
    lower = column % 2 == 0
    places = [(column, row - 1), (column, row + 1)]
    for beside in (column - 1, column + 1):
        places += [(beside, row), (beside, row + 1 if lower else row - 1)]
    return [f"{c:02}{r:02}" for c, r in places if 1 <= c <= COLUMNS and 1 <= r <= ROWS]


@cache
def distance(one: Hex, other: Hex) -> int:
    """How many hexes from one to the other, the first not counted."""
    (column, row), (to_column, to_row) = column_and_row(one), column_and_row(other)
    across = abs(column - to_column)
    south = 2 * row + (column % 2 == 0)  # in half hexes
    to_south = 2 * to_row + (to_column % 2 == 0)
    return across + max(0, (abs(south - to_south) - across) // 2)


@cache
def nearer(area: frozenset[Hex], here: Hex) -> set[Hex]:
    """The land that is nearer to an area than a hex outside it."""
    far = min(distance(here, inside) for inside in area)
    return {hex for hex in MAP.land if any(distance(hex, inside) < far for inside in area)}


def southing(hex: Hex) -> int:
    """How far south a hex lies, in half hexes."""
    column, row = column_and_row(hex)
    return 2 * row + (column % 2 == 0)


def edges(hex: Hex) -> list[str]:
    """The edges of the map that a hex lies on."""
    column, row = column_and_row(hex)
    found = {"north": row == 1, "south": row == ROWS, "east": column == COLUMNS, "west": column == 1}
    return [edge for edge, there in found.items() if there]


def side_of(one: Hex, other: Hex) -> Side:
    return frozenset((one, other))


# -- What is printed -----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Unit:
    key: str
    side: str
    kind: str
    size: str
    formation: str
    attack: int
    defence: int
    movement: int
    range: int
    mark: str
    ss: bool
    independent: bool
    die: int

    @property
    def mechanized(self) -> bool:
        return self.kind in MECHANIZED


class Map:
    """Terrain, hexsides and roads."""

    def __init__(self) -> None:
        board = read("board")
        kinds = {table["symbol"]: kind for kind, table in board["terrain"]["kinds"].items()}
        self.terrain = {
            f"{int(column):02}{row:02}": kinds[symbol]
            for column, line in board["terrain"]["rows"].items()
            for row, symbol in enumerate(line, 1)
        }
        self.terrain.update(board["terrain"]["hexes"])
        self.land = {hex for hex, kind in self.terrain.items() if kind != "lake"}
        self.places = {place["hex"]: place["kind"] for place in board["places"].values()}
        self.areas = {key: set(area["hexes"]) for key, area in board["areas"].items()}
        self.hexsides = {
            kind: {frozenset(pair.split("/")) for run in runs.values() for pair in run["between"]}
            for kind, runs in board["hexsides"].items()
        }
        self.roads = {
            kind: {
                side_of(one, other)
                for line in lines.values()
                for one, other in zip(line["path"], line["path"][1:], strict=False)
            }
            for kind, lines in board["lines"].items()
        }

    def is_town(self, hex: Hex) -> bool:
        return self.places.get(hex) in TOWNS


def read_units() -> dict[str, Unit]:
    counters = read("counters")
    units = {}
    for key, own in counters["units"].items():
        table = {**counters["like"].get(own["like"], {}), **own}
        attack, defence, movement = table["factors"]
        units[key] = Unit(
            key,
            table["side"],
            table["kind"],
            table["size"],
            own["like"],
            attack,
            defence,
            movement,
            table.get("range", 0),
            table.get("mark", ""),
            table["group"] == "ss",
            not table.get("parent", True),
            table.get("die", 0),
        )
    return units


class Scenario:
    def __init__(self, key: str) -> None:
        self.key = key
        table = read("scenarios")["scenarios"][key]
        self.lines = table["lines"]
        self.group = {unit: line.get("group", "") for line in self.lines.values() for unit in line["units"]}
        self.line_of = {unit: line for line in self.lines.values() for unit in line["units"]}
        self.air, self.mud = set(table["turns"]["air"]), set(table["turns"]["mud"])
        self.objectives = {hex: row["points"] for row in table["objectives"].values() for hex in row["hexes"]}
        self.levels = table["levels"]
        self.axis_start = set(table["axis_start"])
        self.spring = key == "sa"


CHARTS = read("charts")
MAP = Map()
ALL_ROADS = MAP.roads["major"] | MAP.roads["minor"]
UNITS = read_units()
SCENARIOS = {key: Scenario(key) for key in ("k3", "sa")}


# -- The position as everybody sees it -----------------------------------------------------------------------------


class Table:
    """What lies on the map, read from a view."""

    def __init__(self, view: Mapping[str, Any]) -> None:
        self.scenario = SCENARIOS[view["scenario"]]
        self.turn: int = view["turn"]
        self.phase: str = view["phase"]
        self.place = {key: unit["place"] for key, unit in view["units"].items()}
        self.hex_of = {key: place for key, place in self.place.items() if place in MAP.terrain}
        flags = {key: set(unit.get("flags", ())) for key, unit in view["units"].items()}
        self.disrupted = {key for key, unit in view["units"].items() if unit.get("face") == 1}
        self.dry = {key for key in flags if "empty" in flags[key]}
        self.fatigued = {key for key in flags if "fatigued" in flags[key]}
        self.bridges = {frozenset(place.split("/")): key for key, place in self.place.items() if "/" in place}
        self.forts = {
            hex: int(mark.removeprefix("fort_"))
            for hex, marks in view["marks"].items()
            for mark in marks
            if mark.startswith("fort_")
        }
        self.roads = MAP.roads["major"] if self.turn in self.scenario.mud else ALL_ROADS  # 23.2.16
        self.units_in: dict[Hex, list[str]] = {}
        for key, hex in self.hex_of.items():
            self.units_in.setdefault(hex, []).append(key)
        self.zones: dict[str, set[Hex]] = {}  # found once
        self.supplied: dict[str, set[Hex]] = {}

    def hexes_of(self, side: str) -> set[Hex]:
        return {hex for key, hex in self.hex_of.items() if UNITS[key].side == side}

    def side_in(self, hex: Hex) -> str:
        return UNITS[self.units_in[hex][0]].side if hex in self.units_in else ""


def task_of(match: stavka.Match) -> str:
    return match.offer.task if match.offer else ""


def other(side: str) -> str:
    return "soviet" if side == "axis" else "axis"


# -- 5 and 6: zones of control, stacking ---------------------------------------------------------------------------


def joined(one: Hex, other_hex: Hex) -> bool:
    """Whether ZOC, fire of riflemen and feet get from a hex to the next at all: not over the Danube (5.0)."""
    side = side_of(one, other_hex)
    return side not in MAP.hexsides["danube"] or side in MAP.hexsides["bridge"]


def has_zone(table: Table, hex: Hex) -> bool:
    sound = [UNITS[key] for key in table.units_in.get(hex, ()) if key not in table.disrupted]  # 11.0b
    if any(unit.side == "soviet" for unit in sound):
        return True
    counted = [unit for unit in sound if unit.kind != "siege_artillery"]  # 5.1c
    companies = sum(unit.size == "I" for unit in counted)
    return companies >= 3 or companies < len(counted)  # 5.1


def zone_of(table: Table, side: str) -> set[Hex]:
    if side not in table.zones:
        table.zones[side] = {
            beside
            for hex in table.hexes_of(side)
            if has_zone(table, hex)
            for beside in around(hex)
            if beside in MAP.land and joined(hex, beside)
        }
    return table.zones[side]


def fits(keys: Iterable[str]) -> bool:
    """6.0: whether these units of one side may lie in one hex."""
    units = [UNITS[key] for key in keys if UNITS[key].kind != "siege_artillery"]  # 6.0e
    sizes = Counter(unit.size for unit in units)
    if any(unit.side == "soviet" for unit in units):
        return 3 * sizes["XX"] + sizes["III"] <= 3  # 6.0c
    below = 3 * sizes["II"] + sizes["I"]  # in companies (1.1e)
    if sizes["III"]:
        return sizes["III"] == 1 and below <= 3  # 6.0a
    return below <= 6  # 6.0b


# -- 4: movement ---------------------------------------------------------------------------------------------------


def may_bridge(table: Table, side: Side, unit: Unit | None) -> bool:
    """Whether a laid bridge carries this unit, or supply (19.0f)."""
    bridge = table.bridges.get(side)
    if bridge is None or unit is None:
        return bridge is not None
    if unit.side == "soviet":
        return False
    return not (bridge == "4Br" and unit.mark in {"panther", "tiger"})


def step_cost(table: Table, start: Hex, end: Hex, mechanized: bool, unit: Unit | None = None) -> int | None:
    """The points of a step by its terrain alone; None if the ground forbids it."""
    side = side_of(start, end)
    bridged = bool(table.bridges) and may_bridge(table, side, unit)
    return ground_cost(start, end, mechanized, bridged, table.scenario.spring, table.turn in table.scenario.mud)


@cache
def ground_cost(start: Hex, end: Hex, mechanized: bool, bridged: bool, thaw: bool, mud: bool) -> int | None:
    side = side_of(start, end)
    if end not in MAP.land:
        return None
    if side in (MAP.roads["major"] if mud else ALL_ROADS):
        return 1
    if side in MAP.hexsides["danube"]:
        return None
    rate = "mech" if mechanized else "foot"
    place = MAP.places.get(end, "")
    cost: int = CHARTS["places"][place][rate] if place in TOWNS else CHARTS["terrain"][MAP.terrain[end]][rate]
    if bridged:
        return cost
    if side in MAP.hexsides["canal"]:
        if thaw and mechanized:  # 16.0c
            return None
        cost += CHARTS["hexsides"]["canal"][rate]
    if side in MAP.hexsides["river"]:
        cost += CHARTS["hexsides"]["river"][rate]
    return cost


# -- 7: supply -----------------------------------------------------------------------------------------------------

SOURCES = {"axis": MAP.areas["axis_supply"], "soviet": MAP.areas["soviet_supply"]}


def supply_road(table: Table, side: str) -> set[Hex]:
    """The road hexes from which the road leads to a source (7.1e, 7.1f)."""
    friends = table.hexes_of(side)
    blocked = table.hexes_of(other(side)) | (zone_of(table, other(side)) - friends)
    found = SOURCES[side] - blocked
    waiting = list(found)
    while waiting:
        hex = waiting.pop()
        for beside in around(hex):
            if side_of(hex, beside) in table.roads and beside not in blocked | found:
                found.add(beside)
                waiting.append(beside)
    return found


def supplied_hexes(table: Table, side: str) -> set[Hex]:
    """The hexes of a side whose units are in supply."""
    if side not in table.supplied:
        friends = table.hexes_of(side)
        blocked = table.hexes_of(other(side)) | (zone_of(table, other(side)) - friends)
        road = supply_road(table, side)
        table.supplied[side] = {hex for hex in friends if traces(table, hex, friends, blocked, road)}
    return table.supplied[side]


def traces(table: Table, start: Hex, friends: set[Hex], blocked: set[Hex], road: set[Hex]) -> bool:
    """7.1: a line of eight points to the road; along an unbroken chain of friends a hex costs one."""
    cheapest = {(start, True): 0}  # (hex, whether the chain of friends is unbroken)
    waiting = [(0, start, True)]
    while waiting:
        waiting.sort()
        spent, hex, chained = waiting.pop(0)
        if hex in road:
            return True
        for beside in around(hex):
            cost = None if beside in blocked else step_cost(table, hex, beside, mechanized=True)
            if cost is None:
                continue
            chain = chained and beside in friends
            total = spent + (1 if chain else cost)
            if total <= SUPPLY_REACH and total < cheapest.get((beside, chain), SUPPLY_REACH + 1):
                cheapest[beside, chain] = total
                waiting.append((total, beside, chain))
    return False


def supplied_units(table: Table, side: str) -> set[str]:
    hexes = supplied_hexes(table, side)
    return {key for key, hex in table.hex_of.items() if UNITS[key].side == side and hex in hexes}


# -- What has happened so far --------------------------------------------------------------------------------------


@dataclass
class Chronicle:
    """What the rules make one remember, kept from the log alone."""

    table: Table
    attacked: set[str] = field(default_factory=set)  # units that were ever attacked or bombarded (21.0)
    touched: set[str] = field(default_factory=set)  # formations in whose zone an enemy stood (23.2.1-3)
    neared: set[str] = field(default_factory=set)  # corps that an enemy came within three hexes of (23.2.13)
    pinned: set[str] = field(default_factory=set)  # formations that stood in an enemy zone (23.1.4)
    taken: set[Hex] = field(default_factory=set)  # hexes ever entered by the Axis
    control: dict[Hex, str] = field(default_factory=dict)
    moving_supply: set[str] = field(default_factory=set)  # units in supply at the start of the movement phase (7.2)
    spent: dict[str, int] = field(default_factory=dict)
    in_hand: str = ""
    finished: set[str] = field(default_factory=set)  # units whose move in this phase is over
    fought: set[str] = field(default_factory=set)  # in this combat phase (8.5f)
    struck: set[str] = field(default_factory=set)  # units attacked in this combat phase (8.5g)
    bombarded: set[str] = field(default_factory=set)  # guns, in this player turn (10.0e)
    unshaken: set[Hex] = field(default_factory=set)  # bombarded without effect in this phase (10.2f)
    engaged: set[str] = field(default_factory=set)  # guns next to enemies when the turn began (10.3c)
    withdrawn: set[str] = field(default_factory=set)  # 8.5c
    stranded: set[str] = field(default_factory=set)  # 8.5d
    advanced: set[str] = field(default_factory=set)  # SS units that follow up the last attack
    attackers: set[str] = field(default_factory=set)  # of the last attack
    fell_back: dict[str, set[str]] = field(default_factory=dict)  # who made it retreat into friends (9.3)
    tired: set[str] = field(default_factory=set)  # 13.0: attacked in this SS combat phase
    fatigued: set[str] = field(default_factory=set)
    dried_on: dict[str, int] = field(default_factory=dict)  # 18.0
    city_fallen: bool = False
    garrison_free: bool = False
    retreat: list[Hex] = field(default_factory=list)  # the way so far of the stack that retreats
    retreating: tuple[str, ...] = ()
    differences: list[str] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        scenario = self.table.scenario
        self.control = {hex: "axis" if hex in scenario.axis_start else "soviet" for hex in scenario.objectives}

    @property
    def scenario(self) -> Scenario:
        return self.table.scenario

    def expect(self, what: str, ours: Any, theirs: Any, about: str = "") -> None:
        self.counts[what] += 1
        if ours != theirs:
            when = f"{self.scenario.key} turn {self.table.turn} {self.table.phase}"
            self.differences.append(f"{what} {about} [{when}]: oracle {ours}, game {theirs}")

    # -- Following the game --

    def chose(self, choice: str, task: str, events: Collection[stavka.Event], match: stavka.Match) -> None:
        """A choice was made: read what the log tells of it."""
        before = self.table
        if events:
            self.table = Table(match.view("axis"))
        if task in ("move", "move_to") and choice.startswith("unit:"):
            self.finished.add(self.in_hand)  # picking up another unit ends the move of the first
            self.in_hand = choice.removeprefix("unit:")
            self.finished.discard(self.in_hand)
        if task == "displace_to" and before.phase.endswith(("movement", "desperation")):
            self.finished |= {event.as_data()["unit"] for event in events if event.kind == "moved"}
        if task == "retreat" and choice.startswith("hex:"):
            self.retreat.append(choice.removeprefix("hex:"))
        told = [event.as_data() for event in events]
        for event in told:
            self.read(event, before)
        if any(event["kind"] in ("retreated", "retreat_failed") for event in told):
            self.retreating = ()
        if task_of(match) not in ("advance", "advance_to"):
            if self.advanced:
                self.stranded |= self.advanced - supplied_units(self.table, "axis")
            self.advanced = set()
        if events:
            self.look()

    def read(self, event: Mapping[str, Any], before: Table) -> None:
        kind = event["kind"]
        if kind == "phase":
            self.begin(event["phase"])
        elif kind in ("fought", "shelled"):
            self.fight(kind, event, before)
        elif kind in ("moved", "arrived", "advanced", "retreated", "displaced"):
            self.went(kind, event, before)
        elif kind == "out_of_fuel":
            self.dried_on[event["unit"]] = self.table.turn
        elif kind == "garrison_free":
            pass

    def begin(self, phase: str) -> None:
        """A phase begins. Nothing lies elsewhere than it will at the first decision of the phase."""
        side, _, name = phase.partition(".")
        table = self.table
        self.spent, self.finished, self.in_hand, self.retreating = {}, set(), "", ()
        if name == "bombardment":
            self.bombarded, self.unshaken, self.fell_back = set(), set(), {}
            self.engaged = {
                key
                for key, hex in table.hex_of.items()
                if UNITS[key].kind in GUNS
                and UNITS[key].side == side
                and any(table.side_in(beside) == other(side) for beside in around(hex))
            }
        if phase == "axis.bombardment":
            self.withdrawn, self.stranded = set(), set()
        if name in ("combat", "ss_combat"):
            self.fought, self.struck = set(), set()
        if phase == "axis.ss_combat":
            self.fatigued = set()  # 13.1b: the phase before it
            self.tired = set()
        if phase == "axis.movement":
            self.fatigued |= self.tired
            self.tired = set()
        if name in ("movement", "desperation"):
            self.moving_supply = supplied_units(table, side)

    def fight(self, kind: str, event: Mapping[str, Any], before: Table) -> None:
        target = event["hex"]
        now = before
        now.forts = {**before.forts, **{hex: value for hex, value in self.table.forts.items() if hex == target}}
        units = [key for key in event["units"] if UNITS[key].kind != "air"]
        air = [key for key in event["units"] if UNITS[key].kind == "air"]
        if kind == "fought":
            odds = combat_odds(now, self, target, units, air)
            self.attackers = set(units)
            self.fought |= set(units)
            self.struck |= set(now.units_in[target])
            if now.phase == "axis.ss_combat" and now.turn >= CHARTS["ss"]["fatigue_turn"]:
                self.tired |= set(units)
        else:
            odds = bombardment_odds(now, target, units)
            self.bombarded |= set(units)
            if event["result"] == "-":
                self.unshaken.add(target)
        theirs = Odds(event["attack"], event["defence"], event["modifier"], event["shift"], event["column"])
        self.expect(kind, odds, theirs, f"{target} by {event['units']}")
        face = max(1, min(6, event["die"] + odds.modifier))
        chart = CHARTS["combat_results" if kind == "fought" else "bombardment"]
        result = chart["rows"][str(face)][chart["columns"].index(odds.column)]
        self.expect("result", result, event["result"], target)
        self.attacked |= set(now.units_in.get(target, ()))

    def went(self, kind: str, event: Mapping[str, Any], before: Table) -> None:
        unit, path = event["unit"], event["path"]
        side = UNITS[unit].side
        table = self.table
        if kind in ("moved", "arrived"):
            self.spent[unit] = self.spent.get(unit, 0) + event["cost"]
        if kind == "retreated":
            if table.phase == "axis.combat" and UNITS[unit].ss and side == "axis":
                self.withdrawn.add(unit)
            self.fell_back.pop(unit, None)
            if not table.phase.startswith(side) and set(before.units_in.get(path[-1], ())) - set(self.retreating):
                self.fell_back[unit] = set(self.attackers)
        if kind in ("moved", "arrived"):
            if kind == "arrived":
                self.moving_supply.add(unit)  # 20.0a: with its full movement
            supplied = unit in self.moving_supply
        else:
            supplied = bool(self.control.keys() & set(path)) and table.hex_of.get(unit) in supplied_hexes(table, side)
        if kind == "advanced" and table.phase == "axis.combat" and UNITS[unit].ss:
            self.advanced.add(unit)
        if side == "soviet":  # 23.1.4: even if it is lost at once
            zone = [beside for beside in around(path[-1]) if unit not in before.disrupted and joined(path[-1], beside)]
            self.pinned |= {UNITS[key].formation for beside in zone for key in table.units_in.get(beside, ())}
        for hex in path if kind == "arrived" else path[1:]:
            if side == "axis":
                self.taken.add(hex)
            if hex in self.control and supplied:  # 22.0b, 22.0c
                self.control[hex] = side
        if (
            side == "soviet"
            and self.city_fallen
            and table.turn >= 5
            and any(distance(hex, city) <= 3 for hex in path[1:] for city in CITY)
        ):
            self.garrison_free = True  # 23.1.6

    def look(self) -> None:
        """What frees units by where others stand."""
        table = self.table
        if not self.scenario.spring:
            zone = zone_of(table, "soviet")
            self.pinned |= {UNITS[key].formation for key, hex in table.hex_of.items() if hex in zone}
            if all(self.control[hex] == "axis" for hex in CITY):
                self.city_fallen = True
            return
        if table.turn >= 7:
            return
        axis = table.hexes_of("axis")
        for key, hex in table.hex_of.items():
            unit = UNITS[key]
            touching = any(beside in axis and joined(hex, beside) for beside in around(hex))
            if unit.formation in ("337", "206", "94G", "78", "163") and key not in table.disrupted and touching:
                self.touched.add(unit.formation)
            if unit.formation in {"18TC", "7MC"} - self.neared and any(distance(hex, enemy) <= 3 for enemy in axis):
                self.neared.add(unit.formation)

    # -- 21: who is held back --

    def formation_attacked(self, formation: str) -> bool:
        return any(UNITS[key].formation == formation for key in self.attacked)

    def holds(self, key: str) -> dict[str, set[str]]:
        """The rules that hold a unit back, and from what."""
        unit, turn = UNITS[key], self.table.turn
        formation = unit.formation
        everything = {"move", "attack"}
        found: dict[str, set[str]] = {}
        if not self.scenario.spring:
            for rule, formations, until in (
                ("23.1.1", ("96G",), 3),
                ("23.1.2", ("23Pz",), 3),
                ("23.1.3", ("4C", "2PzH"), 6),
            ):
                if formation in formations and turn < until and not self.formation_attacked(formation):
                    found[rule] = everything
            if formation == "44" and not self.formation_attacked("44") and "44" not in self.pinned:
                found["23.1.4"] = {"zone", "attack"}
            return found
        group = self.scenario.group.get(key, "")
        for rule, formations, until in (
            ("23.2.1", ("337",), 3),
            ("23.2.2", ("206", "94G"), 4),
            ("23.2.3", ("78", "163"), 7),
        ):
            if formation in formations and turn < until and formation not in self.touched:
                found[rule] = everything
        if group == "n" and not any(self.scenario.group.get(one) == "n" for one in self.attacked):
            found["23.2.7"] = everything
        if formation in ("44", "9SS", "2SS") and turn == 1:
            found["23.2.8"] = {"attack"}
        if unit.side == "soviet" and turn == 1 and key not in self.attacked:
            found["23.2.12"] = {"move"}
        if formation in ("18TC", "7MC") and turn < 7 and formation not in self.neared:
            found["23.2.13"] = {"move"}
        if formation in ("99G", "80G", "5G", "41G", "40", "7G") and turn < 11 and KAPOLINASNYEK not in self.taken:
            found["23.2.14"] = everything
        return found

    def barred(self, key: str, act: str) -> bool:
        return any(act in bars for bars in self.holds(key).values())

    def ground(self, key: str) -> set[Hex]:
        """The hexes that a unit's group may enter."""
        group, unit = self.scenario.group.get(key, ""), UNITS[key]
        north, line = MAP.areas["north"], MAP.areas["on_the_line"]
        if unit.kind == "siege_artillery":
            return set(V_S_ROAD)  # 10.4b
        if unit.side == "soviet":
            return MAP.land
        if not self.scenario.spring:
            if group == "s" and unit.ss and KAPOLINASNYEK not in self.taken:
                return self.within(key, (MAP.land - north) | line)  # 23.1.7
            if group == "n":
                return self.within(key, north | line)  # 23.1.8
            return MAP.land
        if group == "c":
            return self.within(key, MAP.areas["central"])  # 23.2.5
        if group == "s":
            limit = min(southing(hex) for hex in self.scenario.line_of[key]["hexes"])
            return self.within(key, {hex for hex in MAP.land if southing(hex) >= limit})  # 23.2.6
        if group == "n":
            return self.within(key, north | line)  # 23.2.7
        return MAP.land

    def within(self, key: str, area: set[Hex]) -> set[Hex]:
        """A unit stays in its area; from outside it may only come nearer to it (23.2.5)."""
        here = self.table.hex_of[key]
        return area if here in area else area | nearer(frozenset(area), here)

    # -- 4: where a unit can go --

    def allowance(self, key: str) -> int:
        unit, table = UNITS[key], self.table
        points = unit.movement
        if key in self.fatigued:
            points //= 2  # 13.1a
        if key in self.dried_on and table.turn > self.dried_on[key]:
            points = min(points, DRY)  # 18.0b
        if table.phase == "axis.desperation":
            points = min(points, DESPERATE) if key not in self.fatigued else 0
        return points

    def may_move(self, key: str) -> bool:
        unit, table = UNITS[key], self.table
        hex = table.hex_of.get(key)
        if hex is None or key in table.disrupted or self.barred(key, "move"):
            return False
        if unit.mechanized and key not in self.moving_supply:
            return False  # 7.4c
        if hex in zone_of(table, other(unit.side)):
            return False  # 5.3
        if key in self.finished:
            return False
        if table.phase == "axis.desperation":
            if not unit.ss or key in self.fatigued or table.turn < 5:
                return False
            return not self.scenario.spring or (table.turn == 5 and self.near_simontornya(key))
        return True

    def near_simontornya(self, key: str) -> bool:
        return key in self.spent or distance(self.table.hex_of[key], SIMONTORNYA) <= 3  # 14.0b

    def garrison(self, mover: str) -> set[Hex]:
        """23.1.6: where a unit may go without leaving the city bare of a battalion or three companies in one hex."""
        table = self.table
        here = table.hex_of[mover]
        if self.scenario.spring or not self.city_fallen or self.garrison_free or here not in CITY:
            return MAP.land
        if UNITS[mover].kind in GUNS or self.guarded({**table.hex_of, mover: ""}):
            return MAP.land
        if not self.guarded(table.hex_of):
            return set(CITY)  # too few as it is
        return {city for city in CITY if self.guarded({**table.hex_of, mover: city})}

    def guarded(self, where: Mapping[str, Hex]) -> bool:
        return any(
            sum(
                1 if UNITS[key].size == "I" else 3
                for key, hex in where.items()
                if hex == city and UNITS[key].side == "axis" and UNITS[key].kind not in GUNS
            )
            >= 3
            for city in CITY
        )

    def reach(self, key: str) -> dict[Hex, int]:
        """Every hex where the unit can end its move, with the points it takes."""
        if not self.may_move(key):
            return {}
        unit, table = UNITS[key], self.table
        start = table.hex_of[key]
        points = self.allowance(key) - self.spent.get(key, 0)
        enemies, zone = table.hexes_of(other(unit.side)), zone_of(table, other(unit.side))
        ground = self.ground(key) & self.garrison(key)
        no_zone = self.barred(key, "zone") or unit.kind == "siege_artillery"  # 10.4c
        cheapest = {start: 0}
        waiting = [(0, start)]
        while waiting:
            waiting.sort()
            spent, hex = waiting.pop(0)
            if hex in zone:
                continue  # 5.2a
            for beside in around(hex):
                cost = step_cost(table, hex, beside, unit.mechanized, unit)
                if cost is None or beside in enemies or beside not in ground or (no_zone and beside in zone):
                    continue
                if unit.kind == "siege_artillery" and side_of(hex, beside) not in table.roads:
                    continue
                total = spent + cost
                if total <= points and total < cheapest.get(beside, total + 1):
                    cheapest[beside] = total
                    waiting.append((total, beside))
        del cheapest[start]
        return {hex: cost for hex, cost in cheapest.items() if self.may_end(key, hex)}

    def may_end(self, key: str, hex: Hex) -> bool:
        """6.0d: whether there is room in a hex, or one who has not moved yet can still move on and make room."""
        there = self.table.units_in.get(hex, [])
        return fits([*there, key]) or any(
            fits([*(one for one in there if one != leaver), key]) and self.can_leave(leaver) for leaver in there
        )

    def can_leave(self, key: str) -> bool:
        """Whether a unit can still move to an adjacent hex with room."""
        table, unit = self.table, UNITS[key]
        here = table.hex_of[key]
        if key == self.in_hand or not self.may_move(key):
            return False  # picking up another unit ends the move of the one in hand
        ground = self.ground(key) & self.garrison(key)
        no_zone = self.barred(key, "zone") or unit.kind == "siege_artillery"
        closed = table.hexes_of(other(unit.side)) | (zone_of(table, other(unit.side)) if no_zone else set())
        return any(
            (cost := step_cost(table, here, beside, unit.mechanized, unit)) is not None
            and cost <= self.allowance(key)
            and beside in ground - closed
            and fits([*table.units_in.get(beside, ()), key])
            for beside in around(here)
        )

    # -- 8 and 10: who may attack --

    def ready(self, key: str, supplied: Collection[Hex]) -> bool:
        """Whether a unit may attack, support or bombard at all now."""
        table = self.table
        return (
            table.hex_of.get(key) in supplied  # 7.4a, 10.5
            and key not in table.disrupted  # 11.0b
            and key not in self.fatigued  # 13.1a
            and key not in self.fought
            and key not in self.bombarded
            and not self.barred(key, "attack")
            and UNITS[key].attack > 0
        )

    def fighters(self, side: str) -> list[str]:
        """The units that may take part in combat in this phase."""
        table = self.table
        supplied = supplied_hexes(table, side)
        special = table.phase == "axis.ss_combat"
        return [
            key
            for key in table.hex_of
            if UNITS[key].side == side
            and self.ready(key, supplied)
            and not (side == "soviet" and UNITS[key].kind in GUNS)  # 10.0g
            and not (special and (not UNITS[key].ss or key in self.withdrawn | self.stranded))  # 8.5
        ]

    def targets(self, side: str) -> set[Hex]:
        table = self.table
        return {
            beside
            for key in self.fighters(side)
            for beside in around(table.hex_of[key])
            if table.side_in(beside) == other(side)
            and joined(table.hex_of[key], beside)
            and not (side == "axis" and self.struck.issuperset(table.units_in[beside]))  # 8.5g
        }

    def joiners(self, side: str, target: Hex, group: Collection[str]) -> set[str]:
        """The ground units and guns that may join an attack on a hex by ``group``."""
        table = self.table
        found = set()
        ground = [key for key in group if UNITS[key].kind != "air" and distance(table.hex_of[key], target) == 1]
        for key in self.fighters(side):
            unit, hex = UNITS[key], table.hex_of[key]
            if key in group:
                continue
            if distance(hex, target) == 1:
                if joined(hex, target):
                    found.add(key)
            elif side == "axis" and unit.kind in GUNS and ground:
                if key in self.engaged or distance(hex, target) > self.range(key):
                    continue
                if self.supports(unit, ground):
                    found.add(key)
        return found

    def supports(self, gun: Unit, ground: Collection[str]) -> bool:
        formations = {UNITS[key].formation for key in ground}
        if gun.kind == "rocket" and self.scenario.spring:
            return bool(formations & {"2SS", "9SS", "1Pz", "3Pz"})  # 23.2.11
        return gun.independent or gun.formation in formations  # 10.1d

    def range(self, key: str) -> int:
        hill = MAP.terrain[self.table.hex_of[key]] == "hills"
        return UNITS[key].range + (1 if hill else 0)  # 10.0c

    def batteries(self, side: str) -> dict[Hex, set[str]]:
        """The enemy hexes that guns may bombard, with those guns."""
        table = self.table
        supplied = supplied_hexes(table, side)
        own = [key for key in table.hex_of if UNITS[key].side == side and UNITS[key].kind in GUNS]
        guns = [key for key in own if self.ready(key, supplied)]
        found: dict[Hex, set[str]] = {}
        for target in table.hexes_of(other(side)) - self.unshaken:
            observers = [
                UNITS[key]
                for beside in around(target)
                for key in table.units_in.get(beside, ())
                if UNITS[key].side == side and key not in table.disrupted
            ]
            for key in guns:
                gun, far = UNITS[key], distance(table.hex_of[key], target)
                if far > self.range(key) or (key in self.engaged and far > 1):
                    continue
                if any(gun.independent or observer.formation == gun.formation for observer in observers):
                    found.setdefault(target, set()).add(key)
        return found

    # -- 9: retreats --

    def fallback(self, units: Collection[str], path: list[Hex], hexes: int) -> tuple[set[str], bool]:
        """Where a retreating stack may go next (also off the map), and whether it may stop where it is."""
        side = UNITS[next(iter(units))].side
        start = path[0]
        routes = list(self.routes(units, side, path, hexes))
        whole = [route for route, complete in routes if complete]
        whole = [route for route in whole if self.makes_room(route[-1], units)]  # 9.0b, 9.0g
        home = [route for route in whole if self.homeward(side, start, route[-1])]
        short = [route for route, _ in routes if route[-1] in MAP.land and self.makes_room(route[-1], units)] or [path]
        longest = max(map(len, short))
        gone = [route for route, _ in routes if route[-1] not in MAP.land]  # 9.1d
        chosen = home or whole or [route for route in short if len(route) == longest] + gone
        here = len(path)
        return {route[here] for route in chosen if len(route) > here}, any(len(route) == here for route in chosen)

    def makes_room(self, hex: Hex, arriving: Collection[str]) -> bool:
        """Whether a stack fits in a hex, if need be after friends there have each gone one hex away (9.0g)."""
        there = [key for key in self.table.units_in.get(hex, ()) if key not in arriving]
        if fits([*there, *arriving]):
            return True
        left = {self.table.hex_of[key] for key in arriving}  # nobody goes where they come from
        ways = [beside for beside in around(hex) if beside not in left]
        goals = {key: [hex, *(beside for beside in ways if self.gives_way(key, beside))] for key in there}

        def all_find_room(waiting: list[str], crowds: Mapping[Hex, list[str]]) -> bool:
            for goal in goals[waiting[0]] if waiting else ():
                crowd = [*crowds.get(goal, self.table.units_in.get(goal, ())), waiting[0]]
                if fits(crowd) and all_find_room(waiting[1:], {**crowds, goal: crowd}):
                    return True
            return not waiting

        return all_find_room(there, {hex: [*arriving]})

    def gives_way(self, key: str, beside: Hex) -> bool:
        """Whether a unit may go one hex, as in a retreat, to make room."""
        table, unit = self.table, UNITS[key]
        here = table.hex_of[key]
        return (
            table.side_in(beside) != other(unit.side)
            and step_cost(table, here, beside, unit.mechanized, unit) is not None
            and (beside not in zone_of(table, other(unit.side)) or MAP.is_town(beside))
            and unit.movement > 0
            and fits([*table.units_in.get(beside, ()), key])
        )

    def homeward(self, side: str, start: Hex, end: str) -> bool:
        """9.2: whether the last hex is no farther from a source than the first."""
        if end not in MAP.land:
            return True
        return min(distance(end, hex) for hex in SOURCES[side]) <= min(distance(start, hex) for hex in SOURCES[side])

    def routes(
        self, units: Collection[str], side: str, path: list[Hex], hexes: int
    ) -> Iterator[tuple[list[Hex], bool]]:
        """Every way on from here, with whether it fulfils the retreat."""
        here, table = path[-1], self.table
        zone = zone_of(table, other(side))
        done = len(path) - 1 == hexes and (here not in zone or len(path) == 1)
        if done:
            yield path, True
            return
        town = len(path) > 1 and MAP.is_town(here)
        if town:
            yield path, True  # 9.0h
        if len(path) > 1 and not town:
            yield path, False  # 9.0e: if there is no room farther on
        if len(path) > 1 and here in zone:
            return
        for edge in edges(here):
            is_open = edge != "west" if side == "soviet" else edge == "west" and here in MAP.areas["axis_exit"]
            yield [*path, f"off.{edge}"], is_open  # 9.1
        for beside in around(here):
            if beside in path or table.side_in(beside) == other(side):
                continue
            if any(step_cost(table, here, beside, UNITS[key].mechanized, UNITS[key]) is None for key in units):
                continue
            yield from self.routes(units, side, [*path, beside], hexes)

    # -- 22: points --

    def points(self) -> int:
        table = self.table
        supplied = {side: supplied_hexes(table, side) for side in ("axis", "soviet")}
        total = 0
        for hex, points in self.scenario.objectives.items():
            there, owner = table.side_in(hex), "axis" if points > 0 else "soviet"
            if self.control[hex] == owner and (not there or (there == owner and hex in supplied[owner])):  # 22.0c
                total += points
        return total


# -- Odds ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Odds:
    attack: int
    defence: int
    modifier: int
    shift: int
    column: str


def column(chart: Mapping[str, Any], differential: int, shift: int) -> str:
    columns: list[str] = chart["columns"]
    last: int = len(columns) - 1
    index: int = sum(differential >= least for least in chart["lowest"]) + shift
    return columns[max(0, min(last, index))]


def in_fort(table: Table, hex: Hex, colour: str) -> bool:
    return hex in MAP.areas[f"{colour}_fort"] and table.side_in(hex) == "soviet"


def defence_of(table: Table, hex: Hex, defenders: Iterable[str]) -> int:
    total = sum(UNITS[key].defence for key in defenders)
    if not table.scenario.spring and in_fort(table, hex, "white"):
        return 2 * total  # 23.1.9
    if table.scenario.spring and in_fort(table, hex, "black"):
        return total + table.forts.get(hex, 0)  # 23.2.4
    return total


def ground_modifier(table: Table, hex: Hex, attackers_on_hill: bool) -> int:
    """8.3: what the hex itself takes from the die."""
    if not table.scenario.spring and in_fort(table, hex, "white"):
        return 0  # 23.1.9
    terrain, place = MAP.terrain[hex], MAP.places.get(hex, "")
    total = 0
    if terrain == "woods":
        total -= 1
    if terrain == "hills" and not attackers_on_hill:
        total -= 2
    if place == "city":
        total -= 2
    if place == "village":
        total -= 1
    return total


def combat_odds(table: Table, past: Chronicle, target: Hex, units: Collection[str], air: Collection[str]) -> Odds:
    scenario = table.scenario
    side = UNITS[next(iter(units))].side
    near = [key for key in units if distance(table.hex_of[key], target) == 1]
    defenders = [
        key
        for key in table.units_in[target]
        if key not in past.fell_back or past.fell_back[key] & set(units)  # 9.3
    ] or table.units_in[target]
    # 12.0: the strongest tanks and tank destroyers are halved
    halvings = sum(1 if UNITS[key].size in ("I", "II") else 2 for key in defenders if UNITS[key].kind in ANTITANK)
    armour = sorted((UNITS[key].attack for key in near if UNITS[key].kind in ARMOUR), reverse=True)
    attack = sum(factor // 2 for factor in armour[:halvings]) + sum(armour[halvings:])
    attack += sum(UNITS[key].attack for key in units if UNITS[key].kind not in ARMOUR)
    attack += sum(UNITS[key].attack for key in air)  # 15.0f
    defence = defence_of(table, target, defenders)

    kinds = {UNITS[key].kind for key in near}
    die = ground_modifier(table, target, any(MAP.terrain[table.hex_of[key]] == "hills" for key in near))
    water = MAP.hexsides["river"] | MAP.hexsides["canal"] | MAP.hexsides["danube"]
    die -= len({table.hex_of[key] for key in near if side_of(table.hex_of[key], target) in water})  # 8.3d
    die += sum(UNITS[key].die for key in air)  # 15.0g
    if kinds & ARMOUR and kinds & FOOT_AND_GRENADIERS:
        die += 1  # 8.2a
    if defenders and target not in supplied_hexes(table, other(side)):
        die += 1  # 7.4b
    die += sum(key in table.disrupted for key in defenders)  # 11.0c
    shift = 0
    if scenario.spring:
        die += sum(UNITS[key].mark in HEAVY for key in near) - sum(UNITS[key].mark in HEAVY for key in defenders)
        if side == "axis" and table.turn == 1:
            die += 1  # 23.2.8
        if side == "soviet" and table.turn == 12 and any(scenario.group.get(key) == "n" for key in defenders):
            die += 1  # 23.2.15
    elif side == "axis" and table.turn == 1:
        shift = 1  # 8.1a
    return Odds(attack, defence, die, shift, column(CHARTS["combat_results"], attack - defence, shift))


def bombardment_odds(table: Table, target: Hex, guns: Collection[str]) -> Odds:
    side = UNITS[next(iter(guns))].side
    attack = sum(UNITS[key].attack for key in guns)
    defence = defence_of(table, target, table.units_in[target])
    near = [table.hex_of[key] for key in guns if distance(table.hex_of[key], target) == 1]
    die = ground_modifier(table, target, any(MAP.terrain[hex] == "hills" for hex in near))
    if len(table.units_in[target]) > 1:
        die += 1  # 10.2c
    shift = 0
    if side == "axis" and table.scenario.spring:
        die -= 1  # 23.2.10
    if side == "axis" and not table.scenario.spring and table.turn == 1:
        shift = 1  # 8.1a
    return Odds(attack, defence, die, shift, column(CHARTS["bombardment"], attack - defence, shift))
