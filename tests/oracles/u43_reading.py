"""A second reading of Ukraine '43: chapters 4 to 14, written from the rulebook alone.

Plain sets and dictionaries of hex numbers, a small function for each rule, no regard for speed. What is printed (map,
counters, charts) comes from the game's data files, where a game stands from its view. Movement points are in halves.
"""

from __future__ import annotations

import tomllib
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from heapq import heappop, heappush
from itertools import pairwise
from pathlib import Path
from typing import Any

import stavka

DATA = Path(stavka.__file__).parent / "games" / "u43" / "data"
SIDES = ("soviet", "german")
GERMANS = ("german", "ss")
"""Counters of the Wehrmacht and the SS: what the rules call German, not Axis allies."""
FOREVER = 10**6


def other(side: str) -> str:
    return SIDES[1 - SIDES.index(side)]


# -- The map ---------------------------------------------------------------------------------------------------------


def read(name: str) -> dict[str, Any]:
    return tomllib.loads((DATA / f"{name}.toml").read_text(encoding="utf-8"))


def side_of(one: str, two: str) -> frozenset[str]:
    """The hexside between two hexes."""
    return frozenset((one, two))


@cache
def around(number: str) -> list[str]:
    """The six hexes around one, on the map or not; odd columns stand half a hex further south."""
    column, row = int(number[:2]), int(number[2:])
    up = 0 if column % 2 else -1
    steps = ((0, -1), (0, 1), (-1, up), (-1, up + 1), (1, up), (1, up + 1))
    return [f"{column + dc:02d}{row + dr:02d}" for dc, dr in steps]


def hexsides(groups: Iterable[dict[str, Any]]) -> set[frozenset[str]]:
    return {frozenset(pair.split("/")) for group in groups for pair in group["between"]}


def steps_along(lines: Iterable[dict[str, Any]]) -> set[frozenset[str]]:
    return {side_of(one, two) for line in lines for one, two in pairwise(line["path"])}


def split_at(path: list[str], cuts: set[str]) -> list[list[str]]:
    """A line cut into parts at some of its hexes, which belong to both parts."""
    parts = [[path[0]]]
    for number in path[1:]:
        parts[-1].append(number)
        if number in cuts and number != path[-1]:
            parts.append([number])
    return parts


class Map:
    """What is printed on the map."""

    def __init__(self) -> None:
        board = read("board")
        kinds = {kind["symbol"]: key for key, kind in board["terrain"]["kinds"].items()}
        printed = {f"{column}{row:02d}": kinds[symbol] for column, symbols in board["terrain"]["rows"].items()
                   for row, symbol in enumerate(symbols, 1)}
        printed.update(board["terrain"]["hexes"])
        self.terrain = {number: kind for number, kind in printed.items() if kind != "sea"}
        self.marshes = {number for number, kind in printed.items() if kind in ("marsh", "wooded_marsh")}
        self.sea = {number for number, kind in printed.items() if kind == "sea"}
        self.places = {place["hex"]: place["kind"] for place in board["places"].values()}
        self.major = hexsides(board["hexsides"]["major"].values())
        self.flooded_sides = {side for side in hexsides([board["hexsides"]["major"]["lower_dnieper"]])
                              if read("charts")["dam"]["hex"] not in side}                        # 28.2e
        self.river = hexsides(board["hexsides"]["river"].values())
        self.all_sea = hexsides(board["hexsides"]["sea"].values())
        self.barriers = self.major | self.all_sea
        self.main = steps_along(board["lines"]["main"].values())
        self.roads = self.main | steps_along(board["lines"]["secondary"].values())
        self.road_hexes = {number for side in self.roads for number in side}
        self.rails = steps_along(board["lines"]["rail"].values()) | steps_along(board["lines"]["branch"].values())
        self.rail_hexes = {number for side in self.rails for number in side}
        self.green = {number for line in board["lines"]["rail"].values() for number in line["path"]}
        self.gorodnya = set(board["lines"]["rail"]["gorodnya"]["path"])
        self.branches = {f"{key}.{place}": part for key, line in board["lines"]["branch"].items()
                         for place, part in enumerate(split_at(line["path"], self.green))}
        self.areas = {key: set(area.get("hexes", ())).union(*(part["hexes"] for part in area.get("parts", {}).values()))
                      for key, area in board["areas"].items()}
        self.half_hexes = [part["hexes"] for part in board["areas"]["half_hexes"]["parts"].values()]

    def neighbours(self, number: str) -> list[str]:
        """The land hexes around a hex."""
        return [near for near in around(number) if near in self.terrain]

    def built_up(self, number: str) -> bool:
        return self.places.get(number) in ("town", "city")



@cache
def the_map() -> Map:
    return Map()


@cache
def charts() -> dict[str, Any]:
    return read("charts")


def range_between(one: str, two: str) -> int:
    """Hexes between two places as the crow flies."""
    def cube(number: str) -> tuple[int, int]:
        column, row = int(number[:2]), int(number[2:])
        return column, row - column // 2
    (q1, r1), (q2, r2) = cube(one), cube(two)
    return max(abs(q1 - q2), abs(r1 - r2), abs(q1 - q2 + r1 - r2))


# -- Counters and where they are -------------------------------------------------------------------------------------


@cache
def printed_counters() -> dict[str, dict[str, Any]]:
    counters = read("counters")
    return {key: counters["like"][line["like"]] for key, line in counters["units"].items()}


@dataclass(frozen=True)
class Unit:
    """A counter on the map."""

    key: str
    place: str
    face: int
    flags: frozenset[str]

    @property
    def printed(self) -> dict[str, Any]:
        return printed_counters()[self.key]

    @property
    def side(self) -> str:
        return str(self.printed["side"])

    @property
    def kind(self) -> str:
        return str(self.printed["kind"])

    @property
    def group(self) -> str:
        return str(self.printed["group"])

    @property
    def role(self) -> str:
        """combat, support, hq, leader or air (5.1)."""
        return str(self.printed["class"])

    @property
    def is_ground(self) -> bool:
        """Leaders (26.3) and air units (15.8) are caught or driven off; everything else holds its hex."""
        return self.role not in ("leader", "air")

    @property
    def mechanized(self) -> bool:
        return bool(self.printed["mechanized"])

    @property
    def restricted(self) -> bool:
        """4.8: army and front headquarters and artillery divisions."""
        return self.kind in ("army_hq", "front_hq", "artillery")

    def strength(self, what: str) -> int:
        """2.1: a printed factor of the face shown."""
        values = self.printed.get(what, [0])
        return int(values[min(self.face, len(values) - 1)])

    @property
    def steps(self) -> int:
        return len(self.printed.get("defence", [0])) - (self.face if self.kind != "artillery" else 0)


@dataclass
class State:
    """Where a game stands, as the view tells it; what only the position remembers comes from its plain data."""

    turn: int
    phase: str
    scenario: str
    weather: str
    units: dict[str, Unit]
    soviet_control: set[str]
    marks: dict[str, list[str]]
    half_hexes: int
    repaired: set[str] = field(default_factory=set)
    attacked: set[str] = field(default_factory=set)
    retreated: set[str] = field(default_factory=set)
    dropped: set[str] = field(default_factory=set)
    kept: set[str] = field(default_factory=set)
    locked: set[str] = field(default_factory=set)
    lyutezh_free: bool = True

    def __post_init__(self) -> None:
        self.known: dict[str, Any] = {}
        self.stacks: dict[str, list[Unit]] = {}
        for unit in self.units.values():
            if unit.place in the_map().terrain:
                self.stacks.setdefault(unit.place, []).append(unit)

    def ground(self, number: str, side: str) -> list[Unit]:
        return [unit for unit in self.stacks.get(number, ()) if unit.side == side and unit.is_ground]

    def once(self, what: str, make: Callable[[], Any]) -> Any:
        """Something that follows from the position, worked out once."""
        if what not in self.known:
            self.known[what] = make()
        return self.known[what]

    def held(self, side: str) -> set[str]:
        """The hexes with ground units of a side."""
        found: set[str] = self.once(f"held {side}", lambda: {hex for hex in self.stacks if self.ground(hex, side)})
        return found

    def marked(self, kind: str) -> set[str]:
        found: set[str] = self.once(kind, lambda: {place for place, marks in self.marks.items() if kind in marks})
        return found

    def controls(self, side: str, number: str) -> bool:
        return (number in self.soviet_control) == (side == "soviet")

    def pontoons(self) -> set[frozenset[str]]:
        return {frozenset(place.split("/")) for place in self.marked("pontoon")}

    def bridged(self, side: frozenset[str]) -> bool:
        """4.2, 18.5: a road or a pontoon bridge crosses the river there."""
        return side in the_map().roads or side in self.pontoons()

    def flooded(self) -> set[str]:
        return self.marked("flood")

    def closed_by_flood(self, side: frozenset[str]) -> bool:
        return bool(self.flooded()) and side in the_map().flooded_sides                              # 28.2e

    def air_zone(self, side: str) -> set[str]:
        """15.6: the seven hexes under a side's air units on defensive air support."""
        def under() -> set[str]:
            centres = [unit.place for unit in self.units.values()
                       if unit.side == side and "flying" in unit.flags and "grounded" not in unit.flags]
            return {number for centre in centres for number in (centre, *around(centre))}

        found: set[str] = self.once(f"air {side}", under)
        return found


def bits(value: Any) -> Iterator[int]:
    number = int(value, 16) if isinstance(value, str) else int(value)
    return (place for place in range(number.bit_length()) if number >> place & 1)


def state_of(match: stavka.Match) -> State:
    view, data = match.view(SIDES[0]), match.position.as_data()
    keys, names = list(printed_counters()), match.game.board.grid.names
    units = {key: Unit(key, seen["place"], seen.get("face", 0), frozenset(seen.get("flags", ())))
             for key, seen in view["units"].items()}
    weather = ("clear", "overcast", "rain")[view["tracks"]["weather"]["value"]]
    remembered = ("attacked", "retreated", "dropped", "locked", "kept")
    named = {name: {keys[place] for place in bits(data[name])} for name in remembered}
    return State(view["turn"], view["phase"], view["scenario"], weather, units, set(view["control"]["soviet"]),
                 view["marks"], view["tracks"]["central_front"]["value"],
                 {names[place] for place in bits(data["repaired"])}, lyutezh_free=bool(data["lyutezh_free"]), **named)


# -- 5 Stacking ------------------------------------------------------------------------------------------------------


def is_infantry(unit: Unit) -> bool:
    return not unit.mechanized and unit.kind != "cavalry"


def fits(units: Iterable[Unit]) -> bool:
    """5.2, 5.3, 5.5: whether units of one side may stand together."""
    units = list(units)
    combat = [unit for unit in units if unit.role == "combat"]
    support = sum(unit.role == "support" for unit in units)
    if any(unit.side == "german" for unit in units):
        return len(combat) <= 3 and support <= (1 if len(combat) == 3 else 2)
    most = 2
    if any(unit.kind == "tank_army_hq" for unit in units) and any(unit.kind in ("tank", "mech") for unit in combat):
        most = 3
    if any(unit.kind == "shock_army_hq" for unit in units) and any(is_infantry(unit) for unit in combat):
        most = 3
    return len(combat) <= most and support <= (3, 2, 1, 1)[len(combat)]


# -- 6 Zones of control, 7 bonds -------------------------------------------------------------------------------------


def zone_reaches(one: str, two: str) -> bool:
    """6.1, 6.4: a zone goes into a neighbouring hex, but not across major rivers or all-sea hexsides."""
    board = the_map()
    return two in board.terrain and side_of(one, two) not in board.barriers


def with_zone(state: State, side: str) -> set[str]:
    """6.2: the hexes of combat units."""
    return {number for number in state.stacks if any(unit.role == "combat" for unit in state.ground(number, side))}


def zone(state: State, side: str) -> set[str]:
    return {near for number in with_zone(state, side) for near in around(number) if zone_reaches(number, near)}


@dataclass(frozen=True)
class Bonds:
    """7.1: the hexes and hexsides closed to the enemy of a side."""

    hexes: frozenset[str]
    sides: frozenset[frozenset[str]]

    def close(self, here: str, there: str) -> bool:
        return there in self.hexes or side_of(here, there) in self.sides


def bonds(state: State, side: str) -> Bonds:
    board, ends, enemies = the_map(), with_zone(state, side), state.held(other(side))
    hexes, sides = set(), set()
    for one in ends:
        beyond = {far for near in around(one) for far in around(near)} - {one, *around(one)}
        for two in beyond:
            between = [near for near in around(one) if near in around(two)]
            if enemies >= set(between):
                continue                                                                             # 7.4
            if len(between) == 1 and two in ends and hex_bond(one, between[0], two):
                hexes.add(between[0])
            if len(between) == 2 and (two in ends or two in board.sea) and hexside_bond(one, between, two):  # 7.6
                sides.add(side_of(*between))
    return Bonds(frozenset(hexes), frozenset(sides))


def hex_bond(one: str, middle: str, two: str) -> bool:
    """7.3: not through towns, cities or sea, nor across a major river or two rivers."""
    board = the_map()
    if middle not in board.terrain or board.built_up(middle):
        return False
    crossed = {side_of(one, middle), side_of(middle, two)}
    return not crossed & board.barriers and not crossed <= board.river


def hexside_bond(one: str, between: list[str], two: str) -> bool:
    """7.3, its ruling: both zones reach both hexes, and rivers do not cut both off from both. `two` may be sea."""
    board = the_map()
    crossed = {side_of(end, near) for end in (one, two) for near in between}
    if not set(between) <= set(board.terrain):
        return False
    return not crossed & board.barriers and not crossed <= board.river


# -- 4 Movement ------------------------------------------------------------------------------------------------------


def halves(points: float) -> int:
    return round(points * 2)


def terrain_cost(unit: Unit, number: str) -> int:
    """4.1, 4.5: towns and cities cost one point whatever the terrain."""
    board, column = the_map(), "mech" if unit.mechanized else "foot"
    if board.built_up(number):
        return halves(charts()["places"][board.places[number]][column])
    return halves(charts()["terrain"][board.terrain[number]][column])


def road_cost(state: State, unit: Unit, here: str, there: str) -> int:
    """4.2, 15.6, 25.2."""
    if not unit.mechanized:
        return 2
    dear = state.weather == "rain" and side_of(here, there) not in the_map().main
    return 2 if dear or there in state.air_zone(other(unit.side)) else 1


def entry_cost(state: State, unit: Unit, here: str, there: str) -> int:
    """What it costs to go from a hex to the next by road, by bridge or across country, without zones of control."""
    board, crossed = the_map(), side_of(here, there)
    cost = road_cost(state, unit, here, there) if crossed in board.roads else terrain_cost(unit, there)
    if crossed in board.river and crossed not in board.roads:
        cost += halves(charts()["movement"]["river"])
    if crossed in board.major and state.bridged(crossed) and crossed & state.air_zone(other(unit.side)):
        cost += halves(charts()["movement"]["interdicted_bridge"])                                   # 4.4c
    if crossed in board.major and not state.bridged(crossed) and unit.kind == "cavalry":
        cost += halves(charts()["movement"]["cavalry_major_river"])                                  # 4.4a
    return cost


def passable(state: State, unit: Unit, here: str, there: str) -> bool:
    """Whether a unit may ever go from a hex to the next, major rivers without a bridge apart."""
    board, crossed = the_map(), side_of(here, there)
    if there not in board.terrain or crossed in board.all_sea:
        return False
    if there in state.held(other(unit.side)) or bonds_of(state, other(unit.side)).close(here, there):  # 4.1, 7.2
        return False
    if unit.kind == "artillery" and crossed not in board.roads and {here, there} & board.marshes:    # 4.5
        return False
    if there in state.flooded() or state.closed_by_flood(crossed):                                   # 28.2
        return False
    return not lyutezh_forbids(state, unit, here, there)


def lyutezh_forbids(state: State, unit: Unit, here: str, there: str) -> bool:
    """34.6 b, c: before turn 19; on turn 19 no German reaction north of the line."""
    north = the_map().areas["north_of_lyutezh"]
    if state.scenario == "october" and state.turn == 19 and state.phase == "german.reaction":
        return bool({unit.place, there} & north)
    if state.scenario != "october" or state.turn >= 19 or state.lyutezh_free:
        return False
    if unit.side == "german":
        return there in north and unit.place not in north
    return side_of(here, there) in the_map().major and bool({here, there} & north)


def bonds_of(state: State, side: str) -> Bonds:
    found: Bonds = state.once(f"bonds {side}", lambda: bonds(state, side))
    return found


def zone_of(state: State, side: str) -> set[str]:
    found: set[str] = state.once(f"zone {side}", lambda: zone(state, side))
    return found


def allowance(state: State, unit: Unit) -> int:
    """4.1, 14.7, 25.2: out of supply comes before rain."""
    if "unsupplied" in unit.flags:
        return halves(charts()["movement"]["unsupplied"])
    if state.weather == "rain":
        return halves(charts()["movement"]["rain"])
    return halves(unit.printed["movement"])


def bonus(unit: Unit) -> int:
    """4.7, 14.7: what extended movement adds."""
    return halves(charts()["movement"]["unsupplied" if "unsupplied" in unit.flags else "extended"])


def garrisons(state: State, unit: Unit) -> bool:
    """21: a security division stays in its city while no Soviet unit is within three hexes."""
    if unit.kind != "security" or the_map().places.get(unit.place) != "city":
        return False
    return all(range_between(unit.place, number) > 3 for number in state.held("soviet"))


def may_move(state: State, unit: Unit, mode: str) -> bool:
    """4.8 to 4.10, 11.3, 14.7, 20.4, 21: who may move at all."""
    if unit.role == "air" or unit.key in state.dropped or garrisons(state, unit):
        return False
    if mode == "movement":
        return True
    if "disrupted" in unit.flags or unit.restricted or (unit.key == "G-Manstein" and mode == "exploitation"):
        return False
    return mode == "exploitation" or "unsupplied" not in unit.flags


def one_hex_only(state: State, unit: Unit, mode: str) -> bool:
    if "disrupted" in unit.flags:
        return True                                                                                  # 11.3
    if mode == "exploitation":
        return not unit.mechanized                                                                   # 4.9c
    if mode == "reaction":
        return not unit.mechanized or unit.place in zone_of(state, other(unit.side))                 # 4.10
    return False


def reach(state: State, unit: Unit, mode: str, extended: bool = False, spent_before: int = 0) -> dict[str, int]:
    """The hexes where a unit may end its move, with their costs in half points; it may have spent some already."""
    if not may_move(state, unit, mode):
        return {}
    board, start = the_map(), unit.place
    enemy_zone = zone_of(state, other(unit.side))
    points = allowance(state, unit) + (bonus(unit) if extended else 0) - spent_before
    fresh = not spent_before
    single = fresh and one_hex_only(state, unit, mode)

    def cost(here: str, there: str) -> int:
        leaving = halves(charts()["movement"]["leave_zone"]) if here in enemy_zone else 0            # 6.3
        return entry_cost(state, unit, here, there) + leaving

    def dry(here: str, there: str) -> bool:
        crossed = side_of(here, there)
        return passable(state, unit, here, there) and (crossed not in board.major or state.bridged(crossed))

    found = {start: 0}
    queue = [(0, start)]
    while queue:
        spent, here = heappop(queue)
        if spent > found[here] or (single and here != start):
            continue
        for there in board.neighbours(here):
            if dry(here, there):
                total = spent + cost(here, there)
                if fresh and here == start and total > points:
                    found.setdefault(there, points)                                                  # 4.1: minimum
                elif total <= min(points, found.get(there, FOREVER) - 1):
                    found[there] = total
                    heappush(queue, (total, there))
    if mode == "movement" and fresh and not unit.mechanized:
        for there in board.neighbours(start):
            crossed = side_of(start, there)
            if crossed in board.major and not state.bridged(crossed) and passable(state, unit, start, there):  # 4.4
                spent = min(cost(start, there), points) if unit.kind == "cavalry" else points        # others stop there
                found[there] = min(spent, found.get(there, FOREVER))
                if unit.kind == "cavalry" and not single:
                    for beyond in board.neighbours(there):
                        total = spent + cost(there, beyond)
                        if dry(there, beyond) and total <= points:
                            found[beyond] = min(total, found.get(beyond, FOREVER))
    del found[start]
    return {number: spent for number, spent in found.items() if may_end(state, unit, number, extended)}


def rides(state: State, unit: Unit) -> set[str]:
    """4.6: where a unit can go by rail: controlled, in repair, out of enemy zones; Soviets have a link off the map."""
    board, side = the_map(), unit.side
    usable = board.rail_hexes if side == "german" else soviet_rail(state)
    shut = state.held(other(side)) | zone_of(state, other(side))
    through = {number for number in usable - shut if state.controls(side, number)}
    through = {number for number in through if not lyutezh_forbids(state, unit, number, number)}
    out, back = {"6021"}, {"6024", "6026", "6031"}
    found, queue = {unit.place}, deque([unit.place])
    while queue:
        here = queue.popleft()
        linked = (back if here in out else out if here in back else set()) if side == "soviet" else set()
        near = {there for there in board.neighbours(here) if side_of(here, there) in board.rails}
        for there in ((near | linked) & through) - found:
            found.add(there)
            queue.append(there)
    return {number for number in found - {unit.place} if may_end(state, unit, number, extended=False)}


def may_end(state: State, unit: Unit, number: str, extended: bool) -> bool:
    """5.4, 4.7: where a move may end."""
    there = [other_unit for other_unit in state.stacks.get(number, ()) if other_unit.side == unit.side]
    if not fits([*there, unit]):
        return False
    divisions = [near for near in (*there, unit) if near.side == "german" and near.role == "combat"]
    if lyutezh_shields(state, number) and unit in divisions and len(divisions) > 1:                  # 34.6b
        return False
    return not extended or not set(around(number)) & state.held(other(unit.side))


# -- 14 Supply -------------------------------------------------------------------------------------------------------

Line = tuple[str, int, int, bool]
"""How far a line has come: hex, major rivers crossed, marshes entered, whether the hex is vacant in an enemy zone."""


def edge_sources(state: State, side: str) -> set[str]:
    """14.2a: marked edge hexes under one's own control."""
    return {number for number in the_map().areas[f"{side}_supply"] if state.controls(side, number)}


def soviet_rail(state: State) -> set[str]:
    """17.1: what is east of the August line, marked hexes repaired, and unmarked lines whose ends are repaired."""
    board = the_map()
    usable = (board.rail_hexes & board.areas["soviet_august"]) | state.repaired
    lines = Counter(number for part in board.branches.values() for number in part)

    leaving = board.areas["north_edge"] | board.areas["soviet_supply"] | board.areas["german_supply"]

    def dead_end(number: str) -> bool:
        return lines[number] == 1 and number not in board.green | leaving

    def repaired(key: str, part: list[str]) -> bool:
        if key.startswith("repki"):
            return False                                                                             # 27.4
        if key.startswith(("krolevets", "glukhov")) and part[-1] not in board.green:
            return board.gorodnya <= usable                                                          # 27.4
        ends = {part[0], part[-1]}
        return all(end in usable or dead_end(end) for end in ends) and bool(ends & usable)

    while True:
        more = {number for key, part in board.branches.items() if repaired(key, part) for number in part} - usable
        if not more:
            return usable
        usable |= more


def connected_rail(state: State, side: str) -> set[str]:
    """14.2b: rail hexes joined to an edge source, not blocked by enemies or zones, for the Soviets repaired."""
    board = the_map()
    enemies, enemy_zone, friends = state.held(other(side)), zone_of(state, other(side)), state.held(side)

    usable = board.rail_hexes if side == "german" else soviet_rail(state)

    def is_open(number: str) -> bool:
        blocked = number in enemies or (number in enemy_zone and number not in friends)
        return not blocked and number in usable and state.controls(side, number)                     # 31.2g

    found = {number for number in edge_sources(state, side) & board.rail_hexes if is_open(number)}
    queue = deque(found)
    while queue:
        here = queue.popleft()
        for there in board.neighbours(here):
            if there not in found and side_of(here, there) in board.rails and is_open(there):
                found.add(there)
                queue.append(there)
    return found


def sources(state: State, side: str) -> set[str]:
    known: set[str] = state.once(f"sources {side}", lambda: all_sources(state, side))
    return known


def all_sources(state: State, side: str) -> set[str]:
    return edge_sources(state, side) | connected_rail(state, side)


def half_hex_entries(state: State, side: str) -> set[str]:
    """27.2: the half-hexes gained are sources off the map, one hex beyond those they open on."""
    gained = the_map().half_hexes[:state.half_hexes] if side == "soviet" else []
    return {number for entries in gained for number in entries}


def traced(state: State, side: str, line: Line, there: str, by_road: bool) -> Line | None:
    """14.4, 14.5: a supply line one hex further, or None."""
    board = the_map()
    here, rivers, marshes, exposed = line
    crossed = side_of(here, there)
    if there not in board.terrain or crossed in board.all_sea or (by_road and crossed not in board.roads):
        return None
    if there in state.held(other(side)) or bonds_of(state, other(side)).close(here, there):
        return None
    rivers += crossed in board.major
    marshes += there in board.marshes and crossed not in board.roads
    now = there in zone_of(state, other(side)) and there not in state.held(side)
    if rivers > 1 or marshes > 1 or (exposed and now):
        return None
    return there, rivers, marshes, now


def flood(state: State, side: str, starts: Iterable[Line], by_road: bool, length: int,
          stop: Iterable[str] = ()) -> dict[Line, int]:
    """The lines that can be traced, with their lengths; no further than the first that arrives where to stop."""
    found = dict.fromkeys(starts, 0)
    queue = deque(found)
    while queue:
        line = queue.popleft()
        if line[0] in stop:
            break
        if found[line] == length:
            continue
        for there in the_map().neighbours(line[0]):
            further = traced(state, side, line, there, by_road)
            if further is not None and further not in found:
                found[further] = found[line] + 1
                queue.append(further)
    return found


def has_line(state: State, unit: Unit, limited: bool = True) -> bool:
    """14.3: four hexes overland to a road or source, or seven to a headquarters on a road, then by road; 14.8: any."""
    board, ends = the_map(), set(sources(state, unit.side))
    near, far = (charts()["supply"][key] if limited else FOREVER for key in ("overland", "headquarters"))
    overland = flood(state, unit.side, [(unit.place, 0, 0, False)], by_road=False, length=far)
    headquarters = {u.place for u in state.units.values() if u.side == unit.side and u.kind in ("army_hq", "front_hq")}
    beside = half_hex_entries(state, unit.side)
    if any(length + (line[0] not in ends) <= near for line, length in overland.items() if line[0] in ends | beside):
        return True
    on_road = [line for line, length in overland.items()
               if line[0] in board.road_hexes and (length <= near or line[0] in headquarters)]
    ends |= beside                                                               # a road goes on beyond the edge
    return any(line[0] in ends for line in flood(state, unit.side, on_road, by_road=True, length=FOREVER, stop=ends))


def petrol(state: State, unit: Unit) -> int | None:
    """14.9: hexes to the nearest source, enemies or not."""
    away: dict[str, int] = state.once(f"petrol {unit.side}", lambda: hexes_to_sources(state, unit.side))
    return away.get(unit.place)


def hexes_to_sources(state: State, side: str) -> dict[str, int]:
    """14.9: how far every hex is from a source, not through sea."""
    board, on_map = the_map(), sources(state, side)
    found = dict.fromkeys(on_map, 0)
    waves = [on_map, half_hex_entries(state, side) - on_map]
    for length, wave in enumerate(waves):
        found |= dict.fromkeys(wave - found.keys(), length)
        near = {there for here in wave for there in board.neighbours(here) if side_of(here, there) not in board.all_sea}
        later = near - found.keys()
        if length + 1 < len(waves):
            waves[length + 1] |= later
        elif later:
            waves.append(later)
    return found


# -- 8, 9 Combat -----------------------------------------------------------------------------------------------------


def fortified(state: State, number: str, side: str) -> bool:
    """19: a finished fortification, or a permanent one of the defender's side (19.4, 19.5)."""
    areas = the_map().areas
    bridgehead = side == "soviet" and state.scenario == "october" and number in areas["bridgeheads"]
    return number in areas[f"{side}_forts"] or bridgehead or (side == "german" and number in state.marked("fort"))


def half(value: int) -> int:
    return (value + 1) // 2                                                                          # 9.2


def hq_counts(unit: Unit, stack: Iterable[Unit]) -> bool:
    """23.3, 23.4: the unit that must stand with a panzer corps, tank army or shock army."""
    combat = [u for u in stack if u.role == "combat"]
    if unit.kind == "tank_army_hq":
        return any(u.kind in ("tank", "mech") for u in combat)
    if unit.kind == "shock_army_hq":
        return any(not u.mechanized for u in combat)
    if unit.kind == "panzer_corps_hq" and unit.group == "ss":
        return any(u.group == "ss" and u.mechanized for u in combat)
    return unit.kind == "panzer_corps_hq" and any(u.kind == "panzer" for u in combat)


def attack_strength(state: State, unit: Unit, target: str, defender: str) -> int:
    """9.2 to 9.5, 9.14: what a unit brings against a hex."""
    board = the_map()
    value = unit.strength("attack")
    if unit.role == "hq" and not hq_counts(unit, state.stacks[unit.place]):
        return 0
    fort = fortified(state, target, defender)
    wet = side_of(unit.place, target) in board.river | board.major or unit.place in board.marshes
    rider = unit.mechanized or unit.kind == "cavalry"
    if "unsupplied" in unit.flags or (unit.mechanized and wet) or (rider and fort):
        return half(value)                                                                           # 9.15: and no less
    return value - 1 if wet and not unit.mechanized else value


def defence(state: State, target: str, side: str) -> int:
    """9.1, 9.3, 10.4, 15.6, 23: printed strength, bonuses up to twice that, and the bonus of a headquarters."""
    stack = [unit for unit in state.ground(target, side) if unit.key not in state.retreated]
    fighting = [unit for unit in stack if unit.role != "hq"]
    if not fighting:
        fighting, stack = stack, []
    printed = sum(unit.strength("defence") for unit in fighting)
    board, table = the_map(), charts()
    extra = int(table["terrain"][board.terrain[target]]["defence"])
    if target in board.places:
        extra += table["places"][board.places[target]]["defence"]
    if fortified(state, target, side):
        extra += table["defence"]["fort"]
    if target in state.air_zone(side):
        extra += table["defence"][f"{side}_air"]
    added = sum(table["defence"]["headquarters"] for unit in stack if hq_counts(unit, stack))
    return printed + int(min(extra, table["defence"]["cap"] * printed)) + int(added)


def magnitude(state: State, attackers: list[Unit], target: str, defender: str) -> int:
    """8.4, 23.1: by the fewer steps; headquarters only where nothing else stands."""
    def steps(units: list[Unit]) -> int:
        return sum(u.steps for u in units if u.role != "hq") or sum(u.steps for u in units)
    fewer = min(steps(attackers), steps(state.ground(target, defender)))
    return 1 + sum(1 for limit in charts()["combat"]["magnitude"] if fewer >= limit)


def level(attack: int, against: int) -> int:
    """8.3: the odds on the ladder, rounded down; -1 below its first level."""
    ladder = charts()["combat_results"]["ladder"]
    ratios = [Fraction(one) / Fraction(two) for one, two in (text.split("-") for text in ladder)]
    return sum(attack >= ratio * against for ratio in ratios) - 1


def shifts(state: State, attackers: list[Unit], target: str, defender: str, air: bool = False, guns: int = 0) -> int:
    """9.8 to 9.13, 25.2: three to the right at most, and rain to the left."""
    total = int(air) + guns
    total += any(unit.kind == "tiger" for unit in attackers)
    total += any(unit.kind == "panzer_corps_hq" and hq_counts(unit, state.stacks[unit.place]) for unit in attackers)
    weak = the_map().built_up(target) or fortified(state, target, defender)
    total += weak and any(unit.kind == "sapper" for unit in attackers)
    return int(min(total, charts()["shifts"]["most"])) - (state.weather == "rain")


def severe_losses(state: State, target: str, defender: str) -> bool:
    """8.9: attacks on a city or on the defender's own fortification."""
    return the_map().places.get(target) == "city" or fortified(state, target, defender)


def rerolls(state: State, attackers: list[Unit], target: str) -> bool:
    """9.10: sixes of Soviet attacks on Germans, unless half of the steps are Guards."""
    if attackers[0].side == "german" or not any(u.group in GERMANS for u in state.ground(target, "german")):
        return False
    counted = [u for u in attackers if u.role != "hq" or (u.kind == "tank_army_hq" and u.group == "guards")]
    guards = sum(u.steps for u in counted if u.group == "guards")
    return 2 * guards < sum(u.steps for u in counted)


def results(state: State, attackers: list[Unit], target: str, column: int) -> dict[str, Fraction]:
    """8.3, 8.8, 9.10: the chance of every result of the primary die."""
    table = charts()["combat_results"]
    if column < 0:
        return {"AR": Fraction(1)}
    if column >= len(table["ladder"]) - 1:
        return {"overwhelming": Fraction(1)}
    place = min(column, len(table["columns"]) - 1)
    chances = dict.fromkeys(range(1, 7), Fraction(1, 6))
    if rerolls(state, attackers, target):
        chances = {die: Fraction(7, 36) for die in range(1, 6)} | {6: Fraction(1, 36)}
    superior = attackers[0].side == "german" and all(unit.group in GERMANS for unit in attackers)
    found: dict[str, Fraction] = {}
    for die, chance in chances.items():
        result = table["primary"][str(die)][place]
        result = "DR1" if superior and result == "DRX" else result
        found[result] = found.get(result, Fraction(0)) + chance
    return found


def may_attack(state: State, unit: Unit, target: str) -> bool:
    """8.1, 9.9, 11.3, 18.1, 28.2, 34.6: whether a unit may take part in an attack on a hex in a combat phase."""
    crossed, second = side_of(unit.place, target), state.phase.endswith("combat2")
    if unit.place not in around(target) or unit.kind in ("artillery", "army_hq", "front_hq") or not unit.is_ground:
        return False
    if unit.flags & {"disrupted", "fought", "extended"} or (second and "assault" not in unit.flags):
        return False
    if crossed in the_map().all_sea or state.closed_by_flood(crossed) or lyutezh_shields(state, target):
        return False
    if crossed in the_map().major and (second or crossed not in river_assaults(state)):              # 18.1
        return False
    return unit.kind != "sapper" or the_map().built_up(target) or fortified(state, target, other(unit.side))


def commanded(state: State, attackers: list[Unit], supported: bool = False) -> bool:
    """23.2: four units, artillery or air need an attacker within seven hexes of an undisrupted headquarters."""
    combat, side = charts()["combat"], attackers[0].side
    if not supported and sum(unit.role in ("combat", "support") for unit in attackers) < combat["command_units"]:
        return True
    headquarters = {unit.place for unit in state.units.values()
                    if unit.side == side and unit.kind in ("army_hq", "front_hq") and "disrupted" not in unit.flags}
    starts = [(unit.place, 0, 0, False) for unit in attackers]
    lines = flood(state, side, starts, by_road=False, length=combat["command_range"])
    return any(line[0] in headquarters for line in lines)


def may_bombard(unit: Unit, target: str) -> bool:
    """22.1, 22.3, 22.4: artillery within two hexes, not disrupted, not depleted."""
    ready = "disrupted" not in unit.flags and unit.face == 0
    return unit.kind == "artillery" and ready and range_between(unit.place, target) <= charts()["artillery"]["range"]


def may_strike(state: State, unit: Unit, target: str) -> bool:
    """15.2, 15.4, 15.8, 14.7, 25: a ready air unit in range, in weather that lets it fly, not kept for defence."""
    ready = unit.key not in state.kept and unit.face == 0
    ready &= not unit.flags & {"disrupted", "unsupplied", "flying", "grounded"}
    weather = state.weather != "rain" and target not in state.marked("bad_weather")
    return unit.role == "air" and ready and weather and range_between(unit.place, target) <= unit.printed["range"]


def river_assaults(state: State) -> set[frozenset[str]]:
    return {frozenset(place.split("/")) for place in state.marked("river_assault")}


def lyutezh_shields(state: State, target: str) -> bool:
    """34.6a."""
    return (state.scenario == "october" and state.turn < 19 and not state.lyutezh_free
            and target in the_map().areas["north_of_lyutezh"])


def attackers_of(state: State, side: str, target: str) -> set[str]:
    """The units that may attack a hex; headquarters only with others, which the caller sees to."""
    return {unit.key for unit in state.units.values() if unit.side == side and may_attack(state, unit, target)}


def targets(state: State, side: str) -> set[str]:
    """8.1: the enemy hexes that a unit that fights may attack."""
    def fresh(number: str) -> bool:
        stack = state.ground(number, other(side))
        return any(unit.key not in state.attacked for unit in stack)

    return {number for number in filter(fresh, state.held(other(side)))
            if any(state.units[key].role != "hq" for key in attackers_of(state, side, number))}


# -- 10 Retreats -----------------------------------------------------------------------------------------------------


def may_retreat(state: State, unit: Unit, here: str, there: str) -> bool:
    """10.3: what no retreat does."""
    board, crossed = the_map(), side_of(here, there)
    if there not in board.terrain or crossed in board.all_sea or there in state.held(other(unit.side)):
        return False
    if (crossed in board.major and not state.bridged(crossed)) or bonds_of(state, other(unit.side)).close(here, there):
        return False
    if there in state.flooded() or state.closed_by_flood(crossed):
        return False
    return unit.kind != "artillery" or not {here, there} & board.marshes or crossed in board.roads   # 22.3


def retreats(state: State, unit: Unit) -> set[str]:
    """10.1, 10.2: the hexes where the retreat of a unit may end, by the preferences in their order."""
    board, start, side = the_map(), unit.place, unit.side
    enemy_zone, friends = zone_of(state, other(side)), state.held(side)

    def exposed(number: str) -> bool:
        return number in enemy_zone and number not in friends

    def room(number: str) -> bool:
        return fits([u for u in state.stacks.get(number, ()) if u.side == side and u.key != unit.key] + [unit])

    def rallies(number: str) -> bool:
        city = board.places.get(number) == "city" and state.controls(side, number)
        return city or any(u.role == "combat" and "disrupted" not in u.flags for u in state.ground(number, side))

    def further(way: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        for there in board.neighbours(way[-1]):
            twice = len(way) > 1 and exposed(way[-1]) and exposed(there)                             # 10.3
            if there not in way and may_retreat(state, unit, way[-1], there) and not twice:
                yield (*way, there)

    one = list(further((start,)))
    two = [longer for way in one for longer in further(way)]
    ended = [way for way in one if rallies(way[-1]) and room(way[-1])] + [way for way in two if room(way[-1])]
    while two and not ended:                                                     # 10.1a: on only for want of room
        two = [longer for way in two for longer in further(way)]
        ended = [way for way in two if room(way[-1])]

    def faults(way: tuple[str, ...]) -> tuple[bool, bool, bool]:
        east = [int(two[:2]) - int(one[:2]) for one, two in pairwise(way)]
        wrong = any(step > 0 if side == "german" else step < 0 for step in east)
        return any(map(exposed, way[1:])), wrong, len(way) > 2 and range_between(way[0], way[-1]) < 2

    found = [(faults(way), way[-1]) for way in ended]
    least = min((fault for fault, _ in found), default=None)
    return {end for fault, end in found if fault == least}


# -- 13 Mobile assaults ----------------------------------------------------------------------------------------------


def mobile_assaults(state: State, unit: Unit, points: int) -> set[str]:
    """13.1, 18.1: the enemy hexes a mechanized unit can assault from where it stands, with so many half points left."""
    board, found = the_map(), set()
    if not unit.mechanized or "disrupted" in unit.flags or unit.role not in ("combat", "support"):
        return set()
    for there in board.neighbours(unit.place):
        crossed = side_of(unit.place, there)
        closed = crossed in board.barriers or state.closed_by_flood(crossed) or lyutezh_shields(state, there)
        if closed or not state.ground(there, other(unit.side)):
            continue
        cost = 2 if crossed in board.roads else entry_cost(state, unit, unit.place, there)
        if cost + halves(charts()["movement"]["mobile_assault"]) <= points:
            found.add(there)
    return found
