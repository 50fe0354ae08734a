"""A second reading of Race to the Reichstag, written from the rulebook and the printed facts alone.

Nothing here uses the game's code or the kit: hexes are their numbers, units their ids, and everything is worked out from sets and
dictionaries in the plainest way. :class:`Comparison` plays games at random and holds what the engine offers, answers and does
against this reading.

    python -m tests.oracles.rttr --games 100
"""

from __future__ import annotations

import argparse
import heapq
import itertools
import random
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any

import stavka

FRONTS = ("1bf", "1uf")
GERMAN = "german"
REICHSTAG = "3513"
POTSDAM = "0429"
WEST = "west"
OFF_MAP = "off the map"

HIGHLY_MOBILE = {"tank", "panzer", "assault_gun", "mechanised", "panzergrenadier", "reconnaissance", "cavalry"}  # 25.1


# -- What is printed -----------------------------------------------------------------------------------------------


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads((files("stavka.games.rttr") / "data" / name).read_text("utf-8"))


BOARD, CHARTS, COUNTERS = _read("board.toml"), _read("charts.toml"), _read("counters.toml")


@dataclass(frozen=True)
class Piece:
    """A counter: what is printed on it."""

    id: str
    side: str
    kind: str
    size: str
    strength: int
    static: bool
    defends: bool

    @property
    def large(self) -> bool:
        """A corps or a division (10.2, 20.2)."""
        return self.size.strip("[]") in ("XX", "XXX")

    @property
    def mobile(self) -> bool:
        return not self.static


def _read_counters() -> dict[str, Piece]:
    found = {}
    for key, own in COUNTERS["units"].items():
        unit = {**COUNTERS["classes"][own["class"]], **own}
        found[key] = Piece(key, unit["side"], unit["kind"], unit.get("size", ""), unit["strength"],
                              unit.get("static", False), unit.get("defends", False))
    return found


UNITS = _read_counters()


def _number(column: int, row: int) -> str:
    return f"{column:02}{row:02}"


def _read_terrain() -> dict[str, str]:
    """The terrain of every hex; lakes are no hexes to be in."""
    kinds = {kind["symbol"]: key for key, kind in BOARD["terrain"]["kinds"].items()}
    found = {_number(int(column), row): kinds[symbol]
             for column, symbols in BOARD["terrain"]["rows"].items() for row, symbol in enumerate(symbols, 1)}
    found.update(BOARD["terrain"].get("hexes", {}))
    return {hex: kind for hex, kind in found.items() if kind != "lake"}


TERRAIN = _read_terrain()


def _around(hex: str) -> list[str]:
    """The six numbers around a hex: flat-topped, even columns stand half a hex further south."""
    column, row = int(hex[:2]), int(hex[2:])
    beside = (row, row + 1) if column % 2 == 0 else (row - 1, row)
    return [_number(column, row - 1), _number(column, row + 1),
            *[_number(column + across, down) for across in (-1, 1) for down in beside]]


AROUND = {hex: [other for other in _around(hex) if other in TERRAIN] for hex in TERRAIN}

Side = frozenset[str]
"""A hexside: the two hexes it is between."""


def _hexsides(kind: str) -> set[Side]:
    return {frozenset(name.split("/")) for run in BOARD["hexsides"][kind].values() for name in run["between"]}


RIVERS, LAKES, BRIDGES, BOUNDARY = (_hexsides(kind) for kind in ("river", "lake", "bridge", "boundary"))
ROADS: set[Side] = {frozenset(pair) for kind in BOARD["lines"].values() for line in kind.values()
                    for pair in itertools.pairwise(line["path"])}


def _area(name: str) -> set[str]:
    return set(BOARD["areas"][name]["hexes"])


UKRAINIAN, SBAHN, AIRFIELDS = _area("sector_1uf"), _area("sbahn"), _area("airfield")
EDGES = {edge: _area(f"edge_{edge}") for edge in ("north", "east", "south", "west")}
OBJECTIVES = {place["hex"] for place in BOARD["places"].values() if place["kind"] in ("objective", "reichstag")}


def sector(hex: str) -> str:
    """The sector of a hex; the Reichstag is a case of its own (5.1)."""
    return REICHSTAG if hex == REICHSTAG else "1uf" if hex in UKRAINIAN else "1bf"


def distance(start: str, end: str) -> int:
    """Hexes from one hex to another, as the crow flies."""
    def slanted(hex: str) -> tuple[int, int]:
        column, row = int(hex[:2]), int(hex[2:])
        return column, row - (column - 1) // 2

    (q1, r1), (q2, r2) = slanted(start), slanted(end)
    q, r = q1 - q2, r1 - r2
    return max(abs(q), abs(r), abs(q + r))


@cache
def within(centre: str, hexes: int) -> frozenset[str]:
    """All hexes up to so many hexes away, counted hex by hex over every hex there could be."""
    found, edge = {centre}, {centre}
    for _ in range(hexes):
        edge = {other for hex in edge for other in _around(hex)} - found
        found |= edge
    return frozenset(found & set(TERRAIN))


# -- A position ----------------------------------------------------------------------------------------------------


@dataclass
class Table:
    """What lies on the table: a position as this reading sees it."""

    scenario: str
    options: Mapping[str, bool]
    phase: str
    turn: int
    where: dict[str, str]
    face_down: set[str]
    blown: set[Side]
    markers: list[tuple[str, str]]  # kind and hex
    tracks: Mapping[str, Any]
    engineers: set[str] = field(default_factory=set)  # in place since the phase began (19.2)
    stacks: dict[str, list[str]] = field(init=False)

    def __post_init__(self) -> None:
        self.stacks = {}
        for unit, place in self.where.items():
            self.stacks.setdefault(place, []).append(unit)

    @classmethod
    def of(cls, match: stavka.Match) -> Table:
        """Read a match: where counters are from its position, all the rest from what the seats see."""
        data: Any = match.position.as_data()
        where = {unit: place for place, stack in data["stacks"].items() for unit in stack}
        views: list[Any] = [match.view(seat) for seat in match.game.seats]
        open_to = [{unit for unit, seen in view["units"].items() if not seen.get("face")} for view in views]
        hexed = {unit for unit, place in where.items() if place in TERRAIN}
        face_down = {unit for unit in hexed if not all(unit in seen for seen in open_to)}
        marks = views[0]["marks"]
        return cls(
            match.scenario, match.options, match.phase, match.turn, where, face_down,
            {frozenset(place.split("/")) for place, kinds in marks.items() if "blown" in kinds},
            [(kind, place) for place, kinds in marks.items() for kind in kinds if kind in ("artillery", "air", "jet")],
            views[0]["tracks"])

    def put(self, unit: str, place: str) -> None:
        """Put a unit somewhere else."""
        self.stacks[self.where[unit]] = [other for other in self.stack(self.where[unit]) if other != unit]
        self.stacks[place] = [*self.stack(place), unit]
        self.where[unit] = place

    # Who is where

    @property
    def front(self) -> str:
        """The Front whose player turn it is, or against which the Germans play (4.3)."""
        return "1uf" if "1uf" in self.phase else "1bf"

    @property
    def side(self) -> str:
        """The side that plays the phase."""
        return GERMAN if self.phase.startswith(GERMAN) else self.front

    def on_map(self, side: str | None = None) -> list[str]:
        """The units on the map."""
        return [unit for unit, place in self.where.items() if place in TERRAIN and side in (None, UNITS[unit].side)]

    def phasing(self) -> list[str]:
        """The units that may act in the phase: of the Germans, those of the sector (4.3)."""
        return [unit for unit in self.on_map(self.side) if self.side != GERMAN or sector(self.where[unit]) == self.front]

    def stack(self, hex: str) -> list[str]:
        """The units in a hex."""
        return self.stacks.get(hex, [])

    def enemies_in(self, hex: str, side: str) -> bool:
        """Whether units that may not share a hex with this side are in one (10.1)."""
        return any(UNITS[unit].side != side for unit in self.stack(hex))

    # 5, 10, 11

    def home(self, unit: str) -> str:
        """The sector where a unit may be: its Front's, or, for a German, the one it is in (5.2)."""
        side = UNITS[unit].side
        return sector(self.where[unit]) if side == GERMAN else side

    def may_be_in(self, unit: str, hex: str) -> bool:
        """Whether a unit's sector, and the rules of the Reichstag, let it be in a hex at all (5.2, 5.5, 5.6)."""
        if hex == REICHSTAG:
            return UNITS[unit].side != GERMAN
        return sector(hex) == self.home(unit)

    def room_for(self, unit: str, hex: str) -> bool:
        """Whether the stacking limits leave room (10.2, 10.3)."""
        there = [other for other in self.stack(hex) if other != unit and UNITS[other].side == UNITS[unit].side]
        if UNITS[unit].side == GERMAN:
            return len(there) < 3
        return len(there) < 2 and sum(UNITS[other].large for other in [unit, *there]) < 2

    def zone_of(self, unit: str) -> set[str]:
        """The hexes in a unit's zone of control (11.1, 11.2)."""
        hex, side = self.where[unit], UNITS[unit].side
        if side == GERMAN:
            if hex == REICHSTAG:  # 5.6
                return set()
            return {other for other in AROUND[hex] if sector(other) == sector(hex)}  # 5.3, 5.6: never into the Reichstag
        closed = OBJECTIVES | (SBAHN if self.scenario == "prepared" else set())  # 11.2, 23.2
        return {other for other in AROUND[hex] if sector(other) == side} - closed  # 5.3, 5.5

    def zone(self, side: str) -> set[str]:
        """The zone of control of a side."""
        return set().union(*[self.zone_of(unit) for unit in self.on_map(side)])

    def enemy_zone(self, unit: str) -> set[str]:
        """The hexes where enemies of a unit have a zone of control."""
        if UNITS[unit].side != GERMAN:
            return self.zone(GERMAN)
        return self.zone("1bf") | self.zone("1uf")

    # 9, 15, 18, 19

    def bridged(self, side: Side) -> bool:
        """Whether an intact bridge stands at a hexside (9.11, 18.5)."""
        return side in BRIDGES and side not in self.blown

    def engineered(self, side: Side, front: str, besides: str = "") -> bool:
        """Whether engineers of a Front work at a hexside: it is a side of their hex or of an adjacent one (19.2)."""
        return any(hex in within(self.where[unit], 1) for unit in self.engineers for hex in side
                   if UNITS[unit].side == front and unit != besides and self.where[unit] in TERRAIN)

    def bombarded(self) -> set[str]:
        """The bombardment zone of the Front (15.2): it stays in the Front's sector and the Reichstag (5.4)."""
        reach = {"artillery": 1, "air": 2}
        return {hex for kind, centre in self.markers if kind in reach for hex in within(centre, reach[kind])
                if sector(hex) in (self.front, REICHSTAG)}

    def step_cost(self, unit: str, start: str, end: str) -> int | None:
        """The movement points of a step; None where it is forbidden whatever one has (9.4 - 9.11)."""
        if end not in TERRAIN or not self.may_be_in(unit, end) or self.enemies_in(end, UNITS[unit].side):
            return None
        if not self.room_for(unit, end):  # 10.4
            return None
        side: Side = frozenset((start, end))
        water = side in RIVERS or side in LAKES
        if side in LAKES and not self.bridged(side):  # 13.3
            return None
        cost = max(CHARTS["terrain"][TERRAIN[end]]["move"],
                   CHARTS["areas"]["sbahn"]["move"] if end in SBAHN else 0,
                   CHARTS["areas"]["objective"]["move"] if end in OBJECTIVES else 0)
        if side in ROADS and (not water or self.bridged(side)):  # 9.10
            cost = 1
        if side in RIVERS and not self.bridged(side) and not self.engineered(side, UNITS[unit].side, unit):  # 9.9, 19.1
            cost += 3
        if UNITS[unit].side == GERMAN and end in self.bombarded():  # 15.4
            cost += 1
        return int(cost)

    def reach(self, unit: str, points: int, disengaged: bool, begun: bool) -> dict[str, int]:
        """Where a unit can move with so many points, and what it takes.

        ``disengaged``: it began the phase in an enemy zone (11.5); ``begun``: it has made steps already.
        """
        start, zone = self.where[unit], self.enemy_zone(unit)
        if UNITS[unit].static or (begun and start in zone):  # 2.4, 11.4
            return {}
        best = {start: 0}
        queue = [(0, start)]
        while queue:
            spent, hex = heapq.heappop(queue)
            if spent > best[hex] or hex == WEST or (hex != start and hex in zone):  # 11.4
                continue
            steps = [(other, self.step_cost(unit, hex, other)) for other in AROUND[hex]]
            if hex in EDGES["west"] and self.may_escape(unit):  # 26.1
                steps.append((WEST, 1))
            for other, cost in steps:
                if cost is None or spent + cost > points or (disengaged and other in zone):  # 9.6, 11.5
                    continue
                if spent + cost < best.get(other, points + 1):
                    best[other] = spent + cost
                    heapq.heappush(queue, (spent + cost, other))
        del best[start]
        return best

    def may_escape(self, unit: str) -> bool:
        """Whether a unit may leave by the west edge (26.1)."""
        taken = self.where.get("S-FB", "").startswith("captured.")
        return self.options["escape"] and taken and UNITS[unit].side == GERMAN and UNITS[unit].mobile

    def movement(self, unit: str, marching: bool) -> int:
        """The movement points of a unit (9.2, 9.3, 6.5, 25.2)."""
        if UNITS[unit].side == GERMAN:
            return int(self.tracks["allowance"]["value"])
        if not marching:
            return 6
        return 12 if self.options["highly_mobile"] and UNITS[unit].kind in HIGHLY_MOBILE else 9

    # 12: strengths

    def terrain_multiple(self, hex: str, attackers: Iterable[str]) -> int:
        """What terrain multiplies the strength of defenders by (12.17 - 12.19)."""
        best = int(CHARTS["terrain"][TERRAIN[hex]]["defence"])
        if hex in SBAHN:
            best = max(best, CHARTS["areas"]["sbahn"]["defence"])
        if hex in OBJECTIVES:
            best = max(best, CHARTS["areas"]["objective"]["defence"])
        crossed = [self.behind_river(hex, unit) for unit in attackers]
        if crossed and all(crossed):  # 12.18
            best = max(best, CHARTS["hexsides"]["river"]["defence"])
        return best

    def behind_river(self, hex: str, attacker: str) -> bool:
        """Whether a river without engineers lies between an attacker and a hex (12.18, 19.1)."""
        side: Side = frozenset((hex, self.where[attacker]))
        return side in LAKES or (side in RIVERS and not self.engineered(side, UNITS[attacker].side))

    def flak(self, unit: str) -> bool:
        """Whether a flak tower helps a unit (12.15, 16.4)."""
        if UNITS[unit].side != GERMAN or UNITS[unit].static:
            return False
        hex = self.where[unit]
        return any(UNITS[tower].kind == "flak_tower" and tower not in self.face_down
                   and sector(self.where[tower]) == sector(hex) and self.where[tower] in within(hex, 2)
                   for tower in self.on_map(GERMAN))

    def attack_strength(self, unit: str, targets: Iterable[str]) -> int:
        """A unit's strength in attack (12.14, 12.15, 12.20, 22.5, 24.5)."""
        multiple = 1
        if UNITS[unit].side == GERMAN:
            if self.flak(unit):
                multiple *= 2
            if any(self.where[unit] in within(hex, 2) for kind, hex in self.markers if kind == "jet"):
                multiple *= 2
        elif self.bombarded() & set(targets) and (not self.options["communications"] or self.has_line(unit)):
            multiple *= 2
        return UNITS[unit].strength * min(3, multiple)

    def defence_strength(self, unit: str, attackers: Iterable[str]) -> int:
        """A unit's strength in defence."""
        multiple = self.terrain_multiple(self.where[unit], attackers) * (2 if self.flak(unit) else 1)
        return UNITS[unit].strength * min(3, multiple)

    def odds(self, attackers: list[str], targets: list[str]) -> tuple[int, int, int | None]:
        """Attack, defence and percentage; None where there is no defence to divide by (12.2, 12.22)."""
        attack = sum(self.attack_strength(unit, targets) for unit in attackers)
        defence = sum(self.defence_strength(unit, attackers) for hex in targets for unit in self.stack(hex))
        return attack, defence, 100 * attack // defence if defence else None

    def assault_only(self, side: str, targets: Iterable[str]) -> bool:
        """Whether an attack must use the Assault table (12.21)."""
        return side != GERMAN and any(
            hex in OBJECTIVES or hex in SBAHN or TERRAIN[hex] == "urban" for hex in targets)

    # 12.1 - 12.5: who must attack

    def can_attack(self, unit: str) -> bool:
        """Whether a unit ever attacks (2.6, 5.6)."""
        return not UNITS[unit].defends and not (UNITS[unit].side == GERMAN and self.where[unit] == REICHSTAG)

    def may_attack_into(self, unit: str, hex: str) -> bool:
        """Whether a unit may attack enemies in an adjacent hex (5.2, 5.5, 5.6)."""
        side = UNITS[unit].side
        there = {UNITS[other].side for other in self.stack(hex)}
        if hex not in AROUND[self.where[unit]] or not there:
            return False
        if side == GERMAN:
            return GERMAN not in there and sector(hex) == sector(self.where[unit])
        return there == {GERMAN} and sector(hex) in (side, REICHSTAG)

    # 24

    def has_line(self, unit: str) -> bool:
        """Whether a Soviet unit has a line of communication (24.1 - 24.4)."""
        hex, front = self.where[unit], UNITS[unit].side
        return hex in AIRFIELDS or self.line_from(hex, front)

    def line_from(self, start: str, front: str) -> bool:
        """Whether a line can be traced from a hex to a friendly edge."""
        edges = [EDGES[edge] for edge in (("north", "east", "south") if front == "1bf" else ("south",))]
        goal = {hex for hex in set().union(*edges) if sector(hex) == front}
        zone = self.zone(GERMAN)
        found, queue = {start}, [start]
        while queue:
            hex = queue.pop()
            if hex in goal:
                return True
            for other in AROUND[hex]:
                side: Side = frozenset((hex, other))
                if other in found or other in zone or sector(other) not in (front, REICHSTAG):  # 24.2, 24.3
                    continue
                if any(UNITS[unit].side == GERMAN for unit in self.stack(other)):
                    continue
                if (side in RIVERS or side in LAKES) and not self.bridged(side) and not self.near_engineers(side, front):
                    continue
                found.add(other)
                queue.append(other)
        return False

    def near_engineers(self, side: Side, front: str) -> bool:
        """Whether a hexside has engineers at it: no need to have stood there since the phase began (24.2)."""
        return any(hex in within(self.where[unit], 1) for unit in self.on_map(front) if UNITS[unit].kind == "engineer"
                   for hex in side)

    # 13

    def may_retreat_to(self, unit: str, start: str, end: str) -> bool:
        """Whether a retreat may go on into a hex (13.3)."""
        side: Side = frozenset((start, end))
        return (self.may_be_in(unit, end) and not self.enemies_in(end, UNITS[unit].side) and self.room_for(unit, end)
                and end not in self.enemy_zone(unit) and (side not in LAKES or self.bridged(side)))

    def routes(self, unit: str, origin: str, hex: str, left: int) -> Iterator[tuple[str, ...]]:
        """Every retreat that can be carried out: each step one hex further from where the unit fought (13.3)."""
        if left == 0:
            yield ()
            return
        gone = distance(origin, hex)
        for other in AROUND[hex]:
            if distance(origin, other) != gone + 1 or not self.may_retreat_to(unit, hex, other):
                continue
            if UNITS[unit].side == GERMAN and other in OBJECTIVES:  # 13.6: it may stop there
                yield (other,)
            for rest in self.routes(unit, origin, other, left - 1):
                yield (other, *rest)
        if self.may_leave(unit, hex):
            yield (OFF_MAP,)

    def may_leave(self, unit: str, hex: str) -> bool:
        """Whether a retreat may leave the map from a hex (13.3, 26.1)."""
        if UNITS[unit].side == GERMAN:
            return hex in EDGES["west"] and self.may_escape(unit)
        return any(hex in edge for edge in EDGES.values())

    def retreat_steps(self, unit: str, origin: str, left: int) -> set[str]:
        """Where the next step of a retreat may go: into no hex that is fatal, nor off the map, while there is another way (13.3)."""
        routes = list(self.routes(unit, origin, self.where[unit], left))
        inside = {route[0] for route in routes if OFF_MAP not in route}
        return inside or {route[0] for route in routes}

    # 21, 27.4

    def scores(self, control: Mapping[str, str], spent: Mapping[str, int]) -> dict[str, int]:
        """Victory points as they would count now."""
        found = {}
        for front in FRONTS:
            hexes = [hex for hex, owner in control.items() if owner == front]
            held = sum(30 if hex == REICHSTAG else 10 if hex == POTSDAM else 5 for hex in hexes)
            taken = sum(10 for unit, place in self.where.items() if place == f"captured.{front}")
            killed = sum(1 for unit, place in self.where.items() if place == f"killed.{front}" and UNITS[unit].mobile)
            found[front] = held + taken + killed - spent[front]
        return found


# -- Whether every duty to attack can be met (12.4, 12.5, 12.10) -----------------------------------------------------


def can_be_met(neighbours: Mapping[str, frozenset[str]], obliged: set[str], due: set[str],
               most: int = 20_000) -> bool | None:
    """Whether every obliged hex can attack and every hex that is due be attacked; None if there is too much to try.

    ``neighbours`` are the hexes that each attacking hex may attack. It attacks some of them in one combat, and two hexes that
    attack a hex together attack all their hexes together (12.5).
    """
    tried = 0
    order = sorted(neighbours, key=lambda hex: (len(neighbours[hex]), hex))

    def go_on(index: int, groups: list[frozenset[str]]) -> bool:
        nonlocal tried
        tried += 1
        if tried > most:
            raise OverflowError
        covered = set().union(*groups)
        if index == len(order):
            return due <= covered
        later = set().union(*[neighbours[hex] for hex in order[index:]])
        if not due <= covered | later:
            return False
        hex = order[index]
        around = neighbours[hex]
        if any(group <= around for group in groups) and go_on(index + 1, groups):
            return True
        free = sorted(around - covered)
        for size in range(1, len(free) + 1):
            for picked in itertools.combinations(free, size):
                if go_on(index + 1, [*groups, frozenset(picked)]):
                    return True
        return hex not in obliged and go_on(index + 1, groups)

    try:
        return go_on(0, [])
    except OverflowError:
        return None


@dataclass(frozen=True)
class Duties:
    """What is left to do in a combat phase."""

    neighbours: dict[str, frozenset[str]]
    obliged: set[str]
    due: set[str]

    @classmethod
    def of(cls, table: Table, obliged_units: set[str], fought: set[str], attacked: set[str]) -> Duties:
        """Read a table in a combat phase; ``obliged_units`` began it in an enemy zone (12.1)."""
        ready = [unit for unit in table.phasing() if unit not in fought and table.can_attack(unit)]
        enemies = {hex for hex in {table.where[unit] for unit in table.on_map()}
                   if any(unit not in attacked for unit in table.stack(hex))}
        neighbours: dict[str, set[str]] = {}
        for unit in ready:
            found = {hex for hex in AROUND[table.where[unit]] if hex in enemies and table.may_attack_into(unit, hex)}
            if found:
                neighbours.setdefault(table.where[unit], set()).update(found)
        obliged = {table.where[unit] for unit in ready if unit in obliged_units} & set(neighbours)
        due = set()
        for enemy in table.on_map():
            for hex in obliged & table.zone_of(enemy):  # 12.5
                if UNITS[enemy].side != table.side and table.where[enemy] in neighbours[hex]:
                    due.add(table.where[enemy])
        return cls({hex: frozenset(found) for hex, found in neighbours.items()}, obliged, due)

    def after(self, attackers: set[str], targets: set[str]) -> Duties:
        """What is left after an attack, before its result."""
        left = {hex: found - targets for hex, found in self.neighbours.items() if hex not in attackers}
        left = {hex: found for hex, found in left.items() if found}
        return Duties(left, {hex for hex in self.obliged if hex not in attackers}, self.due - targets)

    def can_be_met(self) -> bool | None:
        """Whether all of it can be done."""
        if not self.obliged <= set(self.neighbours):
            return False
        return can_be_met(self.neighbours, self.obliged, self.due)


# -- A battle as it is carried out (12.23 - 14) ----------------------------------------------------------------------

ATTACKER, DEFENDER = "attacker", "defender"
STRONGEST, HALF, ALL = "strongest", "half", "all"

LOSSES = {
    "AA": {ATTACKER: STRONGEST}, "AD": {ATTACKER: HALF}, "AP": {ATTACKER: STRONGEST}, "AR": {},
    "BB": {DEFENDER: HALF, ATTACKER: HALF}, "DA": {DEFENDER: STRONGEST}, "DD": {DEFENDER: HALF}, "DE": {DEFENDER: ALL},
    "DP": {DEFENDER: STRONGEST}, "DR": {}, "MD": {ATTACKER: STRONGEST}, "OR": {DEFENDER: ALL}}
RETREATS = {"AD": (ATTACKER, 1), "AP": (ATTACKER, 0), "AR": (ATTACKER, 1), "DD": (DEFENDER, 1), "DP": (DEFENDER, 0),
            "DR": (DEFENDER, 1), "MD": (DEFENDER, 1)}
"""Who retreats, and how far; 0 is panic: as many hexes as a die shows (13.2)."""
ADVANCES = {"AD": (DEFENDER, 1), "AP": (DEFENDER, 1), "AR": (DEFENDER, 1), "DD": (ATTACKER, 1), "DE": (ATTACKER, 1),
            "DP": (ATTACKER, 2), "DR": (ATTACKER, 1), "MD": (ATTACKER, 1), "OR": (ATTACKER, 3)}


@dataclass
class Battle:
    """A combat and what has come of it so far."""

    result: str
    forces: dict[str, list[str]]
    origin: dict[str, str]
    panic: int = 0
    lost: set[str] = field(default_factory=set)
    gone: set[str] = field(default_factory=set)  # eliminated because they could not retreat
    retreated: set[str] = field(default_factory=set)
    stood: set[str] = field(default_factory=set)
    taken: set[str] = field(default_factory=set)
    advanced: dict[str, int] = field(default_factory=dict)
    stopped: set[str] = field(default_factory=set)

    @property
    def far(self) -> int:
        """How many hexes the retreat is."""
        return RETREATS[self.result][1] or self.panic

    def retreating(self) -> list[str]:
        """The units that the result calls on to retreat."""
        if self.result not in RETREATS:
            return []
        return [unit for unit in self.forces[RETREATS[self.result][0]] if unit not in self.lost]

    def vacated(self, table: Table) -> set[str]:
        """The hexes that the beaten force has left (14.4)."""
        beaten = DEFENDER if ADVANCES[self.result][0] == ATTACKER else ATTACKER
        left = set()
        for hex in {self.origin[unit] for unit in self.forces[beaten]}:
            there = [unit for unit in table.stack(hex)
                     if UNITS[unit].side == UNITS[self.forces[beaten][0]].side and not self.helpless(unit, hex)]
            if not there:
                left.add(hex)
        return left

    def helpless(self, unit: str, hex: str) -> bool:
        """A strategic marker that should be eliminated: it waits for whoever advances (21.2)."""
        if UNITS[unit].kind != "strategic" or unit not in self.forces[DEFENDER]:
            return False
        if LOSSES[self.result].get(DEFENDER) == ALL:
            return True
        return RETREATS.get(self.result, ("",))[0] == DEFENDER and not stands(unit, hex, "")

    def winners(self) -> list[str]:
        """The units that may advance: mobile ones of the winner (14.1)."""
        if self.result not in ADVANCES:
            return []
        return [unit for unit in self.forces[ADVANCES[self.result][0]]
                if UNITS[unit].mobile and unit not in self.lost | self.gone]


def stands(unit: str, hex: str, scenario: str) -> bool:
    """Whether a German need not retreat from a hex (13.4, 13.6, 16.10, 23.2)."""
    return UNITS[unit].side == GERMAN and (hex in OBJECTIVES or (scenario == "prepared" and hex in SBAHN))


# -- The comparison --------------------------------------------------------------------------------------------------


class Comparison:
    """One game, played at random with a will to fight, and everything in it held against this reading."""

    def __init__(self, seed: int, scenario: str, options: Mapping[str, bool], moments: int = 30) -> None:
        self.name = f"seed {seed} {scenario} {'+'.join(key for key, on in options.items() if on) or '-'}"
        self.rng = random.Random(seed)
        self.match = stavka.game("rttr").start(scenario, seed=seed, options=options)
        self.moments = moments
        self.differences: list[str] = []
        self.counts: Counter[str] = Counter()
        self.control: dict[str, str] = {}
        self.spent = dict.fromkeys(FRONTS, 0)
        self.fatigued: set[str] = set()
        self.checked: set[Side] = set()
        self.scouted: set[str] = set()
        self.engineers: set[str] = set()
        self.began_in_zone: set[str] = set()
        self.points: dict[str, int] = {}
        self.handled: set[str] = set()
        self.marching: set[str] = set()
        self.serving: set[str] = set()
        self.unsure: set[str] = set()
        self.fought: set[str] = set()
        self.attacked: set[str] = set()
        self.battle: Battle | None = None
        self.phase = ""

    # Playing

    def play(self, most: int = 6_000) -> Comparison:
        """Play to the end."""
        for number in range(most):
            offer = self.match.offer
            if offer is None or len(self.differences) > 20:
                break
            if self.match.phase == "setup":
                self.follow_events(self.match.choose(self.pick(offer)), None)
                continue
            self.begin_phase()
            table = self.table()
            self.check_offer(offer, table)
            if self.rng.random() < self.moments / 1200:
                self.check_moment(table)
            choice = self.pick(offer)
            if offer.task == "move_to":
                self.handled.add(self.in_hand())
            if choice == "do:forced_march":
                unit = offer.as_data()["about"]["unit"]
                self.marching.add(unit)
                self.pay(UNITS[unit].side, 3 if self.match.options["printed_march"] else 1)
            if offer.task == "bombard":
                self.pay(table.front, 1 if self.match.records[-1].choice == "do:artillery" else 2)
            self.follow_events(self.match.choose(choice), table)
            self.counts["choices"] += 1
        self.counts["games"] += 1
        return self

    def pick(self, offer: stavka.Offer) -> str:
        """A random choice that makes for many battles."""
        rng, task = self.rng, offer.task
        if "ready_made" in offer.buttons and rng.random() < 0.7:
            return "do:ready_made"
        if task == "opening" and rng.random() < 0.8:
            return "do:begin"
        if task == "move" and offer.units and rng.random() < 0.98:
            return f"unit:{rng.choice(offer.units)}"
        if task == "move_to" and offer.hexes and rng.random() < 0.8:
            if "forced_march" in offer.buttons and rng.random() < 0.04:
                return "do:forced_march"
            return f"hex:{self.forward(offer)}"
        if task == "bombardment" and rng.random() < 0.5:
            return "do:end_phase"
        if task == "bombard" and rng.random() < 0.8:
            table = self.table()
            near = [hex for hex in offer.hexes if any(UNITS[unit].side == GERMAN for unit in table.stack(hex))]
            return f"hex:{rng.choice(near or offer.hexes)}"
        if task in ("replacement", "german_reinforcement") and "end_phase" in offer.buttons and rng.random() < 0.7:
            return "do:end_phase"
        if task in ("advance", "advance_on") and len(offer) > 1 and rng.random() < 0.8:
            return rng.choice([choice for choice in offer.choices if choice != "do:halt"])
        if task == "target" and offer.hexes and rng.random() < 0.9:
            return f"hex:{rng.choice(offer.hexes)}"
        return offer.nth(rng.randrange(len(offer)))

    def forward(self, offer: stavka.Offer) -> str:
        """A hex to move to, often a near one to the middle of the city or to enemies."""
        hexes = [hex for hex in offer.hexes if hex in TERRAIN]
        if not hexes or self.rng.random() < 0.3:
            return self.rng.choice(offer.hexes)
        if self.match.phase.startswith(GERMAN):
            table = self.table()
            foes = {hex for unit in [*table.on_map("1bf"), *table.on_map("1uf")] for hex in AROUND[table.where[unit]]}
            return self.rng.choice([hex for hex in hexes if hex in foes] or hexes)
        return min(self.rng.sample(hexes, min(12, len(hexes))), key=lambda hex: distance(hex, REICHSTAG))

    def table(self) -> Table:
        """The table as it lies."""
        table = Table.of(self.match)
        table.engineers = set(self.engineers)
        return table

    def differ(self, what: str, engine: object, oracle: object) -> None:
        """Note a difference."""
        self.differences.append(f"{self.name}, turn {self.match.turn} {self.match.phase} "
                                f"choice {len(self.match.records)}: {what}: engine {engine}, oracle {oracle}")

    def compare(self, what: str, engine: object, oracle: object) -> None:
        """Hold one thing against another."""
        self.counts[what.split(" of ")[0].split(" in ")[0]] += 1
        if engine != oracle:
            if isinstance(engine, set | frozenset) and isinstance(oracle, set | frozenset):
                engine, oracle = f"only {sorted(engine - oracle)}", f"only {sorted(oracle - engine)}"
            elif isinstance(engine, dict) and isinstance(oracle, dict):
                keys = {key for key in engine.keys() | oracle.keys() if engine.get(key) != oracle.get(key)}
                engine, oracle = ({key: found.get(key) for key in sorted(keys)} for found in (engine, oracle))
            self.differ(what, engine, oracle)

    # Phases

    def begin_phase(self) -> None:
        """Note what lies where when a phase begins."""
        name = f"{self.match.turn} {self.match.phase}"
        if name == self.phase:
            return
        self.phase = name
        if self.match.phase.endswith(".reinforcement"):
            self.scouted = set()
        self.start_afresh()

    def start_afresh(self) -> None:
        """A phase, or the second combat of a maximum effort, begins."""
        table = Table.of(self.match)
        self.engineers = {unit for unit in table.on_map() if UNITS[unit].kind == "engineer"}
        table.engineers = set(self.engineers)
        self.points, self.handled, self.marching, self.serving, self.unsure = {}, set(), set(), set(), set()
        self.fought, self.attacked = set(), set()
        units = table.phasing()
        zones = {side: table.zone(side) for side in (*FRONTS, GERMAN)}
        soviet = zones["1bf"] | zones["1uf"]
        self.began_in_zone = {unit for unit in units
                              if table.where[unit] in (soviet if UNITS[unit].side == GERMAN else zones[GERMAN])}
        if table.phase.endswith(".combat"):
            self.check_combat_begins(table, zones[GERMAN], soviet)

    def check_combat_begins(self, table: Table, german: set[str], soviet: set[str]) -> None:
        """Statics next to Soviets lie face up (16.8, 16.10), units of no strength in an enemy zone are gone (12.13)."""
        for unit in table.on_map():
            hex = table.where[unit]
            zone = soviet if UNITS[unit].side == GERMAN else german
            if UNITS[unit].strength == 0:
                self.compare("12.13", hex in zone, False)
            if UNITS[unit].static and (hex != REICHSTAG or table.side != GERMAN):
                near = any(UNITS[other].side != GERMAN for around in AROUND[hex] for other in table.stack(around))
                if near:
                    self.compare(f"16.8 of {unit}", unit in table.face_down, False)

    # What is offered

    def check_offer(self, offer: stavka.Offer, table: Table) -> None:
        """Hold the offer against this reading."""
        about = offer.as_data()["about"]
        if offer.task == "move_to":
            self.check_move(offer, about["unit"], table)
        elif offer.task == "target":
            self.close_battle(table)
            self.check_targets(offer, table)
        elif offer.task == "attack":
            self.check_attack(offer, about["targets"], about["group"], table)
        elif offer.task == "retreat_to":
            self.check_retreat(offer, about["unit"], table)
        elif offer.task in ("advance", "advance_on"):
            self.check_advance(offer, about.get("unit"), table)

    def reach(self, unit: str, table: Table) -> dict[str, int]:
        """Where a unit of the phase can move now."""
        if unit in self.scouted or unit in self.serving:  # 17.3, 19.2
            return {}
        spent = self.points.get(unit)
        points = table.movement(unit, unit in self.marching) - (spent or 0)
        return table.reach(unit, points, unit in self.began_in_zone, spent is not None)

    def check_move(self, offer: stavka.Offer, unit: str, table: Table) -> None:
        """The hexes of a move, and the button of the forced march."""
        reach = self.reach(unit, table)
        self.compare(f"move of {unit}", set(offer.hexes), set(reach))
        front = UNITS[unit].side
        march = (front != GERMAN and unit not in self.points and unit not in self.marching
                 and self.price(front, 3 if table.options["printed_march"] else 1) <= self.left()
                 and (not table.options["communications"] or table.has_line(unit)))
        self.compare(f"forced march of {unit}", "forced_march" in offer.buttons, march)

    def duties(self, table: Table) -> Duties:
        """What must still be attacked."""
        return Duties.of(table, self.began_in_zone, self.fought, self.attacked)

    def check_targets(self, offer: stavka.Offer, table: Table) -> None:
        """The hexes that may be attacked, and whether the phase may end."""
        duties = self.duties(table)
        everything = set().union(*duties.neighbours.values())
        self.compare("targets", set(offer.hexes) <= everything, True)
        if duties.can_be_met():
            self.compare("due targets", duties.due <= set(offer.hexes), True)
            self.compare("end of combat", "end_phase" in offer.buttons, not duties.obliged and not duties.due)
        if not duties.obliged and not duties.due:
            self.compare("free targets", set(offer.hexes), everything)

    def check_attack(self, offer: stavka.Offer, targets: list[str], group: list[str], table: Table) -> None:
        """The units that may join an attack, further hexes, and the tables."""
        ready = {unit for unit in table.phasing()
                 if unit not in self.fought and table.can_attack(unit)
                 and all(table.may_attack_into(unit, hex) for hex in targets)}
        self.compare("attackers", set(offer.units) <= ready, True)
        self.compare("further hexes", all(
            all(table.may_attack_into(unit, hex) for unit in group) and any(u not in self.attacked for u in table.stack(hex))
            for hex in offer.hexes), True)
        tables = {"mobile", "assault"} & set(offer.buttons)
        if tables:
            self.compare("tables", tables, {"assault"} if table.assault_only(table.side, targets) else {"mobile", "assault"})
            self.check_odds(self.match.ask("odds"), table.odds(group, targets), "odds")
            duties = self.duties(table)
            hexes = {table.where[unit] for unit in group}
            if duties.can_be_met():
                later = duties.after(hexes, set(targets)).can_be_met()
                if later is not None:
                    self.compare("an attack that leaves nobody out", True, later)
            for unit in table.phasing():
                if table.where[unit] in hexes and unit in self.began_in_zone and table.can_attack(unit):
                    self.compare("12.10", unit in group, True)
        elif group and not offer.units and not offer.hexes:
            self.differ("a dead end", sorted(group), targets)

    def check_odds(self, answer: Any, mine: tuple[int, int, int | None], what: str) -> None:
        """The strengths and the column."""
        attack, defence, percent = mine
        self.compare(what, (answer["attack"], answer["defence"]), (attack, defence))
        column = 7 if percent is None else sum(percent >= least for least in (50, 100, 200, 300, 400, 500, 600))
        self.compare(f"column of {what}", answer["column"], CHARTS["mobile_results"]["columns"][column])

    def check_retreat(self, offer: stavka.Offer, unit: str, table: Table) -> None:
        """The next hexes of a retreat."""
        battle = self.battle
        if battle is None:
            self.differ("a retreat without a battle", unit, None)
            return
        origin = battle.origin[unit]
        left = battle.far - distance(origin, table.where[unit])
        steps = table.retreat_steps(unit, origin, left)
        offered = {hex if hex in TERRAIN else OFF_MAP for hex in offer.hexes}
        self.compare(f"retreat of {unit}", offered, steps)

    def entries(self, unit: str, hexes: Iterable[str], table: Table) -> set[str]:
        """Of these hexes, those a unit could advance into from where it is (14.2)."""
        found = set()
        for hex in hexes:
            side: Side = frozenset((table.where[unit], hex))
            foes = [other for other in table.stack(hex) if UNITS[other].side != UNITS[unit].side
                    and not (self.battle and self.battle.helpless(other, hex))]
            if (hex in AROUND[table.where[unit]] and table.may_be_in(unit, hex) and not foes
                    and table.room_for(unit, hex) and (side not in LAKES or table.bridged(side))):
                found.add(hex)
        return found

    def check_advance(self, offer: stavka.Offer, unit: str | None, table: Table) -> None:
        """Who may advance, and where the advance may go on."""
        battle = self.battle
        if battle is None or battle.result not in ADVANCES:
            self.differ("an advance", battle and battle.result, None)
            return
        if unit is None:
            vacated = battle.vacated(table)
            able = {each for each in battle.winners() if each not in battle.advanced and self.entries(each, vacated, table)}
            self.compare("advance", set(offer.units), able)
        elif offer.task == "advance_on":
            self.compare("further advance", set(offer.hexes), self.entries(unit, AROUND[table.where[unit]], table))

    # Moments

    def check_moment(self, table: Table) -> None:
        """Everything that can be asked at one moment."""
        self.counts["moments"] += 1
        for side in (*FRONTS, GERMAN):
            self.compare(f"zone of {side}", set(self.match.ask("zoc", side=side)) & set(TERRAIN), table.zone(side))
        self.check_points(table)
        if table.phase.endswith(".movement"):
            for unit in table.phasing():
                if UNITS[unit].static or unit in self.unsure:
                    continue
                done = unit in self.handled and unit != self.in_hand()  # 9.5: once out of hand, it has moved
                mine = {} if done else self.reach(unit, table)
                self.compare(f"reach of {unit}", dict(self.match.ask("reach", unit=unit)), mine)
        if table.options["communications"]:
            for front in FRONTS:
                for unit in table.on_map(front):
                    self.compare(f"line of {unit}", self.match.ask("supply", unit=unit)["supplied"], table.has_line(unit))
        if table.phase.endswith(".combat"):
            self.check_some_odds(table)

    def in_hand(self) -> str:
        """The unit that the offer is about."""
        return "" if self.match.offer is None else self.match.offer.as_data()["about"].get("unit", "")

    def check_some_odds(self, table: Table) -> None:
        """The odds of attacks that somebody might make."""
        neighbours = self.duties(table).neighbours
        for target in sorted(set().union(*neighbours.values())):
            able = [unit for unit in table.phasing() if unit not in self.fought and table.can_attack(unit)
                    and table.may_attack_into(unit, target)]
            hexes = sorted({table.where[unit] for unit in able})
            picked = self.rng.sample(hexes, self.rng.randint(1, len(hexes)))
            attackers = [unit for unit in able if table.where[unit] in picked]  # 12.10
            try:
                answer = self.match.ask("odds", target=target, units=attackers)
            except stavka.Illegal:
                continue
            self.check_odds(answer, table.odds(attackers, [target]), "odds asked")

    def check_points(self, table: Table) -> None:
        """Victory points, control and Stavka points."""
        view: Any = self.match.view("1bf")
        for front in FRONTS:
            self.compare(f"control of {front}", set(view["control"][front]),
                         {hex for hex, owner in self.control.items() if owner == front})
            self.compare(f"Stavka points of {front}", view["tracks"][f"spent_{front}"]["value"], self.spent[front])
            self.compare(f"fatigue of {front}", bool(view["tracks"][f"fatigued_{front}"]["value"]), front in self.fatigued)
        self.compare("victory points", view["points"]["scores"], table.scores(self.control, self.spent))
        self.compare("Stavka points left", view["tracks"]["stavka_left"]["value"], self.left())

    # Stavka points (6, 20.3, 27.3)

    def left(self) -> int:
        """What both may still spend (6.3)."""
        return 100 - sum(self.spent.values())

    def price(self, front: str, points: int) -> int:
        """What a Front pays (20.3)."""
        return points * 2 if front in self.fatigued else points

    def pay(self, front: str, points: int) -> None:
        """A Front spends points."""
        self.spent[front] += self.price(front, points)
        self.compare("100 points", self.left() >= 0, True)

    def replacement(self, unit: str) -> int:
        """The price of a replacement (27.3, 23.3)."""
        points = 4 if UNITS[unit].size == "XXX" else 2
        return points // 2 if self.match.scenario == "prepared" else points

    # What happens

    def follow_events(self, events: Iterable[stavka.Event], table: Table | None) -> None:
        """Carry out on a table of one's own what the engine says has happened, and check it."""
        table = Table.of(self.match) if table is None else table
        events = list(events)
        fell = {frozenset(event.data["hex"].split("/")): event.data["die"] for event in events if event.kind == "demolition"}
        for event in events:
            follow = getattr(self, f"on_{event.kind}", None)
            if event.kind in ("moved", "retreated", "advanced"):
                follow(event, table, fell)  # type: ignore[misc]
            elif follow is not None:
                follow(event, table)
        self.compare("demolitions", set(fell), set())
        if self.match.phase == "setup":
            return
        after = Table.of(self.match)
        for unit in after.on_map():
            hex = after.where[unit]
            if hex in OBJECTIVES:  # 21.2
                self.occupy(hex, UNITS[unit].side)

    def occupy(self, hex: str, side: str) -> None:
        """A unit is in an objective hex (21.2)."""
        if side == GERMAN:
            self.control.pop(hex, None)
        else:
            self.control[hex] = side

    def enter(self, unit: str, hex: str, table: Table, fell: dict[Side, int]) -> None:
        """A unit enters a hex in movement, retreat or advance: bridges are checked (18.1 - 18.3)."""
        table.put(unit, hex)
        if hex in OBJECTIVES:
            self.occupy(hex, UNITS[unit].side)
        if UNITS[unit].side == GERMAN:
            return
        for bridge in BRIDGES:
            if hex in bridge and bridge not in self.checked:
                self.checked.add(bridge)
                die = fell.pop(bridge, None)
                self.compare("18.1", die is not None, True)
                if die is not None and die <= 3:
                    table.blown.add(bridge)

    def on_moved(self, event: stavka.Event, table: Table, fell: dict[Side, int]) -> None:
        unit, path = event.data["unit"], event.data["path"]
        zone, total = table.enemy_zone(unit), 0
        for number, (start, end) in enumerate(itertools.pairwise(path)):
            cost = table.step_cost(unit, start, end)
            stopped = (number > 0 or unit in self.points) and start in zone
            into = end in zone and unit in self.began_in_zone
            self.compare(f"step of {unit} {start}-{end}", cost is None or stopped or into, False)
            total += cost or 0
            self.note_engineers(unit, frozenset((start, end)), table)
            self.enter(unit, end, table, fell)
        self.compare(f"cost of {unit} {path}", event.data["cost"], total)
        self.points[unit] = self.points.get(unit, 0) + total
        self.engineers.discard(unit)

    def note_engineers(self, unit: str, side: Side, table: Table) -> None:
        """Engineers that carry somebody over a river may not move in the phase (19.2)."""
        if side not in RIVERS or table.bridged(side) or UNITS[unit].side == GERMAN:
            return
        at_work = [each for each in self.engineers if each != unit and UNITS[each].side == UNITS[unit].side
                   and any(hex in within(table.where[each], 1) for hex in side)]
        if len(at_work) == 1:
            self.serving.update(at_work)
        else:
            self.unsure.update(at_work)

    def on_escaped(self, event: stavka.Event, table: Table) -> None:
        self.compare("26.1", table.may_escape(event.data["unit"]), True)

    def on_movement_roll(self, event: stavka.Event, table: Table) -> None:
        front = "1uf" if "german_1uf" in self.match.phase else "1bf"
        posts = sum(UNITS[unit].kind == "command_post" and unit not in table.face_down and sector(table.where[unit]) == front
                    for unit in table.on_map(GERMAN))
        self.compare("9.3", (event.data["posts"], event.data["points"]), (posts, posts + event.data["die"]))

    def on_scouted(self, event: stavka.Event, table: Table) -> None:
        self.scouted.add(event.data["unit"])

    def on_phase(self, event: stavka.Event, table: Table) -> None:
        self.close_battle(table)

    def on_second_combat(self, event: stavka.Event, table: Table) -> None:
        self.close_battle(table)
        self.phase = ""

    def on_replaced(self, event: stavka.Event, table: Table) -> None:
        unit = event.data["unit"]
        self.pay(UNITS[unit].side, self.replacement(unit))

    def on_maximum_effort(self, event: stavka.Event, table: Table) -> None:
        self.pay(event.data["side"], 10)

    def on_fatigue_roll(self, event: stavka.Event, table: Table) -> None:
        front = event.data["side"]
        lost = sum(place == f"dead.{front}" and UNITS[unit].large for unit, place in table.where.items())
        self.compare(f"20.2 of {front}", event.data["lost"], lost)
        if event.data["total"] < lost:
            self.fatigued.add(front)

    # Battles

    def on_fought(self, event: stavka.Event, table: Table) -> None:
        self.close_battle(table)
        attackers, targets = list(event.data["units"]), list(event.data["hexes"])
        defenders = [unit for hex in targets for unit in table.stack(hex)]
        self.check_odds(event.data, table.odds(attackers, targets), "battle")
        name = event.data["table"].split(".")[-1]
        column = CHARTS["mobile_results"]["columns"].index(event.data["column"])
        rows = CHARTS[f"{name}_results"]["rows"]
        self.compare("result", event.data["result"], rows[str(event.data["dice"][0])][column])
        self.compare("all adjacent", all(table.may_attack_into(unit, hex) for unit in attackers for hex in targets), True)
        self.compare("12.3", bool(self.fought & set(attackers)), False)
        self.fought |= set(attackers)
        self.attacked |= set(defenders)
        self.battle = Battle(event.data["result"], {ATTACKER: attackers, DEFENDER: defenders},
                             {unit: table.where[unit] for unit in [*attackers, *defenders]})
        self.counts["battles"] += 1
        self.counts[f"result {event.data['result']}"] += 1

    def on_panic(self, event: stavka.Event, table: Table) -> None:
        assert self.battle is not None
        self.battle.panic = event.data["die"]

    def on_eliminated(self, event: stavka.Event, table: Table) -> None:
        unit, rule = event.data["unit"], event.rules[0]
        battle = self.battle
        if battle is not None and rule.startswith("13."):
            far = battle.far - distance(battle.origin[unit], table.where[unit])
            doomed = UNITS[unit].static or not table.retreat_steps(unit, battle.origin[unit], far)
            stay = stands(unit, table.where[unit], table.scenario)
            self.compare(f"eliminated in retreat of {unit}", doomed and not stay, True)
            self.compare("who retreats", unit in battle.retreating(), True)
            battle.gone.add(unit)
        elif battle is not None and rule.startswith("12.2"):
            self.compare("a loss of the battle", unit in battle.origin, True)
            self.compare("a marker lost", UNITS[unit].kind == "strategic", False)
            battle.lost.add(unit)
        elif rule != "12.13":
            self.differ("eliminated", f"{unit} {event.rules}", None)
        table.put(unit, "dead")
        self.engineers.discard(unit)
        table.engineers.discard(unit)

    def on_blocked(self, event: stavka.Event, table: Table) -> None:
        battle = self.battle
        assert battle is not None
        unit = event.data["unit"]
        left = battle.far - distance(battle.origin[unit], table.where[unit])
        self.compare(f"blocked of {unit}", table.retreat_steps(unit, battle.origin[unit], left), set())

    def on_stands(self, event: stavka.Event, table: Table) -> None:
        battle = self.battle
        assert battle is not None
        unit = event.data["unit"]
        self.compare(f"stands of {unit}", stands(unit, table.where[unit], table.scenario), True)
        battle.stood.add(unit)

    def on_retreated(self, event: stavka.Event, table: Table, fell: dict[Side, int]) -> None:
        battle = self.battle
        assert battle is not None
        unit = event.data["unit"]
        self.compare("who retreats", unit in battle.retreating(), True)
        for hex in event.data["path"][1:]:
            left = battle.far - distance(battle.origin[unit], table.where[unit])
            steps = table.retreat_steps(unit, battle.origin[unit], left)
            if hex not in TERRAIN:
                self.compare(f"retreat off the map of {unit}", OFF_MAP in steps, True)
                table.put(unit, hex)
            else:
                self.compare(f"retreat step of {unit} to {hex}", hex in steps, True)
                self.enter(unit, hex, table, fell)
        battle.retreated.add(unit)
        self.engineers.discard(unit)
        table.engineers.discard(unit)

    def on_advanced(self, event: stavka.Event, table: Table, fell: dict[Side, int]) -> None:
        battle = self.battle
        assert battle is not None
        unit = event.data["unit"]
        self.compare("who advances", unit in battle.winners(), True)
        for hex in event.data["path"][1:]:
            start, gone = table.where[unit], battle.advanced.get(unit, 0)
            side: Side = frozenset((start, hex))
            most = ADVANCES[battle.result][1]
            if table.options["highly_mobile"] and UNITS[unit].kind not in HIGHLY_MOBILE:  # 25.3
                most = 1
            first = battle.vacated(table) if gone == 0 else set(AROUND[start])
            may = gone < most and unit not in battle.stopped and hex in self.entries(unit, first, table)
            self.compare(f"advance step of {unit} {start}-{hex}", may, True)
            aided = ADVANCES[battle.result][1] > 1 and table.engineered(side, UNITS[unit].side, unit)
            if side in RIVERS and not table.bridged(side) and not aided:  # 14.5, 19.1
                battle.stopped.add(unit)
            battle.advanced[unit] = gone + 1
            for marker in [other for other in table.stack(hex) if battle.helpless(other, hex)]:
                table.put(marker, f"captured.{UNITS[unit].side}")
            self.enter(unit, hex, table, fell)
        self.engineers.discard(unit)
        table.engineers.discard(unit)

    def on_taken(self, event: stavka.Event, table: Table) -> None:
        self.compare("21.2 markers", UNITS[event.data["unit"]].kind, "strategic")
        self.counts["markers taken"] += 1

    def close_battle(self, table: Table) -> None:
        """A battle is over: everything that its result demands has happened."""
        battle, self.battle = self.battle, None
        if battle is None:
            return
        for force, demand in LOSSES[battle.result].items():
            self.check_losses(battle, battle.forces[force], demand)
        for force in (ATTACKER, DEFENDER):
            if force not in LOSSES[battle.result]:
                self.compare("losses of nobody else", bool(set(battle.forces[force]) & battle.lost), False)
        for unit in battle.retreating():
            if UNITS[unit].kind == "strategic":
                continue
            self.compare(f"retreat carried out of {unit} {battle.result}",
                         unit in battle.retreated | battle.gone | battle.stood, True)
            if unit in battle.retreated - battle.gone - battle.stood and table.where[unit] in TERRAIN:
                gone = distance(battle.origin[unit], table.where[unit])
                early = UNITS[unit].side == GERMAN and table.where[unit] in OBJECTIVES
                self.compare(f"length of retreat of {unit}", gone == battle.far or (early and gone < battle.far), True)

    def check_losses(self, battle: Battle, force: list[str], demand: str) -> None:
        """At least half, the strongest, or all (12.23, 12.24); a strategic marker is never lost (21.2)."""
        able = [unit for unit in force if UNITS[unit].kind != "strategic"]
        lost = [unit for unit in able if unit in battle.lost]
        if demand == ALL:
            met = len(lost) == len(able)
        elif demand == STRONGEST:
            met = not able or max(UNITS[unit].strength for unit in able) in [UNITS[unit].strength for unit in lost]
        else:
            whole = sum(UNITS[unit].strength for unit in force)
            met = len(lost) == len(able) or 2 * sum(UNITS[unit].strength for unit in lost) >= whole
        self.compare(f"losses of {force} {demand} {sorted(lost)} {battle.result}", met, True)


# -- The command line ------------------------------------------------------------------------------------------------

SWITCHES = ("communications", "highly_mobile", "escape", "printed_march")
SCENARIOS = ("standard", "fantasy", "prepared")


def compare_game(seed: int, moments: int = 30) -> Comparison:
    """One game; the seed also decides the scenario and the options."""
    options = {key: bool(seed * 7 // 3 >> number & 1) for number, key in enumerate(SWITCHES)}
    return Comparison(seed, SCENARIOS[seed % 3], options, moments).play()


def main() -> None:
    """Compare many games and tell what differs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--first", type=int, default=1, help="the first seed")
    parser.add_argument("--moments", type=int, default=30, help="about how many moments of a game are looked at closely")
    given = parser.parse_args()
    counts: Counter[str] = Counter()
    for seed in range(given.first, given.first + given.games):
        comparison = compare_game(seed, given.moments)
        counts += comparison.counts
        for line in comparison.differences:
            print(line, flush=True)
    for what, number in sorted(counts.items()):
        print(f"{number:9} {what}")


if __name__ == "__main__":
    main()
