"""A second reading of Race to the Reichstag, written from the rulebook and the printed facts alone.

Nothing here uses the code of the game or the kit: hexes are their numbers, units their ids, all is worked out from
sets and dictionaries in the plainest way. It is slow, and easy to hold against the rulebook.
"""

from __future__ import annotations

import heapq
import itertools
import tomllib
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
    edge: str

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
                           unit.get("static", False), unit.get("defends", False), unit.get("edge", ""))
    return found


UNITS = _read_counters()


def _number(column: int, row: int) -> str:
    return f"{column:02}{row:02}"


def _read_terrain() -> dict[str, str]:
    """The terrain of every hex; lakes are no hexes to be in, but markers may lie there (10.6)."""
    kinds = {kind["symbol"]: key for key, kind in BOARD["terrain"]["kinds"].items()}
    found = {_number(int(column), row): kinds[symbol]
             for column, symbols in BOARD["terrain"]["rows"].items() for row, symbol in enumerate(symbols, 1)}
    found.update(BOARD["terrain"].get("hexes", {}))
    return found


EVERY_HEX = _read_terrain()
TERRAIN = {hex: kind for hex, kind in EVERY_HEX.items() if kind != "lake"}


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


ROAD_HEXES = {hex for line in BOARD["lines"]["road"].values() for hex in line["path"]}


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
        """Read a match: where counters lie, and how, from its position; all the rest from what a seat sees."""
        data: Any = match.position.as_data()
        where = {unit: place for place, stack in data["stacks"].items() for unit in stack}
        covered = int(str(data["face_down"]), 0)
        face_down = {unit for number, unit in enumerate(match.game.counters.ids) if covered >> number & 1}
        view: Any = match.view(match.game.seats[0])
        marks = view["marks"]
        return cls(
            match.scenario, match.options, match.phase, match.turn, where, face_down,
            {frozenset(place.split("/")) for place, kinds in marks.items() if "blown" in kinds},
            [(kind, place) for place, kinds in marks.items() for kind in kinds if kind in ("artillery", "air", "jet")],
            view["tracks"])

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
        units = self.on_map(self.side)
        return units if self.side != GERMAN else [unit for unit in units if sector(self.where[unit]) == self.front]

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
            return {other for other in AROUND[hex] if sector(other) == sector(hex)}  # 5.3, 5.6
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

    # 7, 15, 16, 22: where things are placed

    def entry_hexes(self, unit: str) -> set[str]:
        """Where a Soviet reinforcement or replacement comes in (7.1, 8.2, 13.3, 24.5)."""
        front, place = UNITS[unit].side, self.where[unit]
        edge = place.split(".")[-1] if place.startswith("off.") else UNITS[unit].edge
        hexes = {hex for hex in EDGES[edge] if sector(hex) == front}
        if place.startswith("dead.") and self.options["communications"]:  # 24.5
            friends = {hex for each in self.on_map(front) for hex in within(self.where[each], 1)}
            zone = self.zone(GERMAN)
            hexes |= {hex for hex in friends if sector(hex) in (front, REICHSTAG) and hex not in zone
                      and (hex in AIRFIELDS or self.line_from(hex, front))}
        return self.free_hexes(unit, hexes)

    def free_hexes(self, unit: str, hexes: Iterable[str]) -> set[str]:
        """Of these hexes, those without enemies and with room in the stack."""
        return {hex for hex in hexes
                if hex in TERRAIN and not self.enemies_in(hex, UNITS[unit].side) and self.room_for(unit, hex)}

    def static_hexes(self, unit: str) -> set[str]:
        """Where a static unit that was drawn goes (7.3, 16.3, 16.5)."""
        if UNITS[unit].kind == "sniper":
            return self.sniper_hexes(unit)
        germans = [self.where[each] for each in self.on_map(GERMAN) if sector(self.where[each]) == self.front]
        hexes = {hex for centre in germans for hex in within(centre, 1) if sector(hex) == self.front}
        if UNITS[unit].kind == "emergency_airfield":
            hexes &= AIRFIELDS | ROAD_HEXES
        return self.free_hexes(unit, hexes - self.zone(self.front))

    def sniper_hexes(self, unit: str) -> set[str]:
        """Where a sniper may be put (16.5)."""
        others = [self.where[each] for each in self.on_map(GERMAN)
                  if UNITS[each].kind != "sniper" and sector(self.where[each]) == self.front]
        near = {hex for centre in others for hex in within(centre, 4)}
        return self.free_hexes(unit, {hex for hex in near if sector(hex) == self.front})

    def relief_hexes(self, unit: str) -> set[str]:
        """Where a relief force comes in (22.2 - 22.4)."""
        edges = EDGES["north"] if self.front == "1bf" else EDGES["west"] | EDGES["south"]
        return self.free_hexes(unit, {hex for hex in edges if sector(hex) == self.front})

    def rebuilt_hexes(self, unit: str, source: str, centre: str) -> set[str]:
        """Where a depot or an emergency airfield brings a unit back (7.5, 16.3, 16.7)."""
        hexes = {hex for hex in within(centre, 1) if sector(hex) == self.front}
        if UNITS[source].kind == "emergency_airfield":
            hexes -= self.zone(self.front)
        return self.free_hexes(unit, hexes)

    def marker_hexes(self) -> set[str]:
        """Where a Front may put its bombardment markers (5.4, 5.5)."""
        rival = "1uf" if self.front == "1bf" else "1bf"
        shut = any(UNITS[unit].side == rival for unit in self.stack(REICHSTAG))
        return {hex for hex in EVERY_HEX if sector(hex) == self.front or (hex == REICHSTAG and not shut)}

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
                if side in RIVERS | LAKES and not self.bridged(side) and not self.near_engineers(side, front):
                    continue
                found.add(other)
                queue.append(other)
        return False

    def near_engineers(self, side: Side, front: str) -> bool:
        """Whether a hexside has engineers at it: no need to have stood there since the phase began (24.2)."""
        return any(self.where[unit] in side for unit in self.on_map(front) if UNITS[unit].kind == "engineer")

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
        """Where a retreat may go on: neither to its end nor off the map while there is another way (13.3)."""
        routes = list(self.routes(unit, origin, self.where[unit], left))
        inside = {route[0] for route in routes if OFF_MAP not in route}
        return inside or {route[0] for route in routes}

    def doomed_steps(self, unit: str, origin: str) -> set[str]:
        """Where a retreat goes that cannot be carried out: the unit is lost in the last hex that it comes to (13.3)."""
        here = self.where[unit]
        return {hex for hex in AROUND[here] if distance(origin, hex) == distance(origin, here) + 1
                and self.may_retreat_to(unit, here, hex)}

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
    """Whether every obliged hex can attack and every due hex be attacked; None if there is too much to try.

    ``neighbours`` are the hexes that each attacking hex may attack. It attacks some of them in one combat, and two
    hexes that attack a hex together attack all their hexes together (12.5).
    """
    tried = 0
    order = sorted(neighbours, key=lambda attacker: (len(neighbours[attacker]), attacker))

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
        if table.side != GERMAN:  # 12.4: also whom only Soviets in the Reichstag hold, where no German zone reaches,
            held = table.zone(table.side) | OBJECTIVES - {REICHSTAG}  # and in objectives, though no zone reaches them
            due |= held & set().union(*neighbours.values())
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
        if not self.is_paid(DEFENDER):
            return True
        return RETREATS.get(self.result, ("",))[0] == DEFENDER and not stands(unit, hex, "")

    def is_paid(self, force: str) -> bool:
        """Whether a force has lost what the result demands, without its strategic markers (12.23, 12.24, 21.2)."""
        demand = LOSSES[self.result].get(force)
        printed = [UNITS[unit].strength for unit in self.forces[force]]
        lost = [UNITS[unit].strength for unit in self.forces[force] if unit in self.lost]
        able = [UNITS[unit].strength for unit in self.forces[force] if UNITS[unit].kind != "strategic"]
        if demand == ALL:
            return len(lost) == len(printed)
        if demand == STRONGEST:
            return max(able, default=-1) in lost
        return demand is None or 2 * sum(lost) >= sum(printed)

    def winners(self) -> list[str]:
        """The units that may advance: mobile ones of the winner (14.1)."""
        if self.result not in ADVANCES:
            return []
        return [unit for unit in self.forces[ADVANCES[self.result][0]]
                if UNITS[unit].mobile and unit not in self.lost | self.gone]


def stands(unit: str, hex: str, scenario: str) -> bool:
    """Whether a German need not retreat from a hex (13.4, 13.6, 16.10, 23.2)."""
    return UNITS[unit].side == GERMAN and (hex in OBJECTIVES or (scenario == "prepared" and hex in SBAHN))
